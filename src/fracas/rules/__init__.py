"""The games, each a package of its own with the same file names; none imports another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from ..core.errors import BadInput
from ..core.forms import one_of, shown

if TYPE_CHECKING:
    from ..core.game import Game

GAMES = ("cpred", "cops", "cp2020", "wng")
"""The games that the program offers."""


def load(name: str) -> Game:
    """The game of this name; only that game's rules are imported.

    >>> load("cpred").title
    'Cyberpunk RED'
    """
    if name not in GAMES:
        raise BadInput("ruleset", shown(name), one_of(name, GAMES))
    return cast("Game", import_module(f".{name}", __name__).GAME)
