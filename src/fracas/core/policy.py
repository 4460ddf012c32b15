"""How a fighter decides that nobody plays: one definition for play and for simulation, in the subset that numba compiles.

A policy proposes one thing after the other (:class:`Act`), the rules refuse what may not be done, and the next is proposed:
what may be done is written in the rules alone. What an attack is worth is what it takes on average when the rules try it
(:func:`tried_out`), remembered by *aspect*: a whole number for all that an attack reads of both fighters. A game gives its
own part as :class:`Ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from types import FunctionType
from typing import Any, NamedTuple

from .encounter import Stand, metres_between
from .errors import FracasError
from .game import Fighters, Game, decide
from .generator import stream_of
from .state import evolve, fighter
from .table import SeededTable, Table


class Policy(IntEnum):
    """Whom to attack, and how: by the names that encounter files and the command line use."""

    NEAREST = 0
    WEAKEST = 1
    STRONGEST = 2
    CAUTIOUS = 3
    PASSIVE = 4


POLICIES = tuple(policy.name.lower() for policy in Policy)

NOTHING, STRIKE, DONE, MOVE, FIRST_OWN = 0, 1, 2, 3, 8
"""What an act does; a game's own numbers begin at FIRST_OWN."""

NOBODY = -1
UPKEEP_BIT, CLOSE_BIT, AWAY_BIT, AID_BIT = 40, 60, 61, 62
MOST_PLANS = 40
"""A fighter's attacks take the bits below UPKEEP_BIT of what was tried."""

READY, FURTHER, SPENT = 2, 1, 0
"""What is left of a turn: everything, another attack of the same action, or nothing."""

TRIES = 100
"""How often an attack is tried to see what it is worth: with the same dice for all, so that they compare fairly."""

TRIED_WITH = 2**62
"""The seed of those tries."""


class Act(NamedTuple):
    """One thing to try: which ``plan`` (STRIKE) at which ``target`` or ``targets`` (mask), a move to ``x``, ``y``, or what
    else the game knows. ``bit`` is its place among what was tried."""

    do: int
    bit: int
    plan: int
    target: int
    targets: int
    x: int
    y: int


@dataclass(frozen=True)
class Ways:
    """What one game gives. Functions in the numba subset, which compiled policies call:"""

    perform: Callable[[Any, Act, Any, Table], Any]
    """``perform(fight, act, plan, table)``: the fight after an attack as planned, or a refusal."""
    other_act: Callable[[Any, int, Act, Table], Any]
    """``other_act(fight, i, act, table)``: the fight after an act of the game's own."""
    upkeep: Callable[[Any, int, int], Act]
    """``upkeep(fight, i, step)``: the step-th thing to try when no attack can be made (NOTHING: not now)."""
    aid: Callable[[Any, int], Act]
    """``aid(fight, i)``: help for one's own side, or NOTHING."""
    ready: Callable[[Any], int]
    """``ready(fighter)``: READY, FURTHER or SPENT."""
    further: Callable[[Any, Any], bool]
    """``further(fighter, plan)``: may this plan be a further attack of the same action?"""
    stride: Callable[[Any], int]
    """``stride(fighter)``: metres that it may still move."""
    left: Callable[[Any], int]
    """``left(fighter)``: what it can still take."""
    dead: Callable[[Any], bool]
    out: Callable[[Any], bool]
    """Dead, unconscious, or unable to act for now: not the first to be shot at."""
    down: Callable[[Any], bool]
    """Does it no longer count for its side?"""
    badly_hurt: Callable[[Any], bool]
    caught: Callable[[Any, int, int, Any], int]
    """``caught(fight, by, target, plan)``: the mask of all that a plan aimed at the target would hit."""
    aspect: Callable[[Any, int, int], int]
    """``aspect(fight, by, target)``: all that an attack reads of both, in one whole number from 0."""
    staged: Callable[[Any, int, int, int], Any]
    """``staged(fight, by, target, aspect)``: a fight at its start with the two fighters as the aspect says."""
    taken: Callable[[Any, int], int]
    """``taken(fight, target)``: what the last decision took from the target, as a number to compare."""
    helpers: tuple[Callable[..., Any], ...]
    """What these functions call and no rulebook has."""
    apart: tuple[Callable[..., Any], ...]
    """Large rules that are compiled once, apart, and not into each of their callers."""
    move: Callable[[Any, Any, Table], Any]
    done: Callable[[Any, Any, Table], Any]
    begin: Callable[[Any, Any, Table], Any]
    """The game's decisions of these names."""

    # Whole numbers:
    upkeeps: int
    reach: int
    """Closing in stops so many metres away."""
    moving: Any
    ending: Any
    beginning: Any
    """The decisions, to be filled in (``by``, ``x``, ``y``)."""

    # And in Python alone:
    plan_class: type
    strikes: Callable[[Mapping[str, Any]], list[tuple[str, Mapping[str, Any]]]]
    """``strikes(form)``: the attacks that a fighter with this form can think of, as ``(do, details)``."""
    plan_of: Callable[[str, Any, Mapping[str, Any]], Any]
    """``plan_of(do, decision, details)``: the plan of whole numbers for a decision built with any target."""
    choice_of: Callable[[Act, Any, tuple[str, ...], tuple[Mapping[str, Any], ...], int], tuple[Any, ...]]
    """``choice_of(act, fight, ids, forms, i)``: an act of the game's own as ``(do, by, target, details)``."""

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """Everything here that compiled code calls."""
        named = (getattr(self, one.name) for one in fields(self) if one.name not in ("strikes", "plan_of", "choice_of"))
        return (*(one for one in named if isinstance(one, FunctionType)), *self.helpers)


