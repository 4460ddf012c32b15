"""The verbs a rule asks with, and the tables that answer a person: seeded (app dice) and scripted (own dice, replay).

A rule calls the module functions (``roll(table, dice, ASK.DAMAGE)``); who answers decides what the program is.
The other tables are in :mod:`fracas.core.exact` and :mod:`fracas.core.compiled`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Protocol, TypeVar

from .dice import MOST_DICE, DiceKind, summarise
from .errors import BadInput, Pending, Refused, phrase
from .generator import Generator
from .rule import checked_note, label_of, rule_id_of
from .state import lowest

State = TypeVar("State")


class Table(Protocol):
    """What every table answers; the functions below are how rules ask."""

    def roll(self, dice: DiceKind, why: IntEnum) -> Any: ...
    def reroll(self, dice: DiceKind, allowed: int, why: IntEnum) -> int: ...
    def compare(self, dice: DiceKind, bonus: int, number: int, why: IntEnum) -> int: ...
    def choose(self, question: IntEnum, fight: Any, who: int, options: int) -> int: ...
    def pick(self, question: IntEnum, fight: Any, who: int, among: int) -> int: ...
    def again(self, n: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State: ...
    def in_turn(self, state: State, args: tuple[Any, ...], rules: tuple[Callable[..., State], ...]) -> State: ...
    def each(self, targets: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State: ...
    def follow(self, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State: ...
    def keeps(self) -> bool: ...
    def details(self) -> bool: ...
    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None: ...
    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None: ...
    def refuse(self, why: IntEnum, numbers: tuple[int, ...]) -> None: ...


def roll(table: Table, dice: DiceKind, why: IntEnum) -> Any:
    """Ask for dice; the answer is their summary. No dice: the empty summary, and nobody is asked."""
    return table.roll(dice, why)


def reroll(table: Table, dice: DiceKind, allowed: int, why: IntEnum) -> int:
    """Ask for dice until their total is in the bit mask ``allowed`` (never the same injury twice); that total."""
    return table.reroll(dice, allowed, why)


def compare(table: Table, dice: DiceKind, bonus: int, number: int, why: IntEnum) -> int:
    """Total + bonus against a number: 1 above, 0 equal, -1 below. Three branches instead of one for every total."""
    return table.compare(dice, bonus, number, why)


def beats(table: Table, dice: DiceKind, bonus: int, number: int, why: IntEnum) -> bool:
    """Does total + bonus exceed the number? Two branches."""
    return table.compare(dice, bonus, number, why) > 0


def choose(table: Table, question: IntEnum, fight: Any, who: int, options: int) -> int:
    """A person's or a policy's choice: ``options`` is how many there are; the answer counts from 0."""
    return table.choose(question, fight, who, options)


def pick(table: Table, question: IntEnum, fight: Any, who: int, among: int) -> int:
    """A person's choice of one fighter out of the mask ``among`` (not empty); the answer is its index. ``who`` chooses;
    -1 is the GM."""
    return table.pick(question, fight, who, among)


def again(table: Table, n: int, rule: Callable[..., State], state: State, *args: Any) -> State:
    """``state = rule(state, *args, table)``, n times. Also with n = 1: a step whose many paths end in few states."""
    return table.again(n, rule, state, args)


def in_turn(table: Table, state: State, args: tuple[Any, ...], *rules: Callable[..., State]) -> State:
    """``state = rule(state, *args, table)`` for each rule in turn: the steps of one attack. Equal states merge after
    every step, so that a later step is worked out once for all the ways that lead to it."""
    return table.in_turn(state, args, rules)


def each(table: Table, targets: int, rule: Callable[..., State], state: State, *args: Any) -> State:
    """``state = rule(state, i, *args, table)`` for every bit i of the mask ``targets``, in rising order."""
    return table.each(targets, rule, state, args)


def follow(table: Table, rule: Callable[..., State], state: State, *args: Any) -> State:
    """An open-ended roll (tens rolled again): ``state = rule(state, *args, table)`` while ``state.more`` is not 0.

    The state has two fields for this: ``more``, what is still to be rolled, and ``open``, whether it can still change
    anything. At a table all is rolled. Exact tables merge equal states after every round, stop where nothing is open
    any more, and at their depth limit, where they count the probability that they leave out.
    """
    return table.follow(rule, state, args)


def keeps(table: Table) -> bool:
    """Are sums over several rounds of one attack wanted (damage as rolled, all told)? They keep otherwise equal
    states apart, so an exact table leaves them out unless it is asked about them."""
    return table.keeps()


def details(table: Table) -> bool:
    """Is wanted what is only reported: damage as rolled, what came past armour? Tables that follow a whole fight leave it
    out, since it keeps otherwise equal states apart."""
    return table.details()


def note(table: Table, why: IntEnum, *numbers: int) -> None:
    """Say what the rule did. A note's numbers are named at registration, and their count is checked."""
    table.note(why, numbers)


