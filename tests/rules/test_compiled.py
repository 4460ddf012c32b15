"""Each game compiled: every rule in the call graph, and the fast table bit for bit its Python twin."""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np
import pytest
from numba import njit

from fast import compiled_runner
from fracas.core.compiled import compile_book, fast_table
from fracas.core.compiled.jit import COMPILED
from fracas.core.game import _RUNNERS, Game, Setup, decide, set_up
from fracas.core.state import flatten
from fracas.core.table import SeededTable
from fracas.odds import odds_of
from fracas.rules import load

NO_POLICY = np.zeros(64, np.int64)
ATTACKS_A_GAME = 2_500 * int(os.environ.get("FRACAS_TIMES", "1"))

SETUPS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "cpred": (
        {
            "a": {
                "ref": 8,
                "hp": 15,
                "skills": {"handgun": 6, "autofire": 5, "shoulder_arms": 4},
                "injuries": ["lost_eye"],
                "burning": 2,
                "lying": True,
                "luck": 3,
                "at": [0, 0],
                "weapons": [{"name": "shotgun", "class": "shotgun", "damage": "5d6", "magazine": 4}],
            },
            "h": {"body": 4, "side": 1, "lying": True, "at": [1, 1]},
            "t": {
                "side": 1,
                "at": [0, 2],
                "hp": 20,
                "ref": 8,
                "dex": 7,
                "skills": {"evasion": 3},
                "armour": [{"sp": 7, "covers": ["body", "head"]}, {"sp": 4, "covers": ["body"]}],
            },
        },
        {},
    ),
    "cops": (
        {
            "a": {
                "coordination": 5,
                "stance": "careful",
                "pace": "wary",
                "at": [0, 0],
                "weapons": [{"name": "pistol", "power": 3, "range": 25, "magazine": 9, "loaded": 4}],
            },
            "t": {"hp": 14, "protection": {"torso": "2d6+1", "head": 6}, "side": 1, "at": [6, 9]},
            "u": {"carrure": 2, "hp": -5, "side": 1},
        },
        {"location_dice": {"head": 3, "arms": 1, "torso": 2, "abdomen": 2, "legs": 1}, "excess_damage": True},
    ),
    "cp2020": (
        {
            "a": {
                "ref": 9,
                "damage": 6,
                "skills": {"handgun": 6, "first_aid": 4, "martial_arts": 5},
                "luck": 3,
                "at": [0, 0],
                "weapons": [
                    {"name": "smg", "damage": "2d6+1", "range": 50, "rof": 20, "magazine": 30, "automatic": True},
                    {"name": "grenade", "damage": "4d6", "radius": 4},
                ],
            },
            "u": {"side": 1, "at": [1, 0], "skills": {"athletics": 2, "dodge": 4}},
            "t": {
                "side": 1,
                "at": [1, 1],
                "body": 7,
                "damage": 14,
                "stunned": True,
                "armour": [
                    {"sp": 10, "covers": ["torso"], "rpa": True},
                    {"sp": 14, "covers": ["torso", "left_arm", "right_arm"], "ev": 1},
                    {"sp": 12, "covers": ["head"], "hard": True},
                ],
                "cover": {"sp": 5, "covers": ["left_leg"]},
            },
        },
        {"explode": "open", "overact": True, "limb_per": "attack", "head_double": "before_sp"},
    ),
    "wng": (
        {
            "a": {
                "agility": 5,
                "toughness": 4,
                "wounds": 9,
                "traumatic": ["left_eye"],
                "skills": {"ballistic_skill": 4, "weapon_skill": 4},
                "conditions": {"pinned": 1},
                "at": [0, 0],
                "weapons": [
                    {"name": "rifle", "damage": 9, "ed": 3, "range": [12, 24, 36], "salvo": "-"},
                    {"name": "frag", "damage": 9, "ed": 3, "range": [6, 12, 18], "blast": 5, "salvo": "-"},
                ],
            },
            "t": {
                "toughness": 4,
                "at": [4, 0],
                "conditions": {"restrained": 1},
                "armour": 3,
                "tier": 2,
                "side": "threat",
                "explosive": True,
                "engaged": ["m"],
            },
            "x": {
                "side": "threat",
                "wounds": 1,
                "shock": 2,
                "at": [4, 2],
                "surprised": True,
                "conditions": {"onfire": 1, "bleeding": 2, "hindered": 1, "prone": 1},
                "weapons": [{"name": "pistol", "damage": 7, "range": [6, 12, 18]}, {"name": "knife", "melee": True}],
            },
            "m": {"side": "threat", "at": [5, 0], "mob": 7, "resilience": 6, "max_shock": 2},
        },
        {"amputate": "chosen", "dying_critical": "any"},
    ),
}
GUN = {"damage": 9, "ed": 3, "ap": 2, "range": [12, 24, 36], "salvo": 2, "traits": ["rad 1", "inflict poisoned"]}
PERILS = ("suffocation", "shock", "climate", "fall", "fire", "radiation")
DECISIONS: dict[str, list[tuple[str, str | None, str | None, dict[str, Any]]]] = {
    "cpred": [
        ("attack", "a", "t", {"skill": "handgun", "class": "pistol", "distance": 8, "damage": "4d6", "aimed": "leg"}),
        ("attack", "a", "t", {"skill": "autofire", "class": "smg", "distance": 9, "damage": "2d6", "mode": "auto"}),
        ("attack", "a", "t", {"skill": "melee_weapon", "damage": "3d6", "ammo": "basic"}),
        ("attack", "a", "t", {"skill": "handgun", "class": "pistol", "distance": 8, "damage": "8d6", "dodge": True}),
        ("hit", None, "t", {"damage": "6d6", "ammo": "incendiary"}),
        ("turn", "a", None, {"moved": 6}),
        ("stabilise", "a", "t", {}),
        ("repair", None, "t", {}),
        ("put_out", None, "a", {}),
        ("round", None, None, {}),
        ("begin", None, None, {}),
        ("move", "a", None, {"to": [3, 4]}),
        ("stand_up", "a", None, {}),
        ("reload", "a", None, {"weapon": "shotgun"}),
        ("attack", "a", "t", {"weapon": "shotgun", "mode": "shell", "luck": 1}),
        ("attack", "a", "t", {"unarmed": True, "luck": 2, "distance": 1}),
        ("suppress", "a", "t", {"class": "smg", "damage": "2d6"}),
        ("grenade", "a", "t", {"class": "thrown", "damage": "6d6", "dodging": ["t"]}),
        ("grab", "a", "t", {"modifier": 1}),
    ],
    "cops": [
        ("attack", "a", "t", {"skill": 6, "distance": 8, "power": 4}),
        ("hit", None, "t", {"power": 5}),
        ("attack", "a", "t", {"weapon": "pistol", "skill": 5}),
        ("turn", "u", None, {}),
        ("round", None, None, {}),
        ("begin", None, None, {}),
        ("stance", "a", None, {"stance": "aggressive", "pace": "rash"}),
        ("move", "a", None, {"to": [3, 4]}),
        ("reload", "a", None, {}),
    ],
    "cp2020": [
        ("attack", "a", "t", {"distance": 10, "range": 50, "damage": "3d6", "mode": "burst", "ap": True}),
        ("attack", "a", "t", {"distance": 10, "range": 50, "damage": "3d6", "mode": "auto", "rounds": 20}),
        ("attack", "a", "t", {"distance": 20, "range": 50, "damage": "2d6+1", "modifiers": ["aim_2"], "ally": "t"}),
        ("attack", "a", "t", {"distance": 1, "range": 50, "damage": "4d6", "aimed": "head"}),
        ("hit", None, "t", {"damage": "4d10", "edged": True, "hidden": ["torso"]}),
        ("turn", "t", None, {}),
        ("stabilise", "a", "t", {"aid": "tank", "luck": 2}),
        ("round", None, None, {}),
        ("begin", None, None, {}),
        ("move", "a", None, {"to": [3, 4]}),
        ("reload", "a", None, {}),
        ("attack", "a", "t", {"weapon": "smg", "mode": "spread", "actions": 2}),
        ("attack", "a", "u", {"melee": True, "damage": "1d6", "edged": True, "luck": 2}),
        ("suppress", "a", "u", {"weapon": "smg", "width": 2}),
        ("grenade", "a", "t", {"weapon": "grenade", "skill": "handgun"}),
        ("grab", "a", "u", {"luck": 1, "actions": 2}),
        ("repair", None, "t", {}),
    ],
    "wng": [
        ("attack", "a", "t", {"weapon": GUN, "distance": 10, "into_melee": ["m", "x"], "near": ["m", "x"], "glory": 2}),
        ("attack", "a", "m", {"weapon": GUN, "distance": 20, "dice": 4}),
        ("attack", "m", "t", {"weapon": {"damage": 6, "ed": 3, "melee": True, "traits": ["agonising", "parry"]}}),
        ("attack", "m", "t", {"weapon": GUN | {"traits": ["pistol"]}, "distance": 3, "options": ["pin"]}),
        ("hit", None, "t", {"damage": 15, "mortal": 1}),
        ("attack", "a", "t", {"weapon": "frag"}),
        ("begin", None, None, {}),
        ("move", "a", None, {"to": [3, 4], "pace": "crawl"}),
        ("stand_up", "x", None, {}),
        ("simple", "x", None, {}),
        ("turn", "x", None, {}),
        ("round", None, None, {}),
        *(("hazard", None, who, {"kind": kind, "metres": 12, "long": True}) for kind in PERILS for who in ("t", "m")),
        ("rest", "x", None, {}),
        ("catch_breath", "x", None, {}),
        ("stabilise", "x", "x", {}),
        ("put_out", "x", "x", {"reroll": 1}),
        ("resist", None, "t", {"condition": "terror"}),
        ("interact", "x", "a", {"skill": "intimidation", "effect": "vulnerable", "shift": 3}),
        ("hide", "x", None, {"reroll": 1}),
        ("spot", "t", "a", {}),
        ("noise", "x", None, {"kind": "shout"}),
        ("grapple", "x", "t", {}),
        ("escape", "t", None, {}),
        ("full_defence", "x", None, {}),
        ("reload", "x", None, {"weapon": "pistol"}),
        ("ready", "x", None, {"weapon": "knife"}),
    ],
}


