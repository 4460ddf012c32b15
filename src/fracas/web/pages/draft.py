"""A fight that is being set up: plain data that stands in the address of its page, so that going back, reloading, another
language or a page without scripts lose nothing. What it comes to, :func:`fracas.play.encounter.encounter_of` says.

A draft is written like an encounter file, with a little more: ``own`` (whose dice are typed), ``roll`` (who rolls
initiative), ``next`` (the fight that it follows), ``edit`` (the fighter whose card is open). A fighter that is ``kept``
comes from the roster or from the fight before, with all that it has left.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ...core.errors import BadInput, phrase
from ...core.files import read_yaml
from ...core.forms import shown
from ...encounters import ENCOUNTERS
from ...play.encounter import MOST_ROUNDS, PERSON, SPACING

MOST_TEXT = 12_000
"""Characters of a draft in an address."""
MOST_DATA = 200_000
MOST_SIDES, MOST_FIGHTERS = 6, 40
MOST_COPIES = 20
APART, ROW = 10, 3
"""Metres between the sides, and between the fighters of a side, who have no point of their own."""
ROLLS = ("app", "own", "later")
"""Initiative: rolled by the app at once, typed at the table, or not before somebody begins."""
FIGHT_ID = re.compile(r"[A-Za-z0-9_-]{1,80}\Z")


@dataclass(frozen=True)
class Draft:
    """What has been chosen so far for a fight of the game ``ruleset``; ``fighters`` by id, as an encounter file has them."""

    ruleset: str
    name: str = ""
    sides: tuple[str, ...] = ("A", "B")
    fighters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    fight: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = MOST_ROUNDS
    own: tuple[str, ...] = ()
    roll: str = "app"
    next: str = ""
    edit: str = ""

    # -- in the address ---------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """For JSON: what differs from an empty draft."""
        found = {
            "name": self.name,
            "sides": list(self.sides),
            "fighters": {id: dict(one) for id, one in self.fighters.items()},
            "house": dict(self.house),
            "fight": dict(self.fight),
            "rounds": self.rounds,
            "own": list(self.own),
            "roll": self.roll,
            "next": self.next,
            "edit": self.edit,
        }
        empty = {"rounds": MOST_ROUNDS, "roll": "app"}
        return {key: value for key, value in found.items() if value and value != empty.get(key)}

    def written(self) -> str:
        """Compact, for an address; BadInput where it is too long for one."""
        plain = json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        text = base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")
        if len(text) > MOST_TEXT:
            what = phrase("{n} characters", n=len(text))
            raise BadInput("fighters", what, phrase("short enough for an address: at most {most}", most=MOST_TEXT))
        return text

    @classmethod
    def read(cls, ruleset: str, text: str) -> Draft:
        """What :meth:`written` wrote; BadInput where it is none.

        >>> draft = Draft("cpred", "At the bar", fighters={"ann": {"side": "A", "hp": 20}}, roll="own")
        >>> Draft.read("cpred", draft.written()) == draft
        True
        >>> Draft.read("cpred", "cut-off")
        Traceback (most recent call last):
        fracas.core.errors.BadInput: d: cut-off - should be the address of a fight that is being set up
        """
        try:
            packed = base64.urlsafe_b64decode(text[:MOST_TEXT] + "=" * (-len(text) % 4))
            opened = zlib.decompressobj()
            plain = opened.decompress(packed, MOST_DATA)
            if not opened.eof:
                raise ValueError
            return cls.from_dict(ruleset, json.loads(plain))
        except (binascii.Error, zlib.error, ValueError, TypeError, RecursionError):
            raise BadInput("d", shown(text), phrase("the address of a fight that is being set up")) from None

    @classmethod
    def from_dict(cls, ruleset: str, data: Any) -> Draft:
        """From JSON; ValueError or TypeError where it has another shape."""
        if not isinstance(data, dict):
            raise ValueError
        fighters = data.get("fighters", {})
        sound = isinstance(fighters, dict) and len(fighters) <= MOST_FIGHTERS
        sound = sound and all(fits(id) and "." not in id and is_fighter(one) for id, one in fighters.items())
        lists = [data.get("sides", ["A", "B"]), data.get("own", [])]
        sound = sound and all(isinstance(one, list) and all(fits(text) for text in one) for one in lists)
        sound = sound and all(isinstance(data.get(key, {}), dict) for key in ("house", "fight"))
        words = {key: data.get(key, "") for key in ("name", "next", "edit")}
        sound = sound and all(isinstance(one, str) and len(one) <= 200 for one in words.values())
        if not sound or type(data.get("rounds", 1)) is not int or not 2 <= len(lists[0]) <= MOST_SIDES:
            raise ValueError
        if len(set(lists[0])) != len(lists[0]) or (words["next"] and not FIGHT_ID.match(words["next"])):
            raise ValueError
        roll = data.get("roll", "app")
        return cls(
            ruleset,
            words["name"],
            tuple(lists[0]),
            fighters,
            data.get("house", {}),
            data.get("fight", {}),
            data.get("rounds", MOST_ROUNDS),
            tuple(lists[1]),
            roll if roll in ROLLS else "app",
            words["next"],
            words["edit"],
        )

    @property
    def query(self) -> str:
        """The address's query for this draft."""
        return f"d={self.written()}" if self.to_dict() != fresh(self.ruleset).to_dict() else ""

    @property
    def address(self) -> str:
        """Where it is set up."""
        return f"/new/{self.ruleset}" + (f"?{self.query}" if self.query else "")

    # -- what changes it --------------------------------------------------------------------------------------------

    def with_fighter(self, base: str, fields: Mapping[str, Any]) -> Draft:
        """One fighter more; its id is ``base``, with a number where that is taken."""
        if len(self.fighters) >= MOST_FIGHTERS:
            what = phrase("{n} entries", n=len(self.fighters) + 1)
            raise BadInput("fighters", what, phrase("at most {most}", most=MOST_FIGHTERS))
        stem = re.sub(r"[^\w-]+", "_", base).strip("_")[:30] or "fighter"
        stem = stem if stem not in ("fight", "outcome") else f"{stem}er"
        id = next(one for one in (stem, *(f"{stem}{n}" for n in range(2, 1000))) if one not in self.fighters)
        return replace(self, fighters={**self.fighters, id: dict(fields)})

    def without(self, id: str) -> Draft:
        """That fighter is left out."""
        left = {one: fields for one, fields in self.fighters.items() if one != id}
        return replace(self, fighters=left, own=tuple(one for one in self.own if one != id))

    def changed(self, id: str, fields: Mapping[str, Any]) -> Draft:
        """A fighter has other fields; those that are None are taken away."""
        whole = {**self.fighters[id], **fields}
        return replace(
            self, fighters={**self.fighters, id: {key: one for key, one in whole.items() if one is not None}}
        )

    @property
    def kept(self) -> list[str]:
        """Ids of those who come from the roster or from the fight before."""
        return [id for id, one in self.fighters.items() if one.get("kept")]

    # -- what it comes to -------------------------------------------------------------------------------------------

    def encounter(self, forms: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """The data of its encounter, for ``encounter_of``. ``forms``: of those who are kept, by id. Who has no
        point of its own stands in its side's row, the sides :data:`APART` metres from one another."""
        rows = dict.fromkeys(self.sides, 0)
        fighters = {}
        for id, one in self.fighters.items():
            fields = {key: value for key, value in one.items() if key != "kept"}
            if one.get("kept"):
                bare = {key: value for key, value in forms.get(id, {}).items() if key not in ("side", "at")}
                fields = {**bare, **fields}
            side, count = fields.get("side"), fields.get("count", 1)
            if side in rows and "at" not in fields:
                fields["at"] = [APART * self.sides.index(side), rows[side]]
            if side in rows:
                rows[side] += ROW + SPACING * (count - 1)
            fighters[id] = fields
        found = {"ruleset": self.ruleset, "name": self.name, "sides": list(self.sides), "rounds": self.rounds}
        found |= {"house": dict(self.house)} if self.house else {}
        found |= {"fight": dict(self.fight)} if self.fight else {}
        return {**found, "fighters": fighters}

    def ids_of(self, id: str) -> list[str]:
        """The ids in the fight of a fighter with its copies."""
        count = self.fighters[id].get("count", 1)
        return [id] if count == 1 else [f"{id}_{number + 1}" for number in range(count)]

    def has_persons(self) -> bool:
        """Is anybody played by a person?"""
        return any(one.get("play") == PERSON for one in self.fighters.values())


def fits(text: Any) -> bool:
    """May this be an id or a side's name?"""
    return isinstance(text, str) and 0 < len(text) <= 60 and text.isprintable()


def is_fighter(one: Any) -> bool:
    """Has what only a draft and an encounter say of a fighter the right kind? The rest its game's form checks."""
    if not isinstance(one, dict):
        return False
    words = all(isinstance(one.get(key, ""), str) for key in ("side", "from", "play"))
    count = one.get("count", 1)
    return words and type(count) is int and 1 <= count <= MOST_COPIES and isinstance(one.get("kept", False), bool)


def of_encounter(data: Mapping[str, Any]) -> Draft:
    """The draft of an encounter's data (a sample, or what somebody brings); BadInput where it cannot be one."""
    ruleset = str(data.get("ruleset", ""))
    own = {
        key: value for key, value in data.items() if key in ("name", "sides", "fighters", "house", "fight", "rounds")
    }
    light = data.get("light")
    try:
        found = Draft.from_dict(ruleset, {key: value for key, value in own.items() if value is not None})
    except (ValueError, TypeError):
        right = phrase("an encounter: {keys}", keys="ruleset, name, sides, fighters")
        raise BadInput("file", shown(dict(data)), right) from None
    return replace(found, fight={**found.fight, "vision": light}) if light else found


@cache
def samples(ruleset: str) -> dict[str, dict[str, Any]]:
    """The sample encounters of a game, as their files have them; the duel first."""
    read = {name: read_yaml(path) for name, path in ENCOUNTERS.items()}
    own = {name: data for name, data in read.items() if data.get("ruleset") == ruleset}
    return dict(sorted(own.items(), key=lambda one: (not one[0].endswith("_duel"), one[0])))


@cache
def fresh(ruleset: str) -> Draft:
    """An empty draft: the sides and the data that a whole fight needs are those of the game's sample duel."""
    duel = next(iter(samples(ruleset).values()), {})
    return Draft(ruleset, sides=tuple(duel.get("sides", ("A", "B"))), house=duel.get("house", {}))
