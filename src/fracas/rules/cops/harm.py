"""From a hit to harm: location, damage, protection, the location's dice, life."""

from __future__ import annotations

from ...core.dice import Dice
from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, details, note, refuse, roll
from .dice import LocationDie
from .house import MISSING, Bleed, House
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Fight, Fighter, Hit, Outcome, Place, Sheet


@decision
def hit(fight: Fight, do: Hit, table: Table) -> Fight:
    """A hit lands: the damage pipeline alone, without the roll to hit."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    if fighter(fight, do.target).wounds.dead:
        return fight
    return strike(fight, do.target, do.power, do.place, table)


@helper
def strike(fight: Fight, target: int, power: int, place: int, table: Table) -> Fight:
    """What lands takes life points, and what that means is told."""
    who: Fighter = fighter(fight, target)
    landed: Outcome = again(table, 1, landing, NO_OUTCOME, who, target, power, place, fight.house)
    who = massive(who, target, landed.suffered, table)
    who = lose(who, target, landed.suffered, fight.house, table)
    return with_fighter(fight, target, evolve(who, outcome=landed))


@helper
def landing(none: Outcome, who: Fighter, i: int, power: int, place: int, house: House, table: Table) -> Outcome:
    """Location, damage, protection, the location's dice: in this order, each by its own rule."""
    place = place_hit(place, i, table)
    dice = dice_of(place, house, table)
    damage = base_damage(power, table)
    through = stopped(damage, protection(who, place, table), table)
    suffered = through + extra_damage(through, place, dice, table)
    if not details(table):
        return evolve(none, hit=1, suffered=suffered)
    return Outcome(1, place, damage, through, suffered)


@rule(
    "cops.location.roll",
    notes=("who", "place"),
    asks=(ASK.LOCATION,),
    source="rules page; the seed leaves it to another chapter",
)
def place_hit(place: int, i: int, table: Table) -> int:
    """d10: 10 head, 8-9 arms, 5-7 torso, 3-4 abdomen, 1-2 legs; a place that was chosen stands."""
    if place == Place.NOWHERE:
        place = roll(table, LocationDie(1), ASK.LOCATION)
    note(table, RULE.LOCATION_ROLL, i, place)
    return place


@helper
def dice_of(place: int, house: House, table: Table) -> int:
    """The number of location dice (data); a place without an entry is refused (cops.location.dice)."""
    dice = house.location_dice[place]
    if dice == MISSING:
        refuse(table, RULE.LOCATION_DICE__REFUSED, place)
    return dice


@rule("cops.damage.base", notes=("power", "damage"), asks=(ASK.DAMAGE,), source="seed 002, first paragraphs")
def base_damage(power: int, table: Table) -> int:
    """A hit rolls as many d6 as the weapon's power (PU). Damage is the one thing rolled on d6; all else is d10."""
    damage: int = roll(table, Dice(power, 6, 0), ASK.DAMAGE)
    note(table, RULE.DAMAGE_BASE, power, damage)
    return damage


@rule("cops.armour.roll", notes=("place", "protection"), asks=(ASK.PROTECTION,), source="seed 002, Protection")
def protection(who: Fighter, place: int, table: Table) -> int:
    """The protection worn where the hit landed is rolled (such as 2d6+6; a fixed number is allowed too) and taken off."""
    sheet: Sheet = who.sheet
    count, plus = sheet.protection_count[place], sheet.protection_plus[place]
    if count == 0 and plus == 0:
        return 0
    stops: int = max(0, roll(table, Dice(count, sheet.protection_sides[place], plus), ASK.PROTECTION))
    note(table, RULE.ARMOUR_ROLL, place, stops)
    return stops


@rule("cops.damage.stopped", notes=("damage", "protection"), source="seed 002, Protection")
def stopped(damage: int, stops: int, table: Table) -> int:
    """Base damage minus protection at 0 or less: not even hurt, and no location dice.

    >>> from fracas.core.table import silent
    >>> stopped(11, 12, silent), stopped(14, 13, silent)
    (0, 1)
    """
    if damage <= stops:
        note(table, RULE.DAMAGE_STOPPED, damage, stops)
        return 0
    return damage - stops


