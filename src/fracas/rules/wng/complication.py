"""A Wrath die showing 1: the table of complications, and what it does to the attacker."""

from __future__ import annotations

from ...core.dice import Dice
from ...core.encounter import metres_between
from ...core.state import evolve, fighter, with_digit, with_fighter
from ...core.table import Table, note, pick, roll
from .cost import UNARMED, place_of
from .dice import D66
from .harm import dying, member_out, suffer, traumatic
from .ids import ASK, RULE, helper, rule
from .options import Option, takes
from .place import REACH, gone
from .state import Attack, Fight, Fighter, Trouble
from .traits import relies

D6 = Dice(1, 6, 0)


@rule(
    "wng.attack.complication",
    notes={"": ("who",), "mended": ("who", "icons", "number", "result"), "refused": ("who",)},
    asks=(ASK.COMPLICATION, ASK.SUPERCHARGE),
    source="seed 003, complications; facts 4.2",
)
def complication(fight: Fight, targets: int, do: Attack, table: Table) -> tuple[Fight, int]:
    """A Wrath die showing 1 is a complication (table wng.table.complication). Of one who is Dying it is a traumatic
    injury, too.

    Returns the fight, and whom it hits in place of the first target (-1: nobody).
    """
    by = fighter(fight, do.by)
    if relies(do.weapon, by, do.by, table):
        return with_fighter(fight, do.by, evolve(by, stance=evolve(by.stance, reliable_used=1))), -1
    note(table, RULE.ATTACK_COMPLICATION, do.by)
    fight = evolve(fight, complication=1)
    was_dying = dying(by)
    wrong = -1
    if takes(do, Option.SUPERCHARGE):
        mortal = int(roll(table, D6, ASK.SUPERCHARGE))
        note(table, RULE.TRAIT_SUPERCHARGE__BURST, do.by, mortal)
        if by.sheet.mob:
            by = member_out(by)
        else:
            by, _ = suffer(by, do.by, 0, mortal, 0, 0, 0, fight.house, table)
    else:
        trouble = trouble_of(int(roll(table, D66(2), ASK.COMPLICATION)), do.by, table)
        by = troubled(by, do, trouble)
        if trouble == Trouble.WRONG_TARGET:
            wrong = wrong_target(fight, targets, do, table)
        if was_dying:
            by = traumatic(by, do.by, table)
    return with_fighter(fight, do.by, by), wrong


@rule(
    "wng.table.complication",
    notes={"": ("who", "d66", "trouble"), "wrong": ("who",)},
    asks=(ASK.WRONG_TARGET,),
    source="seed 003, complications",
)
def trouble_of(d66: int, i: int, table: Table) -> int:
    """d66: 11-26 out of ammo (reload first); 31-33 jam (Tech DN 2); 34-36 weapon dropped (Simple action); 41-43
    malfunction (Tech DN 4); 44-46 stuck (Strength DN 3); 51-53 an item falls; 54-56 prone; 61-62 entangled:
    Restrained (Strength DN 4); 63-64 Blinded until the end of the turn; 65-66 wrong target (GM picks)."""
    trouble = Trouble.WRONG_TARGET.value
    if d66 <= 26:
        trouble = Trouble.OUT_OF_AMMO.value
    elif d66 <= 33:
        trouble = Trouble.JAM.value
    elif d66 <= 36:
        trouble = Trouble.DROPPED.value
    elif d66 <= 43:
        trouble = Trouble.MALFUNCTION.value
    elif d66 <= 46:
        trouble = Trouble.STUCK.value
    elif d66 <= 53:
        trouble = Trouble.ITEM_FALLS.value
    elif d66 <= 56:
        trouble = Trouble.PRONE.value
    elif d66 <= 62:
        trouble = Trouble.ENTANGLED.value
    elif d66 <= 64:
        trouble = Trouble.BLINDED.value
    note(table, RULE.TABLE_COMPLICATION, i, d66, trouble)
    return trouble


@helper
def troubled(by: Fighter, do: Attack, trouble: int) -> Fighter:
    """The attacker after a row of the table. Without a shot there is no ammunition to run out of, without a weapon
    nothing to break."""
    stance = by.stance
    if trouble <= Trouble.STUCK and do.slot == UNARMED:
        return by
    if trouble == Trouble.OUT_OF_AMMO:
        spent = stance.spent if do.weapon.melee else with_digit(stance.spent, place_of(do.slot), 1)
        return evolve(by, stance=evolve(stance, spent=spent))
    if trouble <= Trouble.STUCK:
        return evolve(by, stance=evolve(stance, broken=with_digit(stance.broken, place_of(do.slot), trouble)))
    if trouble == Trouble.PRONE:
        return evolve(by, conditions=evolve(by.conditions, prone=1))
    if trouble == Trouble.ENTANGLED:
        return evolve(by, conditions=evolve(by.conditions, restrained=1))
    if trouble == Trouble.BLINDED and not by.conditions.blinded:
        return evolve(by, conditions=evolve(by.conditions, blinded=1), stance=evolve(stance, dazzled=1))
    return by


@helper
def attackable(fight: Fight, do: Attack, i: int) -> bool:
    """May the attack go at ``i`` instead: it is there, within reach in melee, at a known point where points say how far."""
    by, who = fighter(fight, do.by).stand, fighter(fight, i)
    if gone(who) or not who.stand.here:
        return False
    if not by.placed:
        return True
    return who.stand.placed == 1 and (not do.weapon.melee or metres_between(by, who.stand) <= REACH)


@helper
def wrong_target(fight: Fight, targets: int, do: Attack, table: Table) -> int:
    """Whom the GM picks in place of the first target (-1: nobody else is there)."""
    others = 0
    for i in range(len(fight.fighters)):
        if i != do.by and (targets >> i) & 1 == 0 and attackable(fight, do, i):
            others |= 1 << i
    if others == 0:
        return -1
    chosen = pick(table, ASK.WRONG_TARGET, fight, -1, others)
    note(table, RULE.TABLE_COMPLICATION__WRONG, chosen)
    return chosen
