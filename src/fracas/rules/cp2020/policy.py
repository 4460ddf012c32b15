"""Cyberpunk 2020's part of the policies: what a fighter thinks of, and what an attack reads (see core/ways.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.encounter import FREE, FROM_POINTS, metres_between
from ...core.gear import SLOTS
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table
from ...core.ways import FIRST_OWN, READY, SPENT, Act, Ways, nothing, own_act
from .area import grenade
from .attack import attack
from .budget import holder_of
from .close import REACH, grab, stand_up
from .jam import bit_of, clear, pick_up
from .round import begin, done, down, metres_a_turn, move, reload
from .state import (
    LAYERS,
    Attack,
    Begin,
    Clear,
    Done,
    Fight,
    Fighter,
    Grab,
    Grenade,
    Hold,
    Layers,
    Move,
    PickUp,
    Reload,
    Stabilise,
    StandUp,
)
from .turn import stabilise
from .wounds import MORTAL_0, SERIOUS, level_of

AT_ONE, BLAST = 0, 1
BREAK_FREE, STAND_UP, RELOAD, CLEAR, PICK_UP, STABILISE = range(FIRST_OWN, FIRST_OWN + 6)
TRACK = 40
BOLD_LUCK = 2


class Plan(NamedTuple):
    """An attack that a fighter can think of: at one, or a burst of ``radius`` metres; the target is filled in."""

    kind: int
    radius: int
    do: Attack


def strikes(form: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Every weapon in every way that it can be fired."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    for weapon in form["weapons"]:
        name = {"weapon": weapon["name"]}
        if weapon["radius"]:
            found.append(("grenade", name))
            continue
        found.append(("attack", name))
        if not weapon["melee"]:
            found.append(("attack", {**name, "aimed": "head"}))
        if weapon["automatic"]:
            found.append(("attack", {**name, "mode": "burst"}))
            if weapon["rof"]:
                found.append(("attack", {**name, "mode": "auto", "rounds": weapon["rof"]}))
    return found


def plan_of(do: str, decision: Any, details: Mapping[str, Any]) -> Plan:
    """The plan for a decision built with any target."""
    if isinstance(decision, Grenade):
        return Plan(BLAST, decision.radius, decision.attack)
    return Plan(AT_ONE, 0, decision)


def perform(fight: Fight, act: Act, plan: Plan, table: Table) -> Fight:
    """A planned attack."""
    do = evolve(plan.do, target=act.target, targets=act.targets, luck=act.points)
    if plan.kind == AT_ONE:
        return attack(fight, do, table)
    return grenade(fight, Grenade(do, plan.radius, 0, 0, 0), table)


def other_act(fight: Fight, i: int, act: Act, table: Table) -> Fight:
    """Everything of the game's own that is no attack."""
    if act.do == BREAK_FREE:
        return grab(fight, Grab(i, act.target, Hold.BREAK_FREE.value, -1, 0, 0, 0), table)
    if act.do == STAND_UP:
        return stand_up(fight, StandUp(i, 0), table)
    if act.do == RELOAD:
        return reload(fight, Reload(i, act.x, 0), table)
    if act.do == CLEAR:
        return clear(fight, Clear(i, act.x, 0), table)
    if act.do == PICK_UP:
        return pick_up(fight, PickUp(i, act.x, 0), table)
    return stabilise(fight, Stabilise(i, act.target, 0, 0, 0, 0), table)


def upkeep(fight: Fight, i: int, step: int) -> Act:
    """Breaking free; then for each weapon picking it up, clearing its jam, reloading it; getting up."""
    who = fighter(fight, i)
    if step == 0 and holder_of(fight, i) >= 0:
        return own_act(BREAK_FREE, step, who.condition.held - 1, 0)
    if step == 1 + 3 * SLOTS and who.condition.lying:
        return own_act(STAND_UP, step, i, 0)
    if step == 0 or step > 3 * SLOTS:
        return nothing()
    slot, what = (step - 1) % SLOTS, (step - 1) // SLOTS
    if what == 0 and who.condition.dropped & bit_of(slot):
        return own_act(PICK_UP, step, i, slot)
    if what == 1 and who.condition.jammed & bit_of(slot) & ~who.condition.clearing:
        return own_act(CLEAR, step, i, slot)
    if what == 2 and who.arms.loaded[slot] < who.arms.magazine[slot]:
        return own_act(RELOAD, step, i, slot)
    return nothing()


