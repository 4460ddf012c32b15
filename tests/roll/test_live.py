"""Dice that are rolled: own dice, every way they can fall against the exact odds, and app dice by chi-square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.core.errors import BadInput
from fracas.roll import AppDice, OwnDice, Result, odds, parse, pools, roll
from fracas.roll.live import MOST_FURTHER
from fracas.roll.tree import Tree
from roll.trees import TREES


def own(text: str, dice: str) -> Result:
    return roll(parse(text).tree, OwnDice(dice))


def marks(result: Result, name: str) -> list[int]:
    return [die.value for one in result.pools for die in one.dice if getattr(die, name)]


@pytest.mark.parametrize(
    ("text", "dice", "value"),
    [
        ("4d6kh3+2", "6 1 4 4", 16),
        ("4d6dl", "6,1,4,4", 14),
        ("4d6kl3", "6144", 9),
        ("4d6dh1", "６１４４", 9),
        ("2d6!", "6 2 6 3", 17),
        ("2d6!o", "6 2 6", 14),
        ("3d6!kh2", "6 6 1 6 2 3", 12),
        ("3d10r1", "1 2 3 1 1 0", 15),
        ("3d10ro<=2", "1 2 3 1 2", 6),
        ("2d6r1!", "1 6 6 3 4", 19),
        ("5d10>=6", "6 5 10 1 0", 3),
        ("5d10!>=6", "6 5 10 1 0 0 3 7", 5),
        ("4d10kh2>=6", "9 8 7 6", 2),
        ("d%", "100", 100),
        ("2d%", "57 3", 60),
        ("d66", "3 5", 35),
        ("2d66", "35 11", 46),
        ("4dF", "-1 0 1 1", 1),
        ("4dF", "−1, −1, 0, +1", -1),
        ("d10red", "10 8", 18),
        ("d10red", "1 8", -7),
        ("d10red", "1 1", 0),
        ("d10red", "0 0", 20),
        ("2d10red+14", "10 1 4 5", 24),
        ("8wg", "61445566", 10),
        ("12+2ed", "6 4", 15),
        ("d6-d6*2", "5 3", -1),
        ("-(d6+1)", "5", -6),
        ("7", "", 7),
    ],
)
def test_own_dice(text: str, dice: str, value: int) -> None:
    result = own(text, dice) if dice else roll(parse(text).tree, AppDice(1))
    assert result.value == value
    again = ",".join(map(str, result.faces))
    assert not again or own(text, again).value == value


def test_every_die_says_what_became_of_it() -> None:
    result = own("5d6ro1!kh4>=5", "1 6 3 5 6 4 2 1 3")
    chain_one, chain_two, *_, last = result.pools[0].chains
    assert [(die.value, die.rerolled) for die in chain_one] == [(1, True), (4, False)]
    assert [(die.value, die.exploded, die.extra) for die in chain_two] == [(6, True, False), (2, False, True)]
    assert (
        [(die.value, die.exploded, die.rerolled, die.extra) for die in last]
        == [
            (6, True, False, False),
            (1, False, True, True),
            (3, False, False, True),
        ]
        if len(last) == 3
        else True
    )
    assert marks(result, "success") == [6, 5, 6]
    assert result.value == 3


def test_equal_dice_are_dropped_once() -> None:
    result = own("4d6kh2", "5 5 5 5")
    assert (result.value, marks(result, "dropped")) == (10, [5, 5])


@pytest.mark.parametrize(
    ("text", "dice", "reasons"),
    [
        ("d10red", "10 8", [("red.added", {"face": 8})]),
        ("d10red", "1 8", [("red.subtracted", {"face": 8})]),
        ("d10red", "5", []),
        ("3d10red", "1 10 5 2 3", [("red.subtracted", {"face": 2}), ("red.added", {"face": 3})]),
        ("3wg", "6 1 1", [("wrath.critical", {"dice": 1, "of": 1})]),
        ("3wg", "1 6 6", [("wrath.complication", {"dice": 1, "of": 1})]),
        ("3wg", "3 6 1", []),
        ("3wg2", "6 6 1", [("wrath.critical", {"dice": 2, "of": 2})]),
        ("3wg2", "6 1 1", [("wrath.some", {"dice": 1, "of": 2}), ("wrath.complication", {"dice": 1, "of": 2})]),
        ("2ed", "6 4", [("extra.icons", {"icons": 3, "dice": 2})]),
    ],
)
def test_reasons_of_named_dice(text: str, dice: str, reasons: list[tuple[str, dict[str, int]]]) -> None:
    assert [tuple(one) for one in own(text, dice).pools[0].reasons] == reasons


@pytest.mark.parametrize(
    ("text", "dice", "says"),
    [
        ("4d6", "3 4", "no die left after 2"),
        ("4d6", "3 4 5 6 1", "1 left over"),
        ("2d6!", "6 1", "no die left after 2"),
        ("2d6", "7 1", "7 - should be 1 to 6 on a d6"),
        ("2d6", "0 1", "0 - should be 1 to 6"),
        ("2d6", "-1 2", "-1 - should be 1 to 6"),
        ("4dF", "2 0 0 0", "-1 to 1 on a dF"),
        ("2d6", "a b", "faces, such as"),
        ("2d6", "", "faces, such as"),
        ("2d6", "6d6", "faces, such as"),
        ("d6", "9" * 5000, "should be 1 to 6"),
        ("d6r1", "1 " * 200 + "2", "more than 100 re-rolls"),
    ],
)
def test_own_dice_that_cannot_be_meant(text: str, dice: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        own(text, dice)
    assert str(caught.value).startswith("dice: ")
    assert says in str(caught.value)


# ------------------------------------------------------------------------------------------- every way the dice can fall


class Script:
    """Answers from a list, and faces of 1 beyond it; remembers how many sides each die asked for had."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.given, self.sides = list(faces), []  # type: ignore[var-annotated]

    def face(self, sides: int, low: int = 1) -> int:
        self.sides.append(sides)
        place = len(self.sides) - 1
        if place == len(self.given):
            self.given.append(1)
        return self.given[place]

    def one_of(self, faces: Sequence[int], sides: int) -> int:
        raise AssertionError


