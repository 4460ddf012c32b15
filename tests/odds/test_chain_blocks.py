"""Chains without rows: weights by key and inner state, from operators of one answer (odds/chains/blocks.py)."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.core.dice import Dice
from fracas.core.exact import explore
from fracas.core.game import decide, runs, set_up
from fracas.core.state import evolve
from fracas.core.table import again, roll
from fracas.odds.chains import Chain, blocks
from fracas.odds.chains.lanes import adding
from fracas.odds.chains.layout import Layout
from fracas.odds.chains.operators import Operators, Reader
from fracas.odds.chains.outcomes import Differing
from fracas.odds.chains.split import NotSeparable, Split
from fracas.rules import load


class Pools(NamedTuple):
    """A state: three places that wear, a mask of what is lost, and what all of them share."""

    a: int
    b: int
    c: int
    lost: int
    shared: int
    over: int


class Blow(NamedTuple):
    """A decision; ``kind`` says which of the rules below."""

    kind: int


class Why(IntEnum):
    """What is rolled."""

    PLACE = 0
    BLOW = 1
    SAVE = 2


D3, D6, TWO, SIXES = Dice(1, 3, 0), Dice(1, 6, 0), Dice(2, 6, 0), Dice(4, 6, 0)
MOST = 11
WEARS, CIRCLES, RARE, WANDERS, LARGE, SHARED = range(6)


def with_place(pools: Pools, place: int, number: Any) -> Pools:
    return evolve(pools, **{"abc"[place]: number})


def hurt(pools: Pools, place: int, points: Any, kind: int, table: Any) -> Pools:
    """Points are suffered; a save follows once much is suffered."""
    pools = evolve(pools, shared=min(pools.shared + points, MOST))
    if points >= 4 and not pools.lost >> place & 1:
        pools = evolve(pools, lost=pools.lost | 1 << place)
    if pools.shared > 9 and roll(table, D6, Why.SAVE) < 3:
        pools = evolve(pools, over=1)
    return pools


def struck(pools: Pools, do: Blow, table: Any) -> Pools:
    """A place is rolled, then what happens there: armour that wears, points, a save. CIRCLES: armour comes back. RARE: six
    of one kind look at another place. WANDERS: armour goes below what trial runs show. LARGE: dice with many ways."""
    if pools.over:
        return pools
    place = roll(table, D3, Why.PLACE) - 1
    armour = pools[place]
    dice = SIXES if do.kind in (RARE, WANDERS) else TWO if do.kind == LARGE else D6
    damage = roll(table, dice, Why.BLOW)
    if do.kind == WANDERS:
        return (
            with_place(pools, place, armour - 1) if damage == 24 else evolve(pools, shared=(pools.shared + damage) % 5)
        )
    if do.kind == CIRCLES and damage == 1:
        return with_place(pools, place, 2)
    if do.kind == RARE and damage == 24:
        return evolve(pools, shared=min(pools.shared + (1 if pools[(place + 1) % 3] > 2 else 2), MOST))
    if damage > armour:
        if armour > 0:
            pools = with_place(pools, place, armour - 1)
        pools = again(table, 1, hurt, pools, place, damage - armour, do.kind)
    if do.kind == SHARED and pools.a + pools.b + pools.c == 4:
        return evolve(pools, shared=pools.shared + 1)
    return pools


runs(Blow, struck)
START = Pools(3, 2, 1, 0, 0, 0)


def composed(start: Any, decision: Any, times: int) -> dict[Any, Fraction]:
    """The same by the exact table alone, one decision after the other, with every state kept whole."""
    states, known = {start: Fraction(1)}, {}
    for _ in range(times):
        after: dict[Any, Fraction] = {}
        for state, chance in states.items():
            if state not in known:
                known[state] = explore(struck, state, decision).states
            for end, share in known[state].items():
                after[end] = after.get(end, Fraction(0)) + chance * share
        states = after
    return states


def counted(states: dict[Any, Fraction], of: Callable[[Any], Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for state, chance in states.items():
        found[of(state)] = found.get(of(state), Fraction(0)) + chance
    return found


def all_of_it(pools: Any) -> tuple[int, ...]:
    return tuple(int(one) for one in pools)


def is_over(pools: Any) -> bool:
    return pools.over == 1  # type: ignore[no-any-return]


def of_the_living(pools: Any) -> tuple[int, ...]:
    return (-1,) if pools.over else all_of_it(pools)


@pytest.mark.parametrize("kind", [WEARS, CIRCLES, RARE, WANDERS, LARGE])
@pytest.mark.parametrize("over", [None, is_over])
def test_every_step_is_that_of_the_exact_table(kind: int, over: Any) -> None:
    """What is read rarely, what leaves its range, what goes in circles: fractions are the same after each time."""
    decision = Blow(kind)
    of = of_the_living if over else all_of_it
    chain = Chain(load("cpred"), START, decision, of, over)
    for times, spread in enumerate(chain.steps(4)):
        assert spread.kind == "exact" and sum(spread.weights) == spread.total
        assert spread.chances(of) == counted(composed(START, decision, times), of), times
    assert chain.blocks is not None
    assert chain.blocks.arranged is not None and chain.blocks.arranged.in_place is (kind != CIRCLES)
    assert chain.after(3).chances(of) == chain.steps(3)[-1].chances(of)
    floats = chain.after(4, exact=False)
    assert floats.kind == "float64"
    assert floats.chances(of) == pytest.approx({value: float(one) for value, one in spread.chances(of).items()})
    if not over:
        assert chain.reached[4] >= len(spread.states)


@pytest.mark.parametrize(("kind", "times"), [(WEARS, 12), (LARGE, 9), (LARGE, 40), (CIRCLES, 60)])
def test_long_numbers(kind: int, times: int) -> None:
    """More limbs than lie side by side, with and without rows."""
    decision = Blow(kind)
    chain, rows = (Chain(load("cpred"), START, decision, of_the_living, is_over) for _ in range(2))
    rows.separable = False
    spread, other = chain.after(times), rows.after(times)
    assert chain.blocks is not None and rows.blocks is None
    assert (spread.kind, other.kind) == ("exact", "exact") and sum(spread.weights) == spread.total
    assert spread.total.bit_length() > 64
    assert spread.chances(of_the_living) == other.chances(of_the_living)


def test_what_all_answers_read_is_no_part_of_blocks() -> None:
    """Where every answer looks at all places there is nothing to be gained, and rows do it."""
    decision = Blow(SHARED)
    chain = Chain(load("cpred"), START, decision, all_of_it)
    assert chain.after(3).chances(all_of_it) == composed_of(decision, 3)
    layout = chain.layout
    with pytest.raises(NotSeparable):
        Split(layout, [{(0, layout.fields[0], 0)}], [set(layout.fields)], set())
    chain = Chain(load("cpred"), Pools(0, 0, 0, 0, 0, 1), decision, all_of_it, is_over)
    assert chain.after(2).chances(all_of_it) == {(0, 0, 0, 0, 0, 1): 1}, "over from the start"


def composed_of(decision: Any, times: int) -> dict[Any, Fraction]:
    return counted(composed(START, decision, times), all_of_it)


def test_an_operator_is_enumerated_once_for_all_that_it_reads_alike() -> None:
    """Rows are far fewer than states, and each is that of its place alone."""
    chain = Chain(load("cpred"), START, Blow(WEARS), of_the_living, is_over)
    chain.after(5)
    assert chain.blocks is not None
    made = chain.blocks.operators
    states = chain.reached[4]
    assert 3 * states > len(made.row_total) > 0
    names = {field: Pools._fields[field] for field in made.split.outer}
    assert set(names.values()) == {"a", "b", "c", "lost"}
    looked_at = [{names[field] for _, field, _ in atoms} for atoms in made.split.atoms]
    assert looked_at == [{"a", "lost"}, {"b", "lost"}, {"c", "lost"}]


def test_what_an_answer_is_found_to_read_late_makes_it_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six of one kind look at another place: nothing that was made before that was known is kept."""
    begun: list[set[Any]] = []
    begin = blocks.Blocks._begin

    def counting(self: Any) -> None:
        begin(self)
        begun.append(set().union(*self.operators.split.atoms))

    monkeypatch.setattr(blocks.Blocks, "_begin", counting)
    Chain(load("cpred"), START, Blow(RARE), of_the_living, is_over).after(3)
    assert len(begun) > 1 and begun[0] < begun[-1]


