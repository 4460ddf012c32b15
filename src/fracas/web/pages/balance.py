"""Balance: fights by the thousand, and variants side by side, worked out in the background (:mod:`fracas.web.jobs`).

For whoever runs the server, and for game masters, who see the runs of their own fights: simulation is work for the server.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi import Path as InPath
from starlette.responses import FileResponse, Response

from ...core.errors import BadInput, FracasError, phrase
from ...core.forms import one_of, shown
from ...core.record import Record
from ...encounters import ENCOUNTERS
from ...play.explain import Explainer
from ...play.wording import fill, translator
from ...rules import GAMES, load
from ...store.errors import NotThere
from ...table.errors import NotAllowed
from ...table.records import import_record
from ...table.roles import GM
from ..guard import SAFE
from ..job_data import encounter_in
from ..job_files import SPEC, read_json
from ..jobs import DONE, JOB_ID, RUNNING, Job
from ..keys import HOST
from ..people import no_link, same_origin, token_of
from ..problems import problem
from ..routes.links import gm_link
from ..services import services_of
from .balance_results import simulation_view, sweep_view
from .balance_setup import (
    SIMULATION,
    SWEEP,
    Source,
    beginning_of,
    data_of_fight,
    described,
    explainer_for,
    policy_words,
    setup_view,
    spec_from,
)
from .bring import read_text
from .fighterwords import encounter_words
from .frame import Form, PageLang, Sent, go, page, press, show
from .start import is_host

router = APIRouter()
SOURCES = ("sample", "fight", "kept", "again")
MOST_COOKIES = 40
FILES = {
    SIMULATION: ("fights.parquet", "fights.csv", "chart.svg", "chart.png"),
    SWEEP: ("variants.parquet", "variants.csv", "chart.svg", "chart.png"),
}
"""What can be taken out of a job, by its kind; its JSON is the page's twin."""
MEDIA = {".csv": "text/csv", ".parquet": "application/vnd.apache.parquet", ".svg": "image/svg+xml", ".png": "image/png"}
JobId = Annotated[str, InPath(pattern=JOB_ID, description="The job's id.")]


# ---------------------------------------------------------------------------------------------------------- who may


@dataclass(frozen=True)
class Asker:
    """Who asks: the host, or the game master of some fights."""

    host: bool
    fights: frozenset[str] = frozenset()

    def may_see(self, job: Job) -> bool:
        """Is this job theirs?"""
        return self.host or job.spec.get("owner") in self.fights

    def owner_of(self, source: Source | None) -> str:
        """To whom a new job belongs: the host, or a fight of this game master."""
        if self.host:
            return HOST
        return source.id if source is not None and source.kind == "fight" else min(self.fights)


def _asker(request: Request) -> Asker:
    """By the cookies: a game master has one for each of their fights. WebError 401, NotAllowed."""
    if is_host(request):
        request.state.role = HOST
        return Asker(True)
    people, cookies = (
        services_of(request).people,
        [value for name, value in request.cookies.items() if name.startswith("fracas_")],
    )
    if not cookies:
        raise no_link("missing")
    if request.method not in SAFE:
        same_origin(request)
    fights = set()
    for value in cookies[:MOST_COOKIES]:
        try:
            token = people.keys.read(value)
            if token is None or token[0] == HOST:
                continue
            link = people.link(token)
            if people.guest(token, link.fight).viewer.is_gm:
                fights.add(link.fight)
        except FracasError:
            continue
    if not fights:
        raise NotAllowed("balance", phrase("not of yours"), phrase("done by the host or a game master"))
    request.state.role = "gm"
    return Asker(False, frozenset(fights))


Asking = Annotated[Asker, Depends(_asker)]


def job_of(request: Request, id: str, asker: Asker) -> Job:
    """A job that whoever asks may see; NotThere."""
    job = services_of(request).jobs.get(id)
    if not asker.may_see(job):
        raise NotThere("job", id)
    return job


# ------------------------------------------------------------------------------------------------- what to simulate


def source_from(form: Form) -> Source | None:
    """Which encounter is meant; None: it is still to be chosen."""
    return next((Source(kind, form.get(kind)) for kind in SOURCES if form.get(kind)), None)


