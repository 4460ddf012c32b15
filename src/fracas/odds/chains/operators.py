"""Operators of answers, row by row: what one answer of the first question makes of an inner state, for all keys alike in what
it reads."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import gcd, lcm
from typing import Any

import numpy as np

from .given import Atom, ends_after
from .layout import ADD, Layout, Replan
from .split import NotSeparable, Split

MOST_RUNS = 60_000
"""How often sub-rules may be run for one row."""

MOST_ANSWERS, MOST_ROWS, MOST_INNER = 64, 100_000, 4096


LARGEST = 2**62
"""Of a row's weights."""


class Learnt(Exception):
    """An answer reads or changes more than was known: everything is split again."""


class Reader:
    """The decision as it is put to states, and what is known of what its answers read and change."""

    def __init__(self, layout: Layout, rule: Callable[..., Any], decision: Any, over: int | None, number: int) -> None:
        self.layout, self.rule, self.decision = layout, rule, decision
        self.over, self.number = over, number
        """The field that says that it is over, and the number with which it does."""
        self.kept: dict[Any, list[Any]] = {}
        self.fork: tuple[tuple[int, ...], int] | None = None
        self.dropped = 0.0
        self.atoms: list[set[Atom]] = []
        self.writes: list[set[int]] = []
        self._first()

    @property
    def always(self) -> set[int]:
        """Fields that are inner anyhow."""
        return set() if self.over is None else {self.over}

    def _first(self) -> None:
        """How many answers the first question has; what is read of the start state."""
        values = self.layout.values
        self._grow(1)
        self.ends(0, values, frozenset())
        if self.fork is None or not 1 < len(self.fork[0]) <= MOST_ANSWERS:
            raise NotSeparable
        self._grow(len(self.fork[0]))
        for branch in range(len(self.atoms)):
            self.ends(branch, values, frozenset())
        if self.over is None:
            return
        if values[self.over] == self.number:
            raise NotSeparable
        ended = list(values)
        ended[self.over] = self.number
        for branch in range(len(self.atoms)):
            for after, _, _ in self.ends(branch, ended, frozenset())[0]:
                if after.get(self.over, self.number) != self.number:
                    raise NotSeparable  # what is over may begin again

    def _grow(self, count: int) -> None:
        while len(self.atoms) < count:
            self.atoms.append(set())
            self.writes.append(set())

    def ends(
        self, branch: int, values: Sequence[int], sure: frozenset[int]
    ) -> tuple[list[tuple[dict[int, int], set[int], int]], int]:
        """The ends of a state after one answer: (numbers that are then other ones, which of them were set, weight) and the
        total of the weights of all answers."""
        found = ends_after(self.layout, self.rule, self.decision, branch, values, sure, self.kept, MOST_RUNS)
        if self.layout.learnt:
            raise Replan
        if found.fork is not None and self.fork is None:
            self.fork = found.fork
        if found.fork is not None and found.fork != self.fork:
            raise NotSeparable
        self.dropped = max(self.dropped, found.dropped)
        self.atoms[branch] |= found.atoms
        ends = []
        for writes, weight in found.ends:
            after = {one.field: one.number + (values[one.field] if one.kind == ADD else 0) for one in writes}
            self.writes[branch] |= after.keys()
            if weight and not (found.fork is None and branch):  # without a question there is one answer, the first
                ends.append((after, {one.field for one in writes if one.kind != ADD}, weight))
        share = self.fork[0][branch] if found.fork is not None and self.fork is not None else not branch
        of = self.fork[1] if found.fork is not None and self.fork is not None else 1
        if sum(weight for _, _, weight in ends) * of != share * found.total:
            raise ArithmeticError("probabilities do not add up to 1")
        return ends, found.total


