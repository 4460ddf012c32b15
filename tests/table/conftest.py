"""Tables for the tests, on SQLite in a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fracas.store.engine import Database
from fracas.store.log import Log
from fracas.table.service import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    database = Database(str(tmp_path / "fights.db"))
    yield Tables(Log(database))
    database.close()
