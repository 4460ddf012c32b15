"""Hazards: no air, electricity, heat and cold, falling, fire, radiation; tests of Toughness."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.dice import Dice
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, note, roll, tell
from .conditions import afflict
from .damage import clean
from .dice import ExtraDice
from .harm import exhausted, member_out, suffer, take_shock, useless
from .house import Agonising, House
from .ids import ASK, RULE, decision, helper, rule, teller
from .mob import hurt_mob, mob_shock
from .place import gone
from .soak import mortal_wounds, resilience_after, soak
from .state import Condition, Fight, Fighter, Injury, Skill
from .trial import Trial, skill_pool, tested

USUAL = -1
"""``Hazard.number``: the DN that the rule says."""
D3 = Dice(1, 3, 0)
D6 = Dice(1, 6, 0)


class Peril(IntEnum):
    """Kinds of hazards."""

    SUFFOCATION = 0
    SHOCK = 1
    CLIMATE = 2
    FALL = 3
    FIRE = 4
    RADIATION = 5


class Level(IntEnum):
    """How strong electricity is."""

    LIGHT = 0
    MEDIUM = 1
    STRONG = 2


class Hazard(NamedTuple):
    """Decision: a hazard of a ``kind`` (a Peril) reaches ``target``: electricity of a ``level``, a fall of so many
    ``metres``, tests against ``number`` (of electricity also USUAL); ``over``: it breathes again; ``lengthy``: radiation
    over a long time. ``dice``, ``dn`` change its test; ``reroll``: a Wrath point may be spent on it."""

    target: int
    kind: int
    level: int
    metres: int
    number: int
    over: int
    lengthy: int
    dice: int
    dn: int
    reroll: int


@decision
def hazard(fight: Fight, do: Hazard, table: Table) -> Fight:
    """A hazard reaches somebody (a minute without air, an hour of cold, a round in the fire …)."""
    fight = clean(fight, do.target)
    who = fighter(fight, do.target)
    if gone(who):
        return fight
    return with_fighter(fight, do.target, again(table, 1, endangered, who, do, fight.house))


@helper
def endangered(who: Fighter, do: Hazard, house: House, table: Table) -> Fighter:
    """One hazard, by its kind."""
    if do.kind == Peril.SUFFOCATION:
        return suffocates(who, do, house, table)
    if do.kind == Peril.SHOCK:
        return electrified(who, do, house, table)
    if do.kind == Peril.CLIMATE:
        return exposed(who, do, house, table)
    if do.kind == Peril.FALL:
        return falls(who, do, house, table)
    if do.kind == Peril.FIRE:
        return catches_fire(who, do, table)
    return irradiated(who, do, house, table)


# ------------------------------------------------------------------------------------------- tests, and what they spare


@helper
def endures(who: Fighter, i: int, number: int, dice: int, dn: int, reroll: int, table: Table) -> Trial:
    """A Toughness test; with an injured torso at +1 DN (wng.harm.traumatic)."""
    given(dice, dn, table)
    torso = 1 if useless(who, Injury.TORSO.value) else 0
    if torso:
        note(table, RULE.HARM_TRAUMATIC__TORSO, i)
    return tested(who, i, who.attributes.toughness + dice, number + torso + dn, reroll, table)


@helper
def given(dice: int, dn: int, table: Table) -> None:
    """Modifiers that the decision brings."""
    if dice != 0:
        note(table, RULE.ATTACK_POOL__GIVEN, dice)
    if dn != 0:
        note(table, RULE.ATTACK_HIT__GIVEN, dn)


@helper
def tried(trial: Trial, hit: int) -> Fighter:
    """Who made the test, with what it came to as its outcome."""
    who = trial.who
    return evolve(who, outcome=evolve(who.outcome, number=trial.number, hit=hit))


@helper
def harmed(who: Fighter, i: int, mortal: int, shock: int, house: House, table: Table) -> Fighter:
    """Mortal wounds and Shock outside an attack; of a mob one member by wounds, and Shock one by one."""
    if who.sheet.mob:
        before = who.harm.members
        if mortal > 0:
            who = member_out(who)
        who = mob_shocked(who, i, shock, table)
        total = before - who.harm.members
    else:
        who, total = suffer(who, i, 0, mortal_wounds(i, mortal, table), shock, mortal, 0, house, table)
    return evolve(who, outcome=evolve(who.outcome, suffered=total))


@helper
def mob_shocked(who: Fighter, i: int, points: int, table: Table) -> Fighter:
    """Shock on a mob, one by one."""
    for _ in range(points):
        if who.harm.members > 0:
            who, _ = take_shock(who, i, 1, table)
            who = mob_shock(who, i, table)
    return who


# ------------------------------------------------------------------------------------------------------- suffocation


@rule(
    "wng.hazard.suffocation",
    notes={
        "": ("who", "minutes", "breath"),
        "test": ("who", "icons", "number", "success"),
        "shock": ("who", "shock"),
        "out": ("who",),
        "dead": ("who", "minutes"),
        "refused": ("who",),
    },
    asks=(ASK.HAZARD_D3,),
    source="seed 003, hazards",
)
def suffocates(who: Fighter, do: Hazard, house: House, table: Table) -> Fighter:
    """Breath lasts Toughness minutes; then each minute a Toughness test DN 3, or 1d3 Shock; Exhausted by it: unconscious,
    and dead after Toughness more minutes without air."""
    if do.over:
        return evolve(who, harm=evolve(who.harm, airless=0, unconscious=0))
    i, breath = do.target, who.attributes.toughness
    who = evolve(who, harm=evolve(who.harm, airless=who.harm.airless + 1))
    note(table, RULE.HAZARD_SUFFOCATION, i, who.harm.airless, breath)
    if who.harm.unconscious:
        return who if who.harm.airless < 2 * breath else smothered(who, i, table)
    if who.harm.airless <= breath:
        return who
    trial: Trial = endures(who, i, do.number, do.dice, do.dn, do.reroll, table)
    note(table, RULE.HAZARD_SUFFOCATION__TEST, i, trial.icons, trial.number, trial.success)
    who = tried(trial, 1 - trial.success)
    if trial.success or gone(who):
        return who
    shock = int(roll(table, D3, ASK.HAZARD_D3))
    note(table, RULE.HAZARD_SUFFOCATION__SHOCK, i, shock)
    who = harmed(who, i, 0, shock, house, table)
    if who.sheet.mob or gone(who) or not exhausted(who):
        return who
    note(table, RULE.HAZARD_SUFFOCATION__OUT, i)
    return evolve(who, harm=evolve(who.harm, airless=breath, unconscious=1))


@helper
def smothered(who: Fighter, i: int, table: Table) -> Fighter:
    """Dead for want of air."""
    note(table, RULE.HAZARD_SUFFOCATION__DEAD, i, who.attributes.toughness)
    return evolve(who, harm=evolve(who.harm, dead=1))


# ------------------------------------------------------------------------------------------------------- electricity


@rule(
    "wng.hazard.shock",
    notes={
        "": ("who", "level", "base", "dice", "icons", "damage"),
        "agonising": ("agonising", "decided"),
        "test": ("who", "icons", "number", "success"),
    },
    options=("agonising",),
    source="seed 003, hazards",
)
def electrified(who: Fighter, do: Hazard, house: House, table: Table) -> Fighter:
    """Electricity, light, medium or strong: damage 7 + 1 ED, 12 + 2 ED, 17 + 3 ED, agonising: each wound suffered is also
    1 Shock (as a house rule wounds become Shock instead). Then a Toughness test DN 3, 5, 7, or Restrained for a round."""
    i, base, dice = do.target, 7 + 5 * do.level, 1 + do.level
    icons = int(roll(table, ExtraDice(dice, 0, 0), ASK.ED))
    damage = base + icons
    note(table, RULE.HAZARD_SHOCK, i, do.level, base, dice, icons, damage)
    who = evolve(who, outcome=evolve(who.outcome, hit=1))
    who = burnt_through(who, i, damage, house, table)
    if gone(who):
        return who
    number = 3 + 2 * do.level if do.number == USUAL else do.number
    trial: Trial = endures(who, i, number, do.dice, do.dn, do.reroll, table)
    note(table, RULE.HAZARD_SHOCK__TEST, i, trial.icons, trial.number, trial.success)
    who = trial.who
    if trial.success or who.conditions.restrained:
        return who
    restrained = afflict(who.conditions, Condition.RESTRAINED.value, 1)
    return evolve(who, conditions=restrained, stance=evolve(who.stance, stunned=1))


@helper
def burnt_through(who: Fighter, i: int, damage: int, house: House, table: Table) -> Fighter:
    """Electricity against Resilience: wounds and Shock, or as a house rule Shock alone; a mob's member as by any hit."""
    if who.sheet.mob:
        return hurt_mob(who, i, damage, 0, 0, house, table)
    over = soak(i, damage, resilience_after(who, i, 0, 0, house, table), table)
    wounds, shock = max(0, over), 1 if over == 0 else 0
    tell(table, tell_agonising, wounds, house)
    if house.agonising == Agonising.BECOME_SHOCK:
        who, total = suffer(who, i, 0, 0, shock + wounds, damage, 0, house, table)
    else:
        who, total = suffer(who, i, wounds, 0, shock, damage, 1, house, table)
    return evolve(who, outcome=evolve(who.outcome, damage=damage, through=wounds, suffered=total))