# ------------------------------------------------------------------------------------------------- what a mind can ask


def policy_of(mind: Any, i: int) -> int:
    """The policy of a fighter."""
    return mind.policies[i]  # type: ignore[no-any-return]


def first_plan(mind: Any, i: int) -> int:
    """The first of a fighter's plans; the first of the next fighter's ends them."""
    return mind.first[i]  # type: ignore[no-any-return]


def plan_at(mind: Any, plan: int) -> Any:
    """A plan's numbers."""
    return mind.plans[plan]


def looked_up(mind: Any, fight: Any, by: int, target: int) -> Any:
    """What is known of by's attacks on target as both are now: for :func:`worth_of`."""
    return mind.look(fight, by, target)


def worth_of(mind: Any, known: Any, place: int) -> int:
    """What the ``place``-th of the attacker's plans is worth."""
    return known[place]  # type: ignore[no-any-return]


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


def nothing() -> Act:
    """Nothing to try."""
    return Act(NOTHING, 0, 0, NOBODY, 0, 0, 0)


def own_act(do: int, step: int, target: int, x: int) -> Act:
    """An act of the game's own (see :class:`Ways`), as its upkeep ``step``; ``x`` is a number that it needs (a slot)."""
    return Act(do, UPKEEP_BIT + step, 0, target, 0, x, 0)


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
    upkeeps, reach = ways.upkeeps, ways.reach

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
            if (tried >> place) & 1 or (ready == FURTHER and not twice):
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

    def strike(fight: Any, i: int, foe: int, tried: int, ready: int, mind: Any) -> Act:
        """The best attack on the foe; for the strongest policy on any that can act."""
        best, place, whom = strike_at(fight, i, foe, tried, ready, mind)
        target = foe
        if policy_of(mind, i) == Policy.STRONGEST.value:
            for j in range(len(fight.fighters)):
                if j != foe and is_foe(fight, i, j) and not out(fighter(fight, j)):
                    worth, other, mask = strike_at(fight, i, j, tried, ready, mind)
                    if worth > best:
                        best, place, whom, target = worth, other, mask, j
        if best == 0:
            return nothing()
        return Act(STRIKE, place, first_plan(mind, i) + place, target, whom, 0, 0)

    def falls_back(fight: Any, i: int, foe: int, tried: int) -> Act:
        """What the cautious do when badly hurt: help their own, else get away."""
        if not (tried >> AID_BIT) & 1:
            helps = aid(fight, i)
            if helps.do != NOTHING:
                return Act(helps.do, AID_BIT, 0, helps.target, 0, helps.x, 0)
        mine = fighter(fight, i)
        metres = stride(mine)
        if (tried >> AWAY_BIT) & 1 or metres <= 0 or not mine.stand.placed:
            return nothing()
        x, y = away_from(mine.stand, fighter(fight, foe).stand, metres)
        if x == mine.stand.x and y == mine.stand.y:
            return nothing()
        return Act(MOVE, AWAY_BIT, 0, NOBODY, 0, x, y)

    def closes_in(fight: Any, i: int, foe: int, tried: int) -> Act:
        """A move towards the foe, once a turn."""
        mine, other = fighter(fight, i).stand, fighter(fight, foe).stand
        if (tried >> CLOSE_BIT) & 1 or mine.moved > 0 or not mine.placed or not other.placed:
            return nothing()
        x, y = on_the_way(mine, other, stride(fighter(fight, i)), reach)
        if x == mine.x and y == mine.y:
            return nothing()
        return Act(MOVE, CLOSE_BIT, 0, NOBODY, 0, x, y)

    def think(fight: Any, i: int, tried: int, mind: Any) -> Act:
        """What ``i`` tries next."""
        policy = policy_of(mind, i)
        ready = ready_of(fighter(fight, i))
        foe = NOBODY if policy == Policy.PASSIVE.value else foe_of(fight, i, policy == Policy.WEAKEST.value)
        act = nothing()
        if foe != NOBODY:
            if policy == Policy.CAUTIOUS.value and badly_hurt(fighter(fight, i)):
                act = falls_back(fight, i, foe, tried)
            if act.do == NOTHING and ready != SPENT:
                act = strike(fight, i, foe, tried, ready, mind)
            if act.do == NOTHING and ready == READY:
                for step in range(upkeeps):
                    if act.do == NOTHING and not (tried >> (UPKEEP_BIT + step)) & 1:
                        act = upkeep(fight, i, step)
                if act.do == NOTHING:
                    act = closes_in(fight, i, foe, tried)
        if act.do == NOTHING:
            return Act(DONE, 0, 0, NOBODY, 0, 0, 0)
        return act

    return think, (foe_of, strike_at, shared_worth, strike, falls_back, closes_in)


