"""Writes src/fracas/rules/tested.json, docs/rules/<game>.md, docs/schema/<game>.cases.json, <game>.encounter.json
and sweep.json.

python tools/rule_pages.py            write them
python tools/rule_pages.py --check    exit 1 if one is not up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fracas.check import case_file_schema
from fracas.core.files import read_yaml
from fracas.core.rule import label_of, part_of, rule_id_of
from fracas.encounters import ENCOUNTERS
from fracas.play.encounter import encounter_schema, read_encounter
from fracas.play.sentences import words_of_game
from fracas.play.wording import By
from fracas.rules import GAMES, TESTED, load
from fracas.simulate.sweep import sweep_schema
from fracas.table.shape import schema as fight_schema

DOCS = Path(__file__).resolve().parent.parent / "docs"
CASES = DOCS.parent / "tests" / "cases"


def page(name: str) -> str:
    """The page of one game: every rule, what it says, asks and decides, and where it is written."""
    game, words = load(name), words_of_game(name)
    lines = [f"# {game.title}: the rules as implemented", ""]
    lines += ["Written from the registry by `make docs`; edit the rule functions instead.", "", "## House rules", ""]
    for option in game.options.values():
        values = ", ".join(str(value).lower() for value in option.written()) or "data"
        lines.append(
            f"- `{option.name}` ({option.rule}): {words.options[option.name]}. Values: {values}; default: {option.default}."
        )
    lines += ["", "## Rules", ""]
    for rule in game.book.rules.values():
        place = f"{rule.function.__module__.replace('.', '/')}.py, `{rule.function.__name__}`"
        lines += [f"### {rule.id}", "", f"**{words.titles[rule.id]}.** {rule.summary}", ""]
        lines.append(f"- Source: {rule.source}")
        lines.append(f"- Written in: src/{place}")
        if rule.asks:
            lines.append(f"- Asks: {', '.join(f'`{label_of(question)}`' for question in rule.asks)}")
        if rule.options:
            lines.append(f"- House rules: {', '.join(f'`{option}`' for option in rule.options)}")
        for why, sentence in words.sentences.items():
            if rule_id_of(why) == rule.id:
                texts = [*sentence.sentences.values(), sentence.otherwise] if isinstance(sentence, By) else [sentence]
                part = part_of(why)
                lines.append(f"- Says{f' ({part})' if part else ''}: {' / '.join(texts)}")
        lines.append("")
    return "\n".join(lines)


MOST_CASES = 3
"""So many cases that name a rule are listed."""


def tested() -> str:
    """For each rule the cases in tests/cases that name it."""
    found: dict[str, list[str]] = {id: [] for name in GAMES for id in load(name).book.rules}
    for path in sorted(CASES.rglob("*.yaml")):
        for case in read_yaml(path)["cases"]:
            for id in dict.fromkeys(case.get("rules", ())):
                if len(found[id]) < MOST_CASES:
                    found[id].append(f"{path.relative_to(CASES).as_posix()}: {case['name']}")
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    stale = []
    wanted = {DOCS / "rules" / f"{name}.md": page(name) for name in GAMES} | {TESTED: tested()}
    for name in GAMES:
        wanted[DOCS / "schema" / f"{name}.cases.json"] = (
            json.dumps(case_file_schema(name), indent=1, ensure_ascii=False) + "\n"
        )
    for name in {read_encounter(str(path)).game.name for path in ENCOUNTERS.values()}:
        text = json.dumps(encounter_schema(load(name)), indent=1, ensure_ascii=False)
        wanted[DOCS / "schema" / f"{name}.encounter.json"] = text + "\n"
    wanted[DOCS / "schema" / "sweep.json"] = json.dumps(sweep_schema(), indent=1, ensure_ascii=False) + "\n"
    wanted[DOCS / "schema" / "fight.json"] = json.dumps(fight_schema(), indent=1, ensure_ascii=False) + "\n"
    for path, text in wanted.items():
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(path)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    if "--check" in sys.argv and stale:
        print("not up to date (make docs): " + ", ".join(path.name for path in stale))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
