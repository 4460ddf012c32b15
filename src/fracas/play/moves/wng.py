"""Wrath & Glory: what somebody may think of doing in a turn, and who may be picked to act next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.encounter import WAITING, metres_between
from ...core.record import Session
from ...core.state import digit
from ...rules.wng.cost import LEAST_CHARGE
from ...rules.wng.move import allowance
from ...rules.wng.order import due_side
from ...rules.wng.place import REACH, engaged_with, gone, within
from ...rules.wng.state import HELD, Pace, Skill
from ..legal import Choice, enemies, point_away, point_towards

ALL_SHIFTED = 9
"""So many exalted icons at most are shifted: all that an attack can have to spare."""
MOST_FOES = 3


def candidates(session: Session, i: int) -> Iterator[Choice]:
    """Who acts next; the reflexive attack that is owed; or all that a turn allows, and ending it."""
    if i == WAITING:
        yield from picks(session)
        return
    fight, ids = session.fight, session.fighters.ids
    who = fight.fighters[i]
    if who.turn.owed:
        for weapon in melee_weapons(session, i):
            yield Choice("attack", ids[i], ids[who.turn.owed - 1], (), weapon | {"options": ["reflexive"]})
        yield Choice("decline", ids[i])
        return
    yield from own_turn(session, i)
    for j, other in enumerate(fight.fighters):
        if other.turn.held == HELD and j != i:
            yield Choice("release", ids[j])
    yield Choice("done", ids[i])


def picks(session: Session) -> Iterator[Choice]:
    """Who may act next: first those of the side that is due, then those for whom Glory or Ruin is spent; held actions;
    whom Glory or Ruin makes alert."""
    fight, ids = session.fight, session.fighters.ids
    first = due_side(fight)
    for due in (first, 1 - first):
        for i, who in enumerate(fight.fighters):
            if who.sheet.agent == due:
                yield Choice("act", ids[i])
    for i, who in enumerate(fight.fighters):
        if who.turn.held == HELD:
            yield Choice("release", ids[i])
            yield Choice("done", ids[i])
        if who.turn.surprised and fight.round == 1:
            yield Choice("alert", ids[i])


def own_turn(session: Session, i: int) -> Iterator[Choice]:
    """Everything that one may do in its own turn."""
    fight, ids = session.fight, session.fighters.ids
    by, who = ids[i], fight.fighters[i]
    foes = enemies(session, i)
    for weapon in melee_weapons(session, i):
        for foe in foes[:MOST_FOES]:
            yield from hand_to_hand(session, i, foe, weapon)
    for carried in session.fighters.forms[i]["weapons"]:
        if not carried["melee"]:
            for foe in foes[: 2 * MOST_FOES]:
                yield from shots(session, i, foe, carried)
            yield from sprays(session, i, foes, carried)
    yield from steps(session, i, foes)
    yield from helps(session, i)
    yield from tricks(session, i, foes)
    if who.conditions.prone:
        yield Choice("stand_up", by)
    if not who.turn.held:
        yield Choice("hold", by)
    yield Choice("full_defence", by)


# ------------------------------------------------------------------------------------------------------------ attacks


def melee_weapons(session: Session, i: int) -> list[dict[str, Any]]:
    """The details of an attack with each melee weapon, or with the hands."""
    carried = [
        {"weapon": weapon["name"]}
        for slot, weapon in enumerate(session.fighters.forms[i]["weapons"])
        if weapon["melee"] and not digit(session.fight.fighters[i].stance.broken, slot)
    ]
    return carried or [{"unarmed": True}]


def hand_to_hand(session: Session, i: int, foe: int, weapon: dict[str, Any]) -> Iterator[Choice]:
    """Melee attacks at one foe: basic, all-out, with a called shot, disarming; a charge from further off."""
    fight, ids = session.fight, session.fighters.ids
    metres = metres_between(fight.fighters[i].stand, fight.fighters[foe].stand)
    shifted = weapon | {"shift": ALL_SHIFTED}
    if metres > REACH:
        if metres > LEAST_CHARGE:
            yield Choice("attack", ids[i], ids[foe], (), shifted | {"options": ["charge"]})
        return
    for options in ([], ["all_out"], ["called_medium"], ["disarm"]):
        yield Choice("attack", ids[i], ids[foe], (), shifted | ({"options": options} if options else {}))


def shots(session: Session, i: int, foe: int, weapon: Mapping[str, Any]) -> Iterator[Choice]:
    """Shots with one weapon at one foe: as it comes, aimed, full auto, pinning, at a part, supercharged; a blast."""
    fight, ids = session.fight, session.fighters.ids
    named: dict[str, Any] = {"weapon": weapon["name"]}
    if weapon["blast"]:
        stand = fight.fighters[foe].stand
        caught = within(fight, stand.x, stand.y, weapon["blast"])
        targets = tuple(ids[j] for j in range(len(ids)) if caught >> j & 1)
        yield Choice("attack", ids[i], None, targets, named | {"at": [stand.x, stand.y]})
        return
    shifted = named | {"shift": ALL_SHIFTED}
    traits = {trait.partition(" ")[0] for trait in weapon["traits"]}
    ways: list[list[str]] = [[], ["aim"], ["called_medium"]]
    salvo = weapon["salvo"] if isinstance(weapon["salvo"], int) else 0
    if salvo > 0:
        ways += [["full_auto"], ["aim", "full_auto"]]
        if fight.fighters[foe].sheet.mob:
            ways.append(["sweep"])
    if "heavy" in traits:
        ways.append(["brace"])
    if "supercharge" in traits:
        ways.append(["supercharge"])
    if "assault" in traits and fight.fighters[i].turn.pace == Pace.SPRINT:
        ways.append(["sprint"])
    if fight.fighters[i].stealth.score > 0:
        ways.append(["sneak"])
    for options in ways:
        yield Choice("attack", ids[i], ids[foe], (), shifted | ({"options": options} if options else {}))
    if salvo > 0:
        yield Choice("attack", ids[i], ids[foe], (), named | {"options": ["pin"]})


def sprays(session: Session, i: int, foes: list[int], weapon: Mapping[str, Any]) -> Iterator[Choice]:
    """A spray at the two or three nearest foes."""
    ids = session.fighters.ids
    if isinstance(weapon["salvo"], int) and weapon["salvo"] > 0 and not weapon["blast"]:
        for count in (2, 3):
            if len(foes) >= count:
                targets = tuple(ids[foe] for foe in foes[:count])
                yield Choice("attack", ids[i], None, targets, {"weapon": weapon["name"], "options": ["spray"]})


# ------------------------------------------------------------------------------------------------------------- moving


def steps(session: Session, i: int, foes: list[int]) -> Iterator[Choice]:
    """Moving: up to the nearest foe, half way, away from it, walking, running, crawling; falling back."""
    fight = session.fight
    who, by = fight.fighters[i], session.fighters.ids[i]
    if not foes:
        return
    other = fight.fighters[foes[0]].stand
    crawls = bool(who.conditions.prone)
    paces = (Pace.CRAWL,) if crawls else (Pace.WALK, Pace.RUN, Pace.SPRINT)
    seen = [[who.stand.x, who.stand.y]]
    for pace in paces:
        left = allowance(who, pace, 0) - who.stand.moved
        points = [point_towards(who.stand, other, left, 1), point_away(who.stand, other, left)] if left > 0 else []
        if pace == Pace.WALK and left > 1:
            points.insert(1, point_towards(who.stand, other, left // 2, 1))
        for point in points:
            if point not in seen:
                seen.append(point)
                yield Choice("move", by, None, (), {"to": point, "pace": pace.name.lower()})
    if engaged_with(fight, i) and not crawls:
        away = point_away(who.stand, other, allowance(who, Pace.WALK, 0) - who.stand.moved)
        yield Choice("fall_back", by, None, (), {"to": away})


# -------------------------------------------------------------------------------------------------- help and tricks


def helps(session: Session, i: int) -> Iterator[Choice]:
    """What is put right: weapons, fire, blood, poison, breath."""
    fight, ids = session.fight, session.fighters.ids
    by, who = ids[i], fight.fighters[i]
    for slot, weapon in enumerate(session.fighters.forms[i]["weapons"]):
        if digit(who.stance.spent, slot) and who.harm.ammo > 0:
            yield Choice("reload", by, None, (), {"weapon": weapon["name"]})
        if digit(who.stance.broken, slot):
            yield Choice("mend", by, None, (), {"weapon": weapon["name"]})
    if who.conditions.restrained:
        yield Choice("escape", by)
    if who.conditions.onfire:
        yield Choice("put_out", by, by)
    if who.harm.shock > 0 and who.harm.wrath > 0:
        yield Choice("catch_breath", by)
    for j, other in enumerate(fight.fighters):
        ill = (other.conditions.bleeding or other.conditions.poisoned) and not gone(other)
        if ill and other.stand.side == who.stand.side and metres_between(who.stand, other.stand) <= REACH:
            yield Choice("stabilise", by, ids[j])


def tricks(session: Session, i: int, foes: list[int]) -> Iterator[Choice]:
    """Interaction attacks at the nearest foe, wrestling, hiding."""
    fight, ids = session.fight, session.fighters.ids
    by, who = ids[i], fight.fighters[i]
    for foe in foes[:1]:
        for skill in (Skill.INTIMIDATION, Skill.DECEPTION, Skill.PERSUASION, Skill.ATHLETICS, Skill.TECH):
            if digit(who.skills, skill):
                for effect in ("vulnerable", "hindered"):
                    details = {"skill": skill.name.lower(), "effect": effect, "shift": ALL_SHIFTED}
                    yield Choice("interact", by, ids[foe], (), details)
        if metres_between(who.stand, fight.fighters[foe].stand) <= REACH and not fight.fighters[foe].sheet.mob:
            yield Choice("grapple", by, ids[foe])
    if who.stealth.score == 0 and not who.stealth.found and digit(who.skills, Skill.STEALTH):
        yield Choice("hide", by)
