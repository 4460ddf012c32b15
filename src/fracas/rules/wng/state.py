"""The state of a Wrath & Glory fight: whole numbers only, in parts."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from .house import House


class Skill(IntEnum):
    """The skills that a fight uses, in the order of the state's digits."""

    ATHLETICS = 0
    AWARENESS = 1
    BALLISTIC_SKILL = 2
    DECEPTION = 3
    INTIMIDATION = 4
    LEADERSHIP = 5
    MEDICAE = 6
    PERSUASION = 7
    STEALTH = 8
    TECH = 9
    WEAPON_SKILL = 10


OTHER_SKILLS = ("cunning", "insight", "investigation", "pilot", "psychic_mastery", "scholar", "survival")
"""Skills that a sheet may have and no rule here uses."""


class Size(IntEnum):
    """From tiny to gargantuan."""

    TINY = 0
    SMALL = 1
    STANDARD = 2
    LARGE = 3
    HUGE = 4
    GARGANTUAN = 5


class Injury(IntEnum):
    """Traumatic injuries, in the order in which they are counted."""

    LEFT_HAND = 0
    RIGHT_HAND = 1
    LEFT_ARM = 2
    RIGHT_ARM = 3
    LEFT_FOOT = 4
    RIGHT_FOOT = 5
    LEFT_LEG = 6
    RIGHT_LEG = 7
    TORSO = 8
    LEFT_EYE = 9
    RIGHT_EYE = 10


class Scar(IntEnum):
    """Memorable injuries; each may be upgraded once."""

    BATTLE_SCAR = 0
    MINOR_BURNS = 1
    BROKEN_JAW = 2
    FACIAL_TIC = 3
    TORN_EAR = 4


UPGRADED = ("severed_finger", "major_burns", "missing_tongue_piece", "bad_knee", "old_wound")


class Condition(IntEnum):
    """Conditions, in the order of the state's counts."""

    BLEEDING = 0
    BLINDED = 1
    FEAR = 2
    FRENZIED = 3
    HINDERED = 4
    ONFIRE = 5
    PINNED = 6
    POISONED = 7
    PRONE = 8
    RESTRAINED = 9
    STAGGERED = 10
    TERROR = 11
    VULNERABLE = 12


class Trouble(IntEnum):
    """Rows of the table of complications."""

    NONE = 0
    OUT_OF_AMMO = 1
    JAM = 2
    DROPPED = 3
    MALFUNCTION = 4
    STUCK = 5
    ITEM_FALLS = 6
    PRONE = 7
    ENTANGLED = 8
    BLINDED = 9
    WRONG_TARGET = 10


class Row(IntEnum):
    """Rows of the table of critical hits."""

    NONE = 0
    HEAD_BLOW = 1
    TEAR = 2
    VICIOUS_CUT = 3
    MERCILESS_STRIKE = 4
    BRUTAL_BLOW = 5
    VIVISECTION = 6
    GORE_BURST = 7
    SAVAGE_STRING = 8
    OVERWHELMING = 9
    ASHES = 10
    BONE_BREAKER = 11
    UNSPEAKABLE = 12
    DETONATION = 13
    DISMEMBERMENT = 14


class Attributes(NamedTuple):
    strength: int
    toughness: int
    agility: int
    initiative: int
    willpower: int
    intellect: int
    fellowship: int


class Sheet(NamedTuple):
    """What the fight never changes. ``agent``: 1, an adversary 0. ``mob``: it is one. ``parry``: its weapon parries.
    ``bionics``: a mask of the injuries whose penalty a bionic replacement cancels. ``awareness``: passive."""

    tier: int
    rank: int
    agent: int
    size: int
    defence: int
    resilience: int
    resolve: int
    determination: int
    max_wounds: int
    max_shock: int
    speed: int
    invulnerable: int
    mob: int
    parry: int
    explosive: int
    bionics: int
    vehicle: int
    awareness: int


class Harm(NamedTuple):
    """Wounds and Shock taken, points left, members left of a mob; injuries as digits (core.state.digit), one count
    for each Injury and each Scar (2 is upgraded)."""

    wounds: int
    shock: int
    wrath: int
    ammo: int
    members: int
    traumatic: int
    memorable: int
    dead: int


class Conditions(NamedTuple):
    """How often each condition was taken (those that do not stack: 0 or 1)."""

    bleeding: int
    blinded: int
    fear: int
    frenzied: int
    hindered: int
    onfire: int
    pinned: int
    poisoned: int
    prone: int
    restrained: int
    staggered: int
    terror: int
    vulnerable: int


class Stance(NamedTuple):
    """What a turn leaves behind: the weapon ``spent`` (1 by a shot or out of ammo, 2 by salvo) or ``broken`` (a
    Trouble); Reliable used up; the all-out attack's Defence; with whom engaged, by whom pinned (masks)."""

    spent: int
    broken: int
    reliable_used: int
    all_out: int
    engaged: int
    pinned_by: int


class Outcome(NamedTuple):
    """What the last decision did to one fighter: the ``number`` to reach, ``hit`` (how many are reached: 1, or members
    of a mob), damage as rolled, ``through`` past Resilience, wounds ``suffered`` (of a mob: members out)."""

    number: int
    hit: int
    damage: int
    through: int
    suffered: int


NO_OUTCOME = Outcome(0, 0, 0, 0, 0)


class Fighter(NamedTuple):
    """One combatant, or a mob. ``skills``: a digit (core.state.digit) for each Skill."""

    attributes: Attributes
    skills: int
    sheet: Sheet
    harm: Harm
    conditions: Conditions
    stance: Stance
    outcome: Outcome


class Fight(NamedTuple):
    """House rules, the fighters, glory and ruin, and of the last attack: its ``first`` target, critical, complication."""

    house: House
    fighters: tuple[Fighter, ...]
    glory: int
    ruin: int
    round: int
    first: int
    critical: int
    complication: int


class Weapon(NamedTuple):
    """A weapon's numbers; ``salvo`` -1 is written "-". Traits are a mask of Trait; those with ratings have a field."""

    damage: int
    ed: int
    ap: int
    short: int
    medium: int
    long: int
    salvo: int
    melee: int
    traits: int
    heavy: int
    rad: int
    rapidfire: int
    rending: int
    sniper: int
    unwieldy: int
    inflict: int


class Attack(NamedTuple):
    """Decision: ``by`` attacks the ``targets`` (mask). ``options``: a mask of Option; ``cover`` 0 none, 1 less, 2
    half, 3 more; ``material``: what shooting through cover adds to Resilience; ``vision`` 0 clear to 4 dark;
    ``into_melee``: who else is in the engagement fired into (mask); ``shift`` and ``glory``: up to so many;
    ``near``: who stands within 10 m of the target (mask); ``first``: the first target named."""

    by: int
    first: int
    targets: int
    weapon: Weapon
    distance: int
    options: int
    shift: int
    dice: int
    dn: int
    cover: int
    material: int
    vision: int
    into_melee: int
    glory: int
    near: int


class Hit(NamedTuple):
    """Decision: damage reaches ``target`` (``damage`` -1: none), with mortal wounds beside it."""

    target: int
    damage: int
    ap: int
    mortal: int
