"""``fracas roll`` as a user meets it."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from fracas.cli.main import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def call(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["roll", *words])
        out = capsys.readouterr()
        return int(ended.value.code or 0), out.out, out.err

    return call


def test_a_roll_shows_every_die(run) -> None:
    code, out, err = run("4d6kh3+2 # strength", "--dice", "6,1,4,4")
    assert (code, err) == (0, "")
    assert out.splitlines() == ["4d6kh3+2  # strength", "   4d6kh3: 6 (1) 4 4 = 14", "(…): dropped", "total: 16"]
    _, out, _ = run("3d10ro<=2!>=6", "--dice", "1 10 7 8 3")
    assert "   3d10ro<=2!>=6: 1↻ 8✓ 10!✓ 3 7✓ = 3" in out
    assert "…↻: re-rolled; …!: one more die; …✓: success" in out
    assert "successes: 3" in out


def test_named_dice_give_their_reasons(run) -> None:
    assert "10! 8 = 18\n   · A 10: one more die is added, 8." in run("d10red", "--dice", "10 8")[1]
    assert "1! −8 = −7\n   · A 1: one more die is subtracted, 8." in run("d10red", "--dice", "18")[1]
    _, out, _ = run("4wg", "--dice", "6 4 5 1")
    assert "[6] 4 5 1 = 4" in out
    assert "A 6 on every Wrath die: a critical hit, if the attack hits." in out
    assert "icons: 4" in out
    assert "A Wrath die shows 1: a complication." in run("4wg", "--dice", "1 4 5 1")[1]
    assert "their icons add 3" in run("12+2ed", "--dice", "6 4")[1]


def test_a_seed_is_shown_and_repeats(run) -> None:
    first, second = (run("20d6!", "--seed", "9") for _ in range(2))
    assert first == second
    assert first[1].endswith("--seed 9\n")
    assert run("d6")[1].splitlines()[-1].startswith("--seed ")


def test_json(run) -> None:
    data = json.loads(run("4d6kh3 # x", "--seed", "9", "--json")[1])
    assert (data["expression"], data["comment"], data["unit"], data["seed"]) == ("4d6kh3", "x", "total", 9)
    assert len(data["dice"]) == 4
    assert sum(die.get("dropped", False) for chain in data["pools"][0]["chains"] for die in chain) == 1
    again = json.loads(run("4d6kh3", f"--dice={','.join(map(str, data['dice']))}", "--json")[1])
    assert (again["value"], again["seed"]) == (data["value"], None)
    fate = json.loads(run("4dF", "--dice", "-1,0,1,-1", "--json")[1])
    assert (fate["value"], fate["dice"]) == (-1, [-1, 0, 1, -1])
    red = json.loads(run("d10red", "--dice", "1,8", "--json")[1])
    assert red["pools"][0]["reasons"][0]["key"] == "red.subtracted"


def test_odds(run) -> None:
    code, out, err = run("4d6kh3", "--odds")
    assert (code, err) == (0, "")
    assert "mean 12.245; most likely 13; quartiles 10 / 12 / 14" in out
    assert "exact ✓" in out
    data = json.loads(run("8wg2", "--odds", "--json")[1])
    assert (data["unit"], data["mean"], data["exact"]) == ("icons", "16/3", True)
    assert sum(Fraction(one["chance"]) for one in data["chances"]) == 1
    assert {one["event"]: one["chance"] for one in data["events"]}["wrath.critical"] == "1/36"
    assert "a 6 on every Wrath die (8wg): 16.67% (1/6)" in run("8wg", "--odds")[1]
    assert "exact but for 0.000000015313%" in run("2d6!", "--odds")[1]
    assert json.loads(run("2d6!", "--odds", "--json")[1])["dropped"].startswith("26121388031/")
    rows = list(csv.DictReader(io.StringIO(run("5d10>=6", "--odds", "--csv")[1])))
    assert [row["numerator"] + "/" + row["denominator"] for row in rows] == [
        "1/32",
        "5/32",
        "5/16",
        "5/16",
        "5/32",
        "1/32",
    ]


@pytest.mark.parametrize("lang", ["en", "fr", "zh"])
def test_every_language(run, lang: str) -> None:
    for words in (["4d6kh3"], ["8wg2", "--odds"], ["3d6!>=5", "--dice", "61562"], ["d10red", "--json"]):
        code, out, err = run(*words, "--lang", lang)
        assert (code, err) == (0, "")
        assert out


def test_words_need_no_quotes_and_may_begin_with_minus(run) -> None:
    assert run("2d6", "+", "3", "--dice", "1,2")[1].endswith("total: 6\n")
    assert run("-d6+2", "--dice", "5")[1].endswith("total: −3\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "roll: nothing"),
        (["4d6k3"], "roll: 'k3' at character 4 of 4d6k3"),
        (["201d6"], "roll: 201 dice"),
        (["d6", "--dice", "7"], "dice: 7 - should be 1 to 6 on a d6"),
        (["d6", "--dice", "7", "--seed", "1"], "--seed"),
        (["d6", "--seed", "x"], "--seed: x"),
        (["d6", "--odds", "--seed", "1"], "--odds: given with --seed"),
        (["d6", "--odds", "--dice", "1"], "--odds: given with --dice"),
        (["d6", "--csv"], "--csv: given without --odds"),
        (["d6", "--odds", "--csv", "--json"], "--csv: given with --json"),
        (["d6", "--lang", "de"], "lang: de"),
        (["200d100", "--odds"], "roll: the odds of 200d100"),
    ],
)
def test_mistakes_are_one_clear_line(run, words: list[str], says: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith(f"fracas: {says}")
    assert err.count("\n") == 1