def aid(fight: Fight, i: int) -> Act:
    """Stabilising one of one's own in reach who is mortally wounded."""
    mine = fighter(fight, i).stand
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        owed = level_of(other.wounds.damage) >= MORTAL_0 and not other.wounds.stable and not other.wounds.dead
        near = metres_between(mine, other.stand) <= REACH
        if j != i and owed and near and other.stand.here and other.stand.side == mine.side:
            return own_act(STABILISE, 0, j, 0)
    return nothing()


def ready(who: Fighter) -> int:
    """One action a turn: policies announce no further ones."""
    return READY if who.stand.actions == 0 else SPENT


def further(who: Fighter, plan: Plan) -> bool:
    """There is no further attack of the same action."""
    return False


def stride(who: Fighter) -> int:
    """What is left of the turn's move."""
    return metres_a_turn(who) - who.stand.moved


def points(fight: Fight, i: int, plan: Plan) -> int:
    """The bold add LUCK to every attack as long as there is some."""
    return min(BOLD_LUCK, fighter(fight, i).condition.luck)  # type: ignore[no-any-return]


def points_of(points: int) -> Mapping[str, Any]:
    """LUCK spent, as a record writes it."""
    return {"luck": points} if points else {}


def left(who: Fighter) -> int:
    """Boxes of the wound track that are still free."""
    return TRACK - who.wounds.damage


def is_dead(who: Fighter) -> bool:
    """Dead?"""
    return who.wounds.dead == 1


def is_out(who: Fighter) -> bool:
    """Dead or stunned."""
    return who.wounds.dead == 1 or who.wounds.stunned == 1


def badly_hurt(who: Fighter) -> bool:
    """Mortally wounded."""
    return level_of(who.wounds.damage) >= MORTAL_0


def caught(fight: Fight, by: int, target: int, plan: Plan) -> int:
    """The target alone, or all within the radius of a burst."""
    mask = 1 << target
    if plan.kind == AT_ONE:
        return mask
    goal = fighter(fight, target).stand
    for j in range(len(fight.fighters)):
        at = fighter(fight, j).stand
        if at.here and at.placed and goal.placed and metres_between(at, goal) <= plan.radius:
            mask |= 1 << j
    return mask


# ------------------------------------------------------------------------------------------- what an attack reads of both

FAR_CODES, COVERS, WEARS = 256, 64, 4
WEAR_STEP = 2
"""SP lost are seen in steps of two, three at most: enough for choosing."""


