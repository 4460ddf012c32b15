"""Server-sent events: the log as it grows, from wherever the reader was, and the state after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ..core.errors import BadInput, FracasError, phrase
from ..core.forms import shown
from .guard import client_of
from .hub import framed
from .language import Lang
from .models import PROBLEMS, SeqAt
from .people import FightId, Guest, Here
from .problems import WebError, problem
from .services import Services, services_of

HEARTBEAT_SECONDS = 15.0
GATHER_SECONDS = 0.1
"""What happens within so short a time after something was sent is sent together, with one state."""

RETRY_MILLISECONDS = 1000

EVENT = {
    "type": "object",
    "properties": {
        "event": {"enum": ["entry", "state", "reset", "problem"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
        "id": {"type": "string", "pattern": r"^\d+$"},
        "retry": {"type": "integer"},
    },
}
"""One server-sent event."""

router = APIRouter(tags=["live"])


@router.get(
    "/api/fights/{fight}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": EVENT}}}, **PROBLEMS},
)
async def events(
    request: Request,
    fight: FightId,
    guest: Here,
    lang: Lang,
    after: Annotated[SeqAt | None, Query(description="Send what came after this entry (default: after now).")] = None,
    follow: Annotated[bool, Query(description="false: end when all that there is has been sent.")] = True,
    last_event_id: Annotated[str | None, Header(description="As browsers send it when they connect again.")] = None,
) -> StreamingResponse:
    """Live updates. Event `entry`: one entry of the log, its `id` the entry's number; event `state`: how the fight stands
    after the entries before it; event `reset`: the fight was put back to an earlier one; event `problem`: the stream ends.
    A reader that was away sends `Last-Event-ID` and loses nothing."""
    services = services_of(request)
    services.rates.hit("opens", client_of(request.scope))
    limits, client = services.config.limits, client_of(request.scope)
    full = services.metrics.streams >= limits.streams or services.hub.streams_of(client) >= limits.streams_each
    if services.hub.closing or full:
        raise WebError(503, "stream", phrase("too many"), phrase("opened later"), {"retry-after": "5"})
    if last_event_id:
        if not last_event_id.isdecimal() or len(last_event_id) > 9:
            raise BadInput("Last-Event-ID", shown(last_event_id), phrase("the number of the last event seen"))
        after = int(last_event_id)
    start = await run_in_threadpool(services.tables.log.head, fight) if after is None else after
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    flow = flowing(services, fight, guest, client, start, lang, follow)
    return StreamingResponse(flow, media_type="text/event-stream", headers=headers)


async def flowing(
    services: Services, fight: str, guest: Guest, client: str, after: int, lang: str, follow: bool
) -> AsyncIterator[bytes]:
    """The stream of one reader."""
    hub, waiter = services.hub, services.hub.enter(fight, client)

    def may_see() -> bool:
        try:
            return services.people.guest(guest.token, fight).viewer == guest.viewer
        except FracasError:
            return False

    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        sent = False
        while not hub.closing:
            if not await run_in_threadpool(hub.still, guest.token, may_see):
                gone = WebError(401, "link", phrase("revoked"), phrase("one that stands"))
                yield framed("problem", problem(gone, lang))
                return
            try:
                news = await hub.news(fight, guest.eyes, after, lang)
            except FracasError as error:
                yield framed("problem", problem(error, lang))
                return
            if news.seq != after or not sent:
                yield news.data
                after, sent = news.seq, True
            if news.more:
                continue
            if not follow:
                return
            await asyncio.sleep(GATHER_SECONDS)
            if not await waiter.wait(HEARTBEAT_SECONDS):
                yield b": still here\n\n"
                hub.forget(fight)
    finally:
        hub.leave(waiter)
