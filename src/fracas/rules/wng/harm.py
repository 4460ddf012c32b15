"""Wounds, Shock, Determination, Dying, injuries, death."""

from __future__ import annotations

from ...core.dice import Dice
from ...core.state import evolve
from ...core.table import Table, choose, note, reroll, roll
from .dice import IconDice
from .house import AnnihilationCounts, House
from .ids import ASK, RULE, helper, rule
from .state import Fighter, Injuries, Scars

D6 = Dice(1, 6, 0)


@helper
def dying(who: Fighter) -> bool:
    """Wounds over the maximum (at the maximum: not yet)."""
    return who.harm.wounds > who.sheet.max_wounds


@helper
def exhausted(who: Fighter) -> bool:
    """Shock over the maximum (at the maximum: not yet)."""
    return who.harm.shock > who.sheet.max_shock


@helper
def injury_count(who: Fighter) -> int:
    """All traumatic injuries."""
    t = who.harm.traumatic
    return t[0] + t[1] + t[2] + t[3] + t[4] + t[5] + t[6] + t[7] + t[8] + t[9] + t[10]


@rule(
    "wng.harm.exhausted",
    notes={"": ("who", "shock", "mortal"), "refused": ("who",)},
    source="seed 003, harm",
)
def take_shock(who: Fighter, i: int, points: int, table: Table) -> tuple[Fighter, int]:
    """Shock over its maximum: Exhausted. Walk or crawl, basic attack or fall back only; no Determination; each
    further Shock becomes a mortal wound. Several at once: one by one.

    Returns the fighter and the mortal wounds that the Shock became.
    """
    if points == 0:
        return who, 0
    room = max(0, who.sheet.max_shock + 1 - who.harm.shock)
    taken = min(points, room)
    after = evolve(who, harm=evolve(who.harm, shock=who.harm.shock + taken))
    note(table, RULE.HARM_EXHAUSTED, i, taken, points - taken)
    return after, points - taken


@rule(
    "wng.harm.determination",
    notes=("who", "wounds", "turned"),
    asks=(ASK.USE_DETERMINATION, ASK.DETERMINATION),
    source="seed 003, harm",
)
def determination(who: Fighter, i: int, wounds: int, table: Table) -> int:
    """Taking wounds, a character may roll Determination (pool = Toughness): each icon turns 1 wound into 1 Shock.
    Not for mortal wounds, not when Exhausted."""
    if wounds == 0 or who.sheet.determination == 0 or exhausted(who):
        return 0
    if choose(table, ASK.USE_DETERMINATION, who, i, 2) != 0:
        return 0
    turned = min(wounds, int(roll(table, IconDice(who.sheet.determination), ASK.DETERMINATION)))
    note(table, RULE.HARM_DETERMINATION, i, wounds, turned)
    return turned


@helper
def suffer(
    who: Fighter, i: int, wounds: int, mortal: int, shock: int, raw: int, agonising: int, house: House, table: Table
) -> tuple[Fighter, int]:
    """All that one attack does to one: Determination, Shock, wounds, and what follows; and the wounds suffered."""
    was_dying = dying(who)
    turned = determination(who, i, wounds, table)
    who, more = take_shock(who, i, shock + turned, table)
    total = wounds - turned + mortal + more
    if agonising and total > 0 and not exhausted(who):
        who = agony(who, i, total, table)
    who = annihilate(who, i, total, raw, house, table)
    if total > 0 and not was_dying:
        who = evolve(who, harm=evolve(who.harm, wounds=who.harm.wounds + total))
    if who.harm.dead or total == 0:
        return who, total
    if was_dying:
        return traumatic(who, i, table), total
    return begin_dying(who, i, table), total


@helper
def agony(who: Fighter, i: int, wounds: int, table: Table) -> Fighter:
    """Agonising: each wound suffered is also 1 Shock, until Exhausted."""
    room = max(0, who.sheet.max_shock + 1 - who.harm.shock)
    who, _ = take_shock(who, i, min(wounds, room), table)
    return who


@rule("wng.harm.annihilated", notes=("who", "wounds"), options=("annihilation_counts",), source="seed 003, harm")
def annihilate(who: Fighter, i: int, wounds: int, raw: int, house: House, table: Table) -> Fighter:
    """One attack's damage to wounds above twice the wound maximum: dead at once. Wounds suffered are counted (as a
    house rule the raw damage)."""
    counted = wounds if house.annihilation_counts == AnnihilationCounts.WOUNDS else raw
    if wounds == 0 or counted <= 2 * who.sheet.max_wounds:
        return who
    note(table, RULE.HARM_ANNIHILATED, i, counted)
    return evolve(who, harm=evolve(who.harm, dead=1))


