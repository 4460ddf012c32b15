"""Wrath & Glory at close quarters, blasts, weapons seen to: exact odds against icepool and against enumeration. Read from
rules/wng.md, rulings.md and facts.md 4.1."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import cos, hypot, pi, sin
from typing import Any

import pytest
from icepool import Die, d6
from icepool import map as over

from fracas.core.game import Setup, decide, set_up
from fracas.core.table import Answer, ScriptedTable
from fracas.odds import odds_of
from fracas.rules import load
from oracles import Chances, agree, enumerated, weighted

ICON = Die([0, 0, 0, 1, 1, 2])
AGAIN = ICON.map(lambda icons: ICON if icons == 0 else icons)
"""A die that is rolled again where it shows no icon."""
HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
GAME = load("wng")


@cache
def icons(count: int, again: bool = False) -> Chances:
    """The icons on so many dice, counted die by die; ``again``: those without one are rolled a second time."""
    one = {0: HALF, 1: THIRD, 2: SIXTH}
    if again:
        one = {0: HALF * HALF, 1: THIRD + HALF * THIRD, 2: SIXTH + HALF * SIXTH}
    found: Chances = {0: Fraction(1)}
    for _ in range(count):
        found = weighted(lambda a, b: a + b, found, one)
    return found


def after(setup: Setup, do: str, by: str, target: str | None = None, **more: Any) -> Any:
    """The fight after one decision with scripted dice (``dice``: a list of (label, faces))."""
    answers = [Answer(label, tuple(faces)) for label, faces in more.pop("dice")]
    return GAME.step(setup.fight, decide(GAME, setup.fighters, do, by, target, more), ScriptedTable(answers))


def odds(setup: Setup, fight: Any, paths: tuple[str, ...], do: str, by: str, target: Any = None, **details: Any) -> Any:
    """The program's joint distribution of the paths after one more decision."""
    several = target if isinstance(target, list) else None
    decision = decide(GAME, setup.fighters, do, by, None if several else target, details, several)
    return odds_of(GAME, fight, decision, setup.fighters.ids, trace=False).of(*paths)


# -- grappling --------------------------------------------------------------------------------------------------------

SIZES = ("tiny", "small", "standard", "large", "huge", "gargantuan")


def wrestler(strength: int, size: str = "standard", wounds: int = 0, **more: Any) -> dict[str, Any]:
    return {"strength": strength, "size": size, "wounds": wounds, "max_wounds": 20, **more}


def dice_of(who: Mapping[str, Any], other: Mapping[str, Any], more: int = 0) -> int:
    """Strength, and two dice for each step that one is larger."""
    steps = max(0, SIZES.index(who["size"]) - SIZES.index(other["size"]))
    return max(1, who["strength"] + 2 * steps + more)


@pytest.mark.parametrize("dice", [0, 2, -5])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (wrestler(3), wrestler(3)),
        (wrestler(5), wrestler(2)),
        (wrestler(4, "large"), wrestler(3)),
        (wrestler(4), wrestler(2, "huge")),
        (wrestler(4, wounds=2), wrestler(3)),
        (wrestler(3), wrestler(4, wounds=1)),
    ],
)
def test_grapple_and_breaking_free(a: dict[str, Any], b: dict[str, Any], dice: int) -> None:
    """The attacker needs more icons, penalties taken off; the one held likewise, later."""
    setup = set_up(GAME, {"a": a, "b": b})
    lost = int(a["wounds"] > 0), int(b["wounds"] > 0)

    def wins(mine: int, theirs: int) -> bool:
        return mine - lost[0] > theirs - lost[1]

    mine, theirs = dice_of(a, b, dice), dice_of(b, a)
    agree(
        odds(setup, setup.fight, ("b.grappled",), "grapple", "a", "b", dice=dice),
        icepool=over(wins, mine @ ICON, theirs @ ICON),
        by_hand=weighted(wins, icons(mine), icons(theirs)),
    )
    all_six, all_one = (6,) * dice_of(a, b, 0), (1,) * dice_of(b, a)
    held = after(setup, "grapple", "a", "b", dice=[("test", all_six), ("test", all_one)])

    def stays(own: int, holder: int) -> bool:
        return own - lost[1] <= holder - lost[0]

    mine, theirs = dice_of(b, a, dice), dice_of(a, b)
    agree(
        odds(setup, held, ("b.grappled",), "escape", "b", dice=dice),
        icepool=over(stays, mine @ ICON, theirs @ ICON),
        by_hand=weighted(stays, icons(mine), icons(theirs)),
    )


