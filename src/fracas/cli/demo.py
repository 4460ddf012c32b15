"""``fracas demo``: the documents' worked examples in the terminal, odds first, then the explained result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..check.files import read_case_file
from ..check.run import decision_of, play, read_answers
from ..core.game import set_up
from ..examples import EXAMPLES
from ..odds import odds_of
from ..play.explain import Explainer
from ..play.wording import decimal, fill, percent, translator
from .show import bar, show_lines

if TYPE_CHECKING:
    from rich.console import Console


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
    decision = decision_of(game, fighters, step)
    if step["dice"] and step["do"] in ("attack", "hit"):
        odds = odds_of(game, fight, decision, fighters.ids, trace=False)
        for label, wanted in ((ui("to hit"), {"outcome.hit": True}), (ui("hurt"), {"outcome.suffered": "> 0"})):
            chance = float(odds.chance(wanted))
            out.print(f"   {label:<10} {bar(chance)} {percent(chance, explainer.lang, 2)}")
        values = {
            "who": explainer.name(fighters.ids.index(step["target"])),
            "mean": decimal(float(odds.of("outcome.suffered").mean()), explainer.lang, 2),
        }
        out.print("   " + fill(ui("{who} loses {mean} points on average"), values))
    after, table = play(game, fight, decision, read_answers(step["dice"], game, fighters))
    show_lines(out, explainer.lines(table.events, step.get("with")), ui)
    headline = explainer.headline(after, step["do"], step.get("by"), step.get("target"), table.events)
    if headline:
        out.print(f"    {headline}", style="bold")
    return after
