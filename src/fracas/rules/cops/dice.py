"""The dice of COPS: d6 for damage, d10 for all else."""

from __future__ import annotations

from typing import NamedTuple

from .state import Place


class LocationDie(NamedTuple):
    """cops.location.roll: a d10 read as a place: 10 head, 8-9 arms, 5-7 torso, 3-4 abdomen, 1-2 legs.

    >>> [Place(LocationDie(1).read(0, 0, face)).name for face in (10, 8, 5, 4, 1)]
    ['HEAD', 'ARMS', 'TORSO', 'ABDOMEN', 'LEGS']
    """

    number: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 10

    def blank(self) -> int:
        return 0

    def read(self, summary: int, place: int, face: int) -> int:
        if face == 10:
            return Place.HEAD.value
        if face >= 8:
            return Place.ARMS.value
        if face >= 5:
            return Place.TORSO.value
        if face >= 3:
            return Place.ABDOMEN.value
        return Place.LEGS.value

    def __str__(self) -> str:
        return "d10"


class Successes(NamedTuple):
    """What a pool says: successes, and tens to roll again."""

    successes: int
    tens: int


class Tally(NamedTuple):
    """An open-ended test so far: tens ``more`` to roll, ``open`` while they can matter, and the successes."""

    more: int
    open: int
    successes: int


class PoolDice(NamedTuple):
    """``number`` d10 of which each at or over ``threshold`` is a success.

    >>> PoolDice(2, 7).read(Successes(1, 0), 1, 10)
    Successes(successes=2, tens=1)
    """

    number: int
    threshold: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 10

    def blank(self) -> Successes:
        return Successes(0, 0)

    def read(self, summary: Successes, place: int, face: int) -> Successes:
        success = 1 if face >= self.threshold or face == 10 else 0
        return Successes(summary.successes + success, summary.tens + (1 if face == 10 else 0))

    def __str__(self) -> str:
        return f"{self.number}d10>={self.threshold}"
