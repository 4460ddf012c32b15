"""Blast weapons: thrown or fired at a point, scatter, who is caught, dodging. The damage is an attack's (see ``attack``)."""

from __future__ import annotations

from ...core.dice import Dice
from ...core.encounter import FROM_POINTS, Stand, metres_between
from ...core.state import evolve, fighter, lowest, with_fighter
from ...core.table import Table, in_turn, note, refuse, roll
from .attack import Swing, begin, bystanders, damaged, heard, landed, living, row_rolled, started
from .complication import complication
from .critical import critical_gain
from .damage import clean
from .dice import Icons, WrathPool
from .ids import ASK, RULE, decision, helper, rule
from .number import attacker_penalty
from .options import BEYOND, Option
from .place import NEAR, gone, within
from .pool import is_critical, pool_of
from .state import BY_PLACE, Attack, Fight, Throw
from .trial import rolled_again

D6 = Dice(1, 6, 0)
POINT = 3
"""The DN of a point."""
TOO_WIDE = 6
"""Metres from which a blast cannot be dodged."""
FITTING = (
    1 << Option.AIM
    | 1 << Option.BRACE
    | 1 << Option.SNEAK
    | 1 << Option.SIMPLE_CRITICAL
    | 1 << Option.SUPERCHARGE
    | 1 << Option.SPRINT
)
"""The attack options that go with a blast."""


@decision
@rule(
    "wng.blast.throw",
    notes={
        "": ("who", "icons", "number", "success"),
        "scatter": ("direction", "metres"),
        "mob": ("who", "reached"),
        "refused": ("who",),
    },
    asks=(ASK.SCATTER_DIRECTION, ASK.SCATTER_DISTANCE),
    source="seed 003, the attack; rulings",
)
def throw(fight: Fight, do: Throw, table: Table) -> Fight:
    """A blast weapon is aimed at a point in range: Ballistic test DN 3. On a hit everything within Blast metres is hit;
    a mob counts half its number, rounded up. On a miss it scatters: d6 for the direction (sixths of a circle from the
    line of fire, clockwise), 2 x d6 metres, and then bursts there."""
    fight = clean(fight, do.attack.first)
    do = aimed(fight, do, table)
    if not do.placed and do.attack.targets == 0:
        return fight
    swing = in_turn(table, started(fight, do.attack.targets), (do,), readied, lands)
    steps = in_turn(table, swing, (do.attack,), dodged, damaged, row_rolled, landed, undodged, bystanders, heard)
    return steps.fight


# -------------------------------------------------------------------------------------------------- may it be thrown


@helper
def aimed(fight: Fight, do: Throw, table: Table) -> Throw:
    """The throw with what the place says of it: the point (where nobody names one, the first target's), how far it is,
    sight, who stands in the blast, who near it."""
    attack = do.attack
    by, first = fighter(fight, attack.by).stand, fighter(fight, attack.first).stand
    if not do.placed and by.placed and first.placed:
        do = evolve(do, placed=1, x=first.x, y=first.y)
    distance = attack.distance
    if distance == FROM_POINTS:
        if not do.placed or not by.placed:
            refuse(table, RULE.POSITION__UNKNOWN, attack.by)
        distance = metres_between(by, evolve(by, x=do.x, y=do.y))
    targets, near = living(fight, attack.targets), attack.near
    if do.placed:
        targets, near = within(fight, do.x, do.y, attack.weapon.blast), within(fight, do.x, do.y, NEAR)
    vision = fight.vision if attack.vision == BY_PLACE else attack.vision
    attack = evolve(attack, distance=distance, targets=targets, near=near, vision=vision, into_melee=0)
    return evolve(do, attack=attack)


@helper
def readied(swing: Swing, do: Throw, table: Table) -> Swing:
    """May it be thrown; what it costs (see ``attack.begin``)."""
    attack = do.attack
    may_shift(attack, table)
    if attack.weapon.melee or attack.options & ~FITTING != 0:
        refuse(table, RULE.BLAST_THROW__REFUSED, attack.by)
    swing = begin(swing, attack, table)
    if swing.band == BEYOND:
        refuse(table, RULE.BLAST_THROW__REFUSED, attack.by)
    return swing


@rule("wng.blast.noshift", notes={"": ("exalted",), "refused": ("who",)}, source="seed 003, the attack")
def may_shift(do: Attack, table: Table) -> None:
    """Blast damage cannot be raised by shifting."""
    if do.shift > 0:
        refuse(table, RULE.BLAST_NOSHIFT__REFUSED, do.by)


# ------------------------------------------------------------------------------------------------------ where it lands


@helper
def lands(swing: Swing, do: Throw, table: Table) -> Swing:
    """The roll against the point, its complication, scatter, and who is in the blast."""
    fight, attack = swing.fight, do.attack
    number: int = POINT + attacker_penalty(fight, attack, attack.targets, table)
    pool: WrathPool = pool_of(fight, evolve(attack, targets=0), swing.band, 1, table)
    rolled: Icons = roll(table, pool, ASK.ATTACK)
    by, rolled = rolled_again(fighter(fight, attack.by), attack.by, pool, rolled, table)
    fight = with_fighter(fight, attack.by, by)
    if rolled.wrath_one:
        fight, wrong = complication(fight, attack.targets, attack, table)
        if wrong >= 0:
            do = evolve(do, attack=evolve(attack, targets=instead(attack.targets, wrong)))
            it = fighter(fight, wrong).stand
            if do.placed and it.placed:
                do = evolve(do, x=it.x, y=it.y)
    success = 1 if rolled.icons >= number else 0
    note(table, RULE.BLAST_THROW, attack.by, rolled.icons, number, success)
    if success and rolled.exalted > 0:
        note(table, RULE.BLAST_NOSHIFT, rolled.exalted)
    if success:
        targets = within(fight, do.x, do.y, attack.weapon.blast) if do.placed else living(fight, do.attack.targets)
    else:
        targets = scattered(fight, do, table)
    fight = reached(fight, targets, number, table)
    critical = 0
    if success and targets != 0 and is_critical(rolled, pool.wrath, fight.house, table):
        critical = 1
        fight = critical_gain(fight, attack.by, table)
    return evolve(swing, fight=fight, targets=targets, critical=critical)


