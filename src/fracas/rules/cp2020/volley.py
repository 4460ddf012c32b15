"""What all attacks come to: the roll at each target, a fumble, the rounds that hit."""

from __future__ import annotations

from ...core.state import evolve, fighter
from ...core.table import Table, again, compare, note, roll
from .budget import distance_to, held_fast
from .close import crosses
from .dice import D6, D10
from .harm import rounds_hit
from .ids import ASK, RULE, helper
from .jam import bit_of, fumble
from .shot import FUMBLED, TO_ROLL, Mode, burst_rounds, range_band, to_hit
from .state import Attack, Fight, Place, Skill
from .wounds import ref_of


@helper
def fired_at(
    fight: Fight, target: int, do: Attack, given: int, extra: int, luck: int, jammed: int, table: Table
) -> Fight:
    """One of those attacked. ``given``: TO_ROLL, or what the roll for all of them came to (1 a hit, FUMBLED), or suppressive
    fire's number. A weapon that has jammed since (``jammed``: the mask before) fires no more, nor does a shooter
    who has hit himself out of the fight."""
    by = fighter(fight, do.by)
    if fighter(fight, target).wounds.dead:
        return fight
    blow = do.blow
    rounds = given
    if do.mode == Mode.SUPPRESS:
        rounds = ducks(fight, target, given, table)
    elif given == TO_ROLL:
        if by.wounds.dead or by.wounds.stunned or by.condition.jammed & ~jammed & bit_of(do.slot):
            return fight
        rounds = rolled_at(fight, target, do, extra, luck, table)
    if rounds == FUMBLED:
        fight, target = fumble(fight, do, table)
        if target < 0:
            return fight
        rounds = 1
        blow = evolve(blow, aimed=Place.NOWHERE.value, hidden=0)
    elif rounds > 0 and do.mode == Mode.BURST:
        rounds = burst_rounds(table)
    if rounds == 0:
        return fight
    return rounds_hit(fight, target, rounds, blow, table)


@helper
def rolled_at(fight: Fight, target: int, do: Attack, extra: int, luck: int, table: Table) -> int:
    """The roll to hit one target: 0 a miss, FUMBLED, else rounds. Luck is for the first one named."""
    by, who = fighter(fight, do.by), fighter(fight, target)
    bonus = extra + luck if target == fight.first else extra
    if do.mode == Mode.MELEE:
        against = held_fast(fight, target, table)
        return again(table, 1, crosses, 0, by, who, target, do, bonus, against, fight.house)
    band = range_band(distance_to(fight, do.by, target, do.distance, table), do.range, table)
    return again(table, 1, to_hit, 0, by, do, band, bonus, fight.house)


@helper
def ducks(fight: Fight, i: int, number: int, table: Table) -> int:
    """One in the zone of suppressive fire (cp2020.fire.suppress): how many rounds hit."""
    who = fighter(fight, i)
    bonus = held_fast(fight, i, table)
    ref = ref_of(who, i, fight.house, table)
    level = who.sheet.skills[Skill.ATHLETICS.value]
    safe = compare(table, D10, ref + level + bonus, number, ASK.SUPPRESS) >= 0
    note(table, RULE.FIRE_SUPPRESS__TARGET, i, ref, level, bonus, number, 1 if safe else 0)
    if safe:
        return 0
    rounds: int = roll(table, D6, ASK.BURST__SUPPRESS)
    note(table, RULE.FIRE_SUPPRESS__ROUNDS, i, rounds)
    return rounds
