"""What COPS and Wrath & Glory add to the table: worked states, who sees what, and every decision through the composer."""

from __future__ import annotations

from typing import Any

import pytest
from house import House, Seat

from browser import Browser
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.play.legal import Choice, candidates, legal
from fracas.table.beginning import NewFight
from fracas.table.roles import GM, Role, Viewer
from fracas.web.pages.composer import choice_from, composed
from fracas.web.pages.frame import Form
from fracas.web.pages.games.wrath import boxed, line_of
from fracas.web.pages.reading import query_of
from fracas.web.telling import explainer_of

OTHERS = [name for name in ENCOUNTERS if name.startswith(("cops", "wng"))]


def at(house: House, gm: Seat, lang: str = "en") -> Browser:
    """The GM's browser at the table."""
    browser = Browser(house, gm.token, lang)
    browser.open(f"/fights/{gm.fight}")
    return browser


def data(browser: Browser, gm: Seat, query: str = "") -> Any:
    """The table's data as this browser's owner gets it."""
    html = browser.html
    found = browser.json(f"/fights/{gm.fight}.json{query}")
    browser.html = html  # the page that was open stays open
    return found


def put(gm: Seat, by: str | None, field: str, value: Any) -> None:
    """The GM sets a value."""
    gm.do("decisions", {"do": "set", **({"by": by} if by else {}), "with": {"field": field, "value": value}})


@pytest.fixture
def cops(house: House) -> Seat:
    return house.begin("cops_duel")


@pytest.fixture
def duel(house: House) -> Seat:
    """The duel of Wrath & Glory, begun; nobody has been picked."""
    gm = house.begin("wng_duel")
    gm.do("decisions", {"do": "begin"})
    return gm


# ----------------------------------------------------------------------------------------------------------------- COPS


def test_stance_and_pace_are_chosen_at_once_and_in_secret(house: House, cops: Seat) -> None:
    ann, watcher = house.seat(cops, "player", "officer", "Ann"), house.seat(cops, "watcher")
    boss, hers, theirs = at(house, cops), Browser(house, ann.token), Browser(house, watcher.token)
    page = f"/fights/{cops.fight}/do"
    boss.send(page, {"do": "stance", "by": "gunman", "stance": "ultra_violent", "pace": "rash"})
    seen = data(hers, cops)
    assert [one["id"] for one in seen["view"]["own"]["choosing"]["forms"]] == ["officer"]
    assert {one["name"]: one["sealed"] for one in seen["view"]["own"]["choosing"]["who"]} == {
        "Ruiz": False,
        "Gunman": True,
    }
    assert "choice" not in str(seen["state"]["sealed"])
    columns = {phase["number"]: [one["id"] for one in phase["who"]] for phase in seen["view"]["own"]["phases"]}
    assert columns == {2: [], 1: [], 0: ["officer", "gunman"], -1: [], -2: []}
    assert "Gunman has chosen" in hers.open(f"/fights/{cops.fight}")
    html = theirs.open(f"/fights/{cops.fight}")
    assert "Gunman has chosen" in html and "ultra" not in html and "rash" not in html
    hers.send(page, {"do": "stance", "by": "officer", "stance": "careful", "pace": "wary"})
    own = data(hers, cops)["view"]["own"]
    assert own["choosing"]["forms"][0]["said"] == {"stance": "careful", "pace": "wary"}
    assert [one["id"] for one in own["phases"][-1]["who"]] == ["officer"]  # her own, as far as she knows
    assert [one["id"] for one in data(boss, cops)["view"]["own"]["phases"][0]["who"]] == ["gunman"]
    assert "wary" not in theirs.open(f"/fights/{cops.fight}")
    hers.send(f"/fights/{cops.fight}/reveal", {}, status=403)
    assert "2/2" in boss.open(f"/fights/{cops.fight}")
    boss.press("/reveal")
    found = {
        phase["number"]: [one["id"] for one in phase["who"]] for phase in data(theirs, cops)["view"]["own"]["phases"]
    }
    assert found[2] == ["gunman"] and found[-2] == ["officer"]


