"""Fights: begin one, see it, copy it, take it out and bring it in."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...core.forms import one_of, shown
from ...core.record import Record
from ...encounters import ENCOUNTERS
from ...play.encounter import Encounter, encounter_of, read_encounter, saved_encounter
from ...store.errors import NotThere
from ...table.archive import export_fight, import_fight
from ...table.desk import new_id
from ...table.records import import_record
from ...table.shape import FORMAT
from ..answers import GivenKey, answer, look, whole_key
from ..language import Lang
from ..models import (
    PROBLEMS,
    BranchIn,
    EncounterIn,
    FightIn,
    FightsOut,
    LogPage,
    Look,
    Made,
    SeqAt,
    SettingsIn,
)
from ..people import FIGHT_ID, FightId, Guest, Here, Host, TheGM
from ..services import Services, services_of
from .links import gm_link

router = APIRouter(tags=["fights"], responses=PROBLEMS)
Limit = Annotated[int, Query(ge=1, le=200)]


def encounter_from(given: EncounterIn, lang: str) -> Encounter:
    """The encounter that a request means; BadInput where it is none."""
    if (given.sample is None) == (given.encounter is None):
        raise BadInput("encounter", shown(given.sample), phrase("either a sample or an encounter"))
    if given.sample is not None:
        if given.sample not in ENCOUNTERS:
            raise BadInput("sample", shown(given.sample), one_of(given.sample, tuple(ENCOUNTERS)))
        return read_encounter(str(ENCOUNTERS[given.sample]), lang)
    if not isinstance((given.encounter or {}).get("ruleset"), str):
        raise BadInput("encounter.ruleset", shown((given.encounter or {}).get("ruleset")), phrase("a text"))
    return encounter_of(given.encounter, lang)


def more_of(given: EncounterIn, encounter: Encounter) -> dict[str, Any]:
    """What a request says besides the encounter."""
    for id in given.players:
        if id not in encounter.players:
            raise BadInput(f"players.{shown(id)}", "unknown", one_of(id, tuple(encounter.players)))
    more: dict[str, Any] = {
        "settings": settings_in(given.settings),
        "players": {**encounter.players, **given.players},
    }
    return more | ({} if given.name is None else {"name": given.name})


def settings_in(given: SettingsIn) -> dict[str, Any]:
    """The settings that were given."""
    return {name: value for name, value in given.model_dump(exclude_unset=True).items() if value is not None}


def made(request: Request, fight: str, lang: str, guest: Guest) -> Response:
    """The answer for a new fight."""
    services = services_of(request)
    link = gm_link(services, fight, lang)
    head = services.tables.log.head(fight)
    return answer({"fight": fight, "seq": head, "gm": link}, head, 201, location=f"/api/fights/{fight}")


@router.get("/api/fights", response_model=FightsOut)
def fights(request: Request, host: Host) -> Response:
    """All fights of this server (the host)."""
    rows = services_of(request).tables.log.fights()
    return answer({"fights": [dict(row.__dict__) for row in rows]})


@router.post("/api/fights", response_model=Made, status_code=201)
def create(request: Request, host: Host, given: FightIn, lang: Lang, key: GivenKey = None) -> Response:
    """Begin a fight from a sample or an encounter, perhaps with fighters of the roster (the host)."""
    fight = begun(services_of(request), host, given, lang, key)
    return made(request, fight, lang, host)


def begun(services: Services, host: Guest, given: FightIn, lang: str, key: str | None) -> str:
    """A new fight from what is given; its id."""
    encounter = encounter_from(given, lang)
    more = more_of(given, encounter)
    return services.rosters.enlist(host.viewer, encounter, given.party, whole_key(host, key), **more)


def gone_on(services: Services, fight: str, guest: Guest, given: EncounterIn, lang: str, key: str | None) -> str:
    """The next fight for the party of a fight; its id."""
    encounter = encounter_from(given, lang)
    more = more_of(given, encounter)
    return services.rosters.next_fight(guest.viewer, fight, encounter, whole_key(guest, key), **more)


@router.post("/api/fights/{fight}/next", response_model=Made, status_code=201)
def next_encounter(
    request: Request, fight: FightId, guest: TheGM, given: EncounterIn, lang: Lang, key: GivenKey = None
) -> Response:
    """The next encounter for the party of this fight, which brings along what it has left (GM)."""
    found = gone_on(services_of(request), fight, guest, given, lang, key)
    return made(request, found, lang, guest)


@router.post("/api/import", response_model=Made, status_code=201)
def bring_in(request: Request, host: Host, file: dict[str, Any], lang: Lang, key: GivenKey = None) -> Response:
    """Bring in a fight: a file of `/export`, a fight saved by `fracas play`, or a record (the host)."""
    return made(request, brought_in(services_of(request), host, file, key), lang, host)


def brought_in(services: Services, host: Guest, file: dict[str, Any], key: str | None) -> str:
    """A fight from its file; its id."""
    if "record" not in file and "entries" not in file:
        return once(services, file, whole_key(host, key))
    saved = saved_from(file)
    more: dict[str, Any] = {}
    record = saved
    if isinstance(saved, Encounter):
        record = saved.session.record
        more = {"name": saved.name, "players": saved.players}
    return import_record(services.tables, host.viewer, record, whole_key(host, key), **more)


def saved_from(file: dict[str, Any]) -> Any:
    """A saved fight, or a record; BadInput where it is neither."""
    try:
        return saved_encounter(file) if "record" in file else Record.from_dict(file)
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadInput("file", shown(repr(error)), phrase("a fight that fracas has exported")) from None


def once(services: Services, file: dict[str, Any], key: str | None) -> str:
    """Bring in a fight's file; with an idempotency key once, however often it is sent."""
    if key is None or not isinstance(file.get("fight"), dict):
        return import_fight(services.tables, with_plain_id(file))
    id = new_id(key)
    try:
        return services.tables.log.fight(id).id
    except NotThere:
        return import_fight(services.tables, {**file, "fight": {**file["fight"], "id": id}})


