"""The exact distribution of a dice expression, as fractions: pool by pool, then through the arithmetic.

Adding dice up is done on packed weights (:mod:`fracas.roll.packed`); keeping and dropping goes through the faces in order.

Only an endless explosion has to be cut: no die is followed beyond ``MOST_EXPLOSIONS`` further dice, nor beyond the first one
less likely than ``UNLIKELY``. The probability that this happened is reported as ``dropped``; the results in which it
happened are counted as if the last die had not exploded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import accumulate, repeat
from math import comb
from typing import NamedTuple

from ..core.errors import BadInput
from ..core.exact import UNLIKELY
from ..odds.distribution import Distribution
from .packed import pack, unpack, width_for
from .tree import Arithmetic, Keep, Negate, Number, Pool, Tree, check_dice

MOST_EXPLOSIONS = 12
MOST_RESULTS = 5000
MOST_BITS = 12_000
MOST_WORK = 10**11
"""What keeping dice of a pool may cost, in bits of weights moved: a few seconds."""


class Weights(NamedTuple):
    """Results with whole-number weights that add up to ``total``; ``dropped`` is the probability of a cut explosion."""

    ways: dict[int, int]
    total: int
    dropped: Fraction = Fraction(0)


def odds(tree: Tree) -> Distribution:
    """The exact distribution of an expression.

    Raises :class:`BadInput` when it would take too long to work out.

    >>> from .grammar import parse
    >>> found = odds(parse("4d6kh3").tree)
    >>> found.names, found.mean(), found[18]
    (('4d6kh3',), Fraction(15869, 1296), Fraction(7, 432))
    >>> odds(parse("d6!").tree).dropped == Fraction(1, 6) ** 13
    True
    """
    found = _of(check_dice(tree))
    chances = {result: Fraction(weight, found.total) for result, weight in found.ways.items()}
    return Distribution((str(tree),), chances, found.dropped)


def _of(tree: Tree) -> Weights:
    if isinstance(tree, Number):
        return Weights({tree.value: 1}, 1)
    if isinstance(tree, Pool):
        return pool_weights(tree)
    if isinstance(tree, Negate):
        found = _of(tree.of)
        return found._replace(ways={-result: weight for result, weight in found.ways.items()})
    return _joined(tree, _of(tree.left), _of(tree.right))


def _joined(tree: Arithmetic, left: Weights, right: Weights) -> Weights:
    """Two independent parts added, subtracted or multiplied."""
    dropped = 1 - (1 - left.dropped) * (1 - right.dropped)
    total = left.total * right.total
    pairs = len(left.ways) * len(right.ways)
    span = max(left.ways) - min(left.ways) + max(right.ways) - min(right.ways) + 1
    if tree.sign != "*" and pairs > 10_000 and span <= 2 * MOST_RESULTS:
        other = right.ways if tree.sign == "+" else {-result: weight for result, weight in right.ways.items()}
        lows, width = (min(left.ways), min(other)), width_for(total)
        _check_size(tree, span // 2, total)
        packed = pack(left.ways, lows[0], width) * pack(other, lows[1], width)
        return Weights(unpack(packed, sum(lows), width), total, dropped)
    _check_size(tree, pairs // 400, total)
    join: Callable[[int, int], int] = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[tree.sign]
    ways: dict[int, int] = {}
    for one, weight in left.ways.items():
        for other_one, other_weight in right.ways.items():
            result = join(one, other_one)
            ways[result] = ways.get(result, 0) + weight * other_weight
    _check_size(tree, len(ways), total)
    return Weights(ways, total, dropped)


def _check_size(tree: Tree, results: int, total: int) -> None:
    if results > MOST_RESULTS or total.bit_length() > MOST_BITS:
        raise BadInput(
            "roll", f"the odds of {tree}", f"fewer or smaller dice: at most {MOST_RESULTS} results are counted"
        )


class _Faces(NamedTuple):
    """The values of one die after re-rolls, with weights over ``total``."""

    ways: dict[int, int]
    total: int


def _faces(pool: Pool) -> _Faces:
    """One die of the pool, re-rolled where the pool says so."""
    ways = pool.die.weights()
    total = sum(ways.values())
    if pool.reroll is None:
        return _Faces(ways, total)
    if not pool.reroll.once:
        stays = {value: ways[value] for value in pool.stays()}
        return _Faces(stays, sum(stays.values()))
    again = sum(weight for value, weight in ways.items() if pool.reroll.when.holds(value))
    once = {value: weight * (again + total * (not pool.reroll.when.holds(value))) for value, weight in ways.items()}
    return _Faces(once, total * total)


def explosions(pool: Pool) -> int:
    """How many further dice one exploding die is followed for.

    >>> from .grammar import parse
    >>> [explosions(parse(text).tree) for text in ("3d6", "3d6!o", "3d6!", "3d20!")]
    [0, 1, 12, 9]
    """
    faces = _faces(pool)
    chance = Fraction(faces.ways.get(pool.die.sides, 0), faces.total)
    if pool.explode != "!" or chance == 0:
        return 1 if pool.explode and chance else 0
    return max(depth for depth in range(MOST_EXPLOSIONS + 1) if depth == 0 or chance**depth >= UNLIKELY)


def pool_weights(pool: Pool) -> Weights:
    """The results of one pool.

    >>> from .tree import EXTRA
    >>> pool_weights(Pool(2, EXTRA)).ways
    {0: 9, 1: 12, 2: 10, 3: 4, 4: 1}
    """
    faces, depth = _faces(pool), explosions(pool)
    total = faces.total ** (pool.count * (depth + 1))
    top = faces.ways.get(pool.die.sides, 0) if depth else 0
    most = max(abs(pool.counts(value)) for value in faces.ways)
    counted = pool.keep.number if pool.keep and not pool.keep.drops else pool.count * (depth + 1)
    _check_size(pool, counted * most, total)
    dropped = Fraction(0)
    if pool.explode == "!":
        dropped = 1 - (1 - Fraction(top, faces.total) ** (depth + 1)) ** pool.count
    ways = _keeping(pool, faces, depth, top, total) if pool.keep else _all_dice(pool, faces, depth, top, total)
    return Weights(ways, total, dropped)


def _all_dice(pool: Pool, faces: _Faces, depth: int, top: int, total: int) -> dict[int, int]:
    """Every die counts: the dice are alike and independent, so the pool is one die to the power of their number."""
    width, low = width_for(total), min(0, *(pool.counts(value) for value in faces.ways))
    ended: dict[int, int] = {}
    for value, weight in faces.ways.items():
        if not (top and value == pool.die.sides):
            ended[pool.counts(value)] = ended.get(pool.counts(value), 0) + weight
    die, last = pack(ended, low, width), pool.counts(pool.die.sides) * width
    if top:
        die = sum((top**j * faces.total ** (depth - j) * die) << (j * last) for j in range(depth + 1))
        die += top ** (depth + 1) << ((depth + 1) * last)
    return unpack(die**pool.count, low * pool.count, width)


def _keeping(pool: Pool, faces: _Faces, depth: int, top: int, total: int) -> dict[int, int]:
    """Some dice are kept or dropped: the faces in order, from the end that is kept or dropped.

    With explosions a pool has ``tops`` dice that show the highest face and ``rest`` others; how likely that is follows from
    the chains, and given it the others are alike and independent.
    """
    keep = _shorter(pool, top)
    width, low = width_for(total), min(0, *(pool.counts(value) for value in faces.ways))
    counted = pool.count - keep.number if keep.drops else keep.number
    order = sorted((value for value in faces.ways if not (top and value == pool.die.sides)), reverse=keep.highest)
    steps = [(faces.ways[value], (pool.counts(value) - low) * width) for value in order]
    moves = len(steps) * pool.count**2 * (keep.number + 1) // 2
    reach = pool.count * (depth + 1) if top and keep.drops else counted
    if moves * (3000 + reach * max((up for _, up in steps), default=0)) > MOST_WORK:
        raise BadInput("roll", f"the odds of {pool}", "fewer or smaller dice to keep or drop from")
    taken = _first(steps, pool.count, keep.number, keep.drops, total)
    if not top:
        return unpack(taken[pool.count][keep.number], low * counted, width)
    shares: dict[tuple[int, int, int], int] = {}
    for tops, rest, weight in _chains(pool, faces.total, depth, top):
        before = tops if keep.highest else rest
        left = max(0, keep.number - before)
        first = min(tops, keep.number if keep.highest else max(0, keep.number - rest))
        key = (rest, left if keep.highest else keep.number, tops - first if keep.drops else first)
        shares[key] = shares.get(key, 0) + weight
    last = pool.counts(pool.die.sides) * width
    return unpack(
        sum((weight * taken[rest][need]) << (kept * last) for (rest, need, kept), weight in shares.items()), 0, width
    )


def _shorter(pool: Pool, top: int) -> Keep:
    """The same choice with fewer dice to tell apart: without explosions ``kh97`` of 100 dice is ``dl3``."""
    keep = pool.keep
    assert keep is not None
    if top or 2 * keep.number <= pool.count or keep.number == pool.count:
        return keep
    return Keep(("k" if keep.drops else "d") + ("l" if keep.highest else "h"), pool.count - keep.number)


def _first(steps: list[tuple[int, int]], dice: int, number: int, drops: bool, total: int) -> list[list[int]]:
    """``[r][n]``: packed weights of ``r`` dice of which the first ``n`` in order are kept (or dropped, and the rest kept).

    ``steps`` are the faces in order: each one's weight, and how far up keeping it moves the weights.
    """
    found = [[1] * (number + 1)] + [[0] * (number + 1) for _ in range(dice)]
    for weight, up in reversed(steps):
        powers = list(accumulate(repeat(weight, dice), int.__mul__, initial=1))
        after = []
        for r in range(dice + 1):
            row = []
            for n in range(number + 1):
                packed = 0
                for k in range(r + 1):
                    first = min(k, n)
                    if found[r - k][n - first]:
                        ways = comb(r, k) * powers[k] * found[r - k][n - first]
                        packed += ways << (up * (k - first if drops else first))
                row.append(packed)
            after.append(row)
        found = after
    return found


def _chains(pool: Pool, total: int, depth: int, top: int) -> Iterable[tuple[int, int, int]]:
    """How many dice show the highest face, how many others there are, and the weight of that: exploding dice alone.

    A chain of an exploding die either ends with another face after up to ``depth`` highest ones, or is cut after
    ``depth + 1``. The weights of the other faces are not in these.
    """
    one = [top**j * total ** (depth - j) for j in range(depth + 1)]
    ended = [1]
    for ending in range(pool.count + 1):
        cut = pool.count - ending
        scale = comb(pool.count, cut) * top ** (cut * (depth + 1))
        for tops, weight in enumerate(ended):
            yield tops + cut * (depth + 1), ending, weight * scale
        ended = _times(ended, one)


def _times(left: list[int], right: list[int]) -> list[int]:
    found = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            found[i + j] += a * b
    return found
