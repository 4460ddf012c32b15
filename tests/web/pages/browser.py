"""A browser without scripts: it keeps cookies, follows links and sends forms as they stand."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from house import House

ORIGIN = {"origin": "http://table.test"}


class Forms(HTMLParser):
    """The forms of a page: each with its action and what it would send if a button of it were pressed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._select: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({"action": given.get("action", ""), "method": given.get("method", "get"), "fields": []})
        if not self.forms:
            return
        fields = self.forms[-1]["fields"]
        if tag == "input" and "name" in given and "disabled" not in given:
            kind = given.get("type", "text")
            if kind not in ("radio", "checkbox") or "checked" in given:
                fields.append((given["name"], given.get("value", "on" if kind == "checkbox" else "")))
        if tag == "select":
            self._select = given.get("name")
        if tag == "option" and self._select and "selected" in given:
            fields.append((self._select, given.get("value", "")))
        if tag == "textarea" and "name" in given:
            fields.append((given["name"], ""))


class Browser:
    """Somebody's browser."""

    def __init__(self, house: House, token: str, lang: str = "en") -> None:
        self.house, self.client = house, house.client
        self.headers = {"accept-language": lang, "accept": "text/html"}
        self.cookies: dict[str, str] = {}
        self.html = ""
        self.at = ""
        if token:
            self.open(f"/join/{token}")

    def open(self, path: str, status: int = 200) -> str:
        """A page, wherever it leads; its HTML."""
        return self._ask("GET", path, None, status)

    def send(self, path: str, fields: Any, status: int = 200) -> str:
        """What a form sends."""
        return self._ask("POST", path, fields, status)

    def _ask(self, method: str, path: str, fields: Any, status: int) -> str:
        for _ in range(5):
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            headers = {**self.headers, "cookie": cookie, **(ORIGIN if method == "POST" else {})}
            pairs = list(fields.items()) if isinstance(fields, dict) else list(fields or ())
            data: dict[str, list[str]] = {}
            for name, value in pairs:
                data.setdefault(name, []).append(str(value))
            self.client.cookies.clear()
            found = self.client.request(
                method, path, headers=headers, data=data if method == "POST" else None, follow_redirects=False
            )
            for name, value in found.cookies.items():
                self.cookies[name] = value.strip('"')
            if found.status_code not in (302, 303):
                break
            method, path, fields = "GET", found.headers["location"], None
        self.at, self.html = path, found.text
        assert found.status_code == status, (path, found.status_code, found.text[:2000])
        return self.html

    def form(self, action: str) -> list[tuple[str, str]]:
        """What the page's form with this action would send."""
        return list(self.largest(action)["fields"])

    def largest(self, action: str) -> dict[str, Any]:
        """The form with this action that has most to send."""
        found = [one for one in Forms(self.html).forms if urlsplit(one["action"]).path.endswith(action)]
        assert found, f"no form {action} on {self.at}"
        return max(found, key=lambda one: len(one["fields"]))

    def press(self, action: str, status: int = 200, **changed: str) -> str:
        """Press the form with this action, with some of its fields changed."""
        form = self.largest(action)
        fields = [(name, value) for name, value in form["fields"] if name not in changed]
        return self.send(form["action"], [*fields, *changed.items()], status)

    def json(self, path: str) -> Any:
        """A page's twin."""
        import json

        return json.loads(self.open(path))
