"""What an attack reads of both fighters, as one number: the fight staged from it gives that number again."""

from __future__ import annotations

from typing import Any

import pytest

from fracas.core.encounter import FREE
from fracas.core.mind import tried_out
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import encounter_of, read_encounter
from fracas.play.legal import legal
from fracas.play.policies import POLICIES
from fracas.simulate import Simulation

FIGHTS = 4


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fights in which it does not matter what an attack is worth: some number that its aspect gives."""

    def worth(ways: Any, start: Any, by: int, target: int, aspect: int, plans: Any) -> tuple[int, ...]:
        return tuple((aspect + 7 * by + 3 * target + 13 * place) % 100 for place in range(len(plans)))

    monkeypatch.setattr("fracas.core.mind.tried_out", worth)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["wng_duel", "wng_mob", "wng_dark", "wng_ambush"])
def test_what_is_staged_has_the_aspect_that_it_was_staged_from(name: str) -> None:
    simulation = Simulation(read_encounter(str(ENCOUNTERS[name])), 3)
    ways, start = simulation.ways, simulation.mind.start
    for number in range(FIGHTS):
        simulation.twin(number)
    assert len(simulation.mind.known) > 10
    for by, target, aspect in simulation.mind.known:
        staged = ways.staged(start, by, target, aspect)
        assert staged.clock.active == FREE
        if by != target:
            assert ways.aspect(staged, by, target) == aspect, (by, target, aspect)


# A trooper with a rifle and a knife, a raider in front of it, another behind that one.
TRIO: dict[str, Any] = {
    "ruleset": "wng",
    "sides": ["agents", "raiders"],
    "fight": {"glory": 0, "ruin": 0},
    "fighters": {
        "ann": {"side": "agents", "from": "trooper", "at": [0, 0]},
        "orc": {"side": "raiders", "from": "raider", "at": [0, 9]},
        "ork": {"side": "raiders", "from": "raider", "at": [0, 11]},
    },
}


def worths(change: dict[str, Any], by: int = 0, target: int = 1) -> dict[str, int]:
    """What each plan of ann's is worth against the first raider, by its weapon and options, after a change of the file."""
    data = {**TRIO, "fighters": {id: {**one, **change.get(id, {})} for id, one in TRIO["fighters"].items()}}
    simulation = Simulation(encounter_of(data), 1)
    ways, mind = simulation.ways, simulation.mind
    plans = mind.plans[mind.first[by] : mind.first[by + 1]]
    found = tried_out(ways, mind.start, by, target, ways.aspect(mind.start, by, target), plans)
    names = [
        "+".join(
            [details.get("weapon", "hands"), *details.get("options", ()), *(() if "shift" in details else ("all",))]
        )
        for _, details in mind.decisions[mind.first[by] : mind.first[by + 1]]
    ]
    return dict(zip(names, found, strict=True))


def test_what_makes_an_attack_harder_makes_it_worth_less() -> None:
    free = worths({})
    assert worths({"orc": {"cover": "more"}})["las rifle+aim"] < free["las rifle+aim"]
    assert worths({"ann": {"conditions": {"hindered": 3}}})["las rifle+aim"] < free["las rifle+aim"]
    assert worths({"orc": {"conditions": {"vulnerable": 2}}})["las rifle"] > free["las rifle"]
    assert free["las rifle+aim+full_auto"] > free["las rifle"]


def test_the_rules_alone_say_what_can_be_tried() -> None:
    free = worths({})
    assert free["knife"] == 0 < free["knife+charge"]  # nine metres away
    beside = worths({"orc": {"at": [0, 1]}})
    assert beside["las rifle"] == 0 < beside["knife"]  # engaged: no rifle
    held = worths({"ann": {"traumatic": ["left_hand", "right_hand"]}})
    assert not any(worth for name, worth in held.items() if not name.startswith("hands"))


def test_one_for_several_is_tried_as_hard_as_it_will_be() -> None:
    """The rifle's Salvo takes the second target's penalty away, and without it two targets are harder to hit than one."""
    free = worths({})
    assert free["las rifle+all"] < free["las rifle+spray+all"]


@pytest.mark.parametrize("policy", ["nearest", "weakest", "cautious"])
def test_who_is_owed_an_attack_makes_it_or_lets_it_go(policy: str) -> None:
    data = {
        **TRIO,
        "fighters": {**TRIO["fighters"], "orc": {**TRIO["fighters"]["orc"], "at": [0, 2], "weapons": ["chopper"]}},
    }
    session = encounter_of(data, seed=1).session
    session.do("begin")
    session.do("act", "ann")
    session.do("move", "ann", None, {"to": [0, -4]})
    strike = POLICIES[policy](session, legal(session))
    assert (strike.do, strike.by, strike.target) == ("attack", "orc", "ann")
    assert strike.details["options"] == ["reflexive"]
    assert POLICIES["passive"](session, legal(session)).do == "decline"


def test_fire_is_put_out_and_the_prone_get_up_before_anything_else() -> None:
    session = encounter_of(TRIO, seed=1).session
    session.do("begin")
    session.do("act", "ann")
    session.do("set", "ann", None, {"field": "conditions.prone", "value": 1})
    session.do("set", "ann", None, {"field": "conditions.onfire", "value": 1})
    done = []
    for _ in range(2):
        choice = POLICIES["nearest"](session, legal(session))
        done.append(choice.do)
        choice.take(session)
    assert done == ["stand_up", "put_out"]


def test_a_rifle_emptied_by_full_auto_is_loaded_in_the_same_turn() -> None:
    session = encounter_of(TRIO, seed=1).session
    session.do("begin")
    session.do("act", "ann")
    session.do("attack", "ann", "orc", {"weapon": "las rifle", "options": ["full_auto"]})
    choice = POLICIES["nearest"](session, legal(session))
    assert (choice.do, choice.details) == ("reload", {"weapon": "las rifle"})
    choice.take(session)
    assert POLICIES["nearest"](session, legal(session)).do == "done"


def test_the_dying_use_their_hands_when_their_weapon_is_broken() -> None:
    session = encounter_of(TRIO, seed=1).session
    session.do("set", "orc", None, {"field": "at", "value": [0, 1]})
    session.do("begin")
    session.do("act", "ann")
    session.do("set", "ann", None, {"field": "wounds", "value": 20})
    choice = POLICIES["nearest"](session, legal(session))
    assert (choice.do, choice.target, choice.details) == ("attack", "orc", {"unarmed": True, "shift": 9})
