"""A turn: the loss of a point for one who is down; and aid."""

from __future__ import annotations

from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .attack import may_act
from .harm import dead, lose_one
from .ids import RULE, decision, rule
from .state import NO_OUTCOME, Aid, Fight, NewRound, Turn


@decision
def turn(fight: Fight, do: Turn, table: Table) -> Fight:
    """The whole turn of one fighter: it starts, nothing else is decided, it ends."""
    fight = evolve(fight, outcome=NO_OUTCOME)
    who = fighter(fight, do.by)
    if who.wounds.dead or not who.wounds.losing:
        return fight
    return with_fighter(fight, do.by, dead(lose_one(who, do.by, table), do.by, table))


@decision
def new_round(fight: Fight, do: NewRound, table: Table) -> Fight:
    """A new round begins."""
    return evolve(fight, outcome=NO_OUTCOME, round=fight.round + 1)


@decision
@rule("cops.heal", notes={"": ("who",), "refused": ("who",)}, source="rules page")
def aid(fight: Fight, do: Aid, table: Table) -> Fight:
    """Aid stops the loss of a point a turn. It needs no die; new damage starts the loss again."""
    fight = evolve(fight, outcome=NO_OUTCOME)
    who = fighter(fight, do.target)
    if who.wounds.dead:
        return fight
    may_act(fighter(fight, do.by), do.by, table)
    if not who.wounds.losing:
        refuse(table, RULE.HEAL__REFUSED, do.target)
    note(table, RULE.HEAL, do.target)
    return with_fighter(fight, do.target, evolve(who, wounds=evolve(who.wounds, losing=0)))
