"""A turn: the death save, then the roll to come round; and stabilising."""

from __future__ import annotations

from enum import IntEnum

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, compare, note, refuse
from .budget import hampered, luck_bonus, luck_spent, spend_action
from .dice import D10
from .house import House
from .ids import ASK, RULE, decision, helper, rule
from .jam import clears, may_act
from .saves import death_save, recover
from .state import NO_OUTCOME, Fight, Fighter, NewRound, Skill, Stabilise, Turn
from .wearing import may_wear
from .wounds import MORTAL_0, level_of


class Aid(IntEnum):
    """Where somebody is stabilised."""

    NONE = 0
    HOSPITAL = 1
    AMBULANCE = 2
    TANK = 3


@decision
def turn(fight: Fight, do: Turn, table: Table) -> Fight:
    """The whole turn of one fighter: it starts, nothing else is decided, it ends."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    if who.wounds.dead:
        return fight
    may_wear(who, do.by, fight.house, table)
    who = owed(who, do.by, fight.house, table)
    if not who.wounds.dead:
        who = clears(who, do.by, table)
    return with_fighter(fight, do.by, who)


@helper
def owed(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """What a turn begins with: the death save, then (alive) the roll to come round."""
    if not who.wounds.stable:
        who = death_save(who, i, -1, house, table)
    if who.wounds.stunned and not who.wounds.dead:
        who = recover(who, i, table)
    return who


@decision
def new_round(fight: Fight, do: NewRound, table: Table) -> Fight:
    """A new round begins."""
    return evolve(forgotten(fight, 0, NO_OUTCOME), round=fight.round + 1)


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
    fight = forgotten(fight, do.target, NO_OUTCOME)
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
    if not fight.clock.over:
        fight = spend_action(fight, do.by, do.actions, table)
    luck = luck_bonus(fight, do.by, do.luck, table)
    extra = luck + hampered(fight, do.by, do.actions, table)
    fight = luck_spent(fight, do.by, luck)
    skill = max(by.sheet.skills[Skill.FIRST_AID.value], by.sheet.skills[Skill.MEDICAL_TECH.value])
    bonus = do.modifier + extra + (5 if do.aid == Aid.HOSPITAL else 3 if do.aid != Aid.NONE else 0)
    damage = target.wounds.damage
    success = compare(table, D10, by.sheet.tech + skill + bonus, damage, ASK.STABILISE) >= 0
    note(table, RULE.STABILISE, do.target, by.sheet.tech, skill, bonus, damage, 1 if success else 0)
    if not success:
        return fight
    return with_fighter(fight, do.target, evolve(target, wounds=evolve(target.wounds, stable=1)))
