"""An exact distribution of one or more values: probabilities are fractions, nothing is rounded until it is shown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..core.errors import BadInput
from ..core.forms import shown


class Distribution:
    """Values with their exact probabilities.

    ``names`` are the paths of the values; with several names a value is a tuple (the joint distribution), and
    :meth:`marginal` gives one of them alone. ``dropped`` is the probability that was not followed to its end (see
    :class:`fracas.core.exact.Explored`); figures may be off by at most that, and it is 0 unless a roll is open-ended.

    >>> coin = Distribution(("heads",), {0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> coin.mean(), coin.at_least(1), coin.quantile(Fraction(1, 2))
    (Fraction(1, 2), Fraction(1, 2), 0)
    """

    def __init__(
        self, names: tuple[str, ...], chances: Mapping[Any, Fraction], dropped: Fraction = Fraction(0)
    ) -> None:
        if sum(chances.values()) != 1:
            raise ArithmeticError(f"the probabilities of {', '.join(names)} add up to {sum(chances.values())}")
        self.names = names
        self.chances: dict[Any, Fraction] = dict(sorted(chances.items(), key=lambda item: _order(item[0])))
        self.dropped = dropped

    @classmethod
    def of(
        cls, names: tuple[str, ...], values: Iterable[tuple[Any, Fraction]], dropped: Fraction = Fraction(0)
    ) -> Distribution:
        """From values that may repeat; lists become tuples."""
        chances: dict[Any, Fraction] = {}
        for value, chance in values:
            key = _frozen(value)
            chances[key] = chances.get(key, Fraction(0)) + chance
        return cls(names, chances, dropped)

    def __getitem__(self, value: Any) -> Fraction:
        return self.chances.get(_frozen(value), Fraction(0))

    def where(self, test: Callable[[Any], bool]) -> Fraction:
        """The probability that the test holds."""
        return sum((chance for value, chance in self.chances.items() if test(value)), Fraction(0))

    def at_least(self, value: Any) -> Fraction:
        """The probability of this value or more."""
        return self.where(lambda found: found >= value)

    def at_most(self, value: Any) -> Fraction:
        """The probability of this value or less."""
        return self.where(lambda found: found <= value)

    @property
    def numeric(self) -> bool:
        """Are the values plain numbers?"""
        return all(isinstance(value, int) and not isinstance(value, bool) for value in self.chances)

    def mean(self) -> Fraction:
        """The expected value. TypeError when the values are not numbers."""
        if not self.numeric:
            raise TypeError(f"{', '.join(self.names)}: a mean needs numbers")
        return sum((value * chance for value, chance in self.chances.items()), Fraction(0))

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        mean = self.mean()
        return sum(((value - mean) ** 2 * chance for value, chance in self.chances.items()), Fraction(0))

    def quantile(self, share: Fraction | float) -> Any:
        """The smallest value that is reached with at least this probability; 0 < share <= 1."""
        if isinstance(share, bool) or not isinstance(share, (int, float, Fraction)) or not 0 < share <= 1:
            raise BadInput("quantile", shown(share), "a share above 0 and at most 1")
        passed = Fraction(0)
        for value, chance in self.chances.items():
            passed += chance
            if passed >= share:
                return value
        return next(reversed(self.chances))

    def mode(self) -> Any:
        """The likeliest value (the lowest of several)."""
        return max(self.chances, key=lambda value: self.chances[value])

    def marginal(self, name: str) -> Distribution:
        """One value of a joint distribution, alone."""
        place = self.names.index(name)
        if len(self.names) == 1:
            return self
        return Distribution.of(
            (name,), ((value[place], chance) for value, chance in self.chances.items()), self.dropped
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON: every value with its chance as a fraction and as a decimal; summary figures for numbers."""
        summary: dict[str, Any] = {"names": list(self.names), "exact": self.dropped == 0}
        if self.dropped:
            summary["dropped"] = fraction_text(self.dropped)
        if self.numeric:
            mean = self.mean()
            summary["mean"] = fraction_text(mean)
            summary["sd"] = float(self.variance()) ** 0.5
            summary["quantiles"] = {str(share): self.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)}
        summary["chances"] = [
            {"value": value, "chance": fraction_text(chance), "decimal": float(chance)}
            for value, chance in self.chances.items()
        ]
        return summary

    def to_json(self) -> str:
        """:meth:`to_dict` as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_csv(self) -> str:
        """One line for each value: the value(s), numerator, denominator, decimal, at least (for single numbers)."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        ordered = self.numeric
        writer.writerow([*self.names, "numerator", "denominator", "decimal", *(["at_least"] if ordered else [])])
        for value, chance in self.chances.items():
            values = [_cell(one) for one in (value if len(self.names) > 1 else [value])]
            row = [*values, chance.numerator, chance.denominator, float(chance)]
            writer.writerow(row + ([float(self.at_least(value))] if ordered else []))
        return out.getvalue()

    def to_polars(self) -> Any:
        """A Polars data frame: the value(s), ``chance``, ``exact`` and for single numbers ``at_least``."""
        from .display import to_polars

        return to_polars(self)

    def chart(self) -> Any:
        """An Altair chart: bars for one value, a heat map for two."""
        from .display import chart

        return chart(self)

    def _repr_html_(self) -> str:
        from .display import to_html

        return to_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from .display import mimebundle

        return mimebundle(self)


def fraction_text(chance: Fraction) -> str:
    """A fraction as ``1/36``, a whole number as ``1``."""
    return str(chance)


def _cell(value: Any) -> Any:
    """A value in a CSV cell: lists as words with spaces, booleans in lower case."""
    if isinstance(value, tuple):
        return " ".join(str(_cell(one)) for one in value)
    return str(value).lower() if isinstance(value, bool) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, (list, tuple)) else value


def _order(value: Any) -> Any:
    if isinstance(value, tuple):
        return (2, tuple(_order(one) for one in value))
    return (1, value) if isinstance(value, str) else (0, value)
