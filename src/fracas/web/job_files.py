"""Files that a server and its workers share: whole or not there, locks that tell who lives, errors in any language."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..core.errors import BadInput, Phrase, phrase
from ..store.errors import Full

SPEC, STATE, RESULT, LOCK, ERRORS = "spec.json", "state.json", "result.json", "running.lock", "errors.txt"
"""What a job's folder has: what is asked for, how far it is, what it came to, the worker's lock, its faults."""


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Hold a lock while something runs; another process sees that (:func:`is_locked`). BlockingIOError: it is held."""
    try:
        import fcntl
    except ModuleNotFoundError:  # no such locks on Windows
        yield
        return
    with open(path, "w") as file:
        for attempt in range(20):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:  # somebody may just be looking
                if attempt == 19:
                    raise
                time.sleep(0.05)
        yield


def is_locked(path: Path) -> bool:
    """Does some process hold this lock?"""
    try:
        import fcntl

        with open(path) as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (OSError, ModuleNotFoundError):
        return False
    return False


# -------------------------------------------------------------------------------------------------------------- files


def read_json(path: Path) -> Any:
    """What a file says; None: it is not there, or damaged."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def write_json(path: Path, data: Any) -> None:
    """A file, all of it or nothing; Full or BadInput where it cannot be written."""
    new = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        os.replace(new, path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        right = phrase("a data folder that can be written to")
        raise Full("balance", str(error.strerror or error), right) from None


def size_of(folder: Path) -> int:
    """Bytes of all files in it."""
    total = 0
    for one in folder.rglob("*"):
        with suppress(OSError):
            total += one.stat().st_size
    return total


def broken() -> BadInput:
    """A worker that ended without a word: killed, or out of memory."""
    return BadInput("balance", phrase("ended before it was done"), phrase("run again, or smaller"))


def plain_error(error: BadInput) -> dict[str, Any]:
    """An error as plain data, so that it can be said in any language later.

    >>> error_from(plain_error(BadInput("n", phrase("{n} runs", n=3), "fewer"))).what.template
    '{n} runs'
    """
    parts = {"where": plain_text(error.where), "what": plain_text(error.what), "right": plain_text(error.right)}
    return {**parts, "rule": error.rule}


def plain_text(text: object) -> Any:
    """A phrase as its template and values; all else as it is."""
    if isinstance(text, Phrase):
        return {"phrase": text.template, "values": {name: plain_text(one) for name, one in text.values.items()}}
    return text if isinstance(text, (int, float)) else str(text)


def error_from(data: Mapping[str, Any]) -> BadInput:
    """What :func:`plain_error` wrote."""
    where, what, right = (text_from(data.get(name, "")) for name in ("where", "what", "right"))
    return BadInput(where, what, right, str(data.get("rule", "")))


def text_from(data: Any) -> Any:
    """What :func:`plain_text` wrote."""
    if isinstance(data, Mapping):
        return phrase(str(data["phrase"]), **{name: text_from(one) for name, one in data["values"].items()})
    return data
