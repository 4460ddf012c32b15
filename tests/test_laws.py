"""Laws that hold whatever the numbers (../shared/MODELS.md): checked on random fighters and attacks."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fracas.core.dice import Dice, distribution, parse_dice, summarise
from fracas.core.game import decide, set_up
from fracas.core.state import flatten
from fracas.core.table import ScriptedTable, SeededTable
from fracas.odds import odds_of
from fracas.rules import load
from fracas.rules.cops.dice import LocationDie, PoolDice
from fracas.rules.cpred.dice import DamageDice
from fracas.rules.wng.dice import D66, ExtraDice, IconDice, WrathPool

ALL_PLACES = {"location_dice": {"head": 2, "arms": 1, "torso": 2, "abdomen": 2, "legs": 1}}
law = settings(max_examples=40 * int(os.environ.get("FRACAS_TIMES", "1")), deadline=None)  # more in make soak

armour = st.lists(
    st.fixed_dictionaries(
        {
            "sp": st.integers(0, 20),
            "covers": st.sampled_from([["body"], ["head"], ["head", "body"]]),
            "penalty": st.integers(0, 4),
        }
    ),
    max_size=3,
)
red_fighter = st.fixed_dictionaries(
    {
        "body": st.integers(1, 12),
        "ref": st.integers(1, 10),
        "dex": st.integers(1, 10),
        "hp": st.integers(-5, 50),
        "max_hp": st.just(50),
        "armour": armour,
        "skills": st.fixed_dictionaries({"handgun": st.integers(0, 10), "evasion": st.integers(0, 10)}),
    }
)
red_shot = st.fixed_dictionaries(
    {
        "skill": st.just("handgun"),
        "class": st.sampled_from(["pistol", "smg", "assault_rifle", "thrown"]),
        "distance": st.integers(0, 25),
        "damage": st.sampled_from(["1d6", "2d6", "3d6", "4d6+1", 9]),
        "ammo": st.sampled_from(["basic", "ap", "incendiary", "rubber"]),
        "modifier": st.integers(-4, 4),
        "injury": st.booleans(),
    },
    optional={"aimed": st.sampled_from(["head", "leg", "held"])},
)
cops_fighter = st.fixed_dictionaries(
    {
        "carrure": st.integers(1, 5),
        "cop": st.booleans(),
        "coordination": st.integers(1, 5),
        "protection": st.fixed_dictionaries({}, optional={"torso": st.sampled_from([0, 7, "1d6", "2d6+1"])}),
    }
)
cops_shot = st.fixed_dictionaries(
    {
        "skill": st.integers(2, 10),
        "distance": st.integers(0, 100),
        "range": st.integers(50, 60),
        "power": st.integers(0, 5),
    }
)
PLACES_2020 = [["torso"], ["head"], ["torso", "left_arm", "right_arm"], ["left_leg", "right_leg"]]
fighter_2020 = st.fixed_dictionaries(
    {
        "body": st.integers(2, 12),
        "ref": st.integers(1, 10),
        "damage": st.integers(0, 20),
        "armour": st.lists(
            st.fixed_dictionaries(
                {"sp": st.integers(0, 20), "covers": st.sampled_from(PLACES_2020), "ev": st.integers(0, 2)}
            ),
            max_size=3,
        ),
        "skills": st.fixed_dictionaries({"handgun": st.integers(0, 10)}),
    }
)
shot_2020 = st.fixed_dictionaries(
    {
        "distance": st.integers(0, 100),
        "range": st.just(50),
        "damage": st.sampled_from(["1d6", "2d6+1", "4d6", "2d10", 9]),
        "ap": st.booleans(),
        "edged": st.booleans(),
        "modifiers": st.lists(st.sampled_from(["aim_1", "hip", "running"]), max_size=2, unique=True),
    },
    optional={"aimed": st.sampled_from(["head", "torso", "left_leg"])},
)
wng_fighter = st.fixed_dictionaries(
    {
        "toughness": st.integers(1, 6),
        "agility": st.integers(1, 4),
        "armour": st.integers(0, 5),
        "wounds": st.integers(0, 6),
        "shock": st.integers(0, 5),
        "side": st.sampled_from(["agent", "threat"]),
        "traumatic": st.sampled_from([[], ["torso"], ["left_eye", "right_hand"]]),
        "conditions": st.fixed_dictionaries({}, optional={"hindered": st.integers(1, 2), "prone": st.just(1)}),
    },
    optional={"mob": st.integers(1, 9)},
)
wng_traits = st.lists(
    st.sampled_from(["brutal", "rad 1", "agonising", "reliable", "sniper 1"]), max_size=2, unique=True
)
wng_shot = st.fixed_dictionaries(
    {
        "weapon": st.fixed_dictionaries(
            {
                "damage": st.integers(1, 12),
                "ed": st.integers(0, 2),
                "ap": st.integers(0, 3),
                "range": st.just([6, 12, 24]),
                "salvo": st.just(1),
                "traits": wng_traits,
            }
        ),
        "distance": st.integers(0, 30),
        "dn": st.integers(0, 2),
    },
    optional={"cover": st.sampled_from(["less", "half", "more"])},
)
KINDS: dict[str, tuple[Any, Any, Any]] = {
    "wng": (wng_fighter, wng_shot, {}),
    "cpred": (red_fighter, red_shot, {}),
    "cops": (cops_fighter, cops_shot, ALL_PLACES),
    "cp2020": (fighter_2020, shot_2020, {}),
}


def prepare(name: str, by: Any, target: Any, shot: Any, house: Any = None):
    game = load(name)
    setup = set_up(game, {"a": by, "t": target, "bystander": by}, KINDS[name][2] if house is None else house)
    return game, setup, decide(game, setup.fighters, "attack", "a", "t", shot)


@pytest.mark.parametrize("name", KINDS)
@law
@given(data=st.data())
def test_probabilities_sum_to_one(name: str, data: Any) -> None:
    fighter, shot, _ = KINDS[name]
    game, setup, decision = prepare(name, data.draw(fighter), data.draw(fighter), data.draw(shot))
    odds = odds_of(game, setup.fight, decision, setup.fighters.ids)
    assert sum(odds.explored.states.values()) == 1
    assert odds.dropped == 0
    for step in odds.steps():
        assert 0 < step.reached <= 1
        assert all(sum(found.chances.values()) == 1 for found in step.numbers.values())


@pytest.mark.parametrize("name", KINDS)
@law
@given(data=st.data())
def test_bystanders_and_attackers_are_unchanged(name: str, data: Any) -> None:
    fighter, shot, _ = KINDS[name]
    game, setup, decision = prepare(name, data.draw(fighter), data.draw(fighter), data.draw(shot))
    after = game.step(setup.fight, decision, SeededTable(data.draw(st.integers(0, 2**32))))
    if name not in ("cp2020", "wng"):  # there a fumble or a complication may change the shooter
        assert after.fighters[0] == setup.fight.fighters[0]
    if name != "wng" or not after.complication:  # a wrong target may be the bystander
        assert after.fighters[2] == setup.fight.fighters[2]
    assert all(type(number) is int for number in flatten(after))


@pytest.mark.parametrize("name", KINDS)
@law
@given(data=st.data())
def test_what_happens_was_possible(name: str, data: Any) -> None:
    """Every seeded result has a probability above nothing, and scripting its answers gives it again."""
    fighter, shot, _ = KINDS[name]
    game, setup, decision = prepare(name, data.draw(fighter), data.draw(fighter), data.draw(shot))
    table = SeededTable(data.draw(st.integers(0, 2**32)))
    after = game.step(setup.fight, decision, table)
    odds = odds_of(game, setup.fight, decision, setup.fighters.ids, trace=False)
    assert odds.explored.states[after] > 0
    scripted = ScriptedTable(table.answers)
    assert game.step(setup.fight, decision, scripted) == after
    scripted.finish()
    assert scripted.events == table.events


@law
@given(target=red_fighter, faces=st.lists(st.integers(1, 6), min_size=3, max_size=3), more=st.integers(1, 10))
def test_more_sp_never_means_more_damage(target: Any, faces: list[int], more: int) -> None:
    game = load("cpred")
    suffered = []
    for extra in (0, more):
        worn = [{**piece, "sp": piece["sp"] + extra, "penalty": 0} for piece in target["armour"]]
        setup = set_up(game, {"t": {**target, "armour": worn}})
        hit = decide(game, setup.fighters, "hit", target="t", details={"damage": "3d6", "injury": False})
        from fracas.core.table import Answer

        after = game.step(setup.fight, hit, ScriptedTable([Answer("damage", tuple(faces))]))
        suffered.append(after.fighters[0].outcome.suffered)
    assert suffered[1] <= suffered[0]


@law
@given(
    by=red_fighter,
    target=red_fighter,
    shot=red_shot,
    better=st.integers(1, 5),
    tie=st.sampled_from(["defender", "meets"]),
)
def test_a_better_skill_never_lowers_the_odds_to_hit(by: Any, target: Any, shot: Any, better: int, tie: str) -> None:
    chances = []
    for extra in (0, better):
        skilled = {**by, "skills": {"handgun": by["skills"]["handgun"] + extra}}
        game, setup, decision = prepare("cpred", skilled, target, shot, {"tie": tie})
        odds = odds_of(game, setup.fight, decision, setup.fighters.ids, trace=False)
        chances.append(odds.chance({"outcome.hit": True}))
    assert chances[0] <= chances[1]


@law
@given(target=fighter_2020, shot=shot_2020, damage=st.integers(1, 60), more=st.integers(1, 10))
def test_more_sp_of_one_layer_never_means_more_points(target: Any, shot: Any, damage: int, more: int) -> None:
    """Cyberpunk 2020, one layer: of several, more SP in one can mean less in all (the bonus falls with the difference)."""
    game = load("cp2020")
    suffered = []
    for extra in (0, more):
        worn = [{"sp": 10 + extra, "covers": ["head", "torso", "left_leg"]}]
        setup = set_up(game, {"t": {**target, "damage": 0, "armour": worn}})
        blow = {"damage": damage, "ap": shot["ap"], "edged": shot["edged"], "aimed": shot.get("aimed", "torso")}
        hit = decide(game, setup.fighters, "hit", target="t", details=blow)
        suffered.append(game.step(setup.fight, hit, SeededTable(1)).fighters[0].outcome.suffered)
    assert suffered[1] <= suffered[0]


@law
@given(by=wng_fighter, target=wng_fighter, shot=wng_shot, more=st.integers(1, 3))
def test_more_dice_never_lower_and_more_dn_never_raises_the_odds_to_hit(
    by: Any, target: Any, shot: Any, more: int
) -> None:
    chances = []
    for change in ({"dn": shot["dn"] + more}, {}, {"dice": more}):
        game, setup, decision = prepare("wng", by, target, {**shot, **change})
        odds = odds_of(game, setup.fight, decision, setup.fighters.ids, trace=False)
        chances.append(odds.chance({"outcome.hit": True}))
    assert chances == sorted(chances)


@law
@given(target=wng_fighter, damage=st.integers(0, 30), more=st.integers(1, 4))
def test_more_resilience_never_means_more_wounds(target: Any, damage: int, more: int) -> None:
    game = load("wng")
    suffered = []
    for armour in (target["armour"], target["armour"] + more):
        setup = set_up(game, {"t": {**target, "armour": armour, "determination": 0}})
        hit = decide(game, setup.fighters, "hit", target="t", details={"damage": damage})
        suffered.append(game.step(setup.fight, hit, SeededTable(1)).fighters[0].outcome.through)
    assert suffered[1] <= suffered[0]


@law
@given(by=cops_fighter, target=cops_fighter, shot=cops_shot)
def test_a_lower_threshold_never_lowers_the_odds_to_hit(by: Any, target: Any, shot: Any) -> None:
    chances = []
    for threshold in (shot["skill"], shot["skill"] - 1):
        game, setup, decision = prepare("cops", by, target, {**shot, "skill": threshold})
        odds = odds_of(game, setup.fight, decision, setup.fighters.ids, trace=False)
        chances.append(odds.chance({"outcome.hit": True}))
    assert chances[0] <= chances[1]


KINDS_OF_DICE = [Dice(3, 6, 2), Dice(2, 10, 0), DamageDice(4, 1), LocationDie(1), PoolDice(3, 7)]
KINDS_OF_DICE += [
    WrathPool(4, 1, 0),
    WrathPool(3, 2, 0),
    WrathPool(3, 2, 1),
    IconDice(3),
    ExtraDice(3, 1, 2),
    ExtraDice(3, 2, 0),
    D66(2),
]


@pytest.mark.parametrize("dice", KINDS_OF_DICE, ids=str)
def test_a_distribution_is_what_all_faces_give(dice: Any) -> None:
    from itertools import product

    counted: dict[Any, int] = {}
    for faces in product(*(range(1, dice.sides(place) + 1) for place in range(dice.size()))):
        summary = summarise(dice, faces)
        counted[summary] = counted.get(summary, 0) + 1
    found = distribution(dice)
    assert dict(found.weights) == counted
    assert found.total == sum(counted.values())


@given(number=st.integers(1, 60), plus=st.integers(-9, 9))
def test_dice_notation_reads_what_it_writes(number: int, plus: int) -> None:
    dice = Dice(number, 6, plus)
    assert parse_dice(str(dice)) == dice


def test_open_ended_rolls_report_what_they_leave_out() -> None:
    """COPS with the excess option: ten after ten is followed as long as it is likely enough, and the rest is said."""
    house = {**ALL_PLACES, "excess_damage": True}
    game, setup, decision = prepare("cops", {"coordination": 2}, {}, {"skill": 5, "distance": 5, "power": 1}, house)
    odds = odds_of(game, setup.fight, decision, setup.fighters.ids)
    assert not odds.exact
    assert 0 < odds.dropped < Fraction(1, 10**10)
    assert odds.chance({"outcome.hit": True}) == 1 - Fraction(4, 10) ** 2
