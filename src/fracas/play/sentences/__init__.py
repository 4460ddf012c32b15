"""The words of each game: titles, a sentence for every note, names for questions and terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from typing import Any

from ..wording import Sentences


@dataclass(frozen=True)
class Words:
    """Everything that one game says, in English."""

    game: str
    titles: Mapping[str, str]
    sentences: Sentences
    questions: Mapping[IntEnum, str]
    terms: Mapping[str, Mapping[str, str]]
    choices: Mapping[str, str]
    options: Mapping[str, str]
    readings: Mapping[IntEnum, str]
    fields: Mapping[str, str]
    values: Mapping[str, str]
    critical: str
    decisions: Mapping[str, str]
    """A sentence of a menu for decisions that only this game has; ``{by}``, ``{target}``, ``{with}`` and ``{where}``
    are filled in."""
    extras: Callable[[Sequence[Mapping[str, Any]], IntEnum, Mapping[str, Any]], dict[str, Any]]


def words_of_game(game: str) -> Words:
    """The words of a game, by its name."""
    module = import_module(f".{game}", __name__)
    return Words(
        game,
        module.TITLES,
        module.SENTENCES,
        module.QUESTIONS,
        module.TERMS,
        getattr(module, "CHOICES", {}),
        module.OPTIONS,
        module.READINGS,
        module.FIELDS,
        module.VALUES,
        getattr(module, "CRITICAL", ""),
        getattr(module, "DECISIONS", {}),
        module.extras,
    )
