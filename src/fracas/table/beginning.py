"""How a fight begins: from an encounter or plain fighters, with what the party kept from earlier ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..core.game import Game
from ..core.record import Record
from ..play.encounter import MOST_ROUNDS, Encounter, known_player
from ..rules import load
from ..store.events import NewEvent, Pool
from .dice import new_pool
from .position import PERSON
from .roles import Settings, Viewer
from .views import start_of, state_data


@dataclass(frozen=True)
class NewFight:
    """A fight that is to begin.

    ``fighters``: forms by id; ``players``: who plays each, ``person`` or a policy; ``kept``: what fighters bring along
    (:mod:`fracas.core.carry`); ``party``: the sides of the players (None: those that persons play).
    """

    game: Game
    fighters: Mapping[str, Any]
    house: Mapping[str, Any] = field(default_factory=dict)
    fight: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, Any] = field(default_factory=dict)
    sides: Sequence[str] = ()
    rounds: int = MOST_ROUNDS
    settings: Mapping[str, Any] = field(default_factory=dict)
    party: Sequence[int] | None = None

    @classmethod
    def of_encounter(cls, encounter: Encounter, **more: Any) -> NewFight:
        """A fight from an encounter that has been read (its own record of decisions, if any, is left out)."""
        own = {
            "name": encounter.name,
            "players": encounter.players,
            "sides": encounter.sides,
            "rounds": encounter.rounds,
        }
        return cls.of_record(encounter.session.record, **{**own, **more})

    @classmethod
    def of_record(cls, record: Record, **more: Any) -> NewFight:
        """A fight that begins as a record does."""
        return cls(
            load(record.ruleset), record.fighters, record.house, record.fight, **{"kept": dict(record.kept), **more}
        )


def first_events(new: NewFight, viewer: Viewer) -> tuple[list[NewEvent], Pool]:
    """The events of a fight's beginning, and the secret of its dice; BadInput where it cannot begin so."""
    if not isinstance(new.name, str) or len(new.name) > 200 or not new.name.isprintable():
        raise BadInput("name", shown(new.name), phrase("a text of at most {most} characters", most=200))
    fight, fighters = start_of(new.game, new.fighters, new.house, new.fight, new.kept)
    players = {id: known_player(new.players.get(id, PERSON), f"players.{id}") for id in fighters.ids}
    sides = {fight.fighters[place].stand.side for place, id in enumerate(fighters.ids) if players[id] == PERSON}
    everybody = len(sides) > 1 and all(player == PERSON for player in players.values())
    party = sorted(new.party if new.party is not None else ({min(sides)} if everybody else sides))
    pool = new_pool(0)
    body = {
        "ruleset": new.game.name,
        "version": new.game.version,
        "name": new.name,
        "house": dict(new.house or {}),
        "fight": dict(new.fight or {}),
        "order": list(fighters.ids),
        "fighters": {id: dict(form or {}) for id, form in new.fighters.items()},
        "kept": dict(new.kept),
        "players": players,
        "party": party,
        "sides": list(new.sides),
        "rounds": new.rounds,
        "settings": Settings().with_these(new.settings).to_dict(),
        **state_data(new.game, fight, fighters),
    }
    committed = {"pool": pool.number, "commitment": pool.commitment}
    return [NewEvent("created", viewer.actor, body), NewEvent("committed", viewer.actor, committed)], pool
