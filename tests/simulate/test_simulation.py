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
from fracas.play.legal import legal
from fracas.play.policies import decided
from fracas.simulate import Simulation
from fracas.simulate.kernel import DEAD, EACH, HEAD, OUT, UNDECIDED, UP

SLOW = pytest.mark.soak
"""What takes a minute and more to compile on an empty cache, or in Python: ``make soak``."""
GAMES = ("cpred", "cops", "cp2020", "wng")
SAMPLES = (
    ("cpred_duel", 200),
    ("cpred_four", 50),
    ("cops_duel", 200),
    ("cops_four", 50),
    ("cp2020_duel", 100),
    ("cp2020_four", 20),
    ("wng_duel", 20),
    pytest.param("wng_mob", 20, marks=SLOW),
    pytest.param("wng_dark", 12, marks=SLOW),
    pytest.param("wng_ambush", 6, marks=SLOW),
)
"""Encounters, and how many of their fights Python makes again."""


def simulation_of(name: str, seed: int = 5, **policies: str) -> Simulation:
    return Simulation(read_encounter(str(ENCOUNTERS[name])), seed, policies)


def rows_of(simulation: Simulation, fights: int, threads: int = 1) -> Any:
    found: list[Any] = []
    simulation.run(fights, threads=threads, rows=lambda first, rows: found.append(rows))
    return np.concatenate(found)


def row_of(simulation: Simulation, number: int) -> list[int]:
    """What the Python twin says of a fight, as the kernel writes it."""
    twin = simulation.twin(number)
    fight, ways = twin.fight, simulation.ways
    up = [who.stand.side for who in fight.fighters if not ways.down(who) and who.stand.here]
    winner = (up[0] if up else -1) if fight.clock.over else UNDECIDED
    row = [winner, fight.round, twin.decisions, twin.hurt]
    for who, spent in zip(fight.fighters, twin.spent, strict=True):
        state = DEAD if ways.dead(who) else OUT if ways.down(who) or not who.stand.here else UP
        row += [state, ways.left(who), spent]
    return row


@pytest.mark.parametrize(("name", "fights"), SAMPLES)
def test_compiled_fights_are_those_of_the_python_twin(name: str, fights: int) -> None:
    """Everything that is kept of them: who won, rounds, decisions, who was hurt first, what each has left and has spent."""
    simulation = simulation_of(name)
    rows = rows_of(simulation, fights)
    for number in range(fights):
        assert rows[number].tolist() == row_of(simulation, number), number
    assert (rows[:, 3] >= 0).any()