@pytest.mark.parametrize("reroll", [0, 1])
@pytest.mark.parametrize(("strength", "number", "wounds"), [(3, 4, 0), (3, 2, 0), (4, 4, 1), (1, 1, 0)])
def test_out_of_a_net(strength: int, number: int, wounds: int, reroll: int) -> None:
    setup = set_up(GAME, {"a": wrestler(strength, wounds=wounds, conditions={"restrained": 1})})
    die = AGAIN if reroll else ICON
    needed = number + (wounds > 0)
    agree(
        odds(setup, setup.fight, ("a.conditions.restrained",), "escape", "a", number=number, reroll=reroll),
        icepool=(strength @ die).map(lambda shown: int(shown < needed)),
        by_hand=weighted(lambda shown: int(shown < needed), icons(strength, bool(reroll))),
    )


# -- disarming --------------------------------------------------------------------------------------------------------

CALLED = {"called_medium": 1, "called_small": 2, "called_tiny": 3}


@pytest.mark.parametrize("called", list(CALLED))
@pytest.mark.parametrize(("damage", "ed", "strength"), [(6, 1, 3), (7, 0, 4), (3, 2, 2)])
def test_disarming_shot(damage: int, ed: int, strength: int, called: str) -> None:
    """Half the damage, rounded up, is the DN to hold on; nobody is wounded."""
    gun = {"damage": damage, "ed": ed, "range": [12, 24, 36], "traits": ["reliable"]}
    setup = set_up(
        GAME,
        {"a": {"agility": 4, "weapon": gun}, "b": {"strength": strength, "defence": 1}},
    )
    more = CALLED[called]

    def fate(shown: int, extra: int, grip: int) -> Any:
        if shown < 1 + more:
            return False, 0, "none", 0
        return True, damage + extra, "none" if grip >= (damage + extra + 1) // 2 else "dropped", 0

    found = odds(
        setup,
        setup.fight,
        ("outcome.hit", "outcome.damage", "b.broken", "b.wounds"),
        "attack",
        "a",
        "b",
        distance=20,
        options=["disarm", called],
    )

    def fated(shown: int, extra: int, grip: int) -> Any:
        hit, done, hand, wounds = fate(shown, extra, grip)
        return hit, done, (hand, "none", "none", "none"), wounds

    agree(
        found,
        icepool=over(fated, 4 @ ICON, (ed + more) @ ICON, strength @ ICON),
        by_hand=weighted(fated, icons(4), icons(ed + more), icons(strength)),
    )


# -- full defence -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [1, 0])
@pytest.mark.parametrize(("initiative", "dice", "wounds"), [(3, 0, 0), (4, 1, 1), (2, -3, 0)])
def test_full_defence(initiative: int, dice: int, wounds: int, base: int) -> None:
    """All icons count: there is no DN that a wound could raise."""
    who = {"initiative": initiative, "defence": 3, "wounds": wounds}
    setup = set_up(GAME, {"a": who}, {"full_defence_base": base})
    count = max(1, initiative + dice)
    agree(
        odds(setup, setup.fight, ("a.defence",), "full_defence", "a", dice=dice),
        icepool=count @ ICON + 3 + base,
        by_hand=weighted(lambda shown: shown + 3 + base, icons(count)),
    )


def test_a_wrath_point_in_full_defence() -> None:
    """Spent unless every die shows an icon."""
    setup = set_up(GAME, {"a": {"initiative": 2, "defence": 3}})

    def by_hand(one: int, two: int, again: int, more: int) -> Any:
        read = [0, 0, 0, 1, 1, 2]
        first, second = read[one - 1], read[two - 1]
        blanks = (not first) + (not second)
        return 4 + (first or read[again - 1]) + (second or read[more - 1]), 2 - (blanks > 0)

    agree(
        odds(setup, setup.fight, ("a.defence", "a.wrath"), "full_defence", "a", reroll=1),
        icepool=over(by_hand, d6, d6, d6, d6),
        by_hand=enumerated(by_hand, 6, 6, 6, 6),
    )


