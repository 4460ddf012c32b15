"""What may be worn, and what it costs."""

from __future__ import annotations

from ...core.encounter import counts_turns, forgotten
from ...core.state import count_bits, evolve, fighter, with_fighter
from ...core.table import Table, note, refuse, tell
from .house import ArmourMax, House, LayerEv
from .ids import RULE, decision, helper, rule, teller
from .state import LAYERS, NO_OUTCOME, Fight, Fighter, Layers, Repair


@helper
def layers_of(mask: int, place: int) -> int:
    """The part of a mask over all layers that concerns one place."""
    return (mask >> (LAYERS * place)) & 0b11111


@helper
def piece_of(who: Fighter, place: int, layer: int) -> int:
    """The number of the armour that a layer belongs to."""
    return (who.sheet.piece[place] >> (4 * layer)) & 15


@helper
def worn_mask(who: Fighter, place: int) -> int:
    """The layers at a place that still count: those with SP left."""
    mask = 0
    for layer in range(LAYERS):
        if who.armour.sp[place][layer] > 0:
            mask |= 1 << layer
    return mask


@helper
def too_many(who: Fighter, reading: int) -> int:
    """0: what is worn is allowed; else 1 + place * 2, + 1 when it is the hard layers that are too many."""
    pieces = 0
    for place in range(6):
        mask = worn_mask(who, place)
        if reading == ArmourMax.PLACE:
            if count_bits(mask & layers_of(who.sheet.hard, place)) > 1:
                return 2 + place * 2
            if count_bits(mask) > 3:
                return 1 + place * 2
        for layer in range(LAYERS):
            if (mask >> layer) & 1:
                pieces |= 1 << piece_of(who, place, layer)
    if reading == ArmourMax.CHARACTER:
        if count_bits(pieces & who.sheet.hard_pieces) > 1:
            return 2
        if count_bits(pieces) > 3:
            return 1
    return 0


@rule(
    "cp2020.armour.max",
    notes={"refused": ("who", "place"), "hard": ("who", "place"), "reading": ("armour_max", "decided")},
    options=("armour_max",),
    source="seed 000, New rule 1",
)
def may_wear(who: Fighter, i: int, house: House, table: Table) -> None:
    """At most three layers on a place, of which at most one hard; as a house rule, of all that is worn."""
    found = too_many(who, house.armour_max)
    tell(table, tell_max, who, found, house)
    if found > 0 and found % 2 == 0:
        refuse(table, RULE.ARMOUR_MAX__HARD, i, found // 2 - 1)
    if found > 0:
        refuse(table, RULE.ARMOUR_MAX__REFUSED, i, found // 2)


@rule(
    "cp2020.armour.layer_ev",
    notes={"": ("layers", "layer_ev_points"), "reading": ("layer_ev", "decided")},
    options=("layer_ev",),
    source="seed 000, New rule 1",
)
def layer_ev(who: Fighter, house: House, table: Table) -> int:
    """The second layer costs 1 more EV, the third 2 more (three layers: 3; as a house rule only the highest, 2).
    Subdermal and implanted armour count as layers; skinweave counts as a layer but costs no EV."""
    most = 0
    for place in range(6):
        most = max(most, count_bits(worn_mask(who, place) & ~layers_of(who.sheet.skinweave, place)))
    points = 0
    if most == 2:
        points = 1
    elif most >= 3:
        points = 3 if house.layer_ev == LayerEv.CUMULATIVE else 2
    if points > 0:
        note(table, RULE.ARMOUR_LAYER_EV, most, points)
        note(table, RULE.ARMOUR_LAYER_EV__READING, house.layer_ev, 1 if most >= 3 else 0)
    return points


@rule("cp2020.armour.ev", notes=("who", "ev"), source="seed 000, Layering")
def encumbrance(who: Fighter, i: int, house: House, table: Table) -> int:
    """Each armour's EV lowers REF while worn; all EVs add up."""
    ev = who.sheet.ev + layer_ev(who, house, table)
    if ev > 0:
        note(table, RULE.ARMOUR_EV, i, -ev)
    return ev


@teller
def tell_max(who: Fighter, found: int, house: House, table: Table) -> None:
    """Would the other reading of armour_max have decided otherwise?"""
    other = ArmourMax.CHARACTER if house.armour_max == ArmourMax.PLACE else ArmourMax.PLACE
    decided = (found > 0) != (too_many(who, other) > 0)
    note(table, RULE.ARMOUR_MAX__READING, house.armour_max, 1 if decided else 0)


# ------------------------------------------------------------------------------------------------------ mending it


@decision
@rule("cp2020.repair", notes={"": ("who", "places"), "refused": ("who",)}, source="rules page")
def repair(fight: Fight, do: Repair, table: Table) -> Fight:
    """Armour is mended or replaced between fights: its SP is again what it was when bought. Wounds heal as the GM says."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    who = fighter(fight, do.target)
    if who.wounds.dead:
        return fight
    if counts_turns(fight):
        refuse(table, RULE.REPAIR__REFUSED, do.target)
    note(table, RULE.REPAIR, do.target, count_bits(do.places))
    sp = (
        mended(who, 0, do.places),
        mended(who, 1, do.places),
        mended(who, 2, do.places),
        mended(who, 3, do.places),
        mended(who, 4, do.places),
        mended(who, 5, do.places),
    )
    return with_fighter(fight, do.target, evolve(who, armour=evolve(who.armour, sp=sp)))


@helper
def mended(who: Fighter, place: int, places: int) -> Layers:
    """The layers of a place: as bought if it is among those mended, else as they are."""
    if not (places >> place) & 1:
        return who.armour.sp[place]
    bought = who.sheet.piece[place] >> 20
    return (
        bought & 127,
        (bought >> 7) & 127,
        (bought >> 14) & 127,
        (bought >> 21) & 127,
        (bought >> 28) & 127,
    )
