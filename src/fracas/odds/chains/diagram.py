"""Operators: what a rule does to any state, found by running the rule itself on numbers that are not known.

A :class:`Diagram` is a tree. Going down from its root, the state answers tests and says values, chance takes one of its
branches, and a leaf says what is written. It grows where a state needs it: nothing is enumerated for values that never come.
A sub-rule asked for with ``again``, ``each``, ``in_turn`` or ``follow`` is one chance node: what it reads is asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import Any, NamedTuple

from ...core.dice import DiceKind
from ...core.errors import FracasError
from ...core.exact import DEPTH_LIMIT, ExactTable
from ...core.table import bits
from .symbols import Cell, Ground, Number, key_of

BELOW, EQUAL, BIT = 1, 2, 3
UNLIKELY = 1e-12
"""An open-ended roll less likely than this, from where it began, is not followed further."""


MOST_RUNS = 60_000
"""How often a sub-rule may be run while a diagram grows for one state: beyond that it is given up as too large."""


class TooLarge(Exception):
    """A decision can end in more ways than can be enumerated."""


class Test:
    """Is the number in ``field`` below / equal to ``number``, or its bit there set? ``after``: where no and yes lead."""

    __slots__ = ("after", "field", "kind", "number")

    def __init__(self, kind: int, field: int, number: int) -> None:
        self.kind, self.field, self.number = kind, field, number
        self.after: list[Any] = [None, None]


class Switch:
    """The value in ``field`` is asked for: ``after`` leads on from each that has come."""

    __slots__ = ("after", "field")

    def __init__(self, field: int) -> None:
        self.field = field
        self.after: dict[int, Any] = {}


class Chance:
    """Chance takes one of ``answers``, each with a whole-number weight; the weights add up to ``total``."""

    __slots__ = ("after", "answers", "dropped", "total", "weights")

    def __init__(self, answers: Sequence[tuple[Any, int]], total: int, dropped: float) -> None:
        self.answers = [answer for answer, _ in answers]
        self.weights = [weight for _, weight in answers]
        self.total, self.dropped = total, dropped
        self.after: list[Any] = [None] * len(answers)


class Ends:
    """All ends of a sub-rule, where nothing more is read: ``answers`` with weights that add up to ``total``."""

    __slots__ = ("answers", "dropped", "total")

    def __init__(self, answers: list[tuple[Any, int]], total: int, dropped: float) -> None:
        self.answers, self.total, self.dropped = answers, total, dropped


class Leaf(NamedTuple):
    """The end of a path: ``result`` is what :meth:`Diagram.ends` made of what the rule returned; ``refused``: nothing was
    done, the rule does not allow it."""

    result: Any
    refused: bool


class Diagram:
    """The operator of ``rule(*arguments, table)``; the first argument is the state, with cells of ``ground`` in it.
    ``ends(result, path)``: what is kept of what the rule returns. ``known``: the ends of sub-rules, which diagrams may share."""

    def __init__(
        self,
        ground: Ground,
        rule: Callable[..., Any],
        arguments: tuple[Any, ...],
        ends: Callable[[Any, Path], Any],
        known: dict[Any, list[Any]] | None = None,
    ) -> None:
        self.ground, self.rule, self.arguments, self.ends = ground, rule, arguments, ends
        self.known: dict[Any, list[Any]] = {} if known is None else known
        self.root: list[Any] = [None]
        self.leaves = 0

    def grow(self, values: Sequence[int]) -> None:
        """Make it whole for the state with these numbers. Raises TooLarge."""
        self.ground.left = MOST_RUNS
        self._complete(self.root, 0, values, [])

    def _complete(self, holder: Any, place: Any, values: Sequence[int], choices: list[int]) -> None:
        if _at(holder, place) is None:
            self._run(values, choices)
        node = _at(holder, place)
        while isinstance(node, (Test, Switch)):
            holder, place = node.after, step_of(node, values)
            if _at(holder, place) is None:
                self._run(values, choices)
            node = _at(holder, place)
        if isinstance(node, Chance):
            for number in range(len(node.answers)):
                self._complete(node.after, number, values, [*choices, number])

    def _run(self, values: Sequence[int], choices: Sequence[int]) -> None:
        self.ground.left -= 1
        if self.ground.left < 0:
            raise TooLarge
        path = Path(self.root, values, choices, self.ground.seen)
        self.ground.walk = path
        table = PathTable(self, path)
        try:
            leaf = Leaf(self.ends(self.rule(*self.arguments, table), path), False)
        except FracasError:
            leaf = Leaf(None, True)
            self.ground.walk = path
        path.end(leaf)
        self.leaves += 1


def _at(holder: Any, place: Any) -> Any:
    return holder.get(place) if type(holder) is dict else holder[place]


def step_of(node: Test | Switch, values: Sequence[int]) -> int:
    """Where a state goes on from a test or a switch."""
    value = values[node.field]
    if isinstance(node, Switch):
        return value
    if node.kind == BELOW:
        return int(value < node.number)
    return int(value == node.number) if node.kind == EQUAL else value >> node.number & 1


class Reading:
    """A state with ``values`` going down a tree from ``root``: the walk that cells ask. What it already knows it is not asked
    again; what is missing on the way is made."""

    def __init__(self, root: list[Any], values: Sequence[int], seen: Callable[[int], None]) -> None:
        self.values, self.seen = values, seen
        self.holder: Any = root
        self.place: Any = 0
        self.low: dict[int, int] = {}
        self.high: dict[int, int] = {}
        self.others: set[tuple[int, int, int]] = set()

    def _go(self, make: Callable[[], Any]) -> int:
        """Past a test or switch, which is made if nothing is there yet; the state's answer."""
        node = _at(self.holder, self.place)
        if node is None:
            node = self.holder[self.place] = make()
            self.seen(node.field)
        answer = step_of(node, self.values)
        self.holder, self.place = node.after, answer
        self._learn(node, answer)
        return answer

    def _learn(self, node: Test | Switch, answer: int) -> None:
        field = node.field
        if isinstance(node, Switch):
            self.low[field] = self.high[field] = answer
        elif node.kind == BELOW:
            if answer:
                self.high[field] = min(self.high.get(field, node.number), node.number - 1)
            else:
                self.low[field] = max(self.low.get(field, node.number), node.number)
        elif node.kind == EQUAL and answer:
            self.low[field] = self.high[field] = node.number
        else:
            self.others.add((node.kind, field, node.number if not answer or node.kind == EQUAL else ~node.number))

    def known(self, field: int) -> bool:
        low = self.low.get(field)
        return low is not None and low == self.high.get(field)

    def below(self, field: int, number: int) -> bool:
        high = self.high.get(field)
        if high is not None and high < number:
            return True
        low = self.low.get(field)
        if low is not None and low >= number:
            return False
        return bool(self._go(lambda: Test(BELOW, field, number)))

    def equal(self, field: int, number: int) -> bool:
        low, high = self.low.get(field), self.high.get(field)
        if low is not None and low == high:
            return low == number
        if (low is not None and number < low) or (high is not None and number > high):
            return False
        if (EQUAL, field, number) in self.others:
            return False
        return bool(self._go(lambda: Test(EQUAL, field, number)))

    def bit(self, field: int, place: int) -> bool:
        if self.known(field):
            return bool(self.low[field] >> place & 1)
        if (BIT, field, place) in self.others:
            return False
        if (BIT, field, ~place) in self.others:
            return True
        return bool(self._go(lambda: Test(BIT, field, place)))

    def value(self, field: int) -> int:
        if not self.known(field):
            self._go(lambda: Switch(field))
        return self.low[field]

    def past(self, node: Test | Switch) -> int:
        """What a state answers to a test or a switch of another tree; it stands in this one, too."""
        if isinstance(node, Switch):
            return self.value(node.field)
        ask = self.below if node.kind == BELOW else self.equal if node.kind == EQUAL else self.bit
        return int(ask(node.field, node.number))


