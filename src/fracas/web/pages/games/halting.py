"""What the rules say of a decision before the next die falls: its notes so far, and which dice they then ask for.

The rules themselves are run, on the fight as it stands, until they ask for something that nobody has answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ....core.errors import FracasError, Pending
from ....core.rule import book_of
from ....core.table import Answer, Event, Looped, Noted, Question, ScriptedTable
from ....play.legal import Choice
from ....table.position import Position, choice_data, choice_of
from ....table.roles import Viewer
from ....table.sight import Sight


class Watching(ScriptedTable):
    """A scripted table that remembers the dice asked for last."""

    def __init__(self, answers: Sequence[Answer] = ()) -> None:
        super().__init__(answers)
        self.dice: Any = None

    def _ask(self, dice: Any, why: Any) -> tuple[int, ...]:
        self.dice = dice
        return super()._ask(dice, why)


@dataclass(frozen=True)
class Halted:
    """Where a decision came to: what was noted and answered, the ``question`` and its ``dice`` (None: it asks for none), and
    the ``fight`` after it where it came to its end."""

    events: tuple[Event, ...]
    question: Question | None
    dice: Any
    fight: Any

    def last(self, why: Any) -> Mapping[str, int] | None:
        """The numbers of the last note of this key."""
        for event in reversed(self.events):
            if isinstance(event, Noted) and event.why == why and type(event.why) is type(why):
                return dict(zip(book_of(why).note_names(why), event.numbers, strict=True))
        return None


def halted(position: Position, choice: Choice, answers: Sequence[Answer] = ()) -> Halted | None:
    """Carry a decision out with these answers, as far as they go; None: it may not be made so."""
    table = Watching(answers)
    try:
        decision = choice.build(position.game, position.fighters)
        fight = position.game.step(position.fight, decision, table)
    except Pending as pending:
        question = pending.question if isinstance(pending.question, Question) else None
        dice = table.dice if question is not None and question.sides else None
        return Halted(tuple(table.events), question, dice, None)
    except FracasError:
        return None
    return Halted(tuple(table.events), None, None, fight)


def lines_seen(
    position: Position, eyes: Viewer, lang: str, choice: Choice, events: Sequence[Event]
) -> list[dict[str, Any]]:
    """These events in words, up to the first that the viewer may not know of (as the odds show them)."""
    sight = Sight(position, eyes, lang)
    body = choice_data(choice)
    known = list(takewhile(lambda one: isinstance(one, Looped) or bool(sight.open_events(body, [one])), events))
    return [line.to_dict() for line in sight.lines(known, body)]


def chosen_in(composer: Mapping[str, Any]) -> Choice | None:
    """The decision that stands in the viewer's composer, where it may be made."""
    if not composer.get("choice") or composer.get("refusal") or not composer["yours"]:
        return None
    return choice_of(composer["choice"])


def waiting_answers(position: Position) -> tuple[Choice, list[Answer]] | None:
    """The decision that waits, with what was answered so far."""
    waiting = position.waiting
    return None if waiting is None else (waiting.choice, [one.answer for one in waiting.given])
