"""Sweeps: what may be varied, what comes out however it is cut and wherever it runs, and shards that are gone on with."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import jsonschema
import pytest

from fracas.core.errors import BadInput, FracasError
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import encounter_of, read_encounter
from fracas.simulate import Simulation
from fracas.simulate.sweep import Layout, Sweep, read_sweep, run_sweep, store, sweep_of, sweep_schema
from fracas.simulate.sweep.values import label, values_of
from fracas.simulate.tally import UNDECIDED, wilson

TORSO = "fighters.gunman.protection.torso"
GRID = {TORSO: "0..8..4", "policy.officer": "nearest, cautious"}
FIGHTS = 2000


@pytest.fixture(scope="module")
def grid() -> Sweep:
    return sweep_of("cops_duel", GRID, fights=FIGHTS, seed=3)


@pytest.fixture(scope="module")
def found(grid: Sweep) -> list[dict[str, Any]]:
    return rows(run_sweep(grid, workers=1))


def rows(results: Any) -> list[dict[str, Any]]:
    return [row.to_dict() for row in results.rows()]


# -------------------------------------------------------------------------------------------------- values and paths


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("7..13", (7, 8, 9, 10, 11, 12, 13)),
        ("0..12..5", (0, 5, 10)),
        ("-1..1", (-1, 0, 1)),
        ("1, 5..6, 9", (1, 5, 6, 9)),
        ("half,full", ("half", "full")),
        ("[half, full]", ("half", "full")),
        ("2d6+2, 12", ("2d6+2", 12)),
        ("true, false", (True, False)),
        ("~, concrete_thin", (None, "concrete_thin")),
        ("[[a, b], []]", (["a", "b"], [])),
        ("[a, b], [c]", (["a", "b"], ["c"])),
        ("{head: 3}, {head: 2}", ({"head": 3}, {"head": 2})),
    ],
)
def test_values_as_they_are_typed(text: str, values: tuple[Any, ...]) -> None:
    assert values_of(text, "x") == values
    assert [type(one) for one in values_of(text, "x")] == [type(one) for one in values]


def test_a_path_reaches_what_a_fighter_has_from_the_pack() -> None:
    sweep = sweep_of("cpred_four", {"fighters.gangers.armour[0].sp": "3..5", "fighters.boss.skills.handgun": [1, 2]})
    for number in range(sweep.variants):
        sp, handgun = sweep.labels(number).values()
        fighters = sweep.variant(number).session.record.fighters
        assert [fighters[id]["armour"][0]["sp"] for id in ("gangers_1", "gangers_2")] == [sp, sp]
        assert fighters["boss"]["skills"]["handgun"] == handgun
    written = read_encounter(str(ENCOUNTERS["cpred_four"])).session.record.fighters
    varied = sweep.variant(0).session.record.fighters
    assert {k: v for k, v in varied["boss"].items() if k != "skills"} == {
        k: v for k, v in written["boss"].items() if k != "skills"
    }
    assert varied["solo"] == written["solo"]


def test_count_policy_house_weapon_rounds_and_nothing() -> None:
    vary = {
        "count.gunman": [1, 3],
        "policy": ["passive"],
        "house.bleed": ["same_turn"],
        "rounds": [7],
        "fighters.gunman.weapons.0": ["shotgun"],
        "fighters.gunman.protection.arms": [None],
        "fighters.officer.carrure, fighters.gunman.carrure": [4],
    }
    sweep = sweep_of("cops_duel", vary)
    encounter = sweep.variant(1)
    fighters = encounter.session.record.fighters
    assert list(fighters) == ["officer", "gunman_1", "gunman_2", "gunman_3"] and encounter.rounds == 7
    assert set(encounter.players.values()) == {"passive"} and encounter.session.record.house["bleed"] == "same_turn"
    assert (
        fighters["gunman_2"]["protection"] == {"torso": 2} and fighters["gunman_2"]["weapons"][0]["name"] == "shotgun"
    )
    assert fighters["officer"]["carrure"] == fighters["gunman_1"]["carrure"] == 4
    assert sweep.variants == 2 and sweep.variant(0).session.starters.ids == ("officer", "gunman")


@pytest.mark.parametrize(
    ("vary", "line"),
    [
        (
            {"fighters.gunmen.carrure": [1]},
            "fighters.gunmen.carrure = 1: fighters.gunmen.carrure: unknown - should be 'gunman'?",
        ),
        ({"fighters.gunman.carure": [1]}, "fighters.gunman.carure = 1: gunman.carure: unknown - should be 'carrure'?"),
        (
            {"fighters.gunman.carrure": "1..99"},
            "fighters.gunman.carrure = 11: gunman.carrure: 11 - should be a whole number",
        ),
        (
            {"fighters.gunman.weapons.3.power": [1]},
            "fighters.gunman.weapons.3.power = 1: fighters.gunman.weapons.3.power: 3 - ",
        ),
        ({"fighters.gunman.weapons.0": ["gnu"]}, "fighters.gunman.weapons.0 = gnu: fighters.gunman.weapons[0]: gnu - "),
        (
            {"fighters.gunman.at.0.x": [1]},
            "fighters.gunman.at.0.x = 1: fighters.gunman.at.0.x: fighters.gunman.at.0 is 9",
        ),
        ({"fighters.gunman": [1]}, "fighters.gunman = 1: fighters.gunman: unknown"),
        (
            {"count.gunman": [2, -2]},
            "count.gunman = -2: fighters.gunman.count: -2 - should be a whole number from 1 to 20",
        ),
        ({"policy.gang": ["brave"]}, "policy.gang = brave: fighters.gunman.play: brave - should be one of"),
        ({"policy.nobody": ["nearest"]}, "policy.nobody = nearest: policy.nobody: unknown"),
        ({"house.bleed": ["no"]}, "house.bleed = no: house.bleed: no - should be one of: next_turn, same_turn"),
        ({"rounds": "5..1"}, "vary rounds: 5..1 - should be a range"),
        ({"rounds": "[1"}, "vary rounds: [1 - should be values"),
        ({"rounds": []}, "vary rounds: nothing - should be values"),
        ({"rounds": [1, 1]}, "vary rounds: 1 is given twice"),
        ({"rounds": "1..99999"}, "vary rounds: 1..99999 - should be at most"),
        ({"rounds": [1], "rounds, rounds": [2]}, "vary: rounds is given twice"),
        ({"nose": [1]}, "nose = 1: nose: unknown - should be 'house'? One of: fighters"),
        ({"fighters..x": [1]}, "fighters..x = 1: vary: fighters..x - should be a path"),
        ({"rounds": "1..1000", "fighters.gunman.carrure, rounds": "1..9000"}, "vary: rounds is given twice"),
        ({TORSO: "0..999", "fighters.officer.protection.torso": "0..999", "rounds": "1..2"}, "vary: 2000000 variants"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_runs(vary: Mapping[str, Any], line: str) -> None:
    with pytest.raises(BadInput) as error:
        sweep_of("cops_duel", vary).check()
    assert str(error.value).startswith(line)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"fights": -1}, "-n: -1 - should be a number of fights"),
        ({"fights": 2.5}, "-n: 2.5 - should be a number of fights"),
        ({"until": 1e-9}, "--until: 1e-09"),
        ({"until": 0.7}, "--until: 0.7"),
        ({"seed": -1}, f"{TORSO} = 0, policy.officer = nearest: seed: -1"),
        ({"engine": "magic"}, "engine: magic - should be one of: simulation, exact"),
        ({"engine": "exact", "until": 0.01}, "--until: 0.01 - should be left out"),
        ({"encounter": {"ruleset": "cops"}}, f"{TORSO} = 0, policy.officer = nearest: fighters: nothing"),
        (
            {"encounter": {"ruleset": "chess", "fighters": {}}},
            f"{TORSO} = 0, policy.officer = nearest: ruleset: chess - should be one of",
        ),
    ],
)
def test_a_plan_that_cannot_be_carried_out(grid: Sweep, changes: dict[str, Any], line: str) -> None:
    with pytest.raises(BadInput) as error:
        replace(grid, **changes).check()
    assert str(error.value).startswith(line)


def test_of_a_very_large_grid_every_value_is_looked_at() -> None:
    sweep = sweep_of("cops_duel", {TORSO: "0..199", "fighters.officer.protection.torso": "0..199"})
    assert sweep.variants == 40_000
    looked = [sweep.places(number) for number in sweep.checked()]
    assert all({places[axis] for places in looked} == set(range(200)) for axis in (0, 1)) and len(looked) == 400


# ---------------------------------------------------------------------------------------------------------- sweep files


def test_a_sweep_file_and_its_schema(tmp_path: Path) -> None:
    (tmp_path / "duel.yaml").write_text(ENCOUNTERS["cops_duel"].read_text("utf-8"), "utf-8")
    text = """
