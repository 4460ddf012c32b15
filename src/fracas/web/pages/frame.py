"""What every page has: the reader's language and preferences, the templates, a ``.json`` twin, and how errors look.

A page's handler works out plain data and gives it to :func:`show`. The same handler answers at its address and at the
address with ``.json`` behind it, which sends the data as it is. A page that htmx asks for comes without its frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qs, parse_qsl, urlencode

from fastapi import APIRouter, Depends, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ... import __version__
from ...core.errors import BadInput
from ...play.wording import catalogue, decimal, fill, percent, translator
from ..answers import answer
from ..language import LANGUAGES, accepted
from .fighterwords import encounter_words

FOLDER = Path(__file__).resolve().parent.parent
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "zh": "中文"}
HTML_TAGS = {"en": "en", "fr": "fr", "zh": "zh-Hans"}
THEMES = ("auto", "light", "dark", "contrast")
DICE = ("app", "own")
COOKIE = "fracas_prefs"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""What a page may load: from here alone, and nothing that stands in the page itself."""


@dataclass(frozen=True)
class Prefs:
    """What somebody prefers, kept in a cookie: ``lang`` (None: the browser's), the ``theme``, whether ``keys`` count, whether
    things may move (``motion``), which ``binds`` of keys differ (``attack:x,roll:t``), whether a phone may ``vibrate``, whose
    ``dice`` one rolls where one sits down."""

    lang: str | None = None
    theme: str = "auto"
    keys: bool = True
    motion: bool = True
    binds: str = ""
    vibrate: bool = True
    dice: str = "app"

    @classmethod
    def read(cls, text: str) -> Prefs:
        """From the cookie; what is not known there is left out.

        >>> Prefs.read("lang=fr&theme=dark&keys=0")
        Prefs(lang='fr', theme='dark', keys=False, motion=True, binds='', vibrate=True, dice='app')
        """
        given = {name: values[-1] for name, values in parse_qs(text[:1000]).items()}
        lang, theme = given.get("lang"), given.get("theme", "auto")
        return cls(
            lang if lang in LANGUAGES else None,
            theme if theme in THEMES else "auto",
            given.get("keys", "1") != "0",
            given.get("motion", "1") != "0",
            given.get("binds", "")[:200],
            given.get("vibrate", "1") != "0",
            given["dice"] if given.get("dice") in DICE else "app",
        )

    def written(self) -> str:
        """For the cookie."""
        whole = {"lang": self.lang or "", "theme": self.theme, "keys": int(self.keys), "motion": int(self.motion)}
        whole |= {"vibrate": int(self.vibrate), "dice": self.dice}
        return urlencode({**whole, "binds": self.binds})

    def keep(self, response: Response) -> None:
        """Put it into the cookie."""
        response.set_cookie(COOKIE, self.written(), max_age=400 * 24 * 3600, path="/", samesite="lax", httponly=True)


def prefs_of(request: Request) -> Prefs:
    """What the asking browser prefers."""
    return Prefs.read(request.cookies.get(COOKIE, ""))


def page_language(request: Request) -> str:
    """The language of a page: asked for in the address, else preferred, else the browser's."""
    given = request.query_params.get("lang", "")
    if given in LANGUAGES:
        return given
    return prefs_of(request).lang or accepted(request.headers.get("accept-language", ""))


async def _language(request: Request) -> str:
    return page_language(request)


PageLang = Annotated[str, Depends(_language)]


@dataclass(frozen=True)
class Frame:
    """What a template knows besides its data (as ``page``)."""

    request: Request
    lang: str
    prefs: Prefs

    @property
    def bare(self) -> bool:
        """Does htmx ask, for the page without its frame?"""
        return self.request.headers.get("hx-request") == "true"

    @property
    def base(self) -> str:
        """The template that this page stands in."""
        return "bare.html" if self.bare else "base.html"

    @property
    def tag(self) -> str:
        """The language as HTML names it."""
        return HTML_TAGS[self.lang]

    @property
    def path(self) -> str:
        """The page's own address."""
        return self.request.url.path

    def address(self, **changed: str) -> str:
        """This page's address with some of its query changed."""
        query = [(name, value) for name, value in parse_qsl(self.request.url.query) if name not in changed]
        query += [(name, value) for name, value in changed.items() if value]
        return self.path + ("?" + urlencode(query) if query else "")

    @property
    def twin(self) -> str:
        """The address of the page's data."""
        path = "/start" if self.path == "/" else self.path
        return f"{path}.json" + (f"?{self.request.url.query}" if self.request.url.query else "")

    @property
    def languages(self) -> dict[str, str]:
        """The languages and their own names."""
        return LANGUAGE_NAMES

    @property
    def themes(self) -> tuple[str, ...]:
        """The themes."""
        return THEMES

    @property
    def version(self) -> str:
        """The program's."""
        return __version__

    # -- words and numbers, as templates call them ------------------------------------------------------------------

    def ui(self, text: str, **values: Any) -> str:
        """A sentence of the program in the reader's language, with its values."""
        return fill(translator("fracas", self.lang)(text), values)

    def many(self, one: str, several: str, n: int, **values: Any) -> str:
        """A sentence with a count ``n``, in the number that the language wants."""
        found = catalogue("fracas", self.lang).ngettext(one, several, n)
        return fill(found, {"n": n, **values})

    def percent(self, share: float, digits: int = 0) -> str:
        """A share as a percentage."""
        return percent(share, self.lang, digits)

    def decimal(self, number: float, digits: int = 1) -> str:
        """A decimal number."""
        return decimal(number, self.lang, digits)

    def fight_name(self, name: str | None) -> str:
        """A fight's name; those of the samples in the reader's language."""
        ui = translator("fracas", self.lang)
        return encounter_words(ui).get(name, name) if name else ui("A fight without a name")

    def reason(self, text: str) -> Markup:
        """Why something may not be decided, with a link to the rule in place of its id in brackets."""
        said, rule = said_of(text)
        if not rule:
            return escape(said)
        link = Markup(' <a class="why-link" href="/rules/{}/{}" title="{}">{}<span class="hidden"> {}</span></a>')
        return escape(said) + link.format(rule.partition(".")[0], rule, rule, self.ui("why"), rule)


