"""Wrath & Glory: exact odds against icepool and against enumeration. Read from rules/wng.md, rulings.md and facts.md 4."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from icepool import Die, d6
from icepool import map as over

from oracles import Chances, agree, enumerated, plain, program, weighted

# -- by hand: the page in a few straight lines ------------------------------------------------------------------------

Roll = Callable[[Any], Any]


class Asked(Exception):
    """A rule wants a die that this telling of it has not rolled yet."""


def told(rule: Callable[[Roll], Any]) -> Chances:
    """A rule told over and over, until every die that it asks for has shown every face. A die is its number of sides,
    or its faces with their chances."""
    chances: Chances = {}
    todo: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        rolled, chance = todo.pop()
        left = iter(rolled)

        def roll(die: Any, left: Any = left) -> Any:
            for face in left:
                return face
            raise Asked(die)

        try:
            value = plain(rule(roll))
        except Asked as ask:
            die = ask.args[0]
            faces = dict.fromkeys(range(1, die + 1), Fraction(1, die)) if isinstance(die, int) else die
            todo += [((*rolled, face), chance * share) for face, share in faces.items()]
        else:
            chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def icons_of(face: int) -> int:
    return 0 if face <= 3 else 1 if face <= 5 else 2


@cache
def thrown(count: int, wraths: int = 1) -> Chances:
    """A pool: what its Wrath dice show (1, 6 or 0 for anything else), its icons and its exalted ones."""

    def read(face: int, wrath: bool) -> Any:
        return ((face if face in (1, 6) else 0,) if wrath else ()), icons_of(face), int(face == 6)

    if count == 1:
        return enumerated(lambda face: read(face, wraths >= 1), 6)
    first, last = thrown(count - 1, wraths), enumerated(lambda face: read(face, count <= wraths), 6)
    return weighted(lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]), first, last)


@cache
def extra(count: int, kind: str = "plain", rad: int = 0) -> Chances:
    """The icons on ED dice."""

    def one(face: int) -> int:
        face = min(6, face + rad)
        if kind == "brutal":
            return 0 if face <= 2 else 1 if face <= 4 else 2
        if kind == "vehicle":
            return 1 if face <= 3 else 2
        return icons_of(face)

    return enumerated(lambda *faces: sum(one(face) for face in faces), *[6] * count)


def body(**given: Any) -> dict[str, Any]:
    """A fighter for the telling. Not exhausted, not dying, unless given so."""
    return {
        "resilience": 5,
        "determination": 0,
        "max_wounds": 30,
        "max_shock": 30,
        "tier": 1,
        "wounds": 0,
        "shock": 0,
        "dead": False,
        "traumatic": [],
        "memorable": [],
        "conditions": {},
        "suffered": 0,
        **given,
    }


SCARS = ("battle_scar", "minor_burns", "broken_jaw", "facial_tic", "torn_ear")
WORSE = ("severed_finger", "major_burns", "missing_tongue_piece", "bad_knee", "old_wound")
INJURIES = ("hand", "arm", "foot", "leg", "torso", "eye")
ORDER = [f"{side}_{part}" for part in INJURIES[:4] for side in ("left", "right")]
ORDER += ["torso", "left_eye", "right_eye"]


def scar(roll: Roll, who: dict[str, Any]) -> None:
    place = max(roll(6), 2) - 2
    had = SCARS[place] in who["memorable"]
    who["memorable"] = [one for one in who["memorable"] if one != SCARS[place]]
    who["memorable"].append(WORSE[place] if had else SCARS[place])
    who["memorable"].sort(key=lambda one: (SCARS + WORSE).index(one) % 5)


def injure(roll: Roll, who: dict[str, Any], limb: bool = False) -> None:
    face = roll(6)
    while limb and face >= 5:
        face = roll({1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 4), 4: Fraction(1, 4)})
    part = INJURIES[face - 1]
    if part != "torso":
        part = ("left_" if roll(6) <= 3 else "right_") + part
    who["traumatic"] = sorted([*who["traumatic"], part], key=ORDER.index)
    if len(who["traumatic"]) > who["tier"] + 1:
        who["dead"] = True


def suffer(
    roll: Roll,
    who: dict[str, Any],
    wounds: int,
    mortal: int = 0,
    shock: int = 0,
    *,
    raw: int | None = None,
    agonising: bool = False,
) -> None:
    """One attack's harm, all of it: Determination, Shock, mortal wounds, and what too many of them bring."""
    if wounds and who["determination"] and who["shock"] <= who["max_shock"]:
        turned = min(wounds, roll(extra(who["determination"])))
        wounds -= turned
        shock += turned
    total = wounds + mortal
    for _ in range(shock):
        if who["shock"] > who["max_shock"]:
            total += 1
        else:
            who["shock"] += 1
    if agonising:
        for _ in range(total):
            who["shock"] += who["shock"] <= who["max_shock"]
    who["suffered"] = total
    if not total:
        return
    if (total if raw is None else raw) > 2 * who["max_wounds"]:
        who["dead"] = True
    if who["wounds"] > who["max_wounds"]:
        if not who["dead"]:
            injure(roll, who)
        return
    who["wounds"] += total
    if who["wounds"] > who["max_wounds"] and not who["dead"]:
        scar(roll, who)
        who["conditions"]["prone"] = 1


def struck(
    roll: Roll, who: dict[str, Any], damage: int, ap: int = 0, floor: int = 1, cover: int = 0, **more: Any
) -> None:
    """Damage against what is left of Resilience."""
    resilience = who["resilience"] + cover
    against = max(resilience - ap, min(floor, resilience))
    if damage > against:
        suffer(roll, who, damage - against, **more)
    elif damage == against:
        suffer(roll, who, 0, shock=1, **more)


# -- icepool: the dice of the page ------------------------------------------------------------------------------------

ICON = Die([0, 0, 0, 1, 1, 2])
BRUTAL = Die([0, 0, 1, 1, 2, 2])
EXALTED = Die([0, 0, 0, 1, 1, 102])
D3 = Die([1, 2, 3])


