"""Nothing that a role may not know is in any byte that it is sent, whatever it asks for."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from house import House, Seat

from fracas.store.events import Pool
from fracas.table import beginning
from fracas.table.dice import commitment_of

SECRET = "5e" * 32
GUN = {"name": "gun", "class": "pistol", "damage": "3d6"}
GAMES: dict[str, dict[str, Any]] = {
    "cpred": {
        "ann": {"ref": 6, "skills": {"handgun": 6}, "weapons": [GUN]},
        "foe": {"hp": 737, "max_hp": 900, "weapons": [GUN]},
        "other": {"hp": 736},
        "marks": ["737", "900"],
        "hit": {"damage": "2d6"},
    },
    "cops": {
        "ann": {"coordination": 5, "weapons": [{"name": "gun", "power": 4, "range": 50, "skill": 4}]},
        "foe": {"hp": 97, "weapons": [{"name": "gun", "power": 2, "range": 50, "skill": 5}]},
        "other": {"hp": 96},
        "marks": ["97"],
        "house": {"location_dice": dict.fromkeys(["head", "arms", "torso", "abdomen", "legs"], 1)},
        "hit": {"power": 2, "location": "torso"},
    },
    "cp2020": {
        "ann": {"ref": 8, "weapons": [{"name": "gun", "skill": "handgun", "damage": "2d6", "range": 50}]},
        "foe": {"damage": 1, "armour": [{"sp": 20, "covers": ["torso"]}]},
        "other": {"damage": 2},
        "marks": [],
        "hit": {"damage": "1d6", "aimed": "torso"},
    },
    "wng": {
        "ann": {"max_wounds": 60, "max_shock": 60, "agility": 4, "skills": {"ballistic_skill": 4},
                "weapons": [{"name": "gun", "damage": 7, "ed": 1, "range": [6, 12, 18]}]},
        "foe": {"max_wounds": 57, "max_shock": 60, "resilience": 1},
        "other": {"max_wounds": 56},
        "marks": ["57"],
        "hit": {"damage": 6},
    },
}  # fmt: skip


@dataclass
class Table:
    """A fight with its GM, a player (of Ann), an onlooker with the open player link, and a watcher."""

    gm: Seat
    player: Seat
    open: Seat
    watcher: Seat

    @property
    def others(self) -> list[Seat]:
        return [self.player, self.open, self.watcher]


def seated(house: House, game: str, foe: dict[str, Any], health: str) -> Table:
    known = GAMES[game]
    encounter = {
        "ruleset": game,
        "sides": ["crew", "gang"],
        "house": known.get("house", {}),
        "fighters": {
            "ann": {"side": "crew", "play": "person", "at": [0, 0], **known["ann"]},
            "foe": {"side": "gang", "play": "nearest", "at": [6, 0], **known["foe"], **foe},
        },
    }
    gm = house.new({"encounter": encounter, "settings": {"foes": health, "reactions": False}})
    player = house.seat(gm, "player", "ann", "Ann")
    return Table(gm, player, house.seat(gm, "player"), house.seat(gm, "watcher"))


def played(table: Table) -> None:
    """A fight with everything in it: blows, turns, hidden rolls, questions, undo, an override; everybody asks for all that
    there is."""
    gm, game = table.gm, table.gm.get()["state"]["ruleset"]
    for target in ("foe", "ann"):
        gm.do("decisions", {"do": "hit", "target": target, "with": GAMES[game]["hit"]})
        settle(gm)
    gm.do("decisions", {"do": "begin"})
    for step in range(7):
        state = gm.get()["state"]
        if state["over"]:
            break
        choices = gm.get("choices")["choices"]
        choices = [one for one in choices if one["do"] in ("attack", "done", "act")] or choices
        choice = {name: value for name, value in choices[0].items() if name != "text"}
        if choice["by"] == "ann" and choice["do"] == "attack":
            for who in table.others:
                who.ask("POST", "odds", choice)
                who.ask("POST", "check", {**choice, "by": "foe", "target": "ann"})
        who = table.player if choice["by"] == "ann" else gm
        who.do("decisions", {**choice, **({"hidden": True} if who is gm and step % 2 else {})})
        settle(gm)
    gm.do("undo", {})
    last = [
        entry["seq"] for entry in gm.get("log?limit=200")["log"] if entry["kind"] == "decided" and not entry["undone"]
    ]
    gm.do("override", {"of": last[-1], "set": {"foe.at": [3, 0]}, "reason": "so it is"})
    table.player.do("undo-requests", {"seq": last[-1]})
    gm.do("settings", {"foes_rolls": "hidden"}, method="PATCH")
    look_around(table)


def settle(gm: Seat) -> None:
    """The first answer to whatever is asked."""
    while (waiting := gm.get()["state"]["waiting"]) is not None:
        gm.do("answers", {"answers": ["app" if "sides" in waiting else waiting["choices"][0]]})


def look_around(table: Table) -> None:
    """Every address that there is, in all languages, as everybody but the GM; what is refused is sent, too."""
    for who in table.others:
        for path in ("", "?lang=fr&last=200", "log?limit=200&lang=zh", "choices", "events?after=0&follow=false",
                     *(["verify"] if who is table.watcher else []), "export", "export?secrets=true", "links", "undo?seq=3",
                     "/api/fights", "/api/roster", "/metrics", "/health", "/api/encounters"):  # fmt: skip
            who.ask("GET", path)
        for path, body in (("decisions", {"do": "attack", "by": "foe", "target": "ann"}), ("decisions", {"do": "done", "by": "ann"}),
                           ("odds", {"do": "attack", "by": "foe", "target": "ann"}), ("undo", {}), ("answers", {"answers": [[1]]}),
                           ("check", {"do": "set", "by": "foe", "with": {"field": "hp", "value": -1}})):  # fmt: skip
            who.ask("POST", path, body, seq=1)
        who.ask("PATCH", "seats/foe", {"person": "Ann"}, seq="*")


def told(seat: Seat) -> str:
    """All that was sent to somebody, without what differs between any two fights."""
    text = "\n".join(one for one in seat.sent if "fracas_requests_total" not in one)
    text = text.replace(seat.fight, "FIGHT").replace(seat.token, "TOKEN")
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)", "TIME", text)
    return re.sub(r"'content-length': '\d+', ", "", text)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "new_pool", lambda number: Pool(number, commitment_of(SECRET), SECRET))


@pytest.mark.parametrize(
    ("game", "health"), [("cpred", "bars"), ("cops", "words"), ("cp2020", "nothing"), ("wng", "words")]
)
def test_what_is_sent_does_not_depend_on_what_is_secret(house: House, game: str, health: str) -> None:
    """Two fights that differ by one point of the foe's health, played the same: all that players and watchers are sent is the
    same, byte for byte, odds and refusals, too; and no number that only the foe has is in it."""
    tables = []
    for foe in ({}, GAMES[game]["other"]):
        tables.append(seated(house, game, foe, health))
        played(tables[-1])
    for mine, twin in zip(tables[0].others, tables[1].others, strict=True):
        assert told(mine) == told(twin)
        for mark in GAMES[game]["marks"]:
            assert not re.search(
                rf"(?<![\w.-]){mark}(?![\w.-])", re.sub(r"TIME|'content-length': '\d+'", "", told(mine))
            ), mark
    assert told(tables[0].gm) != told(tables[1].gm), "the GM sees the difference"
    assert '"hurt":' in told(tables[0].player), "odds were asked for and given"
    no_secrets(house, tables[0])


def no_secrets(house: House, table: Table) -> None:
    """The dice's secret, the server's key, hashes of passphrases, others' tokens: in nothing that anybody was sent."""
    link = table.gm.do("links", {"role": "watcher", "passphrase": "open sesame", "label": "the telly"})
    look_around(table)
    hash = str(house.services.links.get(link["id"]).passphrase)
    for who in [table.gm, *table.others]:
        everything = "\n".join(who.sent)
        assert commitment_of(SECRET) in everything
        of_the_gm = [] if who is table.gm else [table.gm.token, "the telly", link["id"]]
        for secret in (
            SECRET,
            house.services.config.key.decode(),
            hash,
            "argon2",
            "open sesame",
            house.host.token,
            *of_the_gm,
        ):
            assert secret not in everything, secret


