"""What of an encounter may be varied: paths in the grammar of ``fracas sweep``, in words, with values to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.forms import shown
from ...packs import fighter_form, sample_pack
from ...play.explain import Explainer
from .fighterwords import skill_word, word_of

MOST_SUGGESTED = 80
"""Rows of one group."""
OWN = ("side", "count", "play")


def suggestions(
    data: Mapping[str, Any], entries: Mapping[str, tuple[str, int]], names: Mapping[str, str], explainer: Explainer
) -> list[dict[str, Any]]:
    """By group what may be varied: ``{group, rows: [{path, what, now, values}]}``. ``entries``: each fighter's policy and
    count; ``names``: what it is called."""
    ui, game = explainer.ui, explainer.game
    pack = sample_pack(game.name)
    found: dict[str, list[dict[str, Any]]] = {}

    def add(group: str, path: str, what: str, now: Any, values: str) -> None:
        rows = found.setdefault(group, [])
        if len(rows) < MOST_SUGGESTED:
            rows.append({"path": path, "what": what, "now": shown(now), "values": values})

    for id, (_, count) in entries.items():
        add(ui("How many"), f"count.{id}", names[id], count, f"1..{max(4, count + 2)}")
    for id, (player, _) in entries.items():
        add(ui("Policy"), f"policy.{id}", names[id], player, "nearest, weakest, cautious")
    for name, option in game.options.items():
        values = option.written()
        if values:
            now = (data.get("house") or {}).get(name, values[0])
            add(ui("House rule"), f"house.{name}", explainer.title(option.rule), now, ", ".join(map(written, values)))
    guns = [id for id, weapon in pack.parts["weapons"].items() if not weapon.get("melee")]
    for id, one in data["fighters"].items():
        full = fighter_form(pack, {name: value for name, value in one.items() if name not in OWN}, id, explainer.lang)
        if full.get("weapons"):
            now = explainer.spoken(str(full["weapons"][0].get("name", "?")))
            add(ui("Weapon"), f"fighters.{id}.weapons.0", names[id], now, ", ".join(guns[:4]))
        for path, value in numbers_in(full):
            group = ui("Armour") if path[0] in ("armour", "protection") else ui("Skill or number")
            what = f"{names[id]} · {part_word(explainer, path, full)}"
            low = max(0, value - 3)
            add(group, ".".join(("fighters", id, *path)), what, value, f"{low}..{low + 6}")
    return [{"group": group, "rows": rows} for group, rows in found.items()]


def numbers_in(form: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The whole numbers of a fighter that are worth varying: its own, its skills, its armour.

    >>> list(numbers_in({"ref": 8, "skills": {"handgun": 6}, "armour": [{"sp": 11}], "name": "Ann"}))
    [(('ref',), 8), (('skills', 'handgun'), 6), (('armour', '0', 'sp'), 11)]
    """
    for name, value in form.items():
        if type(value) is int:
            yield (name,), value
        elif name in ("skills", "protection") and isinstance(value, Mapping):
            yield from (((name, str(key)), one) for key, one in value.items() if type(one) is int)
        elif name == "armour" and isinstance(value, list):
            for place, piece in enumerate(value):
                if isinstance(piece, Mapping) and type(piece.get("sp")) is int:
                    yield (name, str(place), "sp"), piece["sp"]


def part_word(explainer: Explainer, path: tuple[str, ...], form: Mapping[str, Any]) -> str:
    """A part of a fighter, in words: a skill, a place, the piece of armour by its name, or the field's own."""
    head, *rest = path
    if head == "skills":
        return skill_word(explainer, rest[0])
    if head == "protection":
        return explainer.term("place", rest[0])
    if head == "armour" and rest:
        piece = form["armour"][int(rest[0])]
        return explainer.spoken(str(piece.get("name") or word_of(explainer, "armour")))
    return word_of(explainer, head)


def written(value: Any) -> str:
    """A value as the grammar of sweeps writes it.

    >>> written(True), written(3), written("meets")
    ('true', '3', 'meets')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
