"""A server in the tests' own process, and people at its tables."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from fracas.web.app import create_app
from fracas.web.config import Config, Limits
from fracas.web.services import Services

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

KEY = b"k" * 32
OPEN = Limits(*["1000000/second"] * 5)
"""No rates: the tests are quicker than people."""


@dataclass
class Seat:
    """Somebody at a fight, with its token; ``sent`` keeps every byte that it was ever sent."""

    client: httpx.Client
    token: str
    fight: str = ""
    seq: int = 0
    sent: list[str] = field(default_factory=list)

    def ask(
        self, method: str, path: str, body: Any = None, seq: int | str | None = None, key: str = "", **more: Any
    ) -> Any:
        """A request; ``path`` beginning with ``/`` is whole, else of the fight. ``seq``: the If-Match to send."""
        headers = {"Authorization": f"Bearer {self.token}"} | more.pop("headers", {})
        if seq is not None:
            headers["If-Match"] = seq if seq == "*" else f'"{seq}"'
        if key:
            headers["Idempotency-Key"] = key
        joint = "" if path[:1] in ("", "?") else "/"
        where = path if path.startswith("/") else f"/api/fights/{self.fight}{joint}{path}"
        found = self.client.request(method, where, json=body, headers=headers, follow_redirects=False, **more)
        self.sent.append(f"{dict(found.headers)}\n{found.text}")
        return found

    def get(self, path: str = "", **more: Any) -> Any:
        """The answer's JSON; it must have gone well."""
        found = self.ask("GET", path, **more)
        assert found.status_code == 200, found.text
        return found.json()

    def do(self, path: str, body: Any = None, seq: int | str = "*", method: str = "POST", **more: Any) -> Any:
        """A command that must go well; its answer's JSON."""
        found = self.ask(method, path, body, seq, **more)
        assert found.status_code in (200, 201), found.text
        return found.json()

    def refused(self, status: int, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """A request that must be refused so; its problem."""
        found = self.ask(method, path, body, **more)
        assert found.status_code == status, (found.status_code, found.text)
        assert found.headers["content-type"] == "application/problem+json"
        problem = found.json()
        assert (
            problem["status"] == status and "\n" not in problem["detail"] and problem["type"].startswith("urn:fracas:")
        )
        return problem


class House:
    """The server, and its host."""

    def __init__(self, folder: Path, limits: Limits = OPEN, proxies: tuple[str, ...] = (), **more: Any) -> None:
        self.app = create_app(Config(KEY, str(folder / "fights.db"), proxies, limits))
        self.services: Services = self.app.state.services
        self.client = TestClient(self.app, base_url="http://table.test", **more)
        self.host = Seat(self.client, self.services.keys.token("host"))

    def begin(self, sample: str = "cpred_duel", **more: Any) -> Seat:
        """A new fight, seen by its GM."""
        return self.new({"sample": sample, **more})

    def new(self, body: Any) -> Seat:
        """A new fight from what is sent."""
        made = self.host.do("/api/fights", body)
        return Seat(self.client, made["gm"]["token"], made["fight"])

    def seat(self, gm: Seat, role: str, fighter: str | None = None, name: str = "") -> Seat:
        """Somebody who joins by a link of its own."""
        body = {"role": role} | ({"fighter": fighter} if fighter else {})
        link = gm.do("links", body)
        joined = self.client.post("/api/join", json={"link": link["token"], "name": name})
        assert joined.status_code == 200, joined.text
        return Seat(self.client, joined.json()["token"], gm.fight)


def junos_turn(house: House, **settings: Any) -> Seat:
    """The duel of Cyberpunk RED, begun, with Juno's turn now; nobody is asked whether they dodge."""
    gm = house.begin(settings={"reactions": False, **settings})
    gm.do("decisions", {"do": "begin"})
    if gm.get()["state"]["turn"] != "juno":
        gm.do("decisions", {"do": "done", "by": "ganger"})
    return gm
