"""Debian's Chromium, with fonts for our languages. Where it is missing and the tests run as root, Debian's packages are
installed; otherwise the tests fail with the command that would help."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

PACKAGES = ["chromium", "fonts-dejavu-core", "fonts-noto-cjk"]
INSTALL = ["apt-get", "-o", "DPkg::Lock::Timeout=600", "-qq", "-y", "--no-install-recommends", "install", *PACKAGES]
ARGUMENTS = [
    "--no-sandbox",  # as root there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
]


@cache
def chromium() -> str:
    """The path of Chromium."""
    if not ready() and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(INSTALL, env=quiet, capture_output=True).returncode:
            subprocess.run(["apt-get", "-qq", "update"], env=quiet, capture_output=True, check=False)
            subprocess.run(INSTALL, env=quiet, capture_output=True, check=False)
    found = shutil.which("chromium")
    if found is None:
        raise AssertionError(f"these tests need Chromium; on Debian: apt-get install {' '.join(PACKAGES)} (as root)")
    return found


def ready() -> bool:
    """Is it there, with fonts for Chinese?"""
    fonts = Path("/usr/share/fonts/opentype/noto").exists() or shutil.which("apt-get") is None
    return shutil.which("chromium") is not None and fonts
