"""From a hit to harm: damage, armour, Critical Injuries, HP, wounds."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, reroll, roll
from .armour import ablate, cover_takes, place_hit, stopped_at, wear_of
from .dice import TWO_D6, Damage, DamageDice
from .ids import ASK, RULE, decision, helper, rule
from .injuries import DEATH_SAVE, DROPS_ITEM, ROWS, SLOWS, TWO_TO_TWELVE, Injury
from .state import NO_OUTCOME, Aim, Ammo, Blow, Fight, Fighter, Hit, Outcome, Place
from .stats import has, mortally_wounded, move_of, save_penalty, serious_threshold, seriously_wounded


@decision
def hit(fight: Fight, do: Hit, table: Table) -> Fight:
    """A hit lands: the damage pipeline alone, without the roll to hit."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    if fighter(fight, do.target).wounds.dead:
        return fight
    return strike(fight, do.target, do.blow, table)


@helper
def strike(fight: Fight, target: int, blow: Blow, table: Table) -> Fight:
    """Location, damage, cover, armour, head, injury, HP: in this order, each by its own rule."""
    who = fighter(fight, target)
    place = place_hit(target, blow.aimed, table)
    rolled = damage_roll(blow, table)
    if who.armour.cover > 0 and not blow.direct:
        outcome = Outcome(1, place, rolled.total, 0, 0, 0)
        who = evolve(cover_takes(who, target, rolled.total, table), outcome=outcome)
        return with_fighter(fight, target, who)
    if blow.direct:
        through = straight_to_hp(rolled.total, table)
    else:
        through = stopped_at(who, target, place, rolled.total, blow, table)
    suffered = doubled(who, place, through, table) if not blow.direct else through
    if blow.ammo == Ammo.RUBBER:
        if blow.aimed == Aim.HELD:
            who, _ = aimed_effects(who, target, blow.aimed, through, table)
        outcome = Outcome(1, place, rolled.total, through, suffered, 0)
        return with_fighter(fight, target, bruise(who, target, outcome, table))
    if through > 0 and not blow.direct:
        who = ablate(who, place, wear_of(blow, table), table)
        who = set_alight(who, target, blow, table)
    critical = False
    bonus = bonus_damage(rolled.sixes, table) if not blow.direct else 0
    further = mortally_wounded(who) and suffered + bonus > 0
    if further:
        who = one_more_penalty(who, target, table)
    suffered += bonus
    if not blow.direct:
        who, leg = aimed_effects(who, target, blow.aimed, through, table)
        if (bonus > 0 or further) and blow.injury:
            who = injured(who, target, place, table)
        critical = bonus > 0 or further or leg
    outcome = Outcome(1, place, rolled.total, through, suffered, 1 if critical else 0)
    return with_fighter(fight, target, lose_hp(evolve(who, outcome=outcome), target, suffered, table))


@rule(
    "cpred.damage.roll", notes=("total", "times", "damage"), asks=(ASK.DAMAGE,), source="seed 004, How damage works, 1"
)
def damage_roll(blow: Blow, table: Table) -> Damage:
    """The weapon's d6 are rolled and added."""
    rolled: Damage = roll(table, DamageDice(blow.dice, blow.plus), ASK.DAMAGE)
    total = max(0, rolled.total) * blow.times
    note(table, RULE.DAMAGE_ROLL, rolled.total, blow.times, total)
    return Damage(total, rolled.sixes)


@rule("cpred.damage.direct", notes=("damage",), source="seed 004, How damage works")
def straight_to_hp(damage: int, table: Table) -> int:
    """Fire, poison, suffocation and the like go straight to HP; they wear no armour and cause no Critical Injury."""
    note(table, RULE.DAMAGE_DIRECT, damage)
    return damage


@rule("cpred.head.double", notes=("through", "suffered"), source="seed 004, SP: head and body")
def doubled(who: Fighter, place: int, through: int, table: Table) -> int:
    """An aimed shot to the head doubles what gets through."""
    if place != Place.HEAD or through == 0:
        return through
    if has(who, Injury.CRACKED_SKULL):
        note(table, RULE.INJURY_TABLE__TRIPLED, through, through * 3)
        return through * 3
    note(table, RULE.HEAD_DOUBLE, through, through * 2)
    return through * 2


@rule("cpred.injury.bonus", notes=("bonus",), source="seed 004, Critical Injury")
def bonus_damage(sixes: int, table: Table) -> int:
    """Two or more sixes on the damage dice: a Critical Injury and 5 more damage straight to HP. It happens even when the
    main damage got nothing through, is not doubled, and ablates nothing."""
    if sixes < 2:
        return 0
    note(table, RULE.INJURY_BONUS, 5)
    return 5


@helper
def one_more_penalty(who: Fighter, i: int, table: Table) -> Fighter:
    """A further hit on the mortally wounded (cpred.wound.mortal): the next death save is harder by 1."""
    who = evolve(who, wounds=evolve(who.wounds, save_penalty=who.wounds.save_penalty + 1))
    note(table, RULE.WOUND_MORTAL__FURTHER, i)
    return who


