"""From a hit to harm: location, damage, armour, body type, head, wounds, limbs, saves."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core.dice import Dice
from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, details, keeps, note, reroll, roll, silent, tell
from .armour import cover_at, passing, stop, wear, with_stack
from .dice import LocationDie
from .house import HeadDouble, HeadKillCounts, House
from .ids import ASK, RULE, decision, helper, rule, teller
from .limbs import added, limb_loss
from .saves import death_save, stun_save
from .state import (
    NO_OUTCOME,
    NO_POINTS,
    NO_STACKS,
    Armour,
    Blow,
    Fight,
    Fighter,
    Hit,
    Place,
    PlaceNumbers,
    Sheet,
    Wounds,
)
from .wearing import may_wear
from .wounds import CHECK_LIMB, take


@decision
def hit(fight: Fight, do: Hit, table: Table) -> Fight:
    """A hit lands: from the location on, without the roll to hit."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    who = fighter(fight, do.target)
    if who.wounds.dead:
        return fight
    may_wear(who, do.target, fight.house, table)
    return rounds_hit(fight, do.target, 1, do.blow, table)


@helper
def rounds_hit(fight: Fight, target: int, rounds: int, blow: Blow, table: Table) -> Fight:
    """So many rounds hit, one after another; then what was counted for the attack as a whole is forgotten."""
    who = fighter(fight, target)
    fight = with_fighter(fight, target, evolve(who, outcome=evolve(who.outcome, hit=1, rounds=rounds)))
    fight = again(table, rounds, strike, fight, target, rounds, blow)
    who = fighter(fight, target)
    return with_fighter(fight, target, evolve(who, condition=evolve(who.condition, tally=NO_POINTS)))


@helper
def strike(fight: Fight, target: int, rounds: int, blow: Blow, table: Table) -> Fight:
    """One round of so many: where it hits, and what it does there. What it does depends on that place alone, so that is
    asked of a fighter who has nothing else (:func:`alone`); equal cases are then worked out once."""
    who = fighter(fight, target)
    if who.wounds.dead:
        return fight
    place = place_hit(target, blow, fight.house, table)
    begun = Struck(alone(who, place), 0, 0, 0)
    struck = again(table, 1, at_place, begun, target, place, rounds == 1, blow, fight.house)
    was = who.outcome
    outcome = evolve(was, location=place, suffered=was.suffered + struck.suffered)
    outcome = evolve(outcome, damage=was.damage + struck.damage, through=was.through + struck.past)
    return with_fighter(fight, target, evolve(together(who, struck.who, place), outcome=outcome))


class Tally(NamedTuple):
    """The part of a Condition that a hit reads."""

    tally: PlaceNumbers


class Bare(NamedTuple):
    """The part of a Fighter that a hit reads; the rules take it for one."""

    sheet: Sheet
    wounds: Wounds
    armour: Armour
    condition: Tally


class Struck(NamedTuple):
    """What one round does at one place: the fighter there (Bare), damage as rolled, what came past armour, points
    suffered."""

    who: Any
    damage: int
    past: int
    suffered: int


@helper
def alone(who: Fighter, place: int) -> Any:
    """The fighter with the armour, cover, limb and tally of one place only: all that a hit there reads."""
    sp = with_stack(NO_STACKS, place, who.armour.sp[place])
    cover = cover_at(who, place)
    armour = Armour(sp, cover, 1 << place if cover > 0 else 0)
    wounds = evolve(who.wounds, lost=who.wounds.lost & (1 << place))
    tally = added(NO_POINTS, place, who.condition.tally[place])
    return Bare(who.sheet, wounds, armour, Tally(tally))


@helper
def together(who: Fighter, struck: Any, place: int) -> Fighter:
    """The whole fighter again, after what happened at one place."""
    armour = evolve(who.armour, sp=with_stack(who.armour.sp, place, struck.armour.sp[place]))
    wounds = evolve(struck.wounds, lost=who.wounds.lost | struck.wounds.lost)
    more = struck.condition.tally[place] - who.condition.tally[place]
    condition = evolve(who.condition, tally=added(who.condition.tally, place, more))
    return evolve(who, wounds=wounds, armour=armour, condition=condition)


@helper
def at_place(struck: Struck, i: int, place: int, one: bool, blow: Blow, house: House, table: Table) -> Struck:
    """Damage, armour, head and body type, wounds, saves: in this order, each by its own rule."""
    who = struck.who
    damage = damage_roll(blow, table)
    meets = twice_before(place, damage, house, table)
    past = stop(who, i, place, meets, blow, house, table)
    suffered = points_of(who, place, past, house, table)
    undoubled = points_undoubled(who, place, damage, blow, suffered, house)
    if place == Place.HEAD:
        tell(table, tell_double, who, damage, blow, suffered, house)
    who = wear(who, place, meets, blow, house, table)
    if suffered > 0:
        who = again(table, 1, hurt, who, i, place, suffered, undoubled, house)
    kept = (one and details(table)) or keeps(table)
    return Struck(who, damage if kept else 0, past if kept else 0, suffered if kept else 0)


@helper
def hurt(who: Fighter, i: int, place: int, suffered: int, undoubled: int, house: House, table: Table) -> Fighter:
    """Points are suffered, whatever armour they came past."""
    who = take(who, i, suffered, house, table)
    counted = undoubled if house.head_kill_counts == HeadKillCounts.UNDOUBLED else suffered
    return consequences(who, i, place, counted, suffered, undoubled, house, table)


