"""Links by which people come to a fight: a role, perhaps a fighter, revocable. Signing them is the server's part."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

import sqlalchemy as sa

from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from .engine import Database
from .errors import NotThere
from .log import utc_now
from .notify import CHANNEL
from .schema import fights, links

ROLES = ("gm", "player", "watcher")


@dataclass(frozen=True)
class Link:
    """One link. ``fighter``: the one it is for (None: whoever it picks); ``passphrase``: its hash, or None."""

    id: str
    fight: str
    role: str
    fighter: str | None
    label: str
    passphrase: str | None = field(repr=False)
    created: str
    revoked: bool


class Links:
    """The links of all fights in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(
        self,
        fight: str,
        role: str,
        fighter: str | None = None,
        label: str = "",
        passphrase: str | None = None,
        id: str | None = None,
    ) -> Link:
        """A new link, with an id that nobody guesses (128 random bits, or the ``id`` given: where that stands already, the
        link that has it). ``passphrase``: its argon2 hash. NotThere where there is no such fight."""
        if role not in ROLES:
            raise BadInput("role", shown(role), one_of(role, ROLES))
        if not isinstance(label, str) or len(label) > 80:
            raise BadInput("label", shown(label), phrase("a text of at most {most} characters", most=80))
        link = Link(id or secrets.token_urlsafe(16), fight, role, fighter, label, passphrase, utc_now(), False)
        with self.database.writing() as connection:
            if connection.execute(sa.select(fights.c.id).where(fights.c.id == fight)).first() is None:
                raise NotThere("fight", fight)
            stands = connection.execute(sa.select(links).where(links.c.id == link.id)).first()
            if stands is not None:
                return Link(*stands)
            connection.execute(links.insert().values(**link.__dict__))
        return link

    def get(self, id: str) -> Link:
        """The link, also a revoked one; NotThere where there is none."""
        with self.database.reading() as connection:
            row = connection.execute(sa.select(links).where(links.c.id == id)).first()
        if row is None:
            raise NotThere("link", id)
        return Link(*row)

    def of(self, fight: str) -> list[Link]:
        """The links of a fight, in the order in which they were made."""
        wanted = sa.select(links).where(links.c.fight == fight).order_by(links.c.created, links.c.id)
        with self.database.reading() as connection:
            return [Link(*row) for row in connection.execute(wanted)]

    def revoke(self, id: str) -> Link:
        """From now on the link opens nothing. On PostgreSQL every process hears of it (number 0 of its fight)."""
        with self.database.writing() as connection:
            connection.execute(links.update().where(links.c.id == id).values(revoked=True))
            if not self.database.sqlite:
                told = sa.select(sa.func.pg_notify(CHANNEL, links.c.fight + " 0")).where(links.c.id == id)
                connection.execute(told)
        return self.get(id)
