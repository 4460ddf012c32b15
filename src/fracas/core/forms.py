"""Forms: what a person may write down (a fighter, the details of a decision), checked with one clear line.

A form is declared once, as fields; reading it, its JSON Schema and its help all follow from that. Errors name the place
(``ann.armour[0].sp``), what was found, and what would be right.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .dice import MOST_DICE, parse_dice
from .errors import BadInput, phrase


@dataclass(frozen=True)
class Field:
    """Base of all fields; ``required`` ones must be given, the others read as ``default``. ``rule``: the rule concerned."""

    default: Any = None
    required: bool = False
    rule: str = ""
    help: str = ""

    def read(self, value: Any, where: str) -> Any:
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        raise NotImplementedError

    def right(self) -> str:
        """What may be written here, in a few words."""
        return phrase("given")

    def _wrong(self, value: Any, where: str, right: str | None = None) -> BadInput:
        return BadInput(where, shown(value), self.right() if right is None else right, self.rule)


@dataclass(frozen=True)
class Whole(Field):
    """A whole number within bounds, both included."""

    low: int = 0
    high: int = 999

    def read(self, value: Any, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise self._wrong(value, where)
        return value

    def right(self) -> str:
        return phrase("a whole number from {low} to {high}", low=self.low, high=self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Flag(Field):
    """true or false."""

    def read(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise self._wrong(value, where)
        return value

    def right(self) -> str:
        return phrase("true or false")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Word(Field):
    """One of some words."""

    words: tuple[str, ...] = ()

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise self._wrong(value, where, one_of(value, self.words))
        return value

    def right(self) -> str:
        return one_of(None, self.words)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Text(Field):
    """A short text, kept for the log."""

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
            raise self._wrong(value, where)
        return value

    def right(self) -> str:
        return phrase("a text of 1 to 80 characters")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": 80}


@dataclass(frozen=True)
class DiceField(Field):
    """Dice notation (``3d6``, ``2D6+1``) or a whole number."""

    sides: tuple[int, ...] = (6,)
    most: int = MOST_DICE

    def read(self, value: Any, where: str) -> Any:
        dice = parse_dice(value, where, self.rule, self.sides)
        if dice.number > self.most:
            raise self._wrong(value, where, phrase("at most {most} dice", most=self.most))
        return dice

    def right(self) -> str:
        return phrase("dice such as {example}, or a whole number", example=f"2d{self.sides[-1]}+1")

    def schema(self) -> dict[str, Any]:
        sides = "|".join(map(str, self.sides))
        pattern = rf"^\s*((\d*\s*[dD]\s*({sides}))\s*([+-]\s*\d+)?|\d+)\s*$"
        return {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 999}, {"type": "string", "pattern": pattern}]}


@dataclass(frozen=True)
class ListOf(Field):
    """A list of the same kind of thing, at most ``most``."""

    of: Field = Field()
    most: int = 20

    def read(self, value: Any, where: str) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            raise self._wrong(value, where, phrase("a list"))
        if len(value) > self.most:
            raise self._wrong(phrase("{n} entries", n=len(value)), where, phrase("at most {most}", most=self.most))
        return [self.of.read(one, f"{where}[{place}]") for place, one in enumerate(value)]

    def right(self) -> str:
        return phrase("a list of at most {most}, each {what}", most=self.most, what=self.of.right())

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "maxItems": self.most}


@dataclass(frozen=True)
class Map(Field):
    """Names with one kind of value each. ``names`` empty: any short name will do."""

    of: Field = Field()
    names: tuple[str, ...] = ()

    def read(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self._wrong(value, where)
        for name in value:
            if self.names and name not in self.names:
                raise BadInput(f"{where}.{name}", "unknown", one_of(name, self.names), self.rule)
            if not isinstance(name, str) or not 0 < len(name) <= 80:
                raise self._wrong(name, where, phrase("names of 1 to 80 characters"))
        return {name: self.of.read(one, f"{where}.{name}") for name, one in value.items()}

    def right(self) -> str:
        example = "{" + f"{(self.names or ('name',))[0]}: 1" + "}"
        return phrase("names with values, such as {example}", example=example)

    def schema(self) -> dict[str, Any]:
        inner: dict[str, Any] = {"type": "object", "additionalProperties": self.of.schema()}
        if self.names:
            inner["propertyNames"] = {"enum": list(self.names)}
        return inner


@dataclass(frozen=True)
class Form(Field):
    """Named fields; unknown keys are errors."""

    fields: Mapping[str, Field] | None = None

    def read(self, value: Any, where: str) -> dict[str, Any]:
        fields = self.fields or {}
        if not isinstance(value, Mapping):
            raise self._wrong(value, where)
        for name in value:
            if name not in fields:
                raise BadInput(_join(where, name), "unknown", one_of(name, tuple(fields)), self.rule)
        found: dict[str, Any] = {}
        for name, field in fields.items():
            if name in value:
                found[name] = field.read(value[name], _join(where, name))
            elif field.required:
                raise BadInput(_join(where, name), "missing", _right(field), field.rule)
            else:
                found[name] = field.default
        return found

    def right(self) -> str:
        names = ", ".join(list(self.fields or {})[:4])
        return phrase("fields such as {names}", names=names) if names else phrase("left out: nothing can be given here")

    def schema(self) -> dict[str, Any]:
        fields = self.fields or {}
        inner: dict[str, Any] = {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                name: field.schema() | ({"description": field.help} if field.help else {})
                for name, field in fields.items()
            },
        }
        required = [name for name, field in fields.items() if field.required]
        return inner | ({"required": required} if required else {})


@dataclass(frozen=True)
class Either(Field):
    """One of two kinds of field: the first that takes the value; the error is the last one's."""

    first: Field = Field()
    second: Field = Field()

    def read(self, value: Any, where: str) -> Any:
        try:
            return self.first.read(value, where)
        except BadInput:
            return self.second.read(value, where)

    def right(self) -> str:
        return phrase("{first}, or {second}", first=self.first.right(), second=self.second.right())

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.first.schema(), self.second.schema()]}


