"""The hard cases that the verbs had to carry before anything was built on them (docs/decisions/0001).

Small but true versions of rules from all four games, written as rules are: whole-number state, a table asked through
the verbs. They are run through every table by tests/core/test_hard_cases.py and timed by bench/hard_cases.py.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import Any, NamedTuple

from fracas.core.dice import Dice
from fracas.core.rule import Rulebook
from fracas.core.state import evolve, fighter, with_fighter
from fracas.core.table import Table, again, beats, choose, compare, each, note, reroll, roll


class RULE(IntEnum):
    SHOT = auto()
    SAVES = auto()
    TARGET = auto()
    MOB = auto()
    CRITICAL = auto()
    POOL = auto()
    INJURY = auto()


class ASK(IntEnum):
    LOCATION = auto()
    DAMAGE = auto()
    STUN = auto()
    DEATH = auto()
    ATTACK = auto()
    ED = auto()
    USE_DETERMINATION = auto()
    DETERMINATION = auto()
    TEST = auto()
    INJURY = auto()


book = Rulebook("hard", RULE, ASK)
D10 = Dice(1, 10, 0)
TWO_D6 = Dice(2, 6, 0)


class Icons(NamedTuple):
    icons: int
    exalted: int
    wrath: int


class Pool(NamedTuple):
    """A Wrath & Glory pool: the first die is the Wrath die; 4-5 one icon, 6 an exalted icon worth two."""

    number: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> Icons:
        return Icons(0, 0, 0)

    def read(self, summary: Icons, place: int, face: int) -> Icons:
        icons = 2 if face == 6 else 1 if face >= 4 else 0
        wrath = face if place == 0 else summary.wrath
        return Icons(summary.icons + icons, summary.exalted + (1 if face == 6 else 0), wrath)


class IconDice(NamedTuple):
    """Dice of which a rule needs the icons alone: extra damage, Determination, a plain test. A coarse question."""

    number: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> int:
        return 0

    def read(self, summary: int, place: int, face: int) -> int:
        return summary + (2 if face == 6 else 1 if face >= 4 else 0)


# -------------------------------------------------- 1. a cp2020 three-round burst on layered armour, with saves


class Jack(NamedTuple):
    """BODY 7; SP 10 and 14 on the torso, 14 on the head; points taken; stunned, dead."""

    inner: int
    outer: int
    helmet: int
    taken: int
    stunned: int
    dead: int


@book.helper
def layered(inner: int, outer: int) -> int:
    """cp2020.armour.proportional for two layers."""
    if inner == 0 or outer == 0:
        return max(inner, outer)
    gap = abs(inner - outer)
    bonus = 5 if gap <= 4 else 4 if gap <= 8 else 3 if gap <= 14 else 2 if gap <= 20 else 1 if gap <= 26 else 0
    return max(inner, outer) + bonus


@book.rule("hard.shot", notes=("damage", "sp", "suffered"), asks=(ASK.LOCATION, ASK.DAMAGE))
def shot(jack: Jack, dice: Dice, table: Table) -> Jack:
    """One round: location, damage, armour and its wear, BTM, wounds, saves."""
    if jack.dead:
        return jack
    place = roll(table, D10, ASK.LOCATION)
    damage = roll(table, dice, ASK.DAMAGE)
    sp = jack.helmet if place == 1 else layered(jack.inner, jack.outer) if place <= 4 else 0
    if damage <= sp:
        note(table, RULE.SHOT, damage, sp, 0)
        return jack
    suffered = max(1, damage - sp - 2)
    if place == 1:
        suffered *= 2
        jack = evolve(jack, helmet=max(0, jack.helmet - 1))
    elif place <= 4:
        jack = evolve(jack, inner=max(0, jack.inner - 1), outer=max(0, jack.outer - 1))
    note(table, RULE.SHOT, damage, sp, suffered)
    jack = evolve(
        jack, taken=min(41, jack.taken + suffered), dead=(place == 1 and suffered > 8) or jack.taken + suffered > 40
    )
    return saves(jack, table)


@book.rule("hard.saves", notes=("level",), asks=(ASK.STUN, ASK.DEATH))
def saves(jack: Jack, table: Table) -> Jack:
    """Stun if not stunned yet, death at a mortal level: d10 at most 7 less the penalty."""
    if jack.dead:
        return jack
    level = (jack.taken - 1) // 4
    note(table, RULE.SAVES, level)
    if not jack.stunned and beats(table, D10, 0, 7 - level, ASK.STUN):
        jack = evolve(jack, stunned=True)
    if level >= 3 and beats(table, D10, 0, 7 - (level - 3), ASK.DEATH):
        jack = evolve(jack, dead=True)
    return jack


@book.decision
def burst(jack: Jack, dice: Dice, table: Table) -> Jack:
    return again(table, 3, shot, jack, dice)


JACK = Jack(10, 14, 14, 0, 0, 0)

# ----------------------------- 2. a W&G attack at three targets: one damage roll, a Determination roll each


class Foe(NamedTuple):
    defence: int
    resilience: int
    determination: int
    wounds: int
    shock: int
    prone: int


class Scene(NamedTuple):
    fighters: tuple[Foe, ...]
    glory: int


@book.rule("hard.target", notes=("wounds", "shock"), asks=(ASK.USE_DETERMINATION, ASK.DETERMINATION))
def target_hit(scene: Scene, i: int, icons: int, damage: int, table: Table) -> Scene:
    """One target of a multi-attack: Defence, Resilience, and Determination if it wishes."""
    foe = fighter(scene, i)
    over = damage - foe.resilience
    if icons < foe.defence + 4 or over < 0:
        return scene
    if over == 0:
        return with_fighter(scene, i, evolve(foe, shock=foe.shock + 1))
    turned = 0
    if foe.determination > 0 and choose(table, ASK.USE_DETERMINATION, scene, i, 2) == 0:
        turned = min(over, roll(table, IconDice(foe.determination), ASK.DETERMINATION))
    note(table, RULE.TARGET, over - turned, turned)
    return with_fighter(scene, i, evolve(foe, wounds=foe.wounds + over - turned, shock=foe.shock + turned))


@book.decision
def multi_attack(scene: Scene, dice: int, ed: int, table: Table) -> Scene:
    attack = roll(table, Pool(dice), ASK.ATTACK)
    if attack.wrath == 6:
        scene = evolve(scene, glory=scene.glory + 1)
    damage = 9 + roll(table, IconDice(ed), ASK.ED)
    return each(table, 0b111, target_hit, scene, attack.icons, damage)


SCENE = Scene((Foe(3, 8, 3, 0, 0, 0), Foe(4, 7, 4, 0, 0, 0), Foe(3, 9, 2, 0, 0, 0)), 0)

# ------------------------------------------------------------------------------------------------- 3. a mob


@book.rule("hard.mob", notes=("members", "out"), asks=(ASK.ATTACK, ASK.ED))
def mob_attack(members: int, dice: int, table: Table) -> int:
    """Every icon above Defence 3 takes one more member along; damage against one member's Resilience 8."""
    attack = roll(table, Pool(dice), ASK.ATTACK)
    if attack.icons < 3:
        return members
    if 7 + roll(table, IconDice(2), ASK.ED) <= 8:
        return members
    out = min(members, 1 + attack.icons - 3)
    note(table, RULE.MOB, members, out)
    return members - out


