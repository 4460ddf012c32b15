"""The number to reach: own penalties, the target's Defence, cover, sight, several targets."""

from __future__ import annotations

from ...core.state import fighter
from ...core.table import Table, note, refuse, tell
from .ailments import ailing, fear_dn, poisoned_dn
from .harm import useless
from .house import CoverHalf, House, PinnedScope
from .ids import RULE, helper, rule, teller
from .options import LONG, band_at, called, spray
from .place import engaged_with, metres_of
from .state import BY_PLACE, Attack, Fight, Fighter, Injury
from .traits import flames, parries, sprints, too_heavy, unwieldy

# ------------------------------------------------------------------------------------------------- one's own penalties


@rule("wng.harm.wounded", notes=("who",), source="seed 003, harm")
def wounded(by: Fighter, i: int, table: Table) -> int:
    """With any wound a character is Wounded: +1 DN on all tests."""
    if by.harm.wounds == 0:
        return 0
    note(table, RULE.HARM_WOUNDED, i)
    return 1


@rule("wng.condition.stack", notes=("who", "dn"), source="seed 003, conditions; rulings")
def worst_of(by: Fighter, i: int, other: int, table: Table) -> int:
    """The same condition taken n times counts n times; of different conditions that collide the worst counts.

    Returns the DN that conditions add to a test; ``other``: that of those which add to this test alone.
    """
    hindered(by, i, table)
    poisoned_dn(by, i, table)
    fear_dn(by, i, table)
    worst: int = max(ailing(by), other)
    if worst > 0:
        note(table, RULE.CONDITION_STACK, i, worst)
    return worst


@rule("wng.condition.hindered", notes={"": ("who", "dn"), "ends": ("who",)}, source="seed 003, conditions; rulings")
def hindered(by: Fighter, i: int, table: Table) -> int:
    """+N DN on all tests until the end of the next turn; from an interaction until the start of the attacker's."""
    if by.conditions.hindered > 0:
        note(table, RULE.CONDITION_HINDERED, i, by.conditions.hindered)
    return by.conditions.hindered


@rule("wng.condition.blinded", notes={"": ("who", "dn"), "ends": ("who",)}, source="seed 003, conditions")
def blinded(by: Fighter, i: int, table: Table) -> int:
    """+4 DN where sight is needed; it takes the place of worse light."""
    if not by.conditions.blinded and not blinded_by_injury(by):
        return 0
    note(table, RULE.CONDITION_BLINDED, i, 4)
    return 4


@helper
def own_penalty(by: Fighter, i: int, table: Table) -> int:
    """DN added to every test: Wounded, the worst condition, several tasks."""
    return wounded(by, i, table) + worst_of(by, i, 0, table) + tasks_penalty(by, i, table)


@helper
def tasks_penalty(by: Fighter, i: int, table: Table) -> int:
    """DN for the tasks declared beyond the first (wng.action.multi)."""
    if by.turn.tasks > 0:
        note(table, RULE.ACTION_MULTI__DN, i, 2 * by.turn.tasks)
    return 2 * by.turn.tasks


@helper
def attacker_penalty(fight: Fight, do: Attack, targets: int, table: Table) -> int:
    """DN added to the attack, whoever is attacked: wounds, conditions, sight, injuries, traits, called shots."""
    by = fighter(fight, do.by)
    blind = blinded(by, do.by, table)
    other = blind
    if not do.weapon.melee and by.conditions.pinned:
        other = max(other, pinned(by, do.by, targets, fight.house, table))
    if do.dn != 0:
        note(table, RULE.ATTACK_HIT__GIVEN, do.dn)
    number = wounded(by, do.by, table) + worst_of(by, do.by, other, table) + tasks_penalty(by, do.by, table) + do.dn
    number += one_eye(by, do.by, table) + engaged(fight, do, table)
    number += 0 if blind > 0 else sight(do.vision, do.weapon.melee, table)
    number += unwieldy(do.weapon, table) + too_heavy(do, by, table) + sprints(do, table)
    return number + called(do, table)


@rule(
    "wng.condition.pinned",
    notes={"": ("who",), "scope": ("pinned_scope", "decided"), "ends": ("who",), "refused": ("who",)},
    options=("pinned_scope",),
    source="seed 003, conditions",
)
def pinned(by: Fighter, i: int, targets: int, house: House, table: Table) -> int:
    """Cannot leave cover; +2 DN to shoot out of it (at anybody, as a house rule at those who pin alone)."""
    at_pinner = targets & by.stance.pinned_by != 0 or by.stance.pinned_by == 0
    tell(table, tell_pinned, at_pinner, house)
    if house.pinned_scope == PinnedScope.PINNER and not at_pinner:
        return 0
    note(table, RULE.CONDITION_PINNED, i)
    return 2


@teller
def tell_pinned(at_pinner: bool, house: House, table: Table) -> None:
    """The scope decides where the shot goes at somebody else."""
    note(table, RULE.CONDITION_PINNED__SCOPE, house.pinned_scope, 0 if at_pinner else 1)


@helper
def blinded_by_injury(by: Fighter) -> bool:
    """Both eyes gone: Blinded."""
    return useless(by, Injury.LEFT_EYE.value) and useless(by, Injury.RIGHT_EYE.value)


@helper
def one_eye(by: Fighter, i: int, table: Table) -> int:
    """wng.harm.traumatic: one eye: +2 DN where sight is needed."""
    if useless(by, Injury.LEFT_EYE.value) == useless(by, Injury.RIGHT_EYE.value):
        return 0
    note(table, RULE.HARM_TRAUMATIC__SIGHT, i)
    return 2


