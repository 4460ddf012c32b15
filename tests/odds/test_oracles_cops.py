"""COPS: exact odds against icepool and against enumeration. Read from rules/cops.md, rulings.md and facts.md 3."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from icepool import Die, d6, d10

from oracles import Chances, agree, close, enumerated, from_icepool, mixed, plain, program, weighted

HOUSE = {"location_dice": {"head": 3, "arms": 1, "torso": 2, "abdomen": 2, "legs": 0}}
PLACE = {
    10: "head",
    9: "arms",
    8: "arms",
    7: "torso",
    6: "torso",
    5: "torso",
    4: "abdomen",
    3: "abdomen",
    2: "legs",
    1: "legs",
}
WOUND = ("t.hp", "t.lasting", "t.down", "t.dead", "outcome.through", "outcome.suffered")


def after(hp: int, most: int, passed: int, suffered: int) -> tuple[Any, ...]:
    """cops.hp, down, dead, massive: what the wound paths show."""
    left = hp - suffered
    return left, suffered >= 15, left <= 0, left <= -most, passed, suffered


# -- hits: location chosen -------------------------------------------------------------------------------------------------

CHOSEN = [
    # power, location, protection as written, its dice (count, sides, plus), extra dice
    pytest.param(3, "head", 12, (0, 6, 12), 3, id="fixed, three extra dice"),
    pytest.param(3, "arms", 9, (0, 6, 9), 1, id="fixed, one extra die"),
    pytest.param(4, "legs", 10, (0, 6, 10), 0, id="fixed, no extra die"),
    pytest.param(2, "torso", None, (0, 6, 0), 2, id="bare"),
    pytest.param(3, "torso", "2d6+2", (2, 6, 2), 2, id="rolled, two extra dice"),
    pytest.param(4, "legs", "2d6+6", (2, 6, 6), 0, id="rolled, no extra die"),
    pytest.param(3, "arms", "1d10+4", (1, 10, 4), 1, id="rolled on d10"),
    pytest.param(1, "abdomen", "1d6", (1, 6, 0), 2, id="one die against one"),
    pytest.param(2, "head", 12, (0, 6, 12), 3, id="never passes"),
    pytest.param(0, "head", None, (0, 6, 0), 3, id="no power"),
]


@pytest.mark.parametrize(("power", "location", "protection", "dice", "extra"), CHOSEN)
@pytest.mark.parametrize("fighter", [{"carrure": 3}, {"carrure": 1, "cop": False, "hp": 4}])
def test_hit_where_it_was_aimed(
    power: int, location: str, protection: Any, dice: tuple[int, int, int], extra: int, fighter: dict[str, Any]
) -> None:
    count, sides, plus = dice
    most = (20 if fighter.get("cop", True) else 10) + 3 * fighter["carrure"]
    hp = fighter.get("hp", most)

    def by_hand(*faces: int) -> Any:
        base = sum(faces[:power])
        stopped = plus + sum(faces[power : power + count])
        passed = base - stopped
        if passed <= 0:
            return after(hp, most, 0, 0)
        return after(hp, most, passed, passed + sum(faces[power + count :]))

    armour = (count @ Die(range(1, sides + 1)) if count else Die([0])) + plus
    passed = ((power @ d6 if power else Die([0])) - armour).map(lambda points: max(points, 0))

    def by_icepool(points: int) -> Any:
        if not points:
            return after(hp, most, 0, 0)
        more = extra @ d6 if extra else Die([0])
        return more.map(lambda dice: after(hp, most, points, points + dice))

    agree(
        program(
            "cops",
            {"t": {**fighter, "protection": {location: protection} if protection is not None else {}}},
            "hit",
            WOUND,
            target="t",
            details={"power": power, "location": location},
            house=HOUSE,
        ),
        icepool=passed.map(by_icepool),
        by_hand=enumerated(by_hand, *[6] * power, *[sides] * count, *[6] * extra),
    )


def test_protection_elsewhere_does_not_help() -> None:
    agree(
        program(
            "cops",
            {"t": {"carrure": 2, "protection": {"torso": 30, "arms": "2d6"}}},
            "hit",
            ("t.hp", "outcome.location"),
            target="t",
            details={"power": 2, "location": "head"},
            house=HOUSE,
        ),
        icepool=(26 - 5 @ d6).map(lambda hp: (hp, "head")),
        by_hand=enumerated(lambda *faces: (26 - sum(faces), "head"), *[6] * 5),
    )


# -- hits: location rolled ---------------------------------------------------------------------------------------------------

ROLLED = [
    pytest.param({}, 2, id="bare"),
    pytest.param({"head": 7, "torso": 5}, 2, id="fixed"),
    pytest.param({"head": "1d6+2", "torso": 9, "legs": "1d6"}, 2, id="fixed and rolled"),
]


@pytest.mark.parametrize(("protection", "power"), ROLLED)
def test_hit_where_the_die_says(protection: dict[str, Any], power: int) -> None:
    written = {7: (0, 7), 5: (0, 5), 9: (0, 9), "1d6+2": (1, 2), "1d6": (1, 0)}
    extras = {"head": 2, "arms": 1, "torso": 2, "abdomen": 1, "legs": 0}

    def by_hand(location: int, *faces: int) -> Any:
        place = PLACE[location]
        count, plus = written[protection[place]] if place in protection else (0, 0)
        passed = sum(faces[:power]) - plus
        if count:
            passed -= faces[power]
        if passed <= 0:
            return (place, *after(9, 16, 0, 0))
        return (place, *after(9, 16, passed, passed + sum(faces[power + 1 :][: extras[place]])))

    def at(place: str) -> Any:
        count, plus = written[protection[place]] if place in protection else (0, 0)
        base = power @ d6 - plus
        if count:
            base -= d6
        return base.map(
            lambda points: (
                (place, *after(9, 16, 0, 0))
                if points <= 0
                else (extras[place] @ d6 if extras[place] else Die([0])).map(
                    lambda more: (place, *after(9, 16, points, points + more))
                )
            )
        )

    agree(
        program(
            "cops",
            {"t": {"carrure": 2, "cop": False, "hp": 9, "protection": protection}},
            "hit",
            ("outcome.location", *WOUND),
            target="t",
            details={"power": power},
            house={"location_dice": extras},
        ),
        icepool=d10.map(PLACE).map(at),
        by_hand=enumerated(by_hand, 10, *[6] * power, 6, 6, 6),
    )


# -- thresholds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("location", ["legs", "arms", "torso", "head"])
def test_massive_is_fifteen_with_the_location_dice(location: str) -> None:
    """14 and 15 apart, with 0 to 3 extra dice; the wound path from both sides of half and of zero."""
    extra = HOUSE["location_dice"][location]

    def by_hand(*faces: int) -> Any:
        passed = sum(faces[:4]) - 7
        suffered = passed + sum(faces[4:]) if passed > 0 else 0
        hp = 26 - suffered
        return hp, suffered >= 15, 2 * hp < 26, hp <= 0

    def by_icepool(passed: int) -> Any:
        if passed <= 0:
            return 26, False, False, False
        dice = extra @ d6 if extra else Die([0])
        return (dice + passed).map(lambda total: (26 - total, total > 14, total > 13, total > 25))

    agree(
        program(
            "cops",
            {"t": {"carrure": 2, "protection": {location: 7}}},
            "hit",
            ("t.hp", "t.lasting", "t.dice_penalty", "t.down"),
            target="t",
            details={"power": 4, "location": location},
            house=HOUSE,
        ),
        icepool=(4 @ d6 - 7).map(by_icepool),
        by_hand=enumerated(by_hand, *[6] * (4 + extra)),
    )


@pytest.mark.parametrize("bleed", ["next_turn", "same_turn"])
@pytest.mark.parametrize(("hp", "power", "first"), [(5, 2, 0), (1, 1, 0), (6, 3, 1)])
def test_bleeding_may_take_its_first_point_at_once(bleed: str, hp: int, power: int, first: int) -> None:
    """Carrure 1, no cop: 13 points. From 5, 2d6 + 1d6 reach -12 at most, and same_turn makes that -13: dead.

    From 6, 3d6 + 1d6 may kill outright. Whether a corpse loses its first point the page does not say, so there the
    paths other than ``hp`` are compared (``first`` 1).
    """
    paths = ("t.hp", "t.down", "t.dead", "t.lasting")[first:]

    def by_hand(*faces: int) -> Any:
        passed = sum(faces[:power]) - 1
        if passed <= 0:
            return (hp, False, False, False)[first:]
        suffered = passed + faces[power]
        left = hp - suffered
        if left <= 0 and bleed == "same_turn":
            left -= 1
        return (left, left <= 0, left <= -13, suffered >= 15)[first:]

    zero = 0 if bleed == "next_turn" else 1

    def by_icepool(passed: int, total: int) -> Any:
        lost = 0 if passed == 0 else total + zero * (total >= hp)
        return (hp - lost, lost >= hp, lost >= hp + 13, passed > 0 and total > 14)[first:]

    both = (power @ d6 - 1).map(lambda passed: d6.map(lambda face: (passed, passed + face)))
    agree(
        program(
            "cops",
            {"t": {"carrure": 1, "cop": False, "hp": hp, "protection": {"arms": 1}}},
            "hit",
            paths,
            target="t",
            details={"power": power, "location": "arms"},
            house={**HOUSE, "bleed": bleed},
        ),
        icepool=both.map(by_icepool, star=True),
        by_hand=enumerated(by_hand, *[6] * (power + 1)),
    )


# -- attacks: the pool of open-ended d10 ----------------------------------------------------------------------------------


def needed(distance: int, reach: int) -> int:
    """cops.attack.range"""
    if distance <= 10:
        return 1
    return 2 if distance <= reach else 3


def kinds(threshold: int) -> dict[str, Fraction]:
    """The faces of a d10 that differ: below the threshold, a success, and the ten that is rolled again."""
    faces = ["ten" if face == 10 else "success" if face >= threshold else "fail" for face in range(1, 11)]
    return {kind: Fraction(faces.count(kind), 10) for kind in set(faces)}


def passes_by_hand(dice: int, threshold: int, difficulty: int) -> Fraction:
    """Every die with the dice that its tens bring, enumerated: after ``difficulty`` tens the check is won anyhow."""
    if dice <= 0:
        return Fraction(0)

    def successes(*faces: str) -> bool:
        count = 0
        for start in range(0, len(faces), difficulty):
            for face in faces[start : start + difficulty]:
                count += face != "fail"
                if face != "ten":
                    break
        return count >= difficulty

    return weighted(successes, *[kinds(threshold)] * (dice * difficulty)).get(True, Fraction(0))


def open_die(threshold: int, depth: int) -> Die[int]:
    """The successes of one die whose tens are rolled again, up to ``depth`` times: d10's own explosion, counted."""
    if depth < 0:
        return Die([0])
    return d10.map(lambda face: 1 + open_die(threshold, depth - 1) if face == 10 else int(face >= threshold))


