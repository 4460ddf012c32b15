"""``fracas play``: a person at the terminal, own dice, undo, the GM's word, saving, languages."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from fracas.cli import menu
from fracas.cli.main import app, main
from fracas.cli.play import Player
from fracas.core.encounter import FREE
from fracas.core.record import Session
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import read_encounter
from fracas.play.legal import legal

TIMES = int(os.environ.get("FRACAS_TIMES", "1"))
DUELS = [name for name in ENCOUNTERS if name.endswith("duel")]


def typed(lines: list[str], dodge: str = "n") -> Callable[[str], str | None]:
    """A person who types these lines and then leaves; asked about dodging, the answer is always the same."""
    waiting: Iterator[str] = iter(lines)
    asked = ("dodge", "esquiver", "闪避")
    return lambda prompt: dodge if any(word in prompt for word in asked) else next(waiting, None)


def at_the_terminal(name: str, lines: list[str], lang: str = "en", own: bool = False, save: str | None = None):
    encounter = read_encounter(str(ENCOUNTERS[name]), lang, seed=4)
    for id in encounter.players:
        encounter.players[id] = "person"
    out = io.StringIO()
    player = Player(encounter, Console(file=out, width=200, no_color=True), typed(lines), lang, False, own, save)
    player.run()
    return player, out.getvalue()


LONG = ("wng_ambush", "wng_dark")
SPOKEN = [
    (name, lang)
    for name in ENCOUNTERS
    for lang in ("en", "fr", "zh")
    if TIMES > 1 or (lang == "en" and name not in LONG) or name in DUELS
]
"""Every sample in English but for the longest, the duels in every language; all of them in all by ``make soak``."""


@pytest.mark.parametrize(("name", "lang"), SPOKEN)
def test_policies_play_a_sample_to_its_end(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app(["play", name, "--auto", "--seed", "3", "--lang", lang], result_action="return_value") == 0
    out = capsys.readouterr().out
    assert len(out) > 500
    end = {"en": "The fight is over.", "fr": "Le combat est terminé.", "zh": "战斗结束。"}[lang]
    assert end in out


@pytest.mark.parametrize(
    ("name", "lang"),
    [(name, lang) for name, lang in SPOKEN if name in DUELS and (TIMES > 1 or "wng" not in name or lang == "en")],
)
def test_a_person_plays_a_duel_by_hand_to_its_end(name: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Always the first decision of the menu, twice a turn, and then the turn ends."""
    monkeypatch.setattr(menu, "MENU_SECONDS", 0.05)
    lines: list[str] = []
    encounter = read_encounter(str(ENCOUNTERS[name]), lang, seed=4)
    session = encounter.session
    acted = 0
    while not session.fight.clock.over and session.fight.round <= encounter.rounds:
        choices = legal(session)
        if session.fight.clock.active == FREE:
            choices[0].take(session)
            continue
        number = 0 if acted == 0 and choices[0].do == "attack" else len(choices) - 1
        acted = 0 if choices[number].do == "done" else acted + 1
        lines.append(str(number + 1))
        choices[number].take(session)
    player, out = at_the_terminal(name, lines, lang)
    assert player.session.fight == session.fight
    assert out.count("▶") > len(lines)


def test_odds_reasons_undo_and_modifiers() -> None:
    _, out = at_the_terminal("cpred_duel", ["?", "m +2 high ground", "1", "u", "u", "x", "99", "q"])
    assert "to hit" in out
    assert "[cpred.attack.range]" in out
    assert "+2 (high ground)" in out
    assert "Undone: everything from entry" in out
    assert "answer: x - should be a number" in out
    assert "number: 99 - should be 1 to" in out


def test_undo_takes_back_ones_own_decisions_to_the_start() -> None:
    """Also past what a policy did after them; then there is nothing more to undo."""
    encounter = read_encounter(str(ENCOUNTERS["cpred_duel"]), "en", seed=1)
    out = io.StringIO()
    lines = ["9", "u", "1", "u", "u", "u"]
    player = Player(encounter, Console(file=out, width=200, no_color=True), typed(lines), "en", False, False, None)
    player.run()
    assert "u: nothing to undo" in out.getvalue()
    assert player.deeds() == []
    assert "nothing was saved" in out.getvalue()


def test_the_last_decision_can_be_taken_back_after_the_end() -> None:
    player, out = at_the_terminal("cpred_duel", ["end", "u", "q"])
    assert not player.session.fight.clock.over
    assert "Undone: everything from entry 2 on." in out
    assert "Undone: everything from entry" in out


def test_own_dice_are_asked_for_one_roll_after_the_other() -> None:
    lines = ["9", "2", "1", "11", "7", "six", "6 6 2", "3 4", "q"]
    player, out = at_the_terminal("cpred_duel", lines, own=True)
    last = player.session.played[-1].entry
    assert [answer.faces for answer in last.answers] == [(7,), (6, 6, 2), (3, 4)]
    assert [answer.faces for answer in player.session.played[0].entry.answers] == [(9,), (2,)]
    assert "11 - should be 1 to 10 on a d10" in out or "left over" in out
    assert "dice: six - should be faces" in out


def test_the_gm_sets_leaves_and_ends() -> None:
    player, out = at_the_terminal("cpred_duel", ["set juno.hp 12", "set juno.hp many", "p wizard", "end"])
    assert player.session.fight.clock.over
    assert "The GM sets hp of Juno: 12." in out
    assert "value: many - should be a whole number from −999 to 999" in out
    assert "policy: wizard" in out
    assert "The GM ends the fight." in out


def test_a_fight_is_saved_after_every_step_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    player, _ = at_the_terminal("cpred_duel", ["1"], save=str(path))
    saved = json.loads(path.read_text("utf-8"))
    assert len(saved["record"]["entries"]) == len(player.session.record.entries)
    again = read_encounter(str(path))
    assert again.session.fight == player.session.fight
    assert isinstance(again.session, Session)
    assert app(["play", str(path), "--auto"], result_action="return_value") == 0
    ended = read_encounter(str(path))
    assert ended.session.fight.clock.over or ended.session.fight.round > ended.rounds


@pytest.mark.parametrize(
    "line", ["w", "w /nowhere/x.json", "set juno.at 5", "leave juno", "²", "set juno.lying yes", "u"]
)
def test_what_cannot_be_done_is_said_and_the_fight_goes_on(line: str) -> None:
    encounter = read_encounter(str(ENCOUNTERS["cpred_duel"]), "en", seed=1)
    out = io.StringIO()
    player = Player(
        encounter, Console(file=out, width=300, no_color=True), typed([line, "1"]), "en", False, False, None
    )
    player.run()
    assert " - should be " in out.getvalue()
    assert "literal" not in out.getvalue() and "subscriptable" not in out.getvalue()
    assert len(player.deeds()) == 1


def test_a_save_never_takes_the_place_of_another_fight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old.json"
    old.write_text("an evening", "utf-8")
    with pytest.raises(SystemExit):
        main(["play", "cpred_duel", "--auto", "--save", str(old)])
    assert "is there already" in capsys.readouterr().err
    assert old.read_text("utf-8") == "an evening"


def test_a_cops_fight_without_location_dice_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bank.yaml"
    text = ENCOUNTERS["cops_duel"].read_text("utf-8")
    path.write_text("\n".join(line for line in text.splitlines() if not line.startswith("house")), "utf-8")
    with pytest.raises(SystemExit):
        main(["play", str(path), "--auto"])
    assert "location_dice: head, arms, abdomen, legs missing" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["nowhere.yaml", "tests/cases/cpred.yaml"])
def test_a_bad_file_is_one_clear_line(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", file])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert file in said
