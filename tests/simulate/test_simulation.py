"""Simulated fights: compiled and Python bit for bit, whatever the threads; any of them as a record."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fracas.core.errors import BadInput
from fracas.core.record import Record, Session
from fracas.core.state import flatten
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import encounter_of, read_encounter
from fracas.simulate import Simulation
from fracas.simulate.kernel import DEAD, EACH, HEAD, OUT, UNDECIDED, UP

GAMES = ("cpred", "cops", pytest.param("cp2020", marks=pytest.mark.soak))
"""Cyberpunk 2020 takes minutes to compile on an empty cache: ``make soak``."""

FIGHTS = 200
"""Fights a sample that Python makes again."""


def simulation_of(name: str, seed: int = 5, **policies: str) -> Simulation:
    return Simulation(read_encounter(str(ENCOUNTERS[name])), seed, policies)


def rows_of(simulation: Simulation, fights: int, threads: int = 1) -> Any:
    found: list[Any] = []
    simulation.run(fights, threads=threads, rows=lambda first, rows: found.append(rows))
    return np.concatenate(found)


def row_of(simulation: Simulation, number: int) -> list[int]:
    """What the Python twin says of a fight, as the kernel writes it; rounds fired and who bled first are not in it."""
    fight, decisions = simulation.twin(number)
    ways = simulation.ways
    up = [who.stand.side for who in fight.fighters if not ways.down(who) and who.stand.here]
    winner = (up[0] if up else -1) if fight.clock.over else UNDECIDED
    row = [winner, fight.round, decisions]
    for who in fight.fighters:
        state = DEAD if ways.dead(who) else OUT if ways.down(who) or not who.stand.here else UP
        row += [state, ways.left(who)]
    return row


def seen(row: Any) -> list[int]:
    """Of a kernel's row what :func:`row_of` has."""
    numbers = [int(number) for number in row]
    fighters = [numbers[at : at + 2] for at in range(HEAD, len(numbers), EACH)]
    return numbers[:3] + [number for one in fighters for number in one]


