"""The counter-based generator behind app dice and simulation: the same numbers in Python and in compiled code.

Word number ``counter`` of stream ``key`` is SplitMix64's output function (Steele, Lea and Flood 2014) applied to
``key + counter * gamma``; it can be asked for in any order, and a record needs to keep only two numbers. The dice of one
question come from as few words as they can, eight from each (Brackett-Rozinsky and Lemire 2024): the word times the number
of sides is the face above 64 bits, and what is left below them is as good as new for the next die; a word that would make
one result more likely than another is thrown away, so that all are exactly equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

MASK = (1 << 64) - 1
GAMMA, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def word(key: int, counter: int) -> int:
    """The 64-bit word at ``counter`` of stream ``key``.

    >>> hex(word(0, 1))
    '0xe220a8397b1dcdaf'
    """
    z = (key + counter * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


BATCH = 8
"""How many dice one word gives."""

MOST_SIDES = 128
"""The most sides that a die has which shares a word: eight of them fit, and one word in 256 at worst is thrown away."""


def stream_of(seed: int, number: int) -> int:
    """The key of fight ``number`` (from 0) of a run: a stream of its own for each, whoever plays it.

    >>> stream_of(1, 0) == word(1, 1)
    True
    """
    return word(seed & MASK, number + 1)


class Generator:
    """A stream of faces; ``counter`` counts the words drawn so far.

    >>> Generator(7).face(6), Generator(7).face(6)
    (3, 3)
    >>> Generator(7).faces((6, 6, 6))
    (3, 3, 1)
    """

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key, self.counter = key & MASK, counter

    def word(self, counter: int) -> int:
        """The 64-bit word at a place of the stream."""
        return word(self.key, counter)

    def face(self, sides: int) -> int:
        """One die: 1 to ``sides``."""
        return self.faces((sides,))[0]

    def faces(self, sides: Sequence[int]) -> tuple[int, ...]:
        """The dice of one question."""
        batch = BATCH if len(sides) > 1 and max(sides) <= MOST_SIDES else 1
        found: list[int] = []
        for place in range(0, len(sides), batch):
            found += self._batch(sides[place : place + batch])
        return tuple(found)

    def _batch(self, sides: Sequence[int]) -> list[int]:
        """Dice from one word."""
        ways = prod(sides)
        while True:
            self.counter += 1
            rest = self.word(self.counter)
            found = []
            for count in sides:
                scaled = rest * count
                found.append((scaled >> 64) + 1)
                rest = scaled & MASK
            if rest >= ways or rest >= (MASK + 1) % ways:
                return found
