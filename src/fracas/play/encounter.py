"""Encounter files: who fights whom, where, with what, under which house rules; and fights saved from the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadInput
from ..core.files import read_yaml
from ..core.forms import one_of, shown
from ..core.game import Game
from ..core.record import Record, Session
from ..packs import fighter_form, sample_pack
from ..rules import load
from .explain import Explainer
from .legal import Choice, why_not
from .policies import POLICIES

KEYS = ("ruleset", "name", "house", "fight", "rounds", "sides", "fighters")
PERSON = "person"
OWN_KEYS = ("from", "count", "play", "side")
MOST_ROUNDS = 50
SPACING = 2
"""Metres between the copies of a fighter with a ``count``."""


@dataclass
class Encounter:
    """A fight ready to be played: its session, who plays each fighter (a policy, or a person), and when it stops."""

    name: str
    game: Game
    session: Session
    players: dict[str, str]
    rounds: int

    def to_dict(self) -> dict[str, Any]:
        """The saved fight, as JSON."""
        return {
            "encounter": self.name,
            "players": dict(self.players),
            "rounds": self.rounds,
            "record": self.session.record.to_dict(),
        }


def read_encounter(path: str, lang: str = "en", seed: int = 0) -> Encounter:
    """An encounter from a YAML file, or a fight saved as JSON; BadInput says where and what."""
    data = read_yaml(path)
    try:
        if isinstance(data, Mapping) and "record" in data:
            return saved_encounter(data)
        return encounter_of(data, lang, seed)
    except BadInput as error:
        raise error.under(f"{path}: ") from None


def saved_encounter(data: Mapping[str, Any]) -> Encounter:
    """The fight that :meth:`Encounter.to_dict` wrote."""
    record = Record.from_dict(data["record"])
    game = load(record.ruleset)
    session = Session(game, record)
    players = {id: str(data.get("players", {}).get(id, PERSON)) for id in session.fighters.ids}
    for id, player in players.items():
        known_player(player, f"players.{id}")
    return Encounter(str(data.get("encounter", "")), game, session, players, int(data.get("rounds", MOST_ROUNDS)))


def encounter_of(data: Any, lang: str = "en", seed: int = 0) -> Encounter:
    """An encounter from its data."""
    if not isinstance(data, Mapping):
        raise BadInput("file", shown(data), f"an encounter: {', '.join(KEYS)}")
    for key in data:
        if key not in KEYS:
            raise BadInput(shown(key), "unknown", one_of(key, KEYS))
    game = load(data.get("ruleset", ""))
    sides = data.get("sides")
    if not isinstance(sides, list) or len(sides) < 2 or any(not isinstance(side, str) for side in sides):
        raise BadInput("sides", shown(sides), "a list of at least two names")
    fighters, players = fighters_of(data.get("fighters"), sides, game, lang)
    rounds = data.get("rounds", MOST_ROUNDS)
    if type(rounds) is not int or not 1 <= rounds <= 1000:
        raise BadInput("rounds", shown(rounds), "a number from 1 to 1000")
    session = Session.new(game, fighters, data.get("house"), data.get("fight"), seed)
    lacking = game.lacks(session.fight.house)
    if lacking:
        raise BadInput("house", f"{lacking} missing", "given: a whole fight needs it")
    refused = why_not(session, Choice("begin"))
    if refused is not None:
        raise BadInput("fighters", Explainer(game, session.fighters, lang).error(refused), "fighters who may fight")
    return Encounter(str(data.get("name", "")), game, session, players, rounds)


def fighters_of(
    given: Any, sides: list[str], game: Game, lang: str
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The fighters' forms by id, and who plays them."""
    if not isinstance(given, Mapping) or not given:
        raise BadInput("fighters", shown(given), "at least one fighter a side, as 'id: {side: …}'")
    pack = sample_pack(game.name)
    forms: dict[str, dict[str, Any]] = {}
    players: dict[str, str] = {}
    for id, fields in given.items():
        where = f"fighters.{id}"
        if not isinstance(fields, Mapping):
            raise BadInput(where, shown(fields), "fields of a fighter")
        side = fields.get("side")
        if side not in sides:
            raise BadInput(f"{where}.side", shown(side), one_of(side, tuple(sides)))
        count = fields.get("count", 1)
        if type(count) is not int or not 1 <= count <= 20:
            raise BadInput(f"{where}.count", shown(count), "a number from 1 to 20")
        player = known_player(fields.get("play", "nearest"), f"{where}.play")
        own = {key: value for key, value in fields.items() if key not in OWN_KEYS or key == "from"}
        form = fighter_form(pack, own, where, lang)
        for number in range(count):
            copy = dict(form) | {"side": sides.index(side)}
            name = str(id) if count == 1 else f"{id}_{number + 1}"
            if count > 1:
                copy["name"] = f"{form.get('name', id)} {number + 1}"
                if isinstance(form.get("at"), list) and len(form["at"]) == 2:
                    copy["at"] = [form["at"][0], form["at"][1] + SPACING * number]
            forms[name], players[name] = copy, player
    for place, side in enumerate(sides):
        if not any(form["side"] == place for form in forms.values()):
            raise BadInput("fighters", f"nobody on side {side}", "at least one fighter a side")
    return forms, players


def encounter_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an encounter file of one game."""
    pack = sample_pack(game.name)
    form = game.fighter_form.schema()
    fields: dict[str, Any] = dict(form["properties"])
    for kind in ("weapons", "armour"):
        if kind in fields:
            items = fields[kind]["items"]
            fields[kind] = {"type": "array", "items": {"anyOf": [{"enum": sorted(pack.parts[kind])}, items]}}
    if "protection" in fields:
        fields["protection"] = {
            "anyOf": [{"type": "array", "items": {"enum": sorted(pack.parts["armour"])}}, fields["protection"]]
        }
    if "cover" in fields:
        fields["cover"] = {"anyOf": [{"enum": sorted(pack.parts["cover"])}, fields["cover"]]}
    fields |= {
        "side": {"type": "string"},
        "from": {"enum": sorted(pack.parts["fighters"])},
        "count": {"type": "integer", "minimum": 1, "maximum": 20},
        "play": {"enum": [PERSON, *POLICIES]},
    }
    house = {name: option.field.schema() for name, option in game.options.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.title}: an encounter",
        "type": "object",
        "additionalProperties": False,
        "required": ["ruleset", "sides", "fighters"],
        "properties": {
            "ruleset": {"const": game.name},
            "name": {"type": "string"},
            "house": {"type": "object", "additionalProperties": False, "properties": house},
            "fight": game.fight_form.schema(),
            "rounds": {"type": "integer", "minimum": 1, "maximum": 1000},
            "sides": {"type": "array", "minItems": 2, "items": {"type": "string"}},
            "fighters": {
                "type": "object",
                "minProperties": 2,
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["side"],
                    "properties": fields,
                },
            },
        },
    }


def known_player(player: Any, where: str) -> str:
    """A policy's name, or ``person``."""
    if player not in (PERSON, *POLICIES):
        raise BadInput(where, shown(player), one_of(player, (PERSON, *POLICIES)))
    return str(player)
