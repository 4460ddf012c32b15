"""What somebody brings as a text: an encounter, one fighter or several, as YAML or JSON; and what is wrong with it.

Nothing is kept. :func:`problems` goes on after the first mistake, so that all of them can be mended at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ...core.errors import BadInput, FracasError, phrase
from ...core.files import yaml_of
from ...core.forms import one_of, shown
from ...core.game import Game, set_up
from ...play.encounter import KEYS, OWN_KEYS, encounter_of
from .samples import in_full, speaker

MOST_BROUGHT = 64 * 1024
"""Characters of a text; reading YAML takes its time."""
MOST_PARTS = 20_000
MOST_NESTED = 40
MOST_PROBLEMS = 50
ENCOUNTER, FIGHTERS, FIGHTER, SAVED = "encounter", "fighters", "fighter", "saved"
PLACE = "text"


def read_text(text: str) -> dict[str, Any]:
    """The data of a text, plain (no references, nothing but texts, numbers, lists, names); BadInput where it is none.

    >>> read_text("hp: 20")
    {'hp': 20}
    """
    if not text.strip():
        raise BadInput(PLACE, "missing", phrase("an encounter or a fighter, as YAML or JSON"))
    if len(text) > MOST_BROUGHT:
        raise BadInput(PLACE, phrase("too large"), phrase("at most {most} bytes", most=MOST_BROUGHT))
    if nested(text) > MOST_NESTED:
        raise BadInput(PLACE, phrase("nested too deep"), phrase("at most {most} levels", most=MOST_NESTED))
    try:
        data = json.loads(text) if text.lstrip()[:1] == "{" else yaml_of(text, PLACE)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        data = yaml_of(text, PLACE)
    if not isinstance(data, dict):
        raise BadInput(PLACE, shown(data), phrase("an encounter or a fighter, as YAML or JSON"))
    left = [MOST_PARTS]
    found: dict[str, Any] = plain(data, PLACE, left, 0)
    return found


def nested(text: str) -> int:
    """How deep its brackets go, wherever they stand: a reader of YAML takes seconds over many that are never closed.

    >>> nested("a: [1, {b: 2}, [3]]")
    2
    """
    depth = most = 0
    for one in text:
        if one in "[{":
            depth += 1
            most = max(most, depth)
        elif one in "]}":
            depth = max(0, depth - 1)
    return most


def plain(data: Any, where: str, left: list[int], depth: int) -> Any:
    """The data with every reference written out; BadInput where that is too much, or where it is not for a file."""
    left[0] -= 1
    if left[0] < 0 or depth > MOST_NESTED:
        raise BadInput(where, phrase("too large"), phrase("at most {most}", most=MOST_PARTS))
    if isinstance(data, Mapping):
        return {plain_key(key, where): plain(one, f"{where}.{key}", left, depth + 1) for key, one in data.items()}
    if isinstance(data, list):
        return [plain(one, f"{where}[{place}]", left, depth + 1) for place, one in enumerate(data)]
    if data is None or isinstance(data, (str, bool, int)) or (isinstance(data, float) and abs(data) < 1e18):
        return data
    raise BadInput(where, shown(str(data)), phrase("a text, a number, a list or names with values"))


def plain_key(key: Any, where: str) -> str:
    """A name; other keys of YAML (numbers, dates) are none."""
    if not isinstance(key, str):
        raise BadInput(where, shown(str(key)), phrase("a text"))
    return key


def kind_of(data: Mapping[str, Any], game: Game) -> str:
    """What it is: an encounter, several fighters by id, one fighter, or a fight saved from the middle."""
    if "record" in data or "entries" in data or "format" in data:
        return SAVED
    if any(key in data for key in ("ruleset", "sides", "fighters")):
        return ENCOUNTER
    fields = {*(game.fighter_form.fields or {}), *OWN_KEYS}
    several = data and all(isinstance(one, Mapping) for one in data.values()) and not set(data) & fields
    return FIGHTERS if several else FIGHTER


def problems(data: Mapping[str, Any], game: Game, lang: str) -> list[dict[str, str]]:
    """All that is wrong, each with its place, what stands there, and what would be right; none: it can be used as it is."""
    return [said(error, game, lang) for error in mistakes(data, game, lang)[:MOST_PROBLEMS]]


def mistakes(data: Mapping[str, Any], game: Game, lang: str) -> list[BadInput]:
    """All that is wrong, as errors."""
    kind = kind_of(data, game)
    if kind == FIGHTER:
        return of_fighter(data, game, lang, "")
    if kind == FIGHTERS:
        return [error for id, one in data.items() for error in of_fighter(one, game, lang, id)]
    return of_encounter(data, game, lang) if kind == ENCOUNTER else of_saved(data)


def of_encounter(data: Mapping[str, Any], game: Game, lang: str) -> list[BadInput]:
    """All that is wrong with an encounter: its keys, each of its fighters, and then the whole."""
    whole = {"ruleset": game.name, **data}
    errors = [BadInput(shown(key), "unknown", one_of(key, KEYS)) for key in whole if key not in KEYS]
    fighters = whole.get("fighters")
    for id, one in fighters.items() if isinstance(fighters, Mapping) else ():
        errors += of_fighter(one, game, lang, f"fighters.{id}")
    try:
        encounter_of({key: value for key, value in whole.items() if key in KEYS}, lang)
    except BadInput as error:
        of_its_own = error.where.endswith((".side", ".count", ".play")) or not error.where.startswith("fighters.")
        if not errors or (of_its_own and all(one.where != error.where for one in errors)):
            errors.append(error)
    return errors


def of_saved(data: Mapping[str, Any]) -> list[BadInput]:
    """What is wrong with a fight saved from the middle; nothing is brought in."""
    from ..routes.fights import saved_from

    if "record" not in data and "entries" not in data:
        return []
    try:
        saved_from(dict(data))
    except BadInput as error:
        return [error]
    return []


def of_fighter(given: Any, game: Game, lang: str, where: str) -> list[BadInput]:
    """All that is wrong with one fighter."""
    if not isinstance(given, Mapping):
        return [BadInput(where or PLACE, shown(given), phrase("fields of a fighter"))]
    try:
        form = in_full(game, given, lang, where)
    except BadInput as error:
        return [error]
    fields = game.fighter_form.fields or {}
    found = []
    for name, value in form.items():
        place = f"{where}.{name}" if where else name
        if name not in fields:
            found.append(BadInput(place, "unknown", one_of(name, tuple(fields))))
            continue
        try:
            fields[name].read(value, place)
        except BadInput as error:
            found.append(error)
    if not found:
        alone = {name: value for name, value in form.items() if name not in ("engaged", "near")}
        try:
            set_up(game, {"it": alone})
        except BadInput as error:
            tail = error.where.removeprefix("it").removeprefix(".")
            found.append(BadInput(f"{where}.{tail}".strip("."), error.what, error.right, error.rule))
        except FracasError as error:
            found.append(BadInput(where or PLACE, speaker(game.name, lang).error(error), phrase("given")))
    return found


def said(error: BadInput, game: Game, lang: str) -> dict[str, str]:
    """One mistake in the reader's language: the whole line, and its parts."""
    from ...play.errors import found, in_words

    ui = speaker(game.name, lang).ui
    return {
        "where": error.where,
        "what": found(error.what, ui),
        "right": in_words(error.right, ui),
        "rule": error.rule,
        "line": speaker(game.name, lang).error(error),
    }
