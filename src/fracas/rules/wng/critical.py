"""Critical hits: what the group gains, the row, the Glory that raises it, and what it does to target and bystanders."""

from __future__ import annotations

from typing import NamedTuple

from ...core.dice import Dice
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, choose, each, note, pick, roll, tell
from .conditions import afflict
from .dice import D66
from .harm import lose_limb, memorable, suffer
from .house import AdversaryCritical, Criticals, House
from .ids import ASK, RULE, helper, rule, teller
from .options import Option, takes
from .place import engaged_with
from .soak import gets_through, mortal_wounds
from .state import Attack, Condition, Fight, Fighter, Row
from .trial import tested

D3 = Dice(1, 3, 0)
D6 = Dice(1, 6, 0)


class Critical(NamedTuple):
    """A row of the table and how Glory raised it: more ``wounds`` (mortal where the row's are), more ``shock``, prone or
    restrained with it, ``more`` targets (mask)."""

    row: int
    wounds: int
    shock: int
    prone: int
    restrained: int
    more: int


NO_CRITICAL = Critical(0, 0, 0, 0, 0, 0)


@rule(
    "wng.attack.critical",
    notes={"": ("who", "glory", "ruin"), "reading": ("adversary_critical", "decided")},
    options=("adversary_critical",),
    source="seed 003, the attack",
)
def critical_gain(fight: Fight, i: int, table: Table) -> Fight:
    """A hit whose Wrath die shows 6 is a critical hit, and the group gains 1 Glory (an adversary's: +1 Ruin, as a
    house rule nothing). Without a hit there is no critical."""
    fight = evolve(fight, critical=1)
    if fighter(fight, i).sheet.agent:
        fight = evolve(fight, glory=fight.glory + 1)
    elif fight.house.adversary_critical == AdversaryCritical.RUIN:
        fight = evolve(fight, ruin=fight.ruin + 1)
    note(table, RULE.ATTACK_CRITICAL, i, fight.glory, fight.ruin)
    tell(table, tell_gain, fighter(fight, i).sheet.agent, fight.house)
    return fight


@teller
def tell_gain(agent: int, house: House, table: Table) -> None:
    """The reading decides what an adversary's critical brings."""
    note(table, RULE.ATTACK_CRITICAL__READING, house.adversary_critical, 0 if agent else 1)


@rule(
    "wng.crit.simple",
    notes={"": ("points",), "reading": ("criticals", "decided")},
    options=("criticals",),
    source="seed 003, critical hits",
)
def simple_critical(do: Attack, house: House, table: Table) -> int:
    """A simple critical: damage +3 ED instead of the table (as a house rule always, else where the attacker says so).

    Returns the extra damage dice; 0: the table is rolled on.
    """
    if not takes(do, Option.SIMPLE_CRITICAL):
        tell(table, tell_simple, house)
        if house.criticals == Criticals.TABLE:
            return 0
    note(table, RULE.CRIT_SIMPLE, 3)
    return 3


@teller
def tell_simple(house: House, table: Table) -> None:
    """The house rule decides whether the table is used."""
    note(table, RULE.CRIT_SIMPLE__READING, house.criticals, 1)


# ------------------------------------------------------------------------------------------------------ the row's roll


@helper
def critical_of(fight: Fight, hits: int, do: Attack, damage: int, ap: int, table: Table) -> tuple[Fight, Critical]:
    """The row, once for all targets (a mob takes none), and what Glory adds to it."""
    anybody = False
    through = False
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if (hits >> i) & 1 and not who.sheet.mob:
            anybody = True
            through = through or gets_through(who, damage, ap, do.material, fight.house)
    if not anybody:
        return fight, NO_CRITICAL
    row = again(table, 1, row_of, 0)
    critical = evolve(NO_CRITICAL, row=row)
    if not fighter(fight, do.by).sheet.agent:
        return fight, critical
    points = min(do.glory, fight.glory)
    near = bystanders_near(fight, hits, do)
    if not through and (raises_wounds_only(row) or (row == Row.DETONATION and near == 0)):
        points = 0
    if points == 0:
        return fight, critical
    fight = evolve(fight, glory=fight.glory - points)
    return fight, raised(fight, critical, points, do, near, table)