@teller
def tell_agonising(wounds: int, house: House, table: Table) -> None:
    """The reading decides where electricity wounds."""
    note(table, RULE.HAZARD_SHOCK__AGONISING, house.agonising, 1 if wounds > 0 else 0)


# ----------------------------------------------------------------------------------- climate, falling, fire, radiation


@rule(
    "wng.hazard.climate",
    notes={"": ("who",), "test": ("who", "icons", "number", "success")},
    source="seed 003, hazards",
)
def exposed(who: Fighter, do: Hazard, house: House, table: Table) -> Fighter:
    """Heat or cold: each hour (or each Toughness rounds when extreme) a Toughness test, or Exhausted until rest."""
    i = do.target
    trial: Trial = endures(who, i, do.number, do.dice, do.dn, do.reroll, table)
    note(table, RULE.HAZARD_CLIMATE__TEST, i, trial.icons, trial.number, trial.success)
    who = tried(trial, 1 - trial.success)
    if trial.success or gone(who) or exhausted(who):
        return who
    note(table, RULE.HAZARD_CLIMATE, i)
    if who.sheet.mob:
        return harmed(who, i, 0, who.sheet.max_shock + 1 - who.harm.shock, house, table)
    return evolve(who, harm=evolve(who.harm, weary=1))


@rule(
    "wng.hazard.fall",
    notes=("who", "metres", "mortal"),
    asks=(ASK.HAZARD_D3__FALL,),
    source="seed 003, hazards",
)
def falls(who: Fighter, do: Hazard, house: House, table: Table) -> Fighter:
    """A fall from 5 m: 1 mortal wound; each further 5 m: 1d3 more."""
    steps = do.metres // 5
    if steps == 0:
        note(table, RULE.HAZARD_FALL, do.target, do.metres, 0)
        return who
    more = 0 if who.sheet.mob else int(roll(table, Dice(steps - 1, 3, 0), ASK.HAZARD_D3__FALL))
    note(table, RULE.HAZARD_FALL, do.target, do.metres, 1 + more)
    who = evolve(who, outcome=evolve(who.outcome, hit=1))
    return harmed(who, do.target, 1 + more, 0, house, table)


