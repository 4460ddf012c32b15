"""Simulations and sweeps that the server runs for the balance page, each in a process of its own (:mod:`fracas.web.job`).

A job is a folder beside the database: ``spec.json`` (what is asked for), ``state.json`` (how far it is; the worker writes it)
and what it came to. At most one runs, others wait in a queue. A worker ends when it is cancelled, and by itself when the
server is gone: its standard input is a pipe that ends with the server. What has finished is read from the folder, so it
outlives the server; what was running then is ``interrupted`` and can be run again (a sweep goes on with the shards it has).
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase
from ..store.errors import Full, NotThere
from .job_files import (
    ERRORS,
    LOCK,
    RESULT,
    SPEC,
    STATE,
    broken,
    error_from,
    is_locked,
    plain_error,
    read_json,
    size_of,
    write_json,
)

if TYPE_CHECKING:
    from ..store.engine import Database

WAITING, CHECKING, PREPARING, RUNNING = "waiting", "checking", "preparing", "running"
DONE, FAILED, CANCELLED, INTERRUPTED = "done", "failed", "cancelled", "interrupted"
LIVE = (WAITING, CHECKING, PREPARING, RUNNING)
JOB_ID = r"^[A-Za-z0-9_-]{8,32}$"
MOST_WAITING = 5
MOST_KEPT = 40
"""Jobs that are kept; of more the oldest finished ones go."""
MOST_BYTES = 1_000_000_000
"""Bytes of all jobs that are kept, in the same way."""
MOST_ENCOUNTERS = 60
"""Encounters that were pasted; of more the oldest go."""
ASK_SECONDS = 120
"""How long one fight or one file may take to make."""
GRACE = 3.0
"""Seconds between asking a worker to end and ending it."""


def folder_beside(database: Database) -> Path:
    """Where the jobs of a server are kept: beside its SQLite file, or (PostgreSQL) in the user's data folder."""
    from ..store.engine import data_folder

    return Path(f"{database.name}.balance") if database.sqlite else data_folder() / "balance"


@dataclass(frozen=True)
class Job:
    """A job as it stands: what was asked for, how far it is (``phase`` is one of the words above)."""

    id: str
    folder: Path
    spec: Mapping[str, Any]
    state: Mapping[str, Any]
    phase: str

    @property
    def live(self) -> bool:
        """Does it wait or run?"""
        return self.phase in LIVE

    @property
    def error(self) -> BadInput | None:
        """What went wrong."""
        return error_from(self.state["error"]) if self.state.get("error") else None

    def result(self) -> dict[str, Any] | None:
        """What it came to, or what is known so far; None: nothing yet."""
        found = read_json(self.folder / RESULT) or self.state.get("found")
        return dict(found) if isinstance(found, Mapping) else None


