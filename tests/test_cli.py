"""The command line as a user meets it: results, languages, and one clear line for every mistake."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from fracas.cli.main import main

SHOT = "by.ref=7 by.handgun=6 target.sp=11 skill=handgun class=pistol distance=8 damage=3d6".split()
COPS = "by.coordination=4 target.protection.torso=2d6+6 skill=5 distance=12 range=40 power=4 location=torso".split()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def call(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        out = capsys.readouterr()
        return int(ended.value.code or 0), out.out, out.err

    return call


def test_odds_of_the_shot_on_the_screens(run) -> None:
    """The numbers of the wireframe: 80 % to hit, 30 % through, 5 HP or more 7 %, 10 or more 3 %."""
    code, out, err = run("odds", "cpred", *SHOT, "--json", "--of", "outcome.suffered", "--of", "target.sp.body")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert data["hit"] == "4/5"
    assert data["exact"] is True
    suffered = {one["value"]: Fraction(one["chance"]) for one in data["distributions"][0]["chances"]}
    assert sum(suffered.values()) == 1
    assert 1 - suffered[0] == Fraction(3, 10)
    assert round(float(sum(chance for value, chance in suffered.items() if value >= 5)), 2) == 0.07
    assert round(float(sum(chance for value, chance in suffered.items() if value >= 10)), 2) == 0.03
    steps = {(step["rule"], step["note"]): step for step in data["steps"]}
    assert steps["cpred.injury.bonus", ""]["reached"] == str(Fraction(4, 5) * Fraction(2, 27))


def test_odds_in_the_terminal_and_as_csv(run) -> None:
    code, out, _ = run("odds", "cpred", *SHOT)
    assert code == 0
    assert "80.00%" in out
    assert "7/10" in out
    assert "exact ✓" in out
    code, out, _ = run("odds", "cpred", *SHOT, "--csv", "--joint", "--of", "target.hp", "--of", "target.sp.body")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert sum(Fraction(int(row["numerator"]), int(row["denominator"])) for row in rows) == 1
    assert {"target.hp", "target.sp.body"} <= set(rows[0])
    code, out, _ = run("odds", "cops", *COPS, "--lang", "fr")
    assert code == 0
    assert "83,62\u202f%" in out


def test_attack_with_own_dice(run) -> None:
    code, out, err = run("attack", "cpred", *SHOT, "--dice", "7, 662 ３４")
    assert (code, err) == (0, "")
    assert "20 against 15: success" in out
    assert "14 − SP 11 = 3 through" in out
    assert "40 − 8 = 32" in out
    assert "[cpred.injury.bonus]" in out


def test_attack_with_a_seed_is_repeatable(run) -> None:
    first, second = (run("attack", "cops", *COPS, "--seed", "9", "--json") for _ in range(2))
    assert first == second
    data = json.loads(first[1])
    assert data["seed"] == 9
    assert data["lines"][0]["rule"] == "cops.attack.range"
    assert run("attack", "cops", *COPS)[1].rstrip().splitlines()[-1].startswith("--seed ")


@pytest.mark.parametrize(("lang", "words"), [("fr", "RÉF 7 + Pistolet 6"), ("zh", "SP 11")])
def test_attack_in_other_languages(run, lang: str, words: str) -> None:
    code, out, _ = run("attack", "cpred", *SHOT, "--dice", "7,5,5,4", "--lang", lang)
    assert code == 0
    assert words in out


def test_a_state_may_come_from_a_case_file(run) -> None:
    path = "tests/cases/cops.yaml"
    code, out, _ = run(
        "odds", path, "--case", "twenty points against sixteen, and twelve turns to die", "--step", "13", "--json"
    )
    assert code == 0
    assert json.loads(out)["distributions"][0]["chances"] == [{"value": -16, "chance": "1", "decimal": 1.0}]
    assert run("attack", path, "--dice", "4,4,3")[0] == 0


def test_rules_and_schema(run) -> None:
    code, out, _ = run("rules")
    assert code == 0
    assert out.count("cpred.") >= 27
    assert out.count("cops.") >= 14
    assert "seed 004" in run("rules", "cpred.armour.soak")[1]
    assert "护甲" in run("rules", "cpred", "cpred.armour.soak", "--lang", "zh")[1]
    assert json.loads(run("rules", "cops", "--json")[1])[0]["id"].startswith("cops.")
    assert json.loads(run("check", "--schema", "cpred")[1])["title"].startswith("fracas case file")


def test_check_counts(run, tmp_path: Path) -> None:
    code, out, _ = run("check", "tests/cases/cpred.yaml", "tests/cases/cops.yaml")
    assert code == 0
    assert out.splitlines()[-1] == "22 passed, 0 failed"
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(Path("tests/cases/cops.yaml").read_text("utf-8").replace("crook.hp: 8,", "crook.hp: 9,"), "utf-8")
    code, out, _ = run("check", str(wrong))
    assert code == 1
    assert "crook.hp is 8, expected 9" in out
    assert out.splitlines()[-1] == "4 passed, 1 failed"


BAD_WORDS = [
    (
        ("odds", "cpred", *SHOT[:2], "target.sp=99", *SHOT[3:]),
        "target.armour[0].sp: 99 - should be a whole number from 0 to 60",
    ),
    (("odds", "cpred", *SHOT[:2], "target.sp=-1", *SHOT[3:]), "target.armour[0].sp: -1"),
    (("odds", "cpred", *SHOT[:2], "target.sp=nan", *SHOT[3:]), "target.armour[0].sp: nan"),
    (("odds", "cpred", *SHOT[:2], "target.sp=11.5", *SHOT[3:]), "target.armour[0].sp: 11.5"),
    (("odds", "cpred", *SHOT[:2], "target.sp=🎲", *SHOT[3:]), "target.armour[0].sp: 🎲"),
    (("odds", "cpredd", *SHOT), "ruleset: cpredd - should be 'cpred'?"),
    (("odds", "🎲"), "ruleset: 🎲"),
    (("odds", "cpred", *SHOT, "house.ties=meets"), "house.ties: unknown - should be 'tie'?"),
    (("odds", "cpred", *SHOT, "house.tie=always"), "house.tie: always - should be one of: defender, meets"),
    (("odds", "cpred", *SHOT, "tragte.hp=3"), "with.tragte: unknown"),
    (("odds", "cpred", *SHOT, "target.hpp=3"), "target.hpp: unknown - should be 'hp'?"),
    (("odds", "cpred", *SHOT[:-1], "damage=1000000000d6"), "with.damage: 1000000000d6"),
    (("odds", "cpred", *SHOT[:-1], "damage=101d6"), "with.damage: 101d6"),
    (("odds", "cpred", *SHOT[:-1], "damage=3d7"), "with.damage: 3d7 - should be dice with 6 sides"),
    (("odds", "cpred", *SHOT[:-1], "damage="), "with.damage:"),
    (("odds", "cpred", *SHOT[:-1]), "with.damage: missing"),
    (("odds", "cpred", *SHOT[:-2], "distance=300", "damage=2d6"), "cpred.attack.range"),
    (("odds", "cpred", *SHOT[:-2], "distance=-3", "damage=2d6"), "with.distance: -3"),
    (("odds", "cpred", *SHOT, "dodge=true"), "cpred.attack.dodge"),
    (("odds", "cpred", *SHOT, "armour"), "armour: not understood - should be key=value"),
    (("odds", "cpred", *SHOT, "damage=2d6"), "given twice"),
    (("odds", "cpred", *SHOT, "target.armour=[{sp: 1"), "target.armour: [{sp: 1 - should be a list"),
    (("odds", "cpred", *SHOT, "--of", "target.hpp"), "target.hpp: unknown - should be 'hp'?"),
    (("odds", "cpred", *SHOT, "--lang", "de"), "lang: de"),
    (("odds", "cpred", *SHOT, "--do", "dance"), "do: dance"),
    (("odds", "cops", *COPS[:-1], "location=head"), "cops.location.dice"),
    (("odds", "cops", *COPS, "skill=firearms"), "given twice"),
    (("attack", "cpred", *SHOT, "--dice", "7,7,6,6"), "7 - should be 1 to 6 on a d6 [cpred.damage.roll]"),
    (("attack", "cpred", *SHOT, "--dice", "7,6"), "one answer is missing: damage (3d6) [cpred.damage.roll]"),
    (("attack", "cpred", *SHOT, "--dice", "7,5,5,4,1"), "1 left over"),
    (("attack", "cpred", *SHOT, "--dice", "seven"), "dice: seven - should be faces"),
    (("attack", "cpred", *SHOT, "--seed", "-1"), "--seed: -1"),
    (("attack", "cpred", *SHOT, "--seed", "x"), "--seed: x"),
    (("attack", "cpred", *SHOT, "--seed", "1.5"), "--seed: 1.5"),
    (("attack", "cpred", *SHOT, "--dice", "7" * 5000), "7 - should be 1 to 6 on a d6"),
    (("odds", "cpred", *SHOT, "target.skills=5", "target.handgun=4"), "skills: 5 - should be names with levels"),
    (("odds", "cpred", *SHOT, "target.armour=5"), "armour: 5 - should be a list"),
    (("odds", "cpred", *SHOT, "--do", ""), "do: nothing"),
    (("odds", "cpred", *SHOT, "--csv", "--json"), "--csv: given with --json"),
    (
        ("odds", "cp2020", "--do", "hit", "damage=3d6", "--readings", "head_doubel"),
        "--readings: head_doubel - should be 'head_double'?",
    ),
    (("odds", "tests/cases/cpred.yaml", "--case", "nothing"), "--case: nothing"),
    (("odds", "tests/cases/cpred.yaml", "--step", "9"), "--step: 9"),
    (("check", ""), "not a file"),
    (("check", "/dev/zero"), "/dev/zero: not a file"),
    (("check", "tests"), "tests: not a file"),
    (("check",), "no file"),
    (("check", "nowhere.yaml"), "nowhere.yaml"),
    (("rules", "cpred", "cpred.soak"), "id: cpred.soak - should be"),
    (("rules", "cpredd"), "ruleset"),
    (("dance",), "dance"),
    (
        ("odds", "wng", "weapon.damage=5"),
        "with.distance: missing - should be given for a ranged attack [wng.range.bands]",
    ),
    (("odds", "wng", "weapon.melee=true", "target.mob=0"), "target.mob: 0 - should be"),
    (("odds", "wng", "--choose", "colour=red"), "--choose: colour=red - should be one of"),
    (("odds", "cpred", *SHOT, "--nonsense"), "nonsense"),
]


@pytest.mark.parametrize(("words", "line"), BAD_WORDS, ids=[" ".join(words)[-60:] for words, _ in BAD_WORDS])
def test_bad_input_is_one_clear_line(run, words: tuple[str, ...], line: str) -> None:
    code, out, err = run(*words)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert line in err
    assert "Traceback" not in err


BAD_FILES = [
    (b"", "nothing - should be"),
    (b"ruleset: [cpred", "should be YAML 1.2"),
    (b"ruleset: cpred\nruleset: cops\ncases: []", "should be YAML 1.2"),
    (b"\xff\xfe\x00", "a text file in UTF-8"),
    (b"ruleset: chess\ncases: [{}]", "ruleset: chess"),
    (b"ruleset: cpred", "cases: nothing"),
    (b"ruleset: cpred\ncases: []", "cases: []"),
    (b"ruleset: cpred\ncases: [1]", "cases[0]: 1"),
    (b"ruleset: cpred\ncases: [{name: a, fighters: {t: {}}, steps: [{do: hit}], extra: 1}]", "extra: unknown"),
    (b"ruleset: cpred\ncases: [{name: a, fighters: {t: {}}}]", "steps"),
    (b"format: 2\nruleset: cpred\ncases: [{}]", "format: 2"),
    ("ruleset: 🎲\ncases: [{}]".encode(), "🎲"),
    (b"a: &a [*a]", "a: unknown"),
    (b"ruleset: cpred\ncases: [{name: a, fighters: {t: {}}, steps: [{}]}]", "steps[0]: nothing"),
    (b"ruleset: cpred\ncases: [{name: a, fighters: {t: {}}, steps: [{dice: [], error: x}]}]", "given without 'do'"),
    (
        b"ruleset: cpred\ncases: [{name: a, fighters: {t: {}}, steps: [{do: hit, target: t, chance: []}]}]",
        "chance: empty",
    ),
    (b"ruleset: cpred\ncases: [{name: a, rules: 5, fighters: {t: {}}, steps: [{expect: {t.hp: 1}}]}]", "rules: 5"),
    (b"ruleset: cpred\ncases: [{name: [a], fighters: {t: {}}, steps: [{expect: {t.hp: 1}}]}]", "name: ['a']"),
    (
        b"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
        b"e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nruleset: *g\n",
        "a: unknown",
    ),
]


@pytest.mark.parametrize(("content", "line"), BAD_FILES, ids=[str(content)[:40] for content, _ in BAD_FILES])
def test_bad_case_file_is_one_clear_line(run, tmp_path: Path, content: bytes, line: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(content)
    code, out, err = run("check", str(path))
    assert code == 2
    assert err.count("\n") == 1
    assert line in err
    assert "passed" not in out


BAD_STEPS = [
    ("{do: hit, target: t, with: {damage: 2d6}, dice: [{damage: [7, 1]}]}", 1, "7 - should be 1 to 6 on a d6"),
    ("{do: hit, target: t, with: {damage: 2d6}, dice: [{damage: [1]}]}", 1, "should be 2 faces"),
    (
        "{do: hit, target: t, with: {damage: 2d6}, dice: [{stun: 3}, {damage: [1, 1]}]}",
        1,
        "stun - should be an answer for damage",
    ),
    ("{do: hit, target: t, with: {damage: 2d6}, dice: []}", 1, "an answer is missing: damage (2d6"),
    ("{do: hit, target: t, with: {damage: 2d6}, dice: [{damage: [1, 1]}, {damage: [1, 1]}]}", 1, "damage is left over"),
    ("{do: hit, target: t, with: {damage: 2d6}, dice: 7}", 2, "dice: 7"),
    ("{do: hit, target: t, with: {damage: 2d6}, dice: [{damage: [a, b]}]}", 2, "faces: a number or a list"),
    ("{do: hit, target: u, with: {damage: 2d6}, dice: []}", 2, "target: u - should be one of: t"),
    ("{do: hit, with: {damage: 2d6}, dice: []}", 2, "target: missing"),
    ("{do: hit, target: t, with: {damage: 2d6}, chance: [{of: {t.hp: 30}, is: 3/2}]}", 2, "a probability from 0 to 1"),
    ("{do: hit, target: t, with: {damage: 2d6}, chance: [{of: {t.hpp: 30}, is: 1}]}", 2, "t.hpp: unknown"),
    ("{do: hit, target: t, with: {damage: 2d6}, chance: [{of: {t.wound: '< 3'}, is: 1}]}", 2, "is not a number"),
    ("{do: hit, target: t, with: {damage: .nan}, dice: []}", 2, "with.damage: nan"),
    ("{do: hit, target: t, with: {damage: 2d6}, error: cpred.nothing}", 2, "error: cpred.nothing"),
    ("{do: hit, target: t, with: {damage: 2d6}, error: cpred.hp}", 1, "cpred.hp"),
    (
        "{do: hit, target: t, with: {damage: 2d6}, chance: [{of: {t.hp: 30}, is: '1e999999999'}]}",
        2,
        "a probability from 0 to 1",
    ),
    ("{do: hit, targets: [t], with: {damage: 2d6}, dice: []}", 2, "targets: ['t'] - should be left out"),
    ("{do: hit, target: t, with: {damage: 2d6}, error: [x]}", 2, "error: ['x']"),
    ("{do: hit, target: t, with: {damage: 2d6, ammo: zzz}, error: cpred.ammo.ap}", 2, "with.ammo: zzz"),
    ("{do: hit, target: t, by: nobody, with: {damage: 2d6}, dice: []}", 2, "by: nobody"),
    ("{do: hit, target: t, with: {damage: 0x" + "f" * 5000 + "}, dice: []}", 2, "with.damage: "),
    ('{expect: {t.wound: "\\uD800"}}', 1, "expected"),
    (
        "{do: attack, by: t, target: t, with: {class: pistol, distance: 900, damage: 1d6}, error: cpred.attack.range, expect: {t.hp: 1}}",
        1,
        "t.hp is 40",
    ),
    (
        "{do: stabilise, by: t, target: t, dice: []}",
        1,
        "t is not wounded: there is nothing to stabilise. [cpred.stabilise]",
    ),
    ("{expect: {t.hp: true}}", 1, "t.hp is 40, expected true"),
]


@pytest.mark.parametrize(("step", "code", "line"), BAD_STEPS, ids=[step for step, _, _ in BAD_STEPS])
def test_a_case_gone_wrong_is_one_clear_line(run, tmp_path: Path, step: str, code: int, line: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        f"ruleset: cpred\ncases:\n- name: a\n  fighters: {{t: {{hp: 40}}}}\n  steps:\n  - {step}\n", "utf-8"
    )
    found, out, err = run("check", str(path))
    assert found == code, out
    assert err == ""
    assert line in out
    assert out.splitlines()[-1] == "0 passed, 1 failed"
    assert len(out.splitlines()) == 2


def test_one_question_is_answered_without_the_heavy_libraries() -> None:
    """A plain one-line question imports neither numba, numpy, pydantic nor the YAML reader."""
    code = (
        "import sys\nfrom fracas.cli.main import main\n"
        f"try: main(['odds', 'cpred', *{SHOT!r}])\nexcept SystemExit as e: assert not e.code\n"
        "heavy = {'numba', 'numpy', 'pydantic', 'ruamel.yaml', 'fracas.rules.cops', 'fracas.check'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_demo_plays_every_example(run) -> None:
    code, out, _ = run("demo")
    assert code == 0
    assert out.count("━━") == 20
    assert "Ann is hit: HP −5, now 35. Critical Injury." in out


def test_wrath_and_glory_with_own_dice_and_choices(run) -> None:
    words = "by.agility=4 by.skills.ballistic_skill=2 weapon.damage=7 weapon.ed=2 weapon.range=[6,12,18] distance=10"
    target = "target.defence=3 target.resilience=5 target.max_wounds=12"
    code, out, _ = run(
        "attack",
        "wng",
        *words.split(),
        *target.split(),
        "--dice",
        "5,4,4,1,2,3 4,6",
        "--choose",
        "use_determination=false",
    )
    assert code == 0
    assert "target chooses (use Determination): no." in out
    assert "by hits target: wounds +5, now 5." in out
    code, out, _ = run("odds", "wng", *words.split(), *target.split(), "--choose", "use_determination=maybe")
    assert code == 2


def test_one_shot_under_every_reading_of_a_critical(run) -> None:
    code, out, _ = run("odds", "wng", "weapon.damage=4", "weapon.melee=true", "--readings", "criticals")
    assert code == 0
    assert "the table" in out
    assert "3 ED more" in out
