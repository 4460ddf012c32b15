"""Sharing: links with codes to scan, what each lets one see, passphrases, revoking, the address on the network."""

from __future__ import annotations

import re

import pytest
import segno
from house import House, Seat

from browser import Browser
from fracas.web.pages import share as sharing

PAGE = "/share"


def links(gm: Seat) -> list[dict[str, object]]:
    return [one for one in gm.get("links")["links"] if not one["revoked"]]


def test_each_kind_of_link_is_made_and_says_what_it_lets_one_see(gms: Browser, gm: Seat) -> None:
    for role, fighter in (("player", "juno"), ("player", ""), ("watcher", ""), ("gm", "")):
        html = gms.press("/share", role=role, fighter=fighter)
        newest = links(gm)[-1]
        assert (newest["role"], newest["fighter"]) == (role, fighter or None)
        assert str(newest["sees"]) in html and str(newest["path"]) in html
    twin = gms.json(f"/fights/{gm.fight}/share.json")
    assert twin["links"][0]["role"] == "gm" and len(twin["links"]) == 5


def test_a_code_to_scan_is_the_address_that_stands_beside_it(gms: Browser, gm: Seat) -> None:
    gms.press("/share", role="watcher", fighter="")
    row = gms.json(f"/fights/{gm.fight}/share.json")["links"][0]
    assert row["address"] == f"http://table.test{row['path']}"
    drawn = segno.make(row["address"], error="m").svg_inline(border=2, omitsize=True, dark="#000", light="#fff")
    assert row["code"] == drawn and " style=" not in row["code"]
    assert row["replay"]["address"] == row["address"] + "?to=replay" and row["replay"]["code"] != row["code"]
    guest = Browser(gms.house, "")
    guest.open(row["replay"]["address"].removeprefix("http://table.test"))
    assert guest.at.endswith("/replay")


def test_a_passphrase_protects_a_link_and_is_nowhere_on_the_page(gms: Browser, gm: Seat) -> None:
    html = gms.press("/share", role="watcher", fighter="", passphrase="open sesame")
    assert links(gm)[-1]["protected"] and "sesame" not in html and "with a passphrase" in html
    html = gms.press("/share", 422, role="watcher", fighter="", passphrase="abc")
    assert "passphrase" in html and "at least 4 characters" in html


def test_what_is_pressed_twice_makes_one_link_and_what_cannot_be_makes_none(gms: Browser, gm: Seat) -> None:
    form = dict(gms.form("/share")) | {"role": "player", "fighter": "juno"}
    before = len(links(gm))
    gms.send(f"/fights/{gm.fight}/share", form)
    gms.send(f"/fights/{gm.fight}/share", form)
    assert len(links(gm)) == before + 1
    gms.send(f"/fights/{gm.fight}/share", {**form, "key": "other", "fighter": "nobody"}, 422)
    gms.send(f"/fights/{gm.fight}/share", {**form, "key": "third", "role": "watcher"}, 422)
    assert len(links(gm)) == before + 1


def test_a_revoked_link_is_gone_from_the_page_and_opens_nothing(gms: Browser, gm: Seat) -> None:
    gms.press("/share", role="watcher", fighter="")
    link = links(gm)[-1]
    html = gms.press(f"/share/{link['id']}/revoke")
    assert str(link["path"]) not in html and link["id"] not in [one["id"] for one in links(gm)]
    assert Browser(gms.house, "").open(str(link["path"]), 401)


def test_only_the_gm_shares(house: House, gm: Seat, gms: Browser) -> None:
    link = next(one for one in links(gm) if one["role"] == "gm")
    for role, fighter in (("player", "juno"), ("watcher", None)):
        seat = house.seat(gm, role, fighter, "Ann" if fighter else "")
        guest = Browser(house, seat.token)
        guest.open(f"/fights/{gm.fight}/share", 403)
        guest.send(f"/fights/{gm.fight}/share", {"role": "gm"}, 403)
        guest.send(f"/fights/{gm.fight}/share/{link['id']}/revoke", {}, 403)
    assert link["id"] in [one["id"] for one in links(gm)]
    Browser(house, "").open(f"/fights/{gm.fight}/share", 401)


def test_the_odds_link_keeps_what_is_chosen(gms: Browser, gm: Seat) -> None:
    address = gms.json(f"/fights/{gm.fight}/share.json")["odds"]
    assert address.startswith(f"http://table.test/fights/{gm.fight}/odds?do=attack&by=juno&target=ganger")


def test_on_this_machine_the_address_is_that_on_the_network(
    house: House, gm: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "lan_address", lambda: "192.0.2.7")

    def shown(host: str) -> str:
        headers = {"host": host, "cookie": f"fracas_host={house.services.keys.token('host')}"}
        house.client.cookies.clear()
        return house.client.get(f"/fights/{gm.fight}/share", headers=headers).text

    house.app.state.listens = "0.0.0.0"
    assert "http://192.0.2.7:8000/join/" in shown("127.0.0.1:8000") and "--lan" not in shown("127.0.0.1:8000")
    house.app.state.listens = "127.0.0.1"
    assert "http://127.0.0.1:8000/join/" in shown("127.0.0.1:8000") and "--lan" in shown("127.0.0.1:8000")
    assert re.search(r"http://games\.example/join/", shown("games.example")), "behind a proxy it is the proxy's name"
