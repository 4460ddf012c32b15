"""Chains: a decision again and again, and whole fights, exactly, from the same rules (see docs/odds.md)."""

from .chain import Chain
from .spread import Spread

__all__ = ["Chain", "Spread"]
