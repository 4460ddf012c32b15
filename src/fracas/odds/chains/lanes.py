"""Products of several limbs at once, as vector instructions: numba leaves straight-line code as it is."""

from __future__ import annotations

# mypy: disable-error-code="no-untyped-def,no-untyped-call"
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

I32, I64 = ir.IntType(32), ir.IntType(64)
ENTRY_BITS = 32
"""An entry is a weight above so many bits, below which is where the products go."""


def adding(lanes: int) -> Any:
    """The function (sums, base, values, at, entries, first, last): for each of the entries ``lanes`` values from ``at`` on
    are multiplied by its weight and added to as many sums from its place (and ``base``) on. ``values``: uint32, the
    others uint64, all flat; sums and weights are such that nothing overflows; nothing is checked."""

    @intrinsic
    def add_products(context, sums, base, values, at, entries, first, last):
        signature = types.void(sums, types.intp, values, types.intp, entries, types.intp, types.intp)

        def made(context, builder, signature, args):
            arrays = [context.make_array(signature.args[place])(context, builder, args[place]) for place in (0, 2, 4)]
            to, source, entry = (one.data for one in arrays)
            to = builder.gep(to, [args[1]])
            narrow, wide = ir.VectorType(I32, lanes), ir.VectorType(I64, lanes)
            start = builder.bitcast(builder.gep(source, [args[3]]), narrow.as_pointer())
            value = builder.zext(builder.load(start, align=4), wide)
            one = ir.Constant(args[5].type, 1)
            with cgutils.for_range_slice(builder, args[5], args[6], one) as (number, _):
                packed = builder.load(builder.gep(entry, [number]))
                weight = builder.lshr(packed, ir.Constant(I64, ENTRY_BITS))
                place = builder.and_(packed, ir.Constant(I64, (1 << ENTRY_BITS) - 1))
                undefined = ir.Constant(wide, ir.Undefined)
                single = builder.insert_element(undefined, weight, ir.Constant(I32, 0))
                zeros = ir.Constant(ir.VectorType(I32, lanes), [0] * lanes)
                weights = builder.shuffle_vector(single, undefined, zeros)
                there = builder.bitcast(builder.gep(to, [place]), wide.as_pointer())
                total = builder.add(builder.load(there, align=8), builder.mul(value, weights))
                builder.store(total, there, align=8)
            return context.get_dummy_value()

        return signature, made

    return add_products
