"""``fracas odds FILE`` on the command line: the odds of a whole fight."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from commands import caller
from fracas.cli import fight_odds as command
from fracas.cli.fight_show import at_most, in_groups, mean, quantile
from fracas.encounters import ENCOUNTERS
from fracas.odds.fight import fight_odds
from fracas.play.encounter import read_encounter

ONE_SHOT = "by.ref=7 by.handgun=6 target.sp=11 skill=handgun class=pistol distance=8 damage=3d6".split()


@pytest.fixture
def run(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    return caller("odds", capsys, monkeypatch)


@pytest.fixture(scope="module")
def two_rounds() -> Any:
    return fight_odds(read_encounter(str(ENCOUNTERS["cops_duel"])), rounds=2)


def test_tables_say_what_the_engine_says(run: Any, two_rounds: Any) -> None:
    code, out, err = run("cops_duel", "--rounds", "2")
    assert code == 0 and not err
    lines = out.splitlines()
    assert lines[0] == "━━ COPS · At the back door"
    for side, name in (("0", "police"), ("1", "gang")):
        chance = list(two_rounds.wins.values())[int(side)]
        assert any(name in line and f"{100 * chance:.3f}%" in line for line in lines)
    assert any("undecided" in line and f"{100 * two_rounds.undecided:.3f}%" in line for line in lines)
    for number, chance in enumerate(two_rounds.rounds, 1):
        row = next(line.split() for line in lines if line.split()[:1] == [str(number)])
        assert row[1] == f"{100 * chance:.2f}%"
        up = [f"{100 * row[number - 1]:.1f}%" for row in two_rounds.standing.values()]
        assert row[-2:] == up
    for id, name in (("officer", "Ruiz"), ("gunman", "Gunman")):
        fates = [f"{100 * chance:.2f}%" for chance in two_rounds.ends[id]]
        row = next(line.split() for line in lines if line.split()[:2] == [name, "nearest"])
        assert row[2:5] == fates and row[5] == f"{mean(two_rounds.left[id]):.1f}".replace("-", "−")
    last = lines[-1]
    assert last.startswith("float64; what is less likely than 1e-13 was left out: at most ")
    assert last.endswith(f"{two_rounds.states:,} states".replace(",", "\u202f"))


def test_json_and_a_chart_and_a_check(run: Any, two_rounds: Any, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    chart = tmp_path / "a.svg"
    code, out, err = run(
        "cops_duel", "--rounds", "2", "--check", "20_000", "--json", "--plot", str(chart), "--policy", "nearest"
    )
    found = json.loads(out)
    assert code == 0 and not err
    assert list(found["sides"].values()) == pytest.approx(list(two_rounds.wins.values()), abs=1e-12)
    assert found["rounds"] == pytest.approx(two_rounds.rounds, abs=1e-12)
    assert found["kind"] == "float64" and 0 <= found["dropped"] < 1e-9 and found["states"] == two_rounds.states
    officer = found["fighters"]["officer"]
    assert officer["side"] == "police" and officer["dead"] == pytest.approx(two_rounds.ends["officer"][2])
    assert officer["up_after_round"] == pytest.approx(two_rounds.standing["officer"])
    assert sum(officer["left"]["chances"].values()) == pytest.approx(1, abs=1e-9)
    assert found["checked"]["fights"] == 20_000
    for side, chance in found["sides"].items():
        assert found["checked"]["sides"][side]["wins"]["share"] == pytest.approx(chance, abs=0.02)
    assert chart.read_text("utf-8").startswith("<svg")


def test_the_check_stands_beside_it(run: Any) -> None:
    code, out, _ = run("cops_duel", "--rounds", "1", "--check", "1_000", "--lang", "fr")
    assert code == 0 and out.count("±") == 3 and "\u202f%" in out


def test_a_file_and_other_policies(run: Any, tmp_path: Path) -> None:
    """A policy changes what it comes to; a path is as good as a sample's name."""
    file = tmp_path / "fight.yaml"
    file.write_text(ENCOUNTERS["cops_duel"].read_text("utf-8"), "utf-8")
    _, one, _ = run(str(file), "--rounds", "2", "--json", "--policy", "gunman=passive")
    _, other, _ = run(str(file), "--rounds", "2", "--json")
    assert json.loads(one)["sides"]["gang"] == 0 < json.loads(other)["sides"]["gang"]
    assert json.loads(one)["policies"] == {"officer": "nearest", "gunman": "passive"}


