"""How a fighter decides that nobody plays: one definition for play and for simulation, in the subset that numba compiles.

A policy proposes one thing after the other (:class:`~fracas.core.ways.Act`), the rules refuse what may not be done, and the
next is proposed: what may be done is written in the rules alone. What an attack is worth is what it takes on average when the
rules try it (:func:`fracas.core.mind.tried_out`), remembered by *aspect*: a whole number for all that an attack reads of both
fighters. A game gives its own part as :class:`~fracas.core.ways.Ways`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .encounter import Stand, metres_between
from .state import fighter
from .ways import (
    AID_BIT,
    AWAY_BIT,
    CLOSE_BIT,
    DONE,
    FURTHER,
    MOVE,
    NOBODY,
    NOTHING,
    READY,
    SPENT,
    STRIKE,
    UPKEEP_BIT,
    Act,
    Policy,
    Ways,
    first_plan,
    looked_up,
    nothing,
    own_act,
    plan_at,
    policy_of,
    worth_of,
)

# --------------------------------------------------------------------------------------------------------- geometry


def on_the_way(mine: Stand, other: Stand, metres: int, stop: int) -> tuple[int, int]:
    """The point at most ``metres`` on the way to another, ``stop`` metres before it at the nearest.

    >>> here = Stand(0, 0, 0, 1, 1, 0, 0, 0, 0, 0)
    >>> on_the_way(here, here._replace(x=10), 4, 2), on_the_way(here, here._replace(x=10), 40, 2)
    ((4, 0), (8, 0))
    """
    distance = metres_between(mine, other)
    step = min(metres, max(0, distance - stop))
    while step > 0:
        x = mine.x + nearest_whole((other.x - mine.x) * step, distance)
        y = mine.y + nearest_whole((other.y - mine.y) * step, distance)
        if metres_to(mine, x, y) <= metres:
            return x, y
        step -= 1
    return mine.x, mine.y


def away_from(mine: Stand, other: Stand, metres: int) -> tuple[int, int]:
    """The point ``metres`` further from another.

    >>> here = Stand(0, 0, 0, 1, 1, 0, 0, 0, 0, 0)
    >>> away_from(here, here._replace(x=3, y=4), 5)
    (-3, -4)
    """
    distance = max(1, metres_between(mine, other))
    dx, dy = mine.x - other.x, mine.y - other.y
    if dx == 0 and dy == 0:
        dx = distance
    step = metres
    while step > 0:
        x, y = mine.x + nearest_whole(dx * step, distance), mine.y + nearest_whole(dy * step, distance)
        if metres_to(mine, x, y) <= metres:
            return x, y
        step -= 1
    return mine.x, mine.y


def nearest_whole(number: int, by: int) -> int:
    """number / by, rounded to the nearest whole number (a half up).

    >>> nearest_whole(7, 2), nearest_whole(-7, 2), nearest_whole(5, 3)
    (4, -3, 2)
    """
    return (2 * number + by) // (2 * by)


def metres_to(mine: Stand, x: int, y: int) -> int:
    """How far a point is, in whole metres rounded up."""
    square = (mine.x - x) * (mine.x - x) + (mine.y - y) * (mine.y - y)
    root = int(float(square) ** 0.5)
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


# ------------------------------------------------------------------------------------------------------- the policies


def is_foe(fight: Any, i: int, j: int) -> bool:
    """Is ``j`` here, and on another side than ``i``?"""
    other = fighter(fight, j).stand
    return bool(other.here and other.side != fighter(fight, i).stand.side)


GENERAL = (
    on_the_way,
    away_from,
    nearest_whole,
    metres_to,
    nothing,
    own_act,
    is_foe,
)
"""The functions here that compiled policies call."""


def thinker(ways: Ways) -> tuple[Callable[[Any, int, int, Any], Act], tuple[Callable[..., Any], ...]]:
    """``think(fight, i, tried, mind)`` of one game: what ``i``, whose turn it is, tries next; ``tried`` is the mask of what
    was refused since the last thing done. And the functions that it calls."""
    dead, out, left, ready_of, stride = ways.dead, ways.out, ways.left, ways.ready, ways.stride
    badly_hurt, caught, further, upkeep, aid = ways.badly_hurt, ways.caught, ways.further, ways.upkeep, ways.aid
    pick, bound, fits, flees, points = ways.pick, ways.bound, ways.fits, ways.flees, ways.points
    upkeeps, urgent, settles, reach, declining = ways.upkeeps, ways.urgent, ways.settles, ways.reach, ways.declining

    def as_far(fight: Any, i: int) -> int:
        """It gets away as far as it moves."""
        return stride(fighter(fight, i))

    retreat = ways.retreat or as_far

    def foe_of(fight: Any, i: int, weakest: bool) -> int:
        """The foe who is nearest, or has the least left; those who can still act come first. NOBODY: all are dead."""
        found, best, best_out = NOBODY, 0, True
        mine = fighter(fight, i).stand
        for j in range(len(fight.fighters)):
            who = fighter(fight, j)
            if who.stand.here and who.stand.side != mine.side and not dead(who):
                dx, dy = who.stand.x - mine.x, who.stand.y - mine.y
                measure = left(who) if weakest else dx * dx + dy * dy
                is_out = out(who)
                if found == NOBODY or (best_out and not is_out) or (best_out == is_out and measure < best):
                    found, best, best_out = j, measure, is_out
        return found

    def strike_at(fight: Any, i: int, j: int, tried: int, ready: int, mind: Any) -> tuple[int, int, int]:
        """The best attack on ``j`` that was not refused: what it is worth (0: nothing), its place, whom it hits."""
        best, found, whom = 0, 0, 0
        first = first_plan(mind, i)
        known = looked_up(mind, fight, i, j)
        mine = fighter(fight, i)
        for place in range(first_plan(mind, i + 1) - first):
            plan = plan_at(mind, first + place)
            twice = further(mine, plan)
            if (tried >> place) & 1 or (ready == FURTHER and not twice) or not fits(mine, plan):
                continue
            mask = caught(fight, i, j, plan)
            worth = worth_of(mind, known, place) if mask == 1 << j else shared_worth(fight, i, mask, place, mind)
            if ready == READY and twice:
                worth *= 2
            if worth > best:
                best, found, whom = worth, place, mask
        return best, found, whom

    def shared_worth(fight: Any, i: int, mask: int, place: int, mind: Any) -> int:
        """What an attack on all of a mask is worth: those of one's own side count against it."""
        worth = 0
        for k in range(len(fight.fighters)):
            if (mask >> k) & 1 and not dead(fighter(fight, k)):
                one = worth_of(mind, looked_up(mind, fight, i, k), place)
                worth += one if is_foe(fight, i, k) else -one
        return worth

    def strike(fight: Any, i: int, foe: int, any_foe: bool, tried: int, ready: int, mind: Any) -> Act:
        """The best attack on the foe, or on any that can act; the bold spend points on it."""
        best, place, whom = strike_at(fight, i, foe, tried, ready, mind)
        target = foe
        if any_foe:
            for j in range(len(fight.fighters)):
                if j != foe and is_foe(fight, i, j) and not out(fighter(fight, j)):
                    worth, other, mask = strike_at(fight, i, j, tried, ready, mind)
                    if worth > best:
                        best, place, whom, target = worth, other, mask, j
        if best == 0:
            return nothing()
        plan = first_plan(mind, i) + place
        spent = points(fight, i, plan_at(mind, plan)) if policy_of(mind, i) == Policy.BOLD.value else 0
        return Act(STRIKE, place, plan, target, whom, 0, 0, spent)

    def settle(fight: Any, i: int, tried: int, first: int, end: int) -> Act:
        """The first of these upkeeps that can be tried."""
        for step in range(first, end):
            if not (tried >> (UPKEEP_BIT + step)) & 1:
                act = upkeep(fight, i, step)
                if act.do != NOTHING:
                    return act
        return nothing()

    def falls_back(fight: Any, i: int, foe: int, tried: int) -> Act:
        """What the cautious do when badly hurt: help their own, else get away."""
        if not (tried >> AID_BIT) & 1:
            helps = aid(fight, i)
            if helps.do != NOTHING:
                return Act(helps.do, AID_BIT, 0, helps.target, 0, helps.x, 0, 0)
        mine = fighter(fight, i)
        metres = retreat(fight, i)
        if (tried >> AWAY_BIT) & 1 or metres <= 0 or not mine.stand.placed:
            return nothing()
        x, y = away_from(mine.stand, fighter(fight, foe).stand, metres)
        if x == mine.stand.x and y == mine.stand.y:
            return nothing()
        return Act(MOVE, AWAY_BIT, 0, NOBODY, 0, x, y, 0)

    def closes_in(fight: Any, i: int, foe: int, tried: int) -> Act:
        """A move towards the foe, once a turn."""
        mine, other = fighter(fight, i).stand, fighter(fight, foe).stand
        if (tried >> CLOSE_BIT) & 1 or mine.moved > 0 or not mine.placed or not other.placed:
            return nothing()
        x, y = on_the_way(mine, other, stride(fighter(fight, i)), reach)
        if x == mine.x and y == mine.y:
            return nothing()
        return Act(MOVE, CLOSE_BIT, 0, NOBODY, 0, x, y, 0)

    def in_turn(fight: Any, i: int, policy: int, tried: int, mind: Any) -> Act:
        """What ``i`` tries next in its turn."""
        ready = ready_of(fighter(fight, i))
        foe = foe_of(fight, i, policy == Policy.WEAKEST.value)
        if foe == NOBODY:
            return nothing()
        act = nothing()
        if flees(fighter(fight, i)) or (policy == Policy.CAUTIOUS.value and badly_hurt(fighter(fight, i))):
            act = falls_back(fight, i, foe, tried)
        if act.do == NOTHING:
            act = settle(fight, i, tried, 0, urgent)
        if act.do == NOTHING and ready != SPENT:
            any_foe = policy == Policy.STRONGEST.value or policy == Policy.BOLD.value
            act = strike(fight, i, foe, any_foe, tried, ready, mind)
        if act.do == NOTHING and ready >= settles:
            act = settle(fight, i, tried, urgent, upkeeps)
        if act.do == NOTHING and ready == READY:
            act = closes_in(fight, i, foe, tried)
        return act

    def think(fight: Any, i: int, tried: int, mind: Any) -> Act:
        """What ``i`` tries next, or who is to act (``i`` is WAITING)."""
        if i < 0:
            return pick(fight, tried, mind)
        policy = policy_of(mind, i)
        foe = bound(fight, i)
        act = nothing()
        if foe != NOBODY:
            if policy != Policy.PASSIVE.value:
                act = strike(fight, i, foe, False, tried, READY, mind)
            return act if act.do != NOTHING else own_act(declining, 0, NOBODY, 0)
        if policy != Policy.PASSIVE.value:
            act = in_turn(fight, i, policy, tried, mind)
        if act.do == NOTHING:
            return Act(DONE, 0, 0, NOBODY, 0, 0, 0, 0)
        return act

    return think, (as_far, foe_of, strike_at, shared_worth, strike, settle, falls_back, closes_in, in_turn)
