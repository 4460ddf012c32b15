"""Fair dice: promised before, opened after, each used once and none skipped; ``fracas verify`` finds whatever was changed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, duel, in_turn, play_on, shot

from fracas.cli.main import main
from fracas.core.errors import BadInput
from fracas.play.legal import Choice
from fracas.table.archive import export_fight
from fracas.table.dice import SecretGenerator, commitment_of, new_pool
from fracas.table.errors import NotNow
from fracas.table.roles import GM, WATCHER
from fracas.table.service import Tables
from fracas.table.verify import verify


def test_every_face_comes_equally_often() -> None:
    """A chi-squared test at 1 in 1000, on fixed secrets."""
    stream = SecretGenerator("ab" * 32)
    for sides, limit in ((6, 20.5), (10, 27.9)):
        count = [0] * sides
        for _ in range(2000):
            for face in stream.faces((sides,) * 6):
                count[face - 1] += 1
        mean = sum(count) / sides
        assert sum((one - mean) ** 2 / mean for one in count) < limit


def test_the_promise_is_kept_to_and_the_stream_is_the_documented_one() -> None:
    import hashlib
    import hmac

    pool = new_pool(0)
    assert pool.secret is not None
    assert pool.commitment == commitment_of(pool.secret)
    assert pool.commitment == hashlib.sha256(b"fracas dice 1:" + bytes.fromhex(pool.secret)).hexdigest()
    assert pool.secret not in repr(pool)
    word = SecretGenerator(pool.secret).word(7)
    assert word == int.from_bytes(hmac.new(bytes.fromhex(pool.secret), b"7", "sha256").digest()[:8], "big")
    assert SecretGenerator(pool.secret, 6).faces((10,)) == ((word * 10 >> 64) + 1,)


def test_the_promise_is_public_from_the_start_and_the_secret_after_the_fight(tables: Tables) -> None:
    fight = in_turn(tables)
    secret = str(tables.log.pools(fight)[0].secret)
    for viewer in (GM, JUNO, WATCHER):
        seen = tables.look(fight, viewer)
        assert seen["state"]["dice"] == [{"pool": 0, "commitment": commitment_of(secret), "secret": None}]
        assert seen["log"][1]["kind"] == "committed"
        assert secret not in json.dumps(seen)
    assert secret not in json.dumps(export_fight(tables, fight))
    assert secret not in json.dumps([dict(event.body) for event in tables.log.events(fight)])
    assert secret in json.dumps(export_fight(tables, fight, with_secrets=True))
    tables.decide(fight, JUNO, shot(tables, fight), dice="own")
    with pytest.raises(NotNow):
        tables.open_dice(fight, GM)
    tables.withdraw(fight, GM)
    tables.open_dice(fight, GM)
    assert tables.look(fight, WATCHER)["state"]["dice"][0]["secret"] == secret
    assert tables.look(fight, WATCHER)["state"]["dice"][1]["secret"] is None
    again = tables.decide(fight, JUNO, shot(tables, fight)).events[0].body
    assert again["draws"][:2] == [1, 0], "the fight goes on with other dice"
    assert verify(export_fight(tables, fight)).problems == []


def test_the_secret_is_published_as_the_fight_ends(tables: Tables) -> None:
    fight = duel(tables, "cops_duel", settings={"reactions": False})
    tables.decide(fight, GM, Choice("begin"))
    promised = tables.look(fight, WATCHER)["state"]["dice"]
    assert [one["secret"] for one in promised] == [None]
    play_on(tables, fight, 400, seed=3)
    assert tables.position(fight).views["fight.over"]
    opened = tables.look(fight, WATCHER)["state"]["dice"]
    assert commitment_of(opened[0]["secret"]) == promised[0]["commitment"]
    assert opened[-1]["secret"] is None, "should it go on, it goes on with other dice"
    report = verify(export_fight(tables, fight))
    assert report.problems == [] and report.sealed == 0 and report.app > 0
    last = tables.log.head(fight)
    again = tables.undo(fight, GM, expected=last)
    assert again.seq > last and not tables.position(fight).views["fight.over"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The file of a fight with everything in it: undo, redo, own dice, a decision taken back, an override; opened."""
    from fracas.store.engine import Database
    from fracas.store.log import Log

    tables = Tables(Log(Database(str(tmp_path_factory.mktemp("played") / "a.db"))))
    fight = in_turn(tables)
    tables.decide(fight, JUNO, shot(tables, fight), dice="own", answers=["app"])
    if tables.position(fight).waiting:
        tables.withdraw(fight, GM)
    tables.decide(fight, JUNO, shot(tables, fight))
    tables.undo(fight, GM)
    tables.redo(fight, GM)
    tables.undo(fight, GM)
    tables.decide(fight, JUNO, shot(tables, fight), dice="own", answers=[[9], [5, 4, 1]])
    tables.override(fight, GM, tables.position(fight).deeds[-1].seq, {"ganger.hp": 44})
    tables.decide(fight, JUNO, Choice("done", "juno"))
    play_on(tables, fight, 12, seed=8)
    if tables.position(fight).waiting:
        tables.withdraw(fight, GM)
    tables.open_dice(fight, GM)
    return json.loads(json.dumps(export_fight(tables, fight)))


def test_a_fight_as_it_was_played_is_well(played: dict[str, Any]) -> None:
    report = verify(played)
    assert report.problems == []
    assert report.app > 5
    assert report.hand >= 2
    assert report.replayed > 5
    assert report.sealed == 0