@pytest.mark.parametrize(
    ("name", "fights"),
    [("cpred_four", 30), ("cp2020_four", 6), pytest.param("wng_mob", 6, marks=SLOW)],
)
@pytest.mark.parametrize("policy", ["weakest", "strongest", "cautious", "passive", "bold"])
def test_every_policy_is_the_same_compiled_and_not(policy: str, name: str, fights: int) -> None:
    ids = read_encounter(str(ENCOUNTERS[name])).session.fighters.ids
    simulation = simulation_of(name, **dict.fromkeys(ids[: len(ids) // 2 + 1], policy))
    rows = rows_of(simulation, fights)
    for number in range(fights):
        assert rows[number].tolist() == row_of(simulation, number), number


@pytest.mark.parametrize(
    "name",
    [
        "cpred_four",
        "cops_four",
        "cp2020_four",
        "wng_duel",
        pytest.param("wng_mob", marks=SLOW),
        pytest.param("wng_dark", marks=SLOW),
        pytest.param("wng_ambush", marks=SLOW),
    ],
)
def test_a_fight_pulled_out_is_the_same_and_replays(name: str) -> None:
    simulation = simulation_of(name)
    rows = rows_of(simulation, 8)
    for number in (0, 3, 7):
        session = simulation.fight(number)
        assert session.fight == simulation.twin(number).fight
        assert len(session.played) == rows[number, 2]
        assert simulation.ways.left(session.fight.fighters[0]) == rows[number, HEAD + 1]
        again = Session(simulation.game, Record.from_dict(session.record.to_dict()))
        assert flatten(again.fight) == flatten(session.fight)
        assert [one.events for one in again.played] == [one.events for one in session.played]


@pytest.mark.parametrize("name", ["cpred_duel", "cops_duel", "cp2020_duel", "wng_duel"])
def test_at_the_table_they_decide_as_in_a_simulation(name: str) -> None:
    """The same dice and the same players: the same decisions, one by one."""
    encounter = read_encounter(str(ENCOUNTERS[name]))
    players = dict.fromkeys(encounter.session.fighters.ids, "bold")
    simulated = Simulation(encounter, 5, players).fight(2)
    record = simulated.record
    session = Session.new(encounter.game, record.fighters, record.house, record.fight, seed=record.seed)
    while len(session.played) < len(simulated.played):
        decided(session, legal(session), players).take(session)
    assert [one.to_dict() for one in session.record.entries] == [one.to_dict() for one in record.entries]


def test_threads_and_company_change_nothing() -> None:
    simulation = simulation_of("cpred_duel")
    one, three = rows_of(simulation, 20_000, 1), rows_of(simulation, 20_000, 3)
    assert (one == three).all()
    assert (rows_of(simulation, 9000) == one[:9000]).all()
    assert not (rows_of(simulation_of("cpred_duel", 6), 1000) == one[:1000]).all()


RESOURCES: dict[str, tuple[Any, Any]] = {
    "cpred": (lambda who: sum(who.arms.loaded), lambda who: who.wounds.hp),
    "cops": (lambda who: sum(who.arms.loaded), lambda who: who.wounds.hp),
    "cp2020": (lambda who: sum(who.arms.loaded), lambda who: -who.wounds.damage),
    "wng": (lambda who: who.harm.ammo, lambda who: who.harm.members - who.harm.wounds),
}
"""For each game what a fighter's ammunition is, and what falls when it is hurt: read from the state, whatever the ways say."""


# Riflemen on both sides: full auto empties what a Simple action and ammo fill again.
RIFLES = {
    "ruleset": "wng",
    "rounds": 12,
    "sides": ["a", "b"],
    "fight": {"glory": 2, "ruin": 2},
    "fighters": {
        "ann": {"side": "a", "from": "trooper", "at": [0, 0], "play": "bold"},
        "bob": {"side": "a", "from": "trooper", "at": [0, 3], "surprised": True, "play": "bold"},
        "mob": {"side": "b", "from": "cultist_mob", "at": [14, 0], "play": "weakest"},
        "cat": {"side": "b", "from": "trooper", "at": [12, 3], "play": "bold"},
    },
}


def rifles() -> Simulation:
    return Simulation(encounter_of(RIFLES), 5)


def test_picks_out_of_turn_and_points_spent_are_the_same_compiled_and_not() -> None:
    simulation = rifles()
    rows = rows_of(simulation, 8)
    for number in range(8):
        assert rows[number].tolist() == row_of(simulation, number), number
    entries = [one for number in range(8) for one in simulation.fight(number).record.entries]
    assert {"act", "attack", "reload", "done"} <= {one.do for one in entries}
    assert any("glory" in one.details for one in entries) and any("reroll" in one.details for one in entries)
    first = simulation.fight(0).record.entries[1]
    assert (first.do, first.by) == ("act", "cat"), "the bold seize the initiative for Ruin"
    assert "bob" in {one.by for one in entries if one.do == "alert"}


@pytest.mark.parametrize("game", GAMES)
def test_rounds_fired_and_first_blood_are_those_of_the_record(game: str) -> None:
    simulation = rifles() if game == "wng" else simulation_of(f"{game}_four")
    ammunition, health = RESOURCES[game]
    rows = rows_of(simulation, 10)
    for number in range(10):
        session = simulation.fight(number)
        fired = [0] * len(simulation.sides)
        hurt, before = -1, session.start
        for played in session.played:
            after = played.fight
            for i, who in enumerate(after.fighters):
                if played.entry.do != "begin" and who.stand.here:
                    fired[i] += max(0, ammunition(before.fighters[i]) - ammunition(who))
                if hurt < 0 and health(who) < health(session.start.fighters[i]):
                    hurt = i
            before = after
        assert rows[number, 3] == hurt
        assert rows[number, HEAD + 2 :: EACH].tolist() == fired
    assert (rows[:, 3] >= 0).any() and rows[:, HEAD + 2 :: EACH].any()


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
