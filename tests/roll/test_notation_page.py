"""docs/dice-notation.md is true: its expressions are read, its Python runs and says what it says."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from fracas.core.errors import BadInput
from fracas.roll import parse

PAGE = (Path(__file__).parents[2] / "docs" / "dice-notation.md").read_text("utf-8")


def test_every_expression_of_the_page_is_read() -> None:
    text = re.sub(r"^```.*?^```", "", PAGE, flags=re.M | re.S)
    found = [
        one
        for one in re.findall(r"`([^`]+)`", text)
        if re.match(r"[-(\d]*\d?[dｄ]|\d+(wg|ed|\+)|[(-]", one) and "--" not in one
    ]
    assert len(found) > 25
    refused = []
    for one in found:
        try:
            parse(one)
        except BadInput:
            refused.append(one)
    assert set(refused) <= {"dl3", "dh3", "-", "(", "d20+5>=15"}


def test_the_python_of_the_page_runs() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    space: dict[str, object] = {}
    checked = 0
    for line in block.splitlines():
        code, _, says = line.partition("  # ")
        if says and "parse(" not in code:
            assert eval(code, space) == eval(says, {"Fraction": Fraction}), line
            checked += 1
        else:
            exec(line, space)
    assert checked == 2


@pytest.mark.parametrize("sign", ["r", "ro", "!", "!o", "kh", "kl", "dh", "dl", ">=", ">", "<=", "<", "="])
def test_every_modifier_is_on_the_page(sign: str) -> None:
    assert f"`{sign}" in PAGE
