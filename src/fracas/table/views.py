"""States as they begin, and as they are seen by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.carry import with_all_kept
from ..core.game import Fighters, Game, set_up
from ..core.named import flat
from ..play.legal import out_of_it


def start_of(
    game: Game, forms: Mapping[str, Any], house: Any, fields: Any, kept: Mapping[str, Any]
) -> tuple[Any, Fighters]:
    """The state in which a fight begins, with what its fighters kept from earlier ones."""
    setup = set_up(game, forms, house, fields)
    return with_all_kept(game, setup.fight, setup.fighters.ids, kept), setup.fighters


def views_of(game: Game, fight: Any, fighters: Fighters) -> dict[str, Any]:
    """What can be seen of a state by name: every view of every fighter, its side and its health (points left, the most,
    and a word), the fight's own fields, and whose turn it is (``fight.turn``). What has no value is left out."""
    found: dict[str, Any] = {}
    for place, id in enumerate(fighters.ids):
        who = fight.fighters[place]
        for name, view in game.fighter_views.items():
            found[f"{id}.{name}"] = view(who, fight.house)
        found[f"{id}.side"] = who.stand.side
        found[f"{id}.health"] = health_of(game, fight, fighters, place)
    for name, look in game.fight_views.items():
        found[f"fight.{name}"] = look(fight)
    decider = game.decider(fight)
    found["fight.turn"] = fighters.ids[decider] if decider >= 0 else None
    return {path: value for path, value in found.items() if value is not None}


def health_of(game: Game, fight: Any, fighters: Fighters, place: int) -> list[Any]:
    """``[points left, the most, word]``; the word is unhurt, hurt, badly hurt, out or dead."""
    who = fight.fighters[place]
    left, most = game.health(who, fight.house, fighters.forms[place])
    if game.fighter_views["dead"](who, fight.house):
        word = "dead"
    elif out_of_it(game, fight, fighters, place):
        word = "out"
    elif game.badly_hurt(who):
        word = "badly hurt"
    else:
        word = "unhurt" if left >= most else "hurt"
    return [left, most, word]


def state_data(game: Game, fight: Any, fighters: Fighters) -> dict[str, Any]:
    """Values and views of a state, as events keep them."""
    return {"values": flat(fight), "views": views_of(game, fight, fighters)}
