"""A new fight without scripts: from an empty server to the first roll, and every way of setting one up."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from house import House

from browser import Browser, Forms
from fracas.core.errors import BadInput
from fracas.core.files import read_yaml
from fracas.encounters import ENCOUNTERS
from fracas.packs import sample_pack
from fracas.play.encounter import encounter_of
from fracas.rules import GAMES, load
from fracas.table.roles import GM
from fracas.web.pages.draft import APART, MOST_TEXT, Draft, fresh, of_encounter, samples
from fracas.web.pages.fighterwords import encounter_words, side_words


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests here; each begins with a page of its own."""
    one = House(tmp_path_factory.mktemp("newfight"))
    with one.client:
        yield one


@pytest.fixture
def host(house: House) -> Browser:
    return Browser(house, house.host.token)


def twin(browser: Browser) -> dict[str, Any]:
    """The data of the page that the browser is at."""
    at = urlsplit(browser.at)
    found: dict[str, Any] = json.loads(browser.client.get(f"{at.path}.json?{at.query}", headers=cookies(browser)).text)
    return found


def cookies(browser: Browser) -> dict[str, str]:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}


def forms_to(browser: Browser, action: str) -> list[list[tuple[str, str]]]:
    """What each form of the page with this action would send."""
    return [one["fields"] for one in Forms(browser.html).forms if one["action"] == action]


def act(browser: Browser, what: str, status: int = 200, **typed: str) -> dict[str, Any]:
    """Press a button of the draft's form with some fields typed; the data of the page that comes."""
    game = urlsplit(browser.at).path
    browser.press(game, status, act=what, **typed)
    return twin(browser)


def begin(browser: Browser, **typed: str) -> str:
    """Start the draft; the fight's id."""
    game = urlsplit(browser.at).path
    fields = [(name, value) for name, value in browser.largest(game)["fields"] if name not in typed]
    browser.send(f"{game}/start", [*fields, *typed.items()])
    assert browser.at.startswith("/fights/"), browser.at
    return browser.at.removeprefix("/fights/").partition("?")[0]


# -- from nothing to the first roll ---------------------------------------------------------------------------------------


def test_an_empty_server_says_where_to_begin(tmp_path: Path) -> None:
    empty = House(tmp_path)
    with empty.client:
        host = Browser(empty, empty.host.token)
        assert "No fights yet" in host.open("/") and 'href="/new"' in host.html


@pytest.mark.parametrize("game", GAMES)
def test_four_taps_lead_to_a_fight(host: Browser, game: str) -> None:
    host.open("/new")
    host.press(f"/new/{game}/house")
    assert urlsplit(host.at).path == f"/new/{game}"
    duel = [one for one in forms_to(host, f"/new/{game}/start") if ("sample", f"{game}_duel") in one]
    host.send(f"/new/{game}/start", duel[0])
    fight = host.at.removeprefix("/fights/")
    state = host.json(f"/fights/{fight}.json")["state"]
    assert state["round"] == 1 and {one["id"] for one in state["fighters"]} == set(
        read_yaml(ENCOUNTERS[f"{game}_duel"])["fighters"]
    )
    start = host.json("/start.json")
    assert start["last"]["id"] == fight and start["last"]["round"] == 1
    host.open("/")
    assert "Go on with the last fight" in host.html


def test_six_taps_lead_to_the_first_explained_result(host: Browser) -> None:
    host.open("/new")  # 1
    host.press("/new/cpred/house")  # 2
    host.send("/new/cpred/start", forms_to(host, "/new/cpred/start")[0])  # 3
    host.press("/do")  # 4
    if "cpred.check" not in host.html:  # the foe came first: Juno is asked whether she dodges
        host.press("/answers", choice="false")  # 5
    assert "cpred.check" in host.html


def test_pressed_twice_it_is_one_fight(host: Browser, house: House) -> None:
    host.open("/new/cpred")
    before = len(house.services.tables.log.fights())
    fields = forms_to(host, "/new/cpred/start")[0]
    host.send("/new/cpred/start", fields)
    first = host.at
    host.send("/new/cpred/start", fields)
    assert host.at == first and len(house.services.tables.log.fights()) == before + 1


