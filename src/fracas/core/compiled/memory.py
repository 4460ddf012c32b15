"""Rows of whole numbers in plain memory, for loops that run long: no reference counts, no bounds, no shape.

A :class:`Block` stands for a numpy array that its owner keeps alive. Compiled code reads and writes ``block[i]`` and
``block[row, place]``. Blocks of different ``kind`` never overlap, and the compiler is told so: what a rule reads of a
fighter then stays in registers while dice are rolled.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending as _extending
from numba import types as _types
from numba.core import cgutils as _cgutils

types: Any = _types
cgutils: Any = _cgutils
extending: Any = _extending
intrinsic, overload = extending.intrinsic, extending.overload
INLINE: Any = {"forceinline": True}
"""Compiled as a part of whoever calls it."""


class Block:
    """An int64 or uint64 array as compiled code takes it; ``kind`` names what it is for."""

    def __init__(self, array: Any, kind: str) -> None:
        assert array.dtype in (np.int64, np.uint64) and array.flags.c_contiguous
        self.array, self.kind = array, kind
        self.address, self.rows = int(array.ctypes.data), len(array)
        self.width = array.shape[1] if array.ndim == 2 else 1


class BlockType(types.Type):  # type: ignore[misc,unused-ignore]
    """The numba type of a block: its width is known to the compiler, how many rows it has is not."""

    def __init__(self, kind: str, width: int, unsigned: bool) -> None:
        self.kind, self.width, self.unsigned = kind, width, unsigned
        self.number = types.uint64 if unsigned else types.int64
        super().__init__(f"Block({kind}, {width}, {'u' if unsigned else 'i'})")


@extending.typeof_impl.register(Block)
def _typeof(block: Block, _: Any) -> BlockType:
    return BlockType(block.kind, block.width, block.array.dtype == np.uint64)


@extending.register_model(BlockType)
class _Model(extending.models.StructModel):  # type: ignore[misc,unused-ignore]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("data", types.CPointer(kind.number)), ("rows", types.intp)])


@extending.unbox(BlockType)
def _unbox(kind: Any, thing: Any, c: Any) -> Any:
    block = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for name, place in (("address", "data"), ("rows", "rows")):
        held = c.pyapi.object_getattr_string(thing, name)
        number = c.pyapi.number_as_ssize_t(held)
        c.pyapi.decref(held)
        value = c.builder.inttoptr(number, ir.IntType(64).as_pointer()) if place == "data" else number
        setattr(block, place, value)
    return extending.NativeValue(block._getvalue())


def say_kind(builder: Any, instruction: Any, kind: str) -> None:
    """Tell the compiler that memory of this kind overlaps no other's."""
    module, zero = builder.module, ir.Constant(ir.IntType(64), 0)
    root = module.add_metadata([ir.MetaDataString(module, "fracas")])
    name = module.add_metadata([ir.MetaDataString(module, kind), root, zero])
    instruction.set_metadata("tbaa", module.add_metadata([name, name, zero]))


def _place(context: Any, builder: Any, kind: Any, block: Any, at: Any) -> Any:
    held = cgutils.create_struct_proxy(kind)(context, builder, value=block)
    return builder.gep(held.data, [at], inbounds=True)


@intrinsic
def _load(typing: Any, block: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = builder.load(_place(context, builder, block, args[0], args[1]))
        say_kind(builder, value, block.kind)
        return value

    return block.number(block, types.intp), code


@intrinsic
def _store(typing: Any, block: Any, at: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        stored = builder.store(args[2], _place(context, builder, block, args[0], args[1]))
        say_kind(builder, stored, block.kind)
        return context.get_dummy_value()

    return types.void(block, types.intp, block.number), code


@intrinsic
def _rows(typing: Any, block: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return cgutils.create_struct_proxy(block)(context, builder, value=args[0]).rows

    return types.intp(block), code


@overload(len, strict=False, jit_options=INLINE)
def _len(block: Any) -> Any:
    if isinstance(block, BlockType):
        return lambda block: _rows(block)
    return None


@overload(operator.getitem, strict=False, jit_options=INLINE)
def _getitem(block: Any, at: Any) -> Any:
    if not isinstance(block, BlockType):
        return None
    width = block.width
    if isinstance(at, types.BaseTuple):
        return lambda block, at: _load(block, at[0] * width + at[1])
    return lambda block, at: _load(block, at)


@overload(operator.setitem, strict=False, jit_options=INLINE)
def _setitem(block: Any, at: Any, value: Any) -> Any:
    if not isinstance(block, BlockType):
        return None
    width = block.width
    if isinstance(at, types.BaseTuple):
        return lambda block, at, value: _store(block, at[0] * width + at[1], value)
    return lambda block, at, value: _store(block, at, value)
