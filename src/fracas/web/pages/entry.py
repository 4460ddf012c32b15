"""One entry of the log, explained, with what can be done about it: undo, the GM's word, other dice, a copy from here."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput, FracasError, phrase
from ...core.forms import shown as short
from ...core.rule import label_of
from ...store.errors import NotThere
from ...table.sight import Sight
from ..answers import look
from ..people import FightId
from ..services import services_of
from .changes import change_rows
from .frame import Form, PageLang, Sent, go, page, press, show
from .reading import value_typed
from .table import AtTable, sent_key
from .views import table_views

router = APIRouter()


@page(router, "/fights/{fight}/entries/{seq}")
def entry(request: Request, fight: FightId, seq: int, guest: AtTable, lang: PageLang) -> Response:
    """An entry: its steps, its dice, what it changed, who sees it, and what hangs on it."""
    services = services_of(request)
    position = services.tables.position(fight)
    if not 1 <= seq <= position.seq:
        raise NotThere("entry", str(seq)[:12])
    seen = look(request, fight, guest, lang, seq - 1, 1)
    found = seen["log"][0]
    hangs: list[dict[str, Any]] = []
    if guest.viewer.is_gm and found["kind"] in ("decided", "overridden") and not found.get("undone"):
        try:
            hangs = [dict(deed.__dict__) for deed in position.hangs_on(seq)]
        except FracasError:
            hangs = []
    sight = Sight(position, guest.eyes, lang)
    mine = found.get("by") in guest.viewer.fighters or guest.viewer.is_gm
    data = {
        **{name: seen[name] for name in ("fight", "seq", "you", "state")},
        "entry": found,
        "hangs": hangs,
        "changes": change_rows(found, sight),
        "mine": mine,
        "asked": [one["seq"] for one in seen["state"]["requests"] if one["of"] == seq],
    }
    view = table_views(seen, position, guest, lang)
    return show(request, "entry.html", data, seq=seen["seq"], view=view, roll_word=partial(roll_word, sight))


def roll_word(sight: Sight, label: str) -> str:
    """What a roll was for, in words."""
    questions = sight.explainer.words.questions
    return next((sight.explainer.say(words) for key, words in questions.items() if label_of(key) == label), label)


@press(router, "/fights/{fight}/entries/{seq}/override")
def override(request: Request, fight: FightId, seq: int, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The GM's word on a result: only what was changed in the form is set."""
    sets: dict[str, Any] = {}
    for name, text in form.pairs:
        if name.startswith("set.") and text != form.get(f"was.{name[4:]}"):
            sets[name[4:]] = value_typed(text)
    path = form.get("path").strip()
    if path:
        sets[path] = value_typed(form.get("value"))
    tables = services_of(request).tables
    reason = form.get("reason")
    tables.override(fight, guest.viewer, seq, sets, reason, form.whole("seen"), sent_key(guest, form))
    return go(request, f"/fights/{fight}")


@press(router, "/fights/{fight}/entries/{seq}/revise")
def revise(request: Request, fight: FightId, seq: int, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The GM sets dice of an entry otherwise; it is carried out anew."""
    answers = revised_answers(form)
    if not answers:
        raise BadInput("dice", phrase("unchanged"), phrase("other faces for at least one roll"))
    tables = services_of(request).tables
    tables.revise(fight, guest.viewer, seq, answers, form.whole("seen"), sent_key(guest, form))
    return go(request, f"/fights/{fight}")


def revised_answers(form: Form) -> dict[int, Any]:
    """By the place of each roll the faces that were changed."""
    found: dict[int, Any] = {}
    for name, text in form.pairs:
        place = name[5:]
        if name.startswith("roll.") and place.isdecimal() and text != form.get(f"was.{place}"):
            try:
                found[int(place)] = [int(part) for part in text.replace(",", " ").split()]
            except ValueError:
                raise BadInput(
                    "dice", short(text), phrase("faces with blanks between them: {example}", example="6 6 2")
                ) from None
    return found


@press(router, "/fights/{fight}/branch")
def branch(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """A copy of the fight as it stood after an entry."""
    from ..routes.links import gm_link

    services = services_of(request)
    copy = services.tables.branch(fight, guest.viewer, form.whole("seq"), sent_key(guest, form))
    token = gm_link(services, copy, lang)["token"]
    return go(request, f"/join/{token}")


@page(router, "/fights/{fight}/replay")
def replay(request: Request, fight: FightId, guest: AtTable, lang: PageLang, at: int | None = None) -> Response:
    """The fight read from its beginning, entry by entry: how it stood after entry ``at``, and the log up to there."""
    services = services_of(request)
    head = services.tables.log.head(fight)
    place = head if at is None else max(1, min(at, head))
    seen = services.tables.look_back(fight, guest.eyes, place, lang)
    seen["you"] = {**seen["you"], "name": guest.viewer.name}
    position = services.tables.position(fight)
    from .views import table_views

    data = {**seen, "at": place, "head": head, "view": table_views(seen, position, guest, lang)}
    return show(request, "replay.html", data, seq=head)
