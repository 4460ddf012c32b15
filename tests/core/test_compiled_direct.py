"""States in compiled code: what ``evolve``, ``fighter``, ``with_fighter`` and rows do is what they do in Python."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

from fracas.core.compiled.jit import from_row, rowed, to_row, width_of
from fracas.core.state import evolve, fighter, flatten, with_fighter


class Colour(IntEnum):
    RED = 4
    BLUE = 9


class Wounds(NamedTuple):
    hp: int
    dead: int
    places: tuple[int, int]


class Who(NamedTuple):
    wounds: Wounds
    luck: int


class Fight(NamedTuple):
    fighters: tuple[Who, ...]
    round: int


class Swing(NamedTuple):
    fight: Fight
    damage: int


HURT = Wounds(7, 0, (1, 2))
FIGHT = Fight((Who(HURT, 3), Who(Wounds(20, 1, (3, 4)), 5)), 2)


def kinds_of_numbers(part: Any, n: int) -> Any:
    return evolve(part, hp=Colour.BLUE, dead=n > 3, places=(n > 2, Colour.RED))


def each_alone(part: Any, n: int) -> Any:
    return evolve(part, hp=n), evolve(part, dead=n), part


def nested(who: Any, n: int) -> Any:
    changed = evolve(who, wounds=evolve(who.wounds, hp=n), luck=1)
    return changed, evolve(changed, wounds=who.wounds), who


@pytest.mark.parametrize("rule", [kinds_of_numbers, each_alone, nested])
def test_evolve_is_that_of_python(rule: Any) -> None:
    given = FIGHT.fighters[0] if rule is nested else HURT
    compiled = njit(rule)
    for n in (0, 3, 4):
        found = compiled(given, n)
        assert found == rule(given, n)
        assert not any(isinstance(number, bool) for number in flatten_as_is(found))


def flatten_as_is(state: Any) -> list[Any]:
    return [number for one in state for number in flatten_as_is(one)] if isinstance(state, tuple) else [state]


def test_an_unknown_field_is_an_error_of_compiling() -> None:
    with pytest.raises(TypingError, match="Wounds has no field luck"):
        njit(lambda part: evolve(part, luck=1))(HURT)


def swap(fight: Any, i: int, j: int) -> Any:
    a, b = fighter(fight, i), fighter(fight, j)
    fight = with_fighter(fight, i, evolve(b, luck=a.luck + 1))
    return evolve(with_fighter(fight, j, a), round=fight.round + 1)


@pytest.mark.parametrize(("i", "j"), [(0, 1), (1, 0), (0, 0), (-1, 0)])
def test_fighters_are_those_of_python(i: int, j: int) -> None:
    compiled = njit(swap)(rowed(FIGHT), i, j)
    expected = swap(FIGHT, i % 2, j)
    assert compiled.round == expected.round
    assert compiled.fighters.tolist() == [flatten(one) for one in expected.fighters]


def test_a_fighter_read_before_is_not_changed_by_writing() -> None:
    def both(fight: Any) -> Any:
        before = fighter(fight, 0)
        fight = with_fighter(fight, 0, evolve(before, luck=99))
        return before, fighter(fight, 0)

    assert njit(both)(rowed(FIGHT)) == both(FIGHT)


def test_what_is_no_fighter_is_refused() -> None:
    with pytest.raises(TypingError, match="is no fighter of"):
        njit(lambda fight: with_fighter(fight, 0, fight.round))(rowed(FIGHT))


def test_rows_and_back() -> None:
    @njit
    def there_and_back(state: Any) -> Any:
        row = np.full(width_of(state), -1)
        to_row(state, row)
        back = from_row(state, row)
        row[:] = 0
        return row.size, back

    swing = Swing(FIGHT, 12)
    width, back = there_and_back(rowed(swing))
    assert width == len(flatten(swing))
    assert back.damage == 12 and back.fight.round == 2
    assert back.fight.fighters.tolist() == [flatten(one) for one in FIGHT.fighters]
    assert there_and_back((True, 5, HURT)) == (6, (True, 5, HURT))
    assert there_and_back(7) == (1, 7)
