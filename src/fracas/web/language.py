"""In which language somebody reads: ``?lang=`` or the browser's ``Accept-Language``."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import parse_qs

from fastapi import Depends, Query, Request
from starlette.datastructures import Headers
from starlette.types import Scope

from ..play.explain import check_language

LANGUAGES = ("en", "fr", "zh")


def accepted(header: str) -> str:
    """The best of our languages that an ``Accept-Language`` header names; else English.

    >>> accepted("de, zh-CN;q=0.7, fr;q=0.8"), accepted("")
    ('fr', 'en')
    """
    found: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")[:20]):
        tag, _, weight = part.strip().partition(";q=")
        lang = tag.strip().lower().partition("-")[0]
        try:
            share = float(weight or 1)
        except ValueError:
            continue
        if lang in LANGUAGES and share > 0:
            found.append((-share, place, lang))
    return min(found)[2] if found else "en"


def language_of(scope: Scope) -> str:
    """The language of a request, whatever it says."""
    given = parse_qs(scope.get("query_string", b"")[:2000].decode("latin-1")).get("lang", [""])[-1]
    return given if given in LANGUAGES else accepted(Headers(scope=scope).get("accept-language", ""))


async def _language(request: Request, lang: Annotated[str | None, Query(description="en, fr or zh.")] = None) -> str:
    return accepted(request.headers.get("accept-language", "")) if lang is None else check_language(lang)


Lang = Annotated[str, Depends(_language)]
