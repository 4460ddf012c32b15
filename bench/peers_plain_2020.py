"""Cyberpunk 2020's exact rows in plain Python (see :mod:`peers_plain`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from weights import Weights, summed
from workloads import BITS_2020, DEAD_2020, PLACES

FACES_2020 = (1, 3, 1, 1, 2, 2)
"""Of d10: how many faces are each place."""

TRACK, LIMB = 40, 8


def stun_chance(body: int, damage: int) -> int:
    """Of 10: how often the stun save is made."""
    return max(0, min(10, body - max(0, (damage + 3) // 4 - 1)))


def death_chance(body: int, damage: int) -> int:
    """Of 10: how often the death save is made; 10 where none is due."""
    level = (damage + 3) // 4
    return 10 if level < 4 else max(0, min(10, body - (level - 4)))


class Chain2020:
    """:data:`workloads.CHAIN_2020`: after so many shots the weights of those alive, and of the dead, over ``10 x 6^5 x
    10^3`` a shot. What armour and limbs have come to (``lost | SP of six places << 4, 9, …``) is the key of a dictionary;
    under it lies a list of weights by ``damage << 1 | stunned``. (One dictionary of whole states takes twice as long.)"""

    WOUNDS = 2 * (TRACK + 1)

    def __init__(self, body: int = 7, btm: int = 2, dice: int = 5) -> None:
        self.body, self.btm, self.rolled = body, btm, summed(dice, 6)
        self.total = 10 * 6**dice * 1000
        self.table = cache(self.table_at)

    def points(self, place: int, past: int) -> int:
        """Points suffered from what passed: body type, then the head's doubling."""
        left = max(1, past - self.btm)
        return 2 * left if place == 0 else left

    def moves_at(
        self, damage: int, stunned: int, place: int, sp: int, gone: int
    ) -> tuple[int, int, dict[int, Weights]]:
        """One shot at a place: (weight of no change, of dying, and by what it adds to the key: wounds with weights)."""
        nothing = dying = 0
        found: dict[int, Weights] = {}
        for rolled, ways in self.rolled.items():
            past = rolled - sp
            if past <= 0:
                nothing += ways * 1000
                continue
            points = self.points(place, past)
            after = damage + points
            severed = place != 1 and not gone and points > LIMB
            if after > TRACK or (severed and place == 0):
                dying += ways * 1000
                continue
            lives = death_chance(self.body, after) * (min(10, self.body) if severed else 10)
            dying += ways * (100 - lives) * 10
            keeps = 0 if stunned else stun_chance(self.body, after)
            move = (1 << place - 2 if severed else 0) - (1 << 4 + 5 * place if sp else 0)
            ends = found.setdefault(move, {})
            for falls, share in ((0, keeps), (1, 10 - keeps)):
                if share * lives:
                    wounds = after << 1 | falls
                    ends[wounds] = ends.get(wounds, 0) + ways * lives * share
        return nothing, dying, found

    def table_at(self, place: int, sp: int, gone: int) -> tuple[tuple[int, ...], list[Any]]:
        """All that a shot at a place may add to the key; and by wounds (no change, dying, ((addition, wounds …) …))."""
        faces, rows, moves = FACES_2020[place], [], {}
        for wounds in range(self.WOUNDS):
            nothing, dying, found = self.moves_at(wounds >> 1, wounds & 1, place, sp, gone)
            ends = tuple(
                (move, tuple((end, ways * faces) for end, ways in one.items())) for move, one in found.items() if one
            )
            rows.append((nothing * faces, dying * faces, ends))
            moves.update(dict.fromkeys(move for move, _ in ends))
        return tuple(moves), rows

    def __call__(self, sp: Mapping[str, int], shots: int) -> tuple[dict[int, list[int]], int]:
        return self.from_state((0, 0, 0, 0, *(sp[name] for name in PLACES)), shots)

    def from_state(self, state: tuple[int, ...], shots: int) -> tuple[dict[int, list[int]], int]:
        """From any state of those alive, as :mod:`workloads` has it."""
        damage, stunned, _, lost, *sp = state
        unhurt = [0] * self.WOUNDS
        unhurt[damage << 1 | stunned] = 1
        now, dead = {sum(here << 4 + 5 * place for place, here in enumerate(sp)) | lost >> 2: unhurt}, 0
        table, all_ways, nobody = self.table, self.total, [0] * self.WOUNDS
        for _ in range(shots):
            after: dict[int, list[int]] = {}
            dead *= all_ways
            for key, weights in now.items():
                present = [(wounds, weight) for wounds, weight in enumerate(weights) if weight]
                stays, dies = nobody.copy(), nobody.copy()
                for place in range(6):
                    gone = key >> place - 2 & 1 if place > 1 else 0
                    moves, rows = table(place, key >> 4 + 5 * place & 31, gone)
                    targets = {}
                    for move in moves:
                        target = after.get(key + move)
                        if target is None:
                            target = after[key + move] = nobody.copy()
                        targets[move] = target
                    for wounds, weight in present:
                        nothing, dying, ends = rows[wounds]
                        stays[wounds] += nothing
                        dies[wounds] += dying
                        for move, changes in ends:
                            target = targets[move]
                            for end, ways in changes:
                                target[end] += weight * ways
                target = after.get(key)
                if target is None:
                    target = after[key] = nobody.copy()
                for wounds, weight in present:
                    target[wounds] += weight * stays[wounds]
                    dead += weight * dies[wounds]
            now = after
        return now, dead

    def fractions(self, found: tuple[dict[int, list[int]], int], shots: int) -> dict[Any, Fraction]:
        """What a call gave, as :mod:`workloads` has it."""

        total, (now, dead) = self.total**shots, found
        assert sum(map(sum, now.values())) + dead == total
        chances = {DEAD_2020: Fraction(dead, total)} if dead else {}
        for key, weights in now.items():
            sp = tuple(key >> 4 + 5 * place & 31 for place in range(6))
            for wounds, weight in enumerate(weights):
                if weight:
                    chances[wounds >> 1, wounds & 1, 0, (key & 15) << 2, *sp] = Fraction(weight, total)
        return chances


