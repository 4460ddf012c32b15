"""The exact rows: for each, all sides' answers are compared as fractions, then timed."""

from __future__ import annotations

import json
import operator
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import peers_icepool
import peers_plain
from harness import Row, Table, in_turn, once, shown
from weights import coded_fractions
from workloads import (
    ATTACK_2020,
    BITS_2020,
    CHAIN_2020,
    COPS_ATTACK,
    COPS_DICE,
    DUEL,
    MANY_SHOTS_2020,
    POOLS,
    RED_ATTACK,
    RED_CHAIN,
    RED_HITS,
    SHOTS_2020,
    SP_2020,
    WNG_ATTACK,
    WNG_BITS,
    WNG_TARGET,
)

HERE = Path(__file__).resolve().parent
WNG_NUMBERS = {name: int(WNG_TARGET[name]) for name in ("defence", "resilience", "max_wounds", "max_shock")}


def cops_numbers() -> tuple[tuple[int, ...], int, int, int, int]:
    """Location dice, threshold, dice, PU and dice of protection of :data:`workloads.COPS_ATTACK`."""
    details, by = COPS_ATTACK.details, COPS_ATTACK.fighters["by"]
    return tuple(COPS_DICE.values()), details["skill"], by["coordination"], details["power"], 2


Peer = tuple[str, Callable[[], Any], Callable[[Any], Any], float]
"""A peer: its name, what is timed, what reads its answer as the workload has it, the floor against it (0: none)."""


def compared(
    table: Table,
    workload: str,
    asked: Any,
    read: Callable[[Any], Any],
    peers: list[Peer],
    most: float = 12.0,
    equal: Callable[[Any, Any], bool] = operator.eq,
) -> None:
    """Rows of one workload: ``asked`` is ours (``first``, ``run``), ``read`` its answer in the peers' shape, ``equal`` when
    two answers agree."""
    first, _ = once(asked.first)
    right = read(asked.run())
    for name, call, reads, _ in peers:
        found = reads(call())
        assert equal(found, right), f"{workload}: fracas and {name} differ"
    mine, *theirs = in_turn([asked.run, *(call for _, call, _, _ in peers)], most=most)
    for (name, _, _, floor), seconds in zip(peers, theirs, strict=True):
        table.add(Row(workload, shown(mine), name, shown(seconds), seconds / mine, floor, shown(first)))


def attack(game: str) -> Callable[[Table], None]:
    """One attack with the roll to hit, of one game."""
    make, call, reads = {
        "cpred": (lambda one: one.RedAttack(), lambda one: one(40, 11), peers_plain.red_fractions),
        "cops": (lambda one: one.CopsAttack(*cops_numbers()), lambda one: one(35), peers_plain.cops_fractions),
        "cp2020": (lambda one: one.Attack2020(), lambda one: one(SP_2020), coded(BITS_2020)),
        "wng": (lambda one: one.WngAttack(), lambda one: one((8,), **WNG_NUMBERS)[0], coded(WNG_BITS)),
    }[game]

    def rows(table: Table) -> None:
        from ours import Asked

        asked = Asked(ATTACKS[game])
        icepool, plain = make(peers_icepool), make(peers_plain)
        start = call(icepool).max_outcome()  # any code will do: what is kept is the change from it
        kept = call(icepool) - start
        peers: list[Peer] = [
            ("icepool", lambda: call(icepool), reads, 3.0),
            ("icepool, its Die kept", lambda: kept + start, reads, 0.0),
            ("plain Python", lambda: call(plain), reads, 0.0),
        ]
        compared(table, ATTACKS[game].name, asked, lambda found: asked.answer(found)[0], peers, 4.0)

    return rows


ATTACKS = {"cpred": RED_ATTACK, "cops": COPS_ATTACK, "cp2020": ATTACK_2020, "wng": WNG_ATTACK}


def coded(bits: Any) -> Callable[[Any], Any]:
    """Reads coded states."""
    return lambda weights: coded_fractions(weights, bits)


def red_hits(table: Table) -> None:
    """Eight hits, the distribution after each."""
    from ours import Asked

    asked = Asked(RED_CHAIN, RED_HITS)
    peers: list[Peer] = []
    for name, module, floor in (("icepool", peers_icepool, 200.0), ("plain Python", peers_plain, 20.0)):
        chain = module.RedChain()
        peers.append(
            (
                name,
                lambda chain=chain: chain(40, 11, RED_HITS),
                lambda found, chain=chain: [chain.fractions(one) for one in found],
                floor,
            )
        )
    chain = peers_plain.RedChain()
    kept = peers_plain.Kept(40 + chain.HP_ZERO << 10 | 11 << 5, chain.leads, RED_HITS)

    def read_kept(found: list[list[int]]) -> Any:
        return [chain.fractions(dict(zip(kept.states, one, strict=False))) for one in found]

    peers.append(("plain Python, its graph kept", kept, read_kept, 0.0))
    compared(table, RED_CHAIN.name, asked, asked.answer, peers)


