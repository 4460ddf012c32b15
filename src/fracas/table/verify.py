"""Are a fight's dice, and all that was made of them, what they say? Needs the file alone, and no database.

For every roll of the app's, the undone ones too: the opened secret keeps its promise; the faces are those that it gives at
this place of the stream; no place was skipped, none used twice. And every decision is run again with its answers: today's
rules, if they are of the same version, must come to the stored state; undo, redo and overrides to theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..core.errors import BadInput, FracasError, phrase
from ..core.generator import Generator
from ..core.named import Changes, chained, turned
from ..core.record import Record, Session
from ..core.table import Asked
from ..rules import load
from .coding import Given
from .dice import SecretGenerator, commitment_of
from .overriding import overridden
from .position import Position
from .running import replayed
from .shape import FORMAT, checked
from .views import start_of, state_data


@dataclass
class Report:
    """What was checked. ``problems``: each a line, naming its entry; none: all is well.

    ``app``: rolls of the app's that were checked; ``sealed``: those whose secret is not opened yet; ``hand``: rolls typed by
    people, which nobody can check; ``replayed``: decisions that came to the stored state; ``others``: decisions of another
    version of the rules, which were left out.
    """

    kind: str
    name: str = ""
    ruleset: str = ""
    entries: int = 0
    app: int = 0
    sealed: int = 0
    hand: int = 0
    replayed: int = 0
    others: int = 0
    problems: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"well": not self.problems}


def verify(data: Any) -> Report:
    """Check a fight's file, a record, or a fight saved by ``fracas play``; BadInput where it is none of these."""
    if isinstance(data, Mapping) and data.get("format") == FORMAT:
        return _Fight(data).report
    if isinstance(data, Mapping) and "record" in data:
        return _of_record(data["record"], str(data.get("encounter", "")))
    if isinstance(data, Mapping) and "entries" in data:
        return _of_record(data, "")
    raise BadInput("file", "something else", phrase("a fight that was exported, a record, or a saved fight"))


