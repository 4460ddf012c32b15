"""Undo of any entry with what hangs on it, redo, copies, the GM's word, undo asked for by a player; nothing is erased."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, OTHER, in_turn, play_on, shot

from fracas.core.errors import BadInput
from fracas.play.legal import Choice
from fracas.table.archive import export_fight
from fracas.table.errors import NotAllowed, NotNow
from fracas.table.roles import GM, WATCHER
from fracas.table.service import Tables
from fracas.table.verify import verify


def test_an_undo_takes_back_the_entry_and_what_hangs_on_it_and_shows_it_before(tables: Tables) -> None:
    fight = in_turn(tables)
    start = dict(tables.position(fight).values)
    first = tables.decide(fight, GM, shot(tables, fight)).seq
    tables.decide(fight, GM, Choice("set", "ganger", None, (), {"field": "hp", "value": 7}))
    last = tables.decide(fight, GM, Choice("done", "juno")).seq
    position = tables.position(fight)
    assert [deed.seq for deed in position.hangs_on(first)] == [first, first + 1, last]
    assert [deed.do for deed in position.hangs_on(last)] == ["done"]
    draws = position.draws
    tables.undo(fight, GM, first)
    position = tables.position(fight)
    assert position.values == start
    assert position.decider() == "juno"
    assert position.draws == draws, "dice are never drawn again"
    assert [deed.undone for deed in position.deeds if deed.seq >= first] == [last + 1] * 3
    assert len(tables.log.events(fight)) == last + 1, "nothing is erased"
    with pytest.raises(BadInput):
        tables.undo(fight, GM, first)
    with pytest.raises(BadInput):
        tables.undo(fight, GM, 99)
    log = tables.look(fight, WATCHER)["log"]
    assert log[first - 1]["undone"] == last + 1
    assert log[first - 1]["dice"], "the undone roll stays visible"


def test_after_an_undo_the_next_dice_are_drawn(tables: Tables) -> None:
    fight = in_turn(tables)
    first = tables.decide(fight, GM, shot(tables, fight)).events[0].body
    tables.undo(fight, GM)
    again = tables.decide(fight, GM, shot(tables, fight)).events[0].body
    assert again["draws"][1] == first["draws"][2]
    assert again["answers"][0]["at"] != first["answers"][0]["at"]


def test_redo_brings_back_the_very_dice_until_something_else_is_decided(tables: Tables) -> None:
    fight = in_turn(tables)
    with pytest.raises(NotNow):
        tables.redo(fight, GM)
    play_on(tables, fight, 8)
    while tables.position(fight).waiting or tables.position(fight).redoable:
        play_on(tables, fight, 1, seed=5)
    states = [dict(tables.position(fight).values)]
    for _ in range(3):
        tables.undo(fight, GM)
        states.append(dict(tables.position(fight).values))
    for state in reversed(states[:-1]):
        tables.redo(fight, GM)
        assert tables.position(fight).values == state
    tables.undo(fight, GM)
    tables.policy(fight, GM)
    with pytest.raises(NotNow):
        tables.redo(fight, GM)
    assert verify(export_fight(tables, fight)).problems == []


def test_undone_to_the_first_decision_the_fight_is_as_it_began(tables: Tables) -> None:
    fight = in_turn(tables)
    first = tables.log.events(fight)[0].body
    position = play_on(tables, fight, 25)
    if position.waiting:
        tables.withdraw(fight, GM)
    standing = [deed.seq for deed in position.deeds if not deed.undone]
    tables.undo(fight, GM, standing[0])
    position = tables.position(fight)
    assert position.values == first["values"]
    assert position.views == first["views"]
    with pytest.raises(NotNow):
        tables.undo(fight, GM)


def test_an_undo_ends_a_pause(tables: Tables) -> None:
    fight = in_turn(tables)
    tables.decide(fight, JUNO, shot(tables, fight), dice="own")
    tables.undo(fight, GM)
    assert tables.position(fight).waiting is None


def test_a_fighter_who_joined_is_gone_after_an_undo_and_back_after_a_redo(tables: Tables) -> None:
    fight = in_turn(tables)
    form = {"name": "Kai", "side": 1, "ref": 5}
    tables.decide(fight, GM, Choice("join", None, None, (), {"id": "kai", "fighter": form}))
    tables.decide(fight, GM, Choice("hit", None, "kai", (), {"damage": 12}))
    with_kai = tables.position(fight).views["kai.hp"]
    assert tables.position(fight).ids == ("juno", "ganger", "kai")
    deeds = tables.position(fight).deeds
    tables.undo(fight, GM, deeds[-2].seq)
    position = tables.position(fight)
    assert position.ids == ("juno", "ganger")
    assert not [path for path in (*position.values, *position.views) if "kai" in path or path.startswith("fighters.2")]
    tables.redo(fight, GM)
    assert tables.position(fight).views["kai.hp"] == with_kai
    assert len(tables.position(fight).fight.fighters) == 3
    assert verify(export_fight(tables, fight)).problems == []


def test_a_copy_goes_its_own_way_with_its_own_dice(tables: Tables) -> None:
    """Nobody can look ahead in a copy: it has another secret."""
    fight = in_turn(tables)
    tables.decide(fight, GM, shot(tables, fight))
    at, state = tables.position(fight).seq, dict(tables.position(fight).values)
    tables.decide(fight, GM, Choice("done", "juno"))
    copy = tables.branch(fight, GM, at)
    position = tables.position(copy)
    assert position.values == state
    assert position.pools[-1]["commitment"] not in [pool["commitment"] for pool in tables.position(fight).pools]
    assert tables.log.pools(copy)[0].secret is None, "the first fight's secret stays with it"
    tables.decide(copy, GM, Choice("done", "juno"))
    play_on(tables, copy, 10)
    assert tables.position(fight).seq == at + 1
    assert verify(export_fight(tables, copy, True)).problems == []
    assert tables.branch(fight, GM, at, key="k") == tables.branch(fight, GM, at, key="k") != copy
    for wrong in (0, at + 2, "1"):
        with pytest.raises(BadInput):
            tables.branch(fight, GM, wrong)  # type: ignore[arg-type]


def test_the_gm_overrides_a_result_and_it_shows(tables: Tables) -> None:
    fight = in_turn(tables)
    deed = tables.decide(fight, GM, shot(tables, fight)).seq
    before = dict(tables.position(fight).values)
    done = tables.override(fight, GM, deed, {"ganger.hp": 12, "ganger.at": [3, 4]}, "he stumbles")
    assert tables.position(fight).views["ganger.hp"] == 12
    entry = tables.look(fight, GM, done.seq - 1)["log"][0]
    assert (entry["kind"], entry["override"], entry["of"], entry["reason"]) == ("overridden", True, deed, "he stumbles")
    assert entry["changes"]["ganger.hp"][1] == 12
    seen = tables.look(fight, JUNO, done.seq - 1)["log"][0]
    assert seen["override"]
    assert seen["set"] == {"ganger.at": [3, 4]}, "a foe's points are not told"
    assert "ganger.hp" not in seen["changes"]
    for wrong in ({}, {"ganger.charm": 3}, {"nobody.hp": 3}, {"ganger.hp": "many"}, {"hp": 3}, {3: 3}):
        with pytest.raises(BadInput):
            tables.override(fight, GM, deed, wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput):
        tables.override(fight, GM, 2, {"ganger.hp": 12})
    tables.undo(fight, GM)
    assert tables.position(fight).values == before, "an override is undone by itself"
    tables.redo(fight, GM)
    tables.undo(fight, GM, deed)
    assert tables.position(fight).views["ganger.hp"] == 40, "and with what it hangs on"
    assert verify(export_fight(tables, fight)).problems == []


def test_a_player_asks_for_an_undo_and_the_gm_grants_it_or_not(tables: Tables) -> None:
    fight = in_turn(tables)
    deed = tables.decide(fight, JUNO, shot(tables, fight)).seq
    state = dict(tables.position(fight).values)
    with pytest.raises(NotAllowed):
        tables.request_undo(fight, WATCHER, deed)
    request = tables.request_undo(fight, JUNO, deed).seq
    assert tables.position(fight).values == state
    assert tables.look(fight, GM)["state"]["requests"] == [{"seq": request, "of": deed, "actor": "player Ann"}]
    with pytest.raises(NotAllowed):
        tables.undo(fight, JUNO, request=request)
    with pytest.raises(NotAllowed):
        tables.refuse_undo(fight, OTHER, request)
    tables.refuse_undo(fight, GM, request)
    with pytest.raises(BadInput):
        tables.undo(fight, GM, request=request)
    request = tables.request_undo(fight, JUNO, deed).seq
    granted = tables.undo(fight, GM, request=request)
    assert granted.events[0].body["request"] == request
    assert tables.position(fight).requests == {}
    assert tables.position(fight).deed(deed).undone == granted.seq
    with pytest.raises(BadInput):
        tables.request_undo(fight, JUNO, deed)


def test_the_gm_sets_a_roll_otherwise_and_the_decision_is_carried_out_anew(tables: Tables) -> None:
    fight = in_turn(tables)
    far = Choice("attack", "juno", "ganger", (), {"modifier": -4})
    done = tables.decide(fight, JUNO, far, dice="own", answers=[[9], [6, 5, 4]])
    assert [one["label"] for one in done.events[0].body["answers"]] == ["attack", "damage"]
    hp = tables.position(fight).views["ganger.hp"]
    result = tables.revise(fight, GM, done.seq, {1: "1 1 2"})
    assert [event.kind for event in result.events] == ["undone", "decided"]
    body = result.events[1].body
    assert body["override"] == done.seq
    assert [(one["faces"], one["from"]) for one in body["answers"]] == [([9], "gm"), ([1, 1, 2], "gm")]
    assert tables.position(fight).views["ganger.hp"] == 40 > hp
    missed = tables.revise(fight, GM, result.seq, {0: [2]})
    assert [one["label"] for one in missed.events[1].body["answers"]] == ["attack"], "no damage is asked for"
    hit = tables.revise(fight, GM, missed.seq, {0: [9]}).events[1].body
    whose = [one["from"] for one in hit["answers"]]  # with two sixes there is an injury, too
    assert whose[0] == "gm" and len(whose) > 1 and set(whose[1:]) == {"app"}, "what is asked besides, the app rolls"
    entry = tables.look(fight, WATCHER, missed.seq)["log"][-1]
    assert entry["override"] == missed.seq
    last = tables.position(fight).deeds[-1].seq
    for wrong in ({}, {7: [1]}, {0: [11]}, {0: "app"}, {"0": [5]}, {0: [5, 5]}):
        with pytest.raises(BadInput):
            tables.revise(fight, GM, last, wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="dice or choices"):
        tables.revise(fight, GM, tables.decide(fight, GM, Choice("done", "juno")).seq, {0: [1]})
    with pytest.raises(NotAllowed):
        tables.revise(fight, JUNO, last, {0: [1]})
    assert verify(export_fight(tables, fight, True)).problems == []


def test_the_gm_sets_a_choice_otherwise(tables: Tables) -> None:
    from fights import duel

    fight = duel(tables, "wng_duel")
    id = next(id for id in tables.position(fight).ids if tables.position(fight).is_person(id))
    tables.decide(fight, GM, Choice("hit", None, id, (), {"damage": 30}))
    done = tables.answer(fight, GM, [False])
    body = tables.revise(fight, GM, done.seq, {0: True}).events[1].body
    assert (body["answers"][0]["option"], body["answers"][0]["from"]) == (0, "gm")
    assert any("faces" in one for one in body["answers"]), "Determination is rolled now"


def test_a_seat_that_is_taken_is_taken(tables: Tables) -> None:
    from fracas.table.roles import Role, Viewer

    fight = in_turn(tables)
    tables.seat(fight, JUNO, "juno", person="Ann")
    with pytest.raises(NotAllowed, match="played by Ann"):
        tables.seat(fight, Viewer(Role.PLAYER, "Eve", frozenset({"juno"})), "juno", person="Eve")
    tables.seat(fight, JUNO, "juno", person=None)
    tables.seat(fight, Viewer(Role.PLAYER, "Eve", frozenset({"juno"})), "juno", person="Eve")
    tables.seat(fight, GM, "juno", person="Bob")
