"""What an attack costs of a turn, and what moving goes with it: charging, aiming, sprinting, the reflexive attack."""

from __future__ import annotations

from ...core.encounter import Stand, counts_turns, metres_between
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .ailments import may_act_in_terror
from .budget import attacks_once, may_act_now, spend
from .conditions import may_move_freely, speed_of
from .harm import lame
from .ids import RULE, helper, rule
from .options import Option, takes
from .place import REACH, engaged_with, gone, may_reach
from .state import Action, Attack, Fight, Fighter, Pace

UNARMED = 9
"""The slot of an attack without a weapon."""
LEAST_CHARGE = 4


@helper
def place_of(slot: int) -> int:
    """The digit of a weapon in ``spent`` and ``broken``: its slot; one that is not carried shares the first."""
    return max(0, slot)


@helper
def costs(fight: Fight, do: Attack, targets: int, table: Table) -> Fight:
    """What of the turn the attack takes, and the charge's move (wng.action.budget)."""
    if counts_turns(fight):
        may_act_in_terror(fighter(fight, do.by), do.by, table)
    if takes(do, Option.REFLEXIVE):
        return reflexive(fight, do, targets, table)
    charge = takes(do, Option.CHARGE)
    if do.weapon.melee and not charge:
        for i in range(len(fight.fighters)):
            if (targets >> i) & 1:
                may_reach(fight, do.by, i, table)
    fight = attacks_once(fight, do.by, table)
    if takes(do, Option.SPRINT) and fighter(fight, do.by).turn.pace == Pace.SPRINT:
        may_act_now(fight, do.by, table)
    elif charge or takes(do, Option.SWEEP) or takes(do, Option.SPRINT):
        fight = spend(fight, do.by, Action.FULL.value, table)
    else:
        fight = spend(fight, do.by, Action.COMBAT.value, table)
    if takes(do, Option.AIM) or takes(do, Option.BRACE):
        fight = spend(fight, do.by, Action.MOVE.value, table)
    if charge:
        fight = closes_in(fight, do, table)
    if do.weapon.melee and counts_turns(fight):
        fight = joined(fight, do.by, targets)
    return fight


@helper
def joined(fight: Fight, by: int, targets: int) -> Fight:
    """Hand to hand, attacker and targets are engaged (which points say where they are known)."""
    for i in range(len(fight.fighters)):
        if (targets >> i) & 1 and i != by:
            who, other = fighter(fight, by), fighter(fight, i)
            if not who.stand.placed or not other.stand.placed:
                fight = with_fighter(
                    fight, by, evolve(who, stance=evolve(who.stance, engaged=who.stance.engaged | 1 << i))
                )
                fight = with_fighter(
                    fight, i, evolve(other, stance=evolve(other.stance, engaged=other.stance.engaged | 1 << by))
                )
    return fight


@helper
def closes_in(fight: Fight, do: Attack, table: Table) -> Fight:
    """The charge's move (wng.option.charge): straight to the target, at least 4 m and at most twice the Speed, where
    points are known."""
    who, target = fighter(fight, do.by), fighter(fight, do.first)
    may_move_freely(who, do.by, table)
    if who.conditions.pinned and who.stance.cover > 0:
        refuse(table, RULE.CONDITION_PINNED__REFUSED, do.by)
    if who.conditions.prone and counts_turns(fight):
        refuse(table, RULE.CONDITION_PRONE__REFUSED, do.by)
    if lame(who):
        refuse(table, RULE.HARM_TRAUMATIC__LAME, do.by)
    if not who.stand.placed or not target.stand.placed:
        return fight
    before = engaged_with(fight, do.by)
    stand = charged_to(who, target.stand, 2 * speed_of(who))
    if stand.moved == 0:
        refuse(table, RULE.OPTION_CHARGE__REFUSED, do.by)
    note(table, RULE.OPTION_CHARGE__MOVED, do.by, stand.moved)
    fight = with_fighter(fight, do.by, evolve(who, stand=stand, stance=evolve(who.stance, cover=0)))
    return left_by(fight, do.by, before & ~(1 << do.first), table)


@helper
def charged_to(who: Fighter, target: Stand, most: int) -> Stand:
    """Where a charge ends: beside the target, on the side that one comes from, by the shortest way that a charge may take;
    not moved: there is none."""
    best = evolve(who.stand, moved=0)
    most = min(most, metres_between(who.stand, target) - 1)
    beside = REACH + 1
    for dx in range(-REACH, REACH + 1):
        for dy in range(-REACH, REACH + 1):
            point = evolve(target, x=target.x + dx, y=target.y + dy)
            way, left = metres_between(who.stand, point), metres_between(point, target)
            better = left < beside or (left == beside and way < best.moved)
            if 0 < left <= REACH and LEAST_CHARGE <= way <= most and better:
                best = evolve(who.stand, x=point.x, y=point.y, moved=way)
                beside = left
    return best


@rule(
    "wng.move.leave",
    notes={"": ("who", "left"), "owed": ("who",), "declined": ("who",), "nothing": ("who",), "refused": ("who",)},
    source="seed 003, actions",
)
def left_by(fight: Fight, i: int, before: int, table: Table) -> Fight:
    """Leaving an engagement without falling back gives each opponent engaged a reflexive attack.

    ``before``: with whom it was engaged. Nothing else is decided until each of them attacked or let it go.
    """
    gone_from = before & ~engaged_with(fight, i)
    if gone_from == 0 or not counts_turns(fight):
        return fight
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        if (gone_from >> j) & 1 and not other.turn.reflexive and not gone(other) and not other.harm.unconscious:
            note(table, RULE.MOVE_LEAVE__OWED, j)
            fight = with_fighter(fight, j, evolve(other, turn=evolve(other.turn, owed=i + 1)))
    note(table, RULE.MOVE_LEAVE, i, gone_from)
    return fight


@helper
def reflexive(fight: Fight, do: Attack, targets: int, table: Table) -> Fight:
    """The attack at one who leaves the engagement: with a melee weapon, basic, one's reflexive action of the round."""
    who = fighter(fight, do.by)
    if not counts_turns(fight):
        return fight
    plain = do.options == 1 << Option.REFLEXIVE and do.shift == 0
    if who.turn.owed == 0 or targets != 1 << who.turn.owed - 1 or not do.weapon.melee or not plain:
        refuse(table, RULE.MOVE_LEAVE__REFUSED, do.by)
    fight = spend(fight, do.by, Action.REFLEXIVE.value, table)
    who = fighter(fight, do.by)
    return with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, owed=0)))
