"""Poison, fear and terror: what they do to tests and to turns. (How they come and go is in ``treat``.)"""

from __future__ import annotations

from ...core.table import Table, note, refuse
from .ids import RULE, helper, rule
from .state import Fighter


@helper
def ailing(who: Fighter) -> int:
    """The DN that the worst of Hindered, Poisoned and fear adds to every test (wng.condition.stack)."""
    worst: int = max(who.conditions.hindered, 2 * max(who.conditions.poisoned, who.conditions.fear))
    return worst


@rule(
    "wng.condition.poisoned",
    notes={"": ("who", "dn"), "test": ("who", "icons", "number", "success"), "ends": ("who",)},
    source="seed 003, conditions",
)
def poisoned_dn(who: Fighter, i: int, table: Table) -> int:
    """+2 DN on all tests; a Medicae test by a helper or a Toughness test of one's own ends it."""
    if who.conditions.poisoned == 0:
        return 0
    note(table, RULE.CONDITION_POISONED, i, 2 * who.conditions.poisoned)
    return 2 * who.conditions.poisoned


@rule(
    "wng.condition.fear",
    notes={"": ("who", "dn"), "test": ("who", "icons", "number", "success")},
    source="seed 003, conditions",
)
def fear_dn(who: Fighter, i: int, table: Table) -> int:
    """A failed Resolve test: +2 DN on all tests until the scene ends."""
    if who.conditions.fear == 0:
        return 0
    note(table, RULE.CONDITION_FEAR, i, 2 * who.conditions.fear)
    return 2 * who.conditions.fear


@rule(
    "wng.condition.terror",
    notes={"": ("who",), "test": ("who", "icons", "number", "success"), "refused": ("who",)},
    source="seed 003, conditions",
)
def may_act_in_terror(who: Fighter, i: int, table: Table) -> None:
    """A failed Resolve test: all actions of a turn are spent fleeing, until the scene ends."""
    if who.conditions.terror:
        refuse(table, RULE.CONDITION_TERROR__REFUSED, i)
