"""Odds only: two fighters and one attack, no fight and nobody to come in. All that is asked stands in the address.

``a`` and ``b`` name fighters of the sample pack (nothing: only what is typed); ``a.with`` and ``b.with`` are typed as on the
command line (``ref=8 sp=11``) and stand before what the sample has; ``metres`` lie between them; ``house.tie=meets`` is a
house rule; ``with`` are typed fields of the decision (``class=pistol skill=handgun damage=3d6``), in place of a weapon that
is carried; all else is the decision, as in a fight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...core.files import read_yaml
from ...core.forms import shown
from ...core.game import Game
from ...encounters import ENCOUNTERS
from ...odds import Step
from ...odds.budget import Worked
from ...packs import sample_pack, spoken
from ...play.encounter import encounter_of
from ...play.explain import Explainer
from ...play.legal import Choice
from ...play.policies import STRIKES
from ...play.shorthand import fields_typed, value_of
from ...rules import GAMES, load
from ...table.position import Position, choice_of
from ...table.roles import GM
from .composer import Composer, Known
from .frame import Form, PageLang, Sent, page, show
from .oddsbeside import changes, compared, readings
from .oddsheet import as_csv, costs
from .oddsparts import Subject, choice_sent, drawing, result
from .rules import game_of, options_of
from .words import act_word

router = APIRouter()
MOST_TYPED = 400
"""Characters of what is typed for one fighter."""
FAR, USUAL = 1000, 8
"""Metres between them, at most and if nothing is said."""
PLACES = ("a", "b")
EXAMPLES = {
    "cpred": "class=pistol skill=handgun damage=3d6",
    "cops": "power=5 range=25",
    "cp2020": "skill=handgun damage=2D6+1 range=50",
}
"""What may be typed of an attack, in the games that take one without a weapon that is carried."""


@dataclass(frozen=True)
class Asked:
    """What stands in the address besides the decision."""

    game: Game
    samples: tuple[str, str]
    typed: tuple[str, str]
    metres: int
    fields: str
    house: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, game: Game, form: Form) -> Asked:
        """From the address; without fighters in it those of the game's sample duel."""
        usual = duellists(game.name)
        samples = tuple(form.get(id) if id in form else usual[place] for place, id in enumerate(PLACES))
        texts = {name: form.get(name).strip() for name in (*(f"{id}.with" for id in PLACES), "with")}
        for name, text in texts.items():
            if len(text) > MOST_TYPED:
                right = phrase("a text of at most {most} characters", most=MOST_TYPED)
                raise BadInput(name, shown(text), right)
        metres = form.whole("metres")
        metres = USUAL if metres is None else metres
        if not 0 <= metres <= FAR:
            raise BadInput("metres", str(metres), phrase("a whole number from {low} to {high}", low=0, high=FAR))
        options = game.options.values()
        house = [(one.name, form.get(f"house.{one.name}")) for one in options if form.get(f"house.{one.name}")]
        return cls(
            game, (samples[0], samples[1]), (texts["a.with"], texts["b.with"]), metres, texts["with"], tuple(house)
        )

    def query(self) -> list[tuple[str, str]]:
        """For an address."""
        found = list(zip(PLACES, self.samples, strict=True))
        found += [(f"{id}.with", text) for id, text in zip(PLACES, self.typed, strict=True) if text]
        found += [("with", self.fields)] if self.fields else []
        return [*found, ("metres", str(self.metres)), *((f"house.{name}", word) for name, word in self.house)]

    def position(self, lang: str) -> Position:
        """The two of them facing each other; BadInput where that cannot be."""
        fighters = {}
        for place, id in enumerate(PLACES):
            typed = fields_typed(self.typed[place], f"{id}.with")
            own: dict[str, Any] = {"from": self.samples[place]} if self.samples[place] else {"name": id.upper()}
            own |= self.game.shorthand(typed)
            fighters[id] = own | {"side": id, "at": [place * self.metres, 0]}
        house = dict(duel(self.game.name).get("house", {})) | {
            name: value_of(word, f"house.{name}") for name, word in self.house
        }
        sides = list(PLACES)
        encounter = encounter_of(
            {"ruleset": self.game.name, "sides": sides, "fighters": fighters, "house": house}, lang
        )
        forms = {id: dict(form) for id, form in encounter.session.record.fighters.items()}
        return Position("", ruleset=self.game.name, house=house, forms=forms)


class Alone(Composer):
    """The composer of one attack of ``a`` on ``b``, with no fight around it: nobody has the turn."""

    def __init__(self, position: Position, lang: str) -> None:
        super().__init__(position, GM, lang)
        moves = import_module(f"fracas.play.moves.{position.ruleset}")
        thought = [one for one in moves.candidates(self.session, 0) if one.do in STRIKES and one.by == "a"]
        self.known = [Known(one, self.reason(one)) for one in thought]


@dataclass(frozen=True)
class Only:
    """What a page of odds only works with."""

    asked: Asked
    composer: dict[str, Any]
    acts: list[dict[str, Any]]
    explainer: Explainer
    subject: Subject


@cache
def duel(game: str) -> Mapping[str, Any]:
    """The game's sample duel: who fights, and the house rules that a fight cannot do without."""
    found: Mapping[str, Any] = read_yaml(str(ENCOUNTERS[f"{game}_duel"]))
    return found


