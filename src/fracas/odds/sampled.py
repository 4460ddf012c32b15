"""Odds by lot, for what has too many paths to be followed: summaries are drawn whole from the dice's distributions, and
what a rule says is kept only where the step table wants it, so that a run costs about as much as a path of the exact table.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Mapping
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from time import perf_counter
from typing import Any, TypeVar

from ..core.dice import DiceKind, distribution, summarise
from ..core.errors import Refused
from ..core.exact import Explored, Trace, TraceKey
from ..core.rule import checked_note, rule_id_of
from ..core.table import bits, one_of_mask, sign_of

State = TypeVar("State")
LEAST_RUNS = 50
"""Fewer runs than these say nothing."""
MANY_DICE = 6
"""Of more dice than that at once each is drawn by itself: their distribution takes longer than a few hundred runs."""


@lru_cache(maxsize=4096, typed=True)
def drawn_from(dice: DiceKind, allowed: int) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """The summaries of a roll and their weights, added up; ``allowed``: a mask of totals that count (-1: all)."""
    kept = [(one, weight) for one, weight in distribution(dice).weights if allowed == -1 or allowed >> one & 1]
    return tuple(one for one, _ in kept), tuple(accumulate(weight for _, weight in kept))


class SampledTable:
    """Draws each answer by lot; choices as :class:`~fracas.core.exact.ExactTable` takes them. ``begin`` each run with a seed
    of its own: else what one run asks for would decide the next ones.

    The notes of a run are in ``notes``, as ``(places of the loops, note, time, numbers)``, where ``trace`` wants them.
    """

    def __init__(self, policy: Mapping[IntEnum, tuple[int, ...]] | None = None, trace: bool = False) -> None:
        self.stream = random.Random()
        self.random = self.stream.random
        self.policy, self.tracing = policy or {}, trace
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new run."""
        self.stream.seed(seed)
        self.chosen: dict[IntEnum, int] = {}
        self.times: dict[IntEnum, int] = {}
        self.places: tuple[int, ...] = ()
        self.notes: list[tuple[tuple[int, ...], IntEnum, int, tuple[int, ...]]] = []

    def _drawn(self, dice: DiceKind, allowed: int = -1) -> Any:
        answers, sums = drawn_from(dice, allowed)
        return answers[min(bisect_right(sums, self.random() * sums[-1]), len(answers) - 1)]

    def roll(self, dice: DiceKind, why: IntEnum) -> Any:
        size = dice.size()
        if size <= MANY_DICE:
            return dice.blank() if size == 0 else self._drawn(dice)
        draw = self.random
        return summarise(dice, [1 + int(draw() * dice.sides(place)) for place in range(size)])

    def reroll(self, dice: DiceKind, allowed: int, why: IntEnum) -> int:
        total: int = self._drawn(dice, allowed)
        return total

    def compare(self, dice: DiceKind, bonus: int, number: int, why: IntEnum) -> int:
        return sign_of(self._drawn(dice) + bonus - number)

    def choose(self, question: IntEnum, fight: Any, who: int, options: int) -> int:
        given = self.policy.get(question, (0,))
        time = self.chosen.get(question, 0)
        self.chosen[question] = time + 1
        return given[min(time, len(given) - 1)]

    def pick(self, question: IntEnum, fight: Any, who: int, among: int) -> int:
        return one_of_mask(self.choose(question, fight, who, 0), among)

    def _inner(self, place: tuple[int, ...], rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        """The sub-rule once: choices are counted from where it began, notes by themselves."""
        outer = self.chosen, self.times, self.places
        self.chosen, self.times, self.places = dict(self.chosen), {}, self.places + place
        try:
            return rule(state, *args, self)
        finally:
            self.chosen, self.times, self.places = outer

    def again(self, n: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        for place in range(n):
            state = self._inner((place,) if n > 1 else (), rule, state, args)
        return state

    def each(self, targets: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        for place in bits(targets):
            state = self._inner((place,), rule, state, (place, *args))
        return state

    def in_turn(self, state: State, args: tuple[Any, ...], rules: tuple[Callable[..., State], ...]) -> State:
        for step, rule in enumerate(rules):
            state = self._inner((~step,), rule, state, args)
        return state

    def follow(self, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        now: Any = state
        depth = 0
        while now.more and now.open:
            now = self._inner((depth,), rule, now, args)
            depth += 1
        ended: State = now
        return ended

    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        if self.tracing:
            time = self.times.get(why, 0)
            self.times[why] = time + 1
            self.notes.append((self.places, why, time, checked_note(why, numbers)))

    def keeps(self) -> bool:
        return False

    def details(self) -> bool:
        return True

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        if self.tracing:
            teller(*args, self)

    def refuse(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        raise Refused(rule_id_of(why), why, checked_note(why, numbers))


def sampled(
    rule: Callable[..., State],
    state: State,
    *args: Any,
    runs: int,
    until: float,
    policy: Mapping[IntEnum, tuple[int, ...]] | None = None,
    trace: bool = False,
    seed: int = 1,
) -> tuple[Explored, int]:
    """End states of ``runs`` runs by lot (fewer where the moment ``until`` of ``time.perf_counter`` comes first, but at least
    :data:`LEAST_RUNS`), as :func:`~fracas.core.exact.explore` gives them, and how many runs there were.

    >>> from ..core.dice import Dice
    >>> from ..core.table import roll
    >>> found, runs = sampled(lambda hp, table: hp - roll(table, Dice(1, 6, 0), None), 4, runs=6000, until=float("inf"))
    >>> runs, abs(found.states[0] - Fraction(1, 6)) < Fraction(1, 50)
    (6000, True)
    """
    table = SampledTable(policy, trace)
    ends: dict[Any, int] = {}
    rows: dict[TraceKey, dict[tuple[int, ...], int]] = {}
    done = 0
    while done < runs and (done < LEAST_RUNS or perf_counter() < until):
        table.begin(seed + done)
        end = rule(state, *args, table)
        ends[end] = ends.get(end, 0) + 1
        for places, why, time, numbers in table.notes:
            row = rows.setdefault(TraceKey(places, why, time), {})
            row[numbers] = row.get(numbers, 0) + 1
        done += 1
    found: Trace = {key: {one: Fraction(n, done) for one, n in row.items()} for key, row in rows.items()}
    return Explored({end: Fraction(n, done) for end, n in ends.items()}, found, Fraction(0)), done