def pool(count: int) -> Die[Any]:
    """(the Wrath die, icons, exalted ones)."""

    def read(wrath: int, rest: int) -> Any:
        both = rest + (102 if wrath == 6 else wrath // 4)
        return (wrath, both % 100, both // 100)

    return over(read, d6, (count - 1) @ EXALTED)


def gun(*traits: str, **more: Any) -> dict[str, Any]:
    return {"damage": 5, "ed": 1, "range": [6, 12, 18], "salvo": 2, "traits": list(traits), **more}


def shooter(dice: int = 4, **more: Any) -> dict[str, Any]:
    """A gunman with that many dice."""
    return {"agility": dice - 1, "skills": {"ballistic_skill": 1}, "weapon": gun(), **more}


def fighter(dice: int = 4, **more: Any) -> dict[str, Any]:
    """A swordsman with that many dice."""
    return {"initiative": dice - 1, "skills": {"weapon_skill": 1}, "strength": 2, **more}


def wall(**more: Any) -> dict[str, Any]:
    """A target that only stands there."""
    return {"defence": 2, "resilience": 5, "determination": 0, "max_wounds": 60, "max_shock": 60, **more}


# -- hits -------------------------------------------------------------------------------------------------------------

STRUCK = ("outcome.hit", "outcome.critical", "outcome.complication")


def hits_by_hand(dice: int, dn: int) -> Chances:
    def rule(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(dice))
        return icons >= dn, icons >= dn and wrath == 6, wrath == 1

    return told(rule)


def hits_by_icepool(dice: int, dn: int) -> Die[Any]:
    return pool(dice).map(lambda wrath, icons, _: (icons >= dn, icons >= dn and wrath == 6, wrath == 1), star=True)


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
@pytest.mark.parametrize("defence", [1, 2, 3, 4, 6])
def test_pools_against_defences(dice: int, defence: int) -> None:
    agree(
        program(
            "wng",
            {"a": {"initiative": dice, "weapon": {"melee": True}}, "t": wall(defence=defence)},
            "attack",
            STRUCK,
            by="a",
            target="t",
        ),
        icepool=hits_by_icepool(dice, defence),
        by_hand=hits_by_hand(dice, defence),
    )


def hitting(pool: int, number: int, a: dict[str, Any], t: dict[str, Any], house: Any = None, **details: Any) -> None:
    """The attack of these two is one of so many dice against such a DN."""
    agree(
        program("wng", {"a": a, "t": t}, "attack", STRUCK, by="a", target="t", details=details, house=house),
        icepool=hits_by_icepool(pool, number),
        by_hand=hits_by_hand(pool, number),
    )


@pytest.mark.parametrize(
    ("distance", "dice", "dn"), [(0, 5, 2), (6, 5, 2), (7, 4, 2), (12, 4, 2), (13, 4, 4), (18, 4, 4)]
)
def test_range_bands(distance: int, dice: int, dn: int) -> None:
    hitting(dice, dn, shooter(), wall(), distance=distance)


def test_beyond_range_misses_without_a_roll() -> None:
    found = program(
        "wng", {"a": shooter(), "t": wall()}, "attack", STRUCK, by="a", target="t", details={"distance": 19}
    )
    assert found.chances == {(False, False, False): 1}


@pytest.mark.parametrize("half", [2, 1])
@pytest.mark.parametrize(("cover", "more"), [("less", 1), ("half", None), ("more", 2)])
def test_cover(cover: str, more: int | None, half: int) -> None:
    dn = 2 + (half if more is None else more)
    hitting(4, dn, shooter(), wall(), house={"cover_half": half}, distance=10, cover=cover)
    hitting(4, 2, shooter(weapon=gun("flamer")), wall(), house={"cover_half": half}, distance=10, cover=cover)


@pytest.mark.parametrize(
    ("vision", "ranged", "melee"), [("twilight", 1, 0), ("dim", 2, 1), ("dense", 3, 2), ("dark", 4, 3)]
)
def test_sight(vision: str, ranged: int, melee: int) -> None:
    hitting(5, 1 + ranged, shooter(5), wall(defence=1), distance=10, vision=vision)
    hitting(5, 1 + melee, fighter(5), wall(defence=1), vision=vision)


@pytest.mark.parametrize(
    ("conditions", "dn"),
    [
        ({"hindered": 3}, 3),
        ({"fear": 1}, 2),
        ({"poisoned": 1}, 2),
        ({"poisoned": 2}, 4),
        ({"blinded": 1}, 4),
        ({"hindered": 3, "fear": 1, "poisoned": 1}, 3),
        ({"hindered": 1, "fear": 1}, 2),
        ({"hindered": 5, "blinded": 1}, 5),
        ({"bleeding": 2, "staggered": 1, "restrained": 1, "vulnerable": 3}, 0),
    ],
)
@pytest.mark.parametrize("wounds", [0, 2])
def test_the_attackers_conditions(conditions: dict[str, int], dn: int, wounds: int) -> None:
    """The worst alone counts; Wounded is no condition, and comes on top."""
    hitting(5, 1 + dn + (wounds > 0), fighter(5, conditions=conditions, wounds=wounds), wall(defence=1))


@pytest.mark.parametrize(
    ("conditions", "melee", "near", "far"),
    [
        ({"vulnerable": 1}, 4, 4, 4),
        ({"restrained": 1}, 3, 3, 3),
        ({"prone": 1}, 3, 3, 6),
        ({"restrained": 1, "vulnerable": 3}, 2, 2, 2),
        ({"prone": 1, "vulnerable": 1}, 3, 3, 4),
        ({"prone": 1, "restrained": 1}, 3, 3, 3),
        ({"vulnerable": 9}, 1, 1, 1),
        ({"prone": 1, "hindered": 2, "staggered": 1, "poisoned": 3}, 3, 3, 6),
    ],
)
def test_the_targets_conditions(conditions: dict[str, int], melee: int, near: int, far: int) -> None:
    target = wall(defence=5, conditions=conditions)
    hitting(5, melee, fighter(5), target)
    hitting(5, near, shooter(4), target, distance=5)
    hitting(5, far, shooter(4), target, distance=6)
    hitting(4, far, shooter(4), target, distance=12)


@pytest.mark.parametrize(
    ("size", "dice", "dn"),
    [("tiny", 4, 4), ("small", 4, 3), ("standard", 4, 2), ("large", 5, 2), ("huge", 6, 2), ("gargantuan", 7, 2)],
)
def test_size(size: str, dice: int, dn: int) -> None:
    """Defence = Initiative - 1, and size adds to it; a printed Defence stands."""
    hitting(dice, dn, fighter(), {"initiative": 3, "size": size, "resilience": 30})
    hitting(dice, 3, fighter(), {"initiative": 7, "defence": 3, "size": size, "resilience": 30})


@pytest.mark.parametrize(
    ("options", "traits", "dice", "dn"),
    [
        ([], [], 4, 2),
        (["all_out"], [], 6, 2),
        (["charge"], [], 5, 2),
        (["aim"], [], 5, 2),
        (["called_medium"], [], 4, 3),
        (["called_small"], [], 4, 4),
        (["called_tiny"], [], 4, 5),
        (["sneak"], [], 6, 2),
        ([], ["unwieldy 2"], 4, 4),
        ([], ["heavy 3"], 4, 4),
        ([], ["heavy 2"], 4, 2),
        (["brace"], ["heavy 3"], 4, 2),
        ([], ["waaagh"], 5, 2),
        (["aim", "called_small"], ["unwieldy 1", "waaagh"], 6, 5),
    ],
)
@pytest.mark.parametrize("parry", [False, True])
def test_dice_and_dn_in_melee(options: list[str], traits: list[str], dice: int, dn: int, parry: bool) -> None:
    weapon = {"melee": True, "damage": 1, "traits": traits}
    target = wall(**({"weapon": {"melee": True, "traits": ["parry"]}} if parry else {}))
    hitting(dice, dn + parry, fighter(weapon=weapon), target, options=options)


@pytest.mark.parametrize(
    ("options", "traits", "distance", "dice", "dn"),
    [
        (["aim"], [], 10, 5, 2),
        (["aim"], ["sniper 2"], 10, 6, 2),
        ([], ["sniper 2"], 10, 4, 2),
        (["full_auto"], [], 10, 6, 2),
        (["full_auto", "aim"], [], 6, 8, 2),
        (["sneak"], [], 15, 6, 4),
        (["called_medium"], ["heavy 4"], 15, 4, 7),
        ([], ["spread"], 3, 5, 2),
    ],
)
def test_dice_and_dn_of_a_shot(options: list[str], traits: list[str], distance: int, dice: int, dn: int) -> None:
    hitting(dice, dn, shooter(weapon=gun(*traits)), wall(), distance=distance, options=options)
    hitting(dice + 1, dn + 2, shooter(weapon=gun(*traits)), wall(), distance=distance, options=options, dice=1, dn=2)


def test_a_pistol_while_engaged() -> None:
    """At +2 DN."""
    for distance, dice in ((1, 5), (8, 4)):
        pistol = shooter(weapon=gun("pistol"), engaged=["t"])
        hitting(dice, 3, pistol, wall(defence=1), distance=distance)


def test_a_pinned_shooter() -> None:
    hitting(4, 4, shooter(conditions={"pinned": 1}), wall(), distance=8)
    hitting(4, 2, fighter(conditions={"pinned": 1}), wall())


# -- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "options", "distance", "more", "dice", "dn", "ed", "kind", "rad"),
    [
        ([], [], 10, {}, 3, 2, 2, "plain", 0),
        (["brutal"], [], 10, {}, 3, 2, 2, "brutal", 0),
        (["rad 1"], [], 10, {}, 3, 2, 2, "plain", 1),
        (["rad 2"], [], 10, {}, 3, 2, 2, "plain", 2),
        (["rad 1", "brutal"], [], 10, {}, 3, 2, 2, "brutal", 1),
        (["rad 2", "brutal"], [], 10, {}, 3, 2, 2, "brutal", 2),
        (["melta"], [], 10, {}, 3, 2, 2, "plain", 0),
        (["melta"], [], 6, {}, 4, 2, 2, "brutal", 0),
        (["melta"], [], 6, {"vehicle": True}, 4, 2, 2, "vehicle", 0),
        (["rapidfire 2"], [], 6, {}, 4, 2, 4, "plain", 0),
        (["rapidfire 2"], [], 7, {}, 3, 2, 2, "plain", 0),
        (["rapidfire 1", "brutal"], [], 6, {}, 4, 2, 3, "brutal", 0),
        (["sniper 2"], ["aim"], 10, {}, 5, 2, 4, "plain", 0),
        (["sniper 2"], [], 10, {}, 3, 2, 2, "plain", 0),
        (["waaagh"], [], 10, {}, 4, 2, 2, "plain", 0),
        (["waaagh"], [], 10, {"hurt": 1}, 4, 3, 3, "plain", 0),
        ([], ["called_medium"], 10, {}, 3, 3, 3, "plain", 0),
        ([], ["called_small"], 10, {}, 3, 4, 4, "plain", 0),
        ([], ["called_tiny"], 10, {}, 3, 5, 5, "plain", 0),
        ([], ["sneak"], 10, {}, 5, 2, 4, "plain", 0),
        (["brutal"], ["sneak", "called_medium"], 10, {}, 5, 3, 5, "brutal", 0),
        (["supercharge"], [], 10, {}, 3, 2, 2, "plain", 0),
    ],
)
def test_extra_damage_dice(
    traits: list[str],
    options: list[str],
    distance: int,
    more: dict[str, Any],
    dice: int,
    dn: int,
    ed: int,
    kind: str,
    rad: int,
) -> None:
    def by_hand(roll: Roll) -> Any:
        _, icons, _ = roll(thrown(dice))
        if icons < dn:
            return False, 0, 0
        damage = 5 + roll(extra(ed, kind, rad))
        return True, damage, max(0, damage - 5)

    faces = {
        ("plain", 0): [0, 0, 0, 1, 1, 2],
        ("plain", 1): [0, 0, 1, 1, 2, 2],
        ("plain", 2): [0, 1, 1, 2, 2, 2],
        ("brutal", 0): [0, 0, 1, 1, 2, 2],
        ("brutal", 1): [0, 1, 1, 2, 2, 2],
        ("brutal", 2): [1, 1, 2, 2, 2, 2],
        ("vehicle", 0): [1, 1, 1, 2, 2, 2],
    }[kind, rad]
    agree(
        program(
            "wng",
            {
                "a": shooter(dice=3, weapon=gun("reliable", *traits, ed=2), wounds=more.get("hurt", 0)),
                "t": wall(vehicle=more.get("vehicle", False), max_wounds=60),
            },
            "attack",
            ("outcome.hit", "outcome.damage", "outcome.through"),
            by="a",
            target="t",
            details={"distance": distance, "options": options},
        ),
        icepool=(dice @ ICON).map(
            lambda icons: (ed @ Die(faces)).map(lambda sum_: (True, 5 + sum_, sum_)) if icons >= dn else (False, 0, 0)
        ),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize(("strength", "weapon"), [(4, None), (2, {"damage": 3, "ed": 2, "melee": True})])
def test_melee_adds_strength(strength: int, weapon: dict[str, Any] | None) -> None:
    """Unarmed: Strength + 1 ED."""
    constant, ed = (4, 1) if weapon is None else (5, 2)

    def by_hand(roll: Roll) -> Any:
        _, icons, _ = roll(thrown(3))
        return (True, constant + roll(extra(ed))) if icons >= 1 else (False, 0)

    agree(
        program(
            "wng",
            {
                "a": fighter(3, strength=strength, **({"weapon": weapon} if weapon else {})),
                "t": wall(defence=1, resilience=40),
            },
            "attack",
            ("outcome.hit", "outcome.damage"),
            by="a",
            target="t",
        ),
        icepool=(3 @ ICON).map(
            lambda icons: (constant + ed @ ICON).map(lambda damage: (True, damage)) if icons else (False, 0)
        ),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("shift", [0, 1, 2, 3])
@pytest.mark.parametrize(("dice", "defence"), [(3, 1), (4, 2), (5, 1)])
@pytest.mark.parametrize("rending", [0, 3])
def test_shifting(shift: int, dice: int, defence: int, rending: int) -> None:
    """Each exalted icon is worth two of those above Defence, and adds an ED (and Rending's AP). A simple critical adds
    three ED; a Wrath 6 may be shifted and still be the critical."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, sixes = roll(thrown(dice))
        if icons < defence:
            return False, False, 0, 0, 0
        shifted = min(shift, sixes, (icons - defence) // 2)
        damage = 6 + roll(extra(1 + shifted + (3 if wrath == 6 else 0)))
        who = body(resilience=8)
        struck(roll, who, damage, ap=rending * shifted)
        return True, wrath == 6, damage, who["wounds"], who["shock"]

    def shot(wrath: int, icons: int, sixes: int) -> Any:
        above = icons - defence
        if above < 0:
            return (False, False, 0, 0, 0)
        shifted = sorted((shift, sixes, above // 2))[0]
        left = {0: 8, 3: (8, 5, 2, 1)[shifted]}[rending]
        return (6 + (1 + shifted + 3 * (wrath == 6)) @ ICON).map(
            lambda damage: (True, wrath == 6, damage, max(0, damage - left), int(damage == left))
        )

    agree(
        program(
            "wng",
            {
                "a": shooter(dice, weapon=gun("reliable", f"rending {rending}", damage=6)),
                "t": wall(defence=defence, resilience=8),
            },
            "attack",
            ("outcome.hit", "outcome.critical", "outcome.damage", "t.wounds", "t.shock"),
            by="a",
            target="t",
            details={"distance": 10, "shift": shift},
            house={"criticals": "simple"},
        ),
        icepool=pool(dice).map(shot, star=True),
        by_hand=told(by_hand),
    )


# -- armour and soak --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [1, 0])
@pytest.mark.parametrize(
    ("resilience", "ap", "invulnerable", "left"),
    [(7, 0, False, 7), (7, 2, False, 5), (7, 6, False, 1), (4, 9, False, None), (4, 9, True, 4), (0, 3, False, 0)],
)
def test_armour_piercing(resilience: int, ap: int, invulnerable: bool, left: int | None, least: int) -> None:
    """The floor is for what AP takes: a printed Resilience of 0 stays."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        if icons < 2:
            return 0, 0, 0
        damage = 4 + roll(extra(5 if wrath == 6 else 2))
        who = body(resilience=resilience)
        struck(roll, who, damage, ap=0 if invulnerable else ap, floor=least)
        return damage, who["wounds"], who["shock"]

    against = least if left is None else left

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < 2:
            return (0, 0, 0)
        return (4 + (2 + 3 * (wrath == 6)) @ ICON).map(lambda d: (d, max(0, d - against), int(d == against)))

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable", damage=4, ed=2, ap=ap)),
                "t": wall(resilience=resilience, invulnerable=invulnerable),
            },
            "attack",
            ("outcome.damage", "t.wounds", "t.shock"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"min_resilience": least, "criticals": "simple"},
        ),
        icepool=pool(3).map(shot, star=True),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize(
    ("material", "more"), [("flimsy", 1), ("light", 2), ("medium", 4), ("heavy", 8), ("super_heavy", 16)]
)
@pytest.mark.parametrize("ap", [0, 3])
def test_shooting_through_cover(material: str, more: int, ap: int) -> None:
    """No cover bonus, and more Resilience; AP comes after."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        if icons < 2:
            return False, 0, 0
        who = body(resilience=3)
        struck(roll, who, 5 + roll(extra(4 if wrath == 6 else 1)), ap=ap, cover=more)
        return True, who["wounds"], who["shock"]

    def shot(wrath: int, icons: int, _: int) -> Any:
        left = max(1, 3 + more - ap)
        through = 5 - left + (1 + 3 * (wrath == 6)) @ ICON
        return through.map(lambda d: (True, d if d > 0 else 0, 1 if d == 0 else 0)) if icons > 1 else (False, 0, 0)

    agree(
        program(
            "wng",
            {"a": shooter(3, weapon=gun("reliable", ap=ap)), "t": wall(resilience=3)},
            "attack",
            ("outcome.hit", "t.wounds", "t.shock"),
            by="a",
            target="t",
            details={"distance": 10, "cover": "more", "through_cover": material},
            house={"criticals": "simple"},
        ),
        icepool=pool(3).map(shot, star=True),
        by_hand=told(by_hand),
    )


# -- harm -------------------------------------------------------------------------------------------------------------

HARM = ("t.wounds", "t.shock", "outcome.suffered")


def hit_by_hand(who: dict[str, Any], paths: tuple[str, ...], damage: int) -> Chances:
    """A hit told by hand: what the paths show afterwards."""

    def look(after: dict[str, Any], path: str) -> Any:
        name = path.split(".")[-1]
        if name == "dying":
            return after["wounds"] > after["max_wounds"]
        if name == "exhausted":
            return after["shock"] > after["max_shock"]
        return after["conditions"].get(name, 0) if "conditions" in path else after[name]

    def rule(roll: Roll) -> Any:
        after = {**who, "conditions": {}}
        struck(roll, after, damage)
        return tuple(look(after, path) for path in paths)

    return told(rule)


@pytest.mark.parametrize(("damage", "dice"), [(9, 1), (9, 3), (6, 2), (14, 4), (5, 4), (4, 4)])
def test_determination(damage: int, dice: int) -> None:
    def turned(icons: int) -> Any:
        if damage <= 5:
            return (0, int(damage == 5), 0)
        shock = min(icons, damage - 5)
        return (damage - 5 - shock, shock, damage - 5 - shock)

    agree(
        program("wng", {"t": wall(determination=dice)}, "hit", HARM, target="t", details={"damage": damage}),
        icepool=(dice @ ICON).map(turned),
        by_hand=hit_by_hand(body(determination=dice), HARM, damage=damage),
    )


@pytest.mark.parametrize("shock", [0, 1, 2, 3])
def test_shock_over_the_maximum_comes_back_as_mortal_wounds(shock: int) -> None:
    paths = (*HARM, "t.exhausted")

    def turned(icons: int) -> Any:
        icons = min(icons, 6)
        room = 4 - shock
        back = max(0, icons - room)
        return (6 - icons + back, shock + icons - back, 6 - icons + back, icons >= room)

    who = {"determination": 4, "max_shock": 3, "shock": shock}
    agree(
        program("wng", {"t": wall(resilience=4, **{**who})}, "hit", paths, target="t", details={"damage": 10}),
        icepool=(4 @ ICON).map(turned),
        by_hand=hit_by_hand(body(resilience=4, **who), paths, damage=10),
    )


@pytest.mark.parametrize(("damage", "wounds"), [(9, 4), (5, 1), (4, 0)])
def test_the_exhausted_have_no_determination(damage: int, wounds: int) -> None:
    """And a Shock is a mortal wound to them."""
    found = program(
        "wng",
        {"t": wall(determination=4, max_shock=3, shock=4)},
        "hit",
        HARM,
        target="t",
        details={"damage": damage},
    )
    assert found.chances == {(wounds, 4, wounds): 1}
    assert hit_by_hand(body(determination=4, max_shock=3, shock=4), HARM, damage=damage) == found.chances


@pytest.mark.parametrize(("mortal", "damage"), [(2, None), (3, 8), (1, 5), (2, 3)])
def test_mortal_wounds_are_past_determination(mortal: int, damage: int | None) -> None:
    through = max(0, (damage or 0) - 5)
    equal = int(damage == 5)
    hit = {"mortal": mortal} if damage is None else {"mortal": mortal, "damage": damage}

    def turned(icons: int) -> Any:
        left = max(0, through - icons)
        return (left + mortal, through - left + equal, left + mortal)

    def rule(roll: Roll) -> Any:
        who = body(determination=2)
        suffer(roll, who, through, mortal, equal)
        return who["wounds"], who["shock"], who["suffered"]

    agree(
        program("wng", {"t": wall(determination=2)}, "hit", HARM, target="t", details=hit),
        icepool=(2 @ ICON).map(turned),
        by_hand=told(rule),
    )


@pytest.mark.parametrize("room", [60, 3, 0])
def test_agonising(room: int) -> None:
    """A Shock for every wound after Determination, and none once exhausted. What Shock turns into hurts no more."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        who = body(determination=2, max_shock=room)
        if icons >= 2:
            struck(roll, who, 6 + roll(extra(4 if wrath == 6 else 1)), agonising=True)
        return who["wounds"], who["shock"]

    def soaked(damage: int) -> Any:
        if damage <= 5:
            return (0, int(damage == 5))

        def end(icons: int) -> Any:
            turned = min(icons, damage - 5)
            back = max(0, turned - room - 1)
            left = damage - 5 - turned + back
            return (left, min(room + 1, turned + left))

        return (2 @ ICON).map(end)

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable", "agonising", damage=6)),
                "t": wall(determination=2, max_shock=room),
            },
            "attack",
            ("t.wounds", "t.shock"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"criticals": "simple"},
        ),
        icepool=pool(3).map(
            lambda wrath, icons, _: (6 + (4 if wrath == 6 else 1) @ ICON).map(soaked) if icons >= 2 else (0, 0),
            star=True,
        ),
        by_hand=told(by_hand),
    )