def decisions(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [event["body"] for event in data["events"] if event["kind"] == "decided"]


def an_app_roll(data: dict[str, Any]) -> dict[str, Any]:
    return next(one for body in decisions(data) for one in body["answers"] if one.get("from") == "app")


def other_face(data: dict[str, Any]) -> None:
    roll = an_app_roll(data)
    roll["faces"][0] = roll["faces"][0] % roll["sides"][0] + 1


def as_if_typed(data: dict[str, Any]) -> None:
    an_app_roll(data)["from"] = "hand"


def other_place(data: dict[str, Any]) -> None:
    an_app_roll(data)["at"] += 5


def other_secret(data: dict[str, Any]) -> None:
    opened = next(event["body"] for event in data["events"] if event["kind"] == "opened")
    opened["secret"] = "00" * 32


def other_promise(data: dict[str, Any]) -> None:
    committed = next(event["body"] for event in data["events"] if event["kind"] == "committed")
    committed["commitment"] = commitment_of("11" * 32)


def left_out(data: dict[str, Any]) -> None:
    """A roll that was undone, and its undo, as if they had never been."""
    at = next(n for n, event in enumerate(data["events"]) if event["kind"] == "undone")
    assert [event["kind"] for event in data["events"][at - 1 : at + 3]] == ["decided", "undone", "redone", "undone"]
    del data["events"][at - 1 : at + 3]
    for seq, event in enumerate(data["events"], start=1):
        event["seq"] = seq


def other_result(data: dict[str, Any]) -> None:
    body = next(body for body in decisions(data) if body["changes"])
    path = next(iter(body["changes"]))
    body["changes"][path][1] += 1


def other_story(data: dict[str, Any]) -> None:
    body = next(body for body in decisions(data) if any("noted" in one for one in body["happened"]))
    note = next(one for one in body["happened"] if one.get("numbers"))
    note["numbers"][next(iter(note["numbers"]))] += 1


def other_start(data: dict[str, Any]) -> None:
    data["events"][0]["body"]["values"]["fighters.0.wounds.hp"] = 999


def other_undo(data: dict[str, Any]) -> None:
    body = next(event["body"] for event in data["events"] if event["kind"] == "undone")
    path = next(iter(body["changes"]))
    body["changes"][path][1] += 1


def other_override(data: dict[str, Any]) -> None:
    body = next(event["body"] for event in data["events"] if event["kind"] == "overridden")
    body["changes"]["fighters.1.wounds.hp"][1] = 3


@pytest.mark.parametrize(
    "change",
    [
        *(other_face, as_if_typed, other_place, other_secret, other_promise, left_out, other_result, other_story),
        *(other_start, other_undo, other_override),
    ],
)
def test_whatever_is_changed_afterwards_is_found(
    played: dict[str, Any], change: Callable[[dict[str, Any]], None]
) -> None:
    data = deepcopy(played)
    change(data)
    assert verify(data).problems


def test_what_is_not_opened_yet_cannot_be_checked_and_is_counted(tables: Tables) -> None:
    fight = in_turn(tables)  # initiative was rolled
    assert not tables.position(fight).views["fight.over"]
    report = verify(export_fight(tables, fight))
    assert report.problems == []
    assert report.app == 0
    assert report.sealed > 0
    assert verify(export_fight(tables, fight, with_secrets=True)).app == report.sealed


# ---------------------------------------------------------------------------------------------------- the command line


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["verify", *words])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_the_command_says_so(played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(played))
    code, out, _ = run(capsys, str(file))
    assert code == 0
    assert out.splitlines()[-1] == "All is as promised."
    bad = deepcopy(played)
    other_face(bad)
    file.write_text(json.dumps(bad))
    code, out, _ = run(capsys, str(file))
    assert code == 1
    assert out.splitlines()[-1] == "Not as promised."
    assert "#" in out
    code, out, _ = run(capsys, str(file), "--json")
    assert code == 1
    assert json.loads(out)["problems"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "3", "null", '{"format": "fracas fight"}', '{"record": 3}', '{"entries": []}', "\udcff"),
        *("[" * 100_000, '{"format": "fracas fight", "version": 1, "fight": {}, "events": [1, 2]}'),
    ],
)
def test_what_is_no_fight_is_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    code, out, err = run(capsys, str(file))
    assert (code, out) == (2, "")
    assert err.startswith("fracas: ")
    assert err.count("\n") == 1


def test_no_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in (str(tmp_path / "none"), str(tmp_path), ""):
        code, _, err = run(capsys, file)
        assert code == 2
        assert err.count("\n") == 1


# ------------------------------------------------------------------------------------------------------------- records


def a_record() -> dict[str, Any]:
    from fracas.core.record import Session
    from fracas.rules import load

    fighters = {"ann": {"ref": 8, "skills": {"handgun": 6}}, "bob": {}}
    session = Session.new(load("cpred"), fighters, seed=11)
    shoot = {"skill": "handgun", "class": "pistol", "distance": 8, "damage": "4d6"}
    for _ in range(4):
        session.do("attack", "ann", "bob", shoot)
    session.undo()
    session.do("attack", "ann", "bob", shoot)
    return session.record.to_dict()


def test_a_record_is_checked_by_its_seed() -> None:
    report = verify(a_record())
    assert report.problems == []
    assert report.app >= 5
    assert report.hand == 0
    changed = a_record()
    changed["seed"] += 1
    assert verify(changed).problems
    drawn_again = a_record()
    drawn_again["entries"][2]["draws"] = 0
    assert verify(drawn_again).problems
    with pytest.raises(BadInput):
        verify({"entries": 3})
