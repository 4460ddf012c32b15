"""Which numbers of a state vary, which of them matter, and how they are packed into 64-bit words.

A number that no rule ever changes is a constant; one that is written but never read (what the last blow did, say) is left out
of states altogether. Both are assumptions made from trial runs (:class:`Probe`): a rule that breaks one is caught in the
act, and the layout is made again with what was learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.state import flatten
from .symbols import Cell, Ground

SET, ADD = 0, 1
WORD = 63
"""Bits used of a word: keys stay positive."""


class Write(NamedTuple):
    """``field`` is set to, or raised by, ``number``."""

    field: int
    kind: int
    number: int


class Replan(Exception):
    """What was taken for constant or for never read is not: everything is to be made again."""


class Layout:
    """The numbers of states that start as ``start``. ``ranges``: lowest and highest value of each that varies; ``relevant``:
    those that rules read."""

    def __init__(self, start: Any, ranges: dict[int, tuple[int, int]], relevant: set[int]) -> None:
        self.start, self.values = start, flatten(start)
        self.ranges, self.relevant = ranges, relevant
        self.fields = sorted(relevant & set(ranges))
        self.ground = Ground(self.seen)
        self.learnt = self.other_fields = False
        self.index = {field: place for place, field in enumerate(self.fields)}
        self.symbolic = with_cells(start, self.ground, set(ranges), [0])
        self._pack()

    # -- words ---------------------------------------------------------------------------------------------------

    def _pack(self) -> None:
        """Where each number lies: fields of the same fighter side by side, none across two words."""
        count = len(self.fields)
        self.word, self.shift, self.mask, self.low = (np.zeros(count, np.int64) for _ in range(4))
        word = used = 0
        for place, field in enumerate(self.fields):
            low, high = self.ranges[field]
            bits = max(1, int(high - low).bit_length())
            if used + bits > WORD:
                word, used = word + 1, 0
            self.word[place], self.shift[place] = word, used
            self.mask[place], self.low[place] = (1 << bits) - 1, low
            used += bits
        self.words = word + 1

    def packed(self, values: Sequence[int]) -> Any:
        """A state's numbers (all of them) as words; Replan where one does not fit."""
        words = np.zeros(self.words, np.int64)
        for place, field in enumerate(self.fields):
            number = values[field] - int(self.low[place])
            if not 0 <= number <= int(self.mask[place]):
                self.widen(field, values[field])
                raise Replan
            words[self.word[place]] |= number << int(self.shift[place])
        return words

    def unpacked(self, words: Any) -> list[int]:
        """The numbers of a state; those that never matter as they were at the start."""
        values = list(self.values)
        for place, field in enumerate(self.fields):
            raw = int(words[self.word[place]]) >> int(self.shift[place])
            values[field] = (raw & int(self.mask[place])) + int(self.low[place])
        return values

    def state(self, words: Any) -> Any:
        """The state itself."""
        return with_values(self.start, iter(self.unpacked(words)))

    # -- what is learnt ------------------------------------------------------------------------------------------

    def widen(self, field: int, value: int) -> None:
        """A number has left its range: twice as wide that way."""
        if field not in self.ranges:
            self.other_fields = True
        low, high = self.ranges.get(field, (self.values[field],) * 2)
        room = max(4, high - low)
        self.ranges[field] = (value - room if value < low else low, value + room if value > high else high)
        self.learnt = True

    def too_narrow(self, place: int, below: bool) -> None:
        """A packed number would leave its range."""
        field = self.fields[place]
        low, high = self.ranges[field]
        self.widen(field, low - 1 if below else high + 1)

    def again(self) -> Layout:
        """The layout with what was learnt: this one, if its fields are the same and only lie elsewhere."""
        if self.other_fields:
            return Layout(self.start, self.ranges, self.relevant)
        self.learnt = False
        self._pack()
        return self

    def writes(self, end: Any, path: Any) -> tuple[Write, ...]:
        """What a rule's result changes of the state that it was given."""
        found = [self.write(field, value, path) for field, value in differences(end, self.symbolic, [0])]
        return tuple([one for one in found if one is not None])

    def write(self, field: int, value: Any, path: Any) -> Write | None:
        """What it is for a number to have become ``value``: None where that makes no difference."""
        if field not in self.ranges:
            if int(value) != self.values[field]:
                self.widen(field, int(value))
            return None
        if field not in self.relevant:
            return None
        if isinstance(value, Cell) and value.field == field and value.times == value.by == 1:
            return Write(field, ADD, value.plus) if value.plus else None
        number = int(value)
        return None if path.known(field) and path.value(field) == number else Write(field, SET, number)

    def seen(self, field: int) -> None:
        """A walk asks for a number."""
        if field not in self.relevant:
            self.relevant.add(field)
            self.learnt = self.other_fields = True


