"""The log as one viewer may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..core.errors import FracasError
from ..core.record import Entry
from ..core.rule import rule_id_of
from ..core.table import Asked, Chosen, Looped, Noted
from ..core.table import Event as Happened
from ..play.describe import describe, table_words
from ..play.explain import Line
from ..play.wording import fill
from ..store.events import Event
from .coding import Forgotten, events_of
from .knowing import Data, Knowing
from .position import choice_data, choice_of
from .roles import NUMBERS
from .words import condition_words, sentence

SEEN = ("weapon", "unarmed", "aimed", "location", "mode", "to")
"""Of a foe's decision what everybody sees; what it spends on it is its own."""


class Retelling(Knowing):
    """Entries of the log, each without what the viewer may not know."""

    def entry(self, event: Event) -> Data:
        """One line of the log."""
        body = event.body
        found: Data = {"seq": event.seq, "kind": event.kind, "at": event.at, "actor": event.actor}
        found |= {"undone": self.undone.get(event.seq, 0)} if event.kind in ("decided", "overridden") else {}
        if body.get("hidden") and not self.viewer.is_gm:
            changes = self.changes(body)
            return (
                found
                | {"kind": "hidden", "text": sentence(self.ui, "hidden")}
                | ({"changes": changes} if changes else {})
            )
        more = getattr(self, f"_{event.kind}", None)
        return found | (more(event, body) if more is not None else {"text": sentence(self.ui, event.kind)})

    def _decided(self, event: Event, body: Mapping[str, Any]) -> Data:
        happened = events_of(self.game, body["happened"])
        kept = self.open_events(body, happened)
        found: Data = {key: body[key] for key in ("do", "by", "target", "targets") if key in body}
        for key in ("of", "sealed", "policy", "override"):
            found |= {key: body[key]} if key in body else {}
        if self.knows_deed(body):
            found["with"] = dict(body.get("with") or {})
        changes = self.changes(body)
        return found | {
            "text": self.decision_words(body),
            "headline": self.headline(body),
            "lines": [line.to_dict() for line in self.lines(kept, body)],
            "dice": self.dice(body, happened, kept),
            "hidden": body["hidden"],
            **({"changes": changes} if changes else {}),
        }

    def _waits(self, event: Event, body: Mapping[str, Any]) -> Data:
        whose = body["question"]["whose"]
        found = self._decided(event, body) | {"whose": whose, "headline": ""}
        if self.viewer.is_gm or self.knows(whose):
            found["question"] = self.question(body["question"])
        return found

    def open_events(self, body: Mapping[str, Any], happened: Sequence[Happened | Forgotten]) -> list[Any]:
        """Of what happened that which the viewer may know. Private notes, and dice of private rules, show to those who
        know whom they are about: the note's ``who``, or else everybody concerned."""
        concerned = [body.get("by"), body.get("target"), *(body.get("targets") or ())]
        unknown = [id for id in concerned if id is not None and self.mode(id) != NUMBERS]
        kept: list[Any] = []
        for one in happened:
            if isinstance(one, Looped):
                kept.append(one)
                continue
            rule = one.rule if isinstance(one, Forgotten) else rule_id_of(one.why)
            numbers = one.numbers if isinstance(one, Forgotten) else self.numbers(one)
            private = rule in self.private and (
                not isinstance(one, Noted) or one.why in self.game.private or "who" not in numbers
            )
            if not private and not isinstance(one, Forgotten):
                kept.append(one)
                continue
            who = numbers.get("who", -1)
            id = self.position.ids[who] if 0 <= who < len(self.position.ids) else None
            if (self.mode(id) == NUMBERS) if id is not None else (not unknown or self.viewer.is_gm):
                kept.append(one)
        return kept

    def numbers(self, one: Any) -> Mapping[str, int]:
        """A note's numbers by name; of a choice who made it."""
        if isinstance(one, Noted):
            return dict(zip(self.game.book.note_names(one.why), one.numbers, strict=True))
        return {"who": one.who} if isinstance(one, Chosen) else {}

    def lines(self, kept: Sequence[Any], body: Mapping[str, Any]) -> list[Line]:
        """The explanation of what the viewer may know."""
        found: list[Line] = []
        loop: int | None = None
        details = body.get("with") if self.knows_deed(body) else None
        for one in kept:
            if isinstance(one, Looped):
                loop = one.place
                continue
            try:
                made = [] if isinstance(one, Forgotten) else self.explainer.lines([one], details)
            except (KeyError, IndexError, TypeError, AttributeError, ValueError):
                made = None  # its words are about fields that the fighters' forms no longer have
            if isinstance(one, Forgotten) or made is None:
                rule = one.rule if isinstance(one, Forgotten) else rule_id_of(one.why)
                numbers = one.numbers if isinstance(one, Forgotten) else self.numbers(one)
                text = ", ".join(f"{name} {number}" for name, number in numbers.items())
                found.append(Line(rule, rule, text, "", loop))
            else:
                found += [Line(line.rule, line.title, line.text, line.decided, loop) for line in made]
        return found

    def dice(self, body: Mapping[str, Any], happened: Sequence[Any], kept: Sequence[Any]) -> list[Data]:
        """The dice that the viewer may see, with where they are from."""
        asked = [one for one in happened if (isinstance(one, Asked) and one.faces) or isinstance(one, Chosen)]
        if len(asked) != len(body["answers"]):
            return [dict(one) for one in body["answers"]] if self.viewer.is_gm else []
        open_ones = {id(one) for one in kept}
        return [
            {"label": given["label"], "faces": given["faces"], "from": given["from"]}
            for one, given in zip(asked, body["answers"], strict=True)
            if "faces" in given and id(one) in open_ones
        ]

    def decision_words(self, body: Mapping[str, Any]) -> str:
        """What was decided, in words."""
        choice = choice_of(body)
        if not self.knows_deed(body):
            seen = {key: value for key, value in choice.details.items() if key in (*SEEN, *self.game.open_views)}
            choice = replace(choice, details=seen)
        if "happened" in body and not body["happened"]:
            words = self.table_decision(body)
            if words:
                return words
        try:
            who = f"{self.name(choice.by)}" if choice.by is not None else ""
            said = describe(choice, self.explainer)
        except (FracasError, KeyError, ValueError, IndexError, TypeError):
            return choice.do
        named = "{by}" in self.explainer.words.decisions.get(choice.do, "")
        return fill(self.ui("{who}: {state}"), {"who": who, "state": said}) if who and not named else said

    def table_decision(self, body: Mapping[str, Any]) -> str:
        """What the GM decided besides the rules; a value set only where the viewer may see it."""
        details = dict(body.get("with") or {})
        if body["do"] == "set" and not self.sees(f"{body.get('by') or 'fight'}.{details.get('field')}"):
            return sentence(self.ui, "set")
        entry = Entry(body["do"], body.get("by"), body.get("target"), (), details)
        return table_words(entry, self.explainer)

    def headline(self, body: Mapping[str, Any]) -> str:
        """Who hit whom and what it came to, a sentence for each target; where numbers do not show, how it looks."""
        found = []
        for id, one in body.get("outcome", {}).items():
            by = body.get("by")
            if self.mode(id) == NUMBERS or not one["hit"]:
                values = (one["hit"], one["suffered"], one["critical"], one["vital"], one["left"], one["taken"])
                found.append(self.explainer.blow(by, id, *values))
                if self.mode(id) == NUMBERS and one["hit"] and one["health"] and one["health"][2] in ("out", "dead"):
                    looks = condition_words(self.ui)[one["health"][2]]
                    found.append(fill(sentence(self.ui, "is_so"), {"target": self.name(id), "how": looks}))
                continue
            shows = self.health(id, one["health"])
            text = fill(
                sentence(self.ui, ("hits" if by is not None else "hit") + ("_so" if "text" in shows else "")),
                {"by": self.name(by) if by is not None else "", "target": self.name(id), "how": shows.get("text", "")},
            )
            found.append(self.explainer.with_critical(text, one["critical"]))
        return " ".join(line for line in found if line) if self.lang != "zh" else "".join(found)

    def _overridden(self, event: Event, body: Mapping[str, Any]) -> Data:
        seen = {path: value for path, value in body["set"].items() if self.sees(path)}
        changes = self.changes(body)
        return {
            "of": body["of"],
            "override": True,
            "set": seen,
            "reason": body["reason"],
            "text": fill(sentence(self.ui, "overridden"), {"of": body["of"]}),
            **({"changes": changes} if changes else {}),
        }

    def _undone(self, event: Event, body: Mapping[str, Any]) -> Data:
        text = fill(sentence(self.ui, event.kind), {"of": body["of"]})
        found = {"of": body["of"], "seqs": body["seqs"], "text": text, "changes": self.changes(body)}
        return found | ({"request": body["request"]} if "request" in body else {})

    _redone = _undone

    def _about(self, event: Event, body: Mapping[str, Any]) -> Data:
        return {"of": body["of"], "text": fill(sentence(self.ui, event.kind), {"of": body["of"]})}

    _withdrawn = _requested = _refused = _about

    def _created(self, event: Event, body: Mapping[str, Any]) -> Data:
        return {"name": body["name"], "ruleset": body["ruleset"], "text": sentence(self.ui, "created")}

    def _sealed(self, event: Event, body: Mapping[str, Any]) -> Data:
        id = body["by"]
        yours = id in self.viewer.fighters or (self.viewer.is_gm and not self.position.is_person(id))
        text = fill(sentence(self.ui, "sealed"), {"who": self.name(id)})
        return {"by": id, "text": text} | ({"choice": choice_data(choice_of(body))} if yours else {})

    def _revealed(self, event: Event, body: Mapping[str, Any]) -> Data:
        return {"fighters": body["fighters"], "refused": dict(body["refused"]), "text": sentence(self.ui, "revealed")}

    def _seated(self, event: Event, body: Mapping[str, Any]) -> Data:
        names = ("fighter", "person", "dice", "play") if self.viewer.is_gm else ("fighter", "person", "dice")
        who = self.ui("the GM") if body["fighter"] == "gm" else self.name(body["fighter"])
        text = fill(sentence(self.ui, "seated"), {"who": who, "person": body.get("person") or "–"})
        return {key: body[key] for key in names if key in body} | {"text": text}

    def _settled(self, event: Event, body: Mapping[str, Any]) -> Data:
        found: Data = {"text": sentence(self.ui, "settled")}
        return found | ({"settings": dict(body["settings"])} if self.viewer.is_gm else {})

    def _committed(self, event: Event, body: Mapping[str, Any]) -> Data:
        return {**body, "text": sentence(self.ui, "committed")}

    def _opened(self, event: Event, body: Mapping[str, Any]) -> Data:
        return {**body, "text": sentence(self.ui, "opened")}

    def _branched(self, event: Event, body: Mapping[str, Any]) -> Data:
        found: Data = {"text": fill(sentence(self.ui, "branched"), {"seq": body["seq"]})}
        return found | ({"from": body["fight"], "at_seq": body["seq"]} if self.viewer.is_gm else {})
