"""COPS at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.errors import BadInput, Impossible
from ...core.forms import DiceField, Either, Flag, Form, Map, Text, Whole, Word, one_of
from ...core.game import DecisionKind, Fighters, Option, enum_option, named, runs, words_of
from ...core.table import Table
from .attack import attack
from .harm import below_half, hit, life
from .house import BY_THE_BOOK, MISSING, Bleed, ExcessDamage, House, PlaceNumbers
from .state import (
    NO_OUTCOME,
    Aid,
    Attack,
    Characteristic,
    Fight,
    Fighter,
    Hit,
    NewRound,
    Place,
    Sheet,
    Turn,
    Wounds,
)
from .turn import aid, new_round, turn

PLACES = words_of(Place)[1:]
DEFAULT_THRESHOLD = 6
"""For a roll on a characteristic alone (facts 3.1)."""

CHARACTERISTICS = words_of(Characteristic)
FIGHTER = Form(
    rule="cops.hp",
    fields={
        "name": Text(),
        **{name: Whole(default=2, low=1, high=10, rule="cops.test") for name in CHARACTERISTICS},
        "cop": Flag(default=True, rule="cops.hp", help="20 + 3 x carrure life points instead of 10 + 3 x carrure"),
        "hp": Whole(low=-99, high=99, rule="cops.hp", help="now; the maximum when left out"),
        "protection": Map(
            default={},
            of=DiceField(sides=(6, 10), rule="cops.armour.roll", most=20),
            names=PLACES,
            rule="cops.armour.roll",
        ),
        "skills": Map(default={}, of=Whole(low=1, high=10, rule="cops.test"), rule="cops.test"),
    },
)
POWER = Whole(required=True, low=0, high=40, rule="cops.damage.base", help="the weapon's PU, a number of d6")
LOCATION = Word(words=PLACES, rule="cops.location.roll")
HIT = Form(rule="cops.damage.base", fields={"power": POWER, "location": LOCATION})
ATTACK = Form(
    rule="cops.test",
    fields={
        "characteristic": Word(default="coordination", words=CHARACTERISTICS, rule="cops.test"),
        "skill": Either(
            first=Whole(low=1, high=10, rule="cops.test"),
            second=Text(rule="cops.test"),
            help="a skill's name, or its threshold; 6 when left out",
        ),
        "distance": Whole(default=0, low=0, high=10_000, rule="cops.attack.range", help="metres"),
        "range": Whole(default=0, low=0, high=10_000, rule="cops.attack.range", help="the weapon's range in metres"),
        "power": POWER,
        "location": LOCATION,
        "dice": Whole(default=0, low=-10, high=10, rule="cops.test", help="dice more or less"),
        "dn": Whole(default=0, low=-10, high=10, rule="cops.test", help="successes needed, more or less"),
        "label": Text(help="shown in the log beside the modifier"),
    },
)


def house(values: Mapping[str, Any]) -> House:
    dice = {"torso": BY_THE_BOOK.location_dice[Place.TORSO], **values["location_dice"]}
    return House(
        values["bleed"],
        values["excess_damage"],
        tuple(dice.get(place, MISSING) for place in PLACES),
    )


def recruit(form: Mapping[str, Any], table: Table) -> Fighter:
    """A fighter from a checked form."""
    max_hp = life(form["carrure"], int(form["cop"]), table)
    hp = form["hp"] if form["hp"] is not None else max_hp
    worn = [form["protection"].get(place) for place in PLACES]

    def numbers(field: str, bare: int) -> PlaceNumbers:
        return tuple(getattr(dice, field) if dice else bare for dice in worn)  # type: ignore[return-value]

    dead = hp <= -max_hp
    return Fighter(
        Sheet(
            max_hp,
            tuple(form[name] for name in CHARACTERISTICS),
            numbers("number", 0),
            numbers("faces", 6),
            numbers("plus", 0),
        ),
        Wounds(hp, int(hp <= 0 and not dead), 0, int(dead)),
    )


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, fighters, 1, NO_OUTCOME)


def place_of(values: Mapping[str, Any]) -> int:
    return int(Place[values["location"].upper()]) if values["location"] else int(Place.NOWHERE)


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack:
    skill = values["skill"]
    if isinstance(skill, str):
        known = fighters.forms[by]["skills"]
        if skill not in known:
            right = one_of(skill, tuple(known)) if known else "a threshold from 1 to 10: this fighter has no skills"
            raise BadInput("with.skill", skill, right, "cops.test")
        skill = known[skill]
    if values["distance"] > 10 and not values["range"]:
        raise Impossible("with.range", "missing", "given for a shot at more than 10 m", "cops.attack.range")
    return Attack(
        by,
        target,
        int(Characteristic[values["characteristic"].upper()]),
        DEFAULT_THRESHOLD if skill is None else skill,
        values["distance"],
        values["range"],
        values["power"],
        place_of(values),
        values["dice"],
        values["dn"],
    )


DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("hit", HIT, lambda v, by, to, f: Hit(to, v["power"], place_of(v)), hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True),
        DecisionKind("turn", Form(fields={}), lambda v, by, to, f: Turn(by), turn, by=True),
        DecisionKind("round", Form(fields={}), lambda v, by, to, f: NewRound(0), new_round),
        DecisionKind("stabilise", Form(fields={}), lambda v, by, to, f: Aid(by, to), aid, by=True, target=True),
    )
}
for kind, run in ((Hit, hit), (Attack, attack), (Turn, turn), (NewRound, new_round), (Aid, aid)):
    runs(kind, run)

FIGHTER_VIEWS = {
    "hp": lambda w, h: w.wounds.hp,
    "max_hp": lambda w, h: w.sheet.max_hp,
    "down": lambda w, h: w.wounds.hp <= 0,
    "dead": lambda w, h: bool(w.wounds.dead),
    "lasting": lambda w, h: bool(w.wounds.lasting),
    "losing": lambda w, h: bool(w.wounds.losing),
    "dice_penalty": lambda w, h: int(below_half(w)),
    "carrure": lambda w, h: w.sheet.characteristics[Characteristic.CARRURE],
}
FIGHT_VIEWS = {"round": lambda f: f.round}
OUTCOME_VIEWS = {
    "hit": lambda f: bool(f.outcome.hit),
    "location": lambda f: Place(f.outcome.location).name.lower(),
    "damage": lambda f: f.outcome.damage,
    "through": lambda f: f.outcome.through,
    "suffered": lambda f: f.outcome.suffered,
    "critical": lambda f: False,
    "complication": lambda f: False,
}
NUMBER_NAMES = {"place": named(Place), "bleed": named(Bleed), "excess_damage": named(ExcessDamage)}
OPTION_LIST = {
    "bleed": enum_option("bleed", Bleed, "cops.down"),
    "excess_damage": enum_option("excess_damage", ExcessDamage, "cops.attack.excess"),
    "location_dice": Option(
        "location_dice",
        Map(
            default={"torso": 2},
            of=Whole(low=0, high=20, rule="cops.location.dice"),
            names=PLACES,
            rule="cops.location.dice",
        ),
        None,
        "cops.location.dice",
        {"torso": 2},
    ),
}
assert house({name: option.field.default for name, option in OPTION_LIST.items()}) == BY_THE_BOOK