def duellists(game: str) -> tuple[str, str]:
    """The two of the sample duel."""
    names = [str(one["from"]) for one in duel(game)["fighters"].values()]
    return names[0], names[1]


def only(request: Request, name: str, lang: str, form: Form) -> Only:
    """All of it; BadInput in one line where what is asked cannot be meant."""
    costs(request)
    asked = Asked.read(game_of(name), form)
    position = asked.position(lang)
    alone = Alone(position, lang)
    acts = alone.acts()
    if asked.fields:
        return typed_in_full(asked, alone, name)
    if not acts:
        raise BadInput("a", shown(asked.samples[0]), phrase("a fighter with something to attack with"))
    do = form.get("do")
    if do not in acts:
        do = next((one for one, some in acts.items() if any(not known.why for known in some)), next(iter(acts)))
    composer = alone.decision(do, acts[do], form, form.get("changed"))
    explainer = alone.explainer
    choice = choice_sent(asked.game, position.ids, form) if "by" in form else choice_of(composer["choice"])
    known = [one.choice for one in alone.known]
    subject = Subject(
        asked.game,
        position.session,
        explainer,
        choice,
        known,
        f"/odds/{name}",
        asked.query(),
        lambda one: one.steps or (),
    )
    labels = [{"do": one, "label": act_word(explainer, one), "chosen": one == do} for one in acts]
    return Only(asked, composer, labels, explainer, subject)


def typed_in_full(asked: Asked, alone: Alone, name: str) -> Only:
    """An attack whose fields are all typed, as on the command line."""
    choice = Choice("attack", "a", "b", (), fields_typed(asked.fields, "with"))
    choice.build(asked.game, alone.position.fighters)
    explainer, composer = alone.explainer, {"mains": [], "more": [], "do": "attack"}
    state = [pair for pair in asked.query() if pair[0] != "with"]
    subject = Subject(
        asked.game, alone.session, explainer, choice, [choice], f"/odds/{name}", state, all_steps, writes=in_words
    )
    return Only(asked, composer, [{"do": "attack", "label": "", "chosen": True}], explainer, subject)


def all_steps(found: Worked) -> Sequence[Step]:
    """Nobody hides anything here."""
    return found.steps or ()


def in_words(choice: Choice) -> list[tuple[str, str]]:
    """A decision's fields as they are typed, for an address.

    >>> in_words(Choice("attack", "a", "b", (), {"damage": "3d6", "dodge": True}))
    [('with', 'damage=3d6 dodge=true')]
    """
    return [("with", " ".join(f"{name}={word_of(value)}" for name, value in choice.details.items()))]


def word_of(value: Any) -> str:
    """One value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{','.join(map(str, value))}]" if isinstance(value, (list, tuple)) else str(value)


def about(found: Only, lang: str) -> dict[str, Any]:
    """What every page of odds only has besides."""
    asked, name = found.asked, found.asked.game.name
    fighters = sample_pack(name).parts["fighters"]
    who = [{"id": id, "name": str(spoken(one.get("name", id), lang))} for id, one in fighters.items()]
    return {
        "place": {"ruleset": name, "name": asked.game.title, "back": f"/odds/{name}"},
        "samples": who,
        "asked": {
            "a": asked.samples[0],
            "b": asked.samples[1],
            "a_with": asked.typed[0],
            "b_with": asked.typed[1],
            "metres": asked.metres,
            "with": asked.fields,
            "house": dict(asked.house),
        },
    }


@page(router, "/odds")
def games(request: Request, lang: PageLang) -> Response:
    """Which game?"""
    return show(request, "odds_games.html", {"games": [{"id": name, "title": load(name).title} for name in GAMES]})


@router.get("/odds/{game}.csv", include_in_schema=False)
def table_of(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """What the target loses, as a table for spreadsheets."""
    return as_csv(only(request, game, lang, form).subject)


@page(router, "/odds/{game}")
def sheet(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """The form, and the result of what stands in it. What cannot be meant is told beside the form, which stays as it is."""
    found = only(request, game, lang, form)
    composer = found.composer
    hidden = ("distance", "weapon")
    composer["more"] = [one for one in composer["more"] if one["name"] not in hidden]
    composer["mains"] = [one for one in composer["mains"] if one["name"] != "distance"]
    data = {
        **result(found.subject),
        **about(found, lang),
        "acts": found.acts,
        "composer": composer,
        "example": EXAMPLES.get(game, ""),
        "options": [one for one in options_of(found.explainer) if one["values"]],
    }
    return show(request, "odds_only.html", data, drawing=drawing)


@page(router, "/odds/{game}/compare")
def compare(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """The other weapons."""
    found = only(request, game, lang, form)
    return show(request, "odds_compare.html", compared(found.subject, form.get("sort")) | about(found, lang))


@page(router, "/odds/{game}/changes")
def what_changes(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """What would change it most."""
    found = only(request, game, lang, form)
    return show(request, "odds_changes.html", changes(found.subject) | about(found, lang))


@page(router, "/odds/{game}/readings")
def house_rules(request: Request, game: str, lang: PageLang, form: Sent) -> Response:
    """The readings of the rules side by side."""
    found = only(request, game, lang, form)
    return show(request, "odds_readings.html", readings(found.subject) | about(found, lang))
