"""Decisions and dice of several people: who may what, and when; a pause for own dice outlives a restart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, OTHER, duel, in_turn, play_on, shot

from fracas.core.errors import BadInput, Refused
from fracas.play.legal import Choice
from fracas.store.errors import Conflict, KeyReused
from fracas.table.errors import NotAllowed, NotNow
from fracas.table.roles import GM, WATCHER, Role, Viewer
from fracas.table.service import Tables


def restarted(tables: Tables) -> Tables:
    """The server after a restart: nothing is remembered but what is stored."""
    return Tables(tables.log)


def test_a_player_attacks_on_its_own_turn_only_and_the_gm_always(tables: Tables) -> None:
    fight = in_turn(tables)
    for viewer in (WATCHER, OTHER, Viewer(Role.PLAYER, "")):
        with pytest.raises(NotAllowed):
            tables.decide(fight, viewer, shot(tables, fight))
    with pytest.raises(NotAllowed, match="fighter of yours: one of: juno"):
        tables.decide(fight, JUNO, shot(tables, fight, "ganger", "juno"))
    done = tables.decide(fight, JUNO, shot(tables, fight))
    assert (done.events[0].kind, done.events[0].actor) == ("decided", "player Ann")
    tables.decide(fight, JUNO, Choice("done", "juno"))
    head = tables.log.head(fight)
    with pytest.raises(NotAllowed, match="on its own turn"):
        tables.decide(fight, JUNO, shot(tables, fight))
    assert tables.log.head(fight) == head
    with pytest.raises(Refused):
        tables.decide(fight, GM, shot(tables, fight))
    tables.decide(fight, GM, shot(tables, fight, "ganger", "juno"))


@pytest.mark.parametrize("do", ["begin", "set", "join", "leave", "end", "swap", "hit"])
def test_what_is_the_gms_alone(tables: Tables, do: str) -> None:
    fight = in_turn(tables)
    details = {"field": "hp", "value": 40} if do == "set" else {}
    with pytest.raises(NotAllowed):
        tables.decide(fight, JUNO, Choice(do, "juno", None, (), details))
    for command in (tables.undo, tables.redo, tables.policy, tables.reveal, tables.open_dice):
        with pytest.raises(NotAllowed):
            command(fight, JUNO)
    with pytest.raises(NotAllowed):
        tables.settle(fight, JUNO, {"foes": "numbers"})
    with pytest.raises(NotAllowed):
        tables.branch(fight, JUNO)
    with pytest.raises(NotAllowed):
        tables.decide(fight, JUNO, shot(tables, fight), hidden=True)
    with pytest.raises(NotAllowed):
        tables.override(fight, JUNO, 3, {"juno.hp": 40})


def test_a_stale_decision_is_refused_never_merged(tables: Tables) -> None:
    fight = in_turn(tables)
    seen = tables.position(fight).seq
    tables.decide(fight, JUNO, shot(tables, fight), expected=seen)
    with pytest.raises(Conflict):
        tables.decide(fight, JUNO, Choice("done", "juno"), expected=seen)
    assert tables.log.head(fight) == seen + 1
    with pytest.raises(BadInput):
        tables.decide(fight, JUNO, Choice("done", "juno"), expected="3")  # type: ignore[arg-type]


def test_a_repeated_send_counts_once_also_when_the_fight_went_on(tables: Tables) -> None:
    fight = in_turn(tables)
    seen = tables.position(fight).seq
    first = tables.decide(fight, JUNO, shot(tables, fight), seen, "k1")
    tables.decide(fight, JUNO, Choice("done", "juno"))
    again = restarted(tables).decide(fight, JUNO, shot(tables, fight), seen, "k1")
    assert again.repeated
    assert again.events == first.events
    with pytest.raises(KeyReused):
        tables.decide(fight, JUNO, Choice("done", "juno"), None, "k1")
    with pytest.raises(KeyReused):
        tables.decide(fight, GM, shot(tables, fight), None, "k1")


def test_a_refused_or_wrong_decision_changes_nothing(tables: Tables) -> None:
    fight = in_turn(tables)
    before = tables.position(fight)
    head, state = before.seq, dict(before.values)
    for choice in (
        Choice("attack", "juno", "nobody"),
        Choice("attack", "juno", "ganger", (), {"bogus": 1}),
        Choice("dance", "juno"),
        Choice("reload", "juno", None, (), {"weapon": "sword of light"}),
    ):
        with pytest.raises(BadInput):
            tables.decide(fight, GM, choice)
    with pytest.raises(BadInput, match="own or app"):
        tables.decide(fight, GM, shot(tables, fight), dice="loaded")
    assert tables.log.head(fight) == head
    assert tables.position(fight).values == state


# ------------------------------------------------------------------------------------------------------- own dice


def test_own_dice_are_asked_one_stage_at_a_time_and_the_pause_outlives_a_restart(tables: Tables) -> None:
    fight = in_turn(tables)
    before = dict(tables.position(fight).values)
    result = tables.decide(fight, JUNO, shot(tables, fight), dice="own")
    assert result.events[0].kind == "waits"
    server = restarted(tables)
    waiting = server.position(fight).waiting
    assert waiting is not None
    assert (waiting.whose, waiting.question["label"], waiting.question["sides"]) == ("juno", "attack", [10])
    assert server.position(fight).values == before, "nothing has happened yet"
    with pytest.raises(NotNow):
        server.decide(fight, GM, Choice("done", "juno"))
    for viewer in (WATCHER, OTHER):
        with pytest.raises(NotAllowed):
            server.answer(fight, viewer, [[5]])
    for wrong in ([[11]], [[0]], [[5, 5]], ["5 5"], ["x"], [[True]], [{}], []):
        with pytest.raises(BadInput):
            server.answer(fight, JUNO, wrong)
    server.answer(fight, JUNO, [[9]])
    server = restarted(server)
    waiting = server.position(fight).waiting
    assert waiting is not None
    assert waiting.question["label"] == "damage"
    with pytest.raises(BadInput, match="left over"):
        server.answer(fight, JUNO, ["111", "4"])
    done = server.answer(fight, JUNO, ["1 1 1"])
    assert done.events[0].kind == "decided"
    body = done.events[0].body
    assert [(one["label"], one["faces"], one["from"]) for one in body["answers"]] == [
        ("attack", [9], "hand"),
        ("damage", [1, 1, 1], "hand"),
    ]
    assert body["draws"][1] == body["draws"][2], "the app's dice were left alone"
    assert server.position(fight).waiting is None


def test_own_dice_in_one_go_and_the_apps_after_all(tables: Tables) -> None:
    fight = in_turn(tables)
    done = tables.decide(fight, JUNO, shot(tables, fight), dice="own", answers=[[9], "app"])
    assert [one["from"] for one in done.events[0].body["answers"]] == ["hand", "app"]


def test_whose_dice_are_own_is_settled_per_fighter_and_may_be_switched_for_a_roll(tables: Tables) -> None:
    fight = in_turn(tables)
    tables.seat(fight, JUNO, "juno", person="Ann", dice="own")
    with pytest.raises(NotAllowed):
        tables.seat(fight, JUNO, "ganger", dice="own")
    with pytest.raises(NotAllowed):
        tables.seat(fight, JUNO, "juno", play="nearest")
    assert tables.position(fight).seats == {"juno": "Ann"}
    assert tables.decide(fight, JUNO, shot(tables, fight)).events[0].kind == "waits"
    tables.withdraw(fight, JUNO)
    assert tables.decide(fight, JUNO, shot(tables, fight), dice="app").events[0].kind == "decided"


@pytest.fixture
def a_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app's first die is a 9."""
    from fracas.table.dice import SecretGenerator

    plain = SecretGenerator.faces

    def faces(self: SecretGenerator, sides: tuple[int, ...]) -> tuple[int, ...]:
        found = plain(self, sides)
        return (9,) if sides == (10,) else found

    monkeypatch.setattr(SecretGenerator, "faces", faces)


