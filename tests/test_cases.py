"""Every case file passes, and is valid by the JSON Schema that the program publishes."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from fracas.check import case_file_schema, read_case_file, run_case
from fracas.check.files import read_yaml
from fracas.examples import EXAMPLES

FILES = [*sorted((Path(__file__).parent / "cases").rglob("*.yaml")), *EXAMPLES]
READ = {path: read_case_file(path) for path in FILES}
CASES = [
    pytest.param(READ[path].game, case, id=f"{path.parent.name}/{path.stem}: {case['name']}")
    for path in FILES
    for case in READ[path].cases
]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_case(game, case) -> None:
    assert run_case(game, case).problems == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_file_is_valid_by_its_schema(path: Path) -> None:
    data = read_yaml(path)
    jsonschema.Draft202012Validator(case_file_schema(data["ruleset"])).validate(data)


WRONG = [
    ("fighters.t.hp", "lots"),
    ("fighters.t.armour", [{"sp": -1, "covers": ["body"]}]),
    ("fighters.t.armour", [{"sp": 11}]),
    ("fighters.t.armour", [{"sp": 11, "covers": ["tail"]}]),
    ("fighters.t.sp", 11),
    ("fighters.t.skills", {"whistling": 3}),
    ("house.tie", "attacker"),
    ("house.ties", "meets"),
    ("steps.0.with.damage", "3d7"),
    ("steps.0.with.aimed", "heart"),
    ("steps.0.with.speed", 3),
    ("steps.0.do", "dance"),
    ("rules", ["cpred.nothing"]),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=[f"{path}={value}" for path, value in WRONG])
def test_schema_and_program_refuse_the_same(path: str, value) -> None:
    """What the schema rejects, the program rejects, naming the place."""
    case = {
        "name": "a case",
        "rules": [],
        "house": {},
        "fighters": {"t": {"hp": 40}},
        "steps": [{"do": "hit", "target": "t", "with": {"damage": "2d6"}, "dice": [{"damage": [1, 2]}]}],
    }
    schema = jsonschema.Draft202012Validator(case_file_schema("cpred"))
    assert schema.is_valid({"ruleset": "cpred", "cases": [case]})
    assert run_case(load_red(), case).passed
    *parents, last = path.split(".")
    inner = case
    for parent in parents:
        inner = inner[int(parent) if parent.isdigit() else parent]
    inner[last] = value
    assert not schema.is_valid({"ruleset": "cpred", "cases": [case]})
    result = run_case(load_red(), case)
    assert result.bad_input
    assert last.split(".")[-1] in result.problems[0]


def load_red():
    from fracas.rules import load

    return load("cpred")
