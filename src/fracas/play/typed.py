"""What a person types beside a number: fields for a decision of the menu, a decision of its own, a modifier.

    3 luck 2 · 3 luck=2 aimed=leg · 3 dodge       a decision of the menu, with fields
    move 3,4 · grab bob · stance careful wary     any decision by its name: whom or what, then fields
    m +2 high ground · m dn -1 calm               a modifier for the next roll, with its reason

Everything follows from the decision's form, so that it holds for every game; nothing here prints or asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.errors import BadInput, phrase
from ..core.forms import Field, Flag, ListOf, Text, Whole, Word, one_of, shown
from ..core.game import DecisionKind, Fighters, Game
from ..core.record import Session
from .errors import in_words
from .explain import Explainer
from .legal import Choice
from .wording import fill

WIDE = str.maketrans("０１２３４５６７８９＋－−＝，、（）", "0123456789+--=,,()")
"""Full-width signs and the minus sign, as an ASCII keyboard has them."""

WHOM = ("by", "target", "targets")
DEFAULTS = ("modifier", "dice")
"""What ``m +2`` adds to, the first that a decision takes."""
TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")


@dataclass
class Modifiers:
    """What is added to the next roll: numbers and reasons by field. ``""``: the field that the decision has for it."""

    numbers: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The reasons, for the log."""
        return "; ".join(dict.fromkeys(self.reasons.values()))[:80]

    def set(self, text: str, game: Game) -> None:
        """``+2 why``, or ``dn -1 why``; 0 takes it away again."""
        words = text.split()
        name = words.pop(0) if words and words[0].isidentifier() else ""
        known = modifier_fields(game)
        if name and name not in known:
            raise BadInput(name, "unknown", one_of(name, tuple(known)))
        number = whole_of(words.pop(0)) if words else None
        if number is None:
            right = phrase("a number with its reason: {example}", example="m +2 higher ground")
            raise BadInput("m", shown(text), right)
        known[name or next(iter(known))].read(number, name or "m")
        if words:
            self.reasons[name] = Text().read(" ".join(words), "m")
        self.numbers = {key: value for key, value in {**self.numbers, name: number}.items() if value}
        self.reasons = {key: reason for key, reason in self.reasons.items() if key in self.numbers}

    def on(self, choice: Choice, game: Game) -> Choice:
        """The decision with all of it that it takes, where it does not say otherwise itself."""
        takes = game.decisions[choice.do].details.fields or {}
        default = next((name for name in DEFAULTS if name in takes), "")
        added: dict[str, Any] = {
            name or default: number for name, number in self.numbers.items() if (name or default) in takes
        }
        if added and self.label and "label" in takes:
            added["label"] = self.label
        return replace(
            choice, details={**choice.details, **{k: v for k, v in added.items() if k not in choice.details}}
        )

    def fields(self, game: Game) -> tuple[str, ...]:
        """The fields that may be named."""
        return tuple(modifier_fields(game))

    def clear(self) -> None:
        """Used, or no longer wanted."""
        self.numbers, self.reasons = {}, {}


def modifier_fields(game: Game) -> dict[str, Whole]:
    """Fields that add to a roll: whole numbers that may be below nothing and are no weapon's own. First the one that
    ``m +2`` means."""
    carried = (game.fighter_form.fields or {}).get("weapons")
    weapon = getattr(carried.of, "fields", None) if isinstance(carried, ListOf) else None
    found: dict[str, Whole] = {}
    for kind in game.decisions.values():
        for name, one in (kind.details.fields or {}).items():
            if isinstance(one, Whole) and one.low < 0 and name not in (weapon or {}):
                found.setdefault(name, one)
    first = [name for name in DEFAULTS if name in found]
    return {name: found[name] for name in (*first, *found)}


def refined(choice: Choice, text: str, session: Session, explainer: Explainer) -> Choice:
    """A decision of the menu with the fields that a person adds (``luck 2 aimed=leg``); ``aimed=`` takes one away."""
    kind = session.game.decisions[choice.do]
    lead, fields = split(text, fields_of(kind))
    if lead:
        raise BadInput(shown(lead[0]), "unknown", one_of(lead[0], tuple(fields_of(kind))))
    return with_fields(choice, fields, session, explainer)


