"""Shards on disk: a folder with a manifest (``sweep.json``) and a file for each finished shard, each whole or not there.

A shard's file holds its rows, the hash of the sweep's inputs and a checksum; one that is damaged, or of other inputs, counts
as not done. Files are written beside their place and renamed, so that a full disk or a power cut costs one shard at most.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import BadInput, phrase
from ..export import cannot_write
from .plan import EXACT, Sweep, hashed
from .rows import Numbers, added
from .work import Shard

FORMAT = 1
MANIFEST, SHARDS = "sweep.json", "shards"
FIGHTS_OF_A_SHARD = 1 << 18
VARIANTS_OF_A_SHARD = 64
WHOLE_VARIANTS = 4
"""Variants of a shard that works each of them out to its end (exactly, or until a precision)."""


@dataclass(frozen=True)
class Layout:
    """How a sweep is cut: blocks of variants, and the fights of a block in parts. It does not change what comes out."""

    variants: int
    fights: int
    block: int
    part: int

    @classmethod
    def of(cls, sweep: Sweep, fights_of_a_shard: int = FIGHTS_OF_A_SHARD) -> Layout:
        """For a sweep: about so many fights to a shard."""
        if sweep.engine == EXACT or sweep.until is not None:
            return cls(sweep.variants, sweep.fights, WHOLE_VARIANTS, sweep.fights)
        part = min(sweep.fights, fights_of_a_shard)
        return cls(sweep.variants, sweep.fights, max(1, min(VARIANTS_OF_A_SHARD, fights_of_a_shard // part)), part)

    @property
    def parts(self) -> int:
        """Shards to a block."""
        return -(-self.fights // self.part)

    @property
    def shards(self) -> int:
        """How many there are."""
        return -(-self.variants // self.block) * self.parts

    def shard(self, number: int) -> Shard:
        """One of them."""
        block, part = divmod(number, self.parts)
        variant, fight = block * self.block, part * self.part
        return Shard(
            number,
            variant,
            min(self.block, self.variants - variant),
            fight,
            min(self.part, self.fights - fight),
        )


class Store:
    """The folder of a sweep. Begins a new one, or goes on with one of the same inputs; BadInput where the inputs have changed
    (unless ``fresh``, which drops what was there), or where nothing can be written."""

    def __init__(self, folder: str | Path, sweep: Sweep, fresh: bool = False, layout: Layout | None = None) -> None:
        self.folder, self.sweep = Path(folder), sweep
        self.layout = layout or Layout.of(sweep)
        try:
            (self.folder / SHARDS).mkdir(parents=True, exist_ok=True)
            known = self.manifest()
            if known is not None and (fresh or known.get("inputs") != sweep.inputs):
                if not fresh:
                    raise BadInput(
                        "--out",
                        phrase(
                            "{folder}: shards of other inputs ({what})", folder=str(folder), what=self.changed(known)
                        ),
                        phrase("another folder, or the same with --fresh, which drops them"),
                    )
                self.drop()
                known = None
            if known is not None:
                self.layout = Layout(**known["layout"])
            else:
                self.write(MANIFEST, self.manifest_data())
        except OSError as error:
            raise cannot_write(str(folder), error) from None

    @property
    def mark(self) -> str:
        """What a shard's file carries: a hash of the inputs and of how they are cut."""
        return hashed([self.sweep.inputs, vars(self.layout)])

    # -- the manifest ------------------------------------------------------------------------------------------------

    def manifest_data(self) -> dict[str, Any]:
        """What the manifest says."""
        return {
            "format": FORMAT,
            "program": self.sweep.program,
            "inputs": self.sweep.inputs,
            "layout": vars(self.layout),
            "sweep": self.sweep.to_dict(),
        }

    def manifest(self) -> dict[str, Any] | None:
        """The manifest as it stands in the folder; None: there is none. BadInput for one that is not ours."""
        file = self.folder / MANIFEST
        if not file.exists():
            return None
        try:
            found = json.loads(file.read_text("utf-8"))
            if found["format"] == FORMAT and Layout(**found["layout"]).shards > 0 and isinstance(found["inputs"], str):
                return dict(found)
        except (ValueError, KeyError, TypeError, ZeroDivisionError):
            pass
        return {"inputs": "", "program": {}, "sweep": {}}

    def changed(self, known: dict[str, Any]) -> str:
        """Which of the inputs are others, in a few words."""
        new = self.manifest_data()
        if not known["sweep"]:
            return MANIFEST
        parts = [key for key, value in new["sweep"].items() if hashed(value) != hashed(known["sweep"].get(key))]
        parts += [key for key, value in new["program"].items() if value != known["program"].get(key)]
        return ", ".join(parts) or "program"

    # -- shards ------------------------------------------------------------------------------------------------------

    def file(self, number: int) -> Path:
        """Where a shard stands."""
        return self.folder / SHARDS / f"{number:07}.json"

    def keep(self, number: int, rows: list[Numbers]) -> None:
        """Write a finished shard; BadInput when it cannot be (a full disk), with those before it as they are."""
        data = {"shard": number, "inputs": self.mark, "checksum": hashed(rows), "rows": rows}
        try:
            self.write(f"{SHARDS}/{self.file(number).name}", data)
        except OSError as error:
            raise cannot_write(str(self.folder), error) from None

    def rows(self, number: int) -> list[Numbers] | None:
        """The rows of a shard; None: it is not done (or what is there is damaged)."""
        try:
            found = json.loads(self.file(number).read_text("utf-8"))
            sound = found["shard"] == number and found["inputs"] == self.mark
            return list(found["rows"]) if sound and found["checksum"] == hashed(found["rows"]) else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def missing(self) -> Iterator[Shard]:
        """The shards that are still to be worked out, in order."""
        for number in range(self.layout.shards):
            if self.rows(number) is None:
                yield self.layout.shard(number)

    def numbers(self) -> Iterator[Numbers]:
        """What is known of every variant, in order, its fights added up; one block of shards is in memory at a time."""
        for block in range(self.layout.shards // self.layout.parts):
            found: dict[int, Numbers] = {}
            for number in range(block * self.layout.parts, (block + 1) * self.layout.parts):
                for one in self.rows(number) or ():
                    at = one["variant"]
                    found[at] = added(found[at], one) if at in found else one
            yield from (found[at] for at in sorted(found))

    # -- files -------------------------------------------------------------------------------------------------------

    def write(self, name: str, data: Any) -> None:
        """A file, all of it or nothing."""
        place = self.folder / name
        handle, new = tempfile.mkstemp(prefix=".new-", dir=place.parent)
        try:
            with open(handle, "w", encoding="utf-8") as stream:
                json.dump(data, stream, ensure_ascii=False, default=str)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(new, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(new)
            raise

    def drop(self) -> None:
        """Remove the shards that are there, and what an interrupted write has left."""
        (self.folder / MANIFEST).unlink(missing_ok=True)
        for pattern in ("[0-9]*.json", ".new-*"):
            for file in (self.folder / SHARDS).glob(pattern):
                file.unlink(missing_ok=True)
