"""The views of a distribution: hand-computed figures of one hit, 2d6 on SP 7 (so 0 to 5 come through)."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from fracas.core.errors import BadInput
from fracas.core.game import decide, set_up
from fracas.odds import Distribution, odds_of
from fracas.rules import load


@pytest.fixture(scope="module")
def odds():
    game = load("cpred")
    setup = set_up(game, {"t": {"hp": 40, "armour": [{"sp": 7, "covers": ["body"]}]}})
    hit = decide(game, setup.fighters, "hit", target="t", details={"damage": "2d6", "injury": False})
    return odds_of(game, setup.fight, hit, setup.fighters.ids)


def test_figures(odds) -> None:
    through = odds.of("outcome.through")
    assert [through[n] * 36 for n in range(6)] == [21, 5, 4, 3, 2, 1]
    assert through.mean() == Fraction(5 + 8 + 9 + 8 + 5, 36)
    assert through.variance() == Fraction(5 + 16 + 27 + 32 + 25, 36) - Fraction(35, 36) ** 2
    assert through.at_least(3) == Fraction(6, 36)
    assert through.at_most(1) == Fraction(26, 36)
    assert [through.quantile(share) for share in (0.5, 0.6, Fraction(35, 36), 1)] == [0, 1, 4, 5]
    assert through.mode() == 0
    assert through[99] == 0


def test_joint_and_marginal(odds) -> None:
    joint = odds.of("outcome.through", "t.sp.body", "t.hp")
    assert joint[0, 7, 40] == Fraction(21, 36)
    assert joint[5, 6, 30] == Fraction(1, 36)  # two sixes: 5 through and 5 more
    assert joint.marginal("t.hp").chances == odds.of("t.hp").chances
    assert odds.chance({"t.sp.body": 6, "t.hp": "<= 36"}) == Fraction(3, 36)
    with pytest.raises(TypeError, match="needs numbers"):
        odds.of("t.injuries").mean()


def test_json_and_csv_say_the_same(odds) -> None:
    found = odds.of("t.hp")
    data = json.loads(found.to_json())
    assert {one["value"]: Fraction(one["chance"]) for one in data["chances"]} == found.chances
    assert data["exact"] is True
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert {int(row["t.hp"]): Fraction(int(row["numerator"]), int(row["denominator"])) for row in rows} == found.chances
    assert float(rows[0]["at_least"]) == 1.0


def test_what_is_no_distribution_or_share(odds) -> None:
    with pytest.raises(ArithmeticError, match="add up to 1/2"):
        Distribution(("x",), {1: Fraction(1, 2)})
    for share in (0, 2, "x", None):
        with pytest.raises(BadInput, match="a share above 0"):
            odds.of("t.hp").quantile(share)
    with pytest.raises(BadInput, match="paths with values"):
        odds.chance("x")


def test_steps_are_those_of_the_explanation(odds) -> None:
    steps = {(step.rule, step.part): step for step in odds.steps()}
    assert steps["cpred.armour.ablate", ""].reached == Fraction(15, 36)
    assert steps["cpred.injury.bonus", ""].reached == Fraction(1, 36)
    assert steps["cpred.armour.soak", ""].numbers["through"].mean() == Fraction(35, 36)
