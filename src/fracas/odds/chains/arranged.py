"""Keys, cells, edges and matrices laid out for compiled code, and stepping through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .block_kernels import Cells, Edges, Matrices, limb_sums, ordered, step_floats, stepping
from .lanes import ENTRY_BITS
from .layout import with_values
from .operators import matrices_of

if TYPE_CHECKING:
    from .blocks import Blocks

LARGEST_WEIGHT = 1 << 32
LIMB = 32
FEW, MANY = 4, 8
"""Limbs that are worked on side by side: where there are no more than so many, and where there are."""


class Arranged:
    """What :class:`Blocks` knows by now. ``total``: the denominator of one time; 0 where exact weights would be too large.
    Cells are counted as keys are; ``count``: how many there are, and the number of the state for what is over."""

    def __init__(self, blocks: Blocks) -> None:
        self.layout, self.levels = blocks.layout, list(blocks.levels)
        self.entries: dict[int, Any] = {}
        self.keys, self.states, self.split = blocks.keys, list(blocks.operators.states), blocks.operators.split
        self.over = blocks.reader.over, blocks.reader.number
        made = blocks.operators
        which = made.of_keys(self.keys)
        total = made.denominator()
        self.total = total if total < LARGEST_WEIGHT else 0
        kept = self._matrices(blocks, total)
        self._cells(blocks, which)
        self._edges(blocks, kept)

    def _matrices(self, blocks: Blocks, total: int) -> Any:
        """Rows of all matrices side by side. What changes nothing in all inner states alike is taken out. Returns which
        matrices have anything left."""
        made = blocks.operators
        pairs, matrix = matrices_of(made)
        size = len(made.states)
        rows = made.lengths()
        inner, to, numbers = np.repeat(made.array("row_inner"), rows), made.array("to"), made.array("weight")
        share = numbers / np.repeat(np.array(made.row_total, np.float64), rows)
        weight = np.ones(len(to), np.int64)
        if self.total:
            weight = numbers * np.repeat(np.array([total // one for one in made.row_total], np.int64), rows)
        still = made.shifts.get(())
        same = (pairs[matrix, 1] == still) & (inner == to) if still is not None else np.zeros(len(to), bool)
        self.stays, self.stay_shares = np.zeros(len(made.made), np.int64), np.zeros(len(made.made))
        operators = pairs[matrix, 0]
        counts = np.bincount(made.array("row_operator"), minlength=len(made.made))
        for operator in np.unique(operators[same]):
            mine = np.flatnonzero(same & (operators == operator))
            if len(mine) == counts[operator]:
                self.stays[operator], self.stay_shares[operator] = weight[mine].min(), share[mine].min()
                least = weight[mine].min() if self.total else 0
                share = share.copy()
                rest = share[mine] - share[mine].min()
                weight[mine] -= least
                share[mine] = rest
        left = (weight > 0) & (share > 0) if self.total else share > 0
        order = np.lexsort((to[left], inner[left], matrix[left]))
        slot = matrix[left].astype(np.int64) * size + inner[left]
        ends = np.cumsum(np.bincount(slot, minlength=len(pairs) * size))
        first = np.zeros((len(pairs), size + 1), np.int32)
        first[:, 1:] = ends.reshape(len(pairs), size)
        first[1:, 0] = first[:-1, -1]
        self.matrices = Matrices(
            first, to[left][order].astype(np.int32), weight[left][order].astype(np.uint32), share[left][order]
        )
        into = np.zeros(len(pairs) * size, np.uint64)
        np.add.at(into, matrix[left].astype(np.int64) * size + to[left], weight[left].astype(np.uint64))
        self.most_into = into.reshape(len(pairs), size).max(axis=1)
        """Of each matrix: the largest sum of weights that lead to one inner state."""
        return np.bincount(matrix[left], minlength=len(pairs)) > 0

    def _cells(self, blocks: Blocks, which_operator: Any) -> None:
        patterns, which = np.unique(blocks.reach, axis=0, return_inverse=True)
        size = len(self.states)
        bits = np.unpackbits(patterns.view(np.uint8), axis=1, bitorder="little")[:, :size]
        counts = bits.sum(axis=1, dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(counts)])
        which = which.reshape(-1)
        first = np.concatenate([[0], np.cumsum(counts[which])])
        stay = self.stays[which_operator].sum(axis=0)
        stay_share = self.stay_shares[which_operator].sum(axis=0)
        inner = np.nonzero(bits)[1].astype(np.int32)
        self.cells = Cells(first, starts[which].astype(np.int32), inner, stay.astype(np.uint32), stay_share)
        self.count = int(first[-1])

    def _edges(self, blocks: Blocks, kept: Any) -> None:
        source, matrix, target = blocks.edges
        there = kept[matrix] if len(matrix) else np.zeros(0, bool)
        source, matrix, target = source[there], matrix[there], target[there]
        order = np.argsort(target, kind="stable")
        first = np.zeros(len(self.keys) + 1, np.int32)
        first[1:] = np.cumsum(np.bincount(target, minlength=len(self.keys)))
        keys = np.arange(len(self.keys), dtype=np.int32)
        found = np.empty_like(keys)
        self.in_place = ordered(len(keys), source, target, found) == len(keys)
        """May a step overwrite what it starts from?"""
        self.edges = Edges(first, source[order], matrix[order], found if self.in_place else keys)
        into = np.bincount(target, weights=self.most_into[matrix].astype(np.float64), minlength=len(keys))
        most = int(max((into + self.cells.stay).max(), 1.0))
        self.bits = min(LIMB, 63 - most.bit_length())
        """Of a limb: sums of so many products fit into a word."""

    def steps(self, times: int, exact: bool, every: bool) -> list[tuple[Any, int]]:
        """(weights of cells, what is over) after 0, 1, … ``times`` times, or (``every`` false) after ``times`` alone. Exact
        weights are rows of limbs of ``bits`` bits; floats are plain."""
        size = int(self.cells.first[self.levels[times]])
        limbs = [-(-(self.total**time).bit_length() // self.bits) for time in range(times + 1)]
        lanes = [FEW if many <= FEW else MANY for many in limbs]
        chunks = [-(-many // side) for many, side in zip(limbs, lanes, strict=True)]
        wide = max(limbs[-1], chunks[max(times - 1, 0)] * lanes[max(times - 1, 0)])
        now = np.zeros((size, wide), np.uint32) if exact else np.zeros(size)
        now.reshape(-1)[0] = 1
        other = now if self.in_place else np.zeros_like(now)
        found = [self._found(now, 0, exact, every)] if every or not times else []
        inner = len(self.states)
        for time in range(times):
            before, after = self.levels[time], self.levels[time + 1]
            if exact:
                side, count = lanes[time], chunks[time]
                stepping(side)(
                    now,
                    other,
                    self.cells,
                    self.edges,
                    self.matrices.first,
                    self._entries(side),
                    before,
                    after,
                    count,
                    self.bits,
                    np.zeros(count * inner * side, np.uint64),
                )
            else:
                step_floats(now, other, self.cells, self.edges, self.matrices, before, after, np.zeros(inner))
            now, other = other, now
            if every or time == times - 1:
                found.append(self._found(now, time + 1, exact, every))
        return found

    def _entries(self, lanes: int) -> Any:
        """Of all matrices, for so many limbs side by side."""
        if lanes not in self.entries:
            weight = self.matrices.weight.astype(np.uint64) << np.uint64(ENTRY_BITS)
            self.entries[lanes] = weight | self.matrices.to.astype(np.uint64) * np.uint64(lanes)
        return self.entries[lanes]

    def _found(self, now: Any, time: int, exact: bool, copied: bool) -> tuple[Any, int]:
        size = int(self.cells.first[self.levels[time]])
        mine = now[:size].copy() if copied else now[:size]
        if self.over[0] is None:
            return mine, 0
        if not exact:
            return mine, max(0.0, 1.0 - float(mine.sum()))  # type: ignore[return-value]
        sums = limb_sums(mine).tolist()
        return mine, self.total**time - sum(one << self.bits * place for place, one in enumerate(sums))

    def state(self, number: int) -> Any:
        """A state as the rules know it."""
        return with_values(self.layout.start, iter(self.values(number)))

    def values(self, number: int) -> list[int]:
        """All numbers of a state."""
        if number == self.count:
            values = list(self.layout.values)
            assert self.over[0] is not None
            values[self.over[0]] = self.over[1]
            return values
        key = int(np.searchsorted(self.cells.first, number, side="right")) - 1
        inner = int(self.cells.inner[int(self.cells.pattern[key]) + number - int(self.cells.first[key])])
        return self.split.values_of(int(self.keys[key]), self.states[inner])