# -- which game -----------------------------------------------------------------------------------------------------------


def test_the_cards_show_every_option_of_every_game_with_its_readings(host: Browser) -> None:
    cards = {one["name"]: one for one in host.json("/new.json")["games"]}
    assert set(cards) == set(GAMES)
    for name in GAMES:
        options = load(name).options
        assert [one["name"] for one in cards[name]["house"]] == list(options)
        for one in cards[name]["house"]:
            option = options[one["name"]]
            if option.values:
                assert [reading["value"] for reading in one["readings"]] == [str(v).lower() for v in option.written()]
                assert [reading["usual"] for reading in one["readings"]].count(True) == 1
            assert one["text"] == load(name).book.rules[option.rule].summary
        assert cards[name]["missing"] and cards[name]["covered"]


def test_a_switched_house_rule_goes_into_the_fight(host: Browser, house: House) -> None:
    host.open("/new")
    host.press("/new/cpred/house", **{"h.tie": "meets"})
    data = twin(host)
    assert data["draft"]["house"] == {"tie": "meets"} and data["house_changed"] == 1
    host.send("/new/cpred/start", forms_to(host, "/new/cpred/start")[0])
    fight = host.at.removeprefix("/fights/")
    assert house.services.tables.position(fight).house == {"tie": "meets"}


def test_data_among_the_house_rules_is_typed_as_numbers(host: Browser) -> None:
    host.open("/new/cops")
    data = act(host, "", **{"h.location_dice.head": "4", "h.paces.rash": "3"})
    assert data["draft"]["house"]["location_dice"] == {"head": 4, "arms": 1, "torso": 2, "abdomen": 2, "legs": 1}
    assert data["draft"]["house"]["paces"]["rash"] == 3 and data["draft"]["house"]["paces"]["wary"] == -2


# -- who fights -----------------------------------------------------------------------------------------------------------


def test_fighters_are_added_copied_and_removed(host: Browser) -> None:
    host.open("/new/cpred")
    data = twin(host)
    assert data["problem"]["kind"] == "empty" and "disabled" in host.html
    act(host, "add:solo:0")
    act(host, "add:solo:0")
    data = act(host, "add:ganger:1")
    assert list(data["draft"]["fighters"]) == ["solo", "solo2", "ganger"] and data["problem"] is None
    data = act(host, "remove:solo2", **{"f.ganger.count": "3", "f.ganger.play": "cautious"})
    assert data["draft"]["fighters"]["ganger"] == {"side": "gang", "from": "ganger", "play": "cautious", "count": 3}
    fight = begin(host, name="Three of them")
    state = host.json(f"/fights/{fight}.json")["state"]
    assert state["name"] == "Three of them"
    assert [one["id"] for one in state["fighters"]] == ["solo", "ganger_1", "ganger_2", "ganger_3"]


def test_nobody_has_typed_in_vain_when_something_is_wrong(host: Browser) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    act(host, "add:ganger:1")
    act(host, "edit:solo")
    data = act(host, "", **{"f.solo.hp": "many", "f.solo.name": "Ann", "name": "Tonight"})
    assert data["problem"]["line"].startswith("solo.hp: many - should be a whole number")
    card = data["sides"][0]["fighters"][0]
    assert card["name"] == "Ann" and card["problem"].startswith("hp: many")
    game = urlsplit(host.at).path
    host.send(f"{game}/start", host.largest(game)["fields"])
    assert urlsplit(host.at).path == "/new/cpred"  # not begun: the page says why
    assert "many - should be" in host.html and twin(host)["name"] == "Tonight"


