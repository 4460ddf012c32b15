"""What a dice expression says, as a small tree: numbers, pools of dice, plus, minus, times.

``str`` of a tree is the expression in its plain form (``4d6kh3+2``); read again, it is the same tree. A node that cannot be
meant (``kh5`` of four dice, re-rolling every face) is refused when it is built, with :class:`BadInput`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.errors import BadInput

MOST_DICE = 200
MOST_SIDES = 1000
MOST_NUMBER = 9999

ICONS = (0, 0, 0, 1, 1, 2)
"""Icons of a Wrath & Glory die by its face, 1 to 6."""


@dataclass(frozen=True)
class Die:
    """One kind of die: ``name`` as written after its number, ``sides`` of what lies on the table, and how many of those
    are read together (``parts``: two for d66). ``wrath``: how many dice of the pool are Wrath dice.

    >>> D66.read((3, 5)), FATE.read((1,)), EXTRA.read((6,)), D66.weights()[35]
    (35, -1, 2, 1)
    """

    name: str
    sides: int
    parts: int = 1
    wrath: int = 0

    @property
    def plain(self) -> bool:
        """An ordinary die: its value is its face."""
        return self.name == f"d{self.sides}"

    @property
    def named(self) -> bool:
        """A die with a game's own rule in it; no modifier goes with it."""
        return self.name in ("d10red", "wg", "ed")

    def read(self, faces: tuple[int, ...]) -> int:
        """The value of these faces (one, or two for d66)."""
        if self.parts == 2:
            return 10 * faces[0] + faces[1]
        if self.name == "dF":
            return faces[0] - 2
        return ICONS[faces[0] - 1] if self.name in ("wg", "ed") else faces[0]

    def weights(self) -> dict[int, int]:
        """Every value and in how many equally likely ways it comes; a d10red with its extra die."""
        faces = range(1, self.sides + 1)
        if self.name == "d10red":
            return {
                **{1 - more: 1 for more in faces},
                **dict.fromkeys(range(2, 10), 10),
                **{10 + more: 1 for more in faces},
            }
        found: dict[int, int] = {}
        for shown in (
            ((tens, ones) for tens in faces for ones in faces) if self.parts == 2 else ((one,) for one in faces)
        ):
            value = self.read(shown)
            found[value] = found.get(value, 0) + 1
        return found


def plain(sides: int) -> Die:
    """A die of so many sides."""
    if not 2 <= sides <= MOST_SIDES:
        raise BadInput("roll", f"d{sides}", f"a die of 2 to {MOST_SIDES} sides")
    return Die(f"d{sides}", sides)


def wrath_pool(wrath: int = 1) -> Die:
    """Dice of a Wrath & Glory pool."""
    return Die("wg", 6, 1, wrath)


D66 = Die("d66", 6, 2)
FATE = Die("dF", 3)
RED = Die("d10red", 10)
EXTRA = Die("ed", 6)


@dataclass(frozen=True)
class Condition:
    """A comparison with a number.

    >>> str(Condition(">=", 6)), Condition("<=", 2).holds(3)
    ('>=6', False)
    """

    sign: str
    number: int

    def holds(self, value: int) -> bool:
        """Is it true of this value?"""
        if self.sign == "=":
            return value == self.number
        if self.sign in (">=", ">"):
            return value > self.number or (self.sign == ">=" and value == self.number)
        return value < self.number or (self.sign == "<=" and value == self.number)

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"


@dataclass(frozen=True)
class Reroll:
    """Re-roll dice for which the condition holds: once, or always."""

    when: Condition
    once: bool

    def __str__(self) -> str:
        when = str(self.when.number) if self.when.sign == "=" else str(self.when)
        return ("ro" if self.once else "r") + when


@dataclass(frozen=True)
class Keep:
    """Keep or drop the highest or lowest: ``how`` is kh, kl, dh or dl."""

    how: str
    number: int

    @property
    def drops(self) -> bool:
        return self.how[0] == "d"

    @property
    def highest(self) -> bool:
        return self.how[1] == "h"

    def __str__(self) -> str:
        return f"{self.how}{self.number}"


