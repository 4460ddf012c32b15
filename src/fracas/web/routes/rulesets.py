"""What does not depend on a fight: the rulesets with their forms, the sample encounters, the server's health."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import PlainTextResponse, Response

from ... import __version__
from ...core.files import read_yaml
from ...core.game import Fighters
from ...encounters import ENCOUNTERS
from ...play.encounter import PERSON, encounter_schema
from ...play.explain import Explainer
from ...play.policies import POLICIES
from ...rules import GAMES, load
from ...store.errors import NotThere
from ..answers import answer
from ..language import Lang
from ..models import PROBLEMS
from ..services import services_of

router = APIRouter(tags=["rulesets"], responses=PROBLEMS)


@router.get("/api/rulesets", response_model=dict[str, Any])
def rulesets() -> Response:
    """The games."""
    games = [load(name) for name in GAMES]
    return answer({"rulesets": [{"name": one.name, "title": one.title, "version": one.version} for one in games]})


@cache
def ruleset_data(name: str) -> dict[str, Any]:
    """A game's forms as JSON Schemas."""
    game = load(name)
    decisions = {
        kind.name: {
            "by": kind.by,
            "target": kind.target,
            "several": kind.several,
            "secret": kind.name in game.secret,
            "with": kind.details.schema(),
        }
        for kind in game.decisions.values()
    }
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "decisions": decisions,
        "fighter": game.fighter_form.schema(),
        "fight": game.fight_form.schema(),
        "house": {id: option.field.schema() | {"default": option.default} for id, option in game.options.items()},
        "encounter": encounter_schema(game),
        "sets": {"fighter": sorted(game.setters), "fight": sorted(game.fight_setters)},
        "players": [PERSON, *POLICIES],
    }


@router.get("/api/rulesets/{name}", response_model=dict[str, Any])
def ruleset(name: Annotated[str, Path(max_length=40)]) -> Response:
    """A game: what each decision takes, what a fighter, a fight and an encounter are written like (JSON Schema), its house
    rules, what the GM may set, who may play a fighter."""
    if name not in GAMES:
        raise NotThere("ruleset", name)
    return answer(ruleset_data(name))


@router.get("/api/rulesets/{name}/rules/{rule}", response_model=dict[str, Any])
def rule(name: Annotated[str, Path(max_length=40)], rule: Annotated[str, Path(max_length=80)], lang: Lang) -> Response:
    """One rule in plain words, and where it comes from: what every number of an explanation leads to."""
    if name not in GAMES or rule not in load(name).book.rules:
        raise NotThere("rule", rule)
    game = load(name)
    found, explainer = game.book.rules[rule], Explainer(game, Fighters((), ()), lang)
    text = {"title": explainer.title(rule), "text": explainer.say(found.summary)}
    return answer({"id": rule, **text, "source": found.source, "options": list(found.options)})


@router.get("/api/encounters", response_model=dict[str, Any])
def encounters() -> Response:
    """The sample encounters."""
    found = []
    for name, path in ENCOUNTERS.items():
        data = read_yaml(path)
        found.append({"sample": name, **{key: data.get(key) for key in ("name", "ruleset", "sides")}})
    return answer({"encounters": found})


@router.get("/api/encounters/{sample}", response_model=dict[str, Any])
def encounter(sample: Annotated[str, Path(max_length=80)]) -> Response:
    """A sample encounter as its file has it; change it and send it to `POST /api/fights`."""
    if sample not in ENCOUNTERS:
        raise NotThere("encounter", sample)
    return answer({"encounter": read_yaml(ENCOUNTERS[sample])})


@router.get("/health", response_model=dict[str, Any], tags=["server"])
def health(request: Request) -> Response:
    """Does the server reach its database?"""
    services = services_of(request)
    with services.database.reading() as connection:
        connection.exec_driver_sql("SELECT 1")
    kind = "SQLite, one server process" if services.database.sqlite else "PostgreSQL, any number of server processes"
    return answer({"status": "well", "version": __version__, "database": kind, "streams": services.metrics.streams})


@router.get("/metrics", response_class=PlainTextResponse, tags=["server"])
def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return PlainTextResponse(services_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/api", response_model=dict[str, Any], tags=["server"])
def start() -> Response:
    """What this is."""
    return answer({"name": "fracas", "version": __version__, "api": "/openapi.json"})
