"""What a sweep varies: values as they are written, and paths into the data of an encounter."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from ...core.errors import BadInput, phrase
from ...core.forms import one_of, shown
from ...packs import Pack, fighter_form
from ...play.encounter import OWN_KEYS

MOST_VALUES = 10_000
"""Values on one axis."""

RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*(?:\.\.\s*(\d{1,9})\s*)?\Z")
HEADS = ("fighters", "house", "fight", "light", "rounds", "count", "policy")
"""What a path may begin with: keys of an encounter file, and two short ways into its fighters."""


def values_of(given: Any, where: str) -> tuple[Any, ...]:
    """The values of an axis: a list, or a text such as ``7..13``, ``0..12..4``, ``nearest, cautious`` or ``[a, [b, c]]``.
    ``~`` (nothing) leaves the field out. BadInput where there are none, too many, or one of them twice.

    >>> values_of("1, 3, 5..9..2", "sp"), values_of(["2d6", None], "armour")
    ((1, 3, 5, 7, 9), ('2d6', None))
    """
    listed = parsed(given, where) if isinstance(given, str) else given if isinstance(given, list) else [given]
    found: list[Any] = []
    for one in listed:
        found += span(one, where)
        if len(found) > MOST_VALUES:
            raise BadInput(where, phrase("more than {most} values", most=MOST_VALUES), phrase("fewer"))
    if not found:
        raise BadInput(where, "nothing", phrase("values, such as 7..13 or [a, b]"))
    seen: set[str] = set()
    for one in found:
        text = label(one)
        if text in seen:
            raise BadInput(where, phrase("{value} is given twice", value=shown(text)), phrase("given once"))
        seen.add(text)
    return tuple(found)


def parsed(text: str, where: str) -> list[Any]:
    """A text as a list of values: what YAML makes of it between brackets."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        found = YAML(typ="safe", pure=True).load(f"[{text}]")
    except (YAMLError, ValueError, RecursionError):
        raise BadInput(where, shown(text), phrase("values, such as 7..13 or [a, b]")) from None
    if len(found) == 1 and isinstance(found[0], list) and text.lstrip().startswith("["):
        found = found[0]
    return list(found)


def span(value: Any, where: str) -> list[Any]:
    """``7..13`` as its numbers, any other value as it is."""
    found = RANGE.match(value) if isinstance(value, str) else None
    if found is None:
        return [value]
    low, high, by = int(found[1]), int(found[2]), int(found[3] or 1)
    if by < 1 or high < low:
        raise BadInput(where, shown(value), phrase("a range from low to high, such as 7..13 or 0..12..4"))
    if (high - low) // by >= MOST_VALUES:
        raise BadInput(where, shown(value), phrase("at most {most} values", most=MOST_VALUES))
    return list(range(low, high + 1, by))


def label(value: Any) -> str:
    """A value as a table shows it, on one line.

    >>> label(True), label(None), label(["a", {"b": 1}]), label("2d6")
    ('true', '~', '["a", {"b": 1}]', '2d6')
    """
    if isinstance(value, str):
        return value
    return "~" if value is None else json.dumps(value, ensure_ascii=False, default=str)


# ------------------------------------------------------------------------------------------------------------ paths


def segments_of(path: Any, where: str) -> tuple[str, ...]:
    """A path as its parts; ``weapons[0]`` may be written for ``weapons.0``.

    >>> segments_of("fighters.ann.armour[0].sp", "vary")
    ('fighters', 'ann', 'armour', '0', 'sp')
    """
    if not isinstance(path, str):
        raise BadInput(where, shown(path), phrase("a path, such as fighters.ann.armour.0.sp"))
    parts = tuple(re.sub(r"\[(\d+)\]", r".\1", path.strip()).split("."))
    if not all(parts) or len(parts) > 20:
        raise BadInput(where, shown(path), phrase("a path, such as fighters.ann.armour.0.sp"))
    if parts[0] not in HEADS:
        raise BadInput(shown(path), "unknown", one_of(parts[0], HEADS))
    return parts


