"""Dice in hand: which dice of a decision are typed and which are the app's, and how one is asked for them.

Whose a die is, :mod:`fracas.play.rollers` says. A choice belongs to whom the rule asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ..core.errors import BadInput, FracasError, phrase
from ..core.record import Session
from ..core.rule import label_of
from ..core.table import Answer, FacesTable, Question
from ..play.explain import Explainer
from ..play.legal import Choice
from ..play.rollers import NOBODY, roller
from ..play.wording import fill

if TYPE_CHECKING:
    from rich.console import Console

Ask = Callable[[str], str | None]
"""Asks the person for a line; None: there is none any more."""


class Quit(Exception):
    """The person leaves."""


class Back(Exception):
    """The person takes back what is being rolled for."""


class Hands:
    """What the people at the table answer while one decision is carried out (a :data:`fracas.core.table.Hand`).

    ``people``: the fighters whom persons play; ``own``: do they roll their own dice? ``typed``: did a person make the
    decision?
    """

    def __init__(
        self,
        session: Session,
        choice: Choice,
        people: Collection[str],
        own: bool,
        typed: bool,
        explainer: Explainer,
        ask: Ask,
        out: Console,
    ) -> None:
        self.session, self.choice, self.people, self.own, self.typed = session, choice, people, own, typed
        self.explainer, self.ask, self.out = explainer, ask, out

    def __call__(self, question: Question, before: tuple[Answer, ...]) -> Answer | None:
        """The answer, or None: the app's dice, and the first option, will do."""
        if question.who is not None:
            mine = self.is_played(question.who) if question.who >= 0 else bool(self.people)
            return self.answer(question, question.who) if mine else None
        if not self.own:
            return None
        who = self.roller(question, before)
        mine = self.typed if who == NOBODY else self.is_played(who)
        return self.answer(question, who) if mine else None

    def is_played(self, who: int) -> bool:
        """Does a person play this fighter?"""
        return self.session.fighters.ids[who] in self.people

    def roller(self, question: Question, before: tuple[Answer, ...]) -> int:
        """Whose dice these are (an index)."""
        session = self.session
        return roller(session.game, session.fight, session.fighters, self.choice, question, before)

    # -- asking ----------------------------------------------------------------------------------------------------

    def answer(self, question: Question, who: int) -> Answer | None:
        """One roll or choice, typed; a wrong face is asked for again. ``a``: the app's dice after all; ``u``: back; ``q``."""
        prompt = self.prompt(question, who)
        while True:
            line = self.ask(prompt)
            if line is None or line.strip() == "q":
                raise Quit
            word = line.strip()
            if word == "u":
                raise Back
            try:
                if question.options or question.among:
                    return Answer(label_of(question.why), (), self.option(question, word))
                if word == "a":
                    return None
                table = FacesTable(word)
                faces = table.faces_for(question)
                table.finish()
                return Answer(label_of(question.why), faces)
            except FracasError as error:
                self.out.print(self.explainer.error(error), style="red", soft_wrap=True)

    def prompt(self, question: Question, who: int) -> str:
        """``  Juno – attack (1d10): ``, and the options of a choice before it."""
        explainer = self.explainer
        for number, option in self.options(question):
            self.out.print(f"  {number:>2} {option}")
        text = explainer.ui("  {who} – {question}: ")
        return fill(text, {"who": explainer.name(who), "question": explainer.question(question)})

    def options(self, question: Question) -> list[tuple[int, str]]:
        """A choice's options as a person sees them, numbered."""
        explainer = self.explainer
        if question.among:
            places = [i for i in range(question.among.bit_length()) if question.among >> i & 1]
            return [(number, explainer.name(place)) for number, place in enumerate(places, 1)]
        return [(one + 1, explainer.option(question.why, one)) for one in range(question.options)]

    def option(self, question: Question, word: str) -> int:
        """The option meant by its number."""
        known = self.options(question)
        if not (word.isascii() and word.isdigit()) or int(word) not in [number for number, _ in known]:
            raise BadInput("choice", word[:40] or "nothing", phrase("the number of an option"))
        if question.among:
            return [i for i in range(question.among.bit_length()) if question.among >> i & 1][int(word) - 1]
        return int(word) - 1
