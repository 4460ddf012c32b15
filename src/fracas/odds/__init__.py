"""Exact odds of one decision from any state, from the same rules that play it.

>>> from fracas.core.game import decide, set_up
>>> from fracas.rules import load
>>> game = load("cpred")
>>> setup = set_up(game, {"v": {"hp": 40, "armour": [{"name": "jacket", "sp": 11, "covers": ["body"]}]}})
>>> hit = decide(game, setup.fighters, "hit", target="v", details={"damage": "3d6", "injury": False})
>>> odds = odds_of(game, setup.fight, hit, setup.fighters.ids)
>>> odds.of("v.hp")[40], odds.chance({"v.hp": "<= 35"})
(Fraction(5, 8), Fraction(19, 216))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Any

from ..core.errors import BadInput
from ..core.exact import DEPTH_LIMIT, Explored, TooManyPaths, explore
from ..core.forms import shown
from ..core.game import Game
from ..core.table import SeededTable
from .conditions import all_of
from .distribution import Distribution
from .steps import Step, step_table

__all__ = ["Distribution", "Odds", "Step", "odds_of"]


TALLIES = {"outcome.damage", "outcome.through"}
"""Values that are sums over the rounds of an attack."""


@dataclass(frozen=True)
class Odds:
    """The exact result of one decision: a probability for every fight that it can end in."""

    game: Game
    ids: tuple[str, ...]
    explored: Explored
    tallied: Callable[[], Explored]
    """The same with sums over several rounds of one attack kept (``outcome.damage`` and ``outcome.through``)."""

    def _states(self, paths: Iterable[str]) -> Mapping[Any, Fraction]:
        return (self.tallied() if TALLIES & set(paths) else self.explored).states

    @property
    def exact(self) -> bool:
        """Was every path followed to its end?"""
        return self.explored.dropped == 0

    @property
    def dropped(self) -> Fraction:
        """The probability of paths that were not followed to their end."""
        return self.explored.dropped

    def of(self, *paths: str) -> Distribution:
        """The distribution of the value at a path, or the joint one of several."""
        views = [self.game.view(self.ids, path) for path in paths]
        values = (
            (views[0](fight) if len(views) == 1 else tuple(view(fight) for view in views), chance)
            for fight, chance in self._states(paths).items()
        )
        return Distribution.of(tuple(paths), values, self.dropped)

    def chance(self, wanted: Mapping[str, Any]) -> Fraction:
        """The probability that all paths have these values; a value may be a comparison (``"<= 0"``)."""
        if not isinstance(wanted, Mapping):
            raise BadInput("of", shown(wanted), "paths with values, such as {'ann.hp': '<= 0'}")
        test = all_of(self.game, self.ids, wanted)
        return sum((chance for fight, chance in self._states(wanted).items() if test(fight)), Fraction(0))

    def steps(self) -> list[Step]:
        """The step table: every note that may be reached, how likely, and the distribution of its numbers."""
        return step_table(self.game, self.explored.trace)


def odds_of(
    game: Game,
    fight: Any,
    decision: Any,
    ids: tuple[str, ...],
    policy: Mapping[IntEnum, tuple[int, ...]] | None = None,
    trace: bool = True,
    depth: int = DEPTH_LIMIT,
) -> Odds:
    """The exact odds of one decision.

    ``ids`` are the fighters' ids in the fight's order; ``policy`` answers choices asked mid-rule (the first option where
    it says nothing); ``trace`` keeps what the step table needs; ``depth`` bounds open-ended rolls. Raises
    :class:`~fracas.core.errors.Refused` when a rule does not allow the decision.
    """

    @cache
    def tallied() -> Explored:
        return explore(game.step, fight, decision, policy=policy, depth=depth, tallies=True)

    return Odds(game, ids, explore(game.step, fight, decision, policy=policy, trace=trace, depth=depth), tallied)


@dataclass(frozen=True)
class Glance:
    """An attack at a glance: chance to hit, chance to hurt, what it takes on average. ``error`` 0: exact; else simulated,
    and the chances are off by at most so much (95 %)."""

    hit: float
    hurt: float
    mean: float
    error: float


GLANCE_PATHS, GLANCE_RUNS = 5000, 400


def glance(game: Game, fight: Any, decision: Any, ids: tuple[str, ...]) -> Glance:
    """What a menu shows of an attack, in a fraction of a second: exact where that takes few paths, else simulated."""
    names = {name: game.view(ids, f"outcome.{name}") for name in ("hit", "suffered")}
    try:
        states = list(explore(game.step, fight, decision, most=GLANCE_PATHS).states.items())
        error = 0.0
    except TooManyPaths:
        share = Fraction(1, GLANCE_RUNS)
        states = [(game.step(fight, decision, SeededTable(seed)), share) for seed in range(GLANCE_RUNS)]
        error = 0.98 / GLANCE_RUNS**0.5
    hit = sum(float(share) for state, share in states if names["hit"](state))
    hurt = sum(float(share) for state, share in states if names["suffered"](state) > 0)
    mean = sum(float(share) * names["suffered"](state) for state, share in states)
    return Glance(hit, hurt, mean, error)
