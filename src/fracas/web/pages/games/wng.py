"""Wrath & Glory at the table: who acts next, counters, conditions and what ends them, Wrath dice in the dice, what an attack
needs, what Determination is about."""

from __future__ import annotations

from typing import Any

from ....core.encounter import WAITING
from ....core.table import Answer, Noted
from ....play.explain import Explainer
from ....play.legal import Choice, candidates, why_not
from ....play.moves.wng import ALL_SHIFTED
from ....rules.wng.dice import WrathPool
from ....rules.wng.forms import CONDITIONS, VISIONS, carried_by
from ....rules.wng.ids import ASK, RULE
from ....rules.wng.order import due_side
from ....table import permit
from ....table.position import Position
from ...people import Guest
from ...telling import explainer_of
from .halting import Halted, chosen_in, halted, lines_seen, waiting_answers
from .wrath import boxed

LONGEST_TRACK = 24
"""Boxes of a track at most; what is longer is a number alone."""


def table_view(seen: dict[str, Any], position: Position, guest: Guest, lang: str) -> dict[str, Any]:
    """``{"fighters": {id: …}, "counters": {…}, "next": … | None, "asked": … | None, "boxed": {seq: […]}}``."""
    explainer = explainer_of(position, lang)
    log = {str(entry["seq"]): boxed(entry, explainer) for entry in seen["log"] if entry.get("dice")}
    found: dict[str, Any] = {
        "boxed": {seq: counts for seq, counts in log.items() if any(counts)},
        "counters": counters(seen, explainer, guest),
        "fighters": {},
        "next": None,
        "asked": None,
    }
    if position.problem() is not None:
        return found
    return found | {
        "fighters": {one["id"]: body_of(one, position, explainer) for one in seen["state"]["fighters"]},
        "next": picking(seen, position, guest, explainer),
        "asked": asked(seen, position, guest, explainer),
    }


def counters(seen: dict[str, Any], explainer: Explainer, guest: Guest) -> dict[str, Any]:
    """Glory, Ruin and sight, and whether the viewer may set them."""
    fields = seen["state"]["fields"]
    return {
        "rows": [
            {"field": name, "label": explainer.say(explainer.words.fields[name]), "value": fields[name]}
            for name in ("glory", "ruin")
        ],
        "vision": {
            "value": fields["vision"],
            "label": explainer.title("wng.vision"),
            "words": [{"word": word, "label": explainer.term("vision", word)} for word in VISIONS],
            "said": explainer.term("vision", fields["vision"]),
        },
        "settable": guest.viewer.is_gm,
    }


# ------------------------------------------------------------------------------------------------------- who acts next


def picking(seen: dict[str, Any], position: Position, guest: Guest, explainer: Explainer) -> dict[str, Any] | None:
    """While somebody is to be picked: ``{agents, text, groups: [{key, picks: […]}]}`` (see :func:`pick_of`): the side that
    is due, those who act out of turn for Glory or Ruin, held actions, the surprised. None: somebody has the turn."""
    state, fight = seen["state"], position.fight
    if state["over"] or state["waiting"] is not None or position.game.decider(fight) != WAITING:
        return None
    due = due_side(fight)
    groups: dict[str, list[dict[str, Any]]] = {"due": [], "seize": [], "held": [], "alert": []}
    for choice in candidates(position.session):
        if choice.by is None or not (guest.viewer.is_gm or choice.by in guest.viewer.fighters):
            continue
        who = fight.fighters[position.ids.index(choice.by)]
        if not who.stand.here or (choice.do == "act" and who.stand.acted):
            continue
        key = {"act": "due" if who.sheet.agent == due else "seize", "alert": "alert"}.get(choice.do, "held")
        groups[key].append(pick_of(position, guest, choice, explainer))
    text = explainer.sentence(RULE.TURN_ALTERNATE__NEXT, {"agents": due}, {})
    return {
        "agents": bool(due),
        "text": text,
        "groups": [{"key": key, "picks": picks} for key, picks in groups.items() if picks],
    }


def pick_of(position: Position, guest: Guest, choice: Choice, explainer: Explainer) -> dict[str, Any]:
    """One button: whose it is, what it costs (in words, from the rule that takes it), or why it may not be pressed."""
    by = position.ids.index(str(choice.by))
    error = permit.why_not(position, guest.viewer, choice)
    found = halted(position, choice) if error is None else None
    why = "" if found is not None else explainer.error(error or refusal_of(position, choice))
    paid = None if found is None else paid_for(position, found)
    return {
        "do": choice.do,
        "id": choice.by,
        "name": explainer.name(by),
        "cost": None if paid is None else {"what": explainer.say(explainer.words.fields[paid[0]]), "n": paid[1]},
        "left": None if paid is None else paid[2],
        "why": why,
    }


def refusal_of(position: Position, choice: Choice) -> Any:
    """Why a decision may not be made."""
    return why_not(position.session, choice)


