"""Settings: one's own, in a cookie; those of a table, for its GM; help that follows both."""

from __future__ import annotations

import re

import pytest
from house import House, Seat

from browser import Browser
from fracas.rules import GAMES, load
from fracas.web.pages.frame import Prefs
from fracas.web.pages.keys import KEYS

PAGE = "/settings"


# ------------------------------------------------------------------------------------------------------------ one's own


def test_what_somebody_prefers_is_kept_and_used(house: House) -> None:
    me = Browser(house, "")
    me.open("/settings")
    html = me.press("/settings", lang="fr", theme="dark", dice="own", **{"key.attack": "x"})
    assert '<html lang="fr" data-theme="dark"' in html and 'data-keys="yes" data-binds="attack:x"' in html
    assert Prefs.read(me.cookies["fracas_prefs"]) == Prefs("fr", "dark", True, True, "attack:x", True, "own")
    form = [(name, value) for name, value in me.form("/settings") if name not in ("keys", "motion", "vibrate")]
    html = me.send("/settings", form)
    assert 'data-keys="no"' in html and 'data-motion="no"' in html
    assert Prefs.read(me.cookies["fracas_prefs"]) == Prefs("fr", "dark", False, False, "attack:x", False, "own")
    assert 'data-binds=""' in me.press("/settings", reset="1")


def test_the_theme_in_the_header_keeps_all_else_and_leads_back_here_alone(house: House) -> None:
    me = Browser(house, "", "fr")
    me.open("/settings")
    me.press("/settings", dice="own")
    me.press("/settings/theme", theme="contrast", back="/help")
    assert me.at == "/help" and 'data-theme="contrast"' in me.html
    assert Prefs.read(me.cookies["fracas_prefs"]).dice == "own"
    for elsewhere in ("//evil.test", "/\\evil.test", "http://evil.test"):
        me.open("/help")
        me.press("/settings/theme", theme="dark", back=elsewhere)
        assert me.at == "/"


@pytest.mark.parametrize("key", ["r", ",", ":", "ab", "4"])
def test_a_key_that_cannot_be_is_refused_and_nothing_typed_is_lost(house: House, key: str) -> None:
    me = Browser(house, "")
    me.open("/settings")
    html = me.press("/settings", 422, theme="contrast", **{"key.attack": key})
    assert f'name="key.attack" value="{key}"' in html and '<option value="contrast" selected>' in html
    assert 'role="alert"' in html and "fracas_prefs" not in me.cookies
    assert me.press("/settings", 422, theme="pink")


def test_the_hosts_page_has_all_fights_and_nobody_elses_has(house: House, gm: Seat) -> None:
    html = Browser(house, house.host.token).open("/settings")
    assert f"/fights/{gm.fight}/share" in html and "All fights of this server" in html
    for token in (gm.token, ""):
        me = Browser(house, token)
        assert gm.fight not in me.open("/settings") and me.json("/settings.json")["fights"] == []


def test_help_has_the_keys_as_they_are_bound_and_the_words_of_all_games(house: House) -> None:
    me = Browser(house, "", "fr")
    me.open("/settings")
    me.press("/settings", **{"key.roll": "z"})
    data = me.json("/help.json")
    assert {one["key"] for one in data["keys"]} == {*KEYS.values(), "z"} - {"r"}
    assert [one["title"] for one in data["games"]] == [load(name).title for name in GAMES]
    html = me.open("/help")
    assert "<kbd>z</kbd>" in html and "sauvegarde contre la mort" in html.lower()


# -------------------------------------------------------------------------------------------------------------- a table


def test_the_gm_settles_what_others_see(house: House, gms: Browser, gm: Seat) -> None:
    watcher = house.seat(gm, "watcher")
    assert "word" in watcher.get()["state"]["fighters"][1]["health"]
    gms.press("/settings", foes="nothing", party="numbers", foes_rolls="hidden", reactions="1")
    assert gms.at == f"/fights/{gm.fight}/settings#sees"
    now = {"foes": "nothing", "party": "numbers", "foes_rolls": "hidden", "reactions": True}
    assert gm.get()["state"]["settings"] == now
    juno, ganger = (one["health"] for one in watcher.get()["state"]["fighters"])
    assert ganger == {} and juno["left"] == juno["most"]
    gms.press("/settings", 422, foes="everything")
    assert gm.get()["state"]["settings"] == now


def test_an_old_page_changes_nothing(gms: Browser, gm: Seat) -> None:
    old = dict(gms.form("/settings"))
    gm.do("decisions", {"do": "done", "by": "juno"})
    assert gms.send(f"/fights/{gm.fight}/settings", {**old, "foes": "numbers"}, 412)
    assert gm.get()["state"]["settings"]["foes"] == "words"


