"""Wrath & Glory at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from ...core.errors import BadInput, Impossible
from ...core.forms import Either, Flag, Form, ListOf, Map, Text, Whole, Word, one_of, shown
from ...core.game import DecisionKind, Fighters, enum_option, named, runs, words_of
from ...core.table import Table
from .attack import attack, defence_of, own_penalty
from .damage import hit
from .harm import dying, exhausted
from .house import OPTIONS, House
from .ids import ASK
from .options import Option
from .state import (
    NO_OUTCOME,
    UPGRADED,
    Attack,
    Attributes,
    Conditions,
    Fight,
    Fighter,
    Harm,
    Hit,
    Injury,
    Scar,
    Sheet,
    Size,
    Skill,
    Stance,
    Weapon,
)
from .traits import Trait

ATTRIBUTES = Attributes._fields
CONDITIONS = Conditions._fields
TRAITS = words_of(Trait)
RATED = ("heavy", "rad", "rapidfire", "rending", "sniper", "unwieldy")
NUMBER = Whole(low=0, high=60)
WEAPON_FIELDS = {
    "damage": Whole(default=0, low=0, high=60, rule="wng.damage.roll"),
    "ed": Whole(default=0, low=0, high=30, rule="wng.damage.roll"),
    "ap": Whole(default=0, low=0, high=20, rule="wng.damage.ap"),
    "range": ListOf(of=Whole(low=0, high=5000), most=3, rule="wng.range.bands", help="short, medium, long in metres"),
    "salvo": Either(first=Whole(low=0, high=20), second=Word(words=("-",)), default=0, rule="wng.salvo.auto"),
    "melee": Flag(default=False),
    "traits": ListOf(default=[], of=Text(), most=12, help="such as brutal, 'rending 2'"),
}
WEAPON = Form(fields=WEAPON_FIELDS, rule="wng.damage.roll")
SCARS = (*words_of(Scar), *UPGRADED)
FIGHTER = Form(
    rule="wng.sheet.derived",
    fields={
        "name": Text(),
        **{name: Whole(default=3, low=0, high=20) for name in ATTRIBUTES},
        "skills": Map(default={}, of=Whole(low=0, high=12), names=words_of(Skill)),
        "tier": Whole(default=1, low=1, high=5),
        "rank": Whole(default=1, low=1, high=5),
        "side": Word(default="agent", words=("agent", "threat")),
        "armour": Whole(default=0, low=0, high=20),
        "invulnerable": Flag(default=False, rule="wng.damage.ap"),
        **{
            name: Whole(low=0, high=60, rule="wng.sheet.derived")
            for name in ("defence", "resilience", "resolve", "determination", "max_wounds", "max_shock", "speed")
        },
        "wounds": Whole(default=0, low=0, high=99),
        "shock": Whole(default=0, low=0, high=99),
        "wrath": Whole(default=2, low=0, high=20),
        "ammo": Whole(default=3, low=0, high=99),
        "traumatic": ListOf(default=[], of=Word(words=words_of(Injury)), most=20),
        "memorable": ListOf(default=[], of=Word(words=SCARS), most=10),
        "conditions": Map(default={}, of=Whole(low=0, high=20), names=CONDITIONS),
        "size": Word(default="standard", words=words_of(Size)),
        "mob": Whole(low=0, high=500, rule="wng.mob.one"),
        "weapon": WEAPON,
        "engaged": ListOf(default=[], of=Text(), most=20),
        "explosive": Flag(default=False),
    },
)
ATTACK = Form(
    rule="wng.attack.pool",
    fields={
        "weapon": WEAPON,
        "distance": Whole(low=0, high=10_000, rule="wng.range.bands"),
        "options": ListOf(default=[], of=Word(words=words_of(Option)), most=10),
        "shift": Whole(default=0, low=0, high=30),
        "dice": Whole(default=0, low=-20, high=20),
        "dn": Whole(default=0, low=-20, high=20),
        "label": Text(),
        "cover": Word(words=("less", "half", "more"), rule="wng.move.cover"),
        "through_cover": Word(
            words=("flimsy", "light", "medium", "heavy", "super_heavy"), rule="wng.option.throughcover"
        ),
        "vision": Word(words=("twilight", "dim", "dense", "dark"), rule="wng.vision"),
    },
)
HIT = Form(
    rule="wng.damage.soak",
    fields={
        "damage": Whole(low=0, high=200, rule="wng.damage.soak"),
        "ap": Whole(default=0, low=0, high=30, rule="wng.damage.ap"),
        "mortal": Whole(default=0, low=0, high=60, rule="wng.damage.mortal"),
    },
)
MATERIAL = {"flimsy": 1, "light": 2, "medium": 4, "heavy": 8, "super_heavy": 16}


def house(values: Mapping[str, Any]) -> House:
    return House(**values)


def printed(form: Mapping[str, Any], name: str, derived: int) -> int:
    """wng.sheet.derived: a printed value stands."""
    value = form[name]
    return derived if value is None else int(value)


def recruit(form: Mapping[str, Any], table: Table) -> Fighter:
    """A fighter from a checked form."""
    attributes = Attributes(*(form[name] for name in ATTRIBUTES))
    size = Size[form["size"].upper()]
    bonus = {Size.TINY: 2, Size.SMALL: 1}.get(size, 0)
    traits = (form["weapon"] or {}).get("traits", [])
    sheet = Sheet(
        form["tier"],
        form["rank"],
        int(form["side"] == "agent"),
        int(size),
        printed(form, "defence", max(1, attributes.initiative - 1) + bonus),
        printed(form, "resilience", attributes.toughness + 1 + form["armour"]),
        printed(form, "resolve", max(1, attributes.willpower - 1)),
        printed(form, "determination", attributes.toughness),
        printed(form, "max_wounds", 2 * form["tier"] + attributes.toughness),
        printed(form, "max_shock", attributes.willpower + form["tier"]),
        printed(form, "speed", 6),
        int(form["invulnerable"]),
        int(form["mob"] is not None),
        int("parry" in traits),
        int(form["explosive"]),
    )
    counts = [0] * len(Injury)
    for word in form["traumatic"]:
        counts[Injury[word.upper()]] += 1
    scars = [0] * len(Scar)
    for word in form["memorable"]:
        place = SCARS.index(word)
        scars[place % 5] = max(scars[place % 5], 1 + place // 5)
    harm = Harm(
        form["wounds"],
        form["shock"],
        form["wrath"],
        form["ammo"],
        form["mob"] or 0,
        tuple(counts),  # type: ignore[arg-type]
        tuple(scars),  # type: ignore[arg-type]
        int(sum(counts) > form["tier"] + 1),
    )
    return Fighter(
        attributes,
        tuple(form["skills"].get(name, 0) for name in words_of(Skill)),
        sheet,
        harm,
        Conditions(*(form["conditions"].get(name, 0) for name in CONDITIONS)),
        Stance(0, 0, 0, 0, 0),
    )


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any]) -> Fight:
    return Fight(rules, fighters, (NO_OUTCOME,) * len(fighters), numbers["glory"], numbers["ruin"], 1, 0, 0, 0)


def weapon_of(values: Mapping[str, Any]) -> Weapon:
    """A weapon from its fields."""
    mask, ratings = 0, dict.fromkeys((*RATED, "inflict"), 0)
    for text in values["traits"]:
        name, _, rating = text.partition(" ")
        if name not in TRAITS:
            raise BadInput("weapon.traits", shown(text), one_of(name, TRAITS))
        mask |= 1 << TRAITS.index(name)
        if name == "inflict":
            ratings["inflict"] = 1 + CONDITIONS.index(rating) if rating in CONDITIONS else 0
        elif name in RATED:
            if not rating.isdecimal():
                raise BadInput("weapon.traits", shown(text), f"with a rating, such as '{name} 1'", f"wng.trait.{name}")
            ratings[name] = int(rating)
    bands = (values["range"] or [0, 0, 0]) + [0, 0, 0]
    salvo = -1 if values["salvo"] == "-" else values["salvo"]
    return Weapon(
        values["damage"],
        values["ed"],
        values["ap"],
        bands[0],
        bands[1],
        bands[2],
        salvo,
        int(values["melee"]),
        mask,
        ratings["heavy"],
        ratings["rad"],
        ratings["rapidfire"],
        ratings["rending"],
        ratings["sniper"],
        ratings["unwieldy"],
        ratings["inflict"],
    )


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack:
    given = values["weapon"] or fighters.forms[by]["weapon"]
    if given is None:
        given = {**WEAPON.read({}, "weapon"), "melee": True, "ed": 1}
    weapon = weapon_of(given)
    if not weapon.melee and values["distance"] is None:
        raise Impossible("with.distance", "missing", "given for a ranged attack", "wng.range.bands")
    cover = {"less": 1, "half": 2, "more": 2, None: 0}[values["cover"]]
    options = sum(1 << words_of(Option).index(word) for word in set(values["options"]))
    return Attack(
        by,
        values["targets"],
        weapon,
        values["distance"] or 0,
        options,
        values["shift"],
        values["dice"],
        values["dn"],
        cover,
        MATERIAL[values["through_cover"]] if values["through_cover"] else 0,
        (None, "twilight", "dim", "dense", "dark").index(values["vision"]),
        0,
    )


def build_hit(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Hit:
    return Hit(target, -1 if values["damage"] is None else values["damage"], values["ap"], values["mortal"])


DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("hit", HIT, build_hit, hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True, several=True),
    )
}
for kind, run in ((Hit, hit), (Attack, attack)):
    runs(kind, run)


def traumatic_words(who: Fighter) -> list[str]:
    return [injury.name.lower() for injury in Injury for _ in range(who.harm.traumatic[injury])]


def memorable_words(who: Fighter) -> list[str]:
    return [SCARS[scar + 5 * (times - 1)] for scar, times in enumerate(who.harm.memorable) if times]


FIGHTER_VIEWS: dict[str, Any] = {
    "wounds": lambda w, h: w.harm.wounds,
    "shock": lambda w, h: w.harm.shock,
    "wrath": lambda w, h: w.harm.wrath,
    "ammo": lambda w, h: w.harm.ammo,
    "mob": lambda w, h: w.harm.members,
    "dying": lambda w, h: dying(w),
    "exhausted": lambda w, h: exhausted(w),
    "dead": lambda w, h: bool(w.harm.dead),
    "wounded": lambda w, h: w.harm.wounds > 0,
    "dn_penalty": lambda w, h: own_penalty(w),
    "defence": lambda w, h: defence_of(w),
    "resilience": lambda w, h: w.sheet.resilience,
    "resolve": lambda w, h: w.sheet.resolve,
    "determination": lambda w, h: w.sheet.determination,
    "max_wounds": lambda w, h: w.sheet.max_wounds,
    "max_shock": lambda w, h: w.sheet.max_shock,
    "traumatic": lambda w, h: traumatic_words(w),
    "memorable": lambda w, h: memorable_words(w),
}
for place, word in enumerate(CONDITIONS):
    FIGHTER_VIEWS[f"conditions.{word}"] = lambda w, h, place=place: w.conditions[place]
FIGHT_VIEWS = {"glory": lambda f: f.glory, "ruin": lambda f: f.ruin, "round": lambda f: f.round}
OUTCOME_VIEWS = {
    "hit": lambda f: bool(f.outcomes[f.first].hit),
    "damage": lambda f: f.outcomes[f.first].damage,
    "through": lambda f: f.outcomes[f.first].through,
    "suffered": lambda f: f.outcomes[f.first].suffered,
    "critical": lambda f: bool(f.critical),
    "complication": lambda f: bool(f.complication),
}
FIGHT_FORM = Form(fields={"glory": Whole(default=0, low=0, high=99), "ruin": Whole(default=0, low=0, high=99)})
CHOICES: dict[IntEnum, tuple[Any, ...]] = {ASK.USE_DETERMINATION: (True, False)}
NUMBER_NAMES = {
    "injury": named(Injury),
    "scar": named(Scar),
    **{name: named(values) for name, (values, _) in OPTIONS.items()},
}
OPTION_LIST = {name: enum_option(name, values, rule) for name, (values, rule) in OPTIONS.items()}
