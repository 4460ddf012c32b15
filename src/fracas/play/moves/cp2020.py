"""Cyberpunk 2020: what somebody may think of doing in a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.encounter import metres_between
from ...core.record import Session
from ...rules.cp2020.area import LEAST_WIDTH
from ...rules.cp2020.close import REACH
from ...rules.cp2020.round import metres_a_turn
from ...rules.cp2020.wounds import MORTAL_0, level_of
from ..legal import Choice, enemies, out_of_it, point_away, point_towards

ZONE = 5
"""So near to the first target somebody stands in the same zone of suppressive fire (metres)."""


def candidates(session: Session, i: int) -> Iterator[Choice]:
    """Attacks with every weapon at every foe, moving, reloading, clearing a jam, wrestling, first aid, ending the turn."""
    fight, ids, forms = session.fight, session.fighters.ids, session.fighters.forms
    by, who = ids[i], fight.fighters[i]
    foes = enemies(session, i)
    for slot, weapon in enumerate(forms[i]["weapons"]):
        name = {"weapon": weapon["name"]}
        yield from attacks(session, i, foes, weapon)
        if who.arms.loaded[slot] < who.arms.magazine[slot]:
            yield Choice("reload", by, None, (), name)
        if who.condition.jammed:
            yield Choice("clear", by, None, (), name)
        if who.condition.dropped:
            yield Choice("pick_up", by, None, (), name)
    yield from steps(session, i, foes)
    if who.condition.lying:
        yield Choice("stand_up", by)
    yield from wrestling(session, i, foes)
    for j, other in enumerate(fight.fighters):
        near = metres_between(who.stand, other.stand) <= REACH
        ally = other.stand.side == who.stand.side and j != i and level_of(other.wounds.damage) >= MORTAL_0
        if ally and near and not other.wounds.stable and not other.wounds.dead:
            yield Choice("stabilise", by, ids[j])
    yield Choice("done", by)


def attacks(session: Session, i: int, foes: list[int], weapon: dict[str, Any]) -> Iterator[Choice]:
    """Everything that one weapon can do."""
    ids, fight = session.fighters.ids, session.fight
    by = ids[i]
    for foe in foes:
        name: dict[str, Any] = {"weapon": weapon["name"]}
        if fight.fighters[foe].condition.surprised:
            name["modifiers"] = ["ambush"]
        if weapon["radius"]:
            yield Choice("grenade", by, ids[foe], (), name)
            continue
        yield Choice("attack", by, ids[foe], (), name)
        if not weapon["melee"]:
            yield Choice("attack", by, ids[foe], (), {**name, "aimed": "head"})
        if weapon["automatic"]:
            yield Choice("attack", by, ids[foe], (), {**name, "mode": "burst"})
            rounds = min(weapon["rof"] or 0, fight.fighters[i].arms.loaded[weapon_slot(session, i, weapon)])
            if rounds > 0:
                yield Choice("attack", by, ids[foe], (), {**name, "mode": "auto", "rounds": rounds})
    if weapon["automatic"] and foes:
        yield from suppressing(session, i, foes, weapon)


def suppressing(session: Session, i: int, foes: list[int], weapon: dict[str, Any]) -> Iterator[Choice]:
    """Suppressive fire with all that is loaded, on the nearest foe and those beside it."""
    ids, fighters = session.fighters.ids, session.fight.fighters
    stands = {foe: fighters[foe].stand for foe in foes}
    zone = [foe for foe in foes if metres_between(stands[foes[0]], stands[foe]) <= ZONE]
    width = max(metres_between(stands[a], stands[b]) for a in zone for b in zone)
    rounds = min(weapon["rof"] or 0, fighters[i].arms.loaded[weapon_slot(session, i, weapon)])
    if rounds > 0:
        details = {"weapon": weapon["name"], "rounds": rounds, "width": max(LEAST_WIDTH, width)}
        yield Choice("suppress", ids[i], None, tuple(ids[foe] for foe in zone), details)


def caught(session: Session, choice: Choice) -> tuple[str, ...]:
    """All within the radius of a burst where it is meant to land."""
    if choice.do != "grenade" or choice.by is None:
        return choice.targets
    ids, fighters = session.fighters.ids, session.fight.fighters
    made = choice.build(session.game, session.fighters)
    aimed = fighters[made.attack.target].stand
    if made.placed:
        aimed = aimed._replace(x=made.x, y=made.y, placed=1)
    stands = [who.stand for who in fighters]
    near = [s.here and s.placed and aimed.placed and metres_between(s, aimed) <= made.radius for s in stands]
    return tuple(id for id, within in zip(ids, near, strict=True) if within)


def weapon_slot(session: Session, i: int, weapon: dict[str, Any]) -> int:
    """Which of its weapons it is."""
    return [one["name"] for one in session.fighters.forms[i]["weapons"]].index(weapon["name"])


def steps(session: Session, i: int, foes: list[int]) -> Iterator[Choice]:
    """Moving: up to the nearest foe, half way, away from it."""
    fight = session.fight
    who = fight.fighters[i]
    left = max(0, metres_a_turn(who) - who.stand.moved)
    if not foes or left == 0:
        return
    other = fight.fighters[foes[0]].stand
    seen = [[who.stand.x, who.stand.y]]
    for point in (
        point_towards(who.stand, other, left, REACH),
        point_towards(who.stand, other, left // 2, REACH),
        point_away(who.stand, other, left),
    ):
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
        if metres_between(who.stand, other.stand) > REACH or out_of_it(session.game, fight, session.fighters, foe):
            continue
        for do in ("hold", "choke", "throw") if other.condition.held == i + 1 else ("grab",):
            yield Choice(do, ids[i], ids[foe])
