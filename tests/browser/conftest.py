"""A server as people start it, and Chromium before it: the game master's, a player's and a watcher's browsers are contexts of
their own. Every page must stay without errors in its console."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import private_chromium

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@dataclass
class Served:
    """A ``fracas serve`` of its own: its address and the host's link."""

    base: str
    link: str
    process: subprocess.Popen[str]

    def api(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """A request to the API, as the host (or with another token); POST where there is a body."""
        headers = {"Authorization": f"Bearer {token or self.link.rpartition('/')[2]}", "If-Match": "*"}
        data = None if body is None else json.dumps(body).encode()
        headers |= {"Content-Type": "application/json"} if data else {}
        with urllib.request.urlopen(urllib.request.Request(f"{self.base}/api{path}", data, headers)) as found:
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


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "fracas.cli.main", "serve", "--port", "0", "--quiet"]
    env = {**os.environ, "FRACAS_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        found = re.search(r"(http://[^/\s]+)/join/\S+", line)
        if found:
            break
    else:
        raise AssertionError(f"fracas serve said: {said}")
    yield Served(found[1], found[0], process)
    process.terminate()
    process.wait(20)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=private_chromium.chromium(), args=private_chromium.ARGUMENTS
        )
        yield browser
        browser.close()


@dataclass
class People:
    """Opens browsers for people, and remembers what their consoles complained of."""

    browser: Browser
    served: Served
    complaints: list[str] = field(default_factory=list)
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
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        return page

    def host(self, *given: Any, **more: Any) -> Page:
        """The host's browser, come in by its link."""
        page = self.page(*given, **more)
        page.goto(self.served.link)
        return page


@pytest.fixture
def people(chromium: Browser, served: Served) -> Iterator[People]:
    made = People(chromium, served)
    yield made
    for context in made.contexts:
        context.close()
    own = [text for text in made.complaints if "Failed to load resource" not in text and "sendAbort" not in text]
    own = [text for text in own if "htmx:afterRequest" not in text]
    assert not own, own


FOLDER = Path(__file__).parent
