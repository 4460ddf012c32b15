"""A Cyberpunk RED duel by hand, in plain Python and in numpy: the very rules that fracas runs for the duel of
:mod:`simulated`: initiative with ties rolled again, checks with 10 and 1, armour that wears, Critical Injuries (body table,
never the same twice), wound penalties, spinal injuries, death saves with growing penalties, the round limit.

Two fighters at 8 m with pistols (DV 15), 3d6, no magazine, no moving, no aiming: all that then matters of a fighter is HP,
SP, injuries (how many of them starred; whether spinal), the save penalty, REF + skill, BODY and the threshold of a serious
wound. Both take a check (d10 with its 10 and 1) and a damage roll from tables of all their faces, by one random number each.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np

STARRED = (0, 1, 2, 8, 10)
"""Rows of the body table (2d6 - 2) that make death saves harder; 8 is the spinal injury."""

SPINAL, DV, ALL_ROWS = 8, 15, 2047

CHECKS = [die + more if die == 10 else die - more if die == 1 else die for die in range(1, 11) for more in range(1, 11)]
"""A check's die, 10 and 1 followed up: 100 equally likely values."""

DAMAGES = [(sum(faces), 5 if faces.count(6) > 1 else 0) for faces in itertools.product(range(1, 7), repeat=3)]
"""(total, points of a Critical Injury) of 3d6: 216 equally likely values."""

STARS = [sum(injuries >> row & 1 for row in STARRED) for injuries in range(ALL_ROWS + 1)]
"""How many of a mask of injuries are starred."""


def plain(fighters: list[dict[str, int]], fights: int, rounds: int, seed: int) -> list[int]:
    """Wins of the first, of the second, nobody left, undecided."""
    uniform = random.Random(seed).random
    checks, damages, stars = CHECKS, DAMAGES, STARS
    found = [0, 0, 0, 0]
    (hp_a, sp_a, base_a, ref_a, body_a, serious_a), (hp_b, sp_b, base_b, ref_b, body_b, serious_b) = (
        (f["hp"], f["sp"], f["base"], f["ref"], f["body"], f["serious"]) for f in fighters
    )
    needs, body, serious = (DV - base_a, DV - base_b), (body_a, body_b), (serious_a, serious_b)
    for _ in range(fights):
        hp, sp = [hp_a, hp_b], [sp_a, sp_b]
        penalty, injuries, stunned = [0, 0], [0, 0], [False, False]
        a, b = ref_a + int(uniform() * 10), ref_b + int(uniform() * 10)
        for _ in range(4):
            if a != b:
                break
            a, b = int(uniform() * 10), int(uniform() * 10)
        i, j = (0, 1) if a >= b else (1, 0)
        turns = 2 * rounds
        while turns:
            turns -= 1
            left = hp[i]
            need = needs[i]
            if left < serious[i]:
                need += 2
                if left < 1:
                    need += 2
                    die = int(uniform() * 10) + 1
                    if die == 10 or die + penalty[i] + stars[injuries[i]] >= body[i]:
                        found[j] += 1
                        break
                    penalty[i] += 1
            if stunned[i]:
                stunned[i] = False
                i, j = j, i
                continue
            for _ in (0, 1):
                if checks[int(uniform() * 100)] <= need:
                    continue
                suffered, bonus = damages[int(uniform() * 216)]
                worn = sp[j]
                if suffered > worn:
                    suffered -= worn
                    if worn:
                        sp[j] = worn - 1
                    further = hp[j] < 1
                elif bonus:
                    suffered = 0
                    further = hp[j] < 1
                else:
                    continue
                if further:
                    penalty[j] += 1
                hp[j] -= suffered + bonus
                if bonus or further:
                    mask = injuries[j]
                    if mask != ALL_ROWS:
                        row = int(uniform() * 6) + int(uniform() * 6)
                        while mask >> row & 1:
                            row = int(uniform() * 6) + int(uniform() * 6)
                        injuries[j] = mask | 1 << row
                        if row == SPINAL:
                            stunned[j] = True
            i, j = j, i
        else:
            found[3] += 1
    return found


BLOW = len(CHECKS) * len(DAMAGES)
"""Check and damage from one random number below this."""

CHECK_OF = np.repeat(np.array(CHECKS, np.int8), len(DAMAGES))
TOTAL_OF = np.tile(np.array([total for total, _ in DAMAGES], np.int8), len(CHECKS))
BONUS_OF = np.tile(np.array([bonus for _, bonus in DAMAGES], np.int8), len(CHECKS))
STARS_OF = np.array(STARS, np.int8)


