"""Moving: rates, rough ground, going further than usual, falling back, getting up; reflexive attacks let go."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, Stand, counts_turns, metres_between
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .ailments import may_act_in_terror
from .budget import can_act, may_act_now, spend
from .close import let_go
from .conditions import may_move_freely, may_stagger, speed_of
from .cost import left_by
from .damage import clean
from .harm import dying, exhausted, lame
from .ids import RULE, decision, helper, rule
from .place import awake, engaged_with, nearest_foe
from .state import Action, Decline, Fight, Fighter, Move, Pace, Skill, StandUp
from .trial import Trial, skill_pool, tested


@decision
@rule(
    "wng.move.rates",
    notes={
        "": ("who", "metres", "left", "pace"),
        "far": ("who", "metres", "left"),
        "straight": ("who",),
        "refused": ("who",),
    },
    source="seed 003, actions",
)
def move(fight: Fight, do: Move, table: Table) -> Fight:
    """Move = Speed metres, may be split around other actions. Run 2 x Speed, no Simple action that turn. Sprint 3 x Speed
    in a straight line, full-round. Crawl half Speed, stays prone. Difficult terrain halves. Jump, climb and swim at
    half Speed."""
    fight = clean(fight, do.by)
    may_move(fight, do, table)
    who = fighter(fight, do.by)
    goal = evolve(who.stand, x=do.x, y=do.y, placed=1)
    metres = metres_between(who.stand, goal) if do.metres == FROM_POINTS else do.metres
    rushing(fight, do, goal, table)
    fight = pays(fight, do, table)
    who = fighter(fight, do.by)
    pace = max(who.turn.pace, pace_of(who, do))
    left = left_at(who, pace_of(who, do), do.difficult)
    if counts_turns(fight) and metres > left:
        if do.beyond == 0:
            refuse(table, RULE.MOVE_RATES__FAR, do.by, metres, max(0, left))
        fight, success = exceeds(fight, do, table)
        who = fighter(fight, do.by)
        if not success:
            metres = max(0, left)
            goal = on_the_way(who, goal, metres)
    if do.back:
        falls_back(do, metres, min((speed_of(who) + 1) // 2, allowance(who, pace_of(who, do), 0)), table)
    note(table, RULE.MOVE_RATES, do.by, metres, max(0, left - metres), pace)
    before = engaged_with(fight, do.by)
    stand = goal if do.metres == FROM_POINTS else who.stand
    stand = evolve(stand, moved=who.stand.moved + metres)
    stance = evolve(who.stance, cover=do.cover)
    if do.metres != FROM_POINTS and metres > 0:
        fight = parted(fight, do.by)
        stance = evolve(stance, engaged=0)
    who = evolve(who, stand=stand, stance=stance, turn=evolve(who.turn, pace=pace))
    fight = with_fighter(fight, do.by, who)
    if metres > 0:
        fight = let_go(fight, do.by, table)
    if not do.back:
        return left_by(fight, do.by, before, table)
    if before & engaged_with(fight, do.by):
        refuse(table, RULE.OPTION_FALLBACK__REFUSED, do.by, (speed_of(who) + 1) // 2)
    return fight


@helper
def pace_of(who: Fighter, do: Move) -> int:
    """The pace of a move: falling back, those who lie crawl."""
    return Pace.CRAWL.value if do.back and (who.conditions.prone or lame(who)) else do.pace


@helper
def rushing(fight: Fight, do: Move, goal: Stand, table: Table) -> None:
    """The Frenzied go towards the nearest foe (wng.condition.frenzied), those in terror never (wng.condition.terror)."""
    who = fighter(fight, do.by)
    if not counts_turns(fight) or not (who.conditions.frenzied or who.conditions.terror):
        return
    if who.conditions.frenzied and (do.back or do.pace == Pace.SNEAK):
        refuse(table, RULE.CONDITION_FRENZIED__REFUSED, do.by)
    near = nearest_foe(fight, do.by)
    for j in range(len(fight.fighters)):
        if (near >> j) & 1:
            other = fighter(fight, j).stand
            nearer = metres_between(who.stand, other) - metres_between(goal, other)
            if who.conditions.frenzied and nearer < 0:
                refuse(table, RULE.CONDITION_FRENZIED__REFUSED, do.by)
            if nearer > 0:
                may_act_in_terror(who, do.by, table)


@helper
def may_move(fight: Fight, do: Move, table: Table) -> None:
    """Who may not move, and not so."""
    may_act_now(fight, do.by, table)
    if fight.clock.over:
        refuse(table, RULE.TURN_ROUND__OVER)
    who = fighter(fight, do.by)
    can_act(who, do.by, table)
    may_move_freely(who, do.by, table)
    if who.conditions.pinned and who.stance.cover > 0 and do.cover == 0:
        refuse(table, RULE.CONDITION_PINNED__REFUSED, do.by)
    if dying(who) and do.pace != Pace.CRAWL and not do.back:
        refuse(table, RULE.HARM_DYING__REFUSED, do.by)
    if exhausted(who) and do.pace != Pace.CRAWL and do.pace != Pace.WALK:
        refuse(table, RULE.HARM_EXHAUSTED__REFUSED, do.by)
    if who.conditions.prone and do.pace != Pace.CRAWL and not do.back:
        refuse(table, RULE.CONDITION_PRONE__REFUSED, do.by)
    if lame(who) and do.pace != Pace.CRAWL and not do.back:
        refuse(table, RULE.HARM_TRAUMATIC__LAME, do.by)
    may_stagger(who, do.by, do.pace, table)
    if counts_turns(fight) and ((who.turn.still and not do.back) or (who.turn.full and who.turn.pace != Pace.SPRINT)):
        refuse(table, RULE.ACTION_BUDGET__SPENT, do.by, Action.MOVE.value)
    if who.turn.stood and (do.pace == Pace.RUN or do.pace == Pace.SPRINT):
        refuse(table, RULE.CONDITION_PRONE__REFUSED, do.by)
    if do.metres != FROM_POINTS and who.stand.placed:
        refuse(table, RULE.POSITION__POINT, do.by)
    if do.metres == FROM_POINTS and not who.stand.placed:
        refuse(table, RULE.POSITION__UNKNOWN, do.by)
    if counts_turns(fight):
        fits_turn(who, do, table)


@helper
def fits_turn(who: Fighter, do: Move, table: Table) -> None:
    """What of a turn's moves goes together: who runs has no Simple action; who sneaks does nothing but sneak; a sprint is
    one straight line."""
    if do.pace == Pace.RUN and (who.turn.simple or do.beyond > 0):
        refuse(table, RULE.MOVE_RATES__REFUSED, do.by)
    sneaks = do.pace == Pace.SNEAK
    sneaked = who.turn.pace == Pace.SNEAK
    if (sneaks and who.stand.moved > 0 and not sneaked) or (sneaked and not sneaks):
        refuse(table, RULE.STEALTH_MOVE__REFUSED, do.by)
    if who.stand.moved > 0 and (do.pace == Pace.SPRINT or who.turn.pace == Pace.SPRINT):
        refuse(table, RULE.MOVE_RATES__STRAIGHT, do.by)


@helper
def pays(fight: Fight, do: Move, table: Table) -> Fight:
    """What a move costs besides the Move: sprinting the whole turn, sneaking and falling back the Combat action."""
    who = fighter(fight, do.by)
    if do.pace == Pace.SPRINT and who.turn.pace != Pace.SPRINT:
        return spend(fight, do.by, Action.FULL.value, table)
    if do.pace == Pace.SNEAK and who.turn.pace != Pace.SNEAK:
        return sneaks_along(fight, do.by, table)
    if do.back:
        return spend(fight, do.by, Action.COMBAT.value, table)
    return fight


@helper
def left_at(who: Fighter, pace: int, difficult: int) -> int:
    """Metres left in this turn at a pace: what was moved at a quicker one counts as the same part of this one's Move."""
    moved = who.stand.moved
    if moved > 0 and who.turn.pace > pace:
        quick = max(1, allowance(who, who.turn.pace, 0))
        return allowance(who, pace, difficult) * max(0, quick - moved) // quick
    return allowance(who, pace, difficult) - moved


