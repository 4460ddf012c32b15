"""Questions as data, and what people answer to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from ..core.game import Fighters, Game
from ..core.rule import label_of, rule_id_of
from ..core.table import Answer, FacesTable, Question
from .coding import Given


@dataclass(frozen=True)
class Reacts:
    """The question whether a fighter who is aimed at dodges."""

    id: str


DODGE = "dodge"


def question_data(game: Game, fighters: Fighters, question: Question, whose: str) -> dict[str, Any]:
    """A question for JSON: its label and rule, ``whose`` it is, and ``sides`` (one for each die), or ``choices``: what may be
    answered, in words or fighters' ids."""
    found: dict[str, Any] = {
        "label": label_of(question.why),
        "why": question.why.name,
        "rule": rule_id_of(question.why),
        "whose": whose,
    }
    if question.sides:
        return found | {"sides": list(question.sides)}
    if question.among:
        return found | {"choices": [id for place, id in enumerate(fighters.ids) if question.among >> place & 1]}
    words = game.choices.get(question.why) or tuple(range(question.options))
    return found | {"choices": list(words[: question.options])}


def read_answer(game: Game, fighters: Fighters, question: Question, raw: Any, source: str) -> Given | None:
    """What a person answers: faces as a list or as they are typed (``"662"``, ``"6 6 2"``; 0 is 10 on a d10), an option by
    its word, a fighter by its id, ``"app"``: the app's dice (None). BadInput says what would be right."""
    label = label_of(question.why)
    if question.sides:
        if raw == "app":
            return None
        if isinstance(raw, str):
            typed = FacesTable(raw)
            faces = typed.faces_for(question)
            typed.finish()
        else:
            faces = tuple(raw) if isinstance(raw, (list, tuple)) else (raw,)
        check_faces(question, faces)
        return Given(Answer(label, faces), source, question.sides)
    known: Sequence[Any] = fighters.ids if question.among else game.choices.get(question.why) or range(question.options)
    for place, word in enumerate(known):
        if word == raw and isinstance(word, bool) == isinstance(raw, bool):
            return Given(Answer(label, (), check_option(question, place)), source)
    right = one_of(raw, tuple(str(word).lower() for word in known))
    raise BadInput(label, shown(raw), right, rule_id_of(question.why))


def check_faces(question: Question, faces: Sequence[Any]) -> None:
    """Are these faces that the dice have? BadInput says what would be right."""
    where, rule = label_of(question.why), rule_id_of(question.why)
    if len(faces) != len(question.sides):
        raise BadInput(where, shown(list(faces)), phrase("{n} faces", n=len(question.sides)), rule)
    for face, sides in zip(faces, question.sides, strict=True):
        if type(face) is not int or not 1 <= face <= sides:
            raise BadInput(where, shown(face), phrase("1 to {sides} on a d{sides}", sides=sides), rule)


def check_option(question: Question, option: Any) -> int:
    """Is this an option that there is?"""
    known = [i for i in range(question.among.bit_length()) if question.among >> i & 1] or range(question.options)
    if type(option) is not int or option not in known:
        right = one_of(None, tuple(map(str, known)))
        raise BadInput(label_of(question.why), shown(option), right, rule_id_of(question.why))
    return option
