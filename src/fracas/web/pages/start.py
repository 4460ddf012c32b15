"""The start page, and coming in by a link."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import FracasError
from ...rules import GAMES, load
from ..keys import HOST
from ..people import token_of
from ..services import services_of
from .frame import PageLang, Prefs, Sent, go, page, prefs_of, press, show

router = APIRouter()


def is_host(request: Request) -> bool:
    """Does whoever runs the server ask?"""
    try:
        token = token_of(request, None, None)
    except FracasError:
        return False
    return token is not None and token[0] == HOST


@page(router, "/")
def start(request: Request, lang: PageLang) -> Response:
    """Where everything begins: go on with a fight, a new one, odds, balance, packs."""
    host = is_host(request)
    fights: list[dict[str, Any]] = []
    if host:
        titles = {name: load(name).title for name in GAMES}
        for row in services_of(request).tables.log.fights()[:20]:
            fights.append({**row.__dict__, "title": titles.get(row.ruleset, row.ruleset)})
    return show(request, "start.html", {"host": host, "fights": fights})


@press(router, "/settings/theme")
def theme(request: Request, form: Sent) -> Response:
    """Another theme; back to where it was asked for."""
    back = form.get("back")
    response = go(request, back if back.startswith("/") and not back.startswith("//") else "/")
    given = prefs_of(request).__dict__ | {"theme": form.get("theme")}
    Prefs.read(Prefs(**given).written()).keep(response)
    return response


@press(router, "/join")
def join(request: Request, form: Sent) -> Response:
    """A link that somebody has pasted: only what stands behind ``/join/`` counts."""
    token = form.get("link").strip().rpartition("/join/")[2].strip("/ ")
    return go(request, f"/join/{token}" if token else "/")