def said_of(text: str) -> tuple[str, str]:
    """A reason without the id of its rule, and that id.

    >>> said_of("It takes REF 8. [cpred.attack.dodge]"), said_of("too far")
    (('It takes REF 8.', 'cpred.attack.dodge'), ('too far', ''))
    """
    found = re.fullmatch(r"(.*?) \[([a-z0-9_.]+)\]", text, re.DOTALL)
    return (found[1], found[2]) if found else (text, "")


def version_of(name: str) -> str:
    """A short mark of a static file's content, so that browsers may keep it."""
    return _marks().get(name, "0")


@cache
def _marks() -> dict[str, str]:
    import hashlib

    root = FOLDER / "static"
    files = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()[:10] for path in files}


def static(name: str) -> str:
    """The address of a static file."""
    return f"/static/{name}?v={version_of(name)}"


@cache
def templates() -> Environment:
    """The templates; an unknown name in one is an error."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    made.globals["static"] = static
    made.filters["bare"] = lambda text: said_of(text)[0]
    made.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    return made


def show(
    request: Request,
    template: str,
    data: Mapping[str, Any],
    status: int = 200,
    seq: int | None = None,
    **more: Any,
) -> Response:
    """The page: ``data`` (plain, for JSON) in its template, or for the ``.json`` twin as it is. ``more``: what only the
    template needs."""
    if request.url.path.endswith(".json"):
        return answer(data, seq, status)
    lang = page_language(request)
    frame = Frame(request, lang, prefs_of(request))
    words = {name: getattr(frame, name) for name in ("ui", "many", "percent", "decimal")}
    text = templates().get_template(template).render({**data, **more, "page": frame, **words})
    response = HTMLResponse(text, status, {"content-security-policy": CSP, "vary": "HX-Request, Cookie"})
    if request.query_params.get("lang") in LANGUAGES:
        Prefs(**{**frame.prefs.__dict__, "lang": lang}).keep(response)
    return response


def go(request: Request, address: str) -> Response:
    """On to another page of this server: 303, or what htmx understands as that."""
    if request.headers.get("hx-request") == "true":
        return Response(status_code=204, headers={"hx-redirect": address})
    return RedirectResponse(address, 303)


Handler = Callable[..., Any]


def page(router: APIRouter, path: str) -> Callable[[Handler], Handler]:
    """Register a page: at its address, and with ``.json`` behind it."""

    def register(handler: Handler) -> Handler:
        twin = "/start.json" if path == "/" else f"{path}.json"
        for one in (twin, path):
            router.add_api_route(one, handler, methods=["GET"], include_in_schema=False, response_class=HTMLResponse)
        return handler

    return register


def press(router: APIRouter, path: str) -> Callable[[Handler], Handler]:
    """Register what a form of a page sends (POST)."""

    def register(handler: Handler) -> Handler:
        router.add_api_route(path, handler, methods=["POST"], include_in_schema=False, response_class=HTMLResponse)
        return handler

    return register


def is_page(request: Request) -> bool:
    """Is this the address of a page (not of the API)?"""
    path = request.url.path
    return not path.startswith(("/api/", "/static/", "/openapi.json", "/health", "/metrics")) and not path.endswith(
        ".json"
    )


def error_page(request: Request, problem: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """A problem as a page, or, for htmx, as a line above the page as it is."""
    found = show(request, "error.html", {"problem": dict(problem)}, int(problem["status"]))
    for name, value in (headers or {}).items():
        found.headers[name] = value
    return found


class Form:
    """What a page's form sent: names with one or several values."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self.pairs = pairs

    def get(self, name: str, default: str = "") -> str:
        """The last value of this name."""
        return next((value for key, value in reversed(self.pairs) if key == name), default)

    def all(self, name: str) -> list[str]:
        """All values of this name."""
        return [value for key, value in self.pairs if key == name]

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.pairs)

    def whole(self, name: str) -> int | None:
        """A whole number (None: nothing is given); BadInput where it is none."""
        from ...core.errors import phrase
        from ...core.forms import shown
        from ...play.typed import WIDE

        text = self.get(name).translate(WIDE).strip()
        if not text:
            return None
        try:
            return int(text[:12])
        except ValueError:
            raise BadInput(name, shown(self.get(name)), phrase("a whole number")) from None


async def _form(request: Request) -> Form:
    if request.method == "GET":
        return Form(parse_qsl(request.url.query[:20_000], keep_blank_values=True, max_num_fields=2000))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        given = await request.form(max_files=1, max_fields=500, max_part_size=20 * 1024 * 1024)
        pairs = []
        for name, value in given.multi_items():
            text = value if isinstance(value, str) else (await value.read()).decode("utf-8", "replace")
            pairs.append((name, text))
        return Form(pairs)
    body = (await request.body()).decode("utf-8", "replace")
    return Form(parse_qsl(body, keep_blank_values=True, max_num_fields=2000))


Sent = Annotated[Form, Depends(_form)]
"""What a form sent: in the address (GET) or in the body (POST)."""
