"""What is to be simulated: where the encounter comes from, what the form of the page says of it, and what can be varied."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.errors import BadInput, phrase
from ...core.forms import one_of, shown
from ...core.ways import POLICIES
from ...play.encounter import PERSON, Encounter, names_in
from ...play.explain import Explainer
from ...play.wording import fill, percent, translator
from ..job_data import encounter_in, side_names, sweep_in
from .balance_vary import suggestions
from .fighterwords import encounter_words, side_words
from .frame import Form

MOST_RUNS = 1_000_000
"""Fights of one simulation, or of one variant of a sweep, from the screen."""
MOST_SWEPT = 50_000_000
"""Fights of a whole sweep from the screen."""
MOST_VARIANTS, MOST_VALUES = 1000, 60
RUNS, SWEPT, SEED, HALF = 10_000, 5_000, 1, "1"
SIMULATION, SWEEP = "simulation", "sweep"
AXES = (1, 2)


@dataclass(frozen=True)
class Source:
    """Where an encounter comes from: ``kind`` is ``sample``, ``fight``, ``kept`` (pasted) or ``again`` (another job)."""

    kind: str
    id: str


def data_of_fight(body: Mapping[str, Any]) -> dict[str, Any]:
    """A fight of the server as it began, from its first event, as the data of an encounter; as a record where fighters
    bring something along, since no encounter can say that."""
    forms = body["fighters"]
    count = 1 + max((int(form.get("side") or 0) for form in forms.values()), default=0)
    sides = [*body.get("sides", ())][:count] or []
    sides += [f"side {place + 1}" for place in range(len(sides), max(2, count))]
    players = {id: body["players"].get(id, PERSON) for id in forms}
    if any(body.get("kept", {}).values()):
        record = {"format": 1, "ruleset": body["ruleset"], "version": body["version"], "seed": 0, "entries": []}
        record |= {name: body[name] for name in ("house", "fighters", "fight", "kept")}
        whole = {"encounter": body["name"], "players": players, "rounds": body["rounds"], "record": record}
        return {**whole, "sides": sides}
    found: dict[str, Any] = {"ruleset": body["ruleset"], "name": body["name"], "rounds": body["rounds"]}
    found |= {name: body[name] for name in ("house", "fight") if body.get(name)}
    found["sides"] = sides
    found["fighters"] = {
        id: {**form, "side": sides[int(form.get("side") or 0)], "play": players[id]} for id, form in forms.items()
    }
    return found


def beginning_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody has pasted, as the data of an encounter: of a saved fight its beginning."""
    if "record" not in data:
        return dict(data)
    record = data["record"]
    return {**data, "record": {**record, "entries": []}} if isinstance(record, Mapping) else dict(data)


# ----------------------------------------------------------------------------------------------------- what is shown


def policy_words(ui: Callable[[str], str]) -> dict[str, str]:
    """The policies, for people."""
    return {
        "nearest": ui("nearest foe"),
        "weakest": ui("weakest foe"),
        "strongest": ui("strongest attack"),
        "cautious": ui("cautious"),
        "passive": ui("does nothing"),
        "bold": ui("bold: spends points"),
    }


def explainer_for(encounter: Encounter, lang: str) -> Explainer:
    """Words for an encounter's fighters."""
    return Explainer(encounter.game, encounter.session.fighters, lang, names_in(encounter.game.name, lang))


