"""A server on SQLite for each test; PostgreSQL where it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import private_postgres

sys.path.insert(0, str(Path(__file__).parent))
from house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path)
    with one.client:
        yield one


@pytest.fixture(scope="session")
def postgres() -> Iterator[private_postgres.Server]:
    with private_postgres.server() as one:
        yield one
