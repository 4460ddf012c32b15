"""Cyberpunk RED and 2020 at the table: what the figures, tracks and the composer's own parts say, and to whom."""

from __future__ import annotations

from typing import Any

import pytest
from house import House, Seat

from browser import Browser
from fracas.core.errors import FracasError
from fracas.play.legal import Choice, candidates, legal, why_not
from fracas.rules.cpred.injuries import Injury
from fracas.table.position import Position
from fracas.table.roles import GM, WATCHER, Role, Viewer
from fracas.web.pages.composer import choice_from, composed
from fracas.web.pages.frame import Form
from fracas.web.pages.games.injuries import effects, told
from fracas.web.pages.reading import query_of
from fracas.web.pages.views import table_views
from fracas.web.people import Guest

ANN = Viewer(Role.PLAYER, "", frozenset({"juno"}))
PISTOL = {"name": "big iron", "class": "pistol", "damage": "3d6", "magazine": 8, "rof": 2}
RIFLE = {"name": "rattler", "class": "assault_rifle", "damage": "5d6", "magazine": 25, "loaded": 21}
RED: dict[str, Any] = {
    "ruleset": "cpred",
    "sides": ["crew", "gang"],
    "fighters": {
        "juno": {"side": "crew", "play": "person", "at": [0, 0], "body": 7, "ref": 8, "luck": 4, "max_hp": 45,
                 "skills": {"handgun": 6, "autofire": 3}, "injuries": ["lost_eye", "broken_jaw"], "cover": {"hp": 20},
                 "armour": [{"name": "vest", "sp": 11, "covers": ["body"]}, {"name": "coat", "sp": 7, "covers": ["body"]}],
                 "weapons": [PISTOL, RIFLE]},
        "ganger": {"side": "gang", "at": [8, 0], "ref": 6, "hp": 637, "max_hp": 737,
                   "armour": [{"name": "ganger's plate", "sp": 59, "covers": ["body"]}],
                   "weapons": [{**PISTOL, "name": "ganger's zapper"}]},
        "quick": {"side": "gang", "at": [30, 0], "ref": 9},
    },
}  # fmt: skip
GUN = {"name": "big iron", "skill": "handgun", "damage": "3d6", "range": 50, "magazine": 8}
SMG = {"name": "rattler", "skill": "submachinegun", "damage": "2d6", "range": 150, "magazine": 30, "rof": 30,
       "automatic": True, "ap": True}  # fmt: skip
OLD: dict[str, Any] = {
    "ruleset": "cp2020",
    "sides": ["crew", "gang"],
    "fighters": {
        "juno": {"side": "crew", "play": "person", "at": [0, 0], "body": 8, "ref": 9, "damage": 14, "luck": 4,
                 "lost": ["left_arm"], "cover": {"sp": 10, "covers": ["right_leg"]},
                 "armour": [{"name": "vest", "sp": 10, "covers": ["torso"]},
                            {"name": "plate", "sp": 14, "covers": ["torso"], "hard": True}],
                 "weapons": [GUN, SMG, {"name": "blade", "skill": "melee", "melee": True, "edged": True, "damage": "2d6"}]},
        "ganger": {"side": "gang", "at": [10, 0], "body": 7, "damage": 19, "stunned": True,
                   "armour": [{"name": "ganger's plate", "sp": 97, "covers": ["head"]}],
                   "weapons": [{**GUN, "name": "ganger's zapper"}]},
        "quick": {"side": "gang", "at": [20, 0]},
    },
}  # fmt: skip

FIT = {**OLD, "fighters": {id: {**form, "body": 20} for id, form in OLD["fighters"].items()}}
"""The same with saves that nobody fails."""


def table(house: House, encounter: dict[str, Any], *before: dict[str, Any]) -> Seat:
    """A fight that has not begun, after some decisions; nobody is asked whether it dodges."""
    gm = house.new({"encounter": encounter, "settings": {"reactions": False}})
    for one in before:
        gm.do("decisions", one)
        while (waiting := gm.get()["state"]["waiting"]) is not None:
            gm.do("answers", {"answers": ["app" if "sides" in waiting else waiting["choices"][0]]})
    return gm


