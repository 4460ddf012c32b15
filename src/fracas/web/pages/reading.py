"""From what a form of a page sent to the fields of a decision, and back to what the page shows: one view for each field.

Everything follows from the decision's own form (:mod:`fracas.core.forms`), so that it holds for every game.
"""

from __future__ import annotations

import json
from typing import Any

from ...core.forms import Either, Field, Flag, ListOf, Text, Whole, Word
from ...play.explain import Explainer
from ...play.legal import Choice
from .frame import Form
from .words import field_word, none_word, word_word

FIGHTERS = ("ally", "patient")
"""Texts that name a fighter; a list of texts names several."""
POINTS = ("to", "at")
BARE_HANDS = "-"
"""What the choice of a weapon says for bare hands."""


def kind_of(name: str, field: Field) -> str:
    """How a field is shown: whole, flag, word, words, fighter, fighters, point, weapon, text."""
    if name == "weapon":
        return "weapon"
    if name in POINTS:
        return "point"
    if isinstance(field, Whole):
        return "whole"
    if isinstance(field, Flag):
        return "flag"
    if isinstance(field, Word):
        return "word"
    if isinstance(field, ListOf):
        return "words" if isinstance(field.of, Word) else "fighters"
    if name in FIGHTERS and isinstance(field, Text):
        return "fighter"
    return "text"


def given_value(name: str, field: Field, form: Form) -> Any:
    """What the form says for this field; None: nothing. BadInput where a number is none."""
    kind = kind_of(name, field)
    if kind == "flag":
        if name in form:
            return form.get(name) in ("1", "on", "true", "yes")
        return False if name in form.all("shown") else None
    if kind == "whole":
        return form.whole(name)
    if kind in ("words", "fighters"):
        found = [one for one in form.all(name) if one]
        return found if found or name in form.all("shown") else None
    if kind == "point":
        x, y = form.whole(f"{name}.x"), form.whole(f"{name}.y")
        return None if x is None or y is None else [x, y]
    text = form.get(name).strip()
    if not text:
        return None
    if kind == "text" and isinstance(field, Either) and text.lstrip("-").isdigit():
        return int(text)
    return text


def query_of(choice: Choice) -> list[tuple[str, str]]:
    """A decision as the fields of a form or of an address say it.

    >>> query_of(Choice("attack", "ann", "bob", (), {"weapon": "club", "dodge": True, "to": [1, 2]}))
    [('do', 'attack'), ('by', 'ann'), ('target', 'bob'), ('weapon', 'club'), ('dodge', '1'), ('to.x', '1'), ('to.y', '2')]
    """
    found = [("do", choice.do)]
    found += [("by", choice.by)] if choice.by else []
    found += [("target", choice.target)] if choice.target else []
    found += [("targets", id) for id in choice.targets]
    for name, value in choice.details.items():
        if name == "unarmed" and value:
            found.append(("weapon", BARE_HANDS))
        elif name in POINTS and isinstance(value, (list, tuple)):
            found += [(f"{name}.{axis}", str(n)) for axis, n in zip("xy", value, strict=True)]
        elif isinstance(value, (list, tuple)):
            found += [(name, str(one)) for one in value]
        elif value is True:
            found.append((name, "1"))
        elif value is not False and value is not None:
            found.append((name, str(value)))
    return found


def view_of(
    name: str, field: Field, value: Any, explainer: Explainer, ids: tuple[str, ...], refusals: dict[str, str]
) -> dict[str, Any]:
    """One field for a page: ``{name, kind, label, help, value, low, high, options: [{value, label, chosen, why}]}``."""
    kind = kind_of(name, field)
    found: dict[str, Any] = {
        "name": name,
        "kind": kind,
        "label": field_word(explainer, name),
        "help": explainer.ui(field.help) if field.help else "",
        "value": field.default if value is None else value,
        "rule": field.rule,
    }
    if isinstance(field, Whole):
        found |= {"low": field.low, "high": field.high}
    words = field.words if isinstance(field, Word) else ()
    if isinstance(field, ListOf) and isinstance(field.of, Word):
        words = field.of.words
    if kind in ("fighter", "fighters"):
        named = [(id, explainer.name(ids.index(id))) for id in ids]
    else:
        named = [(word, word_word(explainer, name, word)) for word in words]
    chosen = found["value"] if isinstance(found["value"], (list, tuple)) else [found["value"]]
    found["options"] = [
        {"value": word, "label": label, "chosen": word in chosen, "why": refusals.get(word, "")}
        for word, label in named
    ]
    if kind == "word" and field.default is None and not field.required:
        found["options"].insert(
            0, {"value": "", "label": none_word(explainer, name), "chosen": value is None, "why": ""}
        )
    return found


def value_typed(text: str) -> Any:
    """A value as somebody types it: a number, yes or no, a list, or a word.

    >>> value_typed(" 12 "), value_typed("true"), value_typed("[3, 4]"), value_typed("torso")
    (12, True, [3, 4], 'torso')
    """
    text = text.strip()
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return text if isinstance(found, (dict, float)) else found