def decision_typed(line: str, session: Session, explainer: Explainer) -> Choice | None:
    """A decision by its name, or None: the line does not begin with one."""
    do, _, rest = line.partition(" ")
    kind = session.game.decisions.get(do)
    if kind is None:
        return None
    decider = session.game.decider(session.fight)
    by = session.fighters.ids[decider] if kind.by and decider >= 0 else None
    known = fields_of(kind)
    lead, fields = split(rest, known)
    if lead and kind.target:
        fields.insert(0, ("targets" if kind.several else "target", " ".join(lead)))
    elif lead:
        names = [name for name in known if name not in WHOM]
        whole = bool(names) and isinstance(known[names[0]], (ListOf, Text))
        values = [" ".join(lead)] if whole else lead
        if len(values) > len(names):
            raise BadInput(shown(values[len(names)]), "unknown", one_of(values[len(names)], tuple(known)))
        fields = [*zip(names, values, strict=False), *fields]
    return with_fields(Choice(do, by), fields, session, explainer)


def fields_of(kind: DecisionKind) -> dict[str, Field]:
    """What may be written with a decision: its form's fields, and whom it is about."""
    whom: dict[str, Field] = {}
    if kind.target:
        whom["target"] = Text(help=phrase("whom: an id or a name"))
    if kind.several:
        whom["targets"] = ListOf(of=Text(), most=40, help=phrase("all who are in it: ids or names"))
    if kind.by:
        whom["by"] = Text(help=phrase("who does it, when nobody has the turn"))
    return {**(kind.details.fields or {}), **whom}


def split(text: str, known: Mapping[str, Field]) -> tuple[list[str], list[tuple[str, str | None]]]:
    """The words before the first field, and each field with what is written for it (None: nothing is).

    >>> split("luck 2 aimed=leg dodge", {"luck": Whole(), "aimed": Word(), "dodge": Flag()})
    ([], [('luck', '2'), ('aimed', 'leg'), ('dodge', None)])
    >>> split("3 4", {"to": ListOf(of=Whole())})
    (['3', '4'], [])
    """
    lead: list[str] = []
    found: list[tuple[str, list[str], bool]] = []
    for word in text.translate(WIDE).split():
        name, equals, value = word.partition("=")
        if equals and name.isidentifier():
            found.append((name, [value], True))
        elif word in known and (not found or is_full(*found[-1], known)):
            found.append((word, [], False))
        else:
            (found[-1][1] if found else lead).append(word)
    return lead, [(name, " ".join(words) if words else None) for name, words, _ in found]


def is_full(name: str, words: list[str], equals: bool, known: Mapping[str, Field]) -> bool:
    """May the next word begin another field? Not before this one has a value, unless it needs none; and a text after
    ``=`` goes on."""
    return bool(words or isinstance(known.get(name), Flag)) and not (equals and isinstance(known.get(name), Text))


def with_fields(choice: Choice, fields: list[tuple[str, str | None]], session: Session, explainer: Explainer) -> Choice:
    """The decision with these fields, each read by the decision's form."""
    known = fields_of(session.game.decisions[choice.do])
    details = dict(choice.details)
    whom = Names(choice, session.fighters, explainer)
    for name, text in fields:
        if name not in known:
            raise BadInput(shown(name), "unknown", one_of(name, tuple(known)))
        if text == "" and name not in WHOM:
            details.pop(name, None)
        elif text is None and not isinstance(known[name], Flag):
            raise BadInput(name, "missing", known[name].right())
        elif name in WHOM:
            choice = aimed_at(choice, name, whom.fighters(text or "", name))
        else:
            value = read(text, known[name], whom)
            known[name].read(value, name)
            details[name] = value
    return replace(choice, details=details)


def aimed_at(choice: Choice, name: str, ids: tuple[str, ...]) -> Choice:
    """The decision by or at somebody else."""
    if name != "targets" and len(ids) > 1:
        raise BadInput(name, ", ".join(ids), phrase("one fighter"))
    if name == "by":
        return replace(choice, by=ids[0])
    return replace(choice, target=ids[0], targets=()) if len(ids) == 1 else replace(choice, target=None, targets=ids)