def test_the_quick_edit_keeps_only_what_differs_from_the_pack(host: Browser) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    act(host, "edit:solo")
    same = act(host, "")
    assert same["draft"]["fighters"]["solo"] == {"side": "crew", "from": "solo", "play": "person"}
    changed = {"f.solo.hp": "20", "f.solo.skills.handgun": "8", "f.solo.weapons.0.piece": "smg", "f.solo.lying": "1"}
    found = act(host, "", **changed)["draft"]["fighters"]["solo"]
    assert (found["hp"], found["skills"]["handgun"], found["lying"]) == (20, 8, True)
    assert found["weapons"] == ["smg", "assault_rifle", "sword"] and "body" not in found
    back = act(host, "close", **{"f.solo.hp": "", "f.solo.skills.handgun": "6"})["draft"]["fighters"]["solo"]
    assert "hp" not in back and "skills" not in back


def test_a_weapon_of_the_pack_is_written_out_and_changed(host: Browser) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    act(host, "add:ganger:1")
    act(host, "edit:solo")
    act(host, "", **{"f.solo.weapons.0.piece": "="})
    assert dict(host.form("/new/cpred"))["f.solo.weapons.0.damage"] == "3d6"
    data = act(host, "", **{"f.solo.weapons.0.damage": "4d6", "f.solo.weapons.0.name": "Old Betsy"})
    first = data["draft"]["fighters"]["solo"]["weapons"][0]
    assert first["name"] == "Old Betsy" and first["damage"] == "4d6" and first["magazine"] == 8
    assert data["problem"] is None
    fight = begin(host)
    assert "Old Betsy" in host.open(f"/fights/{fight}?do=attack")


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_every_game_can_be_edited_and_means_the_same(host: Browser, game: str) -> None:
    """Opening and closing the card of any sample fighter changes nothing."""
    empty = fresh(game)
    for id in sample_pack(game).parts["fighters"]:
        draft = empty.with_fighter(id, {"side": empty.sides[0], "from": id, "play": "person"})
        host.open(replace(draft, edit=id).address)
        shown = {name.removeprefix(f"f.{id}.").partition(".")[0] for name, _ in host.form(f"/new/{game}")}
        assert "name" in shown and "weapons" in shown
        host.press(f"/new/{game}", act="close")
        assert Draft.read(game, parse_qs(urlsplit(host.at).query)["d"][0]) == draft, id


def test_a_mob_and_copies(host: Browser) -> None:
    host.open("/new/wng")
    act(host, "add:trooper:0")
    data = act(host, "add:cultist:1")
    assert data["sides"][1]["fighters"][0]["mob"] == ""
    data = act(host, "", **{"f.cultist.mob": "12"})
    assert data["draft"]["fighters"]["cultist"]["mob"] == 12 and data["problem"] is None
    assert "mob" not in act(host, "", **{"f.cultist.mob": ""})["draft"]["fighters"]["cultist"]


def test_a_blank_fighter_fights_and_sides_have_names(host: Browser) -> None:
    host.open("/new/cp2020")
    act(host, "blank::0")
    assert twin(host)["sides"][0]["fighters"][0]["open"]
    act(host, "blank::1")
    act(host, "side")
    data = act(host, "blank::2", **{"side.0": "Heroes"})
    assert data["draft"]["sides"] == ["Heroes", "gang", "A"] and data["problem"] is None
    assert [len(one["fighters"]) for one in data["sides"]] == [1, 1, 1]
    data = act(host, "", **{"f.fighter.to": "2"})
    assert [len(one["fighters"]) for one in data["sides"]] == [0, 1, 2]


def test_search_is_in_the_address_and_in_any_language(host: Browser) -> None:
    host.open("/new/cpred")
    host.press("/new/cpred", act="search", q="sniper rifle")
    assert [one["id"] for one in twin(host)["samples"]] == ["sniper"]
    assert parse_qs(urlsplit(host.at).query)["q"] == ["sniper rifle"]
    french = host.json("/new/cpred.json?q=fusil+de+précision&lang=fr")
    assert [one["id"] for one in french["samples"]] == ["sniper"]
    host.open("/new/cpred?q=nobody+at+all")
    assert "No sample fighter" in host.html


