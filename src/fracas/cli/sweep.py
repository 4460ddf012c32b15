"""``fracas sweep``: variants of an encounter, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..play.errors import bad_input
from ..play.wording import decimal, fill, percent, translator
from ..simulate.simulation import MOST_FIGHTS
from .simulate import number_of, share_of

if TYPE_CHECKING:
    from rich.console import Console

    from ..simulate.sweep import Results, Row, Sweep
    from ..simulate.tally import Interval

MOST_SHOWN = 200
"""Variants in the terminal's table."""


def run_sweep_command(
    file: str,
    vary: Sequence[str],
    engine: str | None,
    fights: str | None,
    until: str | None,
    seed: str | None,
    policy: Sequence[str],
    out: str | None,
    fresh: bool,
    executor: str,
    workers: str,
    csv: str | None,
    parquet: str | None,
    plot: str | None,
    lang: str,
    json: bool,
) -> int:
    """The command: whatever cannot be meant is one line in the reader's language, before anything runs."""
    from ..simulate.sweep import run_sweep
    from ..simulate.sweep.charts import check_chart
    from ..simulate.sweep.export import check_name
    from .main import fail

    ui = translator("fracas", lang)
    try:
        sweep = sweep_given(file, vary, engine, fights, until, seed, policy)
        for path, where, ending in (
            (csv, "--csv", ".csv"),
            (parquet, "--parquet", ".parquet"),
            (plot, "--plot", ".svg"),
        ):
            check_name(path, where, ending)
        if plot is not None:
            check_chart(sweep)
        if fresh and out is None:
            raise BadInput("--fresh", phrase("given without --out"), phrase("given with --out"))
        count = number_of(workers, "--workers", 0)
        with Bar(ui("checking"), sweep.variants) as bar:
            sweep.check(lang, lambda done: bar.move(done, sweep.variants))
        with Bar(ui("shards"), None) as bar:
            results = run_sweep(sweep, out, executor, count, fresh, bar.move, checked=True)
        tell(results, csv, parquet, plot, lang, json)
        if results.interrupted and not json:
            kept = ui("Interrupted: this is what is known so far; the same command goes on where it ended.")
            gone = ui("Interrupted: this is what is known so far; --out DIR would have kept it.")
            from .main import console

            console().print(kept if results.kept else gone, style="yellow")
    except BadInput as error:
        return fail(bad_input(error, lang))
    return 0


def sweep_given(
    file: str,
    vary: Sequence[str],
    engine: str | None,
    fights: str | None,
    until: str | None,
    seed: str | None,
    policy: Sequence[str],
) -> Sweep:
    """The sweep of a file, with what the command line says in place of what the file says."""
    from ..simulate.sweep.files import read_sweep, with_policies
    from .main import whole_seed

    axes = []
    for word in vary:
        path, mark, values = word.partition("=")
        if not mark or not path.strip():
            raise BadInput("--vary", shown(word), phrase("PATH=VALUES, such as fighters.ann.armour.0.sp=7..13"))
        axes.append((path.strip(), values))
    sweep = read_sweep(file, axes)
    if not sweep.axes:
        raise BadInput("--vary", "missing", phrase("PATH=VALUES, such as fighters.ann.armour.0.sp=7..13"))
    if policy:
        pairs = (word.partition("=") for word in policy)
        sweep = with_policies(sweep, {who if mark else "": name if mark else who for who, mark, name in pairs})
    if engine is not None:
        sweep = replace(sweep, engine=engine)
    if until is not None:
        sweep = replace(sweep, until=share_of(until))
    if fights is not None:
        sweep = replace(sweep, fights=number_of(fights, "-n", 1))
    elif until is not None:
        sweep = replace(sweep, fights=MOST_FIGHTS)
    return replace(sweep, seed=whole_seed(seed)) if seed is not None else sweep


