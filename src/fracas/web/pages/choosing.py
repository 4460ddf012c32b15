"""What can be done with a draft of a fight: what was typed, what was pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...core.errors import BadInput
from ...core.forms import one_of, shown
from ...core.game import Game
from ...packs import sample_pack, spoken
from ...play.encounter import PERSON
from ...play.explain import Explainer
from ...play.policies import POLICIES, USUAL
from ...rules import load
from ..people import Guest
from ..services import Services
from .draft import MOST_SIDES, ROLLS, Draft, fits, fresh, of_encounter, samples
from .fighterform import Editor, differing, typed
from .fighterwords import encounter_words, side_words
from .frame import Form
from .gamecards import house_from
from .samples import in_full, speaker

EDGE = ("side", "count", "play", "kept", "from")
"""What a draft says of a fighter that is not in its form."""


@dataclass(frozen=True)
class Choosing:
    """A draft, who sets it up, and the language."""

    services: Services
    guest: Guest
    draft: Draft
    lang: str

    @cached_property
    def game(self) -> Game:
        """The game."""
        return load(self.draft.ruleset)

    @cached_property
    def explainer(self) -> Explainer:
        """Its words."""
        return speaker(self.draft.ruleset, self.lang)

    @cached_property
    def editor(self) -> Editor:
        """Its fighters' form."""
        return Editor.of(self.game, self.explainer)

    @cached_property
    def forms(self) -> dict[str, tuple[dict[str, Any], Mapping[str, Any]]]:
        """Those who may come along, by id: their form and what they have kept. After a fight its party, else the roster."""
        if self.draft.next:
            position = self.services.tables.position(self.draft.next)
            rosters = self.services.rosters
            return {
                id: (dict(position.forms[id]), rosters.kept_in(position, id))
                for id in position.ids
                if position.is_party(id)
            }
        if self.guest.link is not None:
            return {}
        return {one.id: (dict(one.form), one.kept) for one in self.services.rosters.all(self.draft.ruleset)}

    def encounter(self) -> dict[str, Any]:
        """The data of the draft's encounter."""
        return self.draft.encounter({id: form for id, (form, _) in self.forms.items()})

    # -- what was typed ---------------------------------------------------------------------------------------------

    def typed(self, form: Form) -> Draft:
        """The draft with all that the form says."""
        draft = self.draft
        if "name" in form:
            draft = replace(draft, name="".join(one for one in form.get("name").strip() if one.isprintable())[:200])
        draft = self.named_sides(draft, form)
        if "rounds" in form:
            rounds = typed(form.get("rounds"), True)
            draft = replace(draft, rounds=rounds if isinstance(rounds, int) else fresh(draft.ruleset).rounds)
        if form.get("roll") in ROLLS:
            draft = replace(draft, roll=form.get("roll"))
        if "owns" in form:
            draft = replace(draft, own=tuple(dict.fromkeys(one for one in form.all("own") if fits(one))))
        if "houses" in form:
            draft = replace(draft, house=house_from(self.game, self.explainer, form))
        given = {
            name: self.editor.value(name, field, form, f"g.{name}", None)
            for name, field in (self.game.fight_form.fields or {}).items()
            if f"g.{name}" in form
        }
        if given:
            usual = {name: one.default for name, one in (self.game.fight_form.fields or {}).items()}
            whole = {**draft.fight, **given}
            draft = replace(draft, fight={k: v for k, v in whole.items() if v is not None and v != usual.get(k)})
        for id in draft.fighters:
            draft = self.typed_fighter(draft, id, form)
        return draft

    def named_sides(self, draft: Draft, form: Form) -> Draft:
        """The sides under other names."""
        words = side_words(self.explainer.ui)
        names: dict[str, str] = {}
        for place, side in enumerate(draft.sides):
            given = form.get(f"side.{place}").strip()[:60]
            same = not fits(given) or given == words.get(side, side)
            names[side] = side if same or given in draft.sides or given in names.values() else given
        moved = {
            id: {**one, "side": names.get(str(one.get("side")), one.get("side"))} for id, one in draft.fighters.items()
        }
        return replace(draft, sides=tuple(names.values()), fighters=moved)

    def typed_fighter(self, draft: Draft, id: str, form: Form) -> Draft:
        """What a fighter's card says."""
        one, path = draft.fighters[id], f"f.{id}"
        found: dict[str, Any] = {}
        if f"{path}.count" in form:
            count = typed(form.get(f"{path}.count"), True)
            found["count"] = count if isinstance(count, int) and 1 < count <= 20 else None
        if f"{path}.mob" in form and f"{path}.shown" not in form and "mob" in self.editor.fields:
            mob = {"mob": typed(form.get(f"{path}.mob"), True)}
            found |= differing(mob, self.base_of(one), self.editor.fields)
        if f"{path}.play" in form:
            play = form.get(f"{path}.play")
            found["play"] = play if play in (PERSON, *POLICIES) else one.get("play")
        if f"{path}.to" in form and form.get(f"{path}.to").isdecimal():
            place = int(form.get(f"{path}.to")[:3])
            found["side"] = draft.sides[place] if place < len(draft.sides) else one.get("side")
        if f"{path}.shown" in form and not one.get("kept"):
            base = self.base_of(one)
            whole = {key: value for key, value in {**base, **one}.items() if key not in EDGE}
            values = self.editor.read(form, path, whole)
            found |= differing(values, base, self.editor.fields)
        return draft.changed(id, found) if found else draft

    def base_of(self, one: Mapping[str, Any]) -> dict[str, Any]:
        """The pack's fighter that it was made from, its name in the reader's language."""
        base = sample_pack(self.game.name).parts["fighters"].get(one.get("from", ""), {})
        return {key: spoken(value, self.lang) if key == "name" else value for key, value in base.items()}

    # -- what was pressed -------------------------------------------------------------------------------------------

    def acted(self, draft: Draft, act: str) -> tuple[Draft, str]:
        """The draft after a press (``add:solo:0``, ``remove:solo`` …), and where on the page to go on."""
        what, _, rest = act.partition(":")
        if what in ("add", "blank", "come"):
            return self.added(draft, what, rest)
        if what in ("remove", "edit", "keep") and rest in draft.fighters:
            if what == "keep":
                return self.kept_on_roster(draft, rest), f"f-{rest}"
            if what == "edit":
                return replace(draft, edit=rest), f"f-{rest}"
            return draft.without(rest), "sides"
        if what == "close":
            return replace(draft, edit=""), f"f-{draft.edit}"
        if what == "side" and len(draft.sides) < MOST_SIDES:
            name = next(one for one in "ABCDEFGHI" if one not in draft.sides)
            return replace(draft, sides=(*draft.sides, name)), "sides"
        if what == "unside" and rest in draft.sides and len(draft.sides) > 2:
            left = {id: one for id, one in draft.fighters.items() if one.get("side") != rest}
            sides = tuple(one for one in draft.sides if one != rest)
            return replace(draft, sides=sides, fighters=left), "sides"
        if what == "load" and rest in samples(draft.ruleset):
            return self.sampled(draft, rest), "sides"
        if what in ("refresh", "forget") and self.guest.link is None:
            rosters = self.services.rosters
            if what == "refresh":
                rosters.refresh(self.guest.viewer, rest)
            else:
                rosters.remove(self.guest.viewer, rest)
            return (draft if what == "refresh" or rest not in draft.kept else draft.without(rest)), "roster"
        if what == "clear":
            return replace(fresh(draft.ruleset), house=draft.house, next=draft.next), "sides"
        return draft, "search" if what in ("search", "all") else ""

    def sampled(self, draft: Draft, name: str) -> Draft:
        """A sample encounter under the draft's house rules, after another fight with its party."""
        known = samples(draft.ruleset)
        if name not in known:
            raise BadInput("sample", shown(name), one_of(name, tuple(known)))
        found = of_encounter(known[name])
        title = encounter_words(self.explainer.ui).get(found.name, found.name)
        party = {id: dict(one) for id, one in draft.fighters.items() if draft.next and one.get("kept")}
        house = {**found.house, **draft.house}
        found = self.with_party(found, party)
        return replace(found, name=title, house=house, roll=draft.roll, next=draft.next)

    def with_party(self, found: Draft, party: Mapping[str, dict[str, Any]]) -> Draft:
        """A sample with the party in the place of those whom persons play in it."""
        if not party:
            return found
        persons = [one for one in found.fighters.values() if one.get("play") == PERSON]
        side = persons[0]["side"] if persons else found.sides[0]
        others = {id: one for id, one in found.fighters.items() if one.get("side") != side and id not in party}
        came = {id: {**one, "side": side} for id, one in party.items()}
        return replace(found, fighters={**came, **others})

    def added(self, draft: Draft, what: str, rest: str) -> tuple[Draft, str]:
        """A fighter more: of the pack (``add``), of the roster (``come``), or one to be written (``blank``)."""
        id, _, place = rest.rpartition(":")
        side = draft.sides[int(place)] if place.isdecimal() and int(place) < len(draft.sides) else draft.sides[0]
        first = side == draft.sides[0]
        play = PERSON if first else USUAL
        if what == "come":
            if id not in self.forms or id in draft.fighters:
                raise BadInput(
                    "fighters", shown(id), one_of(id, tuple(one for one in self.forms if one not in draft.fighters))
                )
            fields = {"side": side, "play": PERSON, "kept": True}
            return replace(draft, fighters={**draft.fighters, id: fields}), f"f-{id}"
        if what == "blank":
            name = self.explainer.ui("New fighter")
            found = draft.with_fighter("fighter", {"side": side, "play": play, "name": name})
            new = list(found.fighters)[-1]
            return replace(found, edit=new), f"f-{new}"
        known = sample_pack(self.game.name).parts["fighters"]
        if id not in known:
            raise BadInput("from", shown(id), one_of(id, tuple(known)))
        found = draft.with_fighter(id, {"side": side, "from": id, "play": play})
        return found, f"f-{list(found.fighters)[-1]}"

    def kept_on_roster(self, draft: Draft, id: str) -> Draft:
        """A fighter of the draft goes onto the roster, so that it keeps its wounds from fight to fight."""
        if self.guest.link is not None or draft.fighters[id].get("kept") or draft.fighters[id].get("count", 1) != 1:
            return draft
        one = draft.fighters[id]
        form = in_full(self.game, one, self.lang, f"fighters.{id}")
        free = next(new for new in (id, *(f"{id}_{n}" for n in range(2, 1000))) if new not in self.taken(draft, id))
        self.services.rosters.add(self.guest.viewer, free, self.game.name, form)
        edge = {key: one[key] for key in ("side", "play", "at") if key in one}
        fighters = {
            (free if old == id else old): ({**edge, "kept": True} if old == id else fields)
            for old, fields in draft.fighters.items()
        }
        return replace(draft, fighters=fighters, edit="", own=tuple(free if o == id else o for o in draft.own))

    def taken(self, draft: Draft, id: str) -> set[str]:
        """Ids that a new one of the roster may not have."""
        return {one.id for one in self.services.rosters.all()} | set(draft.fighters) - {id}
