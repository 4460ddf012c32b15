"""The long runs (``make soak``): 200,000 decisions of each game on both tables. The laws then run ten times as long, too."""

from __future__ import annotations

import numpy as np
import pytest

import test_record
from fast import compiled_runner
from fracas.core.compiled import compile_book
from fracas.core.game import decide, set_up
from fracas.core.state import flatten
from fracas.core.table import SeededTable
from fracas.rules import GAMES, load

pytestmark = pytest.mark.soak


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
