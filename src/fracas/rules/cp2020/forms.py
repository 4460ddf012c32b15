"""Cyberpunk 2020 at its edge: fighters as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.encounter import NO_CLOCK
from ...core.errors import BadInput, phrase
from ...core.forms import DiceField, Flag, Form, ListOf, Map, Text, Whole, Word
from ...core.game import Fighters, enum_option, named, words_of
from ...core.gear import SLOTS, arms_of, placed_at, stand_of, whole
from ...core.table import Table, silent
from .armour import worn_sp
from .house import OPTIONS, House
from .round import ORDERS
from .shot import Band, Modifier, Reliability
from .state import (
    LAYERS,
    NO_OUTCOME,
    NO_POINTS,
    Armour,
    Condition,
    Fight,
    Fighter,
    Layers,
    Place,
    PlaceNumbers,
    Sheet,
    Skill,
    Wounds,
)
from .wearing import encumbrance
from .wounds import MORTAL_0, cool_of, intelligence_of, level_of, ref_of

PLACES = words_of(Place)[1:]
LEVEL_WORDS = ("none", "light", "serious", "critical", *(f"mortal_{n}" for n in range(9)))
STAT = Whole(default=6, low=0, high=30)
SP = Whole(required=True, low=0, high=100, rule="cp2020.armour.stop", help="Stopping Power")
COVERS = ListOf(required=True, of=Word(words=PLACES, rule="cp2020.armour.stop"), most=6, help=", ".join(PLACES))
PIECE = Form(
    rule="cp2020.armour.stop",
    fields={
        "name": Text(default="armour"),
        "sp": SP,
        "covers": COVERS,
        "hard": Flag(default=False, rule="cp2020.edged.halves"),
        "ev": Whole(default=0, low=0, high=20, rule="cp2020.armour.ev"),
        "kind": Word(default="worn", words=("worn", "skinweave", "subdermal"), rule="cp2020.armour.layer_ev"),
        "rpa": Flag(default=False, rule="cp2020.ap.halves", help="AP does not halve its SP"),
    },
)
WEAPON_FIELDS = {
    "skill": Word(words=words_of(Skill), rule="cp2020.attack.roll", help="Handgun when left out"),
    "damage": DiceField(sides=(6, 10), rule="cp2020.damage.dice", help="such as 2D6+1, or a number"),
    "ap": Flag(default=False, rule="cp2020.ap.halves"),
    "edged": Flag(default=False, rule="cp2020.edged.halves"),
    "range": Whole(low=1, high=5_000, rule="cp2020.attack.range", help="the weapon's, in metres"),
    "accuracy": Whole(default=0, low=-10, high=10, rule="cp2020.attack.roll"),
    "rof": Whole(low=1, high=100, rule="cp2020.fire.auto", help="rounds a turn in full auto"),
    "reliability": Word(default="st", words=words_of(Reliability), rule="cp2020.attack.fumble"),
    "automatic": Flag(default=False, rule="cp2020.attack.fumble"),
    "melee": Flag(default=False, rule="cp2020.melee", help="a weapon for close quarters"),
    "radius": Whole(low=0, high=200, rule="cp2020.area", help="of a burst, in metres"),
}
"""What a weapon is, whether it is carried or written with the attack."""
WEAPON = Form(
    rule="cp2020.ammo",
    fields={
        "name": Text(required=True),
        **WEAPON_FIELDS,
        "magazine": Whole(default=0, low=0, high=999, rule="cp2020.ammo", help="rounds; 0 needs none"),
        "loaded": Whole(low=0, high=999, rule="cp2020.ammo", help="now; full when left out"),
    },
)

FIGHTER = Form(
    rule="cp2020.wound.track",
    fields={
        "name": Text(),
        "body": STAT,
        "ref": STAT,
        "int": STAT,
        "cool": STAT,
        "tech": STAT,
        "skills": Map(default={}, of=Whole(low=0, high=20), names=words_of(Skill), rule="cp2020.attack.roll"),
        "damage": Whole(default=0, low=0, high=99, rule="cp2020.wound.track", help="points taken so far"),
        "armour": ListOf(default=[], of=PIECE, most=12, rule="cp2020.armour.max"),
        "cover": Form(rule="cp2020.armour.cover", fields={"sp": SP, "covers": COVERS}),
        "stunned": Flag(default=False, rule="cp2020.save.stun"),
        "stable": Flag(default=False, rule="cp2020.stabilise"),
        "lost": ListOf(default=[], of=Word(words=PLACES[2:], rule="cp2020.limb.loss"), most=4),
        "move": Whole(
            default=6, low=0, high=30, rule="cp2020.turn.actions", help="MA: metres a turn are three times it"
        ),
        "luck": Whole(default=0, low=0, high=30, rule="cp2020.luck", help="points left"),
        "lying": Flag(default=False, rule="cp2020.grab"),
        "surprised": Flag(
            default=False, rule="cp2020.attack.modifiers", help="can be ambushed until its first turn in a fight"
        ),
        "side": Whole(default=0, low=0, high=9, help="who fights beside whom"),
        "at": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="its point: [x, y] in metres"),
        "weapons": ListOf(default=[], of=WEAPON, most=SLOTS, rule="cp2020.ammo"),
    },
)


def house(values: Mapping[str, Any]) -> House:
    return House(**values)


def recruit(form: Mapping[str, Any], table: Table) -> Fighter:
    """A fighter from a checked form."""
    stacks: list[list[int]] = [[] for _ in PLACES]
    pieces = [0] * 6
    masks = {"hard": 0, "rpa": 0, "skinweave": 0}
    hard_pieces = 0
    for number, piece in enumerate(form["armour"]):
        hard_pieces |= int(piece["hard"]) << number
        for place in (PLACES.index(word) for word in dict.fromkeys(piece["covers"])):
            slot = len(stacks[place])
            if slot == LAYERS:
                right = phrase("at most {most} layers at a place", most=LAYERS)
                raise BadInput(f"armour[{number}]", piece["name"], right, "cp2020.armour.max")
            stacks[place].append(piece["sp"])
            pieces[place] |= number << 4 * slot | piece["sp"] << 20 + 7 * slot
            has = {"hard": piece["hard"], "rpa": piece["rpa"], "skinweave": piece["kind"] == "skinweave"}
            for name in masks:
                masks[name] |= int(has[name]) << LAYERS * place + slot
    cover = form["cover"]
    sheet = Sheet(
        form["body"],
        form["ref"],
        form["int"],
        form["cool"],
        form["tech"],
        sum(piece["ev"] for piece in form["armour"]),
        tuple(form["skills"].get(name, 0) for name in words_of(Skill)),
        sum(len(stack) << 3 * place for place, stack in enumerate(stacks)),
        masks["hard"],
        masks["rpa"],
        masks["skinweave"],
        _six(pieces),
        hard_pieces,
        form["move"],
    )
    places = mask_of(cover["covers"]) if cover else 0
    return Fighter(
        sheet,
        Wounds(form["damage"], int(form["stunned"]), int(form["stable"]), mask_of(form["lost"]), 0),
        Armour(_stacks(stacks), cover["sp"] if cover else 0, places),
        Condition(0, 0, 0, 0, 0, 0, int(form["lying"]), form["luck"], 0, 0, NO_POINTS, int(form["surprised"])),
        stand_of(form),
        arms_of(form["weapons"]),
        NO_OUTCOME,
    )


def mask_of(places: list[str]) -> int:
    return sum(1 << PLACES.index(place) for place in set(places))


def _six(numbers: Any) -> PlaceNumbers:
    return tuple(numbers)


def _stacks(rows: list[list[int]]) -> Any:
    filled: list[Layers] = [tuple((row + [0] * LAYERS)[:LAYERS]) for row in rows]  # type: ignore[misc]
    return tuple(filled)


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, tuple(_dead_if_beyond(who, rules) for who in fighters), 1, 0, NO_CLOCK)


def _dead_if_beyond(who: Fighter, rules: House) -> Fighter:
    dead = level_of(who.wounds.damage) > MORTAL_0 + rules.mortal_max
    return who._replace(wounds=who.wounds._replace(dead=1)) if dead else who


def wound_word(who: Fighter) -> str:
    return "dead" if who.wounds.dead else LEVEL_WORDS[min(level_of(who.wounds.damage), len(LEVEL_WORDS) - 1)]


FIGHTER_VIEWS: dict[str, Any] = {
    "damage": lambda w, h: w.wounds.damage,
    "wound": lambda w, h: wound_word(w),
    "ref": lambda w, h: ref_of(w, 0, h, silent),
    "int": intelligence_of,
    "cool": cool_of,
    "tech": lambda w, h: w.sheet.tech,
    "body": lambda w, h: w.sheet.body,
    "ev": lambda w, h: encumbrance(w, 0, h, silent),
    "stunned": lambda w, h: bool(w.wounds.stunned),
    "stable": lambda w, h: bool(w.wounds.stable),
    "dead": lambda w, h: bool(w.wounds.dead),
    "lost": lambda w, h: [word for place, word in enumerate(PLACES) if w.wounds.lost >> place & 1],
    "dropped": lambda w, h: bool(w.condition.dropped),
    "jammed": lambda w, h: bool(w.condition.jammed),
    "jam_turns": lambda w, h: w.condition.jam_turns,
    "held": lambda w, h: bool(w.condition.held),
    "held_fast": lambda w, h: bool(w.condition.fast),
    "lying": lambda w, h: bool(w.condition.lying),
    "surprised": lambda w, h: bool(w.condition.surprised),
    "luck": lambda w, h: w.condition.luck,
    "actions": lambda w, h: w.stand.actions,
    "at": lambda w, h: [w.stand.x, w.stand.y],
    "here": lambda w, h: bool(w.stand.here),
    "initiative": lambda w, h: w.stand.order // ORDERS,
    "move": lambda w, h: w.sheet.move,
    "moved": lambda w, h: w.stand.moved,
    "loaded": lambda w, h: list(w.arms.loaded),
}
for place, word in enumerate(PLACES):
    FIGHTER_VIEWS[f"sp.{word}"] = lambda w, h, place=place: worn_sp(w, place, h)
    FIGHTER_VIEWS[f"layers.{word}"] = lambda w, h, place=place: list(
        w.armour.sp[place][: w.sheet.layers >> (3 * place) & 7]
    )
FIGHT_VIEWS = {"round": lambda f: f.round, "active": lambda f: f.clock.active, "over": lambda f: bool(f.clock.over)}
TARGET_VIEWS: dict[str, Any] = {
    "hit": lambda w: bool(w.outcome.hit),
    "location": lambda w: Place(w.outcome.location).name.lower(),
    "damage": lambda w: w.outcome.damage,
    "through": lambda w: w.outcome.through,
    "suffered": lambda w: w.outcome.suffered,
    "rounds": lambda w: w.outcome.rounds,
    "critical": lambda w: False,
    "complication": lambda w: False,
}
OUTCOME_VIEWS: dict[str, Any] = {
    name: lambda f, view=view: view(f.fighters[f.first]) for name, view in TARGET_VIEWS.items()
}
NUMBER_NAMES = {
    "place": named(Place),
    "skill": named(Skill),
    "band": named(Band),
    "modifier": named(Modifier),
    "level": lambda level: LEVEL_WORDS[level] if level < len(LEVEL_WORDS) else "past",
    **{name: named(values) for name, (values, _) in OPTIONS.items()},
}
OPTION_LIST = {name: enum_option(name, values, rule) for name, (values, rule) in OPTIONS.items()}

SETTERS: dict[str, Any] = {
    "damage": lambda w, v: w._replace(wounds=w.wounds._replace(damage=whole(v, 0, 99))),
    "dead": lambda w, v: w._replace(wounds=w.wounds._replace(dead=whole(int(v), 0, 1))),
    "stunned": lambda w, v: w._replace(wounds=w.wounds._replace(stunned=whole(int(v), 0, 1))),
    "stable": lambda w, v: w._replace(wounds=w.wounds._replace(stable=whole(int(v), 0, 1))),
    "lying": lambda w, v: w._replace(condition=w.condition._replace(lying=whole(int(v), 0, 1))),
    "surprised": lambda w, v: w._replace(condition=w.condition._replace(surprised=whole(int(v), 0, 1))),
    "luck": lambda w, v: w._replace(condition=w.condition._replace(luck=whole(v, 0, 30))),
    "initiative": lambda w, v: w._replace(stand=w.stand._replace(order=whole(v, 0, 99) * ORDERS)),
    "at": lambda w, v: w._replace(stand=placed_at(w.stand, v)),
}
"""What the GM may set."""
