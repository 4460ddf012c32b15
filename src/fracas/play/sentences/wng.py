"""What the notes of Wrath & Glory say (see cpred.py for the form)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from ...rules.wng.ids import RULE
from ..wording import By, Plural, Sentences
from . import wng_close, wng_life, wng_turn, wng_words

ATTACK_TITLES = {
    "wng.sheet.derived": "Derived values",
    "wng.mob.one": "Mob",
    "wng.action.multiattack": "Several targets",
    "wng.range.bands": "Range",
    "wng.range.engaged": "Engaged",
    "wng.range.intomelee": "Firing into an engagement",
    "wng.attack.pool": "Pool",
    "wng.attack.hit": "To hit",
    "wng.attack.critical": "Critical hit",
    "wng.attack.complication": "Complication",
    "wng.table.complication": "Table of complications",
    "wng.move.cover": "Cover",
    "wng.option.aim": "Aim",
    "wng.option.brace": "Brace",
    "wng.option.allout": "All-out attack",
    "wng.option.charge": "Charge",
    "wng.option.called": "Called shot",
    "wng.option.throughcover": "Through cover",
    "wng.option.pin": "Pinning fire",
    "wng.condition.pinned": "Pinned",
    "wng.salvo.auto": "Full auto",
    "wng.salvo.spray": "Spray",
    "wng.salvo.sweep": "Sweeping fire",
    "wng.salvo.reload": "Reload after salvo",
    "wng.ammo.reload": "Reload",
    "wng.stealth.sneak": "Sneak attack",
    "wng.size": "Size",
    "wng.vision": "Sight",
    "wng.damage.roll": "Damage dice",
    "wng.damage.example": "Damage",
    "wng.damage.ap": "AP",
    "wng.damage.soak": "Resilience",
    "wng.damage.mortal": "Mortal wounds",
    "wng.crit.simple": "Simple critical",
    "wng.crit.glory": "Glory on a critical",
    "wng.table.critical": "Table of critical hits",
    "wng.crit.effect": "Critical effect",
    "wng.harm.wounded": "Wounded",
    "wng.harm.determination": "Determination",
    "wng.harm.exhausted": "Shock",
    "wng.harm.dying": "Dying",
    "wng.harm.dyingdice": "Wrath dice of the Dying",
    "wng.harm.death": "Death",
    "wng.harm.annihilated": "Annihilated",
    "wng.harm.memorable": "Memorable injury",
    "wng.harm.traumatic": "Traumatic injury",
    "wng.mob.hit": "Mob hit",
    "wng.mob.attack": "Mob attack",
    "wng.mob.shock": "Shock on a mob",
    "wng.trait.agonising": "Agonising",
    "wng.trait.assault": "Assault",
    "wng.trait.brutal": "Brutal",
    "wng.trait.flamer": "Flamer",
    "wng.trait.heavy": "Heavy",
    "wng.trait.inflict": "Inflict",
    "wng.trait.melta": "Melta",
    "wng.trait.parry": "Parry",
    "wng.trait.pistol": "Pistol",
    "wng.trait.rad": "Rad",
    "wng.trait.rapidfire": "Rapid Fire",
    "wng.trait.reliable": "Reliable",
    "wng.trait.rending": "Rending",
    "wng.trait.sniper": "Sniper",
    "wng.trait.spread": "Spread",
    "wng.trait.supercharge": "Supercharge",
    "wng.trait.unwieldy": "Unwieldy",
    "wng.trait.waaagh": "Waaagh",
}

ATTACK_SENTENCES: Sentences = {
    RULE.SHEET_DERIVED: (
        "From the sheet, where nothing else is printed: Defence {defence}, Resilience {resilience}, Resolve {resolve}, "
        "Determination {determination}, wounds {max_wounds}, Shock {max_shock}, passive Awareness {awareness}."
    ),
    RULE.MOB_ONE: "A mob of {members}, each with 1 wound.",
    RULE.ACTION_BUDGET__REFUSED: (
        "{who} has one Move a turn and one way of firing: aim, brace, charge and sprint exclude one another, "
        "and so do full auto, spray, sweep and pinning fire."
    ),
    RULE.ACTION_MULTIATTACK: "{targets} targets: {dn:+} to the Defence of each.",
    RULE.ACTION_MULTIATTACK__REFUSED: "An attack at several targets shifts no exalted icons.",
    RULE.RANGE_BANDS: By(
        "band",
        {
            0: "{who} at {distance} m is at short range: +1 die.",
            2: "{who} at {distance} m is at long range: Defence +2.",
        },
        "{who} at {distance} m is at medium range: nothing changes.",
    ),
    RULE.RANGE_BANDS__BEYOND: "{who} at {distance} m is beyond long range: a miss without a roll.",
    RULE.RANGE_ENGAGED: "{who} fires while engaged: +2 DN.",
    RULE.RANGE_ENGAGED__REFUSED: "{who} is engaged: only pistols fire then.",
    RULE.RANGE_INTOMELEE: "The Wrath die shows 1: the shot also hits {who}, who is in the engagement.",
    RULE.RANGE_INTOMELEE__SAFE: "{who} aimed to keep the shot safe: nobody else in the engagement is hit.",
    RULE.ATTACK_POOL: "{who}: attribute {attribute} + skill {skill} = {pool} dice.",
    RULE.ATTACK_POOL__GIVEN: "Modifier: {dice:+} dice{label}.",
    RULE.ATTACK_POOL__DICE: Plural("dice", "The pool is {dice} die.", "The pool is {dice} dice."),
    RULE.ATTACK_POOL__OPPOSED: Plural("icons", "{who}: {icons} icon.", "{who}: {icons} icons."),
    RULE.ATTACK_HIT__GIVEN: "Modifier: {dn:+} DN{label}.",
    RULE.ATTACK_HIT: By(
        "penalty",
        {0: "{who} has Defence {defence}: {number} icons hit."},
        "{who} has Defence {defence}, with {penalty:+} DN: {number} icons hit.",
    ),
    RULE.ATTACK_HIT__RESULT: By(
        "success",
        {
            1: Plural(
                "icons", "{icons} icon against {number}: {who} is hit.", "{icons} icons against {number}: {who} is hit."
            )
        },
        Plural(
            "icons",
            "{icons} icon against {number}: {who} is missed.",
            "{icons} icons against {number}: {who} is missed.",
        ),
    ),
    RULE.ATTACK_HIT__SHIFTED: "Exalted icons shifted to damage: {shifted}.",
    RULE.ATTACK_CRITICAL: "The Wrath die shows 6 and {who} hits: a critical hit (Glory {glory}, Ruin {ruin}).",
    RULE.ATTACK_CRITICAL__READING: "What an adversary's critical brings: the house rule decides.",
    RULE.ATTACK_COMPLICATION: "A Wrath die shows 1: a complication for {who}.",
    RULE.ATTACK_COMPLICATION__REFUSED: "{who}'s weapon is jammed, stuck, out of order or dropped: it must be seen to first.",
    RULE.TABLE_COMPLICATION: "d66 {d66}: {trouble} ({who}).",
    RULE.TABLE_COMPLICATION__WRONG: "The attack goes at {who} instead.",
    RULE.MOVE_COVER: "{who}'s cover ({cover}): {points:+} Defence.",
    RULE.MOVE_COVER__HALF: "Exactly half in cover: the house rule decides.",
    RULE.OPTION_AIM: "{who} aims: +1 die.",
    RULE.OPTION_BRACE: "{who} braces the weapon: it is not too heavy.",
    RULE.OPTION_ALLOUT: "{who} attacks all out: +2 dice, own Defence −2 until the start of the next turn.",
    RULE.OPTION_ALLOUT__REFUSED: "An all-out attack is made in melee; {who} fires.",
    RULE.OPTION_CHARGE: "{who} charges: +1 die.",
    RULE.OPTION_CHARGE__REFUSED: "{who} cannot charge so: a charge goes 4 m and up to twice the Speed, and ends in melee.",
    RULE.OPTION_CALLED: "Called shot ({called}): +{points} DN and +{points} ED.",
    RULE.OPTION_THROUGHCOVER: "Shot through cover: {who}'s Resilience {material:+}, no Defence from it.",
    RULE.OPTION_PIN: "{who} is pinned.",
    RULE.OPTION_PIN__AGAINST: "Pinning fire at {who}, Resolve {resolve}: {number} icons are needed.",
    RULE.OPTION_PIN__REFUSED: "Pinning fire takes a weapon with Salvo, one target and no shifting ({who}).",
    RULE.CONDITION_PINNED: "{who} is pinned: +2 DN to shoot out of cover.",
    RULE.CONDITION_PINNED__SCOPE: "At whom the pinned shoot worse: the house rule decides.",
    RULE.SALVO_AUTO: "{who} fires full auto: +{salvo} dice.",
    RULE.SALVO_AUTO__REFUSED: "Full auto takes a weapon with Salvo and one target ({who}).",
    RULE.SALVO_SPRAY: "{who} sprays: Salvo {salvo} lowers what the further targets add to Defence; {left} of it is left.",
    RULE.SALVO_SPRAY__REFUSED: "Spraying takes a weapon with Salvo ({who}).",
    RULE.SALVO_SWEEP: "{who} sweeps: {salvo} further members are hit.",
    RULE.SALVO_SWEEP__REFUSED: "Sweeping fire takes a weapon with Salvo and is aimed at a mob ({who}).",
    RULE.SALVO_RELOAD: "{who} must reload before firing this weapon again.",
    RULE.SALVO_RELOAD__REFUSED: "{who} fired on full auto, spray, sweep or pinning fire and must reload first.",
    RULE.AMMO_RELOAD: "{who}'s weapon reloads after every shot.",
    RULE.AMMO_RELOAD__REFUSED: "{who} is out of ammo and must reload first.",
    RULE.STEALTH_SNEAK: "{who} attacks unnoticed: +2 dice, +2 ED.",
    RULE.SIZE: "The target is larger than a human: {dice:+} dice.",
    RULE.SIZE__SPOT: "Smaller than a human: {dn:+} DN to spot.",
    RULE.VISION: "Sight ({vision}): {dn:+} DN.",
    RULE.DAMAGE_ROLL: Plural("icons", "{icons} icon on {dice} ED.", "{icons} icons on {dice} ED."),
    RULE.DAMAGE_EXAMPLE: "Damage {base} + {icons} = {damage}.",
    RULE.DAMAGE_AP: "{who}'s Resilience {full} less AP {ap}: {resilience} is left.",
    RULE.DAMAGE_AP__INVULNERABLE: "{who}'s armour is invulnerable and ignores AP: Resilience {resilience}.",
    RULE.DAMAGE_AP__LEAST: "How low AP takes Resilience: the house rule decides.",
    RULE.DAMAGE_SOAK: By(
        "shock",
        {1: "{damage} damage equals {who}'s Resilience {resilience}: 1 Shock."},
        Plural(
            "wounds",
            "{damage} damage against {who}'s Resilience {resilience}: {wounds} wound.",
            "{damage} damage against {who}'s Resilience {resilience}: {wounds} wounds.",
        ),
    ),
    RULE.DAMAGE_MORTAL: "{who} takes mortal wounds ({mortal}): neither Resilience nor Determination helps.",
    RULE.CRIT_SIMPLE: "A simple critical: {points:+} ED.",
    RULE.CRIT_SIMPLE__READING: "What a critical hit does: the house rule decides.",
    RULE.CRIT_GLORY: "{who} spends Glory on it: {points} (Glory left: {glory}).",
    RULE.TABLE_CRITICAL: "d66 {d66}: {row}.",
    RULE.CRIT_EFFECT: "{row} on {who}: wounds +{wounds}, mortal wounds +{mortal}, Shock +{shock}.",
    RULE.CRIT_EFFECT__BLOCKED: "The damage does not beat {who}'s Resilience: what the critical says in wounds is 1.",
    RULE.CRIT_EFFECT__CONDITION: "{who} is now: {condition}.",
    RULE.CRIT_EFFECT__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s test: {icons} icon against {number}, well done.",
                "{who}'s test: {icons} icons against {number}, well done.",
            )
        },
        Plural(
            "icons",
            "{who}'s test: {icons} icon against {number}, failed.",
            "{who}'s test: {icons} icons against {number}, failed.",
        ),
    ),
    RULE.CRIT_EFFECT__LIMB: "Which limb is lost: the house rule decides.",
    RULE.CRIT_EFFECT__CAUGHT: Plural(
        "wounds", "The explosion catches {who}: {wounds} wound.", "The explosion catches {who}: {wounds} wounds."
    ),
    RULE.HARM_WOUNDED: "{who} is Wounded: +1 DN.",
    RULE.HARM_DETERMINATION: Plural(
        "wounds",
        "{who}'s Determination turns {turned} of {wounds} wound into Shock; {left} are left.",
        "{who}'s Determination turns {turned} of {wounds} wounds into Shock; {left} are left.",
    ),
    RULE.HARM_EXHAUSTED: "{who} takes Shock ({points}): {shock} of at most {max_shock}.",
    RULE.HARM_EXHAUSTED__NOW: "{who} is Exhausted: no Determination, a basic attack or falling back only.",
    RULE.HARM_EXHAUSTED__OVER: "{who} is Exhausted: further Shock becomes mortal wounds ({mortal}).",
    RULE.HARM_EXHAUSTED__REFUSED: "{who} is Exhausted: a basic attack or falling back, nothing else.",
    RULE.HARM_DYING: Plural(
        "wounds",
        "{who} has {wounds} wound, more than {max_wounds}: Dying, and prone.",
        "{who} has {wounds} wounds, more than {max_wounds}: Dying, and prone.",
    ),
    RULE.HARM_DYING__REFUSED: "{who} is Dying: a basic attack or falling back, nothing else.",
    RULE.HARM_DYINGDICE: "{who} is Dying: {wrath} Wrath dice in the pool.",
    RULE.HARM_DYINGDICE__READING: "How many Wrath dice must show 6: the house rule decides.",
    RULE.HARM_DEATH: "{who} has {injuries} traumatic injuries, more than {most}: dead.",
    RULE.HARM_DEATH__REFUSED: "{who} is dead and cannot act.",
    RULE.HARM_ANNIHILATED: "{points} is more than {most}, twice {who}'s wound maximum: annihilated.",
    RULE.HARM_ANNIHILATED__COUNTS: "What counts for annihilation: the house rule decides.",
    RULE.HARM_MEMORABLE: "{who} keeps a memorable injury: {scar}.",
    RULE.HARM_MEMORABLE__SHOWN: "{who} shows a memorable injury: +1 die.",
    RULE.HARM_MEMORABLE__UPGRADED: "{who}'s memorable injury comes again, and worse: {upgrade}.",
    RULE.HARM_TRAUMATIC: "{who} suffers a traumatic injury: {injury} (now {injuries}).",
    RULE.HARM_TRAUMATIC__TORSO: "{who}'s torso is injured: +1 DN on Toughness tests.",
    RULE.HARM_TRAUMATIC__SIGHT: "{who} has lost an eye: +2 DN where sight is needed.",
    RULE.HARM_TRAUMATIC__LAME: "{who} has no foot or leg left to walk on: it crawls.",
    RULE.HARM_TRAUMATIC__REFUSED: "{who} has no hand or arm left to hold a weapon.",
    RULE.MOB_HIT: By(
        "out",
        {0: "{reached} of {who} are hit; {damage} damage does not beat Resilience {resilience}."},
        "{reached} of {who} are hit; {damage} damage beats Resilience {resilience}: {out} are out.",
    ),
    RULE.MOB_HIT__READING: "Whose Resilience protects a mob: the house rule decides.",
    RULE.MOB_ATTACK: "{who} attacks as a mob: {dice:+} dice.",
    RULE.MOB_ATTACK__REFUSED: "{who} has no members left and cannot act.",
    RULE.MOB_SHOCK: "Shock over a member's maximum takes one out of {who}: {members} left.",
    RULE.TRAIT_AGONISING: "The pain is agonising: each wound is also 1 Shock for {who} ({shock}).",
    RULE.TRAIT_ASSAULT: "{who} fires while sprinting: +2 DN.",
    RULE.TRAIT_ASSAULT__REFUSED: "Only an Assault weapon fires while sprinting ({who}).",
    RULE.TRAIT_BRUTAL: "The weapon is brutal: extra damage dice read 3–4 as one, 5–6 as two.",
    RULE.TRAIT_FLAMER: "The flames ignore cover.",
    RULE.TRAIT_FLAMER__BURNS: "Wounded by flames, {who} is on fire.",
    RULE.TRAIT_HEAVY: "The weapon is too heavy for {who}: {dn:+} DN.",
    RULE.TRAIT_INFLICT: "The wound brings a condition on {who}: {condition}.",
    RULE.TRAIT_MELTA: By(
        "reading",
        {2: "Melta against a vehicle: extra damage dice read 1–3 as one, 4–6 as two."},
        "Melta at short range: extra damage dice read 3–4 as one, 5–6 as two.",
    ),
    RULE.TRAIT_PARRY: "{who} parries: +1 Defence in melee.",
    RULE.TRAIT_PISTOL: "{who} fires a pistol, which may be done while engaged.",
    RULE.TRAIT_RAD: "Radiation adds {rad} to every extra damage die (6 at most).",
    RULE.TRAIT_RAPIDFIRE: "Rapid fire at short range: {points:+} ED.",
    RULE.TRAIT_RELIABLE: "The weapon is reliable: {who}'s first complication of the scene is ignored.",
    RULE.TRAIT_RENDING: "The weapon rends: {points:+} AP for what was shifted.",
    RULE.TRAIT_SNIPER: "An aimed sniper weapon: +1 die more.",
    RULE.TRAIT_SNIPER__ED: "An aimed sniper weapon: {points:+} ED.",
    RULE.TRAIT_SPREAD: "The shot spreads in a mob: {dice:+} dice.",
    RULE.TRAIT_SUPERCHARGE: "The weapon is supercharged: +3 ED.",
    RULE.TRAIT_SUPERCHARGE__BURST: "The supercharged weapon bursts: {who} takes mortal wounds ({mortal}).",
    RULE.TRAIT_SUPERCHARGE__REFUSED: "This weapon has no supercharge ({who}).",
    RULE.TRAIT_UNWIELDY: "The weapon is unwieldy: {dn:+} DN.",
    RULE.TRAIT_WAAAGH: "Waaagh: +1 die.",
    RULE.TRAIT_WAAAGH__ED: "Waaagh, and wounded: +1 ED.",
}

TITLES = ATTACK_TITLES | wng_turn.TITLES | wng_close.TITLES | wng_life.TITLES
SENTENCES: Sentences = (
    ATTACK_SENTENCES | wng_turn.SENTENCES | wng_close.SENTENCES | wng_life.SENTENCES  # type: ignore[operator]
)
QUESTIONS = wng_words.QUESTIONS
TERMS = wng_words.TERMS | wng_life.TERMS
CHOICES = wng_words.CHOICES
OPTIONS = wng_words.OPTIONS
READINGS = wng_words.READINGS
FIELDS = wng_words.FIELDS
VALUES = wng_words.VALUES | wng_life.VALUES
DECISIONS = wng_words.DECISIONS

CRITICAL = "Critical hit."
"""What a headline says of ``outcome.critical``."""


def extras(forms: Sequence[Mapping[str, Any]], why: IntEnum, values: Mapping[str, Any]) -> dict[str, Any]:
    """Words that the fighters' forms give: none."""
    return {}
