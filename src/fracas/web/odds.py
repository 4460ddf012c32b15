"""Odds of a decision before it is made, as far as a viewer may know them.

A player's odds are those of the result (hit, what it costs the target), never of values that the player may not see; the
step table ends before the first note that the table's log would leave out: what comes after may depend on it.
"""

from __future__ import annotations

import threading
from functools import cache
from itertools import takewhile
from typing import Any

from ..core.errors import Impossible, Pending, phrase
from ..core.exact import Explored, TooManyPaths, explore
from ..core.gm import AT_THE_TABLE
from ..core.table import Noted
from ..odds import GLANCE_PATHS, Odds, Step, glance
from ..play.describe import describe
from ..play.legal import Choice
from ..table.position import Position
from ..table.roles import Viewer
from ..table.sight import Sight
from .telling import explainer_of

_working = threading.BoundedSemaphore(2)
"""Odds are work: at most two at once, so that the table goes on."""

MOST_PATHS = 4 * GLANCE_PATHS


def odds_seen(position: Position, viewer: Viewer, choice: Choice, lang: str) -> dict[str, Any]:
    """``{"text", "exact", "error", "hit", "hurt", "mean", "suffered", "steps"}``; Refused or BadInput where it may not be
    decided."""
    problem = position.problem()
    if problem is not None:
        raise problem
    if choice.do in AT_THE_TABLE:
        raise Impossible("do", choice.do, phrase("a decision of the rules"))
    game, fight, fighters = position.game, position.fight, position.fighters
    decision = choice.build(game, fighters)
    text = describe(choice, explainer_of(position, lang))
    with _working:
        found = exactly(game, fight, decision, fighters.ids)
        if found is None:
            seen = glance(game, fight, decision, fighters.ids)
            figures = {"hit": seen.hit, "hurt": seen.hurt, "mean": seen.mean}
            return {"text": text, "exact": False, "error": seen.error, **figures, "suffered": None, "steps": None}
        suffered = found.of("outcome.suffered")
        hurt, hit = suffered.where(lambda value: value > 0), found.chance({"outcome.hit": True})
        sight = Sight(position, viewer, lang)
        steps = [
            {**step.to_dict(), "title": sight.explainer.title(step.rule)}
            for step in takewhile(lambda step: knows_step(sight, step, choice), found.steps())
        ]
    figures = {"hit": float(hit), "hurt": float(hurt), "mean": float(suffered.mean())}
    exact = found.exact
    return {
        "text": text,
        "exact": exact,
        "error": float(found.dropped),
        **figures,
        "suffered": suffered.to_dict(),
        "steps": steps,
    }


def exactly(game: Any, fight: Any, decision: Any, ids: tuple[str, ...]) -> Odds | None:
    """The exact odds, where they take few paths; else None."""
    try:
        explored = explore(game.step, fight, decision, trace=True, most=MOST_PATHS)
    except TooManyPaths:
        return None
    except Pending:  # a choice of people that no policy makes
        return None

    @cache
    def tallied() -> Explored:
        return explore(game.step, fight, decision, tallies=True)

    return Odds(game, ids, explored, tallied)


def knows_step(sight: Sight, step: Step, choice: Choice) -> bool:
    """Would the log tell the viewer of this note?"""
    if sight.viewer.is_gm:
        return True
    body = {"by": choice.by, "target": choice.target, "targets": list(choice.targets)}
    return bool(sight.open_events(body, [Noted(step.why, (-1,) * len(step.numbers))]))
