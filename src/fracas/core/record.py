"""The record is the truth: ruleset, house rules, fighters, and every decision with its answers.

It is the save, the log, the undo stack and the bug report. Playing it again gives the same fight and the same events;
nothing is ever erased: an undo is itself an entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from .carry import Kept, with_all_kept
from .errors import BadInput, phrase
from .forms import one_of, shown
from .game import Fighters, Game, decide, set_up
from .gm import AT_THE_TABLE, at_the_table
from .table import Answer, Event, Hand, HandTable, ScriptedTable, SeededTable

FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """One line of the log: a decision with its answers, or the undoing of an earlier entry (``undoes``, by number).

    ``draws`` is where the app's dice stood afterwards, so that no face is ever dealt twice.
    """

    do: str = ""
    by: str | None = None
    target: str | None = None
    targets: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    undoes: int | None = None
    draws: int = 0

    def to_dict(self) -> dict[str, Any]:
        """For JSON: only what is set."""
        if self.undoes is not None:
            return {"undoes": self.undoes, "draws": self.draws}
        answers = [
            {one.label: one.option if one.option is not None else list(one.faces)}
            | ({"chosen": True} if one.option is not None else {})
            for one in self.answers
        ]
        found = {
            "do": self.do,
            "by": self.by,
            "target": self.target,
            "targets": list(self.targets),
            "with": dict(self.details),
            "answers": answers,
        }
        kept = {key: value for key, value in found.items() if value not in (None, {}, []) or key == "answers"}
        return kept | {"draws": self.draws}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Entry:
        """The entry that :meth:`to_dict` wrote."""
        if "undoes" in data:
            if type(data["undoes"]) is not int:
                raise ValueError(f"undoes: {shown(data['undoes'])}")
            return cls(undoes=data["undoes"], draws=data.get("draws", 0))
        answers = []
        for one in data.get("answers", ()):
            label = [key for key in one if key != "chosen"][0]
            given = one[label]
            answers.append(Answer(label, (), given) if one.get("chosen") else Answer(label, tuple(given)))
        return cls(
            data["do"],
            data.get("by"),
            data.get("target"),
            tuple(data.get("targets", ())),
            data.get("with", {}),
            tuple(answers),
            draws=data.get("draws", 0),
        )


@dataclass(frozen=True)
class Record:
    """A whole fight as data. ``version`` is the ruleset's when it began."""

    ruleset: str
    version: str
    house: Mapping[str, Any]
    fighters: Mapping[str, Any]
    fight: Mapping[str, Any]
    seed: int
    entries: tuple[Entry, ...] = ()
    kept: Mapping[str, Kept] = field(default_factory=dict)
    """What fighters brought along from earlier fights (see core/carry.py), by id."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "version": self.version,
            "house": dict(self.house),
            "fighters": dict(self.fighters),
            "fight": dict(self.fight),
            "seed": self.seed,
            "entries": [entry.to_dict() for entry in self.entries],
            **({"kept": dict(self.kept)} if self.kept else {}),
        }

    @classmethod
    def from_dict(cls, data: Any) -> Record:
        """The record that :meth:`to_dict` wrote; one clear line when it is not one."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise BadInput("record", shown(data), phrase("a record of format {format}", format=FORMAT))
        unknown = [key for key in data if key not in (*cls.__dataclass_fields__, "format")]
        if unknown:
            raise BadInput(
                f"record.{shown(unknown[0])}", "unknown", one_of(unknown[0], tuple(cls.__dataclass_fields__))
            )
        try:
            entries = tuple(Entry.from_dict(entry) for entry in data["entries"])
            names = ("ruleset", "version", "house", "fighters", "fight", "seed")
            kept = deepcopy(data.get("kept", {}))
            record = cls(**{name: deepcopy(data[name]) for name in names}, entries=entries, kept=kept)
            for where, number in (("seed", record.seed), *(("draws", entry.draws) for entry in entries)):
                if type(number) is not int or not 0 <= number < 2**64:
                    raise ValueError(f"{where}: {shown(number)}")
            return record
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
            raise BadInput(
                "record", shown(f"{type(error).__name__} {error}"), phrase("a record of format {format}", format=FORMAT)
            ) from None


@dataclass(frozen=True)
class Played:
    """One entry played: the fight after it and what happened. An undone entry keeps its events."""

    entry: Entry
    fight: Any
    events: tuple[Event, ...]
    fighters: Fighters
    undone: bool = False


