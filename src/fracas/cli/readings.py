"""One question under all readings of a house rule, as one table (``fracas odds … --readings head_double``)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, Refused
from ..core.forms import one_of, shown
from ..core.game import written
from ..odds import Odds, odds_of
from ..play.explain import Explainer
from ..play.wording import decimal, fill, percent
from .inputs import Asked
from .show import MOST_ROWS, show_exact

if TYPE_CHECKING:
    from rich.console import Console


def all_readings(
    asked: Asked, option: str, policy: Mapping[IntEnum, tuple[int, ...]] | None = None
) -> dict[str, Odds | Refused]:
    """The odds under every value of the option; a reading under which a rule refuses the decision says so."""
    known = [name for name, one in asked.game.options.items() if one.values]
    if option not in known:
        raise BadInput("--readings", shown(option), one_of(option, tuple(known)))
    found: dict[str, Odds | Refused] = {}
    for value in asked.game.options[option].values or ():
        word = str(written(value)).lower()
        try:
            fight = asked.under(option, int(value))
            found[word] = odds_of(asked.game, fight, asked.decision, asked.setup.fighters.ids, policy, trace=False)
        except Refused as refused:
            found[word] = refused
    return found


def readings_dict(readings: dict[str, Odds | Refused], option: str, path: str) -> dict[str, Any]:
    """For JSON."""
    return {
        "option": option,
        "value": path,
        "readings": {
            word: {"refused": odds.rule} if isinstance(odds, Refused) else odds.of(path).to_dict()
            for word, odds in readings.items()
        },
    }


def show_readings(
    console: Console, explainer: Explainer, asked: Asked, readings: dict[str, Odds | Refused], option: str, path: str
) -> None:
    """A column for each reading: the chance of every value, then the mean."""
    from rich.table import Table

    ui, lang = explainer.ui, explainer.lang
    default = str(asked.game.options[option].default).lower()
    title = fill(ui("{value} under every reading of {option}"), {"value": path, "option": option})
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column(ui("value"), justify="right")
    columns = {word: None if isinstance(odds, Refused) else odds.of(path) for word, odds in readings.items()}
    for word in columns:
        meaning = explainer.term(option, word)
        table.add_column(f"{word}{' *' if word == default else ''}\n{meaning}", justify="right")
    kept = [found for found in columns.values() if found]
    values = sorted({value for found in kept for value in found.chances}, key=lambda value: (str(type(value)), value))
    for value in values[:MOST_ROWS]:
        cells = [percent(float(found[value]), lang, 2) if found and found[value] else "–" for found in columns.values()]
        table.add_row(explainer.value(value), *cells)
    if len(values) > MOST_ROWS:
        table.add_row("…", *("…" for _ in columns))
    if all(found.numeric for found in kept):
        means = [decimal(float(found.mean()), lang, 3) if found else ui("refused") for found in columns.values()]
        table.add_row(ui("mean"), *means, style="bold")
    console.print(table)
    console.print(ui("* the default"))
    dropped = max((odds.dropped for odds in readings.values() if isinstance(odds, Odds)), default=Fraction(0))
    show_exact(console, explainer, dropped)
