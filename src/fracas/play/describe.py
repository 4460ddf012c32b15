"""A decision in words: what a menu shows, and what the log says of what the table decided besides the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.record import Entry
from .explain import Explainer
from .legal import Choice
from .wording import fill

QUIET = ("to", "rounds", "label", "at")
"""Fields that are told by the sentence, by a note of the rules, or beside another field."""


def plain_words(explainer: Explainer) -> dict[str, str]:
    """For each decision its sentence; ``{target}``, ``{with}`` and ``{where}`` are filled in."""
    ui = explainer.ui
    return {
        "begin": ui("begin the fight"),
        "done": ui("end the turn"),
        "attack": ui("attack {target}{with}"),
        "grenade": ui("blast {target}{with}"),
        "suppress": ui("suppress {target}{with}"),
        "move": ui("move to {where}"),
        "reload": ui("reload{with}"),
        "stand_up": ui("get up"),
        "clear": ui("clear the jam{with}"),
        "pick_up": ui("pick up{with}"),
        "grab": ui("grab {target}"),
        "choke": ui("choke {target}"),
        "throw": ui("throw {target}"),
        "hold": ui("hold {target}"),
        "break_free": ui("break free from {target}"),
        "stabilise": ui("help {target}"),
        "put_out": ui("put out the fire on {target}"),
        "stance": ui("choose a stance{with}"),
        "repair": ui("mend the armour of {target}"),
        "hit": ui("a hit on {target}{with}"),
    }


def describe(choice: Choice, explainer: Explainer) -> str:
    """One line of a menu."""
    ids = explainer.fighters.ids
    targets = choice.targets or ((choice.target,) if choice.target else ())
    names = explainer.ui(", ").join(explainer.name(ids.index(id)) for id in targets)
    to = choice.details.get("to")
    where = fill("({x}, {y})", {"x": to[0], "y": to[1]}) if to else ""
    own = explainer.words.decisions.get(choice.do)
    sentence = explainer.say(own) if own else plain_words(explainer).get(choice.do)
    by = explainer.name(ids.index(choice.by)) if choice.by in ids else ""
    values = {"by": by, "target": names, "with": with_words(choice.details, explainer), "where": where}
    if sentence is None:
        sentence = explainer.ui("{do}: {target}{with}") if names else explainer.ui("{do}{with}")
        values["do"] = choice.do.replace("_", " ")
    return fill(sentence, values)


def detail_words(explainer: Explainer) -> dict[str, str]:
    """For some fields of a decision what is said of them; ``{value}`` is filled in."""
    ui = explainer.ui
    return {
        "luck": ui("Luck {value}"),
        "actions": ui("actions this turn {value}"),
        "distance": ui("at {value} m"),
        "width": ui("{value} m wide"),
        "dodge": ui("the target dodges"),
        "shift": ui("shifts up to {value}"),
        "reroll": ui("Wrath for a second roll"),
        "glory": ui("{value} Glory"),
    }


def with_words(details: Mapping[str, Any], explainer: Explainer) -> str:
    """`` (heavy pistol, aimed: head, +2 high ground)``: what the decision says beside its target."""
    ui = explainer.ui
    parts, added = [], []
    for key, value in details.items():
        if key in QUIET:
            continue
        if key == "weapon" and isinstance(value, str):
            parts.append(explainer.spoken(value))
        elif key == "unarmed" and value:
            parts.append(ui("bare hands"))
        elif key == "aimed":
            family = "aimed" if "aimed" in explainer.words.terms else "place"
            parts.append(fill(ui("aimed: {place}"), {"place": explainer.term(family, str(value))}))
        elif key == "mode":
            parts.append({"auto": ui("full auto"), "burst": ui("burst"), "shell": ui("shell")}.get(value, str(value)))
        elif key in ("stance", "pace"):
            parts.append(explainer.term(key, str(value)))
        elif key == "options":
            parts += [explainer.value(word) for word in value]
        elif key == "modifiers":
            parts += [explainer.term("modifier", str(word)) for word in value]
        elif key in ("modifier", "dice", "dn"):
            added.append(("" if key == "modifier" else f"{key} ") + fill("{n:+}", {"n": value}))
        elif value not in (False, None, 0) and key in detail_words(explainer):
            parts.append(fill(detail_words(explainer)[key], {"value": value}))
        elif value is True:
            parts.append(key.replace("_", " "))
        elif value not in (False, None, [], ""):
            parts.append(f"{key}: {explainer.value(value)}")
    if added:
        parts.append(" ".join([*added, str(details.get("label", ""))]).strip())
    return fill(ui(" ({words})"), {"words": ui(", ").join(parts)}) if parts else ""


def field_name(name: str, explainer: Explainer) -> str:
    """A field of a fighter or of the fight, as a sentence names it: the short ones as they are typed."""
    word = explainer.words.fields.get(name) if "." in name else None
    return explainer.say(word) if word else name.replace("_", " ")


def table_words(entry: Entry, explainer: Explainer) -> str:
    """What the log says of a decision besides the rules (join, leave, set, swap, end) or of an undo; else nothing."""
    ui, ids = explainer.ui, explainer.fighters.ids
    if entry.undoes is not None:
        return fill(ui("Undone: everything from entry {n} on."), {"n": entry.undoes + 1})
    who = explainer.name(ids.index(entry.by)) if entry.by in ids else str(entry.details.get("id", ""))
    who = ui("the fight") if entry.do == "set" and entry.by in (None, "fight") else who
    values = {
        "who": who,
        "other": explainer.name(ids.index(entry.target)) if entry.target in ids else "",
        "field": field_name(str(entry.details.get("field", "")), explainer),
        "value": explainer.value(entry.details.get("value", "")),
    }
    sentences = {
        "join": ui("{who} joins the fight."),
        "leave": ui("{who} leaves the fight."),
        "set": ui("The GM sets {field} of {who}: {value}."),
        "swap": ui("{who} and {other} change places in the order."),
        "end": ui("The GM ends the fight."),
    }
    return fill(sentences[entry.do], values) if entry.do in sentences else ""
