"""Cyberpunk RED: exact odds against icepool and against enumeration. Read from rules/cpred.md, rulings.md and facts.md 2."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from icepool import Die, Vector, d6, d10

from fracas.core.errors import Refused
from oracles import agree, enumerated, from_icepool, program, weighted

# -- by hand: the page in a few straight lines ------------------------------------------------------------------------


def check(first: int, second: int) -> int:
    """cpred.check: the d10 of a check, with the one die that a natural 10 or 1 calls for."""
    if first == 10:
        return 10 + second
    if first == 1:
        return 1 - second
    return first


CHECKED = enumerated(check, 10, 10)
SIX = enumerated(int, 6)


def blow(
    faces: tuple[int, ...],
    hp: int,
    layers: tuple[int, ...] = (),
    *,
    half: bool = False,
    factor: int = 1,
    times: int = 1,
    wears: int = 1,
    rubber: bool = False,
) -> tuple[int, tuple[int, ...], int]:
    """cpred.armour.*, cpred.head.double, cpred.injury.bonus, cpred.ammo.*: HP, layers, and what got through."""
    sp = max(layers, default=0)
    if half:
        sp = (sp + 1) // 2
    through = max(0, sum(faces) * times - sp)
    if through > 0 and not rubber:
        layers = tuple(max(0, layer - wears) for layer in layers)
    lost = through * factor
    if faces.count(6) >= 2 and not rubber:
        lost += 5
    if rubber:
        return max(1, hp - lost), layers, through
    return hp - lost, layers, through


BODY = dict(
    enumerate(
        [
            "lost_arm",
            "lost_hand",
            "collapsed_lung",
            "broken_ribs",
            "broken_arm",
            "foreign_object",
            "broken_leg",
            "torn_muscle",
            "spinal_injury",
            "crushed_fingers",
            "lost_leg",
        ],
        2,
    )
)
HEAD = dict(
    enumerate(
        [
            "lost_eye",
            "brain_injury",
            "damaged_eye",
            "concussion",
            "broken_jaw",
            "foreign_object_head",
            "whiplash",
            "cracked_skull",
            "damaged_ear",
            "crushed_windpipe",
            "lost_ear",
        ],
        2,
    )
)
ORDER = [*BODY.values(), *HEAD.values()]
FATAL = {"lost_arm", "lost_hand", "collapsed_lung", "spinal_injury", "lost_leg"} | {
    "lost_eye",
    "brain_injury",
    "whiplash",
    "cracked_skull",
    "crushed_windpipe",
    "lost_ear",
}


def in_order(injuries: set[str]) -> tuple[str, ...]:
    return tuple(injury for injury in ORDER if injury in injuries)


def fresh(table: dict[int, str], present: set[str]) -> list[str]:
    """Every pair of d6 that is no repeat, as the injury it stands for: rolling again is choosing among these alike."""
    return [table[a + b] for a, b in product(range(1, 7), repeat=2) if table[a + b] not in present]


# -- icepool: the dice of the page ---------------------------------------------------------------------------------------

CHECK = d10.map({1: 1 - d10, 10: 10 + d10})
FACE = d6.map(lambda face: Vector((face, int(face == 6))))


def sum_and_sixes(count: int) -> Die[Any]:
    return count @ FACE


def harm(count: int, sp: int, after: Any) -> Die[Any]:
    """``after(through, five)`` over the damage dice: what passes SP, and 5 when there are two sixes."""
    return sum_and_sixes(count).map(lambda total, sixes: after(max(total - sp, 0), 5 * (sixes > 1)), star=True)


def injury_die(table: dict[int, str], present: set[str] = frozenset()) -> Die[Any]:  # type: ignore[assignment]
    again = {number for number, injury in table.items() if injury in present}
    return (2 @ d6).reroll(again, depth="inf").map(table)


# -- hits ----------------------------------------------------------------------------------------------------------------


def worn(*sps: int, covers: str = "body", penalty: int = 0) -> list[dict[str, Any]]:
    return [{"name": f"SP {sp}", "sp": sp, "covers": [covers], "penalty": penalty} for sp in sps]


def test_plain_hit() -> None:
    paths = (
        "t.hp",
        "t.sp.body",
        "t.sp.head",
        "outcome.hit",
        "outcome.damage",
        "outcome.through",
        "outcome.suffered",
        "outcome.critical",
    )
    fighters = {"t": {"hp": 40, "armour": worn(11)}}

    def by_hand(*faces: int) -> Any:
        hp, (sp,), through = blow(faces, 40, (11,))
        return hp, sp, 0, True, sum(faces), through, 40 - hp, faces.count(6) >= 2

    def by_icepool(total: int, sixes: int) -> Any:
        through, five = max(0, total - 11), 5 if sixes > 1 else 0
        return 40 - through - five, 11 - (total > 11), 0, True, total, through, through + five, sixes > 1

    agree(
        program("cpred", fighters, "hit", paths, target="t", details={"damage": "3d6"}),
        icepool=sum_and_sixes(3).map(by_icepool, star=True),
        by_hand=enumerated(by_hand, 6, 6, 6),
    )


@pytest.mark.parametrize(
    ("count", "plus", "sp"), [(2, 0, 13), (4, 0, 18), (5, 0, 15), (3, 2, 11), (6, 0, 0), (1, 0, 4)]
)
def test_two_sixes_without_the_injury_roll(count: int, plus: int, sp: int) -> None:
    damage = f"{count}d6+{plus}" if plus else f"{count}d6"
    fighters = {"t": {"hp": 25, "max_hp": 40, "armour": worn(sp)}}

    def by_hand(*faces: int) -> Any:
        lost = max(0, sum(faces) + plus - sp)
        hp = 25 - lost - (5 if faces.count(6) >= 2 else 0)
        wound = "mortal" if hp < 1 else "serious" if hp < 20 else "light"
        return hp, max(0, sp - 1) if lost else sp, wound, ()

    def by_icepool(through: int, five: int) -> Any:
        hp = 25 - through - five
        wound = ("light", "serious", "mortal")[(hp < 20) + (hp < 1)]
        return hp, max(sp - (through > 0), 0), wound, ()

    agree(
        program(
            "cpred",
            fighters,
            "hit",
            ("t.hp", "t.sp.body", "t.wound", "t.injuries"),
            target="t",
            details={"damage": damage, "injury": False},
        ),
        icepool=harm(count, sp - plus, by_icepool),
        by_hand=enumerated(by_hand, *[6] * count),
    )


@pytest.mark.parametrize(("injuries", "factor"), [([], 2), (["cracked_skull"], 3)])
def test_aimed_head_hit_doubles_what_passes_but_not_the_five(injuries: list[str], factor: int) -> None:
    fighters = {"t": {"hp": 60, "max_hp": 60, "injuries": injuries, "armour": [*worn(11), *worn(7, covers="head")]}}

    def by_hand(*faces: int) -> Any:
        hp, (sp,), through = blow(faces, 60, (7,), factor=factor)
        return hp, sp, 11, through, "head"

    agree(
        program(
            "cpred",
            fighters,
            "hit",
            ("t.hp", "t.sp.head", "t.sp.body", "outcome.through", "outcome.location"),
            target="t",
            details={"damage": "4d6", "aimed": "head", "injury": False},
        ),
        icepool=harm(
            4, 7, lambda through, five: (60 - factor * through - five, 7 - (through > 0), 11, through, "head")
        ),
        by_hand=enumerated(by_hand, 6, 6, 6, 6),
    )


@pytest.mark.parametrize("sp", [11, 1, 2])
def test_ap_wears_two(sp: int) -> None:
    def by_hand(*faces: int) -> Any:
        hp, (left,), _ = blow(faces, 40, (sp,), wears=2)
        return hp, left

    agree(
        program(
            "cpred",
            {"t": {"hp": 40, "armour": worn(sp)}},
            "hit",
            ("t.hp", "t.sp.body"),
            target="t",
            details={"damage": "3d6", "ammo": "ap", "injury": False},
        ),
        icepool=harm(3, sp, lambda through, five: (40 - through - five, max(0, sp - 2) if through else sp)),
        by_hand=enumerated(by_hand, 6, 6, 6),
    )


@pytest.mark.parametrize("hp", [40, 6, 1])
def test_rubber_never_goes_below_one(hp: int) -> None:
    def by_hand(*faces: int) -> Any:
        left, (sp,), _ = blow(faces, hp, (7,), rubber=True)
        return left, sp, (), False

    agree(
        program(
            "cpred",
            {"t": {"hp": hp, "max_hp": 40, "armour": worn(7)}},
            "hit",
            ("t.hp", "t.sp.body", "t.injuries", "outcome.critical"),
            target="t",
            details={"damage": "3d6", "ammo": "rubber"},
        ),
        icepool=(3 @ d6 - 7).clip(0, hp - 1).map(lambda lost: (hp - lost, 7, (), False)),
        by_hand=enumerated(by_hand, 6, 6, 6),
    )


def test_incendiary_sets_on_fire_only_when_it_passes() -> None:
    def by_hand(*faces: int) -> Any:
        hp, (sp,), through = blow(faces, 40, (12,))
        return hp, sp, 2 if through else 0

    agree(
        program(
            "cpred",
            {"t": {"hp": 40, "armour": worn(12)}},
            "hit",
            ("t.hp", "t.sp.body", "t.burning"),
            target="t",
            details={"damage": "3d6", "ammo": "incendiary", "injury": False},
        ),
        icepool=harm(3, 12, lambda through, five: (40 - through - five, 11 if through else 12, 2 * (through > 0))),
        by_hand=enumerated(by_hand, 6, 6, 6),
    )


def test_only_the_highest_layer_counts_and_all_wear_down() -> None:
    layers = (4, 0, 11, 7, 1, 10)

    def by_hand(*faces: int) -> Any:
        hp, left, _ = blow(faces, 40, layers)
        return hp, max(left), left, (5,)

    def by_icepool(through: int, five: int) -> Any:
        return (40 - through - five, *((10, (3, 0, 10, 6, 0, 9)) if through else (11, layers)), (5,))

    agree(
        program(
            "cpred",
            {"t": {"hp": 40, "armour": [*worn(*layers), *worn(5, covers="head")]}},
            "hit",
            ("t.hp", "t.sp.body", "t.layers.body", "t.layers.head"),
            target="t",
            details={"damage": "4d6", "injury": False},
        ),
        icepool=harm(4, 11, by_icepool),
        by_hand=enumerated(by_hand, 6, 6, 6, 6),
    )


def test_direct_damage_knows_no_armour_and_no_injury() -> None:
    agree(
        program(
            "cpred",
            {"t": {"hp": 40, "armour": worn(18), "cover": {"hp": 25}}},
            "hit",
            ("t.hp", "t.sp.body", "t.injuries", "t.cover.hp"),
            target="t",
            details={"damage": "3d6", "direct": True},
        ),
        icepool=(3 @ d6).map(lambda total: (40 - total, 18, (), 25)),
        by_hand=enumerated(lambda *faces: (40 - sum(faces), 18, (), 25), 6, 6, 6),
    )


def test_cover_takes_the_whole_hit() -> None:
    def by_hand(*faces: int) -> Any:
        cover = 10 - sum(faces)
        if cover < 0:
            cover = 0
        return cover, 40, 11, ()

    agree(
        program(
            "cpred",
            {"t": {"hp": 40, "armour": worn(11), "cover": {"hp": 10}}},
            "hit",
            ("t.cover.hp", "t.hp", "t.sp.body", "t.injuries"),
            target="t",
            details={"damage": "3d6"},
        ),
        icepool=(10 - 3 @ d6).clip(0, 10).map(lambda cover: (cover, 40, 11, ())),
        by_hand=enumerated(by_hand, 6, 6, 6),
    )


# -- injuries --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aimed", "present"),
    [
        (None, set()),
        (None, {"foreign_object", "broken_ribs", "lost_leg"}),
        (None, {"foreign_object_head", "lost_arm"}),
        ("head", {"concussion", "cracked_skull", "foreign_object"}),
        (None, set(BODY.values()) - {"lost_arm", "broken_leg"}),
    ],
)
def test_an_injury_never_comes_twice(aimed: str | None, present: set[str]) -> None:
    table, factor = (HEAD, 3 if "cracked_skull" in present else 2) if aimed else (BODY, 1)
    details = {"damage": "3d6", **({"aimed": aimed} if aimed else {})}
    armour = worn(9, covers=aimed or "body")
    accepted = fresh(table, present)
    base = len(present & FATAL)

    def by_hand(a: int, b: int, c: int, injury: str) -> Any:
        hp, (sp,), _ = blow((a, b, c), 80, (9,), factor=factor)
        critical = (a, b, c).count(6) >= 2
        injuries = present | {injury} if critical else present
        return hp, sp, in_order(injuries), len(injuries & FATAL), critical

    def by_icepool(through: int, five: int) -> Any:
        hp, sp = 80 - factor * through - five, 9 - (through > 0)
        if not five:
            return hp, sp, in_order(present), base, False
        return injury_die(table, present).map(
            lambda injury: (hp, sp, in_order(present | {injury}), base + (injury in FATAL), True)
        )

    agree(
        program(
            "cpred",
            {"t": {"hp": 80, "max_hp": 80, "injuries": sorted(present), "armour": armour}},
            "hit",
            ("t.hp", f"t.sp.{aimed or 'body'}", "t.injuries", "t.death_penalty", "outcome.critical"),
            target="t",
            details=details,
        ),
        icepool=harm(3, 9, by_icepool),
        by_hand=enumerated(by_hand, 6, 6, 6, accepted),
    )


@pytest.mark.parametrize("present", [set(), {"foreign_object"}])
def test_the_mortally_wounded_are_injured_by_every_hit_that_hurts(present: set[str]) -> None:
    def by_hand(a: int, b: int, injury: str) -> Any:
        hp, (sp,), _ = blow((a, b), 0, (6,))
        penalty, injuries = 0, present
        if hp < 0:
            penalty, injuries = 1, present | {injury}
        return hp, sp, in_order(injuries), penalty + len(injuries & FATAL)

    def by_icepool(through: int, five: int) -> Any:
        if through + five == 0:
            return 0, 6, in_order(present), len(present & FATAL)
        return injury_die(BODY, present).map(
            lambda injury: (
                -through - five,
                6 - (through > 0),
                in_order(present | {injury}),
                1 + len(present & FATAL) + (injury in FATAL),
            )
        )

    agree(
        program(
            "cpred",
            {"t": {"hp": 0, "max_hp": 40, "injuries": sorted(present), "armour": worn(6)}},
            "hit",
            ("t.hp", "t.sp.body", "t.injuries", "t.death_penalty"),
            target="t",
            details={"damage": "2d6"},
        ),
        icepool=harm(2, 6, by_icepool),
        by_hand=enumerated(by_hand, 6, 6, fresh(BODY, present)),
    )


def test_the_five_alone_hurts_the_mortally_wounded() -> None:
    def by_hand(a: int, b: int, injury: str) -> Any:
        if (a, b) == (6, 6):
            return -5, 18, (injury,), 1 + (injury in FATAL)
        return 0, 18, (), 0

    agree(
        program(
            "cpred",
            {"t": {"hp": 0, "max_hp": 40, "armour": worn(18)}},
            "hit",
            ("t.hp", "t.sp.body", "t.injuries", "t.death_penalty"),
            target="t",
            details={"damage": "2d6"},
        ),
        icepool=d6.pool(2)
        .expand()
        .map(
            lambda low, high: (
                injury_die(BODY).map(lambda injury: (-5, 18, (injury,), 1 + (injury in FATAL)))
                if low == 6
                else (0, 18, (), 0)
            ),
            star=True,
        ),
        by_hand=enumerated(by_hand, 6, 6, fresh(BODY, set())),
    )


def test_an_aimed_leg_breaks_before_the_rolled_injury() -> None:
    def by_hand(a: int, b: int, c: int, injury: str) -> Any:
        hp, (sp,), through = blow((a, b, c), 40, (11,))
        injuries = {"broken_leg"} if through else set()
        if (a, b, c).count(6) >= 2:
            injuries.add(injury)
        return hp, sp, in_order(injuries)

    # two sixes (13 or more) always pass SP 11, so every rolled injury meets a leg that is broken already
    rolled = fresh(BODY, {"broken_leg"})

    def by_icepool(through: int, five: int) -> Any:
        if not five:
            return 40 - through, 11 - (through > 0), ("broken_leg",) if through else ()
        return injury_die(BODY, {"broken_leg"}).map(lambda injury: (35 - through, 10, in_order({"broken_leg", injury})))

    agree(
        program(
            "cpred",
            {"t": {"hp": 40, "armour": worn(11)}},
            "hit",
            ("t.hp", "t.sp.body", "t.injuries"),
            target="t",
            details={"damage": "3d6", "aimed": "leg"},
        ),
        icepool=harm(3, 11, by_icepool),
        by_hand=enumerated(by_hand, 6, 6, 6, rolled),
    )


# -- attacks -------------------------------------------------------------------------------------------------------------

PISTOL = {"skill": "handgun", "class": "pistol", "distance": 5, "injury": False}  # DV 13


@pytest.mark.parametrize(
    ("distance", "dv", "bonus"), [(5, 13, 14), (12, 15, 8), (20, 20, 10), (40, 25, 8), (150, 30, 10), (60, 30, 9)]
)
def test_natural_ten_and_one_take_one_more_die(distance: int, dv: int, bonus: int) -> None:
    def by_hand(first: int, second: int, a: int, b: int) -> Any:
        if bonus + check(first, second) <= dv:
            return False, 30
        return True, 30 - a - b - (5 if a == b == 6 else 0)

    shot = (CHECK + bonus > dv).map(
        lambda hits: harm(2, 0, lambda through, five: (True, 30 - through - five)) if hits else (False, 30)
    )
    agree(
        program(
            "cpred",
            {"a": {"ref": bonus - 4, "skills": {"handgun": 4}}, "t": {"hp": 30}},
            "attack",
            ("outcome.hit", "t.hp"),
            by="a",
            target="t",
            details={**PISTOL, "distance": distance, "damage": "2d6"},
        ),
        icepool=shot,
        by_hand=enumerated(by_hand, 10, 10, 6, 6),
    )


@pytest.mark.parametrize("tie", ["defender", "meets"])
def test_a_tie_by_either_option(tie: str) -> None:
    def by_hand(first: int, second: int, a: int, b: int, c: int) -> Any:
        total = 10 + check(first, second)
        if total < 13 or (total == 13 and tie == "defender"):
            return False, 40, 11, 0
        hp, (sp,), through = blow((a, b, c), 40, (11,))
        return True, hp, sp, through

    hits = CHECK + 10 >= 13 if tie == "meets" else CHECK + 10 > 13
    agree(
        program(
            "cpred",
            {"a": {"ref": 6, "skills": {"handgun": 4}}, "t": {"hp": 40, "armour": worn(11)}},
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body", "outcome.through"),
            by="a",
            target="t",
            details={**PISTOL, "damage": "3d6"},
            house={"tie": tie},
        ),
        icepool=hits.map(
            lambda hit: (
                harm(3, 11, lambda through, five: (True, 40 - through - five, 11 - (through > 0), through))
                if hit
                else (False, 40, 11, 0)
            )
        ),
        by_hand=enumerated(by_hand, 10, 10, 6, 6, 6),
    )


@pytest.mark.parametrize("tie", ["defender", "meets"])
def test_aimed_head_shot_at_minus_eight(tie: str) -> None:
    def by_hand(first: int, second: int, a: int, b: int, c: int) -> Any:
        total = 8 + 7 - 8 + check(first, second)
        if total < 13 or (total == 13 and tie == "defender"):
            return False, 40, 7, 11
        hp, (sp,), _ = blow((a, b, c), 40, (7,), factor=2)
        return True, hp, sp, 11

    margin = CHECK + (8 + 7 - 8 - 13)
    agree(
        program(
            "cpred",
            {
                "a": {"ref": 8, "skills": {"handgun": 7}},
                "t": {"hp": 40, "armour": [*worn(7, covers="head"), *worn(11)]},
            },
            "attack",
            ("outcome.hit", "t.hp", "t.sp.head", "t.sp.body"),
            by="a",
            target="t",
            details={**PISTOL, "damage": "3d6", "aimed": "head"},
            house={"tie": tie},
        ),
        icepool=(margin >= (0 if tie == "meets" else 1)).map(
            lambda hit: (
                harm(3, 7, lambda through, five: (True, 40 - 2 * through - five, 7 - (through > 0), 11))
                if hit
                else (False, 40, 7, 11)
            )
        ),
        by_hand=enumerated(by_hand, 10, 10, 6, 6, 6),
    )


def test_aimed_at_the_hand_drops_what_it_holds() -> None:
    def by_hand(first: int, second: int, a: int, b: int) -> Any:
        if 15 - 8 + check(first, second) <= 13:
            return False, 40, 7, False
        hp, (sp,), through = blow((a, b), 40, (7,))
        return True, hp, sp, through > 0

    agree(
        program(
            "cpred",
            {"a": {"ref": 8, "skills": {"handgun": 7}}, "t": {"hp": 40, "armour": worn(7)}},
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body", "t.dropped"),
            by="a",
            target="t",
            details={**PISTOL, "damage": "2d6", "aimed": "held"},
        ),
        icepool=(CHECK >= 7).map(
            lambda hit: (
                harm(2, 7, lambda through, five: (True, 40 - through - five, 7 - (through > 0), through > 0))
                if hit
                else (False, 40, 7, False)
            )
        ),
        by_hand=enumerated(by_hand, 10, 10, 6, 6),
    )


@pytest.mark.parametrize("tie", ["defender", "meets"])
@pytest.mark.parametrize(
    ("skill", "details", "half"),
    [("melee_weapon", {}, True), ("martial_arts", {}, True), ("brawling", {"unarmed": True}, False)],
)
def test_hand_to_hand_is_opposed_and_weapons_meet_half_the_armour(
    skill: str, details: dict[str, Any], half: bool, tie: str
) -> None:
    attacker = {"dex": 7, "ref": 3, "skills": {skill: 5}}
    defender = {"hp": 40, "dex": 6, "ref": 2, "skills": {"evasion": 4}, "armour": worn(7)}
    counts = 4 if half else 7

    def by_hand(mine: int, other: int, a: int, b: int) -> Any:
        attack, evasion = 7 + 5 + mine, 6 + 4 + other
        if attack < evasion or (attack == evasion and tie == "defender"):
            return False, 40, 7
        hp, (sp,), _ = blow((a, b), 40, (7,), half=half)
        return True, hp, sp

    lead = CHECK + 12 - (CHECK + 10)
    agree(
        program(
            "cpred",
            {"a": attacker, "t": defender},
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body"),
            by="a",
            target="t",
            details={"skill": skill, "damage": "2d6", "injury": False, **details},
            house={"tie": tie},
        ),
        icepool=(lead >= (0 if tie == "meets" else 1)).map(
            lambda hit: (
                harm(2, counts, lambda through, five: (True, 40 - through - five, 7 - (through > 0)))
                if hit
                else (False, 40, 7)
            )
        ),
        by_hand=weighted(by_hand, CHECKED, CHECKED, SIX, SIX),
    )


def test_dodging_takes_the_place_of_the_dv() -> None:
    """REF 10 less the armour's 2 is the 8 that a dodge needs; DEX, too, is lowered."""
    defender = {"hp": 40, "ref": 10, "dex": 8, "skills": {"evasion": 5}, "armour": worn(12, penalty=2)}

    def by_hand(mine: int, other: int, a: int, b: int) -> Any:
        if 8 + 6 + mine <= (8 - 2) + 5 + other:
            return False, 40, 12
        hp, (sp,), _ = blow((a, b), 40, (12,))
        return True, hp, sp

    agree(
        program(
            "cpred",
            {"a": {"ref": 8, "skills": {"handgun": 6}}, "t": defender},
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body"),
            by="a",
            target="t",
            details={**PISTOL, "damage": "2d6", "dodge": True},
        ),
        icepool=(CHECK - CHECK + 3 > 0).map(
            lambda hit: (
                harm(2, 12, lambda through, five: (True, 40 - through - five, 12 - (through > 0)))
                if hit
                else (False, 40, 12)
            )
        ),
        by_hand=weighted(by_hand, CHECKED, CHECKED, SIX, SIX),
    )