def shots_2020(table: Table) -> None:
    """Five shots; the last distribution, the dead as one state, as the peers have it."""
    from ours import ManyShots

    asked = ManyShots(SHOTS_2020)
    peers: list[Peer] = []
    for name, module, floor in (("icepool", peers_icepool, 200.0), ("plain Python", peers_plain, 20.0)):
        chain = module.Chain2020()
        peers.append(
            (
                name,
                lambda chain=chain: chain(SP_2020, SHOTS_2020),
                lambda found, chain=chain: chain.fractions(found, SHOTS_2020),
                floor,
            )
        )
    name = f"{CHAIN_2020.name}: {SHOTS_2020} shots"
    compared(table, name, asked, lambda found: found.chances(asked.read), peers, 30.0)


def many_shots(table: Table, shots: int = MANY_SHOTS_2020) -> None:
    """Ten shots, each side in a process of its own: time and memory."""
    found = {}
    for side in ("fracas", "plain"):
        command = [sys.executable, str(HERE / "many_shots.py"), side, str(shots)]
        ended = subprocess.run(command, capture_output=True, text=True)
        if ended.returncode:
            raise SystemExit(f"many_shots.py {side}: {ended.stderr.strip().splitlines()[-1]}")
        found[side] = json.loads(ended.stdout)
    mine, theirs = found["fracas"], found["plain"]
    for name in ("states", "dead", "mark"):
        assert mine[name] == theirs[name], f"{shots} shots: {name} differs"
    later = mine["later"][len(mine["later"]) // 2]
    name = f"{CHAIN_2020.name}: {shots} shots ({mine['states']:,} states)"
    table.add(
        Row(
            name,
            shown(later),
            "plain Python",
            shown(theirs["first"]),
            theirs["first"] / later,
            20.0,
            shown(mine["first"]),
        )
    )
    megabytes = [f"{one['memory'] / 2**20:.0f} MiB" for one in (mine, theirs)]
    table.add(
        Row(
            f"the same {shots} shots, memory",
            megabytes[0],
            "plain Python",
            megabytes[1],
            theirs["memory"] / mine["memory"],
            5.0,
        )
    )


def pools(table: Table) -> None:
    """Wrath & Glory: every pool from 4 to 20 dice."""
    from ours import Several

    asked = Several(WNG_ATTACK, [{"dice": pool - 8} for pool in POOLS])
    peers: list[Peer] = []
    for name, module, floor in (("icepool", peers_icepool, 100.0), ("plain Python", peers_plain, 0.0)):
        attack = module.WngAttack()
        peers.append(
            (
                name,
                lambda attack=attack: attack(POOLS, **WNG_NUMBERS),
                lambda found: [coded_fractions(one, WNG_BITS) for one in found],
                floor,
            )
        )
    compared(table, f"wng: pools {POOLS[0]} to {POOLS[-1]}, ED, Determination, joint", asked, asked.answer, peers)


def duel(table: Table) -> None:
    """Both sides of a duel at once: win chances and the round in which it ends."""
    import peers_scipy
    from ours import Duel

    asked, by_hand, dense = Duel(DUEL), peers_scipy.Duel(), peers_scipy.DenseDuel()

    peers: list[Peer] = [
        ("scipy.sparse", by_hand, lambda found: found, 2.0),
        ("numpy, dense", dense, lambda found: found, 0.0),
    ]
    name = "cops: duel with wound penalties on both sides, win chances and rounds"
    compared(table, name, asked, asked.answer, peers, 6.0, close)


def close(found: Any, right: Any) -> bool:
    """Do win chances and every round's chance agree to ten digits?"""
    numbers, known = (np.array([one[0], one[1], *one[2]]) for one in (found, right))
    return len(numbers) == len(known) and bool(np.abs(numbers - known).max() < 1e-10)


EXACT: dict[str, Callable[[Table], None]] = {
    **{f"attack_{game}": attack(game) for game in ATTACKS},
    "red_hits": red_hits,
    "shots_2020": shots_2020,
    "many_shots": many_shots,
    "pools": pools,
    "duel": duel,
}
