"""Fights by the million: batches on all cores, and any one of them as a record.

Fight number n of a seed has dice of its own (:func:`~fracas.core.generator.stream_of`): what comes out depends neither on
the number of threads nor on the fights before it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from ..core.errors import BadInput, FracasError
from ..core.forms import one_of, shown
from ..core.generator import stream_of
from ..core.mind import Mind, QuietTable, perform_act, plans_of
from ..core.record import Session
from ..core.ways import POLICIES
from ..rules import ways_of
from .tally import Tally, fights_for

MOST_FIGHTS = 1_000_000_000
BATCH = 8192
"""Fights a thread makes in one go: counted, not timed, so that every run does the same."""

MOST_THREADS = 256
PERSON, DEFAULT = "person", "nearest"


class Encounter(Protocol):
    """What is simulated: as :class:`fracas.play.encounter.Encounter` has it."""

    game: Any
    session: Session
    players: dict[str, str]
    rounds: int


@dataclass(frozen=True)
class Outcome:
    """What a run came to: the counts, and whether it was interrupted."""

    tally: Tally
    interrupted: bool = False


class Simulation:
    """An encounter to be fought many times. ``policies`` says who decides how (by fighter), in place of the file's; persons
    are played by the nearest policy.

    >>> from fracas.encounters import ENCOUNTERS
    >>> from fracas.play.encounter import read_encounter
    >>> simulation = Simulation(read_encounter(str(ENCOUNTERS["cpred_duel"])), seed=7)
    >>> simulation.run(100).tally.fights  # doctest: +SKIP
    100
    """

    def __init__(self, encounter: Encounter, seed: int = 0, policies: Mapping[str, str] | None = None) -> None:
        self.game, session, self.rounds, self.seed = encounter.game, encounter.session, encounter.rounds, seed
        if type(seed) is not int or not 0 <= seed < 2**64:
            raise BadInput("seed", shown(seed), "a whole number from 0 to 2^64 - 1")
        self.ways = ways_of(self.game.name)
        self.record, self.fighters, start = session.record, session.starters, session.start
        if session.record.entries:
            raise BadInput("fight", f"{len(session.record.entries)} decisions made", "one that has not begun")
        self.policies = {id: policy_named(encounter.players.get(id, PERSON), id) for id in self.fighters.ids}
        for id, name in (policies or {}).items():
            if id not in self.policies:
                raise BadInput("policy", shown(id), one_of(id, self.fighters.ids))
            self.policies[id] = policy_named(name, id)
        numbers = [POLICIES.index(self.policies[id]) for id in self.fighters.ids]
        self.mind = Mind(self.ways, start, numbers, plans_of(self.game, self.ways, self.fighters))
        self.sides = tuple(who.stand.side for who in start.fighters)

    # -- many --------------------------------------------------------------------------------------------------------

    def run(
        self,
        fights: int,
        until: float | None = None,
        threads: int = 0,
        progress: Callable[[Tally], None] | None = None,
        rows: Callable[[int, Any], None] | None = None,
        batch: int = BATCH,
    ) -> Outcome:
        """So many fights, or (``until``) at most so many: it ends once every side's win rate is known that closely, counted
        in whole batches. ``threads`` 0: all cores. ``progress`` is called after each batch (so many fights), ``rows(first,
        rows)`` with what every fight came to, in order. Ctrl-C ends it with what is known so far."""
        check_count(fights, until, threads)
        tally = Tally(self.sides)
        stop = threading.Event()
        batches = self.batches(fights, threads or cores(), stop, batch)
        try:
            for first, found in batches:
                tally.add(found)
                if rows is not None:
                    rows(first, found)
                if progress is not None:
                    progress(tally)
                if until is not None and tally.precision() <= until:
                    break
        except KeyboardInterrupt:
            return Outcome(tally, interrupted=True)
        finally:
            stop.set()
            batches.close()
        return Outcome(tally)

    def batches(
        self, fights: int, threads: int, stop: threading.Event, batch: int = BATCH
    ) -> Generator[tuple[int, Any], None, None]:
        """Every batch in order: (number of its first fight, rows)."""
        from .kernel import kernel_of
        from .memory import Memory

        run = kernel_of(self.game, self.ways)
        free = [Memory(self.game.name, self.mind, min(batch, fights)) for _ in range(threads)]

        def work(first: int, count: int) -> Any:
            if stop.is_set():
                return None
            memory = free.pop()
            try:
                return memory.fight(run, first, count, self.seed, self.rounds)
            finally:
                free.append(memory)

        with ThreadPoolExecutor(threads) as pool:
            todo = [(first, min(batch, fights - first)) for first in range(0, min(fights, batch * threads * 2), batch)]
            waiting: list[tuple[int, Future[Any]]] = [(first, pool.submit(work, first, count)) for first, count in todo]
            following = len(todo) * batch
            while waiting:
                first, future = waiting.pop(0)
                found = future.result()
                if following < fights:
                    waiting.append((following, pool.submit(work, following, min(batch, fights - following))))
                    following += batch
                yield first, found

    # -- one ---------------------------------------------------------------------------------------------------------

    def fight(self, number: int) -> Session:
        """Fight ``number`` (from 0) again, as a session with its record: to explain, to save, to play on."""
        if type(number) is not int or not 0 <= number < MOST_FIGHTS:
            raise BadInput("fight", shown(number), f"a fight's number, from 0 to {MOST_FIGHTS - 1}")
        session = Session(self.game, replace(self.record, seed=stream_of(self.seed, number)))
        session.do("begin")
        tried = 0
        while not session.fight.clock.over and session.fight.round <= self.rounds:
            i = self.ways.whose(session.fight)
            act = self.mind.think(session.fight, i, tried, self.mind)
            do, by, target, details, targets = self.mind.choice(act, session.fight, self.fighters, i)
            try:
                session.do(do, by, target, details, targets=targets)
                tried = 0
            except FracasError:
                if (tried >> act.bit) & 1:
                    break
                tried |= 1 << act.bit
        return session

    def twin(self, number: int) -> Twin:
        """Fight ``number`` in Python, without a record."""
        key, ways, fight = stream_of(self.seed, number), self.ways, self.mind.start
        table = QuietTable(key)
        fight, tried, decisions = ways.begin(fight, ways.beginning, table), 0, 1
        spent, hurt = [0] * len(fight.fighters), -1
        while not fight.clock.over and fight.round <= self.rounds:
            i, counter = ways.whose(fight), table.generator.counter
            act = self.mind.think(fight, i, tried, self.mind)
            try:
                after = perform_act(ways, fight, i, act, self.mind, table)
            except FracasError:
                table.generator.counter = counter
                if (tried >> act.bit) & 1:
                    break
                tried |= 1 << act.bit
                continue
            finally:
                table.answers.clear()
                table.events.clear()
            if i >= 0:
                spent[i] += max(0, ways.ammunition(fight.fighters[i]) - ways.ammunition(after.fighters[i]))
            fight, tried, decisions = after, 0, decisions + 1
            worse = (
                j for j, who in enumerate(fight.fighters) if ways.left(who) < ways.left(self.mind.start.fighters[j])
            )
            hurt = next(worse, -1) if hurt < 0 else hurt
        return Twin(fight, decisions, hurt, tuple(spent))


class Twin(NamedTuple):
    """What a fight came to in Python: its end, how many decisions were made, who was hurt first (-1: nobody), and what
    each fighter spent of its ammunition."""

    fight: Any
    decisions: int
    hurt: int
    spent: tuple[int, ...]


def policy_named(name: Any, where: str) -> str:
    """The policy meant; persons are played by the nearest."""
    if name == PERSON:
        return DEFAULT
    if name not in POLICIES:
        raise BadInput(f"policy of {where}", shown(name), one_of(name, POLICIES))
    return str(name)


def check_count(fights: Any, until: Any, threads: Any) -> None:
    """BadInput where a run cannot be meant."""
    if type(fights) is not int or not 1 <= fights <= MOST_FIGHTS:
        raise BadInput("-n", shown(fights), f"a number of fights, from 1 to {MOST_FIGHTS:_}")
    if type(threads) is not int or not 0 <= threads <= MOST_THREADS:
        raise BadInput("threads", shown(threads), f"a number from 1 to {MOST_THREADS}, or 0 for all cores")
    if until is None:
        return
    if not isinstance(until, float) or not 0 < until < 0.5:
        raise BadInput("--until", shown(until), "a half width, above 0 and below 0.5, such as 0.005")
    # a side that always wins is known best: its interval is no narrower than z^2 / n
    if fights_for(until) > MOST_FIGHTS:
        needed = f"{until} (about {fights_for(until):_} fights)"
        raise BadInput("--until", needed, f"a precision that {MOST_FIGHTS:_} fights can reach, such as 0.0001")


def cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
