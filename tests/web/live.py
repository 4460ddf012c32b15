"""A real server process, as ``fracas serve`` starts it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

COMMAND = [sys.executable, "-c", "from fracas.cli.main import main; main()", "serve", "--port", "0"]


@dataclass
class Live:
    """A server process: where it is, and the host's token."""

    process: subprocess.Popen[str]
    base: str
    token: str
    folder: Path
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=30, verify=False))

    def ask(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named["Authorization"] = f"Bearer {token or self.token}"
        return self.client.request(method, self.base + path, json=body, headers=named)

    def fight(self, **more: Any) -> tuple[str, str]:
        """A new fight, and its GM's token; policies play everybody."""
        body = {"sample": "cops_duel", "players": {"officer": "nearest", "gunman": "nearest"}, **more}
        made = self.ask("POST", "/api/fights", body)
        assert made.status_code == 201, made.text
        return made.json()["fight"], made.json()["gm"]["token"]

    def link(self, fight: str, token: str, role: str) -> dict[str, Any]:
        return dict(self.ask("POST", f"/api/fights/{fight}/links", {"role": role}, token).json())

    def stop(self, how: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(15)


@contextmanager
def serving(folder: Path, db: str | None = None, *words: str) -> Iterator[Live]:
    """A server on a database in the folder (or ``db``), until the block ends."""
    environment = {**os.environ, "FRACAS_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    command = [*COMMAND, *(["--db", db] if db else []), *words]
    log = open(folder / f"log-{time.monotonic_ns()}", "w+")  # noqa: SIM115
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        if not said[2]:
            log.seek(0)
            raise AssertionError(f"the server does not start: {log.read()}")
        base = re.search(r"http://[^ ]+(?=/ )", said[0])
        assert base is not None, said
        yield Live(process, base[0], said[2].split()[-1], folder)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(10)
        log.close()
        assert process.stdout is not None
        process.stdout.close()


@dataclass
class Stream:
    """A reader of live updates, in a thread: ``events`` as they come, each with its time."""

    base: str
    fight: str
    token: str
    last: int | None = None
    events: list[tuple[str, int | None, Any, float]] = field(default_factory=list)
    status: int = 0

    def __post_init__(self) -> None:
        self.opened, self.closed = threading.Event(), threading.Event()
        self._client = httpx.Client(timeout=30, verify=False)
        self._stop = False
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
        try:
            with self._client.stream("GET", f"{self.base}/api/fights/{self.fight}/events", headers=headers) as answer:
                self.status = answer.status_code
                kind, number = "", None
                for line in answer.iter_lines():
                    name, _, value = line.partition(": ")
                    if name == "id":
                        number = int(value)
                    elif name == "event":
                        kind = value
                    elif name == "data":
                        self.events.append((kind, number, json.loads(value), time.monotonic()))
                        kind, number = "", None
                        self.opened.set()
                    if self._stop:
                        break
        except (httpx.HTTPError, RuntimeError):
            pass
        finally:
            self.closed.set()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the entries that came."""
        return [number for kind, number, _, _ in list(self.events) if kind == "entry" and number is not None]

    def until(self, number: int, seconds: float = 15) -> None:
        """Wait for this entry."""
        end = time.monotonic() + seconds
        while number not in self.numbers:
            assert time.monotonic() < end, f"entry {number} did not come: {self.numbers}"
            time.sleep(0.01)

    def close(self) -> None:
        self._stop = True
        self._client.close()