def entries_of(data: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """The fighters as the encounter lists them: for each id its policy and how many there are of it."""
    if "record" in data:
        return {id: (str(player), 1) for id, player in data["players"].items()}
    return {id: (str(one.get("play", "nearest")), int(one.get("count", 1))) for id, one in data["fighters"].items()}


def names_of(data: Mapping[str, Any], explainer: Explainer) -> dict[str, str]:
    """The fighters that the encounter lists, by id, as they are called (copies without their numbers)."""
    found, ids = {}, explainer.fighters.ids
    for id, (_, count) in entries_of(data).items():
        name = explainer.name(ids.index(id if id in ids else f"{id}_1"))
        head, _, tail = name.rpartition(" ")
        found[id] = head if count > 1 and tail.isdecimal() and head else name
    return found


def setup_view(data: Mapping[str, Any], spec: Mapping[str, Any] | None, form: Form, lang: str) -> dict[str, Any]:
    """The page's form: sides with their fighters and policies, how many fights, the seed, what varies. What ``form`` says
    goes before what the job ``spec`` said that is to be run again."""
    encounter = encounter_in({"encounter": data}, lang)
    explainer = explainer_for(encounter, lang)
    ids, fighters = encounter.session.fighters.ids, encounter.session.start.fighters
    spoken = names_of(data, explainer)
    named, names = side_words(explainer.ui), side_names(encounter, lang)
    sides: dict[int, dict[str, Any]] = {
        side: {"name": named.get(name, name), "fighters": []} for side, name in names.items()
    }
    for id, (player, count) in entries_of(data).items():
        place = ids.index(id if id in ids else f"{id}_1")
        name = spoken[id]
        asked = form.get(f"play.{id}") or player
        row = {"id": id, "name": name, "count": count, "person": player == PERSON}
        row["policy"] = asked if asked in POLICIES else "nearest"
        sides[fighters[place].stand.side]["fighters"].append(row)
    said = spec or {}
    until = said.get("until")
    vary = [list(one) for one in said.get("vary", ())]
    axes = []
    for number in AXES:
        known = vary[number - 1] if number <= len(vary) else ["", ""]
        path, values = form.get(f"path{number}") or known[0], form.get(f"values{number}") or known[1]
        picked = form.get(f"pick{number}")
        if picked:
            path, _, values = picked.partition("=")
        axes.append({"number": number, "path": path, "values": values})
    varies = "record" not in data
    return {
        "name": encounter_words(explainer.ui).get(encounter.name, encounter.name),
        "game": encounter.game.name,
        "title": encounter.game.title,
        "rounds": encounter.rounds,
        "sides": list(sides.values()),
        "how": form.get("how") or ("until" if until else "fights"),
        "fights": form.get("fights") or str(said.get("fights") if said and not until else RUNS),
        "until": form.get("until") or (f"{100 * until:g}" if until else HALF),
        "seed": form.get("seed") or str(said.get("seed", SEED)),
        "axes": axes,
        "varies": varies,
        "open": any(axis["path"] for axis in axes),
        "suggestions": suggestions(data, entries_of(data), spoken, explainer) if varies else [],
    }


# ------------------------------------------------------------------------------------------------------ what is sent


def spec_from(data: Mapping[str, Any], form: Form, lang: str) -> dict[str, Any]:
    """The job that the form asks for, checked as far as that is quick; BadInput says what cannot be meant."""
    kind = SWEEP if form.get("kind") == SWEEP else SIMULATION
    played = with_policies(data, form)
    until = half_width(form.get("until")) if form.get("how") == "until" else None
    fights = MOST_RUNS if until is not None else given_number(form, "fights", RUNS, 1, MOST_RUNS)
    seed = given_number(form, "seed", None, 0, 2**64 - 1)
    vary = [[path, values] for path, values in axes_from(form)] if kind == SWEEP else []
    spec = {
        "kind": kind,
        "encounter": played,
        "fights": fights,
        "until": until,
        "seed": secrets.randbits(32) if seed is None else seed,
        "vary": vary,
        "lang": lang,
    }
    return {**spec, **checked(spec, lang)}


def with_policies(data: Mapping[str, Any], form: Form) -> dict[str, Any]:
    """The encounter with the policies that the form chooses."""
    players = {}
    for id, (player, _) in entries_of(data).items():
        name = form.get(f"play.{id}") or (player if player in POLICIES else "nearest")
        if name not in POLICIES:
            raise BadInput(f"play.{id}", shown(name), one_of(name, POLICIES))
        players[id] = name
    if "record" in data:
        return {**data, "players": players}
    fighters = {id: {**one, "play": players[id]} for id, one in data["fighters"].items()}
    return {**data, "fighters": fighters}


def given_number(form: Form, name: str, default: int | None, low: int, high: int) -> Any:
    """A whole number from the form, also as 1_000, 1 000 or 1e6."""
    from ...play.typed import WIDE

    text = "".join(form.get(name).translate(WIDE).replace("_", "").split())
    if not text:
        return default
    right = phrase("a whole number from {low} to {high}", low=low, high=high)
    try:
        value = int(text) if text.lstrip("-").isdecimal() and len(text) <= 20 else float(text)
    except ValueError:
        raise BadInput(name, shown(form.get(name)), right) from None
    if not low <= value <= high or value != int(value):
        raise BadInput(name, shown(form.get(name)), right)
    return int(value)


def half_width(text: str) -> float:
    """A precision in percent, as half of a win rate's interval: 0.5, 0,5 or 0.5 %."""
    right = phrase("a half width in percent from {low} to {high}", low="0.1", high="20")
    try:
        share = float(text.replace(",", ".").replace("%", "").replace("±", "").strip()) / 100
    except ValueError:
        raise BadInput("until", shown(text), right) from None
    if not 0.001 <= share <= 0.2:
        raise BadInput("until", shown(text), right)
    return share


def axes_from(form: Form) -> list[tuple[str, str]]:
    """The one or two paths with their values."""
    found = []
    for number in AXES:
        path, values = form.get(f"path{number}").strip(), form.get(f"values{number}").strip()
        if path and not values:
            raise BadInput(f"values{number}", "missing", phrase("values, such as 7..13 or [a, b]"))
        if values and not path:
            raise BadInput(f"path{number}", "missing", phrase("a path, such as fighters.ann.armour.0.sp"))
        if path:
            found.append((path, values))
    if not found:
        raise BadInput("path1", "missing", phrase("a path, such as fighters.ann.armour.0.sp"))
    return found


def checked(spec: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """What the lists say of a job (``{name, ruleset, title}``), once it has been looked at: BadInput for an encounter that
    cannot be simulated, and for a path or a value that cannot be meant."""
    try:
        from ...simulate.simulation import Simulation
        from ...simulate.sweep.values import values_of
    except ModuleNotFoundError as error:
        raise BadInput("balance", str(error.name), phrase("installed: pip install 'fracas[sim]'")) from None
    encounter = encounter_in(spec, lang)
    found: dict[str, Any] = {"name": encounter.name, "ruleset": encounter.game.name, "title": encounter.game.title}
    if spec["kind"] == SIMULATION:
        Simulation(encounter, spec["seed"])
        return found
    for number, (path, values) in zip(AXES, spec["vary"], strict=False):
        count = len(values_of(values, f"values{number}"))
        if count > MOST_VALUES:
            what = phrase("{n} values", n=count)
            raise BadInput(path, what, phrase("at most {most}", most=MOST_VALUES))
    if len({path for path, _ in spec["vary"]}) < len(spec["vary"]):
        path = spec["vary"][0][0]
        raise BadInput("vary", phrase("{value} is given twice", value=shown(path)), phrase("given once"))
    sweep = sweep_in(spec)
    if sweep.variants > MOST_VARIANTS:
        what = phrase("{n} variants", n=sweep.variants)
        raise BadInput("vary", what, phrase("at most {most}", most=MOST_VARIANTS))
    if spec["until"] is None and sweep.variants * sweep.fights > MOST_SWEPT:
        what = phrase("{n} fights in all", n=sweep.variants * sweep.fights)
        raise BadInput("vary", what, phrase("at most {most}", most=MOST_SWEPT))
    step = sweep.variants
    for axis in sweep.axes:  # every value once; the job looks at all of them together
        step //= len(axis.labels)
        for number in range(0, step * len(axis.labels), step):
            sweep.variant(number, lang)
    return found


def described(spec: Mapping[str, Any], lang: str) -> str:
    """A job in one line."""
    ui = translator("fracas", lang)
    if spec["kind"] == SWEEP:
        return fill(ui("varied: {what}"), {"what": ", ".join(f"{path} = {values}" for path, values in spec["vary"])})
    if spec["until"] is not None:
        return fill(ui("until ± {half}"), {"half": percent(spec["until"], lang, 1)})
    return fill(ui("{n} fights"), {"n": grouped(spec["fights"])})


def grouped(number: int) -> str:
    """A whole number with narrow no-break spaces between its thousands.

    >>> grouped(1234567).replace("\\u202f", "_")
    '1_234_567'
    """
    return f"{number:,}".replace(",", "\u202f")
