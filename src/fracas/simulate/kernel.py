"""Whole fights in compiled code: the loop, and what fighters know there. One kernel for each game, made from its ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import extending as _extending
from numba import njit

from ..core import policy as policies
from ..core import ways as minds
from ..core.compiled import jit
from ..core.compiled.disk import keep_on_disk
from ..core.compiled.memory import INLINE
from ..core.compiled.words import word_at
from ..core.game import Game
from ..core.generator import stream_of
from ..core.mind import FIRST_TRIES, TRIED_WITH, TRIES
from ..core.policy import thinker
from ..core.rule import Rulebook
from ..core.state import evolve, fighter
from ..core.ways import DONE, MOVE, STRIKE, Act, Ways

overload: Any = _extending.overload
KEYS = 64
"""More than the fighters of any fight: keys of what is known are aspect, attacker and target in one number."""

MOST_KNOWN, SLOTS = 1 << 17, 1 << 20
COUNT, MASK, STRIDE, NUMBERS, NOTHING_TRIED, MISSED, KEY, BY, TARGET, CODE = range(10)
"""In ``info``: how many keys are known, the mask of slots, worths for each key, numbers of all fighters' rows, 0; and
what a policy asked for that is not known yet."""
FIRST_SLOTS = 1 << 8
MOST_DECISIONS = 100_000
HEAD, EACH = 4, 3
"""What is kept of a fight: HEAD numbers (winner, round, decisions, first hurt), then EACH for every fighter (how it
is, what it has left, rounds fired)."""

REFUSED = -(1 << 40)
"""What a plan takes that the rules refuse."""

UP, OUT, DEAD = 0, 1, 2
NOBODY_LEFT, UNDECIDED = -1, -2
"""The winner of a fight in which all are down, and of one that reached its round limit."""


class Known(NamedTuple):
    """What compiled fighters know: blocks of policies, plans (``first`` of each fighter, rows), and a hash table of what
    the plans were worth. Small, since it goes with every call."""

    policies: Any
    first: Any
    plans: Any
    slots: Any
    keys: Any
    worths: Any
    info: Any


class Trial(NamedTuple):
    """What tries need: the fight at its ``start``, one to try in (``fight``), and dice."""

    start: Any
    fight: Any
    table: Any


PLANS = "plans of "
"""The kind of a block of plans is this and the game's name."""

PLAN_CLASSES: dict[str, type] = {}


def inlined(function: Callable[..., Any]) -> None:
    """Let compiled code call this plain function, as a part of whoever calls it."""
    if function in jit._DONE:
        return
    jit._DONE.add(function)

    @overload(function, strict=False, jit_options=INLINE)
    def source(*args: Any, **kwargs: Any) -> Any:
        jit.COMPILED.add(function)
        return function


def inline_book(book: Rulebook) -> None:
    """As compile_book, but every function a part of whoever calls it."""
    for rule in book.rules.values():
        inlined(rule.function)
    for function in (*book.helpers, *book.tellers, *book.decisions):
        inlined(function)


@njit
def copied(to: Any, source: Any, numbers: int) -> None:
    """Copy a block's numbers to another."""
    for place in range(numbers):
        to[place] = source[place]


# ---------------------------------------------------------------------------------------- what is known, in blocks


@overload(minds.policy_of, strict=False, jit_options=INLINE)
def _policy_of(mind: Any, i: Any) -> Any:
    return lambda mind, i: mind.policies[i]


@overload(minds.first_plan, strict=False, jit_options=INLINE)
def _first_plan(mind: Any, i: Any) -> Any:
    return lambda mind, i: mind.first[i]


@overload(minds.plan_at, strict=False, jit_options=INLINE)
def _plan_at(mind: Any, plan: Any) -> Any:
    block = mind[mind.fields.index("plans")]
    names: dict[str, Any] = {}
    paths, text = jit._numbers(PLAN_CLASSES[block.kind], "", names)
    made = text.format(*(f"rows[plan, {place}]" for place in range(len(paths))))
    return jit.written(f"def impl(mind, plan):\n    rows = mind.plans\n    return {made}\n", "impl", names)


@overload(minds.worth_of, strict=False, jit_options=INLINE)
def _worth_of(mind: Any, known: Any, place: Any) -> Any:
    return lambda mind, known, place: mind.worths[known + place]


@njit
def slot_for(key: int, slots: Any, keys: Any, mask: int) -> int:
    """Where a key stands, or the empty slot where it would."""
    slot = (key * 0x9E3779B97F4A7C1) >> 20 & mask
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@njit
def forget(known: Known) -> None:
    """Nothing is known."""
    for slot in range(SLOTS):
        known.slots[slot] = -1
    known.info[COUNT] = 0
    known.info[MASK] = FIRST_SLOTS - 1


