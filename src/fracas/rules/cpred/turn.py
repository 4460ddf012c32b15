"""A turn: the death save at its start, what ticks at its end; and first aid."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import count_bits, evolve, fighter, with_fighter
from ...core.table import Table, again, note, refuse, roll
from .attack import check, may_act, succeeds
from .budget import spend_action
from .dice import D10
from .harm import lose_hp
from .house import DeathPenalty, House
from .ids import ASK, RULE, decision, helper, rule
from .injuries import DIZZY_WHEN_MOVING, FAR, HURTS_WHEN_MOVING
from .state import NO_OUTCOME, Fight, Fighter, NewRound, PutOut, Stabilise, Stat, Turn
from .stats import action_penalty, aid_skill, mortally_wounded, move_of, save_penalty, seriously_wounded


@decision
def turn(fight: Fight, do: Turn, table: Table) -> Fight:
    """The whole turn of one fighter: it starts, nothing else is decided, it ends."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    who = fighter(fight, do.by)
    if who.wounds.dead:
        return fight
    may_move(who, do.by, do.moved, table)
    if mortally_wounded(who):
        who = death_save(who, do.by, fight.house, table)
    if who.wounds.dead:
        return let_go(with_fighter(fight, do.by, who), do.by)
    who = moved(who, do.by, do.moved, table)
    return with_fighter(fight, do.by, burns(who, do.by, table))


@helper
def let_go(fight: Fight, i: int) -> Fight:
    """Whom ``i`` held is free (cpred.grab): the dead hold nobody."""
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        if who.condition.held == i + 1:
            fight = with_fighter(fight, j, evolve(who, condition=evolve(who.condition, held=0)))
    return fight


@decision
def new_round(fight: Fight, do: NewRound, table: Table) -> Fight:
    """A new round begins."""
    return evolve(forgotten(fight, 0, NO_OUTCOME), round=fight.round + 1)


@rule(
    "cpred.save.death",
    notes={
        "": ("who", "die", "penalty", "body", "lives"),
        "grows": ("death_penalty", "decided", "save_penalty"),
        "refused": ("who",),
    },
    asks=(ASK.DEATH,),
    options=("death_penalty",),
    source="facts 2.2",
)
def death_save(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """At the start of each of its turns the mortally wounded rolls d10 + penalty: below BODY it lives; a natural 10 always
    fails; each save adds 1 to the penalty."""
    penalty = save_penalty(who)
    die: int = roll(table, D10, ASK.DEATH)
    lives = die != 10 and die + penalty < who.sheet.body
    note(table, RULE.SAVE_DEATH, i, die, penalty, who.sheet.body, 1 if lives else 0)
    grows = lives or house.death_penalty == DeathPenalty.EVERY_SAVE
    wounds = evolve(who.wounds, save_penalty=who.wounds.save_penalty + (1 if grows else 0), dead=0 if lives else 1)
    who = evolve(who, wounds=wounds)
    note(table, RULE.SAVE_DEATH__GROWS, house.death_penalty, 0 if lives else 1, save_penalty(who))
    return who


@helper
def may_move(who: Fighter, i: int, metres: int, table: Table) -> None:
    """MOVE 0: no movement (cpred.armour.penalty); and none for the dizzy (cpred.injury.table)."""
    if metres > 0 and move_of(who) == 0:
        refuse(table, RULE.ARMOUR_PENALTY__REFUSED, i)
    if metres > 0 and who.condition.no_move:
        refuse(table, RULE.INJURY_TABLE__DIZZY, i)


@helper
def moved(who: Fighter, i: int, metres: int, table: Table) -> Fighter:
    """Injuries that moving more than 4 m makes worse (cpred.injury.table), and those that end with the turn."""
    far = metres > FAR
    lost = 5 * count_bits(who.wounds.injuries & HURTS_WHEN_MOVING) if far else 0
    if lost > 0:
        note(table, RULE.INJURY_TABLE__MOVED, i, metres, lost)
        who = lose_hp(who, i, lost, table)
    dizzy = far and (who.wounds.injuries & DIZZY_WHEN_MOVING) != 0
    return evolve(who, condition=evolve(who.condition, no_action=0, no_move=1 if dizzy else 0))


@decision
def put_out(fight: Fight, do: PutOut, table: Table) -> Fight:
    """The fire on somebody is put out (cpred.ammo.incendiary)."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    who = fighter(fight, do.target)
    if who.wounds.dead or who.condition.burning == 0:
        return fight
    note(table, RULE.AMMO_INCENDIARY__OUT, do.target)
    return with_fighter(fight, do.target, evolve(who, condition=evolve(who.condition, burning=0)))


@helper
def burns(who: Fighter, i: int, table: Table) -> Fighter:
    """Fire at the end of the turn (cpred.ammo.incendiary), straight to HP."""
    if who.condition.burning == 0:
        return who
    note(table, RULE.AMMO_INCENDIARY__TICK, i, who.condition.burning)
    return lose_hp(who, i, who.condition.burning, table)


@decision
@rule(
    "cpred.stabilise",
    notes={"": ("who", "number", "success"), "refused": ("who",), "out": ("who",), "unconscious": ("who",)},
    asks=(ASK.STABILISE, ASK.STABILISE_MORE),
    options=("tie",),
    source="facts 2.2",
)
def stabilise(fight: Fight, do: Stabilise, table: Table) -> Fight:
    """First Aid or Paramedic + TECH + d10 beats DV 10 lightly, 13 seriously, 15 mortally wounded (then 1 HP, unconscious
    for a minute)."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    by, target = fighter(fight, do.by), fighter(fight, do.target)
    if target.wounds.dead:
        return fight
    may_act(by, do.by, table)
    if not fight.clock.over:
        fight = spend_action(fight, do.by, 0, table)
    if target.wounds.hp >= target.sheet.max_hp:
        refuse(table, RULE.STABILISE__REFUSED, do.target)
    number = 15 if mortally_wounded(target) else 13 if seriously_wounded(target) else 10
    if again(table, 1, first_aid, 0, by, do, number, fight.house) == 0:
        note(table, RULE.STABILISE, do.target, number, 0)
        return fight
    note(table, RULE.STABILISE, do.target, number, 1)
    wounds = evolve(target.wounds, stable=1)
    if mortally_wounded(target):
        wounds = evolve(wounds, hp=1, unconscious=1)
        note(table, RULE.STABILISE__OUT, do.target)
    return with_fighter(fight, do.target, evolve(target, wounds=wounds))


@helper
def first_aid(failed: int, by: Fighter, do: Stabilise, number: int, house: House, table: Table) -> int:
    """The helper's check: 1 it holds, 0 it does not."""
    if do.modifier != 0:
        note(table, RULE.CHECK__MODIFIER, do.by, do.modifier)
    modifier = do.modifier + action_penalty(by, do.by, table)
    total = check(by, do.by, Stat.TECH.value, aid_skill(by), modifier, ASK.STABILISE, ASK.STABILISE_MORE, table)
    return 1 if succeeds(total, number, house, table) else failed
