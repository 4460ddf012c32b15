"""Attack options and range bands."""

from __future__ import annotations

from enum import IntEnum

from ...core.table import Table, note, refuse
from .ids import RULE, helper, rule
from .state import Attack, Fighter, Weapon


class Option(IntEnum):
    """Attack options, by their bit."""

    AIM = 0
    BRACE = 1
    ALL_OUT = 2
    CHARGE = 3
    FULL_AUTO = 4
    CALLED_MEDIUM = 5
    CALLED_SMALL = 6
    CALLED_TINY = 7
    SNEAK = 8
    SIMPLE_CRITICAL = 9
    SPRAY = 10
    SWEEP = 11
    PIN = 12
    SUPERCHARGE = 13
    SPRINT = 14
    REFLEXIVE = 15
    DISARM = 16


SHORT, MEDIUM, LONG, BEYOND = 0, 1, 2, 3


@helper
def takes(do: Attack, option: Option) -> bool:
    return (do.options >> option.value) & 1 == 1


@helper
def called_size(do: Attack) -> int:
    """The size of a called shot: 1 medium, 2 small, 3 tiny (0: none). A disarming shot is one at a small part, a weapon
    or a hand, unless it says another (wng.option.disarm)."""
    if takes(do, Option.CALLED_TINY):
        return 3
    if takes(do, Option.CALLED_SMALL):
        return 2
    if takes(do, Option.CALLED_MEDIUM):
        return 1
    return 2 if takes(do, Option.DISARM) else 0


@rule("wng.option.called", notes=("called", "points"), source="facts 4.1")
def called(do: Attack, table: Table) -> int:
    """Called shot at a medium, small or tiny part: +1, +2, +3 DN and as many ED."""
    size = called_size(do)
    if size > 0:
        note(table, RULE.OPTION_CALLED, size, size)
    return size


@rule(
    "wng.range.bands",
    notes={"": ("who", "distance", "band"), "beyond": ("who", "distance")},
    source="seed 003, the attack",
)
def range_band(weapon: Weapon, distance: int, i: int, table: Table) -> int:
    """Short: +1 die. Medium: none. Long: target's Defence +2. Beyond: misses without a roll."""
    if weapon.melee:
        return MEDIUM
    band = band_at(weapon, distance)
    if weapon.blast and band == LONG:
        return band
    if band == BEYOND:
        note(table, RULE.RANGE_BANDS__BEYOND, i, distance)
    else:
        note(table, RULE.RANGE_BANDS, i, distance, band)
    return band


@helper
def band_at(weapon: Weapon, distance: int) -> int:
    """The range band of a distance."""
    if weapon.melee:
        return MEDIUM
    if distance <= weapon.short:
        return SHORT
    if distance <= weapon.medium:
        return MEDIUM
    return LONG if distance <= weapon.long else BEYOND


@rule("wng.option.aim", notes=("who",), source="seed 003, attack options")
def aims(do: Attack, table: Table) -> int:
    """Aim: give up the Move, +1 die to hit. Fired into an engagement it takes the risk away instead."""
    if not takes(do, Option.AIM) or do.into_melee != 0:
        return 0
    note(table, RULE.OPTION_AIM, do.by)
    return 1


@rule(
    "wng.option.allout", notes={"": ("who",), "open": ("who",), "refused": ("who",)}, source="seed 003, attack options"
)
def all_out(do: Attack, table: Table) -> int:
    """All-out attack: +2 dice in melee, own Defence -2 until the start of the next turn."""
    if not takes(do, Option.ALL_OUT):
        return 0
    if not do.weapon.melee:
        refuse(table, RULE.OPTION_ALLOUT__REFUSED, do.by)
    note(table, RULE.OPTION_ALLOUT, do.by)
    return 2


@rule(
    "wng.option.charge",
    notes={"": ("who",), "moved": ("who", "metres"), "refused": ("who",)},
    source="seed 003, attack options",
)
def charges(do: Attack, table: Table) -> int:
    """Charge, full-round: move up to 2 x Speed, at least 4 m, then a melee attack at +1 die."""
    if not takes(do, Option.CHARGE):
        return 0
    if not do.weapon.melee:
        refuse(table, RULE.OPTION_CHARGE__REFUSED, do.by)
    note(table, RULE.OPTION_CHARGE, do.by)
    return 1


