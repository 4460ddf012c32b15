"""The documents' worked examples as golden logs, in all three languages.

To accept a change: ``FRACAS_GOLDEN=write python -m pytest tests/test_golden.py``, then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fracas.cli.demo import explained
from fracas.examples import EXAMPLES

GOLDEN = Path(__file__).parent / "golden"


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
