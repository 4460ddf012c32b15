"""The app: pages made on the server, for people. Each has a stable address and a ``.json`` twin.

:mod:`~fracas.web.pages.frame` has what all share; each other module is one area, with a ``router`` that is listed here.
"""

from __future__ import annotations

from . import after, entry, start, table

PAGES = (after.router, entry.router, start.router, table.router)
"""The routers of all pages."""
