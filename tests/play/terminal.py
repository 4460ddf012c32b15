"""A fight at a terminal for tests: what is typed, and what is shown."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from rich.console import Console

from fracas.cli.play import Player
from fracas.play.encounter import Encounter, encounter_of

FACE_OFF: dict[str, dict[str, Any]] = {
    "cpred": {
        "ruleset": "cpred",
        "sides": ["crew", "gang"],
        "fighters": {
            "ann": {"side": "crew", "from": "ganger", "name": "Ann", "at": [0, 0], "luck": 4, "play": "person"},
            "bob": {"side": "gang", "from": "ganger", "name": "Bob", "at": [8, 0], "play": "passive"},
        },
    },
    "cops": {
        "ruleset": "cops",
        "house": {"location_dice": {"head": 3, "arms": 1, "torso": 2, "abdomen": 2, "legs": 1}},
        "sides": ["police", "gang"],
        "fighters": {
            "ann": {"side": "police", "from": "officer", "name": "Ann", "at": [0, 0], "play": "person"},
            "bob": {"side": "gang", "from": "gunman", "name": "Bob", "at": [9, 0], "play": "passive"},
        },
    },
    "cp2020": {
        "ruleset": "cp2020",
        "sides": ["crew", "gang"],
        "fighters": {
            "ann": {"side": "crew", "from": "booster", "name": "Ann", "at": [0, 0], "luck": 4, "play": "person"},
            "bob": {"side": "gang", "from": "booster", "name": "Bob", "at": [10, 0], "play": "passive"},
        },
    },
}
"""One against one in each game: a person, and somebody who does nothing."""


def face_off(game: str, changes: Mapping[str, Mapping[str, Any]] | None = None, lang: str = "en") -> Encounter:
    """One of them, with other fields for its fighters (or further fighters)."""
    data = FACE_OFF[game]
    fighters = {id: {**data["fighters"].get(id, {}), **fields} for id, fields in (changes or {}).items()}
    return encounter_of({**data, "fighters": {**data["fighters"], **fighters}}, lang, seed=4)


class Terminal:
    """A person who types these lines and then leaves; ``prompts`` are what was asked."""

    def __init__(self, encounter: Encounter, lines: list[str], lang: str = "en", own: bool = False) -> None:
        self.prompts: list[str] = []
        self.waiting = iter(lines)
        out = io.StringIO()
        console = Console(file=out, width=400, no_color=True, highlight=False, markup=False, emoji=False)
        self.player = Player(encounter, console, self.ask, lang, False, own, None)
        self.session = self.player.session
        self.player.run()
        self.out = out.getvalue()

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return next(self.waiting, None)
