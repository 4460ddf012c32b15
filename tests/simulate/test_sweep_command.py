"""``fracas sweep`` on the command line: tables, charts, files for programs, Ctrl-C, and what cannot be meant."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from commands import caller
from fracas.encounters import ENCOUNTERS

TORSO = "fighters.gunman.protection.torso"
PLAIN = ("cops_duel", "--vary", f"{TORSO}=0..4..2")
ONE = (*PLAIN, "-n", "1_000", "--seed", "3", "--workers", "1")
TWO = (*ONE, "--vary", "policy.officer=nearest,cautious")
THREE = (*TWO, "--vary", "count.gunman=1..2")


@pytest.fixture
def run(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    return caller("sweep", capsys, monkeypatch)


def test_a_table_json_csv_and_parquet_say_the_same(run: Any, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    csv, parquet = tmp_path / "a.csv", tmp_path / "a.parquet"
    code, out, _ = run(*TWO, "--csv", str(csv), "--parquet", str(parquet), "--json")
    data, frame = json.loads(out), polars.read_parquet(parquet)
    assert code == 0 and frame.equals(polars.read_csv(csv, schema=frame.schema))
    assert data["variants"] == len(data["rows"]) == frame.height == 6 and data["seed"] == 3
    for row, line in zip(data["rows"], frame.to_dicts(), strict=True):
        assert line[TORSO] == row["settings"][TORSO] and line["policy.officer"] == row["settings"]["policy.officer"]
        assert line["low.gang"] == row["wins"]["gang"]["low"] and line["rounds.mean"] == row["rounds"]["mean"]
    code, out, err = run(*TWO)
    assert code == 0 and not err and "6 variants; seed 3, the same dice for each variant" in out
    table = [line.split() for line in out.splitlines()[3:]]
    assert [cells[:2] for cells in table] == [[str(sp), who] for sp in (0, 2, 4) for who in ("nearest", "cautious")]
    for cells, row in zip(table, data["rows"], strict=True):
        one = row["wins"]["police"]
        assert cells[2] == f"{100 * one['value']:.2f}%" and cells[4] == f"{50 * (one['high'] - one['low']):.1f}%"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "a.parquet"]


@pytest.mark.parametrize(("args", "marks"), [(ONE, 6), (TWO, 12), (THREE, 24)])
def test_curves_and_heat_maps(run: Any, tmp_path: Path, args: tuple[str, ...], marks: int) -> None:
    pytest.importorskip("vl_convert")
    from fracas.simulate.sweep import charts, read_sweep, run_sweep

    chart = tmp_path / "a.svg"
    code, _, _ = run(*args, "--plot", str(chart))
    text = chart.read_text("utf-8")
    assert code == 0 and text.startswith("<svg") and TORSO in text and "police" in text
    axes = [tuple(word.split("=", 1)) for word in args if "=" in word]
    sweep = read_sweep("cops_duel", axes)  # type: ignore[arg-type]
    spec = charts.chart(run_sweep(sweep, workers=1)).to_dict()
    assert len(spec["data"]["values"]) == marks
    kinds = json.dumps(spec)
    assert ('"rect"' in kinds) == (len(axes) > 1) and ('"line"' in kinds) == (len(axes) == 1)
    assert ("row" in spec.get("facet", {})) == (len(axes) == 3)


def test_words_on_the_axis_make_points_with_whiskers(run: Any, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    chart = tmp_path / "a.svg"
    args = ("cops_duel", "--vary", "fighters.gunman.weapons.0=heavy_pistol,shotgun", "-n", "200", "--workers", "1")
    code, _, _ = run(*args, "--plot", str(chart))
    assert code == 0 and "heavy_pistol" in chart.read_text("utf-8")


def test_a_sweep_file_and_what_the_command_line_says_instead(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text("{encounter: cops_duel, vary: {rounds: [1, 30]}, fights: 300, seed: 5}", "utf-8")
    data = json.loads(run(str(file), "--json", "--workers", "1")[1])
    assert (data["fights"], data["seed"], len(data["rows"])) == (300, 5, 2)
    assert data["rows"][0]["undecided"]["value"] > 0 == data["rows"][1]["undecided"]["value"]
    args = ("--vary", f"{TORSO}=0,2", "-n", "200", "--seed", "6", "--policy", "gang=passive", "--workers", "1")
    data = json.loads(run(str(file), *args, "--json")[1])
    assert (data["fights"], data["seed"], len(data["rows"])) == (200, 6, 4)
    assert all(row["fired"]["gang"] == 0 for row in data["rows"])


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("cops_duel",), "--vary: missing - should be PATH=VALUES"),
        (("cops_duel", "--vary", "rounds"), "--vary: rounds - should be PATH=VALUES"),
        (("cops_duel", "--vary", "nose=1"), "nose = 1: nose: unknown"),
        (("cops_duel", "--vary", "rounds=0..3"), "rounds = 0: rounds: 0 - should be a whole number"),
        (("cops_duel", "--vary", "rounds=1", "--vary", "rounds=2"), "vary: rounds is given twice"),
        ((*PLAIN, "-n", "-3"), "-n: -3 - should be a number of fights"),
        ((*ONE, "--until", "1e-9"), "--until: 1e-09"),
        ((*ONE, "--engine", "magic"), "engine: magic - should be one of: simulation, exact"),
        ((*ONE, "--policy", "brave"), f"{TORSO} = 0: fighters.officer.play: brave"),
        ((*ONE, "--policy", "bob=nearest"), "policy: bob - should be"),
        ((*ONE, "--executor", "cloud"), "--executor: cloud - should be local, or dask://host:port"),
        ((*PLAIN, "--workers", "-1"), "--workers: -1 - should be a whole number"),
        ((*ONE, "--fresh"), "--fresh: given without --out"),
        ((*ONE, "--csv", "a.xls"), "--csv: a.xls - should be a file whose name ends in .csv"),
        (
            (*ONE, "--parquet", "nowhere/a.parquet"),
            "--parquet: nowhere/a.parquet - should be a file in a folder that can be",
        ),
        ((*ONE, "--plot", "a.png"), "--plot: a.png - should be a file whose name ends in .svg"),
        (("cops_duel", "--vary", "rounds=1..9", "--out", "/dev/null/x"), "file: /dev/null/x: Not a directory"),
        (("none", "--vary", "rounds=1"), "file: none"),
        (("none.yaml", "--vary", "rounds=1"), "none.yaml: not there"),
    ],
)
def test_what_cannot_be_meant_is_one_line(run: Any, args: tuple[str, ...], line: str) -> None:
    code, out, err = run(*args)
    assert code == 2 and not out and err.startswith(f"fracas: {line}") and err.count("\n") == 1, err


def test_too_many_varied_paths_for_a_chart(run: Any) -> None:
    code, _, err = run(*THREE, "--vary", "rounds=1..2", "--plot", "a.svg")
    assert code == 2 and err == "fracas: --plot: 4 varied paths - should be one to three; --csv has them all\n"


def test_ctrl_c_prints_what_is_known_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """A real interrupt of a real process with two worker processes."""
    out = tmp_path / "out"
    program = [sys.executable, "-c", "from fracas.cli.main import main; main()", "sweep", str(ENCOUNTERS["cops_duel"])]
    vary = ["--vary", f"{TORSO}=0..19", "-n", "262_144", "--seed", "1", "--out", str(out)]
    command = [*program, *vary, "--workers", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        end = time.monotonic() + 120
        while not list((out / "shards").glob("[0-9]*.json")) and time.monotonic() < end:
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        said, complained = process.communicate(timeout=60)
    assert process.returncode == 0 and not complained
    last = "Interrupted: this is what is known so far; the same command goes on where it ended."
    assert " ".join(said.split()).endswith(last)
    kept = {one.name: one.stat().st_mtime_ns for one in (out / "shards").iterdir()}
    assert 1 <= len(kept) < 20 and said.count("262\u202f144") == len(kept)
    done = subprocess.run([*command[:-1], "1", "--json"], capture_output=True, text=True, check=True)
    data = json.loads(done.stdout)
    assert len(data["rows"]) == 20 and not data["interrupted"]
    assert all(row["fights"] == 262_144 for row in data["rows"])
    assert all((out / "shards" / name).stat().st_mtime_ns == when for name, when in kept.items())
