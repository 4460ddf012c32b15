"""Running the application: one process, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn

from ..core.errors import BadInput, phrase
from ..store.engine import Database
from .app import create_app
from .config import Config
from .services import Services

CLOSING_SECONDS = 5
MORE_CONNECTIONS = 500
"""Connections at once besides the live streams."""


class FracasServer(uvicorn.Server):
    """uvicorn, which ends the live streams before it waits for its connections, and says when it is ready."""

    def __init__(self, config: uvicorn.Config, services: Services, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self.services, self.ready = services, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sockets and self.started:
            self.ready(sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.services.hub.close()
        await super().shutdown(sockets)


def run(config: Config, host: str, port: int, ready: Callable[[Services, int], None]) -> None:
    """Serve until the process is told to stop; ``ready(services, port)`` is called when requests are answered. BadInput where
    the port or the database cannot be had."""
    listening = bound(host, port)
    with contextlib.closing(listening):
        app = create_app(config)
        app.state.listens = host
        services: Services = app.state.services
        with served_alone(services.database):
            how: dict[str, Any] = {"proxy_headers": False, "server_header": False, "access_log": False, "ws": "none"}
            how |= {"log_config": None, "timeout_graceful_shutdown": CLOSING_SECONDS, "lifespan": "on"}
            how |= {"limit_concurrency": config.limits.streams + MORE_CONNECTIONS}
            server = FracasServer(uvicorn.Config(app, **how), services, lambda port: ready(services, port))
            asyncio.run(server.serve([listening]))


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except (OSError, OverflowError) as error:
        found.close()
        said = getattr(error, "strerror", None) or str(error)
        raise BadInput("--port", f"{host}:{port}: {said}", phrase("an address and a port that are free")) from None
    return found


@contextlib.contextmanager
def served_alone(database: Database) -> Iterator[None]:
    """On SQLite one server process: another would not hear of this one's events. BadInput where one is there already."""
    if not database.sqlite:
        yield
        return
    path = Path(f"{database.name}.served")
    try:
        import fcntl
    except ModuleNotFoundError:  # no such locks on Windows
        yield
        return
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(open(path, "w"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            what = phrase("{file} is served already", file=database.name)
            right = phrase("another file, or a PostgreSQL, which several processes may serve")
            raise BadInput("--db", what, right) from None
        except OSError as error:
            raise BadInput("--db", f"{path}: {error.strerror}", phrase("a file that can be written")) from None
        yield


def log_to_stderr(level: int = logging.INFO) -> None:
    """One line for each request and event, on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    for name in ("fracas.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "fracas.web" else logging.WARNING)


def default_key_file() -> Path:
    """Where the server's key is kept: beside the fights, in the user's data folder."""
    from ..store.engine import data_folder

    return Path(os.environ.get("FRACAS_KEY_FILE") or data_folder() / "server.key")
