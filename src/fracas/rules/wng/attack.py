"""The attack: may it be made, the roll to hit, damage, critical, each target in turn; one target, several, or a mob."""

from __future__ import annotations

from typing import NamedTuple

from ...core.dice import Dice
from ...core.encounter import counts_turns
from ...core.state import count_bits, digit, evolve, fighter, lowest, with_digit, with_fighter
from ...core.table import Table, again, each, in_turn, note, refuse, roll
from .budget import can_act
from .close import disarms, let_go, may_disarm, may_wield, released
from .complication import complication
from .cost import UNARMED, costs, place_of
from .critical import NO_CRITICAL, Critical, caught, critical_gain, critical_of, simple_critical, tests_of_others
from .damage import clean, damage_of, struck
from .dice import Icons, WrathPool
from .harm import dying, exhausted, unarmed_by_injury
from .ids import ASK, RULE, decision, helper, rule
from .mend import draws
from .number import attacker_penalty, number_for, several_targets
from .options import (
    BASIC,
    BEYOND,
    MEDIUM,
    SHORT,
    Option,
    band_at,
    may_combine,
    may_sweep,
    range_band,
    spends_salvo,
    spends_shot,
    sweep,
    takes,
)
from .place import engaged_with, gone, metres_of, nearest_foe, situated
from .pool import is_critical, pool_of
from .state import Attack, Fight
from .stealth import after_attack, may_sneak
from .traits import is_pistol, may_supercharge, rends, supercharges
from .trial import rolled_again


class Swing(NamedTuple):
    """An attack on its way: the fight (each target's ``outcome`` set as far as it is known), the targets, the range
    band, exalted icons shifted, is it critical (and its row), whom firing into an engagement hit, damage and AP."""

    fight: Fight
    targets: int
    band: int
    shifted: int
    critical: int
    victim: int
    damage: int
    ap: int
    row: Critical


@decision
def attack(fight: Fight, do: Attack, table: Table) -> Fight:
    """By's attack on the targets: may it be made, the roll to hit, damage, the row of a critical, each target."""
    targets = living(fight, do.targets)
    fight = clean(fight, do.first)
    if targets == 0:
        return fight
    do = situated(fight, do, targets, table)
    swing = started(fight, targets)
    if takes(do, Option.PIN):
        return in_turn(table, swing, (do,), begin, pins, heard).fight
    return in_turn(
        table, swing, (do,), begin, numbered_all, to_hit, damaged, row_rolled, landed, bystanders, heard
    ).fight


@helper
def living(fight: Fight, targets: int) -> int:
    """Those of the targets whom an attack can still change."""
    mask = 0
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if (targets >> i) & 1 and not gone(who):
            mask |= 1 << i
    return mask


# ------------------------------------------------------------------------------------------------------ may it be made


@helper
def may_attack(fight: Fight, do: Attack, table: Table) -> None:
    """Who may not attack, and not so."""
    by = fighter(fight, do.by)
    can_act(by, do.by, table)
    if dying(by) and do.options & ~BASIC != 0:
        refuse(table, RULE.HARM_DYING__REFUSED, do.by)
    if exhausted(by) and do.options & ~BASIC != 0:
        refuse(table, RULE.HARM_EXHAUSTED__REFUSED, do.by)
    armed = do.slot != UNARMED
    if (armed or not do.weapon.melee) and unarmed_by_injury(by):
        refuse(table, RULE.HARM_TRAUMATIC__REFUSED, do.by)
    may_wield(fight, do.by, do.weapon, table)
    if armed and digit(by.stance.spent, place_of(do.slot)) == 1:
        refuse(table, RULE.AMMO_RELOAD__REFUSED, do.by)
    if armed and digit(by.stance.spent, place_of(do.slot)) == 2:
        refuse(table, RULE.SALVO_RELOAD__REFUSED, do.by)
    if armed and digit(by.stance.broken, place_of(do.slot)) > 0:
        refuse(table, RULE.ATTACK_COMPLICATION__REFUSED, do.by)
    if engaged_with(fight, do.by) != 0 and not do.weapon.melee and not is_pistol(do, table):
        refuse(table, RULE.RANGE_ENGAGED__REFUSED, do.by)
    may_combine(do, table)
    may_sneak(fight, do, table)
    may_supercharge(do, table)
    if takes(do, Option.DISARM):
        may_disarm(fight, do, table)
    mobs_only = True
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1:
            mobs_only = mobs_only and fighter(fight, i).sheet.mob == 1
    may_sweep(do, mobs_only, table)


