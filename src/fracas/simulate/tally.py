"""What many fights came to: counts that batches add to, and what is read from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .kernel import DEAD, EACH, HEAD, NOBODY_LEFT, OUT, UNDECIDED, UP

Z = 1.959963984540054
"""Intervals are 95% ones."""


class Interval(NamedTuple):
    """An estimate and the 95% Wilson interval around it."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


def wilson(count: int, of: int) -> Interval:
    """A share with its Wilson interval; nothing known of nothing.

    >>> [round(number, 4) for number in wilson(8, 10)]
    [0.8, 0.4902, 0.9433]
    >>> wilson(0, 0)
    Interval(value=0.0, low=0.0, high=1.0)
    """
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share, square = count / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * ((share * (1 - share) + square / (4 * of)) / of) ** 0.5 / (1 + square / of)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def fights_for(half: float, share: float = 0.5) -> int:
    """About how many fights give an interval of this half width.

    >>> fights_for(0.01)
    9604
    """
    return int(Z * Z * share * (1 - share) / (half * half) + 0.5)


class Counted(NamedTuple):
    """Numbers from ``low`` on with how often each came."""

    low: int
    counts: Any

    def items(self) -> Iterator[tuple[int, int]]:
        """Every number that came, with its count."""
        return ((self.low + place, int(count)) for place, count in enumerate(self.counts) if count)

    def mean(self) -> float:
        """Their mean (of none: 0)."""
        total = int(self.counts.sum())
        return float((self.counts * (np.arange(len(self.counts)) + self.low)).sum()) / total if total else 0.0

    def quantile(self, share: float) -> int:
        """The least number that this share of all do not exceed."""
        sums = np.cumsum(self.counts)
        return int(np.searchsorted(sums, share * sums[-1])) + self.low if len(sums) and sums[-1] else 0


NONE = Counted(0, np.zeros(0, np.int64))


def counted(numbers: Any) -> Counted:
    """How often each number came."""
    low = int(numbers.min()) if len(numbers) else 0
    return Counted(low, np.bincount(numbers - low) if len(numbers) else np.zeros(0, np.int64))


def together(a: Counted, b: Counted) -> Counted:
    """Both counts added up."""
    if not len(a.counts) or not len(b.counts):
        return b if len(b.counts) else a
    low, high = min(a.low, b.low), max(a.low + len(a.counts), b.low + len(b.counts))
    counts = np.zeros(high - low, np.int64)
    for one in (a, b):
        counts[one.low - low : one.low - low + len(one.counts)] += one.counts
    return Counted(low, counts)


@dataclass
class FighterTally:
    """What became of one fighter: how often it was up, out or dead at the end; what it had left; rounds fired."""

    states: Any = field(default_factory=lambda: np.zeros(3, np.int64))
    left: Counted = NONE
    shots: Counted = NONE


@dataclass
class Tally:
    """All that is known of a number of fights. ``sides``: the side of each fighter."""

    sides: tuple[int, ...]
    fights: int = 0
    wins: dict[int, int] = field(default_factory=dict)
    rounds: Counted = NONE
    decisions: int = 0
    first_hurt: dict[tuple[int, int], int] = field(default_factory=dict)
    """(fighter hurt first, or -1; winner): fights."""
    lost: dict[int, Counted] = field(default_factory=dict)
    """For each side how many of its fighters were down at the end."""
    fighters: list[FighterTally] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.fighters:
            self.fighters = [FighterTally() for _ in self.sides]

    def add(self, rows: Any) -> None:
        """Count some fights: rows as the kernel writes them."""
        columns = np.ascontiguousarray(rows.T)
        winners, hurt = columns[0], columns[3]
        self.fights += len(rows)
        self.decisions += int(columns[2].sum())
        self.rounds = together(self.rounds, counted(columns[1]))
        pairs = (hurt + 1) * 64 + winners - UNDECIDED
        for code, count in enumerate(np.bincount(pairs)):
            if count:
                who, winner = code // 64 - 1, code % 64 + UNDECIDED
                self.first_hurt[who, winner] = self.first_hurt.get((who, winner), 0) + int(count)
                self.wins[winner] = self.wins.get(winner, 0) + int(count)
        down: dict[int, Any] = {}
        for i, (side, one) in enumerate(zip(self.sides, self.fighters, strict=True)):
            states, left, shots = columns[HEAD + EACH * i : HEAD + EACH * (i + 1)]
            one.states = one.states + np.bincount(states, minlength=3)
            one.left, one.shots = together(one.left, counted(left)), together(one.shots, counted(shots))
            down[side] = down.get(side, 0) + (states != UP)
        for side, numbers in down.items():
            self.lost[side] = together(self.lost.get(side, NONE), counted(numbers))

    def win(self, side: int) -> Interval:
        """How often a side won (NOBODY_LEFT, UNDECIDED: how often nobody did)."""
        return wilson(self.wins.get(side, 0), self.fights)

    def precision(self) -> float:
        """The widest half interval of all sides' win rates."""
        return max(self.win(side).half for side in set(self.sides))

    def fate(self, i: int, state: int) -> Interval:
        """How often a fighter was UP, OUT or DEAD at the end."""
        return wilson(int(self.fighters[i].states[state]), self.fights)

    def first_blood(self, side: int) -> tuple[Interval, Interval]:
        """How often a side won where it was the first to be hurt, and where another was."""
        won, of = {True: 0, False: 0}, {True: 0, False: 0}
        for (who, winner), count in self.first_hurt.items():
            if who >= 0:
                own = self.sides[who] == side
                of[own] += count
                won[own] += count if winner == side else 0
        return wilson(won[True], of[True]), wilson(won[False], of[False])


__all__ = [
    "DEAD",
    "NOBODY_LEFT",
    "OUT",
    "UNDECIDED",
    "UP",
    "Counted",
    "FighterTally",
    "Interval",
    "Tally",
    "fights_for",
    "wilson",
]
