"""Close quarters: blows, and grabbing, holding, choking, throwing, breaking free."""

from __future__ import annotations

from ...core.encounter import forgotten, metres_between
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, note, refuse, roll
from .budget import hampered, held_fast, holder_of, luck_bonus, luck_spent, spend_action
from .dice import D6, D10
from .harm import alone, consequences, together
from .house import House
from .ids import ASK, RULE, decision, helper, rule
from .jam import may_act
from .shot import FUMBLED, attack_die, modifiers
from .state import NO_OUTCOME, Attack, Fight, Fighter, Grab, Hold, Outcome, Place, Skill, StandUp
from .wearing import may_wear
from .wounds import ref_of, take

REACH = 2
HELPLESS = 10


@helper
def in_reach(fight: Fight, by: int, target: int, table: Table) -> None:
    """Hand to hand reaches two metres, where the points of both are known (cp2020.melee)."""
    a, b = fighter(fight, by).stand, fighter(fight, target).stand
    if a.placed and b.placed and metres_between(a, b) > REACH:
        refuse(table, RULE.MELEE__REACH, by, metres_between(a, b))


@helper
def crosses(
    missed: int, by: Fighter, target: Fighter, i: int, do: Attack, extra: int, against: int, house: House, table: Table
) -> int:
    """The attacker's roll against the defender's: 0 a miss, 1 a hit, FUMBLED."""
    bonus = modifiers(do, table) + do.accuracy + extra
    ref = ref_of(by, do.by, house, table)
    die = attack_die(house, table)
    if die == 1:
        return FUMBLED
    level = by.sheet.skills[do.skill]
    total = ref + level + bonus + die
    note(table, RULE.ATTACK_ROLL, do.by, ref, do.skill, level, bonus, die, total)
    number = defence(target, i, against, house, table)
    note(table, RULE.ATTACK_ROLL__AGAINST, total, number, 1 if total >= number else 0)
    return 1 if total >= number else missed


@rule(
    "cp2020.melee",
    notes={
        "": ("body", "points"),
        "defends": ("who", "ref", "skill", "skill_level", "bonus", "die", "total"),
        "helpless": ("who", "number"),
        "reach": ("who", "distance"),
    },
    asks=(ASK.EVADE, ASK.EVADE_MORE),
    source="rules page",
)
def body_bonus(body: int, table: Table) -> int:
    """Hand to hand: REF + skill + d10 at least the defender's REF + skill + d10 hits; the damage gets the body type's
    bonus: very weak -2, weak -1, average 0, strong +1, very strong +2, 11-12 +4, 13-14 +6, 15+ +8.

    The defender uses the best of its melee skills and Dodge; a natural 10 is rolled again and added, a natural 1 is a 1. The
    stunned do not defend: the number is 10.

    >>> from fracas.core.table import silent
    >>> [body_bonus(body, silent) for body in (2, 4, 7, 9, 10, 12, 14, 15)]
    [-2, -1, 0, 1, 2, 4, 6, 8]
    """
    points = 8
    if body <= 2:
        points = -2
    elif body <= 4:
        points = -1
    elif body <= 7:
        points = 0
    elif body <= 9:
        points = 1
    elif body == 10:
        points = 2
    elif body <= 12:
        points = 4
    elif body <= 14:
        points = 6
    if points != 0:
        note(table, RULE.MELEE, body, points)
    return points


@helper
def defence(who: Fighter, i: int, bonus: int, house: House, table: Table) -> int:
    """The defender's total (cp2020.melee)."""
    if who.wounds.stunned:
        note(table, RULE.MELEE__HELPLESS, i, HELPLESS)
        return HELPLESS
    skill = best_skill(who, 1)
    level = who.sheet.skills[skill]
    ref = ref_of(who, i, house, table)
    die: int = roll(table, D10, ASK.EVADE)
    if die == 10:
        die += roll(table, D10, ASK.EVADE_MORE)
    total = ref + level + bonus + die
    note(table, RULE.MELEE__DEFENDS, i, ref, skill, level, bonus, die, total)
    return total


@helper
def best_skill(who: Fighter, armed: int) -> int:
    """The best skill at close quarters (of equals the first): Brawling or Martial Arts, and to defend oneself (``armed``)
    Dodge, Melee or Fencing, too."""
    levels = who.sheet.skills
    best = Skill.BRAWLING.value
    if levels[Skill.MARTIAL_ARTS.value] > levels[best]:
        best = Skill.MARTIAL_ARTS.value
    if armed:
        if levels[Skill.DODGE.value] > levels[best]:
            best = Skill.DODGE.value
        if levels[Skill.MELEE.value] > levels[best]:
            best = Skill.MELEE.value
        if levels[Skill.FENCING.value] > levels[best]:
            best = Skill.FENCING.value
    return best


# -------------------------------------------------------------------------------------------------------- wrestling


