"""Wrath & Glory at its edge: fighters and weapons as a person writes them, house rules, how a fight begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.encounter import NO_ARMS, NO_CLOCK
from ...core.errors import BadInput
from ...core.forms import Either, Flag, Form, ListOf, Map, Text, Whole, Word, one_of, shown
from ...core.game import Fighters, enum_option, words_of
from ...core.gear import SLOTS, stand_of
from ...core.state import digit, with_digit
from ...core.table import Table
from .house import OPTIONS, House
from .mend import ammo_at_start
from .order import FRESH
from .sheet import Derived, derived, mob_of
from .state import (
    NO_OUTCOME,
    OTHER_SKILLS,
    UPGRADED,
    Attributes,
    Conditions,
    Fight,
    Fighter,
    Harm,
    Injury,
    Scar,
    Sheet,
    Size,
    Skill,
    Stance,
    Stealth,
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
    "blast": Whole(default=0, low=0, high=100, rule="wng.blast.throw", help="metres; 0: no blast"),
    "two_handed": Flag(default=False, rule="wng.option.grapple"),
    "traits": ListOf(default=[], of=Text(), most=12, help="such as brutal, 'rending 2'"),
}
WEAPON = Form(fields={"name": Text(), **WEAPON_FIELDS}, rule="wng.damage.roll")
CARRIED = Form(fields={"name": Text(required=True), **WEAPON_FIELDS}, rule="wng.damage.roll")
SCARS = (*words_of(Scar), *UPGRADED)
FIGHTER = Form(
    rule="wng.sheet.derived",
    fields={
        "name": Text(),
        **{name: Whole(default=3, low=0, high=20) for name in ATTRIBUTES},
        "skills": Map(default={}, of=Whole(low=0, high=12), names=(*words_of(Skill), *OTHER_SKILLS)),
        "tier": Whole(default=1, low=1, high=5),
        "rank": Whole(default=1, low=1, high=5),
        "side": Either(
            first=Whole(low=0, high=9),
            second=Word(words=("agent", "threat")),
            default="agent",
            help="agent or threat; in an encounter the first side are the agents",
        ),
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
        "weapons": ListOf(
            default=[], of=CARRIED, most=SLOTS, rule="wng.action.simple", help="carried, the first in hand"
        ),
        "engaged": ListOf(default=[], of=Text(), most=20),
        "explosive": Flag(default=False),
        "surprised": Flag(default=False, rule="wng.turn.ambush", help="no turn in round one"),
        "cover": Word(words=("less", "half", "more"), rule="wng.move.cover", help="what it stands behind"),
        "stealth": Whole(default=0, low=0, high=60, rule="wng.stealth.score", help="its score in this scene"),
        "at": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="its point: [x, y] in metres"),
    },
)
COVERS = ("none", "less", "half", "more")
VISIONS = ("clear", "twilight", "dim", "dense", "dark")
FIGHT_FORM = Form(
    fields={
        "glory": Whole(default=0, low=0, high=99),
        "ruin": Whole(default=0, low=0, high=99),
        "vision": Word(default="clear", words=VISIONS, rule="wng.vision"),
    }
)


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
        int(form["side"] in ("agent", 0)),
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
        sum(1 << slot for slot, weapon in enumerate(carried_by(form)) if "parry" in weapon["traits"]),
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
    for weapon in carried_by(form):
        weapon_of(weapon)
    harm = Harm(
        form["wounds"],
        form["shock"],
        form["wrath"],
        ammo_at_start(form["ammo"], table),
        mob_of(form["mob"], table) if form["mob"] is not None else 0,
        digits(counts),
        digits(scars),
        int(sum(counts) > form["tier"] + 1),
        0,
        0,
        0,
    )
    stance = Stance(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, COVERS.index(form["cover"] or "none"), 0, 0, 0, 0)
    return Fighter(
        attributes,
        skills,
        sheet,
        harm,
        Conditions(*(form["conditions"].get(name, 0) for name in CONDITIONS)),
        stance,
        FRESH._replace(surprised=int(form["surprised"])),
        Stealth(form["stealth"], 0),
        stand_of({**form, "side": side_of(form)}),
        NO_ARMS,
        NO_OUTCOME,
    )


def digits(counts: Iterable[int]) -> int:
    """Small counts as the digits of one number."""
    number = 0
    for place, count in enumerate(counts):
        number = with_digit(number, place, count)
    return number


def side_of(form: Mapping[str, Any]) -> int:
    """The side's number: the agents are 0."""
    return form["side"] if isinstance(form["side"], int) else int(form["side"] == "threat")


def carried_by(form: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The weapons of a fighter's form: those carried, or the one it has."""
    return form["weapons"] or ([form["weapon"]] if form["weapon"] else [])


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
    vision = VISIONS.index(numbers["vision"])
    return Fight(rules, joined, numbers["glory"], numbers["ruin"], 1, 0, 0, 0, vision, 1, 0, NO_CLOCK)


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
        values["blast"],
        2 if values["two_handed"] else 1,
        mask,
        ratings["heavy"],
        ratings["rad"],
        ratings["rapidfire"],
        ratings["rending"],
        ratings["sniper"],
        ratings["unwieldy"],
        ratings["inflict"],
    )


OPTION_LIST = {name: enum_option(name, values, rule) for name, (values, rule) in OPTIONS.items()}
