"""Stealth: the score of a scene, who finds whom, and the noise that takes the score away."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.encounter import counts_turns
from ...core.state import digit, evolve, fighter, with_fighter
from ...core.table import Table, again, note, refuse
from .ailments import ailing
from .budget import can_act, exert
from .damage import clean
from .hazard import given, tried
from .ids import RULE, decision, helper, rule
from .number import blinded, one_eye, own_penalty, sight
from .options import Option, takes
from .place import awake
from .pool import size_dice
from .state import Action, Attack, Fight, Fighter, Size, Skill, Stealth, Weapon
from .traits import Trait, has_trait
from .trial import Trial, skill_pool, tested


class Noise(IntEnum):
    """What can be heard or seen of one who hides, in the order of the table."""

    WHISPER = 0
    READY_QUIET = 1
    TWIG = 2
    QUIET_TALK = 3
    RACK_SLIDE = 4
    RELOAD = 5
    NORMAL_TALK = 6
    KNIFE = 7
    MELTA = 8
    LIGHT_WARGEAR = 9
    SWORD_FIGHT = 10
    GRAV_ENGINE = 11
    FLAMER = 12
    SHOUT = 13
    CHAIN = 14
    SHOT = 15
    JUMP_PACK = 16
    FUEL_ENGINE = 17
    BOLT = 18
    EXPLOSION = 19
    AIRCRAFT = 20


LOSS = (1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6)
"""What each noise takes off the score."""


class Hide(NamedTuple):
    """Decision: ``by`` hides. ``at_once``: only whether those here see it now; no score is kept."""

    by: int
    at_once: int
    dice: int
    dn: int
    reroll: int


class Spot(NamedTuple):
    """Decision: ``by`` looks for ``target``; ``passive``: without a test, by its passive Awareness."""

    by: int
    target: int
    passive: int
    dice: int
    dn: int
    reroll: int


class MakeNoise(NamedTuple):
    """Decision: ``by`` makes a noise of a ``kind`` (a Noise)."""

    by: int
    kind: int


# ---------------------------------------------------------------------------------------------------------- the score


@decision
@rule(
    "wng.stealth.score",
    notes={"": ("who", "icons", "score"), "test": ("who", "icons", "number", "success")},
    source="seed 003, stealth; rulings",
)
def hide(fight: Fight, do: Hide, table: Table) -> Fight:
    """Stealth (Agility) test; the icons are the stealth score for the scene. Observers: Awareness (Intellect) test or
    passive Awareness against it. Settled at once: seen by those whose passive Awareness is higher than the icons; no
    score is kept."""
    fight = clean(fight, do.by)
    may_hide(fight, do.by, table)
    fight = exert(fight, do.by, Action.COMBAT.value, table)
    hider = again(table, 1, hides, fighter(fight, do.by), do)
    icons = hider.outcome.number
    hider = evolve(hider, outcome=evolve(hider.outcome, number=0))
    if not do.at_once:
        hider = evolve(hider, stealth=evolve(hider.stealth, score=icons))
    fight = with_fighter(fight, do.by, hider)
    return seen_by(fight, do.by, icons, table) if do.at_once else fight


@helper
def hides(who: Fighter, do: Hide, table: Table) -> Fighter:
    """The test: its icons, less what makes tests harder, in ``outcome.number``; of a score also whether there is one."""
    given(do.dice, do.dn, table)
    dice = skill_pool(who, Skill.STEALTH.value) + do.dice
    trial: Trial = tested(who, do.by, dice, do.dn, do.reroll, table)
    score = max(0, trial.icons - trial.number)
    note(table, RULE.STEALTH_SCORE, do.by, trial.icons, score)
    hit = 1 if score > 0 and not do.at_once else 0
    return evolve(trial.who, outcome=evolve(trial.who.outcome, number=score, hit=hit))


@helper
def seen_by(fight: Fight, i: int, icons: int, table: Table) -> Fight:
    """Which of the foes here see ``i`` at once; hit says that none does, and each foe's outcome whether it does."""
    hidden = 1
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        if who.stand.side == fighter(fight, i).stand.side or not who.stand.here or not awake(who):
            continue
        number = icons + spotting_dn(fight, j, i, table) + own_penalty(who, j, table)
        passive = passive_awareness(who, spotting_dice(fight, i, table))
        seen = 1 if passive > number else 0
        note(table, RULE.STEALTH_SCORE__TEST, j, passive, number, seen)
        hidden = min(hidden, 1 - seen)
        fight = with_fighter(fight, j, evolve(who, outcome=evolve(who.outcome, number=number, hit=seen)))
    hider = fighter(fight, i)
    return with_fighter(fight, i, evolve(hider, outcome=evolve(hider.outcome, hit=hidden)))


