"""How a command is carried out: on the fight as it stands, all of it or nothing, a repeated send once.

A fight's position is kept in memory and brought up to date from the log before anything is asked of it, so that several
processes may work on one store.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadInput, FracasError, phrase
from ..core.forms import shown
from ..store.errors import Conflict
from ..store.events import Appended, Event, NewEvent, Pool
from ..store.log import Log
from .errors import NotNow
from .position import Position
from .roles import Viewer
from .sight import see
from .snapshots import position_of, snapshot_of

SNAPSHOT_EVERY = 50
"""A snapshot is taken when so many events have come since the last one."""

MOST_SEEN = 200
"""How many looks at a fight are kept for others who look at the same."""

MOST_TRIES = 50
"""How often a command without ``expected`` is tried anew when others are quicker."""


@dataclass(frozen=True)
class Result:
    """What a command came to: its events, whether it had been sent before, and the fight's position after them."""

    events: tuple[Event, ...]
    repeated: bool
    seq: int


Build = Callable[[Position], "Made"]


@dataclass
class Made:
    """The events that a command adds, and new secrets of dice."""

    events: list[NewEvent]
    pools: Sequence[Pool] = ()


class Desk:
    """The fights of one store in memory, and the one way in which they are changed. Threads may share it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._positions: dict[str, Position] = {}
        self._seen: dict[str, dict[Any, dict[str, Any]]] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()

    def position(self, fight: str) -> Position:
        """Where the fight stands now, with the events of other processes. Not to be changed by the caller."""
        with self._lock(fight):
            position = self._positions.get(fight) or self._opened(fight)
            head, events = self.log.since(fight, position.seq)
            if head < position.seq:  # an earlier database was put back
                self.forget(fight)
                position = self._opened(fight)
                events = self.log.since(fight, position.seq)[1]
            for event in events:
                position.apply(event)
            self._positions[fight] = position
            return position

    def _opened(self, fight: str) -> Position:
        """From the latest snapshot that can be read, or from the first event on."""
        found = self.log.snapshot(fight)
        if found is not None:
            try:
                return position_of(fight, found[1])
            except (FracasError, KeyError, TypeError, ValueError, IndexError):
                pass
        return Position(fight)

    def look(
        self, fight: str, viewer: Viewer, after: int = 0, limit: int | None = None, lang: str = "en"
    ) -> dict[str, Any]:
        """What this viewer may see (:func:`fracas.table.sight.see`): the state as it stands, and the log after entry
        ``after``, at most ``limit`` entries (``more``: are there further ones). What many look at is worked out once: it is
        not to be changed by the caller."""
        with self._lock(fight):
            position = self.position(fight)
            asked = (position.seq, viewer, after, limit, lang)
            known = self._seen.setdefault(fight, {})
            if asked not in known:
                if len(known) >= MOST_SEEN:
                    known.clear()
                wanted = position.seq - after if limit is None else limit
                events = self.log.events(fight, after, max(0, wanted))
                seen = see(position, viewer, [event for event in events if event.seq <= position.seq], lang)
                known[asked] = {**seen, "more": after + len(seen["log"]) < position.seq}
            return dict(known[asked])

    def at(self, fight: str, seq: int) -> Position:
        """The fight as it stood after entry ``seq``, worked out from its events; who may see what is as settled now."""
        now = self.position(fight)
        found = Position(fight)
        for event in self.log.events(fight, 0, max(0, min(seq, now.seq))):
            found.apply(event)
        found.settings = now.settings
        return found

    def look_back(self, fight: str, viewer: Viewer, seq: int, lang: str = "en") -> dict[str, Any]:
        """What this viewer may see of the fight as it stood after entry ``seq``: the state, and the whole log up to there."""
        position = self.at(fight, seq)
        return {**see(position, viewer, self.log.events(fight, 0, position.seq), lang), "more": False}

    def forget(self, fight: str) -> None:
        """Drop what is kept of a fight in memory."""
        with self._lock(fight):
            self._positions.pop(fight, None)
            self._seen.pop(fight, None)

    def _lock(self, fight: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(fight, threading.RLock())

    def _ready(self, position: Position) -> None:
        """No decision waits, and today's rules can take the fight."""
        if position.waiting is not None:
            raise NotNow("decision", phrase("a decision waits"), phrase("made when it is answered, or withdrawn"))
        problem = position.problem()
        if problem is not None:
            raise problem

    def _secret(self, position: Position) -> str | None:
        number = len(position.pools) - 1
        return next((pool.secret for pool in self.log.pools(position.id) if pool.number == number), None)

    def _command(self, fight: str, build: Build, expected: int | None, key: str | None, asked: Any) -> Result:
        """Build the events on what stands, and add them; a repeated send is answered as the first was."""
        if expected is not None and (type(expected) is not int or expected < 1):
            raise BadInput("expected", shown(expected), phrase("the number of the last event seen"))
        check_key(key)
        for left in reversed(range(MOST_TRIES if expected is None else 1)):
            before = None if key is None else self.log.answered(fight, key, asked)
            if before is not None:
                return Result(before.events, True, before.events[-1].seq)
            try:
                return self._once(fight, build, expected, key, asked)
            except Conflict:
                before = None if key is None else self.log.answered(fight, key, asked)
                if before is not None:  # the same request, sent twice, was quicker
                    return Result(before.events, True, before.events[-1].seq)
                if left == 0:
                    raise
        raise AssertionError("unreachable")

    def _once(self, fight: str, build: Build, expected: int | None, key: str | None, asked: Any) -> Result:
        with self._lock(fight):
            position = self.position(fight)
            if expected is not None and position.seq != expected:
                raise Conflict(expected, position.seq)
            added = self._add(position, build(position), key, asked)
            return Result(added.events, added.repeated, added.events[-1].seq)

    def _add(self, position: Position, made: Made, key: str | None, asked: Any) -> Appended:
        snapshot = None
        after = position.seq + len(made.events)
        if after // SNAPSHOT_EVERY > position.seq // SNAPSHOT_EVERY:
            now = deepcopy(position)
            for one in made.events:
                now.apply(next_event(now, one))
            snapshot = snapshot_of(now)
        added = self.log.append(position.id, position.seq, made.events, key, asked, made.pools, snapshot)
        if not added.repeated:
            for event in added.events:
                position.apply(event)
        return added


def new_id(key: str | None) -> str:
    """An id that nobody guesses; the same for the same idempotency key.

    >>> new_id("k1") == new_id("k1"), len(new_id(None))
    (True, 22)
    """
    check_key(key)
    if key is None:
        return secrets.token_urlsafe(16)
    return urlsafe_b64encode(hashlib.sha256(f"fracas fight: {key}".encode()).digest()[:16]).decode().rstrip("=")


def check_key(key: str | None) -> None:
    """An idempotency key is a short text, or there is none."""
    if key is not None and (not isinstance(key, str) or not 0 < len(key) <= 200 or not key.isprintable()):
        raise BadInput("idempotency key", shown(key), phrase("a text of at most {most} characters", most=200))


def next_event(position: Position, event: NewEvent) -> Event:
    """The event as it would come next."""
    return Event(position.id, position.seq + 1, event.kind, event.actor, "", event.body)
