"""Close quarters: grabbing, choking, throwing, breaking free; what fists do."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, again, note, refuse
from .attack import check, may_act, reach, succeeds
from .budget import luck_bonus, luck_spent, spend_action
from .harm import lose_hp
from .house import House
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Fight, Fighter, Grab, Hold, Outcome, Place, Skill, Stat
from .stats import action_penalty


@decision
@rule(
    "cpred.grab",
    notes={
        "": ("who",),
        "free": ("who",),
        "held": ("who",),
        "choke": ("who", "body"),
        "throw": ("who", "body"),
        "refused": ("who",),
    },
    source="rules page",
)
def grab(fight: Fight, do: Grab, table: Table) -> Fight:
    """Grab: opposed DEX + Brawling + d10; held: no Move, -2; choke or throw: BODY straight to HP, no armour. Breaking
    free is opposed in the same way."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead and do.hold == Hold.BREAK_FREE and by.condition.held == do.target + 1:
        return with_hold(fight, do.by, 0)
    if target.wounds.dead:
        return fight
    may_act(by, do.by, table)
    holds = target.condition.held == do.by + 1
    free = do.hold == Hold.BREAK_FREE
    if do.by == do.target or (free and by.condition.held != do.target + 1):
        refuse(table, RULE.GRAB__REFUSED, do.by)
    if (do.hold == Hold.CHOKE or do.hold == Hold.THROW) and not holds:
        refuse(table, RULE.GRAB__REFUSED, do.by)
    reach(fight, do.by, do.target, table)
    fight = spend_action(fight, do.by, 0, table)
    if do.hold == Hold.CHOKE or do.hold == Hold.THROW:
        return squeezed(fight, do, table)
    luck = luck_bonus(fight, do.by, do.luck, table)
    won = again(table, 1, wrestles, 0, by, target, do, luck, fight.house)
    fight = luck_spent(fight, do.by, luck)
    if not won:
        return fight
    if free:
        note(table, RULE.GRAB__FREE, do.by)
        return with_hold(fight, do.by, 0)
    note(table, RULE.GRAB, do.target)
    return with_hold(fight, do.target, do.by + 1)


@helper
def wrestles(lost: int, by: Fighter, target: Fighter, do: Grab, luck: int, house: House, table: Table) -> int:
    """The opposed check: 1 by wins."""
    if do.modifier != 0:
        note(table, RULE.CHECK__MODIFIER, do.by, do.modifier)
    dex, brawling = Stat.DEX.value, Skill.BRAWLING.value
    modifier = do.modifier + luck + action_penalty(by, do.by, table)
    total = check(by, do.by, dex, brawling, modifier, ASK.ATTACK, ASK.ATTACK_MORE, table)
    against = check(target, do.target, dex, brawling, 0, ASK.EVADE, ASK.EVADE_MORE, table)
    return 1 if succeeds(total, against, house, table) else lost


@helper
def with_hold(fight: Fight, i: int, held: int) -> Fight:
    """The fight with ``i`` held (index + 1 of the holder), or free (0)."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, condition=evolve(who.condition, held=held)))


@helper
def squeezed(fight: Fight, do: Grab, table: Table) -> Fight:
    """Choked or thrown: BODY straight to HP; the thrown lie on the ground and are free."""
    body = fighter(fight, do.by).sheet.body
    who = fighter(fight, do.target)
    if do.hold == Hold.THROW:
        note(table, RULE.GRAB__THROW, do.target, body)
        who = evolve(who, condition=evolve(who.condition, held=0, lying=1))
    else:
        note(table, RULE.GRAB__CHOKE, do.target, body)
    who = evolve(who, outcome=Outcome(1, Place.BODY.value, body, body, body, 0))
    return with_fighter(fight, do.target, lose_hp(who, do.target, body, table))


@rule("cpred.melee.damage", notes=("body", "dice"), source="facts 2.4")
def fist_dice(body: int, table: Table) -> int:
    """Brawling and Martial Arts by BODY: to 4 1d6, 5-6 2d6, 7-10 3d6, 11+ 4d6. Melee weapons light to very heavy 1d6,
    2d6, 3d6, 4d6 (ROF 2, 2, 2, 1).

    >>> from fracas.core.table import silent
    >>> [fist_dice(body, silent) for body in (4, 5, 7, 11)]
    [1, 2, 3, 4]
    """
    dice = 1 if body <= 4 else 2 if body <= 6 else 3 if body <= 10 else 4
    note(table, RULE.MELEE_DAMAGE, body, dice)
    return dice
