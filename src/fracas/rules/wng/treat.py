"""Blood, fire, poison, fear and terror: what they do in a turn, and the tests that end them or keep them off."""

from __future__ import annotations

from typing import NamedTuple

from ...core.dice import Dice
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, note, roll
from .budget import can_act, exert
from .conditions import afflict
from .damage import clean
from .harm import member_out
from .hazard import endures, given, harmed, tried
from .house import House
from .ids import ASK, RULE, decision, helper, rule
from .place import gone, may_reach
from .state import Action, Condition, Fight, Fighter, Skill
from .trial import Trial, skill_pool, tested

HELD_OFF = 3
"""The DN of a test that the decision gives no other."""
BLOOD = 4
"""The DN that stops bleeding."""


class Stabilise(NamedTuple):
    """Decision: ``by`` ends a ``condition`` (bleeding or poisoned; the first that there is: -1) of ``target``: another's by
    Medicae, its own by Toughness. ``number``: the DN (-1: the rule's)."""

    by: int
    target: int
    condition: int
    number: int
    dice: int
    dn: int
    reroll: int


class PutOut(NamedTuple):
    """Decision: ``by`` puts out the fire on ``target`` (itself or another)."""

    by: int
    target: int
    number: int
    dice: int
    dn: int
    reroll: int


class Resist(NamedTuple):
    """Decision: ``target`` tests its Resolve against fear or terror (a Condition)."""

    target: int
    condition: int
    number: int
    dice: int
    dn: int
    reroll: int


# ---------------------------------------------------------------------------------------------------------- in a turn


@rule(
    "wng.condition.bleeding",
    notes={"": ("who", "mortal"), "test": ("who", "icons", "number", "success"), "ends": ("who",)},
    source="seed 003, conditions",
)
def bleeds(fight: Fight, i: int, table: Table) -> Fight:
    """At the end of each turn 1 mortal wound; a Toughness test DN 4 of one's own or a Medicae test by a helper ends it."""
    who = fighter(fight, i)
    if who.conditions.bleeding == 0 or gone(who):
        return fight
    note(table, RULE.CONDITION_BLEEDING, i, who.conditions.bleeding)
    return with_fighter(fight, i, again(table, 1, bled, who, i, fight.house))