DOWN = ("t.wounds", "t.shock", "t.dying", "t.memorable", "t.conditions.prone", "t.dead")


@pytest.mark.parametrize("had", [(), ("battle_scar", "torn_ear"), ("minor_burns", "broken_jaw", "facial_tic")])
@pytest.mark.parametrize(("wounds", "damage"), [(0, 9), (3, 8), (6, 6)])
def test_dying_brings_a_memorable_injury(had: tuple[str, ...], wounds: int, damage: int) -> None:
    """Over the maximum of six, after Determination."""
    who = {"wounds": wounds, "max_wounds": 6, "determination": 2}

    def turned(icons: int) -> Any:
        through = damage - 5
        shock = min(icons, through)
        now = wounds + through - shock
        if now <= 6:
            return (now, shock, False, had, 0, False)

        def mark(place: int) -> Any:
            marks = {SCARS.index(one): one for one in had}
            marks[place] = WORSE[place] if place in marks else SCARS[place]
            return (now, shock, True, tuple(marks[at] for at in sorted(marks)), 1, False)

        return Die([0, 0, 1, 2, 3, 4]).map(mark)

    agree(
        program("wng", {"t": wall(memorable=list(had), **who)}, "hit", DOWN, target="t", details={"damage": damage}),
        icepool=(2 @ ICON).map(turned),
        by_hand=hit_by_hand(body(memorable=list(had), **who), DOWN, damage=damage),
    )


