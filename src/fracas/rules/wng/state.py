"""The state of a Wrath & Glory fight: whole numbers only, in parts."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ...core.encounter import Arms, Clock, Stand
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
    """What the fight never changes. ``agent``: 1, an adversary 0. ``mob``: it is one. ``parry``: a mask of the weapons that
    parry. ``bionics``: a mask of the injuries whose penalty a bionic replacement cancels. ``awareness``: passive."""

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
    for each Injury and each Scar (2 is upgraded). ``airless``: minutes without breath; ``unconscious`` by it;
    ``weary``: Exhausted until a rest (wng.hazard.climate)."""

    wounds: int
    shock: int
    wrath: int
    ammo: int
    members: int
    traumatic: int
    memorable: int
    dead: int
    airless: int
    unconscious: int
    weary: int


class Conditions(NamedTuple):
    """How often each condition was taken (those that do not stack: 0 or 1; ``restrained`` 2: held, and entangled)."""

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
    """What outlasts a decision. Weapons ``spent`` (1 by a shot or out of ammo, 2 by salvo) or ``broken`` (a Trouble): a
    digit for each weapon carried; ``wielded``: the one in hand. Reliable used up; the all-out attack's Defence; with
    whom engaged where points do not say it, by whom pinned (masks). ``guard``: what full defence adds to Defence.
    ``held_by``: the grappler's index + 1 (0 nobody). ``hindered_by``, ``vulnerable_by``: what interaction attacks have
    added to these conditions, a digit for each attacker. ``dazzled``: blinded until the end of the turn alone;
    ``stunned``: restrained until then. ``cover``: 0 none, 1 less than half hidden, 2 half, 3 more. ``…_due``: what of a
    condition was there when the turn began, and ends with it."""

    spent: int
    broken: int
    wielded: int
    reliable_used: int
    all_out: int
    engaged: int
    pinned_by: int
    guard: int
    held_by: int
    hindered_by: int
    vulnerable_by: int
    dazzled: int
    stunned: int
    cover: int
    hindered_due: int
    vulnerable_due: int
    staggered_due: int
    stunned_due: int


HELD, LOST, RELEASING = 1, 2, 3
"""``Turn.held``: the combat action is held; it lost the test to interrupt this turn; it is being taken."""


class Turn(NamedTuple):
    """What of a turn is spent: ``combat`` actions, the ``simple`` and the ``reflexive`` one, the whole turn (``full``);
    ``pace`` of its moves (a Pace), ``still``: the Move was given up; ``stood`` up in this turn; ``tasks`` declared
    beyond the first; ``attacked`` in it; ``held``: see HELD.
    ``surprised``: no turn in round one; ``owed``: the index + 1 of one who leaves it (0 nobody): a reflexive attack."""

    combat: int
    simple: int
    reflexive: int
    full: int
    pace: int
    still: int
    stood: int
    tasks: int
    attacked: int
    held: int
    surprised: int
    owed: int


class Stealth(NamedTuple):
    """The stealth ``score`` of the scene (0: none), and whether it was ``found``, or noise took it away, in it."""

    score: int
    found: int


class Pace(IntEnum):
    """How a fighter moves in a turn; the quickest counts."""

    NONE = 0
    CRAWL = 1
    SNEAK = 2
    CLIMB = 3
    WALK = 4
    RUN = 5
    SPRINT = 6


class Action(IntEnum):
    """What a turn is made of."""

    MOVE = 0
    COMBAT = 1
    SIMPLE = 2
    REFLEXIVE = 3
    FULL = 4


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
    turn: Turn
    stealth: Stealth
    stand: Stand
    arms: Arms
    outcome: Outcome


class Fight(NamedTuple):
    """House rules, the fighters, glory and ruin, and of the last attack: its ``first`` target, critical, complication.
    ``vision`` 0 clear to 4 dark; ``due``: the side (1 agents, 0 adversaries) that may act next without paying;
    ``resumes``: the index + 1 of one whose turn was interrupted (0 nobody)."""

    house: House
    fighters: tuple[Fighter, ...]
    glory: int
    ruin: int
    round: int
    first: int
    critical: int
    complication: int
    vision: int
    due: int
    resumes: int
    clock: Clock


