"""The exact table: an odometer over the answers, multiplying probability.

The rule is run once for every path of answers. In ``again`` and ``each`` the sub-rule is run once per distinct
state, and equal states merge after every round, so a burst costs its states, not its paths. Weights are whole
numbers with their denominators; nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from math import inf, lcm
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from .dice import DiceKind, distribution
from .errors import Refused
from .rule import checked_note, rule_id_of
from .table import bits, one_of_mask, sign_of

State = TypeVar("State")

DEPTH_LIMIT = 12
"""How often an open-ended roll (an exploding ten) is followed by default before its remainder is left out."""


UNLIKELY = Fraction(1, 10**12)
"""An open-ended roll in a state less likely than this is not followed either; what is left out is counted and reported."""


class TraceKey(NamedTuple):
    """Which note: the loop places it lies in (round of the burst, target; a step of ``in_turn`` as its complement, below
    0), its key, and which time on the path."""

    loop: tuple[int, ...]
    why: IntEnum
    time: int


Trace = dict[TraceKey, dict[tuple[int, ...], Fraction]]
"""For every note reached: its numbers, each with its probability. The sum is the probability that it is reached."""


class Weights(NamedTuple):
    """States with whole-number weights over one denominator; the weights add up to it."""

    states: dict[Any, int]
    total: int


class Explored(NamedTuple):
    """The exact result of a rule: a probability for every end state, the trace, and what was not followed further."""

    states: dict[Any, Fraction]
    trace: Trace
    dropped: Fraction


class _Known(NamedTuple):
    """A sub-rule explored from one state."""

    after: Weights
    trace: Trace
    dropped: Fraction


class _Question:
    __slots__ = ("answers", "at", "total")

    def __init__(self, answers: Sequence[tuple[Any, int]], total: int) -> None:
        self.answers, self.total, self.at = answers, total, 0


class TooManyPaths(Exception):
    """An exploration with a limit (``most`` paths, or ``until`` a moment) has reached it."""


class Allowance:
    """What an exploration may still walk: ``most`` paths, ``until`` this moment of :func:`time.perf_counter`."""

    __slots__ = ("paths", "until")

    def __init__(self, most: int | None, until: float | None) -> None:
        self.paths, self.until = inf if most is None else most, inf if until is None else until

    def spend(self) -> None:
        """One path more; TooManyPaths where it is one too many, or too late."""
        self.paths -= 1
        if self.paths < 0 or perf_counter() > self.until:
            raise TooManyPaths


class ExactTable:
    """Answers every question with each of its possible answers in turn (see :func:`explore`).

    ``policy`` answers choices: per question a sequence of options, one for each time it is asked on a path (the last
    one repeats); without an entry the first option is taken. What is asked inside ``again``, ``each`` or ``follow`` is
    counted from where the loop began, for each round anew: merged paths have no common count.
    """

    def __init__(
        self,
        policy: Mapping[IntEnum, tuple[int, ...]] | None = None,
        trace: bool = False,
        depth: int = DEPTH_LIMIT,
        tallies: bool = False,
        memo: dict[Any, _Known] | None = None,
        left: Allowance | None = None,
    ) -> None:
        self.policy, self.tracing, self.depth, self.tallies = policy or {}, trace, depth, tallies
        self.memo: dict[Any, _Known] = {} if memo is None else memo
        self.left = left
        self.questions: list[_Question] = []
        self.position = 0
        self.numerator = self.denominator = 1
        self.chosen: dict[IntEnum, int] = {}
        self.notes: list[tuple[IntEnum, tuple[int, ...]]] = []
        self.trace: Trace = {}
        self.dropped = Fraction(0)

    # -- the odometer ----------------------------------------------------------------------------------------------

    def _answer(self, make: Callable[[], tuple[Sequence[tuple[Any, int]], int]]) -> Any:
        if self.position == len(self.questions):
            answers, total = make()
            self.questions.append(_Question(answers, total))
        question = self.questions[self.position]
        self.position += 1
        answer, weight = question.answers[question.at]
        self.numerator *= weight
        self.denominator *= question.total
        return answer

    def _rewind(self) -> None:
        self.position = 0
        self.numerator = self.denominator = 1
        self.chosen.clear()
        self.notes.clear()

    def _advance(self) -> bool:
        while self.questions:
            last = self.questions[-1]
            last.at += 1
            if last.at < len(last.answers):
                return True
            self.questions.pop()
        return False

    def run(self, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> Weights:
        """Every end state of ``rule(state, *args, table)``, merged."""
        found: dict[int, dict[Any, int]] = {}
        while True:
            self._rewind()
            if self.left is not None:
                self.left.spend()
            result = rule(state, *args, self)
            ends = found.setdefault(self.denominator, {})
            ends[result] = ends.get(result, 0) + self.numerator
            if self.tracing:
                self._keep_notes()
            if not self._advance():
                return _one_denominator(found)

    def _open_rows(self) -> Iterator[tuple[dict[tuple[int, ...], Fraction], tuple[int, ...]]]:
        """The trace's row for every note on the path so far, with the note's numbers; rows keep the rules' order."""
        times: dict[IntEnum, int] = {}
        rows = []
        for why, numbers in self.notes:
            times[why] = times.get(why, -1) + 1
            rows.append((self.trace.setdefault(TraceKey((), why, times[why]), {}), numbers))
        return iter(rows)

    def _keep_notes(self) -> None:
        share = Fraction(self.numerator, self.denominator)
        for values, numbers in self._open_rows():
            values[numbers] = values.get(numbers, Fraction(0)) + share

    # -- the verbs -------------------------------------------------------------------------------------------------

    def roll(self, dice: DiceKind, why: IntEnum) -> Any:
        if dice.size() == 0:
            return dice.blank()
        return self._answer(lambda: distribution(dice))

    def reroll(self, dice: DiceKind, allowed: int, why: IntEnum) -> int:
        def make() -> tuple[list[tuple[Any, int]], int]:
            kept = [(total, weight) for total, weight in distribution(dice).weights if allowed >> total & 1]
            return kept, sum(weight for _, weight in kept)

        answer: int = self._answer(make)
        return answer

    def compare(self, dice: DiceKind, bonus: int, number: int, why: IntEnum) -> int:
        def make() -> tuple[list[tuple[Any, int]], int]:
            signs = {-1: 0, 0: 0, 1: 0}
            for total, weight in distribution(dice).weights:
                signs[sign_of(total + bonus - number)] += weight
            return [(sign, weight) for sign, weight in signs.items() if weight], distribution(dice).total

        answer: int = self._answer(make)
        return answer

    def choose(self, question: IntEnum, fight: Any, who: int, options: int) -> int:
        given = self.policy.get(question, (0,))
        time = self.chosen.get(question, 0)
        self.chosen[question] = time + 1
        return given[min(time, len(given) - 1)]

    def pick(self, question: IntEnum, fight: Any, who: int, among: int) -> int:
        return one_of_mask(self.choose(question, fight, who, 0), among)

    def again(self, n: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        return self._merged(state, [(rule, (place,) if n > 1 else (), args) for place in range(n)])

    def each(self, targets: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        return self._merged(state, [(rule, (place,), (place, *args)) for place in bits(targets)])

    def in_turn(self, state: State, args: tuple[Any, ...], rules: tuple[Callable[..., State], ...]) -> State:
        return self._merged(state, [(rule, (~step,), args) for step, rule in enumerate(rules)])

    def _merged(
        self, state: State, rounds: Iterable[tuple[Callable[..., State], tuple[int, ...], tuple[Any, ...]]]
    ) -> State:
        def make() -> tuple[list[tuple[Any, int]], int]:
            self._open_rows()
            before = Fraction(self.numerator, self.denominator)
            now = Weights({state: 1}, 1)
            for rule, place, args in rounds:
                now = self._round(rule, now, args, place, before, lambda _: True)
            return list(now.states.items()), now.total

        answer: State = self._answer(make)
        return answer

    def follow(self, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        def unsettled(one: Any) -> bool:
            return bool(one.more and one.open)

        def make() -> tuple[list[tuple[Any, int]], int]:
            self._open_rows()
            before = Fraction(self.numerator, self.denominator)
            now = Weights({state: 1}, 1)
            for depth in range(self.depth):
                likely = {
                    one for one, weight in now.states.items() if unsettled(one) and weight >= UNLIKELY * now.total
                }
                if not likely:
                    break
                now = self._round(rule, now, args, (depth,), before, likely.__contains__)
            left = sum(weight for one, weight in now.states.items() if unsettled(one))
            self.dropped += before * Fraction(left, now.total)
            return list(now.states.items()), now.total

        answer: State = self._answer(make)
        return answer

    def _round(
        self,
        rule: Callable[..., State],
        now: Weights,
        args: tuple[Any, ...],
        place: tuple[int, ...],
        before: Fraction,
        further: Callable[[Any], bool],
    ) -> Weights:
        """The sub-rule once more from every state that is to be taken further; equal states merge."""
        found: dict[int, dict[Any, int]] = {}
        for start, weight in now.states.items():
            if not further(start):
                ends = found.setdefault(1, {})
                ends[start] = ends.get(start, 0) + weight
                continue
            known = self._known(rule, start, args)
            ends = found.setdefault(known.after.total, {})
            for end, share in known.after.states.items():
                ends[end] = ends.get(end, 0) + weight * share
            if known.dropped or known.trace:
                scale = before * Fraction(weight, now.total)
                self.dropped += scale * known.dropped
                self._adopt(known.trace, place, scale)
        merged = _one_denominator(found)
        return Weights(merged.states, merged.total * now.total)

    def _known(self, rule: Callable[..., State], start: State, args: tuple[Any, ...]) -> _Known:
        """The sub-rule explored from one state: once, however often the paths of this exploration come back to it."""
        key = (rule, start, args, tuple(self.chosen.items()))
        if key not in self.memo:
            inner = ExactTable(self.policy, self.tracing, self.depth, self.tallies, self.memo, self.left)
            inner.chosen = dict(self.chosen)
            after = inner.run(rule, start, args)
            self.memo[key] = _Known(after, inner.trace, inner.dropped)
        return self.memo[key]

    def _adopt(self, trace: Trace, place: tuple[int, ...], scale: Fraction) -> None:
        for key, values in trace.items():
            mine = self.trace.setdefault(TraceKey(place + key.loop, key.why, key.time), {})
            for numbers, share in values.items():
                mine[numbers] = mine.get(numbers, Fraction(0)) + scale * share

    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        if self.tracing:
            self.notes.append((why, checked_note(why, numbers)))

    def keeps(self) -> bool:
        return self.tallies

    def details(self) -> bool:
        return True

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        if self.tracing:
            teller(*args, self)

    def refuse(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        raise Refused(rule_id_of(why), why, checked_note(why, numbers))


def _one_denominator(found: dict[int, dict[Any, int]]) -> Weights:
    """Weights over several denominators brought over their least common one."""
    total = lcm(*found)
    states: dict[Any, int] = {}
    for denominator, ends in found.items():
        scale = total // denominator
        for state, weight in ends.items():
            states[state] = states.get(state, 0) + weight * scale
    return Weights(states, total)


def explore(
    rule: Callable[..., State],
    state: State,
    *args: Any,
    policy: Mapping[IntEnum, tuple[int, ...]] | None = None,
    trace: bool = False,
    depth: int = DEPTH_LIMIT,
    tallies: bool = False,
    most: int | None = None,
    until: float | None = None,
) -> Explored:
    """The exact distribution of the end states of ``rule(state, *args, table)``.

    Probabilities are fractions and add up to 1. ``dropped`` is the probability of the paths on which an open-ended
    roll was not followed beyond ``depth`` although it could still matter; it is included in the states where it
    stopped, so figures that it touches are off by at most that much. ``tallies``: keep sums over several rounds of one
    attack (see the verb ``keeps``). ``most``: walk at most so many paths, ``until`` this moment of ``time.perf_counter``,
    else raise :class:`TooManyPaths`.

    >>> from .dice import Dice
    >>> from .table import roll
    >>> explore(lambda hp, table: max(0, hp - roll(table, Dice(1, 6, 0), None)), 4).states[0]
    Fraction(1, 2)
    """
    limited = most is not None or until is not None
    table = ExactTable(policy, trace, depth, tallies, left=Allowance(most, until) if limited else None)
    weights = table.run(rule, state, args)
    states = {end: Fraction(weight, weights.total) for end, weight in weights.states.items()}
    if sum(weights.states.values()) != weights.total:
        raise ArithmeticError("probabilities do not add up to 1")
    return Explored(states, table.trace, table.dropped)