# ----------------------------------------------------------------------------------------------------------- finding


@decision
def spot(fight: Fight, do: Spot, table: Table) -> Fight:
    """Somebody looks for one who hides (a Simple action), or just may see it."""
    fight = clean(fight, do.target)
    if fighter(fight, do.target).stealth.score == 0 or do.by == do.target:
        return fight
    if do.passive:
        can_act(fighter(fight, do.by), do.by, table)
        icons, number = noticed(fight, do, table)
        return found(fight, do, icons, number, table)
    fight = exert(fight, do.by, Action.SIMPLE.value, table)
    dn = fighter(fight, do.target).stealth.score + spotting_dn(fight, do.by, do.target, table)
    by = again(table, 1, peers, fighter(fight, do.by), do, dn, spotting_dice(fight, do.target, table))
    icons, number = by.outcome.through, by.outcome.number
    fight = with_fighter(fight, do.by, evolve(by, outcome=evolve(by.outcome, through=0, number=0)))
    return found(fight, do, icons, number, table)


@helper
def peers(by: Fighter, do: Spot, dn: int, more: int, table: Table) -> Fighter:
    """The Awareness test: its icons in ``outcome.through``."""
    given(do.dice, do.dn, table)
    dice = skill_pool(by, Skill.AWARENESS.value) + do.dice + more
    trial: Trial = tested(by, do.by, dice, dn + do.dn, do.reroll, table)
    who = tried(trial, 0)
    return evolve(who, outcome=evolve(who.outcome, through=trial.icons))


@helper
def noticed(fight: Fight, do: Spot, table: Table) -> tuple[int, int]:
    """Passive Awareness, and the number that it meets."""
    given(do.dice, do.dn, table)
    by = fighter(fight, do.by)
    number = fighter(fight, do.target).stealth.score + spotting_dn(fight, do.by, do.target, table) + do.dn
    number += own_penalty(by, do.by, table)
    return passive_awareness(by, do.dice + spotting_dice(fight, do.target, table)), number


@rule(
    "wng.stealth.found",
    notes={"": ("who",), "test": ("who", "icons", "number", "success"), "refused": ("who",)},
    source="seed 003, stealth",
)
def found(fight: Fight, do: Spot, icons: int, number: int, table: Table) -> Fight:
    """Once found, the score is void and cannot be rolled again this scene; only another place or stance helps."""
    success = 1 if icons >= number else 0
    note(table, RULE.STEALTH_FOUND__TEST, do.by, icons, number, success)
    who = fighter(fight, do.target)
    who = evolve(who, outcome=evolve(who.outcome, number=number, hit=success))
    if success:
        note(table, RULE.STEALTH_FOUND, do.target)
        who = evolve(who, stealth=Stealth(0, 1))
    return with_fighter(fight, do.target, who)


@helper
def may_hide(fight: Fight, i: int, table: Table) -> None:
    """A score is for the scene (wng.stealth.score), and once void, found or given away, is not rolled again in it
    (wng.stealth.found). A test whose icons came to nothing made no score: it may be tried again."""
    who = fighter(fight, i)
    if who.stealth.found or who.stealth.score > 0:
        refuse(table, RULE.STEALTH_FOUND__REFUSED, i)


