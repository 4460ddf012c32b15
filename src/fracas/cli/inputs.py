"""What is typed on a command line: ``key=value`` words as fighters, house rules and a decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ..core.errors import BadInput
from ..core.forms import one_of, shown
from ..core.game import Game, Setup, decide, set_up
from ..core.rule import label_of
from ..core.table import Asked as Rolled
from ..core.table import Chosen, Event, Table
from ..play.shorthand import put, value_of

FIGHTER_WORDS = ("by", "target")


@dataclass(frozen=True)
class Asked:
    """One decision from a state: what the commands ``attack`` and ``odds`` work on."""

    game: Game
    setup: Setup
    do: str
    by: str | None
    target: str | None
    details: Mapping[str, Any]
    decision: Any

    def under(self, option: str, value: int) -> Any:
        """The fight under another reading of a house rule."""
        return self.setup.fight._replace(house=self.setup.fight.house._replace(**{option: value}))


def choices_of(asked: Asked, words: Sequence[str] | None) -> dict[IntEnum, tuple[int, ...]]:
    """``--choose use_determination=false critical_choice=shock``: what is chosen whenever the rules ask for it."""
    chosen: dict[IntEnum, tuple[int, ...]] = {}
    for word in words or ():
        label, _, text = word.partition("=")
        try:
            found = asked.game.option_named(label, value_of(text, label), asked.setup.fighters.ids)
        except ValueError as error:
            raise BadInput(f"--choose {label}", shown(text), str(error)) from None
        if found is None:
            labels = tuple(dict.fromkeys(label_of(question) for question in asked.game.choices))
            raise BadInput("--choose", shown(word), one_of(label, labels) if labels else "left out: nothing is chosen")
        chosen[found[0]] = (found[1],)
    return chosen


def answers_of(asked: Asked, events: Iterable[Event]) -> list[dict[str, Any]]:
    """All answers as a case file writes them: faces, or the option chosen."""
    ids = asked.setup.fighters.ids
    answers: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, Chosen):
            answers.append({label_of(event.why): (asked.game.choices[event.why] or ids)[event.option]})
        elif isinstance(event, Rolled):
            answers.append({label_of(event.why): list(event.faces)})
    return answers


def read_words(game: Game, words: Sequence[str], do: str | None, table: Table | None = None) -> Asked:
    """``by.ref=7 target.sp=11 damage=3d6 house.tie=meets`` as one decision.

    Keys under ``by.`` and ``target.`` describe the two fighters, under ``house.`` the house rules, under ``fight.`` the
    fight's own numbers; all others are the decision's own fields. ``do`` is the decision (default: attack).
    """
    given: dict[str, Any] = {"by": {}, "target": {}, "house": {}, "fight": {}, "with": {}}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key or not all(part for part in key.split(".")):
            raise BadInput(shown(word), "not understood", "key=value, such as target.sp=11 or damage=3d6")
        owner = key.partition(".")[0]
        path = key if owner in ("by", "target", "house", "fight") else f"with.{key}"
        if path in given:
            raise BadInput(shown(word), "not understood", f"{key}.field=value")
        put(given, path, value_of(text, key), word)
    do = "attack" if do is None else do
    kind = game.decisions.get(do)
    ids = [id for id in FIGHTER_WORDS if given[id] or (kind and getattr(kind, id))] or ["target"]
    fighters = {id: game.shorthand(given[id]) for id in ids}
    setup = set_up(game, fighters, given["house"], given["fight"], table)
    by = "by" if kind and kind.by else None
    target = "target" if kind and kind.target else None
    decision = decide(game, setup.fighters, do, by, target, given["with"])
    return Asked(game, setup, do, by, target, given["with"], decision)


def read_case(path: str, case: str | None, step: int | None) -> Asked:
    """One step of a case file, from the state in which the steps before it leave the fight."""
    from ..check.files import read_case_file

    file = read_case_file(path)
    names = [str(one["name"]) for one in file.cases]
    if case is not None and case not in names:
        raise BadInput("--case", shown(case), f"the name of a case in {path}, such as {names[0]!r}")
    found = file.cases[names.index(case) if case is not None else 0]
    try:
        return step_of(file.game, found, step)
    except BadInput as error:
        raise error.under(f"{path}: {found['name']}: ") from None


def step_of(game: Game, found: Mapping[str, Any], step: int | None) -> Asked:
    """One step of a case, from the state in which the steps before it leave the fight."""
    from ..check.run import decision_of, play, read_answers

    setup = set_up(game, found["fighters"], found.get("house"), found.get("fight"))
    steps = found["steps"]
    numbers = [number for number, one in enumerate(steps, 1) if "do" in one and "error" not in one]
    if not numbers or (step is not None and step not in numbers):
        raise BadInput("--step", shown(step), f"one of {numbers}" if numbers else "a case with a decision")
    fight = setup.fight
    for number, one in enumerate(steps, 1):
        if "do" not in one or "error" in one:
            continue
        decision = decision_of(game, setup.fighters, one)
        if number == (step or numbers[0]):
            who, details = (one.get("by"), one.get("target")), one.get("with") or {}
            return Asked(game, setup._replace(fight=fight), one["do"], *who, details, decision)
        if "dice" in one or "chance" not in one:
            fight, _ = play(game, fight, decision, read_answers(one.get("dice", []), game, setup.fighters))
    raise BadInput("--step", shown(step), f"one of {numbers}")
