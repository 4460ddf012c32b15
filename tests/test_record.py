"""The record is the truth: replay is the identity, undo takes nothing away."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.core.errors import BadInput, Pending, Refused
from fracas.core.record import Record, Session
from fracas.core.table import Answer
from fracas.rules import load

FIGHTERS: dict[str, dict[str, Any]] = {
    "cpred": {
        "ann": {
            "ref": 8,
            "hp": 30,
            "skills": {"handgun": 6, "first_aid": 3},
            "armour": [{"sp": 7, "covers": ["body"]}],
        },
        "bob": {"ref": 8, "skills": {"handgun": 5, "evasion": 4}, "armour": [{"sp": 11, "covers": ["body", "head"]}]},
    },
    "cops": {"ann": {"coordination": 4}, "bob": {"cop": False, "protection": {"torso": "1d6+2"}}},
    "cp2020": {
        "ann": {"ref": 8, "skills": {"handgun": 5, "first_aid": 4}},
        "bob": {"armour": [{"sp": 12, "covers": ["torso", "left_arm", "right_arm"]}, {"sp": 10, "covers": ["torso"]}]},
    },
    "wng": {
        "ann": {"agility": 4, "skills": {"ballistic_skill": 3, "weapon_skill": 3}, "engaged": ["bob"]},
        "bob": {"side": "threat", "armour": 2, "explosive": True},
        "cat": {"side": "threat", "mob": 8},
    },
}
HOUSES: dict[str, dict[str, Any]] = {
    "cpred": {"tie": "meets"},
    "cp2020": {"explode": "open", "death_save": "below"},
    "wng": {"amputate": "chosen", "cover_half": 1},
    "cops": {"location_dice": dict.fromkeys(["head", "arms", "torso", "abdomen", "legs"], 1)},
}
SHOT = {"skill": "handgun", "class": "pistol", "distance": 8, "damage": "4d6"}
PISTOL = {"damage": 8, "ed": 2, "range": [12, 24, 36], "salvo": 1, "traits": ["pistol", "reliable"]}
MOVES: dict[str, list[tuple[str, str | None, str | None, dict[str, Any]]]] = {
    "cpred": [
        ("attack", "ann", "bob", SHOT),
        ("attack", "bob", "ann", {**SHOT, "aimed": "head"}),
        ("attack", "ann", "bob", {**SHOT, "dodge": True}),
        ("hit", None, "bob", {"damage": "6d6", "ammo": "ap"}),
        ("turn", "ann", None, {"moved": 6}),
        ("stabilise", "bob", "ann", {}),
        ("round", None, None, {}),
    ],
    "cops": [
        ("attack", "ann", "bob", {"skill": 5, "distance": 9, "power": 4}),
        ("hit", None, "ann", {"power": 5}),
        ("turn", "bob", None, {}),
        ("stabilise", "ann", "bob", {}),
    ],
    "wng": [
        ("attack", "ann", "bob", {"weapon": PISTOL, "distance": 9, "into_melee": ["cat"], "near": ["cat"], "glory": 2}),
        ("attack", "ann", "cat", {"weapon": PISTOL, "distance": 30, "dice": 3}),
        ("attack", "bob", "ann", {"weapon": {"damage": 5, "ed": 2, "melee": True}, "options": ["all_out"], "shift": 2}),
        ("attack", "cat", "ann", {}),
        ("hit", None, "bob", {"damage": 9, "mortal": 1}),
    ],
    "cp2020": [
        ("attack", "ann", "bob", {"distance": 9, "range": 50, "damage": "4d6", "mode": "burst"}),
        ("attack", "bob", "ann", {"distance": 9, "range": 50, "damage": "2d6+1", "ap": True, "ally": "bob"}),
        ("hit", None, "bob", {"damage": "3d6", "edged": True}),
        ("turn", "bob", None, {}),
        ("stabilise", "ann", "bob", {}),
    ],
}


def played(game: str, seed: int, choices: list[int]) -> Session:
    """A fight of these moves; what a rule refuses is left out."""
    session = Session.new(load(game), FIGHTERS[game], HOUSES[game], seed=seed)
    for choice in choices:
        if choice < 0:
            if any(p.entry.undoes is None and not p.undone for p in session.played):
                session.undo()
            continue
        try:
            session.do(*MOVES[game][choice % len(MOVES[game])])
        except Refused:
            continue
    return session


TIMES = int(os.environ.get("FRACAS_TIMES", "1"))
"""How many times as many examples: make soak asks for more."""
moves = st.lists(st.integers(-1, 20), max_size=12)


@pytest.mark.parametrize("game", FIGHTERS)
@settings(max_examples=60 * TIMES, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), choices=moves)
def test_replay_is_the_identity(game: str, seed: int, choices: list[int]) -> None:
    session = played(game, seed, choices)
    data = json.loads(json.dumps(session.record.to_dict()))
    again = Session(load(game), Record.from_dict(data))
    assert again.fight == session.fight
    assert again.record == session.record
    assert [p.events for p in again.played] == [p.events for p in session.played]
    assert [p.undone for p in again.played] == [p.undone for p in session.played]


@pytest.mark.parametrize("game", FIGHTERS)
@settings(max_examples=40 * TIMES, deadline=None)
@given(seed=st.integers(0, 2**32), choices=moves)
def test_undo_n_times_is_the_start(game: str, seed: int, choices: list[int]) -> None:
    session = played(game, seed, choices)
    standing = sum(p.entry.undoes is None and not p.undone for p in session.played)
    entries = len(session.record.entries)
    for _ in range(standing):
        session.undo()
    assert session.fight == session.start
    assert len(session.record.entries) == entries + standing  # appended, never erased


def test_after_an_undo_the_dice_go_on() -> None:
    """No face is dealt twice, and the undone roll stays in the log."""
    session = played("cpred", 5, [3])
    first = session.played[0]
    session.undo()
    second = session.do(*MOVES["cpred"][3])
    assert session.played[0].undone
    assert session.played[0].events == first.events
    assert second.entry.draws > first.entry.draws
    assert second.entry.answers != first.entry.answers


def test_undo_of_an_older_entry_takes_what_followed() -> None:
    session = played("cpred", 5, [3, 3, 3])
    session.undo(1)
    assert session.fight == session.played[0].fight
    assert [p.undone for p in session.played] == [False, True, True, False]
    with pytest.raises(BadInput, match="undo"):
        session.undo(1)


def test_a_missing_answer_changes_nothing() -> None:
    session = played("cpred", 1, [])
    before = session.record
    with pytest.raises(Pending, match="damage"):
        session.do("attack", "ann", "bob", SHOT, (Answer("attack", (9,)),))
    with pytest.raises(BadInput, match="1 to 10"):
        session.do("attack", "ann", "bob", SHOT, (Answer("attack", (11,)),))
    with pytest.raises(BadInput, match="left over"):
        session.do(
            "attack",
            "ann",
            "bob",
            SHOT,
            (Answer("attack", (2,)), Answer("damage", (1, 1, 1, 1)), Answer("injury", (1, 1))),
        )
    assert session.record == before
    assert session.fight == session.start


GOOD = Record("cpred", "1", {}, {"a": {}}, {}, 1).to_dict()
BAD_RECORDS = [
    None,
    [],
    {},
    {"format": 2},
    {"format": 1, "ruleset": "cpred"},
    "🎲",
    {**GOOD, "entries": ["x"]},
    {**GOOD, "entries": [[1]]},
    {**GOOD, "entries": [{"do": "hit", "answers": [{}]}]},
    {**GOOD, "entries": [{"undoes": "x"}]},
    {**GOOD, "entries": [{"undoes": 0, "draws": "x"}]},
    {**GOOD, "seed": "x"},
    {**GOOD, "seed": -1},
]


@pytest.mark.parametrize("data", BAD_RECORDS, ids=[str(data)[-40:] for data in BAD_RECORDS])
def test_what_is_not_a_record_is_one_clear_line(data: Any) -> None:
    with pytest.raises(BadInput, match="a record of format 1"):
        Record.from_dict(data)


def test_records_of_other_games_and_wrong_undos_are_refused() -> None:
    with pytest.raises(BadInput, match="ruleset"):
        Session(load("cpred"), Record.from_dict({**GOOD, "ruleset": "cops"}))
    with pytest.raises(BadInput, match="colour: unknown"):
        Record.from_dict({**GOOD, "colour": "red"})
    for undoes in (0, 99, -1):
        with pytest.raises(BadInput, match="undoes"):
            Session(load("cpred"), Record.from_dict({**GOOD, "entries": [{"undoes": undoes}]}))


@pytest.mark.parametrize(
    "answers",
    [5, ("x",), (Answer("damage", ("a", 1, 1)),), (Answer("damage", (1.5, 1, 1)),), (Answer("damage", (True, 1, 1)),)],
)
def test_answers_that_are_none_are_refused(answers: Any) -> None:
    session = Session.new(load("cpred"), {"t": {}})
    with pytest.raises(BadInput):
        session.do("hit", target="t", details={"damage": "3d6"}, answers=answers)


def test_a_record_keeps_its_own_copy() -> None:
    fighters: dict[str, Any] = {"t": {"hp": 40, "armour": []}}
    session = Session.new(load("cpred"), fighters)
    fighters["t"]["hp"] = 1
    assert session.record.fighters["t"]["hp"] == 40
