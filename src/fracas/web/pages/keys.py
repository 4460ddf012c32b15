"""The keys of the app, and how somebody has bound them otherwise. The script reads the same names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

KEYS = {
    "next": "n",
    "attack": "a",
    "roll": "r",
    "modifiers": "m",
    "odds": "o",
    "undo": "u",
    "fighter-next": "j",
    "fighter-before": "k",
    "log-before": "[",
    "log-next": "]",
    "help": "?",
}
"""What each key does, and which it is where nobody says otherwise."""


def key_words(ui: Callable[[str], str]) -> dict[str, str]:
    """What each key does, in words."""
    return {
        "next": ui("next turn"),
        "attack": ui("attack"),
        "roll": ui("roll, apply, or do what is chosen"),
        "modifiers": ui("modifiers"),
        "odds": ui("all the odds"),
        "undo": ui("undo (Ctrl+Z, too)"),
        "fighter-next": ui("next fighter"),
        "fighter-before": ui("fighter before"),
        "log-before": ui("entry before"),
        "log-next": ui("next entry"),
        "help": ui("this list"),
    }


def bound(binds: str) -> dict[str, str]:
    """The keys as somebody has bound them.

    >>> bound("roll:x,nonsense:y")["roll"], bound("")["roll"]
    ('x', 'r')
    """
    found = dict(KEYS)
    for pair in binds.split(","):
        name, _, key = pair.partition(":")
        if name in found and len(key) == 1:
            found[name] = key
    return found


def binds_text(binds: Mapping[str, str]) -> str:
    """What differs from the usual, for the cookie. A comma or a colon can be no key.

    >>> binds_text({"roll": "x", "next": "n"})
    'roll:x'
    """
    return ",".join(f"{name}:{key}" for name, key in binds.items() if key and key != KEYS[name] and key not in ",:")
