"""A game ready to be compiled: its rules known to numba, and what was compiled of it kept on disk.

ready = prepared(load("cpred"))


@ready.entry
def shots(n, fight, shot, policy): ...  # compiled at its first call, and never again until the rules change
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import njit
from numba.core.dispatcher import Dispatcher

from .disk import ROOT, keep_on_disk
from .jit import compile_book
from .tables import explore_compiled

if TYPE_CHECKING:
    from ..game import Game


class Prepared(NamedTuple):
    """A game whose rules compiled code can call."""

    game: str

    def entry(self, function: Callable[..., Any]) -> Any:
        """Decorator: as numba's ``njit``, and kept on disk. An edit of the core, of the game's rules, or beside the function
        (in its folder of the package; in its file, if it is elsewhere) makes it another program."""
        jitted = njit(function)
        file = Path(inspect.getfile(function)).resolve()
        place = file.parent if file.is_relative_to(ROOT) else file
        name = f"{self.game}-{function.__module__}.{function.__qualname__}"
        keep_on_disk(jitted, name, "core", f"rules/{self.game}", str(place), also=identity(function))
        return jitted

    def explore(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """As :func:`~fracas.core.compiled.explore_compiled`, kept on disk."""
        return explore_compiled(rule, self.entry)


def prepared(game: Game) -> Prepared:
    """Let compiled code call the rules of a game, and keep what is compiled."""
    compile_book(game.book)
    return Prepared(game.name)


def identity(function: Any) -> str:
    """What tells a function from others of its name: its code, and the functions and numbers that it closes over."""
    found = hashlib.sha256()
    _describe(function, found, set())
    return found.hexdigest()


def _describe(thing: Any, found: Any, seen: set[int]) -> None:
    thing = thing.py_func if isinstance(thing, Dispatcher) else thing
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if inspect.isfunction(thing):
        found.update(f"{thing.__module__}.{thing.__qualname__}{thing.__defaults__}".encode())
        _describe(thing.__code__, found, seen)
        for cell in thing.__closure__ or ():
            _describe(cell.cell_contents, found, seen)
    elif inspect.iscode(thing):
        found.update(thing.co_code + f"{thing.co_names}{thing.co_varnames}".encode())
        for constant in thing.co_consts:
            _describe(constant, found, seen)
    elif isinstance(thing, np.ndarray):
        found.update(f"{thing.dtype}{thing.shape}".encode() + thing.tobytes())
    elif inspect.isclass(thing):
        found.update(f"{thing.__module__}.{thing.__qualname__}".encode())
    else:
        found.update(f"{type(thing).__name__} {thing!r}".encode())
