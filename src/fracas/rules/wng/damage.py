"""From a hit to harm: damage, Resilience, critical rows; one target or a mob."""

from __future__ import annotations

from ...core.dice import Dice
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, roll
from .dice import D66, ExtraDice
from .harm import exhausted, lose_limb, memorable, suffer, take_shock
from .house import House, MobResilience
from .ids import ASK, RULE, decision, helper, rule
from .options import SHORT, Option, called, takes
from .state import NO_OUTCOME, Attack, Fight, Fighter, Hit, Outcome
from .traits import agonises, brutal, flames, radiation, rapid_fire, snipes, waaagh_ed

D3 = Dice(1, 3, 0)
D6 = Dice(1, 6, 0)


@decision
def hit(fight: Fight, do: Hit, table: Table) -> Fight:
    """Damage reaches a target: Resilience, Determination, wounds."""
    fight = clean(fight, do.target)
    who = fighter(fight, do.target)
    if who.harm.dead:
        return fight
    if who.sheet.mob:
        return hurt_mob(fight, do.target, do.damage, do.ap, 0, 1, table)
    wounds, shock = 0, 0
    if do.damage >= 0:
        over = soak(do.target, do.damage, resilience_after(who, do.ap, 0, fight.house, table), table)
        wounds, shock = max(0, over), 1 if over == 0 else 0
    mortal = mortal_wounds(do.target, do.mortal, table)
    who, total = suffer(who, do.target, wounds, mortal, shock, max(0, do.damage), 0, fight.house, table)
    return with_outcome(with_fighter(fight, do.target, who), do.target, Outcome(1, max(0, do.damage), wounds, total))


@rule("wng.damage.mortal", notes=("who", "mortal"), source="seed 003, harm")
def mortal_wounds(i: int, mortal: int, table: Table) -> int:
    """Mortal wounds ignore Resilience, and Determination cannot touch them."""
    if mortal > 0:
        note(table, RULE.DAMAGE_MORTAL, i, mortal)
    return mortal


@helper
def clean(fight: Fight, first: int) -> Fight:
    """The fight with the last decision's outcome forgotten."""
    for i in range(len(fight.fighters)):
        fight = with_outcome(fight, i, NO_OUTCOME)
    return evolve(fight, first=first, critical=0, complication=0)


@helper
def with_outcome(fight: Fight, i: int, outcome: Outcome) -> Fight:
    """The fight with what was done to one target."""
    old = fight.outcomes
    return evolve(fight, outcomes=old[:i] + (outcome,) + old[i + 1 :])


@rule("wng.damage.roll", notes=("base", "icons", "damage"), asks=(ASK.ED,), source="seed 003, the attack")
def damage_of(by: Fighter, do: Attack, band: int, shifted: int, simple: bool, table: Table) -> int:
    """Damage = the weapon's value + icons on its ED (4-5 one, 6 two). Melee adds Strength. Each exalted icon shifted
    from the attack adds 1 ED."""
    weapon = do.weapon
    base = weapon.damage
    if weapon.melee:
        base += by.attributes.strength + (1 if by.conditions.frenzied else 0)
    dice = weapon.ed + shifted + called(do) + (3 if simple else 0)
    if takes(do, Option.SNEAK):
        dice += 2
    dice += rapid_fire(weapon, band == SHORT) + snipes(weapon, takes(do, Option.AIM)) + waaagh_ed(weapon, by)
    reading = 1 if brutal(weapon, band == SHORT) else 0
    icons = int(roll(table, ExtraDice(dice, reading, radiation(weapon)), ASK.ED))
    note(table, RULE.DAMAGE_ROLL, base, icons, base + icons)
    return base + icons


@rule("wng.damage.ap", notes=("ap", "resilience"), options=("min_resilience",), source="seed 003, the attack")
def resilience_after(who: Fighter, ap: int, material: int, house: House, table: Table) -> int:
    """The weapon's AP lowers Resilience first, never below 1 (as a house rule 0). Invulnerable armour ignores AP."""
    full = who.sheet.resilience + material
    if who.sheet.invulnerable:
        return full
    left = max(min(full, house.min_resilience), full - ap)
    note(table, RULE.DAMAGE_AP, ap, left)
    return left


@helper
def hurt(fight: Fight, i: int, do: Attack, damage: int, ap: int, row: int, table: Table) -> Fight:
    """Damage against one target's Resilience, with the row of a critical hit (0: none)."""
    who = fighter(fight, i)
    over = soak(i, damage, resilience_after(who, ap, do.material, fight.house, table), table)
    wounds, shock, mortal = max(0, over), 1 if over == 0 else 0, 0
    if row > 0:
        who, more_wounds, mortal, more_shock = critical_row(who, i, row, over > 0, table)
        wounds += more_wounds
        shock += more_shock
    who, total = suffer(who, i, wounds, mortal, shock, damage, agonises(do.weapon), fight.house, table)
    if total > 0 and not who.harm.dead and flames(do.weapon):
        who = evolve(who, conditions=evolve(who.conditions, onfire=who.conditions.onfire + 1))
    return with_outcome(with_fighter(fight, i, who), i, Outcome(1, damage, max(0, over), total))