@rule("wng.stealth.sneak", notes={"": ("who",), "refused": ("who",)}, source="seed 003, stealth")
def sneaks(do: Attack, table: Table) -> int:
    """Sneak attack at one who has not noticed: +2 dice, +2 ED. In a turn order it takes a stealth score; whom it ambushes
    where it opens the fight, the encounter says (wng.turn.ambush)."""
    if not takes(do, Option.SNEAK):
        return 0
    note(table, RULE.STEALTH_SNEAK, do.by)
    return 2


@helper
def may_combine(do: Attack, table: Table) -> None:
    """A turn has one Move (wng.action.budget): aiming, bracing, charging, sprinting and sweeping (full-round) each take
    it, so no two go together. Of full auto, spray, sweep and pinning fire an attack is one."""
    moves = 0
    fires = 0
    for option in range(17):
        if (do.options >> option) & 1:
            if (MOVES >> option) & 1:
                moves += 1
            if (FIRES >> option) & 1:
                fires += 1
    if moves > 1 or fires > 1:
        refuse(table, RULE.ACTION_BUDGET__REFUSED, do.by)


MOVES = 1 << Option.AIM | 1 << Option.BRACE | 1 << Option.CHARGE | 1 << Option.SPRINT | 1 << Option.SWEEP
BASIC = 1 << Option.REFLEXIVE
"""Options that leave an attack a basic one."""
FIRES = 1 << Option.FULL_AUTO | 1 << Option.SPRAY | 1 << Option.SWEEP | 1 << Option.PIN

# -------------------------------------------------------------------------------------------------------------- salvo


@helper
def may_sweep(do: Attack, mobs_only: bool, table: Table) -> None:
    """wng.salvo.sweep: a weapon with Salvo, at mobs."""
    if takes(do, Option.SWEEP) and (do.weapon.melee or do.weapon.salvo < 1 or not mobs_only):
        refuse(table, RULE.SALVO_SWEEP__REFUSED, do.by)


@rule("wng.salvo.auto", notes={"": ("who", "salvo"), "refused": ("who",)}, source="seed 003, the attack")
def full_auto(do: Attack, count: int, table: Table) -> int:
    """Full auto, one target: + Salvo dice to hit."""
    if not takes(do, Option.FULL_AUTO):
        return 0
    if do.weapon.melee or do.weapon.salvo < 1 or count > 1:
        refuse(table, RULE.SALVO_AUTO__REFUSED, do.by)
    note(table, RULE.SALVO_AUTO, do.by, do.weapon.salvo)
    return do.weapon.salvo


@rule("wng.salvo.spray", notes={"": ("who", "salvo", "left"), "refused": ("who",)}, source="seed 003, the attack")
def spray(do: Attack, extra: int, table: Table) -> int:
    """Spray, with a multi-attack: the DN falls by Salvo (never below the targets' own Defence).

    Returns what is left of the ``extra`` that further targets add.
    """
    if not takes(do, Option.SPRAY):
        return extra
    if do.weapon.melee or do.weapon.salvo < 1:
        refuse(table, RULE.SALVO_SPRAY__REFUSED, do.by)
    left = max(0, extra - do.weapon.salvo)
    note(table, RULE.SALVO_SPRAY, do.by, do.weapon.salvo, left)
    return left


@rule("wng.salvo.sweep", notes={"": ("who", "salvo"), "refused": ("who",)}, source="seed 003, the attack")
def sweep(do: Attack, target: Fighter, table: Table) -> int:
    """Sweeping fire at a mob, full-round: Salvo further members are hit."""
    if not takes(do, Option.SWEEP) or not target.sheet.mob:
        return 0
    note(table, RULE.SALVO_SWEEP, do.by, do.weapon.salvo)
    return do.weapon.salvo


@rule("wng.salvo.reload", notes={"": ("who",), "refused": ("who",)}, source="seed 003, the attack")
def spends_salvo(do: Attack, table: Table) -> bool:
    """After full auto, spray, sweeping or pinning fire the weapon must reload before it fires again."""
    if do.options & FIRES == 0:
        return False
    note(table, RULE.SALVO_RELOAD, do.by)
    return True


@rule(
    "wng.ammo.reload",
    notes={"": ("who",), "done": ("who", "spent", "ammo"), "none": ("who",), "refused": ("who",)},
    source="seed 003, the attack",
)
def spends_shot(do: Attack, table: Table) -> bool:
    """Reload: a Simple action and 1 ammo. A weapon with Salvo "-" reloads after every shot."""
    if do.weapon.melee or do.weapon.salvo >= 0:
        return False
    note(table, RULE.AMMO_RELOAD, do.by)
    return True
