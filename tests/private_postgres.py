"""A PostgreSQL server of the tests' own: Debian's binaries, a temporary folder, a socket in it, no port.

Where the binaries are missing and the tests run as root, Debian's package is installed; otherwise the tests fail with the
command that would help. PostgreSQL refuses to run as root, so then it runs as its own user, or as nobody.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

INSTALL = ["apt-get", "-o", "DPkg::Lock::Timeout=600", "-qq", "-y", "--no-install-recommends", "install", "postgresql"]


def binaries() -> Path:
    """The folder with ``initdb`` and ``postgres``."""
    found = find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(INSTALL, env=quiet, capture_output=True).returncode:
            subprocess.run(["apt-get", "-qq", "update"], env=quiet, capture_output=True, check=False)
            subprocess.run(INSTALL, env=quiet, capture_output=True, check=False)
        found = find()
    if found is None:
        raise AssertionError("these tests need PostgreSQL's server; on Debian: apt-get install postgresql (as root)")
    return found


def find() -> Path | None:
    places = [Path(one).resolve().parent for one in (shutil.which("postgres"),) if one]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one for one in places if (one / "postgres").exists() and (one / "initdb").exists()), None)


class Server:
    """One server; ``stop`` and ``start`` it, as a database that goes away and comes back."""

    def __init__(self) -> None:
        self.bin = binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="fracas-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self.process: subprocess.Popen[bytes] | None = None
        self.user: pwd.struct_passwd | None = None
        if os.geteuid() == 0:
            names = {one.pw_name for one in pwd.getpwall()}
            self.user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        made = self._run("initdb", "-D", str(self.data), "-U", "fracas", "-A", "trust", "-E", "UTF8", "--no-locale")
        assert made.returncode == 0, made.stderr.decode()
        self.start()

    def _become(self) -> None:
        os.setsid()
        if self.user is not None:
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def _run(self, name: str, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [self.bin / name, *words], preexec_fn=self._become, cwd=self.folder, capture_output=True, check=False
        )

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = (
            "-c",
            "listen_addresses=",
            "-c",
            f"unix_socket_directories={self.folder}",
            "-c",
            "max_connections=200",
        )
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, *options],
                preexec_fn=self._become,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        import psycopg

        until = time.monotonic() + 60
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self._admin()).close()
                return
            if time.monotonic() > until or self.process.poll() is not None:
                raise AssertionError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGQUIT) -> None:
        """Stop: SIGQUIT at once, as after a crash; SIGINT with all in order."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(30)

    def _admin(self) -> str:
        return f"postgresql://fracas@/postgres?host={self.folder}&connect_timeout=5"

    def database(self) -> str:
        """The URL of a new, empty database."""
        import psycopg

        name = f"t{uuid.uuid4().hex}"
        with psycopg.connect(self._admin(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://fracas@/{name}?host={self.folder}"

    def close(self) -> None:
        """Stop, and leave nothing."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def server() -> Iterator[Server]:
    """A server for as long as the tests need it."""
    one = Server()
    try:
        yield one
    finally:
        one.close()
