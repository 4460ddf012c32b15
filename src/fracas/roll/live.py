"""Dice that are rolled once: every die on the table, what became of it, and what a game's named die did.

Dice fall in rounds, as at a table: all dice of a pool, then all that are re-rolled or follow an explosion, and so on; pools
from left to right. Own dice are typed in that order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ..core.errors import BadInput
from ..core.forms import shown
from ..core.generator import Generator
from .tree import Arithmetic, Negate, Number, Pool, Tree, check_dice, unit

MOST_FURTHER = 100
"""Further dice that one die may bring: explosions are not followed beyond, and re-rolls then take a face that may stay."""


class Source(Protocol):
    """Where faces come from."""

    def face(self, sides: int, low: int = 1) -> int:
        """A face of one die, 1 to ``sides``; a person calls the first one ``low``."""
        ...

    def one_of(self, faces: Sequence[int], sides: int) -> int:
        """One of these faces, each equally likely."""
        ...


class AppDice:
    """Dice from the counter-based generator.

    >>> AppDice(7).face(6), AppDice(7).face(6)
    (3, 3)
    """

    def __init__(self, seed: int) -> None:
        self.generator = Generator(seed)

    def face(self, sides: int, low: int = 1) -> int:
        return self.generator.face(sides)

    def one_of(self, faces: Sequence[int], sides: int) -> int:
        return faces[self.generator.face(len(faces)) - 1]


class OwnDice:
    """Faces as they are typed: split by anything (``3,4,6``) or run together (``346``); 0 is 10 on a d10.

    >>> dice = OwnDice("6 ３4")
    >>> [dice.face(6) for _ in range(3)]
    [6, 3, 4]
    >>> dice.face(6)
    Traceback (most recent call last):
    ...
    fracas.core.errors.BadInput: dice: no die left after 3 - should be one more face, 1 to 6 on a d6
    """

    def __init__(self, typed: str) -> None:
        plain = typed.translate(_PLAIN)
        if re.search(r"[^0-9\s,;.+/、，；-]", plain) or not re.search("[0-9]", plain):
            raise BadInput("dice", shown(typed), "faces, such as 7,6,6,2")
        self.tokens = re.findall(r"-?[0-9]+", plain)
        self.used = 0

    def face(self, sides: int, low: int = 1) -> int:
        high = low + sides - 1
        right = f"{low} to {high} on a " + ("dF" if low < 1 else f"d{sides}")
        if not self.tokens:
            raise BadInput(
                "dice", f"no die left after {self.used}" if self.used else "no die", f"one more face, {right}"
            )
        token = self.tokens[0]
        if low == 1 and token.isdecimal() and len(token) > 1 and not _fits(token, sides):
            self.tokens[:1] = list(token)
            token = self.tokens[0]
        face = 10 if token == "0" and sides == 10 and low == 1 else int(token[:9])
        if not low <= face <= high:
            raise BadInput("dice", shown(token), right)
        self.tokens.pop(0)
        self.used += 1
        return face - low + 1

    def one_of(self, faces: Sequence[int], sides: int) -> int:
        raise BadInput("dice", f"more than {MOST_FURTHER} re-rolls of one die", "a die that stays")

    def finish(self) -> None:
        """Refuse faces that nothing asked for."""
        if self.tokens:
            raise BadInput(
                "dice", f"{shown(', '.join(self.tokens))} left over", f"{self.used} faces for this expression"
            )


_PLAIN = str.maketrans("０１２３４５６７８９，−－", "0123456789,--")


def _fits(token: str, sides: int) -> bool:
    return token[0] != "0" and len(token) <= 4 and int(token) <= sides


@dataclass
class Thrown:
    """One die that fell (``faces``: two for a d66).

    ``value`` is what it says, with its sign; ``rerolled``: another was rolled in its place; ``exploded``: it brought one
    more; ``extra``: it is such a one. ``success`` is None where successes are not counted.
    """

    faces: tuple[int, ...]
    value: int
    extra: bool = False
    rerolled: bool = False
    exploded: bool = False
    dropped: bool = False
    wrath: bool = False
    success: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """For JSON; what is not so is left out."""
        marks = ("extra", "rerolled", "exploded", "dropped", "wrath", "success")
        given = {name: getattr(self, name) for name in marks if getattr(self, name) not in (False, None)}
        return {"faces": list(self.faces), "value": self.value, **given}


class Reason(NamedTuple):
    """What a named die did: a key and its numbers.

    ``red.added``, ``red.subtracted`` (``face``); ``wrath.critical``, ``wrath.some`` and ``wrath.complication`` (``dice``: how
    many Wrath dice show it, ``of``); ``extra.icons`` (``icons``, ``dice``).
    """

    key: str
    numbers: dict[str, int]


@dataclass
class Rolled:
    """One pool as it fell. ``chains``: each die of the pool with what was rolled after it."""

    pool: Pool
    chains: list[list[Thrown]]
    value: int = 0
    reasons: list[Reason] = field(default_factory=list)

    @property
    def dice(self) -> list[Thrown]:
        """All dice that fell, chain by chain."""
        return [die for chain in self.chains for die in chain]


@dataclass
class Result:
    """A rolled expression: its value, what that counts (``total``, ``successes``, ``icons``), and its pools.

    ``faces`` are all faces in the order in which they fell, as :class:`OwnDice` takes them.
    """

    tree: Tree
    value: int
    unit: str
    pools: list[Rolled]
    faces: list[int]


def roll(tree: Tree, source: Source) -> Result:
    """Roll an expression once.

    >>> from .grammar import parse
    >>> result = roll(parse("4d6kh3+2").tree, OwnDice("6 1 4 4"))
    >>> result.value, [die.value for die in result.pools[0].dice if die.dropped]
    (16, [1])
    >>> roll(parse("d10red").tree, OwnDice("1 7")).pools[0].reasons
    [Reason(key='red.subtracted', numbers={'face': 7})]
    """
    live = _Live(source)
    value = live.of(check_dice(tree))
    if isinstance(source, OwnDice):
        source.finish()
    return Result(tree, value, unit(tree), live.pools, live.faces)


class _Live:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.pools: list[Rolled] = []
        self.faces: list[int] = []

    def of(self, tree: Tree) -> int:
        if isinstance(tree, Number):
            return tree.value
        if isinstance(tree, Negate):
            return -self.of(tree.of)
        if isinstance(tree, Arithmetic):
            left, right = self.of(tree.left), self.of(tree.right)
            return left + right if tree.sign == "+" else left - right if tree.sign == "-" else left * right
        rolled = Rolled(tree, [[] for _ in range(tree.count)])
        self.pools.append(rolled)
        further = rolled.chains
        while further:
            further = [chain for chain in further if self._throw(tree, chain)]
        _settle(rolled)
        return rolled.value

    def _throw(self, pool: Pool, chain: list[Thrown]) -> bool:
        """One more die of a chain; does another follow?"""
        before = chain[-1] if chain else None
        extra = before is not None and (before.extra if before.rerolled else before.exploded)
        faces = self._faces(pool, chain)
        value = pool.die.read(faces)
        if pool.die.name == "d10red" and before is not None:
            value = value if before.value == 10 else -value
        die = Thrown(faces, value, extra)
        chain.append(die)
        if pool.reroll and pool.reroll.when.holds(value):
            die.rerolled = not (pool.reroll.once and before is not None and before.rerolled)
        if not die.rerolled:
            die.exploded = _explodes(pool, die, sum(one.exploded for one in chain))
        return die.rerolled or die.exploded

    def _faces(self, pool: Pool, chain: list[Thrown]) -> tuple[int, ...]:
        die = pool.die
        low = -1 if die.name == "dF" else 1
        again = chain[-MOST_FURTHER:]
        if pool.reroll and len(again) == MOST_FURTHER and all(one.rerolled for one in again):
            stays = [value for value in pool.die.weights() if not pool.reroll.when.holds(value)]
            value = self.source.one_of(stays, die.sides)
            faces: tuple[int, ...] = divmod(value, 10) if die.parts == 2 else (value - low + 1,)
        else:
            faces = tuple(self.source.face(die.sides, low) for _ in range(die.parts))
        self.faces += [face + low - 1 for face in faces]
        return faces


def _explodes(pool: Pool, die: Thrown, before: int) -> bool:
    """Does this die, which stays, bring one more? ``before``: how many of its chain did."""
    if pool.die.name == "d10red":
        return not die.extra and die.value in (1, 10)
    if not pool.explode or die.value != pool.die.sides:
        return False
    return before < (1 if pool.explode == "!o" else MOST_FURTHER)


def _settle(rolled: Rolled) -> None:
    """Keep, drop and count; say what named dice did."""
    pool = rolled.pool
    staying = [die for die in rolled.dice if not die.rerolled]
    if pool.keep:
        order = sorted(staying, key=lambda die: die.value, reverse=pool.keep.highest)
        first, rest = order[: pool.keep.number], order[pool.keep.number :]
        for die in first if pool.keep.drops else rest:
            die.dropped = True
    kept = [die for die in staying if not die.dropped]
    if pool.success:
        for die in kept:
            die.success = pool.success.holds(die.value)
    rolled.value = sum(pool.counts(die.value) for die in kept)
    for chain in rolled.chains[: pool.die.wrath]:
        chain[0].wrath = True
    rolled.reasons = list(_reasons(rolled))


def _reasons(rolled: Rolled) -> list[Reason]:
    name = rolled.pool.die.name
    if name == "d10red":
        return [
            Reason("red.added" if chain[1].value > 0 else "red.subtracted", {"face": chain[1].faces[0]})
            for chain in rolled.chains
            if len(chain) > 1
        ]
    if name == "ed":
        return [Reason("extra.icons", {"icons": rolled.value, "dice": rolled.pool.count})]
    found = []
    if name == "wg":
        wrath = [die.faces[0] for die in rolled.dice if die.wrath]
        sixes, ones = wrath.count(6), wrath.count(1)
        if sixes:
            key = "wrath.critical" if sixes == len(wrath) else "wrath.some"
            found.append(Reason(key, {"dice": sixes, "of": len(wrath)}))
        if ones:
            found.append(Reason("wrath.complication", {"dice": ones, "of": len(wrath)}))
    return found
