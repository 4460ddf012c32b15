"""Conditions: taking one on, and what they leave of a move or an action."""

from __future__ import annotations

from ...core.state import evolve
from ...core.table import Table, note, refuse
from .harm import dying, exhausted
from .ids import RULE, helper, rule
from .state import Condition, Conditions, Fighter, Pace


@helper
def afflict(c: Conditions, condition: int, times: int) -> Conditions:
    """The conditions with one more: bleeding, on fire, poisoned, fear, hindered and vulnerable add up, the others are
    on or off; the frenzied are immune to fear and pinning."""
    if condition == Condition.BLEEDING:
        return evolve(c, bleeding=c.bleeding + times)
    if condition == Condition.BLINDED:
        return evolve(c, blinded=1)
    if condition == Condition.FEAR:
        return evolve(c, fear=c.fear + (0 if c.frenzied else times))
    if condition == Condition.FRENZIED:
        return evolve(c, frenzied=1)
    if condition == Condition.HINDERED:
        return evolve(c, hindered=c.hindered + times)
    if condition == Condition.ONFIRE:
        return evolve(c, onfire=c.onfire + times)
    if condition == Condition.PINNED:
        return evolve(c, pinned=0 if c.frenzied else 1)
    if condition == Condition.POISONED:
        return evolve(c, poisoned=c.poisoned + times)
    if condition == Condition.PRONE:
        return evolve(c, prone=1)
    if condition == Condition.RESTRAINED:
        return evolve(c, restrained=1)
    if condition == Condition.STAGGERED:
        return evolve(c, staggered=1)
    if condition == Condition.TERROR:
        return evolve(c, terror=1)
    return evolve(c, vulnerable=c.vulnerable + times)


@rule(
    "wng.condition.staggered",
    notes={"": ("who", "speed"), "ends": ("who",), "refused": ("who",)},
    source="seed 003, conditions",
)
def may_stagger(who: Fighter, i: int, pace: int, table: Table) -> None:
    """Speed halved, no run or sprint, until the end of the next turn."""
    if not who.conditions.staggered:
        return
    if pace >= Pace.RUN:
        refuse(table, RULE.CONDITION_STAGGERED__REFUSED, i)
    note(table, RULE.CONDITION_STAGGERED, i, speed_of(who))


@helper
def speed_of(who: Fighter) -> int:
    """Speed in metres, as conditions leave it."""
    return who.sheet.speed // 2 if who.conditions.staggered else who.sheet.speed


@rule("wng.condition.exhausted", notes=("who",), source="seed 003, conditions")
def may_exert(who: Fighter, i: int, table: Table) -> None:
    """The Exhausted (wng.harm.exhausted) walk or crawl, make a basic attack or fall back; nothing else."""
    if dying(who):
        refuse(table, RULE.HARM_DYING__REFUSED, i)
    if exhausted(who):
        refuse(table, RULE.CONDITION_EXHAUSTED, i)


@rule(
    "wng.condition.restrained",
    notes={
        "": ("who",),
        "refused": ("who",),
        "test": ("who", "icons", "number", "success"),
        "free": ("who",),
        "ends": ("who",),
    },
    source="seed 003, conditions; facts 4.1",
)
def may_move_freely(who: Fighter, i: int, table: Table) -> None:
    """Cannot move, Defence -2. Who is entangled breaks free with a Strength test (DN 4), a Combat action."""
    if who.conditions.restrained:
        refuse(table, RULE.CONDITION_RESTRAINED__REFUSED, i)
