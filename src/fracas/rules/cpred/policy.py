"""Cyberpunk RED's part of the policies: what a fighter thinks of, and what an attack reads (see core/ways.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.encounter import FREE, FROM_POINTS, metres_between
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table
from ...core.ways import FIRST_OWN, FURTHER, READY, SPENT, Act, Ways, nothing, own_act
from .area import BLAST_WIDTH, SHELL_REACH, grenade, shell
from .attack import BAND_ENDS, REACH, attack
from .close import grab
from .injuries import Injury, mask_of
from .round import begin, done, down, move, move_left, reload, stand_up
from .state import (
    Area,
    Attack,
    Begin,
    Done,
    Fight,
    Fighter,
    Grab,
    Grenade,
    Hold,
    Move,
    Outcome,
    Reload,
    Stabilise,
    StandUp,
)
from .stats import has, mortally_wounded, serious_threshold, seriously_wounded
from .turn import stabilise

AT_ONE, SHELL, BLAST = 0, 1, 2
BREAK_FREE, STAND_UP, RELOAD, STABILISE = range(FIRST_OWN, FIRST_OWN + 4)
AUTOFIRE = ("smg", "assault_rifle")
SLOTS = 4
BOLD_LUCK = 2


class Plan(NamedTuple):
    """An attack that a fighter can think of: at one, or shells, or a blast; the targets are filled in."""

    kind: int
    do: Attack


def strikes(form: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Every weapon in every way that it can be fired, and the bare hands."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    for weapon in form["weapons"]:
        name = {"weapon": weapon["name"]}
        if weapon["blast"]:
            found.append(("grenade", name))
            continue
        found += [("attack", name), ("attack", {**name, "aimed": "head"})]
        if weapon["class"] in AUTOFIRE:
            found.append(("attack", {**name, "mode": "auto"}))
        if weapon["class"] == "shotgun":
            found.append(("attack", {**name, "mode": "shell"}))
    return [*found, ("attack", {"unarmed": True})]


def plan_of(do: str, decision: Any, details: Mapping[str, Any]) -> Plan:
    """The plan for a decision built with any target."""
    if isinstance(decision, Attack):
        return Plan(AT_ONE, decision)
    area = decision.area if isinstance(decision, Grenade) else decision
    kind = BLAST if isinstance(decision, Grenade) else SHELL
    numbers = (area.by, area.first, area.slot, 1, 0, area.skill, 0, area.weapon, area.distance, 0, 0, 0, 0)
    return Plan(kind, Attack(*numbers, area.blow))


def perform(fight: Fight, act: Act, plan: Plan, table: Table) -> Fight:
    """A planned attack."""
    if plan.kind == AT_ONE:
        return attack(fight, evolve(plan.do, target=act.target, luck=act.points), table)
    do = plan.do
    area = Area(
        do.by,
        act.target,
        act.targets,
        do.slot,
        do.skill,
        do.weapon,
        do.distance,
        0,
        act.points,
        0,
        do.blow,
    )
    if plan.kind == SHELL:
        return shell(fight, area, table)
    return grenade(fight, Grenade(area), table)


def other_act(fight: Fight, i: int, act: Act, table: Table) -> Fight:
    """Everything of the game's own that is no attack."""
    if act.do == BREAK_FREE:
        return grab(fight, Grab(i, act.target, Hold.BREAK_FREE.value, 0, 0), table)
    if act.do == STAND_UP:
        return stand_up(fight, StandUp(i), table)
    if act.do == RELOAD:
        return reload(fight, Reload(i, act.x), table)
    return stabilise(fight, Stabilise(i, act.target, 0), table)


def upkeep(fight: Fight, i: int, step: int) -> Act:
    """Breaking free, getting up, reloading."""
    who = fighter(fight, i)
    if step == 0 and who.condition.held > 0:
        return own_act(BREAK_FREE, step, who.condition.held - 1, 0)
    if step == 1 and who.condition.lying:
        return own_act(STAND_UP, step, i, 0)
    slot = step - 2
    if slot >= 0 and who.arms.loaded[slot] < who.arms.magazine[slot]:
        return own_act(RELOAD, step, i, slot)
    return nothing()


