"""Short words of the pages for what the games name by ids: decisions, their fields, and the words among their values.

A game's own terms come first; what no game has a term for is here, or else stands as it is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...play.explain import Explainer

Say = Callable[[str], str]


def act_words(ui: Say) -> dict[str, str]:
    """What a button says for each kind of decision."""
    return {
        "begin": ui("Begin the fight"),
        "done": ui("End the turn"),
        "attack": ui("Attack"),
        "grenade": ui("Throw or launch a grenade"),
        "suppress": ui("Suppressive fire"),
        "move": ui("Move"),
        "reload": ui("Reload"),
        "stand_up": ui("Get up"),
        "clear": ui("Clear a jam"),
        "pick_up": ui("Pick up"),
        "grab": ui("Grab"),
        "choke": ui("Choke"),
        "throw": ui("Throw"),
        "hold": ui("Hold"),
        "break_free": ui("Break free"),
        "stabilise": ui("Help"),
        "put_out": ui("Put out a fire"),
        "stance": ui("Stance and pace"),
        "repair": ui("Mend armour"),
        "hit": ui("A hit lands"),
        "act": ui("Who acts next"),
        "alert": ui("Make alert"),
        "tasks": ui("Several tasks"),
        "release": ui("Use the held action"),
        "fall_back": ui("Fall back"),
        "decline": ui("Let it go by"),
        "simple": ui("Simple action"),
        "hazard": ui("Hazard"),
        "catch_breath": ui("Catch one's breath"),
        "rest": ui("Rest"),
        "resist": ui("Resist"),
        "interact": ui("Interaction attack"),
        "hide": ui("Hide"),
        "spot": ui("Spot"),
        "noise": ui("Make noise"),
        "grapple": ui("Grapple"),
        "escape": ui("Escape"),
        "let_go": ui("Let go"),
        "full_defence": ui("Full defence"),
        "mend": ui("Mend a weapon"),
        "ready": ui("Ready a weapon"),
        "turn": ui("Turn by hand"),
        "round": ui("New round by hand"),
    }


def field_words(ui: Say) -> dict[str, str]:
    """What stands above each field of a decision."""
    return {
        "weapon": ui("Weapon"),
        "mode": ui("Mode"),
        "aimed": ui("Aimed at"),
        "location": ui("Aimed at"),
        "options": ui("Ways of attacking"),
        "modifiers": ui("Circumstances"),
        "modifier": ui("Modifier"),
        "label": ui("Its reason"),
        "dice": ui("Dice more or less"),
        "dn": ui("Difficulty more or less"),
        "luck": ui("Luck"),
        "distance": ui("Distance in metres"),
        "rounds": ui("Rounds fired"),
        "width": ui("Width in metres"),
        "to": ui("To the point"),
        "at": ui("At the point"),
        "metres": ui("Metres"),
        "ammo": ui("Ammunition"),
        "dodge": ui("The target dodges"),
        "dodging": ui("Who dodges"),
        "shift": ui("Shift at most"),
        "reroll": ui("Wrath for a second roll"),
        "glory": ui("Glory spent"),
        "cover": ui("Cover"),
        "through_cover": ui("Through cover"),
        "vision": ui("Vision"),
        "skill": ui("Skill"),
        "characteristic": ui("Characteristic"),
        "actions": ui("Actions this turn"),
        "hidden": ui("Cannot be hit"),
        "stance": ui("Stance"),
        "pace": ui("Pace"),
        "ally": ui("Whom a fumble hits"),
        "patient": ui("Patient"),
        "near": ui("Near the target"),
        "adrift": ui("Caught by a miss"),
        "into_melee": ui("In the melee"),
        "injured_hand": ui("With the injured hand"),
        "condition": ui("Condition"),
        "effect": ui("Effect"),
        "kind": ui("Kind"),
        "level": ui("Level"),
        "number": ui("Number"),
        "aid": ui("Kind of help"),
        "tasks": ui("Tasks"),
        "places": ui("Places"),
        "difficult": ui("Difficult terrain"),
        "beyond": ui("Further than usual"),
        "unarmed": ui("Bare hands"),
        "damage": ui("Damage"),
        "ap": ui("Armour-piercing"),
        "edged": ui("Edged"),
        "mortal": ui("Mortal wounds"),
        "power": ui("Power"),
        "moved": ui("Metres moved"),
        "at_once": ui("At once"),
        "passive": ui("Passive"),
        "show_scar": ui("Show a scar"),
        "over": ui("Over it"),
        "long": ui("For long"),
        "melee": ui("Melee"),
        "direct": ui("Past armour"),
        "injury": ui("Injuries are rolled"),
        "range": ui("Range in metres"),
        "accuracy": ui("Accuracy"),
        "radius": ui("Radius in metres"),
        "class": ui("Weapon class"),
        "rof": ui("Rate of fire"),
        "blast": ui("Blast"),
        "reliability": ui("Reliability"),
        "automatic": ui("Automatic"),
    }


def value_words(ui: Say) -> dict[str, str]:
    """Words among the values of fields, where the game has no term for them."""
    return {
        "single": ui("single shot"),
        "burst": ui("burst"),
        "auto": ui("full auto"),
        "shell": ui("shell"),
        "spread": ui("shotgun's spread"),
        "hospital": ui("in hospital, with surgery"),
        "ambulance": ui("in a trauma ambulance"),
        "tank": ui("in a life-suspension tank"),
        "melee": ui("melee"),
        "head": ui("head"),
        "leg": ui("leg"),
        "held": ui("held item"),
        "basic": ui("basic"),
        "ap": ui("armour-piercing"),
        "incendiary": ui("incendiary"),
        "rubber": ui("rubber"),
        "walk": ui("walk"),
        "run": ui("run"),
        "sprint": ui("sprint"),
        "crawl": ui("crawl"),
        "sneak": ui("sneak"),
        "climb": ui("climb"),
        "less": ui("less than half"),
        "half": ui("half"),
        "more": ui("more than half"),
        "none": ui("none"),
        "aim": ui("aim"),
        "charge": ui("charge"),
        "all_out": ui("all-out attack"),
        "called_medium": ui("called shot: a medium part"),
        "called_small": ui("called shot: a small part"),
        "called_tiny": ui("called shot: a tiny part"),
        "salvo": ui("salvo"),
        "pin": ui("pin down"),
        "pinning": ui("pinning"),
        "brace": ui("brace"),
        "disarm": ui("disarm"),
        "reflexive": ui("reflexive"),
        "supercharge": ui("supercharge"),
        "carrure": ui("carrure"),
        "charme": ui("charm"),
        "coordination": ui("coordination"),
        "education": ui("education"),
        "perception": ui("perception"),
        "reflexes": ui("reflexes"),
        "sang_froid": ui("cool"),
        "flimsy": ui("flimsy cover"),
        "light": ui("light cover"),
        "medium": ui("medium cover"),
        "heavy": ui("heavy cover"),
        "super_heavy": ui("super-heavy cover"),
    }


def act_word(explainer: Explainer, do: str) -> str:
    """A kind of decision, for a button."""
    ui = explainer.ui
    own = {"cpred.stabilise": ui("First aid"), "cp2020.stabilise": ui("Stabilise"), "cp2020.hold": ui("Hold fast")}
    own |= {"wng.hold": ui("Hold the action"), "cops.stabilise": ui("Give aid"), "wng.stabilise": ui("Treat")}
    return own.get(f"{explainer.game.name}.{do}") or act_words(ui).get(do, do.replace("_", " "))


def field_word(explainer: Explainer, name: str) -> str:
    """A field's name."""
    known = field_words(explainer.ui)
    if name in known:
        return known[name]
    own = explainer.words.fields.get(name)
    return explainer.say(own) if own else name.replace("_", " ")


