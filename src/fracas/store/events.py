"""What the store keeps and gives back, as plain data (no database is needed to read it)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class NewEvent:
    """An event to be added: what kind, by whom, and its data (JSON)."""

    kind: str
    actor: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """An event as it is stored. ``at``: the server's clock when it came (UTC, ISO 8601): to be read, never to sort by."""

    fight: str
    seq: int
    kind: str
    actor: str
    at: str
    body: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """For JSON, without the fight's id."""
        return {"seq": self.seq, "kind": self.kind, "actor": self.actor, "at": self.at, "body": dict(self.body)}


@dataclass(frozen=True)
class Appended:
    """What an append came to: its events, and whether they were there before (``repeated``)."""

    events: tuple[Event, ...]
    repeated: bool = False


@dataclass(frozen=True)
class FightRow:
    """One fight of the list; ``changed``: when its last event came."""

    id: str
    ruleset: str
    version: str
    name: str
    created: str
    head: int
    changed: str


@dataclass(frozen=True)
class Pool:
    """The secret behind a run of app dice (``None``: it is not known here), and the promise of it."""

    number: int
    commitment: str
    secret: str | None = field(repr=False)