def data_from(request: Request, source: Source, asker: Asker) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The data of the encounter meant, and what the job said that is to be run again."""
    services = services_of(request)
    if source.kind == "sample":
        if source.id not in ENCOUNTERS:
            raise BadInput("sample", shown(source.id), one_of(source.id, tuple(ENCOUNTERS)))
        return sample_data(source.id), None
    if source.kind == "kept":
        return services.jobs.encounter(source.id), None
    if source.kind == "again":
        spec = dict(job_of(request, source.id, asker).spec)
        return dict(spec["encounter"]), spec
    guest = services.people.guest(token_of(request, None, source.id), source.id)
    if not guest.viewer.is_gm:
        raise NotAllowed("link", guest.viewer.role.value, phrase("done by the GM"))
    return data_of_fight(services.tables.log.events(source.id, 0, 1)[0].body), None


@lru_cache(maxsize=32)
def sample_data(name: str) -> dict[str, Any]:
    """The data of a sample encounter."""
    from ...core.files import read_yaml

    return dict(read_yaml(str(ENCOUNTERS[name])))


@lru_cache(maxsize=8)
def samples(lang: str) -> list[dict[str, Any]]:
    """The sample encounters, game by game."""
    words = encounter_words(translator("fracas", lang))
    found: dict[str, list[dict[str, str]]] = {name: [] for name in GAMES}
    for name in ENCOUNTERS:
        data = sample_data(name)
        found[data["ruleset"]].append({"id": name, "name": words.get(data["name"], data["name"])})
    return [{"title": load(name).title, "samples": rows} for name, rows in found.items() if rows]


@page(router, "/balance")
def balance(request: Request, asker: Asking, lang: PageLang, form: Sent) -> Response:
    """The runs that there are, and a new one: first which encounter, then how often, by whom, with what varied."""
    return balance_page(request, asker, lang, form)


def balance_page(
    request: Request, asker: Asker, lang: str, form: Form, error: BadInput | None = None, status: int = 200
) -> Response:
    """The page, perhaps with what was wrong in the form that it shows again."""
    source = source_from(form)
    setup = None
    if source is not None:
        data, spec = data_from(request, source, asker)
        setup = {**setup_view(data, spec, form, lang), "source": {"kind": source.kind, "id": source.id}}
    jobs = [row_of(job, lang) for job in services_of(request).jobs.all() if asker.may_see(job)]
    said = None if error is None else problem(error, lang)
    found = {"setup": setup, "jobs": jobs, "samples": [] if setup else samples(lang), "problem": said}
    words = policy_words(translator("fracas", lang))
    return show(request, "balance.html", found, status, policies=words, typed=form.get("text"))


def row_of(job: Job, lang: str) -> dict[str, Any]:
    """A job in the list."""
    spec = job.spec
    names = {name: spec.get(name, "") for name in ("kind", "name", "ruleset", "title", "made")}
    names["name"] = encounter_words(translator("fracas", lang)).get(names["name"], names["name"])
    return {"id": job.id, **names, "text": described(spec, lang), "phase": job.phase, "live": job.live}


@press(router, "/balance/encounter")
def bring(request: Request, asker: Asking, lang: PageLang, form: Sent) -> Response:
    """An encounter that was pasted or brought as a file: looked at, kept, and shown to be set up."""
    text = form.get("file") if form.get("file").strip() else form.get("text")
    try:
        data = beginning_of(read_text(text))
        encounter_in({"encounter": data}, lang)
    except (BadInput, KeyError, TypeError, ValueError, AttributeError) as error:
        told = error if isinstance(error, BadInput) else BadInput("text", shown(repr(error)), phrase("an encounter"))
        return balance_page(request, asker, lang, Form([("text", text)]), told, 422)
    return go(request, f"/balance?kept={services_of(request).jobs.keep_encounter(data)}")


@press(router, "/balance")
def begin(request: Request, asker: Asking, lang: PageLang, form: Sent) -> Response:
    """Start what the form says; what cannot be meant is said above the form as it stands."""
    source = source_from(form)
    if source is None:
        raise BadInput("encounter", "missing", phrase("a sample, a fight, or an encounter of your own"))
    data, _ = data_from(request, source, asker)
    try:
        spec = spec_from(data, form, lang)
        jobs = services_of(request).jobs
        id = jobs.start({**spec, "owner": asker.owner_of(source), "source": {source.kind: source.id}})
    except BadInput as error:
        return balance_page(request, asker, lang, form, error, 422)
    return go(request, f"/balance/{id}")


# ------------------------------------------------------------------------------------------------------------ one run


@page(router, "/balance/{job}")
def one(request: Request, job: JobId, asker: Asking, lang: PageLang) -> Response:
    """A run: how far it is and what is known so far, or what it came to."""
    return job_page(request, job_of(request, job, asker), lang)


def job_page(request: Request, job: Job, lang: str) -> Response:
    """The page of a run as it stands."""
    result, error = job.result(), job.error
    ui = translator("fracas", lang)
    data = {
        "job": {
            **row_of(job, lang),
            "seed": job.spec["seed"],
            "vary": job.spec["vary"],
            "source": job.spec.get("source", {}),
        },
        "progress": progress_of(job),
        "problem": None if error is None else problem(error, lang),
        "result": result,
    }
    view = None
    if result is not None and (result.get("rows") or result.get("found", {}).get("fights")):
        if job.spec["kind"] == SWEEP:
            view = sweep_view(result, ui, lang)
        else:
            view = simulation_view(result, words_for(job.folder, lang), lang)
    files = FILES[job.spec["kind"]] if job.phase == DONE else ()
    whole = job.spec["kind"] == SWEEP or (result or {}).get("rows") is not False
    return show(request, "balance_job.html", data, view=view, files=files, whole=whole, policies=policy_words(ui))


@lru_cache(maxsize=64)
def words_for(folder: Path, lang: str) -> Explainer:
    """Words for the fighters of a job."""
    return explainer_for(encounter_in(read_json(folder / SPEC), lang), lang)


def progress_of(job: Job) -> dict[str, Any]:
    """How far a job is: the phase, of what how many, for how many seconds, and how many more it seems to need."""
    state = job.state
    done, total = int(state.get("done") or 0), int(state.get("total") or 0)
    found: dict[str, Any] = {"phase": job.phase, "done": done, "total": total, "unit": state.get("unit", "")}
    if state.get("begun"):
        until = time.time() if job.live else float(state["at"])
        found["seconds"] = round(max(0.0, until - float(state["begun"])))
    if job.phase == RUNNING and 0 < done < total:
        spent = max(0.1, float(state["at"]) - float(state["since"]))
        found["left"] = round(spent * (total - done) / done)
    return found


@press(router, "/balance/{job}/cancel")
def cancel(request: Request, job: JobId, asker: Asking) -> Response:
    """End a run; what is known so far stays."""
    services_of(request).jobs.cancel(job_of(request, job, asker).id)
    return go(request, f"/balance/{job}")


@press(router, "/balance/{job}/restart")
def restart(request: Request, job: JobId, asker: Asking) -> Response:
    """Run one again that has not finished; a sweep goes on with the shards that it has."""
    services_of(request).jobs.restart(job_of(request, job, asker).id)
    return go(request, f"/balance/{job}")


@press(router, "/balance/{job}/remove")
def remove(request: Request, job: JobId, asker: Asking) -> Response:
    """Forget a run."""
    services_of(request).jobs.remove(job_of(request, job, asker).id)
    return go(request, "/balance")


@press(router, "/balance/{job}/fight")
def open_fight(request: Request, job: JobId, asker: Asking, lang: PageLang, form: Sent) -> Response:
    """One fight of a simulation by its number, at the table, explained; asked for again it is the same one."""
    services, known = services_of(request), job_of(request, job, asker)
    number = form.whole("number")
    last = int(((known.result() or {}).get("found") or {}).get("fights", 0)) - 1
    if known.spec["kind"] != SIMULATION or last < 0:
        raise BadInput("number", shown(number), phrase("a fight of a simulation that has run"))
    if number is None or not 0 <= number <= last:
        right = phrase("a whole number from {low} to {high}", low=0, high=last)
        raise BadInput("number", "missing" if number is None else str(number), right)
    found = services.jobs.ask(known.id, "fight", str(number))
    name = fill(
        translator("fracas", lang)("{name} · fight {n}"),
        {"name": known.spec["name"] or known.spec["title"], "n": number},
    )
    more = {"name": name[:200], "players": found["players"], "sides": sides_of(known), "rounds": found["rounds"]}
    key = f"balance:{known.id}:{number}"
    fight = import_record(services.tables, GM, Record.from_dict(found["record"]), key, **more)
    if asker.host:
        return go(request, f"/fights/{fight}")
    return go(request, f"/join/{gm_link(services, fight, lang)['token']}")


def sides_of(job: Job) -> tuple[str, ...]:
    """The names of the sides."""
    return tuple(job.spec["encounter"].get("sides", ()))


@router.get("/balance/{job}/files/{name}", include_in_schema=False)
def take_out(request: Request, job: JobId, name: str, asker: Asking, lang: PageLang) -> Response:
    """A file of what a run came to, made by the code of the command line."""
    services, known = services_of(request), job_of(request, job, asker)
    names = FILES[known.spec["kind"]]
    if name not in names:
        raise BadInput("file", shown(name), one_of(name, names))
    if known.phase != DONE:
        raise BadInput("file", shown(name), phrase("of a run that has finished"))
    result = known.result() or {}
    if name.startswith("fights.") and not result.get("rows"):
        raise BadInput("file", phrase("too many fights for one row each"), phrase("a smaller run"))
    file = Path(services.jobs.ask(known.id, "export", name, lang)["file"])
    return FileResponse(file, media_type=MEDIA[file.suffix], filename=f"fracas-{job}-{name}")
