"""The odds of whole fights: against an enumeration in plain Python, as fractions, and against simulated fights."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from fracas.core.errors import BadInput, FracasError
from fracas.core.exact import explore
from fracas.core.mind import perform_act
from fracas.encounters import ENCOUNTERS
from fracas.odds.fight import DEAD, OUT, UP, FightOdds, fight_odds
from fracas.play.encounter import encounter_of, read_encounter
from fracas.simulate import Simulation
from fracas.simulate.tally import NOBODY_LEFT, UNDECIDED, Tally

FIGHTS, SIGMAS = 200_000, 4.5


def duel(ruleset: str, a: Any, b: Any, rounds: int, distance: int = 8, **more: Any) -> dict[str, Any]:
    """Ann against Bob; both play ``nearest`` where nothing else is said."""
    fighters = {
        "ann": {"side": "a", "at": [0, 0], "play": "nearest", **a},
        "bob": {"side": "b", "at": [distance, 0], "play": "nearest", **b},
    }
    return {"ruleset": ruleset, "rounds": rounds, "sides": ["a", "b"], "fighters": fighters, **more}


# ------------------------------------------------------------------------------------------------- by enumeration alone

PLACES = {"location_dice": {"head": 1, "arms": 1, "torso": 1, "abdomen": 1, "legs": 1}}
# One shot, then it has to be loaded again: reloading and wound penalties are part of a few rounds.
SINGLE = {"name": "single", "skill": "firearms", "power": 1, "range": 20, "magazine": 1}
WEAK = {"coordination": 2, "carrure": 1, "hp": 12, "skills": {"firearms": 8}, "weapons": [SINGLE]}
TINY = duel("cops", WEAK, WEAK, 3, house=PLACES)


class Enumerated:
    """The whole fight, decision by decision, over full states: ``ended`` in each round, ``late``: still fighting when the
    limit came, ``began``: as each round after the first one began. ``dropped``: what open-ended rolls left out."""

    def __init__(self, simulation: Simulation, rounds: int) -> None:
        self.ended: list[dict[Any, Fraction]] = [{} for _ in range(rounds)]
        self.began: list[dict[Any, Fraction]] = [{} for _ in range(rounds)]
        self.late: dict[Any, Fraction] = {}
        self.dropped = Fraction(0)
        self.simulation = simulation
        ways, start = simulation.ways, simulation.mind.start
        now = explore(ways.begin, start, ways.beginning).states
        while now:
            after: dict[Any, Fraction] = {}
            for fight, chance in now.items():
                if fight.clock.over or fight.round > rounds:
                    place = self.ended[fight.round - 1] if fight.clock.over else self.late
                    add(place, fight, chance)
                    continue
                found = self.decided(fight)
                self.dropped += chance * found.dropped
                for end, share in found.states.items():
                    add(after, end, chance * share)
                    if end.round > fight.round:
                        add(self.began[fight.round - 1], end, chance * share)
            now = after

    def decided(self, fight: Any) -> Any:
        """One decision, as its fighter's policy makes it: what is refused is not done, and the next thing tried."""
        ways, mind = self.simulation.ways, self.simulation.mind
        i, tried = ways.whose(fight), 0
        while True:
            act = mind.think(fight, i, tried, mind)

            def performed(state: Any, table: Any, act: Any = act) -> Any:
                return perform_act(ways, state, i, act, mind, table)

            try:
                return explore(performed, fight)
            except FracasError:
                assert not tried >> act.bit & 1
                tried |= 1 << act.bit

    def up_after(self, round_number: int) -> list[Fraction]:
        """That each fighter is up once so many rounds are over."""
        found = [Fraction(0)] * len(self.simulation.sides)
        for place in (*self.ended[:round_number], self.began[round_number - 1]):
            for fight, chance in place.items():
                for i, state in enumerate(fates(self.simulation, fight)):
                    found[i] += chance if state == UP else 0
        return found


def add(place: dict[Any, Fraction], fight: Any, chance: Fraction) -> None:
    place[fight] = place.get(fight, Fraction(0)) + chance


def fates(simulation: Simulation, fight: Any) -> list[int]:
    """Up, out or dead, each fighter."""
    ways = simulation.ways
    return [DEAD if ways.dead(who) else OUT if ways.down(who) or not who.stand.here else UP for who in fight.fighters]


