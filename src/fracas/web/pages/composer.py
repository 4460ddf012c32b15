"""The composer: what somebody may decide now, as controls with everything chosen beforehand.

It is made from the decision's schema and from what the game thinks of (:func:`fracas.play.legal.candidates`), so that it
serves any game. What may not be done is there, too, with its reason. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from ...core.encounter import FREE, WAITING, metres_between
from ...core.errors import BadInput, FracasError, Refused
from ...core.forms import Field, ListOf, Word
from ...core.gm import AT_THE_TABLE
from ...play.describe import describe
from ...play.explain import Explainer
from ...play.legal import Choice, allies_caught, candidates, why_not
from ...play.policies import STRIKES
from ...play.typed import modifier_fields
from ...table import permit
from ...table.knowing import Knowing
from ...table.position import Position, choice_data
from ...table.roles import Viewer
from ..odds import Kept
from .frame import Form
from .games.halting import halted
from .reading import BARE_HANDS, given_value, query_of, view_of
from .unthought import unthought
from .words import act_word

MOST_PICKS = 12
REASONS = Kept(20_000)
"""Why a decision may not be made, as it was found last."""
FIRST = ("attack", "suppress", "grenade", "move", "reload")
"""The order of the buttons; then as the game thinks of them, and the end of the turn last."""


@dataclass(frozen=True)
class Known:
    """One decision that the game thinks of, and why it may not be made ("" : it may)."""

    choice: Choice
    why: str


class Composer:
    """What one viewer may decide at one position, and what the form says of it so far."""

    def __init__(self, position: Position, viewer: Viewer, lang: str) -> None:
        self.position, self.viewer = position, viewer
        self.game, self.session = position.game, position.session
        self.knowing = Knowing(position, viewer, lang)
        self.explainer: Explainer = self.knowing.explainer
        self.ids = position.ids
        self.adding = {*modifier_fields(self.game), "label"}
        self.known = [
            Known(one, self.reason(one))
            for one in candidates(self.session)
            if viewer.is_gm or one.by is None or one.by in viewer.fighters  # of others not even what they carry
        ]
        self.unthought = self.add_unthought()

    # -- what may be done ------------------------------------------------------------------------------------------

    def reason(self, choice: Choice) -> str:
        """Why this may not be decided, in words; "": it may. Asked for again while the fight stands so, it is kept."""
        position = self.position
        key = position.id, position.seq, position.fight, self.viewer, self.explainer.lang, frozen(choice)
        why: str | None = REASONS.get(key) if position.id else None
        if why is None:
            error = permit.why_not(position, self.viewer, choice) or why_not(self.session, choice)
            why = "" if error is None else self.knowing.error(error)
            REASONS.put(key, why)
        return why

    def add_unthought(self) -> set[str]:
        """Add what nobody thinks of by themselves where it may be done; which decisions these are."""
        decider = self.game.decider(self.position.fight)
        if decider >= 0 and not self.viewer.is_gm and self.ids[decider] not in self.viewer.fighters:
            return set()
        found = [one for one in unthought(self.session, decider, {one.choice.do for one in self.known})]
        more = [Known(one, "") for one in found if not self.reason(one) and self.does_something(one)]
        self.known += more
        return {one.choice.do for one in more}

    def does_something(self, choice: Choice) -> bool:
        """Does what one does for or to another ask or say anything (or does nobody burn whose fire it would put out)?"""
        if choice.by is None or choice.target is None:
            return True
        found = halted(self.position, choice)
        return found is not None and (found.question is not None or bool(found.events))

    def acts(self) -> dict[str, list[Known]]:
        """All that the game thinks of, by what is done; what may be done first."""
        found: dict[str, list[Known]] = {}
        for do in FIRST:
            found[do] = []
        for one in self.known:
            found.setdefault(one.choice.do, []).append(one)
        done = found.pop("done", [])
        if done:
            found["done"] = done
        return {do: some for do, some in found.items() if some}

    def form(self, form: Form, changed: str = "") -> dict[str, Any]:
        """The composer for JSON and the template. ``form``: what was chosen so far; ``changed``: the field that was changed
        last. Never raises for what a form says: ``refusal`` has the reason."""
        acts = self.acts()
        decider = self.game.decider(self.position.fight)
        whose = self.ids[decider] if decider >= 0 else None
        found: dict[str, Any] = {
            "whose": whose,
            "name": self.explainer.name(decider) if decider >= 0 else "",
            "yours": self.viewer.is_gm or whose in self.viewer.fighters or (decider == WAITING and bool(acts)),
            "free": decider == FREE,
            "picking": decider == WAITING,
            "acts": [],
            "choice": None,
        }
        if not acts:
            return found
        do = form.get("do")
        if do not in acts:
            thought = {one: some for one, some in acts.items() if one not in self.unthought} or acts
            do = next(
                (one for one, some in thought.items() if any(not known.why for known in some)), next(iter(thought))
            )
        found["acts"] = [
            {
                "do": one,
                "label": act_word(self.explainer, one),
                "chosen": one == do,
                "more": one in self.unthought,
                "why": "" if any(not known.why for known in some) else some[0].why,
            }
            for one, some in acts.items()
        ]
        found["ends"] = next((one.choice.by for one in acts.get("done", ()) if not one.why), None)
        return found | self.decision(do, acts[do], form, changed)

    def decision(self, do: str, known: Sequence[Known], form: Form, changed: str) -> dict[str, Any]:
        """The chosen decision with its fields."""
        kind = self.game.decisions[do]
        fields = dict(kind.details.fields or {})
        refusal = ""
        try:
            given = self.given(fields, form)
        except BadInput as error:
            given, refusal = {}, self.explainer.error(error)
        base = self.nearest(known, given, form, changed)
        mains = [name for name in fields if any(name in one.choice.details for one in known)]
        if do in self.unthought:
            mains = [name for name in fields if name not in self.adding]
        if self.has_weapons(known):
            mains = ["weapon", *(name for name in mains if name not in ("weapon", "unarmed"))]
        choice = self.made(do, base.choice, fields, given, form)
        unread = bool(refusal)
        refusal = refusal or self.reason(choice)
        if refusal and not unread and len(choice.targets) > 1:
            choice, refusal = self.lightened(choice, changed, refusal)
        if refusal and not unread and not base.why:
            kept = {name: value for name, value in given.items() if name not in mains}
            other = self.made(do, base.choice, fields, kept, Form([]))
            why = self.reason(other)
            if not why:
                choice, refusal = other, ""
        if self.viewer.is_gm and choice.by is None and kind.by:
            refusal = refusal or base.why
        hidden = self.weapon_fields() if "weapon" in fields else set()
        more = [name for name in fields if name not in mains and name not in hidden]
        return {
            "do": do,
            "choice": choice_data(choice),
            "query": urlencode(query_of(choice)),
            "text": self.said(choice),
            "refusal": refusal,
            "picks": self.picks(known, choice),
            "targets": self.targets(known, choice, bool(base.choice.targets)) if kind.target else None,
            "several": kind.several and (form.get("several") == "1" or self.several(known, choice)),
            "widens": kind.several and "mode" not in fields and len({one.choice.target for one in known} - {None}) > 1,
            "mains": [self.view(name, fields, choice, known) for name in mains],
            "more": [self.view(name, fields, choice, known) for name in more],
            "strike": do in STRIKES,
            "caught": self.caught(choice),
            "secret": do in self.game.secret,
        }

    # -- reading ---------------------------------------------------------------------------------------------------

    def given(self, fields: Mapping[str, Field], form: Form) -> dict[str, Any]:
        """What the form says, field by field."""
        found = {}
        for name, field in fields.items():
            value = given_value(name, field, form)
            if value is not None:
                found[name] = value
        if found.get("weapon") == BARE_HANDS:
            del found["weapon"]
            found["unarmed"] = True
        elif "weapon" in found:
            found.pop("unarmed", None)
        return found

    def nearest(self, known: Sequence[Known], given: Mapping[str, Any], form: Form, changed: str) -> Known:
        """The decision that the game thinks of which is nearest to what was chosen; what may be done before what may not."""
        several = set(form.all("targets"))
        target, by = form.get("target") or next(iter(form.all("targets")), ""), form.get("by")

        def rank(place: int) -> tuple[float, int]:
            one = known[place]
            score = 0.0 if one.why else 1.5
            aimed_so = one.choice.target == target or (len(several) > 1 and set(one.choice.targets) == several)
            score += 8 if target and aimed_so else 0
            score += 8 if by and one.choice.by == by else 0
            for name, value in given.items():
                own = one.choice.details.get(name)
                weight = 20 if name == changed else 6 if name in ("weapon", "unarmed") else 2
                score += weight if own == value else 0
            return -score, place

        return known[min(range(len(known)), key=rank)]

    def made(self, do: str, base: Choice, fields: Mapping[str, Field], given: Mapping[str, Any], form: Form) -> Choice:
        """The decision: what was chosen, and for the rest what the game thinks of."""
        details = dict(base.details)
        for name, value in given.items():
            if value == fields[name].default and name not in base.details:
                continue
            details[name] = value
        if given.get("unarmed"):
            details.pop("weapon", None)
        elif "weapon" in given:
            details.pop("unarmed", None)
        for name in [name for name, value in details.items() if value == fields[name].default]:
            if name not in base.details or name in given:
                details.pop(name)
        targets = tuple(id for id in form.all("targets") if id in self.ids)
        target: str | None = form.get("target") or next(iter(targets), None)
        if base.targets or (targets and base.target is None):
            return Choice(do, base.by, None, targets or base.targets, details)
        if len(targets) > 1 and self.can_mean(wide := Choice(do, base.by, None, targets, details)):
            return wide
        if base.target is None or target not in self.ids:
            target = base.target
        return Choice(do, base.by, target, (), details)

    def lightened(self, choice: Choice, changed: str, refusal: str) -> tuple[Choice, str]:
        """The decision without the one detail that does not go with several targets, where there is one such."""
        for name in choice.details:
            if name not in ("weapon", changed):
                details = {other: value for other, value in choice.details.items() if other != name}
                lighter = replace(choice, details=details)
                if not self.reason(lighter):
                    return lighter, ""
        return choice, refusal

    def can_mean(self, choice: Choice) -> bool:
        """Can this be decided at all, whether or not the rules allow it now?"""
        error = why_not(self.session, choice)
        return error is None or isinstance(error, Refused)

    def several(self, known: Sequence[Known], choice: Choice) -> bool:
        """May several be aimed at: the decision is at several, or its mode can be turned on one more."""
        if choice.targets or choice.target is None or "mode" not in choice.details:
            return bool(choice.targets)
        others = [one.choice.target for one in known if one.choice.target not in (None, choice.target)]
        return any(
            self.can_mean(replace(choice, target=None, targets=(choice.target, str(other)))) for other in others[:1]
        )

    # -- showing ---------------------------------------------------------------------------------------------------

    def view(self, name: str, fields: Mapping[str, Field], choice: Choice, known: Sequence[Known]) -> dict[str, Any]:
        """One field, with the reasons why some of its words may not be chosen."""
        field = fields[name]
        value = choice.details.get(name)
        if name == "weapon":
            return self.weapons(fields, choice, known)
        refusals = {}
        if isinstance(field, Word):
            for word in field.words:
                if word != value:
                    refusals[word] = self.reason_with(choice, name, word, known)
        elif isinstance(field, ListOf) and isinstance(field.of, Word):
            now = list(value or ())
            for word in field.of.words:
                if word not in now:
                    refusals[word] = self.reason_with(choice, name, [*now, word], known)
        return view_of(name, field, value, self.explainer, self.ids, refusals)

    def reason_with(self, choice: Choice, name: str, value: Any, known: Sequence[Known]) -> str:
        """Why the decision may not be made with this value: neither as it stands, nor as the game thinks of it. What only
        adds to the roll is left out: the rules allow it or not without it."""
        choice = replace(choice, details={key: one for key, one in choice.details.items() if key not in self.adding})
        why = self.reason(replace(choice, details={**choice.details, name: value}))
        if not why or why == self.reason(choice):  # it stands in the way of what is chosen already
            return ""
        weapon, target = choice.details.get("weapon"), choice.target or next(iter(choice.targets), None)
        for one in known:
            same = one.choice.details.get("weapon") == weapon and one.choice.target in (target, None)
            if not one.why and same and one.choice.details.get(name) == value:
                return ""
        return why

    def weapons(self, fields: Mapping[str, Field], choice: Choice, known: Sequence[Known]) -> dict[str, Any]:
        """The choice of a weapon among those carried, and bare hands where the game thinks of them."""
        names = list(
            dict.fromkeys(str(one.choice.details["weapon"]) for one in known if "weapon" in one.choice.details)
        )
        options = []
        for name in names:
            some = [one for one in known if one.choice.details.get("weapon") == name]
            why = "" if any(not one.why for one in some) else some[0].why
            label = self.explainer.spoken(name) + self.rounds_of(choice.by, name)
            options.append({"value": name, "label": label, "chosen": choice.details.get("weapon") == name, "why": why})
        bare = [one for one in known if one.choice.details.get("unarmed")]
        if bare:
            why = "" if any(not one.why for one in bare) else bare[0].why
            chosen = bool(choice.details.get("unarmed"))
            label = self.explainer.ui("Bare hands")
            options.append({"value": BARE_HANDS, "label": label, "chosen": chosen, "why": why})
        found = view_of("weapon", fields["weapon"], None, self.explainer, self.ids, {})
        return found | {"options": options, "value": choice.details.get("weapon") or (BARE_HANDS if bare else "")}

    def rounds_of(self, by: str | None, weapon: str) -> str:
        """`` · 7/8``: what is loaded, where the game counts it."""
        if by is None:
            return ""
        place = self.ids.index(by)
        arms = getattr(self.position.fight.fighters[place], "arms", None)
        carried = [one["name"] for one in self.position.fighters.forms[place].get("weapons", ())]
        if arms is None or not hasattr(arms, "magazine") or weapon not in carried:
            return ""
        slot = carried.index(weapon)
        if slot >= len(arms.magazine) or not arms.magazine[slot]:
            return ""
        return f" · {arms.loaded[slot]}/{arms.magazine[slot]}"

    def has_weapons(self, known: Sequence[Known]) -> bool:
        """Is a weapon carried a part of this decision?"""
        return any(isinstance(one.choice.details.get("weapon"), str) for one in known)

    def weapon_fields(self) -> set[str]:
        """Fields that a weapon carried brings along."""
        weapons = (self.game.fighter_form.fields or {}).get("weapons")
        inner = getattr(getattr(weapons, "of", None), "fields", None) or {}
        return set(inner) - {"ammo", "name"} | {"class", "skill"} & set(inner)

    def targets(self, known: Sequence[Known], choice: Choice, everybody: bool) -> list[dict[str, Any]]:
        """Whom it may be aimed at: those whom the game thinks of (or ``everybody``), with the reason those who cannot be."""
        several = bool(choice.targets)
        fight, by = self.position.fight, choice.by
        found = []
        thought = [one.choice.target for one in known if one.choice.target]
        ids = list(dict.fromkeys([*thought, *choice.targets, *([choice.target] if choice.target else [])]))
        if everybody or not thought or by is None:
            caught = {id for one in known for id in one.choice.targets}
            ids += [
                id
                for place, id in enumerate(self.ids)
                if id not in ids and fight.fighters[place].stand.here and (id != by or id in caught or not several)
            ]
        elif choice.do not in STRIKES and by is not None:
            sides = {fight.fighters[self.ids.index(id)].stand.side for id in thought}
            ids += [
                id
                for place, id in enumerate(self.ids)
                if id not in ids and fight.fighters[place].stand.here and fight.fighters[place].stand.side in sides
                if not self.reason(replace(choice, target=id))
            ]
        for id in ids:
            place = self.ids.index(id)
            chosen = id in choice.targets if several else id == choice.target
            why = ""
            if not chosen and not several:
                why = self.reason(replace(choice, target=id))
                fine = any(not one.why and one.choice.target == id for one in known)
                why = "" if fine else why
            metres = None
            if by is not None and by != id:
                mine = fight.fighters[self.ids.index(by)].stand
                other = fight.fighters[place].stand
                metres = metres_between(mine, other) if mine.placed and other.placed else None
            name = self.explainer.name(place)
            found.append({"id": id, "name": name, "chosen": chosen, "why": why, "metres": metres})
        return found

    def picks(self, known: Sequence[Known], choice: Choice) -> list[dict[str, Any]]:
        """Ready decisions, where they differ in what is not chosen by words: a point, or who acts."""
        several = len({one.choice.by for one in known}) > 1
        if not several and not any(name in one.choice.details for one in known for name in ("to", "at")):
            return []
        if any("weapon" in one.choice.details for one in known):
            return []
        found = []
        for one in known[:MOST_PICKS]:
            pick = one.choice
            text = self.said(pick)
            if several and pick.by is not None:
                text = self.explainer.name(self.ids.index(pick.by)) + (f" · {text}" if pick.do not in ("act",) else "")
            fields: list[tuple[str, str]] = [("do", pick.do)]
            fields += [("by", pick.by)] if pick.by else []
            fields += [("target", pick.target)] if pick.target else []
            for name in ("to", "at"):
                if name in pick.details:
                    fields += [(f"{name}.{axis}", str(n)) for axis, n in zip("xy", pick.details[name], strict=True)]
            same = (pick.by, pick.target, pick.details.get("to")) == (
                choice.by,
                choice.target,
                choice.details.get("to"),
            )
            found.append({"text": text, "fields": fields, "chosen": same, "why": one.why})
        return found

    def said(self, choice: Choice) -> str:
        """The decision in words."""
        try:
            return describe(choice, self.explainer)
        except (FracasError, KeyError, ValueError, IndexError, TypeError):
            return act_word(self.explainer, choice.do)

    def caught(self, choice: Choice) -> list[str]:
        """Those of one's own side whom it would hit as well, by name."""
        if choice.do not in STRIKES or choice.by is None:
            return []
        try:
            return [self.explainer.name(self.ids.index(id)) for id in allies_caught(self.session, choice)]
        except (FracasError, ValueError):
            return []