@pytest.mark.usefixtures("a_hit")
def test_withdrawing_is_for_whoever_decided_or_the_gm_and_dice_are_not_used_again(tables: Tables) -> None:
    fight = in_turn(tables)
    tables.seat(fight, GM, "juno", dice="app")
    with pytest.raises(NotNow):
        tables.withdraw(fight, GM)
    tables.decide(fight, JUNO, shot(tables, fight), dice="own")
    tables.answer(fight, JUNO, ["app"])
    draws = tables.position(fight).draws
    waiting = tables.position(fight).waiting
    assert waiting is not None, "a hit: the damage is asked for"
    with pytest.raises(NotAllowed):
        tables.withdraw(fight, OTHER)
    with pytest.raises(NotAllowed, match="dice have fallen"):
        tables.withdraw(fight, JUNO)
    tables.withdraw(fight, GM)
    assert tables.position(fight).draws == draws
    tables.decide(fight, JUNO, shot(tables, fight), dice="own")
    tables.withdraw(fight, JUNO)
    assert tables.position(fight).waiting is None, "nothing had fallen yet"
    done = tables.decide(fight, JUNO, shot(tables, fight))
    assert done.events[0].body["draws"][1] == draws


def test_whoever_may_dodge_is_asked_first(tables: Tables) -> None:
    """Juno's REF is 8: she may dodge a shot. Declined or not, she is asked once, also where dice follow."""
    for agreed in (True, False):
        fight = duel(tables)
        tables.decide(fight, GM, Choice("begin"))
        if tables.position(fight).decider() == "juno":
            tables.decide(fight, JUNO, Choice("done", "juno"))
        tables.seat(fight, GM, "gm", dice="own")
        result = tables.decide(fight, GM, shot(tables, fight, "ganger", "juno"), dice="own")
        assert result.events[0].body["question"] == {"label": "dodge", "whose": "juno", "choices": [True, False]}
        with pytest.raises(BadInput):
            tables.answer(fight, JUNO, ["perhaps"])
        tables.answer(fight, JUNO, [agreed])
        waiting = tables.position(fight).waiting
        assert waiting is not None
        assert (waiting.whose, waiting.question["label"]) == ("ganger", "attack")
        assert bool(waiting.choice.details.get("dodge")) == agreed
        with pytest.raises(NotAllowed):
            tables.answer(fight, JUNO, [[5]])
        done = restarted(tables).answer(fight, GM, [[2]])
        assert done.events[0].body["do"] == "attack"