encounter: duel.yaml
variants:
  as written: {}
  rifle: {fighters.gunman.weapons.0: rifle, fighters.gunman.skills.long_guns: 6}
vary: {count.gunman: 1..3, "fighters.gunman.name": [~, Zed]}
fights: 500
seed: 7
policy: {police: cautious}
"""
    file = tmp_path / "sweep.yaml"
    file.write_text(text, "utf-8")
    sweep = read_sweep(str(file))
    assert [axis.name for axis in sweep.axes] == ["variant", "count.gunman", "fighters.gunman.name"]
    assert (sweep.variants, sweep.fights, sweep.seed) == (12, 500, 7)
    assert sweep.labels(8) == {"variant": "rifle", "count.gunman": 2, "fighters.gunman.name": "~"}
    assert sweep.variant(7).session.record.fighters["gunman"]["skills"]["long_guns"] == 6
    assert sweep.variant(0).players["officer"] == "cautious"
    from fracas.core.files import read_yaml

    jsonschema.Draft202012Validator(sweep_schema()).validate(read_yaml(file))
    file.write_text(text.replace("fights: 500", "until: 0.01"), "utf-8")
    assert (read_sweep(str(file)).fights, read_sweep(str(file)).until) == (1_000_000_000, 0.01)
    file.write_text(text.replace("fights: 500", ""), "utf-8")
    assert read_sweep(str(file)).fights == 10_000
    more = read_sweep(str(file), [("rounds", "5,6")])
    assert more.variants == 24 and more.axes[:3] == sweep.axes
    assert json.loads(json.dumps(sweep.to_dict())) == Sweep.from_dict(json.loads(json.dumps(sweep.to_dict()))).to_dict()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{vary: {rounds: [1]}}", "encounter: missing"),
        ("{encounter: cops_duel, vary: {rounds: [1]}, fight: 3}", "fight: unknown - should be 'fights'?"),
        ("{encounter: cops_duel, vary: [rounds]}", "vary: ['rounds'] - should be paths with values"),
        ("{encounter: cops_duel, variants: {}}", "variants: {} - should be names"),
        ("{encounter: cops_duel, variants: {a: 3}}", "variants.a: 3 - should be paths with values"),
        ("{encounter: none, vary: {rounds: [1]}}", "file: none - should be a file, or a sample"),
        ("{encounter: none.yaml, vary: {rounds: [1]}}", "none.yaml: not there"),
        ("{encounter: cops_duel, vary: {rounds: [1]}, policy: 3}", "policy: 3 - should be a policy"),
        ("{encounter: cops_duel, vary: {rounds: [1]}, policy: {bob: nearest}}", "policy: bob - should be one of"),
        ("{encounter: 5, vary: {rounds: [1]}}", "encounter: 5 - should be an encounter"),
        ("{encounter: {record: {}}, vary: {rounds: [1]}}", "encounter: a saved fight - should be"),
    ],
)
def test_a_file_that_cannot_be_meant(tmp_path: Path, text: str, line: str) -> None:
    file = tmp_path / "sweep.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadInput) as error:
        read_sweep(str(file))
    assert line in str(error.value) and str(error.value).startswith(str(file))


def test_the_page_says_what_is_true(tmp_path: Path) -> None:
    """The sweep file in docs/sweep.md can be read and meant, its schema is up to date, and so are the short examples."""
    from fracas.core.files import read_yaml

    docs = Path(__file__).parents[2] / "docs"
    text = (docs / "sweep.md").read_text("utf-8")
    file = tmp_path / "page.yaml"
    file.write_text(text.split("```yaml\n")[1].split("```")[0], "utf-8")
    assert json.loads((docs / "schema" / "sweep.json").read_text("utf-8")) == sweep_schema()
    jsonschema.Draft202012Validator(sweep_schema()).validate(read_yaml(file))
    sweep = read_sweep(str(file)).check()
    assert (sweep.variants, sweep.until, sweep.seed) == (12, 0.01, 7)
    vary = {"count.gangers": "1..6", "fighters.gangers.armour.0.sp": "7..13"}
    assert sweep_of("cpred_four", vary).check().variants == 42
    for wrong in (
        {"vary": {"nose.x": 1}},
        {"vary": {}},
        {"fights": 0},
        {"until": 0.5},
        {"engine": "exact", "until": 0.1},
    ):
        data = {"encounter": "cops_duel", "vary": {"rounds": [1]}} | wrong
        assert not jsonschema.Draft202012Validator(sweep_schema()).is_valid(data)


# ---------------------------------------------------------------------------------------------------- what comes out


def test_every_row_is_what_a_simulation_of_that_variant_says(grid: Sweep, found: list[dict[str, Any]]) -> None:
    assert len(found) == grid.variants == 6
    for number, row in enumerate(found):
        encounter = grid.variant(number)
        tally = Simulation(encounter, 3).run(FIGHTS, threads=1).tally
        assert row["settings"] == grid.labels(number) and row["fights"] == FIGHTS
        for side, name in enumerate(grid.sides):
            assert row["wins"][name] == tally.win(side)._asdict()
            assert row["lost"][name] == tally.lost[side].mean()
        assert row["undecided"] == tally.win(UNDECIDED)._asdict()
        assert row["rounds"] == {
            "mean": tally.rounds.mean(),
            "median": tally.rounds.quantile(0.5),
            "ninety": tally.rounds.quantile(0.9),
        }
        shots = [sum(n * count for n, count in one.shots.items()) / FIGHTS for one in tally.fighters]
        assert list(row["fired"].values()) == shots


@pytest.mark.parametrize("cut", [(6, FIGHTS), (1, 700), (4, 999), (2, 1)])
def test_the_same_however_it_is_cut(grid: Sweep, found: list[dict[str, Any]], cut: tuple[int, int]) -> None:
    sweep, layout = grid, Layout(grid.variants, FIGHTS, *cut)
    expected = found
    if cut[1] == 1:
        sweep = replace(grid, fights=5)
        layout = Layout(6, 5, *cut)
        expected = rows(run_sweep(sweep, workers=1))
    assert layout.shards == -(-6 // cut[0]) * -(-sweep.fights // cut[1])
    with ThreadPoolExecutor(2) as pool:
        assert rows(run_sweep(sweep, executor=pool, layout=layout)) == expected


def test_the_same_on_processes_one_of_which_is_killed(grid: Sweep, found: list[dict[str, Any]], tmp_path: Path) -> None:
    import multiprocessing

    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if not killed and done < total - 2:
            killed.append(multiprocessing.active_children()[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    layout = Layout(grid.variants, FIGHTS, 1, 500)
    assert rows(run_sweep(grid, tmp_path, workers=2, progress=kill, layout=layout)) == found
    assert killed and not multiprocessing.active_children()


def test_until_a_precision_each_variant_goes_on_as_long_as_it_needs(grid: Sweep) -> None:
    sweep = replace(grid, until=0.004, fights=1_000_000)
    got = rows(run_sweep(sweep, workers=1))
    for number, row in enumerate(got):
        tally = Simulation(sweep.variant(number), 3).run(1_000_000, 0.004, threads=2).tally
        assert row["fights"] == tally.fights and row["wins"]["gang"] == tally.win(1)._asdict()
        assert max(one["high"] - one["low"] for one in row["wins"].values()) / 2 <= 0.004
    assert len({row["fights"] for row in got}) > 1


def test_common_random_numbers_make_differences_less_noisy(grid: Sweep) -> None:
    """A variant that changes nothing comes out the very same; other seeds do not."""
    vary = {"fighters.gunman.name": ["a", "b"]}
    same = rows(run_sweep(sweep_of("cops_duel", vary, fights=FIGHTS, seed=3), workers=1))
    assert same[0]["wins"] == same[1]["wins"] and same[0]["rounds"] == same[1]["rounds"]
    other = rows(run_sweep(sweep_of("cops_duel", vary, fights=FIGHTS, seed=4), workers=1))
    assert other[0]["wins"] != same[0]["wins"]


# ------------------------------------------------------------------------------------------------------------ shards


def stop_after(shards: int) -> Any:
    def progress(done: int, total: int) -> None:
        if done >= shards:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_sweep_says_what_it_knows_and_goes_on(
    grid: Sweep, found: list[dict[str, Any]], tmp_path: Path
) -> None:
    layout = Layout(grid.variants, FIGHTS, 1, 800)
    first = run_sweep(grid, tmp_path, workers=1, layout=layout, progress=stop_after(5))
    assert first.interrupted and first.kept
    assert [row["fights"] for row in rows(first)] == [FIGHTS, 1600]
    assert rows(first)[0] == found[0]
    done: list[int] = []
    second = run_sweep(grid, tmp_path, workers=1, progress=lambda now, total: done.append(now))
    assert done == list(range(6, 19)) and not second.interrupted and rows(second) == found
    run_sweep(grid, tmp_path, workers=1, progress=stop_after(0))  # nothing is left to do, so nothing is called


def test_a_damaged_shard_is_done_again_and_a_foreign_one_is_not_counted(
    grid: Sweep, found: list[dict[str, Any]], tmp_path: Path
) -> None:
    layout = Layout(grid.variants, FIGHTS, 2, FIGHTS)
    run_sweep(grid, tmp_path, workers=1, layout=layout)
    files = sorted((tmp_path / "shards").iterdir())
    assert len(files) == 3
    files[0].write_bytes(files[0].read_bytes()[:100])
    text = files[1].read_text("utf-8")
    files[1].write_text(text.replace(f'"fights": {FIGHTS}', '"fights": 1999', 1), "utf-8")
    data = json.loads(files[2].read_text("utf-8"))
    files[2].write_text(json.dumps(data | {"inputs": "0" * 64}), "utf-8")
    done: list[int] = []
    again = run_sweep(grid, tmp_path, workers=1, progress=lambda now, total: done.append(now))
    assert done == [1, 2, 3] and rows(again) == found


@pytest.mark.parametrize(
    ("changes", "what"),
    [({"seed": 4}, "seed"), ({"fights": 99, "until": 0.1}, "fights, until"), ({"axes": ()}, "axes")],
)
def test_changed_inputs_are_refused_unless_fresh(
    grid: Sweep, tmp_path: Path, changes: dict[str, Any], what: str
) -> None:
    small = replace(grid, fights=50)
    run_sweep(small, tmp_path, workers=1)
    other = replace(small, **changes)
    before = sorted((tmp_path / "shards").iterdir())
    with pytest.raises(BadInput) as error:
        run_sweep(other, tmp_path, workers=1)
    assert f"shards of other inputs ({what}) - should be another folder, or the same with --fresh" in str(error.value)
    assert sorted((tmp_path / "shards").iterdir()) == before and rows(run_sweep(small, tmp_path, workers=1))
    fresh = run_sweep(other, tmp_path, workers=1, fresh=True)
    assert rows(fresh) == rows(run_sweep(other, workers=1)) and not fresh.interrupted


def test_another_version_of_the_rules_is_refused(grid: Sweep, tmp_path: Path) -> None:
    run_sweep(replace(grid, fights=5), tmp_path, workers=1)
    manifest = tmp_path / "sweep.json"
    data = json.loads(manifest.read_text("utf-8"))
    data["program"]["cops"], data["inputs"] = "0", "1" * 64
    manifest.write_text(json.dumps(data), "utf-8")
    with pytest.raises(BadInput, match=r"other inputs \(cops\)"):
        run_sweep(replace(grid, fights=5), tmp_path, workers=1)
    manifest.write_text("not a manifest", "utf-8")
    with pytest.raises(BadInput, match=r"other inputs \(sweep.json\)"):
        run_sweep(replace(grid, fights=5), tmp_path, workers=1)


def test_a_full_disk_is_one_line_and_finished_shards_stay(
    grid: Sweep, found: list[dict[str, Any]], tmp_path: Path, monkeypatch: Any
) -> None:
    layout, calls = Layout(grid.variants, FIGHTS, 1, FIGHTS), []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 4:  # the manifest and three shards have room
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(store.os, "fsync", full)
        with pytest.raises(BadInput) as error:
            run_sweep(grid, tmp_path, workers=1, layout=layout)
    assert str(error.value) == f"file: {tmp_path}: No space left on device - should be a file that can be written"
    assert sorted(one.name for one in (tmp_path / "shards").iterdir()) == [f"{n:07}.json" for n in range(3)]
    done: list[int] = []
    again = run_sweep(grid, tmp_path, workers=1, progress=lambda now, total: done.append(now))
    assert done == [4, 5, 6] and rows(again) == found


def test_a_folder_that_cannot_be_written_is_one_line(grid: Sweep, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(BadInput, match=r"^file: .*file/in: Not a directory - should be a file that can be written"):
        run_sweep(grid, tmp_path / "file" / "in", workers=1)
    with pytest.raises(BadInput, match="workers: -1 - should be a whole number"):
        run_sweep(grid, workers=-1)


def test_a_worker_of_another_version_is_refused(grid: Sweep, monkeypatch: Any) -> None:
    class Elsewhere(ThreadPoolExecutor):
        def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Any:
            return super().submit(lambda *a: work(*a)._replace(program={"fracas": "0.0.1"}), *arguments, **more)

    with Elsewhere(1) as pool, pytest.raises(BadInput, match=r"fracas 0.0.1 - should be workers with the same fracas"):
        run_sweep(replace(grid, fights=5), executor=pool)


def test_a_variant_that_fails_in_the_middle_is_named_and_the_others_stay(
    grid: Sweep, tmp_path: Path, monkeypatch: Any
) -> None:
    """Beyond so many variants only the values are looked at beforehand, not all their combinations."""
    broken = sweep_of("cops_duel", {TORSO: [0, 4], "fighters.gunman.carrure": [3, 99]}, fights=20)
    with pytest.raises(BadInput, match=rf"^{TORSO} = 0, fighters.gunman.carrure = 99: gunman.carrure: 99"):
        run_sweep(broken, tmp_path, workers=1, checked=True, layout=Layout(4, 20, 1, 20))
    assert len(list((tmp_path / "shards").iterdir())) == 1


# ------------------------------------------------------------------------------------------------ the exact engine


@pytest.fixture
def exact(monkeypatch: Any) -> Iterator[None]:
    """An exact engine that says what this test wants: side 0 wins 1 in (2 + torso), a tenth is undecided."""

    def fight_odds(encounter: Any, policies: Any = None, rounds: Any = None) -> Any:
        torso = encounter.session.record.fighters["gunman"]["protection"]["torso"]
        if torso == 8:
            raise FracasError("endless")
        if torso == 9:
            raise BadInput("fight", "too large", "a fight with fewer states")
        win = Fraction(1, 2 + torso)
        wins: dict[int, Any] = {0: win, 1: Fraction(9, 10) - win}
        if torso == 4:
            wins = {side: float(chance) for side, chance in wins.items()}
        kind, dropped = ("float64", 1e-6) if torso == 4 else ("exact", Fraction(0))
        return SimpleNamespace(wins=wins, nobody=Fraction(0), undecided=Fraction(1, 10), dropped=dropped, kind=kind)

    module = ModuleType("fracas.odds.fight")
    module.fight_odds = fight_odds  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fracas.odds.fight", module)
    yield


def test_the_exact_engine_says_how_exact_it_is(exact: None) -> None:
    got = rows(run_sweep(sweep_of("cops_duel", {TORSO: [0, 4]}, engine="exact"), workers=1))
    assert got[0]["kind"] == "exact" and got[0]["wins"]["police"] == {
        "value": 0.5,
        "low": 0.5,
        "high": 0.5,
        "exact": "1/2",
    }
    assert got[1]["kind"] == "float64" and got[1]["dropped"] == 1e-6 and "exact" not in got[1]["wins"]["gang"]
    assert got[1]["wins"]["police"] == {"value": 1 / 6, "low": 1 / 6, "high": 1 / 6 + 1e-6}
    with pytest.raises(BadInput, match=rf"^{TORSO} = 8: endless - should be a fight that can be worked out exactly"):
        run_sweep(sweep_of("cops_duel", {TORSO: [0, 8]}, engine="exact"), workers=1)
    with pytest.raises(BadInput, match=rf"^{TORSO} = 9: fight: too large"):
        run_sweep(sweep_of("cops_duel", {TORSO: [0, 9]}, engine="exact"), workers=1)


@pytest.mark.soak
def test_both_engines_agree() -> None:
    """Each simulated rate is within four standard errors of what the exact engine says."""
    pytest.importorskip("fracas.odds.fight")
    plan = sweep_of("cops_duel", {TORSO: [0, 4]}, fights=100_000, seed=3)
    for known, seen in zip(
        rows(run_sweep(replace(plan, engine="exact"), workers=1)), rows(run_sweep(plan, workers=1)), strict=True
    ):
        for side, one in seen["wins"].items():
            room = 4 / 1.96 * (one["high"] - one["low"]) / 2 + known["dropped"]
            assert abs(known["wins"][side]["value"] - one["value"]) <= room


# --------------------------------------------------------------------------------------------------------- 10,000


@pytest.mark.soak
def test_ten_thousand_variants_stream(tmp_path: Path) -> None:
    """Rows are read block by block: as many in memory as a block has."""
    polars = pytest.importorskip("polars")
    from fracas.simulate.sweep.export import write_table

    vary = {
        TORSO: "0..9",
        "fighters.gunman.carrure": "1..10",
        "fighters.officer.protection.torso": "0..9",
        "fighters.officer.carrure": "1..10",
    }
    sweep = sweep_of("cops_duel", vary, fights=100, seed=3)
    results = run_sweep(sweep, tmp_path / "out", workers=2)
    write_table(results, str(tmp_path / "all.parquet"))
    frame = polars.read_parquet(tmp_path / "all.parquet")
    assert frame.height == 10_000 and frame["fights"].sum() == 1_000_000
    assert frame["number"].to_list() == list(range(10_000))
    some = Simulation(sweep.variant(4711), 3).run(100, threads=1).tally
    assert frame["wins.police"][4711] == wilson(some.wins.get(0, 0), 100).value
    assert encounter_of(sweep.data(4711)).session.starters.ids == ("officer", "gunman") and label(None) == "~"
