"""Conditions: taking one on."""

from __future__ import annotations

from ...core.state import evolve
from .ids import helper
from .state import Condition, Conditions


@helper
def afflict(c: Conditions, condition: int, times: int) -> Conditions:
    """The conditions with one more: bleeding, on fire, poisoned, fear, hindered and vulnerable add up, the others are
    on or off; the frenzied are immune to fear and pinning."""
    if condition == Condition.BLEEDING:
        return evolve(c, bleeding=c.bleeding + times)
    if condition == Condition.BLINDED:
        return evolve(c, blinded=1)
    if condition == Condition.FEAR:
        return evolve(c, fear=c.fear + (0 if c.frenzied else times))
    if condition == Condition.FRENZIED:
        return evolve(c, frenzied=1)
    if condition == Condition.HINDERED:
        return evolve(c, hindered=c.hindered + times)
    if condition == Condition.ONFIRE:
        return evolve(c, onfire=c.onfire + times)
    if condition == Condition.PINNED:
        return evolve(c, pinned=0 if c.frenzied else 1)
    if condition == Condition.POISONED:
        return evolve(c, poisoned=c.poisoned + times)
    if condition == Condition.PRONE:
        return evolve(c, prone=1)
    if condition == Condition.RESTRAINED:
        return evolve(c, restrained=1)
    if condition == Condition.STAGGERED:
        return evolve(c, staggered=1)
    if condition == Condition.TERROR:
        return evolve(c, terror=1)
    return evolve(c, vulnerable=c.vulnerable + times)
