"""What an attack reads of both fighters, as one whole number, and a fight set up as such a number says (core/ways.py)."""

from __future__ import annotations

from ...core.encounter import FREE, metres_between
from ...core.state import digit, evolve, fighter, with_digit, with_fighter
from .ailments import ailing
from .harm import dying, exhausted, unarmed_by_injury, useless
from .number import blinded_by_injury
from .order import FRESH
from .place import engaged_with
from .state import Conditions, Fight, Fighter, Injury, Stance, Trouble

FAR, PENALTIES, HALVES, MEMBERS, GUARDS, VULNERABLE = 512, 5, 32, 8, 8, 4
"""How many metres, penalties, halves of a mob, members, points of full defence, and counts of Vulnerable are told apart; more
count as the most of them."""

EXACT = 12
"""Metres up to which every one is told apart; further off every other one (the bands of most weapons end at even numbers)."""


def counted(code: int, number: int, most: int) -> int:
    """The code with one more number in it."""
    return code * most + max(0, min(most - 1, number))


def aspect(fight: Fight, by: int, target: int) -> int:
    """How far it is, what counts of the attacker, what of the target."""
    a, b = fighter(fight, by), fighter(fight, target)
    placed = a.stand.placed and b.stand.placed
    code = counted(0, seen(metres_between(a.stand, b.stand)) if placed else 0, FAR)
    code = counted(code, 1 if engaged_with(fight, by) & ~(1 << target) != 0 else 0, 2)
    code = counted(code, 1 if engaged_with(fight, target) & ~(1 << by) != 0 else 0, 2)
    return (code * ATTACKERS + attacker_code(a)) * TARGETS + target_code(b)


def seen(metres: int) -> int:
    """A distance as it is told apart.

    >>> [seen(metres) for metres in (11, 12, 13, 14)]
    [11, 12, 14, 14]
    """
    return metres if metres <= EXACT else metres + metres % 2


ATTACKERS, TARGETS = 1 << 20, 1 << 16
"""More than the codes of attackers and of targets."""


