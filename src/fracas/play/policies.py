"""The policies of core/policy.py at the table: what a simulated fighter would do is what one here does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from ..core.encounter import FREE
from ..core.mind import Mind, plans_of
from ..core.record import Session
from ..core.ways import POLICIES as NAMES
from ..rules import ways_of
from .legal import Choice, why_not

Policy = Callable[[Session, list[Choice]], Choice]
STRIKES = ("attack", "grenade", "choke", "throw")
USUAL = "nearest"
"""The policy of those for whom none is named."""

MINDS: WeakKeyDictionary[Session, dict[tuple[str, ...], Mind]] = WeakKeyDictionary()
"""What is known at each table; anew when somebody joins."""


def decided(session: Session, choices: list[Choice], players: Mapping[str, str]) -> Choice:
    """The next decision of a fight in which policies play: of whose turn it is, or of who acts next; ``players`` says which
    policy, by id (USUAL: whom it leaves out, and persons). ``choices``: what is legal; before the fight, to begin it.

    >>> from fracas.encounters import ENCOUNTERS
    >>> from fracas.play.encounter import read_encounter
    >>> session = read_encounter(str(ENCOUNTERS["wng_duel"]), seed=1).session
    >>> decided(session, [Choice("begin")], {}).take(session).entry.do
    'begin'
    >>> decided(session, [], {}).do
    'act'
    """
    decider = session.game.decider(session.fight)
    if decider == FREE:
        return choices[0]
    mind = mind_of(session)
    mind.policies = [number_of(players.get(id, USUAL)) for id in session.fighters.ids]
    return thought(session, decider, mind) or choices[-1]


def number_of(player: str) -> int:
    """The policy of this name; USUAL where it is none (a person)."""
    return NAMES.index(player if player in NAMES else USUAL)


def thought(session: Session, i: int, mind: Mind) -> Choice | None:
    """What ``i`` does (or who is picked): the first thing thought of that the rules allow; None: nothing."""
    tried = 0
    while True:
        act = mind.think(session.fight, i, tried, mind)
        do, by, target, details, targets = mind.choice(act, session.fight, session.fighters, i)
        choice = Choice(do, by, target, targets, details)
        if why_not(session, choice) is None:
            return choice
        if (tried >> act.bit) & 1:
            return None
        tried |= 1 << act.bit


def mind_of(session: Session) -> Mind:
    """What the fighters at this table know."""
    known, ids = MINDS.setdefault(session, {}), session.fighters.ids
    if ids not in known:
        same = len(session.start.fighters) == len(ids)
        start: Any = session.start if same else session.fight
        ways = ways_of(session.game.name)
        known[ids] = Mind(ways, start, [0] * len(ids), plans_of(session.game, ways, session.fighters))
    return known[ids]


def policy_named(name: str) -> Policy:
    """The policy of this name for whoever decides."""

    def policy(session: Session, choices: list[Choice]) -> Choice:
        return decided(session, choices, dict.fromkeys(session.fighters.ids, name))

    return policy


POLICIES: dict[str, Policy] = {name: policy_named(name) for name in NAMES}
"""By the names that encounter files and the command line use."""
