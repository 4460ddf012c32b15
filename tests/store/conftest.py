"""Databases for the tests: SQLite in a temporary folder, PostgreSQL on a server of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import private_postgres
from fracas.store.engine import Database


@pytest.fixture(scope="session")
def postgres() -> Iterator[private_postgres.Server]:
    with private_postgres.server() as one:
        yield one


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fights.db'}"
    server: private_postgres.Server = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    one = Database(url)
    yield one
    one.close()
