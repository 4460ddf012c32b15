"""Moving: rates, rough ground, going further than usual, falling back, getting up; reflexive attacks let go."""

from __future__ import annotations

from ...core.encounter import FROM_POINTS, Stand, counts_turns, metres_between
from ...core.state import evolve, fighter, with_fighter
from ...core.table import Table, note, refuse
from .budget import can_act, may_act_now, spend
from .close import let_go
from .conditions import may_move_freely, may_stagger, speed_of
from .cost import left_by
from .damage import clean
from .harm import dying, exhausted, useless
from .ids import RULE, decision, helper, rule
from .place import awake, engaged_with, nearest_foe
from .state import Action, Decline, Fight, Fighter, Injury, Move, Pace, Skill, StandUp
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
    left = allowance(who, pace, do.difficult) - who.stand.moved
    if counts_turns(fight) and metres > left:
        if do.beyond == 0:
            refuse(table, RULE.MOVE_RATES__FAR, do.by, metres, max(0, left))
        fight, success = exceeds(fight, do, table)
        who = fighter(fight, do.by)
        if not success:
            metres = max(0, left)
            goal = on_the_way(who, goal, metres)
    if do.back:
        falls_back(do, metres, speed_of(who), table)
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
    return Pace.CRAWL.value if do.back and who.conditions.prone else do.pace


@helper
def rushing(fight: Fight, do: Move, goal: Stand, table: Table) -> None:
    """The Frenzied go towards the nearest foe (wng.condition.frenzied), and nobody else falls back from it."""
    who = fighter(fight, do.by)
    if not who.conditions.frenzied or not counts_turns(fight):
        return
    if do.back or do.pace == Pace.SNEAK:
        refuse(table, RULE.CONDITION_FRENZIED__REFUSED, do.by)
    near = nearest_foe(fight, do.by)
    for j in range(len(fight.fighters)):
        if (near >> j) & 1:
            other = fighter(fight, j).stand
            if metres_between(goal, other) > metres_between(who.stand, other):
                refuse(table, RULE.CONDITION_FRENZIED__REFUSED, do.by)


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
    if lame(who) and do.pace != Pace.CRAWL:
        refuse(table, RULE.HARM_TRAUMATIC__REFUSED, do.by)
    may_stagger(who, do.by, do.pace, table)
    if counts_turns(fight) and (who.turn.still or (who.turn.full and who.turn.pace != Pace.SPRINT)):
        refuse(table, RULE.ACTION_BUDGET__SPENT, do.by, Action.MOVE.value)
    if who.turn.stood and (do.pace == Pace.RUN or do.pace == Pace.SPRINT):
        refuse(table, RULE.CONDITION_PRONE__REFUSED, do.by)
    if do.metres != FROM_POINTS and who.stand.placed:
        refuse(table, RULE.POSITION__POINT, do.by)
    if counts_turns(fight):
        fits_turn(who, do, table)


@helper
def fits_turn(who: Fighter, do: Move, table: Table) -> None:
    """What of a turn's moves goes together: who runs has no Simple action; who sneaks does nothing but sneak; a sprint is
    one straight line."""
    if do.pace == Pace.RUN and who.turn.simple:
        refuse(table, RULE.MOVE_RATES__REFUSED, do.by)
    sneaks = do.pace == Pace.SNEAK
    sneaked = who.turn.pace == Pace.SNEAK
    if (sneaks and who.stand.moved > 0 and not sneaked) or (sneaked and not sneaks):
        refuse(table, RULE.STEALTH_MOVE__REFUSED, do.by)
    if do.pace == Pace.SPRINT and who.stand.moved > 0:
        refuse(table, RULE.MOVE_RATES__STRAIGHT, do.by)


@helper
def lame(who: Fighter) -> bool:
    """Foot or leg useless on both sides: it can only crawl (wng.harm.traumatic)."""
    left = useless(who, Injury.LEFT_FOOT.value) or useless(who, Injury.LEFT_LEG.value)
    return left and (useless(who, Injury.RIGHT_FOOT.value) or useless(who, Injury.RIGHT_LEG.value))


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
    x = who.stand.x + (goal.x - who.stand.x) * metres // far
    y = who.stand.y + (goal.y - who.stand.y) * metres // far
    return evolve(goal, x=x, y=y)


@rule(
    "wng.option.fallback",
    notes={"": ("who", "metres"), "refused": ("who", "least")},
    source="seed 003, attack options",
)
def falls_back(do: Move, metres: int, speed: int, table: Table) -> None:
    """Fall back: a Combat action; leaves the engagement, draws no reflexive attack; at least half Speed must be moved."""
    least = (speed + 1) // 2
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
