"""``fracas demo``: the documents' worked examples in the terminal, odds first, then the explained result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..check.files import read_case_file
from ..check.run import read_answers
from ..core.game import decide, set_up
from ..core.table import LiveTable, ScriptedTable, SilentTable
from ..examples import EXAMPLES
from ..odds import odds_of
from ..play.explain import Explainer, Line
from ..play.wording import decimal, fill, percent, translator
from .show import bar, show_lines

if TYPE_CHECKING:
    from rich.console import Console


class SetupTable(SilentTable):
    """Keeps what the rules note while fighters are made (HP from BODY and WILL)."""

    note = LiveTable.note


def run_demo(out: Console, lang: str) -> None:
    """Play every example."""
    ui = translator("fracas", lang)
    for path in EXAMPLES:
        file = read_case_file(path)
        for case in file.cases:
            out.print()
            out.print(f"━━ {file.game.title} · {ui(case['name'])}", style="bold")
            out.print("   " + fill(ui("source: {source}"), {"source": case["source"]}), style="dim")
            setup = set_up(file.game, case["fighters"], case.get("house"), case.get("fight"))
            explainer = Explainer(file.game, setup.fighters, lang)
            fight = setup.fight
            for step in case["steps"]:
                fight = play_step(out, explainer, fight, step)


def play_step(out: Console, explainer: Explainer, fight: Any, step: Mapping[str, Any]) -> Any:
    """One step: the chances, if anything is left to chance, then what happened."""
    game, fighters, ui = explainer.game, explainer.fighters, explainer.ui
    decision = decide(game, fighters, step["do"], step.get("by"), step.get("target"), step.get("with"))
    if step["dice"] and step["do"] in ("attack", "hit"):
        odds = odds_of(game, fight, decision, fighters.ids, trace=False)
        for name, wanted in (("to hit", {"outcome.hit": True}), ("hurt", {"outcome.suffered": "> 0"})):
            chance = float(odds.chance(wanted))
            label = ui("to hit") if name == "to hit" else ui("hurt")
            out.print(f"   {label:<10} {bar(chance)} {percent(chance, explainer.lang, 2)}")
        values = {
            "who": explainer.name(decision.target),
            "mean": decimal(float(odds.of("outcome.suffered").mean()), explainer.lang, 2),
        }
        out.print("   " + fill(ui("{who} loses {mean} points on average"), values))
    table = ScriptedTable(read_answers(step["dice"], game))
    after = game.step(fight, decision, table)
    table.finish()
    show_lines(out, explainer.lines(table.events, step.get("with")), ui)
    headline = explainer.headline(after, step["do"], step.get("by"), step.get("target"), table.events)
    if headline:
        out.print(f"    {headline}", style="bold")
    return after


def explained(path: Any, lang: str) -> Iterator[tuple[str, list[Line], str]]:
    """Every case of an example file with its explanation and headline, for the golden logs."""
    file = read_case_file(path)
    for case in file.cases:
        notes = SetupTable()
        setup = set_up(file.game, case["fighters"], case.get("house"), case.get("fight"), notes)
        explainer = Explainer(file.game, setup.fighters, lang)
        fight, lines, headline = setup.fight, explainer.lines(notes.events), ""
        for step in case["steps"]:
            decision = decide(
                file.game, setup.fighters, step["do"], step.get("by"), step.get("target"), step.get("with")
            )
            table = ScriptedTable(read_answers(step["dice"], file.game))
            fight = file.game.step(fight, decision, table)
            lines += explainer.lines(table.events, step.get("with"))
            headline = explainer.headline(fight, step["do"], step.get("by"), step.get("target"), table.events)
        yield str(case["name"]), lines, headline
