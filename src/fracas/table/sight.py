"""Who sees what. :func:`see` is the one function that decides it, for the state and for the log; whatever leaves the server
comes from it. What a viewer may not see is not in what it gives.

The GM sees everything but what others sealed. A player sees its own side in full; of foes the fields that are open to all
(``Game.open_views``), their health as the GM has settled, and of what happened all but private notes (``Game.private``:
health, ammunition, points) and hidden rolls. A watcher sees everybody so, and the players' side as settled for watchers.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..store.events import Event
from .knowing import Data
from .position import PERSON, Position, choice_data
from .retelling import Retelling
from .roles import Viewer


def see(position: Position, viewer: Viewer, events: Iterable[Event] = (), lang: str = "en") -> Data:
    """All that this viewer may see: ``{"fight", "seq", "you", "state", "log"}``; ``log`` has an entry for each of these
    events (of the same fight, up to the position's), in order.

    The state is read from what is stored, so that it is there also where today's rules cannot take the fight.
    """
    sight = Sight(position, viewer, lang)
    return {
        "fight": position.id,
        "seq": position.seq,
        "you": {"role": viewer.role.value, "name": viewer.name, "fighters": sorted(viewer.fighters)},
        "state": sight.state(),
        "log": [sight.entry(event) for event in events],
    }


class Sight(Retelling):
    """What one viewer sees of one position, in its language: the state here, the log in :mod:`~fracas.table.retelling`, who
    may be known in :mod:`~fracas.table.knowing`."""

    def state(self) -> Data:
        """How the fight stands."""
        position, views = self.position, self.position.views
        whole = {path.partition(".")[2]: value for path, value in views.items() if path.startswith("fight.")}
        return {
            "name": position.name,
            "ruleset": position.ruleset,
            "title": self.game.title,
            "version": position.version,
            "round": whole.pop("round", 0),
            "rounds": position.rounds,
            "turn": whole.pop("turn", None),
            "over": whole.pop("over", False),
            "fields": {name: value for name, value in whole.items() if name != "active"},
            "sides": list(position.sides),
            "fighters": [self.fighter(id) for id in position.ids],
            "waiting": self.waiting(),
            "sealed": [self.sealed(id) for id in position.sealed],
            "requests": [{"seq": seq, "of": of, "actor": who} for seq, (of, who) in position.requests.items()],
            "redo": bool(position.redoable) and self.viewer.is_gm,
            "settings": position.settings.to_dict() if self.viewer.is_gm else {},
            "house": dict(position.house),
            "dice": [dict(pool) for pool in position.pools],
            "problem": None if self.problem is None else self.explainer.error(self.problem),
        }

    def fighter(self, id: str) -> Data:
        """One fighter."""
        position = self.position
        prefix = f"{id}."
        fields = {
            path.removeprefix(prefix): value
            for path, value in position.views.items()
            if path.startswith(prefix) and self.sees(path) and path not in (f"{id}.health", f"{id}.side")
        }
        found = {
            "id": id,
            "name": self.name(id),
            "side": position.views.get(f"{id}.side", 0),
            "party": position.is_party(id),
            "person": position.is_person(id),
            "seat": position.seats.get(id),
            "yours": id in self.viewer.fighters or (self.viewer.is_gm and not position.is_person(id)),
            "dice": position.dice.get(id, "app"),
            "health": self.health(id, position.views.get(f"{id}.health")),
            "fields": fields,
        }
        return found | ({"play": position.players.get(id, PERSON)} if self.viewer.is_gm else {})

    def waiting(self) -> Data | None:
        """What the fight waits for: of a question that is not the viewer's, only whose it is."""
        waiting = self.position.waiting
        if waiting is None:
            return None
        yours = waiting.whose in self.viewer.fighters or (
            self.viewer.is_gm and waiting.whose not in self.position.forms
        )
        found: Data = {"seq": waiting.seq, "first": waiting.first, "whose": waiting.whose, "yours": yours}
        if self.viewer.is_gm or yours or (not waiting.hidden and self.knows(waiting.whose)):
            found |= self.question(waiting.question)
            if self.viewer.is_gm or not waiting.hidden:
                found["choice"] = choice_data(waiting.choice) if self.knows_deed(choice_data(waiting.choice)) else None
        return found

    def sealed(self, id: str) -> Data:
        """That somebody has decided in secret; what, to itself alone (the GM's own to the GM)."""
        yours = id in self.viewer.fighters or (self.viewer.is_gm and not self.position.is_person(id))
        found: Data = {"fighter": id, "yours": yours}
        return found | ({"choice": choice_data(self.position.sealed[id][1])} if yours else {})
