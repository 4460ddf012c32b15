"""The simulated rows: a duel of Cyberpunk RED against plain Python and numpy written by hand for that duel alone, on one core
and on two; four against four with policies against the Python twin of the same fights. Agreement first: win rates within
their intervals, and twins equal number by number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import peers_duel
from harness import Row, Table, in_turn, once, shown

from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import encounter_of, read_encounter
from fracas.simulate import Simulation, wilson
from fracas.simulate.tally import Tally

GUN = {"name": "gun", "class": "pistol", "damage": "3d6", "rof": 2}
JACK = {"sp": 11, "covers": ["body"]}
ROUNDS = 50
DUELS, BY_HAND, IN_LANES, FOURS, TWINS = 500_000, 20_000, 400_000, 10_000, 20
"""Fights a side makes in one go: fracas' duels, the duels of plain Python and of numpy, fracas' four against four, its
twins."""

LANES = (4096, 16384, 65536)
"""How many fights numpy takes side by side; the quickest counts."""


def fighter(side: str, at: int, **more: Any) -> dict[str, Any]:
    """One of the two in the duel."""
    return {"side": side, "at": [at, 0], "ref": 7, "body": 6, "weapons": [GUN], "armour": [JACK], **more}


DUEL = {
    "ruleset": "cpred",
    "rounds": ROUNDS,
    "sides": ["a", "b"],
    "fighters": {
        "a": fighter("a", 0, max_hp=40, skills={"handgun": 6}),
        "b": fighter("b", 8, max_hp=35, skills={"handgun": 7}),
    },
}


def only_body(simulation: Simulation) -> Simulation:
    """The peers know one attack; the policy's other ideas (aiming, bare hands) are taken away from both fighters."""
    mind = simulation.mind
    second = mind.first[1]
    assert mind.decisions[0] == mind.decisions[second] == ("attack", {"weapon": "gun"}), mind.decisions
    mind.first, mind.plans, mind.decisions = (
        (0, 1, 2),
        (mind.plans[0], mind.plans[second]),
        (mind.decisions[0], mind.decisions[second]),
    )
    return simulation


def numbers(simulation: Simulation) -> list[dict[str, int]]:
    """The duel as its peers take it (with 3d6 at 8 m), from the fight itself."""
    assert GUN["damage"] == "3d6" and DUEL["fighters"]["b"]["at"] == [8, 0]
    found = []
    for who in simulation.mind.start.fighters:
        sheet, skill = who.sheet, who.sheet.skills[0]
        found.append(
            {
                "hp": who.wounds.hp,
                "sp": max(who.armour.body),
                "base": sheet.ref + skill,
                "ref": sheet.ref,
                "body": sheet.body,
                "serious": (sheet.max_hp + 1) // 2,
            }
        )
    return found


def wins(tally: Tally) -> list[int]:
    """Wins of the first, of the second, nobody left, undecided."""
    return [tally.wins.get(code, 0) for code in (0, 1, -1, -2)]


def agree(name: str, mine: list[int], theirs: list[int]) -> None:
    """The peer's win rates are within the intervals of both."""
    for a, b in zip(mine, theirs, strict=True):
        one, two = wilson(a, sum(mine)), wilson(b, sum(theirs))
        assert abs(one.value - two.value) < 2 * (one.half**2 + two.half**2) ** 0.5 + 1e-9, (name, mine, theirs)


def same(simulation: Simulation, fights: int) -> None:
    """The first fights are those of the Python twin, number by number."""
    found: list[Any] = []
    simulation.run(fights, threads=1, rows=lambda first, rows: found.extend(rows.tolist()))
    for number, row in enumerate(found):
        twin = simulation.twin(number)
        left = [simulation.ways.left(who) for who in twin.fight.fighters]
        assert [row[1], row[2], *row[5::3]] == [twin.fight.round, twin.decisions, *left], number


def duel(table: Table) -> None:
    """The duel on one core and on two."""
    simulation = only_body(Simulation(encounter_of(DUEL), seed=1))
    given = numbers(simulation)
    first, outcome = once(lambda: simulation.run(DUELS, threads=1))
    by_numpy: list[Callable[[], Any]] = [
        lambda lane=lane: peers_duel.lanes(given, IN_LANES, ROUNDS, 3, lane)  # type: ignore[misc]
        for lane in LANES
    ]
    agree("plain Python", wins(outcome.tally), peers_duel.plain(given, 3 * BY_HAND, ROUNDS, 5))
    for call in by_numpy:
        agree("numpy", wins(outcome.tally), call())
    same(simulation, 200)
    calls = [
        lambda: simulation.run(DUELS, threads=1),
        lambda: simulation.run(DUELS, threads=2),
        lambda: peers_duel.plain(given, BY_HAND, ROUNDS, 3),
        *by_numpy,
    ]
    one, two, by_hand, *lanes = in_turn(calls, most=20.0)
    one, two, by_hand, numpy = one / DUELS, two / DUELS, by_hand / BY_HAND, min(lanes) / IN_LANES
    row = [f"{shown(seconds)} a fight" for seconds in (one, two, by_hand, numpy)]
    name = "cpred: duel simulated, one core"
    compiled = f"{shown(first)} ({DUELS:,} fights)"
    table.add(Row(name, row[0], "plain Python", row[2], by_hand / one, 50.0, compiled))
    table.add(Row(name, row[0], "numpy by hand", row[3], numpy / one, 2.0, compiled))
    table.add(Row("the same on two cores", row[1], "one core", row[0], one / two, 1.8))


def four(table: Table) -> None:
    """Four against four with policies."""
    simulation = Simulation(read_encounter(str(ENCOUNTERS["cpred_four"])), seed=1)
    first, _ = once(lambda: simulation.run(1, threads=1))
    same(simulation, 20)
    calls = [
        lambda: simulation.run(FOURS, threads=1),
        lambda: [simulation.twin(number) for number in range(TWINS)],
    ]
    fast, slow = in_turn(calls, most=10.0)
    fast, slow = fast / FOURS, slow / TWINS
    row = [f"{shown(seconds)} a fight" for seconds in (fast, slow)]
    table.add(
        Row(
            "cpred: 4 on 4 simulated with policies, one core",
            row[0],
            "Python twin",
            row[1],
            slow / fast,
            200.0,
            shown(first),
        )
    )


SIMULATED = {"simulated_duel": duel, "simulated_four": four}