@helper
def allowance(who: Fighter, pace: int, difficult: int) -> int:
    """Metres of a turn's Move at a pace."""
    metres = speed_of(who)
    if pace == Pace.RUN:
        metres *= 2
    elif pace == Pace.SPRINT:
        metres *= 3
    elif pace < Pace.WALK:
        metres //= 2
    return metres // 2 if difficult else metres


@rule("wng.stealth.move", notes={"": ("who",), "refused": ("who",)}, source="seed 003, stealth")
def sneaks_along(fight: Fight, i: int, table: Table) -> Fight:
    """Sneaking: Combat action and Move together, half Speed, no run, no sprint."""
    note(table, RULE.STEALTH_MOVE, i)
    return spend(fight, i, Action.COMBAT.value, table)


@rule(
    "wng.move.exceed",
    notes={"": ("who",), "test": ("who", "icons", "number", "success")},
    source="seed 003, actions",
)
def exceeds(fight: Fight, do: Move, table: Table) -> tuple[Fight, int]:
    """Going beyond the usual: a Simple action and an Athletics test, DN set by the GM."""
    fight = spend(fight, do.by, Action.SIMPLE.value, table)
    note(table, RULE.MOVE_EXCEED, do.by)
    who = fighter(fight, do.by)
    trial: Trial = tested(who, do.by, skill_pool(who, Skill.ATHLETICS.value), do.beyond, 0, table)
    note(table, RULE.MOVE_EXCEED__TEST, do.by, trial.icons, trial.number, trial.success)
    return with_fighter(fight, do.by, trial.who), trial.success


