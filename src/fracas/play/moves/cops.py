"""COPS: what somebody may think of doing in a turn."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.encounter import metres_between
from ...core.record import Session
from ...rules.cops.state import Pace, Stance
from ..legal import Choice, enemies, point_away, point_towards

REACH = 2
FAR = 12
"""How far the moves thought of go; the rules set no limit."""


def candidates(session: Session, i: int) -> Iterator[Choice]:
    """Attacks with every weapon at every foe, moving, reloading, aid, a stance, and ending the turn."""
    fight, ids, forms = session.fight, session.fighters.ids, session.fighters.forms
    by, who = ids[i], fight.fighters[i]
    foes = enemies(session, i)
    for weapon in forms[i]["weapons"]:
        for foe in foes:
            yield Choice("attack", by, ids[foe], (), {"weapon": weapon["name"]})
    if foes and not who.stand.moved:
        other = fight.fighters[foes[0]].stand
        for point in (point_towards(who.stand, other, FAR, 1), point_away(who.stand, other, FAR)):
            if point != [who.stand.x, who.stand.y]:
                yield Choice("move", by, None, (), {"to": point})
    for slot, weapon in enumerate(forms[i]["weapons"]):
        if who.arms.loaded[slot] < who.arms.magazine[slot]:
            yield Choice("reload", by, None, (), {"weapon": weapon["name"]})
    for j, other in enumerate(fight.fighters):
        near = metres_between(who.stand, other.stand) <= REACH
        if other.stand.side == who.stand.side and j != i and other.wounds.losing and near:
            yield Choice("stabilise", by, ids[j])
    for stance in list(Stance)[1:]:
        pace = list(Pace)[1:][list(Stance).index(stance) - 1]
        yield Choice("stance", by, None, (), {"stance": stance.name.lower(), "pace": pace.name.lower()})
    yield Choice("done", by)