@rule("wng.harm.dying", notes={"": ("who",), "refused": ("who",)}, source="seed 003, harm")
def begin_dying(who: Fighter, i: int, table: Table) -> Fighter:
    """Wounds over the maximum (at the maximum: not yet): Dying. At once one memorable injury, and prone. Each
    further damage while Dying is a traumatic injury instead. Crawl, basic attack or fall back only."""
    if not dying(who):
        return who
    note(table, RULE.HARM_DYING, i)
    who = evolve(who, conditions=evolve(who.conditions, prone=1))
    return memorable(who, i, table)


@rule("wng.harm.memorable", notes=("who", "scar", "times"), asks=(ASK.MEMORABLE,), source="seed 003, harm")
def memorable(who: Fighter, i: int, table: Table) -> Fighter:
    """d6: 1-2 battle scar, 3 minor burns, 4 broken jaw, 5 facial tic, 6 torn ear; a repeat is upgraded."""
    row = max(0, int(roll(table, D6, ASK.MEMORABLE)) - 2)
    scars = more_scars(who.harm.memorable, row)
    note(table, RULE.HARM_MEMORABLE, i, row, scars[row])
    return evolve(who, harm=evolve(who.harm, memorable=scars))


@helper
def more_scars(scars: Scars, row: int) -> Scars:
    """One more memorable injury of a row; the second is the upgrade, and that is all."""
    return (
        min(2, scars[0] + (1 if row == 0 else 0)),
        min(2, scars[1] + (1 if row == 1 else 0)),
        min(2, scars[2] + (1 if row == 2 else 0)),
        min(2, scars[3] + (1 if row == 3 else 0)),
        min(2, scars[4] + (1 if row == 4 else 0)),
    )


@rule(
    "wng.harm.traumatic",
    notes=("who", "injury", "count"),
    asks=(ASK.TRAUMATIC, ASK.TRAUMATIC_SIDE),
    source="seed 003, harm",
)
def traumatic(who: Fighter, i: int, table: Table) -> Fighter:
    """d6: 1 hand, 2 arm, 3 foot, 4 leg, 5 torso, 6 eye, and a d6 for the side: 1-3 left, 4-6 right."""
    return add_injury(who, i, int(roll(table, D6, ASK.TRAUMATIC)), table)


@helper
def lose_limb(who: Fighter, i: int, table: Table) -> Fighter:
    """A limb lost to a critical hit: the traumatic table, torso and eye rolled again."""
    return add_injury(who, i, reroll(table, D6, 0b11110, ASK.TRAUMATIC), table)


@helper
def add_injury(who: Fighter, i: int, row: int, table: Table) -> Fighter:
    """A traumatic injury of a row, with its side; too many kill."""
    injury = 8
    if row != 5:
        right = 1 if int(roll(table, D6, ASK.TRAUMATIC_SIDE)) >= 4 else 0
        injury = (9 if row == 6 else 2 * (row - 1)) + right
    who = evolve(who, harm=evolve(who.harm, traumatic=more_injuries(who.harm.traumatic, injury)))
    note(table, RULE.HARM_TRAUMATIC, i, injury, injury_count(who))
    return dies(who, i, table)


@helper
def more_injuries(injuries: Injuries, injury: int) -> Injuries:
    """One more of an injury."""
    return (
        injuries[0] + (1 if injury == 0 else 0),
        injuries[1] + (1 if injury == 1 else 0),
        injuries[2] + (1 if injury == 2 else 0),
        injuries[3] + (1 if injury == 3 else 0),
        injuries[4] + (1 if injury == 4 else 0),
        injuries[5] + (1 if injury == 5 else 0),
        injuries[6] + (1 if injury == 6 else 0),
        injuries[7] + (1 if injury == 7 else 0),
        injuries[8] + (1 if injury == 8 else 0),
        injuries[9] + (1 if injury == 9 else 0),
        injuries[10] + (1 if injury == 10 else 0),
    )


@rule("wng.harm.death", notes={"": ("who", "count"), "refused": ("who",)}, source="seed 003, harm")
def dies(who: Fighter, i: int, table: Table) -> Fighter:
    """More than Tier + 1 traumatic injuries: dead."""
    if injury_count(who) <= who.sheet.tier + 1:
        return who
    note(table, RULE.HARM_DEATH, i, injury_count(who))
    return evolve(who, harm=evolve(who.harm, dead=1))