def junos(house: House, encounter: dict[str, Any], *before: dict[str, Any]) -> Seat:
    """The same, begun, with Juno's turn now."""
    gm = table(house, encounter, *before, {"do": "begin"})
    for _ in range(4):
        turn = gm.get()["state"]["turn"]
        if turn == "juno":
            return gm
        gm.do("decisions", {"do": "done", "by": turn})
    raise AssertionError(turn)


def position_of(house: House, gm: Seat) -> Position:
    found: Position = house.services.tables.position(gm.fight)
    return found


def view(house: House, gm: Seat, viewer: Viewer = GM, query: str = "") -> dict[str, Any]:
    """What the page of this viewer has of the game's own, with the composer of a query."""
    from urllib.parse import parse_qsl

    position = position_of(house, gm)
    seen = house.services.tables.look(gm.fight, viewer)
    composer = composed(position, viewer, Form(parse_qsl(query)), "en")
    own: dict[str, Any] = table_views(seen, position, Guest(viewer, None, ()), "en", composer)["own"]
    return {**own, "fields": composer}


# ------------------------------------------------------------------------------------------------------ Cyberpunk RED


def test_red_shows_armour_as_worn_and_as_bought(house: House) -> None:
    gm = table(house, RED, {"do": "repair", "target": "juno"})
    gm.do("override", {"of": gm.get()["seq"], "set": {"juno.cover.hp": 0}, "reason": "gone"})
    gm.do("decisions", {"do": "hit", "target": "juno", "with": {"damage": 34, "injury": False}})
    card = view(house, gm)["fighters"]["juno"]
    head, body = card["places"]
    assert (head["sp"], head["bought"], head["layers"]) == (0, 0, [])
    assert (body["sp"], body["bought"]) == (10, 11)
    assert [(one["name"], one["sp"], one["bought"]) for one in body["layers"]] == [("vest", 10, 11), ("coat", 6, 7)]
    # 34 - 11 = 23 of 45 HP: 22 left, below 23
    assert card["hp"] == {
        "left": 22, "most": 45, "share": 488, "serious": 23, "mark": 511, "wound": "serious", "label": "Seriously Wounded"
    }  # fmt: skip
    assert card["penalty"] == -2 and card["cover"] == 0


def test_red_shows_injuries_with_what_they_do_and_the_death_save(house: House) -> None:
    card = view(house, table(house, RED))["fighters"]["juno"]
    eye, jaw = sorted(card["injuries"], key=lambda one: one["word"] != "lost_eye")
    assert eye == {
        "word": "lost_eye",
        "label": "lost eye",
        "effects": ["−4 on ranged attacks", "death saves +1"],
        "starred": True,
    }
    assert jaw["effects"] == ["no numbers: the GM says what it hinders"] and not jaw["starred"]
    assert card["death"] == {"penalty": 1, "body": 7, "faces": [1, 2, 3, 4, 5], "owed": False}
    assert card["cover"] == 20 and card["luck"] == 4
    assert [(one["name"], one["loaded"], one["magazine"]) for one in card["weapons"]] == [
        ("big iron", 8, 8),
        ("rattler", 21, 25),
    ]


@pytest.mark.parametrize(
    ("injury", "found"),
    [
        (Injury.LOST_ARM, (("drops", 0), ("death", 1))),
        (Injury.COLLAPSED_LUNG, (("move", -2), ("death", 1))),
        (Injury.BROKEN_ARM, (("drops", 0),)),
        (Injury.FOREIGN_OBJECT, (("moving", 5),)),
        (Injury.BROKEN_LEG, (("move", -4),)),
        (Injury.TORN_MUSCLE, (("melee", -2),)),
        (Injury.CRUSHED_FINGERS, (("hand", -4),)),
        (Injury.LOST_LEG, (("move", -6), ("no_dodge", 0), ("death", 1))),
        (Injury.DAMAGED_EYE, (("ranged", -2),)),
        (Injury.CONCUSSION, (("actions", -2),)),
        (Injury.CRACKED_SKULL, (("head", 3), ("death", 1))),
        (Injury.DAMAGED_EAR, (("dizzy", 0),)),
        (Injury.WHIPLASH, (("death", 1),)),
    ],
)
def test_what_an_injury_does_is_what_the_rules_make_of_it(injury: Injury, found: Any) -> None:
    assert effects(injury) == found
    assert all(told(injury, lambda text: text))