# ------------------------------------------------------- 4. a critical that makes others in the engagement test


@book.rule("hard.critical", notes=("who", "fell"), asks=(ASK.TEST,))
def keep_footing(scene: Scene, i: int, table: Table) -> Scene:
    """Agility 3, DN 3, or prone."""
    fell = roll(table, IconDice(3), ASK.TEST) < 3
    note(table, RULE.CRITICAL, i, 1 if fell else 0)
    return with_fighter(scene, i, evolve(fighter(scene, i), prone=fell))


@book.decision
def gore_burst(scene: Scene, dice: int, others: int, table: Table) -> Scene:
    attack = roll(table, Pool(dice), ASK.ATTACK)
    if attack.icons < 3 or attack.wrath != 6:
        return scene
    return each(table, others, keep_footing, scene)


# --------------------------------------------------------------------------------------- 5. a pool of 30 dice


@book.rule("hard.pool", notes=("icons",), asks=(ASK.ATTACK,))
def big_pool(state: Icons, dice: int, table: Table) -> Icons:
    """Everything a rule can want to know of 30 dice."""
    attack = roll(table, Pool(dice), ASK.ATTACK)
    note(table, RULE.POOL, attack.icons)
    return Icons(attack.icons, attack.exalted, attack.wrath)


# ------------------------------------------------------------------------- 6. a RED injury roll that repeats


class Hurt(NamedTuple):
    hp: int
    injuries: int


class Sixes(NamedTuple):
    total: int
    sixes: int


class DamageDice(NamedTuple):
    number: int

    def size(self) -> int:
        return self.number

    def sides(self, place: int) -> int:
        return 6

    def blank(self) -> Sixes:
        return Sixes(0, 0)

    def read(self, summary: Sixes, place: int, face: int) -> Sixes:
        return Sixes(summary.total + face, min(2, summary.sixes + (1 if face == 6 else 0)))


@book.rule("hard.injury", notes=("row",), asks=(ASK.DAMAGE, ASK.INJURY))
def red_hit(hurt: Hurt, sp: int, table: Table) -> Hurt:
    """3d6 on SP; two sixes: an injury that is not there yet, and 5 more."""
    damage = roll(table, DamageDice(3), ASK.DAMAGE)
    hurt = evolve(hurt, hp=hurt.hp - max(0, damage.total - sp))
    if damage.sixes < 2:
        return hurt
    row = reroll(table, TWO_D6, 0b1111111111100 & ~hurt.injuries, ASK.INJURY)
    note(table, RULE.INJURY, row)
    return evolve(hurt, hp=hurt.hp - 5, injuries=hurt.injuries | (1 << row))


@book.decision
def red_hits(hurt: Hurt, n: int, sp: int, table: Table) -> Hurt:
    return again(table, n, red_hit, hurt, sp)


HURT = Hurt(40, 1 << 7)


@book.decision
def opposed(state: int, bonus: int, table: Table) -> int:
    """compare: d10 + bonus against 8, and a tie seen as a tie."""
    return compare(table, D10, bonus, 8, ASK.TEST)


CASES: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {
    "cp2020 burst of three, layers, saves": (burst, JACK, (Dice(5, 6, 0),)),
    "W&G three targets, one damage roll": (multi_attack, SCENE, (10, 2)),
    "W&G mob of ten": (mob_attack, 10, (8,)),
    "W&G critical, others in the engagement test": (gore_burst, SCENE, (6, 0b110)),
    "W&G pool of 30 dice": (big_pool, Icons(0, 0, 0), (30,)),
    "RED injury that repeats, 4 hits": (red_hits, HURT, (4, 11)),
    "tie seen as a tie": (opposed, 0, (3,)),
}
