"""One decision carried out with people at the table: their dice in hand, the app's, choices, and who is asked for what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import BadInput, Pending, phrase
from ..core.forms import shown
from ..core.game import Fighters, Game
from ..core.gm import AT_THE_TABLE, at_the_table
from ..core.named import changes, flat
from ..core.record import Entry
from ..core.rule import label_of
from ..core.table import Answer, Event, LiveTable, Question, by_policy
from ..play.legal import Choice, reaction
from ..play.policies import STRIKES
from ..play.rollers import NOBODY, roller
from .asking import DODGE, Reacts, check_faces, check_option, question_data, read_answer
from .coding import Given, event_data
from .dice import SecretGenerator
from .position import Position, choice_data, choice_of
from .views import health_of, views_of

GM_ID = "gm"
"""Who is asked where no fighter's person is."""

Asker = Callable[[Question, tuple[Answer, ...]], Given | None]
"""What somebody answers to a question (None: the app); raises Pending where somebody is still to be asked."""


class PeopleTable(LiveTable):
    """Answers that were given before first, in order; then ``ask``; what it leaves to the app comes from the secret."""

    def __init__(self, before: Sequence[Given], ask: Asker, generator: SecretGenerator | None, pool: int) -> None:
        super().__init__()
        self.before, self.ask, self.generator, self.pool = before, ask, generator, pool
        self.given: list[Given] = []

    def faces_for(self, question: Question) -> tuple[int, ...]:
        found = self._given(question)
        if found is None:
            if self.generator is None:
                raise Pending(question)
            at = self.generator.counter
            faces = self.generator.faces(question.sides)
            found = Given(Answer(label_of(question.why), faces), "app", question.sides, self.pool, at)
        check_faces(question, found.answer.faces)
        self.given.append(found._replace(sides=question.sides))
        return found.answer.faces

    def option_for(self, question: Question) -> int:
        found = self._given(question)
        option = by_policy({}, question) if found is None else check_option(question, found.answer.option)
        self.given.append(found or Given(Answer(label_of(question.why), (), option), "policy"))
        return option

    def _given(self, question: Question) -> Given | None:
        place = len(self.given)
        if place >= len(self.before):
            return self.ask(question, tuple(self.answers))
        found, label = self.before[place], label_of(question.why)
        if found.answer.label != label:
            raise BadInput(f"answers[{place}]", found.answer.label, phrase("an answer for {label}", label=label))
        return found

    def finish(self) -> None:
        """Refuse answers that no rule asked for."""
        if len(self.given) < len(self.before):
            left = phrase("{label} is left over", label=self.before[len(self.given)].answer.label)
            raise BadInput("answers", left, phrase("no answer that the rules do not ask for"))


@dataclass
class Ran:
    """What carrying out a decision came to: an event's ``kind`` (``decided`` or ``waits``) and body."""

    kind: str
    body: dict[str, Any]
    whose: str = ""


