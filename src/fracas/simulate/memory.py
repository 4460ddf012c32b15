"""The arrays that one thread simulates in, and the values that hand them to compiled code."""

from __future__ import annotations

from contextlib import nullcontext
from threading import Lock
from typing import Any, get_type_hints

import numpy as np

from ..core.compiled.memory import Block
from ..core.compiled.tables import FastTable
from ..core.compiled.whole import in_one_piece
from ..core.mind import Mind
from ..core.state import flatten
from .kernel import COUNT, EACH, FIRST_SLOTS, HEAD, MASK, MOST_KNOWN, NUMBERS, PLANS, SLOTS, STRIDE, Known, Trial

compiling = Lock()
"""One thread compiles, the others wait."""


class Memory:
    """One thread's own: fighters' rows now, saved and for trials, what is known, dice, and room for the results."""

    def __init__(self, game: str, mind: Mind, fights: int) -> None:
        start = mind.start
        rows = np.array([flatten(one) for one in start.fighters], np.int64)
        self.in_pieces = mind.ways.in_pieces
        self.width = HEAD + EACH * len(rows)
        self.out = np.zeros((fights, self.width), np.int64)
        info = np.zeros(16, np.int64)
        most = max(1, max(b - a for a, b in zip(mind.first, mind.first[1:], strict=False)))
        info[COUNT], info[MASK], info[STRIDE], info[NUMBERS] = 0, FIRST_SLOTS - 1, most, rows.size
        like = mind.plans[0] if mind.plans else blank(mind.ways.plan_class)
        plans = [flatten(plan) for plan in mind.plans or (like,)]
        self.fresh = start._replace(fighters=Block(rows.copy(), "rows"))
        self.saved = Block(np.zeros(rows.size, np.int64), "saved")
        self.known = Known(
            policies=whole(mind.policies),
            first=whole(mind.first),
            plans=Block(np.array(plans, np.int64), PLANS + game),
            slots=Block(np.full(SLOTS, -1, np.int64), "known"),
            keys=nothing_yet(MOST_KNOWN),
            worths=nothing_yet((MOST_KNOWN + 1) * most),
            info=Block(info, "known"),
        )
        self.trial = Trial(
            start._replace(fighters=Block(rows.copy(), "start")),
            start._replace(fighters=Block(rows.copy(), "rows")),
            dice(),
        )
        self.table = dice()
        self.block = Block(self.out.reshape(-1), "out")

    def fight(self, run: Any, first: int, count: int, seed: int, rounds: int) -> Any:
        """``count`` fights from number ``first`` on: a row of numbers for each."""
        with compiling:
            if not run.signatures:
                with nullcontext() if self.in_pieces else in_one_piece():
                    self.call(run, first, 0, seed, rounds)
        self.call(run, first, count, seed, rounds)
        return self.out[:count].copy()

    def call(self, run: Any, first: int, count: int, seed: int, rounds: int) -> None:
        run(
            first,
            count,
            np.uint64(seed),
            rounds,
            self.fresh,
            self.saved,
            self.known,
            self.trial,
            self.table,
            self.block,
        )


def blank(kind: Any) -> Any:
    """A value of this kind that is all zeros."""
    if not hasattr(kind, "_fields"):
        return 0
    return kind(*(blank(one) for one in get_type_hints(kind).values()))


def whole(numbers: Any) -> Block:
    """A block of whole numbers that are looked up."""
    return Block(np.array(numbers, np.int64), "known")


def nothing_yet(count: int) -> Block:
    """Room for whole numbers, which takes memory as it is filled."""
    return Block(np.zeros(count, np.int64), "known")


def dice() -> FastTable:
    """A fast table without numpy arrays: a stream, and the first option for every choice."""
    return FastTable(Block(np.zeros(2, np.uint64), "dice"), Block(np.zeros(64, np.int64), "options"))
