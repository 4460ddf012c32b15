"""Make rule functions callable from compiled code, and write states there: ``evolve``, ``fighter``, rows.

numba types a NamedTuple by its fields, so the overloads below write the source of a small function for the types at
hand. A constructor call must stay under 30 arguments on Python 3.11; parts therefore have fewer than 20 fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types as _types
from numba.extending import overload

from ..rule import Rulebook
from ..state import digit, evolve, fighter, with_digit, with_fighter
from ..table import one_of_mask, sign_of

types: Any = _types
_DONE: set[Any] = set()
COMPILED: set[Any] = set()
"""The functions that compiled code has called so far: the call graph of what was compiled."""


def compiled_as(function: Callable[..., Any]) -> Any:
    """Decorator: what compiled code runs where a rule calls ``function``, written for the types at hand."""
    return overload(function, strict=False)  # not strict: implementations carry no annotations


def jitable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let compiled code call this plain function (once, however often it is asked for)."""
    if function not in _DONE:
        _DONE.add(function)

        @compiled_as(function)
        def source(*args: Any, **kwargs: Any) -> Any:
            COMPILED.add(function)
            return function

    return function


def compile_book(book: Rulebook) -> None:
    """Let compiled code call every rule, helper and decision of a game. Compiling happens at their first use."""
    for rule in book.rules.values():
        jitable(rule.function)
    for function in (*book.helpers, *book.tellers, *book.decisions):
        jitable(function)


def written(source: str, name: str, names: dict[str, Any] | None = None) -> Callable[..., Any]:
    """The function ``name`` defined by this source."""
    space: dict[str, Any] = dict(names or {})
    exec(source, space)
    function: Callable[..., Any] = space[name]
    return function


def is_part(kind: Any) -> bool:
    """Is this the numba type of a NamedTuple?"""
    return isinstance(kind, types.BaseNamedTuple)


@compiled_as(evolve)
def _evolve(part: Any, **changes: Any) -> Any:
    unknown = set(changes) - set(part.fields)
    if unknown:
        raise TypeError(f"{part.instance_class.__name__} has no field {', '.join(sorted(unknown))}")
    values = []
    for name, kind in zip(part.fields, part.types, strict=True):
        if name not in changes:
            values.append(f"part.{name}")
        elif is_part(kind):
            values.append(name)
        elif isinstance(kind, types.BaseTuple) and not isinstance(
            kind.types[0] if len(kind) else None, types.BaseTuple
        ):
            values.append("(" + "".join(f"int({name}[{place}])," for place in range(len(kind))) + ")")
        elif isinstance(kind, types.BaseTuple):
            values.append(name)
        elif isinstance(changes[name], types.IntEnumMember):
            values.append(f"{name}.value")
        else:
            values.append(f"int({name})")
    # All fields are parameters: numba finds a compiled overload by argument types alone, not by keyword names, and
    # would take evolve(part, stunned=x) for evolve(part, dead=x).
    names = "".join(f", {name}=None" for name in part.fields)
    source = f"def impl(part{names}):\n    return kind({', '.join(values)})\n"
    return written(source, "impl", {"kind": part.instance_class})


@compiled_as(fighter)
def _fighter(fight: Any, i: Any) -> Any:
    return lambda fight, i: fight.fighters[i]


@compiled_as(with_fighter)
def _with_fighter(fight: Any, i: Any, changed: Any) -> Any:
    count = len(fight.types[fight.fields.index("fighters")])
    rows = "".join(f"changed if i == {place} else old[{place}]," for place in range(count))
    source = f"def impl(fight, i, changed):\n    old = fight.fighters\n    return evolve(fight, fighters=({rows}))\n"
    return written(source, "impl", {"evolve": evolve})


jitable(sign_of)
jitable(one_of_mask)
jitable(digit)
jitable(with_digit)

# ------------------------------------------------------------------------------------------ states as rows of numbers


def row_width(state: Any) -> int:
    """How many whole numbers a state of this numba type holds."""
    if isinstance(state, types.BaseTuple):
        return sum(row_width(one) for one in state.types)
    return 1


def to_row(state: Any, row: Any) -> None:
    """Write a state's numbers into ``row`` (an int64 array); only in compiled code."""
    raise RuntimeError("only in compiled code")


def from_row(like: Any, row: Any) -> Any:
    """The state whose numbers stand in ``row``, of the type of ``like``; only in compiled code."""
    raise RuntimeError("only in compiled code")


def width_of(state: Any) -> int:
    """:func:`row_width` inside compiled code."""
    raise RuntimeError("only in compiled code")


@compiled_as(width_of)
def _width_of(state: Any) -> Any:
    width = row_width(state)
    return lambda state: width


@compiled_as(to_row)
def _to_row(state: Any, row: Any) -> Any:
    lines: list[str] = []

    def walk(kind: Any, path: str) -> None:
        if isinstance(kind, types.BaseTuple):
            for place, one in enumerate(kind.types):
                walk(one, f"{path}[{place}]")
        else:
            lines.append(f"    row[{len(lines)}] = {path}\n")

    walk(state, "state")
    return written("def impl(state, row):\n" + "".join(lines), "impl")


@compiled_as(from_row)
def _from_row(like: Any, row: Any) -> Any:
    names: dict[str, Any] = {"int64": np.int64}
    place = 0

    def build(kind: Any) -> str:
        nonlocal place
        if isinstance(kind, types.BaseTuple):
            inner = ", ".join([build(one) for one in kind.types])
            if is_part(kind):
                name = f"kind_{len(names)}"
                names[name] = kind.instance_class
                return f"{name}({inner})"
            return f"({inner},)"
        place += 1
        text = f"row[{place - 1}]"
        return f"bool({text})" if isinstance(kind, types.Boolean) else text

    return written(f"def impl(like, row):\n    return {build(like)}\n", "impl", names)
