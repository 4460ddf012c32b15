"""The exact rows in icepool, at its best: the very rules of :mod:`workloads`' decisions. Tried, and the quickest kept: dice
made once; outcomes that are whole numbers (quick to sort and hash); in the chains all states to which a step does the same go
through it together, as a sum of two dice (a third of the time of ``map`` with a Die for every state).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import peers_plain
from icepool import Die, Vector, d6, d10
from icepool import map as imap
from peers_plain import TROUBLE_ROWS
from peers_plain_2020 import FACES_2020, LIMB, TRACK, death_chance, stun_chance
from workloads import BITS_2020, PLACES, RED_BITS, WNG_BITS


def fractions_of(die: Die) -> dict[Any, Fraction]:
    """The outcomes of a Die with their chances."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


@cache
def red_dice(number: int) -> Die:
    """(total, were there two sixes) of so many d6."""
    faces = d6.map(lambda face: Vector((face, int(face == 6))))
    return (number @ faces).map(lambda total, sixes: (total, int(sixes >= 2)), star=True)


EXPLODED = imap(lambda die, more: die + more if die == 10 else die - more if die == 1 else die, d10, d10)
"""d10 of Cyberpunk RED: 10 adds another, 1 takes another off."""


class RedAttack:
    """:data:`workloads.RED_ATTACK`."""

    def __init__(self, bonus: int = 13, number: int = 15, dice: int = 3) -> None:
        self.rolled = red_dice(dice)
        self.hit = (EXPLODED + bonus > number).simplify()
        self.row = (2 @ d6).map(lambda total: 1 << total - 2)

    def __call__(self, hp: int, sp: int) -> Die:
        code, rows, every = RED_BITS.code, self.row.items(), self.row.denominator()
        misses, hits = self.hit.quantity(False), self.hit.quantity(True)
        found = {code(0, sp, hp): misses * self.rolled.denominator() * every}
        for (total, two), ways in self.rolled.items():
            through = total - sp
            left = code(0, max(0, sp - 1), hp - through) if through > 0 else code(0, sp, hp)
            ways *= hits
            if two:
                left -= 5 << 16
                for row, times in rows:
                    found[left + row] = found.get(left + row, 0) + ways * times
            else:
                found[left] = found.get(left, 0) + ways * every
        return Die(found)


Mixture = dict[int, tuple[list[Any], list[int]]]


def mixed(parts: Mixture) -> dict[int, Die]:
    """By key one Die of all its parts (Dice or outcomes with their weights): their weights add up to its denominator."""
    return {key: Die(dice, times) for key, (dice, times) in parts.items() if dice}


class RedChain:
    """:data:`workloads.RED_CHAIN`: after each hit, by ``sp << 5 | penalty``, a Die of HP whose quantities are weights over
    216, 216^2 … Dice of what a hit does at an HP and SP are kept, and mixed once for every key."""

    def __init__(self, dice: int = 3) -> None:
        self.rolled = red_dice(dice)
        self.table = cache(self.table_at)

    def table_at(self, hp: int, sp: int) -> tuple[tuple[int, Die, int], ...]:
        """What one hit adds to the key, with the HP it leaves."""
        found: dict[int, dict[int, int]] = {}
        for (total, two), ways in self.rolled.items():
            through = max(0, total - sp)
            suffered = through + 5 * two
            move = (1 if hp < 1 and suffered else 0) - (1 << 5 if through and sp else 0)
            ends = found.setdefault(move, {})
            ends[hp - suffered] = ends.get(hp - suffered, 0) + ways
        return tuple((move, Die(ends), sum(ends.values())) for move, ends in found.items())

    def __call__(self, hp: int, sp: int, hits: int) -> list[dict[int, Die]]:
        now, found = {sp << 5: Die([hp])}, []
        table = self.table
        for _ in range(hits):
            parts: Mixture = {}
            for key, die in now.items():
                for left, weight in die.items():
                    for move, ends, ways in table(left, key >> 5):
                        dice, times = parts.setdefault(key + move, ([], []))
                        dice.append(ends)
                        times.append(weight * ways)
            now = mixed(parts)
            found.append(now)
        return found

    def fractions(self, now: Mapping[int, Die]) -> dict[Any, Fraction]:
        """The state after one hit as :mod:`workloads` has it."""
        total = sum(die.denominator() for die in now.values())
        return {
            (hp, key >> 5, key & 31): Fraction(weight, total) for key, die in now.items() for hp, weight in die.items()
        }