class Weapon(NamedTuple):
    """A weapon's numbers; ``salvo`` -1 is written "-", ``blast`` in metres (0: none), ``hands`` it takes. Traits are a
    mask of Trait; those with ratings have a field."""

    damage: int
    ed: int
    ap: int
    short: int
    medium: int
    long: int
    salvo: int
    melee: int
    blast: int
    hands: int
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
    half, 3 more (BY_PLACE: what the target stands behind); ``material``: what shooting through cover adds to
    Resilience; ``vision`` 0 clear to 4 dark (BY_PLACE: the fight's); ``distance`` in metres (FROM_POINTS: the points
    say it); ``into_melee``: who else is in the engagement fired into (mask); ``shift``, ``glory`` and ``reroll``
    (Wrath points): up to so many; ``near``: who stands within 10 m of the target (mask); ``first``: the first target
    named; ``slot``: which of its weapons (INLINE: none that it carries)."""

    by: int
    first: int
    targets: int
    slot: int
    weapon: Weapon
    distance: int
    options: int
    shift: int
    reroll: int
    dice: int
    dn: int
    cover: int
    material: int
    vision: int
    into_melee: int
    glory: int
    near: int


BY_PLACE = -1
"""A decision's ``cover`` or ``vision`` where the fight says what it is."""


class Throw(NamedTuple):
    """Decision: a blast weapon aimed at a point: ``attack.targets`` stand in the blast (where points are known, the
    point says it: ``placed``, ``x``, ``y``); ``adrift``: who is caught when it misses, where no points say it."""

    attack: Attack
    placed: int
    x: int
    y: int
    adrift: int


class Hit(NamedTuple):
    """Decision: damage reaches ``target`` (``damage`` -1: none), with mortal wounds beside it."""

    target: int
    damage: int
    ap: int
    mortal: int


class Begin(NamedTuple):
    """Decision: the fight begins (``first`` nothing)."""

    first: int


class Act(NamedTuple):
    """Decision: ``by`` takes its turn next; where it is the other side's, for 1 Glory (agents) or 1 Ruin."""

    by: int


class Alert(NamedTuple):
    """Decision: ``by``, surprised, is made alert for 1 Glory (agents) or 1 Ruin."""

    by: int


class Tasks(NamedTuple):
    """Decision: ``by`` declares so many tasks for this turn."""

    by: int
    tasks: int


class HoldAction(NamedTuple):
    """Decision: ``by`` holds its combat action."""

    by: int


class Release(NamedTuple):
    """Decision: ``by`` takes its held combat action now, in somebody's turn after an opposed Initiative test."""

    by: int


class Done(NamedTuple):
    """Decision: the turn of ``by`` is over."""

    by: int


class Move(NamedTuple):
    """Decision: ``by`` moves to a point, or so many ``metres`` (FROM_POINTS: to the point ``x``, ``y``) at a ``pace``;
    ``difficult`` ground; ``cover`` it then has; ``beyond``: a DN for going further than usual (0: no); ``back``: it
    falls back."""

    by: int
    metres: int
    x: int
    y: int
    pace: int
    difficult: int
    cover: int
    beyond: int
    back: int


class StandUp(NamedTuple):
    """Decision: ``by`` gets up."""

    by: int


class Decline(NamedTuple):
    """Decision: ``by`` lets the reflexive attack go that it is owed."""

    by: int


class Reload(NamedTuple):
    """Decision: ``by`` reloads a weapon."""

    by: int
    slot: int


class Simple(NamedTuple):
    """Decision: ``by`` does something simple that no other rule is about."""

    by: int


class WholeTurn(NamedTuple):
    """Decision: the whole turn of ``by``: it starts, nothing else is decided, it ends."""

    by: int


class NewRound(NamedTuple):
    """Decision: a new round (``first`` nothing)."""

    first: int
