"""Distributions as data frames, charts and in notebooks: the same numbers, nothing imported that nobody asked for."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from fracas.core.errors import BadInput
from fracas.core.game import decide, set_up
from fracas.odds import Distribution, odds_of
from fracas.odds.display import MOST_ROWS, at_least, fraction
from fracas.rules import load


@pytest.fixture(scope="module")
def odds() -> Any:
    game = load("cpred")
    setup = set_up(game, {"v": {"hp": 40, "armour": [{"name": "jacket", "sp": 11, "covers": ["body"]}]}})
    hit = decide(game, setup.fighters, "hit", target="v", details={"damage": "3d6"})
    return odds_of(game, setup.fight, hit, setup.fighters.ids)


class Table(HTMLParser):
    """The rows of a table as texts; every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def test_a_data_frame_has_every_value(odds: Any) -> None:
    polars = pytest.importorskip("polars")
    one = odds.of("v.hp")
    frame = one.to_polars()
    assert frame.columns == ["v.hp", "chance", "exact", "at_least"] and frame["v.hp"].dtype == polars.Int64
    assert {row["v.hp"]: Fraction(row["exact"]) for row in frame.to_dicts()} == one.chances
    assert frame["chance"].to_list() == [float(chance) for chance in one.chances.values()]
    assert frame["at_least"].to_list() == [float(one.at_least(value)) for value in one.chances]
    joint = odds.of("v.hp", "outcome.hit", "v.injuries").to_polars()
    assert joint.columns == ["v.hp", "outcome.hit", "v.injuries", "chance", "exact"]
    assert sum(map(Fraction, joint["exact"])) == 1 and joint["v.injuries"].dtype == polars.String
    mixed = Distribution(("place",), {"head": Fraction(1, 3), 7: Fraction(1, 3), True: Fraction(1, 3)}).to_polars()
    assert sorted(mixed["place"]) == ["7", "head", "true"]


@pytest.mark.parametrize(("paths", "mark"), [(("v.hp",), "bar"), (("v.hp", "v.sp.body"), "rect")])
def test_a_chart_shows_every_value(odds: Any, paths: tuple[str, ...], mark: str) -> None:
    pytest.importorskip("altair")
    found = odds.of(*paths)
    spec = found.chart().to_dict()
    drawn = spec["data"]["values"]
    assert spec["mark"]["type"] == mark and len(drawn) == len(found.chances)
    assert sum(one["chance"] for one in drawn) == pytest.approx(1)
    if mark == "bar":
        assert {one["value"]: one["chance"] for one in drawn} == {k: float(v) for k, v in found.chances.items()}
    else:
        assert {(one["down"], one["across"]): one["chance"] for one in drawn} == {
            k: float(v) for k, v in found.chances.items()
        }
    vl_convert = pytest.importorskip("vl_convert")
    assert vl_convert.vegalite_to_svg(found.chart().to_json()).startswith("<svg")


def test_many_numbers_get_a_continuous_axis_and_words_their_order() -> None:
    pytest.importorskip("altair")
    many = Distribution(("n",), {value: Fraction(1, 200) for value in range(200)})
    assert many.chart().to_dict()["encoding"]["x"]["type"] == "quantitative"
    words = Distribution(("place",), {"head": Fraction(1, 2), "body": Fraction(1, 2)})
    assert words.chart().to_dict()["encoding"]["x"] == {
        "field": "value",
        "type": "ordinal",
        "title": "place",
        "sort": None,
    }
    assert "all but 0.1" in Distribution(("n",), {1: Fraction(1)}, Fraction(1, 10)).chart().to_dict()["title"]


def test_three_values_are_no_chart(odds: Any) -> None:
    pytest.importorskip("altair")
    with pytest.raises(BadInput, match=r"^chart: 3 values - should be one or two: take a marginal"):
        odds.of("v.hp", "v.sp.body", "outcome.hit").chart()


def test_a_notebook_shows_a_table(odds: Any) -> None:
    found = odds.of("v.hp")
    rows = Table(found._repr_html_()).rows
    assert rows[0] == ["v.hp", "chance", "", "at least", "exactly"] and len(rows) == 1 + len(found.chances)
    for row, (value, chance) in zip(rows[1:], found.chances.items(), strict=True):
        assert row[0] == str(value) and row[4] == str(chance)
        assert row[1] == f"{100 * float(chance):.2f}%" and row[3] == f"{100 * float(found.at_least(value)):.2f}%"
    bundle = found._repr_mimebundle_()
    assert bundle["text/html"] == found._repr_html_() and bundle["text/plain"].startswith("v.hp: mean 3")
    assert f"mean {float(found.mean()):.4g}" in bundle["text/html"] and "exact" in bundle["text/html"]
    joint = Table(odds.of("v.hp", "outcome.hit")._repr_html_()).rows
    assert joint[0] == ["v.hp", "outcome.hit", "chance", "", "exactly"] and joint[1][1] == "true"


def test_names_are_escaped_and_long_tables_cut() -> None:
    nasty = Distribution(("<b>",), {"<script>": Fraction(1, 2), "&": Fraction(1, 2)}, Fraction(1, 1000))
    text = nasty._repr_html_()
    assert "<script>" not in text and "&lt;script&gt;" in text and "&lt;b&gt;" in text and "all but 0.001" in text
    many = Distribution(("n",), {value: Fraction(1, 500) for value in range(500)})
    rows = Table(many._repr_html_()).rows
    assert len(rows) == MOST_ROWS + 2 and rows[-1] == ["… 400 more"]
    assert many._repr_mimebundle_()["text/plain"].endswith("… 400 more")


def test_at_least_adds_exactly_and_long_fractions_are_cut() -> None:
    third = Distribution(("n",), {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)})
    assert at_least(third) == [1.0, 2 / 3, 1 / 3]
    assert fraction(Fraction(1, 3**60)).endswith("…") and fraction(Fraction(5, 8)) == "5/8"


def test_the_core_stays_light() -> None:
    program = (
        "import sys; from fractions import Fraction; from fracas.odds import Distribution;"
        "Distribution(('n',), {1: Fraction(1)})._repr_html_();"
        "print([name for name in ('polars', 'altair', 'numpy', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("missing", "call"), [("polars", "to_polars"), ("altair", "chart")])
def test_what_is_not_installed_is_one_line(monkeypatch: Any, missing: str, call: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BadInput, match=r"installed: pip install 'fracas\["):
        getattr(Distribution(("n",), {1: Fraction(1)}), call)()
