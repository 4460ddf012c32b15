"""Who may do what: the GM everything; players what their own fighters do, on their own turn; watchers nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.encounter import WAITING
from ..core.errors import BadInput, FracasError, phrase
from ..core.forms import one_of, shown
from ..core.gm import AT_THE_TABLE
from ..play.encounter import known_player
from ..play.legal import Choice
from .errors import NotAllowed
from .position import PERSON, Position
from .roles import Viewer

GM_ALONE = (*AT_THE_TABLE, "begin", "hit", "round", "repair")
"""Decisions that are the GM's even where they name a fighter."""


def gm(viewer: Viewer, what: str) -> None:
    """Only the GM."""
    if not viewer.is_gm:
        raise NotAllowed(what, viewer.actor, phrase("done by the GM"))


def decide(position: Position, viewer: Viewer, choice: Choice) -> None:
    """May this viewer make this decision, as far as the table goes (what the rules say comes after)?"""
    error = why_not(position, viewer, choice)
    if error is not None:
        raise error


def why_not(position: Position, viewer: Viewer, choice: Choice) -> FracasError | None:
    """The reason why not, or None."""
    if viewer.is_gm:
        return None
    if choice.do in GM_ALONE or choice.by is None or choice.by not in viewer.fighters:
        right = phrase("done by the GM")
        if choice.do not in GM_ALONE and viewer.fighters:
            right = phrase("by a fighter of yours: {which}", which=one_of(choice.by, tuple(sorted(viewer.fighters))))
        return NotAllowed("by", shown(choice.by), right)
    if choice.do in position.game.secret:
        return None
    decider = position.game.decider(position.fight)
    if decider == WAITING or (decider >= 0 and position.ids[decider] == choice.by):
        return None
    return NotAllowed("by", shown(choice.by), phrase("done on its own turn"))


def may_answer(viewer: Viewer, whose: str) -> bool:
    """May this viewer answer a question that is put to ``whose`` (a fighter's id, or ``gm``)?"""
    return viewer.is_gm or whose in viewer.fighters


def answer(viewer: Viewer, whose: str) -> None:
    """Only whoever is asked, or the GM."""
    if not may_answer(viewer, whose):
        raise NotAllowed("answer", viewer.actor, phrase("given by {whose}, or the GM", whose=whose))


def rolls_hidden(position: Position, choice: Choice) -> bool:
    """Is this a foe's roll, and are these hidden?"""
    hidden = position.settings.foes_rolls == "hidden"
    return hidden and choice.by is not None and not position.is_party(choice.by)


def seat(position: Position, viewer: Viewer, fighter: str, given: Mapping[str, Any]) -> None:
    """May this viewer seat somebody so? A seat that another has taken is freed by whoever has it, or by the GM. BadInput
    where it cannot be meant."""
    if fighter not in (*position.ids, "gm"):
        raise BadInput("fighter", shown(fighter), one_of(fighter, position.ids))
    unknown = [name for name in given if name not in ("person", "dice", "play")]
    if unknown or not given:
        raise BadInput("seat", shown(unknown[0]) if unknown else "nothing", one_of(None, ("person", "dice", "play")))
    if "dice" in given and given["dice"] not in ("own", "app"):
        raise BadInput("dice", shown(given["dice"]), phrase("own or app"))
    person = given.get("person")
    if person is not None and (not isinstance(person, str) or not 0 < len(person) <= 80 or not person.isprintable()):
        raise BadInput("person", shown(person), phrase("a text of 1 to 80 characters"))
    if "play" in given:
        known_player(given["play"], "play")
    if viewer.is_gm:
        return
    if fighter not in viewer.fighters or given.get("play", PERSON) != PERSON:
        raise NotAllowed("fighter", shown(fighter), phrase("a fighter of yours"))
    taken = position.seats.get(fighter)
    if taken is not None and taken != viewer.name:
        raise NotAllowed("fighter", phrase("played by {person}", person=taken), phrase("a fighter whose seat is free"))