@pytest.mark.parametrize(
    ("tier", "had"),
    [
        (1, ()),
        (2, ("torso",)),
        (1, ("left_hand", "left_hand")),
        (2, ("left_hand", "left_hand")),
        (2, ("right_arm", "torso", "left_eye")),
    ],
)
@pytest.mark.parametrize("damage", [6, 8])
def test_each_attack_on_the_dying_is_a_traumatic_injury(tier: int, had: tuple[str, ...], damage: int) -> None:
    """One, however many wounds; Determination may cancel them all first."""
    paths = ("t.wounds", "t.shock", "t.traumatic", "t.dead")
    who = {"wounds": 7, "max_wounds": 6, "determination": 1, "tier": tier, "traumatic": list(had)}

    def turned(icons: int) -> Any:
        through = damage - 5
        if icons >= through:
            return (7, through, had, False)
        parts = Die(
            {
                "torso": 2,
                **{f"{side}_{part}": 1 for part in ("hand", "arm", "foot", "leg", "eye") for side in ("left", "right")},
            }
        )
        return parts.map(lambda part: (7, icons, tuple(sorted([*had, part], key=ORDER.index)), len(had) > tier))

    agree(
        program("wng", {"t": wall(**who)}, "hit", paths, target="t", details={"damage": damage}),
        icepool=ICON.map(turned),
        by_hand=hit_by_hand(body(**who), paths, damage=damage),
    )


@pytest.mark.parametrize("counts", ["wounds", "raw"])
@pytest.mark.parametrize(("resilience", "determination", "most"), [(4, 0, 2), (5, 2, 2), (8, 1, 3), (1, 2, 4)])
def test_annihilation(counts: str, resilience: int, determination: int, most: int) -> None:
    """More than twice the maximum at one blow; a raw one that hurts at all."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        who = body(resilience=resilience, determination=determination, max_wounds=most)
        if icons >= 2:
            damage = 6 + roll(extra(4 if wrath == 6 else 1))
            struck(roll, who, damage, raw=damage if counts == "raw" else None)
        return who["dead"], who["wounds"], who["shock"], who["memorable"]

    def soaked(damage: int) -> Any:
        if damage <= resilience:
            return (False, 0, int(damage == resilience), ())

        def end(icons: int) -> Any:
            shock = min(icons, damage - resilience)
            wounds = damage - resilience - shock
            if wounds and (wounds if counts == "wounds" else damage) > most + most:
                return (True, wounds, shock, ())
            if wounds <= most:
                return (False, wounds, shock, ())
            return Die([0, 0, 1, 2, 3, 4]).map(lambda place: (False, wounds, shock, (SCARS[place],)))

        return (determination @ ICON).map(end) if determination else end(0)

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable", damage=6)),
                "t": wall(resilience=resilience, determination=determination, max_wounds=most),
            },
            "attack",
            ("t.dead", "t.wounds", "t.shock", "t.memorable"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"annihilation_counts": counts, "criticals": "simple"},
        ),
        icepool=pool(3).map(
            lambda wrath, icons, _: (
                (6 + (4 if wrath == 6 else 1) @ ICON).map(soaked) if icons >= 2 else (False, 0, 0, ())
            ),
            star=True,
        ),
        by_hand=told(by_hand),
    )


# -- critical hits ----------------------------------------------------------------------------------------------------

ROW = (
    "t.wounds",
    "t.shock",
    "t.conditions.staggered",
    "t.conditions.hindered",
    "t.conditions.vulnerable",
    "t.conditions.onfire",
    "t.conditions.restrained",
    "t.conditions.prone",
    "t.memorable",
    "t.traumatic",
)


def critical_by_hand(roll: Roll, who: dict[str, Any], damage: int, glory: int = 0, explosive: bool = False) -> None:
    """The damage of an attack together with the table's row."""
    d66 = 10 * roll(6) + roll(6)
    through = damage > who["resilience"]
    took = who["conditions"]
    wounds = mortal = 0
    shock = int(damage == who["resilience"])

    def some(sides: int, more: int = 0) -> int:
        """What the row says in wounds: one, when nothing else got through."""
        return roll(sides) + more if through else 1

    if d66 <= 16:
        took["staggered"] = 1
        wounds = some(3) + glory
    elif d66 <= 23:
        took["hindered"] = 1
        wounds = some(3) + glory
    elif d66 <= 26:
        took["vulnerable"] = 2
        wounds = some(3) + glory
    elif d66 <= 33:
        mortal = 1 + glory
    elif d66 <= 36:
        mortal = 1 + glory
        scar(roll, who)
    elif d66 <= 43:
        mortal = some(3) + glory
    elif d66 <= 45:
        mortal = 1 + glory
        if glory:
            took["prone"] = 1
    elif d66 == 46:
        took["prone"] = 1
        mortal = some(3, 1)
        wounds = glory
    elif d66 <= 53:
        took["staggered"] = 1
        shock += roll(6) + 2 * glory
    elif d66 <= 55:
        took["onfire"] = 1
        wounds = some(3, 1) + glory
    elif d66 == 56:
        if glory:
            took["restrained"] = 1
        wounds = some(3, 1) + glory
    elif d66 <= 63:
        mortal = some(3, 3) + glory
    elif d66 <= 65:
        wounds = some(6) + glory
        mortal = roll(3) if explosive and through else 0
    else:
        mortal = 1 + glory
        injure(roll, who, limb=True)
    suffer(roll, who, max(0, damage - who["resilience"]) + wounds, mortal, shock)


