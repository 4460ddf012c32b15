"""A state as plain data: every whole number by its path (``fighters.1.wounds.hp``), and back.

Stored events keep what changed in this form, so that a fight opens without its rules being run again, and also after a
state has got more fields, or fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Values = dict[str, int]
Changes = dict[str, list[Any]]
"""For each path ``[before, after]``; ``None``: it was, or is, not there."""


def flat(state: Any) -> Values:
    """All whole numbers of a state by their paths.

    >>> from fracas.core.encounter import Clock
    >>> flat((Clock(1, 0), 7))
    {'0.active': 1, '0.over': 0, '1': 7}
    """
    return dict(_walk(state, ""))


def _walk(state: Any, path: str) -> Iterator[tuple[str, int]]:
    if not isinstance(state, tuple):
        yield path, int(state)
        return
    names = getattr(state, "_fields", None) or range(len(state))
    for name, one in zip(names, state):
        yield from _walk(one, f"{path}.{name}" if path else str(name))


def restored(like: Any, values: Mapping[str, int]) -> tuple[Any, set[str]]:
    """The state of the shape of ``like`` with these values in it, and the paths that the shape has no place for. What no
    value is given for stays as it is in ``like``.

    >>> from fracas.core.encounter import Clock
    >>> restored(Clock(0, 0), {"over": 1, "gone": 5})
    (Clock(active=0, over=1), {'gone'})
    """
    used: set[str] = set()

    def build(state: Any, path: str) -> Any:
        if not isinstance(state, tuple):
            if path not in values:
                return state
            used.add(path)
            return values[path]
        names = getattr(state, "_fields", None) or range(len(state))
        parts = [build(one, f"{path}.{name}" if path else str(name)) for name, one in zip(names, state)]
        return type(state)(*parts) if hasattr(state, "_fields") else tuple(parts)

    made = build(like, "")
    return made, set(values) - used


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """What differs, as ``{path: [before, after]}``.

    >>> changes({"hp": 40, "sp": 11}, {"hp": 32, "sp": 11, "lying": 1})
    {'hp': [40, 32], 'lying': [None, 1]}
    """
    found = {path: [value, after.get(path)] for path, value in before.items() if after.get(path) != value}
    return found | {path: [None, value] for path, value in after.items() if path not in before}


def with_changes(values: Mapping[str, Any], changed: Mapping[str, list[Any]], back: bool = False) -> dict[str, Any]:
    """The values after these changes (or, ``back``, before them).

    >>> with_changes({"hp": 32}, {"hp": [40, 32]}, back=True)
    {'hp': 40}
    """
    now = dict(values)
    for path, pair in changed.items():
        value = pair[0 if back else 1]
        if value is None:
            now.pop(path, None)
        else:
            now[path] = value
    return now


def chained(first: Mapping[str, list[Any]], then: Mapping[str, list[Any]]) -> Changes:
    """Two changes one after the other, as one; what comes to nothing is left out.

    >>> chained({"hp": [40, 32]}, {"hp": [32, 40], "sp": [11, 10]})
    {'sp': [11, 10]}
    """
    both = {path: list(pair) for path, pair in first.items()}
    for path, (before, after) in then.items():
        both[path] = [both[path][0] if path in both else before, after]
    return {path: pair for path, pair in both.items() if pair[0] != pair[1]}


def turned(changed: Mapping[str, list[Any]]) -> Changes:
    """The changes that take these back."""
    return {path: [after, before] for path, (before, after) in changed.items()}
