"""One answer of a rule's first question, enumerated for one state: its ends, and what was read on the way.

Where a rule begins with a roll that sorts what follows (which place is hit), what is read after one answer of it is
little: the armour of that place, not of five others. :func:`ends_after` finds both for one state; every other state that
answers alike what was read ends alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...core.errors import FracasError
from .layout import Layout, Write, differences
from .nodes import BELOW, BIT, EQUAL, Ends, Switch, Test
from .outcomes import Differing, Outcome, OutcomeTable
from .symbols import Ground, Number
from .tables import Merged

VALUE = 0
"""Beside BELOW, EQUAL and BIT: the number itself was asked for."""

Atom = tuple[int, int, int]
"""(kind, field, number): what was asked of a field."""

MOST_KEPT = 4096
"""Sub-rules whose ends are kept at a time."""


class Given:
    """A walk that knows all numbers of one state and keeps what was asked: ``atoms``. ``sure``: fields that are told apart in
    full anyway, so that to ask for their value costs nothing."""

    def __init__(self, values: Sequence[int], seen: Callable[[int], None], sure: frozenset[int]) -> None:
        self.values, self.seen, self.sure = values, seen, sure
        self.atoms: set[Atom] = set()

    def below(self, field: int, number: int) -> bool:
        self.atoms.add((BELOW, field, number))
        return self.values[field] < number

    def equal(self, field: int, number: int) -> bool:
        self.atoms.add((EQUAL, field, number))
        return self.values[field] == number

    def bit(self, field: int, place: int) -> bool:
        self.atoms.add((BIT, field, place))
        return bool(self.values[field] >> place & 1)

    def value(self, field: int) -> int:
        self.atoms.add((VALUE, field, 0))
        return self.values[field]

    def known(self, field: int) -> bool:
        return field in self.sure

    def past(self, node: Test | Switch) -> int:
        """What the state answers to a test or switch of a sub-rule's tree."""
        if isinstance(node, Switch):
            return self.value(node.field)
        ask = self.below if node.kind == BELOW else self.equal if node.kind == EQUAL else self.bit
        return int(ask(node.field, node.number))


class Waiting(NamedTuple):
    """``field`` becomes a number that differs between ends that the rule did not tell apart."""

    field: int
    value: Differing


class BranchTable(OutcomeTable):
    """An odometer that gives the first question one answer only. ``fork``: the weights of all its answers and their total;
    None where nothing was asked. What sub-rules of sub-rules end in is kept in ``kept``."""

    def __init__(self, ground: Ground, kept: dict[Any, list[Any]], branch: int, whole: type) -> None:
        super().__init__(ground, kept)
        self.branch, self.whole = branch, whole
        self.fork: tuple[tuple[int, ...], int] | None = None

    write: Callable[[int, Any], Write | None]
    """What it is for a field to have become a value."""

    def put(self, end: Any, outcome: Outcome, number: int) -> Any:
        """Writes that wait for which end it is."""
        found: list[Any] = []
        for one in end:
            if type(one) is Waiting and one.value.outcome is outcome:
                written = self.write(one.field, one.value.ends[number])
                if written is not None:
                    found.append(written)
            else:
                found.append(one)
        return tuple(found)

    def again(self, n: int, rule: Any, state: Any, args: tuple[Any, ...]) -> Any:
        """Once, about the whole fight: no merging."""
        if type(state) is self.whole and n == 1:
            return rule(state, *args, self)
        return super().again(n, rule, state, args)

    def _answer(self, make: Callable[[], tuple[Sequence[tuple[Any, int]], int]]) -> Any:
        def one() -> tuple[Sequence[tuple[Any, int]], int]:
            answers, total = make()
            self.fork = tuple(weight for _, weight in answers), total
            return ([answers[self.branch]] if self.branch < len(answers) else [(answers[0][0], 0)]), total

        return super()._answer(make if self.questions else one)

    def ends_of(self, rule: Any, state: Any, args: tuple[Any, ...], likely: float) -> Ends:
        """All ends of a sub-rule, not kept: it is asked for once for each state that this table is made for."""
        inner = InnerTable(self.ground, self.known_ends, likely, self.key)
        found = inner.every_end(rule, state, args)
        return Ends(list(found.states.values()), found.total, inner.left_out / likely)


class InnerTable(OutcomeTable):
    """The odometer of a sub-rule: numbers that are told apart anyway go into its own sub-rules as they are, so that what
    these end in is found once for all states in which they are the same."""

    def ends_of(self, rule: Any, state: Any, args: tuple[Any, ...], likely: float) -> Ends:
        if len(self.known_ends) > MOST_KEPT:
            self.known_ends.clear()
        walk: Any = self.ground.walk
        plain = tuple([int(one) if isinstance(one, Number) and walk.known(field_of(one)) else one for one in args])
        return super().ends_of(rule, state, plain, likely)


def field_of(number: Number) -> int:
    """The field that a cell stands for; -1 for what is no plain cell."""
    return getattr(number, "field", -1)


class Branch:
    """What :func:`ends_after` finds. ``ends``: what is written, with whole weights over ``total``, which count the chance of
    the answer itself; ``fork`` as in :class:`BranchTable`; ``dropped``: the most that was not followed further."""

    __slots__ = ("atoms", "dropped", "ends", "fork", "total")

    def __init__(self, found: Merged, table: BranchTable, atoms: set[Atom]) -> None:
        self.ends: list[tuple[tuple[Write, ...], int]] = list(found.states.values())
        self.total, self.fork, self.dropped, self.atoms = found.total, table.fork, table.left_out, atoms


def ends_after(
    layout: Layout,
    rule: Callable[..., Any],
    decision: Any,
    branch: int,
    values: Sequence[int],
    sure: frozenset[int],
    kept: dict[Any, list[Any]],
    runs: int,
) -> Branch:
    """Every end of ``rule(state, decision, table)`` after the answer numbered ``branch`` of its first question. Raises
    TooLarge after so many ``runs`` of rules."""
    ground = layout.ground
    walk: Any = Given(values, layout.seen, sure)
    ground.left = runs
    table = BranchTable(ground, kept, branch, type(layout.symbolic))

    def write(field: int, value: Any) -> Write | None:
        return layout.write(field, value, walk)

    def once(state: Any, table: Any) -> tuple[Any, ...]:
        ground.walk = walk
        try:
            changed = list(differences(rule(state, decision, table), layout.symbolic, [0]))
            found = [Waiting(*one) if isinstance(one[1], Differing) else write(*one) for one in changed]
            return tuple([one for one in found if one is not None])
        except FracasError:
            ground.walk = walk  # a sub-rule may have been under way
            return ()

    table.end_key, table.write = (lambda writes: writes), write
    found = table.every_end(once, layout.symbolic, ())
    relevant = layout.relevant
    for _, field, _ in walk.atoms:
        if field not in relevant:
            layout.seen(field)
    return Branch(found, table, walk.atoms)
