"""The plan of a sweep: an encounter, what is varied, how it is worked out; every variant by its number."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

from ...core.errors import BadInput, phrase
from ...core.forms import one_of, shown
from ...packs import sample_pack
from ...play.encounter import Encounter, encounter_of
from ...rules import load
from ..simulation import Simulation, check_count
from .values import MOST_VALUES, applied, label, values_of

SIMULATION, EXACT = "simulation", "exact"
ENGINES = (SIMULATION, EXACT)
MOST_VARIANTS = 1_000_000
CHECKED = 20_000
"""So many variants are all checked before anything runs; of more, every value once, the rest as they run."""

VARIANT = "variant"
"""The axis of whole variants by name."""

FIGHTS = 10_000
"""Fights of each variant, where nothing else is said."""


@dataclass(frozen=True)
class Axis:
    """One thing that varies: its ``name`` and a ``settings`` (paths with values) for each of its ``labels``."""

    name: str
    labels: tuple[Any, ...]
    settings: tuple[Mapping[str, Any], ...]

    @property
    def numbers(self) -> bool:
        """Are its values plain numbers?"""
        return all(type(one) in (int, float) for one in self.labels)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"name": self.name, "labels": list(self.labels), "settings": [dict(one) for one in self.settings]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Axis:
        """What :meth:`to_dict` wrote."""
        return cls(data["name"], tuple(data["labels"]), tuple(data["settings"]))


def axis_of(path: str, values: Any, where: str = "vary") -> Axis:
    """An axis from a path and its values; several paths with a comma between them take the same value.

    >>> axis_of("fighters.a.armour.0.sp, fighters.b.armour.0.sp", "7..8").settings[1]
    {'fighters.a.armour.0.sp': 8, 'fighters.b.armour.0.sp': 8}
    """
    if not isinstance(path, str):
        raise BadInput(where, shown(path), phrase("a path, such as fighters.ann.armour.0.sp"))
    paths = [one.strip() for one in path.split(",")]
    found = values_of(values, f"{where} {path}")
    labels = tuple(one if type(one) in (int, float) else label(one) for one in found)
    return Axis(", ".join(paths), labels, tuple(dict.fromkeys(paths, one) for one in found))


def variants_axis(given: Any) -> Axis:
    """The axis of whole variants: names, each with paths and values."""
    if not isinstance(given, Mapping) or not given:
        raise BadInput("variants", shown(given), phrase("names, each with paths and values"))
    if len(given) > MOST_VALUES:
        raise BadInput("variants", phrase("{n} entries", n=len(given)), phrase("at most {most}", most=MOST_VALUES))
    for name, settings in given.items():
        if not isinstance(name, str) or not name.isprintable() or not isinstance(settings or {}, Mapping):
            raise BadInput(f"variants.{shown(name)}", shown(settings), phrase("paths with values"))
    return Axis(VARIANT, tuple(given), tuple(dict(one or {}) for one in given.values()))


@dataclass(frozen=True)
class Sweep:
    """A sweep: the data of an encounter (as :func:`fracas.play.encounter.encounter_of` takes it), the axes of a grid, the
    engine, and for the simulation how many ``fights`` of each variant (at most so many, with ``until``) of which ``seed``.

    The same seed and fight numbers serve every variant (common random numbers): a difference between two variants is
    less noisy than either of them.
    """

    encounter: Mapping[str, Any]
    axes: tuple[Axis, ...] = ()
    engine: str = SIMULATION
    fights: int = FIGHTS
    until: float | None = None
    seed: int = 0

    @property
    def variants(self) -> int:
        """How many there are: the product of the axes' lengths."""
        return prod(len(axis.labels) for axis in self.axes)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, the same in every variant."""
        return tuple(self.encounter["sides"])

    @property
    def game(self) -> Any:
        """The ruleset."""
        return load(str(self.encounter.get("ruleset", "")))

    def places(self, number: int) -> tuple[int, ...]:
        """Where variant ``number`` stands on each axis; the last axis changes fastest."""
        found: list[int] = []
        for axis in reversed(self.axes):
            number, place = divmod(number, len(axis.labels))
            found.append(place)
        return tuple(reversed(found))

    def labels(self, number: int) -> dict[str, Any]:
        """What a variant is, by the name of each axis."""
        return {axis.name: axis.labels[at] for axis, at in zip(self.axes, self.places(number), strict=True)}

    def title(self, number: int) -> str:
        """What a variant is, in one line."""
        return ", ".join(f"{name} = {shown(value)}" for name, value in self.labels(number).items())

    def data(self, number: int) -> dict[str, Any]:
        """The data of one variant's encounter."""
        settings: dict[str, Any] = {}
        for axis, place in zip(self.axes, self.places(number), strict=True):
            settings |= axis.settings[place]
        return applied(self.encounter, settings, sample_pack(self.game.name))

    def variant(self, number: int, lang: str = "en") -> Encounter:
        """One variant's encounter; BadInput says which variant, where and what."""
        if type(number) is not int or not 0 <= number < self.variants:
            right = phrase("a whole number from {low} to {high}", low=0, high=self.variants - 1)
            raise BadInput("variant", shown(number), right)
        try:
            encounter = encounter_of(self.data(number), lang)
            if self.engine == SIMULATION:
                Simulation(encounter, self.seed)
        except BadInput as error:
            raise (error.under(f"{self.title(number)}: ") if self.axes else error) from None
        return encounter

    # -- before it runs ----------------------------------------------------------------------------------------------

    def check(self, lang: str = "en", progress: Callable[[int], None] | None = None) -> Sweep:
        """The sweep itself, if it can be meant: BadInput for the first path, value, policy or count that cannot."""
        if self.engine not in ENGINES:
            raise BadInput("engine", shown(self.engine), one_of(self.engine, ENGINES))
        if self.engine == EXACT and self.until is not None:
            raise BadInput("--until", shown(self.until), phrase("left out: the exact engine has no intervals"))
        check_count(self.fights, self.until, 0)
        names = [path for axis in self.axes for path in axis.name.split(", ")]
        for name in names:
            if names.count(name) > 1:
                raise BadInput("vary", phrase("{value} is given twice", value=shown(name)), phrase("given once"))
        if self.variants > MOST_VARIANTS:
            raise BadInput(
                "vary", phrase("{n} variants", n=self.variants), phrase("at most {most}", most=MOST_VARIANTS)
            )
        for done, number in enumerate(self.checked()):
            self.variant(number, lang)
            if progress is not None:
                progress(done)
        return self

    def checked(self) -> Iterator[int]:
        """The variants to look at before anything runs."""
        if self.variants <= CHECKED:
            yield from range(self.variants)
            return
        step = self.variants
        for axis in self.axes:
            step //= len(axis.labels)
            yield from range(0, step * len(axis.labels), step)

    # -- as data -----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "encounter": dict(self.encounter),
            "axes": [axis.to_dict() for axis in self.axes],
            "engine": self.engine,
            "fights": self.fights,
            "until": self.until,
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sweep:
        """What :meth:`to_dict` wrote."""
        axes = tuple(Axis.from_dict(one) for one in data["axes"])
        rest = {key: data[key] for key in ("encounter", "engine", "fights", "until", "seed")}
        return cls(axes=axes, **rest)

    @cached_property
    def program(self) -> dict[str, str]:
        """What the results depend on beside the inputs: versions, and the sample pack that fighters come from."""
        from ... import __version__

        game = self.game
        return {"fracas": __version__, game.name: game.version, "pack": hashed(sample_pack(game.name).parts)}

    @cached_property
    def inputs(self) -> str:
        """A hash of all that the results depend on."""
        return hashed([self.to_dict(), self.program])

    def with_encounter(self, settings: Mapping[str, Any]) -> Sweep:
        """The same about an encounter with other values at some paths."""
        return replace(self, encounter=applied(self.encounter, settings, sample_pack(self.game.name)))


def hashed(data: Any) -> str:
    """The SHA-256 of plain data, whatever the order of its keys."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
