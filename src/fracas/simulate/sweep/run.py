"""A sweep is run: shards are given away, and kept as they come back; what is known is read from them."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...core.errors import BadInput, phrase
from .executors import LOCAL, Runner, runner_for
from .plan import Sweep
from .rows import Row, row_of
from .store import Layout, Store
from .work import Shard, Worked, work

POLL = 0.5
MOST_LOST = 3
"""How often a shard may be lost with its worker before it is given up."""

Progress = Callable[[int, int], None]
"""Called with the number of finished shards, and of all."""


class Results:
    """What a sweep came to: :meth:`rows` reads it from the shards, one block of variants at a time."""

    def __init__(self, sweep: Sweep, store: Store, interrupted: bool, kept: bool, folder: Any = None) -> None:
        self.sweep, self.store, self.interrupted, self.kept = sweep, store, interrupted, kept
        self._folder = folder  # a temporary one goes with its results

    def rows(self) -> Iterator[Row]:
        """Every variant of which something is known, in order."""
        return (row_of(self.sweep, numbers) for numbers in self.store.numbers())

    def to_polars(self) -> Any:
        """All rows as a Polars data frame (see :meth:`Row.flat`)."""
        import polars

        from .export import frames

        return polars.concat(list(frames(self)))

    def chart(self) -> Any:
        """The chart of the sweep, as Altair has it (see :func:`fracas.simulate.sweep.charts.chart`)."""
        from .charts import chart

        return chart(self)


def run_sweep(
    sweep: Sweep,
    out: str | Path | None = None,
    executor: str | Executor = LOCAL,
    workers: int = 0,
    fresh: bool = False,
    progress: Progress | None = None,
    layout: Layout | None = None,
    checked: bool = False,
) -> Results:
    """Run a sweep, or go on with one: shards that stand in the folder ``out`` are not worked out again. BadInput for what
    cannot be meant (before anything runs, unless it is ``checked``), for a folder of other inputs (unless ``fresh``), a
    disk that is full, a cluster that is not there. Ctrl-C ends it with what is known so far.

    ``executor``: ``local``, ``dask://host:port`` or an executor; ``workers``: processes of this machine (0: one for each
    core; 1: none, this process). What comes out depends neither on them nor on the ``layout``.
    """
    if not checked:
        sweep.check()
    folder = tempfile.TemporaryDirectory(prefix="fracas-sweep-") if out is None else None
    store = Store(folder.name if folder is not None else str(out), sweep, fresh, layout)
    interrupted = False
    missing = list(store.missing())
    if missing:
        runner = None
        try:
            runner = runner_for(executor, sweep, workers)
            interrupted = collect(sweep, store, runner, missing, progress)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if runner is not None:
                runner.stop()
    return Results(sweep, store, interrupted, out is not None, folder)


def collect(
    sweep: Sweep, store: Store, runner: Runner, missing: Sequence[Shard], progress: Progress | None = None
) -> bool:
    """Have the missing shards worked out and keep them; was it interrupted?"""
    data, todo, total = sweep.to_dict(), iter(missing), store.layout.shards
    finished: set[int] = set()
    waiting: dict[Future[Worked], Shard] = {}
    again: list[Shard] = []
    losses: Counter[int] = Counter()

    def lose(shard: Shard) -> None:
        losses[shard.number] += 1
        if losses[shard.number] > MOST_LOST:
            where = f"{sweep.title(shard.variant)}: " if sweep.axes else ""
            what = phrase("lost with its worker {n} times", n=losses[shard.number])
            right = phrase("workers that live, and in a script a call under if __name__ == '__main__'")
            raise BadInput(f"{where}shard {shard.number}", what, right)
        again.append(shard)

    def settle(done: Iterable[Future[Worked]]) -> int:
        """Take what has come back; how many were lost?"""
        lost = 0
        for future in done:
            shard = waiting.pop(future)
            try:
                keep(sweep, store, future.result())
                finished.add(shard.number)
            except runner.lost:
                lose(shard)
                lost += 1
            except runner.unfit as error:
                right = phrase("workers with the same fracas as here")
                raise BadInput("--executor", str(error).splitlines()[0], right) from None
        return lost

    def renew() -> None:
        """After a loss: ready for more."""
        if runner.together:
            settle(wait(waiting).done)
        runner.renew()

    try:
        while True:
            while len(waiting) < runner.width and (shard := again.pop() if again else next(todo, None)) is not None:
                try:
                    waiting[runner.submit(work, data, shard)] = shard
                except runner.lost:
                    lose(shard)
                    renew()
            if not waiting:
                return False
            done = wait(waiting, timeout=POLL, return_when=FIRST_COMPLETED).done
            lost = settle(done)
            if lost:
                renew()
            if not done:
                runner.look()
            elif progress is not None:
                progress(total - len(missing) + len(finished), total)
    except KeyboardInterrupt:
        keep_finished(sweep, store, waiting)
        return True
    except BadInput:
        with suppress(BadInput):
            keep_finished(sweep, store, waiting)
        raise


def keep_finished(sweep: Sweep, store: Store, waiting: Iterable[Future[Worked]]) -> None:
    """Keep what has come back meanwhile."""
    for future in waiting:
        if future.done() and not future.cancelled() and future.exception() is None:
            keep(sweep, store, future.result())


def keep(sweep: Sweep, store: Store, worked: Worked) -> None:
    """Keep a finished shard, if it was made by the same program."""
    if worked.program != sweep.program:
        what = ", ".join(f"{key} {value[:12]}" for key, value in worked.program.items())
        raise BadInput("--executor", what, phrase("workers with the same fracas as here"))
    store.keep(worked.number, worked.rows)
