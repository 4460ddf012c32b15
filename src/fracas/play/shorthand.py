"""Fighters and decisions as ``key=value`` words: ``ref=7 handgun=6 sp=11``."""

from __future__ import annotations

import re
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import shown

_WHOLE = re.compile(r"[+-]?\d{1,18}\Z")


def fields_typed(text: str, where: str) -> dict[str, Any]:
    """The fields that words with spaces between them give.

    >>> fields_typed("ref=7 skills.handgun=6", "by")
    {'ref': 7, 'skills': {'handgun': 6}}
    """
    found: dict[str, Any] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or not key or not all(key.split(".")):
            raise BadInput(where, shown(word), phrase("key=value, such as {example}", example="sp=11"))
        put(found, key, value_of(value, f"{where}.{key}"), word)
    return found


def value_of(text: str, where: str) -> Any:
    """A value as typed: a whole number, true/false, a YAML list or map in brackets, or text."""
    if _WHOLE.match(text):
        return int(text)
    if text in ("true", "false"):
        return text == "true"
    if text[:1] in ("[", "{"):
        from ruamel.yaml import YAML
        from ruamel.yaml.error import YAMLError

        try:
            return YAML(typ="safe", pure=True).load(text)
        except (YAMLError, ValueError, RecursionError):
            raise BadInput(where, shown(text), "a list [..] or a map {..} in YAML") from None
    return text


def put(tree: dict[str, Any], path: str, value: Any, word: str) -> None:
    """Set ``a.b.c`` in nested maps."""
    *parents, last = path.split(".")
    for parent in parents:
        inner = tree.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise BadInput(word, f"{parent} is given twice, once as a value", "one or the other")
        tree = inner
    if last in tree:
        raise BadInput(word, f"{path} is given twice", "given once")
    tree[last] = value
