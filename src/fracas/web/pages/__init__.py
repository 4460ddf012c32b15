"""The app: pages made on the server, for people. Each has a stable address and a ``.json`` twin.

:mod:`~fracas.web.pages.frame` has what all share; each other module is one area, with a ``router`` that is listed here.
"""

from __future__ import annotations

from . import (
    after,
    balance,
    entry,
    helping,
    join,
    newfight,
    oddsheet,
    oddsonly,
    packs,
    rules,
    settings,
    share,
    start,
    table,
    tablesettings,
)

PAGES = (
    after.router,
    balance.router,
    entry.router,
    helping.router,
    join.router,
    newfight.router,
    oddsheet.router,
    oddsonly.router,
    packs.router,
    rules.router,
    settings.router,
    share.router,
    start.router,
    table.router,
    tablesettings.router,
)
"""The routers of all pages."""
