"""The wound track, and what wounds do to statistics."""

from __future__ import annotations

from ...core.state import evolve
from ...core.table import Table, note, tell
from .house import House, MortalMax, WoundRound
from .ids import RULE, helper, rule, teller
from .state import Fighter
from .wearing import encumbrance

NONE, LIGHT, SERIOUS, CRITICAL, MORTAL_0 = 0, 1, 2, 3, 4
CHECK_LIMB = 0
"""A lost limb's death save is at mortal 0, whatever the wound."""


@helper
def level_of(damage: int) -> int:
    """Four boxes a level: 0 none, 1 light, 2 serious, 3 critical, 4 mortal 0, 5 mortal 1 …"""
    return (damage + 3) // 4


@helper
def beyond_track(damage: int, mortal_max: int) -> bool:
    """Past the last box: dead."""
    return level_of(damage) > MORTAL_0 + mortal_max


def boxes(house: House) -> int:
    """How many boxes the track has: 40, or 48 where it goes on to mortal 8."""
    return next(damage for damage in range(99) if beyond_track(damage + 1, house.mortal_max))


@rule(
    "cp2020.wound.track",
    notes={
        "": ("who", "before", "suffered", "damage", "level"),
        "dead": ("who", "damage"),
        "reading": ("mortal_max", "decided"),
    },
    options=("mortal_max",),
    source="seed 000, Wounds; facts 1.8",
)
def take(who: Fighter, i: int, suffered: int, house: House, table: Table) -> Fighter:
    """Damage taken fills the track, four boxes a level: 1-4 light, 5-8 serious, 9-12 critical, 13-16 mortal 0 …
    37-40 mortal 6. Over 40: dead. (As a house rule the track goes on to mortal 8, over 48.)"""
    damage = who.wounds.damage + suffered
    dead = beyond_track(damage, house.mortal_max)
    note(table, RULE.WOUND_TRACK, i, who.wounds.damage, suffered, damage, level_of(damage))
    tell(table, tell_track, damage, dead, house)
    if dead:
        note(table, RULE.WOUND_TRACK__DEAD, i, damage)
    mortal = level_of(damage) >= MORTAL_0
    stable = 0 if mortal else who.wounds.stable
    return evolve(who, wounds=evolve(who.wounds, damage=damage, dead=dead, stable=stable))


@teller
def tell_track(damage: int, dead: bool, house: House, table: Table) -> None:
    """Would the other length of the track have decided otherwise?"""
    other = MortalMax.N8 if house.mortal_max == MortalMax.N6 else MortalMax.N6
    decided = beyond_track(damage, other) != dead
    note(table, RULE.WOUND_TRACK__READING, house.mortal_max, 1 if decided else 0)


@helper
def share(value: int, parts: int, rounding: int) -> int:
    """A half or a third, rounded up or down."""
    return (value + parts - 1) // parts if rounding == WoundRound.UP else value // parts


@helper
def lowered(value: int, level: int, serious: int, rounding: int) -> int:
    """A statistic at a wound level; ``serious`` is what a serious wound takes off it."""
    if level >= MORTAL_0:
        return share(value, 3, rounding)
    if level == CRITICAL:
        return share(value, 2, rounding)
    return value - serious if level == SERIOUS else value


@rule(
    "cp2020.wound.effects",
    notes={"": ("who", "level", "ref"), "reading": ("wound_round", "decided")},
    options=("wound_round",),
    source="seed 000, Wound effects",
)
def ref_of(who: Fighter, i: int, house: House, table: Table) -> int:
    """Light: none. Serious: REF -2. Critical: REF, INT, COOL halved. Mortal: a third. Rounded up (as a house rule
    down). Levels replace each other; EV is taken off after; REF never goes below 0."""
    level = level_of(who.wounds.damage)
    ref = max(0, lowered(who.sheet.ref, level, 2, house.wound_round))
    if level >= SERIOUS:
        note(table, RULE.WOUND_EFFECTS, i, level, ref)
        other = max(0, lowered(who.sheet.ref, level, 2, 1 - house.wound_round))
        note(table, RULE.WOUND_EFFECTS__READING, house.wound_round, 1 if other != ref else 0)
    return max(0, ref - encumbrance(who, i, house, table))


def intelligence_of(who: Fighter, house: House) -> int:
    """INT as it stands."""
    return lowered(who.sheet.intelligence, level_of(who.wounds.damage), 0, house.wound_round)


def cool_of(who: Fighter, house: House) -> int:
    """COOL as it stands."""
    return lowered(who.sheet.cool, level_of(who.wounds.damage), 0, house.wound_round)
