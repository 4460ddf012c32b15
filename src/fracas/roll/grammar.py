"""Dice notation read into a tree: ``4d6kh3+2 # strength``. The grammar is docs/dice-notation.md in lark's words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

from ..core.errors import BadInput
from ..core.forms import shown
from .tree import (
    D66,
    EXTRA,
    FATE,
    MOST_NUMBER,
    RED,
    Arithmetic,
    Condition,
    Die,
    Keep,
    Negate,
    Number,
    Pool,
    Reroll,
    Tree,
    check_dice,
    plain,
    wrath_pool,
)

MOST_LENGTH = 200
MOST_NESTED = 20
RIGHT = "dice such as 4d6kh3+2, 2d6!, 3d10ro<=2, 5d10>=6, d66, d%, 4dF, d10red, 8wg, 12+2ed"

GRAMMAR = r"""
?sum: product
    | sum "+" product                -> plus
    | sum "-" product                -> minus
?product: signed
    | product "*" signed             -> times
?signed: atom
    | "-" atom                       -> negate
?atom: INT                           -> number
    | "(" sum ")"
    | pool
pool: die modifier*
die: [INT] "d" INT                    -> sided
    | [INT] "d%"                      -> hundred
    | [INT] "df"                      -> fate
    | [INT] "d10red"                  -> red
    | [INT] "ed"                      -> extra
    | [INT] "wg" [INT]                 -> wrath
?modifier: REROLL condition          -> reroll
    | EXPLODE                        -> explode
    | KEEP [INT]                      -> keep
    | SIGN INT                       -> success
condition: [SIGN] INT
REROLL: "ro" | "r"
EXPLODE: "!o" | "!"
KEEP: "kh" | "kl" | "dh" | "dl"
SIGN: ">=" | "<=" | "≥" | "≤" | ">" | "<" | "="
INT: /[0-9]+/
%ignore /\s+/
"""

_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord(odd): ord(usual) for odd, usual in {"　": " ", "×": "*", "−": "-", "–": "-"}.items()
}


@dataclass(frozen=True)
class Written:
    """An expression as it was written: its tree, and what stood behind ``#``."""

    tree: Tree
    comment: str = ""

    def __str__(self) -> str:
        return f"{self.tree} # {self.comment}" if self.comment else str(self.tree)


def parse(text: object) -> Written:
    """An expression read. Upper and lower case, full-width characters, ``×``, ``≥`` and ``−`` are all understood.

    Raises :class:`BadInput`, one clear line, for anything that is no dice expression or goes beyond the limits.

    >>> parse("４D６ＫＨ３ ＋ 2 # Strength")
    Written(tree=Arithmetic(sign='+', left=Pool(count=4, die=Die(name='d6', sides=6, parts=1, wrath=0), reroll=None,
      explode='', keep=Keep(how='kh', number=3), success=None), right=Number(value=2)), comment='Strength')
    >>> str(parse("(2d6!+1)×2"))
    '(2d6!+1)*2'
    >>> parse("4d6k3")
    Traceback (most recent call last):
    ...
    fracas.core.errors.BadInput: roll: 'k3' at character 4 of 4d6k3 - should be dice such as 4d6kh3+2, 2d6!, 3d10ro<=2,
      5d10>=6, d66, d%, 4dF, d10red, 8wg, 12+2ed
    """
    if not isinstance(text, str):
        raise BadInput("roll", shown(text), RIGHT)
    if len(text) > MOST_LENGTH:
        raise BadInput("roll", f"{len(text)} characters", f"an expression of at most {MOST_LENGTH}")
    written, _, comment = text.translate({ord("＃"): "#"}).partition("#")
    comment = " ".join("".join(one if one.isprintable() else " " for one in comment).split())
    plain_text = "".join(one.lower() if one.isascii() else one for one in written.translate(_PLAIN))
    if not plain_text.strip():
        raise BadInput("roll", "nothing", RIGHT)
    _check_nesting(plain_text)
    try:
        tree = _Builder().transform(_parser().parse(plain_text))
    except VisitError as error:
        if isinstance(error.orig_exc, BadInput):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _unexpected(error, plain_text, written) from None
    return Written(check_dice(tree), comment)


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, start="sum", parser="lalr")


