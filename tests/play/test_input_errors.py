"""Errors of input in the reader's language: what cannot be meant, refused files, wrong dice; the words are the catalogues'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fracas.cli.main import main
from fracas.core.errors import BadInput, Phrase, phrase
from fracas.core.forms import DiceField, Either, Flag, Form, ListOf, Map, Text, Whole, Word
from fracas.play.errors import bad_input
from fracas.play.wording import Plural, catalogue, counted, translator
from play.terminal import FACE_OFF, Terminal, face_off

ENGLISH = re.compile(
    r"\b(should|one of|whole number|missing|unknown|nothing|left out|at most|given|such as|or a|true or|a text|a list)\b"
)
LINES = {
    "cpred": [
        "1 luck 99",
        "1 lukc 2",
        "1 luck",
        "1 aimed nose",
        "1 dodge=maybe",
        "1 target dog",
        "99",
        "x",
        "m",
        "m 99 a",
    ],
    "cops": ["1 dn 99", "1 weapon sword", "stance", "stance nose", "move 3", "m why", "set ann.hp many", "set ann"],
    "cp2020": [
        "1 actions 99",
        "1 modifiers hop",
        "1 mode auto aimed head",
        "swap ann",
        "p wizard",
        "u",
        "w",
        "1 damage x",
    ],
}
"""What somebody may type that cannot be meant, in each game."""


def complaints(terminal: Terminal) -> list[str]:
    """The lines that answer what was typed."""
    return [line for line in terminal.out.splitlines() if re.match(r"\S.*( - should be |; attendu|；应为)", line)]


@pytest.mark.parametrize("lang", ["fr", "zh"])
@pytest.mark.parametrize("game", FACE_OFF)
def test_no_english_is_left_in_what_play_answers(game: str, lang: str) -> None:
    terminal = Terminal(face_off(game, {"ann": {"ref": 30} if game != "cops" else {}}, lang), [*LINES[game], "q"], lang)
    said = complaints(terminal)
    assert len(said) == len(LINES[game])
    for line in said:
        assert not ENGLISH.search(line), line


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "luck: 99 - should be a whole number from 0 to 30 [cpred.luck]"),
        ("fr", "luck\u202f: 99\u202f; attendu\u202f: un nombre entier de 0 à 30 [cpred.luck]"),
        ("zh", "luck：99；应为：0至30的整数 [cpred.luck]"),
    ],
)
def test_an_error_is_one_clear_line_in_each_language(lang: str, said: str) -> None:
    assert said in Terminal(face_off("cpred", lang=lang), ["1 luck 99", "q"], lang).out.splitlines()


@pytest.mark.parametrize("lang", ["fr", "zh"])
@pytest.mark.parametrize(
    "field",
    [
        Whole(low=1, high=6),
        Flag(),
        Word(words=("head", "body")),
        Word(words=()),
        Text(),
        DiceField(),
        ListOf(of=Whole()),
        Map(of=Whole()),
        Form(fields={"luck": Whole()}),
        Form(fields={}),
        Either(first=Whole(low=1, high=10), second=Text()),
    ],
)
def test_what_a_field_takes_is_said_in_each_language(field: object, lang: str) -> None:
    right = field.right()  # type: ignore[attr-defined]
    assert isinstance(right, Phrase)
    assert not ENGLISH.search(bad_input(BadInput("x", "9", right), lang))


@pytest.mark.parametrize("lang", ["fr", "zh"])
def test_dice_that_cannot_be_are_refused_in_the_language(lang: str) -> None:
    terminal = Terminal(face_off("cpred", lang=lang), ["six", "99", "", "4", "q"], lang, own=True)
    said = [line for line in terminal.out.splitlines() if line.startswith("dice") or line.startswith("dés")]
    assert len(said) == 3
    assert not any(ENGLISH.search(line) for line in said)


@pytest.mark.parametrize("lang", ["fr", "zh"])
@pytest.mark.parametrize(
    "text",
    [
        "ruleset: chess",
        "ruleset: cpred\nsides: [a]",
        "ruleset: cpred\nsides: [a, b]\nlight: dim\nfighters: {x: {side: a, from: solo}, y: {side: b, from: solo}}",
        "ruleset: cpred\nsides: [a, b]\nfighters: {x: {side: a, from: wizard}}",
        "ruleset: cpred\nsides: [a, b]\nfighters: {x: {side: a, from: solo, body: 99}, y: {side: b, from: solo}}",
        "ruleset: cops\nsides: [a, b]\nfighters: {x: {side: a, from: officer}, y: {side: b, from: officer}}",
        "ruleset: cpred\nsides: [a, b]\nfighters: {x: {side: a, from: solo, surprised: true}, y: {side: b, from: solo}}",
        "colour: red",
        "- 1",
    ],
)
def test_a_file_that_cannot_be_meant_is_refused_in_the_language(
    text: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["play", str(path), "--lang", lang])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.count("\n") == 1
    assert not ENGLISH.search(said.replace(str(path), "")), said


def test_a_phrase_keeps_what_fills_it() -> None:
    inner = phrase("one of: {words}", words="a, b")
    outer = phrase("a game whose whole fight stands: {which}", which=inner)
    assert outer == "a game whose whole fight stands: one of: a, b"
    assert bad_input(BadInput("x", "y", outer), "fr") == (
        "x\u202f: y\u202f; attendu\u202f: un jeu dont le combat complet existe\u202f: l’un de\u202f: a, b"
    )


def test_what_a_person_wrote_is_not_translated() -> None:
    """``range`` is a word of the catalogue; as an answer it stands as it was typed."""
    assert translator("fracas", "fr")("range") != "range"
    assert "x\u202f: range\u202f;" in bad_input(BadInput("x", "range", phrase("given")), "fr")


# ------------------------------------------------------------------------------------------------- one, and several


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [
        ("en", 1, "{dn:+} success needed"),
        ("en", -1, "{dn:+} success needed"),
        ("en", 0, "{dn:+} successes needed"),
        ("en", 2, "{dn:+} successes needed"),
        ("fr", 0, "{dn:+} réussite nécessaire{"),
        ("fr", 1, "{dn:+} réussite nécessaire{"),
        ("fr", 2, "{dn:+} réussites nécessaires{"),
        ("zh", 1, "所需成功{dn:+}个"),
        ("zh", 2, "所需成功{dn:+}个"),
    ],
)
def test_a_count_has_the_form_that_its_language_wants(lang: str, number: int, said: str) -> None:
    sentence = Plural(
        "dn", "Modifier for {who}: {dn:+} success needed{label}.", "Modifier for {who}: {dn:+} successes needed{label}."
    )
    assert said in counted("cops", lang, sentence, {"dn": number})


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
def test_one_success_is_one_success_in_a_fight(lang: str) -> None:
    terminal = Terminal(face_off("cops", lang=lang), ["1", "q"], lang)
    assert "1 successes" not in terminal.out
    if lang == "en":
        assert "1 success needed" in terminal.out


@pytest.mark.parametrize("lang", ["fr", "zh"])
@pytest.mark.parametrize("game", FACE_OFF)
def test_every_sentence_with_a_count_is_translated_in_all_its_forms(game: str, lang: str) -> None:
    from fracas.play.sentences import words_of_game
    from fracas.play.wording import all_sentences, placeholders

    plurals = [text for _, text in all_sentences(words_of_game(game).sentences) if isinstance(text, Plural)]
    assert plurals
    for text in plurals:
        forms = {catalogue(game, lang).ngettext(text, text.many, n) for n in (0, 1, 2, 5)}
        assert not forms & {str(text), text.many}, text
        assert {frozenset(placeholders(form)) for form in forms} == {frozenset(placeholders(text))}
