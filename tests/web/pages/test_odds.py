"""Odds sheets: of a fight's decision and of two fighters alone; who may ask, what is told, how long it may take."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from house import House, Seat, junos_turn

from fracas.core.dice import Dice
from fracas.core.game import decide, set_up
from fracas.core.table import roll
from fracas.odds import odds_of
from fracas.odds.budget import Budget, worked
from fracas.odds.sampled import sampled
from fracas.play.legal import Choice
from fracas.rules import load
from fracas.web import odds as kept_odds
from fracas.web.config import Limits
from fracas.web.odds import Kept, odds_glanced
from fracas.web.people import cookie_name

SHOT = "do=attack&by=juno&target=ganger&weapon=heavy+pistol"


def page(seat: Seat, path: str, status: int = 200) -> str:
    """A page as whoever has the seat's token gets it."""
    seat.client.cookies.clear()
    cookie = f"{cookie_name(seat.fight)}={seat.token}"
    found = seat.client.get(path, headers={"accept": "text/html", "cookie": cookie})
    assert found.status_code == status, found.text
    return str(found.text)


def twin(seat: Seat, path: str) -> Any:
    """The page's data."""
    import json

    return json.loads(page(seat, re.sub(r"(\?|\Z)", r".json\1", path, count=1)))


@pytest.fixture
def gm(house: House) -> Seat:
    return junos_turn(house)


def exactly(house: House, gm: Seat, **details: Any) -> Any:
    """The odds as the rules give them."""
    position = house.services.tables.position(gm.fight)
    choice = Choice("attack", "juno", "ganger", (), {"weapon": "heavy pistol", **details})
    decision = choice.build(position.game, position.fighters)
    return odds_of(position.game, position.fight, decision, position.ids)


def test_the_sheet_has_the_whole_distribution_and_the_steps(house: House, gm: Seat) -> None:
    html, found = page(gm, f"/fights/{gm.fight}/odds?{SHOT}"), twin(gm, f"/fights/{gm.fight}/odds?{SHOT}")
    right = exactly(house, gm)
    rows = found["losses"][0]["rows"]
    assert {row["value"]: Fraction(row["exactly"]) for row in rows} == right.of("outcome.suffered").chances
    assert rows[3]["at_least"] == float(right.of("outcome.suffered").at_least(rows[3]["value"]))
    assert found["odds"]["exact"] and found["odds"]["runs"] == 0 and found["all_steps"]
    assert [one["rule"] for one in found["steps"]][:3] == [step.rule for step in right.steps()][:3]
    assert html.count('<svg class="chart') == 2 and "</span> exact</span>" in html and "<caption" not in html
    for rule in {one["rule"] for one in found["steps"]}:
        assert f'href="/rules/cpred/{rule}"' in html
        assert gm.client.get(f"/rules/cpred/{rule}").status_code == 200


def test_the_table_for_spreadsheets(house: House, gm: Seat) -> None:
    text = page(gm, f"/fights/{gm.fight}/odds.csv?{SHOT}")
    rows = list(csv.DictReader(io.StringIO(text)))
    found = {int(row["outcome.suffered"]): Fraction(int(row["numerator"]), int(row["denominator"])) for row in rows}
    assert found == exactly(house, gm).of("outcome.suffered").chances


def test_without_a_decision_it_is_the_composers(gm: Seat) -> None:
    composed = twin(gm, f"/fights/{gm.fight}")["composer"]["text"]
    assert twin(gm, f"/fights/{gm.fight}/odds")["text"] == composed


def test_players_ask_for_their_own_and_see_what_is_theirs(house: House, gm: Seat) -> None:
    ann = house.seat(gm, "player", "juno", "Ann")
    mine, whole = twin(ann, f"/fights/{gm.fight}/odds?{SHOT}"), twin(gm, f"/fights/{gm.fight}/odds?{SHOT}")
    assert mine["odds"] == whole["odds"] and mine["losses"] == whole["losses"]
    assert 0 < len(mine["steps"]) < len(whole["steps"]) and not mine["all_steps"]
    assert not any(one["rule"] == "cpred.hp" for one in mine["steps"])
    page(ann, f"/fights/{gm.fight}/odds?do=attack&by=ganger&target=juno", 403)
    watcher = house.seat(gm, "watcher")
    page(watcher, f"/fights/{gm.fight}/odds?{SHOT}", 403)
    gm.client.cookies.clear()
    assert gm.client.get(f"/fights/{gm.fight}/odds?{SHOT}").status_code == 401


