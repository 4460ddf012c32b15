"""The fight of docs/api.md, played with the very commands that stand there, on a real server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from live import serving

from fracas.table.verify import verify

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_documented_fight_is_played_end_to_end_with_curl(tmp_path: Path) -> None:
    assert shutil.which("curl") and shutil.which("bash"), "this test needs curl and bash"
    script = re.search(r"```bash\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert script is not None
    (tmp_path / "run").mkdir()
    with serving(tmp_path) as live:
        known = {**os.environ, "BASE": live.base, "HOST": live.token}
        done = subprocess.run(
            ["bash", "-eu", "-c", script[1]], env=known, cwd=tmp_path / "run", capture_output=True, text=True, timeout=120, check=False
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    assert "412" in said and "401" in said and "to hit" in said and "'sides': [10]" in said and "attack Ganger" in said
    assert "True" in said.splitlines()
    file = json.loads((tmp_path / "run" / "fight.json").read_text())
    report = verify(file)
    assert not report.problems and report.app > 0 and report.sealed == 0 and report.hand >= 1
    kinds = [event["kind"] for event in file["events"]]
    assert {"waits", "undone", "redone", "overridden", "opened", "requested"} <= set(kinds)
    assert file["events"][-1]["kind"] == "committed"
    entries = (tmp_path / "run" / "events.txt").read_text().count("event: entry")
    assert entries == len(kinds) - 2, "all up to the opened dice"
