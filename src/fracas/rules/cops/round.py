"""The order of a fight: stance and pace, whose turn it is, moving, reloading."""

from __future__ import annotations

from ...core.encounter import FREE, FROM_POINTS, counts_turns, forgotten, metres_between, pass_on, with_loaded
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .attack import may_act
from .budget import dice_for, may_go, order_for, spend_action
from .ids import RULE, decision, helper, rule
from .state import NO_OUTCOME, Begin, Choose, Done, Fight, Fighter, Move, Pace, Reload, Stance
from .turn import bleeds


@decision
@rule(
    "cops.turn.stance",
    notes={
        "": ("who", "stance", "dice", "pace", "order"),
        "dice": ("who", "stance", "dice"),
        "stance": ("stance",),
        "pace": ("pace",),
        "late": ("who",),
        "next": ("who", "round"),
        "action": ("who",),
        "turn": ("who",),
        "spent": ("who",),
        "moved": ("who", "metres"),
        "over": (),
        "begun": (),
    },
    options=("stances", "paces"),
    source="rules page; the numbers are data, by default those of its example pack",
)
def choose(fight: Fight, do: Choose, table: Table) -> Fight:
    """Each round all choose in secret a stance (dice more or less for their attacks) and a pace; they act in order of pace,
    the highest first. The numbers of stances and paces are data.

    A choice stands until the next one. It is made before anybody has done anything in the round; the order is then
    settled anew. Among equals the first in the list acts first. In a turn one action may be taken (the page gives no
    number) and one may move: no speed is given anywhere, so that any distance is allowed.
    """
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    may_act(who, do.by, table)
    if fight.clock.over:
        refuse(table, RULE.TURN_STANCE__OVER)
    if not nothing_done(fight):
        refuse(table, RULE.TURN_STANCE__LATE, do.by)
    stance = who.stance if do.stance == Stance.NONE else do.stance
    pace = who.pace if do.pace == Pace.NONE else do.pace
    dice = dice_for(stance, fight.house, table)
    order = order_for(pace, fight.house, table)
    note(table, RULE.TURN_STANCE, do.by, stance, dice, pace, order)
    who = evolve(who, stance=stance, pace=pace, stand=evolve(who.stand, order=order))
    return in_order(with_fighter(fight, do.by, who), table)


@helper
def nothing_done(fight: Fight) -> bool:
    """Has nobody done anything in this round? The turn of the first may have begun."""
    if not counts_turns(fight):
        return True
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if who.stand.here and who.stand.acted:
            if who.stand.actions > 0 or who.stand.moved > 0:
                return False
            if i != fight.clock.active and awake(who):
                return False
    return True


@helper
def in_order(fight: Fight, table: Table) -> Fight:
    """The turn that had begun goes to whoever comes first now."""
    if not counts_turns(fight):
        return fight
    i = fight.clock.active
    who = fighter(fight, i)
    fight = with_fighter(fight, i, evolve(who, stand=evolve(who.stand, acted=0 if awake(who) else 1)))
    fight = evolve(fight, clock=evolve(fight.clock, active=FREE))
    return pass_on(fight, starts, ends, awake, down, table)


# ------------------------------------------------------------------------------------------------------------- turns


@decision
def begin(fight: Fight, do: Begin, table: Table) -> Fight:
    """The fight begins: all take their place in the order of pace, and the first turn starts."""
    fight = forgotten(fight, 0, NO_OUTCOME)
    if fight.clock.over:
        refuse(table, RULE.TURN_STANCE__OVER)
    if counts_turns(fight):
        refuse(table, RULE.TURN_STANCE__BEGUN)
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        order = order_for(who.pace, fight.house, table)
        fight = with_fighter(fight, i, evolve(who, stand=evolve(who.stand, order=order)))
    return pass_on(fight, starts, ends, awake, down, table)


@decision
def done(fight: Fight, do: Done, table: Table) -> Fight:
    """The turn of ``by`` is over, and the next one's begins."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    if fight.clock.over:
        refuse(table, RULE.TURN_STANCE__OVER)
    if fight.clock.active != do.by:
        refuse(table, RULE.TURN_STANCE__TURN, do.by)
    return pass_on(fight, starts, ends, awake, down, table)


@helper
def starts(fight: Fight, i: int, table: Table) -> Fight:
    """A turn starts: one who is down loses a point."""
    who = fighter(fight, i)
    if awake(who):
        note(table, RULE.TURN_STANCE__NEXT, i, fight.round)
    return with_fighter(fight, i, bleeds(who, i, table))


@helper
def ends(fight: Fight, i: int, table: Table) -> Fight:
    """A turn ends: nothing ticks then."""
    return fight


@helper
def awake(who: Fighter) -> bool:
    """Does it decide for itself?"""
    return who.wounds.hp > 0


@helper
def down(who: Fighter) -> bool:
    """Does it no longer count for its side?"""
    return who.wounds.hp <= 0


# --------------------------------------------------------------------------------------------------- moving, reloading


@decision
def move(fight: Fight, do: Move, table: Table) -> Fight:
    """By moves; no speed is given anywhere, so that any distance is allowed (cops.turn.stance)."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    may_act(who, do.by, table)
    may_go(fight, do.by, table)
    metres = do.metres
    stand = who.stand
    if do.metres == FROM_POINTS:
        stand = evolve(stand, x=do.x, y=do.y, placed=1)
        metres = metres_between(who.stand, stand) if who.stand.placed else 0
    note(table, RULE.TURN_STANCE__MOVED, do.by, metres)
    return with_fighter(fight, do.by, evolve(who, stand=evolve(stand, moved=who.stand.moved + metres)))


@decision
def reload(fight: Fight, do: Reload, table: Table) -> Fight:
    """By fills the magazine of a weapon again; that is an action (cops.attack.range)."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    may_act(who, do.by, table)
    magazine = who.arms.magazine[do.slot]
    if magazine == 0:
        refuse(table, RULE.ATTACK_RANGE__NO_MAGAZINE, do.by)
    fight = spend_action(fight, do.by, table)
    who = fighter(fight, do.by)
    note(table, RULE.ATTACK_RANGE__RELOADED, do.by, magazine)
    return with_fighter(fight, do.by, evolve(who, arms=with_loaded(who.arms, do.slot, magazine)))
