"""Two oracles for exact odds, neither of which knows the program's rules: icepool's dice, and plain enumeration.

Every test states its rule twice, from the rules pages: once as arithmetic on icepool's dice, once as a few straight
lines run over every combination of faces. Distributions are compared whole, as fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import icepool

from fracas.core.game import decide, set_up
from fracas.odds import Distribution, odds_of
from fracas.rules import load

Chances = dict[Any, Fraction]


def program(
    game: str,
    fighters: Mapping[str, Any],
    do: str,
    paths: Sequence[str],
    *,
    by: str | None = None,
    target: str | None = None,
    targets: Sequence[str] | None = None,
    details: Mapping[str, Any] | None = None,
    house: Mapping[str, Any] | None = None,
    fight: Mapping[str, Any] | None = None,
) -> Distribution:
    """What the program says: the joint distribution of the paths after one decision."""
    ruleset = load(game)
    setup = set_up(ruleset, fighters, house, fight)
    decision = decide(ruleset, setup.fighters, do, by, target, details, list(targets) if targets is not None else None)
    return odds_of(ruleset, setup.fight, decision, setup.fighters.ids, trace=False).of(*paths)


def from_icepool(die: icepool.Die[Any]) -> Chances:
    """An icepool die as values with their chances."""
    return {plain(value): Fraction(quantity, die.denominator()) for value, quantity in die.items()}


def enumerated(rule: Callable[..., Any], *dice: int | Iterable[Any]) -> Chances:
    """A rule run over every combination of faces, each as likely as the next. A die is its number of sides, or its faces.

    >>> enumerated(lambda a, b: a + b == 12, 6, 6)[True]
    Fraction(1, 36)
    """
    faces = [range(1, die + 1) if isinstance(die, int) else tuple(die) for die in dice]
    counts = Counter(plain(rule(*roll)) for roll in product(*faces))
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def weighted(rule: Callable[..., Any], *dice: Mapping[Any, Fraction]) -> Chances:
    """:func:`enumerated` for faces that are not equally likely: every die is its faces with their chances."""
    chances: Chances = {}
    for roll in product(*(die.items() for die in dice)):
        chance = Fraction(1)
        for _, part in roll:
            chance *= part
        value = plain(rule(*(face for face, _ in roll)))
        chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def mixed(*parts: tuple[Fraction, Chances]) -> Chances:
    """Several distributions, each with its share."""
    chances: Chances = {}
    for share, part in parts:
        for value, chance in part.items():
            chances[value] = chances.get(value, Fraction(0)) + share * chance
    return {value: chance for value, chance in chances.items() if chance}


def agree(found: Distribution, *, icepool: icepool.Die[Any], by_hand: Chances) -> None:
    """The program, icepool and the enumeration give the same distribution, and nothing was dropped."""
    dice = from_icepool(icepool)
    assert sum(by_hand.values()) == 1
    assert dice == by_hand, "the two oracles differ"
    assert found.dropped == 0
    assert found.chances == by_hand, differing(found, by_hand)


def differing(found: Distribution, oracle: Chances) -> str:
    """The values on which they differ: the program's chance, then the oracle's."""
    values = [value for value in {*found.chances, *oracle} if found[value] != oracle.get(value, Fraction(0))]
    return "\n".join(f"{value}: {found[value]} != {oracle.get(value, Fraction(0))}" for value in values[:20])


def close(found: Distribution, oracle: Chances, slack: Fraction = Fraction(0)) -> None:
    """No figure is further off than what the program says it dropped (and what the oracle itself left out)."""
    for value in {*found.chances, *oracle}:
        assert abs(found[value] - oracle.get(value, Fraction(0))) <= found.dropped + slack, value


def plain(value: Any) -> Any:
    """Tuples all the way down, whatever made them."""
    return tuple(plain(part) for part in value) if isinstance(value, (tuple, list)) else value
