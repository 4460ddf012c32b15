"""COPS at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.encounter import FROM_POINTS, INLINE, NO_CLOCK
from ...core.errors import BadInput, Impossible, phrase
from ...core.forms import DiceField, Either, Flag, Form, ListOf, Map, Text, Whole, Word, one_of
from ...core.game import DecisionKind, Fighters, Option, enum_option, named, runs, words_of
from ...core.gear import SLOTS, arms_of, placed_at, slot_named, stand_of, way_of, whole
from ...core.table import Table
from .attack import attack
from .harm import below_half, hit, life
from .house import BY_THE_BOOK, EXAMPLE_PACK, MISSING, NO_ENTRY, Bleed, ExcessDamage, House, PlaceNumbers
from .round import begin as begin_fight
from .round import choose, done, move, reload
from .state import (
    NO_OUTCOME,
    Aid,
    Attack,
    Begin,
    Characteristic,
    Choose,
    Done,
    Fight,
    Fighter,
    Hit,
    Move,
    NewRound,
    Pace,
    Place,
    Reload,
    Sheet,
    Stance,
    Turn,
    Wounds,
)
from .turn import aid, new_round, turn

PLACES = words_of(Place)[1:]
STANCES = words_of(Stance)[1:]
PACES = words_of(Pace)[1:]
DEFAULT_THRESHOLD = 6
"""For a roll on a characteristic alone (facts 3.1)."""

CHARACTERISTICS = words_of(Characteristic)
DEFAULT_CHARACTERISTIC = "coordination"
SKILL = Either(
    first=Whole(low=1, high=10, rule="cops.test"),
    second=Text(rule="cops.test"),
    help="a skill's name, or its threshold; 6 when left out",
)
POWER = Whole(low=0, high=40, rule="cops.damage.base", help="the weapon's PU, a number of d6")
WEAPON = Form(
    rule="cops.attack.range",
    fields={
        "name": Text(required=True),
        "skill": SKILL,
        "power": replace(POWER, required=True),
        "range": Whole(low=0, high=10_000, rule="cops.attack.range", help="in metres"),
        "characteristic": Word(words=CHARACTERISTICS, rule="cops.test", help="coordination when left out"),
        "magazine": Whole(default=0, low=0, high=999, rule="cops.attack.range", help="rounds; 0 needs none"),
        "loaded": Whole(low=0, high=999, rule="cops.attack.range", help="now; full when left out"),
    },
)
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
        "stance": Word(words=STANCES, rule="cops.turn.stance", help="none chosen when left out"),
        "pace": Word(words=PACES, rule="cops.turn.stance", help="none chosen when left out"),
        "side": Whole(default=0, low=0, high=9, help="who fights beside whom"),
        "at": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="its point: [x, y] in metres"),
        "weapons": ListOf(default=[], of=WEAPON, most=SLOTS, rule="cops.attack.range"),
    },
)
LOCATION = Word(words=PLACES, rule="cops.location.roll")
HIT = Form(rule="cops.damage.base", fields={"power": replace(POWER, required=True), "location": LOCATION})
ATTACK = Form(
    rule="cops.test",
    fields={
        "characteristic": Word(words=CHARACTERISTICS, rule="cops.test", help="coordination when left out"),
        "skill": SKILL,
        "distance": Whole(
            low=0,
            high=10_000,
            rule="cops.attack.range",
            help="metres; when left out, from the points of the two, or 0 where there are none",
        ),
        "range": Whole(low=0, high=10_000, rule="cops.attack.range", help="the weapon's range in metres"),
        "weapon": Text(help="the name of a weapon that the fighter carries"),
        "power": POWER,
        "location": LOCATION,
        "dice": Whole(default=0, low=-10, high=10, rule="cops.test", help="dice more or less"),
        "dn": Whole(default=0, low=-10, high=10, rule="cops.test", help="successes needed, more or less"),
        "label": Text(help="shown in the log beside the modifier"),
    },
)
STANCE = Form(
    rule="cops.turn.stance",
    fields={
        "stance": Word(words=STANCES, rule="cops.turn.stance", help="that of before when left out"),
        "pace": Word(words=PACES, rule="cops.turn.stance", help="that of before when left out"),
    },
)
MOVE = Form(
    rule="cops.turn.stance",
    fields={
        "to": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="a point: [x, y] in metres"),
        "metres": Whole(low=0, high=100_000),
    },
)
RELOAD = Form(rule="cops.attack.range", fields={"weapon": Text(help="the first when left out")})
NOTHING = Form(fields={})


def house(values: Mapping[str, Any]) -> House:
    dice = {"torso": BY_THE_BOOK.location_dice[Place.TORSO], **values["location_dice"]}
    return House(
        values["bleed"],
        values["excess_damage"],
        tuple(dice.get(place, MISSING) for place in PLACES),
        tuple(values["stances"].get(stance, NO_ENTRY) for stance in STANCES),
        tuple(values["paces"].get(pace, NO_ENTRY) for pace in PACES),
    )


def lacks(rules: House) -> str:
    """The places without location dice: a whole fight needs them all."""
    missing = [place for place, dice in zip(PLACES, rules.location_dice, strict=True) if dice == MISSING]
    return f"location_dice: {', '.join(missing)}" if missing else ""


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
        int(Stance[(form["stance"] or "none").upper()]),
        int(Pace[(form["pace"] or "none").upper()]),
        stand_of(form),
        arms_of(form["weapons"]),
        NO_OUTCOME,
    )


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, fighters, 1, 0, NO_CLOCK)


def place_of(values: Mapping[str, Any]) -> int:
    return int(Place[values["location"].upper()]) if values["location"] else int(Place.NOWHERE)


def armed(values: Mapping[str, Any], by: int, fighters: Fighters) -> tuple[dict[str, Any], int]:
    """The fields of an attack with those of the weapon carried that it names (or, where it gives no PU of its own, of the
    first), and that weapon's slot."""
    carried = fighters.forms[by]["weapons"]
    if values["weapon"] is None and (values["power"] is not None or not carried):
        return dict(values), INLINE
    slot = slot_named(values["weapon"], carried, "cops.attack.range")
    given = {name: carried[slot][name] for name in ("skill", "power", "range", "characteristic")}
    return {**values, **{name: value for name, value in given.items() if values[name] is None}}, slot


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack:
    values, slot = armed(values, by, fighters)
    if values["power"] is None:
        raise BadInput("with.power", "missing", phrase("given ({help})", help=phrase(POWER.help)), "cops.damage.base")
    skill = values["skill"]
    if isinstance(skill, str):
        known = fighters.forms[by]["skills"]
        if skill not in known:
            right = (
                one_of(skill, tuple(known)) if known else phrase("a threshold from 1 to 10: this fighter has no skills")
            )
            raise BadInput("with.skill", skill, right, "cops.test")
        skill = known[skill]
    distance = FROM_POINTS if values["distance"] is None else values["distance"]
    if distance > 10 and not values["range"]:
        raise Impossible("with.range", "missing", "given for a shot at more than 10 m", "cops.attack.range")
    return Attack(
        by,
        target,
        slot,
        int(Characteristic[(values["characteristic"] or DEFAULT_CHARACTERISTIC).upper()]),
        DEFAULT_THRESHOLD if skill is None else skill,
        distance,
        values["range"] or 0,
        values["power"],
        place_of(values),
        values["dice"],
        values["dn"],
    )


