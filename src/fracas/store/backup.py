"""A copy of the whole database while it is in use."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from ..core.errors import phrase
from .engine import Database
from .errors import StoreError, Unavailable


def backup(database: Database, file: str) -> Path:
    """Copy a SQLite database to a new file, as it stands, while others write (SQLite's own backup); the file appears when
    it is whole. StoreError where the file is there already, cannot be written, or the database is PostgreSQL (which brings
    ``pg_dump``)."""
    path = Path(file)
    if not database.sqlite:
        raise StoreError("backup", "PostgreSQL", phrase("made with pg_dump, or as one file a fight (export)"))
    if path.exists():
        raise StoreError("backup", phrase("{file} is there already", file=str(path)), phrase("a new file"))
    new = path.with_name(path.name + ".new")
    try:
        with (
            database.explained(),
            contextlib.closing(sqlite3.connect(str(database.url.database))) as source,
            contextlib.closing(sqlite3.connect(new)) as copy,
        ):
            source.backup(copy, pages=1000)
            copy.execute("PRAGMA journal_mode=DELETE")
        new.replace(path)
    except OSError as error:
        raise Unavailable("backup", f"{path}: {error.strerror}", phrase("a file that can be written")) from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink()
    return path
