"""docs/case-files.md lists what every game takes: written from the forms, so that it cannot be out of date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fracas.rules import GAMES, load

ROOT = Path(__file__).parent.parent.parent


def test_the_lists_are_up_to_date() -> None:
    tool = str(ROOT / "tools" / "case_fields.py")
    done = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_field_and_view_is_named(game: str) -> None:
    text = (ROOT / "docs" / "case-files.md").read_text("utf-8")
    part = text.partition(f"<!-- written by make docs: {game} -->")[2].partition("<!-- end -->")[0]
    found = load(game)
    for name, kind in found.decisions.items():
        assert f"| `{name}` | " in part
        for field in kind.details.fields or {}:
            assert f"`{field}`" in part
    for name in (*(found.fighter_form.fields or {}), *found.fighter_views, *found.setters):
        assert f"`{name}`" in part