def test_a_foes_health_changes_nothing_that_a_player_is_told(house: House, gm: Seat) -> None:
    """Not in the sheet, nor in what is compared with it."""
    ann = house.seat(gm, "player", "juno", "Ann")
    parts = ("", "/compare", "/changes", "/readings")
    told = []
    for hp in (40, 30):  # not so low that rubber bullets, which stop at 1 HP, cost less
        gm.do("decisions", {"do": "set", "by": "ganger", "with": {"field": "hp", "value": hp}})
        found = [twin(ann, f"/fights/{gm.fight}/odds{part}?{SHOT}") for part in parts]
        told.append([{**one, "seq": 0} for one in found])
    assert told[0] == told[1]


def test_what_cannot_be_meant_is_one_line(gm: Seat) -> None:
    for query, word in (
        ("do=dance", "attack"),
        ("do=attack&by=juno&target=nobody", "ganger"),
        ("do=attack&by=juno&target=ganger&weapon=spoon", "heavy pistol"),
        (f"{SHOT}&modifier=lots", "whole number"),
        (f"{SHOT}&modifier=99999", "whole number"),
    ):
        html = page(gm, f"/fights/{gm.fight}/odds?{query}", 422)
        line = re.search(r'<div class="problem".*?</p>', html, re.S)
        assert line and word in line[0], (query, line)


def test_what_may_not_be_done_says_why(gm: Seat) -> None:
    found = twin(gm, f"/fights/{gm.fight}/odds?do=attack&by=ganger&target=juno&weapon=heavy+pistol")
    assert "cpred.turn.actions" in found["refusal"] and found["odds"] is None
    html = page(gm, f"/fights/{gm.fight}/odds?do=attack&by=ganger&target=juno&weapon=heavy+pistol")
    assert "may not be decided now" in html and 'class="chart"' not in html


def test_other_weapons_side_by_side(house: House, gm: Seat) -> None:
    found = twin(gm, f"/fights/{gm.fight}/odds/compare?{SHOT}")
    rows = [row for row in found["ways"] if row["odds"]]
    means = [row["odds"]["mean"] for row in rows]
    assert len(rows) > 3 and means == sorted(means, reverse=True) and sum(row["chosen"] for row in rows) == 1
    assert any(row["why"] for row in found["ways"]), "what is out of reach is there with its reason"
    first = twin(gm, rows[0]["address"])
    assert first["odds"]["mean"] == means[0] > exactly(house, gm).of("outcome.suffered").mean()
    other = twin(gm, f"/fights/{gm.fight}/odds/compare?{SHOT}&sort=hurt")["ways"]
    hurts = [row["odds"]["hurt"] for row in other if row["odds"]]
    assert hurts == sorted(hurts, reverse=True)
    assert "Weapons and modes" in page(gm, f"/fights/{gm.fight}/odds/compare?{SHOT}")


def test_what_would_change_it_most(house: House, gm: Seat) -> None:
    found = twin(gm, f"/fights/{gm.fight}/odds/changes?{SHOT}")
    rows = {row["label"]: row["more"] for row in found["rows"]}
    right = exactly(house, gm, modifier=-1), exactly(house, gm)
    one_less = right[0].chance({"outcome.hit": True}) - right[1].chance({"outcome.hit": True})
    assert rows["Modifier: −1"]["hit"] == pytest.approx(float(one_less)) and one_less < 0
    assert rows["Aimed at: head"]["hit"] < rows["Modifier: −1"]["hit"]
    assert "Modifier: +1" in [row["label"] for row in found["same"]], "only a 1 misses"
    sizes = [abs(row["more"]["mean"]) for row in found["rows"]]
    assert sizes == sorted(sizes, reverse=True)
    assert "▲" in page(gm, f"/fights/{gm.fight}/odds/changes?{SHOT}")


def test_readings_of_the_rules_side_by_side(house: House, gm: Seat) -> None:
    plain = twin(gm, f"/fights/{gm.fight}/odds/readings?{SHOT}")
    assert plain["options"] == [] and [one["option"] for one in plain["same"]] == ["tie", "death_penalty"]
    dodged = "do=attack&by=a&target=b&weapon=heavy+pistol&dodge=1&b.with=ref%3D8"
    found = house.client.get(f"/odds/cpred/readings.json?{dodged}").json()
    tie = next(one for one in found["options"] if one["option"] == "tie")
    hits = {row["value"]: row["odds"]["hit"] for row in tie["rows"]}
    assert hits["meets"] > hits["defender"] and [row["value"] for row in tie["rows"] if row["chosen"]] == ["defender"]
    assert {one["option"] for one in found["same"]} == {"death_penalty"}
    ruled = house.client.get(f"/odds/cpred.json?{dodged}&house.tie=meets").json()
    assert hits["meets"] == ruled["odds"]["hit"]
    assert "the default" in house.client.get(f"/odds/cpred/readings?{dodged}").text


