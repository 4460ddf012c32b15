"""The house rules of Wrath & Glory: each disputed reading, its values, the first the default."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class AdversaryCritical(IntEnum):
    RUIN = 0
    NOTHING = 1


class MinResilience(IntEnum):
    N1 = 1
    N0 = 0


class DyingCritical(IntEnum):
    ALL = 0
    ANY = 1


class AnnihilationCounts(IntEnum):
    WOUNDS = 0
    RAW = 1


class Criticals(IntEnum):
    TABLE = 0
    SIMPLE = 1


class MobResilience(IntEnum):
    MEMBER = 0
    SUM = 1


class CoverHalf(IntEnum):
    N2 = 2
    N1 = 1


class Amputate(IntEnum):
    D6 = 0
    CHOSEN = 1


class PinnedScope(IntEnum):
    ALL = 0
    PINNER = 1


class FullDefenceBase(IntEnum):
    N1 = 1
    N0 = 0


class Agonising(IntEnum):
    ALSO_SHOCK = 0
    BECOME_SHOCK = 1


class House(NamedTuple):
    """One value for every option; passed in with the fight, never a global."""

    adversary_critical: int
    min_resilience: int
    dying_critical: int
    annihilation_counts: int
    criticals: int
    mob_resilience: int
    cover_half: int
    amputate: int
    pinned_scope: int
    full_defence_base: int
    agonising: int


OPTIONS: dict[str, tuple[type[IntEnum], str]] = {
    "adversary_critical": (AdversaryCritical, "wng.attack.critical"),
    "min_resilience": (MinResilience, "wng.damage.ap"),
    "dying_critical": (DyingCritical, "wng.harm.dyingdice"),
    "annihilation_counts": (AnnihilationCounts, "wng.harm.annihilated"),
    "criticals": (Criticals, "wng.crit.simple"),
    "mob_resilience": (MobResilience, "wng.mob.hit"),
    "cover_half": (CoverHalf, "wng.move.cover"),
    "amputate": (Amputate, "wng.crit.effect"),
    "pinned_scope": (PinnedScope, "wng.condition.pinned"),
    "full_defence_base": (FullDefenceBase, "wng.option.fulldefence"),
    "agonising": (Agonising, "wng.hazard.shock"),
}
