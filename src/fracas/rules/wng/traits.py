"""Weapon traits: what each does to the pool, the number to reach, the damage."""

from __future__ import annotations

from enum import IntEnum

from ...core.state import digit
from ...core.table import Table, note, refuse
from .ids import RULE, helper, rule
from .options import SHORT, Option, takes
from .state import Attack, Fighter, Trouble, Weapon


class Trait(IntEnum):
    """Weapon traits, by their bit."""

    AGONISING = 0
    ASSAULT = 1
    BRUTAL = 2
    FLAMER = 3
    HEAVY = 4
    INFLICT = 5
    MELTA = 6
    PARRY = 7
    PISTOL = 8
    RAD = 9
    RAPIDFIRE = 10
    RELIABLE = 11
    RENDING = 12
    SNIPER = 13
    SPREAD = 14
    SUPERCHARGE = 15
    UNWIELDY = 16
    WAAAGH = 17


@helper
def has_trait(weapon: Weapon, trait: Trait) -> bool:
    """Does the weapon have this trait?"""
    return (weapon.traits >> trait.value) & 1 == 1


@rule("wng.trait.agonising", notes=("who", "shock"), source="facts 4.2; rulings")
def agonises(i: int, wounds: int, table: Table) -> int:
    """Each wound suffered is also 1 Shock: after Determination, mortal wounds included, nothing more once Exhausted."""
    note(table, RULE.TRAIT_AGONISING, i, wounds)
    return wounds


@rule("wng.trait.assault", notes={"": ("who",), "refused": ("who",)}, source="facts 4.2")
def sprints(do: Attack, table: Table) -> int:
    """May fire when sprinting at +2 DN."""
    if not takes(do, Option.SPRINT):
        return 0
    if do.weapon.melee or not has_trait(do.weapon, Trait.ASSAULT):
        refuse(table, RULE.TRAIT_ASSAULT__REFUSED, do.by)
    note(table, RULE.TRAIT_ASSAULT, do.by)
    return 2


@rule("wng.trait.brutal", notes=(), source="facts 4.2")
def brutal(weapon: Weapon, table: Table) -> bool:
    """ED: 1-2 none, 3-4 one, 5-6 two (7 + 1,4,6,6 = 12; 1,1,4,5 = 10; 1,2,5,5 = 11; 1,4,5,6 = 12)."""
    if not has_trait(weapon, Trait.BRUTAL):
        return False
    note(table, RULE.TRAIT_BRUTAL)
    return True


@rule("wng.trait.melta", notes=("reading",), source="facts 4.2")
def melts(weapon: Weapon, band: int, vehicle: bool, table: Table) -> int:
    """At short range as Brutal; against vehicles 1-3 one, 4-6 two.

    Returns how the ED are read (see ExtraDice): 0 as usual.
    """
    if not has_trait(weapon, Trait.MELTA) or band != SHORT:
        return 0
    reading = 2 if vehicle else 1
    note(table, RULE.TRAIT_MELTA, reading)
    return reading


@rule("wng.trait.flamer", notes={"": (), "burns": ("who",)}, source="facts 4.2")
def flames(weapon: Weapon, table: Table) -> bool:
    """A line, ignores cover; wounds set On fire."""
    if not has_trait(weapon, Trait.FLAMER):
        return False
    note(table, RULE.TRAIT_FLAMER)
    return True


@rule("wng.trait.heavy", notes=("who", "dn"), source="facts 4.2")
def too_heavy(do: Attack, by: Fighter, table: Table) -> int:
    """Heavy (X): +2 DN when Strength (of the frenzied one more) < X, unless braced."""
    strength = by.attributes.strength + (1 if by.conditions.frenzied else 0)
    if not has_trait(do.weapon, Trait.HEAVY) or strength >= do.weapon.heavy or braces(do, table):
        return 0
    note(table, RULE.TRAIT_HEAVY, do.by, 2)
    return 2


@rule("wng.option.brace", notes=("who",), source="seed 003, attack options")
def braces(do: Attack, table: Table) -> bool:
    """Brace: give up the Move, cancels the penalty of a Heavy weapon."""
    if not takes(do, Option.BRACE):
        return False
    note(table, RULE.OPTION_BRACE, do.by)
    return True


@rule("wng.trait.inflict", notes=("who", "condition"), source="facts 4.2")
def inflicts(weapon: Weapon, i: int, table: Table) -> int:
    """A condition when it wounds.

    Returns the condition, or -1.
    """
    if not has_trait(weapon, Trait.INFLICT):
        return -1
    note(table, RULE.TRAIT_INFLICT, i, weapon.inflict)
    return weapon.inflict


@rule("wng.trait.parry", notes=("who",), source="facts 4.2")
def parries(who: Fighter, i: int, melee: int, table: Table) -> int:
    """+1 Defence against melee, by the weapon in hand, not by one that was dropped."""
    place = who.stance.wielded
    dropped = digit(who.stance.broken, place) == Trouble.DROPPED
    if not melee or dropped or not (who.sheet.parry >> place) & 1:
        return 0
    note(table, RULE.TRAIT_PARRY, i)
    return 1


