"""``fracas serve``: the table, over HTTP."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..play.errors import bad_input
from ..play.wording import fill, translator

if TYPE_CHECKING:
    from ..web.services import Services

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
INSTALL = phrase("installed: pip install 'fracas[web]'")


def run_serve(
    open_it: bool,
    host: str | None,
    port: str,
    db: str | None,
    lan: bool,
    proxies: tuple[str, ...],
    key: str | None,
    samples: bool,
    quiet: bool,
    lang: str,
) -> int:
    """The command: serves until it is stopped. 2 where the address or the database cannot be had."""
    from .main import fail

    try:
        where = LOOPBACK if host is None else host
        if lan:
            if host is not None:
                raise BadInput("--lan", phrase("given with --host"), phrase("one of the two"))
            where = EVERYWHERE
        serve(where, whole_port(port), db, proxies, key, samples, quiet, open_it, lang)
    except BadInput as error:
        return fail(bad_input(error, lang))
    return 0


def serve(
    host: str,
    port: int,
    db: str | None,
    proxies: tuple[str, ...],
    key: str | None,
    samples: bool,
    quiet: bool,
    open_it: bool,
    lang: str,
) -> None:
    """Open the database, listen, say where, and serve."""
    try:
        from ..web import network, server
        from ..web.config import Config
        from ..web.keys import read_key
    except ModuleNotFoundError as error:
        raise BadInput("serve", str(error.name), INSTALL) from None
    if not quiet:
        server.log_to_stderr()
    config = Config(read_key(Path(key) if key else server.default_key_file()), db, proxies)

    def ready(services: Services, port: int) -> None:
        token = services.keys.token("host")
        if samples:
            begin_samples(services, lang)
        print("\n".join(lines(services, host, port, token, lang, network.lan_address())), flush=True)
        if open_it:
            webbrowser.open(f"http://{address(host)}:{port}/join/{token}")

    server.run(config, host, port, ready)


def begin_samples(services: Services, lang: str) -> None:
    """Where there are no fights yet: the sample duel of each game, ready to begin."""
    from ..encounters import ENCOUNTERS
    from ..play.encounter import read_encounter
    from ..table.beginning import NewFight
    from ..table.roles import GM

    if services.tables.log.fights():
        return
    for name, path in ENCOUNTERS.items():
        if name.endswith("_duel"):
            services.tables.create(NewFight.of_encounter(read_encounter(str(path), lang)), GM)


def lines(services: Services, host: str, port: int, token: str, lang: str, lan: str | None) -> list[str]:
    """What is said at the start: where the table is, who may come, how others do."""
    ui, database = translator("fracas", lang), services.database
    kind = ui("SQLite: one server process") if database.sqlite else ui("PostgreSQL: any number of server processes")
    here = f"http://{address(host)}:{port}/"
    found = [
        fill(
            ui("The table is at {here} (fights in {database}; {kind})"),
            {"here": here, "database": database.name, "kind": kind},
        ),
        fill(ui("Your own link, for you alone: {link}"), {"link": f"{here}join/{token}"}),
        fill(ui("Your token for the API: {token}"), {"token": token}),
    ]
    from ..web.network import LOOPBACKS

    if host in LOOPBACKS:
        found.append(ui("Only this machine can reach it; 'fracas serve --lan' opens it to your network."))
    elif lan is not None:
        found.append(fill(ui("On your network: {there}"), {"there": f"http://{lan}:{port}/"}))
    return found


def address(host: str) -> str:
    """The address to open on this machine.

    >>> address("0.0.0.0"), address("::1")
    ('127.0.0.1', '[::1]')
    """
    if host in (EVERYWHERE, "::", ""):
        return LOOPBACK
    return f"[{host}]" if ":" in host else host


def whole_port(port: str) -> int:
    """A port; 0: any that is free."""
    if not port.isascii() or not port.isdigit() or len(port) > 5 or int(port) > 65535:
        raise BadInput("--port", shown(port), phrase("a whole number from {low} to {high}", low=0, high=65535))
    return int(port)
