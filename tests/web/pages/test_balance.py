"""Balance: fights by the thousand and variants side by side, in the background, on the screen."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House

from browser import ORIGIN, Browser
from fracas.core.errors import BadInput, phrase
from fracas.core.files import read_yaml
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.play.errors import bad_input
from fracas.store.errors import Full, NotThere
from fracas.web import jobs as jobs_module
from fracas.web.job_files import LOCK, error_from, is_locked, plain_error
from fracas.web.jobs import CANCELLED, DONE, FAILED, INTERRUPTED, RUNNING, WAITING, Jobs
from fracas.web.pages.balance_results import bars, curve, quantile
from fracas.web.pages.balance_setup import data_of_fight

PATIENCE = 180
"""Seconds: on an empty cache the rules are compiled first."""
TORSO, COUNT = "fighters.gunman.protection.torso", "count.gunman"


def duel() -> dict[str, Any]:
    return dict(read_yaml(str(ENCOUNTERS["cops_duel"])))


def job_spec(fights: int = 400, vary: Any = (), **more: Any) -> dict[str, Any]:
    found = {"kind": "sweep" if vary else "simulation", "encounter": duel(), "fights": fights, "until": None, "seed": 3}
    return {**found, "vary": [list(one) for one in vary], "lang": "en", "name": "x", "owner": "host", **more}


def waited(jobs: Jobs, id: str, *phases: str) -> Any:
    """The job, once it is in one of these phases (or has ended otherwise)."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        job = jobs.get(id)
        if job.phase in phases or not job.live:
            break
        time.sleep(0.05)
    assert job.phase in phases, (job.phase, job.error, (job.folder / "errors.txt").read_text())
    return job


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for the tests that do not change what others see."""
    one = House(tmp_path_factory.mktemp("balance"))
    with one.client:
        yield one


@pytest.fixture(scope="module")
def host(shared: House) -> Browser:
    return Browser(shared, shared.host.token)


@pytest.fixture(scope="module")
def run(shared: House, host: Browser) -> str:
    """The address of a simulation that has run, started from the screen."""
    host.open("/balance?sample=cops_duel")
    host.press("/balance", how="fights", fights="1 000", seed="5", kind="simulation", **{"play.officer": "cautious"})
    waited(shared.services.jobs, host.at.rpartition("/")[2], DONE)
    return host.at


@pytest.fixture(scope="module")
def sweep(shared: House, host: Browser) -> str:
    host.open("/balance?sample=cops_duel")
    axes = {"path1": TORSO, "values1": "0..4..2", "path2": COUNT, "values2": "1..2"}
    host.press("/balance", fights="500", seed="5", kind="sweep", **axes)
    waited(shared.services.jobs, host.at.rpartition("/")[2], DONE)
    return host.at


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    one = Jobs(tmp_path / "balance")
    yield one
    one.close()


# ----------------------------------------------------------------------------------------------------- who and what


def test_only_the_host_and_game_masters_come_in(shared: House, run: str) -> None:
    Browser(shared, "").open("/balance", 401)
    gm = shared.begin("cops_duel")
    player = shared.seat(gm, "player", "officer", "Ann")
    Browser(shared, player.token).open("/balance", 403)
    Browser(shared, player.token).open(f"/balance?fight={gm.fight}", 403)
    master = Browser(shared, gm.token)
    assert 'name="fight"' in master.open(f"/balance?fight={gm.fight}") and run not in master.html
    master.open(run, 404)
    other = shared.begin("cops_duel")
    master.open(f"/balance?fight={other.fight}", 401)
    stranger = shared.client.post(
        "/balance", headers={"cookie": f"fracas_host={shared.host.token}", "origin": "http://evil.test"}
    )
    assert stranger.status_code in (401, 403)


def test_a_game_master_runs_their_own_fight_and_opens_one(shared: House) -> None:
    gm = shared.begin("cops_duel")
    master = Browser(shared, gm.token)
    master.open(f"/balance?fight={gm.fight}")
    master.press("/balance", fights="64", seed="1", kind="simulation")
    where = master.at
    job = waited(shared.services.jobs, where.rpartition("/")[2], DONE)
    assert job.spec["owner"] == gm.fight and job.result()["found"]["fights"] == 64
    master.open(where)
    master.press(f"{where}/fight", number="9")
    assert master.at.startswith("/fights/") and master.at != f"/fights/{gm.fight}"
    assert "fight 9" in master.html


def test_a_fight_as_it_began(shared: House) -> None:
    gm = shared.begin("cpred_four")
    body = shared.services.tables.log.events(gm.fight, 0, 1)[0].body
    from fracas.play.encounter import encounter_of

    ours, file = encounter_of(data_of_fight(body)), read_encounter(str(ENCOUNTERS["cpred_four"]))
    assert ours.session.start == file.session.start and ours.players == file.players and ours.sides == file.sides
    gm.do("decisions", {"do": "begin"})
    master = Browser(shared, gm.token)
    assert master.json(f"/balance.json?fight={gm.fight}")["setup"]["rounds"] == 30


def test_what_fighters_bring_along_is_kept(shared: House) -> None:
    gm = shared.begin("cops_duel")
    body = dict(shared.services.tables.log.events(gm.fight, 0, 1)[0].body)
    body["kept"] = {"officer": {"wounds.hp": {"from": {"": 32}, "now": {"": 5}}}}
    data = data_of_fight(body)
    from fracas.simulate import Simulation
    from fracas.web.job_data import encounter_in

    encounter = encounter_in({"encounter": data}, "en")
    officer = encounter.session.start.fighters[0]
    fresh = read_encounter(str(ENCOUNTERS["cops_duel"])).session.start.fighters[0]
    changed = officer != fresh
    session = Simulation(encounter, 1).fight(0)
    assert session.start.fighters[0] == officer and session.record.kept == body["kept"]
    assert encounter.sides == ("police", "gang")
    assert changed, "the part that is kept has another name now: mend this test"


# ---------------------------------------------------------------------------------------------------------- set up


def test_the_form_has_fighters_policies_and_what_varies(host: Browser) -> None:
    found = host.json("/balance.json?sample=cpred_four&play.solo=bold&pick1=count.gangers=1..4")
    setup = found["setup"]
    assert [side["name"] for side in setup["sides"]] == ["crew", "gang"]
    solo, *_, sniper = setup["sides"][0]["fighters"]
    gangers = setup["sides"][1]["fighters"][1]
    assert (solo["policy"], sniper["policy"], gangers["count"], gangers["name"]) == ("bold", "weakest", 2, "Ganger")
    assert setup["axes"][0] == {"number": 1, "path": "count.gangers", "values": "1..4"} and setup["open"]
    paths = {row["path"]: row for group in setup["suggestions"] for row in group["rows"]}
    assert paths["fighters.solo.armour.0.sp"]["now"] == "11" and paths["house.tie"]["values"] == "defender, meets"
    assert {"policy.boss", "fighters.brute.weapons.0", "fighters.solo.skills.handgun"} <= set(paths)


def test_every_suggestion_can_be_meant(host: Browser) -> None:
    from fracas.simulate.sweep import sweep_of
    from fracas.web.pages.balance import sample_data

    for sample in ("cpred_four", "cops_four", "cp2020_duel", "wng_duel"):
        for group in host.json(f"/balance.json?sample={sample}")["setup"]["suggestions"]:
            for row in group["rows"][:12]:
                sweep = sweep_of(sample_data(sample), {row["path"]: row["values"]})
                assert sweep.variants > 1 and sweep.variant(1) is not None


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"fights": "many"}, "fights: many"),
        ({"fights": "2000000"}, "1000000"),
        ({"how": "until", "until": "0"}, "until: 0"),
        ({"seed": "-1"}, "seed: -1"),
        ({"play.officer": "brave"}, "play.officer: brave"),
        ({"kind": "sweep"}, "path1: missing"),
        ({"kind": "sweep", "path1": TORSO}, "values1: missing"),
        ({"kind": "sweep", "path1": "fighters.gunman.hat", "values1": "1..2"}, "hat"),
        ({"kind": "sweep", "path1": "count.nobody", "values1": "1..2"}, "count.nobody"),
        ({"kind": "sweep", "path1": TORSO, "values1": "0..99"}, "100 values"),
        ({"kind": "sweep", "path1": TORSO, "values1": "1,2", "path2": TORSO, "values2": "1,2"}, "given twice"),
        (
            {
                "kind": "sweep",
                "path1": TORSO,
                "values1": "0..39",
                "path2": COUNT,
                "values2": "1..19",
                "fights": "1000000",
            },
            "50000000",
        ),
    ],
)
def test_what_cannot_be_meant_is_one_line_and_nothing_is_lost(
    host: Browser, changed: dict[str, str], said: str
) -> None:
    host.open("/balance?sample=cops_duel")
    before = len(host.json("/balance.json")["jobs"])
    host.open("/balance?sample=cops_duel")
    html = host.press("/balance", 422, **{"fights": "777", "kind": "simulation", **changed})
    line = html.partition('role="alert"><p>')[2].partition("</p>")[0]
    assert said in line and "\n" not in line
    for name, value in changed.items():
        if name not in ("kind", "play.officer", "how"):
            assert f'value="{value}"' in html
    assert len(host.json("/balance.json")["jobs"]) == before


def test_an_encounter_of_ones_own(shared: House, host: Browser) -> None:
    text = Path(ENCOUNTERS["cops_duel"]).read_text().replace("At the back door", "My own door")
    host.send("/balance/encounter", {"text": text})
    assert host.at.startswith("/balance?kept=") and "My own door" in host.html
    kept = host.at
    host.send("/balance/encounter", {"text": text})
    assert host.at == kept
    cookie = {"cookie": f"fracas_host={shared.host.token}", **ORIGIN}
    sent = shared.client.post(
        "/balance/encounter",
        files={"file": ("a.yaml", text), "text": (None, "")},
        headers=cookie,
        follow_redirects=False,
    )
    assert sent.headers["location"] == kept
    saved = read_encounter(str(ENCOUNTERS["cops_duel"])).to_dict()
    host.send("/balance/encounter", {"text": json.dumps(saved)})
    assert host.at.startswith("/balance?kept=") and 'name="path1"' not in host.html
    for wrong in ("", "hp: [", "ruleset: chess", "sides: [a, b]", json.dumps({"record": {"format": 1}}), "a: &a [*a]"):
        html = host.send("/balance/encounter", {"text": wrong}, 422)
        assert html.count('class="problem"') == 1
    assert "ruleset: chess" in host.send("/balance/encounter", {"text": "ruleset: chess"}, 422)


def test_unknown_things_are_not_there(host: Browser) -> None:
    host.open("/balance?sample=chess", 422)
    for path in (
        "/balance/aaaaaaaaaaaa",
        "/balance?kept=aaaaaaaaaaaa",
        "/balance?again=aaaaaaaaaaaa",
        "/balance?fight=aaaa",
    ):
        host.open(path, 404)


# --------------------------------------------------------------------------------------------------------- what it says


def test_a_simulation_says_what_the_command_line_says(host: Browser, run: str) -> None:
    from fracas.simulate import Simulation
    from fracas.simulate.export import as_dict

    simulation = Simulation(read_encounter(str(ENCOUNTERS["cops_duel"])), 5, {"officer": "cautious"})
    found = host.json(f"{run}.json")
    assert found["job"]["phase"] == DONE and found["progress"]["done"] == 1000
    expected = as_dict(simulation, simulation.run(1000, threads=1).tally, {0: "police", 1: "gang"})
    assert found["result"]["found"] == json.loads(json.dumps(expected))
    html = host.open(run)
    win = f"{100 * expected['sides']['police']['wins']['share']:.1f}%"
    for text in (
        win,
        "Who wins",
        "First blood",
        "Who dies",
        "What is left of each",
        "Ammunition",
        "Losses",
        "(Wilson)",
    ):
        assert text in html
    assert html.count("<svg") == html.count("</svg>") and "style=" not in html and "hx-trigger" not in html
    again = host.json(f"/balance.json?again={run.rpartition('/')[2]}")["setup"]
    assert (again["fights"], again["seed"], again["sides"][0]["fighters"][0]["policy"]) == ("1000", "5", "cautious")


@pytest.mark.parametrize("lang", ["fr", "zh"])
def test_in_other_languages(host: Browser, run: str, sweep: str, lang: str) -> None:
    for path in ("/balance?sample=cops_duel", run, sweep):
        assert "{" not in host.open(f"{path}{'&' if '?' in path else '?'}lang={lang}").partition("<main")[2]
    host.open("/balance?lang=en")


def test_any_fight_opens_at_the_table(shared: House, host: Browser, run: str) -> None:
    from fracas.simulate import Simulation

    host.open(run)
    host.press(f"{run}/fight", number="17")
    first = host.at
    assert first.startswith("/fights/")
    simulation = Simulation(read_encounter(str(ENCOUNTERS["cops_duel"])), 5, {"officer": "cautious"})
    assert shared.services.tables.position(first.rpartition("/")[2]).fight == simulation.fight(17).fight
    host.open(run)
    host.press(f"{run}/fight", number="17")
    assert host.at == first
    longest = host.json(f"{run}.json")["result"]["remarkable"]["longest"]
    assert simulation.twin(longest[0]).fight.round == longest[1]
    for wrong in ("1000", "-1", "x", ""):
        host.send(f"{run}/fight", {"number": wrong}, 422)


def test_files(shared: House, host: Browser, run: str, sweep: str) -> None:
    polars = pytest.importorskip("polars")
    cookie = {"cookie": f"fracas_host={shared.host.token}"}

    def file(path: str) -> bytes:
        found = shared.client.get(path, headers=cookie)
        assert found.status_code == 200 and "attachment" in found.headers["content-disposition"], found.text
        return bytes(found.content)

    table, text = (
        polars.read_parquet(file(f"{run}/files/fights.parquet")),
        polars.read_csv(file(f"{run}/files/fights.csv")),
    )
    wins = host.json(f"{run}.json")["result"]["found"]["sides"]["police"]["wins"]["share"]
    assert table.height == text.height == 1000
    assert table.filter(polars.col("winner") == "police").height == text.filter(polars.col("winner") == "police").height
    assert table.filter(polars.col("winner") == "police").height == round(1000 * wins)
    rows = host.json(f"{sweep}.json")["result"]["rows"]
    variants = polars.read_csv(file(f"{sweep}/files/variants.csv"))
    assert variants["wins.police"].to_list() == [row["wins"]["police"]["value"] for row in rows]
    assert host.json(f"{run}.json")["result"]["rows"] is True
    host.open(f"{run}/files/other.exe", 422)
    host.open(f"{run}/files/..%2fspec.json", 404)


@pytest.mark.soak
def test_the_chart_of_the_command_line(shared: House, host: Browser, run: str) -> None:
    pytest.importorskip("vl_convert")
    svg = shared.client.get(f"{run}/files/chart.svg", headers={"cookie": f"fracas_host={shared.host.token}"})
    assert svg.headers["content-type"].startswith("image/svg") and svg.text.startswith("<svg") and "police" in svg.text


@pytest.mark.soak
def test_the_chart_of_a_sweep(shared: House, host: Browser, sweep: str) -> None:
    pytest.importorskip("vl_convert")
    cookie = {"cookie": f"fracas_host={shared.host.token}"}
    assert shared.client.get(f"{sweep}/files/chart.png", headers=cookie).content[:4] == b"\x89PNG"
    assert "gang" in shared.client.get(f"{sweep}/files/chart.svg", headers=cookie).text


def test_a_sweep_says_what_the_command_line_says(host: Browser, sweep: str) -> None:
    from fracas.simulate.sweep import run_sweep, sweep_of

    plan = sweep_of("cops_duel", {TORSO: "0..4..2", COUNT: "1..2"}, fights=500, seed=5)
    rows = [row.to_dict() for row in run_sweep(plan, workers=1).rows()]
    found = host.json(f"{sweep}.json")
    assert found["result"]["rows"] == json.loads(json.dumps(rows)) and found["result"]["variants"] == 6
    html = host.open(sweep)
    assert html.count('<table class="heat">') == 2 and "Nearest to an even fight" in html
    share = f"{100 * rows[0]['wins']['police']['value']:.0f}%"
    assert share in html.partition('<table class="heat">')[2].partition("</table>")[0]


# ------------------------------------------------------------------------------------------------------- background


def test_progress_without_scripts_cancel_and_run_again(house: House) -> None:
    host, jobs = Browser(house, house.host.token), house.services.jobs
    id = jobs.start(job_spec(900_000_000))
    waited(jobs, id, RUNNING)
    while not jobs.get(id).state.get("found"):
        time.sleep(0.05)
    html = host.open(f"/balance/{id}")
    assert (
        'http-equiv="refresh"' in html and 'hx-trigger="every 1s"' in html and "<progress" in html and "so far" in html
    )
    second = jobs.start(job_spec())
    assert jobs.get(second).phase == WAITING and "this one is next" in host.open(f"/balance/{second}")
    host.open(f"/balance/{id}")
    assert "Cancelled." in host.press(f"/balance/{id}/cancel")
    job = jobs.get(id)
    known = job.result()["found"]["fights"]
    assert job.phase == CANCELLED and 0 < known < 900_000_000 and f"{known:,}".replace(",", "\u202f") in host.html
    waited(jobs, second, DONE)
    assert not is_locked(job.folder / LOCK)
    host.open(f"/balance/{second}/files/fights.csv")
    host.open(f"/balance/{id}/files/fights.csv", 422)
    host.press(f"/balance/{second}/remove") if host.open(f"/balance/{second}") else None
    host.open(f"/balance/{second}", 404)


def test_a_sweep_goes_on_with_its_shards(jobs: Jobs) -> None:
    id = jobs.start(job_spec(30_000, [(TORSO, "0..5"), (COUNT, "1..2")]))
    waited(jobs, id, RUNNING)
    shards = jobs.get(id).folder / "sweep" / "shards"
    end = time.monotonic() + PATIENCE
    while (not shards.is_dir() or len(list(shards.glob("*.json"))) < 3) and time.monotonic() < end:
        time.sleep(0.02)
    jobs.close()
    assert jobs.get(id).phase == INTERRUPTED
    done = {one.name: one.stat().st_mtime_ns for one in shards.glob("[0-9]*.json")}
    again = Jobs(jobs.folder)
    try:
        assert again.get(id).phase == INTERRUPTED and len(done) >= 3
        again.restart(id)
        job = waited(again, id, DONE)
        assert len(job.result()["rows"]) == 12 and {row["fights"] for row in job.result()["rows"]} == {30_000}
        assert {name: (shards / name).stat().st_mtime_ns for name in done} == done
    finally:
        again.close()


def test_a_worker_ends_with_its_server(tmp_path: Path) -> None:
    code = (
        "import sys, json, time; from pathlib import Path; from fracas.web.jobs import Jobs\n"
        "print(Jobs(Path(sys.argv[1])).start(json.loads(sys.argv[2])), flush=True); time.sleep(600)"
    )
    arguments = [sys.executable, "-c", code, str(tmp_path), json.dumps(job_spec(900_000_000))]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        id = server.stdout.readline().strip()
        other = Jobs(tmp_path)
        try:
            waited_elsewhere(other, id)
            assert other.get(id).live
        finally:
            os.kill(server.pid, signal.SIGKILL)
    lock = tmp_path / "jobs" / id / LOCK
    end = time.monotonic() + 20
    while is_locked(lock) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_locked(lock) and other.get(id).phase == INTERRUPTED


def waited_elsewhere(jobs: Jobs, id: str) -> None:
    """Until a worker of another server has begun."""
    end = time.monotonic() + PATIENCE
    while not is_locked(jobs.folder / "jobs" / id / LOCK) and time.monotonic() < end:
        time.sleep(0.05)


def test_errors_of_a_run_are_one_line(jobs: Jobs) -> None:
    id = jobs.start(job_spec(100, [(TORSO, "0..2"), ("fighters.gunman.weapons.0", "no_such_gun")]))
    job = waited(jobs, id, FAILED)
    assert "no_such_gun" in str(job.error) and "\n" not in bad_input(job.error, "fr")
    broken = jobs.start({**job_spec(), "encounter": None})
    assert waited(jobs, broken, FAILED).error.what == "ended before it was done"


def test_the_queue_and_the_folder_are_bounded(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "MOST_WAITING", 2)
    monkeypatch.setattr(jobs_module, "MOST_KEPT", 4)
    monkeypatch.setattr(jobs, "_work", lambda: None)
    first, second = jobs.start(job_spec()), jobs.start(job_spec())
    with pytest.raises(Full, match="2 runs wait"):
        jobs.start(job_spec())
    assert [jobs.get(one).phase for one in (first, second)] == [WAITING, WAITING]
    jobs.cancel(first)
    jobs.cancel(second)
    assert jobs.get(first).phase == CANCELLED
    ids = []
    for _ in range(6):
        ids.append(jobs.start(job_spec()))
        jobs.cancel(ids[-1])
    left = [one.id for one in jobs.all()]
    assert len(left) == 4 and first not in left and ids[-1] in left
    monkeypatch.setattr(jobs_module, "MOST_BYTES", 1)
    last = jobs.start(job_spec())
    assert [one.id for one in jobs.all()] == [last]
    for wrong in ("../../etc", "aaaaaaaaaaaa", ""):
        with pytest.raises(NotThere):
            jobs.get(wrong)


def test_errors_survive_being_written_down() -> None:
    error = BadInput("a", phrase("{n} values", n=3), phrase("at most {most}", most=phrase("{n} runs", n=2)), "x.y")
    again = error_from(json.loads(json.dumps(plain_error(error))))
    assert str(again) == str(error) and again.right.values["most"].template == "{n} runs"


# ------------------------------------------------------------------------------------------------------------ shapes


def test_shapes() -> None:
    counts = {str(value): value % 7 + 1 for value in range(-30, 130)}
    found = bars(counts)
    assert len(found["bars"]) <= 40 and abs(sum(one["share"] for one in found["bars"]) - 1) < 1e-9
    assert found["first"].startswith("−30") and all(0 <= one["height"] <= 110 for one in found["bars"])
    assert bars({})["bars"] == [] and quantile({"-3": 1, "4": 99}, 0.05) == 4
    wins = [{"share": 0.25, "low": 0.2, "high": 0.3}]
    rows = [{"labels": [str(value)], "wins": wins} for value in (1, 3)]
    drawn = curve({"name": "a", "values": [1, 3]}, rows, ["us"], [{"name": "a"}])
    (line,) = drawn["lines"]
    assert [one["x"] for one in line["points"]] == [40, 388] and line["points"][0]["low"] > line["points"][0]["y"]
