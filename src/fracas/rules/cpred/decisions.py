"""The decisions of Cyberpunk RED: their fields, and what is built from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.dice import Dice
from ...core.encounter import FROM_POINTS, INLINE
from ...core.errors import BadInput, Impossible
from ...core.forms import DiceField, Flag, Form, ListOf, Text, Whole, Word, one_of
from ...core.game import DecisionKind, Fighters, runs, words_of
from ...core.gear import slot_named, way_of
from ...core.table import silent
from .area import grenade, shell, suppress
from .armour import repair
from .attack import WeaponClass, attack
from .close import fist_dice, grab
from .forms import PLACES, WEAPON_FIELDS
from .harm import hit
from .round import begin as begin_fight
from .round import done, move, reload, stand_up
from .state import (
    Aim,
    Ammo,
    Area,
    Attack,
    Begin,
    Blow,
    Done,
    Grab,
    Grenade,
    Hit,
    Hold,
    Move,
    NewRound,
    PutOut,
    Reload,
    Repair,
    Skill,
    Stabilise,
    StandUp,
    Suppress,
    Turn,
)
from .turn import new_round, put_out, stabilise, turn

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
DISTANCE = Whole(
    low=0, high=100_000, rule="cpred.attack.range", help="metres; from the points of the two when left out"
)
WITH_WEAPON = {
    **WEAPON_FIELDS,
    "weapon": Text(help="the name of a weapon that the fighter carries"),
    "distance": DISTANCE,
    "modifier": MODIFIER,
    "label": LABEL,
    "luck": Whole(default=0, low=0, high=30, rule="cpred.luck", help="points added, up to what is left"),
}
ATTACK = Form(
    rule="cpred.check",
    fields={
        **BLOW,
        **WITH_WEAPON,
        "mode": Word(default="single", words=("single", "auto", "shell"), rule="cpred.fire.auto"),
        "dodge": Flag(default=False, rule="cpred.attack.dodge", help="the target dodges"),
        "injured_hand": Flag(
            default=False, rule="cpred.injury.table", help="done with the hand whose fingers are crushed"
        ),
    },
)
AREA = Form(
    rule="cpred.grenade",
    fields={
        **WITH_WEAPON,
        "dodging": ListOf(default=[], of=Text(), most=40, rule="cpred.grenade", help="which targets dodge"),
    },
)


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


def armed(values: Mapping[str, Any], by: int, fighters: Fighters) -> tuple[dict[str, Any], int]:
    """The fields of an attack with those of the weapon carried that it names (or, where it says nothing of its own, of the
    first), and that weapon's slot."""
    carried = fighters.forms[by]["weapons"]
    names = tuple(weapon["name"] for weapon in carried)
    own = any(values[name] is not None for name in ("class", "skill", "damage")) or values["melee"] or values["unarmed"]
    if values["weapon"] is None and (own or not carried):
        return dict(values), INLINE
    if values["weapon"] is not None and values["weapon"] not in names:
        raise BadInput("with.weapon", values["weapon"], one_of(values["weapon"], names), "cpred.reload")
    slot = names.index(values["weapon"]) if values["weapon"] is not None else 0
    given = {name: field.default for name, field in WEAPON_FIELDS.items()}
    filled = {name: carried[slot][name] for name, default in given.items() if values[name] == default}
    return {**values, **filled}, slot


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack | Area:
    values, slot = armed(values, by, fighters)
    if values["mode"] == "shell":
        if values["dodge"] or values["aimed"]:
            raise Impossible(
                "with.mode", "shell", "neither aimed nor dodged: everybody in front is hit", "cpred.fire.shell"
            )
        return build_area(values | {"damage": Dice(3, 6, 0)}, by, target, slot, fighters)
    if values["targets"] & (values["targets"] - 1):
        raise BadInput("targets", "several", "one, unless the mode is shell", "cpred.fire.shell")
    auto = values["mode"] == "auto"
    skill = skill_for(values, auto)
    melee = values["class"] is None and (values["melee"] or values["unarmed"] or skill in HAND_TO_HAND)
    if melee and auto:
        raise Impossible("with.mode", "auto", "single: hand to hand there is no autofire", "cpred.fire.auto")
    if values["damage"] is None:
        if skill in (Skill.BRAWLING, Skill.MARTIAL_ARTS):
            values = {**values, "damage": Dice(fist_dice(fighters.forms[by]["body"], silent), 6, 0)}
        elif not auto:
            raise BadInput("with.damage", "missing", "given (such as 3d6, or a number)", "cpred.damage.roll")
        else:
            values = {**values, "damage": Dice(2, 6, 0)}
    if not melee and values["class"] is None:
        raise Impossible("with.class", "missing", "given for a ranged attack", "cpred.attack.range")
    half = melee and (skill == Skill.MARTIAL_ARTS or (skill != Skill.BRAWLING and not values["unarmed"]))
    blow = blow_of(values, half)
    weapon = WeaponClass[values["class"].upper()] if values["class"] else WeaponClass.PISTOL
    return Attack(
        by,
        target,
        slot,
        values["rof"],
        values["luck"],
        int(skill),
        int(melee),
        int(weapon),
        0 if melee else distance_of(values, by, fighters),
        int(auto),
        int(values["dodge"]),
        values["modifier"],
        int(values["injured_hand"]),
        blow,
    )


