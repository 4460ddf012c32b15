"""Chains of one decision: symbols that stand for numbers, diagrams, layouts, and the exact odds of several hits."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.core.dice import Dice
from fracas.core.exact import explore
from fracas.core.game import decide, runner_of, runs, set_up
from fracas.core.state import evolve, flatten
from fracas.core.table import roll
from fracas.odds import odds_of
from fracas.odds.chains.chain import Chain
from fracas.odds.chains.diagram import Diagram
from fracas.odds.chains.layout import Layout, Probe, Replan
from fracas.odds.chains.nodes import Leaf, step_of
from fracas.odds.chains.symbols import Cell, Ground, Number
from fracas.rules import load

# --------------------------------------------------------------------------------------------------------------- cells

ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}
COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
LEAVES = st.one_of(st.sampled_from(["x", "y"]), st.integers(-6, 6))
MASKS = st.integers(0, 20) | st.sampled_from([1, 2, 4, 8, 16])


def trees(inner: Any) -> Any:
    """Expressions one level deeper. Divisors, shifts and masks are as rules have them: plain numbers."""
    return st.one_of(
        st.tuples(st.sampled_from(sorted(ARITHMETIC)), inner, inner),
        st.tuples(st.just("//"), inner, st.integers(-4, 6).filter(bool)),
        st.tuples(st.just(">>"), inner, st.integers(0, 4)),
        st.tuples(st.sampled_from(["&", "|"]), inner, MASKS),
        st.tuples(st.just("neg"), inner),
    )


EXPRESSIONS = st.recursive(LEAVES, trees, max_leaves=6)


def told(tree: Any, x: Any, y: Any) -> Any:
    """The value of an expression."""
    if not isinstance(tree, tuple):
        return {"x": x, "y": y}.get(tree, tree) if isinstance(tree, str) else tree
    name, *parts = tree
    first = told(parts[0], x, y)
    if name == "neg":
        return -first
    second = told(parts[1], x, y)
    if name in ARITHMETIC:
        return ARITHMETIC[name](first, second)
    if name == "//":
        return first // second
    if name == ">>":
        return first >> second
    return first & second if name == "&" else first | second


def diagram_of(rule: Callable[[Any, Any], Any]) -> Diagram:
    """The diagram of what is asked of two numbers; a leaf's result is a plain number."""
    ground = Ground()
    cells = (Cell(ground, 0), Cell(ground, 1))
    return Diagram(ground, lambda state, table: int(rule(*state)), (cells,), lambda result, path: result)


def leaf_of(diagram: Diagram, values: tuple[int, int]) -> Leaf:
    """Where a state comes out, by the tests that are recorded alone: the rule is not run."""
    node = diagram.root[0]
    while not isinstance(node, Leaf):
        node = node.after[step_of(node, values)]
    return node


PAIRS = st.lists(st.tuples(st.integers(-20, 40), st.integers(-20, 40)), min_size=1, max_size=6)


@settings(max_examples=400, deadline=None)
@given(EXPRESSIONS, EXPRESSIONS, st.sampled_from(COMPARISONS), PAIRS)
def test_a_cell_is_as_the_number_it_stands_for(left: Any, right: Any, compare: Any, pairs: Any) -> None:
    """Compared while nobody knows the value; and the tests recorded on the way lead any such state to the same answer."""

    def rule(x: Any, y: Any) -> bool:
        return bool(compare(told(left, x, y), told(right, x, y)))

    diagram = diagram_of(rule)
    for values in pairs:
        diagram.grow(values)
        assert leaf_of(diagram, values).result == rule(*values), values
    leaves = diagram.leaves
    for values in pairs:
        diagram.grow(values)
        assert leaf_of(diagram, values).result == rule(*values), values
    assert diagram.leaves == leaves, "what is known is not run again"


@settings(max_examples=200, deadline=None)
@given(EXPRESSIONS, PAIRS)
def test_a_value_made_of_cells_is_the_value(tree: Any, pairs: Any) -> None:
    diagram = diagram_of(lambda x, y: told(tree, x, y))
    for values in pairs:
        diagram.grow(values)
    for values in pairs:
        assert leaf_of(diagram, values).result == told(tree, *values)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 63), st.integers(0, 5), st.integers(0, 5))