def test_a_sample_can_be_changed_first(host: Browser) -> None:
    host.open("/new/wng")
    load = next(one for one in forms_to(host, "/new/wng") if ("name", "") not in one)
    host.send("/new/wng", [*load, ("act", "load:wng_mob")])
    data = twin(host)
    assert data["name"] == "The mob at the barricade" and data["problem"] is None
    assert data["draft"]["fighters"]["captain"]["cover"] == "half" and data["draft"]["fight"] == {"glory": 1, "ruin": 1}
    data = act(host, "", **{"g.glory": "3", "g.ruin": "0"})
    assert data["draft"]["fight"] == {"glory": 3}


@pytest.mark.parametrize("lang", ["fr", "zh"])
def test_another_language_keeps_the_place(host: Browser, lang: str) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    draft = twin(host)["draft"]
    other = host.open(f"{urlsplit(host.at).path}?{urlsplit(host.at).query}&lang={lang}")
    assert f'<html lang="{"zh-Hans" if lang == "zh" else lang}"' in other
    assert twin(host)["draft"] == draft


# -- dice and initiative --------------------------------------------------------------------------------------------------


def test_own_dice_and_typed_initiative(host: Browser, house: House) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    act(host, "add:ganger:1")
    fight = begin(host, own="solo", roll="own")
    position = house.services.tables.position(fight)
    assert position.dice == {"solo": "own"} and position.waiting is not None
    assert 'name="die"' in host.html


def test_not_before_somebody_begins(host: Browser, house: House) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    act(host, "add:ganger:1")
    fight = begin(host, roll="later")
    assert not house.services.tables.position(fight).deeds
    assert house.services.tables.position(fight).name == "crew against gang"


# -- the party ------------------------------------------------------------------------------------------------------------


def test_the_party_keeps_its_wounds_by_the_roster(host: Browser, house: House) -> None:
    host.open("/new/cpred")
    act(host, "add:solo:0")
    act(host, "add:ganger:1")
    data = act(host, "keep:solo", **{"f.solo.count": "1"})
    assert data["draft"]["fighters"]["solo"] == {"side": "crew", "play": "person", "kept": True}
    assert data["roster"][0]["here"] and data["problem"] is None
    fight = begin(host)
    tables = house.services.tables
    last = tables.position(fight).deeds[-1].seq
    tables.override(fight, GM, last, {"solo.hp": 12})
    host.open("/new/cpred")
    roster = twin(host)["roster"][0]
    assert roster["health"][0] == 12 and roster["hurt"]
    data = act(host, "come:solo:0")
    assert data["sides"][0]["fighters"][0]["health"][0] == 12
    act(host, "add:ganger:1")
    again = begin(host)
    assert tables.position(again).views["solo.hp"] == 12
    host.open("/new/cpred")
    assert not act(host, "refresh:solo")["roster"][0]["hurt"]
    assert act(host, "forget:solo")["roster"] == []


def test_the_next_encounter_brings_the_party_along(host: Browser, house: House) -> None:
    gm = house.begin("cpred_duel")
    gm.do("decisions", {"do": "begin"})
    tables = house.services.tables
    tables.override(gm.fight, GM, tables.position(gm.fight).deeds[-1].seq, {"juno.hp": 9})
    page = host.json(f"/fights/{gm.fight}/next.json")
    assert [(one["id"], one["health"][0]) for one in page["party"]] == [("juno", 9)]
    host.open(f"/fights/{gm.fight}/next")
    four = next(one for one in forms_to(host, "/new/cpred/start") if ("sample", "cpred_four") in one)
    host.send("/new/cpred/start", four)
    fight = host.at.removeprefix("/fights/")
    views = tables.position(fight).views
    assert views["juno.hp"] == 9 and "solo" not in tables.position(fight).ids and "boss" in tables.position(fight).ids
    host.open(page["own"])
    act(host, "add:ganger:1")
    own = begin(host)
    assert tables.position(own).views["juno.hp"] == 9 and tables.position(own).ids == ("juno", "ganger")


def test_a_gm_who_is_not_the_host_may_go_on_and_nothing_else(house: House) -> None:
    gm = house.begin("cpred_duel")
    gm.do("decisions", {"do": "begin"})
    browser = Browser(house, gm.token)
    browser.open(f"/fights/{gm.fight}/next")
    duel = next(one for one in forms_to(browser, "/new/cpred/start") if ("sample", "cpred_duel") in one)
    browser.send("/new/cpred/start", duel)
    assert browser.at.startswith("/fights/") and gm.fight not in browser.at
    assert "juno" in house.services.tables.position(browser.at.removeprefix("/fights/")).ids
    browser.open("/new", 401)


