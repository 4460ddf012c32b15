"""Sweep files: which encounter, what is varied, how it is worked out; and their JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...core.errors import BadInput, phrase
from ...core.files import read_yaml
from ...core.forms import one_of, shown
from ...encounters import ENCOUNTERS
from ..simulation import MOST_FIGHTS
from .plan import ENGINES, EXACT, FIGHTS, SIMULATION, Axis, Sweep, axis_of, variants_axis
from .values import HEADS

KEYS = ("encounter", "vary", "variants", "engine", "fights", "until", "seed", "policy")


def sweep_of(
    encounter: Any,
    vary: Mapping[str, Any] | None = None,
    variants: Mapping[str, Any] | None = None,
    engine: str = SIMULATION,
    fights: int | None = None,
    until: float | None = None,
    seed: int = 0,
    policies: Mapping[str, str] | None = None,
) -> Sweep:
    """A sweep of an encounter: a file, the name of a sample, or its data.

    ``vary``: paths with values (see :func:`~fracas.simulate.sweep.values.values_of`); all their combinations make a grid.
    ``variants``: names, each with paths and values. ``fights`` of each variant: 10,000, or with ``until`` as many as it
    takes, if nothing else is said. ``policies``: fighters or sides with their policy; ``""`` for all. BadInput for what
    cannot be meant; :meth:`Sweep.check` looks at every variant.

    >>> sweep_of("cops_duel", {"fighters.gunman.protection.torso": "0..6..2", "policy": "nearest, cautious"}).variants
    8
    """
    data = encounter_data(encounter) if isinstance(encounter, (str, Path)) else encounter
    if not isinstance(data, Mapping):
        raise BadInput("encounter", shown(data), phrase("an encounter, or the file of one"))
    if "record" in data:
        raise BadInput("encounter", phrase("a saved fight"), phrase("an encounter that has not begun"))
    axes: list[Axis] = [variants_axis(variants)] if variants is not None else []
    if vary is not None and not isinstance(vary, Mapping):
        raise BadInput("vary", shown(vary), phrase("paths with values"))
    axes += [axis_of(path, values) for path, values in (vary or {}).items()]
    if fights is None:
        fights = FIGHTS if until is None else MOST_FIGHTS
    sweep = Sweep(data, tuple(axes), engine, fights, until, seed)
    return with_policies(sweep, policies) if policies else sweep


def with_policies(sweep: Sweep, policies: Mapping[str, str]) -> Sweep:
    """The same with these policies in its encounter."""
    settings = {f"policy.{who}" if who else "policy": name for who, name in policies.items()}
    try:
        return sweep.with_encounter(settings)
    except BadInput as error:
        raise BadInput("policy", error.where.removeprefix("policy."), error.right) from None


def encounter_data(name: str | Path, beside: Path | None = None) -> Any:
    """The data of an encounter: a sample by its name, or a file (seen from the folder ``beside``)."""
    if isinstance(name, str) and name in ENCOUNTERS:
        return read_yaml(str(ENCOUNTERS[name]))
    text = str(name)
    if "." not in text and "/" not in text:
        right = phrase("a file, or a sample: {which}", which=one_of(text, tuple(ENCOUNTERS)))
        raise BadInput("file", shown(text), right)
    return read_yaml(beside / text if beside is not None else text)


def read_sweep(path: str, vary: Sequence[tuple[str, str]] = ()) -> Sweep:
    """A sweep from its file, or from that of an encounter (or the name of a sample); ``vary`` adds axes (path, values)."""
    data = encounter_data(path)
    try:
        if isinstance(data, Mapping) and "record" not in data and ("vary" in data or "variants" in data):
            sweep = file_sweep(data, Path(path).parent)
        else:
            sweep = sweep_of(data)
    except BadInput as error:
        raise error.under(f"{path}: ") from None
    return replace(sweep, axes=sweep.axes + tuple(axis_of(one, values, "--vary") for one, values in vary))


def file_sweep(data: Mapping[str, Any], beside: Path) -> Sweep:
    """A sweep from the data of its file."""
    for key in data:
        if key not in KEYS:
            raise BadInput(shown(key), "unknown", one_of(key, KEYS))
    given = data.get("encounter")
    if given is None:
        raise BadInput("encounter", "missing", phrase("an encounter, or the file of one"))
    policies = data.get("policy")
    if isinstance(policies, str):
        policies = {"": policies}
    if policies is not None and not isinstance(policies, Mapping):
        raise BadInput("policy", shown(policies), phrase("a policy, or fighters with policies"))
    until = data.get("until")
    return sweep_of(
        encounter_data(given, beside) if isinstance(given, str) else given,
        data.get("vary"),
        data.get("variants"),
        data.get("engine", SIMULATION),
        data.get("fights"),
        float(until) if type(until) is int else until,
        data.get("seed", 0),
        policies,
    )


def sweep_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a sweep file, of any game."""
    path = r"(?:" + "|".join(HEADS) + r")(?:\.[^.,\s]+|\[\d+\])*"
    paths = rf"^{path}(?:,\s*{path})*$"
    settings = {"type": "object", "propertyNames": {"pattern": paths}}
    policy = {"type": "string", "minLength": 1}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fracas: a sweep",
        "type": "object",
        "additionalProperties": False,
        "required": ["encounter"],
        "anyOf": [{"required": ["vary"]}, {"required": ["variants"]}],
        "properties": {
            "encounter": {
                "description": "a file, the name of a sample, or the encounter itself",
                "anyOf": [{"type": "string", "minLength": 1}, {"type": "object", "required": ["ruleset", "sides"]}],
            },
            "vary": settings
            | {
                "description": "paths with their values; all combinations are tried",
                "minProperties": 1,
                "additionalProperties": {
                    "anyOf": [
                        {"type": "array", "minItems": 1, "uniqueItems": True},
                        {"type": ["string", "integer", "boolean", "object", "null"]},
                    ]
                },
            },
            "variants": {
                "description": "whole variants by name, each with paths and values",
                "type": "object",
                "minProperties": 1,
                "additionalProperties": settings,
            },
            "engine": {"enum": list(ENGINES)},
            "fights": {"type": "integer", "minimum": 1},
            "until": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5},
            "seed": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
            "policy": {"anyOf": [policy, {"type": "object", "additionalProperties": policy}]},
        },
        "if": {"properties": {"engine": {"const": EXACT}}, "required": ["engine"]},
        "then": {"properties": {"until": False}},
    }
