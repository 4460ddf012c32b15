"""The state of a Cyberpunk 2020 fight: whole numbers only, in parts.

Armour is written place by place, layer by layer, from the inside out; what a layer is made of is in masks on the
sheet, a bit for each layer of a place.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.encounter import Arms, Clock, Stand
from .house import House

LAYERS = 5
"""Layers kept for a place; more than three that still count are refused by cp2020.armour.max."""

Layers = tuple[int, int, int, int, int]
PlaceNumbers = tuple[int, int, int, int, int, int]
Stacks = tuple[Layers, Layers, Layers, Layers, Layers, Layers]


class Place(IntEnum):
    """The six places; NOWHERE: no hit, or (in a decision) not aimed."""

    NOWHERE = -1
    HEAD = 0
    TORSO = 1
    RIGHT_ARM = 2
    LEFT_ARM = 3
    RIGHT_LEG = 4
    LEFT_LEG = 5


class Skill(IntEnum):
    """The skills that a fight uses, in the order of the sheet."""

    HANDGUN = 0
    RIFLE = 1
    SUBMACHINEGUN = 2
    HEAVY_WEAPONS = 3
    ARCHERY = 4
    ATHLETICS = 5
    MELEE = 6
    FENCING = 7
    BRAWLING = 8
    MARTIAL_ARTS = 9
    DODGE = 10
    FIRST_AID = 11
    MEDICAL_TECH = 12


SkillLevels = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]


class Sheet(NamedTuple):
    """What the fight never changes. ``ev``: the armours' own EVs, added up.

    ``hard``, ``rpa`` and ``skinweave`` are masks with a bit for each layer: bit 5 x place + layer. ``piece``: for each place
    the numbers of the armours that its layers belong to, 4 bits a layer, and above them (from bit 20) the SPs of the
    layers as bought, 7 bits a layer. ``layers``: how many each place has, 3 bits a place. ``hard_pieces``: a bit for
    each hard armour. ``move``: MA.
    """

    body: int
    ref: int
    intelligence: int
    cool: int
    tech: int
    ev: int
    skills: SkillLevels
    layers: int
    hard: int
    rpa: int
    skinweave: int
    piece: PlaceNumbers
    hard_pieces: int
    move: int


class Wounds(NamedTuple):
    """Damage points taken; limbs lost as a bit mask of places."""

    damage: int
    stunned: int
    stable: int
    lost: int
    dead: int


class Armour(NamedTuple):
    """SP of every layer of every place as it now stands; cover in front: its SP and the places behind it (bit mask)."""

    sp: Stacks
    cover_sp: int
    cover_places: int


class Condition(NamedTuple):
    """``dropped``, ``jammed``: which weapons are, and ``clearing`` which is being cleared (masks: bit 0 one that is not
    carried by name, bit 1 + slot the others), with ``jam_turns`` to go. ``held``: by whom (index + 1, 0 nobody), ``fast``: in
    a hold. ``lying``: on the ground. ``luck``: points left. ``announced``: actions of this turn. ``doomed``: it dies at the
    end of this turn. ``tally``: points that this attack has done to each place so far (option limb_per). ``surprised``: it
    has not had its first turn, and can be ambushed."""

    dropped: int
    jammed: int
    clearing: int
    jam_turns: int
    held: int
    fast: int
    lying: int
    luck: int
    announced: int
    doomed: int
    tally: PlaceNumbers
    surprised: int


class Outcome(NamedTuple):
    """What the last decision did to one fighter: ``damage`` as rolled, all told; ``through`` past armour, before doubling
    and BTM; ``suffered`` points; ``rounds`` that hit."""

    hit: int
    location: int
    damage: int
    through: int
    suffered: int
    rounds: int


NO_OUTCOME = Outcome(0, -1, 0, 0, 0, 0)
NO_POINTS: PlaceNumbers = (0, 0, 0, 0, 0, 0)
NO_STACK: Layers = (0, 0, 0, 0, 0)
NO_STACKS: Stacks = (NO_STACK, NO_STACK, NO_STACK, NO_STACK, NO_STACK, NO_STACK)


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
    """One round or blow: dice ``dice``d``faces`` + ``plus``; ``aimed``: a Place; ``hidden``: places that cannot be
    hit (mask)."""

    dice: int
    faces: int
    plus: int
    ap: int
    edged: int
    aimed: int
    hidden: int


class Hit(NamedTuple):
    """Decision: a hit lands on ``target``."""

    target: int
    blow: Blow


UNKNOWN = -2
"""``distance`` of suppressive fire and bursts where nobody says how far it is."""


class Attack(NamedTuple):
    """Decision: ``by`` attacks ``target``, or all ``targets`` (mask). ``modifiers``: a mask of Modifier; ``mode``: a Mode;
    ``rounds`` fired in all; ``reliability``: a Reliability; ``ally``: who is hit by a fumble (-1: the GM says); ``slot``:
    which of its weapons; ``luck``: points added; ``actions`` announced for the turn (0: nothing is said)."""

    by: int
    target: int
    targets: int
    slot: int
    actions: int
    luck: int
    skill: int
    distance: int
    range: int
    mode: int
    rounds: int
    accuracy: int
    modifiers: int
    modifier: int
    reliability: int
    automatic: int
    ally: int
    blow: Blow


class Suppress(NamedTuple):
    """Decision: suppressive fire over a zone ``width`` metres wide."""

    attack: Attack
    width: int


class Grenade(NamedTuple):
    """Decision: a burst of ``radius`` metres, thrown or fired (``attack.range`` 0: thrown) at the point ``x``, ``y``
    (``placed`` 0: at the first target)."""

    attack: Attack
    radius: int
    placed: int
    x: int
    y: int


class Turn(NamedTuple):
    """Decision: the whole turn of ``by``, in which it decides nothing."""

    by: int


class NewRound(NamedTuple):
    """Decision: a new round begins."""

    unused: int


class Stabilise(NamedTuple):
    """Decision: ``by`` stabilises ``target``; ``aid``: an Aid."""

    by: int
    target: int
    aid: int
    modifier: int
    luck: int
    actions: int


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
    actions: int


class Clear(NamedTuple):
    """Decision: ``by`` sets about clearing a jammed weapon."""

    by: int
    slot: int
    actions: int


class PickUp(NamedTuple):
    """Decision: ``by`` picks up a weapon that it has dropped."""

    by: int
    slot: int
    actions: int


class StandUp(NamedTuple):
    """Decision: ``by`` gets up."""

    by: int
    actions: int


class Hold(IntEnum):
    """What one does to somebody at close quarters."""

    GRAB = 0
    HOLD = 1
    CHOKE = 2
    THROW = 3
    BREAK_FREE = 4


class Grab(NamedTuple):
    """Decision: ``by`` and ``target`` at close quarters: a Hold. ``skill``: a Skill, or -1 for the better one."""

    by: int
    target: int
    hold: int
    skill: int
    luck: int
    modifier: int
    actions: int


class Repair(NamedTuple):
    """Decision: the armour of ``target`` is mended at the ``places`` of a mask."""

    target: int
    places: int
