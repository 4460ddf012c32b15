"""Dice notation: what is read, what is refused with one clear line, and that a printed tree reads back as itself."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fracas.core.errors import BadInput
from fracas.roll.grammar import MOST_LENGTH, MOST_NESTED, parse
from fracas.roll.tree import (
    D66,
    EXTRA,
    FATE,
    RED,
    Arithmetic,
    Condition,
    Keep,
    Negate,
    Number,
    Pool,
    Reroll,
    Tree,
    check_dice,
    plain,
    pools,
    unit,
    wrath_pool,
)
from roll.trees import TREES

D6, D10, D20 = plain(6), plain(10), plain(20)

GOOD = {
    "4d6kh3": Pool(4, D6, keep=Keep("kh", 3)),
    "4d6 KL": Pool(4, D6, keep=Keep("kl", 1)),
    "4d6dh2": Pool(4, D6, keep=Keep("dh", 2)),
    "4d6dl": Pool(4, D6, keep=Keep("dl", 1)),
    "d20": Pool(1, D20),
    "D20 + 5": Arithmetic("+", Pool(1, D20), Number(5)),
    "d66": Pool(1, D66),
    "2d66": Pool(2, D66),
    "d%": Pool(1, plain(100)),
    "3d %": None,
    "4dF": Pool(4, FATE),
    "4DF": Pool(4, FATE),
    "2d6!": Pool(2, D6, explode="!"),
    "2d6!O": Pool(2, D6, explode="!o"),
    "3d10r1": Pool(3, D10, Reroll(Condition("=", 1), False)),
    "3d10r=1": Pool(3, D10, Reroll(Condition("=", 1), False)),
    "3d10ro<=2": Pool(3, D10, Reroll(Condition("<=", 2), True)),
    "3d10ro≤2": Pool(3, D10, Reroll(Condition("<=", 2), True)),
    "5d10>=6": Pool(5, D10, success=Condition(">=", 6)),
    "5d10≥6": Pool(5, D10, success=Condition(">=", 6)),
    "5d10!>=6": Pool(5, D10, explode="!", success=Condition(">=", 6)),
    "5d10>=6!": Pool(5, D10, explode="!", success=Condition(">=", 6)),
    "5d10<3": Pool(5, D10, success=Condition("<", 3)),
    "6d10kh4!r1>7": Pool(6, D10, Reroll(Condition("=", 1), False), "!", Keep("kh", 4), Condition(">", 7)),
    "d10red": Pool(1, RED),
    "2D10RED": Pool(2, RED),
    "8wg": Pool(8, wrath_pool()),
    "8wg2": Pool(8, wrath_pool(2)),
    "2ed": Pool(2, EXTRA),
    "12+2ed": Arithmetic("+", Number(12), Pool(2, EXTRA)),
    "4d6kh3+2": Arithmetic("+", Pool(4, D6, keep=Keep("kh", 3)), Number(2)),
    "１２＋２ｅｄ": Arithmetic("+", Number(12), Pool(2, EXTRA)),
    "４ｄ６ＫＨ３": Pool(4, D6, keep=Keep("kh", 3)),
    "（ｄ６－１）×２": Arithmetic("*", Arithmetic("-", Pool(1, D6), Number(1)), Number(2)),
    "５ｄ１０！＞＝６": Pool(5, D10, explode="!", success=Condition(">=", 6)),
    "1+2*3": Arithmetic("+", Number(1), Arithmetic("*", Number(2), Number(3))),
    "1-2-3": Arithmetic("-", Arithmetic("-", Number(1), Number(2)), Number(3)),
    "-d6−-2": Arithmetic("-", Negate(Pool(1, D6)), Negate(Number(2))),
    "100d66": Pool(100, D66),
    "200d1000": Pool(200, plain(1000)),
    "((d6))": Pool(1, D6),
    "(" * MOST_NESTED + "1" + ")" * MOST_NESTED: Number(1),
}

BAD = {
    "": "nothing",
    "   # only a comment": "nothing",
    "4d6k3": "'k3' at character 4",
    "d": "ends too early",
    "d6+": "ends too early",
    "(d6+2": "bracket left open",
    "d6)": "')' at character 3",
    "()": "')' at character 2",
    "d20+5>=15": "right behind the dice",
    "2 3": "'3' at character 3",
    "d6/2": "'/2' at character 3",
    "--5": "character 2",
    "d6 d8": "character 4",
    "kh3": "character 1",
    "1.5": "'.5' at character 2",
    "d²": "'²' at character 2",
    "d٣": "character 2",
    "201d6": "1 to 200 dice",
    "0d6": "1 to 200 dice",
    "101d66": "202 dice",
    "100d6+101d6": "201 dice",
    "9999d6": "9999 dice",
    "d1": "2 to 1000 sides",
    "d0": "2 to 1000 sides",
    "d1001": "2 to 1000 sides",
    "10000": "0 to 9999",
    "1" * 199: "0 to 9999",
    "4d6kh5": "1 to 4",
    "4d6kh0": "1 to 4",
    "4d6dl4": "1 to 3",
    "d6dh1": "cannot be dropped",
    "4d6kh3kl1": "one modifier of a kind",
    "4d6kh3dl1": "one modifier of a kind",
    "d6!!": "one modifier of a kind",
    "d6r1r2": "one modifier of a kind",
    "d6>=2>=3": "one modifier of a kind",
    "d6r<7": "never ends",
    "dFr<2": "never ends",
    "d6!r<6": "never ends",
    "d66!": "do not explode",
    "4dF!o": "do not explode",
    "8wgkh3": "no modifiers",
    "d10red!": "no modifiers",
    "2edr1": "no modifiers",
    "8wg9": "1 to 8 Wrath dice",
    "8wg0": "1 to 8 Wrath dice",
    "0wg": "1 to 200 dice",
    "1+" * 100 + "1": "at most 200",
    "(" * (MOST_NESTED + 1) + "1" + ")" * (MOST_NESTED + 1): "at most 20",
    "d6\x1b[31m": "at character 3",
}


@pytest.mark.parametrize(("text", "tree"), [(text, tree) for text, tree in GOOD.items() if tree is not None])
def test_notation_is_read(text: str, tree: Tree) -> None:
    assert parse(text).tree == tree
    assert parse(str(tree)).tree == tree


@pytest.mark.parametrize(("text", "says"), BAD.items())
def test_mistakes_are_refused_with_one_clear_line(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text)
    line = str(caught.value)
    assert line.startswith("roll: ")
    assert " - should be " in line
    assert says in line
    assert line.isprintable()
    assert len(line) < 260


@pytest.mark.parametrize("value", [None, 4, 1.5, b"d6", ["d6"]])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(BadInput):
        parse(value)


def test_comments_are_kept() -> None:
    assert parse("4d6kh3 # Strength, ４ dice × 1").comment == "Strength, ４ dice × 1"
    assert parse("4d6kh3＃力量").comment == "力量"
    assert str(parse("d6#a\x07\n b # c")) == "d6 # a b # c"
    assert parse("d6 #").comment == ""


def test_what_a_result_counts() -> None:
    counted = {
        text: unit(parse(text).tree) for text in ("d6", "5d10>=6", "5d10>=6+1", "5d10>=6+d6", "8wg", "12+2ed", "3")
    }
    assert list(counted.values()) == ["total", "successes", "successes", "total", "icons", "total", "total"]


# ------------------------------------------------------------------------------------------------------- round trips


@given(TREES)
def test_a_printed_tree_reads_back_as_itself(tree: Tree) -> None:
    text = str(tree)
    assume(len(text) <= MOST_LENGTH and sum(pool.dice for pool in pools(tree)) <= 200)
    assert parse(text).tree == tree
    assert parse(text.upper()).tree == tree
    spaced = text.replace("+", " + ").replace("*", "×").replace(">=", "≥")
    if len(spaced) <= MOST_LENGTH:
        assert parse(spaced).tree == tree


@given(st.text("0123456789dDfF%rokhlwgeEd!<>=+-*×() #≥６ｄ\x00é", max_size=40) | st.text(max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        written = parse(text)
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert check_dice(written.tree) is written.tree
        assert parse(str(written)) == written