def test_armour_that_leaves_less_than_ref_eight_leaves_no_dodge() -> None:
    defender = {"hp": 40, "ref": 9, "dex": 8, "skills": {"evasion": 5}, "armour": worn(12, penalty=2)}
    with pytest.raises(Refused):
        program(
            "cpred",
            {"a": {"ref": 8, "skills": {"handgun": 6}}, "t": defender},
            "attack",
            ("t.hp",),
            by="a",
            target="t",
            details={**PISTOL, "damage": "2d6", "dodge": True},
        )


@pytest.mark.parametrize("tie", ["defender", "meets"])
@pytest.mark.parametrize(
    ("weapon", "distance", "dv", "most"),
    [("smg", 5, 20, 3), ("smg", 10, 17, 3), ("assault_rifle", 20, 17, 4), ("assault_rifle", 60, 25, 4)],
)
def test_autofire_multiplies_by_the_margin(weapon: str, distance: int, dv: int, most: int, tie: str) -> None:
    def by_hand(first: int, second: int, a: int, b: int) -> Any:
        margin = 14 + check(first, second) - dv
        if margin < 0 or (margin == 0 and tie == "defender"):
            return False, 60, 11, 0
        hp, (sp,), through = blow((a, b), 60, (11,), times=min(max(margin, 1), most))
        return True, hp, sp, through

    def burst(times: int) -> Any:
        if times == 0:
            return False, 60, 11, 0
        return sum_and_sixes(2).map(
            lambda total, sixes: (
                True,
                60 - max(total * times - 11, 0) - 5 * (sixes == 2),
                11 - (total * times > 11),
                max(total * times - 11, 0),
            ),
            star=True,
        )

    margin = CHECK + (14 - dv)
    times = margin.clip(0, most) if tie == "defender" else margin.map(lambda m: 0 if m < 0 else min(max(m, 1), most))
    agree(
        program(
            "cpred",
            {"a": {"ref": 8, "skills": {"autofire": 6}}, "t": {"hp": 60, "max_hp": 60, "armour": worn(11)}},
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body", "outcome.through"),
            by="a",
            target="t",
            details={
                "skill": "autofire",
                "class": weapon,
                "distance": distance,
                "mode": "auto",
                "damage": "2d6",
                "injury": False,
            },
            house={"tie": tie},
        ),
        icepool=times.map(burst),
        by_hand=enumerated(by_hand, 10, 10, 6, 6),
    )