def set_up_game(name: str) -> tuple[Game, Setup]:
    game = load(name)
    compile_book(game.book)
    fighters, house = SETUPS[name]
    return game, set_up(game, fighters, house)


@pytest.mark.parametrize("name", SETUPS)
def test_fast_table_and_python_twin_agree(name: str) -> None:
    """2,500 attacks and other decisions a game (10,000 and more in `make soak`), state for state; how long it took to compile
    is printed."""
    game, setup = set_up_game(name)
    compiling = 0.0
    each = ATTACKS_A_GAME // len(DECISIONS[name]) + 1
    runners: dict[type, Any] = {}
    for do, by, target, details in DECISIONS[name]:
        decision = decide(game, setup.fighters, do, by, target, details)
        began = time.perf_counter()
        runner = runners.setdefault(type(decision), compiled_runner(_RUNNERS[type(decision)]))
        runner(1, setup.fight, decision, NO_POLICY)
        compiling += time.perf_counter() - began
        rows = runner(each, setup.fight, decision, NO_POLICY)
        for seed in range(each):
            assert flatten(game.step(setup.fight, decision, SeededTable(seed))) == rows[seed].tolist(), (do, seed)
    print(f"{name}: compiled in {compiling:.1f} s")
    check_call_graph(name)
    check_simulated_is_exact(name, compiled_runner(game.decisions["hit"].run))


