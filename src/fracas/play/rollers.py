"""Whose dice are rolled: those of the one whose decision it is, except what a game lists as ``theirs`` (initiative, evasion,
saves), which belong to the fighter whom the rule names next."""

from __future__ import annotations

import contextlib
from typing import Any

from ..core.errors import FracasError
from ..core.game import Fighters, Game
from ..core.table import Answer, Asked, Chosen, HandTable, Noted, Question
from .legal import Choice

NOBODY = -1
"""Nobody in particular, so the GM."""


def roller(
    game: Game, fight: Any, fighters: Fighters, choice: Choice, question: Question, before: tuple[Answer, ...]
) -> int:
    """Whose dice these are (an index, or NOBODY), after these answers."""
    ids = fighters.ids
    if question.why in game.theirs:
        found = named_next(game, fight, choice.build(game, fighters), before)
        target = choice.target or next(iter(choice.targets), None)
        if found is not None or target is not None:
            return found if found is not None else ids.index(str(target))
    return ids.index(choice.by) if choice.by is not None else NOBODY


def named_next(game: Game, fight: Any, decision: Any, before: tuple[Answer, ...]) -> int | None:
    """Whom the first note after this roll names: tried with the app's dice from here on, and nothing is kept."""
    table = HandTable(0, 0, None, lambda _, so_far: before[len(so_far)] if len(so_far) < len(before) else None)
    with contextlib.suppress(FracasError):
        game.step(fight, decision, table)
    answered = 0
    for event in table.events:
        if isinstance(event, Chosen) or (isinstance(event, Asked) and event.faces):
            answered += 1
        elif isinstance(event, Noted) and answered > len(before):
            names = game.book.note_names(event.why)
            if "who" in names:
                return event.numbers[names.index("who")]
    return None
