"""At the door: links that ask for a name, a fighter or a passphrase, coming back, and links that open nothing."""

from __future__ import annotations

import re

import pytest
from house import House, Seat

from browser import Browser

CHROME = {"role": "player", "label": "the crew"}


@pytest.fixture
def gm(house: House) -> Seat:
    made = house.begin("cpred_four")
    for one in made.get()["state"]["fighters"][:2]:
        made.do(f"seats/{one['id']}", {"play": "person"}, method="PATCH")
    assert len(persons(made)) > 1
    return made


def persons(gm: Seat) -> list[str]:
    return [one["id"] for one in gm.get()["state"]["fighters"] if one["person"]]


def test_an_open_link_asks_who_comes_and_whom_they_play(house: House, gm: Seat) -> None:
    gm.do(f"seats/{persons(gm)[1]}", {"person": "Bob"}, method="PATCH")
    path = f"/join/{gm.do('links', CHROME)['token']}"
    ann = Browser(house, "")
    html = ann.open(path)
    assert ann.at == path and "Whom do you play?" in html and "Played by Bob" in html
    assert set(re.findall(r'name="fighter" value="([^"]+)"', html)) == set(persons(gm)), "foes of the app are not there"
    ann.press(path, fighter=persons(gm)[0], name="Ann", dice="own")
    assert ann.at == f"/fights/{gm.fight}" and "player" in ann.html
    state = gm.get()["state"]["fighters"]
    mine = next(one for one in state if one["id"] == persons(gm)[0])
    assert (mine["seat"], mine["dice"]) == ("Ann", "own")


def test_a_taken_fighter_wants_the_name_that_took_it(house: House, gm: Seat) -> None:
    link, fighter = gm.do("links", CHROME)["token"], persons(gm)[0]
    first = Browser(house, "")
    first.open(f"/join/{link}")
    first.press(f"/join/{link}", fighter=fighter, name="Ann")
    other = Browser(house, "")
    other.open(f"/join/{link}")
    html = other.press(f"/join/{link}", 403, fighter=fighter, name="Bob")
    assert "Somebody else plays this fighter" in html and 'value="Bob"' in html, "what was typed is still there"
    assert gm.get()["state"]["fighters"][0]["seat"] == "Ann"
    other.press(f"/join/{link}", fighter=fighter, name="Ann")
    assert other.at == f"/fights/{gm.fight}", "on another phone, with the same name"


def test_who_has_come_back_is_not_asked_again(house: House, gm: Seat) -> None:
    link = gm.do("links", {"role": "player", "fighter": persons(gm)[0]})["token"]
    ann = Browser(house, "")
    ann.open(f"/join/{link}")
    assert ann.at == f"/join/{link}" and "Your name" in ann.html
    assert ann.send(f"/join/{link}", {"name": "  "}, 422)
    ann.press(f"/join/{link}", name="Ann")
    ann.open(f"/join/{link}")
    assert ann.at == f"/fights/{gm.fight}"
    gm.do(f"seats/{persons(gm)[0]}", {"person": None}, method="PATCH")


def test_a_passphrase_comes_before_anything_is_told(house: House, gm: Seat) -> None:
    link = gm.do("links", {**CHROME, "passphrase": "open sesame"})["token"]
    name, fighter = gm.get()["state"]["name"], persons(gm)[0]
    ann = Browser(house, "")
    html = ann.open(f"/join/{link}", 401)
    assert name not in html and fighter not in html and "Passphrase" in html
    html = ann.press(f"/join/{link}", 401, name="Ann", passphrase="open barley")
    assert "This is not the passphrase." in html and name not in html and 'value="Ann"' in html
    html = ann.press(f"/join/{link}", name="Ann", passphrase="open sesame")
    assert name in html and "Whom do you play?" in html and 'value="Ann"' in html
    ann.press(f"/join/{link}", fighter=fighter)
    assert ann.at == f"/fights/{gm.fight}" and gm.get()["state"]["fighters"][0]["seat"] == "Ann"


def test_a_link_for_watchers_opens_at_once_and_leads_to_the_replay_where_it_says_so(house: House, gm: Seat) -> None:
    link = gm.do("links", {"role": "watcher"})["token"]
    assert Browser(house, link).at == f"/fights/{gm.fight}"
    replay = Browser(house, "")
    replay.open(f"/join/{link}?to=replay")
    assert replay.at == f"/fights/{gm.fight}/replay"
    replay.open(f"/join/{link}?to=//elsewhere")
    assert replay.at == f"/fights/{gm.fight}"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_link_that_opens_nothing_says_why(house: House, gm: Seat, lang: str) -> None:
    link = gm.do("links", {"role": "watcher"})
    gm.do(f"links/{link['id']}", method="DELETE")
    somebody = Browser(house, "", lang)
    revoked = somebody.open(f"/join/{link['token']}", 401)
    strange = somebody.open("/join/nonsense", 401)
    assert 'action="/join"' in revoked and "Bearer" not in revoked + strange
    if lang == "en":
        assert "It was revoked." in revoked and "no link of this server" in strange
    assert somebody.send(f"/join/{link['token']}", {"name": "Ann"}, 401)
    assert not somebody.cookies


def test_the_gm_is_warned_before_a_players_link_makes_it_a_player(house: House, gm: Seat) -> None:
    link = gm.do("links", CHROME)["token"]
    boss = Browser(house, gm.token)
    assert "This browser is the GM" in boss.open(f"/join/{link}")
    assert "This browser is the GM" not in Browser(house, "").open(f"/join/{link}")


def test_a_form_of_another_site_is_refused(house: House, gm: Seat) -> None:
    link = gm.do("links", CHROME)["token"]
    found = house.client.post(
        f"/join/{link}", data={"name": "Ann", "fighter": persons(gm)[0]}, headers={"origin": "http://evil.test"}
    )
    assert found.status_code == 403 and gm.get()["state"]["fighters"][0]["seat"] is None