def test_a_player_cannot_choose_for_others_nor_late(house: House, cops: Seat) -> None:
    ann = Browser(house, house.seat(cops, "player", "officer", "Ann").token)
    page = f"/fights/{cops.fight}/do"
    ann.send(page, {"do": "stance", "by": "gunman", "stance": "careful", "pace": "wary"}, status=403)
    cops.do("decisions", {"do": "begin"})
    cops.do("decisions", {"do": "attack", "by": "officer", "target": "gunman", "with": {"weapon": "club"}})
    assert data(ann, cops)["view"]["own"]["choosing"] is None
    late = ann.send(page, {"do": "stance", "by": "officer", "stance": "careful", "pace": "wary"}, status=422)
    assert "under way" in late


def test_what_is_picked_and_not_sent_stays_on_a_refresh(house: House, cops: Seat) -> None:
    boss = at(house, cops)
    html = boss.open(f"/fights/{cops.fight}?gunman.stance=careful&gunman.pace=rash")
    assert 'id="stance-gunman-careful" value="careful" checked' in html
    assert 'id="pace-gunman-rash" value="rash" checked' in html


def test_the_dying_count_down_as_the_rule_says(house: House, cops: Seat) -> None:
    """The document's example: carrure 2, 16 points, at -4: dead at -16, twelve turns later."""
    put(cops, "gunman", "hp", -4)
    boss, ann = at(house, cops), Browser(house, house.seat(cops, "player", "officer", "Ann").token)
    gunman = data(boss, cops)["view"]["own"]["fighters"]["gunman"]
    assert gunman["life"] == {"left": -4, "most": 16}
    assert (gunman["losing"]["cost"], gunman["losing"]["turns"]) == (1, 12)
    assert "one die less" in gunman["penalty"]
    assert "dead in 12 turns" in boss.open(f"/fights/{cops.fight}")
    hidden = data(ann, cops)["view"]["own"]["fighters"]["gunman"]
    assert set(hidden) == {"chosen"}
    assert "dead in" not in ann.open(f"/fights/{cops.fight}") and "−4" not in ann.html


def test_places_have_their_faces_armour_and_dice(house: House, cops: Seat) -> None:
    rows = data(at(house, cops), cops)["view"]["own"]["fighters"]["officer"]["places"]
    assert [row["faces"] for row in rows] == ["10", "8–9", "5–7", "3–4", "1–2"]
    assert [row["dice"] for row in rows] == [3, 1, 2, 2, 1]
    assert rows[2]["protection"] == "2d6+2"


def test_the_pool_of_a_shot_and_the_successes_it_needs(house: House, cops: Seat) -> None:
    cops.do("decisions", {"do": "begin"})
    boss = at(house, cops)
    roll = data(boss, cops)["view"]["own"]["composer"]
    assert (roll["dice"], roll["threshold"], roll["needed"]) == (3, 6, 1)
    assert any("9 m" in line["text"] for line in roll["lines"])
    roll = data(boss, cops, "?do=attack&dn=1&dice=2")["view"]["own"]["composer"]
    assert (roll["dice"], roll["needed"]) == (5, 2)
    assert "2 successes needed" in boss.open(f"/fights/{cops.fight}?do=attack&dn=1&dice=2")


# -------------------------------------------------------------------------------------------------------- who acts next


def test_who_acts_next_is_one_press_with_its_price_before_it(house: House) -> None:
    gm = house.begin("wng_ambush")
    gm.do("decisions", {"do": "begin"})
    boss = at(house, gm)
    groups = {one["key"]: one["picks"] for one in data(boss, gm)["view"]["own"]["next"]["groups"]}
    assert [(one["id"], bool(one["why"])) for one in groups["due"]] == [
        ("preacher", True),
        ("sniper", True),
        ("pilot", False),
        ("duellist", False),
    ]
    assert all(one["cost"] == {"what": "Ruin", "n": 1} and one["left"] == 1 for one in groups["seize"])
    assert [(one["id"], one["cost"]["what"], one["left"]) for one in groups["alert"]] == [
        ("preacher", "Glory", 0),
        ("sniper", "Glory", 0),
    ]
    assert "−1 Ruin" in boss.html
    boss.send(f"/fights/{gm.fight}/do", {"do": "act", "by": "brute"})
    state = gm.get()["state"]
    assert state["turn"] == "brute" and state["fields"]["ruin"] == 1
    assert data(boss, gm)["view"]["own"]["next"] is None


