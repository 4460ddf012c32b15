"""COPS' part of the policies: what a fighter thinks of, and what an attack reads (see core/ways.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.encounter import FREE, FROM_POINTS, metres_between
from ...core.gear import SLOTS
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table
from ...core.ways import FIRST_OWN, READY, SPENT, Act, Ways, nothing, own_act
from .attack import attack
from .harm import below_half
from .round import begin, done, down, move, reload
from .state import Aid, Attack, Begin, Done, Fight, Fighter, Move, Reload
from .turn import aid as first_aid

REACH, AID_REACH, FAR = 1, 2, 12
"""How near policies close in and help, and how far they move in a turn; the rules set no limit."""

RELOAD, STABILISE = FIRST_OWN, FIRST_OWN + 1


class Plan(NamedTuple):
    """An attack that a fighter can think of; the target is filled in."""

    do: Attack


def strikes(form: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Every weapon."""
    return [("attack", {"weapon": weapon["name"]}) for weapon in form["weapons"]]


def plan_of(do: str, decision: Any, details: Mapping[str, Any]) -> Plan:
    """The plan for a decision built with any target."""
    return Plan(decision)


def perform(fight: Fight, act: Act, plan: Plan, table: Table) -> Fight:
    """A planned attack."""
    return attack(fight, evolve(plan.do, target=act.target), table)


def other_act(fight: Fight, i: int, act: Act, table: Table) -> Fight:
    """Everything of the game's own that is no attack."""
    if act.do == RELOAD:
        return reload(fight, Reload(i, act.x), table)
    return first_aid(fight, Aid(i, act.target), table)


def upkeep(fight: Fight, i: int, step: int) -> Act:
    """Reloading."""
    who = fighter(fight, i)
    if who.arms.loaded[step] < who.arms.magazine[step]:
        return own_act(RELOAD, step, i, step)
    return nothing()


def aid(fight: Fight, i: int) -> Act:
    """Aid for one of one's own in reach who loses points."""
    mine = fighter(fight, i).stand
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        near = metres_between(mine, other.stand) <= AID_REACH
        if j != i and other.wounds.losing and other.stand.here and other.stand.side == mine.side and near:
            return own_act(STABILISE, 0, j, 0)
    return nothing()


def ready(who: Fighter) -> int:
    """One action a turn."""
    return READY if who.stand.actions == 0 else SPENT


def further(who: Fighter, plan: Plan) -> bool:
    """There is no further attack."""
    return False


def stride(who: Fighter) -> int:
    """How far a policy moves."""
    return max(0, FAR - who.stand.moved)


def left(who: Fighter) -> int:
    """Life points."""
    return who.wounds.hp


def is_dead(who: Fighter) -> bool:
    """Dead?"""
    return who.wounds.dead == 1


def caught(fight: Fight, by: int, target: int, plan: Plan) -> int:
    """The target alone."""
    return 1 << target


# ------------------------------------------------------------------------------------------- what an attack reads of both

FAR_CODES = 2048
STANCES = 6


def aspect(fight: Fight, by: int, target: int) -> int:
    """How far it is, whether the attacker is below half, and its stance; protection is rolled anew each time."""
    a: Fighter = fighter(fight, by)
    b: Fighter = fighter(fight, target)
    metres = metres_between(a.stand, b.stand) if a.stand.placed and b.stand.placed else 0
    code: int = min(FAR_CODES - 1, metres)
    return (code * 2 + (1 if below_half(a) else 0)) * STANCES + a.stance + 1


def staged(fight: Fight, by: int, target: int, code: int) -> Fight:
    """The two fighters as an aspect says, free of any turn order."""
    stance, code = code % STANCES - 1, code // STANCES
    half, metres = code % 2, code // 2
    a = fighter(fight, by)
    a = evolve(
        a,
        stance=stance,
        wounds=evolve(a.wounds, hp=(a.sheet.max_hp - 1) // 2 if half else a.sheet.max_hp, losing=0, dead=0),
        stand=evolve(a.stand, x=0, y=0, placed=1),
        arms=evolve(a.arms, loaded=a.arms.magazine),
    )
    fight = with_fighter(fight, by, a)
    b = fighter(fight, target)
    b = evolve(
        b,
        wounds=evolve(b.wounds, hp=b.sheet.max_hp, losing=0, dead=0),
        stand=evolve(b.stand, x=metres, y=0, placed=1),
    )
    fight = with_fighter(fight, target, b)
    return evolve(fight, clock=evolve(fight.clock, active=FREE, over=0))


def taken(fight: Fight, target: int) -> int:
    """Life points lost."""
    who: Fighter = fighter(fight, target)
    return who.outcome.suffered


def choice_of(
    act: Act, fight: Any, ids: tuple[str, ...], forms: tuple[Mapping[str, Any], ...], i: int
) -> tuple[str, str | None, str | None, Mapping[str, Any]]:
    """An act of the game's own as a record writes it."""
    if act.do == RELOAD:
        return "reload", ids[i], None, {"weapon": forms[i]["weapons"][act.x]["name"]}
    return "stabilise", ids[i], ids[act.target], {}


WAYS = Ways(
    perform=perform,
    other_act=other_act,
    upkeep=upkeep,
    upkeeps=SLOTS,
    aid=aid,
    ready=ready,
    further=further,
    stride=stride,
    reach=REACH,
    left=left,
    dead=is_dead,
    out=down,
    down=down,
    badly_hurt=below_half,
    caught=caught,
    aspect=aspect,
    staged=staged,
    taken=taken,
    helpers=(),
    move=move,
    done=done,
    begin=begin,
    moving=Move(0, FROM_POINTS, 0, 0),
    ending=Done(0),
    beginning=Begin(0),
    plan_class=Plan,
    strikes=strikes,
    plan_of=plan_of,
    choice_of=choice_of,
)