def pool(dice: int, threshold: int, depth: int) -> Die[int]:
    return dice @ open_die(threshold, depth) if dice > 0 else Die([0])


SHOTS = [
    # attacker, further details, dice in the pool, threshold
    pytest.param({"coordination": 3}, {"skill": 7}, 3, 7, id="three dice, 7+"),
    pytest.param({"coordination": 2}, {}, 2, 6, id="a characteristic alone, 6+"),
    pytest.param({"coordination": 1, "skills": {"pistol": 4}}, {"skill": "pistol"}, 1, 4, id="one die, 4+"),
    pytest.param({"coordination": 2}, {"skill": 10}, 2, 10, id="tens alone"),
    pytest.param(
        {"carrure": 4, "coordination": 1, "hp": 15}, {"skill": 8, "characteristic": "carrure"}, 3, 8, id="below half"
    ),
    pytest.param({"carrure": 4, "coordination": 2, "hp": 16}, {"skill": 8}, 2, 8, id="at half"),
    pytest.param({"carrure": 1, "hp": 11, "coordination": 1}, {"skill": 4}, 0, 4, id="below half, and no die left"),
    pytest.param({"coordination": 1}, {"skill": 5, "dice": 2}, 3, 5, id="two dice more"),
]


@pytest.mark.parametrize(("distance", "reach"), [(10, 50), (11, 50), (50, 50), (51, 50), (100, 50), (10, 5), (20, 10)])
@pytest.mark.parametrize(("attacker", "details", "dice", "threshold"), SHOTS)
def test_attack_with_a_pool(
    attacker: dict[str, Any], details: dict[str, Any], dice: int, threshold: int, distance: int, reach: int
) -> None:
    difficulty = needed(distance, reach)

    def wound(a: int, b: int, stopped: int, more: int) -> Any:
        passed = a + b - stopped
        if passed <= 0:
            return (True, *after(9, 16, 0, 0))
        return (True, *after(9, 16, passed, passed + more))

    missed = (False, *after(9, 16, 0, 0))
    chance = passes_by_hand(dice, threshold, difficulty)
    hurt = (2 @ d6 - d6).map(
        lambda points: (
            (d6 + points).map(lambda total: (True, *after(9, 16, points, total)))
            if points > 0
            else (True, *after(9, 16, 0, 0))
        )
    )
    agree(
        program(
            "cops",
            {"a": attacker, "t": {"carrure": 2, "cop": False, "hp": 9, "protection": {"arms": "1d6"}}},
            "attack",
            ("outcome.hit", *WOUND),
            by="a",
            target="t",
            details={"distance": distance, "range": reach, "power": 2, "location": "arms", **details},
            house=HOUSE,
        ),
        icepool=(pool(dice, threshold, difficulty) >= difficulty).map(lambda hit: hurt if hit else missed),
        by_hand=mixed((chance, enumerated(wound, 6, 6, 6, 6)), (1 - chance, {plain(missed): Fraction(1)})),
    )


