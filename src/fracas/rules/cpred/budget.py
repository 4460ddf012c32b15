"""What a turn allows and a weapon holds: the Action, rounds in the magazine, Luck, how far it is."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, INLINE, counts_turns, is_active, loaded_in, metres_between, with_loaded
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .ids import RULE, helper, rule
from .state import Fight


@rule(
    "cpred.turn.actions",
    notes={
        "": ("who",),
        "next": ("who", "round"),
        "turn": ("who",),
        "spent": ("who",),
        "far": ("who", "metres", "left"),
        "moved": ("who", "metres", "left"),
        "over": (),
        "begun": (),
    },
    source="facts 2.3",
)
def spend_action(fight: Fight, i: int, attacks: int, table: Table) -> Fight:
    """One Action, one Move of MOVE x 2 m. ROF 2: two attacks in the Action."""
    if fight.clock.over:
        refuse(table, RULE.TURN_ACTIONS__OVER)
    if not counts_turns(fight):
        return fight
    if not is_active(fight, i):
        refuse(table, RULE.TURN_ACTIONS__TURN, i)
    who = fighter(fight, i)
    if who.condition.suppressed and who.stand.moved == 0:
        refuse(table, RULE.FIRE_SUPPRESS__RUN, i)
    if attacks > 1 and who.stand.attacks > 0:
        return with_fighter(fight, i, evolve(who, stand=evolve(who.stand, attacks=who.stand.attacks - 1)))
    if who.stand.actions > 0:
        refuse(table, RULE.TURN_ACTIONS__SPENT, i)
    note(table, RULE.TURN_ACTIONS, i)
    return with_fighter(fight, i, evolve(who, stand=evolve(who.stand, actions=1, attacks=max(0, attacks - 1))))


@helper
def spend_rounds(fight: Fight, i: int, slot: int, rounds: int, table: Table) -> Fight:
    """Rounds leave the magazine (cpred.reload)."""
    if slot == INLINE:
        return fight
    who = fighter(fight, i)
    if who.arms.magazine[slot] == 0:
        return fight
    left = loaded_in(who.arms, slot) - rounds
    if left < 0:
        refuse(table, RULE.RELOAD__REFUSED, i, loaded_in(who.arms, slot))
    note(table, RULE.RELOAD__ROUNDS, i, left)
    return with_fighter(fight, i, evolve(who, arms=with_loaded(who.arms, slot, left)))


@helper
def distance_to(fight: Fight, by: int, target: int, distance: int, table: Table) -> int:
    """The distance of an attack: as it says, or that of the two points."""
    if distance != FROM_POINTS:
        return distance
    a, b = fighter(fight, by).stand, fighter(fight, target).stand
    if not a.placed or not b.placed:
        refuse(table, RULE.ATTACK_RANGE__UNKNOWN, by)
    return metres_between(a, b)


@rule("cpred.luck", notes=("who", "luck", "left"), source="rules page")
def luck_bonus(fight: Fight, i: int, points: int, table: Table) -> int:
    """LUCK points added to a check before the roll, 1 each. Up to what is left."""
    points = min(points, fighter(fight, i).condition.luck)
    if points > 0:
        note(table, RULE.LUCK, i, points, fighter(fight, i).condition.luck - points)
    return points


@helper
def luck_spent(fight: Fight, i: int, points: int) -> Fight:
    """The fight with so many LUCK points gone."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, luck=who.condition.luck - points)))
