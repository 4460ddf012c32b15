"""What fighters know in Python: what their attacks are worth, found by trying them; acts carried out and written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from .errors import FracasError
from .game import Fighters, Game, decide
from .generator import stream_of
from .policy import thinker
from .state import evolve
from .table import SeededTable, Table
from .ways import DONE, MOST_PLANS, MOVE, STRIKE, Act, Ways, plan_at

TRIES, FIRST_TRIES = 100, 16
"""How often an attack is tried to see what it is worth: with the same dice for all, so that they compare fairly. What is
worth less than half of the best after the first tries is tried no further."""

TRIED_WITH = 2**62
"""The seed of those tries."""


class QuietTable(SeededTable):
    """App dice without notes, for tries and for the Python twin of a simulation."""

    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        pass

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        pass


def tried_out(ways: Ways, start: Any, by: int, target: int, aspect: int, plans: Sequence[Any]) -> tuple[int, ...]:
    """What each plan takes from the target in all its tries; 0 where the rules refuse it."""
    staged = ways.staged(start, by, target, aspect)
    totals = [tries_of(ways, staged, target, plan, 0, FIRST_TRIES) for plan in plans]
    best = max((total for total in totals if total is not None), default=0)
    found = []
    for plan, total in zip(plans, totals, strict=True):
        if total is None:
            found.append(0)
        elif 2 * total < best:
            found.append(total * TRIES // FIRST_TRIES)
        else:
            more = tries_of(ways, staged, target, plan, FIRST_TRIES, TRIES)
            found.append(0 if more is None else total + more)
    return tuple(found)


def tries_of(ways: Ways, staged: Any, target: int, plan: Any, first: int, end: int) -> int | None:
    """What a plan takes from the target in the tries from ``first`` to ``end``; None: the rules refuse it."""
    act = Act(STRIKE, 0, 0, target, 1 << target, 0, 0, 0)
    total = 0
    for number in range(first, end):
        try:
            after = ways.perform(staged, act, plan, QuietTable(stream_of(TRIED_WITH, number)))
        except FracasError:
            return None
        total += ways.taken(after, target)
    return total


class Mind:
    """What fighters know in Python: their policies, their plans, and what each was worth so far."""

    def __init__(self, ways: Ways, start: Any, policies: Sequence[int], plans: Plans) -> None:
        self.ways, self.start, self.policies = ways, start, policies
        self.first, self.plans, self.decisions = plans
        self.known: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.think = thinker(ways)[0]

    def look(self, fight: Any, by: int, target: int) -> tuple[int, ...]:
        """What by's plans at target are worth."""
        key = by, target, self.ways.aspect(fight, by, target)
        if key not in self.known:
            plans = self.plans[self.first[by] : self.first[by + 1]]
            self.known[key] = tried_out(self.ways, self.start, *key, plans)
        return self.known[key]

    def choice(self, act: Act, fight: Any, fighters: Fighters, i: int) -> tuple[Any, ...]:
        """An act as a record writes it: ``(do, by, target, details, targets)``."""
        ids = fighters.ids
        if act.do == DONE:
            return "done", ids[i], None, {}, ()
        if act.do == MOVE:
            do, details = self.ways.move_of(move_meant(self.ways, fight, i, act))
            return do, ids[i], None, details, ()
        if act.do != STRIKE:
            return (*self.ways.choice_of(act, fight, ids, fighters.forms, i), ())
        do, details = self.decisions[act.plan]
        details = {**details, **self.ways.points_of(act.points)}
        if act.targets == 1 << act.target:
            return do, ids[i], ids[act.target], details, ()
        others = [j for j in range(len(ids)) if (act.targets >> j) & 1 and j != act.target]
        return do, ids[i], None, details, tuple(ids[j] for j in (act.target, *others))


def perform_act(ways: Ways, fight: Any, i: int, act: Act, mind: Mind, table: Table) -> Any:
    """The fight after an act, without a record; the Python twin of what compiled code does."""
    if act.do == STRIKE:
        return ways.perform(fight, act, plan_at(mind, act.plan), table)
    if act.do == DONE:
        return ways.done(fight, evolve(ways.ending, by=i), table)
    if act.do == MOVE:
        return ways.move(fight, move_meant(ways, fight, i, act), table)
    return ways.other_act(fight, i, act, table)


def move_meant(ways: Ways, fight: Any, i: int, act: Act) -> Any:
    """The decision to move that an act means."""
    return ways.paced(fight, i, act, evolve(ways.moving, by=i, x=act.x, y=act.y))


class Plans(NamedTuple):
    """The plans of all fighters: where each one's begin (and where the last one's end), the plans, and as what decisions a
    record writes them: ``(do, details)``."""

    first: tuple[int, ...]
    plans: tuple[Any, ...]
    decisions: tuple[tuple[str, Mapping[str, Any]], ...]


def plans_of(game: Game, ways: Ways, fighters: Fighters) -> Plans:
    """Every attack that a fighter can think of and that its form allows."""
    first, plans, decisions = [0], [], []
    for i, (id, form) in enumerate(zip(fighters.ids, fighters.forms, strict=True)):
        other = fighters.ids[i - 1] if i else fighters.ids[-1]
        for do, details in ways.strikes(form)[:MOST_PLANS]:
            try:
                decision = decide(game, fighters, do, id, other, dict(details))
            except FracasError:
                continue
            plans.append(ways.plan_of(do, decision, details))
            decisions.append((do, details))
        first.append(len(plans))
    return Plans(tuple(first), tuple(plans), tuple(decisions))