@helper
def spotting_dn(fight: Fight, i: int, hider: int, table: Table) -> int:
    """DN for ``i`` to see one who hides: light, or blindness as far as no other condition is worse, an eye lost, a small
    target."""
    who = fighter(fight, i)
    blind = blinded(who, i, table)
    number: int = max(0, blind - ailing(who)) if blind > 0 else sight(fight.vision, 0, table)
    small: int = max(0, Size.STANDARD.value - fighter(fight, hider).sheet.size)
    if small > 0:
        note(table, RULE.SIZE__SPOT, small)
    return number + one_eye(who, i, table) + small


@helper
def spotting_dice(fight: Fight, hider: int, table: Table) -> int:
    """Dice for spotting somebody large (wng.size)."""
    return size_dice(fighter(fight, hider).sheet.size, table)


@helper
def passive_awareness(who: Fighter, dice: int) -> int:
    """Passive Awareness: half the pool, rounded up, as these dice change it."""
    pool = who.attributes.intellect + digit(who.skills, Skill.AWARENESS.value)
    return max(0, who.sheet.awareness + (max(0, pool + dice) + 1) // 2 - (pool + 1) // 2)


# ------------------------------------------------------------------------------------------------------------- noise


@decision
def noise(fight: Fight, do: MakeNoise, table: Table) -> Fight:
    """Somebody who hides makes a noise."""
    return loses_stealth(clean(fight, do.by), do.by, do.kind, table)


@rule("wng.stealth.loss", notes=("who", "noise", "points", "score"), source="seed 003, stealth")
def loses_stealth(fight: Fight, i: int, kind: int, table: Table) -> Fight:
    """Loss of stealth: -1 whisper, ready a quiet weapon, snap a twig; -2 quiet talk, rack a slide, reload; -3 normal talk,
    knife a target unaware, fire melta, light a glowing wargear; -4 sword fight, start a grav engine, fire a flamer; -5
    shout, chain weapon, arc, las, plasma or solid shot, jump pack or fuel engine; -6 bolt weapon, explosion, aircraft
    jets. At 0 the score is void, as if found: it cannot be rolled again this scene."""
    who = fighter(fight, i)
    if who.stealth.score == 0:
        return fight
    left = max(0, who.stealth.score - LOSS[kind])
    note(table, RULE.STEALTH_LOSS, i, kind, LOSS[kind], left)
    return with_fighter(fight, i, evolve(who, stealth=Stealth(left, 1 if left == 0 else 0)))


@helper
def may_sneak(fight: Fight, do: Attack, table: Table) -> None:
    """In a turn order nobody overlooks one without a stealth score (wng.stealth.sneak); where none runs, the decision
    says who has not noticed."""
    if takes(do, Option.SNEAK) and counts_turns(fight) and fighter(fight, do.by).stealth.score == 0:
        refuse(table, RULE.STEALTH_SNEAK__REFUSED, do.by)


@helper
def after_attack(fight: Fight, by: int, weapon: Weapon, sneak: int, table: Table) -> Fight:
    """What an attack costs of the attacker's stealth, when it is over. (Chain and bolt weapons: the GM adds what they are
    louder.)"""
    return loses_stealth(fight, by, noise_of(weapon, sneak), table)


@helper
def noise_of(weapon: Weapon, sneak: int) -> int:
    """How loud an attack with a weapon is; a sneak attack in melee is as quiet as a knife."""
    if weapon.melee:
        return Noise.KNIFE.value if sneak else Noise.SWORD_FIGHT.value
    if weapon.blast > 0:
        return Noise.EXPLOSION.value
    if has_trait(weapon, Trait.FLAMER):
        return Noise.FLAMER.value
    if has_trait(weapon, Trait.MELTA):
        return Noise.MELTA.value
    return Noise.SHOT.value
