"""Running cases: every answer is scripted, every die must be used, chances are exact."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..core.errors import BadInput, Impossible, Pending, Refused
from ..core.forms import one_of, shown
from ..core.game import Fighters, Game, decide, set_up
from ..core.rule import label_of
from ..core.table import Answer, ScriptedTable
from ..odds import odds_of
from ..odds.conditions import same
from ..odds.distribution import fraction_text
from ..play.explain import Explainer
from .files import CaseFile

CLOSE = 1e-12
"""How near a chance given as a decimal must be."""


@dataclass
class CaseResult:
    """One case: what was wrong (nothing: it passed), and whether the case itself could not be read."""

    name: str
    problems: list[str] = field(default_factory=list)
    bad_input: bool = False

    @property
    def passed(self) -> bool:
        return not self.problems


def run_file(file: CaseFile) -> list[CaseResult]:
    """All cases of a file, each on its own."""
    return [run_case(file.game, case) for case in file.cases]


def run_case(game: Game, case: Mapping[str, Any]) -> CaseResult:
    """One case; it ends with the first step that goes wrong, since later ones start from its state."""
    result = CaseResult(shown(case["name"]))
    try:
        for rule in case.get("rules", ()):
            if not isinstance(rule, str) or rule not in game.book.rules:
                raise BadInput("rules", shown(rule), one_of(rule, tuple(game.book.rules)))
        setup = set_up(game, case["fighters"], case.get("house"), case.get("fight"))
    except BadInput as error:
        return CaseResult(result.name, [str(error)], True)
    fight = setup.fight
    for number, step in enumerate(case["steps"], 1):
        try:
            fight, problems = run_step(game, setup.fighters, fight, step)
        except BadInput as error:
            result.problems.append(f"step {number}: {error}")
            result.bad_input = True
            break
        except Refused as error:
            problems = [Explainer(game, setup.fighters).error(error)]
        result.problems += [f"step {number}: {problem}" for problem in problems]
        if problems:
            break
    return result


def run_step(game: Game, fighters: Fighters, fight: Any, step: Mapping[str, Any]) -> tuple[Any, list[str]]:
    """One step: the fight after it, and what did not come out as the case says."""
    problems: list[str] = []
    if "do" not in step:
        return fight, compare_values(game, fighters, fight, step.get("expect", {}))
    if "error" in step:
        problems = expect_refusal(game, fighters, fight, step)
        return fight, problems + compare_values(game, fighters, fight, step.get("expect", {}))
    decision = decision_of(game, fighters, step)
    answers = read_answers(step.get("dice", []), game, fighters)
    if "chance" in step:
        problems += compare_chances(game, fighters, fight, decision, step["chance"], answers)
        if "dice" not in step:
            return fight, problems + compare_values(game, fighters, fight, step.get("expect", {}))
    try:
        after, _ = play(game, fight, decision, answers)
    except (Pending, BadInput) as error:
        return fight, [*problems, str(error)]
    return after, problems + compare_values(game, fighters, after, step.get("expect", {}))


def decision_of(game: Game, fighters: Fighters, step: Mapping[str, Any]) -> Any:
    """The decision that a step writes down."""
    who = (step.get("by"), step.get("target"))
    return decide(game, fighters, step["do"], *who, step.get("with"), step.get("targets"))


def play(game: Game, fight: Any, decision: Any, answers: list[Answer]) -> tuple[Any, ScriptedTable]:
    """A decision with these answers, every one of which must be used: the fight after it, and the table."""
    table = ScriptedTable(answers)
    after = game.step(fight, decision, table)
    table.finish()
    return after, table


def expect_refusal(game: Game, fighters: Fighters, fight: Any, step: Mapping[str, Any]) -> list[str]:
    """The decision must be refused, by the rule that the step names."""
    wanted = step["error"]
    if not isinstance(wanted, str) or wanted not in game.book.rules:
        raise BadInput("error", shown(wanted), one_of(wanted, tuple(game.book.rules)))
    try:
        decision = decision_of(game, fighters, step)
        game.step(fight, decision, ScriptedTable(read_answers(step.get("dice", []), game, fighters)))
    except Pending:
        pass  # it asks for dice, so it is not refused
    except (Refused, Impossible) as error:
        return [] if error.rule == wanted else [f"refused by {error.rule or 'no rule'}, not by {wanted}: {error}"]
    return [f"not refused; {wanted} should"]


def read_answers(dice: Any, game: Game, fighters: Fighters) -> list[Answer]:
    """The answers of a step: one-key maps, label to faces (a number, a list, or named groups of faces)."""
    if not isinstance(dice, list):
        raise BadInput("dice", shown(dice), "a list of answers, each 'label: faces'")
    answers = []
    for number, one in enumerate(dice):
        where = f"dice[{number}]"
        if not isinstance(one, Mapping) or len(one) != 1:
            raise BadInput(where, shown(one), "one answer, as 'label: faces'")
        label, given = next(iter(one.items()))
        try:
            chosen = game.option_named(label, given, fighters.ids)
        except ValueError as error:
            raise BadInput(f"{where}.{label}", shown(given), str(error)) from None
        if chosen is not None:
            answers.append(Answer(label, (), chosen[1]))
            continue
        groups = given.values() if isinstance(given, Mapping) else [given]
        faces: list[int] = []
        for group in groups:
            faces += group if isinstance(group, list) else [group]
        if any(isinstance(face, bool) or not isinstance(face, int) for face in faces):
            raise BadInput(f"{where}.{shown(label)}", shown(given), "faces: a number or a list of numbers")
        answers.append(Answer(str(label), tuple(faces)))
    return answers


def compare_values(game: Game, fighters: Fighters, fight: Any, wanted: Mapping[str, Any]) -> list[str]:
    """What differs from the values expected."""
    if not isinstance(wanted, Mapping):
        raise BadInput("expect", shown(wanted), "paths with values")
    problems = []
    for path, value in wanted.items():
        found = game.look(fight, fighters.ids, path)
        if not same(found, value):
            problems.append(f"{path} is {shown(found)}, expected {shown(value)}")
    return problems


def compare_chances(
    game: Game, fighters: Fighters, fight: Any, decision: Any, wanted: Any, answers: list[Answer]
) -> list[str]:
    """What differs from the chances expected; fractions compare exactly. Choices are answered as in ``answers``."""
    if not isinstance(wanted, list):
        raise BadInput("chance", shown(wanted), "a list of {of: {path: value}, is: probability}")
    policy = {
        why: tuple(one.option for one in answers if one.option is not None and one.label == label_of(why))
        for why in game.choices
    }
    policy = {why: given for why, given in policy.items() if given}
    odds = odds_of(game, fight, decision, fighters.ids, policy, trace=False)
    problems = []
    for number, one in enumerate(wanted):
        if not isinstance(one, Mapping) or set(one) != {"of", "is"} or not isinstance(one["of"], Mapping):
            raise BadInput(f"chance[{number}]", shown(one), "{of: {path: value}, is: probability}")
        found, expected = odds.chance(one["of"]), read_chance(one["is"], f"chance[{number}].is")
        close = abs(found - Fraction(expected)) <= CLOSE if isinstance(expected, float) else found == expected
        if not close:
            problems.append(f"the chance of {shown(dict(one['of']))} is {fraction_text(found)}, expected {one['is']}")
    return problems


def read_chance(given: Any, where: str) -> Fraction | float:
    """A probability: a fraction (``1/36``), or a number; a decimal is compared within 1e-12."""
    try:
        if isinstance(given, bool) or not isinstance(given, (int, str, float)):
            raise ValueError
        if isinstance(given, str) and not re.fullmatch(r"\d{1,60}(/\d{1,60})?|0?\.\d{1,60}", given):
            raise ValueError
        chance = given if isinstance(given, float) else Fraction(given)
        if not 0 <= chance <= 1:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise BadInput(where, shown(given), "a probability from 0 to 1, such as 1/36") from None
    return chance
