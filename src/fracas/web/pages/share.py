"""Sharing a fight: links for players, watchers and further GMs, each with a code to scan and what it lets one see."""

from __future__ import annotations

import secrets
from typing import Any, Literal

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...play.encounter import PERSON
from ...table import permit
from ..answers import look
from ..models import LinkIn
from ..network import LOOPBACKS, lan_address
from ..people import FightId, Guest
from ..routes.links import link_data, made_link, revoked_link
from ..services import Services, services_of
from .composer import composed
from .frame import Form, PageLang, Sent, go, page, press, show
from .table import AtTable, sent_key

router = APIRouter()
LEAST_PASSPHRASE = 4
"""Characters."""


def reach(request: Request) -> tuple[str, bool]:
    """The address by which others reach this server, and whether they can: on the network where it listens there."""
    url = request.url
    listens = getattr(request.app.state, "listens", "")
    if url.hostname in LOOPBACKS:
        there = lan_address() if listens and listens not in LOOPBACKS else None
        if there is None:
            return str(request.base_url).rstrip("/"), listens not in LOOPBACKS
        return f"{url.scheme}://{there}:{url.port or 80}", True
    return str(request.base_url).rstrip("/"), True


def code(text: str) -> str:
    """A text as a code to scan (SVG)."""
    return segno.make(text, error="m").svg_inline(border=2, omitsize=True, dark="#000", light="#fff")


def shared(request: Request, fight: str, guest: Guest, lang: str) -> dict[str, Any]:
    """All links of a fight that stand, and what the page says of them."""
    permit.gm(guest.viewer, "links")
    services = services_of(request)
    seen = look(request, fight, guest, lang, services.tables.log.head(fight), 0)
    base, reachable = reach(request)
    rows = []
    for link in services.links.of(fight):
        if not link.revoked:
            data = link_data(services, link, lang)
            row = {**data, "address": base + data["path"], "code": code(base + data["path"]), "replay": None}
            if link.role == "watcher":
                address = f"{base}{data['path']}?to=replay"
                row["replay"] = {"address": address, "code": code(address)}
            rows.append(row)
    names = {one["id"]: one["name"] for one in seen["state"]["fighters"]}
    return {
        **{name: seen[name] for name in ("fight", "seq", "you", "state")},
        "links": rows[::-1],
        "names": names,
        "persons": [one["id"] for one in seen["state"]["fighters"] if one["play"] == PERSON],
        "reachable": reachable,
        "base": base,
        "odds": f"{base}/fights/{fight}/odds{odds_query(services, fight, guest, lang)}",
        "key": secrets.token_urlsafe(9),
    }


def odds_query(services: Services, fight: str, guest: Guest, lang: str) -> str:
    """What the composer has chosen now, for an address of its odds; "": it is nothing that dice decide."""
    composer = composed(services.tables.position(fight), guest.viewer, Form([]), lang)
    found = composer is not None and composer.get("strike") and composer["choice"] is not None
    return f"?{composer['query']}" if composer is not None and found else ""


@page(router, "/fights/{fight}/share")
def share(request: Request, fight: FightId, guest: AtTable, lang: PageLang) -> Response:
    """The links, and forms for new ones."""
    data = shared(request, fight, guest, lang)
    return show(request, "share.html", data, seq=data["seq"])


@press(router, "/fights/{fight}/share")
def add(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """A new link."""
    permit.gm(guest.viewer, "links")
    if 0 < len(form.get("passphrase")) < LEAST_PASSPHRASE:
        right = phrase("a text of at least {min_length} characters", min_length=LEAST_PASSPHRASE)
        raise BadInput("passphrase", phrase("too short"), right)
    given = LinkIn(
        role=role_of(form.get("role")),
        fighter=form.get("fighter") or None,
        label=form.get("label")[:80],
        passphrase=form.get("passphrase")[:200] or None,
    )
    made_link(services_of(request), fight, given, sent_key(guest, form))
    return go(request, f"/fights/{fight}/share")


def role_of(text: str) -> Literal["gm", "player", "watcher"]:
    """A link's role."""
    return "gm" if text == "gm" else "player" if text == "player" else "watcher"


@press(router, "/fights/{fight}/share/{link}/revoke")
def revoke(request: Request, fight: FightId, link: str, guest: AtTable, lang: PageLang) -> Response:
    """From now on this link opens nothing."""
    permit.gm(guest.viewer, "links")
    revoked_link(services_of(request), fight, link)
    return go(request, f"/fights/{fight}/share")
