"""The attack: pool, Defence, critical and complication, damage, Resilience; one target, several, or a mob."""

from __future__ import annotations

from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse, roll
from .damage import clean, critical_roll, damage_of, hurt, hurt_mob
from .dice import D66, Icons, WrathPool
from .harm import dying, exhausted, injury_count, traumatic
from .house import AdversaryCritical, Criticals, DyingCritical, House
from .ids import ASK, RULE, decision, helper, rule
from .options import BEYOND, LONG, MEDIUM, SHORT, Option, called, takes
from .state import Attack, Fight, Fighter, Size, Skill, Weapon
from .traits import Trait, flames, has_trait, parries, relies, rends, spreads, too_heavy, unwieldy


@decision
def attack(fight: Fight, do: Attack, table: Table) -> Fight:
    """By's attack: may it be made, the pool, complication, extra damage, critical, and each target in turn."""
    first = -1
    count = 0
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            first = i if first < 0 else first
            count += 1
    fight = clean(fight, first)
    if count == 1 and fighter(fight, first).harm.dead:
        return fight
    by = fighter(fight, do.by)
    may_attack(by, do, count, table)
    band = range_band(do, table)
    if band == BEYOND:
        note(table, RULE.RANGE_BANDS__BEYOND, do.distance)
        return fight
    if takes(do, Option.ALL_OUT) and do.weapon.melee:
        fight = with_fighter(fight, do.by, evolve(by, stance=evolve(by.stance, all_out=1)))
    rolled: Icons = roll(table, pool_of(fight, do, band, table), ASK.ATTACK)
    fight = complication(fight, do.by, rolled, do.weapon, table)
    penalty = number_penalty(by, do, band, count, table)
    hits = 0
    shifted = 0
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1 and not fighter(fight, i).harm.dead:
            number = defence_against(fighter(fight, i), do, band, table) + penalty
            if rolled.icons >= number:
                hits |= 1 << i
                shifted = min(shift_allowed(by, do), (rolled.icons - number) // 2, rolled.exalted)
            note(table, RULE.ATTACK_HIT__RESULT, i, rolled.icons, number, 1 if rolled.icons >= number else 0)
    if hits == 0:
        return fight
    critical = is_critical(by, rolled, fight.house)
    if critical:
        fight = critical_gain(fight, do.by, table)
    simple = critical and (fight.house.criticals == Criticals.SIMPLE or takes(do, Option.SIMPLE_CRITICAL))
    damage = damage_of(by, do, band, shifted, simple, table)
    ap = do.weapon.ap + rends(do.weapon, shifted)
    row = 0
    for i in range(len(fight.fighters)):
        if not (hits >> i) & 1:
            continue
        target = fighter(fight, i)
        if target.sheet.mob:
            number = defence_against(target, do, band, table) + penalty
            members = 1 + max(0, rolled.icons - number - 2 * shifted)
            fight = hurt_mob(fight, i, damage, ap, do.material, members, table)
            continue
        if critical and not simple and row == 0:
            row = critical_roll(table)
        fight = hurt(fight, i, do, damage, ap, row, table)
    return fight


@helper
def shift_allowed(by: Fighter, do: Attack) -> int:
    """A basic attack, all that the Dying and the Exhausted have, shifts nothing."""
    return 0 if dying(by) or exhausted(by) else do.shift


@helper
def may_attack(by: Fighter, do: Attack, count: int, table: Table) -> None:
    """Who may not attack, and not so."""
    if by.harm.dead:
        refuse(table, RULE.HARM_DEATH__REFUSED, do.by)
    fancy = do.options != 0
    if dying(by) and fancy:
        refuse(table, RULE.HARM_DYING__REFUSED, do.by)
    if exhausted(by) and fancy:
        refuse(table, RULE.HARM_EXHAUSTED__REFUSED, do.by)
    if by.stance.spent == 1:
        refuse(table, RULE.AMMO_RELOAD__REFUSED, do.by)
    if by.stance.spent == 2:
        refuse(table, RULE.SALVO_RELOAD__REFUSED, do.by)
    if by.stance.broken:
        refuse(table, RULE.ATTACK_COMPLICATION__REFUSED, do.by)
    if count > 1 and do.shift > 0:
        refuse(table, RULE.ACTION_MULTIATTACK__REFUSED)


@rule("wng.action.multiattack", notes={"": ("targets",), "refused": ()}, source="seed 003, actions")
def several_targets(count: int, table: Table) -> int:
    """One attack at several targets with one weapon: every extra target adds +2 to the Defence of all of them. No
    shifting. Damage is rolled once, and every target hit takes it."""
    if count > 1:
        note(table, RULE.ACTION_MULTIATTACK, count)
    return 2 * (count - 1)


@rule("wng.range.bands", notes={"": ("distance", "band"), "beyond": ("distance",)}, source="seed 003, the attack")
def range_band(do: Attack, table: Table) -> int:
    """Short: +1 die. Medium: none. Long: target's Defence +2. Beyond: misses without a roll."""
    if do.weapon.melee:
        return MEDIUM
    band = BEYOND
    if do.distance <= do.weapon.short:
        band = SHORT
    elif do.distance <= do.weapon.medium:
        band = MEDIUM
    elif do.distance <= do.weapon.long:
        band = LONG
    if band != BEYOND:
        note(table, RULE.RANGE_BANDS, do.distance, band)
    return band


@rule(
    "wng.attack.pool",
    notes={"": ("who", "pool"), "dice": ("dice",)},
    asks=(ASK.ATTACK,),
    source="seed 003, the attack",
)
def pool_of(fight: Fight, do: Attack, band: int, table: Table) -> WrathPool:
    """Melee: Weapon Skill + Initiative. Ranged: Ballistic Skill + Agility."""
    by = fighter(fight, do.by)
    weapon = do.weapon
    if weapon.melee:
        dice = by.attributes.initiative + by.skills[Skill.WEAPON_SKILL.value]
    else:
        dice = by.attributes.agility + by.skills[Skill.BALLISTIC_SKILL.value]
    note(table, RULE.ATTACK_POOL, do.by, dice)
    dice += extra_dice(fight, do, band)
    dice = max(1, dice)
    note(table, RULE.ATTACK_POOL__DICE, dice)
    return WrathPool(dice, min(dice, wrath_dice(by, do.by, table)))


@helper
def extra_dice(fight: Fight, do: Attack, band: int) -> int:
    """Dice that circumstances, options and traits add."""
    by, weapon = fighter(fight, do.by), do.weapon
    dice = do.dice
    if band == SHORT and not weapon.melee:
        dice += 1
    if takes(do, Option.AIM) and do.into_melee == 0:
        dice += 2 if has_trait(weapon, Trait.SNIPER) else 1
    if takes(do, Option.ALL_OUT) and weapon.melee:
        dice += 2
    if takes(do, Option.CHARGE):
        dice += 1
    if takes(do, Option.FULL_AUTO):
        dice += max(0, weapon.salvo)
    if takes(do, Option.SNEAK):
        dice += 2
    if has_trait(weapon, Trait.WAAAGH):
        dice += 1
    if by.sheet.mob:
        dice += (by.harm.members + 1) // 2
    largest = 0
    spread = False
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            target = fighter(fight, i)
            largest = max(largest, target.sheet.size - Size.STANDARD.value)
            spread = spread or target.sheet.mob == 1
    return dice + largest + spreads(weapon, spread, band == SHORT)


@rule("wng.harm.dyingdice", notes=("who", "wrath"), options=("dying_critical",), source="seed 003, harm")
def wrath_dice(by: Fighter, i: int, table: Table) -> int:
    """While Dying, each traumatic injury swaps one more die of a pool for a Wrath die; a complication on any of them
    is another traumatic injury; a critical then needs a 6 on all (as a house rule any) of them."""
    if not dying(by):
        return 1
    note(table, RULE.HARM_DYINGDICE, i, 1 + injury_count(by))
    return 1 + injury_count(by)


@helper
def is_critical(by: Fighter, rolled: Icons, house: House) -> bool:
    """Do the Wrath dice show enough sixes?"""
    wrath = 1 + injury_count(by) if dying(by) else 1
    if house.dying_critical == DyingCritical.ANY:
        return rolled.wrath_sixes > 0
    return rolled.wrath_sixes == wrath


@rule(
    "wng.attack.critical",
    notes=("who", "glory", "ruin"),
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
    return fight


@rule(
    "wng.attack.complication",
    notes={"": ("who", "row"), "refused": ("who",)},
    asks=(ASK.COMPLICATION,),
    source="seed 003, complications",
)
def complication(fight: Fight, i: int, rolled: Icons, weapon: Weapon, table: Table) -> Fight:
    """A Wrath die showing 1 is a complication (table wng.table.complication)."""
    if not rolled.wrath_one:
        return fight
    by = fighter(fight, i)
    if relies(weapon, by):
        return with_fighter(fight, i, evolve(by, stance=evolve(by.stance, reliable_used=1)))
    fight = evolve(fight, complication=1)
    row = int(roll(table, D66(2), ASK.COMPLICATION))
    note(table, RULE.ATTACK_COMPLICATION, i, row)
    by = trouble(by, row, table)
    if dying(by):
        by = traumatic(by, i, table)
    return with_fighter(fight, i, by)


@rule("wng.table.complication", notes=("row",), source="seed 003, complications")
def trouble(by: Fighter, row: int, table: Table) -> Fighter:
    """d66: 11-26 out of ammo (reload first); 31-33 jam; 34-36 weapon dropped; 41-43 malfunction; 44-46 stuck; 51-53
    an item falls; 54-56 prone; 61-62 entangled: Restrained; 63-64 Blinded until the end of the turn; 65-66 wrong
    target."""
    note(table, RULE.TABLE_COMPLICATION, row)
    if row <= 26:
        return evolve(by, stance=evolve(by.stance, spent=1))
    if row <= 46:
        return evolve(by, stance=evolve(by.stance, broken=row // 10 * 2 + (1 if row % 10 >= 4 else 0)))
    if row >= 54 and row <= 56:
        return evolve(by, conditions=evolve(by.conditions, prone=1))
    if row == 61 or row == 62:
        return evolve(by, conditions=evolve(by.conditions, restrained=1))
    if row == 63 or row == 64:
        return evolve(by, conditions=evolve(by.conditions, blinded=1))
    return by


# -------------------------------------------------------------------------------------------------- the number to reach


@rule("wng.harm.wounded", notes=("who", "dn"), source="seed 003, harm")
def own_penalty(by: Fighter) -> int:
    """With any wound a character is Wounded: +1 DN on all tests. Of different conditions the worst alone counts."""
    worst = max(by.conditions.hindered, 2 * by.conditions.poisoned, 2 * by.conditions.fear)
    return worst + (1 if by.harm.wounds > 0 else 0)


@helper
def number_penalty(by: Fighter, do: Attack, band: int, count: int, table: Table) -> int:
    """What is added to the number for every target: wounds and conditions, sight, traits, called shots, several
    targets."""
    number = own_penalty(by) + do.dn + sight(do.vision, do.weapon.melee) + several_targets(count, table)
    if by.conditions.blinded:
        number += 4
    number += unwieldy(do.weapon) + too_heavy(do.weapon, by, takes(do, Option.BRACE)) + called(do)
    note(table, RULE.HARM_WOUNDED, do.by, number)
    return number


@rule("wng.vision", notes=("vision", "dn"), source="seed 003, sight")
def sight(vision: int, melee: int) -> int:
    """Twilight +1 DN ranged, melee 0; dim +2, melee +1; dense fog +3, +2; darkness +4, +3."""
    return max(0, vision - 1) if melee else vision


@helper
def lowered_defence(who: Fighter, prone: int) -> int:
    """What conditions do to Defence: the worst alone; ``prone`` is what lying down does here."""
    worst = 0
    if who.conditions.vulnerable > 0:
        worst = -who.conditions.vulnerable
    if who.conditions.restrained:
        worst = min(worst, -2)
    if who.conditions.prone and prone < 0:
        worst = min(worst, prone)
    if worst == 0 and who.conditions.prone and prone > 0:
        worst = prone
    return worst - (2 if who.stance.all_out else 0)


@helper
def defence_of(who: Fighter) -> int:
    """Defence as it stands, lying down left out."""
    return max(1, who.sheet.defence + lowered_defence(who, 0))


@rule(
    "wng.attack.hit",
    notes={"": ("who", "defence"), "result": ("who", "icons", "number", "success")},
    source="seed 003, the attack",
)
def defence_against(who: Fighter, do: Attack, band: int, table: Table) -> int:
    """Hit when icons reach the target's Defence with its modifiers."""
    near = do.weapon.melee or do.distance <= 5
    number = who.sheet.defence + lowered_defence(who, -2 if near else 1)
    if do.material == 0 and not flames(do.weapon):
        number += do.cover
    if band == LONG and not do.weapon.melee:
        number += 2
    number = max(1, number + parries(who, do.weapon.melee))
    note(table, RULE.ATTACK_HIT, 0, number)
    return number
