"""Cyberpunk 2020 at the table: SP of the six places with their layers, the wound track with its levels, saves that are owed;
and for the composer the range band that counts, what the roll is made of, actions of the turn, aiming, rounds per target.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ....core.encounter import NO_CLOCK
from ....core.rule import rule_id_of
from ....core.table import Table, silent
from ....play.wording import fill
from ....rules.cp2020.attack import shared
from ....rules.cp2020.budget import hampered
from ....rules.cp2020.forms import LEVEL_WORDS
from ....rules.cp2020.house import DeathSave
from ....rules.cp2020.ids import ASK, RULE
from ....rules.cp2020.round import metres_a_turn
from ....rules.cp2020.saves import stun_number
from ....rules.cp2020.shot import MODIFIER_VALUES, Band, Modifier, number_of, range_band
from ....rules.cp2020.state import Attack, Fighter, Place
from ....rules.cp2020.turn import owed
from ....rules.cp2020.wearing import layers_of
from ....rules.cp2020.wounds import LIGHT, boxes, level_of
from ....table.position import Position
from ...people import Guest
from .common import (
    Data,
    Known,
    arranged,
    asked_numbers,
    choice_of,
    chosen,
    made_of,
    metres_of,
    points,
    taken,
    told_range,
)

MADE_OF = frozenset(
    {
        RULE.ATTACK_RANGE,
        RULE.ATTACK_MODIFIERS,
        RULE.ATTACK_MODIFIERS__GIVEN,
        RULE.FIRE_BURST__BONUS,
        RULE.FIRE_AUTO__BONUS,
        RULE.FIRE_AUTO__SPLIT,
        RULE.TURN_ACTIONS,
        RULE.WOUND_EFFECTS,
        RULE.ARMOUR_EV,
        RULE.GRAB__PENALTY,
        RULE.LUCK,
    }
)
"""Notes that say what a roll is made of."""
ROLLS = {
    "attack": RULE.ATTACK_ROLL,
    "grenade": RULE.ATTACK_ROLL,
    "suppress": RULE.FIRE_SUPPRESS,
    "stabilise": RULE.STABILISE,
}
"""The note that a decision's roll is told by."""
MOST_ACTIONS = 4
"""So many actions of a turn can be announced by a press."""
AIMING = ("aim_1", "aim_2", "aim_3")
OWED = {ASK.DEATH: "death", ASK.STUN: "recover"}


def table_view(seen: dict[str, Any], position: Position, guest: Guest, lang: str) -> Data:
    """For each fighter what its card shows, as far as the viewer sees it: ``{"fighters": {id: {...}}}``."""
    known = Known(seen, position, lang)
    return {"fighters": {one["id"]: card(known, one) for one in seen["state"]["fighters"]}}


def card(known: Known, one: dict[str, Any]) -> Data:
    """One fighter: of one that the viewer does not see in full nothing but that."""
    fields, who = one["fields"], known.of(one["id"])
    if who is None:
        return {"known": False, "flags": flags(known, fields)}
    doomed = [known.ui("dies at the end of this turn")] if who.condition.doomed else []
    return {
        "known": True,
        "flags": [*doomed, *flags(known, fields)],
        "places": [place_of(known, one["id"], who, place) for place in Place if place != Place.NOWHERE],
        "track": track(known, fields),
        "owed": owed_rolls(known, who),
        "stun": stun_number(who),
        "weapons": known.weapons(one["id"]),
        "luck": fields["luck"],
        "cover": who.armour.cover_sp,
        "ref": fields["ref"],
        "ev": fields["ev"],
        "move": {
            "most": metres_a_turn(who),
            "left": metres_a_turn(who) - fields["moved"],
            "turn": one["id"] == known.seen["state"]["turn"],
        },
        "actions": {"taken": fields["actions"], "announced": who.condition.announced},
    }


def flags(known: Known, fields: Any) -> list[str]:
    """What else is true of it that the short line of the order does not say."""
    ui = known.ui
    words = {"stable": ui("stabilised"), "held_fast": ui("held fast"), "jammed": ui("weapon jammed")}
    found = [word for name, word in words.items() if fields.get(name)]
    if fields.get("jam_turns"):
        found.append(fill(ui("turns until it is clear: {n}"), {"n": fields["jam_turns"]}))
    return found


