"""Who asks: by a token in the header ``Authorization: Bearer …``, or in a cookie that only pages of this server may use."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Path, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from ..store.errors import NotThere
from ..store.links import Link, Links
from ..table.errors import NotAllowed
from ..table.roles import GM, WATCHER, Role, Viewer
from ..table.service import Tables
from .guard import SAFE
from .keys import HOST, LINK, SEAT, Keys, fits
from .problems import WebError
from .services import services_of

FIGHT_ID = r"^[A-Za-z0-9_-]{1,64}$"
FightId = Annotated[str, Path(pattern=FIGHT_ID, description="The fight's id.")]
COOKIE_SECONDS = 400 * 24 * 3600
ROLES = {"gm": Role.GM, "player": Role.PLAYER, "watcher": Role.WATCHER}

Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Depends(
        HTTPBearer(
            auto_error=False,
            scheme_name="link",
            description="The token of a link, of `POST /api/join`, or the host's, which `fracas serve` prints.",
        )
    ),
]


@dataclass(frozen=True)
class Guest:
    """Somebody who may come in. ``link``: the link that it came by; None: it is the host."""

    viewer: Viewer
    link: Link | None
    token: tuple[Any, ...]

    @property
    def eyes(self) -> Viewer:
        """The viewer as far as what it sees goes: without its name, so that what many see is worked out once."""
        return WATCHER if self.viewer.role is Role.WATCHER else replace(self.viewer, name="")

    @property
    def key_prefix(self) -> str:
        """Whose idempotency keys these are: nobody can use up another's."""
        return "host" if self.link is None else self.link.id


class People:
    """Reads tokens, and seats those who join."""

    def __init__(self, tables: Tables, links: Links, keys: Keys) -> None:
        self.tables, self.links, self.keys = tables, links, keys

    def guest(self, token: tuple[Any, ...] | None, fight: str) -> Guest:
        """Whoever has this token, at this fight; WebError 401 or 403."""
        if token is None:
            raise no_link(phrase("not one of this server"))
        if token[0] == HOST:
            return Guest(GM, None, token)
        link = self.link(token)
        if link.fight != fight:
            raise WebError(403, "link", phrase("of another fight"), phrase("a link of this fight"))
        if link.passphrase is not None and token[0] == LINK:
            raise wrong_passphrase(None)
        name = token[2] if token[0] == SEAT else ""
        fighter = link.fighter or (self.seat(fight, name, token[3]) if token[0] == SEAT else None)
        fighters = frozenset([fighter] if fighter and link.role == "player" else [])
        return Guest(Viewer(ROLES[link.role], name or link.label or link.fighter or "", fighters), link, token)

    def link(self, token: tuple[Any, ...]) -> Link:
        """The link of a token, if it stands."""
        try:
            link = self.links.get(token[1])
        except NotThere:
            raise no_link(phrase("not one of this server")) from None
        if link.revoked:
            raise no_link(phrase("revoked"))
        return link

    def seat(self, fight: str, name: str, fighter: str | None) -> str | None:
        """The fighter picked through an open link, as long as its seat is still this person's."""
        position = self.tables.position(fight)
        mine = (
            fighter in position.forms and position.is_person(str(fighter)) and position.seats.get(str(fighter)) == name
        )
        return fighter if mine else None

    def join(self, link: Link, passphrase: str | None, name: str, fighter: str | None) -> str:
        """Come in by a link: its token for this person. WebError 401 where the passphrase is wrong."""
        if link.passphrase is not None and not fits(passphrase or "", link.passphrase):
            raise wrong_passphrase(passphrase)
        Viewer(ROLES[link.role], name)
        if fighter is not None and (link.role != "player" or link.fighter not in (None, fighter)):
            right = link.fighter if link.fighter is not None else phrase("left out: this link plays nobody")
            raise BadInput("fighter", shown(fighter), right)
        picked = link.fighter or fighter
        if link.role == "player" and picked is not None and (name or fighter is not None):
            self._sit(link, name, picked)
        return self.keys.token(SEAT, link.id, name, fighter)

    def _sit(self, link: Link, name: str, fighter: str) -> None:
        if not name:
            raise BadInput("name", "missing", phrase("given"))
        position = self.tables.position(link.fight)
        people = tuple(id for id in position.ids if position.is_person(id))
        if fighter not in people and link.fighter is None:
            if fighter in position.ids:
                raise NotAllowed("fighter", shown(fighter), phrase("a fighter that a person plays"))
            raise BadInput("fighter", shown(fighter), one_of(fighter, people))
        if position.seats.get(fighter) != name:
            self.tables.seat(link.fight, Viewer(Role.PLAYER, name, frozenset([fighter])), fighter, person=name)


