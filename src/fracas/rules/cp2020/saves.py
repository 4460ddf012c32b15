"""Stun and death saves."""

from __future__ import annotations

from ...core.state import evolve
from ...core.table import Table, compare, note, roll
from .dice import D6, D10
from .house import DeathSave, House, Overact
from .ids import ASK, RULE, helper, rule
from .state import Fighter
from .wounds import MORTAL_0, level_of


@helper
def stun_number(who: Fighter) -> int:
    """BODY less the wound's penalty: light 0, serious 1, critical 2, mortal N 3 + N; uninjured BODY."""
    return who.sheet.body - max(0, level_of(who.wounds.damage) - 1)


@rule(
    "cp2020.save.stun",
    notes={"": ("who", "number", "keeps"), "refused": ("who",)},
    asks=(ASK.STUN,),
    source="seed 000, Stun; facts 1.9",
)
def stun_save(who: Fighter, i: int, house: House, table: Table) -> Fighter:
    """Whenever hurt: d10 at most BODY - penalty, else out of the fight. Penalty: light 0, serious 1, critical 2,
    mortal 0 3, mortal N 3 + N. No floor: a number below 1 always fails. Uninjured: BODY."""
    number = stun_number(who)
    keeps = compare(table, D10, 0, number, ASK.STUN) <= 0
    note(table, RULE.SAVE_STUN, i, number, 1 if keeps else 0)
    if keeps:
        return who
    overact(i, house, table)
    return evolve(who, wounds=evolve(who.wounds, stunned=1))


@rule(
    "cp2020.save.overact",
    notes=("who", "overact_row"),
    asks=(ASK.OVERACT,),
    options=("overact",),
    source="seed 000, Stun; facts 1.12",
)
def overact(i: int, house: House, table: Table) -> None:
    """As a house rule a d6 picks how the stunned falls, for colour only."""
    if house.overact == Overact.TRUE:
        note(table, RULE.SAVE_OVERACT, i, roll(table, D6, ASK.OVERACT))


@rule("cp2020.save.recover", notes=("who", "number", "recovers"), source="seed 000, Stun")
def recover(who: Fighter, i: int, table: Table) -> Fighter:
    """On a later turn the same roll brings the stunned back."""
    number = stun_number(who)
    recovers = compare(table, D10, 0, number, ASK.STUN) <= 0
    note(table, RULE.SAVE_RECOVER, i, number, 1 if recovers else 0)
    return evolve(who, wounds=evolve(who.wounds, stunned=0 if recovers else 1))


@rule(
    "cp2020.save.death",
    notes={
        "": ("who", "mortal", "number", "lives"),
        "reading": ("death_save", "decided"),
        "refused": ("who",),
    },
    asks=(ASK.DEATH,),
    options=("death_save",),
    source="seed 000, Death save",
)
def death_save(who: Fighter, i: int, mortal: int, house: House, table: Table) -> Fighter:
    """Mortally wounded: at once when a hit leaves one mortally wounded (besides the save for a lost limb), and every
    turn until stabilised, d10 at most BODY - mortal level (as a house rule below it), else dead. BODY 10, mortal 4:
    6."""
    if mortal < 0:
        mortal = level_of(who.wounds.damage) - MORTAL_0
    if who.wounds.dead or mortal < 0:
        return who
    number = who.sheet.body - mortal
    sign = compare(table, D10, 0, number, ASK.DEATH)
    lives = sign < 0 or (sign == 0 and house.death_save == DeathSave.AT_MOST)
    note(table, RULE.SAVE_DEATH, i, mortal, number, 1 if lives else 0)
    note(table, RULE.SAVE_DEATH__READING, house.death_save, 1 if sign == 0 else 0)
    return evolve(who, wounds=evolve(who.wounds, dead=0 if lives else 1))