# -- bringing a text ------------------------------------------------------------------------------------------------------


def brought(host: Browser, game: str, text: str, status: int = 200) -> str:
    host.open(f"/new/{game}")
    fields = [(name, value) for name, value in host.form(f"/new/{game}/bring") if name != "text"]
    return host.send(f"/new/{game}/bring", [*fields, ("text", text)], status)


def test_an_encounter_file_becomes_the_draft(host: Browser) -> None:
    text = Path(ENCOUNTERS["cp2020_four"]).read_text("utf-8")
    brought(host, "cpred", text)  # also from another game's page
    assert urlsplit(host.at).path == "/new/cp2020"
    data = twin(host)
    assert data["problem"] is None and data["name"] == "Four against four across a street"
    assert data["draft"]["fighters"] == read_yaml(ENCOUNTERS["cp2020_four"])["fighters"]


def test_one_fighter_or_several_join_the_draft(host: Browser) -> None:
    brought(host, "cpred", "name: Ann\nref: 8\nweapons: [smg]\n")
    assert twin(host)["draft"]["fighters"]["Ann"] == {"name": "Ann", "ref": 8, "weapons": ["smg"], "side": "crew"}
    brought(host, "cpred", json.dumps({"bob": {"from": "solo"}, "eve": {"from": "guard"}}))
    assert list(twin(host)["draft"]["fighters"]) == ["bob", "eve"]


def test_a_saved_fight_is_brought_in(host: Browser, house: House) -> None:
    from fracas.play.encounter import read_encounter

    saved = read_encounter(str(ENCOUNTERS["cpred_duel"]), seed=2)
    saved.session.do("begin")
    brought(host, "cpred", json.dumps(saved.to_dict()))
    fight = host.at.removeprefix("/fights/")
    assert house.services.tables.position(fight).views["fight.round"] == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "missing"),
        ("a: [1", "YAML"),
        ("- 1\n- 2\n", "an encounter or a fighter"),
        ("hp: lots\n", "hp: lots - should be a whole number"),
        ("ruleset: chess\nsides: [a, b]\nfighters: {}\n", "chess"),
        ("a: &a [" + "x," * 200 + "]\nb: &b [" + "*a," * 200 + "]\nc: [" + "*b," * 200 + "]\n", "too large"),
        ("when: 2020-01-01\n", "when"),
        ("1: 2\n", "text"),
    ],
)
def test_what_cannot_be_meant_is_one_line(host: Browser, text: str, line: str) -> None:
    html = brought(host, "cpred", text, 422)
    assert line in html.replace("&#39;", "'") and "Traceback" not in html
    if text and "\n" not in text.strip():
        assert f">{text.strip()}" in html  # what was typed is still there


# -- who may --------------------------------------------------------------------------------------------------------------


def test_setting_up_is_the_hosts(house: House) -> None:
    gm = house.begin("cpred_duel")
    before = len(house.services.tables.log.fights())
    player = house.seat(gm, "player", "juno", "Ann")
    for token in ("", player.token):
        browser = Browser(house, "")
        if token:
            browser.cookies = {f"fracas_{gm.fight}": token}
        for path in ("/new", "/new/cpred", "/new.json"):
            browser.open(path, 401)
        for path in ("/new/cpred", "/new/cpred/start", "/new/cpred/bring", "/new/cpred/house"):
            browser.send(path, {"act": "add:solo:0", "sample": "cpred_duel", "text": "hp: 1"}, 401)
    assert len(house.services.tables.log.fights()) == before
    start = Browser(house, "")
    start.open("/")
    assert 'href="/new"' not in start.html and 'name="link"' in start.html


