"""What has to be there before the service starts: its secrets, its tables, its demo data."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from reviewapp.local.places import LocalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from reviewapp.local.servers import Urls

CHECKOUT = Path(__file__).resolve().parents[2]
_KNOWN = "environment.json"
_NO_DATABASE = 3


def environment(folder: Path, urls: Urls, url: str) -> dict[str, str]:
    """What settings.py reads in a process of the service, with secrets made on first use and kept in `folder`."""
    return {
        "DJANGO_SETTINGS_MODULE": "reviewapp.settings",
        "DATABASE_URL": urls.service or urls.database,
        "REDIS_URL": urls.redis,
        "PUBLIC_URL": url,
        "SECRET_KEY_FILE": str(_kept(folder / "secret-key", lambda: secrets.token_urlsafe(64).encode())),
        "STET_SIGNING_KEY_FILE": str(signing_key_file(folder)),
        "STATIC_ROOT": str(folder / "static"),
    }


def signing_key_file(folder: Path) -> Path:
    """An Ed25519 key of this copy's own, made on first use."""
    return _kept(folder / "signing-key.pem", _signing_key)


def _kept(path: Path, make: Callable[[], bytes]) -> Path:
    """The secret at `path`, readable by its owner alone from the moment it exists."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path
    with os.fdopen(handle, "wb") as file:
        file.write(make())
    return path


def _signing_key() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@contextmanager
def known(folder: Path, settings: Mapping[str, str]) -> Iterator[None]:
    """While it runs, `manage.py` finds its settings in the folder, readable by its owner alone."""
    path = folder / _KNOWN
    path.unlink(missing_ok=True)
    _kept(path, lambda: json.dumps(dict(settings)).encode())
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def remembered() -> dict[str, str]:
    """The settings of the copy that runs on the data folder; empty where none does."""
    from reviewapp.local.servers import data_dir

    try:
        found: dict[str, str] = json.loads((data_dir() / _KNOWN).read_text())
    except (OSError, ValueError):
        return {}
    return found


def fill(folder: Path) -> None:
    """Bring tables, static files and demo data up to date. Needs `environment` in os.environ, and the owner's URL.

    In a process of its own, which takes with it what it loaded. Raises LocalError where the database does not answer.
    """
    done = subprocess.run(
        [sys.executable, "-m", __name__, str(folder)], cwd=CHECKOUT, stdout=subprocess.PIPE, check=False
    )
    if done.returncode == _NO_DATABASE:
        why = done.stdout.decode().strip()
        raise LocalError(f"The database does not answer ({why}). Look at DATABASE_URL; without it, Stet runs its own.")
    if done.returncode:
        raise LocalError("Tables and demo data could not be brought up to date: see above.")


def _fill(folder: Path) -> None:
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("seed_demo", credentials=folder / "demo.json", verbosity=0)
    connections.close_all()


def main() -> int:
    from django.db import OperationalError

    try:
        _fill(Path(sys.argv[1]))
    except OperationalError as error:
        print(str(error).strip().splitlines()[0])
        return _NO_DATABASE
    return 0


if __name__ == "__main__":
    sys.exit(main())
