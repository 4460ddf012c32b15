"""From a hit to harm: the damage roll, Resilience, the row of a critical hit; one target or a mob."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, note, roll
from .conditions import afflict
from .critical import Critical, row_effect
from .dice import ExtraDice
from .harm import member_out, suffer
from .house import House
from .ids import ASK, RULE, decision, helper, rule
from .mob import hurt_mob
from .options import Option, called_size, takes
from .soak import mortal_wounds, resilience_after, soak
from .state import NO_OUTCOME, Attack, Condition, Fight, Fighter, Hit
from .traits import (
    Trait,
    brutal,
    has_trait,
    inflicts,
    melts,
    radiation,
    rapid_fire,
    sniper_ed,
    waaagh_ed,
)
from .trial import strength_of


@decision
def hit(fight: Fight, do: Hit, table: Table) -> Fight:
    """Damage reaches a target: Resilience, Determination, wounds."""
    fight = clean(fight, do.target)
    who = fighter(fight, do.target)
    if who.harm.dead or (who.sheet.mob and who.harm.members == 0):
        return fight
    return with_fighter(fight, do.target, again(table, 1, reached_by, who, do, fight.house))


@helper
def reached_by(who: Fighter, do: Hit, house: House, table: Table) -> Fighter:
    """One who is hit, without an attack: of a mob one member."""
    who = evolve(who, outcome=evolve(who.outcome, hit=1))
    if who.sheet.mob:
        if do.damage >= 0:
            who = hurt_mob(who, do.target, do.damage, do.ap, 0, house, table)
        if mortal_wounds(do.target, do.mortal, table) > 0:
            who = member_out(who)
        return who
    over = -1
    if do.damage >= 0:
        over = soak(do.target, do.damage, resilience_after(who, do.target, do.ap, 0, house, table), table)
    wounds, shock = max(0, over), 1 if over == 0 else 0
    mortal = mortal_wounds(do.target, do.mortal, table)
    who, total = suffer(who, do.target, wounds, mortal, shock, max(0, do.damage), 0, house, table)
    return evolve(who, outcome=evolve(who.outcome, damage=max(0, do.damage), through=wounds, suffered=total))


@helper
def clean(fight: Fight, first: int) -> Fight:
    """The fight with the last decision's outcome forgotten."""
    return evolve(forgotten(fight, first, NO_OUTCOME), critical=0, complication=0)


@rule("wng.damage.roll", notes=("dice", "icons"), asks=(ASK.ED,), source="seed 003, the attack")
def damage_of(by: Fighter, do: Attack, band: int, shifted: int, extra: int, vehicles: bool, table: Table) -> int:
    """Damage = the weapon's value + icons on its ED (extra damage dice: 4-5 one, 6 two). Melee adds Strength. Unarmed:
    Strength + 1 ED. Each exalted icon shifted from the attack adds 1 ED."""
    weapon = do.weapon
    base = weapon.damage
    if weapon.melee:
        base += strength_of(by)
    dice = weapon.ed + shifted + called_size(do) + extra + (2 if takes(do, Option.SNEAK) else 0)
    dice += rapid_fire(weapon, band, table) + sniper_ed(do, table) + waaagh_ed(weapon, by, table)
    reading = 1 if brutal(weapon, table) else melts(weapon, band, vehicles, table)
    icons = int(roll(table, ExtraDice(dice, reading, radiation(weapon, table)), ASK.ED))
    note(table, RULE.DAMAGE_ROLL, dice, icons)
    return added_up(base, icons, table)


@rule("wng.damage.example", notes=("base", "icons", "damage"), source="seed 003, worked example (two ED)")
def added_up(base: int, icons: int, table: Table) -> int:
    """Damage 7, two ED showing 4 and 6: 7 + 1 + 2 = 10; against Resilience 5 after AP 5 wounds.

    >>> from fracas.core.table import silent
    >>> added_up(7, 1 + 2, silent)
    10
    """
    note(table, RULE.DAMAGE_EXAMPLE, base, icons, base + icons)
    return base + icons


@helper
def struck(
    who: Fighter, i: int, do: Attack, damage: int, ap: int, critical: Critical, house: House, table: Table
) -> Fighter:
    """The damage of an attack reaches one target, with the row of a critical hit (0: none)."""
    if who.sheet.mob:
        return hurt_mob(who, i, damage, ap, do.material, house, table)
    over = soak(i, damage, resilience_after(who, i, ap, do.material, house, table), table)
    wounds, shock, mortal = max(0, over), 1 if over == 0 else 0, 0
    if critical.row > 0:
        who, more_wounds, mortal, more_shock = row_effect(who, i, critical, over > 0, do.by, house, table)
        wounds += more_wounds
        shock += more_shock
        mortal = mortal_wounds(i, mortal, table)
    agonising = 1 if has_trait(do.weapon, Trait.AGONISING) else 0
    who, total = suffer(who, i, wounds, mortal, shock, damage, agonising, house, table)
    if total > 0 and not who.harm.dead:
        who = wounded_by(who, i, do, table)
    return evolve(who, outcome=evolve(who.outcome, damage=damage, through=max(0, over), suffered=total))


@helper
def wounded_by(who: Fighter, i: int, do: Attack, table: Table) -> Fighter:
    """What some weapons add when they wound."""
    if has_trait(do.weapon, Trait.FLAMER):
        note(table, RULE.TRAIT_FLAMER__BURNS, i)
        who = evolve(who, conditions=afflict(who.conditions, Condition.ONFIRE.value, 1))
    condition = inflicts(do.weapon, i, table)
    if condition >= 0:
        who = evolve(who, conditions=afflict(who.conditions, condition, 1))
    return who
