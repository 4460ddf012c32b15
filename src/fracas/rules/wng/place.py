"""Where everybody stands: distances, who is engaged with whom, what an attack's place says of it."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, metres_between
from ...core.state import evolve, fighter
from ...core.table import Table, note, refuse
from .ids import RULE, helper, rule
from .state import BY_PLACE, Attack, Fight, Fighter

REACH = 2
"""Metres within which foes whose points are known are engaged."""

NEAR = 10
"""Metres that a detonation reaches (wng.table.critical)."""


@helper
def gone(who: Fighter) -> bool:
    """Is it out of the fight for good: dead, or a mob without members?"""
    return who.harm.dead == 1 or (who.sheet.mob == 1 and who.harm.members == 0)


@helper
def awake(who: Fighter) -> bool:
    """Does it decide for itself?"""
    return not gone(who) and not who.harm.unconscious


@rule(
    "wng.position",
    notes={"": ("who", "metres"), "unknown": ("who",), "reach": ("who", "metres"), "point": ("who",)},
    source="rules page",
)
def metres_to(fight: Fight, by: int, target: int, distance: int, table: Table) -> int:
    """Positions are points in the plane in metres; an encounter may give distances instead; bands and engagements are
    views of them. Foes within 2 m are engaged."""
    if distance != FROM_POINTS:
        return distance
    a, b = fighter(fight, by).stand, fighter(fight, target).stand
    if not a.placed or not b.placed:
        refuse(table, RULE.POSITION__UNKNOWN, by)
    metres = metres_between(a, b)
    note(table, RULE.POSITION, target, metres)
    return metres


@helper
def metres_of(fight: Fight, do: Attack, i: int) -> int:
    """How far one target of an attack is."""
    if do.distance != FROM_POINTS:
        return do.distance
    return metres_between(fighter(fight, do.by).stand, fighter(fight, i).stand)


@helper
def nearest_foe(fight: Fight, i: int) -> int:
    """The nearest foes of ``i`` (several where they are equally near), as a mask; 0 where its point is not known."""
    who = fighter(fight, i)
    least, found = -1, 0
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        if other.stand.side == who.stand.side or gone(other) or not other.stand.here:
            continue
        if not who.stand.placed or not other.stand.placed:
            continue
        metres = metres_between(who.stand, other.stand)
        if least < 0 or metres < least:
            least, found = metres, 0
        if metres == least:
            found |= 1 << j
    return found


@helper
def engaged_with(fight: Fight, i: int) -> int:
    """Who is in an engagement with ``i``, as a mask: foes near enough where points are known, else as it was said."""
    who = fighter(fight, i)
    found = 0
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        if j == i or gone(other) or not other.stand.here:
            continue
        if who.stand.placed and other.stand.placed:
            if who.stand.side != other.stand.side and metres_between(who.stand, other.stand) <= REACH:
                found |= 1 << j
        elif (who.stance.engaged >> j) & 1:
            found |= 1 << j
    return found


@helper
def may_reach(fight: Fight, by: int, target: int, table: Table) -> None:
    """Hand to hand only those within reach are reached, where points are known (wng.position)."""
    a, b = fighter(fight, by).stand, fighter(fight, target).stand
    if a.placed and b.placed and metres_between(a, b) > REACH:
        refuse(table, RULE.POSITION__REACH, target, metres_between(a, b))


@helper
def situated(fight: Fight, do: Attack, targets: int, table: Table) -> Attack:
    """The attack with what the place says of it: sight, who else is in the engagement fired into, who is near enough to
    be caught; refused where neither points nor the decision say how far it is."""
    placed = fighter(fight, do.by).stand.placed == 1
    into, near = do.into_melee, do.near
    for i in range(len(fight.fighters)):
        if (targets >> i) & 1 == 0:
            continue
        if do.distance == FROM_POINTS and not do.weapon.melee:
            metres_to(fight, do.by, i, FROM_POINTS, table)
        if placed and not do.weapon.melee:
            into |= engaged_with(fight, i)
        if placed and fighter(fight, i).stand.placed:
            near |= within(fight, fighter(fight, i).stand.x, fighter(fight, i).stand.y, NEAR)
    return evolve(
        do,
        targets=targets,
        vision=fight.vision if do.vision == BY_PLACE else do.vision,
        into_melee=into & ~targets & ~(1 << do.by),
        near=near & ~targets,
    )


@helper
def within(fight: Fight, x: int, y: int, metres: int) -> int:
    """Who stands within so many metres of a point, as a mask; those without a point do not."""
    found = 0
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if who.stand.placed and who.stand.here and not gone(who):
            dx, dy = who.stand.x - x, who.stand.y - y
            if dx * dx + dy * dy <= metres * metres:
                found |= 1 << i
    return found
