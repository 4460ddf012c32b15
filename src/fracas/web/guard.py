"""What every request passes before it comes to the API: limits on how much and how often, strict headers, one log line."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, MutableMapping
from typing import Any

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.errors import phrase
from ..core.forms import shown
from .config import Limits
from .metrics import Metrics
from .problems import WebError

log = logging.getLogger("fracas.web")

HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
"""Sent with every answer that does not set them itself. ``same-origin``: with ``no-referrer`` browsers send forms with the
origin ``null``, and nobody could tell them from a stranger's."""

SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
"""The figures count these, and all others together: whoever makes methods up must not fill the memory."""

JSON = "application/json"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
"""What the forms of pages send; the API takes JSON alone."""
LARGE_BODY = 64 * 1024
"""Bytes from which on JSON is looked at in a thread."""


class Rates:
    """How often a client may ask, in this process."""

    def __init__(self, limits: Limits) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        kinds = ("reads", "writes", "odds", "wrong", "opens")
        self._items: dict[str, RateLimitItem] = {kind: parse(getattr(limits, kind)) for kind in kinds}

    def hit(self, kind: str, client: str) -> None:
        """Count one; WebError 429 where it is one too many."""
        if not self._limiter.hit(self._items[kind], kind, client):
            self._refuse(kind, client)

    def check(self, kind: str, client: str) -> None:
        """WebError 429 where there were too many; counts none."""
        if not self._limiter.test(self._items[kind], kind, client):
            self._refuse(kind, client)

    def _refuse(self, kind: str, client: str) -> None:
        item = self._items[kind]
        wait = max(1, round(self._limiter.get_window_stats(item, kind, client).reset_time - time.time() + 0.5))
        right = phrase("at most {most} in {seconds} s", most=item.amount, seconds=item.get_expiry())
        raise WebError(429, "requests", phrase("too many"), right, {"retry-after": str(wait)})


class Guard:
    """The ASGI layer around the application. ``may_be_large(scope)``: is this a file from somebody who may bring one?
    ``refusal(scope, error)``: the answer to what is refused here."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        rates: Rates,
        metrics: Metrics,
        may_be_large: Callable[[Scope], bool],
        refusal: Callable[[Scope, WebError], ASGIApp],
    ) -> None:
        self.app, self.limits, self.rates, self.metrics = app, limits, rates, metrics
        self.may_be_large, self.refusal = may_be_large, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, answered = time.perf_counter(), Answered(send)
        try:
            client = client_of(scope)
            self.rates.hit("reads" if scope["method"] in SAFE else "writes", client)
            body = await self._body(scope, receive)
            await self.app(scope, replayed(body, receive), answered)
        except WebError as error:
            await self.refusal(scope, error)(scope, receive, answered)
        except Exception:
            log.exception("%s %s", scope["method"], path_of(scope))
            if not answered.status:
                fault = WebError(500, "server", phrase("a fault"), phrase("told to whoever runs it"))
                await self.refusal(scope, fault)(scope, receive, answered)
        finally:
            self._note(scope, answered, time.perf_counter() - begun)

    def _note(self, scope: Scope, answered: Answered, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        if not answered.stream:
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.request(method, route, answered.status, seconds)
        role = scope.get("state", {}).get("role", "-")
        log.info(
            "%s %s %s %.1f ms %s B %s %s",
            *(scope["method"], path_of(scope), answered.status, 1000 * seconds, answered.bytes, client_of(scope), role),
        )

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, if it is not too large, and sound JSON."""
        headers = Headers(scope=scope)
        length = headers.get("content-length", "")
        if scope["method"] in SAFE or (length == "0" or ("transfer-encoding" not in headers and not length)):
            return b""
        most = self.limits.file if self.may_be_large(scope) else self.limits.body
        if length and (not length.isdecimal() or int(length[:18]) > most):
            raise too_large(most)
        parts, size = [], 0
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise WebError(400, "body", phrase("cut off"), phrase("whole"))
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise too_large(most)
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            right = phrase("sent within {seconds} s", seconds=round(self.limits.body_seconds))
            raise WebError(408, "body", phrase("too slow"), right) from None
        body = b"".join(parts)
        if not body:
            return body
        kind = headers.get("content-type", "")
        plain = kind.partition(";")[0].strip().lower()
        if plain in FORMS and not scope["path"].startswith("/api/"):
            return body
        if plain != JSON:
            raise WebError(415, "Content-Type", shown(kind or None), JSON)
        if len(body) > LARGE_BODY:
            await run_in_threadpool(check_json, body, self.limits.depth)
        else:
            check_json(body, self.limits.depth)
        return body


class Answered:
    """The way out: puts the strict headers on, and remembers what was sent."""

    def __init__(self, send: Send) -> None:
        self.send, self.status, self.bytes, self.stream = send, 0, 0, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            self.stream = headers.get("content-type", "").startswith("text/event-stream")
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        else:
            self.bytes += len(message.get("body", b""))
        await self.send(message)


def replayed(body: bytes, receive: Receive) -> Receive:
    """A body that has been read already, then whatever comes (that the client has gone)."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> MutableMapping[str, Any]:
        return left.pop() if left else await receive()

    return again


def too_large(most: int) -> WebError:
    """The body is larger than allowed."""
    return WebError(413, "body", phrase("too large"), phrase("at most {most} bytes", most=most))


def check_json(body: bytes, depth: int) -> None:
    """Is this JSON that can be taken: not nested too deep, no NaN, no half characters? WebError 400 says what is wrong.

    >>> check_json(b'{"a": [1, {"b": 2}]}', 3)
    >>> check_json(b"[[[[1]]]]", 3)
    Traceback (most recent call last):
    fracas.web.problems.WebError: body: nested too deep - should be at most 3 levels
    """
    try:
        data = json.loads(body, parse_constant=_no_constant)
        if b"\\ud" in body.lower():
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise too_deep(depth) from None
    except UnicodeError:
        raise WebError(400, "body", phrase("half a character"), phrase("JSON in UTF-8")) from None
    except ValueError:
        raise WebError(400, "body", phrase("not JSON"), phrase("JSON in UTF-8")) from None
    level = [data]
    for _ in range(depth):
        level = [
            one
            for outer in level
            if isinstance(outer, (dict, list))
            for one in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    if any(isinstance(one, (dict, list)) for one in level):
        raise too_deep(depth)


def too_deep(depth: int) -> WebError:
    """JSON is nested deeper than allowed."""
    return WebError(400, "body", phrase("nested too deep"), phrase("at most {depth} levels", depth=depth))


def _no_constant(word: str) -> None:
    raise ValueError(word)


def client_of(scope: Scope) -> str:
    """The client's address (behind proxies that are believed: the one that they give)."""
    return str(scope["client"][0]) if scope.get("client") else "-"


def path_of(scope: Scope) -> str:
    """The path as a log may have it: without the token of a link, without what could break the line."""
    path = str(scope["path"])
    path = "/join/-" if path.startswith("/join/") else path
    return path[:200].encode("unicode_escape").decode()