@helper
def bystanders_near(fight: Fight, hits: int, do: Attack) -> int:
    """Whom a detonation may reach besides those hit: within 10 m, alive, no mob (a mob takes no critical row)."""
    near = do.near & ~hits & ~(1 << do.by)
    for i in range(len(fight.fighters)):
        if fighter(fight, i).harm.dead or fighter(fight, i).sheet.mob:
            near &= ~(1 << i)
    return near


@rule("wng.table.critical", notes=("d66", "row"), asks=(ASK.CRITICAL,), source="seed 003, critical hits")
def row_of(row: int, table: Table) -> int:
    """d66: 11-16 head blow, 21-23 tear, 24-26 vicious cut, 31-33 merciless strike, 34-36 brutal blow, 41-43
    vivisection, 44-45 gore burst, 46 savage string, 51-53 overwhelming, 54-55 ashes, 56 bone breaker, 61-63
    unspeakable, 64-65 detonation, 66 dismemberment."""
    d66 = int(roll(table, D66(2), ASK.CRITICAL))
    row = Row.DISMEMBERMENT.value
    if d66 <= 16:
        row = Row.HEAD_BLOW.value
    elif d66 <= 23:
        row = Row.TEAR.value
    elif d66 <= 26:
        row = Row.VICIOUS_CUT.value
    elif d66 <= 33:
        row = Row.MERCILESS_STRIKE.value
    elif d66 <= 36:
        row = Row.BRUTAL_BLOW.value
    elif d66 <= 43:
        row = Row.VIVISECTION.value
    elif d66 <= 45:
        row = Row.GORE_BURST.value
    elif d66 == 46:
        row = Row.SAVAGE_STRING.value
    elif d66 <= 53:
        row = Row.OVERWHELMING.value
    elif d66 <= 55:
        row = Row.ASHES.value
    elif d66 == 56:
        row = Row.BONE_BREAKER.value
    elif d66 <= 63:
        row = Row.UNSPEAKABLE.value
    elif d66 <= 65:
        row = Row.DETONATION.value
    note(table, RULE.TABLE_CRITICAL, d66, row)
    return row


@helper
def raises_wounds_only(row: int) -> bool:
    """Does Glory raise nothing but this row's wounds (of which a blocked hit has one, whatever is spent)?"""
    return not (row == Row.GORE_BURST or row == Row.OVERWHELMING or row == Row.BONE_BREAKER or row == Row.DETONATION)


@rule(
    "wng.crit.glory",
    notes=("who", "points", "glory"),
    asks=(ASK.CRITICAL_CHOICE, ASK.CRITICAL_CHOICE__BLAST, ASK.CRITICAL_TARGET),
    source="seed 003, critical hits",
)
def raised(fight: Fight, critical: Critical, points: int, do: Attack, near: int, table: Table) -> Critical:
    """Effects marked Glory may be raised by spending Glory, once per point: +1 wound (mortal where the row's are, but
    plain for the savage string), overwhelming +2 Shock, gore burst +1 mortal wound and prone or +2 Shock, bone
    breaker Restrained and +1 wound, detonation one more target within 10 m or +1 wound to all."""
    note(table, RULE.CRIT_GLORY, do.by, points, fight.glory)
    if critical.row == Row.OVERWHELMING:
        return evolve(critical, shock=2 * points)
    if critical.row == Row.BONE_BREAKER:
        return evolve(critical, wounds=points, restrained=1)
    if critical.row == Row.GORE_BURST:
        critical = evolve(critical, wounds=points)
        for _ in range(points):
            if choose(table, ASK.CRITICAL_CHOICE, fight, do.by, 2) == 0:
                critical = evolve(critical, prone=1)
            else:
                critical = evolve(critical, shock=critical.shock + 2)
        return critical
    if critical.row == Row.DETONATION:
        for _ in range(points):
            left = near & ~critical.more
            if left == 0 or choose(table, ASK.CRITICAL_CHOICE__BLAST, fight, do.by, 2) == 0:
                critical = evolve(critical, wounds=critical.wounds + 1)
            else:
                also = pick(table, ASK.CRITICAL_TARGET, fight, do.by, left)
                critical = evolve(critical, more=critical.more | (1 << also))
        return critical
    return evolve(critical, wounds=points)


