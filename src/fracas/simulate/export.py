"""What a simulation came to, for other programs: JSON, and one row a fight as CSV or Parquet; charts as SVG."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import BadInput, phrase
from .kernel import EACH, HEAD, NOBODY_LEFT, UNDECIDED
from .tally import DEAD, OUT, UP, Counted, Interval, Tally

if TYPE_CHECKING:
    from .simulation import Simulation

STATES = ("up", "out", "dead")
FIRST_PART = ("fight", "winner", "round", "decisions", "first_hurt")


def share(found: Interval) -> dict[str, float]:
    """An estimate with its interval."""
    return {"share": found.value, "low": found.low, "high": found.high}


def spread(found: Counted) -> dict[str, Any]:
    """Numbers with how often each came."""
    return {
        "mean": found.mean(),
        "median": found.quantile(0.5),
        "ninety": found.quantile(0.9),
        "counts": {str(value): count for value, count in found.items()},
    }


def as_dict(simulation: Simulation, tally: Tally, sides: dict[int, str], interrupted: bool = False) -> dict[str, Any]:
    """Everything that is known, for JSON."""
    ids = simulation.fighters.ids
    found: dict[str, Any] = {
        "ruleset": simulation.game.name,
        "seed": simulation.seed,
        "fights": tally.fights,
        "interrupted": interrupted,
        "policies": dict(simulation.policies),
        "sides": {},
        "nobody": share(tally.win(NOBODY_LEFT)),
        "undecided": share(tally.win(UNDECIDED)),
        "rounds": spread(tally.rounds),
        "fighters": {},
    }
    for side in sorted(set(tally.sides)):
        first, other = tally.first_blood(side)
        found["sides"][sides[side]] = {
            "wins": share(tally.win(side)),
            "lost": spread(tally.lost[side]) if side in tally.lost else {},
            "wins_when_hurt_first": share(first),
            "wins_when_another_is": share(other),
        }
    for i, (id, one) in enumerate(zip(ids, tally.fighters, strict=True)):
        found["fighters"][id] = {
            "side": sides[tally.sides[i]],
            **{name: share(tally.fate(i, state)) for name, state in zip(STATES, (UP, OUT, DEAD), strict=True)},
            "left": spread(one.left),
            "rounds_fired": spread(one.shots),
        }
    return found


def table_of(simulation: Simulation, first: int, rows: Any, sides: dict[int, str]) -> dict[str, Any]:
    """Some fights as columns."""
    ids = np.array([*simulation.fighters.ids, ""])
    names = {NOBODY_LEFT: "", UNDECIDED: "undecided", **sides}
    columns: dict[str, Any] = {
        "fight": np.arange(first, first + len(rows)),
        "winner": np.array([names[int(one)] for one in rows[:, 0]]),
        "round": rows[:, 1],
        "decisions": rows[:, 2],
        "first_hurt": ids[rows[:, 3]],
    }
    states = np.array(STATES)
    for i, id in enumerate(simulation.fighters.ids):
        at = HEAD + EACH * i
        columns |= {f"{id}.state": states[rows[:, at]], f"{id}.left": rows[:, at + 1], f"{id}.fired": rows[:, at + 2]}
    return columns


class Writer:
    """Writes one row a fight to a file as they come: ``.csv`` or ``.parquet``. A new file first, then in its place."""

    def __init__(self, simulation: Simulation, path: str, sides: dict[int, str]) -> None:
        self.simulation, self.sides = simulation, sides
        self.polars = polars_for(path)
        self.path, self.new, self.parts = Path(path), Path(path + ".new"), 0
        self.frames: list[Any] = []
        try:
            self.file = self.new.open("wb")
        except OSError as error:
            raise cannot_write(path, error) from None

    def add(self, first: int, rows: Any) -> None:
        """Some more fights."""
        frame = self.polars.DataFrame(table_of(self.simulation, first, rows, self.sides))
        if self.path.suffix == ".parquet":
            text = [name for name, kind in frame.schema.items() if kind == self.polars.String]
            self.frames.append(frame.with_columns(self.polars.col(text).cast(self.polars.Categorical)))
            return
        self.guarded(lambda: frame.write_csv(self.file, include_header=self.parts == 0))
        self.parts += 1

    def finish(self) -> None:
        """The file in its place."""
        if self.frames:
            self.guarded(lambda: self.polars.concat(self.frames).write_parquet(self.file))
        self.guarded(self.file.close)
        self.guarded(lambda: self.new.replace(self.path))

    def guarded(self, write: Callable[[], Any]) -> None:
        """A full disk is one clear line; what is half written goes."""
        try:
            write()
        except (OSError, self.polars.exceptions.PolarsError) as error:
            self.abandon()
            raise cannot_write(str(self.path), error) from None

    def abandon(self) -> None:
        """Leave nothing half written."""
        with suppress(OSError):
            self.file.close()
        self.new.unlink(missing_ok=True)


def cannot_write(path: str, error: Exception) -> BadInput:
    """A file that cannot be written, in one line."""
    why = getattr(error, "strerror", None) or str(error).splitlines()[0]
    return BadInput("file", f"{path}: {why}", phrase("a file that can be written"))


def polars_for(path: str) -> Any:
    """Polars, for a file that it can write."""
    if Path(path).suffix not in (".csv", ".parquet"):
        raise BadInput("file", path, phrase("a file whose name ends in .csv or .parquet"))
    try:
        import polars
    except ModuleNotFoundError:
        raise BadInput("file", path, phrase("used with Polars: pip install 'fracas[sim]'")) from None
    return polars


def plot(simulation: Simulation, tally: Tally, sides: dict[int, str], path: str, words: Callable[[str], str]) -> None:
    """Win rates with their intervals, rounds, and what each fighter has left, as one SVG."""
    if not path.endswith(".svg"):
        raise BadInput("--plot", path, phrase("a file whose name ends in .svg"))
    try:
        import altair
        import vl_convert
    except ModuleNotFoundError:
        raise BadInput("--plot", path, phrase("used with Altair: pip install 'fracas[plots]'")) from None
    svg = vl_convert.vegalite_to_svg(chart(altair, simulation, tally, sides, words).to_json())
    try:
        Path(path).write_text(svg, "utf-8")
    except OSError as error:
        raise cannot_write(path, error) from None


def chart(alt: Any, simulation: Simulation, tally: Tally, sides: dict[int, str], words: Callable[[str], str]) -> Any:
    """The charts, as Altair has them."""
    wins = []
    for side in sorted(set(tally.sides)):
        found = tally.win(side)
        wins.append({"side": sides[side], "share": found.value, "low": found.low, "high": found.high})
    base = alt.Chart(alt.Data(values=wins)).encode(y=alt.Y("side:N", title=None))
    bars = base.mark_bar().encode(
        x=alt.X("share:Q", title=words("wins"), axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        color=alt.Color("side:N", title=None),
    )
    whiskers = base.mark_rule(color="black").encode(x="low:Q", x2="high:Q")
    rounds = [{"round": value, "share": count / tally.fights} for value, count in tally.rounds.items()]
    lengths = (
        alt.Chart(alt.Data(values=rounds))
        .mark_bar()
        .encode(
            x=alt.X("round:O", title=words("round in which it ends")),
            y=alt.Y("share:Q", title=words("fights"), axis=alt.Axis(format="%")),
        )
        .properties(height=160)
    )
    left = []
    for i, (id, one) in enumerate(zip(simulation.fighters.ids, tally.fighters, strict=True)):
        for value, count in one.left.items():
            left.append(
                {"fighter": id, "left": value, "share": count / tally.fights, "side": sides[simulation.sides[i]]}
            )
    ends = (
        alt.Chart(alt.Data(values=left))
        .mark_bar()
        .encode(
            x=alt.X("left:Q", title=words("left at the end"), bin=alt.Bin(maxbins=40)),
            y=alt.Y("sum(share):Q", title=words("fights"), axis=alt.Axis(format="%")),
            color=alt.Color("side:N", title=None),
            row=alt.Row("fighter:N", title=None, sort=list(simulation.fighters.ids)),
        )
        .properties(height=60)
    )
    return alt.vconcat(bars + whiskers, lengths, ends).properties(title=simulation.game.title)
