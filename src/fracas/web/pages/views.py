"""What each game adds to the table: figures, tracks, counters. What the viewer may see goes in, plain data comes out.

A game may have a module of its name in :mod:`fracas.web.pages.games` with ``table_view(seen, position, guest, lang)``, and
a template ``games/<name>.html`` with the macros ``health``, ``fighter``, ``composer`` and ``shared``; the general ones serve
a game without.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...table.position import Position
from ..people import Guest
from ..telling import explainer_of
from .frame import FOLDER
from .words import flag_word

QUIET = ("at", "here", "initiative", "moved", "loaded", "dead", "unconscious")
"""Fields that are shown otherwise, or say nothing to a reader."""


def table_views(
    seen: dict[str, Any], position: Position, guest: Guest, lang: str, composer: dict[str, Any] | None = None
) -> dict[str, Any]:
    """For the template: the template of the game, the words of each fighter's summary, and the game's own view.

    A game may also have ``composer_view(composer, seen, position, guest, lang)``: what it adds to the composer, as
    ``own.composer``; it may take fields out of ``composer`` that it shows itself.
    """
    explainer = explainer_of(position, lang)
    game = position.game
    found: dict[str, Any] = {"template": template_of(position.ruleset), "fighters": {}}
    for one in seen["state"]["fighters"]:
        fields = one["fields"]
        rows = []
        for name in game.shown:
            if name in fields and name in explainer.words.fields:
                label = explainer.say(explainer.words.fields[name])
                rows.append({"name": name, "label": label, "value": explainer.value(fields[name])})
        flags = [flag_word(explainer, name) for name in (*game.flags, *FLAGS) if fields.get(name)]
        found["fighters"][one["id"]] = {"rows": rows, "flags": list(dict.fromkeys(flags))}
    fighters = seen["state"]["fighters"]
    found["order"] = sorted(fighters, key=lambda one: -one["fields"].get("initiative", 0))
    shared = []
    for name in game.fight_shown:
        if name in seen["state"]["fields"]:
            label = explainer.say(explainer.words.fields[name])
            shared.append({"label": label, "value": explainer.value(seen["state"]["fields"][name])})
    found["shared"] = shared
    own = f"fracas.web.pages.games.{position.ruleset}"
    if find_spec("fracas.web.pages.games") and find_spec(own):
        module = import_module(own)
        found["own"] = module.table_view(seen, position, guest, lang)
        if composer is not None and composer["choice"] is not None and hasattr(module, "composer_view"):
            found["own"]["composer"] = module.composer_view(composer, seen, position, guest, lang)
    else:
        found["own"] = {}
    return found


FLAGS = (
    "dead",
    "dying",
    "unconscious",
    "stunned",
    "lying",
    "held",
    "burning",
    "suppressed",
    "dropped",
    "surprised",
    "down",
)
"""Flags that the views of the games have, the gravest first."""


def template_of(game: str) -> str:
    """The template with a game's macros."""
    own = FOLDER / "templates" / "games" / f"{game}.html"
    return f"games/{game}.html" if own.exists() else "games/general.html"
