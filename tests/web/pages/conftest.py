"""People with browsers without scripts."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))

import pytest
from house import House, Seat, junos_turn

from browser import Browser


@pytest.fixture
def gm(house: House) -> Seat:
    """The duel of Cyberpunk RED at Juno's turn, as its GM has it."""
    return junos_turn(house)


@pytest.fixture
def gms(house: House, gm: Seat, request: pytest.FixtureRequest) -> Browser:
    """The GM's browser, at the table or at the page of it that the module names (``PAGE``)."""
    made = Browser(house, gm.token)
    made.open(f"/fights/{gm.fight}{getattr(request.module, 'PAGE', '')}")
    return made
