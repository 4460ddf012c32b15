"""A turn: the death save, then the roll to come round; and stabilising."""

from __future__ import annotations

from enum import IntEnum

from ...core.dice import Dice
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, compare, note, refuse
from .ids import ASK, RULE, decision, helper, rule
from .saves import death_save, recover
from .state import NO_OUTCOME, Fight, Fighter, NewRound, Skill, Stabilise, Turn
from .wearing import may_wear
from .wounds import MORTAL_0, level_of

D10 = Dice(1, 10, 0)


class Aid(IntEnum):
    """Where somebody is stabilised."""

    NONE = 0
    HOSPITAL = 1
    AMBULANCE = 2
    TANK = 3


@decision
def turn(fight: Fight, do: Turn, table: Table) -> Fight:
    """The whole turn of one fighter: it starts, nothing else is decided, it ends."""
    fight = evolve(fight, outcome=NO_OUTCOME)
    who = fighter(fight, do.by)
    if who.wounds.dead:
        return fight
    may_wear(who, do.by, fight.house, table)
    if not who.wounds.stable:
        who = death_save(who, do.by, -1, fight.house, table)
    if who.wounds.stunned and not who.wounds.dead:
        who = recover(who, do.by, table)
    return with_fighter(fight, do.by, who)


@decision
def new_round(fight: Fight, do: NewRound, table: Table) -> Fight:
    """A new round begins."""
    return evolve(fight, outcome=NO_OUTCOME, round=fight.round + 1)


@helper
def may_act(by: Fighter, i: int, table: Table) -> None:
    """The dead and the stunned are refused."""
    if by.wounds.dead:
        refuse(table, RULE.SAVE_DEATH__REFUSED, i)
    if by.wounds.stunned:
        refuse(table, RULE.SAVE_STUN__REFUSED, i)


@decision
@rule(
    "cp2020.stabilise",
    notes={
        "": ("who", "tech", "skill_level", "bonus", "damage", "success"),
        "refused": ("who",),
        "self": ("who",),
    },
    asks=(ASK.STABILISE,),
    source="seed 000, Stabilising; facts 1.11",
)
def stabilise(fight: Fight, do: Stabilise, table: Table) -> Fight:
    """Anybody but the wounded: TECH + medical skill + d10 at least all damage taken. +5 hospital and surgery, +3
    trauma ambulance, +3 life-suspension tank. Then no more death saves until hurt to a mortal level again. 20 points
    need 20."""
    fight = evolve(fight, outcome=NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead:
        return fight
    may_wear(target, do.target, fight.house, table)
    may_wear(by, do.by, fight.house, table)
    if do.by == do.target:
        refuse(table, RULE.STABILISE__SELF, do.target)
    may_act(by, do.by, table)
    if level_of(target.wounds.damage) < MORTAL_0:
        refuse(table, RULE.STABILISE__REFUSED, do.target)
    skill = max(by.sheet.skills[Skill.FIRST_AID.value], by.sheet.skills[Skill.MEDICAL_TECH.value])
    bonus = do.modifier + (5 if do.aid == Aid.HOSPITAL else 3 if do.aid != Aid.NONE else 0)
    damage = target.wounds.damage
    success = compare(table, D10, by.sheet.tech + skill + bonus, damage, ASK.STABILISE) >= 0
    note(table, RULE.STABILISE, do.target, by.sheet.tech, skill, bonus, damage, 1 if success else 0)
    if not success:
        return fight
    return with_fighter(fight, do.target, evolve(target, wounds=evolve(target.wounds, stable=1)))