@dataclass(frozen=True)
class Number:
    """A whole number, 0 or more."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Pool:
    """Dice of one kind and what is done with them, in this order: re-roll, explode, keep or drop, count successes.

    ``explode`` is ``"!"``, ``"!o"`` or ``""``. A die that explodes brings another into the pool, a die of its own: it may be
    kept, dropped or be a success by itself.

    >>> str(Pool(4, plain(6), keep=Keep("kh", 3))), str(Pool(8, wrath_pool(2))), str(Pool(1, D66))
    ('4d6kh3', '8wg2', 'd66')
    >>> Pool(4, plain(6), keep=Keep("kh", 5))
    Traceback (most recent call last):
    ...
    fracas.core.errors.BadInput: roll: kh5 of 4 dice - should be a number from 1 to 4
    """

    count: int
    die: Die
    reroll: Reroll | None = None
    explode: str = ""
    keep: Keep | None = None
    success: Condition | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.count * self.die.parts <= MOST_DICE:
            raise BadInput("roll", f"{self.dice} dice in {self}", f"1 to {MOST_DICE} dice")
        if self.die.named and (self.reroll or self.explode or self.keep or self.success):
            raise BadInput(
                "roll", str(self), f"{Pool(self.count, self.die)} alone: a game's named dice take no modifiers"
            )
        if self.die.name == "wg" and not 1 <= self.die.wrath <= self.count:
            raise BadInput("roll", str(self), f"1 to {self.count} Wrath dice in a pool of {self.count}")
        if self.explode and not self.die.plain:
            raise BadInput("roll", f"{self.explode} in {self}", "left out: d66 and dF do not explode")
        if self.keep:
            most = self.count - 1 if self.keep.drops else self.count
            if not 1 <= self.keep.number <= most:
                right = f"a number from 1 to {most}" if most else "left out: a single die cannot be dropped"
                raise BadInput("roll", f"{self.keep} of {self.count} dice", right)
        if self.reroll and not self.reroll.once and not self.stays():
            raise BadInput("roll", f"{self.reroll} in {self}", "a condition that lets some face stay: this never ends")
        if self.explode == "!" and self.stays() == [self.die.sides]:
            raise BadInput("roll", f"! in {self}", "!o: every die would explode, and this never ends")

    @property
    def dice(self) -> int:
        """How many dice lie on the table, before any re-roll or explosion."""
        return self.count * self.die.parts

    def stays(self) -> list[int]:
        """The values that an endless re-roll (``r``) lets stay; all of them where there is none."""
        again = self.reroll if self.reroll and not self.reroll.once else None
        return [value for value in self.die.weights() if not (again and again.when.holds(value))]

    def counts(self, value: int) -> int:
        """What a kept die of this value adds to the pool: its value, or 1 for a success."""
        return (1 if self.success.holds(value) else 0) if self.success else value

    def __str__(self) -> str:
        number = str(self.count) if self.count != 1 or self.die.name in ("wg", "ed") else ""
        wrath = str(self.die.wrath) if self.die.name == "wg" and self.die.wrath != 1 else ""
        rest = "".join(str(one) for one in (self.reroll, self.explode, self.keep, self.success) if one)
        return f"{number}{self.die.name}{wrath}{rest}"


@dataclass(frozen=True)
class Negate:
    """Minus something."""

    of: Tree

    def __str__(self) -> str:
        return f"-{_inside(self.of, not isinstance(self.of, (Number, Pool)))}"


@dataclass(frozen=True)
class Arithmetic:
    """Two parts joined by ``sign``, one of ``+ - *``.

    >>> one, two = Number(1), Number(2)
    >>> str(Arithmetic("*", Arithmetic("+", one, two), Negate(two))), str(Arithmetic("-", one, Arithmetic("-", one, two)))
    ('(1+2)*-2', '1-(1-2)')
    """

    sign: str
    left: Tree
    right: Tree

    def __str__(self) -> str:
        times = self.sign == "*"
        left = _inside(self.left, times and isinstance(self.left, Arithmetic) and self.left.sign != "*")
        right = _inside(self.right, isinstance(self.right, Arithmetic) and (times or self.right.sign != "*"))
        return f"{left}{self.sign}{right}"


Tree = Number | Pool | Negate | Arithmetic


def _inside(tree: Tree, brackets: bool) -> str:
    return f"({tree})" if brackets else str(tree)


def pools(tree: Tree) -> Iterator[Pool]:
    """The pools of an expression, from left to right."""
    if isinstance(tree, Pool):
        yield tree
    elif isinstance(tree, Negate):
        yield from pools(tree.of)
    elif isinstance(tree, Arithmetic):
        yield from pools(tree.left)
        yield from pools(tree.right)


def check_dice(tree: Tree) -> Tree:
    """The tree, if it asks for no more dice than an expression may."""
    dice = sum(pool.dice for pool in pools(tree))
    if dice > MOST_DICE:
        raise BadInput("roll", f"{dice} dice", f"at most {MOST_DICE} in one expression")
    return tree


def unit(tree: Tree) -> str:
    """What the result counts: ``successes``, ``icons`` (Wrath & Glory) or ``total``.

    >>> unit(Pool(5, plain(10), success=Condition(">=", 6))), unit(Pool(8, wrath_pool())), unit(Number(1))
    ('successes', 'icons', 'total')
    """
    units = {"successes" if one.success else "icons" if one.die.name == "wg" else "total" for one in pools(tree)}
    return units.pop() if len(units) == 1 else "total"