def distance_of(values: Mapping[str, Any], by: int, fighters: Fighters) -> int:
    """The distance given, or FROM_POINTS where the fighters have points."""
    if values["distance"] is not None:
        return int(values["distance"])
    if fighters.forms[by]["at"] is None:
        raise Impossible("with.distance", "missing", "given for a ranged attack", "cpred.attack.range")
    return FROM_POINTS


def build_area(values: Mapping[str, Any], by: int, first: int, slot: int, fighters: Fighters) -> Area:
    """Fire at several at once."""
    blow = blow_of({**values, "aimed": None, "direct": False, "injury": True}, False)
    weapon = WeaponClass[values["class"].upper()] if values["class"] else WeaponClass.THROWN
    dodging = 0
    for id in values.get("dodging", ()):
        if id not in fighters.ids:
            raise BadInput("with.dodging", id, one_of(id, fighters.ids))
        dodging |= 1 << fighters.ids.index(id)
    skill = Skill[values["skill"].upper()] if values["skill"] else CLASS_SKILLS[weapon.name.lower()]
    distance = distance_of(values, by, fighters)
    return Area(
        by,
        first,
        values["targets"],
        slot,
        int(skill),
        int(weapon),
        distance,
        dodging,
        values["luck"],
        values["modifier"],
        blow,
    )


def build_suppress(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Suppress:
    values, slot = armed(values, by, fighters)
    return Suppress(build_area(values | {"damage": Dice(0, 6, 0)}, by, target, slot, fighters))


def build_grenade(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Grenade:
    values, slot = armed(values, by, fighters)
    if values["damage"] is None:
        raise BadInput("with.damage", "missing", "given (such as 6d6)", "cpred.damage.roll")
    return Grenade(build_area(values, by, target, slot, fighters))


def build_move(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Move:
    return Move(by, *way_of(values, "cpred.turn.actions"))


def build_reload(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Reload:
    return Reload(by, slot_named(values["weapon"], fighters.forms[by]["weapons"], "cpred.reload"))


def build_grab(hold: Hold) -> Any:
    """The builder for one way of wrestling."""
    return lambda values, by, target, fighters: Grab(by, target, int(hold), values["luck"], values["modifier"])


TURN = Form(rule="cpred.save.death", fields={"moved": Whole(default=0, low=0, high=999, help="metres moved this turn")})
AID = Form(rule="cpred.stabilise", fields={"modifier": MODIFIER, "label": LABEL})
REPAIR = Form(
    rule="cpred.armour.repair", fields={"places": ListOf(default=list(PLACES), of=Word(words=PLACES), most=2)}
)

MOVE = Form(
    rule="cpred.turn.actions",
    fields={
        "to": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="a point: [x, y] in metres"),
        "metres": Whole(low=0, high=999),
    },
)
RELOAD = Form(rule="cpred.reload", fields={"weapon": Text(help="the first when left out")})
GRAB = Form(rule="cpred.grab", fields={"luck": WITH_WEAPON["luck"], "modifier": MODIFIER, "label": LABEL})
NOTHING = Form(fields={})

DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("begin", NOTHING, lambda v, by, to, f: Begin(0), begin_fight),
        DecisionKind("done", NOTHING, lambda v, by, to, f: Done(by), done, by=True),
        DecisionKind("move", MOVE, build_move, move, by=True),
        DecisionKind("reload", RELOAD, build_reload, reload, by=True),
        DecisionKind("stand_up", NOTHING, lambda v, by, to, f: StandUp(by), stand_up, by=True),
        DecisionKind("suppress", AREA, build_suppress, suppress, by=True, target=True, several=True),
        DecisionKind("grenade", AREA, build_grenade, grenade, by=True, target=True, several=True),
        *(
            DecisionKind(hold.name.lower(), GRAB, build_grab(hold), grab, by=True, target=True)
            for hold in (Hold.GRAB, Hold.CHOKE, Hold.THROW, Hold.BREAK_FREE)
        ),
        DecisionKind("hit", HIT, build_hit, hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True, several=True),
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
    (Begin, begin_fight),
    (Done, done),
    (Move, move),
    (Reload, reload),
    (StandUp, stand_up),
    (Grab, grab),
    (Area, shell),
    (Suppress, suppress),
    (Grenade, grenade),
):
    runs(kind, run)
