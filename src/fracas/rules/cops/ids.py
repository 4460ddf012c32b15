"""The keys of COPS: what a rule may note, and what it may ask. A name is an id (see core.rule)."""

from __future__ import annotations

from enum import IntEnum, auto

from ...core.rule import Rulebook


class RULE(IntEnum):
    """Everything a rule can say."""

    DAMAGE_BASE = auto()
    DAMAGE_STOPPED = auto()
    ARMOUR_ROLL = auto()
    LOCATION_DICE = auto()
    LOCATION_DICE__REFUSED = auto()
    LOCATION_ROLL = auto()
    HP = auto()
    HP__LEFT = auto()
    DOWN = auto()
    DOWN__LOSES = auto()
    DOWN__BLEED = auto()
    DOWN__REFUSED = auto()
    DEAD = auto()
    DEAD__REFUSED = auto()
    HALF = auto()
    HALF__DIE = auto()
    MASSIVE = auto()
    HEAL = auto()
    HEAL__REFUSED = auto()
    TEST = auto()
    TEST__TENS = auto()
    TEST__RESULT = auto()
    TEST__MODIFIER = auto()
    TEST__DN = auto()
    ATTACK_RANGE = auto()
    ATTACK_RANGE__REFUSED = auto()
    ATTACK_RANGE__UNKNOWN = auto()
    ATTACK_RANGE__ROUNDS = auto()
    ATTACK_RANGE__EMPTY = auto()
    ATTACK_RANGE__RELOADED = auto()
    ATTACK_RANGE__NO_MAGAZINE = auto()
    ATTACK_EXCESS = auto()
    TURN_STANCE = auto()
    TURN_STANCE__DICE = auto()
    TURN_STANCE__STANCE = auto()
    TURN_STANCE__PACE = auto()
    TURN_STANCE__LATE = auto()
    TURN_STANCE__NEXT = auto()
    TURN_STANCE__ACTION = auto()
    TURN_STANCE__TURN = auto()
    TURN_STANCE__SPENT = auto()
    TURN_STANCE__MOVED = auto()
    TURN_STANCE__OVER = auto()
    TURN_STANCE__BEGUN = auto()


class ASK(IntEnum):
    """Every question; the order is that of the rules."""

    ATTACK = auto()
    ATTACK_MORE = auto()
    LOCATION = auto()
    DAMAGE = auto()
    PROTECTION = auto()
    EXTRA = auto()


book = Rulebook("cops", RULE, ASK)
rule, helper, decision = book.rule, book.helper, book.decision
