"""What can go wrong, each with one clear line: where, what, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping


class Phrase(str):
    """A text with numbers or words filled in that remembers its ``template`` and ``values``, so that a reader's language
    can say the same (see :func:`phrase`)."""

    template: str
    values: Mapping[str, object]


def phrase(template: str, **values: object) -> Phrase:
    """The template with its values in it.

    >>> phrase("a whole number from {low} to {high}", low=1, high=6)
    'a whole number from 1 to 6'
    """
    text = Phrase(template.format(**values) if values else template)
    text.template, text.values = template, values
    return text


class FracasError(Exception):
    """Base of every error that a user's input can cause; ``rule`` is the id of the rule concerned, or ``""``."""

    rule: str = ""


class BadInput(FracasError, ValueError):
    """Something given cannot be meant.

    >>> print(BadInput("ann.armour[0].sp", "-3", "a whole number from 0 to 60", "cpred.armour.soak"))
    ann.armour[0].sp: -3 - should be a whole number from 0 to 60 [cpred.armour.soak]
    """

    def __init__(self, where: str, what: str, right: str, rule: str = "") -> None:
        self.where, self.what, self.right, self.rule = where, what, right, rule
        super().__init__(where, what, right, rule)

    def __str__(self) -> str:
        line = f"{self.where}: {self.what} - should be {self.right}"
        return f"{line} [{self.rule}]" if self.rule else line

    def under(self, place: str) -> BadInput:
        """The same error seen from one level further out: ``sp`` under ``ann.armour`` is ``ann.armour.sp``."""
        joint = "" if self.where.startswith("[") or not self.where or place.endswith(" ") else "."
        return type(self)(f"{place}{joint}{self.where}", self.what, self.right, self.rule)


class Impossible(BadInput):
    """Each field can be meant, but not together: a rule does not allow the combination (autofire hand to hand)."""


class Refused(FracasError):
    """A rule does not allow the decision. Nothing has changed.

    ``why`` is the note key (a member of the game's ``RULE``), ``numbers`` its numbers, so that the reason can be
    told in any language; ``rule`` is the rule id.
    """

    def __init__(self, rule: str, why: object, numbers: tuple[int, ...]) -> None:
        self.rule, self.why, self.numbers = rule, why, numbers
        super().__init__(rule, why, numbers)

    def __str__(self) -> str:
        return f"refused by {self.rule} {self.numbers if self.numbers else ''}".rstrip()


class Pending(FracasError):
    """A scripted table has no answer left: ``question`` says what the rules want to know next."""

    def __init__(self, question: object) -> None:
        self.question = question
        super().__init__(question)

    def __str__(self) -> str:
        return f"an answer is missing: {self.question}"
