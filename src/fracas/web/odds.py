"""Odds of a decision before it is made, as far as a viewer may know them, and as quickly as they are wanted.

A player's odds are those of the result (hit, what it costs the target), never of values that the player may not see; the
step table ends before the first note that the table's log would leave out: what comes after may depend on it.

What was worked out is kept by the state and the decision alone, whoever asks: so a page that is shown again costs nothing,
and what a viewer may know is cut out of it each time.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

from ..core.errors import Impossible, phrase
from ..core.game import Game
from ..core.gm import AT_THE_TABLE
from ..core.table import Noted
from ..odds import Step
from ..odds.budget import Budget, Worked, worked
from ..play.describe import describe
from ..play.legal import Choice
from ..table.position import Position
from ..table.roles import Viewer
from ..table.sight import Sight
from .problems import WebError
from .telling import explainer_of

GLANCE = Budget(paths=5000, exact=0.04, runs=2000, lot=0.025)
"""While somebody composes: the answer is to come before the next key."""
ROW = Budget(paths=3000, exact=30.0, runs=400, lot=30.0)
"""One row of a comparison; the same dice for all rows, so that they can be compared."""
BETTER = Budget(paths=20_000, exact=0.8, runs=1500, lot=0.5)
"""Shortly after the glance, where that was by lot."""
TOLD = Budget(paths=20_000, exact=30.0, runs=1000, lot=30.0, steps=True)
"""For programs: the same answer however busy the machine is."""
SHEET = Budget(paths=40_000, exact=2.0, runs=3000, lot=1.5, steps=True)
"""The whole sheet of one decision."""
LEVELS = (GLANCE, ROW, BETTER, TOLD, SHEET)
"""What a later one found serves an earlier one, too."""

MOST_KEPT = 600
MOST_WAIT = 10.0
"""Seconds that a request waits for its turn to work odds out."""
MOST_VALUES = 60
"""Values that :func:`odds_glanced` tells of."""

_working = threading.BoundedSemaphore(2)
"""Odds are work: at most two at once, so that the table goes on."""


@contextmanager
def at_work() -> Iterator[None]:
    """One of those who work odds out; WebError 503 where all others take too long."""
    if not _working.acquire(timeout=MOST_WAIT):
        right = phrase("asked again in a few seconds")
        raise WebError(503, "odds", phrase("too many are being worked out"), right, {"retry-after": "5"})
    try:
        yield
    finally:
        _working.release()


class Kept:
    """What was worked out last, for threads: the eldest goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._found: OrderedDict[Any, Any] = OrderedDict()

    def get(self, key: Any) -> Any:
        """What is kept under the key, or None."""
        with self._lock:
            if key not in self._found:
                return None
            self._found.move_to_end(key)
            return self._found[key]

    def put(self, key: Any, value: Any) -> None:
        """Keep it."""
        with self._lock:
            self._found[key] = value
            self._found.move_to_end(key)
            while len(self._found) > self.most:
                self._found.popitem(last=False)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._found.clear()


kept = Kept(MOST_KEPT)
hopeless = Kept(MOST_KEPT)


def odds_within(
    game: Game, fight: Any, decision: Any, ids: tuple[str, ...], choice: Choice, budget: Budget = GLANCE
) -> Worked:
    """The odds of a decision, kept from before or worked out within the budget. Whether it may be made is the caller's to
    know: Refused where a rule does not allow it."""
    targets = choice.targets or ((choice.target,) if choice.target else ())
    key = game.name, ids, fight, decision, targets
    level = LEVELS.index(budget)
    for better in reversed(range(level, len(LEVELS))):
        found: Worked | None = kept.get((key, better))
        if found is not None and (found.exact or better == level or budget is not ROW):
            return found
    kind = (
        level,
        game.name,
        fight,
        choice.do,
        choice.by,
        str(choice.details.get("weapon")),
        str(choice.details.get("mode")),
    )
    with at_work():
        begun = time.thread_time()
        allowed = budget
        if level < LEVELS.index(BETTER) and hopeless.get(kind):
            allowed = budget._replace(paths=0, lot=max(budget.lot, budget.exact))
        found = worked(game, fight, decision, ids, targets, allowed)
    if not found.exact and allowed.paths and time.thread_time() - begun > GLANCE.exact:  # not only kept waiting
        hopeless.put(kind, True)
    whole = LEVELS.index(SHEET if budget.steps else BETTER)
    kept.put((key, whole if found.exact else level), found)
    return found


