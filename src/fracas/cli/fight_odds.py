"""``fracas odds FILE`` for an encounter: the odds of the whole fight, every state enumerated; none of it is simulated.

What is asked of one decision is not here (see :mod:`.show`), and only what an encounter asks for is imported.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import BadInput, phrase
from ..core.forms import shown
from ..play.wording import fill, percent, translator

if TYPE_CHECKING:
    from ..odds.fight import FightOdds
    from ..play.encounter import Encounter

FEWEST_STATES, MOST_STATES, MOST_LEAST = 1000, 50_000_000, 0.001
RETRY = 0.1
"""Seconds until Ctrl-C is tried again."""


class Asked(NamedTuple):
    """What is written on the command line about a whole fight; None: as it is by default."""

    policy: Sequence[str] = ()
    rounds: str | None = None
    least: str | None = None
    states: str | None = None
    check: str | None = None
    plot: str | None = None

    def given(self) -> str | None:
        """The first of these options that is given."""
        return next((f"--{name}" for name, value in zip(self._fields, self, strict=True) if value), None)


def is_encounter(source: str) -> bool:
    """Is an encounter meant? A sample's name, or a file with sides (or a saved fight) in it and no cases.

    >>> is_encounter("cops_duel"), is_encounter("cops")
    (True, False)
    """
    from ..encounters import ENCOUNTERS
    from ..rules import GAMES

    if source in ENCOUNTERS:
        return True
    if source in GAMES or "=" in source or not ("." in source or "/" in source):
        return False
    from ..core.files import read_yaml

    data = read_yaml(source)
    return isinstance(data, Mapping) and "cases" not in data and any(key in data for key in ("sides", "record"))


def run_fight_odds(file: str, asked: Asked, lang: str, json: bool) -> int:
    """The command: whatever cannot be meant is one line in the reader's language; Ctrl-C says how far it came."""
    from ..play.errors import bad_input
    from .main import fail

    meter = Meter(lang)
    try:
        fight_odds_of(file, asked, meter, lang, json)
    except BadInput as error:
        return fail(bad_input(error, lang))
    except KeyboardInterrupt:
        print(meter.so_far(), flush=True)
        return 130
    return 0


def fight_odds_of(file: str, asked: Asked, meter: Meter, lang: str, json: bool) -> None:
    """Reckon, and show."""
    from ..encounters import ENCOUNTERS
    from ..play.encounter import read_encounter
    from ..simulate.simulation import MOST_FIGHTS, Simulation
    from .fight_show import Page, as_dict, show
    from .main import console, print_json
    from .simulate import policies_of, side_names

    if asked.plot is not None and not asked.plot.endswith(".svg"):
        raise BadInput("--plot", asked.plot, phrase("a file whose name ends in .svg"))
    encounter = read_encounter(str(ENCOUNTERS.get(file, file)), lang)
    rounds = ranged(asked.rounds, "--rounds", encounter.rounds, 1, 1000)
    least = least_of(asked.least)
    most = ranged(asked.states, "--states", None, FEWEST_STATES, MOST_STATES)
    fights = ranged(asked.check, "--check", None, 1, MOST_FIGHTS)
    policies = policies_of(asked.policy, encounter)
    simulation = Simulation(encounter, 0, policies)
    simulation.rounds = rounds
    with meter:
        found = reckoned(file, encounter, policies, rounds, least, most, meter)
    tally = None if fights is None else simulation.run(fights).tally
    sides = side_names(encounter, translator("fracas", lang))
    if json:
        print_json(as_dict(simulation, found, sides, tally))
    else:
        show(console(), Page(encounter, simulation, found, sides, tally, lang), least, most)
    if asked.plot is not None:
        from .fight_chart import plot

        plot(simulation, found, sides, asked.plot, translator("fracas", lang))


def reckoned(
    file: str,
    encounter: Encounter,
    policies: Mapping[str, str],
    rounds: int,
    least: float | None,
    most: int | None,
    meter: Meter,
) -> FightOdds:
    """The odds. Where a fight is too large, the line names the command that simulates it."""
    from ..odds.fight import LEAST, MOST_STATES, fight_odds

    try:
        return fight_odds(encounter, policies, rounds, least or LEAST, most or MOST_STATES, meter.move)
    except BadInput as error:
        if error.where != "fight":
            raise
        instead = f"fracas simulate {file}"
        raise BadInput("fight", error.what, phrase("{right} ({command})", right=error.right, command=instead)) from None


def ranged(text: str | None, where: str, default: Any, low: int, high: int) -> Any:
    """A whole number as typed, between two others; the default where none is given."""
    from .simulate import number_of

    if text is None:
        return default
    number = number_of(text, where, low)
    if not low <= number <= high:
        raise BadInput(where, shown(text), phrase("a whole number from {low} to {high}", low=low, high=high))
    return number


def least_of(text: str | None) -> float | None:
    """The probability below which states are not followed, as typed: 1e-12 or 0.0001%.

    >>> least_of("1e-9"), least_of(None)
    (1e-09, None)
    """
    if text is None:
        return None
    try:
        least = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        least = 0.0
    if not 0 < least <= MOST_LEAST:
        right = phrase("a probability above 0 and at most {most}, such as 1e-12", most=MOST_LEAST)
        raise BadInput("--least", shown(text), right)
    return least


def compiling(frame: FrameType | None) -> bool:
    """Is code being compiled where this frame was interrupted?"""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("llvmlite."):
            return True
        frame = frame.f_back
    return False


class Meter:
    """How far it came, on standard error where somebody sees it; and Ctrl-C, which is not lost in compiled code."""

    def __init__(self, lang: str) -> None:
        self.lang, self.ui = lang, translator("fracas", lang)
        self.at: tuple[int, float, int] | None = None
        self.status: Any = None
        self.stopped = False
        self.before: Any = None

    def __enter__(self) -> Meter:
        from rich.console import Console

        err = Console(stderr=True)
        if err.is_terminal:
            self.status = err.status(self.ui("counting states"))
            self.status.__enter__()
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self.stop)
        return self

    def __exit__(self, *error: Any) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
        if self.status is not None:
            self.status.__exit__(*error)
            self.status = None

    def stop(self, signum: int, frame: FrameType | None) -> None:
        """Ctrl-C. Raised while code is being compiled it would be swallowed with a traceback: a little later, then."""
        self.stopped = True
        if compiling(frame):
            later = threading.Timer(RETRY, _thread.interrupt_main)
            later.daemon = True
            later.start()
            return
        raise KeyboardInterrupt

    def move(self, number: int, undecided: float, states: int) -> None:
        """A round is done."""
        self.at = number, undecided, states
        if self.stopped:
            raise KeyboardInterrupt
        if self.status is not None:
            self.status.update(self.line(self.ui("round {n}: {share} of the fights still to decide, {states} states")))

    def line(self, sentence: str) -> str:
        """A sentence, in the reader's language, about where it is."""
        number, undecided, states = self.at or (0, 1.0, 0)
        values = {
            "n": number,
            "share": percent(undecided, self.lang, 3),
            "states": f"{states:,}".replace(",", "\u202f"),
        }
        return fill(sentence, values)

    def so_far(self) -> str:
        """What is said after Ctrl-C."""
        if self.at is None:
            return self.ui("Interrupted before the end of round 1.")
        said = self.ui("Interrupted after round {n}: {share} of the fights still to decide, {states} states.")
        return self.line(said)
