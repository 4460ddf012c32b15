"""What a turn allows, a weapon holds and a stance is worth; how far it is."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, INLINE, counts_turns, is_active, loaded_in, metres_between, with_loaded
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .house import NO_ENTRY, House
from .ids import RULE, helper
from .state import Fight, Fighter, Pace, Stance


@helper
def dice_for(stance: int, house: House, table: Table) -> int:
    """The dice of a stance (data); one without an entry is refused (cops.turn.stance)."""
    if stance == Stance.NONE:
        return 0
    dice = house.stances[stance]
    if dice == NO_ENTRY:
        refuse(table, RULE.TURN_STANCE__STANCE, stance)
    return dice


@helper
def order_for(pace: int, house: House, table: Table) -> int:
    """The number of a pace (data); one without an entry is refused (cops.turn.stance)."""
    if pace == Pace.NONE:
        return 0
    order = house.paces[pace]
    if order == NO_ENTRY:
        refuse(table, RULE.TURN_STANCE__PACE, pace)
    return order


@helper
def stance_dice(who: Fighter, i: int, house: House, table: Table) -> int:
    """The dice that one's stance adds to one's attacks (cops.turn.stance)."""
    dice = dice_for(who.stance, house, table)
    if dice != 0:
        note(table, RULE.TURN_STANCE__DICE, i, who.stance, dice)
    return dice


@helper
def may_go(fight: Fight, i: int, table: Table) -> None:
    """The fight is not over, and where turns are counted it is this fighter's (cops.turn.stance)."""
    if fight.clock.over:
        refuse(table, RULE.TURN_STANCE__OVER)
    if not is_active(fight, i):
        refuse(table, RULE.TURN_STANCE__TURN, i)


@helper
def spend_action(fight: Fight, i: int, table: Table) -> Fight:
    """One action a turn (cops.turn.stance). The page gives no number; this is the default of all games here."""
    may_go(fight, i, table)
    if not counts_turns(fight):
        return fight
    who = fighter(fight, i)
    if who.stand.actions > 0:
        refuse(table, RULE.TURN_STANCE__SPENT, i)
    note(table, RULE.TURN_STANCE__ACTION, i)
    return with_fighter(fight, i, evolve(who, stand=evolve(who.stand, actions=1)))


@helper
def spend_rounds(fight: Fight, i: int, slot: int, table: Table) -> Fight:
    """A shot leaves the magazine; an empty weapon is refused (cops.attack.range)."""
    if slot == INLINE:
        return fight
    who = fighter(fight, i)
    if who.arms.magazine[slot] == 0:
        return fight
    left = loaded_in(who.arms, slot) - 1
    if left < 0:
        refuse(table, RULE.ATTACK_RANGE__EMPTY, i)
    note(table, RULE.ATTACK_RANGE__ROUNDS, i, left)
    return with_fighter(fight, i, evolve(who, arms=with_loaded(who.arms, slot, left)))


@helper
def distance_to(fight: Fight, by: int, target: int, distance: int, table: Table) -> int:
    """The distance of an attack: as it says, or that of the two points; without any points 0 (cops.attack.range)."""
    if distance != FROM_POINTS:
        return distance
    a, b = fighter(fight, by).stand, fighter(fight, target).stand
    if not a.placed and not b.placed:
        return 0
    if not a.placed or not b.placed:
        refuse(table, RULE.ATTACK_RANGE__UNKNOWN, by)
    return metres_between(a, b)
