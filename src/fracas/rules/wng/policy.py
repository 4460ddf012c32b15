"""Wrath & Glory's part of the policies: what a fighter thinks of, who is picked to act (see core/ways.py); what an attack
reads of both is in ``aspect``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.encounter import FROM_POINTS, metres_between
from ...core.state import count_bits, digit, evolve, fighter
from ...core.table import Table
from ...core.ways import NOBODY, READY, SPENT, Act, Policy, Ways, nothing, policy_of
from .aspect import HELPERS, aspect, staged, taken
from .attack import attack
from .blast import throw
from .cost import UNARMED, place_of
from .forms import carried_by
from .harm import badly_hurt, dying, exhausted, injury_count
from .move import move
from .number import several_targets
from .options import BASIC, FIRES, MOVES, Option, takes
from .order import begin, decider, done, due_side, is_ambushed, is_down, may_take_turn
from .place import REACH, awake, gone, within
from .state import HELD, LOST, Attack, Begin, Done, Fight, Fighter, Move, Throw
from .upkeep import (
    ALERT,
    DECLINE,
    LET_GO,
    TAKE_TURN,
    UPKEEPS,
    URGENT,
    aid,
    choice_of,
    move_of,
    other_act,
    paced,
    quickest,
    retreat,
    stride,
    upkeep,
    weapon_seen_to,
    withdraws,
)

AT_ONE, BLAST = 0, 1
ALL_SHIFTED = 9
"""So many exalted icons at most are shifted: all that an attack can have to spare."""


class Plan(NamedTuple):
    """An attack that a fighter can think of: at so many (``many``), or a blast; the targets are filled in."""

    kind: int
    many: int
    do: Attack


# -------------------------------------------------------------------------------------------------- what it can think of


def strikes(form: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Every weapon in every way that it can be used; the bare hands, which the Dying have when their weapon breaks, in every
    way where there is no melee weapon."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    armed = False
    for weapon in carried_by(form):
        named = {"weapon": weapon["name"]} if form["weapons"] else {}
        armed = armed or bool(weapon["melee"])
        if weapon["blast"]:
            found.append(("attack", named))
        else:
            found += [("attack", named | how) for how in (MELEE if weapon["melee"] else shots(weapon))]
    hands = ways_of(()) if armed else MELEE
    return [*found, *(("attack", {"unarmed": True} | how) for how in hands)]


def ways_of(*ways: tuple[str, ...]) -> list[dict[str, Any]]:
    """Attacks with these options, shifting all that there is to shift."""
    return [{"options": list(options), "shift": ALL_SHIFTED} if options else {"shift": ALL_SHIFTED} for options in ways]


SEVERAL: dict[str, Any] = {}
"""An attack that shifts nothing: at two (wng.action.multiattack)."""
MELEE = [*ways_of((), ("all_out",), ("called_medium",), ("charge",)), SEVERAL, {"options": ["reflexive"]}]


def shots(weapon: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How a weapon is fired at one or several."""
    traits = {trait.partition(" ")[0] for trait in weapon["traits"]}
    fires = isinstance(weapon["salvo"], int) and weapon["salvo"] > 0
    found = ways_of((), ("aim",), ("called_medium",), ("sneak",))
    if fires:
        found += [*ways_of(("full_auto",), ("aim", "full_auto"), ("sweep",)), {"options": ["spray"]}]
    if "heavy" in traits:
        found += ways_of(("brace",), ("brace", "full_auto")) if fires else ways_of(("brace",))
    if "supercharge" in traits:
        found += ways_of(("supercharge",), ("aim", "supercharge"))
    return [*found, SEVERAL]


def plan_of(do: str, decision: Any, details: Mapping[str, Any]) -> Plan:
    """The plan for a decision built with any target."""
    if isinstance(decision, Throw):
        return Plan(BLAST, 1, decision.attack)
    count = 1
    if takes(decision, Option.SPRAY):
        count = 1 + (decision.weapon.salvo + 1) // 2
    elif decision.shift == 0 and not takes(decision, Option.REFLEXIVE):
        count = 2
    return Plan(AT_ONE, count, decision)


def fits(who: Fighter, plan: Plan) -> bool:
    """No attack out of turn but the one that is owed, with what is in hand; no weapon that must be seen to first, nor one
    emptied that nobody could load again; for the Dying and the Exhausted the basic attack."""
    do = plan.do
    if (who.turn.owed > 0) != takes(do, Option.REFLEXIVE) or who.conditions.terror > 0:
        return False
    if takes(do, Option.SNEAK) and who.stealth.score == 0:
        return False
    if do.options & ~BASIC != 0 and (dying(who) or exhausted(who)):
        return False
    if do.options & MOVES != 0 and (who.stand.moved > 0 or who.turn.still):
        return False
    if takes(do, Option.CHARGE) and (who.conditions.prone or who.conditions.restrained):
        return False
    if do.slot == UNARMED:
        return True
    place = place_of(do.slot)
    if do.options & FIRES != 0 and who.harm.ammo == 0:
        return False
    if do.slot != who.stance.wielded and do.slot >= 0 and (who.turn.simple or takes(do, Option.REFLEXIVE)):
        return False
    return digit(who.stance.spent, place) == 0 and digit(who.stance.broken, place) == 0


