"""Operators: what a rule does to any state, found by running the rule itself on numbers that are not known.

A :class:`Diagram` is a tree. Going down from its root, the state answers tests and says values, chance takes one of its
branches, and a leaf says what is written. It grows where a state needs it: nothing is enumerated for values that never come.
A sub-rule asked for with ``again``, ``each``, ``in_turn`` or ``follow`` is one chance node: what it reads is asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.errors import FracasError
from .nodes import Chance, Leaf, Switch, Test, TooLarge, node_at, step_of
from .path import Path
from .symbols import Ground
from .tables import PathTable

MOST_RUNS = 60_000
"""How often a sub-rule may be run while a diagram grows for one state: beyond that it is given up as too large."""


class Diagram:
    """The operator of ``rule(*arguments, table)``; the first argument is the state, with cells of ``ground`` in it.
    ``ends(result, path)``: what is kept of what the rule returns. ``known``: the ends of sub-rules, which diagrams may
    share."""

    def __init__(
        self,
        ground: Ground,
        rule: Callable[..., Any],
        arguments: tuple[Any, ...],
        ends: Callable[[Any, Path], Any],
        known: dict[Any, list[Any]] | None = None,
    ) -> None:
        self.ground, self.rule, self.arguments, self.ends = ground, rule, arguments, ends
        self.known: dict[Any, list[Any]] = {} if known is None else known
        self.root: list[Any] = [None]
        self.leaves = 0

    def grow(self, values: Sequence[int]) -> None:
        """Make it whole for the state with these numbers. Raises TooLarge."""
        self.ground.left = MOST_RUNS
        self._complete(self.root, 0, values, [])

    def _complete(self, holder: Any, place: Any, values: Sequence[int], choices: list[int]) -> None:
        if node_at(holder, place) is None:
            self._run(values, choices)
        node = node_at(holder, place)
        while isinstance(node, (Test, Switch)):
            holder, place = node.after, step_of(node, values)
            if node_at(holder, place) is None:
                self._run(values, choices)
            node = node_at(holder, place)
        if isinstance(node, Chance):
            for number in range(len(node.answers)):
                self._complete(node.after, number, values, [*choices, number])

    def _run(self, values: Sequence[int], choices: Sequence[int]) -> None:
        self.ground.left -= 1
        if self.ground.left < 0:
            raise TooLarge
        path = Path(self.root, values, choices, self.ground.seen)
        self.ground.walk = path
        table = PathTable(self.ground, self.known, path, type(self.arguments[0]))
        try:
            leaf = Leaf(self.ends(self.rule(*self.arguments, table), path), False)
        except FracasError:
            leaf = Leaf(None, True)
            self.ground.walk = path
        path.end(leaf)
        self.leaves += 1