class Within(Reading):
    """The reading of a sub-rule, kept in a tree of its own; whoever asked for the sub-rule reads all of it as well."""

    def __init__(self, root: list[Any], outer: Reading) -> None:
        super().__init__(root, outer.values, outer.seen)
        self.outer = outer

    def _go(self, make: Callable[[], Any]) -> int:
        node = _at(self.holder, self.place)
        if node is None:
            node = self.holder[self.place] = make()
        answer = self.outer.past(node)
        self.holder, self.place = node.after, answer
        self._learn(node, answer)
        return answer


class Path(Reading):
    """One path down a diagram. ``choices``: which branches of chance it takes; then the first ones."""

    def __init__(
        self, root: list[Any], values: Sequence[int], choices: Sequence[int], seen: Callable[[int], None]
    ) -> None:
        super().__init__(root, values, seen)
        self.choices, self.taken = choices, 0

    def chance(self, make: Callable[[], tuple[Sequence[tuple[Any, int]], int]], dropped: Callable[[], float]) -> Any:
        """Past a chance node; the answer of the branch taken."""
        before = self.holder, self.place, dict(self.low), dict(self.high), set(self.others)
        node = _at(self.holder, self.place)
        while isinstance(node, (Test, Switch)):  # what a sub-rule reads stands before its chance node
            answer = step_of(node, self.values)
            self.holder, self.place = node.after, answer
            self._learn(node, answer)
            node = _at(self.holder, self.place)
        if node is None:
            self.holder, self.place, self.low, self.high, self.others = before
            answers, total = make()
            node = self.holder[self.place] = Chance(answers, total, dropped())
        number = self.choices[self.taken] if self.taken < len(self.choices) else 0
        self.taken += 1
        self.holder, self.place = node.after, number
        return node.answers[number]

    def end(self, leaf: Leaf) -> None:
        self.holder[self.place] = leaf


