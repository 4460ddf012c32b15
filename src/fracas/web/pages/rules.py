"""The rules as implemented, for everybody: what each [why] leads to. All of it is read from the registry."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput
from ...core.forms import Field, Form, ListOf, Map, one_of, shown
from ...core.game import Fighters, Game
from ...core.rule import Rule, label_of, rule_id_of
from ...packs import sample_pack
from ...play.explain import Explainer
from ...play.wording import all_sentences
from ...rules import GAMES, load, tested_by
from ..problems import WebError
from .frame import PageLang, Sent, page, show
from .words import act_word

router = APIRouter()
MOST_RELATED = 12


def game_of(name: str) -> Game:
    """The game; WebError 404 where there is none of this name."""
    if name not in GAMES:
        raise WebError(404, "ruleset", shown(name), one_of(name, GAMES))
    return load(name)


def explaining(game: Game, lang: str) -> Explainer:
    """Words of a game without a fight."""
    return Explainer(game, Fighters((), ()), lang)


def options_of(explainer: Explainer, rule: str | None = None) -> list[dict[str, Any]]:
    """The house rules (of one rule alone) with their readings, the default marked. ``values`` is empty where one is a table
    of numbers, which is in ``data`` then."""
    found = []
    for name, option in explainer.game.options.items():
        if rule is not None and option.rule != rule and name not in explainer.game.book.rules[rule].options:
            continue
        words = [str(value).lower() for value in option.written()]
        values = [
            {"value": word, "label": explainer.term(name, word), "default": word == str(option.default).lower()}
            for word in words
        ]
        data = [] if values else data_rows(option.default)
        title = explainer.say(explainer.words.options[name])
        found.append({"option": name, "title": title, "rule": option.rule, "values": values, "data": data})
    return found


def data_rows(default: Any) -> list[tuple[str, str]]:
    """A table of numbers as rows."""
    if isinstance(default, Mapping):
        return [(str(key).replace("_", " "), str(value)) for key, value in default.items()]
    return [("", str(default))]


@page(router, "/rules")
def all_games(request: Request, lang: PageLang) -> Response:
    """Which games there are."""
    games = []
    for name in GAMES:
        game = load(name)
        games.append({"id": name, "title": game.title, "rules": len(game.book.rules), "options": len(game.options)})
    return show(request, "rules.html", {"games": games})


@page(router, "/rules/{game}")
def one_game(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """All rules of a game by their ids, those that have a word (``q``) in them."""
    known = game_of(game)
    explainer, word = explaining(known, lang), form.get("q").strip()[:80]
    groups: dict[str, list[dict[str, Any]]] = {}
    for id, rule in sorted(known.book.rules.items()):
        row = head_of(explainer, rule)
        if word.casefold() in f"{id} {row['title']} {row['summary']}".casefold():
            groups.setdefault(id.split(".")[1], []).append(row)
    data = {
        "game": game,
        "title": known.title,
        "version": known.version,
        "q": word,
        "groups": groups,
        "options": options_of(explainer),
    }
    return show(request, "rules_game.html", data)


def head_of(explainer: Explainer, rule: Rule) -> dict[str, Any]:
    """A rule in a list."""
    return {
        "id": rule.id,
        "title": explainer.title(rule.id),
        "summary": explainer.say(rule.summary),
        "options": list(rule.options),
    }


@page(router, "/rules/{game}/{id}")
def one_rule(request: Request, game: str, id: str, lang: PageLang) -> Response:
    """One rule: what it says, where it is from, its house rules, which numbers it reads, what belongs to it."""
    known = game_of(game)
    if id not in known.book.rules:
        raise WebError(404, "rule", shown(id), one_of(id, tuple(known.book.rules)))
    rule, explainer = known.book.rules[id], explaining(known, lang)
    said = [
        explainer.say(text) for why, text in all_sentences(explainer.words.sentences) if text and rule_id_of(why) == id
    ]
    data = {
        "game": game,
        "game_title": known.title,
        **head_of(explainer, rule),
        "source": rule.source,
        "written": written_at(rule),
        "asks": [{"label": label_of(one), "text": explainer.say(explainer.words.questions[one])} for one in rule.asks],
        "options": options_of(explainer, id),
        "says": list(dict.fromkeys(said)),
        "fields": fields_with(known, explainer, id),
        "files": data_files(known, id),
        "related": [head_of(explainer, one) for one in related(known, rule)],
        "cases": tested_by(id),
    }
    return show(request, "rule.html", data)


def written_at(rule: Rule) -> str:
    """Module and function."""
    return f"{rule.function.__module__.replace('.', '/')}.py, {inspect.unwrap(rule.function).__name__}"


def related(game: Game, rule: Rule) -> list[Rule]:
    """Rules of the same family, and those that the same house rule bears on."""
    family = rule.id.split(".")[:2]
    own = set(rule.options) | {name for name, option in game.options.items() if option.rule == rule.id}
    found = [
        one
        for id, one in sorted(game.book.rules.items())
        if id != rule.id and (id.split(".")[:2] == family or own & (set(one.options) | owned(game, id)))
    ]
    return found[:MOST_RELATED]


def owned(game: Game, id: str) -> set[str]:
    """The house rules that belong to a rule."""
    return {name for name, option in game.options.items() if option.rule == id}


def fields_with(game: Game, explainer: Explainer, id: str) -> list[dict[str, str]]:
    """Which fields of fighters, of the fight and of decisions the rule has to do with: where its numbers come from."""
    found = []
    forms = [(explainer.ui("fighter"), game.fighter_form), (explainer.ui("fight"), game.fight_form)]
    forms += [(act_word(explainer, kind.name), kind.details) for kind in game.decisions.values()]
    for where, form in forms:
        for path, field in walked(form):
            if field.rule == id:
                found.append({"where": where, "path": path, "help": explainer.ui(field.help) if field.help else ""})
    return found


def walked(field: Field, path: str = "") -> Iterator[tuple[str, Field]]:
    """A form's fields, and those inside of them."""
    if path:
        yield path, field
    if isinstance(field, Form):
        for name, inner in (field.fields or {}).items():
            yield from walked(inner, f"{path}.{name}" if path else name)
    elif isinstance(field, (ListOf, Map)) and isinstance(field.of, Form):
        yield from walked(field.of, f"{path}[]")


def data_files(game: Game, id: str) -> list[str]:
    """The files of the sample pack with numbers that the rule reads: those whose parts are named like such a field."""
    try:
        pack = sample_pack(game.name)
    except BadInput:
        return []
    fields = {path.partition("[")[0].partition(".")[0] for path, field in walked(game.fighter_form) if field.rule == id}
    kinds = [kind for kind in pack.parts if pack.parts[kind] and (kind in fields or (kind == "fighters" and fields))]
    return [f"packs/{game.name}/{kind}.yaml" for kind in kinds]
