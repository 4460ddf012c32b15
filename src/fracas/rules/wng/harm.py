"""Wounds, Shock, Determination, Dying, injuries, death."""

from __future__ import annotations

from ...core.dice import Dice
from ...core.state import digit, evolve, with_digit
from ...core.table import Table, choose, note, reroll, roll, tell
from .dice import IconDice
from .house import Amputate, AnnihilationCounts, House
from .ids import ASK, RULE, helper, rule, teller
from .state import Fighter, Injury
from .traits import agonises

D6 = Dice(1, 6, 0)


@helper
def dying(who: Fighter) -> bool:
    """Wounds over the maximum (at the maximum: not yet)."""
    return who.harm.wounds > who.sheet.max_wounds


@helper
def exhausted(who: Fighter) -> bool:
    """Shock over the maximum (at the maximum: not yet), or worn out by heat or cold until a rest."""
    return who.harm.shock > who.sheet.max_shock or who.harm.weary == 1


def badly_hurt(who: Fighter) -> bool:
    """Has it half of its wounds, or is it Dying? (For policies and summaries: no rule asks.)"""
    return 2 * who.harm.wounds >= who.sheet.max_wounds + 1


@helper
def member_out(who: Fighter) -> Fighter:
    """A mob with one member less: each has 1 wound."""
    return evolve(who, harm=evolve(who.harm, members=max(0, who.harm.members - 1)))


@helper
def injury_count(who: Fighter) -> int:
    """All traumatic injuries."""
    count = 0
    for injury in range(11):
        count += digit(who.harm.traumatic, injury)
    return count


@rule(
    "wng.harm.exhausted",
    notes={
        "": ("who", "points", "shock", "max_shock"),
        "now": ("who",),
        "over": ("who", "mortal"),
        "refused": ("who",),
    },
    source="seed 003, harm",
)
def take_shock(who: Fighter, i: int, points: int, table: Table) -> tuple[Fighter, int]:
    """Shock over its maximum: Exhausted. Walk or crawl, basic attack or fall back only; no Determination; each
    further Shock becomes a mortal wound. Several at once: one by one.

    Returns the fighter and the mortal wounds that the Shock became.
    """
    if points == 0:
        return who, 0
    room = 0 if exhausted(who) else who.sheet.max_shock + 1 - who.harm.shock
    taken = min(points, room)
    after = evolve(who, harm=evolve(who.harm, shock=who.harm.shock + taken))
    note(table, RULE.HARM_EXHAUSTED, i, taken, after.harm.shock, who.sheet.max_shock)
    if exhausted(after) and not exhausted(who):
        note(table, RULE.HARM_EXHAUSTED__NOW, i)
    if points > taken:
        note(table, RULE.HARM_EXHAUSTED__OVER, i, points - taken)
    return after, points - taken


