"""The odds of a whole fight, shown: tables for people, a tree for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, NamedTuple

from ..play.wording import decimal, fill, percent, translator

if TYPE_CHECKING:
    from rich.console import Console

    from ..odds.fight import FightOdds
    from ..play.encounter import Encounter
    from ..simulate.simulation import Simulation
    from ..simulate.tally import Tally

FATES = ("up", "out", "dead")
BAR, GROUPS, SHOWN_ROUNDS = 16, 8, 12
TOLD = 0.00005
"""Rounds that are reached less often than this are shown together."""


class Page(NamedTuple):
    """All that is shown; ``tally``: simulated fights to compare with."""

    encounter: Encounter
    simulation: Simulation
    found: FightOdds
    sides: dict[int, str]
    tally: Tally | None
    lang: str


def show(out: Console, page: Page, least: float | None, most: int | None) -> None:
    """What it comes to, as tables."""
    ui = translator("fracas", page.lang)
    out.print(f"━━ {page.simulation.game.title} · {page.encounter.name}", style="bold")
    show_sides(out, page, ui)
    out.print()
    show_rounds(out, page, ui)
    out.print()
    show_fighters(out, page, ui)
    out.print()
    show_left(out, page, ui)
    out.print()
    out.print(how_exact(page, least, most, ui), style="dim")


def show_sides(out: Console, page: Page, ui: Callable[[str], str]) -> None:
    """Who wins; beside it, how often that was so in simulated fights."""
    from rich.table import Table

    from ..simulate.tally import NOBODY_LEFT, UNDECIDED
    from .show import bar

    table = Table(box=None, header_style="dim")
    table.add_column(ui("side"))
    table.add_column(ui("wins"), justify="right")
    table.add_column("")
    if page.tally is not None:
        told = fill(ui("{n} simulated fights (95%)"), {"n": grouped(page.tally.fights)})
        table.add_column(told, justify="right")
    rows = [
        (name, side, chance) for (side, name), chance in zip(page.sides.items(), page.found.wins.values(), strict=True)
    ]
    for label, side, chance in (
        *rows,
        (ui("nobody left"), NOBODY_LEFT, page.found.nobody),
        (ui("undecided"), UNDECIDED, page.found.undecided),
    ):
        if side < 0 and chance == 0 and not (page.tally and page.tally.wins.get(side)):
            continue
        cells = [label, percent(chance, page.lang, 3), bar(chance, BAR)]
        if page.tally is not None:
            found = page.tally.win(side)
            half = percent(found.half, page.lang, 2)
            share = percent(found.value, page.lang, 2)
            cells.append(fill(ui("{share} ± {half}"), {"share": share, "half": half}))
        table.add_row(*cells)
    out.print(table)


def show_rounds(out: Console, page: Page, ui: Callable[[str], str]) -> None:
    """In which round it ends, and who is up after each."""
    from rich.table import Table
    from rich.text import Text

    from ..play.explain import Explainer
    from .show import bar

    found, explainer = page.found, Explainer(page.simulation.game, page.simulation.fighters, page.lang)
    table = Table(box=None, header_style="dim")
    table.add_column(ui("round"), justify="right")
    table.add_column(ui("ends in it"), justify="right")
    table.add_column("")
    table.add_column(ui("by then"), justify="right")
    for i in range(len(found.standing)):
        table.add_column(Text(fill(ui("{name} up"), {"name": explainer.name(i)})), justify="right")
    top, ended, last = max(found.rounds, default=0.0) or 1.0, 0.0, len(found.rounds)
    for number, chance in enumerate(found.rounds, 1):
        if number > 1 and (number > SHOWN_ROUNDS or sum(found.rounds[number - 1 :]) < TOLD) and number < last:
            rest = sum(found.rounds[number - 1 :])
            up = (percent(row[-1], page.lang) for row in found.standing.values())
            label, total = f"{number}–{last}", percent(ended + rest, page.lang, 2)
            table.add_row(label, percent(rest, page.lang, 2), bar(rest / top, BAR), total, *up)
            break
        ended += chance
        up = (percent(row[min(number, len(row)) - 1], page.lang) for row in found.standing.values())
        shares = percent(chance, page.lang, 2), bar(chance / top, BAR), percent(ended, page.lang, 2)
        table.add_row(str(number), *shares, *up)
    out.print(table)


def show_fighters(out: Console, page: Page, ui: Callable[[str], str]) -> None:
    """Up, out, dead at the end, and what each has left."""
    from rich.table import Table

    from ..play.explain import Explainer

    explainer = Explainer(page.simulation.game, page.simulation.fighters, page.lang)
    table = Table(box=None, header_style="dim")
    names = (ui("fighter"), ui("policy"), ui("up"), ui("out"), ui("dead"), ui("left at the end"))
    for place, name in enumerate(names):
        table.add_column(name, justify="left" if place < 2 else "right")
    for i, (id, fates) in enumerate(page.found.ends.items()):
        left = page.found.left[id]
        values = {"mean": decimal(mean(left), page.lang), "low": quantile(left, 0.05), "high": quantile(left, 0.95)}
        shares = (percent(chance, page.lang, 2) for chance in fates)
        said = fill(ui("{mean} ({low} to {high})"), values)
        table.add_row(explainer.name(i), page.simulation.policies[id], *shares, said)
    out.print(table)


def show_left(out: Console, page: Page, ui: Callable[[str], str]) -> None:
    """What each fighter has left, in a few rows."""
    from rich.table import Table

    from ..play.explain import Explainer
    from .show import bar

    explainer = Explainer(page.simulation.game, page.simulation.fighters, page.lang)
    table = Table(box=None, header_style="dim")
    for place, name in enumerate((ui("fighter"), ui("left at the end"), "", "")):
        table.add_column(name, justify="left" if place in (0, 3) else "right")
    for i, left in enumerate(page.found.left.values()):
        rows = in_groups(left)
        top = max(chance for _, _, chance in rows) or 1.0
        for place, (low, high, chance) in enumerate(rows):
            span = signed(low) if low == high else f"{signed(low)} … {signed(high)}"
            name = "" if place else explainer.name(i)
            table.add_row(name, span, percent(chance, page.lang, 2), bar(chance / top, BAR))
    out.print(table)


def how_exact(page: Page, least: float | None, most: int | None, ui: Callable[[str], str]) -> str:
    """What was left out, and how many states there were."""
    from ..odds.fight import LEAST, MOST_STATES

    found = page.found
    crowded = 2 * found.states > (most or MOST_STATES)
    sentence = (
        ui("{kind}; what is unlikely was left out, the more the more states: at most {dropped} in all; {states} states")
        if crowded
        else ui("{kind}; what is less likely than {least} was left out: at most {dropped} in all; {states} states")
    )
    values = {"kind": found.kind, "least": f"{least or LEAST:g}", "dropped": at_most(found.dropped)}
    return fill(sentence, {**values, "states": grouped(found.states)})


def at_most(share: float) -> str:
    """A bound, rounded up to one digit.

    >>> at_most(6.17e-11), at_most(0.0), at_most(9.5e-7)
    ('7e-11', '0', '1e-06')
    """
    if share <= 0:
        return "0"
    power = floor(log10(share))
    return f"{ceil(share / 10.0**power) * 10.0**power:.0e}"


def grouped(number: int) -> str:
    """A large number, its thousands apart."""
    return f"{number:,}".replace(",", "\u202f")


def signed(number: int) -> str:
    """With the sign that is printed."""
    return str(number).replace("-", "−")


def mean(chances: Mapping[int, float]) -> float:
    """The mean of a distribution that may lack what was left out."""
    return sum(value * chance for value, chance in chances.items()) / sum(chances.values())


def quantile(chances: Mapping[int, float], share: float) -> int:
    """The least value that is not exceeded with this probability.

    >>> quantile({1: 0.5, 2: 0.25, 9: 0.25}, 0.5), quantile({1: 0.5, 2: 0.25, 9: 0.25}, 0.95)
    (1, 9)
    """
    wanted, found = share * sum(chances.values()), 0.0
    for value in sorted(chances):
        found += chances[value]
        if found >= wanted - 1e-15:
            break
    return value


def in_groups(chances: Mapping[int, float], groups: int = GROUPS) -> list[tuple[int, int, float]]:
    """A distribution in a few equally wide groups, ``(lowest, highest, chance)``; empty ones are left out.

    >>> in_groups({0: 0.25, 1: 0.25, 5: 0.5}, 2)
    [(0, 2, 0.5), (3, 5, 0.5)]
    """
    low, high = min(chances), max(chances)
    wide = -(-(high - low + 1) // groups)
    found: dict[int, float] = {}
    for value, chance in chances.items():
        place = (value - low) // wide
        found[place] = found.get(place, 0.0) + chance
    return [(low + wide * at, min(high, low + wide * at + wide - 1), found[at]) for at in sorted(found)]


# ------------------------------------------------------------------------------------------------------------ programs


def as_dict(
    simulation: Simulation, found: FightOdds, sides: Mapping[int, str], tally: Tally | None = None
) -> dict[str, Any]:
    """Everything that is known, for JSON: probabilities as numbers; ``checked`` is what simulated fights came to."""
    told: dict[str, Any] = {
        "ruleset": simulation.game.name,
        "policies": dict(simulation.policies),
        "kind": found.kind,
        "dropped": found.dropped,
        "states": found.states,
        "sides": {name: chance for name, chance in zip(sides.values(), found.wins.values(), strict=True)},
        "nobody": found.nobody,
        "undecided": found.undecided,
        "rounds": found.rounds,
        "fighters": {},
    }
    for i, id in enumerate(simulation.fighters.ids):
        left = found.left[id]
        told["fighters"][id] = {
            "side": sides[simulation.sides[i]],
            **dict(zip(FATES, found.ends[id], strict=True)),
            "up_after_round": found.standing[id],
            "left": {"mean": mean(left), "chances": {str(value): chance for value, chance in left.items()}},
        }
    if tally is not None:
        from ..simulate.export import as_dict as simulated

        told["checked"] = simulated(simulation, tally, dict(sides))
    return told
