"""An attack, from the roll to hit on: a shot, a burst, full auto at one or several, a shotgun's spread, a blow."""

from __future__ import annotations

from ...core.encounter import forgotten
from ...core.state import count_bits, evolve, fighter, lowest
from ...core.table import Table, again, each, note, refuse
from .area import nearest_of, spread_out
from .budget import hampered, living, luck_bonus, luck_spent, spend_action, spend_rounds
from .close import body_bonus, in_reach
from .ids import RULE, decision, helper
from .jam import in_hand, may_act
from .shot import FUMBLED, TO_ROLL, Mode, range_band, to_hit
from .state import NO_OUTCOME, Attack, Fight
from .volley import fired_at
from .wearing import may_wear


@decision
def attack(fight: Fight, do: Attack, table: Table) -> Fight:
    """By's attack: may it be made, does it hit and how often, what does it do."""
    fight = forgotten(fight, do.target, NO_OUTCOME)
    if living(fight, do.targets) == 0:
        return fight
    for i in range(len(fight.fighters)):
        if (do.targets >> i) & 1 or i == do.by:
            may_wear(fighter(fight, i), i, fight.house, table)
    by = fighter(fight, do.by)
    may_act(by, do.by, table)
    in_hand(by, do.by, do.slot, table)
    fight = spend_action(fight, do.by, do.actions, table)
    if do.mode != Mode.MELEE:
        fight = spend_rounds(fight, do.by, do.slot, do.rounds, table)
    luck = luck_bonus(fight, do.by, do.luck, table)
    extra = hampered(fight, do.by, do.actions, table)
    fight = luck_spent(fight, do.by, luck)
    targets, given = do.targets, TO_ROLL
    if do.mode == Mode.MELEE:
        in_reach(fight, do.by, do.target, table)
        do = evolve(do, blow=evolve(do.blow, plus=do.blow.plus + body_bonus(by.sheet.body, table)))
    elif do.mode == Mode.SPREAD:
        targets = living(fight, targets)
        metres = nearest_of(fight, do, table)
        if metres > do.range:
            refuse(table, RULE.FIRE_SPREAD__REFUSED, metres, do.range)
        band = range_band(metres, do.range, table)
        given = again(table, 1, to_hit, 0, fighter(fight, do.by), do, band, extra + luck, fight.house)
        if given == 0:
            return fight
        if given == FUMBLED:
            targets &= -targets
        else:
            do = spread_out(do, band, targets, table)
    elif count_bits(targets) > 1:
        do = shared(do, table)
    if count_bits(targets) > 1:
        return each(table, targets, fired_at, fight, do, given, extra, luck, by.condition.jammed)
    return fired_at(fight, lowest(targets), do, given, extra, luck, by.condition.jammed, table)


@helper
def shared(do: Attack, table: Table) -> Attack:
    """Full auto at several: the rounds for each of them (cp2020.fire.auto)."""
    count = count_bits(do.targets)
    share = do.rounds // count
    if share == 0:
        refuse(table, RULE.FIRE_AUTO__REFUSED, do.rounds, count)
    note(table, RULE.FIRE_AUTO__SPLIT, do.rounds, count, share)
    return evolve(do, rounds=share)
