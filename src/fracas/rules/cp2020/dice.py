"""The dice of Cyberpunk 2020 that are more than a sum."""

from __future__ import annotations

from typing import NamedTuple

from ...core.dice import Dice
from .house import LegRolls
from .state import Place

D10 = Dice(1, 10, 0)
D6 = Dice(1, 6, 0)


class LocationDie(NamedTuple):
    """cp2020.location.roll: a d10 read as a place: 1 head, 2-4 torso, 5 right arm, 6 left arm, 7-8 and 9-10 the legs.

    >>> [Place(LocationDie(1, 0).read(0, 0, face)).name for face in (1, 2, 5, 6, 8, 9)]
    ['HEAD', 'TORSO', 'RIGHT_ARM', 'LEFT_ARM', 'RIGHT_LEG', 'LEFT_LEG']
    """

    number: int
    leg_rolls: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 10

    def blank(self) -> int:
        return 0

    def read(self, summary: int, place: int, face: int) -> int:
        if face == 1:
            return Place.HEAD.value
        if face <= 4:
            return Place.TORSO.value
        if face == 5:
            return Place.RIGHT_ARM.value
        if face == 6:
            return Place.LEFT_ARM.value
        right = (face <= 8) == (self.leg_rolls == LegRolls.R78_L910)
        return Place.RIGHT_LEG.value if right else Place.LEFT_LEG.value

    def __str__(self) -> str:
        return "d10"