@pytest.mark.parametrize("dn", [1, 2])
def test_more_successes_may_be_asked_for(dn: int) -> None:
    difficulty = 1 + dn
    chance = passes_by_hand(2, 6, difficulty)
    agree(
        program(
            "cops",
            {"a": {"coordination": 2}, "t": {"carrure": 2}},
            "attack",
            ("outcome.hit", "t.hp"),
            by="a",
            target="t",
            details={"distance": 8, "power": 2, "location": "legs", "dn": dn},
            house=HOUSE,
        ),
        icepool=(pool(2, 6, difficulty) >= difficulty).map(
            lambda hit: (2 @ d6).map(lambda points: (True, 26 - points)) if hit else (False, 26)
        ),
        by_hand=mixed(
            (chance, enumerated(lambda a, b: (True, 26 - a - b), 6, 6)), (1 - chance, {(False, 26): Fraction(1)})
        ),
    )


def test_attack_with_the_location_rolled() -> None:
    def by_hand(location: int, a: int, b: int, x: int, y: int, z: int) -> Any:
        place = PLACE[location]
        passed = a + b - (6 if place == "torso" else 0)
        if passed <= 0:
            return True, place, 26, False
        suffered = passed + sum((x, y, z)[: HOUSE["location_dice"][place]])
        return True, place, 26 - suffered, suffered >= 15

    def at(place: str) -> Any:
        count = HOUSE["location_dice"][place]
        more = count @ d6 if count else Die([0])
        return (2 @ d6 - (6 if place == "torso" else 0)).map(
            lambda points: (
                (more + points).map(lambda total: (True, place, 26 - total, total > 14))
                if points > 0
                else (True, place, 26, False)
            )
        )

    found = program(
        "cops",
        {"a": {"coordination": 3}, "t": {"carrure": 2, "protection": {"torso": 6}}},
        "attack",
        ("outcome.hit", "outcome.location", "t.hp", "t.lasting"),
        by="a",
        target="t",
        details={"distance": 30, "range": 40, "power": 2, "skill": 7},
        house=HOUSE,
    )
    chance = passes_by_hand(3, 7, 2)
    dice = from_icepool(pool(3, 7, 2) >= 2)
    assert dice[True] == chance
    landed = enumerated(by_hand, 10, 6, 6, 6, 6, 6)
    assert landed == from_icepool(d10.map(PLACE).map(at))
    assert found.dropped == 0
    hits: Mapping[Any, Fraction] = {value: part for value, part in found.chances.items() if value[0]}
    assert hits == mixed((chance, landed))
    misses = {value: part for value, part in found.chances.items() if not value[0]}
    assert list(misses.values()) == [1 - chance]
    assert [value[2:] for value in misses] == [(26, False)]


