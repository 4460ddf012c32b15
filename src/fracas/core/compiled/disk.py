"""Keep compiled programs on disk, in a folder named by a hash of all the source that they are made of.

numba's own cache looks at one file alone and would run old rules after an edit of another; and a function made inside a
function has another key in every process. So the key here is the signature, the machine, and the hash.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import caching as _caching

caching: Any = _caching
ROOT = Path(__file__).resolve().parents[2]


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


def source_hash(*folders: str) -> str:
    """A hash of every Python file in these folders of the package, of the versions that compile it, and of Python's."""
    found = hashlib.sha256(
        f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode()
    )
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            found.update(f"{file.relative_to(ROOT)}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:32]


class _Here:
    """The folder, as numba asks for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ensure_cache_path(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)


class Kept(_caching.FunctionCache):
    """The cache of one compiled function; a folder that cannot be written to, or is full, only costs compiling again."""

    def __init__(self, function: Any, name: str, folder: Path, stamp: str) -> None:
        self._name, self._py_func = name, function
        self._impl = caching.CompileResultCacheImpl.__new__(caching.CompileResultCacheImpl)
        self._impl._locator = _Here(folder)
        self._impl._lineno, self._impl._filename_base = 0, name
        self._cache_path = str(folder)
        self._cache_file = caching.IndexDataCacheFile(cache_path=str(folder), filename_base=name, source_stamp=stamp)
        self._stamp = stamp
        self._enabled = True

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._stamp

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            kept: Any = super()
            return kept.load_overload(sig, target_context)
        except Exception:  # a damaged file
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            kept: Any = super()
            kept.save_overload(sig, data)


def keep_on_disk(function: Any, name: str, *folders: str) -> None:
    """Keep what this jitted function compiles to, as long as nothing in these folders of the package changes."""
    folder = cache_folder()
    if folder is not None:
        stamp = source_hash(*folders)
        function._cache = Kept(function.py_func, name, folder / stamp, stamp)