# ------------------------------------------------------------------------------------------------------ the row's effect


@rule(
    "wng.crit.effect",
    notes={
        "": ("who", "row", "wounds", "mortal", "shock"),
        "blocked": ("who",),
        "condition": ("who", "condition"),
        "test": ("who", "icons", "number", "success"),
        "limb": ("amputate", "decided"),
        "caught": ("who", "wounds"),
    },
    asks=(ASK.CRITICAL_D3, ASK.CRITICAL_D6, ASK.AMPUTATE, ASK.LIMB),
    options=("amputate",),
    source="seed 003, critical hits",
)
def row_effect(
    who: Fighter, i: int, critical: Critical, through: bool, by: int, house: House, table: Table
) -> tuple[Fighter, int, int, int]:
    """The row's effect. It applies even when damage does not beat Resilience, but then all that the row says in
    wounds becomes 1 wound (mortal where the row's are mortal); no d3 or d6 is rolled for it; Shock and conditions
    stay.

    Returns the fighter, wounds, mortal wounds, Shock.
    """
    row = critical.row
    if not through:
        note(table, RULE.CRIT_EFFECT__BLOCKED, i)
    wounds, mortal = row_wounds(critical, through, table)
    if row == Row.DETONATION and who.sheet.explosive:
        mortal = int(roll(table, D3, ASK.CRITICAL_D3)) if through else 0
    shock = critical.shock
    if row == Row.OVERWHELMING:
        shock += int(roll(table, D6, ASK.CRITICAL_D6))
    note(table, RULE.CRIT_EFFECT, i, row, wounds, mortal, shock)
    who = row_conditions(who, i, critical, table)
    if row == Row.BRUTAL_BLOW:
        who = memorable(who, i, table)
    if row == Row.DISMEMBERMENT:
        who = lose_limb(who, i, by, house, table)
    return who, wounds, mortal, shock


@helper
def row_wounds(critical: Critical, through: bool, table: Table) -> tuple[int, int]:
    """Wounds and mortal wounds of the row, with what Glory adds."""
    row = critical.row
    if row == Row.OVERWHELMING:
        return 0, 0
    mortal = (MORTAL_ROWS >> row) & 1 == 1
    if not through:
        return (0, 1) if mortal else (1, 0)
    points = FIXED[row]
    if row == Row.DETONATION:
        points += int(roll(table, D6, ASK.CRITICAL_D6))
    elif (D3_ROWS >> row) & 1:
        points += int(roll(table, D3, ASK.CRITICAL_D3))
    if row == Row.SAVAGE_STRING:
        return critical.wounds, points
    points += critical.wounds
    return (0, points) if mortal else (points, 0)


def rows(*members: Row) -> int:
    """A mask of rows."""
    return sum(1 << member for member in members)


D3_ROWS = rows(
    Row.HEAD_BLOW,
    Row.TEAR,
    Row.VICIOUS_CUT,
    Row.VIVISECTION,
    Row.SAVAGE_STRING,
    Row.ASHES,
    Row.BONE_BREAKER,
    Row.UNSPEAKABLE,
)
MORTAL_ROWS = rows(
    Row.MERCILESS_STRIKE,
    Row.BRUTAL_BLOW,
    Row.VIVISECTION,
    Row.GORE_BURST,
    Row.SAVAGE_STRING,
    Row.UNSPEAKABLE,
    Row.DISMEMBERMENT,
)
FIXED = (0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 3, 0, 1)
"""What each row adds to its die, or has without one."""


