"""Policies: how a fighter decides that nobody plays. Each picks one of the legal decisions; a person does the same.

They know no game: an attack is a decision at a target, and what it is worth is what it takes on average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from ..core.encounter import FREE, WAITING, metres_between
from ..core.errors import FracasError
from ..core.record import Session
from ..core.table import SeededTable
from .legal import Choice, enemies, out_of_it, why_not
from .thinking import shared

Policy = Callable[[Session, list[Choice]], Choice]
STRIKES = ("attack", "grenade", "choke", "throw")
BESIDE = 2
"""Metres at which foes are in reach of each other's hands."""
SETTLES = ("break_free", "escape", "put_out", "stand_up", "reload", "mend", "catch_breath")
"""What a fighter does first who cannot strike."""


TRIES, FIRST_TRIES, BEST = 100, 12, 4
"""How often an attack is tried to see what it is worth, with the same dice for every attack, so that they compare fairly:
all of them a few times, then the best of these."""


def worth(session: Session, choice: Choice, tries: int = TRIES) -> float:
    """What an attack takes on average, from whomever it hits (those of one's own side count against it): the mean of some
    tries with fixed seeds, since exact odds of every attack would take too long."""
    game, fight, fighters = session.game, session.fight, session.fighters
    decision = choice.build(game, fighters)
    side = fight.fighters[fighters.ids.index(str(choice.by))].stand.side
    signs = [-1 if who.stand.side == side else 1 for who in fight.fighters]
    views = [
        (game.view(fighters.ids, f"outcome.{id}.suffered"), sign) for id, sign in zip(fighters.ids, signs, strict=True)
    ]
    total = 0
    for seed in range(tries):
        try:
            after = game.step(fight, decision, SeededTable(seed))
        except FracasError:
            return 0.0
        total += sum(sign * view(after) for view, sign in views)
    return total / tries


def best_strike(session: Session, choices: list[Choice]) -> Choice | None:
    """The attack that takes the most on average, if any takes something."""
    first_look = [(worth(session, choice, FIRST_TRIES), -place) for place, choice in enumerate(choices)]
    promising = sorted(first_look, reverse=True)[:BEST]
    best = max(((worth(session, choices[-place]), place) for _, place in promising), default=(0.0, 0))
    return choices[-best[1]] if best[0] > 0 else None


def at_nearest(session: Session, choices: list[Choice]) -> list[Choice]:
    """Of some attacks those at the foe who is nearest."""
    fighters = session.fight.fighters
    return _at(session, choices, lambda i: metres_between(_deciding(session, choices).stand, fighters[i].stand))


def at_weakest(session: Session, choices: list[Choice]) -> list[Choice]:
    """Of some attacks those at the foe who has the least left."""
    game = session.game

    def left(i: int) -> int:
        who = session.fight.fighters[i]
        value: int = game.look(session.fight, session.fighters.ids, f"{session.fighters.ids[i]}.{game.vital(who)}")
        return -value if game.counts_taken(who) else value

    return _at(session, choices, left)


def _at(session: Session, choices: list[Choice], measure: Callable[[int], int]) -> list[Choice]:
    ids = session.fighters.ids
    targets = {c.target for c in choices if c.target is not None}
    up = {id for id in targets if not out_of_it(session.game, session.fight, session.fighters, ids.index(id))}
    places = {id: measure(ids.index(id)) for id in up or targets}
    if not places:
        return choices
    least = min(places.values())
    return [choice for choice in choices if choice.target is None or places.get(choice.target) == least]


def _deciding(session: Session, choices: list[Choice]) -> Any:
    """The fighter whose decisions these are."""
    by = next((choice.by for choice in choices if choice.by is not None), None)
    return session.fight.fighters[session.fighters.ids.index(by) if by is not None else 0]


def first(choices: list[Choice], *names: str) -> Choice | None:
    """The first decision of these kinds."""
    return next((choice for name in names for choice in choices if choice.do == name), None)