# ------------------------------------------------------------------------------------------------- how long it may take


def shot_of(name: str = "cpred") -> tuple[Any, Any, Any]:
    """A shot without a fight around it."""
    game = load(name)
    armour = [{"name": "jacket", "sp": 11, "covers": ["body"]}]
    setup = set_up(game, {"a": {"ref": 7, "skills": {"handgun": 6}}, "b": {"armour": armour}})
    details = {"class": "pistol", "skill": "handgun", "damage": "3d6", "distance": 8}
    return game, setup, decide(game, setup.fighters, "attack", "a", "b", details)


def test_by_lot_where_there_is_no_time_and_near_the_truth() -> None:
    game, setup, shot = shot_of()
    right = worked(game, setup.fight, shot, ("a", "b"), ("b",), Budget(10**6, 60, 0, 0, True))
    lot = worked(game, setup.fight, shot, ("a", "b"), ("b",), Budget(20, 60, 3000, 60, True))
    assert right.exact and right.runs == 0 and right.error == 0
    assert not lot.exact and lot.runs == 3000 and lot.error == pytest.approx(0.0179, abs=1e-4)
    for name in ("hit", "hurt", "critical"):
        assert abs(getattr(lot, name) - getattr(right, name)) < 2 * lot.error, name
    assert abs(lot.mean - right.mean) < 2 * lot.mean_error
    mine = {(step.loop, step.why, step.time): float(step.reached) for step in lot.steps or ()}
    theirs = {(step.loop, step.why, step.time): float(step.reached) for step in right.steps or ()}
    assert mine.keys() <= theirs.keys(), "the steps are the same"
    assert all(abs(mine.get(key, 0.0) - reached) < 2 * lot.error for key, reached in theirs.items())


@pytest.mark.parametrize("number", [3, 9])
def test_dice_drawn_together_and_one_by_one_are_fair(number: int) -> None:
    dice = Dice(number, 6, 1)
    found, runs = sampled(lambda start, table: start + roll(table, dice, None), 0, runs=4000, until=float("inf"))
    mean = sum(float(total * share) for total, share in found.states.items())
    spread = sum(float((total - mean) ** 2 * share) for total, share in found.states.items())
    assert runs == 4000 and abs(mean - (3.5 * number + 1)) < 4 * (35 / 12 * number / runs) ** 0.5
    assert spread == pytest.approx(35 / 12 * number, rel=0.1)
    assert min(found.states) >= number + 1 and max(found.states) <= 6 * number + 1


def test_time_is_kept_to() -> None:
    game, setup, shot = shot_of()
    begun = perf_counter()
    found = worked(game, setup.fight, shot, ("a", "b"), ("b",), Budget(10**6, 0.0, 10**9, 0.2))
    assert found.runs >= 50 and perf_counter() - begun < 5


