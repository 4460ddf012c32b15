"""What a person types beside a number: fields of any decision, decisions by their name, modifiers with their reason."""

from __future__ import annotations

from typing import Any

import pytest

from fracas.core.errors import BadInput
from fracas.play.explain import Explainer
from fracas.play.legal import Choice, legal
from fracas.play.typed import Modifiers, decision_typed, field_lines, refined
from fracas.rules import load
from play.terminal import FACE_OFF, Terminal, face_off


def at_ann(game: str, changes: dict[str, Any] | None = None, lang: str = "en") -> tuple[Any, Explainer]:
    """A fight in which it is Ann's turn, and who explains it."""
    session = face_off(game, changes, lang).session
    session.do("begin")
    while session.fighters.ids[session.fight.clock.active] != "ann":
        session.do("done", session.fighters.ids[session.fight.clock.active])
    return session, Explainer(session.game, session.fighters, lang)


def shot(session: Any) -> Choice:
    return next(choice for choice in legal(session) if choice.do == "attack")


@pytest.mark.parametrize(
    ("game", "text", "details"),
    [
        ("cpred", "luck 2", {"luck": 2}),
        ("cpred", "luck=2 aimed leg", {"luck": 2, "aimed": "leg"}),
        ("cpred", "aimed held item luck 1", {"aimed": "held", "luck": 1}),
        ("cpred", "dodge", {"dodge": True}),
        ("cpred", "dodge=false", {"dodge": False}),
        ("cpred", "dodge luck 2", {"dodge": True, "luck": 2}),
        ("cpred", "modifier=−2 label=long range", {"modifier": -2, "label": "long range"}),
        ("cpred", "luck ２", {"luck": 2}),
        ("cp2020", "actions 3 luck=1", {"actions": 3, "luck": 1}),
        ("cp2020", "aimed left arm", {"aimed": "left_arm"}),
        ("cp2020", "modifiers ambush hip", {"modifiers": ["ambush", "hip"]}),
        ("cp2020", "modifiers=[aim_2, running]", {"modifiers": ["aim_2", "running"]}),
        ("cp2020", "hidden left_leg,right_leg", {"hidden": ["left_leg", "right_leg"]}),
        ("cp2020", "ally Bob", {"ally": "bob"}),
        ("cops", "dn -1 dice=2", {"dn": -1, "dice": 2}),
        ("cops", "skill 4", {"skill": 4}),
        ("cops", "weapon club", {"weapon": "club"}),
    ],
)
def test_fields_are_read_by_the_decisions_form(game: str, text: str, details: dict[str, Any]) -> None:
    session, explainer = at_ann(game)
    choice = shot(session)
    assert refined(choice, text, session, explainer).details == {**choice.details, **details}


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("cpred", "luck 99", "luck: 99 - should be a whole number from 0 to 30 [cpred.luck]"),
        ("cpred", "luck two", "luck: two - should be a whole number from 0 to 30 [cpred.luck]"),
        ("cpred", "lukc 2", "lukc: unknown - should be 'luck'? One of: "),
        ("cpred", "lukc=2", "lukc: unknown - should be 'luck'? One of: "),
        ("cpred", "luck", "luck: missing - should be a whole number from 0 to 30"),
        ("cpred", "aimed nose", "aimed: nose - should be one of: head, leg, held [cpred.attack.aimed]"),
        ("cpred", "dodge=maybe", "dodge: maybe - should be true or false [cpred.attack.dodge]"),
        ("cpred", "target dog", "target: dog - should be "),
        ("cpred", "target ann,bob", "target: ann, bob - should be one fighter"),
        ("cp2020", "modifiers ambusch", "modifiers[0]: ambusch - should be 'ambush'? One of: "),
        ("cp2020", "actions 10", "actions: 10 - should be a whole number from 0 to 9 [cp2020.turn.actions]"),
        ("cops", "location nose", "location: nose - should be one of: head, arms, torso, abdomen, legs"),
    ],
)
def test_what_cannot_be_meant_is_one_line_with_field_and_range(game: str, text: str, said: str) -> None:
    session, explainer = at_ann(game)
    with pytest.raises(BadInput) as error:
        refined(shot(session), text, session, explainer)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_a_field_can_be_taken_away_and_another_target_named() -> None:
    session, explainer = at_ann("cpred", {"cat": {"side": "gang", "from": "ganger", "name": "Cat", "at": [4, 0]}})
    aimed = next(choice for choice in legal(session) if choice.details.get("aimed") == "head")
    assert "aimed" not in refined(aimed, "aimed=", session, explainer).details
    assert refined(aimed, "target=bob", session, explainer).target == "bob"
    assert refined(aimed, "target Cat", session, explainer).target == "cat"


def test_what_is_shown_in_another_language_may_be_typed_in_it() -> None:
    session, explainer = at_ann("cp2020", lang="fr")
    said = explainer.term("place", "left_leg")
    assert refined(shot(session), f"aimed={said}", session, explainer).details["aimed"] == "left_leg"


