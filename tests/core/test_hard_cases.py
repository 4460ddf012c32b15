"""Every hard case through every table: scripted = seeded, compiled = exact, fast = seeded, simulated near exact."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numba import njit

import hard_cases
from fracas.core.compiled import FastTable, compile_book, explore_compiled
from fracas.core.compiled.jit import from_row, jitable, rowed, to_row, width_of
from fracas.core.exact import explore
from fracas.core.state import flatten
from fracas.core.table import ScriptedTable, SeededTable
from hard_cases import CASES, book

compile_book(book)
NO_POLICY = np.zeros(64, np.int64)


@pytest.mark.parametrize("name", CASES)
def test_scripted_replays_seeded(name: str) -> None:
    rule, state, args = CASES[name]
    for seed in range(50):
        seeded = SeededTable(seed)
        end = rule(state, *args, seeded)
        scripted = ScriptedTable(seeded.answers)
        assert rule(state, *args, scripted) == end
        scripted.finish()
        assert scripted.events == seeded.events


@pytest.mark.parametrize("name", CASES)
def test_compiled_exact_agrees_with_fractions(name: str) -> None:
    rule, state, args = CASES[name]
    exact = explore(rule, state, *args)
    assert sum(exact.states.values()) == 1
    rows, weights, dropped = explore_compiled(rule)(12, NO_POLICY, state, args)
    compiled = {tuple(int(n) for n in row): float(weight) for row, weight in zip(rows, weights, strict=True)}
    expected = {tuple(flatten(end)): float(p) for end, p in exact.states.items()}
    assert dropped == exact.dropped == 0
    assert compiled.keys() == expected.keys()
    assert all(abs(compiled[end] - p) < 1e-12 for end, p in expected.items())


def fast_ends(rule, state, args, n: int):
    jitable(rule)

    @njit
    def run(n, state, args, policy):
        rows = np.zeros((n, width_of(state)), np.int64)
        start = np.zeros(width_of(state), np.int64)
        to_row(state, start)
        for seed in range(n):
            stream = np.zeros(2, np.uint64)
            stream[0] = seed
            to_row(rule(from_row(state, start), *args, FastTable(stream, policy)), rows[seed])
        return rows

    return run(n, rowed(state), args, NO_POLICY)


@pytest.mark.parametrize("name", CASES)
def test_fast_table_is_the_seeded_table(name: str) -> None:
    rule, state, args = CASES[name]
    rows = fast_ends(rule, state, args, 20_000)
    for seed in range(300):
        assert flatten(rule(state, *args, SeededTable(seed))) == rows[seed].tolist()
    exact = explore(rule, state, *args)
    likeliest = max(exact.states, key=lambda end: exact.states[end])
    share = float((rows == np.array(flatten(likeliest))).all(axis=1).mean())
    p = float(exact.states[likeliest])
    assert abs(share - p) < 5 * (p * (1 - p) / 20_000) ** 0.5 + 1e-9


def test_loops_merge() -> None:
    """A burst costs its states, not its paths."""
    assert len(explore(hard_cases.burst, hard_cases.JACK, Dice5).states) < 5000


def test_trace_of_a_loop() -> None:
    """Each round's note is reached as often as that round gets there; its numbers have a distribution."""
    exact = explore(hard_cases.red_hits, hard_cases.HURT, 4, 11, trace=True)
    reached = {key.loop: sum(values.values()) for key, values in exact.trace.items()}
    assert reached == {(place,): Fraction(2, 27) for place in range(4)}
    first = exact.trace[next(iter(exact.trace))]
    assert first[(2,)] / sum(first.values()) == Fraction(1, 30)  # 1/36 over the 30/36 that are not a seven


Dice5 = hard_cases.CASES["cp2020 burst of three, layers, saves"][2][0]
