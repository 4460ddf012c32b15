"""A whole turn, in which the one who is down loses a point; and aid."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .attack import may_act
from .budget import spend_action
from .harm import dead, lose_one
from .ids import RULE, decision, helper, rule
from .state import NO_OUTCOME, Aid, Fight, Fighter, NewRound, Turn


@decision
def turn(fight: Fight, do: Turn, table: Table) -> Fight:
    """The whole turn of one fighter: it starts, nothing else is decided, it ends."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    return with_fighter(fight, do.by, bleeds(fighter(fight, do.by), do.by, table))


@helper
def bleeds(who: Fighter, i: int, table: Table) -> Fighter:
    """The start of a turn: one who is down loses a point (cops.down)."""
    if who.wounds.dead or not who.wounds.losing:
        return who
    return dead(lose_one(who, i, table), i, table)


@decision
def new_round(fight: Fight, do: NewRound, table: Table) -> Fight:
    """A new round begins."""
    return evolve(forgotten(fight, 0, NO_OUTCOME), round=fight.round + 1)


@decision
@rule("cops.heal", notes={"": ("who",), "refused": ("who",)}, source="rules page")
def aid(fight: Fight, do: Aid, table: Table) -> Fight:
    """Aid stops the loss of a point a turn. It needs no die; new damage starts the loss again."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    who = fighter(fight, do.target)
    if who.wounds.dead:
        return fight
    may_act(fighter(fight, do.by), do.by, table)
    if not who.wounds.losing:
        refuse(table, RULE.HEAL__REFUSED, do.target)
    if not fight.clock.over:
        fight = spend_action(fight, do.by, table)
    note(table, RULE.HEAL, do.target)
    return with_fighter(fight, do.target, evolve(who, wounds=evolve(who.wounds, losing=0)))
