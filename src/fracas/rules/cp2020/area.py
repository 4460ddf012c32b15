"""Fire at all who stand there: suppressive fire, a shotgun's spread, grenades and other bursts."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, forgotten, metres_between
from ...core.state import evolve, fighter
from ...core.table import Table, again, each, note, refuse, roll
from .budget import (
    distance_to,
    hampered,
    living,
    luck_bonus,
    luck_spent,
    spend_action,
    spend_rounds,
)
from .dice import D10
from .ids import ASK, RULE, decision, helper, rule
from .jam import fumble, in_hand, may_act
from .shot import FUMBLED, Band, range_band, to_hit
from .state import NO_OUTCOME, UNKNOWN, Attack, Fight, Grenade, Suppress
from .volley import fired_at
from .wearing import may_wear

LEAST_WIDTH = 2


@helper
def readied(fight: Fight, do: Attack, table: Table) -> Fight:
    """May the attacker act, and what the attack costs."""
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1 or i == do.by:
            may_wear(fighter(fight, i), i, fight.house, table)
    may_act(fighter(fight, do.by), do.by, table)
    in_hand(fighter(fight, do.by), do.by, do.slot, table)
    fight = spend_action(fight, do.by, do.actions, table)
    return spend_rounds(fight, do.by, do.slot, do.rounds, table)


@helper
def nearest_of(fight: Fight, do: Attack, table: Table) -> int:
    """How far the targets are: what the attack says, or the nearest of them."""
    found = -1
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            metres = distance_to(fight, do.by, i, do.distance, table)
            found = metres if found < 0 else min(found, metres)
    return found


# ------------------------------------------------------------------------------------------------- suppressive fire


@decision
@rule(
    "cp2020.fire.suppress",
    notes={
        "": ("rounds", "width", "number"),
        "target": ("who", "ref", "skill_level", "bonus", "number", "success"),
        "rounds": ("who", "rounds"),
    },
    asks=(ASK.SUPPRESS, ASK.BURST__SUPPRESS),
    source="facts 1.13",
)
def suppress(fight: Fight, order: Suppress, table: Table) -> Fight:
    """Suppressive fire: the save number is the rounds fired over the width of the zone in metres (at least 2), rounded down.
    Each target in it: REF + Athletics + d10 at least that number, else d6 rounds hit it at random places."""
    do = order.attack
    fight = forgotten(fight, do.target, NO_OUTCOME)
    if living(fight, do.targets) == 0:
        return fight
    fight = readied(fight, do, table)
    if do.distance != UNKNOWN and do.range > 0:
        for i in range(len(fight.fighters)):
            metres = distance_to(fight, do.by, i, do.distance, table) if (do.targets >> i) & 1 else 0
            if metres > 2 * do.range:
                refuse(table, RULE.ATTACK_RANGE__REFUSED, metres, do.range)
    width = max(LEAST_WIDTH, order.width)
    note(table, RULE.FIRE_SUPPRESS, do.rounds, width, do.rounds // width)
    return each(table, living(fight, do.targets), fired_at, fight, do, do.rounds // width, 0, 0, 0)


# ------------------------------------------------------------------------------------------------------------ spread


@rule(
    "cp2020.fire.spread",
    notes={"": ("band", "width", "dice", "targets"), "refused": ("distance", "range")},
    source="facts 1.13",
)
def spread_out(do: Attack, band: int, targets: int, table: Table) -> Attack:
    """A shotgun's shot spreads: close (and point blank) 1 m wide for 4D6, medium 2 m for 3D6, long 3 m for 2D6; all in the
    pattern are hit. Beyond long range: refused.

    One roll to hit, at the range of the nearest; each of those hit has its own place and damage.
    """
    width = max(band, Band.CLOSE.value)
    note(table, RULE.FIRE_SPREAD, band, width, 5 - width, targets)
    return evolve(do, blow=evolve(do.blow, dice=5 - width, faces=6, plus=0))


# ------------------------------------------------------------------------------------------------------------ bursts

SCATTER_X = (588, 951, 951, 588, 0, -588, -951, -951, -588, 0)
SCATTER_Y = (809, 309, -309, -809, -1000, -809, -309, 309, 809, 1000)
"""Thousandths of a metre for each metre off, by the direction die: 36 degrees a point, clockwise; 10 is along y."""


@decision
@rule(
    "cp2020.area",
    notes={
        "": ("radius", "targets"),
        "scatter": ("metres", "direction"),
        "nobody": ("radius",),
        "refused": ("who", "metres", "most"),
    },
    asks=(ASK.SCATTER_DISTANCE, ASK.SCATTER_DIRECTION),
    source="facts 1.13",
)
def grenade(fight: Fight, do: Grenade, table: Table) -> Fight:
    """A grenade or other burst is thrown up to 10 x BODY m (that is its range; a launcher has its own). A miss lands d10
    metres off in a d10 direction. All within the radius take the damage, at random places.

    Where points are known, everybody there is caught who stands within the radius of the point where it lands, friends and
    the thrower included; a target without a point is taken to stand at the point aimed at.
    """
    throw = do.attack
    fight = forgotten(fight, throw.target, NO_OUTCOME)
    if living(fight, throw.targets) == 0 and not do.placed:
        return fight
    thrown = throw.range == 0
    reach = 10 * fighter(fight, throw.by).sheet.body if thrown else throw.range
    metres = thrown_to(fight, do, table)
    if thrown and metres > reach:
        refuse(table, RULE.AREA__REFUSED, throw.by, metres, reach)
    fight = readied(fight, throw, table)
    band = range_band(metres, reach, table)
    luck = luck_bonus(fight, throw.by, throw.luck, table)
    extra = luck + hampered(fight, throw.by, throw.actions, table)
    fight = luck_spent(fight, throw.by, luck)
    hits = again(table, 1, to_hit, 0, fighter(fight, throw.by), throw, band, extra, fight.house)
    caught = 0
    if hits == FUMBLED:
        fight, struck = fumble(fight, throw, table)
        if struck < 0:
            return fight
        caught = 1 << struck
    elif hits > 0:
        caught = living(fight, within(fight, do, 0, 0, 0))
    else:
        caught = living(fight, again(table, 1, scattered, 0, fight, do))
    if caught == 0:
        note(table, RULE.AREA__NOBODY, do.radius)
        return fight
    note(table, RULE.AREA, do.radius, caught)
    for i in range(len(fight.fighters)):
        if (caught >> i) & 1:
            may_wear(fighter(fight, i), i, fight.house, table)
    return each(table, caught, fired_at, fight, throw, 1, 0, 0, 0)


@helper
def thrown_to(fight: Fight, do: Grenade, table: Table) -> int:
    """How far it is thrown: what the decision says, or to the point aimed at."""
    if do.attack.distance != FROM_POINTS or not do.placed:
        return distance_to(fight, do.attack.by, do.attack.target, do.attack.distance, table)
    by = fighter(fight, do.attack.by).stand
    if not by.placed:
        refuse(table, RULE.ATTACK_RANGE__UNKNOWN, do.attack.by)
    return metres_between(by, evolve(by, x=do.x, y=do.y))


@helper
def scattered(nobody: int, fight: Fight, do: Grenade, table: Table) -> int:
    """A miss: where it lands, and whom it catches (mask)."""
    metres: int = roll(table, D10, ASK.SCATTER_DISTANCE)
    direction: int = roll(table, D10, ASK.SCATTER_DIRECTION)
    note(table, RULE.AREA__SCATTER, metres, direction)
    off_x = (metres * SCATTER_X[direction - 1] + 500) // 1000
    off_y = (metres * SCATTER_Y[direction - 1] + 500) // 1000
    return nobody | within(fight, do, metres, off_x, off_y)


@helper
def within(fight: Fight, do: Grenade, metres: int, off_x: int, off_y: int) -> int:
    """Whom a burst catches (mask) that lands so far off the point aimed at."""
    aimed = fighter(fight, do.attack.target).stand
    if do.placed:
        aimed = evolve(aimed, x=do.x, y=do.y, placed=1)
    lands = evolve(aimed, x=aimed.x + off_x, y=aimed.y + off_y)
    caught = 0
    for i in range(len(fight.fighters)):
        stand = fighter(fight, i).stand
        known = aimed.placed and stand.placed and stand.here
        away = metres_between(stand, lands) if known else metres
        if (known or (do.attack.targets >> i) & 1) and away <= do.radius:
            caught |= 1 << i
    return caught
