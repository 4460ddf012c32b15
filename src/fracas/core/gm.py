"""What the table decides besides the rules: somebody joins or leaves, the GM sets a value, swaps the order, ends the fight.

These change the state directly and ask no dice; the log keeps them like every other decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import BadInput
from .forms import one_of, shown
from .game import Fighters, Game
from .table import silent

if TYPE_CHECKING:
    from .record import Entry

AT_THE_TABLE = ("join", "leave", "set", "swap", "end")


def at_the_table(game: Game, fight: Any, fighters: Fighters, entry: Entry) -> tuple[Any, Fighters]:
    """The fight, and its fighters, after one of these decisions; BadInput where it cannot be."""
    if not hasattr(fight, "clock"):
        raise BadInput("do", entry.do, "a decision of a game whose whole fight stands")
    if entry.do == "join":
        return _join(game, fight, fighters, entry)
    if entry.do == "end":
        return fight._replace(clock=fight.clock._replace(active=-1, over=1)), fighters
    index = _known(fighters, entry.by, "by")
    who = fight.fighters[index]
    if entry.do == "leave":
        if fight.clock.active == index:
            raise BadInput("by", shown(entry.by), "somebody whose turn it is not: end the turn first")
        who = who._replace(stand=who.stand._replace(here=0))
        return _with(fight, index, who), fighters
    if entry.do == "swap":
        other = _known(fighters, entry.target, "target")
        mine, theirs = who.stand, fight.fighters[other].stand
        fight = _with(fight, index, who._replace(stand=mine._replace(order=theirs.order)))
        there = fight.fighters[other]
        return _with(fight, other, there._replace(stand=theirs._replace(order=mine.order))), fighters
    return _with(fight, index, _set(game, who, entry)), fighters


def _join(game: Game, fight: Any, fighters: Fighters, entry: Entry) -> tuple[Any, Fighters]:
    """A new fighter (``id`` and its ``fighter`` form), or one that had left comes back (``by``)."""
    if entry.by is not None:
        index = _known(fighters, entry.by, "by")
        who = fight.fighters[index]
        return _with(fight, index, who._replace(stand=who.stand._replace(here=1))), fighters
    id = entry.details.get("id")
    if not isinstance(id, str) or not id or "." in id or id in (*fighters.ids, "fight", "outcome") or len(id) > 40:
        raise BadInput("with.id", shown(id), "a new id without dots, of 1 to 40 characters")
    form = game.fighter_form.read(entry.details.get("fighter") or {}, id)
    try:
        who = game.recruit(form, silent)
    except BadInput as error:
        raise error.under(id) from None
    if "initiative" in entry.details:
        try:
            who = game.setters["initiative"](who, entry.details["initiative"])
        except (ValueError, TypeError) as error:
            raise BadInput("with.initiative", shown(entry.details["initiative"]), str(error)) from None
    fight = fight._replace(fighters=(*fight.fighters, who))
    return fight, Fighters((*fighters.ids, id), (*fighters.forms, form))


def _set(game: Game, who: Any, entry: Entry) -> Any:
    """A field of a fighter set by the GM."""
    field, value = entry.details.get("field"), entry.details.get("value")
    if not isinstance(field, str) or field not in game.setters:
        raise BadInput("with.field", shown(field), one_of(field, tuple(game.setters)))
    try:
        return game.setters[field](who, value)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        said = str(error) if str(error).startswith("a whole number") else "a value that this field can have"
        raise BadInput("with.value", shown(value), said) from None


def _known(fighters: Fighters, id: str | None, where: str) -> int:
    if id is None or id not in fighters.ids:
        raise BadInput(where, shown(id), one_of(id, fighters.ids))
    return fighters.ids.index(id)


def _with(fight: Any, index: int, who: Any) -> Any:
    return fight._replace(fighters=fight.fighters[:index] + (who,) + fight.fighters[index + 1 :])
