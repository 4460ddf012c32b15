"""The log of every fight: events that are only ever added, snapshots beside them, the dice's secrets.

An append says which event it expects to be the last (``expected``) and fails with :class:`Conflict` when somebody was
quicker. With an idempotency key it counts once: sent again, it returns what it returned the first time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import IntegrityError

from .engine import Database
from .errors import Conflict, Damaged, KeyReused, NotThere
from .events import Appended, Event, FightRow, NewEvent, Pool
from .notify import CHANNEL, Heard
from .schema import dice, events, fights, snapshots


def utc_now() -> str:
    """The time, as events keep it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Log:
    """The events of all fights in one database. ``clock`` says the time."""

    def __init__(self, database: Database, clock: Callable[[], str] = utc_now) -> None:
        self.database, self.clock = database, clock
        self._heard: list[Heard] = []

    def subscribe(self, heard: Heard) -> Callable[[], None]:
        """Have ``heard(fight, seq)`` called after every append that is made through this log (by whichever thread made
        it); returns what ends that. What it raises is left out."""
        self._heard = [*self._heard, heard]

        def unsubscribe() -> None:
            self._heard = [one for one in self._heard if one is not heard]

        return unsubscribe

    def _tell(self, added: Appended) -> Appended:
        if added.events and not added.repeated:
            for heard in self._heard:
                with contextlib.suppress(Exception):
                    heard(added.events[-1].fight, added.events[-1].seq)
        return added

    # -- writing -----------------------------------------------------------------------------------------------------

    def create(
        self,
        id: str,
        ruleset: str,
        version: str,
        name: str,
        first: Sequence[NewEvent],
        pools: Sequence[Pool] = (),
        key: str | None = None,
        request: Any = None,
    ) -> Appended:
        """A new fight with its first events (numbered from 1). An id that is taken: Conflict; with the same ``key`` and
        ``request``: what is there."""
        asked = _hash(request) if request is not None else _request(first)
        try:
            with self.database.writing() as connection:
                head = self._head(connection, id)
                if head is not None:
                    found = self._repeated(connection, id, key, asked)
                    if found is not None:
                        return found
                    raise Conflict(0, head)
                row = {"id": id, "ruleset": ruleset, "version": version, "name": name, "created": self.clock()}
                connection.execute(fights.insert().values(head=0, **row))
                added = self._add(connection, id, 0, first, pools, key, asked, None)
        except Damaged as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            before = (
                self.answered(id, key, request if request is not None else _plain(first)) if key is not None else None
            )
            if before is None:
                raise Conflict(0, self.head(id)) from None
            return before
        return self._tell(added)

    def append(
        self,
        fight: str,
        expected: int,
        new: Sequence[NewEvent],
        key: str | None = None,
        request: Any = None,
        pools: Sequence[Pool] = (),
        snapshot: Mapping[str, Any] | None = None,
    ) -> Appended:
        """Add events after number ``expected``: all or none. ``request`` is what was asked for (JSON), to tell a repeated
        send from a key used twice; ``pools`` are new secrets; ``snapshot`` is what the fight comes to after them.

        Raises Conflict, KeyReused, NotThere, Full, Unavailable; then nothing was added, except that after Unavailable it
        is not known: send again with the same key.
        """
        asked = _hash(request) if request is not None else _request(new)
        try:
            with self.database.writing() as connection:
                head = self._head(connection, fight)
                if head is None:
                    raise NotThere("fight", fight)
                found = self._repeated(connection, fight, key, asked)
                if found is not None:
                    return found
                if head != expected:
                    raise Conflict(expected, head)
                added = self._add(connection, fight, head, new, pools, key, asked, snapshot)
        except Damaged as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            raise Conflict(expected, self.head(fight)) from None
        return self._tell(added)

    def _add(
        self,
        connection: Connection,
        fight: str,
        head: int,
        new: Sequence[NewEvent],
        pools: Sequence[Pool],
        key: str | None,
        asked: str,
        snapshot: Mapping[str, Any] | None,
    ) -> Appended:
        at = self.clock()
        made = [Event(fight, head + place, one.kind, one.actor, at, one.body) for place, one in enumerate(new, start=1)]
        rows = [
            {
                "fight": fight,
                "seq": one.seq,
                "kind": one.kind,
                "actor": one.actor,
                "at": at,
                "body": dumped(one.body),
                "size": len(made) if place == 0 else 0,
                "key": key if place == 0 else None,
                "request": asked if place == 0 and key is not None else None,
            }
            for place, one in enumerate(made)
        ]
        if rows:
            connection.execute(events.insert(), rows)
        for pool in pools:
            row = {"fight": fight, "pool": pool.number, "commitment": pool.commitment, "secret": pool.secret}
            connection.execute(dice.insert().values(row))
        last = head + len(made)
        connection.execute(fights.update().where(fights.c.id == fight).values(head=last))
        if snapshot is not None:
            connection.execute(snapshots.insert().values(fight=fight, seq=last, body=dumped(snapshot)))
        if not self.database.sqlite:
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": f"{fight} {last}"}
            )
        return Appended(tuple(made))

    # -- reading -----------------------------------------------------------------------------------------------------

    def answered(self, fight: str, key: str, request: Any) -> Appended | None:
        """What this key was answered with before, if it was; KeyReused where it was another request."""
        with self.database.reading() as connection:
            return self._repeated(connection, fight, key, _hash(request))

    def head(self, fight: str) -> int:
        """The number of the last event."""
        with self.database.reading() as connection:
            found = connection.execute(sa.select(fights.c.head).where(fights.c.id == fight)).scalar()
        if found is None:
            raise NotThere("fight", fight)
        return int(found)

    def events(self, fight: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """The events after number ``after``, in order, at most ``limit``; NotThere where there is no such fight."""
        wanted = (
            sa.select(events).where(events.c.fight == fight, events.c.seq > after).order_by(events.c.seq).limit(limit)
        )
        with self.database.reading() as connection:
            if self._known(connection, fight) is None:
                raise NotThere("fight", fight)
            return [_event(row) for row in connection.execute(wanted)]

    def since(self, fight: str, after: int) -> tuple[int, list[Event]]:
        """The number of the last event, and the events after number ``after``, both as of one moment."""
        wanted = sa.select(events).where(events.c.fight == fight, events.c.seq > after).order_by(events.c.seq)
        with self.database.reading() as connection:
            head = self._known(connection, fight)
            if head is None:
                raise NotThere("fight", fight)
            if head == after:
                return head, []
            return head, [event for row in connection.execute(wanted) if (event := _event(row)).seq <= head]

    def fight(self, id: str) -> FightRow:
        """One fight of the list."""
        with self.database.reading() as connection:
            row = connection.execute(_rows().where(fights.c.id == id)).first()
        if row is None:
            raise NotThere("fight", id)
        return FightRow(*row)

    def fights(self) -> list[FightRow]:
        """All fights, the one that was played last first."""
        with self.database.reading() as connection:
            rows = connection.execute(_rows().order_by(events.c.at.desc(), fights.c.id)).all()
        return [FightRow(*row) for row in rows]

    def snapshot(self, fight: str) -> tuple[int, dict[str, Any]] | None:
        """The latest snapshot, and after which event it was taken."""
        wanted = sa.select(snapshots).where(snapshots.c.fight == fight).order_by(snapshots.c.seq.desc()).limit(1)
        with self.database.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else (row.seq, _loaded(row.body, f"fights.{fight}.snapshot"))

    def pools(self, fight: str) -> list[Pool]:
        """The dice's secrets, for the server alone."""
        wanted = sa.select(dice).where(dice.c.fight == fight).order_by(dice.c.pool)
        with self.database.reading() as connection:
            return [Pool(row.pool, row.commitment, row.secret) for row in connection.execute(wanted)]

    def _known(self, connection: Connection, fight: str) -> int | None:
        return connection.execute(sa.select(fights.c.head).where(fights.c.id == fight)).scalar()

    def _head(self, connection: Connection, fight: str) -> int | None:
        """The last number, with the fight's row held until the transaction ends."""
        return connection.execute(sa.select(fights.c.head).where(fights.c.id == fight).with_for_update()).scalar()

    def _repeated(self, connection: Connection, fight: str, key: str | None, asked: str) -> Appended | None:
        if key is None:
            return None
        first = connection.execute(sa.select(events).where(events.c.fight == fight, events.c.key == key)).first()
        if first is None:
            return None
        if first.request != asked:
            raise KeyReused(key)
        wanted = events.c.seq.between(first.seq, first.seq + first.size - 1)
        rows = connection.execute(sa.select(events).where(events.c.fight == fight, wanted).order_by(events.c.seq))
        return Appended(tuple(_event(row) for row in rows), True)


def _rows() -> sa.Select[Any]:
    """The list of fights, each with the time of its last event."""
    last = sa.and_(events.c.fight == fights.c.id, events.c.seq == fights.c.head)
    return sa.select(fights, events.c.at).join(events, last)


def dumped(data: Any) -> str:
    """JSON as it is stored."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _hash(data: Any) -> str:
    """A hash of a request, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _request(new: Sequence[NewEvent]) -> str:
    return _hash(_plain(new))


def _plain(new: Sequence[NewEvent]) -> list[Any]:
    return [[one.kind, one.actor, one.body] for one in new]


def _event(row: Row[Any]) -> Event:
    return Event(row.fight, row.seq, row.kind, row.actor, row.at, _loaded(row.body, f"events.{row.seq}"))


def _loaded(text: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        raise Damaged(where, text[:40], "JSON") from None
    return dict(found)
