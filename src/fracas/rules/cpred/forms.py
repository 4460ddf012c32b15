"""Cyberpunk RED at its edge: fighters as a person writes them, weapons, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.encounter import NO_CLOCK
from ...core.errors import BadInput, phrase
from ...core.forms import DiceField, Flag, Form, ListOf, Map, Text, Whole, Word
from ...core.game import Fighters, enum_option, words_of
from ...core.gear import SLOTS, arms_of, stand_of
from ...core.table import Table
from .attack import WeaponClass
from .house import BY_THE_BOOK, OPTIONS, House
from .injuries import Injury
from .state import (
    LAYERS,
    NO_OUTCOME,
    Ammo,
    Armour,
    Condition,
    Fight,
    Fighter,
    Layers,
    Sheet,
    Skill,
    Wounds,
)
from .stats import (
    armour_penalty,
    hit_points,
)

STAT = Whole(default=6, low=0, high=30)
PLACES = ("body", "head")

PIECE = Form(
    rule="cpred.armour.soak",
    fields={
        "name": Text(default="armour"),
        "sp": Whole(required=True, low=0, high=60, rule="cpred.armour.soak", help="Stopping Power"),
        "covers": ListOf(
            required=True, of=Word(words=PLACES, rule="cpred.armour.locations"), most=2, help="head, body"
        ),
        "penalty": Whole(
            default=0, low=-20, high=20, rule="cpred.armour.penalty", help="2 or -2, as the tables print it"
        ),
    },
)

WEAPON_FIELDS = {
    "class": Word(words=words_of(WeaponClass), rule="cpred.attack.range"),
    "skill": Word(words=words_of(Skill), rule="cpred.check", help="the weapon class's own when left out"),
    "damage": DiceField(rule="cpred.damage.roll", help="such as 3d6, or a number; autofire needs none"),
    "melee": Flag(default=False, rule="cpred.melee.half", help="a melee weapon or Martial Arts"),
    "unarmed": Flag(default=False, rule="cpred.melee.half", help="fists: Brawling"),
    "ammo": Word(words=words_of(Ammo), default="basic", rule="cpred.ammo.ap"),
    "rof": Whole(default=1, low=1, high=2, rule="cpred.turn.actions", help="attacks in an Action"),
    "blast": Flag(default=False, rule="cpred.grenade", help="a grenade or rocket: everybody in 10 by 10 m"),
}
WEAPON = Form(
    rule="cpred.reload",
    fields={
        "name": Text(required=True),
        **WEAPON_FIELDS,
        "magazine": Whole(default=0, low=0, high=999, rule="cpred.reload", help="rounds; 0 needs none"),
        "loaded": Whole(low=0, high=999, rule="cpred.reload", help="now; full when left out"),
    },
)

FIGHTER = Form(
    rule="cpred.hp",
    fields={
        "name": Text(),
        "body": STAT,
        "will": STAT,
        "ref": STAT,
        "dex": STAT,
        "tech": STAT,
        "move": STAT,
        "hp": Whole(low=-999, high=999, rule="cpred.hp", help="now; the maximum when left out"),
        "max_hp": Whole(low=1, high=999, rule="cpred.hp", help="from BODY and WILL when left out"),
        "armour": ListOf(default=[], of=PIECE, most=2 * LAYERS, rule="cpred.armour.highest"),
        "skills": Map(default={}, of=Whole(low=0, high=30), names=words_of(Skill), rule="cpred.check"),
        "cover": Form(rule="cpred.cover", fields={"hp": Whole(required=True, low=0, high=999, rule="cpred.cover")}),
        "injuries": ListOf(default=[], of=Word(words=words_of(Injury), rule="cpred.injury.table"), most=22),
        "death_penalty": Whole(default=0, low=0, high=99, rule="cpred.save.death", help="without the injuries' part"),
        "burning": Whole(default=0, low=0, high=99, rule="cpred.ammo.incendiary"),
        "luck": Whole(default=0, low=0, high=30, rule="cpred.luck", help="points left"),
        "lying": Flag(default=False, rule="cpred.stand"),
        "side": Whole(default=0, low=0, high=9, help="who fights beside whom"),
        "at": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="its point: [x, y] in metres"),
        "weapons": ListOf(default=[], of=WEAPON, most=SLOTS, rule="cpred.reload"),
    },
)


def house(values: Mapping[str, Any]) -> House:
    return House(**values)


def recruit(form: Mapping[str, Any], table: Table) -> Fighter:
    """A fighter from a checked form."""
    layers: dict[str, list[int]] = {place: [] for place in PLACES}
    penalties: list[int] = []
    for number, piece in enumerate(form["armour"]):
        for place in dict.fromkeys(piece["covers"]):
            if len(layers[place]) == LAYERS:
                right = phrase("at most {most} layers at a place", most=LAYERS)
                raise BadInput(f"armour[{number}]", piece["name"], right, "cpred.armour.highest")
            layers[place].append(piece["sp"])
        penalties.append(abs(piece["penalty"]))
    body, head = _filled(layers["body"]), _filled(layers["head"])
    max_hp = form["max_hp"] if form["max_hp"] is not None else hit_points(form["body"], form["will"], table)
    hp = form["hp"] if form["hp"] is not None else max_hp
    skills = tuple(form["skills"].get(name, 0) for name in words_of(Skill))
    worst = armour_penalty(tuple((penalties + [0] * 2 * LAYERS)[: 2 * LAYERS]), table)  # type: ignore[arg-type]
    injuries = 0
    for injury in form["injuries"]:
        injuries |= 1 << Injury[injury.upper()]
    return Fighter(
        Sheet(
            form["body"],
            form["will"],
            form["ref"],
            form["dex"],
            form["tech"],
            form["move"],
            max_hp,
            worst,
            len(layers["body"]),
            len(layers["head"]),
            body,
            head,
            skills,
        ),
        Wounds(hp, form["death_penalty"], injuries, 0, 0, 0),
        Armour(body, head, form["cover"]["hp"] if form["cover"] else 0),
        Condition(form["burning"], 0, 0, 0, int(form["lying"]), 0, 0, form["luck"]),
        stand_of(form),
        arms_of(form["weapons"]),
        NO_OUTCOME,
    )


def _filled(numbers: list[int]) -> Layers:
    return tuple((numbers + [0] * LAYERS)[:LAYERS])  # type: ignore[return-value]


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, fighters, 1, 0, NO_CLOCK)


OPTION_LIST = {
    "tie": enum_option("tie", OPTIONS["tie"], "cpred.check"),
    "death_penalty": enum_option("death_penalty", OPTIONS["death_penalty"], "cpred.save.death"),
}
assert house({name: option.field.default for name, option in OPTION_LIST.items()}) == BY_THE_BOOK