def figures(found: Worked) -> dict[str, Any]:
    """The odds at a glance, for JSON."""
    return {
        "exact": found.exact and not found.dropped,
        "error": found.error,
        "runs": found.runs,
        "hit": found.hit,
        "hurt": found.hurt,
        "mean": found.mean,
        "mean_error": found.mean_error,
        "critical": found.critical,
    }


def decided(position: Position, choice: Choice) -> Any:
    """The game's decision; Refused or BadInput where it may not be decided."""
    problem = position.problem()
    if problem is not None:
        raise problem
    if choice.do in AT_THE_TABLE:
        raise Impossible("do", choice.do, phrase("a decision of the rules"))
    return choice.build(position.game, position.fighters)


def odds_glanced(position: Position, choice: Choice, lang: str, budget: Budget = GLANCE) -> dict[str, Any]:
    """What stands beside a decision while it is composed: ``{"text", "exact", "error", "runs", "hit", "hurt", "mean",
    "mean_error", "critical", "at_least": [[value, chance], …], "mark", "rough"}``; Refused or BadInput where it may not be
    decided. ``mark``: of this decision at this moment; ``rough``: better ones may be asked for."""
    decision = decided(position, choice)
    text = describe(choice, explainer_of(position, lang))
    found = odds_within(position.game, position.fight, decision, position.ids, choice, budget)
    mark = f"{zlib.crc32(repr((position.seq, choice)).encode()):08x}"
    rough = not found.exact and found.runs < TOLD.runs and budget is not BETTER
    return {"text": text, **figures(found), "at_least": at_least(found), "mark": mark, "rough": rough}


def at_least(found: Worked) -> list[list[float]]:
    """The chance that the first target loses so much or more, for every value that can come (the lowest ones)."""
    left, rows = 1.0, []
    for value, chance in found.main.chances.items():
        if value > 0:
            rows.append([value, max(0.0, left)])
        left -= float(chance)
    return rows[:MOST_VALUES]


def odds_seen(position: Position, viewer: Viewer, choice: Choice, lang: str) -> dict[str, Any]:
    """``{"text", "exact", "error", "runs", "hit", "hurt", "mean", "mean_error", "critical", "suffered", "steps"}``; Refused
    or BadInput where it may not be decided."""
    decision = decided(position, choice)
    text = describe(choice, explainer_of(position, lang))
    found = odds_within(position.game, position.fight, decision, position.ids, choice, TOLD)
    sight = Sight(position, viewer, lang)
    steps = [{**step.to_dict(), "title": sight.explainer.title(step.rule)} for step in steps_seen(found, sight, choice)]
    return {"text": text, **figures(found), "suffered": found.main.to_dict(), "steps": steps}


def steps_seen(found: Worked, sight: Sight, choice: Choice) -> list[Step]:
    """The steps up to the first one that the viewer may not know."""
    return list(takewhile(lambda step: knows_step(sight, step, choice), found.steps or ()))


def knows_step(sight: Sight, step: Step, choice: Choice) -> bool:
    """Would the log tell the viewer of this note?"""
    if sight.viewer.is_gm:
        return True
    body = {"by": choice.by, "target": choice.target, "targets": list(choice.targets)}
    return bool(sight.open_events(body, [Noted(step.why, (-1,) * len(step.numbers))]))
