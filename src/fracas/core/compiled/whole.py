"""How compiled code is linked: a rule is a part of who asks for it, and the large ones are machine code of their own.

numba optimises and translates every function together with all that it calls, and does so again for each of its callers: a
chain of rules twelve deep is worked through twelve times, and once more for every decision above it. Here a rule waits as it
was written. Once it and the rules below it come to :data:`LARGEST`, they are optimised and translated in one piece, of which
only the uppermost can be called; whoever calls that refers to its symbol. Smaller ones become a part of each such piece that
calls them. So little is done twice, and the compiler sees all that belongs together at once.

Where numba's own parts are named otherwise than here, nothing is changed: compiling only takes longer.
"""

from __future__ import annotations

# numba carries few types inside
# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, misc"
import hashlib
import itertools
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core import bytecode, codegen, event
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

LARGEST = 250_000
"""Bytes of LLVM's bitcode from which on rules are a piece of their own. Smaller pieces take less time to compile and call one
another more often; a fighter is a hundred numbers, all of which a call between pieces passes in memory."""

ENDLESS = 1 << 60
CALLED_FROM_PYTHON = "_ZN7cpython"
PLAIN, OUTER = "_ZN", (CALLED_FROM_PYTHON, "_ZN5cfunc", "cfunc._ZN")
"""How symbols begin: of a function, and of what calls it from Python and from C."""

ENVIRONMENT, UNRESOLVED, DYNAMIC = "_ZN08NumbaEnv", ".numba.unresolved$", "numba.dynamic.globals"

_largest = [LARGEST]
_ours: set[str] = set()
_loaded: set[str] = set()
"""The keys of the pieces that are there already."""


def ours(module: str) -> None:
    """Link the functions of this Python module as described above; others stay as numba links them."""
    _ours.add("".join(f"{len(part)}{part}" for part in module.split(".")))


def is_ours(symbol: str) -> bool:
    """Is this the symbol of a function of one of our modules?"""
    for space in (*OUTER, PLAIN):
        if symbol.startswith(space):
            return symbol.startswith(tuple(space + module for module in _ours))
    return False


class Piece(NamedTuple):
    """Machine code as it is kept on disk, and the symbols that it defines; ``key`` is its hash."""

    key: str
    code: bytes
    symbols: tuple[str, ...]