@helper
def begin(swing: Swing, do: Attack, table: Table) -> Swing:
    """May the attack be made; what it costs, hit or miss: of the turn, Defence after an all-out attack, the weapon to
    reload. Beyond its range it has no targets."""
    may_attack(swing.fight, do, table)
    rushes(swing.fight, do, table)
    fight = costs(draws(swing.fight, do.by, do.slot, table), do, swing.targets, table)
    if takes(do, Option.CHARGE):
        fight = let_go(fight, do.by, table)
    by = fighter(fight, do.by)
    stance = by.stance
    if takes(do, Option.ALL_OUT) and do.weapon.melee:
        stance = evolve(stance, all_out=1)
    if do.slot >= 0 and do.slot != UNARMED:
        stance = evolve(stance, wielded=do.slot)
    if spends_salvo(do, table):
        stance = evolve(stance, spent=with_digit(stance.spent, place_of(do.slot), 2))
    elif spends_shot(do, table):
        stance = evolve(stance, spent=with_digit(stance.spent, place_of(do.slot), 1))
    fight = with_fighter(fight, do.by, evolve(by, stance=stance))
    targets, band = in_range(fight, do, swing.targets, table)
    return evolve(swing, fight=fight, band=band, targets=targets)


@helper
def in_range(fight: Fight, do: Attack, targets: int, table: Table) -> tuple[int, int]:
    """The targets that are not beyond the range, and the band of the farthest of them, which the pool and the damage go
    by (each target's Defence goes by its own)."""
    if targets == 0:
        return 0, band_at(do.weapon, do.distance)
    farthest = SHORT
    for i in range(len(fight.fighters)):
        if (targets >> i) & 1:
            band = range_band(do.weapon, metres_of(fight, do, i), i, table)
            if band == BEYOND:
                targets &= ~(1 << i)
            else:
                farthest = max(farthest, band)
    return targets, farthest if targets != 0 else BEYOND


@rule(
    "wng.condition.frenzied",
    notes={"": ("who",), "refused": ("who",)},
    source="seed 003, conditions",
)
def rushes(fight: Fight, do: Attack, table: Table) -> None:
    """Must rush the nearest enemy with all-out attacks; immune to fear and pinning; +1 Strength."""
    by = fighter(fight, do.by)
    if not by.conditions.frenzied:
        return
    note(table, RULE.CONDITION_FRENZIED, do.by)
    near = nearest_foe(fight, do.by)
    if takes(do, Option.REFLEXIVE) or (near == 0 and not counts_turns(fight)):
        return
    basic = dying(by) or exhausted(by)
    all_out = takes(do, Option.ALL_OUT) or takes(do, Option.CHARGE)
    if not do.weapon.melee or (not basic and not all_out) or (near != 0 and (do.targets & near) != do.targets):
        refuse(table, RULE.CONDITION_FRENZIED__REFUSED, do.by)
    if count_bits(do.targets) > 1:
        refuse(table, RULE.CONDITION_FRENZIED__REFUSED, do.by)


# ---------------------------------------------------------------------------------------------------- the roll to hit


@helper
def numbered_all(swing: Swing, do: Attack, table: Table) -> Swing:
    """The number to reach for every target."""
    return evolve(swing, fight=numbered(swing.fight, swing.targets, count_bits(do.targets), do, table))


@helper
def numbered(fight: Fight, targets: int, count: int, do: Attack, table: Table) -> Fight:
    """The fight with the number to reach for each target (its ``outcome.number``)."""
    if targets == 0:
        return fight
    penalty = attacker_penalty(fight, do, targets, table) + several_targets(do, count, table)
    for i in range(len(fight.fighters)):
        if (targets >> i) & 1:
            number = number_for(fight, i, do, penalty, table)
            who = fighter(fight, i)
            fight = with_fighter(fight, i, evolve(who, outcome=evolve(who.outcome, number=number)))
    return fight


