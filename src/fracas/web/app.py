"""The application: :func:`create_app`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from .. import __version__
from ..core.errors import BadInput, FracasError, Phrase, Refused, phrase
from ..core.forms import shown
from ..store.engine import Database
from ..store.links import Links
from ..store.log import Log
from ..table.roles import WATCHER
from ..table.rosters import Rosters
from ..table.service import Tables
from . import stream
from .config import Config
from .guard import Guard, Rates
from .hub import Hub
from .jobs import Jobs, folder_beside
from .keys import HOST, Keys
from .language import language_of
from .metrics import Metrics
from .models import Problem
from .pages import PAGES
from .pages.frame import FOLDER, error_page, is_page, page_language
from .people import People, cookie_name
from .problems import MEDIA, WebError, plain_problem, problem, problem_response
from .routes import deciding, fights, links, roster, rulesets, seats
from .services import Services, services_of
from .telling import problem_seen

THREADS = 14
"""Requests that are worked on at once; as many as the database has connections, so that nobody waits for one."""


def create_app(config: Config) -> FastAPI:
    """The application on one database (``config.database``), which is opened now. Its lifespan hears of events; at its end
    the database is closed. StoreError where the database cannot be opened."""
    services = services_for(config)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        services.hub.start()
        yield
        services.hub.stop()
        services.jobs.close()
        services.database.close()

    app = FastAPI(
        title="fracas",
        version=__version__,
        summary="Tabletop combat: fights at a table, explained, with odds before every roll.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    for one in (rulesets, fights, deciding, seats, links, roster):
        app.include_router(one.router)
    app.include_router(stream.router)
    for pages in PAGES:
        app.include_router(pages)
    app.mount("/static", Kept(directory=FOLDER / "static"))
    app.add_exception_handler(FracasError, told)
    app.add_exception_handler(RequestValidationError, told_of_form)
    app.add_exception_handler(HTTPException, told_of_path)
    guard: dict[str, Any] = {"limits": config.limits, "rates": services.rates, "metrics": services.metrics}
    guard["may_be_large"] = lambda scope: brings_file(scope, services.keys)
    app.add_middleware(Guard, **guard, refusal=refusal)
    if config.proxies:
        app.add_middleware(believing_proxies, proxies=config.proxies)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


def services_for(config: Config) -> Services:
    """One of each service, on the database of the configuration."""
    keys, metrics = Keys(config.key), Metrics()
    database = Database(config.database)
    tables, links = Tables(Log(database)), Links(database)
    return Services(
        config,
        database,
        tables,
        links,
        Rosters(tables),
        keys,
        People(tables, links, keys),
        Hub(tables, metrics),
        Rates(config.limits),
        metrics,
        Jobs(folder_beside(database)),
    )


def believing_proxies(app: ASGIApp, proxies: tuple[str, ...]) -> ASGIApp:
    """Take the client's address and the scheme from what these proxies say; from nobody else."""
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    return ProxyHeadersMiddleware(app, list(proxies))  # type: ignore[arg-type, return-value]


def brings_file(scope: Scope, keys: Keys) -> bool:
    """Is this a fight's file from the host? Only then may a body be large."""
    if scope["path"] != "/api/import":
        return False
    request = Request(scope)
    bearer = request.headers.get("authorization", "")
    token = bearer[7:] if bearer[:7].lower() == "bearer " else request.cookies.get(cookie_name(None), "")
    found = keys.read(token)
    return found is not None and found[0] == HOST


class Kept(StaticFiles):
    """Static files; their addresses change with their content, so that browsers may keep them."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


# ------------------------------------------------------------------------------------------------------------- errors


def refused(request: Request, found: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Problem details as whoever asks reads them: a page, or JSON."""
    return error_page(request, found, headers) if is_page(request) else problem_response(found, headers)


def refusal(scope: Scope, error: WebError) -> ASGIApp:
    """The answer to what is refused before it comes to a route."""
    request = Request(scope)
    return refused(request, problem(error, reader(request)), error.headers)


def reader(request: Request) -> str:
    """The language of whoever asks: of a page as they prefer, of the API as the request says."""
    return page_language(request) if is_page(request) else language_of(request.scope)


