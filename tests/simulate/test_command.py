"""``fracas simulate`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fracas.cli.main import main


@pytest.fixture
def run(capsys: Any) -> Any:
    def call(*argv: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["simulate", *argv])
        found = capsys.readouterr()
        return int(ended.value.code or 0), found.out, found.err

    return call


def test_json_csv_parquet_and_a_chart(run: Any, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("vl_convert")
    chart = tmp_path / "a.svg"
    for name, read in (("a.csv", polars.read_csv), ("a.parquet", polars.read_parquet)):
        file = tmp_path / name
        args = ("cpred_duel", "-n", "10_000", "--seed", "3", "--json", "--out", str(file), "--plot", str(chart))
        code, out, _ = run(*args)
        data, frame = json.loads(out), read(file)
        assert code == 0 and data["fights"] == frame.height == 10_000
        won = frame.filter(polars.col("winner") == "crew").height
        assert data["sides"]["crew"]["wins"]["share"] == won / 10_000
        assert frame["round"].mean() == pytest.approx(data["rounds"]["mean"])
        assert not (tmp_path / f"{name}.new").exists()
    assert chart.read_text("utf-8").startswith("<svg")


def test_one_fight_is_shown_and_saved(run: Any, tmp_path: Path) -> None:
    saved = tmp_path / "odd.json"
    code, out, _ = run("cpred_duel", "--seed", "3", "--fight", "7", "--save", str(saved))
    assert code == 0 and "[cpred.turn.initiative]" in out
    assert json.loads(saved.read_text("utf-8"))["record"]["entries"][0]["do"] == "begin"


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("cpred_duel", "-n", "-3"), "-n: -3 - should be a number of fights"),
        (("cpred_duel", "-n", "many"), "-n: many - should be a whole number"),
        (("cpred_duel", "--until", "1e-9"), "--until: 1e-09"),
        (("cpred_duel", "--until", "x"), "--until: x"),
        (("cpred_duel", "--policy", "brave"), "policy of juno: brave"),
        (("cpred_duel", "--out", "a.xls"), "file: a.xls"),
        (("cpred_duel", "--out", "/nowhere/a.csv"), "file: /nowhere/a.csv: No such file"),
        (("cpred_duel", "--plot", "a.png"), "--plot: a.png"),
        (("cpred_duel", "--save", "a.json"), "--save: a.json"),
        (("nothing",), "file: nothing"),
        (("wng_duel", "--policy", "vera=brave"), "policy of vera: brave"),
    ],
)
def test_what_cannot_be_meant_is_one_line(run: Any, args: tuple[str, ...], line: str) -> None:
    code, out, err = run(*args)
    assert code == 2 and not out and err.startswith(f"fracas: {line}") and err.count("\n") == 1, err