def test_autofire_dodged_counts_the_margin_over_the_dodge() -> None:
    def by_hand(mine: int, other: int, a: int, b: int) -> Any:
        margin = 16 + mine - (15 + other)
        if margin <= 0:
            return False, 60, 11
        hp, (sp,), _ = blow((a, b), 60, (11,), times=min(margin, 4))
        return True, hp, sp

    def burst(times: int) -> Any:
        if not times:
            return False, 60, 11
        return sum_and_sixes(2).map(
            lambda total, sixes: (True, 60 - max(total * times - 11, 0) - 5 * (sixes == 2), 11 - (total * times > 11)),
            star=True,
        )

    agree(
        program(
            "cpred",
            {
                "a": {"ref": 8, "skills": {"autofire": 8}},
                "t": {"hp": 60, "max_hp": 60, "ref": 8, "dex": 8, "skills": {"evasion": 7}, "armour": worn(11)},
            },
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body"),
            by="a",
            target="t",
            details={
                "skill": "autofire",
                "class": "assault_rifle",
                "distance": 20,
                "mode": "auto",
                "damage": "2d6",
                "dodge": True,
                "injury": False,
            },
        ),
        icepool=(CHECK - CHECK + 1).clip(0, 4).map(burst),
        by_hand=weighted(by_hand, CHECKED, CHECKED, SIX, SIX),
    )