def test_without_glory_or_ruin_the_price_is_a_reason(house: House, duel: Seat) -> None:
    boss = at(house, duel)
    groups = {one["key"]: one["picks"] for one in data(boss, duel)["view"]["own"]["next"]["groups"]}
    (pick,) = groups["seize"]
    assert pick["cost"] is None and "There is no Ruin" in pick["why"] and pick["why"].partition(" [")[0] in boss.html


def test_a_player_picks_its_own_alone_and_watchers_see_whose_pick_it_is(house: House, duel: Seat) -> None:
    ann, watcher = house.seat(duel, "player", "vera", "Ann"), house.seat(duel, "watcher")
    hers, theirs = Browser(house, ann.token), Browser(house, watcher.token)
    seen = data(hers, duel)
    picks = [pick["id"] for group in seen["view"]["own"]["next"]["groups"] for pick in group["picks"]]
    assert picks == ["vera"] and seen["composer"]["yours"]
    assert data(theirs, duel)["view"]["own"]["next"]["groups"] == []
    assert "The players pick an agent." in theirs.open(f"/fights/{duel.fight}")
    hers.open(f"/fights/{duel.fight}")
    hers.press("/do")
    assert duel.get()["state"]["turn"] == "vera"


def test_the_gm_sets_the_counters_and_nobody_else(house: House, duel: Seat) -> None:
    boss, ann = at(house, duel), Browser(house, house.seat(duel, "player", "vera", "Ann").token)
    page = f"/fights/{duel.fight}/do"
    boss.send(page, {"do": "set", "field": "glory", "value": "3"})
    boss.send(page, {"do": "set", "field": "vision", "value": "dark"})
    assert duel.get()["state"]["fields"] | {"ruin": 0} == duel.get()["state"]["fields"]
    counters = data(ann, duel)["view"]["own"]["counters"]
    assert counters["rows"][0]["value"] == 3 and counters["vision"]["said"] == "darkness" and not counters["settable"]
    ann.send(page, {"do": "set", "field": "glory", "value": "9"}, status=403)
    assert "should be" in boss.send(page, {"do": "set", "field": "glory", "value": "many"}, status=422)


# ----------------------------------------------------------------------------------------------------- dice, conditions


def test_the_question_says_which_dice_are_wrath_dice(house: House, duel: Seat) -> None:
    duel.do("decisions", {"do": "act", "by": "vera"})
    boss = at(house, duel)
    details = {"weapon": "power sword", "options": ["charge"], "shift": 9}
    duel.do("decisions", {"do": "attack", "by": "vera", "target": "boss", "dice": "own", "with": details})
    assert data(boss, duel)["view"]["own"]["asked"]["wrath"] == 1
    html = boss.open(f"/fights/{duel.fight}")
    assert "The first die is the Wrath die." in html and html.count('class="die marked"') == 1
    duel.do("answers", {"answers": [[1] * 12]})
    while (waiting := duel.get()["state"]["waiting"]) is not None:
        duel.do("answers", {"answers": ["app" if "sides" in waiting else waiting["choices"][0]]})
    seq = next(one["seq"] for one in reversed(duel.get()["log"]) if one.get("dice"))
    assert data(boss, duel)["view"]["own"]["boxed"][str(seq)][0] == 1
    assert '<b class="boxed"' in boss.open(f"/fights/{duel.fight}")


