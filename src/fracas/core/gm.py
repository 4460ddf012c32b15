"""What the table decides besides the rules: somebody joins or leaves, the GM sets a value, swaps the order, ends the fight.

These change the state directly and ask no dice; the log keeps them like every other decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import BadInput, Phrase, phrase
from .forms import one_of, shown
from .game import Fighters, Game
from .table import silent

if TYPE_CHECKING:
    from .record import Entry

AT_THE_TABLE = ("join", "leave", "set", "swap", "end")


def at_the_table(game: Game, fight: Any, fighters: Fighters, entry: Entry) -> tuple[Any, Fighters]:
    """The fight, and its fighters, after one of these decisions; BadInput where it cannot be."""
    if not hasattr(fight, "clock"):
        raise BadInput("do", entry.do, phrase("a decision of a game whose whole fight stands"))
    if entry.do == "join":
        return _join(game, fight, fighters, entry)
    if entry.do == "end":
        return fight._replace(clock=fight.clock._replace(active=-1, over=1)), fighters
    if entry.do == "set" and entry.by in (None, "fight"):
        return _set_fight(game, fight, entry), fighters
    index = _known(fighters, entry.by, "by")
    who = fight.fighters[index]
    if entry.do == "leave":
        if fight.clock.active == index:
            raise BadInput("by", shown(entry.by), phrase("somebody whose turn it is not: end the turn first"))
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
    taken = (*fighters.ids, "fight", "outcome")
    if not isinstance(id, str) or not id or not id.isprintable() or "." in id or id in taken or len(id) > 40:
        raise BadInput("with.id", shown(id), phrase("a new id without dots, of 1 to 40 characters"))
    form = game.fighter_form.read(entry.details.get("fighter") or {}, id)
    try:
        who = game.recruit(form, silent)
    except BadInput as error:
        raise error.under(id) from None
    if "initiative" in entry.details:
        try:
            who = game.setters["initiative"](who, entry.details["initiative"])
        except (ValueError, TypeError, OverflowError) as error:
            raise BadInput("with.initiative", shown(entry.details["initiative"]), said(error)) from None
    fight = fight._replace(fighters=(*fight.fighters, who))
    return fight, Fighters((*fighters.ids, id), (*fighters.forms, form))


def _set(game: Game, who: Any, entry: Entry) -> Any:
    """A field of a fighter set by the GM."""
    return _set_by(game.setters, who, entry)


def _set_fight(game: Game, fight: Any, entry: Entry) -> Any:
    """A field of the whole fight set by the GM (``fight.glory``)."""
    return _set_by(game.fight_setters, fight, entry)


def _set_by(setters: Mapping[str, Callable[[Any, Any], Any]], state: Any, entry: Entry) -> Any:
    """The state with the field that the entry names set."""
    field, value = entry.details.get("field"), entry.details.get("value")
    if not isinstance(field, str) or field not in setters:
        raise BadInput("with.field", shown(field), one_of(field, tuple(setters)))
    try:
        return setters[field](state, value)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise BadInput("with.value", shown(value), said(error)) from None


def said(error: Exception) -> str:
    """What a setter says would be right, if it says so."""
    words = error.args[0] if error.args else None
    return words if isinstance(words, Phrase) else phrase("a value that this field can have")


def _known(fighters: Fighters, id: str | None, where: str) -> int:
    if id is None or id not in fighters.ids:
        raise BadInput(where, shown(id), one_of(id, fighters.ids))
    return fighters.ids.index(id)


def _with(fight: Any, index: int, who: Any) -> Any:
    return fight._replace(fighters=fight.fighters[:index] + (who,) + fight.fighters[index + 1 :])