def told(request: Request, error: Exception) -> Response:
    """A FracasError as problem details, in the reader's language; a rule's refusal with its sentence."""
    assert isinstance(error, FracasError)
    lang = reader(request)
    headers = error.headers if isinstance(error, WebError) else {}
    if not isinstance(error, Refused):
        return refused(request, problem(error, lang), headers)
    try:
        position = services_of(request).tables.position(request.path_params["fight"])
    except (FracasError, KeyError):
        return refused(request, problem(error, lang), headers)
    guest = getattr(request.state, "guest", None)
    found = problem_seen(error, lang, position, WATCHER if guest is None else guest.viewer)
    return refused(request, found, headers)


WORDS = {
    "missing": phrase("given"),
    "int_type": phrase("a whole number"),
    "int_parsing": phrase("a whole number"),
    "string_type": phrase("a text"),
    "bool_type": phrase("true or false"),
    "bool_parsing": phrase("true or false"),
    "list_type": phrase("a list"),
    "dict_type": phrase("fields with values"),
    "model_attributes_type": phrase("fields with values"),
    "model_type": phrase("fields with values"),
    "string_pattern_mismatch": phrase("a text of this form: {pattern}"),
    "string_too_long": phrase("a text of at most {max_length} characters"),
    "string_too_short": phrase("a text of at least {min_length} characters"),
    "too_long": phrase("at most {max_length} entries"),
    "too_short": phrase("at least {min_length} entries"),
    "greater_than_equal": phrase("at least {ge}"),
    "less_than_equal": phrase("at most {le}"),
    "literal_error": phrase("one of: {words}"),
}
"""What would be right, for the errors that pydantic finds; filled in with what it says of them."""

ANSWER_KINDS = ("bool", "int", "str")
"""Pydantic ends the place of an answer that is none of these with each kind that it is not."""


def told_of_form(request: Request, error: Exception) -> Response:
    """The first thing that is wrong with a request's form, in one line; all of them in ``errors``."""
    assert isinstance(error, RequestValidationError)
    found = [form_error(one) for one in error.errors()]
    lines = [{"where": one.where, "detail": str(one)} for one in found[:20]]
    return refused(request, {**problem(found[0], reader(request)), "errors": lines})


def form_error(one: Any) -> BadInput:
    """One error of pydantic as ours."""
    kind, message, parts = one["type"], str(one["msg"]), [str(part) for part in one["loc"][1:]]
    answer = "answers" in parts[:1] and next((place for place, part in enumerate(parts) if answer_kind(part)), 0)
    where = ".".join(parts[:answer] if answer else parts) or str(one["loc"][0] if one["loc"] else "body")
    if kind == "json_invalid":
        return WebError(400, "body", phrase("not JSON"), phrase("JSON in UTF-8"))
    if kind == "extra_forbidden":
        return BadInput(shown(where), "unknown", phrase("left out"))
    what: str | Phrase = "missing" if kind == "missing" else shown(one.get("input"))
    if answer:
        return BadInput(shown(where), what, phrase("faces, a word, true or false, or a fighter's id"))
    right = WORDS.get(kind)
    if right is None:
        return BadInput(shown(where), what, shown(message[:1].lower() + message[1:]))
    known = {name: str(value) for name, value in one.get("ctx", {}).items()}
    known["words"] = known.pop("expected", "").replace("'", "").replace(" or ", ", ")
    return BadInput(shown(where), what, _filled(right, known))


def _filled(right: Phrase, known: dict[str, str]) -> Phrase:
    """The phrase with those of the values that it takes."""
    taken = {name: value for name, value in known.items() if f"{{{name}}}" in right.template}
    return phrase(right.template, **taken)


def answer_kind(part: str) -> bool:
    """Is this part of a place the kind that an answer might have been?"""
    return part in ANSWER_KINDS or part.startswith("list[")


def told_of_path(request: Request, error: Exception) -> Response:
    """No such address, or not with this method."""
    assert isinstance(error, HTTPException)
    what = {404: ("address", shown(request.url.path)), 405: ("method", request.method)}.get(error.status_code)
    if what is None:
        return refused(request, plain_problem(error.status_code, str(error.detail)), error.headers)
    right = phrase("a page of this server") if is_page(request) else phrase("one of those in /openapi.json")
    found = WebError(error.status_code, *what, right)
    return refused(request, problem(found, reader(request)), error.headers)


# ------------------------------------------------------------------------------------------------------------ OpenAPI


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: FastAPI's, with every error as a problem."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        shape = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(shape.pop("$defs", {}))
        schemas["Problem"] = shape
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        content = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path in made["paths"].values():
            for operation in path.values():
                if "422" in operation["responses"]:
                    operation["responses"]["422"] = {"description": "Cannot be meant.", "content": content}
        app.openapi_schema = made
    return app.openapi_schema
