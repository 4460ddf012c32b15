"""What the games' named dice may do beside their number, and how likely that is."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from .tree import Pool, Tree, pools


class Event(NamedTuple):
    """Something that a pool of named dice may do: the key of the :class:`~fracas.roll.live.Reason` that says so."""

    pool: Pool
    key: str
    chance: Fraction


def events(tree: Tree) -> list[Event]:
    """Every such event of an expression, with the exact chance that it happens at least once in its pool.

    >>> from .grammar import parse
    >>> [(key, str(chance)) for _, key, chance in events(parse("8wg2").tree)]
    [('wrath.critical', '1/36'), ('wrath.some', '5/18'), ('wrath.complication', '11/36')]
    """
    found = []
    for pool in pools(tree):
        if pool.die.name == "d10red":
            once = 1 - Fraction(9, 10) ** pool.count
            found += [Event(pool, "red.added", once), Event(pool, "red.subtracted", once)]
        if pool.die.name == "wg":
            every, some = Fraction(1, 6) ** pool.die.wrath, 1 - Fraction(5, 6) ** pool.die.wrath
            found.append(Event(pool, "wrath.critical", every))
            if pool.die.wrath > 1:
                found.append(Event(pool, "wrath.some", some - every))
            found.append(Event(pool, "wrath.complication", some))
    return found