@pytest.mark.parametrize("policies", [{}, {"ann": "cautious"}, {"bob": "passive"}])
def test_a_small_fight_is_what_enumeration_says(policies: Mapping[str, str]) -> None:
    encounter = encounter_of(TINY)
    simulation = Simulation(encounter, 0, policies)
    wanted = Enumerated(simulation, encounter.rounds)
    ended, late = wanted.ended, wanted.late
    assert wanted.dropped == 0 and sum(sum(one.values()) for one in (*ended, late)) == 1
    found = fight_odds(encounter, policies)
    room = {"abs": 1e-12, "rel": 0}
    wins, nobody = [Fraction(0)] * 2, Fraction(0)
    ends = {id: [Fraction(0)] * 3 for id in ("ann", "bob")}
    left: dict[str, dict[int, Fraction]] = {id: {} for id in ends}
    for place in (*ended, late):
        for fight, chance in place.items():
            states = fates(simulation, fight)
            if place is not late and UP not in states:
                nobody += chance
            elif place is not late:
                wins[fight.fighters[states.index(UP)].stand.side] += chance
            for id, state, who in zip(ends, states, fight.fighters, strict=True):
                ends[id][state] += chance
                points = simulation.ways.left(who)
                left[id][points] = left[id].get(points, Fraction(0)) + chance
    assert list(found.wins.values()) == pytest.approx([float(one) for one in wins], **room)
    assert found.nobody == pytest.approx(float(nobody), **room)
    assert found.undecided == pytest.approx(float(sum(late.values())), **room)
    assert found.rounds == pytest.approx([float(sum(one.values())) for one in ended[: len(found.rounds)]], **room)
    assert not any(sum(one.values()) for one in ended[len(found.rounds) :])
    assert len(left["bob"]) > 3 and float(wins[0]) > 0.05 and late, "a fight in which something happens"
    for id in ends:
        assert found.ends[id] == pytest.approx(tuple(float(one) for one in ends[id]), **room)
        assert set(found.left[id]) <= set(left[id])
        for points, chance in left[id].items():
            assert found.left[id].get(points, 0.0) == pytest.approx(float(chance), **room), points
    for round_number, row in enumerate(zip(*found.standing.values(), strict=True), 1):
        assert row == pytest.approx([float(one) for one in wanted.up_after(round_number)], **room)


# --------------------------------------------------------------------------------------------- against simulated fights


def apart(share: float, chance: float, fights: int) -> float:
    """By how many standard errors (Wilson's, which also hold for what hardly ever comes) a share differs from a chance."""
    return float(abs(share - chance) / max((chance * (1 - chance) / fights) ** 0.5, 0.5 / fights))


def agree(found: FightOdds, tally: Tally, simulation: Simulation) -> None:
    """Every chance is as often so in simulated fights."""
    fights = tally.fights
    pairs = [
        ("nobody", tally.win(NOBODY_LEFT).value, found.nobody),
        ("undecided", tally.win(UNDECIDED).value, found.undecided),
    ]
    pairs += [(f"side {side}", tally.win(side).value, chance) for side, chance in enumerate(found.wins.values())]
    for i, id in enumerate(simulation.fighters.ids):
        for state in (UP, OUT, DEAD):
            pairs.append((f"{id} {state}", tally.fate(i, state).value, found.ends[id][state]))
        counts = dict(tally.fighters[i].left.items())
        assert {value for value, count in counts.items() if count} <= set(found.left[id])
        for value, chance in found.left[id].items():
            pairs.append((f"{id} left {value}", counts.get(value, 0) / fights, chance))
    for name, share, chance in pairs:
        assert apart(share, chance, fights) < SIGMAS, (name, share, chance)


def sums_are_one(found: FightOdds) -> None:
    """All of what can happen, but for what was left out."""
    room = found.dropped + 1e-12
    for whole in (
        sum(found.wins.values()) + found.nobody + found.undecided,
        sum(found.rounds) + found.undecided,
        *(sum(one) for one in found.ends.values()),
        *(sum(one.values()) for one in found.left.values()),
    ):
        assert whole == pytest.approx(1, abs=room, rel=0)
    for id, row in found.standing.items():
        assert row[-1] == pytest.approx(found.ends[id][UP], abs=room, rel=0)
        assert sum(found.time_down(id)) == pytest.approx(1 - row[-1], abs=1e-9)


@cache
def back_door() -> FightOdds:
    return fight_odds(read_encounter(str(ENCOUNTERS["cops_duel"])))


def test_the_sample_duel_of_cops_is_what_simulation_says() -> None:
    encounter = read_encounter(str(ENCOUNTERS["cops_duel"]))
    simulation = Simulation(encounter, seed=11)
    tally = simulation.run(FIGHTS).tally
    found = back_door()
    sums_are_one(found)
    assert found.dropped < 1e-9 and found.kind == "float64" and found.states > 1000
    agree(found, tally, simulation)
    ended = dict(tally.rounds.items())
    for number, chance in enumerate(found.rounds, 1):
        assert apart(ended.get(number, 0) / FIGHTS, chance, FIGHTS) < SIGMAS, number