def test_choices_are_put_to_whom_the_rule_asks(tables: Tables) -> None:
    """Wrath & Glory: Determination is asked of the person who plays the one who is wounded."""
    fight = duel(tables, "wng_duel")
    position = tables.position(fight)
    id = next(id for id in position.ids if position.is_person(id))
    player = Viewer(Role.PLAYER, "Ann", frozenset({id}))
    tables.decide(fight, GM, Choice("hit", None, id, (), {"damage": 30}))
    waiting = tables.position(fight).waiting
    assert waiting is not None
    assert (waiting.whose, waiting.question["choices"]) == (id, [True, False])
    with pytest.raises(NotAllowed):
        tables.answer(fight, OTHER, [True])
    tables.answer(fight, player, [False])
    assert tables.position(fight).waiting is None


# -------------------------------------------------------------------------------------------------- whole fights


@pytest.mark.parametrize("name", ["cpred_duel", "cops_duel", "cp2020_duel", "wng_duel"])
def test_a_fight_opens_as_it_was_left(tables: Tables, name: str) -> None:
    """From the events alone, from a snapshot, and as another server sees it while it goes on."""
    fight = duel(tables, name)
    watching = restarted(tables)
    for _ in range(3):
        play_on(tables, fight, 20, seed=3)
        seen, now = watching.position(fight), tables.position(fight)
        assert seen == now
        assert seen.fight == now.fight
        assert restarted(tables).position(fight) == now
    from fracas.table.position import Position

    events = tables.log.events(fight)
    plain = Position(fight)
    for event in events:
        plain.apply(event)
    assert plain == tables.position(fight)
    if len(events) > 50:
        assert tables.log.snapshot(fight) is not None


def test_the_gm_lets_a_player_decide_what_the_menu_offers(tables: Tables) -> None:
    fight = in_turn(tables)
    mine = tables.choices(fight, JUNO)
    assert mine
    assert {choice.by for choice in mine} == {"juno"}
    assert tables.choices(fight, OTHER) == []
    assert len(tables.choices(fight, GM)) >= len(mine)
    assert isinstance(tables.why_not(fight, OTHER, mine[0]), NotAllowed)
    assert tables.why_not(fight, JUNO, mine[0]) is None


def test_a_fight_opens_from_its_snapshot_and_goes_on_when_an_earlier_database_is_put_back(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    from fracas.store.backup import backup
    from fracas.table.desk import SNAPSHOT_EVERY

    fight = in_turn(tables)
    number = 0
    while tables.log.head(fight) < SNAPSHOT_EVERY + 5:
        number += 1
        tables.override(fight, GM, 3, {"juno.at": [number, 0]})
    read: list[int] = []
    plain = tables.log.since
    monkeypatch.setattr(tables.log, "since", lambda id, after: read.append(after) or plain(id, after))
    assert restarted(tables).position(fight).seq == SNAPSHOT_EVERY + 5
    assert read == [SNAPSHOT_EVERY], "only what came after the snapshot was read"
    backup(tables.log.database, str(tmp_path / "earlier.db"))
    seen = tables.position(fight).seq
    for number in range(3):
        tables.override(fight, GM, 3, {"juno.at": [number, 9]})
    for name in ("fights.db-wal", "fights.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    shutil.move(tmp_path / "earlier.db", tmp_path / "fights.db")
    assert tables.position(fight).seq == seen
    tables.override(fight, GM, 3, {"juno.at": [7, 7]})
    assert tables.look(fight, GM)["seq"] == seen + 1
