"""Undo and redo, the GM's word in place of a result, copies of a fight. Nothing is erased: each is an entry of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..core.named import Changes, chained, turned
from ..store.events import NewEvent, Pool
from . import permit
from .desk import Desk, Made, Result, new_id, next_event
from .dice import new_pool
from .errors import NotAllowed, NotNow
from .overriding import overridden, revised
from .position import Position, choice_of
from .roles import Viewer
from .running import Run


class Undoing(Desk):
    """The commands that take back, and those that set right."""

    def undo(
        self,
        fight: str,
        viewer: Viewer,
        seq: int | None = None,
        expected: int | None = None,
        key: str | None = None,
        request: int | None = None,
    ) -> Result:
        """Undo deed ``seq`` (None: the last that stands) and all that hangs on it (GM); ``request``: the player's request
        that this grants. What hangs on a deed :meth:`Position.hangs_on` says before."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "undo")
            of = position.requests[request][0] if request in position.requests else seq
            if request is not None and request not in position.requests:
                raise BadInput("request", shown(request), phrase("an undo request that is open"))
            standing = [deed.seq for deed in position.deeds if not deed.undone]
            if of is None and not standing:
                raise NotNow("undo", phrase("nothing stands"), phrase("used after a decision"))
            of = standing[-1] if of is None else of
            seqs = [deed.seq for deed in position.hangs_on(of)]
            body = {"of": of, "seqs": seqs, **self._changes_of(position, seqs, back=True)}
            return Made([NewEvent("undone", viewer.actor, body | ({"request": request} if request else {}))])

        return self._command(fight, build, expected, key, ["undo", viewer.actor, seq, request])

    def redo(self, fight: str, viewer: Viewer, expected: int | None = None, key: str | None = None) -> Result:
        """Take back the last undo, with the dice as they fell (GM), as long as nothing else was decided since."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "redo")
            self._ready(position)
            if not position.redoable:
                raise NotNow("redo", phrase("nothing to redo"), phrase("used right after an undo"))
            undo = position.redoable[-1]
            seqs = position.undos[undo]
            body = {"of": undo, "seqs": seqs, **self._changes_of(position, seqs, back=False)}
            return Made([NewEvent("redone", viewer.actor, body)])

        return self._command(fight, build, expected, key, ["redo", viewer.actor])

    def _changes_of(self, position: Position, seqs: Sequence[int], back: bool) -> dict[str, Any]:
        """What these deeds changed, all together, forwards or back."""
        stored = self.log.events(position.id, seqs[0] - 1, seqs[-1] - seqs[0] + 1)
        bodies = [event.body for event in stored if event.seq in seqs]
        found: dict[str, Changes] = {"changes": {}, "views": {}, "forms": {}}
        for body in bodies:
            for part in found:
                found[part] = chained(found[part], body.get(part, {}))
        return {part: turned(one) if back else one for part, one in found.items() if one or part != "forms"}

    def override(
        self,
        fight: str,
        viewer: Viewer,
        of: int,
        sets: Mapping[str, Any],
        reason: str = "",
        expected: int | None = None,
        key: str | None = None,
    ) -> Result:
        """The GM's word in place of a result: values by path (``{"ganger.hp": 12, "fight.glory": 2}``), marked as set by
        hand on deed ``of``. It is undone with that deed, or by itself."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "override")
            self._ready(position)
            if position.deed(of).undone:
                raise BadInput("of", shown(of), phrase("a decision that stands"))
            if not isinstance(reason, str) or len(reason) > 200 or not reason.isprintable():
                raise BadInput("reason", shown(reason), phrase("a text of at most {most} characters", most=200))
            body = overridden(position, sets)
            return Made([NewEvent("overridden", viewer.actor, {"of": of, "reason": reason, **body})])

        return self._command(fight, build, expected, key, ["override", viewer.actor, of, sets, reason])

    def revise(
        self,
        fight: str,
        viewer: Viewer,
        of: int,
        answers: Mapping[int, Any],
        expected: int | None = None,
        key: str | None = None,
    ) -> Result:
        """The GM sets dice or choices of deed ``of`` otherwise (``answers``: by their place in it, from 0, as in
        :meth:`~fracas.table.deciding.Deciding.answer`) and it is carried out anew, marked as such: the deed and what hangs on
        it is undone, the deed follows with the same answers but for these. What the rules then ask besides, the app rolls
        (or people are asked)."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "override")
            self._ready(position)
            seqs = [deed.seq for deed in position.hangs_on(of)]
            body = self.log.events(fight, of - 1, 1)[0].body
            if "answers" not in body or not body["answers"]:
                raise BadInput("of", shown(of), phrase("a decision with dice or choices"))
            undone = {"of": of, "seqs": seqs, **self._changes_of(position, seqs, back=True)}
            first = NewEvent("undone", viewer.actor, undone)
            now = deepcopy(position)
            now.apply(next_event(now, first))
            reused = revised(now, body, answers)
            run = Run(now, choice_of(body), self._secret(position), reused=reused, hidden=body["hidden"], reacted=True)
            ran = run.run()
            return Made([first, NewEvent(ran.kind, viewer.actor, {**ran.body, "override": of})])

        return self._command(fight, build, expected, key, ["revise", viewer.actor, of, list(answers.items())])

    def branch(self, fight: str, viewer: Viewer, seq: int | None = None, key: str | None = None) -> str:
        """A copy of the fight as it stood after event ``seq`` (None: now), with dice of its own; its id. The fight itself is
        left as it is."""
        permit.gm(viewer, "branch")
        position = self.position(fight)
        last = position.seq if seq is None else seq
        if type(last) is not int or not 1 <= last <= position.seq:
            right = phrase("a whole number from {low} to {high}", low=1, high=position.seq)
            raise BadInput("seq", shown(last), right)
        copied = [NewEvent(one.kind, one.actor, one.body) for one in self.log.events(fight, 0, last)]
        numbers = [event.body["pool"] for event in copied if event.kind == "committed"]
        pool = new_pool(len(numbers))
        copied += [
            NewEvent("branched", viewer.actor, {"fight": fight, "seq": last}),
            NewEvent("committed", viewer.actor, {"pool": pool.number, "commitment": pool.commitment}),
        ]
        row = self.log.fight(fight)
        old = [Pool(one.number, one.commitment, None) for one in self.log.pools(fight) if one.number in numbers]
        id = new_id(key and f"{fight} {key}")
        asked = ["branch", viewer.actor, fight, seq]
        self.log.create(id, row.ruleset, row.version, row.name, copied, [*old, pool], key, asked)
        return id

    def request_undo(
        self, fight: str, viewer: Viewer, seq: int, expected: int | None = None, key: str | None = None
    ) -> Result:
        """A player asks that deed ``seq`` be undone; :meth:`undo` with ``request`` grants it."""

        def build(position: Position) -> Made:
            if not viewer.is_gm and not viewer.fighters:
                raise NotAllowed("undo", viewer.actor, phrase("asked for by a player"))
            if position.deed(seq).undone:
                raise BadInput("seq", shown(seq), phrase("a decision that stands"))
            return Made([NewEvent("requested", viewer.actor, {"of": seq})])

        return self._command(fight, build, expected, key, ["request", viewer.actor, seq])

    def refuse_undo(
        self, fight: str, viewer: Viewer, request: int, expected: int | None = None, key: str | None = None
    ) -> Result:
        """The GM does not grant an undo request."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "refuse")
            if request not in position.requests:
                raise BadInput("request", shown(request), phrase("an undo request that is open"))
            return Made([NewEvent("refused", viewer.actor, {"of": request})])

        return self._command(fight, build, expected, key, ["refuse", viewer.actor, request])
