"""Armour: where a hit lands, what stops it, and how armour wears."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note
from .ids import RULE, decision, helper, rule
from .state import NO_OUTCOME, Aim, Ammo, Armour, Blow, Fight, Fighter, Layers, Place, Repair


@rule("cpred.location", notes=("who", "place"), source="seed 004, How damage works, 2")
def place_hit(i: int, aimed: int, table: Table) -> int:
    """A hit lands on the body, unless the head was the target of an aimed shot.

    >>> from fracas.core.table import silent
    >>> place_hit(0, Aim.HEAD, silent), place_hit(0, Aim.LEG, silent)
    (1, 0)
    """
    place = Place.HEAD.value if aimed == Aim.HEAD else Place.BODY.value
    note(table, RULE.LOCATION, i, place)
    return place


@rule("cpred.armour.locations", notes=("who", "place"), source="seed 004, SP: head and body")
def layers_at(who: Fighter, i: int, place: int, table: Table) -> Layers:
    """Head and body are separate; without a helmet the head has SP 0."""
    count = who.sheet.head_layers if place == Place.HEAD else who.sheet.body_layers
    if count == 0:
        note(table, RULE.ARMOUR_LOCATIONS, i, place)
    return who.armour.head if place == Place.HEAD else who.armour.body


@rule("cpred.armour.highest", notes=("who", "place", "layer", "layers", "sp"), source="seed 004, SP doesn't stack")
def highest(layers: Layers, count: int, i: int, place: int, table: Table) -> int:
    """SP does not add up: only the highest source at a location counts (but all of them ablate).

    >>> from fracas.core.table import silent
    >>> highest((4, 7, 0, 0, 0, 0), 2, 0, Place.BODY, silent)
    7
    """
    best = 0
    for layer in range(count):
        if layers[layer] > layers[best]:
            best = layer
    if count > 0:
        note(table, RULE.ARMOUR_HIGHEST, i, place, best, count, layers[best])
    return layers[best]


@rule("cpred.melee.half", notes=("sp", "half"), source="seed 004, Melee and armor")
def half_for_melee(sp: int, blow: Blow, table: Table) -> int:
    """Melee weapons and Martial Arts meet half the SP, rounded up: SP 11 counts 6. Fists (Brawling) and thrown weapons
    meet all of it."""
    if not blow.half_sp or sp == 0:
        return sp
    half = (sp + 1) // 2
    note(table, RULE.MELEE_HALF, sp, half)
    return half


@rule("cpred.armour.soak", notes=("damage", "sp", "through"), source="seed 004, How damage works, 2")
def soak(damage: int, sp: int, table: Table) -> int:
    """SP at that location is taken from the damage; what is left goes to HP.

    >>> from fracas.core.table import silent
    >>> soak(14, 11, silent), soak(10, 11, silent)
    (3, 0)
    """
    through = max(0, damage - sp)
    note(table, RULE.ARMOUR_SOAK, damage, sp, through)
    return through


@helper
def stopped_at(who: Fighter, i: int, place: int, damage: int, blow: Blow, table: Table) -> int:
    """What comes through the armour at a place."""
    layers = layers_at(who, i, place, table)
    count = who.sheet.head_layers if place == Place.HEAD else who.sheet.body_layers
    return soak(damage, half_for_melee(highest(layers, count, i, place, table), blow, table), table)


@helper
def worn(layers: Layers, by: int) -> Layers:
    """Every layer worn down, none below 0.

    >>> worn((11, 1, 0, 0, 0, 0), 2)
    (9, 0, 0, 0, 0, 0)
    """
    return (
        max(0, layers[0] - by),
        max(0, layers[1] - by),
        max(0, layers[2] - by),
        max(0, layers[3] - by),
        max(0, layers[4] - by),
        max(0, layers[5] - by),
    )


@rule("cpred.ammo.ap", notes=("wear",), source="facts 2.4")
def wear_of(blow: Blow, table: Table) -> int:
    """AP ammunition ablates 2."""
    if blow.ammo != Ammo.AP:
        return 1
    note(table, RULE.AMMO_AP, 2)
    return 2


@rule("cpred.armour.ablate", notes=("place", "before", "after"), source="seed 004, Ablation")
def ablate(who: Fighter, place: int, by: int, table: Table) -> Fighter:
    """If even 1 point got through, every armour worn at that location loses 1 SP, for good (until repaired), never
    below 0. Nothing through: intact."""
    layers = who.armour.head if place == Place.HEAD else who.armour.body
    after = worn(layers, by)
    if max(layers) > 0:
        note(table, RULE.ARMOUR_ABLATE, place, max(layers), max(after))
    if place == Place.HEAD:
        return evolve(who, armour=evolve(who.armour, head=after))
    return evolve(who, armour=evolve(who.armour, body=after))


@rule("cpred.cover", notes=("who", "damage", "before", "left"), source="facts 2.5")
def cover_takes(who: Fighter, i: int, damage: int, table: Table) -> Fighter:
    """Cover has HP of its own and takes the whole hit while it stands. What is left over does not pass on."""
    left = max(0, who.armour.cover - damage)
    note(table, RULE.COVER, i, damage, who.armour.cover, left)
    return evolve(who, armour=evolve(who.armour, cover=left))


@decision
@rule("cpred.armour.repair", notes=("who", "place", "before", "after"), source="seed 004, Ablation")
def repair(fight: Fight, do: Repair, table: Table) -> Fight:
    """A tech repairs SP, or the armour is replaced."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    who = fighter(fight, do.target)
    if who.wounds.dead:
        return fight
    armour: Armour = who.armour
    if do.places & 1:
        note(table, RULE.ARMOUR_REPAIR, do.target, Place.BODY.value, max(armour.body), max(who.sheet.body_sp))
        armour = evolve(armour, body=who.sheet.body_sp)
    if do.places & 2:
        note(table, RULE.ARMOUR_REPAIR, do.target, Place.HEAD.value, max(armour.head), max(who.sheet.head_sp))
        armour = evolve(armour, head=who.sheet.head_sp)
    return with_fighter(fight, do.target, evolve(who, armour=armour))
