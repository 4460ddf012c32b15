"""What the notes of Cyberpunk RED say. The numbers' names stand in braces; ``{penalty:+}`` shows a sign.

English is written here; French and Chinese are in ``locale/<language>/LC_MESSAGES/cpred.po``. A note whose wording
depends on a number has one sentence for each value (``By``). An empty sentence: the note is told by another line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from ...rules.cpred.ids import ASK, RULE
from ..wording import By, Plural, Sentences

TITLES = {
    "cpred.damage.roll": "Damage",
    "cpred.location": "Location",
    "cpred.armour.soak": "Armour",
    "cpred.armour.ablate": "Ablation",
    "cpred.armour.highest": "Highest armour",
    "cpred.armour.locations": "Head and body",
    "cpred.armour.penalty": "Armour penalty",
    "cpred.armour.repair": "Armour repair",
    "cpred.head.double": "Head shot",
    "cpred.damage.direct": "Straight to HP",
    "cpred.melee.half": "Melee and armour",
    "cpred.injury.bonus": "Critical Injury",
    "cpred.injury.table": "Critical Injury table",
    "cpred.hp": "Hit Points",
    "cpred.wound.serious": "Seriously Wounded",
    "cpred.wound.mortal": "Mortally Wounded",
    "cpred.save.death": "Death Save",
    "cpred.stabilise": "Stabilising",
    "cpred.check": "Check",
    "cpred.attack.range": "Range",
    "cpred.attack.dodge": "Dodge",
    "cpred.attack.aimed": "Aimed shot",
    "cpred.fire.auto": "Autofire",
    "cpred.ammo.ap": "Armour-piercing ammunition",
    "cpred.ammo.incendiary": "Incendiary ammunition",
    "cpred.ammo.rubber": "Rubber ammunition",
    "cpred.cover": "Cover",
    "cpred.turn.initiative": "Initiative",
    "cpred.turn.actions": "Action and Move",
    "cpred.fire.suppress": "Suppressive fire",
    "cpred.fire.shell": "Shotgun shell",
    "cpred.grenade": "Grenade or rocket",
    "cpred.reload": "Reloading",
    "cpred.grab": "Grab",
    "cpred.stand": "Getting up",
    "cpred.luck": "Luck",
    "cpred.melee.damage": "Fists",
}

SENTENCES: Sentences = {
    RULE.DAMAGE_ROLL: By("times", {1: "{total} in all."}, "{total} in all, × {times} (autofire's margin) = {damage}."),
    RULE.TURN_INITIATIVE: "{who}: REF {ref} + d10 {die} = {total}.",
    RULE.TURN_INITIATIVE__TIE: "{who} is tied and rolls again: {die}.",
    RULE.TURN_ACTIONS: "{who} spends the Action of this turn.",
    RULE.TURN_ACTIONS__NEXT: "Round {round}: it is {who}'s turn.",
    RULE.TURN_ACTIONS__TURN: "It is not {who}'s turn.",
    RULE.TURN_ACTIONS__SPENT: "{who} has spent the Action of this turn.",
    RULE.TURN_ACTIONS__FAR: "{who} cannot move {metres} m: {left} m of the Move are left.",
    RULE.TURN_ACTIONS__MOVED: "{who} moves {metres} m; {left} m of the Move are left.",
    RULE.TURN_ACTIONS__OVER: "The fight is over.",
    RULE.TURN_ACTIONS__BEGUN: "The fight has begun already.",
    RULE.FIRE_SUPPRESS: "{who} gives way to the fire and must run for cover.",
    RULE.FIRE_SUPPRESS__HOLDS: "{who} does not give way to the fire.",
    RULE.FIRE_SUPPRESS__REFUSED: "{who} is {distance} m away: suppressive fire reaches 25 m.",
    RULE.FIRE_SUPPRESS__RUN: "{who} is under suppressive fire and must move first.",
    RULE.FIRE_SUPPRESS__WEAPON: "This weapon ({weapon}) cannot suppress: only SMGs and assault rifles can.",
    RULE.FIRE_SHELL__WEAPON: "This weapon ({weapon}) fires no shells: only shotguns do.",
    RULE.GRENADE__WEAPON: "This weapon ({weapon}) has no blast: grenades, grenade and rocket launchers have.",
    RULE.GRENADE__SPREAD: "The targets stand further apart than 10 by 10 m.",
    RULE.FIRE_SHELL: "The shell hits everybody in front.",
    RULE.FIRE_SHELL__REFUSED: "{who} is {distance} m away: a shell reaches 6 m.",
    RULE.GRENADE: "It lands where it should: everybody in 10 by 10 m is in the blast.",
    RULE.GRENADE__MISS: "{who} misses: it lands where the GM says.",
    RULE.GRENADE__DODGED: "{who} gets out of the blast.",
    RULE.RELOAD: Plural("magazine", "{who} reloads: {magazine} round.", "{who} reloads: {magazine} rounds."),
    RULE.RELOAD__ROUNDS: "Rounds left in {who}'s weapon: {left}.",
    RULE.RELOAD__REFUSED: "{who}'s weapon has too few rounds ({left}) and must be reloaded.",
    RULE.RELOAD__NONE: "{who}'s weapon needs no ammunition.",
    RULE.GRAB: "{who} is grabbed.",
    RULE.GRAB__FREE: "{who} breaks free.",
    RULE.GRAB__HELD: "{who} is held: no Move, and −2.",
    RULE.GRAB__CHOKE: "{who} is choked: {body} damage straight to HP.",
    RULE.GRAB__THROW: "{who} is thrown to the ground: {body} damage straight to HP.",
    RULE.GRAB__REFUSED: "There is no such hold between {who} and the other.",
    RULE.STAND: "{who} gets up.",
    RULE.STAND__BONUS: "{who} lies on the ground: +2 in melee.",
    RULE.STAND__REFUSED: "{who} is not lying on the ground, or cannot act.",
    RULE.LUCK: "{who} adds LUCK: {luck} ({left} left).",
    RULE.MELEE_DAMAGE: "Fists with BODY {body} do {dice}d6.",
    RULE.LOCATION: By(
        "place", {1: "The hit lands on {who}'s head, which was aimed at."}, "The hit lands on {who}'s body."
    ),
    RULE.ARMOUR_SOAK: By(
        "through",
        {0: "{damage} does not get past SP {sp}; nothing comes through."},
        "{damage} − SP {sp} = {through} through.",
    ),
    RULE.ARMOUR_ABLATE: "Every layer at this place ({place}) is worn down: SP {before} becomes {after}.",
    RULE.ARMOUR_HIGHEST: By(
        "layers",
        {1: "{who} wears {armour} there: SP {sp}."},
        "{who} wears {layers} layers there; only the highest counts: {armour}, SP {sp}.",
    ),
    RULE.ARMOUR_LOCATIONS: "{who} wears nothing there ({place}): SP 0.",
    RULE.ARMOUR_PENALTY: "The largest armour penalty worn counts once: {penalty:+} to REF, DEX and MOVE.",
    RULE.ARMOUR_PENALTY__LOWERS: "{who}'s armour lowers {stat} ({penalty:+}, not below 0): {value}.",
    RULE.ARMOUR_PENALTY__REFUSED: "{who} has MOVE 0 in this armour and cannot move.",
    RULE.ARMOUR_REPAIR: "{who}'s armour ({place}) is repaired: SP {before} becomes {after}.",
    RULE.HEAD_DOUBLE: "A shot aimed at the head doubles what came through: {through} becomes {suffered}.",
    RULE.DAMAGE_DIRECT: "{damage} damage goes straight to HP, past all armour.",
    RULE.MELEE_HALF: "Melee weapons and Martial Arts meet half the SP, rounded up: {sp} counts as {half}.",
    RULE.INJURY_BONUS: "Two or more sixes make it a Critical Injury, with {bonus} more damage straight to HP.",
    RULE.INJURY_TABLE: "{who} suffers a Critical Injury: {injury}.",
    RULE.INJURY_TABLE__PENALTY: "{who}'s injury ({injury}): {penalty:+}.",
    RULE.INJURY_TABLE__MOVED: "{who} moved {metres} m with an injury that tears open again: {lost} damage.",
    RULE.INJURY_TABLE__TRIPLED: "With a cracked skull, an aimed head shot counts three times: {through} becomes {suffered}.",
    RULE.INJURY_TABLE__DIZZY: "{who} is dizzy from an injured ear and has no Move this turn.",
    RULE.INJURY_TABLE__STARRED: "This injury makes Death Saves harder: {who}'s penalty is now {save_penalty}.",
    RULE.INJURY_TABLE__DROPPED: "{who} drops what that hand or arm held.",
    RULE.INJURY_TABLE__SLOWED: "{who}'s MOVE is now {move}.",
    RULE.INJURY_TABLE__NO_ACTION: "{who} has no Action in the next turn.",
    RULE.INJURY_TABLE__REFUSED: "{who} has no Action this turn because of an injury.",
    RULE.HP: "10 + 5 × half of BODY {body} + WILL {will}, rounded up = {hp}.",
    RULE.HP__LEFT: "{who}'s HP: {before} − {lost} = {left}.",
    RULE.WOUND_SERIOUS: "{who} is Seriously Wounded: HP {hp} is below {threshold}, half of the maximum rounded up.",
    RULE.WOUND_SERIOUS__PENALTY: "{who} is Seriously Wounded: {penalty:+}.",
    RULE.WOUND_MORTAL: "{who} is Mortally Wounded: HP {hp} is below 1.",
    RULE.WOUND_MORTAL__PENALTY: "{who} is Mortally Wounded: {penalty:+}.",
    RULE.WOUND_MORTAL__FURTHER: "{who} is hit while Mortally Wounded: 1 more on every Death Save.",
    RULE.SAVE_DEATH: By(
        "lives",
        {1: "d10 {die} + penalty {penalty} is below BODY {body}: {who} lives."},
        "d10 {die} + penalty {penalty} against BODY {body} (a 10 always fails): {who} dies.",
    ),
    RULE.SAVE_DEATH__GROWS: "The Death Save penalty is now {save_penalty}.",
    RULE.SAVE_DEATH__REFUSED: "{who} is dead and cannot act.",
    RULE.STABILISE: By(
        "success",
        {1: "First aid holds against DV {number}: {who} is stabilised."},
        "First aid fails against DV {number}.",
    ),
    RULE.STABILISE__REFUSED: "{who} is not wounded: there is nothing to stabilise.",
    RULE.STABILISE__OUT: "{who} is at 1 HP and unconscious for a minute.",
    RULE.STABILISE__UNCONSCIOUS: "{who} is unconscious and cannot act.",
    RULE.CHECK: By(
        "modifier",
        {0: "{who}: {stat} {value} + {skill} {level} + roll {die} = {total}."},
        "{who}: {stat} {value} + {skill} {level} {modifier:+} + roll {die} = {total}.",
    ),
    RULE.CHECK__AGAINST: By("success", {1: "{total} against {number}: success."}, "{total} against {number}: failure."),
    RULE.CHECK__TIE: "A tie: the house rule decides.",
    RULE.CHECK__MODIFIER: "Modifier for {who}: {modifier:+}{label}.",
    RULE.ATTACK_RANGE: "{weapon} at {distance} m: DV {number}.",
    RULE.ATTACK_RANGE__REACH: "{who} cannot reach that far hand to hand: it is {distance} m away, and the reach is 2 m.",
    RULE.ATTACK_RANGE__UNKNOWN: "How far it is from {who} is not known: the attack must say it.",
    RULE.ATTACK_RANGE__REFUSED: "There is no shot with this weapon ({weapon}) at {distance} m: it is beyond the range table.",
    RULE.ATTACK_DODGE: "{who} dodges: DEX + Evasion + d10 stands in place of the DV.",
    RULE.ATTACK_DODGE__REFUSED: "{who} cannot dodge: that takes REF 8 (now {ref}), both legs and being awake.",
    RULE.ATTACK_AIMED: "Aimed at: {aimed}, {penalty:+}.",
    RULE.ATTACK_AIMED__DROPPED: "{who} drops what was aimed at.",
    RULE.ATTACK_AIMED__LEG: "A point passed in a shot aimed at the leg: it breaks.",
    RULE.ATTACK_AIMED__REFUSED: "Autofire cannot be aimed.",
    RULE.FIRE_AUTO: "Margin {margin}, at most {most}: the damage counts × {times}.",
    RULE.FIRE_AUTO__REFUSED: "This weapon ({weapon}) has no autofire: only SMGs and assault rifles have.",
    RULE.AMMO_AP: "Armour-piercing ammunition ablates {wear}.",
    RULE.AMMO_INCENDIARY: "Incendiary ammunition got through: {who} is on fire, {burning} HP at the end of each turn.",
    RULE.AMMO_INCENDIARY__OUT: "The fire on {who} is put out.",
    RULE.AMMO_INCENDIARY__TICK: "{who} burns: {burning} HP.",
    RULE.AMMO_RUBBER: "Rubber ammunition takes {suffered}, never anybody below 1 HP (HP {hp}); no injury, no ablation.",
    RULE.COVER: "{who}'s cover takes the whole hit: {before} HP − {damage}, {left} left; nothing passes on.",
}

QUESTIONS = {
    ASK.INITIATIVE: "initiative",
    ASK.RESIST: "Concentration",
    ASK.RESIST_MORE: "one more d10 for the Concentration",
    ASK.ATTACK: "attack",
    ASK.ATTACK_MORE: "one more d10 for the attack",
    ASK.EVADE: "evasion",
    ASK.EVADE_MORE: "one more d10 for the evasion",
    ASK.DAMAGE: "damage",
    ASK.INJURY: "critical injury",
    ASK.DEATH: "death save",
    ASK.STABILISE: "first aid",
    ASK.STABILISE_MORE: "one more d10 for the first aid",
}

TERMS = {
    "place": {"nowhere": "nowhere", "body": "body", "head": "head"},
    "aimed": {"nothing": "nothing", "head": "head", "leg": "leg", "held": "held item"},
    "stat": {"ref": "REF", "dex": "DEX", "tech": "TECH", "will": "WILL"},
    "skill": {
        "handgun": "Handgun",
        "shoulder_arms": "Shoulder Arms",
        "autofire": "Autofire",
        "heavy_weapons": "Heavy Weapons",
        "archery": "Archery",
        "athletics": "Athletics",
        "melee_weapon": "Melee Weapon",
        "martial_arts": "Martial Arts",
        "brawling": "Brawling",
        "evasion": "Evasion",
        "concentration": "Concentration",
        "first_aid": "First Aid",
        "paramedic": "Paramedic",
    },
    "weapon": {
        "pistol": "Pistol",
        "smg": "SMG",
        "shotgun": "Shotgun",
        "assault_rifle": "Assault rifle",
        "sniper_rifle": "Sniper rifle",
        "bow": "Bow",
        "grenade_launcher": "Grenade launcher",
        "rocket_launcher": "Rocket launcher",
        "thrown": "Thrown weapon",
    },
    "injury": {
        "lost_arm": "dismembered arm",
        "lost_hand": "dismembered hand",
        "collapsed_lung": "collapsed lung",
        "broken_ribs": "broken ribs",
        "broken_arm": "broken arm",
        "foreign_object": "foreign object",
        "broken_leg": "broken leg",
        "torn_muscle": "torn muscle",
        "spinal_injury": "spinal injury",
        "crushed_fingers": "crushed fingers",
        "lost_leg": "dismembered leg",
        "lost_eye": "lost eye",
        "brain_injury": "brain injury",
        "damaged_eye": "damaged eye",
        "concussion": "concussion",
        "broken_jaw": "broken jaw",
        "foreign_object_head": "foreign object in the head",
        "whiplash": "whiplash",
        "cracked_skull": "cracked skull",
        "damaged_ear": "damaged ear",
        "crushed_windpipe": "crushed windpipe",
        "lost_ear": "lost ear",
    },
    "tie": {"defender": "the defender wins", "meets": "meeting the number is enough"},
    "death_penalty": {"every_save": "every save", "success_only": "only a save that succeeds"},
}

OPTIONS = {"tie": "tie on a check", "death_penalty": "what makes the next Death Save harder"}

FIELDS = {"hp": "HP", "wound": "wound", "sp.body": "SP body", "sp.head": "SP head", "injuries": "injuries"}
VALUES = {"none": "none", "light": "light", "serious": "serious", "mortal": "mortal", "dead": "dead", **TERMS["injury"]}
"""Names of the fields that a summary shows, and the words among their values."""


CRITICAL = "Critical Injury."
"""What a headline says of ``outcome.critical``."""


def extras(forms: Sequence[Mapping[str, Any]], why: IntEnum, values: Mapping[str, Any]) -> dict[str, Any]:
    """Words that the fighters' forms give: the name of the armour that counted."""
    if why != RULE.ARMOUR_HIGHEST:
        return {}
    place = "head" if values["place"] == 1 else "body"
    pieces = [piece for piece in forms[values["who"]]["armour"] if place in piece["covers"]]
    return {"armour": pieces[values["layer"]]["name"]}


READINGS = {RULE.CHECK__TIE: "tie", RULE.SAVE_DEATH__GROWS: "death_penalty"}
"""Notes that carry an option's value and whether it decided."""