def in_full(raw: Mapping[str, Any], skills: tuple[str, ...], place: str) -> dict[str, Any]:
    """A fighter as a command line may write it, in full: ``sp: 11`` (or ``sp: {body: 11, head: 7}``) as pieces of armour
    (at ``place`` when none is named), and skills that stand beside the other fields.

    >>> in_full({"sp": 11, "handgun": 6}, ("handgun",), "body")
    {'armour': [{'name': 'armour', 'sp': 11, 'covers': ['body']}], 'skills': {'handgun': 6}}
    """
    full = {name: value for name, value in raw.items() if name != "sp" and name not in skills}
    if "sp" in raw:
        given = raw["sp"] if isinstance(raw["sp"], Mapping) else {place: raw["sp"]}
        if not isinstance(full.get("armour", []), list):
            raise BadInput("armour", shown(full["armour"]), phrase("a list"))
        pieces = [{"name": "armour", "sp": sp, "covers": [at]} for at, sp in given.items()]
        full["armour"] = [*full.get("armour", []), *pieces]
    beside = {name: value for name, value in raw.items() if name in skills}
    if beside:
        if not isinstance(full.get("skills", {}), Mapping):
            raise BadInput("skills", shown(full["skills"]), phrase("names with levels"))
        full["skills"] = {**full.get("skills", {}), **beside}
    return full


def _right(field: Field) -> str:
    return phrase("given ({help})", help=phrase(field.help)) if field.help else phrase("given")


def _join(where: str, name: object) -> str:
    return f"{where}.{shown(name)}" if where else shown(name)


def shown(value: Any) -> str:
    """A value as an error shows it: short, on one line.

    >>> shown(float("nan")), shown("a\\nb"), shown("x" * 100)[-4:]
    ('nan', 'a b', 'xxx…')
    """
    if value is None:
        return "nothing"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**18:
        return f"a number of about {int(value.bit_length() * 0.30103) + 1} digits"
    text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else reprlib.repr(value)
    text = " ".join(text[:200].split()) or "nothing"
    return text if len(text) <= 60 else text[:59] + "…"


def one_of(value: Any, words: tuple[str, ...]) -> str:
    """What would be right, the nearest word first.

    >>> one_of("hed", ("head", "body"))
    "'head'? One of: head, body"
    """
    listed = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
    near = difflib.get_close_matches(value, words, 1) if isinstance(value, str) else []
    if not words:
        return phrase("left out: nothing can be given here")
    return (
        phrase("'{near}'? One of: {words}", near=near[0], words=listed)
        if near
        else phrase("one of: {words}", words=listed)
    )
