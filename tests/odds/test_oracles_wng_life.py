"""Wrath & Glory: hazards, conditions, interaction attacks and stealth, exact odds against icepool and against enumeration.

Read from rules/wng.md, rulings.md and facts.md 4; see test_oracles_wng.py for attacks.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from icepool import Die, d6
from icepool import map as over

from oracles import Chances, agree, enumerated, plain, program, weighted

# -- by hand: a rule told over and over, until every die that it asks for has shown every face -----------------------

Roll = Callable[[Any], Any]


class Asked(Exception):
    """A rule wants a die that this telling of it has not rolled yet."""


def told(rule: Callable[[Roll], Any]) -> Chances:
    """All ways in which a rule can be told. A die is its number of sides, or its faces with their chances."""
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
def thrown(count: int) -> Chances:
    """Icons on so many dice (at least one)."""
    one = enumerated(icons_of, 6)
    return one if count <= 1 else weighted(lambda a, b: a + b, thrown(count - 1), one)


@cache
def exalted(count: int) -> Chances:
    """Icons and exalted ones on so many dice."""
    one = enumerated(lambda face: (icons_of(face), int(face == 6)), 6)
    return one if count <= 1 else weighted(lambda a, b: (a[0] + b[0], a[1] + b[1]), exalted(count - 1), one)


@cache
def again(count: int) -> Chances:
    """Icons on so many dice of which those without one are rolled again."""
    one = enumerated(lambda face, more: icons_of(face) or icons_of(more), 6, 6)
    return one if count <= 1 else weighted(lambda a, b: a + b, again(count - 1), one)


def body(**given: Any) -> dict[str, Any]:
    """A fighter for the telling."""
    return {"wounds": 0, "shock": 0, "max_shock": 4, "max_wounds": 60, **given}


def suffer(who: dict[str, Any], wounds: int, shock: int) -> int:
    """Wounds, and Shock one by one: over the maximum each is a mortal wound. How many wounds there are in the end."""
    for _ in range(shock):
        if who["shock"] > who["max_shock"]:
            wounds += 1
        else:
            who["shock"] += 1
    who["wounds"] += wounds
    return wounds


# -- icepool ----------------------------------------------------------------------------------------------------------

ICON = Die([0, 0, 0, 1, 1, 2])
EXALTED = Die([0, 0, 0, 1, 1, 102])
TWICE = ICON.map({0: ICON, 1: 1, 2: 2})
D3 = Die([1, 2, 3])


def succeeds(dice: int, dn: int, die: Die[Any] = ICON) -> Die[Any]:
    return (max(1, dice) @ die).map(lambda icons: icons >= dn)


def shocked(points: Die[Any] | int, shock: int, most: int, wounds: Die[Any] | int = 0) -> Die[Any]:
    """(wounds, Shock) after Shock and mortal wounds."""
    return over(lambda p, w: (w + max(0, p - (most + 1 - shock)), min(most + 1, shock + p)), points, wounds)


# -- suffocation, climate, fire ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shock", [0, 2, 4, 5])
@pytest.mark.parametrize(
    ("more", "details", "dn"),
    [
        ({}, {}, 3),
        ({"wounds": 2}, {}, 4),
        ({"traumatic": ["torso"]}, {}, 4),
        ({"traumatic": ["torso", "torso"], "wounds": 1}, {}, 5),
        ({"traumatic": ["torso"], "bionic": ["torso"]}, {}, 3),
        ({"conditions": {"poisoned": 1, "hindered": 1}}, {"dn": -1}, 4),
        ({}, {"number": 1}, 1),
    ],
)
def test_a_minute_without_air(shock: int, more: dict[str, Any], details: dict[str, Any], dn: int) -> None:
    """Toughness 0 has no breath to hold; three dice come from elsewhere."""
    wounds = more.get("wounds", 0)

    def by_hand(roll: Roll) -> Any:
        who = body(shock=shock, wounds=wounds)
        if roll(thrown(3)) >= dn:
            return who["wounds"], who["shock"], False
        suffer(who, 0, roll(3))
        return who["wounds"], who["shock"], who["shock"] > 4

    gasping = shocked(D3, shock, 4, wounds).map(lambda w, s: (w, s, s > 4), star=True)
    agree(
        program(
            "wng",
            {"a": {"toughness": 0, "max_shock": 4, "max_wounds": 60, "shock": shock, **more}},
            "hazard",
            ("a.wounds", "a.shock", "a.unconscious"),
            target="a",
            details={"kind": "suffocation", "dice": 3, **details},
        ),
        icepool=succeeds(3, dn).map({True: (wounds, shock, False), False: gasping}),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize(("dice", "number", "dn"), [(1, None, 3), (3, None, 3), (5, 6, 6), (4, 2, 2)])
def test_heat_and_cold(dice: int, number: int | None, dn: int) -> None:
    agree(
        program(
            "wng",
            {"a": {"toughness": dice, "max_shock": 4, "shock": 2}},
            "hazard",
            ("a.exhausted", "a.shock", "a.wounds"),
            target="a",
            details={"kind": "climate", **({"number": number} if number else {})},
        ),
        icepool=succeeds(dice, dn).map({True: (False, 2, 0), False: (True, 2, 0)}),
        by_hand=told(lambda roll: (False, 2, 0) if roll(thrown(dice)) >= dn else (True, 2, 0)),
    )


@pytest.mark.parametrize(("strength", "skill", "frenzied"), [(1, 0, 0), (3, 2, 0), (3, 1, 1)])
@pytest.mark.parametrize("reroll", [0, 1])
def test_flames(strength: int, skill: int, frenzied: int, reroll: int) -> None:
    dice = strength + skill + frenzied
    found = program(
        "wng",
        {
            "a": {
                "strength": strength,
                "skills": {"athletics": skill},
                "conditions": {"frenzied": frenzied, "onfire": 1},
            }
        },
        "hazard",
        ("a.conditions.onfire",),
        target="a",
        details={"kind": "fire", "reroll": reroll},
    )
    agree(
        found,
        icepool=succeeds(dice, 3, TWICE if reroll else ICON).map({True: 1, False: 2}),
        by_hand=told(lambda roll: 1 if roll((again if reroll else thrown)(dice)) >= 3 else 2),
    )


# -- electricity ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["also_shock", "become_shock"])
@pytest.mark.parametrize(
    ("level", "damage", "ed", "dn"), [("light", 7, 1, 3), ("medium", 12, 2, 5), ("strong", 17, 3, 7)]
)
@pytest.mark.parametrize("over_by", [-1, 0, 2])
@pytest.mark.parametrize("determination", [0, 2])
def test_electricity(level: str, damage: int, ed: int, dn: int, over_by: int, determination: int, reading: str) -> None:
    """Resilience so that the bare damage is below it, equal, above; Toughness 5 against the grip, a wound makes it harder."""
    resilience = damage - over_by

    def harm(done: int, turned: Callable[[], int]) -> tuple[int, int]:
        who, hurt = body(), max(0, done - resilience)
        if done == resilience:
            suffer(who, 0, 1)
        elif hurt and reading == "become_shock":
            suffer(who, 0, hurt)
        elif hurt:
            off = min(hurt, turned())
            left = suffer(who, hurt - off, off)
            who["shock"] = min(5, who["shock"] + left)
        return who["wounds"], who["shock"]

    def by_hand(roll: Roll) -> Any:
        done = damage + sum(icons_of(roll(6)) for _ in range(ed))
        wounds, shock = harm(done, lambda: roll(thrown(2)) if determination else 0)
        return wounds, shock, int(roll(thrown(5)) < dn + (wounds > 0))

    def held(icons: int, turned: int) -> Any:
        wounds, shock = harm(damage + icons, lambda: turned)
        return succeeds(5, dn + (wounds > 0)).map({True: (wounds, shock, 0), False: (wounds, shock, 1)})

    agree(
        program(
            "wng",
            {
                "a": {
                    "toughness": 5,
                    "resilience": resilience,
                    "determination": determination,
                    "max_shock": 4,
                    "max_wounds": 60,
                }
            },
            "hazard",
            ("a.wounds", "a.shock", "a.conditions.restrained"),
            target="a",
            details={"kind": "shock", "level": level},
            house={"agonising": reading},
        ),
        icepool=over(held, ed @ ICON, determination @ ICON),
        by_hand=told(by_hand),
    )


# -- falling, radiation, fire and blood in a turn -----------------------------------------------------------------------


@pytest.mark.parametrize("metres", [0, 4, 5, 9, 10, 17, 25, 31])
def test_falling(metres: int) -> None:
    more = max(0, metres // 5 - 1)

    def by_hand(roll: Roll) -> Any:
        return 0 if metres < 5 else 1 + sum(roll(3) for _ in range(more))

    agree(
        program(
            "wng",
            {"a": {"max_wounds": 60, "determination": 4}},
            "hazard",
            ("a.wounds",),
            target="a",
            details={"kind": "fall", "metres": metres},
        ),
        icepool=more @ D3 + 1 if metres >= 5 else Die([0]),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("shock", [0, 3, 8])
@pytest.mark.parametrize("toughness", [1, 4])
@pytest.mark.parametrize("lengthy", [False, True])
def test_radiation(shock: int, toughness: int, lengthy: bool) -> None:
    def by_hand(roll: Roll) -> Any:
        who = body(shock=shock, max_shock=7)
        if roll(thrown(toughness)) >= 3:
            return 0, shock, 0, 0
        mortal = roll(3)
        suffer(who, mortal, roll(6))
        return who["wounds"], who["shock"], 1, int(lengthy)

    burnt = shocked(d6, shock, 7, D3).map(lambda w, s: (w, s, 1, int(lengthy)), star=True)
    agree(
        program(
            "wng",
            {"a": {"toughness": toughness, "max_shock": 7, "shock": shock, "max_wounds": 60}},
            "hazard",
            ("a.wounds", "a.shock", "a.conditions.staggered", "a.conditions.poisoned"),
            target="a",
            details={"kind": "radiation", "long": lengthy},
        ),
        icepool=succeeds(toughness, 3).map({True: (0, shock, 0, 0), False: burnt}),
        by_hand=told(by_hand),
    )


@pytest.mark.parametrize("onfire", [0, 1, 3])
@pytest.mark.parametrize("bleeding", [0, 2])
def test_a_turn_in_fire_and_blood(onfire: int, bleeding: int) -> None:
    agree(
        program(
            "wng",
            {"a": {"max_wounds": 60, "determination": 4, "conditions": {"onfire": onfire, "bleeding": bleeding}}},
            "turn",
            ("a.wounds",),
            by="a",
        ),
        icepool=onfire @ D3 + bleeding,
        by_hand=told(lambda roll: sum(roll(3) for _ in range(onfire)) + bleeding),
    )


# -- ending and resisting conditions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("reroll", [0, 1])
@pytest.mark.parametrize(
    ("do", "by", "conditions", "details", "dice", "dn"),
    [
        ("stabilise", "a", {"bleeding": 2}, {}, 3, 4),
        ("stabilise", "h", {"bleeding": 2}, {}, 5, 4),
        ("stabilise", "a", {"poisoned": 1}, {}, 3, 5),
        ("stabilise", "h", {"poisoned": 2}, {"number": 5}, 5, 5),
        ("stabilise", "h", {"poisoned": 1, "bleeding": 1}, {"condition": "poisoned", "dice": -2, "dn": 1}, 3, 4),
        ("put_out", "a", {"onfire": 2}, {}, 2, 3),
        ("put_out", "h", {"onfire": 1}, {"number": 1}, 4, 1),
    ],
)
def test_ending_conditions(
    do: str, by: str, conditions: dict[str, int], details: dict[str, Any], dice: int, dn: int, reroll: int
) -> None:
    """The patient has Toughness 3 and Athletics 2, the helper Medicae 5 and Athletics 4."""
    word = details.get("condition", next(iter(conditions)))
    agree(
        program(
            "wng",
            {
                "a": {"toughness": 3, "strength": 2, "conditions": conditions},
                "h": {"intellect": 2, "strength": 4, "skills": {"medicae": 3}},
            },
            do,
            (f"a.conditions.{word}", "outcome.hit"),
            by=by,
            target="a",
            details={**details, "reroll": reroll},
        ),
        icepool=succeeds(dice, dn, TWICE if reroll else ICON).map({True: (0, True), False: (conditions[word], False)}),
        by_hand=told(
            lambda roll: (0, True) if roll((again if reroll else thrown)(dice)) >= dn else (conditions[word], False)
        ),
    )


@pytest.mark.parametrize("word", ["fear", "terror"])
@pytest.mark.parametrize(("resolve", "afraid", "number"), [(1, 0, 1), (3, 0, 3), (4, 1, 2), (6, 2, 3)])
def test_resolve(word: str, resolve: int, afraid: int, number: int) -> None:
    """Fear there already makes the test harder, by 2 for each time."""
    agree(
        program(
            "wng",
            {"a": {"resolve": resolve, "conditions": {"fear": afraid}}},
            "resist",
            ("outcome.hit", f"a.conditions.{word}"),
            target="a",
            details={"condition": word, "number": number},
        ),
        icepool=succeeds(resolve, number + 2 * afraid).map(
            lambda well: (not well, (afraid if word == "fear" else 0) + (not well))
        ),
        by_hand=told(
            lambda roll: (
                (False, afraid if word == "fear" else 0)
                if roll(thrown(resolve)) >= number + 2 * afraid
                else (True, 1 + (afraid if word == "fear" else 0))
            )
        ),
    )


# -- interaction attacks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shift", [0, 1, 2, 4])
@pytest.mark.parametrize(
    ("skill", "by", "target", "dice", "dn"),
    [
        ("persuasion", {"fellowship": 4}, {"resolve": 1}, 4, 1),
        (
            "persuasion",
            {"fellowship": 2, "skills": {"persuasion": 3}},
            {"resolve": 1, "skills": {"persuasion": 2}},
            5,
            2,
        ),
        ("deception", {"fellowship": 4, "wounds": 1}, {"resolve": 3, "skills": {"persuasion": 5}}, 4, 4),
        ("intimidation", {"willpower": 3, "memorable": ["torn_ear"]}, {"resolve": 2}, 4, 2),
        ("athletics", {"strength": 3, "engaged": ["t"]}, {"resolve": 1, "skills": {"athletics": 2}}, 3, 2),
        ("tech", {"intellect": 5, "conditions": {"poisoned": 1}}, {"resolve": 1}, 5, 3),
    ],
)
def test_interaction_attacks(
    skill: str, by: dict[str, Any], target: dict[str, Any], dice: int, dn: int, shift: int
) -> None:
    def brought(icons: int, sixes: int) -> int:
        return 0 if icons < dn else 1 + min(shift, (icons - dn) // 2, sixes)

    agree(
        program(
            "wng",
            {"a": by, "t": target},
            "interact",
            ("t.conditions.vulnerable",),
            by="a",
            target="t",
            details={"skill": skill, "effect": "vulnerable", "shift": shift, "show_scar": True, "distance": 3},
        ),
        icepool=(dice @ EXALTED).map(lambda both: brought(both % 100, both // 100)),
        by_hand=told(lambda roll: brought(*roll(exalted(dice)))),
    )


# -- stealth ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "details", "dice", "off"),
    [
        ({"agility": 3}, {}, 3, 0),
        ({"agility": 3, "skills": {"stealth": 3}}, {}, 6, 0),
        ({"agility": 3, "wounds": 1, "conditions": {"hindered": 1}}, {"dice": 1}, 4, 2),
    ],
)
def test_the_stealth_score(by: dict[str, Any], details: dict[str, Any], dice: int, off: int) -> None:
    """What makes tests harder is taken off the icons, since there is no DN."""
    agree(
        program("wng", {"a": by}, "hide", ("a.stealth",), by="a", details=details),
        icepool=(dice @ ICON).map(lambda icons: max(0, icons - off)),
        by_hand=told(lambda roll: max(0, roll(thrown(dice)) - off)),
    )


@pytest.mark.parametrize("vision", ["clear", "twilight", "dim", "dense", "dark"])
@pytest.mark.parametrize("size", ["tiny", "small", "standard", "large", "huge", "gargantuan"])
def test_hiding_at_once_and_being_spotted(vision: str, size: str) -> None:
    """Light and a small body help who hides, a large one who looks: passive Awareness is half its pool, up."""
    light = ("clear", "twilight", "dim", "dense", "dark").index(vision)
    step = ("tiny", "small", "standard", "large", "huge", "gargantuan").index(size) - 2
    dn, dice = light + max(0, -step), max(0, step)
    pools = {"g": 7, "h": 4}
    foes = {name: {"side": "threat", "intellect": pool - 1, "skills": {"awareness": 1}} for name, pool in pools.items()}

    def unseen(icons: int) -> Any:
        seen = [(pool + dice + 1) // 2 > icons + dn for pool in pools.values()]
        return (not any(seen), *seen)

    agree(
        program(
            "wng",
            {"a": {"agility": 4, "size": size}, **foes},
            "hide",
            ("outcome.hit", "outcome.g.hit", "outcome.h.hit"),
            by="a",
            details={"at_once": True},
            fight={"vision": vision},
        ),
        icepool=(4 @ ICON).map(unseen),
        by_hand=told(lambda roll: unseen(roll(thrown(4)))),
    )
    agree(
        program(
            "wng",
            {"a": {"stealth": 2, "size": size}, **foes},
            "spot",
            ("a.found", "a.stealth"),
            by="h",
            target="a",
            fight={"vision": vision},
        ),
        icepool=succeeds(4 + dice, 2 + dn).map(lambda found: (found, 0 if found else 2)),
        by_hand=told(lambda roll: (True, 0) if roll(thrown(4 + dice)) >= 2 + dn else (False, 2)),
    )


@pytest.mark.parametrize("score", [1, 2, 3, 4])
@pytest.mark.parametrize(("pool", "dice", "dn"), [(3, 0, 0), (4, 0, 0), (5, 1, 0), (6, 0, 1), (6, -2, 2)])
def test_passive_awareness(score: int, pool: int, dice: int, dn: int) -> None:
    found = program(
        "wng",
        {"a": {"stealth": score}, "g": {"intellect": pool}},
        "spot",
        ("a.found",),
        by="g",
        target="a",
        details={"passive": True, "dice": dice, "dn": dn},
    )
    assert found.chances == {(pool + dice + 1) // 2 >= score + dn: 1}
