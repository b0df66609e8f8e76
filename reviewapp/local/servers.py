"""Both servers together, one owner a folder."""

from __future__ import annotations

import fcntl
import itertools
import os
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reviewapp.local.places import LocalError
from reviewapp.local.postgres import as_service, postgres
from reviewapp.local.valkey import valkey

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reviewapp.local.supervise import Kept

CHECKOUT = Path(__file__).resolve().parents[2]
_SLOTS = 32


class FolderTaken(LocalError):
    """Another process owns the folder."""


class Urls(NamedTuple):
    """`database` is its owner's, who migrates; `service` is for the processes, where they have a role of their own."""

    database: str
    redis: str
    service: str = ""


def data_dir() -> Path:
    """STET_DATA_DIR, or `.stet/` in the checkout."""
    return Path(os.environ.get("STET_DATA_DIR") or CHECKOUT / ".stet").absolute()


@contextmanager
def servers(
    folder: Path,
    *,
    throwaway: bool = False,
    given: Mapping[str, str] = os.environ,
    kept: list[Kept] | None = None,
) -> Iterator[Urls]:
    """PostgreSQL and Valkey on the files in `folder`, stopped at the end. `kept` is given each, to be watched.

    DATABASE_URL and REDIS_URL in `given` stand in for them. Raises LocalError where another
    process owns the folder, or a server does not start.
    """
    with ExitStack() as stack:
        stack.enter_context(sole_owner(folder))
        kept = [] if kept is None else kept
        database = given.get("DATABASE_URL") or ""
        service = database
        if not database:
            database = stack.enter_context(postgres(folder, throwaway=throwaway, kept=kept))
            service = as_service(database)
        redis = given.get("REDIS_URL") or stack.enter_context(valkey(folder, kept))
        yield Urls(database, redis, service)


@contextmanager
def sole_owner(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system frees even when we are killed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock_file = (folder / "lock").open("w")
    except OSError as error:
        raise LocalError(
            f"Stet can't write to {folder} ({error.strerror}): set STET_DATA_DIR to a folder it can."
        ) from None
    with lock_file as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderTaken(f"Stet already runs on {folder}: stop it, or set STET_DATA_DIR elsewhere.") from None
        yield


@contextmanager
def throwaway_servers(folder: Path, *, given: Mapping[str, str]) -> Iterator[Urls]:
    """Servers for one run of tests, in the first slot of `folder` that no other run holds."""
    with ExitStack() as stack:
        yield _first_free(stack, folder, given)


def _first_free(stack: ExitStack, folder: Path, given: Mapping[str, str]) -> Urls:
    for slot in itertools.count():
        with suppress(FolderTaken):
            return stack.enter_context(servers(folder / f"tests-{slot}", throwaway=True, given=given))
    raise AssertionError("counting has no end")
