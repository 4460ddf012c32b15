"""Events become sentences, in the reader's language: each with its rule, and the house rule that decided where one did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ..core.errors import BadInput, FracasError, Pending, Refused
from ..core.game import Fighters, Game
from ..core.rule import rule_id_of
from ..core.table import Asked, Chosen, Event, Looped, Noted, Question
from .errors import bad_input
from .sentences import Words, words_of_game
from .wording import By, counted, fill, translator


@dataclass(frozen=True)
class Line:
    """One line of an explanation. ``decided``: the house rule that decided, and its value, in words; or ``""``."""

    rule: str
    title: str
    text: str
    decided: str = ""
    loop: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        found = {"rule": self.rule, "title": self.title, "text": self.text, "decided": self.decided, "loop": self.loop}
        return {key: value for key, value in found.items() if value not in ("", None)}


class Explainer:
    """Explains one game's events to one reader.

    ``fighters`` gives names and where numbers come from; ``lang`` is ``en``, ``fr`` or ``zh``; ``known``: names of a pack
    that were kept in one language, in the reader's.
    """

    def __init__(
        self, game: Game, fighters: Fighters, lang: str = "en", known: Mapping[str, str] | None = None
    ) -> None:
        self.game, self.fighters, self.lang, self.known = game, fighters, lang, known or {}
        self.words: Words = words_of_game(game.name)
        self.say = translator(game.name, lang)
        self.ui = translator("fracas", lang)

    def lines(self, events: Iterable[Event], details: Mapping[str, Any] | None = None) -> list[Line]:
        """The explanation of what happened, in order. ``details`` are the decision's fields (for a modifier's label)."""
        found: list[Line] = []
        loop: int | None = None
        for event in events:
            if isinstance(event, Looped):
                loop = event.place
            elif isinstance(event, Asked):
                found.append(self._asked(event, loop))
            elif isinstance(event, Chosen):
                found.append(self._chosen(event, loop))
            else:
                line = self._noted(event, details or {}, loop)
                if line:
                    found.append(line)
        return found

    def name(self, index: int) -> str:
        """A fighter's name: the one on the form, or the id; -1 is the GM."""
        if index < 0:
            return self.ui("the GM")
        return self.spoken(str(self.fighters.forms[index].get("name") or self.fighters.ids[index]))

    def spoken(self, name: str) -> str:
        """A name of the pack in the reader's language, with the number that tells copies apart; other names as they are."""
        if name in self.known:
            return self.known[name]
        base, _, number = name.rpartition(" ")
        return f"{self.known[base]} {number}" if number.isdecimal() and base in self.known else name

    def option(self, question: IntEnum, option: int) -> str:
        """An option of a choice, in words."""
        word = self.game.choices[question][option]
        return self.value(word) if isinstance(word, bool) else self.say(self.words.choices[word])

    def title(self, rule: str) -> str:
        """A rule's short title."""
        return self.say(self.words.titles.get(rule, rule))

    def term(self, family: str, word: str) -> str:
        """A word of the game (``place``, ``head``) in the reader's language."""
        return self.say(self.words.terms.get(family, {}).get(word, word))

    def value(self, value: Any) -> str:
        """A value of a view, as a reader sees it."""
        if isinstance(value, bool):
            return self.ui("yes") if value else self.ui("no")
        if isinstance(value, (list, tuple)):
            return self.ui(", ").join(self.value(one) for one in value) or "–"
        if isinstance(value, int):
            return f"−{-value}" if value < 0 else str(value)
        return self.say(self.words.values.get(value, value))

    def shared(self, fight: Any) -> str:
        """What the fight as a whole has that a menu shows (`` · Glory 1 · Ruin 2``)."""
        ids = self.fighters.ids
        numbers = (
            (self.words.fields[name], self.game.look(fight, ids, f"fight.{name}")) for name in self.game.fight_shown
        )
        return "".join(fill(" · {name} {value}", {"name": self.say(name), "value": value}) for name, value in numbers)

    def summary(self, fight: Any, id: str) -> str:
        """One line on how a fighter stands."""
        parts = [
            fill(
                "{name} {value}",
                {
                    "name": self.say(self.words.fields[name]),
                    "value": self.value(self.game.look(fight, self.fighters.ids, f"{id}.{name}")),
                },
            )
            for name in self.game.shown
            if self.game.look(fight, self.fighters.ids, f"{id}.{name}") is not None
        ]
        for flag in self.game.flags:
            if self.game.look(fight, self.fighters.ids, f"{id}.{flag}"):
                parts.append(self.say(self.words.fields[flag]))
        name = self.name(self.fighters.ids.index(id))
        return fill(self.ui("{who}: {state}"), {"who": name, "state": self.ui("; ").join(parts)})

    def _asked(self, event: Asked, loop: int | None) -> Line:
        rule = rule_id_of(event.why)
        question = self.say(self.words.questions[event.why])
        faces = self.ui(", ").join(map(str, event.faces))
        values: dict[str, Any] = {"question": question, "dice": str(event.dice), "faces": faces}
        if event.number is None:
            text = fill(self.ui("Dice ({question}): {dice} shows {faces}."), values)
        else:
            values |= {"bonus": event.bonus, "number": event.number, "total": event.summary + (event.bonus or 0)}
            text = fill(self.ui("Dice ({question}): {dice} shows {faces}; {total} against {number}."), values)
        return Line(rule, self.title(rule), text, "", loop)

    def _chosen(self, event: Chosen, loop: int | None) -> Line:
        rule = rule_id_of(event.why)
        question = self.say(self.words.questions[event.why])
        option = self.name(event.option) if event.picked else self.option(event.why, event.option)
        values = {"who": self.name(event.who), "question": question, "option": option}
        text = fill(self.ui("{who} chooses ({question}): {option}."), values)
        return Line(rule, self.title(rule), text, "", loop)

    def _noted(self, event: Noted, details: Mapping[str, Any], loop: int | None) -> Line | None:
        names = self.game.book.note_names(event.why)
        values = dict(zip(names, event.numbers, strict=True))
        option = self.words.readings.get(event.why, "")
        decided = ""
        if option and values["decided"]:
            decided = self.reading(option, values[option])
        elif option and set(names) == {option, "decided"}:
            return None
        rule = rule_id_of(event.why)
        text = self.sentence(event.why, values, details)
        return Line(rule, self.title(rule), text, decided, loop)

    def reading(self, option: str, value: int) -> str:
        """A house rule and its value, in words: ``tie on a check: the defender wins``."""
        word = self.game.number_names[option](value)
        what = {"option": self.say(self.words.options[option]), "value": self.term(option, word)}
        return fill(self.ui("{option}: {value}"), what)

    def sentence(self, why: Any, numbers: Mapping[str, int], details: Mapping[str, Any]) -> str:
        """One note's sentence with its numbers in it."""
        sentence = self.words.sentences[why]
        if isinstance(sentence, By):
            sentence = sentence.sentences.get(numbers[sentence.number], sentence.otherwise)
        extras = self.words.extras(self.fighters.forms, why, numbers)
        values: dict[str, Any] = dict(numbers) | {name: self.spoken(str(word)) for name, word in extras.items()}
        for name, number in numbers.items():
            if name == "who":
                values[name] = self.name(number)
            elif name in self.game.number_names:
                values[name] = self.term(name, self.game.number_names[name](number))
        label = details.get("label")
        values["label"] = fill(self.ui(" ({label})"), {"label": label}) if label else ""
        return fill(counted(self.game.name, self.lang, sentence, numbers), values)

    def refusal(self, error: Refused) -> str:
        """Why a rule does not allow a decision."""
        names = self.game.book.note_names(error.why)  # type: ignore[arg-type]
        return self.sentence(error.why, dict(zip(names, error.numbers, strict=True)), {})

    def question(self, question: Question) -> str:
        """What a table wants to know next."""
        count = len(question.sides)
        options = question.among.bit_count() or question.options
        dice = f"{count}d{question.sides[0]}" if count else str(options)
        return fill("{question} ({dice})", {"question": self.say(self.words.questions[question.why]), "dice": dice})

    def error(self, error: FracasError) -> str:
        """Any error, on one line, in the reader's language as far as it is ours to say."""
        if isinstance(error, Refused):
            return f"{self.refusal(error)} [{error.rule}]"
        if isinstance(error, Pending) and isinstance(error.question, Question):
            rule = rule_id_of(error.question.why)
            return (
                fill(self.ui("dice: one answer is missing: {question}"), {"question": self.question(error.question)})
                + f" [{rule}]"
            )
        return bad_input(error, self.lang) if isinstance(error, BadInput) else str(error)

    def headline(self, fight: Any, do: str, by: str | None, target: str | None, events: Sequence[Event]) -> str:
        """One sentence: who hit whom, what it cost, what is left. Empty for other decisions, and where nothing happened."""
        if target is None or do not in ("attack", "hit") or not events:
            return ""
        ids = self.fighters.ids
        who = fight.fighters[ids.index(target)]
        vital = self.game.vital(who)
        return self.blow(
            by,
            target,
            self.game.look(fight, ids, f"outcome.{target}.hit"),
            self.game.look(fight, ids, f"outcome.{target}.suffered"),
            self.game.look(fight, ids, "outcome.critical"),
            vital,
            self.game.look(fight, ids, f"{target}.{vital}"),
            self.game.counts_taken(who),
        )

    def blow(
        self, by: str | None, target: str, hit: Any, suffered: int, critical: Any, vital: str, left: Any, taken: bool
    ) -> str:
        """One sentence on a blow at ``target``: what it cost in the ``vital`` field, which counts what was ``taken`` or what
        is left, and how much of it is ``left`` now."""
        ids = self.fighters.ids
        values = {
            "by": self.name(ids.index(by)) if by is not None else "",
            "target": self.name(ids.index(target)),
            "what": self.say(self.words.fields[vital]),
            "change": suffered if taken else -suffered,
            "left": left,
        }
        if not hit:
            return fill(self.ui("{by} misses {target}."), values) if by is not None else ""
        if not suffered and by is not None:
            text = self.ui("{by} hits {target}: {what} unchanged, {left}.")
        elif not suffered:
            text = self.ui("{target} is hit: {what} unchanged, {left}.")
        elif by is None:
            text = self.ui("{target} is hit: {what} {change:+}, now {left}.")
        else:
            text = self.ui("{by} hits {target}: {what} {change:+}, now {left}.")
        return self.with_critical(fill(text, values), critical)

    def with_critical(self, text: str, critical: Any) -> str:
        """The sentence, and the game's word for a critical hit after it, if it was one."""
        word = self.say(self.words.critical) if critical else ""
        space = "" if self.lang == "zh" or not word else " "
        return text + space + word


def explain(
    game: Game, fighters: Fighters, events: Sequence[Event], lang: str = "en", details: Mapping[str, Any] | None = None
) -> list[Line]:
    """The explanation of these events (see :meth:`Explainer.lines`)."""
    return Explainer(game, fighters, lang).lines(events, details)


def check_language(lang: str) -> str:
    """The language, or one clear line."""
    translator("fracas", lang)
    return lang
