"""The documents are true: their code runs, and what is generated is up to date."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from fracas.rules import GAMES

ROOT = Path(__file__).parent.parent


def test_the_rule_of_add_a_rule_is_built() -> None:
    text = (ROOT / "docs" / "add-a-rule.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) == 5
    space: dict[str, object] = {"__name__": "add_a_rule"}
    exec(compile("\n".join(blocks), "docs/add-a-rule.md", "exec"), space)
    book = space["book"]
    assert list(book.rules) == ["demo.knock.back"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("tool", ["rule_pages.py", "catalogues.py"])
def test_what_is_generated_is_up_to_date(tool: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / tool), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_import_contract_names_every_game() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    independent = next(one for one in contracts if one["type"] == "independence")
    assert set(independent["modules"]) == {f"fracas.rules.{name}" for name in GAMES}


def test_no_machine_and_no_address_is_named() -> None:
    """Lock files carry no index address, and nothing names a path of the machine it was made on."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        assert "://" not in (ROOT / name).read_text("utf-8")
