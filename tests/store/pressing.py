"""Writers for the reliability tests: processes that play one store's fights together until they are killed."""

from __future__ import annotations

import os
import random
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path

from fracas.core.errors import FracasError
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.store.engine import Database
from fracas.store.errors import StoreError
from fracas.store.log import Log
from fracas.table.archive import export_fight
from fracas.table.beginning import NewFight
from fracas.table.desk import Result
from fracas.table.errors import NotNow
from fracas.table.roles import GM
from fracas.table.service import Tables
from fracas.table.verify import verify

DUEL = read_encounter(str(ENCOUNTERS["cops_duel"]))


def new_fights(url: str, count: int) -> list[str]:
    """So many duels in a store."""
    database = Database(url)
    tables = Tables(Log(database))
    warm_up()
    made = [
        tables.create(NewFight.of_encounter(DUEL, players={"officer": "nearest", "gunman": "nearest"}), GM)
        for _ in range(count)
    ]
    database.close()
    return made


@cache
def warm_up() -> None:
    """Have everything imported before writers are forked, so that they write at once."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"{folder}/a.db")
        tables, choose = Tables(Log(database)), random.Random(1)
        fight = tables.create(NewFight.of_encounter(DUEL, players={"officer": "nearest", "gunman": "nearest"}), GM)
        for number in range(30):
            move(tables, fight, choose, f"k{number}")
        database.close()


def move(tables: Tables, fight: str, choose: random.Random, key: str) -> Result | None:
    """One command of somebody who does not look twice: the fight goes on, is set right, is undone. None: not now."""
    position = tables.position(fight)
    standing = [deed.seq for deed in position.deeds if not deed.undone]
    what = choose.random()
    try:
        if position.waiting is not None:
            question = position.waiting.question
            answer = "app" if "sides" in question else question["choices"][0]
            return tables.answer(fight, GM, [answer], key=key)
        if position.views["fight.over"] or what < 0.1:
            return tables.undo(fight, GM, choose.choice(standing[-6:]), key=key) if standing else None
        if what < 0.2:
            return tables.redo(fight, GM, key=key)
        if what < 0.3 and standing:
            sets = {f"{choose.choice(position.ids)}.at": [choose.randint(0, 20), 0]}
            return tables.override(fight, GM, standing[-1], sets, "here", key=key)
        return tables.policy(fight, GM, key=key)
    except StoreError:
        raise
    except (NotNow, FracasError):
        return None


def press(url: str, fights: list[str], seed: int, acknowledged: str, until: float) -> None:
    """A writer: one command after the other; each that is acknowledged is noted down at once (in a file that outlives the
    process: what is written with one call is there, even if it is killed right after)."""
    choose = random.Random(seed)
    tables = Tables(Log(Database(url)))
    move(tables, fights[0], choose, uuid.uuid4().hex)
    file = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    while time.monotonic() < until:
        fight, key = choose.choice(fights), uuid.uuid4().hex
        try:
            result = move(tables, fight, choose, key)
        except StoreError:
            continue
        if result is not None:
            line = f"{fight} {key} {result.events[0].seq} {len(result.events)}\n"
            os.write(file, line.encode())
    os._exit(0)


def forked(run: Callable[[], None]) -> int:
    """A child that runs this; its process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        run()
    finally:
        os._exit(1)


def problems_of(url: str, fights: list[str], acknowledged: Path) -> tuple[list[str], int, int]:
    """What is wrong with a store that writers have worked on: events lost, gaps, doubles, fights that do not come to their
    stored state; and how many requests were acknowledged, how many events there are."""
    database = Database(url)
    tables = Tables(Log(database))
    wrong: list[str] = []
    count = events = 0
    stored = {fight: tables.log.events(fight) for fight in fights}
    for fight, found in stored.items():
        numbers = [event.seq for event in found]
        events += len(numbers)
        if numbers != list(range(1, len(numbers) + 1)) or tables.log.head(fight) != len(numbers):
            wrong.append(f"{fight}: a gap or a double in {numbers}")
        wrong += [f"{fight} {problem}" for problem in verify(export_fight(tables, fight, True)).problems]
        fresh = Tables(tables.log)
        if fresh.position(fight).values != tables.position(fight).values:
            wrong.append(f"{fight}: opens in two states")
    keys = keys_of(database)
    for line in acknowledged.read_text().splitlines() if acknowledged.exists() else []:
        fight, key, seq, size = line.split()
        count += 1
        if keys.get((fight, key)) != (int(seq), int(size)):
            wrong.append(f"{fight} {seq}: acknowledged, and not there")
    if len(set(keys)) != len(keys):
        wrong.append("a request counted twice")
    database.close()
    return wrong, count, events


def keys_of(database: Database) -> dict[tuple[str, str], tuple[int, int]]:
    """For each request's fight and key the number and count of its events."""
    with database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT fight, key, seq, size FROM events WHERE key IS NOT NULL")
        return {(row[0], row[1]): (row[2], row[3]) for row in rows}
