"""Words for one fight's errors and decisions in one language."""

from __future__ import annotations

from ..core.errors import FracasError
from ..core.game import Fighters
from ..play.encounter import names_in
from ..play.explain import Explainer
from ..table.position import Position


def explainer_of(position: Position, lang: str) -> Explainer:
    """The explainer for a fight as it stands."""
    try:
        fighters = position.fighters
    except FracasError:
        fighters = Fighters(position.ids, tuple(position.forms.values()))
    return Explainer(position.game, fighters, lang, names_in(position.game.name, lang))