def aid(fight: Fight, i: int) -> Act:
    """First aid for one of one's own in reach."""
    mine = fighter(fight, i).stand
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        hurt = other.wounds.hp < other.sheet.max_hp and not other.wounds.dead and not other.wounds.stable
        if j != i and hurt and other.stand.side == mine.side and metres_between(mine, other.stand) <= REACH:
            return own_act(STABILISE, 0, j, 0)
    return nothing()


def ready(who: Fighter) -> int:
    """What is left of the turn's Action."""
    if who.stand.actions == 0 and not who.condition.no_action:
        return READY
    return FURTHER if who.stand.attacks > 0 else SPENT


def further(who: Fighter, plan: Plan) -> bool:
    """ROF 2 makes a further attack of the same Action."""
    return plan.do.rof > 1 and not plan.do.auto and plan.do.blow.aimed == 0


def points(fight: Fight, i: int, plan: Plan) -> int:
    """The bold add LUCK to every attack as long as there is some."""
    return min(BOLD_LUCK, fighter(fight, i).condition.luck)  # type: ignore[no-any-return]


def points_of(points: int) -> Mapping[str, Any]:
    """LUCK spent, as a record writes it."""
    return {"luck": points} if points else {}


def left(who: Fighter) -> int:
    """HP."""
    return who.wounds.hp


def is_dead(who: Fighter) -> bool:
    return who.wounds.dead == 1


def badly_hurt(who: Fighter) -> bool:
    return seriously_wounded(who)


def caught(fight: Fight, by: int, target: int, plan: Plan) -> int:
    """Whom a plan aimed at the target would hit: it alone, all in the blast, or all foes in front."""
    if plan.kind == AT_ONE:
        return 1 << target
    mask = 1 << target
    mine, goal = fighter(fight, by).stand, fighter(fight, target).stand
    for j in range(len(fight.fighters)):
        at = fighter(fight, j).stand
        if not at.here:
            continue
        if plan.kind == BLAST:
            if abs(at.x - goal.x) <= BLAST_WIDTH // 2 and abs(at.y - goal.y) <= BLAST_WIDTH // 2:
                mask |= 1 << j
        elif at.side != mine.side and metres_between(mine, at) <= SHELL_REACH:
            mask |= 1 << j
    return mask


# ------------------------------------------------------------------------------------------- what an attack reads of both

SEEN = (Injury.LOST_EYE, Injury.DAMAGED_EYE, Injury.BRAIN_INJURY, Injury.CONCUSSION, Injury.TORN_MUSCLE)
SEEN_BITS = tuple(int(injury) for injury in SEEN)
SEEN_MASK = mask_of(*SEEN)
STEPS_SP = 64
UNHURT, SERIOUS, MORTAL = 0, 1, 2
COVER = 999
"""Cover that no try breaks."""


def hurt_class(who: Fighter) -> int:
    """How badly it is wounded."""
    return MORTAL if mortally_wounded(who) else SERIOUS if seriously_wounded(who) else UNHURT


def far_class(metres: int) -> int:
    """0 in reach of hands, then the band of the range table."""
    if metres <= REACH:
        return 0
    found = 1
    for band in range(8):
        if metres > BAND_ENDS[band]:
            found += 1
    return found


def aspect(fight: Fight, by: int, target: int) -> int:
    """Wounds, injuries and grip of the attacker; SP, cover, wounds of the target; how far it is."""
    a: Fighter = fighter(fight, by)
    b: Fighter = fighter(fight, target)
    code = far_class(metres_between(a.stand, b.stand))
    code = code * 3 + hurt_class(a)
    for bit in range(5):
        code = code * 2 + ((a.wounds.injuries >> SEEN_BITS[bit]) & 1)
    code = code * 2 + (1 if a.condition.held > 0 else 0)
    code = code * STEPS_SP + min(STEPS_SP - 1, max(b.armour.body))
    code = code * STEPS_SP + min(STEPS_SP - 1, max(b.armour.head))
    code = code * 2 + (1 if b.armour.cover > 0 else 0)
    code = code * 2 + (1 if b.condition.lying else 0)
    code = code * 2 + (1 if mortally_wounded(b) else 0)
    return code * 2 + (1 if has(b, Injury.CRACKED_SKULL.value) else 0)