def applied(data: Mapping[str, Any], settings: Mapping[str, Any], pack: Pack) -> dict[str, Any]:
    """The data of an encounter with other values at some paths. What a fighter has from the pack may be reached, too: a
    path that goes into a field (``fighters.ann.armour.0.sp``) has the fighter written out first. BadInput names the path."""
    found: dict[str, Any] = deepcopy(dict(data))
    paths = [(segments, path) for path in settings for segments in meant(segments_of(path, "vary"), path, found)]
    for segments, path in sorted(paths, key=lambda one: len(one[0])):
        value = deepcopy(settings[path])
        if segments[0] == "fighters" and len(segments) > 3:
            written_out(found["fighters"], segments[1], pack)
        put(found, segments, value, path)
    return found


def meant(segments: tuple[str, ...], path: str, data: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The places that a path means: ``count.ann`` is ``fighters.ann.count``; ``policy.ann``, ``policy.<side>`` and
    ``policy`` are the ``play`` of one fighter, of a side and of all."""
    head, *rest = segments
    fighters = data.get("fighters")
    if head not in ("fighters", "count", "policy"):
        return [segments]
    if not isinstance(fighters, Mapping):
        raise BadInput("fighters", shown(fighters), phrase("at least one fighter a side"))
    ids = tuple(map(str, fighters))
    if head == "policy":
        sides = tuple(one for one in data.get("sides") or () if isinstance(one, str))
        who = [id for id in ids if not rest or rest == [id]]
        if rest and not who:
            who = [id for id in ids if isinstance(fighters[id], Mapping) and fighters[id].get("side") in rest]
        if not who or len(rest) > 1:
            raise BadInput(path, "unknown", one_of(".".join(rest), ids + sides))
        return [("fighters", id, "play") for id in who]
    if head == "count":
        segments = ("fighters", *rest, "count")
    if segments[0] == "fighters" and (len(segments) < 3 or segments[1] not in ids):
        raise BadInput(path, "unknown", one_of(segments[1] if len(segments) > 2 else "", ids))
    if head == "count" and len(rest) != 1:
        raise BadInput(path, "unknown", one_of(".".join(rest), ids))
    return [segments]


def written_out(fighters: dict[str, Any], id: str, pack: Pack) -> None:
    """A fighter with all that it has from the pack."""
    given = fighters[id]
    if not isinstance(given, Mapping):
        raise BadInput(f"fighters.{id}", shown(given), phrase("fields of a fighter"))
    own = {key: value for key, value in given.items() if key in OWN_KEYS and key != "from"}
    rest = {key: value for key, value in given.items() if key not in own}
    fighters[id] = own | deepcopy(fighter_form(pack, rest, f"fighters.{id}", "en"))


def put(node: Any, segments: tuple[str, ...], value: Any, path: str) -> None:
    """Set one place; nothing (None) takes the field away."""
    *parents, last = segments
    for place, part in enumerate(parents):
        inner = child(node, part, path)
        if inner is None:
            inner = node[part] = {}
        elif not isinstance(inner, (dict, list)):
            at = ".".join(segments[: place + 1])
            raise BadInput(path, phrase("{at} is {value}", at=at, value=shown(inner)), phrase("a path that ends there"))
        node = inner
    if isinstance(node, list):
        child(node, last, path)
        node[int(last)] = value
    elif value is None:
        node.pop(last, None)
    else:
        node[last] = value


def child(node: Any, part: str, path: str) -> Any:
    """What a map or a list has there (a map: nothing, where it has nothing)."""
    if not isinstance(node, list):
        return node.get(part)
    if not part.isdecimal() or int(part) >= len(node):
        right = phrase("a place in the list, from {low} to {high}", low=0, high=len(node) - 1)
        raise BadInput(path, shown(part), right if node else phrase("left out: the list is empty"))
    return node[int(part)]