@rule("wng.trait.pistol", notes=("who",), source="facts 4.2")
def is_pistol(do: Attack, table: Table) -> bool:
    """May fire while engaged."""
    if not has_trait(do.weapon, Trait.PISTOL):
        return False
    note(table, RULE.TRAIT_PISTOL, do.by)
    return True


@rule("wng.trait.rad", notes=("rad",), source="facts 4.2")
def radiation(weapon: Weapon, table: Table) -> int:
    """Rad (X): +X to every ED before reading it (6 at most)."""
    if not has_trait(weapon, Trait.RAD):
        return 0
    note(table, RULE.TRAIT_RAD, weapon.rad)
    return weapon.rad


@rule("wng.trait.rapidfire", notes=("points",), source="facts 4.2")
def rapid_fire(weapon: Weapon, band: int, table: Table) -> int:
    """Rapid Fire (X): +X ED at short range."""
    if not has_trait(weapon, Trait.RAPIDFIRE) or band != SHORT:
        return 0
    note(table, RULE.TRAIT_RAPIDFIRE, weapon.rapidfire)
    return weapon.rapidfire


@rule("wng.trait.reliable", notes=("who",), source="facts 4.2")
def relies(weapon: Weapon, by: Fighter, i: int, table: Table) -> bool:
    """Ignores the first complication of the scene."""
    if not has_trait(weapon, Trait.RELIABLE) or by.stance.reliable_used:
        return False
    note(table, RULE.TRAIT_RELIABLE, i)
    return True


@rule("wng.trait.rending", notes=("points",), source="facts 4.2")
def rends(weapon: Weapon, shifted: int, table: Table) -> int:
    """Rending (X): +X AP for each exalted icon shifted to damage, beside its ED."""
    if not has_trait(weapon, Trait.RENDING) or shifted == 0:
        return 0
    note(table, RULE.TRAIT_RENDING, weapon.rending * shifted)
    return weapon.rending * shifted


@rule("wng.trait.sniper", notes={"": (), "ed": ("points",)}, source="facts 4.2; rulings")
def sniper_die(do: Attack, table: Table) -> int:
    """Sniper (X): aimed, +1 die and +X ED. The die is the second of aiming; like the first it is given up (the ED are
    not) when the aim only keeps a shot into an engagement safe."""
    if not has_trait(do.weapon, Trait.SNIPER) or not takes(do, Option.AIM) or do.into_melee != 0:
        return 0
    note(table, RULE.TRAIT_SNIPER)
    return 1


@helper
def sniper_ed(do: Attack, table: Table) -> int:
    """wng.trait.sniper: the extra damage dice of an aimed shot."""
    if not has_trait(do.weapon, Trait.SNIPER) or not takes(do, Option.AIM):
        return 0
    note(table, RULE.TRAIT_SNIPER__ED, do.weapon.sniper)
    return do.weapon.sniper


@rule("wng.trait.spread", notes=("dice",), source="facts 4.2")
def spreads(weapon: Weapon, at_mob: bool, band: int, table: Table) -> int:
    """+3 dice against a mob at short range."""
    if not has_trait(weapon, Trait.SPREAD) or not at_mob or band != SHORT:
        return 0
    note(table, RULE.TRAIT_SPREAD, 3)
    return 3


@helper
def may_supercharge(do: Attack, table: Table) -> None:
    """Only a weapon with the trait is supercharged."""
    if takes(do, Option.SUPERCHARGE) and not has_trait(do.weapon, Trait.SUPERCHARGE):
        refuse(table, RULE.TRAIT_SUPERCHARGE__REFUSED, do.by)


@rule("wng.trait.supercharge", notes={"": (), "burst": ("who", "mortal"), "refused": ("who",)}, source="facts 4.2")
def supercharges(do: Attack, table: Table) -> int:
    """+3 ED when chosen; a complication then is 1d6 mortal wounds to the shooter."""
    if not takes(do, Option.SUPERCHARGE):
        return 0
    note(table, RULE.TRAIT_SUPERCHARGE)
    return 3


@rule("wng.trait.unwieldy", notes=("dn",), source="facts 4.2")
def unwieldy(weapon: Weapon, table: Table) -> int:
    """Unwieldy (X): +X DN on attacks with it."""
    if not has_trait(weapon, Trait.UNWIELDY):
        return 0
    note(table, RULE.TRAIT_UNWIELDY, weapon.unwieldy)
    return weapon.unwieldy


@rule("wng.trait.waaagh", notes={"": (), "ed": ()}, source="facts 4.2")
def waaagh_dice(weapon: Weapon, table: Table) -> int:
    """+1 die; +1 ED when wounded."""
    if not has_trait(weapon, Trait.WAAAGH):
        return 0
    note(table, RULE.TRAIT_WAAAGH)
    return 1


@helper
def waaagh_ed(weapon: Weapon, by: Fighter, table: Table) -> int:
    """wng.trait.waaagh: one more ED when wounded."""
    if not has_trait(weapon, Trait.WAAAGH) or by.harm.wounds == 0:
        return 0
    note(table, RULE.TRAIT_WAAAGH__ED)
    return 1
