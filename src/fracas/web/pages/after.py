"""How a fight went: expected against got, luck, damage by weapon, ammunition; and on to simulating it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...play.explain import Explainer
from ...table.review import Expected, Strike, added, expected, luck, strikes
from ...table.sight import Sight
from ..people import FightId
from ..services import services_of
from .frame import PageLang, page, show
from .table import AtTable

router = APIRouter()
SECONDS = 2.5
"""How long one request works on odds that are not known yet; the next goes on."""
MOST_KEPT = 4000

_known: OrderedDict[tuple[str, int], Expected] = OrderedDict()
_guard = threading.Lock()


def reckoned(fight: str, strike: Strike, until: float) -> Expected | None:
    """What was to be expected of an attack, if there is time for it."""
    key = (fight, strike.seq)
    with _guard:
        if key in _known:
            return _known[key]
    if time.monotonic() > until:
        return None
    found = expected(strike)
    with _guard:
        _known[key] = found
        while len(_known) > MOST_KEPT:
            _known.popitem(last=False)
    return found


@page(router, "/fights/{fight}/after")
def after(request: Request, fight: FightId, guest: AtTable, lang: PageLang) -> Response:
    """How it went, of the fighters that the viewer knows in full."""
    services = services_of(request)
    position = services.tables.position(fight)
    sight = Sight(position, guest.eyes, lang)
    until = time.monotonic() + SECONDS
    all_strikes = [one for one in strikes(fight, services.tables.log.events(fight)) if sight.knows(one.by)]
    seen = services.tables.look(fight, guest.eyes, position.seq, 0, lang)
    rows: dict[str, dict[str, Any]] = {}
    left = 0
    for one in all_strikes:
        row = rows.setdefault(one.by, new_row(one.by, sight.name(one.by)))
        found = reckoned(fight, one, until)
        count(row, one, found, sight.explainer)
        left += found is None
    for row in rows.values():
        chances = row.pop("chances")
        row["luck"] = luck(chances, row["reckoned"]) if row["known"] else None
    data = {
        "fight": fight,
        "seq": position.seq,
        "you": seen["you"],
        "state": seen["state"],
        "left": left,
        "fighters": list(rows.values()),
        "strikes": [told(one, _known.get((fight, one.seq)), sight) for one in all_strikes],
    }
    return show(request, "after.html", data, seq=position.seq)


def new_row(id: str, name: str) -> dict[str, Any]:
    """A fighter's figures, before any attack."""
    return {
        "id": id,
        "name": name,
        "attacks": 0,
        "hits": 0,
        "known": 0,
        "expected_hits": 0.0,
        "suffered": 0,
        "reckoned": 0,
        "expected": 0.0,
        "exact": True,
        "rounds": 0,
        "weapons": {},
        "chances": {0: 1.0},
    }


def count(row: dict[str, Any], strike: Strike, found: Expected | None, explainer: Explainer) -> None:
    """Add one attack to a fighter's figures."""
    row["attacks"] += 1
    row["hits"] += strike.hit
    row["suffered"] += strike.suffered
    row["rounds"] += strike.rounds
    weapon = explainer.spoken(strike.weapon) if strike.weapon else explainer.ui("Bare hands")
    with_it = row["weapons"].setdefault(weapon, {"name": weapon, "attacks": 0, "hits": 0, "suffered": 0, "rounds": 0})
    with_it["attacks"] += 1
    with_it["hits"] += strike.hit
    with_it["suffered"] += strike.suffered
    with_it["rounds"] += strike.rounds
    if found is not None:
        row["known"] += 1
        row["expected_hits"] += found.hit
        row["expected"] += found.mean
        row["exact"] = row["exact"] and found.exact
        row["reckoned"] += strike.suffered
        row["chances"] = added(row["chances"], found.chances)


def told(strike: Strike, found: Expected | None, sight: Sight) -> dict[str, Any]:
    """One attack for the page."""
    row: dict[str, Any] = {
        "seq": strike.seq,
        "by": sight.name(strike.by),
        "target": sight.name(strike.target),
        "hit": strike.hit,
        "suffered": strike.suffered if sight.sees(f"{strike.target}.{sight.vital(strike.target)}") else None,
    }
    if found is not None:
        row |= {"chance": found.hit, "mean": found.mean, "exact": found.exact}
        row["luck"] = luck(found.chances, strike.suffered) if row["suffered"] is not None else None
    return row
