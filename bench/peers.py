"""The same questions, asked of the libraries a user would pick today. Each computes exactly what fracas computes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

COLD_ICEPOOL = """
from icepool import d6, d10, map as imap, Die
die = imap(lambda a, b: 10 + b if a == 10 else a - b if a == 1 else a, d10, d10)
hit = die.map(lambda d: 7 + 6 + d > 15)
damage = d6.pool(3).expand().map(lambda *f: (max(0, sum(f) - 11) + (5 if f.count(6) >= 2 else 0)), star=True)
left = hit.map(lambda h: damage.map(lambda x: 40 - x) if h else Die([40]))
for value, chance in left.items():
    print(value, chance, left.denominator)
"""
"""A cold process asking icepool for the HP left after one pistol shot (what `fracas odds` prints for SHOT below)."""

SHOT = "by.ref=7 by.handgun=6 target.sp=11 skill=handgun class=pistol distance=8 damage=3d6".split()


def icepool_red_hit(dice: int, sp: int) -> dict[Any, Fraction]:
    """One hit of ``dice`` d6 on SP, injury rolls left out: HP lost and whether armour wears."""
    from icepool import Vector, d6

    rolled = dice @ d6.map(lambda face: Vector((face, int(face == 6))))
    found = rolled.map(lambda total, sixes: (max(0, total - sp) + (5 if sixes >= 2 else 0), total > sp), star=True)
    return {tuple(value): Fraction(weight, found.denominator()) for value, weight in found.items()}


def dyce_red_hit(dice: int, sp: int) -> dict[Any, Fraction]:
    """The same in dyce, by its own idiom (rolls with counts)."""
    from dyce import P

    counts: dict[Any, int] = {}
    for roll, count in (dice @ P(6)).rolls_with_counts():
        total = sum(roll)
        key = (max(0, total - sp) + (5 if roll.count(6) >= 2 else 0), total > sp)
        counts[key] = counts.get(key, 0) + count
    return {key: Fraction(count, 6**dice) for key, count in counts.items()}


def plain_red_hit(dice: int, sp: int) -> dict[Any, Fraction]:
    """A hand-written dictionary program."""
    states = {(0, 0): 1}
    for _ in range(dice):
        after: dict[tuple[int, int], int] = {}
        for (total, sixes), weight in states.items():
            for face in range(1, 7):
                key = (total + face, min(2, sixes + (face == 6)))
                after[key] = after.get(key, 0) + weight
        states = after
    counts: dict[Any, int] = {}
    for (total, sixes), weight in states.items():
        key = (max(0, total - sp) + (5 if sixes >= 2 else 0), total > sp)
        counts[key] = counts.get(key, 0) + weight
    return {key: Fraction(count, 6**dice) for key, count in counts.items()}


def icepool_cops_hit(power: int, places: dict[int, int]) -> dict[Any, Fraction]:
    """One COPS hit of ``power`` d6 on a place rolled on d10 (face -> location dice), 2d6 of protection: points suffered."""
    from icepool import d6, d10
    from icepool import map as imap

    def suffered(damage: int, stops: int, place: int) -> Any:
        through = damage - stops
        return 0 if through <= 0 else through + places[place] @ d6 if places[place] else through

    found = imap(suffered, power @ d6, 2 @ d6, d10)
    return {value: Fraction(weight, found.denominator()) for value, weight in found.items()}
