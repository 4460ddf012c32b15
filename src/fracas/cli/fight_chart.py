"""The odds of a whole fight as one SVG: who wins, when it ends, who is still up, what each has left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase

if TYPE_CHECKING:
    from ..odds.fight import FightOdds
    from ..simulate.simulation import Simulation


def plot(
    simulation: Simulation, found: FightOdds, sides: Mapping[int, str], path: str, words: Callable[[str], str]
) -> None:
    """Write it. BadInput where Altair is not there or the file cannot be written."""
    from ..simulate.export import cannot_write

    try:
        import altair
        import vl_convert
    except ModuleNotFoundError:
        raise BadInput("--plot", path, phrase("used with Altair: pip install 'fracas[plots]'")) from None
    svg = vl_convert.vegalite_to_svg(chart(altair, simulation, found, sides, words).to_json())
    try:
        Path(path).write_text(svg, "utf-8")
    except OSError as error:
        raise cannot_write(path, error) from None


def chart(
    alt: Any, simulation: Simulation, found: FightOdds, sides: Mapping[int, str], words: Callable[[str], str]
) -> Any:
    """The charts, as Altair has them."""
    percents = alt.Axis(format="%")
    wins = [{"side": name, "share": chance} for name, chance in zip(sides.values(), found.wins.values(), strict=True)]
    for name, chance in ((words("nobody left"), found.nobody), (words("undecided"), found.undecided)):
        if chance:
            wins.append({"side": name, "share": chance})
    order = [one["side"] for one in wins]
    sides_chart = (
        alt.Chart(alt.Data(values=wins))
        .mark_bar()
        .encode(
            x=alt.X("share:Q", title=words("wins"), axis=percents, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("side:N", title=None, sort=order),
        )
    )
    rounds = [{"round": number, "share": chance} for number, chance in enumerate(found.rounds, 1)]
    lengths = (
        alt.Chart(alt.Data(values=rounds))
        .mark_bar()
        .encode(
            x=alt.X("round:O", title=words("round in which it ends")),
            y=alt.Y("share:Q", title=words("fights"), axis=percents),
        )
        .properties(height=140)
    )
    ids = list(simulation.fighters.ids)
    up = [
        {"fighter": id, "round": number, "share": chance}
        for id, row in found.standing.items()
        for number, chance in enumerate([1.0, *row])
    ]
    standing = (
        alt.Chart(alt.Data(values=up))
        .mark_line(point=True)
        .encode(
            x=alt.X("round:O", title=words("round")),
            y=alt.Y("share:Q", title=words("up"), axis=percents, scale=alt.Scale(domain=[0, 1])),
            color=alt.Color("fighter:N", title=None, sort=ids),
        )
        .properties(height=140)
    )
    left = [
        {"fighter": id, "left": value, "share": chance}
        for id, row in found.left.items()
        for value, chance in row.items()
    ]
    ends = (
        alt.Chart(alt.Data(values=left))
        .mark_bar()
        .encode(
            x=alt.X("left:Q", title=words("left at the end"), bin=alt.Bin(maxbins=40)),
            y=alt.Y("sum(share):Q", title=words("fights"), axis=percents),
            row=alt.Row("fighter:N", title=None, sort=ids),
        )
        .properties(height=60)
    )
    return alt.vconcat(sides_chart, lengths, standing, ends).properties(title=simulation.game.title)