class _Fight:
    """One fight's file, gone through from the first event to the last."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        head, events, dice = checked(data)
        self.report = Report("fight", head["name"], head["ruleset"], len(events))
        self.position = Position(head["id"])
        self.secrets: dict[int, str] = {one["pool"]: one["secret"] for one in dice if "secret" in one}
        self.bodies = {event.seq: event.body for event in events}
        for event in events:
            if event.kind == "opened":
                self.secrets.setdefault(event.body["pool"], event.body["secret"])
        for event in events:
            try:
                getattr(self, f"_{event.kind}", lambda seq, body: None)(event.seq, event.body)
                self.position.apply(event)
            except (FracasError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
                self._wrong(event.seq, f"{type(error).__name__}: {error}")
                return

    def _wrong(self, seq: int, what: str) -> None:
        self.report.problems.append(f"#{seq}: {what}")

    def _created(self, seq: int, body: Mapping[str, Any]) -> None:
        game = load(body["ruleset"])
        if body["version"] != game.version:
            return
        forms = {id: body["fighters"][id] for id in body["order"]}
        start = state_data(game, *start_of(game, forms, body["house"], body["fight"], body["kept"]))
        if start["values"] != body["values"]:
            self._wrong(seq, "the fight begins in another state than its fighters make")

    def _committed(self, seq: int, body: Mapping[str, Any]) -> None:
        if body["pool"] != len(self.position.pools):
            self._wrong(seq, f"dice number {body['pool']}, where {len(self.position.pools)} is next")
        secret = self.secrets.get(body["pool"])
        if secret is not None and _commitment(secret) != body["commitment"]:
            self._wrong(seq, f"the secret of dice {body['pool']} is not the one that was promised")

    def _opened(self, seq: int, body: Mapping[str, Any]) -> None:
        promised = [one["commitment"] for one in self.position.pools if one["pool"] == body["pool"]]
        if _commitment(body["secret"]) not in promised:
            self._wrong(seq, f"the secret of dice {body['pool']} is not the one that was promised")

    def _decided(self, seq: int, body: Mapping[str, Any]) -> None:
        self._dice(seq, body)
        position = self.position
        if body.get("version", position.version) != position.game.version:
            self.report.others += 1
            return
        ran = replayed(position, body)
        if ran.body["changes"] != body["changes"]:
            self._wrong(seq, "the rules come to another state with these answers")
        elif ran.body.get("happened", []) != body["happened"]:
            self._wrong(seq, "the rules tell it otherwise with these answers")
        else:
            self.report.replayed += 1

    def _waits(self, seq: int, body: Mapping[str, Any]) -> None:
        self._dice(seq, body)

    def _dice(self, seq: int, body: Mapping[str, Any]) -> None:
        """The app's dice of this entry, one after the other."""
        position, report = self.position, self.report
        pool, before, after = body["draws"]
        if pool != len(position.pools) - 1 or before != position.draws:
            self._wrong(seq, f"dice {pool} from {before} on, where {len(position.pools) - 1}, {position.draws} is next")
        waiting = () if position.waiting is None else position.waiting.given
        given = [Given.from_dict(one) for one in body["answers"]]
        if tuple(given[: len(waiting)]) != waiting:
            self._wrong(seq, "other answers than those given before")
        counter, secret = before, self.secrets.get(pool)
        for one in given[len(waiting) :]:
            if one.source != "app":
                report.hand += bool(one.answer.faces)
                continue
            if one.pool != pool or one.at < counter or (secret is not None and one.at != counter):
                self._wrong(seq, f"{one.answer.label}: drawn at {one.at}, where {counter} is next")
            if secret is None:
                report.sealed += 1
                counter = one.at + 1
                continue
            stream = SecretGenerator(secret, one.at)
            if stream.faces(one.sides) != one.answer.faces:
                self._wrong(seq, f"{one.answer.label}: not the faces that these dice give")
            counter = stream.counter
            report.app += 1
        if secret is not None and counter != after:
            self._wrong(seq, f"{after - counter} words drawn that no roll used")

    def _undone(self, seq: int, body: Mapping[str, Any]) -> None:
        standing = [deed.seq for deed in self.position.hangs_on(body["of"])]
        if standing != body["seqs"]:
            self._wrong(seq, "other entries are undone than hang on it")
        self._moved(seq, body, back=True)

    def _redone(self, seq: int, body: Mapping[str, Any]) -> None:
        if self.position.undos.get(body["of"]) != body["seqs"]:
            self._wrong(seq, "other entries come back than were undone")
        self._moved(seq, body, back=False)

    def _moved(self, seq: int, body: Mapping[str, Any], back: bool) -> None:
        found: Changes = {}
        for one in body["seqs"]:
            found = chained(found, self.bodies[one]["changes"])
        if (turned(found) if back else found) != body["changes"]:
            self._wrong(seq, "it changes the state otherwise than its entries say")

    def _overridden(self, seq: int, body: Mapping[str, Any]) -> None:
        today = self.position.version == self.position.game.version
        if today and overridden(self.position, body["set"])["changes"] != body["changes"]:
            self._wrong(seq, "it changes the state otherwise than what was set")


def _commitment(secret: str) -> str:
    try:
        return commitment_of(secret)
    except ValueError:
        return ""


def _of_record(data: Any, name: str) -> Report:
    """A record holds its seed; its dice come from it in order, own dice among them."""
    record = Record.from_dict(data)
    report = Report("record", name, record.ruleset, len(record.entries))
    game = load(record.ruleset)
    if record.version != game.version:
        report.others = len(record.entries)
        return report
    session = Session(game, record)
    counter = 0
    for number, played in enumerate(session.played, start=1):
        entry = played.entry
        rolls = [event for event in played.events if isinstance(event, Asked) and event.faces]
        found = _drawn(record.seed, counter, entry.draws, rolls)
        if found is None:
            report.problems.append(f"#{number}: not the faces that the seed gives")
        else:
            report.app += found
            report.hand += len(rolls) - found
        report.replayed += entry.undoes is None
        if entry.draws < counter:
            report.problems.append(f"#{number}: dice drawn again")
        counter = entry.draws
    return report


def _drawn(seed: int, before: int, after: int, rolls: list[Asked]) -> int | None:
    """How many of these rolls the app made, where the stream went from ``before`` to ``after``; None: it cannot be. (The
    record does not say which; every way is tried that fits, own dice being whatever does not.)"""
    reach: dict[int, int] = {before: 0}
    for roll in rolls:
        sides = tuple(roll.dice.sides(place) for place in range(roll.dice.size()))
        now = dict(reach)
        for counter, count in reach.items():
            stream = Generator(seed, counter)
            if stream.faces(sides) == roll.faces and stream.counter <= after:
                now[stream.counter] = max(now.get(stream.counter, 0), count + 1)
        reach = now
    return reach.get(after)
