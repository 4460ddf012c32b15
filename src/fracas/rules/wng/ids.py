"""The keys of Wrath & Glory: what a rule may note, and what it may ask. A name is an id (see core.rule)."""

from __future__ import annotations

from enum import IntEnum, auto

from ...core.rule import Rulebook


class RULE(IntEnum):
    """Everything a rule can say."""

    ATTACK_POOL = auto()
    ATTACK_POOL__DICE = auto()
    ATTACK_HIT = auto()
    ATTACK_HIT__RESULT = auto()
    ATTACK_CRITICAL = auto()
    ATTACK_COMPLICATION = auto()
    ATTACK_COMPLICATION__REFUSED = auto()
    TABLE_COMPLICATION = auto()
    TABLE_CRITICAL = auto()
    ACTION_MULTIATTACK = auto()
    ACTION_MULTIATTACK__REFUSED = auto()
    DAMAGE_ROLL = auto()
    DAMAGE_AP = auto()
    DAMAGE_SOAK = auto()
    DAMAGE_MORTAL = auto()
    RANGE_BANDS = auto()
    RANGE_BANDS__BEYOND = auto()
    MOVE_COVER = auto()
    OPTION_THROUGHCOVER = auto()
    SIZE = auto()
    VISION = auto()
    HARM_WOUNDED = auto()
    HARM_DETERMINATION = auto()
    HARM_EXHAUSTED = auto()
    HARM_EXHAUSTED__REFUSED = auto()
    HARM_DYING = auto()
    HARM_DYING__REFUSED = auto()
    HARM_DYINGDICE = auto()
    HARM_DEATH = auto()
    HARM_DEATH__REFUSED = auto()
    HARM_ANNIHILATED = auto()
    HARM_MEMORABLE = auto()
    HARM_TRAUMATIC = auto()
    CRIT_EFFECT = auto()
    CRIT_EFFECT__BLOCKED = auto()
    CRIT_SIMPLE = auto()
    MOB_HIT = auto()
    MOB_SHOCK = auto()
    MOB_ATTACK = auto()
    SALVO_RELOAD__REFUSED = auto()
    AMMO_RELOAD__REFUSED = auto()


class ASK(IntEnum):
    """Every question; the order is that of the rules."""

    ATTACK = auto()
    COMPLICATION = auto()
    ED = auto()
    CRITICAL = auto()
    CRITICAL_D3 = auto()
    CRITICAL_D6 = auto()
    USE_DETERMINATION = auto()
    DETERMINATION = auto()
    MEMORABLE = auto()
    TRAUMATIC = auto()
    TRAUMATIC_SIDE = auto()


book = Rulebook("wng", RULE, ASK)
rule, helper, teller, decision = book.rule, book.helper, book.teller, book.decision
