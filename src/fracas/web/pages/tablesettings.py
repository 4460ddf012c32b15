"""The settings of one table: what others see, who plays whom and with whose dice, values, who comes and goes, copies."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadInput
from ...core.forms import one_of, shown
from ...core.gm import at_the_table
from ...core.record import Entry
from ...packs import sample_pack
from ...play.encounter import PERSON
from ...play.legal import Choice
from ...play.policies import POLICIES
from ...table import permit
from ...table.position import Position
from ...table.roles import HEALTH
from ..answers import look
from ..people import FightId, Guest
from ..services import services_of
from ..telling import explainer_of
from .balance_setup import policy_words
from .fighterwords import setter_word
from .frame import Form, PageLang, Sent, go, page, press, show
from .reading import value_typed
from .samples import fighters_of, in_full
from .table import AtTable, after, sent_key

router = APIRouter()
GM_SEAT = "gm"
"""Whose dice those are that belong to nobody."""


def table_settings_data(request: Request, fight: str, guest: Guest, lang: str, form: Form) -> dict[str, Any]:
    """What the page shows. NotAllowed: for the GM alone."""
    permit.gm(guest.viewer, "settings")
    services = services_of(request)
    seen = look(request, fight, guest, lang, services.tables.log.head(fight), 0)
    position = services.tables.position(fight)
    explainer = explainer_of(position, lang)
    which = form.get("fighter") if form.get("fighter") in position.ids else position.ids[0]
    return {
        **{name: seen[name] for name in ("fight", "seq", "you", "state")},
        "health": list(HEALTH),
        "plays": {PERSON: "", **policy_words(explainer.ui)},
        "gm_dice": position.dice.get(GM_SEAT, "app"),
        "which": which,
        "values": values_of(position, which, lang),
        "whole": values_of(position, "fight", lang),
        "newcomers": [{"id": id, "name": one["name"]} for id, one in fighters_of(position.ruleset, lang).items()],
        "begun": bool(position.deeds),
        "key": secrets.token_urlsafe(9),
    }


def values_of(position: Position, id: str, lang: str) -> list[dict[str, Any]]:
    """What the GM may set of a fighter (or of the whole ``fight``), as it is: ``{name, label, value}``."""
    game, explainer = position.game, explainer_of(position, lang)
    rows = []
    for name in game.fight_setters if id == "fight" else game.setters:
        value = position.views.get(f"{id}.{name}")
        rows.append({"name": name, "label": setter_word(explainer, name), "value": written(value)})
    return rows


def written(value: Any) -> str:
    """A value as the GM types it.

    >>> written(12), written([3, 4]), written(True), written(None), written("none")
    ('12', '[3, 4]', '1', '', 'none')
    """
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, bool) else str(list(value) if isinstance(value, tuple) else value)


@page(router, "/fights/{fight}/settings")
def table_settings(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Everything about this table (GM)."""
    data = table_settings_data(request, fight, guest, lang, form)
    return show(request, "tablesettings.html", data, seq=data["seq"])


def back(request: Request, fight: str, part: str, **more: str) -> Response:
    """The page again, at the part that was pressed."""
    query = "".join(f"?{name}={value}" for name, value in more.items())
    return go(request, f"/fights/{fight}/settings{query}#{part}")