def test_reds_dv_row_marks_the_cell_of_weapon_and_distance(house: House) -> None:
    gm = junos(house, RED)
    (row,) = view(house, gm, query="do=attack&weapon=big+iron&target=ganger")["composer"]["rows"]
    assert [(one["from"], one["to"], one["dv"]) for one in row["cells"] if one["active"]] == [(7, 12, 15)]
    assert [one["dv"] for one in row["cells"]] == [13, 15, 20, 25, 30, 30, None, None]
    extra = view(house, gm, query="do=attack&weapon=rattler&mode=auto&target=quick")["composer"]
    plain, auto = extra["rows"]
    assert not any(one["active"] for one in plain["cells"]) and auto["on"]
    assert [(one["from"], one["dv"]) for one in auto["cells"] if one["active"]] == [(26, 20)]
    assert extra["hints"][0]["text"] == "10 rounds; 2d6 × how far the roll is over the DV, at most × 4."
    made = [one["text"] for one in extra["made"]]
    assert made[:2] == ["REF 8", "Autofire 3"] and "juno's injury (lost eye): −4." in made
    given = view(house, gm, query="do=attack&weapon=big+iron&target=ganger&distance=60")["composer"]["rows"][0]
    assert [one["dv"] for one in given["cells"] if one["active"]] == [30]


def test_red_says_why_there_is_no_autofire_and_no_dodge(house: House) -> None:
    gm = junos(house, RED)
    found = view(house, gm, query="do=attack&weapon=big+iron&target=ganger")
    mode = next(one for one in found["fields"]["mains"] if one["name"] == "mode")
    assert "only SMGs and assault rifles" in next(one["why"] for one in mode["options"] if one["value"] == "auto")
    assert "REF 8 (now 6)" in found["composer"]["dodge"]["why"]
    quick = view(house, gm, query="do=attack&weapon=big+iron&target=quick&dodge=1")["composer"]
    assert quick["dodge"]["why"] == "" and quick["dodge"]["value"] and quick["rows"][0]["dodged"]
    assert view(house, gm, ANN, "do=attack&weapon=big+iron&target=quick")["composer"]["dodge"] is None


def test_luck_is_chosen_before_the_roll_up_to_what_is_left(house: House) -> None:
    gm = junos(house, RED)
    luck = view(house, gm, query="do=attack&weapon=big+iron&luck=3")["composer"]["luck"]
    assert [one["value"] for one in luck["options"]] == [0, 1, 2, 3, 4] and luck["value"] == 3
    boss = Browser(house, gm.token)
    boss.open(f"/fights/{gm.fight}?do=attack&weapon=big+iron&target=ganger&luck=3")
    assert ("luck", "3") in boss.form("/do")
    boss.press("/do")
    assert gm.get()["log"][-1]["with"]["luck"] == 3
    assert view(house, gm)["fighters"]["juno"]["luck"] == 1


def test_cover_in_front_of_the_target_is_told(house: House) -> None:
    gm = table(house, RED, {"do": "begin"})
    while (turn := gm.get()["state"]["turn"]) != "ganger":
        gm.do("decisions", {"do": "done", "by": turn})
    found = view(house, gm, query="do=attack&target=juno")["composer"]
    assert found["cover"] == [{"name": "juno", "hp": 20}]


# ----------------------------------------------------------------------------------------------------- Cyberpunk 2020