@pytest.mark.parametrize(
    ("game", "line", "choice"),
    [
        ("cpred", "move 3,4", Choice("move", "ann", None, (), {"to": [3, 4]})),
        ("cpred", "move 3 4", Choice("move", "ann", None, (), {"to": [3, 4]})),
        ("cops", "move (−3, 4)", Choice("move", "ann", None, (), {"to": [-3, 4]})),
        ("cp2020", "move metres=6", Choice("move", "ann", None, (), {"metres": 6})),
        ("cpred", "grab bob", Choice("grab", "ann", "bob")),
        ("cpred", "grab Bob luck 2", Choice("grab", "ann", "bob", (), {"luck": 2})),
        ("cpred", "repair Bob places head", Choice("repair", None, "bob", (), {"places": ["head"]})),
        ("cpred", "hit bob damage 3d6", Choice("hit", None, "bob", (), {"damage": "3d6"})),
        ("cpred", "suppress ann, bob", Choice("suppress", "ann", None, ("ann", "bob"))),
        ("cops", "stance careful wary", Choice("stance", "ann", None, (), {"stance": "careful", "pace": "wary"})),
        ("cops", "stance pace=rash", Choice("stance", "ann", None, (), {"pace": "rash"})),
        ("cops", "reload service pistol", Choice("reload", "ann", None, (), {"weapon": "service pistol"})),
        ("cp2020", "stabilise bob by=ann", Choice("stabilise", "ann", "bob")),
        ("cp2020", "done", Choice("done", "ann")),
    ],
)
def test_every_decision_can_be_made_by_its_name(game: str, line: str, choice: Choice) -> None:
    session, explainer = at_ann(game)
    assert decision_typed(line, session, explainer) == choice


def test_a_line_that_names_no_decision_is_none() -> None:
    session, explainer = at_ann("cpred")
    assert decision_typed("stance careful", session, explainer) is None


@pytest.mark.parametrize("game", FACE_OFF)
def test_the_fields_that_a_decision_takes_are_listed_with_their_range(game: str) -> None:
    session, explainer = at_ann(game)
    for choice in legal(session):
        lines = list(field_lines(choice, session, explainer))
        known = load(game).decisions[choice.do].details.fields or {}
        assert [line.split(":")[0].split(" ")[0] for line in lines][: len(known)] == list(known)
    lines = list(field_lines(shot(session), session, explainer))
    wanted = {
        "cpred": "luck: a whole number from 0 to 30 – points added, up to what is left",
        "cops": "dn: a whole number from −10 to 10 – successes needed, more or less",
        "cp2020": "actions: a whole number from 0 to 9 – how many the turn has in all; 0 when it is left open",
    }
    assert wanted[game] in lines
    assert any(line.startswith("weapon = ") for line in lines)


# ----------------------------------------------------------------------------------------------------------- modifiers


@pytest.mark.parametrize(
    ("game", "typed", "details"),
    [
        ("cpred", ["+2 high ground"], {"modifier": 2, "label": "high ground"}),
        ("cp2020", ["−3"], {"modifier": -3}),
        ("cops", ["+1 high ground"], {"dice": 1, "label": "high ground"}),
        ("cops", ["dn -1 calm"], {"dn": -1, "label": "calm"}),
        ("cops", ["+1 sun behind", "dn -1 calm"], {"dice": 1, "dn": -1, "label": "sun behind; calm"}),
        ("cops", ["+1 sun", "0"], {}),
    ],
)
def test_a_modifier_with_its_reason_reaches_the_roll(game: str, typed: list[str], details: dict[str, Any]) -> None:
    session, _ = at_ann(game)
    modifiers = Modifiers()
    for text in typed:
        modifiers.set(text, session.game)
    choice = shot(session)
    assert modifiers.on(choice, session.game).details == {**choice.details, **details}
    step = Choice("move", "ann", None, (), {"to": [1, 1]})
    assert modifiers.on(step, session.game) == step


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "m: nothing - should be a number with its reason: m +2 higher ground"),
        ("why", "why: unknown - should be one of: dice, dn"),
        ("+40", "m: 40 - should be a whole number from -10 to 10"),
        ("dn 11", "dn: 11 - should be a whole number from -10 to 10"),
        ("skill 1", "skill: unknown - should be one of: dice, dn"),
    ],
)
def test_a_bad_modifier_is_one_line_and_leaves_the_others(text: str, said: str) -> None:
    modifiers = Modifiers()
    modifiers.set("+1 sun", load("cops"))
    with pytest.raises(BadInput) as error:
        modifiers.set(text, load("cops"))
    assert str(error.value).startswith(said)
    assert modifiers.numbers == {"": 1}


def test_a_modifier_is_no_weapons_accuracy() -> None:
    """Suppressive fire in Cyberpunk 2020 takes no modifier: it is left as it is."""
    modifiers = Modifiers()
    game = load("cp2020")
    modifiers.set("+1 sun", game)
    zone = Choice("suppress", "ann", None, ("bob",), {"weapon": "light SMG"})
    assert modifiers.on(zone, game) == zone
    assert modifiers.fields(game) == ("modifier",)


def test_a_modifier_waits_for_the_next_roll_and_is_used_once() -> None:
    terminal = Terminal(face_off("cops"), ["m +1 sun", "move 0,1", "1", "u", "done", "q"])
    dice = [entry.details.get("dice") for entry in terminal.session.record.entries if entry.do == "attack"]
    assert dice == [1]
    assert "Modifier for Ann: +1 die (sun)." in terminal.out
    assert "(service pistol, dice +1 sun)" in terminal.out


def test_a_modifier_of_the_difficulty_is_told_with_its_reason() -> None:
    terminal = Terminal(face_off("cops"), ["1 dn=1 label=fog", "q"])
    assert "Modifier for Ann: +1 success needed (fog)." in terminal.out
    assert terminal.session.played[-1].entry.details["dn"] == 1
