"""Brings the translation catalogues up to date with the sentences, and compiles them (Babel).

    python tools/catalogues.py            update src/fracas/locale/<language>/LC_MESSAGES/*.po and write their .mo
    python tools/catalogues.py --check    exit 1 if anything is missing, unused or not compiled

A game's domain holds its titles, sentences, terms, questions, options and the rules' summaries; the domain ``fracas``
what the program itself says (literals passed to ``ui(...)`` and ``many(...)``, in templates, too), what errors of input say
(literals passed to ``phrase(...)``, and what would be right in ``BadInput`` below ``cli``), the help of every field of a
form, and the examples' names.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from fracas.check.files import read_yaml
from fracas.core.forms import Field
from fracas.examples import EXAMPLES
from fracas.play.sentences import words_of_game
from fracas.play.wording import LANGUAGES, LOCALE, Plural, all_sentences
from fracas.rules import GAMES, load

PACKAGE = LOCALE.parent
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "zh": "nplurals=1; plural=0;"}
"""How many forms a language has for a count, and which is when."""
SPOKEN = ("core", "packs", "play", "rules")
"""Whose errors of input a person sees in their language."""


def game_messages(game: str) -> Iterator[str]:
    """Everything that one game says."""
    words, book = words_of_game(game), load(game).book
    yield from words.titles.values()
    for _, sentence in all_sentences(words.sentences):
        yield sentence
    yield from words.questions.values()
    yield from words.options.values()
    yield from words.fields.values()
    yield from words.values.values()
    for family in words.terms.values():
        yield from family.values()
    yield from words.choices.values()
    yield words.critical
    yield from words.decisions.values()
    for rule in book.rules.values():
        yield rule.summary


def ui_messages() -> Iterator[str]:
    """Every literal passed to a function called ``ui`` or ``phrase``, what errors of input say would be right, the help of
    every field, and the names of the examples."""
    for path in sorted(PACKAGE.rglob("*.py")):
        spoken = path.relative_to(PACKAGE).parts[0] in SPOKEN
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("ui", "phrase"):
                    yield from literals(node.args[:1])
                elif name == "many":
                    texts = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
                    yield from counted(*texts) if len(texts) == 2 else ()
                elif name in ("BadInput", "Impossible", "_wrong") and spoken:
                    yield from literals(node.args[2:3])
    for path in sorted((PACKAGE / "web" / "templates").rglob("*.html")):
        yield from template_messages(path)
    for game in GAMES:
        yield from sorted(helps_of(game))
    for path in EXAMPLES:
        yield from (case["name"] for case in read_yaml(path)["cases"])


def counted(one: str, several: str) -> Iterator[str]:
    """A sentence with a count."""
    yield Plural("n", one, several)


def template_messages(path: Path) -> Iterator[str]:
    """Every literal that a template of the pages passes to ``ui`` or ``many``."""
    tree = Environment(extensions=["jinja2.ext.do"]).parse(path.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        name = call.node.attr if isinstance(call.node, nodes.Getattr) else getattr(call.node, "name", "")
        texts = [one.value for one in call.args[:2] if isinstance(one, nodes.Const) and isinstance(one.value, str)]
        if name == "ui" and texts:
            yield texts[0]
        elif name == "many" and len(texts) == 2:
            yield from counted(*texts)


def literals(given: list[ast.expr]) -> Iterator[str]:
    """The texts among these arguments, both of a choice between two."""
    for node in given:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from literals([node.body, node.orelse])


def helps_of(game: str) -> set[str]:
    """What the fields of a game's forms say about themselves."""
    found = load(game)
    forms = [kind.details for kind in found.decisions.values()]
    forms += [found.fighter_form, found.fight_form, *(option.field for option in found.options.values())]
    return {text for form in forms for text in helps(form)}


def helps(field: Field) -> Iterator[str]:
    """The help of a field and of all in it."""
    if field.help:
        yield field.help
    inner = [getattr(field, name) for name in ("of", "first", "second") if hasattr(field, name)]
    for one in (*inner, *(getattr(field, "fields", None) or {}).values()):
        yield from helps(one)


def messages(domain: str) -> list[str]:
    """A domain's messages, each once, in the order in which they stand."""
    found = ui_messages() if domain == "fracas" else game_messages(domain)
    return [text for text in dict.fromkeys(found) if text]


def updated(domain: str, language: str) -> tuple[Catalog, list[str]]:
    """The catalogue with exactly the domain's messages, and what is wrong with the one on disk."""
    path = LOCALE / LANGUAGES[language] / "LC_MESSAGES" / f"{domain}.po"
    old = read_po(io.BytesIO(path.read_bytes())) if path.exists() else Catalog()
    new = read_po(io.BytesIO(header(language).encode()))
    wanted = messages(domain)
    ids = [one.id[0] if isinstance(one.id, tuple) else one.id for one in old if one.id]
    problems = [f"{path.name} ({language}): unused: {id}" for id in ids if id not in wanted]
    for text in wanted:
        known = old.get(text)
        translation = known.string if known else ""
        several = isinstance(text, Plural)
        if not translation or isinstance(translation, tuple) != several or (several and not all(translation)):
            problems.append(f"{path.name} ({language}): missing: {text}")
            translation = ("",) * new.num_plurals if several else ""
        new.add((str(text), text.many) if isinstance(text, Plural) else text, translation)
    return new, problems


def header(language: str) -> str:
    """The head of a .po file, without dates, so that the same messages give the same file."""
    lines = [f"Language: {LANGUAGES[language]}", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
    lines += ["Content-Transfer-Encoding: 8bit", f"Plural-Forms: {PLURALS[language]}"]
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def po_bytes(catalogue: Catalog, language: str) -> bytes:
    """The .po file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=118, omit_header=True)
    return header(language).encode() + out.getvalue()


def mo_bytes(po: bytes) -> bytes:
    """The compiled catalogue of a .po file."""
    out = io.BytesIO()
    catalogue = read_po(io.BytesIO(po))
    catalogue.creation_date = catalogue.revision_date = datetime(
        2026, 1, 1, tzinfo=UTC
    )  # not today's: same in, same out
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> int:
    check = "--check" in sys.argv[1:]
    problems: list[str] = []
    for language in LANGUAGES:
        for domain in ("fracas", *GAMES) if language != "en" else ():
            catalogue, wrong = updated(domain, language)
            problems += wrong
            po = po_bytes(catalogue, language)
            mo = mo_bytes(po)
            folder = LOCALE / LANGUAGES[language] / "LC_MESSAGES"
            for suffix, content in ((".po", po), (".mo", mo)):
                path: Path = folder / f"{domain}{suffix}"
                if check and (not path.exists() or path.read_bytes() != content):
                    problems.append(f"{path.relative_to(PACKAGE)} is not up to date: make docs")
                elif not check:
                    folder.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
    print("\n".join(problems) or "catalogues are complete")
    return 1 if problems and check else 0


if __name__ == "__main__":
    sys.exit(main())
