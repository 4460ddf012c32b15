"""What the notes of Wrath & Glory say of close quarters, blasts and weapons seen to (merged in wng.py)."""

from __future__ import annotations

from ...rules.wng.ids import RULE
from ..wording import By, Plural, Sentences

TITLES = {
    "wng.option.grapple": "Grapple",
    "wng.condition.restrained": "Restrained",
    "wng.option.disarm": "Disarming shot",
    "wng.option.fulldefence": "Full defence",
    "wng.ammo.start": "Ammo at the start",
    "wng.blast.throw": "Blast",
    "wng.blast.dodge": "Dodging a blast",
    "wng.blast.noshift": "Blast and shifting",
}

SENTENCES: Sentences = {
    RULE.OPTION_GRAPPLE__TEST: By(
        "size",
        {
            0: Plural(
                "dice",
                "{who} wrestles: Strength {strength}, {dice} die.",
                "{who} wrestles: Strength {strength}, {dice} dice.",
            )
        },
        Plural(
            "dice",
            "{who} wrestles: Strength {strength}, larger {size:+}, {dice} die.",
            "{who} wrestles: Strength {strength}, larger {size:+}, {dice} dice.",
        ),
    ),
    RULE.OPTION_GRAPPLE: By(
        "success",
        {
            1: Plural(
                "icons",
                "{icons} icon against {against}, own penalties taken off: {who} is held, and restrained.",
                "{icons} icons against {against}, own penalties taken off: {who} is held, and restrained.",
            )
        },
        Plural(
            "icons",
            "{icons} icon against {against}, own penalties taken off: {who} is not held.",
            "{icons} icons against {against}, own penalties taken off: {who} is not held.",
        ),
    ),
    RULE.OPTION_GRAPPLE__FREE: By(
        "success",
        {
            1: Plural(
                "icons",
                "{icons} icon against {against}, own penalties taken off: {who} breaks free.",
                "{icons} icons against {against}, own penalties taken off: {who} breaks free.",
            )
        },
        Plural(
            "icons",
            "{icons} icon against {against}, own penalties taken off: {who} stays held.",
            "{icons} icons against {against}, own penalties taken off: {who} stays held.",
        ),
    ),
    RULE.OPTION_GRAPPLE__HANDS: "{who} is grappling: only one-handed weapons can be used.",
    RULE.OPTION_GRAPPLE__REFUSED: "There is nobody to hold, to let go or to break free from ({who}).",
    RULE.CONDITION_RESTRAINED: "{who} is restrained: Defence −2.",
    RULE.CONDITION_RESTRAINED__REFUSED: "{who} is restrained and cannot move.",
    RULE.CONDITION_RESTRAINED__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{icons} icon against {number}: {who} breaks free.",
                "{icons} icons against {number}: {who} breaks free.",
            )
        },
        Plural(
            "icons",
            "{icons} icon against {number}: {who} stays restrained.",
            "{icons} icons against {number}: {who} stays restrained.",
        ),
    ),
    RULE.CONDITION_RESTRAINED__FREE: "{who} is let go.",
    RULE.CONDITION_RESTRAINED__ENDS: "{who} is no longer restrained.",
    RULE.OPTION_DISARM__TEST: "{damage} damage to {who}'s weapon hand: half of it, {number}, is the DN to hold on.",
    RULE.OPTION_DISARM: By(
        "success",
        {
            1: Plural(
                "icons",
                "{icons} icon against {number}: {who} keeps the weapon.",
                "{icons} icons against {number}: {who} keeps the weapon.",
            )
        },
        Plural(
            "icons",
            "{icons} icon against {number}: {who} drops the weapon.",
            "{icons} icons against {number}: {who} drops the weapon.",
        ),
    ),
    RULE.OPTION_DISARM__REFUSED: "There is not one weapon in one hand to shoot at ({who}).",
    RULE.OPTION_FULLDEFENCE: Plural(
        "icons",
        "{who} defends with {icons} icon: Defence +{guard} until the start of the next turn.",
        "{who} defends with {icons} icons: Defence +{guard} until the start of the next turn.",
    ),
    RULE.OPTION_FULLDEFENCE__BASE: "What full defence adds besides the icons: the house rule decides.",
    RULE.OPTION_FULLDEFENCE__GUARD: "{who} is in full defence: Defence {guard:+}.",
    RULE.OPTION_FULLDEFENCE__REFUSED: "{who} is on guard already, or has attacked all out.",
    RULE.AMMO_START: "Ammo at the start of the fight: {ammo}.",
    RULE.AMMO_RELOAD__DONE: By(
        "spent",
        {0: "{who} reloads a weapon that is loaded: no ammo is used ({ammo} left)."},
        "{who} reloads: 1 ammo ({ammo} left).",
    ),
    RULE.AMMO_RELOAD__NONE: "{who} has no ammo left to reload with.",
    RULE.ATTACK_COMPLICATION__MENDED: By(
        "result",
        {
            2: "{who} picks the weapon up.",
            1: Plural(
                "icons",
                "{icons} icon against {number}: {who}'s weapon works again.",
                "{icons} icons against {number}: {who}'s weapon works again.",
            ),
        },
        Plural(
            "icons",
            "{icons} icon against {number}: {who}'s weapon does not work yet.",
            "{icons} icons against {number}: {who}'s weapon does not work yet.",
        ),
    ),
    RULE.ACTION_SIMPLE__MENDED: "{who}'s weapon is in order: there is nothing to mend.",
    RULE.ACTION_SIMPLE__DRAWN: "{who} draws the weapon first: the Simple action of the turn.",
    RULE.BLAST_THROW: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who} aims at a point: {icons} icon against {number}, it bursts there.",
                "{who} aims at a point: {icons} icons against {number}, it bursts there.",
            )
        },
        Plural(
            "icons",
            "{who} aims at a point: {icons} icon against {number}, a miss.",
            "{who} aims at a point: {icons} icons against {number}, a miss.",
        ),
    ),
    RULE.BLAST_THROW__SCATTER: By(
        "direction",
        {
            1: "It scatters {metres} m further along the line of fire, and bursts there.",
            4: "It scatters {metres} m back along the line of fire, and bursts there.",
        },
        "It scatters {metres} m in direction {direction} of 6, clockwise from the line of fire, and bursts there.",
    ),
    RULE.BLAST_THROW__MOB: "The blast reaches half of {who}, rounded up: {reached}.",
    RULE.BLAST_THROW__REFUSED: (
        "A blast is fired or thrown at a point in range, with no other option than aim, brace, sneak, sprint, supercharge "
        "and a simple critical ({who})."
    ),
    RULE.BLAST_DODGE: "{who} is in full defence and dodges the blast: Resilience {guard:+}.",
    RULE.BLAST_DODGE__REFUSED: "A blast of {blast} m is too wide for {who} to dodge.",
    RULE.BLAST_NOSHIFT: "Exalted icons ({exalted}) cannot be shifted to a blast's damage.",
    RULE.BLAST_NOSHIFT__REFUSED: "Blast damage cannot be raised by shifting ({who}).",
}
