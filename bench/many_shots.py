"""``python bench/many_shots.py fracas|plain SHOTS``: :data:`workloads.CHAIN_2020` with many shots, in a process of its own,
so that its memory is its own. Prints JSON: seconds of the first call and (fracas) of later ones, bytes of memory that it took
beyond what the process held before, how many states there are, and a fingerprint of the whole distribution.

The fingerprint is ``sum(weight x scattered(state)) / total`` as a fraction: two distributions that differ in one state's
chance would have to agree in it by chance.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from harness import once
from peers_plain import Chain2020
from workloads import DEAD_2020, SP_2020

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


class Plain:
    """The peer. ``read`` gives how many states there are, the chance of being dead, the fingerprint."""

    def __init__(self, shots: int) -> None:
        self.shots, self.chain = shots, Chain2020()
        self.chain(SP_2020, 1)

    def first(self) -> Any:
        """The only call."""
        return self.chain(SP_2020, self.shots)

    def read(self, found: tuple[dict[int, list[int]], int]) -> tuple[int, Fraction, Fraction]:
        now, dead = found
        total, states, mark = self.chain.total**self.shots, 0, 0
        for key, weights in now.items():
            sp = [key >> 4 + 5 * place & 31 for place in range(6)]
            for wounds, weight in enumerate(weights):
                if weight:
                    states += 1
                    mark += weight * scattered((wounds >> 1, wounds & 1, (key & 15) << 2, *sp))
        return states, Fraction(dead, total), Fraction(mark, total)


class Ours:
    """fracas, likewise."""

    def __init__(self, shots: int) -> None:
        from ours import ManyShots

        ManyShots(2).first()  # loads what is compiled
        self.asked = ManyShots(shots)
        self.first, self.run = self.asked.first, self.asked.run

    def read(self, found: Any) -> tuple[int, Fraction, Fraction]:
        states, mark, dead, total = set(), 0, 0, 0
        for values, weight in self.asked.rows(found):
            total += weight
            if values == DEAD_2020:
                dead += weight
            else:
                states.add(values)
                mark += weight * scattered((*values[:2], *values[3:]))
        return len(states), Fraction(dead) / Fraction(total), Fraction(mark) / Fraction(total)


def main(side: str, shots: int) -> None:
    asked: Any = {"plain": Plain, "fracas": Ours}[side](shots)
    # what the kernel calls the most memory so far is counted from here on
    Path("/proc/self/clear_refs").write_text("5")
    before = held("VmRSS")
    first, found = once(asked.first)
    later = []
    if side == "fracas":
        for _ in range(REPEATS):
            del found
            seconds, found = once(asked.run)
            later.append(seconds)
    peak = held("VmHWM") - before
    states, dead, mark = asked.read(found)
    answer = {"states": states, "dead": str(dead), "mark": str(mark)}
    print(json.dumps({"first": first, "later": sorted(later), "memory": peak, **answer}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
