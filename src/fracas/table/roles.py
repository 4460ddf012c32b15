"""Who sits at the table, and what the GM has settled about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import Flag, Word, one_of, shown

NUMBERS, BARS, WORDS, NOTHING = "numbers", "bars", "words", "nothing"
HEALTH = (NUMBERS, BARS, WORDS, NOTHING)
"""How the health of those one does not play shows."""


class Role(Enum):
    """GM: everything. PLAYER: its own fighters. WATCHER: looks on."""

    GM = "gm"
    PLAYER = "player"
    WATCHER = "watcher"


@dataclass(frozen=True)
class Viewer:
    """Somebody at the table. ``name`` is what the log calls it; ``fighters``: the ids that a player plays."""

    role: Role
    name: str = ""
    fighters: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or len(self.name) > 80 or not self.name.isprintable():
            raise BadInput("name", shown(self.name), phrase("a text of at most {most} characters", most=80))

    @property
    def is_gm(self) -> bool:
        """The GM?"""
        return self.role is Role.GM

    @property
    def actor(self) -> str:
        """What the log keeps: ``gm``, or ``player Ann``."""
        return f"{self.role.value} {self.name}".strip()


GM = Viewer(Role.GM)
"""The GM, without a name."""

WATCHER = Viewer(Role.WATCHER)
"""Anybody who looks on."""


@dataclass(frozen=True)
class Settings:
    """What the GM has settled about the table.

    ``foes``: how foes' health shows to players and watchers; ``party``: how the players' fighters' shows to watchers;
    ``foes_rolls``: are foes' rolls ``open`` or ``hidden``; ``reactions``: are people asked whether they dodge.
    """

    foes: str = WORDS
    party: str = BARS
    foes_rolls: str = "open"
    reactions: bool = True

    def with_these(self, given: Mapping[str, Any]) -> Settings:
        """The settings with some changed; BadInput says what may be.

        >>> Settings().with_these({"foes": "bars"}).foes
        'bars'
        """
        if not isinstance(given, Mapping):
            raise BadInput("settings", shown(given), one_of(None, tuple(SETTINGS)))
        for name, value in given.items():
            if name not in SETTINGS:
                raise BadInput(f"settings.{shown(name)}", "unknown", one_of(name, tuple(SETTINGS)))
            SETTINGS[name].read(value, f"settings.{name}")
        return replace(self, **given)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


SETTINGS = {
    "foes": Word(words=HEALTH),
    "party": Word(words=HEALTH),
    "foes_rolls": Word(words=("open", "hidden")),
    "reactions": Flag(),
}
assert set(SETTINGS) == {one.name for one in fields(Settings)}