@helper
def to_hit(swing: Swing, do: Attack, table: Table) -> Swing:
    """The pool, the complication of a Wrath 1, who is hit, and what of the exalted icons is shifted."""
    fight, targets = swing.fight, swing.targets
    if targets == 0:
        return swing
    by = fighter(fight, do.by)
    pool: WrathPool = pool_of(fight, do, swing.band, count_bits(do.targets), table)
    rolled: Icons = roll(table, pool, ASK.ATTACK)
    by, rolled = rolled_again(by, do.by, pool, rolled, table)
    fight = with_fighter(fight, do.by, by)
    victim = 0
    if rolled.wrath_one:
        fight, wrong = complication(fight, targets, do, table)
        if wrong >= 0:
            targets = (targets & ~(1 << lowest(targets))) | (1 << wrong)
            fight = numbered(fight, 1 << wrong, 1, do, table)
        victim = stray(fight, targets, do, table)
    shifted = 0
    hits = 0
    for i in range(len(fight.fighters)):
        if (targets >> i) & 1 == 0:
            continue
        number = fighter(fight, i).outcome.number
        note(table, RULE.ATTACK_HIT__RESULT, i, rolled.icons, number, 1 if rolled.icons >= number else 0)
        if rolled.icons >= number:
            hits |= 1 << i
            if not dying(by) and not exhausted(by):
                shifted = min(do.shift, (rolled.icons - number) // 2, rolled.exalted)
    for i in range(len(fight.fighters)):
        if ((hits | victim) >> i) & 1:
            who = fighter(fight, i)
            reached = 1
            if who.sheet.mob and (hits >> i) & 1:
                reached += rolled.icons - who.outcome.number - 2 * shifted + sweep(do, who, table)
            fight = with_fighter(fight, i, evolve(who, outcome=evolve(who.outcome, hit=reached)))
    if shifted > 0:
        note(table, RULE.ATTACK_HIT__SHIFTED, shifted)
    critical = 0
    if hits != 0 and is_critical(rolled, pool.wrath, fight.house, table):
        critical = 1
        fight = critical_gain(fight, do.by, table)
    return evolve(swing, fight=fight, targets=hits | victim, shifted=shifted, critical=critical, victim=victim)


@rule(
    "wng.range.intomelee",
    notes={"": ("who",), "safe": ("who",)},
    asks=(ASK.VICTIM,),
    source="seed 003, the attack; rulings",
)
def stray(fight: Fight, targets: int, do: Attack, table: Table) -> int:
    """Firing into an engagement: a Wrath die of 1 hits a random other one in it. Aiming can take this risk away
    instead of giving its die.

    Returns who is hit, as a mask.
    """
    others = living(fight, do.into_melee) & ~targets & ~(1 << do.by)
    if do.weapon.melee or others == 0:
        return 0
    if takes(do, Option.AIM):
        note(table, RULE.RANGE_INTOMELEE__SAFE, do.by)
        return 0
    left = 1
    if count_bits(others) > 1:
        left = int(roll(table, Dice(1, count_bits(others), 0), ASK.VICTIM))
    for i in range(len(fight.fighters)):
        if (others >> i) & 1:
            left -= 1
            if left == 0:
                note(table, RULE.RANGE_INTOMELEE, i)
                return 1 << i
    return 0


# ------------------------------------------------------------------------------------------------------- what it does


@helper
def damaged(swing: Swing, do: Attack, table: Table) -> Swing:
    """Damage, once for all who are hit."""
    if swing.targets == 0:
        return swing
    extra = simple_critical(do, swing.fight.house, table) if swing.critical else 0
    vehicles = True
    for i in range(len(swing.fight.fighters)):
        if (swing.targets >> i) & 1:
            vehicles = vehicles and fighter(swing.fight, i).sheet.vehicle == 1
    by = fighter(swing.fight, do.by)
    damage = damage_of(by, do, swing.band, swing.shifted, extra + supercharges(do, table), vehicles, table)
    ap = do.weapon.ap + rends(do.weapon, swing.shifted, table)
    return evolve(swing, damage=damage, ap=ap, critical=0 if extra > 0 else swing.critical)


@helper
def row_rolled(swing: Swing, do: Attack, table: Table) -> Swing:
    """The row of a critical hit, once for all targets, and what Glory adds."""
    if not swing.critical or takes(do, Option.DISARM):
        return swing
    hits = swing.targets & ~swing.victim
    fight, row = critical_of(swing.fight, hits, do, swing.damage, swing.ap, table)
    return evolve(swing, fight=fight, row=row)


@helper
def landed(swing: Swing, do: Attack, table: Table) -> Swing:
    """Each target in turn; a disarming shot disarms its own target, whom it strays to it wounds."""
    fight = swing.fight
    if swing.targets == 0:
        return swing
    aimed_at = swing.targets & ~swing.victim
    if takes(do, Option.DISARM) and aimed_at != 0:
        fight = disarms(fight, lowest(aimed_at), swing.damage, table)
        if swing.victim != 0:
            i = lowest(swing.victim)
            fight = land_on(fight, i, do, swing.damage, swing.ap, swing.row, swing.victim, table)
    elif count_bits(swing.targets) > 1:
        fight = each(table, swing.targets, land_on, fight, do, swing.damage, swing.ap, swing.row, swing.victim)
    else:
        target = lowest(swing.targets)
        fight = land_on(fight, target, do, swing.damage, swing.ap, swing.row, swing.victim, table)
    return evolve(swing, fight=fight)


@helper
def bystanders(swing: Swing, do: Attack, table: Table) -> Swing:
    """What a critical hit does to others than the targets; the attack is over, and what it was made of forgotten."""
    fight = swing.fight
    if swing.row.row > 0:
        fight = tests_of_others(caught(fight, swing.row, table), swing.targets, swing.row, table)
    return started(released(fight, table), 0)


@helper
def heard(swing: Swing, do: Attack, table: Table) -> Swing:
    """What the attack costs of one's stealth, after it (wng.stealth.sneak)."""
    sneak = 1 if takes(do, Option.SNEAK) else 0
    return evolve(swing, fight=unowed(after_attack(swing.fight, do.by, do.weapon, sneak, table)))


@helper
def unowed(fight: Fight) -> Fight:
    """Nobody is owed an attack at one who is out of the fight (wng.move.leave)."""
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        if who.turn.owed > 0 and gone(fighter(fight, who.turn.owed - 1)):
            fight = with_fighter(fight, i, evolve(who, turn=evolve(who.turn, owed=0)))
    return fight


@helper
def started(fight: Fight, targets: int) -> Swing:
    """An attack on these targets, of which nothing else is known."""
    return Swing(fight, targets, MEDIUM, 0, 0, 0, 0, 0, NO_CRITICAL)


@helper
def land_on(
    fight: Fight, i: int, do: Attack, damage: int, ap: int, critical: Critical, victim: int, table: Table
) -> Fight:
    """The attack reaches one target."""
    its = NO_CRITICAL if (victim >> i) & 1 else critical
    return with_fighter(fight, i, again(table, 1, struck, fighter(fight, i), i, do, damage, ap, its, fight.house))


@rule(
    "wng.option.pin",
    notes={"": ("who",), "against": ("who", "resolve", "number"), "refused": ("who",)},
    source="seed 003, attack options; rulings",
)
def pins(swing: Swing, do: Attack, table: Table) -> Swing:
    """Pinning fire, Salvo 1 or more: Ballistic test against the target's Resolve. No damage: pinned until the start
    of the attacker's next turn. Reload after. Range adds a die when short and nothing else; it is no critical; the
    frenzied are not pinned."""
    if do.weapon.melee or do.weapon.salvo < 1 or do.shift > 0 or count_bits(do.targets) > 1:
        refuse(table, RULE.OPTION_PIN__REFUSED, do.by)
    if swing.targets == 0:
        return swing
    fight = swing.fight
    i = lowest(swing.targets)
    penalty = attacker_penalty(fight, do, swing.targets, table)
    resolve = fighter(fight, i).sheet.resolve
    note(table, RULE.OPTION_PIN__AGAINST, i, resolve, resolve + penalty)
    pool: WrathPool = pool_of(fight, do, swing.band, 1, table)
    rolled: Icons = roll(table, pool, ASK.ATTACK)
    by, rolled = rolled_again(fighter(fight, do.by), do.by, pool, rolled, table)
    fight = with_fighter(fight, do.by, by)
    if rolled.wrath_one:
        fight, wrong = complication(fight, swing.targets, do, table)
        i = i if wrong < 0 else wrong
    who = fighter(fight, i)
    number = who.sheet.resolve + penalty
    note(table, RULE.ATTACK_HIT__RESULT, i, rolled.icons, number, 1 if rolled.icons >= number else 0)
    if rolled.icons < number:
        return evolve(swing, fight=fight)
    who = evolve(who, outcome=evolve(who.outcome, number=number, hit=1))
    if not who.conditions.frenzied:
        note(table, RULE.OPTION_PIN, i)
        mask = who.stance.pinned_by | (1 << do.by)
        who = evolve(who, conditions=evolve(who.conditions, pinned=1), stance=evolve(who.stance, pinned_by=mask))
    return evolve(swing, fight=with_fighter(fight, i, who))
