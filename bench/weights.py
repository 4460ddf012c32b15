"""Weights: what the peers in plain Python count with, and their answers as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

Weights = dict[Any, int]


def summed(number: int, faces: int, start: int = 0) -> Weights:
    """Totals of so many dice.

    >>> summed(2, 2)
    {2: 1, 3: 2, 4: 1}
    """
    found = {start: 1}
    for _ in range(number):
        after: Weights = {}
        for total, weight in found.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, 0) + weight
        found = after
    return found


def fractions_of(weights: Mapping[Any, int]) -> dict[Any, Fraction]:
    """Weights as fractions of their sum.

    >>> fractions_of({"a": 1, "b": 3})
    {'a': Fraction(1, 4), 'b': Fraction(3, 4)}
    """
    total = sum(weights.values())
    return {value: Fraction(weight, total) for value, weight in weights.items() if weight}


def coded_fractions(weights: Mapping[int, int], bits: Any) -> dict[Any, Fraction]:
    """Coded states as :mod:`workloads` has them."""
    return {bits.read(code): chance for code, chance in fractions_of(weights).items()}