SIMULATED = 200_000
"""Enough to catch an error of one percentage point in any probability: five standard errors are 0.0056 at most."""


def check_simulated_is_exact(name: str, runner: Any) -> None:
    """A simulated hit has every result as often as its exact probability says."""
    game, setup = set_up_game(name)
    do, _, target, details = next(one for one in DECISIONS[name] if one[0] == "hit")
    decision = decide(game, setup.fighters, do, None, target, details)
    rows = runner(SIMULATED, setup.fight, decision, NO_POLICY)
    ends, counts = np.unique(rows, axis=0, return_counts=True)
    simulated = {tuple(end): count / SIMULATED for end, count in zip(ends.tolist(), counts.tolist(), strict=True)}
    odds = odds_of(game, setup.fight, decision, setup.fighters.ids, trace=False)
    exact = {tuple(flatten(end)): float(chance) for end, chance in odds.explored.states.items()}
    assert simulated.keys() <= exact.keys()
    for end, chance in exact.items():
        error = 5 * (chance * (1 - chance) / SIMULATED) ** 0.5 + 5 / SIMULATED
        assert abs(simulated.get(end, 0.0) - chance) < error, (end, chance, simulated.get(end))


def check_red_turns() -> None:
    """What needs something before it, compiled and not: a turn order, a grip, suppressive fire."""
    game, setup = set_up_game("cpred")
    begun = game.step(setup.fight, decide(game, setup.fighters, "begin"), SeededTable(1))
    a, h, t = begun.fighters
    h = h._replace(condition=h.condition._replace(held=1), stand=h.stand._replace(actions=0))
    ready = begun._replace(fighters=(a, h, t), clock=begun.clock._replace(active=0))
    for do, by, target in (("done", "a", None), ("choke", "a", "h"), ("throw", "a", "h"), ("stabilise", "a", "t")):
        decision = decide(game, setup.fighters, do, by, target)
        run = compiled_runner(_RUNNERS[type(decision)])
        rows = run(100, ready, decision, NO_POLICY)
        for seed in range(100):
            assert flatten(game.step(ready, decision, SeededTable(seed))) == rows[seed].tolist(), (do, seed)