class Session:
    """A fight in progress: a record, and what it comes to. Every change goes through :meth:`do` and :meth:`undo`.

    >>> from fracas.rules import load
    >>> session = Session.new(load("cops"), {"a": {}, "b": {}}, seed=1)
    >>> session.do("hit", target="b", details={"power": 3, "location": "torso"}).fight.fighters[1].outcome.hit
    1
    >>> session.undo().fight == session.start
    True
    """

    def __init__(self, game: Game, record: Record) -> None:
        if record.ruleset != game.name:
            raise BadInput("record.ruleset", shown(record.ruleset), game.name)
        self.game, self.record = game, record
        setup = set_up(game, record.fighters, record.house, record.fight)
        self.start, self.starters = with_all_kept(game, setup.fight, setup.fighters.ids, record.kept), setup.fighters
        self.played: list[Played] = []
        for number, entry in enumerate(record.entries):
            if entry.undoes is not None and entry.undoes not in self._standing():
                raise BadInput(
                    f"record.entries[{number}].undoes", shown(entry.undoes), phrase("an entry before it that stands")
                )
            self._append(entry, self._run(entry))

    @classmethod
    def new(
        cls, game: Game, fighters: Mapping[str, Any], house: Any = None, fight: Any = None, seed: int = 0
    ) -> Session:
        """A fresh fight."""
        return cls(
            game,
            Record(game.name, game.version, deepcopy(house or {}), deepcopy(fighters), deepcopy(fight or {}), seed),
        )

    @classmethod
    def at(cls, game: Game, fight: Any, fighters: Fighters) -> Session:
        """A session that begins at this very state, whatever led to it: for asking what may be decided now."""
        session = cls.__new__(cls)
        session.game, session.start, session.starters, session.played = game, fight, fighters, []
        session.record = Record(game.name, game.version, {}, {}, {}, 0)
        return session

    @property
    def fight(self) -> Any:
        """The fight as it stands."""
        for played in reversed(self.played):
            if played.entry.undoes is None and not played.undone:
                return played.fight
        return self.start

    @property
    def fighters(self) -> Fighters:
        """The fighters as they are known now (more than at the start, once somebody has joined)."""
        for played in reversed(self.played):
            if played.entry.undoes is None and not played.undone:
                return played.fighters
        return self.starters

    @property
    def draws(self) -> int:
        """Where the app's dice stand."""
        return self.record.entries[-1].draws if self.record.entries else 0

    def do(
        self,
        do: str,
        by: str | None = None,
        target: str | None = None,
        details: Mapping[str, Any] | None = None,
        answers: tuple[Answer, ...] | None = None,
        targets: Sequence[str] = (),
        policy: dict[IntEnum, int] | None = None,
        hand: Hand | None = None,
    ) -> Played:
        """One decision, with app dice, or with these answers. Pending, Refused or BadInput leave everything as it was.

        ``policy`` answers choices when the app rolls (the first option where it says nothing); ``hand`` is asked before the
        app for every answer (whatever it raises leaves everything as it was).
        """
        draws = self.draws
        if do in AT_THE_TABLE:
            entry = Entry(do, by, target, (), deepcopy(dict(details or {})), draws=draws)
            return self._append(entry, self._run(entry))
        decision = self._decision(do, by, target, targets, details)
        if answers is None:
            seed = self.record.seed
            seeded = HandTable(seed, draws, policy, hand) if hand else SeededTable(seed, draws, policy)
            after = self.game.step(self.fight, decision, seeded)
            draws, events, answers = seeded.generator.counter, seeded.events, tuple(seeded.answers)
        else:
            scripted = ScriptedTable(answers)
            after = self.game.step(self.fight, decision, scripted)
            scripted.finish()
            events = scripted.events
        given = deepcopy(dict(details or {}))
        entry = Entry(do, by, None if targets else target, tuple(targets), given, tuple(answers), draws=draws)
        return self._append(entry, (after, tuple(events), self.fighters))

    def _decision(
        self, do: str, by: str | None, target: str | None, targets: Sequence[str], details: Mapping[str, Any] | None
    ) -> Any:
        several = list(targets) or None
        return decide(self.game, self.fighters, do, by, None if several else target, details, several)

    def undo(self, number: int | None = None) -> Played:
        """Undo the last decision (or everything from entry ``number``, counted from 0, on); appended, never erased."""
        standing = self._standing()
        if not standing or (number is not None and number not in standing):
            right = one_of(None, tuple(map(str, standing))) if standing else phrase("used after a decision")
            raise BadInput("undo", shown(number), right)
        entry = Entry(undoes=standing[-1] if number is None else number, draws=self.draws)
        return self._append(entry, self._run(entry))

    def _standing(self) -> list[int]:
        """The numbers of the decisions that are not undone."""
        return [n for n, played in enumerate(self.played) if played.entry.undoes is None and not played.undone]

    def _run(self, entry: Entry) -> tuple[Any, tuple[Event, ...], Fighters]:
        if entry.undoes is not None:
            return None, (), self.fighters
        if entry.do in AT_THE_TABLE:
            fight, fighters = at_the_table(self.game, self.fight, self.fighters, entry)
            return fight, (), fighters
        decision = self._decision(entry.do, entry.by, entry.target, entry.targets, entry.details)
        table = ScriptedTable(entry.answers)
        after = self.game.step(self.fight, decision, table)
        table.finish()
        return after, tuple(table.events), self.fighters

    def _append(self, entry: Entry, result: tuple[Any, tuple[Event, ...], Fighters]) -> Played:
        after, events, fighters = result
        if entry.undoes is not None:
            for number in range(entry.undoes, len(self.played)):
                self.played[number] = replace(self.played[number], undone=True)
            after, fighters = self.fight, self.fighters
        played = Played(entry, after, events, fighters)
        if len(self.played) == len(self.record.entries):
            self.record = replace(self.record, entries=(*self.record.entries, entry))
        self.played.append(played)
        return played