@helper
def row_conditions(who: Fighter, i: int, critical: Critical, table: Table) -> Fighter:
    """The condition that the row brings."""
    row = critical.row
    if row == Row.HEAD_BLOW or row == Row.OVERWHELMING:
        who = taken(who, i, Condition.STAGGERED.value, 1, table)
    elif row == Row.TEAR:
        who = taken(who, i, Condition.HINDERED.value, 1, table)
    elif row == Row.VICIOUS_CUT:
        who = taken(who, i, Condition.VULNERABLE.value, 2, table)
    elif row == Row.ASHES:
        who = taken(who, i, Condition.ONFIRE.value, 1, table)
    if row == Row.SAVAGE_STRING or critical.prone:
        who = taken(who, i, Condition.PRONE.value, 1, table)
    if critical.restrained:
        who = taken(who, i, Condition.RESTRAINED.value, 1, table)
    return who


@helper
def taken(who: Fighter, i: int, condition: int, times: int, table: Table) -> Fighter:
    """A condition from the row."""
    note(table, RULE.CRIT_EFFECT__CONDITION, i, condition)
    return evolve(who, conditions=afflict(who.conditions, condition, times))


# ---------------------------------------------------------------------------------------------------------- bystanders


@helper
def caught(fight: Fight, critical: Critical, table: Table) -> Fight:
    """A detonation's further targets, for Glory: the row's wounds alone."""
    if critical.more == 0:
        return fight
    return each(table, critical.more, caught_one, fight, critical)


@helper
def caught_one(fight: Fight, i: int, critical: Critical, table: Table) -> Fight:
    """One more target of a detonation."""
    return with_fighter(fight, i, again(table, 1, blown, fighter(fight, i), i, critical, fight.house))


@helper
def blown(who: Fighter, i: int, critical: Critical, house: House, table: Table) -> Fighter:
    """The explosion alone reaches one."""
    wounds, mortal = row_wounds(critical, True, table)
    if who.sheet.explosive:
        mortal = mortal_wounds(i, int(roll(table, D3, ASK.CRITICAL_D3)), table)
    note(table, RULE.CRIT_EFFECT__CAUGHT, i, wounds)
    who, total = suffer(who, i, wounds, mortal, 0, wounds, 0, house, table)
    return evolve(who, outcome=evolve(who.outcome, hit=1, suffered=total))


@helper
def tests_of_others(fight: Fight, hits: int, critical: Critical, table: Table) -> Fight:
    """A gore burst: all others in the engagement test Agility."""
    if critical.row != Row.GORE_BURST:
        return fight
    others = 0
    for i in range(len(fight.fighters)):
        if (hits >> i) & 1:
            others |= engaged_with(fight, i)
    others &= ~hits
    for i in range(len(fight.fighters)):
        if fighter(fight, i).harm.dead:
            others &= ~(1 << i)
    return each(table, others, keeps_footing, fight)


@helper
def keeps_footing(fight: Fight, i: int, table: Table) -> Fight:
    """Agility DN 3, or prone."""
    return with_fighter(fight, i, again(table, 1, footing_of, fighter(fight, i), i))


@helper
def footing_of(who: Fighter, i: int, table: Table) -> Fighter:
    """One bystander's test."""
    trial = tested(who, i, who.attributes.agility, 3, 0, table)
    note(table, RULE.CRIT_EFFECT__TEST, i, trial.icons, trial.number, trial.success)
    who = trial.who
    return who if trial.success else evolve(who, conditions=afflict(who.conditions, Condition.PRONE.value, 1))
