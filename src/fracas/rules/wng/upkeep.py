"""What a fighter does besides attacking when nobody plays it: putting itself and its weapons right, helping, moving."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.encounter import metres_between
from ...core.gear import SLOTS
from ...core.policy import metres_to
from ...core.state import digit, evolve, fighter
from ...core.table import Table
from ...core.ways import AWAY_BIT, FIRST_OWN, Act, nothing, own_act
from .close import BREAK_FREE, Escape, escape
from .cost import place_of
from .harm import dying, exhausted, lame
from .mend import Mend, mend, reload
from .move import decline, left_at, stand_up
from .order import act as take_turn
from .order import alert, done
from .place import REACH, awake, engaged_with, gone
from .rest import CatchBreath, catch_breath
from .state import Act as TakeTurn
from .state import Alert, Decline, Done, Fight, Fighter, Move, Pace, Reload, Skill, StandUp
from .treat import HELD_OFF, PutOut, Stabilise, put_out, stabilise

TAKE_TURN, ALERT, LET_GO, DECLINE, STAND_UP, PUT_OUT, ESCAPE, STABILISE, RELOAD, MEND, CATCH_BREATH = range(
    FIRST_OWN, FIRST_OWN + 11
)
NAMES = {
    TAKE_TURN: "act",
    ALERT: "alert",
    LET_GO: "done",
    DECLINE: "decline",
    STAND_UP: "stand_up",
    PUT_OUT: "put_out",
    ESCAPE: "escape",
    STABILISE: "stabilise",
    RELOAD: "reload",
    MEND: "mend",
    CATCH_BREATH: "catch_breath",
}


def other_act(fight: Fight, i: int, act: Act, table: Table) -> Fight:
    """Everything of the game's own that is no attack."""
    if act.do == TAKE_TURN:
        return take_turn(fight, TakeTurn(act.target), table)
    if act.do == ALERT:
        return alert(fight, Alert(act.target), table)
    if act.do == LET_GO:
        return done(fight, Done(act.target), table)
    if act.do == DECLINE:
        return decline(fight, Decline(i), table)
    if act.do == STAND_UP:
        return stand_up(fight, StandUp(i), table)
    if act.do == PUT_OUT:
        return put_out(fight, PutOut(i, i, HELD_OFF, 0, 0, 0), table)
    if act.do == ESCAPE:
        return escape(fight, Escape(i, BREAK_FREE, 0, 0), table)
    if act.do == STABILISE:
        return stabilise(fight, Stabilise(i, act.target, -1, -1, 0, 0, 0), table)
    if act.do == RELOAD:
        return reload(fight, Reload(i, act.x), table)
    if act.do == MEND:
        return mend(fight, Mend(i, act.x, 0, 0, 0), table)
    return catch_breath(fight, CatchBreath(i), table)


def choice_of(
    act: Act, fight: Any, ids: tuple[str, ...], forms: tuple[Mapping[str, Any], ...], i: int
) -> tuple[str, str | None, str | None, Mapping[str, Any]]:
    """An act of the game's own as a record writes it."""
    by = act.target if act.do in (TAKE_TURN, ALERT, LET_GO) else i
    at = ids[act.target] if act.do in (PUT_OUT, STABILISE) else None
    weapon = {"weapon": forms[i]["weapons"][act.x]["name"]} if act.do in (RELOAD, MEND) and forms[i]["weapons"] else {}
    return NAMES[act.do], ids[by], at, weapon


URGENT, RELOADS, MENDS, LAST = 3, 5, 5 + SLOTS, 5 + 2 * SLOTS
UPKEEPS = LAST + 1
"""The upkeeps: what comes before an attack (standing up, putting fire out, loading the weapon in hand), then breaking free,
treating others, loading and mending each weapon, catching one's breath."""