class Attack2020:
    """:data:`workloads.ATTACK_2020`: 14 + d10 against 15; 10 adds a d10, 1 jams on 5 or less."""

    def __init__(self, bonus: int = 14, number: int = 15, jams: int = 5, body: int = 7, btm: int = 2, dice: int = 5):
        self.body, self.btm, self.rolled, self.jams = body, btm, tuple(summed(dice, 6).items()), jams
        self.hits = sum(bonus + die >= number for die in range(2, 10)) * 10
        self.hits += sum(bonus + 10 + more >= number for more in range(1, 11))
        self.all = 6**dice * 10 * 1000

    def __call__(self, sp: Mapping[str, int]) -> Weights:
        unhurt = BITS_2020.code(0, 0, 0, 0, *(sp[name] for name in PLACES), 0)
        stunned, dead, jammed = (1 << BITS_2020.at[place] for place in (1, 2, 10))
        found: Weights = {unhurt + jammed: self.jams * self.all}
        stopped = (90 - self.hits + 10 - self.jams) * self.all
        body = self.body
        for place, faces in enumerate(FACES_2020):
            here = sp[PLACES[place]]
            worn = unhurt - (1 << BITS_2020.at[4 + place] if here else 0)
            lost = 1 << BITS_2020.at[3] + place
            for rolled, ways in self.rolled:
                ways *= faces * self.hits
                past = rolled - here
                if past <= 0:
                    stopped += ways * 1000
                    continue
                points = max(1, past - self.btm) * (2 if place == 0 else 1)
                severed = place != 1 and points > LIMB
                end = worn + points
                if points > TRACK or (severed and place == 0):
                    found[end + dead] = found.get(end + dead, 0) + ways * 1000
                    continue
                lives = death_chance(body, points) * (min(10, body) if severed else 10)
                keeps = stun_chance(body, points)
                if severed:
                    end += lost
                for falls, share in ((0, keeps), (stunned, 10 - keeps)):
                    if share and lives:
                        found[end + falls] = found.get(end + falls, 0) + ways * share * lives
                    if share and lives < 100:
                        found[end + falls + dead] = found.get(end + falls + dead, 0) + ways * share * (100 - lives)
        found[unhurt] = stopped
        return found
