"""Sweeps on a real Dask cluster of two processes: a worker killed half way, workers gone, the scheduler gone, nobody there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fracas.core.errors import BadInput
from fracas.simulate.sweep import Layout, Sweep, executors, run_sweep, sweep_of

distributed = pytest.importorskip("distributed")

SHARDS = 16


@pytest.fixture(scope="module")
def sweep() -> Sweep:
    """Sixteen shards, each a good part of a second's work: four variants, their fights in four parts."""
    vary = {"fighters.robbers.protection.torso": "0..6..2"}
    return sweep_of("cops_four", vary, fights=32_000, seed=11)


@pytest.fixture(scope="module")
def here(sweep: Sweep) -> list[Any]:
    """What comes out in this process (it also leaves the compiled program on disk, for the workers)."""
    return [row.to_dict() for row in run_sweep(sweep, workers=1).rows()]


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two processes on this machine, which a nanny starts again."""
    options: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(host="127.0.0.1", silence_logs=50, **options) as found:
        yield found


def address(cluster: Any) -> str:
    return str(cluster.scheduler_address).replace("tcp://", "dask://")


def speak_http(server: socket.socket) -> None:
    """Something else that listens there."""
    connection, _ = server.accept()
    with connection:
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


def in_hand(cluster: Any, worker: Any) -> int:
    """How many shards a worker has been given and not given back."""
    state = cluster.scheduler.workers.get(worker.worker_address)
    return len(state.processing) if state is not None else 0


def cut(sweep: Sweep) -> Layout:
    return Layout(sweep.variants, sweep.fights, 1, sweep.fights // 4)


def test_a_worker_killed_half_way_loses_nothing_and_counts_nothing_twice(
    sweep: Sweep, here: list[Any], cluster: Any, tmp_path: Path
) -> None:
    before = {worker.pid for worker in cluster.workers.values()}
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        assert total == SHARDS
        at_work = [one for one in cluster.workers.values() if in_hand(cluster, one)]
        if SHARDS // 3 <= done < total - 2 and at_work and not killed:
            killed.append(at_work[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    results = run_sweep(sweep, tmp_path, address(cluster), progress=kill, layout=cut(sweep))
    found = [row.to_dict() for row in results.rows()]
    assert killed and killed[0] in before and len(before) == 2
    assert found == here and not results.interrupted
    assert [row["fights"] for row in found] == [sweep.fights] * 4
    assert len(list((tmp_path / "shards").iterdir())) == SHARDS


def test_a_cluster_that_loses_all_its_workers_is_one_line_and_its_shards_stay(
    sweep: Sweep, here: list[Any], cluster: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(executors, "NO_WORKER", 2.0)
    seen: list[int] = []

    def leave(done: int, total: int) -> None:
        if done >= 4 and not seen:
            seen.append(done)
            cluster.scale(0)

    with pytest.raises(BadInput, match=r"^--executor: dask://\S+ has no workers - should be a cluster that works"):
        run_sweep(sweep, tmp_path, address(cluster), progress=leave, layout=cut(sweep))
    kept = len(list((tmp_path / "shards").iterdir()))
    assert 4 <= kept < SHARDS
    monkeypatch.setattr(executors, "PATIENCE", 3.0)
    with pytest.raises(BadInput, match="has no workers"):
        run_sweep(sweep, tmp_path, address(cluster))
    done: list[int] = []
    results = run_sweep(sweep, tmp_path, workers=1, progress=lambda now, total: done.append(now))
    assert len(done) == SHARDS - kept and [row.to_dict() for row in results.rows()] == here


def test_a_cluster_that_goes_away_is_one_line_and_its_shards_stay(
    sweep: Sweep, here: list[Any], cluster: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    gone: list[int] = []

    def leave(done: int, total: int) -> None:
        if done >= 4 and not gone:
            gone.append(done)
            monkeypatch.setattr(executors, "PATIENCE", 1.0)
            cluster.close()

    with pytest.raises(BadInput, match=r"^--executor: dask://\S+ is gone - should be a cluster that works"):
        run_sweep(sweep, tmp_path, address(cluster), progress=leave, layout=cut(sweep))
    assert len(list((tmp_path / "shards").iterdir())) >= 4
    assert [row.to_dict() for row in run_sweep(sweep, tmp_path, workers=1).rows()] == here


STRANGE = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "fracas":
            raise ModuleNotFoundError("No module named 'fracas'")

sys.meta_path.insert(0, Without())
import distributed

options = {"n_workers": 1, "processes": False, "dashboard_address": None, "silence_logs": 50, "protocol": "tcp://"}
with distributed.LocalCluster(host="127.0.0.1", **options) as cluster:
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""
"""A cluster of another process, on which fracas is not installed."""


def test_a_cluster_without_fracas_is_one_line(sweep: Sweep, here: list[Any]) -> None:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", STRANGE], text=True, **pipes) as process:
        assert process.stdout is not None
        strange = process.stdout.readline().strip().replace("tcp://", "dask://")
        with pytest.raises(BadInput, match=r"^--executor: .* - should be workers with the same fracas as here"):
            run_sweep(sweep, executor=strange)
        process.communicate("")


def test_a_cluster_that_is_not_there_is_one_line_soon(sweep: Sweep, monkeypatch: Any) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 1.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"dask://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(BadInput, match=rf"^--executor: {nobody} - should be the address of a Dask scheduler"):
        run_sweep(sweep, executor=nobody)
    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=speak_http, args=(other,), daemon=True).start()
        web = f"dask://127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(BadInput, match=rf"^--executor: {web} - should be the address of a Dask scheduler"):
            run_sweep(sweep, executor=web)
    for wrong in ("dask://", "dask://host", "tcp://127.0.0.1:1", "cloud", "dask://a b:1"):
        with pytest.raises(BadInput, match=r"^--executor: .* - should be local, or dask://host:port"):
            run_sweep(sweep, executor=wrong)