@njit
def keep(known: Known, key: int) -> int:
    """A new place for what is known under this key."""
    count = known.info[COUNT]
    if 4 * count >= known.info[MASK]:
        known.info[MASK] = 4 * known.info[MASK] + 3
        for slot in range(known.info[MASK] + 1):
            known.slots[slot] = -1
        for old in range(count):
            known.slots[slot_for(known.keys[old], known.slots, known.keys, known.info[MASK])] = old
    known.keys[count] = key
    known.slots[slot_for(key, known.slots, known.keys, known.info[MASK])] = count
    known.info[COUNT] = count + 1
    return count  # type: ignore[no-any-return]


# ------------------------------------------------------------------------------------------------------ the kernel


_MADE: dict[str, Any] = {}


def kernel_of(game: Game, ways: Ways) -> Any:
    """The kernel of a game, made once."""
    if game.name not in _MADE:
        PLAN_CLASSES[PLANS + game.name] = ways.plan_class
        run = kernel(game.book, ways, PLANS + game.name)
        keep_on_disk(run, f"simulate-{game.name}", "core", f"rules/{game.name}", "simulate")
        _MADE[game.name] = run
    return _MADE[game.name]


def kernel(book: Rulebook, ways: Ways, plans: str) -> Any:
    """``run(first, count, seed, rounds, fight, saved, known, trial, table, out)`` of one game: ``count`` fights from
    number ``first`` on, each from ``trial.start``, one row of ``out`` for each."""
    (jit.compile_book if ways.in_pieces else inline_book)(book)
    think, parts = thinker(ways)
    functions: tuple[Any, ...] = (*policies.GENERAL, *parts, think, *ways.functions)
    for function in functions:
        # what is forced into its callers forces all that it calls, which would then be compiled in both ways
        (jit.jitable if ways.in_pieces else inlined)(function)
    perform, other_act, move, done, begin = ways.perform, ways.other_act, ways.move, ways.done, ways.begin
    aspect, staged, taken, whose, paced = ways.aspect, ways.staged, ways.taken, ways.whose, ways.paced
    moving, ending, beginning = ways.moving, ways.ending, ways.beginning
    dead, down, left, ammunition = ways.dead, ways.down, ways.left, ways.ammunition
    tried_with = np.array([stream_of(TRIED_WITH, number) for number in range(TRIES)], np.uint64)
    stages = np.array([0, FIRST_TRIES, TRIES])

    @njit(error_model="numpy")
    def strikes(fight: Any, act: Act, known: Any, table: Any) -> Any:
        return perform(fight, act, minds.plan_at(known, act.plan), table)

    @njit(error_model="numpy")
    def moves(fight: Any, i: int, act: Act, table: Any) -> Any:
        return move(fight, paced(fight, i, act, evolve(moving, by=i, x=act.x, y=act.y)), table)

    @njit(error_model="numpy")
    def others(fight: Any, i: int, act: Act, table: Any) -> Any:
        return other_act(fight, i, act, table)

    @njit(error_model="numpy")
    def begins(fight: Any, table: Any) -> Any:
        return begin(fight, beginning, table)

    @njit(error_model="numpy")
    def ends(fight: Any, i: int, table: Any) -> Any:
        return done(fight, evolve(ending, by=i), table)

    @njit(error_model="numpy")
    def tried(known: Any, trial: Any, plan: int, begin: int, end: int) -> int:
        """What a plan takes from the target asked for in these tries (see tries_of)."""
        by, target, code = known.info[BY], known.info[TARGET], known.info[CODE]
        rows = trial.fight.fighters
        total = 0
        for number in range(begin, end):
            copied(rows, trial.start.fighters, known.info[NUMBERS])
            fight = staged(trial.fight, by, target, code)
            trial.table.stream[0] = tried_with[number]
            trial.table.stream[1] = np.uint64(0)
            refused = False
            try:
                fight = strikes(fight, Act(STRIKE, 0, plan, target, 1 << target, 0, 0, 0), known, trial.table)
            except Exception:
                refused = True
            if refused:
                return REFUSED
            total += taken(fight, target)
        return total

    @njit(error_model="numpy")
    def learn(known: Any, trial: Any) -> None:
        """Try all plans of by at target, each with the same dice; the twin of :func:`fracas.core.mind.tried_out`. It is not
        called from where it is missed, so that the policies need not be compiled together with all the rules."""
        if known.info[COUNT] == MOST_KNOWN:
            forget(known)
        at = keep(known, known.info[KEY]) * known.info[STRIDE]
        known.info[MISSED] = 0
        first, end = known.first[known.info[BY]], known.first[known.info[BY] + 1]
        best = 0
        for plan in range(first, end):
            total = tried(known, trial, plan, stages[0], stages[1])
            known.worths[at + plan - first] = total
            best = max(best, total)
        for plan in range(first, end):
            total = known.worths[at + plan - first]
            if total == REFUSED:
                known.worths[at + plan - first] = 0
            elif 2 * total < best:
                known.worths[at + plan - first] = total * TRIES // FIRST_TRIES
            else:
                more = tried(known, trial, plan, stages[1], stages[2])
                known.worths[at + plan - first] = 0 if more == REFUSED else total + more

    @overload(minds.looked_up, strict=False, jit_options=jit.OPTIONS if ways.in_pieces else INLINE)
    def _looked_up(mind: Any, fight: Any, by: Any, target: Any) -> Any:
        if mind[mind.fields.index("plans")].kind != plans:
            return None

        def look(mind: Any, fight: Any, by: int, target: int) -> int:
            code = aspect(fight, by, target)
            key = (code * KEYS + by) * KEYS + target
            at = mind.slots[slot_for(key, mind.slots, mind.keys, mind.info[MASK])]
            if at >= 0:
                return at * mind.info[STRIDE]  # type: ignore[no-any-return]
            mind.info[MISSED] = 1
            mind.info[KEY] = key
            mind.info[BY] = by
            mind.info[TARGET] = target
            mind.info[CODE] = code
            return MOST_KNOWN * mind.info[STRIDE]  # type: ignore[no-any-return]

        return look

    @njit(error_model="numpy")
    def thinks(fight: Any, i: int, tried: int, known: Any) -> Act:
        return think(fight, i, tried, known)

    @njit(error_model="numpy")
    def ended(fight: Any, decisions: int, hurt: int, out: Any, at: int) -> None:
        """What is kept of a fight."""
        winner = NOBODY_LEFT if fight.clock.over else UNDECIDED
        for i in range(len(fight.fighters)):
            who = fighter(fight, i)
            is_down = down(who) or not who.stand.here
            if fight.clock.over and not is_down:
                winner = who.stand.side
            out[at + HEAD + EACH * i] = DEAD if dead(who) else OUT if is_down else UP
            out[at + HEAD + EACH * i + 1] = left(who)
        out[at] = winner
        out[at + 1] = fight.round
        out[at + 2] = decisions
        out[at + 3] = hurt

    @njit(error_model="numpy")
    def stock(fight: Any, i: int) -> int:
        return ammunition(fighter(fight, i)) if i >= 0 else 0

    @njit(nogil=True, error_model="numpy")
    def run(
        first: int,
        count: int,
        seed: int,
        rounds: int,
        fresh: Any,
        saved: Any,
        known: Any,
        trial: Any,
        table: Any,
        out: Any,
    ) -> None:
        rows = fresh.fighters
        numbers = known.info[NUMBERS]
        for number in range(count):
            at = number * (HEAD + EACH * len(rows))
            for i in range(len(rows)):
                out[at + HEAD + EACH * i + 2] = 0
            copied(rows, trial.start.fighters, numbers)
            table.stream[0] = word_at(seed, first + number + 1)
            table.stream[1] = np.uint64(0)
            fight = begins(fresh, table)
            hurt, tried, decisions = -1, known.info[NOTHING_TRIED], 1
            while not fight.clock.over and fight.round <= rounds and decisions < MOST_DECISIONS:
                i = whose(fight)
                act = thinks(fight, i, tried, known)
                while known.info[MISSED]:
                    learn(known, trial)
                    act = thinks(fight, i, tried, known)
                if act.do == DONE:
                    fight = ends(fight, i, table)
                else:
                    copied(saved, rows, numbers)
                    before = stock(fight, i)
                    counter = table.stream[1]
                    refused = False
                    try:
                        if act.do == STRIKE:
                            fight = strikes(fight, act, known, table)
                        elif act.do == MOVE:
                            fight = moves(fight, i, act, table)
                        else:
                            fight = others(fight, i, act, table)
                    except Exception:
                        refused = True
                    if refused:
                        copied(rows, saved, numbers)
                        table.stream[1] = counter
                        if (tried >> act.bit) & 1:
                            break
                        tried |= 1 << act.bit
                        continue
                    if before > stock(fight, i):
                        out[at + HEAD + EACH * i + 2] += before - stock(fight, i)
                decisions += 1
                tried = known.info[NOTHING_TRIED]
                if hurt < 0:
                    for j in range(len(rows)):
                        if hurt < 0 and left(fighter(fight, j)) < left(fighter(trial.start, j)):
                            hurt = j
            ended(fight, decisions, hurt, out, at)

    return run
