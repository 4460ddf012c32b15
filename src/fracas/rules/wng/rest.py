"""Getting over it: catching one's breath, an hour's regroup, a night's respite."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.encounter import counts_turns
from ...core.state import digit, evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .budget import can_act, spend
from .damage import clean
from .harm import dying
from .ids import RULE, decision, helper, rule
from .place import gone
from .state import Action, Fight, Fighter, Skill, Stealth
from .trial import skill_pool

FULL_WRATH = 2
"""Wrath points after a respite."""


class Pause(IntEnum):
    """Kinds of rest."""

    RESPITE = 0
    REGROUP = 1


class CatchBreath(NamedTuple):
    """Decision: ``by`` catches its breath."""

    by: int


class Rest(NamedTuple):
    """Decision: ``by`` rests (a Pause), or treats the ``patient`` meanwhile."""

    by: int
    kind: int
    patient: int


@decision
@rule(
    "wng.harm.catchbreath",
    notes={"": ("who", "points", "shock", "wrath"), "refused": ("who",)},
    source="seed 003, harm",
)
def catch_breath(fight: Fight, do: CatchBreath, table: Table) -> Fight:
    """1 Wrath point and a Combat action: recover Shock equal to Rank + Tier. The Exhausted may do it, the Dying not."""
    fight = clean(fight, do.by)
    can_act(fighter(fight, do.by), do.by, table)
    if dying(fighter(fight, do.by)):
        refuse(table, RULE.HARM_DYING__REFUSED, do.by)
    fight = spend(fight, do.by, Action.COMBAT.value, table)
    who = fighter(fight, do.by)
    if who.harm.wrath == 0 or who.harm.shock == 0:
        refuse(table, RULE.HARM_CATCHBREATH__REFUSED, do.by)
    points = min(who.harm.shock, who.sheet.rank + who.sheet.tier)
    harm = evolve(who.harm, shock=who.harm.shock - points, wrath=who.harm.wrath - 1)
    note(table, RULE.HARM_CATCHBREATH, do.by, points, harm.shock, harm.wrath)
    return with_fighter(fight, do.by, evolve(who, harm=harm))


@decision
def rest(fight: Fight, do: Rest, table: Table) -> Fight:
    """Somebody rests: an hour's regroup, or a night's respite."""
    fight = clean(fight, do.patient)
    if do.kind == Pause.REGROUP:
        return regroups(fight, do, table)
    return respite(fight, do.by, table)


@rule(
    "wng.rest.regroup",
    notes={"": ("who", "pool", "points", "wounds"), "refused": ("who",)},
    source="seed 003, rest",
)
def regroups(fight: Fight, do: Rest, table: Table) -> Fight:
    """Regroup, about an hour: one with a Medicae rating treats one character, who recovers wounds equal to the healer's
    Medicae pool."""
    by, who = fighter(fight, do.by), fighter(fight, do.patient)
    can_act(by, do.by, table)
    if dying(by):
        refuse(table, RULE.HARM_DYING__REFUSED, do.by)
    if digit(by.skills, Skill.MEDICAE.value) == 0 or counts_turns(fight):
        refuse(table, RULE.REST_REGROUP__REFUSED, do.by)
    if gone(who):
        return fight
    pool = skill_pool(by, Skill.MEDICAE.value)
    points = min(who.harm.wounds, pool)
    note(table, RULE.REST_REGROUP, do.patient, pool, points, who.harm.wounds - points)
    return with_fighter(fight, do.patient, evolve(who, harm=evolve(who.harm, wounds=who.harm.wounds - points)))


@rule(
    "wng.rest.respite",
    notes={"": ("who", "wounds", "shock", "wrath"), "useless": ("who",)},
    source="seed 003, rest",
)
def respite(fight: Fight, i: int, table: Table) -> Fight:
    """Respite, at least 6 hours without interruption: Shock and wounds to 0, Wrath to 2; the scene is over, with its fear
    and terror. Useless to a Dying character."""
    who = fighter(fight, i)
    if gone(who):
        return fight
    if dying(who) or counts_turns(fight):
        note(table, RULE.REST_RESPITE__USELESS, i)
        return fight
    note(table, RULE.REST_RESPITE, i, who.harm.wounds, who.harm.shock, FULL_WRATH)
    harm = evolve(who.harm, wounds=0, shock=0, wrath=FULL_WRATH, airless=0, unconscious=0, weary=0)
    return with_fighter(fight, i, rested(evolve(who, harm=harm)))


@helper
def rested(who: Fighter) -> Fighter:
    """A new scene: what lasted for a scene, or for a turn or two, is over."""
    conditions = evolve(
        who.conditions,
        fear=0,
        terror=0,
        hindered=0,
        vulnerable=0,
        staggered=0,
        pinned=0,
        blinded=0 if who.stance.dazzled else who.conditions.blinded,
        restrained=0 if who.stance.stunned and who.stance.held_by == 0 else who.conditions.restrained,
    )
    stance = evolve(
        who.stance,
        reliable_used=0,
        all_out=0,
        guard=0,
        pinned_by=0,
        hindered_by=0,
        vulnerable_by=0,
        dazzled=0,
        stunned=0,
    )
    return evolve(who, conditions=conditions, stance=stance, stealth=Stealth(0, 0))
