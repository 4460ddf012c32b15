"""The command line: ``fracas attack | odds | check | rules | roll | demo``.

Exit codes: 0 well, 1 a check failed, 2 bad input (one clear line, never a traceback). Everything that one command does
not need is imported by the others alone.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.exceptions import CycloptsError

from ..core.errors import BadInput, FracasError
from ..core.forms import one_of, shown

if TYPE_CHECKING:
    from rich.console import Console

app = App(
    name="fracas",
    help="Tabletop combat, resolved: exact odds before you roll, every step explained after.",
    help_format="plaintext",
    version_flags=["--version"],
)
Lang = Annotated[str, Parameter(help="Language: en, fr or zh.")]
Json = Annotated[bool, Parameter(negative=(), help="Machine-readable output.")]
Do = Annotated[str | None, Parameter(help="The decision: attack (default), hit, turn, stabilise, …")]
Case = Annotated[str | None, Parameter(help="With a file: the name of the case (default: the first).")]
Choose = Annotated[
    list[str] | None,
    Parameter(
        negative=(), help="What is chosen when the rules ask: use_determination=false (default: the first option)."
    ),
]
StepNumber = Annotated[
    int | None, Parameter(name="--step", help="With a file: which step of the case (default: the first).")
]


def console() -> Console:
    """The terminal, with colour where there is one."""
    from rich.console import Console

    wide = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(highlight=False, markup=False, emoji=False, width=120 if wide else None)


def print_json(data: Any) -> None:
    """JSON on standard output."""
    import json

    print(json.dumps(data, ensure_ascii=False, indent=1))


def read(source: str, words: tuple[str, ...], do: str | None, case: str | None, step: int | None) -> Any:
    """A ruleset and words, or a case file and which of its steps."""
    from ..rules import GAMES, load
    from .inputs import read_case, read_words

    if source in GAMES or "=" in source or not ("." in source or "/" in source):
        if case is not None or step is not None:
            raise BadInput("--case/--step", source, "given with a case file, not with a ruleset")
        return read_words(load(source), words, do)
    if words or do is not None:
        raise BadInput(words[0] if words else "--do", "not understood", "left out: the file says what is done")
    return read_case(source, case, step)


@app.command
def attack(
    source: str,
    *words: str,
    do: Do = None,
    dice: Annotated[str | None, Parameter(help="Your own dice, in the order in which the rules ask: 7,6,6,2")] = None,
    seed: Annotated[str | None, Parameter(help="Seed of the app's dice.")] = None,
    choose: Choose = None,
    case: Case = None,
    step: StepNumber = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Resolve one attack (or other decision), explained.

    fracas attack cpred by.ref=7 by.handgun=6 target.sp=11 skill=handgun class=pistol distance=8 damage=3d6
    """
    from ..core.table import FacesTable, SeededTable
    from ..play.explain import Explainer, check_language
    from .inputs import answers_of, choices_of

    check_language(lang)
    asked = read(source, words, do, case, step)
    explainer = Explainer(asked.game, asked.setup.fighters, lang)
    if dice is not None and seed is not None:
        raise BadInput("--seed", seed, "left out where --dice gives the faces")
    key = whole_seed(seed) if dice is None else None
    chosen = choices_of(asked, choose)
    policy = {question: options[0] for question, options in chosen.items()}
    table = FacesTable(dice, policy) if dice is not None else SeededTable(key or 0, policy=policy)
    try:
        after = asked.game.step(asked.setup.fight, asked.decision, table)
        if isinstance(table, FacesTable):
            table.finish()
    except FracasError as error:
        return fail(explainer.error(error))
    lines = explainer.lines(table.events, asked.details)
    ids = asked.setup.fighters.ids
    state = {id: {name: asked.game.look(after, ids, f"{id}.{name}") for name in asked.game.fighter_views} for id in ids}
    headline = explainer.headline(after, asked.do, asked.by, asked.target, table.events)
    if json:
        outcome = {name: asked.game.look(after, ids, f"outcome.{name}") for name in asked.game.outcome_views}
        answers = answers_of(asked, table.events)
        print_json(
            {
                "ruleset": asked.game.name,
                "do": asked.do,
                "seed": key,
                "dice": answers,
                "headline": headline,
                "outcome": outcome,
                "fighters": state,
                "lines": [line.to_dict() for line in lines],
            }
        )
        return 0
    from .show import show_lines

    out = console()
    show_lines(out, lines, explainer.ui)
    if headline:
        out.print(headline, style="bold")
    for id in ids:
        out.print(explainer.summary(after, id), style="dim")
    if key is not None:
        out.print(f"--seed {key}", style="dim")
    return 0


