"""The house rules of COPS, and the data that the document leaves to the user."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

PLACES_COUNT = 5
MISSING = -1
"""No number of location dice is given for this place."""

PlaceNumbers = tuple[int, int, int, int, int]
NO_ENTRY = -99
"""No number is given for this stance or pace."""

Five = tuple[int, int, int, int, int]


class Bleed(IntEnum):
    """When does one who falls to 0 lose the first further point?"""

    NEXT_TURN = 0
    SAME_TURN = 1


class ExcessDamage(IntEnum):
    """Do successes over the difficulty add to PU?"""

    FALSE = 0
    TRUE = 1


class House(NamedTuple):
    """One value for every option; ``location_dice`` in the order of Place (head, arms, torso, abdomen, legs), ``stances``
    (dice) and ``paces`` (place in the order) in the order of Stance and Pace."""

    bleed: int
    excess_damage: int
    location_dice: PlaceNumbers
    stances: Five
    paces: Five


EXAMPLE_PACK: Five = (2, 1, 0, -1, -2)
"""Dice for the stances, and numbers for the paces, of the example pack."""

BY_THE_BOOK = House(
    Bleed.NEXT_TURN, ExcessDamage.FALSE, (MISSING, MISSING, 2, MISSING, MISSING), EXAMPLE_PACK, EXAMPLE_PACK
)
