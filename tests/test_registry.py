"""The rule ids are the thread: every rule has a test that names it, a sentence in each language and a docs page entry;
every note is registered, said and counted."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from fracas.core.rule import part_of, rule_id_of
from fracas.core.table import Noted, SeededTable
from fracas.play.sentences import words_of_game
from fracas.play.wording import By, all_sentences, placeholders, translator
from fracas.rules import GAMES, load

ROOT = Path(__file__).parent.parent
RULES = [(game, id) for game in GAMES for id in load(game).book.rules]
TESTS = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests" / "cases").rglob("*.yaml"))


@pytest.mark.parametrize(("game", "id"), RULES)
def test_rule_is_named_by_a_test(game: str, id: str) -> None:
    assert re.search(rf"rules: \[[^]]*\b{re.escape(id)}\b(?![.\w])", TESTS), f"no case file names {id} in its rules"


@pytest.mark.parametrize(("game", "id"), RULES)
def test_rule_has_a_summary_a_source_and_an_entry_in_the_docs(game: str, id: str) -> None:
    rule = load(game).book.rules[id]
    assert len(rule.summary) > 20
    assert rule.source
    assert f"### {id}\n" in (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
@pytest.mark.parametrize(("game", "id"), RULES)
def test_rule_has_a_title_and_a_sentence_in_each_language(game: str, id: str, lang: str) -> None:
    words, say = words_of_game(game), translator(game, lang)
    sentences = [sentence for why, sentence in all_sentences(words.sentences) if rule_id_of(why) == id]
    assert sentences
    for text in (words.titles[id], load(game).book.rules[id].summary, *sentences):
        assert say(text)
        if lang != "en" and re.search(r"[a-z]{4}", re.sub(r"\{.*?\}", "", text)):
            assert say(text) != text or text in SAME_IN_FRENCH, f"not translated: {text}"


SAME_IN_FRENCH = {
    "Protection",
    "Initiative",
    "Position",
    "Charge",
    "Brutal",
    "Waaagh",
    "Complication",
    "{base} + 3 × carrure {carrure} = {hp}.",
}


@pytest.mark.parametrize("game", GAMES)
def test_every_note_is_registered_and_has_its_sentence(game: str) -> None:
    book, words = load(game).book, words_of_game(game)
    for why in book.note_keys:
        rule = book.rules[rule_id_of(why)]
        assert part_of(why) in rule.notes, why
        assert why in words.sentences, why
    registered = {(rule.id, part) for rule in book.rules.values() for part in rule.notes}
    assert registered == {(rule_id_of(why), part_of(why)) for why in book.note_keys}
    assert set(words.questions) == set(book.questions)
    assert {question for rule in book.rules.values() for question in rule.asks} == set(book.questions)
    assert {name for rule in book.rules.values() for name in rule.options} == set(load(game).options)


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_sentences_use_only_the_notes_numbers(game: str, lang: str) -> None:
    book, words, say = load(game).book, words_of_game(game), translator(game, lang)
    for why, sentence in all_sentences(words.sentences):
        names = set(book.note_names(why))
        assert placeholders(sentence) <= names | {"label", "armour"}, why
        assert placeholders(say(sentence)) == placeholders(sentence), (lang, sentence)
        if isinstance(words.sentences[why], By):
            assert words.sentences[why].number in names


@pytest.mark.parametrize("game", GAMES)
def test_every_term_has_a_word(game: str) -> None:
    names, words = load(game).number_names, words_of_game(game)
    assert set(names) == set(words.terms)
    for family, name in names.items():
        for number in range(-1, 40):
            try:
                word = name(number)
            except ValueError:
                continue
            assert word in words.terms[family], (family, word)


@pytest.mark.parametrize("game", GAMES)
def test_notes_in_the_source_have_the_registered_count(game: str) -> None:
    """Also those that no test reaches: note(table, RULE.X, a, b) has as many numbers as X's names."""
    book = load(game).book
    seen = set()
    for path in (ROOT / "src" / "fracas" / "rules" / game).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("note", "refuse"):
                why = book.note_keys[node.args[1].attr]
                assert len(node.args) - 2 == len(book.note_names(why)), (path.name, node.lineno, why)
                seen.add(why)
    assert seen == set(book.note_keys)


def test_a_note_with_the_wrong_count_is_an_error() -> None:
    why = load("cpred").book.note_keys.ARMOUR_SOAK
    table = SeededTable(1)
    table.note(why, (14, 11, 3))
    assert table.events == [Noted(why, (14, 11, 3))]
    with pytest.raises(TypeError, match="damage, sp, through"):
        table.note(why, (14, 11))
