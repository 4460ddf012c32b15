"""Decisions: what one may decide, its odds, deciding, answering, and undo."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ...core.errors import FracasError, phrase
from ...play.describe import describe
from ...play.explain import Explainer
from ...play.legal import Choice
from ...table.errors import NotAllowed
from ...table.position import Position, choice_data
from ..answers import Expected, GivenKey, answer, done, whole_key
from ..guard import client_of
from ..language import Lang
from ..models import (
    PROBLEMS,
    AnswersIn,
    Checked,
    ChoiceIn,
    ChoicesOut,
    DecisionIn,
    Done,
    HangsOn,
    Odds,
    OverrideIn,
    RequestIn,
    ReviseIn,
    SeqAt,
    UndoIn,
)
from ..odds import odds_seen
from ..people import FightId, Here, TheGM
from ..services import services_of
from ..telling import explainer_of, problem_seen

router = APIRouter(tags=["decisions"], responses=PROBLEMS)


def choice_in(given: ChoiceIn) -> Choice:
    """The decision that a request means."""
    return Choice(given.do, given.by, given.target, tuple(given.targets), given.details)


def words(position: Position, choice: Choice, explainer: Explainer) -> str:
    """What a decision says."""
    try:
        return describe(choice, explainer)
    except (FracasError, KeyError, ValueError, IndexError, TypeError):
        return choice.do


@router.get("/api/fights/{fight}/choices", response_model=ChoicesOut)
def choices(request: Request, fight: FightId, guest: Here, lang: Lang) -> Response:
    """What one may decide now, as far as the program thinks of it; other decisions may be allowed as well (`/check`)."""
    tables = services_of(request).tables
    found = tables.choices(fight, guest.viewer)
    position = tables.position(fight)
    explainer = explainer_of(position, lang)
    rows = [{**choice_data(one), "text": words(position, one, explainer)} for one in found]
    return answer({"fight": fight, "seq": position.seq, "choices": rows}, position.seq)


@router.post("/api/fights/{fight}/check", response_model=Checked)
def check(request: Request, fight: FightId, guest: Here, given: ChoiceIn, lang: Lang) -> Response:
    """May this be decided now, and if not, why not? Nothing happens."""
    tables = services_of(request).tables
    error = tables.why_not(fight, guest.viewer, choice_in(given))
    position = tables.position(fight)
    found: dict[str, Any] = {"seq": position.seq, "allowed": error is None}
    if error is not None:
        found["problem"] = problem_seen(error, lang, position, guest.viewer)
    return answer(found, position.seq)


@router.post("/api/fights/{fight}/odds", response_model=Odds)
def odds(request: Request, fight: FightId, guest: Here, given: ChoiceIn, lang: Lang) -> Response:
    """The odds of a decision before it is made, of one's own fighters (the GM: of all)."""
    services, choice = services_of(request), choice_in(given)
    if not guest.viewer.is_gm and choice.by not in guest.viewer.fighters:
        raise NotAllowed("by", str(choice.by)[:40], phrase("a fighter of yours"))
    services.rates.hit("odds", client_of(request.scope))
    position = services.tables.position(fight)
    found = odds_seen(position, guest.eyes, choice, lang)
    return answer({**found, "seq": position.seq}, position.seq)


