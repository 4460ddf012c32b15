"""The decisions of Wrath & Glory: their fields, and what is built from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.encounter import FROM_POINTS, INLINE
from ...core.errors import BadInput, Impossible
from ...core.forms import Either, Flag, Form, ListOf, Text, Whole, Word, one_of, shown
from ...core.game import DecisionKind, Fighters, runs, words_of
from ...core.gear import way_of
from .attack import attack
from .blast import throw
from .budget import simple
from .close_decisions import CLOSE_KINDS, CLOSE_RUNS
from .cost import UNARMED
from .damage import hit
from .forms import COVERS, VISIONS, WEAPON, mask_of, weapon_of
from .more_decisions import LIFE_KINDS, LIFE_RUNS
from .move import decline, move, stand_up
from .options import Option
from .order import act, alert, begin, done, hold, new_round, release, tasks
from .state import (
    BY_PLACE,
    Act,
    Alert,
    Attack,
    Begin,
    Decline,
    Done,
    Hit,
    HoldAction,
    Move,
    NewRound,
    Pace,
    Release,
    Simple,
    StandUp,
    Tasks,
    Throw,
    WholeTurn,
)
from .turn import whole_turn

ATTACK = Form(
    rule="wng.attack.pool",
    fields={
        "weapon": Either(
            first=WEAPON,
            second=Text(),
            help="the name of a weapon carried, or a weapon's fields; the first when left out",
        ),
        "unarmed": Flag(default=False, rule="wng.damage.roll"),
        "distance": Whole(
            low=0, high=10_000, rule="wng.range.bands", help="metres; from the points of the two when left out"
        ),
        "options": ListOf(default=[], of=Word(words=words_of(Option)), most=10),
        "shift": Whole(default=0, low=0, high=30),
        "reroll": Whole(
            default=0, low=0, high=1, rule="wng.wrath.reroll", help="a Wrath point for it, if there is one"
        ),
        "dice": Whole(default=0, low=-20, high=20),
        "dn": Whole(default=0, low=-20, high=20),
        "label": Text(),
        "cover": Word(words=COVERS, rule="wng.move.cover", help="the target's; what it stands behind when left out"),
        "through_cover": Word(
            words=("flimsy", "light", "medium", "heavy", "super_heavy"), rule="wng.option.throughcover"
        ),
        "vision": Word(words=VISIONS, rule="wng.vision", help="the fight's when left out"),
        "into_melee": ListOf(default=[], of=Text(), most=40, rule="wng.range.intomelee"),
        "glory": Whole(default=0, low=0, high=20, rule="wng.crit.glory"),
        "near": ListOf(
            default=[], of=Text(), most=40, rule="wng.crit.glory", help="who stands within 10 m of the target"
        ),
        "at": ListOf(
            of=Whole(low=-100_000, high=100_000), most=2, rule="wng.blast.throw", help="the point of a blast: [x, y]"
        ),
        "adrift": ListOf(
            default=[], of=Text(), most=40, rule="wng.blast.throw", help="who is caught when a blast misses"
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


def armed(values: Mapping[str, Any], by: int, fighters: Fighters) -> tuple[Mapping[str, Any], int]:
    """The weapon of an attack and its slot: the one given, the one of that name, else the first carried, else hands."""
    form, given = fighters.forms[by], values["weapon"]
    carried = form["weapons"]
    if isinstance(given, Mapping):
        return given, INLINE
    if values["unarmed"]:
        return UNARMED_WEAPON, UNARMED
    if given is None and carried:
        return carried[0], 0
    if given is None and form["weapon"] is not None:
        return form["weapon"], 0
    if given is None:
        return UNARMED_WEAPON, UNARMED
    names = tuple(weapon["name"] for weapon in carried)
    if given not in names:
        raise BadInput("with.weapon", shown(given), one_of(given, names), "wng.attack.pool")
    return carried[names.index(given)], names.index(given)


UNARMED_WEAPON = {**WEAPON.read({}, "weapon"), "melee": True, "ed": 1}


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack | Throw:
    given, slot = armed(values, by, fighters)
    weapon = weapon_of(given)
    if not weapon.melee and values["distance"] is None and fighters.forms[by]["at"] is None:
        raise Impossible("with.distance", "missing", "given for a ranged attack", "wng.range.bands")
    options = sum(1 << words_of(Option).index(word) for word in set(values["options"]))
    decision = Attack(
        by,
        target,
        values["targets"],
        slot,
        weapon,
        FROM_POINTS if values["distance"] is None else values["distance"],
        options,
        values["shift"],
        values["reroll"],
        values["dice"],
        values["dn"],
        COVERS.index(values["cover"]) if values["cover"] else BY_PLACE,
        MATERIAL[values["through_cover"]] if values["through_cover"] else 0,
        VISIONS.index(values["vision"]) if values["vision"] else BY_PLACE,
        mask_of(values["into_melee"], fighters, "with.into_melee"),
        values["glory"],
        mask_of(values["near"], fighters, "with.near"),
    )
    if not weapon.blast:
        return decision
    at = values["at"]
    if at is not None and len(at) != 2:
        raise BadInput("with.at", shown(at), "two numbers: [x, y] in metres", "wng.blast.throw")
    x, y = at or (0, 0)
    return Throw(decision, int(at is not None), x, y, mask_of(values["adrift"], fighters, "with.adrift"))


def build_hit(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Hit:
    return Hit(target, -1 if values["damage"] is None else values["damage"], values["ap"], values["mortal"])


def build_move(back: bool) -> Any:
    """The builder of a move, and of falling back."""

    def build(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Move:
        metres, x, y = way_of({"to": values["to"], "metres": values["metres"]}, "wng.move.rates")
        pace = Pace.WALK if back else Pace[values["pace"].upper()]
        cover = COVERS.index(values["cover"] or "none")
        return Move(by, metres, x, y, int(pace), int(values["difficult"]), cover, values.get("beyond", 0), int(back))

    return build


WAY = {
    "to": ListOf(of=Whole(low=-100_000, high=100_000), most=2, help="a point: [x, y] in metres"),
    "metres": Whole(low=0, high=999),
    "difficult": Flag(default=False, rule="wng.move.rates", help="difficult terrain"),
    "cover": Word(words=COVERS[1:], rule="wng.move.cover", help="the cover that it then has"),
}
PACES = words_of(Pace)[1:]
MOVE = Form(
    rule="wng.move.rates",
    fields={
        **WAY,
        "pace": Word(default="walk", words=PACES, rule="wng.move.rates"),
        "beyond": Whole(default=0, low=0, high=20, rule="wng.move.exceed", help="the DN for going further than usual"),
    },
)
FALL_BACK = Form(rule="wng.option.fallback", fields=WAY)
NOTHING = Form(fields={})
TASKS = Form(rule="wng.action.multi", fields={"tasks": Whole(required=True, low=2, high=5)})

DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("begin", NOTHING, lambda v, by, to, f: Begin(0), begin),
        DecisionKind("act", NOTHING, lambda v, by, to, f: Act(by), act, by=True),
        DecisionKind("alert", NOTHING, lambda v, by, to, f: Alert(by), alert, by=True),
        DecisionKind("tasks", TASKS, lambda v, by, to, f: Tasks(by, v["tasks"]), tasks, by=True),
        DecisionKind("hold", NOTHING, lambda v, by, to, f: HoldAction(by), hold, by=True),
        DecisionKind("release", NOTHING, lambda v, by, to, f: Release(by), release, by=True),
        DecisionKind("done", NOTHING, lambda v, by, to, f: Done(by), done, by=True),
        DecisionKind("move", MOVE, build_move(False), move, by=True),
        DecisionKind("fall_back", FALL_BACK, build_move(True), move, by=True),
        DecisionKind("stand_up", NOTHING, lambda v, by, to, f: StandUp(by), stand_up, by=True),
        DecisionKind("decline", NOTHING, lambda v, by, to, f: Decline(by), decline, by=True),
        DecisionKind("simple", NOTHING, lambda v, by, to, f: Simple(by), simple, by=True),
        DecisionKind("hit", HIT, build_hit, hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True, several=True),
        DecisionKind("turn", NOTHING, lambda v, by, to, f: WholeTurn(by), whole_turn, by=True),
        DecisionKind("round", NOTHING, lambda v, by, to, f: NewRound(0), new_round),
        *LIFE_KINDS,
        *CLOSE_KINDS,
    )
}
RUNS: tuple[tuple[type, Any], ...] = (
    (Begin, begin),
    (Act, act),
    (Alert, alert),
    (Tasks, tasks),
    (HoldAction, hold),
    (Release, release),
    (Done, done),
    (Move, move),
    (StandUp, stand_up),
    (Decline, decline),
    (Simple, simple),
    (Hit, hit),
    (Attack, attack),
    (Throw, throw),
    (WholeTurn, whole_turn),
    (NewRound, new_round),
    *LIFE_RUNS,
    *CLOSE_RUNS,
)
for kind, run in RUNS:
    runs(kind, run)