def tell(table: Table, teller: Callable[..., None], *args: Any) -> None:
    """``teller(*args, table)``, if this table keeps notes: for what only a note needs to know (what another reading
    would have given). A teller changes nothing and asks nothing; compiled tables leave it out."""
    table.tell(teller, args)


def refuse(table: Table, why: IntEnum, *numbers: int) -> None:
    """The rule does not allow the decision: raises :class:`Refused` with the rule's id; nothing changes."""
    table.refuse(why, numbers)


# ------------------------------------------------------------------------------------------------ what happened


class Asked(NamedTuple):
    """Dice were asked for and answered. ``bonus``/``number``/``sign`` are set when they were compared."""

    why: IntEnum
    dice: Any
    faces: tuple[int, ...]
    summary: Any
    bonus: int | None = None
    number: int | None = None
    sign: int | None = None


class Chosen(NamedTuple):
    """A question was put to ``who`` (a fighter's index, -1 the GM) and answered with an option, or with a fighter's
    index (``picked``)."""

    why: IntEnum
    who: int
    option: int
    picked: bool = False


class Noted(NamedTuple):
    """A rule said what it did."""

    why: IntEnum
    numbers: tuple[int, ...]


class Looped(NamedTuple):
    """A sub-rule begins: ``place`` is the round of a burst (from 0) or the target's index."""

    place: int


Event = Asked | Chosen | Noted | Looped


class Answer(NamedTuple):
    """One recorded answer: a label and its faces, or the option chosen."""

    label: str
    faces: tuple[int, ...] = ()
    option: int | None = None


class Question(NamedTuple):
    """What a table without an answer wants to know: how many dice of which sides, how many options, or one of which
    fighters (a mask). ``who`` chooses (a fighter's index, -1 the GM); of dice it is not said."""

    why: IntEnum
    sides: tuple[int, ...] = ()
    options: int = 0
    among: int = 0
    who: int | None = None

    def __str__(self) -> str:
        if self.among:
            return f"{label_of(self.why)} (a fighter, {rule_id_of(self.why)})"
        what = f"one of {self.options} options" if self.options else f"{len(self.sides)}d{self.sides[0]}"
        return f"{label_of(self.why)} ({what}, {rule_id_of(self.why)})"