class Operators:
    """Rows that are made so far. Entries lead along a *shift* (what is added to the key) to an inner state with a whole
    weight over the row's total; what is over afterwards has no entry."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.split = Split(reader.layout, reader.atoms, reader.writes, reader.always)
        self.numbers: dict[tuple[int, bytes], int] = {}
        """Operators by answer and by what it can tell apart of a key."""
        self.inner: dict[tuple[int, ...], int] = {}
        self.states: list[tuple[int, ...]] = []
        self.shifts: dict[tuple[tuple[int, int], ...], int] = {}
        """What is added to a key: (field, number) pairs; each has a number."""
        self.made: list[int] = []
        """Of each operator, which rows are made: a bit set of inner states."""
        self.row_operator, self.row_inner, self.row_first = array("i"), array("i"), array("q", [0])
        self.row_total: list[int] = []
        self.shift, self.to, self.weight = array("i"), array("i"), array("q")
        self.inner_number(self.split.inner_of(reader.layout.values))

    @property
    def answers(self) -> int:
        return len(self.reader.atoms)

    def inner_number(self, values: tuple[int, ...]) -> int:
        found = self.inner.get(values)
        if found is None:
            found = self.inner[values] = len(self.states)
            self.states.append(values)
            if found >= MOST_INNER:
                raise NotSeparable
        return found

    def of_keys(self, keys: Any) -> Any:
        """The operator of each answer (rows) for each key (columns)."""
        found = np.zeros((self.answers, len(keys)), np.int32)
        for answer in range(self.answers):
            kinds, which = np.unique(self.split.classes(keys, answer), axis=0, return_inverse=True)
            numbers = [self._number(answer, kind) for kind in kinds]
            found[answer] = np.array(numbers, np.int32)[which.reshape(-1)]
        return found

    def _number(self, answer: int, kind: Any) -> int:
        key = answer, kind.astype(np.int64).tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.made)
            self.made.append(0)
        return self.numbers[key]

    def row(self, operator: int, answer: int, inner: int, key: int) -> None:
        """Make a row, for a key that stands for all that are alike."""
        if len(self.row_total) >= MOST_ROWS:
            raise NotSeparable
        split, reader = self.split, self.reader
        values = split.values_of(key, self.states[inner])
        ends, total = reader.ends(answer, values, split.sure[answer])
        common = gcd(total, *[weight for _, _, weight in ends])
        if total // common > LARGEST:
            raise NotSeparable
        found: dict[tuple[int, int], int] = {}
        for after, were_set, weight in ends:
            if reader.over is not None and after.get(reader.over) == reader.number:
                continue
            inside = tuple([after.get(field, values[field]) for field in split.inner])
            changes = []
            for field in sorted(after.keys() & split.place.keys()):
                if field in were_set and field not in split.sure[answer]:
                    reader.atoms[answer].add((0, field, 0))  # by how much it changes depends on what it was
                if after[field] != values[field]:
                    changes.append((field, after[field] - values[field]))
            shift = self.shifts.setdefault(tuple(changes), len(self.shifts))
            where = shift, self.inner_number(inside)
            found[where] = found.get(where, 0) + weight // common
        for (shift, inside_number), weight in found.items():
            self.shift.append(shift)
            self.to.append(inside_number)
            self.weight.append(weight)
        self.row_operator.append(operator)
        self.row_inner.append(inner)
        self.row_first.append(len(self.to))
        self.row_total.append(total // common)
        self.made[operator] |= 1 << inner

    def check(self) -> None:
        """Raises Learnt where answers read more than these operators tell apart."""
        new = Split(self.reader.layout, self.reader.atoms, self.reader.writes, self.reader.always)
        if new.inner != self.split.inner or new.atoms != self.split.atoms:
            raise Learnt

    def array(self, name: str) -> Any:
        """One of the lists of numbers, as an array of its own."""
        return np.array(getattr(self, name))

    def lengths(self) -> Any:
        """How many entries each row has."""
        first: Any = self.array("row_first")
        return first[1:] - first[:-1]

    def denominator(self) -> int:
        """Of all rows."""
        return lcm(*self.row_total)

    def shift_numbers(self) -> Any:
        """Each shift as it is added to a packed key."""
        split = self.split
        return np.array(
            [
                sum(change * (1 << split.shifts[split.place[field]]) for field, change in changes)
                for changes in self.shifts
            ],
            np.int64,
        )


def matrices_of(made: Operators) -> tuple[Any, Any]:
    """The distinct (operator, shift) pairs, and for each entry which it belongs to."""
    operator = np.repeat(made.array("row_operator"), made.lengths()).astype(np.int64)
    pairs = operator << 32 | made.array("shift")
    found, which = np.unique(pairs, return_inverse=True)
    return np.stack([found >> 32, found & 0xFFFFFFFF], axis=1), which.reshape(-1).astype(np.int32)