@rule(
    "wng.harm.determination",
    notes=("who", "wounds", "turned", "left"),
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
    note(table, RULE.HARM_DETERMINATION, i, wounds, turned, wounds - turned)
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
        room = max(0, who.sheet.max_shock + 1 - who.harm.shock)
        who, _ = take_shock(who, i, agonises(i, min(total, room), table), table)
    who = annihilate(who, i, total, raw, house, table)
    if total > 0 and not was_dying:
        who = evolve(who, harm=evolve(who.harm, wounds=who.harm.wounds + total))
    if who.harm.dead or total == 0:
        return who, total
    if was_dying:
        return traumatic(who, i, table), total
    return begin_dying(who, i, table), total


@rule(
    "wng.harm.annihilated",
    notes={"": ("who", "points", "most"), "counts": ("annihilation_counts", "decided")},
    options=("annihilation_counts",),
    source="seed 003, harm",
)
def annihilate(who: Fighter, i: int, wounds: int, raw: int, house: House, table: Table) -> Fighter:
    """One attack's damage to wounds above twice the wound maximum: dead at once. Wounds suffered are counted (as a
    house rule the raw damage)."""
    if wounds == 0:
        return who
    most = 2 * who.sheet.max_wounds
    counted = wounds if house.annihilation_counts == AnnihilationCounts.WOUNDS else raw
    tell(table, tell_annihilation, wounds, raw, most, house)
    if counted <= most:
        return who
    note(table, RULE.HARM_ANNIHILATED, i, counted, most)
    return evolve(who, harm=evolve(who.harm, dead=1))


@teller
def tell_annihilation(wounds: int, raw: int, most: int, house: House, table: Table) -> None:
    """Would counting the other number have decided otherwise?"""
    note(table, RULE.HARM_ANNIHILATED__COUNTS, house.annihilation_counts, 1 if (wounds > most) != (raw > most) else 0)


@rule("wng.harm.dying", notes={"": ("who", "wounds", "max_wounds"), "refused": ("who",)}, source="seed 003, harm")
def begin_dying(who: Fighter, i: int, table: Table) -> Fighter:
    """Wounds over the maximum (at the maximum: not yet): Dying. At once one memorable injury, and prone. Each
    further damage while Dying is a traumatic injury instead. Crawl, basic attack or fall back only."""
    if not dying(who):
        return who
    note(table, RULE.HARM_DYING, i, who.harm.wounds, who.sheet.max_wounds)
    who = evolve(who, conditions=evolve(who.conditions, prone=1))
    return memorable(who, i, table)


@rule(
    "wng.harm.memorable",
    notes={"": ("who", "scar"), "upgraded": ("who", "upgrade"), "shown": ("who",)},
    asks=(ASK.MEMORABLE,),
    source="seed 003, harm",
)
def memorable(who: Fighter, i: int, table: Table) -> Fighter:
    """d6: 1-2 battle scar, 3 minor burns, 4 broken jaw, 5 facial tic, 6 torn ear; a repeat is upgraded (severed
    finger, major burns, missing tongue piece, bad knee, old wound)."""
    row = max(0, int(roll(table, D6, ASK.MEMORABLE)) - 2)
    times = digit(who.harm.memorable, row)
    if times > 0:
        note(table, RULE.HARM_MEMORABLE__UPGRADED, i, row)
    else:
        note(table, RULE.HARM_MEMORABLE, i, row)
    return evolve(who, harm=evolve(who.harm, memorable=with_digit(who.harm.memorable, row, min(2, times + 1))))


@rule(
    "wng.harm.traumatic",
    notes={
        "": ("who", "injury", "injuries"),
        "sight": ("who",),
        "torso": ("who",),
        "refused": ("who",),
        "lame": ("who",),
    },
    asks=(ASK.TRAUMATIC, ASK.TRAUMATIC_SIDE),
    source="seed 003, harm",
)
def traumatic(who: Fighter, i: int, table: Table) -> Fighter:
    """d6: 1 hand, 2 arm, 3 foot, 4 leg, 5 torso, 6 eye, and a d6 for the side: 1-3 left, 4-6 right. Hand or arm useless
    (both: no weapons); foot or leg useless (both: crawl only); torso: Toughness tests at least +1 DN; one eye: +2 DN
    where sight is needed, both: Blinded. A bionic replacement cancels the penalty."""
    return injured(who, i, int(roll(table, D6, ASK.TRAUMATIC)), table)


@helper
def lose_limb(who: Fighter, i: int, by: int, house: House, table: Table) -> Fighter:
    """A limb lost to a critical hit: the traumatic table, torso and eye rolled again; as a house rule chosen, by the
    attacker on an even d6, by the GM on an odd one."""
    note(table, RULE.CRIT_EFFECT__LIMB, house.amputate, 1)
    if house.amputate == Amputate.D6:
        return injured(who, i, reroll(table, D6, 0b11110, ASK.TRAUMATIC), table)
    picker = by if int(roll(table, D6, ASK.AMPUTATE)) % 2 == 0 else -1
    return add_injury(who, i, choose(table, ASK.LIMB, who, picker, 8), table)


@helper
def injured(who: Fighter, i: int, row: int, table: Table) -> Fighter:
    """A traumatic injury of a row, with its side."""
    if row == 5:
        return add_injury(who, i, Injury.TORSO.value, table)
    right = 1 if int(roll(table, D6, ASK.TRAUMATIC_SIDE)) >= 4 else 0
    left = Injury.LEFT_EYE.value if row == 6 else 2 * (row - 1)
    return add_injury(who, i, left + right, table)


@helper
def add_injury(who: Fighter, i: int, injury: int, table: Table) -> Fighter:
    """One more traumatic injury; too many kill."""
    times = digit(who.harm.traumatic, injury)
    who = evolve(who, harm=evolve(who.harm, traumatic=with_digit(who.harm.traumatic, injury, times + 1)))
    note(table, RULE.HARM_TRAUMATIC, i, injury, injury_count(who))
    return dies(who, i, table)


@helper
def useless(who: Fighter, injury: int) -> bool:
    """Does the injury tell? A bionic replacement cancels its penalty."""
    return digit(who.harm.traumatic, injury) > 0 and (who.sheet.bionics >> injury) & 1 == 0


@helper
def unarmed_by_injury(who: Fighter) -> bool:
    """Hand or arm useless on both sides: no weapons."""
    left = useless(who, Injury.LEFT_HAND.value) or useless(who, Injury.LEFT_ARM.value)
    return left and (useless(who, Injury.RIGHT_HAND.value) or useless(who, Injury.RIGHT_ARM.value))


@helper
def lame(who: Fighter) -> bool:
    """Foot or leg useless on both sides: it can only crawl (wng.harm.traumatic)."""
    left = useless(who, Injury.LEFT_FOOT.value) or useless(who, Injury.LEFT_LEG.value)
    return left and (useless(who, Injury.RIGHT_FOOT.value) or useless(who, Injury.RIGHT_LEG.value))


@rule("wng.harm.death", notes={"": ("who", "injuries", "most"), "refused": ("who",)}, source="seed 003, harm")
def dies(who: Fighter, i: int, table: Table) -> Fighter:
    """More than Tier + 1 traumatic injuries: dead."""
    if injury_count(who) <= who.sheet.tier + 1:
        return who
    note(table, RULE.HARM_DEATH, i, injury_count(who), who.sheet.tier + 1)
    return evolve(who, harm=evolve(who.harm, dead=1))
