"""The table without scripts: composing, rolling, own dice, undo, the GM's word, stale pages, who sees what."""

from __future__ import annotations

import re

import pytest
from house import House, Seat

from browser import Browser
from fracas.table.review import added, expected, luck, strikes


def test_a_link_leads_to_the_table_with_everything_chosen(gms: Browser, gm: Seat) -> None:
    assert gms.at == f"/fights/{gm.fight}"
    fields = dict(gms.form("/do"))
    assert fields["do"] == "attack" and fields["weapon"] == "heavy pistol" and fields["target"] == "ganger"
    assert "to hit" in gms.html and "exact" in gms.html


def test_one_press_rolls_and_the_log_explains(gms: Browser, gm: Seat) -> None:
    html = gms.press("/do")
    assert re.search(r"Juno (hits|misses) Ganger", html)
    assert "cpred.check" in html
    entry = gm.get()["log"][-1]
    assert entry["do"] == "attack" and entry["with"] == {"weapon": "heavy pistol"}


def test_what_is_chosen_stays_and_its_odds_follow(gms: Browser, gm: Seat) -> None:
    plain = gms.json(f"/fights/{gm.fight}.json")["odds"]
    html = gms.open(f"/fights/{gm.fight}?do=attack&weapon=assault+rifle&modifier=3&target=ganger")
    fields = dict(gms.form("/do"))
    assert fields["weapon"] == "assault rifle" and fields["modifier"] == "3"
    twin = gms.json(f"/fights/{gm.fight}.json?do=attack&weapon=heavy+pistol&modifier=3&target=ganger")["odds"]
    assert twin["hit"] > plain["hit"] and "assault rifle" in html


def test_what_is_impossible_is_there_with_its_reason(gms: Browser, gm: Seat) -> None:
    composer = gms.json(f"/fights/{gm.fight}.json")["composer"]
    weapons = {one["value"]: one for one in composer["mains"][0]["options"]}
    assert "cpred" in weapons["sword"]["why"] and not weapons["heavy pistol"]["why"]
    assert weapons["sword"]["why"] in gms.html.replace("&#39;", "'")


def test_a_number_that_is_none_is_one_line_and_loses_nothing(gms: Browser, gm: Seat) -> None:
    html = gms.open(f"/fights/{gm.fight}?do=attack&modifier=many")
    assert "modifier: many - should be a whole number" in html
    assert len(gm.get()["log"]) == gm.get()["seq"]


def test_pressed_twice_it_counts_once_and_on_an_old_page_not_at_all(gms: Browser, gm: Seat) -> None:
    fields = gms.form("/do")
    gms.send(f"/fights/{gm.fight}/do", fields)
    once = gm.get()["seq"]
    gms.send(f"/fights/{gm.fight}/do", fields)
    assert gm.get()["seq"] == once
    other = [(name, value) for name, value in fields if name != "key"]
    assert "gone on" in gms.send(f"/fights/{gm.fight}/do", other, status=412)
    assert gm.get()["seq"] == once


def test_own_dice_are_asked_one_stage_at_a_time(gms: Browser, gm: Seat) -> None:
    gms.press("/do", **{"roll.dice": "own"})
    assert "Roll 1 die" in gms.html
    assert "left over" in gms.press("/answers", status=422, die="12")
    gms.open(f"/fights/{gm.fight}")
    gms.press("/answers", die="９")
    assert "Roll 3 dice" in gms.html
    gms.send(f"/fights/{gm.fight}/answers", [("seen", gm.get()["seq"]), ("die", "662")])
    assert "Roll 2 dice" in gms.html  # two sixes: a Critical Injury
    gms.press("/answers", die="3 4")
    entry = gm.get()["log"][-1]
    assert [roll["from"] for roll in entry["dice"]] == ["gm"] * 3
    assert "own dice" in gms.html


def test_undo_strikes_through_and_redo_brings_back(gms: Browser, gm: Seat) -> None:
    gms.press("/do")
    gms.press("/undo")
    assert "<s>" in gms.html and "undone by" in gms.html
    gms.press("/redo")
    assert "<s>" not in gms.html


def test_the_entry_tells_what_hangs_on_it_and_takes_the_gms_word(gms: Browser, gm: Seat) -> None:
    gms.press("/do", **{"roll.dice": "own"})
    for faces in ("9", "555"):
        gms.send(f"/fights/{gm.fight}/answers", [("seen", gm.get()["seq"]), ("die", faces)])
    seq = gm.get()["log"][-1]["seq"]
    gms.open(f"/fights/{gm.fight}/entries/{seq}")
    assert "Set the result" in gms.html and "Nothing hangs on it" in gms.html
    fields = dict(gms.form("/override"))
    assert fields["set.ganger.hp"] == fields["was.ganger.hp"]
    gms.press("/override", **{"set.ganger.hp": "7", "reason": "a lamp falls"})
    assert next(one for one in gm.get()["state"]["fighters"] if one["id"] == "ganger")["fields"]["hp"] == 7
    assert "GM&#39;s word" in gms.html
    gms.open(f"/fights/{gm.fight}/entries/{seq}")
    assert "later entr" in gms.html
    gms.press(f"/entries/{seq}/revise", **{"roll.1": "1 1 1"})
    assert gm.get()["log"][-1]["dice"][1]["faces"] == [1, 1, 1]


