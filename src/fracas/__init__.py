"""fracas: tabletop combat, resolved - played, known and simulated from one definition of each rule.

The public entry points are imported lazily, so that ``import fracas`` costs nothing:

- :func:`fracas.rules.load` gives a game (``load("cpred")``),
- :func:`fracas.odds.odds_of` the exact odds of one decision,
- :mod:`fracas.play` a fight as a :class:`~fracas.core.record.Record`, explained in words,
- :mod:`fracas.check` case files.
"""

__version__ = "0.1.0"