@rule(
    "wng.hazard.fire",
    notes={"": ("who",), "test": ("who", "icons", "number", "success")},
    source="seed 003, hazards",
)
def catches_fire(who: Fighter, do: Hazard, table: Table) -> Fighter:
    """In flames: each round an Athletics test, or On fire; wounds from an incendiary weapon set On fire."""
    i = do.target
    given(do.dice, do.dn, table)
    dice = skill_pool(who, Skill.ATHLETICS.value) + do.dice
    trial: Trial = tested(who, i, dice, do.number + do.dn, do.reroll, table)
    note(table, RULE.HAZARD_FIRE__TEST, i, trial.icons, trial.number, trial.success)
    who = tried(trial, 1 - trial.success)
    if trial.success or gone(who):
        return who
    note(table, RULE.HAZARD_FIRE, i)
    return evolve(who, conditions=afflict(who.conditions, Condition.ONFIRE.value, 1))


@rule(
    "wng.hazard.radiation",
    notes={
        "": ("who", "mortal", "shock"),
        "test": ("who", "icons", "number", "success"),
        "poisoned": ("who",),
    },
    asks=(ASK.HAZARD_D3__RADIATION, ASK.HAZARD_D6),
    source="seed 003, hazards",
)
def irradiated(who: Fighter, do: Hazard, house: House, table: Table) -> Fighter:
    """A Toughness test, or 1d3 mortal wounds, 1d6 Shock and Staggered; after long exposure Poisoned, too."""
    i = do.target
    trial: Trial = endures(who, i, do.number, do.dice, do.dn, do.reroll, table)
    note(table, RULE.HAZARD_RADIATION__TEST, i, trial.icons, trial.number, trial.success)
    who = tried(trial, 1 - trial.success)
    if trial.success or gone(who):
        return who
    mortal = 1 if who.sheet.mob else int(roll(table, D3, ASK.HAZARD_D3__RADIATION))
    shock = int(roll(table, D6, ASK.HAZARD_D6))
    note(table, RULE.HAZARD_RADIATION, i, mortal, shock)
    who = evolve(who, conditions=afflict(who.conditions, Condition.STAGGERED.value, 1))
    if do.lengthy:
        note(table, RULE.HAZARD_RADIATION__POISONED, i)
        who = evolve(who, conditions=afflict(who.conditions, Condition.POISONED.value, 1))
    return harmed(who, i, mortal, shock, house, table)