# -- successes over the difficulty add to the power ------------------------------------------------------------------------


def geometric(threshold: int, most: int) -> dict[int, Fraction]:
    """The successes of one open die, without end: k - 1 tens, then a success that is no ten, or a ten and a failure."""
    fail = Fraction(threshold - 1, 10)
    last = Fraction(10 - threshold, 10) + Fraction(1, 10) * fail
    return {0: fail} | {count: Fraction(1, 10) ** (count - 1) * last for count in range(1, most + 1)}


@pytest.mark.parametrize(
    ("dice", "threshold", "distance", "power"), [(2, 7, 5, 1), (1, 6, 30, 0), (2, 9, 30, 2), (3, 6, 60, 1)]
)
def test_excess_damage_within_what_was_dropped(dice: int, threshold: int, distance: int, power: int) -> None:
    difficulty, most = needed(distance, 40), 9

    def ends(rolled: Chances) -> Chances:
        """Damage dice one after the other onto fixed protection 3, then no location dice (the legs)."""
        sums: Chances = {0: Fraction(1)}
        by_power: dict[int, Chances] = {0: sums}
        for count in range(1, power + dice * most + 1):
            sums = weighted(lambda total, face: total + face, sums, dict.fromkeys(range(1, 7), Fraction(1, 6)))
            by_power[count] = sums
        missed = sum(chance for count, chance in rolled.items() if count < difficulty)
        parts = [(missed, {(False, 26, False): Fraction(1)})]
        for count, chance in rolled.items():
            if count >= difficulty:
                totals = by_power[power + count - difficulty]
                end = weighted(lambda total: (True, 26 - max(0, total - 3), total - 3 >= 15), totals)
                parts.append((chance, end))
        return mixed(*parts)

    found = program(
        "cops",
        {"a": {"coordination": dice}, "t": {"carrure": 2, "protection": {"legs": 3}}},
        "attack",
        ("outcome.hit", "t.hp", "t.lasting"),
        by="a",
        target="t",
        details={"distance": distance, "range": 40, "power": power, "skill": threshold, "location": "legs"},
        house={**HOUSE, "excess_damage": True},
    )

    one = geometric(threshold, most)
    tail = 1 - sum(one.values())  # more than `most` successes on one die
    assert 0 < tail < Fraction(1, 10) ** most
    by_hand = ends(weighted(lambda *counts: sum(counts), *[one] * dice))
    close(found, by_hand, slack=dice * tail)
    assert found.dropped < Fraction(1, 10**6)

    def end(count: int) -> Any:
        if count < difficulty:
            return False, 26, False
        total = (power + count - difficulty) @ d6 if power + count > difficulty else Die([0])
        return (total - 3).map(lambda points: (True, 26 - max(points, 0), points > 14))

    by_icepool = from_icepool(pool(dice, threshold, most).map(end))
    close(found, by_icepool, slack=dice * tail)


def test_without_the_option_successes_over_the_difficulty_add_nothing() -> None:
    found = program(
        "cops",
        {"a": {"coordination": 4}, "t": {"carrure": 2}},
        "attack",
        ("outcome.hit", "t.hp"),
        by="a",
        target="t",
        details={"distance": 5, "power": 1, "skill": 3, "location": "legs"},
        house={**HOUSE, "excess_damage": False},
    )
    won = 1 - Fraction(2, 10) ** 4
    assert found.dropped == 0
    assert found.chances == {(False, 26): 1 - won} | {(True, 26 - face): won / 6 for face in range(1, 7)}
