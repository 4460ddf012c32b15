"""How likely the states of a chain are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

LIMB = 32
"""Bits of a limb of a weight that is too long for a word."""


class Spread:
    """How likely each state of a chain is. ``kind``: "exact" (whole numbers over ``total``) or "float64" (``total`` 1.0).
    ``numbers``: weights by state, in limbs of ``bits`` bits where one word is too short; ``over``: of the state that stands
    for all that are over, where it is kept apart as the last one (its number: ``chain.count``). ``chain.state(number)`` is a
    state."""

    def __init__(self, chain: Any, numbers: Any, total: Any, kind: str, bits: int = LIMB, over: Any = 0) -> None:
        self.chain, self.numbers, self.total, self.kind = chain, numbers, total, kind
        self.bits, self.over = bits, over

    def _numbers(self) -> Any:
        return np.flatnonzero(self.numbers if self.numbers.ndim == 1 else self.numbers.any(axis=1))

    @property
    def states(self) -> list[int]:
        """The numbers of the states that can be."""
        states: list[int] = self._numbers().tolist()
        return states + [self.chain.count] * bool(self.over)

    @property
    def weights(self) -> list[Any]:
        """Their weights, in the same order."""
        found = self.numbers[self._numbers()]
        weights: list[Any] = found.tolist()
        if found.ndim > 1:
            weights = [sum(limb << self.bits * place for place, limb in enumerate(row)) for row in weights]
        return weights + [self.over] * bool(self.over)

    def state(self, number: int) -> Any:
        """A state as the rules know it; what they write and never read is as it was at the start."""
        return self.chain.state(number)

    def chances(self, of: Callable[[Any], Any]) -> dict[Any, Any]:
        """The distribution of what a function says of a fight: fractions where exact, else floats."""
        found: dict[Any, Any] = {}
        for state, weight in zip(self.states, self.weights, strict=True):
            value = of(self.state(state))
            found[value] = found.get(value, 0) + weight
        if self.kind == "exact":
            return {value: Fraction(weight, self.total) for value, weight in found.items()}
        return found