class Jobs:
    """The jobs in one folder. Threads share it; :meth:`close` ends what runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._changed = threading.Condition()
        self._queue: list[str] = []
        self._now: tuple[str, subprocess.Popen[bytes] | None] | None = None
        self._stopped: set[str] = set()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._asking = threading.Semaphore(2)

    # -- what there is -----------------------------------------------------------------------------------------------

    def all(self) -> list[Job]:
        """All jobs, the newest first."""
        root = self.folder / "jobs"
        ids = [one.name for one in root.iterdir() if re.match(JOB_ID, one.name)] if root.is_dir() else []
        found = []
        for id in ids:
            with suppress(NotThere):
                found.append(self.get(id))
        return sorted(found, key=lambda one: int(one.spec.get("order", 0)), reverse=True)

    def get(self, id: str) -> Job:
        """One of them; NotThere."""
        folder = self._place(id)
        spec = read_json(folder / SPEC)
        if not isinstance(spec, Mapping):
            raise NotThere("job", id)
        state = read_json(folder / STATE)
        state = state if isinstance(state, Mapping) else {"phase": WAITING}
        phase = str(state.get("phase", WAITING))
        if phase in LIVE and not self._lives(id, folder):
            again = read_json(folder / STATE)  # it may have ended meanwhile
            state = again if isinstance(again, Mapping) else state
            phase = str(state.get("phase"))
            phase = INTERRUPTED if phase in LIVE else phase
        return Job(id, folder, spec, state, phase)

    def _place(self, id: str) -> Path:
        if not re.match(JOB_ID, id):
            raise NotThere("job", id)
        return self.folder / "jobs" / id

    def _lives(self, id: str, folder: Path) -> bool:
        with self._changed:
            if id in self._queue or (self._now is not None and self._now[0] == id):
                return True
        return is_locked(folder / LOCK)

    # -- what is done ------------------------------------------------------------------------------------------------

    def start(self, spec: Mapping[str, Any]) -> str:
        """Begin a job (or have it wait for its turn); its id. Full where too many wait already."""
        id = secrets.token_urlsafe(9)
        folder = self._place(id)
        self.check_room()
        self._prune()
        made = {"made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "order": time.time_ns()}
        write_json(folder / SPEC, {**spec, **made})
        self._enqueue(id)
        return id

    def restart(self, id: str) -> None:
        """Run one again that was interrupted, cancelled or has failed."""
        job = self.get(id)
        if job.live or job.phase == DONE:
            return
        self.check_room()
        for name in (STATE, RESULT):
            (job.folder / name).unlink(missing_ok=True)
        self._enqueue(id)

    def check_room(self) -> None:
        """Full where no more may wait."""
        with self._changed:
            if len(self._queue) >= MOST_WAITING:
                what = phrase("{n} runs wait already", n=len(self._queue))
                raise Full("balance", what, phrase("at most {most} at a time", most=MOST_WAITING))

    def cancel(self, id: str) -> None:
        """End it, whether it waits or runs; what is known so far stays."""
        job = self.get(id)
        if not job.live:
            return
        with self._changed:
            if id in self._queue:
                self._queue.remove(id)
                write_json(job.folder / STATE, {"phase": CANCELLED})
                return
            self._stopped.add(id)
            mine = self._now[1] if self._now is not None and self._now[0] == id else None
        (job.folder / "cancel").touch()  # for a worker of another server on the same folder
        if mine is not None:
            end(mine)
            with suppress(subprocess.TimeoutExpired):
                mine.wait(GRACE)
            self._settle(id, mine.poll())

    def remove(self, id: str) -> None:
        """Forget it and all that it came to."""
        self.cancel(id)
        shutil.rmtree(self._place(id), ignore_errors=True)

    def close(self) -> None:
        """End what runs (it is ``interrupted`` then), and wait for nothing else."""
        with self._changed:
            self._closed = True
            self._queue.clear()
            mine = self._now[1] if self._now is not None else None
            self._changed.notify_all()
        if mine is not None:
            end(mine)
        if self._thread is not None:
            self._thread.join(2 * GRACE)

    def ask(self, id: str, verb: str, *arguments: str) -> dict[str, Any]:
        """Something that takes a while, of a job that has run: a fight, or a file (see :mod:`fracas.web.job`)."""
        folder = self.get(id).folder
        with self._asking:
            process = worker([verb, str(folder), *arguments], subprocess.PIPE)
            try:
                out, _ = process.communicate(timeout=ASK_SECONDS)
            except subprocess.TimeoutExpired:
                end(process)
                process.communicate()
                what = phrase("not made within {seconds} s", seconds=ASK_SECONDS)
                raise BadInput("balance", what, phrase("a smaller fight")) from None
        try:
            found = json.loads(out)
        except ValueError:
            raise broken() from None
        if "error" in found:
            raise error_from(found["error"])
        return dict(found)

    # -- encounters that were pasted ---------------------------------------------------------------------------------

    def keep_encounter(self, data: Mapping[str, Any]) -> str:
        """Keep an encounter; the id that it always has."""
        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        id = sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
        root = self.folder / "encounters"
        write_json(root / f"{id}.json", data)
        files = sorted(root.glob("*.json"), key=lambda one: one.stat().st_mtime)
        for old in files[:-MOST_ENCOUNTERS]:
            old.unlink(missing_ok=True)
        return id

    def encounter(self, id: str) -> dict[str, Any]:
        """One that was kept; NotThere."""
        found = read_json(self.folder / "encounters" / f"{id}.json") if re.match(JOB_ID, id) else None
        if not isinstance(found, Mapping):
            raise NotThere("encounter", id)
        return dict(found)

    # -- the queue ---------------------------------------------------------------------------------------------------

    def _enqueue(self, id: str) -> None:
        folder = self._place(id)
        (folder / "cancel").unlink(missing_ok=True)
        write_json(folder / STATE, {"phase": WAITING})
        with self._changed:
            self._stopped.discard(id)
            self._queue.append(id)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="fracas-balance", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._queue and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                id = self._queue.pop(0)
                self._now = (id, None)
            code: int | None = None
            try:
                with open(self._place(id) / ERRORS, "wb") as errors:
                    process = worker(["run", str(self._place(id))], subprocess.DEVNULL, errors)
                with self._changed:
                    self._now = (id, process)
                    stopped = self._closed or id in self._stopped
                if stopped:
                    end(process)
                code = process.wait()
                if process.stdin is not None:
                    process.stdin.close()
            except OSError:
                code = 1
            finally:
                self._settle(id, code)
                with self._changed:
                    self._now = None

    def _settle(self, id: str, code: int | None) -> None:
        """A worker has ended: what it has not said itself is written down."""
        folder = self._place(id)
        state = read_json(folder / STATE)
        if not isinstance(state, Mapping) or state.get("phase") not in LIVE:
            return
        with self._changed:
            stopped, closed = id in self._stopped, self._closed
        if stopped:
            write_json(folder / STATE, {**state, "phase": CANCELLED})
        elif not closed and code is not None:
            write_json(folder / STATE, {**state, "phase": FAILED, "error": plain_error(broken())})

    def _prune(self) -> None:
        old = [job for job in reversed(self.all()) if not job.live]
        count = len(self.all())
        sizes = {job.id: size_of(job.folder) for job in old}
        total = sum(sizes.values())
        for job in old:
            if count < MOST_KEPT and total <= MOST_BYTES:
                return
            shutil.rmtree(job.folder, ignore_errors=True)
            count, total = count - 1, total - sizes[job.id]


# ---------------------------------------------------------------------------------------------------------- processes


def worker(arguments: list[str], out: int, errors: Any = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A worker process, the first of a group of its own; its standard input ends when this process does."""
    command = [sys.executable, "-m", "fracas.web.job", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=errors, start_new_session=True)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a worker and all that it has started: asked first, then ended."""
    for sign, patience in ((signal.SIGTERM, GRACE), (getattr(signal, "SIGKILL", signal.SIGTERM), GRACE)):
        if process.poll() is not None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, sign)
            else:
                process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