def flag_words(ui: Say) -> dict[str, str]:
    """How somebody stands, where the game has no word for the field."""
    return {
        "dead": ui("dead"),
        "dying": ui("dying"),
        "unconscious": ui("unconscious"),
        "stunned": ui("stunned"),
        "lying": ui("on the ground"),
        "held": ui("held"),
        "burning": ui("burning"),
        "suppressed": ui("under suppressive fire"),
        "dropped": ui("weapon dropped"),
        "surprised": ui("surprised"),
        "down": ui("down"),
    }


def flag_word(explainer: Explainer, name: str) -> str:
    """A flag of a fighter, for a chip."""
    own = explainer.words.fields.get(name)
    return explainer.say(own) if own else flag_words(explainer.ui).get(name, name.replace("_", " "))


def none_word(explainer: Explainer, field: str) -> str:
    """What a field of words says where none of them is chosen."""
    ui = explainer.ui
    words = {"aimed": ui("nowhere in particular"), "location": ui("nowhere in particular")}
    return words.get(field) or ui("as usual")


FAMILIES = {
    "modifiers": ("modifier",),
    "location": ("place", "location"),
    "aimed": ("aimed", "place"),
    "condition": ("condition",),
    "hidden": ("place",),
    "places": ("place",),
}
"""Where the games' terms for a field's words are, if not under its own name."""


def word_word(explainer: Explainer, field: str, word: Any) -> str:
    """A word among a field's values."""
    text = str(word)
    for family in (*FAMILIES.get(field, ()), field):
        if text in explainer.words.terms.get(family, {}):
            return explainer.term(family, text)
    known = value_words(explainer.ui)
    if text in known:
        return known[text]
    own = explainer.words.values.get(text)
    return explainer.say(own) if own else text.replace("_", " ")
