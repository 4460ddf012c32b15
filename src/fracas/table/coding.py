"""What happened and what was answered, as plain data, by names and not by numbers of an enumeration, and back.

A fight stored years ago is read by today's rules: a note that no longer exists is shown with its rule's id and its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from ..core.game import Game
from ..core.rule import rule_id_of
from ..core.table import Answer, Asked, Chosen, Event, Looped, Noted

Data = dict[str, Any]


class Given(NamedTuple):
    """One answer with where it is from: ``app`` (which pool, and how many words had been drawn before), ``hand`` (typed by
    a person) or ``policy`` (a choice that nobody was asked about)."""

    answer: Answer
    source: str
    sides: tuple[int, ...] = ()
    pool: int = 0
    at: int = 0

    def to_dict(self) -> Data:
        """For JSON."""
        if self.answer.option is not None:
            return {"label": self.answer.label, "option": self.answer.option, "from": self.source}
        found = {"label": self.answer.label, "faces": list(self.answer.faces), "sides": list(self.sides)}
        return found | {"from": self.source} | ({"pool": self.pool, "at": self.at} if self.source == "app" else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Given:
        """The answer that :meth:`to_dict` wrote."""
        if "option" in data:
            return cls(Answer(data["label"], (), data["option"]), data["from"])
        answer = Answer(data["label"], tuple(data["faces"]))
        return cls(answer, data["from"], tuple(data["sides"]), data.get("pool", 0), data.get("at", 0))


@dataclass(frozen=True)
class StoredDice:
    """The dice of a stored question: what they are called is all that is needed of them."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Forgotten:
    """An event that today's rules do not know any more: the rule's id then, and its numbers by name."""

    rule: str
    numbers: Mapping[str, int]


def event_data(game: Game, events: Iterable[Event]) -> list[Data]:
    """Events for JSON."""
    return [_data(game, event) for event in events]


def _data(game: Game, event: Event) -> Data:
    if isinstance(event, Looped):
        return {"loop": event.place}
    named: Data = {"rule": rule_id_of(event.why)}
    if isinstance(event, Noted):
        numbers = dict(zip(game.book.note_names(event.why), event.numbers, strict=True))
        return {"noted": event.why.name, **named, "numbers": numbers}
    if isinstance(event, Chosen):
        picked = {"picked": True} if event.picked else {}
        return {"chosen": event.why.name, **named, "who": event.who, "option": event.option, **picked}
    compared = {} if event.number is None else {"bonus": event.bonus, "number": event.number, "sign": event.sign}
    summary = list(event.summary) if isinstance(event.summary, tuple) else event.summary
    found = {"asked": event.why.name, **named, "dice": str(event.dice), "faces": list(event.faces), "summary": summary}
    return found | compared


def events_of(game: Game, data: Iterable[Mapping[str, Any]]) -> list[Event | Forgotten]:
    """The events that :func:`event_data` wrote, as far as the rules still know them."""
    return [_event(game, one) for one in data]


def _event(game: Game, data: Mapping[str, Any]) -> Event | Forgotten:
    if "loop" in data:
        return Looped(data["loop"])
    if "noted" in data:
        why = _member(game.book.note_keys, data["noted"])
        if why is not None and set(game.book.note_names(why)) == set(data["numbers"]):
            return Noted(why, tuple(data["numbers"][name] for name in game.book.note_names(why)))
        return Forgotten(data["rule"], data["numbers"])
    asked = _member(game.book.questions, data.get("asked") or data["chosen"])
    if asked is None:
        faces = data.get("faces", [data.get("option", 0)])
        return Forgotten(data["rule"], {str(place): face for place, face in enumerate(faces, start=1)})
    if "chosen" in data:
        return Chosen(asked, data["who"], data["option"], data.get("picked", False))
    summary = tuple(data["summary"]) if isinstance(data["summary"], list) else data["summary"]
    compared = (data.get("bonus"), data.get("number"), data.get("sign"))
    return Asked(asked, StoredDice(data["dice"]), tuple(data["faces"]), summary, *compared)


def _member(keys: type[IntEnum], name: str) -> IntEnum | None:
    return keys.__members__.get(name)
