"""What stands beside the result on an odds sheet: other weapons and targets, what would change it most, and the readings of
the rules side by side. All rows are worked out with the same budget and the same dice, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from ...core.errors import FracasError
from ...core.forms import Field, Flag, ListOf, Whole, Word
from ...core.game import written
from ...play.explain import Explainer
from ...play.legal import Choice, why_not
from ...play.policies import STRIKES
from ...play.typed import modifier_fields
from ..odds import ROW, at_least, figures
from .oddsparts import Subject, said
from .reading import query_of
from .words import field_word, word_word

MOST_ROWS = 24
MOST_SECONDS = 4.0
"""For one part of a sheet; what comes too late is counted, and told."""
SORTS = ("mean", "hurt", "hit")
STEPS = ("luck", "dice", "glory", "shift", "actions")
"""Numbers that are tried one more and one less, besides those that add to a roll."""
THEIRS = ("dodge", "dodging")
"""What the target decides: how well it does depends on what only its own side and the GM know."""
NOT_TRIED = (
    "weapon",
    "unarmed",
    "label",
    "distance",
    "range",
    "at",
    "to",
    "ally",
    "patient",
    "near",
    "adrift",
    "rounds",
)


def row(subject: Subject, choice: Choice, label: str, fight: Any = None) -> dict[str, Any]:
    """One line of a comparison."""
    found: dict[str, Any] = {"label": label, "address": subject.address(choice), "why": "", "odds": None}
    try:
        worked = subject.worked(choice, ROW, fight)
    except FracasError as error:
        return found | {"why": subject.error(error)}
    return found | {"odds": figures(worked), "at_least": at_least(worked)}


def compared(subject: Subject, sort: str) -> dict[str, Any]:
    """All the weapons and modes against this target, and all the targets of this attack."""
    choice, until = subject.choice, perf_counter() + MOST_SECONDS
    sort = sort if sort in SORTS else SORTS[0]
    strikes = [one for one in subject.known if one.do in STRIKES and one.by == choice.by]
    here = choice.targets or (choice.target,)
    ways = [one for one in strikes if here[0] in (one.targets or (one.target,))]
    aims = [
        replace(choice, target=one.target)
        for one in strikes
        if one.do == choice.do and not choice.targets and one.target not in (choice.target, None)
    ]
    found: dict[str, Any] = {"sort": sort, "late_rows": 0, "sorts": {}}
    for name, some in (("ways", [choice, *ways]), ("targets", [choice, *aims])):
        rows: list[dict[str, Any]] = []
        seen = set()
        for one in some:
            if one_key(one) in seen:
                continue
            seen.add(one_key(one))
            if len(rows) >= MOST_ROWS or perf_counter() > until:
                found["late_rows"] += 1
                continue
            why = subject.why(one)
            label = said(subject, one)
            made = {"label": label, "address": subject.address(one), "why": why, "odds": None}
            rows.append((row(subject, one, label) if not why else made) | {"chosen": one is choice})
        found[name] = sorted(rows, key=lambda made: (made["odds"] is None, -(made["odds"] or {}).get(sort, 0.0)))
    found["sorts"] = {one: subject.address(choice, "compare", sort=one) for one in SORTS}
    again = found["sorts"][sort]
    return found | {"back": subject.address(choice), "text": said(subject, choice), "again": again}


def one_key(choice: Choice) -> str:
    """What tells decisions apart."""
    return urlencode(sorted(query_of(choice)))


def changes(subject: Subject) -> dict[str, Any]:
    """Each modifier and option of the decision by itself: what it would change, the most first."""
    base = row(subject, subject.choice, said(subject, subject.choice))
    again, back = subject.address(subject.choice, "changes"), subject.address(subject.choice)
    found: dict[str, Any] = {"base": base, "rows": [], "same": [], "late_rows": 0, "back": back, "again": again}
    if base["odds"] is None:
        return found
    until = perf_counter() + MOST_SECONDS
    for label, choice in toggles(subject):
        if perf_counter() > until:
            found["late_rows"] += 1
            continue
        if why_not(subject.session, choice) is not None:
            continue
        made = compared_with(base, row(subject, choice, label))
        if made["odds"] is not None:
            found["same" if made["same"] else "rows"].append(made)
    found["rows"].sort(key=lambda made: (-abs(made["more"]["mean"]), -abs(made["more"]["hurt"])))
    return found


def compared_with(base: dict[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """The row with what is ``more`` than in the base row; ``same``: nothing, as far as can be told. Two rows by lot have the
    same dice, and are compared as they are; of an exact one and one by lot a difference within the error is none."""
    theirs, mine = made["odds"], base["odds"]
    if theirs is None:
        return made | {"more": None, "same": False}
    more = {name: theirs[name] - mine[name] for name in ("hit", "hurt", "mean")}
    mixed = theirs["runs"] != mine["runs"]
    share, mean = (max(theirs[name], mine[name]) if mixed else 0.0 for name in ("error", "mean_error"))
    more = {name: 0.0 if abs(n) <= max(1e-9, mean if name == "mean" else share) else n for name, n in more.items()}
    return made | {"more": more, "same": not any(more.values())}


def toggles(subject: Subject) -> Iterator[tuple[str, Choice]]:
    """The decision with one thing changed, and what that is called."""
    game, choice, explainer = subject.game, subject.choice, subject.explainer
    fields = dict(game.decisions[choice.do].details.fields or {})
    carried = (game.fighter_form.fields or {}).get("weapons")
    inner = set(getattr(getattr(carried, "of", None), "fields", None) or {}) - {"ammo"}
    numbers = (*modifier_fields(game), *STEPS)
    for name, field in fields.items():
        if name in NOT_TRIED or name in inner or (name in THEIRS and not subject.all_told):
            continue
        word = field_word(explainer, name)
        for label, value in other_values(explainer, name, field, choice.details.get(name), name in numbers):
            details = {**choice.details, name: value}
            if value == field.default:
                details.pop(name)
            yield f"{word}: {label}", replace(choice, details=details)


def other_values(explainer: Explainer, name: str, field: Field, now: Any, number: bool) -> Iterator[tuple[str, Any]]:
    """Other values of one field, with their words."""
    if isinstance(field, Whole) and number:
        stands = now if isinstance(now, int) else field.default if isinstance(field.default, int) else 0
        for step, sign in ((1, "+1"), (-1, "−1")):
            if field.low <= stands + step <= field.high:
                yield sign, stands + step
    elif isinstance(field, Flag):
        yield explainer.value(not now), not now
    elif isinstance(field, Word):
        for word in field.words:
            if word != (now if now is not None else field.default):
                yield word_word(explainer, name, word), word
        if now is not None and now != field.default and field.default is None:
            yield "–", None
    elif isinstance(field, ListOf) and isinstance(field.of, Word):
        kept = list(now or ())
        for word in field.of.words:
            if word in kept:
                yield f"− {word_word(explainer, name, word)}", [one for one in kept if one != word]
            else:
                yield f"+ {word_word(explainer, name, word)}", [*kept, word]


def readings(subject: Subject) -> dict[str, Any]:
    """The same decision under every reading of each house rule; those that change nothing are only named."""
    game, explainer, fight = subject.game, subject.explainer, subject.session.fight
    base = row(subject, subject.choice, said(subject, subject.choice))
    again, back = subject.address(subject.choice, "readings"), subject.address(subject.choice)
    found: dict[str, Any] = {"base": base, "options": [], "same": [], "late_rows": 0, "back": back, "again": again}
    if base["odds"] is None:
        return found
    until = perf_counter() + MOST_SECONDS
    for name, option in game.options.items():
        if not option.values:
            continue
        now = int(getattr(fight.house, name))
        rows = []
        for value in option.values:
            if perf_counter() > until:
                found["late_rows"] += 1
                continue
            word = str(written(value)).lower()
            under = fight._replace(house=fight.house._replace(**{name: int(value)}))
            made = base if int(value) == now else row(subject, subject.choice, "", under)
            label = explainer.term(name, word)
            chosen = {
                "value": word,
                "label": label,
                "chosen": int(value) == now,
                "default": str(option.default).lower() == word,
            }
            rows.append(compared_with(base, made) | chosen)
        title = explainer.say(explainer.words.options[name])
        about = {"option": name, "title": title, "rule": option.rule}
        if any(made["odds"] is None or not made["same"] for made in rows):
            found["options"].append(about | {"rows": rows})
        elif rows:
            found["same"].append(about)
    return found