# -- weapons seen to --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "dice", "number"), [((3, 1), 5, 2), ((4, 1), 5, 4), ((4, 4), 2, 3)], ids=["jam", "malfunction", "stuck"]
)
@pytest.mark.parametrize("reroll", [0, 1])
def test_mending(row: tuple[int, int], dice: int, number: int, reroll: int) -> None:
    """Tech for a jam and a malfunction, Strength for what is stuck."""
    gun = {"name": "gun", "damage": 1, "range": [6, 12, 18]}
    fighters = {
        "a": {"agility": 3, "intellect": 3, "strength": 2, "skills": {"tech": 2}, "weapons": [gun]},
        "b": {"defence": 9},
    }
    setup = set_up(GAME, fighters)
    broken = after(setup, "attack", "a", "b", distance=10, dice=[("attack", (1, 1, 1)), ("complication", row)])
    word = GAME.look(broken, setup.fighters.ids, "a.broken")
    works = ("none",) * 4

    def state(shown: int) -> Any:
        return works if shown >= number else tuple(word)

    agree(
        odds(setup, broken, ("a.broken",), "mend", "a", reroll=reroll),
        icepool=(dice @ (AGAIN if reroll else ICON)).map(lambda shown: (state(shown),)).map(lambda one: one[0]),
        by_hand=weighted(state, icons(dice, bool(reroll))),
    )


# -- blasts -----------------------------------------------------------------------------------------------------------


def grenade(**more: Any) -> dict[str, Any]:
    return {"damage": 9, "ed": 1, "range": [6, 12, 18], "blast": 4, "traits": ["reliable"], **more}


def burst(at: tuple[int, int], aim: tuple[int, int], direction: int, die: int) -> tuple[float, float]:
    """Where it bursts after a miss: on along the line of fire, turned clockwise by sixths of a circle."""
    dx, dy = aim[0] - at[0], aim[1] - at[1]
    angle = -(direction - 1) * pi / 3
    share = 2 * die / hypot(dx, dy)
    return (
        aim[0] + share * (dx * cos(angle) - dy * sin(angle)),
        aim[1] + share * (dx * sin(angle) + dy * cos(angle)),
    )


@pytest.mark.parametrize("blast", [2, 4, 9])
@pytest.mark.parametrize("aim", [(0, 10), (6, 8), (-7, 7), (3, -5)])
def test_who_is_caught_where_points_are_known(aim: tuple[int, int], blast: int) -> None:
    """On a hit who stands near the point; on a miss who stands near the point that it scatters to."""
    at = (0, 0)
    spots = [at, aim, (aim[0] + 3, aim[1] - 2), (aim[0] - 9, aim[1] + 4), (20, 20)]
    names = ["a", "b", "c", "d", "e"]
    fighters: dict[str, Any] = {
        name: {"at": list(spot), "resilience": 60} for name, spot in zip(names, spots, strict=True)
    }
    fighters["a"] |= {"agility": 3, "weapon": grenade(blast=blast)}
    setup = set_up(GAME, fighters)
    dice = 4 if hypot(*aim) <= 6 else 3

    def caught(shown: int, direction: int, die: int) -> Any:
        x, y = aim if shown >= 3 else burst(at, aim, direction, die)
        return tuple(hypot(spot[0] - x, spot[1] - y) <= blast + 0.0003 for spot in spots)

    far: Chances = {side: SIXTH for side in range(1, 7)}
    agree(
        odds(setup, setup.fight, tuple(f"outcome.{name}.hit" for name in names), "attack", "a", "b"),
        icepool=over(caught, dice @ ICON, d6, d6),
        by_hand=weighted(caught, icons(dice), far, far),
    )


