"""The order of a fight: who acts next, Glory and Ruin out of turn, ambush, held actions, rounds."""

from __future__ import annotations

from ...core.encounter import FREE, WAITING, counts_turns, one_side_left, takes_turn
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .budget import may_act_now, several_tasks
from .conditions import may_exert
from .damage import clean
from .ids import RULE, decision, helper, rule
from .interact import interaction_ends
from .place import awake, gone
from .state import (
    HELD,
    LOST,
    RELEASING,
    Act,
    Alert,
    Begin,
    Done,
    Fight,
    Fighter,
    HoldAction,
    NewRound,
    Release,
    Tasks,
    Turn,
)
from .trial import opposed
from .turn import ends, starts, unpinned

FRESH = Turn(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@decision
def begin(fight: Fight, do: Begin, table: Table) -> Fight:
    """The fight begins: the agents' side picks who acts first."""
    fight = clean(fight, 0)
    if counts_turns(fight):
        refuse(table, RULE.TURN_ROUND__BEGUN)
    for i in range(len(fight.fighters)):
        if fighter(fight, i).turn.surprised and fight.round == 1:
            note(table, RULE.TURN_AMBUSH, i)
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        turn = evolve(FRESH, surprised=who.turn.surprised)
        fight = with_fighter(fight, i, evolve(who, turn=turn, stand=evolve(who.stand, acted=0)))
    return awaited(evolve(fight, due=1, resumes=0, clock=evolve(fight.clock, active=WAITING, over=0)), table)


# ----------------------------------------------------------------------------------------------------- who acts next


@decision
@rule(
    "wng.turn.alternate",
    notes={"": ("who",), "next": ("agents",), "waiting": ("who",), "refused": ("who",)},
    source="seed 003, turn order",
)
def act(fight: Fight, do: Act, table: Table) -> Fight:
    """No initiative roll. The players pick one agent to act, then the GM one adversary, and so on in turn until all have
    acted. When one side has none left, the other side's remaining characters act one after another."""
    fight = clean(fight, do.by)
    if fight.clock.active != WAITING:
        refuse(table, RULE.TURN_ALTERNATE__WAITING, do.by)
    if not may_take_turn(fight, do.by):
        refuse(table, RULE.TURN_ALTERNATE__REFUSED, do.by)
    if is_ambushed(fight, do.by):
        refuse(table, RULE.TURN_AMBUSH__REFUSED, do.by)
    if fighter(fight, do.by).sheet.agent != due_side(fight):
        fight = seizes(fight, do.by, table)
    note(table, RULE.TURN_ALTERNATE, do.by)
    fight = begins_turn(fight, do.by, table)
    if awake(fighter(fight, do.by)):
        return fight
    return after_turn(ends(fight, do.by, table), do.by, table)


@helper
def may_take_turn(fight: Fight, i: int) -> bool:
    """Is it there, able, and has not acted in this round?"""
    who = fighter(fight, i)
    return who.stand.here == 1 and who.stand.acted == 0 and awake(who)


@helper
def is_ambushed(fight: Fight, i: int) -> bool:
    """Has it no turn in this round (wng.turn.ambush)?"""
    return fight.round == 1 and fighter(fight, i).turn.surprised == 1


@helper
def seizes(fight: Fight, i: int, table: Table) -> Fight:
    """Out of turn: for Glory, or for Ruin."""
    return with_glory(fight, i, table) if fighter(fight, i).sheet.agent else with_ruin(fight, i, table)


@rule("wng.turn.glory", notes={"": ("who", "glory"), "refused": ("who",)}, source="seed 003, turn order")
def with_glory(fight: Fight, i: int, table: Table) -> Fight:
    """After an agent has acted, the players may spend 1 Glory: another agent acts at once."""
    if fight.glory == 0:
        refuse(table, RULE.TURN_GLORY__REFUSED, i)
    note(table, RULE.TURN_GLORY, i, fight.glory - 1)
    return evolve(fight, glory=fight.glory - 1)


@rule("wng.turn.ruin", notes={"": ("who", "ruin"), "refused": ("who",)}, source="seed 003, turn order")
def with_ruin(fight: Fight, i: int, table: Table) -> Fight:
    """The GM may spend 1 Ruin: an adversary acts at once, before the next agent (seize the initiative)."""
    if fight.ruin == 0:
        refuse(table, RULE.TURN_RUIN__REFUSED, i)
    note(table, RULE.TURN_RUIN, i, fight.ruin - 1)
    return evolve(fight, ruin=fight.ruin - 1)


@decision
@rule(
    "wng.turn.ambush",
    notes={"": ("who",), "alert": ("who",), "refused": ("who",)},
    source="seed 003, turn order",
)
def alert(fight: Fight, do: Alert, table: Table) -> Fight:
    """A surprised character has no turn in round one. 1 Glory (agents) or 1 Ruin (adversaries) makes one character
    alert: it acts as usual."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    if not who.turn.surprised or fight.round > 1 or gone(who):
        refuse(table, RULE.TURN_AMBUSH__REFUSED, do.by)
    fight = seizes(fight, do.by, table)
    note(table, RULE.TURN_AMBUSH__ALERT, do.by)
    who = fighter(fight, do.by)
    return with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, surprised=0)))


@decision
def tasks(fight: Fight, do: Tasks, table: Table) -> Fight:
    """Several tasks are declared for this turn (wng.action.multi)."""
    return several_tasks(clean(fight, do.by), do, table)


# ---------------------------------------------------------------------------------------------------------- holding


@decision
@rule(
    "wng.turn.hold",
    notes={
        "": ("who",),
        "released": ("who",),
        "test": ("who", "icons", "against", "success"),
        "lost": ("who",),
        "refused": ("who",),
    },
    source="seed 003, turn order",
)
def hold(fight: Fight, do: HoldAction, table: Table) -> Fight:
    """A character may hold its combat action and take it at any later moment of the round. To interrupt somebody's
    action it must win an opposed Initiative test."""
    fight = clean(fight, do.by)
    may_act_now(fight, do.by, table)
    who = fighter(fight, do.by)
    may_exert(who, do.by, table)
    if not counts_turns(fight) or not awake(who) or who.turn.combat > 0 or who.turn.full or who.turn.held:
        refuse(table, RULE.TURN_HOLD__REFUSED, do.by)
    note(table, RULE.TURN_HOLD, do.by)
    return with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, held=HELD)))


@decision
def release(fight: Fight, do: Release, table: Table) -> Fight:
    """A held combat action is taken: between turns, or in somebody's turn after an opposed Initiative test."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    active = fight.clock.active
    if who.turn.held != HELD or not awake(who) or active == do.by or fight.resumes > 0 or not counts_turns(fight):
        refuse(table, RULE.TURN_HOLD__REFUSED, do.by)
    if active != WAITING:
        may_act_now(fight, active, table)
        other = fighter(fight, active)
        mine, theirs = opposed(who, do.by, who.attributes.initiative, other, active, other.attributes.initiative, table)
        note(table, RULE.TURN_HOLD__TEST, do.by, mine.icons, theirs.icons, mine.success)
        fight = with_fighter(with_fighter(fight, do.by, mine.who), active, theirs.who)
        who = mine.who
        if not mine.success:
            note(table, RULE.TURN_HOLD__LOST, do.by)
            return with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, held=LOST)))
        fight = evolve(fight, resumes=active + 1)
    note(table, RULE.TURN_HOLD__RELEASED, do.by)
    turn = evolve(who.turn, held=RELEASING, combat=0, simple=1, still=1)
    fight = with_fighter(fight, do.by, evolve(who, turn=turn))
    return evolve(fight, clock=evolve(fight.clock, active=do.by))


