"""A new fight: which game, who fights, and off it goes. Everything stands in the address (:mod:`~fracas.web.pages.draft`)."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...play.encounter import PERSON, encounter_of
from ...play.legal import Choice
from ...play.wording import fill
from ...rules import GAMES, load
from ...store.errors import NotThere
from ...table.errors import NotAllowed
from ..answers import whole_key
from ..models import FightIn
from ..people import Guest, the_host, token_of
from ..routes.fights import begun, brought_in, gone_on
from ..routes.links import gm_link
from ..services import services_of
from . import bring
from .draft import Draft, fresh, of_encounter
from .fighterwords import side_words
from .frame import Form, PageLang, Sent, go, page, press, show
from .gamecards import all_cards, house_from
from .samples import speaker
from .setup import Setup

router = APIRouter()


def who_sets_up(request: Request, draft: Draft) -> Guest:
    """Whoever may: the host; for the fight after another one its GM, too."""
    if not draft.next:
        return the_host(request)
    guest = services_of(request).people.guest(token_of(request, None, draft.next), draft.next)
    if not guest.viewer.is_gm:
        raise NotAllowed("link", guest.viewer.role.value, phrase("done by the GM"))
    return guest


def known_game(name: str) -> str:
    """A game of this name; else there is no such page."""
    if name not in GAMES:
        raise NotThere("ruleset", name)
    return name


def draft_of(game: str, form: Form) -> Draft:
    """The draft that an address or a form carries."""
    text = form.get("d")
    return Draft.read(known_game(game), text) if text else fresh(known_game(game))


@page(router, "/new")
def games(request: Request, lang: PageLang) -> Response:
    """Which game."""
    the_host(request)
    return show(request, "new.html", {"games": all_cards(lang, {name: fresh(name).house for name in GAMES})})


@press(router, "/new/{game}/house")
def choose(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """On to the fighters, with these house rules."""
    the_host(request)
    house = house_from(load(known_game(game)), speaker(game, lang), form)
    return go(request, replace(fresh(game), house=house).address)


@page(router, "/new/{game}")
def fighters(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """Who fights."""
    draft = draft_of(game, form)
    guest = who_sets_up(request, draft)
    return shown_draft(request, guest, draft, lang, form.get("q"))


def shown_draft(
    request: Request, guest: Guest, draft: Draft, lang: str, words: str = "", brought: dict[str, str] | None = None
) -> Response:
    """The page of a draft; ``brought``: a text that was not taken, and why (then the answer is 422)."""
    data = Setup(services_of(request), guest, draft, lang).data(words[:100])
    more = {"key": secrets.token_urlsafe(9), "brought": brought}
    return show(request, "newfight.html", {**data, **more}, 422 if brought else 200)


@press(router, "/new/{game}")
def change(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """What was typed and pressed goes into the draft; on to its address."""
    draft = draft_of(game, form)
    guest = who_sets_up(request, draft)
    setup = Setup(services_of(request), guest, draft, lang)
    found, anchor = setup.acted(setup.typed(form), form.get("act"))
    words = "" if form.get("act") == "all" else form.get("q").strip()[:100]
    return there(request, guest, found, lang, words, anchor)


def there(request: Request, guest: Guest, draft: Draft, lang: str, words: str = "", anchor: str = "") -> Response:
    """The page of a draft after a change, under its own address."""
    address = draft.address
    if words:
        address += ("&" if "?" in address else "?") + f"q={quote(words)}"
    if request.headers.get("hx-request") != "true":
        return go(request, address + (f"#{anchor}" if anchor else ""))
    response = shown_draft(request, guest, draft, lang, words)
    response.headers["hx-push-url"] = address
    return response


@press(router, "/new/{game}/bring")
def bring_text(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """An encounter, fighters, or a saved fight from a file or a pasted text."""
    draft = draft_of(game, form)
    guest = who_sets_up(request, draft)
    text = form.get("file").strip() or form.get("text")
    try:
        return go(request, taken(request, draft, text, form, lang))
    except BadInput as error:
        if request.headers.get("hx-request") == "true":
            raise  # one line above the page as it is
        line = speaker(game, lang).error(error)
        return shown_draft(request, guest, draft, lang, "", {"text": text[: bring.MOST_BROUGHT], "line": line})


def taken(request: Request, draft: Draft, text: str, form: Form, lang: str) -> str:
    """Where a text leads that somebody brings: to the draft with what is in it, or to the fight; BadInput: nowhere."""
    game = draft.ruleset
    data = bring.read_text(text)
    rules = load(game)
    kind = bring.kind_of(data, rules)
    if kind == bring.SAVED:
        fight = brought_in(services_of(request), the_host(request), data, form.get("key") or None)
        return f"/fights/{fight}"
    if kind == bring.ENCOUNTER:
        data = {"ruleset": game, **data}
        encounter_of(data, lang)
        return replace(of_encounter(data), next=draft.next).address
    wrong = bring.mistakes(data, rules, lang)
    if wrong:
        raise wrong[0]
    side = form.get("side") if form.get("side") in draft.sides else draft.sides[0]
    for id, one in data.items() if kind == bring.FIGHTERS else [(str(data.get("name") or "fighter"), data)]:
        own = {key: value for key, value in one.items() if key != "kept"}
        draft = draft.with_fighter(id, {**own, "side": one.get("side") if one.get("side") in draft.sides else side})
    return draft.address


@press(router, "/new/{game}/start")
def start(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """Begin the fight: the draft as it stands, or a sample encounter under its house rules."""
    draft = draft_of(game, form)
    guest = who_sets_up(request, draft)
    setup = Setup(services_of(request), guest, draft, lang)
    if "name" in form:
        draft = setup.typed(form)
    if form.get("sample"):
        draft = setup.sampled(draft, form.get("sample"))
    setup = Setup(services_of(request), guest, draft, lang)
    data = setup.encounter()
    if not form.get("sample") and request.headers.get("hx-request") != "true":
        try:
            encounter_of(data, lang)
        except BadInput:
            return go(request, f"{draft.address}#problem")  # the page says what is wrong; nothing is lost
    fight = made(request, guest, draft, data, lang, form.get("key") or None)
    return go(request, entrance(request, guest, fight, lang))


def made(request: Request, guest: Guest, draft: Draft, data: dict[str, Any], lang: str, key: str | None) -> str:
    """Create the fight, say who types dice, and begin it where the draft says so; its id."""
    services = services_of(request)
    ui = speaker(draft.ruleset, lang).ui
    sides = [side_words(ui).get(one, one) for one in draft.sides]
    name = draft.name or fill(ui("{a} against {b}"), {"a": sides[0], "b": sides[1]})
    data = {**data, "name": name}
    if draft.next:
        fight = gone_on(services, draft.next, guest, FightIn(encounter=data), lang, key)
    else:
        fight = begun(services, guest, FightIn(encounter=data, party=draft.kept), lang, key)
    ids = services.tables.position(fight).ids
    for id in draft.own:
        for one in ["gm"] if id == "gm" else draft.ids_of(id) if id in draft.fighters else []:
            if one == "gm" or one in ids:
                word = None if key is None else whole_key(guest, f"{key}-{one}"[:100])
                services.tables.seat(fight, guest.viewer, one, key=word, dice="own")
    if draft.roll != "later":
        word = None if key is None else whole_key(guest, f"{key}-begin")
        services.tables.decide(fight, guest.viewer, Choice("begin"), key=word, dice=draft.roll)
    return fight


def entrance(request: Request, guest: Guest, fight: str, lang: str) -> str:
    """Where whoever made a fight comes in: the host at once, a GM by a link of the new fight."""
    if guest.link is None:
        return f"/fights/{fight}"
    return str(gm_link(services_of(request), fight, lang)["path"])


@page(router, "/fights/{fight}/next")
def next_encounter(request: Request, fight: str, lang: PageLang) -> Response:
    """The next encounter of a fight's party, which brings along what it has left (GM)."""
    setup = setup_after(request, fight, lang)
    party = [one for side in setup.data("")["sides"] for one in side["fighters"]]
    return show(
        request,
        "next.html",
        {
            "fight": fight,
            "game": setup.draft.ruleset,
            "name": services_of(request).tables.position(fight).name,
            "party": party,
            "encounters": setup.encounters(),
            "own": setup.draft.address,
            "d": setup.draft.written(),
            "key": secrets.token_urlsafe(9),
        },
    )


def setup_after(request: Request, fight: str, lang: str) -> Setup:
    """The empty draft of the fight after this one, with its party on the first side."""
    services = services_of(request)
    guest = services.people.guest(token_of(request, None, fight), fight)
    if not guest.viewer.is_gm:
        raise NotAllowed("link", guest.viewer.role.value, phrase("done by the GM"))
    position = services.tables.position(fight)
    draft = fresh(position.ruleset)
    party = {
        id: {"side": draft.sides[0], "kept": True, "play": position.players.get(id, PERSON)}
        for id in position.ids
        if position.is_party(id)
    }
    return Setup(services, guest, replace(draft, next=fight, fighters=party, house=dict(position.house or {})), lang)
