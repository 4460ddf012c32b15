"""Whole numbers that are not known: what a rule reads of a state, and how, is found out while it runs.

A :class:`Cell` stands for one number of the state, or something simple made of it. A rule may add to it and carry it about
without anybody knowing its value; to compare it is a *test* with two answers, and anything else asks for the value. Tests and
values are asked of a *walk*; whoever runs the rule decides what a walk answers, and thereby learns all that the rule reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ...core.state import Unknown


class Walk(Protocol):
    """What answers for the numbers of a state; fields are counted as :func:`~fracas.core.state.flatten` lists them."""

    def below(self, field: int, number: int) -> bool: ...
    def equal(self, field: int, number: int) -> bool: ...
    def bit(self, field: int, place: int) -> bool: ...
    def value(self, field: int) -> int: ...
    def known(self, field: int) -> bool: ...


class Ground:
    """What all cells of a state have in common: the walk that is under way, and who is told of every field that a diagram
    comes to read."""

    __slots__ = ("left", "seen", "walk")
    walk: Walk
    left: int
    """How many runs of rules are left before it is too much."""

    def __init__(self, seen: Callable[[int], None] = lambda field: None) -> None:
        self.seen, self.left = seen, 0


class Number(Unknown):
    """A whole number whose value has to be asked for by whatever is done with it."""

    __slots__ = ()

    def now(self) -> int:
        """The value, asked for."""
        raise NotImplementedError(type(self))

    def __int__(self) -> int:
        return self.now()

    __index__ = __int__

    def __float__(self) -> float:
        return float(self.now())

    def __bool__(self) -> bool:
        return self.now() != 0

    def __hash__(self) -> int:
        return hash(self.now())

    def __eq__(self, other: object) -> bool:
        return bool(self.now() == other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __repr__(self) -> str:
        return "?"


def _asking(name: str) -> Callable[..., Any]:
    def method(self: Number, *others: Any) -> Any:
        return getattr(int, name)(self.now(), *(int(other) if isinstance(other, Number) else other for other in others))

    return method


for _name in (
    "add sub mul floordiv truediv mod divmod pow and or xor lshift rshift "
    "radd rsub rmul rfloordiv rtruediv rmod rdivmod rpow rand ror rxor "
    "rlshift rrshift neg pos abs invert lt le gt ge"
).split():
    setattr(Number, f"__{_name}__", _asking(f"__{_name}__"))


class Cell(Number):
    """(``times`` x the number in ``field`` + ``plus``) // ``by``; ``by`` is above 0."""

    __slots__ = ("by", "field", "ground", "plus", "times")

    def __init__(self, ground: Ground, field: int, times: int = 1, plus: int = 0, by: int = 1) -> None:
        self.ground, self.field, self.times, self.plus, self.by = ground, field, times, plus, by

    def of(self, number: int) -> int:
        """The value, where the number in the field is this."""
        return (self.times * number + self.plus) // self.by

    def now(self) -> int:
        return self.of(self.ground.walk.value(self.field))

    @property
    def bare(self) -> bool:
        """Is it the number in the field itself?"""
        return self.times == 1 and self.plus == 0 and self.by == 1

    @property
    def key(self) -> tuple[int, int, int, int]:
        return self.field, self.times, self.plus, self.by

    def same(self, other: Any) -> bool:
        """Is it this very number, whatever its value?"""
        return isinstance(other, Cell) and other.key == self.key

    def _below(self, other: Any) -> bool:
        alike = isinstance(other, Cell) and (other.field, other.times, other.by) == (self.field, self.times, self.by)
        if alike and (self.by == 1 or self.plus == other.plus):
            return bool(self.plus < other.plus)
        room = int(other) * self.by - self.plus  # is times x number below this?
        if self.times > 0:
            return self.ground.walk.below(self.field, -(-room // self.times))
        return not self.ground.walk.below(self.field, -room // -self.times + 1)

    def __lt__(self, other: Any) -> bool:
        return self._below(other)

    def __ge__(self, other: Any) -> bool:
        return not self._below(other)

    def __le__(self, other: Any) -> bool:
        return self._below(other + 1)

    def __gt__(self, other: Any) -> bool:
        return not self._below(other + 1)

    def __eq__(self, other: object) -> bool:
        if self.same(other):
            return True
        if not isinstance(other, (int, Number)):
            return False
        number = int(other)
        if self.by > 1:
            return self._below(number + 1) and not self._below(number)
        if (number - self.plus) % self.times:
            return False
        return self.ground.walk.equal(self.field, (number - self.plus) // self.times)

    __hash__ = Number.__hash__

    def __bool__(self) -> bool:
        return not self.__eq__(0)

    def __neg__(self) -> Any:
        return Cell(self.ground, self.field, -self.times, -self.plus) if self.by == 1 else -self.now()

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Cell):
            if self.by == other.by == 1 and other.field == self.field:
                times = self.times + other.times
                return Cell(self.ground, self.field, times, self.plus + other.plus) if times else self.plus + other.plus
            if self.ground.walk.known(self.field):
                return other + self.now()
        return Cell(self.ground, self.field, self.times, self.plus + int(other) * self.by, self.by)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        number = int(other)
        if number == 0:
            return 0
        if self.by > 1:
            return self if number == 1 else self.now() * number
        return Cell(self.ground, self.field, self.times * number, self.plus * number)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        number = int(other)
        if number < 1:
            return self.now() // number
        return Cell(self.ground, self.field, self.times, self.plus, self.by * number)

    def __rshift__(self, places: Any) -> Any:
        return Shifted(self, int(places)) if self.bare else self.now() >> int(places)

    def __and__(self, mask: Any) -> int:
        number = int(mask)
        if self.bare and number > 0 and number & (number - 1) == 0:
            return number if self.ground.walk.bit(self.field, number.bit_length() - 1) else 0
        return self.now() & number

    __rand__ = __and__

    def __or__(self, mask: Any) -> Any:
        number = int(mask)
        if number == 0:
            return self
        if self.bare and number > 0 and number & (number - 1) == 0:
            return self if self & number else self + number
        return self.now() | number

    __ror__ = __or__


class Shifted(Number):
    """A mask in a field, moved to the right: to look at one of its bits is one test."""

    __slots__ = ("cell", "places")

    def __init__(self, cell: Cell, places: int) -> None:
        self.cell, self.places = cell, places

    def now(self) -> int:
        return self.cell.now() >> self.places

    def __and__(self, mask: Any) -> int:
        number = int(mask)
        if number > 0 and number & (number - 1) == 0:
            bit = number.bit_length() - 1
            return number if self.cell.ground.walk.bit(self.cell.field, self.places + bit) else 0
        return self.now() & number

    __rand__ = __and__


def key_of(state: Any) -> Any:
    """What tells two states apart without asking for anything: numbers as they are, cells by what they stand for. A part
    without cells is its own key."""
    if isinstance(state, tuple):
        if id(state) in _WITHOUT_CELLS:
            return state
        parts = [one if type(one) is int else key_of(one) for one in state]
        for one, part in zip(state, parts, strict=True):
            if one is not part:
                return tuple(parts)
        if len(_WITHOUT_CELLS) > MOST_REMEMBERED:
            _WITHOUT_CELLS.clear()
        _WITHOUT_CELLS[id(state)] = state
        return state
    return state.key if isinstance(state, Cell) else int(state)


MOST_REMEMBERED = 10_000
_WITHOUT_CELLS: dict[int, tuple[Any, ...]] = {}
"""Parts that hold no cells, by their identity; they are kept, so that no other part can have it."""