def _check_nesting(text: str) -> None:
    depth = 0
    for one in text:
        depth += (one == "(") - (one == ")")
        if depth > MOST_NESTED:
            raise BadInput("roll", f"more than {MOST_NESTED} brackets inside one another", f"at most {MOST_NESTED}")


def _unexpected(error: UnexpectedInput, text: str, written: str) -> BadInput:
    """Where reading stopped, and what would be right there."""
    place: int | None = getattr(error, "pos_in_stream", None)
    written = "".join(one if one.isprintable() else " " for one in written)
    if place is None or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        if text.count("(") > text.count(")"):
            return BadInput("roll", f"a bracket left open in {shown(written)}", "closed with )")
        return BadInput("roll", f"{shown(written)} ends too early", RIGHT)
    rest = shown("".join(written[place:].split()[:1])[:12])
    what = f"'{rest}' at character {place + 1} of {shown(written)}"
    if text[place] in "<>=≥≤":
        return BadInput("roll", what, "written right behind the dice it counts, such as 5d10>=6")
    if text[place] == ")":
        return BadInput("roll", what, "a bracket that was opened before, with something in it")
    return BadInput("roll", what, RIGHT)


def _whole(token: Token) -> int:
    """A number that is not absurdly large."""
    digits = token.lstrip("0") or "0"
    if len(digits) > len(str(MOST_NUMBER)) or int(digits) > MOST_NUMBER:
        raise BadInput("roll", shown(str(token)), f"a number from 0 to {MOST_NUMBER}")
    return int(digits)


def _counted(die: Die, numbers: list[Token | None]) -> tuple[int, Die]:
    return (_whole(numbers[0]) if numbers and numbers[0] is not None else 1, die)


class _Builder(Transformer[Token, Any]):
    """From lark's tree to ours, from the leaves up."""

    def number(self, parts: list[Token]) -> Tree:
        return Number(_whole(parts[0]))

    def negate(self, parts: list[Tree]) -> Tree:
        return Negate(parts[0])

    def plus(self, parts: list[Tree]) -> Tree:
        return Arithmetic("+", *parts)

    def minus(self, parts: list[Tree]) -> Tree:
        return Arithmetic("-", *parts)

    def times(self, parts: list[Tree]) -> Tree:
        return Arithmetic("*", *parts)

    def sided(self, parts: list[Token]) -> tuple[int, Die]:
        sides = _whole(parts[-1])
        return _counted(D66 if sides == 66 else plain(sides), [*parts[:-1]])

    def hundred(self, parts: list[Token | None]) -> tuple[int, Die]:
        return _counted(plain(100), parts)

    def fate(self, parts: list[Token | None]) -> tuple[int, Die]:
        return _counted(FATE, parts)

    def red(self, parts: list[Token | None]) -> tuple[int, Die]:
        return _counted(RED, parts)

    def extra(self, parts: list[Token | None]) -> tuple[int, Die]:
        return _counted(EXTRA, parts)

    def wrath(self, parts: list[Token | None]) -> tuple[int, Die]:
        count, wrath = parts
        return _counted(wrath_pool(_whole(wrath) if wrath is not None else 1), [count])

    def condition(self, parts: list[Token | None]) -> Condition:
        sign, number = parts
        assert number is not None
        return Condition({"≥": ">=", "≤": "<="}.get(str(sign), str(sign)) if sign else "=", _whole(number))

    def reroll(self, parts: list[Any]) -> tuple[str, Reroll]:
        return "reroll", Reroll(parts[1], str(parts[0]) == "ro")

    def explode(self, parts: list[Token]) -> tuple[str, str]:
        return "explode", str(parts[0])

    def keep(self, parts: list[Token | None]) -> tuple[str, Keep]:
        how, number = parts
        return "keep", Keep(str(how), _whole(number) if number is not None else 1)

    def success(self, parts: list[Token | None]) -> tuple[str, Condition]:
        return "success", self.condition(parts)

    def pool(self, parts: list[Any]) -> Tree:
        (count, die), *modifiers = parts
        given: dict[str, Any] = {}
        for name, modifier in modifiers:
            if name in given:
                right = "one modifier of a kind for each pool (re-roll, explode, keep or drop, successes)"
                raise BadInput("roll", f"{given[name]} and {modifier} on one pool", right)
            given[name] = modifier
        return Pool(count, die, **given)
