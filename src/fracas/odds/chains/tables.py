"""Tables whose states may hold cells: the odometer of a sub-rule, and the table of one path of a diagram."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import Any

from ...core.dice import DiceKind
from ...core.errors import FracasError
from ...core.exact import DEPTH_LIMIT, ExactTable
from ...core.table import bits
from .nodes import Ends, Switch, Test, TooLarge, node_at
from .path import Path, Within
from .symbols import Ground, Number, key_of

UNLIKELY = 1e-12
"""An open-ended roll less likely than this, from where it began, is not followed further."""


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
            node = node_at(within.holder, within.place)
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

    def __init__(self, ground: Ground, known: dict[Any, list[Any]], path: Path, whole: type) -> None:
        super().__init__(ground, known)
        self.path, self.whole = path, whole

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
