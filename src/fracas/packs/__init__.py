"""Packs: weapons, armour, cover and fighters as data files (data only, never code). The sample packs are in the package.

A pack is a folder with ``pack.yaml`` and ``weapons.yaml``, ``armour.yaml``, ``cover.yaml``, ``fighters.yaml``: maps from
an id to the fields that a fighter's form has for it. A ``name`` may be a text, or one for each language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.files import read_yaml
from ..core.forms import one_of, shown

FOLDER = Path(__file__).resolve().parent
PARTS = ("weapons", "armour", "cover", "fighters")


@dataclass(frozen=True)
class Pack:
    """One pack: its head (``pack.yaml``), and its parts by id."""

    head: Mapping[str, Any]
    parts: Mapping[str, Mapping[str, Any]]

    def part(self, kind: str, id: str, where: str, lang: str) -> dict[str, Any]:
        """One weapon, armour, cover or fighter, with its name in this language; BadInput names what there is."""
        known = self.parts[kind]
        if not isinstance(id, str) or id not in known:
            raise BadInput(where, shown(id), one_of(id, tuple(known)))
        return {key: spoken(value, lang) if key == "name" else value for key, value in known[id].items()}


def spoken(name: Any, lang: str) -> Any:
    """A name in a language (English where it has none in it)."""
    return name.get(lang, name.get("en")) if isinstance(name, Mapping) else name


@lru_cache(maxsize=8)
def sample_pack(game: str) -> Pack:
    """The sample pack of a game.

    >>> sorted(sample_pack("cpred").parts)
    ['armour', 'cover', 'fighters', 'weapons']
    """
    folder = FOLDER / game
    if not (folder / "pack.yaml").exists():
        known = tuple(sorted(path.parent.name for path in FOLDER.glob("*/pack.yaml")))
        raise BadInput("ruleset", game, phrase("a game whose whole fight stands: {which}", which=one_of(None, known)))
    parts = {kind: read_yaml(folder / f"{kind}.yaml") for kind in PARTS if (folder / f"{kind}.yaml").exists()}
    return Pack(read_yaml(folder / "pack.yaml"), {kind: parts.get(kind, {}) for kind in PARTS})


def fighter_form(pack: Pack, given: Mapping[str, Any], where: str, lang: str) -> dict[str, Any]:
    """A fighter as an encounter writes it, in full: ``from`` names one of the pack, whose fields are kept where nothing
    else is given; weapons, armour and cover may be given by their ids in the pack."""
    form = dict(given)
    if "from" in form:
        base = pack.part("fighters", form.pop("from"), f"{where}.from", lang)
        form = {**base, **form}
    if isinstance(form.get("name"), Mapping):
        form["name"] = spoken(form["name"], lang)
    for kind in ("weapons", "armour"):
        if isinstance(form.get(kind), list):
            form[kind] = [
                pack.part(kind, one, f"{where}.{kind}[{place}]", lang) if isinstance(one, str) else one
                for place, one in enumerate(form[kind])
            ]
    if isinstance(form.get("protection"), list):
        worn = [
            pack.part("armour", one, f"{where}.protection[{place}]", lang)
            for place, one in enumerate(form["protection"])
        ]
        form["protection"] = {place: dice for piece in worn for place, dice in piece["protection"].items()}
    for kind in ("armour", "cover"):
        if isinstance(form.get(kind), str):
            part = pack.part(kind, form[kind], f"{where}.{kind}", lang)
            fields = {key: value for key, value in part.items() if key != "name"}
            form |= fields if kind in fields else {kind: fields}
    return form