def no_link(what: str) -> WebError:
    """401: nobody comes in with that."""
    right = phrase("a link's token, as Authorization: Bearer TOKEN")
    return WebError(401, "link", what, right, {"www-authenticate": "Bearer"})


def wrong_passphrase(given: str | None) -> WebError:
    """401: this link opens nothing without its passphrase."""
    right = phrase("the link's passphrase, sent to /api/join")
    return WebError(401, "passphrase", phrase("wrong") if given else "missing", right, {"www-authenticate": "Bearer"})


# ------------------------------------------------------------------------------------------------------------ cookies


def cookie_name(fight: str | None) -> str:
    """The cookie for a fight, or the host's: one browser may sit at several tables.

    >>> cookie_name(None), cookie_name("abc")
    ('fracas_host', 'fracas_ba7816bf8f01cfea')
    """
    return "fracas_host" if fight is None else f"fracas_{hashlib.sha256(fight.encode()).hexdigest()[:16]}"


def set_cookie(request: Request, response: Response, fight: str | None, token: str) -> None:
    """Let pages of this server use the token. ``Secure`` where the page came over https; a plain LAN address has none."""
    secure = request.url.scheme == "https"
    options = {"max_age": COOKIE_SECONDS, "path": "/", "httponly": True, "samesite": "lax", "secure": secure}
    response.set_cookie(cookie_name(fight), token, **options)  # type: ignore[arg-type]


def same_origin(request: Request) -> None:
    """A change that is asked for with a cookie must come from a page of this very server; WebError 403."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if site in (None, "same-origin") and origin is not None:
        try:
            place = urlsplit(origin).netloc.lower()
        except ValueError:
            place = ""
        if place and place == request.headers.get("host", "").lower():
            return
    elif site == "same-origin":
        return
    raise WebError(403, "origin", shown(origin), phrase("a page of this server, or a request with a token"))


def token_of(
    request: Request, bearer: HTTPAuthorizationCredentials | None, fight: str | None
) -> tuple[Any, ...] | None:
    """What the request brings as its token, read; WebError 401 where it brings none."""
    keys = services_of(request).keys
    if bearer is not None:
        return keys.read(bearer.credentials)
    names = [cookie_name(None)] if fight is None else [cookie_name(fight), cookie_name(None)]
    for name in names:
        if name in request.cookies:
            if request.method not in SAFE:
                same_origin(request)
            return keys.read(request.cookies[name])
    raise no_link("missing")


def _at_fight(request: Request, fight: FightId, bearer: Bearer) -> Guest:
    guest = services_of(request).people.guest(token_of(request, bearer, fight), fight)
    request.state.role = guest.viewer.role.value
    request.state.guest = guest
    return guest


async def _gm(guest: Annotated[Guest, Depends(_at_fight)]) -> Guest:
    if not guest.viewer.is_gm:
        raise NotAllowed("link", guest.viewer.role.value, phrase("done by the GM"))
    return guest


def the_host(request: Request, bearer: HTTPAuthorizationCredentials | None = None) -> Guest:
    """Whoever runs the server; WebError 401 or 403 where somebody else asks."""
    token = token_of(request, bearer, None)
    if token is None:
        raise no_link(phrase("not one of this server"))
    if token[0] != HOST:
        raise WebError(403, "link", phrase("of a fight"), phrase("the host's token, which fracas serve prints"))
    request.state.role = "host"
    return Guest(GM, None, token)


async def _host(request: Request, bearer: Bearer) -> Guest:
    return the_host(request, bearer)


Here = Annotated[Guest, Depends(_at_fight)]
"""Whoever asks, at the fight of the path."""

TheGM = Annotated[Guest, Depends(_gm)]
"""The GM of the fight of the path."""

Host = Annotated[Guest, Depends(_host)]
"""Whoever runs the server."""
