"""``python -m fracas.web.job VERB FOLDER …``: the worker of a job of the balance page (:mod:`fracas.web.jobs`).

- ``run FOLDER``: what ``spec.json`` asks for; ``state.json`` says how far it is, ``result.json`` what it came to.
- ``fight FOLDER NUMBER``: one fight of a simulation, as a record.
- ``export FOLDER NAME LANG``: a file of what it came to (``fights.csv``, ``chart.svg``, …), written beside it.

It has low priority, leaves one core alone, and writes one line of JSON where something is asked of it. Errors of input are
told as data; anything else is a fault, whose traceback stands in ``errors.txt``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase
from .job_data import FIGHTS, TALLY, encounter_in, export, one_fight, results_in, side_names, sweep_in, tally_data
from .job_files import LOCK, RESULT, SPEC, STATE, holding, plain_error, read_json, write_json
from .jobs import CHECKING, DONE, FAILED, PREPARING, RUNNING

if TYPE_CHECKING:
    from ..simulate.simulation import Simulation
    from ..simulate.sweep import Results, Sweep
    from ..simulate.tally import Tally

NICE = 10
EVERY = 0.4
"""Seconds between two words on how far it is."""
MOST_CELLS = 30_000_000
"""Numbers in the table of single fights; of a run that has more no such table is written."""
SHARDS_WANTED = 60
LEAST_SHARD = 2000
"""A sweep is cut into about so many pieces, of at least so many fights."""


def threads() -> int:
    """All cores but one, which the table has."""
    from ..simulate.simulation import cores

    return max(1, cores() - 1)


# --------------------------------------------------------------------------------------------------------------- run


class Progress:
    """Writes down how far it is, at most every now and then."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.begun, self.last, self.known = folder, time.time(), 0.0, dict[str, Any]()

    def phase(self, phase: str, **more: Any) -> None:
        """Another part of the work begins."""
        self.known |= {"phase": phase, "since": time.time(), **more}
        self.write()

    def move(self, done: int, total: int, **more: Any) -> None:
        """So much is done."""
        self.known |= {"done": done, "total": total, **more}
        if time.time() - self.last > EVERY:
            self.write()

    def write(self) -> None:
        """Now."""
        self.last = time.time()
        write_json(self.folder / STATE, {**self.known, "begun": self.begun, "at": self.last})


def run(folder: Path) -> int:
    """Work a job out; what cannot be meant is written down as its error."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    threading.Thread(target=watch, args=(folder,), daemon=True).start()
    progress = Progress(folder)
    try:
        with holding(folder / LOCK):
            try:
                spec = read_json(folder / SPEC)
                progress.phase(CHECKING)
                (swept if spec["kind"] == "sweep" else simulated)(spec, folder, progress)
                progress.known.pop("found", None)
                progress.phase(DONE)
            except BadInput as error:
                progress.phase(FAILED, error=plain_error(error))
            except ModuleNotFoundError as error:
                lacking = BadInput("balance", str(error.name), phrase("installed: pip install 'fracas[sim]'"))
                progress.phase(FAILED, error=plain_error(lacking))
    except BlockingIOError:  # another worker has it
        return 0
    return 0


def watch(folder: Path) -> None:
    """End this process and all that it has started when the server is gone, or asks for it."""
    gone = threading.Event()

    def listen() -> None:
        with suppress(OSError):
            while os.read(0, 1):
                pass
        gone.set()

    threading.Thread(target=listen, daemon=True).start()
    while not gone.wait(0.5) and not (folder / "cancel").exists():
        pass
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def warmed(simulation: Simulation) -> None:
    """Have the rules of its game compiled, or found on disk: one fight."""
    from ..simulate.sweep.work import fought

    fought(simulation, 0, 1)


def simulated(spec: Mapping[str, Any], folder: Path, progress: Progress) -> None:
    """A simulation: every fight counted, and written down as a row while that is not too much."""
    from ..simulate.export import Writer, as_dict
    from ..simulate.simulation import BATCH, Simulation

    encounter = encounter_in(spec, spec["lang"])
    simulation = Simulation(encounter, spec["seed"])
    sides = side_names(encounter, spec["lang"])
    fights, until = spec["fights"], spec["until"]
    progress.phase(PREPARING, done=0, total=fights, unit="fights")
    warmed(simulation)
    progress.phase(RUNNING)
    remarkable = Remarkable()
    each = 5 + 3 * len(simulation.fighters.ids)
    writer: Writer | None = Writer(simulation, str(folder / FIGHTS), sides)

    def rows(first: int, found: Any) -> None:
        nonlocal writer
        remarkable.add(first, found)
        if writer is not None and (first + len(found)) * each > MOST_CELLS:
            writer.abandon()
            writer = None
        if writer is not None:
            writer.add(first, found)

    def move(tally: Tally) -> None:
        total = fights
        if until is not None:  # as many as it seems to need
            total = min(fights, max(tally.fights, int(tally.fights * (tally.precision() / until) ** 2)))
        if time.time() - progress.last > EVERY:
            progress.move(tally.fights, total, found={"found": as_dict(simulation, tally, sides, True)})

    batch = BATCH if until is not None else max(64, min(BATCH, fights // SHARDS_WANTED))
    tally = simulation.run(fights, until, threads(), move, rows, batch).tally
    if writer is not None:
        writer.finish()
    write_json(folder / TALLY, tally_data(tally))
    result = {"found": as_dict(simulation, tally, sides), "remarkable": remarkable.found, "rows": writer is not None}
    write_json(folder / RESULT, result)
    progress.move(tally.fights, tally.fights)


class Remarkable:
    """Fights worth looking at: the first with each outcome, the longest and the shortest, by their numbers."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {"first": {}}

    def add(self, first: int, rows: Any) -> None:
        """Look at some fights: ``rows`` int64 of shape (fights, numbers of a fight), as the kernel writes them."""
        winners, rounds = rows[:, 0], rows[:, 1]
        for winner in {int(one) for one in winners}:
            if str(winner) not in self.found["first"]:
                self.found["first"][str(winner)] = first + int((winners == winner).argmax())
        for name, place in (("longest", rounds.argmax()), ("shortest", rounds.argmin())):
            number, length = first + int(place), int(rounds[place])
            known = self.found.get(name)
            better = known is None or (length > known[1] if name == "longest" else length < known[1])
            if better:
                self.found[name] = [number, length]


