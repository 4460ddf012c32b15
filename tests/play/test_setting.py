"""What an encounter file says of the setting: light, surprise, names that tell fighters apart, and a save in another language."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fracas.core.errors import BadInput
from fracas.core.forms import Flag, Form, Word
from fracas.core.game import Game
from fracas.encounters import ENCOUNTERS
from fracas.play import encounter as encounters
from fracas.play.encounter import LIGHT, encounter_of, encounter_schema, names_in, read_encounter, saved_encounter
from fracas.rules import load
from play.terminal import FACE_OFF, Terminal

TITLES = {"cpred": "Cyberpunk RED", "cops": "COPS", "cp2020": "Cyberpunk 2020"}


def with_fighter(game: str, id: str, **fields: Any) -> dict[str, Any]:
    data = FACE_OFF[game]
    return {**data, "fighters": {**data["fighters"], id: {**data["fighters"].get(id, {}), **fields}}}


# --------------------------------------------------------------------------------------------------------------- light


@pytest.mark.parametrize("game", FACE_OFF)
def test_a_game_without_a_rule_for_light_says_what_to_do_instead(game: str) -> None:
    with pytest.raises(BadInput) as error:
        encounter_of({**FACE_OFF[game], "light": "dim"})
    assert str(error.value) == (
        f"light: dim - should be left out: {TITLES[game]} has no rule for light; give each roll a modifier with its reason "
        "(m -2 darkness)"
    )
    assert encounter_of({**FACE_OFF[game], "light": "clear"}).session.record.fight == {}
    assert "light" not in encounter_schema(load(game))["properties"]


@pytest.mark.parametrize("light", ["pitch black", 3, ["dim"]])
def test_light_is_one_of_five_words(light: Any) -> None:
    with pytest.raises(BadInput, match=r"light: .* - should be one of: clear, twilight, dim, dense, dark"):
        encounter_of({**FACE_OFF["cpred"], "light": light})


@pytest.fixture
def seeing(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Cyberpunk RED, if it had a field for light in its fight form, and one for surprise in its fighter form."""
    game = load("cpred")
    fields = {**(game.fighter_form.fields or {}), "surprised": Flag(default=False)}
    made = replace(
        game,
        fight_form=Form(fields={"vision": Word(default="clear", words=LIGHT)}),
        fighter_form=Form(fields=fields, rule=game.fighter_form.rule),
    )
    monkeypatch.setattr(encounters, "load", lambda name: made)
    return made


@pytest.mark.parametrize("light", LIGHT)
def test_light_is_the_fights_vision_in_a_game_that_has_it(light: str, seeing: Game) -> None:
    assert encounter_of({**FACE_OFF["cpred"], "light": light}).session.record.fight == {"vision": light}
    assert encounter_schema(seeing)["properties"]["light"] == {"enum": list(LIGHT)}


def test_light_is_said_once(seeing: Game) -> None:
    with pytest.raises(BadInput, match=r"light: dim - should be left out: fight\.vision says it already"):
        encounter_of({**FACE_OFF["cpred"], "light": "dim", "fight": {"vision": "dark"}})


# ------------------------------------------------------------------------------------------------------------ surprise


@pytest.mark.parametrize("game", ["cpred", "cops"])
def test_a_game_without_a_rule_for_surprise_says_what_to_do_instead(game: str) -> None:
    with pytest.raises(BadInput) as error:
        encounter_of(with_fighter(game, "bob", surprised=True))
    assert str(error.value) == (
        f"fighters.bob.surprised: true - should be left out: {TITLES[game]} has no rule for surprise; give each roll a "
        "modifier with its reason (m +2 surprise)"
    )
    assert encounter_of(with_fighter(game, "bob", surprised=False)).session.fighters.ids == ("ann", "bob")


def test_surprise_is_a_fighters_field_in_a_game_that_has_it(seeing: Game) -> None:
    session = encounter_of(with_fighter("cpred", "bob", surprised=True)).session
    assert [form["surprised"] for form in session.fighters.forms] == [False, True]


def test_cyberpunk_2020_knows_surprise() -> None:
    session = encounter_of(with_fighter("cp2020", "bob", surprised=True)).session
    assert [who.condition.surprised for who in session.fight.fighters] == [0, 1]
    schema = encounter_schema(load("cp2020"))["properties"]["fighters"]["additionalProperties"]["properties"]
    assert schema["surprised"]["type"] == "boolean"
    with pytest.raises(BadInput, match=r"bob\.surprised: maybe - should be true or false"):
        encounter_of(with_fighter("cp2020", "bob", surprised="maybe"))


# --------------------------------------------------------------------------------------------------------------- names


def test_fighters_of_one_sample_are_told_apart() -> None:
    data = {
        "ruleset": "cpred",
        "sides": ["crew", "gang"],
        "fighters": {
            "one": {"side": "crew", "from": "ganger"},
            "more": {"side": "gang", "from": "ganger", "count": 2},
            "named": {"side": "gang", "from": "ganger", "name": "Ganger 2"},
            "boss": {"side": "gang", "from": "gang_boss"},
            "bare": {"side": "gang", "count": 2},
        },
    }
    session = encounter_of(data).session
    names = [form["name"] for form in session.fighters.forms]
    assert names == ["Ganger 1", "Ganger 3", "Ganger 4", "Ganger 2", "Gang boss", "bare 1", "bare 2"]
    assert session.fighters.ids == ("one", "more_1", "more_2", "named", "boss", "bare_1", "bare_2")


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
def test_no_two_fighters_of_a_sample_have_the_same_name(name: str, lang: str) -> None:
    names = [form["name"] for form in read_encounter(str(ENCOUNTERS[name]), lang).session.fighters.forms]
    assert len(set(names)) == len(names)


# ------------------------------------------------------------------------------------------ saved in another language


@pytest.mark.parametrize(
    ("lang", "ganger", "pistol"), [("fr", "Membre de gang", "pistolet lourd"), ("zh", "帮派分子", "重型手枪")]
)
def test_a_save_in_english_is_shown_in_the_language_of_the_resume(lang: str, ganger: str, pistol: str) -> None:
    data = with_fighter("cpred", "cat", side="gang", at=[9, 0], **{"from": "ganger"})
    data["fighters"]["dan"] = {"side": "gang", "from": "ganger", "at": [9, 2]}
    encounter = encounter_of(data, seed=4)
    encounter.session.do("begin")
    saved = saved_encounter(json.loads(json.dumps(encounter.to_dict())))
    terminal = Terminal(saved, ["1", f"1 target {ganger} 2", "q"], lang)
    assert f"{ganger} 1" in terminal.out
    assert pistol in terminal.out
    assert "heavy pistol" not in terminal.out
    assert "Ann" in terminal.out
    assert saved.session.fighters.forms[2]["name"] == "Ganger 1", "the record itself is not translated"


def test_a_weapon_may_be_typed_as_it_is_shown() -> None:
    encounter = encounter_of(FACE_OFF["cops"], seed=4)
    terminal = Terminal(encounter, ["1 weapon pistolet de service", "q"], "fr")
    assert terminal.session.played[-1].entry.details["weapon"] == "service pistol"


def test_words_that_could_mean_two_things_are_left_as_they_are(tmp_path: Path) -> None:
    for game in FACE_OFF:
        for lang in ("en", "fr", "zh"):
            known = names_in(game, lang)
            assert set(known) & set(known.values()) == set()
    assert names_in("nothing", "fr") == {}