@press(router, "/fights/{fight}/settings")
def settle(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """What others see, hidden rolls, whether people are asked to dodge."""
    given: dict[str, Any] = {name: form.get(name) for name in ("foes", "party", "foes_rolls") if name in form}
    given["reactions"] = form.get("reactions") == "1"
    tables = services_of(request).tables
    tables.settle(fight, guest.viewer, given, form.whole("seen"), sent_key(guest, form))
    return back(request, fight, "sees")


@press(router, "/fights/{fight}/settings/seats")
def seats(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Who plays each fighter, by which name, with whose dice: only what was changed."""
    tables = services_of(request).tables
    position, seen = tables.position(fight), form.whole("seen")
    permit.gm(guest.viewer, "seats")
    wanted = [(id, changed_seat(position, id, form)) for id in (*position.ids, GM_SEAT)]
    for id, given in wanted:
        if given:
            permit.seat(position, guest.viewer, id, given)
    for id, given in wanted:
        if given:
            seen = tables.seat(fight, guest.viewer, id, seen, **given).seq
    return back(request, fight, "people")


def changed_seat(position: Position, id: str, form: Form) -> dict[str, Any]:
    """What a form changes about a seat."""
    found: dict[str, Any] = {}
    play, person, dice = form.get(f"play.{id}"), form.get(f"person.{id}").strip(), form.get(f"dice.{id}")
    if play and play != position.players.get(id, PERSON):
        if play not in (PERSON, *POLICIES):
            raise BadInput(f"play.{id}", shown(play), one_of(play, (PERSON, *POLICIES)))
        found["play"] = play
    if f"person.{id}" in form and person != (position.seats.get(id) or ""):
        found["person"] = person or None
    if dice and dice != position.dice.get(id, "app"):
        found["dice"] = dice
    return found


@press(router, "/fights/{fight}/settings/values")
def set_values(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """The GM sets values of a fighter, or of the fight: only those that were changed; all that can be meant, or none."""
    tables, by = services_of(request).tables, form.get("by")
    permit.gm(guest.viewer, "set")
    position, seen = tables.position(fight), form.whole("seen")
    game = position.game
    setters = game.fight_setters if by == "fight" else game.setters
    choices = []
    for name, text in form.pairs:
        field = name.removeprefix("set.")
        if name.startswith("set.") and text != form.get(f"was.{field}"):
            choices.append(
                Choice("set", None if by == "fight" else by, None, (), {"field": field, "value": value_typed(text)})
            )
            if field not in setters:
                raise BadInput(name, shown(field), one_of(field, tuple(setters)))
    if not choices:
        return back(request, fight, "values", fighter=by)
    tried = position.fight
    for choice in choices:  # all of them, before one counts
        entry = Entry("set", choice.by, None, (), choice.details)
        tried, _ = at_the_table(game, tried, position.fighters, entry)
    result = tables.decide(fight, guest.viewer, choices[0], seen, sent_key(guest, form))
    for choice in choices[1:] if not result.repeated else ():
        result = tables.decide(fight, guest.viewer, choice, result.seq)
    return back(request, fight, "values", fighter=by)


@press(router, "/fights/{fight}/settings/table")
def come_and_go(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Somebody leaves, comes back, joins, changes places in the order; the fight ends."""
    tables, do = services_of(request).tables, form.get("do")
    permit.gm(guest.viewer, "table")
    position = tables.position(fight)
    if do == "end":
        choice = Choice("end")
    elif do == "newcomer":
        choice = newcomer(position, form, lang)
    elif do == "swap":
        choice = Choice("swap", form.get("by"), form.get("target"))
    elif do in ("leave", "join"):
        choice = Choice(do, form.get("by"))
    else:
        raise BadInput("do", shown(do), one_of(do, ("leave", "join", "newcomer", "swap", "end")))
    tables.decide(fight, guest.viewer, choice, form.whole("seen"), sent_key(guest, form))
    return back(request, fight, "order")


def newcomer(position: Position, form: Form, lang: str) -> Choice:
    """A sample fighter joins, with an id that is free, on a side, at a point."""
    sample, fighters = form.get("sample"), sample_pack(position.ruleset).parts["fighters"]
    if sample not in fighters:
        raise BadInput("sample", shown(sample), one_of(sample, tuple(fighters)))
    whole = {name: form.whole(name) for name in ("side", "x", "y", "initiative")}
    wanted = in_full(position.game, {"from": sample}, lang)
    wanted["side"] = whole["side"] or 0
    if whole["x"] is not None and whole["y"] is not None:
        wanted["at"] = [whole["x"], whole["y"]]
    id, count = sample, 1
    while id in position.ids:
        count += 1
        id = f"{sample}_{count}"
    if count > 1:
        wanted["name"] = f"{wanted.get('name') or sample} {count}"
    details: dict[str, Any] = {"id": id, "fighter": wanted}
    if whole["initiative"] is not None:
        details["initiative"] = whole["initiative"]
    return Choice("join", None, None, (), details)


@press(router, "/fights/{fight}/settings/dice")
def open_dice(request: Request, fight: FightId, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Publish the secret of the app's dice."""
    services_of(request).tables.open_dice(fight, guest.viewer, form.whole("seen"), sent_key(guest, form))
    return back(request, fight, "dice")


@press(router, "/fights/{fight}/seats/{fighter}")
def own_dice(request: Request, fight: FightId, fighter: str, guest: AtTable, lang: PageLang, form: Sent) -> Response:
    """Whose dice a fighter rolls as a rule: a player's word for its own, the GM's for any."""
    tables, given = services_of(request).tables, form.get("dice")
    found = tables.seat(fight, guest.viewer, fighter, form.whole("seen"), sent_key(guest, form), dice=given)
    return after(request, fight, guest, lang, found)
