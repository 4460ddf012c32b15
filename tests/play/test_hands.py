"""Dice in hand: a person is asked for all dice of its fighter, whoever's decision they are rolled for; the app rolls the rest."""

from __future__ import annotations

import json

import pytest

from fracas.core.record import Record, Session
from play.terminal import FACE_OFF, Terminal, face_off


def asked(terminal: Terminal) -> list[str]:
    """Who was asked for which dice: ``Ann – attack``."""
    return [prompt.strip().rpartition(" (")[0] for prompt in terminal.prompts if " – " in prompt]


def test_initiative_is_asked_of_the_person_alone() -> None:
    terminal = Terminal(face_off("cpred"), ["9", "q"], own=True)
    assert asked(terminal) == ["Ann – initiative"]
    answers = [answer.faces for answer in terminal.session.record.entries[0].answers]
    assert answers[0] == (9,)
    assert len(answers) == 2


def test_evasion_against_a_policys_attack_is_asked_of_the_target() -> None:
    """Bob has the first turn and shoots; Ann, who can, dodges: her die is hers, the shot and its damage are the app's."""
    changes = {"ann": {"ref": 8, "skills": {"evasion": 5}}, "bob": {"ref": 30, "play": "nearest"}}
    terminal = Terminal(face_off("cpred", changes), ["1", "y", "7", "q"], own=True)
    assert asked(terminal)[:2] == ["Ann – initiative", "Ann – evasion"]
    entry = terminal.session.record.entries[1]
    assert entry.details["dodge"] is True
    assert [answer.label for answer in entry.answers][:2] == ["attack", "evade"]
    assert entry.answers[1].faces == (7,)
    assert "Ann: dodge? Hit " in terminal.prompts[1]


@pytest.mark.parametrize(("answer", "dodges"), [("y", True), ("n", None), ("", None)])
def test_a_person_decides_whether_its_fighter_dodges(answer: str, dodges: bool | None) -> None:
    changes = {"ann": {"ref": 8}, "bob": {"ref": 30, "play": "nearest"}}
    terminal = Terminal(face_off("cpred", changes), ["maybe", answer, "q"])
    assert terminal.session.record.entries[1].details.get("dodge") is dodges
    assert "dodge: maybe - should be y or n" in terminal.out


def test_nobody_is_asked_to_dodge_who_cannot() -> None:
    terminal = Terminal(face_off("cpred", {"bob": {"ref": 30, "play": "nearest"}}), ["q"])
    assert not any("dodge" in prompt for prompt in terminal.prompts)


def test_a_death_save_is_asked_at_the_end_of_anothers_turn() -> None:
    """The person's fighter is mortally wounded: Bob ends his turn, and Ann's begins with her save."""
    changes = {"ann": {"hp": -2, "ref": 2}, "bob": {"ref": 30}}
    terminal = Terminal(face_off("cpred", changes), ["1", "2", "q"], own=True)
    assert asked(terminal) == ["Ann – initiative", "Ann – death save"]
    assert [answer.faces for answer in terminal.session.record.entries[1].answers] == [(2,)]


def test_stun_saves_are_asked_of_the_one_who_is_hurt() -> None:
    changes = {"ann": {"body": 10, "ref": 2}, "bob": {"ref": 30, "skills": {"submachinegun": 20}, "play": "strongest"}}
    terminal = Terminal(face_off("cp2020", changes), ["1", *["1"] * 40, "q"], own=True)
    kinds = set(asked(terminal))
    assert "Ann – stun save" in kinds
    assert "Ann – damage" not in kinds
    assert "Ann – location" not in kinds


def test_protection_is_rolled_by_the_one_who_wears_it() -> None:
    changes = {
        "ann": {"protection": {place: "2d6" for place in ("head", "arms", "torso", "abdomen", "legs")}},
        "bob": {"coordination": 10, "pace": "rash", "play": "nearest"},
    }
    terminal = Terminal(face_off("cops", changes), ["3 4", "q"], own=True)
    assert asked(terminal) == ["Ann – protection"]


@pytest.mark.parametrize("game", FACE_OFF)
def test_without_own_dice_nobody_is_asked(game: str) -> None:
    assert asked(Terminal(face_off(game), ["1", "q"])) == []


@pytest.mark.parametrize("game", FACE_OFF)
def test_a_fight_of_both_kinds_of_dice_plays_again_from_its_record(game: str) -> None:
    changes = {"bob": {"play": "nearest"}}
    terminal = Terminal(face_off(game, changes), ["1", *(["a", "1"] * 20), "q"], own=True)
    data = json.loads(json.dumps(terminal.session.record.to_dict()))
    again = Session(terminal.session.game, Record.from_dict(data))
    assert again.fight == terminal.session.fight
    assert [one.events for one in again.played] == [one.events for one in terminal.session.played]


def test_the_apps_dice_go_on_where_they_stood() -> None:
    """A face of the app is never dealt twice, whatever was typed between."""
    terminal = Terminal(face_off("cpred"), ["9", "q"], own=True)
    entry = terminal.session.record.entries[0]
    assert entry.draws == len(entry.answers) - 1


@pytest.mark.parametrize("line", ["u", "a"])
def test_a_roll_can_be_taken_back_or_left_to_the_app(line: str) -> None:
    terminal = Terminal(face_off("cpred"), ["4", "1", line, "a", "a", "a", "q"], own=True)
    shots = [entry for entry in terminal.session.record.entries if entry.do == "attack"]
    assert len(shots) == (0 if line == "u" else 1)
    assert ("Taken back: nothing has happened." in terminal.out) == (line == "u")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("11", "dice: 1 left over - should be no die that the rules do not ask for"),
        ("six", "dice: six - should be faces, such as 7,6,6,2"),
        ("", "- should be"),
    ],
)
def test_a_wrong_face_is_asked_for_again(typed: str, said: str) -> None:
    terminal = Terminal(face_off("cpred"), [typed, "4", "q"], own=True)
    assert terminal.session.record.entries[0].answers[0].faces == (4,)
    if typed:
        assert said in terminal.out


def test_dice_of_the_gms_word_are_typed_too() -> None:
    terminal = Terminal(face_off("cpred"), ["4", "hit bob damage 2d6", "3 4", "q"], own=True)
    assert "the GM – damage" in asked(terminal)
    assert terminal.session.record.entries[-1].answers[0].faces == (3, 4)
