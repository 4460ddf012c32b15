"""The wheel carries everything: installed into an environment of its own it serves the app, in all languages.

What fracas needs is taken from the environment of the tests; ``soak`` installs that afresh, too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    return next(folder.glob("fracas-*.whl"))


def environment(folder: Path) -> Path:
    """A new environment; its Python."""
    venv.create(folder, with_pip=True)
    return folder / "bin" / "python"


def run(*command: str | Path) -> str:
    found = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout


def served(python: Path, data: Path) -> Iterator[str]:
    """The link of a server that runs there."""
    env = {"FRACAS_DATA": str(data), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1"}
    command = [str(python.parent / "fracas"), "serve", "--port", "0", "--samples", "--quiet"]
    process = subprocess.Popen(command, env=env, cwd=data, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield next(
            found[0] for line in process.stdout if (found := re.search(r"http://[^/\s]+/join/\S+", line)) is not None
        )
    finally:
        process.terminate()
        process.wait(20)


def looks_right(link: str) -> None:
    """The start page in each language, with its looks and scripts; the sample fights are there."""
    base = link.split("/join/")[0]
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(link)
    words = {"en": "New fight", "fr": "Nouveau combat", "zh": "新"}
    for lang, word in words.items():
        page = opener.open(f"{base}/?lang={lang}").read().decode()
        assert word in page
        assert page.count('href="/fights/') == 4
        for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
            assert opener.open(base + path).status == 200, path


def test_the_wheel_serves_the_app(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv")
    lib = next((tmp_path / "venv" / "lib").glob("python*")) / "site-packages"
    needed = [path for path in sys.path if path.endswith("site-packages")]
    (lib / "needed.pth").write_text("\n".join(needed))
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert str(lib) in run(python, "-c", "import fracas; print(fracas.__file__)")
    for link in served(python, tmp_path):
        looks_right(link)


@pytest.mark.soak
def test_the_wheel_with_all_that_it_needs(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv")
    run(python, "-m", "pip", "install", "--quiet", f"{wheel}[web]")
    for link in served(python, tmp_path):
        looks_right(link)
