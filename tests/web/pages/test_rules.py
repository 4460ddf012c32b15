"""The rules' pages: for everybody, all of them, with what the registry has."""

from __future__ import annotations

import pytest
from house import House

from fracas.rules import GAMES, load


def test_every_rule_has_a_page(house: House) -> None:
    for name in GAMES:
        for id, rule in load(name).book.rules.items():
            found = house.client.get(f"/rules/{name}/{id}.json")
            assert found.status_code == 200, id
            data = found.json()
            assert data["id"] == id and data["source"] == rule.source and data["title"] and data["summary"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_lists_its_rules_and_house_rules(house: House, name: str) -> None:
    html, game = house.client.get(f"/rules/{name}").text, load(name)
    assert all(f'href="/rules/{name}/{id}"' in html for id in game.book.rules)
    assert all(f"<code>{option}</code>" in html for option in game.options)
    assert f'href="/rules/{name}"' in house.client.get("/rules").text


def test_a_rule_with_its_readings_fields_and_relatives(house: House) -> None:
    data = house.client.get("/rules/cpred/cpred.check.json").json()
    tie = next(one for one in data["options"] if one["option"] == "tie")
    assert [(one["value"], one["default"]) for one in tie["values"]] == [("defender", True), ("meets", False)]
    soak = house.client.get("/rules/cpred/cpred.armour.soak.json").json()
    assert {"fighter"} == {one["where"] for one in soak["fields"]}
    assert "armour[].sp" in [one["path"] for one in soak["fields"]] and "packs/cpred/armour.yaml" in soak["files"]
    assert "cpred.armour.ablate" in [one["id"] for one in soak["related"]] and soak["cases"]
    html = house.client.get("/rules/cpred/cpred.armour.soak").text
    assert "seed 004" in html and "the default" in house.client.get("/rules/cpred/cpred.check").text


def test_a_house_rule_that_is_a_table_of_numbers(house: House) -> None:
    option = house.client.get("/rules/cops/cops.location.dice.json").json()["options"][0]
    assert option["values"] == [] and ["torso", "2"] in option["data"]


def test_searching(house: House) -> None:
    html = house.client.get("/rules/cpred?q=ablat").text
    assert "cpred.armour.ablate" in html and "cpred.luck" not in html
    assert "No rule has this word" in house.client.get("/rules/cpred?q=zeppelin").text


def test_in_other_languages(house: House) -> None:
    found = {
        lang: house.client.get(f"/rules/cpred/cpred.armour.soak.json?lang={lang}").json() for lang in ("en", "fr", "zh")
    }
    assert len({one["title"] for one in found.values()}) == 3 and len({one["summary"] for one in found.values()}) == 3


def test_what_is_not_there(house: House) -> None:
    for path in ("/rules/chess", "/rules/cpred/cpred.teleport", "/rules/cops/cpred.check"):
        assert house.client.get(path).status_code == 404
        assert house.client.get(path + ".json").status_code == 404
