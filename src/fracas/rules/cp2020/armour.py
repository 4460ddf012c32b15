"""Armour: what it stops, and how it wears."""

from __future__ import annotations

from ...core.state import count_bits, evolve
from ...core.table import Table, note, tell
from .house import Ablate, ApLayering, CoverMode, EdgedDamage, House, LayerOrder
from .ids import RULE, helper, rule, teller
from .state import LAYERS, Blow, Fighter, Layers, Stacks
from .wearing import layers_of, worn_mask


@rule(
    "cp2020.armour.proportional",
    notes={"": ("place", "layers", "sp"), "reading": ("layer_order", "decided")},
    options=("layer_order",),
    source="seed 000, New rule 2; facts 1.5",
)
def combined(first: int, second: int) -> int:
    """Two layers: their SP difference gives a bonus on the larger SP: 0-4 +5, 5-8 +4, 9-14 +3, 15-20 +2, 21-26 +1, 27+ 0.
    Three: from the inside out, pair by pair (A with B, the result with C). A layer at SP 0 is no layer. As a house rule
    the largest SPs are combined first.

    >>> combined(10, 14), combined(18, 25), combined(0, 14)
    (19, 29, 14)
    """
    if first == 0 or second == 0:
        return max(first, second)
    gap = abs(first - second)
    bonus = 0
    if gap <= 4:
        bonus = 5
    elif gap <= 8:
        bonus = 4
    elif gap <= 14:
        bonus = 3
    elif gap <= 20:
        bonus = 2
    elif gap <= 26:
        bonus = 1
    return max(first, second) + bonus


@helper
def folded(values: tuple[int, int, int, int, int, int], order: int) -> int:
    """Layers folded pair by pair, from the inside out or from the largest down."""
    total = 0
    used = 0
    for step in range(LAYERS + 1):
        pick = step
        if order == LayerOrder.DESCENDING_SP:
            pick = -1
            for layer in range(LAYERS + 1):
                if not (used >> layer) & 1 and (pick < 0 or values[layer] > values[pick]):
                    pick = layer
            used |= 1 << pick
        total = combined(total, values[pick])
    return total


@helper
def chosen(stack: Layers, outside: int, mask: int, halved: int) -> tuple[int, int, int, int, int, int]:
    """The layers of a mask (and what stands outside), some of them halved, down."""
    return (
        (stack[0] >> (halved & 1)) * (mask & 1),
        (stack[1] >> ((halved >> 1) & 1)) * ((mask >> 1) & 1),
        (stack[2] >> ((halved >> 2) & 1)) * ((mask >> 2) & 1),
        (stack[3] >> ((halved >> 3) & 1)) * ((mask >> 3) & 1),
        (stack[4] >> ((halved >> 4) & 1)) * ((mask >> 4) & 1),
        (outside >> ((halved >> 5) & 1)) * ((mask >> 5) & 1),
    )


ALL_SLOTS = 0b111111
OUTSIDE = 0b100000


@helper
def sp_against(stack: Layers, outside: int, hard: int, rpa: int, blow: Blow, house: House) -> int:
    """SP of layers and what stands outside, as it counts against a blow."""
    if blow.ap:
        return sp_against_ap(stack, outside, rpa, house)
    if blow.edged:
        return sp_against_edge(stack, outside, hard, house)
    return folded(chosen(stack, outside, ALL_SLOTS, 0), house.layer_order)


@rule(
    "cp2020.ap.halves",
    notes={
        "": ("sp", "half"),
        "damage": ("past", "half"),
        "layering": ("ap_layering", "decided"),
        "least": ("ap_half_min", "decided"),
    },
    options=("ap_layering", "ap_half_min"),
    source="seed 000, Armour-piercing",
)
def sp_against_ap(stack: Layers, outside: int, rpa: int, house: House) -> int:
    """Armour-piercing: SP is halved (down), what passes is halved (down). 30 damage, SP 10: 30 - 5 = 25, halved 12. Layers
    are combined, then halved; as a house rule each is halved first. RPA armour is not halved. A penetrating hit does at
    least 1 (as a house rule 0)."""
    if house.ap_layering == ApLayering.EACH:
        return folded(chosen(stack, outside, ALL_SLOTS, ALL_SLOTS & ~rpa), house.layer_order)
    rest = folded(chosen(stack, outside, ALL_SLOTS & ~rpa, 0), house.layer_order) // 2
    return combined(rest, folded(chosen(stack, outside, rpa, 0), house.layer_order))


@rule(
    "cp2020.edged.halves",
    notes={"": ("sp", "half"), "damage": ("edged_damage", "decided", "left")},
    options=("edged_damage",),
    source="seed 000, Armour-piercing",
)
def sp_against_edge(stack: Layers, outside: int, hard: int, house: House) -> int:
    """Edged weapons meet half SP (down) on soft armour; hard armour keeps all, and so does cover. Damage is not halved (as
    a house rule it is)."""
    return folded(chosen(stack, outside, ALL_SLOTS, ALL_SLOTS & ~hard & ~OUTSIDE), house.layer_order)


