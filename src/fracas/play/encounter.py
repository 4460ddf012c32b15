"""Encounter files: who fights whom, where, with what, under which house rules; and fights saved from the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.files import read_yaml
from ..core.forms import one_of, shown
from ..core.game import Game
from ..core.record import Record, Session
from ..packs import fighter_form, sample_pack, spoken
from ..rules import load
from .explain import Explainer
from .legal import Choice, why_not
from .policies import POLICIES

KEYS = ("ruleset", "name", "house", "fight", "light", "rounds", "sides", "fighters")
LIGHT = ("clear", "twilight", "dim", "dense", "dark")
"""How well one sees in a fight, from best to worst."""
LIGHT_FIELDS = ("vision", "light")
"""What a game that has rules for light calls it in its fight form."""
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
    sides: tuple[str, ...] = ()
    """Their names, where a file gives them."""

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
        raise BadInput("file", shown(data), phrase("an encounter: {keys}", keys=", ".join(KEYS)))
    for key in data:
        if key not in KEYS:
            raise BadInput(shown(key), "unknown", one_of(key, KEYS))
    game = load(data.get("ruleset", ""))
    sides = data.get("sides")
    if not isinstance(sides, list) or len(sides) < 2 or any(not isinstance(side, str) for side in sides):
        raise BadInput("sides", shown(sides), phrase("a list of at least two names"))
    fighters, players = fighters_of(data.get("fighters"), sides, game, lang)
    rounds = data.get("rounds", MOST_ROUNDS)
    if type(rounds) is not int or not 1 <= rounds <= 1000:
        raise BadInput("rounds", shown(rounds), phrase("a whole number from {low} to {high}", low=1, high=1000))
    session = Session.new(game, fighters, data.get("house"), fight_of(data, game), seed)
    lacking = game.lacks(session.fight.house)
    if lacking:
        what = phrase("{what} missing", what=lacking)
        raise BadInput("house", what, phrase("given: a whole fight needs it"))
    refused = why_not(session, Choice("begin"))
    if refused is not None:
        said = Explainer(game, session.fighters, lang).error(refused)
        raise BadInput("fighters", said, phrase("fighters who may fight"))
    return Encounter(str(data.get("name", "")), game, session, players, rounds, tuple(sides))


def fight_of(data: Mapping[str, Any], game: Game) -> Any:
    """The fight's own fields, with the light among them where the game has rules for it; else one clear line."""
    given, light = data.get("fight"), data.get("light")
    if light is None:
        return given
    if light not in LIGHT:
        raise BadInput("light", shown(light), one_of(light, LIGHT))
    field = next((name for name in LIGHT_FIELDS if name in (game.fight_form.fields or {})), None)
    if field is None and light != LIGHT[0]:
        right = phrase(
            "left out: {game} has no rule for light; give each roll a modifier with its reason (m -2 darkness)",
            game=game.title,
        )
        raise BadInput("light", light, right)
    if field is None or not isinstance(given or {}, Mapping):
        return given
    if field in (given or {}):
        raise BadInput("light", light, phrase("left out: {field} says it already", field=f"fight.{field}"))
    return {**(given or {}), field: light}


