"""Links: who may come to a fight, and coming in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from ...core.errors import BadInput, phrase
from ...core.forms import one_of, shown
from ...play.wording import translator
from ...store.errors import KeyReused, NotThere
from ...store.links import Link
from ..answers import GivenKey, answer, whole_key
from ..guard import client_of
from ..keys import HOST, LINK, SEAT, hashed
from ..language import Lang
from ..models import PROBLEMS, Joined, JoinIn, LinkIn, LinkOut, LinksOut
from ..people import FightId, TheGM, no_link, same_origin, set_cookie
from ..problems import WebError
from ..services import Services, services_of

router = APIRouter(tags=["links"], responses=PROBLEMS)


def link_data(services: Services, link: Link, lang: str) -> dict[str, Any]:
    """A link as its GM sees it."""
    token = services.keys.token(LINK, link.id)
    return {
        "id": link.id,
        "role": link.role,
        "fighter": link.fighter,
        "label": link.label,
        "protected": link.passphrase is not None,
        "revoked": link.revoked,
        "created": link.created,
        "token": token,
        "path": f"/join/{token}",
        "sees": sees(link, lang),
    }


def sees(link: Link, lang: str) -> str:
    """What a link lets one see and do, in a sentence."""
    ui = translator("fracas", lang)
    if link.role == "gm":
        return ui("Sees and may do everything, but for what others decide in secret.")
    if link.role == "watcher":
        return ui("Looks on: the order, what happens, health as you have settled it.")
    if link.fighter is None:
        return ui(
            "Picks a fighter that a person plays, and plays it; sees the party in full, foes as you have settled."
        )
    return ui("Plays one fighter; sees the party in full, foes as you have settled.")


def gm_link(services: Services, fight: str, lang: str) -> dict[str, Any]:
    """The first GM's link of a fight that stands; one is made where there is none."""
    known = [one for one in services.links.of(fight) if one.role == "gm" and not one.revoked and not one.passphrase]
    link = known[0] if known else services.links.add(fight, "gm")
    return link_data(services, link, lang)


@router.get("/api/fights/{fight}/links", response_model=LinksOut)
def links(request: Request, fight: FightId, guest: TheGM, lang: Lang) -> Response:
    """The links of this fight (GM)."""
    services = services_of(request)
    return answer({"links": [link_data(services, one, lang) for one in services.links.of(fight)]})


@router.post("/api/fights/{fight}/links", response_model=LinkOut, status_code=201)
def add(request: Request, fight: FightId, guest: TheGM, given: LinkIn, lang: Lang, key: GivenKey = None) -> Response:
    """Make a link for a GM, a player (of one fighter, or of whichever it picks) or watchers (GM)."""
    services = services_of(request)
    link = made_link(services, fight, given, whole_key(guest, key))
    return answer(link_data(services, link, lang), status=201)


def made_link(services: Services, fight: str, given: LinkIn, key: str | None) -> Link:
    """A new link; with an idempotency key once, however often it is asked for."""
    id = None if key is None else services.keys.id_for(fight, key)
    known = next((one for one in services.links.of(fight) if one.id == id), None)
    if known is not None:  # the same request, sent again
        same = (known.role, known.fighter, known.label) == (given.role, given.fighter, given.label)
        if not same or (known.passphrase is None) != (given.passphrase is None):
            raise KeyReused(str(key))
        return known
    ids = services.tables.position(fight).ids
    if given.fighter is not None and (given.role != "player" or given.fighter not in ids):
        right = one_of(given.fighter, ids) if given.role == "player" else phrase("left out: this link plays nobody")
        raise BadInput("fighter", shown(given.fighter), right)
    if not given.label.isprintable():
        raise BadInput("label", shown(given.label), phrase("a text of at most {most} characters", most=80))
    most = services.config.limits.links
    if sum(not one.revoked for one in services.links.of(fight)) >= most:
        raise BadInput("links", phrase("{n} entries", n=most), phrase("at most {most}", most=most))
    hash = None if given.passphrase is None else hashed(given.passphrase)
    return services.links.add(fight, given.role, given.fighter, given.label, hash, id)


@router.delete("/api/fights/{fight}/links/{link}", response_model=LinkOut)
def revoke(
    request: Request, fight: FightId, guest: TheGM, link: Annotated[str, Path(max_length=64)], lang: Lang
) -> Response:
    """From now on this link opens nothing; live streams that came by it end (GM)."""
    services = services_of(request)
    return answer(link_data(services, revoked_link(services, fight, link), lang))


def revoked_link(services: Services, fight: str, link: str) -> Link:
    """Revoke a link of this fight, and look again who may still see it."""
    if services.links.get(link).fight != fight:
        raise NotThere("link", link)
    revoked = services.links.revoke(link)
    services.hub.look_again(fight)
    return revoked


@router.post("/api/join", response_model=Joined)
def join(request: Request, given: JoinIn) -> Response:
    """Come in by a link: with its passphrase where it has one, with a name, with the fighter to play. The answer's token is
    one's own; it counts as long as the link does."""
    services, token = services_of(request), services_of(request).keys.read(given.link)
    client = client_of(request.scope)
    if given.cookie and "origin" in request.headers:
        same_origin(request)
    if token is None or token[0] not in (HOST, LINK, SEAT):
        raise no_link(phrase("not one of this server"))
    if token[0] == HOST:
        return joined(request, given, None, services.keys.token(HOST), "host", ())
    link = services.people.link(token)
    own = come_in(services, client, link, given.passphrase, given.name, given.fighter)
    guest = services.people.guest(services.keys.read(own), link.fight)
    return joined(request, given, link.fight, own, link.role, tuple(guest.viewer.fighters))


def come_in(services: Services, client: str, link: Link, passphrase: str | None, name: str, fighter: str | None) -> str:
    """Come in by a link: the token for this person. WebError 401 where the passphrase is wrong, 429 after too many."""
    if link.passphrase is not None:
        services.rates.check("wrong", client)
    try:
        return services.people.join(link, passphrase, name, fighter)
    except WebError:
        services.rates.hit("wrong", client)
        raise


def joined(
    request: Request, given: JoinIn, fight: str | None, token: str, role: str, fighters: tuple[str, ...]
) -> Response:
    """The answer, with the cookie where it is asked for."""
    response = answer({"token": token, "role": role, "fight": fight, "fighters": sorted(fighters)})
    if given.cookie:
        set_cookie(request, response, fight, token)
    return response
