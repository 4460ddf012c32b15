"""The API in one process: fights, decisions, conditions, undo, the roster, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from house import House, Seat, junos_turn

from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.store.errors import Full

SHOT = {"do": "attack", "by": "juno", "target": "ganger", "with": {"weapon": "heavy pistol"}}


def test_a_fight_from_the_list_to_a_decision(house: House) -> None:
    gm = house.begin(name="In an alley", settings={"reactions": False})
    assert [row["name"] for row in house.host.get("/api/fights")["fights"]] == ["In an alley"]
    seen = gm.get()
    assert (seen["seq"], seen["you"]["role"], seen["state"]["ruleset"]) == (2, "gm", "cpred")
    assert [entry["kind"] for entry in seen["log"]] == ["created", "committed"]
    begun = gm.ask("POST", "decisions", {"do": "begin"}, seq=2)
    assert begun.headers["etag"] == '"3"'
    assert [entry["do"] for entry in begun.json()["log"]] == ["begin"] and begun.json()["repeated"] is False
    choices = gm.get("choices")
    assert choices["seq"] == 3 and all(one["text"] for one in choices["choices"])
    one = {name: value for name, value in choices["choices"][0].items() if name != "text"}
    assert gm.get("", headers={"Accept-Language": "fr"})["log"][-1]["text"] != gm.get()["log"][-1]["text"]
    assert gm.do("decisions", one, seq=3)["seq"] == 4
    same = gm.ask("GET", "", headers={"If-None-Match": '"4"'})
    assert same.status_code == 304 and not same.content


def test_a_stale_decision_is_refused_and_nothing_has_happened(house: House) -> None:
    gm = junos_turn(house)
    seq = gm.get()["seq"]
    gm.do("decisions", SHOT, seq=seq)
    now = gm.get()
    problem = gm.refused(412, "POST", "decisions", SHOT, seq=seq)
    assert (problem["type"], problem["expected"], problem["found"]) == ("urn:fracas:problem:stale", seq, now["seq"])
    assert gm.refused(428, "POST", "decisions", SHOT)["where"] == "If-Match"
    assert gm.refused(422, "POST", "decisions", SHOT, headers={"If-Match": "seven"})["where"] == "If-Match"
    assert gm.get() == now


def test_a_repeated_send_counts_once(house: House) -> None:
    gm = junos_turn(house)
    seq = gm.get()["seq"]
    first = gm.do("decisions", SHOT, seq=seq, key="one")
    again = gm.do("decisions", SHOT, seq=seq, key="one")
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["log"] == again["log"] and gm.get()["seq"] == seq + 1
    assert gm.refused(422, "POST", "withdraw", seq="*", key="one")["type"] == "urn:fracas:problem:key-reused"
    other = house.seat(gm, "gm", name="Kim")
    assert other.refused(412, "POST", "decisions", SHOT, seq=seq, key="one"), "another link's key is another key"
    made = [house.host.ask("POST", "/api/fights", {"sample": "cops_duel"}, key="f").json() for _ in range(2)]
    assert made[0] == made[1] and len(house.host.get("/api/fights")["fights"]) == 2


def test_own_dice_are_asked_for_one_stage_at_a_time(house: House) -> None:
    gm = junos_turn(house)
    ann = house.seat(gm, "player", "juno", "Ann")
    ann.do("seats/juno", {"dice": "own"}, method="PATCH")
    assert ann.get()["state"]["fighters"][0]["seat"] == "Ann"
    waits = ann.do("decisions", SHOT)
    waiting = waits["state"]["waiting"]
    assert waiting["yours"] and waiting["sides"] == [10]
    assert gm.refused(409, "POST", "decisions", SHOT, seq="*")["type"] == "urn:fracas:problem:not-now"
    wrong = ann.refused(422, "POST", "answers", {"answers": [[11]]}, seq="*")
    assert (
        wrong["rule"].startswith("cpred.")
        and wrong["message"]["params"]["right"]["key"] == "1 to {sides} on a d{sides}"
    )
    next_one = ann.do("answers", {"answers": ["9"]})
    while next_one["state"]["waiting"]:  # damage, and with two sixes an injury
        next_one = ann.do("answers", {"answers": ["app"]})
    assert next_one["log"][-1]["kind"] == "decided"
    assert {"label": "attack_check", "faces": [9], "from": "hand"} in next_one["log"][-1]["dice"] or any(
        one["faces"] == [9] and one["from"] == "hand" for one in next_one["log"][-1]["dice"]
    )


def test_a_decision_that_waits_is_withdrawn_by_whoever_made_it(house: House) -> None:
    gm = junos_turn(house)
    ann, bob = house.seat(gm, "player", "juno", "Ann"), house.seat(gm, "player", name="Ann")
    ann.do("decisions", {**SHOT, "dice": "own"})
    bob.refused(403, "POST", "withdraw", seq="*")
    assert ann.do("withdraw")["state"]["waiting"] is None


def test_what_a_rule_refuses_is_said_with_its_rule(house: House) -> None:
    gm = junos_turn(house)
    far = {**SHOT, "with": {"weapon": "heavy pistol", "distance": 900}}
    problem = gm.refused(422, "POST", "decisions", far, seq="*")
    assert problem["rule"].startswith("cpred.") and problem["detail"].endswith(f"[{problem['rule']}]")
    found = gm.do("check", far)
    assert found["allowed"] is False and found["problem"]["rule"] == problem["rule"]
    assert gm.do("check", SHOT) == {"seq": gm.get()["seq"], "allowed": True}
    french = gm.ask("POST", "decisions?lang=fr", far, seq="*").json()
    assert french["rule"] == problem["rule"] and french["detail"] != problem["detail"]
    assert gm.refused(422, "POST", "decisions", {"do": "attak"}, seq="*")["where"] == "do"
    assert gm.refused(422, "GET", "?lang=xx")["status"] == 422


def test_players_act_on_their_own_turn_only(house: House) -> None:
    gm = junos_turn(house)
    ann, watcher = house.seat(gm, "player", "juno", "Ann"), house.seat(gm, "watcher")
    foe = {"do": "attack", "by": "ganger", "target": "juno"}
    assert ann.refused(403, "POST", "decisions", foe, seq="*")["type"] == "urn:fracas:problem:not-allowed"
    watcher.refused(403, "POST", "decisions", SHOT, seq="*")
    watcher.refused(403, "POST", "odds", SHOT)
    for method, path, body in (
        ("POST", "undo", {}), ("POST", "redo", None), ("POST", "policy", None), ("POST", "reveal", None),
        ("POST", "override", {"of": 3, "set": {"juno.hp": 1}}), ("POST", "revise", {"of": 3, "answers": {"0": [1]}}),
        ("PATCH", "settings", {"foes": "numbers"}), ("GET", "export", None), ("GET", "links", None),
        ("POST", "links", {"role": "gm"}), ("POST", "branch", {}), ("POST", "next", {"sample": "cpred_duel"}),
        ("POST", "dice/open", None), ("GET", "undo?seq=3", None), ("DELETE", "undo-requests/3", None),
    ):  # fmt: skip
        ann.refused(403, method, path, body, seq="*")
    assert ann.get("choices")["choices"] and not watcher.get("choices")["choices"]
    ann.do("decisions", SHOT)
    ann.do("decisions", {"do": "done", "by": "juno"})
    ann.refused(403, "POST", "decisions", SHOT, seq="*")


def test_undo_redo_branch_override_and_requests(house: House) -> None:
    gm = junos_turn(house)
    ann = house.seat(gm, "player", "juno", "Ann")
    shot = ann.do("decisions", SHOT)["seq"]
    asked = ann.do("undo-requests", {"seq": shot})
    request = asked["state"]["requests"][0]["seq"]
    assert gm.do(f"undo-requests/{request}", method="DELETE")["state"]["requests"] == []
    request = ann.do("undo-requests", {"seq": shot})["state"]["requests"][0]["seq"]
    assert [deed["seq"] for deed in gm.get(f"undo?seq={shot}")["deeds"]] == [shot]
    undone = gm.do("undo", {"request": request})
    assert undone["log"][0]["kind"] == "undone" and undone["log"][0]["seqs"] == [shot] and undone["state"]["redo"]
    assert gm.do("redo")["log"][0]["kind"] == "redone"
    assert gm.do("override", {"of": shot, "set": {"ganger.hp": 12}, "reason": "fell"})["log"][0]["override"]
    assert gm.get()["state"]["fighters"][1]["health"]["left"] == 12
    revised = gm.do("revise", {"of": shot, "answers": {"0": [10]}})
    assert revised["log"][0]["kind"] == "undone"
    copy = gm.do("branch", {"seq": shot})
    other = Seat(house.client, copy["gm"]["token"], copy["fight"])
    assert copy["fight"] != gm.fight and other.get()["log"][-1]["kind"] == "committed"
    gm.refused(422, "POST", "branch", {"seq": 10**6})


def test_pages_of_the_log(house: House) -> None:
    gm = junos_turn(house)
    for number in range(12):
        gm.do("settings", {"foes": ("bars", "words")[number % 2]}, method="PATCH")
    head = gm.get()["seq"]
    found, after = [], 0
    while True:
        page = gm.get(f"log?after={after}&limit=5")
        found += [entry["seq"] for entry in page["log"]]
        after = found[-1]
        if not page["more"]:
            break
    assert found == list(range(1, head + 1))
    assert [entry["seq"] for entry in gm.get(f"log?before={head}&limit=3")["log"]] == [head - 3, head - 2, head - 1]
    assert gm.get("log?before=1")["log"] == [] and [e["seq"] for e in gm.get("log?before=3&limit=9")["log"]] == [1, 2]
    gm.refused(422, "GET", "log?limit=100000")
    gm.refused(422, "GET", "log?after=-1")
    gm.refused(422, "GET", "log?after=99999999999999999999")


def test_odds_before_the_decision(house: House) -> None:
    gm = junos_turn(house)
    ann = house.seat(gm, "player", "juno", "Ann")
    mine, all_of_it = ann.do("odds", SHOT), gm.do("odds", SHOT)
    assert mine["exact"] and mine["error"] == 0 and 0 < mine["hurt"] < mine["hit"] < 1
    assert (
        mine["hit"] == all_of_it["hit"] and abs(sum(one["decimal"] for one in mine["suffered"]["chances"]) - 1) < 1e-9
    )
    assert len(mine["steps"]) < len(all_of_it["steps"]), "what the rules say of the foe's health is the GM's"
    assert not any(step["rule"] == "cpred.hp" for step in mine["steps"])
    ann.refused(403, "POST", "odds", {"do": "attack", "by": "ganger", "target": "juno"})
    gm.refused(422, "POST", "odds", {"do": "set", "by": "juno", "with": {"field": "hp", "value": 3}})


def test_files_out_and_in(house: House) -> None:
    gm = junos_turn(house)
    gm.do("decisions", SHOT)
    file = gm.get("export")
    assert "secret" not in json.dumps(file) and "secret" not in json.dumps(gm.get("export?secrets=true"))
    made = house.host.do("/api/import", file)
    copy = Seat(house.client, made["gm"]["token"], made["fight"])
    assert copy.get()["state"]["fighters"] == gm.get()["state"]["fighters"]
    sent = [house.host.ask("POST", "/api/import", file, key="file").json()["fight"] for _ in range(2)]
    assert sent[0] == sent[1] not in (made["fight"], gm.fight)
    strange = {**file, "fight": {**file["fight"], "id": "../../etc"}}
    assert "/" not in house.host.do("/api/import", strange)["fight"]
    saved = read_encounter(str(ENCOUNTERS["cops_duel"])).to_dict()
    assert house.host.do("/api/import", saved)["seq"] >= 2
    for bad in ({}, {"format": "fracas fight"}, {"record": 3}, {"entries": []}, {"record": {"ruleset": []}},
                {"record": saved["record"], "players": 3}, {"record": saved["record"], "rounds": "x"},
                {**file, "events": file["events"][1:]}):  # fmt: skip
        house.host.refused(422, "POST", "/api/import", bad)
    gm.refused(403, "POST", "/api/import", file)


def test_fair_dice_over_the_api(house: House) -> None:
    gm = junos_turn(house)
    watcher = house.seat(gm, "watcher")
    gm.do("decisions", SHOT)
    before = watcher.get()["state"]["dice"]
    assert before[0]["commitment"] and before[0]["secret"] is None
    assert watcher.get("verify")["well"] and gm.get("verify")["app"] > 0
    gm.do("dice/open")
    after = watcher.get()["state"]["dice"]
    assert after[0]["secret"] and after[1]["secret"] is None and after[0]["commitment"] == before[0]["commitment"]


def test_the_roster_keeps_what_a_fight_has_cost(house: House) -> None:
    host = house.host
    form = read_encounter(str(ENCOUNTERS["cpred_duel"])).session.record.fighters["juno"]
    form = {name: value for name, value in form.items() if name not in ("side", "at")}
    made = host.ask("POST", "/api/roster", {"id": "juno", "ruleset": "cpred", "form": form})
    assert made.status_code == 201 and made.headers["etag"] == '"1"'
    host.refused(412, "POST", "/api/roster", {"id": "juno", "ruleset": "cpred", "form": form})
    gm = house.begin(party=["juno"])
    gm.do("decisions", {"do": "begin"})
    gm.do("decisions", {"do": "set", "by": "juno", "with": {"field": "hp", "value": 7}})
    known = host.get("/api/roster/juno")
    assert "7" in json.dumps(known["kept"]) and known["fight"] == gm.fight
    made = gm.do("next", {"sample": "cpred_four"})
    there = Seat(house.client, made["gm"]["token"], made["fight"]).get()
    assert next(one for one in there["state"]["fighters"] if one["id"] == "juno")["health"]["left"] == 7
    revision = host.get("/api/roster/juno")["revision"]
    host.refused(428, "PATCH", "/api/roster/juno", {"set": {"hp": 30}})
    host.refused(412, "PATCH", "/api/roster/juno", {"set": {"hp": 30}}, seq=revision + 5)
    assert host.do("/api/roster/juno", {"set": {"hp": 30}}, seq=revision, method="PATCH")["revision"] == revision + 1
    assert host.do("/api/roster/juno/refresh")["kept"] == {}
    assert host.do("/api/roster/juno", {"form": form}, method="PUT")["name"] == "Juno"
    assert [one["id"] for one in host.get("/api/roster?ruleset=cpred")["roster"]] == ["juno"]
    assert host.ask("DELETE", "/api/roster/juno", seq="*").status_code == 204
    host.refused(404, "GET", "/api/roster/juno")


@pytest.mark.parametrize("game", ["cpred", "cops", "cp2020", "wng"])
def test_forms_of_each_game_and_a_fight_from_its_own_encounter(house: House, game: str) -> None:
    found = house.host.get(f"/api/rulesets/{game}")
    assert found["decisions"]["attack"]["with"]["type"] == "object" and found["encounter"]["properties"]["sides"]
    rule = house.host.get("/api/rulesets/cpred/rules/cpred.armour.soak?lang=fr")
    assert rule["title"] and rule["source"]
    sample = next(one for one in house.host.get("/api/encounters")["encounters"] if one["ruleset"] == game)
    encounter = house.host.get(f"/api/encounters/{sample['sample']}")["encounter"]
    gm = house.new({"encounter": encounter, "settings": {"reactions": False}})
    gm.do("decisions", {"do": "begin"})
    for _ in range(6):
        state = gm.get()["state"]
        if state["over"]:
            break
        if state["waiting"]:
            gm.do("answers", {"answers": ["app" if "sides" in state["waiting"] else state["waiting"]["choices"][0]]})
        else:
            gm.do("policy")
    assert gm.get()["seq"] >= 5 and gm.get("verify")["well"]


def test_stances_are_sealed_until_all_are_revealed(house: House) -> None:
    gm = house.begin("cops_duel", players={"officer": "person", "gunman": "person"})
    gm.do("decisions", {"do": "begin"})
    ann, bob = house.seat(gm, "player", "officer", "Ann"), house.seat(gm, "player", "gunman", "Bob")
    stances = house.host.get("/api/rulesets/cops")["decisions"]["stance"]["with"]["properties"]
    word = stances["stance"]["enum"][1] if "stance" in stances else next(iter(stances.values()))["enum"][1]
    name = "stance" if "stance" in stances else next(iter(stances))
    sealed = ann.do("decisions", {"do": "stance", "by": "officer", "with": {name: word}})
    assert sealed["log"][0]["choice"]["with"] == {name: word}
    for other in (bob, gm):
        assert "choice" not in other.get()["log"][-1] and "with" not in other.get()["log"][-1]
    bob.refused(403, "POST", "reveal", seq="*")
    assert gm.do("reveal")["log"][0]["kind"] == "revealed"
    assert bob.get()["log"][-1]["do"] == "stance"


@pytest.mark.parametrize(
    "body",
    [
        {}, {"sample": "nowhere"}, {"sample": "cpred_duel", "encounter": {}}, {"encounter": {"ruleset": []}},
        {"encounter": {"ruleset": "cpred", "sides": ["a", "b"], "fighters": {"a": {"side": "a", "hp": "x"}}}},
        {"sample": "cpred_duel", "players": {"nobody": "person"}}, {"sample": "cpred_duel", "players": {"juno": "zen"}},
        {"sample": "cpred_duel", "party": ["nobody"]}, {"sample": "cpred_duel", "colour": "red"}, [], 3, None,
        {"sample": "cpred_duel", "settings": {"foes": "colours"}}, {"sample": "cpred_duel", "name": "a\nb"},
        {"encounter": {"ruleset": "cpred", "sides": ["a", "b"], "fighters": {"a": {"side": ["a"]}, "b": {"side": "b"}}}},
    ],
)  # fmt: skip
def test_fights_that_cannot_be_meant(house: House, body: object) -> None:
    found = house.host.ask("POST", "/api/fights", body)
    assert found.status_code in (404, 422) and found.json()["detail"], found.text
    assert house.host.get("/api/fights")["fights"] == []


def test_a_database_that_goes_away_and_comes_back(house: House, tmp_path: Path) -> None:
    gm = junos_turn(house)
    seq = gm.get()["seq"]
    file = tmp_path / "fights.db"
    file.rename(tmp_path / "elsewhere")
    for method, path in (("GET", ""), ("POST", "policy"), ("GET", "events?follow=false"), ("GET", "/health")):
        assert gm.refused(503, method, path, seq=seq)["type"] == "urn:fracas:problem:unavailable"
    (tmp_path / "elsewhere").rename(file)
    assert gm.do("decisions", SHOT, seq=seq)["seq"] == seq + 1


def test_a_full_disk_is_said_and_nothing_is_written(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gm = junos_turn(house)
    before = gm.get()
    monkeypatch.setattr(house.services.tables.log, "_add", full)
    assert gm.refused(507, "POST", "decisions", SHOT, seq="*")["type"] == "urn:fracas:problem:full"
    monkeypatch.undo()
    assert gm.get() == before
    gm.do("decisions", SHOT)


def full(*_: object) -> None:
    raise Full("database", "full", "on a disk with space left")
