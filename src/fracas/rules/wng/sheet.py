"""What follows from the sheet: derived values, mobs."""

from __future__ import annotations

from typing import NamedTuple

from ...core.table import Table, note
from .ids import RULE, rule
from .state import Attributes, Size


class Derived(NamedTuple):
    """Values that a sheet may print otherwise."""

    defence: int
    resilience: int
    resolve: int
    determination: int
    max_wounds: int
    max_shock: int
    awareness: int


@rule("wng.sheet.derived", notes=Derived._fields, source="facts 4.1; rulings")
def derived(attributes: Attributes, tier: int, armour: int, size: int, awareness: int, table: Table) -> Derived:
    """Unless printed otherwise on the sheet: Defence = Initiative - 1 (least 1; tiny +2, small +1); Resilience =
    Toughness + 1 + armour; Resolve = Willpower - 1 (least 1); Determination = Toughness; maximum wounds = 2 x Tier +
    Toughness; maximum Shock = Willpower + Tier; passive Awareness = half the pool, up."""
    smallness = 2 if size == Size.TINY else 1 if size == Size.SMALL else 0
    values = Derived(
        max(1, attributes.initiative - 1) + smallness,
        attributes.toughness + 1 + armour,
        max(1, attributes.willpower - 1),
        attributes.toughness,
        2 * tier + attributes.toughness,
        attributes.willpower + tier,
        (attributes.intellect + awareness + 1) // 2,
    )
    note(
        table,
        RULE.SHEET_DERIVED,
        values.defence,
        values.resilience,
        values.resolve,
        values.determination,
        values.max_wounds,
        values.max_shock,
        values.awareness,
    )
    return values


@rule("wng.mob.one", notes=("members",), source="seed 003, mobs")
def mob_of(members: int, table: Table) -> int:
    """Near-identical troops may form a mob; each member has 1 wound."""
    note(table, RULE.MOB_ONE, members)
    return members
