"""Reading a case file: YAML 1.2, unknown keys are errors, and the JSON Schema of the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.files import read_yaml
from ..core.forms import one_of, shown
from ..core.game import Game
from ..core.rule import label_of
from ..rules import GAMES, load

FORMAT = 1
CASE_KEYS = ("name", "source", "rules", "house", "fight", "fighters", "steps")
STEP_KEYS = ("do", "by", "target", "targets", "with", "dice", "expect", "chance", "error")


@dataclass(frozen=True)
class CaseFile:
    """A file whose outline is sound: a known ruleset and a list of cases with known keys."""

    path: str
    game: Game
    cases: list[Mapping[str, Any]]


def read_case_file(path: str | Path) -> CaseFile:
    """Read a case file. :class:`BadInput` when it is not one, naming the place."""
    data = read_yaml(path)
    if not isinstance(data, Mapping):
        raise BadInput(str(path), shown(data), "a case file: 'ruleset: …' and 'cases: […]'")
    _known(data, ("ruleset", "cases", "format"), str(path))
    if data.get("format", FORMAT) != FORMAT:
        raise BadInput(f"{path}: format", shown(data["format"]), str(FORMAT))
    if not isinstance(data.get("ruleset"), str):
        raise BadInput(f"{path}: ruleset", shown(data.get("ruleset")), one_of(None, GAMES))
    try:
        game = load(data["ruleset"])
    except BadInput as error:
        raise BadInput(f"{path}: ruleset", error.what, error.right) from None
    cases = data.get("cases")
    if not isinstance(cases, list) or not cases:
        raise BadInput(f"{path}: cases", shown(cases), "a list of cases")
    for number, case in enumerate(cases):
        where = f"{path}: cases[{number}]"
        if not isinstance(case, Mapping):
            raise BadInput(where, shown(case), f"a case with {', '.join(CASE_KEYS)}")
        _known(case, CASE_KEYS, where)
        for key in ("name", "fighters", "steps"):
            if not case.get(key):
                raise BadInput(f"{where}.{key}", shown(case.get(key)), "given and not empty")
        for key in ("name", "source"):
            if not isinstance(case.get(key, ""), str):
                raise BadInput(f"{where}.{key}", shown(case[key]), "a text")
        if not isinstance(case.get("rules", []), list):
            raise BadInput(f"{where}.rules", shown(case["rules"]), "a list of rule ids")
        if not isinstance(case["steps"], list):
            raise BadInput(f"{where}.steps", shown(case["steps"]), "a list of steps")
        for place, step in enumerate(case["steps"]):
            if not isinstance(step, Mapping):
                raise BadInput(f"{where}.steps[{place}]", shown(step), f"a step with {', '.join(STEP_KEYS)}")
            _known(step, STEP_KEYS, f"{where}.steps[{place}]")
            _whole_step(step, f"{where}.steps[{place}]")
    return CaseFile(str(path), game, cases)


def _whole_step(step: Mapping[str, Any], where: str) -> None:
    """A step must do or look at something; what it does not use is an error, so that no step passes by accident."""
    if not step:
        raise BadInput(where, "nothing", f"a step with {', '.join(STEP_KEYS)}")
    if "do" not in step:
        extra = [key for key in step if key != "expect"]
        if extra:
            raise BadInput(f"{where}.{extra[0]}", "given without 'do'", "only 'expect': a step without 'do' only looks")
    if "error" in step and ("dice" in step or "chance" in step):
        raise BadInput(f"{where}.error", "given with dice or chance", "alone: a decision that is refused asks nothing")
    for key in ("expect", "chance"):
        if key in step and not step[key]:
            raise BadInput(f"{where}.{key}", "empty", "given with something in it, or left out")


def _known(data: Mapping[Any, Any], keys: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in keys:
            raise BadInput(f"{where}.{shown(key)}", "unknown", one_of(key, keys))


def case_file_schema(ruleset: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a case file of one game."""
    game = load(ruleset)
    value = {"type": ["integer", "boolean", "string", "array"]}
    row: dict[str, Any] = {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}
    faces = {"anyOf": [*row["anyOf"], {"type": "object", "additionalProperties": row}]}
    labels = [label_of(question) for question in game.book.questions]
    choices: dict[str, Any] = {}
    for question, options in game.choices.items():
        allowed = choices.setdefault(label_of(question), {"anyOf": []})["anyOf"]
        allowed.append({"enum": list(options)} if options else {"type": "string"})
    house = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: option.field.schema() for name, option in game.options.items()},
    }
    common = {
        "dice": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": dict.fromkeys(labels, faces) | choices,
                "additionalProperties": False,
            },
        },
        "expect": {"type": "object", "additionalProperties": value},
        "error": {"enum": sorted(game.book.rules)},
        "chance": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["of", "is"],
                "additionalProperties": False,
                "properties": {
                    "of": {"type": "object", "additionalProperties": value},
                    "is": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^(\d+(/\d+)?|0?\.\d+)$"}]},
                },
            },
        },
    }
    shared = {name: {"$ref": f"#/$defs/{name}"} for name in common}
    id: dict[str, Any] = {"type": "string", "pattern": r"^[^.]{1,40}$"}
    steps: list[dict[str, Any]] = [
        {"type": "object", "additionalProperties": False, "properties": {"expect": shared["expect"]}}
    ]
    for kind in game.decisions.values():
        who: dict[str, Any] = {"by": id} | ({"target": id} if kind.target else {})
        if kind.several:
            who |= {"targets": {"type": "array", "items": id, "minItems": 1}}
        needs = ["do"] + (["by"] if kind.by else []) + (["target"] if kind.target and not kind.several else [])
        properties = {"do": {"const": kind.name}, "with": kind.details.schema(), **who, **shared}
        steps.append({"type": "object", "additionalProperties": False, "properties": properties, "required": needs})
    case = {
        "type": "object",
        "additionalProperties": False,
        "required": ["name", "fighters", "steps"],
        "properties": {
            "name": {"type": "string"},
            "source": {"type": "string"},
            "rules": {"type": "array", "items": {"enum": sorted(game.book.rules)}},
            "house": house,
            "fight": game.fight_form.schema(),
            "fighters": {"type": "object", "minProperties": 1, "additionalProperties": game.fighter_form.schema()},
            "steps": {"type": "array", "minItems": 1, "items": {"anyOf": steps}},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": common,
        "title": f"fracas case file, format {FORMAT}, {game.title}",
        "type": "object",
        "additionalProperties": False,
        "required": ["ruleset", "cases"],
        "properties": {
            "format": {"const": FORMAT},
            "ruleset": {"const": ruleset},
            "cases": {"type": "array", "minItems": 1, "items": case},
        },
    }
