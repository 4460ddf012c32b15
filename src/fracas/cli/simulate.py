"""``fracas simulate``: an encounter fought many times; what it comes to, or one of the fights explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, phrase
from ..core.forms import one_of, shown
from ..encounters import ENCOUNTERS
from ..play.encounter import Encounter, read_encounter
from ..play.errors import bad_input
from ..play.explain import Explainer
from ..play.wording import decimal, fill, percent, translator
from ..simulate.simulation import MOST_FIGHTS, Simulation, check_count

if TYPE_CHECKING:
    from rich.console import Console

    from ..simulate.tally import Interval, Tally

DEFAULT_FIGHTS = 100_000


def run_simulate(
    file: str,
    fights: str | None,
    until: str | None,
    seed: str | None,
    threads: str,
    policy: Sequence[str],
    fight: str | None,
    save: str | None,
    out: str | None,
    plot: str | None,
    lang: str,
    json: bool,
) -> int:
    """The command: whatever cannot be meant is one line in the reader's language."""
    from .main import fail, whole_seed

    try:
        if file not in ENCOUNTERS and "." not in file and "/" not in file:
            right = phrase("a file, or a sample: {which}", which=one_of(file, tuple(ENCOUNTERS)))
            raise BadInput("file", shown(file), right)
        encounter = read_encounter(str(ENCOUNTERS.get(file, file)), lang)
        count = number_of(fights, "-n", MOST_FIGHTS if until is not None else DEFAULT_FIGHTS)
        close = None if until is None else share_of(until)
        check_count(count, close, number_of(threads, "--threads", 0))
        simulation = Simulation(encounter, whole_seed(seed), policies_of(policy, encounter))
        if fight is not None:
            return one_fight(encounter, simulation, number_of(fight, "--fight", 0), save, lang)
        if save is not None:
            raise BadInput("--save", save, phrase("given with --fight"))
        many(encounter, simulation, count, close, number_of(threads, "--threads", 0), out, plot, lang, json)
    except BadInput as error:
        return fail(bad_input(error, lang))
    return 0


def number_of(text: str | None, where: str, default: int) -> int:
    """A whole number as it is typed: 1_000_000, 1000000 or 1e6."""
    if text is None:
        return default
    plain = text.replace("_", "").replace(",", "")
    if plain.isascii() and plain.lstrip("-").isdecimal() and len(plain) < 16:
        return int(plain)
    try:
        value = float(plain)
    except ValueError:
        value = 0.5
    if value != int(value) if abs(value) < 1e15 else True:
        raise BadInput(where, shown(text), phrase("a whole number, such as 1_000_000"))
    return int(value)


def share_of(text: str) -> float:
    """A precision as it is typed: 0.005 or 0.5%."""
    try:
        return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise BadInput("--until", shown(text), phrase("a half width, such as 0.005")) from None


def policies_of(words: Sequence[str], encounter: Encounter) -> dict[str, str]:
    """``juno=cautious``, or a policy for all of a side or for everybody: ``cautious``."""
    ids = encounter.session.fighters.ids
    found: dict[str, str] = {}
    for word in words:
        id, mark, name = word.partition("=")
        found |= {id: name} if mark else dict.fromkeys(ids, word)
    return found


def side_names(encounter: Encounter, ui: Callable[[str], str]) -> dict[int, str]:
    """The sides by number, by the names that the file gives them."""
    sides = sorted({who.stand.side for who in encounter.session.start.fighters})
    given = getattr(encounter, "sides", ())
    return {side: given[side] if side < len(given) else fill(ui("side {n}"), {"n": side + 1}) for side in sides}


# ------------------------------------------------------------------------------------------------------ many of them


def many(
    encounter: Encounter,
    simulation: Simulation,
    count: int,
    until: float | None,
    threads: int,
    out: str | None,
    plot_to: str | None,
    lang: str,
    json: bool,
) -> None:
    """Simulate, show and write."""
    from ..simulate.export import Writer, as_dict, plot, polars_for
    from .main import console, print_json

    ui = translator("fracas", lang)
    sides = side_names(encounter, ui)
    if plot_to is not None and not plot_to.endswith(".svg"):
        raise BadInput("--plot", plot_to, phrase("a file whose name ends in .svg"))
    if out is not None:
        polars_for(out)
    writer = Writer(simulation, out, sides) if out is not None else None
    bar = ProgressBar(count, until, ui)
    try:
        with bar:
            outcome = simulation.run(count, until, threads, bar.move, writer.add if writer else None)
        if writer is not None:
            writer.finish()
    except BaseException:
        if writer is not None:
            writer.abandon()
        raise
    if json:
        print_json(as_dict(simulation, outcome.tally, sides, outcome.interrupted))
    else:
        show(console(), encounter, simulation, outcome.tally, sides, lang)
        if outcome.interrupted:
            console().print(ui("Interrupted: this is what is known so far."), style="yellow")
    if plot_to is not None and outcome.tally.fights:
        plot(simulation, outcome.tally, sides, plot_to, ui)


