"""A server as people start it, and the browsers that people have before it."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@dataclass
class Served:
    """A ``fracas serve`` of its own: its address and the host's link."""

    base: str
    link: str
    process: subprocess.Popen[str]

    def api(self, path: str, body: Any = None, token: str | None = None, method: str | None = None) -> Any:
        """A request to the API, as the host (or with another token); POST where there is a body."""
        headers = {"Authorization": f"Bearer {token or self.link.rpartition('/')[2]}", "If-Match": "*"}
        data = None if body is None else json.dumps(body).encode()
        headers |= {"Content-Type": "application/json"} if data else {}
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.base}/api{path}", data, headers, method=method)
        ) as found:
            return json.load(found)

    def fight(self, sample: str, deeds: int = 0, own_dice: bool = False) -> str:
        """A fight of this sample that has begun, after so many decisions of policies; its id."""
        id: str = self.api("/fights", {"sample": sample, "settings": {"reactions": False}})["fight"]
        self.api(f"/fights/{id}/decisions", {"do": "begin"})
        for _ in range(deeds):
            if self.carried_on(id):
                break
        if own_dice:
            self.wait_for_dice(id)
        return id

    def carried_on(self, fight: str) -> bool:
        """One decision more, by a policy; what is asked gets the app's dice or the first choice. True: it is over."""
        state = self.api(f"/fights/{fight}")["state"]
        if state["over"]:
            return True
        if state["waiting"]:
            asked = state["waiting"]
            answer = "app" if "sides" in asked else asked.get("choices", [True])[0]
            self.api(f"/fights/{fight}/answers", {"answers": [answer]})
        else:
            self.api(f"/fights/{fight}/policy", {})
        return False

    def wait_for_dice(self, fight: str) -> None:
        """Let the fight come to an attack that waits for somebody's own dice."""
        for _ in range(40):
            found = [one for one in self.api(f"/fights/{fight}/choices")["choices"] if one["do"] == "attack"]
            if found:
                choice = {key: found[0][key] for key in ("do", "by", "target", "targets", "with") if key in found[0]}
                self.api(f"/fights/{fight}/decisions", {**choice, "dice": "own"})
                return
            assert not self.carried_on(fight)
        raise AssertionError("nobody attacks")

    def link_for(self, fight: str, role: str, fighter: str | None = None) -> str:
        """The address of a new link."""
        given = {"role": role} | ({"fighter": fighter} if fighter else {})
        return self.base + str(self.api(f"/fights/{fight}/links", given)["path"])


@dataclass
class People:
    """Opens browsers for people, and remembers what their consoles complained of."""

    browser: Browser
    served: Served
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=lambda: ["Failed to load resource", "sendAbort", "htmx:afterRequest"])
    refused: list[str] = field(default_factory=list)
    contexts: list[Any] = field(default_factory=list)

    def page(self, size: dict[str, int] = DESKTOP, lang: str = "en", scripts: bool = True, **more: Any) -> Page:
        """Somebody's browser, with one page."""
        tag = {"en": "en-GB", "fr": "fr-FR", "zh": "zh-CN"}[lang]
        context = self.browser.new_context(
            viewport=size, locale=tag, java_script_enabled=scripts, reduced_motion="reduce", **more
        )
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on(
            "response",
            lambda found: (
                self.refused.append(f"{found.status} {found.request.method} {found.url}")
                if found.status >= 400
                else None
            ),
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        return page

    def host(self, *given: Any, **more: Any) -> Page:
        """The host's browser, come in by its link."""
        page = self.page(*given, **more)
        page.goto(self.served.link)
        return page
