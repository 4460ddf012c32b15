"""Wrath & Glory at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

from ...core.errors import BadInput, Impossible
from ...core.forms import Either, Flag, Form, ListOf, Map, Text, Whole, Word, one_of, shown
from ...core.game import DecisionKind, Fighters, enum_option, named, runs, words_of
from ...core.state import digit, with_digit
from ...core.table import Table
from .attack import attack
from .damage import hit
from .harm import dying, exhausted
from .house import OPTIONS, House
from .ids import ASK
from .number import defence_of, worst_condition
from .options import Option
from .sheet import Derived, derived, mob_of
from .state import (
    NO_OUTCOME,
    OTHER_SKILLS,
    UPGRADED,
    Attack,
    Attributes,
    Condition,
    Conditions,
    Fight,
    Fighter,
    Harm,
    Hit,
    Injury,
    Row,
    Scar,
    Sheet,
    Size,
    Skill,
    Stance,
    Trouble,
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
        "skills": Map(default={}, of=Whole(low=0, high=12), names=(*words_of(Skill), *OTHER_SKILLS)),
        "tier": Whole(default=1, low=1, high=5),
        "rank": Whole(default=1, low=1, high=5),
        "side": Word(default="agent", words=("agent", "threat")),
        "armour": Whole(default=0, low=0, high=20),
        "invulnerable": Flag(default=False, rule="wng.damage.ap"),
        **{name: Whole(low=0, high=60, rule="wng.sheet.derived") for name in (*Derived._fields, "speed")},
        "wounds": Whole(default=0, low=0, high=99),
        "shock": Whole(default=0, low=0, high=99),
        "wrath": Whole(default=2, low=0, high=20),
        "ammo": Whole(default=3, low=0, high=99),
        "traumatic": ListOf(default=[], of=Word(words=words_of(Injury)), most=20),
        "memorable": ListOf(default=[], of=Word(words=SCARS), most=10),
        "conditions": Map(default={}, of=Whole(low=0, high=20), names=CONDITIONS),
        "size": Word(default="standard", words=words_of(Size)),
        "mob": Whole(low=1, high=500, rule="wng.mob.one"),
        "bionic": ListOf(default=[], of=Word(words=words_of(Injury)), most=11, rule="wng.harm.traumatic"),
        "vehicle": Flag(default=False, rule="wng.trait.melta"),
        "weapon": WEAPON,
        "engaged": ListOf(default=[], of=Text(), most=20),
        "explosive": Flag(default=False),
    },
)
COVERS = ("none", "less", "half", "more")
VISIONS = ("clear", "twilight", "dim", "dense", "dark")
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
        "cover": Word(words=COVERS[1:], rule="wng.move.cover"),
        "through_cover": Word(
            words=("flimsy", "light", "medium", "heavy", "super_heavy"), rule="wng.option.throughcover"
        ),
        "vision": Word(words=VISIONS[1:], rule="wng.vision"),
        "into_melee": ListOf(default=[], of=Text(), most=40, rule="wng.range.intomelee"),
        "glory": Whole(default=0, low=0, high=20, rule="wng.crit.glory"),
        "near": ListOf(
            default=[], of=Text(), most=40, rule="wng.crit.glory", help="who stands within 10 m of the target"
        ),
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


def recruit(form: Mapping[str, Any], table: Table) -> Fighter:
    """A fighter from a checked form. wng.sheet.derived: a printed value stands."""
    attributes = Attributes(*(form[name] for name in ATTRIBUTES))
    size = Size[form["size"].upper()]
    skills = digits(form["skills"].get(name, 0) for name in words_of(Skill))
    values = derived(attributes, form["tier"], form["armour"], size, digit(skills, Skill.AWARENESS), table)
    stands = Derived(*(value if form[name] is None else form[name] for name, value in values._asdict().items()))
    sheet = Sheet(
        form["tier"],
        form["rank"],
        int(form["side"] == "agent"),
        int(size),
        stands.defence,
        stands.resilience,
        stands.resolve,
        stands.determination,
        stands.max_wounds,
        stands.max_shock,
        6 if form["speed"] is None else form["speed"],
        int(form["invulnerable"]),
        int(form["mob"] is not None),
        int("parry" in (form["weapon"] or {}).get("traits", [])),
        int(form["explosive"]),
        sum(1 << Injury[word.upper()] for word in set(form["bionic"])),
        int(form["vehicle"]),
        stands.awareness,
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
        mob_of(form["mob"], table) if form["mob"] is not None else 0,
        digits(counts),
        digits(scars),
        int(sum(counts) > form["tier"] + 1),
    )
    return Fighter(
        attributes,
        skills,
        sheet,
        harm,
        Conditions(*(form["conditions"].get(name, 0) for name in CONDITIONS)),
        Stance(0, 0, 0, 0, 0, 0),
        NO_OUTCOME,
    )


def digits(counts: Iterable[int]) -> int:
    """Small counts as the digits of one number."""
    number = 0
    for place, count in enumerate(counts):
        number = with_digit(number, place, count)
    return number


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    """The fight at its start: an engagement that one side names holds for both."""
    pairs = set()
    for place, form in enumerate(known.forms):
        for id in form["engaged"]:
            other = one_known(id, known, f"{known.ids[place]}.engaged")
            pairs |= {(place, other), (other, place)}
    joined = tuple(
        who._replace(stance=who.stance._replace(engaged=sum(1 << b for a, b in pairs if a == place and b != place)))
        for place, who in enumerate(fighters)
    )
    return Fight(rules, joined, numbers["glory"], numbers["ruin"], 1, 0, 0, 0)


def one_known(id: str, known: Fighters, where: str) -> int:
    """The index of a fighter, or one clear line."""
    if id not in known.ids:
        raise BadInput(where, shown(id), one_of(id, known.ids))
    return known.ids.index(id)


def mask_of(ids: list[str], known: Fighters, where: str) -> int:
    """Fighters as a mask."""
    return sum({1 << one_known(id, known, where) for id in ids})


def weapon_of(values: Mapping[str, Any]) -> Weapon:
    """A weapon from its fields."""
    mask, ratings = 0, dict.fromkeys((*RATED, "inflict"), 0)
    for text in values["traits"]:
        name, _, rating = text.partition(" ")
        if name not in TRAITS:
            raise BadInput("weapon.traits", shown(text), one_of(name, TRAITS))
        mask |= 1 << TRAITS.index(name)
        if name == "inflict":
            if rating not in CONDITIONS:
                raise BadInput("weapon.traits", shown(text), one_of(rating, CONDITIONS), "wng.trait.inflict")
            ratings["inflict"] = CONDITIONS.index(rating)
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
    options = sum(1 << words_of(Option).index(word) for word in set(values["options"]))
    return Attack(
        by,
        target,
        values["targets"],
        weapon,
        values["distance"] or 0,
        options,
        values["shift"],
        values["dice"],
        values["dn"],
        COVERS.index(values["cover"] or "none"),
        MATERIAL[values["through_cover"]] if values["through_cover"] else 0,
        VISIONS.index(values["vision"] or "clear"),
        mask_of(values["into_melee"], fighters, "with.into_melee"),
        values["glory"],
        mask_of(values["near"], fighters, "with.near"),
    )


def in_words(words: tuple[str, ...], number: int) -> str:
    """The word for a number; ValueError where there is none."""
    if not 0 <= number < len(words):
        raise ValueError(number)
    return words[number]


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
    return [injury.name.lower() for injury in Injury for _ in range(digit(who.harm.traumatic, injury))]


def memorable_words(who: Fighter) -> list[str]:
    times = [(scar, digit(who.harm.memorable, scar)) for scar in Scar]
    return [SCARS[scar + 5 * (time - 1)] for scar, time in times if time]


FIGHTER_VIEWS: dict[str, Any] = {
    "wounds": lambda w, h: w.harm.wounds,
    "shock": lambda w, h: w.harm.shock,
    "wrath": lambda w, h: w.harm.wrath,
    "ammo": lambda w, h: w.harm.ammo,
    "mob": lambda w, h: w.harm.members if w.sheet.mob else None,
    "dying": lambda w, h: dying(w),
    "exhausted": lambda w, h: exhausted(w),
    "dead": lambda w, h: bool(w.harm.dead),
    "wounded": lambda w, h: w.harm.wounds > 0,
    "dn_penalty": lambda w, h: worst_condition(w) + (w.harm.wounds > 0),
    "defence": lambda w, h: defence_of(w),
    "resilience": lambda w, h: w.sheet.resilience,
    "resolve": lambda w, h: w.sheet.resolve,
    "determination": lambda w, h: w.sheet.determination,
    "max_wounds": lambda w, h: w.sheet.max_wounds,
    "max_shock": lambda w, h: w.sheet.max_shock,
    "awareness": lambda w, h: w.sheet.awareness,
    "traumatic": lambda w, h: traumatic_words(w),
    "memorable": lambda w, h: memorable_words(w),
}
for place, word in enumerate(CONDITIONS):
    FIGHTER_VIEWS[f"conditions.{word}"] = lambda w, h, place=place: w.conditions[place]
FIGHT_VIEWS = {"glory": lambda f: f.glory, "ruin": lambda f: f.ruin, "round": lambda f: f.round}
TARGET_VIEWS: dict[str, Any] = {
    "hit": lambda w: bool(w.outcome.hit),
    "damage": lambda w: w.outcome.damage,
    "through": lambda w: w.outcome.through,
    "suffered": lambda w: w.outcome.suffered,
}
OUTCOME_VIEWS: dict[str, Any] = {
    **{name: lambda f, view=view: view(f.fighters[f.first]) for name, view in TARGET_VIEWS.items()},
    "critical": lambda f: bool(f.critical),
    "complication": lambda f: bool(f.complication),
}
FIGHT_FORM = Form(fields={"glory": Whole(default=0, low=0, high=99), "ruin": Whole(default=0, low=0, high=99)})
CHOICES: dict[IntEnum, tuple[Any, ...]] = {
    ASK.USE_DETERMINATION: (True, False),
    ASK.CRITICAL_CHOICE: ("prone", "shock"),
    ASK.CRITICAL_CHOICE__BLAST: ("wounds", "target"),
    ASK.LIMB: words_of(Injury)[:8],
    ASK.WRONG_TARGET: (),
    ASK.CRITICAL_TARGET: (),
}
BANDS = ("short", "medium", "long")
NUMBER_NAMES = {
    "injury": named(Injury),
    "scar": named(Scar),
    "upgrade": lambda number: in_words(UPGRADED, number),
    "band": lambda number: in_words(BANDS, number),
    "cover": lambda number: in_words(COVERS, number),
    "vision": lambda number: in_words(VISIONS, number),
    "called": lambda number: in_words(("none", "medium", "small", "tiny"), number),
    "condition": named(Condition),
    "trouble": named(Trouble),
    "row": named(Row),
    **{name: named(values) for name, (values, _) in OPTIONS.items()},
}
OPTION_LIST = {name: enum_option(name, values, rule) for name, (values, rule) in OPTIONS.items()}
