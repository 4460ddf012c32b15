"""``fracas roll``: dice notation rolled, or its exact odds, as a person or a program reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput
from ..core.forms import shown
from ..odds import Distribution
from ..play.explain import Explainer
from ..play.wording import fill, percent, translator
from ..roll import AppDice, OwnDice, Pool, Result, Rolled, Thrown, Written, events, odds, parse, roll, unit

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Ui = Callable[[str], str]


class Reader(Explainer):
    """A reader of plain numbers, at no game's table: all that a chart of a distribution needs."""

    def __init__(self, lang: str) -> None:
        self.lang, self.ui = lang, translator("fracas", lang)

    def value(self, value: Any) -> str:
        return number(value)


def run_roll(expression: str, exact: bool, csv: bool, dice: str | None, seed: str | None, lang: str, json: bool) -> int:
    """Roll and print, or print the exact odds. Raises :class:`BadInput` for what cannot be meant."""
    from .main import console, print_json, whole_seed

    reader = Reader(lang)
    written = parse(expression)
    if exact and (dice is not None or seed is not None):
        raise BadInput("--odds", f"given with {'--dice' if dice is not None else '--seed'}", "alone: odds need no roll")
    if csv and (json or not exact):
        raise BadInput("--csv", "given with --json" if json else "given without --odds", "--odds --csv")
    if dice is not None and seed is not None:
        raise BadInput("--seed", shown(seed), "left out where --dice gives the faces")
    if exact:
        found = odds(written.tree)
        if json:
            print_json(odds_dict(written, found))
        elif csv:
            print(found.to_csv().rstrip("\n"))
        else:
            show_roll_odds(console(), written, found, reader)
        return 0
    key = whole_seed(seed) if dice is None else None
    result = roll(written.tree, AppDice(key or 0) if dice is None else OwnDice(dice))
    if json:
        print_json(roll_dict(written, result, key, reader.ui))
        return 0
    out = console()
    show_roll(out, written, result, reader.ui)
    if key is not None:
        out.print(f"--seed {key}", style="dim")
    return 0


def number(value: int) -> str:
    """A whole number with a minus sign.

    >>> number(-3)
    '−3'
    """
    return fill("{n}", {"n": value})


def unit_label(ui: Ui, name: str) -> str:
    """What a result counts."""
    return {"successes": ui("successes"), "icons": ui("icons")}.get(name, ui("total"))


def head(written: Written) -> dict[str, Any]:
    """The expression and its comment, for JSON."""
    comment = {"comment": written.comment} if written.comment else {}
    return {"expression": str(written.tree), **comment, "unit": unit(written.tree)}


def show_head(out: Console, written: Written, label: str = "") -> None:
    """The expression, what it counts, and the comment."""
    from rich.text import Text

    text = Text(str(written.tree), style="bold")
    text.append(label, style="not bold")
    if written.comment:
        text.append(f"  # {written.comment}", style="not bold dim")
    out.print(text, soft_wrap=True)


# ------------------------------------------------------------------------------------------------------- exact odds


def odds_dict(written: Written, found: Distribution) -> dict[str, Any]:
    """The exact distribution for JSON, with the chances of what named dice may do."""
    named = [{"pool": str(one.pool), "event": one.key, "chance": str(one.chance)} for one in events(written.tree)]
    return head(written) | found.to_dict() | ({"events": named} if named else {})


def show_roll_odds(out: Console, written: Written, found: Distribution, reader: Reader) -> None:
    """The exact distribution as a chart; the chances of what named dice may do; how exact it is."""
    from .show import show_distribution, show_exact

    ui = reader.ui
    show_head(out, written, fill(ui(" ({label})"), {"label": unit_label(ui, unit(written.tree))}))
    show_distribution(out, reader, found)
    for pool, key, chance in events(written.tree):
        label = event_label(ui, key) + fill(ui(" ({label})"), {"label": pool})
        title = fill(ui("{title}: "), {"title": label})
        out.print(f"{title}{percent(float(chance), reader.lang, 2)} ({chance})", soft_wrap=True)
    show_exact(out, reader, found.dropped)


def event_label(ui: Ui, key: str) -> str:
    """What a named die may do."""
    return {
        "red.added": ui("a 10 adds one more die"),
        "red.subtracted": ui("a 1 subtracts one more die"),
        "wrath.critical": ui("a 6 on every Wrath die"),
        "wrath.some": ui("a 6 on some Wrath dice, not on all"),
        "wrath.complication": ui("a 1 on a Wrath die"),
    }[key]