def test_who_plays_whom_by_which_name_with_whose_dice(gms: Browser, gm: Seat) -> None:
    changed = {"play.ganger": "person", "person.ganger": "Bob", "dice.ganger": "own", "dice.gm": "own"}
    gms.press("/settings/seats", **changed)
    ganger = gm.get()["state"]["fighters"][1]
    assert (ganger["play"], ganger["seat"], ganger["dice"]) == ("person", "Bob", "own")
    before = gm.get()["seq"]
    assert gms.json(f"/fights/{gm.fight}/settings.json")["gm_dice"] == "own"
    gms.open(f"/fights/{gm.fight}/settings")
    gms.press("/settings/seats")
    assert gm.get()["seq"] == before, "nothing was changed: no entry"
    gms.press("/settings/seats", **{"person.ganger": ""})
    assert gm.get()["state"]["fighters"][1]["seat"] is None
    gms.press("/settings/seats", 422, **{"play.ganger": "genius"})
    gms.open(f"/fights/{gm.fight}/settings")
    gms.press("/settings/seats", **{"dice.juno": "own"})
    html = gms.open(f"/fights/{gm.fight}")
    assert re.search(r'id="dice-own" value="own" checked', html), "the GM's composer follows whose turn it is"


def test_values_are_set_by_the_gms_word_and_only_those_that_changed(gms: Browser, gm: Seat) -> None:
    gms.open(f"/fights/{gm.fight}/settings?fighter=ganger")
    before = gm.get()["seq"]
    gms.press("/settings/values", **{"set.hp": "7", "set.at": "[3, 4]"})
    now = gm.get()
    fields = now["state"]["fighters"][1]["fields"]
    assert (fields["hp"], fields["at"]) == (7, [3, 4]) and now["seq"] == before + 2
    gms.open(f"/fights/{gm.fight}/settings?fighter=ganger")
    for wrong in ({"set.hp": "many"}, {"set.nothing": "1"}, {"set.hp": "9", "set.at": "far away"}):
        gms.open(f"/fights/{gm.fight}/settings?fighter=ganger")
        gms.press("/settings/values", status=422, **wrong)
    assert gm.get()["seq"] == before + 2


def test_the_counters_of_the_whole_fight_are_set_there_too(house: House) -> None:
    gm = house.begin("wng_duel")
    gm.do("decisions", {"do": "begin"})
    page = Browser(house, gm.token)
    form = page.json(f"/fights/{gm.fight}/settings.json")
    assert [one["name"] for one in form["whole"]] == ["glory", "ruin", "vision"]
    page.send(
        f"/fights/{gm.fight}/settings/values", {"seen": form["seq"], "by": "fight", "set.ruin": "3", "was.ruin": "0"}
    )
    assert gm.get()["state"]["fields"]["ruin"] == 3


def test_leaving_coming_back_joining_swapping_ending(gms: Browser, gm: Seat) -> None:
    def press(**fields: str) -> dict[str, object]:
        form = gms.json(f"/fights/{gm.fight}/settings.json")
        gms.send(f"/fights/{gm.fight}/settings/table", {"seen": form["seq"], **fields})
        return dict(gm.get()["state"])

    def here(state: dict[str, object], place: int) -> object:
        return state["fighters"][place]["fields"].get("here", True)  # type: ignore[index]

    assert not here(press(do="leave", by="ganger"), 1)
    assert here(press(do="join", by="ganger"), 1)
    both = [one["fields"]["initiative"] for one in gm.get()["state"]["fighters"]]
    swapped = press(do="swap", by="juno", target="ganger")
    assert [one["fields"]["initiative"] for one in swapped["fighters"]] == both[::-1]  # type: ignore[attr-defined]
    fields = {"do": "newcomer", "sample": "ganger", "side": "1", "x": "5", "y": "6", "initiative": "3"}
    new = press(**fields)["fighters"][-1]  # type: ignore[index]
    assert new["id"] == "ganger_2" and new["fields"]["at"] == [5, 6] and new["side"] == 1
    gms.send(f"/fights/{gm.fight}/settings/table", {"do": "newcomer", "sample": "dragon"}, 422)
    gms.send(f"/fights/{gm.fight}/settings/table", {"do": "attack"}, 422)
    assert press(do="end")["over"]


def test_what_cannot_be_is_there_with_its_reason(gms: Browser, gm: Seat) -> None:
    assert "its turn must end first" in gms.html
    assert re.search(r'name="do" value="leave" disabled', gms.html)


def test_the_settings_of_a_table_are_its_gms_alone(house: House, gm: Seat) -> None:
    for role, fighter in (("player", "juno"), ("watcher", None)):
        guest = Browser(house, house.seat(gm, role, fighter, "Ann" if fighter else "").token)
        guest.open(f"/fights/{gm.fight}/settings", 403)
        for part, fields in (("", {"foes": "numbers"}), ("/seats", {"play.ganger": "person"}),
                             ("/values", {"by": "ganger", "set.hp": "1"}), ("/table", {"do": "end"}), ("/dice", {})):  # fmt: skip
            guest.send(f"/fights/{gm.fight}/settings{part}", fields, 403)
    state = gm.get()["state"]
    assert not state["over"] and state["settings"]["foes"] == "words"


@pytest.mark.parametrize("game, lang", list(zip(GAMES, ("fr", "zh", "fr", "zh"), strict=True)))
def test_every_games_table_can_be_settled_in_every_language(house: House, game: str, lang: str) -> None:
    seat = house.begin(f"{game}_duel")
    page = Browser(house, seat.token, lang)
    html = page.open(f"/fights/{seat.fight}/settings")
    for name in load(game).setters:
        assert f'name="set.{name}"' in html
    assert page.open("/help") and page.open("/settings")
