"""The table: the fight as its game master, a player, or a watcher has it before them, and all that can be pressed there.

One address, ``/fights/{fight}``, shows each what it may see. Every press sends the number of the entry that the page saw last
and a word of its own: pressed twice it counts once, pressed on an old page it does nothing and says so.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from ...core.errors import FracasError
from ...table.desk import Result
from ...table.position import Position, choice_of
from ..answers import look, whole_key
from ..guard import client_of
from ..odds import odds_glanced
from ..people import FightId, Guest, token_of
from ..services import services_of
from ..telling import explainer_of
from .composer import choice_from, composed
from .frame import Form, PageLang, Sent, go, page, press, show
from .views import table_views

router = APIRouter()
LAST = 60
"""Entries of the log on the page."""
MOST_DEEDS = 20
"""Decisions of a policy in one turn."""
TEMPLATES = {"gm": "table.html", "player": "player.html", "watcher": "watch.html"}


def _guest(request: Request, fight: FightId) -> Guest:
    services = services_of(request)
    guest = services.people.guest(token_of(request, None, fight), fight)
    request.state.role, request.state.guest = guest.viewer.role.value, guest
    return guest


AtTable = Annotated[Guest, Depends(_guest)]


def table_data(request: Request, fight: str, guest: Guest, lang: str, form: Form) -> dict[str, Any]:
    """All that the page shows: what the viewer may see of state and log, its composer, the odds of what is chosen there."""
    services = services_of(request)
    head = services.tables.log.head(fight)
    seen = look(request, fight, guest, lang, max(0, head - LAST), LAST)
    position = services.tables.position(fight)
    changed = form.get("changed")
    composer = composed(position, guest.viewer, form, lang, changed)
    odds = None if composer is None else odds_of(request, position, guest, composer, lang)
    return {
        **seen,
        "composer": composer,
        "odds": odds,
        "typed": {
            "dice": form.all("die") if same_question(seen, form) else [],
            "own": form.get("roll.dice"),
            "hidden": "roll.hidden" in form,
            "kept": {name: value for name, value in form.pairs if "." in name},
        },
        "key": secrets.token_urlsafe(9),
        "view": table_views(seen, position, guest, lang, composer),
    }


def same_question(seen: dict[str, Any], form: Form) -> bool:
    """Are the dice typed for the question that is asked now?"""
    waiting = seen["state"]["waiting"]
    return waiting is not None and form.get("of") == str(waiting["seq"])


def odds_of(
    request: Request, position: Position, guest: Guest, composer: dict[str, Any], lang: str
) -> dict[str, Any] | None:
    """The odds of the composer's decision, where it is one that dice decide; None: it is not, or it may not be made."""
    if not composer.get("strike") or composer["refusal"] or composer["choice"] is None:
        return None
    services = services_of(request)
    services.rates.hit("odds", client_of(request.scope))
    try:
        return odds_glanced(position, choice_of(composer["choice"]), lang)
    except FracasError:
        return None