def wear_at(who: Fighter, place: int) -> int:
    """How worn the armour of a place is, in steps (sheet: SPs as bought, 7 bits a layer from bit 20)."""
    lost = 0
    for layer in range(LAYERS):
        bought = (who.sheet.piece[place] >> (20 + 7 * layer)) & 127
        lost = max(lost, bought - who.armour.sp[place][layer])
    return min(WEARS - 1, (lost + WEAR_STEP - 1) // WEAR_STEP)


def worn_by(who: Fighter, place: int, wear: int) -> Layers:
    """The layers of a place as bought, worn so many steps."""
    bought, lost = who.sheet.piece[place] >> 20, WEAR_STEP * wear
    return (
        max(0, (bought & 127) - lost),
        max(0, ((bought >> 7) & 127) - lost),
        max(0, ((bought >> 14) & 127) - lost),
        max(0, ((bought >> 21) & 127) - lost),
        max(0, ((bought >> 28) & 127) - lost),
    )


def hurt_class(who: Fighter) -> int:
    """What wounds take off REF: nothing, serious, critical, mortal."""
    return max(0, min(MORTAL_0, level_of(who.wounds.damage)) - SERIOUS + 1)


def aspect(fight: Fight, by: int, target: int) -> int:
    """Wounds of the attacker and whether it is held; how worn the target is, its cover, whether it is stunned; how far."""
    a: Fighter = fighter(fight, by)
    b: Fighter = fighter(fight, target)
    metres = metres_between(a.stand, b.stand) if a.stand.placed and b.stand.placed else 0
    code = min(FAR_CODES - 1, metres) * 4 + hurt_class(a)
    code = code * 2 + (1 if holder_of(fight, by) >= 0 and a.condition.fast else 0)
    for place in range(6):
        code = code * WEARS + wear_at(b, place)
    code = code * COVERS + min(COVERS - 1, b.armour.cover_sp)
    return code * 2 + (1 if b.wounds.stunned else 0)


def staged(fight: Fight, by: int, target: int, code: int) -> Fight:
    """The two fighters as an aspect says, free of any turn order."""
    stunned, code = code % 2, code // 2
    cover, code = code % COVERS, code // COVERS
    worn = code % WEARS**6
    code = code // WEARS**6
    held, code = code % 2, code // 2
    hurt, metres = code % 4, code // 4
    a = fighter(fight, by)
    damage = 0 if hurt == 0 else 4 * (SERIOUS - 1 + hurt)
    a = evolve(
        a,
        wounds=evolve(a.wounds, damage=damage, stunned=0, dead=0),
        condition=evolve(a.condition, held=target + 1 if held else 0, fast=held, jammed=0, dropped=0, announced=0),
        stand=evolve(a.stand, x=0, y=0, placed=1),
        arms=evolve(a.arms, loaded=a.arms.magazine),
    )
    fight = with_fighter(fight, by, a)
    b = fighter(fight, target)
    b = evolve(
        b,
        wounds=evolve(b.wounds, damage=0 if by != target else damage, stunned=stunned if by != target else 0, dead=0),
        armour=evolve(
            b.armour,
            sp=(
                worn_by(b, 0, worn // WEARS**5 % WEARS),
                worn_by(b, 1, worn // WEARS**4 % WEARS),
                worn_by(b, 2, worn // WEARS**3 % WEARS),
                worn_by(b, 3, worn // WEARS**2 % WEARS),
                worn_by(b, 4, worn // WEARS % WEARS),
                worn_by(b, 5, worn % WEARS),
            ),
            cover_sp=cover,
        ),
        stand=evolve(b.stand, x=metres, y=0, placed=1),
    )
    fight = with_fighter(fight, target, b)
    return evolve(fight, clock=evolve(fight.clock, active=FREE, over=0))


def taken(fight: Fight, target: int) -> int:
    """Points suffered."""
    who: Fighter = fighter(fight, target)
    return who.outcome.suffered


NAMES = {
    BREAK_FREE: "break_free",
    STAND_UP: "stand_up",
    RELOAD: "reload",
    CLEAR: "clear",
    PICK_UP: "pick_up",
    STABILISE: "stabilise",
}


def choice_of(
    act: Act, fight: Any, ids: tuple[str, ...], forms: tuple[Mapping[str, Any], ...], i: int
) -> tuple[str, str | None, str | None, Mapping[str, Any]]:
    """An act of the game's own as a record writes it."""
    with_slot = act.do in (RELOAD, CLEAR, PICK_UP)
    at = ids[act.target] if act.do in (BREAK_FREE, STABILISE) else None
    return NAMES[act.do], ids[i], at, {"weapon": forms[i]["weapons"][act.x]["name"]} if with_slot else {}


WAYS = Ways(
    perform=perform,
    other_act=other_act,
    upkeep=upkeep,
    upkeeps=2 + 3 * SLOTS,
    aid=aid,
    ready=ready,
    further=further,
    stride=stride,
    reach=REACH,
    left=left,
    dead=is_dead,
    out=is_out,
    down=down,
    badly_hurt=badly_hurt,
    caught=caught,
    aspect=aspect,
    staged=staged,
    taken=taken,
    helpers=(wear_at, worn_by, hurt_class),
    in_pieces=True,
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
    points=points,
    points_of=points_of,
)
