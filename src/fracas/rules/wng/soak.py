"""Damage against Resilience: AP, what is over, mortal wounds."""

from __future__ import annotations

from ...core.table import Table, note, tell
from .house import House
from .ids import RULE, helper, rule, teller
from .state import Fighter


@rule(
    "wng.option.throughcover",
    notes=("who", "material"),
    source="seed 003, attack options",
)
def behind(i: int, material: int, table: Table) -> int:
    """Give up the target's cover bonus and shoot through: the material adds to Resilience: flimsy +1, light +2, medium
    +4, heavy +8, super-heavy +16."""
    if material > 0:
        note(table, RULE.OPTION_THROUGHCOVER, i, material)
    return material


@rule(
    "wng.damage.ap",
    notes={
        "": ("who", "full", "ap", "resilience"),
        "invulnerable": ("who", "resilience"),
        "least": ("min_resilience", "decided"),
    },
    options=("min_resilience",),
    source="seed 003, the attack; rulings",
)
def resilience_after(who: Fighter, i: int, ap: int, material: int, house: House, table: Table) -> int:
    """The weapon's AP lowers Resilience first, never below 1 (as a house rule 0). Invulnerable armour ignores AP. What
    cover adds comes before AP; a Resilience printed below the least stays."""
    full = who.sheet.resilience + behind(i, material, table)
    if who.sheet.invulnerable:
        if ap > 0:
            note(table, RULE.DAMAGE_AP__INVULNERABLE, i, full)
        return full
    left = resilience_left(full, ap, house.min_resilience)
    if ap > 0:
        note(table, RULE.DAMAGE_AP, i, full, ap, left)
        tell(table, tell_least, full, ap, house)
    return left


@helper
def resilience_left(full: int, ap: int, least: int) -> int:
    """Resilience less AP, not below the least."""
    return max(min(full, least), full - ap)


@teller
def tell_least(full: int, ap: int, house: House, table: Table) -> None:
    """The least decides where AP would take it all."""
    decided = resilience_left(full, ap, 0) != resilience_left(full, ap, 1)
    note(table, RULE.DAMAGE_AP__LEAST, house.min_resilience, 1 if decided else 0)


@helper
def gets_through(who: Fighter, damage: int, ap: int, material: int, house: House) -> bool:
    """Would this damage beat the Resilience?"""
    full = who.sheet.resilience + material
    return damage > (full if who.sheet.invulnerable else resilience_left(full, ap, house.min_resilience))


@rule("wng.damage.soak", notes=("who", "damage", "resilience", "wounds", "shock"), source="seed 003, the attack")
def soak(i: int, damage: int, resilience: int, table: Table) -> int:
    """Damage over the remaining Resilience: the difference is wounds. Exactly equal: 1 Shock. Below: nothing."""
    over = damage - resilience
    note(table, RULE.DAMAGE_SOAK, i, damage, resilience, max(0, over), 1 if over == 0 else 0)
    return over


@rule("wng.damage.mortal", notes=("who", "mortal"), source="seed 003, harm")
def mortal_wounds(i: int, mortal: int, table: Table) -> int:
    """Mortal wounds ignore Resilience, and Determination cannot touch them."""
    if mortal > 0:
        note(table, RULE.DAMAGE_MORTAL, i, mortal)
    return mortal
