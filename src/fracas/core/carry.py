"""What a fighter keeps from one fight to the next: wounds, worn armour, ammunition.

A game lists the parts that last (``Game.carries``). What is kept is written beside what the fighter's form made of it when
it was written down: a single number (points left) stays as it was left; a row of them (layers, magazines) whose form has
changed since, as with new armour, begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import BadInput, phrase
from .forms import shown
from .game import Game
from .named import flat, restored

Kept = dict[str, dict[str, Any]]
"""For each part ``{"from": …, "now": …}``: its numbers by path, as the form made them and as they were left."""


def kept_of(game: Game, fresh: Any, now: Any) -> Kept:
    """What lasts of the fighter ``now``, who was made as ``fresh``: the parts that differ.

    >>> from fracas.core.game import set_up
    >>> from fracas.rules import load
    >>> game = load("cpred")
    >>> ann = set_up(game, {"ann": {}}).fight.fighters[0]
    >>> kept_of(game, ann, game.setters["hp"](ann, 12))
    {'wounds.hp': {'from': {'': 40}, 'now': {'': 12}}}
    """
    found: Kept = {}
    for path in game.carries:
        before, after = flat(_part(fresh, path)), flat(_part(now, path))
        if before != after:
            found[path] = {"from": before, "now": after}
    return found


def with_kept(game: Game, fresh: Any, kept: Mapping[str, Mapping[str, Any]]) -> Any:
    """The fighter with what it kept; parts that the game no longer has, or that are made differently now, are left fresh."""
    now = fresh
    for path in game.carries:
        if path not in kept:
            continue
        try:
            part = _part(now, path)
        except AttributeError:
            continue
        values = kept[path]["now"]
        if any(type(value) is not int for value in values.values()):
            raise ValueError(path)
        made, unknown = restored(part, values)
        if not unknown and (type(part) is int or flat(part) == dict(kept[path]["from"])):
            now = _with_part(now, path.split("."), made)
    return now


def with_all_kept(game: Game, fight: Any, ids: tuple[str, ...], kept: Mapping[str, Kept]) -> Any:
    """The fight with what each of its fighters kept, by id; BadInput where it is none."""
    if not kept:
        return fight
    try:
        fighters = tuple(with_kept(game, who, kept.get(id, {})) for id, who in zip(ids, fight.fighters, strict=True))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadInput("kept", shown(kept), phrase("what fighters kept, as it was written")) from None
    return fight._replace(fighters=fighters)


def _part(state: Any, path: str) -> Any:
    for name in path.split("."):
        state = getattr(state, name)
    return state


def _with_part(state: Any, names: list[str], made: Any) -> Any:
    if not names:
        return made
    return state._replace(**{names[0]: _with_part(getattr(state, names[0]), names[1:], made)})
