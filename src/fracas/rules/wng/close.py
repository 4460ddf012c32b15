"""Close quarters: grappling, breaking free, who is restrained; shooting a weapon out of a hand; full defence."""

from __future__ import annotations

from typing import NamedTuple

from ...core.encounter import counts_turns
from ...core.state import count_bits, digit, evolve, fighter, lowest, with_digit, with_fighter
from ...core.table import Table, again, note, refuse, tell
from .budget import attacks_once, exert
from .cost import joined, place_of
from .damage import clean
from .house import FullDefenceBase, House
from .ids import RULE, decision, helper, rule, teller
from .place import awake, gone, may_reach
from .state import Action, Attack, Fight, Fighter, Trouble, Weapon
from .trial import Trial, contested, strength_of, tested, tries

BREAK_FREE = 4
"""Strength DN to break free of what one is entangled in (wng.table.complication)."""


class Grapple(NamedTuple):
    """Decision: ``by`` grapples the target; ``dice`` more or less in its pool; ``reroll``: up to so many Wrath
    points."""

    by: int
    target: int
    reroll: int
    dice: int


class Escape(NamedTuple):
    """Decision: ``by`` breaks free of who holds it, or of what it is entangled in (Strength DN ``number``); ``reroll``:
    up to so many Wrath points."""

    by: int
    number: int
    reroll: int
    dice: int


class LetGo(NamedTuple):
    """Decision: ``by`` lets go whom it holds."""

    by: int


class FullDefence(NamedTuple):
    """Decision: ``by`` defends itself the whole turn; ``reroll``: up to so many Wrath points."""

    by: int
    reroll: int
    dice: int


# ---------------------------------------------------------------------------------------------------------- grappling


@decision
@rule(
    "wng.option.grapple",
    notes={
        "": ("who", "icons", "against", "success"),
        "test": ("who", "strength", "size", "dice"),
        "free": ("who", "icons", "against", "success"),
        "hands": ("who",),
        "refused": ("who",),
    },
    source="seed 003, attack options; facts 4.1",
)
def grapple(fight: Fight, do: Grapple, table: Table) -> Fight:
    """Opposed Strength test, +2 dice for each size step that one is larger; the winner's target is restrained; only
    one-handed weapons from then on. Escaping is an opposed Strength test and a Combat action; letting go is free. Who is
    entangled besides is restrained twice: free of the grip, it still is by what entangles it."""
    fight = clean(fight, do.target)
    if gone(fighter(fight, do.target)):
        return fight
    may_grapple(fight, do, table)
    fight = exert(attacks_once(fight, do.by, table), do.by, Action.COMBAT.value, table)
    if counts_turns(fight):
        fight = joined(fight, do.by, 1 << do.target)
    fight = again(table, 1, wrestled, fight, do.by, do.target, do.dice, do.reroll)
    target = fighter(fight, do.target)
    if not target.outcome.hit:
        return fight
    entangled = 1 if target.conditions.restrained and not target.stance.stunned else 0
    conditions = evolve(target.conditions, restrained=1 + entangled)
    stance = evolve(target.stance, held_by=do.by + 1)
    return with_fighter(fight, do.target, evolve(target, conditions=conditions, stance=stance))


@helper
def may_grapple(fight: Fight, do: Grapple, table: Table) -> None:
    """A mob has not one body to hold; who holds somebody or is held must let go or break free first."""
    target = fighter(fight, do.target)
    if do.by == do.target or target.sheet.mob or grappling(fight, do.by):
        refuse(table, RULE.OPTION_GRAPPLE__REFUSED, do.by)
    if target.stance.held_by > 0:
        refuse(table, RULE.OPTION_GRAPPLE__REFUSED, do.target)
    may_reach(fight, do.by, do.target, table)


@helper
def grappling(fight: Fight, i: int) -> bool:
    """Is ``i`` held, or does it hold somebody?"""
    return fighter(fight, i).stance.held_by > 0 or held_of(fight, i) != 0


@helper
def held_of(fight: Fight, i: int) -> int:
    """Whom ``i`` holds, as a mask."""
    found = 0
    for j in range(len(fight.fighters)):
        if fighter(fight, j).stance.held_by == i + 1:
            found |= 1 << j
    return found


