"""Which of the dice in the log are Wrath dice: in every pool of a test they come first."""

from __future__ import annotations

from typing import Any

from ....core.rule import rule_id_of
from ....core.table import Asked
from ....play.explain import Explainer
from ....rules.wng.dice import icons_on
from ....rules.wng.ids import ASK, RULE
from ....table.coding import StoredDice

POOLS = {one.name.lower(): one for one in (ASK.ATTACK, ASK.TEST)}
AGAIN = ASK.REROLL.name.lower()
MOST = 12
"""Wrath dice that are thought of at most: one, and one for each injury of the Dying."""


def boxed(entry: dict[str, Any], explainer: Explainer) -> list[int]:
    """For each roll of an entry of the log how many of its dice, the first ones, are Wrath dice, as far as the viewer may
    know: one in every pool, and more where a line that the viewer sees says so (wng.harm.dyingdice)."""
    lines = entry.get("lines", [])
    place, counts, before = 0, [], (0, [])  # type: ignore[var-annotated]
    for roll in entry["dice"]:
        label, faces = roll["label"], roll["faces"]
        if label in POOLS:
            text = line_of(label, faces, explainer)
            wrath = 1
            for step, line in enumerate(lines[place:], start=place + 1):
                if line["rule"] == rule_id_of(RULE.HARM_DYINGDICE):
                    wrath = said_in(line["text"], explainer) or wrath
                if line["text"] == text:
                    place = step
                    break
            before = (min(wrath, len(faces)), faces)
            counts.append(before[0])
        elif label == AGAIN:
            count, first = before
            counts.append(sum(1 for face in first[:count] if icons_on(face) == 0))
        else:
            counts.append(0)
    return counts


def line_of(label: str, faces: list[int], explainer: Explainer) -> str:
    """What the log says of a roll."""
    asked = Asked(POOLS[label], StoredDice(f"{len(faces)}d6"), tuple(faces), None)
    return explainer.lines([asked])[0].text


def said_in(text: str, explainer: Explainer) -> int:
    """How many Wrath dice a line speaks of; 0: it is no such line."""
    for who in range(len(explainer.fighters.ids)):
        for wrath in range(1, MOST + 1):
            if explainer.sentence(RULE.HARM_DYINGDICE, {"who": who, "wrath": wrath}, {}) == text:
                return wrath
    return 0
