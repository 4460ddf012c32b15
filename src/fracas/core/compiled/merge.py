"""Merging equal states in compiled code: rows of whole numbers with weights, found by a hash of the row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit
def row_hash(row: Any, width: int) -> int:
    h = np.uint64(1469598103934665603)
    for place in range(width):
        h = (h ^ np.uint64(row[place])) * np.uint64(1099511628211)
        h ^= h >> np.uint64(29)
    return np.int64(h >> np.uint64(2))  # type: ignore[return-value]


@njit
def new_merge(width: int) -> Any:
    """(rows, weights, slots, count): an empty set of states, 16 places to begin with."""
    return np.zeros((16, width), np.int64), np.zeros(16, np.float64), np.full(64, -1, np.int64), np.zeros(1, np.int64)


@njit
def merge_add(merge: Any, row: Any, weight: float) -> Any:
    """Add weight to the state in ``row``; returns the merge, whose arrays grow when they are full."""
    rows, weights, slots, count = merge
    width = rows.shape[1]
    mask = slots.shape[0] - 1
    slot = row_hash(row, width) & mask
    while slots[slot] >= 0:
        at = slots[slot]
        same = True
        for place in range(width):
            if rows[at, place] != row[place]:
                same = False
                break
        if same:
            weights[at] += weight
            return rows, weights, slots, count
        slot = (slot + 1) & mask
    at = count[0]
    if at == rows.shape[0]:
        more_rows = np.zeros((2 * at, width), np.int64)
        more_rows[:at] = rows
        more_weights = np.zeros(2 * at, np.float64)
        more_weights[:at] = weights
        slots = np.full(8 * at, -1, np.int64)
        mask = slots.shape[0] - 1
        for old in range(at):
            place = row_hash(more_rows[old], width) & mask
            while slots[place] >= 0:
                place = (place + 1) & mask
            slots[place] = old
        rows, weights = more_rows, more_weights
        slot = row_hash(row, width) & mask
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
    slots[slot] = at
    rows[at, :] = row
    weights[at] = weight
    count[0] = at + 1
    return rows, weights, slots, count