def place_of(known: Known, id: str, who: Fighter, place: Place) -> Data:
    """The armour at one place: its SP as it counts, the layers with what they are, cover, and whether the limb is lost."""
    word = place.name.lower()
    fields = known.fields(id)
    hard = layers_of(who.sheet.hard, place.value)
    pieces = [piece for piece in known.form(id)["armour"] if word in piece["covers"]]
    layers = [
        {
            "name": known.explainer.spoken(piece["name"]),
            "sp": fields[f"layers.{word}"][n],
            "bought": piece["sp"],
            "hard": bool(hard >> n & 1),
        }
        for n, piece in enumerate(pieces)
    ]
    return {
        "place": word,
        "label": known.explainer.term("place", word),
        "sp": fields[f"sp.{word}"],
        "layers": layers,
        "hard": any(one["hard"] and one["sp"] for one in layers),
        "worn": any(one["sp"] < one["bought"] for one in layers),
        "lost": word in fields["lost"],
        "covered": bool(who.armour.cover_places >> place.value & 1) and who.armour.cover_sp > 0,
    }


def track(known: Known, fields: Any) -> Data:
    """The wound track: ``levels`` with their boxes and how many are filled; ``word``: where it stands."""
    most, damage = boxes(known.fight.house), fields["damage"]
    levels: list[Data] = []
    for box in range(1, most + 1):
        level = level_of(box)
        if len(levels) < level - LIGHT + 1:
            label = known.explainer.term("level", LEVEL_WORDS[level])
            levels.append({"level": level, "label": label, "boxes": 0, "filled": 0, "here": level_of(damage) == level})
        levels[-1]["boxes"] += 1
        levels[-1]["filled"] += box <= damage
    word = known.explainer.value(fields["wound"])
    return {"damage": damage, "boxes": most, "levels": levels, "word": word}


def owed_rolls(known: Known, who: Fighter) -> list[Data]:
    """What its next turn begins with, each with the number that the d10 must not exceed (``below``: must stay under)."""
    if who.wounds.dead:
        return []
    house, ui = known.fight.house, known.ui
    found = []
    stable = who._replace(wounds=who.wounds._replace(stable=1))
    awake = who._replace(wounds=who.wounds._replace(stunned=0))

    def begins(one: Fighter) -> Any:
        def run(table: Table) -> Fighter:
            return owed(one, 0, house, table)

        return run

    for why, number in (*asked_numbers(begins(awake)), *asked_numbers(begins(stable))):
        kind = OWED[ASK(why)]
        below = kind == "death" and house.death_save == DeathSave.BELOW
        text = ui("d10 below {n}") if below else ui("d10 at most {n}")
        label = known.explainer.title("cp2020.save.death" if kind == "death" else "cp2020.save.recover")
        found.append({"kind": kind, "label": label, "number": number, "text": fill(text, {"n": number})})
    return found


# ----------------------------------------------------------------------------------------------------- the composer


def composer_view(composer: dict[str, Any], seen: dict[str, Any], position: Position, guest: Guest, lang: str) -> Data:
    """What the composer shows besides its fields; circumstances, Luck and the turn's actions are taken out of it."""
    known = Known(seen, position, lang)
    choice = composer["choice"]
    by = known.of(choice.get("by"))
    if by is None:
        return {}
    weapon, details, do = known.weapon(choice), choice.get("with", {}), composer["do"]
    mode = details.get("mode")
    reach = details.get("range") or (weapon or {}).get("range")
    shot = do == "attack" and not (weapon or {}).get("melee") and not details.get("unarmed") and mode != "melee"
    unused = [] if mode == "auto" or do != "attack" else ["rounds"]
    unused += [] if shot or do != "attack" else ["distance"]
    fields = taken(composer, "luck", "actions", "modifiers", *unused)
    arranged(composer, ("modifier", "label", "distance"))
    found: Data = {"made": [], "bands": [], "luck": None, "actions": None, "aim": None, "modifiers": None}
    if not composer["refusal"]:
        found["made"] = roll_of(known, composer, ROLLS.get(do, RULE.GRAB__ROLL))
    seen_range = told_range(found["made"], "cp2020.attack.range")
    reach = seen_range.get("range", reach)
    if reach and (shot or do == "grenade"):
        found["bands"] = bands(known, reach, seen_range.get("distance", metres_of(composer)))
    if "luck" in fields:
        found["luck"] = points(fields["luck"], known.fields(choice["by"]).get("luck", 0))
    if "actions" in fields:
        found["actions"] = actions(known, choice["by"], by, fields["actions"])
    if "modifiers" in fields:
        found |= circumstances(known, fields["modifiers"], shot)
    found["reminders"] = reminders(known, weapon, details)
    found["split"] = split(known, composer)
    if do == "attack":
        modes(known, composer, weapon)
    return found


