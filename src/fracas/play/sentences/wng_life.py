"""What the notes of Wrath & Glory say of hazards, rest, treatment, interaction attacks and stealth (see wng.py)."""

from __future__ import annotations

from ...rules.wng.ids import RULE
from ...rules.wng.state import Skill
from ..wording import By, Plural, Sentences
from .wng_words import SKILLS

TITLES = {
    "wng.hazard.suffocation": "Suffocation",
    "wng.hazard.shock": "Electricity",
    "wng.hazard.climate": "Heat and cold",
    "wng.hazard.fall": "Falling",
    "wng.hazard.fire": "Flames",
    "wng.hazard.radiation": "Radiation",
    "wng.harm.catchbreath": "Catching one's breath",
    "wng.rest.regroup": "Regroup",
    "wng.rest.respite": "Respite",
    "wng.interact.dn": "Interaction attack",
    "wng.interact.reach": "Reach of an interaction attack",
    "wng.interact.effect": "Effect of an interaction attack",
    "wng.mob.interact": "Interaction attack on a mob",
    "wng.stealth.score": "Stealth",
    "wng.stealth.found": "Found",
    "wng.stealth.loss": "Loss of stealth",
    "wng.condition.bleeding": "Bleeding",
    "wng.condition.onfire": "On fire",
    "wng.condition.poisoned": "Poisoned",
    "wng.condition.fear": "Fear",
    "wng.condition.terror": "Terror",
}

