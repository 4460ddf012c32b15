"""The state of a COPS fight: whole numbers only, in parts."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.encounter import Arms, Clock, Stand
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


class Stance(IntEnum):
    """How one means to fight this turn; NONE: not chosen yet, which changes nothing."""

    NONE = -1
    ULTRA_VIOLENT = 0
    AGGRESSIVE = 1
    NORMAL = 2
    CAREFUL = 3
    UNDER_COVER = 4


class Pace(IntEnum):
    """How soon one means to act this turn; NONE: not chosen yet, which counts as 0."""

    NONE = -1
    RASH = 0
    HASTY = 1
    ALERT = 2
    STEADY = 3
    WARY = 4


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


class Outcome(NamedTuple):
    """What the last decision did to one fighter: ``damage`` as rolled on PU dice, ``through`` past the protection, before
    the location's dice, ``suffered`` in life points."""

    hit: int
    location: int
    damage: int
    through: int
    suffered: int


NO_OUTCOME = Outcome(0, -1, 0, 0, 0)


class Fighter(NamedTuple):
    """One combatant; ``stance`` and ``pace`` as chosen for this turn."""

    sheet: Sheet
    wounds: Wounds
    stance: int
    pace: int
    stand: Stand
    arms: Arms
    outcome: Outcome


class Fight(NamedTuple):
    """House rules, the fighters in order, the round, the first target of the last decision, and whose turn it is."""

    house: House
    fighters: tuple[Fighter, ...]
    round: int
    first: int
    clock: Clock


class Hit(NamedTuple):
    """Decision: a hit of ``power`` dice lands on ``target`` at ``place`` (NOWHERE: rolled)."""

    target: int
    power: int
    place: int


class Attack(NamedTuple):
    """Decision: ``by`` attacks ``target`` with the weapon of a ``slot``; a die at or over ``threshold`` is a success; metres
    for distance and range."""

    by: int
    target: int
    slot: int
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


class Choose(NamedTuple):
    """Decision: ``by`` chooses a stance and a pace (NONE: that of before stands)."""

    by: int
    stance: int
    pace: int


class Begin(NamedTuple):
    """Decision: the fight begins; from now on turns are counted."""

    unused: int


class Done(NamedTuple):
    """Decision: ``by``'s turn is over."""

    by: int


class Move(NamedTuple):
    """Decision: ``by`` moves ``metres`` (FROM_POINTS: to the point ``x``, ``y``)."""

    by: int
    metres: int
    x: int
    y: int


class Reload(NamedTuple):
    """Decision: ``by`` reloads the weapon of a slot."""

    by: int
    slot: int


class Aid(NamedTuple):
    """Decision: ``by`` stops ``target``'s loss of a point a turn."""

    by: int
    target: int