def attacker_code(who: Fighter) -> int:
    """Penalties, is it Dying, sight, hands, how quick it is, members of a mob."""
    code = counted(0, 1 if who.harm.wounds > 0 else 0, 2)
    code = counted(code, 1 if dying(who) else 0, 2)
    code = counted(code, 1 if exhausted(who) else 0, 2)
    code = counted(code, ailing(who), PENALTIES)
    code = counted(code, 1 if who.conditions.blinded or blinded_by_injury(who) else 0, 2)
    code = counted(code, 1 if one_eyed(who) else 0, 2)
    code = counted(code, 1 if unarmed_by_injury(who) else 0, 2)
    code = counted(code, who.conditions.pinned, 2)
    code = counted(code, who.conditions.frenzied, 2)
    code = counted(code, who.conditions.staggered, 2)
    return counted(code, (who.harm.members + 1) // 2 if who.sheet.mob else 0, HALVES)


def target_code(who: Fighter) -> int:
    """What changes its Defence, its cover, members of a mob."""
    code = counted(0, who.conditions.vulnerable, VULNERABLE)
    code = counted(code, who.conditions.restrained, 2)
    code = counted(code, who.conditions.prone, 2)
    code = counted(code, who.stance.all_out, 2)
    code = counted(code, who.stance.guard, GUARDS)
    code = counted(code, who.stance.cover, 4)
    code = counted(code, 1 if exhausted(who) else 0, 2)
    code = counted(code, 1 if parrying(who) else 0, 2)
    return counted(code, who.harm.members if who.sheet.mob else 0, MEMBERS)


def one_eyed(who: Fighter) -> bool:
    """Has it lost the sight of one eye?"""
    return useless(who, Injury.LEFT_EYE.value) != useless(who, Injury.RIGHT_EYE.value)


def parrying(who: Fighter) -> bool:
    """Has it a weapon in hand that parries?"""
    place = who.stance.wielded
    return (who.sheet.parry >> place) & 1 == 1 and digit(who.stance.broken, place) != Trouble.DROPPED.value


# ------------------------------------------------------------------------------------------------------- the way back


def staged(fight: Fight, by: int, target: int, code: int) -> Fight:
    """The two fighters as an aspect says, all others away, free of any turn order."""
    target_part, code = code % TARGETS, code // TARGETS
    attacker_part, code = code % ATTACKERS, code // ATTACKERS
    busy, code = code % 2, code // 2
    engaged, metres = code % 2, code // 2
    other = third(fight, by, target)
    for j in range(len(fight.fighters)):
        if j != by and j != target:
            fight = with_fighter(
                fight, j, beside(fighter(fight, j), fighter(fight, by).stand.side, 1 if j == other else 0)
            )
    fight = with_fighter(fight, by, attacking(fighter(fight, by), attacker_part, engaged << other))
    hurt = attacker_part if by == target else 0
    fight = with_fighter(fight, target, attacked(fighter(fight, target), target_part, busy << other, metres, hurt))
    return evolve(fight, resumes=0, clock=evolve(fight.clock, active=FREE, over=0))


def third(fight: Fight, by: int, target: int) -> int:
    """Somebody else, who stands for all the others (it is engaged where one of them is)."""
    for j in range(len(fight.fighters)):
        if j != by and j != target:
            return j
    return by


def beside(who: Fighter, side: int, here: int) -> Fighter:
    """One who is nowhere in particular (``here``), or away; on the attacker's side, so that a shot that strays to it counts
    against the attack."""
    harm = evolve(who.harm, dead=0, members=max(1, who.harm.members) if who.sheet.mob else 0)
    return evolve(who, harm=harm, stand=evolve(who.stand, side=side, here=here, placed=0))


def attacking(who: Fighter, code: int, engaged: int) -> Fighter:
    """The attacker at the point 0, 0 with nothing spent."""
    halves, code = code % HALVES, code // HALVES
    staggered, code = code % 2, code // 2
    frenzied, code = code % 2, code // 2
    pinned, code = code % 2, code // 2
    unarmed, code = code % 2, code // 2
    one_eye, code = code % 2, code // 2
    blind, code = code % 2, code // 2
    penalty, code = code % PENALTIES, code // PENALTIES
    shocked, code = code % 2, code // 2
    is_dying, wounded = code % 2, code // 2
    traumatic = with_digit(0, Injury.LEFT_EYE.value, one_eye)
    traumatic = with_digit(with_digit(traumatic, Injury.LEFT_HAND.value, unarmed), Injury.RIGHT_HAND.value, unarmed)
    return evolve(
        who,
        harm=evolve(
            who.harm,
            wounds=who.sheet.max_wounds + 1 if is_dying else wounded,
            shock=who.sheet.max_shock + 1 if shocked else 0,
            members=max(1, 2 * halves) if who.sheet.mob else 0,
            traumatic=traumatic,
            dead=0,
            unconscious=0,
            weary=0,
        ),
        conditions=evolve(
            NO_CONDITIONS, hindered=penalty, blinded=blind, pinned=pinned, frenzied=frenzied, staggered=staggered
        ),
        stance=evolve(NO_STANCE, wielded=who.stance.wielded, engaged=engaged),
        turn=FRESH,
        stand=evolve(who.stand, x=0, y=0, placed=1, here=1, moved=0),
    )


def attacked(who: Fighter, code: int, engaged: int, metres: int, hurt: int) -> Fighter:
    """The target so many metres away; one that is the attacker, too (``hurt`` is not 0), keeps what it has of that."""
    members, code = code % MEMBERS, code // MEMBERS
    parries, code = code % 2, code // 2
    shocked, code = code % 2, code // 2
    cover, code = code % 4, code // 4
    guard, code = code % GUARDS, code // GUARDS
    all_out, code = code % 2, code // 2
    prone, code = code % 2, code // 2
    restrained, vulnerable = code % 2, code // 2
    place = who.stance.wielded
    return evolve(
        who,
        sheet=evolve(who.sheet, parry=parries << place),
        harm=evolve(
            who.harm,
            wounds=who.harm.wounds if hurt else 0,
            shock=who.sheet.max_shock + 1 if shocked else 0,
            members=max(1, members) if who.sheet.mob else 0,
            dead=0,
            unconscious=0,
            weary=0,
        ),
        conditions=evolve(NO_CONDITIONS, vulnerable=vulnerable, restrained=restrained, prone=prone),
        stance=evolve(NO_STANCE, wielded=place, all_out=all_out, guard=guard, cover=cover, engaged=engaged),
        stand=evolve(who.stand, x=metres, y=0, placed=1, here=1),
    )


NO_CONDITIONS = Conditions(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
NO_STANCE = Stance(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def taken(fight: Fight, target: int) -> int:
    """Wounds (of mobs members) that the target's side has suffered, less those of the other; a hit that does nothing yet
    counts a little."""
    total = 0
    side = fighter(fight, target).stand.side
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        total += 16 * who.outcome.suffered if who.stand.side == side else -16 * who.outcome.suffered
    hit: int = min(1, fighter(fight, target).outcome.hit)
    return total + hit


HELPERS = (
    counted,
    attacker_code,
    target_code,
    seen,
    one_eyed,
    parrying,
    third,
    beside,
    attacking,
    attacked,
)
"""What these functions call and no rulebook has."""
