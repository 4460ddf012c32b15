"""The keys of Cyberpunk 2020: what a rule may note, and what it may ask. A name is an id (see core.rule)."""

from __future__ import annotations

from enum import IntEnum, auto

from ...core.rule import Rulebook


class RULE(IntEnum):
    """Everything a rule can say."""

    DAMAGE_DICE = auto()
    LOCATION_ROLL = auto()
    LOCATION_ROLL__LEGS = auto()
    LOCATION_ABSURD = auto()
    ARMOUR_STOP = auto()
    ARMOUR_EV = auto()
    ARMOUR_MAX__REFUSED = auto()
    ARMOUR_MAX__HARD = auto()
    ARMOUR_MAX__READING = auto()
    ARMOUR_LAYER_EV = auto()
    ARMOUR_LAYER_EV__READING = auto()
    ARMOUR_PROPORTIONAL = auto()
    ARMOUR_PROPORTIONAL__READING = auto()
    ARMOUR_COVER = auto()
    ARMOUR_COVER__STOPS = auto()
    ARMOUR_COVER__READING = auto()
    AP_HALVES = auto()
    AP_HALVES__DAMAGE = auto()
    AP_HALVES__LAYERING = auto()
    AP_HALVES__LEAST = auto()
    EDGED_HALVES = auto()
    EDGED_HALVES__DAMAGE = auto()
    ARMOUR_STAGED = auto()
    ARMOUR_STAGED__READING = auto()
    BTM = auto()
    BTM_MINIMUM = auto()
    HEAD_DOUBLE = auto()
    HEAD_DOUBLE__READING = auto()
    WOUND_TRACK = auto()
    WOUND_TRACK__DEAD = auto()
    WOUND_TRACK__READING = auto()
    WOUND_EFFECTS = auto()
    WOUND_EFFECTS__READING = auto()
    LIMB_LOSS = auto()
    LIMB_LOSS__HEAD = auto()
    LIMB_LOSS__THRESHOLD = auto()
    LIMB_LOSS__COUNTS = auto()
    LIMB_LOSS__PER = auto()
    SAVE_STUN = auto()
    SAVE_STUN__REFUSED = auto()
    SAVE_RECOVER = auto()
    SAVE_OVERACT = auto()
    SAVE_DEATH = auto()
    SAVE_DEATH__READING = auto()
    SAVE_DEATH__REFUSED = auto()
    STABILISE = auto()
    STABILISE__REFUSED = auto()
    STABILISE__SELF = auto()
    ATTACK_ROLL = auto()
    ATTACK_ROLL__AGAINST = auto()
    ATTACK_ROLL__EXPLODE = auto()
    ATTACK_RANGE = auto()
    ATTACK_RANGE__REFUSED = auto()
    ATTACK_MODIFIERS = auto()
    ATTACK_MODIFIERS__GIVEN = auto()
    ATTACK_FUMBLE = auto()
    ATTACK_FUMBLE__RELIABILITY = auto()
    FIRE_BURST = auto()
    FIRE_BURST__BONUS = auto()
    FIRE_AUTO = auto()
    FIRE_AUTO__BONUS = auto()
    FIRE_AUTO__EXACT = auto()


class ASK(IntEnum):
    """Every question; the order is that of the rules."""

    ATTACK = auto()
    ATTACK_MORE = auto()
    FUMBLE = auto()
    RELIABILITY = auto()
    BURST = auto()
    LOCATION = auto()
    DAMAGE = auto()
    STUN = auto()
    OVERACT = auto()
    DEATH = auto()
    STABILISE = auto()


book = Rulebook("cp2020", RULE, ASK)
rule, helper, teller, decision = book.rule, book.helper, book.teller, book.decision
