"""Weapons seen to, each a Simple action: reloading, mending what a complication broke, picking up, drawing another."""

from __future__ import annotations

from typing import NamedTuple

from ...core.encounter import counts_turns
from ...core.state import digit, evolve, fighter, with_digit, with_fighter
from ...core.table import Table, again, note, refuse
from .budget import exert, simple, spend
from .conditions import may_exert
from .cost import UNARMED, place_of
from .damage import clean
from .ids import RULE, decision, helper, rule
from .state import Action, Fight, Fighter, Reload, Simple, Skill, Trouble
from .stealth import Noise, loses_stealth
from .trial import Trial, skill_pool, strength_of, tested

START = 3
"""Ammo at the start of a fight, where a sheet says nothing else."""

IN_HAND = -1
"""The slot of the weapon in hand."""


class Mend(NamedTuple):
    """Decision: ``by`` sees to a weapon that does not work (``slot``, or IN_HAND); ``reroll``: up to so many Wrath
    points."""

    by: int
    slot: int
    reroll: int
    dice: int
    dn: int


class Ready(NamedTuple):
    """Decision: ``by`` takes another of its weapons in hand."""

    by: int
    slot: int


@helper
def which(who: Fighter, slot: int) -> int:
    """The place of a weapon among the digits of ``spent`` and ``broken``: of the slot named, or of the one in hand."""
    return place_of(who.stance.wielded if slot == IN_HAND else slot)


# ----------------------------------------------------------------------------------------------------------- reloading


@rule("wng.ammo.start", notes=("ammo",), source="seed 003, the attack")
def ammo_at_start(ammo: int, table: Table) -> int:
    """A fight starts with 3 ammo (of any kinds), unless the sheet says otherwise. Firing normally uses none."""
    note(table, RULE.AMMO_START, ammo)
    return ammo


@decision
def reload(fight: Fight, do: Reload, table: Table) -> Fight:
    """A Simple action and 1 ammo (wng.ammo.reload), and it is heard (wng.stealth.loss). Where nothing was spent the
    action is lost, the ammo is not."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    place = which(who, do.slot)
    needed = 1 if digit(who.stance.spent, place) > 0 else 0
    if who.harm.ammo < needed:
        refuse(table, RULE.AMMO_RELOAD__NONE, do.by)
    fight = exert(fight, do.by, Action.SIMPLE.value, table)
    who = fighter(fight, do.by)
    harm = evolve(who.harm, ammo=who.harm.ammo - needed)
    note(table, RULE.AMMO_RELOAD__DONE, do.by, needed, harm.ammo)
    stance = evolve(who.stance, spent=with_digit(who.stance.spent, place, 0))
    fight = with_fighter(fight, do.by, evolve(who, harm=harm, stance=stance))
    return loses_stealth(fight, do.by, Noise.RELOAD.value, table)


# ------------------------------------------------------------------------------------------------------------ mending


@decision
def mend(fight: Fight, do: Mend, table: Table) -> Fight:
    """A weapon is made to work again (wng.table.complication): a jam Tech DN 2, a malfunction Tech DN 4, stuck Strength
    DN 3; one that was dropped is picked up. A Simple action."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    place = which(who, do.slot)
    if digit(who.stance.broken, place) == Trouble.NONE:
        refuse(table, RULE.ACTION_SIMPLE__MENDED, do.by)
    fight = exert(fight, do.by, Action.SIMPLE.value, table)
    return again(table, 1, mended, fight, do, place)


@helper
def mended(fight: Fight, do: Mend, place: int, table: Table) -> Fight:
    """The test that the trouble asks for, if any."""
    who = fighter(fight, do.by)
    trouble = digit(who.stance.broken, place)
    if trouble == Trouble.DROPPED:
        note(table, RULE.ATTACK_COMPLICATION__MENDED, do.by, 0, 0, PICKED_UP)
    else:
        if do.dice != 0:
            note(table, RULE.ATTACK_POOL__GIVEN, do.dice)
        if do.dn != 0:
            note(table, RULE.ATTACK_HIT__GIVEN, do.dn)
        trial: Trial = tested(who, do.by, mend_pool(who, trouble) + do.dice, mend_dn(trouble) + do.dn, do.reroll, table)
        note(table, RULE.ATTACK_COMPLICATION__MENDED, do.by, trial.icons, trial.number, trial.success)
        who = trial.who
        if not trial.success:
            return with_fighter(fight, do.by, who)
    stance = evolve(who.stance, broken=with_digit(who.stance.broken, place, 0))
    return with_fighter(fight, do.by, evolve(who, stance=stance))


PICKED_UP = 2
"""How mending ended: 0 it failed, 1 the weapon works again, 2 it was only picked up."""


@helper
def mend_dn(trouble: int) -> int:
    """The DN that goes with a trouble."""
    if trouble == Trouble.MALFUNCTION:
        return 4
    return 3 if trouble == Trouble.STUCK else 2


@helper
def mend_pool(who: Fighter, trouble: int) -> int:
    """What is stuck is torn out by Strength, the rest is Tech."""
    return strength_of(who) if trouble == Trouble.STUCK else skill_pool(who, Skill.TECH.value)


@decision
def ready(fight: Fight, do: Ready, table: Table) -> Fight:
    """Another weapon is drawn (wng.action.simple), not quite without a noise (wng.stealth.loss); one that lies on the
    ground must be picked up."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    if digit(who.stance.broken, place_of(do.slot)) == Trouble.DROPPED:
        refuse(table, RULE.ATTACK_COMPLICATION__REFUSED, do.by)
    fight = simple(fight, Simple(do.by), table)
    who = fighter(fight, do.by)
    fight = with_fighter(fight, do.by, evolve(who, stance=evolve(who.stance, wielded=do.slot)))
    return loses_stealth(fight, do.by, Noise.READY_QUIET.value, table)


@helper
def draws(fight: Fight, i: int, slot: int, table: Table) -> Fight:
    """In a turn order an attack with a weapon carried that is not in hand draws it first: the Simple action of the turn
    (wng.action.simple), which the frenzied have for it, the Exhausted and the Dying have not."""
    who = fighter(fight, i)
    if not counts_turns(fight) or slot < 0 or slot == UNARMED or slot == who.stance.wielded:
        return fight
    may_exert(who, i, table)
    fight = spend(fight, i, Action.SIMPLE.value, table)
    note(table, RULE.ACTION_SIMPLE__DRAWN, i)
    who = fighter(fight, i)
    fight = with_fighter(fight, i, evolve(who, stance=evolve(who.stance, wielded=slot)))
    return loses_stealth(fight, i, Noise.READY_QUIET.value, table)
