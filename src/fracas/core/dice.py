"""Dice that know three things: how faces become a summary, the exact distribution of it, and how to be sampled.

A *dice kind* is a NamedTuple of whole numbers with four small methods, written in the numba subset::

    size()                        how many dice are on the table
    sides(place)                  how many sides the die at this place has
    blank()                       the summary of no dice
    read(summary, place, face)    the summary with one more die in it

A summary is what the rule needs (a total; icons and sixes), not bare faces. Everything else - the exact
distribution, the fast sampler, the record's faces - follows from these four, so none is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from .errors import BadInput, phrase

MOST_DICE = 100
"""No rule of any game here asks for more dice at once; a request beyond it is refused before any work is done."""


class DiceKind(Hashable, Protocol):
    """The four methods of a dice kind (see the module)."""

    def size(self) -> int: ...
    def sides(self, place: int) -> int: ...
    def blank(self) -> Any: ...
    def read(self, summary: Any, place: int, face: int) -> Any: ...


class Dice(NamedTuple):
    """``number`` dice of ``faces`` sides, added up, plus a constant. No dice: the constant alone, and nobody is asked.
    (No default for ``plus``: numba would not fill it in.)

    >>> Dice(2, 6, 1).read(Dice(2, 6, 1).blank(), 0, 4)
    5
    """

    number: int
    faces: int
    plus: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return self.faces

    def blank(self) -> int:
        return self.plus

    def read(self, summary: int, place: int, face: int) -> int:
        return summary + face

    def __str__(self) -> str:
        return (
            str(self.plus)
            if not self.number
            else f"{self.number}d{self.faces}" + (f"{self.plus:+d}" if self.plus else "")
        )


def summarise(dice: DiceKind, faces: Sequence[int]) -> Any:
    """The summary of these faces.

    >>> summarise(Dice(3, 6, 2), (6, 1, 3))
    12
    """
    summary = dice.blank()
    for place, face in enumerate(faces):
        summary = dice.read(summary, place, face)
    return summary


class Distribution(NamedTuple):
    """Every summary with its weight; the weights are whole numbers and add up to ``total``."""

    weights: tuple[tuple[Any, int], ...]
    total: int


@lru_cache(maxsize=4096, typed=True)
def distribution(dice: DiceKind) -> Distribution:
    """The exact distribution of a roll, one die at a time, equal summaries merged after each.

    >>> distribution(Dice(2, 6, 0)).weights[:3], distribution(Dice(2, 6, 0)).total
    (((2, 1), (3, 2), (4, 3)), 36)
    """
    count = dice.size()
    if count > MOST_DICE:
        raise BadInput("dice", phrase("{n} dice", n=count), phrase("at most {most}", most=MOST_DICE))
    weights: dict[Any, int] = {dice.blank(): 1}
    total = 1
    for place in range(count):
        sides = dice.sides(place)
        total *= sides
        merged: dict[Any, int] = {}
        for summary, weight in weights.items():
            for face in range(1, sides + 1):
                after = dice.read(summary, place, face)
                merged[after] = merged.get(after, 0) + weight
        weights = merged
    return Distribution(tuple(weights.items()), total)


_NOTATION = re.compile(r"\s*(?:(\d*)\s*[dD]\s*(\d+))?\s*([+-]?\s*\d+)?\s*\Z")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９＋－ｄＤ−", "0123456789+-dD-")


def parse_dice(text: object, where: str = "dice", rule: str = "", sides: tuple[int, ...] = (6, 10)) -> Dice:
    """Dice notation as the case files use it: ``3d6``, ``2D6+1``, ``14`` (a constant asks for no dice).

    >>> parse_dice("2D6+1"), parse_dice(14)
    (Dice(number=2, faces=6, plus=1), Dice(number=0, faces=6, plus=14))
    >>> parse_dice("3d7")
    Traceback (most recent call last):
    ...
    fracas.core.errors.BadInput: dice: 3d7 - should be dice with 6/10 sides
    """
    right = phrase("dice such as 3d6 or 2D6+1, or a whole number from 0 to 999, at most {most} dice", most=MOST_DICE)
    if isinstance(text, Dice):
        return text
    if isinstance(text, bool) or not isinstance(text, (str, int)):
        raise BadInput(where, repr(text), right, rule)
    shown = str(text)[:40] if isinstance(text, str) or abs(text) < 10**18 else "a huge number"
    found = _NOTATION.match(shown.translate(_FULL_WIDTH)) if shown.strip() and len(shown) < 40 else None
    if not found or (found[2] and found[3] and found[3][0] not in "+-"):
        raise BadInput(where, repr(shown), right, rule)
    count = int(found[1] or 1) if found[2] else 0
    faces = int(found[2]) if found[2] else sides[0]
    plus = int(found[3].replace(" ", "")) if found[3] else 0
    if faces not in sides:
        raise BadInput(where, shown, phrase("dice with {sides} sides", sides="/".join(map(str, sides))), rule)
    if count > MOST_DICE or abs(plus) > 999 or (count == 0 and plus < 0):
        raise BadInput(where, shown, right, rule)
    return Dice(count, faces, plus)
