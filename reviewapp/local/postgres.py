"""PostgreSQL out of a wheel: on a socket in its own folder, never on the network."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import psycopg
from psycopg.conninfo import make_conninfo

from reviewapp.local import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reviewapp.local.supervise import Kept

OWNER = "stet"
SERVICE = "stet_service"
DATABASE = "stet"
_SOCKET = ".s.PGSQL.5432"
_SOCKET_PATH_MAX = 100

# Statements and rows hold raw turns: neither may reach the server's log.
_OPTIONS = ["listen_addresses=", "log_min_error_statement=panic", "log_error_verbosity=terse", "max_connections=100"]
# A test's database may be lost with the machine, and is faster for it.
_THROWAWAY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]


@contextmanager
def postgres(data_dir: Path, *, kept: list[Kept], throwaway: bool = False) -> Iterator[str]:
    """Run a server on the files in `data_dir`, made on first use; gives the owner's URL of its database.

    The caller holds the folder's lock: a server found running was left behind, and is taken over.
    """
    user = places.postgres_user()
    options = _OPTIONS + (_THROWAWAY if throwaway else [])
    server = _Server(user, places.programs(user), places.postgres_folder(user, data_dir), options)
    server.create(["--no-sync"] if throwaway else [])
    server.start()
    try:
        kept.append(server)
        _create_database(server.socket_dir)
        yield f"postgresql://{OWNER}@/{DATABASE}?host={server.socket_dir}"
    finally:
        server.stop()


def as_service(url: str) -> str:
    """The same database, for the processes of the service."""
    return make_conninfo(url, user=SERVICE)


class _Server:
    name = "PostgreSQL"

    def __init__(self, user: places.User, programs: Path, folder: Path, options: list[str]) -> None:
        self.user, self.programs, self.folder, self.options = user, programs, folder, options
        self.socket_dir: Path | None = None

    def create(self, options: list[str]) -> None:
        if (self.folder / "PG_VERSION").exists():
            return
        locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
        self._run("initdb", "--auth=trust", "--username=postgres", "--no-instructions", *locale, *options)

    def start(self) -> None:
        """Start it, at the same socket each time, or take over the one that runs."""
        if not self._runs():
            where = self.socket_dir or self._make_socket_dir()
            # pg_ctl hands this to a shell, hence no spaces in a value.
            words = " ".join(f"-c {option}" for option in [*self.options, f"unix_socket_directories={where}"])
            self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self.folder / 'log'}", f"--options={words}")
        self.socket_dir = self._running_socket_dir()

    def ended(self) -> str | None:
        """By its own note of its process, which is gone, or names one that is, once it has ended."""
        with suppress(FileNotFoundError, ValueError, IndexError):
            if psutil.pid_exists(int((self.folder / "postmaster.pid").read_text().splitlines()[0])):
                return None
        return f"See {self.folder / 'log'}."

    def stop(self) -> None:
        if not self._runs():
            return
        socket_dir = self._running_socket_dir()
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode=fast")
        if socket_dir != self.folder:
            shutil.rmtree(socket_dir)

    def _runs(self) -> bool:
        return places.run_as(self.user, [str(self.programs / "pg_ctl"), "status", f"-D{self.folder}"]).returncode == 0

    def _running_socket_dir(self) -> Path:
        return Path((self.folder / "postmaster.pid").read_text().splitlines()[4])

    def _make_socket_dir(self) -> Path:
        plain = str(self.folder / _SOCKET)
        if len(plain) < _SOCKET_PATH_MAX and not set(plain) & set(" ,'\"\\"):
            return self.folder
        made = places.run_as(self.user, ["mktemp", "-d", f"{tempfile.gettempdir()}/stet-XXXXXXXX"])
        return Path(made.stdout.strip())

    def _run(self, program: str, *words: str) -> None:
        done = places.run_as(self.user, [str(self.programs / program), f"-D{self.folder}", *words])
        if done.returncode != 0:
            raise places.LocalError(f"PostgreSQL: {program} failed, see {self.folder / 'log'}\n{done.stdout}")


def _create_database(socket_dir: Path | None) -> None:
    """The owner migrates and may make others for tests, the service owns nothing; neither is a superuser."""
    with psycopg.connect(host=str(socket_dir), user="postgres", dbname="postgres", autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone() is None:
            connection.execute(f"CREATE ROLE {OWNER} LOGIN CREATEDB")
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [SERVICE]).fetchone() is None:
            # The owner may act as the service: so do tests, to see what it can't do.
            connection.execute(f"CREATE ROLE {SERVICE} LOGIN ROLE {OWNER}")
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
            connection.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")
