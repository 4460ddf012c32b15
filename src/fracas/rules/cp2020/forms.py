"""Cyberpunk 2020 at its edge: fighters and decisions as a person writes them, and views of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.errors import BadInput, Impossible
from ...core.forms import DiceField, Flag, Form, ListOf, Map, Text, Whole, Word
from ...core.game import DecisionKind, Fighters, enum_option, named, runs, words_of
from ...core.table import Table, silent
from .armour import worn_sp
from .attack import Band, Mode, Modifier, Reliability, attack
from .harm import hit
from .house import OPTIONS, House
from .state import (
    LAYERS,
    NO_OUTCOME,
    NO_POINTS,
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
    PlaceNumbers,
    Sheet,
    Skill,
    Stabilise,
    Turn,
    Wounds,
)
from .turn import Aid, new_round, stabilise, turn
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
    },
)
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
ATTACK = Form(
    rule="cp2020.attack.roll",
    fields={
        **BLOW,
        "skill": Word(default="handgun", words=words_of(Skill), rule="cp2020.attack.roll"),
        "distance": Whole(required=True, low=0, high=10_000, rule="cp2020.attack.range", help="metres"),
        "range": Whole(required=True, low=1, high=5_000, rule="cp2020.attack.range", help="the weapon's, in metres"),
        "mode": Word(default="single", words=words_of(Mode), rule="cp2020.fire.auto"),
        "rounds": Whole(low=1, high=100, rule="cp2020.fire.auto", help="fired in full auto"),
        "accuracy": Whole(default=0, low=-10, high=10, rule="cp2020.attack.roll"),
        "modifiers": ListOf(default=[], of=Word(words=MODIFIERS, rule="cp2020.attack.modifiers"), most=12),
        "modifier": MODIFIER,
        "label": LABEL,
        "reliability": Word(default="st", words=words_of(Reliability), rule="cp2020.attack.fumble"),
        "automatic": Flag(default=False, rule="cp2020.attack.fumble"),
        "ally": Text(rule="cp2020.attack.fumble", help="the fighter whom a fumble hits"),
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
                raise BadInput(
                    f"armour[{number}]", piece["name"], f"at most {LAYERS} layers at a place", "cp2020.armour.max"
                )
            stacks[place].append(piece["sp"])
            pieces[place] |= number << 4 * slot
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
    )
    places = mask_of(cover["covers"]) if cover else 0
    return Fighter(
        sheet,
        Wounds(form["damage"], int(form["stunned"]), int(form["stable"]), mask_of(form["lost"]), 0),
        Armour(_stacks(stacks), cover["sp"] if cover else 0, places),
        Condition(0, 0, NO_POINTS),
    )


def mask_of(places: list[str]) -> int:
    return sum(1 << PLACES.index(place) for place in set(places))


def _six(numbers: Any) -> PlaceNumbers:
    return tuple(numbers)


def _stacks(rows: list[list[int]]) -> Any:
    filled: list[Layers] = [tuple((row + [0] * LAYERS)[:LAYERS]) for row in rows]  # type: ignore[misc]
    return tuple(filled)


def begin(rules: House, fighters: tuple[Fighter, ...], numbers: Mapping[str, Any], known: Fighters) -> Fight:
    return Fight(rules, tuple(_dead_if_beyond(who, rules) for who in fighters), 1, NO_OUTCOME)


def _dead_if_beyond(who: Fighter, rules: House) -> Fighter:
    dead = level_of(who.wounds.damage) > MORTAL_0 + rules.mortal_max
    return who._replace(wounds=who.wounds._replace(dead=1)) if dead else who


def blow_of(values: Mapping[str, Any]) -> Blow:
    dice = values["damage"]
    aimed = PLACES.index(values["aimed"]) if values["aimed"] else int(Place.NOWHERE)
    hidden = mask_of(values["hidden"])
    if hidden == 0b111111:
        raise Impossible("with.hidden", "every place", "at least one place that can be hit", "cp2020.location.absurd")
    return Blow(dice.number, dice.faces, dice.plus, int(values["ap"]), int(values["edged"]), aimed, hidden)


def build_attack(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Attack:
    mode = Mode[values["mode"].upper()]
    if mode == Mode.AUTO and values["rounds"] is None:
        raise Impossible("with.rounds", "missing", "the rounds fired in full auto", "cp2020.fire.auto")
    if mode != Mode.SINGLE and values["aimed"]:
        raise Impossible("with.aimed", values["aimed"], "left out: only a single shot is aimed", "cp2020.location.roll")
    ally = values["ally"]
    if ally is not None and ally not in fighters.ids:
        raise BadInput("with.ally", ally, f"one of: {', '.join(fighters.ids)}", "cp2020.attack.fumble")
    modifiers = sum(1 << MODIFIERS.index(word) for word in set(values["modifiers"]))
    return Attack(
        by,
        target,
        int(Skill[values["skill"].upper()]),
        values["distance"],
        values["range"],
        int(mode),
        values["rounds"] or (3 if mode == Mode.BURST else 1),
        values["accuracy"],
        modifiers,
        values["modifier"],
        int(Reliability[values["reliability"].upper()]),
        int(values["automatic"] or mode != Mode.SINGLE),
        fighters.ids.index(ally) if ally is not None else -1,
        blow_of(values),
    )


AID = Form(
    rule="cp2020.stabilise",
    fields={
        "aid": Word(default="none", words=words_of(Aid), rule="cp2020.stabilise"),
        "modifier": MODIFIER,
        "label": LABEL,
    },
)
DECISIONS = {
    kind.name: kind
    for kind in (
        DecisionKind("hit", HIT, lambda v, by, to, f: Hit(to, blow_of(v)), hit, target=True),
        DecisionKind("attack", ATTACK, build_attack, attack, by=True, target=True),
        DecisionKind("turn", Form(fields={}), lambda v, by, to, f: Turn(by), turn, by=True),
        DecisionKind("round", Form(fields={}), lambda v, by, to, f: NewRound(0), new_round),
        DecisionKind(
            "stabilise",
            AID,
            lambda v, by, to, f: Stabilise(by, to, int(Aid[v["aid"].upper()]), v["modifier"]),
            stabilise,
            by=True,
            target=True,
        ),
    )
}
for kind, run in ((Hit, hit), (Attack, attack), (Turn, turn), (NewRound, new_round), (Stabilise, stabilise)):
    runs(kind, run)


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
}
for place, word in enumerate(PLACES):
    FIGHTER_VIEWS[f"sp.{word}"] = lambda w, h, place=place: worn_sp(w, place, h)
    FIGHTER_VIEWS[f"layers.{word}"] = lambda w, h, place=place: list(
        w.armour.sp[place][: w.sheet.layers >> (3 * place) & 7]
    )
FIGHT_VIEWS = {"round": lambda f: f.round}
OUTCOME_VIEWS = {
    "hit": lambda f: bool(f.outcome.hit),
    "location": lambda f: Place(f.outcome.location).name.lower(),
    "damage": lambda f: f.outcome.damage,
    "through": lambda f: f.outcome.through,
    "suffered": lambda f: f.outcome.suffered,
    "rounds": lambda f: f.outcome.rounds,
    "critical": lambda f: False,
    "complication": lambda f: False,
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