@helper
def bled(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """A turn's bleeding; a mob loses a member for each count."""
    return weakened(who, i, who.conditions.bleeding, who.conditions.bleeding, house, table)


@helper
def weakened(who: Fighter, i: int, mortal: int, members: int, house: House, table: Table) -> Fighter:
    """Mortal wounds, or of a mob so many members."""
    if not who.sheet.mob:
        return harmed(who, i, mortal, 0, house, table)
    before = who.harm.members
    for _ in range(members):
        who = member_out(who)
    return evolve(who, outcome=evolve(who.outcome, suffered=before - who.harm.members))


@rule(
    "wng.condition.onfire",
    notes={"": ("who", "mortal"), "test": ("who", "icons", "number", "success"), "out": ("who",)},
    asks=(ASK.HAZARD_D3__ONFIRE,),
    source="seed 003, conditions",
)
def burns(fight: Fight, i: int, table: Table) -> Fight:
    """At the start of each turn 1d3 mortal wounds; an Athletics test DN 3 puts the fire out."""
    who = fighter(fight, i)
    if who.conditions.onfire == 0 or gone(who):
        return fight
    return with_fighter(fight, i, again(table, 1, burnt, who, i, fight.house))


@helper
def burnt(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """A turn's fire; a mob loses a member for each count, without a die."""
    times = who.conditions.onfire
    mortal = times if who.sheet.mob else int(roll(table, Dice(times, 3, 0), ASK.HAZARD_D3__ONFIRE))
    note(table, RULE.CONDITION_ONFIRE, i, mortal)
    return weakened(who, i, mortal, times, house, table)


# ---------------------------------------------------------------------------------------------------------- ending it


@decision
def stabilise(fight: Fight, do: Stabilise, table: Table) -> Fight:
    """Bleeding or poison is treated; a success ends it, however often it was taken."""
    fight = clean(fight, do.target)
    can_act(fighter(fight, do.by), do.by, table)
    who = fighter(fight, do.target)
    condition = do.condition
    if condition < 0:
        condition = Condition.BLEEDING.value if who.conditions.bleeding > 0 else Condition.POISONED.value
    times = who.conditions.bleeding if condition == Condition.BLEEDING else who.conditions.poisoned
    if gone(who) or times == 0:
        return fight
    fight = exert(fight, do.by, Action.COMBAT.value, table)
    if do.by != do.target:
        may_reach(fight, do.by, do.target, table)
    number = do.number
    if number < 0:
        number = BLOOD if condition == Condition.BLEEDING else HELD_OFF
    by = again(table, 1, treats, fighter(fight, do.by), do, condition, number)
    fight = with_fighter(fight, do.by, evolve(by, outcome=evolve(by.outcome, hit=0)))
    who = fighter(fight, do.target)
    who = evolve(who, outcome=evolve(who.outcome, number=by.outcome.number, hit=by.outcome.hit))
    if by.outcome.hit:
        if condition == Condition.BLEEDING:
            note(table, RULE.CONDITION_BLEEDING__ENDS, do.target)
            who = evolve(who, conditions=evolve(who.conditions, bleeding=0))
        else:
            note(table, RULE.CONDITION_POISONED__ENDS, do.target)
            who = evolve(who, conditions=evolve(who.conditions, poisoned=0))
    return with_fighter(fight, do.target, who)


@helper
def treats(by: Fighter, do: Stabilise, condition: int, number: int, table: Table) -> Fighter:
    """The test of who treats: Toughness for oneself, Medicae for another (its outcome says whether it succeeded)."""
    if do.by == do.target:
        trial: Trial = endures(by, do.by, number, do.dice, do.dn, do.reroll, table)
    else:
        given(do.dice, do.dn, table)
        trial = tested(by, do.by, skill_pool(by, Skill.MEDICAE.value) + do.dice, number + do.dn, do.reroll, table)
    if condition == Condition.BLEEDING:
        note(table, RULE.CONDITION_BLEEDING__TEST, do.by, trial.icons, trial.number, trial.success)
    else:
        note(table, RULE.CONDITION_POISONED__TEST, do.by, trial.icons, trial.number, trial.success)
    return tried(trial, trial.success)


@decision
def put_out(fight: Fight, do: PutOut, table: Table) -> Fight:
    """The fire on somebody is put out, all of it (wng.condition.onfire)."""
    fight = clean(fight, do.target)
    can_act(fighter(fight, do.by), do.by, table)
    if gone(fighter(fight, do.target)) or fighter(fight, do.target).conditions.onfire == 0:
        return fight
    fight = exert(fight, do.by, Action.COMBAT.value, table)
    if do.by != do.target:
        may_reach(fight, do.by, do.target, table)
    by = again(table, 1, smothers, fighter(fight, do.by), do)
    fight = with_fighter(fight, do.by, evolve(by, outcome=evolve(by.outcome, hit=0)))
    who = fighter(fight, do.target)
    who = evolve(who, outcome=evolve(who.outcome, number=by.outcome.number, hit=by.outcome.hit))
    if by.outcome.hit:
        note(table, RULE.CONDITION_ONFIRE__OUT, do.target)
        who = evolve(who, conditions=evolve(who.conditions, onfire=0))
    return with_fighter(fight, do.target, who)


@helper
def smothers(by: Fighter, do: PutOut, table: Table) -> Fighter:
    """The test of who puts the fire out."""
    given(do.dice, do.dn, table)
    dice = skill_pool(by, Skill.ATHLETICS.value) + do.dice
    trial: Trial = tested(by, do.by, dice, do.number + do.dn, do.reroll, table)
    note(table, RULE.CONDITION_ONFIRE__TEST, do.by, trial.icons, trial.number, trial.success)
    return tried(trial, trial.success)


# ----------------------------------------------------------------------------------------------------- fear and terror


@decision
def resist(fight: Fight, do: Resist, table: Table) -> Fight:
    """Resolve against fear or terror; failed, it has the condition until the scene ends. The frenzied know neither."""
    fight = clean(fight, do.target)
    who = fighter(fight, do.target)
    if gone(who) or who.conditions.frenzied:
        return fight
    return with_fighter(fight, do.target, again(table, 1, shaken, who, do))


@helper
def shaken(who: Fighter, do: Resist, table: Table) -> Fighter:
    """The test of one's Resolve."""
    given(do.dice, do.dn, table)
    i = do.target
    trial: Trial = tested(who, i, who.sheet.resolve + do.dice, do.number + do.dn, do.reroll, table)
    if do.condition == Condition.TERROR:
        note(table, RULE.CONDITION_TERROR__TEST, i, trial.icons, trial.number, trial.success)
    else:
        note(table, RULE.CONDITION_FEAR__TEST, i, trial.icons, trial.number, trial.success)
    who = tried(trial, 1 - trial.success)
    if trial.success:
        return who
    if do.condition == Condition.TERROR:
        note(table, RULE.CONDITION_TERROR, i)
    return evolve(who, conditions=afflict(who.conditions, do.condition, 1))
