"""Where a fight stands: the fold of its events. Stored changes are applied, no rule is run; so what is shown is what is
stored, and a fight opens also when the rules have moved on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import BadInput, FracasError, phrase
from ..core.forms import shown
from ..core.game import Fighters, Game, set_up
from ..core.named import Values, restored, with_changes
from ..core.record import Session
from ..play.legal import Choice
from ..rules import load
from ..store.errors import Damaged
from ..store.events import Event
from .coding import Given
from .roles import Settings

PERSON = "person"
DEEDS = ("decided", "overridden")
"""The kinds of event that can be undone."""


@dataclass
class Deed:
    """A decision, or an override, that was carried out: event ``seq``; ``undone``: by which event, 0: it stands."""

    seq: int
    do: str
    by: str | None
    actor: str
    undone: int = 0


@dataclass
class Waiting:
    """A decision that waits for somebody's dice or choice. ``first``: the event in which it was begun; ``question``: what
    is asked, as data; ``whose``: the fighter's id, or ``gm``; ``reacted``: whoever may dodge has been asked."""

    first: int
    seq: int
    choice: Choice
    given: tuple[Given, ...]
    question: Mapping[str, Any]
    whose: str
    hidden: bool
    dice: str | None
    actor: str
    reacted: bool


@dataclass
class Position:
    """A fight after event ``seq``."""

    id: str
    seq: int = 0
    ruleset: str = ""
    version: str = ""
    name: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    forms: dict[str, Any] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    party: list[int] = field(default_factory=list)
    """The sides that persons play on."""
    sides: tuple[str, ...] = ()
    rounds: int = 0
    settings: Settings = field(default_factory=Settings)
    values: Values = field(default_factory=dict)
    views: dict[str, Any] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    undos: dict[int, list[int]] = field(default_factory=dict)
    """For each undo the deeds that it took back."""
    redoable: list[int] = field(default_factory=list)
    """Undos that may be taken back, the next one last."""
    waiting: Waiting | None = None
    sealed: dict[str, tuple[int, Choice]] = field(default_factory=dict)
    requests: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Undo requests that are open: by event, the deed meant and who asks."""
    seats: dict[str, str] = field(default_factory=dict)
    """Who (a name) plays which fighter."""
    dice: dict[str, str] = field(default_factory=dict)
    """Whose dice are rolled by whom: ``own`` or ``app``, by fighter's id or ``gm``; the app's where nothing is said."""
    pools: list[dict[str, Any]] = field(default_factory=list)
    draws: int = 0
    hidden: set[int] = field(default_factory=set)
    _shape: tuple[Any, ...] | None = field(default=None, repr=False, compare=False)
    _fight: tuple[int, Any] | None = field(default=None, repr=False, compare=False)

    # -- the state ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game; BadInput where it is not one of today's."""
        return load(self.ruleset)

    @property
    def fighters(self) -> Fighters:
        """The fighters, their forms read by today's rules; BadInput where these have moved on too far."""
        found: Fighters = self._template()[2]
        return found

    @property
    def fight(self) -> Any:
        """The state, restored from what is stored. New fields of the state are as a fresh fighter's; BadInput where
        today's rules cannot take it at all (then :attr:`views` still say how it stood)."""
        if self._fight is None or self._fight[0] != self.seq:
            template = self._template()[1]
            self._fight = self.seq, restored(template, self.values)[0]
        return self._fight[1]

    def _template(self) -> tuple[Any, Any, Fighters]:
        ids = tuple(self.forms)
        if self._shape is None or self._shape[0] != ids:
            game = self.game
            setup = set_up(game, self.forms, self.house, self.fields)
            self._shape = ids, setup.fight, setup.fighters
        return self._shape

    def problem(self) -> FracasError | None:
        """Why the fight can be looked at and not gone on with; None: it can."""
        try:
            self.fight  # noqa: B018 - restored, or not
        except FracasError as error:
            return error
        return None

    @property
    def session(self) -> Session:
        """The state as a session, for asking what may be decided (:mod:`fracas.play.legal`)."""
        return Session.at(self.game, self.fight, self.fighters)

    @property
    def ids(self) -> tuple[str, ...]:
        """The fighters' ids."""
        return tuple(self.forms)

    def decider(self) -> str | None:
        """Whose turn it is; None: nobody's in particular."""
        index = self.game.decider(self.fight)
        return self.ids[index] if index >= 0 else None

    def is_person(self, id: str) -> bool:
        """Is this fighter played by a person?"""
        return self.players.get(id, PERSON) == PERSON

    def is_party(self, id: str) -> bool:
        """Does this fighter stand on a side that persons play on?"""
        return self.views.get(f"{id}.side", 0) in self.party

    def deed(self, seq: int) -> Deed:
        """The deed of this number; BadInput where it is none."""
        for deed in self.deeds:
            if deed.seq == seq:
                return deed
        raise BadInput("seq", shown(seq), phrase("the number of a decision"))

    def hangs_on(self, seq: int) -> list[Deed]:
        """What an undo of this deed takes back: the deed, and all that came after it and stands."""
        if self.deed(seq).undone:
            raise BadInput("seq", shown(seq), phrase("a decision that stands"))
        return [deed for deed in self.deeds if deed.seq >= seq and not deed.undone]

    # -- the fold ----------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Go on by one event."""
        if event.seq != self.seq + 1:
            raise Damaged(f"fights.{self.id}", f"event {event.seq}", phrase("event {seq}", seq=self.seq + 1))
        try:
            steps = getattr(self, f"_{event.kind}", None)
            if steps is None:
                raise Damaged(f"events.{event.seq}.kind", shown(event.kind), phrase("a kind that fracas writes"))
            steps(event, event.body)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            if isinstance(error, FracasError):
                raise
            raise Damaged(f"events.{event.seq}", shown(repr(error)), phrase("an event that fracas writes")) from error
        self.seq = event.seq

    def _change(self, body: Mapping[str, Any]) -> None:
        self.values = with_changes(self.values, body["changes"])
        self.views = with_changes(self.views, body["views"])
        for id, (_, after) in body.get("forms", {}).items():
            if after is None:
                self.forms.pop(id, None)
            else:
                self.forms[id] = after

    def _created(self, event: Event, body: Mapping[str, Any]) -> None:
        for name in ("ruleset", "version", "name", "rounds", "house"):
            setattr(self, name, body[name])
        self.fields, self.sides, self.party = body["fight"], tuple(body["sides"]), list(body["party"])
        self.forms = {id: body["fighters"][id] for id in body["order"]}
        if len(self.forms) != len(body["fighters"]):
            raise ValueError("order")
        self.kept, self.players = dict(body["kept"]), dict(body["players"])
        self.settings = Settings().with_these(body["settings"])
        self.values, self.views = dict(body["values"]), dict(body["views"])

    def _committed(self, event: Event, body: Mapping[str, Any]) -> None:
        self.pools.append({"pool": body["pool"], "commitment": body["commitment"], "secret": None})
        self.draws = 0

    def _opened(self, event: Event, body: Mapping[str, Any]) -> None:
        for pool in self.pools:
            if pool["pool"] == body["pool"]:
                pool["secret"] = body["secret"]

    def _branched(self, event: Event, body: Mapping[str, Any]) -> None:
        self.waiting, self.requests = None, {}

    def _decided(self, event: Event, body: Mapping[str, Any]) -> None:
        self._change(body)
        self.draws = body["draws"][2]
        self.waiting, self.redoable = None, []
        self.deeds.append(Deed(event.seq, body["do"], body.get("by"), event.actor))
        if body["hidden"]:
            self.hidden.add(event.seq)
        if "sealed" in body:
            self.sealed.pop(body["by"], None)

    def _overridden(self, event: Event, body: Mapping[str, Any]) -> None:
        self._change(body)
        self.redoable = []
        self.deeds.append(Deed(event.seq, "override", None, event.actor))

    def _waits(self, event: Event, body: Mapping[str, Any]) -> None:
        self.draws = body["draws"][2]
        given = tuple(Given.from_dict(one) for one in body["answers"])
        self.waiting = Waiting(
            body.get("of", event.seq),
            event.seq,
            choice_of(body),
            given,
            body["question"],
            body["question"]["whose"],
            body["hidden"],
            body.get("dice"),
            body.get("begun", event.actor),
            body.get("reacted", False),
        )
        if body["hidden"]:
            self.hidden.add(event.seq)

    def _withdrawn(self, event: Event, body: Mapping[str, Any]) -> None:
        self.waiting = None

    def _undone(self, event: Event, body: Mapping[str, Any]) -> None:
        self._change(body)
        self.waiting = None
        self.undos[event.seq] = list(body["seqs"])
        self.redoable.append(event.seq)
        for deed in self.deeds:
            if deed.seq in body["seqs"]:
                deed.undone = event.seq
        self.requests = {seq: one for seq, one in self.requests.items() if one[0] not in body["seqs"]}

    def _redone(self, event: Event, body: Mapping[str, Any]) -> None:
        self._change(body)
        self.redoable.remove(body["of"])
        for deed in self.deeds:
            if deed.seq in body["seqs"]:
                deed.undone = 0

    def _sealed(self, event: Event, body: Mapping[str, Any]) -> None:
        self.sealed[body["by"]] = event.seq, choice_of(body)

    def _revealed(self, event: Event, body: Mapping[str, Any]) -> None:
        for id in body["refused"]:
            self.sealed.pop(id, None)

    def _requested(self, event: Event, body: Mapping[str, Any]) -> None:
        self.requests[event.seq] = body["of"], event.actor

    def _refused(self, event: Event, body: Mapping[str, Any]) -> None:
        self.requests.pop(body["of"], None)

    def _seated(self, event: Event, body: Mapping[str, Any]) -> None:
        id = body["fighter"]
        if "person" in body:
            if body["person"] is None:
                self.seats.pop(id, None)
            else:
                self.seats[id] = body["person"]
        if "dice" in body:
            self.dice[id] = body["dice"]
        if "play" in body:
            self.players[id] = body["play"]

    def _settled(self, event: Event, body: Mapping[str, Any]) -> None:
        self.settings = self.settings.with_these(body["settings"])


def choice_of(body: Mapping[str, Any]) -> Choice:
    """The decision that an event or a request writes."""
    return Choice(
        body["do"], body.get("by"), body.get("target"), tuple(body.get("targets") or ()), dict(body.get("with") or {})
    )


def choice_data(choice: Choice) -> dict[str, Any]:
    """A decision for JSON: only what is set."""
    found = {
        "do": choice.do,
        "by": choice.by,
        "target": None if choice.targets else choice.target,
        "targets": list(choice.targets),
        "with": dict(choice.details),
    }
    return {key: value for key, value in found.items() if value not in (None, [], {})}
