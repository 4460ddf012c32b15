"""A fighter's form as controls, and back: made from the game's own form (:mod:`fracas.core.forms`), for any game.

What somebody types stays as it is typed, also where it cannot be meant: the encounter says what is wrong with it, and
nothing is lost. Weapons, armour and cover may be ids of the sample pack, or be written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...core.forms import Field, Flag, ListOf, Map, Text, Whole, Word
from ...core.forms import Form as Fields
from ...core.game import Game
from ...packs import Pack, sample_pack, spoken
from ...play.explain import Explainer
from ...play.typed import WIDE
from .fighterwords import skill_word, word_of
from .frame import Form
from .words import word_word

OWN = "="
"""The choice of a piece of gear that is written out."""
SKIPPED = ("side",)
FIRST = ("hp", "max_hp", "damage", "wounds", "max_wounds", "shock", "max_shock", "mob", "luck", "wrath", "ammo")
GEAR = ("weapons", "armour", "protection", "cover")
SPARE = 2
"""Empty lines for further skills where any name will do."""


@dataclass(frozen=True)
class Editor:
    """The form of one game's fighters, in one language."""

    game: Game
    explainer: Explainer
    pack: Pack

    @classmethod
    def of(cls, game: Game, explainer: Explainer) -> Editor:
        """With the game's sample pack."""
        return cls(game, explainer, sample_pack(game.name))

    @property
    def fields(self) -> dict[str, Field]:
        """What a person may write about a fighter here."""
        return {name: one for name, one in (self.game.fighter_form.fields or {}).items() if name not in SKIPPED}

    # -- to the page ------------------------------------------------------------------------------------------------

    def groups(self, values: Mapping[str, Any], prefix: str, worked_out: Mapping[str, int]) -> list[dict[str, Any]]:
        """The whole form in four groups: first of all, gear, numbers and skills, and the rest. ``values``: the fighter as far
        as it is known, its gear as ids of the pack or written out; ``worked_out``: numbers that the rules give otherwise."""
        parts: dict[str, list[dict[str, Any]]] = {"first": [], "gear": [], "numbers": [], "more": []}
        for name, field in self.fields.items():
            view = self.view(name, field, values.get(name), f"{prefix}.{name}")
            if name in worked_out:
                view["usual"] = worked_out[name]
            if name == "damage":
                view["label"] = word_of(self.explainer, "damage_taken")
            parts[self.group(name, field)].append(view)
        return [{"name": name, "fields": fields} for name, fields in parts.items() if fields]

    def group(self, name: str, field: Field) -> str:
        """Where a field stands."""
        if name == "name" or name in FIRST:
            return "first"
        if name in GEAR:
            return "gear"
        plain = isinstance(field, Whole) and isinstance(field.default, int) and field.default > 0
        return "numbers" if plain or name == "skills" else "more"

    def view(self, name: str, field: Field, value: Any, path: str) -> dict[str, Any]:
        """One field: ``{kind, path, label, help, value, …}``; what it holds besides depends on its kind."""
        explainer = self.explainer
        found: dict[str, Any] = {"name": name, "path": path, "label": word_of(explainer, name), "value": value}
        found["help"] = explainer.ui(field.help) if field.help else ""
        ids = self.pack.parts.get("armour" if name == "protection" else name, {})
        if name in GEAR and ids:
            return found | self.gear(name, field, value, path, ids)
        if isinstance(field, Whole):
            return found | {"kind": "whole", "low": field.low, "high": field.high, "usual": field.default}
        if isinstance(field, Flag):
            return found | {"kind": "flag", "value": field.default if value is None else value}
        if isinstance(field, Word):
            return found | {"kind": "word", "options": self.words(name, field.words, [value])}
        if isinstance(field, ListOf) and isinstance(field.of, Word):
            chosen = value if isinstance(value, list) else []
            return found | {"kind": "words", "options": self.words(name, field.of.words, chosen)}
        if isinstance(field, ListOf) and isinstance(field.of, Whole):
            given = value if isinstance(value, list) else []
            cells = [given[place] if place < len(given) else None for place in range(field.most)]
            return found | {"kind": "numbers", "cells": cells, "low": field.of.low, "high": field.of.high}
        if isinstance(field, Map):
            return found | self.pairs(name, field, value if isinstance(value, Mapping) else {}, path)
        if isinstance(field, Fields):
            inner = value if isinstance(value, Mapping) else {}
            return found | {"kind": "group", "fields": self.inner(field, inner, path)}
        if isinstance(value, list):
            found["value"] = ", ".join(str(one) for one in value)
        return found | {"kind": "text"}

    def words(self, name: str, words: tuple[str, ...], chosen: list[Any]) -> list[dict[str, Any]]:
        """The words that a field may have."""
        return [
            {"value": word, "label": word_word(self.explainer, name, word), "chosen": word in chosen} for word in words
        ]

    def inner(self, field: Field, values: Mapping[str, Any], path: str) -> list[dict[str, Any]]:
        """The fields of a form in the form."""
        fields = (field.fields or {}) if isinstance(field, Fields) else {}
        return [self.view(name, one, values.get(name), f"{path}.{name}") for name, one in fields.items()]

    def pairs(self, name: str, field: Map, value: Mapping[str, Any], path: str) -> dict[str, Any]:
        """Names with values: all that there are, or those that are given and a few empty lines."""
        whole = isinstance(field.of, Whole)
        bounds = {"low": field.of.low, "high": field.of.high} if isinstance(field.of, Whole) else {}
        if field.names:
            label = partial(skill_word if name == "skills" else word_word_of(name), self.explainer)
            cells = [{"path": f"{path}.{one}", "label": label(one), "value": value.get(one)} for one in field.names]
            return {"kind": "map", "cells": cells, "whole": whole, **bounds}
        lines = [*value.items(), *[("", None)] * SPARE]
        return {"kind": "pairs", "lines": [{"name": one, "value": number} for one, number in lines], **bounds}

    def gear(self, name: str, field: Field, value: Any, path: str, ids: Mapping[str, Any]) -> dict[str, Any]:
        """Weapons, armour, cover: ids of the pack, or written out."""
        if name == "protection" and isinstance(field, Map):
            chosen = value if isinstance(value, list) else []
            own = self.pairs(name, field, value if isinstance(value, Mapping) else {}, path)
            return {
                "kind": "pieces",
                "options": self.pieces(ids, chosen, False),
                "own": own,
                "written": not isinstance(value, list) and bool(value),
            }
        if isinstance(field, ListOf):
            given = value if isinstance(value, list) else []
            slots = [*given, *([None] if len(given) < field.most else [])]
            rows = [self.slot(field.of, one, f"{path}.{place}", ids) for place, one in enumerate(slots)]
            return {"kind": "slots", "rows": rows}
        return {"kind": "slot", **self.slot(field, value, path, ids)}

    def slot(self, field: Field, value: Any, path: str, ids: Mapping[str, Any]) -> dict[str, Any]:
        """One piece: which, and its numbers where it is written out."""
        own = value is not None and value not in ids if isinstance(value, str) else value is not None
        writable = isinstance(field, (Fields, Whole))
        found = {"path": path, "options": self.pieces(ids, [OWN if own else value], writable), "fields": []}
        if own and isinstance(field, Fields):
            found["fields"] = self.inner(field, value if isinstance(value, Mapping) else {}, path)
        elif own and isinstance(field, Whole):
            inner = self.view("armour_value", field, value, f"{path}.number")
            found["fields"] = [inner]
        return found

    def pieces(self, ids: Mapping[str, Any], chosen: list[Any], own: bool) -> list[dict[str, Any]]:
        """What the pack has, by name; and, where it may be written out, that."""
        lang = self.explainer.lang
        found = [
            {"value": id, "label": spoken(one.get("name", id), lang), "chosen": id in chosen} for id, one in ids.items()
        ]
        if own:
            found.append({"value": OWN, "label": self.explainer.ui("numbers of its own"), "chosen": OWN in chosen})
        return found

    # -- and back ---------------------------------------------------------------------------------------------------

    def read(self, form: Form, prefix: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """What the form says of each field; None: nothing. ``before``: what it said until now (for a piece of the pack that
        is to be written out)."""
        return {
            name: self.value(name, field, form, f"{prefix}.{name}", before.get(name))
            for name, field in self.fields.items()
        }

    def value(self, name: str, field: Field, form: Form, path: str, before: Any) -> Any:
        """One field's value as a file would have it."""
        ids = self.pack.parts.get("armour" if name == "protection" else name, {})
        if name in GEAR and ids:
            return self.gear_value(name, field, form, path, before, ids)
        if isinstance(field, Flag):
            return form.get(path) == "1"
        if isinstance(field, ListOf) and isinstance(field.of, Word):
            return [one for one in form.all(path) if one]
        if isinstance(field, ListOf) and isinstance(field.of, Whole):
            cells = [typed(one, True) for one in form.all(path)]
            return None if all(one is None for one in cells) else [one for one in cells if one is not None]
        if isinstance(field, ListOf):
            return [one.strip() for one in form.get(path).split(",") if one.strip()]
        if isinstance(field, Map):
            return self.pairs_value(field, form, path)
        if isinstance(field, Fields):
            values = self.inner_value(field, form, path, {})
            return values or None
        return typed(form.get(path), not isinstance(field, Text))

    def pairs_value(self, field: Map, form: Form, path: str) -> dict[str, Any]:
        """Names with values."""
        if field.names:
            pairs = [(name, typed(form.get(f"{path}.{name}"), True)) for name in field.names]
        else:
            names, numbers = form.all(f"{path}.name"), form.all(f"{path}.number")
            pairs = [(name.strip()[:80], typed(one, True)) for name, one in zip(names, numbers, strict=False)]
        return {name: value for name, value in pairs if name and value is not None}

    def inner_value(self, field: Fields, form: Form, path: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a form in the form, without what is left as usual; ``before`` where none of it was on the page."""
        names = [name for name in (field.fields or {})]
        if f"{path}.shown" not in form and not any(form.all(f"{path}.{name}") for name in names):
            return dict(before)
        found = {
            name: self.value(name, one, form, f"{path}.{name}", None) for name, one in (field.fields or {}).items()
        }
        return {name: value for name, value in found.items() if value not in (None, False, [], {})}

    def gear_value(self, name: str, field: Field, form: Form, path: str, before: Any, ids: Mapping[str, Any]) -> Any:
        """Weapons, armour, cover: ids, or written out."""
        if name == "protection" and isinstance(field, Map):
            chosen = [one for one in form.all(f"{path}.piece") if one in ids]
            return chosen or self.pairs_value(field, form, path)
        if isinstance(field, ListOf):
            given = before if isinstance(before, list) else []
            slots = [
                self.slot_value(field.of, form, f"{path}.{place}", given[place] if place < len(given) else None, ids)
                for place in range(field.most)
            ]
            return [one for one in slots if one is not None]
        return self.slot_value(field, form, path, before, ids)

    def slot_value(self, field: Field, form: Form, path: str, before: Any, ids: Mapping[str, Any]) -> Any:
        """One piece."""
        chosen = form.get(f"{path}.piece")
        if chosen != OWN:
            return chosen if chosen in ids else None
        old = ids.get(before, {}) if isinstance(before, str) else before if isinstance(before, Mapping) else {}
        if isinstance(field, Whole):
            given = typed(form.get(f"{path}.number"), True)
            return given if given is not None else old.get("armour", before if isinstance(before, int) else 0)
        if not isinstance(field, Fields):
            return None
        start = {key: spoken(value, self.explainer.lang) if key == "name" else value for key, value in old.items()}
        start = {key: value for key, value in start.items() if key in (field.fields or {})}
        found = self.inner_value(field, form, path, start)
        if "name" in (field.fields or {}) and not found.get("name"):
            found = {"name": self.explainer.ui("own make"), **found}
        return found


def word_word_of(name: str) -> Callable[[Explainer, str], str]:
    """How the names of a field that is a map are said."""
    return lambda explainer, one: word_word(explainer, name, one)


def typed(text: str, number: bool) -> Any:
    """What was typed: a whole number where it may be one, else the text; None: nothing.

    >>> typed("１２", True), typed("-3", True), typed("3d6", True), typed(" ", True), typed("12", False)
    (12, -3, '3d6', None, '12')
    """
    plain = text.strip()[:200]
    if not plain:
        return None
    if number:
        bare = plain.translate(WIDE).replace("−", "-").strip()
        if len(bare) < 10 and bare.removeprefix("-").isdecimal() and bare.isascii():
            return int(bare)
        return bare
    return plain


def differing(values: Mapping[str, Any], base: Mapping[str, Any], form: Mapping[str, Field]) -> dict[str, Any]:
    """What differs from the fighter that it was made from (or from what is usual); the rest as None.

    >>> from fracas.core.forms import Whole
    >>> differing({"hp": 20, "ref": 6}, {"ref": 6}, {"hp": Whole(), "ref": Whole()})
    {'hp': 20, 'ref': None}
    """
    found = {}
    for name, value in values.items():
        usual = base.get(name, form[name].default)
        same = value == usual or (not value and not usual and value is not usual) or value is None
        found[name] = None if same else value
    return found
