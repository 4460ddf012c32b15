"""The tables. What is in them is made by the migrations (store/migrations); a test compares the two.

Events are only ever added; ``UNIQUE(fight, seq)`` is their key. Everything else can be made anew from them, except the
dice's secrets, the roster and the links.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _fight() -> Column[str]:
    return Column("fight", Text, ForeignKey("fights.id"), nullable=False)


fights = Table(
    "fights",
    metadata,
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("head", Integer, nullable=False),
    CheckConstraint("head >= 0", name="head_not_negative"),
)
"""One row a fight; ``head`` is the number of its last event."""

events = Table(
    "events",
    metadata,
    _fight(),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("key", Text),
    Column("request", Text),
    PrimaryKeyConstraint("fight", "seq", name="pk_events"),
    UniqueConstraint("fight", "key", name="one_answer_a_key"),
    CheckConstraint("seq >= 1", name="seq_from_one"),
)
"""``size``: how many events one request made, on the first of them; ``key``, ``request``: its idempotency key, and a hash
of what was asked."""

snapshots = Table(
    "snapshots",
    metadata,
    _fight(),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("fight", "seq", name="pk_snapshots"),
)

dice = Table(
    "dice",
    metadata,
    _fight(),
    Column("pool", Integer, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("secret", Text),
    PrimaryKeyConstraint("fight", "pool", name="pk_dice"),
)
"""The secrets behind the app's dice. They are in no event until they are opened."""

roster = Table(
    "roster",
    metadata,
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("form", Text, nullable=False),
    Column("kept", Text, nullable=False),
    Column("fight", Text),
    Column("fighter", Text),
    Column("seq", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
)
"""Fighters that outlive a fight; ``fight``, ``fighter``, ``seq``: where, as whom, and until when it last fought."""

links = Table(
    "links",
    metadata,
    Column("id", Text, primary_key=True),
    _fight(),
    Column("role", Text, nullable=False),
    Column("fighter", Text),
    Column("label", Text, nullable=False),
    Column("passphrase", Text),
    Column("created", Text, nullable=False),
    Column("revoked", Boolean, nullable=False),
)
"""``passphrase``: its argon2 hash, never itself."""
