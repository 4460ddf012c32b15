"""Decisions that the game has and that nobody thinks of by themselves: a hit that the GM lets land, a noise, a rest. Each is
made from its schema alone, with the least that it must say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.forms import DiceField, Field, Flag, Whole, Word
from ...core.record import Session
from ...play.legal import Choice, enemies

BY_ITSELF = ("begin", "done", "turn", "round", "act", "alert")
"""Decisions that the turn order brings when it is time for them."""


def unthought(session: Session, decider: int, known: set[str]) -> Iterator[Choice]:
    """A choice for each kind of decision that is not ``known``, by whoever decides (``decider`` < 0: nobody)."""
    game, ids = session.game, session.fighters.ids
    by = ids[decider] if decider >= 0 else None
    for do, kind in game.decisions.items():
        if do in known or do in BY_ITSELF or do in game.secret or (kind.by and by is None):
            continue
        details = least(dict(kind.details.fields or {}), session, decider)
        if details is None:
            continue
        target = first_target(session, decider) if kind.target else None
        weapons = [one["name"] for one in carried(session, decider)] if "weapon" in details else [None]
        for weapon in weapons:
            named = details if weapon is None else {**details, "weapon": weapon}
            yield Choice(do, by if kind.by else None, target, (), named)


def carried(session: Session, decider: int) -> Sequence[Mapping[str, Any]]:
    """The weapons of whoever decides."""
    return session.fighters.forms[decider].get("weapons") or () if decider >= 0 else ()


def first_target(session: Session, decider: int) -> str | None:
    """The nearest foe of whoever decides, or the first who is there."""
    ids = session.fighters.ids
    foes = enemies(session, decider) if decider >= 0 else []
    here = [place for place, who in enumerate(session.fight.fighters) if who.stand.here]
    return ids[(foes or here)[0]] if foes or here else None


def least(fields: dict[str, Field], session: Session, decider: int) -> dict[str, Any] | None:
    """The least that a decision must say: for each required field its first word, number, weapon or die; None: it must say
    something that nothing can be thought of for.

    >>> least({"kind": Word(required=True, words=("fall", "fire")), "n": Whole(required=True, low=2), "x": Whole()}, None, 0)
    {'kind': 'fall', 'n': 2}
    """
    found: dict[str, Any] = {}
    for name, field in fields.items():
        if not field.required:
            continue
        if isinstance(field, Word):
            found[name] = field.words[0]
        elif isinstance(field, Whole):
            found[name] = field.low
        elif isinstance(field, Flag):
            found[name] = False
        elif isinstance(field, DiceField):
            found[name] = f"1d{field.sides[0]}"
        elif name == "weapon" and carried(session, decider):
            found[name] = carried(session, decider)[0]["name"]
        else:
            return None
    return found
