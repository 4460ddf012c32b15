"""A new process for one question on the command line: fracas against icepool; and the bare interpreter beside them."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

from harness import once, shown

ICEPOOL = """
from icepool import d6, d10, map as imap, Die
die = imap(lambda a, b: 10 + b if a == 10 else a - b if a == 1 else a, d10, d10)
hit = die.map(lambda d: 7 + 6 + d > 15)
damage = d6.pool(3).expand().map(lambda *f: (max(0, sum(f) - 11) + (5 if f.count(6) >= 2 else 0)), star=True)
left = hit.map(lambda h: damage.map(lambda x: 40 - x) if h else Die([40]))
for value, chance in left.items():
    print(value, chance, left.denominator)
"""
"""What asks icepool for the HP left after one pistol shot (what ``fracas odds`` prints for SHOT)."""

SHOT = "by.ref=7 by.handgun=6 target.sp=11 skill=handgun class=pistol distance=8 damage=3d6".split()
TIMES = 9


def started(command: list[str]) -> float:
    """Median seconds of a new process (its files in the disk cache)."""
    found = [once(lambda: subprocess.run(command, check=True, capture_output=True))[0] for _ in range(TIMES + 1)]
    return statistics.median(found[1:])


def cold_lines() -> list[str]:
    """A Markdown list. The two answers are compared first."""
    fracas = [str(Path(sys.executable).parent / "fracas"), "odds", "cpred", *SHOT]
    icepool = [sys.executable, "-c", ICEPOOL]
    ours = json.loads(subprocess.run([*fracas, "--json"], check=True, capture_output=True, text=True).stdout)
    theirs = subprocess.run(icepool, check=True, capture_output=True, text=True).stdout
    chances = {one["value"]: Fraction(one["chance"]) for one in ours["distributions"][0]["chances"]}
    rows = [line.split(None, 2) for line in theirs.splitlines()]
    total = sum(int(row[1]) for row in rows)
    assert {int(row[0]): Fraction(int(row[1]), total) for row in rows} == chances
    names = ("`fracas odds`, one attack", "icepool, the same", "a bare interpreter")
    commands = (fracas, icepool, [sys.executable, "-c", "pass"])
    return [f"- {name}: {shown(started(command))}" for name, command in zip(names, commands, strict=True)]
