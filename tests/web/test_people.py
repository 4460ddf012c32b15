"""Who comes in: tokens, links, passphrases, cookies, and what another site's page may not do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from house import KEY, OPEN, House, Seat, junos_turn

from fracas.core.errors import BadInput
from fracas.web.keys import Keys, read_key


def test_without_a_token_nothing_is_told(house: House) -> None:
    gm = house.begin()
    spoilt = gm.token[:-9] + ("A" if gm.token[-9] != "A" else "B") + gm.token[-8:]
    other = Keys(b"x" * 32).token("host")
    for token in (
        "",
        "abc",
        spoilt,
        other,
        "é" * 9,
        "a" * 5000,
        Keys(KEY).token("link", "nosuchlink"),
        Keys(KEY).token("god"),
    ):
        headers = {"Authorization": f"Bearer {token}".encode()} if token else {}
        for path in (f"/api/fights/{gm.fight}", f"/api/fights/{gm.fight}/events", "/api/fights", "/api/roster"):
            found = house.client.get(path, headers=headers)
            known = Keys(KEY).read(token) is not None and path in ("/api/fights", "/api/roster")
            assert found.status_code == (403 if known else 401), (token, path, found.text)
            assert known or found.headers["www-authenticate"] == "Bearer"
    assert house.client.get(f"/api/fights/{'x' * 22}", headers={"Authorization": "Bearer abc"}).status_code == 401


def test_a_link_opens_one_fight_and_never_the_hosts_rooms(house: House) -> None:
    gm, other = house.begin(), house.begin("cops_duel")
    for path in (f"/api/fights/{other.fight}", f"/api/fights/{other.fight}/links", "/api/fights", "/api/roster"):
        gm.refused(403, "GET", path)
    link = other.do("links", {"role": "watcher"})
    gm.refused(404, "DELETE", f"links/{link['id']}")
    assert not other.get("links")["links"][-1]["revoked"]


def test_a_revoked_link_opens_nothing(house: House) -> None:
    gm = house.begin()
    ann = house.seat(gm, "player", "juno", "Ann")
    link = next(one for one in gm.get("links")["links"] if one["role"] == "player")
    assert ann.get()["you"] == {"role": "player", "name": "Ann", "fighters": ["juno"]}
    assert gm.do(f"links/{link['id']}", method="DELETE")["revoked"]
    for token in (ann.token, link["token"]):
        Seat(house.client, token, gm.fight).refused(401, "GET", "")
    assert house.client.get(f"/join/{link['token']}").status_code == 401
    assert house.client.post("/api/join", json={"link": link["token"]}).status_code == 401


def test_a_passphrase_is_asked_for_and_tries_are_counted(tmp_path: Path) -> None:
    house = House(tmp_path, replace(OPEN, wrong="3/minute"))
    with house.client:
        gm = house.begin()
        link = gm.do("links", {"role": "watcher", "passphrase": "open sesame"})
        assert link["protected"] and "sesame" not in str(gm.get("links"))
        Seat(house.client, link["token"], gm.fight).refused(401, "GET", "")
        assert house.client.get(f"/join/{link['token']}").status_code == 401
        right = house.client.post("/api/join", json={"link": link["token"], "passphrase": "open sesame"}).json()
        assert Seat(house.client, right["token"], gm.fight).get()["you"]["role"] == "watcher"
        for wrong in ("open barley", None, ""):
            assert house.client.post("/api/join", json={"link": link["token"], "passphrase": wrong}).status_code == 401
        locked = house.client.post("/api/join", json={"link": link["token"], "passphrase": "open sesame"})
        assert locked.status_code == 429 and int(locked.headers["retry-after"]) >= 1
        gm.refused(422, "POST", "links", {"role": "watcher", "passphrase": "abc"})


def test_a_link_asked_for_twice_with_one_key_is_made_once(house: House) -> None:
    gm = house.begin()
    body = {"role": "player", "fighter": "juno", "label": "Ann"}
    first = gm.do("links", body, key="k1")
    assert gm.do("links", body, key="k1") == first
    assert gm.do("links", body, key="k2")["id"] != first["id"] != gm.do("links", body)["id"]
    assert len(gm.get("links")["links"]) == 1 + 3, "the GM's own, and three of these"
    gm.refused(422, "POST", "links", {"role": "watcher"}, key="k1")


def test_an_open_link_lets_one_pick_what_persons_play(house: House) -> None:
    gm = house.begin()
    link = gm.do("links", {"role": "player", "label": "the crew"})

    def join(**more: Any) -> Any:
        return house.client.post("/api/join", json={"link": link["token"], **more})

    assert join(name="Ann").json()["fighters"] == []
    assert join(name="Ann", fighter="ganger").status_code == 403, "a foe that a policy plays"
    assert join(name="Ann", fighter="nobody").status_code == 422
    assert join(fighter="juno").json()["where"] == "name"
    ann = join(name="Ann", fighter="juno").json()
    assert ann["fighters"] == ["juno"] and join(name="Bob", fighter="juno").status_code == 403
    seat = Seat(house.client, ann["token"], gm.fight)
    assert seat.get()["state"]["fighters"][0]["yours"]
    gm.do("seats/juno", {"person": None}, method="PATCH")
    assert seat.get()["you"]["fighters"] == [], "the GM has freed the seat"
    assert join(name="Bob", fighter="juno").json()["fighters"] == ["juno"]
    assert seat.get()["you"]["fighters"] == []
    for body in ({"role": "player", "fighter": "nobody"}, {"role": "gm", "fighter": "juno"}, {"role": "owner"}):
        gm.refused(422, "POST", "links", body)


def test_a_cookie_serves_pages_of_this_server_alone(house: House) -> None:
    gm = junos_turn(house)
    opened = house.client.get(f"/join/{gm.token}", follow_redirects=False)
    cookie = opened.headers["set-cookie"]
    assert opened.status_code == 303 and opened.headers["location"] == f"/fights/{gm.fight}"
    assert "HttpOnly" in cookie and "samesite=lax" in cookie.lower() and "secure" not in cookie.lower()
    jar = {"Cookie": cookie.partition(";")[0], "If-Match": "*"}
    path = f"/api/fights/{gm.fight}"
    house.client.cookies.clear()
    assert house.client.get(path, headers=jar).json()["you"]["role"] == "gm"

    def press(**more: str) -> int:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return int(house.client.post(f"{path}/decisions", json={"do": "end"}, headers=jar | named).status_code)

    for strange in ({}, {"origin": "http://evil.test"}, {"origin": "null"}, {"origin": "http://table.test.evil.test"},
                    {"origin": "http://table.test", "sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"},
                    {"origin": "http://table.test:81"}, {"origin": "http://[bad"}):  # fmt: skip
        assert press(**strange) == 403, strange
    assert not gm.get()["state"]["over"]
    assert press(origin="http://table.test") == 200
    assert gm.get()["state"]["over"]
    joined = house.client.post(
        "/api/join", json={"link": gm.token, "cookie": True}, headers={"origin": "http://evil.test"}
    )
    assert joined.status_code == 403 and "set-cookie" not in joined.headers
    assert house.client.get(f"/join/{house.host.token}", follow_redirects=False).headers["location"] == "/"


def test_forwarded_headers_are_believed_when_told_and_only_then(tmp_path: Path) -> None:
    forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for place, (proxies, secure) in enumerate([((), False), (("testclient",), True), (("192.0.2.8",), False)]):
        (tmp_path / str(place)).mkdir()
        house = House(tmp_path / str(place), proxies=proxies)
        with house.client:
            gm = house.begin()
            opened = house.client.get(f"/join/{gm.token}", headers=forwarded, follow_redirects=False)
            assert ("secure" in opened.headers["set-cookie"].lower()) is secure


def test_the_key_is_made_once_and_kept_for_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "server.key"
    key = read_key(path)
    assert len(key) >= 32 and read_key(path) == key and path.stat().st_mode & 0o077 == 0
    assert [one.name for one in path.parent.iterdir()] == ["server.key"]
    path.write_text("short")
    with pytest.raises(BadInput, match="key"):
        read_key(path)
    with pytest.raises(BadInput):
        read_key(tmp_path)
