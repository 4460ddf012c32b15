"""How fracas is asked for each exact row. ``first()`` makes everything and keeps it (a :class:`fracas.odds.chains.Chain`),
``run()`` then goes from the start state to the weights of the states it can end in: both are timed. Reading the states is not
timed, as it is not for the peers, whose states are numbers too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from workloads import CHAIN_2020, DUEL_ROUNDS, Workload

from fracas.core.exact import explore
from fracas.odds import fight, odds_of
from fracas.odds.chains import Chain
from fracas.play.encounter import encounter_of


def reader(workload: Workload, ids: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The function from a fight to the numbers that the workload asks for: plain whole numbers, so that a chain, which puts
    states of unknown numbers to it, learns what it reads."""
    views = [workload.rules().view(ids, path) for path in workload.paths]
    return lambda fight: tuple(int(number) for number in workload.read(tuple(view(fight) for view in views)))


class Asked:
    """A workload's decision, made ``times`` over; ``answer`` reads the distribution after each time, as :mod:`workloads` has
    it."""

    def __init__(self, workload: Workload, times: int = 1, **changed: Any) -> None:
        self.workload, self.times = workload, times
        self.setup = workload.setup()
        self.decision = workload.decision(self.setup, **changed)
        self.read = reader(workload, self.setup.fighters.ids)
        self.chain: Chain

    def first(self) -> Any:
        """The first call: the chain is made, and kept."""
        self.chain = Chain(self.workload.rules(), self.setup.fight, self.decision, self.read, self.over)
        return self.run()

    over: Any = None

    def run(self) -> Any:
        return self.chain.steps(self.times)

    def answer(self, found: Any) -> list[dict[Any, Fraction]]:
        return [spread.chances(self.read) for spread in found[1:]]


class Several:
    """A workload's decision once, with other fields each time."""

    def __init__(self, workload: Workload, changes: Sequence[Mapping[str, Any]]) -> None:
        self.workload, self.changes = workload, changes
        self.all = [Asked(workload, **changed) for changed in changes]

    def first(self) -> Any:
        """The first call of each: every chain is made, and kept."""
        return [one.first() for one in self.all]

    def run(self) -> Any:
        return [one.run() for one in self.all]

    def answer(self, found: Any) -> list[dict[Any, Fraction]]:
        """One distribution for each."""
        return [one.answer(spreads)[0] for one, spreads in zip(self.all, found, strict=True)]


class Duel:
    """An encounter's odds (:mod:`fracas.odds.fight`), what it has made of the rules and the states met kept: win chances of
    the first and the second side, and the chance that it ends in each round."""

    def __init__(self, encounter: Mapping[str, Any]) -> None:
        self.encounter = encounter_of(encounter)
        self.kept: Any = None

    def first(self) -> Any:
        """The first call, and the second, which makes operators of whole rounds of what the first has met."""
        self.kept = fight.Reckoning(self.encounter)
        self.run()
        return self.run()

    def run(self) -> Any:
        return self.kept.odds()

    def answer(self, found: Any) -> tuple[float, float, list[float]]:
        """What the peers give."""
        first, second = found.wins.values()
        return first, second, [*found.rounds, *[0.0] * (DUEL_ROUNDS - len(found.rounds))]


def known_exactly(workload: Workload, fighters: Mapping[str, Any] | None = None, **changed: Any) -> dict[Any, Fraction]:
    """The distribution after one decision by today's exact table (:func:`fracas.odds.odds_of`): what peers are checked
    against on small sizes. ``fighters``: others than the workload's."""
    one = workload if fighters is None else replace(workload, fighters=fighters)
    setup = one.setup()
    odds = odds_of(one.rules(), setup.fight, one.decision(setup, **changed), setup.fighters.ids, trace=False)
    return merged(odds.explored.states.items(), reader(one, setup.fighters.ids))


def known_steps(workload: Workload, times: int) -> list[dict[Any, Fraction]]:
    """The same decision again and again by the exact table, every state explored once."""
    setup = workload.setup()
    decision, step = workload.decision(setup), workload.rules().step
    read = reader(workload, setup.fighters.ids)
    known: dict[Any, Any] = {}
    now, found = {setup.fight: Fraction(1)}, []
    for _ in range(times):
        after: dict[Any, Fraction] = {}
        for state, chance in now.items():
            if state not in known:
                known[state] = explore(step, state, decision).states
            for end, share in known[state].items():
                after[end] = after.get(end, Fraction(0)) + chance * share
        now = after
        found.append(merged(now.items(), read))
    return found


def merged(states: Any, read: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """Chances of what is read of the states."""
    found: dict[Any, Fraction] = {}
    for state, chance in states:
        value = read(state)
        found[value] = found.get(value, Fraction(0)) + chance
    return found


class ManyShots(Asked):
    """:data:`workloads.CHAIN_2020` for so many shots, the last distribution alone."""

    def __init__(self, shots: int) -> None:
        super().__init__(CHAIN_2020, shots)

    @staticmethod
    def over(fight: Any) -> bool:
        """Nothing more is asked of the dead."""
        return fight.fighters[0].wounds.dead == 1  # type: ignore[no-any-return]

    def run(self) -> Any:
        return self.chain.after(self.times)

    def rows(self, spread: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
        """(state, weight) pairs."""
        for state, weight in zip(spread.states, spread.weights, strict=True):
            yield self.read(spread.state(state)), weight