@pytest.mark.parametrize("kind", ["duel", "four"])
@pytest.mark.parametrize("game", GAMES)
def test_compiled_fights_are_those_of_the_python_twin(game: str, kind: str) -> None:
    simulation = simulation_of(f"{game}_{kind}")
    rows = rows_of(simulation, FIGHTS)
    for number in range(FIGHTS if kind == "duel" else FIGHTS // 4):
        assert seen(rows[number]) == row_of(simulation, number), number


@pytest.mark.parametrize("policy", ["weakest", "strongest", "cautious", "passive"])
def test_every_policy_is_the_same_compiled_and_not(policy: str) -> None:
    ids = read_encounter(str(ENCOUNTERS["cpred_four"])).session.fighters.ids
    simulation = simulation_of("cpred_four", **dict.fromkeys(ids[:5], policy))
    rows = rows_of(simulation, 30)
    for number in range(30):
        assert seen(rows[number]) == row_of(simulation, number), number


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_pulled_out_is_the_same_and_replays(game: str) -> None:
    simulation = simulation_of(f"{game}_four")
    rows = rows_of(simulation, 8)
    for number in (0, 3, 7):
        session = simulation.fight(number)
        assert session.fight == simulation.twin(number)[0]
        assert len(session.played) == rows[number, 2]
        assert simulation.ways.left(session.fight.fighters[0]) == rows[number, HEAD + 1]
        again = Session(simulation.game, Record.from_dict(session.record.to_dict()))
        assert flatten(again.fight) == flatten(session.fight)
        assert [one.events for one in again.played] == [one.events for one in session.played]


def test_threads_and_company_change_nothing() -> None:
    simulation = simulation_of("cpred_duel")
    one, three = rows_of(simulation, 20_000, 1), rows_of(simulation, 20_000, 3)
    assert (one == three).all()
    assert (rows_of(simulation, 9000) == one[:9000]).all()
    assert not (rows_of(simulation_of("cpred_duel", 6), 1000) == one[:1000]).all()


def test_rounds_fired_and_first_blood_are_those_of_the_record() -> None:
    simulation = simulation_of("cpred_four")
    rows = rows_of(simulation, 10)
    for number in range(10):
        session = simulation.fight(number)
        fired = [0] * len(simulation.sides)
        hurt, before = -1, session.start
        for played in session.played:
            after = played.fight
            if played.entry.do in ("attack", "grenade"):
                i = simulation.fighters.ids.index(str(played.entry.by))
                fired[i] += sum(before.fighters[i].arms.loaded) - sum(after.fighters[i].arms.loaded)
            for i, who in enumerate(after.fighters):
                if hurt < 0 and who.wounds.hp < session.start.fighters[i].wounds.hp:
                    hurt = i
            before = after
        assert rows[number, 3] == hurt
        assert rows[number, HEAD + 2 :: EACH].tolist() == fired


# One on one, side by side, fists and no armour: who hits is decided by one opposed check, whose odds are exact.
CHECK = {
    "ruleset": "cpred",
    "rounds": 1,
    "sides": ["a", "b"],
    "fighters": {
        "a": {
            "side": "a",
            "hp": 500,
            "max_hp": 500,
            "ref": 6,
            "at": [0, 0],
            "skills": {"handgun": 4},
            "weapons": [{"name": "gun", "class": "pistol", "damage": "3d6"}],
        },
        "b": {"side": "b", "hp": 500, "max_hp": 500, "at": [8, 0], "play": "passive"},
    },
}


def test_one_decision_is_as_likely_as_its_exact_odds() -> None:
    """One shot each fight: what b has left, against the exact distribution, for every value."""
    from fracas.core.game import decide
    from fracas.odds import odds_of

    simulation = Simulation(encounter_of(CHECK), seed=9)
    fights = 200_000
    tally = simulation.run(fights).tally
    ids = simulation.fighters.ids
    shot = decide(simulation.game, simulation.fighters, "attack", "a", "b", {"weapon": "gun"})
    exact = odds_of(simulation.game, simulation.mind.start, shot, ids, trace=False).of("b.hp").chances
    counts = dict(tally.fighters[1].left.items())
    assert set(counts) <= {value for (value,) in exact} if isinstance(next(iter(exact)), tuple) else set(exact)
    for value, chance in exact.items():
        number = value[0] if isinstance(value, tuple) else value
        share = counts.get(number, 0) / fights
        assert abs(share - float(chance)) < 5 * (float(chance) * (1 - float(chance)) / fights) ** 0.5 + 5 / fights


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"fights": 0}, "-n"),
        ({"fights": -5}, "-n"),
        ({"fights": 10**12}, "-n"),
        ({"fights": 10, "threads": -1}, "threads"),
        ({"fights": 10, "until": 0.0}, "--until"),
        ({"fights": 10, "until": -1.0}, "--until"),
        ({"fights": 10, "until": 0.7}, "--until"),
        ({"fights": 10, "until": float("nan")}, "--until"),
        ({"fights": 10, "until": 1e-7}, "--until"),
    ],
)
def test_what_cannot_be_meant_is_said(given: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as error:
        simulation_of("cpred_duel").run(**given)
    assert error.value.where == where


def test_unknown_policies_and_fighters_are_said() -> None:
    with pytest.raises(BadInput, match="policy of juno: brave - should be one of: nearest"):
        simulation_of("cpred_duel", juno="brave")
    with pytest.raises(BadInput, match="policy: jon"):
        simulation_of("cpred_duel", jon="nearest")
    with pytest.raises(BadInput, match="fight: -1"):
        simulation_of("cpred_duel").fight(-1)


def test_a_run_ends_at_the_precision_wished_for() -> None:
    simulation = simulation_of("cpred_four")
    until = 0.02
    one, two = (simulation.run(10**6, until=until, threads=threads).tally for threads in (1, 2))
    assert one.fights == two.fights < 10**6
    assert one.precision() <= until
    assert one.wins == two.wins


def test_an_interrupted_run_says_what_is_known() -> None:
    simulation = simulation_of("cpred_duel")

    def interrupt(tally: Any) -> None:
        if tally.fights > 10_000:
            raise KeyboardInterrupt

    found = simulation.run(10**6, progress=interrupt)
    assert found.interrupted and 10_000 < found.tally.fights < 100_000