def check_cops_turns() -> None:
    """Turns that run on, compiled and not: a stance that settles the order anew, the next turn, an action spent."""
    game, setup = set_up_game("cops")
    begun = game.step(setup.fight, decide(game, setup.fighters, "begin"), SeededTable(1))
    for do, by, target, details in (
        ("stance", "a", None, {"stance": "under_cover", "pace": "rash"}),
        ("done", "t", None, {}),
        ("move", "t", None, {"metres": 7}),
        ("stabilise", "t", "u", {}),
    ):
        decision = decide(game, setup.fighters, do, by, target, details)
        rows = compiled_runner(game.decisions[do].run)(1, begun, decision, NO_POLICY)
        assert flatten(game.step(begun, decision, SeededTable(0))) == rows[0].tolist(), do


def check_2020_turns() -> None:
    """What needs something before it, compiled and not: a turn order, several targets, a grip, jammed and dropped weapons."""
    game, setup = set_up_game("cp2020")
    begun = game.step(setup.fight, decide(game, setup.fighters, "begin"), SeededTable(1))
    a, u, t = begun.fighters
    stand = a.stand._replace(actions=1)
    a = a._replace(stand=stand, condition=a.condition._replace(dropped=2, jammed=4, lying=1, announced=2))
    u = u._replace(condition=u.condition._replace(held=1, fast=1))
    ready = begun._replace(fighters=(a, u, t), clock=begun.clock._replace(active=0))
    runners: dict[Any, Any] = {}
    auto = {"distance": 10, "range": 50, "damage": "2d6", "mode": "auto", "rounds": 21}
    for do, by, targets, details in (
        ("clear", "a", None, {"weapon": "grenade"}),
        ("pick_up", "a", None, {"weapon": "smg"}),
        ("stand_up", "a", None, {}),
        ("done", "a", None, {}),
        ("choke", "a", ["u"], {}),
        ("throw", "a", ["u"], {}),
        ("hold", "a", ["u"], {}),
        ("attack", "a", ["u", "t"], auto),
    ):
        several = targets if do == "attack" else None
        target = targets[0] if targets and not several else None
        decision = decide(game, setup.fighters, do, by, target, details, several)
        run = game.decisions[do].run
        rows = runners.setdefault(run, compiled_runner(run))(200, ready, decision, NO_POLICY)
        for seed in range(200):
            assert flatten(game.step(ready, decision, SeededTable(seed))) == rows[seed].tolist(), (do, seed)