class CopsAttack:
    """:data:`workloads.COPS_ATTACK`."""

    FACES = (1, 2, 3, 2, 2)

    def __init__(self, dice: tuple[int, ...], threshold: int, pool: int, power: int, protection: int) -> None:
        self.hit = (pool @ (d10 >= threshold) >= 1).simplify()
        self.damage, self.stops = power @ d6, protection @ d6
        self.extra = Die([count @ d6 for count in dice], self.FACES)

    def __call__(self, hp: int) -> Die:
        through = self.damage - self.stops
        stopped, hurt = through.quantity("<=", 0), Die({points: ways for points, ways in through.items() if points > 0})
        misses, hits = self.hit.quantity(False), self.hit.quantity(True)
        extra = self.extra.denominator()
        found = {hp << 1: (misses * through.denominator() + hits * stopped) * extra}
        for points, ways in (hurt + self.extra).items():
            found[hp - points << 1 | (points >= 15)] = ways * hits
        return Die(found)


class Chain2020:
    """:data:`workloads.CHAIN_2020`: after so many shots, by what armour and limbs have come to (the key of
    :class:`peers_plain.Chain2020`), a Die of ``damage << 1 | stunned`` whose quantities are weights; and the dead's weight.
    Dice of what a place does to a wound are kept, and mixed once for every key. (One Die of all states takes twenty times as
    long.)
    """

    def __init__(self, body: int = 7, btm: int = 2, dice: int = 5) -> None:
        self.plain = peers_plain.Chain2020(body, btm, dice)
        self.table = cache(self.table_at)

    def table_at(self, place: int, sp: int, gone: int) -> list[Any]:
        """By wounds: (no change, dying, ((addition to the key, Die of wounds, its weight) …))."""
        _, rows = self.plain.table(place, sp, gone)
        return [
            (
                nothing,
                dying,
                tuple((move, Die(dict(ends)), sum(ways for _, ways in ends)) for move, ends in changes),
            )
            for nothing, dying, changes in rows
        ]

    def __call__(self, sp: Mapping[str, int], shots: int) -> tuple[dict[int, Die], int]:
        now, dead = {sum(sp[name] << 4 + 5 * place for place, name in enumerate(PLACES)): Die([0])}, 0
        table = self.table
        for _ in range(shots):
            dead *= self.plain.total
            parts: Mixture = {}
            for key, die in now.items():
                rows = [
                    table(place, key >> 4 + 5 * place & 31, key >> place - 2 & 1 if place > 1 else 0)
                    for place in range(6)
                ]
                same_dice, same_times = parts.setdefault(key, ([], []))
                for wounds, weight in die.items():
                    stays = 0
                    for one in rows:
                        nothing, dying, changes = one[wounds]
                        stays += nothing
                        dead += weight * dying
                        for move, ends, ways in changes:
                            dice, times = parts.setdefault(key + move, ([], []))
                            dice.append(ends)
                            times.append(weight * ways)
                    if stays:
                        same_dice.append(wounds)
                        same_times.append(weight * stays)
            now = mixed(parts)
        return now, dead

    def fractions(self, found: tuple[dict[int, Die], int], shots: int) -> dict[Any, Fraction]:
        """What a call gave, as :mod:`workloads` has it."""
        now, dead = found
        nobody = [0] * self.plain.WOUNDS
        lists = {}
        for key, die in now.items():
            lists[key] = nobody.copy()
            for wounds, weight in die.items():
                lists[key][wounds] = weight
        return self.plain.fractions((lists, dead), shots)


class Attack2020:
    """:data:`workloads.ATTACK_2020`."""

    def __init__(self, bonus: int = 14, number: int = 15, jams: int = 5, body: int = 7, btm: int = 2, dice: int = 5):
        self.body, self.btm, self.rolled = body, btm, dice @ d6
        jammed = (d10 <= jams).map({True: 2, False: 0})

        def come_to(die: int) -> Any:
            if die == 1:
                return jammed
            return (d10 + bonus + 10 >= number).map({True: 1, False: 0}) if die == 10 else int(bonus + die >= number)

        self.roll = d10.map(come_to).simplify()
        self.of_place = 6**dice * 1000

    def __call__(self, sp: Mapping[str, int]) -> Die:
        unhurt = BITS_2020.code(0, 0, 0, 0, *(sp[name] for name in PLACES), 0)
        falls_at, dead_at, jammed_at = (1 << BITS_2020.at[place] for place in (1, 2, 10))
        misses, hits, jams = (self.roll.quantity(end) for end in (0, 1, 2))
        found = {unhurt: misses * self.of_place * 10, unhurt + jammed_at: jams * self.of_place * 10}
        for place, faces in enumerate(FACES_2020):
            here = sp[PLACES[place]]
            worn = unhurt - (1 << BITS_2020.at[4 + place] if here else 0)
            found[unhurt] += self.rolled.quantity("<=", here) * faces * hits * 1000
            for rolled, ways in self.rolled.items():
                past = rolled - here
                if past <= 0:
                    continue
                ways *= faces * hits
                points = max(1, past - self.btm) * (2 if place == 0 else 1)
                severed = place != 1 and points > LIMB
                end = worn + points
                if points > TRACK or (severed and place == 0):
                    found[end + dead_at] = found.get(end + dead_at, 0) + ways * 1000
                    continue
                if severed:
                    end += 1 << BITS_2020.at[3] + place
                lives = death_chance(self.body, points) * (min(10, self.body) if severed else 10)
                keeps = stun_chance(self.body, points)
                for falls, share in ((0, keeps), (falls_at, 10 - keeps)):
                    for dead, chance in ((0, lives), (dead_at, 100 - lives)):
                        if share * chance:
                            key = end + falls + dead
                            found[key] = found.get(key, 0) + ways * share * chance
        return Die(found)


