"""The file format of a whole fight: its JSON Schema, and the same checks without a library.

Version 1. A file holds what the log holds: every event from 1 on, none left out. Fields may be added by later versions of
the program; readers leave alone what they do not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from ..store.events import Event

FORMAT, VERSION = "fracas fight", 1

CHANGED = ("changes", "views")
KINDS: dict[str, tuple[str, ...]] = {
    "created": (
        *("ruleset", "version", "name", "house", "fight", "order", "fighters", "kept", "players", "party", "sides"),
        *("rounds", "settings", "values", "views"),
    ),
    "committed": ("pool", "commitment"),
    "opened": ("pool", "secret", "commitment"),
    "branched": ("fight", "seq"),
    "decided": ("do", "answers", "happened", "draws", "hidden", *CHANGED),
    "waits": ("do", "answers", "happened", "draws", "hidden", "question"),
    "withdrawn": ("of",),
    "undone": ("of", "seqs", *CHANGED),
    "redone": ("of", "seqs", *CHANGED),
    "overridden": ("of", "set", "reason", *CHANGED),
    "sealed": ("do", "by"),
    "revealed": ("fighters", "refused"),
    "requested": ("of",),
    "refused": ("of",),
    "seated": ("fighter",),
    "settled": ("settings",),
}
"""Every kind of event, and the fields that its body must have."""

TEXT, WHOLE, THINGS, THING, FLAG = "string", "integer", "array", "object", "boolean"
TYPES = {
    **dict.fromkeys(("ruleset", "version", "name", "commitment", "secret", "do", "reason", "by", "fighter"), TEXT),
    **dict.fromkeys(("pool", "of", "rounds", "seq"), WHOLE),
    **dict.fromkeys(("order", "party", "sides", "answers", "happened", "draws", "seqs", "fighters in order"), THINGS),
    **dict.fromkeys(("house", "kept", "players", "settings", "values", "views", "changes", "set", "question"), THING),
    "hidden": FLAG,
    "refused": THING,
}
"""What a field of a body is. ``fight`` and ``fighters`` depend on the kind (see :func:`type_of`)."""

EVENT = {"seq": WHOLE, "kind": TEXT, "actor": TEXT, "at": TEXT, "body": THING}
FIGHT = {"id": TEXT, "ruleset": TEXT, "version": TEXT, "name": TEXT, "created": TEXT}
POOL = {"pool": WHOLE, "commitment": TEXT, "secret": TEXT}
PYTHON: dict[str, type] = {TEXT: str, WHOLE: int, THINGS: list, THING: dict, FLAG: bool}
WORDS = {
    TEXT: phrase("a text"),
    WHOLE: phrase("a whole number"),
    THINGS: phrase("a list"),
    THING: phrase("fields with values"),
    FLAG: phrase("true or false"),
}


def type_of(kind: str, field: str) -> str:
    """What a field of an event's body is.

    >>> type_of("created", "fight"), type_of("branched", "fight")
    ('object', 'string')
    """
    if field == "fight":
        return THING if kind == "created" else TEXT
    if field == "fighters":
        return THING if kind == "created" else THINGS
    return TYPES[field]


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a fight's file."""

    def fields(types: Mapping[str, str], required: tuple[str, ...] | None = None) -> dict[str, Any]:
        properties = {name: {"type": kind} for name, kind in types.items()}
        return {"type": "object", "required": list(required or types), "properties": properties}

    event = fields(EVENT)
    event["properties"]["seq"] = {"type": "integer", "minimum": 1}
    event["properties"]["kind"] = {"enum": list(KINDS)}
    event["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": {"properties": {"body": fields({name: type_of(kind, name) for name in names})}},
        }
        for kind, names in KINDS.items()
    ]
    pool = fields(POOL, ("pool", "commitment"))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fracas: a whole fight",
        "type": "object",
        "required": ["format", "version", "fight", "events"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "fight": fields(FIGHT),
            "events": {"type": "array", "minItems": 2, "items": event},
            "dice": {"type": "array", "items": pool},
        },
    }


def checked(data: Any) -> tuple[dict[str, str], list[Event], list[dict[str, Any]]]:
    """A fight's file as its head, its events in order and the secrets in it; BadInput says where it is wrong."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput("file", shown(data), phrase("a fight that fracas has exported"))
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise BadInput("version", shown(data.get("version")), phrase("version {version}", version=VERSION))
    head = _fields(data.get("fight"), FIGHT, "fight", tuple(FIGHT))
    given = data.get("events")
    if not isinstance(given, list) or len(given) < 2:
        raise BadInput("events", shown(given), phrase("a list"))
    events = [_event(one, place, head["id"]) for place, one in enumerate(given)]
    if events[0].kind != "created":
        raise BadInput("events[0].kind", events[0].kind, "created")
    dice = data.get("dice", [])
    if not isinstance(dice, list):
        raise BadInput("dice", shown(dice), WORDS[THINGS])
    return head, events, [_fields(one, POOL, f"dice[{n}]", ("pool", "commitment")) for n, one in enumerate(dice)]


def _event(data: Any, place: int, fight: str) -> Event:
    where = f"events[{place}]"
    one = _fields(data, EVENT, where, tuple(EVENT))
    if one["seq"] != place + 1:
        raise BadInput(f"{where}.seq", shown(one["seq"]), str(place + 1))
    if one["kind"] not in KINDS:
        raise BadInput(f"{where}.kind", shown(one["kind"]), one_of(one["kind"], tuple(KINDS)))
    names = KINDS[one["kind"]]
    _fields(one["body"], {name: type_of(one["kind"], name) for name in names}, f"{where}.body", names)
    return Event(fight, one["seq"], one["kind"], one["actor"], one["at"], one["body"])


def _fields(data: Any, types: Mapping[str, str], where: str, required: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadInput(where, shown(data), WORDS[THING])
    for name, kind in types.items():
        if name not in data:
            if name in required:
                raise BadInput(f"{where}.{name}", "missing", WORDS[kind])
            continue
        value = data[name]
        if not isinstance(value, PYTHON[kind]) or (kind == WHOLE and isinstance(value, bool)):
            raise BadInput(f"{where}.{name}", shown(value), WORDS[kind])
    return data
