"""The roll to hit: how far, what changes it, what it comes to, and how many rounds hit."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.table import Table, follow, note, refuse, roll
from .dice import D6, D10
from .house import AutoExact, Explode, House
from .ids import ASK, RULE, helper, rule
from .state import Attack, Fighter, Place
from .wounds import ref_of

FUMBLED = -1
TO_ROLL = -9
"""What a roll to hit has come to where it is still to be made."""


class Mode(IntEnum):
    """How a weapon is used; the last two by decisions of their own."""

    SINGLE = 0
    BURST = 1
    AUTO = 2
    SPREAD = 3
    MELEE = 4
    SUPPRESS = 5
    BLAST = 6


class Reliability(IntEnum):
    """How reliable a weapon is: very, standard, unreliable."""

    VR = 0
    ST = 1
    UR = 2


class Band(IntEnum):
    """Range bands."""

    POINT_BLANK = 0
    CLOSE = 1
    MEDIUM = 2
    LONG = 3
    EXTREME = 4


class Modifier(IntEnum):
    """Circumstances that change the roll to hit, in the order of MODIFIER_VALUES."""

    AMBUSH = 0
    AIM_1 = 1
    AIM_2 = 2
    AIM_3 = 3
    BLINDED = 4
    TWO_WEAPONS = 5
    HIP = 6
    RICOCHET = 7
    RUNNING = 8
    TURNING = 9
    IMMOBILE = 10
    DODGING = 11
    AIMED_PLACE = 12


MODIFIER_VALUES = (5, 1, 2, 3, -3, -3, -2, -5, -3, -2, 4, -2, -4)


@rule(
    "cp2020.attack.range",
    notes={
        "": ("distance", "range", "band", "number"),
        "refused": ("distance", "range"),
        "unknown": ("who",),
    },
    source="facts 1.13",
)
def range_band(distance: int, reach: int, table: Table) -> int:
    """DV: point blank 10, close (1/4 range) 15, medium (1/2) 20, long (full) 25, extreme (double) 30. Beyond:
    refused."""
    band = Band.EXTREME.value
    if distance <= 1:
        band = Band.POINT_BLANK.value
    elif 4 * distance <= reach:
        band = Band.CLOSE.value
    elif 2 * distance <= reach:
        band = Band.MEDIUM.value
    elif distance <= reach:
        band = Band.LONG.value
    elif distance > 2 * reach:
        refuse(table, RULE.ATTACK_RANGE__REFUSED, distance, reach)
    note(table, RULE.ATTACK_RANGE, distance, reach, band, number_of(band))
    return band


@helper
def number_of(band: int) -> int:
    """The DV of a range band."""
    return 10 + 5 * band


@rule(
    "cp2020.attack.modifiers",
    notes={"": ("modifier", "points"), "given": ("points",)},
    source="facts 1.13",
)
def modifiers(do: Attack, table: Table) -> int:
    """Ambush +5; aim +1 a turn, up to +3; aimed place -4; blinded -3; two weapons -3 each; from the hip -2; ricochet
    -5; running -3; turning -2; immobile target +4; target dodging in melee -2."""
    total = do.modifier
    if do.modifier != 0:
        note(table, RULE.ATTACK_MODIFIERS__GIVEN, do.modifier)
    mask = do.modifiers
    if do.blow.aimed != Place.NOWHERE:
        mask |= 1 << Modifier.AIMED_PLACE.value
    for modifier in range(13):
        if (mask >> modifier) & 1:
            total += MODIFIER_VALUES[modifier]
            note(table, RULE.ATTACK_MODIFIERS, modifier, MODIFIER_VALUES[modifier])
    return total


@helper
def to_hit(missed: int, by: Fighter, do: Attack, band: int, extra: int, house: House, table: Table) -> int:
    """0: a miss; FUMBLED; else how many rounds hit (for a burst: 1, its rounds are rolled after). ``extra``: Luck, further
    actions, a hold."""
    bonus = modifiers(do, table) + do.accuracy + fire_bonus(do.mode, do.rounds, band, table) + extra
    ref = ref_of(by, do.by, house, table)
    die = attack_die(house, table)
    if die == 1:
        return FUMBLED
    level = by.sheet.skills[do.skill]
    total = ref + level + bonus + die
    number = number_of(band)
    note(table, RULE.ATTACK_ROLL, do.by, ref, do.skill, level, bonus, die, total)
    note(table, RULE.ATTACK_ROLL__AGAINST, total, number, 1 if total >= number else 0)
    if total < number:
        return missed
    if do.mode == Mode.AUTO:
        return auto_rounds(total - number, do.rounds, house, table)
    return 1


@rule(
    "cp2020.attack.roll",
    notes={
        "": ("who", "ref", "skill", "skill_level", "bonus", "die", "total"),
        "against": ("total", "number", "success"),
        "explode": ("explode", "decided"),
    },
    asks=(ASK.ATTACK, ASK.ATTACK_MORE),
    options=("explode",),
    source="facts 1.13",
)
def attack_die(house: House, table: Table) -> int:
    """REF (with EV and wounds) + skill + weapon accuracy + modifiers + d10 at least the DV. A natural 10: roll again
    and add, once (as a house rule as long as tens come). A natural 1 fumbles."""
    die: int = roll(table, D10, ASK.ATTACK)
    if die != 10:
        return die
    if house.explode == Explode.ONCE:
        more = int(roll(table, D10, ASK.ATTACK_MORE))
        note(table, RULE.ATTACK_ROLL__EXPLODE, house.explode, 1 if more == 10 else 0)
        return die + more
    note(table, RULE.ATTACK_ROLL__EXPLODE, house.explode, 0)
    return follow(table, ten_again, Tens(1, 1, die)).total


class Tens(NamedTuple):
    """Tens rolled again as long as they come: ``more`` and ``open`` while one was rolled last, and the total."""

    more: int
    open: int
    total: int


@helper
def ten_again(so_far: Tens, table: Table) -> Tens:
    """One more die after a ten (cp2020.attack.roll, explode open)."""
    die: int = roll(table, D10, ASK.ATTACK_MORE)
    another = 1 if die == 10 else 0
    return Tens(another, another, so_far.total + die)


@rule("cp2020.fire.burst", notes={"": ("rounds",), "bonus": ("band", "points")}, asks=(ASK.BURST,), source="facts 1.13")
def burst_rounds(table: Table) -> int:
    """Three rounds, +3 at close and medium; a hit lands half of d6 rounds, rounded up."""
    die: int = roll(table, D6, ASK.BURST)
    note(table, RULE.FIRE_BURST, (die + 1) // 2)
    return (die + 1) // 2


@helper
def fire_bonus(mode: int, rounds: int, band: int, table: Table) -> int:
    """What a burst or full auto adds to the roll (cp2020.fire.burst, cp2020.fire.auto)."""
    near = band == Band.CLOSE or band == Band.MEDIUM
    if mode == Mode.BURST and near:
        note(table, RULE.FIRE_BURST__BONUS, band, 3)
        return 3
    if mode != Mode.AUTO or band == Band.POINT_BLANK:
        return 0
    points = rounds // 10 if band == Band.CLOSE else -(rounds // 10)
    note(table, RULE.FIRE_AUTO__BONUS, rounds, points)
    return points


@rule(
    "cp2020.fire.auto",
    notes={
        "": ("margin", "rounds"),
        "bonus": ("rounds", "points"),
        "exact": ("auto_exact", "decided"),
        "split": ("rounds", "targets", "share"),
        "refused": ("rounds", "targets"),
    },
    options=("auto_exact",),
    source="facts 1.13",
)
def auto_rounds(margin: int, fired: int, house: House, table: Table) -> int:
    """Full auto: +1 (close) or -1 (further) per 10 rounds; rounds hit = margin over the DV, at most the rounds fired
    at that target; ROF is split evenly among targets, rounded down. Exactly on the number: one (as a house rule
    none)."""
    rounds = min(margin, fired)
    note(table, RULE.FIRE_AUTO__EXACT, house.auto_exact, 1 if margin == 0 else 0)
    if margin == 0 and house.auto_exact == AutoExact.ONE:
        rounds = 1
    note(table, RULE.FIRE_AUTO, margin, rounds)
    return rounds