@page(router, "/fights/{fight}")
def table(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The fight."""
    return shown(request, table_data(request, fight, guest, lang, form), lang)


def shown(request: Request, data: dict[str, Any], lang: str) -> Response:
    """The page for whoever asks."""
    position = services_of(request).tables.position(data["fight"])
    explainer = explainer_of(position, lang)

    def ask_word(ask: dict[str, Any], choice: Any) -> str:
        """A choice that is asked for, in words."""
        if choice in position.ids:
            return explainer.name(position.ids.index(choice))
        if isinstance(choice, bool):
            return explainer.value(choice)
        return explainer.say(explainer.words.choices.get(choice, str(choice)))

    return show(request, TEMPLATES[data["you"]["role"]], data, seq=data["seq"], ask_word=ask_word)


def after(request: Request, fight: str, guest: Guest, lang: str, result: Result | None = None) -> Response:
    """The page again, as it is after a press."""
    back = f"/fights/{fight}"
    if request.headers.get("hx-request") != "true":
        return go(request, back)
    return shown(request, table_data(request, fight, guest, lang, Form([])), lang)


def sent_key(guest: Guest, form: Form) -> str | None:
    """The press's own word, as the store keeps it."""
    return whole_key(guest, form.get("key") or None)


@press(router, "/fights/{fight}/do")
def decide(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Decide what the composer says."""
    tables = services_of(request).tables
    position, seen = tables.position(fight), form.whole("seen")
    if seen is not None and 0 < seen < position.seq:
        position = tables.at(fight, seen)  # sent twice, or from an old page: it means what it meant there
    choice = choice_from(position, guest.viewer, form, lang)
    dice = form.get("roll.dice") if form.get("roll.dice") in ("own", "app") else None
    hidden = form.get("roll.hidden") == "1" and guest.viewer.is_gm
    found = tables.decide(fight, guest.viewer, choice, seen, sent_key(guest, form), dice=dice, hidden=hidden)
    return after(request, fight, guest, lang, found)


@press(router, "/fights/{fight}/answers")
def answer_asked(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Answer what is asked: faces typed into boxes, the app's dice, or a choice."""
    tables = services_of(request).tables
    raw: Any = "app"
    if form.get("with") != "app":
        if "choice" in form:
            raw = {"true": True, "false": False}.get(form.get("choice"), form.get("choice"))
        else:
            raw = faces_typed(form.all("die"))
    found = tables.answer(fight, guest.viewer, [raw], form.whole("seen"), sent_key(guest, form))
    return after(request, fight, guest, lang, found)


def faces_typed(boxes: list[str]) -> str:
    """What stands in the boxes of the dice, as it is typed anywhere else: ``6 6 2``.

    >>> faces_typed(["6", "６", " 2"]), faces_typed(["662", "", ""])
    ('6 6 2', '662')
    """
    from ...play.typed import WIDE

    return " ".join(text for text in (box.translate(WIDE).strip() for box in boxes) if text)


@press(router, "/fights/{fight}/policy")
def policy(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Let the policy decide for whoever's turn it is: once, or until its turn ends (``whole``)."""
    tables = services_of(request).tables
    whole, before = form.get("whole") == "1", tables.position(fight)
    turn = before.views.get("fight.turn"), before.views.get("fight.round")
    found = tables.policy(fight, guest.viewer, form.whole("seen"), sent_key(guest, form))
    for _ in range(MOST_DEEDS if whole and not found.repeated else 0):
        now = tables.position(fight)
        same = turn == (now.views.get("fight.turn"), now.views.get("fight.round"))
        if not same or turn[0] is None or now.waiting is not None or now.views.get("fight.over"):
            break
        found = tables.policy(fight, guest.viewer, now.seq)
    return after(request, fight, guest, lang, found)


@press(router, "/fights/{fight}/undo")
def undo(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Undo an entry and what hangs on it; without a number the last one that stands."""
    found = services_of(request).tables.undo(
        fight,
        guest.viewer,
        form.whole("seq"),
        form.whole("seen"),
        sent_key(guest, form),
        form.whole("request"),
    )
    return after(request, fight, guest, lang, found)


@press(router, "/fights/{fight}/request-undo")
def request_undo(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """A player asks for an undo."""
    tables = services_of(request).tables
    found = tables.request_undo(fight, guest.viewer, form.whole("seq") or 0, form.whole("seen"), sent_key(guest, form))
    return after(request, fight, guest, lang, found)


@press(router, "/fights/{fight}/refuse-undo")
def refuse_undo(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The GM does not grant an undo."""
    tables = services_of(request).tables
    found = tables.refuse_undo(
        fight, guest.viewer, form.whole("request") or 0, form.whole("seen"), sent_key(guest, form)
    )
    return after(request, fight, guest, lang, found)


def pressed(name: str) -> None:
    """Register a press that needs nothing said with it, by the table's command of that name."""

    def handler(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
        command = getattr(services_of(request).tables, name)
        return after(
            request, fight, guest, lang, command(fight, guest.viewer, form.whole("seen"), sent_key(guest, form))
        )

    press(router, f"/fights/{{fight}}/{name}")(handler)


for one in ("withdraw", "reveal", "redo"):
    pressed(one)