def test_what_is_known_is_not_worked_out_again(house: House, gm: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_odds.kept.clear()
    asked = []
    once = kept_odds.worked
    monkeypatch.setattr(kept_odds, "worked", lambda *given: asked.append(given) or once(*given))
    position = house.services.tables.position(gm.fight)
    choice = Choice("attack", "juno", "ganger", (), {"weapon": "heavy pistol"})
    first = odds_glanced(position, choice, "en")
    assert odds_glanced(position, choice, "fr")["hit"] == first["hit"] and len(asked) == 1
    twin(gm, f"/fights/{gm.fight}/odds?{SHOT}")
    assert len(asked) == 2, "the steps are more"
    odds_glanced(position, choice, "en")
    assert len(asked) == 2


def test_the_eldest_is_forgotten() -> None:
    some = Kept(2)
    for key in "ab":
        some.put(key, key)
    some.get("a")
    some.put("c", "c")
    assert (some.get("a"), some.get("b"), some.get("c")) == ("a", None, "c")


def test_too_many_sheets_are_refused(tmp_path: Path) -> None:
    with House(tmp_path, Limits("1000/second", "1000/second", "4/minute")).client as client:
        assert client.get("/odds/cpred").status_code == 200
        refused = client.get("/odds/cpred")
        assert refused.status_code == 429 and "retry-after" in refused.headers


def test_a_glance_by_lot_is_made_better(house: House, gm: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn by lot while somebody composes is asked for again, once, with more time."""
    kept_odds.kept.clear()
    quick = Budget(1, 60, 150, 60)
    monkeypatch.setattr(kept_odds, "GLANCE", quick)
    monkeypatch.setattr(kept_odds, "LEVELS", (quick, *kept_odds.LEVELS[1:]))
    monkeypatch.setattr("fracas.web.odds.odds_glanced.__defaults__", (quick,))
    monkeypatch.setattr("fracas.web.odds.odds_within.__defaults__", (quick,))
    rough = twin(gm, f"/fights/{gm.fight}")["odds"]
    html = page(gm, f"/fights/{gm.fight}")
    assert rough["runs"] == 150 and rough["rough"] and "simulated, ± 8.0%" in html
    address = re.search(r'hx-get="(/fights/[^"]*/odds/better[^"]*)"', html)
    assert address and f'id="odds-{rough["mark"]}"' in html
    better = page(gm, address[1].replace("&amp;", "&"))
    assert "exact" in better and f'id="odds-{rough["mark"]}"' in better and 'hx-get="/fights' not in better
    assert twin(gm, f"/fights/{gm.fight}")["odds"]["exact"], "and it is kept"


def test_parts_that_take_long_go_on_where_they_were(gm: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fracas.web.pages.oddsbeside.MOST_SECONDS", 0.0)
    found = twin(gm, f"/fights/{gm.fight}/odds/changes?{SHOT}")
    assert (
        found["late_rows"] > 10
        and found["rows"] == []
        and f'href="{found["again"]}"'.replace("&", "&amp;") in page(gm, f"/fights/{gm.fight}/odds/changes?{SHOT}")
    )
    monkeypatch.undo()
    assert twin(gm, found["again"])["late_rows"] == 0


# ----------------------------------------------------------------------------------------------------------- odds only


@pytest.mark.parametrize("game", ["cpred", "cops", "cp2020"])
def test_odds_without_a_fight_for_everybody(house: House, game: str) -> None:
    html = house.client.get(f"/odds/{game}")
    assert html.status_code == 200 and "At a glance" in html.text and f'action="/odds/{game}"' in html.text
    data = house.client.get(f"/odds/{game}.json").json()
    assert sum(row["chance"] for row in data["losses"][0]["rows"]) == pytest.approx(1)
    again = house.client.get(data["json"]).json()
    assert (again["odds"], again["address"]) == (data["odds"], data["address"]), "the link leads to the same"
    assert house.client.get(data["csv"]).text.startswith("outcome.suffered,")


def test_the_form_sends_what_it_shows(house: House) -> None:
    html = house.client.get("/odds/cpred?a=solo&b=ganger&metres=30&weapon=assault+rifle&do=attack&modifier=2").text
    assert 'name="metres" min="0" max="1000" value="30"' in html
    assert re.search(r'value="assault rifle" checked', html) and re.search(r'name="modifier"[^>]*value="2"', html)


def test_typed_values_are_those_of_the_command_line(house: House) -> None:
    path = "/odds/cpred.json?a=&b=&a.with=ref%3D7+handgun%3D6&b.with=sp%3D11&metres=8"
    found = house.client.get(f"{path}&with=class%3Dpistol+skill%3Dhandgun+damage%3D3d6+distance%3D8").json()
    assert found["odds"]["hit"] == 0.8 and found["odds"]["exact"], found
    assert found["odds"]["hurt"] == pytest.approx(0.3, abs=0.01)
    again = house.client.get(found["json"]).json()
    assert again["losses"] == found["losses"]


def test_house_rules_stand_in_the_address(house: House) -> None:
    dodged = "/odds/cpred.json?do=attack&by=a&target=b&weapon=heavy+pistol&dodge=1&b.with=ref%3D8"
    plain, house_ruled = (house.client.get(dodged + more).json() for more in ("", "&house.tie=meets"))
    assert house_ruled["odds"]["hit"] > plain["odds"]["hit"] and "house.tie=meets" in house_ruled["address"]


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("a=nobody", "fighters.a.from: nobody"),
        ("a.with=strong", "a.with: strong - should be key=value"),
        ("a.with=reef%3D7", "reef"),
        ("metres=-3", "metres: -3"),
        ("metres=far", "metres: far"),
        ("house.tie=maybe", "house.tie: maybe"),
        ("with=" + "x" * 500, "at most 400 characters"),
        ("do=attack&by=a&target=c", "target: c"),
    ],
)
def test_what_cannot_be_meant_without_a_fight(house: House, query: str, line: str) -> None:
    found = house.client.get(f"/odds/cpred?{query}")
    assert found.status_code == 422 and line in found.text and "Traceback" not in found.text
    assert found.text.count('class="problem"') == 1


def test_which_games_there_are(house: House) -> None:
    html = house.client.get("/odds").text
    assert all(f'href="/odds/{name}"' in html for name in ("cpred", "cops", "cp2020", "wng"))
    assert house.client.get("/odds/chess").status_code == 404