def closes_in(session: Session, choices: list[Choice]) -> bool:
    """Would moving bring it nearer: it has not moved in this turn, and no foe is beside it?"""
    who = _deciding(session, choices)
    foes = enemies(session, session.fight.fighters.index(who))
    beside = any(metres_between(who.stand, session.fight.fighters[foe].stand) <= BESIDE for foe in foes)
    return who.stand.moved == 0 and not beside


def strike_or_close_in(session: Session, choices: list[Choice], wanted: Callable[..., list[Choice]]) -> Choice:
    """The best attack at whom is wanted; else reload, get up or free; else close in; else the turn is over."""
    strikes = wanted(session, [choice for choice in choices if choice.do in STRIKES])
    closing = ("move",) if closes_in(session, choices) else ()
    found = best_strike(session, strikes) or first(choices, *SETTLES, *closing, "begin", "act")
    return found or choices[-1]


def nearest(session: Session, choices: list[Choice]) -> Choice:
    """Attacks the nearest foe with what does most; reloads, gets up, closes in when it cannot."""
    return strike_or_close_in(session, choices, at_nearest)


def weakest(session: Session, choices: list[Choice]) -> Choice:
    """Attacks the foe who has the least left."""
    return strike_or_close_in(session, choices, at_weakest)


def strongest_blow(session: Session, choices: list[Choice]) -> Choice:
    """Makes the attack that takes the most on average, whoever is hit."""
    return strike_or_close_in(session, choices, lambda _, strikes: strikes)


def cautious(session: Session, choices: list[Choice]) -> Choice:
    """As nearest; but when badly hurt it moves away and helps itself first."""
    game, who = session.game, _deciding(session, choices)
    id = choices[-1].by
    if game.badly_hurt(who):
        found = next((c for c in choices if c.do == "stabilise" and c.target != id), None)
        away = [choice for choice in choices if choice.do in ("move", "fall_back")]
        if found or away:
            return found or away[-1]
    return nearest(session, choices)


def passive(session: Session, choices: list[Choice]) -> Choice:
    """Does nothing."""
    return first(choices, "begin", "act", "decline", "done") or choices[-1]


def bold(session: Session, choices: list[Choice]) -> Choice:
    """As strongest; and it spends what points there are on attacks (Luck, Wrath, Glory), and Glory or Ruin to act out of
    turn or to be alert (see :func:`who_acts`)."""
    moves = import_module(f".moves.{session.game.name}", __package__)
    found = strongest_blow(session, choices)
    spent = moves.spending(session, found) if hasattr(moves, "spending") else found
    return spent if why_not(session, spent) is None else found


def who_acts(session: Session, choices: list[Choice], players: Mapping[str, str]) -> Choice:
    """Where somebody is to be picked who acts next: one who plays bold and whose side would spend a point for it, else
    the first of those who are due."""
    moves = import_module(f".moves.{session.game.name}", __package__)
    for choice in choices:
        if players.get(str(choice.by)) == "bold" and moves.spends_to_act(session, choice):
            return choice
    return first(choices, "act", "done") or choices[0]


POLICIES: dict[str, Policy] = {
    "nearest": shared("nearest", nearest),
    "weakest": shared("weakest", weakest),
    "strongest": shared("strongest", strongest_blow),
    "cautious": shared("cautious", cautious),
    "passive": shared("passive", passive),
    "bold": bold,
}
"""By the names that encounter files and the command line use."""


def decided(session: Session, choices: list[Choice], players: Mapping[str, str]) -> Choice:
    """The next decision of a fight in which policies play: ``players`` says which, by id (nearest: whom it leaves out)."""
    decider = session.game.decider(session.fight)
    if decider == FREE:
        return choices[0]
    if decider == WAITING:
        return who_acts(session, choices, players)
    player = players.get(session.fighters.ids[decider], "nearest")
    return POLICIES.get(player, nearest)(session, choices)