@rule("wng.vision", notes=("vision", "dn"), source="seed 003, sight")
def sight(vision: int, melee: int, table: Table) -> int:
    """Twilight, light shadow, light fog: +1 DN ranged, melee 0; dim, heavy rain, drifting smoke: +2, melee +1; dense
    fog, smoke screen, storm: +3, +2; darkness, thermal smoke: +4, +3. The Blinded see nothing worse."""
    if vision == 0:
        return 0
    number = vision - 1 if melee else vision
    note(table, RULE.VISION, vision, number)
    return number


@rule("wng.range.engaged", notes={"": ("who",), "refused": ("who",)}, source="seed 003, the attack")
def engaged(fight: Fight, do: Attack, table: Table) -> int:
    """While engaged only pistols fire, at +2 DN."""
    if do.weapon.melee or engaged_with(fight, do.by) == 0:
        return 0
    note(table, RULE.RANGE_ENGAGED, do.by)
    return 2


@rule("wng.action.multiattack", notes={"": ("targets", "dn"), "refused": ()}, source="seed 003, actions")
def several_targets(do: Attack, count: int, table: Table) -> int:
    """One attack at several targets with one weapon: every extra target adds +2 to the Defence of all of them. No
    shifting. Damage is rolled once, and every target hit takes it."""
    if count > 1 and do.shift > 0:
        refuse(table, RULE.ACTION_MULTIATTACK__REFUSED)
    extra = 2 * (count - 1)
    if count > 1:
        note(table, RULE.ACTION_MULTIATTACK, count, extra)
    return spray(do, extra, table)


# ------------------------------------------------------------------------------------------------------------- Defence


@helper
def changed_defence(who: Fighter, i: int, lying: int, table: Table) -> int:
    """What conditions do to Defence: the worst alone; ``lying`` is what lying down does here. And the all-out attack."""
    worst = vulnerable(who, i, table)
    if who.conditions.restrained:
        note(table, RULE.CONDITION_RESTRAINED, i)
        worst = min(worst, -2)
    down = prone(who, i, lying, table)
    worst = down if worst == 0 else min(worst, down)
    if who.stance.all_out:
        note(table, RULE.OPTION_ALLOUT__OPEN, i)
    if who.stance.guard > 0:
        note(table, RULE.OPTION_FULLDEFENCE__GUARD, i, who.stance.guard)
    return worst - (2 if who.stance.all_out else 0) + who.stance.guard


@rule(
    "wng.condition.vulnerable", notes={"": ("who", "points"), "ends": ("who",)}, source="seed 003, conditions; rulings"
)
def vulnerable(who: Fighter, i: int, table: Table) -> int:
    """Defence -N until the end of the next turn; from an interaction until the start of the attacker's."""
    if who.conditions.vulnerable > 0:
        note(table, RULE.CONDITION_VULNERABLE, i, -who.conditions.vulnerable)
    return -who.conditions.vulnerable


@rule(
    "wng.condition.prone",
    notes={"": ("who", "points"), "up": ("who",), "not": ("who",), "refused": ("who",)},
    source="seed 003, conditions",
)
def prone(who: Fighter, i: int, lying: int, table: Table) -> int:
    """Within 5 m Defence -2, from 6 m Defence +1; standing up is free but leaves only the standard move."""
    if not who.conditions.prone or lying == 0:
        return 0
    note(table, RULE.CONDITION_PRONE, i, lying)
    return lying


@helper
def defence_of(who: Fighter, table: Table) -> int:
    """Defence as it stands, lying down left out."""
    return max(1, who.sheet.defence + changed_defence(who, 0, 0, table))


@rule(
    "wng.move.cover",
    notes={"": ("who", "cover", "points"), "half": ("cover_half", "decided")},
    options=("cover_half",),
    source="seed 003, actions",
)
def cover_of(do: Attack, who: Fighter, i: int, house: House, table: Table) -> int:
    """Cover: less than half hidden +1 Defence, more than half +2; exactly half: +2 (as a house rule +1)."""
    cover = do.cover
    if cover == BY_PLACE:
        cover = 0 if do.weapon.melee else who.stance.cover
    if cover == 0 or do.material > 0 or flames(do.weapon, table):
        return 0
    points = 1 if cover == 1 or (cover == 2 and house.cover_half == CoverHalf.N1) else 2
    note(table, RULE.MOVE_COVER, i, cover, points)
    tell(table, tell_cover, cover, house)
    return points


@teller
def tell_cover(cover: int, house: House, table: Table) -> None:
    """The reading of half cover decides where exactly half is hidden."""
    note(table, RULE.MOVE_COVER__HALF, house.cover_half, 1 if cover == 2 else 0)


@rule(
    "wng.attack.hit",
    notes={
        "": ("who", "defence", "penalty", "number"),
        "result": ("who", "icons", "number", "success"),
        "given": ("dn",),
        "shifted": ("shifted",),
    },
    source="seed 003, the attack",
)
def number_for(fight: Fight, i: int, do: Attack, penalty: int, table: Table) -> int:
    """Hit when icons reach the target's Defence with its modifiers."""
    who = fighter(fight, i)
    distance = metres_of(fight, do, i)
    near = do.weapon.melee or distance <= 5
    changed = changed_defence(who, i, -2 if near else 1, table)
    number: int = who.sheet.defence + changed + cover_of(do, who, i, fight.house, table)
    if band_at(do.weapon, distance) == LONG:
        number += 2
    number = max(1, number + parries(who, i, do.weapon.melee, table))
    note(table, RULE.ATTACK_HIT, i, number, penalty, number + penalty)
    return number + penalty
