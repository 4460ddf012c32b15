"""Packs: what is in them, and the report on what somebody brings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House

from browser import Browser
from fracas.core.errors import BadInput
from fracas.encounters import ENCOUNTERS
from fracas.packs import PARTS, sample_pack
from fracas.rules import GAMES, load
from fracas.web.pages.bring import MOST_BROUGHT, kind_of, problems, read_text
from fracas.web.pages.fighterwords import fighter_words
from fracas.web.pages.packs import fields_of
from fracas.web.pages.samples import fighters_of
from fracas.web.pages.words import field_words


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    one = House(tmp_path_factory.mktemp("packs"))
    with one.client:
        yield one


@pytest.fixture
def anybody(house: House) -> Browser:
    """Packs are open to all: nothing in them is secret."""
    return Browser(house, "")


def test_all_packs_are_listed_with_what_is_in_them(anybody: Browser) -> None:
    packs = anybody.json("/packs.json")["packs"]
    assert [one["game"] for one in packs] == list(GAMES)
    for one in packs:
        pack = sample_pack(one["game"])
        assert one["id"] == pack.head["id"] and one["version"] == pack.head["version"] and one["licence"] == "MIT"
        assert {part["name"]: part["count"] for part in one["parts"]} == {
            part: len(pack.parts[part]) for part in PARTS if pack.parts[part]
        }
    assert "Cyberpunk RED" in anybody.open("/packs")


@pytest.mark.parametrize("game", GAMES)
def test_every_thing_of_a_pack_is_in_its_table(anybody: Browser, game: str) -> None:
    data = anybody.json(f"/packs/{game}.json")
    html = anybody.open(f"/packs/{game}?lang=fr")
    for table in data["tables"]:
        entries = sample_pack(game).parts[table["name"]]
        assert [row["id"] for row in table["rows"]] == list(entries)
        assert all(len(row["cells"]) == len(table["heads"]) for row in table["rows"])
        for entry in entries.values():
            assert entry["name"]["fr"] in html.replace("&#39;", "'")
        if table["name"] != "fighters":
            fields = fields_of(load(game), table["name"])
            assert all(name in fields for entry in entries.values() for name in entry if name != "name")


def test_the_figures_of_a_table_are_those_of_the_pack(anybody: Browser) -> None:
    tables = {one["name"]: one for one in anybody.json("/packs/cpred.json")["tables"]}
    weapons = tables["weapons"]
    pistol = next(row for row in weapons["rows"] if row["id"] == "heavy_pistol")
    assert dict(zip(weapons["heads"], pistol["cells"], strict=True)) == {
        "Weapon class": "Pistol",
        "Skill": "",
        "Damage": "3d6",
        "Melee": "",
        "Rate of fire": "2",
        "Blast": "",
        "Magazine": "8",
    }


@pytest.mark.parametrize("game", GAMES)
def test_no_sample_fighter_has_a_problem_and_no_field_is_without_a_word(game: str) -> None:
    for lang in ("en", "fr", "zh"):
        for one in fighters_of(game, lang).values():
            assert one["problem"] == "" and one["name"] and one["health"][0] == one["health"][1] > 0
    words = {**fighter_words(str), **field_words(str)}
    assert [name for name in load(game).fighter_form.fields or {} if name not in words and name != "side"] == []


# -- the report -----------------------------------------------------------------------------------------------------------


def report(browser: Browser, game: str, text: str, status: int) -> str:
    browser.open(f"/packs/{game}")
    return browser.press(f"/packs/{game}/check", status, text=text)


def test_all_mistakes_are_listed_with_their_place_and_what_would_be_right(anybody: Browser) -> None:
    text = "name: Ann\nhp: lots\nref: 99\nweapons: [smg, {name: gun, damage: 3x6}]\nshoes: 2\n"
    html = report(anybody, "cpred", text, 422)
    for part in ("4 mistakes", "<code>hp</code>", "<code>weapons[1].damage</code>", "from 0 to 30", "shoes", "lots"):
        assert part in html, part


def test_an_encounter_is_checked_as_a_whole(anybody: Browser) -> None:
    text = json.dumps(
        {
            "ruleset": "cpred",
            "sides": ["a", "b"],
            "tempo": 3,
            "fighters": {"x": {"side": "a", "hp": "q"}, "y": {"side": "c", "from": "nobody"}},
        }
    )
    found = {one["where"] for one in problems(read_text(text), load("cpred"), "en")}
    assert found == {"tempo", "fighters.x.hp", "fighters.y.from", "fighters.y.side"}
    one_side = {"sides": ["a", "b"], "fighters": {"x": {"side": "a"}}}
    assert [one["where"] for one in problems(one_side, load("cpred"), "en")] == ["fighters"]
    light = {"sides": ["a", "b"], "light": "dim", "fighters": {"x": {"side": "a"}, "y": {"side": "b"}}}
    assert [one["where"] for one in problems(light, load("cpred"), "en")] == ["light"]
    assert problems(light, load("wng"), "en") == []


@pytest.mark.parametrize("name", list(ENCOUNTERS))
def test_the_samples_have_no_mistakes(anybody: Browser, name: str) -> None:
    text = Path(ENCOUNTERS[name]).read_text("utf-8")
    html = report(anybody, "cops", text, 200)  # whichever page it is pasted on, its own game counts
    assert "An encounter that can be played as it is." in html


def test_rules_that_refuse_a_fighter_are_named(anybody: Browser) -> None:
    html = report(anybody, "cops", "name: Bob\nprotection: {head: 40d6}\n", 422)
    assert "<code>cops.armour.roll</code>" in html and "at most 20 dice" in html


def test_the_report_speaks_the_readers_language(house: House) -> None:
    reader = Browser(house, "", "fr")
    html = report(reader, "cpred", "hp: lots\n", 422)
    assert "un nombre entier" in html and '<html lang="fr"' in html


def test_nothing_is_kept(anybody: Browser, house: House) -> None:
    report(anybody, "wng", "from: trooper\nname: Vera\n", 200)
    assert "A fighter that can be used as it is." in anybody.html and "Vera" in anybody.html
    assert house.services.tables.log.fights() == [] and house.services.rosters.all() == []


@pytest.mark.parametrize("text", ["", "a: [", "[]", "x" * (MOST_BROUGHT + 1), "\x00", "{" * 3000, "a: !!python/none x"])
def test_what_is_no_file_is_one_line(anybody: Browser, text: str) -> None:
    html = report(anybody, "cpred", text, 422)
    assert "1 mistake" in html and "Traceback" not in html


def test_what_kind_it_is() -> None:
    game = load("cpred")
    assert kind_of({"ann": {"hp": 3}, "bob": {}}, game) == "fighters"
    assert kind_of({"weapons": {}}, game) == "fighter"
    assert kind_of({"fighters": {}}, game) == "encounter"
    assert kind_of({"record": {}}, game) == "saved"
    with pytest.raises(BadInput):
        read_text("a: 1\n1: 2\n")


def test_there_are_no_other_packs(anybody: Browser) -> None:
    anybody.open("/packs/chess", 404)
    anybody.send("/packs/chess/check", {"text": "hp: 1"}, 404)
