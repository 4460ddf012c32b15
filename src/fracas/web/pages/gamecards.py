"""What the app says about each game before one plays it: its flavour, which printing is followed, what is covered and what is
not; and its house rules as switches, each reading in words. The switches are the game's own options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.forms import Map
from ...core.game import Game, Option
from ...play.explain import Explainer
from ...rules import GAMES, load
from .fighterform import Editor
from .frame import Form
from .samples import speaker

Say = Callable[[str], str]


@dataclass(frozen=True)
class Card:
    """A game in a few sentences, in the reader's language."""

    dice: str
    flavour: str
    printing: str
    covered: str
    missing: str


def cards(ui: Say) -> dict[str, Card]:
    """The card of each game."""
    return {
        "cpred": Card(
            ui("d10, damage in d6"),
            ui("Quick street fights: armour that wears down, Critical Injuries, Death Saves."),
            ui("Core rules of 2020, with the publisher's corrections and answers."),
            ui(
                "Single shots, autofire, suppressive fire, shells, grenades, melee, grabs, dodging, aimed shots, cover, "
                "armour and its repair, Critical Injuries, Death Saves, stabilising, Luck, special ammunition."
            ),
            ui("Netrunning, vehicles, cyberware beyond the numbers of the sheet, drugs, role abilities."),
        ),
        "cops": Card(
            ui("pool of d10, damage in d6"),
            ui("Police work that goes wrong: secret stances, protection that is rolled, life points below zero."),
            ui(
                "First edition, damage and life points; the numbers of stances, paces and locations are data that "
                "you may change."
            ),
            ui(
                "Attacks at range and hand to hand, stance and pace, protection, location dice, lasting harm, "
                "the countdown, aid."
            ),
            ui("Covering and opportunity fire, vehicles, weapon jams, chases."),
        ),
        "cp2020": Card(
            ui("d10, damage in d6"),
            ui("Deadly and detailed: six locations, layers of armour, forty boxes, saves against stun and death."),
            ui("Second edition, Friday Night Firefight, with the publisher's later rules for layers of armour."),
            ui(
                "Single shots, bursts, full auto, suppressive fire, shells, grenades, melee, grabbing, layers of hard "
                "and soft armour, armour-piercing and edged weapons, limbs, stun and death saves, stabilising, "
                "jams and fumbles, ambush."
            ),
            ui("Netrunning, vehicles, cyberware beyond the numbers of the sheet, fire, gas and drugs."),
        ),
        "wng": Card(
            ui("pool of d6 with a Wrath die"),
            ui("War on a grand scale: Wrath dice, Glory and Ruin, mobs, wounds and Shock, critical hits."),
            ui("Core rulebook 2.1, the whole combat chapter."),
            ui(
                "Who acts next, all kinds of attack, cover, sight, mobs, Wrath and complications, critical hits, Shock "
                "and Determination, traumatic and memorable injuries, conditions, hazards, stealth, interaction "
                "attacks, held actions."
            ),
            ui("Psychic powers, vehicles beyond a walker's numbers, talents, corruption."),
        ),
    }


def card_data(ruleset: str, lang: str, house: Mapping[str, Any]) -> dict[str, Any]:
    """One game's card for JSON and the template, its switches as ``house`` has them."""
    game, explainer = load(ruleset), speaker(ruleset, lang)
    return {
        "name": ruleset,
        "title": game.title,
        "version": game.version,
        **cards(explainer.ui)[ruleset].__dict__,
        "rules": len(game.book.rules),
        "house": house_data(game, explainer, house),
        "changed": len(house_differs(game, house)),
    }


def all_cards(lang: str, houses: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All games."""
    return [card_data(name, lang, houses.get(name, {})) for name in GAMES]


def house_data(game: Game, explainer: Explainer, house: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The house rules as switches: what each decides, the rule it belongs to, its readings, and which is chosen."""
    return [switch(game, explainer, option, house) for option in game.options.values()]


def switch(game: Game, explainer: Explainer, option: Option, house: Mapping[str, Any]) -> dict[str, Any]:
    """One house rule."""
    rule = game.book.rules[option.rule]
    now = house.get(option.name, option.default)
    found: dict[str, Any] = {
        "name": option.name,
        "path": f"h.{option.name}",
        "label": explainer.say(explainer.words.options[option.name]),
        "rule": option.rule,
        "title": explainer.title(option.rule),
        "text": explainer.say(rule.summary),
        "changed": now != option.default,
    }
    if option.values is None:
        assert isinstance(option.field, Map)
        value = now if isinstance(now, Mapping) else {}
        return found | Editor.of(game, explainer).pairs(family_of(option), option.field, value, found["path"])
    found["kind"] = "readings"
    found["readings"] = [
        {
            "value": str(value).lower(),
            "label": explainer.term(option.name, str(value).lower()),
            "chosen": value == now and isinstance(value, bool) == isinstance(now, bool),
            "usual": value == option.default,
        }
        for value in option.written()
    ]
    return found


def family_of(option: Option) -> str:
    """Where the game's words for the names of an option that is data are: ``stances`` -> ``stance``, places for locations."""
    return {"stances": "stance", "paces": "pace", "location_dice": "location"}.get(option.name, option.name)


def house_differs(game: Game, house: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules that are not as usual."""
    return {
        name: value for name, value in house.items() if name not in game.options or value != game.options[name].default
    }


def house_from(game: Game, explainer: Explainer, form: Form) -> dict[str, Any]:
    """The house rules that a form says, without those that are as usual."""
    found: dict[str, Any] = {}
    for name, option in game.options.items():
        if option.values is None and isinstance(option.field, Map):
            found[name] = Editor.of(game, explainer).pairs_value(option.field, form, f"h.{name}")
            continue
        given = form.get(f"h.{name}", str(option.default).lower())
        found[name] = next((one for one in option.written() if str(one).lower() == given), given)
    return house_differs(game, found)
