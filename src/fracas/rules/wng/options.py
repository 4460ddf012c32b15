"""Attack options and range bands."""

from __future__ import annotations

from enum import IntEnum

from .ids import helper
from .state import Attack


class Option(IntEnum):
    """Attack options, by their bit."""

    AIM = 0
    BRACE = 1
    ALL_OUT = 2
    CHARGE = 3
    FULL_AUTO = 4
    CALLED_MEDIUM = 5
    CALLED_SMALL = 6
    CALLED_TINY = 7
    SNEAK = 8
    SIMPLE_CRITICAL = 9


SHORT, MEDIUM, LONG, BEYOND = 0, 1, 2, 3


@helper
def takes(do: Attack, option: Option) -> bool:
    return (do.options >> option.value) & 1 == 1


@helper
def called(do: Attack) -> int:
    """The size of a called shot: 1 medium, 2 small, 3 tiny; as many DN and ED."""
    if takes(do, Option.CALLED_TINY):
        return 3
    if takes(do, Option.CALLED_SMALL):
        return 2
    return 1 if takes(do, Option.CALLED_MEDIUM) else 0
