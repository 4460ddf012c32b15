"""Live updates: who waits for news of which fight, and the news, worked out once for all who see the same.

Nothing is kept here that could be lost: a stream reads the log after the last entry that it has sent. News only wake it;
should one be missed, the next heartbeat looks.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool

from ..store.notify import EVERYTHING, Listener
from ..table.roles import Viewer
from ..table.service import Tables
from .metrics import Metrics

log = logging.getLogger("fracas.web")

MOST_CHECKED = 10_000
"""Tokens that are remembered as checked."""

LISTENING_SECONDS = 5
"""How long the start waits until PostgreSQL tells of events."""

PAGE = 100
"""Entries of the log that are sent at once."""


@dataclass(frozen=True)
class News:
    """What a stream sends next, as server-sent events: ``seq`` is the last entry in it; ``more``: there are further ones."""

    data: bytes
    seq: int
    more: bool


class Waiter:
    """One stream that waits, in its own event loop."""

    def __init__(self, fight: str, client: str) -> None:
        self.fight, self.client = fight, client
        self.loop = asyncio.get_running_loop()
        self.woken = asyncio.Event()

    def wake(self) -> None:
        """From any thread."""
        self.loop.call_soon_threadsafe(self.woken.set)

    async def wait(self, seconds: float) -> bool:
        """Until woken (True), or for so long (False)."""
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return False
        finally:
            self.woken.clear()
        return True


class Hub:
    """All streams of this process. Threads may tell it of events."""

    def __init__(self, tables: Tables, metrics: Metrics) -> None:
        self.tables, self.metrics = tables, metrics
        self.closing = False
        self._lock = threading.Lock()
        self._waiters: dict[str, set[Waiter]] = {}
        self._news: dict[str, dict[Any, asyncio.Task[News]]] = {}
        self._checked: dict[str, tuple[float, bool]] = {}
        self._checks = 0
        self._streams: Counter[str] = Counter()
        self._ends: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begin to hear of events: of this process, and on PostgreSQL of all processes."""
        self.closing = False
        events = self.tables.log
        if events.database.sqlite:
            self._ends.append(events.subscribe(self.heard))
            return
        self._ends.append(events.subscribe(self.wake))  # at once; PostgreSQL tells of it, too
        listener = Listener(events.database, self.heard)
        listener.ready.wait(LISTENING_SECONDS)
        self._ends.append(listener.close)

    def stop(self) -> None:
        """Hear no more; every stream ends."""
        self.close()
        for end in self._ends:
            end()
        self._ends.clear()

    def close(self) -> None:
        """Have every stream end, so that the server may."""
        self.closing = True
        self.wake(EVERYTHING, 0)

    def heard(self, fight: str, seq: int) -> None:
        """An event was appended: ``seq`` is its number (0: a link of the fight was
        revoked; with the fight ``*``: whatever may have been missed)."""
        if seq > 0:
            self.metrics.event()
            log.info("event %s %s", fight, seq)
            self.wake(fight, seq)
        else:
            self.look_again(fight)

    def wake(self, fight: str, seq: int) -> None:
        """Whoever waits for news of this fight (``*``: of any) looks now."""
        with self._lock:
            fights = list(self._waiters) if fight == EVERYTHING else [fight]
            waiters = [waiter for one in fights for waiter in self._waiters.get(one, ())]
            for one in fights:
                self._news.pop(one, None)
        for waiter in waiters:
            try:
                waiter.wake()
            except RuntimeError:  # its loop is closed
                self.leave(waiter)

    def look_again(self, fight: str) -> None:
        """Whoever watches this fight is to be asked again whether it may (a link was revoked)."""
        with self._lock:
            self._checked.clear()
            self._checks += 1
        self.wake(fight, 0)

    # -- streams -----------------------------------------------------------------------------------------------------

    def streams_of(self, client: str) -> int:
        """How many streams this client address has."""
        return self._streams[client]

    def enter(self, fight: str, client: str) -> Waiter:
        """A new stream of this client address."""
        waiter = Waiter(fight, client)
        with self._lock:
            self._streams[client] += 1
            self._waiters.setdefault(fight, set()).add(waiter)
            self.metrics.streams += 1
        return waiter

    def leave(self, waiter: Waiter) -> None:
        """A stream that has ended."""
        fight = waiter.fight
        with self._lock:
            found = self._waiters.get(fight, set())
            if waiter in found:
                found.discard(waiter)
                self.metrics.streams -= 1
                self._streams[waiter.client] -= 1
                self._streams += Counter()  # drops those that have none
            if not found:
                self._waiters.pop(fight, None)
                self._news.pop(fight, None)

    def still(self, token: tuple[Any, ...], asked: Callable[[], bool], seconds: float = 1.0) -> bool:
        """``asked()``, worked out at most once in so many seconds for one token, however many streams have it."""
        key = repr(token)
        with self._lock:
            known, checks = self._checked.get(key), self._checks
        if known is not None and time.monotonic() - known[0] < seconds:
            return known[1]
        found = asked()
        with self._lock:
            if len(self._checked) > MOST_CHECKED:
                self._checked.clear()
            if checks == self._checks:  # else a link was revoked meanwhile, perhaps this one
                self._checked[key] = time.monotonic(), found
        return found

    def forget(self, fight: str) -> None:
        """What was worked out for a fight may be old (an event was not heard of)."""
        with self._lock:
            self._news.pop(fight, None)

    async def news(self, fight: str, viewer: Viewer, after: int, lang: str) -> News:
        """What this viewer is sent after entry ``after``; the same for all who stand there."""
        key = (asyncio.get_running_loop(), viewer, after, lang)
        with self._lock:
            known = self._news.setdefault(fight, {})
            task = known.get(key)
            if task is None:
                task = asyncio.ensure_future(run_in_threadpool(self.render, fight, viewer, after, lang))
                known[key] = task
        return await asyncio.shield(task)

    def render(self, fight: str, viewer: Viewer, after: int, lang: str) -> News:
        """Entries after ``after``, and the state after them if these are all."""
        seen = self.tables.look(fight, viewer, after, PAGE, lang)
        if after > seen["seq"]:  # an earlier database was put back
            reset = {"fight": fight, "seq": seen["seq"], "state": seen["state"]}
            return News(framed("reset", reset, seen["seq"]), seen["seq"], False)
        parts = [framed("entry", entry, entry["seq"]) for entry in seen["log"]]
        last = seen["log"][-1]["seq"] if seen["log"] else after
        if not seen["more"]:
            parts.append(framed("state", {"fight": fight, "seq": seen["seq"], "state": seen["state"]}))
        return News(b"".join(parts), last, seen["more"])


def framed(event: str, data: Any, id: int | None = None) -> bytes:
    """One server-sent event.

    >>> framed("entry", {"seq": 5}, 5)
    b'id: 5\\nevent: entry\\ndata: {"seq":5}\\n\\n'
    """
    number = "" if id is None else f"id: {id}\n"
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{number}event: {event}\ndata: {text}\n\n".encode("utf-8", "replace")
