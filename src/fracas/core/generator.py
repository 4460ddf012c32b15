"""The counter-based generator behind app dice and simulation: the same numbers in Python and in compiled code.

Word number ``counter`` of stream ``key`` is SplitMix64's output function (Steele, Lea and Flood 2014) applied to
``key + counter * gamma``; it can be asked for in any order, and a record needs to keep only two numbers. A face comes from
the upper 32 bits by Lemire's method (2019), with rejection, so that every face is exactly equally likely.
"""

from __future__ import annotations

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


class Generator:
    """A stream of faces; ``counter`` counts the words drawn so far.

    >>> Generator(7).face(6), Generator(7).face(6)
    (3, 3)
    """

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key, self.counter = key & MASK, counter

    def face(self, sides: int) -> int:
        """One die: 1 to ``sides``."""
        threshold = (1 << 32) % sides
        while True:
            self.counter += 1
            scaled = (word(self.key, self.counter) >> 32) * sides
            if (scaled & 0xFFFFFFFF) >= threshold:
                return (scaled >> 32) + 1
