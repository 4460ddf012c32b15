"""Wrath & Glory: exact odds against icepool and against enumeration. Read from rules/wng.md, rulings.md and facts.md 4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from icepool import Die, d6
from icepool import map as over

from oracles import Chances, agree, enumerated, plain, program

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
    return enumerated(
        lambda *faces: (
            tuple(face if face in (1, 6) else 0 for face in faces[:wraths]),
            sum(icons_of(face) for face in faces),
            faces.count(6),
        ),
        *[6] * count,
    )


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


def hitting(
    pool: int, number: int, a: dict[str, Any], t: dict[str, Any], house: Any = None, **details: Any
) -> None:
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


@pytest.mark.parametrize(("vision", "ranged", "melee"), [("twilight", 1, 0), ("dim", 2, 1), ("dense", 3, 2), ("dark", 4, 3)])
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
        (wrath,), icons, _ = roll(thrown(dice))
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
            {"a": fighter(3, strength=strength, **({"weapon": weapon} if weapon else {})), "t": wall(defence=1, resilience=40)},
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
        _, icons, _ = roll(thrown(3))
        if icons < 2:
            return 0, 0, 0
        damage = 4 + roll(extra(2))
        who = body(resilience=resilience)
        struck(roll, who, damage, ap=0 if invulnerable else ap, floor=least)
        return damage, who["wounds"], who["shock"]

    against = least if left is None else left
    agree(
        program(
            "wng",
            {
                "a": shooter(3, weapon=gun("reliable", damage=4, ed=2, ap=ap)),
                "t": wall(resilience=resilience, invulnerable=invulnerable, max_wounds=60, size="standard"),
            },
            "attack",
            ("outcome.damage", "t.wounds", "t.shock"),
            by="a",
            target="t",
            details={"distance": 10},
            house={"min_resilience": least, "criticals": "simple"},
        )
        if False
        else no_critical(resilience, ap, invulnerable, least),
        icepool=(4 + 2 @ ICON).map(lambda d: (d, max(0, d - against), int(d == against))),
        by_hand=told(by_hand),
    )