def test_the_dying_have_more_wrath_dice_and_only_those_who_know_see_how_many(house: House) -> None:
    form = {"from": "duellist", "wounds": 9, "traumatic": ["left_hand", "right_eye"]}
    encounter = {
        "ruleset": "wng",
        "sides": ["agents", "raiders"],
        "fighters": {
            "vera": {"side": "agents", "at": [0, 0], "play": "person", **form},
            "boss": {"side": "raiders", "from": "raider_boss", "at": [1, 0], "play": "nearest"},
        },
    }
    gm = house.new({"encounter": encounter})
    ann, watcher = house.seat(gm, "player", "vera", "Ann"), house.seat(gm, "watcher")
    gm.do("decisions", {"do": "begin"})
    gm.do("decisions", {"do": "act", "by": "vera"})
    hers, theirs = Browser(house, ann.token), Browser(house, watcher.token)
    assert data(hers, gm)["view"]["own"]["composer"]["roll"]["wrath"] == 3
    gm.do(
        "decisions", {"do": "attack", "by": "vera", "target": "boss", "dice": "own", "with": {"weapon": "power sword"}}
    )
    assert data(hers, gm)["view"]["own"]["asked"]["wrath"] == 3
    assert data(theirs, gm)["view"]["own"]["asked"] is None
    assert "The first 3 dice are Wrath dice." in hers.open(f"/fights/{gm.fight}")
    gm.do("answers", {"answers": ["app"]})
    while (waiting := gm.get()["state"]["waiting"]) is not None:
        gm.do("answers", {"answers": ["app" if "sides" in waiting else waiting["choices"][0]]})
    seq = str(next(one["seq"] for one in reversed(gm.get()["log"]) if one["kind"] == "decided"))
    assert data(hers, gm)["view"]["own"]["boxed"][seq][0] == 3
    assert data(theirs, gm)["view"]["own"]["boxed"][seq][0] == 1


def test_of_dice_rolled_again_those_that_were_wrath_dice_come_first(house: House, duel: Seat) -> None:
    explainer = explainer_of(house.services.tables.position(duel.fight), "en")
    faces = [2, 5, 1, 6]
    lines = [{"rule": "wng.attack.pool", "text": line_of("attack", faces, explainer)}]
    dice = [{"label": "attack", "faces": faces}, {"label": "reroll", "faces": [4, 4]}, {"label": "ed", "faces": [1]}]
    assert boxed({"lines": lines, "dice": dice}, explainer) == [1, 1, 0]
    dice[0]["faces"] = [6, 5, 1, 2]
    assert boxed({"lines": [], "dice": dice}, explainer) == [1, 0, 0]


def test_determination_says_what_is_at_stake(house: House, duel: Seat) -> None:
    before = next(one for one in duel.get()["state"]["fighters"] if one["id"] == "vera")["fields"]
    duel.do("decisions", {"do": "hit", "target": "vera", "with": {"damage": before["resilience"] + 3}})
    boss = at(house, duel)
    stake = data(boss, duel)["view"]["own"]["asked"]["determination"]
    assert stake["dice"] == before["determination"] and stake["now"] == {"wounds": 0, "shock": 0}
    assert stake["without"] == {"wounds": 3, "shock": 0} and stake["best"] == {"wounds": 0, "shock": 3}
    assert stake["without_lines"] == [] and "without Determination" in boss.html
    boss.press("/answers", choice="false")
    after = next(one for one in duel.get()["state"]["fighters"] if one["id"] == "vera")["fields"]
    assert (after["wounds"], after["shock"]) == (3, 0)


def test_determination_warns_of_dying(house: House, duel: Seat) -> None:
    fields = next(one for one in duel.get()["state"]["fighters"] if one["id"] == "vera")["fields"]
    damage = fields["resilience"] + fields["max_wounds"] + 1
    duel.do("decisions", {"do": "hit", "target": "vera", "with": {"damage": damage}})
    boss = at(house, duel)
    stake = data(boss, duel)["view"]["own"]["asked"]["determination"]
    assert stake["without"] is None and any("Dying" in line for line in stake["without_lines"])
    assert "Without it: Vera has 9 wounds" in boss.html


def test_conditions_say_what_ends_them_and_everybody_sees_them(house: House, duel: Seat) -> None:
    put(duel, "boss", "conditions.bleeding", 2)
    put(duel, "boss", "wounds", 3)
    ann = Browser(house, house.seat(duel, "player", "vera", "Ann").token)
    boss = data(ann, duel)["view"]["own"]["fighters"]["boss"]
    (row,) = boss["conditions"]
    assert row["times"] == 2 and "Medicae test by a helper ends it" in row["ends"]
    assert boss["tracks"] == [] and boss["weapons"] == [] and boss["members"] is None
    html = ann.open(f"/fights/{duel.fight}")
    assert "Medicae test by a helper ends it" in html and "3/10" not in html and "big chopper" not in html
    known = data(at(house, duel), duel)["view"]["own"]["fighters"]["boss"]
    track = known["tracks"][0]
    assert (track["taken"], track["most"], track["boxes"]) == (3, 10, [True] * 3 + [False] * 7)
    assert [one["name"] for one in known["weapons"]] == ["big chopper", "big shooter"]