SENTENCES: Sentences = {
    RULE.HAZARD_SUFFOCATION: "{who} is without air (minutes: {minutes}); breath lasts {breath}.",
    RULE.HAZARD_SUFFOCATION__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who} holds out without air: {icons} icon against {number}.",
                "{who} holds out without air: {icons} icons against {number}.",
            )
        },
        Plural(
            "icons",
            "{who} has no breath left: {icons} icon against {number}.",
            "{who} has no breath left: {icons} icons against {number}.",
        ),
    ),
    RULE.HAZARD_SUFFOCATION__SHOCK: "{who} suffocates: Shock ({shock}).",
    RULE.HAZARD_SUFFOCATION__OUT: "{who} is Exhausted for want of air, and unconscious.",
    RULE.HAZARD_SUFFOCATION__DEAD: "{who} stayed without air while unconscious (minutes: {minutes}): dead.",
    RULE.HAZARD_SHOCK: Plural(
        "icons",
        "Electricity ({level}) through {who}: {base} + {icons} icon on {dice} ED = {damage}.",
        "Electricity ({level}) through {who}: {base} + {icons} icons on {dice} ED = {damage}.",
    ),
    RULE.HAZARD_SHOCK__AGONISING: "What the wounds of electricity bring: the house rule decides.",
    RULE.HAZARD_SHOCK__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who} shakes off the electricity: {icons} icon against {number}.",
                "{who} shakes off the electricity: {icons} icons against {number}.",
            )
        },
        Plural(
            "icons",
            "{who} is Restrained by the electricity for a round: {icons} icon against {number}.",
            "{who} is Restrained by the electricity for a round: {icons} icons against {number}.",
        ),
    ),
    RULE.HAZARD_CLIMATE: "{who} is Exhausted by heat or cold, until rest.",
    RULE.HAZARD_CLIMATE__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who} bears the heat or cold: {icons} icon against {number}.",
                "{who} bears the heat or cold: {icons} icons against {number}.",
            )
        },
        Plural(
            "icons",
            "{who} does not bear the heat or cold: {icons} icon against {number}.",
            "{who} does not bear the heat or cold: {icons} icons against {number}.",
        ),
    ),
    RULE.HAZARD_FALL: By(
        "mortal",
        {0: "{who} falls {metres} m, which does no harm."},
        "{who} falls {metres} m: mortal wounds ({mortal}).",
    ),
    RULE.HAZARD_FIRE: "{who} catches fire.",
    RULE.HAZARD_FIRE__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who} keeps clear of the flames: {icons} icon against {number}.",
                "{who} keeps clear of the flames: {icons} icons against {number}.",
            )
        },
        Plural(
            "icons",
            "{who} does not keep clear of the flames: {icons} icon against {number}.",
            "{who} does not keep clear of the flames: {icons} icons against {number}.",
        ),
    ),
    RULE.HAZARD_RADIATION: "Radiation harms {who}: mortal wounds ({mortal}), Shock ({shock}), and Staggered.",
    RULE.HAZARD_RADIATION__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who} withstands the radiation: {icons} icon against {number}.",
                "{who} withstands the radiation: {icons} icons against {number}.",
            )
        },
        Plural(
            "icons",
            "{who} does not withstand the radiation: {icons} icon against {number}.",
            "{who} does not withstand the radiation: {icons} icons against {number}.",
        ),
    ),
    RULE.HAZARD_RADIATION__POISONED: "After so long in the radiation {who} is poisoned, too.",
    RULE.HARM_CATCHBREATH: (
        "{who} spends 1 Wrath point (left: {wrath}) and recovers Shock ({points}): {shock} is left."
    ),
    RULE.HARM_CATCHBREATH__REFUSED: "{who} has no Wrath point left, or no Shock to recover from.",
    RULE.REST_REGROUP: (
        "{who} is treated with a Medicae pool of {pool} dice: wounds recovered {points}, wounds left {wounds}."
    ),
    RULE.REST_REGROUP__REFUSED: "{who} has no Medicae rating, or a fight is on: nobody is treated.",
    RULE.REST_RESPITE: "{who} rests: wounds ({wounds}) and Shock ({shock}) are gone, Wrath is {wrath}.",
    RULE.REST_RESPITE__USELESS: "A respite is of no use to {who}, who is Dying, or is interrupted by a fight.",
    RULE.INTERACT_DN: "{who} has {approach} {rating} and Resolve {resolve}: the higher is the DN, {number}.",
    RULE.INTERACT_DN__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s interaction attack: {icons} icon against {number}, success.",
                "{who}'s interaction attack: {icons} icons against {number}, success.",
            )
        },
        Plural(
            "icons",
            "{who}'s interaction attack: {icons} icon against {number}, failure.",
            "{who}'s interaction attack: {icons} icons against {number}, failure.",
        ),
    ),
    RULE.INTERACT_REACH: "{who} is within reach of the skill ({approach}).",
    RULE.INTERACT_REACH__REFUSED: By(
        "approach",
        {
            Skill.ATHLETICS: "{who} is not engaged with the attacker: {approach} needs that.",
            Skill.TECH: "{who} is further away than the attacker's Intellect in metres: {approach} does not reach it.",
        },
        "{who} does not see and hear the attacker: {approach} needs that.",
    ),
    RULE.INTERACT_EFFECT: "{who} is {condition} until the start of the attacker's next turn ({points}).",
    RULE.INTERACT_EFFECT__CHOICE: (
        "{who} shifted {shifted} exalted icons: one more effect of the player's choice, agreed with the GM."
    ),
    RULE.INTERACT_EFFECT__ENDS: "What an interaction attack did to {who} is over.",
    RULE.MOB_INTERACT: "The interaction attack reaches members of {who}: {members}.",
    RULE.STEALTH_SCORE: Plural(
        "icons",
        "{who} hides: {icons} icon on Stealth, which count {score}.",
        "{who} hides: {icons} icons on Stealth, which count {score}.",
    ),
    RULE.STEALTH_SCORE__TEST: By(
        "success",
        {1: "{who}'s passive Awareness {icons} is above {number}, and sees who hides."},
        "{who}'s passive Awareness {icons} is not above {number}, and sees nobody.",
    ),
    RULE.STEALTH_FOUND: "{who} is found: the stealth score is void, and is not rolled again in this scene.",
    RULE.STEALTH_FOUND__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s Awareness: {icons} icon against {number}, somebody hides there.",
                "{who}'s Awareness: {icons} icons against {number}, somebody hides there.",
            )
        },
        Plural(
            "icons",
            "{who}'s Awareness: {icons} icon against {number}, nothing.",
            "{who}'s Awareness: {icons} icons against {number}, nothing.",
        ),
    ),
    RULE.STEALTH_FOUND__REFUSED: (
        "{who} was found in this scene, or has a stealth score already: Stealth is not rolled again."
    ),
    RULE.STEALTH_SNEAK__REFUSED: "{who} has no stealth score: there is nobody who has not noticed.",
    RULE.STEALTH_LOSS: By(
        "score",
        {0: "{who} gives itself away ({noise}): stealth −{points}, the score is void."},
        "{who} gives itself away ({noise}): stealth −{points}, {score} is left.",
    ),
    RULE.CONDITION_BLEEDING: "{who} bleeds: mortal wounds ({mortal}).",
    RULE.CONDITION_BLEEDING__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s test to stop the blood: {icons} icon against {number}, success.",
                "{who}'s test to stop the blood: {icons} icons against {number}, success.",
            )
        },
        Plural(
            "icons",
            "{who}'s test to stop the blood: {icons} icon against {number}, failure.",
            "{who}'s test to stop the blood: {icons} icons against {number}, failure.",
        ),
    ),
    RULE.CONDITION_BLEEDING__ENDS: "{who} no longer bleeds.",
    RULE.CONDITION_ONFIRE: "{who} burns: mortal wounds ({mortal}).",
    RULE.CONDITION_ONFIRE__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s test to put out the fire: {icons} icon against {number}, success.",
                "{who}'s test to put out the fire: {icons} icons against {number}, success.",
            )
        },
        Plural(
            "icons",
            "{who}'s test to put out the fire: {icons} icon against {number}, failure.",
            "{who}'s test to put out the fire: {icons} icons against {number}, failure.",
        ),
    ),
    RULE.CONDITION_ONFIRE__OUT: "The fire on {who} is out.",
    RULE.CONDITION_POISONED: "{who} is poisoned: {dn:+} DN.",
    RULE.CONDITION_POISONED__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s test against the poison: {icons} icon against {number}, success.",
                "{who}'s test against the poison: {icons} icons against {number}, success.",
            )
        },
        Plural(
            "icons",
            "{who}'s test against the poison: {icons} icon against {number}, failure.",
            "{who}'s test against the poison: {icons} icons against {number}, failure.",
        ),
    ),
    RULE.CONDITION_POISONED__ENDS: "{who} is no longer poisoned.",
    RULE.CONDITION_FEAR: "{who} is afraid: {dn:+} DN.",
    RULE.CONDITION_FEAR__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s Resolve: {icons} icon against {number}, no fear.",
                "{who}'s Resolve: {icons} icons against {number}, no fear.",
            )
        },
        Plural(
            "icons",
            "{who}'s Resolve: {icons} icon against {number}, fear until the scene ends.",
            "{who}'s Resolve: {icons} icons against {number}, fear until the scene ends.",
        ),
    ),
    RULE.CONDITION_TERROR: "{who} is in terror, and spends all actions fleeing until the scene ends.",
    RULE.CONDITION_TERROR__TEST: By(
        "success",
        {
            1: Plural(
                "icons",
                "{who}'s Resolve: {icons} icon against {number}, no terror.",
                "{who}'s Resolve: {icons} icons against {number}, no terror.",
            )
        },
        Plural(
            "icons",
            "{who}'s Resolve: {icons} icon against {number}, terror.",
            "{who}'s Resolve: {icons} icons against {number}, terror.",
        ),
    ),
    RULE.CONDITION_TERROR__REFUSED: "{who} is in terror, and does nothing but flee.",
}