def test_what_is_over_stays_over() -> None:
    """A rule that brings back what is over is not for blocks, where all that is over is one state."""

    chain = Chain(load("cpred"), START, Blow(WEARS), of_the_living, is_over)

    def back(pools: Any, do: Any, table: Any) -> Any:
        pools = struck(evolve(pools, over=0), do, table) if pools.over else pools
        return struck(pools, do, table)

    over = chain.layout.fields[chain.lump[0]], 1
    with pytest.raises(NotSeparable):
        Reader(chain.layout, back, Blow(WEARS), *over)
    assert Operators(Reader(chain.layout, struck, Blow(WEARS), *over)).answers == 3


# ------------------------------------------------------------------------------------------------------------ outcomes


class Draw(NamedTuple):
    """A decision whose rule does something with what a sub-rule came to; ``do`` says what."""

    do: tuple[int, ...]


def drawn(pools: Pools, i: int, table: Any) -> Pools:
    first = roll(table, D6, Why.BLOW)
    second = roll(table, D3, Why.SAVE)
    return evolve(pools, a=pools.a + first - i, b=second, lost=pools.lost | 1 << second, c=7)


def looked_at(pools: Pools, draw: Draw, table: Any) -> Pools:
    """Asks in all kinds of ways for what came of a sub-rule, after a fork and between other rolls."""
    start = pools
    fork = roll(table, D3, Why.PLACE)
    pools = evolve(pools, shared=(pools.shared + fork) % 4)
    for number, what in enumerate(draw.do):
        pools = again(table, 1, drawn, pools, number)
        if what == 0 and pools.a > 4:
            pools = evolve(pools, a=0)
        elif what == 1:
            pools = evolve(pools, shared=(pools.shared + pools.b) % 4)
        elif what == 2 and pools.lost & 4:
            pools = evolve(pools, c=pools.b)
        elif what == 3 and (pools.b == 2 or not pools.a):
            pools = evolve(pools, shared=roll(table, D3, Why.SAVE))
        elif what == 4:
            pools = evolve(start, b=pools.b, c=start.c + (1 if pools.a != pools.b else 0))
        elif what == 5:
            pools = evolve(pools, over=pools.over | (1 if pools.a <= 3 else 0), a=pools.a % 3)
    return evolve(pools, a=max(-3, min(pools.a, 9)), lost=pools.lost % 8)


