"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """How much one client may ask for. Rates are as the library ``limits`` writes them, per client address (``wrong``: links
    and passphrases that are wrong; ``open``: new live streams)."""

    reads: str = "100/second"
    writes: str = "50/second"
    odds: str = "40/second"
    wrong: str = "10/minute"
    opens: str = "20/second"
    body: int = 256 * 1024
    """Bytes of a request's body."""
    file: int = 20 * 1024 * 1024
    """Bytes of a fight's file, for those who may bring one in."""
    depth: int = 40
    """How deep JSON may be nested."""
    body_seconds: float = 30.0
    streams: int = 1000
    streams_each: int = 300
    """Live streams at once, in all, and of one client address."""
    links: int = 200
    """Links of one fight that are not revoked."""


@dataclass(frozen=True)
class Config:
    """``database``: a file or a URL (None: the user's data folder); ``key``: the server's secret, 32 bytes or more, that
    signs links; ``proxies``: addresses of reverse proxies whose forwarded headers are believed."""

    key: bytes = field(repr=False)
    database: str | None = None
    proxies: tuple[str, ...] = ()
    limits: Limits = Limits()