@app.command
def odds(
    source: str,
    *words: str,
    do: Do = None,
    of: Annotated[
        list[str] | None, Parameter(negative=(), help="A value to show, such as target.hp; may be repeated.")
    ] = None,
    joint: Annotated[bool, Parameter(negative=(), help="Show the values of --of together.")] = False,
    csv: Annotated[bool, Parameter(negative=(), help="The distribution as CSV.")] = False,
    readings: Annotated[
        str | None, Parameter(help="A house rule: the odds under each of its readings, as one table.")
    ] = None,
    choose: Choose = None,
    case: Case = None,
    step: StepNumber = None,
    policy: Annotated[
        list[str] | None,
        Parameter(negative=(), help="An encounter: who decides how: juno=cautious; without a name: everybody."),
    ] = None,
    rounds: Annotated[str | None, Parameter(help="An encounter: the round limit (default: the file's).")] = None,
    least: Annotated[
        str | None, Parameter(help="An encounter: what is less likely is left out (default: 1e-13).")
    ] = None,
    states: Annotated[
        str | None, Parameter(help="An encounter: about how many states are allowed (default: 1_500_000).")
    ] = None,
    check_with: Annotated[
        str | None, Parameter(name="--check", help="An encounter: simulate so many fights to compare.")
    ] = None,
    plot: Annotated[str | None, Parameter(help="An encounter: draw it: FILE.svg.")] = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Exact odds of one decision, before anybody rolls; with an encounter, of the whole fight.

    fracas odds cpred by.ref=7 by.handgun=6 target.sp=11 skill=handgun class=pistol distance=8 damage=3d6
    fracas odds cops_duel --policy officer=cautious
    """
    from ..odds import odds_of
    from ..play.explain import Explainer, check_language
    from .fight_odds import Asked, is_encounter, run_fight_odds
    from .inputs import choices_of

    check_language(lang)
    whole = Asked(policy or (), rounds, least, states, check_with, plot)
    if is_encounter(source):
        single = (*words, do, of, joint, csv, readings, choose, case, step)
        if any(one not in (None, False) for one in single):
            raise BadInput("odds", "an encounter with words or options of a single decision", "one or the other")
        return run_fight_odds(source, whole, lang, json)
    if whole.given():
        raise BadInput(str(whole.given()), source, "given with an encounter, such as cops_duel")
    asked = read(source, words, do, case, step)
    explainer = Explainer(asked.game, asked.setup.fighters, lang)
    ids = asked.setup.fighters.ids
    who = asked.target or asked.by or ids[0]
    strikes = asked.do in ("attack", "hit")
    vital = asked.game.vital(asked.setup.fight.fighters[ids.index(who)])
    paths = of or ([f"{who}.{vital}"] if strikes else [f"{who}.{name}" for name in asked.game.shown])
    for path in paths:
        asked.game.view(ids, path)
    if readings is not None:
        from .readings import all_readings, readings_dict, show_readings

        if csv or joint or (of and len(of) > 1):
            raise BadInput("--readings", "given with --csv, --joint or several --of", "one value at a time, or --json")
        tried = all_readings(asked, readings, choices_of(asked, choose))
        path = paths[0] if of else "outcome.suffered"
        if json:
            print_json(readings_dict(tried, readings, path))
        else:
            show_readings(console(), explainer, asked, tried, readings, path)
        return 0
    try:
        found = odds_of(asked.game, asked.setup.fight, asked.decision, ids, choices_of(asked, choose), trace=not csv)
    except FracasError as error:
        return fail(explainer.error(error))
    groups = [tuple(paths)] if joint else [(path,) for path in paths]
    if csv and json:
        raise BadInput("--csv", "given with --json", "one of the two")
    if csv:
        print("\n\n".join(found.of(*group).to_csv().rstrip("\n") for group in groups))
        return 0
    if json:
        print_json(
            {
                "ruleset": asked.game.name,
                "do": asked.do,
                "exact": found.exact,
                "dropped": str(found.dropped),
                **({"hit": str(found.chance({"outcome.hit": True}))} if strikes else {}),
                "distributions": [found.of(*group).to_dict() for group in groups],
                "steps": [one.to_dict() for one in found.steps()],
            }
        )
        return 0
    from .show import show_odds

    show_odds(console(), explainer, found, asked, paths, joint)
    return 0


@app.command
def check(
    *files: str, schema: Annotated[str | None, Parameter(help="Print the JSON Schema of a game's case files.")] = None
) -> int:
    """Run case files; the last line is 'N passed, M failed'."""
    from ..check import case_file_schema, read_case_file, run_file

    if schema is not None:
        print_json(case_file_schema(schema))
        return 0
    if not files:
        raise BadInput("check", "no file", "fracas check FILE…")
    sound = [read_case_file(path) for path in files]
    passed = failed = bad = 0
    for file in sound:
        for result in run_file(file):
            passed, failed = passed + result.passed, failed + (not result.passed)
            bad += result.bad_input
            for problem in result.problems:
                print(f"{file.path}: {result.name}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 2 if bad else 1 if failed else 0


@app.command
def rules(ruleset: str | None = None, id: str | None = None, lang: Lang = "en", json: Json = False) -> int:
    """The rules it knows, in plain words, and where they come from."""
    from ..core.game import Fighters
    from ..play.explain import Explainer, check_language
    from ..rules import GAMES, load, tested_by
    from .show import rule_lines, rule_sentences

    check_language(lang)
    if ruleset is not None and id is None and "." in ruleset:
        ruleset, id = ruleset.partition(".")[0], ruleset
    games = [load(ruleset)] if ruleset else [load(name) for name in GAMES]
    found = []
    for game in games:
        if id is not None and id not in game.book.rules:
            raise BadInput("id", shown(id), one_of(id, tuple(game.book.rules)))
        explainer = Explainer(game, Fighters((), ()), lang)
        for rule in [id] if id else list(game.book.rules):
            found.append((game, explainer, rule))
    if json:
        print_json(
            [
                {
                    "id": rule,
                    "title": explainer.title(rule),
                    "text": explainer.say(game.book.rules[rule].summary),
                    "source": game.book.rules[rule].source,
                    "options": list(game.book.rules[rule].options),
                    "sentences": rule_sentences(explainer, rule),
                    "tests": tested_by(rule),
                }
                for game, explainer, rule in found
            ]
        )
        return 0
    out = console()
    for game, explainer, rule in found:
        if id is not None:
            out.print("\n".join(rule_lines(explainer, rule)), soft_wrap=True)
        else:
            out.print(
                f"{rule:<24} {explainer.title(rule)}: {explainer.say(game.book.rules[rule].summary)}", soft_wrap=True
            )
    return 0


@app.command
def roll(
    *expression: Annotated[str, Parameter(allow_leading_hyphen=True)],
    odds: Annotated[bool, Parameter(negative=(), help="The exact distribution instead of a roll.")] = False,
    csv: Annotated[bool, Parameter(negative=(), help="With --odds: the distribution as CSV.")] = False,
    dice: Annotated[
        str | None,
        Parameter(allow_leading_hyphen=True, help="Your own dice, in the order in which they fall: 3,4,6"),
    ] = None,
    seed: Annotated[str | None, Parameter(help="Seed of the app's dice.")] = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Roll dice, or give their exact odds: 4d6kh3+2, 2d6!, 3d10ro<=2, '5d10>=6', d66, d10red, 8wg, 12+2ed

    docs/dice-notation.md has the whole notation.
    """
    from .roll import run_roll

    return run_roll(" ".join(expression), odds, csv, dice, seed, lang, json)


@app.command
def play(
    file: str,
    auto: Annotated[bool, Parameter(negative=(), help="Policies play everybody.")] = False,
    own: Annotated[bool, Parameter(negative=(), help="Persons roll all dice of their fighters.")] = False,
    save: Annotated[str | None, Parameter(help="Save the fight there after every step; play it to go on.")] = None,
    seed: Annotated[str | None, Parameter(help="Seed of the app's dice.")] = None,
    lang: Lang = "en",
) -> int:
    """A fight in the terminal: an encounter file, a saved fight, or the name of a sample (cpred_duel, cpred_four).

    The odds stand before each attack; '3 ?' lists what a decision takes, '3 luck 2' adds it, 'move 3,4' is any decision by
    its name; u undoes, back to the start; ? shows what may not be done, and why.
    """
    from ..play.explain import check_language
    from .play import run_play

    return run_play(file, auto, own, save, seed, check_language(lang))


@app.command
def simulate(
    file: str,
    fights: Annotated[str | None, Parameter(name="-n", help="How many fights: 1_000_000 (default: 100_000).")] = None,
    until: Annotated[
        str | None, Parameter(help="Go on until win rates are known so closely: 0.005 (half of a 95% interval).")
    ] = None,
    seed: Annotated[str | None, Parameter(help="Seed of all fights.")] = None,
    threads: Annotated[str, Parameter(help="How many threads; 0: one for each core.")] = "0",
    policy: Annotated[
        list[str] | None, Parameter(negative=(), help="Who decides how: juno=cautious; without a name: everybody.")
    ] = None,
    fight: Annotated[str | None, Parameter(help="Show one of the fights, by number from 0, explained.")] = None,
    save: Annotated[str | None, Parameter(help="With --fight: save it there; fracas play opens it.")] = None,
    out: Annotated[str | None, Parameter(help="Write one row a fight: FILE.parquet or FILE.csv.")] = None,
    plot: Annotated[str | None, Parameter(help="Draw what it comes to: FILE.svg.")] = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Fight an encounter many times: win rates with intervals, rounds, losses, ammunition.

    fracas simulate cpred_duel -n 1_000_000
    """
    from ..play.explain import check_language
    from .simulate import run_simulate

    check_language(lang)
    return run_simulate(file, fights, until, seed, threads, policy or (), fight, save, out, plot, lang, json)


@app.command
def verify(file: str, lang: Lang = "en", json: Json = False) -> int:
    """Check the dice of a whole fight: an exported fight, a record, or a fight saved by 'fracas play'.

    Every roll of the app's comes from the secret that was promised before the fight, in order, none left out; and the rules
    come to the same state with these dice. docs/store.md says how.
    """
    from ..play.explain import check_language
    from .verify import run_verify

    return run_verify(file, check_language(lang), json)


@app.command
def sweep(
    file: str,
    vary: Annotated[
        list[str] | None,
        Parameter(
            negative=(), help="What varies: PATH=VALUES, such as fighters.ann.armour.0.sp=7..13; may be repeated."
        ),
    ] = None,
    engine: Annotated[str | None, Parameter(help="simulation (default), or exact.")] = None,
    fights: Annotated[str | None, Parameter(name="-n", help="Fights of each variant (default: 10_000).")] = None,
    until: Annotated[
        str | None, Parameter(help="Go on with each variant until its win rates are known so closely: 0.005.")
    ] = None,
    seed: Annotated[str | None, Parameter(help="Seed of all variants (default: 0, or the file's).")] = None,
    policy: Annotated[
        list[str] | None, Parameter(negative=(), help="Who decides how: juno=cautious; without a name: everybody.")
    ] = None,
    out: Annotated[str | None, Parameter(help="Keep the shards in this folder; the same command then goes on.")] = None,
    fresh: Annotated[bool, Parameter(negative=(), help="With --out: drop the shards that are there.")] = False,
    executor: Annotated[str, Parameter(help="local, or dask://host:port.")] = "local",
    workers: Annotated[str, Parameter(help="Processes of this machine; 0: one for each core; 1: none but this.")] = "0",
    csv: Annotated[str | None, Parameter(help="Write one row a variant: FILE.csv.")] = None,
    parquet: Annotated[str | None, Parameter(help="Write one row a variant: FILE.parquet.")] = None,
    plot: Annotated[str | None, Parameter(help="Draw curves or heat maps: FILE.svg.")] = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Compare variants of an encounter: a sweep file, or an encounter with --vary.

    fracas sweep cops_duel --vary fighters.gunman.protection.torso=0..6 --vary policy.officer=nearest,cautious
    """
    from ..play.explain import check_language
    from .sweep import run_sweep_command

    check_language(lang)
    given = (out, fresh, executor, workers, csv, parquet, plot)
    return run_sweep_command(file, vary or (), engine, fights, until, seed, policy or (), *given, lang, json)


@app.command
def serve(
    *,
    open_it: Annotated[bool, Parameter(name="--open", negative=(), help="Open it in the browser.")] = False,
    host: Annotated[str | None, Parameter(help="Address to listen on (default: this machine alone).")] = None,
    port: Annotated[str, Parameter(help="Port; 0: any that is free.")] = "8000",
    db: Annotated[
        str | None, Parameter(help="A file, or postgresql://USER@HOST/NAME (default: your data folder).")
    ] = None,
    lan: Annotated[bool, Parameter(negative=(), help="Open it to your network.")] = False,
    proxy: Annotated[
        list[str] | None,
        Parameter(
            negative=(), help="Address of a reverse proxy whose forwarded headers are believed; may be repeated."
        ),
    ] = None,
    key: Annotated[
        str | None, Parameter(help="File with the key that signs links (default: in your data folder).")
    ] = None,
    samples: Annotated[
        bool, Parameter(negative=(), help="Where there are no fights yet, begin with the four sample duels.")
    ] = False,
    quiet: Annotated[bool, Parameter(negative=(), help="No line for each request.")] = False,
    lang: Lang = "en",
) -> int:
    """The app: fights for several people, in the browser and over HTTP; docs/app.md shows it, docs/api.md has the API."""
    from ..play.explain import check_language
    from .serve import run_serve

    check_language(lang)
    return run_serve(open_it, host, port, db, lan, tuple(proxy or ()), key, samples, quiet, lang)


@app.command
def demo(lang: Lang = "en") -> int:
    """Worked examples of the documents: the odds first, then the explained result."""
    from ..play.explain import check_language
    from .demo import run_demo

    run_demo(console(), check_language(lang))
    return 0


def whole_seed(seed: str | None) -> int:
    """A seed that a record can keep; a fresh one when none is given."""
    if seed is None:
        import secrets

        return secrets.randbits(32)
    if not seed.isdecimal() or len(seed) > 20 or int(seed) >= 2**64:
        raise BadInput("--seed", shown(seed), "a whole number from 0 to 2^64 - 1")
    return int(seed)


def fail(line: str) -> int:
    """One clear line on standard error; exit code 2."""
    print(f"fracas: {line}", file=sys.stderr)
    return 2


def main(argv: list[str] | None = None) -> None:
    """The entry point. Never a traceback for a user's mistake."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character shows '?', not a traceback
    try:
        code = app(argv, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except FracasError as error:
        code = fail(str(error))
    except CycloptsError as error:
        code = fail(" ".join(str(error).split()))
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - nobody reads any more; do not complain at exit either
        code = 0
    except OSError as error:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        code = fail(f"output: {error.strerror} - should be a place that can be written to")
    except KeyboardInterrupt:
        code = 130
    sys.exit(code if isinstance(code, int) else 0)
