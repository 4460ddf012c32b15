"""The state of a Wrath & Glory fight: whole numbers only, in parts."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from .house import House


class Skill(IntEnum):
    """All skills, in the order of the sheet."""

    ATHLETICS = 0
    AWARENESS = 1
    BALLISTIC_SKILL = 2
    CUNNING = 3
    DECEPTION = 4
    INSIGHT = 5
    INTIMIDATION = 6
    INVESTIGATION = 7
    LEADERSHIP = 8
    MEDICAE = 9
    PERSUASION = 10
    PILOT = 11
    PSYCHIC_MASTERY = 12
    SCHOLAR = 13
    STEALTH = 14
    SURVIVAL = 15
    TECH = 16
    WEAPON_SKILL = 17


Skills = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]


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


Injuries = tuple[int, int, int, int, int, int, int, int, int, int, int]


class Scar(IntEnum):
    """Memorable injuries; each may be upgraded once."""

    BATTLE_SCAR = 0
    MINOR_BURNS = 1
    BROKEN_JAW = 2
    FACIAL_TIC = 3
    TORN_EAR = 4


UPGRADED = ("severed_finger", "major_burns", "missing_tongue_piece", "bad_knee", "old_wound")
Scars = tuple[int, int, int, int, int]


class Attributes(NamedTuple):
    strength: int
    toughness: int
    agility: int
    initiative: int
    willpower: int
    intellect: int
    fellowship: int


class Sheet(NamedTuple):
    """What the fight never changes. ``agent``: 1, an adversary 0. ``mob``: it is one. ``parry``: its weapon parries."""

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


class Harm(NamedTuple):
    """Wounds and Shock taken, points left, members left of a mob; injuries as counts (memorable: 2 is upgraded)."""

    wounds: int
    shock: int
    wrath: int
    ammo: int
    members: int
    traumatic: Injuries
    memorable: Scars
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
    """What a turn leaves behind: the weapon spent by salvo or out of ammo, or broken (a Trouble); Reliable used up;
    the all-out attack's Defence; whom it is engaged with (mask)."""

    spent: int
    broken: int
    reliable_used: int
    all_out: int
    engaged: int


class Fighter(NamedTuple):
    """One combatant, or a mob."""

    attributes: Attributes
    skills: Skills
    sheet: Sheet
    harm: Harm
    conditions: Conditions
    stance: Stance


class Outcome(NamedTuple):
    """What an attack did to one target: damage as rolled, ``through`` past Resilience, wounds ``suffered``."""

    hit: int
    damage: int
    through: int
    suffered: int


NO_OUTCOME = Outcome(0, 0, 0, 0)


class Fight(NamedTuple):
    """House rules, the fighters, glory and ruin, and what the last decision came to: for the attack and each target."""

    house: House
    fighters: tuple[Fighter, ...]
    outcomes: tuple[Outcome, ...]
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
    half, 3 more; ``material``: what through_cover adds; ``vision`` 0 clear to 4 dark; ``melee_mask``: others in the
    engagement fired into."""

    by: int
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


class Hit(NamedTuple):
    """Decision: damage reaches ``target`` (``damage`` -1: none), with mortal wounds beside it."""

    target: int
    damage: int
    ap: int
    mortal: int
