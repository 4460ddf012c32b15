"""A Cyberpunk RED duel by hand, in plain Python and in numpy: the very rules that fracas runs for the duel of
``bench_simulate``: initiative with ties rolled again, checks with 10 and 1, armour that wears, Critical Injuries (body table,
never the same twice), wound penalties, spinal injuries, death saves with growing penalties, the round limit.

Two fighters at 8 m with pistols (DV 15), 3d6, no magazine, no moving, no aiming: all that then matters of a fighter is HP, SP,
injuries (how many of them starred; whether spinal), the save penalty, REF + skill, BODY and the threshold of a serious wound.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

STARRED = (0, 1, 2, 8, 10)
"""Rows of the body table (2d6 - 2) that make death saves harder; 8 is the spinal injury."""

SPINAL, DV = 8, 15


def plain(fighters: list[dict[str, int]], fights: int, rounds: int, seed: int) -> list[int]:
    """Wins of the first, of the second, nobody left, undecided."""
    uniform = random.Random(seed).random
    found = [0, 0, 0, 0]
    both = [(f["hp"], f["sp"], f["base"], f["ref"], f["body"], f["serious"], f["dice"]) for f in fighters]
    for _ in range(fights):
        hp, sp = [both[0][0], both[1][0]], [both[0][1], both[1][1]]
        penalty, injuries, stunned, dead = [0, 0], [0, 0], [False, False], [False, False]
        a, b = both[0][3] + int(uniform() * 10), both[1][3] + int(uniform() * 10)
        for _ in range(4):
            if a != b:
                break
            a, b = int(uniform() * 10), int(uniform() * 10)
        order = (0, 1) if a >= b else (1, 0)
        now = 1
        while now <= rounds:
            for i in order:
                if dead[0] or dead[1]:
                    break
                if hp[i] < 1:
                    die = int(uniform() * 10) + 1
                    starred = 0
                    for row in STARRED:
                        starred += injuries[i] >> row & 1
                    if die == 10 or die + penalty[i] + starred >= both[i][4]:
                        dead[i] = True
                    penalty[i] += 1
                    if dead[i]:
                        break
                if stunned[i]:
                    stunned[i] = False
                    continue
                j = 1 - i
                for _ in range(2):
                    if dead[j]:
                        break
                    die = int(uniform() * 10) + 1
                    if die == 10:
                        die += int(uniform() * 10) + 1
                    elif die == 1:
                        die -= int(uniform() * 10) + 1
                    if both[i][2] + die - (4 if hp[i] < 1 else 2 if hp[i] < both[i][5] else 0) <= DV:
                        continue
                    total = sixes = 0
                    for _ in range(both[i][6]):
                        face = int(uniform() * 6) + 1
                        total += face
                        sixes += face == 6
                    through = total - sp[j]
                    if through > 0:
                        if sp[j]:
                            sp[j] -= 1
                    else:
                        through = 0
                    bonus = 5 if sixes > 1 else 0
                    suffered = through + bonus
                    further = hp[j] < 1 and suffered > 0
                    if further:
                        penalty[j] += 1
                    if (bonus or further) and injuries[j] != 2047:
                        row = int(uniform() * 6) + int(uniform() * 6)
                        while injuries[j] >> row & 1:
                            row = int(uniform() * 6) + int(uniform() * 6)
                        injuries[j] |= 1 << row
                        if row == SPINAL:
                            stunned[j] = True
                    hp[j] -= suffered
            else:
                now += 1
                continue
            break
        if dead[0] or dead[1]:
            found[1 if dead[0] and not dead[1] else 0 if dead[1] and not dead[0] else 2] += 1
        else:
            found[3] += 1
    return found


def lanes(fighters: list[dict[str, int]], fights: int, rounds: int, seed: int, lane: int = 16384) -> list[int]:
    """The same in numpy: many fights at once, those that have ended taken out."""
    rng = np.random.default_rng(np.random.SFC64(seed))
    found = np.zeros(4, np.int64)
    for first in range(0, fights, lane):
        found += one_lane(fighters, min(lane, fights - first), rounds, rng)
    return [int(one) for one in found]


def one_lane(fighters: list[dict[str, int]], n: int, rounds: int, rng: Any) -> Any:
    """``n`` fights side by side. Column 0 of every array is whoever acts first."""
    found = np.zeros(4, np.int64)
    start = {name: np.array([f[name] for f in fighters], np.int16) for name in fighters[0]}
    a, b = (start["ref"][i] + rng.integers(0, 10, n, np.int8) for i in (0, 1))
    for _ in range(4):
        tied = np.flatnonzero(a == b)
        a[tied], b[tied] = rng.integers(0, 10, len(tied), np.int8), rng.integers(0, 10, len(tied), np.int8)
    first = (a < b).astype(np.int8)
    index = np.stack([first, 1 - first])
    base, body, serious, dice = (start[name][index] for name in ("base", "body", "serious", "dice"))
    hp, sp = start["hp"][index], start["sp"][index]
    penalty, injuries = np.zeros((2, n), np.int16), np.zeros((2, n), np.int16)
    stunned = np.zeros((2, n), bool)
    most = int(start["dice"].max())
    fixed = most if (start["dice"] == most).all() else 0
    for _ in range(rounds):
        for i in (0, 1):
            j, count = 1 - i, hp.shape[1]
            acts = ~stunned[i]
            stunned[i] = False
            mortal = np.flatnonzero(hp[i] < 1)
            if len(mortal):
                die = rng.integers(1, 11, len(mortal), np.int8)
                starred = sum((injuries[i, mortal] >> row & 1) for row in STARRED)
                dies = (die == 10) | (die + penalty[i, mortal] + starred >= body[i, mortal])
                penalty[i, mortal] += 1
                if dies.any():
                    gone = mortal[dies]
                    winner = np.where(first[gone] == 0, j, i)
                    found[:2] += np.bincount(winner, minlength=2)
                    stays = np.ones(count, bool)
                    stays[gone] = False
                    hp, sp, penalty, injuries, stunned = (one[:, stays] for one in (hp, sp, penalty, injuries, stunned))
                    base, body, serious, dice = (one[:, stays] for one in (base, body, serious, dice))
                    first, acts, count = first[stays], acts[stays], int(stays.sum())
                    if count == 0:
                        return found
            for _ in range(2):
                die = rng.integers(1, 11, count, np.int8)
                extremes = np.flatnonzero((die == 10) | (die == 1))
                more = rng.integers(1, 11, len(extremes), np.int8)
                die[extremes] += np.where(die[extremes] == 10, more, -more)
                less = np.where(hp[i] < 1, 4, np.where(hp[i] < serious[i], 2, 0))
                hits = np.flatnonzero(acts & (base[i] + die - less > DV))
                if not len(hits):
                    continue
                faces = rng.integers(1, 7, (fixed or most, len(hits)), np.int8)
                if not fixed:
                    faces[np.arange(most)[:, None] >= dice[i, hits]] = 0
                total, sixes = faces.sum(0, dtype=np.int16), (faces == 6).sum(0)
                worn, left = sp[j, hits], hp[j, hits]
                through = np.maximum(0, total - worn)
                sp[j, hits] = np.maximum(0, worn - (through > 0))
                bonus = np.where(sixes > 1, 5, 0)
                suffered = through + bonus
                further = (left < 1) & (suffered > 0)
                penalty[j, hits] += further
                hurt = np.flatnonzero((bonus > 0) | further)
                hurt = hurt[injuries[j, hits[hurt]] != 2047]
                where = hits[hurt]
                while len(where):
                    row = rng.integers(0, 6, len(where), np.int8) + rng.integers(0, 6, len(where), np.int8)
                    had = (injuries[j, where] >> row) & 1
                    new = had == 0
                    injuries[j, where[new]] |= (1 << row[new].astype(np.int16)).astype(np.int16)
                    stunned[j, where[new]] |= row[new] == SPINAL
                    where = where[~new]
                hp[j, hits] = left - suffered
    found[3] += hp.shape[1]
    return found
