"""COPS at the table: what all choose in secret, the phases of a round, the pool of an attack, the countdown of the dying."""

from __future__ import annotations

from typing import Any

from ....core.encounter import FREE
from ....core.state import fighter
from ....core.table import Answer, silent
from ....play.explain import Explainer
from ....play.legal import Choice, why_not
from ....rules.cops.budget import dice_for, order_for
from ....rules.cops.dice import LocationDie, PoolDice
from ....rules.cops.house import MISSING, NO_ENTRY
from ....rules.cops.ids import ASK, RULE
from ....rules.cops.round import nothing_done
from ....rules.cops.state import Pace, Place, Stance
from ....rules.cops.turn import bleeds
from ....table.position import Position
from ...people import Guest
from ...telling import explainer_of
from .halting import chosen_in, halted, lines_seen

LONGEST = 400
"""Turns that are counted at most until somebody is dead."""


def table_view(seen: dict[str, Any], position: Position, guest: Guest, lang: str) -> dict[str, Any]:
    """``{"fighters": {id: …}, "choosing": … | None, "phases": […], "margins": {seq: …}}`` (see the functions below)."""
    if position.problem() is not None:
        return {"fighters": {}, "choosing": None, "phases": [], "margins": {}}
    explainer = explainer_of(position, lang)
    return {
        "fighters": {one["id"]: body_of(one, position, explainer) for one in seen["state"]["fighters"]},
        "choosing": choosing(seen, position, guest, explainer),
        "phases": phases(seen, position),
        "margins": margins(seen, explainer),
    }


# -------------------------------------------------------------------------------------------------------- what is chosen


def tables_of(position: Position, explainer: Explainer) -> dict[str, list[dict[str, Any]]]:
    """What each stance and each pace is worth by the fight's house rules: ``[{word, label, number}]``."""
    house = position.fight.house
    stances = [one for one in list(Stance)[1:] if house.stances[one] != NO_ENTRY]
    paces = [one for one in list(Pace)[1:] if house.paces[one] != NO_ENTRY]

    def row(family: str, one: Any, number: int) -> dict[str, Any]:
        word = one.name.lower()
        return {"word": word, "label": explainer.term(family, word), "number": number}

    return {
        "stance": [row("stance", one, dice_for(one, house, silent)) for one in stances],
        "pace": [row("pace", one, order_for(one, house, silent)) for one in paces],
    }


def choosing(seen: dict[str, Any], position: Position, guest: Guest, explainer: Explainer) -> dict[str, Any] | None:
    """While stance and pace may be chosen: who has chosen (everybody sees that), and for the viewer's own fighters what they
    may choose and what they have sealed. None: the round is under way, or nothing can be decided."""
    state, fight = seen["state"], position.fight
    begun = fight.clock.active != FREE
    if state["over"] or state["waiting"] is not None or not nothing_done(fight):
        return None
    sealed = {one["fighter"]: one for one in state["sealed"]}
    able = [one for one in state["fighters"] if one["fields"].get("here", True) and is_up(one)]
    tables = tables_of(position, explainer)
    forms = []
    for one in able:
        mine = one["yours"] or not one["seat"] if guest.viewer.is_gm else one["id"] in guest.viewer.fighters
        if not mine:
            continue
        now = {name: one["fields"].get(name, "none") for name in ("stance", "pace")}
        chosen = now | sealed.get(one["id"], {}).get("choice", {}).get("with", {})
        filled = {name: word if word != "none" else middle(tables[name]) for name, word in chosen.items()}
        error = why_not(position.session, Choice("stance", one["id"], None, (), filled))
        forms.append(
            {
                "id": one["id"],
                "name": one["name"],
                "sealed": one["id"] in sealed,
                "said": {name: explainer.term(name, word) for name, word in chosen.items()},
                "why": "" if error is None else explainer.error(error),
                **{
                    name: [{**row, "chosen": row["word"] == filled[name]} for row in tables[name]]
                    for name in ("stance", "pace")
                },
            }
        )
    return {
        "begun": begun,
        "who": [{"name": one["name"], "sealed": one["id"] in sealed} for one in able],
        "forms": forms,
        "summary": explainer.say(position.game.book.rules["cops.turn.stance"].summary),
    }


def is_up(one: dict[str, Any]) -> bool:
    """Can it choose, as far as the viewer knows?"""
    return not one["fields"].get("down", one["health"].get("word") in ("out", "dead"))


def middle(rows: list[dict[str, Any]]) -> str:
    """The word that changes nothing, or the first."""
    return str(next((row["word"] for row in rows if row["number"] == 0), rows[0]["word"] if rows else ""))


def phases(seen: dict[str, Any], position: Position) -> list[dict[str, Any]]:
    """The phases of the round as columns, the first to act first: ``[{number, who: [{id, name, active, sealed}]}]``; of a
    pace that is sealed only what the viewer knows: its own."""
    state, house = seen["state"], position.fight.house
    own = {
        one["fighter"]: one["choice"]["with"].get("pace") for one in state["sealed"] if "with" in one.get("choice", {})
    }
    found: dict[int, list[dict[str, Any]]] = {number: [] for number in house.paces if number != NO_ENTRY}
    for one in state["fighters"]:
        if not one["fields"].get("here", True):
            continue
        pace = own.get(one["id"])
        number = one["fields"].get("initiative", 0) if pace is None else order_for(Pace[pace.upper()], house, silent)
        entry = {"id": one["id"], "name": one["name"], "active": one["id"] == state["turn"], "sealed": pace is not None}
        found.setdefault(number, []).append(entry)
    return [{"number": number, "who": found[number]} for number in sorted(found, reverse=True)]


