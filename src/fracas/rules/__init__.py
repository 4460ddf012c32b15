"""The games, each a package of its own with the same file names; none imports another."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..core.errors import BadInput
from ..core.forms import one_of, shown

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.ways import Ways

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


def ways_of(name: str) -> Ways:
    """A game's part of the policies (see core/ways.py).

    >>> ways_of("cpred").reach
    2
    """
    try:
        return cast("Ways", import_module(f".{name}.policy", __name__).WAYS)
    except ModuleNotFoundError:
        raise BadInput("ruleset", shown(name), "a game whose fights policies can decide") from None


TESTED = Path(__file__).with_name("tested.json")
"""For each rule some of the cases that name it, as ``file: case`` (written by ``make docs``)."""


@lru_cache(maxsize=1)
def _tested() -> dict[str, list[str]]:
    return cast("dict[str, list[str]]", json.loads(TESTED.read_text("utf-8")))


def tested_by(id: str) -> list[str]:
    """Cases that test the rule of this id.

    >>> len(tested_by("cpred.armour.soak")) > 0
    True
    """
    return _tested().get(id, [])