# Small duels of the other games. Two who shoot at each other have as many states as each of them has, squared.
GUN = {"name": "gun", "class": "pistol", "damage": "1d6"}
RED = {"hp": 6, "max_hp": 6, "ref": 7, "skills": {"handgun": 6}, "weapons": [GUN]}
RUNT = {"from": "grub", "weapons": ["las_pistol"]}
DUMMY = {"play": "passive"}
SMALL = {
    "cpred": duel("cpred", RED, {**RED, "hp": 5, "max_hp": 5, "skills": {"handgun": 5}}, 2),
    "cpred_target": duel("cpred", RED, {**RED, **DUMMY}, 4),
    "cp2020": duel(
        "cp2020",
        {"body": 4, "ref": 5, "cool": 4, "skills": {"handgun": 4}, "weapons": ["light_pistol"]},
        {"body": 4, "ref": 5, "cool": 4, **DUMMY},
        1,
    ),
    "wng": duel("wng", {**RUNT, "skills": {"ballistic_skill": 2}}, RUNT, 1, house={"criticals": "simple"}),
}


LONG = ("cpred", "cpred_target", "wng")


@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.soak) if one in LONG else one for one in SMALL])
def test_small_duels_of_the_other_games_are_what_simulation_says(name: str) -> None:
    encounter = encounter_of(SMALL[name])
    simulation = Simulation(encounter, seed=12)
    found = fight_odds(encounter)
    sums_are_one(found)
    assert found.dropped < 1e-6
    assert found.wins["0" if "0" in found.wins else "a"] > 0.005, "somebody wins"
    agree(found, simulation.run(FIGHTS // 2).tally, simulation)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["cpred", "cpred_target"])
def test_rounds_before_the_limit_are_what_simulation_says(name: str) -> None:
    """That it ends in each of them, whatever the limit is."""
    encounter = encounter_of(SMALL[name])
    found = fight_odds(encounter)
    simulation = Simulation(encounter, seed=13)
    simulation.rounds = encounter.rounds + 2
    tally = simulation.run(FIGHTS // 2).tally
    ended = dict(tally.rounds.items())
    assert sum(found.rounds[: encounter.rounds]) > 0.1
    for number, chance in enumerate(found.rounds[: encounter.rounds], 1):
        assert apart(ended.get(number, 0) / tally.fights, chance, tally.fights) < SIGMAS, number


# ------------------------------------------------------------------------------------------------- limits and bad input


def test_what_is_left_out_bounds_the_error() -> None:
    """With a coarser ``least`` no chance is off by more than ``dropped``."""
    encounter = read_encounter(str(ENCOUNTERS["cops_duel"]))
    coarse, fine = fight_odds(encounter, least=1e-5), back_door()
    assert fine.dropped < 1e-9 < coarse.dropped < 0.2 and coarse.states < fine.states
    sums_are_one(coarse)
    for side, chance in fine.wins.items():
        assert -1e-9 < chance - coarse.wins[side] < coarse.dropped + 1e-9
    for id, states in fine.ends.items():
        for one, other in zip(states, coarse.ends[id], strict=True):
            assert -1e-9 < one - other < coarse.dropped + 1e-9


def test_a_round_limit_leaves_the_rest_undecided() -> None:
    encounter = read_encounter(str(ENCOUNTERS["cops_duel"]))
    found = fight_odds(encounter, rounds=1)
    assert len(found.rounds) == 1 and found.rounds == pytest.approx(back_door().rounds[:1], abs=1e-9)
    assert found.undecided == pytest.approx(1 - found.rounds[0], abs=1e-9)
    sums_are_one(found)


def test_progress_is_told_after_every_round() -> None:
    told: list[tuple[int, float, int]] = []
    found = fight_odds(encounter_of(TINY), progress=lambda *args: told.append(args))
    last = told[-len(found.rounds) :]
    assert [number for number, _, _ in last] == list(range(1, len(found.rounds) + 1))
    assert last[-1][1] == pytest.approx(found.undecided) and last[-1][2] == found.states


def test_what_is_too_large_is_said() -> None:
    with pytest.raises(BadInput, match=r"^fight: .*should be .*simulate"):
        fight_odds(read_encounter(str(ENCOUNTERS["cops_duel"])), most_states=1000, least=1e-15)


def test_unknown_policies_are_said() -> None:
    with pytest.raises(BadInput, match="policy of ann: brave"):
        fight_odds(encounter_of(TINY), {"ann": "brave"})
