"""The same rules, compiled: numba overloads of the verbs and of ``evolve``, and the two compiled tables.

Importing this package imports numba (0.3 s, and seconds of compiling on first use); only simulation and whole-fight
odds do. Nothing here states a rule: a rule function is compiled from the very source that Python runs.
"""

from .jit import compile_book
from .prepared import Prepared, prepared
from .tables import ExactCompiled, FastTable, explore_compiled, fast_table, new_exact

__all__ = [
    "ExactCompiled",
    "FastTable",
    "Prepared",
    "compile_book",
    "explore_compiled",
    "fast_table",
    "new_exact",
    "prepared",
]
