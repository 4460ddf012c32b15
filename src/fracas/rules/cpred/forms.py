"""Cyberpunk RED at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.dice import Dice
from ...core.encounter import INLINE, NO_CLOCK, Arms, Stand
from ...core.errors import BadInput, Impossible
from ...core.forms import DiceField, Flag, Form, ListOf, Map, Text, Whole, Word, one_of, shown
from ...core.game import DecisionKind, Fighters, enum_option, named, runs, words_of
from ...core.table import Table, silent
from .area import grenade, shell, suppress
from .armour import repair
from .attack import WeaponClass, attack
from .close import fist_dice, grab
from .harm import hit
from .house import BY_THE_BOOK, OPTIONS, House
from .injuries import Injury
from .round import begin as begin_fight
from .round import done, move, reload, stand_up
from .state import (
    FROM_POINTS,
    LAYERS,
    NO_OUTCOME,
    Aim,
    Ammo,
    Area,
    Armour,
    Attack,
    Begin,
    Blow,
    Condition,
    Done,
    Fight,
    Fighter,
    Grab,
    Grenade,
    Hit,
    Hold,
    Layers,
    Move,
    NewRound,
    Place,
    PutOut,
    Reload,
    Repair,
    Sheet,
    Skill,
    Stabilise,
    StandUp,
    Stat,
    Suppress,
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
SLOTS = 4

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
        Condition(form["burning"], 0, 0, 0, int(form["lying"]), 0, 0, form["luck"]),
        stand_of(form),
        arms_of(form["weapons"]),
        NO_OUTCOME,
    )


def stand_of(form: Mapping[str, Any]) -> Stand:
    """Where and for whom a fighter stands at the start."""
    at = form["at"]
    if at is not None and len(at) != 2:
        raise BadInput("at", str(at), "two numbers: [x, y] in metres")
    x, y = at or (0, 0)
    return Stand(form["side"], x, y, int(at is not None), 1, 0, 0, 0, 0, 0)


def arms_of(weapons: list[Mapping[str, Any]]) -> Arms:
    """Rounds and magazines of the weapons carried."""
    magazines = [weapon["magazine"] for weapon in weapons]
    loaded = [one["magazine"] if one["loaded"] is None else min(one["loaded"], one["magazine"]) for one in weapons]
    empty = [0] * SLOTS
    return Arms(tuple((loaded + empty)[:SLOTS]), tuple((magazines + empty)[:SLOTS]))


def _filled(numbers: list[int]) -> Layers:
    return tuple((numbers + [0] * LAYERS)[:LAYERS])  # type: ignore[return-value]


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, fighters, 1, 0, NO_CLOCK)


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
        return build_area(values | {"damage": Dice(3, 6, 0)}, by, slot, fighters)
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


def build_area(values: Mapping[str, Any], by: int, slot: int, fighters: Fighters) -> Area:
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
    return Suppress(build_area(values | {"damage": Dice(0, 6, 0)}, by, slot, fighters))


def build_grenade(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Grenade:
    values, slot = armed(values, by, fighters)
    if values["damage"] is None:
        raise BadInput("with.damage", "missing", "given (such as 6d6)", "cpred.damage.roll")
    return Grenade(build_area(values, by, slot, fighters))


def build_move(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Move:
    to, metres = values["to"], values["metres"]
    if (to is None) == (metres is None) or (to is not None and len(to) != 2):
        raise BadInput("with", shown(dict(values)), "to: [x, y], or metres: n", "cpred.turn.actions")
    return Move(by, metres, 0, 0) if to is None else Move(by, FROM_POINTS, to[0], to[1])


def build_reload(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Reload:
    names = tuple(weapon["name"] for weapon in fighters.forms[by]["weapons"])
    if values["weapon"] not in names and (values["weapon"] is not None or not names):
        raise BadInput("with.weapon", shown(values["weapon"]), one_of(values["weapon"], names), "cpred.reload")
    return Reload(by, names.index(values["weapon"]) if values["weapon"] is not None else 0)


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
    "lying": lambda w, h: bool(w.condition.lying),
    "held": lambda w, h: bool(w.condition.held),
    "suppressed": lambda w, h: bool(w.condition.suppressed),
    "luck": lambda w, h: w.condition.luck,
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
    "critical": lambda w: bool(w.outcome.critical),
    "complication": lambda w: False,
}
OUTCOME_VIEWS: dict[str, Any] = {
    name: lambda f, view=view: view(f.fighters[f.first]) for name, view in TARGET_VIEWS.items()
}


def whole(value: Any, low: int, high: int) -> int:
    """A whole number that the GM sets, or ValueError."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"a whole number from {low} to {high}")
    return value


SETTERS: dict[str, Any] = {
    "hp": lambda w, v: w._replace(wounds=w.wounds._replace(hp=whole(v, -999, 999))),
    "dead": lambda w, v: w._replace(wounds=w.wounds._replace(dead=whole(int(v), 0, 1))),
    "unconscious": lambda w, v: w._replace(wounds=w.wounds._replace(unconscious=whole(int(v), 0, 1))),
    "death_penalty": lambda w, v: w._replace(wounds=w.wounds._replace(save_penalty=whole(v, 0, 99))),
    "burning": lambda w, v: w._replace(condition=w.condition._replace(burning=whole(v, 0, 99))),
    "lying": lambda w, v: w._replace(condition=w.condition._replace(lying=whole(int(v), 0, 1))),
    "suppressed": lambda w, v: w._replace(condition=w.condition._replace(suppressed=whole(int(v), 0, 1))),
    "held": lambda w, v: w._replace(condition=w.condition._replace(held=0 if v is False else whole(v, 0, 0))),
    "luck": lambda w, v: w._replace(condition=w.condition._replace(luck=whole(v, 0, 30))),
    "dropped": lambda w, v: w._replace(condition=w.condition._replace(dropped=whole(int(v), 0, 1))),
    "cover.hp": lambda w, v: w._replace(armour=w.armour._replace(cover=whole(v, 0, 999))),
    "at": lambda w, v: w._replace(
        stand=w.stand._replace(x=whole(v[0], -99999, 99999), y=whole(v[1], -99999, 99999), placed=1)
    ),
    "initiative": lambda w, v: w._replace(stand=w.stand._replace(order=whole(v, -99, 999999))),
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