def with_plain_id(file: dict[str, Any]) -> dict[str, Any]:
    """A fight's file; an id that cannot stand in an address is left out, and another one is made."""
    head = file.get("fight")
    plain = isinstance(head, dict) and isinstance(head.get("id"), str) and re.match(FIGHT_ID, head["id"])
    if file.get("format") != FORMAT or plain or not isinstance(head, dict) or not isinstance(head.get("id"), str):
        return file
    return {**file, "fight": {**head, "id": ""}}


@router.get("/api/fights/{fight}", response_model=Look, responses={304: {"description": "Nothing new."}})
def see(
    request: Request,
    fight: FightId,
    guest: Here,
    lang: Lang,
    last: Annotated[int, Query(ge=0, le=200, description="How many of the last entries of the log.")] = 20,
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """How the fight stands, and the end of its log."""
    head = services_of(request).tables.log.head(fight)
    if if_none_match is not None and if_none_match.removeprefix("W/") == f'"{head}"':
        return Response(status_code=304, headers={"etag": f'"{head}"'})
    seen = look(request, fight, guest, lang, max(0, head - last), last)
    return answer(seen, seen["seq"])


@router.get("/api/fights/{fight}/log", response_model=LogPage)
def log(
    request: Request,
    fight: FightId,
    guest: Here,
    lang: Lang,
    after: Annotated[SeqAt | None, Query(description="Entries after this one.")] = None,
    before: Annotated[SeqAt | None, Query(description="The page that ends before this one.")] = None,
    limit: Limit = 50,
) -> Response:
    """A page of the log: from the first entry, after an entry, or before one."""
    if after is not None and before is not None:
        raise BadInput("before", str(before), phrase("left out where 'after' is given"))
    start = after or 0
    if before is not None:
        start = max(0, before - 1 - limit)
        limit = max(0, before - 1 - start)
    seen = look(request, fight, guest, lang, start, limit)
    return answer({name: seen[name] for name in ("fight", "seq", "log", "more")}, seen["seq"])


@router.get("/api/fights/{fight}/export", response_model=dict[str, Any])
def export(
    request: Request,
    fight: FightId,
    guest: TheGM,
) -> Response:
    """The whole fight as one file, with all that is hidden in it (GM). Only the dice's secrets that are not opened yet never
    leave the server."""
    data = export_fight(services_of(request).tables, fight)
    return answer(data, content_disposition=f'attachment; filename="fight-{fight}.json"')


@router.post("/api/fights/{fight}/branch", response_model=Made, status_code=201)
def branch(
    request: Request, fight: FightId, guest: TheGM, given: BranchIn, lang: Lang, key: GivenKey = None
) -> Response:
    """A copy of the fight as it stood, with dice of its own (GM)."""
    copy = services_of(request).tables.branch(fight, guest.viewer, given.seq, whole_key(guest, key))
    return made(request, copy, lang, guest)