def test_a_mob_counts_its_members(house: House) -> None:
    gm = house.begin("wng_mob")
    boss = at(house, gm)
    mob = data(boss, gm)["view"]["own"]["fighters"]["mob"]
    assert mob["members"]["left"] == mob["members"]["most"] > 1 and mob["tracks"] == []
    assert f"{mob['members']['left']} members left" in boss.html


# --------------------------------------------------------------------------------------------------------- the composer


def test_one_attack_at_two_drops_what_does_not_go_with_it(house: House) -> None:
    gm = house.begin("wng_ambush")
    gm.do("decisions", {"do": "begin"})
    gm.do("decisions", {"do": "act", "by": "duellist"})
    boss = at(house, gm)
    query = "?do=attack&weapon=plasma+pistol&shift=9&several=1&targets=brute&targets=hunter"
    composer = data(boss, gm, query)["composer"]
    assert composer["widens"] and composer["several"]
    assert composer["choice"]["targets"] == ["brute", "hunter"] and "shift" not in composer["choice"]["with"]
    assert not composer["refusal"]
    assert "2 targets" in boss.open(f"/fights/{gm.fight}{query}")


def test_shifting_is_a_basket_and_what_is_posted_is_what_is_shown(house: House, duel: Seat) -> None:
    duel.do("decisions", {"do": "act", "by": "vera"})
    boss = at(house, duel)
    seen = data(boss, duel, "?do=attack&shift=2")
    assert "shift" not in [one["name"] for one in seen["composer"]["mains"]]
    assert [one["value"] for one in seen["view"]["own"]["composer"]["shift"]["options"] if one["chosen"]] == [2]
    boss.open(f"/fights/{duel.fight}?do=attack&shift=2")
    assert dict(boss.form("/do"))["shift"] == "2" or ("shift", "2") in boss.form("/do")
    assert boss.html.count('name="shift"') == len(seen["view"]["own"]["composer"]["shift"]["options"])


def test_a_skill_that_must_be_named_has_no_usual_one(house: House, duel: Seat) -> None:
    duel.do("decisions", {"do": "act", "by": "vera"})
    mains = {one["name"]: one for one in data(at(house, duel), duel, "?do=interact")["composer"]["mains"]}
    assert all(option["value"] for name in ("skill", "effect") for option in mains[name]["options"])


def test_on_a_foes_turn_its_choices_are_not_sent(house: House, duel: Seat) -> None:
    put(duel, None, "ruin", 1)
    duel.do("decisions", {"do": "act", "by": "boss"})
    ann = Browser(house, house.seat(duel, "player", "vera", "Ann").token)
    seen = data(ann, duel, "?do=attack")
    assert seen["composer"]["acts"] == [] and seen["composer"]["choice"] is None and not seen["composer"]["yours"]
    assert "big chopper" not in str(seen) and "big shooter" not in str(seen)


@pytest.mark.parametrize("sample", ["cops_duel", "cops_four", "wng_dark", "wng_mob"])
def test_pages_are_there_for_all_in_each_language(house: House, sample: str) -> None:
    gm = house.begin(sample)
    gm.do("decisions", {"do": "begin"})
    person = next(one["id"] for one in gm.get()["state"]["fighters"])
    position = house.services.tables.position(gm.fight)
    seats = [gm.token, house.seat(gm, "watcher").token]
    if position.is_person(person):
        seats.append(house.seat(gm, "player", person, "Ann").token)
    for _ in range(2):
        for token, lang in zip(seats, ("fr", "zh", "en"), strict=False):
            browser = Browser(house, token, lang)
            html = browser.open(f"/fights/{gm.fight}")
            assert html.rstrip().endswith("</html>") and "static/games.css" in html
        state = gm.get()["state"]
        waiting = state["waiting"]
        if state["over"]:
            break
        if waiting is not None:
            gm.do("answers", {"answers": ["app" if "sides" in waiting else waiting["choices"][0]]})
        else:
            gm.do("policy", {})


