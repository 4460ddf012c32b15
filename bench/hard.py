"""The hard cases of docs/decisions/0001 through every table: states, times, and that they agree."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import njit

from fracas.core.compiled import FastTable, compile_book, explore_compiled
from fracas.core.compiled.jit import from_row, jitable, rowed, to_row, width_of
from fracas.core.exact import explore
from fracas.core.state import flatten
from fracas.core.table import ScriptedTable, SeededTable
from hard_cases import CASES, book

NO_POLICY = np.zeros(64, np.int64)
RUNS = 200_000


def runner(rule: Any) -> Any:
    jitable(rule)

    @njit
    def run(n, state, args, policy):
        stream = np.zeros(2, np.uint64)
        table = FastTable(stream, policy)
        start = np.zeros(width_of(state), np.int64)
        end = np.zeros(width_of(state), np.int64)
        to_row(state, start)
        seen = 0
        for seed in range(n):
            stream[0] = seed
            stream[1] = 0
            to_row(rule(from_row(state, start), *args, table), end)
            seen += end.sum()  # so that nothing can be left out as unused
        return seen

    return lambda n, state, args, policy: run(n, rowed(state), args, policy)


def hard_rows() -> list[str]:
    """A Markdown table."""
    compile_book(book)
    rows = [
        "| case | end states | scripted | seeded | exact | exact, compiled (first call) | fast (first call) |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, (rule, state, args) in CASES.items():
        seeded_times, scripted_times = [], []
        for seed in range(200):
            table = SeededTable(seed)
            began = time.perf_counter()
            end = rule(state, *args, table)
            seeded_times.append(time.perf_counter() - began)
            scripted = ScriptedTable(table.answers)
            began = time.perf_counter()
            assert rule(state, *args, scripted) == end
            scripted_times.append(time.perf_counter() - began)
        began = time.perf_counter()
        exact = explore(rule, state, *args)
        exact_time = time.perf_counter() - began
        call = explore_compiled(rule)
        began = time.perf_counter()
        call(12, NO_POLICY, state, args)
        first = time.perf_counter() - began
        began = time.perf_counter()
        found, weights, _ = call(12, NO_POLICY, state, args)
        compiled_time = time.perf_counter() - began
        expected = {tuple(flatten(end)): float(chance) for end, chance in exact.states.items()}
        assert len(found) == len(expected)
        assert all(
            abs(expected[tuple(row.tolist())] - weight) < 1e-12 for row, weight in zip(found, weights, strict=True)
        )
        run = runner(rule)
        began = time.perf_counter()
        run(1, state, args, NO_POLICY)
        fast_first = time.perf_counter() - began
        began = time.perf_counter()
        run(RUNS, state, args, NO_POLICY)
        fast = (time.perf_counter() - began) / RUNS
        rows.append(
            f"| {name} | {len(exact.states)} | {1e6 * min(scripted_times):.0f} us | {1e6 * min(seeded_times):.0f} us "
            f"| {1e3 * exact_time:.3g} ms | {1e3 * compiled_time:.3g} ms ({first:.1f} s) | {1e9 * fast:.0f} ns ({fast_first:.1f} s) |"
        )
        print(rows[-1], flush=True)
    return rows
