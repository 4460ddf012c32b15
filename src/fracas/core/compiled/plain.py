"""Tuples of whole numbers, told to numba for what they are: nothing in them is counted or converted.

numba looks through every value for references to count, and takes each apart and puts it together again between a function's
result and its caller: two hundred instructions for a fighter, wherever one is named, all for nothing.
"""

from __future__ import annotations

# numba carries few types inside
# mypy: disable-error-code="no-untyped-call, no-untyped-def, attr-defined, misc"
from typing import Any

from numba import types as _types
from numba.core.datamodel import default_manager
from numba.core.datamodel.models import TupleModel, UniTupleModel

from .direct import leaves

types: Any = _types


def _as_it_is(self: Any, builder: Any, value: Any) -> Any:
    return value


def _load(self: Any, builder: Any, pointer: Any, align: Any = None) -> Any:
    return builder.load(pointer)


def _model(base: Any) -> Any:
    """A model of tuples that leaves those of whole numbers as they are."""
    same = {name: _as_it_is for name in ("as_data", "from_data", "as_return", "from_return")}
    plain = type(f"Plain{base.__name__}", (base,), same | {"load_from_data_pointer": _load, "traverse": lambda *_: []})

    def model(manager: Any, kind: Any) -> Any:
        whole = all(isinstance(leaf, types.Integer) for _, leaf in leaves(kind))
        return (plain if whole else base)(manager, kind)

    return model


for kind, base in (
    (types.NamedTuple, TupleModel),
    (types.Tuple, TupleModel),
    (types.NamedUniTuple, UniTupleModel),
    (types.UniTuple, UniTupleModel),
):
    default_manager.register(kind, _model(base))
