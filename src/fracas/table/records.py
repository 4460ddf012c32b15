"""Records at the table, and a table's fight as a record: what ``fracas play`` saves and the simulation exports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import BadInput, FracasError, phrase
from ..core.named import Changes, chained, turned
from ..core.record import Entry, Record, Session
from ..play.legal import Choice
from ..rules import load
from ..store.events import Event, NewEvent
from . import permit
from .beginning import NewFight, first_events
from .coding import Given
from .desk import new_id, next_event
from .position import Position, choice_of
from .roles import Viewer
from .running import Run
from .service import Tables


def import_record(tables: Tables, viewer: Viewer, record: Record, key: str | None = None, **more: Any) -> str:
    """A fight at the table from a record, with every decision and every roll that is in it, the undone ones too; its id.
    From there on it goes on with the table's own dice. BadInput where the record cannot be played. ``more``: what
    :class:`NewFight` takes (name, players, settings)."""
    permit.gm(viewer, "create")
    Session(load(record.ruleset), record)  # refused here where it cannot be played
    made, pool = first_events(NewFight.of_record(record, **more), viewer)
    position = Position(new_id(key))
    for event in made:
        position.apply(next_event(position, event))
    numbers: list[int] = []
    bodies: dict[int, dict[str, Any]] = {}
    for place, entry in enumerate(record.entries):
        try:
            body = _undone(entry, position, numbers, bodies) if entry.undoes is not None else _decided(entry, position)
        except FracasError as error:
            raise BadInput(f"record.entries[{place}]", str(error), phrase("an entry that can be played")) from None
        event = NewEvent("undone" if entry.undoes is not None else "decided", viewer.actor, body)
        position.apply(next_event(position, event))
        numbers.append(position.seq)
        bodies[position.seq] = body
        made.append(event)
    asked = ["record", viewer.actor, record.to_dict()]
    tables.log.create(
        position.id, record.ruleset, load(record.ruleset).version, position.name, made, [pool], key, asked
    )
    return position.id


def _decided(entry: Entry, position: Position) -> dict[str, Any]:
    choice = Choice(entry.do, entry.by, entry.target, entry.targets, dict(entry.details))
    given = tuple(Given(answer, "record") for answer in entry.answers)
    return Run(position, choice, None, given, reacted=True).run().body


def _undone(
    entry: Entry, position: Position, numbers: Sequence[int], bodies: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    of = numbers[entry.undoes or 0]
    seqs = [deed.seq for deed in position.hangs_on(of)]
    found: dict[str, Changes] = {"changes": {}, "views": {}, "forms": {}}
    for seq in seqs:
        found = {part: chained(one, bodies[seq].get(part, {})) for part, one in found.items()}
    return {"of": of, "seqs": seqs, **{part: turned(one) for part, one in found.items() if one or part != "forms"}}


def record_of(events: Sequence[Event], seed: int) -> Record:
    """The decisions of a fight that stand, as a record which ``fracas play`` opens and goes on with (its app dice from
    ``seed``). The GM's overrides are entries that set values; what was undone is left out."""
    position = Position(events[0].fight)
    for event in events:
        position.apply(event)
    standing = {deed.seq for deed in position.deeds if not deed.undone}
    first = events[0].body
    entries: list[Entry] = []
    for event in events:
        if event.seq not in standing:
            continue
        if event.kind == "overridden":
            for path, value in event.body["set"].items():
                owner, _, field = path.partition(".")
                entries.append(Entry("set", owner, None, (), {"field": field, "value": value}))
            continue
        choice = choice_of(event.body)
        answers = tuple(Given.from_dict(one).answer for one in event.body["answers"])
        target = None if choice.targets else choice.target
        entries.append(Entry(choice.do, choice.by, target, choice.targets, dict(choice.details), answers))
    forms = {id: first["fighters"][id] for id in first["order"]}
    version = load(position.ruleset).version
    return Record(
        position.ruleset, version, first["house"], forms, first["fight"], seed, tuple(entries), dict(first["kept"])
    )
