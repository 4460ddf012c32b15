"""Random dice expressions for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from fracas.core.errors import BadInput
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
    plain,
    wrath_pool,
)

NUMBERS = st.integers(0, 9999).map(Number)
CONDITIONS = st.builds(Condition, st.sampled_from([">=", ">", "<=", "<", "="]), st.integers(0, 12))


@st.composite
def some_pools(draw: st.DrawFn) -> Pool:
    """A pool that may be meant."""
    die = draw(
        st.sampled_from(
            [plain(2), plain(6), plain(10), plain(20), plain(100), D66, FATE, RED, EXTRA, wrath_pool(), wrath_pool(2)]
        )
    )
    count = draw(st.integers(max(1, die.wrath), 12))
    if die.named:
        return Pool(count, die)
    given_modifiers = {
        "reroll": draw(st.none() | st.builds(Reroll, CONDITIONS, st.booleans())),
        "explode": draw(st.sampled_from(["", "!", "!o"])) if die.plain else "",
        "keep": draw(st.none() | st.builds(Keep, st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(1, count))),
        "success": draw(st.none() | CONDITIONS),
    }
    try:
        return Pool(count, die, **given_modifiers)
    except BadInput:
        return Pool(count, die)


def _joined(inside: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.builds(Negate, inside) | st.builds(Arithmetic, st.sampled_from("+-*"), inside, inside)


TREES = st.recursive(NUMBERS | some_pools(), _joined, max_leaves=8)
