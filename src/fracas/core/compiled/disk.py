"""Keep compiled programs on disk, in a folder named by a hash of all the source that they are made of.

numba's own cache looks at one file alone and would run old rules after an edit of another; a function made inside a function
has another key in every process; and it keeps every function with all that it calls. So the key here is the hash, the machine
and the signature, and what is kept is the pieces (:mod:`fracas.core.compiled.whole`) as machine code, each once.

A folder that cannot be written to or is full, a file that is damaged or cannot be read: all of it only costs compiling again.
"""

from __future__ import annotations

# numba carries few types inside
# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, misc"
import hashlib
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import caching, compiler, config
from numba.core.serialize import dumps, pickle

from . import whole

ROOT = Path(__file__).resolve().parents[2]
KEPT_VERSIONS = 3
"""How many versions of a program stay: the one in use and those used last before it."""

CHECKED = 32
"""A file begins with the SHA-256 of the rest."""


def cache_folder() -> Path | None:
    """Where compiled programs are kept: FRACAS_CACHE (empty: nowhere), or the user's cache folder."""
    given = os.environ.get("FRACAS_CACHE")
    if given is not None:
        return Path(given) if given else None
    base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    try:
        return Path(base).expanduser() / "fracas"
    except RuntimeError:
        return None


def source_hash(*places: str) -> str:
    """A hash of every Python file in these folders of the package (or of a file anywhere), of the versions that compile it,
    and of the machine. No file at all (an installation without sources): nothing, so nothing is kept."""
    found = hashlib.sha256(f"{versions()}".encode())
    for place in places:
        files = sorted((ROOT / place).rglob("*.py")) if (ROOT / place).is_dir() else [ROOT / place]
        if not files or not all(file.is_file() for file in files):
            return ""
        for file in files:
            found.update(f"{file}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:32]


@lru_cache(maxsize=1)
def versions() -> tuple[Any, ...]:
    """What else the machine code depends on."""
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    chosen = (str(config.OPT), config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.CPU_NAME, config.CPU_FEATURES)
    return sys.version, numba.__version__, llvmlite.__version__, np.__version__, processor, chosen


def keep_on_disk(function: Any, name: str, *places: str, also: str = "") -> None:
    """Keep what this jitted function compiles to, as long as nothing in these folders of the package changes; ``also``: what
    else tells it from others of its name."""
    folder = cache_folder()
    with suppress(OSError):
        stamp = source_hash(*places)
        if folder is not None and stamp:
            safe = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in name)
            function._cache = Kept(folder / "compiled" / safe, stamp, also)


class Kept(caching._Cache):
    """The cache of one compiled function, as numba asks for it: a file for each signature."""

    def __init__(self, programs: Path, stamp: str, also: str) -> None:
        self.folder, self.also = programs / stamp, also
        self.enabled = True

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def enable(self) -> None:
        self.enabled = True

    def disable(self) -> None:
        self.enabled = False

    def flush(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, signature: Any) -> Path:
        return self.folder / (hashlib.sha256(f"{signature}\0{self.also}".encode()).hexdigest()[:32] + ".bin")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept for this signature, or None."""
        if not self.enabled:
            return None
        target_context.refresh()
        try:
            data = self.file(sig).read_bytes()
            if hashlib.sha256(data[CHECKED:]).digest() != data[:CHECKED]:
                return None
            found = restored(target_context, *pickle.loads(data[CHECKED:]))
        except Exception:  # whatever is the matter with it, compiling is the answer
            return None
        with suppress(OSError):
            os.utime(self.folder)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for this signature."""
        if not self.enabled or data.lifted or data.library.has_dynamic_globals:
            return
        try:
            kept = dumps(whole_of(data))
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write(self.file(sig), hashlib.sha256(kept).digest() + kept)
            forget_old(self.folder)
        except Exception:  # a full disk, a folder that is read only, something that cannot be pickled
            return


def write(file: Path, data: bytes) -> None:
    """All of it or nothing, whoever else writes or reads it meanwhile."""
    handle, name = tempfile.mkstemp(prefix=".new-", dir=file.parent)
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def forget_old(folder: Path) -> None:
    """Remove the versions of a program that have not been used for the longest time."""
    others = [one for one in folder.parent.iterdir() if one.is_dir() and one != folder]
    others.sort(key=lambda one: one.stat().st_mtime, reverse=True)
    for one in others[KEPT_VERSIONS - 1 :]:
        shutil.rmtree(one, ignore_errors=True)


# ------------------------------------------------------------------------------------ what was compiled, as data


def whole_of(result: Any) -> tuple[Any, ...]:
    """A compiled function as what can be written down."""
    if not isinstance(result.library, whole.Library):
        return None, result._reduce()
    description = result.fndesc
    description.typemap = description.calltypes = None  # only compiling needs them, and they cannot always be pickled
    libraries = (*result.library.needs, result.library)
    pieces = {piece.key: piece for one in libraries for piece in one.pieces()}
    environments = {name: env for one in libraries for name, env in one.environments().items() if env.can_cache()}
    code = (result.library.own, tuple(pieces.values()), environments)
    return code, (description, result.environment, result.signature, result.objectmode, result.reload_init)


def restored(target_context: Any, code: Any, rest: Any) -> Any:
    """What :func:`whole_of` has written down, ready to be called."""
    if code is None:
        return compiler.CompileResult._rebuild(target_context, *rest)
    description, environment, signature, objectmode, reload_init = rest
    for function in reload_init:
        function()
    library = whole.Library.loaded(target_context.codegen(), description.qualname, *code)
    return compiler.compile_result(
        typing_context=target_context.typing_context,
        target_context=target_context,
        library=library,
        environment=environment,
        entry_point=target_context.get_executable(library, description, environment),
        fndesc=description,
        type_annotation="",
        signature=signature,
        objectmode=objectmode,
        lifted=(),
        reload_init=reload_init,
        referenced_envs=tuple(library.known_environments.values()),
    )
