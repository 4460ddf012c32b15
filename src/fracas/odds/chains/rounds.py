"""A fight's rounds as operators: made once from the rows of decisions that a first walk has met, then applied as array work.

1. A decision with one end only is skipped: what leads to it leads to where it ends, within the round.
2. States are put in an order in which probability goes from earlier to later ones within a round (:func:`levels_of`). A fight
   that can come back to a state in the same round has none, and stays with its rows.
3. Of each level, states that share a target belong together: a *block*. In a duel a block is an attacker's wounds and class,
   and all wounds of its target. Blocks whose numbers are the same are a *group* and share one matrix.
4. States that are over are never walked to. How often each state was come to is added up over all rounds, and goes to the
   ends once, at the end.

Nothing here knows a game, or how many fight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .fight_kernels import OVER, STUCK, UNKNOWN, Rows
from .round_kernels import Blocks, arrived, joined, walk

MOST_ACTIVE = 20_000
"""States that a round goes through, at most: of more the answer sheets, one number for each, would be long."""

MOST_NUMBERS, SPARSEST = 1 << 22, 0.1
"""Numbers in all matrices at most, and how much of them has to be other than 0: else rows are better."""

MOST_LEVELS = 400
"""More decisions in a row within a round are taken for a circle."""

AT_ONCE = 64
"""Rounds that are walked before what is asked of them is added up."""

NEARLY = 1e-15
"""What a certain end may lack of 1."""


@dataclass
class Walked:
    """``ended``: how likely each state (by number) is at the end of a fight that is over or stuck; ``live``: of one that the
    round limit cut short. ``over[n]``, ``up[n]``: for each answer how likely it is that a fight ends in round n + 1 with
    it, and that the next round begins with it; ``going[n]``: how likely the next round is. ``dropped``: left out."""

    ended: Any
    live: Any
    over: Any
    up: Any
    going: Any
    dropped: float


class Rounds:
    """Operators of all that follows from ``first`` (states with their chances). ``answers(states)``: an array (answer,
    state) of numbers that are added up after every round. :meth:`made` says whether there are any."""

    def __init__(
        self, rows: Rows, count: int, first: Sequence[tuple[int, float]], answers: Callable[[Any], Any]
    ) -> None:
        self.rows, self.count, self.first = rows, count, first
        self.begin, self.end = rows.first[:count], rows.last[:count]
        self.over = (self.begin == OVER) | (self.begin == STUCK)
        self.made = self._make(answers)

    def _make(self, answers: Callable[[Any], Any]) -> bool:
        entries = int(self.end.max(initial=0))
        if entries and int(self.rows.rounds[:entries].max()) > 1:
            return False
        self.target, self.round = self._skipped(entries)
        active = self._reached()
        if active is None:
            return False
        self._arrange(active)
        levels = levels_of(self.live_first, self.live_target, self.live_round, len(active))
        if levels is None:
            return False
        blocks = self._blocks(levels)
        if blocks is None:
            return False
        self.blocks = blocks
        self._sheets(answers)
        return True

    # -- what leads where ----------------------------------------------------------------------------------------------

    def _skipped(self, entries: int) -> tuple[Any, Any]:
        """Targets and rounds of all entries, past decisions with one end only."""
        target, rounds = self.rows.target[:entries].astype(np.int64), self.rows.rounds[:entries].astype(np.int64)
        single = (self.end - self.begin == 1) & (self.begin >= 0)
        single[single] = self.rows.share[self.begin[single]] > 1 - NEARLY
        goal, later = np.arange(self.count), np.zeros(self.count, np.int64)
        goal[single], later[single] = target[self.begin[single]], rounds[self.begin[single]]
        for _ in range(64):  # each time twice as far; not past the end of a round
            on = (later == 0) & (goal[goal] != goal)
            if not on.any():
                break
            later[on], goal[on] = later[goal[on]], goal[goal[on]]
        within = rounds == 0
        found = np.where(within, goal[target], target)
        return found, np.where(within, later[target], rounds)

    def _reached(self) -> Any:
        """The numbers of all states that a round begins with or goes through; None: too many."""
        seen = np.zeros(self.count, bool)
        waiting = np.unique([state for state, _ in self.first])
        seen[waiting] = True
        while len(waiting):
            entries = entries_of(self.begin, self.end, waiting)
            on = (self.round[entries] == 1) | ~self.over[self.target[entries]]
            after = np.unique(self.target[entries[on]])
            waiting = after[~seen[after]]
            seen[waiting] = True
            if seen.sum() > MOST_ACTIVE:
                return None
        return np.flatnonzero(seen)

    def _arrange(self, active: Any) -> None:
        """Rows of active states alone (numbered by their place among them, in the order of their keys), and of ends."""
        keys = self.rows.keys[active]
        self.active = active = active[np.lexsort(keys.T[::-1])]
        place = np.full(self.count, -1)
        place[active] = np.arange(len(active))
        self.place = place
        entries = entries_of(self.begin, self.end, active)
        lengths = np.where(self.begin[active] >= 0, self.end[active] - self.begin[active], 0)
        source = np.repeat(np.arange(len(active)), lengths)
        ends = (self.round[entries] == 0) & self.over[self.target[entries]]
        self.ends = source[ends], self.target[entries[ends]], self.rows.share[entries[ends]]
        on = entries[~ends]
        pairs = source[~ends] * (2 * len(active)) + place[self.target[on]] + self.round[on] * len(active)
        pairs, where = np.unique(pairs, return_inverse=True)
        self.live_share = np.bincount(where, self.rows.share[on], len(pairs)) if len(on) else np.zeros(0)
        source, to = pairs // (2 * len(active)), pairs % (2 * len(active))
        self.live_first = np.searchsorted(source, np.arange(len(active) + 1))
        self.live_target, self.live_round = to % len(active), to // len(active)

    # -- blocks ---------------------------------------------------------------------------------------------------------

    def _blocks(self, levels: Any) -> Blocks | None:
        """All levels' blocks, grouped; None where they would be large or empty."""
        first, size = self.live_first, len(self.active)
        to = self.live_target + self.live_round * size
        groups: list[tuple[int, ...]] = []
        sources: list[Any] = []
        targets: list[Any] = []
        matrices: list[Any] = []
        bands: list[Any] = []
        at = goal = numbers = rows = 0
        for level in range(int(levels.max(initial=0)) + 1):
            states = np.flatnonzero((levels == level) & (np.diff(first) > 0))
            if not len(states):
                continue
            parents = np.arange(len(states) + 2 * size)
            joined(states, first[:-1], first[1:], to, parents)
            alike: dict[Any, list[tuple[Any, Any]]] = {}
            order = np.argsort(parents[: len(states)], kind="stable")
            for some in np.split(states[order], np.flatnonzero(np.diff(parents[: len(states)][order])) + 1):
                entries = entries_of(first[:-1], first[1:], some)
                goals, where = np.unique(to[entries], return_inverse=True)
                matrix = np.zeros((len(some), len(goals)))
                if numbers + matrix.size > MOST_NUMBERS:
                    return None
                matrix[np.repeat(np.arange(len(some)), np.diff(first)[some]), where] = self.live_share[entries]
                alike.setdefault((matrix.shape, matrix.tobytes()), []).append((some, goals))
            for ((height, width), content), members in alike.items():
                matrix = np.zeros((-(-height // 4) * 4, width))
                matrix[:height] = np.frombuffer(content).reshape(height, width)
                groups.append((at, len(members), height, goal, width, numbers, rows))
                sources += [some for some, _ in members]
                targets += [goals for _, goals in members]
                matrices.append(matrix.ravel())
                bands.append(banded(matrix))
                at, goal = at + len(members) * height, goal + len(members) * width
                numbers, rows = numbers + matrix.size, rows + len(bands[-1][0])
        matrix = joined_up(matrices, np.float64)
        if len(matrix) > 1 << 12 and np.count_nonzero(matrix) < SPARSEST * len(matrix):
            return None
        low, high = (joined_up([pair[side] for pair in bands], np.int64) for side in (0, 1))
        shape = np.array(groups, np.int64).reshape(-1, 7)
        return Blocks(shape, joined_up(sources, np.int64), joined_up(targets, np.int64), matrix, low, high)

    # -- answers --------------------------------------------------------------------------------------------------------

    def _sheets(self, answers: Callable[[Any], Any]) -> None:
        """What of each active state ends in its round, with each answer, and the answers of those that begin one."""
        source, goal, share = self.ends
        known = np.unique(goal)
        given = answers(np.concatenate([self.active, known]))
        here, there = given[:, : len(self.active)], given[:, len(self.active) :]
        place = np.searchsorted(known, goal)
        itself = self.over[self.active]
        weigh = [share, *(share * row[place] for row in there)]
        self.sheet = np.array([np.bincount(source, one, len(self.active)) for one in weigh])
        self.sheet[:, itself] = np.concatenate([np.ones((1, len(self.active))), here])[:, itself]
        starts = [self.place[state] for state, _ in self.first]
        self.places = np.unique(np.concatenate([starts, self.live_target[self.live_round == 1]]))
        self.here = np.ascontiguousarray(here[:, self.places])
        self.trail = np.zeros((AT_ONCE + 1, len(self.active)))  # all 0 between walks
        self.begun = np.zeros((AT_ONCE, len(self.places)))
        self.itself = itself
        self.known, self.to = known, place
        self.ends_first = np.searchsorted(source, np.arange(len(self.active) + 1))
        self.numbers = np.arange(len(self.active))
        self.unknown = self.begin[self.active] == UNKNOWN
        self.finals = np.concatenate([known, self.active])
        """The states in which a fight can be when all is done: ends, then active ones."""

    # -- walking --------------------------------------------------------------------------------------------------------

    def walk(self, limit: int, least: float) -> Walked:
        """All rounds to the limit, or until what goes on is less likely than ``least``."""
        size = len(self.active)
        live, visits, dropped = np.zeros(size), np.zeros(size), np.zeros(1)
        for state, chance in self.first:
            live[self.place[state]] += chance
        over, up, going = [], [], []
        given, row = np.zeros(size + 4), np.zeros(2 * size)
        done, count = 0, AT_ONCE
        while done < limit and count == AT_ONCE:
            trail, begun = self.trail[: min(AT_ONCE, limit - done) + 1], self.begun
            trail[0] = live
            count = walk(self.blocks, trail, self.places, begun, least, dropped, given, row)
            done, live = done + count, trail[count].copy()
            visits += trail[:count].sum(axis=0)
            over.append(trail[:count] @ self.sheet.T)
            up.append(begun[:count] @ self.here.T)
            going.append(begun[:count].sum(axis=1))
            trail[: count + 1] = 0.0
        ended = np.zeros(len(self.finals))
        arrived(visits, self.numbers, self.ends_first[:-1], self.ends_first[1:], self.to, self.ends[2], ended)
        ended[len(self.known) :] += np.where(self.itself, visits, 0.0)
        lost = float(dropped[0]) + float(visits[self.unknown].sum())
        if float(going[-1][-1]) < least:
            lost, live = lost + float(live.sum()), np.zeros(size)
        return Walked(ended, live, np.concatenate(over), np.concatenate(up), np.concatenate(going), lost)


def entries_of(first: Any, last: Any, states: Any) -> Any:
    """The places of all entries of these states, one state after the other.

    >>> entries_of(np.array([0, 2, -10]), np.array([2, 5, -10]), np.array([1, 2, 0])).tolist()
    [2, 3, 4, 0, 1]
    """
    lengths = np.where(first[states] >= 0, last[states] - first[states], 0)
    starts = np.repeat(first[states] - np.cumsum(lengths) + lengths, lengths)
    return starts + np.arange(len(starts))


def levels_of(first: Any, target: Any, later: Any, count: int) -> Any:
    """For each state the most steps within a round that lead to it from any other; None where they go round in a circle.

    >>> levels_of(np.array([0, 2, 3, 3]), np.array([1, 2, 2]), np.array([0, 0, 0]), 3).tolist()
    [0, 1, 2]
    >>> levels_of(np.array([0, 1, 2]), np.array([1, 0]), np.array([0, 0]), 2) is None
    True
    """
    source = np.repeat(np.arange(count), np.diff(first))[later == 0]
    goal = target[later == 0]
    levels = np.zeros(count, np.int64)
    for _ in range(min(count, MOST_LEVELS) + 1):
        longer = levels.copy()
        np.maximum.at(longer, goal, levels[source] + 1)
        if (longer == levels).all():
            return levels
        levels = longer
    return None


def banded(matrix: Any) -> tuple[Any, Any]:
    """Where the numbers of four rows at a time begin and end.

    >>> [side.tolist() for side in banded(np.array([[0.0, 0.5, 0.5], [0.0, 0.0, 0.0]]))]
    [[1], [3]]
    """
    height, width = matrix.shape
    there = np.logical_or.reduceat(matrix != 0, np.arange(0, height, 4), axis=0)
    some = there.any(axis=1)
    low = np.where(some, there.argmax(axis=1), 0)
    return low, np.where(some, width - there[:, ::-1].argmax(axis=1), 0)


def joined_up(parts: list[Any], kind: Any) -> Any:
    """Arrays one after the other."""
    return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)
