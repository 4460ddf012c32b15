"""Statistics as they stand, with armour, wounds and injuries; and what lowers a check."""

from __future__ import annotations

from ...core.state import count_bits
from ...core.table import Table, note
from .ids import RULE, helper, rule
from .injuries import DEATH_SAVE, Injury
from .state import Fighter, Penalties, Skill, Stat


@rule("cpred.hp", notes={"": ("body", "will", "hp"), "left": ("who", "before", "lost", "left")}, source="facts 2.2")
def hit_points(body: int, will: int, table: Table) -> int:
    """HP are 10 + 5 x half the sum of BODY and WILL, rounded up.

    >>> from fracas.core.table import silent
    >>> hit_points(6, 5, silent)
    40
    """
    hp = 10 + 5 * ((body + will + 1) // 2)
    note(table, RULE.HP, body, will, hp)
    return hp


@rule(
    "cpred.armour.penalty",
    notes={"": ("penalty",), "lowers": ("who", "stat", "value", "penalty"), "refused": ("who",)},
    source="seed 004, Heavy armor penalty",
)
def armour_penalty(penalties: Penalties, table: Table) -> int:
    """The largest penalty worn counts once; it lowers REF, DEX and MOVE and all that is derived from them.

    >>> from fracas.core.table import silent
    >>> armour_penalty((2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), silent)
    2
    """
    penalty = max(penalties)
    if penalty > 0:
        note(table, RULE.ARMOUR_PENALTY, -penalty)
    return penalty


@helper
def has(who: Fighter, injury: int) -> bool:
    """Does the fighter suffer from this injury?"""
    return (who.wounds.injuries >> injury) & 1 == 1


@helper
def ref_of(who: Fighter) -> int:
    """REF as lowered by armour, never below 0."""
    return max(0, who.sheet.ref - who.sheet.armour_penalty)


@helper
def dex_of(who: Fighter) -> int:
    """DEX as lowered by armour, never below 0."""
    return max(0, who.sheet.dex - who.sheet.armour_penalty)


@helper
def stat_of(who: Fighter, stat: int) -> int:
    """The statistic that a check uses, as it stands."""
    if stat == Stat.REF:
        return ref_of(who)
    if stat == Stat.DEX:
        return dex_of(who)
    return who.sheet.tech if stat == Stat.TECH else who.sheet.will


@helper
def move_of(who: Fighter) -> int:
    """MOVE: injuries and mortal wounds (not death) leave at least 1, then armour's penalty at least 0."""
    slowed = 0
    if has(who, Injury.COLLAPSED_LUNG):
        slowed += 2
    if has(who, Injury.BROKEN_LEG):
        slowed += 4
    if has(who, Injury.LOST_LEG):
        slowed += 6
    if mortally_wounded(who) and not who.wounds.dead:
        slowed += 6
    move = who.sheet.move
    if slowed > 0:
        move = max(min(1, move), move - slowed)
    return max(0, move - who.sheet.armour_penalty)


@helper
def seriously_wounded(who: Fighter) -> bool:
    """See cpred.wound.serious."""
    return who.wounds.hp < serious_threshold(who)


@helper
def serious_threshold(who: Fighter) -> int:
    """Half of the maximum HP, rounded up."""
    return (who.sheet.max_hp + 1) // 2


@helper
def mortally_wounded(who: Fighter) -> bool:
    """See cpred.wound.mortal."""
    return who.wounds.hp < 1


@helper
def save_penalty(who: Fighter) -> int:
    """What is added to a death save: the saves and hits so far, and 1 for each starred injury."""
    return who.wounds.save_penalty + count_bits(who.wounds.injuries & DEATH_SAVE)


@rule("cpred.wound.serious", notes={"": ("who", "hp", "threshold"), "penalty": ("who", "penalty")}, source="facts 2.2")
def wound_penalty(who: Fighter, i: int, table: Table) -> int:
    """HP below half of the maximum, rounded up: Seriously Wounded, -2 to actions."""
    if mortally_wounded(who):
        return mortal_penalty(i, table)
    if not seriously_wounded(who):
        return 0
    note(table, RULE.WOUND_SERIOUS__PENALTY, i, -2)
    return -2


@rule(
    "cpred.wound.mortal",
    notes={"": ("who", "hp"), "penalty": ("who", "penalty"), "further": ("who",)},
    source="facts 2.2",
)
def mortal_penalty(i: int, table: Table) -> int:
    """HP below 1: Mortally Wounded, -4 to actions (instead of -2), MOVE -6 (least 1; then armour's penalty, least 0);
    each further hit that does damage is a Critical Injury, without the 5, and adds 1 to the death save penalty."""
    note(table, RULE.WOUND_MORTAL__PENALTY, i, -4)
    return -4


@helper
def one_injury(who: Fighter, i: int, injury: int, penalty: int, table: Table) -> int:
    """The penalty of one injury, noted, if the fighter has it."""
    if not has(who, injury):
        return 0
    note(table, RULE.INJURY_TABLE__PENALTY, i, injury, penalty)
    return penalty


@helper
def action_penalty(who: Fighter, i: int, table: Table) -> int:
    """What wounds and injuries take off every action."""
    total = wound_penalty(who, i, table) + held_penalty(who, i, table)
    total += one_injury(who, i, Injury.BRAIN_INJURY, -2, table)
    return total + one_injury(who, i, Injury.CONCUSSION, -2, table)


@helper
def held_penalty(who: Fighter, i: int, table: Table) -> int:
    """Held (cpred.grab): -2."""
    if who.condition.held == 0:
        return 0
    note(table, RULE.GRAB__HELD, i)
    return -2


@helper
def attack_penalty(who: Fighter, i: int, melee: int, injured_hand: int, table: Table) -> int:
    """What wounds and injuries take off an attack."""
    total = action_penalty(who, i, table)
    if melee:
        total += one_injury(who, i, Injury.TORN_MUSCLE, -2, table)
    else:
        total += one_injury(who, i, Injury.LOST_EYE, -4, table)
        total += one_injury(who, i, Injury.DAMAGED_EYE, -2, table)
    if injured_hand:
        total += one_injury(who, i, Injury.CRUSHED_FINGERS, -4, table)
    return total


@helper
def skill_of(who: Fighter, skill: int) -> int:
    """The level of a skill."""
    return who.sheet.skills[skill]


@helper
def aid_skill(who: Fighter) -> int:
    """The better of First Aid and Paramedic."""
    paramedic, first_aid = Skill.PARAMEDIC.value, Skill.FIRST_AID.value
    return paramedic if skill_of(who, paramedic) > skill_of(who, first_aid) else first_aid