@helper
def wrestled(fight: Fight, i: int, j: int, dice: int, reroll: int, table: Table) -> Fight:
    """The opposed Strength test of ``i`` against ``j``; won: ``j`` is hit (its ``outcome``)."""
    if dice != 0:
        note(table, RULE.ATTACK_POOL__GIVEN, dice)
    a, b = fighter(fight, i), fighter(fight, j)
    pool = strength_dice(a, b, i, dice, table)
    mine, theirs = contested(a, i, pool, reroll, b, j, strength_dice(b, a, j, 0, table), table)
    won = mine.success
    fight = with_fighter(fight, i, mine.who)
    fight = with_fighter(fight, j, evolve(theirs.who, outcome=evolve(theirs.who.outcome, hit=won)))
    icons, against = mine.icons - mine.number, theirs.icons - theirs.number
    if a.stance.held_by == j + 1:
        note(table, RULE.OPTION_GRAPPLE__FREE, i, icons, against, won)
    else:
        note(table, RULE.OPTION_GRAPPLE, j, icons, against, won)
    return fight


@helper
def strength_dice(who: Fighter, other: Fighter, i: int, dice: int, table: Table) -> int:
    """The pool of a grapple: Strength, and 2 dice for each size step that one is larger."""
    size = 2 * max(0, who.sheet.size - other.sheet.size)
    pool: int = max(1, strength_of(who) + size + dice)
    note(table, RULE.OPTION_GRAPPLE__TEST, i, strength_of(who), size, pool)
    return pool


@helper
def may_wield(fight: Fight, i: int, weapon: Weapon, table: Table) -> None:
    """Grapplers, both, use one-handed weapons alone (wng.option.grapple)."""
    if weapon.hands > 1 and grappling(fight, i):
        refuse(table, RULE.OPTION_GRAPPLE__HANDS, i)


