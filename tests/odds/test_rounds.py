"""A fight's odds asked for again, by operators of whole rounds: what the first answer said, and what plain Python counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fracas.encounters import ENCOUNTERS
from fracas.odds.chains.fight_kernels import OVER, STUCK, UNKNOWN, Rows
from fracas.odds.chains.layout import Replan
from fracas.odds.chains.rounds import Rounds
from fracas.odds.chains.whole import WholeFight
from fracas.odds.fight import FightOdds, Reckoning
from fracas.play.encounter import encounter_of, read_encounter

PLACES: Any = {"location_dice": {"head": 1, "arms": 1, "torso": 1, "abdomen": 1, "legs": 1}}
QUICK: Any = {"name": "quick", "skill": "firearms", "power": 1, "range": 20, "magazine": 6}
SINGLE = {**QUICK, "name": "single", "magazine": 1}
WEAK: Any = {"coordination": 2, "carrure": 1, "hp": 12, "skills": {"firearms": 8}, "weapons": [SINGLE]}
ANN, BOB = {"side": "a", "at": [0, 0], "play": "nearest"}, {"side": "b", "at": [8, 0], "play": "nearest"}
TINY: Any = {
    "ruleset": "cops",
    "rounds": 3,
    "house": PLACES,
    "sides": ["a", "b"],
    "fighters": {"ann": {**ANN, **WEAK}, "bob": {**BOB, **WEAK}},
}
LOADED = {**TINY, "rounds": 12, "fighters": {"ann": {**ANN, **WEAK, "weapons": [QUICK]}, "bob": {**BOB, **WEAK}}}
CAT = {**WEAK, "side": "b", "at": [0, 8], "hp": 3, "play": "passive"}
THREE: Any = {**TINY, "rounds": 1, "fighters": {**TINY["fighters"], "cat": CAT}}


def equal(found: FightOdds, right: FightOdds) -> None:
    """Two answers agree to what they say that they leave out."""
    room = 1e-12 + found.dropped + right.dropped
    assert room < 1e-9
    numbers = [(found.wins[side], right.wins[side]) for side in right.wins]
    numbers += [(found.nobody, right.nobody), (found.undecided, right.undecided)]
    numbers += padded(found.rounds, right.rounds)
    for id in right.ends:
        numbers += zip(found.ends[id], right.ends[id], strict=True)
        numbers += padded(found.standing[id], right.standing[id], found.standing[id][-1:])
        numbers += [
            (found.left[id].get(value, 0.0), right.left[id].get(value, 0.0))
            for value in found.left[id].keys() | right.left[id].keys()
        ]
    for one, other in numbers:
        assert one == pytest.approx(other, abs=room, rel=0)
    assert found.wins.keys() == right.wins.keys() and found.states == right.states


def padded(one: list[float], other: list[float], last: Any = (0.0,)) -> list[tuple[float, float]]:
    """Round by round; after the last of the shorter it stays as it is (``last``)."""
    return [(one[n] if n < len(one) else last[0], other[n]) for n in range(len(other))]


@pytest.mark.parametrize("name", [pytest.param("tiny", marks=pytest.mark.soak), "loaded", "three", "short", "sample"])
def test_the_second_answer_is_the_first(name: str) -> None:
    encounter = {
        "tiny": lambda: encounter_of(TINY),
        "loaded": lambda: encounter_of(LOADED),
        "three": lambda: encounter_of(THREE),
        "short": lambda: read_encounter(str(ENCOUNTERS["cops_duel"])),
        "sample": lambda: read_encounter(str(ENCOUNTERS["cops_duel"])),
    }[name]()
    reckoning = Reckoning(encounter, rounds=2 if name == "short" else None)
    first, second = reckoning.odds(), reckoning.odds()
    assert reckoning.rounded is not None and reckoning.rounded.made
    equal(second, first)
    third = reckoning.odds()
    assert third == second, "the operators are not used up"
    if name in ("tiny", "short"):
        assert second.undecided > 0.01


def test_progress_is_told_again() -> None:
    told: list[tuple[int, float, int]] = []
    reckoning = Reckoning(encounter_of(TINY), progress=lambda *args: told.append(args))
    reckoning.odds()
    before = told[-3:]
    del told[:]
    reckoning.odds()
    assert [number for number, _, _ in told] == [number for number, _, _ in before]
    assert [going for _, going, _ in told] == pytest.approx([going for _, going, _ in before], abs=1e-12)


def test_what_is_laid_out_again_is_walked_again_first(monkeypatch: pytest.MonkeyPatch) -> None:
    reckoning = Reckoning(encounter_of(TINY))
    right = reckoning.odds()

    def asked(chain: Any, question: int, states: Any) -> Any:
        monkeypatch.undo()
        raise Replan

    monkeypatch.setattr(WholeFight, "say", asked)
    found = reckoning.odds()
    equal(found, right)
    assert not vars(reckoning)["rounded"], "nothing could be made of the rows"
    equal(reckoning.odds(), right)
    assert vars(reckoning)["rounded"].made


# -------------------------------------------------------------------------------------------- made-up states and rows


def rows_of(entries: dict[int, Any], count: int) -> Rows:
    """Rows where each state leads to ``[(target, chance, rounds)]``, or is over, stuck, not known."""
    first, last = np.full(count, UNKNOWN), np.full(count, UNKNOWN)
    target: list[int] = []
    share: list[float] = []
    rounds: list[int] = []
    for state, given in entries.items():
        if isinstance(given, int):
            first[state] = last[state] = given
            continue
        first[state] = len(target)
        for goal, chance, later in given:
            target.append(goal)
            share.append(chance)
            rounds.append(later)
        last[state] = len(target)
    keys = np.arange(count).reshape(-1, 1)
    nothing = np.zeros(0, np.int64)
    return Rows(
        keys, nothing, nothing, first, last, np.array(target, np.int32), np.array(share), np.array(rounds, np.int8)
    )


def by_hand(entries: dict[int, Any], start: int, limit: int) -> tuple[dict[int, float], dict[int, float], float]:
    """(what is over, what the limit cuts short, what is not known), decision by decision in plain Python."""
    over: dict[int, float] = {}
    lost = 0.0
    following = {start: 1.0}
    for _ in range(limit):
        now, following = following, {}
        while now:
            state, chance = now.popitem()
            given = entries.get(state, UNKNOWN)
            if given == UNKNOWN:
                lost += chance
            elif isinstance(given, int):
                over[state] = over.get(state, 0.0) + chance
            else:
                for goal, share, later in given:
                    place = following if later else now
                    place[goal] = place.get(goal, 0.0) + chance * share
    return over, following, lost


GAME: dict[int, Any] = {
    0: [(1, 0.5, 0), (2, 0.25, 0), (8, 0.25, 0)],
    1: [(3, 1.0, 0)],  # one end only: skipped
    2: [(3, 0.5, 0), (9, 0.25, 1), (5, 0.25, 1)],  # an end, and what is not known, at the next round's beginning
    3: [(0, 0.5, 1), (4, 0.25, 1), (7, 0.125, 0), (6, 0.125, 0)],
    4: [(0, 1.0, 1)],  # one end only, but in the next round
    6: [(0, 0.75, 1), (8, 0.25, 0)],
    7: STUCK,
    8: OVER,
    9: OVER,
}


@pytest.mark.parametrize("limit", [1, 2, 3, 9])
def test_made_up_rounds_are_what_plain_python_counts(limit: int) -> None:
    rounds = Rounds(rows_of(GAME, 10), 10, [(0, 1.0)], lambda states: np.array([states == 8, states == 0], float))
    assert rounds.made
    found = rounds.walk(limit, 1e-13)
    over, following, lost = by_hand(GAME, 0, limit)
    ended = dict.fromkeys(rounds.finals.tolist(), 0.0)
    for state, chance in zip(rounds.finals.tolist(), found.ended.tolist(), strict=True):
        ended[state] += chance
    for state, chance in ended.items():
        assert chance == pytest.approx(over.get(state, 0.0), abs=1e-15)
    live = dict(zip(rounds.active.tolist(), found.live.tolist(), strict=True))
    assert {state: chance for state, chance in live.items() if chance} == pytest.approx(following)
    assert found.dropped == pytest.approx(lost) and (lost > 0) == (limit > 1)
    assert found.over[:, 0].sum() == pytest.approx(sum(over.values()))
    assert found.over[:, 1].sum() == pytest.approx(over.get(8, 0.0))
    assert found.up[-1, 1] == pytest.approx(following.get(0, 0.0))
    assert found.going[-1] == pytest.approx(sum(following.values()))


@pytest.mark.parametrize("at_once", [1, 4, 9])
def test_how_many_rounds_are_walked_at_once_changes_nothing(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(rows_of(GAME, 10), 10, [(0, 1.0)], lambda states: np.array([states == 8, states == 0], float))
    right = rounds.walk(9, 1e-13)
    monkeypatch.setattr("fracas.odds.chains.rounds.AT_ONCE", at_once)
    found = Rounds(rounds.rows, 10, [(0, 1.0)], lambda states: np.array([states == 8, states == 0], float)).walk(
        9, 1e-13
    )
    for one, other in zip(vars(found).values(), vars(right).values(), strict=True):
        assert np.asarray(one) == pytest.approx(np.asarray(other), abs=1e-15)


def test_a_walk_ends_when_what_goes_on_is_unlikely() -> None:
    rounds = Rounds(rows_of(GAME, 10), 10, [(0, 1.0)], lambda states: np.zeros((0, len(states))))
    found = rounds.walk(1000, 1e-6)
    assert 10 < len(found.over) < 200 and found.going[-1] < 1e-6 <= found.going[-2]
    assert not found.live.any() and found.ended.sum() + found.dropped == pytest.approx(1.0)
    exact = rounds.walk(1000, 1e-13)
    assert np.abs(found.ended - exact.ended).max() <= found.dropped


def test_rounds_that_go_in_a_circle_stay_with_their_rows() -> None:
    circle = {0: [(1, 0.5, 0), (2, 0.5, 0)], 1: [(0, 0.5, 0), (2, 0.5, 0)], 2: OVER}
    assert not Rounds(rows_of(circle, 3), 3, [(0, 1.0)], lambda states: np.zeros((0, len(states)))).made
    skipped = {0: [(1, 0.5, 0), (2, 0.5, 0)], 1: [(3, 1.0, 0)], 3: [(1, 1.0, 0)], 2: OVER}
    assert not Rounds(rows_of(skipped, 4), 4, [(0, 1.0)], lambda states: np.zeros((0, len(states)))).made


def test_what_takes_several_rounds_stays_with_its_rows() -> None:
    far = {0: [(0, 0.5, 2), (1, 0.5, 0)], 1: OVER}
    assert not Rounds(rows_of(far, 2), 2, [(0, 1.0)], lambda states: np.zeros((0, len(states)))).made
