"""What a game gives the policies (:class:`Ways`), what they propose (:class:`Act`), what they ask of what fighters know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from types import FunctionType
from typing import Any, NamedTuple

from .table import Table


class Policy(IntEnum):
    """Whom to attack, and how: by the names that encounter files and the command line use."""

    NEAREST = 0
    WEAKEST = 1
    STRONGEST = 2
    CAUTIOUS = 3
    PASSIVE = 4
    BOLD = 5


POLICIES = tuple(policy.name.lower() for policy in Policy)

NOTHING, STRIKE, DONE, MOVE, FIRST_OWN = 0, 1, 2, 3, 8
"""What an act does; a game's own numbers begin at FIRST_OWN."""

NOBODY = -1
UPKEEP_BIT, CLOSE_BIT, AWAY_BIT, AID_BIT = 40, 60, 61, 62
MOST_PLANS = 40
"""A fighter's attacks take the bits below UPKEEP_BIT of what was tried."""

READY, FURTHER, SPENT = 2, 1, 0
"""What is left of a turn: everything, another attack of the same action, or nothing."""


class Act(NamedTuple):
    """One thing to try: which ``plan`` (STRIKE) at which ``target`` or ``targets`` (mask), a move to ``x``, ``y``, or what
    else the game knows. ``bit`` is its place among what was tried; ``points``: what is spent on it, as a number of the
    game's own (0: nothing)."""

    do: int
    bit: int
    plan: int
    target: int
    targets: int
    x: int
    y: int
    points: int


def nothing() -> Act:
    """Nothing to try."""
    return Act(NOTHING, 0, 0, NOBODY, 0, 0, 0, 0)


def own_act(do: int, step: int, target: int, x: int) -> Act:
    """An act of the game's own (see :class:`Ways`), as its upkeep ``step``; ``x`` is a number that it needs (a slot)."""
    return Act(do, UPKEEP_BIT + step, 0, target, 0, x, 0, 0)


# --------------------------------------------------------------------------------------- where a game has nothing to say


def active(fight: Any) -> int:
    """Whose turn it is."""
    return fight.clock.active  # type: ignore[no-any-return]


def nobody_picked(fight: Any, tried: int, mind: Any) -> Act:
    """There is an order: nobody is picked."""
    return nothing()


def not_bound(fight: Any, i: int) -> int:
    """It is its own turn."""
    return NOBODY


def always_fits(who: Any, plan: Any) -> bool:
    """The rules alone say what may be done."""
    return True


def never_flees(who: Any) -> bool:
    """Nobody has to get away."""
    return False


def no_points(fight: Any, i: int, plan: Any) -> int:
    """Nothing is spent."""
    return 0


def as_it_is(fight: Any, i: int, act: Act, do: Any) -> Any:
    """There is one way to move."""
    return do


def rounds_loaded(who: Any) -> int:
    """The rounds in all weapons carried."""
    loaded = who.arms.loaded
    return loaded[0] + loaded[1] + loaded[2] + loaded[3]  # type: ignore[no-any-return]


def moved_to(do: Any) -> tuple[str, Mapping[str, Any]]:
    """A move as a record writes it."""
    return "move", {"to": [do.x, do.y]}


def not_spent(points: int) -> Mapping[str, Any]:
    """Points spent on an attack, as a record writes them."""
    return {}


IN_PYTHON = ("strikes", "plan_of", "choice_of", "move_of", "points_of")


@dataclass(frozen=True, kw_only=True)
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
    whose: Callable[[Any], int] = active
    """``whose(fight)``: who decides next; WAITING: somebody is to be picked."""
    pick: Callable[[Any, int, Any], Act] = nobody_picked
    """``pick(fight, tried, mind)``: who is picked, as the ``target`` of an act of the game's own."""
    bound: Callable[[Any, int], int] = not_bound
    """``bound(fight, i)``: at whom ``i`` may strike now, out of turn, or let it go (the act ``declining``); NOBODY: it has
    its turn."""
    fits: Callable[[Any, Any], bool] = always_fits
    """``fits(fighter, plan)``: False where the rules are sure to refuse the plan, or it would be a waste."""
    flees: Callable[[Any], bool] = never_flees
    """``flees(fighter)``: has it to get away, whatever its policy?"""
    points: Callable[[Any, int, Any], int] = no_points
    """``points(fight, i, plan)``: what the bold spend on an attack (see :class:`Act`)."""
    ammunition: Callable[[Any], int] = rounds_loaded
    """``ammunition(fighter)``: what it has left of what a simulation counts as it is spent."""
    further: Callable[[Any, Any], bool]
    """``further(fighter, plan)``: may this plan be a further attack of the same action?"""
    stride: Callable[[Any], int]
    """``stride(fighter)``: metres that it may still move."""
    retreat: Callable[[Any, int], int] | None = None
    """``retreat(fight, i)``: metres that it may get away (where it is not ``stride``)."""
    paced: Callable[[Any, int, Act, Any], Any] = as_it_is
    """``paced(fight, i, act, do)``: the decision to move with how it moves."""
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
    in_pieces: bool = False
    """Rules are linked from pieces (core/compiled/whole.py) in place of making each a part of its callers: large games
    compile in a fraction of the time."""
    move: Callable[[Any, Any, Table], Any]
    done: Callable[[Any, Any, Table], Any]
    begin: Callable[[Any, Any, Table], Any]
    """The game's decisions of these names."""

    # Whole numbers:
    upkeeps: int
    urgent: int = 0
    """So many of the upkeeps, the first ones, come before any attack."""
    settles: int = READY
    """What must be left of a turn for the other upkeeps."""
    declining: int = NOTHING
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
    move_of: Callable[[Any], tuple[str, Mapping[str, Any]]] = moved_to
    """``move_of(do)``: a decision to move as ``(do, details)``."""
    points_of: Callable[[int], Mapping[str, Any]] = not_spent
    """``points_of(points)``: the details that say what is spent on an attack."""

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """Everything here that compiled code calls."""
        named = (getattr(self, one.name) for one in fields(self) if one.name not in IN_PYTHON)
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
