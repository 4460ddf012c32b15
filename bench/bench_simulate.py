"""``python bench/bench_simulate.py``: simulated fights against their peers, in one run; agreement first.

A duel of Cyberpunk RED on one core against plain Python and numpy written by hand for that duel alone; two cores against
one; four against four with policies against the Python twin of the same fights (equal bit for bit).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import peers_duel

from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import encounter_of, read_encounter
from fracas.simulate import Simulation, wilson
from fracas.simulate.tally import Tally

GUN = {"name": "gun", "class": "pistol", "damage": "3d6", "rof": 2}
JACK = {"sp": 11, "covers": ["body"]}


def fighter(side: str, at: int, **more: Any) -> dict[str, Any]:
    return {"side": side, "at": [at, 0], "ref": 7, "body": 6, "weapons": [GUN], "armour": [JACK], **more}


DUEL = {
    "ruleset": "cpred",
    "rounds": 50,
    "sides": ["a", "b"],
    "fighters": {
        "a": fighter("a", 0, max_hp=40, skills={"handgun": 6}),
        "b": fighter("b", 8, max_hp=35, skills={"handgun": 7}),
    },
}


def only_body(simulation: Simulation) -> Simulation:
    """The peers know one attack; the policy's other ideas (aiming, bare hands) are taken away from both sides."""
    mind = simulation.mind
    mind.first, mind.plans, mind.decisions = (
        (0, 1, 2),
        (mind.plans[0], mind.plans[3]),
        (mind.decisions[0], mind.decisions[3]),
    )
    return simulation


def seconds(call: Callable[[], Any], times: int = 3) -> float:
    call()
    found = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        found.append(time.perf_counter() - began)
    return statistics.median(found)


def numbers(simulation: Simulation) -> list[dict[str, int]]:
    """The duel as its peers take it, from the fight itself."""
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
                "dice": 3,
            }
        )
    return found


def wins(tally: Tally) -> list[int]:
    return [tally.wins.get(code, 0) for code in (0, 1, -1, -2)]


def agree(name: str, mine: list[int], theirs: list[int]) -> None:
    """The peer's win rates are within the intervals of both."""
    for a, b in zip(mine, theirs, strict=True):
        one, two = wilson(a, sum(mine)), wilson(b, sum(theirs))
        assert abs(one.value - two.value) < 2 * (one.half**2 + two.half**2) ** 0.5 + 1e-9, (name, mine, theirs)


def main() -> None:
    duel = only_body(Simulation(encounter_of(DUEL), seed=1))
    given = numbers(duel)
    big, small = 500_000, 20_000
    mine = wins(duel.run(big, threads=1).tally)
    plain, numpy = peers_duel.plain(given, small, 50, 3), peers_duel.lanes(given, 200_000, 50, 3)
    agree("plain Python", mine, plain)
    agree("numpy", mine, numpy)
    same(duel, 200)
    print(f"agreed: wins {mine} of {big}; plain {plain}; numpy {numpy}")
    one = seconds(lambda: duel.run(big, threads=1)) / big
    two = seconds(lambda: duel.run(big, threads=2)) / big
    by_hand = seconds(lambda: peers_duel.plain(given, small, 50, 3), 3) / small
    by_numpy = min(
        seconds(lambda lane=lane: peers_duel.lanes(given, 200_000, 50, 3, lane), 3) for lane in (4096, 16384, 65536)
    )
    by_numpy /= 200_000
    four = Simulation(read_encounter(str(ENCOUNTERS["cpred_four"])), seed=1)
    same(four, 20)
    many = 10_000
    fast = seconds(lambda: four.run(many, threads=1), 3) / many
    slow = seconds(lambda: [four.twin(number) for number in range(30)], 3) / 30
    print("| workload | fracas | peer | times as fast |")
    print("|---|---|---|---|")
    row = "| {} | {:.3g} us a fight | {} {:.3g} us | {:.3g}x |"
    print(row.format("cpred duel, one core", one * 1e6, "plain Python", by_hand * 1e6, by_hand / one))
    print(row.format("cpred duel, one core", one * 1e6, "numpy by hand", by_numpy * 1e6, by_numpy / one))
    print(row.format("cpred duel, two cores", two * 1e6, "one core", one * 1e6, one / two))
    print(row.format("cpred 4 on 4 with policies", fast * 1e6, "Python twin", slow * 1e6, slow / fast))


def same(simulation: Simulation, fights: int) -> None:
    """The first fights are those of the Python twin."""
    found: list[Any] = []
    simulation.run(fights, threads=1, rows=lambda first, rows: found.extend(rows.tolist()))
    for number, row in enumerate(found):
        fight, decisions = simulation.twin(number)
        left = [simulation.ways.left(who) for who in fight.fighters]
        assert [row[1], row[2], *row[5::3]] == [fight.round, decisions, *left], number


if __name__ == "__main__":
    main()
