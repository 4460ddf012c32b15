"""Fights by the million on the fast table, with the policies of play; any of them can be opened as a record.

from fracas.play.encounter import read_encounter
from fracas.simulate import Simulation

simulation = Simulation(read_encounter("duel.yaml"), seed=1)
print(simulation.run(1_000_000).tally.win(0))
simulation.fight(7)  # the eighth fight as a session, with its record
"""

from .simulation import Outcome, Simulation
from .tally import Interval, Tally, wilson

__all__ = ["Interval", "Outcome", "Simulation", "Tally", "wilson"]