class LiveTable(ABC):
    """A table at which things happen once and are logged: subclasses say where faces and choices come from."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.answers: list[Answer] = []

    @abstractmethod
    def faces_for(self, question: Question) -> tuple[int, ...]:
        """The faces of the dice asked for."""

    @abstractmethod
    def option_for(self, question: Question) -> int:
        """The option chosen."""

    def _ask(self, dice: DiceKind, why: IntEnum) -> tuple[int, ...]:
        count = dice.size()
        if count == 0:
            return ()
        if count > MOST_DICE:
            raise BadInput(
                label_of(why), phrase("{n} dice", n=count), phrase("at most {most}", most=MOST_DICE), rule_id_of(why)
            )
        faces = self.faces_for(Question(why, tuple(dice.sides(place) for place in range(count))))
        self.answers.append(Answer(label_of(why), faces))
        return faces

    def roll(self, dice: DiceKind, why: IntEnum) -> Any:
        faces = self._ask(dice, why)
        summary = summarise(dice, faces)
        if faces:
            self.events.append(Asked(why, dice, faces, summary))
        return summary

    def reroll(self, dice: DiceKind, allowed: int, why: IntEnum) -> int:
        while True:
            total: int = self.roll(dice, why)
            if allowed >> total & 1:
                return total

    def compare(self, dice: DiceKind, bonus: int, number: int, why: IntEnum) -> int:
        faces = self._ask(dice, why)
        total: int = summarise(dice, faces)
        sign = sign_of(total + bonus - number)
        self.events.append(Asked(why, dice, faces, total, bonus, number, sign))
        return sign

    def choose(self, question: IntEnum, fight: Any, who: int, options: int) -> int:
        option = self.option_for(Question(question, (), options, 0, who))
        self.answers.append(Answer(label_of(question), (), option))
        self.events.append(Chosen(question, who, option))
        return option

    def pick(self, question: IntEnum, fight: Any, who: int, among: int) -> int:
        chosen = self.option_for(Question(question, (), 0, among, who))
        self.answers.append(Answer(label_of(question), (), chosen))
        self.events.append(Chosen(question, who, chosen, True))
        return chosen

    def again(self, n: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        for place in range(n):
            if n > 1:
                self.events.append(Looped(place))
            state = rule(state, *args, self)
        return state

    def in_turn(self, state: State, args: tuple[Any, ...], rules: tuple[Callable[..., State], ...]) -> State:
        for rule in rules:
            state = rule(state, *args, self)
        return state

    def each(self, targets: int, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        for place in bits(targets):
            self.events.append(Looped(place))
            state = rule(state, place, *args, self)
        return state

    def follow(self, rule: Callable[..., State], state: State, args: tuple[Any, ...]) -> State:
        now: Any = state
        while now.more:
            now = rule(now, *args, self)
        ended: State = now
        return ended

    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        self.events.append(Noted(why, checked_note(why, numbers)))

    def keeps(self) -> bool:
        return True

    def details(self) -> bool:
        return True

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        teller(*args, self)

    def refuse(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        raise Refused(rule_id_of(why), why, checked_note(why, numbers))


def by_policy(policy: dict[IntEnum, int], question: Question) -> int:
    """A policy's answer to a choice: the first option, or the lowest fighter, where it says nothing."""
    wanted = policy.get(question.why, 0)
    return one_of_mask(wanted, question.among) if question.among else wanted


class SeededTable(LiveTable):
    """App dice: faces from a counter-based stream, choices from a policy; every answer is recorded.

    ``policy`` maps a question to an option; the default is option 0.
    """

    def __init__(self, seed: int, counter: int = 0, policy: dict[IntEnum, int] | None = None) -> None:
        super().__init__()
        self.generator = Generator(seed, counter)
        self.policy = policy or {}

    def faces_for(self, question: Question) -> tuple[int, ...]:
        return self.generator.faces(question.sides)

    def option_for(self, question: Question) -> int:
        return by_policy(self.policy, question)


Hand = Callable[[Question, tuple[Answer, ...]], Answer | None]
"""What somebody at the table answers to a question, given all the answers before it; None: the app answers."""


class HandTable(SeededTable):
    """Some dice in hand, the rest the app's: every question goes to ``hand`` first."""

    def __init__(self, seed: int, counter: int, policy: dict[IntEnum, int] | None, hand: Hand) -> None:
        super().__init__(seed, counter, policy)
        self.hand = hand

    def faces_for(self, question: Question) -> tuple[int, ...]:
        given = self.hand(question, tuple(self.answers))
        return super().faces_for(question) if given is None else given.faces

    def option_for(self, question: Question) -> int:
        given = self.hand(question, tuple(self.answers))
        return super().option_for(question) if given is None or given.option is None else given.option