# --------------------------------------------------------------------------------------------------- minds in Python


class QuietTable(SeededTable):
    """App dice without notes, for tries and for the Python twin of a simulation."""

    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        pass

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        pass


def tried_out(ways: Ways, start: Any, by: int, target: int, aspect: int, plan: Any) -> int:
    """What a plan takes from the target in all its tries; 0 where the rules refuse it."""
    staged = ways.staged(start, by, target, aspect)
    act = Act(STRIKE, 0, 0, target, 1 << target, 0, 0)
    total = 0
    for number in range(TRIES):
        try:
            after = ways.perform(staged, act, plan, QuietTable(stream_of(TRIED_WITH, number)))
        except FracasError:
            return 0
        total += ways.taken(after, target)
    return total


class Mind:
    """What fighters know in Python: their policies, their plans, and what each was worth so far."""

    def __init__(self, ways: Ways, start: Any, policies: Sequence[int], plans: Plans) -> None:
        self.ways, self.start, self.policies = ways, start, policies
        self.first, self.plans, self.decisions = plans
        self.known: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.think = thinker(ways)[0]

    def look(self, fight: Any, by: int, target: int) -> tuple[int, ...]:
        """What by's plans at target are worth."""
        key = by, target, self.ways.aspect(fight, by, target)
        if key not in self.known:
            plans = self.plans[self.first[by] : self.first[by + 1]]
            self.known[key] = tuple(tried_out(self.ways, self.start, *key, plan) for plan in plans)
        return self.known[key]

    def choice(self, act: Act, fight: Any, fighters: Fighters, i: int) -> tuple[Any, ...]:
        """An act as a record writes it: ``(do, by, target, details, targets)``."""
        ids = fighters.ids
        if act.do == DONE:
            return "done", ids[i], None, {}, ()
        if act.do == MOVE:
            return "move", ids[i], None, {"to": [act.x, act.y]}, ()
        if act.do != STRIKE:
            return (*self.ways.choice_of(act, fight, ids, fighters.forms, i), ())
        do, details = self.decisions[act.plan]
        if act.targets == 1 << act.target:
            return do, ids[i], ids[act.target], details, ()
        others = [j for j in range(len(ids)) if (act.targets >> j) & 1 and j != act.target]
        return do, ids[i], None, details, tuple(ids[j] for j in (act.target, *others))


def perform_act(ways: Ways, fight: Any, i: int, act: Act, mind: Mind, table: Table) -> Any:
    """The fight after an act, without a record; the Python twin of what compiled code does."""
    if act.do == STRIKE:
        return ways.perform(fight, act, plan_at(mind, act.plan), table)
    if act.do == DONE:
        return ways.done(fight, evolve(ways.ending, by=i), table)
    if act.do == MOVE:
        return ways.move(fight, evolve(ways.moving, by=i, x=act.x, y=act.y), table)
    return ways.other_act(fight, i, act, table)


class Plans(NamedTuple):
    """The plans of all fighters: where each one's begin (and where the last one's end), the plans, and as what decisions a
    record writes them: ``(do, details)``."""

    first: tuple[int, ...]
    plans: tuple[Any, ...]
    decisions: tuple[tuple[str, Mapping[str, Any]], ...]


def plans_of(game: Game, ways: Ways, fighters: Fighters) -> Plans:
    """Every attack that a fighter can think of and that its form allows."""
    first, plans, decisions = [0], [], []
    for i, (id, form) in enumerate(zip(fighters.ids, fighters.forms, strict=True)):
        other = fighters.ids[i - 1] if i else fighters.ids[-1]
        for do, details in ways.strikes(form)[:MOST_PLANS]:
            try:
                decision = decide(game, fighters, do, id, other, dict(details))
            except FracasError:
                continue
            plans.append(ways.plan_of(do, decision, details))
            decisions.append((do, details))
        first.append(len(plans))
    return Plans(tuple(first), tuple(plans), tuple(decisions))
