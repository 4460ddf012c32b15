"""The start page, and coming in by a link."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import FracasError
from ...rules import GAMES, load
from ..keys import HOST
from ..people import token_of
from ..services import Services, services_of
from ..telling import explainer_of
from .frame import PageLang, Sent, page, show

router = APIRouter()


def is_host(request: Request) -> bool:
    """Does whoever runs the server ask?"""
    try:
        token = token_of(request, None, None)
    except FracasError:
        return False
    return token is not None and token[0] == HOST


SHOWN = 12
"""Fights on the start page; all of them where they are asked for."""


@page(router, "/")
def start(request: Request, lang: PageLang, form: Sent) -> Response:
    """Where everything begins: go on with a fight, a new one, odds, balance, packs."""
    host, services = is_host(request), services_of(request)
    rows = services.tables.log.fights() if host else []
    most = len(rows) if form.get("all") else SHOWN
    titles = {name: load(name).title for name in GAMES}
    fights = [{**row.__dict__, "title": titles.get(row.ruleset, row.ruleset)} for row in rows[:most]]
    last = {**fights[0], **how_it_stands(services, fights[0]["id"], lang)} if fights else None
    return show(request, "start.html", {"host": host, "fights": fights, "last": last, "more": len(rows) > most})


def how_it_stands(services: Services, fight: str, lang: str) -> dict[str, Any]:
    """``{round, turn, over}`` of a fight: its round (None: it has not begun), whose turn by name, whether it is over."""
    found: dict[str, Any] = {"round": None, "turn": "", "over": False}
    try:
        position = services.tables.position(fight)
        views, ids = position.views, position.ids
        explainer = explainer_of(position, lang)
    except FracasError:
        return found
    turn = views.get("fight.turn")
    name = explainer.name(ids.index(turn)) if turn in ids else ""
    begun = bool(position.deeds) or bool(turn)
    return found | {
        "round": views.get("fight.round") if begun else None,
        "turn": name,
        "over": bool(views.get("fight.over")),
    }
