"""Cyberpunk RED at the table: SP of head and body, HP, injuries and what they do, the death save; and for the composer the DV
row with the cell that counts, what the roll is made of, Luck, who may dodge. Numbers of the rules come from the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ....core.table import silent
from ....play.legal import why_not
from ....play.wording import fill
from ....rules.cpred.area import BLAST_WIDTH, SHELL_NUMBER, SHELL_REACH, SUPPRESSED_WITHIN
from ....rules.cpred.attack import (
    AUTOFIRE_ROUNDS,
    BAND_ENDS,
    NO_SHOT,
    RANGE_TABLE,
    WeaponClass,
    autofire_blow,
    autofire_row,
    autofire_times,
)
from ....rules.cpred.ids import RULE
from ....rules.cpred.injuries import DEATH_SAVE, Injury
from ....rules.cpred.round import move_left
from ....rules.cpred.state import Blow, Fighter
from ....rules.cpred.stats import action_penalty, has, mortally_wounded, save_penalty, serious_threshold
from ....rules.cpred.turn import death_save
from ....table.position import Position
from ...people import Guest
from .common import (
    Data,
    Known,
    arranged,
    choice_of,
    chosen,
    faces_that,
    made_of,
    metres_of,
    points,
    reasons,
    taken,
    told_range,
)
from .injuries import told

PLACES = ("head", "body")
FAR_OVER = 99
"""A margin that no roll exceeds."""
MADE_OF = frozenset(
    {
        RULE.ATTACK_RANGE,
        RULE.ATTACK_DODGE,
        RULE.ATTACK_AIMED,
        RULE.CHECK__MODIFIER,
        RULE.WOUND_SERIOUS__PENALTY,
        RULE.WOUND_MORTAL__PENALTY,
        RULE.INJURY_TABLE__PENALTY,
        RULE.ARMOUR_PENALTY__LOWERS,
        RULE.GRAB__HELD,
        RULE.LUCK,
        RULE.STAND__BONUS,
    }
)
"""Notes that say what a check is made of."""


CHECKS = ("attack", "grenade", "suppress", "grab", "break_free", "stabilise")


def table_view(seen: dict[str, Any], position: Position, guest: Guest, lang: str) -> Data:
    """For each fighter what its card shows, as far as the viewer sees it: ``{"fighters": {id: {...}}}``."""
    known = Known(seen, position, lang)
    return {"fighters": {one["id"]: card(known, one) for one in seen["state"]["fighters"]}}


def card(known: Known, one: dict[str, Any]) -> Data:
    """One fighter: of one that the viewer does not see in full only what is open to all."""
    fields, who = one["fields"], known.of(one["id"])
    found: Data = {"known": who is not None, "cover": fields.get("cover.hp") or 0, "flags": flags(known, fields)}
    if who is None:
        return found
    left, most = fields["hp"], fields["max_hp"]
    return found | {
        "places": [place_of(known, one["id"], who, place) for place in PLACES],
        "hp": {
            "left": left,
            "most": most,
            "share": max(0, min(1000, 1000 * left // most)),
            "serious": serious_threshold(who),
            "mark": 1000 * serious_threshold(who) // most,
            "wound": fields["wound"],
            "label": wound_words(known)[fields["wound"]],
        },
        "penalty": action_penalty(who, 0, silent),
        "injuries": [injury_of(known, word) for word in fields["injuries"]],
        "death": death_of(known, who) if fields["death_penalty"] or mortally_wounded(who) else None,
        "weapons": known.weapons(one["id"]),
        "luck": fields["luck"],
        "move": {"now": fields["move"], "left": move_left(who), "turn": one["id"] == known.seen["state"]["turn"]},
        "ref": f"{known.explainer.term('stat', 'ref')} {fields['ref']}",
    }


def flags(known: Known, fields: Any) -> list[str]:
    """What else is true of it that the short line of the order does not say."""
    ui = known.ui
    words = {"stable": ui("stabilised"), "no_action": ui("no Action"), "no_move": ui("no Move")}
    return [word for name, word in words.items() if fields.get(name)]


def wound_words(known: Known) -> dict[str, str]:
    """The states of wounds, in words."""
    title, ui = known.explainer.title, known.ui
    return {
        "none": ui("unhurt"),
        "light": ui("Lightly Wounded"),
        "serious": title("cpred.wound.serious"),
        "mortal": title("cpred.wound.mortal"),
        "dead": ui("dead"),
    }


def place_of(known: Known, id: str, who: Fighter, place: str) -> Data:
    """The armour at one place: its SP (the highest layer's), as bought, and the layers."""
    now = who.armour.head if place == "head" else who.armour.body
    bought = who.sheet.head_sp if place == "head" else who.sheet.body_sp
    pieces = [piece for piece in known.form(id)["armour"] if place in piece["covers"]]
    layers = [
        {"name": known.explainer.spoken(piece["name"]), "sp": now[n], "bought": bought[n]}
        for n, piece in enumerate(pieces)
    ]
    label = known.explainer.term("place", place)
    return {"place": place, "label": label, "sp": max(now), "bought": max(bought), "layers": layers}


def injury_of(known: Known, word: str) -> Data:
    """One Critical Injury: its name, what it does, and whether it makes death saves harder."""
    injury = Injury[word.upper()]
    return {
        "word": word,
        "label": known.explainer.term("injury", word),
        "effects": told(injury, known.ui),
        "starred": bool(DEATH_SAVE >> injury & 1),
    }


def death_of(known: Known, who: Fighter) -> Data:
    """The death save: its penalty, the faces with which it is passed, and whether one is owed at the next turn."""
    house = known.fight.house
    lives = faces_that(lambda table: not death_save(who, 0, house, table).wounds.dead)
    owed = mortally_wounded(who) and not who.wounds.dead
    return {"penalty": save_penalty(who), "body": who.sheet.body, "faces": lives, "owed": owed}


# ----------------------------------------------------------------------------------------------------- the composer


def composer_view(composer: dict[str, Any], seen: dict[str, Any], position: Position, guest: Guest, lang: str) -> Data:
    """What the composer shows besides its fields; ``luck``, ``dodge`` and what matters to nobody are taken out of it."""
    known = Known(seen, position, lang)
    choice = composer["choice"]
    by = known.of(choice.get("by"))
    if by is None:
        return {}
    weapon, details = known.weapon(choice), choice.get("with", {})
    kind = details.get("class") or (weapon or {}).get("class")
    found: Data = {"made": [], "rows": [], "hints": hints(known, composer, kind), "luck": None, "dodge": None}
    unused = [] if has(by, Injury.CRUSHED_FINGERS) else ["injured_hand"]
    unused += [] if kind else ["ammo", "distance"]
    unused += ["ammo", "dodging"] if composer["do"] == "suppress" else []
    fields = taken(composer, "luck", "dodge", *unused)
    arranged(composer, ("modifier", "label", "ammo", "distance"))
    if composer["do"] in CHECKS and not composer["refusal"]:
        found["made"] = roll_of(known, composer)
    if kind and composer["do"] in ("attack", "grenade"):
        metres = told_range(found["made"], "cpred.attack.range").get("distance", metres_of(composer))
        found["rows"] = dv_rows(known, composer, WeaponClass[kind.upper()], metres)
    if "luck" in fields:
        found["luck"] = points(fields["luck"], known.fields(choice["by"]).get("luck", 0))
    if "dodge" in fields and kind and details.get("mode") != "shell":
        found["dodge"] = dodge_of(known, composer, fields["dodge"])
    if kind:
        only_with(known, composer, WeaponClass[kind.upper()])
    found["cover"] = [
        {"name": known.name(id), "hp": known.fields(id)["cover.hp"]}
        for id in chosen(composer)
        if known.fields(id).get("cover.hp") and composer["strike"]
    ]
    return found


def roll_of(known: Known, composer: dict[str, Any]) -> list[Data]:
    """STAT and skill of the check, and all else that changes it: ``{text, rule}``, in words."""
    notes = made_of(known, composer, RULE.CHECK, MADE_OF)
    if not notes:
        return []
    numbers, names, term = notes.pop()["numbers"], known.position.game.number_names, known.explainer.term
    base = [
        {"text": f"{term(family, names[family](numbers[family]))} {numbers[value]}", "rule": "cpred.check"}
        for family, value in (("stat", "value"), ("skill", "level"))
    ]
    if composer["do"] == "stabilise":
        held = made_of(known, composer, RULE.STABILISE, frozenset())
        base += [{"text": f"DV {one['numbers']['number']}", "rule": "cpred.stabilise"} for one in held]
    return [*base, *notes]


def dv_rows(known: Known, composer: dict[str, Any], kind: WeaponClass, metres: int | None) -> list[Data]:
    """The weapon's row of the range table, and autofire's where it has one; ``active``: the cell of the distance."""
    ui, details = known.ui, composer["choice"].get("with", {})
    mode = details.get("mode", "single")
    if mode == "shell":
        return []
    band = None if metres is None else next((n for n, end in enumerate(BAND_ENDS) if metres <= end), None)
    rows = [("single", known.explainer.term("weapon", kind.name.lower()), int(kind))]
    if composer["do"] == "attack" and not reasons(known, lambda: autofire_row(kind.value, silent)):
        rows.append(("auto", ui("Autofire"), autofire_row(kind.value, silent)))
    starts = (0, *(end + 1 for end in BAND_ENDS))
    return [
        {
            "label": label,
            "on": name == mode,
            "dodged": bool(details.get("dodge")),
            "metres": metres,
            "cells": [
                {
                    "from": starts[n],
                    "to": end,
                    "dv": RANGE_TABLE[row][n] if RANGE_TABLE[row][n] != NO_SHOT else None,
                    "active": name == mode and n == band,
                }
                for n, end in enumerate(BAND_ENDS)
            ],
        }
        for name, label, row in rows
    ]


def dodge_of(known: Known, composer: dict[str, Any], field: Data) -> Data | None:
    """The switch with which the target's own roll takes the place of the DV, or the reason why it may not; None for whoever
    does not see the target: it is asked itself."""
    target = composer["choice"].get("target")
    who = known.of(target)
    if who is None:
        return None
    choice = choice_of(composer)
    dodging = replace(choice, details={**choice.details, "dodge": True})
    without = replace(choice, details={**choice.details, "dodge": False})
    error = why_not(known.position.session, dodging)
    why = known.explainer.error(error) if error is not None and why_not(known.position.session, without) is None else ""
    label = fill(known.ui("{who} dodges: DEX + Evasion in place of the DV"), {"who": known.name(target)})
    return {"label": label, "value": bool(field["value"]), "why": why}


def only_with(known: Known, composer: dict[str, Any], kind: WeaponClass) -> None:
    """Modes that the weapon's class does not have say so, whatever else stands in their way."""
    why = reasons(known, lambda: autofire_row(kind.value, silent))
    for field in composer["mains"]:
        for option in field["options"] if field["name"] == "mode" else ():
            if option["value"] == "auto" and why:
                option["why"] = why


def hints(known: Known, composer: dict[str, Any], kind: str | None) -> list[Data]:
    """What one should know of this way of attacking, with its rule."""
    ui, do = known.ui, composer["do"]
    mode = composer["choice"].get("with", {}).get("mode")
    found: list[tuple[str, str, Data]] = []
    if do == "attack" and mode == "auto" and kind:
        text = ui("{rounds} rounds; {dice}d6 × how far the roll is over the DV, at most × {most}.")
        most = autofire_times(FAR_OVER, WeaponClass[kind.upper()].value, silent)
        dice = autofire_blow(Blow(0, 0, 0, 0, 0, 0, 0, 1), most).dice
        found.append((text, "cpred.fire.auto", {"rounds": AUTOFIRE_ROUNDS, "dice": dice, "most": most}))
    if do == "attack" and mode == "shell":
        text = ui("One roll against DV {dv} for everybody in front, within {metres} m.")
        found.append((text, "cpred.fire.shell", {"dv": SHELL_NUMBER, "metres": SHELL_REACH}))
    if do == "suppress":
        text = ui("{rounds} rounds; whoever is within {metres} m and not behind cover rolls WILL + Concentration.")
        found.append((text, "cpred.fire.suppress", {"rounds": AUTOFIRE_ROUNDS, "metres": SUPPRESSED_WITHIN}))
    if do == "grenade":
        text = ui("Everybody in {width} by {width} m; a miss lands where the GM says.")
        found.append((text, "cpred.grenade", {"width": BLAST_WIDTH}))
    return [{"text": fill(text, values), "rule": rule} for text, rule, values in found]
