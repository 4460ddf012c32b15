"""Are the peers right? Their answers on small sizes against the exact table of the rules themselves, as fractions; and the
duel's against simulated fights. Run before anything is timed.
"""

from __future__ import annotations

import doctest
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import harness
import peers_icepool
import peers_plain
import peers_scipy
import weights
import workloads
from ours import known_exactly, known_steps
from rows import WNG_NUMBERS, cops_numbers
from weights import coded_fractions
from workloads import (
    ATTACK_2020,
    BITS_2020,
    CHAIN_2020,
    COPS_ATTACK,
    DEAD_2020,
    DUEL,
    LIMBS,
    PLACES,
    POOLS,
    RED_ATTACK,
    RED_CHAIN,
    SP_2020,
    WNG_ATTACK,
    WNG_BITS,
)

from fracas.play.encounter import encounter_of
from fracas.simulate import Simulation, wilson


def examples() -> None:
    """The examples in the docstrings."""
    for module in (harness, peers_scipy, peers_plain, weights, workloads):
        assert doctest.testmod(module).failed == 0, module.__name__


def attacks() -> None:
    """One attack of each game."""
    hp, sp = 40, 11
    right = known_exactly(RED_ATTACK)
    for peers in (peers_plain, peers_icepool):
        same("cpred attack", peers_plain.red_fractions(peers.RedAttack()(hp, sp)), right)
    right = known_exactly(COPS_ATTACK)
    for peers in (peers_plain, peers_icepool):
        same("cops attack", peers_plain.cops_fractions(peers.CopsAttack(*cops_numbers())(35)), right)
    right = known_exactly(ATTACK_2020)
    for peers in (peers_plain, peers_icepool):
        same("cp2020 attack", coded_fractions(peers.Attack2020()(SP_2020), BITS_2020), right)


def pools() -> None:
    """Wrath & Glory, the smallest, a middling and the largest pool; and hurt targets."""
    for pool in (POOLS[0], 8, POOLS[-1]):
        right = known_exactly(WNG_ATTACK, dice=pool - 8)
        for peers in (peers_plain, peers_icepool):
            [found] = peers.WngAttack()((pool,), **WNG_NUMBERS)
            same(f"wng pool {pool}", coded_fractions(found, WNG_BITS), right)
    for wounds, shock in ((3, 5), (6, 7)):
        target = {**WNG_ATTACK.fighters["t"], "wounds": wounds, "shock": shock}
        right = known_exactly(WNG_ATTACK, {**WNG_ATTACK.fighters, "t": target})
        for peers in (peers_plain, peers_icepool):
            [found] = peers.WngAttack()((8,), **WNG_NUMBERS, wounds=wounds, shock=shock)
            same(f"wng at {wounds} wounds", coded_fractions(found, WNG_BITS), right)


def red_hits(hits: int = 5) -> None:
    """Cyberpunk RED, several hits; from a wounded start too, where the mortally wounded are reached soon."""
    for hp in (40, 6):
        one = replace(RED_CHAIN, fighters={"t": {**RED_CHAIN.fighters["t"], "hp": hp}})
        right = known_steps(one, hits)
        for peers in (peers_plain, peers_icepool):
            chain = peers.RedChain()
            for number, found in enumerate(chain(hp, 11, hits)):
                same(f"cpred hit {number + 1} from HP {hp}", chain.fractions(found), right[number])


def shots_2020(states: int = 8, seed: int = 5) -> None:
    """Cyberpunk 2020: one shot from the start, and from a few states of all that there are after four (the likeliest of each
    kind: stunned or not, so many limbs lost)."""
    right = known_exactly(CHAIN_2020)
    plain, icepool = peers_plain.Chain2020(), peers_icepool.Chain2020()
    same("cp2020 shot", plain.fractions(plain(SP_2020, 1), 1), right)
    same("cp2020 shot", icepool.fractions(icepool(SP_2020, 1), 1), right)
    reached = list(plain.fractions(plain(SP_2020, 4), 4))
    kinds: dict[Any, list[Any]] = {}
    for state in reached:
        if state != DEAD_2020:
            kinds.setdefault((state[1], state[3].bit_count(), state[0] > 12), []).append(state)
    choose = random.Random(seed)
    for kind in choose.sample(sorted(kinds), min(states, len(kinds))):
        state = choose.choice(kinds[kind])
        damage, stunned, _, lost, *sp = state
        target = {
            **CHAIN_2020.fighters["t"],
            "damage": damage,
            "stunned": bool(stunned),
            "lost": [limb for limb in LIMBS if lost >> PLACES.index(limb) & 1],
            "armour": [{"name": place, "sp": here, "covers": [place]} for place, here in zip(PLACES, sp, strict=True)],
        }
        right = known_exactly(CHAIN_2020, {"t": target})
        same(f"cp2020 shot at {state}", plain.fractions(plain.from_state(state, 1), 1), right)


def duel(fights: int = 400) -> None:
    """The duel by hand against the Python twin of simulated fights: three standard errors."""
    first, second, ends = peers_scipy.Duel()()
    dense = peers_scipy.DenseDuel()()
    assert abs(dense[0] - first) < 1e-12 and abs(dense[2] - ends).max() < 1e-12
    assert abs(first + second - 1) < 1e-9 and abs(float(ends.sum()) - first - second) < 1e-12
    simulation = Simulation(encounter_of(DUEL), seed=11)
    twins = [simulation.twin(number).fight for number in range(fights)]
    won = sum(fight.fighters[1].wounds.hp <= 0 for fight in twins)
    soon = sum(fight.round <= 3 for fight in twins)
    for name, count, chance in (("wins", won, first), ("within 3 rounds", soon, float(ends[:3].sum()))):
        rate = wilson(count, fights)
        assert abs(rate.value - chance) < 3 / 1.96 * rate.half, (name, count, fights, chance)


def same(what: str, found: dict[Any, Fraction], right: dict[Any, Fraction]) -> None:
    """The same fractions; AssertionError names the first value that differs."""
    for value in sorted(found.keys() | right.keys()):
        mine, known = found.get(value, Fraction(0)), right.get(value, Fraction(0))
        assert mine == known, f"{what}: {value} has {mine}, not {known}"
    assert sum(found.values()) == 1, what


ALL = (examples, attacks, pools, red_hits, shots_2020, duel)


def main() -> None:
    for check in ALL:
        check()
    print(f"peers checked against the exact table: {', '.join(check.__name__ for check in ALL)}")


if __name__ == "__main__":
    main()
