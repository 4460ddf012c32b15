"""Weapon traits: what each does to the pool, the number to reach, the damage."""

from __future__ import annotations

from enum import IntEnum

from .ids import helper, rule
from .state import Fighter, Weapon


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


@rule("wng.trait.agonising", source="facts 4.3")
def agonises(weapon: Weapon) -> int:
    """Each wound suffered is also 1 Shock."""
    return 1 if has_trait(weapon, Trait.AGONISING) else 0


@rule("wng.trait.brutal", source="facts 4.3")
def brutal(weapon: Weapon, short: bool) -> bool:
    """ED: 1-2 none, 3-4 one, 5-6 two (7 + 1,4,6,6 = 12; 1,1,4,5 = 10; 1,2,5,5 = 11; 1,4,5,6 = 12)."""
    return has_trait(weapon, Trait.BRUTAL) or melts(weapon, short)


@rule("wng.trait.melta", source="facts 4.3")
def melts(weapon: Weapon, short: bool) -> bool:
    """At short range as Brutal."""
    return has_trait(weapon, Trait.MELTA) and short


@rule("wng.trait.flamer", source="facts 4.3")
def flames(weapon: Weapon) -> bool:
    """Ignores cover; wounds set On fire."""
    return has_trait(weapon, Trait.FLAMER)


@rule("wng.trait.heavy", source="facts 4.3")
def too_heavy(weapon: Weapon, by: Fighter, braced: bool) -> int:
    """Heavy (X): +2 DN when Strength < X, unless braced."""
    heavy = has_trait(weapon, Trait.HEAVY) and by.attributes.strength < weapon.heavy
    return 2 if heavy and not braced else 0


@rule("wng.trait.parry", source="facts 4.3")
def parries(who: Fighter, melee: int) -> int:
    """+1 Defence against melee."""
    return 1 if melee and who.sheet.parry else 0


@rule("wng.trait.rad", source="facts 4.3")
def radiation(weapon: Weapon) -> int:
    """Rad (X): +X to every ED before reading it (6 at most)."""
    return weapon.rad if has_trait(weapon, Trait.RAD) else 0


@rule("wng.trait.rapidfire", source="facts 4.3")
def rapid_fire(weapon: Weapon, short: bool) -> int:
    """Rapid Fire (X): +X ED at short range."""
    return weapon.rapidfire if has_trait(weapon, Trait.RAPIDFIRE) and short else 0


@rule("wng.trait.reliable", source="facts 4.3")
def relies(weapon: Weapon, by: Fighter) -> bool:
    """Ignores the first complication of the scene."""
    return has_trait(weapon, Trait.RELIABLE) and not by.stance.reliable_used


@rule("wng.trait.rending", source="facts 4.3")
def rends(weapon: Weapon, shifted: int) -> int:
    """Rending (X): +X AP for each exalted icon shifted to damage, beside its ED."""
    return weapon.rending * shifted if has_trait(weapon, Trait.RENDING) else 0


@rule("wng.trait.sniper", source="facts 4.3")
def snipes(weapon: Weapon, aimed: bool) -> int:
    """Sniper (X): aimed, +1 die and +X ED. Returns the ED; the die is the second of aiming."""
    return weapon.sniper if has_trait(weapon, Trait.SNIPER) and aimed else 0


@rule("wng.trait.spread", source="facts 4.3")
def spreads(weapon: Weapon, at_mob: bool, short: bool) -> int:
    """+3 dice against a mob at short range."""
    return 3 if has_trait(weapon, Trait.SPREAD) and at_mob and short else 0


@rule("wng.trait.unwieldy", source="facts 4.3")
def unwieldy(weapon: Weapon) -> int:
    """Unwieldy (X): +X DN."""
    return weapon.unwieldy if has_trait(weapon, Trait.UNWIELDY) else 0


@rule("wng.trait.waaagh", source="facts 4.3")
def waaagh_ed(weapon: Weapon, by: Fighter) -> int:
    """+1 die; +1 ED when wounded. Returns the ED."""
    return 1 if has_trait(weapon, Trait.WAAAGH) and by.harm.wounds > 0 else 0