def swept(spec: Mapping[str, Any], folder: Path, progress: Progress) -> None:
    """A sweep: its shards stay in the folder, so that the same job goes on where it ended."""
    from ..simulate.simulation import Simulation
    from ..simulate.sweep import Layout, run_sweep

    sweep = sweep_in(spec)
    sweep.check(spec["lang"], lambda done: progress.move(done, sweep.variants, unit="variants"))
    progress.phase(PREPARING, done=0, total=1, unit="shards")
    warmed(Simulation(sweep.variant(0), sweep.seed))
    progress.phase(RUNNING)
    write = partly(sweep, folder)
    if sweep.until is not None:
        layout = Layout(sweep.variants, sweep.fights, 1, sweep.fights)
    else:
        layout = Layout.of(sweep, max(LEAST_SHARD, sweep.variants * sweep.fights // SHARDS_WANTED))

    def move(done: int, total: int) -> None:
        progress.move(done, total)
        write(False)

    run_sweep(sweep, folder / "sweep", workers=threads(), progress=move, layout=layout, checked=True)
    write(True)


def partly(sweep: Sweep, folder: Path) -> Callable[[bool], None]:
    """Writes the rows of all finished shards, not too often while it runs."""
    spent, last = 0.0, 0.0

    def write(whole: bool) -> None:
        nonlocal spent, last
        if not whole and time.time() - last < max(1.0, 10 * spent):
            return
        begun = time.time()
        write_json(folder / RESULT, sweep_result(results_in(sweep, folder, not whole)))
        last = time.time()
        spent = last - begun

    return write


def sweep_result(results: Results) -> dict[str, Any]:
    """All rows, as ``fracas sweep --json`` has them."""
    from ..simulate.sweep.export import head

    return {**head(results), "rows": [row.to_dict() for row in results.rows()]}


def main(arguments: list[str]) -> int:
    """The verb, on a folder."""
    verb, folder, *rest = arguments
    if verb == "run":
        return run(Path(folder))
    with suppress(OSError, AttributeError):
        os.nice(NICE // 2)
    try:
        found = one_fight(Path(folder), *rest) if verb == "fight" else export(Path(folder), *rest)
    except BadInput as error:
        found = {"error": plain_error(error)}
    except ModuleNotFoundError as error:
        lacking = BadInput("balance", str(error.name), phrase("installed: pip install 'fracas[sim,plots]'"))
        found = {"error": plain_error(lacking)}
    print(json.dumps(found, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
