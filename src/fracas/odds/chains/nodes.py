"""What operators are made of: tests, switches, chance nodes and leaves (see :mod:`fracas.odds.chains.diagram`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

BELOW, EQUAL, BIT = 1, 2, 3


class TooLarge(Exception):
    """A decision can end in more ways than can be enumerated."""


class Test:
    """Is the number in ``field`` below / equal to ``number``, or its bit there set? ``after``: where no and yes lead."""

    __slots__ = ("after", "field", "kind", "number")

    def __init__(self, kind: int, field: int, number: int) -> None:
        self.kind, self.field, self.number = kind, field, number
        self.after: list[Any] = [None, None]


class Switch:
    """The value in ``field`` is asked for: ``after`` leads on from each that has come."""

    __slots__ = ("after", "field")

    def __init__(self, field: int) -> None:
        self.field = field
        self.after: dict[int, Any] = {}


class Chance:
    """Chance takes one of ``answers``, each with a whole-number weight; the weights add up to ``total``."""

    __slots__ = ("after", "answers", "dropped", "total", "weights")

    def __init__(self, answers: Sequence[tuple[Any, int]], total: int, dropped: float) -> None:
        self.answers = [answer for answer, _ in answers]
        self.weights = [weight for _, weight in answers]
        self.total, self.dropped = total, dropped
        self.after: list[Any] = [None] * len(answers)


class Ends:
    """All ends of a sub-rule, where nothing more is read: ``answers`` with weights that add up to ``total``."""

    __slots__ = ("answers", "dropped", "total")

    def __init__(self, answers: list[tuple[Any, int]], total: int, dropped: float) -> None:
        self.answers, self.total, self.dropped = answers, total, dropped


class Leaf(NamedTuple):
    """The end of a path: ``result`` is what :meth:`Diagram.ends` made of what the rule returned; ``refused``: nothing was
    done, the rule does not allow it."""

    result: Any
    refused: bool


def node_at(holder: Any, place: Any) -> Any:
    return holder.get(place) if type(holder) is dict else holder[place]


def step_of(node: Test | Switch, values: Sequence[int]) -> int:
    """Where a state goes on from a test or a switch."""
    value = values[node.field]
    if isinstance(node, Switch):
        return value
    if node.kind == BELOW:
        return int(value < node.number)
    return int(value == node.number) if node.kind == EQUAL else value >> node.number & 1
