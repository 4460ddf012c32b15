"""Runs a game's decisions on the fast table, for comparison with the Python twin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from fracas.core.compiled import FastTable
from fracas.core.compiled.jit import from_row, jitable, rowed, to_row, width_of


def compiled_runner(rule: Callable[..., Any]) -> Callable[..., Any]:
    """``run(n, fight, decision, policy)``: the flattened end states of seeds 0 to n - 1, int64 of shape (n, width)."""
    jitable(rule)

    @njit
    def run(n, fight, decision, policy):
        rows = np.zeros((n, width_of(fight)), np.int64)
        start = np.zeros(width_of(fight), np.int64)
        to_row(fight, start)
        for seed in range(n):
            stream = np.zeros(2, np.uint64)
            stream[0] = seed
            to_row(rule(from_row(fight, start), decision, FastTable(stream, policy)), rows[seed])
        return rows

    return lambda n, fight, decision, policy: run(n, rowed(fight), decision, policy)
