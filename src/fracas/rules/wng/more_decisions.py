"""Hazards, rest, treatment, interaction attacks and stealth as decisions: their fields, and what is built from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.encounter import FROM_POINTS
from ...core.errors import BadInput, phrase
from ...core.forms import Flag, Form, Text, Whole, Word
from ...core.game import DecisionKind, Fighters, words_of
from .forms import one_known
from .hazard import USUAL, Hazard, Level, Peril, hazard
from .interact import Interact, interact
from .rest import CatchBreath, Pause, Rest, catch_breath, rest
from .state import Condition, Skill
from .stealth import Hide, MakeNoise, Noise, Spot, hide, noise, spot
from .treat import HELD_OFF, PutOut, Resist, Stabilise, put_out, resist, stabilise

TEST = {
    "dice": Whole(default=0, low=-20, high=20, rule="wng.attack.pool"),
    "dn": Whole(default=0, low=-20, high=20, rule="wng.attack.hit"),
    "reroll": Whole(default=0, low=0, high=1, rule="wng.wrath.reroll", help="a Wrath point for it, if there is one"),
    "label": Text(help="shown in the log beside the modifier"),
}
NUMBER = Whole(low=0, high=20, help="the DN of the test; the rule's own when left out")
HAZARD = Form(
    rule="wng.hazard.suffocation",
    fields={
        "kind": Word(required=True, words=words_of(Peril)),
        "level": Word(default="light", words=words_of(Level), rule="wng.hazard.shock"),
        "metres": Whole(default=5, low=0, high=500, rule="wng.hazard.fall"),
        "number": NUMBER,
        "over": Flag(default=False, rule="wng.hazard.suffocation", help="it breathes again"),
        "long": Flag(default=False, rule="wng.hazard.radiation", help="over a long time: Poisoned, too"),
        **TEST,
    },
)
REST = Form(
    rule="wng.rest.respite",
    fields={
        "kind": Word(default="respite", words=words_of(Pause)),
        "patient": Text(help="whom it treats in a regroup; itself when left out"),
    },
)
STABILISE = Form(
    rule="wng.condition.bleeding",
    fields={
        "condition": Word(words=("bleeding", "poisoned"), help="the first that there is when left out"),
        "number": NUMBER,
        **TEST,
    },
)
PUT_OUT = Form(rule="wng.condition.onfire", fields={"number": NUMBER, **TEST})
RESIST = Form(
    rule="wng.condition.fear",
    fields={"condition": Word(default="fear", words=("fear", "terror")), "number": NUMBER, **TEST},
)
INTERACT = Form(
    rule="wng.interact.dn",
    fields={
        "skill": Word(required=True, words=("athletics", "deception", "intimidation", "persuasion", "tech")),
        "effect": Word(required=True, words=("hindered", "vulnerable"), rule="wng.interact.effect"),
        "shift": Whole(default=0, low=0, high=30, rule="wng.interact.effect"),
        "show_scar": Flag(default=False, rule="wng.harm.memorable", help="Intimidation: a memorable injury is shown"),
        "distance": Whole(
            low=0, high=10_000, rule="wng.interact.reach", help="metres; from the points of the two when left out"
        ),
        **TEST,
    },
)
HIDE = Form(
    rule="wng.stealth.score",
    fields={"at_once": Flag(default=False, help="only whether those here see it now; no score is kept"), **TEST},
)
SPOT = Form(
    rule="wng.stealth.found",
    fields={"passive": Flag(default=False, help="by passive Awareness, without a test"), **TEST},
)
NOISE = Form(rule="wng.stealth.loss", fields={"kind": Word(required=True, words=words_of(Noise))})
NOTHING = Form(fields={})


def build_hazard(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Hazard:
    kind, level = Peril[values["kind"].upper()], Level[values["level"].upper()]
    usual = USUAL if kind == Peril.SHOCK else HELD_OFF
    return Hazard(
        target,
        int(kind),
        int(level),
        values["metres"],
        usual if values["number"] is None else values["number"],
        int(values["over"]),
        int(values["long"]),
        *tested_with(values),
    )


def tested_with(values: Mapping[str, Any]) -> tuple[int, int, int]:
    """What changes a test: dice, DN, a Wrath point."""
    return values["dice"], values["dn"], values["reroll"]


def build_rest(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Rest:
    kind = Pause[values["kind"].upper()]
    patient = by if values["patient"] is None else one_known(values["patient"], fighters, "with.patient")
    if kind == Pause.RESPITE and patient != by:
        raise BadInput(
            "with.patient", values["patient"], phrase("left out: a respite is one's own"), "wng.rest.respite"
        )
    return Rest(by, int(kind), patient)


def build_stabilise(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Stabilise:
    condition = -1 if values["condition"] is None else int(Condition[values["condition"].upper()])
    number = -1 if values["number"] is None else values["number"]
    return Stabilise(by, target, condition, number, *tested_with(values))


def build_put_out(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> PutOut:
    return PutOut(by, target, number_of(values), *tested_with(values))


def build_resist(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Resist:
    return Resist(target, int(Condition[values["condition"].upper()]), number_of(values), *tested_with(values))


def number_of(values: Mapping[str, Any]) -> int:
    """The DN given, or the usual one."""
    return HELD_OFF if values["number"] is None else int(values["number"])


def build_interact(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Interact:
    return Interact(
        by,
        target,
        int(Skill[values["skill"].upper()]),
        int(Condition[values["effect"].upper()]),
        values["shift"],
        *tested_with(values),
        int(values["show_scar"]),
        FROM_POINTS if values["distance"] is None else values["distance"],
    )


LIFE_KINDS = (
    DecisionKind("hazard", HAZARD, build_hazard, hazard, target=True),
    DecisionKind("catch_breath", NOTHING, lambda v, by, to, f: CatchBreath(by), catch_breath, by=True),
    DecisionKind("rest", REST, build_rest, rest, by=True),
    DecisionKind("stabilise", STABILISE, build_stabilise, stabilise, by=True, target=True),
    DecisionKind("put_out", PUT_OUT, build_put_out, put_out, by=True, target=True),
    DecisionKind("resist", RESIST, build_resist, resist, target=True),
    DecisionKind("interact", INTERACT, build_interact, interact, by=True, target=True),
    DecisionKind("hide", HIDE, lambda v, by, to, f: Hide(by, int(v["at_once"]), *tested_with(v)), hide, by=True),
    DecisionKind(
        "spot", SPOT, lambda v, by, to, f: Spot(by, to, int(v["passive"]), *tested_with(v)), spot, by=True, target=True
    ),
    DecisionKind("noise", NOISE, lambda v, by, to, f: MakeNoise(by, int(Noise[v["kind"].upper()])), noise, by=True),
)
LIFE_RUNS: tuple[tuple[type, Any], ...] = (
    (Hazard, hazard),
    (CatchBreath, catch_breath),
    (Rest, rest),
    (Stabilise, stabilise),
    (PutOut, put_out),
    (Resist, resist),
    (Interact, interact),
    (Hide, hide),
    (Spot, spot),
    (MakeNoise, noise),
)
