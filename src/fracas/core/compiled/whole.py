"""Compile a large program in one piece.

numba optimises and translates every function with all that it calls, and does so again for each of its callers: a chain of
rules twelve deep is worked through twelve times. Inside :func:`in_one_piece` only the outermost function is; what it calls
is linked into it as it was written, and cannot be called from Python by itself. Where numba's own parts are named otherwise
than in the versions known here, nothing is changed: compiling only takes longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import codegen as _codegen
from numba.core import event as _event

codegen: Any = _codegen
event: Any = _event

PARTS = ("_optimize_final_module", "_finalize_final_module", "set_env")


class _Depth(_event.Listener):
    """How many compilations are under way, one inside the other."""

    def __init__(self) -> None:
        self.now = 0

    def on_start(self, event: Any) -> None:
        self.now += 1

    def on_end(self, event: Any) -> None:
        self.now -= 1


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Optimise and translate only the outermost function compiled in here."""
    library: Any = getattr(codegen, "CPUCodeLibrary", None)
    engine: Any = getattr(codegen, "JITCPUCodegen", None)
    if any(not (hasattr(library, part) or hasattr(engine, part)) for part in PARTS):
        yield
        return
    depth = _Depth()
    waiting: list[tuple[str, Any]] = []
    optimise, finish, set_env = library._optimize_final_module, library._finalize_final_module, engine.set_env

    def optimise_outermost(self: Any) -> None:
        optimise(self)

    def finish_outermost(self: Any) -> None:
        if depth.now <= 1:
            finish(self)
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def set_when_finished(self: Any, name: str, environment: Any) -> None:
        waiting.append((name, environment))
        if depth.now <= 1:
            while waiting:
                name, environment = waiting.pop()
                if self._engine.get_global_value_address(name):
                    set_env(self, name, environment)

    event.register("numba:compile", depth)
    library._optimize_final_module, library._finalize_final_module = optimise_outermost, finish_outermost
    engine.set_env = set_when_finished
    try:
        yield
    finally:
        library._optimize_final_module, library._finalize_final_module = optimise, finish
        engine.set_env = set_env
        event.unregister("numba:compile", depth)
