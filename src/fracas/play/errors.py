"""Errors of input in the reader's language: what stands where it should not, and what would be right.

Below ``play`` nothing knows languages: errors carry English phrases that remember their template and values
(:func:`fracas.core.errors.phrase`) and constant texts; the catalogue ``fracas`` has both.
"""

from __future__ import annotations

from collections.abc import Callable

from ..core.errors import BadInput, Phrase
from .wording import fill, translator


def in_words(text: str, ui: Callable[[str], str]) -> str:
    """A phrase with all that is in it, in the reader's language; other texts as the catalogue has them."""
    if not isinstance(text, Phrase):
        return ui(text)
    values = {name: in_words(one, ui) if isinstance(one, Phrase) else one for name, one in text.values.items()}
    return fill(ui(text.template), values)


def found(what: str, ui: Callable[[str], str]) -> str:
    """What was found: a phrase, one of a few words that say it, or else what the person wrote, as it is written."""
    known = {
        "missing": ui("missing"),
        "unknown": ui("unknown"),
        "nothing": ui("nothing"),
        "several": ui("several"),
        "every place": ui("every place"),
    }
    return in_words(what, ui) if isinstance(what, Phrase) else known.get(what, what)


def bad_input(error: BadInput, lang: str) -> str:
    """One clear line: where, what, and what would be right.

    >>> bad_input(BadInput("rounds", "missing", "given"), "en")
    'rounds: missing - should be given'
    """
    ui = translator("fracas", lang)
    values = {"where": error.where, "what": found(error.what, ui), "right": in_words(error.right, ui)}
    line = fill(ui("{where}: {what} - should be {right}"), values)
    return f"{line} [{error.rule}]" if error.rule else line