# ------------------------------------------------------------------------------------------------------------- tables


def plain_dice(dice: DiceKind) -> DiceKind:
    """Dice whose numbers are known: they are asked for where they were not."""
    kind: Any = dice
    if any(isinstance(one, Number) for one in kind):
        return type(kind)(*(int(one) if isinstance(one, Number) else one for one in kind))  # type: ignore[no-any-return]
    return dice


class SymbolicTable(ExactTable):
    """An odometer whose states may hold cells: equal states are those whose cells stand for the same."""

    def __init__(
        self,
        ground: Ground,
        known: dict[Any, list[Any]],
        likely: float = 1.0,
        key: Callable[[Any], Any] = key_of,
    ) -> None:
        super().__init__(depth=DEPTH_LIMIT)
        self.ground, self.known_ends, self.likely, self.left_out, self.key = ground, known, likely, 0.0, key

    def roll(self, dice: DiceKind, why: Any) -> Any:
        return super().roll(plain_dice(dice), why)

    def reroll(self, dice: DiceKind, allowed: int, why: Any) -> int:
        return super().reroll(plain_dice(dice), int(allowed), why)

    def compare(self, dice: DiceKind, bonus: int, number: int, why: Any) -> int:
        return super().compare(plain_dice(dice), int(bonus - number), 0, why)

    def choose(self, question: Any, fight: Any, who: int, options: int) -> int:
        return 0

    def details(self) -> bool:
        return False

    def note(self, why: Any, numbers: tuple[int, ...]) -> None:
        pass

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        pass

    def refuse(self, why: Any, numbers: tuple[int, ...]) -> None:
        raise FracasError("refused")

    def pick(self, question: Any, fight: Any, who: int, among: int) -> int:
        return super().pick(question, fight, who, int(among))

    def again(self, n: int, rule: Any, state: Any, args: tuple[Any, ...]) -> Any:
        return self._rounds(state, [(rule, args)] * int(n))

    def each(self, targets: int, rule: Any, state: Any, args: tuple[Any, ...]) -> Any:
        return self._rounds(state, [(rule, (place, *args)) for place in bits(int(targets))])

    def in_turn(self, state: Any, args: tuple[Any, ...], rules: tuple[Any, ...]) -> Any:
        return self._rounds(state, [(rule, args) for rule in rules])

    def follow(self, rule: Any, state: Any, args: tuple[Any, ...]) -> Any:
        def make() -> tuple[list[tuple[Any, int]], int]:
            now = Merged.of(state, self.key)
            for _ in range(self.depth):
                if not now.step(lambda one: bool(one.more and one.open), rule, args, self):
                    break
            left = sum(weight for one, weight in now.states.values() if one.more and one.open)
            self.left_out += self.likely * left / now.total
            return list(now.states.values()), now.total

        return self._answer(make)

    def _rounds(self, state: Any, rounds: list[tuple[Any, tuple[Any, ...]]]) -> Any:
        def make() -> tuple[list[tuple[Any, int]], int]:
            now = Merged.of(state, self.key)
            for rule, args in rounds:
                now.step(lambda _: True, rule, args, self)
            return list(now.states.values()), now.total

        return self._answer(make)

    def ends_of(self, rule: Any, state: Any, args: tuple[Any, ...], likely: float) -> Ends:
        """All ends of a sub-rule: enumerated once for all states that answer alike what it asks."""
        key = rule, self.key(state), tuple([one if type(one) is int else key_of(one) for one in args])
        root = self.known_ends.setdefault(key, [None])
        outer: Any = self.ground.walk
        within = Within(root, outer)
        node = root[0]
        while isinstance(node, (Test, Switch)):
            answer = outer.past(node)
            within.holder, within.place = node.after, answer
            within._learn(node, answer)
            node = _at(within.holder, within.place)
        if node is None:
            within = Within(root, outer)
            self.ground.walk = within
            inner = SymbolicTable(self.ground, self.known_ends, likely, self.key)
            found = inner.every_end(rule, state, args)
            self.ground.walk = outer
            node = within.holder[within.place] = Ends(list(found.states.values()), found.total, inner.left_out / likely)
        return node  # type: ignore[no-any-return]

    def every_end(self, rule: Any, state: Any, args: tuple[Any, ...]) -> Merged:
        """The same, enumerated."""
        found = Merged({}, 1, self.key)
        while True:
            self._rewind()
            self.ground.left -= 1
            if self.ground.left < 0:
                raise TooLarge
            end = rule(state, *args, self)
            found.add(end, self.numerator, self.denominator)
            if not self._advance():
                return found