def build_stance(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Choose:
    stance, pace = values["stance"], values["pace"]
    if stance is None and pace is None:
        raise BadInput("with.stance", "missing", one_of(None, STANCES), "cops.turn.stance")
    return Choose(by, int(Stance[(stance or "none").upper()]), int(Pace[(pace or "none").upper()]))


def build_move(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Move:
    return Move(by, *way_of(values, "cops.turn.stance"))


def build_reload(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Reload:
    return Reload(by, slot_named(values["weapon"], fighters.forms[by]["weapons"], "cops.attack.range"))


DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("begin", NOTHING, lambda v, by, to, f: Begin(0), begin_fight),
        DecisionKind("done", NOTHING, lambda v, by, to, f: Done(by), done, by=True),
        DecisionKind("stance", STANCE, build_stance, choose, by=True),
        DecisionKind("move", MOVE, build_move, move, by=True),
        DecisionKind("reload", RELOAD, build_reload, reload, by=True),
        DecisionKind("hit", HIT, lambda v, by, to, f: Hit(to, v["power"], place_of(v)), hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True),
        DecisionKind("turn", NOTHING, lambda v, by, to, f: Turn(by), turn, by=True),
        DecisionKind("round", NOTHING, lambda v, by, to, f: NewRound(0), new_round),
        DecisionKind("stabilise", NOTHING, lambda v, by, to, f: Aid(by, to), aid, by=True, target=True),
    )
}
for kind, run in (
    (Hit, hit),
    (Attack, attack),
    (Turn, turn),
    (NewRound, new_round),
    (Aid, aid),
    (Begin, begin_fight),
    (Done, done),
    (Choose, choose),
    (Move, move),
    (Reload, reload),
):
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
    "stance": lambda w, h: Stance(w.stance).name.lower(),
    "pace": lambda w, h: Pace(w.pace).name.lower(),
    "at": lambda w, h: [w.stand.x, w.stand.y],
    "here": lambda w, h: bool(w.stand.here),
    "initiative": lambda w, h: w.stand.order,
    "moved": lambda w, h: w.stand.moved,
    "loaded": lambda w, h: list(w.arms.loaded),
}
FIGHT_VIEWS = {"round": lambda f: f.round, "active": lambda f: f.clock.active, "over": lambda f: bool(f.clock.over)}
TARGET_VIEWS: dict[str, Any] = {
    "hit": lambda w: bool(w.outcome.hit),
    "location": lambda w: Place(w.outcome.location).name.lower(),
    "damage": lambda w: w.outcome.damage,
    "through": lambda w: w.outcome.through,
    "suffered": lambda w: w.outcome.suffered,
    "critical": lambda w: False,
    "complication": lambda w: False,
}
OUTCOME_VIEWS: dict[str, Any] = {
    name: lambda f, view=view: view(f.fighters[f.first]) for name, view in TARGET_VIEWS.items()
}


