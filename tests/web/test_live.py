"""Real server processes: live updates, people who press together, several processes, stopping."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from live import Live, Stream, serving

import private_postgres
from fracas.cli.main import main


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("live")) as one:
        yield one


def policy(live: Live, fight: str, gm: str) -> int:
    """The fight goes on by one entry; its number. A fight that is over begins anew by an undo."""
    made = live.ask("POST", f"/api/fights/{fight}/policy", None, gm, If_Match="*")
    if made.status_code == 409:
        made = live.ask("POST", f"/api/fights/{fight}/undo", {}, gm, If_Match="*")
    assert made.status_code == 200, made.text
    return int(made.json()["log"][-1]["seq"])


def test_a_stream_tells_what_happens_and_a_reader_that_was_away_loses_nothing(live: Live) -> None:
    fight, gm = live.fight()
    watch = live.link(fight, gm, "watcher")["token"]
    first = Stream(live.base, fight, watch)
    assert first.opened.wait(10) and first.events[0][0] == "state"
    seqs = [policy(live, fight, gm) for _ in range(4)]
    first.until(seqs[-1])
    first.close()
    seqs += [policy(live, fight, gm) for _ in range(5)]
    second = Stream(live.base, fight, watch, last=first.numbers[-1])
    seqs += [policy(live, fight, gm) for _ in range(3)]
    second.until(seqs[-1])
    assert first.numbers + second.numbers == list(range(3, seqs[-1] + 1))
    time.sleep(0.3)
    assert second.events[-1][0] == "state" and second.events[-1][2]["seq"] == seqs[-1]
    log = live.ask("GET", f"/api/fights/{fight}/log?limit=200", token=watch).json()["log"]
    assert [data for kind, _, data, _ in first.events + second.events if kind == "entry"] == [
        entry | {"undone": told["undone"]} if "undone" in entry else entry
        for entry, told in zip(
            log[2:], [data for kind, _, data, _ in first.events + second.events if kind == "entry"], strict=True
        )
    ]
    second.close()


def test_a_stream_ends_when_its_link_is_revoked(live: Live) -> None:
    fight, gm = live.fight()
    link, other = live.link(fight, gm, "watcher"), live.link(fight, gm, "watcher")
    stream, stays = Stream(live.base, fight, link["token"]), Stream(live.base, fight, other["token"])
    assert stream.opened.wait(10) and stays.opened.wait(10)
    live.ask("DELETE", f"/api/fights/{fight}/links/{link['id']}", token=gm)
    assert stream.closed.wait(5) and stream.events[-1][0] == "problem"
    stays.until(policy(live, fight, gm))
    assert not stays.closed.is_set()
    stays.close()


@pytest.mark.parametrize("times", [25, pytest.param(500, marks=pytest.mark.soak)])
def test_two_gms_press_the_same_button_together(live: Live, times: int) -> None:
    """Once each time: one is carried out, the other is told that it is stale."""
    fight, gm = live.fight()
    tokens = [gm, live.link(fight, gm, "gm")["token"]]
    found: Counter[int] = Counter()
    seq = live.ask("GET", f"/api/fights/{fight}", token=gm).json()["seq"]
    gate = threading.Barrier(2)

    def press(token: str, body: Any, number: int) -> None:
        gate.wait(10)
        found[live.ask("PATCH", f"/api/fights/{fight}/settings", body, token, If_Match=f'"{number}"').status_code] += 1

    for number in range(times):
        body = {"foes": ("bars", "words")[number % 2]}
        people = [threading.Thread(target=press, args=(token, body, seq)) for token in tokens]
        for one in people:
            one.start()
        for one in people:
            one.join(20)
        seq += 1
    assert found == {200: times, 412: times}
    assert live.ask("GET", f"/api/fights/{fight}", token=gm).json()["seq"] == seq


def test_the_same_request_sent_twice_at_once_counts_once(live: Live) -> None:
    fight, gm = live.fight()
    found: list[Any] = []

    def send() -> None:
        found.append(
            live.ask(
                "POST", f"/api/fights/{fight}/decisions", {"do": "begin"}, gm, If_Match='"2"', Idempotency_Key="b"
            ).json()
        )

    people = [threading.Thread(target=send) for _ in range(6)]
    for one in people:
        one.start()
    for one in people:
        one.join(20)
    assert sorted(one["repeated"] for one in found) == [False] + [True] * 5
    assert all(one["log"] == found[0]["log"] for one in found)


def test_stopping_ends_the_streams_and_nothing_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        fight, gm = live.fight()
        stream = Stream(live.base, fight, gm)
        assert stream.opened.wait(10)
        last = policy(live, fight, gm)
        stream.until(last)
        begun = time.monotonic()
        live.stop(signal.SIGTERM)
        assert time.monotonic() - begun < 5 and stream.closed.wait(2)
    with serving(tmp_path) as again:
        seen = again.ask("GET", f"/api/fights/{fight}", token=gm).json()
        assert seen["seq"] == last, "the same link, the same fight"
        begun = time.monotonic()
        assert again.stop(signal.SIGINT) in (0, 130, -signal.SIGINT) and time.monotonic() - begun < 5


def test_on_sqlite_one_server_process_serves(live: Live, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    health = live.ask("GET", "/health").json()["database"]
    assert "one server process" in health
    served = live.folder / "fracas.db"
    for words, said in (
        (["--db", str(served)], "is served already"), (["--db", "mysql://x/y"], "database"), (["--port", "x"], "--port"),
        (["--port", "70000"], "--port"), (["--lan", "--host", "127.0.0.1"], "--lan"), (["--host", "203.0.113.1"], "--port"),
        (["--key", str(tmp_path)], "key"), (["--port", live.base.rpartition(":")[2]], "in use"), (["--lang", "xx"], "lang"),
    ):  # fmt: skip
        with pytest.raises(SystemExit) as ended:
            main(["serve", "--quiet", "--key", str(tmp_path / "key"), *words])
        err = capsys.readouterr().err
        assert ended.value.code == 2 and said in err and err.count("\n") == 1, err


def test_a_loopback_address_unless_told_otherwise(live: Live, tmp_path: Path) -> None:
    def listens(one: Live, address: str) -> bool:
        return f" {address}:{int(one.base.rpartition(':')[2]):04X} " in Path("/proc/net/tcp").read_text()

    assert listens(live, "0100007F") and not listens(live, "00000000")
    with serving(tmp_path, None, "--lan") as open_to_all:
        assert open_to_all.ask("GET", "/health").status_code == 200 and listens(open_to_all, "00000000")


def test_server_processes_on_one_postgresql_hear_of_each_other(
    tmp_path: Path, postgres: private_postgres.Server
) -> None:
    """Events, revoked links and idempotency keys are of the database, not of the process."""
    url = postgres.database()
    with serving(tmp_path, url) as one, serving(tmp_path, url) as two:
        assert one.token == two.token and "any number" in one.ask("GET", "/health").json()["database"]
        fight, gm = one.fight()
        link = one.link(fight, gm, "watcher")
        stream = Stream(two.base, fight, link["token"])
        assert stream.opened.wait(10)
        times = []
        for server in (one, two, one, one):
            begun = time.monotonic()
            seq = policy(server, fight, gm)
            stream.until(seq, 5)
            times.append(time.monotonic() - begun)
        assert stream.numbers == list(range(3, seq + 1))
        first = one.ask(
            "PATCH", f"/api/fights/{fight}/settings", {"foes": "bars"}, gm, If_Match=f'"{seq}"', Idempotency_Key="k"
        )
        again = two.ask(
            "PATCH", f"/api/fights/{fight}/settings", {"foes": "bars"}, gm, If_Match=f'"{seq}"', Idempotency_Key="k"
        )
        assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
        assert (
            two.ask("PATCH", f"/api/fights/{fight}/settings", {"foes": "words"}, gm, If_Match=f'"{seq}"').status_code
            == 412
        )
        one.ask("DELETE", f"/api/fights/{fight}/links/{link['id']}", token=gm)
        policy(one, fight, gm)
        assert stream.closed.wait(5) and stream.events[-1][0] == "problem"
        assert two.ask("GET", f"/api/fights/{fight}", token=link["token"]).status_code == 401