class Bar:
    """A bar on standard error, where somebody sees it."""

    def __init__(self, label: str, total: int | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        err = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=err, transient=True) if err.is_terminal else None
        self.task = self.progress.add_task(label, total=total) if self.progress is not None else None

    def __enter__(self) -> Bar:
        if self.progress is not None:
            self.progress.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self.progress is not None:
            self.progress.__exit__(*error)

    def move(self, done: int, total: int) -> None:
        """So many are done."""
        if self.progress is not None and self.task is not None:
            self.progress.update(self.task, completed=done, total=total)


def tell(results: Results, csv: str | None, parquet: str | None, plot_to: str | None, lang: str, json: bool) -> None:
    """Show and write what it came to."""
    import sys

    from ..simulate.sweep.charts import plot
    from ..simulate.sweep.export import write_json, write_table
    from .main import console

    for path in (csv, parquet):
        if path is not None:
            write_table(results, path)
    if plot_to is not None:
        plot(results, plot_to, translator("fracas", lang))
    if json:
        write_json(results, sys.stdout)
    else:
        show(console(), results, lang)


def show(out: Console, results: Results, lang: str) -> None:
    """A line for each variant: what it is, and how often each side won."""
    from itertools import islice

    from rich.table import Table

    ui, sweep = translator("fracas", lang), results.sweep
    out.print(f"━━ {sweep.game.title} · {sweep.encounter.get('name', '')}", style="bold")
    out.print(headline(sweep, lang))
    rows = results.rows()
    seen = list(islice(rows, MOST_SHOWN))
    undecided = any(row.undecided.value > 0 for row in seen)
    nobody = any(row.nobody.value > 0 for row in seen)
    table = Table(box=None, header_style="dim")
    for axis in sweep.axes:
        table.add_column(ui("variant") if axis.name == "variant" else axis.name, overflow="fold")
    for side in sweep.sides:
        table.add_column(fill(ui("{side} wins"), {"side": side}), justify="right", no_wrap=True)
    if nobody:
        table.add_column(ui("nobody left"), justify="right")
    if undecided:
        table.add_column(ui("undecided"), justify="right")
    simulated = any(row.rounds is not None for row in seen)
    if simulated:
        table.add_column(ui("length in rounds"), justify="right")
        table.add_column(ui("fights"), justify="right")
    for row in seen:
        cells = [shown(value) for value in row.labels.values()]
        cells += [rate(row, row.wins[side], lang, ui) for side in sweep.sides]
        cells += [percent(row.nobody.value, lang, 2)] if nobody else []
        cells += [percent(row.undecided.value, lang, 2)] if undecided else []
        if simulated:
            cells.append(decimal(row.rounds.mean(), lang, 2) if row.rounds is not None else "")
            cells.append(f"{row.fights:,}".replace(",", "\u202f"))
        table.add_row(*cells)
    out.print(table)
    more = sum(1 for _ in rows)
    if more:
        out.print(fill(ui("… and {n} more: --csv, --parquet or --json has them all"), {"n": more}), style="dim")


def headline(sweep: Sweep, lang: str) -> str:
    """How it was worked out."""
    ui = translator("fracas", lang)
    if sweep.engine == "exact":
        return fill(ui("{n} variants, worked out exactly"), {"n": sweep.variants})
    said = ui("{n} variants; seed {seed}, the same dice for each variant; intervals are 95% (Wilson)")
    return fill(said, {"n": sweep.variants, "seed": sweep.seed})


def rate(row: Row, found: Interval, lang: str, ui: Callable[[str], str]) -> str:
    """How often a side won: with half of its interval where it is simulated, with what may be missing where it is not."""
    if row.kind == "simulated":
        half = percent(found.half, lang, 2 if found.half < 0.01 else 1)
        return fill(ui("{share} ± {half}"), {"share": percent(found.value, lang, 2), "half": half})
    share = percent(found.value, lang, 4)
    return (
        fill(ui("{share} + at most {more}"), {"share": share, "more": f"{row.dropped:.1g}"}) if row.dropped else share
    )