def set_hp(who: Fighter, value: Any) -> Fighter:
    """Life points, with what they mean: at 0 or less one loses points, at minus the maximum one is dead."""
    hp = whole(value, -99, 99)
    dead = hp <= -who.sheet.max_hp
    return who._replace(wounds=who.wounds._replace(hp=hp, losing=int(hp <= 0 and not dead), dead=int(dead)))


SETTERS: dict[str, Any] = {
    "hp": set_hp,
    "lasting": lambda w, v: w._replace(wounds=w.wounds._replace(lasting=whole(int(v), 0, 1))),
    "losing": lambda w, v: w._replace(wounds=w.wounds._replace(losing=whole(int(v), 0, 1))),
    "at": lambda w, v: w._replace(stand=placed_at(w.stand, v)),
    "initiative": lambda w, v: w._replace(stand=w.stand._replace(order=whole(v, -99, 99))),
}
NUMBER_NAMES = {
    "place": named(Place),
    "bleed": named(Bleed),
    "excess_damage": named(ExcessDamage),
    "stance": named(Stance),
    "pace": named(Pace),
}


def numbers_option(name: str, words: tuple[str, ...]) -> Option:
    """Data with a number for each of five words; what is given stands in place of the whole example pack."""
    pack = dict(zip(words, EXAMPLE_PACK, strict=True))
    number = Whole(low=-10, high=10, rule="cops.turn.stance")
    return Option(
        name, Map(default=pack, of=number, names=words, rule="cops.turn.stance"), None, "cops.turn.stance", pack
    )


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
    **{name: numbers_option(name, words) for name, words in (("stances", STANCES), ("paces", PACES))},
}
assert house({name: option.field.default for name, option in OPTION_LIST.items()}) == BY_THE_BOOK