@helper
def on_the_way(who: Fighter, goal: Stand, metres: int) -> Stand:
    """The point so many metres on the way to another (in whole metres, not further)."""
    far = metres_between(who.stand, goal)
    if far <= metres or far == 0:
        return goal
    x = who.stand.x + part_of(goal.x - who.stand.x, metres, far)
    y = who.stand.y + part_of(goal.y - who.stand.y, metres, far)
    return evolve(goal, x=x, y=y)


@helper
def part_of(way: int, metres: int, far: int) -> int:
    """The part ``metres / far`` of a way along one axis, rounded towards its start."""
    return way * metres // far if way >= 0 else -(-way * metres // far)


@rule(
    "wng.option.fallback",
    notes={"": ("who", "metres"), "refused": ("who", "least")},
    source="seed 003, attack options",
)
def falls_back(do: Move, metres: int, least: int, table: Table) -> None:
    """Fall back: a Combat action; leaves the engagement, draws no reflexive attack; at least half Speed must be moved."""
    if metres < least:
        refuse(table, RULE.OPTION_FALLBACK__REFUSED, do.by, least)
    note(table, RULE.OPTION_FALLBACK, do.by, metres)


@helper
def parted(fight: Fight, i: int) -> Fight:
    """Nobody is engaged with ``i`` any more, where points do not say it."""
    for j in range(len(fight.fighters)):
        who = fighter(fight, j)
        if (who.stance.engaged >> i) & 1:
            fight = with_fighter(
                fight, j, evolve(who, stance=evolve(who.stance, engaged=who.stance.engaged & ~(1 << i)))
            )
    return fight


@decision
def stand_up(fight: Fight, do: StandUp, table: Table) -> Fight:
    """Getting up is free, and leaves only the standard move (wng.condition.prone)."""
    fight = clean(fight, do.by)
    may_act_now(fight, do.by, table)
    who = fighter(fight, do.by)
    if not who.conditions.prone:
        refuse(table, RULE.CONDITION_PRONE__NOT, do.by)
    if not awake(who) or dying(who) or lame(who):
        refuse(table, RULE.CONDITION_PRONE__REFUSED, do.by)
    may_move_freely(who, do.by, table)
    note(table, RULE.CONDITION_PRONE__UP, do.by)
    turn = evolve(who.turn, stood=1 if counts_turns(fight) else 0)
    return with_fighter(fight, do.by, evolve(who, conditions=evolve(who.conditions, prone=0), turn=turn))


@decision
def decline(fight: Fight, do: Decline, table: Table) -> Fight:
    """The reflexive attack that is owed is let go (wng.move.leave)."""
    fight = clean(fight, do.by)
    who = fighter(fight, do.by)
    if who.turn.owed == 0:
        refuse(table, RULE.MOVE_LEAVE__NOTHING, do.by)
    note(table, RULE.MOVE_LEAVE__DECLINED, do.by)
    return with_fighter(fight, do.by, evolve(who, turn=evolve(who.turn, owed=0)))
