"""What the log says besides the games' own sentences."""

from __future__ import annotations

from collections.abc import Callable

Ui = Callable[[str], str]


def sentence(ui: Ui, key: str) -> str:
    """The sentence of a kind of entry, in the reader's language, with its placeholders."""
    return {
        "created": ui("The fight is set up."),
        "committed": ui("The app's dice are fixed: this is the promise of them."),
        "opened": ui("The secret of the app's dice: everybody can check them now."),
        "branched": ui("A copy of another fight, as it stood after entry {seq}; from here on with dice of its own."),
        "withdrawn": ui("Taken back before it was carried out; the dice that fell are not used again."),
        "undone": ui("Undone: entry {of} and what hung on it."),
        "redone": ui("The undo in entry {of} is taken back."),
        "overridden": ui("The GM sets the result of entry {of} by hand."),
        "sealed": ui("{who} has decided in secret."),
        "revealed": ui("What was decided in secret is shown."),
        "requested": ui("An undo of entry {of} is asked for."),
        "refused": ui("The undo asked for in entry {of} is not granted."),
        "seated": ui("{who} is played by: {person}."),
        "settled": ui("The GM changes the settings of the table."),
        "hidden": ui("The GM rolls in secret."),
        "set": ui("The GM sets a value."),
        "dodge": ui("dodge?"),
        "hits": ui("{by} hits {target}."),
        "hits_so": ui("{by} hits {target}: {how}."),
        "hit": ui("{target} is hit."),
        "hit_so": ui("{target} is hit: {how}."),
        "is_so": ui("{target}: {how}."),
    }.get(key, key)


def condition_words(ui: Ui) -> dict[str, str]:
    """How somebody looks, in the reader's language."""
    return {
        "unhurt": ui("unhurt"),
        "hurt": ui("wounded"),
        "badly hurt": ui("badly wounded"),
        "out": ui("out of the fight"),
        "dead": ui("dead"),
    }