def roll_of(known: Known, composer: dict[str, Any], until: RULE) -> list[Data]:
    """REF and skill of the roll, and all else that changes it: ``{text, rule}``, in words."""
    notes = made_of(known, composer, until, MADE_OF)
    if not notes:
        return []
    numbers = notes.pop()["numbers"]
    if until == RULE.FIRE_SUPPRESS:
        return [{"text": known.explainer.sentence(until, numbers, {}), "rule": rule_id_of(until)}, *notes]
    if until == RULE.STABILISE:
        text = known.ui("TECH {tech} + skill {skill_level} {bonus:+} + d10 must reach {damage}")
        return [{"text": fill(text, numbers), "rule": rule_id_of(until)}, *notes]
    skill = known.position.game.number_names["skill"](numbers["skill"])
    base = [
        fill(known.ui("REF {n}"), {"n": numbers["ref"]}),
        f"{known.explainer.term('skill', skill)} {numbers['skill_level']}",
    ]
    return [*({"text": text, "rule": rule_id_of(until)} for text in base), *notes]


@cache
def band_ends(reach: int) -> tuple[int, ...]:
    """The last metre of each range band of a weapon, asked of the rules.

    >>> band_ends(50)
    (1, 12, 25, 50, 100)
    """
    ends = [0] * len(Band)
    for metres in range(2 * reach + 1):
        ends[range_band(metres, reach, silent)] = metres
    return tuple(ends)


def bands(known: Known, reach: int, metres: int | None) -> list[Data]:
    """The range bands with their metres and numbers; ``active``: the one of the distance."""
    ends, found = band_ends(reach), []
    start = 0
    for band in Band:
        end = ends[band]
        label = known.explainer.term("band", band.name.lower())
        active = metres is not None and start <= metres <= end
        if start <= end:
            found.append({"label": label, "from": start, "to": end, "dv": number_of(band.value), "active": active})
        start = max(start, end + 1)
    return found


def actions(known: Known, id: str, by: Fighter, field: Data) -> Data:
    """How many actions the turn has in all, each with what comes off every roll; ``fixed``: it has been announced."""
    place = known.ids.index(id)
    free = known.fight._replace(clock=NO_CLOCK)
    alone = hampered(free, place, 1, silent)
    value = int(field["value"] or 0)
    options = [
        {
            "value": n if n > 1 else 0,
            "label": str(n),
            "points": hampered(free, place, n, silent) - alone,
            "chosen": max(1, value) == n,
        }
        for n in range(1, MOST_ACTIONS + 1)
    ]
    return {
        "label": field["label"],
        "options": options,
        "taken": by.stand.actions,
        "fixed": by.condition.announced if by.stand.actions else 0,
    }


def circumstances(known: Known, field: Data, shot: bool) -> Data:
    """The modifiers in two parts: how long it has been aimed (one of a few), and all the others; each with its points."""
    rows = [
        {**option, "points": MODIFIER_VALUES[Modifier[option["value"].upper()]]}
        for option in field["options"]
        if shot or option["value"] not in AIMING
    ]
    aim = [row for row in rows if row["value"] in AIMING]
    others = [row for row in rows if row["value"] not in AIMING]
    return {
        "aim": {"options": [{**row, "turns": n} for n, row in enumerate(aim, 1)]} if aim else None,
        "modifiers": {"label": field["label"], "options": others, "open": any(row["chosen"] for row in others)},
    }


def reminders(known: Known, weapon: Any, details: Any) -> list[Data]:
    """What the damage has of its own: armour-piercing, edged."""
    rules = {"ap": "cp2020.ap.halves", "edged": "cp2020.edged.halves"}
    has = {name: bool(details.get(name) or (weapon or {}).get(name)) for name in rules}
    return [{"text": known.explainer.title(rule), "rule": rule} for name, rule in rules.items() if has[name]]


def split(known: Known, composer: dict[str, Any]) -> Data | None:
    """Full auto at several: the rounds for each of them; None: it is at one, or not in full auto."""
    ids = chosen(composer)
    if composer["do"] != "attack" or len(ids) < 2 or composer["choice"].get("with", {}).get("mode") != "auto":
        return None
    made = choice_of(composer).build(known.position.game, known.explainer.fighters)
    if composer["refusal"] or not isinstance(made, Attack):
        return None
    return {"rounds": made.rounds, "targets": len(ids), "each": shared(made, silent).rounds}


def modes(known: Known, composer: dict[str, Any], weapon: Any) -> None:
    """The modes that make sense with this weapon: the usual one by its own name, bursts for automatic weapons."""
    ui, close = known.ui, bool((weapon or {}).get("melee")) or weapon is None
    for field in composer["mains"]:
        if field["name"] != "mode":
            continue
        kept = []
        for option in field["options"]:
            word = option["value"]
            if word == "":
                option["label"] = ui("blow") if close else ui("single shot")
            elif word in ("single", "melee") and not option["chosen"]:
                continue
            elif word in ("burst", "auto") and not (weapon or {}).get("automatic"):
                option["why"] = ui("This weapon is not automatic.")
            elif word == "spread" and (close or (weapon or {}).get("automatic")):
                continue
            kept.append(option)
        field["options"] = kept
