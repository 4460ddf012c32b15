"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fights",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.CheckConstraint("head >= 0", name="head_not_negative"),
    )
    op.create_table(
        "events",
        sa.Column("fight", sa.Text, sa.ForeignKey("fights.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("request", sa.Text),
        sa.PrimaryKeyConstraint("fight", "seq", name="pk_events"),
        sa.UniqueConstraint("fight", "key", name="one_answer_a_key"),
        sa.CheckConstraint("seq >= 1", name="seq_from_one"),
    )
    op.create_table(
        "snapshots",
        sa.Column("fight", sa.Text, sa.ForeignKey("fights.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("fight", "seq", name="pk_snapshots"),
    )
    op.create_table(
        "dice",
        sa.Column("fight", sa.Text, sa.ForeignKey("fights.id"), nullable=False),
        sa.Column("pool", sa.Integer, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("secret", sa.Text),
        sa.PrimaryKeyConstraint("fight", "pool", name="pk_dice"),
    )
    op.create_table(
        "roster",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("kept", sa.Text, nullable=False),
        sa.Column("fight", sa.Text),
        sa.Column("fighter", sa.Text),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("fight", sa.Text, sa.ForeignKey("fights.id"), nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("fighter", sa.Text),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("passphrase", sa.Text),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    raise NotImplementedError("a database is never taken back to an earlier version; restore a backup")
