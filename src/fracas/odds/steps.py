"""The step table: from the trace of an exact exploration to rows that a preview shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any

from ..core.exact import Trace
from ..core.game import Game
from ..core.rule import part_of, rule_id_of
from .distribution import Distribution, fraction_text


@dataclass(frozen=True)
class Step:
    """One note of the trace: where it lies (round of a burst, target), its rule, how likely it is reached, and the
    distribution of each of its numbers, given that it is."""

    loop: tuple[int, ...]
    why: IntEnum
    rule: str
    part: str
    time: int
    reached: Fraction
    numbers: Mapping[str, Distribution]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "loop": list(self.loop),
            "rule": self.rule,
            "note": self.part,
            "time": self.time,
            "reached": fraction_text(self.reached),
            "reached_decimal": float(self.reached),
            "numbers": {name: found.to_dict() for name, found in self.numbers.items()},
        }


def step_table(game: Game, trace: Trace) -> list[Step]:
    """Rows in the order in which the rules first reach them."""
    rows = []
    for key, values in trace.items():
        reached = sum(values.values(), Fraction(0))
        names = game.book.note_names(key.why)
        numbers = {
            name: Distribution.of((name,), ((value[place], chance / reached) for value, chance in values.items()))
            for place, name in enumerate(names)
        }
        loop = tuple(place for place in key.loop if place >= 0)
        rows.append(Step(loop, key.why, rule_id_of(key.why), part_of(key.why), key.time, reached, numbers))
    return rows
