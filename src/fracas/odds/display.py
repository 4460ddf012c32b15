"""Distributions for notebooks, charts and data frames. Polars and Altair are imported by those who ask for them alone."""

from __future__ import annotations

import math
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase

if TYPE_CHECKING:
    from .distribution import Distribution

MOST_ROWS = 100
"""Values that a notebook shows."""

WIDE = 24
"""Of more values than that, numbers get a continuous axis."""


def to_polars(found: Distribution) -> Any:
    """A Polars data frame: a column for each value (by its path), ``chance`` as a decimal, ``exact`` as a fraction in a text,
    and for single numbers ``at_least``. BadInput where Polars is not installed."""
    try:
        import polars
    except ModuleNotFoundError:
        raise BadInput("to_polars", "Polars", phrase("installed: pip install 'fracas[sim]'")) from None
    rows = [value if len(found.names) > 1 else (value,) for value in found.chances]
    columns = [
        polars.Series(name, column([row[place] for row in rows]), strict=False)
        for place, name in enumerate(found.names)
    ]
    columns.append(polars.Series("chance", [float(chance) for chance in found.chances.values()], polars.Float64))
    columns.append(polars.Series("exact", [str(chance) for chance in found.chances.values()], polars.String))
    if found.numeric:
        columns.append(polars.Series("at_least", at_least(found), polars.Float64))
    return polars.DataFrame(columns)


def column(values: list[Any]) -> list[Any]:
    """The values of one column: as they are where they are of one kind, else as texts."""
    if any(isinstance(one, tuple) for one in values) or len({type(one) for one in values}) > 1:
        return [cell(one) for one in values]
    return values


def at_least(found: Distribution) -> list[float]:
    """For each value the probability of it or more; from exact sums, from the top down."""
    total, sums = found.dropped * 0, []
    for chance in reversed(found.chances.values()):
        total += chance
        sums.append(float(total))
    return sums[::-1]


def cell(value: Any) -> str:
    """A value on one line.

    >>> cell((1, 2)), cell(True), cell("head")
    ('1 2', 'true', 'head')
    """
    if isinstance(value, tuple):
        return " ".join(cell(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


# ------------------------------------------------------------------------------------------------------------- charts


def chart(found: Distribution) -> Any:
    """An Altair chart: bars for one value, a heat map for two. BadInput for more (take a marginal), and where Altair is not
    installed."""
    try:
        import altair
    except ModuleNotFoundError:
        raise BadInput("chart", "Altair", phrase("installed: pip install 'fracas[plots]'")) from None
    if len(found.names) > 2:
        right = phrase("one or two: take a marginal")
        raise BadInput("chart", phrase("{n} values", n=len(found.names)), right)
    made = bars(altair, found) if len(found.names) == 1 else heat(altair, found)
    return made.properties(
        title=f"{', '.join(found.names)} · {note(found)}" if found.dropped else ", ".join(found.names)
    )


def bars(alt: Any, found: Distribution) -> Any:
    """One value: a bar for each."""
    many = found.numeric and len(found.chances) > WIDE
    values = [
        {"value": value if found.numeric else cell(value), "chance": float(chance), "exact": fraction(chance)}
        for value, chance in found.chances.items()
    ]
    x = alt.X("value:Q" if many else "value:O", title=found.names[0], sort=alt.Undefined if found.numeric else None)
    y = alt.Y("chance:Q", title=None, axis=alt.Axis(format="%"))
    tooltip = [alt.Tooltip("value:N"), alt.Tooltip("chance:Q", format=".4%"), alt.Tooltip("exact:N")]
    size = {"size": max(1, 400 // (1 + max(found.chances) - min(found.chances)))} if many else {}
    return alt.Chart(alt.Data(values=values)).mark_bar(**size).encode(x=x, y=y, tooltip=tooltip)


def heat(alt: Any, found: Distribution) -> Any:
    """Two values: the first down, the second across."""
    values = [
        {"down": plain(down), "across": plain(across), "chance": float(chance), "exact": fraction(chance)}
        for (down, across), chance in found.chances.items()
    ]
    down, across = found.names
    return (
        alt.Chart(alt.Data(values=values))
        .mark_rect()
        .encode(
            x=alt.X("across:O", title=across),
            y=alt.Y("down:O", title=down, sort="descending"),
            color=alt.Color("chance:Q", title=None, legend=alt.Legend(format="%")),
            tooltip=["down:N", "across:N", alt.Tooltip("chance:Q", format=".4%"), "exact:N"],
        )
    )


def plain(value: Any) -> Any:
    """A value for a chart's axis: numbers stay numbers."""
    return value if isinstance(value, int) and not isinstance(value, bool) else cell(value)


# ---------------------------------------------------------------------------------------------------------- notebooks


def to_html(found: Distribution) -> str:
    """A table with a bar for each value, and summary figures; no script, no colours of its own."""
    ordered = found.numeric
    heads = [*found.names, "chance", "", *(["at least"] if ordered else []), "exactly"]
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    most = float(max(found.chances.values()))
    sums = at_least(found) if ordered else []
    lines = []
    for place, (value, chance) in enumerate(islice(found.chances.items(), MOST_ROWS)):
        values = value if len(found.names) > 1 else (value,)
        cells = [f"<th>{escape(cell(one))}</th>" for one in values]
        width = 12 * float(chance) / most
        bar = f'<div style="width:{width:.2f}em;height:.8em;background:currentColor;opacity:.6"></div>'
        cells += [f"<td>{share(float(chance))}</td>", f'<td style="text-align:left">{bar}</td>']
        cells += [f"<td>{share(sums[place])}</td>"] if ordered else []
        cells.append(f"<td>{escape(fraction(chance))}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    if len(found.chances) > MOST_ROWS:
        lines.append(f'<tr><td colspan="{len(heads)}">… {len(found.chances) - MOST_ROWS} more</td></tr>')
    body = "\n".join(lines)
    title = f"<caption>{escape(note(found))}</caption>"
    return f"<table>{title}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"


def to_text(found: Distribution) -> str:
    """The same in short, as a text."""
    lines = [", ".join(found.names) + ": " + note(found)]
    for value, chance in islice(found.chances.items(), MOST_ROWS):
        lines.append(f"{cell(value):>8}  {share(float(chance)):>9}  {fraction(chance)}")
    if len(found.chances) > MOST_ROWS:
        lines.append(f"… {len(found.chances) - MOST_ROWS} more")
    return "\n".join(lines)


def mimebundle(found: Distribution) -> dict[str, str]:
    """What a notebook may show, by its kind."""
    return {"text/plain": to_text(found), "text/html": to_html(found)}


def note(found: Distribution) -> str:
    """Mean, spread, and how exact it is, in one line."""
    said = []
    if found.numeric:
        spread = math.sqrt(float(found.variance()))
        said.append(f"mean {float(found.mean()):.4g}, sd {spread:.4g}, median {found.quantile(0.5)}")
    said.append(f"all but {float(found.dropped):.1g}" if found.dropped else "exact")
    return "; ".join(said)


def share(chance: float) -> str:
    """A probability as a percentage."""
    return f"{100 * chance:.2f}%" if chance >= 1e-4 or chance == 0 else f"{100 * chance:.1g}%"


def fraction(chance: Any) -> str:
    """A fraction as it is, unless it is long.

    >>> from fractions import Fraction
    >>> fraction(Fraction(1, 36)), len(fraction(Fraction(1, 6**40)))
    ('1/36', 22)
    """
    text = str(chance)
    return text if len(text) <= 22 else text[:21] + "…"