runs(Draw, looked_at)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=2), st.integers(-2, 6), st.integers(0, 3))
def test_ends_that_a_rule_does_not_tell_apart(do: list[int], a: int, shared: int) -> None:
    """Each answer's ends, with sub-rules' ends run through once, are those of the exact table."""
    start, draw = Pools(a, 1, 2, 0, shared, 0), Draw(tuple(do))
    ranges = {field: (-30, 30) for field in range(6)}
    layout = Layout(start, ranges, set(range(6)))
    reader = Reader(layout, looked_at, draw, None, 0)
    found: dict[Any, Fraction] = {}
    for answer in range(len(reader.atoms)):
        ends, total = reader.ends(answer, layout.values, frozenset({0}))
        for changed, _, weight in ends:
            end = Pools(*[changed.get(field, value) for field, value in enumerate(start)])
            found[end] = found.get(end, Fraction(0)) + Fraction(weight, total)
    assert found == explore(looked_at, start, draw).states


def test_a_differing_number_is_never_taken_for_another() -> None:
    class Told:
        left = (0, 1)

        def part(self, kinds: Any) -> Any:
            return kinds[1]

    number = Differing(Told(), [3, 5], [3, 5])  # type: ignore[arg-type]
    assert not isinstance(number, int) and number == number and bool(number) and (number > 4) is True
    assert (number <= 4, number != 5, number >= 6, number < 9) == (False, False, False, True)


# ------------------------------------------------------------------------------------------------------- the compiled


@pytest.mark.parametrize("lanes", [4, 8])
def test_products_side_by_side(lanes: int) -> None:
    from numba import njit

    add_products = adding(lanes)

    @njit
    def add(sums: Any, values: Any, entries: Any) -> None:
        add_products(sums, lanes, values, 1, entries, 1, entries.shape[0])

    numbers = np.random.default_rng(3)
    values = numbers.integers(0, 2**32, lanes + 1, dtype=np.uint32)
    weights, places = numbers.integers(0, 2**26, 9), numbers.integers(0, 5, 9)
    entries = weights.astype(np.uint64) << np.uint64(32) | (places * lanes).astype(np.uint64)
    sums = np.zeros(6 * lanes, np.uint64)
    add(sums, values, entries)
    wanted = [0] * len(sums)
    for weight, place in zip(weights[1:].tolist(), places[1:].tolist(), strict=True):
        for lane in range(lanes):
            wanted[lanes + place * lanes + lane] += weight * int(values[1 + lane])
    assert sums.tolist() == wanted


# ----------------------------------------------------------------------------------------------------------- the games


def test_unaimed_shots_with_and_without_rows() -> None:
    """Cyberpunk 2020: places with armour that wears, limbs, saves; three shots."""
    rules = load("cp2020")
    form = {
        "body": 6,
        "armour": [
            {"name": place, "sp": sp, "covers": [place]} for place, sp in (("torso", 3), ("left_leg", 2), ("head", 4))
        ],
    }
    setup = set_up(rules, {"t": form})
    hit = decide(rules, setup.fighters, "hit", target="t", details={"damage": "1d6+3"})
    views = [rules.view(setup.fighters.ids, path) for path in ("t.damage", "t.stunned", "t.sp.torso", "t.sp.left_leg")]

    def read(fight: Any) -> tuple[int, ...]:
        who = fight.fighters[0]
        return (-1,) if who.wounds.dead else (*[int(view(fight)) for view in views], int(who.wounds.lost))

    def dead(fight: Any) -> bool:
        return fight.fighters[0].wounds.dead == 1  # type: ignore[no-any-return]

    chain, rows = (Chain(rules, setup.fight, hit, read, dead) for _ in range(2))
    rows.separable = False
    for spread, other in zip(chain.steps(3), rows.steps(3), strict=True):
        assert spread.kind == other.kind == "exact"
        assert spread.chances(read) == other.chances(read)
    assert chain.blocks is not None and rows.blocks is None