def read(text: str | None, wanted: Field, names: Names) -> Any:
    """What is typed for a field, as a file would write it; whether it may stand there is for the field to say."""
    if text is None:
        return True
    if isinstance(wanted, Flag):
        return text in TRUE if text in (*TRUE, *FALSE) else text
    if isinstance(wanted, Whole):
        number = whole_of(text)
        return text if number is None else number
    if isinstance(wanted, Word):
        return names.word(text, wanted.words)
    if isinstance(wanted, ListOf):
        parts = text.strip("[]()").replace(",", " ").split() if text[:1] != "{" else [text]
        if isinstance(wanted.of, Text):
            parts = [part.strip() for part in text.strip("[]()").split(",") if part.strip()]
        return [read(part, wanted.of, names) for part in parts]
    if isinstance(wanted, Text):
        return names.text(text)
    number = whole_of(text)
    return in_yaml(text) if number is None else number


def in_yaml(text: str) -> Any:
    """A list or a map in brackets as YAML; other texts as they are."""
    if text[:1] not in ("[", "{"):
        return text
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError):
        return text


def whole_of(text: str) -> int | None:
    """A whole number as it is typed, or None.

    >>> whole_of("−2"), whole_of("＋3"), whole_of("3d6")
    (-2, 3, None)
    """
    plain = text.translate(WIDE)
    digits = plain[1:] if plain[:1] in ("+", "-") else plain
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) < 18 else None


class Names:
    """Fighters, weapons and the game's words as a person may type them: by id, or as the reader sees them."""

    def __init__(self, choice: Choice, fighters: Fighters, explainer: Explainer) -> None:
        self.choice, self.known, self.explainer = choice, fighters, explainer

    def fighters(self, text: str, where: str) -> tuple[str, ...]:
        """One or several, with commas between them."""
        parts = [part.strip() for part in text.translate(WIDE).strip("[]()").split(",")]
        return tuple(dict.fromkeys(self.fighter(part, where) for part in parts))

    def fighter(self, text: str, where: str) -> str:
        """An id, or a name that one fighter alone has."""
        found = self.by_name(text)
        if found is None:
            raise BadInput(where, shown(text), one_of(text, self.known.ids))
        return found

    def by_name(self, text: str) -> str | None:
        if text in self.known.ids:
            return text
        ids = [id for i, id in enumerate(self.known.ids) if self.explainer.name(i).casefold() == text.casefold()]
        return ids[0] if len(ids) == 1 else None

    def text(self, text: str) -> str:
        """A weapon that is carried, or a fighter, as the reader sees its name; other texts as they are."""
        text = text.strip("\"'")
        if self.choice.by in self.known.ids:
            for weapon in self.known.forms[self.known.ids.index(self.choice.by)].get("weapons") or ():
                if text.casefold() in (weapon["name"].casefold(), self.explainer.spoken(weapon["name"]).casefold()):
                    return str(weapon["name"])
        return self.by_name(text) or text

    def word(self, text: str, words: tuple[str, ...]) -> str:
        """One of a field's words, as a file writes it or as the reader sees it."""
        plain = text.strip().casefold().replace(" ", "_").replace("-", "_")
        if plain in words:
            return plain
        for family, terms in self.explainer.words.terms.items():
            for word in terms:
                if word in words and self.explainer.term(family, word).casefold() == text.strip().casefold():
                    return word
        return text


def field_lines(choice: Choice, session: Session, explainer: Explainer) -> Iterator[str]:
    """``luck: a whole number from 0 to 30 – points added``: every field that a decision takes, as it stands."""
    ui = explainer.ui
    for name, one in fields_of(session.game.decisions[choice.do]).items():
        value = choice.details.get(name)
        if name == "by" and choice.by is not None:
            continue
        if name in WHOM:
            value = {"by": choice.by, "target": choice.target, "targets": list(choice.targets) or None}[name]
        right = ", ".join(session.fighters.ids) if name in WHOM else in_words(one.right(), ui)
        stands = "" if value is None else f" = {explainer.value(value)}"
        text = fill(ui("{field}: {right}"), {"field": f"{name}{stands}", "right": right})
        yield text + (fill(ui(" – {help}"), {"help": ui(one.help)}) if one.help else "")
