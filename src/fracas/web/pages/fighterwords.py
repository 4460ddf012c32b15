"""Short words for the fields of fighters, where a game has no term of its own for them."""

from __future__ import annotations

from collections.abc import Callable

from ...play.explain import Explainer
from .words import field_word, field_words, flag_word, flag_words, word_word

FAMILIES = ("stat", "characteristic", "skill")
"""Where the games' own terms for a fighter's numbers are."""


def fighter_words(ui: Callable[[str], str]) -> dict[str, str]:
    """What stands beside each field of a fighter."""
    return {
        "name": ui("Name"),
        "body": ui("Body"),
        "will": ui("Willpower"),
        "ref": ui("Reflexes"),
        "dex": ui("Dexterity"),
        "tech": ui("Technique"),
        "int": ui("Intelligence"),
        "cool": ui("Cool"),
        "move": ui("Movement"),
        "hp": ui("HP now"),
        "max_hp": ui("HP at most"),
        "armour": ui("Armour"),
        "armour_value": ui("Armour value"),
        "skills": ui("Skills"),
        "weapons": ui("Weapons"),
        "protection": ui("Protection"),
        "injuries": ui("Injuries"),
        "death_penalty": ui("Penalty to death saves"),
        "burning": ui("Burning"),
        "luck": ui("Luck left"),
        "lying": ui("Lying down"),
        "at": ui("Its point: x, y in metres"),
        "sp": ui("SP"),
        "covers": ui("Covers"),
        "penalty": ui("Penalty"),
        "carrure": ui("Build (carrure)"),
        "charme": ui("Charm (charme)"),
        "coordination": ui("Coordination"),
        "education": ui("Education"),
        "perception": ui("Perception"),
        "reflexes": ui("Reflexes"),
        "sang_froid": ui("Nerve (sang-froid)"),
        "cop": ui("A cop"),
        "damage": ui("Damage"),
        "damage_taken": ui("Damage taken"),
        "stunned": ui("Stunned"),
        "stable": ui("Stable"),
        "lost": ui("Limbs lost"),
        "surprised": ui("Surprised"),
        "hard": ui("Hard"),
        "ev": ui("Encumbrance (EV)"),
        "rpa": ui("Resists armour-piercing"),
        "strength": ui("Strength"),
        "toughness": ui("Toughness"),
        "agility": ui("Agility"),
        "initiative": ui("Initiative"),
        "willpower": ui("Willpower"),
        "intellect": ui("Intellect"),
        "fellowship": ui("Fellowship"),
        "tier": ui("Tier"),
        "rank": ui("Rank"),
        "invulnerable": ui("Invulnerable armour"),
        "defence": ui("Defence"),
        "resilience": ui("Resilience"),
        "resolve": ui("Resolve"),
        "determination": ui("Determination"),
        "max_wounds": ui("Wounds at most"),
        "max_shock": ui("Shock at most"),
        "awareness": ui("Passive awareness"),
        "speed": ui("Speed"),
        "wounds": ui("Wounds taken"),
        "shock": ui("Shock taken"),
        "wrath": ui("Wrath points"),
        "ammo": ui("Ammunition"),
        "traumatic": ui("Traumatic injuries"),
        "memorable": ui("Memorable injuries"),
        "conditions": ui("Conditions"),
        "size": ui("Size"),
        "mob": ui("A mob of"),
        "bionic": ui("Bionic"),
        "vehicle": ui("A vehicle"),
        "weapon": ui("Weapon in hand"),
        "engaged": ui("Engaged with"),
        "explosive": ui("Explodes when it dies"),
        "stealth": ui("Stealth score"),
        "ed": ui("Extra dice (ED)"),
        "salvo": ui("Salvo"),
        "traits": ui("Traits"),
        "two_handed": ui("Two-handed"),
        "loaded": ui("Loaded now"),
        "magazine": ui("Magazine"),
        "glory": ui("Glory"),
        "ruin": ui("Ruin"),
        "vision": ui("Lighting"),
        "cover": ui("Cover"),
    }


def word_of(explainer: Explainer, name: str) -> str:
    """A fighter's field, in words."""
    known = fighter_words(explainer.ui)
    if name in known:
        return known[name]
    for family in FAMILIES:
        if name in explainer.words.terms.get(family, {}):
            return explainer.term(family, name)
    return field_words(explainer.ui).get(name, name.replace("_", " "))


def setter_word(explainer: Explainer, name: str) -> str:
    """What stands above a value that the GM may set."""
    ui = explainer.ui
    own = {
        "initiative": ui("Initiative"),
        "at": ui("Point: [x, y]"),
        "death_penalty": ui("Penalty of the death save"),
        "cover.hp": ui("HP of its cover"),
        "losing": ui("loses a point each turn"),
        "stable": ui("stabilised"),
        "acted": ui("has acted"),
        "found": ui("has been found"),
        "stealth": ui("Stealth"),
        "wrath": ui("Wrath points"),
        "ammo": ui("Ammunition"),
        "vision": ui("Vision"),
    }
    if name in explainer.words.fields or name in flag_words(ui):
        return flag_word(explainer, name)
    return own.get(name) or field_word(explainer, name)


def skill_words(ui: Callable[[str], str]) -> dict[str, str]:
    """Skills that no game has a term for."""
    return {
        "cunning": ui("cunning"),
        "insight": ui("insight"),
        "investigation": ui("investigation"),
        "pilot": ui("piloting"),
        "psychic_mastery": ui("psychic mastery"),
        "scholar": ui("scholarship"),
        "survival": ui("survival"),
        "firearms": ui("handguns"),
        "long_guns": ui("long guns"),
        "melee": ui("melee"),
    }


def skill_word(explainer: Explainer, name: str) -> str:
    """A skill, in words."""
    for family in ("skill", "approach"):
        if name in explainer.words.terms.get(family, {}):
            return explainer.term(family, name)
    return skill_words(explainer.ui).get(name) or word_word(explainer, "skills", name)


def player_words(ui: Callable[[str], str]) -> dict[str, str]:
    """Who may play a fighter."""
    return {
        "person": ui("a person"),
        "nearest": ui("the app: the nearest foe"),
        "weakest": ui("the app: the weakest foe"),
        "strongest": ui("the app: the strongest foe"),
        "cautious": ui("the app: cautious"),
        "bold": ui("the app: bold"),
        "passive": ui("the app: does nothing"),
    }


def side_words(ui: Callable[[str], str]) -> dict[str, str]:
    """The sides of the sample encounters."""
    return {
        "crew": ui("crew"),
        "gang": ui("gang"),
        "police": ui("police"),
        "agents": ui("agents"),
        "raiders": ui("raiders"),
        "cult": ui("cult"),
        "swarm": ui("swarm"),
    }


def encounter_words(ui: Callable[[str], str]) -> dict[str, str]:
    """The names of the sample encounters."""
    return {
        "A duel in an alley": ui("A duel in an alley"),
        "Four against four in a car park": ui("Four against four in a car park"),
        "At the back door": ui("At the back door"),
        "Four against four in a bank": ui("Four against four in a bank"),
        "A duel in a stairwell": ui("A duel in a stairwell"),
        "Four against four across a street": ui("Four against four across a street"),
        "A duel on the landing pad": ui("A duel on the landing pad"),
        "An ambush in the canyon": ui("An ambush in the canyon"),
        "In the dark below decks": ui("In the dark below decks"),
        "The mob at the barricade": ui("The mob at the barricade"),
    }
