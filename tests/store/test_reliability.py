"""Nothing acknowledged is ever lost: writers killed, two who press at once, no space left, a database that goes away, a clock
that jumps. The long forms are marked ``soak``; docs/reliability.md has their figures."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

import private_postgres

sys.path.insert(0, str(Path(__file__).parent))
from pressing import forked, move, new_fights, press, problems_of

from fracas.core.errors import FracasError
from fracas.store.backup import backup
from fracas.store.engine import Database
from fracas.store.errors import Conflict, Full, StoreError, Unavailable
from fracas.store.log import Log
from fracas.store.notify import EVERYTHING, Listener
from fracas.table.archive import export_fight
from fracas.table.roles import GM
from fracas.table.service import Tables
from fracas.table.verify import verify

CLIENTS = 8


def run_and_kill(url: str, folder: Path, run: int, seconds: float) -> tuple[int, int]:
    """One run: eight writers on three fights, killed at a random moment, one after the other or all at once. How many
    requests were acknowledged, and how many events there are."""
    choose = random.Random(run)
    fights = new_fights(url, 3)
    acknowledged = folder / f"acknowledged-{run}"
    until = time.monotonic() + 60
    children = [
        forked(lambda seed=run * 100 + n: press(url, fights, seed, str(acknowledged), until)) for n in range(CLIENTS)
    ]
    try:
        wait_until(lambda: acknowledged.exists() and acknowledged.stat().st_size > 0, 60)
        time.sleep(choose.uniform(0, seconds))
        for child in children:
            os.kill(child, signal.SIGKILL)
            if choose.random() < 0.3:
                time.sleep(choose.uniform(0, 0.02))
    finally:
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    wrong, count, events = problems_of(url, fights, acknowledged)
    assert wrong == [], f"run {run}"
    return count, events


def test_writers_killed_at_random_moments_lose_nothing(url: str, tmp_path: Path) -> None:
    counts = [run_and_kill(url, tmp_path, run, 0.8) for run in range(4)]
    assert all(count > 0 for count, _ in counts), "the writers got somewhere"


@pytest.mark.soak
def test_writers_killed_two_hundred_times_lose_nothing(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = [run_and_kill(url, tmp_path, 1000 + run, 1.5) for run in range(200)]
    with capsys.disabled():
        acknowledged, events = (sum(one) for one in zip(*counts, strict=True))
        print(
            f"\n200 runs: {acknowledged} requests acknowledged, {events} events, nothing lost ({url.partition(':')[0]})"
        )


# ----------------------------------------------------------------------------------------------------- two who press


def presser(url: str, fight: str, pipe: multiprocessing.connection.Connection) -> None:
    """Presses when it is told to: (expected, key) in, what came of it out."""
    tables = Tables(Log(Database(url)))
    tables.position(fight)
    pipe.send("ready")
    while True:
        told = pipe.recv()
        if told is None:
            os._exit(0)
        try:
            result = tables.override(fight, GM, told[2], {"officer.at": told[3]}, "", told[0], told[1])
            pipe.send(("done", result.events[0].seq, result.repeated))
        except Conflict:
            pipe.send(("conflict", 0, False))


@contextlib.contextmanager
def two_pressers(url: str, fight: str) -> Iterator[list[multiprocessing.connection.Connection]]:
    fork = multiprocessing.get_context("fork")
    pairs = [fork.Pipe() for _ in range(2)]
    made = [fork.Process(target=presser, args=(url, fight, theirs), daemon=True) for _, theirs in pairs]
    for one in made:
        one.start()
    ours = [mine for mine, _ in pairs]
    assert [one.recv() for one in ours] == ["ready", "ready"]
    try:
        yield ours
    finally:
        for one in ours:
            one.send(None)
        for process in made:
            process.join(10)
            process.kill()


def press_together(url: str, times: int) -> None:
    """Two game masters, two server processes, the same button, at once: with different keys it counts for one of them and
    the other is told; with the same key (a repeated send that overtakes) both are told the same, and it counts once."""
    (fight,) = new_fights(url, 1)
    database = Database(url)
    tables = Tables(Log(database))
    deed = tables.policy(fight, GM).seq
    with two_pressers(url, fight) as ours:
        for number in range(times):
            expected, place = tables.log.head(fight), [number + 1, 0]
            for n, one in enumerate(ours):
                one.send((expected, f"{number} {n}", deed, place))
            came = sorted(one.recv()[0] for one in ours)
            assert came == ["conflict", "done"], number
            assert tables.log.head(fight) == expected + 1
            for one in ours:
                one.send((expected + 1, f"{number} same", deed, place))
            both = [one.recv() for one in ours]
            assert {one[1] for one in both} == {expected + 2}
            assert sorted(one[2] for one in both) == [False, True]
            assert tables.log.head(fight) == expected + 2
    assert verify(export_fight(tables, fight, True)).problems == []
    database.close()


def test_two_who_press_together_count_once(url: str) -> None:
    press_together(url, 25)


@pytest.mark.soak
def test_two_who_press_together_five_hundred_times_count_once(url: str) -> None:
    press_together(url, 500)


# ----------------------------------------------------------------------------------------------- no space, no database


def test_a_full_disk_is_said_and_afterwards_all_goes_on(tmp_path: Path) -> None:
    """SQLite may have no more pages: the same error as a disk without space gives."""
    url = f"sqlite:///{tmp_path / 'a.db'}"
    (fight,) = new_fights(url, 1)
    database = Database(url)
    most = {"pages": 0}

    @sa.event.listens_for(database.engine, "checkout")
    def limited(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count={most['pages'] or 10**6}")

    tables = Tables(Log(database))
    choose = random.Random(1)
    with database.reading() as connection:
        most["pages"] = connection.exec_driver_sql("PRAGMA page_count").scalar() + 3
    key, error = "", None
    for number in range(400):
        key = f"k{number}"
        try:
            move(tables, fight, choose, key)
        except Full as full:
            error = full
            break
    assert error is not None
    assert "\n" not in str(error)
    head, state = tables.log.head(fight), dict(tables.position(fight).values)
    with pytest.raises(Full):
        while move(tables, fight, choose, "again") is None:
            pass
    assert tables.log.head(fight) == head
    assert tables.position(fight).values == state
    assert tables.look(fight, GM, 0)["seq"] == head, "reading goes on"
    most["pages"] = 0
    assert any(move(tables, fight, choose, f"free {number}") for number in range(20))
    assert verify(export_fight(tables, fight, True)).problems == []
    database.close()


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root may mount a small disk; the limit of pages above runs everywhere"
)
@pytest.mark.soak
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    import subprocess

    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], check=True)
    try:
        url = f"sqlite:///{small / 'a.db'}"
        (fight,) = new_fights(url, 1)
        database = Database(url)
        tables, choose = Tables(Log(database)), random.Random(1)
        with pytest.raises(StoreError) as error:
            for number in range(5000):
                move(tables, fight, choose, f"k{number}")
        assert isinstance(error.value, (Full, Unavailable))
        head = tables.log.head(fight)
        subprocess.run(["mount", "-o", "remount,size=4m", str(small)], check=True)
        assert any(move(tables, fight, choose, f"free {number}") for number in range(20))
        assert tables.log.head(fight) > head
        assert verify(export_fight(tables, fight, True)).problems == []
        database.close()
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_the_errors_of_a_full_postgresql_are_named(database: Database) -> None:
    """SQLSTATE 53100 (disk_full), 57P01 (admin_shutdown), 08006 (connection_failure) and what else comes."""
    for kind, meant in (
        (psycopg.errors.DiskFull, Full),
        (psycopg.errors.AdminShutdown, Unavailable),
        (psycopg.errors.ConnectionFailure, Unavailable),
        (psycopg.errors.TooManyConnections, Unavailable),
        (psycopg.errors.DeadlockDetected, Unavailable),
        (psycopg.OperationalError, Unavailable),
    ):
        found = database.meaning(sa.exc.DBAPIError("INSERT", {}, kind("it is\nso")))
        assert type(found) is meant, kind
        assert "\n" not in str(found)


def test_a_file_that_is_taken_away_and_put_back(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    (fight,) = new_fights(str(file), 1)
    database = Database(str(file))
    tables, choose = Tables(Log(database)), random.Random(2)
    before = tables.policy(fight, GM).seq
    for name in ("a.db", "a.db-wal", "a.db-shm"):
        if (tmp_path / name).exists():
            (tmp_path / name).rename(tmp_path / f"away {name}")
    for _ in range(3):
        with pytest.raises(Unavailable) as error:
            tables.policy(fight, GM)
        assert "\n" not in str(error.value)
    for name in ("a.db", "a.db-wal", "a.db-shm"):
        if (tmp_path / f"away {name}").exists():
            (tmp_path / f"away {name}").rename(tmp_path / name)
    assert any(move(tables, fight, choose, f"k{number}") for number in range(20))
    assert tables.log.head(fight) > before
    assert verify(export_fight(tables, fight, True)).problems == []
    database.close()


def test_a_server_that_crashes_and_comes_back(postgres: private_postgres.Server) -> None:
    """PostgreSQL is stopped at once (as after a crash) while four threads write; what they were told stands, the rest they
    send again with the same key, and it counts once."""
    url = postgres.database()
    fights = new_fights(url, 2)
    database = Database(url)
    tables = Tables(Log(database))
    done: list[tuple[str, str, int]] = []
    away: list[str] = []
    enough = threading.Event()

    def write(seed: int) -> None:
        choose = random.Random(seed)
        number = 0
        while not enough.is_set():
            fight, key = choose.choice(fights), f"{seed} {number}"
            number += 1
            for _ in range(600):
                try:
                    result = tables.policy(fight, GM, key=key)
                    done.append((fight, key, result.events[0].seq))
                except Unavailable as error:
                    away.append(str(error))
                    time.sleep(0.02)
                    continue
                except StoreError as error:
                    away.append(f"other: {error!r}")
                except FracasError:
                    with contextlib.suppress(FracasError):
                        tables.undo(fight, GM)
                break

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for one in threads:
        one.start()
    for wanted in (8, 16, 24):
        wait_until(lambda wanted=wanted: len(done) >= wanted, 60)
        if wanted < 24:
            postgres.stop()
            time.sleep(0.2)
            postgres.start()
    enough.set()
    for one in threads:
        one.join()
    assert away, "the writers were told"
    assert not [line for line in away if line.startswith("other") or "\n" in line]
    for fight in fights:
        events = tables.log.events(fight)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert verify(export_fight(tables, fight, True)).problems == []
    with database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT fight, key, seq FROM events WHERE key IS NOT NULL").all()
    stored = {(row[0], row[1]): row[2] for row in rows}
    assert all(stored[fight, key] == seq for fight, key, seq in done)
    database.close()


# -------------------------------------------------------------------------------------------------- clocks, other ways


def test_a_clock_that_jumps_changes_no_order(url: str) -> None:
    """Backwards, into another century, not moving at all: the log goes by its numbers."""
    times = iter(["2030-01-01T00:00:00+00:00", "1970-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"] * 40)
    database = Database(url)
    (fight,) = new_fights(url, 1)
    tables = Tables(Log(database, clock=lambda: next(times)))
    for number in range(12):
        move(tables, fight, random.Random(number), f"k{number}")
    events = tables.log.events(fight)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert len({event.at for event in events}) > 3
    assert verify(export_fight(tables, fight, True)).problems == []
    assert [one["seq"] for one in tables.look(fight, GM)["log"]] == [event.seq for event in events]
    database.close()


def test_a_backup_while_others_write(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    fights = new_fights(url, 2)
    children = [
        forked(lambda seed=n: press(url, fights, seed, str(tmp_path / "acknowledged"), time.monotonic() + 60))
        for n in range(3)
    ]
    database = Database(url)
    try:
        time.sleep(0.3)
        copies = [backup(database, str(tmp_path / f"copy{n}.db")) for n in range(3)]
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    heads = []
    for copy in copies:
        wrong, _, events = problems_of(f"sqlite:///{copy}", fights, tmp_path / "nothing")
        assert wrong == []
        heads.append(events)
    assert heads == sorted(heads)
    assert heads[-1] > 4
    assert not list(tmp_path.glob("*.new"))
    with pytest.raises(StoreError, match="there already"):
        backup(database, str(copies[0]))
    with pytest.raises(StoreError):
        backup(database, str(tmp_path / "no" / "folder.db"))
    database.close()


def test_other_processes_are_heard_of_on_postgresql(postgres: private_postgres.Server) -> None:
    """Also after the server was away: then everything is to be looked at anew."""
    url = postgres.database()
    fights = new_fights(url, 1)
    database = Database(url)
    heard: list[tuple[str, int]] = []
    listener = Listener(database, lambda fight, seq: heard.append((fight, seq)))
    assert listener.ready.wait(10)
    other = Tables(Log(Database(url)))
    seqs = [other.settle(fights[0], GM, {"foes": how}).seq for how in ("numbers", "bars", "words")]
    wait_until(lambda: len(heard) >= 3)
    assert heard == [(fights[0], seq) for seq in seqs]
    postgres.stop()
    postgres.start()
    wait_until(lambda: (EVERYTHING, 0) in heard)
    seq = other.settle(fights[0], GM, {"foes": "nothing"}).seq
    wait_until(lambda: heard[-1] == (fights[0], seq))
    listener.close()
    other.log.database.close()
    database.close()


def test_on_sqlite_nobody_listens(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "a.db"))
    with pytest.raises(ValueError, match="SQLite"):
        Listener(database, lambda fight, seq: None)
    database.close()


def wait_until(so: object, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not so():  # type: ignore[operator]
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
