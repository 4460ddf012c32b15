"""What is measured: for every exact row one decision (or a chain of the same one) with all its fields, and what is asked.

Both sides read their numbers here: fracas through ``fight_of`` and ``decision_of``, the peers through the fields
themselves (``numbers_of``). An answer is a mapping from a tuple of plain whole numbers to a fraction; the docstring of
each row says what the numbers are. Words and lists that fracas' views give are brought into that shape by ``PATHS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fracas.core.game import Game, Setup, decide, set_up
from fracas.rules import load

PLACES = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
LIMBS = PLACES[2:]


@dataclass(frozen=True)
class Workload:
    """One decision of a game; ``paths`` are the views asked for, ``read`` turns a tuple of their values into whole
    numbers."""

    name: str
    game: str
    fighters: Mapping[str, Mapping[str, Any]]
    do: str
    details: Mapping[str, Any]
    paths: tuple[str, ...]
    read: Callable[[tuple[Any, ...]], tuple[Any, ...]] = lambda values: values
    house: Mapping[str, Any] = field(default_factory=dict)

    def setup(self) -> Setup:
        """The fight at its start; ``t`` is the target, ``by`` (in attacks) the attacker."""
        return set_up(self.rules(), self.fighters, self.house)

    def rules(self) -> Game:
        """The game's rules."""
        return rules_of(self.game)

    def decision(self, setup: Setup, **changed: Any) -> Any:
        """The decision, some of its fields changed."""
        by = "by" if "by" in self.fighters else None
        return decide(self.rules(), setup.fighters, self.do, by, "t", {**self.details, **changed})


@cache
def rules_of(name: str) -> Game:
    """The rules of a game."""
    return load(name)


INJURIES = tuple(
    "lost_arm lost_hand collapsed_lung broken_ribs broken_arm foreign_object broken_leg torn_muscle spinal_injury "
    "crushed_fingers lost_leg".split()
)
SCARS = ("battle_scar", "minor_burns", "broken_jaw", "facial_tic", "torn_ear")


def mask(words: tuple[str, ...] | list[str], names: tuple[str, ...]) -> int:
    """A list of words as a bit mask.

    >>> mask(["b"], ("a", "b"))
    2
    """
    return sum(1 << names.index(word) for word in words)


class Bits:
    """Numbers packed into one: quick to hash, to sort, and to change by adding. The first lies lowest.

    >>> Bits(4, 4).code(3, 2), Bits(4, 4).read(35)
    (35, (3, 2))
    """

    def __init__(self, *widths: int) -> None:
        self.at = tuple(sum(widths[:place]) for place in range(len(widths)))
        self.masks = tuple((1 << width) - 1 for width in widths)

    def code(self, *values: int) -> int:
        """The values as one number."""
        return sum(value << at for value, at in zip(values, self.at, strict=True))

    def read(self, code: int) -> tuple[int, ...]:
        """The values again."""
        return tuple(code >> at & mask for at, mask in zip(self.at, self.masks, strict=True))


# ---------------------------------------------------------------------------------------------------------- Cyberpunk RED

RED_TARGET = {"max_hp": 40, "hp": 40, "body": 6, "armour": [{"name": "jacket", "sp": 11, "covers": ["body"]}]}
RED_ATTACK = Workload(
    "cpred: a pistol shot, 3d6 on SP 11, to hit, Critical Injuries",
    "cpred",
    {"by": {"ref": 7, "skills": {"handgun": 6}}, "t": RED_TARGET},
    "attack",
    {"class": "pistol", "skill": "handgun", "distance": 8, "damage": "3d6"},
    ("t.hp", "t.sp.body", "t.injuries"),
    lambda values: (values[0], values[1], mask(values[2], INJURIES)),
)
"""(HP, SP, mask of body injuries) after one shot; DV 15 at 8 m, 13 + d10 (10 and 1 explode once) must beat it."""

RED_BITS = Bits(11, 5, 10)
"""The peers' code of a state: injuries, SP, HP."""

RED_HITS = 8
RED_CHAIN = Workload(
    "cpred: 8 hits of 3d6 on HP 40 SP 11, every intermediate distribution",
    "cpred",
    {"t": RED_TARGET},
    "hit",
    {"damage": "3d6", "injury": False},
    ("t.hp", "t.sp.body", "t.death_penalty"),
)
"""(HP, SP, death save penalty) after each of 8 hits: the 5 of two sixes, wear, HP far below 0 and the penalty of further
hits when mortally wounded are in it; the row of the injury is not rolled (``injury: false``)."""

# ------------------------------------------------------------------------------------------------------------------- COPS

COPS_DICE = {"head": 3, "arms": 1, "torso": 2, "abdomen": 2, "legs": 1}
COPS_HOUSE = {"location_dice": COPS_DICE}
COPS_PLACES = ("head", "arms", "torso", "abdomen", "legs")
COPS_ATTACK = Workload(
    "cops: a shot of PU 5 on 2d6, to hit, place rolled",
    "cops",
    {"by": {"coordination": 4}, "t": {"carrure": 5, "protection": dict.fromkeys(COPS_PLACES, "2d6")}},
    "attack",
    {"skill": 6, "distance": 8, "range": 50, "power": 5},
    ("t.hp", "t.lasting"),
    lambda values: (values[0], int(values[1])),
    COPS_HOUSE,
)
"""(life, lasting harm) after one shot: difficulty 1 at 8 m, 4 dice, 6 and more succeed; the place is rolled."""

# --------------------------------------------------------------------------------------------------------- Cyberpunk 2020

