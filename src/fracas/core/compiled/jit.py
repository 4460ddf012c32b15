"""Make rule functions callable from compiled code, and write states there: ``evolve``, ``fighter``, rows.

numba types a NamedTuple by its fields, so the overloads below write the source of a small function for the types at
hand. A constructor call must stay under 30 arguments on Python 3.11; parts therefore have fewer than 20 fields. The
fighters of a fight are rows of an array, written in place: a rule never uses the fight that it has replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints

import numpy as np
from numba import types as _types
from numba.extending import overload

from .. import encounter
from ..rule import Rulebook
from ..state import count_bits, digit, evolve, fighter, flatten, lowest, with_digit, with_fighter
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
        elif is_part(kind) or isinstance(kind, types.Array):
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


# ------------------------------------------------------------------------------------- fighters as rows of an array


def rowed(state: Any) -> Any:
    """A state as compiled code takes it: where it (or a part of it) has ``fighters``, they become an int64 array, one row
    each, of all their numbers in order (:func:`~fracas.core.state.flatten`)."""
    if not hasattr(state, "_fields"):
        return state
    if "fighters" in state._fields:
        return state._replace(fighters=np.array([flatten(one) for one in state.fighters], np.int64))
    return state._make([rowed(one) for one in state])


def _row_kind(fight: Any) -> Any:
    """The class of a fight's fighters, from its declaration."""
    return get_args(get_type_hints(fight.instance_class)["fighters"])[0]


def _numbers(kind: Any, path: str, names: dict[str, Any]) -> tuple[list[str], str]:
    """The paths of all whole numbers of a declared state, and an expression that makes one from ``{}`` for each."""
    if kind is int:
        return [path], "{}"
    if hasattr(kind, "_fields"):
        parts = [_numbers(one, f"{path}.{name}", names) for name, one in get_type_hints(kind).items()]
        names[kind.__name__] = kind
        head, tail = f"{kind.__name__}(", ")"
    else:
        parts = [_numbers(one, f"{path}[{place}]", names) for place, one in enumerate(get_args(kind))]
        head, tail = "(", ",)"
    return [one for paths, _ in parts for one in paths], head + ", ".join(text for _, text in parts) + tail


@compiled_as(fighter)
def _fighter(fight: Any, i: Any) -> Any:
    names: dict[str, Any] = {}
    paths, text = _numbers(_row_kind(fight), "", names)
    made = text.format(*(f"rows[i, {place}]" for place in range(len(paths))))
    return written(f"def impl(fight, i):\n    rows = fight.fighters\n    return {made}\n", "impl", names)


@compiled_as(with_fighter)
def _with_fighter(fight: Any, i: Any, changed: Any) -> Any:
    paths, _ = _numbers(_row_kind(fight), "changed", {})
    writes = "".join(f"    rows[i, {place}] = {path}\n" for place, path in enumerate(paths))
    return written(f"def impl(fight, i, changed):\n    rows = fight.fighters\n{writes}    return fight\n", "impl")


for plain in (
    encounter.metres_between,
    encounter.is_active,
    encounter.forgotten,
    encounter.counts_turns,
    encounter.loaded_in,
    encounter.with_loaded,
    encounter.next_to_act,
    encounter.one_side_left,
    encounter.all_fresh,
    encounter.takes_turn,
    encounter.pass_on,
):
    jitable(plain)
jitable(sign_of)
jitable(one_of_mask)
jitable(digit)
jitable(lowest)
jitable(count_bits)
jitable(with_digit)

# ------------------------------------------------------------------------------------------ states as rows of numbers


def to_row(state: Any, row: Any) -> None:
    """Write a state's numbers into ``row`` (an int64 array); only in compiled code."""
    raise RuntimeError("only in compiled code")


def from_row(like: Any, row: Any) -> Any:
    """The state whose numbers stand in ``row``, of the type of ``like``; only in compiled code."""
    raise RuntimeError("only in compiled code")


def width_of(state: Any) -> int:
    """How many whole numbers a state holds; only in compiled code."""
    raise RuntimeError("only in compiled code")


def _leaves(kind: Any, path: str) -> Iterator[tuple[str, bool]]:
    """The paths of a numba type's numbers in order, and of its arrays (True)."""
    if isinstance(kind, types.BaseTuple):
        for place, one in enumerate(kind.types):
            yield from _leaves(one, f"{path}[{place}]")
    else:
        yield path, isinstance(kind, types.Array)


@compiled_as(width_of)
def _width_of(state: Any) -> Any:
    leaves = list(_leaves(state, "state"))
    sizes = "".join(f" + {path}.size" for path, array in leaves if array)
    return written(f"def impl(state):\n    return {sum(not array for _, array in leaves)}{sizes}\n", "impl")


@compiled_as(to_row)
def _to_row(state: Any, row: Any) -> Any:
    lines = ["    at = 0\n"]
    for path, array in _leaves(state, "state"):
        if array:
            lines.append(f"    row[at : at + {path}.size] = {path}.reshape({path}.size)\n    at += {path}.size\n")
        else:
            lines.append(f"    row[at] = {path}\n    at += 1\n")
    return written("def impl(state, row):\n" + "".join(lines), "impl")


@compiled_as(from_row)
def _from_row(like: Any, row: Any) -> Any:
    names: dict[str, Any] = {}
    lines = ["    at = 0\n"]

    def build(kind: Any, path: str) -> str:
        if isinstance(kind, types.BaseTuple):
            inner = ", ".join([build(one, f"{path}[{place}]") for place, one in enumerate(kind.types)])
            if is_part(kind):
                name = f"kind_{len(names)}"
                names[name] = kind.instance_class
                return f"{name}({inner})"
            return f"({inner},)"
        value = f"v{len(lines)}"
        if isinstance(kind, types.Array):
            lines.append(
                f"    {value} = row[at : at + {path}.size].copy().reshape({path}.shape)\n    at += {path}.size\n"
            )
            return value
        read = "bool(row[at])" if isinstance(kind, types.Boolean) else "row[at]"
        lines.append(f"    {value} = {read}\n    at += 1\n")
        return value

    made = build(like, "like")
    return written("def impl(like, row):\n" + "".join(lines) + f"    return {made}\n", "impl", names)
