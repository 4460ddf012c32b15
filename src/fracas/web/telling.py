"""Words for one fight's errors and decisions in one language."""

from __future__ import annotations

from typing import Any

from ..core.errors import FracasError, Refused
from ..core.game import Fighters
from ..play.encounter import names_in
from ..play.explain import Explainer
from ..table.knowing import Knowing
from ..table.position import Position
from ..table.roles import Viewer
from .problems import problem


def problem_seen(error: FracasError, lang: str, position: Position, viewer: Viewer) -> dict[str, Any]:
    """The problem details of an error as far as this viewer may know them: where a rule refuses for a foe's numbers, the
    rule alone."""
    knowing = Knowing(position, viewer, lang)
    found = problem(error, lang, knowing.explainer)
    if isinstance(error, Refused) and not knowing.may_know_why(error):
        found |= {"detail": knowing.error(error), "message": {"key": error.rule, "params": {}}}
    return found


def explainer_of(position: Position, lang: str) -> Explainer:
    """The explainer for a fight as it stands."""
    try:
        fighters = position.fighters
    except FracasError:
        fighters = Fighters(position.ids, tuple(position.forms.values()))
    return Explainer(position.game, fighters, lang, names_in(position.game.name, lang))
