"""Cyberpunk 2020 at its edge: decisions as a person writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.dice import Dice
from ...core.encounter import FROM_POINTS, INLINE
from ...core.errors import BadInput, Impossible
from ...core.forms import DiceField, Flag, Form, ListOf, Text, Whole, Word, one_of, shown
from ...core.game import DecisionKind, Fighters, runs, words_of
from ...core.gear import slot_named, way_of
from .area import grenade, suppress
from .attack import attack
from .close import grab, stand_up
from .forms import PLACES, WEAPON_FIELDS, mask_of
from .harm import hit
from .jam import clear, pick_up
from .round import begin, done, move, reload
from .shot import Mode, Modifier, Reliability
from .state import (
    UNKNOWN,
    Attack,
    Begin,
    Blow,
    Clear,
    Done,
    Grab,
    Grenade,
    Hit,
    Hold,
    Move,
    NewRound,
    PickUp,
    Place,
    Reload,
    Repair,
    Skill,
    Stabilise,
    StandUp,
    Suppress,
    Turn,
)
from .turn import Aid, new_round, stabilise, turn
from .wearing import repair

BLOW = {
    "damage": DiceField(required=True, sides=(6, 10), rule="cp2020.damage.dice", help="such as 2D6+1, or a number"),
    "ap": Flag(default=False, rule="cp2020.ap.halves"),
    "edged": Flag(default=False, rule="cp2020.edged.halves"),
    "aimed": Word(words=PLACES, rule="cp2020.location.roll"),
    "hidden": ListOf(default=[], of=Word(words=PLACES), most=6, rule="cp2020.location.absurd", help="cannot be hit"),
}
HIT = Form(rule="cp2020.damage.dice", fields=BLOW)
MODIFIERS = words_of(Modifier)[:-1]
MODIFIER = Whole(default=0, low=-30, high=30, rule="cp2020.attack.modifiers")
LABEL = Text(help="shown in the log beside the modifier")
LUCK = Whole(default=0, low=0, high=30, rule="cp2020.luck", help="points added, up to what is left")
ACTIONS = Whole(
    default=0, low=0, high=9, rule="cp2020.turn.actions", help="how many the turn has in all; 0 when it is left open"
)
POINT = ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="a point: [x, y] in metres")
FIRE = {
    **BLOW,
    **WEAPON_FIELDS,
    "weapon": Text(rule="cp2020.ammo", help="the name of a weapon that the fighter carries"),
    "distance": Whole(
        low=0, high=10_000, rule="cp2020.attack.range", help="metres; from the points of the two when left out"
    ),
    "rounds": Whole(low=1, high=100, rule="cp2020.fire.auto", help="fired in full auto"),
    "luck": LUCK,
    "actions": ACTIONS,
}
ATTACK = Form(
    rule="cp2020.attack.roll",
    fields={
        **FIRE,
        "mode": Word(words=words_of(Mode)[:-2], rule="cp2020.fire.auto", help="single when left out"),
        "modifiers": ListOf(default=[], of=Word(words=MODIFIERS, rule="cp2020.attack.modifiers"), most=12),
        "modifier": MODIFIER,
        "label": LABEL,
        "ally": Text(rule="cp2020.attack.fumble", help="the fighter whom a fumble hits"),
    },
)


def blow_of(values: Mapping[str, Any]) -> Blow:
    dice = values["damage"]
    aimed = PLACES.index(values["aimed"]) if values["aimed"] else int(Place.NOWHERE)
    hidden = mask_of(values["hidden"])
    if hidden == 0b111111:
        raise Impossible("with.hidden", "every place", "at least one place that can be hit", "cp2020.location.absurd")
    return Blow(dice.number, dice.faces, dice.plus, int(values["ap"]), int(values["edged"]), aimed, hidden)


HAND_TO_HAND = ("melee", "fencing", "brawling", "martial_arts")


def armed(values: Mapping[str, Any], by: int, fighters: Fighters) -> tuple[dict[str, Any], int]:
    """The fields of an attack with those of the weapon carried that it names (or, where it says nothing of its own, of the
    first), and that weapon's slot."""
    carried = fighters.forms[by]["weapons"]
    names = tuple(weapon["name"] for weapon in carried)
    own = any(values[name] is not None for name in ("skill", "damage", "range")) or values["melee"]
    if values["weapon"] is None and (own or not carried):
        return dict(values), INLINE
    if values["weapon"] is not None and values["weapon"] not in names:
        raise BadInput("with.weapon", values["weapon"], one_of(values["weapon"], names), "cp2020.ammo")
    slot = names.index(values["weapon"]) if values["weapon"] is not None else 0
    given = {name: field.default for name, field in WEAPON_FIELDS.items()}
    filled = {name: carried[slot][name] for name, default in given.items() if values[name] == default}
    return {**values, **filled}, slot


