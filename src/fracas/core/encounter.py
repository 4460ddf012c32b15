"""What every fight has: sides, places, a turn order, what of a turn is spent. Whole numbers; used by all games' rules.

A game's Fighter has a part ``stand`` (:class:`Stand`), its Fight a part ``clock`` (:class:`Clock`). As long as no turn
order runs (``clock.active`` is FREE) nothing is counted: single decisions, odds and case files need no order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from .state import evolve, fighter, with_fighter
from .table import Table

Fight = TypeVar("Fight")

FREE = -1
"""``clock.active`` while nobody has the turn: no turn order runs."""


WAITING = -2
"""``clock.active`` while a turn order runs and somebody is to be picked who acts next (games without initiative)."""


class Stand(NamedTuple):
    """How a fighter takes part: its ``side``, its point in whole metres (``placed`` 0: none is known), ``here`` (0: it has
    left, or has not come yet), ``order`` in the round (the highest first), whether it has ``acted`` in this round, and
    what it has spent in this turn: ``actions``, ``attacks`` still included in an action, metres ``moved``."""

    side: int
    x: int
    y: int
    placed: int
    here: int
    order: int
    acted: int
    actions: int
    attacks: int
    moved: int


class Clock(NamedTuple):
    """Whose turn it is (an index, FREE or WAITING), and whether the fight is ``over``."""

    active: int
    over: int


NO_CLOCK = Clock(FREE, 0)


class Arms(NamedTuple):
    """Up to four weapons carried: rounds ``loaded`` in each, and what its ``magazine`` holds (0: it needs none)."""

    loaded: tuple[int, int, int, int]
    magazine: tuple[int, int, int, int]


NO_ARMS = Arms((0, 0, 0, 0), (0, 0, 0, 0))
FROM_POINTS = -1
"""A decision's ``distance`` or ``metres`` where points say how far it is."""

INLINE = -1
"""The slot of an attack whose weapon is not one that the fighter carries: its ammunition is not counted."""


def metres_between(a: Stand, b: Stand) -> int:
    """The distance of two points in whole metres, rounded up.

    >>> here = Stand(0, 0, 0, 1, 1, 0, 0, 0, 0, 0)
    >>> metres_between(here, here._replace(x=3, y=4)), metres_between(here, here._replace(x=1, y=1))
    (5, 2)
    """
    square = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
    root = int(float(square) ** 0.5)
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


def forgotten(fight: Fight, first: int, nothing: Any) -> Fight:
    """The fight with what the last decision did forgotten: every fighter's ``outcome`` is ``nothing``; ``first`` is the
    first target of the next."""
    now: Any = fight
    for i in range(len(now.fighters)):
        now = with_fighter(now, i, evolve(fighter(now, i), outcome=nothing))  # unread: it must not tell states apart
    cleared: Fight = evolve(now, first=first)
    return cleared


def is_active(fight: Any, i: int) -> bool:
    """May ``i`` act as far as the turn order goes: it is its turn, or no order runs."""
    return bool(fight.clock.active == FREE or fight.clock.active == i)


def counts_turns(fight: Any) -> bool:
    """Does a turn order run?"""
    return fight.clock.active != FREE  # type: ignore[no-any-return]


def loaded_in(arms: Arms, slot: int) -> int:
    """Rounds in the weapon of this slot."""
    return arms.loaded[slot]


def with_loaded(arms: Arms, slot: int, rounds: int) -> Arms:
    """The arms with so many rounds in the weapon of this slot."""
    old = arms.loaded
    return evolve(
        arms,
        loaded=(
            rounds if slot == 0 else old[0],
            rounds if slot == 1 else old[1],
            rounds if slot == 2 else old[2],
            rounds if slot == 3 else old[3],
        ),
    )


def next_to_act(fight: Any) -> int:
    """Who is next in this round: here, not yet acted, the highest order (of equals the first); FREE: nobody."""
    found = FREE
    best = 0
    for i in range(len(fight.fighters)):
        stand = fighter(fight, i).stand
        if stand.here and not stand.acted and (found == FREE or stand.order > best):
            found = i
            best = stand.order
    return found


def one_side_left(fight: Any, down: Callable[[Any], bool]) -> bool:
    """Is there at most one side with somebody who is here and not down?"""
    first = FREE
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if who.stand.here and not down(who):
            if first == FREE:
                first = who.stand.side
            elif who.stand.side != first:
                return False
    return True


def all_fresh(fight: Fight) -> Fight:
    """The fight with nobody having acted: a new round."""
    now: Any = fight
    for i in range(len(now.fighters)):
        who = fighter(now, i)
        now = with_fighter(now, i, evolve(who, stand=evolve(who.stand, acted=0)))
    fresh: Fight = evolve(now, round=now.round + 1)
    return fresh


def takes_turn(fight: Fight, i: int) -> Fight:
    """The fight with ``i``'s turn beginning: nothing of it is spent."""
    now: Any = fight
    who = fighter(now, i)
    now = with_fighter(now, i, evolve(who, stand=evolve(who.stand, acted=1, actions=0, attacks=0, moved=0)))
    begun: Fight = evolve(now, clock=evolve(now.clock, active=i))
    return begun


MOST_PASSED = 1000
"""How many turns of fighters who cannot act may pass in one go."""


def pass_on(
    fight: Fight,
    starts: Callable[[Fight, int, Table], Fight],
    ends: Callable[[Fight, int, Table], Fight],
    awake: Callable[[Any], bool],
    down: Callable[[Any], bool],
    table: Table,
) -> Fight:
    """The turn of the active fighter (if any) ends, and the next one's starts who can act; those who cannot have their
    turn start and end. Rounds follow one another until one side alone stands.

    ``starts(fight, i, table)`` and ``ends(fight, i, table)`` are the game's own; ``awake(fighter)``: it decides for
    itself; ``down(fighter)``: it no longer counts for its side.
    """
    now: Any = fight
    if counts_turns(now):
        now = ends(now, now.clock.active, table)
    for _ in range(MOST_PASSED):
        if one_side_left(now, down):
            break
        i = next_to_act(now)
        if i == FREE:
            now = all_fresh(now)
            continue
        now = starts(takes_turn(now, i), i, table)
        if awake(fighter(now, i)):
            waiting: Fight = now
            return waiting
        now = ends(now, i, table)
    over: Fight = evolve(now, clock=evolve(now.clock, active=FREE, over=1))
    return over
