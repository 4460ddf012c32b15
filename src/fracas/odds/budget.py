"""Odds within a time: exact where it is enough for every path, else by lot, with how much they may be off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from ..core.errors import Pending
from ..core.exact import TooManyPaths, explore
from ..core.game import Game
from . import Odds
from .distribution import Distribution
from .sampled import sampled
from .steps import Step

CERTAIN = 1.96
"""Standard errors of a 95 % interval."""


class Budget(NamedTuple):
    """``paths``: so many may be followed, for ``exact`` seconds at most (0: do not try); ``runs``: else so many are drawn by
    lot, for ``lot`` seconds at most; ``steps``: is the step table wanted?"""

    paths: int
    exact: float
    runs: int
    lot: float
    steps: bool = False


@dataclass(frozen=True)
class Worked:
    """The odds of one decision, as far as pages show them: the states themselves are not kept.

    ``suffered``: what it costs each target, the first one first. ``runs``: how many were drawn by lot (0: all paths were
    followed); then a chance is off by at most ``error`` (95 %), the mean by ``mean_error``. ``dropped``: the probability of
    open-ended rolls that were not followed to their end.
    """

    hit: float
    critical: float
    suffered: Mapping[str, Distribution]
    steps: tuple[Step, ...] | None
    runs: int
    dropped: float

    @property
    def exact(self) -> bool:
        """Was every path followed?"""
        return self.runs == 0

    @property
    def main(self) -> Distribution:
        """What it costs the first target."""
        return next(iter(self.suffered.values()))

    @property
    def hurt(self) -> float:
        """The chance that it costs the first target anything."""
        return float(self.main.where(lambda value: value > 0))

    @property
    def mean(self) -> float:
        """What it costs the first target on average."""
        return float(self.main.mean())

    @property
    def error(self) -> float:
        """By how much a chance may be off."""
        return CERTAIN * 0.5 / sqrt(self.runs) if self.runs else self.dropped

    @property
    def mean_error(self) -> float:
        """By how much the mean may be off."""
        return CERTAIN * sqrt(float(self.main.variance()) / self.runs) if self.runs else 0.0


def worked(
    game: Game, fight: Any, decision: Any, ids: tuple[str, ...], targets: tuple[str, ...], budget: Budget
) -> Worked:
    """The odds of a decision within a budget. ``targets``: whose losses are told of (none: the outcome's first). Raises
    :class:`~fracas.core.errors.Refused` where a rule does not allow the decision."""
    runs = 0
    found = None
    if budget.paths:
        try:
            until = perf_counter() + budget.exact
            found = explore(game.step, fight, decision, trace=budget.steps, most=budget.paths, until=until)
        except (TooManyPaths, Pending):
            found = None
    if found is None:
        until = perf_counter() + budget.lot
        found, runs = sampled(game.step, fight, decision, runs=budget.runs, until=until, trace=budget.steps)
    told = found
    odds = Odds(game, ids, told, lambda: told)
    paths = {id: f"outcome.{id}.suffered" for id in targets} if len(targets) > 1 else {"": "outcome.suffered"}
    names = targets if len(targets) == 1 else tuple(paths)
    suffered = {name: odds.of(path) for name, path in zip(names, paths.values(), strict=True)}
    hit = sum((chance for value, chance in odds.of("outcome.hit").chances.items() if value), Fraction(0))
    critical = Fraction(0)
    if "critical" in game.outcome_views:
        view = game.view(ids, "outcome.critical")
        critical = sum((chance for state, chance in told.states.items() if view(state)), Fraction(0))
    steps = tuple(odds.steps()) if budget.steps else None
    return Worked(float(hit), float(critical), suffered, steps, runs, float(told.dropped))


__all__ = ["Budget", "Worked", "worked"]