@pytest.mark.parametrize(
    ("game", "foes"),
    [
        ("cpred", [{"hp": 1}, {"hp": 4}, {"hp": 30}]),
        ("cops", [{"hp": 1}, {"hp": 3}, {"hp": 40}]),
        ("cp2020", [{"damage": 1}, {"damage": 36}, {"damage": 39}]),
        ("wng", [{"max_wounds": 1}, {"max_wounds": 2}, {"max_wounds": 40}]),
    ],
)
def test_odds_do_not_tell_whether_a_blow_would_kill(house: House, game: str, foes: list[dict[str, Any]]) -> None:
    told_so = []
    for foe in foes:
        table = seated(house, game, foe, "nothing")
        table.gm.do("decisions", {"do": "begin"})
        for _ in range(12):
            mine = [one for one in table.player.get("choices")["choices"] if one["do"] == "attack"]
            if mine:
                break
            every = table.gm.get("choices")["choices"]
            choice = next((one for one in every if one["do"] in ("done", "act")), every[0])
            table.gm.do("decisions", {name: value for name, value in choice.items() if name != "text"})
            settle(table.gm)
            table.gm.do("reveal") if table.gm.get()["state"]["sealed"] else None
        shot = {name: value for name, value in mine[0].items() if name != "text"}
        told_so.append({**table.player.do("odds", shot), "seq": 0})
    assert told_so[0] == told_so[1] == told_so[2] and 0 < told_so[0]["hit"] <= 1