ICON = d6.map({1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2})
WRATH = d6.map(lambda face: (2, 1, 0) if face == 6 else (int(face >= 4), 0, int(face == 1)))
"""The Wrath die: icons, critical, complication."""


class WngAttack:
    """:data:`workloads.WNG_ATTACK` for any pools: one Die for each."""

    SCAR = tuple(d6.map({1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 16}).items())

    def __init__(self, damage: int = 10, ed: int = 4, ap: int = 1, more: int = 3, determination: int = 4) -> None:
        self.damage, self.ap = damage, ap
        self.icons = cache(lambda number: number @ ICON)
        self.dice, self.turns = (ed @ ICON, (ed + more) @ ICON), determination @ ICON

    def struck(
        self, dice: Die, resilience: int, max_wounds: int, max_shock: int, wounds: int, shock: int
    ) -> dict[int, int]:
        """(wounds, Shock, dead, scar) of a hit, with weights."""
        left = max(min(resilience, 1), resilience - self.ap)
        room = max_shock + 1 - shock if shock <= max_shock else 0
        found: dict[int, int] = {}
        scar_at = WNG_BITS.at[3]
        for rolled, ways in dice.items():
            over = self.damage + rolled - left
            rolls = over > 0 and shock <= max_shock
            for icon, times in self.turns.items() if rolls else ((0, self.turns.denominator()),):
                taken = min(min(over, icon) if over > 0 else over == 0, room)
                total = max(0, over) + (over == 0) - taken
                dead = total > 2 * max_wounds
                fate = WNG_BITS.code(wounds + total, shock + taken, int(dead), 0, 0, 0)
                if wounds + total > max_wounds and not dead:
                    for scar, faces in self.SCAR:
                        scarred = fate + (scar << scar_at)
                        found[scarred] = found.get(scarred, 0) + ways * times * faces
                else:
                    found[fate] = found.get(fate, 0) + ways * times * 6
        return found

    def __call__(
        self,
        pools: Sequence[int],
        defence: int,
        resilience: int,
        max_wounds: int,
        max_shock: int,
        wounds: int = 0,
        shock: int = 0,
    ) -> list[Die]:
        plain, critical = (self.struck(dice, resilience, max_wounds, max_shock, wounds, shock) for dice in self.dice)
        unhurt = WNG_BITS.code(wounds, shock, 0, 0, 0, 0)
        glory_at, trouble_at = WNG_BITS.at[4:]
        ends, every = [], sum(critical.values())
        scale = every // sum(plain.values())
        for glory, fault in ((0, 0), (1, 0), (0, 1)):
            fates = tuple((critical if glory else plain).items())
            rows = TROUBLE_ROWS if fault else ((0, 36),)
            more = [
                ((glory << glory_at) + (trouble << trouble_at), row if glory else row * scale) for trouble, row in rows
            ]
            hit = {fate + code: ways * row for code, row in more for fate, ways in fates}
            miss = {unhurt + (trouble << trouble_at): row * every for trouble, row in rows}
            shown = [(icons, faces) for (icons, *kind), faces in WRATH.items() if kind == [glory, fault]]
            ends.append((shown, hit, miss))
        if len(pools) == 1:  # one Die of everything is quicker than a mixture
            return [self.of_weights(pools[0], defence, ends)]
        ends = [(shown, Die(hit), Die(miss)) for shown, hit, miss in ends]
        found = []
        for pool in pools:
            others = self.icons(pool - 1)
            dice, times = [], []
            for shown, hit, miss in ends:
                hits = sum(others.quantity(">=", defence - icons) * faces for icons, faces in shown)
                ways = others.denominator() * sum(faces for _, faces in shown)
                dice += [hit, miss]
                times += [hits, ways - hits]
            found.append(Die(dice, times))
        return found

    def of_weights(self, pool: int, defence: int, ends: Any) -> Die:
        """One pool's Die from the weights of its ends."""
        found: dict[int, int] = {}
        others = self.icons(pool - 1)
        for shown, hit, miss in ends:
            hits = sum(others.quantity(">=", defence - icons) * faces for icons, faces in shown)
            misses = others.denominator() * sum(faces for _, faces in shown) - hits
            for weights, times in ((hit, hits), (miss, misses)):
                if times:
                    for state, weight in weights.items():
                        found[state] = found.get(state, 0) + weight * times
        return Die(found)
