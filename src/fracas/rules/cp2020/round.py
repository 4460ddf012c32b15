"""The order of a fight: initiative, whose turn it is, moving, reloading."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, counts_turns, forgotten, is_active, metres_between, pass_on, with_loaded
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse, roll
from .budget import holder_of, spend_action
from .close import gripped
from .dice import D10
from .ids import ASK, RULE, decision, helper, rule
from .jam import clears, may_act
from .saves import stun_number
from .state import NO_OUTCOME, Begin, Done, Fight, Fighter, Move, Reload
from .turn import owed
from .wearing import may_wear
from .wounds import ref_of

ORDERS = 100
"""An order is the total of the initiative x 100 + REF."""


@decision
def begin(fight: Fight, do: Begin, table: Table) -> Fight:
    """The fight begins: initiative, then the first turn."""
    fight = forgotten(fight, 0, NO_OUTCOME)
    if counts_turns(fight):
        refuse(table, RULE.TURN_ACTIONS__BEGUN)
    for i in range(len(fight.fighters)):
        may_wear(fighter(fight, i), i, fight.house, table)
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if who.stand.here and not who.wounds.dead:
            order = initiative(who, i, fight, table)
            fight = with_fighter(fight, i, evolve(who, stand=evolve(who.stand, order=order, acted=0)))
    return pass_on(evolve(fight, clock=evolve(fight.clock, over=0)), starts, ends, awake, down, table)


@rule(
    "cp2020.turn.initiative",
    notes=("who", "ref", "die", "total"),
    asks=(ASK.INITIATIVE,),
    source="facts 1.13",
)
def initiative(who: Fighter, i: int, fight: Fight, table: Table) -> int:
    """REF + d10, highest first; the order stays for the whole fight. Ties: the higher REF, then the order in which the
    fighters are listed."""
    ref = ref_of(who, i, fight.house, table)
    die: int = roll(table, D10, ASK.INITIATIVE)
    note(table, RULE.TURN_INITIATIVE, i, ref, die, ref + die)
    return (ref + die) * ORDERS + ref


# ------------------------------------------------------------------------------------------------------------- turns


@decision
def done(fight: Fight, do: Done, table: Table) -> Fight:
    """The turn of ``by`` is over, and the next one's begins."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    if not counts_turns(fight) or fight.clock.active != do.by:
        refuse(table, RULE.TURN_ACTIONS__TURN, do.by)
    return pass_on(fight, starts, ends, awake, down, table)


@helper
def starts(fight: Fight, i: int, table: Table) -> Fight:
    """A turn starts: surprise is over; the death save, then the roll to come round. A death save failed now kills at the
    turn's end."""
    who = fighter(fight, i)
    if who.wounds.dead:
        return fight
    note(table, RULE.TURN_ACTIONS__NEXT, i, fight.round)
    who = owed(evolve(who, condition=evolve(who.condition, announced=0, surprised=0)), i, fight.house, table)
    if who.wounds.dead:
        who = evolve(who, wounds=evolve(who.wounds, dead=0), condition=evolve(who.condition, doomed=1))
    return with_fighter(fight, i, who)


@helper
def ends(fight: Fight, i: int, table: Table) -> Fight:
    """A turn ends: the doomed die, a jam comes nearer to being cleared."""
    who = fighter(fight, i)
    if who.wounds.dead:
        return fight
    if who.condition.doomed:
        return with_fighter(
            fight, i, evolve(who, wounds=evolve(who.wounds, dead=1), condition=evolve(who.condition, doomed=0))
        )
    return with_fighter(fight, i, clears(who, i, table))


@helper
def awake(who: Fighter) -> bool:
    """Does it decide for itself?"""
    return not who.wounds.dead and not who.wounds.stunned


@helper
def down(who: Fighter) -> bool:
    """Does it no longer count for its side: dead, or stunned without a chance to come round?"""
    return who.wounds.dead == 1 or (who.wounds.stunned == 1 and stun_number(who) < 1)


# ------------------------------------------------------------------------------------------------- moving, reloading


@helper
def metres_a_turn(who: Fighter) -> int:
    """How far one moves in a turn (cp2020.turn.actions): MA x 3 m."""
    return 3 * who.sheet.move


@decision
def move(fight: Fight, do: Move, table: Table) -> Fight:
    """By moves, up to MA x 3 m a turn (cp2020.turn.actions). Whoever it holds is let go."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    if fight.clock.over:
        refuse(table, RULE.TURN_ACTIONS__OVER)
    if not is_active(fight, do.by):
        refuse(table, RULE.TURN_ACTIONS__TURN, do.by)
    who = fighter(fight, do.by)
    may_act(who, do.by, table)
    if holder_of(fight, do.by) >= 0:
        refuse(table, RULE.GRAB__HELD, do.by)
    if who.condition.lying:
        refuse(table, RULE.GRAB__LYING, do.by)
    goal = evolve(who.stand, x=do.x, y=do.y, placed=1)
    metres = metres_between(who.stand, goal) if do.metres == FROM_POINTS else do.metres
    left = metres_a_turn(who) - (who.stand.moved if counts_turns(fight) else 0)
    if metres > left:
        refuse(table, RULE.TURN_ACTIONS__FAR, do.by, metres, left)
    note(table, RULE.TURN_ACTIONS__MOVED, do.by, metres, left - metres)
    stand = goal if do.metres == FROM_POINTS else who.stand
    fight = with_fighter(fight, do.by, evolve(who, stand=evolve(stand, moved=who.stand.moved + metres)))
    for i in range(len(fight.fighters)):
        if fighter(fight, i).condition.held == do.by + 1 and metres > 0:
            fight = gripped(fight, i, 0, 0)
    return fight


@decision
def reload(fight: Fight, do: Reload, table: Table) -> Fight:
    """By reloads a weapon: an action (cp2020.ammo)."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    may_act(fighter(fight, do.by), do.by, table)
    if fighter(fight, do.by).arms.magazine[do.slot] == 0:
        refuse(table, RULE.AMMO__NONE, do.by)
    fight = spend_action(fight, do.by, do.actions, table)
    who = fighter(fight, do.by)
    note(table, RULE.AMMO__RELOAD, do.by, who.arms.magazine[do.slot])
    return with_fighter(fight, do.by, evolve(who, arms=with_loaded(who.arms, do.slot, who.arms.magazine[do.slot])))