@decision
def escape(fight: Fight, do: Escape, table: Table) -> Fight:
    """Breaking free, a Combat action: of somebody by an opposed Strength test (wng.option.grapple), of what one is
    entangled in by a Strength test (wng.condition.restrained)."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    held_by = who.stance.held_by
    if held_by == 0 and (not who.conditions.restrained or who.stance.stunned):
        refuse(table, RULE.OPTION_GRAPPLE__REFUSED, do.by)
    if held_by > 0 and not awake(fighter(fight, held_by - 1)):
        return released(fight, table)
    fight = exert(fight, do.by, Action.COMBAT.value, table)
    if held_by > 0:
        fight = again(table, 1, wrestled, fight, do.by, held_by - 1, do.dice, do.reroll)
        return freed(fight, do.by) if fighter(fight, held_by - 1).outcome.hit else fight
    return again(table, 1, struggled, fight, do)


@helper
def struggled(fight: Fight, do: Escape, table: Table) -> Fight:
    """The Strength test of one who is entangled."""
    if do.dice != 0:
        note(table, RULE.ATTACK_POOL__GIVEN, do.dice)
    who = fighter(fight, do.by)
    trial: Trial = tested(who, do.by, strength_of(who) + do.dice, do.number, do.reroll, table)
    note(table, RULE.CONDITION_RESTRAINED__TEST, do.by, trial.icons, trial.number, trial.success)
    fight = with_fighter(fight, do.by, trial.who)
    return freed(fight, do.by) if trial.success else fight


@helper
def freed(fight: Fight, i: int) -> Fight:
    """The fight in which ``i`` is out of a grip, or else out of what entangled it. Electricity wears off by itself."""
    who = fighter(fight, i)
    entangled = 1 if who.stance.held_by > 0 and who.conditions.restrained > 1 else 0
    conditions = evolve(who.conditions, restrained=max(who.stance.stunned, entangled))
    return with_fighter(fight, i, evolve(who, conditions=conditions, stance=evolve(who.stance, held_by=0)))


@helper
def let_go(fight: Fight, i: int, table: Table) -> Fight:
    """Whom ``i`` held is free."""
    for j in range(len(fight.fighters)):
        if fighter(fight, j).stance.held_by == i + 1:
            note(table, RULE.CONDITION_RESTRAINED__FREE, j)
            fight = freed(fight, j)
    return fight


@helper
def released(fight: Fight, table: Table) -> Fight:
    """Who is dead or unconscious holds nobody."""
    for i in range(len(fight.fighters)):
        if held_of(fight, i) != 0 and not awake(fighter(fight, i)):
            fight = let_go(fight, i, table)
    return fight


@decision
def lets_go(fight: Fight, do: LetGo, table: Table) -> Fight:
    """Letting go whom one holds is a free action (wng.option.grapple)."""
    fight = clean(fight, do.by)
    if held_of(fight, do.by) == 0:
        refuse(table, RULE.OPTION_GRAPPLE__REFUSED, do.by)
    return let_go(fight, do.by, table)


# ---------------------------------------------------------------------------------------------------------- disarming


@helper
def may_disarm(fight: Fight, do: Attack, table: Table) -> None:
    """One target is disarmed, no mob, and not of a weapon that lies on the ground already."""
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        dropped = digit(who.stance.broken, place_of(who.stance.wielded)) == Trouble.DROPPED
        if (do.targets >> i) & 1 and (count_bits(do.targets) > 1 or who.sheet.mob or dropped):
            refuse(table, RULE.OPTION_DISARM__REFUSED, lowest(do.targets))


@rule(
    "wng.option.disarm",
    notes={
        "": ("who", "icons", "number", "success"),
        "test": ("who", "damage", "number"),
        "refused": ("who",),
    },
    source="seed 003, attack options; rulings",
)
def disarms(fight: Fight, i: int, damage: int, table: Table) -> Fight:
    """Called shot at a weapon or hand: on a hit the target tests Strength, DN = half the total damage (rounded up), or
    drops the weapon. The part is small unless called otherwise. A disarming shot does not wound."""
    who = fighter(fight, i)
    note(table, RULE.OPTION_DISARM__TEST, i, damage, (damage + 1) // 2)
    trial: Trial = tested(who, i, strength_of(who), (damage + 1) // 2, 0, table)
    note(table, RULE.OPTION_DISARM, i, trial.icons, trial.number, trial.success)
    who = evolve(trial.who, outcome=evolve(trial.who.outcome, damage=damage))
    if not trial.success:
        broken = with_digit(who.stance.broken, place_of(who.stance.wielded), Trouble.DROPPED.value)
        who = evolve(who, stance=evolve(who.stance, broken=broken))
    return with_fighter(fight, i, who)


# ------------------------------------------------------------------------------------------------------- full defence


@decision
@rule(
    "wng.option.fulldefence",
    notes={
        "": ("who", "icons", "guard"),
        "base": ("full_defence_base", "decided"),
        "guard": ("who", "guard"),
        "refused": ("who",),
    },
    options=("full_defence_base",),
    source="seed 003, actions; facts 4.1",
)
def full_defence(fight: Fight, do: FullDefence, table: Table) -> Fight:
    """Full defence, full-round: an Initiative test; 1 (as a house rule 0) plus its icons are added to Defence until the
    start of the next turn."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    if who.stance.guard > 0 or who.stance.all_out:
        refuse(table, RULE.OPTION_FULLDEFENCE__REFUSED, do.by)
    fight = exert(fight, do.by, Action.FULL.value, table)
    return again(table, 1, guarded, fight, do)


@helper
def guarded(fight: Fight, do: FullDefence, table: Table) -> Fight:
    """The Initiative test, of which the icons count as they are: there is no DN to reach."""
    if do.dice != 0:
        note(table, RULE.ATTACK_POOL__GIVEN, do.dice)
    who = fighter(fight, do.by)
    who, rolled = tries(who, do.by, who.attributes.initiative + do.dice, do.reroll, table)
    guard = rolled.icons + (1 if fight.house.full_defence_base == FullDefenceBase.N1 else 0)
    tell(table, tell_base, fight.house)
    note(table, RULE.OPTION_FULLDEFENCE, do.by, rolled.icons, guard)
    return with_fighter(fight, do.by, evolve(who, stance=evolve(who.stance, guard=guard)))


@teller
def tell_base(house: House, table: Table) -> None:
    """The house rule decides what is added besides the icons."""
    note(table, RULE.OPTION_FULLDEFENCE__BASE, house.full_defence_base, 1)
