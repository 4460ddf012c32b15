"""Conditions on a fight's values: equal to something, or compared (``"<= 0"``)."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from ..core.errors import BadInput
from ..core.forms import shown
from ..core.game import Game

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_COMPARED = re.compile(r"\s*(<=|>=|!=|==|<|>)\s*(-?\d+)\s*\Z")


def same(found: Any, wanted: Any) -> bool:
    """Equal, and of the same kind: true is not 1.

    >>> same(1, 1), same(True, 1), same([1], [1])
    (True, False, True)
    """
    return isinstance(found, bool) == isinstance(wanted, bool) and bool(found == wanted)


def condition(value: Any) -> Callable[[Any], bool]:
    """The test that a value stands for.

    >>> condition("<= 3")(2), condition("none")("none")
    (True, True)
    """
    if isinstance(value, str):
        compared = _COMPARED.match(value)
        if compared:
            compare, number = _COMPARISONS[compared[1]], int(compared[2])

            def test(found: Any) -> bool:
                if isinstance(found, bool) or not isinstance(found, int):
                    raise BadInput("of", value, f"a plain value: {shown(found)} is not a number")
                return compare(found, number)

            return test
    return lambda found: same(found, value)


def all_of(game: Game, ids: tuple[str, ...], wanted: Mapping[str, Any]) -> Callable[[Any], bool]:
    """The test of a fight that all paths have the values wanted."""
    tests = [(game.view(ids, path), condition(value)) for path, value in wanted.items()]
    return lambda fight: all(test(view(fight)) for view, test in tests)
