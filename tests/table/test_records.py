"""A record becomes a fight at the table, and a table's fight a record; each comes to the same state."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, duel, play_on

from fracas.core.errors import BadInput
from fracas.core.record import Entry, Record, Session
from fracas.core.table import Answer
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.rules import GAMES, load
from fracas.table.archive import export_fight
from fracas.table.errors import NotAllowed
from fracas.table.records import import_record, record_of
from fracas.table.roles import GM
from fracas.table.service import Tables
from fracas.table.verify import verify
from fracas.testing import Report, play_at_random


@pytest.mark.parametrize("game", GAMES)
def test_a_record_becomes_a_fight(tables: Tables, game: str) -> None:
    encounter = read_encounter(str(ENCOUNTERS[f"{game}_duel"]), seed=5)
    encounter.rounds = 3
    play_at_random(encounter, random.Random(5), Report())
    session = encounter.session
    if len(session.record.entries) > 3:
        session.undo(len(session.record.entries) - 2)
    fight = import_record(tables, GM, session.record, players=encounter.players, name="random")
    position = tables.position(fight)
    assert position.fight == session.fight
    assert len(position.deeds) == sum(entry.undoes is None for entry in session.record.entries)
    assert verify(export_fight(tables, fight, True)).problems == []
    play_on(tables, fight, 4)
    assert verify(export_fight(tables, fight, True)).problems == []


@pytest.mark.parametrize("game", GAMES)
def test_a_tables_fight_becomes_a_record(tables: Tables, game: str) -> None:
    fight = duel(tables, f"{game}_duel")
    play_on(tables, fight, 15, seed=6)
    deeds = [deed.seq for deed in tables.position(fight).deeds if not deed.undone]
    if tables.position(fight).waiting:
        tables.withdraw(fight, GM)
    tables.override(fight, GM, deeds[-1], {f"{tables.position(fight).ids[0]}.at": [3, 3]})
    record = Record.from_dict(record_of(tables.log.events(fight), 1).to_dict())
    assert Session(load(game), record).fight == tables.position(fight).fight


def test_a_record_that_cannot_be_played_is_refused(tables: Tables) -> None:
    record = Record(
        "cops", "1", {}, {"a": {}}, {}, 1, (Entry("hit", None, "a", (), {"power": 2}, (Answer("damage", (9,)),)),)
    )
    with pytest.raises(BadInput):
        import_record(tables, GM, record)
    with pytest.raises(NotAllowed):
        import_record(tables, JUNO, record)
    assert tables.log.fights() == []
