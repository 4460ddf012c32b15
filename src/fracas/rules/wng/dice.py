"""The dice of Wrath & Glory: icons, exalted icons, Wrath dice, extra damage dice."""

from __future__ import annotations

from typing import NamedTuple

from .ids import helper


@helper
def icons_on(face: int) -> int:
    """1-3 no icon, 4-5 one, 6 an exalted icon worth two."""
    return 2 if face == 6 else 1 if face >= 4 else 0


class Icons(NamedTuple):
    """What a pool says: icons, exalted icons (sixes), Wrath dice showing 6, whether one shows 1; where the dice without
    an icon may be rolled again, how many of them are Wrath dice."""

    icons: int
    exalted: int
    wrath_sixes: int
    wrath_one: int
    wrath_blanks: int


class WrathPool(NamedTuple):
    """A pool of d6 of which the first ``wrath`` are Wrath dice; 4-5 one icon, 6 an exalted icon worth two. ``again``: 1
    where dice without an icon may be rolled again, so that it counts whose they are.

    >>> WrathPool(3, 1, 0).read(WrathPool(3, 1, 0).blank(), 0, 6)
    Icons(icons=2, exalted=1, wrath_sixes=1, wrath_one=0, wrath_blanks=0)
    """

    number: int
    wrath: int
    again: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> Icons:
        return Icons(0, 0, 0, 0, 0)

    def read(self, summary: Icons, place: int, face: int) -> Icons:
        six = 1 if face == 6 else 0
        wrath = place < self.wrath
        return Icons(
            summary.icons + icons_on(face),
            summary.exalted + six,
            summary.wrath_sixes + (six if wrath else 0),
            1 if summary.wrath_one or (wrath and face == 1) else 0,
            summary.wrath_blanks + (1 if self.again and wrath and face <= 3 else 0),
        )

    def __str__(self) -> str:
        return f"{self.number}d6"


class IconDice(NamedTuple):
    """Dice of which only the icons matter: Determination.

    >>> IconDice(2).read(1, 1, 6)
    3
    """

    number: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> int:
        return 0

    def read(self, summary: int, place: int, face: int) -> int:
        return summary + icons_on(face)

    def __str__(self) -> str:
        return f"{self.number}d6"


class ExtraDice(NamedTuple):
    """wng.damage.roll: extra damage dice, 4-5 one, 6 two. ``reading`` 1 (Brutal): 3-4 one, 5-6 two; 2 (Melta against
    vehicles): 1-3 one, 4-6 two. ``rad`` is added to every die first (6 at most).

    >>> ExtraDice(1, 1, 0).read(0, 0, 3), ExtraDice(1, 0, 2).read(0, 0, 4), ExtraDice(1, 2, 0).read(0, 0, 1)
    (1, 2, 1)
    """

    number: int
    reading: int
    rad: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> int:
        return 0

    def read(self, summary: int, place: int, face: int) -> int:
        shown = min(6, face + self.rad)
        if self.reading == 2:
            return summary + (2 if shown >= 4 else 1)
        if self.reading == 1:
            return summary + (2 if shown >= 5 else 1 if shown >= 3 else 0)
        return summary + icons_on(shown)

    def __str__(self) -> str:
        return f"{self.number}d6"


class D66(NamedTuple):
    """Two dice read as tens and ones.

    >>> D66(2).read(D66(2).read(0, 0, 3), 1, 5)
    35
    """

    number: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> int:
        return 0

    def read(self, summary: int, place: int, face: int) -> int:
        return summary * 10 + face

    def __str__(self) -> str:
        return "d66"
