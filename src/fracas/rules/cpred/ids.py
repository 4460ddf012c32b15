"""The keys of Cyberpunk RED: what a rule may note, and what it may ask.

A name is an id: ``ARMOUR_SOAK`` is the note of rule ``cpred.armour.soak``, ``WOUND_SERIOUS__PENALTY`` its note
``penalty``; a question's name in lower case is its label in case files.
"""

from __future__ import annotations

from enum import IntEnum, auto

from ...core.rule import Rulebook


class RULE(IntEnum):
    """Everything a rule can say."""

    DAMAGE_ROLL = auto()
    LOCATION = auto()
    ARMOUR_SOAK = auto()
    ARMOUR_ABLATE = auto()
    ARMOUR_HIGHEST = auto()
    ARMOUR_LOCATIONS = auto()
    ARMOUR_PENALTY = auto()
    ARMOUR_PENALTY__LOWERS = auto()
    ARMOUR_PENALTY__REFUSED = auto()
    ARMOUR_REPAIR = auto()
    HEAD_DOUBLE = auto()
    DAMAGE_DIRECT = auto()
    MELEE_HALF = auto()
    INJURY_BONUS = auto()
    INJURY_TABLE = auto()
    INJURY_TABLE__PENALTY = auto()
    INJURY_TABLE__MOVED = auto()
    INJURY_TABLE__TRIPLED = auto()
    INJURY_TABLE__REFUSED = auto()
    INJURY_TABLE__DIZZY = auto()
    INJURY_TABLE__STARRED = auto()
    INJURY_TABLE__DROPPED = auto()
    INJURY_TABLE__SLOWED = auto()
    INJURY_TABLE__NO_ACTION = auto()
    HP = auto()
    HP__LEFT = auto()
    WOUND_SERIOUS = auto()
    WOUND_SERIOUS__PENALTY = auto()
    WOUND_MORTAL = auto()
    WOUND_MORTAL__PENALTY = auto()
    WOUND_MORTAL__FURTHER = auto()
    SAVE_DEATH = auto()
    SAVE_DEATH__GROWS = auto()
    SAVE_DEATH__REFUSED = auto()
    STABILISE = auto()
    STABILISE__REFUSED = auto()
    STABILISE__OUT = auto()
    STABILISE__UNCONSCIOUS = auto()
    CHECK = auto()
    CHECK__AGAINST = auto()
    CHECK__TIE = auto()
    CHECK__MODIFIER = auto()
    ATTACK_RANGE = auto()
    ATTACK_RANGE__REFUSED = auto()
    ATTACK_DODGE = auto()
    ATTACK_DODGE__REFUSED = auto()
    ATTACK_AIMED = auto()
    ATTACK_AIMED__DROPPED = auto()
    ATTACK_AIMED__LEG = auto()
    ATTACK_AIMED__REFUSED = auto()
    FIRE_AUTO = auto()
    FIRE_AUTO__REFUSED = auto()
    AMMO_AP = auto()
    AMMO_INCENDIARY = auto()
    AMMO_INCENDIARY__TICK = auto()
    AMMO_INCENDIARY__OUT = auto()
    AMMO_RUBBER = auto()
    COVER = auto()


class ASK(IntEnum):
    """Every question; the order is that of the rules."""

    ATTACK = auto()
    ATTACK_MORE = auto()
    EVADE = auto()
    EVADE_MORE = auto()
    DAMAGE = auto()
    INJURY = auto()
    DEATH = auto()
    STABILISE = auto()
    STABILISE_MORE = auto()


book = Rulebook("cpred", RULE, ASK)
rule, helper, decision = book.rule, book.helper, book.decision
