"""The GM's word in place of a result: values set by path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from ..core.gm import at_the_table
from ..core.named import changes, flat
from ..core.record import Entry
from ..core.table import Question
from .asking import read_answer
from .coding import Given
from .position import Position
from .views import views_of

MOST = 50
"""How many values one override may set."""


def overridden(position: Position, sets: Mapping[str, Any]) -> dict[str, Any]:
    """The body of an override: what is set, and what that changes. ``sets`` has paths such as ``ganger.hp`` or
    ``fight.glory``; what may be set the game says (``Game.setters``)."""
    if not isinstance(sets, Mapping) or not 0 < len(sets) <= MOST:
        raise BadInput("set", shown(sets), phrase("values by path, such as {example}", example="{ganger.hp: 12}"))
    game, fight, fighters = position.game, position.fight, position.fighters
    for path, value in sets.items():
        owner, _, field = path.partition(".") if isinstance(path, str) else ("", "", "")
        if owner not in (*fighters.ids, "fight"):
            raise BadInput(f"set.{shown(path)}", "unknown", one_of(owner, (*fighters.ids, "fight")))
        try:
            entry = Entry("set", owner, None, (), {"field": field, "value": value})
            fight, fighters = at_the_table(game, fight, fighters, entry)
        except BadInput as error:
            raise BadInput(f"set.{path}", error.what, error.right, error.rule) from None
    return {
        "set": dict(sets),
        "changes": changes(position.values, flat(fight)),
        "views": changes(position.views, views_of(game, fight, fighters)),
    }


def revised(position: Position, body: Mapping[str, Any], answers: Mapping[int, Any]) -> list[Given]:
    """The answers of a stored decision with some of them set otherwise by the GM, up to the last that is set; the rest as it
    was, for as long as the rules ask for just that. BadInput where an answer cannot be one."""
    given = [Given.from_dict(one)._replace(source="gm", pool=0, at=0) for one in body["answers"]]
    asked = [one for one in body["happened"] if one.get("faces") or "chosen" in one]
    places = tuple(map(str, range(len(given))))
    if not isinstance(answers, Mapping) or not answers or len(asked) != len(given):
        raise BadInput("answers", shown(answers), phrase("values by path, such as {example}", example="{0: [6, 6, 2]}"))
    for place, raw in answers.items():
        if type(place) is not int or not 0 <= place < len(given):
            raise BadInput(f"answers.{shown(place)}", "unknown", one_of(None, places))
        key = position.game.book.questions.__members__.get(asked[place].get("asked") or asked[place]["chosen"])
        if key is None:
            raise BadInput(f"answers.{place}", asked[place]["rule"], phrase("a question of today's rules"))
        sides = given[place].sides
        among = (1 << len(position.ids)) - 1 if asked[place].get("picked") else 0
        known = len(position.game.choices.get(key, ())) or 1 + (given[place].answer.option or 0)
        options = 0 if sides or among else known
        question = Question(key, sides, options, among)
        found = read_answer(position.game, position.fighters, question, raw, "gm")
        if found is None:
            raise BadInput(f"answers.{place}", shown(raw), phrase("{n} faces", n=len(sides)))
        given[place] = found
    return given