@rule(
    "cpred.injury.table",
    notes={
        "": ("who", "injury"),
        "penalty": ("who", "injury", "penalty"),
        "moved": ("who", "metres", "lost"),
        "tripled": ("through", "suffered"),
        "refused": ("who",),
        "dizzy": ("who",),
        "starred": ("who", "save_penalty"),
        "dropped": ("who",),
        "slowed": ("who", "move"),
        "no_action": ("who",),
    },
    asks=(ASK.INJURY,),
    source="facts 2.6",
)
def injured(who: Fighter, i: int, place: int, table: Table) -> Fighter:
    """2d6 on the body or head table, never the same injury twice (roll again); effects apply at once."""
    first = ROWS if place == Place.HEAD else 0
    has_rows = (who.wounds.injuries >> first) & ((1 << ROWS) - 1)
    free = TWO_TO_TWELVE & ~(has_rows << 2)
    if free == 0:
        return who
    row = reroll(table, TWO_D6, free, ASK.INJURY)
    return suffer(who, i, first + row - 2, table)


@helper
def suffer(who: Fighter, i: int, injury: int, table: Table) -> Fighter:
    """An injury begins: its bit, and what it does at once (an item dropped, no Action in the next turn)."""
    note(table, RULE.INJURY_TABLE, i, injury)
    who = evolve(who, wounds=evolve(who.wounds, injuries=who.wounds.injuries | (1 << injury)))
    if (DEATH_SAVE >> injury) & 1:
        note(table, RULE.INJURY_TABLE__STARRED, i, save_penalty(who))
    if (DROPS_ITEM >> injury) & 1:
        note(table, RULE.INJURY_TABLE__DROPPED, i)
        who = evolve(who, condition=evolve(who.condition, dropped=1))
    if (SLOWS >> injury) & 1:
        note(table, RULE.INJURY_TABLE__SLOWED, i, move_of(who))
    if injury == Injury.SPINAL_INJURY:
        note(table, RULE.INJURY_TABLE__NO_ACTION, i)
        who = evolve(who, condition=evolve(who.condition, no_action=1))
    return who


@helper
def aimed_effects(who: Fighter, i: int, aimed: int, through: int, table: Table) -> tuple[Fighter, bool]:
    """What an aimed shot at a leg or a held item does if a point passes (cpred.attack.aimed); and: was it an injury?"""
    if through == 0:
        return who, False
    if aimed == Aim.HELD:
        note(table, RULE.ATTACK_AIMED__DROPPED, i)
        return evolve(who, condition=evolve(who.condition, dropped=1)), False
    if aimed == Aim.LEG and not has(who, Injury.BROKEN_LEG):
        note(table, RULE.ATTACK_AIMED__LEG, i)
        return suffer(who, i, Injury.BROKEN_LEG.value, table), True
    return who, False


@rule(
    "cpred.ammo.incendiary",
    notes={"": ("who", "burning"), "tick": ("who", "burning"), "out": ("who",)},
    source="facts 2.4",
)
def set_alight(who: Fighter, i: int, blow: Blow, table: Table) -> Fighter:
    """Incendiary ammunition that gets through: on fire, 2 HP at the end of each turn until put out."""
    if blow.ammo != Ammo.INCENDIARY:
        return who
    burning = max(2, who.condition.burning)
    note(table, RULE.AMMO_INCENDIARY, i, burning)
    return evolve(who, condition=evolve(who.condition, burning=burning))


@rule("cpred.ammo.rubber", notes=("suffered", "hp"), source="facts 2.4")
def bruise(who: Fighter, target: int, outcome: Outcome, table: Table) -> Fighter:
    """Rubber ammunition: never below 1 HP, no injury, no ablation."""
    suffered = max(0, min(outcome.suffered, who.wounds.hp - 1))
    note(table, RULE.AMMO_RUBBER, suffered, who.wounds.hp - suffered)
    who = evolve(who, outcome=evolve(outcome, suffered=suffered))
    return lose_hp(who, target, suffered, table)


@helper
def lose_hp(who: Fighter, i: int, points: int, table: Table) -> Fighter:
    """HP go down; a wound level reached is told. Being hurt again ends what first aid had won."""
    if points == 0:
        return who
    after = evolve(who, wounds=evolve(who.wounds, hp=who.wounds.hp - points, stable=0))
    note(table, RULE.HP__LEFT, i, who.wounds.hp, points, after.wounds.hp)
    if mortally_wounded(after) and not mortally_wounded(who):
        note(table, RULE.WOUND_MORTAL, i, after.wounds.hp)
    elif seriously_wounded(after) and not seriously_wounded(who):
        note(table, RULE.WOUND_SERIOUS, i, after.wounds.hp, serious_threshold(who))
    return after