def fighters_of(
    given: Any, sides: list[str], game: Game, lang: str
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The fighters' forms by id, and who plays them."""
    if not isinstance(given, Mapping) or not given:
        raise BadInput("fighters", shown(given), phrase("at least one fighter a side"))
    pack = sample_pack(game.name)
    forms: dict[str, dict[str, Any]] = {}
    players: dict[str, str] = {}
    for id, fields in given.items():
        where = f"fighters.{id}"
        if not isinstance(fields, Mapping):
            raise BadInput(where, shown(fields), phrase("fields of a fighter"))
        side = fields.get("side")
        if side not in sides:
            raise BadInput(f"{where}.side", shown(side), one_of(side, tuple(sides)))
        count = fields.get("count", 1)
        if type(count) is not int or not 1 <= count <= 20:
            raise BadInput(
                f"{where}.count", shown(count), phrase("a whole number from {low} to {high}", low=1, high=20)
            )
        player = known_player(fields.get("play", "nearest"), f"{where}.play")
        own = {key: value for key, value in fields.items() if key not in OWN_KEYS or key == "from"}
        may_be_surprised(own, game, where)
        form = fighter_form(pack, own, where, lang)
        for number in range(count):
            copy = dict(form) | {"side": sides.index(side)}
            name = str(id) if count == 1 else f"{id}_{number + 1}"
            if count > 1:
                copy.setdefault("name", str(id))
                if isinstance(form.get("at"), list) and len(form["at"]) == 2:
                    copy["at"] = [form["at"][0], form["at"][1] + SPACING * number]
            forms[name], players[name] = copy, player
    tell_apart(forms)
    for place, side in enumerate(sides):
        if not any(form["side"] == place for form in forms.values()):
            raise BadInput(
                "fighters", phrase("nobody on side {side}", side=side), phrase("at least one fighter a side")
            )
    return forms, players


def may_be_surprised(own: dict[str, Any], game: Game, where: str) -> None:
    """``surprised`` is for games that have rules for it; said where it means nothing, it is one clear line."""
    if "surprised" not in own or "surprised" in (game.fighter_form.fields or {}):
        return
    if own.pop("surprised") is not False:
        right = phrase(
            "left out: {game} has no rule for surprise; give each roll a modifier with its reason (m +2 surprise)",
            game=game.title,
        )
        raise BadInput(f"{where}.surprised", "true", right)


def tell_apart(forms: Mapping[str, dict[str, Any]]) -> None:
    """Fighters of the same name, from one sample or with a count, get numbers in the order of the file."""
    names = Counter(form["name"] for form in forms.values() if isinstance(form.get("name"), str))
    several, given = {name for name in names if names[name] > 1}, set(names)
    for form in forms.values():
        if isinstance(form.get("name"), str) and form["name"] in several:
            numbered = (f"{form['name']} {number}" for number in range(1, 1000))
            form["name"] = next(name for name in numbered if name not in given)
            given.add(form["name"])


@lru_cache(maxsize=32)
def names_in(game: str, lang: str) -> Mapping[str, str]:
    """What the sample pack calls its fighters and things in the other languages, and what in this one: a fight saved in
    one language is shown in another. Words that could mean two things are left out."""
    try:
        parts = sample_pack(game).parts.values()
    except BadInput:
        return {}
    names = [entry["name"] for part in parts for entry in part.values() if isinstance(entry.get("name"), Mapping)]
    here = {spoken(name, lang) for name in names}
    meant: dict[str, set[str]] = {}
    for name in names:
        for word in name.values():
            meant.setdefault(word, set()).add(spoken(name, lang))
    return {word: next(iter(found)) for word, found in meant.items() if len(found) == 1 and word not in here}


def encounter_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an encounter file of one game."""
    pack = sample_pack(game.name)
    form = game.fighter_form.schema()
    fields: dict[str, Any] = dict(form["properties"])
    for kind in ("weapons", "armour"):
        if kind in fields and "items" in fields[kind]:
            items = fields[kind]["items"]
            fields[kind] = {"type": "array", "items": {"anyOf": [{"enum": sorted(pack.parts[kind])}, items]}}
    if "protection" in fields:
        fields["protection"] = {
            "anyOf": [{"type": "array", "items": {"enum": sorted(pack.parts["armour"])}}, fields["protection"]]
        }
    for kind in ("armour", "cover"):
        if kind in fields and "items" not in fields[kind] and pack.parts[kind]:
            fields[kind] = {"anyOf": [{"enum": sorted(pack.parts[kind])}, fields[kind]]}
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
            **({"light": {"enum": list(LIGHT)}} if set(LIGHT_FIELDS) & set(game.fight_form.fields or {}) else {}),
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
