"""The menu of ``fracas play``: what it offers, marks and asks for; and what the GM does after the fight."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fracas.core.table import Answer
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.play.explain import Explainer
from fracas.play.legal import Choice, allies_caught, landing, legal, why_not
from fracas.play.typed import field_lines
from play.terminal import FACE_OFF, Terminal, face_off

GRENADIER = {"from": "techie", "ref": 1, "luck": 0}
PAL = {"side": "crew", "from": "ganger", "name": "Pal", "at": [9, 0], "play": "passive"}


def menu_of(terminal: Terminal) -> list[str]:
    """The lines of the last menu."""
    lines = terminal.out.splitlines()
    last = max(place for place, line in enumerate(lines) if line.strip().startswith("1 "))
    found = [line.strip() for line in lines[last:]]
    return found[: next(place for place, line in enumerate(found) if line.startswith("?"))]


def test_a_blast_that_catches_an_ally_is_marked() -> None:
    terminal = Terminal(face_off("cpred", {"ann": GRENADIER, "pal": PAL}), ["q"])
    marked = [line for line in menu_of(terminal) if "⚠" in line]
    assert len(marked) == 1
    assert "(grenade)" in marked[0] and marked[0].endswith("⚠ also catches Pal")


def test_a_burst_of_cyberpunk_2020_counts_all_within_its_radius() -> None:
    changes = {"ann": {"from": "techie"}, "pal": {**PAL, "from": "booster", "at": [14, 0]}}
    session = face_off("cp2020", changes).session
    bang = Choice("grenade", "ann", "bob", (), {"weapon": "grenade"})
    assert allies_caught(session, bang) == ["pal"]
    assert allies_caught(session, Choice("grenade", "ann", "bob", (), {"weapon": "grenade", "at": [4, 0]})) == ["ann"]
    assert allies_caught(session, Choice("attack", "ann", "bob", (), {"weapon": "shotgun"})) == []


def test_no_mark_where_no_ally_stands() -> None:
    assert "⚠" not in Terminal(face_off("cpred", {"ann": GRENADIER}), ["q"]).out


# -------------------------------------------------------------------------------------------- where a grenade lands


def test_the_gm_says_who_is_caught_where_a_missed_grenade_lands() -> None:
    lines = ["4", "3", "2", "dog", "bob, Pal", "1 1 1 1 1 1", "2 2 2 2 2 2", "q"]
    encounter = face_off("cpred", {"ann": {**GRENADIER, "ref": 0}, "pal": PAL})
    terminal = Terminal(encounter, lines, own=True)
    entries = terminal.session.record.entries
    assert [entry.target for entry in entries if entry.do == "hit"] == ["bob", "pal"]
    assert [entry.answers[0].faces for entry in entries if entry.do == "hit"] == [(1,) * 6, (2,) * 6]
    assert "target: dog - should be one of: ann, bob, pal" in terminal.out


def test_nobody_is_caught_when_the_gm_says_so_and_nobody_is_asked_after_a_hit() -> None:
    encounter = face_off("cpred", {"ann": GRENADIER})
    encounter.session.do("begin")
    while encounter.session.fight.clock.active != 0:
        encounter.session.do("done", encounter.session.fighters.ids[encounter.session.fight.clock.active])
    blast = Choice("grenade", "ann", None, ("bob",), {"weapon": "grenade"})
    rolled = (Answer("attack", (10,)), Answer("attack_more", (10,)), Answer("damage", (1,) * 6))
    hit = blast.take(encounter.session, answers=rolled)
    assert landing(encounter.session, blast, hit.events) is None
    encounter.session.undo()
    missed = blast.take(encounter.session, answers=(Answer("attack", (2,)),))
    assert landing(encounter.session, blast, missed.events) == Choice("hit", None, None, (), {"damage": "6d6"})


# ------------------------------------------------------------------------------------------------------------ ambush


def test_the_surprised_are_ambushed_until_their_first_turn() -> None:
    changes = {"ann": {"ref": 12}, "bob": {"ref": 2, "surprised": True}}
    terminal = Terminal(face_off("cp2020", changes), ["8", "q"])
    first, later = terminal.out.split("▶ Ann: end the turn")
    assert "attack Bob (light SMG, Ambush) – to hit" in first
    assert "Ambush" not in later
    assert terminal.session.game.look(terminal.session.fight, terminal.session.fighters.ids, "bob.surprised") is False


def test_ambush_is_worth_five() -> None:
    session = face_off("cp2020", {"ann": {"ref": 12}, "bob": {"ref": 2, "surprised": True}}).session
    session.do("begin")
    shot = next(choice for choice in legal(session) if choice.do == "attack")
    assert shot.details["modifiers"] == ["ambush"]
    explainer = Explainer(session.game, session.fighters)
    assert "Ambush: +5." in [line.text for line in explainer.lines(shot.take(session).events)]


def test_the_gm_can_surprise_somebody_in_mid_fight() -> None:
    session = face_off("cp2020", {"ann": {"ref": 12}}).session
    session.do("begin")
    session.do("set", "bob", details={"field": "surprised", "value": True})
    assert next(choice for choice in legal(session) if choice.do == "attack").details["modifiers"] == ["ambush"]


# ------------------------------------------------------------------------------------------ what the menu does not list


def test_further_actions_are_announced_with_the_first() -> None:
    terminal = Terminal(
        face_off("cp2020", {"bob": {"body": 10, "damage": 0}}), ["1 actions 2", "1 mode single", "1", "q"]
    )
    shots = [entry for entry in terminal.session.record.entries if entry.do == "attack"]
    assert len(shots) == 2
    assert shots[0].details["actions"] == 2


def test_suppressive_fire_is_offered_on_those_who_stand_together() -> None:
    more = {
        "cat": {"side": "gang", "from": "booster", "at": [13, 0]},
        "dan": {"side": "gang", "from": "booster", "at": [40, 0]},
    }
    session = face_off("cp2020", {"ann": {"ref": 12}, **more}).session
    session.do("begin")
    zone = next(choice for choice in legal(session) if choice.do == "suppress")
    assert zone.targets == ("bob", "cat")
    assert zone.details["width"] == 3


def test_stance_and_pace_are_chosen_apart_and_together() -> None:
    terminal = Terminal(face_off("cops"), ["stance careful wary", "q"])
    who = terminal.session.fight.fighters[0]
    views = terminal.session.game.fighter_views
    assert (views["stance"](who, None), views["pace"](who, None)) == ("careful", "wary")
    terminal = Terminal(face_off("cops", {"ann": {"pace": "rash"}}), ["stance stance=normal", "stance pace hasty", "q"])
    who = terminal.session.fight.fighters[0]
    assert (views["stance"](who, None), views["pace"](who, None)) == ("normal", "hasty")
    assert "stance: missing - should be one of: ultra_violent" in Terminal(face_off("cops"), ["stance", "q"]).out


def test_bad_fields_lose_nothing() -> None:
    terminal = Terminal(face_off("cpred"), ["m +2 sun", "1 luck 99", "1 luk 2", "grab bob", "1 luck 2", "q"])
    shot = next(entry for entry in terminal.session.record.entries if entry.do == "attack")
    assert shot.details == {"weapon": "heavy pistol", "luck": 2, "modifier": 2, "label": "sun"}
    assert "luck: 99 - should be a whole number from 0 to 30" in terminal.out
    assert "luk: unknown - should be 'luck'?" in terminal.out
    assert "Ann cannot reach that far hand to hand" in terminal.out


def test_a_fighter_is_handed_over_and_taken_again() -> None:
    terminal = Terminal(face_off("cpred"), ["p Bob cautious", "p bob person", "p dog person", "q"])
    assert terminal.player.encounter.players["bob"] == "person"
    assert "p: dog - should be one of: ann, bob" in terminal.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("swap ann bob", "Ann and Bob change places in the order."),
        ("leave Bob", "Bob leaves the fight."),
        ("set Bob.hp 12", "The GM sets hp of Bob: 12."),
        ("set bob.hp", "set: bob.hp - should be id.field value, such as ann.at [3, 4]"),
        ("swap ann", "swap: ann - should be two ids"),
        ("join dog", "join: dog - should be one of: ann, bob"),
    ],
)
def test_the_gms_word(line: str, said: str) -> None:
    assert said in Terminal(face_off("cpred"), [line, "q"]).out


# ---------------------------------------------------------------------------------------------------- after the fight


@pytest.mark.parametrize("game", ["cpred", "cp2020"])
def test_armour_is_mended_after_the_fight_and_not_before(game: str) -> None:
    place, sp = {"cpred": ("body", 4), "cp2020": ("torso", 4)}[game]
    encounter = face_off(game)
    encounter.session.do("begin")
    if game == "cpred":
        encounter.session.do("hit", target="bob", details={"damage": 10})
    else:
        encounter.session.do("hit", target="bob", details={"damage": 10, "aimed": "torso"})
        refused = why_not(encounter.session, Choice("repair", None, "bob"))
        assert refused is not None and refused.rule == "cp2020.repair"
    terminal = Terminal(encounter, ["end", "repair Bob", "set bob.luck 3", "1", "sing", ""])
    ids = terminal.session.fighters.ids
    assert terminal.session.game.look(terminal.session.fight, ids, f"bob.sp.{place}") == sp
    assert "repair ID · stabilise ID by=ID · set ID.field value" in terminal.out
    assert "number: 1 - should be left out: the fight is over" in terminal.out
    assert "answer: sing - should be" in terminal.out
    assert terminal.prompts[-1] == "After the fight: "


@pytest.mark.parametrize("game", FACE_OFF)
def test_the_dying_are_helped_after_the_fight(game: str) -> None:
    hurt = {"cpred": {"hp": -2}, "cp2020": {"damage": 14}, "cops": {"hp": -2}}[game]
    friend: dict[str, Any] = {
        "side": FACE_OFF[game]["sides"][0],
        "from": {"cpred": "medtech", "cp2020": "medtech", "cops": "officer"}[game],
        "at": [1, 0],
        "name": "Pal",
        "play": "person",
        **hurt,
    }
    encounter = face_off(game, {"pal": friend})
    encounter.session.do("begin")
    terminal = Terminal(encounter, ["end", "stabilise pal by=ann", "stabilise pal by=pal", ""])
    assert terminal.session.played[-1].entry.do == "stabilise"
    assert terminal.session.fight.clock.over


def test_what_is_done_after_the_fight_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "tonight.json"
    encounter = face_off("cpred")
    terminal = Terminal(encounter, [f"w {path}", "end", "set bob.hp 7", ""])
    saved = read_encounter(str(path))
    assert saved.session.fight == terminal.session.fight
    assert json.loads(path.read_text("utf-8"))["record"]["entries"][-1]["with"] == {"field": "hp", "value": 7}
    again = Terminal(saved, ["repair bob", "u", "u", "u", "q"])
    assert not again.session.fight.clock.over


def test_what_was_put_out_by_a_person_is_undone_by_it() -> None:
    terminal = Terminal(face_off("cpred", {"ann": {"burning": 2}}), ["put_out ann", "u", "q"])
    assert terminal.session.fight.fighters[0].condition.burning == 2


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
def test_every_line_of_every_samples_menu_says_what_it_takes(name: str, lang: str) -> None:
    encounter = read_encounter(str(ENCOUNTERS[name]), lang, seed=3)
    encounter.session.do("begin")
    session = encounter.session
    choices, explainer = legal(session), Explainer(encounter.game, session.fighters, lang)
    count = sum(len(list(field_lines(choice, session, explainer))) or 1 for choice in choices)
    for id in encounter.players:
        encounter.players[id] = "person"
    terminal = Terminal(encounter, [f"{number} ?" for number in range(1, len(choices) + 1)], lang)
    assert len(terminal.session.record.entries) == 1
    assert sum(line.startswith("      ") for line in terminal.out.splitlines()) == count