def paid_for(position: Position, found: Halted) -> tuple[str, int, int] | None:
    """What was paid to act out of turn: ``(glory or ruin, how much, what is left)``."""
    for name, key, had in (
        ("glory", RULE.TURN_GLORY, position.fight.glory),
        ("ruin", RULE.TURN_RUIN, position.fight.ruin),
    ):
        numbers = found.last(key)
        if numbers is not None:
            return name, had - numbers[name], numbers[name]
    return None


# --------------------------------------------------------------------------------------------------------- the fighters


def body_of(one: dict[str, Any], position: Position, explainer: Explainer) -> dict[str, Any]:
    """A fighter's figures, as far as the viewer knows them: ``tracks`` [{label, taken, most, boxes}], ``numbers`` [{label,
    value}], ``conditions`` and ``states`` [{label, times, ends}], ``injuries``, ``weapons``, ``marks`` [word]."""
    fields, rules = one["fields"], position.game.book.rules
    found: dict[str, Any] = {"tracks": [], "numbers": [], "states": [], "injuries": [], "weapons": [], "members": None}
    found["conditions"] = [
        {
            "word": word,
            "label": explainer.term("condition", word),
            "times": fields[f"conditions.{word}"],
            "ends": explainer.say(rules[f"wng.condition.{word}"].summary),
            "rule": f"wng.condition.{word}",
        }
        for word in CONDITIONS
        if fields.get(f"conditions.{word}")
    ]
    found["marks"] = [name for name in ("acted", "surprised", "holds", "owed", "grappled") if fields.get(name)]
    if fields.get("cover", "none") != "none":
        label = explainer.title("wng.move.cover")
        found["numbers"].append({"label": label, "value": explainer.term("cover", fields["cover"])})
    if "max_wounds" not in fields:
        return found
    if fields.get("mob") is not None:
        found["members"] = {"left": fields["mob"], "most": one["health"].get("most", fields["mob"])}
    else:
        for name in ("wounds", "shock"):
            most = fields[f"max_{name}"]
            label = explainer.say(explainer.words.fields[name])
            taken = fields[name]
            boxes = [place < taken for place in range(max(most, min(taken, most + 3)))]
            found["tracks"].append(
                {
                    "name": name,
                    "label": label,
                    "taken": taken,
                    "most": most,
                    "boxes": boxes if len(boxes) <= LONGEST_TRACK else [],
                }
            )
    for name, label in number_words(explainer).items():
        if fields[name] or name in ("wrath", "ammo"):
            value = f"+{fields[name]}" if name == "dn_penalty" else fields[name]
            found["numbers"].append({"label": label, "value": value})
    for name, rule in (("dying", "wng.harm.dying"), ("exhausted", "wng.harm.exhausted")):
        if fields[name]:
            label = explainer.say(explainer.words.fields[name])
            found["states"].append(
                {"label": label, "times": 1, "ends": explainer.say(rules[rule].summary), "rule": rule}
            )
    for name, rule in (("traumatic", "wng.harm.traumatic"), ("memorable", "wng.harm.memorable")):
        if fields[name]:
            found["injuries"].append(
                {
                    "kind": explainer.title(rule),
                    "words": [explainer.value(word) for word in fields[name]],
                    "rule": rule,
                    "text": explainer.say(rules[rule].summary),
                    "deadly": explainer.say(rules["wng.harm.death"].summary) if name == "traumatic" else "",
                }
            )
    found["weapons"] = weapons_of(one, position, explainer)
    return found


def number_words(explainer: Explainer) -> dict[str, str]:
    """What the numbers of a fighter are called."""
    ui, title = explainer.ui, explainer.title
    return {
        "defence": ui("Defence"),
        "resilience": title("wng.damage.soak"),
        "determination": title("wng.harm.determination"),
        "wrath": ui("Wrath"),
        "ammo": ui("Ammo"),
        "stealth": title("wng.stealth.score"),
        "dn_penalty": ui("DN of every test"),
    }


def weapons_of(one: dict[str, Any], position: Position, explainer: Explainer) -> list[dict[str, Any]]:
    """What a fighter carries: its name, Salvo (None: it does not fire), in hand or not, what is wrong with it."""
    fields = one["fields"]
    form = position.fighters.forms[position.ids.index(one["id"])]
    found = []
    for slot, weapon in enumerate(carried_by(form)):
        broken = fields["broken"][slot]
        found.append(
            {
                "name": explainer.spoken(str(weapon.get("name") or "")),
                "salvo": None if weapon["melee"] else weapon["salvo"],
                "wielded": fields["wielded"] == slot,
                "reload": fields["spent"][slot],
                "trouble": "" if broken == "none" else explainer.term("trouble", broken),
            }
        )
    return found


# ------------------------------------------------------------------------------------- the composer, and what is asked


def composer_view(
    composer: dict[str, Any], seen: dict[str, Any], position: Position, guest: Guest, lang: str
) -> dict[str, Any]:
    """``{"roll": … | None, "shift": … | None}``: the roll before its first die, and the exalted icons to be shifted, whose
    field is taken out of the composer; so is a blast's point where the weapon has none."""
    if composer["do"] == "attack" and "at" not in composer["choice"].get("with", {}):
        composer["mains"] = [one for one in composer["mains"] if one["name"] != "at"]
    return {
        "roll": roll_of(composer, seen, position, guest, lang),
        "shift": basket(composer, explainer_of(position, lang), position),
    }


