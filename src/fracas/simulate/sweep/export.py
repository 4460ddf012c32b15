"""What a sweep came to, for other programs: JSON, CSV and Parquet, written as the shards are read."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any

from ...core.errors import BadInput, phrase
from ..export import cannot_write, polars_for
from .plan import Sweep
from .run import Results

CHUNK = 1000
"""Rows in memory at a time."""


def head(results: Results) -> dict[str, Any]:
    """What stands before the rows."""
    sweep = results.sweep
    found: dict[str, Any] = {
        "ruleset": sweep.game.name,
        "engine": sweep.engine,
        "seed": sweep.seed,
        "fights": sweep.fights,
        "until": sweep.until,
        "interrupted": results.interrupted,
        "program": sweep.program,
        "sides": list(sweep.sides),
        "axes": [{"name": axis.name, "values": list(axis.labels)} for axis in sweep.axes],
        "variants": sweep.variants,
    }
    return found


def write_json(results: Results, stream: IO[str]) -> None:
    """One JSON object, a line for each variant."""
    text = json.dumps(head(results), ensure_ascii=False, indent=1)
    stream.write(text[: text.rindex("\n}")] + ',\n "rows": [')
    for number, row in enumerate(results.rows()):
        stream.write(("," if number else "") + "\n  " + json.dumps(row.to_dict(), ensure_ascii=False))
    stream.write("\n ]\n}\n")


def columns(sweep: Sweep, polars: Any) -> dict[str, Any]:
    """The columns of a table of rows, with their types (see :meth:`Row.flat`)."""
    found: dict[str, Any] = {"number": polars.Int64}
    for axis in sweep.axes:
        whole = all(type(one) is int for one in axis.labels)
        found[axis.name] = polars.Int64 if whole else polars.Float64 if axis.numbers else polars.String
    found |= {"kind": polars.String, "fights": polars.Int64}
    for side in sweep.sides:
        found |= {f"{name}.{side}": polars.Float64 for name in ("wins", "low", "high")}
    found |= dict.fromkeys(("nobody", "undecided", "dropped", "rounds.mean"), polars.Float64)
    found |= dict.fromkeys(("rounds.median", "rounds.ninety"), polars.Int64)
    for side in sweep.sides:
        found |= {f"lost.{side}": polars.Float64, f"fired.{side}": polars.Float64}
    return found


def frames(results: Results) -> Iterator[Any]:
    """The rows as Polars data frames of some each; at least one, which may be empty."""
    import polars

    schema = columns(results.sweep, polars)
    texts = [axis.name for axis in results.sweep.axes if schema[axis.name] is polars.String]
    rows, first = results.rows(), True
    while (chunk := [row.flat() for row in islice(rows, CHUNK)]) or first:
        for one in chunk:
            one |= {name: str(one[name]) for name in texts}
        yield polars.DataFrame(chunk, schema=schema, orient="row")
        first = False


def write_table(results: Results, path: str) -> None:
    """A table as ``.csv`` or ``.parquet``: beside its place first, then in it. BadInput when it cannot be written."""
    polars = polars_for(path)
    place, new = Path(path), Path(path + ".new")
    try:
        if place.suffix == ".csv":
            with new.open("wb") as stream:
                for number, frame in enumerate(frames(results)):
                    frame.write_csv(stream, include_header=number == 0)
        else:
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=".fracas-") as parts:
                polars.scan_parquet(list(written(frames(results), parts))).sink_parquet(str(new))
        new.replace(place)
    except (OSError, polars.exceptions.PolarsError) as error:
        raise cannot_write(path, error) from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def written(found: Iterator[Any], folder: str) -> Iterator[str]:
    """Each data frame as a file of its own."""
    for number, frame in enumerate(found):
        frame.write_parquet(f"{folder}/{number}.parquet")
        yield f"{folder}/{number}.parquet"


def check_name(path: str | None, where: str, ending: str) -> None:
    """BadInput for a file whose name says that it is something else, or that cannot be written with what is installed."""
    if path is None:
        return
    if not path.endswith(ending):
        raise BadInput(where, path, phrase("a file whose name ends in {ending}", ending=ending))
    folder = Path(path).parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BadInput(where, path, phrase("a file in a folder that can be written to"))
    if ending == ".svg":
        try:
            import altair  # noqa: F401
            import vl_convert  # noqa: F401
        except ModuleNotFoundError:
            raise BadInput(where, path, phrase("used with Altair: pip install 'fracas[plots]'")) from None
    else:
        polars_for(path)