def upkeep(fight: Fight, i: int, step: int) -> Act:
    """One of the upkeeps, if there is need of it and the action that it takes is left."""
    who = fighter(fight, i)
    if not awake(who) or who.conditions.terror > 0 or who.turn.full:
        return nothing()
    if step == 0:
        stands = who.conditions.prone and not who.conditions.restrained and not dying(who) and not lame(who)
        return own_act(STAND_UP, step, i, 0) if stands else nothing()
    if step == 2 or RELOADS <= step < LAST:
        return weapon_seen_to(fight, i, step)
    if who.turn.combat > 0 or dying(who):
        return nothing()
    if step == 1 and who.conditions.onfire > 0 and not who.sheet.mob:
        return own_act(PUT_OUT, step, i, 0)
    if step == 3 and who.conditions.restrained > who.stance.stunned:
        return own_act(ESCAPE, step, i, 0)
    if step == 4 and digit(who.skills, Skill.MEDICAE.value) > 0:
        return aid(fight, i)
    if step == LAST and 2 * who.harm.shock > who.sheet.max_shock and who.harm.wrath > 0:
        return own_act(CATCH_BREATH, step, i, 0)
    return nothing()


def weapon_seen_to(fight: Fight, i: int, step: int) -> Act:
    """The Simple action on a weapon: loading the one in hand before it is needed (step 2; not hand to hand, where another is
    drawn), loading one, mending one."""
    who = fighter(fight, i)
    if who.turn.simple or who.turn.pace >= Pace.RUN:
        return nothing()
    slot = place_of(who.stance.wielded) if step == 2 else (step - RELOADS) % SLOTS
    if step >= MENDS:
        return own_act(MEND, step, i, slot) if digit(who.stance.broken, slot) > 0 else nothing()
    spent = digit(who.stance.spent, slot) > 0 and who.harm.ammo > 0
    if not spent or (step == 2 and engaged_with(fight, i) != 0):
        return nothing()
    return own_act(RELOAD, step, i, slot)


def aid(fight: Fight, i: int) -> Act:
    """Ending the bleeding or the poison of one of one's own in reach."""
    mine = fighter(fight, i).stand
    for j in range(len(fight.fighters)):
        other = fighter(fight, j)
        ill = (other.conditions.bleeding > 0 or other.conditions.poisoned > 0) and not gone(other) and other.stand.here
        if j != i and ill and other.stand.side == mine.side and metres_between(mine, other.stand) <= REACH:
            return own_act(STABILISE, 4, j, 0)
    return nothing()


# ----------------------------------------------------------------------------------------------------------- moving


def quickest(who: Fighter) -> int:
    """The pace of one in a hurry."""
    if who.conditions.prone or dying(who) or lame(who):
        return Pace.CRAWL.value
    slow = who.conditions.staggered or exhausted(who) or who.turn.stood or who.turn.simple
    return Pace.WALK.value if slow else Pace.RUN.value


def stride(who: Fighter) -> int:
    """Metres that it may still move."""
    if not awake(who) or who.conditions.restrained or who.turn.full or who.turn.still:
        return 0
    return max(0, left_at(who, quickest(who), 0))


def withdraws(fight: Fight, i: int) -> bool:
    """Does getting away mean falling back from an engagement?"""
    return engaged_with(fight, i) != 0 and fighter(fight, i).turn.combat == 0


def retreat(fight: Fight, i: int) -> int:
    """Metres that it may get away: falling back is no run."""
    who = fighter(fight, i)
    if not withdraws(fight, i):
        return stride(who)
    return min(stride(who), max(0, left_at(who, min(quickest(who), Pace.WALK.value), 0)))


def paced(fight: Fight, i: int, act: Act, do: Move) -> Move:
    """Falling back; else walking where that is enough."""
    who = fighter(fight, i)
    pace = min(quickest(who), Pace.WALK.value)
    if act.bit == AWAY_BIT and withdraws(fight, i):
        return evolve(do, pace=Pace.WALK.value, back=1)
    if metres_to(who.stand, act.x, act.y) > left_at(who, pace, 0):
        pace = quickest(who)
    return evolve(do, pace=pace)


def move_of(do: Move) -> tuple[str, Mapping[str, Any]]:
    """A move as a record writes it."""
    if do.back:
        return "fall_back", {"to": [do.x, do.y]}
    return "move", {"to": [do.x, do.y], "pace": Pace(do.pace).name.lower()}