@router.post("/api/fights/{fight}/decisions", response_model=Done)
def decide(
    request: Request,
    fight: FightId,
    guest: Here,
    given: DecisionIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """Decide. It is carried out (entry `decided`), waits for somebody's dice or choice (`waits`), or is kept secret until all
    is revealed (`sealed`)."""
    more = (given.dice, given.hidden, list(given.answers))
    tables, whole = services_of(request).tables, whole_key(guest, key)
    return done(
        request, fight, guest, lang, tables.decide(fight, guest.viewer, choice_in(given), expected, whole, *more)
    )


@router.post("/api/fights/{fight}/answers", response_model=Done)
def give_answers(
    request: Request,
    fight: FightId,
    guest: Here,
    given: AnswersIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """Answer what the fight waits for (`state.waiting`): one's own dice, `app`, or a choice."""
    tables = services_of(request).tables
    result = tables.answer(fight, guest.viewer, list(given.answers), expected, whole_key(guest, key))
    return done(request, fight, guest, lang, result)


@router.post("/api/fights/{fight}/withdraw", response_model=Done)
def withdraw(
    request: Request, fight: FightId, guest: Here, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Take back the decision that waits."""
    tables = services_of(request).tables
    waiting = tables.position(fight).waiting
    if waiting is not None and not guest.viewer.is_gm and waiting.choice.by not in guest.viewer.fighters:
        raise NotAllowed("withdraw", guest.viewer.actor, phrase("done by whoever decided, or the GM"))
    return done(request, fight, guest, lang, tables.withdraw(fight, guest.viewer, expected, whole_key(guest, key)))


@router.post("/api/fights/{fight}/policy", response_model=Done)
def policy(
    request: Request, fight: FightId, guest: TheGM, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Let the policy of whoever's turn it is decide (GM)."""
    result = services_of(request).tables.policy(fight, guest.viewer, expected, whole_key(guest, key))
    return done(request, fight, guest, lang, result)


@router.post("/api/fights/{fight}/reveal", response_model=Done)
def reveal(
    request: Request, fight: FightId, guest: TheGM, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Show all that was decided in secret, and carry it out (GM)."""
    result = services_of(request).tables.reveal(fight, guest.viewer, expected, whole_key(guest, key))
    return done(request, fight, guest, lang, result)


# --------------------------------------------------------------------------------------------------- undo and override


@router.get("/api/fights/{fight}/undo", response_model=HangsOn)
def hangs_on(request: Request, fight: FightId, guest: TheGM, seq: Annotated[SeqAt, Query()]) -> Response:
    """What an undo of this entry takes back (GM)."""
    position = services_of(request).tables.position(fight)
    deeds = [dict(deed.__dict__) for deed in position.hangs_on(seq)]
    return answer({"of": seq, "deeds": deeds}, position.seq)


@router.post("/api/fights/{fight}/undo", response_model=Done)
def undo(
    request: Request, fight: FightId, guest: TheGM, given: UndoIn, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Undo an entry and what hangs on it, perhaps because a player asked (GM)."""
    tables, whole = services_of(request).tables, whole_key(guest, key)
    result = tables.undo(fight, guest.viewer, given.seq, expected, whole, given.request)
    return done(request, fight, guest, lang, result)


@router.post("/api/fights/{fight}/redo", response_model=Done)
def redo(
    request: Request, fight: FightId, guest: TheGM, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Take back the last undo (GM)."""
    result = services_of(request).tables.redo(fight, guest.viewer, expected, whole_key(guest, key))
    return done(request, fight, guest, lang, result)


@router.post("/api/fights/{fight}/override", response_model=Done)
def override(
    request: Request,
    fight: FightId,
    guest: TheGM,
    given: OverrideIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """The GM's word in place of a result; it is marked as such (GM)."""
    tables, whole = services_of(request).tables, whole_key(guest, key)
    result = tables.override(fight, guest.viewer, given.of, given.set, given.reason, expected, whole)
    return done(request, fight, guest, lang, result)


@router.post("/api/fights/{fight}/revise", response_model=Done)
def revise(
    request: Request,
    fight: FightId,
    guest: TheGM,
    given: ReviseIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """Set dice or choices of an entry otherwise; it is carried out anew and marked as such (GM)."""
    tables, whole = services_of(request).tables, whole_key(guest, key)
    answers = {int(place): one for place, one in given.answers.items()}
    return done(request, fight, guest, lang, tables.revise(fight, guest.viewer, given.of, answers, expected, whole))


@router.post("/api/fights/{fight}/undo-requests", response_model=Done)
def request_undo(
    request: Request,
    fight: FightId,
    guest: Here,
    given: RequestIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """Ask the GM to undo an entry; `/undo` with `request` grants it."""
    tables, whole = services_of(request).tables, whole_key(guest, key)
    return done(request, fight, guest, lang, tables.request_undo(fight, guest.viewer, given.seq, expected, whole))


@router.delete("/api/fights/{fight}/undo-requests/{seq}", response_model=Done)
def refuse_undo(
    request: Request, fight: FightId, guest: TheGM, seq: SeqAt, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Do not grant it (GM)."""
    tables, whole = services_of(request).tables, whole_key(guest, key)
    return done(request, fight, guest, lang, tables.refuse_undo(fight, guest.viewer, seq, expected, whole))
