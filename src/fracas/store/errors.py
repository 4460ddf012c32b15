"""What can go wrong with the store, each with one clear line. Nothing is half done: what raised one of these is not there."""

from __future__ import annotations

from ..core.errors import BadInput, phrase


class StoreError(BadInput):
    """Base of everything that the store can raise."""


class NotThere(StoreError):
    """No such fight, fighter or link."""

    def __init__(self, what: str, id: str) -> None:
        super().__init__(what, id[:40] or "nothing", phrase("one that is there"))


class Conflict(StoreError):
    """Somebody was quicker: the fight has gone on since ``expected``; it stands at ``found``."""

    def __init__(self, expected: int, found: int) -> None:
        self.expected, self.found = expected, found
        super().__init__("sequence", phrase("{expected}, stale", expected=expected), str(found))


class KeyReused(StoreError):
    """An idempotency key came again with another request."""

    def __init__(self, key: str) -> None:
        super().__init__("idempotency key", key[:80], phrase("a new one for each request"))


class Full(StoreError):
    """No space left: nothing was written; free some and try again."""


class Unavailable(StoreError):
    """The database cannot be reached now, or is busy: it is not known to have been written; try again with the same
    idempotency key."""


class Damaged(StoreError):
    """What is stored cannot be read."""


class TooNew(StoreError):
    """The database was written by a later version of the program."""
