"""Commands called as a shell would, by the tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fracas.cli.main import main


def caller(name: str, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Calls ``fracas NAME …``: its exit code, what it printed and what it complained of. Lines are not broken, whatever the
    terminal."""
    monkeypatch.setenv("COLUMNS", "160")

    def call(*argv: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([name, *argv])
        found = capsys.readouterr()
        return int(ended.value.code or 0), found.out, found.err

    return call
