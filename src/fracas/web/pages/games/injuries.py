"""What each Critical Injury of Cyberpunk RED does, found by asking the rules: somebody with it against somebody without."""

from __future__ import annotations

from functools import cache
from typing import Any

from ....core.errors import Refused
from ....core.table import silent
from ....play.wording import fill
from ....rules.cpred import GAME
from ....rules.cpred.attack import may_dodge
from ....rules.cpred.harm import doubled, suffer
from ....rules.cpred.injuries import FAR, Injury
from ....rules.cpred.state import Fighter, Place
from ....rules.cpred.stats import action_penalty, attack_penalty, move_of, save_penalty
from ....rules.cpred.turn import moved
from ..words import Say

Effect = tuple[str, int]


@cache
def hale() -> Fighter:
    """Somebody whom nothing ails."""
    form = GAME.fighter_form.read({"ref": 20, "move": 20}, "hale")
    found: Fighter = GAME.recruit(form, silent)
    return found


@cache
def effects(injury: Injury) -> tuple[Effect, ...]:
    """What an injury does, each a word and a number.

    >>> effects(Injury.BRAIN_INJURY), effects(Injury.LOST_EYE)
    ((('actions', -2), ('death', 1)), (('ranged', -4), ('death', 1)))
    >>> effects(Injury.BROKEN_RIBS), effects(Injury.SPINAL_INJURY)
    ((('moving', 5),), (('next_action', 0), ('death', 1)))
    """
    well = hale()
    ill = suffer(well, 0, injury.value, silent)
    found: list[Effect] = []
    actions = action_penalty(ill, 0, silent)
    hand = attack_penalty(ill, 0, 1, 1, silent) - attack_penalty(ill, 0, 1, 0, silent)
    far = moved(ill, 0, FAR + 1, silent)
    for word, number in (
        ("actions", actions),
        ("ranged", attack_penalty(ill, 0, 0, 0, silent) - actions),
        ("melee", attack_penalty(ill, 0, 1, 0, silent) - actions),
        ("hand", hand),
        ("move", move_of(ill) - move_of(well)),
        ("moving", ill.wounds.hp - far.wounds.hp),
    ):
        if number != 0:
            found.append((word, number))
    times = doubled(ill, Place.HEAD.value, 1, silent)
    for word, yes in (
        ("dizzy", far.condition.no_move and not ill.condition.no_move),
        ("drops", ill.condition.dropped),
        ("next_action", ill.condition.no_action),
        ("no_dodge", refused(ill)),
    ):
        if yes:
            found.append((word, 0))
    if times != doubled(well, Place.HEAD.value, 1, silent):
        found.append(("head", times))
    harder = save_penalty(ill) - save_penalty(well)
    return (*found, *((("death", harder),) if harder else ()))


def refused(who: Fighter) -> bool:
    """Can it not dodge shots?"""
    try:
        may_dodge(who, 0, silent)
    except Refused:
        return True
    return False


def told(injury: Injury, ui: Say) -> list[str]:
    """What an injury does, in words."""
    words: dict[str, str] = {
        "actions": ui("{n:+} on every action"),
        "ranged": ui("{n:+} on ranged attacks"),
        "melee": ui("{n:+} on melee attacks"),
        "hand": ui("{n:+} on what is done with that hand"),
        "move": ui("MOVE {n:+}"),
        "moving": ui("moving more than {far} m costs {n} HP"),
        "dizzy": ui("moving more than {far} m costs the Move of the next turn"),
        "drops": ui("what it held has been dropped"),
        "next_action": ui("no Action in the turn after it"),
        "no_dodge": ui("cannot dodge shots"),
        "head": ui("what passes in an aimed head shot counts × {n}"),
        "death": ui("death saves {n:+}"),
    }
    values: dict[str, Any] = {"far": FAR}
    found = [fill(words[word], {**values, "n": number}) for word, number in effects(injury)]
    return found or [ui("no numbers: the GM says what it hinders")]
