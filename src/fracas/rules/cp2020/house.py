"""The house rules of Cyberpunk 2020: each disputed reading, its values, the first the default."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class LegRolls(IntEnum):
    R78_L910 = 0
    L78_R910 = 1


class ArmourMax(IntEnum):
    PLACE = 0
    CHARACTER = 1


class LayerEv(IntEnum):
    CUMULATIVE = 0
    HIGHEST = 1


class LayerOrder(IntEnum):
    INSIDE_OUT = 0
    DESCENDING_SP = 1


class CoverMode(IntEnum):
    PROPORTIONAL = 0
    SEPARATE = 1


class ApLayering(IntEnum):
    COMBINED = 0
    EACH = 1


class ApHalfMin(IntEnum):
    N1 = 1
    N0 = 0


class EdgedDamage(IntEnum):
    FULL = 0
    HALVED = 1


class Ablate(IntEnum):
    ALL_LAYERS = 0
    OUTERMOST = 1


class HeadDouble(IntEnum):
    AFTER_BTM = 0
    AFTER_SP = 1
    BEFORE_SP = 2


class MortalMax(IntEnum):
    N6 = 6
    N8 = 8


class WoundRound(IntEnum):
    UP = 0
    DOWN = 1


class LimbPer(IntEnum):
    HIT = 0
    ATTACK = 1


class LimbThreshold(IntEnum):
    OVER_8 = 0
    FROM_8 = 1


class HeadKillCounts(IntEnum):
    DOUBLED = 0
    UNDOUBLED = 1


class Overact(IntEnum):
    FALSE = 0
    TRUE = 1


class DeathSave(IntEnum):
    AT_MOST = 0
    BELOW = 1


class Explode(IntEnum):
    ONCE = 0
    OPEN = 1


class AutoExact(IntEnum):
    ONE = 0
    NONE = 1


class House(NamedTuple):
    """One value for every option; passed in with the fight, never a global."""

    leg_rolls: int
    armour_max: int
    layer_ev: int
    layer_order: int
    cover_mode: int
    ap_layering: int
    ap_half_min: int
    edged_damage: int
    ablate: int
    head_double: int
    mortal_max: int
    wound_round: int
    limb_per: int
    limb_threshold: int
    head_kill_counts: int
    overact: int
    death_save: int
    explode: int
    auto_exact: int


OPTIONS: dict[str, tuple[type[IntEnum], str]] = {
    "leg_rolls": (LegRolls, "cp2020.location.roll"),
    "armour_max": (ArmourMax, "cp2020.armour.max"),
    "layer_ev": (LayerEv, "cp2020.armour.layer_ev"),
    "layer_order": (LayerOrder, "cp2020.armour.proportional"),
    "cover_mode": (CoverMode, "cp2020.armour.cover"),
    "ap_layering": (ApLayering, "cp2020.ap.halves"),
    "ap_half_min": (ApHalfMin, "cp2020.ap.halves"),
    "edged_damage": (EdgedDamage, "cp2020.edged.halves"),
    "ablate": (Ablate, "cp2020.armour.staged"),
    "head_double": (HeadDouble, "cp2020.head.double"),
    "mortal_max": (MortalMax, "cp2020.wound.track"),
    "wound_round": (WoundRound, "cp2020.wound.effects"),
    "limb_per": (LimbPer, "cp2020.limb.loss"),
    "limb_threshold": (LimbThreshold, "cp2020.limb.loss"),
    "head_kill_counts": (HeadKillCounts, "cp2020.limb.loss"),
    "overact": (Overact, "cp2020.save.overact"),
    "death_save": (DeathSave, "cp2020.save.death"),
    "explode": (Explode, "cp2020.attack.roll"),
    "auto_exact": (AutoExact, "cp2020.fire.auto"),
}
