"""The player's phone and the screen for those who look on: whose turn, own figures, own dice, results, asking for an undo."""

from __future__ import annotations

import re

import pytest
from house import House, Seat, junos_turn

from browser import Browser
from fracas.rules import GAMES


@pytest.fixture
def gm(house: House) -> Seat:
    return junos_turn(house)


@pytest.fixture
def ann(house: House, gm: Seat) -> Browser:
    made = Browser(house, house.seat(gm, "player", "juno", "Ann").token)
    made.open(f"/fights/{gm.fight}")
    return made


def shot(gm: Seat) -> None:
    gm.do("decisions", {"do": "attack", "by": "juno", "target": "ganger", "with": {"weapon": "heavy pistol"}})


def test_my_fighter_comes_first_and_my_turn_is_said(ann: Browser, gm: Seat) -> None:
    html = ann.html
    assert "Your turn" in html and 'id="self-juno"' in html and 'name="weapon"' in html
    assert html.index("Your turn") < html.index('id="self-juno"') < html.index('id="compose"') < html.index('id="log"')
    gm.do("decisions", {"do": "done", "by": "juno"})
    html = ann.open(f"/fights/{gm.fight}")
    assert "Waiting for Ganger" in html and "Your turn" not in html and 'id="composer"' not in html


def test_the_bar_at_the_bottom_leads_to_parts_of_the_page(ann: Browser) -> None:
    bar = ann.html[ann.html.index('<nav class="bottom"') :]
    for target in re.findall(r'href="#([a-z]+)"', bar):
        assert f'id="{target}"' in ann.html
    assert re.findall(r'href="#([a-z]+)"', bar) == ["fight", "me", "log", "more"]


def test_the_result_comes_with_its_headline_its_steps_and_the_foes_health_as_the_gm_shows_it(
    ann: Browser, gm: Seat
) -> None:
    shot(gm)
    html = ann.open(f"/fights/{gm.fight}")
    card = html[html.index('id="last"') : html.index('id="me"')]
    headline = ann.json(f"/fights/{gm.fight}.json")["log"][-1]["headline"]
    assert headline in card and "How?" in card and "cpred.check" in card
    word = ann.json(f"/fights/{gm.fight}.json")["state"]["fighters"][1]["health"]["word"]
    assert 'class="struck"' in card and word and "/40" not in card
    gm.do("settings", {"foes": "nothing"}, method="PATCH")
    card = ann.open(f"/fights/{gm.fight}")
    struck = card[card.index('class="struck"') :].partition("</p>")[0]
    assert 'class="hp' not in struck


def test_a_player_asks_for_an_undo_once(ann: Browser, gm: Seat) -> None:
    shot(gm)
    ann.open(f"/fights/{gm.fight}")
    entry = gm.get()["seq"]
    html = ann.press("/request-undo")
    assert [one["of"] for one in gm.get()["state"]["requests"]] == [entry]
    assert "You have asked the GM to undo this." in html and "/request-undo" not in html


def test_own_dice_are_the_rule_where_a_player_says_so(ann: Browser, gm: Seat) -> None:
    assert "The app rolls for you." in ann.html
    html = ann.press("/seats/juno")
    assert gm.get()["state"]["fighters"][0]["dice"] == "own" and "You roll your own dice." in html
    assert re.search(r'id="dice-own" value="own" checked', html), "the composer begins with them"
    ann.press("/do")
    asked = dict(ann.form("/answers"))
    assert "die" in asked and gm.get()["state"]["waiting"]["whose"] == "juno"
    ann.press("/answers", die="7")
    assert gm.get()["state"]["waiting"] is None or gm.get()["state"]["waiting"]["sides"] != [10]
    other = gm.do("seats/ganger", {"play": "person"}, method="PATCH")
    assert other
    ann.send(f"/fights/{gm.fight}/seats/ganger", {"dice": "own"}, 403)
    ann.send(f"/fights/{gm.fight}/seats/juno", {"dice": "loaded"}, 422)


def test_a_phone_vibrates_only_where_its_owner_wants_it(ann: Browser, gm: Seat) -> None:
    shot(gm)
    html = ann.open(f"/fights/{gm.fight}")
    assert 'data-vibrate="yes"' in html and 'data-mine="yes"' in html
    ann.open("/settings")
    ann.send("/settings", [(name, value) for name, value in ann.form("/settings") if name != "vibrate"])
    assert 'data-vibrate="no"' in ann.open(f"/fights/{gm.fight}")


def test_who_plays_nobody_is_told_so(house: House, gm: Seat) -> None:
    link = gm.do("links", {"role": "player"})["token"]
    token = house.client.post("/api/join", json={"link": link, "name": "Bob"}).json()["token"]
    html = Browser(house, token).open(f"/fights/{gm.fight}")
    assert "You play nobody at the moment" in html and 'id="composer"' not in html


def test_those_who_look_on_see_order_last_result_and_labels_and_can_press_nothing(house: House, gm: Seat) -> None:
    shot(gm)
    watcher = Browser(house, house.seat(gm, "watcher").token)
    html = watcher.open(f"/fights/{gm.fight}")
    data = watcher.json(f"/fights/{gm.fight}.json")
    assert data["log"][-1]["headline"] in html and "turn of Juno" in html
    assert not re.findall(rf'<form[^>]*action="/fights/{gm.fight}', html) and data["composer"] is None
    assert 'class="faces"' in html and "/45" not in html and "tenths" in html
    watcher.send(f"/fights/{gm.fight}/do", {"do": "attack"}, 403)


@pytest.mark.parametrize("game, lang", list(zip(GAMES, ("fr", "zh", "fr", "zh"), strict=True)))
def test_every_game_on_a_phone_and_on_the_wall(house: House, game: str, lang: str) -> None:
    gm = house.begin(f"{game}_duel")
    first = gm.get()["state"]["fighters"][0]["id"]
    gm.do(f"seats/{first}", {"play": "person"}, method="PATCH")
    gm.do("decisions", {"do": "begin"})
    for role, fighter in (("player", first), ("watcher", None)):
        seat = house.seat(gm, role, fighter, "Ann" if fighter else "")
        html = Browser(house, seat.token, lang).open(f"/fights/{gm.fight}")
        assert ('<nav class="bottom"' in html) == (role == "player") and " style=" not in html