def test_a_stranger_may_not_go_on(house: House) -> None:
    gm = house.begin("cpred_duel")
    Browser(house, "").open(f"/fights/{gm.fight}/next", 401)
    watcher = house.seat(gm, "watcher")
    seen = Browser(house, "")
    found = seen.client.get(f"/fights/{gm.fight}/next", headers={"authorization": f"Bearer {watcher.token}"})
    assert found.status_code == 401  # pages take cookies alone


def test_addresses_that_are_none(host: Browser) -> None:
    host.open("/new/chess", 404)
    host.open("/new/cpred?d=nonsense", 422)
    host.open(f"/new/cpred?d={'A' * MOST_TEXT}", 422)
    host.open("/fights/nowhere/next", 404)
    host.send("/new/cpred", {"act": "add:nobody:0"}, 422)
    host.send("/new/cpred/start", {"sample": "chess"}, 422)


STRANGE = [None, "x", "", -1, 10**20, 1.5, True, [], {}, [[1]], [{"a": 1}], ["smg", 3, None], {"en": "x"}, {"a": []}]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", STRANGE, ids=map(repr, STRANGE))
def test_whatever_stands_in_an_address_the_page_comes(host: Browser, game: str, value: Any) -> None:
    names = [name for name in load(game).fighter_form.fields or {} if name != "side"]
    empty = fresh(game)
    fields = {"side": empty.sides[0], **dict.fromkeys(names, value)}
    strange = {"house": dict.fromkeys(load(game).options, value), "fight": {"glory": value}, "edit": "x", "rounds": 1}
    draft = replace(empty, fighters={"x": fields, "y": {"side": empty.sides[1], "at": value}}, **strange)
    host.open(draft.address)
    assert twin(host)["problem"]["kind"] == "wrong"
    host.press(f"/new/{game}", act="close")


@pytest.mark.parametrize(
    "bad", [{"side": []}, {"from": {}}, {"play": 3}, {"count": "x"}, {"count": 0}, {"kept": "y"}, 3]
)
def test_a_fighter_of_another_kind_is_no_draft(bad: Any) -> None:
    with pytest.raises(ValueError):
        Draft.from_dict("cpred", {"fighters": {"x": bad}})


# -- the draft itself -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(ENCOUNTERS))
def test_every_sample_survives_the_address(name: str) -> None:
    data = read_yaml(ENCOUNTERS[name])
    draft = of_encounter(data)
    assert Draft.read(draft.ruleset, draft.written()) == draft
    again = encounter_of(draft.encounter({})).session.record.to_dict()
    assert again == encounter_of(data).session.record.to_dict()
    assert data["name"] in encounter_words(str) and set(data["sides"]) <= set(side_words(str))


def test_who_has_no_point_stands_in_a_row() -> None:
    draft = fresh("cpred").with_fighter("a", {"side": "crew", "count": 3}).with_fighter("b", {"side": "crew"})
    draft = draft.with_fighter("c", {"side": "gang"}).with_fighter("d", {"side": "gang", "at": [5, 5]})
    points = {id: one["at"] for id, one in draft.encounter({})["fighters"].items()}
    assert points == {"a": [0, 0], "b": [0, 7], "c": [APART, 0], "d": [5, 5]}


def test_a_draft_has_its_bounds() -> None:
    draft = fresh("cpred")
    for _ in range(40):
        draft = draft.with_fighter("x", {"side": "crew"})
    with pytest.raises(BadInput, match="at most 40"):
        draft.with_fighter("x", {"side": "crew"})
    noise = "".join(map(chr, random.Random(1).choices(range(0x4E00, 0x9000), k=20_000)))
    with pytest.raises(BadInput, match="short enough"):
        fresh("cpred").with_fighter("x", {"name": noise}).written()
    bad: Any
    for bad in ({"sides": ["a"]}, {"sides": ["a", "a"]}, {"fighters": [1]}, {"rounds": "x"}, {"next": "../x"}, []):
        with pytest.raises((ValueError, TypeError)):
            Draft.from_dict("cpred", bad)


def test_the_samples_begin_with_the_duel() -> None:
    assert [next(iter(samples(game))) for game in GAMES] == [f"{game}_duel" for game in GAMES]
