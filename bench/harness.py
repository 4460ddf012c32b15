"""Timing two sides in one run, and the table of what came of it.

Both sides of a row are timed in turn, several times over, so that a busy moment of the machine meets both; a figure is the
median of those times. What is compared has been called before (compiled, imported, its tables made); the first call is told
apart.
"""

from __future__ import annotations

import gc
import importlib.metadata
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

PACKAGES = ("numpy", "numba", "scipy", "icepool", "dyce")
SLICE = 0.05
"""Seconds that a side is called for, again and again, before it is the other's turn."""


@dataclass(frozen=True)
class Row:
    """One line of the table: ``factor`` (the peer's figure over ours) against the floor (0: none is set)."""

    workload: str
    ours: str
    peer: str
    theirs: str
    factor: float
    floor: float = 0.0
    first: str = ""

    @property
    def met(self) -> str:
        """yes, no, or nothing where no floor is set."""
        return "" if not self.floor else "yes" if self.factor >= self.floor else "**no**"

    def __str__(self) -> str:
        floor = f"{self.floor:g}x" if self.floor else ""
        factor = f"{self.factor:.3g}" if self.factor < 1000 else f"{self.factor:,.0f}"
        cells = (self.workload, self.ours, self.first, f"{self.peer} {self.theirs}", f"{factor}x", floor, self.met)
        return f"| {' | '.join(cells)} |"


HEAD = "| workload | fracas | first call | peer | times as good | wanted | met |\n|---|---|---|---|---|---|---|"


@dataclass
class Table:
    """Rows, printed as they come."""

    rows: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """One more row."""
        if not self.rows:
            print(HEAD)
        self.rows.append(row)
        print(row, flush=True)

    def __str__(self) -> str:
        return "\n".join([HEAD, *map(str, self.rows)])


def once(call: Callable[[], Any]) -> tuple[float, Any]:
    """(seconds, what it gave) of one call."""
    began = time.perf_counter()
    found = call()
    return time.perf_counter() - began, found


def in_turn(calls: Sequence[Callable[[], Any]], times: int = 7, most: float = 12.0) -> list[float]:
    """The median seconds of each of several calls, made in turn ``times`` over; once ``most`` seconds have passed, at least
    three times. Short ones are called for :data:`SLICE` seconds a turn. All have been called before."""
    found: list[list[float]] = [[] for _ in calls]
    end = time.perf_counter() + most
    for number in range(times):
        if number >= 3 and time.perf_counter() > end:
            break
        for call, mine in zip(calls, found, strict=True):
            gc.collect()
            until = time.perf_counter() + SLICE
            some: list[float] = []
            while not some or time.perf_counter() < until:
                some.append(once(call)[0])
            mine.append(statistics.median(some))
    return [statistics.median(mine) for mine in found]


def shown(seconds: float) -> str:
    """Seconds in a unit that fits.

    >>> shown(0.00123), shown(2.5), shown(0.0000042)
    ('1.23 ms', '2.50 s', '4.20 us')
    """
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            number = seconds / size
            return f"{number:.0f} {unit}" if number >= 100 else f"{number:#.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def processor() -> str:
    """The processor's name and how many there are of it."""
    name = platform.processor() or platform.machine()
    known = Path("/proc/cpuinfo")
    if known.exists():
        names = [
            line.partition(":")[2].strip() for line in known.read_text().splitlines() if line.startswith("model name")
        ]
        name = names[0] if names else name
    return f"{len(os.sched_getaffinity(0))} x {name}"


def machine() -> str:
    """Where and with what it was measured: a line of Markdown."""
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    load = os.getloadavg()[0]
    return (
        f"{date.today().isoformat()}; {processor()}, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}; {packages}. Load when it began: {load:.1f}."
    )
