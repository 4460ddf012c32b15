"""Views of the state of Wrath & Glory, by the names that paths use; what the GM may set; words for numbers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from ...core.forms import one_of
from ...core.game import named, words_of
from ...core.gear import SLOTS, placed_at, whole
from ...core.state import digit
from ...core.table import silent
from .forms import CONDITIONS, COVERS, SCARS, VISIONS
from .harm import dying, exhausted
from .hazard import Level
from .house import OPTIONS
from .ids import ASK
from .number import defence_of, own_penalty
from .place import gone
from .state import (
    UPGRADED,
    Action,
    Condition,
    Fighter,
    Injury,
    Pace,
    Row,
    Scar,
    Skill,
    Trouble,
)
from .stealth import Noise


def in_words(words: tuple[str, ...], number: int) -> str:
    """The word for a number; ValueError where there is none."""
    if not 0 <= number < len(words):
        raise ValueError(number)
    return words[number]


def traumatic_words(who: Fighter) -> list[str]:
    return [injury.name.lower() for injury in Injury for _ in range(digit(who.harm.traumatic, injury))]


def memorable_words(who: Fighter) -> list[str]:
    times = [(scar, digit(who.harm.memorable, scar)) for scar in Scar]
    return [SCARS[scar + 5 * (time - 1)] for scar, time in times if time]


def health_of(who: Fighter, house: Any, form: Mapping[str, Any]) -> tuple[int, int]:
    """Wounds that it can still take, of all (a mob: members left, of those it came with)."""
    if who.sheet.mob:
        return who.harm.members, int(form["mob"])
    return who.sheet.max_wounds - who.harm.wounds, who.sheet.max_wounds


FIGHTER_VIEWS: dict[str, Any] = {
    "wounds": lambda w, h: w.harm.wounds,
    "shock": lambda w, h: w.harm.shock,
    "wrath": lambda w, h: w.harm.wrath,
    "ammo": lambda w, h: w.harm.ammo,
    "mob": lambda w, h: w.harm.members if w.sheet.mob else None,
    "dying": lambda w, h: dying(w),
    "exhausted": lambda w, h: exhausted(w),
    "dead": lambda w, h: gone(w),
    "unconscious": lambda w, h: bool(w.harm.unconscious),
    "airless": lambda w, h: w.harm.airless,
    "wounded": lambda w, h: w.harm.wounds > 0,
    "dn_penalty": lambda w, h: own_penalty(w, 0, silent),
    "defence": lambda w, h: defence_of(w, silent),
    "resilience": lambda w, h: w.sheet.resilience,
    "resolve": lambda w, h: w.sheet.resolve,
    "determination": lambda w, h: w.sheet.determination,
    "max_wounds": lambda w, h: w.sheet.max_wounds,
    "max_shock": lambda w, h: w.sheet.max_shock,
    "awareness": lambda w, h: w.sheet.awareness,
    "traumatic": lambda w, h: traumatic_words(w),
    "memorable": lambda w, h: memorable_words(w),
    "stealth": lambda w, h: w.stealth.score,
    "found": lambda w, h: bool(w.stealth.found),
    "surprised": lambda w, h: bool(w.turn.surprised),
    "holds": lambda w, h: bool(w.turn.held),
    "owed": lambda w, h: w.turn.owed > 0,
    "grappled": lambda w, h: w.stance.held_by > 0,
    "cover": lambda w, h: COVERS[w.stance.cover],
    "spent": lambda w, h: [digit(w.stance.spent, slot) > 0 for slot in range(SLOTS)],
    "broken": lambda w, h: [named(Trouble)(digit(w.stance.broken, slot)) for slot in range(SLOTS)],
    "wielded": lambda w, h: w.stance.wielded,
    "at": lambda w, h: [w.stand.x, w.stand.y],
    "here": lambda w, h: bool(w.stand.here),
    "moved": lambda w, h: w.stand.moved,
    "acted": lambda w, h: bool(w.stand.acted),
}
for place, word in enumerate(CONDITIONS):
    FIGHTER_VIEWS[f"conditions.{word}"] = lambda w, h, place=place: w.conditions[place]
FIGHT_VIEWS: dict[str, Any] = {
    "glory": lambda f: f.glory,
    "ruin": lambda f: f.ruin,
    "round": lambda f: f.round,
    "vision": lambda f: VISIONS[f.vision],
    "active": lambda f: f.clock.active,
    "over": lambda f: bool(f.clock.over),
}
TARGET_VIEWS: dict[str, Any] = {
    "hit": lambda w: bool(w.outcome.hit),
    "damage": lambda w: w.outcome.damage,
    "through": lambda w: w.outcome.through,
    "suffered": lambda w: w.outcome.suffered,
}
OUTCOME_VIEWS: dict[str, Any] = {
    **{name: lambda f, view=view: view(f.fighters[f.first]) for name, view in TARGET_VIEWS.items()},
    "critical": lambda f: bool(f.critical),
    "complication": lambda f: bool(f.complication),
}


def with_harm(name: str, most: int) -> Any:
    """The setter of a number in ``harm``."""
    return lambda w, v: w._replace(harm=w.harm._replace(**{name: whole(v, 0, most)}))


def with_condition(name: str, source: str = "") -> Any:
    """The setter of a condition's count; who brought it (``source``, in the stance) is forgotten."""

    def setter(who: Fighter, value: Any) -> Fighter:
        stance = who.stance._replace(**{source: 0}) if source else who.stance
        return who._replace(conditions=who.conditions._replace(**{name: whole(int(value), 0, 15)}), stance=stance)

    return setter