def check_grim_turns() -> None:
    """A turn order, held actions, reflexive attacks, compiled and not."""
    game, setup = set_up_game("wng")
    begun = game.step(setup.fight, decide(game, setup.fighters, "begin"), SeededTable(1))
    hers = game.step(begun, decide(game, setup.fighters, "act", "a"), SeededTable(1))
    told = game.step(hers, decide(game, setup.fighters, "tasks", "a", None, {"tasks": 2}), SeededTable(1))
    left = game.step(
        hers, decide(game, setup.fighters, "move", "a", None, {"to": [0, 1], "pace": "crawl"}), SeededTable(1)
    )
    a, t, x, m = begun.fighters
    rich = begun._replace(ruin=1, fighters=(a, t, x._replace(stance=x.stance._replace(broken=2)), m))
    holding = hers._replace(fighters=(hers.fighters[0], t._replace(turn=t.turn._replace(held=1)), x, m))
    owed = hers._replace(fighters=(hers.fighters[0], t._replace(turn=t.turn._replace(owed=1)), x, m))
    runners: dict[Any, Any] = {}
    for fight, do, by, target, details in (
        (begun, "act", "a", None, {}),
        (rich, "act", "t", None, {}),
        (rich, "alert", "x", None, {}),
        (rich._replace(clock=rich.clock._replace(active=2)), "mend", "x", None, {"weapon": "pistol"}),
        (hers, "tasks", "a", None, {"tasks": 3}),
        (begun._replace(clock=begun.clock._replace(active=2)), "hold", "x", None, {}),
        (hers, "done", "a", None, {}),
        (holding, "release", "t", None, {}),
        (owed, "decline", "t", None, {}),
        (owed, "attack", "t", "a", {"unarmed": True, "options": ["reflexive"]}),
        (told, "attack", "a", "t", {"weapon": "rifle", "reroll": 1}),
        (left, "done", "a", None, {}),
    ):
        decision = decide(game, setup.fighters, do, by, target, details)
        run = _RUNNERS[type(decision)]
        rows = runners.setdefault(run, compiled_runner(run))(200, fight, decision, NO_POLICY)
        for seed in range(200):
            assert flatten(game.step(fight, decision, SeededTable(seed))) == rows[seed].tolist(), (do, seed)


def check_call_graph(name: str) -> None:
    """Every registered rule was called by compiled code; those that make fighters are called here."""
    from fracas.rules.cops.harm import life
    from fracas.rules.cops.turn import aid
    from fracas.rules.cpred.close import fist_dice
    from fracas.rules.cpred.stats import armour_penalty, hit_points
    from fracas.rules.wng.mend import ammo_at_start
    from fracas.rules.wng.number import defence_of
    from fracas.rules.wng.sheet import derived, mob_of
    from fracas.rules.wng.state import Attributes

    game, _ = set_up_game(name)

    @njit
    def red(table):
        return hit_points(6, 5, table) + armour_penalty((2, 0, 0, 0, 0, 0), table) + 0 * fist_dice(6, table)

    @njit
    def cops(table):
        return life(2, 0, table)

    @njit
    def grim(who, table):
        likes = derived(Attributes(3, 4, 3, 5, 3, 3, 3), 2, 1, 0, 2, table)
        return likes.defence + mob_of(10, table) + defence_of(who, table) + 0 * ammo_at_start(3, table)

    if name == "wng":
        assert grim(set_up_game(name)[1].fight.fighters[0], fast_table(1)) == 18
        check_grim_turns()
    if name == "cpred":
        assert red(fast_table(1)) == 42
        check_red_turns()
    if name == "cops":
        assert cops(fast_table(1)) == 16
        down = set_up(game, {"a": {}, "t": {"hp": 0}})
        compiled_runner(aid)(1, down.fight, decide(game, down.fighters, "stabilise", "a", "t"), NO_POLICY)
        check_cops_turns()
    if name == "cp2020":
        check_2020_turns()
    missing = [id for id, rule in game.book.rules.items() if rule.function not in COMPILED]
    missing += [one.__name__ for one in game.book.helpers if one not in COMPILED]
    assert not missing