@rule("wng.damage.soak", notes=("who", "damage", "resilience", "wounds", "shock"), source="seed 003, the attack")
def soak(i: int, damage: int, resilience: int, table: Table) -> int:
    """Damage over the remaining Resilience: the difference is wounds. Exactly equal: 1 Shock. Below: nothing."""
    over = damage - resilience
    note(table, RULE.DAMAGE_SOAK, i, damage, resilience, max(0, over), 1 if over == 0 else 0)
    return over


@rule("wng.table.critical", notes=("row",), asks=(ASK.CRITICAL,), source="seed 003, critical hits")
def critical_roll(table: Table) -> int:
    """d66 on the table of critical hits."""
    row = int(roll(table, D66(2), ASK.CRITICAL))
    note(table, RULE.TABLE_CRITICAL, row)
    return row


@rule(
    "wng.crit.effect",
    notes={"": ("who", "wounds", "mortal", "shock"), "blocked": ("who",)},
    asks=(ASK.CRITICAL_D3, ASK.CRITICAL_D6),
    source="seed 003, critical hits",
)
def critical_row(who: Fighter, i: int, row: int, through: bool, table: Table) -> tuple[Fighter, int, int, int]:
    """The row's effect. It applies even when damage does not beat Resilience, but then all that the row says in
    wounds becomes 1 wound (mortal where the row's are mortal); no d3 or d6 is rolled for it; Shock and conditions
    stay.

    Returns the fighter, wounds, mortal wounds, Shock.
    """
    wounds, mortal, shock = 0, 0, 0
    c = who.conditions
    if row <= 26 or row in (54, 55, 56):
        wounds = 1
        if through:
            wounds = int(roll(table, D3, ASK.CRITICAL_D3)) + (1 if row >= 54 else 0)
    elif row in (41, 42, 43, 46, 61, 62, 63):
        mortal = 1
        if through:
            mortal = int(roll(table, D3, ASK.CRITICAL_D3)) + (1 if row == 46 else 3 if row >= 61 else 0)
    elif row in (51, 52, 53):
        shock = int(roll(table, D6, ASK.CRITICAL_D6))
    elif row in (64, 65):
        wounds = int(roll(table, D6, ASK.CRITICAL_D6)) if through else 1
        if who.sheet.explosive:
            mortal = int(roll(table, D3, ASK.CRITICAL_D3)) if through else 1
    else:
        mortal = 1
    if row <= 16 or row in (51, 52, 53):
        c = evolve(c, staggered=1)
    elif row <= 23:
        c = evolve(c, hindered=c.hindered + 1)
    elif row <= 26:
        c = evolve(c, vulnerable=c.vulnerable + 2)
    elif row == 46:
        c = evolve(c, prone=1)
    elif row in (54, 55):
        c = evolve(c, onfire=c.onfire + 1)
    who = evolve(who, conditions=c)
    if row in (34, 35, 36):
        who = memorable(who, i, table)
    if row == 66:
        who = lose_limb(who, i, table)
    note(table, RULE.CRIT_EFFECT, i, wounds, mortal, shock)
    return who, wounds, mortal, shock


# -------------------------------------------------------------------------------------------------------------- mobs


@rule("wng.mob.hit", notes=("who", "members", "out"), options=("mob_resilience",), source="seed 003, mobs")
def hurt_mob(fight: Fight, i: int, damage: int, ap: int, material: int, members: int, table: Table) -> Fight:
    """Attack one member as usual; every icon above Defence takes one more member along. Damage is rolled once and
    compared with a member's Resilience (as a house rule the sum of those hit): above it all those hit are out, equal
    1 Shock, below nothing. A mob never falls below 0."""
    who = fighter(fight, i)
    reached = min(members, who.harm.members)
    one = resilience_after(who, ap, material, fight.house, table)
    against = one * reached if fight.house.mob_resilience == MobResilience.SUM else one
    out = reached if damage > against else 0
    who = evolve(who, harm=evolve(who.harm, members=who.harm.members - out))
    if damage == against:
        who, _ = take_shock(who, i, 1, table)
        who = mob_shock(who, i, table)
    note(table, RULE.MOB_HIT, i, reached, out)
    return with_outcome(with_fighter(fight, i, who), i, Outcome(1, damage, out, out))


@rule("wng.mob.shock", notes=("who",), source="seed 003, mobs")
def mob_shock(who: Fighter, i: int, table: Table) -> Fighter:
    """A member whose Shock passes its maximum is out, and the mob's Shock falls to 0."""
    if not exhausted(who):
        return who
    note(table, RULE.MOB_SHOCK, i)
    return evolve(who, harm=evolve(who.harm, shock=0, members=max(0, who.harm.members - 1)))
