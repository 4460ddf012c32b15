"""A single attack, from the roll to hit on: one shot, a three-round burst, or full auto at one target."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.dice import Dice
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, follow, note, refuse, roll
from .harm import rounds_hit
from .house import AutoExact, Explode, House
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Attack, Fight, Fighter, Place
from .turn import may_act
from .wearing import may_wear
from .wounds import ref_of

D10 = Dice(1, 10, 0)
D6 = Dice(1, 6, 0)
FUMBLED = -1


class Mode(IntEnum):
    """How the weapon is fired."""

    SINGLE = 0
    BURST = 1
    AUTO = 2


class Reliability(IntEnum):
    """How reliable a weapon is: very, standard, unreliable."""

    VR = 0
    ST = 1
    UR = 2


JAM_ON = (3, 5, 8)


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


@decision
def attack(fight: Fight, do: Attack, table: Table) -> Fight:
    """By's attack on target: may it be made, does it hit and how often, what does it do."""
    fight = evolve(fight, outcome=NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead:
        return fight
    may_wear(target, do.target, fight.house, table)
    may_wear(by, do.by, fight.house, table)
    may_act(by, do.by, table)
    band = range_band(do.distance, do.range, table)
    rounds = again(table, 1, to_hit, 0, by, do, band, fight.house)
    if rounds == FUMBLED:
        return fumble(fight, do, table)
    if rounds == 0:
        return fight
    if do.mode == Mode.BURST:
        rounds = burst_rounds(table)
    return rounds_hit(fight, do.target, rounds, do.blow, table)


@rule(
    "cp2020.attack.range",
    notes={"": ("distance", "range", "band", "number"), "refused": ("distance", "range")},
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
def to_hit(missed: int, by: Fighter, do: Attack, band: int, house: House, table: Table) -> int:
    """0: a miss; FUMBLED; else how many rounds hit (for a burst: 1, its rounds are rolled after)."""
    bonus = modifiers(do, table) + do.accuracy + fire_bonus(do.mode, do.rounds, band, table)
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
    notes={"": ("margin", "rounds"), "bonus": ("rounds", "points"), "exact": ("auto_exact", "decided")},
    options=("auto_exact",),
    source="facts 1.13",
)
def auto_rounds(margin: int, fired: int, house: House, table: Table) -> int:
    """Full auto: +1 (close) or -1 (further) per 10 rounds; rounds hit = margin over the DV, at most the rounds fired
    at that target. Exactly on the number: one (as a house rule none)."""
    rounds = min(margin, fired)
    note(table, RULE.FIRE_AUTO__EXACT, house.auto_exact, 1 if margin == 0 else 0)
    if margin == 0 and house.auto_exact == AutoExact.ONE:
        rounds = 1
    note(table, RULE.FIRE_AUTO, margin, rounds)
    return rounds


@rule(
    "cp2020.attack.fumble",
    notes={"": ("fumble",), "reliability": ("die", "jam_on", "jams")},
    asks=(ASK.FUMBLE, ASK.RELIABILITY),
    source="facts 1.14",
)
def fumble(fight: Fight, do: Attack, table: Table) -> Fight:
    """A natural 1, d10: 1-4 nothing, 5 drop, 6 discharge, 7 jam, 8 hits itself, 9-10 hits an ally. Automatic weapons
    roll reliability alone: jam on 3 or less very reliable, 5 standard, 8 unreliable; cleared in d6 turns."""
    by = fighter(fight, do.by)
    if do.automatic:
        die: int = roll(table, D10, ASK.RELIABILITY)
        jams = die <= JAM_ON[do.reliability]
        note(table, RULE.ATTACK_FUMBLE__RELIABILITY, die, JAM_ON[do.reliability], 1 if jams else 0)
        return with_fighter(
            fight, do.by, evolve(by, condition=evolve(by.condition, jammed=jams or by.condition.jammed == 1))
        )
    row: int = roll(table, D10, ASK.FUMBLE)
    note(table, RULE.ATTACK_FUMBLE, row)
    if row == 5:
        return with_fighter(fight, do.by, evolve(by, condition=evolve(by.condition, dropped=1)))
    if row == 7:
        return with_fighter(fight, do.by, evolve(by, condition=evolve(by.condition, jammed=1)))
    struck = do.by if row == 8 else do.ally if row >= 9 else -1
    if struck < 0 or fighter(fight, struck).wounds.dead:
        return fight
    may_wear(fighter(fight, struck), struck, fight.house, table)
    blow = evolve(do.blow, aimed=Place.NOWHERE.value, hidden=0)
    return evolve(rounds_hit(fight, struck, 1, blow, table), outcome=NO_OUTCOME)