def caught(fight: Fight, by: int, target: int, plan: Plan) -> int:
    """The target alone; all in a blast; or the target and the foes nearest to the attacker, as many as the plan is for (0
    where there is nobody but the target)."""
    mask = 1 << target
    goal = fighter(fight, target).stand
    if plan.kind == BLAST:
        return mask | within(fight, goal.x, goal.y, plan.do.weapon.blast) if goal.placed else mask
    if plan.many == 1:
        return mask
    mine = fighter(fight, by).stand
    if plan.do.weapon.melee and metres_between(mine, goal) > REACH:
        return 0
    for _ in range(plan.many - 1):
        found, least = NOBODY, 0
        for j in range(len(fight.fighters)):
            other = fighter(fight, j)
            metres = metres_between(mine, other.stand)
            near = not plan.do.weapon.melee or metres <= REACH
            foe = other.stand.here and other.stand.side != mine.side and not gone(other)
            if near and foe and (mask >> j) & 1 == 0 and (found == NOBODY or metres < least):
                found, least = j, metres
        if found != NOBODY:
            mask |= 1 << found
    return mask if count_bits(mask) > 1 else 0


def perform(fight: Fight, act: Act, plan: Plan, table: Table) -> Fight:
    """A planned attack. One for several that is tried at one alone is tried as hard as it will be."""
    do = evolve(plan.do, first=act.target, targets=act.targets, reroll=act.points & 1, glory=act.points >> 1)
    if plan.kind == BLAST:
        return throw(fight, Throw(do, 0, 0, 0, 0), table)
    if plan.many > 1 and count_bits(act.targets) == 1:
        do = evolve(do, dn=do.dn + several_targets(do, plan.many, table))
    return attack(fight, do, table)


def points(fight: Fight, i: int, plan: Plan) -> int:
    """The bold roll again for a Wrath point (one is kept), and add all of their side's Glory to a critical hit."""
    who = fighter(fight, i)
    reroll = 1 if who.harm.wrath > 1 else 0
    return reroll + 2 * fight.glory if who.sheet.agent else reroll


def points_of(points: int) -> Mapping[str, Any]:
    """Points spent, as a record writes them."""
    return {name: number for name, number in (("reroll", points & 1), ("glory", points >> 1)) if number}


# -------------------------------------------------------------------------------------------------------- who acts next


def pick(fight: Fight, tried: int, mind: Any) -> Act:
    """One who plays bold and acts out of turn for Glory or Ruin, while more than a point is left; one made alert by a bold
    one's wish; else the first of those who are due; else one who holds an action lets it go."""
    due = due_side(fight)
    picked = nothing()
    for step in range(4):
        for j in range(len(fight.fighters)):
            if picked.do == 0 and (tried >> step) & 1 == 0:
                do = picked_by(fight, j, step, due, policy_of(mind, j))
                if do != 0:
                    picked = Act(do, step, 0, j, 0, 0, 0, 0)
    return picked if picked.do != 0 else Act(LET_GO, 3, 0, 0, 0, 0, 0, 0)


def picked_by(fight: Fight, j: int, step: int, due: int, policy: int) -> int:
    """What ``j`` would be picked for in this step; 0: nothing."""
    who = fighter(fight, j)
    left = fight.glory if who.sheet.agent else fight.ruin
    able = may_take_turn(fight, j) and not is_ambushed(fight, j)
    if step == 0 and policy == Policy.BOLD.value and able and who.sheet.agent != due and left > 1:
        return TAKE_TURN
    if step == 1 and policy == Policy.BOLD.value and is_ambushed(fight, j) and awake(who) and left > 0:
        return ALERT
    if step == 2 and able and who.sheet.agent == due:
        return TAKE_TURN
    return LET_GO if step == 3 and who.turn.held == HELD else 0


def bound(fight: Fight, i: int) -> int:
    """Who leaves the engagement with ``i``, which may strike at once (wng.move.leave)."""
    owed: int = fighter(fight, i).turn.owed
    return owed - 1


# ---------------------------------------------------------------------------------------------------- a fighter


def ready(who: Fighter) -> int:
    """The Combat action of the turn, in which nobody attacks twice."""
    turn = who.turn
    spent = turn.combat > turn.tasks or turn.attacked or turn.full or turn.held == HELD or turn.held == LOST
    return SPENT if spent or not awake(who) else READY


def further(who: Fighter, plan: Plan) -> bool:
    """There is no further attack."""
    return False


def flees(who: Fighter) -> bool:
    """In terror."""
    return who.conditions.terror > 0


# ---------------------------------------------------------------------------------------------------- what is left


def left(who: Fighter) -> int:
    """Wounds until it is Dying; below 0, how many injuries it has; members of a mob."""
    if who.sheet.mob:
        return who.harm.members
    return -1 - injury_count(who) if dying(who) else who.sheet.max_wounds - who.harm.wounds


def ammunition(who: Fighter) -> int:
    """What it reloads with."""
    return who.harm.ammo


WAYS = Ways(
    perform=perform,
    other_act=other_act,
    upkeep=upkeep,
    upkeeps=UPKEEPS,
    urgent=URGENT,
    settles=SPENT,
    aid=aid,
    ready=ready,
    whose=decider,
    pick=pick,
    bound=bound,
    declining=DECLINE,
    fits=fits,
    flees=flees,
    points=points,
    ammunition=ammunition,
    further=further,
    stride=stride,
    retreat=retreat,
    paced=paced,
    reach=REACH,
    left=left,
    dead=gone,
    out=is_down,
    down=is_down,
    badly_hurt=badly_hurt,
    caught=caught,
    aspect=aspect,
    staged=staged,
    taken=taken,
    helpers=(picked_by, weapon_seen_to, quickest, withdraws, *HELPERS),
    in_pieces=True,
    move=move,
    done=done,
    begin=begin,
    moving=Move(0, FROM_POINTS, 0, 0, 0, 0, 0, 0, 0),
    ending=Done(0),
    beginning=Begin(0),
    plan_class=Plan,
    strikes=strikes,
    plan_of=plan_of,
    choice_of=choice_of,
    move_of=move_of,
    points_of=points_of,
)
