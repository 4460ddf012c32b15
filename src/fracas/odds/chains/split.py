"""Which numbers of a state only one answer of the first question works on, and how finely each answer looks at them.

*Outer* numbers are those that are changed after one answer alone, or looked at apart (armour of a place, a bit of a mask):
they are packed into a key. The others (wounds, stun) are *inner*: every answer works on them. An answer's operator is one for
all keys that are alike in what it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .given import VALUE, Atom
from .layout import WORD, Layout
from .nodes import BELOW, BIT, EQUAL

MOST_SPARE = 6
"""Bits that an outer number gets beyond those of the range that trial runs showed, if there is room."""


class NotSeparable(Exception):
    """There is nothing to be gained: states are to be kept whole."""


class Split:
    """The fields of ``layout``, as outer and inner ones. ``atoms`` and ``writes``: what each answer reads and changes as far
    as is known; ``always``: fields that are inner anyhow."""

    def __init__(
        self, layout: Layout, atoms: Sequence[set[Atom]], writes: Sequence[set[int]], always: set[int]
    ) -> None:
        self.layout = layout
        self.inner = sorted(field for field in layout.fields if field in always or both(field, atoms, writes))
        self.outer = [field for field in layout.fields if field not in self.inner]
        self.place = {field: at for at, field in enumerate(self.outer)}
        spans = [layout.ranges[field] for field in self.outer]
        widths = [max(1, int(high - low).bit_length()) for low, high in spans]
        spare = (WORD - sum(widths)) // max(len(widths), 1)
        if not self.inner or not self.outer or spare < 0:
            raise NotSeparable
        self.widths = [width + min(spare, MOST_SPARE) for width in widths]  # trial runs do not reach everything
        self.shifts = [sum(self.widths[:at]) for at in range(len(widths))]
        self.masks = [(1 << width) - 1 for width in self.widths]
        self.lows = [low - (mask - high + low) // 2 for (low, high), mask in zip(spans, self.masks, strict=True)]
        self.atoms = [{atom for atom in found if atom[1] in self.place} for found in atoms]
        """Of each answer, what it reads of outer fields."""
        if sum(any(field in written for field in self.outer) for written in writes) < 2:
            raise NotSeparable
        self.sure = [frozenset(self.inner) | {field for kind, field, _ in found if kind == VALUE} for found in atoms]

    def key_of(self, values: Sequence[int]) -> int:
        """A state's outer numbers, packed."""
        return sum(
            values[field] - low << shift for field, low, shift in zip(self.outer, self.lows, self.shifts, strict=True)
        )

    def inner_of(self, values: Sequence[int]) -> tuple[int, ...]:
        return tuple([values[field] for field in self.inner])

    def values_of(self, key: int, inner: Sequence[int]) -> list[int]:
        """All numbers of a state."""
        values = list(self.layout.values)
        for field, low, shift, mask in zip(self.outer, self.lows, self.shifts, self.masks, strict=True):
            values[field] = (key >> shift & mask) + low
        for field, value in zip(self.inner, inner, strict=True):
            values[field] = value
        return values

    def numbers(self, keys: Any, field: int) -> Any:
        """The numbers of an outer field in an array of keys."""
        at = self.place[field]
        return (keys >> self.shifts[at] & self.masks[at]) + self.lows[at]

    def too_far(self, keys: Any, field: int, change: int) -> int:
        """Does an outer number leave its range where ``change`` is added in these keys? -1: below it, 1: above, 0: no."""
        at = self.place[field]
        numbers = (keys >> self.shifts[at] & self.masks[at]) + change
        return -1 if numbers.min() < 0 else int(numbers.max() > self.masks[at])

    def classes(self, keys: Any, answer: int) -> Any:
        """What one answer can tell apart of keys: an array (keys x what it looks at) of small numbers."""
        columns = []
        for field in self.outer:
            mine = [(kind, number) for kind, its, number in self.atoms[answer] if its == field]
            if not mine:
                continue
            numbers = self.numbers(keys, field)
            if any(kind == VALUE for kind, _ in mine):
                columns.append(numbers)
                continue
            cuts = {number for kind, number in mine if kind in (BELOW, EQUAL)}
            cuts |= {number + 1 for kind, number in mine if kind == EQUAL}
            if cuts:
                columns.append(np.searchsorted(np.array(sorted(cuts)), numbers, side="right"))
            bits = sum(1 << number for kind, number in mine if kind == BIT)
            if bits:
                columns.append(numbers & bits)
        return np.stack(columns, axis=1) if columns else np.zeros((len(keys), 1), np.int64)


def both(field: int, atoms: Sequence[set[Atom]], writes: Sequence[set[int]]) -> bool:
    """Do two answers change a field, and read the same of it?"""
    if sum(field in written for written in writes) < 2:
        return False
    seen: set[Atom] = set()
    for found in atoms:
        mine = {atom for atom in found if atom[1] == field}
        if mine & seen or (seen and any(kind != BIT for kind, _, _ in mine | seen)):
            return True
        seen |= mine
    return False
