"""Whatever is sent: one clear line, or it is done; never another error, and never half."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fights import JUNO, OTHER, duel, in_turn

from fracas.core.errors import FracasError
from fracas.play.legal import Choice
from fracas.table.archive import export_fight, import_fight
from fracas.table.roles import GM, WATCHER, Viewer
from fracas.table.service import Tables
from fracas.table.verify import verify

JUNK: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 5, -1, 10**30, 1.5, float("nan"), float("inf"), "", "app", "own", "662", "x\x00y"),
    *("\ud800", "juno", "ganger", "gm", "fight", "attack", [], [5], [[5]], [None], {}, {"a": 1}, "person", "nearest"),
    *({"hp": 3}, {"ganger.hp": float("inf")}, {"juno.at": [1, 2]}, {"fight.glory": 1}, [9, 9, 9], "ａ", "l" * 500),
]
TEXTS = [one for one in JUNK if isinstance(one, str)]


def commands(tables: Tables, fight: str, choose: random.Random) -> list[Callable[[], Any]]:
    """Each command with anything in it, as the API's types let it through."""
    any_ = lambda: choose.choice(JUNK)  # noqa: E731
    text = lambda: choose.choice([None, *TEXTS])  # noqa: E731
    viewer = choose.choice([GM, GM, GM, JUNO, OTHER, WATCHER])
    position = tables.position(fight)
    do = choose.choice([*position.game.decisions, "set", "join", "leave", "swap", "end", "dance", ""])
    names = [*(position.game.decisions[do].details.fields or {})] if do in position.game.decisions else []
    details = {name: any_() for name in choose.sample(names, min(len(names), choose.randint(0, 2)))}
    if do in ("set", "join"):
        details = {name: any_() for name in ("field", "value", "id", "fighter", "initiative")}
        details["field"] = choose.choice([*position.game.setters, "charm"])
    targets = tuple(one for one in choose.sample([*TEXTS, "juno"], choose.choice([0, 0, 0, 2])))
    choice = Choice(do, text(), text(), targets, details)
    seq = choose.choice([*range(1, position.seq + 2), None])
    more: dict[str, Any] = {
        "expected": choose.choice([None, None, position.seq, 1, any_()]),
        "key": choose.choice([None, text()]),
    }
    return [
        lambda: tables.decide(
            fight, viewer, choice, dice=any_(), hidden=choose.random() < 0.2, answers=[any_()], **more
        ),
        lambda: tables.decide(fight, viewer, choice, **more),
        lambda: tables.answer(fight, viewer, [any_(), any_()], **more),
        lambda: tables.answer(fight, viewer, [any_()], **more),
        lambda: tables.undo(fight, viewer, seq, request=choose.choice([None, None, seq]), **more),
        lambda: tables.override(fight, viewer, seq or 0, choose.choice([{text(): any_()}, any_()]), any_(), **more),
        lambda: tables.seat(fight, viewer, text() or "juno", person=text(), dice=any_(), **more),
        lambda: tables.seat(fight, viewer, "ganger", play=any_(), **more),
        lambda: tables.settle(fight, viewer, {choose.choice(["foes", "party", "reactions", "x"]): any_()}, **more),
        lambda: tables.request_undo(fight, viewer, seq or 0, **more),
        lambda: tables.branch(fight, viewer, any_(), key=more["key"]),
        lambda: choose.choice([tables.redo, tables.withdraw, tables.reveal, tables.policy])(fight, viewer, **more),
        lambda: tables.look(
            choose.choice([fight, fight, text() or ""]), viewer, choose.choice([0, -3, 10**6]), any_limit(choose)
        ),
        lambda: tables.choices(fight, viewer),
        lambda: tables.why_not(fight, viewer, choice),
    ]


def any_limit(choose: random.Random) -> int | None:
    return choose.choice([None, 0, 1, -1, 50])


@pytest.mark.parametrize("name", ["cpred_duel", "cops_duel", "cp2020_duel", "wng_duel"])
def test_whatever_is_sent_is_done_or_refused_in_one_line(tables: Tables, name: str) -> None:
    choose = random.Random(name)
    fight = in_turn(tables) if name == "cpred_duel" else duel(tables, name)
    done = 0
    for _ in range(250):
        before = tables.position(fight).seq
        command = choose.choice(commands(tables, fight, choose))
        try:
            command()
            done += 1
        except FracasError as error:
            assert "\n" not in str(error)
            assert tables.log.head(fight) == before, "refused, and yet something was added"
    assert done > 20
    assert verify(export_fight(tables, fight, True)).problems == []
    assert Tables(tables.log).position(fight) == tables.position(fight)
    import_fight(tables, export_fight(tables, fight))


@pytest.mark.parametrize("name", ["x\x00", "\ud800", "a\nb", "n" * 99])
def test_a_name_is_a_text(name: str) -> None:
    with pytest.raises(FracasError):
        Viewer(GM.role, name)


def test_verify_needs_no_database_library() -> None:
    """``fracas verify`` works where the extra [web] is not installed."""
    hidden = "import sys; sys.modules.update(dict.fromkeys(['sqlalchemy', 'alembic', 'psycopg', 'pydantic']))\n"
    code = hidden + "import fracas.cli.verify"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
