"""The odds of a whole fight, as its fighters' policies fight it: every state enumerated, none simulated.

Probabilities are float64. What is less likely than ``least`` is not followed; ``dropped`` is how much that was, in all: no
probability here is off by more.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.errors import BadInput, phrase
from ..simulate.simulation import Encounter, Simulation
from .chains.layout import Replan
from .chains.nodes import TooLarge
from .chains.whole import WholeFight
from .rounded import Rounded

UP, OUT, DEAD = 0, 1, 2
LEAST = 1e-13
MOST_LEFT_OUT = 1e-5
"""A state less likely than LEAST is not followed; where states get too many, less likely than this."""

MOST_NODES = 8
"""Open-ended rolls of one decision, at most, for the bound of what they leave out."""

MOST_DROPPED = 0.01
"""Odds of which more than this was left out are not given."""

MOST_STATES = 1_500_000
TRIAL_FIGHTS = 4000
"""Fights simulated first."""


@dataclass
class FightOdds:
    """``wins``: the probability of each side (by name) to be the last one standing; ``nobody``: that nobody is;
    ``undecided``: that the round limit comes first. ``rounds``: that the fight ends in round 1, 2, …. ``standing``: of
    each fighter, that it is up at the end of round 1, 2, …. ``ends``: of each fighter, that it is up, out, dead at the
    end. ``left``: of each fighter, the distribution of what it has left (HP, or as the game counts). ``dropped``: the
    probability left out. ``states``: how many there were."""

    wins: dict[str, float]
    nobody: float
    undecided: float
    rounds: list[float]
    standing: dict[str, list[float]]
    ends: dict[str, tuple[float, float, float]]
    left: dict[str, dict[int, float]]
    dropped: float
    states: int
    kind: str = "float64"
    leaves: int = field(default=0, repr=False)

    def time_down(self, fighter: str) -> list[float]:
        """The probability that a fighter goes down (and stays so) in round 1, 2, …."""
        up = [1.0, *self.standing[fighter]]
        return [max(0.0, before - after) for before, after in itertools.pairwise(up)]


def fight_odds(
    encounter: Encounter,
    policies: Mapping[str, str] | None = None,
    rounds: int | None = None,
    least: float = LEAST,
    most_states: int = MOST_STATES,
    progress: Callable[[int, float, int], None] | None = None,
) -> FightOdds:
    """The odds of an encounter that has not begun. ``policies``: in place of the file's, by fighter; ``rounds``: the
    limit, in place of the file's; ``progress(round, probability still to decide, states)`` is called after every round.

    Once there are half of ``most_states``, more and more of what is unlikely is left out (and counted). Raises BadInput where
    even that is not enough."""
    return Reckoning(encounter, policies, rounds, least, most_states, progress).odds()


class Reckoning:
    """What :func:`fight_odds` does, to be asked more than once: the operators and the states met are kept. Asked the second
    time, whole rounds are made of them where the fight allows it (:mod:`fracas.odds.rounded`)."""

    def __init__(
        self,
        encounter: Encounter,
        policies: Mapping[str, str] | None = None,
        rounds: int | None = None,
        least: float = LEAST,
        most_states: int = MOST_STATES,
        progress: Callable[[int, float, int], None] | None = None,
    ) -> None:
        self.simulation = simulation = Simulation(encounter, 0, policies)
        self.names = tuple(getattr(encounter, "sides", ())) or tuple(map(str, range(max(simulation.sides) + 1)))
        self.limit = simulation.rounds if rounds is None else rounds
        self.least, self.most, self.progress = least, most_states, progress
        ways = simulation.ways

        def status(fight: Any) -> Any:
            return tuple(
                DEAD if ways.dead(who) else OUT if ways.down(who) or not who.stand.here else UP
                for who in fight.fighters
            )

        def left(fight: Any) -> Any:
            return tuple(ways.left(who) for who in fight.fighters)

        def over(fight: Any) -> Any:
            return (fight.clock.over,)

        simulation.mind.known.update(learnt(simulation))
        self.chain = WholeFight(simulation.mind, self.limit, (status, left, over), simulation.seed)
        self.steps = 0
        """The most decisions in a row within one round so far."""
        self.answered = False
        self.rounded: Rounded | None = None

    def odds(self) -> FightOdds:
        """The odds."""
        while True:
            try:
                if self.answered and self.rounded is None:
                    self.rounded = Rounded(self)
                if self.rounded is not None and self.rounded.made:
                    return self.rounded.odds()
                found = self._odds()
                self.answered = True
                return found
            except Replan:
                self.chain.again()
                self.answered = False  # the rows are gone, too
            except TooLarge:
                raise too_large(phrase("a decision that can end in too many ways")) from None

    def _odds(self) -> FightOdds:
        chain = self.chain
        first = chain.first_states()
        now = {state: 0.0 for state, _ in first}
        for state, chance in first:
            now[state] += chance
        waiting: dict[int, dict[int, float]] = {}
        totals = np.zeros(2)
        ended: dict[int, float] = {}
        rounds, standing = [], []
        for number in range(1, self.limit + 1):
            over, after = self._round(now, waiting, number, totals)
            for state, chance in over.items():
                ended[state] = ended.get(state, 0.0) + chance
            rounds.append(sum(over.values()))
            now = after
            standing.append(self._standing(ended, now))
            if self.progress is not None:
                self.progress(
                    number, sum(now.values()) + sum(sum(one.values()) for one in waiting.values()), chain.count
                )
            if not now and not waiting:
                break
        late = self._over(now)
        if late:  # the last decision of the last round began another one, and that ended it
            rounds.append(sum(late.values()))
            for state, chance in late.items():
                ended[state] = ended.get(state, 0.0) + chance
        undecided = {state: chance for state, chance in now.items() if state not in late}
        for later in waiting.values():
            for state, chance in later.items():
                undecided[state] = undecided.get(state, 0.0) + chance
        return self._summed(ended, undecided, rounds, standing, float(totals[0]))

    def _over(self, now: dict[int, float]) -> dict[int, float]:
        """Those of the states in which the fight is over."""
        if not now:
            return {}
        numbers = self.chain.say(2, np.fromiter(now, np.int64, len(now)))
        return {
            state: chance
            for (state, chance), number in zip(now.items(), numbers.tolist(), strict=True)
            if self.chain.result(number)[0]
        }

    def _least(self) -> float:
        """What is too unlikely to be followed: more, once half of the states allowed are there."""
        crowd = min(1.0, max(0.0, 2 * self.chain.count / self.most - 1))
        return float(self.least * (MOST_LEFT_OUT / self.least) ** crowd) if self.least < MOST_LEFT_OUT else self.least

    def _round(
        self, now: dict[int, float], waiting: dict[int, dict[int, float]], number: int, totals: Any
    ) -> tuple[dict[int, float], dict[int, float]]:
        """One round: what ended in it, and what goes on into the next."""
        chain = self.chain
        over: dict[int, float] = {}
        size = len(chain.rows.keys)
        mass, near, following = np.zeros(size), np.zeros(size), np.zeros(size)
        live = np.fromiter(now, np.int64, len(now))
        mass[live] = list(now.values())
        follows = np.zeros(size, np.int64)
        follow_count = np.zeros(1, np.int64)
        steps = 0
        while len(live):
            done = 0
            steps += 1
            self.steps = max(self.steps, steps)
            totals[0] += float(mass[live].sum()) * MOST_NODES * chain.planted.dropped
            nears, near_count = np.zeros(size, np.int64), np.zeros(1, np.int64)
            while done < len(live):
                if chain.count > 2 * self.most:
                    raise too_large(phrase("more than {most} states", most=2 * self.most))
                if totals[0] > MOST_DROPPED:
                    percent = f"{100 * float(totals[0]):.1f}"
                    raise too_large(
                        phrase("after round {number} {percent} % would be left out", number=number - 1, percent=percent)
                    )
                least = self._least()
                far = (
                    *tuple(np.zeros(1 << 15, kind) for kind in (np.int64, np.int64, np.float64)),
                    np.zeros(1, np.int64),
                )
                done = chain.advance(
                    live,
                    done,
                    len(live),
                    mass,
                    least,
                    (near, nears, near_count),
                    (following, follows, follow_count),
                    far,
                    totals,
                )
                for at in range(int(far[3][0])):
                    later = waiting.setdefault(number + int(far[0][at]), {})
                    later[int(far[1][at])] = later.get(int(far[1][at]), 0.0) + float(far[2][at])
                if done < len(live):
                    chain._more_room()
                    size = len(chain.rows.keys)
                    mass, near, following = (grown(one, size) for one in (mass, near, following))
                    nears, follows = (grown(one, max(size, 2 * len(one))) for one in (nears, follows))
            for state in live[mass[live] != 0]:
                over[int(state)] = over.get(int(state), 0.0) + float(mass[state])
                mass[state] = 0.0
            live = nears[: near_count[0]].copy()
            mass, near = near, mass
        states = follows[: follow_count[0]]
        after = dict(zip(states.tolist(), following[states].tolist(), strict=True))
        for state, chance in waiting.pop(number + 1, {}).items():
            after[state] = after.get(state, 0.0) + chance
        return over, after

    def _standing(self, ended: dict[int, float], now: dict[int, float]) -> list[float]:
        """Of each fighter: up?"""
        found = [0.0] * len(self.simulation.sides)
        for status, chance in self._asked(0, ended, now).items():
            for i, one in enumerate(status):
                if one == UP:
                    found[i] += chance
        return found

    def _asked(self, question: int, *weights: dict[int, float]) -> dict[Any, float]:
        """The distribution of what is asked of states."""
        found: dict[Any, float] = {}
        for group in weights:
            if group:
                states = np.fromiter(group, np.int64, len(group))
                numbers = self.chain.say(question, states)
                sums = np.bincount(numbers, np.fromiter(group.values(), float, len(group)))
                for number in np.flatnonzero(sums):
                    answer = self.chain.result(int(number))
                    found[answer] = found.get(answer, 0.0) + float(sums[number])
        return found

    def _summed(
        self,
        ended: dict[int, float],
        undecided: dict[int, float],
        rounds: list[float],
        standing: list[list[float]],
        dropped: float,
    ) -> FightOdds:
        simulation = self.simulation
        names = self.names
        wins, nobody, stuck = dict.fromkeys(names, 0.0), 0.0, 0.0
        for status, chance in self._asked(0, ended).items():
            sides = {simulation.sides[i] for i, one in enumerate(status) if one == UP}
            if len(sides) == 1:
                wins[names[min(sides)]] += chance
            elif sides:  # nothing is left to try
                stuck += chance
            else:
                nobody += chance
        ids = simulation.fighters.ids
        ends = {id: [0.0, 0.0, 0.0] for id in ids}
        for status, chance in self._asked(0, ended, undecided).items():
            for id, one in zip(ids, status, strict=True):
                ends[id][one] += chance
        left: dict[str, dict[int, float]] = {id: {} for id in ids}
        for lefts, chance in self._asked(1, ended, undecided).items():
            for id, one in zip(ids, lefts, strict=True):
                left[id][one] = left[id].get(one, 0.0) + chance
        return FightOdds(
            wins,
            nobody,
            sum(undecided.values()) + stuck,
            rounds,
            {id: [row[i] for row in standing] for i, id in enumerate(ids)},
            {id: (one[0], one[1], one[2]) for id, one in ends.items()},
            {id: dict(sorted(one.items())) for id, one in left.items()},
            dropped,
            self.chain.count,
        )


def too_large(what: str) -> BadInput:
    """The error for a fight that cannot be enumerated."""
    return BadInput("fight", what, phrase("a smaller fight or fewer rounds; or simulate it"))


def learnt(simulation: Simulation) -> dict[tuple[int, int, int], tuple[int, ...]]:
    """What the fighters of a few simulated fights have found out about their attacks: compiled code finds it out sooner."""
    from ..simulate.kernel import COUNT, KEYS, STRIDE, kernel_of
    from ..simulate.memory import Memory

    mind = simulation.mind
    memory = Memory(simulation.game.name, mind, TRIAL_FIGHTS)
    memory.fight(kernel_of(simulation.game, simulation.ways), 0, TRIAL_FIGHTS, simulation.seed, simulation.rounds)
    known = memory.known
    count, stride = int(known.info.array[COUNT]), int(known.info.array[STRIDE])
    found = {}
    for number, key in enumerate(known.keys.array[:count].tolist()):
        target, by, code = key % KEYS, key // KEYS % KEYS, key // KEYS // KEYS
        plans = mind.first[by + 1] - mind.first[by]
        found[by, target, code] = tuple(known.worths.array[number * stride : number * stride + plans].tolist())
    return found


def grown(array: Any, size: int) -> Any:
    """An array with zeros behind it, up to a size."""
    return array if len(array) >= size else np.concatenate([array, np.zeros(size - len(array), array.dtype)])


__all__ = ["FightOdds", "Reckoning", "fight_odds"]
