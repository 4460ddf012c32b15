"""The long runs (``make soak``): the laws on many more random fights, and 200,000 decisions of each game on both tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import settings

import test_laws
import test_record
from fast import compiled_runner
from fracas.core.compiled import compile_book
from fracas.core.game import decide, set_up
from fracas.core.state import flatten
from fracas.core.table import SeededTable
from fracas.rules import GAMES, load

pytestmark = pytest.mark.soak
long = settings(max_examples=3000, deadline=None)


@pytest.mark.parametrize("name", test_laws.KINDS)
@pytest.mark.parametrize(
    "law",
    [
        test_laws.test_probabilities_sum_to_one,
        test_laws.test_what_happens_was_possible,
        test_laws.test_bystanders_and_attackers_are_unchanged,
    ],
    ids=lambda law: law.__name__,
)
def test_law(law: Any, name: str) -> None:
    long(law)(name=name)


@pytest.mark.parametrize("game", test_record.FIGHTERS)
def test_replay(game: str) -> None:
    long(test_record.test_replay_is_the_identity)(game=game)
    long(test_record.test_undo_n_times_is_the_start)(game=game)


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_twins(name: str) -> None:
    game = load(name)
    compile_book(game.book)
    setup = set_up(game, test_record.FIGHTERS[name], test_record.HOUSES[name])
    for do, by, target, details in test_record.MOVES[name][:2]:
        decision = decide(game, setup.fighters, do, by, target, details)
        rows = compiled_runner(game.decisions[do].run)(100_000, setup.fight, decision, np.zeros(64, np.int64))
        for seed in range(100_000):
            assert flatten(game.step(setup.fight, decision, SeededTable(seed))) == rows[seed].tolist()
