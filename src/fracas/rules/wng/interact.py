"""Interaction attacks: pushing, lying, threatening, talking, meddling with machines, so that the foe fights worse."""

from __future__ import annotations

from typing import NamedTuple

from ...core.state import digit, evolve, fighter, with_digit, with_fighter
from ...core.table import Table, again, note, refuse
from .budget import exert
from .conditions import afflict
from .damage import clean
from .hazard import given, tried
from .ids import RULE, decision, helper, rule
from .number import blinded_by_injury
from .place import awake, engaged_with, gone, metres_to
from .state import Action, Condition, Fight, Fighter, Skill
from .trial import Trial, skill_pool, tested

PLAYERS_CHOICE = 3
"""So many exalted icons shifted make it the player's choice."""
LAST_PLACE = 14
"""The digit of ``hindered_by`` and ``vulnerable_by`` that all attackers from there on share."""


class Interact(NamedTuple):
    """Decision: ``by``'s interaction attack on ``target`` with a ``skill`` (a Skill) to bring a condition (``effect``:
    Hindered or Vulnerable, a Condition). ``shift``: up to so many exalted icons; ``scar``: it shows a memorable injury;
    ``distance`` in metres (FROM_POINTS: the points say it)."""

    by: int
    target: int
    skill: int
    effect: int
    shift: int
    dice: int
    dn: int
    reroll: int
    scar: int
    distance: int


@decision
def interact(fight: Fight, do: Interact, table: Table) -> Fight:
    """An interaction attack: may it be made, the test, what it brings."""
    fight = clean(fight, do.target)
    if gone(fighter(fight, do.target)):
        return fight
    fight = exert(fight, do.by, Action.COMBAT.value, table)
    reaches(fight, do, table)
    number = interaction_dn(fighter(fight, do.target), do, table)
    by = again(table, 1, interacts, fighter(fight, do.by), do, number)
    points, margin = by.outcome.hit, by.outcome.through
    number = by.outcome.number
    fight = with_fighter(fight, do.by, evolve(by, outcome=evolve(by.outcome, number=0, hit=0, through=0)))
    who = fighter(fight, do.target)
    who = evolve(who, outcome=evolve(who.outcome, number=number, hit=1 if points > 0 else 0))
    if points > 0:
        who = takes_effect(who, do, points, table)
        who = taken_along(who, do, margin, table)
    return with_fighter(fight, do.target, who)


@rule(
    "wng.interact.reach",
    notes={"": ("who", "approach"), "refused": ("who", "approach")},
    source="seed 003, interaction",
)
def reaches(fight: Fight, do: Interact, table: Table) -> None:
    """Athletics: engaged. Deception, Intimidation, Persuasion: must be seen and heard. Tech: within Intellect metres."""
    who = fighter(fight, do.target)
    within = do.by != do.target
    if do.skill == Skill.ATHLETICS:
        within = within and (engaged_with(fight, do.by) >> do.target) & 1 == 1
    elif do.skill == Skill.TECH:
        metres = metres_to(fight, do.by, do.target, do.distance, table)
        within = within and metres <= fighter(fight, do.by).attributes.intellect
    else:
        within = within and awake(who) and not who.conditions.blinded and not blinded_by_injury(who)
    if not within:
        refuse(table, RULE.INTERACT_REACH__REFUSED, do.target, do.skill)
    note(table, RULE.INTERACT_REACH, do.target, do.skill)


@rule(
    "wng.interact.dn",
    notes={"": ("who", "approach", "rating", "resolve", "number"), "test": ("who", "icons", "number", "success")},
    source="seed 003, interaction",
)
def interaction_dn(who: Fighter, do: Interact, table: Table) -> int:
    """Interaction attack: DN = the target's own skill for it, or its Resolve, whichever is higher."""
    rating = digit(who.skills, do.skill)
    number = max(rating, who.sheet.resolve)
    note(table, RULE.INTERACT_DN, do.target, do.skill, rating, who.sheet.resolve, number)
    return number