class ScriptedTable(LiveTable):
    """Own dice, replay and case files: recorded answers, each of which must be used, in order.

    Out of answers raises :class:`Pending`; :meth:`finish` refuses an answer left over.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__()
        try:
            self.script = tuple(answers)
        except TypeError:
            raise BadInput("dice", str(answers)[:40], phrase("a list of answers")) from None
        for number, answer in enumerate(self.script):
            if not isinstance(answer, Answer) or not isinstance(answer.faces, tuple):
                raise BadInput(f"dice[{number}]", str(answer)[:40], "an Answer: a label and a tuple of faces")
        self.used = 0

    def _next(self, question: Question) -> Answer:
        if self.used >= len(self.script):
            raise Pending(question)
        answer = self.script[self.used]
        label = label_of(question.why)
        if answer.label != label:
            raise BadInput(f"dice[{self.used}]", answer.label, f"an answer for {question}", rule_id_of(question.why))
        self.used += 1
        return answer

    def faces_for(self, question: Question) -> tuple[int, ...]:
        answer = self._next(question)
        where = f"dice[{self.used - 1}].{answer.label}"
        rule = rule_id_of(question.why)
        if len(answer.faces) != len(question.sides):
            raise BadInput(where, list(answer.faces).__repr__(), f"{len(question.sides)} faces", rule)
        for face, sides in zip(answer.faces, question.sides, strict=True):
            if type(face) is not int or not 1 <= face <= sides:
                raise BadInput(where, str(face), phrase("1 to {sides} on a d{sides}", sides=sides), rule)
        return answer.faces

    def option_for(self, question: Question) -> int:
        answer = self._next(question)
        if question.among and answer.option is not None and answer.option in bits(question.among):
            return answer.option
        if question.among:
            raise BadInput(
                f"dice[{self.used - 1}].{answer.label}",
                str(answer.option),
                phrase("a fighter that can be chosen here"),
                rule_id_of(question.why),
            )
        if answer.option is None or not 0 <= answer.option < question.options:
            raise BadInput(
                f"dice[{self.used - 1}].{answer.label}",
                str(answer.option),
                phrase("an option from 0 to {last}", last=question.options - 1),
                rule_id_of(question.why),
            )
        return answer.option

    def finish(self) -> None:
        """Refuse answers that no rule asked for."""
        if self.used < len(self.script):
            extra = self.script[self.used]
            raise BadInput(
                f"dice[{self.used}]",
                phrase("{label} is left over", label=extra.label),
                phrase("no answer that the rules do not ask for"),
            )


class FacesTable(LiveTable):
    """Own dice as they are typed: faces in the order in which the rules ask, without labels.

    ``typed`` may be split by anything (``7,6,6,2``), or run together (``662`` for three d6); 0 is 10 on a d10.
    ``policy`` answers choices (default: the first option).
    """

    def __init__(self, typed: str, policy: dict[IntEnum, int] | None = None) -> None:
        super().__init__()
        self.policy = policy or {}
        self.tokens = [token for token in re.split(r"[^0-9]+", typed.translate(_FULL_WIDTH_DIGITS)) if token]
        if re.search(r"[^0-9\s,;.+/、，；]", typed.translate(_FULL_WIDTH_DIGITS)):
            raise BadInput("dice", typed[:40], phrase("faces, such as 7,6,6,2"))

    def faces_for(self, question: Question) -> tuple[int, ...]:
        return tuple(self._face(sides, question) for sides in question.sides)

    def _face(self, sides: int, question: Question) -> int:
        if not self.tokens:
            raise Pending(question)
        token = self.tokens[0]
        if len(token) > 1 and (token[0] == "0" or len(token) > 3 or not 1 <= int(token) <= sides):
            self.tokens[:1] = list(token)
            token = self.tokens[0]
        self.tokens.pop(0)
        face = 10 if token == "0" and sides == 10 else int(token)
        if not 1 <= face <= sides:
            right = phrase("1 to {sides} on a d{sides}", sides=sides)
            raise BadInput(f"dice: {label_of(question.why)}", token, right, rule_id_of(question.why))
        return face

    def option_for(self, question: Question) -> int:
        return by_policy(self.policy, question)

    def finish(self) -> None:
        """Refuse faces that no rule asked for."""
        if self.tokens:
            left = phrase("{faces} left over", faces=", ".join(self.tokens))
            raise BadInput("dice", left, phrase("no die that the rules do not ask for"))


_FULL_WIDTH_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")


class SilentTable(LiveTable):
    """For doctests and derived values: rules that ask nothing. A question is an error of the caller."""

    def faces_for(self, question: Question) -> tuple[int, ...]:
        raise Pending(question)

    option_for = faces_for  # type: ignore[assignment]

    def note(self, why: IntEnum, numbers: tuple[int, ...]) -> None:
        pass

    def tell(self, teller: Callable[..., None], args: tuple[Any, ...]) -> None:
        pass


silent = SilentTable()
"""A table that answers nothing and remembers nothing."""


def sign_of(difference: int) -> int:
    """1, 0 or -1."""
    return (difference > 0) - (difference < 0)


def one_of_mask(wanted: int, mask: int) -> int:
    """The place wanted, if its bit is set; else the lowest that is.

    >>> one_of_mask(3, 0b1010), one_of_mask(0, 0b1010)
    (3, 1)
    """
    return wanted if (mask >> wanted) & 1 else lowest(mask)


def bits(mask: int) -> list[int]:
    """The places of the bits set, rising.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
