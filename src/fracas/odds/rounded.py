"""The odds of a fight asked for again: its rounds as operators (:mod:`fracas.odds.chains.rounds`), one walk, and what it came
to read off arrays made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .chains.rounds import Rounds, Walked

if TYPE_CHECKING:
    from .fight import FightOdds, Reckoning

STATUS, LEFT, ISOVER = range(3)
"""The questions that a reckoning's chain is asked."""


class Rounded:
    """The operators of a reckoning that has answered once. ``made``: whether its fight has them (see
    :class:`~fracas.odds.chains.rounds.Rounds`)."""

    def __init__(self, reckoning: Reckoning) -> None:
        self.reckoning = reckoning
        self.fighters = len(reckoning.simulation.sides)
        chain = reckoning.chain
        self.rounds = Rounds(chain.rows, chain.count, chain.first_states(), self._is_up)
        self.made = self.rounds.made
        if self.made:
            self._read()

    def _asked(self, question: int, states: Any) -> tuple[list[Any], Any]:
        """What is said of these states: the different answers, and which of them each has."""
        chain = self.reckoning.chain
        numbers, which = np.unique(chain.say(question, states), return_inverse=True)
        return [chain.result(int(number)) for number in numbers], which

    def _statuses(self, states: Any) -> Any:
        """Of each fighter and state: up, out or dead."""
        answers, which = self._asked(STATUS, states)
        return np.array(answers, np.int64).reshape(-1, self.fighters)[which].T

    def _is_up(self, states: Any) -> Any:
        from .fight import UP

        return (self._statuses(states) == UP).astype(float)

    def _read(self) -> None:
        """What is asked of all states in which the fight can be in the end."""
        from .fight import UP

        sides, finals = self.reckoning.simulation.sides, self.rounds.finals
        self.status = self._statuses(finals)
        known = sorted(set(sides))
        some = np.array(
            [(self.status[[i for i, one in enumerate(sides) if one == side]] == UP).any(axis=0) for side in known]
        )
        count = some.sum(axis=0)
        number = np.array(known)[some.argmax(axis=0)]
        last = len(self.reckoning.names)
        self.bucket = np.where(count == 1, number, np.where(count == 0, last, last + 1))
        """The side that has won; behind them: nobody is left, nothing is left to try."""
        answers, which = self._asked(LEFT, finals)
        lefts = np.array(answers, np.int64).reshape(-1, self.fighters)[which].T
        self.lefts = [np.unique(row, return_inverse=True) for row in lefts]
        answers, which = self._asked(ISOVER, self.rounds.active)
        self.late = np.array([bool(one[0]) for one in answers])[which]

    def odds(self) -> FightOdds:
        """The odds, from one walk."""
        from .fight import MOST_NODES, FightOdds

        reckoning = self.reckoning
        found: Walked = self.rounds.walk(reckoning.limit, reckoning.least)
        ended, live, rounds = found.ended, found.live, found.over[:, 0].tolist()
        if reckoning.progress is not None:
            for number, going in enumerate(found.going.tolist(), 1):
                reckoning.progress(number, going, reckoning.chain.count)
        if live.any():
            late = np.where(self.late, live, 0.0)
            if late.any():  # the last decision of the last round began another one, and that ended it
                rounds.append(float(late.sum()))
                ended[-len(live) :] += late
                live = live - late
        standing = np.cumsum(found.over[:, 1:], axis=0) + found.up
        names, ids = reckoning.names, reckoning.simulation.fighters.ids
        wins = np.bincount(self.bucket, ended, len(names) + 2).tolist()
        undecided, final = wins[-1], ended
        if live.any():
            undecided += float(live.sum())
            final = ended.copy()
            final[-len(live) :] += live
        begun = 1.0 + float(found.going.sum())
        return FightOdds(
            dict(zip(names, wins, strict=False)),
            wins[-2],
            undecided,
            rounds,
            dict(zip(ids, standing.T.tolist(), strict=True)),
            {id: tuple(np.bincount(row, final, 3).tolist()) for id, row in zip(ids, self.status, strict=True)},
            {id: spread(*left, final) for id, left in zip(ids, self.lefts, strict=True)},
            found.dropped + begun * reckoning.steps * MOST_NODES * reckoning.chain.planted.dropped,
            reckoning.chain.count,
        )


def spread(values: Any, which: Any, weights: Any) -> dict[int, float]:
    """How likely each value is, of those that can be.

    >>> spread(np.array([3, 5, 8]), np.array([0, 2, 0]), np.array([0.25, 0.5, 0.25]))
    {3: 0.5, 8: 0.5}
    """
    sums = np.bincount(which, weights, len(values)).tolist()
    return {value: chance for value, chance in zip(values.tolist(), sums, strict=True) if chance}
