"""The exact rows in plain Python: dictionaries of whole numbers, no library. The very rules of :mod:`workloads`' decisions.

Each class is made once with what does not depend on the state one starts from (dice, tables by SP and wound level); calling
it works the question out. States are whole numbers of several fields, so that a step is an addition; weights are whole
numbers over one total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from peers_plain_2020 import Attack2020, Chain2020
from weights import Weights, fractions_of, summed
from workloads import DAZZLED, ENTANGLED, PRONE, RED_BITS, SPENT, WNG_BITS

__all__ = ["Attack2020", "Chain2020", "CopsAttack", "Kept", "RedAttack", "RedChain", "WngAttack"]

# ---------------------------------------------------------------------------------------------------------- Cyberpunk RED


@cache
def red_dice(number: int) -> tuple[tuple[int, int, int], ...]:
    """(total, two sixes or more, weight) of so many d6."""
    found = {(0, 0): 1}
    for _ in range(number):
        after: Weights = {}
        for (total, sixes), weight in found.items():
            for face in range(1, 7):
                key = (total + face, min(2, sixes + (face == 6)))
                after[key] = after.get(key, 0) + weight
        found = after
    merged: Weights = {}
    for (total, sixes), weight in found.items():
        merged[total, sixes == 2] = merged.get((total, sixes == 2), 0) + weight
    return tuple((total, int(two), weight) for (total, two), weight in merged.items())


def red_fractions(weights: Mapping[int, int]) -> dict[Any, Fraction]:
    """Coded states as :data:`workloads.RED_ATTACK` has them."""
    read = {RED_BITS.read(code): chance for code, chance in fractions_of(weights).items()}
    return {(hp, sp, injuries): chance for (injuries, sp, hp), chance in read.items()}


def exploded(bonus: int, number: int) -> int:
    """Of 100: how often bonus + d10 beats a number, where a 10 adds a d10 and a 1 takes one off.

    >>> exploded(13, 15)
    80
    """
    beaten = 0
    for die in range(1, 11):
        for more in range(1, 11):
            total = bonus + die + (more if die == 10 else -more if die == 1 else 0)
            beaten += total > number
    return beaten


class RedAttack:
    """:data:`workloads.RED_ATTACK`."""

    def __init__(self, bonus: int = 13, number: int = 15, dice: int = 3) -> None:
        self.hits, self.dice, self.rolled = exploded(bonus, number), dice, red_dice(dice)
        self.rows = tuple((1 << total - 2, weight) for total, weight in summed(2, 6).items())

    def __call__(self, hp: int, sp: int) -> Weights:
        code = RED_BITS.code
        whole, worn = code(0, sp, 0), code(0, max(0, sp - 1), 0)
        found = {code(0, sp, hp): (100 - self.hits) * 6**self.dice * 36}
        for total, two, weight in self.rolled:
            through = total - sp
            left = (hp - through << 16) + worn if through > 0 else (hp << 16) + whole
            weight *= self.hits
            if two:
                left -= 5 << 16
                for row, ways in self.rows:
                    found[left + row] = found.get(left + row, 0) + weight * ways
            else:
                found[left] = found.get(left, 0) + weight * 36
        return found


class RedChain:
    """:data:`workloads.RED_CHAIN`: the weights after each hit, over 216, 216^2, …; a state is
    ``(hp + HP_ZERO) << 10 | sp << 5 | penalty``."""

    HP_ZERO = 1 << 12

    def __init__(self, dice: int = 3, most_sp: int = 11) -> None:
        self.moves: list[list[tuple[tuple[int, int], ...]]] = [
            [self.moves_at(red_dice(dice), sp, mortal) for sp in range(most_sp + 1)] for mortal in (False, True)
        ]

    @staticmethod
    def moves_at(rolled: Iterable[tuple[int, int, int]], sp: int, mortal: bool) -> tuple[tuple[int, int], ...]:
        """What one hit adds to a state, by SP and whether it is mortally wounded."""
        found: Weights = {}
        for total, two, weight in rolled:
            through = max(0, total - sp)
            suffered = through + 5 * two
            move = -suffered << 10
            if through and sp:
                move -= 1 << 5
            if mortal and suffered:
                move += 1
            found[move] = found.get(move, 0) + weight
        return tuple(found.items())

    def __call__(self, hp: int, sp: int, hits: int) -> list[Weights]:
        now: Weights = {hp + self.HP_ZERO << 10 | sp << 5: 1}
        found = []
        well, mortal = self.moves
        last_mortal = self.HP_ZERO + 1 << 10
        for _ in range(hits):
            after: Weights = {}
            known = after.get
            for state, weight in now.items():
                for move, ways in (mortal if state < last_mortal else well)[state >> 5 & 31]:
                    end = state + move
                    after[end] = known(end, 0) + weight * ways
            now = after
            found.append(now)
        return found

    def leads(self, state: int) -> Iterator[tuple[int, int]]:
        """Where one hit leads, for :class:`Kept`."""
        well, mortal = self.moves
        for move, ways in (mortal if state < self.HP_ZERO + 1 << 10 else well)[state >> 5 & 31]:
            yield state + move, ways

    def fractions(self, weights: Mapping[int, int]) -> dict[Any, Fraction]:
        """Weights of one hit as :mod:`workloads` has them."""
        return fractions_of({((s >> 10) - self.HP_ZERO, s >> 5 & 31, s & 31): w for s, w in weights.items()})


class Kept:
    """A chain whose graph of states is kept as well, as fracas keeps it: for every state the numbers of those it leads to,
    with weights. Called, it moves the weights alone. ``leads(state)`` gives (state, weight) pairs. (For :class:`Chain2020`
    it is slower: its tables are shared by many states, its graph has 2.7 million entries.)"""

    def __init__(self, start: Any, leads: Callable[[Any], Iterable[tuple[Any, int]]], times: int) -> None:
        self.times, self.states, known = times, [start], {start: 0}
        self.ends: list[tuple[tuple[int, int], ...]] = []
        self.reached = [1]
        for _ in range(times):
            for number in range(len(self.ends), self.reached[-1]):
                row = []
                for state, ways in leads(self.states[number]):
                    if state not in known:
                        known[state] = len(self.states)
                        self.states.append(state)
                    row.append((known[state], ways))
                self.ends.append(tuple(row))
            self.reached.append(len(self.states))

    def __call__(self) -> list[list[int]]:
        """The weights by state after each time."""
        now, found = [1], []
        for reached in self.reached[1:]:
            after = [0] * reached
            for weight, row in zip(now, self.ends, strict=False):
                if weight:
                    for end, ways in row:
                        after[end] += weight * ways
            now = after
            found.append(now)
        return found


# ------------------------------------------------------------------------------------------------------------------- COPS


class CopsAttack:
    """:data:`workloads.COPS_ATTACK`: difficulty 1; d10 for the place: faces (head, arms, torso, abdomen, legs) 1 2 3 2 2."""

    FACES = (1, 2, 3, 2, 2)

    def __init__(self, dice: tuple[int, ...], threshold: int, pool: int, power: int, protection: int) -> None:
        self.misses = (threshold - 1) ** pool
        self.hits = 10**pool - self.misses
        self.damage, self.stops = tuple(summed(power, 6).items()), tuple(summed(protection, 6).items())
        most = max(dice)
        faces: Weights = {}
        for count, share in zip(dice, self.FACES, strict=True):
            faces[count] = faces.get(count, 0) + share
        self.extra: Weights = {}
        for count, share in faces.items():
            for points, weight in summed(count, 6).items():
                self.extra[points] = self.extra.get(points, 0) + weight * share * 6 ** (most - count)
        self.total = 10 * 6**most

    def __call__(self, hp: int) -> Weights:
        through: Weights = {}
        stopped = 0
        for damage, weight in self.damage:
            for stops, ways in self.stops:
                if damage > stops:
                    through[damage - stops] = through.get(damage - stops, 0) + weight * ways
                else:
                    stopped += weight * ways
        suffered: Weights = {}
        extra = tuple(self.extra.items())
        for points, weight in through.items():
            for more, ways in extra:
                suffered[points + more] = suffered.get(points + more, 0) + weight * ways
        blows = (stopped + sum(through.values())) * self.total
        found = {hp << 1: self.misses * blows + self.hits * stopped * self.total}
        for points, weight in suffered.items():
            found[hp - points << 1 | (points >= 15)] = weight * self.hits
        return found


def cops_fractions(weights: Mapping[int, int]) -> dict[Any, Fraction]:
    """Coded states (``life << 1 | lasting``) as :data:`workloads.COPS_ATTACK` has them."""
    return {(code >> 1, code & 1): chance for code, chance in fractions_of(weights).items()}


# --------------------------------------------------------------------------------------------------------- Wrath & Glory

ICONS = ((0, 3), (1, 2), (2, 1))
"""Icons of a d6, and how many of its faces show them."""


@cache
def icons(number: int) -> tuple[tuple[int, int], ...]:
    """Icons of so many dice."""
    found = {0: 1}
    for _ in range(number):
        after: Weights = {}
        for total, weight in found.items():
            for more, ways in ICONS:
                after[total + more] = after.get(total + more, 0) + weight * ways
        found = after
    return tuple(found.items())


TROUBLE_ROWS = ((0, 3 + 2), (1, 3), (2, 3), (3, 3), (4, 3), (SPENT, 12), (PRONE, 3), (ENTANGLED, 2), (DAZZLED, 2))
"""Of d66: how many of the 36 rows leave which trouble (none: an item falls, or nobody else is there to be hit)."""


class WngAttack:
    """:data:`workloads.WNG_ATTACK` for any pools: one joint for each."""

    def __init__(self, damage: int = 10, ed: int = 4, ap: int = 1, more: int = 3, determination: int = 4) -> None:
        self.damage, self.ed, self.ap, self.more, self.determination = damage, ed, ap, more, determination
        self.most = 6 ** (ed + more + determination) * 6
        self.troubles = TROUBLE_ROWS

    def struck(self, ed: int, resilience: int, max_wounds: int, max_shock: int, wounds: int, shock: int) -> Weights:
        """(wounds, Shock, dead, scar) of a hit with so many ED, over ``self.most``."""
        found: Weights = {}
        left = max(min(resilience, 1), resilience - self.ap)
        room = max_shock + 1 - shock if shock <= max_shock else 0
        rolls = self.determination and shock <= max_shock
        _, shock_at, dead_at, scar_at, *_ = WNG_BITS.at
        for rolled, ways in icons(ed):
            over = self.damage + rolled - left
            ways *= 6 ** (self.ed + self.more - ed)
            for icon, times in icons(self.determination) if over > 0 and rolls else ((0, 6**self.determination),):
                taken = min(min(max(0, over), icon) + (over == 0), room)
                after = wounds + max(0, over) + (over == 0) - taken
                key = after + (shock + taken << shock_at)
                weight = ways * times
                if after - wounds > 2 * max_wounds:
                    key += 1 << dead_at
                    found[key] = found.get(key, 0) + weight * 6
                elif after > max_wounds:
                    for scar, faces in ((1, 2), (2, 1), (4, 1), (8, 1), (16, 1)):
                        scarred = key + (scar << scar_at)
                        found[scarred] = found.get(scarred, 0) + weight * faces
                else:
                    found[key] = found.get(key, 0) + weight * 6
        return found

    def __call__(
        self,
        pools: Iterable[int],
        defence: int,
        resilience: int,
        max_wounds: int,
        max_shock: int,
        wounds: int = 0,
        shock: int = 0,
    ) -> list[Weights]:
        plain, critical = (
            self.struck(ed, resilience, max_wounds, max_shock, wounds, shock) for ed in (self.ed, self.ed + self.more)
        )
        unhurt, most = WNG_BITS.code(wounds, shock, 0, 0, 0, 0), self.most
        glory, trouble_at = 1 << WNG_BITS.at[4], WNG_BITS.at[5]
        normal, simple = tuple(plain.items()), tuple((state + glory, weight) for state, weight in critical.items())
        found = []
        for pool in pools:
            # of 6 x 6^(pool - 1): hits where the Wrath die shows nothing or 1, an icon, 6
            none = one = two = 0
            for total, weight in icons(pool - 1):
                none += weight if total >= defence else 0
                one += weight if total + 1 >= defence else 0
                two += weight if total + 2 >= defence else 0
            every = 6 ** (pool - 1)
            hits = 2 * none + 2 * one
            joint = {state: weight * two * 36 for state, weight in simple} if two else {}
            for trouble, rows in self.troubles:
                # the Wrath die's 1, and with no trouble all its other faces
                more = trouble << trouble_at
                ways = none * rows + (0 if trouble else 36 * hits)
                if ways:
                    for state, weight in normal:
                        joint[state + more] = weight * ways
                misses = (every - none) * rows + (0 if trouble else 36 * (5 * every - hits - two))
                joint[unhurt + more] = joint.get(unhurt + more, 0) + misses * most
            found.append(joint)
        return found
