"""What the start and the end of a turn bring: fire, blood, and conditions that run out. A whole turn; a new round."""

from __future__ import annotations

from ...core.encounter import counts_turns
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .close import let_go
from .damage import clean
from .ids import RULE, decision, helper
from .interact import interaction_ends
from .place import gone
from .state import Fight, WholeTurn
from .treat import bleeds, burns


@helper
def starts(fight: Fight, i: int, table: Table) -> Fight:
    """A turn starts: the all-out attack and full defence are over, what ``i`` did to others until now ends, fire."""
    if gone(fighter(fight, i)):
        return fight
    who = fighter(fight, i)
    fight = with_fighter(fight, i, evolve(who, stance=evolve(who.stance, all_out=0, guard=0)))
    fight = unpinned(interaction_ends(fight, i, table), i, table)
    who = fighter(fight, i)
    stance = evolve(
        who.stance,
        hindered_due=max(0, who.conditions.hindered - digits_of(who.stance.hindered_by)),
        vulnerable_due=max(0, who.conditions.vulnerable - digits_of(who.stance.vulnerable_by)),
        staggered_due=who.conditions.staggered,
        stunned_due=who.stance.stunned,
    )
    fight = with_fighter(fight, i, evolve(who, stance=stance))
    fight = burns(fight, i, table)
    return let_go(fight, i, table) if gone(fighter(fight, i)) else fight


@helper
def unpinned(fight: Fight, i: int, table: Table) -> Fight:
    """Whom ``i`` pinned is so no longer, unless somebody else pins it, too (wng.option.pin)."""
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        if (who.stance.pinned_by >> i) & 1:
            left = who.stance.pinned_by & ~(1 << i)
            who = evolve(who, stance=evolve(who.stance, pinned_by=left))
            if left == 0:
                note(table, RULE.CONDITION_PINNED__ENDS, j)
                who = evolve(who, conditions=evolve(who.conditions, pinned=0))
            fight = with_fighter(fight, j, who)
    return fight


@helper
def ends(fight: Fight, i: int, table: Table) -> Fight:
    """A turn ends: blood; what lasted until then is over."""
    if gone(fighter(fight, i)):
        return let_go(fight, i, table)
    fight = bleeds(fight, i, table)
    fight = run_out(fight, i, table)
    return let_go(fight, i, table) if gone(fighter(fight, i)) else fight


@helper
def run_out(fight: Fight, i: int, table: Table) -> Fight:
    """Hindered, Vulnerable (but what interaction attacks brought) and Staggered end with the next turn, so what was there
    when this one began; and what was to last until its end alone: dazzled eyes, the grip of electricity."""
    who = fighter(fight, i)
    stance = who.stance
    hindered = min(stance.hindered_due, who.conditions.hindered)
    vulnerable = min(stance.vulnerable_due, who.conditions.vulnerable)
    if hindered > 0:
        note(table, RULE.CONDITION_HINDERED__ENDS, i)
    if vulnerable > 0:
        note(table, RULE.CONDITION_VULNERABLE__ENDS, i)
    if stance.staggered_due:
        note(table, RULE.CONDITION_STAGGERED__ENDS, i)
    if stance.dazzled:
        note(table, RULE.CONDITION_BLINDED__ENDS, i)
    if stance.stunned_due:
        note(table, RULE.CONDITION_RESTRAINED__ENDS, i)
    conditions = evolve(
        who.conditions,
        hindered=who.conditions.hindered - hindered,
        vulnerable=who.conditions.vulnerable - vulnerable,
        staggered=0 if stance.staggered_due else who.conditions.staggered,
        blinded=0 if stance.dazzled else who.conditions.blinded,
        restrained=0 if stance.stunned_due and stance.held_by == 0 else who.conditions.restrained,
    )
    stunned = 0 if stance.stunned_due else stance.stunned
    stance = evolve(
        stance, dazzled=0, stunned=stunned, hindered_due=0, vulnerable_due=0, staggered_due=0, stunned_due=0
    )
    return with_fighter(fight, i, evolve(who, conditions=conditions, stance=stance))


@helper
def digits_of(number: int) -> int:
    """The sum of the counts kept in one number (core.state.digit)."""
    total = 0
    while number > 0:
        total += number & 15
        number >>= 4
    return total


@decision
def whole_turn(fight: Fight, do: WholeTurn, table: Table) -> Fight:
    """The whole turn of one fighter: it starts, nothing else is decided, it ends."""
    fight = clean(fight, do.by)
    if counts_turns(fight):
        refuse(table, RULE.TURN_ROUND__RUNNING)
    if gone(fighter(fight, do.by)):
        return fight
    return ends(starts(fight, do.by, table), do.by, table)
