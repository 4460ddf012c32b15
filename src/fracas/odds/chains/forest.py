"""Diagrams as arrays for compiled code, with every branch's weight as a float and (if wanted) as a whole number."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import gcd, lcm
from typing import Any

import numpy as np

from .diagram import Diagram
from .kernels import CHANCE, LEAF, REFUSED, SPLIT, SWITCH, TEST_BELOW, TEST_BIT, TEST_EQUAL, Forest
from .layout import Layout
from .nodes import BELOW, BIT, EQUAL, Chance, Leaf, Switch, Test

NODE = 5
"""Numbers for each node (see kernels.Forest)."""

KINDS = {BELOW: TEST_BELOW, EQUAL: TEST_EQUAL, BIT: TEST_BIT}
LARGEST = 2**63 - 1
"""Whole weights are at most this."""


class Planted:
    """Diagrams that grow, as arrays that follow. ``results``: what leaves' numbers stand for; ``roots``: where each
    diagram begins (-1: nothing of it is grown)."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.diagrams: list[Diagram] = []
        self.node, self.ops = array("q"), array("q")
        self.child, self.label, self.share = array("q"), array("q"), array("d")
        self.results: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.roots: list[int] = []
        self.open: list[tuple[Any, Any, int]] = []
        """Edges that lead nowhere yet: (where the next node will be, its key there, number of the edge)."""
        self.switches: list[tuple[int, Switch, int]] = []
        self.whole: Any = np.zeros(0, np.uint64)
        self.dropped = 0.0
        """The most that a chance node leaves out: open-ended rolls that are not followed further."""

    def add(self, diagram: Diagram) -> int:
        """One more diagram; its number."""
        self.diagrams.append(diagram)
        self.roots.append(-1)
        return len(self.roots) - 1

    def update(self) -> Forest:
        """Everything that has grown since is entered; the arrays."""
        for number, diagram in enumerate(self.diagrams):
            if self.roots[number] < 0 and diagram.root[0] is not None:
                self.roots[number] = self._plant(diagram.root[0])
        switches, self.switches = self.switches, []
        for here, switch, size in switches:
            self._switch(here, switch, size)
        waiting, self.open = self.open, []
        for holder, key, edge in waiting:
            node = holder[key]
            if node is None:
                self.open.append((holder, key, edge))
            else:
                self.child[edge] = self._plant(node)
        layout = self.layout
        if len(self.whole) < len(self.child):
            self.whole = np.ones(len(self.child), np.uint64)
        return Forest(
            np.array(self.node, np.int64).reshape(-1, NODE),
            np.array(self.child, np.int64),
            np.array(self.label, np.int64),
            np.array(self.share, np.float64),
            self.whole,
            np.array(self.ops, np.int64).reshape(-1, 3),
            layout.word,
            layout.shift,
            layout.mask,
        )

    def _say(self, here: int, *numbers: int) -> None:
        """What a node is."""
        self.node[here * NODE : here * NODE + NODE] = array("q", numbers)

    def _plant(self, node: Any) -> int:
        """Write a node and all below it; its number."""
        here = len(self.node) // NODE
        self.node.extend((0, 0, 0, 0, 0))
        if isinstance(node, Leaf):
            writes, result = node.result if not node.refused else ((), None)
            first = len(self.ops) // 3
            for field, kind, number in writes:
                place = self.layout.index[field]
                self.ops.extend((place, kind, number - (0 if kind else int(self.layout.low[place]))))
            if result not in self.numbers:
                self.numbers[result] = len(self.results)
                self.results.append(result)
            self._say(here, REFUSED if node.refused else LEAF, first, len(writes), self.numbers[result], 0)
        elif isinstance(node, Chance):
            self.dropped = max(self.dropped, node.dropped)
            first = self._branches(node.after, [weight / node.total for weight in node.weights])
            self._say(here, CHANCE, len(node.after), 0, first, 0)
        elif isinstance(node, Test):
            place = self.layout.index[node.field]
            low = int(self.layout.low[place])
            first = self._branches(node.after, [1.0, 1.0])
            self._say(here, KINDS[node.kind], place, node.number - (0 if node.kind == BIT else low), first, low)
        else:
            self._switch(here, node, 0)
        return here

    def _switch(self, here: int, node: Switch, size: int) -> None:
        """A switch with as many values as it has by now (it had ``size``): a table, or a list that is searched."""
        if len(node.after) == size:
            self.switches.append((here, node, size))
            return
        place = self.layout.index[node.field]
        low, mask = int(self.layout.low[place]), int(self.layout.mask[place])
        old = {}
        if size:
            count, first = self.node[here * NODE + 2], self.node[here * NODE + 3]
            for at in range(first, first + abs(count)):
                if self.child[at] >= 0:
                    old[self.label[at]] = self.child[at]
        table = mask.bit_length() <= SPLIT
        values = range(mask + 1) if table else [value - low for value in node.after]
        first = len(self.child)
        self.label.extend(values)
        self.share.extend([1.0] * len(values))
        self.child.extend([-1] * len(values))
        self._say(here, SWITCH, place, len(values) if table else -len(values), first, low)
        for at, value in enumerate(values):
            if value in old:
                self.child[first + at] = old[value]
            elif low + value in node.after and node.after[low + value] is not None:
                self.child[first + at] = self._plant(node.after[low + value])
        self.switches.append((here, node, len(node.after)))

    def _branches(self, after: Sequence[Any], shares: Sequence[float]) -> int:
        first = len(self.child)
        self.child.extend([-1] * len(after))
        self.label.extend([0] * len(after))
        self.share.extend(shares)
        for key, one in enumerate(after):
            if one is None:
                self.open.append((after, key, first + key))
            else:
                self.child[first + key] = self._plant(one)
        return first

    # -- whole numbers -------------------------------------------------------------------------------------------

    def weigh(self, number: int) -> int:
        """Give the branches of a diagram whole weights; the denominator of all its ends, 0 where it would be too large."""
        sizes: dict[int, int] = {}
        root = self.diagrams[number].root[0]
        size = size_of(root, sizes)
        if size > LARGEST:
            return 0
        self.whole = np.ones(len(self.child), np.uint64)
        self._weigh(root, self.roots[number], sizes)
        return size

    def _weigh(self, node: Any, here: int, sizes: dict[int, int]) -> None:
        if isinstance(node, Leaf):
            return
        count, first, low = self.node[here * NODE + 2 : here * NODE + NODE]
        least = total_of(node)
        size = sizes[id(node)] // least
        entries = node.after.items() if isinstance(node, Switch) else enumerate(node.after)
        for key, one in entries:
            if one is None:
                continue
            edge = first + key
            if isinstance(node, Switch):
                edge = first + key - low if count >= 0 else self.label.index(key - low, first, first - count)
            weight = node.weights[key] * least // node.total if isinstance(node, Chance) else 1
            self.whole[edge] = weight * (size // size_of(one, sizes))
            self._weigh(one, self.child[edge], sizes)


def total_of(node: Any) -> int:
    """The least whole number over which a node's branches can be weighed."""
    return node.total // gcd(node.total, *node.weights) if isinstance(node, Chance) else 1


def size_of(node: Any, sizes: dict[int, int]) -> int:
    """The least common denominator of the probabilities of all ends below a node; LARGEST + 1: larger than that."""
    if isinstance(node, Leaf):
        return 1
    if id(node) not in sizes:
        after = node.after.values() if isinstance(node, Switch) else node.after
        found = lcm(*(size_of(one, sizes) for one in after if one is not None)) * total_of(node)
        sizes[id(node)] = min(found, LARGEST + 1)
    return sizes[id(node)]