def test_hidden_rolls_are_told_to_the_gm_alone(house: House) -> None:
    table = seated(house, "cpred", {}, "words")
    table.gm.do("decisions", {"do": "begin"})
    done = table.gm.do("decisions", {"do": "hit", "target": "foe", "with": {"damage": "4d6"}, "hidden": True})
    faces = done["log"][0]["dice"][0]["faces"]
    for who in table.others:
        entry = who.get()["log"][-1]
        assert entry["kind"] == "hidden" and not {"dice", "lines", "do", "with", "headline"} & set(entry)
        assert json.dumps(faces) not in json.dumps(who.get()["log"])


def test_sealed_stances_are_told_to_nobody_else(house: House) -> None:
    gm = house.begin("cops_duel", players={"officer": "person", "gunman": "person"})
    gm.do("decisions", {"do": "begin"})
    ann, bob, watcher = (
        house.seat(gm, "player", "officer", "A"),
        house.seat(gm, "player", "gunman", "B"),
        house.seat(gm, "watcher"),
    )
    stance = next(one for one in ann.get("choices")["choices"] if one["do"] == "stance" and one["by"] == "officer")
    choice = {name: value for name, value in stance.items() if name != "text"}
    twin = house.begin("cops_duel", players={"officer": "person", "gunman": "person"})
    twin.do("decisions", {"do": "begin"})
    others = (
        house.seat(twin, "player", "officer", "A"),
        house.seat(twin, "player", "gunman", "B"),
        house.seat(twin, "watcher"),
    )
    another = next(
        one for one in others[0].get("choices")["choices"]
        if one["do"] == "stance" and one["by"] == "officer" and one["with"] != choice["with"]
    )  # fmt: skip
    ann.do("decisions", choice)
    others[0].do("decisions", {name: value for name, value in another.items() if name != "text"})
    for mine, its_twin in ((gm, twin), (bob, others[1]), (watcher, others[2])):
        for who in (mine, its_twin):
            who.sent.clear()
            for path in ("", "log", "choices", "events?after=0&follow=false", "verify", "?lang=fr"):
                who.ask("GET", path)
        assert told(mine) == told(its_twin)
    assert ann.get()["log"] != others[0].get()["log"]