def test_2020_shows_six_places_with_layers_cover_and_lost_limbs(house: House) -> None:
    gm = table(house, OLD, {"do": "hit", "target": "juno", "with": {"damage": 20, "aimed": "torso"}})
    places = {one["place"]: one for one in view(house, gm)["fighters"]["juno"]["places"]}
    assert list(places) == ["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]
    # 10 and 14 count as 19 together; 20 get past and wear both layers: 9 and 13, again 5 more than the larger
    assert places["torso"]["sp"] == 18 and places["torso"]["hard"] and places["torso"]["worn"]
    assert [(one["name"], one["sp"], one["bought"], one["hard"]) for one in places["torso"]["layers"]] == [
        ("vest", 9, 10, False),
        ("plate", 13, 14, True),
    ]
    assert places["left_arm"]["lost"] and not places["right_arm"]["lost"]
    assert places["right_leg"]["covered"] and not places["left_leg"]["covered"] and places["right_leg"]["sp"] == 0


def test_2020_shows_the_track_and_what_is_owed(house: House) -> None:
    fighters = view(house, table(house, OLD))["fighters"]
    track = fighters["juno"]["track"]
    assert [one["label"] for one in track["levels"]][:5] == ["light", "serious", "critical", "mortal 0", "mortal 1"]
    assert [one["boxes"] for one in track["levels"]] == [4] * 10 and track["boxes"] == 40
    assert [one["filled"] for one in track["levels"]] == [4, 4, 4, 2, 0, 0, 0, 0, 0, 0]
    assert [one["level"] for one in track["levels"] if one["here"]] == [4] and track["word"] == "mortal 0"
    assert [(one["kind"], one["number"], one["text"]) for one in fighters["juno"]["owed"]] == [
        ("death", 8, "d10 at most 8")
    ]
    assert fighters["juno"]["stun"] == 8 - 3
    # 19 points: mortal 1; BODY 7: death save at most 6, coming round at most 3
    assert [(one["kind"], one["number"]) for one in fighters["ganger"]["owed"]] == [("death", 6), ("recover", 3)]
    assert fighters["quick"]["owed"] == []


def test_2020s_house_rules_change_the_track_and_the_saves(house: House) -> None:
    gm = table(house, {**OLD, "house": {"mortal_max": 8, "death_save": "below"}})
    juno = view(house, gm)["fighters"]["juno"]
    assert juno["track"]["boxes"] == 48 and len(juno["track"]["levels"]) == 12
    assert juno["owed"][0]["text"] == "d10 below 8"


def test_2020s_composer_has_bands_aim_actions_and_rounds_per_target(house: House) -> None:
    gm = junos(house, FIT)
    extra = view(house, gm, query="do=attack&weapon=big+iron&target=ganger")["composer"]
    assert [(one["from"], one["to"], one["dv"], one["active"]) for one in extra["bands"]] == [
        (0, 1, 10, False),
        (2, 12, 15, True),
        (13, 25, 20, False),
        (26, 50, 25, False),
        (51, 100, 30, False),
    ]
    assert [(one["label"], one["points"]) for one in extra["actions"]["options"]] == [
        ("1", 0), ("2", -3), ("3", -6), ("4", -9)
    ]  # fmt: skip
    assert [(one["value"], one["points"]) for one in extra["aim"]["options"]] == [
        ("aim_1", 1),
        ("aim_2", 2),
        ("aim_3", 3),
    ]
    assert "aim_1" not in [one["value"] for one in extra["modifiers"]["options"]] and extra["reminders"] == []
    wide = "do=attack&weapon=rattler&mode=auto&targets=ganger&targets=quick&modifiers=aim_2&actions=2"
    found = view(house, gm, query=wide)
    assert found["composer"]["split"] == {"rounds": 30, "targets": 2, "each": 15}
    assert [one["text"] for one in found["composer"]["reminders"]] == ["Armour-piercing"]
    made = [one["text"] for one in found["composer"]["made"]]
    assert "Aimed for two turns: +2." in made and "Actions of juno in this turn: 2; −3 on every roll." in made
    assert sorted(found["fields"]["choice"]["targets"]) == ["ganger", "quick"] and found["fields"]["several"]


def test_2020_offers_modes_that_fit_the_weapon(house: House) -> None:
    gm = junos(house, FIT)
    modes = next(
        one for one in view(house, gm, query="do=attack&weapon=big+iron")["fields"]["mains"] if one["name"] == "mode"
    )
    options = {one["value"]: one for one in modes["options"]}
    assert options[""]["label"] == "single shot" and "single" not in options and "melee" not in options
    assert options["burst"]["why"] == options["auto"]["why"] == "This weapon is not automatic."
    both = view(house, gm, query="do=attack&weapon=rattler&mode=auto&targets=ganger&targets=quick")["fields"]
    burst = next(
        option
        for one in both["mains"]
        if one["name"] == "mode"
        for option in one["options"]
        if option["value"] == "burst"
    )
    assert burst["why"] == ""
    one = view(house, gm, query="do=attack&weapon=rattler&mode=burst&targets=ganger&targets=quick")["fields"]
    assert one["choice"]["target"] in ("ganger", "quick") and not one["refusal"] and not one["several"]


def test_full_auto_at_two_is_fired_from_the_page(house: House) -> None:
    gm = junos(house, FIT)
    boss = Browser(house, gm.token)
    boss.open(f"/fights/{gm.fight}?do=attack&weapon=rattler&mode=auto&targets=ganger&targets=quick&modifiers=aim_1")
    assert "15 at each" in boss.html
    boss.press("/do")
    entry = gm.get()["log"][-1]
    assert sorted(entry["targets"]) == ["ganger", "quick"] and entry["with"]["modifiers"] == ["aim_1"]
    assert view(house, gm)["fighters"]["juno"]["weapons"][1]["loaded"] == 0


# ------------------------------------------------------------------------------------------------------- who sees what


@pytest.mark.parametrize(
    ("encounter", "marks"),
    [(RED, ["637", "737", "59", "zapper", "plate"]), (OLD, ["97", "zapper", "ganger&#39;s plate", "19 of 40"])],
)
def test_what_is_hidden_of_a_foe_is_on_no_page_but_the_gms(house: House, encounter: Any, marks: list[str]) -> None:
    import re

    def there(html: str, mark: str) -> bool:
        plain = re.sub(r'name="key" value="[^"]*"|\?v=\w+', "", html)
        return bool(re.search(rf"(?<![\w.-]){re.escape(mark)}(?![\w.-])", plain))

    gm = junos(house, encounter)
    ann, watcher = house.seat(gm, "player", "juno", "Ann"), house.seat(gm, "watcher")
    where = f"/fights/{gm.fight}"
    queries = ["", "?do=attack&weapon=big+iron&target=ganger", "?do=attack&weapon=rattler&mode=auto", "?do=suppress"]
    boss, hers, theirs = Browser(house, gm.token), Browser(house, ann.token), Browser(house, watcher.token)
    html = boss.open(where)
    assert all(there(html, mark) for mark in marks), [mark for mark in marks if not there(html, mark)]
    assert 'role="img"' in html
    for query in queries:
        assert not [mark for mark in marks if there(hers.open(where + query), mark)]
        assert not [mark for mark in marks if there(hers.open(f"{where}.json{query}"), mark)]
    assert "big iron" in hers.open(where)
    html = theirs.open(where)
    assert not [mark for mark in (*marks, "vest", "rattler") if there(html, mark)]
    assert not view(house, gm, WATCHER)["fighters"]["juno"]["known"]


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
@pytest.mark.parametrize("encounter", [RED, OLD])
def test_the_pages_are_there_in_each_language(house: House, encounter: Any, lang: str) -> None:
    gm = junos(house, encounter)
    boss = Browser(house, gm.token, lang)
    assert 'class="' + encounter["ruleset"] in boss.open(f"/fights/{gm.fight}")
    assert 'class="' + encounter["ruleset"] in boss.open(f"/fights/{gm.fight}/replay?at=3")


# ---------------------------------------------------------------------------------------------- all that can be decided

CLOSE: dict[str, dict[str, Any]] = {
    "cpred": {
        "ruleset": "cpred",
        "sides": ["crew", "gang"],
        "fighters": {
            "juno": {"side": "crew", "play": "person", "at": [0, 0], "ref": 9, "dex": 30, "luck": 9, "lying": True,
                     "weapons": [{"name": "pump", "class": "shotgun", "damage": "5d6", "magazine": 4, "loaded": 2}, RIFLE,
                                 {"name": "bang", "class": "thrown", "damage": "6d6", "blast": True},
                                 {"name": "blade", "melee": True, "skill": "melee_weapon", "damage": "1d6"}]},
            "pal": {"side": "crew", "at": [1, 0], "hp": 3},
            "ganger": {"side": "gang", "at": [0, 1], "hp": 20},
            "far": {"side": "gang", "at": [300, 0]},
        },
    },
    "cp2020": {
        "ruleset": "cp2020",
        "sides": ["crew", "gang"],
        "fighters": {
            "juno": {"side": "crew", "play": "person", "at": [0, 0], "ref": 30, "luck": 9, "lying": True,
                     "weapons": [{**GUN, "loaded": 3}, SMG, {"name": "blade", "skill": "melee", "melee": True, "damage": "2d6"},
                                 {"name": "bang", "skill": "athletics", "damage": "7d6", "radius": 5}]},
            "pal": {"side": "crew", "at": [1, 0], "damage": 14},
            "ganger": {"side": "gang", "at": [0, 1], "damage": 13, "body": 20},
            "far": {"side": "gang", "at": [90, 0], "surprised": True},
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("game", ["cpred", "cp2020"])
def test_the_number_of_first_aid_tells_nobody_how_badly_a_foe_is_hurt(house: House, game: str) -> None:
    gm = junos(house, CLOSE[game])
    assert view(house, gm, ANN, "do=stabilise&target=pal")["composer"]["made"]
    foe = view(house, gm, ANN, "do=stabilise&target=ganger")
    assert foe["fields"]["choice"]["target"] == "ganger" and foe["composer"]["made"] == []
    assert view(house, gm, query="do=stabilise&target=ganger")["composer"]["made"]


@pytest.mark.parametrize("game", ["cpred", "cp2020"])
def test_every_decision_goes_through_the_composers_form(house: House, game: str) -> None:
    """What the game thinks of is what its address means; and what may be done is what the page's own form would send."""
    gm = junos(house, CLOSE[game])
    boss = Browser(house, gm.token)
    acts = {"attack", "suppress", "grenade", "reload", "stand_up", "grab", "stabilise", "done"}
    found: set[str] = set()
    for step in range(2):
        position, before = position_of(house, gm), set(found)
        for choice in candidates(position.session):
            found.add(choice.do)
            assert same(position, choice_from(position, GM, Form(query_of(choice)), "en"), choice)
        for choice in legal(position.session):
            if choice.do in before:
                continue
            boss.open(f"/fights/{gm.fight}?" + "&".join(f"{name}={value}" for name, value in query_of(choice)))
            assert same(position, choice_from(position, GM, Form(boss.form("/do")), "en"), choice), choice
            assert 'class="bad refusal"' not in boss.html, choice
        if step == 0:  # somebody held: hold, choke, throw
            gm.do("decisions", {"do": "grab", "by": "juno", "target": "ganger", "with": {"luck": 9}})
            for _ in position.ids:
                gm.do("decisions", {"do": "done", "by": gm.get()["state"]["turn"]})
                while gm.get()["state"]["waiting"] is not None:
                    gm.do("answers", {"answers": ["app"]})
            assert gm.get()["state"]["turn"] == "juno"
    assert found >= acts | {"choke", "throw"}


def same(position: Position, made: Choice, wanted: Choice) -> bool:
    """Do two choices mean the same decision (or can both not be meant)?"""

    def built(choice: Choice) -> Any:
        try:
            return choice.build(position.game, position.fighters)
        except FracasError as error:
            return str(error)

    allowed = why_not(position.session, made) is None, why_not(position.session, wanted) is None
    return bool(built(made) == built(wanted)) and allowed[0] == allowed[1]
