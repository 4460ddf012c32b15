"""A single attack, from the roll to hit on."""

from __future__ import annotations

from enum import IntEnum

from ...core.encounter import forgotten, metres_between
from ...core.state import evolve, fighter
from ...core.table import Table, again, note, refuse, roll, sign_of
from .budget import distance_to, luck_bonus, luck_spent, spend_action, spend_rounds
from .dice import D10
from .harm import strike
from .house import House, Tie
from .ids import ASK, RULE, decision, helper, rule
from .injuries import Injury
from .state import NO_OUTCOME, Aim, Attack, Blow, Fight, Fighter, Skill, Stat
from .stats import attack_penalty, has, ref_of, skill_of, stat_of


class WeaponClass(IntEnum):
    """Weapon classes, each with a row of the range table."""

    PISTOL = 0
    SMG = 1
    SHOTGUN = 2
    ASSAULT_RIFLE = 3
    SNIPER_RIFLE = 4
    BOW = 5
    GRENADE_LAUNCHER = 6
    ROCKET_LAUNCHER = 7
    THROWN = 8


BAND_ENDS = (6, 12, 25, 50, 100, 200, 400, 800)
"""Metres: the last distance of each band."""

NO_SHOT = 0
SMG_AUTO_ROW, RIFLE_AUTO_ROW = 9, 10
RANGE_TABLE = (
    (13, 15, 20, 25, 30, 30, 0, 0),
    (15, 13, 15, 20, 25, 25, 30, 0),
    (13, 15, 20, 25, 30, 35, 0, 0),
    (17, 16, 15, 13, 15, 20, 25, 30),
    (30, 25, 25, 20, 15, 16, 17, 20),
    (15, 13, 15, 17, 20, 22, 0, 0),
    (16, 15, 15, 17, 20, 22, 25, 0),
    (17, 16, 15, 15, 20, 20, 25, 30),
    (16, 15, 15, 0, 0, 0, 0, 0),
    (20, 17, 20, 25, 30, 0, 0, 0),
    (22, 20, 17, 20, 25, 0, 0, 0),
)
"""DV by weapon class and band (facts 2.3); the last two rows are autofire's own."""

AUTOFIRE_ROUNDS = 10
REACH = 2
AUTOFIRE_MOST_SMG, AUTOFIRE_MOST_RIFLE = 3, 4


@decision
def attack(fight: Fight, do: Attack, table: Table) -> Fight:
    """By's attack on target: may it be made, does it hit, what does it do."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead:
        return fight
    may_act(by, do.by, table)
    fight = spend_action(fight, do.by, 1 if do.auto or do.blow.aimed != Aim.NOTHING else do.rof, table)
    fight = spend_rounds(fight, do.by, do.slot, AUTOFIRE_ROUNDS if do.auto else 1, table)
    distance = (
        reach(fight, do.by, do.target, table) if do.melee else distance_to(fight, do.by, do.target, do.distance, table)
    )
    number = difficulty(do, target, distance, table)
    luck = luck_bonus(fight, do.by, do.luck, table)
    times = again(table, 1, to_hit, 0, by, target, do, number, luck, fight.house)
    fight = luck_spent(fight, do.by, luck)
    if times == 0:
        return fight
    blow = autofire_blow(do.blow, times) if do.auto else do.blow
    return strike(fight, do.target, blow, table)


@helper
def may_act(by: Fighter, i: int, table: Table) -> None:
    """The dead and the unconscious are refused, and those without an Action."""
    if by.wounds.dead:
        refuse(table, RULE.SAVE_DEATH__REFUSED, i)
    if by.wounds.unconscious:
        refuse(table, RULE.STABILISE__UNCONSCIOUS, i)
    if by.condition.no_action:
        refuse(table, RULE.INJURY_TABLE__REFUSED, i)


@helper
def reach(fight: Fight, by: int, target: int, table: Table) -> int:
    """Hand to hand reaches two metres, where the points of both are known."""
    a, b = fighter(fight, by).stand, fighter(fight, target).stand
    metres = metres_between(a, b)
    if a.placed and b.placed and metres > REACH:
        refuse(table, RULE.ATTACK_RANGE__REACH, by, metres)
    return metres


@helper
def difficulty(do: Attack, target: Fighter, distance: int, table: Table) -> int:
    """The DV from the range table, or 0 where the target's own roll stands instead; refuses what cannot be done."""
    if do.blow.aimed != Aim.NOTHING and do.auto:
        refuse(table, RULE.ATTACK_AIMED__REFUSED)
    if do.melee:
        return 0
    row = autofire_row(do.weapon, table) if do.auto else do.weapon
    number = range_number(row, do.weapon, distance, table)
    if do.dodge:
        may_dodge(target, do.target, table)
        return 0
    return number


@rule(
    "cpred.attack.range",
    notes={
        "": ("weapon", "distance", "number"),
        "refused": ("weapon", "distance"),
        "reach": ("who", "distance"),
        "unknown": ("who",),
    },
    source="facts 2.3",
)
def range_number(row: int, weapon: int, distance: int, table: Table) -> int:
    """DV by weapon class and distance; beyond the table: refused."""
    number = NO_SHOT
    for band in range(8):
        if distance <= BAND_ENDS[band]:
            number = RANGE_TABLE[row][band]
            break
    if number == NO_SHOT:
        refuse(table, RULE.ATTACK_RANGE__REFUSED, weapon, distance)
    note(table, RULE.ATTACK_RANGE, weapon, distance, number)
    return number


