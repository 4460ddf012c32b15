"""The server's secret key, the tokens that it signs, and passphrases.

A token is a JSON list, signed (HMAC-SHA256): ``["host"]`` for whoever runs the server, ``["link", id]`` for a link,
``["seat", id, name, fighter]`` for somebody who has come in by a link. A link counts as long as it stands in the store and
is not revoked there.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import threading
from pathlib import Path
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from ..core.errors import BadInput, phrase

KEY_BYTES = 32
MOST_TOKEN = 1000
"""Characters of the longest token that is looked at."""

HOST, LINK, SEAT = "host", "link", "seat"
SHAPES = {HOST: (str,), LINK: (str, str), SEAT: (str, str, str, (str, type(None)))}


class Keys:
    """Signs tokens and reads them."""

    def __init__(self, key: bytes) -> None:
        if len(key) < KEY_BYTES:
            raise BadInput("key", phrase("{n} bytes", n=len(key)), phrase("at least {n} bytes", n=KEY_BYTES))
        how = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}
        self._key = key
        self._signer = URLSafeSerializer(key, salt="fracas token 1", signer_kwargs=how)

    def token(self, *parts: str | None) -> str:
        """A signed token."""
        return str(self._signer.dumps(list(parts)))

    def id_for(self, *parts: str) -> str:
        """An id of 128 bits that nobody guesses, for these parts always the same.

        >>> keys = Keys(bytes(32))
        >>> keys.id_for("a", "b") == keys.id_for("a", "b"), keys.id_for("a", "b") == keys.id_for("ab", "")
        (True, False)
        >>> len(keys.id_for("a"))
        22
        """
        found = hmac.new(self._key, b"fracas id 1:" + json.dumps(parts).encode(), hashlib.sha256).digest()[:16]
        return base64.urlsafe_b64encode(found).decode().rstrip("=")

    def read(self, token: str) -> tuple[Any, ...] | None:
        """What a token says; None where it is none of ours.

        >>> keys = Keys(bytes(32))
        >>> keys.read(keys.token("link", "abc")), keys.read("abc.def")
        (('link', 'abc'), None)
        """
        if not 0 < len(token) <= MOST_TOKEN or not token.isascii():
            return None
        try:
            found = self._signer.loads(token)
        except (BadData, ValueError, RecursionError):
            return None
        shape = SHAPES.get(found[0]) if isinstance(found, list) and found and isinstance(found[0], str) else None
        if shape is None or len(shape) != len(found):
            return None
        if not all(isinstance(one, kind) for one, kind in zip(found, shape, strict=True)):
            return None
        return tuple(found)


def read_key(path: Path) -> bytes:
    """The server's key from its file, which is made where there is none (for the user alone to read). Every server process
    of one database needs the same."""
    right = phrase("a file of at least {n} bytes that can be read", n=KEY_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        if not path.exists():
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(KEY_BYTES))
            try:
                os.link(new, path)  # fails where another process was quicker: then its key counts
            except FileExistsError:
                pass
            finally:
                new.unlink()
        key = path.read_bytes().strip()
    except OSError as error:
        raise BadInput("key", f"{path}: {error.strerror}", right) from None
    if len(key) < KEY_BYTES:
        raise BadInput("key", str(path), right)
    return key


_hashing = threading.BoundedSemaphore(2)
"""Argon2 takes 19 MiB and some 30 ms: at most two at once."""


def _hasher() -> Any:
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hashed(passphrase: str) -> str:
    """The argon2id hash of a passphrase."""
    with _hashing:
        return str(_hasher().hash(passphrase))


def fits(passphrase: str, hash: str) -> bool:
    """Is this the passphrase?"""
    from argon2.exceptions import InvalidHashError, VerificationError

    with _hashing:
        try:
            return bool(_hasher().verify(hash, passphrase))
        except (VerificationError, InvalidHashError):
            return False
