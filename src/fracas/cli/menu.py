"""What a person at the terminal sees and types: the menu of what may be done, with odds, and the commands beside it."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from ..core.encounter import FREE
from ..core.errors import BadInput, FracasError, phrase
from ..odds import glance
from ..play.describe import describe
from ..play.encounter import known_player
from ..play.legal import Choice, allies_caught, candidates, why_not
from ..play.policies import STRIKES
from ..play.shorthand import value_of
from ..play.typed import WIDE, Modifiers, Names, decision_typed, field_lines, refined
from ..play.wording import decimal, fill, percent
from .hands import Quit

if TYPE_CHECKING:
    from .play import Player

MENU_SECONDS = 1.5
"""After so long a menu is shown on without odds."""

_SET = re.compile(r"(.+?)\.(\S+)\s+(.+)\Z")


class Menu:
    """The person's side of one fight at one terminal."""

    def __init__(self, player: Player) -> None:
        self.player, self.session, self.game = player, player.session, player.game
        self.modifiers = Modifiers()
        self.of = ""
        self.began = 0.0

    # -- asking ----------------------------------------------------------------------------------------------------

    def turn(self, choices: list[Choice], id: str) -> None:
        """Show what ``id`` may do, with the odds, and do what the person says."""
        player, explainer = self.player, self.player.explainer
        if self.of != id:
            self.modifiers.clear()
            self.of = id
        player.out.print()
        player.out.print(explainer.summary(self.session.fight, id) + explainer.shared(self.session.fight), style="bold")
        self.show(choices)
        self.help()
        who = explainer.name(explainer.fighters.ids.index(id))
        prompt = fill(explainer.ui("{who}: number or letter? "), {"who": who})
        while not self.told(prompt, choices, id):
            pass

    def after(self) -> bool:
        """The fight is over: the GM's word, mending, taking back. True: it goes on."""
        ui = self.player.explainer.ui
        known = {"repair": "repair ID", "stabilise": "stabilise ID by=ID"}
        words = [text for do, text in known.items() if do in self.game.decisions]
        self.player.out.print(
            fill(
                ui("  u takes the last decision back · {words} · w file · Enter ends"),
                {"words": " · ".join([*words, ui("set ID.field value")])},
            )
        )
        while True:
            line = self.player.ask(ui("After the fight: "))
            if line is None or line.strip() in ("", "q"):
                return False
            if self.tried(line.strip(), [], None):
                self.player.keep()
                if self.player.going():
                    return True

    def told(self, prompt: str, choices: list[Choice], id: str | None) -> bool:
        """One line; True: a decision was made or undone."""
        line = self.player.ask(prompt)
        if line is None:
            raise Quit
        return self.tried(line.strip(), choices, id)

    def tried(self, line: str, choices: list[Choice], id: str | None) -> bool:
        """As :meth:`obey`; what cannot be done is said, and nothing is lost."""
        try:
            return self.obey(line, choices, id)
        except FracasError as error:
            self.player.complain(error)
            return False

    def obey(self, line: str, choices: list[Choice], id: str | None) -> bool:
        """Do what a line says; True: a decision was made or undone."""
        word, _, rest = line.translate(WIDE).partition(" ")
        rest = rest.strip()
        if word.isascii() and word.isdigit() and len(word) < 6:
            return self.numbered(int(word), rest, choices)
        if word == "u":
            return self.take_back()
        if word == "?":
            self.show_refused()
        elif word == "d":
            self.player.own = not self.player.own
            self.player.say_whose_dice()
        elif word == "m":
            self.modifiers.set(rest, self.game)
            self.show(choices)
        elif word == "p" and id is not None:
            return self.hand_over(rest, id)
        elif word == "w":
            self.write(line.partition(" ")[2].strip())
        elif word == "q":
            raise Quit
        elif word in ("set", "leave", "join", "swap", "end"):
            return self.gm(word, rest)
        else:
            typed = decision_typed(line, self.session, self.player.explainer)
            if typed is None:
                raise BadInput("answer", line[:40] or "nothing", self.known(id))
            return self.make(typed)
        return False

    def known(self, id: str | None) -> str:
        """What may be typed."""
        names = ", ".join(self.game.decisions)
        return phrase(
            "a number, ?, u, d, m, p, w, q, set id.field value, leave id, end, or one of: {names}", names=names
        )

    # -- deciding --------------------------------------------------------------------------------------------------

    def numbered(self, number: int, rest: str, choices: list[Choice]) -> bool:
        """``3``, ``3 luck 2``, ``3 ?``: a decision of the menu, with fields; or the fields that it takes."""
        if not choices:
            raise BadInput("number", str(number), phrase("left out: the fight is over"))
        if not 1 <= number <= len(choices):
            raise BadInput("number", str(number), phrase("1 to {last}", last=len(choices)))
        choice, explainer = choices[number - 1], self.player.explainer
        if rest == "?":
            takes = list(field_lines(self.modifiers.on(choice, self.game), self.session, explainer))
            for text in takes or [explainer.ui("nothing can be added")]:
                self.player.out.print(f"      {text}", soft_wrap=True)
            return False
        return self.make(refined(choice, rest, self.session, explainer) if rest else choice)

    def make(self, choice: Choice) -> bool:
        """Make a decision, with the modifiers that were set for it."""
        modified = self.modifiers.on(choice, self.game)
        refused = why_not(self.session, modified)
        if refused is not None:
            raise refused
        done = self.player.perform(modified, typed=True)
        if done and modified.details != choice.details:
            self.modifiers.clear()
        return done

    def hand_over(self, rest: str, id: str) -> bool:
        """``p cautious``: a policy plays on; ``p bob person``: for somebody else, or a person takes over."""
        whom, _, player = rest.rpartition(" ")
        if whom:
            id = Names(Choice("p"), self.session.fighters, self.player.explainer).fighter(whom, "p")
        self.player.encounter.players[id] = known_player(player, "policy")
        return True

    def take_back(self) -> bool:
        """The last decision of the person, and all after it."""
        deeds = self.player.deeds()
        if not deeds:
            raise BadInput("u", phrase("nothing to undo"), phrase("used after a decision of yours"))
        self.player.show(self.session.undo(deeds[-1]))
        return True

    def gm(self, word: str, rest: str) -> bool:
        """The GM's word: set a value, somebody leaves or comes back, two change places, the end."""
        names = Names(Choice(word), self.session.fighters, self.player.explainer)
        details: dict[str, Any] = {}
        by = target = None
        if word == "set":
            found = _SET.match(rest)
            if found is None:
                raise BadInput(
                    "set", rest[:40] or "nothing", phrase("id.field value, such as {id}.at [3, 4]", id=self.first)
                )
            details = {"field": found[2], "value": value_of(found[3].strip(), "value")}
            by = found[1] if found[1] == "fight" else names.fighter(found[1], "set")
        elif word == "swap":
            both = rest.replace(",", " ").split()
            if len(both) != 2:
                raise BadInput("swap", rest[:40] or "nothing", phrase("two ids"))
            by, target = (names.fighter(one, "swap") for one in both)
        elif word != "end":
            by = names.fighter(rest, word)
        self.player.show(self.session.do(word, by, target, details))
        return True

    @property
    def first(self) -> str:
        """Somebody's id, as an example."""
        return self.session.fighters.ids[0]

    def write(self, rest: str) -> None:
        """``w FILE``: save there, now and from now on."""
        player = self.player
        file = rest or player.save
        if not file:
            raise BadInput("w", phrase("no file"), phrase("the name of a file: {example}", example="w tonight.json"))
        player.write(file)
        player.save = file
        player.out.print(fill(player.explainer.ui("saved: {file}"), {"file": file}))

    # -- showing ---------------------------------------------------------------------------------------------------

    def show(self, choices: list[Choice]) -> None:
        """What may be done, numbered; odds as long as they come quickly."""
        self.began = time.monotonic()
        explainer = self.player.explainer
        for number, choice in enumerate(choices, 1):
            modified = self.modifiers.on(choice, self.game)
            line = f"{number:>3} {describe(modified, explainer)}{self.odds_of(modified)}{self.warning(modified)}"
            self.player.out.print(line)

    def help(self) -> None:
        """What may be typed besides a number."""
        ui = self.player.explainer.ui
        adds = ui("m +2 why · m dn -1 why") if "dn" in self.modifiers.fields(self.game) else ui("m +2 why")
        text = ui("  ? what may not be done · N ? what N takes · N field value · {move} · u undo · d own dice · {adds}")
        self.player.out.print(fill(text, {"move": "move x,y", "adds": adds}))
        self.player.out.print(
            ui("  p policy · set ID.field value · leave ID · end · any decision by its name · w file · q quit")
        )

    def odds_of(self, choice: Choice) -> str:
        """`` – to hit 80%, hurt 30%, 1.1 on average``, for an attack at one target."""
        if choice.do not in STRIKES or choice.target is None or time.monotonic() - self.began > MENU_SECONDS:
            return ""
        player, explainer = self.player, self.player.explainer
        ui = explainer.ui
        try:
            decision = choice.build(self.game, self.session.fighters)
            seen = glance(self.game, self.session.fight, decision, self.session.fighters.ids)
        except FracasError as error:
            return f" – {explainer.error(error)}"
        values = {
            "hit": percent(seen.hit, player.lang),
            "hurt": percent(seen.hurt, player.lang),
            "mean": decimal(seen.mean, player.lang),
            "error": percent(seen.error, player.lang),
        }
        if seen.error:
            return fill(ui(" – to hit {hit}, hurt {hurt}, {mean} on average (simulated, ± {error})"), values)
        return fill(ui(" – to hit {hit}, hurt {hurt}, {mean} on average"), values)

    def warning(self, choice: Choice) -> str:
        """`` ⚠ also catches Ann``: those of one's own side whom an attack would hit."""
        if choice.do not in STRIKES:
            return ""
        explainer = self.player.explainer
        names = [explainer.name(explainer.fighters.ids.index(id)) for id in allies_caught(self.session, choice)]
        if not names:
            return ""
        return fill(explainer.ui("  ⚠ also catches {names}"), {"names": explainer.ui(", ").join(names)})

    def show_refused(self) -> None:
        """Everything thought of that may not be done, each with its reason."""
        explainer = self.player.explainer
        if self.game.decider(self.session.fight) == FREE:
            return
        for choice in candidates(self.session):
            reason = why_not(self.session, choice)
            if reason is not None:
                values = {"what": describe(choice, explainer), "why": explainer.error(reason)}
                self.player.out.print(fill(explainer.ui("  ✗ {what}: {why}"), values), style="dim", soft_wrap=True)
