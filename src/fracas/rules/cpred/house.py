"""The house rules of Cyberpunk RED: each disputed reading, its values, and the default."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Tie(IntEnum):
    """Who wins when a check equals its number?"""

    DEFENDER = 0
    MEETS = 1


class DeathPenalty(IntEnum):
    """Which death saves make the next one harder?"""

    EVERY_SAVE = 0
    SUCCESS_ONLY = 1


class House(NamedTuple):
    """One value for every option; passed in with the fight, never a global."""

    tie: int
    death_penalty: int


OPTIONS: dict[str, type[IntEnum]] = {"tie": Tie, "death_penalty": DeathPenalty}
BY_THE_BOOK = House(Tie.DEFENDER, DeathPenalty.EVERY_SAVE)
