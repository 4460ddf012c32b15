"""What one viewer knows of whom: the rules of sight that the state and the log share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.errors import FracasError, Refused
from ..core.game import Fighters
from ..core.rule import rule_id_of
from ..play.encounter import names_in
from ..play.explain import Explainer
from .position import Position
from .roles import BARS, NOTHING, NUMBERS, WORDS, Role, Viewer
from .words import condition_words, sentence

Data = dict[str, Any]


class Knowing:
    """What a viewer may know at one position, and the words for it in its language."""

    def __init__(self, position: Position, viewer: Viewer, lang: str) -> None:
        self.position, self.viewer, self.game, self.lang = position, viewer, position.game, lang
        try:
            self.fighters, self.problem = position.fighters, position.problem()
        except FracasError as error:
            self.fighters, self.problem = Fighters(position.ids, tuple(position.forms.values())), error
        self.explainer = Explainer(self.game, self.fighters, lang, names_in(self.game.name, lang))
        self.ui = self.explainer.ui
        self.private = {rule_id_of(note) for note in self.game.private}
        self.undone = {deed.seq: deed.undone for deed in position.deeds}

    def mode(self, id: str) -> str:
        """How this fighter's health shows to the viewer."""
        if self.knows(id):
            return NUMBERS
        settings = self.position.settings
        return settings.party if self.position.is_party(id) else settings.foes

    def knows(self, id: str) -> bool:
        """Does the viewer see all of this fighter?"""
        if self.viewer.is_gm or id in self.viewer.fighters:
            return True
        return self.viewer.role is Role.PLAYER and self.position.is_party(id)

    def sees(self, path: str) -> bool:
        """May the viewer see this view?"""
        id, _, name = path.partition(".")
        if id not in self.position.forms:
            return id == "fight"
        if self.knows(id) or name in ("side", *self.game.open_views):
            return True
        return self.mode(id) == NUMBERS and name == self.vital(id)

    def vital(self, id: str) -> str:
        """The field that an attack on this fighter is about."""
        try:
            return self.game.vital(self.position.fight.fighters[self.position.ids.index(id)])
        except (FracasError, IndexError):
            return ""

    def changes(self, body: Mapping[str, Any]) -> Data:
        """What changed of what the viewer sees, by path: ``[before, after]``; health as it shows."""
        found: Data = {}
        for path, (before, after) in body.get("views", {}).items():
            id, _, name = path.partition(".")
            if name == "health" and id in self.position.forms:
                pair = [self.health(id, before), self.health(id, after)]
                if pair[0] != pair[1]:
                    found[path] = pair
            elif self.sees(path):
                found[path] = [before, after]
        return found

    def knows_deed(self, body: Mapping[str, Any]) -> bool:
        """Does the viewer know whoever decided (or is it the GM's, at nobody's cost)?"""
        by = body.get("by")
        return self.viewer.is_gm if by is None else self.knows(by)

    def error(self, error: FracasError) -> str:
        """An error in the viewer's language. Where a rule refuses for what the viewer may not know of somebody (the numbers
        of a foe), only the rule is named."""
        if isinstance(error, Refused) and not self.may_know_why(error):
            return f"{self.explainer.title(error.rule)} [{error.rule}]"
        return self.explainer.error(error)

    def may_know_why(self, error: Refused) -> bool:
        """May the viewer know the numbers of this refusal?"""
        if self.viewer.is_gm:
            return True
        if error.why in self.game.private:
            return False
        names = self.game.book.note_names(error.why)  # type: ignore[arg-type]
        who = dict(zip(names, error.numbers, strict=False)).get("who", -1)
        return not 0 <= who < len(self.position.ids) or self.knows(self.position.ids[who])

    # -- in the reader's words ------------------------------------------------------------------------------------------

    def health(self, id: str, stored: Sequence[Any] | None) -> Data:
        """A fighter's health as it shows: ``{left, most, word, text}``, ``{tenths}``, ``{word, text}`` or nothing."""
        mode = self.mode(id)
        if stored is None or mode == NOTHING:
            return {}
        left, most, word = stored
        if mode == BARS:
            share = -(-10 * left // most) if most > 0 and word not in ("dead", "out") else 0
            return {"tenths": max(0, min(10, share))}
        words = {"word": word, "text": condition_words(self.ui)[word]}
        return words if mode == WORDS else {"left": left, "most": most, **words}

    def name(self, id: str) -> str:
        """A fighter's name in the reader's language."""
        if id not in self.fighters.ids:
            return id
        return self.explainer.name(self.fighters.ids.index(id))

    def question(self, question: Mapping[str, Any]) -> Data:
        """A question with its words."""
        found = {key: value for key, value in question.items() if key not in ("why", "whose")}
        key = self.game.book.questions.__members__.get(question.get("why", ""))
        words = self.explainer.say(self.explainer.words.questions[key]) if key is not None else ""
        return found | {"text": words or sentence(self.ui, "dodge")}
