"""Compiled programs on disk: found again by another process, never after an edit, and never in the way."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fracas.core.compiled import disk
from fracas.core.compiled.prepared import identity

PROGRAM = """
from fracas.core.compiled import Prepared, whole
from fracas.core.compiled.jit import jitable

whole._largest = [LARGEST]

def soak(damage, sp):
    if damage < 0:
        raise ValueError("no damage")
    return max(0, damage - sp) + len(str(sp))

jitable(soak)

@Prepared("cops").entry
def through(damage):
    try:
        return soak(damage, 5)
    except Exception:
        return -1

print(through(12), through(-1), sum(through._cache_hits.values()))
"""
COMPILED, FOUND = "8 -1 0\n", "8 -1 1\n"


def run(program: Path, cache: object, text: str = PROGRAM, largest: int = disk.whole.LARGEST) -> str:
    program.write_text(text.replace("LARGEST", str(largest)), "utf-8")
    environment = os.environ | {"FRACAS_CACHE": str(cache)}
    found = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True, check=True)
    assert found.stderr == ""
    return found.stdout


@pytest.mark.parametrize("largest", [disk.whole.LARGEST, 0])
def test_another_process_finds_it_unless_the_source_has_changed(tmp_path: Path, largest: int) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    assert run(program, cache, largest=largest) == COMPILED
    assert run(program, cache, largest=largest) == FOUND
    assert run(program, cache, PROGRAM.replace("damage - sp", "damage - 2 * sp"), largest) == "3 -1 0\n"


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    assert run(program, cache) == COMPILED
    (file,) = cache.rglob("*.bin")
    kept = file.read_bytes()
    for damaged in (b"", kept[: len(kept) // 2], kept[:-1] + bytes([kept[-1] ^ 1])):
        file.write_bytes(damaged)
        assert run(program, cache) == COMPILED
    assert run(program, cache) == FOUND


def test_a_folder_that_cannot_be_is_no_matter(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where the folder should be", "utf-8")
    for cache in (in_the_way, "/proc/nowhere", ""):
        assert run(tmp_path / "program.py", cache) == COMPILED


def test_a_full_disk_is_no_matter(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(disk.os, "replace", full)
    with pytest.raises(OSError):
        disk.write(tmp_path / "program.bin", b"code")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(disk, "whole_of", lambda result: (None, "code"))
    kept = disk.Kept(tmp_path / "game", "stamp", "")
    kept.save_overload("(int64,)", FakeResult())
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


class FakeResult:
    lifted: tuple[Any, ...] = ()

    class library:
        has_dynamic_globals = False


def test_old_versions_are_forgotten(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abcdef"]
    for age, folder in enumerate(folders):
        folder.mkdir()
        (folder / "one.bin").write_bytes(b"")
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    disk.forget_old(folders[4])
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "b", "e"]


def test_the_hash_is_of_all_sources(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(disk, "ROOT", tmp_path)
    folder = tmp_path / "rules" / "game"
    folder.mkdir(parents=True)
    seen = {disk.source_hash("rules")}
    assert seen == {""}  # nothing there: nothing is kept
    (folder / "harm.py").write_text("a = 1", "utf-8")
    seen.add(disk.source_hash("rules"))
    (folder / "harm.py").write_text("a = 2", "utf-8")
    seen.add(disk.source_hash("rules"))
    (folder / "more.py").write_text("", "utf-8")
    seen.add(disk.source_hash("rules"))
    (folder / "harm.py").rename(folder / "armour.py")
    seen.add(disk.source_hash("rules"))
    monkeypatch.setattr(disk, "versions", lambda: "another numba")
    seen.add(disk.source_hash("rules"))
    assert len(seen) == 6
    assert disk.source_hash("rules") == disk.source_hash("rules")
    assert disk.source_hash("nowhere") == ""


def test_the_users_cache_folder(monkeypatch: Any) -> None:
    monkeypatch.setenv("FRACAS_CACHE", "/here")
    assert disk.cache_folder() == Path("/here")
    monkeypatch.setenv("FRACAS_CACHE", "")
    assert disk.cache_folder() is None
    monkeypatch.delenv("FRACAS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert disk.cache_folder() == Path("/xdg/fracas")


def test_functions_of_one_name_are_told_apart() -> None:
    def closed(over: Any) -> Any:
        def inner(n: int) -> Any:
            return over, n

        return inner

    values = (1, 2, True, (1, 2), closed(1), closed(2), len, Path)
    found = [identity(closed(value)) for value in values]
    assert len(set(found)) == len(values)
    assert found == [identity(closed(value)) for value in values]
