"""Fire at several at once: suppressive fire, shells, grenades and rockets."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, each, note, refuse
from .attack import AUTOFIRE_ROUNDS, WeaponClass, check, may_act, may_dodge, range_number, succeeds
from .budget import distance_to, luck_bonus, luck_spent, spend_action, spend_rounds
from .harm import strike
from .house import House
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Area, Fight, Fighter, Grenade, Skill, Stat, Suppress
from .stats import attack_penalty

SUPPRESSED_WITHIN = 25
SHELL_NUMBER, SHELL_REACH = 13, 6
BLAST_WIDTH = 10


@helper
def living(fight: Fight, targets: int) -> int:
    """Those of a mask who are alive."""
    for i in range(len(fight.fighters)):
        if fighter(fight, i).wounds.dead:
            targets &= ~(1 << i)
    return targets


@helper
def nearest_of(fight: Fight, do: Area, table: Table) -> int:
    """How far the targets are: what the decision says, or the nearest of them."""
    found = -1
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            metres = distance_to(fight, do.by, i, do.distance, table)
            found = metres if found < 0 else min(found, metres)
    return found


@helper
def readied(fight: Fight, do: Area, rounds: int, table: Table) -> Fight:
    """The attacker may act, and what the attack costs."""
    may_act(fighter(fight, do.by), do.by, table)
    fight = spend_action(fight, do.by, 0, table)
    return spend_rounds(fight, do.by, do.slot, rounds, table)


@helper
def fired(total: int, by: Fighter, do: Area, skill: int, luck: int, table: Table) -> int:
    """The attacker's check: its total."""
    if do.modifier != 0:
        note(table, RULE.CHECK__MODIFIER, do.by, do.modifier)
    modifier = do.modifier + luck + attack_penalty(by, do.by, 0, 0, table)
    return check(by, do.by, Stat.REF.value, skill, modifier, ASK.ATTACK, ASK.ATTACK_MORE, table)


# --------------------------------------------------------------------------------------------------- suppressive fire


@decision
@rule(
    "cpred.fire.suppress",
    notes={
        "": ("who",),
        "holds": ("who",),
        "refused": ("who", "distance"),
        "weapon": ("weapon",),
        "run": ("who",),
    },
    asks=(ASK.RESIST, ASK.RESIST_MORE),
    source="facts 2.4",
)
def suppress(fight: Fight, order: Suppress, table: Table) -> Fight:
    """10 rounds: all in 25 m without cover beat REF + Autofire + d10 with WILL + Concentration + d10, or must run for
    cover."""
    do = order.area
    fight = forgotten(fight, do.first, NO_OUTCOME)
    if do.weapon != WeaponClass.SMG and do.weapon != WeaponClass.ASSAULT_RIFLE:
        refuse(table, RULE.FIRE_SUPPRESS__WEAPON, do.weapon)
    fight = readied(fight, do, AUTOFIRE_ROUNDS, table)
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            metres = distance_to(fight, do.by, i, do.distance, table)
            if metres > SUPPRESSED_WITHIN:
                refuse(table, RULE.FIRE_SUPPRESS__REFUSED, i, metres)
    luck = luck_bonus(fight, do.by, do.luck, table)
    total = again(table, 1, fired, 0, fighter(fight, do.by), do, Skill.AUTOFIRE.value, luck)
    fight = luck_spent(fight, do.by, luck)
    exposed = living(fight, do.targets)
    for i in range(len(fight.fighters)):
        if fighter(fight, i).armour.cover > 0:
            exposed &= ~(1 << i)
    return each(table, exposed, resists, fight, total)


@helper
def resists(fight: Fight, i: int, total: int, table: Table) -> Fight:
    """One of those fired at."""
    who = fighter(fight, i)
    if again(table, 1, keeps_nerve, 0, who, i, total, fight.house):
        note(table, RULE.FIRE_SUPPRESS__HOLDS, i)
        return fight
    note(table, RULE.FIRE_SUPPRESS, i)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, suppressed=1)))


@helper
def keeps_nerve(lost: int, who: Fighter, i: int, total: int, house: House, table: Table) -> int:
    """WILL + Concentration + d10 against the fire: 1 it stays."""
    will, concentration = Stat.WILL.value, Skill.CONCENTRATION.value
    own = check(who, i, will, concentration, 0, ASK.RESIST, ASK.RESIST_MORE, table)
    return 1 if succeeds(own, total, house, table) else lost


