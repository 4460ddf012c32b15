"""A single attack: a pool against a difficulty."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import fighter
from ...core.table import Table, again, follow, note, refuse, roll
from .budget import distance_to, spend_action, spend_rounds, stance_dice
from .dice import PoolDice, Successes, Tally
from .harm import dice_penalty, strike
from .house import ExcessDamage, House
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Attack, Fight, Fighter


@decision
def attack(fight: Fight, do: Attack, table: Table) -> Fight:
    """By's attack on target: may it be made, does it hit, what does it do."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead:
        return fight
    may_act(by, do.by, table)
    fight = spend_action(fight, do.by, table)
    fight = spend_rounds(fight, do.by, do.slot, table)
    distance = distance_to(fight, do.by, do.target, do.distance, table)
    difficulty = max(1, range_difficulty(distance, do.range, table) + do.dn)
    if do.dn != 0:
        note(table, RULE.TEST__DN, do.by, do.dn)
    successes = again(table, 1, test, 0, by, do, difficulty, fight.house)
    note(table, RULE.TEST__RESULT, successes, difficulty, 1 if successes >= difficulty else 0)
    if successes < difficulty:
        return fight
    power = do.power + excess(successes - difficulty, fight.house, table)
    return strike(fight, do.target, power, do.place, table)


@helper
def may_act(by: Fighter, i: int, table: Table) -> None:
    """The dead and the unconscious are refused."""
    if by.wounds.dead:
        refuse(table, RULE.DEAD__REFUSED, i)
    if by.wounds.hp <= 0:
        refuse(table, RULE.DOWN__REFUSED, i)


@rule(
    "cops.attack.range",
    notes={
        "": ("distance", "range", "difficulty"),
        "refused": ("distance", "range"),
        "unknown": ("who",),
        "rounds": ("who", "left"),
        "empty": ("who",),
        "reloaded": ("who", "magazine"),
        "no_magazine": ("who",),
    },
    source="facts 3.1",
)
def range_difficulty(distance: int, reach: int, table: Table) -> int:
    """Difficulty 1 to 10 m, 2 within range, 3 to twice the range."""
    difficulty = 1 if distance <= 10 else 2 if distance <= reach else 3
    if difficulty == 3 and distance > 2 * reach:
        refuse(table, RULE.ATTACK_RANGE__REFUSED, distance, reach)
    note(table, RULE.ATTACK_RANGE, distance, reach, difficulty)
    return difficulty


@rule(
    "cops.test",
    notes={
        "": ("who", "dice", "threshold", "successes"),
        "tens": ("tens", "successes"),
        "result": ("successes", "difficulty", "success"),
        "modifier": ("who", "dice"),
        "dn": ("who", "dn"),
    },
    asks=(ASK.ATTACK, ASK.ATTACK_MORE),
    source="facts 3.1",
)
def test(none: int, by: Fighter, do: Attack, difficulty: int, house: House, table: Table) -> int:
    """Roll as many d10 as the characteristic (1-5, less one below half life); each die at or over the skill's threshold is
    a success; a 10 counts and is rolled again. Difficulty = successes needed."""
    if do.dice != 0:
        note(table, RULE.TEST__MODIFIER, do.by, do.dice)
    more = do.dice + stance_dice(by, do.by, house, table) - dice_penalty(by, do.by, table)
    dice = max(0, by.sheet.characteristics[do.characteristic] + more)
    pool: Successes = roll(table, PoolDice(dice, do.threshold), ASK.ATTACK)
    note(table, RULE.TEST, do.by, dice, do.threshold, pool.successes)
    so_far = tally(pool, none, difficulty, house)
    return follow(table, tens_again, so_far, do.threshold, difficulty, house).successes


@helper
def tally(pool: Successes, before: int, difficulty: int, house: House) -> Tally:
    """Successes so far, and the tens to roll again. Without the excess option a test is settled once it succeeds; the tens
    are still rolled, for the table to see."""
    successes = before + pool.successes
    unsettled = house.excess_damage == ExcessDamage.TRUE or successes < difficulty
    return Tally(pool.tens, 1 if unsettled else 0, successes)


@helper
def tens_again(so_far: Tally, threshold: int, difficulty: int, house: House, table: Table) -> Tally:
    """All tens of the last roll, once more (cops.test)."""
    more: Successes = roll(table, PoolDice(so_far.more, threshold), ASK.ATTACK_MORE)
    note(table, RULE.TEST__TENS, so_far.more, more.successes)
    return tally(more, so_far.successes, difficulty, house)


@rule(
    "cops.attack.excess", notes=("excess_damage", "decided", "excess"), options=("excess_damage",), source="facts 3.1"
)
def excess(over: int, house: House, table: Table) -> int:
    """As a house rule, successes over the difficulty add to PU."""
    excess = over if house.excess_damage == ExcessDamage.TRUE else 0
    note(table, RULE.ATTACK_EXCESS, house.excess_damage, 1 if over > 0 else 0, excess)
    return excess