# ----------------------------------------------------------------------------------------------------- turns, rounds


@helper
def begins_turn(fight: Fight, i: int, table: Table) -> Fight:
    """A turn begins: nothing of it is spent; what its start brings."""
    who = fighter(fight, i)
    turn = evolve(FRESH, reflexive=who.turn.reflexive, tasks=who.turn.tasks)
    fight = with_fighter(fight, i, evolve(who, turn=turn))
    return starts(takes_turn(fight, i), i, table)


@decision
def done(fight: Fight, do: Done, table: Table) -> Fight:
    """The turn of ``by`` is over, or it lets its held action go."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    if fight.clock.active == WAITING and who.turn.held == HELD:
        return awaited(with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, held=0))), table)
    if not counts_turns(fight):
        refuse(table, RULE.ACTION_BUDGET__TURN, do.by)
    may_act_now(fight, do.by, table)
    if who.turn.held == RELEASING:
        fight = with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, held=0)))
        return resumed(fight, table)
    return after_turn(ends(fight, do.by, table), do.by, table)


@helper
def resumed(fight: Fight, table: Table) -> Fight:
    """After a held action: the turn that it interrupted goes on."""
    i = fight.resumes - 1
    if i < 0:
        return awaited(evolve(fight, clock=evolve(fight.clock, active=WAITING)), table)
    fight = evolve(fight, resumes=0, clock=evolve(fight.clock, active=i))
    if awake(fighter(fight, i)):
        return fight
    return after_turn(ends(fight, i, table), i, table)


@helper
def after_turn(fight: Fight, i: int, table: Table) -> Fight:
    """Whose side is next, after the turn of ``i``."""
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        if who.turn.held == LOST:
            fight = with_fighter(fight, j, evolve(who, turn=evolve(who.turn, held=HELD)))
    due = 0 if fighter(fight, i).sheet.agent else 1
    return awaited(evolve(fight, due=due, clock=evolve(fight.clock, active=WAITING)), table)


@helper
def ready(fight: Fight, agents: int) -> bool:
    """Has this side somebody who may still act in this round?"""
    for i in range(len(fight.fighters)):
        if fighter(fight, i).sheet.agent == agents and may_take_turn(fight, i) and not is_ambushed(fight, i):
            return True
    return False


@helper
def due_side(fight: Fight) -> int:
    """Which side picks (1 agents): the one that is due, or the other where that has nobody left."""
    return fight.due if ready(fight, fight.due) else 1 - fight.due


@helper
def holds(fight: Fight) -> bool:
    """Does anybody hold its combat action?"""
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if who.turn.held == HELD and awake(who) and who.stand.here:
            return True
    return False


def decider(fight: Fight) -> int:
    """Who decides now (an index, FREE, or WAITING: the side that is due picks somebody): first those who are owed a
    reflexive attack."""
    for i in range(len(fight.fighters)):
        if fighter(fight, i).turn.owed > 0:
            return i
    return fight.clock.active


MOST_ROUNDS = 100
"""How many rounds may pass in which nobody can act."""


@helper
def awaited(fight: Fight, table: Table) -> Fight:
    """Somebody is to be picked: of the side that is due, or, where it has nobody left, of the other. When all have
    acted a new round begins; when one side alone stands, the fight is over."""
    for _ in range(MOST_ROUNDS):
        if one_side_left(fight, is_down):
            return evolve(fight, clock=evolve(fight.clock, active=FREE, over=1))
        if ready(fight, 0) or ready(fight, 1):
            note(table, RULE.TURN_ALTERNATE__NEXT, due_side(fight))
            return fight
        if holds(fight):
            return fight
        fight = next_round(fight, table)
    return evolve(fight, clock=evolve(fight.clock, active=FREE, over=1))


@helper
def is_down(who: Fighter) -> bool:
    """Does it no longer count for its side?"""
    return not awake(who)


@rule(
    "wng.turn.round",
    notes={"": ("round",), "begun": (), "over": (), "running": ()},
    source="seed 003, turn order",
)
def next_round(fight: Fight, table: Table) -> Fight:
    """A fight runs in rounds; each character takes one turn a round. Who cannot decide has its turn begin and end."""
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if gone(who) or not who.stand.here:
            fight = unpinned(interaction_ends(fight, i, table), i, table)
            who = fighter(fight, i)
        if counts_turns(fight) and who.stand.here and not who.stand.acted and who.harm.unconscious and not gone(who):
            fight = ends(starts(fight, i, table), i, table)
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        turn = evolve(FRESH, surprised=0)
        fight = with_fighter(fight, i, evolve(who, turn=turn, stand=evolve(who.stand, acted=0)))
    note(table, RULE.TURN_ROUND, fight.round + 1)
    return evolve(fight, round=fight.round + 1, due=1)


@decision
def new_round(fight: Fight, do: NewRound, table: Table) -> Fight:
    """A new round begins, where no turn order runs, or nobody is left in it but those who hold an action."""
    if not counts_turns(fight):
        return next_round(clean(fight, 0), table)
    if fight.clock.active != WAITING or ready(fight, 0) or ready(fight, 1):
        refuse(table, RULE.TURN_ROUND__RUNNING)
    return awaited(next_round(clean(fight, 0), table), table)
