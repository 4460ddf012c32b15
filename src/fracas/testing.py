"""The conformance suite: what every ruleset must keep, checked on random legal fights. Shipped, so that a game of one's own
can be checked, too.

    from fracas.testing import check_ruleset
    check_ruleset(read_encounter("duel.yaml"), fights=100)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .core.errors import FracasError
from .core.record import Record, Session
from .core.state import flatten
from .play.encounter import Encounter
from .play.legal import Choice, candidates, legal, why_not

MOST_STEPS = 3000


@dataclass
class Report:
    """What a run of the suite saw."""

    fights: int = 0
    ended: int = 0
    decisions: int = 0
    refused: int = 0


def check_ruleset(fresh: Callable[[int], Encounter], fights: int = 20, seed: int = 0) -> Report:
    """Random legal fights of the encounter that ``fresh(seed)`` makes: each ends or reaches its round limit; what is legal
    does not raise, what is not changes nothing; ammunition is never below zero; undone to the start it is the start again;
    the record played again is the same fight. AssertionError says which law was broken, and where.
    """
    report = Report()
    for number in range(fights):
        encounter = fresh(seed + number)
        choose = random.Random(seed + number)
        play_at_random(encounter, choose, report)
        report.fights += 1
        report.ended += bool(encounter.session.fight.clock.over)
        check_replay(encounter)
        check_undo(encounter)
    return report


def play_at_random(encounter: Encounter, choose: random.Random, report: Report) -> None:
    """One fight of random legal decisions, with a look at the illegal ones."""
    session = encounter.session
    for _ in range(MOST_STEPS):
        if session.fight.clock.over or session.fight.round > encounter.rounds:
            return
        choices = legal(session)
        assert choices, "nobody may do anything, and the fight is not over"
        if session.game.decider(session.fight) == session.fight.clock.active >= 0:
            assert any(choice.do == "done" for choice in choices), "a turn that cannot be ended"
            report.refused += check_refused(session)
        choice = pick(choices, choose)
        try:
            choice.take(session)
        except FracasError as error:
            raise AssertionError(f"legal, and yet refused: {choice}: {error}") from error
        report.decisions += 1
        check_state(session)
    raise AssertionError(f"after {MOST_STEPS} decisions neither over nor at the round limit")


def pick(choices: list[Choice], choose: random.Random) -> Choice:
    """A random decision: blows are struck and turns end often enough that fights get on."""
    strikes = [choice for choice in choices if choice.target or choice.targets]
    if strikes and choose.random() < 0.6:
        return choose.choice(strikes)
    if choose.random() < 0.3:
        ends = [choice for choice in choices if choice.do in ("done", "begin")]
        if ends:
            return ends[0]
    return choose.choice(choices)


def check_refused(session: Session) -> int:
    """What is not legal is refused by a rule or as bad input, and changes nothing."""
    before, entries = session.fight, len(session.record.entries)
    count = 0
    for choice in candidates(session):
        if why_not(session, choice) is None:
            continue
        count += 1
        try:
            choice.take(session)
        except FracasError:
            pass
        else:
            raise AssertionError(f"not legal, and yet done: {choice}")
        assert session.fight == before, f"refused, and yet something changed: {choice}"
        assert len(session.record.entries) == entries, f"refused, and yet in the record: {choice}"
    return count


def check_state(session: Session) -> None:
    """Plain whole numbers everywhere; no magazine below zero or above its size."""
    assert all(type(number) is int for number in flatten(session.fight))
    for id, who in zip(session.fighters.ids, session.fight.fighters, strict=True):
        for loaded, magazine in zip(who.arms.loaded, who.arms.magazine, strict=True):
            assert 0 <= loaded <= magazine, f"{id}: {loaded} rounds in a magazine of {magazine}"


def check_replay(encounter: Encounter) -> None:
    """The record, written and read again, plays to the same fight with the same events."""
    session = encounter.session
    again = Session(encounter.game, Record.from_dict(session.record.to_dict()))
    assert again.fight == session.fight, "the record does not play to the same fight"
    assert [one.events for one in again.played] == [one.events for one in session.played], "other events"


def check_undo(encounter: Encounter) -> None:
    """Undone to the first decision, the fight is as it was at the start; nothing is gone from the record."""
    session = encounter.session
    entries = len(session.record.entries)
    if entries == 0:
        return
    session.undo(0)
    assert session.fight == session.start, "undone to the start, and yet not the start"
    assert len(session.record.entries) == entries + 1, "an undo takes nothing away"
