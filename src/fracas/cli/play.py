"""``fracas play``: a fight in the terminal, a person or a policy for each fighter, own dice or the app's."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.encounter import FREE
from ..core.errors import BadInput, FracasError, Pending
from ..core.gm import AT_THE_TABLE
from ..core.record import Played
from ..core.table import Answer, FacesTable, Question
from ..odds import glance
from ..play.describe import describe, table_words
from ..play.encounter import PERSON, Encounter, known_player
from ..play.explain import Explainer
from ..play.legal import Choice, candidates, legal, why_not
from ..play.policies import POLICIES, STRIKES
from ..play.wording import decimal, fill, percent
from .show import show_lines

if TYPE_CHECKING:
    from rich.console import Console

MENU_SECONDS = 3.0
"""After so long a menu is shown on without odds."""

Ask = Callable[[str], str | None]
"""Asks the person for a line; None: there is none any more."""


class Quit(Exception):
    """The person leaves."""


class Player:
    """One fight at one terminal."""

    def __init__(
        self, encounter: Encounter, out: Console, ask: Ask, lang: str, auto: bool, own: bool, save: str | None
    ) -> None:
        self.encounter, self.session, self.game = encounter, encounter.session, encounter.game
        self.out, self.ask, self.lang, self.auto, self.own, self.save = out, ask, lang, auto, own, save
        self.extra: dict[str, Any] = {}
        self.began = 0.0

    @property
    def explainer(self) -> Explainer:
        return Explainer(self.game, self.session.fighters, self.lang)

    def run(self) -> None:
        """The fight to its end, its round limit, or until the person leaves; saved after every step."""
        ui = self.explainer.ui
        self.out.print(f"━━ {self.game.title} · {self.encounter.name}", style="bold")
        try:
            while self.going() or self.taken_back():
                self.step()
                self.keep()
        except Quit:
            saved = ui("Left; the fight goes on with fracas play and the saved file.")
            self.out.print(saved if self.save else ui("Left; nothing was saved (w FILE saves)."))
            return
        if not self.session.fight.clock.over:
            self.out.print(fill(ui("Round {n}: the round limit is reached."), {"n": self.encounter.rounds}))
        self.out.print(ui("The fight is over."), style="bold")
        for id in self.session.fighters.ids:
            self.out.print(self.explainer.summary(self.session.fight, id))

    def going(self) -> bool:
        """Does the fight go on?"""
        return not self.session.fight.clock.over and self.session.fight.round <= self.encounter.rounds

    def taken_back(self) -> bool:
        """After the end: does a person take the last decision back?"""
        if self.auto or PERSON not in self.encounter.players.values() or not self.deeds():
            return False
        line = self.ask(self.explainer.ui("The fight is over: u takes the last decision back, anything else ends. "))
        if line is None or line.strip() != "u":
            return False
        self.show(self.session.undo(self.deeds()[-1]))
        return True

    def deeds(self) -> list[int]:
        """The entries that stand and that a person made, by number."""
        people = {id for id, player in self.encounter.players.items() if player == PERSON}
        return [
            number
            for number, played in enumerate(self.session.played)
            if played.entry.undoes is None
            and not played.undone
            and (played.entry.by in people or played.entry.do in AT_THE_TABLE)
        ]

    def step(self) -> None:
        """One decision."""
        active = self.session.fight.clock.active
        choices = legal(self.session)
        if not choices:
            raise BadInput("fight", "nothing may be decided", "a fight in which somebody may act")
        if active == FREE:
            self.perform(choices[0], False)
            return
        player = self.encounter.players.get(self.session.fighters.ids[active], PERSON)
        if player == PERSON and not self.auto:
            self.person(choices)
            return
        policy = POLICIES["nearest" if player == PERSON else player]
        self.perform(policy(self.session, choices), False)

    def keep(self) -> None:
        """Save the fight where it is to be saved: a new file first, then in place of the old one."""
        if self.save is None:
            return
        try:
            self.write(self.save)
        except BadInput as error:
            self.out.print(self.explainer.error(error), style="red")

    def write(self, file: str) -> None:
        """Write the saved fight; BadInput where it cannot be."""
        path = Path(file)
        new = path.with_name(path.name + ".new")
        try:
            new.write_text(json.dumps(self.encounter.to_dict(), ensure_ascii=False, indent=1), "utf-8")
            new.replace(path)
        except OSError as error:
            raise BadInput("file", f"{file}: {error.strerror}", "a file that can be written") from None

    # -- a person ------------------------------------------------------------------------------------------------

    def person(self, choices: list[Choice]) -> None:
        """Show what may be done, with the odds, and do what the person says."""
        ui, explainer = self.explainer.ui, self.explainer
        id = self.session.fighters.ids[self.session.fight.clock.active]
        self.out.print()
        self.out.print(explainer.summary(self.session.fight, id), style="bold")
        self.menu(choices)
        self.out.print(
            ui("  ? what may not be done and why · u undo · d own dice · m +2 why · p policy · w file · q quit")
        )
        while True:
            line = self.ask(
                fill(ui("{who}: number or letter? "), {"who": explainer.name(explainer.fighters.ids.index(id))})
            )
            if line is None:
                raise Quit
            try:
                if self.obey(line.strip(), choices, id):
                    return
            except FracasError as error:
                self.out.print(self.explainer.error(error), style="red")

    def odds_of(self, choice: Choice) -> str:
        """`` – to hit 80%, hurt 30%, 1.1 on average``, for an attack at one target."""
        if choice.do not in STRIKES or choice.target is None or time.monotonic() - self.began > MENU_SECONDS:
            return ""
        ui, ids = self.explainer.ui, self.session.fighters.ids
        decision = self.with_extra(choice).build(self.game, self.session.fighters)
        try:
            seen = glance(self.game, self.session.fight, decision, ids)
        except FracasError as error:
            return f" – {self.explainer.error(error)}"
        values = {
            "hit": percent(seen.hit, self.lang),
            "hurt": percent(seen.hurt, self.lang),
            "mean": decimal(seen.mean, self.lang),
            "error": percent(seen.error, self.lang),
        }
        if seen.error:
            return fill(ui(" – to hit {hit}, hurt {hurt}, {mean} on average (simulated, ± {error})"), values)
        return fill(ui(" – to hit {hit}, hurt {hurt}, {mean} on average"), values)

    def obey(self, line: str, choices: list[Choice], id: str) -> bool:
        """Do what a line says; True: a decision was made or undone."""
        ui = self.explainer.ui
        word, _, rest = line.partition(" ")
        if word.isascii() and word.isdigit() and len(word) < 6:
            if not 1 <= int(word) <= len(choices):
                raise BadInput("number", word, f"1 to {len(choices)}")
            self.perform(self.with_extra(choices[int(word) - 1]), self.own)
            self.extra = {}
            return True
        if word == "u":
            if not self.deeds():
                raise BadInput("u", "nothing to undo", "used after a decision of yours")
            self.show(self.session.undo(self.deeds()[-1]))
            return True
        if word == "?":
            self.show_refused(choices)
        elif word == "d":
            self.own = not self.own
            self.out.print(ui("own dice") if self.own else ui("the app's dice"))
        elif word == "m":
            self.set_modifier(rest)
            return self.again(choices)
        elif word == "p":
            self.encounter.players[id] = known_player(rest.strip(), "policy")
            return True
        elif word == "w":
            file = rest.strip() or self.save
            if file is None:
                raise BadInput("w", "no file", "the name of a file: w tonight.json")
            self.write(file)
            self.save = file
            self.out.print(fill(ui("saved: {file}"), {"file": str(self.save)}))
        elif word == "q":
            raise Quit
        elif word == "set":
            field, _, value = rest.partition(" ")
            who, _, field = field.partition(".")
            self.show(self.session.do("set", who, None, {"field": field, "value": number_or_flag(value)}))
            return True
        elif word in ("leave", "end"):
            self.show(self.session.do(word, rest.strip() or None))
            return True
        else:
            known = "a number, ?, u, d, m, p, w, q, set id.field value, leave id, end"
            raise BadInput("answer", line[:40] or "nothing", known)
        return False

    def again(self, choices: list[Choice]) -> bool:
        """The menu once more, with the odds as they are now."""
        self.menu(choices)
        return False

    def menu(self, choices: list[Choice]) -> None:
        """What may be done, numbered; odds as long as they come quickly."""
        self.began = time.monotonic()
        for number, choice in enumerate(choices, 1):
            self.out.print(f"{number:>3} {describe(choice, self.explainer)}{self.odds_of(choice)}")

    def set_modifier(self, rest: str) -> None:
        """``+2 why``: a modifier, with a label, for the next roll."""
        number, _, label = rest.partition(" ")
        try:
            self.extra = {"modifier": int(number.replace("−", "-"))} | ({"label": label} if label else {})
        except ValueError:
            raise BadInput("m", rest or "nothing", "a number with its reason: m +2 higher ground") from None

    def with_extra(self, choice: Choice) -> Choice:
        """The decision with the modifier that was set, where it takes one."""
        known = self.game.decisions[choice.do].details.fields or {}
        extra = {key: value for key, value in self.extra.items() if key in known}
        return Choice(choice.do, choice.by, choice.target, choice.targets, {**choice.details, **extra})

    def show_refused(self, choices: list[Choice]) -> None:
        """Everything thought of that may not be done, each with its reason."""
        for choice in candidates(self.session):
            reason = why_not(self.session, choice)
            if reason is not None:
                self.out.print(f"  ✗ {describe(choice, self.explainer)}: {self.explainer.error(reason)}", style="dim")

    # -- what happens ----------------------------------------------------------------------------------------------

    def perform(self, choice: Choice, own: bool) -> None:
        """Make a decision, with the app's dice or with dice asked for one roll after the other."""
        self.out.print(f"▶ {self.who(choice)}{describe(choice, self.explainer)}", style="bold")
        self.show(self.with_own_dice(choice) if own else choice.take(self.session), choice)

    def who(self, choice: Choice) -> str:
        if choice.by is None:
            return ""
        explainer = self.explainer
        return fill(explainer.ui("{who}: "), {"who": explainer.name(explainer.fighters.ids.index(choice.by))})

    def with_own_dice(self, choice: Choice) -> Played:
        """Ask for each roll as the rules come to it; a wrong face is asked for again."""
        answers: list[Answer] = []
        while True:
            try:
                played: Played = choice.take(self.session, answers=tuple(answers))
                return played
            except Pending as pending:
                answers.append(self.answer(pending.question))  # type: ignore[arg-type]

    def answer(self, question: Question) -> Answer:
        """One roll or choice, typed."""
        explainer = self.explainer
        while True:
            line = self.ask(f"  {explainer.question(question)}: ")
            if line is None:
                raise Quit
            try:
                if question.options or question.among:
                    option = int(line) - 1 if line.strip().isdecimal() else -1
                    if (question.among >> option) & 1 if question.among else 0 <= option < question.options:
                        return Answer(label(question), (), option)
                    raise BadInput("choice", line[:40], "the number of an option")
                table = FacesTable(line)
                faces = table.faces_for(question)
                table.finish()
                return Answer(label(question), faces)
            except FracasError as error:
                self.out.print(explainer.error(error), style="red")

    def show(self, played: Played, choice: Choice | None = None) -> None:
        """What happened, explained, and who is concerned."""
        explainer = self.explainer
        said = table_words(played.entry, explainer)
        if said:
            self.out.print(said, style="bold")
        show_lines(self.out, explainer.lines(played.events, played.entry.details), explainer.ui)
        if choice is None or not played.events:
            return
        for id in choice.targets or ((choice.target,) if choice.target else ()):
            headline = explainer.headline(played.fight, "attack", choice.by, id, played.events)
            if headline and choice.do in STRIKES:
                self.out.print(headline, style="bold")


def label(question: Question) -> str:
    """A question's label in the record."""
    from ..core.rule import label_of

    return label_of(question.why)


def number_or_flag(text: str) -> Any:
    """A value that the GM types: a number, true or false, a list."""
    from .inputs import value_of

    return value_of(text.strip(), "value")


def read_line(prompt: str) -> str | None:
    """A line from the terminal."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
