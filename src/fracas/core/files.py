"""Files as a person writes them: YAML, read once, with one clear line when it cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .errors import BadInput, phrase
from .forms import shown

MOST_BYTES = 20_000_000


def read_yaml(path: str | Path) -> Any:
    """A YAML 1.2 file as plain data; unreadable, too large or malformed files are one clear line."""
    try:
        if not str(path) or not Path(path).is_file():
            what = phrase("not a file") if Path(path).exists() else phrase("not there")
            raise BadInput(str(path) or "file", what, phrase("a file that can be read"))
        if Path(path).stat().st_size > MOST_BYTES:
            raise BadInput(str(path), phrase("too large"), phrase("at most {most} MB", most=MOST_BYTES // 1_000_000))
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise BadInput(
            str(path), error.strerror or phrase("cannot be read"), phrase("a file that can be read")
        ) from None
    except UnicodeDecodeError:
        raise BadInput(str(path), phrase("not UTF-8"), phrase("a text file in UTF-8")) from None
    return yaml_of(text, str(path))


def yaml_of(text: str, place: str) -> Any:
    """A YAML 1.2 text as plain data; what is malformed is one clear line with its place.

    >>> yaml_of("a: [1, 2]", "here")
    {'a': [1, 2]}
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{place}:{mark.line + 1}:{mark.column + 1}" if mark else place
        problem = getattr(error, "problem", None) or "not YAML"
        raise BadInput(where, shown(problem), "YAML 1.2") from None
