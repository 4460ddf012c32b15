"""One decision made again and again: the states that can come, and how likely each is after every time.

>>> from fracas.core.game import decide, set_up
>>> from fracas.rules import load
>>> game = load("cpred")
>>> setup = set_up(game, {"v": {"hp": 40, "armour": [{"name": "jacket", "sp": 11, "covers": ["body"]}]}})
>>> hit = decide(game, setup.fighters, "hit", target="v", details={"damage": "3d6", "injury": False})
>>> chain = Chain(game, setup.fight, hit)
>>> two = chain.after(2)
>>> two.kind, two.total == 216**2, sum(two.weights) == two.total
('exact', True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.errors import BadInput, FracasError, phrase
from ...core.game import Game, runner_of
from ...core.mind import QuietTable
from .blocks import Blocks
from .diagram import Diagram
from .forest import Planted
from .kernels import MISSING, TOO_HIGH, TOO_LOW, TOO_MANY, lacking, move, move_limbs, refill, rows_of
from .layout import Layout, Replan, probed
from .nodes import EQUAL, Leaf, Test, TooLarge
from .split import NotSeparable
from .spread import LIMB, Spread

TRIALS, LONGEST = 100, 40
"""Trial runs of the decision before anything is enumerated, and how often each makes it."""

MOST_ENDS, DEEPEST = 1 << 14, 1 << 14
FIRST_STATES, FIRST_ENTRIES = 1 << 10, 1 << 14
MOST_AT_ONCE = 4096
FEWEST = 2
"""Times from which on it is tried to do without rows."""


def doubled(array: Any, fill: int) -> Any:
    """An array with as much again behind it."""
    return np.concatenate([array, np.full_like(array, fill)])


def room_for(words: int) -> tuple[Any, ...]:
    """What :func:`~fracas.odds.chains.kernels.ends_of` writes to, for states of so many words."""
    return (
        np.zeros((MOST_ENDS, words), np.int64),
        np.zeros(MOST_ENDS),
        np.zeros(MOST_ENDS, np.uint64),
        np.zeros(MOST_ENDS, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST),
        np.zeros(DEEPEST, np.uint64),
    )


class Chain:
    """``decision`` made again and again from ``fight`` on. States are numbered, 0 is the first. ``asked``: what will be
    asked of a fight (see :meth:`Spread.chances`); states that differ in nothing that is asked, nor in what any rule
    reads, are one. Without it they are kept apart in all. ``over``: a question about one number of a fight (is the
    target dead?) after which nothing more is asked: where it is answered with yes, all states are one, that of the start
    with this number. What is only reported (damage as rolled) is not kept."""

    def __init__(
        self,
        game: Game,
        fight: Any,
        decision: Any,
        asked: Callable[[Any], Any] | None = None,
        over: Callable[[Any], bool] | None = None,
    ) -> None:
        self.game, self.fight, self.decision, self.over = game, fight, decision, over
        self.rule = runner_of(decision)
        self.separable = True
        """May the first question of the decision sort what follows (see blocks.py)? As far as is known."""
        layout = probed(fight, self._trial, TRIALS, asked)
        if asked is None:
            layout = Layout(fight, layout.ranges, set(range(len(layout.values))))
        self._lay_out(layout)

    def _trial(self, state: Any, run: int) -> Iterator[Any]:
        table = QuietTable(run)
        for _ in range(LONGEST):
            try:
                end = self.rule(state, self.decision, table)
            except FracasError:
                return
            finally:
                table.answers.clear()
                table.events.clear()
            yield end

    def _lay_out(self, layout: Layout) -> None:
        """Everything from the beginning, for states laid out like this."""
        self.layout = layout
        self.diagram = Diagram(layout.ground, self.rule, (layout.symbolic, self.decision), self._end)
        self.keys = np.zeros((FIRST_STATES, layout.words), np.int64)
        self.keys[0] = layout.packed(layout.values)
        self.slots = np.full(4 * FIRST_STATES, -1, np.int64)
        self.marks = np.full(FIRST_STATES, -1, np.int64)
        self.count, self.done, self.weighed = 1, 0, False
        self.counts = [1]
        self.levels = np.array(self.counts)
        refill(self.keys, 1, self.slots)
        self.starts = np.zeros(FIRST_STATES + 1, np.int64)
        self.targets = np.zeros(FIRST_ENTRIES, np.int32)
        self.shares = np.zeros(FIRST_ENTRIES)
        self.wholes = np.zeros(FIRST_ENTRIES, np.uint64)
        self.room = room_for(layout.words)
        self.at_once = 1
        self.planted = Planted(layout)
        self.planted.add(self.diagram)
        self.forest = self.planted.update()
        self.lump = self._lump()
        self.blocks: Blocks | None = None
        self.denominator = 0
        """Of every row's whole weights; 0 where they are too large to be kept."""

    @property
    def reached(self) -> list[int]:
        """How many states can come within 0, 1, 2, … times, as far as was asked."""
        return self.blocks.reached if self.blocks is not None else self.counts

    def _lump(self) -> tuple[int, int, Any]:
        """The field that says that it is over, as packed, and the state that stands for all of those."""
        layout = self.layout
        nothing = -1, 0, layout.packed(layout.values)
        if self.over is None:
            return nothing
        ask = self.over
        question = Diagram(
            layout.ground, lambda fight, table: bool(ask(fight)), (layout.symbolic,), lambda yes, path: yes
        )
        question.grow(layout.values)
        node = question.root[0]
        if isinstance(node, Leaf):
            return nothing
        values = list(layout.values)
        if isinstance(node, Test) and node.kind == EQUAL:
            values[node.field] = node.number if values[node.field] != node.number else node.number + 1
            question.grow(values)
            if all(isinstance(one, Leaf) for one in node.after):
                place = layout.index[node.field]
                number = node.number if node.after[1].result else values[node.field]
                values[node.field] = number
                return place, number - int(layout.low[place]), layout.packed(values)
        raise BadInput(
            "over", phrase("more than one number"), phrase("a question about one number, such as whether it is dead")
        )

    def _end(self, result: Any, path: Any) -> Any:
        return self.layout.writes(result, path), None

    @property
    def dropped(self) -> float:
        """The most that an open-ended roll leaves out each time, since it is not followed for ever."""
        return max(self.planted.dropped, self.blocks.reader.dropped if self.blocks else 0.0)

    # -- rows ----------------------------------------------------------------------------------------------------

    def rows(self, last: int) -> None:
        """Make the rows of all states before ``last``. Replan where the layout has to be another."""
        while self.done < last:
            far, self.count, _entries, why = rows_of(
                self.done,
                last,
                self.planted.roots[0],
                self.forest,
                self.keys,
                self.count,
                self.slots,
                self.starts,
                self.targets,
                self.shares,
                self.wholes,
                self.room,
                self.marks,
                self.lump,
            )
            self.done = far
            if why == 1:
                self._more_room()
            elif why == MISSING:
                self._grow(last)
            elif why in (TOO_LOW, TOO_HIGH):
                self.layout.too_narrow(int(self.room[3][0]), why == TOO_LOW)
                raise Replan
            elif why == TOO_MANY:
                raise BadInput("decision", phrase("too many ways it can end"), phrase("one with fewer dice"))

    def _grow(self, last: int) -> None:
        """Grow the diagram for some of the states that miss a branch: twice as many each time."""
        wanted = np.zeros(self.at_once, np.int64)
        count = lacking(self.done, last, self.planted.roots[0], self.forest, self.keys, self.room, self.at_once, wanted)
        self.at_once = min(2 * self.at_once, MOST_AT_ONCE)
        for state in wanted[:count]:
            self.diagram.grow(self.layout.unpacked(self.keys[state]))
        if self.layout.learnt:
            raise Replan
        self.forest = self.planted.update()
        self.weighed = False

    def _more_room(self) -> None:
        """Room for the ends of one more state at least."""
        while 2 * (self.count + MOST_ENDS) > len(self.keys):
            self.keys, self.marks = doubled(self.keys, 0), doubled(self.marks, -1)
            self.starts = np.concatenate([self.starts, np.zeros(len(self.starts) - 1, np.int64)])
        if len(self.slots) < 4 * len(self.keys):
            self.slots = np.full(4 * len(self.keys), -1, np.int64)
            refill(self.keys, self.count, self.slots)
        while int(self.starts[self.done]) + MOST_ENDS > len(self.targets):
            self.targets, self.shares = doubled(self.targets, 0), doubled(self.shares, 0)
            self.wholes = doubled(self.wholes, 0)

    def state(self, number: int) -> Any:
        """A state that has a row, as the rules know it; what they write and never read is as it was at the start."""
        return self.layout.state(self.keys[number])

    # -- steps ---------------------------------------------------------------------------------------------------

    def steps(self, times: int, exact: bool = True) -> list[Spread]:
        """How likely each state is after 0, 1, … ``times`` times. Exact where the numbers allow it; else float64."""
        return self._replanned(times, exact, True)

    def after(self, times: int, exact: bool = True) -> Spread:
        """How likely each state is after so many times."""
        return self._replanned(times, exact, False)[-1]

    def _replanned(self, times: int, exact: bool, every: bool) -> list[Spread]:
        while True:
            try:
                if times >= FEWEST and self.separable:
                    return self._in_blocks(times, exact, every)
                return self._steps(times, exact)
            except Replan:
                self._lay_out(self.layout.again())
            except NotSeparable:
                self.separable, self.blocks = False, None

    def _in_blocks(self, times: int, exact: bool, every: bool) -> list[Spread]:
        """The steps with weights by what is outer and inner of states, without rows. Raises NotSeparable."""
        layout = self.layout
        try:
            if self.blocks is None:
                place, number, _ = self.lump
                over = (layout.fields[place], number + int(layout.low[place])) if place >= 0 else None
                self.blocks = Blocks(layout, self.rule, self.decision, over)
            arranged = self.blocks.until(times)
        except TooLarge as too_large:
            raise NotSeparable from too_large
        exact = exact and arranged.total > 0
        first = 0 if every else times
        return [
            Spread(arranged, numbers, arranged.total**time, "exact", arranged.bits, over)
            if exact
            else Spread(arranged, numbers, 1.0, "float64", LIMB, over)
            for time, (numbers, over) in enumerate(arranged.steps(times, exact, every), first)
        ]

    def _steps(self, times: int, exact: bool) -> list[Spread]:
        while len(self.counts) <= times:  # first all rows: their denominator is known then
            self.rows(self.counts[-1])
            self.counts.append(self.count)
            self.levels = np.array(self.counts)
        last = self.counts[times - 1] if times else 0
        self.rows(last)
        if exact and not self.weighed:
            self.denominator = self.planted.weigh(0)
            self.forest = self.planted.update()
            self.weighed = True
            if self.denominator:  # the rows once more, with whole weights
                self.done = 0
                self.rows(last)
        total = self.denominator
        if not exact or not total:
            return self._moved(times, np.float64, 1.0)
        if total**times < 2**64:
            return self._moved(times, np.uint64, total)
        if total < 1 << LIMB:
            return self._moved_limbs(times, total)
        return self._moved(times, np.float64, 1.0)

    def _moved(self, times: int, kind: Any, total: Any) -> list[Spread]:
        """The steps with weights that fit a word: whole numbers or floats."""
        entries = self.shares if kind is np.float64 else self.wholes
        found = np.zeros((times + 1, self.counts[times]), kind)
        found[0, 0] = 1
        move(found, self.starts, self.targets, entries, self.levels)
        name = "float64" if kind is np.float64 else "exact"
        return [Spread(self, found[time, : self.counts[time]], total**time, name) for time in range(times + 1)]

    def _moved_limbs(self, times: int, total: int) -> list[Spread]:
        """The steps with whole numbers of several 32-bit limbs."""
        limbs = -(-(total**times).bit_length() // LIMB)
        now = np.zeros((1, limbs), np.uint64)
        now[0, 0] = 1
        found = [Spread(self, now, 1, "exact")]
        for time in range(times):
            after = np.zeros((self.counts[time + 1], limbs), np.uint64)
            move_limbs(now, self.starts, self.targets, self.wholes, self.counts[time], after)
            now = after
            found.append(Spread(self, now, total ** (time + 1), "exact"))
        return found
