"""Limbs lost, and heads."""

from __future__ import annotations

from ...core.state import evolve
from ...core.table import Table, note, tell
from .house import HeadKillCounts, House, LimbPer, LimbThreshold
from .ids import RULE, helper, rule, teller
from .state import Fighter, Place, PlaceNumbers


@rule(
    "cp2020.limb.loss",
    notes={
        "": ("who", "place", "points"),
        "head": ("who", "points"),
        "threshold": ("limb_threshold", "decided"),
        "counts": ("head_kill_counts", "decided"),
        "per": ("limb_per", "decided"),
    },
    options=("limb_per", "limb_threshold", "head_kill_counts"),
    source="seed 000, Special hits",
)
def limb_loss(
    who: Fighter, i: int, place: int, counted: int, doubled: int, undoubled: int, house: House, table: Table
) -> tuple[Fighter, bool]:
    """More than 8 points from one attack (each hit; as a house rule all of an attack's) to a limb: it is lost, and a
    death save at mortal 0 follows at once. To the head: dead at once. Counted on the points finally suffered
    (doubled; as a house rule undoubled)."""
    if place == Place.TORSO:
        return who, False
    before = who.condition.tally[place]
    points = counted + (before if house.limb_per == LimbPer.ATTACK else 0)
    taken = reaches(points, house.limb_threshold)
    if house.limb_per == LimbPer.ATTACK:
        who = evolve(who, condition=evolve(who.condition, tally=added(who.condition.tally, place, counted)))
    if (who.wounds.lost >> place) & 1:
        return who, False
    tell(table, tell_limb, place, points, counted, doubled, undoubled, before, taken, house)
    if not taken:
        return who, False
    if place == Place.HEAD:
        note(table, RULE.LIMB_LOSS__HEAD, i, points)
        return evolve(who, wounds=evolve(who.wounds, dead=1)), False
    note(table, RULE.LIMB_LOSS, i, place, points)
    return evolve(who, wounds=evolve(who.wounds, lost=who.wounds.lost | (1 << place))), True


@helper
def reaches(points: int, threshold: int) -> bool:
    """Are these points enough to lose a limb?"""
    return points > 8 or (points == 8 and threshold == LimbThreshold.FROM_8)


@teller
def tell_limb(
    place: int,
    points: int,
    counted: int,
    doubled: int,
    undoubled: int,
    before: int,
    taken: bool,
    house: House,
    table: Table,
) -> None:
    """Which readings decided whether the limb is lost."""
    note(table, RULE.LIMB_LOSS__THRESHOLD, house.limb_threshold, 1 if points == 8 else 0)
    if place == Place.HEAD:
        other = doubled if house.head_kill_counts == HeadKillCounts.UNDOUBLED else undoubled
        decided = reaches(other + points - counted, house.limb_threshold) != taken
        note(table, RULE.LIMB_LOSS__COUNTS, house.head_kill_counts, 1 if decided else 0)
    if before > 0:
        decided = reaches(counted, house.limb_threshold) != taken
        note(table, RULE.LIMB_LOSS__PER, house.limb_per, 1 if decided else 0)


@helper
def added(tally: PlaceNumbers, place: int, points: int) -> PlaceNumbers:
    """The tally with points added at a place."""
    return (
        tally[0] + (points if place == 0 else 0),
        tally[1] + (points if place == 1 else 0),
        tally[2] + (points if place == 2 else 0),
        tally[3] + (points if place == 3 else 0),
        tally[4] + (points if place == 4 else 0),
        tally[5] + (points if place == 5 else 0),
    )