class Library(codegen.JITCodeLibrary):
    """The compiled code of one function. ``waits``: it is not translated, its callers take it in. ``sealed``: its callers
    refer to its symbol. ``written``: what callers take in; ``below``: what it takes in itself; ``needs``: the sealed ones
    that it refers to, all told."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.settled = self.waits = self.sealed = False
        self.written: Any = None
        self.own: list[str] = []
        self.size = 0
        self.below: dict[Any, None] = {}
        self.needs: dict[Library, None] = {}
        self.from_disk: tuple[Piece, ...] = ()
        self.known_environments: dict[str, Any] = {}

    # -- what it is made of ------------------------------------------------------------------------------------------

    def add_llvm_module(self, ll_module: Any) -> None:
        self.own += exported(ll_module)
        super().add_llvm_module(ll_module)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Ours are optimised in one piece, later; here only what makes that less work."""
        if not all(is_ours(symbol) for symbol in exported(ll_module)):
            super()._optimize_functions(ll_module)
            return
        ll_module.data_layout = self._codegen._data_layout
        builder, passes = self._codegen._pass_builder(), llvm.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def add_linking_library(self, library: Any) -> None:
        if isinstance(library, Library):
            library.settle()
        else:
            library._ensure_finalized()
        self._linking_libraries.append(library)

    @property
    def has_dynamic_globals(self) -> bool:
        """Does it hold addresses of this process?"""
        modules = [one._final_module for one in (self, *self.needs)]
        return any(one.name.startswith(DYNAMIC) for module in modules for one in module.global_variables)

    # -- what becomes of it ------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """All of it is there: does it wait, or is it translated?"""
        if self.settled or self._finalized:
            return
        self.settled = True
        self.gather(self._linking_libraries)
        recursive = any(one.name.startswith(UNRESOLVED) for one in self._final_module.global_variables)
        if not self.own or not all(is_ours(symbol) for symbol in self.own) or recursive:
            self.translate()
            return
        self.written = self._final_module
        self.size = len(self.written.as_bitcode())
        called = any(symbol.startswith(CALLED_FROM_PYTHON) for symbol in self.own) and not _for_another()
        self.waits = not called and self.size + sum(getattr(one, "size", 0) for one in self.below) <= _largest[-1]
        if not self.waits:
            self.sealed = not called
            self._final_module = self.written.clone()
            self.translate()

    def gather(self, libraries: Iterable[Any]) -> None:
        """What it takes in and what it refers to, of these libraries and of all that they call."""
        for library in libraries:
            if library in self.below or library in self.needs:
                continue
            if not isinstance(library, Library):
                self.below[library] = None
            elif library.written is not None and (not library.sealed or _largest[-1] == ENDLESS):
                self.below[library] = None
                self.gather(library._linking_libraries)
            else:
                self.needs.update(library.needs)
                (self.needs if library.sealed else self.below)[library] = None

    def translate(self) -> None:
        """Link everything below into it, optimise and translate it. What waited below can be called from within alone."""
        self._codegen._check_llvm_bugs()
        for library in (*self.below, *self.needs):
            self._reload_init.update(library._reload_init)
        waiting = [one for one in self.below if getattr(one, "written", None) is not None]
        for library in waiting:
            self._final_module.link_in(library.written, preserve=True)
        for library in self.below:  # numba's own last: what nobody has called yet would not be linked
            if library not in waiting:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for symbol in (symbol for library in waiting for symbol in library.own):
            self._final_module.get_function(symbol).linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        self.waits = False
        for name, environment in self.environments().items():
            self._codegen.set_env(name, environment)

    def environments(self) -> dict[str, Any]:
        """numba's environments of the functions that are a part of it, by their symbols."""
        names = [one.name for one in self._final_module.global_variables if one.name.startswith(ENVIRONMENT)]
        found = {name: lookup_environment(name) for name in names}
        return self.known_environments | {name: one for name, one in found.items() if one is not None}

    # -- what numba asks of it ---------------------------------------------------------------------------------------

    def finalize(self) -> None:
        self.settle()
        if self.waits:
            self._final_module = self.written.clone()
            self.translate()

    def _ensure_finalized(self) -> None:
        if not self._finalized:
            self.finalize()

    def get_pointer_to_function(self, name: str) -> int:
        self.settle()
        engine = self._codegen._engine
        return engine.get_function_address(name) if engine.is_symbol_defined(name) else 0

    def _verify_declare_only_symbols(self) -> None:
        elsewhere = {symbol for library in self.needs for symbol in library.own}
        for one in self._final_module.functions:
            if one.is_declaration and one.name.startswith(PLAIN) and one.name not in elsewhere:
                raise AssertionError(f"Symbol {one.name} not linked properly")

    # -- on disk -----------------------------------------------------------------------------------------------------

    def pieces(self) -> tuple[Piece, ...]:
        """Its machine code."""
        if self.from_disk:
            return self.from_disk
        module, code = self._final_module, bytes(self._get_compiled_object())
        parts = (*module.functions, *module.global_variables)
        symbols = tuple(one.name for one in parts if not one.is_declaration)
        key = hashlib.sha256(code).hexdigest()
        _loaded.add(key)
        return (Piece(key, code, symbols),)

    @classmethod
    def loaded(cls, code: Any, name: str, own: list[str], pieces: Iterable[Piece], environments: Any) -> Library:
        """The library that these pieces were, its own the last of them."""
        library, engine = cls(code, name), code._engine
        library.from_disk, library.own, library.known_environments = tuple(pieces), own, dict(environments)
        for piece in library.from_disk:
            if piece.key not in _loaded:
                engine._ee.add_object_file(llvm.ObjectFileRef.from_data(piece.code))
                engine._defined_symbols.update(piece.symbols)
                _loaded.add(piece.key)
        engine.finalize_object()
        library.settled = library.sealed = library._finalized = library._disable_inspection = True
        for symbol, environment in environments.items():
            code.set_env(symbol, environment)
        return library


def exported(module: Any) -> list[str]:
    """The functions of a module that others can call."""
    return [one.name for one in module.functions if not one.is_declaration and one.linkage == llvm.Linkage.external]


# ------------------------------------------------------------------------------------------------------ as one whole


class _Depth(event.Listener):
    """How many compilations are under way, one inside the other."""

    now = 0

    def on_start(self, event: Any) -> None:
        self.now += 1

    def on_end(self, event: Any) -> None:
        self.now -= 1


_depths: list[_Depth] = []


def _for_another() -> bool:
    """Is it compiled for another function, in one piece with it?"""
    return bool(_depths) and _depths[-1].now > 1


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Whatever is compiled in here is one piece, however large. What is compiled for others in here cannot be called from
    Python by itself."""
    depth = _Depth()
    event.register("numba:compile", depth)
    _depths.append(depth)
    _largest.append(ENDLESS)
    try:
        yield
    finally:
        _largest.pop()
        _depths.remove(depth)
        event.unregister("numba:compile", depth)


def _install() -> bool:
    """Let numba link our functions so; False where it is made otherwise."""
    code = cpu_target.target_context.codegen()
    engine = getattr(code, "_engine", None)
    parts = (
        (codegen.JITCodeLibrary, ("_optimize_final_module", "_finalize_final_module", "_get_module_for_linking")),
        (code, ("_library_class", "set_env", "_check_llvm_bugs", "_pass_builder", "_data_layout")),
        (engine, ("_ee", "_defined_symbols", "finalize_object", "is_symbol_defined", "get_function_address")),
        (bytecode.FunctionIdentity, ("_unique_ids",)),
    )
    if not all(hasattr(owner, name) for owner, names in parts for name in names):
        return False
    set_env = code.set_env

    def set_if_there(name: str, environment: Any) -> None:
        if code._engine.is_symbol_defined(name):
            set_env(name, environment)

    code._library_class, code.set_env = Library, set_if_there
    # symbols hold a number that counts functions: what another process has compiled must not have the same
    bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(40) << 20)
    return True


ours("fracas")
INSTALLED = _install()
