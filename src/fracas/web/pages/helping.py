"""Help: how a fight goes, the keys, and the words of the games side by side in the reader's language."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.game import Fighters
from ...play.explain import Explainer
from ...play.wording import translator
from ...rules import GAMES, load
from .frame import PageLang, page, prefs_of, show
from .keys import bound, key_words

router = APIRouter()


@page(router, "/help")
def help_page(request: Request, lang: PageLang) -> Response:
    """Keys, the way through a fight, words."""
    words = key_words(translator("fracas", lang))
    data: dict[str, Any] = {
        "keys": [{"key": key, "what": words[name]} for name, key in bound(prefs_of(request).binds).items()],
        "games": [game_words(name, lang) for name in GAMES],
    }
    return show(request, "help.html", data)


def game_words(name: str, lang: str) -> dict[str, Any]:
    """The titles of a game's rules and the names of its figures: English, and the reader's language."""
    game = load(name)
    here, english = (Explainer(game, Fighters((), ()), one) for one in (lang, "en"))
    titles = dict.fromkeys(here.words.titles.values())
    fields = dict.fromkeys(here.words.fields.values())
    terms = [(english.say(text), here.say(text)) for text in (*fields, *titles)]
    return {"name": name, "title": game.title, "terms": sorted(set(terms), key=lambda one: one[0].lower())}