@helper
def cover_at(who: Fighter, place: int) -> int:
    """SP of the cover in front of a place."""
    return who.armour.cover_sp if (who.armour.cover_places >> place) & 1 else 0


@rule(
    "cp2020.armour.cover",
    notes={"": ("who", "cover"), "stops": ("damage", "cover", "left"), "reading": ("cover_mode", "decided")},
    options=("cover_mode",),
    source="seed 000, New rule 2, Cover",
)
def armour_at(who: Fighter, place: int, blow: Blow, house: House) -> tuple[int, int]:
    """Cover counts as the outermost layer, combined in the same way; as a house rule it stops first and the rest meets the
    armour.

    Returns the SP of separate cover and the SP of the rest, as they count against a blow.
    """
    stack = who.armour.sp[place]
    hard, rpa = layers_of(who.sheet.hard, place), layers_of(who.sheet.rpa, place)
    cover = cover_at(who, place)
    if house.cover_mode == CoverMode.SEPARATE:
        first = cover // 2 if blow.ap else cover
        return first, sp_against(stack, 0, hard, rpa, blow, house)
    return 0, sp_against(stack, cover, hard, rpa, blow, house)


@helper
def passing(who: Fighter, place: int, damage: int, blow: Blow, house: House) -> tuple[int, int, int]:
    """(what meets the armour, the SP it meets, what passes after halving): pure, so that other readings can be
    compared."""
    first, sp = armour_at(who, place, blow, house)
    meets = max(0, damage - first)
    past = max(0, meets - sp)
    if past > 0 and (blow.ap or (blow.edged and house.edged_damage == EdgedDamage.HALVED)):
        past = max(house.ap_half_min, past // 2)
    return meets, sp, past


@rule("cp2020.armour.stop", notes=("damage", "sp", "past"), source="seed 000, Armour")
def stop(who: Fighter, i: int, place: int, damage: int, blow: Blow, house: House, table: Table) -> int:
    """The place's SP is taken from the damage. What is left goes on; damage at or below SP does nothing."""
    meets, sp, past = passing(who, place, damage, blow, house)
    tell(table, tell_armour, who, i, place, damage, blow, house, past)
    note(table, RULE.ARMOUR_STOP, meets, sp, max(0, meets - sp))
    if meets > sp and (blow.ap or blow.edged):
        halve_damage(meets - sp, past, blow, house, table)
    return past


# ---------------------------------------------------------------------------------------------------- how it wears


@helper
def outermost(stack: Layers) -> int:
    """The outermost layer with SP left, or -1."""
    for layer in range(LAYERS - 1, -1, -1):
        if stack[layer] > 0:
            return layer
    return -1


@helper
def worn_by(stack: Layers, mask: int) -> Layers:
    """The layers of a mask worn down by 1, none below 0."""
    return (
        max(0, stack[0] - (mask & 1)),
        max(0, stack[1] - ((mask >> 1) & 1)),
        max(0, stack[2] - ((mask >> 2) & 1)),
        max(0, stack[3] - ((mask >> 3) & 1)),
        max(0, stack[4] - ((mask >> 4) & 1)),
    )


@helper
def with_stack(sp: Stacks, place: int, stack: Layers) -> Stacks:
    """All stacks, with that of one place replaced."""
    return (
        stack if place == 0 else sp[0],
        stack if place == 1 else sp[1],
        stack if place == 2 else sp[2],
        stack if place == 3 else sp[3],
        stack if place == 4 else sp[4],
        stack if place == 5 else sp[5],
    )


@rule(
    "cp2020.armour.staged",
    notes={"": ("place", "sp", "after"), "reading": ("ablate", "decided")},
    options=("ablate",),
    source="seed 000, Staged penetration",
)
def wear(who: Fighter, place: int, damage: int, blow: Blow, house: House, table: Table) -> Fighter:
    """Staged penetration: a hit whose damage exceeds the SP takes 1 off the SP there (every layer at the place, or
    as a house rule the outermost), for good, never below 0. Armour that stops the hit keeps its SP."""
    meets, sp, _ = passing(who, place, damage, blow, house)
    stack = who.armour.sp[place]
    last = outermost(stack)
    if meets <= sp or last < 0:
        return who
    mask = ALL_SLOTS if house.ablate == Ablate.ALL_LAYERS else 1 << last
    after = evolve(who, armour=evolve(who.armour, sp=with_stack(who.armour.sp, place, worn_by(stack, mask))))
    tell(table, tell_wear, who, after, place, blow, house)
    return after


# --------------------------------------------------------------------------------------------- what is told of it


@teller
def tell_armour(
    who: Fighter, i: int, place: int, damage: int, blow: Blow, house: House, past: int, table: Table
) -> None:
    """How the SP came about, and which readings decided."""
    count = count_bits(worn_mask(who, place))
    cover = cover_at(who, place)
    separate = house.cover_mode == CoverMode.SEPARATE
    plain = evolve(blow, ap=0, edged=0)
    if count > 1 or (cover > 0 and count > 0 and not separate):
        tell_layers(who, place, damage, blow, house, past, count, sum_sp(who, place, plain, house), table)
    if cover > 0:
        tell_cover(who, i, place, damage, blow, house, past, table)
    if blow.ap and sum_sp(who, place, plain, house) != sum_sp(who, place, blow, house):
        tell_ap(who, place, damage, blow, house, past, count, table)
    if blow.edged and not blow.ap and sum_sp(who, place, plain, house) != sum_sp(who, place, blow, house):
        tell_edged(who, place, blow, house, table)


@teller
def tell_layers(
    who: Fighter, place: int, damage: int, blow: Blow, house: House, past: int, count: int, sp: int, table: Table
) -> None:
    """Two layers: their SP difference gives a bonus on the larger SP: 0-4 +5, 5-8 +4, 9-14 +3, 15-20 +2, 21-26 +1,
    27+ 0. Three: from the inside out, pair by pair (A with B, the result with C). A layer at SP 0 is no layer."""
    note(table, RULE.ARMOUR_PROPORTIONAL, place, count, sp)
    other = 1 - house.layer_order
    _, _, instead = passing(who, place, damage, blow, evolve(house, layer_order=other))
    note(table, RULE.ARMOUR_PROPORTIONAL__READING, house.layer_order, 1 if instead != past else 0)


@teller
def tell_cover(
    who: Fighter, i: int, place: int, damage: int, blow: Blow, house: House, past: int, table: Table
) -> None:
    """Cover counts as the outermost layer, combined in the same way; as a house rule it stops first and the rest
    meets the armour."""
    cover = cover_at(who, place)
    note(table, RULE.ARMOUR_COVER, i, cover)
    first, _ = armour_at(who, place, blow, house)
    if first > 0:
        note(table, RULE.ARMOUR_COVER__STOPS, damage, first, max(0, damage - first))
    _, _, instead = passing(who, place, damage, blow, evolve(house, cover_mode=1 - house.cover_mode))
    note(table, RULE.ARMOUR_COVER__READING, house.cover_mode, 1 if instead != past else 0)


@teller
def tell_ap(
    who: Fighter, place: int, damage: int, blow: Blow, house: House, past: int, count: int, table: Table
) -> None:
    """Armour-piercing: SP is halved (down), what passes is halved (down). 30 damage, SP 10: 30 - 5 = 25, halved 12.
    Layers are combined, then halved; as a house rule each is halved first. A penetrating hit does at least 1 (or, as
    a house rule, 0)."""
    note(table, RULE.AP_HALVES, sum_sp(who, place, evolve(blow, ap=0, edged=0), house), sum_sp(who, place, blow, house))
    if count > 1 or (count > 0 and cover_at(who, place) > 0):
        _, _, instead = passing(who, place, damage, blow, evolve(house, ap_layering=1 - house.ap_layering))
        note(table, RULE.AP_HALVES__LAYERING, house.ap_layering, 1 if instead != past else 0)


@teller
def halve_damage(past: int, half: int, blow: Blow, house: House, table: Table) -> None:
    """Tell that what passed was halved (cp2020.ap.halves, or edged_damage halved)."""
    if blow.ap:
        note(table, RULE.AP_HALVES__DAMAGE, past, half)
        note(table, RULE.AP_HALVES__LEAST, house.ap_half_min, 1 if past == 1 else 0)
    else:
        note(table, RULE.EDGED_HALVES__DAMAGE, house.edged_damage, 1 if past > 1 or house.ap_half_min == 0 else 0, half)


@teller
def tell_edged(who: Fighter, place: int, blow: Blow, house: House, table: Table) -> None:
    """Edged weapons meet half SP (down) on soft armour; hard armour keeps all. Damage is not halved (as a house rule
    it is)."""
    note(table, RULE.EDGED_HALVES, sum_sp(who, place, evolve(blow, edged=0), house), sum_sp(who, place, blow, house))


@teller
def tell_wear(who: Fighter, after: Fighter, place: int, blow: Blow, house: House, table: Table) -> None:
    """SP before and after, and whether the other reading of ablate would differ."""
    note(table, RULE.ARMOUR_STAGED, place, worn_sp(who, place, house), worn_sp(after, place, house))
    many = count_bits(worn_mask(who, place)) > 1
    note(table, RULE.ARMOUR_STAGED__READING, house.ablate, 1 if many else 0)


def sum_sp(who: Fighter, place: int, blow: Blow, house: House) -> int:
    """The SP of a place as it counts against a blow, cover that combines included."""
    _, sp = armour_at(who, place, blow, house)
    return sp


def worn_sp(who: Fighter, place: int, house: House) -> int:
    """The SP of what is worn at a place, without cover, against a plain blow."""
    return sum_sp(who, place, PLAIN, evolve(house, cover_mode=CoverMode.SEPARATE))


PLAIN = Blow(0, 6, 0, 0, 0, -1, 0)
