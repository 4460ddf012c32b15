"""``make bench``: speed as ratios against peers in the same run, equality asserted first. Writes bench/RESULTS.md.

Cold: a new process for one question. Warm: the median of many calls in one process. Never a timed test: read the ratios.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

import peers  # noqa: E402

from fracas.core.game import decide, set_up  # noqa: E402
from fracas.odds import odds_of  # noqa: E402
from fracas.rules import load  # noqa: E402

ROWS: list[str] = []


def say(line: str) -> None:
    print(line, flush=True)
    ROWS.append(line)


def warm(call: Callable[[], Any], seconds: float = 1.0) -> float:
    """Median seconds of a call, after one that warms up."""
    call()
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 5 or (time.perf_counter() < end and len(times) < 2000):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def cold(command: list[str], times: int = 9) -> float:
    """Median seconds of a fresh process (its files in the disk cache)."""
    found = []
    for _ in range(times + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        found.append(time.perf_counter() - began)
    return statistics.median(found[1:])


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms"


def cold_question() -> None:
    """A cold `fracas odds` for one attack against a cold process asking icepool for the same."""
    fracas = str(Path(sys.executable).parent / "fracas")
    ours = subprocess.run([fracas, "odds", "cpred", *peers.SHOT, "--json"], check=True, capture_output=True, text=True)
    theirs = subprocess.run([sys.executable, "-c", peers.COLD_ICEPOOL], check=True, capture_output=True, text=True)
    import json

    chances = {one["value"]: Fraction(one["chance"]) for one in json.loads(ours.stdout)["distributions"][0]["chances"]}
    rows = [line.split(None, 2) for line in theirs.stdout.splitlines()]
    total = sum(int(row[1]) for row in rows)
    assert {int(row[0]): Fraction(int(row[1]), total) for row in rows} == chances
    plain = cold([fracas, "odds", "cpred", *peers.SHOT])
    icepool = cold([sys.executable, "-c", peers.COLD_ICEPOOL])
    bare = cold([sys.executable, "-c", "pass"])
    say(
        f"| cold `fracas odds`, one attack | {milliseconds(plain)} | icepool {milliseconds(icepool)} | {plain / icepool:.2f} |"
    )
    say(f"| (a bare interpreter) | {milliseconds(bare)} | | |")


def red_hits() -> None:
    """One exact hit, warm."""
    game = load("cpred")
    for dice, sp in ((3, 11), (5, 11), (8, 18)):
        setup = set_up(game, {"t": {"hp": 40, "armour": [{"sp": sp, "covers": ["body"]}]}})
        hit = decide(game, setup.fighters, "hit", target="t", details={"damage": f"{dice}d6", "injury": False})

        def ours(setup=setup, hit=hit) -> Any:
            return odds_of(game, setup.fight, hit, setup.fighters.ids, trace=False)

        found = ours().of("t.hp", "t.sp.body")
        expected = {
            (40 - lost, sp - int(worn)): chance for (lost, worn), chance in peers.plain_red_hit(dice, sp).items()
        }
        assert found.chances == expected
        assert peers.plain_red_hit(dice, sp) == peers.icepool_red_hit(dice, sp) == peers.dyce_red_hit(dice, sp)
        mine = warm(ours)
        for name in ("icepool", "dyce", "plain"):
            call = getattr(peers, f"{name}_red_hit")
            theirs = warm(lambda call=call, dice=dice, sp=sp: call(dice, sp))
            say(
                f"| cpred, {dice}d6 on SP {sp}, exact | {milliseconds(mine)} | {name} {milliseconds(theirs)} | {mine / theirs:.2f} |"
            )


def cops_hits() -> None:
    """One exact COPS hit at a rolled place, warm."""
    game = load("cops")
    numbers = {"head": 3, "arms": 1, "torso": 2, "abdomen": 2, "legs": 1}
    faces = {10: 3, 9: 1, 8: 1, 7: 2, 6: 2, 5: 2, 4: 2, 3: 2, 2: 1, 1: 1}
    armour = dict.fromkeys(numbers, "2d6")
    setup = set_up(game, {"t": {"carrure": 5, "protection": armour}}, {"location_dice": numbers})
    hit = decide(game, setup.fighters, "hit", target="t", details={"power": 5})

    def ours() -> Any:
        return odds_of(game, setup.fight, hit, ("t",), trace=False)

    assert ours().of("outcome.suffered").chances == peers.icepool_cops_hit(5, faces)
    mine, theirs = warm(ours), warm(lambda: peers.icepool_cops_hit(5, faces))
    say(
        f"| cops, 5 PU against 2d6, place rolled, exact | {milliseconds(mine)} | icepool {milliseconds(theirs)} | {mine / theirs:.2f} |"
    )


def main() -> None:
    say("| workload | fracas | peer | ratio (below 1: fracas is faster) |")
    say("|---|---|---|---|")
    cold_question()
    red_hits()
    cops_hits()
    from hard import hard_rows

    print()
    hard = hard_rows()
    processor = f"Python {platform.python_version()}, {platform.machine()}, one process"
    text = "# Results of the last `make bench`\n\n" + processor + ". Ratios are from one run on one machine.\n\n"
    text += "\n".join(ROWS) + "\n\n## The hard cases through every table\n\n" + "\n".join(hard) + "\n"
    (HERE / "RESULTS.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