def frozen(choice: Choice) -> Any:
    """A decision as a key."""
    details = sorted((name, tuple(one) if isinstance(one, list) else one) for name, one in choice.details.items())
    return choice.do, choice.by, choice.target, choice.targets, repr(details)


def composed(position: Position, viewer: Viewer, form: Form, lang: str, changed: str = "") -> dict[str, Any] | None:
    """The composer of a viewer; None: nothing can be decided now (it is over, something is asked, or it only looks on)."""
    if position.problem() is not None or position.waiting is not None or position.views.get("fight.over"):
        return None
    if not viewer.is_gm and not viewer.fighters:
        return None
    return Composer(position, viewer, lang).form(form, changed)


def choice_from(position: Position, viewer: Viewer, form: Form, lang: str) -> Choice:
    """The decision that a form means; BadInput where it means none."""
    do = form.get("do")
    if do == "set":
        return Choice(do, form.get("by") or None, None, (), {"field": form.get("field"), "value": set_value(form)})
    if do in AT_THE_TABLE or do not in position.game.decisions:
        return Choice(do)
    if do in position.game.secret and form.get("by"):  # all decide at once, whosever turn it is
        return Choice(do, form.get("by"), None, (), secret_details(position, do, form))
    composer = Composer(position, viewer, lang)
    known = composer.acts().get(do, [])
    if not known:
        return Choice(do, form.get("by") or None, form.get("target") or None)
    fields = dict(position.game.decisions[do].details.fields or {})
    given = composer.given(fields, form)
    base = composer.nearest(known, given, form, "")
    return composer.made(do, base.choice, fields, given, form)


def set_value(form: Form) -> Any:
    """The value that the GM sets: a whole number where it is one, else a word."""
    text = form.get("value").strip()
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 7 else text


def secret_details(position: Position, do: str, form: Form) -> dict[str, Any]:
    """What a form says of a decision that all make in secret."""
    fields = position.game.decisions[do].details.fields or {}
    found = {name: given_value(name, field, form) for name, field in fields.items()}
    return {name: value for name, value in found.items() if value is not None}
