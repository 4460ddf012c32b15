"""Wrath & Glory at the table: who is picked, points spent by a policy, reflexive attacks, the GM's Glory."""

from __future__ import annotations

import pytest

from fracas.core.encounter import WAITING
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import Encounter, encounter_of, read_encounter
from fracas.play.legal import legal
from fracas.play.policies import POLICIES, decided

TWO = {
    "ruleset": "wng",
    "sides": ["agents", "raiders"],
    "fight": {"glory": 2, "ruin": 1},
    "fighters": {
        "ann": {"side": "agents", "from": "trooper", "at": [0, 0], "play": "bold"},
        "bob": {"side": "agents", "from": "duellist", "at": [0, 1], "play": "bold"},
        "orc": {"side": "raiders", "from": "raider", "at": [0, 9]},
    },
}


def begun() -> Encounter:
    encounter = encounter_of(TWO, seed=3)
    encounter.session.do("begin")
    return encounter


def test_the_agents_pick_first_and_everybody_may_be_picked() -> None:
    session = begun().session
    assert session.game.decider(session.fight) == WAITING
    picks = [choice.by for choice in legal(session) if choice.do == "act"]
    assert picks == ["ann", "bob", "orc"]  # the last for Ruin


def test_bold_spends_glory_to_act_again_while_more_than_one_is_left() -> None:
    encounter = begun()
    session = encounter.session
    session.do("act", "ann")
    session.do("done", "ann")
    choice = decided(session, legal(session), encounter.players)
    assert (choice.do, choice.by) == ("act", "bob")
    choice.take(session)
    assert session.fight.glory == 1
    session.do("done", "bob")
    assert decided(session, legal(session), encounter.players).by == "orc"


def test_bold_rolls_again_and_keeps_a_wrath_point() -> None:
    session = begun().session
    session.do("act", "ann")
    strike = POLICIES["bold"](session, legal(session))
    assert strike.do == "attack"
    assert strike.details["reroll"] == 1
    assert strike.details["glory"] == 2
    session.do("set", "ann", None, {"field": "wrath", "value": 1})
    assert "reroll" not in POLICIES["bold"](session, legal(session)).details


def test_who_is_owed_an_attack_decides_first() -> None:
    session = begun().session
    session.do("set", "orc", None, {"field": "at", "value": [0, 2]})
    session.do("act", "bob")
    session.do("move", "bob", None, {"to": [0, -5]})
    assert session.game.decider(session.fight) == session.fighters.ids.index("orc")
    assert {choice.by for choice in legal(session)} == {"orc"}
    session.do("decline", "orc")
    assert session.game.decider(session.fight) == session.fighters.ids.index("bob")


def test_the_gm_sets_glory() -> None:
    session = begun().session
    session.do("set", "fight", None, {"field": "glory", "value": 5})
    assert session.fight.glory == 5
    session.undo(1)
    assert session.fight.glory == 2


@pytest.mark.parametrize("name", ["wng_mob", "wng_ambush", "wng_dark"])
def test_a_game_master_plays_a_round_by_hand(name: str) -> None:
    """Each fighter in turn does the first and the last thing that it may; nothing is refused, and the round ends."""
    session = read_encounter(str(ENCOUNTERS[name]), seed=2).session
    session.do("begin")
    acted = 0
    while session.fight.round == 1 and not session.fight.clock.over:
        choices = legal(session)
        deed = next((one for one in choices if one.do in ("attack", "act", "decline")), choices[-1])
        if deed.do == "attack" and acted:
            deed = choices[-1]
        acted = int(deed.do == "attack")
        deed.take(session)
    assert session.fight.round == 2 or session.fight.clock.over
