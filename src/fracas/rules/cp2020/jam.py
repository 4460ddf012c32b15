"""What goes wrong with a weapon: the fumble, dropped and jammed weapons and what is done about them."""

from __future__ import annotations

from ...core.encounter import INLINE, forgotten
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse, roll
from .budget import spend_action
from .dice import D6, D10
from .ids import ASK, RULE, decision, helper, rule
from .state import NO_OUTCOME, Attack, Clear, Fight, Fighter, PickUp
from .wearing import may_wear

JAM_ON = (3, 5, 8)


@helper
def may_act(by: Fighter, i: int, table: Table) -> None:
    """The dead and the stunned are refused."""
    if by.wounds.dead:
        refuse(table, RULE.SAVE_DEATH__REFUSED, i)
    if by.wounds.stunned:
        refuse(table, RULE.SAVE_STUN__REFUSED, i)


@helper
def bit_of(slot: int) -> int:
    """A weapon's bit in the masks of what is dropped and jammed."""
    return 1 << (slot + 1)


@helper
def in_hand(by: Fighter, i: int, slot: int, table: Table) -> None:
    """A weapon carried by name that is on the ground or jammed is refused (cp2020.attack.fumble)."""
    if slot == INLINE:
        return
    if by.condition.dropped & bit_of(slot):
        refuse(table, RULE.ATTACK_FUMBLE__DROPPED, i)
    if by.condition.jammed & bit_of(slot):
        refuse(table, RULE.ATTACK_FUMBLE__JAMMED, i)


@rule(
    "cp2020.attack.fumble",
    notes={
        "": ("fumble",),
        "reliability": ("die", "jam_on", "jams"),
        "jammed": ("who",),
        "dropped": ("who",),
        "clears": ("who", "turns"),
        "cleared": ("who",),
        "picked": ("who",),
        "sound": ("who",),
    },
    asks=(ASK.FUMBLE, ASK.RELIABILITY, ASK.CLEAR),
    source="facts 1.14",
)
def fumble(fight: Fight, do: Attack, table: Table) -> tuple[Fight, int]:
    """A natural 1, d10: 1-4 nothing, 5 drop, 6 discharge, 7 jam, 8 hits itself, 9-10 hits an ally. Automatic weapons
    roll reliability alone: jam on 3 or less very reliable, 5 standard, 8 unreliable; cleared in d6 turns.

    Returns who is hit instead, or -1.
    """
    by = fighter(fight, do.by)
    if do.automatic:
        die: int = roll(table, D10, ASK.RELIABILITY)
        jams = die <= JAM_ON[do.reliability]
        note(table, RULE.ATTACK_FUMBLE__RELIABILITY, die, JAM_ON[do.reliability], 1 if jams else 0)
        return (with_jam(fight, do.by, do.slot) if jams else fight), -1
    row: int = roll(table, D10, ASK.FUMBLE)
    note(table, RULE.ATTACK_FUMBLE, row)
    if row == 5:
        condition = evolve(by.condition, dropped=by.condition.dropped | bit_of(do.slot))
        return with_fighter(fight, do.by, evolve(by, condition=condition)), -1
    if row == 7:
        return with_jam(fight, do.by, do.slot), -1
    struck = do.by if row == 8 else do.ally if row >= 9 else -1
    if struck < 0 or fighter(fight, struck).wounds.dead:
        return fight, -1
    may_wear(fighter(fight, struck), struck, fight.house, table)
    return fight, struck


@helper
def with_jam(fight: Fight, i: int, slot: int) -> Fight:
    """The fight with this weapon jammed."""
    who = fighter(fight, i)
    condition = evolve(who.condition, jammed=who.condition.jammed | bit_of(slot))
    return with_fighter(fight, i, evolve(who, condition=condition))


@decision
def clear(fight: Fight, do: Clear, table: Table) -> Fight:
    """By sets about a jam (cp2020.attack.fumble): an action; a d6 says how many turns it takes, this one included."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    may_act(fighter(fight, do.by), do.by, table)
    jammed = fighter(fight, do.by).condition.jammed & bit_of(do.slot)
    if not jammed or fighter(fight, do.by).condition.clearing == jammed:
        refuse(table, RULE.ATTACK_FUMBLE__SOUND, do.by)
    fight = spend_action(fight, do.by, do.actions, table)
    turns: int = roll(table, D6, ASK.CLEAR)
    note(table, RULE.ATTACK_FUMBLE__CLEARS, do.by, turns)
    who = fighter(fight, do.by)
    condition = evolve(who.condition, clearing=jammed, jam_turns=turns)
    return with_fighter(fight, do.by, evolve(who, condition=condition))


@helper
def clears(who: Fighter, i: int, table: Table) -> Fighter:
    """The end of a turn brings the clearing of a jam one turn on."""
    condition = who.condition
    if condition.clearing == 0:
        return who
    if condition.jam_turns > 1:
        return evolve(who, condition=evolve(condition, jam_turns=condition.jam_turns - 1))
    note(table, RULE.ATTACK_FUMBLE__CLEARED, i)
    jammed = condition.jammed & ~condition.clearing
    return evolve(who, condition=evolve(condition, jammed=jammed, clearing=0, jam_turns=0))


@decision
def pick_up(fight: Fight, do: PickUp, table: Table) -> Fight:
    """By picks up what it has dropped (cp2020.attack.fumble): an action."""
    fight = forgotten(fight, do.by, NO_OUTCOME)
    may_act(fighter(fight, do.by), do.by, table)
    if not fighter(fight, do.by).condition.dropped & bit_of(do.slot):
        refuse(table, RULE.ATTACK_FUMBLE__SOUND, do.by)
    fight = spend_action(fight, do.by, do.actions, table)
    who = fighter(fight, do.by)
    note(table, RULE.ATTACK_FUMBLE__PICKED, do.by)
    condition = evolve(who.condition, dropped=who.condition.dropped & ~bit_of(do.slot))
    return with_fighter(fight, do.by, evolve(who, condition=condition))
