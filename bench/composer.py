"""How long the server takes to show the table again when somebody changes something in the composer: the odds with it.

Each sample duel is played on by its policies; at each turn with an attack every attack that may be made is asked for, as it is and
with every modifier that its decision takes, as a browser does (htmx, one change after the other). The time is the server's own, as it
stands in its log line; what has been asked before is asked once.
"""

from __future__ import annotations

import logging
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fracas.core.forms import Whole
from fracas.play.legal import legal
from fracas.play.policies import STRIKES
from fracas.play.typed import modifier_fields
from fracas.web.config import Config, Limits
from fracas.web.pages.reading import query_of

DUELS = ("cpred_duel", "cops_duel", "cp2020_duel", "wng_duel")
TURNS, DEEDS = 4, 40
"""Turns of each duel that are looked at, among so many decisions."""
MODIFIERS = (-3, -1, 1, 2)
WANTED = 0.1
"""Seconds."""


class Times(logging.Handler):
    """The server's time of its last request, out of the log line."""

    def __init__(self) -> None:
        super().__init__()
        self.last = 0.0

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.args, tuple) and len(record.args) > 3:
            self.last = float(record.args[3]) / 1000  # type: ignore[arg-type]


def composer_lines() -> list[str]:
    """A table in Markdown: requests, their times, how many odds were exact."""
    from starlette.testclient import TestClient

    from fracas.web.app import create_app

    lines = [
        "| duel | requests | median | 95 % within | slowest | under 100 ms | exact |",
        "|---|---|---|---|---|---|---|",
    ]
    log, times = logging.getLogger("fracas.web"), Times()
    level = log.level
    log.addHandler(times)
    log.setLevel(logging.INFO)
    everything: list[float] = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(Config(b"k" * 32, str(Path(folder) / "fights.db"), (), Limits(*["1000000/second"] * 5)))
            with TestClient(app, base_url="http://table.test") as client:
                for duel in DUELS:
                    found = list(measured(client, app.state.services, duel, times))
                    everything += [seconds for seconds, _ in found]
                    lines.append(line(duel, [seconds for seconds, _ in found], sum(exact for _, exact in found)))
    finally:
        log.removeHandler(times)
        log.setLevel(level)
    lines.append(line("all", everything, None))
    print("\n".join(lines))
    return lines


def line(name: str, times: list[float], exact: int | None) -> str:
    """One row."""
    cuts = statistics.quantiles(times, n=20)
    under = sum(one < WANTED for one in times) / len(times)
    shown = [f"{1000 * one:.0f} ms" for one in (statistics.median(times), cuts[-1], max(times))]
    share = "" if exact is None else f"{100 * exact / len(times):.0f} %"
    return f"| {' | '.join([name, str(len(times)), *shown, f'{100 * under:.1f} %', share])} |"


def measured(client: Any, services: Any, duel: str, times: Times) -> Iterator[tuple[float, bool]]:
    """Seconds of each request of one duel, and whether its odds were exact."""
    auth = {"Authorization": f"Bearer {services.keys.token('host')}"}
    made = client.post("/api/fights", json={"sample": duel, "settings": {"reactions": False}}, headers=auth).json()
    fight = made["fight"]
    client.post(f"/api/fights/{fight}/decisions", json={"do": "begin"}, headers={**auth, "If-Match": "*"})
    client.get(f"/join/{services.keys.token('host')}", follow_redirects=False)
    seen = 0
    turn = None
    for _ in range(DEEDS):
        position = services.tables.position(fight)
        if position.views.get("fight.over") or seen == TURNS:
            return
        strikes = [one for one in legal(position.session) if one.do in STRIKES]
        now = position.views.get("fight.turn"), position.views.get("fight.round")
        if strikes and now != turn:
            seen, turn = seen + 1, now
            for query in queries(position.game, strikes):
                address = f"/fights/{fight}?{urlencode(query)}"
                shown = client.get(address, headers={"hx-request": "true"})
                assert shown.status_code == 200, shown.text
                seconds = times.last
                data = client.get(address.replace("?", ".json?", 1)).json()
                if data["odds"] is not None:
                    yield seconds, data["odds"]["runs"] == 0
        client.post(f"/api/fights/{fight}/policy", headers={**auth, "If-Match": "*"})


def queries(game: Any, strikes: list[Any]) -> Iterator[list[tuple[str, str]]]:
    """Each attack, as it is and with each modifier."""
    for one in strikes:
        yield query_of(one)
        takes = game.decisions[one.do].details.fields or {}
        for name, field in modifier_fields(game).items():
            if name in takes and isinstance(field, Whole):
                for number in MODIFIERS:
                    yield [*query_of(one), (name, str(number)), ("changed", name)]


if __name__ == "__main__":
    composer_lines()
