"""How routes answer: JSON with the fight's sequence number as its entity tag, and what the conditions of a request mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Header, Request
from starlette.responses import Response

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..table.desk import Result
from .people import Guest
from .problems import WebError
from .services import services_of


class Json(Response):
    """JSON, compact. Half a character, which no text may have, is sent as a question mark."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def answer(data: Mapping[str, Any], seq: int | None = None, status: int = 200, **headers: str) -> Response:
    """An answer; ``seq`` becomes its ETag."""
    tag = {} if seq is None else {"etag": f'"{seq}"'}
    return Json(data, status, {**tag, **{name.replace("_", "-"): value for name, value in headers.items()}})


def look(request: Request, fight: str, guest: Guest, lang: str, after: int, limit: int) -> dict[str, Any]:
    """What the guest may see."""
    seen = services_of(request).tables.look(fight, guest.eyes, after, limit, lang)
    return {**seen, "you": {**seen["you"], "name": guest.viewer.name}}


def done(request: Request, fight: str, guest: Guest, lang: str, result: Result) -> Response:
    """What a command came to, as far as the guest may see it."""
    seen = look(request, fight, guest, lang, result.events[0].seq - 1, len(result.events))
    return answer({**seen, "more": result.seq < seen["seq"], "repeated": result.repeated}, seen["seq"])


def tag_of(header: str) -> int | None:
    """The number in an entity tag; None: any (``*``).

    >>> tag_of('"17"'), tag_of('W/"17"'), tag_of("*")
    (17, 17, None)
    """
    text = header.strip().removeprefix("W/")
    if text == "*":
        return None
    number = text.removeprefix('"').removesuffix('"')
    if not number.isascii() or not number.isdigit() or not 0 < len(number) <= 9 or int(number) < 1:
        right = phrase('the number of the last event seen, such as "17", or *')
        raise BadInput("If-Match", shown(header), right)
    return int(number)


async def _expected(
    if_match: Annotated[
        str | None, Header(description='The ETag of what was last seen, such as `"17"`; `*`: any.')
    ] = None,
) -> int | None:
    if if_match is None:
        right = phrase('the number of the last event seen, such as "17", or *')
        raise WebError(428, "If-Match", "missing", right)
    return tag_of(if_match)


Expected = Annotated[int | None, Depends(_expected)]
"""What the request saw last (If-Match, which it must have); None: whatever stands."""

GivenKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="A new word for each request: sent again with the same word, it counts once.",
    ),
]


def whole_key(guest: Guest, given: str | None) -> str | None:
    """The key in the store: each link has its own."""
    if given is None:
        return None
    if not 0 < len(given) <= 100 or not given.isascii() or not given.isprintable():
        raise BadInput("Idempotency-Key", shown(given), phrase("a text of 1 to {most} characters", most=100))
    return f"{guest.key_prefix}:{given}"
