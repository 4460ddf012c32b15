"""Fighters that outlive a fight: what the last one cost them they bring to the next.

Whatever happens to a fight (it ends, it is left, the next encounter is loaded over it), its last state is what its party
keeps; nothing has to be saved by hand, and loading an encounter never wipes the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..core.carry import Kept, kept_of, with_kept
from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from ..core.game import Game, set_up
from ..core.gm import said
from ..play.encounter import Encounter
from ..rules import load
from ..store.characters import Character, Characters
from ..store.errors import Conflict, NotThere
from . import permit
from .beginning import NewFight
from .position import PERSON, Position
from .roles import Viewer
from .service import Tables

AT_THE_START = 2
"""The number of a new fight's last event: it was created, and its dice were promised."""


class Rosters:
    """The roster of one store, and the fights that it goes to."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.characters = Characters(tables.log.database)

    def add(self, viewer: Viewer, id: str, ruleset: str, form: Mapping[str, Any]) -> Character:
        """A new fighter; BadInput where its form cannot be read."""
        permit.gm(viewer, "roster")
        game = load(ruleset)
        fresh_of(game, id, form)
        name = str(form.get("name") or id)
        return self.characters.add(Character(id, game.name, name, dict(form), {}))

    def get(self, id: str) -> Character:
        """The fighter with what it has kept up to now, also from a fight that still runs."""
        return self._settled(self.characters.get(id))

    def all(self, ruleset: str | None = None) -> list[Character]:
        """All fighters, each as :meth:`get` has it."""
        return [self._settled(one) for one in self.characters.all(ruleset)]

    def seen(self, id: str, expected: int | None) -> Character:
        """The fighter as :meth:`get` has it; Conflict where it is not at revision ``expected`` (None: any) any more. Whatever
        is written from it is refused, too, where somebody else was quicker."""
        now = self.get(id)
        if expected is not None and now.revision != expected:
            raise Conflict(expected, now.revision)
        return now

    def change(self, viewer: Viewer, id: str, form: Mapping[str, Any], expected: int | None = None) -> Character:
        """Give a fighter another form (a new weapon, more armour); what it kept it keeps, as far as that still fits."""
        permit.gm(viewer, "roster")
        now = self.seen(id, expected)
        fresh_of(load(now.ruleset), id, form)
        return self.characters.change(replace(now, name=str(form.get("name") or id), form=dict(form)))

    def set(self, viewer: Viewer, id: str, sets: Mapping[str, Any], expected: int | None = None) -> Character:
        """The GM's word between fights: ``{"hp": 40}`` after a rest."""
        permit.gm(viewer, "roster")
        now = self.seen(id, expected)
        game = load(now.ruleset)
        fresh = fresh_of(game, id, now.form)
        who = with_kept(game, fresh, now.kept)
        for field, value in sets.items():
            if field not in game.setters:
                raise BadInput(f"set.{shown(field)}", "unknown", one_of(field, tuple(game.setters)))
            try:
                who = game.setters[field](who, value)
            except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
                raise BadInput(f"set.{field}", shown(value), said(error)) from None
        return self.characters.change(replace(now, kept=kept_of(game, fresh, who)))

    def refresh(self, viewer: Viewer, id: str, expected: int | None = None) -> Character:
        """As good as new: what it kept is forgotten."""
        permit.gm(viewer, "roster")
        return self.characters.change(replace(self.seen(id, expected), kept={}))

    def remove(self, viewer: Viewer, id: str, expected: int | None = None) -> None:
        """Take a fighter off the roster."""
        permit.gm(viewer, "roster")
        self.characters.remove(id, self.seen(id, expected).revision if expected is not None else None)

    # -- going to a fight --------------------------------------------------------------------------------------------

    def enlist(
        self, viewer: Viewer, encounter: Encounter, party: Iterable[str] = (), key: str | None = None, **more: Any
    ) -> str:
        """A new fight from an encounter, with the roster's fighters ``party`` in it; its id.

        A fighter of the encounter with the id of one of the party is that one: its side, its point and who plays it are
        taken from the encounter, everything else from the roster. Others of the party join the first side that persons
        play on (else the first). ``more``: settings and whatever else :class:`NewFight` takes.
        """
        permit.gm(viewer, "create")
        new = NewFight.of_encounter(encounter, **more)
        chosen = [self.get(id) for id in party]
        fighters, players, kept = dict(new.fighters), dict(new.players), dict(new.kept)
        persons = [form for id, form in fighters.items() if players.get(id, PERSON) == PERSON]
        side = (persons or list(fighters.values()))[0].get("side", 0)
        for one in chosen:
            if one.ruleset != new.game.name:
                raise BadInput("party", f"{one.id}: {one.ruleset}", phrase("a fighter of {game}", game=new.game.title))
            there = fighters.get(one.id)
            place = {"side": side} if there is None else {key: there[key] for key in ("side", "at") if key in there}
            fighters[one.id] = {**one.form, **place}
            players.setdefault(one.id, PERSON)
            kept[one.id] = dict(one.kept)
        asked = ["enlist", sorted(one.id for one in chosen), request_of(new)]
        going = replace(new, fighters=fighters, players=players, kept=kept)
        fight = self.tables.create(going, viewer, key, request=asked)
        if self.tables.position(fight).seq > AT_THE_START:  # sent again later: the party has gone on
            return fight
        for one in chosen:
            now = self.characters.get(one.id)
            self.characters.change(replace(now, kept=one.kept, fight=fight, fighter=one.id, seq=0))
        return fight

    def next_fight(self, viewer: Viewer, fight: str, encounter: Encounter, key: str | None = None, **more: Any) -> str:
        """The next encounter for the party of a fight, roster or not: whoever fought on the players' side comes along with
        all that it has left, and goes on from there; the new fight's id."""
        permit.gm(viewer, "create")
        position = self.tables.position(fight)
        party = [id for id in position.ids if position.is_party(id)]
        new = NewFight.of_encounter(encounter, **more)
        if new.game.name != position.ruleset:
            raise BadInput("encounter", new.game.title, phrase("an encounter of {game}", game=position.game.title))
        fighters, players, kept = dict(new.fighters), dict(new.players), dict(new.kept)
        strangers = {id for id in fighters if players.get(id, PERSON) == PERSON} - set(party)
        side = next((fighters[id].get("side", 0) for id in fighters if players.get(id, PERSON) == PERSON), 0)
        for id in strangers:
            del fighters[id], players[id]
        for id in party:
            there = fighters.get(id, {"side": side})
            place = {name: there[name] for name in ("side", "at") if name in there}
            old = {name: value for name, value in position.forms[id].items() if name != "at"}
            fighters[id] = {**old, **place}
            players[id] = position.players.get(id, PERSON)
            kept[id] = self.kept_in(position, id)
        asked = ["next", fight, request_of(NewFight.of_encounter(encounter, **more))]
        going = replace(new, fighters=fighters, players=players, kept=kept)
        made = self.tables.create(going, viewer, key, request=asked)
        if self.tables.position(made).seq > AT_THE_START:  # sent again later: the party has gone on
            return made
        for one in self.characters.all(fight=fight):
            settled = self._settled(one)
            self.characters.change(replace(settled, fight=made, fighter=one.fighter, seq=0))
        return made

    # -- what is kept ------------------------------------------------------------------------------------------------

    def _settled(self, character: Character) -> Character:
        """With what its fight has come to by now; written down when there is something new."""
        if character.fight is None or character.fighter is None:
            return character
        try:
            position = self.tables.position(character.fight)
        except NotThere:
            return character
        if position.seq == character.seq or character.fighter not in position.forms:
            return character
        kept = self.kept_in(position, character.fighter)
        return self.characters.change(replace(character, kept=kept, seq=position.seq))

    def kept_in(self, position: Position, id: str) -> Kept:
        """What a fighter has kept, as its fight stands."""
        game = position.game
        return kept_of(game, fresh_of(game, id, position.forms[id]), position.fight.fighters[position.ids.index(id)])


def request_of(new: NewFight) -> list[Any]:
    """What was asked for, whatever the party brings along: a repeated send is the same also when the party has gone on."""
    forms = {id: dict(form or {}) for id, form in new.fighters.items()}
    house = [dict(one or {}) for one in (new.house, new.fight, new.players, new.settings)]
    return [new.game.name, new.name, forms, *house, list(new.sides), new.rounds]


def fresh_of(game: Game, id: str, form: Mapping[str, Any]) -> Any:
    """The fighter as its form makes it, without a fight around it."""
    alone = {name: value for name, value in form.items() if name not in ("engaged", "near")}
    return set_up(game, {id: alone}).fight.fighters[0]
