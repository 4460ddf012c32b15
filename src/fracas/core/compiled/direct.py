"""``evolve``, ``fighter``, ``with_fighter``, rows and the verbs that do nothing, as operations of numba's own.

An overload is a function by itself: typed, lowered and optimised for every kind of part, and called with a hundred numbers.
What stands here is written into whoever calls it instead: to change two fields of a part is two instructions there.
"""

from __future__ import annotations

# numba carries few types inside
# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, misc"
import inspect
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints

from llvmlite import ir
from numba import types as _types
from numba.core import cgutils, errors
from numba.core.imputils import impl_ret_borrowed, impl_ret_new_ref
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin
from numba.np.arrayobj import _empty_nd_impl

from ..state import evolve, fighter, with_fighter
from .memory import BlockType, say_kind

types: Any = _types
WORD = ir.IntType(64)
BYTES = 8


def direct(function: Callable[..., Any], typing: Callable[..., Any], code: Callable[..., Any]) -> None:
    """Compiled code that calls ``function`` has ``code(context, builder, signature, values)`` in its place;
    ``typing(*args, **kws)`` gives the signature."""

    class Direct(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            return typing(*args, **kws)

    infer_global(function, types.Function(Direct))
    lower_builtin(function, types.VarArg(types.Any))(code)


def is_part(kind: Any) -> bool:
    """Is this the numba type of a NamedTuple?"""
    return isinstance(kind, types.BaseNamedTuple)


def leaves(kind: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The places of a type's numbers (and arrays) in order, and their types."""
    if isinstance(kind, types.BaseTuple):
        for place, one in enumerate(kind.types):
            yield from leaves(one, (*path, place))
    else:
        yield path, kind


# ------------------------------------------------------------------------------------------------------------- evolve


def _evolve_typing(part: Any, **changes: Any) -> Any:
    if not is_part(part):
        raise errors.TypingError(f"evolve takes a part of a state, not {part}")
    unknown = set(changes) - set(part.fields)
    if unknown:
        raise errors.TypingError(f"{part.instance_class.__name__} has no field {', '.join(sorted(unknown))}")
    # parts and arrays stay what they are given as; numbers become what the field is declared as
    kinds = [
        changes[name] if name in changes and not is_number(kind) else kind
        for name, kind in zip(part.fields, part.types)
    ]
    given = [kind if name in changes else types.Omitted(None) for name, kind in zip(part.fields, kinds)]
    place = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = [inspect.Parameter(name, place, default=None) for name in part.fields]
    end = part if kinds == list(part.types) else types.BaseTuple.from_types(kinds, part.instance_class)
    return signature(end, part, *given).replace(pysig=inspect.Signature([inspect.Parameter("part", place), *names]))


def is_number(kind: Any) -> bool:
    """A whole number, or a tuple of them?"""
    if isinstance(kind, types.BaseTuple) and not is_part(kind):
        return all(is_number(one) for one in kind.types)
    return isinstance(kind, (types.Integer, types.Boolean))


def _evolve_code(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    part, changes = values[0], list(zip(sig.args[1:], values[1:]))
    changed = [place for place, (kind, _) in enumerate(changes) if not isinstance(kind, types.Omitted)]
    if sig.return_type == sig.args[0]:
        for place in changed:
            part = builder.insert_value(part, changes[place][1], place)
    else:
        kept = cgutils.unpack_tuple(builder, part)
        fields = [changes[place][1] if place in changed else kept[place] for place in range(len(kept))]
        part = context.make_tuple(builder, sig.return_type, fields)
    return impl_ret_borrowed(context, builder, sig.return_type, part)


direct(evolve, _evolve_typing, _evolve_code)


# ------------------------------------------------------------------------------------- fighters as rows of an array


def declared(kind: Any) -> Any:
    """The numba type of a state declared with these annotations."""
    if kind is int:
        return types.int64
    if hasattr(kind, "_fields"):
        return types.BaseTuple.from_types([declared(one) for one in get_type_hints(kind).values()], kind)
    return types.BaseTuple.from_types([declared(one) for one in get_args(kind)])


def row_kind(fight: Any) -> Any:
    """The numba type of a fight's fighters, from the fight's declaration."""
    return declared(get_args(get_type_hints(fight.instance_class)["fighters"])[0])


def _row_of(fight: Any) -> Any:
    """What a fight's fighters are, checked to be in rows."""
    rows = fight.types[fight.fields.index("fighters")] if is_part(fight) and "fighters" in fight.fields else None
    in_array = isinstance(rows, types.Array) and rows.layout == "C" and rows.ndim == 2 and rows.dtype == types.int64
    if not in_array and not isinstance(rows, BlockType):
        raise errors.TypingError(f"{fight} is no fight with its fighters in rows")
    return row_kind(fight)


class _Row:
    """The numbers of fighter ``i``; in an array from the end if it is negative."""

    def __init__(self, context: Any, builder: Any, fight: Any, value: Any, i: Any) -> None:
        place = fight.fields.index("fighters")
        rows = context.make_helper(builder, fight.types[place], builder.extract_value(value, place))
        self.builder, self.kind = builder, ""
        if isinstance(fight.types[place], BlockType):
            self.kind = fight.types[place].kind
            width = ir.Constant(WORD, fight.types[place].width)
        else:
            count, width = cgutils.unpack_tuple(builder, rows.shape, 2)
            behind = builder.icmp_signed("<", i, ir.Constant(WORD, 0))
            i = builder.select(behind, builder.add(i, count), i)
        self.first = builder.gep(rows.data, [builder.mul(i, width)], inbounds=True)

    def load(self, place: int) -> Any:
        return self.told(self.builder.load(self.at(place)))

    def store(self, place: int, number: Any) -> None:
        self.told(self.builder.store(number, self.at(place)))

    def at(self, place: int) -> Any:
        return self.builder.gep(self.first, [ir.Constant(WORD, place)], inbounds=True)

    def told(self, instruction: Any) -> Any:
        if self.kind:
            say_kind(self.builder, instruction, self.kind)
        return instruction


def _fighter_typing(fight: Any, i: Any) -> Any:
    return signature(_row_of(fight), fight, types.int64)


def _fighter_code(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    row = _Row(context, builder, sig.args[0], *values)
    who = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
    for place, (path, _) in enumerate(leaves(sig.return_type)):
        who = builder.insert_value(who, row.load(place), path)
    return who


def _with_fighter_typing(fight: Any, i: Any, changed: Any) -> Any:
    if [path for path, _ in leaves(_row_of(fight))] != [path for path, _ in leaves(changed)]:
        raise errors.TypingError(f"{changed} is no fighter of {fight}")
    return signature(fight, fight, types.int64, changed)


def _with_fighter_code(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    fight, i, changed = values
    row = _Row(context, builder, sig.args[0], fight, i)
    for place, (path, leaf) in enumerate(leaves(sig.args[2])):
        row.store(place, context.cast(builder, builder.extract_value(changed, path), leaf, types.int64))
    return impl_ret_borrowed(context, builder, sig.return_type, fight)


direct(fighter, _fighter_typing, _fighter_code)
direct(with_fighter, _with_fighter_typing, _with_fighter_code)


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


def _in_row(state: Any, row: Any) -> None:
    for _, leaf in leaves(state):
        if isinstance(leaf, types.Array) and (leaf.layout != "C" or leaf.dtype != types.int64):
            raise errors.TypingError(f"{leaf} does not go into a row of whole numbers")
    if not isinstance(row, types.Array) or row.layout != "C" or row.ndim != 1 or row.dtype != types.int64:
        raise errors.TypingError(f"{row} is no row of whole numbers")


def _leaf(builder: Any, value: Any, path: tuple[int, ...]) -> Any:
    return builder.extract_value(value, path) if path else value


def _copied(context: Any, builder: Any, kind: Any, array: Any, row: Any, back: bool) -> Any:
    """Copy all of an array to where ``row`` points (or back); how many numbers that are."""
    held = context.make_helper(builder, kind, array)
    to, source = (held.data, row) if back else (row, held.data)
    cgutils.raw_memcpy(builder, to, source, held.nitems, BYTES)
    return held.nitems


def _to_row_typing(state: Any, row: Any) -> Any:
    _in_row(state, row)
    return signature(types.none, state, row)


def _to_row_code(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    at = context.make_helper(builder, sig.args[1], values[1]).data
    for path, leaf in leaves(sig.args[0]):
        value, step = _leaf(builder, values[0], path), ir.Constant(WORD, 1)
        if isinstance(leaf, types.Array):
            step = _copied(context, builder, leaf, value, at, False)
        else:
            builder.store(context.cast(builder, value, leaf, types.int64), at)
        at = builder.gep(at, [step])
    return context.get_dummy_value()


def _from_row_typing(like: Any, row: Any) -> Any:
    _in_row(like, row)
    return signature(like, like, row)


def _from_row_code(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    at = context.make_helper(builder, sig.args[1], values[1]).data
    state = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
    for path, leaf in leaves(sig.return_type):
        step = ir.Constant(WORD, 1)
        if isinstance(leaf, types.Array):
            like = context.make_helper(builder, leaf, _leaf(builder, values[0], path))
            value = _empty_nd_impl(context, builder, leaf, cgutils.unpack_tuple(builder, like.shape))._getvalue()
            step = _copied(context, builder, leaf, value, at, True)
        else:
            value = context.cast(builder, builder.load(at), types.int64, leaf)
        state = builder.insert_value(state, value, path) if path else value
        at = builder.gep(at, [step])
    return impl_ret_new_ref(context, builder, sig.return_type, state)


def _width_of_typing(state: Any) -> Any:
    return signature(types.int64, state)


def _width_of_code(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    width = ir.Constant(WORD, 0)
    for path, leaf in leaves(sig.args[0]):
        more = ir.Constant(WORD, 1)
        if isinstance(leaf, types.Array):
            more = context.make_helper(builder, leaf, _leaf(builder, values[0], path)).nitems
        width = builder.add(width, more)
    return width


direct(to_row, _to_row_typing, _to_row_code)
direct(from_row, _from_row_typing, _from_row_code)
direct(width_of, _width_of_typing, _width_of_code)


# -------------------------------------------------------------------------------------------- verbs that do nothing here


def leave_out(verb: Callable[..., None]) -> None:
    """Compiled code does nothing where this verb is called."""
    direct(verb, lambda *args: signature(types.none, *args), lambda context, *_: context.get_dummy_value())