@pytest.mark.parametrize(
    ("attacker", "lowered"),
    [
        ({"hp": 20, "max_hp": 40}, 0),
        ({"hp": 19, "max_hp": 40}, 2),
        ({"hp": 22, "max_hp": 45}, 2),
        ({"hp": 23, "max_hp": 45}, 0),
        ({"hp": 0, "max_hp": 40}, 4),
        ({"hp": 40, "injuries": ["concussion"]}, 2),
        ({"hp": 19, "max_hp": 40, "injuries": ["brain_injury", "damaged_eye"]}, 6),
        ({"hp": 40, "injuries": ["lost_eye", "torn_muscle", "broken_ribs"]}, 4),
        ({"hp": 40, "armour": worn(13, penalty=2)}, 2),
    ],
)
def test_the_wounded_and_the_injured_shoot_worse(attacker: dict[str, Any], lowered: int) -> None:
    def by_hand(first: int, second: int, a: int, b: int) -> Any:
        if 8 + 4 - lowered + check(first, second) <= 13:
            return False, 40, 7
        hp, (sp,), _ = blow((a, b), 40, (7,))
        return True, hp, sp

    agree(
        program(
            "cpred",
            {"a": {"ref": 8, "skills": {"handgun": 4}, **attacker}, "t": {"hp": 40, "armour": worn(7)}},
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body"),
            by="a",
            target="t",
            details={**PISTOL, "damage": "2d6"},
        ),
        icepool=(lowered + 1 < CHECK).map(
            lambda hit: (
                harm(2, 7, lambda through, five: (True, 40 - through - five, 7 - (through > 0)))
                if hit
                else (False, 40, 7)
            )
        ),
        by_hand=enumerated(by_hand, 10, 10, 6, 6),
    )


