"""Fighters outlive a fight: wounds, worn armour and ammunition go along to the next, and no encounter wipes the players."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, duel

from fracas.core.carry import kept_of, with_kept
from fracas.core.errors import BadInput
from fracas.core.record import Record, Session
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.play.legal import Choice
from fracas.rules import GAMES, load
from fracas.store.errors import Conflict, KeyReused, NotThere
from fracas.table.archive import export_fight
from fracas.table.errors import NotAllowed
from fracas.table.roles import GM
from fracas.table.rosters import Rosters, fresh_of
from fracas.table.service import Tables
from fracas.table.verify import verify

FOUR = read_encounter(str(ENCOUNTERS["cpred_four"]))
ANN = {
    "name": "Ann",
    "body": 7,
    "will": 6,
    "ref": 8,
    "armour": [{"name": "armorjack", "sp": 11, "covers": ["body", "head"]}],
}
GUN = {"name": "gun", "class": "pistol", "damage": "3d6", "magazine": 8}


@pytest.fixture
def rosters(tables: Tables) -> Rosters:
    return Rosters(tables)


def hurt(tables: Tables, fight: str, id: str) -> dict[str, Any]:
    """A hit through the armour; what then is to be seen of the fighter."""
    tables.decide(fight, GM, Choice("hit", None, id, (), {"damage": 20}), dice="app")
    return {
        name: tables.position(fight).views[f"{id}.{name}"] for name in ("hp", "layers.body", "layers.head", "loaded")
    }


def test_wounds_armour_and_ammunition_go_along_to_the_next_encounter(rosters: Rosters) -> None:
    tables = rosters.tables
    rosters.add(GM, "ann", "cpred", {**ANN, "weapons": [GUN]})
    fight = rosters.enlist(GM, FOUR, ["ann"])
    assert tables.position(fight).is_person("ann")
    tables.decide(fight, GM, Choice("attack", "ann", "brute", (), {"distance": 6}))
    left = hurt(tables, fight, "ann")
    assert left["hp"] < 45
    assert left["layers.body"][0] == 10
    assert left["loaded"][0] == 7
    second = rosters.enlist(GM, FOUR, ["ann"])
    views = tables.position(second).views
    assert {name: views[f"ann.{name}"] for name in left} == left
    assert views["brute.hp"] == 50, "the foes are fresh"
    again = hurt(tables, second, "ann")
    third = rosters.enlist(GM, FOUR, ["ann"])
    assert tables.position(third).views["ann.hp"] == again["hp"]
    for one in (fight, second, third):
        assert verify(export_fight(tables, one)).problems == []


def test_a_request_that_is_sent_again_leaves_the_party_where_it_is(rosters: Rosters) -> None:
    rosters.add(GM, "ann", "cpred", ANN)
    fight = rosters.enlist(GM, FOUR, ["ann"], "k1")
    left = hurt(rosters.tables, fight, "ann")
    assert rosters.enlist(GM, FOUR, ["ann"], "k1") == fight, "though it would bring along less by now"
    second = rosters.next_fight(GM, fight, FOUR, "k2")
    again = hurt(rosters.tables, second, "ann")
    assert again["hp"] < left["hp"]
    hurt(rosters.tables, fight, "ann")
    assert rosters.next_fight(GM, fight, FOUR, "k2") == second
    assert rosters.enlist(GM, FOUR, ["ann"], "k1") == fight
    assert rosters.get("ann").fight == second
    third = rosters.enlist(GM, FOUR, ["ann"], "k3")
    assert rosters.tables.position(third).views["ann.hp"] == again["hp"]
    with pytest.raises(KeyReused):
        rosters.enlist(GM, FOUR, [], "k3")


def test_what_is_undone_in_a_fight_is_not_kept(rosters: Rosters) -> None:
    rosters.add(GM, "ann", "cpred", ANN)
    fight = rosters.enlist(GM, FOUR, ["ann"])
    hurt(rosters.tables, fight, "ann")
    assert rosters.get("ann").kept
    rosters.tables.undo(fight, GM)
    assert rosters.get("ann").kept == {}


def test_the_next_encounter_takes_the_party_along_roster_or_not(rosters: Rosters) -> None:
    tables = rosters.tables
    fight = duel(tables)
    tables.decide(fight, GM, Choice("hit", None, "juno", (), {"damage": 20}))
    left = tables.position(fight).views["juno.hp"]
    assert left < 45
    second = rosters.next_fight(GM, fight, FOUR)
    position = tables.position(second)
    assert position.views["juno.hp"] == left
    assert position.is_party("juno")
    assert "ganger" not in position.ids
    assert "brute" in position.ids
    with pytest.raises(BadInput):
        rosters.next_fight(GM, fight, read_encounter(str(ENCOUNTERS["cops_duel"])))
    with pytest.raises(NotAllowed):
        rosters.next_fight(JUNO, fight, FOUR)


def test_a_new_form_keeps_wounds_and_gives_new_armour_fresh(rosters: Rosters) -> None:
    rosters.add(GM, "ann", "cpred", ANN)
    fight = rosters.enlist(GM, FOUR, ["ann"])
    left = hurt(rosters.tables, fight, "ann")
    armour = [{"name": "heavy armorjack", "sp": 13, "covers": ["body", "head"]}]
    rosters.change(GM, "ann", {**ANN, "armour": armour})
    views = rosters.tables.position(rosters.enlist(GM, FOUR, ["ann"])).views
    assert views["ann.hp"] == left["hp"]
    assert views["ann.layers.body"] == [13]
    with pytest.raises(BadInput):
        rosters.change(GM, "ann", {"charm": 3})


def test_the_gm_heals_and_mends_between_fights(rosters: Rosters) -> None:
    rosters.add(GM, "ann", "cpred", ANN)
    hurt(rosters.tables, rosters.enlist(GM, FOUR, ["ann"]), "ann")
    rosters.set(GM, "ann", {"hp": 41})
    views = rosters.tables.position(rosters.enlist(GM, FOUR, ["ann"])).views
    assert (views["ann.hp"], views["ann.layers.body"]) == (41, [10])
    for wrong in ({"charm": 1}, {"hp": "all"}):
        with pytest.raises(BadInput):
            rosters.set(GM, "ann", wrong)
    seen = rosters.get("ann").revision
    rosters.refresh(GM, "ann", seen)
    for stale in (lambda: rosters.set(GM, "ann", {"hp": 3}, seen), lambda: rosters.refresh(GM, "ann", seen),
                  lambda: rosters.change(GM, "ann", ANN, seen), lambda: rosters.remove(GM, "ann", seen)):  # fmt: skip
        with pytest.raises(Conflict):
            stale()
    views = rosters.tables.position(rosters.enlist(GM, FOUR, ["ann"])).views
    assert (views["ann.hp"], views["ann.layers.body"]) == (45, [11])


def test_the_roster_is_one_truth(rosters: Rosters) -> None:
    rosters.add(GM, "ann", "cpred", ANN)
    with pytest.raises(Conflict):
        rosters.add(GM, "ann", "cpred", ANN)
    with pytest.raises(NotAllowed):
        rosters.add(JUNO, "bob", "cpred", ANN)
    with pytest.raises(BadInput):
        rosters.add(GM, "bob", "cpred", {"body": "big"})
    with pytest.raises(BadInput):
        rosters.add(GM, "bob", "chess", {})
    rosters.add(GM, "zed", "cops", {})
    assert [one.id for one in rosters.all()] == ["ann", "zed"]
    assert [one.id for one in rosters.all("cops")] == ["zed"]
    with pytest.raises(BadInput):
        rosters.enlist(GM, FOUR, ["zed"])
    seen = rosters.get("ann")
    rosters.characters.change(seen)
    with pytest.raises(Conflict):
        rosters.characters.change(seen)
    rosters.remove(GM, "ann")
    for ask in (rosters.get, lambda id: rosters.remove(GM, id), lambda id: rosters.set(GM, id, {"hp": 3})):
        with pytest.raises(NotThere):
            ask("ann")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_written_and_read_as_it_was(game: str) -> None:
    found = load(game)
    fresh = fresh_of(found, "ann", {})
    vital = found.vital(fresh)
    worse = found.setters[vital](fresh, 3)
    kept = kept_of(found, fresh, worse)
    assert with_kept(found, fresh, kept) == worse
    assert kept_of(found, fresh, fresh) == {}
    assert with_kept(found, fresh, {"no.such.part": {"from": {}, "now": {}}}) == fresh
    record = Record(game, found.version, {}, {"ann": {}}, {}, 0, kept={"ann": kept})
    again = Session(found, Record.from_dict(record.to_dict()))
    assert again.start.fighters[0] == worse
    for wrong in ({"ann": 3}, {"ann": {next(iter(kept)): {"from": {}, "now": {"": "x"}}}}):
        with pytest.raises(BadInput, match="kept"):
            Session(found, Record(game, found.version, {}, {"ann": {}}, {}, 0, kept=wrong))