@pytest.mark.parametrize(("distance", "dice"), [(6, 4), (7, 3), (12, 3), (13, 3), (18, 3)])
@pytest.mark.parametrize(("wounds", "vision", "number"), [(0, "clear", 3), (1, "clear", 4), (0, "dim", 5)])
def test_the_throw(distance: int, dice: int, wounds: int, vision: str, number: int) -> None:
    """DN 3 and one's own penalties; a die more at short range; a point has no Defence, far or near."""
    fighters = {
        "a": {"agility": 3, "wounds": wounds, "weapon": grenade()},
        "b": {"resilience": 60, "defence": 8, "size": "huge"},
    }
    setup = set_up(GAME, fighters)
    agree(
        odds(setup, setup.fight, ("outcome.hit",), "attack", "a", "b", distance=distance, vision=vision),
        icepool=(dice @ ICON).map(lambda shown: shown >= number),
        by_hand=weighted(lambda shown: shown >= number, icons(dice)),
    )


@pytest.mark.parametrize("blast", [5, 6])
@pytest.mark.parametrize("ap", [0, 3])
def test_damage_of_a_blast(blast: int, ap: int) -> None:
    """Once for all; half of a mob; who is in full defence has more Resilience against a blast below 6. A Wrath 6 of a hit
    is 3 ED more where criticals are simple."""
    wall = {"max_wounds": 60, "max_shock": 60, "determination": 0, "resilience": 6}
    fighters = {
        "a": {"agility": 3, "weapon": grenade(blast=blast, ap=ap)},
        "b": {**wall, "initiative": 2},
        "c": wall,
        "m": {"mob": 5, "resilience": 7, "max_shock": 9},
    }
    setup = set_up(GAME, fighters, {"criticals": "simple"})
    ready = Setup(after(setup, "full_defence", "b", dice=[("test", (4, 2))]), setup.fighters)
    guard = 2 if blast < 6 else 0

    def harmed(resilience: int, done: int) -> tuple[int, int]:
        left = max(1, resilience - ap)
        return max(0, done - left), int(done == left)

    def fate(wrath: int, rest: int, extra: int, more: int) -> Any:
        shown = rest + (2 if wrath == 6 else 1 if wrath >= 4 else 0)
        if shown < 3:
            return (0, 0), (0, 0), 5, 0
        done = 9 + extra + (more if wrath == 6 else 0)
        out = 3 if done > max(1, 7 - ap) else 0
        return harmed(6 + guard, done), harmed(6, done), 5 - out, int(done == max(1, 7 - ap))

    def flat(*given: int) -> Any:
        b, c, members, shock = fate(*given)
        return (*b, *c, members, shock)

    paths = ("b.wounds", "b.shock", "c.wounds", "c.shock", "m.mob", "m.shock")
    die: Chances = {side: SIXTH for side in range(1, 7)}
    agree(
        odds(ready, ready.fight, paths, "attack", "a", ["b", "c", "m"], distance=10),
        icepool=over(flat, d6, 2 @ ICON, 1 @ ICON, 3 @ ICON),
        by_hand=weighted(flat, die, icons(2), icons(1), icons(3)),
    )


def test_every_direction_once() -> None:
    """The six directions are sixths of a circle: what stands 10 m off in one of them is caught in one case of 36."""
    aim = (0, 12)
    spots = {f"s{side}": burst((0, 0), aim, side, 5) for side in range(1, 7)}
    fighters: dict[str, Any] = {name: {"at": [round(x), round(y)], "resilience": 60} for name, (x, y) in spots.items()}
    fighters["a"] = {"at": [0, 0], "agility": 3, "resilience": 60, "weapon": grenade(blast=1)}
    fighters["b"] = {"at": list(aim), "resilience": 60}
    setup = set_up(GAME, fighters)
    miss = 1 - sum(chance for shown, chance in icons(3).items() if shown >= 3)
    for name, (side, die) in zip(spots, product(range(1, 7), [5]), strict=True):
        assert name == f"s{side}"
        found = odds(setup, setup.fight, (f"outcome.{name}.hit",), "attack", "a", "b")
        assert found[True] == miss / 36, (name, die)