def members_set(who: Fighter, value: Any) -> Fighter:
    if not who.sheet.mob:
        raise ValueError("a mob")
    return who._replace(harm=who.harm._replace(members=whole(value, 0, 500)))


def cover_set(who: Fighter, value: Any) -> Fighter:
    return who._replace(stance=who.stance._replace(cover=word_number(value, COVERS)))


SETTERS: dict[str, Any] = {
    "wounds": with_harm("wounds", 99),
    "shock": with_harm("shock", 99),
    "wrath": with_harm("wrath", 20),
    "ammo": with_harm("ammo", 99),
    "mob": members_set,
    "dead": lambda w, v: w._replace(harm=w.harm._replace(dead=whole(int(v), 0, 1))),
    "unconscious": lambda w, v: w._replace(harm=w.harm._replace(unconscious=whole(int(v), 0, 1))),
    "cover": cover_set,
    "stealth": lambda w, v: w._replace(stealth=w.stealth._replace(score=whole(v, 0, 60))),
    "found": lambda w, v: w._replace(stealth=w.stealth._replace(found=whole(int(v), 0, 1))),
    "surprised": lambda w, v: w._replace(turn=w.turn._replace(surprised=whole(int(v), 0, 1))),
    "acted": lambda w, v: w._replace(stand=w.stand._replace(acted=whole(int(v), 0, 1))),
    "at": lambda w, v: w._replace(stand=placed_at(w.stand, v)),
    **{f"conditions.{word}": with_condition(word) for word in CONDITIONS},
    **{f"conditions.{word}": with_condition(word, f"{word}_by") for word in ("hindered", "vulnerable")},
    "conditions.restrained": with_condition("restrained", "held_by"),
}
FIGHT_SETTERS: dict[str, Any] = {
    "glory": lambda f, v: f._replace(glory=whole(v, 0, 99)),
    "ruin": lambda f, v: f._replace(ruin=whole(v, 0, 99)),
    "vision": lambda f, v: f._replace(vision=word_number(v, VISIONS)),
}


def word_number(value: Any, words: tuple[str, ...]) -> int:
    """Which of some words it is; ValueError says which there are."""
    if value not in words:
        raise ValueError(one_of(value, words))
    return words.index(value)


CHOICES: dict[IntEnum, tuple[Any, ...]] = {
    ASK.USE_DETERMINATION: (True, False),
    ASK.CRITICAL_CHOICE: ("prone", "shock"),
    ASK.CRITICAL_CHOICE__BLAST: ("wounds", "target"),
    ASK.LIMB: words_of(Injury)[:8],
    ASK.WRONG_TARGET: (),
    ASK.CRITICAL_TARGET: (),
}
BANDS = ("short", "medium", "long")
NUMBER_NAMES = {
    "injury": named(Injury),
    "scar": named(Scar),
    "upgrade": lambda number: in_words(UPGRADED, number),
    "band": lambda number: in_words(BANDS, number),
    "cover": lambda number: in_words(COVERS, number),
    "vision": lambda number: in_words(VISIONS, number),
    "called": lambda number: in_words(("none", "medium", "small", "tiny"), number),
    "condition": named(Condition),
    "trouble": named(Trouble),
    "row": named(Row),
    "action": named(Action),
    "pace": named(Pace),
    "approach": named(Skill),
    "level": named(Level),
    "noise": named(Noise),
    **{name: named(values) for name, (values, _) in OPTIONS.items()},
}
