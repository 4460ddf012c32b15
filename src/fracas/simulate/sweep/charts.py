"""Charts of a sweep: curves for one varied path, heat maps for two, a row of heat maps for each value of a third."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from ...core.errors import BadInput, phrase
from ..export import cannot_write
from .plan import Axis, Sweep
from .run import Results

MOST_MARKS = 20_000
MOST_PANELS = 12


def check_chart(sweep: Sweep) -> None:
    """BadInput for a sweep that no chart shows."""
    varied = varied_axes(sweep)
    if not 1 <= len(varied) <= 3:
        raise BadInput("--plot", phrase("{n} varied paths", n=len(varied)), phrase("one to three; --csv has them all"))
    if sweep.variants > MOST_MARKS:
        what = phrase("{n} variants", n=sweep.variants)
        raise BadInput("--plot", what, phrase("at most {most}", most=MOST_MARKS))
    if len(varied) == 3 and len(varied[0].labels) > MOST_PANELS:
        what = phrase("{n} values", n=len(varied[0].labels))
        raise BadInput(varied[0].name, what, phrase("at most {most} in a chart of three paths", most=MOST_PANELS))


def varied_axes(sweep: Sweep) -> list[Axis]:
    """The axes with more than one value (of a single variant: all)."""
    return [axis for axis in sweep.axes if len(axis.labels) > 1] or list(sweep.axes)


def plot(results: Results, path: str, words: Callable[[str], str] = str) -> None:
    """The chart of a sweep as an SVG file. ``words`` says the titles in the reader's language."""
    import vl_convert

    svg = vl_convert.vegalite_to_svg(chart(results, words).to_json())
    try:
        Path(path).write_text(svg, "utf-8")
    except OSError as error:
        raise cannot_write(path, error) from None


def chart(results: Results, words: Callable[[str], str] = str) -> Any:
    """The chart, as Altair has it: for one varied path a curve for each side with its interval, else a heat map for each
    side. It can be shown in a notebook as it is. BadInput for a sweep that no chart shows."""
    altair: Any = import_module("altair")

    sweep = results.sweep
    check_chart(sweep)
    varied = varied_axes(sweep)
    values = [
        {f"x{place}": row.labels[axis.name] for place, axis in enumerate(varied)}
        | {"side": side, "wins": one.value, "low": one.low, "high": one.high}
        for row in results.rows()
        for side, one in row.wins.items()
    ]
    data = altair.Data(values=values)
    made = (
        curves(altair, data, sweep, varied[0], words) if len(varied) == 1 else heat(altair, data, sweep, varied, words)
    )
    return made.properties(title=sweep.encounter.get("name") or sweep.game.title)


def curves(alt: Any, data: Any, sweep: Sweep, axis: Axis, words: Callable[[str], str]) -> Any:
    """Win rates over one varied path: a line and a band where it is numbers, else points with whiskers."""
    kind = "Q" if axis.numbers else "N"
    scale = alt.Scale(zero=False, nice=False) if axis.numbers else alt.Undefined
    sort = alt.Undefined if axis.numbers else list(axis.labels)
    x = alt.X(f"x0:{kind}", title=axis.name, scale=scale, sort=sort)
    y = alt.Y("wins:Q", title=words("wins"), axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    color = alt.Color("side:N", title=None, sort=list(sweep.sides))
    base = alt.Chart(data).encode(x=x, color=color)
    interval = base.mark_area(opacity=0.25) if axis.numbers else base.mark_rule()
    middle = base.mark_line(point=True) if axis.numbers else base.mark_point(filled=True)
    layers = interval.encode(y=alt.Y("low:Q", title=words("wins")), y2="high:Q") + middle.encode(y=y)
    return layers.properties(width=460, height=300)


def heat(alt: Any, data: Any, sweep: Sweep, varied: list[Axis], words: Callable[[str], str]) -> Any:
    """Win rates over two varied paths, the last one across: a panel for each side (and each value of a third path)."""
    places = {id(axis): place for place, axis in enumerate(varied)}
    down, across = varied[-2:]

    def ordinal(channel: Any, axis: Axis, **more: Any) -> Any:
        return channel(f"x{places[id(axis)]}:O", title=axis.name, sort=list(axis.labels), **more)

    box = max(8, min(40, 440 // len(across.labels)))
    base = alt.Chart(data).encode(x=ordinal(alt.X, across), y=ordinal(alt.Y, down))
    color = alt.Color(
        "wins:Q",
        title=words("wins"),
        scale=alt.Scale(scheme="blueorange", domain=[0, 1], reverse=True),
        legend=alt.Legend(format="%"),
    )
    cells = base.mark_rect().encode(color=color)
    if len(across.labels) <= 12 and len(down.labels) <= 30:
        dark = "abs(datum.wins - 0.5) > 0.35"
        ink = alt.condition(dark, alt.value("white"), alt.value("black"))
        cells = cells + base.mark_text(fontSize=10).encode(text=alt.Text("wins:Q", format=".0%"), color=ink)
    cells = cells.properties(width=alt.Step(box), height=alt.Step(min(box, 24)))
    column = alt.Column("side:N", title=None, sort=list(sweep.sides))
    if len(varied) == 2:
        return cells.facet(column=column)
    return cells.facet(column=column, row=ordinal(alt.Row, varied[0]))
