"""Coming in by a link: at once where it says all, else with a name, a fighter, a passphrase."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from ...core.errors import BadInput, FracasError, phrase
from ...play.wording import translator
from ...store.links import Link
from ...table.errors import NotAllowed
from ..guard import client_of
from ..keys import HOST, SEAT
from ..people import cookie_name, no_link, same_origin, set_cookie, token_of
from ..problems import WebError
from ..routes.links import come_in, sees
from ..services import Services, services_of
from ..telling import explainer_of
from .frame import DICE, Form, PageLang, Sent, go, prefs_of, press, show

router = APIRouter()
Token = Annotated[str, Path(max_length=1000)]
REVOKED = phrase("revoked")
"""What is wrong with a link that stands no more, as :meth:`~fracas.web.people.People.link` says it."""


def link_of(services: Services, token: str) -> tuple[tuple[Any, ...], Link | None]:
    """What a token says, and its link (None: the host's); WebError 401 where it opens nothing."""
    found = services.keys.read(token)
    if found is None:
        raise no_link(phrase("not one of this server"))
    return found, None if found[0] == HOST else services.people.link(found)


@router.get("/join/{token}", include_in_schema=False)
def open_link(request: Request, token: Token, lang: PageLang, form: Sent) -> Response:
    """Open a link in a browser: the token goes into a cookie, and the browser on to the fight (`to=replay`: to its replay);
    where the link leaves open who comes, or has a passphrase, a page asks first."""
    services = services_of(request)
    try:
        found, link = link_of(services, token)
    except WebError as error:
        return nothing(request, error.what, lang)
    if link is None:
        return entered(request, "/", None, token)
    address = behind(link, form)
    if found[0] == SEAT or (link.role != "player" and link.passphrase is None):
        services.people.guest(found, link.fight)
        return entered(request, address, link.fight, token)
    if link.role == "player" and sits_already(request, services, link):
        return go(request, address)
    return asked(request, link, form, lang, status=200 if link.passphrase is None else 401)


def behind(link: Link, form: Form) -> str:
    """Where a link leads to: the fight, or its replay."""
    return f"/fights/{link.fight}/replay" if form.get("to") == "replay" else f"/fights/{link.fight}"


def nothing(request: Request, what: str, lang: str) -> Response:
    """The page for a link that opens nothing: revoked, or none of this server."""
    return show(request, "nolink.html", {"revoked": what == REVOKED}, 401)


def sits_already(request: Request, services: Services, link: Link) -> bool:
    """Has this browser come in by this very link before?"""
    known = services.keys.read(request.cookies.get(cookie_name(link.fight), ""))
    if known is None or known[0] != SEAT or known[1] != link.id:
        return False
    try:
        return bool(services.people.guest(known, link.fight).viewer.fighters)
    except FracasError:
        return False


def asked(
    request: Request, link: Link, form: Form, lang: str, error: str = "", status: int = 200, known: bool = False
) -> Response:
    """The page that asks who comes; ``known``: the passphrase was right."""
    services = services_of(request)
    data: dict[str, Any] = {
        "role": link.role,
        "sees": sees(link, lang),
        "protected": link.passphrase is not None,
        "name": form.get("name"),
        "error": error,
        "fight": "",
        "fighters": [],
        "to": form.get("to"),
        "dice": form.get("dice") or prefs_of(request).dice,
        "gm_here": is_gm_here(request, services, link.fight),
    }
    position = services.tables.position(link.fight)
    explainer = explainer_of(position, lang)
    data["passphrase"] = form.get("passphrase") if known else ""
    if link.passphrase is None or known:  # what a protected link leads to, it tells nobody before
        data["fight"] = position.name
        for place, id in enumerate(position.ids):
            if (link.fighter is None and position.is_person(id)) or id == link.fighter:
                seat = position.seats.get(id)
                row = {"id": id, "name": explainer.name(place), "seat": seat, "chosen": form.get("fighter") == id}
                data["fighters"].append(row)
    return show(request, "join.html", data, status)


@press(router, "/join/{token}")
def come(request: Request, token: Token, lang: PageLang, form: Sent) -> Response:
    """Come in, with a name and a fighter."""
    if "origin" in request.headers:
        same_origin(request)
    services = services_of(request)
    try:
        _, link = link_of(services, token)
    except WebError as error:
        return nothing(request, error.what, lang)
    if link is None:
        return entered(request, "/", None, token)
    name, fighter = form.get("name").strip(), form.get("fighter") or None
    try:
        if link.role == "player" and not name:
            raise BadInput("name", "missing", phrase("given"))
        if link.role != "player":
            name, fighter = "", None
        client = client_of(request.scope)
        if link.role == "player" and link.passphrase is not None and link.fighter is None and fighter is None:
            come_in(services, client, link, form.get("passphrase") or None, "", None)
            return asked(request, link, form, lang, known=True)
        own = come_in(services, client, link, form.get("passphrase") or None, name, fighter)
    except FracasError as error:
        if isinstance(error, WebError) and error.status == 429:
            raise
        return asked(request, link, form, lang, line(error, lang), status_of(error))
    keep_dice(services, link, own, form.get("dice"))
    return entered(request, behind(link, form), link.fight, own)


def keep_dice(services: Services, link: Link, token: str, dice: str) -> None:
    """Whose dice somebody who sits down rolls, where it is not so already."""
    viewer = services.people.guest(services.keys.read(token), link.fight).viewer
    position = services.tables.position(link.fight)
    for fighter in sorted(viewer.fighters) if dice in DICE else ():
        if position.dice.get(fighter, "app") != dice:
            services.tables.seat(link.fight, viewer, fighter, dice=dice)


def is_gm_here(request: Request, services: Services, fight: str) -> bool:
    """Is this browser the fight's GM already? By a player's link it becomes a player."""
    try:
        return services.people.guest(token_of(request, None, fight), fight).viewer.is_gm
    except FracasError:
        return False


def status_of(error: FracasError) -> int:
    """The status of a page that says an error in a line."""
    return 403 if isinstance(error, NotAllowed) else 401 if isinstance(error, WebError) else 422


def line(error: FracasError, lang: str) -> str:
    """An error in one line, as somebody at the door reads it."""
    from ...play.errors import bad_input

    ui = translator("fracas", lang)
    if isinstance(error, NotAllowed):
        return ui("Somebody else plays this fighter. Give the name that was given first, or pick another fighter.")
    if isinstance(error, WebError):
        return ui("This is not the passphrase.")
    return bad_input(error, lang) if isinstance(error, BadInput) else str(error)


def entered(request: Request, address: str, fight: str | None, token: str) -> Response:
    """On to the fight, with the token in a cookie."""
    response = RedirectResponse(address, 303)
    set_cookie(request, response, fight, token)
    return response


@press(router, "/join")
def pasted(request: Request, form: Sent) -> Response:
    """A link that somebody has pasted: only what stands behind ``/join/`` counts."""
    token = form.get("link").strip().rpartition("/join/")[2].strip("/ ")
    return go(request, f"/join/{token}" if token else "/")
