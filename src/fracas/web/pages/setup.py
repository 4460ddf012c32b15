"""One draft of a fight with all that its page shows, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.carry import with_kept
from ...core.errors import FracasError
from ...core.forms import Whole
from ...play.encounter import PERSON, encounter_of
from ...play.policies import POLICIES, USUAL
from ...play.wording import fill
from ...table.rosters import fresh_of
from .choosing import EDGE, Choosing
from .draft import samples
from .fighterwords import encounter_words, player_words, side_words
from .gamecards import card_data
from .samples import found_by, line


@dataclass(frozen=True)
class Setup(Choosing):
    """A draft, who sets it up, and the language: what the page shows of it."""

    def data(self, words: str) -> dict[str, Any]:
        """For JSON and the template."""
        draft, ui = self.draft, self.explainer.ui
        names = side_words(ui)
        problem = self.problem()
        card = card_data(draft.ruleset, self.lang, draft.house)
        return {
            "game": {"name": draft.ruleset, "title": self.game.title},
            "draft": draft.to_dict(),
            "d": draft.written(),
            "address": draft.address,
            "name": draft.name,
            "rounds": draft.rounds,
            "roll": draft.roll,
            "gm_own": "gm" in draft.own,
            "next": draft.next,
            "sides": [
                {
                    "id": side,
                    "name": names.get(side, side),
                    "fighters": [self.card(id, one) for id, one in draft.fighters.items() if one.get("side") == side],
                }
                for side in draft.sides
            ],
            "lost": [id for id, one in draft.fighters.items() if one.get("side") not in draft.sides],
            "players": [{"value": one, "label": player_words(ui).get(one, one)} for one in (PERSON, *POLICIES)],
            "samples": found_by(draft.ruleset, self.lang, words),
            "words": words,
            "encounters": self.encounters(),
            "roster": [] if draft.next else self.roster(),
            "house": card["house"],
            "house_changed": card["changed"],
            "fight": [
                self.editor.view(name, field, draft.fight.get(name), f"g.{name}")
                for name, field in (self.game.fight_form.fields or {}).items()
                if isinstance(field, Whole) or hasattr(field, "words")
            ],
            "problem": problem,
            "may_bring": True,
        }

    def problem(self) -> dict[str, str] | None:
        """Why the fight cannot begin like this; None: it can."""
        ui = self.explainer.ui
        empty = [
            side
            for side in self.draft.sides
            if not any(one.get("side") == side for one in self.draft.fighters.values())
        ]
        if empty:
            names = side_words(ui)
            named = ui(", ").join(names.get(one, one) for one in empty)
            return {"kind": "empty", "line": fill(ui("Still without a fighter: {sides}"), {"sides": named})}
        try:
            encounter_of(self.encounter(), self.lang)
        except FracasError as error:
            return {"kind": "wrong", "line": self.explainer.error(error)}
        return None

    def card(self, id: str, one: Mapping[str, Any]) -> dict[str, Any]:
        """One fighter of the draft."""
        kept = bool(one.get("kept"))
        form, lost = self.forms.get(id, ({}, {})) if kept else ({}, {})
        fields = form if kept else one
        found = line(self.game, fields, self.lang)
        if kept and lost:
            found |= self.left(id, form, lost)
        open_ = self.draft.edit == id and not kept
        whole = {key: value for key, value in {**self.base_of(one), **one}.items() if key not in EDGE}
        return {
            **found,
            "id": id,
            "name": found["name"] or id,
            "count": one.get("count", 1),
            "mob": whole.get("mob") or "" if "mob" in self.editor.fields and not kept else None,
            "play": one.get("play", USUAL),
            "own": id in self.draft.own,
            "kept": kept,
            "at": one.get("at"),
            "open": open_,
            "groups": self.editor.groups(whole, f"f.{id}", found["worked_out"]) if open_ else [],
        }

    def left(self, id: str, form: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
        """How much health somebody has left after earlier fights."""
        try:
            fresh_one = fresh_of(self.game, id, form)
            health = self.game.health(with_kept(self.game, fresh_one, kept), self.game.read_house(None), form)
        except (FracasError, ValueError, KeyError):
            return {}
        return {"health": list(health)}

    def roster(self) -> list[dict[str, Any]]:
        """Those who outlive their fights."""
        found = []
        for id, (form, kept) in self.forms.items():
            one = line(self.game, form, self.lang)
            one |= self.left(id, form, kept) if kept else {}
            found.append(
                {**one, "id": id, "name": one["name"] or id, "here": id in self.draft.fighters, "hurt": bool(kept)}
            )
        return found

    def encounters(self) -> list[dict[str, Any]]:
        """The sample encounters of the game."""
        ui = self.explainer.ui
        titles, sides = encounter_words(ui), side_words(ui)
        found = []
        for name, data in samples(self.draft.ruleset).items():
            numbers = [
                sum(one.get("count", 1) for one in data["fighters"].values() if one["side"] == side)
                for side in data["sides"]
            ]
            title = titles.get(data["name"], data["name"])
            named = [sides.get(side, side) for side in data["sides"]]
            found.append({"sample": name, "name": title, "sides": named, "numbers": numbers, "duel": max(numbers) == 1})
        return found
