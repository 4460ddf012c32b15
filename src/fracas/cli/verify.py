"""``fracas verify``: are a fight's dice what was promised?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..play.errors import bad_input
from ..play.wording import fill, translator
from ..table.verify import Report, verify

MOST_BYTES = 200_000_000
MOST_DEEP = 100


def run_verify(file: str, lang: str, as_json: bool) -> int:
    """The command: 0 all is well, 1 something is not, 2 the file cannot be checked."""
    from .main import fail, print_json

    try:
        report = verify(read_json(file))
    except BadInput as error:
        return fail(bad_input(error, lang))
    if as_json:
        print_json(report.to_dict())
    else:
        print("\n".join(lines(report, lang)))
    return 1 if report.problems else 0


def read_json(file: str) -> Any:
    """A JSON file; BadInput where there is none."""
    path = Path(file)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(file, phrase("too large"), phrase("at most {most} MB", most=MOST_BYTES // 1_000_000))
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadInput(file or "file", error.strerror or "unreadable", phrase("a file that can be read")) from None
    except UnicodeDecodeError:
        raise BadInput(file, phrase("not UTF-8"), phrase("a text file in UTF-8")) from None
    except (ValueError, RecursionError) as error:
        raise BadInput(file, shown(str(error)), "JSON") from None


def lines(report: Report, lang: str) -> list[str]:
    """The report in words."""
    ui = translator("fracas", lang)
    numbers = report.to_dict()
    found = [
        fill(ui("{name} ({ruleset}), entries: {entries}"), {**numbers, "name": report.name or report.kind}),
        fill(ui("Rolls of the app's dice that are as promised: {app}"), numbers),
    ]
    if report.sealed:
        found.append(fill(ui("Rolls whose secret is not opened yet: {sealed}"), numbers))
    if report.hand:
        found.append(fill(ui("Rolls typed by people, which nobody can check: {hand}"), numbers))
    found.append(fill(ui("Decisions to whose state the rules come again: {replayed}"), numbers))
    if report.others:
        found.append(fill(ui("Decisions of another version of the rules, left out: {others}"), numbers))
    if report.problems:
        found[1] = fill(ui("Rolls of the app's dice that were looked at: {app}"), numbers)
        return [*found, *(f"✗ {problem}" for problem in report.problems), ui("Not as promised.")]
    return [*found, ui("All is as promised.") if not report.sealed else ui("Nothing is wrong so far.")]
