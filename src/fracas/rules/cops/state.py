"""The state of a COPS fight: whole numbers only, in parts."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from .house import House, PlaceNumbers


class Place(IntEnum):
    """Where a hit lands; NOWHERE: there was none. As a decision's place: not chosen, so rolled."""

    NOWHERE = -1
    HEAD = 0
    ARMS = 1
    TORSO = 2
    ABDOMEN = 3
    LEGS = 4


class Characteristic(IntEnum):
    """The seven characteristics, in the order of the sheet."""

    CARRURE = 0
    CHARME = 1
    COORDINATION = 2
    EDUCATION = 3
    PERCEPTION = 4
    REFLEXES = 5
    SANG_FROID = 6


Characteristics = tuple[int, int, int, int, int, int, int]


class Sheet(NamedTuple):
    """What the fight never changes; protection per place as dice: count, sides, constant."""

    max_hp: int
    characteristics: Characteristics
    protection_count: PlaceNumbers
    protection_sides: PlaceNumbers
    protection_plus: PlaceNumbers


class Wounds(NamedTuple):
    """Life may go below 0; ``losing`` a point each turn; ``lasting`` harm after a massive wound."""

    hp: int
    losing: int
    lasting: int
    dead: int


class Fighter(NamedTuple):
    """One combatant."""

    sheet: Sheet
    wounds: Wounds


class Outcome(NamedTuple):
    """What the last hit or attack came to: ``damage`` as rolled on PU dice, ``through`` past the protection, before the
    location's dice, ``suffered`` in life points."""

    hit: int
    location: int
    damage: int
    through: int
    suffered: int


NO_OUTCOME = Outcome(0, -1, 0, 0, 0)


class Fight(NamedTuple):
    """House rules, the fighters in order, the round, and the outcome of the last decision."""

    house: House
    fighters: tuple[Fighter, ...]
    round: int
    outcome: Outcome


class Hit(NamedTuple):
    """Decision: a hit of ``power`` dice lands on ``target`` at ``place`` (NOWHERE: rolled)."""

    target: int
    power: int
    place: int


class Attack(NamedTuple):
    """Decision: ``by`` attacks ``target``; a die at or over ``threshold`` is a success; metres for distance and range."""

    by: int
    target: int
    characteristic: int
    threshold: int
    distance: int
    range: int
    power: int
    place: int
    dice: int
    dn: int


class Turn(NamedTuple):
    """Decision: the whole turn of ``by``, in which it decides nothing."""

    by: int


class NewRound(NamedTuple):
    """Decision: a new round begins."""

    unused: int


class Aid(NamedTuple):
    """Decision: ``by`` stops ``target``'s loss of a point a turn."""

    by: int
    target: int
