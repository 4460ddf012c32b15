"""A whole fight as a chain of decisions: every state in which somebody decides, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.errors import BadInput, FracasError, phrase
from ...core.generator import stream_of
from ...core.mind import Mind, Plans, QuietTable, perform_act, tried_out
from ...core.state import evolve, fighter, flatten, with_fighter
from ...core.ways import Act
from .chain import MOST_ENDS, doubled, room_for
from .diagram import MOST_RUNS, Diagram
from .fight_kernels import (
    CODES,
    FULL,
    GROW_ACT,
    GROW_THOUGHT,
    OVER,
    UNKNOWN,
    Minds,
    Rows,
    push,
    told,
)
from .forest import Planted
from .kernels import TOO_HIGH, TOO_LOW, refill, slot_of
from .layout import Layout, Replan, probed
from .nodes import Chance, Leaf, step_of
from .path import Path
from .symbols import key_of
from .tables import SymbolicTable

TRIALS, LONGEST = 100, 400
"""Fights tried before anything is enumerated, and how many decisions of each."""

FIRST_STATES, FIRST_ENTRIES = 1 << 16, 1 << 18
MOST_AT_ONCE = 256


class CellMind(Mind):
    """A mind to which states with cells can be put."""

    def look(self, fight: Any, by: int, target: int) -> tuple[int, ...]:
        by, target = int(by), int(target)
        key = by, target, int(self.ways.aspect(fight, by, target))
        if key not in self.known:
            plans = self.plans[self.first[by] : self.first[by + 1]]
            self.known[key] = tried_out(self.ways, self.start, *key, plans)
        return self.known[key]


class WholeFight:
    """The chain of a fight whose fighters' policies decide. ``asked(fight)``: a tuple of what will be asked of states."""

    def __init__(self, mind: Mind, rounds: int, asked: tuple[Callable[[Any], Any], ...], seed: int = 0) -> None:
        plans = Plans(mind.first, mind.plans, mind.decisions)
        self.mind = CellMind(mind.ways, mind.start, mind.policies, plans)
        self.mind.known = mind.known
        self.ways, self.start, self.limit, self.asked, self.seed = mind.ways, mind.start, rounds, asked, seed
        self._lay_out(probed(self.start, self._trial, TRIALS, self._ask_all))

    def _ask_all(self, fight: Any) -> None:
        for ask in self.asked:
            plain(ask(fight))

    def _trial(self, fight: Any, run: int) -> Iterator[Any]:
        """A fight of which every state is given back and taken up again."""
        table, ways = QuietTable(stream_of(self.seed, run)), self.ways
        yield self._begun(fight, table)
        tried = 0
        for _ in range(LONGEST):
            if fight.clock.over:
                return
            i = int(ways.whose(fight))
            act = self._act(fight, i, tried)
            try:
                after = perform_act(ways, fight, i, act, self.mind, table)
            except FracasError:
                if tried >> act.bit & 1:
                    return
                tried |= 1 << act.bit
                continue
            finally:
                table.answers.clear()
                table.events.clear()
            tried = 0
            yield after

    def _begun(self, fight: Any, table: Any) -> Any:
        """The fight begun, with the fighters' places in the order for their initiative: all that is ever asked of it is
        whose is higher, and so states that differ in nothing else are one."""
        return ranked(self.ways.begin(fight, self.ways.beginning, table))

    def _act(self, fight: Any, i: int, tried: int) -> Act:
        return Act(*[int(one) for one in self.mind.think(fight, i, tried, self.mind)])

    # -- diagrams ------------------------------------------------------------------------------------------------

    def _lay_out(self, layout: Layout) -> None:
        """Everything from the beginning, for states laid out like this."""
        self.layout = layout
        self.planted = Planted(layout)
        self.known: dict[Any, list[Any]] = {}
        self.thoughts: dict[int, int] = {}
        self.acts: dict[tuple[int, Act], int] = {}
        self.act_diagrams: list[int] = []
        self.questions = [
            self._diagram(lambda fight, table, ask=ask: plain(ask(fight)), self._answer) for ask in self.asked
        ]
        self.thought(0)
        self._make_arrays()
        self.at_once = 1
        self._enter()

    def _diagram(self, rule: Callable[..., Any], ends: Callable[[Any, Any], Any]) -> int:
        return self.planted.add(Diagram(self.layout.ground, rule, (self.layout.symbolic,), ends, self.known))

    def thought(self, tried: int) -> int:
        """The diagram of what is thought when this was tried."""
        if tried not in self.thoughts:

            def think(fight: Any, table: Any) -> Any:
                if fight.clock.over:
                    return None
                i = int(self.ways.whose(fight))
                return i, self._act(fight, i, tried)

            self.thoughts[tried] = self._diagram(think, lambda result, path: ((), ("act", result)))
        return self.thoughts[tried]

    def _answer(self, result: Any, path: Any) -> Any:
        return (), ("answer", result)

    def _after(self, fight: Any, path: Any) -> Any:
        writes = self.layout.writes(fight, path)
        for now, was in zip(fight.fighters, self.layout.symbolic.fighters, strict=True):
            if self.ordered and now.stand.order is not was.stand.order:
                raise BadInput(
                    "fight", phrase("an order that changes in the fight"), phrase("one that can be simulated")
                )
        now, symbolic = fight.round, self.layout.symbolic.round
        begun = int(now - symbolic)
        return writes, ("rounds", begun)

    def _act_number(self, i: int, act: Act) -> int:
        """The number of an act, whose diagram is added when it is new."""
        key = i, act
        if key not in self.acts:
            self.acts[key] = len(self.act_diagrams)

            def perform(fight: Any, table: Any) -> Any:
                return perform_act(self.ways, fight, i, act, self.mind, table)

            self.act_diagrams.append(self._diagram(perform, self._after))
        return self.acts[key]

    @property
    def ordered(self) -> bool:
        """Has the fight begun?"""
        return self.count > 0

    def _enter(self) -> None:
        """What has grown is entered into the arrays."""
        if self.layout.learnt:
            raise Replan
        forest = self.planted.update()
        meaning = []
        for result in self.planted.results:
            if result is None or result[0] == "answer":
                meaning.append(0)
            elif result[0] == "rounds":
                meaning.append(result[1])
            else:
                meaning.append(OVER if result[1] is None else self._act_number(*result[1]))
        if len(self.planted.roots) > len(self.planted.diagrams) or any(
            self.planted.roots[number] < 0 and self.planted.diagrams[number].root[0] is not None
            for number in self.act_diagrams
        ):
            forest = self.planted.update()
        roots = self.planted.roots
        self.forest = forest
        acts = list(self.acts)
        self.minds = Minds(
            np.array(list(self.thoughts), np.int64),
            np.array([roots[number] for number in self.thoughts.values()], np.int64),
            np.array([roots[number] for number in self.act_diagrams] or [-1], np.int64),
            np.array([act.bit for _, act in acts] or [0], np.int64),
            np.array(meaning or [0], np.int64),
        )

    # -- states --------------------------------------------------------------------------------------------------

    def _make_arrays(self) -> None:
        words = self.layout.words
        self.rows = Rows(
            np.zeros((FIRST_STATES, words), np.int64),
            np.full(4 * FIRST_STATES, -1, np.int64),
            np.full(FIRST_STATES, -1, np.int64),
            np.full(FIRST_STATES, UNKNOWN, np.int64),
            np.zeros(FIRST_STATES, np.int64),
            np.zeros(FIRST_ENTRIES, np.int32),
            np.zeros(FIRST_ENTRIES),
            np.zeros(FIRST_ENTRIES, np.int8),
        )
        self.count, self.entries = 0, 0
        self.room = room_for(words)
        self.wanted = np.zeros(2, np.int64)
        self.told = [np.full(FIRST_STATES, -1, np.int64) for _ in self.asked]

    def _more_room(self) -> None:
        rows = self.rows
        keys, marks, first, last = rows.keys, rows.marks, rows.first, rows.last
        target, share, rounds, slots = rows.target, rows.share, rows.rounds, rows.slots
        if 2 * (self.count + MOST_ENDS) >= len(keys):
            keys, marks = doubled(keys, 0), doubled(marks, -1)
            first, last = doubled(first, UNKNOWN), doubled(last, 0)
            slots = np.full(4 * len(keys), -1, np.int64)
            refill(keys, self.count, slots)
            self.told = [doubled(one, -1) for one in self.told]
        if self.entries + 2 * MOST_ENDS >= len(target):
            target, share, rounds = doubled(target, 0), doubled(share, 0), doubled(rounds, 0)
        self.rows = Rows(keys, slots, marks, first, last, target, share, rounds)

    def number(self, words: Any) -> int:
        """The number of a state, which is entered when it is new."""
        if self.count + 1 >= len(self.rows.keys):
            self._more_room()
        slot = slot_of(words, self.rows.keys, self.rows.slots)
        if self.rows.slots[slot] < 0:
            self.rows.slots[slot] = self.count
            self.rows.keys[self.count] = words
            self.count += 1
        return int(self.rows.slots[slot])

    def first_states(self) -> list[tuple[int, float]]:
        """The states after the fight has begun (initiative), with their probabilities."""

        def by_rank(state: Any) -> Any:
            return key_of(ranked(state) if type(state) is type(self.start) else state)

        table = SymbolicTable(self.layout.ground, {}, key=by_rank)
        self.layout.ground.left = MOST_RUNS
        self.layout.ground.walk = Path([None], self.layout.values, (), self.layout.seen)
        ends = table.every_end(self._begun, self.start, ())
        self._enter()
        return [
            (self.number(self.layout.packed(flatten(fight))), weight / ends.total)
            for fight, weight in ends.states.values()
        ]

    def _too_narrow(self, code: int) -> None:
        self.layout.too_narrow(int(self.room[3][0]), code == TOO_LOW)
        raise Replan

    def advance(
        self, live: Any, begin: int, end: int, mass: Any, least: float, near: Any, following: Any, far: Any, totals: Any
    ) -> int:
        """One decision in each of ``live[begin:end]``, as :func:`push`; returns how far it came (arrays given were too
        small)."""
        while True:
            far_place, self.count, self.entries, why = push(
                live,
                begin,
                end,
                mass,
                least,
                self.count,
                self.entries,
                self.rows,
                self.forest,
                self.minds,
                self.room,
                self.wanted,
                near,
                following,
                far,
                totals,
            )
            begin = int(far_place)
            if why == 0 or why == FULL:
                return begin
            if why in (TOO_LOW, TOO_HIGH):
                self._too_narrow(why)
            if why not in (GROW_THOUGHT, GROW_ACT):
                raise BadInput("fight", CODES[int(why)], phrase("one that can be simulated"))
            self._grow(why, live[begin : min(end, begin + self.at_once)])
            self.at_once = min(2 * self.at_once, MOST_AT_ONCE)

    def _grow(self, why: int, states: Any) -> None:
        """Let a diagram grow for the first of these states, and every one it serves for the others."""
        for state in states:
            values = self.layout.unpacked(self.rows.keys[state])
            tried = 0
            for _ in range(64):
                diagram = self.planted.diagrams[self.thought(tried)]
                diagram.grow(values)
                result = result_for(diagram, values)
                if result[1] is None:
                    break
                act = self.planted.diagrams[self.act_diagrams[self._act_number(*result[1])]]
                act.grow(values)
                if not refused_for(act, values) or tried >> result[1][1].bit & 1:
                    break
                tried |= 1 << result[1][1].bit
        self._enter()

    def say(self, question: int, states: Any) -> Any:
        """What is asked (by number) of states: numbers of results."""
        found = self.told[question]
        states = np.ascontiguousarray(states, np.int64)
        done, at_once = 0, 16
        while done < len(states):
            root = self.planted.roots[self.questions[question]]
            done += int(told(root, states[done:], len(states) - done, self.rows.keys, self.forest, self.room, found))
            if done < len(states):
                for state in states[done : done + at_once]:
                    if found[state] < 0:
                        self.planted.diagrams[self.questions[question]].grow(
                            self.layout.unpacked(self.rows.keys[state])
                        )
                self._enter()
                at_once *= 2
        return found[states]

    def result(self, number: int) -> Any:
        """What a result's number stands for."""
        return self.planted.results[number][1]

    def again(self) -> None:
        """After a Replan: from the beginning, with what was learnt. Diagrams stay as long as states have the same fields."""
        layout = self.layout.again()
        if layout is not self.layout:
            self._lay_out(layout)
            return
        diagrams = self.planted.diagrams
        self.planted = Planted(layout)
        for diagram in diagrams:
            self.planted.add(diagram)
        self._make_arrays()
        self._enter()


def ranked(fight: Any) -> Any:
    """The fight with each fighter's rank in place of its number in the order."""
    orders = [int(fighter(fight, i).stand.order) for i in range(len(fight.fighters))]
    for i, order in enumerate(orders):
        who = fighter(fight, i)
        rank = len({other for other in orders if other < order})
        fight = with_fighter(fight, i, evolve(who, stand=evolve(who.stand, order=rank)))
    return fight


def result_for(diagram: Diagram, values: Any) -> Any:
    """What a diagram without chance ends in for a state."""
    node = diagram.root[0]
    while not isinstance(node, Leaf):
        node = node.after[step_of(node, values)]
    return node.result[1]


def refused_for(diagram: Diagram, values: Any) -> bool:
    """Is what a diagram does refused to a state?"""
    node = diagram.root[0]
    while not isinstance(node, Leaf):
        node = node.after[0 if isinstance(node, Chance) else step_of(node, values)]
    return node.refused


def plain(answer: Any) -> Any:
    """Whole numbers in place of cells."""
    return tuple(plain(one) for one in answer) if isinstance(answer, tuple) else int(answer)
