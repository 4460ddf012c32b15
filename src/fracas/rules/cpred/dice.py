"""The dice of Cyberpunk RED."""

from __future__ import annotations

from typing import NamedTuple

from ...core.dice import Dice

D10 = Dice(1, 10, 0)
TWO_D6 = Dice(2, 6, 0)


class Damage(NamedTuple):
    """What damage dice say: the total, and the sixes (two are enough to know)."""

    total: int
    sixes: int


class DamageDice(NamedTuple):
    """``number`` d6 + ``plus``, whose sixes matter.

    >>> DamageDice(2, 0).read(Damage(6, 1), 1, 6)
    Damage(total=12, sixes=2)
    """

    number: int
    plus: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> Damage:
        return Damage(self.plus, 0)

    def read(self, summary: Damage, place: int, face: int) -> Damage:
        six = 1 if face == 6 and summary.sixes < 2 else 0
        return Damage(summary.total + face, summary.sixes + six)

    def __str__(self) -> str:
        return str(Dice(self.number, 6, self.plus))
