"""What the routes work with, made once for each application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from fastapi import Request

from ..store.engine import Database
from ..store.links import Links
from ..table.rosters import Rosters
from ..table.service import Tables
from .config import Config
from .guard import Rates
from .hub import Hub
from .jobs import Jobs
from .keys import Keys
from .metrics import Metrics

if TYPE_CHECKING:
    from .people import People


@dataclass(frozen=True)
class Services:
    """One of each."""

    config: Config
    database: Database
    tables: Tables
    links: Links
    rosters: Rosters
    keys: Keys
    people: People
    hub: Hub
    rates: Rates
    metrics: Metrics
    jobs: Jobs


def services_of(request: Request) -> Services:
    """The services of the application that was asked."""
    return cast(Services, request.app.state.services)
