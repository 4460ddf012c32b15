"""Sweeps: a grid or a list of variants of an encounter, over either engine, in shards that can be gone on with.

from fracas.simulate.sweep import run_sweep, sweep_of

plan = sweep_of("cops_duel", vary={"fighters.gunman.protection.torso": "0..6", "policy.officer": "nearest, cautious"})
results = run_sweep(plan, out="folder")  # the same call goes on where an interrupted one ended
for row in results.rows():
    print(row.labels, row.wins["police"])
"""

from .files import read_sweep, sweep_of, sweep_schema
from .plan import Axis, Sweep
from .rows import Row
from .run import Results, run_sweep
from .store import Layout

__all__ = ["Axis", "Layout", "Results", "Row", "Sweep", "read_sweep", "run_sweep", "sweep_of", "sweep_schema"]
