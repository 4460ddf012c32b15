"""Distributions as whole numbers: weights packed side by side, so that adding dice up is one multiplication.

The weight of value ``v`` stands ``v - low`` places up in base ``2 ** width``; the product of two such numbers is then the
weights of the sum (Kronecker substitution), and Python multiplies long numbers fast.
"""

from __future__ import annotations

from collections.abc import Mapping


def width_for(total: int) -> int:
    """Bits for one weight when all of them add up to ``total``; whole bytes."""
    return (total.bit_length() // 8 + 1) * 8


def pack(weights: Mapping[int, int], low: int, width: int) -> int:
    """The weights in one number; no value is below ``low``.

    >>> pack({1: 2, 3: 5}, 1, 8) == 2 + (5 << 16)
    True
    """
    size = width // 8
    if not weights:
        return 0
    found = bytearray((max(weights) - low + 1) * size)
    for value, weight in weights.items():
        found[(value - low) * size : (value - low + 1) * size] = weight.to_bytes(size, "little")
    return int.from_bytes(found, "little")


def unpack(packed: int, low: int, width: int) -> dict[int, int]:
    """The weights of a packed number; values that cannot come are left out.

    >>> unpack(pack({1: 1, 2: 1}, 1, 8) ** 2, 2, 8)
    {2: 1, 3: 2, 4: 1}
    """
    size = width // 8
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    found = {}
    for place in range(0, len(data), size):
        weight = int.from_bytes(data[place : place + size], "little")
        if weight:
            found[low + place // size] = weight
    return found
