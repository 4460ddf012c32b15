"""Views of the state of Cyberpunk RED, by the names that paths use; what the GM may set; words for numbers."""

from __future__ import annotations

from typing import Any

from ...core.game import named
from ...core.gear import placed_at, whole
from .attack import WeaponClass
from .house import OPTIONS
from .injuries import Injury
from .round import INITIATIVE_BITS
from .state import (
    Aim,
    Fighter,
    Place,
    Skill,
    Stat,
)
from .stats import (
    dex_of,
    mortally_wounded,
    move_of,
    ref_of,
    save_penalty,
    seriously_wounded,
)


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
    "initiative": lambda w, h: w.stand.order >> INITIATIVE_BITS,
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
    "at": lambda w, v: w._replace(stand=placed_at(w.stand, v)),
    "initiative": lambda w, v: w._replace(stand=w.stand._replace(order=whole(v, 0, 99) << INITIATIVE_BITS)),
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
