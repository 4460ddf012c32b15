"""What a sub-rule has come to, not yet looked at: a rule is run once for all its ends that it does not tell apart.

After ``again`` a rule goes on with one of many ends. Most often it only carries what differs between them about. So it
is given a state in which such numbers are :class:`Differing`; if it asks for one, the ends part by the answer, and when
the rule has returned, each end that is left takes its place in what it returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from .nodes import TooLarge
from .symbols import Number, key_of
from .tables import Merged, SymbolicTable


class Outcome:
    """The ends of a sub-rule: ``state`` stands for those of them whose numbers are in ``left``. ``ask``: asks a question with
    weighted answers of whatever table is being answered."""

    def __init__(self, answers: Sequence[tuple[Any, int]], ask: Callable[[list[tuple[Any, int]], int], Any]) -> None:
        self.answers, self.ask = answers, ask
        self.left = list(range(len(answers)))
        self.state = self._alike([one for one, _ in answers])

    def begin(self) -> Any:
        """Nothing is asked so far: the state that stands for all."""
        self.left = list(range(len(self.answers)))
        return self.state

    def _alike(self, ends: list[Any]) -> Any:
        first = ends[0]
        if all(one is first for one in ends):
            return first
        if isinstance(first, tuple):
            parts = [self._alike(list(one)) for one in zip(*ends, strict=True)]
            return type(first)(*parts) if hasattr(first, "_fields") else tuple(parts)
        keys = [key_of(one) for one in ends]
        return first if all(one == keys[0] for one in keys) else Differing(self, ends, keys)

    def part(self, kinds: Sequence[Any]) -> Any:
        """Ends part by what they answer (``kinds``, one for each end): the answer of those that are left."""
        parts: dict[Any, list[int]] = {}
        for end in self.left:
            parts.setdefault(kinds[end], []).append(end)
        if len(parts) > 1:
            weighed = [(part, sum(self.answers[end][1] for end in part)) for part in parts.values()]
            self.left = self.ask(weighed, sum(weight for _, weight in weighed))
        return kinds[self.left[0]]

    def weight(self) -> int:
        """Of all that are left."""
        return sum(self.answers[end][1] for end in self.left)

    def put(self, value: Any, end: int) -> Any:
        """What was made of the state, for one of the ends."""
        if value is self.state:
            return self.answers[end][0]
        if isinstance(value, Differing):
            return value.ends[end] if value.outcome is self else value
        if not isinstance(value, tuple):
            return value
        parts: list[Any] = [one if type(one) is int else self.put(one, end) for one in value]
        if all(one is part for one, part in zip(value, parts, strict=True)):
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


class Differing(Number):
    """A number that is not the same in all ends: ``ends`` has it (a whole number, or a cell), ``keys`` tells it apart."""

    __slots__ = ("ends", "keys", "outcome")

    def __init__(self, outcome: Outcome, ends: list[Any], keys: list[Any]) -> None:
        self.outcome, self.ends, self.keys = outcome, ends, keys

    def settled(self) -> Any:
        """The number or cell, asked for."""
        self.outcome.part(self.keys)
        return self.ends[self.outcome.left[0]]

    def now(self) -> int:
        return int(self.settled())

    def __bool__(self) -> bool:
        return bool(self._compared(ne, 0))

    def _compared(self, compare: Callable[[Any, Any], bool], other: Any) -> bool:
        left = self.outcome.left
        if type(other) is int and all(type(self.ends[end]) is int for end in left):
            kinds = [type(one) is int and compare(one, other) for one in self.ends]
            return bool(self.outcome.part(kinds))
        return bool(compare(self.settled(), other))

    def __lt__(self, other: Any) -> bool:
        return self._compared(lt, other)

    def __le__(self, other: Any) -> bool:
        return self._compared(le, other)

    def __gt__(self, other: Any) -> bool:
        return self._compared(gt, other)

    def __ge__(self, other: Any) -> bool:
        return self._compared(ge, other)

    def __eq__(self, other: object) -> bool:
        return self is other or self._compared(eq, other)

    __hash__ = Number.__hash__


def settled(state: Any) -> Any:
    """The state with everything asked for that differs between ends of what was before."""
    if isinstance(state, Differing):
        return state.settled()
    if not isinstance(state, tuple):
        return state
    parts: list[Any] = [one if type(one) is int else settled(one) for one in state]
    if all(one is part for one, part in zip(state, parts, strict=True)):
        return state
    return type(state)(*parts) if hasattr(state, "_fields") else tuple(parts)


class OutcomeTable(SymbolicTable):
    """An odometer that gives what sub-rules end in as one :class:`Outcome`. ``put(end, outcome, number)`` makes an end of the
    rule of what it returned (see :meth:`Outcome.put`)."""

    open: list[Outcome]
    end_key: Callable[[Any], Any] | None = None
    """What tells apart what the rule itself returns, where that is no state."""

    def every_end(self, rule: Any, state: Any, args: tuple[Any, ...]) -> Merged:
        found = Merged({}, 1, self.end_key or self.key)
        self.open = []
        while True:
            self._rewind()
            self.open.clear()
            self.ground.left -= 1
            if self.ground.left < 0:
                raise TooLarge
            end = rule(state, *args, self)
            for one, weight, total in self._apart(end):
                found.add(one, self.numerator * weight, self.denominator * total)
            if not self._advance():
                return found

    def _apart(self, end: Any) -> Iterator[tuple[Any, int, int]]:
        """What a rule returned, for each of the ends that it did not tell apart: (end, weight, total)."""
        total = 1
        for outcome in self.open:
            total *= outcome.weight()
        for numbers in product(*[outcome.left for outcome in self.open]):
            one, weight = end, 1
            for outcome, number in zip(self.open, numbers, strict=True):
                one = self.put(one, outcome, number)
                weight *= outcome.answers[number][1]
            yield one, weight, total

    def put(self, end: Any, outcome: Outcome, number: int) -> Any:
        """What the rule returned, for one end of a sub-rule."""
        return outcome.put(end, number)

    def _rounds(self, state: Any, rounds: list[tuple[Any, tuple[Any, ...]]]) -> Any:
        if self.open:
            state, rounds = settled(state), [(rule, settled(args)) for rule, args in rounds]

        def make() -> tuple[list[tuple[Any, int]], int]:
            now = Merged.of(state, self.key)
            for rule, args in rounds:
                now.step(lambda _: True, rule, args, self)
            return list(now.states.values()), now.total

        def ask(answers: list[tuple[Any, int]], total: int) -> Any:
            return self._answer(lambda: (answers, total))

        outcome = self._answer(lambda: ([(Outcome(make()[0], ask), 1)], 1))
        self.open.append(outcome)
        return outcome.begin()

    def follow(self, rule: Any, state: Any, args: tuple[Any, ...]) -> Any:
        return super().follow(rule, settled(state), settled(args))
