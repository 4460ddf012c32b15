"""What a variant came to: the numbers that shards keep, which add up, and what is read from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..tally import NOBODY_LEFT, UNDECIDED, Counted, Interval, Tally, together, wilson
from .plan import Sweep

Numbers = dict[str, Any]
"""A row of a shard: plain data, for JSON."""

SIMULATED = "simulated"
LONGEST_FRACTION = 200
"""Fractions with more signs than that are kept as decimals alone."""


def numbers_of(number: int, tally: Tally) -> Numbers:
    """What fights of a variant came to, as numbers that may be added up."""
    fired: dict[str, int] = {}
    for side, one in zip(tally.sides, tally.fighters, strict=True):
        shots = sum(value * count for value, count in one.shots.items())
        fired[str(side)] = fired.get(str(side), 0) + shots
    return {
        "variant": number,
        "kind": SIMULATED,
        "fights": tally.fights,
        "wins": {str(side): tally.wins.get(side, 0) for side in sorted(set(tally.sides))},
        "nobody": tally.wins.get(NOBODY_LEFT, 0),
        "undecided": tally.wins.get(UNDECIDED, 0),
        "rounds": plain(tally.rounds),
        "lost": {str(side): plain(one) for side, one in sorted(tally.lost.items())},
        "fired": fired,
        "fighters": {str(side): tally.sides.count(side) for side in sorted(set(tally.sides))},
    }


def exact_numbers(number: int, odds: Any, sides: tuple[str, ...]) -> Numbers:
    """What the exact engine says of a variant."""
    wins = {str(sides.index(side)) if side in sides else str(side): chance for side, chance in odds.wins.items()}
    return {
        "variant": number,
        "kind": str(odds.kind),
        "wins": {side: chance_of(wins.get(side, 0)) for side in map(str, range(len(sides)))},
        "nobody": chance_of(odds.nobody),
        "undecided": chance_of(odds.undecided),
        "dropped": float(odds.dropped),
    }


def chance_of(chance: Any) -> dict[str, Any]:
    """A probability as a decimal, and as a fraction where it is one of reasonable length."""
    text = str(chance) if not isinstance(chance, float) else ""
    return {"value": float(chance)} | ({"exact": text} if 0 < len(text) <= LONGEST_FRACTION else {})


def plain(counts: Counted) -> dict[str, Any]:
    """Counts as plain data."""
    return {"low": counts.low, "counts": [int(one) for one in counts.counts]}


def counts_of(data: Mapping[str, Any]) -> Counted:
    """What :func:`plain` wrote."""
    return Counted(int(data["low"]), np.array(data["counts"], np.int64))


def added(a: Numbers, b: Numbers) -> Numbers:
    """Two rows of one variant (other fights of it) added up."""
    total = dict(a)
    for key in ("fights", "nobody", "undecided"):
        total[key] = a[key] + b[key]
    for key in ("wins", "fired"):
        total[key] = {side: a[key][side] + b[key][side] for side in a[key]}
    total["rounds"] = plain(together(counts_of(a["rounds"]), counts_of(b["rounds"])))
    total["lost"] = {
        side: plain(together(counts_of(one), counts_of(b["lost"][side]))) for side, one in a["lost"].items()
    }
    return total


@dataclass(frozen=True)
class Row:
    """One variant: its ``number``, what it is (``labels`` by axis), and what it came to. ``kind``: ``simulated`` (95% Wilson
    intervals), ``exact`` or ``float64`` (the interval is as wide as the probability left out). ``lost`` and ``fired``: on
    average, by side; ``exact``: win chances as fractions, where there are any."""

    number: int
    labels: Mapping[str, Any]
    kind: str
    fights: int
    wins: Mapping[str, Interval]
    nobody: Interval
    undecided: Interval
    dropped: float = 0.0
    rounds: Counted | None = None
    lost: Mapping[str, float] = field(default_factory=dict)
    fired: Mapping[str, float] = field(default_factory=dict)
    fighters: Mapping[str, int] = field(default_factory=dict)
    exact: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        found: dict[str, Any] = {"variant": self.number, "settings": dict(self.labels), "kind": self.kind}
        if self.kind == SIMULATED:
            found["fights"] = self.fights
        else:
            found["dropped"] = self.dropped
        found["wins"] = {
            side: one._asdict() | ({"exact": self.exact[side]} if side in self.exact else {})
            for side, one in self.wins.items()
        }
        found |= {"nobody": self.nobody._asdict(), "undecided": self.undecided._asdict()}
        if self.rounds is not None:
            found["rounds"] = {
                "mean": self.rounds.mean(),
                "median": self.rounds.quantile(0.5),
                "ninety": self.rounds.quantile(0.9),
            }
            found |= {"lost": dict(self.lost), "fired": dict(self.fired), "fighters": dict(self.fighters)}
        return found

    def flat(self) -> dict[str, Any]:
        """As a row of a table: a column for each axis, and for each side ``wins.<side>``, ``low.<side>``, ``high.<side>``."""
        found: dict[str, Any] = {"number": self.number, **self.labels, "kind": self.kind, "fights": self.fights}
        for side, one in self.wins.items():
            found |= {f"wins.{side}": one.value, f"low.{side}": one.low, f"high.{side}": one.high}
        found |= {"nobody": self.nobody.value, "undecided": self.undecided.value, "dropped": self.dropped}
        rounds = self.rounds
        found |= {
            "rounds.mean": rounds.mean() if rounds is not None else None,
            "rounds.median": rounds.quantile(0.5) if rounds is not None else None,
            "rounds.ninety": rounds.quantile(0.9) if rounds is not None else None,
        }
        for side in self.wins:
            found |= {f"lost.{side}": self.lost.get(side), f"fired.{side}": self.fired.get(side)}
        return found


def row_of(sweep: Sweep, numbers: Numbers) -> Row:
    """What the numbers of one variant say."""
    number, kind, names = numbers["variant"], numbers["kind"], sweep.sides
    labels = sweep.labels(number)
    if kind != SIMULATED:
        dropped = numbers["dropped"]

        def known(chance: Mapping[str, Any]) -> Interval:
            return Interval(chance["value"], chance["value"], min(1.0, chance["value"] + dropped))

        wins = {names[int(side)]: known(one) for side, one in numbers["wins"].items()}
        exact = {names[int(side)]: one["exact"] for side, one in numbers["wins"].items() if "exact" in one}
        nobody, undecided = known(numbers["nobody"]), known(numbers["undecided"])
        return Row(number, labels, kind, 0, wins, nobody, undecided, dropped, exact=exact)
    fights = numbers["fights"]
    return Row(
        number,
        labels,
        kind,
        fights,
        {names[int(side)]: wilson(count, fights) for side, count in numbers["wins"].items()},
        wilson(numbers["nobody"], fights),
        wilson(numbers["undecided"], fights),
        rounds=counts_of(numbers["rounds"]),
        lost={names[int(side)]: counts_of(one).mean() for side, one in numbers["lost"].items()},
        fired={names[int(side)]: total / fights for side, total in numbers["fired"].items()},
        fighters={names[int(side)]: count for side, count in numbers["fighters"].items()},
    )
