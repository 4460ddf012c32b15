"""The documents' worked examples as golden logs, in all three languages.

To accept a change: ``FRACAS_GOLDEN=write python -m pytest tests/test_golden.py``, then read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fracas.check.files import read_case_file
from fracas.check.run import decision_of, play, read_answers
from fracas.core.game import set_up
from fracas.core.table import LiveTable, SilentTable
from fracas.examples import EXAMPLES
from fracas.play.explain import Explainer, Line

GOLDEN = Path(__file__).parent / "golden"


class SetupTable(SilentTable):
    """Keeps what the rules note while fighters are made (HP from BODY and WILL)."""

    note = LiveTable.note


def explained(path: Any, lang: str) -> Iterator[tuple[str, list[Line], str]]:
    """Every case of an example file with its explanation and headline, for the golden logs."""
    file = read_case_file(path)
    for case in file.cases:
        notes = SetupTable()
        setup = set_up(file.game, case["fighters"], case.get("house"), case.get("fight"), notes)
        explainer = Explainer(file.game, setup.fighters, lang)
        fight, lines, headline = setup.fight, explainer.lines(notes.events), ""
        for step in case["steps"]:
            decision = decision_of(file.game, setup.fighters, step)
            fight, table = play(file.game, fight, decision, read_answers(step["dice"], file.game, setup.fighters))
            lines += explainer.lines(table.events, step.get("with"))
            headline = explainer.headline(fight, step["do"], step.get("by"), step.get("target"), table.events)
        yield str(case["name"]), lines, headline


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_log_is_the_golden_one(example: Path, lang: str) -> None:
    lines = []
    for name, explanation, headline in explained(example, lang):
        lines.append(f"== {name}")
        for line in explanation:
            decided = f" ⌂ {line.decided}" if line.decided else ""
            lines.append(f"{line.rule} | {line.title} | {line.text}{decided}")
        if headline:
            lines.append(f"-> {headline}")
    text = "\n".join(lines) + "\n"
    golden = GOLDEN / f"{example.stem}.{lang}.txt"
    if os.environ.get("FRACAS_GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
