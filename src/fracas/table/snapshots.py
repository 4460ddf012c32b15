"""A position as one piece of JSON, so that a long fight opens without all of its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .coding import Given
from .position import Deed, Position, Waiting, choice_data, choice_of
from .roles import Settings

VERSION = 1

PLAIN = (
    *("seq", "ruleset", "version", "name", "house", "fields", "forms", "kept", "players", "party", "rounds", "values"),
    *("views", "redoable", "seats", "dice", "pools", "draws"),
)
"""The parts of a position that are JSON as they are."""


def snapshot_of(position: Position) -> dict[str, Any]:
    """The position for JSON."""
    waiting = position.waiting
    return {
        "snapshot": VERSION,
        **{name: getattr(position, name) for name in PLAIN},
        "sides": list(position.sides),
        "settings": position.settings.to_dict(),
        "deeds": [asdict(deed) for deed in position.deeds],
        "undos": {str(seq): seqs for seq, seqs in position.undos.items()},
        "sealed": {id: [seq, choice_data(choice)] for id, (seq, choice) in position.sealed.items()},
        "requests": {str(seq): list(one) for seq, one in position.requests.items()},
        "hidden": sorted(position.hidden),
        "waiting": None
        if waiting is None
        else {
            **{name: getattr(waiting, name) for name in WAITS},
            "choice": choice_data(waiting.choice),
            "given": [one.to_dict() for one in waiting.given],
            "question": dict(waiting.question),
        },
    }


WAITS = ("first", "seq", "whose", "hidden", "dice", "actor", "reacted")


def position_of(id: str, data: Mapping[str, Any]) -> Position:
    """The position that :func:`snapshot_of` wrote; ValueError, KeyError or TypeError where it is of another version."""
    if data["snapshot"] != VERSION:
        raise ValueError(data["snapshot"])
    waiting = data["waiting"]
    return Position(
        id,
        **{name: data[name] for name in PLAIN},
        sides=tuple(data["sides"]),
        settings=Settings().with_these(data["settings"]),
        deeds=[Deed(**one) for one in data["deeds"]],
        undos={int(seq): seqs for seq, seqs in data["undos"].items()},
        sealed={name: (seq, choice_of(choice)) for name, (seq, choice) in data["sealed"].items()},
        requests={int(seq): (of, actor) for seq, (of, actor) in data["requests"].items()},
        hidden=set(data["hidden"]),
        waiting=None
        if waiting is None
        else Waiting(
            choice=choice_of(waiting["choice"]),
            given=tuple(Given.from_dict(one) for one in waiting["given"]),
            question=waiting["question"],
            **{name: waiting[name] for name in WAITS},
        ),
    )
