"""A whole fight as one file, and back."""

from __future__ import annotations

import secrets
from typing import Any

from ..core.errors import BadInput, FracasError, phrase
from ..core.forms import shown
from ..store.errors import NotThere
from ..store.events import NewEvent, Pool
from .dice import commitment_of, new_pool
from .position import Position
from .roles import GM
from .service import Tables
from .shape import FORMAT, VERSION, checked
from .sight import see


def export_fight(tables: Tables, fight: str, with_secrets: bool = False) -> dict[str, Any]:
    """A fight for JSON (see :mod:`fracas.table.shape`). It is for the GM: everything is in it, what was hidden too.

    ``with_secrets``: the secrets of dice that are not opened yet as well, so that the fight goes on elsewhere with the same
    dice; whoever has such a file can foresee every roll.
    """
    row = tables.log.fight(fight)
    events = tables.log.events(fight)
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "fight": {name: getattr(row, name) for name in ("id", "ruleset", "version", "name", "created")},
        "events": [event.to_dict() for event in events],
    }
    if with_secrets:
        pools = [pool for pool in tables.log.pools(fight) if pool.secret is not None]
        data["dice"] = [{"pool": one.number, "commitment": one.commitment, "secret": one.secret} for one in pools]
    return data


def import_fight(tables: Tables, data: Any) -> str:
    """Take in a fight from a file; its id here (another one where that is taken). BadInput where it is none, or does not
    hang together; then nothing has been taken in.

    Where the file lacks the secret of the dice in use, the fight goes on with new ones: a commitment is added.
    """
    head, events, dice = checked(data)
    position = Position(head["id"])
    for place, event in enumerate(events):
        try:
            position.apply(event)
        except FracasError as error:
            raise BadInput(f"events[{place}]", str(error), phrase("an event that follows from those before")) from None
    try:
        see(position, GM, events)
    except (FracasError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("events", shown(repr(error)), phrase("events that can be told")) from None
    known = {one["pool"]: one["secret"] for one in dice if "secret" in one}
    for number, secret in known.items():
        if number >= len(position.pools) or not _keeps(secret, position.pools[number]["commitment"]):
            raise BadInput(f"dice[{number}].secret", "another", phrase("the one that was promised"))
    pools = [
        Pool(pool["pool"], pool["commitment"], pool["secret"] or known.get(pool["pool"])) for pool in position.pools
    ]
    new = [NewEvent(event.kind, event.actor, event.body) for event in events]
    if not pools or pools[-1].secret is None or position.pools[-1]["secret"] is not None:
        pool = new_pool(len(pools))
        pools.append(pool)
        new.append(NewEvent("committed", "import", {"pool": pool.number, "commitment": pool.commitment}))
    id = head["id"] if 0 < len(head["id"]) <= 64 and not _is_there(tables, head["id"]) else secrets.token_urlsafe(16)
    tables.log.create(id, head["ruleset"], head["version"], head["name"], new, pools)
    return id


def _is_there(tables: Tables, id: str) -> bool:
    try:
        tables.log.fight(id)
    except NotThere:
        return False
    return True


def _keeps(secret: str, commitment: str) -> bool:
    try:
        return commitment_of(secret) == commitment
    except ValueError:
        return False
