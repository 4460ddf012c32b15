"""What the views of several games share: who is known, the weapon of a decision, how far it is, what its roll is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from enum import IntEnum
from typing import Any

from ....core.errors import FracasError
from ....core.rule import rule_id_of
from ....core.table import Asked, FacesTable, LiveTable, Noted, SeededTable
from ....play.explain import Explainer
from ....play.legal import Choice
from ....table.position import Position
from ...telling import explainer_of

Data = dict[str, Any]
SOME_DICE = 80
"""More than one decision's first roll needs."""
MOST_POINTS = 10
"""Up to so many points are chosen by pressing one; more are typed."""


class Known:
    """The fight at one position, and words for it. ``fight`` is None where today's rules cannot take it."""

    def __init__(self, seen: Mapping[str, Any], position: Position, lang: str) -> None:
        self.seen, self.position = seen, position
        self.explainer: Explainer = explainer_of(position, lang)
        self.ui = self.explainer.ui
        self.fight: Any = None if position.problem() is not None else position.fight
        self.ids = position.ids

    def of(self, id: str | None) -> Any:
        """A fighter's state, where the viewer sees all of it; else None."""
        fields = self.fields(id)
        if id is None or self.fight is None or not fields or "loaded" not in fields:
            return None
        return self.fight.fighters[self.ids.index(id)]

    def fields(self, id: str | None) -> Mapping[str, Any]:
        """What the viewer sees of a fighter."""
        found: Mapping[str, Any] = next(
            (one["fields"] for one in self.seen["state"]["fighters"] if one["id"] == id), {}
        )
        return found

    def form(self, id: str) -> Mapping[str, Any]:
        """What a fighter was made from."""
        return self.explainer.fighters.forms[self.ids.index(id)]

    def name(self, id: str) -> str:
        """A fighter's name."""
        return self.explainer.name(self.ids.index(id))

    def weapons(self, id: str) -> list[Data]:
        """The weapons carried, with their rounds: ``{name, label, loaded, magazine}``; ``magazine`` 0 needs none."""
        who = self.of(id)
        if who is None:
            return []
        return [
            {
                "name": weapon["name"],
                "label": self.explainer.spoken(weapon["name"]),
                "loaded": who.arms.loaded[slot],
                "magazine": who.arms.magazine[slot],
            }
            for slot, weapon in enumerate(self.form(id).get("weapons", ()))
        ]

    def weapon(self, choice: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The form of the weapon that a decision names; None: bare hands, or none."""
        name = choice.get("with", {}).get("weapon")
        carried = self.form(choice["by"]).get("weapons", ()) if choice.get("by") in self.ids else ()
        return next((one for one in carried if one["name"] == name), None)


def told_range(made: list[Data], rule: str) -> Data:
    """The numbers of the note on the range among what a roll is made of; none: ``{}``."""
    return next((one["numbers"] for one in made if one["rule"] == rule and "distance" in one.get("numbers", {})), {})


def chosen(composer: Mapping[str, Any]) -> list[str]:
    """The ids of those whom the composer's decision is aimed at."""
    choice = composer["choice"]
    return list(choice.get("targets") or ([choice["target"]] if choice.get("target") else []))


def metres_of(composer: Mapping[str, Any]) -> int | None:
    """How far it is: as the decision says, or to the nearest of those aimed at; None: that is not known."""
    given = composer["choice"].get("with", {}).get("distance")
    if given is not None:
        return int(given)
    ids = chosen(composer)
    far = [one["metres"] for one in composer["targets"] or () if one["id"] in ids and one["metres"] is not None]
    return min(far, default=None)


def taken(composer: Data, *names: str) -> dict[str, Data]:
    """Fields taken out of the composer, by name: the game shows them itself."""
    found: dict[str, Data] = {}
    for part in ("mains", "more"):
        found |= {one["name"]: one for one in composer[part] if one["name"] in names}
        composer[part] = [one for one in composer[part] if one["name"] not in names]
    return found


def arranged(composer: Data, first: Collection[str]) -> None:
    """The further fields in this order, all others after them."""
    order = {name: place for place, name in enumerate(first)}
    composer["more"].sort(key=lambda one: order.get(one["name"], len(order)))


def points(field: Mapping[str, Any], left: int) -> Data:
    """A field of points, up to what is ``left``, as buttons: ``{name, label, left, options: [{value, chosen}]}``."""
    value = int(field["value"] or 0)
    options = [{"value": n, "chosen": n == value} for n in range(min(left, MOST_POINTS) + 1)]
    return {"name": field["name"], "label": field["label"], "left": left, "value": value, "options": options}


def choice_of(composer: Mapping[str, Any]) -> Choice:
    """The composer's decision."""
    data = composer["choice"]
    targets = tuple(data.get("targets") or ())
    return Choice(data["do"], data.get("by"), data.get("target"), targets, data.get("with", {}))


def made_of(known: Known, composer: Mapping[str, Any], until: IntEnum, kinds: Collection[IntEnum]) -> list[Data]:
    """What the roll of a decision is made of, from the rules themselves: the notes of these ``kinds`` up to the first
    ``until``, each ``{text, rule, numbers}``, and at the end ``{numbers}`` of that one. Empty: it may not be made.
    """
    table = FacesTable("5 " * SOME_DICE)
    choice = choice_of(composer)
    if choice.do == "stabilise" and known.of(choice.target) is None:  # its number tells how badly the patient is hurt
        return []
    with suppress(FracasError):
        decision = choice.build(known.position.game, known.explainer.fighters)
        known.position.game.step(known.fight, decision, table)
    return notes_until(known, table, choice, until, kinds)


def notes_until(
    known: Known, table: LiveTable, choice: Choice, until: IntEnum, kinds: Collection[IntEnum]
) -> list[Data]:
    """See :func:`made_of`: what a table has heard."""
    found: list[Data] = []
    book = known.position.game.book
    for event in table.events:
        if not isinstance(event, Noted):
            continue
        numbers = dict(zip(book.note_names(event.why), event.numbers, strict=True))
        if event.why is until:
            return [*found, {"numbers": numbers}]
        if event.why in kinds:
            text = known.explainer.sentence(event.why, numbers, choice.details)
            found.append({"text": text, "rule": rule_id_of(event.why), "numbers": numbers})
    return []


def reasons(known: Known, call: Callable[[], Any]) -> str:
    """Why the rules refuse something, in words; "": they do not."""
    try:
        call()
    except FracasError as error:
        return known.explainer.error(error)
    return ""


def faces_that(rule: Callable[[LiveTable], bool]) -> list[int]:
    """Of the faces of a d10, those with which ``rule(table)`` is true."""
    return [face for face in range(1, 11) if rule(FacesTable(str(face)))]


def asked_numbers(rule: Callable[[LiveTable], Any]) -> list[tuple[IntEnum, int]]:
    """The questions that ``rule(table)`` puts, and the number that each is held against (rules that compare)."""
    table = SeededTable(0)
    rule(table)
    return [(one.why, one.number) for one in table.events if isinstance(one, Asked) and one.number is not None]