class ProgressBar:
    """A bar on standard error, where somebody sees it."""

    def __init__(self, count: int, until: float | None, ui: Callable[[str], str]) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        err = Console(stderr=True)
        self.until = until
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=err, transient=True) if err.is_terminal else None
        self.task = self.progress.add_task(ui("fights"), total=count) if self.progress else None

    def __enter__(self) -> None:
        if self.progress is not None:
            self.progress.__enter__()

    def __exit__(self, *error: Any) -> None:
        if self.progress is not None:
            self.progress.__exit__(*error)

    def move(self, tally: Tally) -> None:
        """So many fights are done; until a precision, as many as it seems to need."""
        if self.progress is None or self.task is None:
            return
        self.progress.update(self.task, completed=tally.fights)
        if self.until is not None:
            total = max(tally.fights, int(tally.fights * (tally.precision() / self.until) ** 2))
            self.progress.update(self.task, total=total)


def show(
    out: Console, encounter: Encounter, simulation: Simulation, tally: Tally, sides: dict[int, str], lang: str
) -> None:
    """What it came to, as tables."""
    from rich.table import Table

    from ..simulate.tally import DEAD, NOBODY_LEFT, OUT, UNDECIDED, UP

    ui = translator("fracas", lang)
    explainer = Explainer(simulation.game, simulation.fighters, lang)

    def rate(found: Interval) -> str:
        half = percent(found.half, lang, 2 if found.half < 0.01 else 1)
        return fill(ui("{share} ± {half}"), {"share": percent(found.value, lang, 2), "half": half})

    out.print(f"━━ {simulation.game.title} · {encounter.name}", style="bold")
    head = ui("{n} fights, seed {seed}; intervals are 95% (Wilson)")
    out.print(fill(head, {"n": f"{tally.fights:,}".replace(",", "\u202f"), "seed": simulation.seed}))
    if not tally.fights:
        return
    table = Table(box=None, header_style="dim")
    for name in (ui("side"), ui("wins"), ui("lost, of"), ui("wins when hurt first"), ui("when another is")):
        table.add_column(name, justify="left" if name == ui("side") else "right")
    for side in sorted(set(tally.sides)):
        first, other = tally.first_blood(side)
        lost = fill(
            ui("{n} of {all}"), {"n": decimal(tally.lost[side].mean(), lang, 2), "all": tally.sides.count(side)}
        )
        table.add_row(sides[side], rate(tally.win(side)), lost, rate(first), rate(other))
    for label, none in ((ui("nobody left"), NOBODY_LEFT), (ui("undecided"), UNDECIDED)):
        if tally.wins.get(none):
            table.add_row(label, rate(tally.win(none)), "", "", "")
    out.print(table)
    values = {
        "mean": decimal(tally.rounds.mean(), lang, 2),
        "median": tally.rounds.quantile(0.5),
        "ninety": tally.rounds.quantile(0.9),
    }
    out.print(
        fill(ui("rounds: {mean} on average, half of the fights end by round {median}, nine of ten by {ninety}"), values)
    )
    table = Table(box=None, header_style="dim")
    for name in (
        ui("fighter"),
        ui("policy"),
        ui("up"),
        ui("out"),
        ui("dead"),
        ui("left at the end"),
        ui("rounds fired"),
    ):
        table.add_column(name, justify="left" if name in (ui("fighter"), ui("policy")) else "right")
    for i, (id, one) in enumerate(zip(simulation.fighters.ids, tally.fighters, strict=True)):
        left = fill(
            ui("{mean} ({low} to {high})"),
            {"mean": decimal(one.left.mean(), lang), "low": one.left.quantile(0.05), "high": one.left.quantile(0.95)},
        )
        fates = (percent(tally.fate(i, state).value, lang) for state in (UP, OUT, DEAD))
        shots = decimal(one.shots.mean(), lang)
        table.add_row(explainer.name(i), simulation.policies[id], *fates, left, shots)
    out.print(table)


# ------------------------------------------------------------------------------------------------------- one of them


def one_fight(encounter: Encounter, simulation: Simulation, number: int, save: str | None, lang: str) -> int:
    """One of the fights, explained as in play; saved where it is to be."""
    from ..play.describe import describe
    from ..play.legal import Choice
    from .main import console
    from .play import Player, read_line

    session = simulation.fight(number)
    encounter.session = session
    encounter.players = dict(simulation.policies)
    player = Player(encounter, console(), read_line, lang, True, False, save)
    player.out.print(f"━━ {simulation.game.title} · {encounter.name} · {number}", style="bold")
    for played in session.played:
        entry = played.entry
        choice = Choice(entry.do, entry.by, entry.target, entry.targets, entry.details)
        player.out.print(f"▶ {player.who(choice)}{describe(choice, player.explainer)}", style="bold")
        player.show(played, choice)
    player.ended()
    player.keep()
    return 0
