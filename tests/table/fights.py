"""Fights for the tests of the table."""

from __future__ import annotations

import random
from typing import Any

from fracas.core.errors import FracasError
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.play.legal import Choice
from fracas.table.beginning import NewFight
from fracas.table.position import Position
from fracas.table.roles import GM, Role, Viewer
from fracas.table.service import Tables

JUNO = Viewer(Role.PLAYER, "Ann", frozenset({"juno"}))
OTHER = Viewer(Role.PLAYER, "Bob", frozenset({"nobody"}))
SHOT = {"weapon": "heavy pistol"}


def duel(tables: Tables, name: str = "cpred_duel", **more: Any) -> str:
    """A sample duel at the table, before it begins: a person (``juno``) and a policy (``ganger``)."""
    return tables.create(NewFight.of_encounter(read_encounter(str(ENCOUNTERS[name])), **more), GM)


def in_turn(tables: Tables, **more: Any) -> str:
    """The duel of Cyberpunk RED, begun, with Juno's turn now; nobody is asked whether they dodge."""
    settings = {"reactions": False, **more.pop("settings", {})}
    fight = duel(tables, settings=settings, **more)
    tables.decide(fight, GM, Choice("begin"))
    if tables.position(fight).decider() != "juno":
        tables.decide(fight, GM, Choice("done", "ganger"))
    assert tables.position(fight).decider() == "juno"
    return fight


def shot(tables: Tables, fight: str, by: str = "juno", target: str = "ganger") -> Choice:
    """An attack with the first weapon carried."""
    return Choice("attack", by, target)


def play_on(tables: Tables, fight: str, steps: int, seed: int = 0) -> Position:
    """The fight goes on by policies; what people are asked is answered at random; now and then somebody undoes."""
    choose = random.Random(seed)
    for _ in range(steps):
        position = tables.position(fight)
        try:
            if position.waiting is not None:
                question = position.waiting.question
                faces = [choose.randint(1, sides) for sides in question.get("sides", ())]
                tables.answer(fight, GM, [faces or choose.choice(question["choices"])])
            elif position.views["fight.over"]:
                break
            elif choose.random() < 0.1 and any(not deed.undone for deed in position.deeds):
                tables.undo(fight, GM)
            else:
                tables.policy(fight, GM)
        except FracasError as error:
            raise AssertionError(f"at {position.seq}: {error}") from error
    return tables.position(fight)
