"""The log: added to and never changed, each request once, what was acknowledged is there."""

from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fracas.store.engine import Database, database_url
from fracas.store.errors import Conflict, KeyReused, NotThere, StoreError, TooNew, Unavailable
from fracas.store.events import NewEvent, Pool
from fracas.store.log import Log
from fracas.store.schema import metadata


def event(number: int) -> NewEvent:
    return NewEvent("decided", "gm", {"number": number, "text": "é\U0001f3b2", "order": {"b": 1, "a": 2}})


@pytest.fixture
def log(database: Database) -> Log:
    log = Log(database)
    log.create("f", "cpred", "1", "a fight", [event(1)], [Pool(0, "promise", "secret")])
    return log


def test_events_are_numbered_and_come_back_as_they_were(log: Log) -> None:
    added = log.append("f", 1, [event(2), event(3)])
    assert [one.seq for one in added.events] == [2, 3]
    assert not added.repeated
    stored = log.events("f")
    assert [one.seq for one in stored] == [1, 2, 3]
    assert [one.body for one in stored] == [event(n).body for n in (1, 2, 3)]
    assert list(stored[0].body["order"]) == ["b", "a"], "the order of fields is kept"
    assert stored[1:] == list(added.events)
    assert [one.seq for one in log.events("f", 1, 1)] == [2]
    assert log.head("f") == 3
    assert [row.id for row in log.fights()] == ["f"]
    assert log.pools("f") == [Pool(0, "promise", "secret")]


def test_a_stale_append_is_refused_and_adds_nothing(log: Log) -> None:
    log.append("f", 1, [event(2)])
    with pytest.raises(Conflict) as error:
        log.append("f", 1, [event(3)])
    assert (error.value.expected, error.value.found) == (1, 2)
    with pytest.raises(Conflict):
        log.append("f", 5, [event(3)])
    assert log.head("f") == 2
    with pytest.raises(Conflict):
        log.create("f", "cpred", "1", "again", [event(1)])


def test_a_repeated_send_counts_once(log: Log) -> None:
    first = log.append("f", 1, [event(2), event(3)], key="k", request=["press"])
    log.append("f", 3, [event(4)])
    again = log.append("f", 1, [event(9), event(9)], key="k", request=["press"])
    assert again.repeated
    assert again.events == first.events
    assert log.answered("f", "k", ["press"]) == again
    assert log.answered("f", "other", ["press"]) is None
    with pytest.raises(KeyReused):
        log.append("f", 4, [event(5)], key="k", request=["something else"])
    assert log.head("f") == 4


def test_a_repeated_creation_counts_once(log: Log) -> None:
    first = log.create("g", "cops", "1", "", [event(1)], key="k", request=["new"])
    again = log.create("g", "cops", "1", "", [event(7)], key="k", request=["new"])
    assert again.repeated
    assert again.events == first.events


def test_what_is_not_there_is_said(log: Log) -> None:
    for ask in (lambda: log.head("x"), lambda: log.events("x"), lambda: log.fight("x"), lambda: log.append("x", 0, [])):
        with pytest.raises(NotThere):
            ask()


def test_a_failing_transaction_leaves_nothing(log: Log) -> None:
    class Bad:
        pass

    with pytest.raises(TypeError):
        log.append("f", 1, [event(2), NewEvent("decided", "gm", {"bad": Bad()})], request=["x"])
    assert log.head("f") == 1
    assert len(log.events("f")) == 1
    log.append("f", 1, [event(2)])


def test_snapshots_are_kept_with_their_number(log: Log) -> None:
    assert log.snapshot("f") is None
    log.append("f", 1, [event(2)], snapshot={"a": 1})
    log.append("f", 2, [event(3)], snapshot={"a": 2})
    assert log.snapshot("f") == (3, {"a": 2})


def test_threads_that_append_together_get_one_number_each(log: Log) -> None:
    """Eight threads, each going on from the head that it sees: no gap, no double, everything acknowledged is there."""
    acknowledged: list[tuple[int, str]] = []

    def write(name: str) -> None:
        for number in range(15):
            while True:
                try:
                    added = log.append("f", log.head("f"), [NewEvent("x", name, {"n": number})], key=f"{name} {number}")
                    acknowledged.append((added.events[0].seq, f"{name} {number}"))
                    break
                except Conflict:
                    continue

    threads = [threading.Thread(target=write, args=(f"t{n}",)) for n in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    stored = log.events("f")
    assert [one.seq for one in stored] == list(range(1, 8 * 15 + 2))
    assert sorted(acknowledged) == [(one.seq, f"{one.actor} {one.body['n']}") for one in stored[1:]]


def test_whoever_listens_in_this_process_hears_each_append_once(log: Log) -> None:
    heard: list[tuple[str, int]] = []
    end = log.subscribe(lambda fight, seq: heard.append((fight, seq)))
    log.subscribe(lambda fight, seq: 1 / 0)
    log.append("f", 1, [event(2)], key="k", request=1)
    log.append("f", 1, [event(2)], key="k", request=1)
    end()
    log.append("f", 2, [event(3)])
    assert heard == [("f", 2)]


# ---------------------------------------------------------------------------------------------------------- databases


def test_the_migrations_make_the_tables_that_the_program_uses(database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_opening_again_changes_nothing_and_a_later_database_is_refused(url: str, log: Log) -> None:
    again = Log(Database(url))
    assert again.head("f") == 1
    with again.database.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'from the future'"))
    again.database.close()
    with pytest.raises(TooNew, match="later fracas"):
        Database(url)


def test_several_that_open_a_new_database_at_once_all_get_it(url: str) -> None:
    failures: list[Exception] = []

    def open_it() -> None:
        try:
            Database(url).close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failures == []


def test_sqlite_is_safe(tmp_path: object) -> None:
    database = Database(f"{tmp_path}/a.db")
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 10_000
    database.close()


def test_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("FRACAS_DATA", f"{tmp_path}/deep/er")
    database = Database()
    assert database.name == f"{tmp_path}/deep/er/fracas.db"
    database.close()


@pytest.mark.parametrize(
    "given", ["mysql://me:pass@host/x", "sqlite://", "sqlite:///:memory:", "postgresql:/x://", "http://x"]
)
def test_what_is_no_database_is_one_line_without_a_password(given: str) -> None:
    with pytest.raises(StoreError) as error:
        database_url(given)
    assert "\n" not in str(error.value)
    assert "pass" not in str(error.value)


def test_a_database_that_cannot_be_reached_is_one_line(tmp_path: object) -> None:
    with pytest.raises(Unavailable) as error:
        Database("postgresql://fracas@/x?host=/nowhere")
    assert "\n" not in str(error.value)
    with open(f"{tmp_path}/file", "wb") as file:
        file.write(b"not a database" * 100)
    with pytest.raises(StoreError) as other:
        Database(f"{tmp_path}/file")
    assert "\n" not in str(other.value)


@pytest.mark.parametrize("id", ["x\x00y", "\ud800", "", "' OR 1=1 --"])
def test_an_id_that_is_none_is_one_line(log: Log, id: str) -> None:
    for ask in (lambda: log.head(id), lambda: log.events(id), lambda: log.append(id, 1, [event(2)])):
        with pytest.raises(StoreError) as error:
            ask()
        assert "\n" not in str(error.value)
    log.append("f", 1, [event(2)])
