"""The policies of core/policy.py at the table: what a simulated fighter would do is what one here does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from ..core.errors import BadInput
from ..core.policy import POLICIES, Mind, Ways, plans_of
from ..core.record import Session
from ..rules import ways_of
from .legal import Choice, why_not

Policy = Callable[[Session, list[Choice]], Choice]
MINDS: WeakKeyDictionary[Session, dict[tuple[str, ...], Mind]] = WeakKeyDictionary()
"""What is known at each table; anew when somebody joins."""


def shared(name: str, otherwise: Policy) -> Policy:
    """The policy of this name; ``otherwise`` where the game has no part in it, or nobody has the turn."""

    def policy(session: Session, choices: list[Choice]) -> Choice:
        ways = known_ways(session.game.name)
        if ways is None or session.game.decider(session.fight) < 0 or all(one.do != "done" for one in choices):
            return otherwise(session, choices)
        return thought(session, ways, POLICIES.index(name)) or otherwise(session, choices)

    return policy


def thought(session: Session, ways: Ways, policy: int) -> Choice | None:
    """What the fighter whose turn it is does: the first thing it thinks of that the rules allow."""
    i, tried = session.game.decider(session.fight), 0
    mind = mind_of(session, ways)
    mind.policies = [policy] * len(session.fighters.ids)
    while tried >= 0:
        act = mind.think(session.fight, i, tried, mind)
        do, by, target, details, targets = mind.choice(act, session.fight, session.fighters, i)
        choice = Choice(do, by, target, targets, details)
        if why_not(session, choice) is None:
            return choice
        if (tried >> act.bit) & 1:
            return None
        tried |= 1 << act.bit
    return None


def mind_of(session: Session, ways: Ways) -> Mind:
    """What the fighters at this table know."""
    known, ids = MINDS.setdefault(session, {}), session.fighters.ids
    if ids not in known:
        same = len(session.start.fighters) == len(ids)
        start: Any = session.start if same else session.fight
        known[ids] = Mind(ways, start, [0] * len(ids), plans_of(session.game, ways, session.fighters))
    return known[ids]


@lru_cache(maxsize=16)
def known_ways(game: str) -> Ways | None:
    """A game's part of the policies, if it has one."""
    try:
        return ways_of(game)
    except BadInput:
        return None