@decision
@rule(
    "cp2020.grab",
    notes={
        "": ("who",),
        "roll": ("who", "ref", "skill", "skill_level", "bonus", "die", "total"),
        "against": ("total", "number", "success"),
        "hold": ("who",),
        "penalty": ("who", "points"),
        "choke": ("who", "damage"),
        "throw": ("who",),
        "free": ("who",),
        "held": ("who",),
        "lying": ("who",),
        "up": ("who",),
        "refused": ("who",),
    },
    source="rules page",
)
def grab(fight: Fight, do: Grab, table: Table) -> Fight:
    """Grab, hold, choke, throw, break free: each an opposed REF + skill + d10. A hold gives -3 to the held; a choke does
    d6 a turn.

    Whoever is grabbed cannot move away, and may then be held fast, choked or thrown. A choke passes by armour and body
    type. The thrown are let go and lie on the ground: getting up is an action, and until then they cannot move. An
    equal total is enough. The grip ends when the holder is stunned, dies or moves away.
    """
    fight = forgotten(fight, do.target, NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead:
        return fight
    may_wear(target, do.target, fight.house, table)
    may_wear(by, do.by, fight.house, table)
    may_act(by, do.by, table)
    in_reach(fight, do.by, do.target, table)
    free = do.hold == Hold.BREAK_FREE
    if do.by == do.target or (free and holder_of(fight, do.by) != do.target):
        refuse(table, RULE.GRAB__REFUSED, do.by)
    if do.hold != Hold.GRAB and not free and holder_of(fight, do.target) != do.by:
        refuse(table, RULE.GRAB__REFUSED, do.by)
    fight = spend_action(fight, do.by, do.actions, table)
    luck = luck_bonus(fight, do.by, do.luck, table)
    extra = luck + hampered(fight, do.by, do.actions, table)
    against = held_fast(fight, do.target, table)
    fight = luck_spent(fight, do.by, luck)
    won = again(table, 1, wrestles, 0, by, target, do, extra, against, fight.house)
    if not won:
        return fight
    if free:
        note(table, RULE.GRAB__FREE, do.by)
        return gripped(fight, do.by, 0, 0)
    if do.hold == Hold.GRAB:
        note(table, RULE.GRAB, do.target)
        return gripped(fight, do.target, do.by + 1, 0)
    if do.hold == Hold.HOLD:
        note(table, RULE.GRAB__HOLD, do.target)
        return gripped(fight, do.target, do.by + 1, 1)
    if do.hold == Hold.THROW:
        note(table, RULE.GRAB__THROW, do.target)
        return laid(gripped(fight, do.target, 0, 0), do.target, 1)
    return with_fighter(fight, do.target, again(table, 1, choked, target, do.target, fight.house))


@helper
def wrestles(
    lost: int, by: Fighter, target: Fighter, do: Grab, extra: int, against: int, house: House, table: Table
) -> int:
    """The opposed roll: 1 by wins. No weapon, no fumble: a natural 1 is a 1."""
    skill = do.skill if do.skill >= 0 else best_skill(by, 0)
    level = by.sheet.skills[skill]
    bonus = do.modifier + extra
    ref = ref_of(by, do.by, house, table)
    die = attack_die(house, table)
    total = ref + level + bonus + die
    note(table, RULE.GRAB__ROLL, do.by, ref, skill, level, bonus, die, total)
    number = defence(target, do.target, against, house, table)
    note(table, RULE.GRAB__AGAINST, total, number, 1 if total >= number else 0)
    return 1 if total >= number else lost


@helper
def gripped(fight: Fight, i: int, held: int, fast: int) -> Fight:
    """The fight with ``i`` held (index + 1 of the holder; ``fast`` in a hold), or free (0)."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, held=held, fast=fast)))


@helper
def laid(fight: Fight, i: int, lying: int) -> Fight:
    """The fight with ``i`` on the ground, or up again (0)."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, lying=lying)))


@helper
def choked(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """A d6 straight to the wounds, and the saves that follow."""
    points: int = roll(table, D6, ASK.DAMAGE)
    note(table, RULE.GRAB__CHOKE, i, points)
    torso = Place.TORSO.value
    bare = take(alone(who, torso), i, points, house, table)
    bare = consequences(bare, i, torso, points, points, points, house, table)
    outcome = Outcome(1, Place.NOWHERE.value, points, points, points, 0)
    return evolve(together(who, bare, torso), outcome=outcome)


@decision
def stand_up(fight: Fight, do: StandUp, table: Table) -> Fight:
    """By gets up: an action (cp2020.grab)."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    may_act(fighter(fight, do.by), do.by, table)
    if not fighter(fight, do.by).condition.lying:
        refuse(table, RULE.GRAB__REFUSED, do.by)
    if holder_of(fight, do.by) >= 0:
        refuse(table, RULE.GRAB__HELD, do.by)
    fight = spend_action(fight, do.by, do.actions, table)
    note(table, RULE.GRAB__UP, do.by)
    return laid(fight, do.by, 0)
