"""Cyberpunk RED: what somebody may think of doing in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...core.dice import Dice
from ...core.encounter import metres_between
from ...core.record import Session
from ...core.table import Event, Noted
from ...rules.cpred.area import BLAST_WIDTH, SHELL_REACH, SUPPRESSED_WITHIN
from ...rules.cpred.attack import REACH
from ...rules.cpred.ids import RULE
from ...rules.cpred.round import move_left
from ...rules.cpred.state import Ammo, Attack
from ..legal import Choice, enemies, point_away, point_towards

AUTOFIRE = ("smg", "assault_rifle")


def candidates(session: Session, i: int) -> Iterator[Choice]:
    """Attacks with every weapon at every foe, moving, reloading, wrestling, first aid, and ending the turn."""
    fight, ids, forms = session.fight, session.fighters.ids, session.fighters.forms
    by, who = ids[i], fight.fighters[i]
    foes = enemies(session, i)
    for weapon in forms[i]["weapons"]:
        yield from attacks(session, i, foes, weapon)
    for foe in foes[:3]:
        yield Choice("attack", by, ids[foe], (), {"unarmed": True})
    yield from steps(session, i, foes)
    for slot, weapon in enumerate(forms[i]["weapons"]):
        if who.arms.loaded[slot] < who.arms.magazine[slot]:
            yield Choice("reload", by, None, (), {"weapon": weapon["name"]})
    if who.condition.lying:
        yield Choice("stand_up", by)
    yield from wrestling(session, i, foes)
    for j, other in enumerate(fight.fighters):
        hurt = other.wounds.hp < other.sheet.max_hp and not other.wounds.dead and not other.wounds.stable
        near = metres_between(who.stand, other.stand) <= REACH
        if hurt and near and other.stand.side == who.stand.side:
            yield Choice("stabilise", by, ids[j])
    if who.condition.burning:
        yield Choice("put_out", None, by)
    yield Choice("done", by)


def attacks(session: Session, i: int, foes: list[int], weapon: Any) -> Iterator[Choice]:
    """Everything that one weapon can do."""
    fight, ids = session.fight, session.fighters.ids
    by = ids[i]
    for foe in foes:
        if weapon["blast"]:
            caught = tuple(
                ids[j]
                for j, other in enumerate(fight.fighters)
                if other.stand.here
                and abs(other.stand.x - fight.fighters[foe].stand.x) <= BLAST_WIDTH // 2
                and abs(other.stand.y - fight.fighters[foe].stand.y) <= BLAST_WIDTH // 2
            )
            yield Choice("grenade", by, None, caught, {"weapon": weapon["name"]})
            continue
        yield Choice("attack", by, ids[foe], (), {"weapon": weapon["name"]})
        yield Choice("attack", by, ids[foe], (), {"weapon": weapon["name"], "aimed": "head"})
        if weapon["class"] in AUTOFIRE:
            yield Choice("attack", by, ids[foe], (), {"weapon": weapon["name"], "mode": "auto"})
    mine = fight.fighters[i].stand
    if weapon["class"] == "shotgun":
        near = tuple(ids[j] for j in foes if metres_between(mine, fight.fighters[j].stand) <= SHELL_REACH)
        if near:
            yield Choice("attack", by, None, near, {"weapon": weapon["name"], "mode": "shell"})
    if weapon["class"] in AUTOFIRE:
        near = tuple(ids[j] for j in foes if metres_between(mine, fight.fighters[j].stand) <= SUPPRESSED_WITHIN)
        if near:
            yield Choice("suppress", by, None, near, {"weapon": weapon["name"]})


def reaction(session: Session, choice: Choice, id: str) -> Choice | None:
    """The target of a shot, or somebody in a blast, dodges (the rules say who may)."""
    target = session.fight.fighters[session.fighters.ids.index(id)]
    if target.wounds.dead:
        return None
    if choice.do == "grenade":
        dodging = [*choice.details.get("dodging", ()), id]
        return replace(choice, details={**choice.details, "dodging": dodging})
    if choice.do != "attack" or "dodge" in choice.details:
        return None
    made = choice.build(session.game, session.fighters)
    if not isinstance(made, Attack) or made.melee:
        return None
    return replace(choice, details={**choice.details, "dodge": True})


def landing(session: Session, choice: Choice, events: Sequence[Event]) -> Choice | None:
    """A grenade that missed lands where the GM says: a hit on whoever is caught there (its target is still to be named)."""
    if choice.do != "grenade" or not any(isinstance(one, Noted) and one.why is RULE.GRENADE__MISS for one in events):
        return None
    made = choice.build(session.game, session.fighters).area.blow
    details = {"damage": str(Dice(made.dice, 6, made.plus))}
    if made.ammo != Ammo.BASIC:
        details["ammo"] = Ammo(made.ammo).name.lower()
    return Choice("hit", None, None, (), details)


def steps(session: Session, i: int, foes: list[int]) -> Iterator[Choice]:
    """Moving: up to the nearest foe, half way, away from it."""
    fight = session.fight
    who = fight.fighters[i]
    left = max(0, move_left(who))
    if not foes or left == 0:
        return
    other = fight.fighters[foes[0]].stand
    points = [
        point_towards(who.stand, other, left, REACH),
        point_towards(who.stand, other, left // 2, REACH),
        point_away(who.stand, other, left),
    ]
    seen = [[who.stand.x, who.stand.y]]
    for point in points:
        if point not in seen:
            seen.append(point)
            yield Choice("move", session.fighters.ids[i], None, (), {"to": point})


def wrestling(session: Session, i: int, foes: list[int]) -> Iterator[Choice]:
    """Grabbing, and what follows from it."""
    fight, ids = session.fight, session.fighters.ids
    who = fight.fighters[i]
    if who.condition.held:
        yield Choice("break_free", ids[i], ids[who.condition.held - 1])
    for foe in foes:
        other = fight.fighters[foe]
        if metres_between(who.stand, other.stand) > REACH:
            continue
        if other.condition.held == i + 1:
            yield Choice("choke", ids[i], ids[foe])
            yield Choice("throw", ids[i], ids[foe])
        elif not other.condition.held:
            yield Choice("grab", ids[i], ids[foe])