SP_2020 = {"head": 12, "torso": 18, "right_arm": 14, "left_arm": 12, "right_leg": 10, "left_leg": 8}
TARGET_2020 = {"body": 7, "armour": [{"name": place, "sp": sp, "covers": [place]} for place, sp in SP_2020.items()]}
SHOTS_2020, MANY_SHOTS_2020 = 5, 10
WOUNDS_2020 = ("t.damage", "t.stunned", "t.dead", "t.lost", *(f"t.sp.{place}" for place in PLACES))


def read_2020(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Damage, stunned, dead, mask of limbs lost (bit 2: right arm … bit 5: left leg), six SP, and what follows."""
    return (values[0], int(values[1]), int(values[2]), mask(values[3], PLACES), *values[4:])


ATTACK_2020 = Workload(
    "cp2020: a rifle shot, 5D6, to hit, six places, wear, saves, limb loss",
    "cp2020",
    {"by": {"ref": 8, "skills": {"rifle": 6}}, "t": TARGET_2020},
    "attack",
    {"skill": "rifle", "distance": 90, "range": 400, "damage": "5D6", "automatic": True, "reliability": "st"},
    (*WOUNDS_2020, "by.jammed"),
    lambda values: (*read_2020(values)[:-1], int(values[-1])),
)
"""(damage, stunned, dead, lost, SP of six places; weapon jammed) after one shot at close range: DV 15 with 14 + d10
(10 explodes once, 1 is the reliability roll: 5 or less jams)."""

BITS_2020 = Bits(7, 1, 1, 6, 5, 5, 5, 5, 5, 5, 1)
"""The peers' code of a state."""

DEAD_2020 = (-1,) * 10
"""The dead of :data:`CHAIN_2020`."""

CHAIN_2020 = Workload(
    "cp2020: unaimed 5D6 shots, six places with wear, saves, limb loss",
    "cp2020",
    {"t": TARGET_2020},
    "hit",
    {"damage": "5D6"},
    WOUNDS_2020,
    lambda values: DEAD_2020 if values[2] else read_2020(values),
)
"""(damage, stunned, lost, SP of six places) of those alive, after so many hits, and the chance of being dead: all the dead
are one state (:data:`DEAD_2020`), for a hit changes nothing of them and nothing more of them is asked."""

# --------------------------------------------------------------------------------------------------------- Wrath & Glory

POOLS = range(4, 21)
WNG_TARGET = {"defence": 4, "resilience": 9, "determination": 4, "max_wounds": 6, "max_shock": 6, "side": "threat"}
TROUBLES = ("jam", "dropped", "malfunction", "stuck")
SPENT, PRONE, ENTANGLED, DAZZLED = len(TROUBLES) + 1, len(TROUBLES) + 2, len(TROUBLES) + 3, len(TROUBLES) + 4
WNG_ATTACK = Workload(
    "wng: a shot, damage 10 + 4 ED, AP 1, Determination",
    "wng",
    {"by": {"agility": 4, "skills": {"ballistic_skill": 4}}, "t": WNG_TARGET},
    "attack",
    {"weapon": {"damage": 10, "ed": 4, "ap": 1, "range": [10, 30, 60], "salvo": 1}, "distance": 20},
    (
        *("t.wounds", "t.shock", "t.dead", "t.memorable", "fight.glory", "by.broken", "by.spent"),
        *("by.conditions.prone", "by.conditions.restrained", "by.conditions.blinded"),
    ),
    lambda values: (*values[:2], int(values[2]), mask(values[3], SCARS), values[4], trouble(*values[5:])),
    {"criticals": "simple"},
)
"""(wounds, Shock, dead, mask of scars, Glory gained by a critical, the shooter's trouble) after one shot at middle range:
Defence 4 with a pool of 8, one Wrath die; a critical adds 3 ED (house rule ``criticals: simple``); Determination 4 is rolled
for wounds; Shock beyond its maximum becomes mortal wounds; Dying brings a scar, twice the maximum kills; a Wrath 1 is a row
of the complications (0: nothing lasting)."""


WNG_BITS = Bits(6, 4, 1, 5, 1, 4)
"""The peers' code of a state."""


def trouble(broken: list[str], spent: list[bool], prone: int, restrained: int, blinded: int) -> int:
    """What a complication left of the shooter, as one number."""
    if broken[0] in TROUBLES:
        return 1 + TROUBLES.index(broken[0])
    return SPENT if spent[0] else PRONE if prone else ENTANGLED if restrained else DAZZLED if blinded else 0


# ------------------------------------------------------------------------------------------------------------------ a duel

GUN = {"name": "gun", "skill": 6, "power": 4, "range": 50}
DUEL_ROUNDS = 60
DUEL = {
    "ruleset": "cops",
    "rounds": DUEL_ROUNDS,
    "house": COPS_HOUSE,
    "sides": ["a", "b"],
    "fighters": {
        "a": {
            "side": "a",
            "at": [0, 0],
            "coordination": 3,
            "carrure": 5,
            "protection": {**dict.fromkeys(COPS_PLACES, "2d6"), "torso": "2d6+2"},
            "weapons": [GUN],
            "play": "nearest",
        },
        "b": {
            "side": "b",
            "at": [8, 0],
            "coordination": 2,
            "carrure": 6,
            "protection": {**dict.fromkeys(COPS_PLACES, "2d6"), "torso": "3d6"},
            "weapons": [{**GUN, "power": 5}],
            "play": "nearest",
        },
    },
}
"""Two at 8 m (difficulty 1), each shooting once a turn until one is at 0 or less: below half of its life a fighter has one
die less, so neither's fate can be worked out without the other's. (0 wins of the first, 1 of the second, and the chance that
it ends in each round; after 60 rounds it is undecided.)"""
