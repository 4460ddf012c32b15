"""``python bench/compiling.py [GAME …]``: how long compiling takes, with an empty cache and with a full one. Ratios are not
the point here; the seconds are CPU seconds of a new process, and (where it says so) seconds until the answer is there.

every decision: all that a game offers, each compiled for calls from Python, as tests/rules/test_compiled.py does.
one attack: the fast table's first attack through ``prepared``. a fight: the first fight of a sample, as ``fracas simulate``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
GAMES = ("cops", "cpred", "cp2020", "wng")


def every_decision(name: str) -> None:
    from fast import compiled_runner
    from rules.test_compiled import _RUNNERS, DECISIONS, NO_POLICY, decide, set_up_game

    game, setup = set_up_game(name)
    done = set()
    for do, by, target, details in DECISIONS[name]:
        decision = decide(game, setup.fighters, do, by, target, details)
        if type(decision) not in done:
            done.add(type(decision))
            compiled_runner(_RUNNERS[type(decision)])(1, setup.fight, decision, NO_POLICY)


def one_attack(name: str) -> None:
    from fracas.core.compiled import FastTable, prepared
    from fracas.core.compiled.jit import rowed
    from rules.test_compiled import _RUNNERS, DECISIONS, NO_POLICY, decide, set_up_game

    game, setup = set_up_game(name)
    do, by, target, details = DECISIONS[name][0]
    decision = decide(game, setup.fighters, do, by, target, details)
    rule = _RUNNERS[type(decision)]

    @prepared(game).entry
    def attacked(fight: Any, decision: Any, stream: Any, policy: Any) -> Any:
        return rule(fight, decision, FastTable(stream, policy))

    import numpy as np

    attacked(rowed(setup.fight), decision, np.zeros(2, np.uint64), NO_POLICY)


def a_fight(name: str) -> None:
    from fracas.encounters import ENCOUNTERS
    from fracas.play.encounter import read_encounter
    from fracas.simulate import Simulation

    Simulation(read_encounter(str(ENCOUNTERS[f"{name}_duel"]))).run(1, threads=1)


def nothing(name: str) -> None:
    import fracas.core.compiled  # noqa: F401


TASKS = {task.__name__: task for task in (every_decision, one_attack, a_fight, nothing)}


def measured(task: str, name: str, cache: str) -> tuple[float, float] | None:
    """(CPU seconds, seconds until it was done) in a new process; None: the game cannot do that yet."""
    began = time.perf_counter()
    environment = os.environ | {"FRACAS_CACHE": cache}
    found = subprocess.run(
        [sys.executable, __file__, "--task", task, name], env=environment, capture_output=True, text=True
    )
    return (float(found.stdout), time.perf_counter() - began) if found.returncode == 0 else None


def shown(found: tuple[float, float] | None, until: bool = False) -> str:
    return "-" if found is None else f"{found[1 if until else 0]:.2f} s"


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as empty:
        print(f"importing alone: {shown(measured('nothing', '', empty), True)} until it was done", flush=True)
    print(
        "| game | every decision (CPU) | one attack: cold (CPU) | warm (until done) | a fight: cold (CPU) | warm (until done) |"
    )
    print("|---|---|---|---|---|---|")
    for name in games:
        with tempfile.TemporaryDirectory() as cache:
            cells = [shown(measured("every_decision", name, ""))]
            for task in ("one_attack", "a_fight"):
                cells += [shown(measured(task, name, cache)), shown(measured(task, name, cache), True)]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent / "tests")]
    if sys.argv[1:2] == ["--task"]:
        TASKS[sys.argv[2]](sys.argv[3])
        print(time.process_time())
    else:
        main(sys.argv[1:] or list(GAMES))
