"""Make rule functions callable from compiled code.

A constructor call must stay under 30 arguments on Python 3.11; parts therefore have fewer than 20 fields. The fighters of
a fight are rows of an array, written in place: a rule never uses the fight that it has replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import numpy as np
from numba.extending import overload

from .. import encounter
from ..rule import Rulebook
from ..state import count_bits, digit, flatten, lowest, with_digit
from ..table import one_of_mask, sign_of
from . import plain  # noqa: F401 - tells numba
from .direct import from_row, is_part, to_row, width_of
from .whole import ours

__all__ = ["compile_book", "compiled_as", "from_row", "is_part", "jitable", "rowed", "to_row", "width_of", "written"]
OPTIONS: Any = {"no_cfunc_wrapper": True}  # nobody calls them from C
_DONE: set[Any] = set()
COMPILED: set[Any] = set()
"""The functions that compiled code has called so far: the call graph of what was compiled."""


def compiled_as(function: Callable[..., Any]) -> Any:
    """Decorator: what compiled code runs where a rule calls ``function``, written for the types at hand."""
    return overload(function, strict=False, jit_options=OPTIONS)  # not strict: implementations carry no annotations


def jitable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let compiled code call this plain function (once, however often it is asked for)."""
    if function not in _DONE:
        _DONE.add(function)
        ours(function.__module__)

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
    space: dict[str, Any] = {**(names or {}), "__name__": __name__}  # a module that can be found again from a cache
    exec(source, space)
    function: Callable[..., Any] = space[name]
    return function


# ------------------------------------------------------------------------------------- fighters as rows of an array


def rowed(state: Any) -> Any:
    """A state as compiled code takes it: where it (or a part of it) has ``fighters``, they become an int64 array, one row
    each, of all their numbers in order (:func:`~fracas.core.state.flatten`)."""
    if not hasattr(state, "_fields"):
        return state
    if "fighters" in state._fields:
        return state._replace(fighters=np.array([flatten(one) for one in state.fighters], np.int64))
    return state._make([rowed(one) for one in state])


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


for function in (
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
    jitable(function)
jitable(sign_of)
jitable(one_of_mask)
jitable(digit)
jitable(lowest)
jitable(count_bits)
jitable(with_digit)
