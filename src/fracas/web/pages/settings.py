"""What somebody prefers: language, theme, movement, keys, whose dice; for whoever runs the server its fights."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...core.forms import one_of, shown
from ...play.wording import translator
from ...rules import GAMES, load
from ..services import services_of
from .frame import DICE, LANGUAGE_NAMES, THEMES, Form, PageLang, Prefs, Sent, go, page, prefs_of, press, show
from .keys import KEYS, binds_text, bound, key_words
from .start import is_host

router = APIRouter()


def key_rows(prefs: Prefs, lang: str) -> list[dict[str, str]]:
    """All keys: ``{name, label, key, usual}``."""
    words, now = key_words(translator("fracas", lang)), bound(prefs.binds)
    return [{"name": name, "label": words[name], "key": now[name], "usual": KEYS[name]} for name in KEYS]


def binds_from(form: Form, lang: str) -> str:
    """The bindings that a form says, for the cookie: those that differ from the usual ones. BadInput where a key cannot be
    bound, or is bound twice."""
    words = key_words(translator("fracas", lang))
    taken: dict[str, str] = {}
    found = {}
    for name, usual in KEYS.items():
        key = form.get(f"key.{name}").strip() or usual
        if len(key) != 1 or not key.isprintable() or key in ",:" or key.isdecimal():
            right = phrase("one character that is no digit, comma or colon")
            raise BadInput(words[name], shown(key), right)
        if key in taken:
            raise BadInput(words[name], shown(key), phrase("a key of its own, not that of: {what}", what=taken[key]))
        taken[key] = words[name]
        found[name] = key
    return binds_text(found)


def settings_data(request: Request, prefs: Prefs, lang: str) -> dict[str, Any]:
    """What the page shows."""
    host = is_host(request)
    titles = {name: load(name).title for name in GAMES} if host else {}
    rows = services_of(request).tables.log.fights() if host else []
    return {
        "prefs": prefs.__dict__,
        "keys": key_rows(prefs, lang),
        "host": host,
        "fights": [{**row.__dict__, "title": titles.get(row.ruleset, row.ruleset)} for row in rows],
    }


@page(router, "/settings")
def settings(request: Request, lang: PageLang, saved: str = "") -> Response:
    """One's own settings, which this browser keeps."""
    return show(request, "settings.html", settings_data(request, prefs_of(request), lang), saved=saved == "1", wrong="")


@press(router, "/settings")
def keep(request: Request, lang: PageLang, form: Sent) -> Response:
    """Keep them, in a cookie; where something cannot be, the form again as it was filled in."""
    given: dict[str, Any] = {**prefs_of(request).__dict__}
    language = form.get("lang")
    given["lang"] = language if language in LANGUAGE_NAMES else None
    given |= {name: form.get(name) == "1" for name in ("keys", "motion", "vibrate")}
    try:
        for name, known in (("theme", THEMES), ("dice", DICE)):
            if form.get(name) not in known:
                raise BadInput(name, shown(form.get(name)), one_of(form.get(name), known))
            given[name] = form.get(name)
        if form.get("reset") == "1":
            given["binds"] = ""
        else:
            given["binds"] = binds_from(form, lang)
    except BadInput as error:
        from ...play.errors import bad_input

        data = settings_data(request, Prefs(**given), lang)
        for row in data["keys"]:
            row["key"] = form.get(f"key.{row['name']}")
        return show(request, "settings.html", data, 422, saved=False, wrong=bad_input(error, lang))
    response = go(request, "/settings?saved=1")
    Prefs(**given).keep(response)
    return response


@press(router, "/settings/theme")
def theme(request: Request, form: Sent) -> Response:
    """Another theme; back to where it was asked for."""
    back = form.get("back")
    response = go(request, back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    given = {**prefs_of(request).__dict__, "theme": form.get("theme")}
    Prefs.read(Prefs(**given).written()).keep(response)
    return response
