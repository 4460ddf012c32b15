"""``make bench``: the table of floors, each side's answer compared first, ratios from one run; written to bench/RESULTS.md.

``python bench/run.py NAME …`` runs some parts alone (see PARTS) and writes nothing; nor is anything written where a part
fails (two answers differ, say: exit code 1). Never a timed test: read the ratios, on an idle machine.
"""

from __future__ import annotations

import resource
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

import checks  # noqa: E402
from cold import cold_lines  # noqa: E402
from composer import composer_lines  # noqa: E402
from harness import Table, machine, once, shown  # noqa: E402
from many_shots import held  # noqa: E402
from rows import EXACT  # noqa: E402
from simulated import SIMULATED  # noqa: E402

ROWS: dict[str, Callable[[Table], None]] = {**EXACT, **SIMULATED}
MOST_MEMORY = 12 << 30
"""Bytes of address space (numba and its threads reserve much that they never use): past it a part fails, and the rest still
run."""

PARTS = ("checks", *ROWS, "cold", "composer", "hard")
LONG = ("many_shots",)
"""Parts that run only when they are named: with ten shots it takes minutes to read the 1.45 million states."""

HOW = """\
Both sides of a row answer first and are compared: as fractions where the row is exact, to ten digits where it is in floating
point, by their intervals where it is simulated. Then they are timed in turn, several times over; a figure is the median.
Warm: code is imported and compiled, and each side keeps what does not depend on the state one starts from. fracas keeps the
operators that it made from the rules and the states that it has met; the peers keep dice, in chains tables by what a step
reads (SP, wounds), in the duel matrices. Where fracas keeps more than its peer, a row without a wanted factor has the peer
keep as much ("its Die kept", "its graph kept"). "First call" is fracas with nothing kept but its compile cache. The
workloads are data in bench/workloads.py, the peers are bench/peers_*.py, checked against the exact table by bench/checks.py.
"""


def main(names: Sequence[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"bench: {unknown[0]} - should be one of {', '.join(PARTS)}", file=sys.stderr)
        return 2
    _, allowed = resource.getrlimit(resource.RLIMIT_AS)
    most = MOST_MEMORY if allowed == resource.RLIM_INFINITY else min(MOST_MEMORY, allowed)
    resource.setrlimit(resource.RLIMIT_AS, (most, allowed))
    where, table, failed = machine(), Table(), []
    chosen = names or tuple(name for name in PARTS if name not in LONG)

    def part(name: str, run: Callable[[], Any]) -> Any:
        """One part, where it is wanted; what goes wrong is told, and the others still run."""
        if name not in chosen:
            return None
        try:
            seconds, found = once(run)
            print(f"  ({name}: {shown(seconds)})", file=sys.stderr, flush=True)
            return found
        except Exception:
            traceback.print_exc()
            failed.append(name)
            return None

    print(where)
    part("checks", checks.main)
    for name, rows in ROWS.items():
        part(name, lambda rows=rows: rows(table))
    cold = part("cold", cold_lines) or []
    print("\n".join(cold))
    composer = part("composer", composer_lines) or []
    hard = part("hard", hard_rows) or []
    where += f" Most memory of the whole process, peers too: {held('VmHWM') / 2**20:,.0f} MiB."
    if not names and not failed:
        (HERE / "RESULTS.md").write_text(written(where, table, cold, composer, hard), "utf-8")
    missed = [row.workload for row in table.rows if row.floor and row.factor < row.floor]
    for what, which in (("failed", failed), ("below their floor", missed)):
        if which:
            print(f"{what}: {'; '.join(dict.fromkeys(which))}")
    return 1 if failed else 0


def hard_rows() -> list[str]:
    """The hard cases of docs/decisions/0001."""
    from hard import hard_rows

    return hard_rows()


def written(where: str, table: Table, cold: Sequence[str], composer: Sequence[str], hard: Sequence[str]) -> str:
    """bench/RESULTS.md."""
    return (
        f"# Results of the last `make bench`\n\n{where}\n\n{HOW}\n{table}\n\n"
        f"## A new process for one question\n\n{chr(10).join(cold)}\n\n"
        "## The server's time for the table with its odds, at each change in the composer\n\n"
        f"{chr(10).join(composer)}\n\n"
        f"## The hard cases through every table\n\n{chr(10).join(hard)}\n"
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