@helper
def consequences(
    who: Fighter, i: int, place: int, counted: int, doubled: int, undoubled: int, house: House, table: Table
) -> Fighter:
    """What being hurt brings: a limb or the head lost, then stun, then the death saves."""
    if who.wounds.dead:
        return who
    who, lost = limb_loss(who, i, place, counted, doubled, undoubled, house, table)
    if who.wounds.dead:
        return who
    if not who.wounds.stunned:
        who = stun_save(who, i, house, table)
    if lost:
        who = death_save(who, i, CHECK_LIMB, house, table)
    return death_save(who, i, -1, house, table)


# ---------------------------------------------------------------------------------------------- location and damage


@rule(
    "cp2020.location.roll",
    notes={"": ("who", "place"), "legs": ("leg_rolls", "decided")},
    asks=(ASK.LOCATION,),
    options=("leg_rolls",),
    source="seed 000; facts 1.1",
)
def place_hit(i: int, blow: Blow, house: House, table: Table) -> int:
    """An unaimed hit rolls d10: 1 head, 2-4 torso, 5 right arm, 6 left arm, 7-8 right leg, 9-10 left leg (as a house
    rule the legs the other way round). An aimed shot chooses the place."""
    if blow.aimed != Place.NOWHERE:
        note(table, RULE.LOCATION_ROLL, i, blow.aimed)
        return blow.aimed
    place = reroll(table, LocationDie(1, house.leg_rolls), places_that_can_be_hit(blow.hidden, table), ASK.LOCATION)
    note(table, RULE.LOCATION_ROLL, i, place)
    if place >= Place.RIGHT_LEG:
        note(table, RULE.LOCATION_ROLL__LEGS, house.leg_rolls, 1)
    return place


@rule("cp2020.location.absurd", notes=("hidden",), source="seed 000; facts 1.1")
def places_that_can_be_hit(hidden: int, table: Table) -> int:
    """A place that cannot be hit (wholly behind a wall) is ignored and rolled again."""
    if hidden > 0:
        note(table, RULE.LOCATION_ABSURD, hidden)
    return 0b111111 & ~hidden


@rule("cp2020.damage.dice", notes=("damage",), asks=(ASK.DAMAGE,), source="seed 000, first paragraphs")
def damage_roll(blow: Blow, table: Table) -> int:
    """Damage is rolled on d6: 2D6+1 is two d6 added, +1."""
    damage: int = max(0, roll(table, Dice(blow.dice, blow.faces, blow.plus), ASK.DAMAGE))
    note(table, RULE.DAMAGE_DICE, damage)
    return damage


# ------------------------------------------------------------------------------------------- head and body type


@rule("cp2020.btm", notes=("body", "past", "btm", "left"), source="seed 000, Body type; facts 1.7")
def less_body_type(past: int, body: int, table: Table) -> int:
    """What passes is lowered by the body type modifier: BODY 2 very weak 0; 3-4 weak 1; 5-7 average 2; 8-9 strong 3;
    10 very strong 4; 11+ (cyberware only) 5.

    >>> from fracas.core.table import silent
    >>> less_body_type(10, 2, silent), less_body_type(10, 10, silent)
    (10, 6)
    """
    left = at_least_one(past - btm_of(body), table)
    note(table, RULE.BTM, body, past, btm_of(body), left)
    return left


@helper
def btm_of(body: int) -> int:
    """The body type modifier."""
    if body <= 2:
        return 0
    if body <= 4:
        return 1
    if body <= 7:
        return 2
    if body <= 9:
        return 3
    return 4 if body == 10 else 5


@rule("cp2020.btm.minimum", notes=("least",), source="seed 000, Body type")
def at_least_one(left: int, table: Table) -> int:
    """BTM never brings damage that passed below 1; armour may bring it to 0."""
    if left >= 1:
        return left
    note(table, RULE.BTM_MINIMUM, 1)
    return 1


@rule(
    "cp2020.head.double",
    notes={"": ("points", "doubled"), "reading": ("head_double", "decided")},
    options=("head_double",),
    source="seed 000, Special hits",
)
def twice(points: int, table: Table) -> int:
    """A head hit does double damage: after BTM, or as a house rule after SP (before BTM), or before SP."""
    note(table, RULE.HEAD_DOUBLE, points, points * 2)
    return points * 2


@helper
def twice_before(place: int, damage: int, house: House, table: Table) -> int:
    """The damage that meets the armour: doubled already for the head under head_double before_sp."""
    if place == Place.HEAD and house.head_double == HeadDouble.BEFORE_SP:
        return twice(damage, table)
    return damage


@helper
def points_of(who: Fighter, place: int, past: int, house: House, table: Table) -> int:
    """Points suffered from what passed: body type and, for the head, doubling in the order that the house rule has."""
    if past == 0:
        return 0
    body = who.sheet.body
    if place != Place.HEAD:
        return less_body_type(past, body, table)
    if house.head_double == HeadDouble.AFTER_SP:
        return less_body_type(twice(past, table), body, table)
    left = less_body_type(past, body, table)
    return twice(left, table) if house.head_double == HeadDouble.AFTER_BTM else left


@teller
def tell_double(who: Fighter, damage: int, blow: Blow, suffered: int, house: House, table: Table) -> None:
    """Would another reading of head_double have given other points?"""
    head = Place.HEAD.value
    decided = False
    for reading in HeadDouble:
        other = evolve(house, head_double=reading)
        _, _, past = passing(who, head, twice_before(head, damage, other, silent), blow, other)
        decided = decided or points_of(who, head, past, other, silent) != suffered
    note(table, RULE.HEAD_DOUBLE__READING, house.head_double, 1 if decided else 0)


@helper
def points_undoubled(who: Fighter, place: int, damage: int, blow: Blow, suffered: int, house: House) -> int:
    """The points there would have been without doubling."""
    if place != Place.HEAD or suffered == 0:
        return suffered
    _, _, past = passing(who, place, damage, blow, house)
    return max(1, past - btm_of(who.sheet.body)) if past > 0 else 0