def rows(through: int, shock: int, glory: int = 0, explosive: bool = False) -> Die[Any]:
    """The table on icepool's dice: (wounds, mortal wounds, Shock, and what the paths of ROW show after them)."""
    down = through == 0

    def row(plain: Any = 0, mortal: Any = 0, more_shock: Any = 0, *marks: int, scar: Any = (), injury: Any = ()) -> Any:
        staggered, hindered, vulnerable, onfire, restrained, prone = marks or (0,) * 6
        return over(
            lambda a, b, c, d, e: (
                a + through,
                b,
                c + shock,
                staggered,
                hindered,
                vulnerable,
                onfire,
                restrained,
                prone,
                (SCARS[d],) if d != () else (),
                (e,) if e != () else (),
            ),
            plain,
            mortal,
            more_shock,
            scar,
            injury,
        )

    one = Die([1])
    d3, d3_1, d3_3, six = (one, one, one, one) if down else (D3, D3 + 1, D3 + 3, d6)
    charge = D3 if explosive and not down else 0
    limbs = Die([f"{side}_{part}" for side in ("left", "right") for part in ("hand", "arm", "foot", "leg")])
    g = glory
    some = int(g > 0)
    lines = (
        (row(d3 + g, 0, 0, 1, 0, 0, 0, 0, 0), 6),
        (row(d3 + g, 0, 0, 0, 1, 0, 0, 0, 0), 3),
        (row(d3 + g, 0, 0, 0, 0, 2, 0, 0, 0), 3),
        (row(0, 1 + g), 3),
        (row(0, 1 + g, scar=Die([0, 0, 1, 2, 3, 4])), 3),
        (row(0, d3 + g), 3),
        (row(0, 1 + g, 0, 0, 0, 0, 0, 0, some), 2),
        (row(g, d3_1, 0, 0, 0, 0, 0, 0, 1), 1),
        (row(0, 0, d6 + 2 * g, 1, 0, 0, 0, 0, 0), 3),
        (row(d3_1 + g, 0, 0, 0, 0, 0, 1, 0, 0), 2),
        (row(d3_1 + g, 0, 0, 0, 0, 0, 0, some, 0), 1),
        (row(0, d3_3 + g), 3),
        (row(six + g, charge), 2),
        (row(0, 1 + g, injury=limbs), 1),
    )
    return Die([line for line, _ in lines], times=[times for _, times in lines])


def critical_case(
    damage: int,
    *,
    determination: int = 0,
    room: int = 60,
    glory: int = 0,
    explosive: bool = False,
    side: str = "agent",
    fight: dict[str, int] | None = None,
    paths: tuple[str, ...] = (),
    after: Callable[[bool], tuple[Any, ...]] = lambda critical: (),
) -> None:
    """Three dice against Defence 2; so much damage against a Resilience of 5."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        who = body(determination=determination, max_shock=room, conditions={})
        critical = icons >= 2 and wrath == 6
        if critical:
            critical_by_hand(roll, who, damage, glory, explosive)
        elif icons >= 2:
            struck(roll, who, damage)
        return (
            *(who["conditions"].get(path.split(".")[-1], 0) if "cond" in path else who[path[2:]] for path in ROW),
            critical,
            *after(critical),
        )

    through, equal = max(0, damage - 5), int(damage == 5)

    def end(wounds: int, mortal: int, shock: int, *shown: Any) -> Any:
        def turned(icons: int) -> Any:
            less = min(icons, wounds)
            back = max(0, shock + less - room - 1)
            return (wounds - less + mortal + back, shock + less - back, *shown)

        return (determination @ ICON).map(turned) if determination and wounds else turned(0)

    calm = (0, 0, 0, 0, 0, 0, (), ())

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < 2:
            return (0, 0, *calm, False, *after(False))
        if wrath == 6:
            whole = rows(through, equal, glory, explosive).map(end, star=True)
            return whole.map(lambda *values: (*values, True, *after(True)), star=True)
        whole = Die([(through, 0, equal, *calm)]).map(end, star=True)
        return whole.map(lambda *values: (*values, False, *after(False)), star=True)

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable", damage=damage, ed=0), side=side),
                "t": wall(determination=determination, max_shock=room, explosive=explosive),
            },
            "attack",
            (*ROW, "outcome.critical", *paths),
            by="a",
            target="t",
            details={"distance": 10, "glory": glory},
            fight=fight,
        ),
        icepool=pool(3).map(shot, star=True),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("damage", [6, 9])
def test_the_whole_table_when_damage_gets_through(damage: int) -> None:
    critical_case(damage)


@pytest.mark.parametrize("damage", [5, 4, 0])
def test_the_whole_table_when_the_armour_holds(damage: int) -> None:
    """One wound for all that the row says in wounds, with Shock and conditions as they stand."""
    critical_case(damage)


@pytest.mark.parametrize("damage", [7, 5, 3])
def test_determination_against_the_wounds_of_a_row(damage: int) -> None:
    critical_case(damage, determination=2)


@pytest.mark.parametrize("room", [0, 3])
def test_shock_of_a_row_past_the_maximum(room: int) -> None:
    critical_case(6, room=room)
    critical_case(5, room=room)


@pytest.mark.parametrize("glory", [1, 2, 3])
def test_glory_raises_a_row(glory: int) -> None:
    """The Glory just gained may be spent at once."""
    critical_case(
        7,
        glory=glory,
        fight={"glory": 2},
        paths=("fight.glory", "fight.ruin"),
        after=lambda critical: (2 + critical - (glory if critical else 0), 0),
    )


@pytest.mark.parametrize("glory", [1, 2])
def test_glory_for_shock_and_conditions_when_the_armour_holds(glory: int) -> None:
    """They stay, and so does what Glory makes of them (what Glory adds to the one wound is left open here)."""
    shown = (1, 2, 6, 7)

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(2))
        who = body()
        if wrath == 6 and icons >= 2:
            critical_by_hand(roll, who, 3, glory)
        after = who["conditions"]
        return who["shock"], *(after.get(name, 0) for name in ("staggered", "restrained", "prone"))

    def shot(wrath: int, icons: int, _: int) -> Any:
        if wrath < 6 or icons < 2:
            return (0, 0, 0, 0)
        # a row: wounds, mortal wounds, Shock, staggered, hindered, vulnerable, onfire, restrained, prone, …
        return rows(0, 0, glory).map(lambda *row: tuple(row[place + 1] for place in shown), star=True)

    agree(
        program(
            "wng",
            {"a": shooter(2, weapon=gun("reliable", damage=3, ed=0)), "t": wall()},
            "attack",
            tuple(ROW[place] for place in shown),
            by="a",
            target="t",
            details={"distance": 10, "glory": glory},
            fight={"glory": 1},
        ),
        icepool=pool(2).map(shot, star=True),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize(
    "damage",
    [
        7,
        4,
    ],
)
def test_an_explosive_carried(damage: int) -> None:
    critical_case(damage, explosive=True)


@pytest.mark.parametrize("given", ["ruin", "nothing"])
@pytest.mark.parametrize("side", ["agent", "threat"])
def test_what_a_critical_gives_its_side(given: str, side: str) -> None:
    dn = 1

    def gained(hit: bool, wrath: int) -> Any:
        critical = hit and wrath == 6
        if side == "agent":
            return (critical, 1 + critical, 1)
        return (critical, 1, 1 + (critical and given == "ruin"))

    agree(
        program(
            "wng",
            {"a": shooter(3, side=side), "t": wall(defence=dn)},
            "attack",
            ("outcome.critical", "fight.glory", "fight.ruin"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"adversary_critical": given},
            fight={"glory": 1, "ruin": 1},
        ),
        icepool=pool(3).map(lambda wrath, icons, _: gained(icons >= dn, wrath), star=True),
        by_hand=told(lambda roll: (lambda thrown_: gained(thrown_[1] >= dn, thrown_[0][0]))(roll(thrown(3)))),
    )


@pytest.mark.parametrize("by", ["house", "option"])
def test_simple_criticals(by: str) -> None:
    """Three ED more; and no row."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(4))
        who = body(determination=0)
        damage = 0
        if icons >= 2:
            damage = 5 + roll(extra(2 + (3 if wrath == 6 else 0)))
            struck(roll, who, damage)
        return damage, who["wounds"], who["shock"], 0, 0

    agree(
        program(
            "wng",
            {"a": shooter(4, weapon=gun("reliable", ed=2)), "t": wall()},
            "attack",
            ("outcome.damage", "t.wounds", "t.shock", "t.conditions.staggered", "t.conditions.onfire"),
            by="a",
            target="t",
            details={"distance": 10, "options": ["simple_critical"] if by == "option" else []},
            house={"criticals": "simple"} if by == "house" else {},
        ),
        icepool=pool(4).map(
            lambda wrath, icons, _: (
                ((5 if wrath == 6 else 2) @ ICON).map(lambda more: (5 + more, more, int(not more), 0, 0))
                if icons >= 2
                else (0, 0, 0, 0, 0)
            ),
            star=True,
        ),
        by_hand=told(by_hand),
    )