def test_an_attack_with_its_injury() -> None:
    """The whole of it at once: to hit, damage, two sixes, the injury, and the death save penalty that it brings."""
    present = {"broken_arm", "torn_muscle"}

    def by_hand(roll: int, a: int, b: int, injury: str) -> Any:
        if 12 + roll <= 15:
            return False, 40, 11, in_order(present), 0
        hp, (sp,), _ = blow((a, b), 40, (11,))
        critical = a == b == 6
        injuries = present | {injury} if critical else present
        return True, hp, sp, in_order(injuries), len(injuries & FATAL)

    rolls = [check(first, second) for first in range(1, 11) for second in range(1, 11)]

    def landed(through: int, five: int) -> Any:
        if not five:
            return True, 40 - through, 11 - (through > 0), in_order(present), 0
        return injury_die(BODY, present).map(
            lambda injury: (True, 35 - through, 10, in_order(present | {injury}), int(injury in FATAL))
        )

    agree(
        program(
            "cpred",
            {
                "a": {"ref": 7, "skills": {"shoulder_arms": 5}},
                "t": {"hp": 40, "injuries": list(present), "armour": worn(11)},
            },
            "attack",
            ("outcome.hit", "t.hp", "t.sp.body", "t.injuries", "t.death_penalty"),
            by="a",
            target="t",
            details={"skill": "shoulder_arms", "class": "assault_rifle", "distance": 80, "damage": "2d6"},
        ),
        icepool=(CHECK + 12 > 15).map(
            lambda hit: harm(2, 11, landed) if hit else (False, 40, 11, in_order(present), 0)
        ),
        by_hand=enumerated(by_hand, rolls, 6, 6, fresh(BODY, present)),
    )


