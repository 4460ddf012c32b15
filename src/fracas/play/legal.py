"""What may be decided now: ``legal`` lists it, ``why_not`` says why something else may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ..core.encounter import FREE, metres_between
from ..core.errors import FracasError, Pending
from ..core.game import Fighters, Game, decide
from ..core.record import Session
from ..core.table import Event, ScriptedTable


@dataclass(frozen=True)
class Choice:
    """One decision that could be made: as a record's entry writes it."""

    do: str
    by: str | None = None
    target: str | None = None
    targets: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def build(self, game: Game, fighters: Fighters) -> Any:
        """The game's decision; BadInput or Impossible where it is none."""
        several = list(self.targets) or None
        return decide(game, fighters, self.do, self.by, None if several else self.target, dict(self.details), several)

    def take(self, session: Session, **more: Any) -> Any:
        """Make the decision (see :meth:`Session.do`)."""
        return session.do(self.do, self.by, self.target, dict(self.details), targets=self.targets, **more)


def why_not(session: Session, choice: Choice) -> FracasError | None:
    """The reason why a decision may not be made now (a :class:`Refused` names the rule), or None: it may."""
    try:
        decision = choice.build(session.game, session.fighters)
        session.game.step(session.fight, decision, ScriptedTable(()))
    except Pending:
        return None
    except FracasError as error:
        return error
    return None


def legal(session: Session) -> list[Choice]:
    """The sensible decisions that the fighter whose turn it is may make now; before the fight: to begin it."""
    return [choice for choice in candidates(session) if why_not(session, choice) is None]


def candidates(session: Session) -> Iterator[Choice]:
    """Everything that the game would think of, allowed or not."""
    fight = session.fight
    if fight.clock.over:
        return
    decider = session.game.decider(fight)
    if decider == FREE:
        yield Choice("begin")
        return
    moves = import_module(f".moves.{session.game.name}", __package__)
    yield from moves.candidates(session, decider)


def reaction(session: Session, choice: Choice, id: str) -> Choice | None:
    """The decision with what one of those aimed at may declare before the roll (a dodge); None: nothing may be."""
    moves = import_module(f".moves.{session.game.name}", __package__)
    found: Choice | None = moves.reaction(session, choice, id) if hasattr(moves, "reaction") else None
    return found if found is not None and why_not(session, found) is None else None


def landing(session: Session, choice: Choice, events: Sequence[Event]) -> Choice | None:
    """What befalls those whom the GM names when something lands where the GM says; None: nothing of the kind happened."""
    moves = import_module(f".moves.{session.game.name}", __package__)
    found: Choice | None = moves.landing(session, choice, events) if hasattr(moves, "landing") else None
    return found


def allies_caught(session: Session, choice: Choice) -> list[str]:
    """Those of one's own side, and oneself, whom an attack would hit as well."""
    moves = import_module(f".moves.{session.game.name}", __package__)
    caught = moves.caught(session, choice) if hasattr(moves, "caught") else choice.targets
    if choice.by is None:
        return []
    ids, fighters = session.fighters.ids, session.fight.fighters
    side = fighters[ids.index(choice.by)].stand.side
    return [id for id in caught if fighters[ids.index(id)].stand.side == side]


def enemies(session: Session, i: int) -> list[int]:
    """The indices of those on other sides who are here and alive: first those who can fight, of each the nearest first."""
    fight, game = session.fight, session.game
    mine = fight.fighters[i].stand
    found = [
        j
        for j, who in enumerate(fight.fighters)
        if who.stand.here
        and who.stand.side != mine.side
        and not game.look(fight, session.fighters.ids, f"{session.fighters.ids[j]}.dead")
    ]

    def rank(j: int) -> tuple[bool, int, int]:
        out = out_of_it(game, fight, session.fighters, j)
        return out, metres_between(mine, fight.fighters[j].stand), j

    return sorted(found, key=rank)


def out_of_it(game: Game, fight: Any, fighters: Fighters, i: int) -> bool:
    """Is it dead, or unconscious, as far as the game has such views?"""
    for name in ("dead", "unconscious", "down", "stunned"):
        if name in game.fighter_views and game.look(fight, fighters.ids, f"{fighters.ids[i]}.{name}"):
            return True
    return False


def point_towards(mine: Any, other: Any, metres: int, stop: int) -> list[int]:
    """The point at most ``metres`` on the way to another, ``stop`` metres before it at the nearest (in whole metres)."""
    distance = metres_between(mine, other)
    step = min(metres, max(0, distance - stop))
    if distance == 0 or step <= 0:
        return [mine.x, mine.y]
    while step > 0:
        x = mine.x + round((other.x - mine.x) * step / distance)
        y = mine.y + round((other.y - mine.y) * step / distance)
        if metres_between(mine, mine._replace(x=x, y=y)) <= metres:
            return [x, y]
        step -= 1
    return [mine.x, mine.y]


def point_away(mine: Any, other: Any, metres: int) -> list[int]:
    """The point ``metres`` further from another (in whole metres)."""
    distance = max(1, metres_between(mine, other))
    dx, dy = mine.x - other.x, mine.y - other.y
    if dx == 0 and dy == 0:
        dx = distance
    for step in range(metres, 0, -1):
        x, y = mine.x + round(dx * step / distance), mine.y + round(dy * step / distance)
        if metres_between(mine, mine._replace(x=x, y=y)) <= metres:
            return [x, y]
    return [mine.x, mine.y]
