"""What the sample packs have, in short: one line about each fighter, for lists and cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...core.errors import BadInput, FracasError
from ...core.game import Fighters, Game, set_up
from ...packs import fighter_form, sample_pack, spoken
from ...play.encounter import names_in
from ...play.explain import Explainer
from ...rules import load


@cache
def speaker(ruleset: str, lang: str) -> Explainer:
    """The words of a game where no fight is at hand."""
    return Explainer(load(ruleset), Fighters((), ()), lang, names_in(ruleset, lang))


def in_full(game: Game, fields: Mapping[str, Any], lang: str, where: str = "fighter") -> dict[str, Any]:
    """A fighter as its game's form takes it: the pack's pieces written out, without what only an encounter says of it."""
    own = {key: value for key, value in fields.items() if key not in ("side", "count", "play", "at", "kept")}
    return fighter_form(sample_pack(game.name), own, where, lang)


def line(game: Game, fields: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A fighter in short: ``{name, health, facts: [text], weapons: [name], problem, worked_out}``; what cannot be meant is
    the problem; what its form leaves out and the rules work out is there by name."""
    explainer = speaker(game.name, lang)
    found: dict[str, Any] = {"name": "", "health": None, "facts": [], "weapons": [], "problem": "", "worked_out": {}}
    try:
        form = in_full(game, fields, lang)
        found["name"] = str(form.get("name") or "")
        made = set_up(game, {"it": form})
    except FracasError as error:
        name = fields.get("name")
        plain = without_place(error) if isinstance(error, BadInput) else error
        return found | {"name": found["name"] or str(spoken(name, lang) or ""), "problem": explainer.error(plain)}
    state, read = made.fight.fighters[0], made.fighters.forms[0]
    found["health"] = list(game.health(state, made.fight.house, read))
    counted = game.vital(state)
    for name, value in read.items():
        if value is None and name in game.fighter_views:
            number = game.look(made.fight, ("it",), f"it.{name}")
            found["worked_out"] |= {name: number} if type(number) is int else {}
    for name in game.shown:
        value = game.look(made.fight, ("it",), f"it.{name}")
        said = value not in (None, "", "none", False, [], ()) and name != counted and value != 0
        if said and name in explainer.words.fields:
            found["facts"].append(f"{explainer.say(explainer.words.fields[name])} {explainer.value(value)}")
    for name in game.flags:
        if game.look(made.fight, ("it",), f"it.{name}") and name in explainer.words.fields:
            found["facts"].append(explainer.say(explainer.words.fields[name]))
    if not any(name.startswith("sp") for name in game.shown):
        found["facts"] += worn(game, fields, form, lang)
    found["weapons"] = [explainer.spoken(str(one["name"])) for one in read.get("weapons") or ()]
    return found


def without_place(error: BadInput) -> BadInput:
    """The error of the one fighter of a fight, as the fighter's own."""
    where = error.where.removeprefix("fighter").removeprefix("it").removeprefix(".")
    return BadInput(where or error.where, error.what, error.right, error.rule)


def worn(game: Game, fields: Mapping[str, Any], form: Mapping[str, Any], lang: str) -> list[str]:
    """What a fighter wears, by name, where its game shows no figure for it; or the figure."""
    pack = sample_pack(game.name)
    whole = {**pack.parts["fighters"].get(fields.get("from", ""), {}), **fields}
    given = whole.get("protection", whole.get("armour"))
    ids = [one for one in (given if isinstance(given, list) else [given]) if isinstance(one, str)]
    names = [str(spoken(pack.parts["armour"][id].get("name", id), lang)) for id in ids if id in pack.parts["armour"]]
    figure = form.get("armour")
    if not names and isinstance(figure, int) and figure:
        names = [f"{speaker(game.name, lang).ui('Armour')} {figure}"]
    return names


@cache
def fighters_of(ruleset: str, lang: str) -> dict[str, dict[str, Any]]:
    """All sample fighters of a game in short, by id."""
    game = load(ruleset)
    return {id: {"id": id, **line(game, {"from": id}, lang)} for id in sample_pack(ruleset).parts["fighters"]}


def found_by(ruleset: str, lang: str, words: str) -> list[dict[str, Any]]:
    """The sample fighters that have all of the words in their name, id or weapons.

    >>> [one["id"] for one in found_by("cpred", "en", "SNIPER")]
    ['sniper']
    """
    wanted = words.casefold().split()
    found = []
    for id, one in fighters_of(ruleset, lang).items():
        text = " ".join((id.replace("_", " "), one["name"], *one["weapons"], *one["facts"])).casefold()
        if all(word in text for word in wanted):
            found.append(one)
    return found