def test_case_files_and_rulesets_are_asked_as_before(run: Any, tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    steps = [{"do": "hit", "target": "a", "with": {"damage": "1d6"}}]
    data = {"ruleset": "cpred", "cases": [{"name": "one", "fighters": {"a": {"hp": 20}}, "steps": steps}]}
    with case.open("w", encoding="utf-8") as out:
        YAML().dump(data, out)
    assert not command.is_encounter(str(case)) and not command.is_encounter("cpred")
    code, out_text, _ = run(str(case), "--json")
    assert code == 0 and json.loads(out_text)["do"] == "hit"


def test_one_attack_needs_no_numpy() -> None:
    program = (
        "import sys\nfrom fracas.cli.main import main\n"
        f"try:\n    main({['odds', 'cpred', *ONE_SHOT, '--json']!r})\nexcept SystemExit as ended:\n"
        "    print(ended.code, [name for name in ('numpy', 'numba', 'polars') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


@pytest.mark.parametrize("rounds", [0, 2])
def test_ctrl_c_says_how_far_it_came(run: Any, monkeypatch: pytest.MonkeyPatch, rounds: int) -> None:
    """Pressed before the first round is done, and after the second."""
    told: list[tuple[int, float, int]] = []
    kept = command.Meter.move

    def move(self: Any, number: int, undecided: float, states: int) -> None:
        if rounds:
            kept(self, number, undecided, states)
        told.append((number, undecided, states))
        if number >= rounds:
            raise KeyboardInterrupt

    monkeypatch.setattr(command.Meter, "move", move)
    code, out, err = run("cops_duel")
    assert code == 130 and not err and out.count("\n") == 1
    if rounds:
        _, undecided, states = told[-1]
        grouped = f"{states:,}".replace(",", "\u202f")
        share = f"{100 * undecided:.3f}%"
        assert out == f"Interrupted after round 2: {share} of the fights still to decide, {grouped} states.\n"
    else:
        assert out == "Interrupted before the end of round 1.\n"


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("cops_duel", "--states", "1_000", "--least", "1e-15"), "fight: "),
        (("cops_duel", "--rounds", "0"), "--rounds: 0 - should be a whole number from 1 to 1000"),
        (("cops_duel", "--rounds", "few"), "--rounds: few - should be a whole number"),
        (("cops_duel", "--least", "0"), "--least: 0 - should be a probability above 0"),
        (("cops_duel", "--least", "nan"), "--least: nan - should be a probability"),
        (("cops_duel", "--least", "low"), "--least: low - should be a probability"),
        (("cops_duel", "--states", "5"), "--states: 5 - should be a whole number from 1000"),
        (("cops_duel", "--check", "-4"), "--check: -4 - should be a whole number from 1 to"),
        (("cops_duel", "--policy", "brave"), "policy of officer: brave"),
        (("cops_duel", "--policy", "jon=nearest"), "policy: jon"),
        (("cops_duel", "--plot", "a.png"), "--plot: a.png - should be a file whose name ends in .svg"),
        (("cops_duel", "--rounds", "1", "--plot", "/nowhere/a.svg", "--json"), "file: /nowhere/a.svg: No such file"),
        (("cops_duel", "--do", "hit"), "odds: an encounter with words or options of a single decision"),
        (("cops_duel", "target.sp=3"), "odds: an encounter with words"),
        (("cpred", *ONE_SHOT, "--rounds", "3"), "--rounds: cpred - should be given with an encounter"),
        (("nothing.yaml",), "nothing.yaml: not there"),
    ],
)
def test_what_cannot_be_meant_is_one_line(run: Any, args: tuple[str, ...], line: str) -> None:
    code, _, err = run(*args)
    assert code == 2 and err.startswith(f"fracas: {line}") and err.count("\n") == 1, err


def test_what_is_too_large_names_the_other_command(run: Any) -> None:
    code, out, err = run("cops_duel", "--states", "1_000", "--least", "1e-15")
    assert code == 2 and not out and "fracas simulate cops_duel" in err and err.count("\n") == 1, err


def test_distributions_in_few_rows() -> None:
    chances = {value: 1 / 32 for value in range(-10, 22)}
    rows = in_groups(chances)
    assert len(rows) == 8 and rows[0] == (-10, -7, 0.125) and rows[-1] == (18, 21, 0.125)
    assert in_groups({3: 1.0}) == [(3, 3, 1.0)]
    assert quantile(chances, 0.5) == 5 and quantile(chances, 1.0) == 21
    assert mean({1: 0.25, 3: 0.25}) == 2
    for share in (1e-13, 6.2e-11, 0.0999, 1e-5):
        assert float(at_most(share)) >= share
