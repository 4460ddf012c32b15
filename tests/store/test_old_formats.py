"""Fights from released versions still open. A fixture of each format is kept as it was written then and never written anew:
records and saved fights of format 1, exported fights of version 1, a database at migration 0001."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fracas.core.errors import FracasError
from fracas.core.record import Record, Session
from fracas.play.encounter import read_encounter
from fracas.rules import load
from fracas.store.characters import Characters
from fracas.store.engine import Database
from fracas.store.links import Links
from fracas.store.log import Log
from fracas.table.archive import import_fight
from fracas.table.roles import GM, WATCHER
from fracas.table.rosters import Rosters
from fracas.table.service import Tables
from fracas.table.verify import verify

FIXTURES = Path(__file__).with_name("fixtures")
EXPECTED: dict[str, dict[str, Any]] = json.loads((FIXTURES / "expected.json").read_text("utf-8"))
FIGHTS = sorted(path.name for path in FIXTURES.glob("fight_*.json"))


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(Log(Database(str(tmp_path / "new.db"))))


def check(tables: Tables, fight: str, expected: dict[str, Any]) -> None:
    """It stands as it stood, its log is told in every language, and it goes on, if today's rules can take it."""
    position = tables.position(fight)
    for path, value in expected.items():
        if path.endswith(".health"):
            assert position.views[path] == value
    for lang in ("en", "fr", "zh"):
        for viewer in (GM, WATCHER):
            log = tables.look(fight, viewer, lang=lang)["log"]
            assert len(log) == position.seq
            assert all(entry["text"] for entry in log)
    assert position.problem() is None
    while True:
        standing = [deed.seq for deed in tables.position(fight).deeds if not deed.undone]
        if not standing:
            break
        tables.undo(fight, GM, standing[len(standing) // 2])
    tables.policy(fight, GM)


@pytest.mark.parametrize("name", FIGHTS)
def test_exported_fights_open(name: str, tables: Tables) -> None:
    data = json.loads((FIXTURES / name).read_text("utf-8"))
    report = verify(data)
    assert report.problems == []
    assert report.app > 0
    fight = import_fight(tables, data)
    assert tables.position(fight).seq >= EXPECTED[name]["seq"]
    check(tables, fight, EXPECTED[name])


def test_every_game_has_a_fixture() -> None:
    assert {name.split("_")[2] for name in FIGHTS} == {"cpred.json", "cops.json", "cp2020.json", "wng.json"}


def test_a_database_of_migration_0001_opens(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with sqlite3.connect(file) as old:
        old.executescript((FIXTURES / "database_0001.sql").read_text("utf-8"))
    database = Database(str(file))
    tables, expected = Tables(Log(database)), EXPECTED["database_0001.sql"]
    fight = expected["fight"]
    assert tables.position(fight).seq == expected["seq"]
    check(tables, fight, expected)
    assert [one.id for one in Characters(database).all()] == ["ann"]
    assert Rosters(tables).get("ann").kept
    assert [one.role for one in Links(database).of(fight)] == ["player"]
    database.close()


def test_records_and_saved_fights_of_format_1_open() -> None:
    data = json.loads((FIXTURES / "record_1.json").read_text("utf-8"))
    session = Session(load("cpred"), Record.from_dict(data))
    for id, hp in EXPECTED["record_1.json"].items():
        assert session.game.look(session.fight, session.fighters.ids, f"{id}.hp") == hp
    encounter = read_encounter(str(FIXTURES / "saved_1.json"))
    session = encounter.session
    for id, damage in EXPECTED["saved_1.json"].items():
        assert session.game.look(session.fight, session.fighters.ids, f"{id}.damage") == damage
    for name in ("record_1.json", "saved_1.json"):
        assert verify(json.loads((FIXTURES / name).read_text("utf-8"))).problems == []


# ------------------------------------------------------------------------------------- rules that have moved on since


def written_by_other_rules(name: str) -> dict[str, Any]:
    """A fight as an earlier version of the rules might have written it: a field of the state that is gone now, one that was
    not there yet, a note and a question of other names, another version."""
    data: dict[str, Any] = json.loads((FIXTURES / name).read_text("utf-8"))
    body = data["events"][0]["body"]
    body["version"] = data["fight"]["version"] = "0"
    body["values"]["fighters.0.wounds.aura"] = 3
    del body["values"]["fighters.0.condition.luck"]
    for event in data["events"]:
        event["body"].get("changes", {}).pop("fighters.0.condition.luck", None)
        for one in event["body"].get("happened", []):
            if one.get("noted") == "ARMOUR_SOAK":
                one["noted"], one["rule"] = "ARMOUR_STOPS", "cpred.armour.stops"
            if one.get("asked") == "DAMAGE":
                one["asked"] = "HARM"
    return data


def test_a_fight_of_other_rules_opens_as_it_was_stored_and_goes_on(tables: Tables) -> None:
    data = written_by_other_rules("fight_1_cpred.json")
    report = verify(data)
    assert report.problems == []
    assert report.replayed == 0
    assert report.others > 0
    fight = import_fight(tables, data)
    position = tables.position(fight)
    assert position.views["ganger.health"] == EXPECTED["fight_1_cpred.json"]["ganger.health"]
    assert position.values["fighters.0.wounds.aura"] == 3
    assert position.fight.fighters[0].condition.luck == 5, "a new field is as the form makes it"
    text = json.dumps(tables.look(fight, GM)["log"])
    assert ("cpred.armour.stops" in text) == ("ARMOUR_STOPS" in json.dumps(data))
    if position.waiting is not None:
        tables.withdraw(fight, GM)
    done = tables.policy(fight, GM)
    assert done.events[0].body["version"] == load("cpred").version
    if done.events[0].kind == "decided":
        assert "fighters.0.wounds.aura" not in tables.position(fight).values
    standing = [deed.seq for deed in tables.position(fight).deeds if not deed.undone]
    tables.undo(fight, GM, standing[0])
    assert tables.position(fight).values["fighters.0.wounds.aura"] == 3


def test_a_fight_that_todays_rules_cannot_take_is_there_to_be_read(tables: Tables) -> None:
    data = written_by_other_rules("fight_1_cpred.json")
    data["events"][0]["body"]["fighters"]["juno"]["aura"] = 3
    fight = import_fight(tables, data)
    position = tables.position(fight)
    assert position.problem() is not None
    for viewer in (GM, WATCHER):
        seen = tables.look(fight, viewer)
        assert len(seen["log"]) == position.seq
        assert "aura" in seen["state"]["problem"]
        assert seen["state"]["fighters"][1]["health"]
    if position.waiting is not None:
        tables.withdraw(fight, GM)
    with pytest.raises(FracasError, match="aura"):
        tables.policy(fight, GM)
    with pytest.raises(FracasError, match="aura"):
        tables.choices(fight, GM)
    tables.undo(fight, GM)
    assert tables.position(fight).seq == position.seq
