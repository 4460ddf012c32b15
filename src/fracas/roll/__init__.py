"""Dice notation: read (``parse``), rolled (``roll``) and worked out exactly (``odds``).

>>> tree = parse("4d6kh3 # strength").tree
>>> odds(tree).at_least(16), roll(tree, OwnDice("6 5 5 1")).value
(Fraction(169, 1296), 16)
"""

from __future__ import annotations

from .exact import odds
from .grammar import Written, parse
from .live import AppDice, OwnDice, Reason, Result, Rolled, Thrown, roll
from .named import Event, events
from .tree import Pool, Tree, plain, pools, unit

__all__ = [
    "AppDice",
    "Event",
    "OwnDice",
    "Pool",
    "Reason",
    "Result",
    "Rolled",
    "Thrown",
    "Tree",
    "Written",
    "events",
    "odds",
    "parse",
    "plain",
    "pools",
    "roll",
    "unit",
]
