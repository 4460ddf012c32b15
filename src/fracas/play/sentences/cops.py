"""What the notes of COPS say (see cpred.py for the form)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from ...rules.cops.ids import ASK, RULE
from ..wording import By, Plural, Sentences

TITLES = {
    "cops.damage.base": "Damage",
    "cops.armour.roll": "Protection",
    "cops.damage.stopped": "Stopped",
    "cops.location.dice": "Location dice",
    "cops.location.roll": "Location",
    "cops.hp": "Life points",
    "cops.down": "Down",
    "cops.dead": "Death",
    "cops.half": "Below half",
    "cops.massive": "Massive damage",
    "cops.heal": "Aid",
    "cops.test": "Test",
    "cops.attack.range": "Range",
    "cops.attack.excess": "Excess successes",
    "cops.turn.stance": "Stance and pace",
}

SENTENCES: Sentences = {
    RULE.DAMAGE_BASE: "{power} d6 for the weapon's power (PU) = {damage}.",
    RULE.DAMAGE_STOPPED: "{damage} does not get past the protection of {protection}: not even hurt.",
    RULE.ARMOUR_ROLL: "Protection worn there ({place}): {protection}.",
    RULE.LOCATION_DICE: "{through} got through, so the location ({place}) adds its {dice} d6: {extra}.",
    RULE.LOCATION_DICE__REFUSED: (
        "No number of location dice is given for this place ({place}): name it in the house rules (location_dice)."
    ),
    RULE.LOCATION_ROLL: "Where {who} is hit: {place}.",
    RULE.HP: "{base} + 3 × carrure {carrure} = {hp}.",
    RULE.HP__LEFT: "{who}'s life points: {before} − {lost} = {left}.",
    RULE.DOWN: "{who} is at {hp}: unconscious, and loses 1 point each turn.",
    RULE.DOWN__LOSES: "{who} loses 1 point: {before} becomes {left}.",
    RULE.DOWN__BLEED: "When the first further point is lost: the house rule decides.",
    RULE.DOWN__REFUSED: "{who} is unconscious and cannot act.",
    RULE.DEAD: "{who} is dead: {hp} has reached minus the maximum of {max_hp}.",
    RULE.DEAD__REFUSED: "{who} is dead and cannot act.",
    RULE.HALF: "{who} is below half ({hp} of {max_hp}): one die less on every roll.",
    RULE.HALF__DIE: "{who} is below half of the life points: one die less.",
    RULE.MASSIVE: "{suffered} points in one attack: {who} will need rehabilitation.",
    RULE.HEAL: "{who} is given aid: no more points are lost each turn.",
    RULE.HEAL__REFUSED: "{who} is not losing points: there is nothing to stop.",
    RULE.TEST: "{who}: {dice} d10 against a threshold of {threshold}: successes {successes}.",
    RULE.TEST__TENS: "Tens are rolled again ({tens}): further successes {successes}.",
    RULE.TEST__RESULT: By(
        "success",
        {
            1: Plural(
                "difficulty",
                "{successes} of {difficulty} success needed: the test succeeds.",
                "{successes} of {difficulty} successes needed: the test succeeds.",
            )
        },
        Plural(
            "difficulty",
            "{successes} of {difficulty} success needed: the test fails.",
            "{successes} of {difficulty} successes needed: the test fails.",
        ),
    ),
    RULE.TEST__MODIFIER: Plural(
        "dice", "Modifier for {who}: {dice:+} die{label}.", "Modifier for {who}: {dice:+} dice{label}."
    ),
    RULE.TEST__DN: Plural(
        "dn",
        "Modifier for {who}: {dn:+} success needed{label}.",
        "Modifier for {who}: {dn:+} successes needed{label}.",
    ),
    RULE.ATTACK_RANGE: Plural(
        "difficulty",
        "At {distance} m (range {range} m): {difficulty} success needed.",
        "At {distance} m (range {range} m): {difficulty} successes needed.",
    ),
    RULE.ATTACK_RANGE__REFUSED: "There is no shot at {distance} m: it is beyond twice the range of {range} m.",
    RULE.ATTACK_RANGE__UNKNOWN: "It is not known how far away the target of {who} is: give the distance, or a point to both.",
    RULE.ATTACK_RANGE__ROUNDS: "Rounds left in the weapon of {who}: {left}.",
    RULE.ATTACK_RANGE__EMPTY: "The weapon of {who} is empty: it must be reloaded first.",
    RULE.ATTACK_RANGE__RELOADED: "{who} reloads. Rounds in the magazine: {magazine}.",
    RULE.ATTACK_RANGE__NO_MAGAZINE: "This weapon of {who} has no magazine: there is nothing to reload.",
    RULE.ATTACK_EXCESS: By(
        "excess_damage",
        {0: "Successes over the difficulty do not add to PU."},
        "Successes over the difficulty add {excess} to PU.",
    ),
    RULE.TURN_STANCE: Plural(
        "dice",
        "{who} chooses a stance ({stance}: {dice:+} die) and a pace ({pace}: {order:+}).",
        "{who} chooses a stance ({stance}: {dice:+} dice) and a pace ({pace}: {order:+}).",
    ),
    RULE.TURN_STANCE__DICE: Plural(
        "dice", "Stance of {who} ({stance}): {dice:+} die.", "Stance of {who} ({stance}): {dice:+} dice."
    ),
    RULE.TURN_STANCE__STANCE: (
        "No number of dice is given for this stance ({stance}): name it in the house rules (stances)."
    ),
    RULE.TURN_STANCE__PACE: "No number is given for this pace ({pace}): name it in the house rules (paces).",
    RULE.TURN_STANCE__LATE: (
        "The round is under way: {who} can choose a stance and a pace when the next one begins, before anybody acts."
    ),
    RULE.TURN_STANCE__NEXT: "Round {round}: it is the turn of {who}.",
    RULE.TURN_STANCE__ACTION: "{who} uses the one action of this turn.",
    RULE.TURN_STANCE__TURN: "It is not the turn of {who}.",
    RULE.TURN_STANCE__SPENT: "{who} has already used the one action of this turn.",
    RULE.TURN_STANCE__MOVED: "{who} moves. Distance: {metres} m.",
    RULE.TURN_STANCE__OVER: "The fight is over.",
    RULE.TURN_STANCE__BEGUN: "The fight has begun already.",
}

QUESTIONS = {
    ASK.ATTACK: "attack",
    ASK.ATTACK_MORE: "tens rolled again",
    ASK.LOCATION: "location",
    ASK.DAMAGE: "damage",
    ASK.PROTECTION: "protection",
    ASK.EXTRA: "location dice",
}

TERMS = {
    "place": {
        "nowhere": "nowhere",
        "head": "head",
        "arms": "arms",
        "torso": "torso",
        "abdomen": "abdomen",
        "legs": "legs",
    },
    "stance": {
        "none": "none chosen",
        "ultra_violent": "ultra-violent",
        "aggressive": "aggressive",
        "normal": "normal",
        "careful": "careful",
        "under_cover": "under cover",
    },
    "pace": {
        "none": "none chosen",
        "rash": "rash",
        "hasty": "hasty",
        "alert": "alert",
        "steady": "steady",
        "wary": "wary",
    },
    "bleed": {"next_turn": "at the start of the next turn", "same_turn": "at once"},
    "excess_damage": {"false": "no", "true": "yes"},
}

OPTIONS = {
    "bleed": "when the first further point is lost",
    "excess_damage": "successes over the difficulty add to PU",
    "location_dice": "dice for each location",
    "stances": "dice for each stance",
    "paces": "place in the order for each pace",
}

FIELDS = {"hp": "life points", "down": "unconscious", "lasting": "lasting harm", "dead": "dead"}
VALUES: dict[str, str] = {}
"""Names of the fields that a summary shows, and the words among their values."""


def extras(forms: Sequence[Mapping[str, Any]], why: IntEnum, values: Mapping[str, Any]) -> dict[str, Any]:
    """Words that the fighters' forms give: none."""
    return {}


READINGS = {RULE.DOWN__BLEED: "bleed", RULE.ATTACK_EXCESS: "excess_damage"}