@dataclass
class Run:
    """A decision to be carried out at a position.

    ``queue``: raw answers to be used where ``whose`` allows (see :func:`read_answer`); ``dice``: ``own`` or ``app`` for the
    dice of the one who decides; ``secret``: of the pool that the app's dice come from.
    """

    position: Position
    choice: Choice
    secret: str | None
    before: tuple[Given, ...] = ()
    queue: list[Any] = field(default_factory=list)
    allowed: Callable[[str], bool] = lambda whose: True
    dice: str | None = None
    hidden: bool = False
    source: str = "hand"
    reacted: bool = False
    reused: list[Given] = field(default_factory=list)
    """Answers of another time, used in order as long as the rules ask for just these."""

    def run(self) -> Ran:
        """Carry it out; raises Refused or BadInput where it may not be; then nothing has happened."""
        position = self.position
        game, fight, fighters = position.game, position.fight, position.fighters
        pool = len(position.pools) - 1
        base = {
            **choice_data(self.choice),
            "hidden": self.hidden,
            **({"dice": self.dice} if self.dice else {}),
            **({"version": game.version} if game.version != position.version else {}),
        }
        if self.choice.do in AT_THE_TABLE:
            for name, given in (("targets", self.choice.targets), ("answers", self.queue)):
                if given:
                    raise BadInput(name, shown(given), phrase("left out: '{do}' takes none", do=self.choice.do))
            entry = Entry(self.choice.do, self.choice.by, self.choice.target, (), dict(self.choice.details))
            after, known = at_the_table(game, fight, fighters, entry)
            draws = [pool, position.draws, position.draws]
            body = {**base, "answers": [], "happened": [], "draws": draws, **self._changed(game, after, known)}
            if self.choice.do == "join" and self.choice.by is None:
                id = str(self.choice.details["id"])
                body["forms"] = {id: [None, dict(self.choice.details.get("fighter") or {})]}
            return Ran("decided", body)
        decision = self.choice.build(game, fighters)
        generator = SecretGenerator(self.secret, position.draws) if self.secret is not None else None
        table = PeopleTable(self.before, self._ask, generator, pool)
        try:
            self._reacts()
            decision = self.choice.build(game, fighters)
            base |= {**choice_data(self.choice), "reacted": True}
            after = game.step(fight, decision, table)
        except Pending as pending:
            if not isinstance(pending.question, (Question, Reacts)):
                raise
            return self._waits(base, pending.question, table, pool)
        table.finish()
        if self.queue:
            raise BadInput("answers", phrase("{n} left over", n=len(self.queue)), phrase("no answer too many"))
        return Ran("decided", self._happened(base, table, pool) | self._changed(game, after, fighters, table.events))

    # -- who is asked ------------------------------------------------------------------------------------------------

    def _ask(self, question: Question, before: tuple[Answer, ...]) -> Given | None:
        if self.reused:
            found = self.reused.pop(0)
            same = found.answer.label == label_of(question.why) and found.sides in ((), question.sides)
            if same and bool(question.sides) == bool(found.answer.faces):
                return found
            self.reused.clear()
        whose = self._whose(question, before)
        if whose is None:
            return None
        if not self.queue or not self.allowed(whose):
            raise Pending(question)
        return read_answer(self.position.game, self.position.fighters, question, self.queue.pop(0), self.source)

    def _whose(self, question: Question, before: tuple[Answer, ...]) -> str | None:
        """Who is asked: a fighter's id, or ``gm``; None: nobody, the app answers."""
        position, ids = self.position, self.position.ids
        if question.who is not None:
            if question.who < 0:
                return GM_ID
            return ids[question.who] if position.is_person(ids[question.who]) else None
        who = roller(position.game, position.fight, position.fighters, self.choice, question, before)
        id = GM_ID if who == NOBODY else ids[who]
        own = id == self.choice.by or (self.choice.by is None and id == GM_ID)
        mode = self.dice if self.dice and own else position.dice.get(id, "app")
        return id if mode == "own" else None

    def _reacts(self) -> None:
        """One of those it is aimed at whom a person plays may have something to declare first (a dodge)."""
        if self.reacted or not self.position.settings.reactions or self.choice.do not in STRIKES:
            return
        session = self.position.session
        for id in self.choice.targets or ((self.choice.target,) if self.choice.target else ()):
            with_it = reaction(session, self.choice, id) if self.position.is_person(id) else None
            if with_it is None or id == self.choice.by:
                continue
            if not self.queue or not self.allowed(id):
                raise Pending(Reacts(id))
            agreed = self.queue.pop(0)
            if not isinstance(agreed, bool):
                raise BadInput(DODGE, shown(agreed), phrase("true or false"))
            self.choice = with_it if agreed else self.choice
            break
        self.reacted = True

    # -- what came of it ---------------------------------------------------------------------------------------------

    def _happened(self, base: dict[str, Any], table: PeopleTable, pool: int) -> dict[str, Any]:
        counter = self.position.draws if table.generator is None else table.generator.counter
        return {
            **base,
            "answers": [one.to_dict() for one in table.given],
            "happened": event_data(self.position.game, table.events),
            "draws": [pool, self.position.draws, counter],
        }

    def _changed(self, game: Game, after: Any, fighters: Fighters, events: Sequence[Event] = ()) -> dict[str, Any]:
        body: dict[str, Any] = {
            "changes": changes(self.position.values, flat(after)),
            "views": changes(self.position.views, views_of(game, after, fighters)),
        }
        outcome = outcome_of(game, after, fighters, self.choice, events)
        return body | ({"outcome": outcome} if outcome else {})

    def _waits(self, base: dict[str, Any], asked: Question | Reacts, table: PeopleTable, pool: int) -> Ran:
        body = self._happened(base, table, pool)
        if isinstance(asked, Reacts):
            question: dict[str, Any] = {"label": DODGE, "whose": asked.id, "choices": [True, False]}
        else:
            whose = str(self._whose(asked, tuple(one.answer for one in table.given)))
            question = question_data(self.position.game, self.position.fighters, asked, whose)
        return Ran("waits", body | {"question": question}, question["whose"])


def outcome_of(
    game: Game, fight: Any, fighters: Fighters, choice: Choice, events: Sequence[Event]
) -> dict[str, dict[str, Any]]:
    """For each target of a blow: whether it was hit, what it suffered, how it stands."""
    if choice.do not in (*STRIKES, "hit") or not events:
        return {}
    found = {}
    for id in choice.targets or ((choice.target,) if choice.target else ()):
        place = fighters.ids.index(id)
        who = fight.fighters[place]
        vital = game.vital(who)
        found[id] = {
            "hit": bool(game.look(fight, fighters.ids, f"outcome.{id}.hit")),
            "suffered": game.look(fight, fighters.ids, f"outcome.{id}.suffered"),
            "critical": bool(game.look(fight, fighters.ids, "outcome.critical")),
            "vital": vital,
            "taken": game.counts_taken(who),
            "left": game.look(fight, fighters.ids, f"{id}.{vital}"),
            "health": health_of(game, fight, fighters, place),
        }
    return found


def replayed(position: Position, body: Mapping[str, Any]) -> Ran:
    """The decision of a stored event, run again by today's rules on the state before it, with its stored answers."""
    given = tuple(Given.from_dict(one) for one in body["answers"])

    def no_more(question: Question, before: tuple[Answer, ...]) -> Given | None:
        raise Pending(question)

    again = Run(position, choice_of(body), None, given, dice=body.get("dice"), hidden=body["hidden"])
    if again.choice.do in AT_THE_TABLE:
        return again.run()
    game, fight, fighters = position.game, position.fight, position.fighters
    table = PeopleTable(given, no_more, None, body["draws"][0])
    after = game.step(fight, again.choice.build(game, fighters), table)
    table.finish()
    happened = {"happened": event_data(game, table.events)}
    return Ran("decided", happened | again._changed(game, after, fighters, table.events))
