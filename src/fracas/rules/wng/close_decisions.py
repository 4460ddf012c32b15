"""Decisions about close quarters and about one's weapons: their fields, and what is built from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.errors import Impossible, phrase
from ...core.forms import Form, Text, Whole
from ...core.game import DecisionKind, Fighters
from ...core.gear import slot_named
from .close import BREAK_FREE, Escape, FullDefence, Grapple, LetGo, escape, full_defence, grapple, lets_go
from .mend import IN_HAND, Mend, Ready, mend, ready, reload
from .state import Reload

DICE = {
    "dice": Whole(default=0, low=-20, high=20, help="dice more or less in the pool"),
    "label": Text(help="shown in the log beside the modifier"),
}
REROLL = {
    "reroll": Whole(default=0, low=0, high=1, rule="wng.wrath.reroll", help="a Wrath point for it, if there is one")
}
WEAPON = {"weapon": Text(help="the name of a weapon carried; the one in hand when left out")}

GRAPPLE = Form(rule="wng.option.grapple", fields={**REROLL, **DICE})
ESCAPE = Form(
    rule="wng.condition.restrained",
    fields={
        "number": Whole(default=BREAK_FREE, low=1, high=20, help="the DN of what one is entangled in"),
        **REROLL,
        **DICE,
    },
)
FULL_DEFENCE = Form(rule="wng.option.fulldefence", fields={**REROLL, **DICE})
MEND = Form(
    rule="wng.table.complication",
    fields={**WEAPON, **REROLL, **DICE, "dn": Whole(default=0, low=-20, high=20)},
)
RELOAD = Form(rule="wng.ammo.reload", fields=WEAPON)
READY = Form(rule="wng.action.simple", fields={"weapon": Text(required=True, help="the name of a weapon carried")})
NOTHING = Form(fields={})


def slot_of(values: Mapping[str, Any], by: int, fighters: Fighters, rule: str) -> int:
    """The slot of the weapon named, or IN_HAND."""
    if values["weapon"] is None:
        return IN_HAND
    return slot_named(values["weapon"], fighters.forms[by]["weapons"], rule)


def build_mend(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Mend:
    slot = slot_of(values, by, fighters, "wng.table.complication")
    return Mend(by, slot, values["reroll"], values["dice"], values["dn"])


def build_reload(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Reload:
    slot = slot_of(values, by, fighters, "wng.ammo.reload")
    if slot != IN_HAND and fighters.forms[by]["weapons"][slot]["melee"]:
        raise Impossible("with.weapon", values["weapon"], phrase("a weapon that fires"), "wng.ammo.reload")
    return Reload(by, slot)


def build_ready(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Ready:
    return Ready(by, slot_of(values, by, fighters, "wng.action.simple"))


def build_escape(values: Mapping[str, Any], by: int, target: int, fighters: Fighters) -> Escape:
    return Escape(by, values["number"], values["reroll"], values["dice"])


CLOSE_KINDS: tuple[DecisionKind, ...] = (
    DecisionKind(
        "grapple",
        GRAPPLE,
        lambda v, by, to, f: Grapple(by, to, v["reroll"], v["dice"]),
        grapple,
        by=True,
        target=True,
    ),
    DecisionKind("escape", ESCAPE, build_escape, escape, by=True),
    DecisionKind("let_go", NOTHING, lambda v, by, to, f: LetGo(by), lets_go, by=True),
    DecisionKind(
        "full_defence",
        FULL_DEFENCE,
        lambda v, by, to, f: FullDefence(by, v["reroll"], v["dice"]),
        full_defence,
        by=True,
    ),
    DecisionKind("mend", MEND, build_mend, mend, by=True),
    DecisionKind("reload", RELOAD, build_reload, reload, by=True),
    DecisionKind("ready", READY, build_ready, ready, by=True),
)
CLOSE_RUNS: tuple[tuple[type, Any], ...] = (
    (Grapple, grapple),
    (Escape, escape),
    (LetGo, lets_go),
    (FullDefence, full_defence),
    (Mend, mend),
    (Reload, reload),
    (Ready, ready),
)