def test_a_gore_burst_throws_the_others_down() -> None:
    """Rows 44 and 45: all others in the engagement test Agility against 3."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        if wrath != 6 or icons < 2:
            return 0, 0, 0, 0
        d66 = 10 * roll(6) + roll(6)
        if d66 not in (44, 45):
            return 1, 0, 0, 0
        falls = [roll(thrown(dice))[1] < 3 for dice in (4, 5)]
        return 1, *map(int, falls), 0

    def down(dice: int) -> Die[Any]:
        return (dice @ ICON).map(lambda icons: int(icons < 3))

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable")),
                "t": wall(engaged=["b", "c"]),
                "b": {"agility": 4},
                "c": {"agility": 5},
                "d": {},
            },
            "attack",
            ("outcome.critical", "b.conditions.prone", "c.conditions.prone", "d.conditions.prone"),
            by="a",
            target="t",
            details={"distance": 10},
        ),
        icepool=pool(3).map(
            lambda wrath, icons, _: (
                (Die([1] * 2 + [0] * 34)).map(
                    lambda gore: over(lambda b, c: (1, b, c, 0), down(4), down(5)) if gore else (1, 0, 0, 0)
                )
                if wrath == 6 and icons > 1
                else (0, 0, 0, 0)
            ),
            star=True,
        ),
        by_hand=told(by_hand),
    )


# -- the Wrath dice ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("needs", ["all", "any"])
@pytest.mark.parametrize(
    ("had", "dice"), [(["torso"], 3), (["left_foot", "torso"], 4), ([], 3), (["left_foot", "torso"], 2)]
)
def test_the_dying_roll_more_wrath_dice(needs: str, had: list[str], dice: int) -> None:
    """One more for every traumatic injury, in a pool that stays as large; a complication is another injury. Wounded: +1."""
    several = min(dice, 1 + len(had))

    def shown(thrown_: Any) -> Any:
        wraths, icons, _ = thrown_
        sixes = [wrath == 6 for wrath in wraths]
        return icons >= 2, icons >= 2 and (all(sixes) if needs == "all" else any(sixes)), 1 in wraths

    landed = weighted(shown, thrown(dice, several))

    def by_hand(roll: Roll) -> Any:
        hit, critical, complication = roll(landed)
        who = body(traumatic=had, tier=4)
        if complication:
            injure(roll, who)
        return hit, critical, complication, who["traumatic"], who["dead"]

    def read(*faces: int) -> Any:
        wraths = faces[:several]
        hit = sum(map(icons_of, faces)) >= 2
        count = wraths.count(6)
        critical = hit and (count == several if needs == "all" else count > 0)
        if 1 not in wraths:
            return (hit, critical, False, tuple(had), False)
        parts = Die(
            {
                "torso": 2,
                **{f"{side}_{part}": 1 for part in ("hand", "arm", "foot", "leg", "eye") for side in ("left", "right")},
            }
        )
        return parts.map(lambda part: (hit, critical, True, tuple(sorted([*had, part], key=ORDER.index)), False))

    agree(
        program(
            "wng",
            {"a": shooter(dice, wounds=7, max_wounds=6, tier=4, traumatic=had), "t": wall(defence=1)},
            "attack",
            (*STRUCK, "a.traumatic", "a.dead"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"dying_critical": needs},
        ),
        icepool=over(read, *[d6] * dice),
        by_hand=told(by_hand),
    )


def test_injured_but_not_dying_has_one_wrath_die() -> None:
    hitting(3, 3, shooter(3, wounds=6, max_wounds=6, traumatic=["left_foot", "torso"]), wall(), distance=10)


def test_the_table_of_complications() -> None:
    """What a Wrath 1 does to the attacker: prone, entangled, blinded; whether it hits or not."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        d66 = 10 * roll(6) + roll(6) if wrath == 1 else 0
        return icons >= 2, wrath == 1, int(54 <= d66 <= 56), int(d66 in (61, 62)), int(d66 in (63, 64))

    trouble = Die([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)], times=[3, 2, 2, 29])

    def shot(wrath: int, icons: int, _: int) -> Any:
        if wrath > 1:
            return (icons > 1, False, 0, 0, 0)
        return trouble.map(lambda *marks: (icons > 1, True, *marks), star=True)

    agree(
        program(
            "wng",
            {"a": shooter(3), "t": wall()},
            "attack",
            (
                "outcome.hit",
                "outcome.complication",
                *(f"a.conditions.{one}" for one in ("prone", "restrained", "blinded")),
            ),
            by="a",
            target="t",
            details={"distance": 10},
        ),
        icepool=pool(3).map(shot, star=True),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("dice", [2, 3])
def test_supercharge(dice: int) -> None:
    """Three ED more; a Wrath 1 is then 1d6 mortal wounds to the shooter."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(dice))
        shooter_ = body(max_wounds=4, determination=3)
        target = body()
        if wrath == 1:
            suffer(roll, shooter_, 0, roll(6))
        if icons >= 2:
            struck(roll, target, 5 + roll(extra(4 + (3 if wrath == 6 else 0))))
        return target["wounds"], shooter_["wounds"], shooter_["memorable"]

    def burnt(wounds: int) -> Any:
        return (wounds, ()) if wounds <= 4 else Die([0, 0, 1, 2, 3, 4]).map(lambda place: (wounds, (SCARS[place],)))

    def shot(wrath: int, icons: int, _: int) -> Any:
        through = (7 if wrath == 6 else 4) @ ICON if icons >= 2 else Die([0])
        hurt = d6.map(burnt) if wrath == 1 else Die([(0, ())])
        return over(lambda a, b: (a, *b), through, hurt, star=False)

    agree(
        program(
            "wng",
            {"a": shooter(dice, weapon=gun("supercharge"), max_wounds=4), "t": wall()},
            "attack",
            ("t.wounds", "a.wounds", "a.memorable"),
            by="a",
            target="t",
            details={"distance": 10, "options": ["supercharge"]},
            house={"criticals": "simple"},
        ),
        icepool=pool(dice).map(shot, star=True),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize(
    ("traits", "condition"),
    [(["inflict poisoned"], "poisoned"), (["flamer"], "onfire"), (["inflict bleeding"], "bleeding"), ([], "poisoned")],
)
def test_a_condition_when_it_wounds(traits: list[str], condition: str) -> None:
    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        who = body(determination=1)
        if icons >= 2:
            struck(roll, who, 4 + roll(extra(5 if wrath == 6 else 2)))
        return who["wounds"], who["shock"], int(bool(traits) and who["wounds"] > 0)

    def soaked(damage: int) -> Any:
        if damage < 6:
            return (0, int(damage == 5), 0)
        return ICON.map(
            lambda icons: (max(0, damage - 5 - icons), min(icons, damage - 5), int(icons < damage - 5 and bool(traits)))
        )

    agree(
        program(
            "wng",
            {"a": shooter(3, weapon=gun("reliable", *traits, damage=4, ed=2)), "t": wall(determination=1)},
            "attack",
            ("t.wounds", "t.shock", f"t.conditions.{condition}"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"criticals": "simple"},
        ),
        icepool=pool(3).map(
            lambda wrath, icons, _: (4 + (5 if wrath == 6 else 2) @ ICON).map(soaked) if icons >= 2 else (0, 0, 0),
            star=True,
        ),
        by_hand=told(by_hand),
    )


# -- mobs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["member", "sum"])
@pytest.mark.parametrize(
    ("members", "salvo", "criticals"), [(10, 0, "simple"), (3, 0, "table"), (10, 2, "simple"), (4, 3, "table")]
)
def test_a_mob(reading: str, members: int, salvo: int, criticals: str) -> None:
    """One member, one more for every icon over; sweeping fire takes Salvo more. No row of the table for a mob."""

    def taken(icons: int) -> int:
        return min(members, 1 + icons - 2 + salvo)

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(4))
        if icons < 2:
            return False, False, members, 0
        damage = 5 + roll(extra(5 if wrath == 6 and criticals == "simple" else 2))
        against = 6 if reading == "member" else 6 * taken(icons)
        left, shock = members, 0
        if damage > against:
            left -= taken(icons)
        elif damage == against:
            shock = 1
        return True, wrath == 6, left, shock

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < 2:
            return (False, False, members, 0)
        out = min(icons - 1 + salvo, members)
        wall_ = 6 * (1 if reading == "member" else out)
        ed = 2 + 3 * (criticals == "simple" and wrath == 6)
        return (5 - wall_ + ed @ ICON).map(
            lambda over_: (True, wrath == 6, members - (out if over_ > 0 else 0), int(over_ == 0))
        )

    agree(
        program(
            "wng",
            {
                "a": shooter(4, weapon=gun("reliable", ed=2, salvo=salvo)),
                "m": {"mob": members, "defence": 2, "resilience": 6, "max_shock": 4},
            },
            "attack",
            ("outcome.hit", "outcome.critical", "m.mob", "m.shock"),
            by="a",
            target="m",
            details={"distance": 10, "options": ["sweep"] if salvo else []},
            house={"mob_resilience": reading, "criticals": criticals},
        ),
        icepool=pool(4).map(shot, star=True),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize(("members", "more"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_mob_attacks_with_a_die_for_every_two(members: int, more: int) -> None:
    hitting(2 + more, 2, fighter(2, mob=members), wall())


def test_a_spread_of_shot_at_a_mob() -> None:
    mob = {"mob": 6, "defence": 2, "resilience": 9}
    hitting(3 + 1 + 3, 2, shooter(3, weapon=gun("spread")), mob, distance=6)
    hitting(3, 2, shooter(3, weapon=gun("spread")), mob, distance=7)
    hitting(3 + 1, 2, shooter(3, weapon=gun("spread")), wall(), distance=6)


@pytest.mark.parametrize(("shock", "most"), [(0, 1), (1, 1), (2, 2), (0, 0)])
def test_shock_on_a_mob(shock: int, most: int) -> None:
    """Over a member's maximum: one member is out, and it falls to 0."""

    def by_hand(roll: Roll) -> Any:
        _, icons, _ = roll(thrown(3))
        damage = 6 + roll(extra(1))
        if icons < 2 or damage > 7:
            return (max(0, 5 - (icons - 1)) if icons >= 2 else 5), shock
        if damage < 7:
            return 5, shock
        return (5, shock + 1) if shock < most else (4, 0)

    def shot(icons: int) -> Any:
        if icons < 2:
            return (5, shock)
        equal = (5, shock + 1) if shock + 1 <= most else (4, 0)
        return Die([(5, shock), equal, (max(0, 6 - icons), shock)], times=[3, 2, 1])

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable", damage=6)),
                "m": {"mob": 5, "defence": 2, "resilience": 7, "max_shock": most, "shock": shock},
            },
            "attack",
            ("m.mob", "m.shock"),
            by="a",
            target="m",
            details={"distance": 10},
        ),
        icepool=(3 @ ICON).map(shot),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("damage", [9, 8, 7, None])
