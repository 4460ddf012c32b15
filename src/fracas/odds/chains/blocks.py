"""One decision made again and again, where its first question sorts what follows: weights by key and inner state.

States are not kept one by one, nor rows of theirs. A key's inner states lie side by side, and an answer's operator,
enumerated once for all keys alike in what it reads, is applied to all of them. Exact weights are whole numbers over
powers of the operators' common denominator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .arranged import Arranged
from .block_kernels import reach_on
from .layout import Layout, Replan
from .operators import Learnt, Operators, Reader, matrices_of

WORD = 64


class Blocks:
    """States that can come, time after time; raises NotSeparable where a decision is not of this kind. ``over``: the
    field that says that it is over, and the number with which it does."""

    def __init__(
        self, layout: Layout, rule: Callable[..., Any], decision: Any, over: tuple[int, int] | None = None
    ) -> None:
        self.layout = layout
        field, number = over or (None, 0)
        self.reader = Reader(layout, rule, decision, field, number)
        self._begin()

    def _begin(self) -> None:
        """From the start state on, with what is known of what answers read."""
        self.operators = Operators(self.reader)
        split = self.operators.split
        self.keys = np.array([split.key_of(self.layout.values)], np.int64)
        self.reach = np.ones((1, 1), np.uint64)
        """The inner states of each key that can come, as bits."""
        self.levels = [1]
        self.reached = [1]
        """How many keys, and how many states that are not over, can come within so many times."""
        self.edges: Any = tuple(np.zeros(0, np.int32) for _ in range(3))
        self.matrices = np.zeros((0, 2), np.int64)
        self.arranged: Arranged | None = None

    def until(self, times: int) -> Arranged:
        """All that can come within so many times, ready to be stepped through."""
        while len(self.levels) <= times:
            try:
                self._make_rows()
                self._extend()
            except Learnt:
                self._begin()
        if self.arranged is None:
            self.arranged = Arranged(self)
        return self.arranged

    def _make_rows(self) -> None:
        """The rows that states which can come by now need."""
        made = self.operators
        which = made.of_keys(self.keys)
        for answer in range(made.answers):
            order = np.argsort(which[answer], kind="stable")
            parts = np.split(order, np.flatnonzero(np.diff(which[answer][order])) + 1)
            for part in parts:
                operator = int(which[answer][part[0]])
                wanted = number_of(np.bitwise_or.reduce(self.reach[part], axis=0)) & ~made.made[operator]
                while wanted:
                    inner = (wanted & -wanted).bit_length() - 1
                    wanted &= wanted - 1
                    word, bit = divmod(inner, WORD)
                    one = part[np.argmax(self.reach[part, word] >> np.uint64(bit) & np.uint64(1))]
                    made.row(operator, answer, inner, int(self.keys[one]))
        made.check()
        self.which = which

    def _extend(self) -> None:
        """One more time."""
        made = self.operators
        words = -(-len(made.states) // WORD)
        if words > self.reach.shape[1]:
            more = np.zeros((len(self.reach), words - self.reach.shape[1]), np.uint64)
            self.reach = np.concatenate([self.reach, more], axis=1)
        self.matrices, row_matrix = matrices_of(made)
        masks = self._masks(row_matrix, words)
        begin = self._begins(row_matrix, words)
        shifts, names = made.shift_numbers(), list(made.shifts)
        found = []
        answer_of = {number: key[0] for key, number in made.numbers.items()}
        for matrix, (operator, shift) in enumerate(self.matrices.tolist()):
            there = self.which[answer_of[operator]] == operator
            source = np.flatnonzero(there & (self.reach & begin[matrix]).any(axis=1)).astype(np.int32)
            if not len(source):
                continue
            for field, change in names[shift]:
                way = made.split.too_far(self.keys[source], field, change)
                if way:
                    self.layout.too_narrow(self.layout.index[field], way < 0)
                    raise Replan
            found.append((source, np.full(len(source), matrix, np.int32), self.keys[source] + shifts[shift]))
        nothing = (np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int64))
        source, matrix_of, target_keys = (np.concatenate(one) for one in zip(nothing, *found, strict=True))
        target = self._entered(target_keys)
        after = np.zeros((len(self.keys), words), np.uint64)
        after[: len(self.reach)] = self.reach
        reach_on(self.reach, after, source, matrix_of, target, masks)
        self.reach, self.edges, self.arranged = after, (source, matrix_of, target), None
        self.levels.append(len(self.keys))
        self.reached.append(int(np.unpackbits(after.view(np.uint8)).sum()))

    def _masks(self, row_matrix: Any, words: int) -> Any:
        """Where each matrix leads from each inner state: bits."""
        made = self.operators
        masks = np.zeros((len(self.matrices), len(made.states), words), np.uint64)
        to, inner = made.array("to"), np.repeat(made.array("row_inner"), made.lengths())
        np.bitwise_or.at(masks, (row_matrix, inner, to >> 6), np.uint64(1) << (to & 63).astype(np.uint64))
        return masks

    def _begins(self, row_matrix: Any, words: int) -> Any:
        """From where each matrix leads anywhere: bits."""
        made = self.operators
        masks = np.zeros((len(self.matrices), words), np.uint64)
        inner = np.repeat(made.array("row_inner"), made.lengths())
        np.bitwise_or.at(masks, (row_matrix, inner >> 6), np.uint64(1) << (inner & 63).astype(np.uint64))
        return masks

    def _entered(self, keys: Any) -> Any:
        """The places of keys, new ones entered behind the others."""
        new = np.setdiff1d(keys, self.keys)
        self.keys = np.concatenate([self.keys, new])
        order = np.argsort(self.keys, kind="stable")
        return order[np.searchsorted(self.keys[order], keys)].astype(np.int32)


def number_of(words: Any) -> int:
    """A bit set of several words as one number."""
    return sum(int(word) << WORD * place for place, word in enumerate(words))