# ------------------------------------------------------------------------------------------------------------- a roll


def roll_dict(written: Written, result: Result, key: int | None, ui: Ui) -> dict[str, Any]:
    """A roll for JSON: ``dice`` are the faces as ``--dice`` takes them; ``chains`` every die with what followed it."""
    return head(written) | {
        "value": result.value,
        "seed": key,
        "dice": result.faces,
        "pools": [
            {
                "pool": str(rolled.pool),
                "value": rolled.value,
                "chains": [[die.to_dict() for die in chain] for chain in rolled.chains],
                "reasons": [
                    {"key": one.key, **one.numbers, "text": reason(ui, one.key, one.numbers)} for one in rolled.reasons
                ],
            }
            for rolled in result.pools
        ],
    }


def show_roll(out: Console, written: Written, result: Result, ui: Ui) -> None:
    """Every die, why there are more or fewer of them, the result."""
    show_head(out, written)
    for rolled in result.pools:
        out.print(pool_text(rolled, ui))
        for key, numbers in rolled.reasons:
            out.print(f"   · {reason(ui, key, numbers)}", soft_wrap=True)
    marks = legend(result.pools, ui)
    if marks:
        out.print(ui("; ").join(marks), style="dim", soft_wrap=True)
    title = fill(ui("{title}: "), {"title": unit_label(ui, result.unit)})
    out.print(f"{title}{number(result.value)}", style="bold")


def pool_text(rolled: Rolled, ui: Ui) -> Text:
    """One pool: its dice, each followed by those that it brought, and what they come to."""
    from rich.text import Text

    text = Text("   ").append(fill(ui("{title}: "), {"title": str(rolled.pool)}))
    for place, die in enumerate(rolled.dice):
        text.append(" " if place else "").append(die_text(rolled.pool, die), style=die_style(die))
    return text.append(f" = {number(rolled.value)}")


def die_text(pool: Pool, die: Thrown) -> str:
    """A die as a reader sees it, by signs alone.

    >>> from fracas.roll import plain
    >>> die_text(Pool(1, plain(6)), Thrown((6,), 6, exploded=True, dropped=True))
    '(6!)'
    """
    face = number(die.value) if pool.die.name != "wg" and pool.die.name != "ed" else str(die.faces[0])
    marked = face + ("↻" if die.rerolled else "") + ("!" if die.exploded else "") + ("✓" if die.success else "")
    return f"({marked})" if die.dropped else f"[{marked}]" if die.wrath else marked


def die_style(die: Thrown) -> str:
    """Colour repeats what the signs say."""
    if die.dropped or die.rerolled:
        return "dim strike"
    return "bold green" if die.success else "bold yellow" if die.exploded or die.wrath else "bold"


def legend(rolled: list[Rolled], ui: Ui) -> list[str]:
    """What the signs in these pools mean; only those that are there."""
    dice = [die for one in rolled for die in one.dice]
    icons = any(one.pool.die.name in ("wg", "ed") for one in rolled)
    signs = [
        (any(die.dropped for die in dice), "(…)", ui("dropped")),
        (any(die.rerolled for die in dice), "…↻", ui("re-rolled")),
        (any(die.exploded for die in dice), "…!", ui("one more die")),
        (any(die.success for die in dice), "…✓", ui("success")),
        (any(die.wrath for die in dice), "[…]", ui("Wrath die")),
        (icons, "4, 5", ui("one icon")),
        (icons, "6", ui("two icons")),
    ]
    return [fill(ui("{title}: "), {"title": sign}) + meaning for there, sign, meaning in signs if there]


def reason(ui: Ui, key: str, numbers: Mapping[str, int]) -> str:
    """What a named die did, in a sentence."""
    sentences = {
        "red.added": ui("A 10: one more die is added, {face}."),
        "red.subtracted": ui("A 1: one more die is subtracted, {face}."),
        "wrath.critical": ui("A 6 on every Wrath die: a critical hit, if the attack hits."),
        "wrath.some": ui("Wrath dice that show 6: {dice} of {of}; the house rule decides whether that is critical."),
        "wrath.complication": ui("A Wrath die shows 1: a complication."),
        "extra.icons": ui("Extra damage dice: {dice}; their icons add {icons}."),
    }
    return fill(sentences[key], numbers)