def test_a_hit_reaches_one_member(damage: int | None) -> None:
    details = {"mortal": 1} if damage is None else {"damage": damage}
    fighters = {"m": {"mob": 3, "defence": 2, "resilience": 8, "max_shock": 3}}
    found = program("wng", fighters, "hit", ("m.mob", "m.shock"), target="m", details=details)
    assert found.chances == {{9: (2, 0), 8: (3, 1), 7: (3, 0), None: (2, 0)}[damage]: 1}


# -- several targets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "salvo", "dns"), [([], 2, (3, 4)), (["spray"], 1, (2, 3)), (["spray"], 3, (1, 2))])
@pytest.mark.parametrize("determination", [0, 2])
def test_one_attack_on_two(options: list[str], salvo: int, dns: tuple[int, int], determination: int) -> None:
    """The Defence of both rises by two; spray lowers it by Salvo, though not below their own. One roll of damage."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(5))
        one, two = (body(resilience=resilience, determination=determination) for resilience in (5, 6))
        if icons >= min(dns):
            damage = 5 + roll(extra(5 if wrath == 6 else 2))
            for who, dn in zip((one, two), dns, strict=True):
                if icons >= dn:
                    struck(roll, who, damage)
        return wrath == 6 and icons >= min(dns), one["wounds"], one["shock"], two["wounds"], two["shock"]

    def soaked(through: int) -> Any:
        if through <= 0:
            return Die([(0, int(through == 0))])
        turned = determination @ ICON if determination else Die([0])
        return turned.map(lambda icons: (through - min(icons, through), min(icons, through)))

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < min(dns):
            return (False, 0, 0, 0, 0)
        first, second = (dn <= icons for dn in dns)
        return ((5 if wrath == 6 else 2) @ ICON).map(
            lambda through: over(
                lambda a, b: (wrath == 6, *a, *b),
                soaked(through if first else -1),
                soaked(through - 1 if second else -1),
                star=False,
            )
        )

    agree(
        program(
            "wng",
            {
                "a": shooter(5, weapon=gun("reliable", ed=2, salvo=salvo)),
                "b": wall(defence=1, resilience=5, determination=determination),
                "c": wall(defence=2, resilience=6, determination=determination),
            },
            "attack",
            ("outcome.critical", "b.wounds", "b.shock", "c.wounds", "c.shock"),
            by="a",
            targets=["b", "c"],
            details={"distance": 10, "options": options},
            house={"criticals": "simple"},
        ),
        icepool=pool(5).map(shot, star=True),
        by_hand=told(by_hand),
    )


def test_one_row_for_two_and_its_dice_for_each() -> None:
    """The critical's row is rolled once; its d3 or d6 for each target hit."""

    landed = weighted(lambda shot: (shot[0][0], min(4, max(2, shot[1]))), thrown(4))

    def by_hand(roll: Roll) -> Any:
        wrath, icons = roll(landed)
        if icons < 3:
            return 0, 0, 0, 0, 0, 0
        first, second = body(), body(resilience=9)
        if wrath != 6:
            struck(roll, first, 7)
            if icons >= 4:
                struck(roll, second, 7)
        else:
            d66 = {10 * tens + ones: Fraction(1, 36) for tens in range(1, 7) for ones in range(1, 7)}
            row = roll(d66)
            for who, hit in ((first, True), (second, icons >= 4)):
                if hit:
                    answers = iter((row // 10, row % 10))
                    critical_by_hand(lambda die, answers=answers: next(answers, None) or roll(die), who, 7)
        return (
            first["wounds"],
            second["wounds"],
            first["shock"],
            second["shock"],
            first["conditions"].get("staggered", 0),
            second["conditions"].get("staggered", 0),
        )

    # rows with their weights: the first's wounds, the second's (whose armour holds), each one's Shock, Staggered
    one = Die([1])
    table = [
        (6, D3, one, 0, 1),
        (3 + 3, D3, one, 0, 0),
        (3 + 3, one, one, 0, 0),
        (3, D3, one, 0, 0),
        (2, one, one, 0, 0),
        (1, D3 + 1, one, 0, 0),
        (3, Die([0]), Die([0]), d6, 1),
        (2 + 1, D3 + 1, one, 0, 0),
        (3, D3 + 3, one, 0, 0),
        (2, d6, one, 0, 0),
        (1, one, one, 0, 0),
    ]

    def both(icons: int) -> Die[Any]:
        second = icons >= 4
        lines = [
            over(
                lambda a, b, c, d, staggered=staggered: (
                    2 + a,
                    b * second,
                    c,
                    d * second,
                    staggered,
                    staggered * second,
                ),
                first,
                other,
                shock,
                shock,
            )
            for _, first, other, shock, staggered in table
        ]
        return Die(lines, times=[line[0] for line in table])

    agree(
        program(
            "wng",
            {
                "a": shooter(4, weapon=gun("reliable", damage=7, ed=0)),
                "b": wall(defence=1, resilience=5),
                "c": wall(defence=2, resilience=9),
            },
            "attack",
            ("b.wounds", "c.wounds", "b.shock", "c.shock", "b.conditions.staggered", "c.conditions.staggered"),
            by="a",
            targets=["b", "c"],
            details={"distance": 10},
        ),
        icepool=pool(4).map(
            lambda wrath, icons, _: (
                (0, 0, 0, 0, 0, 0) if icons < 3 else both(icons) if wrath == 6 else (2, 0, 0, 0, 0, 0)
            ),
            star=True,
        ),
        by_hand=told(by_hand),
    )


# -- pinning, and shots into a melee ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "shooter_", "target", "dice", "dn"),
    [
        (10, {}, {"resolve": 2}, 4, 2),
        (5, {}, {"resolve": 2}, 5, 2),
        (15, {}, {"resolve": 2}, 4, 2),
        (10, {"wounds": 1, "conditions": {"hindered": 1}}, {"resolve": 1}, 4, 3),
        (10, {}, {"willpower": 4}, 4, 3),
        (10, {}, {"resolve": 2, "conditions": {"frenzied": 1}}, 4, 2),
    ],
)
def test_pinning_fire(distance: int, shooter_: dict[str, Any], target: dict[str, Any], dice: int, dn: int) -> None:
    """Against Resolve, with no damage and no critical."""
    calm = "conditions" in target

    def shown(hit: bool, *more: Any) -> Any:
        return (*more, False, 0, int(hit and not calm))

    agree(
        program(
            "wng",
            {"a": shooter(4, **shooter_), "t": {"defence": 5, "resilience": 3, **target}},
            "attack",
            ("outcome.critical", "t.wounds", "t.conditions.pinned"),
            by="a",
            target="t",
            details={"distance": distance, "options": ["pin"]},
        ),
        icepool=(dice @ ICON).map(lambda icons: shown(icons >= dn)),
        by_hand=told(lambda roll: shown(roll(thrown(dice))[1] >= dn)),
    )


@pytest.mark.parametrize("aimed", [False, True])
def test_a_wrath_one_into_a_melee_hits_another(aimed: bool) -> None:
    """One of the others by chance, hit or miss, with the same roll of damage. Aiming gives no die, and is safe."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        bodies = [body(resilience=resilience) for resilience in (5, 4, 6)]
        struck_ = [bodies[0]] if icons >= 2 else []
        if wrath == 1 and not aimed:
            struck_.append(bodies[roll({1: Fraction(1, 2), 2: Fraction(1, 2)})])
        if struck_:
            damage = 5 + roll(extra(4 if wrath == 6 else 1))
            for who in struck_:
                struck(roll, who, damage)
        return tuple(who[name] for who in bodies for name in ("wounds", "shock"))

    def soaked(through: Any) -> Any:
        return (max(0, through), int(through == 0))

    def shot(wrath: int, icons: int, _: int) -> Any:
        def end(more: int, victim: int) -> Any:
            reached = (icons >= 2, wrath == 1 and not aimed and victim == 0, wrath == 1 and not aimed and victim == 1)
            ends = [soaked(more + less) if hit else (0, 0) for hit, less in zip(reached, (0, 1, -1), strict=True)]
            return ends[0] + ends[1] + ends[2]

        return over(end, (1 + 3 * (wrath == 6)) @ ICON, Die([0, 1]))

    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable")),
                "t": wall(),
                "x": wall(resilience=4),
                "y": wall(resilience=6),
            },
            "attack",
            ("t.wounds", "t.shock", "x.wounds", "x.shock", "y.wounds", "y.shock"),
            by="a",
            target="t",
            details={"distance": 10, "into_melee": ["x", "y"], "options": ["aim"] if aimed else []},
            house={"criticals": "simple"},
        ),
        icepool=pool(3).map(shot, star=True),
        by_hand=told(by_hand),
    )


def test_the_wrong_target() -> None:
    """Complications 65 and 66: what would have hit goes to the one that the GM picks, here the first."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(3))
        target, other = body(), body(resilience=4)
        wrong = wrath == 1 and 10 * roll(6) + roll(6) >= 65
        if icons >= 2:
            struck(roll, other if wrong else target, 5 + roll(extra(4 if wrath == 6 else 1)))
        return icons >= 2 and not wrong, target["wounds"], target["shock"], other["wounds"], other["shock"]

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < 2:
            return (False, 0, 0, 0, 0)
        wrong = Die([1] + [0] * 17) if wrath == 1 else Die([0])
        return over(
            lambda astray, more: (False, 0, 0, more + 1, 0) if astray else (True, more, int(more == 0), 0, 0),
            wrong,
            (4 if wrath == 6 else 1) @ ICON,
        )

    agree(
        program(
            "wng",
            {"a": shooter(3), "t": wall(), "x": wall(resilience=4)},
            "attack",
            ("outcome.hit", "t.wounds", "t.shock", "x.wounds", "x.shock"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"criticals": "simple"},
        ),
        icepool=pool(3).map(shot, star=True),
        by_hand=told(by_hand),
    )


def test_three_at_once_in_melee() -> None:
    """+4 to the Defence of each; the parry of one is its own."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(5))
        dns = (5, 6, 7)
        bodies = [body(resilience=4), body(resilience=5), body(resilience=6)]
        if icons >= 5:
            damage = 2 + 3 + roll(extra(4 if wrath == 6 else 1))
            for who, dn in zip(bodies, dns, strict=True):
                if icons >= dn:
                    struck(roll, who, damage)
        return tuple(who["wounds"] for who in bodies)

    agree(
        program(
            "wng",
            {
                "a": fighter(5, weapon={"melee": True, "damage": 3, "ed": 1, "traits": ["reliable"]}),
                "b": wall(defence=1, resilience=4),
                "c": wall(defence=1, resilience=5, weapon={"melee": True, "traits": ["parry"]}),
                "d": wall(defence=3, resilience=6),
            },
            "attack",
            ("b.wounds", "c.wounds", "d.wounds"),
            by="a",
            targets=["b", "c", "d"],
            house={"criticals": "simple"},
        ),
        icepool=pool(5).map(
            lambda wrath, icons, _: ((1 + 3 * (wrath == 6)) @ ICON).map(
                lambda more: (
                    (1 + more) * (icons > 4),
                    more * (icons > 5),
                    max(0, more - 1) * (icons > 6),
                )
            ),
            star=True,
        ),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("chosen", ["d6", "chosen"])
def test_a_limb_lost(chosen: str) -> None:
    """66: a limb of the traumatic table, torso and eye again; it counts like any other injury, and may kill."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(2))
        who = body(tier=1, traumatic=["left_arm", "torso"])
        critical = wrath == 6 and icons >= 2
        if critical and 10 * roll(6) + roll(6) == 66:
            injure(roll, who, limb=True)
        return critical, who["dead"], who["traumatic"]

    limbs = [f"{side}_{part}" for part in INJURIES[:4] for side in ("left", "right")]

    def lost(row: int) -> Any:
        if row != 66:
            return (True, False, ("left_arm", "torso"))
        return Die(limbs).map(lambda limb: (True, True, tuple(sorted(["left_arm", "torso", limb], key=ORDER.index))))

    found = program(
        "wng",
        {"a": shooter(2, weapon=gun("reliable", damage=0, ed=0)), "t": wall(tier=1, traumatic=["left_arm", "torso"])},
        "attack",
        ("outcome.critical", "t.dead", "t.traumatic"),
        by="a",
        target="t",
        details={"distance": 10},
        house={"amputate": chosen},
    )
    if chosen == "d6":
        agree(
            found,
            icepool=pool(2).map(
                lambda wrath, icons, _: (
                    over(lambda a, b: 10 * a + b, d6, d6).map(lost)
                    if wrath == 6
                    else (False, False, ("left_arm", "torso"))
                ),
                star=True,
            ),
            by_hand=told(by_hand),
        )
    else:
        # somebody chooses; the first of the list, left hand, for the odds
        assert found.chances == {
            (False, False, ("left_arm", "torso")): Fraction(5, 6),
            (True, False, ("left_arm", "torso")): Fraction(35, 216),
            (True, True, ("left_hand", "left_arm", "torso")): Fraction(1, 216),
        }


@pytest.mark.parametrize(
    ("distance", "cover", "salvo", "penalty", "dn"),
    [
        (10, None, 1, 0, 3),
        (10, "less", 3, 0, 3),
        (15, None, 3, 0, 4),
        (15, "less", 1, 0, 6),
        (10, None, 3, 2, 4),
        (10, "more", 3, 1, 5),
    ],
)
def test_spray_never_falls_below_their_own_defence(
    distance: int, cover: str | None, salvo: int, penalty: int, dn: int
) -> None:
    """Own Defence of two: with cover and range, without the +2; the shooter's penalties stay on top."""
    found = program(
        "wng",
        {
            "a": shooter(5, weapon=gun(salvo=salvo), conditions={"hindered": penalty}),
            "b": wall(),
            "c": wall(),
        },
        "attack",
        STRUCK,
        by="a",
        targets=["b", "c"],
        details={"distance": distance, "options": ["spray"], **({"cover": cover} if cover else {})},
    )
    agree(found, icepool=hits_by_icepool(5, dn), by_hand=hits_by_hand(5, dn))


def test_a_mob_beside_another_target() -> None:
    """Each by its own Defence, +2; icons over the mob's own number take more of it."""

    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(5))
        who, left = body(), 3
        if icons >= 3:
            damage = 5 + roll(extra(4 if wrath == 6 else 1))
            if icons >= 4:
                struck(roll, who, damage)
            if damage > 5:
                left = max(0, 3 - (1 + icons - 3))
        return who["wounds"], left

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < 3:
            return (0, 3)
        return ((1 + 3 * (wrath == 6)) @ ICON).map(
            lambda more: (more if icons > 3 else 0, max(5 - icons, 0) if more else 3)
        )

    agree(
        program(
            "wng",
            {
                "a": shooter(5, weapon=gun("reliable")),
                "b": wall(defence=2),
                "m": {"mob": 3, "defence": 1, "resilience": 5},
            },
            "attack",
            ("b.wounds", "m.mob"),
            by="a",
            targets=["b", "m"],
            details={"distance": 10},
            house={"criticals": "simple"},
        ),
        icepool=pool(5).map(shot, star=True),
        by_hand=told(by_hand),
    )


def test_the_outcome_of_each_target() -> None:
    def by_hand(roll: Roll) -> Any:
        (wrath,), icons, _ = roll(thrown(4))
        damage = 5 + roll(extra(4 if wrath == 6 else 1)) if icons >= 3 else 5
        return icons >= 3, damage - 5, max(0, damage - 6) if icons >= 4 else 0

    def shot(wrath: int, icons: int, _: int) -> Any:
        if icons < 3:
            return (False, 0, 0)
        return ((4 if wrath == 6 else 1) @ ICON).map(lambda more: (True, more, max(0, more - 1) * (icons > 3)))

    agree(
        program(
            "wng",
            {
                "a": shooter(4, weapon=gun("reliable")),
                "b": wall(defence=1, resilience=5),
                "c": wall(defence=2, resilience=6),
            },
            "attack",
            ("outcome.b.hit", "outcome.b.suffered", "outcome.c.suffered"),
            by="a",
            targets=["b", "c"],
            details={"distance": 10},
            house={"criticals": "simple"},
        ),
        icepool=pool(4).map(shot, star=True),
        by_hand=told(by_hand),
    )
