"""The Critical Injury tables of Cyberpunk RED as data: 2d6 on the body table, 2d6 on the head table.

An injury is a bit: body row r is bit r - 2, head row r is bit r + 9. The masks below say what each does while it lasts.
"""

from __future__ import annotations

from enum import IntEnum


class Injury(IntEnum):
    """All Critical Injuries, in the order of the tables, body first."""

    LOST_ARM = 0
    LOST_HAND = 1
    COLLAPSED_LUNG = 2
    BROKEN_RIBS = 3
    BROKEN_ARM = 4
    FOREIGN_OBJECT = 5
    BROKEN_LEG = 6
    TORN_MUSCLE = 7
    SPINAL_INJURY = 8
    CRUSHED_FINGERS = 9
    LOST_LEG = 10
    LOST_EYE = 11
    BRAIN_INJURY = 12
    DAMAGED_EYE = 13
    CONCUSSION = 14
    BROKEN_JAW = 15
    FOREIGN_OBJECT_HEAD = 16
    WHIPLASH = 17
    CRACKED_SKULL = 18
    DAMAGED_EAR = 19
    CRUSHED_WINDPIPE = 20
    LOST_EAR = 21


ROWS = 11
"""Rows of each table, for 2d6 = 2 to 12."""

TWO_TO_TWELVE = 0b1111111111100


def mask_of(*injuries: Injury) -> int:
    """The bit mask of some injuries."""
    mask = 0
    for injury in injuries:
        mask |= 1 << injury
    return mask


DEATH_SAVE = mask_of(
    Injury.LOST_ARM,
    Injury.LOST_HAND,
    Injury.COLLAPSED_LUNG,
    Injury.SPINAL_INJURY,
    Injury.LOST_LEG,
    Injury.LOST_EYE,
    Injury.BRAIN_INJURY,
    Injury.WHIPLASH,
    Injury.CRACKED_SKULL,
    Injury.CRUSHED_WINDPIPE,
    Injury.LOST_EAR,
)
"""The starred rows: each adds 1 to the death save penalty."""

DROPS_ITEM = mask_of(Injury.LOST_ARM, Injury.LOST_HAND, Injury.BROKEN_ARM)
SLOWS = mask_of(Injury.COLLAPSED_LUNG, Injury.BROKEN_LEG, Injury.LOST_LEG)
HURTS_WHEN_MOVING = mask_of(Injury.BROKEN_RIBS, Injury.FOREIGN_OBJECT, Injury.FOREIGN_OBJECT_HEAD)
DIZZY_WHEN_MOVING = mask_of(Injury.DAMAGED_EAR, Injury.LOST_EAR)
FAR = 4
"""Metres: moving further than this in a turn hurts, or makes dizzy."""
