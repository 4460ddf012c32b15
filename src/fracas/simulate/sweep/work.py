"""One shard of a sweep, worked out: what a worker does, on this machine or another."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from ...core.errors import BadInput, FracasError, phrase
from ...play.encounter import Encounter
from ..simulation import BATCH, Simulation
from ..tally import Tally
from .plan import EXACT, Sweep
from .rows import Numbers, exact_numbers, numbers_of


class FightOdds(Protocol):
    """What the exact engine says of a fight: probabilities (fractions or decimals) by side, of no side left, of the round
    limit; how they are meant (``exact``, ``float64``), and the probability left out."""

    wins: Mapping[Any, Any]
    nobody: Any
    undecided: Any
    dropped: Any
    kind: str


class Shard(NamedTuple):
    """Some variants (``variants`` from number ``variant`` on) and of each some fights (``fights`` from ``fight`` on)."""

    number: int
    variant: int
    variants: int
    fight: int
    fights: int


class Worked(NamedTuple):
    """A shard with its rows, and the program that made them (see :attr:`Sweep.program`)."""

    number: int
    rows: list[Numbers]
    program: dict[str, str]


def work(data: Mapping[str, Any], shard: Shard) -> Worked:
    """Work out a shard of the sweep that this data (:meth:`Sweep.to_dict`) describes, on one core. A function of its
    arguments alone, whoever calls it and wherever; BadInput says which variant."""
    sweep = Sweep.from_dict(data)
    rows = [row(sweep, number, shard) for number in range(shard.variant, shard.variant + shard.variants)]
    return Worked(shard.number, rows, sweep.program)


def row(sweep: Sweep, number: int, shard: Shard) -> Numbers:
    """One variant's part of a shard; BadInput says which variant."""
    encounter = sweep.variant(number)
    if sweep.engine == EXACT:
        try:
            return exact_numbers(number, exact_odds(encounter), sweep.sides)
        except BadInput as error:
            raise error.under(f"{sweep.title(number)}: ") from None
        except FracasError as error:
            raise BadInput(sweep.title(number), str(error), phrase("a fight that can be worked out exactly")) from None
    simulation = Simulation(encounter, sweep.seed)
    if sweep.until is not None:
        return numbers_of(number, simulation.run(sweep.fights, sweep.until, threads=1).tally)
    return numbers_of(number, fought(simulation, shard.fight, shard.fights))


def fought(simulation: Simulation, first: int, fights: int) -> Tally:
    """The fights from number ``first`` on."""
    from ..kernel import kernel_of
    from ..memory import Memory

    run = kernel_of(simulation.game, simulation.ways)
    memory = Memory(simulation.game.name, simulation.mind, min(BATCH, fights))
    tally = Tally(simulation.sides)
    for number in range(first, first + fights, BATCH):
        count = min(BATCH, first + fights - number)
        tally.add(memory.fight(run, number, count, simulation.seed, simulation.rounds))
    return tally


def exact_odds(encounter: Encounter) -> FightOdds:
    """The odds of a whole fight, by the exact engine."""
    try:
        fight_odds = import_module("fracas.odds.fight").fight_odds
    except ModuleNotFoundError:
        raise BadInput("--engine", EXACT, phrase("simulation: the exact engine is not installed")) from None
    found: FightOdds = fight_odds(encounter)
    return found
