"""The roster as it is stored: one row a fighter, changed only by whoever has seen its latest revision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from .engine import Database
from .errors import Conflict, NotThere
from .log import dumped
from .schema import roster


@dataclass(frozen=True)
class Character:
    """A fighter that outlives its fights: its form, what it kept, and where (``fight``, as ``fighter``, until event ``seq``)
    it last fought."""

    id: str
    ruleset: str
    name: str
    form: Mapping[str, Any]
    kept: Mapping[str, Any]
    fight: str | None = None
    fighter: str | None = None
    seq: int = 0
    revision: int = 0


class Characters:
    """The roster of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, character: Character) -> Character:
        """A new fighter; Conflict where the id is taken."""
        with self.database.writing() as connection:
            found = connection.execute(sa.select(roster.c.revision).where(roster.c.id == character.id)).scalar()
            if found is not None:
                raise Conflict(0, found)
            made = replace(character, revision=1)
            connection.execute(roster.insert().values(**_row(made)))
        return made

    def get(self, id: str) -> Character:
        """One fighter; NotThere."""
        with self.database.reading() as connection:
            row = connection.execute(sa.select(roster).where(roster.c.id == id)).first()
        if row is None:
            raise NotThere("roster", id)
        return _character(row)

    def all(self, ruleset: str | None = None, fight: str | None = None) -> list[Character]:
        """All fighters, by name; of one ruleset, or who last fought in this fight."""
        wanted = sa.select(roster).order_by(roster.c.name, roster.c.id)
        if ruleset is not None:
            wanted = wanted.where(roster.c.ruleset == ruleset)
        if fight is not None:
            wanted = wanted.where(roster.c.fight == fight)
        with self.database.reading() as connection:
            return [_character(row) for row in connection.execute(wanted)]

    def change(self, character: Character) -> Character:
        """Write a fighter anew, as it was changed from the revision that it names; Conflict where that is not the latest."""
        made = replace(character, revision=character.revision + 1)
        this = sa.and_(roster.c.id == character.id, roster.c.revision == character.revision)
        with self.database.writing() as connection:
            if connection.execute(roster.update().where(this).values(**_row(made))).rowcount != 1:
                now = connection.execute(sa.select(roster.c.revision).where(roster.c.id == character.id)).scalar()
                if now is None:
                    raise NotThere("roster", character.id)
                raise Conflict(character.revision, now)
        return made

    def remove(self, id: str, revision: int | None = None) -> None:
        """Take a fighter off the roster; NotThere, or Conflict where ``revision`` (None: any) is not the latest. Its fights
        keep it."""
        with self.database.writing() as connection:
            now = connection.execute(sa.select(roster.c.revision).where(roster.c.id == id).with_for_update()).scalar()
            if now is None:
                raise NotThere("roster", id)
            if revision is not None and revision != now:
                raise Conflict(revision, now)
            connection.execute(roster.delete().where(roster.c.id == id))


def _row(one: Character) -> dict[str, Any]:
    return {**one.__dict__, "form": dumped(one.form), "kept": dumped(one.kept)}


def _character(row: Row[Any]) -> Character:
    return Character(**{**row._mapping, "form": json.loads(row.form), "kept": json.loads(row.kept)})