def with_cells(state: Any, ground: Ground, varying: set[int], count: list[int]) -> Any:
    """The state with a cell in place of every number that varies."""
    if isinstance(state, tuple):
        return _like(state, [with_cells(one, ground, varying, count) for one in state])
    field = count[0]
    count[0] += 1
    return Cell(ground, field) if field in varying else int(state)


def with_values(state: Any, values: Iterator[int]) -> Any:
    """A state of this shape with these numbers."""
    if isinstance(state, tuple):
        return _like(state, [with_values(one, values) for one in state])
    return next(values)


def _like(old: Any, parts: list[Any]) -> Any:
    return type(old)(*parts) if hasattr(old, "_fields") else tuple(parts)


def differences(end: Any, start: Any, count: list[int]) -> Iterator[tuple[int, Any]]:
    """The numbers of ``end`` that are not the very same in ``start``."""
    if isinstance(start, tuple):
        if end is start:
            count[0] += width(start)
            return
        for one, other in zip(end, start, strict=True):
            yield from differences(one, other, count)
        return
    field = count[0]
    count[0] += 1
    if end is not start and not (isinstance(end, Cell) and end.same(start)):
        yield field, end


_WIDTHS: dict[type, int] = {}


def width(state: Any) -> int:
    """How many numbers a state holds; of one class always the same, unless it holds plain tuples of fighters."""
    if not isinstance(state, tuple):
        return 1
    kind = type(state)
    if kind is tuple:
        return sum(map(width, state))
    if kind not in _WIDTHS:
        _WIDTHS[kind] = sum(map(width, state))
    return _WIDTHS[kind]


class Probe:
    """A walk that knows all values and keeps what was asked for."""

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.read: set[int] = set()

    def below(self, field: int, number: int) -> bool:
        self.read.add(field)
        return self.values[field] < number

    def equal(self, field: int, number: int) -> bool:
        self.read.add(field)
        return self.values[field] == number

    def bit(self, field: int, place: int) -> bool:
        self.read.add(field)
        return bool(self.values[field] >> place & 1)

    def value(self, field: int) -> int:
        self.read.add(field)
        return self.values[field]

    def known(self, field: int) -> bool:
        return False


STILL = 6
"""A trial run ends after so many steps in a row that change nothing."""


def probed(
    start: Any,
    step: Callable[[Any, int], Iterator[Any]],
    runs: int,
    asked: Callable[[Any], Any] | None = None,
) -> Layout:
    """The layout found by so many trial runs: ``step(state, run)`` yields the states of a run, one after another; each is
    given to it with cells in place of all its numbers, and taken back as it returns it. What ``asked`` reads of a state
    matters, too."""
    values = flatten(start)
    ranges: dict[int, tuple[int, int]] = {}
    read: set[int] = set()
    ground = Ground()
    cells = with_cells(start, ground, set(range(len(values))), [0])
    for run in range(runs):
        probe = ground.walk = Probe(list(values))
        still = 0
        for end in step(cells, run):
            changed = {
                field: value.of(probe.values[value.field]) if isinstance(value, Cell) else int(value)
                for field, value in differences(end, cells, [0])
            }
            still += 1
            for field, value in changed.items():
                if value != probe.values[field]:
                    low, high = ranges.get(field, (values[field], values[field]))
                    ranges[field] = min(low, value), max(high, value)
                    probe.values[field] = value
                    still = 0
            if asked is not None:
                asked(cells)
            if still >= STILL:
                break
        read |= probe.read
    for field, (low, high) in ranges.items():
        if high - low > 3:  # room for what trial runs did not reach
            room = (high - low) // 2
            low = min(low - room if low < 0 else low, 0) if low < values[field] else low
            ranges[field] = low, high + room if high > values[field] else high
    return Layout(start, ranges, read)
