"""What an entry of the log changed, in words: a row for each value that the viewer may see."""

from __future__ import annotations

from typing import Any

from ...play.explain import Explainer
from ...play.wording import fill
from ...table.sight import Sight
from .fighterwords import setter_word, word_of
from .words import word_word

UNSAID = ("health", "turn", "active", "acted", "moved", "spent")
"""Changes that only help to keep order."""


def change_rows(found: dict[str, Any], sight: Sight) -> list[dict[str, Any]]:
    """What an entry changed, as far as the viewer sees it: ``{path, who, label, before, after, settable}``."""
    rows = []
    game, explainer = sight.game, sight.explainer

    def shown(name: str, value: Any) -> str:
        if isinstance(value, dict):
            return str(value.get("text", ""))
        own = not isinstance(value, str) or value in explainer.words.values
        return explainer.value(value) if own else word_word(explainer, name, value)

    for path, (before, now) in found.get("changes", {}).items():
        id, _, name = path.partition(".")
        if name in UNSAID:
            continue
        setters = game.fight_setters if id == "fight" else game.setters
        row = {
            "path": path,
            "who": explainer.ui("the fight") if id == "fight" else sight.name(id),
            "label": change_word(explainer, name),
            "before": shown(name, before),
            "after": shown(name, now),
            "raw": now,
            "settable": name in setters,
        }
        each = [row]
        if name in ("loaded", "wielded") and not row["settable"]:
            each = weapon_rows(row, name, before, now, weapon_names(sight, id))
        rows += each
    return rows


def weapon_names(sight: Sight, id: str) -> list[str]:
    """The names of a fighter's weapons, in their order."""
    form = sight.fighters.forms[sight.fighters.ids.index(id)]
    return [sight.explainer.spoken(str(one["name"])) for one in form.get("weapons", ())]


def weapon_rows(row: dict[str, Any], name: str, before: Any, now: Any, names: list[str]) -> list[dict[str, Any]]:
    """The row with the names of the weapons that it is about: one for each whose rounds changed, or the one in hand."""
    if name == "wielded":
        return [
            row | {key: names[at] if 0 <= at < len(names) else "–" for key, at in (("before", before), ("after", now))}
        ]
    return [
        row | {"label": f"{row['label']} ({weapon})", "before": str(was), "after": str(has)}
        for weapon, was, has in zip(names, before, now, strict=False)
        if was != has
    ]


def change_word(explainer: Explainer, name: str) -> str:
    """What stands beside a value that an entry changed."""
    ui = explainer.ui
    own = {
        "loaded": ui("Rounds loaded"),
        "wielded": ui("Weapon in hand"),
        "wound": ui("Wound state"),
        "wounded": ui("wounded"),
        "jammed": ui("weapon jammed"),
        "actions": ui("Actions taken"),
        "dice_penalty": ui("Dice fewer on each roll"),
        "dn_penalty": ui("Penalty to DN"),
        "over": ui("The fight is over"),
        "round": ui("Round"),
        "no_action": ui("no Action"),
        "no_move": ui("no Move"),
    }
    family, _, place = name.partition(".")
    if family in ("sp", "layers") and place:
        what = ui("SP") if family == "sp" else ui("Layers of armour")
        return fill(ui("{what} ({place})"), {"what": what, "place": word_word(explainer, "location", place)})
    if name in own:
        return own[name]
    word = setter_word(explainer, name)
    return word if word != name.replace("_", " ") else word_of(explainer, name)
