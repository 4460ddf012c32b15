"""Decisions, dice and choices, and what all decide in secret."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from ..core.errors import BadInput, FracasError, Refused, phrase
from ..core.forms import shown
from ..play.legal import Choice, legal, why_not
from ..play.policies import decided
from ..store.events import NewEvent
from . import permit
from .desk import Desk, Made, Result, next_event
from .errors import NotAllowed, NotNow
from .position import Position, choice_data
from .roles import Viewer
from .running import Run


class Deciding(Desk):
    """The commands that carry the fight on."""

    def decide(
        self,
        fight: str,
        viewer: Viewer,
        choice: Choice,
        expected: int | None = None,
        key: str | None = None,
        dice: str | None = None,
        hidden: bool = False,
        answers: Sequence[Any] = (),
    ) -> Result:
        """Make a decision. It is carried out (event ``decided``), or waits for somebody's dice or choice (``waits``), or is
        sealed until all is revealed (``sealed``: decisions that all make in secret).

        ``dice``: ``own`` or ``app`` for this roll's own dice (else as settled); ``hidden``: a roll that only the GM sees;
        ``answers``: what is typed already, in order (see :meth:`answer`).
        """
        if dice not in (None, "own", "app"):
            raise BadInput("dice", shown(dice), phrase("own or app"))

        def build(position: Position) -> Made:
            self._ready(position)
            permit.decide(position, viewer, choice)
            if hidden:
                permit.gm(viewer, "hidden")
            if choice.do in position.game.secret:
                return Made([self._seal(position, viewer, choice)])
            secretly = hidden or permit.rolls_hidden(position, choice)
            run = Run(
                position,
                choice,
                self._secret(position),
                queue=list(answers),
                allowed=lambda whose: permit.may_answer(viewer, whose),
                dice=dice,
                hidden=secretly,
                source="gm" if viewer.is_gm else "hand",
            )
            ran = run.run()
            return Made([NewEvent(ran.kind, viewer.actor, ran.body)])

        asked = ["decide", viewer.actor, choice_data(choice), dice, hidden, list(answers)]
        return self._command(fight, build, expected, key, asked)

    def answer(
        self, fight: str, viewer: Viewer, answers: Sequence[Any], expected: int | None = None, key: str | None = None
    ) -> Result:
        """Answer what the fight waits for: faces (``[6, 6, 2]``, or as typed, ``"662"``), ``"app"`` (the app's dice after
        all), a word, true or false, or a fighter's id; one for each question, in order."""

        def build(position: Position) -> Made:
            waiting = position.waiting
            if waiting is None:
                raise NotNow("answer", phrase("nothing is asked"), phrase("given when something is asked"))
            if not answers:
                raise BadInput("answers", "missing", phrase("given"))
            permit.answer(viewer, waiting.whose)
            run = Run(
                position,
                waiting.choice,
                self._secret(position),
                waiting.given,
                list(answers),
                lambda whose: permit.may_answer(viewer, whose),
                waiting.dice,
                waiting.hidden,
                "gm" if viewer.is_gm else "hand",
                waiting.reacted,
            )
            ran = run.run()
            more = {"of": waiting.first, "begun": waiting.actor}
            return Made([NewEvent(ran.kind, viewer.actor, {**ran.body, **more})])

        return self._command(fight, build, expected, key, ["answer", viewer.actor, list(answers)])

    def withdraw(self, fight: str, viewer: Viewer, expected: int | None = None, key: str | None = None) -> Result:
        """Take back the decision that waits; dice that fell for it stay visible and are not used again. A player may take its
        own back as long as no dice have fallen and nobody has answered: later it would be an undo, which the GM grants."""

        def build(position: Position) -> Made:
            waiting = position.waiting
            if waiting is None:
                raise NotNow("withdraw", phrase("nothing waits"), phrase("used while a decision waits"))
            if not viewer.is_gm and waiting.actor != viewer.actor:
                raise NotAllowed("withdraw", viewer.actor, phrase("done by whoever decided, or the GM"))
            if not viewer.is_gm and (waiting.given or waiting.seq != waiting.first):
                raise NotAllowed(
                    "withdraw", phrase("dice have fallen, or somebody has answered"), phrase("done by the GM")
                )
            return Made([NewEvent("withdrawn", viewer.actor, {"of": waiting.first})])

        return self._command(fight, build, expected, key, ["withdraw", viewer.actor])

    def policy(self, fight: str, viewer: Viewer, expected: int | None = None, key: str | None = None) -> Result:
        """Let the next decision be made by the policy of the fighter whose turn it is (GM)."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "policy")
            self._ready(position)
            session = position.session
            choices = legal(session)
            if not choices:
                raise NotNow("policy", phrase("nothing may be decided"), phrase("used while somebody may act"))
            choice = decided(session, choices, position.players)
            hidden = permit.rolls_hidden(position, choice)
            ran = Run(position, choice, self._secret(position), hidden=hidden, source="policy").run()
            return Made([NewEvent(ran.kind, viewer.actor, {**ran.body, "policy": True})])

        return self._command(fight, build, expected, key, ["policy", viewer.actor])

    def choices(self, fight: str, viewer: Viewer) -> list[Choice]:
        """What this viewer may decide now, as far as the program thinks of it."""
        position = self.position(fight)
        if position.waiting is not None:
            return []
        return [one for one in legal(position.session) if permit.why_not(position, viewer, one) is None]

    def why_not(self, fight: str, viewer: Viewer, choice: Choice) -> FracasError | None:
        """Why this viewer may not decide so now (None: it may)."""
        position = self.position(fight)
        return permit.why_not(position, viewer, choice) or why_not(position.session, choice)

    # -- what all decide in secret -----------------------------------------------------------------------------------

    def _seal(self, position: Position, viewer: Viewer, choice: Choice) -> NewEvent:
        reason = why_not(position.session, choice)
        if reason is not None:
            raise reason
        return NewEvent("sealed", viewer.actor, choice_data(choice))

    def reveal(self, fight: str, viewer: Viewer, expected: int | None = None, key: str | None = None) -> Result:
        """Show all that was decided in secret, and carry it out (GM). What a rule refuses by now is named in the event."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "reveal")
            self._ready(position)
            if not position.sealed:
                raise NotNow("reveal", phrase("nothing is sealed"), phrase("used when somebody has decided in secret"))
            now, made, refused = deepcopy(position), [], {}
            now.apply(next_event(now, NewEvent("revealed", viewer.actor, {"refused": []})))
            for id in position.ids:
                if id not in position.sealed:
                    continue
                seq, choice = position.sealed[id]
                try:
                    body = {**Run(now, choice, self._secret(position)).run().body, "sealed": seq}
                except Refused as error:
                    refused[id] = error.rule
                    continue
                decision = NewEvent("decided", viewer.actor, body)
                made.append(decision)
                now.apply(next_event(now, decision))
            shown_ids = [id for id in position.ids if id in position.sealed]
            first = NewEvent("revealed", viewer.actor, {"fighters": shown_ids, "refused": refused})
            return Made([first, *made])

        return self._command(fight, build, expected, key, ["reveal", viewer.actor])
