"""The roster: fighters that outlive a fight. It is the host's."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ...store.characters import Character
from ..answers import Expected, answer
from ..models import PROBLEMS, CharacterIn, CharacterOut, FormIn, RosterOut, SetIn
from ..people import Host
from ..services import services_of

router = APIRouter(tags=["roster"], responses=PROBLEMS)
CharacterId = Annotated[str, Path(max_length=40, description="The fighter's id.")]


def character_data(one: Character) -> dict[str, Any]:
    """A fighter of the roster for JSON."""
    return {**one.__dict__, "form": dict(one.form), "kept": dict(one.kept)}


@router.get("/api/roster", response_model=RosterOut)
def roster(request: Request, host: Host, ruleset: Annotated[str | None, Query(max_length=40)] = None) -> Response:
    """All fighters, each with what its fights have left of it by now."""
    return answer({"roster": [character_data(one) for one in services_of(request).rosters.all(ruleset)]})


@router.post("/api/roster", response_model=CharacterOut, status_code=201)
def add(request: Request, host: Host, given: CharacterIn) -> Response:
    """A new fighter."""
    made = services_of(request).rosters.add(host.viewer, given.id, given.ruleset, given.form)
    return answer(character_data(made), made.revision, 201)


@router.get("/api/roster/{id}", response_model=CharacterOut)
def get(request: Request, host: Host, id: CharacterId) -> Response:
    """One fighter; its ETag is the revision to send as If-Match."""
    found = services_of(request).rosters.get(id)
    return answer(character_data(found), found.revision)


@router.put("/api/roster/{id}", response_model=CharacterOut)
def change(request: Request, host: Host, id: CharacterId, given: FormIn, expected: Expected) -> Response:
    """Another form: what the fighter kept it keeps, as far as that still fits."""
    made = services_of(request).rosters.change(host.viewer, id, given.form, expected)
    return answer(character_data(made), made.revision)


@router.patch("/api/roster/{id}", response_model=CharacterOut)
def set_values(request: Request, host: Host, id: CharacterId, given: SetIn, expected: Expected) -> Response:
    """Values set by hand between fights."""
    made = services_of(request).rosters.set(host.viewer, id, given.set, expected)
    return answer(character_data(made), made.revision)


@router.post("/api/roster/{id}/refresh", response_model=CharacterOut)
def refresh(request: Request, host: Host, id: CharacterId, expected: Expected) -> Response:
    """As good as new: what it kept is forgotten."""
    made = services_of(request).rosters.refresh(host.viewer, id, expected)
    return answer(character_data(made), made.revision)


@router.delete("/api/roster/{id}", status_code=204)
def remove(request: Request, host: Host, id: CharacterId, expected: Expected) -> Response:
    """Take a fighter off the roster; its fights keep it."""
    services_of(request).rosters.remove(host.viewer, id, expected)
    return Response(status_code=204)
