"""The registry: every rule by its id, with its notes, questions, options and source.

A game declares its note keys and questions as IntEnums (numba compiles those) and one :class:`Rulebook`. A member's
name *is* the id: ``ARMOUR_SOAK`` of game ``cpred`` is ``cpred.armour.soak`` (the first underscore is a dot, later
ones stay), and ``WOUND_SERIOUS__PENALTY`` is the note ``penalty`` of rule ``cpred.wound.serious``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Rule:
    """One rule of one game: where it is from, what it says, what it may note and ask, which options bear on it."""

    id: str
    source: str
    summary: str
    function: Callable[..., Any]
    notes: Mapping[str, tuple[str, ...]]
    asks: tuple[IntEnum, ...]
    options: tuple[str, ...]


@dataclass
class Rulebook:
    """All rules of one game, filled by its decorators as the modules are imported."""

    game: str
    note_keys: type[IntEnum]
    questions: type[IntEnum]
    rules: dict[str, Rule] = field(default_factory=dict)
    helpers: list[Callable[..., Any]] = field(default_factory=list)
    tellers: list[Callable[..., Any]] = field(default_factory=list)
    decisions: list[Callable[..., Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        _BOOKS[self.note_keys] = self
        _BOOKS[self.questions] = self

    def rule(
        self,
        id: str,
        notes: tuple[str, ...] | Mapping[str, tuple[str, ...]] | None = None,
        asks: tuple[IntEnum, ...] = (),
        options: tuple[str, ...] = (),
        source: str = "",
    ) -> Callable[[Function], Function]:
        """Register a function as the one place where rule ``id`` is written.

        ``notes`` names the numbers of its note (or, as a mapping, of each of its notes by part name; ``""`` is the
        rule's own). The first paragraph of the docstring is the rule in plain words.
        """

        def register(function: Function) -> Function:
            if id in self.rules:
                raise ValueError(f"{id} is already written in {self.rules[id].function.__qualname__}")
            parts = notes if isinstance(notes, Mapping) else ({} if notes is None else {"": notes})
            summary = inspect.cleandoc(function.__doc__ or "").split("\n\n")[0].replace("\n", " ")
            self.rules[id] = Rule(id, source, summary, function, dict(parts), asks, options)
            return function

        return register

    def helper(self, function: Function) -> Function:
        """Register a function that rules share and that states no rule of its own (so that it is compiled too)."""
        self.helpers.append(function)
        return function

    def teller(self, function: Function) -> Function:
        """Register a function that only notes (see the verb ``tell``); compiled code leaves it out."""
        self.tellers.append(function)
        return function

    def decision(self, function: Function) -> Function:
        """Register an entry: what a person can decide to do, as ``function(fight, decision, table)``."""
        self.decisions.append(function)
        return function

    def note_names(self, why: IntEnum) -> tuple[str, ...]:
        """The names of a note's numbers."""
        rule = self.rules[rule_id_of(why)]
        return rule.notes[part_of(why)]


_BOOKS: dict[type[IntEnum], Rulebook] = {}


def book_of(why: IntEnum) -> Rulebook:
    """The rulebook that a note key or question belongs to."""
    return _BOOKS[type(why)]


def part_of(why: IntEnum) -> str:
    """The note's part name: ``"penalty"`` of WOUND_SERIOUS__PENALTY, ``""`` for the rule's own note."""
    return why.name.partition("__")[2].lower()


def label_of(why: IntEnum) -> str:
    """A question's label in case files and records; questions that differ by a part alone (``X__PART``) share one."""
    return why.name.partition("__")[0].lower()


def checked_note(why: IntEnum, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """A note's numbers as plain whole numbers; their count must be the one named at registration."""
    names = book_of(why).note_names(why)
    if len(names) != len(numbers):
        raise TypeError(f"{why!r} takes {', '.join(names) or 'no numbers'}; got {numbers}")
    return tuple(int(number) for number in numbers)


@lru_cache(maxsize=1024, typed=True)  # typed: members of different enums with the same number are equal
def rule_id_of(why: IntEnum) -> str:
    """The id of the rule that a note key or a question belongs to."""
    book = book_of(why)
    if type(why) is book.note_keys:
        return f"{book.game}.{why.name.partition('__')[0].lower().replace('_', '.', 1)}"
    for rule in book.rules.values():
        if why in rule.asks:
            return rule.id
    return book.game
