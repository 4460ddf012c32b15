"""The app's dice at a table, which nobody can foresee and everybody can check afterwards.

Before the first roll the server publishes a *commitment*, the hash of a secret; word ``n`` of the stream is the keyed hash
(HMAC-SHA256) of ``n`` under that secret. Once the secret is opened, anybody can work out every word again
(``fracas verify``). The stream is never wound back: after an undo the next words are drawn.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from ..core.generator import Generator
from ..store.events import Pool

LABEL = b"fracas dice 1:"


def commitment_of(secret: str) -> str:
    """The promise of a secret (64 hexadecimal digits): SHA-256 over ``fracas dice 1:`` and its 32 bytes, in hexadecimal.

    >>> commitment_of("00" * 32)[:16]
    '65a48e55d100fda7'
    """
    return hashlib.sha256(LABEL + bytes.fromhex(secret)).hexdigest()


def new_pool(number: int) -> Pool:
    """A fresh secret from the operating system, and its commitment."""
    secret = secrets.token_hex(32)
    return Pool(number, commitment_of(secret), secret)


class SecretGenerator(Generator):
    """A stream of faces from a secret; ``counter`` counts the words drawn so far.

    >>> SecretGenerator("00" * 32).faces((6, 6, 6)) == SecretGenerator("00" * 32).faces((6, 6, 6))
    True
    """

    def __init__(self, secret: str, counter: int = 0) -> None:
        super().__init__(0, counter)
        self.secret = bytes.fromhex(secret)

    def word(self, counter: int) -> int:
        """The first 64 bits of HMAC-SHA256(secret, counter in decimal digits)."""
        return int.from_bytes(hmac.digest(self.secret, b"%d" % counter, "sha256")[:8])
