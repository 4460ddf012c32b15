"""Hearing of new events: of this process at once; of other processes on the same PostgreSQL through LISTEN/NOTIFY.

On SQLite there is no such way between processes: events of others are seen when one looks, so one server process serves.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from .engine import Database

CHANNEL = "fracas_events"
"""PostgreSQL notifies this channel of ``fight seq`` with every append."""

Heard = Callable[[str, int], None]
"""Called with a fight's id and the number of its last event (0: a link of it was revoked); ``("*", 0)``: some may have been
missed, look at all."""

EVERYTHING = "*"
WAKES_SECONDS = 0.5
RETRY_SECONDS = 1.0


class Listener:
    """A thread that hears of the appends of all processes on one PostgreSQL, and listens again when the database was away.

    ``close`` ends it. ValueError where the database is SQLite.
    """

    def __init__(self, database: Database, heard: Heard) -> None:
        if database.sqlite:
            raise ValueError("on SQLite nothing is heard of other processes")
        self.url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.heard = heard
        self.ready = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fracas listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(WAKES_SECONDS + 5)

    def _run(self) -> None:
        import psycopg

        first = True
        while not self._stop.is_set():
            with contextlib.suppress(psycopg.Error), psycopg.connect(self.url, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                self.ready.set()
                if not first:
                    self.heard(EVERYTHING, 0)
                first = False
                self._listen(connection)
            self._stop.wait(RETRY_SECONDS)

    def _listen(self, connection: Any) -> None:
        while not self._stop.is_set():
            for note in connection.notifies(timeout=WAKES_SECONDS):
                fight, _, seq = note.payload.partition(" ")
                self.heard(fight, int(seq))
                if self._stop.is_set():
                    return