def test_bits_of_masks(mask: int, place: int, other: int) -> None:
    """As rules look at masks and set bits in them."""

    def rule(x: Any, y: Any) -> int:
        return (x | 1 << place) + 100 * int(bool(x & 1 << other)) + 1000 * (x >> place & 1) + 10000 * bool(x)

    diagram = diagram_of(rule)
    for value in (mask, mask ^ 1 << place, mask ^ 1 << other, 0):
        diagram.grow((value, 0))
        assert leaf_of(diagram, (value, 0)).result == rule(value, 0)


def test_what_is_not_read_makes_no_difference() -> None:
    """Two values of an unread number: one leaf; and of a number that is only compared, one leaf for each side."""
    diagram = diagram_of(lambda x, y: 1 if x + 3 < 10 else 2)
    diagram.grow((2, 0))
    diagram.grow((2, 7))
    diagram.grow((-5, 9))
    assert diagram.leaves == 1
    assert leaf_of(diagram, (2, 0)) is leaf_of(diagram, (6, -1))
    diagram.grow((7, 0))
    assert diagram.leaves == 2 and leaf_of(diagram, (7, 0)).result == 2


def test_what_is_only_raised_is_never_asked() -> None:
    """A sum that is only carried along: written as so much more, whatever the number is."""
    ground = Ground()
    cell = Cell(ground, 0)
    diagram = Diagram(ground, lambda state, table: state[0] + 4 - 1, ((cell,),), lambda result, path: result)
    diagram.grow((5,))
    result = leaf_of(diagram, (99, 0)).result
    assert isinstance(result, Cell) and (result.times, result.plus, result.by) == (1, 3, 1) and diagram.leaves == 1


def test_numbers_may_not_be_taken_for_known() -> None:
    ground = Ground()
    with pytest.raises(AttributeError):
        int(Cell(ground, 0))  # nobody is there to be asked
    with pytest.raises(NotImplementedError):
        int(Number())


# ------------------------------------------------------------------------------------------------------------- layouts


class Box(NamedTuple):
    """A state of three numbers."""

    hp: int
    rare: int
    told: int


class Blow(NamedTuple):
    """A decision about it; ``kind`` says which rule of the two below."""

    kind: int


class Why(IntEnum):
    """What is rolled."""

    BLOW = 0


SIXES = Dice(6, 6, 0)
MOST = 36
"""Six sixes: so rare (1 in 46,656) that trial runs miss it."""


def struck(box: Any, do: Blow, table: Any) -> Any:
    """``kind`` 0: ``rare`` varies on six sixes alone. 1: what was told is read on six sixes alone."""
    total = roll(table, SIXES, Why.BLOW)
    if do.kind == 0:
        if total == MOST:
            box = evolve(box, rare=box.rare + 1)
        return evolve(box, hp=box.hp - 1 - (1 if box.rare > 0 else 0)) if total < 21 else box
    if total == MOST:
        box = evolve(box, hp=box.hp - box.told)
    return evolve(box, told=1 if total < 21 else 2)


runs(Blow, struck)