@helper
def interacts(by: Fighter, do: Interact, number: int, table: Table) -> Fighter:
    """The attacker's test; its outcome holds the number, ``hit`` what it brings (0: failed), and in ``through`` the icons
    above the number that were not shifted."""
    scar = 1 if do.scar and do.skill == Skill.INTIMIDATION and by.harm.memorable > 0 else 0
    given(do.dice, do.dn, table)
    if scar:
        note(table, RULE.HARM_MEMORABLE__SHOWN, do.by)
    dice = skill_pool(by, do.skill) + do.dice + scar
    trial: Trial = tested(by, do.by, dice, number + do.dn, do.reroll, table)
    note(table, RULE.INTERACT_DN__TEST, do.by, trial.icons, trial.number, trial.success)
    if not trial.success:
        return tried(trial, 0)
    shifted = min(do.shift, (trial.icons - trial.number) // 2, trial.exalted)
    who = tried(trial, 1 + shifted)
    return evolve(who, outcome=evolve(who.outcome, through=trial.icons - trial.number - 2 * shifted))


@rule(
    "wng.interact.effect",
    notes={"": ("who", "condition", "points"), "choice": ("who", "shifted"), "ends": ("who",)},
    source="seed 003, interaction",
)
def takes_effect(who: Fighter, do: Interact, points: int, table: Table) -> Fighter:
    """Success: Hindered 1 or Vulnerable 1, until the start of the attacker's next turn. Each exalted icon shifted adds 1.
    Three or more shifted: the player's choice, a free effect agreed with the GM, beside it."""
    place = min(do.by, LAST_PLACE)
    note(table, RULE.INTERACT_EFFECT, do.target, do.effect, points)
    if points > PLAYERS_CHOICE:
        note(table, RULE.INTERACT_EFFECT__CHOICE, do.by, points - 1)
    stance = who.stance
    if do.effect == Condition.HINDERED:
        before = digit(stance.hindered_by, place)
        stance = evolve(stance, hindered_by=with_digit(stance.hindered_by, place, before + points))
        points = digit(stance.hindered_by, place) - before
    else:
        before = digit(stance.vulnerable_by, place)
        stance = evolve(stance, vulnerable_by=with_digit(stance.vulnerable_by, place, before + points))
        points = digit(stance.vulnerable_by, place) - before
    return evolve(who, stance=stance, conditions=afflict(who.conditions, do.effect, points))


@rule("wng.mob.interact", notes=("who", "members"), source="seed 003, mobs")
def taken_along(who: Fighter, do: Interact, margin: int, table: Table) -> Fighter:
    """An interaction attack takes one more member of a mob per 3 icons above the DN; icons shifted take none."""
    if not who.sheet.mob:
        return who
    members = min(who.harm.members, 1 + margin // 3)
    note(table, RULE.MOB_INTERACT, do.target, members)
    return evolve(who, outcome=evolve(who.outcome, hit=members))


@helper
def interaction_ends(fight: Fight, i: int, table: Table) -> Fight:
    """The start of ``i``'s turn: what its interaction attacks brought upon others is over (wng.interact.effect)."""
    place = min(i, LAST_PLACE)
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        hindered, vulnerable = digit(who.stance.hindered_by, place), digit(who.stance.vulnerable_by, place)
        if hindered + vulnerable == 0:
            continue
        note(table, RULE.INTERACT_EFFECT__ENDS, j)
        stance = evolve(
            who.stance,
            hindered_by=with_digit(who.stance.hindered_by, place, 0),
            vulnerable_by=with_digit(who.stance.vulnerable_by, place, 0),
        )
        conditions = evolve(
            who.conditions,
            hindered=max(0, who.conditions.hindered - hindered),
            vulnerable=max(0, who.conditions.vulnerable - vulnerable),
        )
        fight = with_fighter(fight, j, evolve(who, stance=stance, conditions=conditions))
    return fight