def every_way(tree: Tree) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    faces: list[int] = []
    while True:
        script = Script(faces)
        value = roll(tree, script).value
        chance = Fraction(1)
        for sides in script.sides:
            chance /= sides
        found[value] = found.get(value, Fraction(0)) + chance
        faces, sides_of = script.given, script.sides
        while faces and faces[-1] == sides_of[len(faces) - 1]:
            faces.pop()
        if not faces:
            return dict(sorted(found.items()))
        faces[-1] += 1


@pytest.mark.parametrize(
    "text",
    [
        "4d6kh3", "4d6dl2", "3d6kl2", "3d6dh1", "d66", "2d66kl1", "4dF", "4dFkh2", "2d10red", "4wg2", "3ed", "12+2ed", "3d6!o",
        "3d4!okh2", "3d4!odl2", "3d4ro1", "2d6ro<=2!o", "3d4ro1!o>=3", "5d4>=3", "3d4ro4!o", "4d6kh2>=5", "d6*d4-d10", "(d6+2)*-d4",
    ],
)  # fmt: skip
def test_every_way_the_dice_can_fall_is_the_exact_distribution(text: str) -> None:
    tree = parse(text).tree
    assert every_way(tree) == odds(tree).chances


# ------------------------------------------------------------------------------------------------------------ app dice


@pytest.mark.parametrize(
    "text",
    [
        "4d6kh3", "2d6!", "3d6!kh2", "3d4!dl1", "3d10r1", "3d10ro<=2", "5d10!>=6", "5d10>=6", "d66", "4dF", "d10red", "8wg",
        "12+2ed", "d%r<=97", "d2!", "2d6*d4-3", "4d6r1!okl3",
    ],
)  # fmt: skip
def test_app_dice_agree_with_the_exact_odds(text: str) -> None:
    """Chi-square over bins of at least 8 expected; the bound is about 1 in 10⁵, the seed is fixed."""
    tree, dice, times = parse(text).tree, AppDice(20_26), 3000
    counted = Counter(roll(tree, dice).value for _ in range(times))
    exact = odds(tree).chances
    assert set(counted) <= set(exact)
    square, bins, wanted, seen = 0.0, 0, 0.0, 0
    for value, chance in exact.items():
        wanted, seen = wanted + float(chance) * times, seen + counted[value]
        if wanted >= 8:
            square, bins, wanted, seen = square + (seen - wanted) ** 2 / wanted, bins + 1, 0.0, 0
    free = bins - 1
    assert free >= 2
    bound = free * (1 - 2 / (9 * free) + 4.3 * (2 / (9 * free)) ** 0.5) ** 3
    assert square < bound


def test_re_rolls_beyond_the_limit_still_end_evenly() -> None:
    """d1000r<=998 leaves two faces; a hundred re-rolls seldom find one, and then one of the two is taken."""
    tree, dice = parse("d1000r<=998").tree, AppDice(5)
    results = [roll(tree, dice) for _ in range(300)]
    assert {one.value for one in results} == {999, 1000}
    assert max(len(one.pools[0].chains[0]) for one in results) == MOST_FURTHER + 1
    assert 110 < sum(one.value == 999 for one in results) < 190


def test_a_seed_gives_the_same_dice() -> None:
    tree = parse("20d6!").tree
    assert roll(tree, AppDice(9)).faces == roll(tree, AppDice(9)).faces != roll(tree, AppDice(8)).faces


@settings(max_examples=60, deadline=None)
@given(TREES, st.integers(0, 2**32))
def test_a_roll_can_be_typed_again_and_is_among_the_exact_results(tree: Tree, seed: int) -> None:
    if sum(pool.dice for pool in pools(tree)) > 200:
        return
    result = roll(tree, AppDice(seed))
    if result.faces and all(len(chain) < 90 for one in result.pools for chain in one.chains):
        assert roll(tree, OwnDice(",".join(map(str, result.faces)))).value == result.value
    try:
        found = odds(tree)
    except BadInput:
        return
    assert sum(found.chances.values()) == 1
    assert found.dropped > 0 or found[result.value] > 0
