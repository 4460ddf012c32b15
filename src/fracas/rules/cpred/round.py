"""The order of a fight: initiative, whose turn it is, the Action and the Move, reloading, getting up."""

from __future__ import annotations

from ...core.encounter import (
    FROM_POINTS,
    counts_turns,
    forgotten,
    is_active,
    metres_between,
    pass_on,
    with_loaded,
)
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, note, refuse, roll
from .budget import spend_action
from .dice import D10
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Begin, Done, Fight, Fighter, Move, Reload, StandUp
from .stats import mortally_wounded, move_of, ref_of
from .turn import burns, death_save, let_go, may_move, moved

INITIATIVE_BITS = 16
"""The order is the initiative, and below it four bits for each time that a tie is rolled again."""

ROLLS_AGAIN = 4
"""How often a tie is rolled again; after that the order in which the fighters stand decides."""


@decision
def begin(fight: Fight, do: Begin, table: Table) -> Fight:
    """The fight begins: initiative, then the first turn."""
    fight = forgotten(fight, 0, NO_OUTCOME)
    if counts_turns(fight):
        refuse(table, RULE.TURN_ACTIONS__BEGUN)
    for i in range(len(fight.fighters)):
        if fighter(fight, i).stand.here:
            fight = with_order(fight, i, initiative(fight, i, table) << INITIATIVE_BITS)
    for time in range(ROLLS_AGAIN):
        fight = again(table, 1, untied, fight, time)
    return pass_on(evolve(fight, clock=evolve(fight.clock, over=0)), starts, ends, awake, down, table)


@rule(
    "cpred.turn.initiative",
    notes={"": ("who", "ref", "die", "total"), "tie": ("who", "die")},
    asks=(ASK.INITIATIVE,),
    source="facts 2.3",
)
def initiative(fight: Fight, i: int, table: Table) -> int:
    """REF + d10, highest first; ties roll again."""
    ref = ref_of(fighter(fight, i))
    die: int = roll(table, D10, ASK.INITIATIVE)
    note(table, RULE.TURN_INITIATIVE, i, ref, die, ref + die)
    return ref + die


@helper
def with_order(fight: Fight, i: int, order: int) -> Fight:
    """The fight with ``i`` at this place in the order."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, stand=evolve(who.stand, order=order)))


@helper
def untied(fight: Fight, time: int, table: Table) -> Fight:
    """Those who are tied roll again among themselves: the initiative counts first, then each new die."""
    tied = 0
    for i in range(len(fight.fighters)):
        for j in range(len(fight.fighters)):
            a, b = fighter(fight, i).stand, fighter(fight, j).stand
            if i != j and a.here and b.here and a.order == b.order:
                tied |= 1 << i
    if tied == 0:
        return fight
    for i in range(len(fight.fighters)):
        if (tied >> i) & 1:
            die: int = roll(table, D10, ASK.INITIATIVE)
            note(table, RULE.TURN_INITIATIVE__TIE, i, die)
            fight = with_order(fight, i, fighter(fight, i).stand.order + (die << 4 * (ROLLS_AGAIN - 1 - time)))
    return fight


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
    """A turn starts: the death save."""
    who = fighter(fight, i)
    if down(who):
        return fight
    note(table, RULE.TURN_ACTIONS__NEXT, i, fight.round)
    if mortally_wounded(who):
        who = death_save(who, i, fight.house, table)
    fight = with_fighter(fight, i, who)
    return let_go(fight, i) if down(who) else fight


@helper
def ends(fight: Fight, i: int, table: Table) -> Fight:
    """A turn ends: what moving has torn open, fire; what lasted for this turn is over."""
    who = fighter(fight, i)
    if who.wounds.dead:
        return fight
    who = moved(who, i, who.stand.moved, table)
    who = burns(who, i, table)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, suppressed=0)))


@helper
def awake(who: Fighter) -> bool:
    """Does it decide for itself?"""
    return not who.wounds.dead and not who.wounds.unconscious


@helper
def down(who: Fighter) -> bool:
    """Does it no longer count for its side?"""
    return who.wounds.dead == 1 or who.wounds.unconscious == 1


# ----------------------------------------------------------------------------------------------------- moving, getting up


@helper
def move_left(who: Fighter) -> int:
    """What is left of the turn's Move, in metres (cpred.turn.actions)."""
    return 2 * move_of(who) - who.stand.moved


@decision
def move(fight: Fight, do: Move, table: Table) -> Fight:
    """By moves, as far as its Move goes."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    if fight.clock.over:
        refuse(table, RULE.TURN_ACTIONS__OVER)
    if not is_active(fight, do.by):
        refuse(table, RULE.TURN_ACTIONS__TURN, do.by)
    who = fighter(fight, do.by)
    if who.wounds.dead:
        refuse(table, RULE.SAVE_DEATH__REFUSED, do.by)
    if who.wounds.unconscious:
        refuse(table, RULE.STABILISE__UNCONSCIOUS, do.by)
    if who.condition.held > 0:
        refuse(table, RULE.GRAB__HELD, do.by)
    goal = evolve(who.stand, x=do.x, y=do.y, placed=1)
    metres = metres_between(who.stand, goal) if do.metres == FROM_POINTS else do.metres
    may_move(who, do.by, metres, table)
    left = move_left(who)
    if counts_turns(fight) and metres > left:
        refuse(table, RULE.TURN_ACTIONS__FAR, do.by, metres, left)
    note(table, RULE.TURN_ACTIONS__MOVED, do.by, metres, max(0, left - metres))
    stand = goal if do.metres == FROM_POINTS else who.stand
    return with_fighter(fight, do.by, evolve(who, stand=evolve(stand, moved=who.stand.moved + metres)))


@decision
@rule(
    "cpred.stand",
    notes={"": ("who",), "bonus": ("who",), "refused": ("who",)},
    source="rules page",
)
def stand_up(fight: Fight, do: StandUp, table: Table) -> Fight:
    """Getting up is an Action; melee against one lying down is at +2 (GM)."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    if not who.condition.lying or not awake(who):
        refuse(table, RULE.STAND__REFUSED, do.by)
    if who.condition.held > 0:
        refuse(table, RULE.GRAB__HELD, do.by)
    fight = spend_action(fight, do.by, 0, table)
    who = fighter(fight, do.by)
    note(table, RULE.STAND, do.by)
    return with_fighter(fight, do.by, evolve(who, condition=evolve(who.condition, lying=0)))


# -------------------------------------------------------------------------------------------------------- ammunition


@decision
@rule(
    "cpred.reload",
    notes={"": ("who", "magazine"), "rounds": ("who", "left"), "refused": ("who", "left"), "none": ("who",)},
    source="rules page",
)
def reload(fight: Fight, do: Reload, table: Table) -> Fight:
    """Magazines empty shot by shot (autofire 10); reloading is an Action; empty: refused."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    if not awake(who):
        refuse(table, RULE.STABILISE__UNCONSCIOUS, do.by)
    if who.arms.magazine[do.slot] == 0:
        refuse(table, RULE.RELOAD__NONE, do.by)
    fight = spend_action(fight, do.by, 0, table)
    who = fighter(fight, do.by)
    note(table, RULE.RELOAD, do.by, who.arms.magazine[do.slot])
    return with_fighter(fight, do.by, evolve(who, arms=with_loaded(who.arms, do.slot, who.arms.magazine[do.slot])))
