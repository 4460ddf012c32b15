"""The pool of an attack: attribute and skill, what circumstances, options and traits add, the Wrath dice."""

from __future__ import annotations

from ...core.state import digit, fighter
from ...core.table import Table, note, tell
from .dice import Icons, WrathPool
from .harm import dying, injury_count
from .house import DyingCritical, House
from .ids import ASK, RULE, helper, rule, teller
from .options import SHORT, Option, aims, all_out, charges, full_auto, sneaks, takes
from .state import Attack, Fight, Fighter, Size, Skill
from .traits import sniper_die, spreads, waaagh_dice


@rule(
    "wng.attack.pool",
    notes={
        "": ("who", "attribute", "skill", "pool"),
        "given": ("dice",),
        "dice": ("dice",),
        "opposed": ("who", "icons"),
    },
    asks=(ASK.ATTACK, ASK.TEST),
    source="seed 003, the attack",
)
def pool_of(fight: Fight, do: Attack, band: int, count: int, table: Table) -> WrathPool:
    """Melee: Weapon Skill + Initiative. Ranged: Ballistic Skill + Agility."""
    by = fighter(fight, do.by)
    attribute = by.attributes.initiative if do.weapon.melee else by.attributes.agility
    skill = digit(by.skills, Skill.WEAPON_SKILL.value if do.weapon.melee else Skill.BALLISTIC_SKILL.value)
    note(table, RULE.ATTACK_POOL, do.by, attribute, skill, attribute + skill)
    dice = attribute + skill + do.dice
    if do.dice != 0:
        note(table, RULE.ATTACK_POOL__GIVEN, do.dice)
    if band == SHORT:
        dice += 1
    dice += aims(do, table) + sniper_die(do, table) + all_out(do, table) + charges(do, table)
    dice += waaagh_dice(do.weapon, table) + members_attack(by, do.by, table)
    if not takes(do, Option.PIN):
        dice += full_auto(do, count, table) + sneaks(do, table) + target_dice(fight, do, band, table)
    dice = max(1, dice)
    note(table, RULE.ATTACK_POOL__DICE, dice)
    return WrathPool(dice, min(dice, wrath_dice(by, do.by, table)), 1 if do.reroll > 0 and by.harm.wrath > 0 else 0)


@rule("wng.mob.attack", notes={"": ("who", "dice"), "refused": ("who",)}, source="seed 003, mobs")
def members_attack(by: Fighter, i: int, table: Table) -> int:
    """A mob attacks once, with ceil(members / 2) extra dice."""
    if not by.sheet.mob:
        return 0
    dice = (by.harm.members + 1) // 2
    note(table, RULE.MOB_ATTACK, i, dice)
    return dice


@rule("wng.size", notes={"": ("dice",), "spot": ("dn",)}, source="seed 003, size")
def size_dice(largest: int, table: Table) -> int:
    """Tiny: Defence +2, +2 DN to spot; small +1, +1; standard none; large +1 die to hit it, +1 die to spot; huge +2,
    +2; gargantuan +3, +3. Of several targets the largest counts."""
    dice = max(0, largest - Size.STANDARD.value)
    if dice > 0:
        note(table, RULE.SIZE, dice)
    return dice


@helper
def target_dice(fight: Fight, do: Attack, band: int, table: Table) -> int:
    """Dice that the targets give: their size, and Spread at a mob."""
    largest = 0
    mob = False
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            target = fighter(fight, i)
            largest = max(largest, target.sheet.size)
            mob = mob or target.sheet.mob == 1
    return size_dice(largest, table) + spreads(do.weapon, mob, band, table)


@rule(
    "wng.harm.dyingdice",
    notes={"": ("who", "wrath"), "reading": ("dying_critical", "decided")},
    options=("dying_critical",),
    source="seed 003, harm",
)
def wrath_dice(by: Fighter, i: int, table: Table) -> int:
    """While Dying, each traumatic injury swaps one more die of a pool for a Wrath die (the pool stays as large); a
    complication on any of them is another traumatic injury; a critical then needs a 6 on all (as a house rule any)
    of them. Not Dying: one Wrath die, whatever the injuries."""
    if not dying(by):
        return 1
    note(table, RULE.HARM_DYINGDICE, i, 1 + injury_count(by))
    return 1 + injury_count(by)


@helper
def is_critical(rolled: Icons, wrath: int, house: House, table: Table) -> bool:
    """Do the Wrath dice (``wrath`` of them) show enough sixes?"""
    if wrath > 1:
        tell(table, tell_dying, rolled, wrath, house)
    if house.dying_critical == DyingCritical.ANY:
        return rolled.wrath_sixes > 0
    return rolled.wrath_sixes == wrath


@teller
def tell_dying(rolled: Icons, wrath: int, house: House, table: Table) -> None:
    """The reading decides where some Wrath dice show a 6, but not all."""
    note(table, RULE.HARM_DYINGDICE__READING, house.dying_critical, 1 if 0 < rolled.wrath_sixes < wrath else 0)
