"""The state of a Cyberpunk RED fight: whole numbers only, in parts.

The sheet never changes during a fight; wounds, armour and condition do. SP is written per layer, as worn from the
first to the last, apart for head and body.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.encounter import Arms, Clock, Stand
from .house import House

LAYERS = 6
"""The most layers that may be worn at one place (the rules set no limit; nobody wears more)."""

Layers = tuple[int, int, int, int, int, int]
Penalties = tuple[int, int, int, int, int, int, int, int, int, int, int, int]
BARE: Layers = (0, 0, 0, 0, 0, 0)


class Place(IntEnum):
    """Where a hit lands; NOWHERE: there was none."""

    NOWHERE = -1
    BODY = 0
    HEAD = 1


class Aim(IntEnum):
    """What an aimed shot is aimed at."""

    NOTHING = 0
    HEAD = 1
    LEG = 2
    HELD = 3


class Ammo(IntEnum):
    """Kinds of ammunition that change a hit."""

    BASIC = 0
    AP = 1
    INCENDIARY = 2
    RUBBER = 3


class Stat(IntEnum):
    """The statistics that checks use."""

    REF = 0
    DEX = 1
    TECH = 2
    WILL = 3


class Skill(IntEnum):
    """The skills that a fight uses; the sheet keeps a level for each, in this order."""

    HANDGUN = 0
    SHOULDER_ARMS = 1
    AUTOFIRE = 2
    HEAVY_WEAPONS = 3
    ARCHERY = 4
    ATHLETICS = 5
    MELEE_WEAPON = 6
    MARTIAL_ARTS = 7
    BRAWLING = 8
    EVASION = 9
    CONCENTRATION = 10
    FIRST_AID = 11
    PARAMEDIC = 12


SkillLevels = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]


class Sheet(NamedTuple):
    """What the fight never changes. ``armour_penalty`` is the largest one worn; ``body``/``head`` SP as bought."""

    body: int
    will: int
    ref: int
    dex: int
    tech: int
    move: int
    max_hp: int
    armour_penalty: int
    body_layers: int
    head_layers: int
    body_sp: Layers
    head_sp: Layers
    skills: SkillLevels


class Wounds(NamedTuple):
    """HP may go below 0. ``injuries`` is a bit mask (see injuries.py); ``save_penalty`` without the injuries' part."""

    hp: int
    save_penalty: int
    injuries: int
    stable: int
    unconscious: int
    dead: int


class Armour(NamedTuple):
    """SP of every layer as it now stands, and the HP of the cover in front (0: none)."""

    body: Layers
    head: Layers
    cover: int


class Condition(NamedTuple):
    """``burning``: points a turn. ``dropped``: what was held. ``no_action``/``no_move``: in the next own turn. ``lying``:
    on the ground. ``held``: by whom (index + 1, 0 nobody). ``suppressed``: must run for cover. ``luck``: points left."""

    burning: int
    dropped: int
    no_action: int
    no_move: int
    lying: int
    held: int
    suppressed: int
    luck: int


class Outcome(NamedTuple):
    """What the last decision did to one fighter: ``damage`` as rolled, all told; ``through`` past armour, before doubling;
    ``suffered`` in HP; ``critical``: any Critical Injury."""

    hit: int
    location: int
    damage: int
    through: int
    suffered: int
    critical: int


NO_OUTCOME = Outcome(0, -1, 0, 0, 0, 0)


class Fighter(NamedTuple):
    """One combatant."""

    sheet: Sheet
    wounds: Wounds
    armour: Armour
    condition: Condition
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


class Blow(NamedTuple):
    """How damage is dealt: ``dice`` d6 + ``plus``; ``half_sp`` for melee weapons and Martial Arts; ``injury`` 0
    leaves the injury roll out; ``times`` multiplies the roll (autofire)."""

    dice: int
    plus: int
    half_sp: int
    direct: int
    aimed: int
    ammo: int
    injury: int
    times: int


class Hit(NamedTuple):
    """Decision: a hit lands on ``target``."""

    target: int
    blow: Blow


class Attack(NamedTuple):
    """Decision: ``by`` attacks ``target``. ``weapon`` is a WeaponClass, ``distance`` in metres (melee: FROM_POINTS or
    ignored), ``slot`` which of its weapons, ``rof`` attacks an Action, ``luck`` points added."""

    by: int
    target: int
    slot: int
    rof: int
    luck: int
    skill: int
    melee: int
    weapon: int
    distance: int
    auto: int
    dodge: int
    modifier: int
    injured_hand: int
    blow: Blow


class Turn(NamedTuple):
    """Decision: the whole turn of ``by``, in which it moves ``moved`` metres and does nothing else."""

    by: int
    moved: int


class NewRound(NamedTuple):
    """Decision: a new round begins."""

    unused: int


class Stabilise(NamedTuple):
    """Decision: ``by`` gives first aid to ``target``."""

    by: int
    target: int
    modifier: int


class PutOut(NamedTuple):
    """Decision: the fire on ``target`` is put out."""

    target: int


class Hold(IntEnum):
    """What one does to somebody at close quarters."""

    GRAB = 0
    CHOKE = 1
    THROW = 2
    BREAK_FREE = 3


class Begin(NamedTuple):
    """Decision: the fight begins; everybody rolls initiative."""

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


class StandUp(NamedTuple):
    """Decision: ``by`` gets up."""

    by: int


class Grab(NamedTuple):
    """Decision: ``by`` and ``target`` at close quarters: a Hold (grab, choke, throw, break free)."""

    by: int
    target: int
    hold: int
    luck: int
    modifier: int


class Area(NamedTuple):
    """Decision: ``by`` fires at all of the ``targets`` (mask) at once: a grenade or rocket, shells, suppressive fire.
    ``dodging``: which of them dodge (mask); ``first``: the first named."""

    by: int
    first: int
    targets: int
    slot: int
    skill: int
    weapon: int
    distance: int
    dodging: int
    luck: int
    modifier: int
    blow: Blow


class Suppress(NamedTuple):
    """Decision: suppressive fire."""

    area: Area


class Grenade(NamedTuple):
    """Decision: a grenade or rocket at all of the targets."""

    area: Area


class Repair(NamedTuple):
    """Decision: a tech mends what ``target`` wears at the places of the mask (1 body, 2 head)."""

    target: int
    places: int
