"""Who sees what: what a viewer may not see is in nothing that it is sent."""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, duel, in_turn, play_on, shot

from fracas.core.errors import BadInput
from fracas.core.rule import rule_id_of
from fracas.play.legal import Choice, legal
from fracas.rules import GAMES, load
from fracas.store.events import Pool
from fracas.table import beginning
from fracas.table.beginning import NewFight
from fracas.table.dice import commitment_of
from fracas.table.roles import GM, HEALTH, WATCHER, Role, Viewer
from fracas.table.service import Tables

PLAYER = Viewer(Role.PLAYER, "Ann", frozenset({"ann"}))
SECRET = "5e" * 32
STRANGE = 737
"""A number that appears nowhere by itself."""

FIGHTERS: dict[str, dict[str, Any]] = {
    "cpred": {
        "ann": {"ref": 6, "skills": {"handgun": 6}, "weapons": [{"name": "gun", "class": "pistol", "damage": "3d6"}]},
        "foe": {
            "side": 1,
            "hp": STRANGE,
            "max_hp": 900,
            "weapons": [{"name": "gun", "class": "pistol", "damage": "2d6"}],
        },
    },
    "cops": {
        "ann": {"coordination": 5, "weapons": [{"name": "gun", "power": 4, "range": 50, "skill": 4}]},
        "foe": {"side": 1, "hp": 97, "weapons": [{"name": "gun", "power": 2, "range": 50, "skill": 5}]},
    },
    "cp2020": {
        "ann": {"ref": 8, "weapons": [{"name": "gun", "skill": "handgun", "damage": "2d6", "range": 50}]},
        "foe": {"side": 1, "damage": 1, "armour": [{"sp": 20, "covers": ["torso"]}]},
    },
    "wng": {
        "ann": {"max_wounds": 60, "max_shock": 60, "agility": 4, "skills": {"ballistic_skill": 4}},
        "foe": {"side": 1, "max_wounds": 60, "max_shock": 60, "resilience": 1},
    },
}
HOUSES = {"cops": {"location_dice": dict.fromkeys(["head", "arms", "torso", "abdomen", "legs"], 1)}}
HITS = {
    "cpred": {"damage": "2d6"},
    "cops": {"power": 2, "location": "torso"},
    "cp2020": {"damage": "1d6", "aimed": "torso"},
    "wng": {"damage": 6},
}


def a_fight(tables: Tables, game: str, foe: dict[str, Any], monkeypatch: pytest.MonkeyPatch, **settings: Any) -> str:
    """Ann, whom a person plays, against a foe; every such fight has the same dice."""
    monkeypatch.setattr(beginning, "new_pool", lambda number: Pool(number, commitment_of(SECRET), SECRET))
    fighters = {"ann": FIGHTERS[game]["ann"], "foe": {**FIGHTERS[game]["foe"], **foe}}
    players = {"ann": "person", "foe": "nearest"}
    settings = {"reactions": False, **settings}
    return tables.create(NewFight(load(game), fighters, HOUSES.get(game, {}), players=players, settings=settings), GM)


def act(tables: Tables, fight: str, choice: Choice) -> None:
    """A decision, with the first answer to whatever is asked."""
    tables.decide(fight, GM, choice)
    while (waiting := tables.position(fight).waiting) is not None:
        tables.answer(fight, GM, [waiting.question["choices"][0]])


def sent(tables: Tables, fight: str, viewer: Viewer) -> Any:
    """Everything that goes to a viewer, without what differs between any two fights."""
    seen = deepcopy(tables.look(fight, viewer))
    seen.pop("fight")
    for entry in seen["log"]:
        entry.pop("at")
    return seen


# ------------------------------------------------------------------------------------------- health and private notes


def with_magazine(game: str, rounds: int) -> dict[str, Any]:
    """The foe with so many rounds in its weapon."""
    return {"weapons": [{**FIGHTERS[game]["foe"]["weapons"][0], "magazine": 50, "loaded": rounds}]}