@helper
def instead(targets: int, wrong: int) -> int:
    """The targets with the wrong one in place of the first (wng.table.complication)."""
    return (targets & ~(1 << lowest(targets)) if targets != 0 else 0) | 1 << wrong


@helper
def reached(fight: Fight, targets: int, number: int, table: Table) -> Fight:
    """The fight in which these are hit: of a mob half its number."""
    for i in range(len(fight.fighters)):
        if (targets >> i) & 1:
            who = fighter(fight, i)
            hit = 1
            if who.sheet.mob:
                hit = (who.harm.members + 1) // 2
                note(table, RULE.BLAST_THROW__MOB, i, hit)
            fight = with_fighter(fight, i, evolve(who, outcome=evolve(who.outcome, number=number, hit=hit)))
    return fight


@helper
def scattered(fight: Fight, do: Throw, table: Table) -> int:
    """Whom a blast that missed catches, as a mask: who stands near the point that it scatters to (as exactly as rounding
    lets it) or, where no points say it, who is said to be caught."""
    direction = int(roll(table, D6, ASK.SCATTER_DIRECTION))
    metres = 2 * int(roll(table, D6, ASK.SCATTER_DISTANCE))
    note(table, RULE.BLAST_THROW__SCATTER, direction, metres)
    if not do.placed:
        return living(fight, do.adrift)
    by = fighter(fight, do.attack.by).stand
    dx, dy = (do.x - by.x, do.y - by.y) if by.placed else (0, 1)
    x, y = drifted(dx, dy, direction, metres)
    caught = 0
    for i in range(len(fight.fighters)):
        who = fighter(fight, i)
        far_x, far_y = FINE * (who.stand.x - do.x) - x, FINE * (who.stand.y - do.y) - y
        reach = FINE * do.attack.weapon.blast + ROUNDING
        if who.stand.placed and who.stand.here and not gone(who) and far_x * far_x + far_y * far_y <= reach * reach:
            caught |= 1 << i
    return caught


COSINES = (100_000, 50_000, -50_000, -100_000, -50_000, 50_000)
SINES = (0, 86_603, 86_603, 0, -86_603, -86_603)
"""Of sixths of a circle, in hundred-thousandths."""
FINE = 10_000
"""Parts of a metre in which a blast adrift is measured."""
ROUNDING = 2
"""What rounding may cost of them."""


@helper
def drifted(dx: int, dy: int, direction: int, metres: int) -> tuple[int, int]:
    """How far along x and y it drifts, in parts of a metre (FINE): direction 1 is on along the line of fire (dx, dy), each
    further one a sixth of a circle clockwise, y growing upwards.

    >>> [drifted(0, 5, direction, 10) for direction in range(1, 4)]
    [(0, 100000), (86603, 50000), (86603, -50000)]
    >>> drifted(0, 0, 4, 4), drifted(-3, 4, 1, 10)
    ((0, -40000), (-60000, 80000))
    """
    if dx == 0 and dy == 0:
        dy = 1
    line = metres_between(Stand(0, 0, 0, 1, 1, 0, 0, 0, 0, 0), Stand(0, FINE * dx, FINE * dy, 1, 1, 0, 0, 0, 0, 0))
    cosine, sine = COSINES[direction - 1], SINES[direction - 1]
    along, across = cosine * dx + sine * dy, cosine * dy - sine * dx
    return 1000 * metres * along // line, 1000 * metres * across // line


# ------------------------------------------------------------------------------------------------------------ dodging


@rule("wng.blast.dodge", notes={"": ("who", "guard"), "refused": ("who", "blast")}, source="rules page; facts 4.1")
def dodged(swing: Swing, do: Attack, table: Table) -> Swing:
    """Blast 6 and up cannot be dodged. Dodging a smaller one is a full defence whose bonus goes to Resilience."""
    fight = swing.fight
    for i in range(len(fight.fighters)):
        guard = fighter(fight, i).stance.guard
        if (swing.targets >> i) & 1 and guard > 0:
            if do.weapon.blast >= TOO_WIDE:
                note(table, RULE.BLAST_DODGE__REFUSED, i, do.weapon.blast)
            else:
                note(table, RULE.BLAST_DODGE, i, guard)
                fight = tougher(fight, i, guard)
    return evolve(swing, fight=fight)


@helper
def undodged(swing: Swing, do: Attack, table: Table) -> Swing:
    """The blast is over: Resilience as it was."""
    fight = swing.fight
    for i in range(len(fight.fighters)):
        if (swing.targets >> i) & 1 and do.weapon.blast < TOO_WIDE:
            fight = tougher(fight, i, -fighter(fight, i).stance.guard)
    return evolve(swing, fight=fight)


@helper
def tougher(fight: Fight, i: int, points: int) -> Fight:
    """The fight in which one has more Resilience, for as long as a blast takes."""
    who = fighter(fight, i)
    return with_fighter(fight, i, evolve(who, sheet=evolve(who.sheet, resilience=who.sheet.resilience + points)))
