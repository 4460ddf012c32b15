"""A whole fight as one file: it comes back as it went; its JSON Schema and the reader agree; what hangs not together is refused."""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, duel, in_turn, play_on, shot

from fracas.core.errors import BadInput
from fracas.rules import GAMES
from fracas.store.errors import NotThere
from fracas.store.links import Links
from fracas.table.archive import export_fight, import_fight
from fracas.table.roles import GM
from fracas.table.service import Tables
from fracas.table.shape import KINDS, checked, schema, type_of
from fracas.table.verify import verify

PAGE = Path(__file__).parents[2] / "docs" / "schema" / "fight.json"


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_comes_back_as_it_went(tables: Tables, game: str) -> None:
    fight = duel(tables, f"{game}_duel")
    play_on(tables, fight, 18, seed=2)
    data = json.loads(json.dumps(export_fight(tables, fight)))
    jsonschema.validate(data, schema())
    copy = import_fight(tables, data)
    assert copy != fight, "the id was taken"
    there, here = tables.position(copy), tables.position(fight)
    assert (there.values, there.views, there.deeds, there.waiting) == (
        here.values,
        here.views,
        here.deeds,
        here.waiting,
    )
    assert there.seq == here.seq + 1, "other dice are promised: the file has no secret"
    assert len(there.pools) == len(here.pools) + 1
    play_on(tables, copy, 6, seed=3)
    assert verify(export_fight(tables, copy, True)).problems == []


def test_with_its_secrets_it_goes_on_with_the_same_dice_elsewhere(tables: Tables, tmp_path: Path) -> None:
    from fracas.store.engine import Database
    from fracas.store.log import Log

    fight = in_turn(tables)
    data = json.loads(json.dumps(export_fight(tables, fight, with_secrets=True)))
    other = Tables(Log(Database(str(tmp_path / "other.db"))))
    assert import_fight(other, data) == fight
    one = tables.decide(fight, GM, shot(tables, fight)).events[0].body
    two = other.decide(fight, GM, shot(other, fight)).events[0].body
    assert one["answers"] == two["answers"]
    other.log.database.close()


def test_a_pause_goes_along(tables: Tables) -> None:
    fight = in_turn(tables)
    tables.decide(fight, JUNO, shot(tables, fight), dice="own")
    copy = import_fight(tables, export_fight(tables, fight))
    assert tables.position(copy).waiting is not None
    tables.answer(copy, JUNO, [[9]])
    while tables.position(copy).waiting is not None:
        tables.answer(copy, JUNO, ["app"])
    assert tables.position(copy).deeds[-1].do == "attack"
    assert verify(export_fight(tables, copy, True)).problems == []


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    from fracas.store.engine import Database
    from fracas.store.log import Log

    tables = Tables(Log(Database(str(tmp_path_factory.mktemp("exported") / "a.db"))))
    fight = in_turn(tables)
    play_on(tables, fight, 10)
    return json.loads(json.dumps(export_fight(tables, fight, with_secrets=True)))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths that the format speaks of, in the first event of each kind."""
    found: list[tuple[Any, ...]] = [("format",), ("version",), ("fight",), ("events",), ("dice",)]
    found += [("fight", name) for name in data["fight"]]
    kinds: set[str] = set()
    for n, event in enumerate(data["events"]):
        if event["kind"] in kinds:
            continue
        kinds.add(event["kind"])
        found += [("events", n), *(("events", n, name) for name in event)]
        found += [("events", n, "body", name) for name in KINDS[event["kind"]]]
    found += [("dice", n, name) for n in range(len(data["dice"])) for name in ("pool", "commitment")]
    return found


def test_the_schema_and_the_reader_agree_on_what_is_wrong(exported: dict[str, Any]) -> None:
    """Each field left out, or of another kind, in turn: both refuse it, and the reader names the place."""
    valid = jsonschema.Draft202012Validator(schema())
    assert valid.is_valid(exported)
    checked(exported)
    for path in places(exported):
        for wrong in ("leave out", None, 3.5):
            data = deepcopy(exported)
            *way, last = path
            at: Any = data
            for step in way:
                at = at[step]
            if wrong == "leave out":
                if last == "dice" or isinstance(last, int):
                    continue
                del at[last]
            else:
                at[last] = wrong
            assert not valid.is_valid(data), (path, wrong)
            with pytest.raises(BadInput) as error:
                checked(data)
            assert "\n" not in str(error.value)
            if path not in (("format",), ("fight",)):
                assert str(last) in error.value.where or error.value.where.endswith(f"[{last}]"), (path, wrong)


def test_every_field_of_every_kind_has_a_type() -> None:
    assert all(type_of(kind, name) for kind, names in KINDS.items() for name in names)


def test_every_kind_of_event_is_read_and_told() -> None:
    from fracas.table.position import Position
    from fracas.table.words import sentence

    for kind in KINDS:
        assert hasattr(Position, f"_{kind}")
        assert kind in ("decided", "waits") or sentence(lambda text: text, kind) != kind


def test_the_schema_of_the_documentation_is_this_one() -> None:
    assert json.loads(PAGE.read_text("utf-8")) == schema()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("events", 0, "body", "order"), ["juno"]),
        (("events", 0, "body", "ruleset"), "chess"),
        (("events", 2, "body", "draws"), []),
        (("events", 2, "kind"), "withdrawn"),
        (("events", 2, "seq"), 4),
        (("dice", 0, "secret"), "00" * 32),
        (("dice", 0, "secret"), "no hex"),
        (("dice", 0, "pool"), 7),
        (("fight", "id"), 5),
    ],
)
def test_what_does_not_hang_together_is_refused_and_nothing_is_taken_in(
    tables: Tables, exported: dict[str, Any], path: tuple[Any, ...], value: Any
) -> None:
    data = deepcopy(exported)
    at: Any = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    if path[-1] == "kind":
        at["body"] = {}
    with pytest.raises(BadInput) as error:
        import_fight(tables, data)
    assert "\n" not in str(error.value)
    assert tables.log.fights() == []


def test_links(tables: Tables) -> None:
    fight = in_turn(tables)
    links = Links(tables.log.database)
    made = links.add(fight, "player", "juno", "for Ann", "$argon2id$hash")
    assert links.get(made.id) == made
    assert "argon2" not in repr(made)
    assert len(made.id) == 22
    other = links.add(fight, "watcher")
    assert {one.id for one in links.of(fight)} == {made.id, other.id}
    assert links.revoke(made.id).revoked
    assert links.get(made.id).revoked
    for wrong in (lambda: links.get("x"), lambda: links.revoke("x"), lambda: links.add("x", "gm")):
        with pytest.raises(NotThere):
            wrong()
    with pytest.raises(BadInput):
        links.add(fight, "king")
    with pytest.raises(BadInput):
        links.add(fight, "gm", None, "x" * 99)