def roll_of(
    composer: dict[str, Any], seen: dict[str, Any], position: Position, guest: Guest, lang: str
) -> dict[str, Any] | None:
    """``{dice, wrath, lines, mobs}``; None: the decision has no pool, or may not be made."""
    choice = chosen_in(composer)
    found = halted(position, choice) if choice is not None else None
    if choice is None or found is None or not isinstance(found.dice, WrathPool):
        return None
    targets = choice.targets or ((choice.target,) if choice.target else ())
    mobs = [
        {"name": one["name"], "members": one["fields"]["mob"]}
        for one in seen["state"]["fighters"]
        if one["id"] in targets and one["fields"].get("mob") is not None
    ]
    return {
        "dice": found.dice.number,
        "wrath": found.dice.wrath,
        "lines": lines_seen(position, guest.eyes, lang, choice, found.events),
        "mobs": mobs,
    }


SHIFTS = (0, 1, 2, 3, ALL_SHIFTED)
"""How many exalted icons may be shifted at the press of a button."""


def basket(composer: dict[str, Any], explainer: Explainer, position: Position) -> dict[str, Any] | None:
    """``{options: [{value, all, chosen}], to}``: how many exalted icons are shifted at most, and to what, in words."""
    field = next((one for one in composer["mains"] if one["name"] == "shift"), None)
    if field is None:
        return None
    composer["mains"] = [one for one in composer["mains"] if one is not field]
    rule = "wng.damage.roll" if composer["do"] == "attack" else "wng.interact.effect"
    values = sorted({*SHIFTS, field["value"]})
    return {
        "options": [
            {"value": value, "all": value >= ALL_SHIFTED, "chosen": value == field["value"]} for value in values
        ],
        "to": explainer.say(position.game.book.rules[rule].summary),
    }


def asked(seen: dict[str, Any], position: Position, guest: Guest, explainer: Explainer) -> dict[str, Any] | None:
    """Of the question that waits: how many of its dice (the first ones) are Wrath dice, and what Determination is about;
    None: there is none, or it is not for the viewer's eyes."""
    waiting, stored = seen["state"]["waiting"], waiting_answers(position)
    if waiting is None or stored is None or "label" not in waiting:
        return None
    choice, answers = stored
    found = halted(position, choice, answers)
    if found is None:
        return None
    wrath = found.dice.wrath if isinstance(found.dice, WrathPool) else 0
    determination = None
    if waiting["label"] == ASK.USE_DETERMINATION.name.lower():
        determination = at_stake(position, choice, answers, str(waiting["whose"]), explainer)
    return {"wrath": wrath, "determination": determination}


def at_stake(
    position: Position, choice: Choice, answers: list[Answer], whose: str, explainer: Explainer
) -> dict[str, Any] | None:
    """What Determination is about: ``{who, now, without, best, dice, text, rule}``. ``without``: wounds and Shock where it is
    not used, ``best``: where its dice show as many icons as they can; each None where more dice follow."""
    index = position.ids.index(whose)
    label = ASK.USE_DETERMINATION.name.lower()
    asks = halted(position, choice, [*answers, Answer(label, (), 0)])
    if asks is None or asks.question is None or not asks.question.sides:
        return None
    dice = asks.question.sides
    best = Answer(ASK.DETERMINATION.name.lower(), dice)  # the highest face of each

    def after(found: Halted | None) -> dict[str, int] | None:
        if found is None or found.fight is None:
            return None
        harm = found.fight.fighters[index].harm
        return {"wounds": harm.wounds, "shock": harm.shock}

    def lines(found: Halted | None) -> list[str]:
        told = () if found is None else found.events[len(asks.events) :]
        mine = [one for one in told if isinstance(one, Noted) and one.why in GRAVE and one.numbers[0] == index]
        return [line.text for line in explainer.lines(mine)]

    none = halted(position, choice, [*answers, Answer(label, (), 1)])
    most = halted(position, choice, [*answers, Answer(label, (), 0), best])
    sheet, harm = position.fight.fighters[index].sheet, position.fight.fighters[index].harm
    return {
        "who": explainer.name(index),
        "dice": len(dice),
        "max_wounds": sheet.max_wounds,
        "max_shock": sheet.max_shock,
        "now": {"wounds": harm.wounds, "shock": harm.shock},
        "without": after(none),
        "without_lines": lines(none),
        "best": after(most),
        "best_lines": lines(most),
        "text": explainer.say(position.game.book.rules["wng.harm.determination"].summary),
        "rule": "wng.harm.determination",
    }


GRAVE = (RULE.HARM_DYING, RULE.HARM_ANNIHILATED, RULE.HARM_EXHAUSTED__NOW, RULE.HARM_DEATH)
"""Notes that tell what comes of not using Determination; the first number of each is who."""