@rule(
    "cpred.fire.auto",
    notes={"": ("margin", "most", "times"), "refused": ("weapon",)},
    source="facts 2.4",
)
def autofire_times(margin: int, weapon: int, table: Table) -> int:
    """10 rounds, Autofire skill and its own DV row; damage 2d6 x margin over the DV, at most 3 (SMG) or 4 (rifle)."""
    most = AUTOFIRE_MOST_SMG if weapon == WeaponClass.SMG else AUTOFIRE_MOST_RIFLE
    times = min(most, max(1, margin))
    note(table, RULE.FIRE_AUTO, margin, most, times)
    return times


@helper
def autofire_blow(blow: Blow, times: int) -> Blow:
    """Autofire's damage, whatever the weapon's own (cpred.fire.auto): 2d6, times the margin."""
    return evolve(blow, dice=2, plus=0, times=times)


@helper
def autofire_row(weapon: int, table: Table) -> int:
    """Autofire's own row of the range table (cpred.fire.auto): SMGs and assault rifles only."""
    if weapon != WeaponClass.SMG and weapon != WeaponClass.ASSAULT_RIFLE:
        refuse(table, RULE.FIRE_AUTO__REFUSED, weapon)
    return SMG_AUTO_ROW if weapon == WeaponClass.SMG else RIFLE_AUTO_ROW


@rule("cpred.attack.dodge", notes={"": ("who",), "refused": ("who", "ref")}, source="facts 2.3")
def may_dodge(target: Fighter, i: int, table: Table) -> None:
    """REF 8 or more may replace the DV by DEX + Evasion + d10, declared before the roll. Melee is always opposed."""
    if ref_of(target) < 8 or has(target, Injury.LOST_LEG) or target.wounds.unconscious:
        refuse(table, RULE.ATTACK_DODGE__REFUSED, i, ref_of(target))
    note(table, RULE.ATTACK_DODGE, i)


@rule(
    "cpred.attack.aimed",
    notes={"": ("aimed", "penalty"), "dropped": ("who",), "leg": ("who",), "refused": ()},
    source="facts 2.4",
)
def aiming_penalty(aimed: int, table: Table) -> int:
    """Aimed: -8, one attack only: head (doubles), leg (broken leg if any damage passes), held item (dropped)."""
    if aimed == Aim.NOTHING:
        return 0
    note(table, RULE.ATTACK_AIMED, aimed, -8)
    return -8


@helper
def to_hit(
    missed: int, by: Fighter, target: Fighter, do: Attack, number: int, luck: int, house: House, table: Table
) -> int:
    """0: a miss; else how often the damage counts (1, or autofire's margin)."""
    modifier = do.modifier
    if modifier != 0:
        note(table, RULE.CHECK__MODIFIER, do.by, modifier)
    modifier += attack_penalty(by, do.by, do.melee, do.injured_hand, table)
    modifier += luck + aiming_penalty(do.blow.aimed, table)
    if do.melee and target.condition.lying:
        note(table, RULE.STAND__BONUS, do.target)
        modifier += 2
    stat = Stat.DEX.value if do.melee else Stat.REF.value
    skill = Skill.AUTOFIRE.value if do.auto else do.skill
    total = check(by, do.by, stat, skill, modifier, ASK.ATTACK, ASK.ATTACK_MORE, table)
    if number == 0:
        number = check(target, do.target, Stat.DEX.value, Skill.EVASION.value, 0, ASK.EVADE, ASK.EVADE_MORE, table)
    if not succeeds(total, number, house, table):
        return missed
    if do.auto:
        return autofire_times(total - number, do.weapon, table)
    return 1


@rule(
    "cpred.check",
    notes={
        "": ("who", "stat", "value", "skill", "level", "modifier", "die", "total"),
        "against": ("total", "number", "success"),
        "tie": ("tie", "decided"),
        "modifier": ("who", "modifier"),
    },
    asks=(ASK.ATTACK, ASK.ATTACK_MORE, ASK.EVADE, ASK.EVADE_MORE),
    options=("tie",),
    source="facts 2.3",
)
def check(who: Fighter, i: int, stat: int, skill: int, modifier: int, ask: ASK, more: ASK, table: Table) -> int:
    """STAT + skill + d10 + modifiers must beat the number. Natural 10: one more d10 is added; natural 1: one more is
    subtracted; no further chain."""
    value, level = stat_of(who, stat), skill_of(who, skill)
    if stat != Stat.TECH and who.sheet.armour_penalty > 0:
        note(table, RULE.ARMOUR_PENALTY__LOWERS, i, stat, value, -who.sheet.armour_penalty)
    die: int = roll(table, D10, ask)
    if die == 10:
        die += roll(table, D10, more)
    elif die == 1:
        die -= roll(table, D10, more)
    total = value + level + modifier + die
    note(table, RULE.CHECK, i, stat, value, skill, level, modifier, die, total)
    return total


@helper
def succeeds(total: int, number: int, house: House, table: Table) -> bool:
    """Does a check beat its number? On a tie the house rule decides (cpred.check, option tie)."""
    sign = sign_of(total - number)
    success = sign > 0 or (sign == 0 and house.tie == Tie.MEETS)
    note(table, RULE.CHECK__AGAINST, total, number, 1 if success else 0)
    note(table, RULE.CHECK__TIE, house.tie, 1 if sign == 0 else 0)
    return success
