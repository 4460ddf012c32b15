"""What a turn allows and a weapon holds: actions, rounds in the magazine, Luck, how far it is."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, INLINE, counts_turns, is_active, loaded_in, metres_between, with_loaded
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .ids import RULE, helper, rule
from .state import Fight

FURTHER_ACTION = -3
HELD_FAST = -3


@rule(
    "cp2020.turn.actions",
    notes={
        "": ("who", "actions", "points"),
        "next": ("who", "round"),
        "turn": ("who",),
        "spent": ("who", "actions"),
        "announced": ("who", "actions"),
        "far": ("who", "metres", "left"),
        "moved": ("who", "metres", "left"),
        "over": (),
        "begun": (),
    },
    source="facts 1.13",
)
def spend_action(fight: Fight, i: int, actions: int, table: Table) -> Fight:
    """One action a turn is free; each further one costs 3 on the rolls of all of them, the first included. Moving up to MA
    x 3 m is no action.

    So they are announced before the first roll: the first action of a turn says how many there will be (``actions``; 0:
    it is the only one). Those that follow may say the same number, or nothing; another number is refused, and so is
    an action beyond it. Announced and not taken, they still cost. Without a turn order each decision says how many
    actions its turn has, and nothing is counted.
    """
    if fight.clock.over:
        refuse(table, RULE.TURN_ACTIONS__OVER)
    if not counts_turns(fight):
        return fight
    if not is_active(fight, i):
        refuse(table, RULE.TURN_ACTIONS__TURN, i)
    who = fighter(fight, i)
    announced = who.condition.announced
    if who.stand.actions == 0:
        announced = max(1, actions)
    elif actions > 0 and actions != announced:
        refuse(table, RULE.TURN_ACTIONS__ANNOUNCED, i, announced)
    elif who.stand.actions >= announced:
        refuse(table, RULE.TURN_ACTIONS__SPENT, i, announced)
    stand = evolve(who.stand, actions=who.stand.actions + 1)
    return with_fighter(fight, i, evolve(who, stand=stand, condition=evolve(who.condition, announced=announced)))


@helper
def hampered(fight: Fight, i: int, actions: int, table: Table) -> int:
    """What comes off every roll of a turn: further actions (cp2020.turn.actions), and being held fast (cp2020.grab)."""
    condition = fighter(fight, i).condition
    count = condition.announced if counts_turns(fight) else actions
    points = 0
    if count > 1:
        points = FURTHER_ACTION * (count - 1)
        note(table, RULE.TURN_ACTIONS, i, count, points)
    return points + held_fast(fight, i, table)


@helper
def held_fast(fight: Fight, i: int, table: Table) -> int:
    """A hold's -3 on the rolls of the held (cp2020.grab)."""
    if holder_of(fight, i) < 0 or not fighter(fight, i).condition.fast:
        return 0
    note(table, RULE.GRAB__PENALTY, i, HELD_FAST)
    return HELD_FAST


@helper
def holder_of(fight: Fight, i: int) -> int:
    """Who holds ``i`` (-1: nobody). The dead and the stunned hold nobody."""
    holder: int = fighter(fight, i).condition.held - 1
    if holder >= 0:
        wounds = fighter(fight, holder).wounds
        if wounds.dead or wounds.stunned:
            return -1
    return holder


@rule(
    "cp2020.ammo",
    notes={"": ("who", "left"), "empty": ("who", "left"), "reload": ("who", "magazine"), "none": ("who",)},
    source="rules page",
)
def spend_rounds(fight: Fight, i: int, slot: int, rounds: int, table: Table) -> Fight:
    """Every round fired leaves the magazine: one a shot, three a burst, all of full auto, whether or not they hit. A weapon
    that holds too few is refused; reloading is an action.

    Counted for weapons that the fighter carries by name and that have a magazine.
    """
    if slot == INLINE:
        return fight
    who = fighter(fight, i)
    if who.arms.magazine[slot] == 0:
        return fight
    left = loaded_in(who.arms, slot) - rounds
    if left < 0:
        refuse(table, RULE.AMMO__EMPTY, i, loaded_in(who.arms, slot))
    note(table, RULE.AMMO, i, left)
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


@rule("cp2020.luck", notes=("who", "luck", "left"), source="rules page")
def luck_bonus(fight: Fight, i: int, points: int, table: Table) -> int:
    """LUCK points of the session may be added to a roll before it is made, 1 each, up to what is left. They are gone
    afterwards, whatever the roll."""
    points = min(points, fighter(fight, i).condition.luck)
    if points > 0:
        note(table, RULE.LUCK, i, points, fighter(fight, i).condition.luck - points)
    return points


@helper
def luck_spent(fight: Fight, i: int, points: int) -> Fight:
    """The fight with so many LUCK points gone."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, luck=who.condition.luck - points)))


@helper
def living(fight: Fight, targets: int) -> int:
    """Those of a mask who are alive."""
    for i in range(len(fight.fighters)):
        if fighter(fight, i).wounds.dead:
            targets &= ~(1 << i)
    return targets
