"""Cyberpunk RED at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.dice import Dice
from ...core.errors import BadInput, Impossible
from ...core.forms import DiceField, Flag, Form, ListOf, Map, Text, Whole, Word, one_of
from ...core.game import DecisionKind, Fighters, enum_option, named, runs, words_of
from ...core.table import Table
from .armour import repair
from .attack import WeaponClass, attack
from .harm import hit
from .house import BY_THE_BOOK, OPTIONS, House
from .injuries import Injury
from .state import (
    LAYERS,
    NO_OUTCOME,
    Aim,
    Ammo,
    Armour,
    Attack,
    Blow,
    Condition,
    Fight,
    Fighter,
    Hit,
    Layers,
    NewRound,
    Place,
    PutOut,
    Repair,
    Sheet,
    Skill,
    Stabilise,
    Stat,
    Turn,
    Wounds,
)
from .stats import (
    armour_penalty,
    dex_of,
    hit_points,
    mortally_wounded,
    move_of,
    ref_of,
    save_penalty,
    seriously_wounded,
)
from .turn import new_round, put_out, stabilise, turn

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
    },
)

BLOW = {
    "damage": DiceField(required=True, rule="cpred.damage.roll", help="such as 3d6, or a number"),
    "melee": Flag(default=False, rule="cpred.melee.half", help="a melee weapon or Martial Arts"),
    "unarmed": Flag(default=False, rule="cpred.melee.half", help="fists: Brawling"),
    "aimed": Word(words=("head", "leg", "held"), rule="cpred.attack.aimed"),
    "direct": Flag(default=False, rule="cpred.damage.direct", help="fire, poison and the like: straight to HP"),
    "ammo": Word(words=words_of(Ammo), default="basic", rule="cpred.ammo.ap"),
    "injury": Flag(default=True, rule="cpred.injury.table", help="false leaves the injury roll out"),
}
LABEL = Text(help="shown in the log beside the modifier")
MODIFIER = Whole(default=0, low=-30, high=30, rule="cpred.check")

HIT = Form(rule="cpred.damage.roll", fields=BLOW)
ATTACK = Form(
    rule="cpred.check",
    fields={
        **BLOW,
        "damage": DiceField(rule="cpred.damage.roll", help="such as 3d6, or a number; autofire needs none"),
        "skill": Word(words=words_of(Skill), rule="cpred.check", help="the weapon class's own when left out"),
        "class": Word(words=words_of(WeaponClass), rule="cpred.attack.range"),
        "distance": Whole(low=0, high=100_000, rule="cpred.attack.range", help="metres"),
        "mode": Word(default="single", words=("single", "auto"), rule="cpred.fire.auto"),
        "dodge": Flag(default=False, rule="cpred.attack.dodge", help="the target dodges"),
        "modifier": MODIFIER,
        "label": LABEL,
        "injured_hand": Flag(
            default=False, rule="cpred.injury.table", help="done with the hand whose fingers are crushed"
        ),
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
                raise BadInput(
                    f"armour[{number}]", piece["name"], f"at most {LAYERS} layers at a place", "cpred.armour.highest"
                )
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
        Condition(form["burning"], 0, 0, 0),
    )


def _filled(numbers: list[int]) -> Layers:
    return tuple((numbers + [0] * LAYERS)[:LAYERS])  # type: ignore[return-value]


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, fighters, 1, NO_OUTCOME)


def blow_of(values: Mapping[str, Any], half: bool) -> Blow:
    dice = values["damage"]
    aimed = Aim[values["aimed"].upper()] if values["aimed"] else Aim.NOTHING
    direct = int(values["direct"])
    ammo = Ammo[values["ammo"].upper()]
    return Blow(dice.number, dice.plus, int(half), direct, int(aimed), int(ammo), int(values["injury"]), 1)


def build_hit(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Hit:
    return Hit(target, blow_of(values, values["melee"] and not values["unarmed"]))


CLASS_SKILLS = {
    "pistol": Skill.HANDGUN,
    "smg": Skill.HANDGUN,
    "shotgun": Skill.SHOULDER_ARMS,
    "assault_rifle": Skill.SHOULDER_ARMS,
    "sniper_rifle": Skill.SHOULDER_ARMS,
    "bow": Skill.ARCHERY,
    "grenade_launcher": Skill.HEAVY_WEAPONS,
    "rocket_launcher": Skill.HEAVY_WEAPONS,
    "thrown": Skill.ATHLETICS,
}
"""The skill that goes with a weapon class, where an attack names none."""


def skill_for(values: Mapping[str, Any], auto: bool) -> Skill:
    """The skill of an attack: the one named, autofire's, the class's, or that of the hands."""
    if auto:
        return Skill.AUTOFIRE
    if values["skill"]:
        return Skill[values["skill"].upper()]
    if values["class"]:
        return CLASS_SKILLS[values["class"]]
    if values["unarmed"] or values["melee"]:
        return Skill.BRAWLING if values["unarmed"] else Skill.MELEE_WEAPON
    raise BadInput("with.skill", "missing", one_of(None, words_of(Skill)), "cpred.check")


HAND_TO_HAND = (Skill.MELEE_WEAPON, Skill.MARTIAL_ARTS, Skill.BRAWLING)


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack:
    auto = values["mode"] == "auto"
    skill = skill_for(values, auto)
    melee = values["class"] is None and (values["melee"] or values["unarmed"] or skill in HAND_TO_HAND)
    if melee and auto:
        raise Impossible("with.mode", "auto", "single: hand to hand there is no autofire", "cpred.fire.auto")
    if values["damage"] is None:
        if not auto:
            raise BadInput("with.damage", "missing", "given (such as 3d6, or a number)", "cpred.damage.roll")
        values = {**values, "damage": Dice(2, 6, 0)}
    if not melee:
        for name in ("class", "distance"):
            if values[name] is None:
                raise Impossible(f"with.{name}", "missing", "given for a ranged attack", "cpred.attack.range")
    half = melee and (skill == Skill.MARTIAL_ARTS or (skill != Skill.BRAWLING and not values["unarmed"]))
    blow = blow_of(values, half)
    weapon = WeaponClass[values["class"].upper()] if values["class"] else WeaponClass.PISTOL
    return Attack(
        by,
        target,
        int(skill),
        int(melee),
        int(weapon),
        values["distance"] or 0,
        int(auto),
        int(values["dodge"]),
        values["modifier"],
        int(values["injured_hand"]),
        blow,
    )


TURN = Form(rule="cpred.save.death", fields={"moved": Whole(default=0, low=0, high=999, help="metres moved this turn")})
AID = Form(rule="cpred.stabilise", fields={"modifier": MODIFIER, "label": LABEL})
REPAIR = Form(
    rule="cpred.armour.repair", fields={"places": ListOf(default=list(PLACES), of=Word(words=PLACES), most=2)}
)

DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("hit", HIT, build_hit, hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True),
        DecisionKind("turn", TURN, lambda v, by, target, f: Turn(by, v["moved"]), turn, by=True),
        DecisionKind("round", Form(fields={}), lambda v, by, target, f: NewRound(0), new_round),
        DecisionKind(
            "stabilise", AID, lambda v, by, to, f: Stabilise(by, to, v["modifier"]), stabilise, by=True, target=True
        ),
        DecisionKind(
            "repair",
            REPAIR,
            lambda v, by, to, f: Repair(to, sum(1 << PLACES.index(place) for place in set(v["places"]))),
            repair,
            target=True,
        ),
        DecisionKind("put_out", Form(fields={}), lambda v, by, to, f: PutOut(to), put_out, target=True),
    )
}
for kind, run in (
    (Hit, hit),
    (Attack, attack),
    (Turn, turn),
    (NewRound, new_round),
    (Stabilise, stabilise),
    (Repair, repair),
    (PutOut, put_out),
):
    runs(kind, run)


def wound_word(who: Fighter) -> str:
    if who.wounds.dead:
        return "dead"
    if mortally_wounded(who):
        return "mortal"
    if seriously_wounded(who):
        return "serious"
    return "light" if who.wounds.hp < who.sheet.max_hp else "none"


def injury_words(who: Fighter) -> list[str]:
    return [injury.name.lower() for injury in Injury if who.wounds.injuries >> injury & 1]


FIGHTER_VIEWS = {
    "hp": lambda w, h: w.wounds.hp,
    "max_hp": lambda w, h: w.sheet.max_hp,
    "wound": lambda w, h: wound_word(w),
    "sp.body": lambda w, h: max(w.armour.body),
    "sp.head": lambda w, h: max(w.armour.head),
    "layers.body": lambda w, h: list(w.armour.body[: w.sheet.body_layers]),
    "layers.head": lambda w, h: list(w.armour.head[: w.sheet.head_layers]),
    "injuries": lambda w, h: injury_words(w),
    "ref": lambda w, h: ref_of(w),
    "dex": lambda w, h: dex_of(w),
    "move": lambda w, h: move_of(w),
    "body": lambda w, h: w.sheet.body,
    "will": lambda w, h: w.sheet.will,
    "tech": lambda w, h: w.sheet.tech,
    "burning": lambda w, h: w.condition.burning,
    "death_penalty": lambda w, h: save_penalty(w),
    "cover.hp": lambda w, h: w.armour.cover,
    "dead": lambda w, h: bool(w.wounds.dead),
    "unconscious": lambda w, h: bool(w.wounds.unconscious),
    "stable": lambda w, h: bool(w.wounds.stable),
    "dropped": lambda w, h: bool(w.condition.dropped),
    "no_action": lambda w, h: bool(w.condition.no_action),
    "no_move": lambda w, h: bool(w.condition.no_move),
}
FIGHT_VIEWS = {"round": lambda f: f.round}
OUTCOME_VIEWS = {
    "hit": lambda f: bool(f.outcome.hit),
    "location": lambda f: Place(f.outcome.location).name.lower(),
    "damage": lambda f: f.outcome.damage,
    "through": lambda f: f.outcome.through,
    "suffered": lambda f: f.outcome.suffered,
    "critical": lambda f: bool(f.outcome.critical),
    "complication": lambda f: False,
}
NUMBER_NAMES = {
    "place": named(Place),
    "injury": named(Injury),
    "stat": named(Stat),
    "skill": named(Skill),
    "weapon": named(WeaponClass),
    "aimed": named(Aim),
    "tie": named(OPTIONS["tie"]),
    "death_penalty": named(OPTIONS["death_penalty"]),
}
OPTION_LIST = {
    "tie": enum_option("tie", OPTIONS["tie"], "cpred.check"),
    "death_penalty": enum_option("death_penalty", OPTIONS["death_penalty"], "cpred.save.death"),
}
assert house({name: option.field.default for name, option in OPTION_LIST.items()}) == BY_THE_BOOK
