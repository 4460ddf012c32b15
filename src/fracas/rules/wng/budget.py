"""What a turn allows: Move, Combat, Simple, Reflexive and full-round actions; several tasks; who may act at all."""

from __future__ import annotations

from ...core.encounter import counts_turns, is_active
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .ailments import may_act_in_terror
from .conditions import may_exert
from .damage import clean
from .ids import RULE, decision, helper, rule
from .state import HELD, LOST, Action, Fight, Fighter, Pace, Simple, Tasks


@rule(
    "wng.action.budget",
    notes={"": ("who", "action"), "spent": ("who", "action"), "turn": ("who",), "refused": ("who",)},
    source="seed 003, actions; rulings",
)
def spend(fight: Fight, i: int, action: int, table: Table) -> Fight:
    """Each turn: one Move, one Combat action, one Simple action; one Reflexive action a round; Free actions without
    limit. As long as no turn order runs nothing is counted."""
    if fight.clock.over:
        refuse(table, RULE.TURN_ROUND__OVER)
    who = fighter(fight, i)
    can_act(who, i, table)
    if not counts_turns(fight):
        return fight
    if action == Action.REFLEXIVE:
        if who.turn.reflexive:
            refuse(table, RULE.ACTION_BUDGET__SPENT, i, action)
        note(table, RULE.ACTION_BUDGET, i, action)
        return with_fighter(fight, i, evolve(who, turn=evolve(who.turn, reflexive=1)))
    may_act_now(fight, i, table)
    turn = who.turn
    if turn.full:
        refuse(table, RULE.ACTION_BUDGET__SPENT, i, Action.FULL.value)
    if action == Action.FULL:
        return takes_all(fight, i, table)
    if action == Action.COMBAT:
        if turn.combat > turn.tasks or turn.held == HELD or turn.held == LOST:
            refuse(table, RULE.ACTION_BUDGET__SPENT, i, action)
        turn = evolve(turn, combat=turn.combat + 1)
    elif action == Action.SIMPLE:
        if turn.simple or turn.pace == Pace.RUN:
            refuse(table, RULE.ACTION_BUDGET__SPENT, i, action)
        turn = evolve(turn, simple=1)
    else:
        if turn.still or who.stand.moved > 0:
            refuse(table, RULE.ACTION_BUDGET__SPENT, i, action)
        turn = evolve(turn, still=1)
    note(table, RULE.ACTION_BUDGET, i, action)
    return with_fighter(fight, i, evolve(who, turn=turn))


@helper
def can_act(who: Fighter, i: int, table: Table) -> None:
    """The dead, the unconscious and a mob without members decide nothing."""
    if who.sheet.mob and who.harm.members == 0:
        refuse(table, RULE.MOB_ATTACK__REFUSED, i)
    if who.harm.dead:
        refuse(table, RULE.HARM_DEATH__REFUSED, i)
    if who.harm.unconscious:
        refuse(table, RULE.HAZARD_SUFFOCATION__REFUSED, i)


@helper
def exert(fight: Fight, i: int, action: int, table: Table) -> Fight:
    """Spend an action on what the Exhausted and the Dying may not do (wng.condition.exhausted)."""
    can_act(fighter(fight, i), i, table)
    may_exert(fighter(fight, i), i, table)
    c = fighter(fight, i).conditions
    if counts_turns(fight):
        may_act_in_terror(fighter(fight, i), i, table)
        if c.frenzied and action != Action.SIMPLE and not c.restrained and not c.onfire:
            refuse(table, RULE.CONDITION_FRENZIED__REFUSED, i)
    return spend(fight, i, action, table)


@helper
def may_act_now(fight: Fight, i: int, table: Table) -> None:
    """Is it ``i``'s turn, and nobody's reflexive attack comes first (wng.move.leave)?"""
    if not is_active(fight, i):
        refuse(table, RULE.ACTION_BUDGET__TURN, i)
    for j in range(len(fight.fighters)):
        if fighter(fight, j).turn.owed > 0:
            refuse(table, RULE.MOVE_LEAVE__REFUSED, j)


@rule("wng.action.full", notes={"": ("who",), "refused": ("who",)}, source="seed 003, actions")
def takes_all(fight: Fight, i: int, table: Table) -> Fight:
    """A full-round action (sprint, full defence, charge, sweeping fire) takes the whole turn."""
    who = fighter(fight, i)
    turn = who.turn
    if turn.combat > 0 or turn.simple or turn.still or turn.held or turn.stood or who.stand.moved > 0:
        refuse(table, RULE.ACTION_FULL__REFUSED, i)
    note(table, RULE.ACTION_FULL, i)
    return with_fighter(fight, i, evolve(who, turn=evolve(turn, full=1)))


@rule(
    "wng.action.multi",
    notes={"": ("who", "tasks", "dn"), "dn": ("who", "dn"), "refused": ("who",)},
    source="seed 003, actions",
)
def several_tasks(fight: Fight, do: Tasks, table: Table) -> Fight:
    """Several tasks in one turn: all are declared first; each one beyond the first adds +2 DN to every test of the
    character this round. A combined action never holds two attacks."""
    may_act_now(fight, do.by, table)
    who = fighter(fight, do.by)
    can_act(who, do.by, table)
    turn = who.turn
    if turn.combat > 0 or turn.simple or turn.full or turn.tasks > 0 or turn.held or who.stand.moved > 0:
        refuse(table, RULE.ACTION_MULTI__REFUSED, do.by)
    note(table, RULE.ACTION_MULTI, do.by, do.tasks, 2 * (do.tasks - 1))
    return with_fighter(fight, do.by, evolve(who, turn=evolve(turn, tasks=do.tasks - 1)))


@helper
def attacks_once(fight: Fight, i: int, table: Table) -> Fight:
    """A turn has one attack, however many tasks were declared (wng.action.multi)."""
    who = fighter(fight, i)
    if counts_turns(fight) and who.turn.attacked:
        refuse(table, RULE.ACTION_MULTI__REFUSED, i)
    return with_fighter(fight, i, evolve(who, turn=evolve(who.turn, attacked=1 if counts_turns(fight) else 0)))


@decision
@rule("wng.action.simple", notes={"": ("who",), "mended": ("who",), "drawn": ("who",)}, source="seed 003, actions")
def simple(fight: Fight, do: Simple, table: Table) -> Fight:
    """Simple: reload, draw a weapon, kick a door in, look around …"""
    fight = exert(clean(fight, do.by), do.by, Action.SIMPLE.value, table)
    note(table, RULE.ACTION_SIMPLE, do.by)
    return fight
