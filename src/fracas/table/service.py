"""What a server works with: :class:`Tables`, all the fights of one store.

Every command names who gives it (a :class:`Viewer`), the event number that it saw last (``expected``; None: whatever stands)
and, where the network may lose an answer, an idempotency ``key``. It adds its events at once, or raises and nothing has
happened:

* :class:`BadInput`, :class:`Refused`: it cannot be meant; a rule does not allow it
* :class:`NotAllowed`: not this role, or not out of turn; :class:`NotNow`: not while a die is awaited, nothing to redo
* :class:`Conflict`: the fight has gone on; look again (never merged); :class:`KeyReused`
* the other :class:`StoreError`: no space, no database; the same command with the same key may be sent again
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import phrase
from ..store.events import Appended, NewEvent
from . import permit
from .beginning import NewFight, first_events
from .deciding import Deciding
from .desk import Made, Result, new_id
from .dice import new_pool
from .errors import NotNow
from .position import Position
from .roles import Viewer
from .undoing import Undoing


class Tables(Deciding, Undoing):
    """All fights of one store: their beginning, decisions (:mod:`~fracas.table.deciding`), undo
    (:mod:`~fracas.table.undoing`), and who sits where. Threads may share it."""

    def create(
        self, new: NewFight, viewer: Viewer, key: str | None = None, id: str | None = None, request: Any = None
    ) -> str:
        """A new fight, with the commitment to its dice in it; its id (unguessable where none is given). ``request``: what was
        asked for (JSON), where ``new`` depends on more than that."""
        permit.gm(viewer, "create")
        made, pool = first_events(new, viewer)
        fight = id or new_id(key)
        asked = ["create", viewer.actor, dict(made[0].body) if request is None else request]
        self.log.create(fight, new.game.name, new.game.version, new.name, made, [pool], key, asked)
        return fight

    def settle(
        self,
        fight: str,
        viewer: Viewer,
        settings: Mapping[str, Any],
        expected: int | None = None,
        key: str | None = None,
    ) -> Result:
        """Change what the GM has settled about the table (see :class:`~fracas.table.roles.Settings`)."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "settings")
            position.settings.with_these(settings)
            return Made([NewEvent("settled", viewer.actor, {"settings": dict(settings)})])

        return self._command(fight, build, expected, key, ["settle", viewer.actor, settings])

    def seat(
        self,
        fight: str,
        viewer: Viewer,
        fighter: str,
        expected: int | None = None,
        key: str | None = None,
        **given: Any,
    ) -> Result:
        """Who plays a fighter: ``person`` (a name; None: nobody any more), ``dice`` (``own`` or ``app``), ``play``
        (``person`` or a policy; GM). A player seats itself at its own fighters; the GM's own dice are those of fighter
        ``gm``."""

        def build(position: Position) -> Made:
            permit.seat(position, viewer, fighter, given)
            return Made([NewEvent("seated", viewer.actor, {"fighter": fighter, **given})])

        return self._command(fight, build, expected, key, ["seat", viewer.actor, fighter, dict(given)])

    def open_dice(self, fight: str, viewer: Viewer, expected: int | None = None, key: str | None = None) -> Result:
        """Publish the secret of the app's dice, so that everybody can check them (GM; after the fight). A new commitment
        comes with it: should the fight go on, it goes on with other dice."""

        def build(position: Position) -> Made:
            permit.gm(viewer, "dice")
            if position.waiting is not None:
                raise NotNow("dice", phrase("a decision waits"), phrase("opened when none does"))
            made = self._opening(position, viewer.actor)
            if made is None:
                raise NotNow(
                    "dice", phrase("the secret is not known here"), phrase("opened where the fight was played")
                )
            return made

        return self._command(fight, build, expected, key, ["open dice", viewer.actor])

    def _opening(self, position: Position, actor: str) -> Made | None:
        """The events that publish the secret of the dice in use and promise the next; None: it is not known here."""
        pool = new_pool(len(position.pools))
        known = [one for one in self.log.pools(position.id) if one.number == pool.number - 1 and one.secret]
        if not known:
            return None
        opened = {"pool": known[0].number, "secret": known[0].secret, "commitment": known[0].commitment}
        after = {"pool": pool.number, "commitment": pool.commitment}
        return Made([NewEvent("opened", actor, opened), NewEvent("committed", actor, after)], [pool])

    def _add(self, position: Position, made: Made, key: str | None, asked: Any) -> Appended:
        """As everywhere; and when a fight ends, the secret of its dice is published at once."""
        before = position.views.get("fight.over")
        added = super()._add(position, made, key, asked)
        if not added.repeated and position.views.get("fight.over") and not before and position.waiting is None:
            opening = self._opening(position, added.events[-1].actor)
            if opening is not None:
                super()._add(position, opening, None, None)
        return added
