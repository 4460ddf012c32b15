"""The duel by hand with numpy and scipy.sparse: the two fighters' life as one Markov chain, the very rules of
:data:`workloads.DUEL`.

Both alive: a state is (life of a, life of b), ``a * most_b + b`` from 0. A turn of a leads to states of less life of b, or
to its end; how likely depends on whether a is below half. Two ways were tried: solving ``(I - M) x = r`` for the win chance
(needs the product M of both turns, and still the steps for the rounds), and stepping the state round by round through two
sparse matrices, which gives the win chance as well: quicker, and kept. Their matrices are made once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse
from weights import Weights, summed
from workloads import COPS_DICE, COPS_PLACES, DUEL, DUEL_ROUNDS

LEAST = 1e-13
"""A duel that goes on less likely than this is followed no further, as fracas does."""

FACES = (1, 2, 3, 2, 2)
"""Of d10: how many faces are head, arms, torso, abdomen, legs."""


def suffered(power: int, protection: Mapping[str, str]) -> Any:
    """Chances of suffering 0, 1, 2 … points of one hit (numpy array)."""
    damage = summed(power, 6)
    found = np.zeros(6 * power + 6 * max(COPS_DICE.values()) + 1)
    for place, faces in zip(COPS_PLACES, FACES, strict=True):
        dice, _, plus = protection[place].partition("d6")
        stops = summed(int(dice), 6, int(plus or 0))
        extra = summed(COPS_DICE[place], 6)
        through: Weights = {}
        for rolled, weight in damage.items():
            for stopped, ways in stops.items():
                left = max(0, rolled - stopped)
                through[left] = through.get(left, 0) + weight * ways
        share = faces / 10 / 6**power / 6 ** int(dice)
        for points, weight in through.items():
            if not points:
                found[0] += weight * share
                continue
            for more, ways in extra.items():
                found[points + more] += weight * ways * share / 6 ** COPS_DICE[place]
    return found


class Duel:
    """:data:`workloads.DUEL`: called, it gives (win chances of a and b, chance of ending in each round)."""

    def __init__(self, fighters: Mapping[str, Any] = DUEL["fighters"]) -> None:
        a, b = fighters.values()
        self.lives = [20 + 3 * one["carrure"] for one in (a, b)]
        self.turn_a = self.turn(a, b, 0)
        self.turn_b = self.turn(b, a, 1)

    def hits(self, by: Mapping[str, Any], at: Mapping[str, Any], half: bool) -> Any:
        """Chances of losing 0, 1, 2 … points in one turn of ``by``."""
        gun = by["weapons"][0]
        dice = by["coordination"] - half
        hit = 1 - ((gun["skill"] - 1) / 10) ** dice
        lost = hit * suffered(gun["power"], at["protection"])
        lost[0] += 1 - hit
        return lost

    def turn(self, by: Mapping[str, Any], at: Mapping[str, Any], second: int) -> Any:
        """The turn of one of the two as a sparse matrix from state to state, to be multiplied from the left; what leads to
        the end is left out."""
        mine, theirs = self.lives[second], self.lives[1 - second]
        blocks = []
        for half in (True, False):
            lost = self.hits(by, at, half)[:theirs]
            blocks.append(
                sparse.diags_array([np.full(theirs - k, p) for k, p in enumerate(lost)], offsets=range(len(lost)))
            )
        life = np.arange(1, mine + 1)
        below = 2 * life < mine
        parts = [
            sparse.kron(sparse.diags_array(chosen.astype(float)), block)
            if not second
            else sparse.kron(block, sparse.diags_array(chosen.astype(float)))
            for chosen, block in zip((below, ~below), blocks, strict=True)
        ]
        return sparse.csr_array(parts[0] + parts[1])

    def __call__(self, rounds: int = DUEL_ROUNDS) -> tuple[float, float, Any]:
        states = self.lives[0] * self.lives[1]
        now = np.zeros(states)
        now[-1] = 1.0
        won, lost = np.zeros(rounds), np.zeros(rounds)
        alive = 1.0
        for number in range(rounds):
            now = self.turn_a @ now
            left = now.sum()
            won[number] = alive - left
            now = self.turn_b @ now
            alive = now.sum()
            lost[number] = left - alive
            if alive < LEAST:
                break
        return float(won.sum()), float(lost.sum()), won + lost


class DenseDuel:
    """The same without a sparse matrix: the chances as a table of life by life, multiplied by what a turn takes of each. At
    this size quicker than sparse matrices."""

    def __init__(self, fighters: Mapping[str, Any] = DUEL["fighters"]) -> None:
        duel = Duel(fighters)
        a, b = fighters.values()
        self.lives = duel.lives
        self.below = [sum(2 * life < most for life in range(1, most + 1)) for most in self.lives]
        self.of_a = [taken(duel.hits(a, b, half), self.lives[1]).T.copy() for half in (True, False)]
        self.of_b = [taken(duel.hits(b, a, half), self.lives[0]) for half in (True, False)]

    def __call__(self, rounds: int = DUEL_ROUNDS) -> tuple[float, float, Any]:
        now = np.zeros(self.lives)
        now[-1, -1] = 1.0
        after = np.empty_like(now)
        below_a, below_b = self.below
        won, lost = np.zeros(rounds), np.zeros(rounds)
        alive = 1.0
        for number in range(rounds):
            np.matmul(now[:below_a], self.of_a[0], out=after[:below_a])
            np.matmul(now[below_a:], self.of_a[1], out=after[below_a:])
            left = after.sum()
            won[number] = alive - left
            now[:, :below_b] = self.of_b[0] @ after[:, :below_b]
            now[:, below_b:] = self.of_b[1] @ after[:, below_b:]
            alive = now.sum()
            lost[number] = left - alive
            if alive < LEAST:
                break
        return float(won.sum()), float(lost.sum()), won + lost


def taken(chances: Any, life: int) -> Any:
    """From chances of losing 0, 1, 2 … points: the matrix from life to life left, both from 1 on.

    >>> taken(np.array([0.5, 0.25, 0.25]), 2)
    array([[0.5 , 0.25],
           [0.  , 0.5 ]])
    """
    return sum(np.diag(np.full(life - k, share), k) for k, share in enumerate(chances[:life]))
