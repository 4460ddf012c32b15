"""Many at once: live watchers and writers on one server; nothing is lost. The short form runs always, the long one in the soak.

The long form by hand, with its figures: FRACAS_MANY=200,20,120 python -m pytest -s -m "" tests/web/test_many.py -k long
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from live import Live, serving

OPENED_A_SECOND = 15
PAUSE = 1.0
"""Seconds between a writer's requests."""


@dataclass
class Watcher:
    """Reads one stream: when each entry came. It goes away once in the middle, and comes back."""

    fight: str
    token: str
    came: dict[int, float] = field(default_factory=dict)
    doubles: int = 0
    last: int = 2
    live: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self, host: str, port: int) -> None:
        reader, writer = await asyncio.open_connection(host, port, limit=2**22)
        lines = (
            f"GET /api/fights/{self.fight}/events HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {self.token}\r\n"
        )
        writer.write(f"{lines}Last-Event-ID: {self.last}\r\n\r\n".encode())
        try:
            status = await reader.readline()
            assert b" 200 " in status, status
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    number = int(line[4:])
                    self.doubles += number in self.came
                    self.came[number], self.last = time.monotonic(), number
                elif line.startswith(b"event: state"):
                    self.live.set()
        finally:
            writer.close()


@dataclass
class Writer:
    """Has the policies play on: when each entry was asked for, and how long the answer took."""

    fight: str
    token: str
    asked: dict[int, float] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    held: int = 0

    async def write(self, client: httpx.AsyncClient, until: float, start: float) -> None:
        await asyncio.sleep(start)
        number = 0
        while time.monotonic() < until:
            number += 1
            begun = time.monotonic()
            answer = await self.send(client, "policy", None, f"{id(self)}-{number}")
            if answer.status_code == 409:  # it is over: one entry back
                begun = time.monotonic()
                answer = await self.send(client, "undo", {}, f"{id(self)}-{number}-undo")
            if answer.status_code == 429:  # one address may do so much and no more
                self.held += 1
                await asyncio.sleep(float(answer.headers["retry-after"]))
            elif answer.status_code == 200:
                self.took.append(time.monotonic() - begun)
                self.asked |= {entry["seq"]: begun for entry in answer.json()["log"]}
            else:
                assert answer.status_code == 409, answer.text
            await asyncio.sleep(max(0.0, PAUSE - (time.monotonic() - begun)))

    async def send(self, client: httpx.AsyncClient, path: str, body: Any, key: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}", "If-Match": "*", "Idempotency-Key": key}
        return await client.post(f"/api/fights/{self.fight}/{path}", json=body, headers=headers)


async def crowd(live: Live, watchers: int, writers: int, seconds: float) -> dict[str, Any]:
    """So many for so long; the figures, in milliseconds. What is lost is an assertion."""
    fights = [live.fight() for _ in range(max(1, writers // 2))]
    for fight, token in fights:
        assert (
            live.ask("POST", f"/api/fights/{fight}/decisions", {"do": "begin"}, token, If_Match="*").status_code == 200
        )
    links = {fight: live.link(fight, token, "watcher")["token"] for fight, token in fights}
    gms = {fight: [token, live.link(fight, token, "gm")["token"]] for fight, token in fights}
    host, port = str(urlsplit(live.base).hostname), int(urlsplit(live.base).port or 0)
    watching = [Watcher(fights[n % len(fights)][0], links[fights[n % len(fights)][0]]) for n in range(watchers)]
    writing = [
        Writer(fights[n % len(fights)][0], gms[fights[n % len(fights)][0]][n // len(fights) % 2])
        for n in range(writers)
    ]
    tasks = []
    for one in watching:
        tasks.append(asyncio.create_task(one.watch(host, port)))
        await asyncio.sleep(1 / OPENED_A_SECOND)
    for one in watching:
        await asyncio.wait_for(one.live.wait(), 30)
    async with httpx.AsyncClient(base_url=live.base, timeout=30) as client:
        until = time.monotonic() + seconds
        work = [asyncio.create_task(one.write(client, until, PAUSE * n / writers)) for n, one in enumerate(writing)]
        away: set[int] = set()
        for number in range(0, watchers, 10):  # every tenth goes away and comes back
            await asyncio.sleep(seconds / 2 / max(1, watchers // 10))
            tasks[number].cancel()
            await asyncio.sleep(0.05)
            tasks[number] = asyncio.create_task(watching[number].watch(host, port))
            away.add(number)
        await asyncio.gather(*work)
        heads = {fight: (await client.get(f"/api/fights/{fight}", headers={"Authorization": f"Bearer {token}"})).json()["seq"]
                 for fight, token in fights}  # fmt: skip
    end = time.monotonic() + 20
    while any(one.last < heads[one.fight] for one in watching) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    for task in tasks:
        assert not task.done() or task.cancelled() or task.exception() is None, task
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    asked = {(one.fight, seq): at for one in writing for seq, at in one.asked.items()}
    for one in watching:
        assert sorted(one.came) == list(range(3, heads[one.fight] + 1)) and one.doubles == 0, (
            one.fight,
            heads[one.fight],
        )
    delays = [
        at - asked[one.fight, seq] for number, one in enumerate(watching) for seq, at in one.came.items()
        if number not in away and (one.fight, seq) in asked
    ]  # fmt: skip
    took = [one for writer in writing for one in writer.took]
    return {"watchers": watchers, "writers": writers, "seconds": seconds, "held back": sum(one.held for one in writing), "requests": len(took), "events": sum(heads.values()),
            "delivered": sum(len(one.came) for one in watching), "answer ms": percentiles(took), "to watchers ms": percentiles(delays)}  # fmt: skip


def percentiles(values: list[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(values)
    return {name: round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
            for name, share in (("50", 0.5), ("90", 0.9), ("99", 0.99), ("99.9", 0.999), ("most", 1.0))}  # fmt: skip


def run(folder: Path, watchers: int, writers: int, seconds: float) -> dict[str, Any]:
    with serving(folder, None, "--quiet") as live:
        found = asyncio.run(crowd(live, watchers, writers, seconds))
        assert live.stop() in (0, -15)
    print(json.dumps(found))
    return found


def test_watchers_and_writers_for_a_short_while(tmp_path: Path) -> None:
    found = run(tmp_path, 40, 5, 5)
    assert found["requests"] >= 15 and found["to watchers ms"]["50"] < 2000


@pytest.mark.soak
def test_watchers_and_writers_for_a_long_while(tmp_path: Path) -> None:
    watchers, writers, seconds = map(int, os.environ.get("FRACAS_MANY", "200,20,120").split(","))
    found = run(tmp_path, watchers, writers, seconds)
    assert found["requests"] >= writers * seconds / 4