# -- turns and aid --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["every_save", "success_only"])
@pytest.mark.parametrize(
    ("body", "penalty", "injuries"),
    [(6, 0, []), (6, 2, []), (3, 2, []), (14, 0, []), (8, 1, ["lost_arm", "whiplash", "broken_leg"]), (1, 0, [])],
)
def test_death_save(body: int, penalty: int, injuries: list[str], option: str) -> None:
    base = penalty + len(FATAL & set(injuries))

    def by_hand(face: int) -> Any:
        dead = face == 10 or face + base >= body
        return dead, base if dead and option == "success_only" else base + 1, "dead" if dead else "mortal"

    lives = d10 < min(10, body - base)
    agree(
        program(
            "cpred",
            {"t": {"body": body, "hp": -3, "max_hp": 40, "death_penalty": penalty, "injuries": injuries}},
            "turn",
            ("t.dead", "t.death_penalty", "t.wound"),
            by="t",
            house={"death_penalty": option},
        ),
        icepool=lives.map(
            lambda alive: (False, base + 1, "mortal") if alive else (True, base + (option == "every_save"), "dead")
        ),
        by_hand=enumerated(by_hand, 10),
    )


def test_stabilising_the_mortally_wounded() -> None:
    hp, dv = -5, 15

    def by_hand(first: int, second: int) -> Any:
        return (1, True) if 6 + 4 + check(first, second) > dv else (hp, False)

    agree(
        program(
            "cpred",
            {"a": {"tech": 6, "skills": {"first_aid": 4}}, "t": {"hp": hp, "max_hp": 40}},
            "stabilise",
            ("t.hp", "t.unconscious"),
            by="a",
            target="t",
        ),
        icepool=(dv < CHECK + 10).map(lambda works: (1, True) if works else (hp, False)),
        by_hand=enumerated(by_hand, 10, 10),
    )


def test_the_check_die_of_both_oracles_is_the_same() -> None:
    assert from_icepool(CHECK) == CHECKED
