"""Who works shards out: this process, processes of this machine, a Dask cluster, or any ``concurrent.futures`` executor."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import re
import signal
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from time import monotonic, sleep
from typing import Any

from ...core.compiled.disk import cache_folder
from ...core.errors import BadInput, phrase
from ...core.forms import shown
from ..simulation import MOST_THREADS, Simulation, cores
from .plan import SIMULATION, Sweep
from .work import fought

LOCAL, DASK = "local", "dask://"
ADDRESS = re.compile(r"dask://([^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})/?\Z")
PATIENCE = 5.0
"""Seconds to wait for a cluster to answer."""

NO_WORKER = 30.0
"""Seconds that a cluster may be without workers before it is given up."""


class Runner:
    """Any executor. ``width``: how many shards are in hand at a time; ``lost``: the errors that say that a shard was lost
    and may be tried again; ``together``: with one shard all in hand are lost; ``unfit``: the errors of workers that lack
    what they need."""

    width, together = 4, False
    lost: tuple[type[BaseException], ...] = (CancelledError,)
    unfit: tuple[type[Exception], ...] = (ImportError,)

    def __init__(self, executor: Executor | None = None) -> None:
        self.executor = executor

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Give a task away."""
        assert self.executor is not None
        return self.executor.submit(work, *arguments)

    def look(self) -> None:
        """Called while nothing comes back: BadInput where nothing can come back any more."""

    def renew(self) -> None:
        """Called after something was lost: ready for more, or BadInput."""

    def stop(self) -> None:
        """No more is wanted; what still runs is left alone or ended."""


class Here(Runner):
    """This process, one shard after the other."""

    width = 1

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(Runner):
    """Processes of this machine, started afresh (``spawn``), so that no lock and no thread of this one is copied."""

    lost, together = (CancelledError, BrokenProcessPool), True

    def __init__(self, sweep: Sweep, workers: int) -> None:
        super().__init__()
        self.workers, self.width = workers, 2 * workers
        if sweep.engine == SIMULATION and cache_folder() is not None:
            fought(Simulation(sweep.variant(0), sweep.seed), 0, 1)  # compiled once, on disk for all of them
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.executor = ProcessPoolExecutor(self.workers, context, initializer=deaf)

    def renew(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        assert isinstance(self.executor, ProcessPoolExecutor)
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with suppress(OSError, ValueError):
                process.terminate()
        for process in processes:
            with suppress(OSError, ValueError, AssertionError):
                process.join(PATIENCE)


def deaf() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster(Runner):
    """A Dask cluster by the address of its scheduler, through its ``concurrent.futures`` interface. A worker that is lost has
    its shards done by others; Dask gives a shard up that has cost four workers."""

    unfit = (ImportError, AttributeError, RuntimeError)

    def __init__(self, address: str) -> None:
        super().__init__()
        found = ADDRESS.match(address)
        if found is None:
            raise BadInput("--executor", shown(address), phrase("local, or dask://host:port"))
        try:
            distributed: Any = import_module("distributed")
        except ModuleNotFoundError:
            raise BadInput("--executor", address, phrase("used with Dask: pip install 'fracas[sweep]'")) from None
        self.address = address
        self.lost = (CancelledError, distributed.scheduler.KilledWorker)
        for name in ("distributed", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said in one line, here
        place = f"tcp://{found[1]}:{found[2]}"
        try:
            greet(distributed, place)
            self.client: Any = distributed.Client(place, timeout=PATIENCE, set_as_default=False, name="fracas-sweep")
        except Exception:  # nobody there, or something that speaks another language
            raise BadInput("--executor", address, phrase("the address of a Dask scheduler that answers")) from None
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
            self.width = 2 * sum(self.client.nthreads().values())
        except (OSError, TimeoutError):
            self.stop()
            raise self.without_workers() from None
        self.executor = self.client.get_executor(pure=False)
        self.seen = self.asked = monotonic()

    def look(self) -> None:
        if monotonic() - self.asked < 2:
            return
        threads = self.threads()
        self.asked = monotonic()
        if threads:
            self.seen, self.width = self.asked, 2 * threads
        elif self.asked - self.seen > NO_WORKER:
            raise self.without_workers()

    def renew(self) -> None:
        end = monotonic() + PATIENCE
        while self.client.status == "connecting" and monotonic() < end:
            sleep(0.1)
        if self.client.status != "running":
            raise BadInput("--executor", phrase("{address} is gone", address=self.address), self.again())

    def threads(self) -> int:
        """How many the cluster has now; none where it does not answer."""
        try:
            return sum(self.client.sync(self.client.scheduler.ncores, callback_timeout=PATIENCE).values())
        except (OSError, TimeoutError, RuntimeError, AttributeError):
            return 0

    def without_workers(self) -> BadInput:
        """The error of a cluster that has none."""
        return BadInput("--executor", phrase("{address} has no workers", address=self.address), self.again())

    def again(self) -> str:
        """What to do about it."""
        return phrase("a cluster that works; the same command then goes on where this one ended")

    def stop(self) -> None:
        with suppress(Exception):  # a cluster that is gone cannot be taken leave of
            if self.executor is not None:
                self.executor.shutdown(wait=False)
        with suppress(Exception):
            self.client.close(timeout=2)


def greet(distributed: Any, place: str) -> None:
    """Connect and take leave: a client that finds nobody would go on trying, and complain when it is let go."""

    async def greeted() -> None:
        comm = await distributed.comm.connect(place, timeout=PATIENCE)
        await comm.close()

    with ThreadPoolExecutor(1) as apart:  # a notebook has a loop of its own running here
        apart.submit(asyncio.run, greeted()).result()


def runner_for(executor: str | Executor, sweep: Sweep, workers: int) -> Runner:
    """The runner meant: ``local`` (``workers`` processes; 0: one for each core; 1: this one), ``dask://host:port``, or an
    executor."""
    if type(workers) is not int or not 0 <= workers <= MOST_THREADS:
        right = phrase("a whole number from {low} to {high}", low=0, high=MOST_THREADS)
        raise BadInput("--workers", shown(workers), right)
    if isinstance(executor, Executor):
        return Runner(executor)
    if executor == LOCAL:
        count = workers or cores()
        return Processes(sweep, count) if count > 1 else Here()
    return Cluster(executor)
