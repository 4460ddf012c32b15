"""What somebody at the table may not do, or not now; each with one clear line, and nothing has changed."""

from __future__ import annotations

from ..core.errors import BadInput


class NotAllowed(BadInput):
    """This role may not do it at all, or not with this fighter (a player's attack out of turn)."""


class NotNow(BadInput):
    """It may be done, but not while the fight stands like this (a die is awaited; nothing is to be redone)."""
