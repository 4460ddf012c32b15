"""Cyberpunk 2020: exact odds against icepool and against enumeration. Read from rules/cp2020.md, rulings.md and facts.md 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from icepool import Die, d6, d10

from oracles import Chances, agree, enumerated, mixed, program

PLACES = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
TABLE = dict(enumerate([0, 1, 1, 1, 2, 3, 4, 4, 5, 5], 1))

# -- by hand: the page in a few straight lines ------------------------------------------------------------------------


def btm(body: int) -> int:
    for most, modifier in ((2, 0), (4, 1), (7, 2), (9, 3), (10, 4)):
        if body <= most:
            return modifier
    return 5


def together(*layers: int) -> int:
    """cp2020.armour.proportional, from the inside out."""
    sp = 0
    for layer in layers:
        if not layer:
            continue
        if not sp:
            sp = layer
            continue
        apart = abs(sp - layer)
        bonus = 0
        for most, more in ((26, 1), (20, 2), (14, 3), (8, 4), (4, 5)):
            if apart <= most:
                bonus = more
        sp = max(sp, layer) + bonus
    return sp


def mortal(damage: int) -> int:
    """-1 light, serious or critical, and then the mortal level."""
    return (damage - 13) // 4 if damage >= 13 else -1


def stun_number(body: int, damage: int) -> int:
    return body - (damage - 1) // 4


def suffering(
    body: int,
    before: int,
    place: int,
    points: int,
    stun: int,
    first: int = 1,
    second: int = 1,
    *,
    below: bool = False,
    kills: int | None = None,
) -> tuple[int, bool, bool, tuple[str, ...]]:
    """Points suffered by one place, the saves after them: damage, stunned, dead, lost."""
    if points == 0:
        return before, False, False, ()
    damage = before + points
    if damage > 40 or (place == 0 and (points if kills is None else kills) > 8):
        return damage, False, True, ()
    stunned = stun > stun_number(body, damage)
    lost: tuple[str, ...] = ()
    if place >= 2 and points > 8:
        lost = (PLACES[place],)
        if first + below > body:
            return damage, stunned, True, lost
    if mortal(damage) >= 0 and second + below > body - mortal(damage):
        return damage, stunned, True, lost
    return damage, stunned, False, lost


# -- icepool: the dice of the page ------------------------------------------------------------------------------------

WOUNDED = ("t.damage", "t.stunned", "t.dead", "t.lost")
LOCATION = d10.map({1: 0, 2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5})
CHECK = d10.map({10: 10 + d10})


def at_most(number: int) -> Die[bool]:
    return d10 <= max(0, min(10, number))


def yes(number: int) -> Fraction:
    return Fraction(max(0, min(10, number)), 10)


def after(body: int, before: int, place: int, points: int, kills: int | None = None, less: int = 0) -> Any:
    """The same wound as a die over (damage, stunned, dead, lost)."""
    damage = before + points
    if not points:
        return (before, False, False, ())
    if damage > 40 or (place == 0 and (kills or points) >= 9):
        return (damage, False, True, ())
    level = -(-damage // 4)
    lost = (PLACES[place],) if place > 1 and points >= 9 else ()
    lives = Fraction(1)
    if lost:
        lives *= yes(body - less)
    if level >= 4:
        lives *= yes(body - (level - 4) - less)
    stays = yes(body - level + 1)
    return Die(
        {
            (damage, down, dead, lost): int(100_000 * (1 - stays if down else stays) * (1 - lives if dead else lives))
            for down in (False, True)
            for dead in (False, True)
        }
    )


def suit(sp: int, *covers: str, **more: Any) -> dict[str, Any]:
    return {"name": f"SP {sp}", "sp": sp, "covers": list(covers or PLACES), **more}


def rolled(count: int) -> list[int]:
    """Every throw of ``count`` d6, as its sum."""
    sums = [0]
    for _ in range(count):
        sums = [total + face for total in sums for face in range(1, 7)]
    return sums


def passed(total: int, sp: int, body: int) -> int:
    return max(1, total - sp - btm(body)) if total > sp else 0


# -- hits -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "before", "count", "plus", "sp"), [(6, 0, 3, 0, 10), (2, 8, 4, 1, 14), (10, 30, 4, 3, 9), (11, 3, 2, 3, 4)]
)
def test_a_shot_at_the_torso(body: int, before: int, count: int, plus: int, sp: int) -> None:
    def by_hand(total: int, stun: int, death: int) -> Any:
        total += plus
        points = passed(total, sp, body)
        state = suffering(body, before, 1, points, stun, second=death)
        return (*state, sp - (total > sp), total, max(0, total - sp), points)

    def by_icepool(total: int) -> Any:
        through = max(0, total - sp)
        points = max(through - btm(body), 1 if through else 0)
        tail = (sp - 1 if through else sp, total, through, points)
        state = after(body, before, 1, points)
        return state + tail if isinstance(state, tuple) else state.map(lambda *s: (*s, *tail), star=True)

    agree(
        program(
            "cp2020",
            {"t": {"body": body, "damage": before, "armour": [suit(sp, "torso")]}},
            "hit",
            (*WOUNDED, "t.sp.torso", "outcome.damage", "outcome.through", "outcome.suffered"),
            target="t",
            details={"damage": f"{count}d6+{plus}" if plus else f"{count}d6", "aimed": "torso"},
        ),
        icepool=(count @ d6 + plus).map(by_icepool),
        by_hand=enumerated(by_hand, rolled(count), 10, 10),
    )


@pytest.mark.parametrize(("body", "before", "rolls"), [(8, 0, "at_most"), (5, 9, "at_most"), (8, 10, "below")])
def test_a_shot_at_a_rolled_place(body: int, before: int, rolls: str) -> None:
    below = rolls == "below"
    sps = (14, 10, 4, 4, 0, 0)

    def points_at(place: int, total: int) -> int:
        return passed(total, sps[place], body) * (2 if place == 0 else 1)

    def by_hand(location: int, total: int, stun: int, first: int, second: int) -> Any:
        place = TABLE[location]
        state = suffering(body, before, place, points_at(place, total), stun, first, second, below=below)
        return PLACES[place], *state

    def wound(place: int, total: int) -> Any:
        through = max(total - sps[place], 0)
        points = (max(through - btm(body), 1) if through else 0) * (1 + (place == 0))
        state = after(body, before, place, points, less=int(below))
        if isinstance(state, tuple):
            return (PLACES[place], *state)
        return state.map(lambda *s: (PLACES[place], *s), star=True)

    agree(
        program(
            "cp2020",
            {
                "t": {
                    "body": body,
                    "damage": before,
                    "armour": [suit(14, "head"), suit(10, "torso"), suit(4, "right_arm", "left_arm")],
                }
            },
            "hit",
            ("outcome.location", *WOUNDED),
            target="t",
            details={"damage": "2d6+5"},
            house={"death_save": rolls},
        ),
        icepool=LOCATION.map(lambda place: (2 @ d6 + 5).map(lambda total: wound(place, total))),
        by_hand=mixed(
            *(
                (
                    Fraction(1, 10),
                    enumerated(by_hand, [location], [total + 5 for total in rolled(2)], 10, 10, 10),
                )
                for location in range(1, 11)
            )
        ),
    )


@pytest.mark.parametrize("double", ["after_btm", "after_sp", "before_sp"])
@pytest.mark.parametrize("counts", ["doubled", "undoubled"])
def test_head_hits_by_every_option(double: str, counts: str) -> None:
    body, sp = 8, 7

    def by_hand(total: int, stun: int, death: int) -> Any:
        plain = passed(total, sp, body)
        if double == "before_sp":
            points = passed(2 * total, sp, body)
        elif double == "after_sp":
            points = max(1, 2 * (total - sp) - btm(body)) if total > sp else 0
        else:
            points = 2 * plain
        return suffering(body, 4, 0, points, stun, second=death, kills=plain if counts == "undoubled" else points)

    def by_icepool(total: int) -> Any:
        # (through, points): the factor stands before the armour, before BTM, or behind both
        before, between, behind = ((2 if double == name else 1) for name in ("before_sp", "after_sp", "after_btm"))
        through = max(0, total * before - sp)
        points = (max(1, through * between - 3) if through else 0) * behind
        once = max(1, total - sp - 3) if total > sp else 0
        kills = points if counts == "doubled" else once
        return after(body, 4, 0, points, kills=kills or -1)

    agree(
        program(
            "cp2020",
            {"t": {"body": body, "damage": 4, "armour": [suit(sp, "head")]}},
            "hit",
            WOUNDED,
            target="t",
            details={"damage": "3d6", "aimed": "head"},
            house={"head_double": double, "head_kill_counts": counts},
        ),
        icepool=(3 @ d6).map(by_icepool),
        by_hand=enumerated(by_hand, rolled(3), 10, 10),
    )


@pytest.mark.parametrize(("layering", "sp"), [("combined", 8), ("each", 10)])
@pytest.mark.parametrize("least", [1, 0])
def test_armour_piercing_through_two_layers(layering: str, sp: int, least: int) -> None:
    layers, body = (7, 11), 4

    def by_hand(total: int, stun: int) -> Any:
        halves = [layer // 2 for layer in layers]
        against = together(*halves) if layering == "each" else together(*layers) // 2
        if total <= against:
            return 0, False, layers, 0
        through = max(least, (total - against) // 2)
        points = max(1, through - btm(body)) if through else 0
        damage, stunned, _, _ = suffering(body, 0, 1, points, stun)
        return damage, stunned, tuple(layer - 1 for layer in layers), through

    def by_icepool(total: int) -> Any:
        if total <= sp:
            return (0, False, (7, 11), 0)
        through = (total - sp) // 2 or least
        if not through:
            return (0, False, (6, 10), 0)
        points = max(1, through - 1)
        return (d10 > 4 - (points - 1) // 4).map(lambda down: (points, down, (6, 10), through))

    agree(
        program(
            "cp2020",
            {"t": {"body": body, "armour": [suit(layer, "torso") for layer in layers]}},
            "hit",
            ("t.damage", "t.stunned", "t.layers.torso", "outcome.through"),
            target="t",
            details={"damage": "4d6", "ap": True, "aimed": "torso"},
            house={"ap_layering": layering, "ap_half_min": least},
        ),
        icepool=(4 @ d6).map(by_icepool),
        by_hand=enumerated(by_hand, rolled(4), 10),
    )


@pytest.mark.parametrize(("mode", "edged"), [("proportional", True), ("separate", True), ("proportional", False)])
def test_a_blade_and_a_bullet_through_cover(mode: str, edged: bool) -> None:
    def by_hand(total: int, stun: int) -> Any:
        worn = 5 // 2 if edged else 5
        left = total - (together(worn, 4) if mode == "proportional" else 4 + worn)
        damage, stunned, _, _ = suffering(2, 0, 1, max(0, left), stun)
        return damage, stunned, 4 if left > 0 else 5

    sp = {("proportional", True): 9, ("separate", True): 6, ("proportional", False): 10}[mode, edged]
    agree(
        program(
            "cp2020",
            {"t": {"body": 2, "armour": [suit(5, "torso")], "cover": {"sp": 4, "covers": ["torso"]}}},
            "hit",
            ("t.damage", "t.stunned", "t.sp.torso"),
            target="t",
            details={"damage": "2d6", "edged": edged, "aimed": "torso"},
            house={"cover_mode": mode},
        ),
        icepool=(2 @ d6 - sp).map(
            lambda left: (d10 > 2 - (left - 1) // 4).map(lambda down: (left, down, 4)) if left > 0 else (0, False, 5)
        ),
        by_hand=enumerated(by_hand, rolled(2), 10),
    )


# -- turns and aid ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rolls", ["at_most", "below"])
@pytest.mark.parametrize(("body", "damage"), [(8, 20), (10, 30), (6, 13), (3, 40)])
def test_the_turn_of_the_dying(body: int, damage: int, rolls: str) -> None:
    def by_hand(death: int, stun: int) -> Any:
        if death > body - mortal(damage) - (rolls == "below"):
            return True, True
        return False, stun > stun_number(body, damage)

    level = -(-damage // 4)
    lives = at_most(body - level + 4 - (rolls == "below"))
    agree(
        program(
            "cp2020",
            {"t": {"body": body, "damage": damage, "stunned": True}},
            "turn",
            ("t.dead", "t.stunned"),
            by="t",
            house={"death_save": rolls},
        ),
        icepool=lives.map(
            lambda alive: at_most(body - level + 1).map(lambda up: (False, not up)) if alive else (True, True)
        ),
        by_hand=enumerated(by_hand, 10, 10),
    )


@pytest.mark.parametrize(("aid", "bonus"), [("none", 0), ("hospital", 5), ("ambulance", 3), ("tank", 3)])
def test_stabilising(aid: str, bonus: int) -> None:
    agree(
        program(
            "cp2020",
            {"a": {"tech": 6, "skills": {"first_aid": 4, "medical_tech": 1}}, "t": {"damage": 18}},
            "stabilise",
            ("t.stable", "t.damage"),
            by="a",
            target="t",
            details={"aid": aid},
        ),
        icepool=(d10 + 10 + bonus).map(lambda total: (total >= 18, 18)),
        by_hand=enumerated(lambda face: (6 + 4 + face + bonus >= 18, 18), 10),
    )


# -- attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("distance", "dv"), [(1, 10), (10, 15), (25, 20), (50, 25), (99, 30)])
def test_an_aimed_shot(distance: int, dv: int) -> None:
    body, base = 6, 8 + 6 + 1 - 4 + 2

    def by_hand(face: int, more: int, total: int, stun: int) -> Any:
        roll = face + more if face == 10 else face
        if face == 1 or base + roll < dv:
            return False, 0, False
        damage, stunned, _, _ = suffering(body, 0, 1, passed(total, 5, body), stun)
        return True, damage, stunned

    def land(total: int) -> Any:
        if total < 6:
            return (True, 0, False)
        points = max(1, total - 7)
        return (d10 > 6 - (points > 4)).map(lambda down: (True, points, down))

    hits = d10.map(lambda face: False if face == 1 else d10 + 10 + base >= dv if face == 10 else face + base >= dv)
    agree(
        program(
            "cp2020",
            {
                "a": {"ref": 8, "skills": {"handgun": 6}},
                "t": {"body": body, "armour": [suit(5, "torso")]},
            },
            "attack",
            ("outcome.hit", "t.damage", "t.stunned"),
            by="a",
            target="t",
            details={
                "distance": distance,
                "range": 50,
                "damage": "2d6",
                "aimed": "torso",
                "accuracy": 1,
                "modifiers": ["aim_2"],
            },
        ),
        icepool=hits.map(lambda hit: (2 @ d6).map(land) if hit else (False, 0, False)),
        by_hand=enumerated(by_hand, 10, 10, rolled(2), 10),
    )


@pytest.mark.parametrize("exact", ["one", "none"])
@pytest.mark.parametrize(("distance", "dv", "bonus"), [(10, 15, 2), (20, 20, -2), (40, 25, -2)])
def test_rounds_of_full_auto(distance: int, dv: int, bonus: int, exact: str) -> None:
    base, fired = 9 + 4 + bonus, 20

    def by_hand(face: int, more: int) -> Any:
        margin = base + face + (more if face == 10 else 0) - dv
        if face == 1 or margin < 0:
            return 0
        if margin == 0:
            return 1 if exact == "one" else 0
        return min(margin, fired)

    margins = d10.map({1: -99, 10: d10 + 10}) + base - dv
    agree(
        program(
            "cp2020",
            {"a": {"ref": 9, "skills": {"rifle": 4}}, "t": {"armour": [suit(50)]}},
            "attack",
            ("outcome.rounds", "t.damage"),
            by="a",
            target="t",
            details={
                "skill": "rifle",
                "distance": distance,
                "range": 50,
                "mode": "auto",
                "rounds": fired,
                "damage": "4",
            },
            house={"auto_exact": exact},
        ),
        icepool=margins.map(lambda margin: ((int(exact == "one") if margin == 0 else max(0, min(margin, fired))), 0)),
        by_hand={(rounds, 0): chance for rounds, chance in enumerated(by_hand, 10, 10).items()},
    )


@pytest.mark.parametrize(("distance", "dv", "bonus"), [(10, 15, 3), (20, 20, 3), (40, 25, 0)])
def test_a_burst_counts_the_rounds_and_wears_the_armour(distance: int, dv: int, bonus: int) -> None:
    """21 against SP 20 and BODY 11: one point a round, two at the head, however the armour wears."""

    def by_hand(face: int, more: int, burst: int, one: int, two: int, three: int) -> Any:
        roll = face + (more if face == 10 else 0)
        if face == 1 or 12 + bonus + roll < dv:
            return 0, 0
        rounds = (burst + 1) // 2
        return rounds, sum(2 if place == 1 else 1 for place in (one, two, three)[:rounds])

    # the same rolls whether they miss by one or by ten: enumerate the check apart from the places
    checks = enumerated(lambda face, more: by_hand(face, more, 1, 2, 2, 2)[0], 10, 10)
    landed = enumerated(lambda *dice: by_hand(9, 1, *dice) if bonus else by_hand(10, 10, *dice), 6, 10, 10, 10)
    whole: Chances = mixed((checks[1], landed), (checks[0], {(0, 0): Fraction(1)}))
    hits = d10.map(lambda face: False if face == 1 else (d10 + 10 if face == 10 else face) + 12 + bonus >= dv)
    point = d10.map(lambda face: 1 + (face == 1))
    agree(
        program(
            "cp2020",
            {"a": {"ref": 8, "skills": {"rifle": 4}}, "t": {"body": 11, "armour": [suit(20)]}},
            "attack",
            ("outcome.rounds", "t.damage"),
            by="a",
            target="t",
            details={"skill": "rifle", "distance": distance, "range": 50, "mode": "burst", "damage": "21"},
        ),
        icepool=hits.map(
            lambda hit: (
                d6.map(lambda face: (((face + 1) // 2) @ point).map(lambda sum_: ((face + 1) // 2, sum_)))
                if hit
                else (0, 0)
            )
        ),
        by_hand=whole,
    )
