"""Addresses: this machine's own, and the one that it has on its network."""

from __future__ import annotations

import socket

LOOPBACKS = ("127.0.0.1", "::1", "localhost")
"""Addresses of this machine alone."""


def lan_address() -> str | None:
    """This machine's address on its network; None: it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: it only picks the interface
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found
