"""Writes what every game takes (fighters, decisions, fields, views, labels) into docs/case-files.md, from its forms.

python tools/case_fields.py            write it
python tools/case_fields.py --check    exit 1 if it is not up to date

What stands between ``<!-- written by make docs: cpred -->`` and ``<!-- end -->`` is generated; the rest is by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from fracas.core.forms import Either, Field, Form, ListOf
from fracas.core.game import DecisionKind, Game
from fracas.core.rule import label_of
from fracas.rules import GAMES, load

PAGE = Path(__file__).resolve().parent.parent / "docs" / "case-files.md"
BLOCK = re.compile(r"(<!-- written by make docs: (\w+) -->\n).*?(<!-- end -->\n)", re.S)


def decision_row(kind: DecisionKind) -> str:
    """One decision: who, at whom, which fields."""
    whom = "`by`" if kind.by else ""
    if kind.target:
        whom += (", " if whom else "") + ("`target` or `targets`" if kind.several else "`target`")
    return f"| `{kind.name}` | {whom or '–'} | {names(kind.details.fields or {})} |"


def names(fields: Mapping[str, Field]) -> str:
    """The fields' names; required ones are marked."""
    return " ".join(f"`{name}`" + ("*" if field.required else "") for name, field in fields.items()) or "–"


def field_rows(game: Game) -> Iterator[str]:
    """Every field of every decision once, with what it takes; one that differs between decisions has a row for each."""
    found: dict[tuple[str, str, str], None] = {}
    for kind in game.decisions.values():
        for name, field in (kind.details.fields or {}).items():
            found[name, field.right(), field.help] = None
    for name, right, help in found:
        yield f"| `{name}` | {cell(right)} | {cell(help)} |"


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return text.replace("|", "\\|") or "–"


def parts(field: Field) -> Iterator[tuple[str, Form]]:
    """The forms within a form, by the name of the field that holds them."""
    for name, inner in (getattr(field, "fields", None) or {}).items():
        ways = (inner.first, inner.second) if isinstance(inner, Either) else (inner,)
        for way in ways:
            one = way.of if isinstance(way, ListOf) else way
            if isinstance(one, Form):
                yield name, one


def block(name: str) -> str:
    """Everything that one game takes."""
    game = load(name)
    lines = [f"Fighter: {names(game.fighter_form.fields or {})}."]
    lines += [f"- of `{part}`: {names(form.fields or {})}" for part, form in parts(game.fighter_form)]
    if game.fight_form.fields:
        lines += ["", f"Fight: {names(game.fight_form.fields)}."]
    lines += ["", f"House rules: {' '.join(f'`{option}`' for option in game.options)}.", ""]
    lines += ["| decision | who | fields (* required) |", "|---|---|---|"]
    lines += [decision_row(kind) for kind in game.decisions.values()]
    lines += ["", "| field | takes | |", "|---|---|---|", *field_rows(game), ""]
    lines.append(f"Views of a fighter: {' '.join(f'`{view}`' for view in game.fighter_views)}.")
    lines.append(f"Of the fight: {' '.join(f'`{view}`' for view in game.fight_views)}.")
    lines.append(f"Of the outcome: {' '.join(f'`{view}`' for view in game.outcome_views)}.")
    if game.setters:
        lines.append(f"The GM sets: {' '.join(f'`{setter}`' for setter in game.setters)}.")
    labels = dict.fromkeys(label_of(question) for question in game.book.questions)
    lines.append(f"Labels of dice and choices: {' '.join(f'`{label}`' for label in labels)}.")
    return "\n".join(lines) + "\n"


def main() -> int:
    text = PAGE.read_text("utf-8")
    blocks = {found[2] for found in BLOCK.finditer(text)}
    missing = [name for name in GAMES if name not in blocks]
    if missing:
        print(f"{PAGE.name}: no place for {', '.join(missing)}")
        return 1
    new = BLOCK.sub(lambda found: f"{found[1]}{block(found[2])}{found[3]}", text)
    if new != text and "--check" in sys.argv:
        print(f"not up to date (make docs): {PAGE.name}")
        return 1
    PAGE.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