def mode_of(values: Mapping[str, Any]) -> Mode:
    """How an attack is made: as it says; a blow where the weapon is for close quarters, or where a skill for them comes
    without a range and a distance."""
    if values["mode"] is not None:
        return Mode[values["mode"].upper()]
    close = values["skill"] in HAND_TO_HAND and values["range"] is None and values["distance"] is None
    return Mode.MELEE if values["melee"] or close else Mode.SINGLE


def skill_of(values: Mapping[str, Any], default: Skill) -> int:
    return int(Skill[values["skill"].upper()]) if values["skill"] else int(default)


def distance_of(values: Mapping[str, Any], by: int, fighters: Fighters) -> int:
    """The distance given, or FROM_POINTS where the fighters have points."""
    if values["distance"] is not None:
        return int(values["distance"])
    if fighters.forms[by]["at"] is None:
        raise Impossible("with.distance", "missing", "given (metres)", "cp2020.attack.range")
    return FROM_POINTS


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack:
    values, slot = armed(values, by, fighters)
    mode = mode_of(values)
    several = values["targets"] & (values["targets"] - 1)
    if several and mode not in (Mode.AUTO, Mode.SPREAD):
        raise Impossible("targets", "several", "one, unless the mode is auto or spread", "cp2020.fire.auto")
    rounds = {Mode.BURST: 3, Mode.AUTO: values["rounds"] or values["rof"]}.get(mode, 1)
    if rounds is None:
        raise Impossible("with.rounds", "missing", "the rounds fired in full auto", "cp2020.fire.auto")
    if mode not in (Mode.SINGLE, Mode.MELEE) and values["aimed"]:
        raise Impossible("with.aimed", values["aimed"], "left out: only a single shot is aimed", "cp2020.location.roll")
    if mode != Mode.MELEE and values["range"] is None:
        raise Impossible("with.range", "missing", "given (the weapon's, in metres)", "cp2020.attack.range")
    default = {Mode.MELEE: Skill.MELEE, Mode.SPREAD: Skill.RIFLE}.get(mode, Skill.HANDGUN)
    return attack_of(values, by, target, slot, fighters, skill_of(values, default), mode, rounds)


def attack_of(
    values: Mapping[str, Any], by: int, target: int, slot: int, fighters: Fighters, skill: int, mode: Mode, rounds: int
) -> Attack:
    """An attack from checked fields."""
    if mode == Mode.SPREAD and values["damage"] is None:
        values = {**values, "damage": Dice(0, 6, 0)}
    if values["damage"] is None:
        raise BadInput("with.damage", "missing", "given (such as 2D6+1, or a number)", "cp2020.damage.dice")
    ally = values.get("ally")
    if ally is not None and ally not in fighters.ids:
        raise BadInput("with.ally", ally, one_of(ally, fighters.ids), "cp2020.attack.fumble")
    modifiers = sum(1 << MODIFIERS.index(word) for word in set(values["modifiers"]))
    return Attack(
        by,
        target,
        values["targets"],
        slot,
        values["actions"],
        values["luck"],
        skill,
        0 if mode == Mode.MELEE else distance_of(values, by, fighters),
        values["range"] or 0,
        int(mode),
        rounds,
        values["accuracy"],
        modifiers,
        values["modifier"],
        int(Reliability[values["reliability"].upper()]),
        int(values["automatic"] or mode in (Mode.BURST, Mode.AUTO)),
        fighters.ids.index(ally) if ally is not None else -1,
        blow_of(values),
    )


