"""Exact odds of dice expressions against two oracles: icepool, and plain enumeration of every face. All as fractions."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

import icepool
import pytest

from fracas.core.dice import distribution
from fracas.core.errors import BadInput
from fracas.roll import events, odds, parse
from fracas.roll.exact import MOST_EXPLOSIONS
from fracas.rules.wng.dice import D66, ExtraDice, WrathPool

Chances = dict[int, Fraction]
Chains = list[tuple[tuple[int, ...], Fraction]]
"""One die and all that follows it: the faces that stay in the pool, and their probability."""


def said(text: str) -> Chances:
    found = odds(parse(text).tree)
    assert sum(found.chances.values()) == 1
    return {int(value): chance for value, chance in found.chances.items()}


# -------------------------------------------------------------------------------------------------- plain enumeration


def die(*faces: int) -> Chains:
    return [((face,), Fraction(1, len(faces))) for face in faces]


def sided(sides: int) -> Chains:
    return die(*range(1, sides + 1))


def once(chains: Chains, when: Callable[[int], bool]) -> Chains:
    """``ro``: the whole die again, where its face says so."""
    found: Chains = []
    for faces, chance in chains:
        found += [(more, chance * share) for more, share in chains] if when(faces[0]) else [(faces, chance)]
    return found


def explode(chains: Chains, top: int, depth: int) -> Chains:
    found: Chains = []
    for faces, chance in chains:
        if faces[-1] == top and depth > 0:
            found += [(faces + more, chance * share) for more, share in explode(chains, top, depth - 1)]
        else:
            found.append((faces, chance))
    return found


def brute(count: int, chains: Chains, score: Callable[[list[int]], int] = sum) -> Chances:
    """Every combination of so many dice; ``score`` sees all faces, sorted."""
    total = lcm(*(chance.denominator for _, chance in chains))
    ways = [(faces, int(chance * total)) for faces, chance in chains]
    found: Counter[int] = Counter()
    for combination in product(ways, repeat=count):
        faces = sorted(face for shown, _ in combination for face in shown)
        found[score(faces)] += prod(weight for _, weight in combination)
    return {value: Fraction(weight, total**count) for value, weight in found.items()}


def joined(join: Callable[[int, int], int], left: Chances, right: Chances) -> Chances:
    found: Chances = {}
    for (a, chance), (b, share) in product(left.items(), right.items()):
        found[join(a, b)] = found.get(join(a, b), Fraction(0)) + chance * share
    return found


def at_least(number: int) -> Callable[[list[int]], int]:
    return lambda faces: sum(face >= number for face in faces)


ICONS = die(0, 0, 0, 1, 1, 2)
RED = [((face,), Fraction(1, 10)) for face in range(2, 10)]
RED += [((first,), Fraction(1, 100)) for more in range(1, 11) for first in (10 + more, 1 - more)]
D6X, D4X = explode(sided(6), 6, 12), explode(sided(4), 4, 12)

BRUTE: dict[str, Callable[[], Chances]] = {
    "3d6+2": lambda: joined(operator.add, brute(3, sided(6)), {2: Fraction(1)}),
    "4d6kh3": lambda: brute(4, sided(6), lambda f: sum(f[1:])),
    "4d6kl3": lambda: brute(4, sided(6), lambda f: sum(f[:3])),
    "5d6dh2": lambda: brute(5, sided(6), lambda f: sum(f[:3])),
    "5d6dl2": lambda: brute(5, sided(6), lambda f: sum(f[2:])),
    "5d4kh4": lambda: brute(5, sided(4), lambda f: sum(f[1:])),
    "5d4dh4": lambda: brute(5, sided(4), lambda f: f[0]),
    "3d6kh3": lambda: brute(3, sided(6)),
    "2d20kl1": lambda: brute(2, sided(20), min),
    "3d10r1": lambda: brute(3, die(*range(2, 11))),
    "3d6r>=4": lambda: brute(3, sided(3)),
    "3d10ro<=2": lambda: brute(3, once(sided(10), lambda f: f <= 2)),
    "2d6ro<=6": lambda: brute(2, sided(6)),
    "4d6r1kh3": lambda: brute(4, die(2, 3, 4, 5, 6), lambda f: sum(f[1:])),
    "3d6ro1dl1": lambda: brute(3, once(sided(6), lambda f: f == 1), lambda f: sum(f[1:])),
    "2d6!": lambda: brute(2, D6X),
    "3d6!o": lambda: brute(3, explode(sided(6), 6, 1)),
    "2d6r>=3!": lambda: brute(2, sided(2)),
    "2d6r>=3!okh1": lambda: brute(2, sided(2), max),
    "3d4r<4!okh2": lambda: {8: Fraction(1)},
    "3d4r<4!odl1": lambda: {20: Fraction(1)},
    "2d4r1!": lambda: brute(2, explode(die(2, 3, 4), 4, 12)),
    "3d6!kh2": lambda: brute(3, D6X, lambda f: sum(f[-2:])),
    "3d4!kl2": lambda: brute(3, D4X, lambda f: sum(f[:2])),
    "3d4!dl1": lambda: brute(3, D4X, lambda f: sum(f[1:])),
    "3d4!dh2": lambda: brute(3, D4X, lambda f: sum(f[:-2])),
    "3d4!kh3": lambda: brute(3, D4X, lambda f: sum(f[-3:])),
    "3d4!odh2": lambda: brute(3, explode(sided(4), 4, 1), lambda f: sum(f[:-2])),
    "3d4!okl2": lambda: brute(3, explode(sided(4), 4, 1), lambda f: sum(f[:2])),
    "3d4ro1!okh2": lambda: brute(3, explode(once(sided(4), lambda f: f == 1), 4, 1), lambda f: sum(f[-2:])),
    "2d6!kh2>=5": lambda: brute(2, D6X, lambda f: sum(face >= 5 for face in f[-2:])),
    "3d4!dl1<3": lambda: brute(3, D4X, lambda f: sum(face < 3 for face in f[1:])),
    "5d10>=6": lambda: brute(5, sided(10), at_least(6)),
    "4d6=6": lambda: brute(4, sided(6), at_least(6)),
    "2d10!>=6": lambda: brute(2, explode(sided(10), 10, 12), at_least(6)),
    "d%": lambda: brute(1, sided(100)),
    "d66": lambda: {10 * a + b: Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)},
    "2d66kh1": lambda: brute(2, die(*(10 * a + b for a in range(1, 7) for b in range(1, 7))), max),
    "4dF": lambda: brute(4, die(-1, 0, 1)),
    "4dFkh2": lambda: brute(4, die(-1, 0, 1), lambda f: sum(f[2:])),
    "4dFdh1": lambda: brute(4, die(-1, 0, 1), lambda f: sum(f[:3])),
    "3dFr<0": lambda: brute(3, die(0, 1)),
    "d10red": lambda: brute(1, RED),
    "2d10red": lambda: brute(2, RED),
    "6wg": lambda: brute(6, ICONS),
    "4wg3": lambda: brute(4, ICONS),
    "12+2ed": lambda: joined(operator.add, {12: Fraction(1)}, brute(2, ICONS)),
    "2d6*3": lambda: joined(operator.mul, brute(2, sided(6)), {3: Fraction(1)}),
    "d6*d4": lambda: joined(operator.mul, brute(1, sided(6)), brute(1, sided(4))),
    "(d6+1)*2-d4": lambda: {
        value: chance
        for value, chance in joined(
            operator.sub, {2 * (face + 1): Fraction(1, 6) for face in range(1, 7)}, brute(1, sided(4))
        ).items()
    },
    "-d6": lambda: {-face: Fraction(1, 6) for face in range(1, 7)},
    "d6-d6": lambda: joined(operator.sub, brute(1, sided(6)), brute(1, sided(6))),
    "5d10>=6+2d6kh1": lambda: joined(operator.add, brute(5, sided(10), at_least(6)), brute(2, sided(6), max)),
    "7": lambda: {7: Fraction(1)},
}


@pytest.mark.parametrize("text", BRUTE)
def test_against_every_combination_of_faces(text: str) -> None:
    assert said(text) == {value: chance for value, chance in sorted(BRUTE[text]().items()) if chance}


# ------------------------------------------------------------------------------------------------------------ icepool


def chances(found: Any) -> Chances:
    total = found.denominator()
    return {int(value): Fraction(ways, total) for value, ways in found.items() if ways}


d4, d6, d10, d20 = (icepool.d(sides) for sides in (4, 6, 10, 20))
ICON_DIE = icepool.Die({0: 3, 1: 2, 2: 1})
RED_DIE = icepool.map(lambda f: f + d10 if f == 10 else f - d10 if f == 1 else f, d10)
FATE = icepool.Die([-1, 0, 1])
SIX = icepool.Die([int(face >= 6) for face in range(1, 11)])


def chained(one: Any, top: int, depth: int) -> Any:
    """An exploding die as the tuple of its faces."""
    return icepool.map(
        lambda f: (
            (f,) if f != top or depth == 0 else icepool.map(lambda rest: (f, *rest), chained(one, top, depth - 1))
        ),
        one,
    )


def pooled(score: Callable[[list[int]], int], *dice: Any) -> Any:
    return icepool.map(lambda *chains: score(sorted(face for chain in chains for face in chain)), *dice, star=False)


ICEPOOL: dict[str, Callable[[], Any]] = {
    "3d6+2": lambda: 3 @ d6 + 2,
    "10d6kh7": lambda: d6.highest(10, 7),
    "10d6kl7": lambda: d6.lowest(10, 7),
    "10d6dh3": lambda: d6.lowest(10, 7),
    "10d6dl3": lambda: d6.highest(10, 7),
    "20d20kh10": lambda: d20.highest(20, 10),
    "2d20kh1": lambda: d20.highest(2),
    "3d10r1": lambda: 3 @ d10.reroll([1], depth="inf"),
    "3d10ro<=2": lambda: 3 @ d10.reroll([1, 2], depth=1),
    "6d6r1kh3": lambda: d6.reroll([1], depth="inf").highest(6, 3),
    "6d6ro1dl2": lambda: d6.reroll([1], depth=1).highest(6, 4),
    "2d6!": lambda: 2 @ d6.explode(depth=12),
    "5d10!": lambda: 5 @ d10.explode(depth=12),
    "5d10!o": lambda: 5 @ d10.explode(depth=1),
    "3d10r1!": lambda: 3 @ d10.reroll([1], depth="inf").explode([10], depth=12),
    "3d4!okh2": lambda: pooled(lambda f: sum(f[-2:]), *[chained(d4, 4, 1)] * 3),
    "2d6!kh2": lambda: pooled(lambda f: sum(f[-2:]), *[chained(d6, 6, 12)] * 2),
    "5d10>=6": lambda: 5 @ SIX,
    "12d10kh5>=6": lambda: SIX.highest(12, 5),
    "d%": lambda: icepool.d(100),
    "d66": lambda: 10 * d6 + d6,
    "4dF": lambda: 4 @ FATE,
    "4dFkl2": lambda: FATE.lowest(4, 2),
    "d10red": lambda: RED_DIE,
    "3d10red+14": lambda: 3 @ RED_DIE + 14,
    "8wg": lambda: 8 @ ICON_DIE,
    "8wg2": lambda: 8 @ ICON_DIE,
    "12+2ed": lambda: 12 + 2 @ ICON_DIE,
    "2d6*d4": lambda: (2 @ d6) * d4,
    "(2d6-d4)*3": lambda: (2 @ d6 - d4) * 3,
    "50d20": lambda: 50 @ d20,
    "60d6-50d6": lambda: 60 @ d6 - 50 @ d6,
    "100d6+100d6": lambda: 200 @ d6,
}


@pytest.mark.parametrize("text", ICEPOOL)
def test_against_icepool(text: str) -> None:
    assert said(text) == chances(ICEPOOL[text]())


def test_cops_test_with_its_rolled_again_tens_against_icepool() -> None:
    """5d10!>=6: every ten is a success and rolled again, in rounds."""
    one = icepool.map(lambda f: int(f >= 6), d10)
    for _ in range(MOST_EXPLOSIONS):
        rest = one
        one = icepool.map(lambda f: 1 + rest if f == 10 else int(f >= 6), d10)  # noqa: B023 - called at once
    assert said("5d10!>=6") == chances(5 @ one)


# --------------------------------------------------------------------------------------------------- games, and limits


def test_named_dice_are_the_games_dice() -> None:
    for count, wrath in ((1, 1), (8, 1), (8, 2)):
        icons: Chances = {}
        pool = distribution(WrathPool(count, wrath, 0))
        for summary, weight in pool.weights:
            icons[summary.icons] = icons.get(summary.icons, Fraction(0)) + Fraction(weight, pool.total)
        assert said(f"{count}wg{wrath}") == dict(sorted(icons.items()))
    extra, tens = distribution(ExtraDice(5, 0, 0)), distribution(D66(2))
    assert said("5ed") == {value: Fraction(weight, extra.total) for value, weight in sorted(extra.weights)}
    assert said("d66") == {value: Fraction(weight, tens.total) for value, weight in sorted(tens.weights)}


def test_the_shot_on_the_screens() -> None:
    """REF 7 + Handgun 6 + d10 must beat 15: 80 %."""
    assert odds(parse("d10red+13").tree).at_least(16) == Fraction(4, 5)


@pytest.mark.parametrize(
    ("text", "one", "dice", "depth"), [("d6!", 6, 1, 12), ("4d6!kh3", 6, 4, 12), ("3d20!", 20, 3, 9)]
)
def test_what_an_explosion_drops_is_reported(text: str, one: int, dice: int, depth: int) -> None:
    assert odds(parse(text).tree).dropped == 1 - (1 - Fraction(1, one) ** (depth + 1)) ** dice


def test_dropped_of_several_pools_and_of_none() -> None:
    both = odds(parse("d6!+2*d10!").tree).dropped
    assert both == 1 - (1 - Fraction(1, 6) ** 13) * (1 - Fraction(1, 10) ** 13)
    assert odds(parse("2d6!o+3d6r1kh2").tree).dropped == 0


@pytest.mark.parametrize(
    ("text", "key"), [("3wg2", "critical"), ("3wg2", "some"), ("3wg2", "complication"), ("4wg", "critical")]
)
def test_what_wrath_dice_may_do(text: str, key: str) -> None:
    pool = parse(text).tree
    wrath = pool.die.wrath  # type: ignore[union-attr]
    tests = {
        "critical": lambda f: all(one == 6 for one in f),
        "some": lambda f: 6 in f and any(one != 6 for one in f),
        "complication": lambda f: 1 in f,
    }
    counted = sum(tests[key](faces) for faces in product(range(1, 7), repeat=wrath))
    assert {one.key: one.chance for one in events(pool)}[f"wrath.{key}"] == Fraction(counted, 6**wrath)


def test_what_a_red_die_may_do() -> None:
    found = {one.key: one.chance for one in events(parse("2d10red+3").tree)}
    assert found == {"red.added": Fraction(19, 100), "red.subtracted": Fraction(19, 100)}
    assert events(parse("4d6kh3").tree) == []


@pytest.mark.parametrize(
    "text", ["200d100", "d1000*d1000", "200d6kh100", "200d10ro1!>=10", "200d100kh100", "100d6*100d6", "200d100!kh3"]
)
def test_odds_that_would_take_too_long_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"roll: the odds of .* - should be fewer or smaller dice"):
        odds(parse(text).tree)


@pytest.mark.parametrize(
    "text", ["200d6", "200d20", "200d6>=5", "200d6kh3", "100d6dl97", "20d10!", "40d6!kh20", "9999*" * 39 + "d6"]
)
def test_large_ones_that_are_answered(text: str) -> None:
    assert sum(odds(parse(text).tree).chances.values()) == 1
