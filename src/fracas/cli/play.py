"""``fracas play``: a fight in the terminal, a person or a policy for each fighter, own dice or the app's."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.encounter import FREE, WAITING
from ..core.errors import BadInput, FracasError, phrase
from ..core.forms import one_of, shown
from ..core.gm import AT_THE_TABLE
from ..core.record import Played
from ..encounters import ENCOUNTERS
from ..odds import glance
from ..play.describe import describe, table_words
from ..play.encounter import PERSON, Encounter, names_in, read_encounter
from ..play.errors import bad_input
from ..play.explain import Explainer
from ..play.legal import Choice, landing, legal, reaction
from ..play.policies import STRIKES, decided
from ..play.typed import Names
from ..play.wording import fill, percent
from .hands import Ask, Back, Hands, Quit
from .menu import Menu
from .show import show_lines

if TYPE_CHECKING:
    from rich.console import Console

GM_ALONE = (*AT_THE_TABLE, "hit", "repair")
"""What no policy decides."""

YES, NO = ("y", "yes", "o", "oui", "是"), ("", "n", "no", "non", "否")


class Player:
    """One fight at one terminal."""

    def __init__(
        self, encounter: Encounter, out: Console, ask: Ask, lang: str, auto: bool, own: bool, save: str | None
    ) -> None:
        self.encounter, self.session, self.game = encounter, encounter.session, encounter.game
        self.out, self.ask, self.lang, self.auto, self.own, self.save = out, ask, lang, auto, own, save
        self.known = names_in(self.game.name, lang)
        self.menu = Menu(self)

    @property
    def explainer(self) -> Explainer:
        return Explainer(self.game, self.session.fighters, self.lang, self.known)

    @property
    def people(self) -> set[str]:
        """The fighters whom persons play at this terminal."""
        return set() if self.auto else {id for id in self.session.fighters.ids if self.is_person(id)}

    def is_person(self, id: str) -> bool:
        """Is this fighter played by a person (as those are of whom nothing is said)?"""
        return self.encounter.players.get(id, PERSON) == PERSON

    def run(self) -> None:
        """The fight to its end, its round limit, or until the person leaves; saved after every step."""
        ui = self.explainer.ui
        self.out.print(f"━━ {self.game.title} · {self.encounter.name}", style="bold")
        if self.own and self.people:
            self.say_whose_dice()
        try:
            while True:
                while self.going():
                    self.step()
                    self.keep()
                self.ended()
                if not self.people or not self.menu.after():
                    return
        except Quit:
            saved = ui("Left; the fight goes on with fracas play and the saved file.")
            self.out.print(saved if self.save else ui("Left; nothing was saved (w FILE saves)."))

    def say_whose_dice(self) -> None:
        """Own dice, and what may be typed at a roll; or the app's."""
        ui = self.explainer.ui
        own = ui("own dice: faces such as 6 6 2 (0 is a 10); a leaves a roll to the app, u takes the decision back")
        self.out.print(own if self.own else ui("the app's dice"))

    def going(self) -> bool:
        """Does the fight go on?"""
        return not self.session.fight.clock.over and self.session.fight.round <= self.encounter.rounds

    def ended(self) -> None:
        """The fight is over, or its round limit is reached: how everybody stands."""
        ui = self.explainer.ui
        if not self.session.fight.clock.over:
            self.out.print(fill(ui("Round {n}: the round limit is reached."), {"n": self.encounter.rounds}))
        self.out.print(ui("The fight is over."), style="bold")
        for id in self.session.fighters.ids:
            self.out.print(self.explainer.summary(self.session.fight, id))

    def deeds(self) -> list[int]:
        """The entries that stand and that a person made, by number: those of its fighters, and the GM's word."""
        found, before = [], self.session.start
        for number, played in enumerate(self.session.played):
            entry = played.entry
            if entry.undoes is not None or played.undone:
                continue
            decider = self.game.decider(before)
            free = decider < 0 or self.is_person(self.session.fighters.ids[decider])
            own = self.is_person(entry.by) if entry.by is not None else entry.do != "begin" and free
            if own or entry.do in GM_ALONE:
                found.append(number)
            before = played.fight
        return found

    def step(self) -> None:
        """One decision."""
        choices = legal(self.session)
        if not choices:
            right = phrase("a fight in which somebody may act")
            raise BadInput("fight", phrase("nothing may be decided"), right)
        decider = self.game.decider(self.session.fight)
        if decider == FREE:
            self.perform(choices[0])
            return
        if decider == WAITING:
            self.pick(choices)
            return
        self.decide(choices, self.session.fighters.ids[decider])

    def decide(self, choices: list[Choice], id: str) -> None:
        """One decision of the fighter ``id``: a person's, or a policy's."""
        if id in self.people:
            self.menu.turn(choices, id)
            return
        self.perform(decided(self.session, choices, self.encounter.players))

    def pick(self, choices: list[Choice]) -> None:
        """Who acts next: people are asked where one of theirs may, also out of turn; else a policy picks."""
        people = [choice for choice in choices if choice.by in self.people]
        if not people:
            self.perform(decided(self.session, choices, self.encounter.players))
            return
        others = [] if choices[0] in people else [choices[0]]
        self.menu.turn(people + others, str(people[0].by))

    # -- saving ------------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the fight where it is to be saved: a new file first, then in place of the old one."""
        if self.save is None:
            return
        try:
            self.write(self.save)
        except BadInput as error:
            self.complain(error)

    def write(self, file: str) -> None:
        """Write the saved fight; BadInput where it cannot be."""
        path = Path(file)
        new = path.with_name(path.name + ".new")
        try:
            new.write_text(json.dumps(self.encounter.to_dict(), ensure_ascii=False, indent=1), "utf-8")
            new.replace(path)
        except OSError as error:
            raise BadInput("file", f"{file}: {error.strerror}", phrase("a file that can be written")) from None

    # -- what happens ------------------------------------------------------------------------------------------------

    def perform(self, choice: Choice, typed: bool = False) -> bool:
        """Carry out a decision: what its targets declare, dice in hand or the app's, and what came of it. False: it was
        taken back while dice were asked for."""
        self.out.print(f"▶ {self.who(choice)}{describe(choice, self.explainer)}", style="bold")
        people = self.people
        try:
            choice = self.reacted(choice)
            hand = None
            if people:
                hand = Hands(self.session, choice, people, self.own, typed, self.explainer, self.ask, self.out)
            played = choice.take(self.session, hand=hand)
        except Back:
            self.out.print(self.explainer.ui("Taken back: nothing has happened."))
            return False
        self.show(played, choice)
        blast = landing(self.session, choice, played.events)
        if blast is not None and people:
            self.lands(blast)
        return True

    def lands(self, blast: Choice) -> None:
        """The GM says who is caught where something lands that missed."""
        explainer = self.explainer
        while True:
            line = self.ask(explainer.ui("  GM: who is caught where it lands? ids, or Enter for nobody: "))
            if line is None or line.strip() == "q":
                raise Quit
            try:
                if not line.strip():
                    return
                ids = Names(blast, self.session.fighters, explainer).fighters(line.strip(), "target")
                break
            except BadInput as error:
                self.complain(error)
        for id in ids:
            self.perform(replace(blast, target=id), typed=True)

    def who(self, choice: Choice) -> str:
        if choice.by is None:
            return ""
        explainer = self.explainer
        return fill(explainer.ui("{who}: "), {"who": explainer.name(explainer.fighters.ids.index(choice.by))})

    def reacted(self, choice: Choice) -> Choice:
        """The decision with what people declare whom it is aimed at, before anything is rolled."""
        for id in choice.targets or ((choice.target,) if choice.target else ()):
            with_it = reaction(self.session, choice, id) if id in self.people else None
            if with_it is not None and self.agrees(choice, with_it, id):
                choice = with_it
        return choice

    def agrees(self, choice: Choice, with_it: Choice, id: str) -> bool:
        """Does the person who plays ``id`` want to dodge? Asked with both chances to be hit."""
        explainer = self.explainer
        values: dict[str, str] = {"who": explainer.name(explainer.fighters.ids.index(id))}
        prompt = explainer.ui("  {who}: dodge? y or n: ")
        if choice.target is not None:
            ids, fight = self.session.fighters.ids, self.session.fight
            for name, one in (("without", choice), ("dodging", with_it)):
                seen = glance(self.game, fight, one.build(self.game, self.session.fighters), ids)
                values[name] = percent(seen.hit, self.lang)
            prompt = explainer.ui("  {who}: dodge? Hit {dodging} of the time instead of {without}. y or n: ")
        while True:
            line = self.ask(fill(prompt, values))
            if line is None or line.strip() == "q":
                raise Quit
            word = line.strip().casefold()
            if word in (*YES, *NO):
                return word in YES
            self.complain(BadInput("dodge", word[:40], phrase("y or n")))

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

    def complain(self, error: FracasError) -> None:
        """One clear line."""
        if isinstance(error, BadInput) and error.where.startswith("with."):
            error = BadInput(error.where.removeprefix("with."), error.what, error.right, error.rule)
        self.out.print(self.explainer.error(error), style="red", soft_wrap=True)


def run_play(file: str, auto: bool, own: bool, save: str | None, seed: str | None, lang: str) -> int:
    """The command: whatever cannot be meant is one line in the reader's language."""
    from .main import console, fail, whole_seed

    try:
        if file not in ENCOUNTERS and "." not in file and "/" not in file:
            right = phrase("a file, or a sample: {which}", which=one_of(file, tuple(ENCOUNTERS)))
            raise BadInput("file", shown(file), right)
        path = str(ENCOUNTERS.get(file, file))
        encounter = read_encounter(path, lang, whole_seed(seed))
        if save is None and file == path and file.endswith(".json"):
            save = file
        if save is not None and save != file and os.path.exists(save):
            what = phrase("{file} is there already", file=save)
            right = phrase("a new file; 'fracas play {file}' goes on with that one", file=save)
            raise BadInput("--save", what, right)
        Player(encounter, console(), read_line, lang, auto, own, save).run()
    except BadInput as error:
        return fail(bad_input(error, lang))
    return 0


def read_line(prompt: str) -> str | None:
    """A line from the terminal."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
