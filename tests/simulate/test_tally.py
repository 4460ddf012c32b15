"""Statistics, by cases worked out by hand."""

from __future__ import annotations

import numpy as np

from fracas.simulate.kernel import NOBODY_LEFT, UNDECIDED
from fracas.simulate.tally import Tally, counted, fights_for, together, wilson

# winner, round, decisions, first hurt, then for each of three fighters: state, left, fired
ROWS = np.array(
    [
        [0, 2, 9, 2, 0, 40, 3, 1, 5, 2, 2, -3, 4],
        [1, 3, 12, 0, 2, -9, 1, 1, -1, 0, 0, 12, 6],
        [0, 2, 8, 0, 0, 33, 5, 0, 9, 1, 1, 0, 2],
        [UNDECIDED, 5, 40, -1, 0, 40, 0, 0, 20, 0, 0, 30, 0],
        [NOBODY_LEFT, 4, 20, 2, 2, -1, 2, 2, 0, 2, 2, -8, 2],
    ],
    np.int64,
)
SIDES = (0, 0, 1)


def test_counts() -> None:
    tally = Tally(SIDES)
    tally.add(ROWS[:2])
    tally.add(ROWS[2:])
    assert tally.fights == 5 and tally.decisions == 89
    assert tally.wins == {0: 2, 1: 1, UNDECIDED: 1, NOBODY_LEFT: 1}
    assert dict(tally.rounds.items()) == {2: 2, 3: 1, 4: 1, 5: 1}
    assert tally.rounds.mean() == 3.2 and tally.rounds.quantile(0.5) == 3 and tally.rounds.quantile(0.9) == 5
    assert [one.states.tolist() for one in tally.fighters] == [[3, 0, 2], [2, 2, 1], [2, 1, 2]]
    assert dict(tally.fighters[0].left.items()) == {-9: 1, -1: 1, 33: 1, 40: 2}
    assert [one.shots.mean() for one in tally.fighters] == [11 / 5, 1.0, 14 / 5]
    assert dict(tally.lost[0].items()) == {0: 2, 1: 1, 2: 2}
    assert dict(tally.lost[1].items()) == {0: 2, 1: 3}


def test_first_blood() -> None:
    tally = Tally(SIDES)
    tally.add(ROWS)
    first, other = tally.first_blood(0)
    assert (first.value, other.value) == (1 / 2, 1 / 2)
    first, other = tally.first_blood(1)
    assert (first.value, other.value) == (0.0, 1 / 2)


def test_wilson_against_known_values() -> None:
    """Wilson 1927 as in Agresti and Coull 1998, and the ends."""
    for count, of, low, high in ((0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)):
        found = wilson(count, of)
        assert abs(found.low - low) < 1e-4 and abs(found.high - high) < 1e-4
    assert abs(wilson(10, 10).high - 1) < 1e-12
    assert wilson(0, 0).half == 0.5


def test_precision_is_that_of_the_worst_known_side() -> None:
    tally = Tally(SIDES)
    tally.add(ROWS)
    assert tally.precision() == max(wilson(2, 5).half, wilson(1, 5).half)
    assert fights_for(0.005) == 38415 or fights_for(0.005) == 38414


def test_counts_together() -> None:
    both = together(counted(np.array([3, 3, 5])), counted(np.array([-1, 5])))
    assert dict(both.items()) == {-1: 1, 3: 2, 5: 2}
    assert together(counted(np.array([], np.int64)), both) is both
