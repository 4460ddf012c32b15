"""A server as people start it, and Chromium before it: the game master's, a player's and a watcher's browsers are contexts of
their own. Every page must stay without errors in its console."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import private_chromium

sys.path.insert(0, str(Path(__file__).parent))
from browsers import People, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("data")
    command = [str(Path(sys.executable).with_name("fracas")), "serve", "--port", "0", "--quiet"]
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


@pytest.fixture
def people(chromium: Browser, served: Served) -> Iterator[People]:
    made = People(chromium, served)
    yield made
    for context in made.contexts:
        context.close()
    own = [text for text in made.complaints if not any(part in text for part in made.expected)]
    assert not own, (own, made.refused)