class Merged:
    """States, by what tells them apart, with whole-number weights over one denominator."""

    __slots__ = ("key", "states", "total")

    def __init__(self, states: dict[Any, tuple[Any, int]], total: int, key: Callable[[Any], Any]) -> None:
        self.states, self.total, self.key = states, total, key

    @classmethod
    def of(cls, state: Any, key: Callable[[Any], Any]) -> Merged:
        return cls({key(state): (state, 1)}, 1, key)

    def add(self, state: Any, weight: int, total: int) -> None:
        """Add weight / total to a state."""
        if self.total % total:
            more = total // gcd(self.total, total)
            self.states = {key: (one, old * more) for key, (one, old) in self.states.items()}
            self.total *= more
        weight *= self.total // total
        key = self.key(state)
        old = self.states.get(key)
        self.states[key] = (state, weight if old is None else old[1] + weight)

    def step(self, further: Callable[[Any], bool], rule: Any, args: tuple[Any, ...], table: SymbolicTable) -> bool:
        """A sub-rule once more from every state that goes on; were there any?"""
        found, any_further = Merged({}, self.total, self.key), False
        for state, weight in self.states.values():
            likely = table.likely * weight / self.total
            if not further(state) or likely < UNLIKELY:
                found.add(state, weight, self.total)
                continue
            any_further = True
            ends = table.ends_of(rule, state, args, likely)
            table.left_out += likely * ends.dropped
            for end, share in ends.answers:
                found.add(end, weight * share, self.total * ends.total)
        self.states, self.total = found.states, found.total
        return any_further


class PathTable(SymbolicTable):
    """The table of one path: the path says what chance does."""

    def __init__(self, diagram: Diagram, path: Path) -> None:
        super().__init__(diagram.ground, diagram.known)
        self.path, self.whole = path, type(diagram.arguments[0])

    def again(self, n: int, rule: Any, state: Any, args: tuple[Any, ...]) -> Any:
        """Once, about the whole fight: no merging, but what it reads is asked where it reads it."""
        if type(state) is self.whole and n == 1:
            return rule(state, *args, self)
        return super().again(n, rule, state, args)

    def _answer(self, make: Callable[[], tuple[Sequence[tuple[Any, int]], int]]) -> Any:
        def dropped() -> float:
            found, self.left_out = self.left_out, 0.0
            return found

        return self.path.chance(make, dropped)

