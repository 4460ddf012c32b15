"""Packs: what is in them, as tables made from the games' own forms; and a report on what somebody brings. Nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput
from ...core.forms import Field, Flag, ListOf, Map, Word
from ...core.forms import Form as Fields
from ...core.game import Game
from ...packs import PARTS, sample_pack, spoken
from ...play.explain import Explainer
from ...rules import GAMES, load
from ...store.errors import NotThere
from . import bring
from .fighterform import GEAR
from .fighterwords import skill_word, word_of
from .frame import PageLang, Sent, page, press, show
from .samples import fighters_of, line, speaker
from .words import word_word

router = APIRouter()


def part_words(explainer: Explainer) -> dict[str, str]:
    """The parts of a pack."""
    ui = explainer.ui
    return {"weapons": ui("Weapons"), "armour": ui("Armour"), "cover": ui("Cover"), "fighters": ui("Fighters")}


@cache
def pack_data(game: str, lang: str) -> dict[str, Any]:
    """A pack in short: ``{game, title, id, version, licence, languages, parts: [{name, label, count}]}``."""
    pack, explainer = sample_pack(game), speaker(game, lang)
    labels = part_words(explainer)
    parts = [{"name": one, "label": labels[one], "count": len(pack.parts[one])} for one in PARTS if pack.parts[one]]
    head = {key: pack.head.get(key) for key in ("id", "version", "licence", "languages")}
    return {"game": game, "title": load(game).title, "ruleset": load(game).version, **head, "parts": parts}


@page(router, "/packs")
def packs(request: Request, lang: PageLang) -> Response:
    """All packs."""
    return show(request, "packs.html", {"packs": [pack_data(game, lang) for game in GAMES]})


@page(router, "/packs/{game}")
def pack(request: Request, game: str, lang: PageLang) -> Response:
    """One pack with all that is in it."""
    return shown(request, game, lang)


def shown(request: Request, game: str, lang: str, text: str = "", report: dict[str, Any] | None = None) -> Response:
    """The page of a pack, perhaps with a report; 422 where the report has mistakes."""
    if game not in GAMES:
        raise NotThere("ruleset", game)
    rules, explainer = load(game), speaker(game, lang)
    data = {
        "games": [{"name": one, "title": load(one).title} for one in GAMES],
        "pack": pack_data(game, lang),
        "tables": [table(rules, explainer, part) for part in PARTS if sample_pack(game).parts[part]],
        "text": text,
        "report": report,
    }
    status = 422 if report and report["problems"] and request.headers.get("hx-request") != "true" else 200
    return show(request, "pack.html", data, status)


@press(router, "/packs/{game}/check")
def check(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """What is wrong with a fighter or an encounter, all of it, and what would be right."""
    if game not in GAMES:
        raise NotThere("ruleset", game)
    text = form.get("file").strip() or form.get("text")
    return shown(request, game, lang, text[: bring.MOST_BROUGHT], report_on(text, game, lang))


def report_on(text: str, game: str, lang: str) -> dict[str, Any]:
    """``{kind, ruleset, problems: [{where, what, right, rule, line}], fighters: [{id, name, …}]}``."""
    rules = load(game)
    try:
        data = bring.read_text(text)
        wanted = data.get("ruleset", game)
        rules = load(wanted) if wanted in GAMES else rules
        kind = bring.kind_of(data, rules)
        problems = bring.problems(data, rules, lang)
    except BadInput as error:
        return {"kind": "", "ruleset": game, "problems": [bring.said(error, rules, lang)], "fighters": []}
    taken = []
    if not problems and kind != bring.SAVED:
        given = {bring.ENCOUNTER: data.get("fighters"), bring.FIGHTERS: data, bring.FIGHTER: {"": data}}[kind]
        for id, one in (given or {}).items():
            taken.append({"id": id, **line(rules, one, lang), "count": one.get("count", 1)})
    return {"kind": kind, "ruleset": rules.name, "title": rules.title, "problems": problems, "fighters": taken}


# -- tables -------------------------------------------------------------------------------------------------------------


def table(game: Game, explainer: Explainer, part: str) -> dict[str, Any]:
    """A part of the pack as a table: a row for each thing, a column for each field that any of them has."""
    entries = sample_pack(game.name).parts[part]
    lang = explainer.lang
    found: dict[str, Any] = {"name": part, "label": part_words(explainer)[part]}
    if part == "fighters":
        rows = [fighter_row(explainer, id, one, lang) for id, one in entries.items()]
        heads = [explainer.ui("Health"), explainer.ui("Numbers"), explainer.ui("Skills"), explainer.ui("Gear")]
        return found | {"heads": heads, "rows": rows, "numeric": [True, False, False, False]}
    fields = fields_of(game, part)
    used = [name for name in fields if name != "name" and any(name in one for one in entries.values())]
    rows = []
    for id, one in entries.items():
        cells = [cell(explainer, name, fields[name], one.get(name)) for name in used]
        rows.append({"id": id, "name": str(spoken(one.get("name", id), lang)), "cells": cells})
    numeric = [all(type(one.get(name, 0)) is int for one in entries.values()) for name in used]
    return found | {"heads": [word_of(explainer, name) for name in used], "rows": rows, "numeric": numeric}


def fields_of(game: Game, part: str) -> dict[str, Field]:
    """The fields that the game's form has for a part of a pack; where it has none of its own, the fighter's."""
    whole = dict(game.fighter_form.fields or {})
    field = whole.get(part)
    inner = field.of if isinstance(field, ListOf) else field
    return dict(inner.fields or {}) if isinstance(inner, Fields) else whole


def cell(explainer: Explainer, name: str, field: Field, value: Any) -> str:
    """A value as a table shows it."""
    if value is None or value is False:
        return ""
    if isinstance(field, Flag) or value is True:
        return "✓"
    if name == "skill" and isinstance(value, str):
        return skill_word(explainer, value)
    if isinstance(value, Mapping):
        say = skill_word if name == "skills" else place_word
        names = [(say(explainer, one), str(number)) for one, number in value.items()]
        return explainer.ui(", ").join(f"{one} {number}" for one, number in names)
    if isinstance(value, list):
        joined = " / " if all(isinstance(one, int) for one in value) else explainer.ui(", ")
        words = isinstance(field, ListOf) and isinstance(field.of, Word)
        return joined.join(one_word(explainer, name, one) if words else str(one) for one in value)
    return one_word(explainer, name, value) if isinstance(field, Word) else str(value)


def one_word(explainer: Explainer, name: str, value: Any) -> str:
    """A word among a field's values."""
    return word_word(explainer, FAMILY.get(name, name), value)


FAMILY = {"covers": "location", "class": "weapon"}
"""Where a game's words for a field are, if not under the field's name."""


def place_word(explainer: Explainer, name: str) -> str:
    """A place of the body."""
    return word_word(explainer, "location", name)


def fighter_row(explainer: Explainer, id: str, one: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A fighter of the pack in a row."""
    short = fighters_of(explainer.game.name, lang)[id]
    fields = explainer.game.fighter_form.fields or {}
    plain = [
        f"{word_of(explainer, name)} {value}"
        for name, value in one.items()
        if isinstance(value, int) and not isinstance(value, bool) and name in fields and name not in GEAR
    ]
    skills = one.get("skills")
    known = cell(explainer, "skills", Map(), skills) if isinstance(skills, Mapping) else ""
    gear = explainer.ui(", ").join((*short["facts"], *short["weapons"]))
    health = str(short["health"][1]) if short["health"] else ""
    return {"id": id, "name": short["name"], "cells": [health, explainer.ui(", ").join(plain), known, gear]}
