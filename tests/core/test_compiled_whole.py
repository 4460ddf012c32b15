"""How compiled code is linked: in however many pieces, it does the same."""

from __future__ import annotations

from typing import Any

import pytest
from numba import njit

from fracas.core.compiled import whole
from fracas.core.compiled.jit import jitable


def chain() -> tuple[Any, Any]:
    """A new chain of rules, none of them compiled: (what numba calls, the same in Python)."""

    def low(n: int) -> int:
        total = 0
        for i in range(n):
            total += i * i % 7
        return total

    def middle(n: int, size: int) -> int:
        if n < 0:
            raise ValueError("negative")
        return low(n) + low(n + 1) + len(str(size))

    def high(n: int) -> int:
        return 3 * middle(n, 1000) + low(2)

    for rule in (low, middle, high):
        jitable(rule)

    @njit
    def top(n: int) -> int:
        try:
            return high(n)
        except Exception:
            return -1

    return top, high


def library_of(function: Any) -> Any:
    return next(iter(function.overloads.values())).library


def check(top: Any, high: Any) -> None:
    for n in range(30):
        assert top(n) == high(n)
    assert top(-1) == -1


@pytest.mark.parametrize(("largest", "pieces"), [(0, 3), (whole.LARGEST, 0), (whole.ENDLESS, 0)])
def test_the_same_in_however_many_pieces(monkeypatch: Any, largest: int, pieces: int) -> None:
    monkeypatch.setattr(whole, "_largest", [largest])
    top, high = chain()
    check(top, high)
    assert whole.INSTALLED
    assert len(library_of(top).needs) == pieces


def test_one_piece_takes_in_what_is_machine_code_already(monkeypatch: Any) -> None:
    monkeypatch.setattr(whole, "_largest", [0])
    top, high = chain()
    check(top, high)
    again = njit(top.py_func)
    with whole.in_one_piece():
        check(again, high)
    assert library_of(top).needs and not library_of(again).needs
    assert whole._largest == [0]


def test_called_from_python_and_from_compiled_code() -> None:
    @njit
    def double(n: int) -> int:
        return 2 * n

    @njit
    def four_times(n: int) -> int:
        return double(double(n))  # type: ignore[no-any-return]

    assert four_times(5) == 20
    assert double(5) == 10


def test_whose_symbols_are_ours() -> None:
    assert whole.is_ours("_ZN6fracas5rules5cpred4harm4soakB2v1Ex")
    assert whole.is_ours("_ZN7cpython6fracas4testB2v1Ex")
    assert not whole.is_ours("_ZN5numba7cpython7unicodeB2v1Ex")
    assert not whole.is_ours("NRT_incref")
