"""A test of one's own: the pool of a skill or an attribute, the number to reach, and rolling again for Wrath."""

from __future__ import annotations

from typing import NamedTuple

from ...core.state import digit, evolve
from ...core.table import Table, note, roll
from .dice import Icons, WrathPool
from .harm import dying, traumatic
from .ids import ASK, RULE, helper, rule
from .number import own_penalty
from .pool import wrath_dice
from .state import Fighter, Skill


class Trial(NamedTuple):
    """A test that was made: who made it, its icons and exalted icons, the number to reach, whether it was reached."""

    who: Fighter
    icons: int
    exalted: int
    number: int
    success: int


@helper
def skill_pool(who: Fighter, skill: int) -> int:
    """The dice of a skill: its rating and its attribute."""
    rating = digit(who.skills, skill)
    a = who.attributes
    if skill == Skill.ATHLETICS:
        return rating + strength_of(who)
    if skill == Skill.BALLISTIC_SKILL or skill == Skill.STEALTH:
        return rating + a.agility
    if skill == Skill.WEAPON_SKILL:
        return rating + a.initiative
    if skill == Skill.DECEPTION or skill == Skill.PERSUASION:
        return rating + a.fellowship
    if skill == Skill.INTIMIDATION or skill == Skill.LEADERSHIP:
        return rating + a.willpower
    return rating + a.intellect


@helper
def strength_of(who: Fighter) -> int:
    """Strength; the frenzied have one more (wng.condition.frenzied)."""
    return who.attributes.strength + (1 if who.conditions.frenzied else 0)


@helper
def tested(who: Fighter, i: int, dice: int, dn: int, reroll: int, table: Table) -> Trial:
    """A test: icons reach the DN with one's own penalties."""
    number = dn + own_penalty(who, i, table)
    who, rolled = tries(who, i, dice, reroll, table)
    return Trial(who, rolled.icons, rolled.exalted, number, 1 if rolled.icons >= number else 0)


@helper
def tries(who: Fighter, i: int, dice: int, reroll: int, table: Table) -> tuple[Fighter, Icons]:
    """The roll of a test, and again for Wrath; a Wrath 1 of the Dying is a traumatic injury."""
    dice = max(1, dice)
    pool = WrathPool(dice, min(dice, wrath_dice(who, i, table)), 1 if reroll > 0 and who.harm.wrath > 0 else 0)
    rolled: Icons = roll(table, pool, ASK.TEST)
    who, rolled = rolled_again(who, i, pool, rolled, table)
    if rolled.wrath_one and dying(who):
        who = traumatic(who, i, table)
    return who, rolled


@helper
def opposed(a: Fighter, i: int, dice: int, b: Fighter, j: int, against: int, table: Table) -> tuple[Trial, Trial]:
    """An opposed test: ``a`` wins with more icons, each side's penalties taken off; a tie goes to ``b``."""
    return contested(a, i, dice, 0, b, j, against, table)


@helper
def contested(
    a: Fighter, i: int, dice: int, reroll: int, b: Fighter, j: int, against: int, table: Table
) -> tuple[Trial, Trial]:
    """An opposed test in which ``a`` may spend a Wrath point on its roll, before ``b`` rolls."""
    mine = tested(a, i, dice, 0, reroll, table)
    note(table, RULE.ATTACK_POOL__OPPOSED, i, mine.icons)
    theirs = tested(b, j, against, 0, 0, table)
    note(table, RULE.ATTACK_POOL__OPPOSED, j, theirs.icons)
    margin = mine.icons - mine.number - (theirs.icons - theirs.number)
    return evolve(mine, success=1 if margin > 0 else 0), evolve(theirs, success=1 if margin <= 0 else 0)


@rule("wng.wrath.reroll", notes=("who", "dice", "wrath"), asks=(ASK.REROLL,), source="rules page")
def rolled_again(who: Fighter, i: int, pool: WrathPool, rolled: Icons, table: Table) -> tuple[Fighter, Icons]:
    """1 Wrath point: roll again all dice of one's test that show no icon, once."""
    blanks = blanks_of(pool, rolled)
    if pool.again == 0 or blanks == 0:
        return who, rolled
    who = evolve(who, harm=evolve(who.harm, wrath=who.harm.wrath - 1))
    note(table, RULE.WRATH_REROLL, i, blanks, who.harm.wrath)
    more: Icons = roll(table, WrathPool(blanks, rolled.wrath_blanks, 0), ASK.REROLL)
    return who, Icons(
        rolled.icons + more.icons,
        rolled.exalted + more.exalted,
        rolled.wrath_sixes + more.wrath_sixes,
        more.wrath_one,
        0,
    )


@helper
def blanks_of(pool: WrathPool, rolled: Icons) -> int:
    """How many dice show no icon."""
    singles = rolled.icons - 2 * rolled.exalted
    return pool.number - singles - rolled.exalted