def test_a_copy_from_before_an_entry(gms: Browser, gm: Seat, house: House) -> None:
    gms.press("/do")
    seq = gm.get()["log"][-1]["seq"]
    gms.open(f"/fights/{gm.fight}/entries/{seq}")
    gms.press("/branch")
    assert gms.at.startswith("/fights/") and gm.fight not in gms.at
    assert len(house.host.get("/api/fights")["fights"]) == 2


def test_players_and_watchers_see_their_own_tables(house: House, gm: Seat) -> None:
    ann, watcher = house.seat(gm, "player", "juno", "Ann"), house.seat(gm, "watcher")
    hers, theirs = Browser(house, ann.token), Browser(house, watcher.token)
    hers.open(f"/fights/{gm.fight}")
    theirs.open(f"/fights/{gm.fight}")
    assert dict(hers.form("/do"))["do"] == "attack"
    assert "/do" not in theirs.html and "40/40" not in theirs.html and "40/40" not in hers.html
    hers.press("/do")
    seq = gm.get()["log"][-1]["seq"]
    hers.open(f"/fights/{gm.fight}/entries/{seq}")
    hers.press("/request-undo")
    boss = Browser(house, gm.token)
    boss.open(f"/fights/{gm.fight}")
    assert "Ann asks to undo" in boss.html
    boss.press("/undo", request=str(gm.get()["state"]["requests"][0]["seq"]))
    assert not gm.get()["state"]["requests"]
    for path in ("undo", "policy", "redo", "reveal", f"entries/{seq}/override"):
        hers.send(f"/fights/{gm.fight}/{path}", {"seen": gm.get()["seq"], "set.ganger.hp": "1"}, status=403)


def test_a_stranger_gets_a_page_that_helps(house: House, gm: Seat) -> None:
    stranger = Browser(house, "")
    assert "You need a link" in stranger.open(f"/fights/{gm.fight}", status=401)
    assert "one of" not in stranger.open("/nowhere", status=404)


def test_replay_steps_through_and_after_tells_how_it_went(gms: Browser, gm: Seat) -> None:
    while not gm.get()["state"]["over"]:
        gm.do("policy", {})
    gms.open(f"/fights/{gm.fight}/replay?at=3")
    assert 'href="/fights/' + gm.fight + '/replay?at=4"' in gms.html
    assert "Round 1" in gms.html and "The fight is over" not in gms.html
    data = gms.json(f"/fights/{gm.fight}/after.json")
    for _ in range(20):
        if not data["left"]:
            break
        data = gms.json(f"/fights/{gm.fight}/after.json")
    assert data["left"] == 0
    for row in data["fighters"]:
        assert 0 <= row["luck"] <= 1 and row["known"] == row["attacks"]
        assert row["suffered"] == sum(weapon["suffered"] for weapon in row["weapons"].values())
        assert row["expected_hits"] == pytest.approx(
            sum(one["chance"] for one in data["strikes"] if one["by"] == row["name"])
        )
    assert "Luck" in gms.open(f"/fights/{gm.fight}/after")


def test_what_was_expected_is_the_odds_of_the_moment(house: House, gm: Seat) -> None:
    """The odds in the review are those that the table gave before the roll."""
    before = gm.do("odds", {"do": "attack", "by": "juno", "target": "ganger", "with": {"weapon": "heavy pistol"}})
    gm.do("decisions", {"do": "attack", "by": "juno", "target": "ganger", "with": {"weapon": "heavy pistol"}})
    (strike,) = strikes(gm.fight, house.services.tables.log.events(gm.fight))
    found = expected(strike)
    assert found.exact and found.hit == pytest.approx(before["hit"]) and found.mean == pytest.approx(before["mean"])
    assert strike.rounds == 1 and strike.weapon == "heavy pistol"
    assert sum(found.chances.values()) == pytest.approx(1)
    two = added(found.chances, found.chances)
    assert sum(value * chance for value, chance in two.items()) == pytest.approx(2 * found.mean)
    assert luck(two, -1) == 0 and luck(two, 10_000) == pytest.approx(1)


def test_the_pages_own_fields_are_no_fields_of_a_decision() -> None:
    """What a form of the table says besides the decision has names that no game's decision has."""
    from fracas.rules import GAMES, load

    own = {"seen", "key", "do", "by", "target", "targets", "changed", "shown", "of", "die", "roll.dice", "roll.hidden"}
    for name in GAMES:
        for kind in load(name).decisions.values():
            assert not own & set(kind.details.fields or {}), (name, kind.name)


def test_a_refusal_tells_nobody_the_numbers_of_a_foe(house: House, gm: Seat) -> None:
    """That a foe cannot dodge is said to everybody; that its REF is 6 only to the GM."""
    ann = house.seat(gm, "player", "juno", "Ann")
    shot = {"do": "attack", "by": "juno", "target": "ganger", "with": {"weapon": "heavy pistol", "dodge": True}}
    hers, boss = Browser(house, ann.token), Browser(house, gm.token)
    path = f"/fights/{gm.fight}?do=attack&by=juno&target=ganger&weapon=heavy+pistol&dodge=1"
    assert "(now 6)" in boss.open(path) or "(now 6)" in gm.do("check", shot)["problem"]["detail"]
    told = [hers.open(path), ann.do("check", shot), ann.refused(422, "POST", "decisions", shot, seq="*")]
    assert all("now 6" not in str(one) for one in told)
    assert "[cpred.attack.dodge]" in told[1]["problem"]["detail"] and told[2]["message"]["params"] == {}