# --------------------------------------------------------------------------------------------------------- the fighters


def body_of(one: dict[str, Any], position: Position, explainer: Explainer) -> dict[str, Any]:
    """A fighter's figures: ``stance`` and ``pace`` with what they are worth, and, where the viewer knows them, ``life``,
    ``penalty`` (a sentence), ``lasting``, ``losing``: what a turn costs and how many are left, ``places``."""
    fields = one["fields"]
    tables = tables_of(position, explainer)
    found: dict[str, Any] = {"chosen": []}
    for name in ("stance", "pace"):
        row = next((row for row in tables[name] if row["word"] == fields.get(name)), None)
        if row is not None:
            found["chosen"].append(row)
    index = position.ids.index(one["id"])
    if "max_hp" not in fields:
        return found
    who = fighter(position.fight, index)
    if fields["dice_penalty"]:
        found["penalty"] = explainer.sentence(RULE.HALF__DIE, {"who": index}, {})
    if fields["lasting"]:
        found["lasting"] = explainer.say(position.game.book.rules["cops.massive"].summary)
    if fields["losing"] and not fields["dead"]:
        found["losing"] = countdown(who, index) | {
            "summary": explainer.say(position.game.book.rules["cops.down"].summary),
            "dead": explainer.say(position.game.book.rules["cops.dead"].summary),
        }
    found["life"] = {"left": fields["hp"], "most": fields["max_hp"]}
    found["places"] = places_of(who, position.fight.house, explainer)
    return found


def countdown(who: Any, index: int) -> dict[str, int]:
    """What the next turn costs one who loses points, and in how many turns it is dead: the rule itself is run."""
    cost, turns = 0, 0
    while not who.wounds.dead and turns < LONGEST:
        after = bleeds(who, index, silent)
        cost = cost or who.wounds.hp - after.wounds.hp
        who, turns = after, turns + 1
    return {"cost": cost, "turns": turns}


def places_of(who: Any, house: Any, explainer: Explainer) -> list[dict[str, Any]]:
    """For each place the faces of the d10 that hit it, the protection worn there, and the location's dice."""
    die, rows = LocationDie(1), []
    for place in list(Place)[1:]:
        faces = [face for face in range(1, die.sides(0) + 1) if die.read(0, 0, face) == place]
        sheet = who.sheet
        count, plus = sheet.protection_count[place], sheet.protection_plus[place]
        worn = f"{count}d{sheet.protection_sides[place]}" if count else ""
        if plus or not count:
            worn = f"{worn}{plus:+d}" if worn else str(plus)
        extra = house.location_dice[place]
        rows.append(
            {
                "place": explainer.term("place", place.name.lower()),
                "faces": f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0]),
                "protection": worn.replace("-", "−"),
                "dice": None if extra == MISSING else extra,
            }
        )
    return rows


# -------------------------------------------------------------------------------------------- the log, and the composer

MOST_SUCCESSES, MOST_NEEDED = 30, 10
"""How large the numbers of a test's result are thought of, for reading its line in the log."""
Results = dict[str, tuple[int, int]]
_results: dict[str, Results] = {}


def results(explainer: Explainer) -> Results:
    """What the log's line on a test's result says, for all numbers: from its text to successes and successes needed."""
    if explainer.lang not in _results:
        _results[explainer.lang] = {
            explainer.sentence(
                RULE.TEST__RESULT, {"successes": had, "difficulty": needed, "success": int(had >= needed)}, {}
            ): (had, needed)
            for had in range(MOST_SUCCESSES + 1)
            for needed in range(1, MOST_NEEDED + 1)
        }
    return _results[explainer.lang]


def margins(seen: dict[str, Any], explainer: Explainer) -> dict[str, dict[str, int]]:
    """For each entry of the log with a test: ``{successes, needed, margin}``, from the line that the viewer sees."""
    found = {}
    known = results(explainer)
    for entry in seen["log"]:
        for line in entry.get("lines", []):
            if line["rule"] == "cops.test" and line["text"] in known:
                had, needed = known[line["text"]]
                found[str(entry["seq"])] = {"successes": had, "needed": needed, "margin": had - needed}
    return found


def composer_view(
    composer: dict[str, Any], seen: dict[str, Any], position: Position, guest: Guest, lang: str
) -> dict[str, Any] | None:
    """The attack in the composer before its first die: ``{dice, threshold, needed, lines}``; None: it is no attack."""
    choice = chosen_in(composer) if composer["do"] == "attack" else None
    found = halted(position, choice) if choice is not None else None
    if choice is None or found is None:
        return None
    dice = found.dice if isinstance(found.dice, PoolDice) else None
    faces = (1,) * dice.number if dice is not None else ()
    through = halted(position, choice, [Answer(ASK.ATTACK.name.lower(), faces)]) if faces else found
    result = None if through is None else through.last(RULE.TEST__RESULT)
    return {
        "dice": 0 if dice is None else dice.number,
        "threshold": dice.threshold if dice is not None else None,
        "needed": result["difficulty"] if result is not None else None,
        "lines": lines_seen(position, guest.eyes, lang, choice, found.events),
    }