# ------------------------------------------------------------------------------------------------ shells and grenades


@decision
@rule(
    "cpred.fire.shell",
    notes={"": ("targets",), "refused": ("who", "distance"), "weapon": ("weapon",)},
    source="facts 2.4",
)
def shell(fight: Fight, do: Area, table: Table) -> Fight:
    """Shotgun shell: DV 13, 6 m, 3d6, all in front."""
    fight = forgotten(fight, do.first, NO_OUTCOME)
    if do.weapon != WeaponClass.SHOTGUN:
        refuse(table, RULE.FIRE_SHELL__WEAPON, do.weapon)
    fight = readied(fight, do, 1, table)
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            metres = distance_to(fight, do.by, i, do.distance, table)
            if metres > SHELL_REACH:
                refuse(table, RULE.FIRE_SHELL__REFUSED, i, metres)
    luck = luck_bonus(fight, do.by, do.luck, table)
    total = again(table, 1, fired, 0, fighter(fight, do.by), do, do.skill, luck)
    fight = luck_spent(fight, do.by, luck)
    if not succeeds(total, SHELL_NUMBER, fight.house, table):
        return fight
    targets = living(fight, do.targets)
    note(table, RULE.FIRE_SHELL, targets)
    return each(table, targets, blasted, fight, do)


@decision
@rule(
    "cpred.grenade",
    notes={"": ("targets",), "miss": ("who",), "dodged": ("who",), "weapon": ("weapon",), "spread": ()},
    source="facts 2.4",
)
def grenade(fight: Fight, order: Grenade, table: Table) -> Fight:
    """Grenade and rocket: 10 x 10 m, all in it take the damage unless they dodge (REF 8+, DEX + Evasion + d10 over the
    attack). A miss lands where the GM says. Wears body armour only."""
    do = order.area
    fight = forgotten(fight, do.first, NO_OUTCOME)
    if do.weapon < WeaponClass.GRENADE_LAUNCHER.value:
        refuse(table, RULE.GRENADE__WEAPON, do.weapon)
    if too_wide(fight, do.targets):
        refuse(table, RULE.GRENADE__SPREAD)
    fight = readied(fight, do, 1, table)
    number = range_number(do.weapon, do.weapon, nearest_of(fight, do, table), table)
    for i in range(len(fight.fighters)):
        if (do.dodging >> i) & 1:
            may_dodge(fighter(fight, i), i, table)
    luck = luck_bonus(fight, do.by, do.luck, table)
    total = again(table, 1, fired, 0, fighter(fight, do.by), do, do.skill, luck)
    fight = luck_spent(fight, do.by, luck)
    if not succeeds(total, number, fight.house, table):
        note(table, RULE.GRENADE__MISS, do.by)
        return fight
    targets = living(fight, do.targets)
    note(table, RULE.GRENADE, targets)
    return each(table, targets, caught, fight, do, total)


@helper
def too_wide(fight: Fight, targets: int) -> bool:
    """Do the targets whose points are known stand further apart than the blast is wide?"""
    for i in range(len(fight.fighters)):
        for j in range(len(fight.fighters)):
            a, b = fighter(fight, i).stand, fighter(fight, j).stand
            both = (targets >> i) & (targets >> j) & 1 and a.placed and b.placed
            if both and (a.x - b.x > BLAST_WIDTH or a.y - b.y > BLAST_WIDTH):
                return True
    return False


@helper
def caught(fight: Fight, i: int, do: Area, total: int, table: Table) -> Fight:
    """One in the blast dodges, or takes the damage."""
    who = fighter(fight, i)
    if (do.dodging >> i) & 1 and again(table, 1, leaps, 0, who, i, total, fight.house):
        note(table, RULE.GRENADE__DODGED, i)
        return fight
    return blasted(fight, i, do, table)


@helper
def leaps(lost: int, who: Fighter, i: int, total: int, house: House, table: Table) -> int:
    """DEX + Evasion + d10 over the attack: 1 it is out of the blast."""
    own = check(who, i, Stat.DEX.value, Skill.EVASION.value, 0, ASK.EVADE, ASK.EVADE_MORE, table)
    return 1 if succeeds(own, total, house, table) else lost


@helper
def blasted(fight: Fight, i: int, do: Area, table: Table) -> Fight:
    """One takes the damage, at the body."""
    return strike(fight, i, do.blow, table)
