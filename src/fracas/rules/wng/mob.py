"""Mobs under attack: members out, Shock."""

from __future__ import annotations

from ...core.state import evolve
from ...core.table import Table, note, sign_of, tell
from .harm import exhausted, take_shock
from .house import House, MobResilience
from .ids import RULE, rule, teller
from .soak import resilience_after
from .state import Fighter


@rule(
    "wng.mob.hit",
    notes={"": ("who", "reached", "damage", "resilience", "out"), "reading": ("mob_resilience", "decided")},
    options=("mob_resilience",),
    source="seed 003, mobs",
)
def hurt_mob(who: Fighter, i: int, damage: int, ap: int, material: int, house: House, table: Table) -> Fighter:
    """Attack one member as usual; every icon above Defence takes one more member along: 2 icons over = 3 members hit.
    Damage is rolled once and compared with a member's Resilience (as a house rule the sum of those hit): above it all
    those hit are out, equal 1 Shock, below nothing. A mob never falls below 0, and at 0 it is gone."""
    reached = min(who.outcome.hit, who.harm.members)
    one = resilience_after(who, i, ap, material, house, table)
    against = one * reached if house.mob_resilience == MobResilience.SUM else one
    out = reached if damage > against else 0
    note(table, RULE.MOB_HIT, i, reached, damage, against, out)
    tell(table, tell_resilience, damage, one, reached, house)
    who = evolve(who, harm=evolve(who.harm, members=who.harm.members - out))
    if damage == against:
        who, _ = take_shock(who, i, 1, table)
        who = mob_shock(who, i, table)
    return evolve(who, outcome=evolve(who.outcome, damage=damage, through=out, suffered=out))


@teller
def tell_resilience(damage: int, one: int, reached: int, house: House, table: Table) -> None:
    """Would the other Resilience have let another number out?"""
    decided = sign_of(damage - one) != sign_of(damage - one * reached)
    note(table, RULE.MOB_HIT__READING, house.mob_resilience, 1 if decided else 0)


@rule("wng.mob.shock", notes=("who", "members"), source="seed 003, mobs; rulings")
def mob_shock(who: Fighter, i: int, table: Table) -> Fighter:
    """A member whose Shock passes its maximum is out, and the mob's Shock falls to 0."""
    if not exhausted(who):
        return who
    left = max(0, who.harm.members - 1)
    note(table, RULE.MOB_SHOCK, i, left)
    return evolve(who, harm=evolve(who.harm, shock=0, members=left))