PISTOL = {"name": "gun", "skill": "handgun", "damage": "1d6", "range": 50}
FIGHTERS["cp2020"]["foe"]["weapons"] = [PISTOL]
DIFFERENT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("cpred", {"hp": STRANGE}, {"hp": STRANGE - 1}),
    ("cpred", {"luck": 3}, {"luck": 4}),
    ("cpred", with_magazine("cpred", 40), with_magazine("cpred", 39)),
    ("cops", {"hp": 97}, {"hp": 96}),
    ("cops", with_magazine("cops", 40), with_magazine("cops", 39)),
    ("cp2020", {"damage": 1}, {"damage": 2}),
    ("cp2020", {"luck": 3}, {"luck": 4}),
    ("cp2020", with_magazine("cp2020", 40), with_magazine("cp2020", 39)),
    ("wng", {"max_wounds": 60}, {"max_wounds": 59}),
    ("wng", {"wrath": 3}, {"wrath": 4}),
    ("wng", {"ammo": 3}, {"ammo": 4}),
]
"""Foes that differ in something that is theirs to know."""


@pytest.mark.parametrize("mode", ["bars", "words", "nothing"])
@pytest.mark.parametrize(("game", "one", "other"), DIFFERENT)
def test_what_is_sent_does_not_depend_on_what_is_secret(
    tables: Tables, game: str, one: dict[str, Any], other: dict[str, Any], mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two fights that differ by a point of the foe's health, ammunition or luck alone, played the same: players and watchers are sent the very
    same bytes. (Stronger than looking for forbidden words: nothing that depends on the secret gets through.)"""
    seen: list[list[str]] = []
    for foe in (one, other):
        fight = a_fight(tables, game, foe, monkeypatch, foes=mode)
        act(tables, fight, Choice("hit", None, "foe", (), HITS[game]))
        act(tables, fight, Choice("hit", None, "ann", (), HITS[game]))
        act(tables, fight, Choice("begin"))
        for _ in range(8):
            session = tables.position(fight).session
            choices = [choice for choice in legal(session) if choice.do in ("attack", "done", "act")]
            act(tables, fight, choices[0])
        for id in ("ann", "foe"):
            if tables.position(fight).decider() != id:
                tables.decide(fight, GM, Choice("set", id, None, (), {"field": "at", "value": [1, 2]}))
        tables.undo(fight, GM)
        seen.append([json.dumps(sent(tables, fight, viewer)) for viewer in (PLAYER, WATCHER, GM)])
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] == seen[1][1]
    assert seen[0][2] != seen[1][2], "the GM sees the difference"


def test_a_foes_numbers_are_in_no_byte_that_is_sent(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    for mode in HEALTH:
        fight = a_fight(tables, "cpred", {}, monkeypatch, foes=mode, party=mode)
        tables.decide(fight, GM, Choice("hit", None, "foe", (), {"damage": 1}))
        for viewer in (PLAYER, WATCHER):
            bytes_sent = json.dumps(sent(tables, fight, viewer))
            assert (str(STRANGE) in bytes_sent) == (mode == "numbers"), (mode, viewer)
        assert SECRET not in json.dumps(sent(tables, fight, GM)), "the secret of the dice never leaves"
        assert str(STRANGE) in json.dumps(sent(tables, fight, GM))


def test_health_shows_as_the_gm_settles(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    fight = a_fight(tables, "cpred", {"hp": 300, "max_hp": 900}, monkeypatch)
    found: dict[str, Any] = {}
    for mode in HEALTH:
        tables.settle(fight, GM, {"foes": mode})
        found[mode] = {one["id"]: one for one in sent(tables, fight, PLAYER)["state"]["fighters"]}["foe"]["health"]
    assert found == {
        "numbers": {"left": 300, "most": 900, "word": "badly hurt", "text": "badly wounded"},
        "bars": {"tenths": 4},
        "words": {"word": "badly hurt", "text": "badly wounded"},
        "nothing": {},
    }
    with pytest.raises(BadInput):
        tables.settle(fight, GM, {"foes": "smell"})
    with pytest.raises(BadInput):
        tables.settle(fight, GM, {"generator": 1})


def test_one_sees_ones_own_side_in_full_and_a_watcher_does_not(tables: Tables) -> None:
    fight = in_turn(tables)
    mine = {one["id"]: one for one in tables.look(fight, JUNO)["state"]["fighters"]}
    assert mine["juno"]["fields"]["hp"] == 45
    assert mine["juno"]["yours"]
    assert "hp" not in mine["ganger"]["fields"]
    assert "loaded" not in mine["ganger"]["fields"]
    assert mine["ganger"]["fields"]["at"] == [8, 0]
    watched = {one["id"]: one for one in tables.look(fight, WATCHER)["state"]["fighters"]}
    assert watched["juno"]["health"] == {"tenths": 10}
    assert "hp" not in watched["juno"]["fields"]
    assert tables.look(fight, WATCHER)["state"]["settings"] == {}
    forms = json.dumps(tables.look(fight, JUNO)["log"][0])
    assert "weapons" not in forms
    assert "ganger" not in forms


@pytest.mark.parametrize("game", GAMES)
def test_private_notes_are_notes_of_the_game(game: str) -> None:
    found = load(game)
    assert found.private
    assert all(rule_id_of(note) in found.book.rules for note in found.private)
    assert set(found.open_views) <= set(found.fighter_views)
    vital = {"hp", "max_hp", "wounds", "shock", "damage", "wound", "mob", "loaded", "luck", "ammo"}
    assert not vital & set(found.open_views)


def test_what_a_foe_spends_is_its_own(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    fight = a_fight(tables, "cpred", {"luck": 5}, monkeypatch)
    done = tables.decide(fight, GM, Choice("attack", "foe", "ann", (), {"luck": 3, "distance": 8}))
    mine, full = (tables.look(fight, viewer, done.seq - 1)["log"][0] for viewer in (PLAYER, GM))
    assert "with" not in mine
    assert "luck" not in mine["text"]
    assert "cpred.luck" not in json.dumps(mine)
    assert full["with"]["luck"] == 3
    assert "Luck 3" in full["text"]


# --------------------------------------------------------------------------------------------------------- hidden rolls


def test_a_hidden_roll_is_the_gms_alone(tables: Tables) -> None:
    fight = in_turn(tables)
    done = tables.decide(fight, GM, shot(tables, fight), hidden=True)
    mine = tables.look(fight, JUNO, done.seq - 1)["log"][0]
    assert set(mine) <= {"seq", "kind", "at", "actor", "undone", "text", "changes"}
    assert (mine["kind"], mine["text"]) == ("hidden", "The GM rolls in secret.")
    full = tables.look(fight, GM, done.seq - 1)["log"][0]
    assert full["hidden"]
    assert full["dice"]
    assert full["lines"]


def test_foes_rolls_may_be_hidden_for_good(tables: Tables) -> None:
    fight = in_turn(tables, settings={"foes_rolls": "hidden"})
    mine = tables.decide(fight, JUNO, shot(tables, fight))
    assert tables.look(fight, JUNO, mine.seq - 1)["log"][0]["kind"] == "decided"
    tables.decide(fight, JUNO, Choice("done", "juno"))
    theirs = tables.policy(fight, GM)
    seen = tables.look(fight, JUNO, theirs.seq - 1)["log"][0]
    assert seen["kind"] == "hidden"
    assert "dice" not in seen


def test_a_hidden_question_is_shown_to_whom_it_is_put_alone(tables: Tables) -> None:
    fight = in_turn(tables)
    tables.decide(fight, GM, shot(tables, fight), dice="own", hidden=True)
    assert "sides" in tables.look(fight, GM)["state"]["waiting"]
    assert "sides" in tables.look(fight, JUNO)["state"]["waiting"]
    assert set(tables.look(fight, WATCHER)["state"]["waiting"]) == {"seq", "first", "whose", "yours"}


# ---------------------------------------------------------------------------------------------- what all decide in secret


def test_stances_are_secret_until_they_are_revealed(tables: Tables) -> None:
    """COPS: all choose a stance and a pace in secret; they are shown, and count, together."""
    fight = duel(tables, "cops_duel")
    officer = Viewer(Role.PLAYER, "Ann", frozenset({"officer"}))
    chosen = {"stance": "ultra_violent", "pace": "rash"}
    before = dict(tables.position(fight).values)
    made = tables.decide(fight, officer, Choice("stance", "officer", None, (), chosen))
    assert made.events[0].kind == "sealed"
    tables.decide(fight, GM, Choice("stance", "gunman", None, (), {"stance": "careful", "pace": "wary"}))
    again = Tables(tables.log)
    assert again.position(fight).values == before
    for viewer, knows, not_knows in (
        (officer, "ultra_violent", "careful"),
        (GM, "careful", "ultra_violent"),
        (WATCHER, None, "careful"),
        (WATCHER, None, "ultra_violent"),
    ):
        bytes_sent = json.dumps(again.look(fight, viewer))
        assert knows is None or knows in bytes_sent
        assert f'"{not_knows}"' not in bytes_sent.partition('"house"')[0]
        log = json.dumps(again.look(fight, viewer)["log"])
        assert not_knows not in log
    result = again.reveal(fight, GM)
    assert [event.kind for event in result.events] == ["revealed", "decided", "decided"]
    views = again.position(fight).views
    assert (views["officer.stance"], views["gunman.stance"]) == ("ultra_violent", "careful")
    assert again.position(fight).sealed == {}
    assert "ultra_violent" in json.dumps(again.look(fight, WATCHER)["state"]["fighters"])
    tables.undo(fight, GM, result.events[1].seq)
    assert tables.position(fight).values == before


def test_a_secret_decision_that_a_rule_refuses_is_refused_at_once_or_named_when_revealed(tables: Tables) -> None:
    from fracas.core.errors import Refused
    from fracas.table.errors import NotNow

    fight = duel(tables, "cops_duel")
    with pytest.raises(NotNow):
        tables.reveal(fight, GM)
    stance = Choice("stance", "officer", None, (), {"stance": "careful"})
    tables.decide(fight, GM, stance)
    tables.decide(fight, GM, Choice("begin"))
    first = str(tables.position(fight).decider())
    tables.decide(fight, GM, Choice("attack", first, "gunman" if first == "officer" else "officer"))
    result = tables.reveal(fight, GM)
    assert [event.kind for event in result.events] == ["revealed"]
    assert result.events[0].body["refused"] == {"officer": "cops.turn.stance"}
    assert tables.position(fight).sealed == {}
    with pytest.raises(Refused):
        tables.decide(fight, GM, stance)


# ------------------------------------------------------------------------------------------------------------ languages


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
@pytest.mark.parametrize("name", ["cpred_duel", "cops_duel", "cp2020_duel", "wng_duel"])
def test_every_kind_of_entry_is_told_in_every_language(tables: Tables, name: str, lang: str) -> None:
    fight = duel(tables, name)
    play_on(tables, fight, 15)
    position = tables.position(fight)
    if position.waiting is not None:
        tables.withdraw(fight, GM)
    tables.override(
        fight, GM, [deed.seq for deed in position.deeds if not deed.undone][-1], {f"{position.ids[0]}.at": [1, 1]}
    )
    tables.open_dice(fight, GM)
    for viewer in (GM, Viewer(Role.PLAYER, "Ann", frozenset({position.ids[0]})), WATCHER):
        log = tables.look(fight, viewer, lang=lang)["log"]
        assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
        assert all(entry["text"] for entry in log)
        json.dumps(log)


def test_the_log_comes_in_pages(tables: Tables) -> None:
    fight = in_turn(tables)
    play_on(tables, fight, 12)
    whole = tables.look(fight, JUNO)["log"]
    paged: list[Any] = []
    while True:
        page = tables.look(fight, JUNO, len(paged), 5)
        paged += page["log"]
        if not page["more"]:
            break
    assert paged == whole
