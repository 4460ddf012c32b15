"""``python bench/many_shots.py fracas|plain SHOTS``: :data:`workloads.CHAIN_2020` with many shots, in a process of its own, so that
its memory is its own. Prints JSON: seconds of the first call and (fracas) of later ones, bytes of memory that it took
beyond what the process held before, how many states there are, and a fingerprint of the whole distribution.

The fingerprint is ``sum(weight x scattered(state)) / total`` as a fraction: two distributions that differ in one state's chance
would have to agree in it by chance.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

REPEATS = 3


def scattered(numbers: Iterable[int]) -> int:
    """A state's numbers as one of 2^61 numbers, far from that of any other state."""
    found = 0
    for number in numbers:
        found = (found * 1_000_003 + number + 1) * 0x9E3779B97F4A7C15 % (2**61 - 1)
    return found


def held(name: str) -> int:
    """Bytes of memory of this process, by the kernel's name for it (VmRSS: now, VmHWM: the most so far)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise SystemExit("many_shots: memory is read from /proc, as Linux has it")


def plain(shots: int) -> tuple[Callable[[], Any], Callable[[Any], tuple[int, Fraction, Fraction]]]:
    """The peer: (what is timed, what reads its answer: states, chance of being dead, fingerprint)."""
    from peers_plain import Chain2020
    from workloads import SP_2020

    chain = Chain2020()
    chain(SP_2020, 1)

    def read(found: tuple[dict[int, list[int]], int]) -> tuple[int, Fraction, Fraction]:
        now, dead = found
        total, states, mark = chain.total**shots, 0, 0
        for key, weights in now.items():
            sp = [key >> 4 + 5 * place & 31 for place in range(6)]
            for wounds, weight in enumerate(weights):
                if weight:
                    states += 1
                    mark += weight * scattered((wounds >> 1, wounds & 1, (key & 15) << 2, *sp))
        return states, Fraction(dead, total), Fraction(mark, total)

    return lambda: chain(SP_2020, shots), read


def fracas(shots: int) -> tuple[Callable[[], Any], Callable[[Any], tuple[int, Fraction, Fraction]]]:
    """Ours, likewise."""
    import ours
    from workloads import DEAD_2020

    run, rows = ours.shots_2020(shots)
    run_one, _ = ours.shots_2020(1)
    run_one()

    def read(found: Any) -> tuple[int, Fraction, Fraction]:
        states, mark, dead, total = 0, 0, 0, 0
        for values, weight in rows(found):
            total += weight
            if values == DEAD_2020:
                dead += weight
            else:
                states += 1
                mark += weight * scattered((*values[:2], *values[3:]))
        return states, Fraction(dead) / Fraction(total), Fraction(mark) / Fraction(total)

    return run, read


def main(side: str, shots: int) -> None:
    run, read = {"plain": plain, "fracas": fracas}[side](shots)
    before = held("VmRSS")
    began = time.perf_counter()
    found = run()
    first = time.perf_counter() - began
    peak = held("VmHWM") - before
    later = []
    for _ in range(REPEATS if side == "fracas" else 0):
        del found
        began = time.perf_counter()
        found = run()
        later.append(time.perf_counter() - began)
    states, dead, mark = read(found)
    print(
        json.dumps(
            {
                "first": first,
                "later": sorted(later),
                "memory": peak,
                "states": states,
                "dead": str(dead),
                "mark": str(mark),
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
