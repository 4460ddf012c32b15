"""One database, SQLite or PostgreSQL: how it is opened, brought up to date, and what its errors mean.

SQLite runs in WAL mode with ``synchronous=FULL``: what was acknowledged is on the disk. Writing transactions begin with
``BEGIN IMMEDIATE``, so that two writers wait for one another and never fail half way.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, NoSuchModuleError

from ..core.errors import phrase
from .errors import Damaged, Full, StoreError, TooNew, Unavailable
from .schema import metadata

BUSY_SECONDS = 10
"""How long a writer waits for another."""

FILE = "fracas.db"


def data_folder() -> Path:
    """Where the user's fights are kept: FRACAS_DATA, or the user's data folder."""
    given = os.environ.get("FRACAS_DATA")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local").expanduser() / "fracas"
    base = os.environ.get("XDG_DATA_HOME") or (
        "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/share"
    )
    return Path(base).expanduser() / "fracas"


def database_url(given: str | None) -> URL:
    """The database meant: a URL, a file, or (nothing) the one in the user's data folder. StoreError where it is neither.

    >>> database_url("game.db").drivername, database_url("postgres://me@db/fights").drivername
    ('sqlite', 'postgresql+psycopg')
    """
    if given is None or "://" not in given:
        path = data_folder() / FILE if given is None else Path(given).expanduser()
        return URL.create("sqlite", database=str(path))
    right = phrase("sqlite:///FILE or postgresql://USER@HOST/NAME")
    try:
        url = make_url(given)
    except ArgumentError:
        raise StoreError("database", _without_password(given), right) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite" or url.database in (None, "", ":memory:"):
        raise StoreError("database", _without_password(given), right)
    return url


def _without_password(url: str) -> str:
    head, _, rest = url.partition("://")
    return f"{head}://{rest.rpartition('@')[2]}"[:80]


class Database:
    """A database that is open. Threads share it; processes open their own."""

    def __init__(self, given: str | None = None) -> None:
        self.url = database_url(given)
        self.sqlite = self.url.drivername == "sqlite"
        self.name = str(self.url.database) if self.sqlite else self.url.render_as_string(hide_password=True)
        self._file: tuple[int, int] | None = None
        self.engine = self._engine()
        try:
            with self.explained():
                self._upgrade()
        except BaseException:
            self.engine.dispose()
            raise
        if self.sqlite:
            self._file = self._identity()

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads; errors come as StoreError."""
        with self.explained():
            self._still_there()
            with self.engine.begin() as connection:
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it or, where anything is raised, nothing."""
        with self.explained():
            self._still_there()
            with self.engine.connect().execution_options(fracas_writes=True) as connection, connection.begin():
                yield connection

    # -- opening -----------------------------------------------------------------------------------------------------

    def _engine(self) -> Engine:
        if not self.sqlite:
            try:
                return sa.create_engine(self.url, pool_pre_ping=True, connect_args={"connect_timeout": BUSY_SECONDS})
            except (ModuleNotFoundError, NoSuchModuleError):
                raise StoreError(
                    "database", "PostgreSQL", phrase("used with its driver: pip install 'fracas[pg]'")
                ) from None
        path = Path(str(self.url.database))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable("database", f"{path.parent}: {error.strerror}", phrase("in a folder of yours")) from None
        engine = sa.create_engine(self.url, creator=self._connect)

        @sa.event.listens_for(engine, "connect")
        def settings(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @sa.event.listens_for(engine, "begin")
        def begins(connection: Connection) -> None:
            writes = connection.get_execution_options().get("fracas_writes")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine

    def _connect(self) -> sqlite3.Connection:
        """A file that is gone is not made anew: its fights would be gone, too."""
        mode = "rwc" if self._file is None else "rw"
        uri = f"{Path(str(self.url.database)).absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(uri, BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)

    def _upgrade(self) -> None:
        """Run the migrations that are missing; several processes that open at once wait for one another."""
        from alembic.config import Config
        from alembic.runtime.environment import EnvironmentContext
        from alembic.runtime.migration import MigrationContext
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
        known = ScriptDirectory.from_config(config)

        def missing(revision: Any, _context: Any) -> list[Any]:
            return list(known._upgrade_revs("head", revision))

        with self.engine.connect() as connection:
            now = MigrationContext.configure(connection).get_current_revision()
        if now == known.get_current_head():
            return
        if now is not None and now not in {script.revision for script in known.walk_revisions()}:
            raise TooNew("database", phrase("version {version}", version=now), phrase("opened by a later fracas"))
        with self.engine.connect().execution_options(fracas_writes=True) as connection, connection.begin():
            if not self.sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(815009)"))
            with EnvironmentContext(config, known, fn=missing) as environment:
                environment.configure(connection=connection, target_metadata=metadata)
                environment.run_migrations()

    # -- a database that goes away -----------------------------------------------------------------------------------

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(str(self.url.database))
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _still_there(self) -> None:
        """SQLite goes on with a file that somebody has moved away or replaced; the fight must not end there."""
        if self._file is None:
            return
        now = self._identity()
        if now == self._file:
            return
        self.engine.dispose()
        if now is None:
            raise Unavailable("database", phrase("{file} is gone", file=self.name), phrase("put back where it was"))
        self._upgrade()
        self._file = now

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Whatever the database says, as one of ours."""
        try:
            yield
        except DBAPIError as error:
            raise self.meaning(error) from error
        except UnicodeError:
            raise StoreError("database", phrase("half a character"), phrase("a text")) from None
        except sqlite3.Error as error:
            raise self._of_sqlite(error) from error

    def meaning(self, error: DBAPIError) -> Exception:
        """The StoreError that an error of the driver comes to."""
        cause = error.orig
        if isinstance(cause, sqlite3.Error):
            return self._of_sqlite(cause)
        state = getattr(cause, "sqlstate", None) or ""
        said = " ".join(str(cause).split())[:160]
        if isinstance(error, DataError):
            return StoreError("database", said, phrase("a text"))
        if state.startswith("53") and state != "53300":
            return Full("database", said, phrase("on a disk with space left"))
        if (
            error.connection_invalidated
            or state[:2] in ("08", "57", "53", "28", "3D", "")
            or state in ("40001", "40P01", "55P03")
        ):
            return Unavailable("database", said or self.name, phrase("there; try again when it is"))
        return Damaged("database", said, phrase("one that fracas has written"))

    def _of_sqlite(self, error: sqlite3.Error) -> StoreError:
        name = getattr(error, "sqlite_errorname", "") or ""
        said = f"{self.name}: {error}"
        if name.startswith("SQLITE_FULL"):
            return Full("database", said, phrase("on a disk with space left"))
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_CONSTRAINT", "SQLITE_MISMATCH")):
            return Damaged("database", said, phrase("one that fracas has written"))
        return Unavailable("database", said, phrase("there, and a file that can be written; try again when it is"))
