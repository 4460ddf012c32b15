"""The generator of :mod:`fracas.core.generator` in compiled code: the same words, the same faces."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending as _extending
from numba import njit
from numba import types as _types

from ..generator import GAMMA, MIX_1, MIX_2

types: Any = _types
intrinsic: Any = _extending.intrinsic


@intrinsic
def scaled(typing: Any, word: Any, sides: Any) -> Any:
    """(upper, lower) 64 bits of word times sides."""
    both = types.UniTuple(types.uint64, 2)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide, narrow = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        upper = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), narrow)
        return context.make_tuple(builder, both, (upper, builder.trunc(product, narrow)))

    return both(types.uint64, types.uint64), code


@njit(forceinline=True)
def next_word(stream: Any) -> Any:
    """The next word of a stream (key, counter)."""
    counter = stream[1] + np.uint64(1)
    stream[1] = counter
    z = stream[0] + counter * np.uint64(GAMMA)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX_1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX_2)
    return z ^ (z >> np.uint64(31))


@njit(forceinline=True)
def fair(rest: Any, ways: Any) -> bool:
    """May a word with this rest be used, for dice that can fall in so many ways?"""
    return rest >= ways or rest >= (np.uint64(0) - ways) % ways  # type: ignore[no-any-return]


@njit
def word_at(key: Any, counter: Any) -> Any:
    """The word at ``counter`` of stream ``key``."""
    z = np.uint64(key) + np.uint64(counter) * np.uint64(GAMMA)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX_1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX_2)
    return z ^ (z >> np.uint64(31))