def build_suppress(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Suppress:
    values, slot = armed(values, by, fighters)
    rounds = values["rounds"] or values["rof"]
    if rounds is None:
        raise Impossible("with.rounds", "missing", "the rounds fired", "cp2020.fire.suppress")
    unknown = values["distance"] is None and fighters.forms[by]["at"] is None
    filled = {**values, "modifiers": [], "modifier": 0, "luck": 0, "aimed": None}
    filled |= {"distance": 0} if unknown else {}
    made = attack_of(filled, by, target, slot, fighters, skill_of(values, Skill.SUBMACHINEGUN), Mode.SUPPRESS, rounds)
    return Suppress(made._replace(distance=UNKNOWN) if unknown else made, values["width"])


def build_grenade(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Grenade:
    values, slot = armed(values, by, fighters)
    if values["radius"] is None:
        raise BadInput("with.radius", "missing", "given (metres)", "cp2020.area")
    at = point_of(values["at"], "with.at")
    default = Skill.HEAVY_WEAPONS if values["range"] else Skill.ATHLETICS
    filled = {**values, "aimed": None}
    made = attack_of(filled, by, target, slot, fighters, skill_of(values, default), Mode.BLAST, 1)
    return Grenade(made, values["radius"], int(at is not None), *(at or (0, 0)))


def point_of(given: list[int] | None, where: str) -> tuple[int, int] | None:
    """A point from its two numbers."""
    if given is not None and len(given) != 2:
        raise BadInput(where, shown(given), "two numbers: [x, y] in metres")
    return None if given is None else (given[0], given[1])


def build_move(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Move:
    return Move(by, *way_of(values, "cp2020.turn.actions"))


def slot_of(values: Mapping[str, Any], by: int, fighters: Fighters, inline: bool) -> int:
    """The slot of a weapon by name; without a name the first, or (``inline``) what is in hand and not carried by name."""
    carried = fighters.forms[by]["weapons"]
    if values["weapon"] is None and not carried and inline:
        return INLINE
    return slot_named(values["weapon"], carried, "cp2020.ammo")


def build_grab(hold: Hold) -> Any:
    """The builder for one way of wrestling."""
    return lambda v, by, to, f: Grab(
        by, to, int(hold), skill_of(v, Skill(0)) if v["skill"] else -1, v["luck"], v["modifier"], v["actions"]
    )


AREA = {
    **FIRE,
    "modifiers": ATTACK.fields["modifiers"],  # type: ignore[index]
    "modifier": MODIFIER,
    "label": LABEL,
    "ally": ATTACK.fields["ally"],  # type: ignore[index]
}
SUPPRESS = Form(
    rule="cp2020.fire.suppress",
    fields={
        **{name: FIRE[name] for name in FIRE if name not in ("aimed", "luck")},
        "width": Whole(
            default=2, low=1, high=200, rule="cp2020.fire.suppress", help="of the zone, in metres; at least 2"
        ),
    },
)
GRENADE = Form(
    rule="cp2020.area",
    fields={
        **{name: field for name, field in AREA.items() if name not in ("aimed", "rounds")},
        "at": POINT,
    },
)
MOVE = Form(rule="cp2020.turn.actions", fields={"to": POINT, "metres": Whole(low=0, high=999)})
WHICH = Form(rule="cp2020.ammo", fields={"weapon": Text(help="the first carried when left out"), "actions": ACTIONS})
GRAB = Form(
    rule="cp2020.grab",
    fields={
        "skill": Word(words=words_of(Skill), rule="cp2020.grab", help="the better of Brawling and Martial Arts"),
        "luck": LUCK,
        "modifier": MODIFIER,
        "label": LABEL,
        "actions": ACTIONS,
    },
)
AID = Form(
    rule="cp2020.stabilise",
    fields={
        "aid": Word(default="none", words=words_of(Aid), rule="cp2020.stabilise"),
        "modifier": MODIFIER,
        "label": LABEL,
        "luck": LUCK,
        "actions": ACTIONS,
    },
)
REPAIR = Form(
    rule="cp2020.repair",
    fields={"places": ListOf(default=list(PLACES), of=Word(words=PLACES), most=6, help="all when left out")},
)
NOTHING = Form(fields={})

DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("begin", NOTHING, lambda v, by, to, f: Begin(0), begin),
        DecisionKind("done", NOTHING, lambda v, by, to, f: Done(by), done, by=True),
        DecisionKind("move", MOVE, build_move, move, by=True),
        DecisionKind(
            "reload", WHICH, lambda v, by, to, f: Reload(by, slot_of(v, by, f, False), v["actions"]), reload, by=True
        ),
        DecisionKind(
            "clear", WHICH, lambda v, by, to, f: Clear(by, slot_of(v, by, f, True), v["actions"]), clear, by=True
        ),
        DecisionKind(
            "pick_up", WHICH, lambda v, by, to, f: PickUp(by, slot_of(v, by, f, True), v["actions"]), pick_up, by=True
        ),
        DecisionKind(
            "stand_up",
            Form(fields={"actions": ACTIONS}),
            lambda v, by, to, f: StandUp(by, v["actions"]),
            stand_up,
            by=True,
        ),
        DecisionKind("suppress", SUPPRESS, build_suppress, suppress, by=True, target=True, several=True),
        DecisionKind("grenade", GRENADE, build_grenade, grenade, by=True, target=True, several=True),
        *(DecisionKind(hold.name.lower(), GRAB, build_grab(hold), grab, by=True, target=True) for hold in Hold),
        DecisionKind("hit", HIT, lambda v, by, to, f: Hit(to, blow_of(v)), hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True, several=True),
        DecisionKind("turn", NOTHING, lambda v, by, to, f: Turn(by), turn, by=True),
        DecisionKind("round", NOTHING, lambda v, by, to, f: NewRound(0), new_round),
        DecisionKind(
            "stabilise",
            AID,
            lambda v, by, to, f: Stabilise(by, to, int(Aid[v["aid"].upper()]), v["modifier"], v["luck"], v["actions"]),
            stabilise,
            by=True,
            target=True,
        ),
        DecisionKind("repair", REPAIR, lambda v, by, to, f: Repair(to, mask_of(v["places"])), repair, target=True),
    )
}
for kind, run in (
    (Hit, hit),
    (Attack, attack),
    (Turn, turn),
    (NewRound, new_round),
    (Stabilise, stabilise),
    (Begin, begin),
    (Done, done),
    (Move, move),
    (Reload, reload),
    (Clear, clear),
    (PickUp, pick_up),
    (StandUp, stand_up),
    (Suppress, suppress),
    (Grenade, grenade),
    (Grab, grab),
    (Repair, repair),
):
    runs(kind, run)