def staged(fight: Fight, by: int, target: int, code: int) -> Fight:
    """The two fighters as an aspect says, far_class apart, free of any turn order."""
    skull, code = code % 2, code // 2
    mortal, code = code % 2, code // 2
    lying, code = code % 2, code // 2
    cover, code = code % 2, code // 2
    head, code = code % STEPS_SP, code // STEPS_SP
    body, code = code % STEPS_SP, code // STEPS_SP
    held, code = code % 2, code // 2
    injuries = 0
    for place in range(5):
        injuries |= (code % 2) << SEEN_BITS[4 - place]
        code //= 2
    hurt, far = code % 3, code // 3
    a = fighter(fight, by)
    hp = a.sheet.max_hp if hurt == UNHURT else serious_threshold(a) - 1 if hurt == SERIOUS else 0
    a = evolve(
        a,
        wounds=evolve(a.wounds, hp=hp, injuries=injuries, unconscious=0, dead=0),
        condition=evolve(a.condition, held=held, no_action=0, suppressed=0),
        stand=evolve(a.stand, x=0, y=0, placed=1),
        arms=evolve(a.arms, loaded=a.arms.magazine),
    )
    b = fighter(fight, target)
    metres = REACH if far == 0 else BAND_ENDS[far - 1] if far <= 8 else BAND_ENDS[7] + 1
    b = evolve(
        b,
        wounds=evolve(
            b.wounds,
            hp=0 if mortal else b.sheet.max_hp,
            injuries=(1 << Injury.CRACKED_SKULL.value) if skull else 0,
            dead=0,
        ),
        armour=evolve(b.armour, body=(body, 0, 0, 0, 0, 0), head=(head, 0, 0, 0, 0, 0), cover=COVER if cover else 0),
        condition=evolve(b.condition, lying=lying),
        stand=evolve(b.stand, x=metres, y=0, placed=1),
    )
    fight = with_fighter(with_fighter(fight, by, a), target, b)
    return evolve(fight, clock=evolve(fight.clock, active=FREE, over=0))


def taken(fight: Fight, target: int) -> int:
    """HP lost count most; what only wears cover down counts a little."""
    outcome: Outcome = fighter(fight, target).outcome
    if outcome.hit and outcome.through == 0 and outcome.suffered == 0 and fighter(fight, target).armour.cover > 0:
        return outcome.damage
    return 8 * outcome.suffered


def choice_of(
    act: Act, fight: Any, ids: tuple[str, ...], forms: tuple[Mapping[str, Any], ...], i: int
) -> tuple[str, str | None, str | None, Mapping[str, Any]]:
    """An act of the game's own as a record writes it."""
    if act.do == BREAK_FREE:
        return "break_free", ids[i], ids[act.target], {}
    if act.do == STAND_UP:
        return "stand_up", ids[i], None, {}
    if act.do == RELOAD:
        return "reload", ids[i], None, {"weapon": forms[i]["weapons"][act.x]["name"]}
    return "stabilise", ids[i], ids[act.target], {}


WAYS = Ways(
    perform=perform,
    other_act=other_act,
    upkeep=upkeep,
    upkeeps=2 + SLOTS,
    aid=aid,
    ready=ready,
    further=further,
    stride=move_left,
    reach=REACH,
    left=left,
    dead=is_dead,
    out=down,
    down=down,
    badly_hurt=badly_hurt,
    caught=caught,
    aspect=aspect,
    staged=staged,
    taken=taken,
    helpers=(hurt_class, far_class),
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