def lanes(fighters: list[dict[str, int]], fights: int, rounds: int, seed: int, lane: int = 16384) -> list[int]:
    """The same in numpy: many fights at once, those that have ended taken out."""
    rng = np.random.Generator(np.random.SFC64(seed))
    found = np.zeros(4, np.int64)
    for first in range(0, fights, lane):
        found += one_lane(fighters, min(lane, fights - first), rounds, rng)
    return [int(one) for one in found]


def one_lane(fighters: list[dict[str, int]], n: int, rounds: int, rng: Any) -> Any:
    """``n`` fights side by side. Of every pair of arrays the first is that of whoever acts first. Fights that have ended go
    on unnoticed until a quarter of them have."""
    found = np.zeros(4, np.int64)
    a, b = (f["ref"] + rng.integers(0, 10, n, np.int8) for f in fighters)
    for _ in range(4):
        tied = np.flatnonzero(a == b)
        a[tied], b[tied] = rng.integers(0, 10, len(tied), np.int8), rng.integers(0, 10, len(tied), np.int8)
    second = (a < b).astype(np.int8)
    who = [second, 1 - second]

    def start(name: str, kind: Any) -> list[Any]:
        values = np.array([f[name] for f in fighters], kind)
        return [values[one] for one in who]

    hp, sp, need, body, serious = (
        start(name, kind)
        for name, kind in (
            ("hp", np.int16),
            ("sp", np.int8),
            ("base", np.int8),
            ("body", np.int8),
            ("serious", np.int16),
        )
    )
    need = [DV - one for one in need]
    penalty = [np.zeros(n, np.int8) for _ in who]
    injuries = [np.zeros(n, np.int16) for _ in who]
    stunned = [np.zeros(n, bool) for _ in who]
    on = np.ones(n, bool)
    left = n
    for _ in range(rounds):
        for i, j in ((0, 1), (1, 0)):
            acts = on & ~stunned[i]
            stunned[i][:] = False
            is_mortal = hp[i] < 1
            mortal = np.flatnonzero(is_mortal & on)
            if len(mortal):
                die = rng.integers(1, 11, len(mortal), np.int8)
                harder = penalty[i][mortal]
                dies = (die == 10) | (die + harder + STARS_OF[injuries[i][mortal]] >= body[i][mortal])
                penalty[i][mortal] = harder + 1
                gone = mortal[dies]
                if len(gone):
                    found[:2] += np.bincount(who[j][gone], minlength=2)
                    on[gone] = False
                    acts[gone] = False
                    left -= len(gone)
                    if not left:
                        return found
            wanted = need[i] + ((hp[i] < serious[i]).view(np.int8) + is_mortal.view(np.int8)) * np.int8(2)
            for _ in range(2):
                blow = rng.integers(0, BLOW, len(on), np.uint16)
                hit = CHECK_OF[blow] > wanted
                hit &= acts
                through = TOTAL_OF[blow] - sp[j]
                np.maximum(through, 0, out=through)
                through *= hit
                bonus = BONUS_OF[blow] * hit
                sp[j] -= (through > 0) & (sp[j] > 0)
                through += bonus
                further = (hp[j] < 1) & (through > 0)
                penalty[j] += further
                hp[j] -= through
                further |= bonus > 0
                hurt(np.flatnonzero(further), injuries[j], stunned[j], rng)
        if left < 0.75 * len(on):
            both = (who, hp, sp, need, body, serious, penalty, injuries, stunned)
            who, hp, sp, need, body, serious, penalty, injuries, stunned = ([one[on] for one in two] for two in both)
            on = np.ones(left, bool)
    found[3] += left
    return found


def hurt(where: Any, injuries: Any, stunned: Any, rng: Any) -> None:
    """A Critical Injury for each of these, rolled again where it is there already."""
    where = where[injuries[where] != ALL_ROWS]
    while len(where):
        row = rng.integers(0, 6, len(where), np.int8) + rng.integers(0, 6, len(where), np.int8)
        had = injuries[where]
        bit = np.left_shift(1, row, dtype=np.int16)
        new = (had & bit) == 0
        injuries[where[new]] = had[new] | bit[new]
        stunned[where[new & (row == SPINAL)]] = True
        where = where[~new]
