"""How a form says where somebody stands and what is carried; the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .encounter import FROM_POINTS, Arms, Stand
from .errors import BadInput, phrase
from .forms import one_of, shown

SLOTS = 4
"""The most weapons that a fighter carries."""


def stand_of(form: Mapping[str, Any]) -> Stand:
    """Where and for whom a fighter stands at the start."""
    at = form["at"]
    if at is not None and len(at) != 2:
        raise BadInput("at", shown(at), phrase("two numbers: [x, y] in metres"))
    x, y = at or (0, 0)
    return Stand(form["side"], x, y, int(at is not None), 1, 0, 0, 0, 0, 0)


def arms_of(weapons: list[Mapping[str, Any]]) -> Arms:
    """Rounds and magazines of the weapons carried."""
    magazines = [weapon["magazine"] for weapon in weapons]
    loaded = [one["magazine"] if one["loaded"] is None else min(one["loaded"], one["magazine"]) for one in weapons]
    empty = [0] * SLOTS
    return Arms(tuple((loaded + empty)[:SLOTS]), tuple((magazines + empty)[:SLOTS]))


def whole(value: Any, low: int, high: int) -> int:
    """A whole number that the GM sets, or ValueError."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(phrase("a whole number from {low} to {high}", low=low, high=high))
    return value


def placed_at(stand: Stand, point: Any) -> Stand:
    """The stand at a point that the GM sets, or ValueError."""
    if not isinstance(point, list) or len(point) != 2:
        raise ValueError(phrase("two numbers: [x, y] in metres"))
    x, y = (whole(one, -99_999, 99_999) for one in point)
    return stand._replace(x=x, y=y, placed=1)


def way_of(values: Mapping[str, Any], rule: str) -> tuple[int, int, int]:
    """A move as a person writes it, ``to: [x, y]`` or ``metres: n``: metres (or FROM_POINTS), x and y."""
    to, metres = values["to"], values["metres"]
    if (to is None) == (metres is None) or (to is not None and len(to) != 2):
        raise BadInput("with", shown(dict(values)), phrase("to: [x, y], or metres: n"), rule)
    return (metres, 0, 0) if to is None else (FROM_POINTS, to[0], to[1])


def slot_named(name: str | None, carried: list[Mapping[str, Any]], rule: str) -> int:
    """Which of the weapons carried is meant: the one of this name, or the first."""
    names = tuple(weapon["name"] for weapon in carried)
    if name is None and names:
        return 0
    if name not in names:
        raise BadInput("with.weapon", shown(name), one_of(name, names), rule)
    return names.index(name)