TERMS = {
    "level": {"light": "light", "medium": "medium", "strong": "strong"},
    "approach": SKILLS,
    "noise": {
        "whisper": "a whisper",
        "ready_quiet": "a quiet weapon made ready",
        "twig": "a twig snaps",
        "quiet_talk": "quiet talk",
        "rack_slide": "a slide is racked",
        "reload": "reloading",
        "normal_talk": "normal talk",
        "knife": "a knife in the back",
        "melta": "melta fire",
        "light_wargear": "glowing wargear",
        "sword_fight": "a sword fight",
        "grav_engine": "a grav engine starts",
        "flamer": "a flamer fires",
        "shout": "a shout",
        "chain": "a chain weapon",
        "shot": "a shot",
        "jump_pack": "a jump pack starts",
        "fuel_engine": "a fuel engine starts",
        "bolt": "a bolt weapon fires",
        "explosion": "an explosion",
        "aircraft": "aircraft jets",
    },
}

PERILS = {
    "suffocation": "no air",
    "shock": "electricity",
    "climate": "heat or cold",
    "fall": "a fall",
    "fire": "flames",
    "radiation": "radiation",
    "respite": "respite",
    "regroup": "regroup",
}
VALUES = {**PERILS, **TERMS["noise"]}
"""Words of decisions, as a menu shows them."""
