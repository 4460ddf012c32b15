"""States going down diagrams: what cells ask, and what is made on the way where it is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .nodes import BELOW, BIT, EQUAL, Chance, Leaf, Switch, Test, node_at, step_of


class Reading:
    """A state with ``values`` going down a tree from ``root``: the walk that cells ask. What it already knows it is not asked
    again; what is missing on the way is made."""

    def __init__(self, root: list[Any], values: Sequence[int], seen: Callable[[int], None]) -> None:
        self.values, self.seen = values, seen
        self.holder: Any = root
        self.place: Any = 0
        self.low: dict[int, int] = {}
        self.high: dict[int, int] = {}
        self.others: set[tuple[int, int, int]] = set()

    def _go(self, make: Callable[[], Any]) -> int:
        """Past a test or switch, which is made if nothing is there yet; the state's answer."""
        node = node_at(self.holder, self.place)
        if node is None:
            node = self.holder[self.place] = make()
            self.seen(node.field)
        answer = step_of(node, self.values)
        self.holder, self.place = node.after, answer
        self._learn(node, answer)
        return answer

    def _learn(self, node: Test | Switch, answer: int) -> None:
        field = node.field
        if isinstance(node, Switch):
            self.low[field] = self.high[field] = answer
        elif node.kind == BELOW:
            if answer:
                self.high[field] = min(self.high.get(field, node.number), node.number - 1)
            else:
                self.low[field] = max(self.low.get(field, node.number), node.number)
        elif node.kind == EQUAL and answer:
            self.low[field] = self.high[field] = node.number
        else:
            self.others.add((node.kind, field, node.number if not answer or node.kind == EQUAL else ~node.number))

    def known(self, field: int) -> bool:
        low = self.low.get(field)
        return low is not None and low == self.high.get(field)

    def below(self, field: int, number: int) -> bool:
        high = self.high.get(field)
        if high is not None and high < number:
            return True
        low = self.low.get(field)
        if low is not None and low >= number:
            return False
        return bool(self._go(lambda: Test(BELOW, field, number)))

    def equal(self, field: int, number: int) -> bool:
        low, high = self.low.get(field), self.high.get(field)
        if low is not None and low == high:
            return low == number
        if (low is not None and number < low) or (high is not None and number > high):
            return False
        if (EQUAL, field, number) in self.others:
            return False
        return bool(self._go(lambda: Test(EQUAL, field, number)))

    def bit(self, field: int, place: int) -> bool:
        if self.known(field):
            return bool(self.low[field] >> place & 1)
        if (BIT, field, place) in self.others:
            return False
        if (BIT, field, ~place) in self.others:
            return True
        return bool(self._go(lambda: Test(BIT, field, place)))

    def value(self, field: int) -> int:
        if not self.known(field):
            self._go(lambda: Switch(field))
        return self.low[field]

    def past(self, node: Test | Switch) -> int:
        """What a state answers to a test or a switch of another tree; it stands in this one, too."""
        if isinstance(node, Switch):
            return self.value(node.field)
        ask = self.below if node.kind == BELOW else self.equal if node.kind == EQUAL else self.bit
        return int(ask(node.field, node.number))


class Within(Reading):
    """The reading of a sub-rule, kept in a tree of its own; whoever asked for the sub-rule reads all of it as well."""

    def __init__(self, root: list[Any], outer: Reading) -> None:
        super().__init__(root, outer.values, outer.seen)
        self.outer = outer

    def _go(self, make: Callable[[], Any]) -> int:
        node = node_at(self.holder, self.place)
        if node is None:
            node = self.holder[self.place] = make()
        answer = self.outer.past(node)
        self.holder, self.place = node.after, answer
        self._learn(node, answer)
        return answer


class Path(Reading):
    """One path down a diagram. ``choices``: which branches of chance it takes; then the first ones."""

    def __init__(
        self, root: list[Any], values: Sequence[int], choices: Sequence[int], seen: Callable[[int], None]
    ) -> None:
        super().__init__(root, values, seen)
        self.choices, self.taken = choices, 0

    def chance(self, make: Callable[[], tuple[Sequence[tuple[Any, int]], int]], dropped: Callable[[], float]) -> Any:
        """Past a chance node; the answer of the branch taken."""
        before = self.holder, self.place, dict(self.low), dict(self.high), set(self.others)
        node = node_at(self.holder, self.place)
        while isinstance(node, (Test, Switch)):  # what a sub-rule reads stands before its chance node
            answer = step_of(node, self.values)
            self.holder, self.place = node.after, answer
            self._learn(node, answer)
            node = node_at(self.holder, self.place)
        if node is None:
            self.holder, self.place, self.low, self.high, self.others = before
            answers, total = make()
            node = self.holder[self.place] = Chance(answers, total, dropped())
        number = self.choices[self.taken] if self.taken < len(self.choices) else 0
        self.taken += 1
        self.holder, self.place = node.after, number
        return node.answers[number]

    def end(self, leaf: Leaf) -> None:
        self.holder[self.place] = leaf
