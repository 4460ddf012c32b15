"""A fight looked back on: what was to be expected of each attack, what it came to, and how lucky that was.

The odds of an attack are those of the moment before it, from the same rules: exact where that takes few paths, else from
simulated rolls. Luck is the share of all that could have happened which is worse than what did (what is equal counts
half): 50 % is average. Over several attacks their costs are added up as if each had been independent of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.errors import FracasError
from ..core.exact import TooManyPaths, explore
from ..core.table import SeededTable
from ..play.policies import STRIKES
from ..store.events import Event
from .position import Position, choice_of

MOST_PATHS, RUNS = 20_000, 400

Chances = Mapping[int, float]
"""What a target loses, with chances."""


@dataclass(frozen=True)
class Strike:
    """One attack that stands: entry ``seq``, who with what at whom, what came of it at the first target, and the moment
    before it."""

    seq: int
    by: str
    target: str
    weapon: str
    hit: bool
    suffered: int
    rounds: int
    game: Any
    fight: Any
    decision: Any
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Expected:
    """What was to be expected: the chance to hit, the chances of what it costs the target; ``exact``, or simulated."""

    hit: float
    chances: Chances
    exact: bool

    @property
    def mean(self) -> float:
        """What it costs on average."""
        return sum(value * chance for value, chance in self.chances.items())


def strikes(fight: str, events: Iterable[Event]) -> Iterator[Strike]:
    """The attacks of a fight's whole log that stand, in order, each with the moment before it."""
    all_events = list(events)
    last = Position(fight)
    for event in all_events:
        last.apply(event)
    undone = {deed.seq for deed in last.deeds if deed.undone}
    position = Position(fight)
    for event in all_events:
        strike = None
        if event.kind == "decided" and event.seq not in undone and event.body.get("do") in STRIKES:
            strike = _strike(position, event)
        position.apply(event)
        if strike is not None:
            yield strike


def _strike(position: Position, event: Event) -> Strike | None:
    body = event.body
    outcome = body.get("outcome") or {}
    if not outcome or body.get("by") is None:
        return None
    choice = choice_of(body)
    try:
        decision = choice.build(position.game, position.fighters)
        fight = position.fight
    except FracasError:  # today's rules cannot take it
        return None
    target = body.get("target") if body.get("target") in outcome else next(iter(outcome))
    weapon = choice.details.get("weapon")
    first = outcome[target]
    return Strike(
        event.seq,
        body["by"],
        str(target),
        weapon if isinstance(weapon, str) else "",
        bool(first["hit"]),
        int(first["suffered"]),
        rounds_spent(body, body["by"]),
        position.game,
        fight,
        decision,
        position.ids,
    )


def rounds_spent(body: Mapping[str, Any], by: str) -> int:
    """Rounds that a decision took out of its own weapons."""
    before, after = body.get("views", {}).get(f"{by}.loaded", ((), ()))
    if not isinstance(before, (list, tuple)) or not isinstance(after, (list, tuple)):
        return 0
    return sum(max(0, old - new) for old, new in zip(before, after, strict=False))


def expected(strike: Strike) -> Expected:
    """What was to be expected of an attack."""
    game, ids = strike.game, strike.ids
    hit, suffered = (game.view(ids, f"outcome.{strike.target}.{name}") for name in ("hit", "suffered"))
    try:
        states = [
            (state, float(chance))
            for state, chance in explore(game.step, strike.fight, strike.decision, most=MOST_PATHS).states.items()
        ]
        exact = True
    except (TooManyPaths, FracasError):
        rolled = [game.step(strike.fight, strike.decision, SeededTable(seed)) for seed in range(RUNS)]
        states, exact = [(state, 1 / RUNS) for state in rolled], False
    chances: dict[int, float] = {}
    for state, chance in states:
        value = int(suffered(state) or 0)
        chances[value] = chances.get(value, 0.0) + chance
    return Expected(sum(chance for state, chance in states if hit(state)), chances, exact)


def luck(chances: Chances, got: int) -> float:
    """The share of what could have happened that is less than what did; what is equal counts half.

    >>> luck({0: 0.5, 3: 0.25, 6: 0.25}, 3)
    0.625
    """
    less = sum(chance for value, chance in chances.items() if value < got)
    return less + chances.get(got, 0.0) / 2


def added(one: Chances, other: Chances) -> dict[int, float]:
    """The chances of the sum of two independent costs.

    >>> added({0: 0.5, 1: 0.5}, {0: 0.5, 1: 0.5})
    {0: 0.25, 1: 0.5, 2: 0.25}
    """
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found
