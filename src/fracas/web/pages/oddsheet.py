"""The odds sheet of a decision at the table: everything about one attack before anybody rolls. What is asked stands in the
address, so that a sheet can be kept, sent and asked for again.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import FracasError, phrase
from ...play.legal import candidates
from ...play.policies import STRIKES
from ...table.errors import NotAllowed
from ...table.position import choice_of
from ...table.sight import Sight
from ..guard import client_of
from ..odds import BETTER, SHEET, decided, odds_glanced, odds_within, steps_seen
from ..people import FightId, Guest
from ..services import services_of
from ..telling import explainer_of
from .composer import composed
from .frame import PageLang, Sent, page, show
from .oddsbeside import changes, compared, readings
from .oddsparts import Subject, choice_sent, drawing, result
from .reading import query_of
from .table import AtTable

router = APIRouter()
SHEET_COSTS = 3
"""How many requests for odds a sheet, or one of its parts, counts as."""


def subject_of(request: Request, fight: str, guest: Guest, lang: str, form: Any) -> Subject:
    """What the address asks for; without a decision in it that which the composer thinks of first."""
    if not guest.viewer.is_gm and not guest.viewer.fighters:
        raise NotAllowed("odds", guest.viewer.role.value, phrase("asked for by the GM or a player"))
    position = services_of(request).tables.position(fight)
    if position.problem() is not None:
        raise position.problem()  # type: ignore[misc]
    if "do" in form:
        choice = choice_sent(position.game, position.ids, form)
    else:
        composer = composed(position, guest.viewer, form, lang) or {}
        found = composer.get("choice") or {"do": ""}
        choice = choice_of(found) if found["do"] in STRIKES else choice_sent(position.game, position.ids, form)
    if not guest.viewer.is_gm and choice.by not in guest.viewer.fighters:
        raise NotAllowed("by", str(choice.by)[:40], phrase("a fighter of yours"))
    decided(position, choice)
    costs(request)
    session = position.session
    sight = Sight(position, guest.eyes, lang)
    return Subject(
        position.game,
        session,
        explainer_of(position, lang),
        choice,
        [one for one in candidates(session) if one.do in STRIKES and one.by == choice.by],
        f"/fights/{fight}/odds",
        (),
        lambda worked: steps_seen(worked, sight, choice),
        guest.viewer.is_gm,
    )


def costs(request: Request) -> None:
    """Count it; WebError 429 where a client asks for too much."""
    for _ in range(SHEET_COSTS):
        services_of(request).rates.hit("odds", client_of(request.scope))


def of_fight(request: Request, fight: str, lang: str, found: dict[str, Any]) -> dict[str, Any]:
    """What every page of a fight's odds has besides."""
    position = services_of(request).tables.position(fight)
    place = {"ruleset": position.ruleset, "name": position.name, "back": f"/fights/{fight}"}
    return {**found, "fight": fight, "seq": position.seq, "place": place}


@page(router, "/fights/{fight}/odds")
def sheet(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The whole result of one decision."""
    found = of_fight(request, fight, lang, result(subject_of(request, fight, guest, lang, form)))
    return show(request, "odds.html", found, seq=found["seq"], drawing=drawing)


@router.get("/fights/{fight}/odds.csv", include_in_schema=False)
def table_of(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """What the first target loses, as a table for spreadsheets."""
    return as_csv(subject_of(request, fight, guest, lang, form))


def as_csv(subject: Subject) -> Response:
    """The distribution: value, numerator, denominator, decimal, at least."""
    decision = subject.choice.build(subject.game, subject.session.fighters)
    fight, ids = subject.session.fight, subject.session.fighters.ids
    found = odds_within(subject.game, fight, decision, ids, subject.choice, SHEET)
    headers = {"content-disposition": 'attachment; filename="odds.csv"'}
    return Response(found.main.to_csv(), 200, headers, "text/csv; charset=utf-8")


@page(router, "/fights/{fight}/odds/better")
def better(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The odds at a glance again, with more time for them: what stands in the composer was by lot. Nothing (204) where the
    fight has gone on meanwhile and it may not be decided any more."""
    try:
        subject = subject_of(request, fight, guest, lang, form)
        position = services_of(request).tables.position(fight)
        odds = odds_glanced(position, subject.choice, lang, BETTER)
    except FracasError:
        return Response(status_code=204)
    query = urlencode(query_of(subject.choice))
    return show(request, "odds_better.html", {"fight": fight, "odds": odds, "composer": {"query": query}})


@page(router, "/fights/{fight}/odds/compare")
def compare(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The other weapons and targets."""
    found = compared(subject_of(request, fight, guest, lang, form), form.get("sort"))
    return show(request, "odds_compare.html", of_fight(request, fight, lang, found))


@page(router, "/fights/{fight}/odds/changes")
def what_changes(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """What would change it most."""
    found = changes(subject_of(request, fight, guest, lang, form))
    return show(request, "odds_changes.html", of_fight(request, fight, lang, found))


@page(router, "/fights/{fight}/odds/readings")
def house_rules(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The readings of the rules side by side."""
    found = readings(subject_of(request, fight, guest, lang, form))
    return show(request, "odds_readings.html", of_fight(request, fight, lang, found))