@pytest.mark.parametrize("sample", OTHERS)
def test_every_choice_goes_through_the_form_of_whoever_may_make_it(house: House, sample: str) -> None:
    tables = house.services.tables
    fight = tables.create(NewFight.of_encounter(read_encounter(str(ENCOUNTERS[sample]))), GM)
    tables.decide(fight, GM, Choice("begin"))
    done, seen = set(), set()
    for _ in range(6):
        position = tables.position(fight)
        for choice in legal(position.session):
            done.add(choice.do)
            kind = (choice.do, str({**choice.details, "to": 0}), len(choice.targets))
            if kind in seen:
                continue
            seen.add(kind)
            wanted = choice.build(position.game, position.fighters)
            for viewer in (GM, Viewer(Role.PLAYER, "Ann", frozenset([str(choice.by)]))):
                made = choice_from(position, viewer, Form(query_of(choice)), "en")
                assert made.build(position.game, position.fighters) == wanted, choice
        tables.policy(fight, GM)
        while (waiting := tables.position(fight).waiting) is not None:
            asked = waiting.question
            tables.answer(fight, GM, ["app" if "sides" in asked else asked.get("choices", [False])[0]])
        if tables.position(fight).views.get("fight.over"):
            break
    assert {"attack", "done"} <= done


def test_refused_choices_come_with_their_reason(house: House, duel: Seat) -> None:
    duel.do("decisions", {"do": "act", "by": "vera"})
    duel.do("decisions", {"do": "full_defence", "by": "vera"})
    position = house.services.tables.position(duel.fight)
    shown = composed(position, GM, Form([("do", "attack")]), "en")
    assert shown is not None
    whys = {act["do"]: act["why"] for act in shown["acts"]}
    assert "no" in whys["attack"] and not whys["done"]
    assert len(list(candidates(position.session))) > len(legal(position.session))


def test_the_log_says_successes_and_margin(house: House, cops: Seat) -> None:
    cops.do("decisions", {"do": "begin"})
    details = {"weapon": "service pistol"}
    cops.do("decisions", {"do": "attack", "by": "officer", "target": "gunman", "dice": "own", "with": details})
    cops.do("answers", {"answers": [[6, 9, 7]]})
    while cops.get()["state"]["waiting"] is not None:
        cops.do("answers", {"answers": ["app"]})
    boss, seq = at(house, cops), cops.get()["log"][-1]["seq"]
    assert data(boss, cops)["view"]["own"]["margins"][str(seq)] == {"successes": 3, "needed": 1, "margin": 2}
    for html in (boss.html, boss.open(f"/fights/{cops.fight}/entries/{seq}")):
        assert "3 successes" in html and "margin" in html


def test_what_nobody_thinks_of_is_there_as_well(house: House, duel: Seat) -> None:
    duel.do("decisions", {"do": "act", "by": "vera"})
    boss, ann = at(house, duel), Browser(house, house.seat(duel, "player", "vera", "Ann").token)
    more = {act["do"]: act["more"] for act in data(boss, duel)["composer"]["acts"]}
    assert "put_out" not in more and "stabilise" not in more  # nothing burns or bleeds
    assert all(more[do] for do in ("hit", "hazard", "noise", "tasks", "ready", "rest")) and not more["attack"]
    hers = {act["do"] for act in data(ann, duel)["composer"]["acts"]}
    assert {"tasks", "ready", "noise"} <= hers and not {"hit", "round", "turn", "begin"} & hers
    composer = data(boss, duel, "?do=hit&target=vera&damage=9&mortal=1")["composer"]
    assert composer["choice"] == {"do": "hit", "target": "vera", "with": {"damage": 9, "mortal": 1}}
    boss.open(f"/fights/{duel.fight}?do=tasks")
    boss.press("/do")
    assert duel.get()["log"][-1]["do"] == "tasks"
    fields = next(one for one in duel.get()["state"]["fighters"] if one["id"] == "vera")["fields"]
    assert fields["dn_penalty"] == 2
