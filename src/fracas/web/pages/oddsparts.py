"""The result of one decision on an odds sheet: what the targets lose, and the steps. Nothing here knows a rule, or where the
fight comes from; what stands beside the result is in :mod:`~fracas.web.pages.oddsbeside`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from ...core.errors import BadInput, FracasError, Refused
from ...core.forms import one_of, shown
from ...core.game import Game
from ...core.record import Session
from ...odds import Step
from ...odds.budget import Worked
from ...play.describe import describe
from ...play.explain import Explainer
from ...play.legal import Choice, why_not
from ...play.policies import STRIKES
from ...play.preview import reading_text, step_text
from ..odds import ROW, SHEET, figures, odds_within
from .frame import Form
from .reading import BARE_HANDS, given_value, query_of
from .words import act_word


@dataclass(frozen=True)
class Subject:
    """One decision, and where its sheet stands. ``known``: what else the game thinks of; ``path`` and ``state``: the address
    of the page with what stands in it besides the decision; ``sees``: the steps that the reader may know;
    ``all_told``: may the reader know every reason of the rules (the GM)? ``writes``: a decision for an address."""

    game: Game
    session: Session
    explainer: Explainer
    choice: Choice
    known: Sequence[Choice]
    path: str
    state: Sequence[tuple[str, str]]
    sees: Callable[[Worked], Sequence[Step]]
    all_told: bool = True
    writes: Callable[[Choice], list[tuple[str, str]]] = query_of

    def address(self, choice: Choice, part: str = "", **more: str) -> str:
        """The sheet of a decision, or a part of it."""
        query = [*self.state, *self.writes(choice), *more.items()]
        return f"{self.path}{'/' if part else ''}{part}?{urlencode(query)}"

    def why(self, choice: Choice) -> str:
        """Why the rules do not allow it; "" : they do."""
        error = why_not(self.session, choice)
        return "" if error is None else self.error(error)

    def error(self, error: FracasError) -> str:
        """An error in words; of a reason that the reader may not know only the rule."""
        if isinstance(error, Refused) and error.why in self.game.private and not self.all_told:
            return f"{self.explainer.title(error.rule)} [{error.rule}]"
        return self.explainer.error(error)

    def worked(self, choice: Choice, budget: Any = ROW, fight: Any = None) -> Worked:
        """The odds."""
        decision = choice.build(self.game, self.session.fighters)
        fight = self.session.fight if fight is None else fight
        return odds_within(self.game, fight, decision, self.session.fighters.ids, choice, budget)


def choice_sent(game: Game, ids: tuple[str, ...], form: Form) -> Choice:
    """The decision that an address writes, just as it stands there (as :func:`~.reading.query_of` does); BadInput where it is
    none."""
    do = form.get("do")
    if do not in STRIKES or do not in game.decisions:
        known = tuple(one for one in STRIKES if one in game.decisions)
        raise BadInput("do", shown(do or None), one_of(do, known))
    kind = game.decisions[do]
    details = {}
    for name, field in (kind.details.fields or {}).items():
        value = given_value(name, field, form)
        if value is not None and value != field.default:
            details[name] = value
    if details.get("weapon") == BARE_HANDS:
        del details["weapon"]
        details["unarmed"] = True
    targets = tuple(form.all("targets"))
    for id in (*targets, *filter(None, (form.get("by"), form.get("target")))):
        if id not in ids:
            raise BadInput("target", shown(id), one_of(id, ids))
    return Choice(do, form.get("by") or None, None if targets else form.get("target") or None, targets, details)


# ---------------------------------------------------------------------------------------------------------- the result


def result(subject: Subject) -> dict[str, Any]:
    """The decision's odds in full; ``refusal``: why it may not be made (then nothing else is there)."""
    choice = subject.choice
    found: dict[str, Any] = {
        "text": said(subject, choice),
        "refusal": subject.why(choice),
        "address": subject.address(choice),
        "csv": subject.address(choice).replace("?", ".csv?", 1),
        "json": subject.address(choice).replace("?", ".json?", 1),
        "parts": {part: subject.address(choice, part) for part in ("compare", "changes", "readings")},
        "odds": None,
    }
    if found["refusal"]:
        return found
    worked = subject.worked(choice, SHEET)
    explainer = subject.explainer
    losses = []
    for id, loss in worked.suffered.items():
        left, rows = Fraction(1), []
        for value, chance in loss.chances.items():
            rows.append({"value": value, "chance": float(chance), "exactly": str(chance), "at_least": float(left)})
            left -= chance
        losses.append(
            {
                "id": id,
                "name": explainer.name(explainer.fighters.ids.index(id)) if id in explainer.fighters.ids else "",
                "mean": float(loss.mean()),
                "sd": float(loss.variance()) ** 0.5,
                "mode": loss.mode(),
                "quantiles": {str(share): loss.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)},
                "rows": rows,
            }
        )
    steps = list(step_rows(subject, worked))
    whole = len(worked.steps or ()) == len(subject.sees(worked))
    return found | {"odds": figures(worked), "losses": losses, "steps": steps, "all_steps": whole}


def step_rows(subject: Subject, worked: Worked) -> Iterator[dict[str, Any]]:
    """The step table in words: what may be said, how likely, with which numbers; house rules where they decide."""
    explainer = subject.explainer
    for step in subject.sees(worked):
        option = explainer.words.readings.get(step.why, "")
        decides = step.reached * step.numbers["decided"][1] if option else Fraction(0)
        if option and decides == 0:
            continue
        yield {
            "rule": step.rule,
            "title": explainer.title(step.rule),
            "place": " · ".join(str(one + 1) for one in step.loop),
            "reached": float(decides if option else step.reached),
            "text": reading_text(explainer, step, option) if option else step_text(explainer, step),
            "house": bool(option),
        }


def drawing(losses: dict[str, Any]) -> dict[str, Any]:
    """The bars of a distribution and its at-least curve in whole numbers: ``{"width", "bars": [[x, y, height]], "curve"}``,
    1000 high. Values that cannot come leave a gap."""
    rows = losses["rows"]
    low, high = rows[0]["value"], rows[-1]["value"]
    most = max(row["chance"] for row in rows)
    bars, points, last = [], [f"0,{1000 - round(1000 * rows[0]['at_least'])}"], 0
    for row in rows:
        x, height = 10 * (row["value"] - low), round(1000 * row["chance"] / most)
        bars.append([x, 1000 - height, height])
        y = 1000 - round(1000 * row["at_least"])
        points += [f"{last},{y}", f"{x + 10},{y}"]
        last = x + 10
    return {
        "width": 10 * (high - low + 1),
        "bars": bars,
        "curve": " ".join(points),
        "low": low,
        "high": high,
        "most": most,
    }


def said(subject: Subject, choice: Choice) -> str:
    """The decision in words."""
    try:
        return describe(choice, subject.explainer)
    except (FracasError, KeyError, ValueError, IndexError, TypeError):
        return act_word(subject.explainer, choice.do)
