"""How the command line shows odds and explanations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core.rule import rule_id_of
from ..odds import Distribution, Odds, Step
from ..play.explain import Explainer, Line
from ..play.preview import reading_text, step_text
from ..play.wording import all_sentences, decimal, fill, percent

if TYPE_CHECKING:
    from rich.console import Console

    from .inputs import Asked

BAR_WIDTH = 24
MOST_ROWS = 40


def bar(share: float, width: int = BAR_WIDTH) -> str:
    """A horizontal bar of eighths of a character.

    >>> bar(0.5, 4), bar(1 / 3, 3)
    ('██  ', '█  ')
    """
    eighths = round(share * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")).ljust(width)


def show_lines(console: Console, lines: Sequence[Line], ui: Any) -> None:
    """The explanation: numbered, each line with its rule id, house rules marked."""
    from rich.text import Text

    loop: int | None = None
    for number, line in enumerate(lines, 1):
        if line.loop != loop:
            loop = line.loop
            console.print(Text(f"   · {(loop or 0) + 1}", style="bold"))
        text = Text(f"{number:>3} ", style="dim")
        text.append(fill(ui("{title}: "), {"title": line.title}), style="bold")
        text.append(line.text)
        if line.decided:
            text.append(
                fill(ui(" ⌂ {reading} (a house rule; here it decided)"), {"reading": line.decided}), style="yellow"
            )
        text.append(f"  [{line.rule}]", style="dim cyan")
        console.print(text, soft_wrap=True)


def show_distribution(console: Console, explainer: Explainer, found: Distribution) -> None:
    """A bar chart with the exact fraction, the decimal, and 'at least' where values are numbers."""
    from rich.table import Table
    from rich.text import Text

    ui, lang = explainer.ui, explainer.lang
    numeric = found.numeric
    table = Table(title=", ".join(found.names), title_justify="left", box=None, pad_edge=False)
    table.add_column(ui("value"), justify="right")
    table.add_column(ui("chance"), justify="right")
    table.add_column("")
    if numeric:
        table.add_column(ui("at least"), justify="right")
    table.add_column(ui("exactly"), style="dim", overflow="fold")
    rows = list(found.chances.items())
    most = max(float(chance) for _, chance in rows)
    likely = sorted(rows, key=lambda row: -row[1])[:MOST_ROWS]
    for value, chance in [row for row in rows if row in likely]:
        cells: list[Any] = [
            explainer.value(value),
            percent(float(chance), lang, 2),
            Text(bar(float(chance) / most)),
        ]
        if numeric:
            cells.append(percent(float(found.at_least(value)), lang, 2))
        table.add_row(*cells, str(chance) if len(str(chance)) < 34 else "…")
    console.print(table)
    if len(rows) > MOST_ROWS:
        console.print(fill(ui("… and {n} less likely values (--json has them all)"), {"n": len(rows) - MOST_ROWS}))
    if numeric:
        quantiles = " / ".join(explainer.value(found.quantile(share)) for share in (0.25, 0.5, 0.75))
        values = {
            "mean": decimal(float(found.mean()), lang, 3),
            "mode": explainer.value(found.mode()),
            "quantiles": quantiles,
        }
        console.print(fill(ui("mean {mean}; most likely {mode}; quartiles {quantiles}"), values))


def show_steps(console: Console, explainer: Explainer, steps: Sequence[Step]) -> None:
    """The step table of the preview: the same steps as the explanation, with chances in place of results."""
    from rich.table import Table

    ui, lang = explainer.ui, explainer.lang
    table = Table(title=ui("step by step"), title_justify="left", box=None, pad_edge=False)
    table.add_column(ui("step"))
    table.add_column(ui("reached"), justify="right")
    table.add_column(ui("what it says, on average"), overflow="fold")
    table.add_column(ui("rule"), style="dim cyan")
    for step in steps:
        option = explainer.words.readings.get(step.why, "")
        decides = step.reached * step.numbers["decided"][1] if option else Fraction(0)
        if option and decides == 0:
            continue
        place = "".join(f"{one + 1}· " for one in step.loop)
        table.add_row(
            f"{place}{explainer.title(step.rule)}",
            percent(float(decides if option else step.reached), lang),
            reading_text(explainer, step, option) if option else step_text(explainer, step),
            step.rule,
        )
    console.print(table)


def show_odds(
    console: Console, explainer: Explainer, odds: Odds, asked: Asked, paths: Sequence[str], joint: bool
) -> None:
    """Everything about one decision: the chances at a glance, the distributions asked for, the steps."""
    ui, lang = explainer.ui, explainer.lang
    glance = [(ui("hurt"), float(odds.chance({"outcome.suffered": "> 0"})))]
    if asked.do == "attack":
        glance.insert(0, (ui("to hit"), float(odds.chance({"outcome.hit": True}))))
    if asked.do in ("attack", "hit"):
        for label, chance in glance:
            console.print(f"{label:<8} {bar(chance)} {percent(chance, lang, 2)}")
    groups = [tuple(paths)] if joint else [(path,) for path in paths]
    for group in groups:
        console.print()
        show_distribution(console, explainer, odds.of(*group))
    console.print()
    show_steps(console, explainer, odds.steps())
    show_exact(console, explainer, odds.dropped)


def show_exact(console: Console, explainer: Explainer, dropped: Fraction) -> None:
    """Exact, or by how much not."""
    if dropped == 0:
        console.print(explainer.ui("exact ✓"))
        return
    text = explainer.ui("exact but for {dropped}, where open-ended rolls were not followed further")
    console.print(fill(text, {"dropped": percent(float(dropped), explainer.lang, 12)}))


def rule_lines(explainer: Explainer, id: str) -> list[str]:
    """One rule in plain words: title, text, source, its sentences, options."""
    rule = explainer.game.book.rules[id]
    ui = explainer.ui
    lines = [f"{id}  {explainer.title(id)}", f"  {explainer.say(rule.summary)}"]
    lines.append("  " + fill(ui("source: {source}"), {"source": rule.source}))
    for name in rule.options:
        option = explainer.game.options[name]
        words = ", ".join(str(value).lower() for value in option.written()) or "…"
        values = {"option": name, "words": words, "meaning": explainer.say(explainer.words.options[name])}
        lines.append("  " + fill(ui("house rule: {option} = {words} ({meaning})"), values))
    return lines + [f"  » {sentence}" for sentence in rule_sentences(explainer, id)]


def rule_sentences(explainer: Explainer, id: str) -> list[str]:
    """What the log may say of a rule."""
    said = all_sentences(explainer.words.sentences)
    return [explainer.say(sentence) for why, sentence in said if rule_id_of(why) == id and sentence]