def composed(rule: Any, start: Any, decision: Any, times: int, of: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """The same by explore alone, one decision after the other."""
    states = {start: Fraction(1)}
    for _ in range(times):
        after: dict[Any, Fraction] = {}
        for state, chance in states.items():
            for end, share in explore(rule, state, decision).states.items():
                after[end] = after.get(end, Fraction(0)) + chance * share
        states = after
    found: dict[Any, Fraction] = {}
    for state, chance in states.items():
        found[of(state)] = found.get(of(state), Fraction(0)) + chance
    return found


def left(box: Any) -> int:
    return int(box.hp)


def all_of_it(box: Any) -> Any:
    return tuple(int(one) for one in box)


@pytest.mark.parametrize(
    ("kind", "asked"),
    [(0, left), (0, None), (1, left), (1, None)],
)
def test_what_was_taken_for_constant_or_never_read_is_found_out(kind: int, asked: Any) -> None:
    start, decision = Box(10, 0, 0), Blow(kind)
    chain = Chain(load("cpred"), start, decision, asked)
    first = chain.layout
    spread = chain.after(3)
    of = asked or all_of_it
    assert chain.layout is not first, "trial runs did not see it: laid out again"
    assert spread.kind == "exact"
    assert spread.chances(of) == composed(struck, start, decision, 3, of)


def test_a_layout_learns_and_says_so() -> None:
    layout = Layout(Box(10, 0, 0), {0: (6, 10)}, {0})
    assert layout.fields == [0] and layout.words == 1
    assert layout.state(layout.packed([7, 0, 0])) == Box(7, 0, 0)
    with pytest.raises(Replan):
        layout.packed([-90, 0, 0])
    assert layout.learnt and layout.ranges[0][0] < 6 and layout.again() is layout, "the same fields, more bits"
    layout.seen(0)
    assert not layout.learnt
    layout.seen(2)
    assert layout.learnt, "a number that was left out of states is read"
    layout = Layout(Box(10, 0, 0), {0: (6, 10)}, {0})
    layout.writes(Box(10, 5, 0), Probe([10, 0, 0]))
    assert layout.learnt and 1 in layout.ranges, "a constant is written"
    wider = layout.again()
    assert wider is not layout and 1 in wider.ranges


# ---------------------------------------------------------------------------------------------------- the games' hits

HITS: dict[str, tuple[Any, Any, Any]] = {
    "cpred": (
        {"hp": 9, "max_hp": 20, "armour": [{"name": "vest", "sp": 4, "covers": ["body"]}]},
        None,
        {"damage": "2d6"},
    ),
    "cops": (
        {"carrure": 2, "protection": {"torso": "1d6+1"}},
        {"location_dice": {"head": 1, "arms": 1, "torso": 1, "abdomen": 1, "legs": 1}},
        {"power": 2, "location": "torso"},
    ),
    "cp2020": (
        {"body": 6, "armour": [{"name": "vest", "sp": 8, "covers": ["torso"]}]},
        None,
        {"damage": "1d6+7"},
    ),
    "wng": (
        {"resilience": 5, "determination": 2, "max_wounds": 4, "max_shock": 4},
        {"criticals": "simple"},
        {"damage": 8},
    ),
}


@pytest.mark.parametrize("game", HITS)
def test_one_and_two_hits_are_those_of_explore_as_fractions(game: str) -> None:
    """All of the target, not only what is shown, but what the last blow did is told and no part of chains."""
    rules = load(game)
    form, house, details = HITS[game]
    setup = set_up(rules, {"t": form}, house)
    hit = decide(rules, setup.fighters, "hit", target="t", details=details)

    def target(fight: Any) -> tuple[int, ...]:
        return tuple(flatten(evolve(fight.fighters[0], outcome=setup.fight.fighters[0].outcome)))

    chain = Chain(rules, setup.fight, hit)
    for times, spread in enumerate(chain.steps(2)):
        wanted = composed(runner_of(hit), setup.fight, hit, times, target)
        assert spread.kind == "exact" and sum(spread.weights) == spread.total
        assert spread.chances(target) == wanted
        assert len(wanted) > times, "more than one way"
    floats = chain.after(2, exact=False)
    assert floats.kind == "float64"
    assert floats.chances(target) == pytest.approx({value: float(chance) for value, chance in wanted.items()})


@pytest.mark.parametrize(
    ("game", "path"), [("cpred", "t.hp"), ("cops", "t.hp"), ("cp2020", "t.damage"), ("wng", "t.wounds")]
)
def test_what_is_asked_is_what_odds_of_says(game: str, path: str) -> None:
    """One hit; states that differ in nothing that is asked or read are one."""
    rules = load(game)
    form, house, details = HITS[game]
    setup = set_up(rules, {"t": form}, house)
    hit = decide(rules, setup.fighters, "hit", target="t", details=details)
    view = rules.view(setup.fighters.ids, path)
    chain = Chain(rules, setup.fight, hit, view)
    exact = odds_of(rules, setup.fight, hit, setup.fighters.ids, trace=False).of(path).chances
    assert chain.after(1).chances(lambda fight: int(view(fight))) == dict(exact)
    assert chain.reached[1] <= len(explore(runner_of(hit), setup.fight, hit).states) + 1
