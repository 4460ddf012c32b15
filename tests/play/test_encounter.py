"""Whole fights: encounter files, what is legal and why not, policies, saving, the GM, conformance, transcripts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from fracas.core.encounter import WAITING
from fracas.core.errors import BadInput, Refused
from fracas.core.files import read_yaml
from fracas.core.record import Record, Session
from fracas.encounters import ENCOUNTERS
from fracas.packs import PARTS, fighter_form, sample_pack
from fracas.play.describe import describe, table_words
from fracas.play.encounter import encounter_of, read_encounter
from fracas.play.explain import Explainer
from fracas.play.legal import Choice, legal, why_not
from fracas.play.policies import decided
from fracas.testing import Report, check_ruleset

GAMES = sorted({read_encounter(str(path)).game.name for path in ENCOUNTERS.values()})
TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
TIMES = int(os.environ.get("FRACAS_TIMES", "1"))
DUEL: dict[str, Any] = {
    "ruleset": "cpred",
    "sides": ["crew", "gang"],
    "fighters": {
        "ann": {"side": "crew", "from": "solo", "at": [0, 0]},
        "bob": {"side": "gang", "from": "ganger", "at": [8, 0]},
    },
}


def played_out(name: str, seed: int) -> Any:
    """An encounter played by its policies to the end or the round limit (persons as nearest)."""
    encounter = read_encounter(str(ENCOUNTERS[name]), seed=seed)
    session = encounter.session
    while not session.fight.clock.over and session.fight.round <= encounter.rounds:
        decided(session, legal(session), encounter.players).take(session)
    return encounter


# ------------------------------------------------------------------------------------------------------- conformance


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_random_legal_fights_keep_the_laws(name: str) -> None:
    fights = (6 if name.endswith("duel") else 1) * TIMES
    report: Report = check_ruleset(lambda seed: read_encounter(str(ENCOUNTERS[name]), seed=seed), fights)
    assert report.fights == fights
    assert report.decisions > 3 * fights
    assert report.refused > 0


@pytest.mark.parametrize("name", [name for name in ENCOUNTERS if name.endswith("duel")])
def test_policies_end_a_duel(name: str) -> None:
    ended = [bool(played_out(name, seed).session.fight.clock.over) for seed in range(4)]
    assert any(ended)


# -------------------------------------------------------------------------------------------------------- transcripts


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_transcript_plays_line_by_line(game: str, lang: str) -> None:
    """A whole fight kept as a record, and its log in each language. FRACAS_GOLDEN=write makes them anew."""
    record, golden = TRANSCRIPTS / f"{game}.json", TRANSCRIPTS / f"{game}.{lang}.txt"
    if os.environ.get("FRACAS_GOLDEN") == "write" and not record.exists():
        encounter = played_out(f"{game}_duel", 5)
        record.write_text(json.dumps(encounter.session.record.to_dict(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    kept = Record.from_dict(json.loads(record.read_text("utf-8")))
    session = Session(read_encounter(str(ENCOUNTERS[f"{game}_duel"])).game, kept)
    lines = []
    for number, played in enumerate(session.played, 1):
        explainer = Explainer(session.game, played.fighters, lang)
        entry = played.entry
        choice = Choice(entry.do, entry.by, entry.target, entry.targets, entry.details)
        lines.append(f"== {number} {table_words(entry, explainer) or describe(choice, explainer)}")
        for line in explainer.lines(played.events, entry.details):
            decided = f" ⌂ {line.decided}" if line.decided else ""
            lines.append(f"{line.rule} | {line.title} | {line.text}{decided}")
    text = "\n".join(lines) + "\n"
    if os.environ.get("FRACAS_GOLDEN") == "write":
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
    assert session.fight.clock.over


# ------------------------------------------------------------------------------------------------- what may be decided


def begun(seed: int = 1) -> Session:
    session = encounter_of(DUEL, seed=seed).session
    session.do("begin")
    return session


def test_turn_and_action_are_spent() -> None:
    session = begun()
    active = session.fighters.ids[session.fight.clock.active]
    other = "bob" if active == "ann" else "ann"
    reason = why_not(session, Choice("attack", other, active))
    assert isinstance(reason, Refused)
    assert reason.rule == "cpred.turn.actions"
    session.do("attack", active, other, {"unarmed": False, "weapon": "heavy pistol"})
    session.do("attack", active, other, {"weapon": "heavy pistol"})
    third = why_not(session, Choice("attack", active, other, (), {"weapon": "heavy pistol"}))
    assert isinstance(third, Refused)
    assert third.rule == "cpred.turn.actions"
    assert {choice.do for choice in legal(session)} <= {"move", "done"}
    session.do("done", active)
    assert session.fighters.ids[session.fight.clock.active] == other


def test_ammunition_runs_out_and_is_reloaded() -> None:
    data = json.loads(json.dumps(DUEL))
    data["fighters"]["ann"]["weapons"] = [
        {"name": "gun", "class": "pistol", "damage": "1d6", "rof": 2, "magazine": 2, "loaded": 1}
    ]
    session = encounter_of(data).session
    session.do("attack", "ann", "bob", {"weapon": "gun"})
    with pytest.raises(Refused, match=r"too few rounds|reload") as refused:
        session.do("attack", "ann", "bob", {"weapon": "gun"})
    assert refused.value.rule == "cpred.reload"
    assert session.fight.fighters[0].arms.loaded[0] == 0
    session.do("reload", "ann", None, {"weapon": "gun"})
    assert session.fight.fighters[0].arms.loaded[0] == 2


# ---------------------------------------------------------------------------------------- join, leave, set, swap, end


def test_the_table_decides_besides_the_rules() -> None:
    session = begun()
    before = session.fight
    session.do("join", details={"id": "cat", "fighter": {"body": 5, "side": 1, "at": [3, 3]}, "initiative": 30})
    assert session.fighters.ids == ("ann", "bob", "cat")
    session.do("set", "cat", details={"field": "hp", "value": 7})
    assert session.fight.fighters[2].wounds.hp == 7
    session.do("swap", "ann", "bob")
    assert session.fight.fighters[0].stand.order == before.fighters[1].stand.order
    session.do("leave", "cat")
    assert not session.fight.fighters[2].stand.here
    session.do("end")
    assert session.fight.clock.over
    assert legal(session) == []
    said = [table_words(one.entry, Explainer(session.game, one.fighters)) for one in session.played[1:]]
    assert said == [
        "cat joins the fight.",
        "The GM sets hp of cat: 7.",
        "Solo and Ganger change places in the order.",
        "cat leaves the fight.",
        "The GM ends the fight.",
    ]
    again = Session(session.game, Record.from_dict(json.loads(json.dumps(session.record.to_dict()))))
    assert again.fight == session.fight
    session.undo(1)
    assert session.fight == before
    assert session.fighters.ids == ("ann", "bob")


@pytest.mark.parametrize(
    ("do", "by", "details", "where"),
    [
        ("set", "nobody", {"field": "hp", "value": 1}, "by"),
        ("set", "ann", {"field": "colour", "value": 1}, "with.field"),
        ("set", "ann", {"field": "hp", "value": "many"}, "with.value"),
        ("join", None, {"id": "ann"}, "with.id"),
        ("join", None, {"id": "dog", "fighter": {"body": -1}}, "dog.body"),
        ("leave", "nobody", {}, "by"),
        ("join", None, {"id": "dog", "initiative": "first"}, "with.initiative"),
    ],
)
def test_bad_table_decisions_change_nothing(do: str, by: str | None, details: dict[str, Any], where: str) -> None:
    session = begun()
    before = session.fight
    with pytest.raises(BadInput) as error:
        session.do(do, by, None, details)
    assert error.value.where == where
    assert session.fight == before
    assert len(session.record.entries) == 1


# ------------------------------------------------------------------------------------------------------- bad encounters


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sides": ["crew"]}, "sides: "),
        ({"sides": ["crew", "gang", "police"]}, "nobody on side police"),
        ({"ruleset": "cpredd"}, "ruleset: cpredd"),
        ({"colour": 1}, "colour: unknown"),
        ({"rounds": 0}, "rounds: 0"),
        ({"fighters": {}}, "fighters: "),
        ({"fighters": {"a": {"side": "crew", "from": "wizard"}}}, "fighters.a.from: wizard"),
        ({"fighters": {"a": {"side": "crew", "from": "solo", "weapons": ["laser"]}}}, "fighters.a.weapons[0]: laser"),
        ({"fighters": {"a": {"side": "crew", "from": "solo", "cover": "hedge"}}}, "fighters.a.cover: hedge"),
        ({"fighters": {"a": {"side": "moon", "from": "solo"}}}, "fighters.a.side: moon"),
        ({"fighters": {"a": {"side": "crew", "from": "solo", "play": "chess"}}}, "fighters.a.play: chess"),
        ({"fighters": {"a": {"side": "crew", "from": "solo", "count": 0}}}, "fighters.a.count: 0"),
    ],
)
def test_a_bad_encounter_is_one_clear_line(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as error:
        encounter_of({**DUEL, **change})
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_saved_fight_goes_on(tmp_path: Path) -> None:
    encounter = read_encounter(str(ENCOUNTERS["cpred_duel"]), seed=3)
    encounter.session.do("begin")
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(encounter.to_dict()), "utf-8")
    again = read_encounter(str(path))
    assert again.session.fight == encounter.session.fight
    assert again.players == encounter.players


# --------------------------------------------------------------------------------------------------------------- packs


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
def test_every_fighter_of_the_sample_pack_can_fight(game: str, lang: str) -> None:
    pack = sample_pack(game)
    assert len(pack.parts["fighters"]) >= 12
    for kind in PARTS:
        for id, entry in pack.parts[kind].items():
            assert set(entry["name"]) == {"en", "fr", "zh"}, (kind, id)
    sides = ["a", "b"]
    house = read_yaml(ENCOUNTERS[f"{game}_duel"]).get("house")
    for id in pack.parts["fighters"]:
        fighter_form(pack, {"from": id}, id, lang)
        data = {
            "ruleset": game,
            "sides": sides,
            "house": house,
            "fighters": {side: {"side": side, "from": id, "at": [2 * n, 0]} for n, side in enumerate(sides)},
        }
        session = encounter_of(data, lang).session
        session.do("begin")
        if session.game.decider(session.fight) == WAITING:
            session.do("act", "a")
        assert any(choice.do == "attack" for choice in legal(session)), id
