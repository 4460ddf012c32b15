"""Errors as problem details (RFC 9457): one clear line in the reader's language, and the same as keys and values.

``{"type", "title", "status", "detail", "rule", "message": {"key", "params"}}``; of input also ``where``. A ``message``'s
params may be messages themselves; the keys are those of the catalogues (:func:`fracas.core.errors.phrase`), or, where a
rule refuses, the rule's note.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from ..core.errors import BadInput, FracasError, Phrase, Refused, phrase
from ..core.forms import shown
from ..core.rule import part_of
from ..play.errors import bad_input
from ..play.explain import Explainer
from ..play.wording import translator
from ..store.errors import Conflict, Damaged, Full, KeyReused, NotThere, StoreError, TooNew, Unavailable
from ..table.errors import NotAllowed, NotNow

MEDIA = "application/problem+json"

KINDS: tuple[tuple[type[FracasError], str, int, str], ...] = (
    (NotAllowed, "not-allowed", 403, phrase("Not allowed")),
    (NotNow, "not-now", 409, phrase("Not now")),
    (Conflict, "stale", 412, phrase("The fight has gone on")),
    (KeyReused, "key-reused", 422, phrase("The idempotency key was used for another request")),
    (NotThere, "not-there", 404, phrase("Not there")),
    (Full, "full", 507, phrase("No space left")),
    (Unavailable, "unavailable", 503, phrase("The database is away or busy")),
    (Damaged, "damaged", 500, phrase("What is stored cannot be read")),
    (TooNew, "too-new", 500, phrase("The database is of a later version")),
    (StoreError, "bad-input", 422, phrase("Cannot be meant")),
    (Refused, "refused", 422, phrase("A rule does not allow it")),
    (BadInput, "bad-input", 422, phrase("Cannot be meant")),
    (FracasError, "bad-input", 422, phrase("Cannot be meant")),
)
"""Each error's kind, status and title; the first that fits."""

OWN = {
    400: ("malformed", phrase("Cannot be read")),
    401: ("no-link", phrase("A link is needed")),
    403: ("not-allowed", phrase("Not allowed")),
    404: ("not-there", phrase("Not there")),
    405: ("method", phrase("Not this method")),
    408: ("slow", phrase("Too slow")),
    413: ("too-large", phrase("Too large")),
    415: ("media-type", phrase("Not this kind of content")),
    428: ("condition-needed", phrase("If-Match is needed")),
    429: ("too-many", phrase("Too many requests")),
    500: ("fault", phrase("A fault of the server")),
    503: ("unavailable", phrase("Not now")),
}
"""Kinds and titles of what the server itself refuses."""


class WebError(BadInput):
    """What the server refuses before the table is asked: ``status`` says how; ``headers`` go with it."""

    def __init__(
        self, status: int, where: str, what: str, right: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self.status, self.headers = status, dict(headers or {})
        super().__init__(where, what, right)


def problem(error: FracasError, lang: str = "en", explainer: Explainer | None = None) -> dict[str, Any]:
    """The problem details of an error.

    >>> found = problem(BadInput("rounds", "missing", "given"))
    >>> found["status"], found["type"], found["detail"]
    (422, 'urn:fracas:problem:bad-input', 'rounds: missing - should be given')
    >>> found["message"]["params"]
    {'where': 'rounds', 'what': 'missing', 'right': 'given'}
    """
    kind, status, title = kind_of(error)
    found: dict[str, Any] = {"type": f"urn:fracas:problem:{kind}", "title": translator("fracas", lang)(title)}
    found |= {"status": status, "detail": line(error, lang, explainer)}
    if error.rule:
        found["rule"] = error.rule
    if isinstance(error, BadInput):
        params = {"where": error.where, "what": message(error.what), "right": message(error.right)}
        found |= {"where": error.where, "message": {"key": "{where}: {what} - should be {right}", "params": params}}
    if isinstance(error, Refused):
        part = part_of(error.why)  # type: ignore[arg-type]
        names = explainer.game.book.note_names(error.why) if explainer is not None else ()  # type: ignore[arg-type]
        numbers = dict(zip(names, error.numbers, strict=False))
        found["message"] = {"key": f"{error.rule}#{part}" if part else error.rule, "params": numbers}
    if isinstance(error, Conflict):
        found |= {"expected": error.expected, "found": error.found}
    return found


def line(error: FracasError, lang: str, explainer: Explainer | None) -> str:
    """One clear line."""
    if explainer is not None:
        return explainer.error(error)
    return bad_input(error, lang) if isinstance(error, BadInput) else str(error)


def kind_of(error: FracasError) -> tuple[str, int, str]:
    """Its kind, status and title."""
    if isinstance(error, WebError):
        return OWN[error.status][0], error.status, OWN[error.status][1]
    return next((kind, status, title) for type, kind, status, title in KINDS if isinstance(error, type))


def message(text: object) -> Any:
    """A phrase as its key and params; plain texts and numbers as they are."""
    if isinstance(text, Phrase):
        return {"key": text.template, "params": {name: message(one) for name, one in text.values.items()}}
    return text if isinstance(text, int) else str(text)


def problem_response(data: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Problem details as a response."""
    body = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    return Response(body, int(data["status"]), dict(headers or {}), MEDIA)


def plain_problem(status: int, detail: str) -> dict[str, Any]:
    """Problem details of something that is no error of ours (no such path)."""
    kind, title = OWN.get(status, ("refused", phrase("Refused")))
    return {"type": f"urn:fracas:problem:{kind}", "title": title, "status": status, "detail": shown(detail)}