@rule(
    "cops.location.dice",
    notes={"": ("place", "through", "dice", "extra"), "refused": ("place",)},
    asks=(ASK.EXTRA,),
    options=("location_dice",),
    source="seed 002, Exemple",
)
def extra_damage(through: int, place: int, dice: int, table: Table) -> int:
    """If a single point passes, the location's extra d6 are added to what passed. 14 against 13: 1 + 2d6 (chest)."""
    if through == 0:
        return 0
    extra: int = roll(table, Dice(dice, 6, 0), ASK.EXTRA)
    note(table, RULE.LOCATION_DICE, place, through, dice, extra)
    return extra


@rule("cops.hp", notes={"": ("base", "carrure", "hp"), "left": ("who", "before", "lost", "left")}, source="seed 002")
def life(carrure: int, cop: int, table: Table) -> int:
    """Life is 20 + 3 x carrure for a cop, 10 + 3 x carrure for anybody else. It may go negative.

    >>> from fracas.core.table import silent
    >>> life(2, 0, silent)
    16
    """
    base = 20 if cop else 10
    note(table, RULE.HP, base, carrure, base + 3 * carrure)
    return base + 3 * carrure


@rule("cops.massive", notes=("who", "suffered"), source="seed 002, Dommages massifs")
def massive(who: Fighter, i: int, suffered: int, table: Table) -> Fighter:
    """15 points or more in one attack: lasting harm, which needs rehabilitation."""
    if suffered < 15:
        return who
    note(table, RULE.MASSIVE, i, suffered)
    return evolve(who, wounds=evolve(who.wounds, lasting=1))


@helper
def lose(who: Fighter, i: int, points: int, house: House, table: Table) -> Fighter:
    """Life goes down; what that means is told by cops.half, cops.down and cops.dead."""
    if points == 0:
        return who
    before = who.wounds.hp
    after = evolve(who, wounds=evolve(who.wounds, hp=before - points))
    note(table, RULE.HP__LEFT, i, before, points, before - points)
    if below_half(after) and not below_half(who):
        note(table, RULE.HALF, i, after.wounds.hp, after.sheet.max_hp)
    after = dead(after, i, table)
    return after if after.wounds.dead else dead(down(after, i, house, table), i, table)


@helper
def below_half(who: Fighter) -> bool:
    """Fewer than half of the life points (exactly half is not)."""
    return 2 * who.wounds.hp < who.sheet.max_hp


@rule("cops.half", notes={"": ("who", "hp", "max_hp"), "die": ("who",)}, source="seed 002")
def dice_penalty(who: Fighter, i: int, table: Table) -> int:
    """Below half of its maximum: one die less on every roll."""
    if not below_half(who):
        return 0
    note(table, RULE.HALF__DIE, i)
    return 1


@rule(
    "cops.down",
    notes={"": ("who", "hp"), "loses": ("who", "before", "left"), "bleed": ("bleed", "decided"), "refused": ("who",)},
    options=("bleed",),
    source="seed 002",
)
def down(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """At 0 or less: unconscious, and 1 point is lost each turn. The first goes at the start of the next own turn, or, as a
    house rule, at once."""
    if who.wounds.hp > 0 or who.wounds.losing:
        return who
    note(table, RULE.DOWN, i, who.wounds.hp)
    note(table, RULE.DOWN__BLEED, house.bleed, 1)
    who = evolve(who, wounds=evolve(who.wounds, losing=1))
    return lose_one(who, i, table) if house.bleed == Bleed.SAME_TURN else who


@helper
def lose_one(who: Fighter, i: int, table: Table) -> Fighter:
    """The point a turn of one who is down (cops.down)."""
    note(table, RULE.DOWN__LOSES, i, who.wounds.hp, who.wounds.hp - 1)
    return evolve(who, wounds=evolve(who.wounds, hp=who.wounds.hp - 1))


@rule("cops.dead", notes={"": ("who", "hp", "max_hp"), "refused": ("who",)}, source="seed 002")
def dead(who: Fighter, i: int, table: Table) -> Fighter:
    """Dead on reaching minus the maximum. Carrure 2, 16 points, hit for 20: -4; dead at -16, twelve turns later."""
    if who.wounds.hp > -who.sheet.max_hp:
        return who
    note(table, RULE.DEAD, i, who.wounds.hp, who.sheet.max_hp)
    return evolve(who, wounds=evolve(who.wounds, dead=1, losing=0))
