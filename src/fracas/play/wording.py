"""Languages: catalogues by gettext, one domain per game, and how numbers are written into sentences."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.forms import one_of, shown

LANGUAGES = {"en": "en", "fr": "fr", "zh": "zh_Hans"}
"""What a user writes, and the catalogue's folder."""

LOCALE = Path(__file__).resolve().parent.parent / "locale"


@dataclass(frozen=True)
class By:
    """A sentence for each value of one number, and one for the rest."""

    number: str
    sentences: Mapping[int, str]
    otherwise: str


class Plural(str):
    """A sentence about one that has another for several: which, ``number`` (a note's) decides, whatever its sign.

    >>> Plural("n", "{n} success", "{n} successes").many
    '{n} successes'
    """

    number: str
    many: str

    def __new__(cls, number: str, one: str, many: str) -> Plural:
        made = super().__new__(cls, one)
        made.number, made.many = number, many
        return made


Sentences = Mapping[IntEnum, str | By]


def all_sentences(sentences: Sentences) -> Iterator[tuple[IntEnum, str]]:
    """Every single sentence with its note key."""
    for why, sentence in sentences.items():
        if isinstance(sentence, By):
            for one in (*sentence.sentences.values(), sentence.otherwise):
                yield why, one
        else:
            yield why, sentence


@lru_cache(maxsize=32)
def translator(domain: str, lang: str) -> Callable[[str], str]:
    """From an English sentence to the reader's language (English itself where a catalogue has none)."""
    if lang not in LANGUAGES:
        raise BadInput("lang", shown(lang), one_of(lang, tuple(LANGUAGES)))
    if lang == "en":
        return lambda text: text
    found = catalogue(domain, lang)

    def say(text: str) -> str:
        if isinstance(text, Plural):
            return found.ngettext(text, text.many, 1)
        return found.gettext(text) if text else ""

    return say


@lru_cache(maxsize=32)
def catalogue(domain: str, lang: str) -> gettext.NullTranslations:
    """A compiled catalogue (for English an empty one, which says what it is given)."""
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation(domain, LOCALE, [LANGUAGES[lang]], fallback=True)


def counted(domain: str, lang: str, sentence: str, numbers: Mapping[str, int]) -> str:
    """The sentence in the reader's language, in the number that its language wants.

    >>> counted("cops", "en", Plural("n", "{n} success", "{n} successes"), {"n": 2})
    '{n} successes'
    """
    if isinstance(sentence, Plural):
        return catalogue(domain, lang).ngettext(sentence, sentence.many, abs(numbers[sentence.number]))
    return translator(domain, lang)(sentence)


_PLACEHOLDER = re.compile(r"\{(\w+)(:\+)?\}")


def fill(sentence: str, values: Mapping[str, Any]) -> str:
    """Numbers and names into a sentence; ``{n:+}`` with its sign, minus as a minus sign.

    >>> fill("{who}: {penalty:+}, now {left}", {"who": "Ann", "penalty": -2, "left": -3})
    'Ann: −2, now −3'
    """

    def put(found: re.Match[str]) -> str:
        value = values[found[1]]
        if not isinstance(value, int):
            return str(value)
        sign = "−" if value < 0 else ("+" if value else "±") if found[2] else ""
        return f"{sign}{abs(value)}"

    return _PLACEHOLDER.sub(put, sentence)


def placeholders(sentence: str) -> set[str]:
    """The names that a sentence uses."""
    return {found[1] for found in _PLACEHOLDER.finditer(sentence)}


def decimal(number: float, lang: str, digits: int = 1) -> str:
    """A decimal number as the language writes it.

    >>> decimal(12.5, "fr"), decimal(12.5, "zh")
    ('12,5', '12.5')
    """
    text = f"{number:.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text


def percent(share: float, lang: str, digits: int = 1) -> str:
    """A share as a percentage: ``12.5%``, in French ``12,5 %`` with a narrow no-break space."""
    return decimal(100 * share, lang, digits) + ("\u202f%" if lang == "fr" else "%")
