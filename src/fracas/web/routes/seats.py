"""The table itself: settings, seats, and fair dice."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...table.archive import export_fight
from ...table.verify import verify
from ..answers import Expected, GivenKey, answer, done, whole_key
from ..guard import client_of
from ..language import Lang
from ..models import PROBLEMS, Done, SeatIn, SettingsIn, Verified
from ..people import FightId, Here, TheGM
from ..services import services_of
from .fights import settings_in

router = APIRouter(tags=["table"], responses=PROBLEMS)


@router.patch("/api/fights/{fight}/settings", response_model=Done)
def settle(
    request: Request,
    fight: FightId,
    guest: TheGM,
    given: SettingsIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """What others see of foes' health, hidden rolls, dodging (GM)."""
    settings = settings_in(given)
    if not settings:
        raise BadInput("settings", "nothing", phrase("given"))
    result = services_of(request).tables.settle(fight, guest.viewer, settings, expected, whole_key(guest, key))
    return done(request, fight, guest, lang, result)


@router.patch("/api/fights/{fight}/seats/{fighter}", response_model=Done)
def seat(
    request: Request,
    fight: FightId,
    guest: Here,
    fighter: Annotated[str, Path(max_length=64)],
    given: SeatIn,
    lang: Lang,
    expected: Expected,
    key: GivenKey = None,
) -> Response:
    """Who plays a fighter, and whose dice it rolls: the GM any, players their own. Fighter `gm`: the GM's own dice."""
    fields = given.model_dump(exclude_unset=True)
    fields = {name: value for name, value in fields.items() if value is not None or name == "person"}
    tables, whole = services_of(request).tables, whole_key(guest, key)
    return done(request, fight, guest, lang, tables.seat(fight, guest.viewer, fighter, expected, whole, **fields))


@router.post("/api/fights/{fight}/dice/open", response_model=Done)
def open_dice(
    request: Request, fight: FightId, guest: TheGM, lang: Lang, expected: Expected, key: GivenKey = None
) -> Response:
    """Publish the secret of the app's dice, so that everybody can check them; new dice are promised (GM)."""
    result = services_of(request).tables.open_dice(fight, guest.viewer, expected, whole_key(guest, key))
    return done(request, fight, guest, lang, result)


@router.get("/api/fights/{fight}/verify", response_model=Verified)
def check_dice(request: Request, fight: FightId, guest: Here) -> Response:
    """Are the dice as promised, those of undone rolls too, and do the rules come to the stored state with them? The server
    checks itself here; who trusts nobody takes the GM's file and `fracas verify`. The GM is told what is wrong."""
    services = services_of(request)
    services.rates.hit("odds", client_of(request.scope))
    report = verify(export_fight(services.tables, fight, True)).to_dict()
    position = services.tables.position(fight)
    dice = [dict(pool) for pool in position.pools]
    if not guest.viewer.is_gm:
        report = {"well": report["well"]}
    return answer({**report, "dice": dice}, position.seq)
