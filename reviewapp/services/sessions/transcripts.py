"""Old transcripts: what their past compactions lost. Nothing is stored, and nothing of it binds anybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from reviewapp.models import Team, User
from reviewapp.services import roles
from reviewapp.services.errors import Refused
from reviewapp.services.locks import transaction
from reviewapp.services.side_process import SidePool, TooSlow

LARGEST = 20_000_000  # bytes of a transcript that is read here; the command reads any
AT_ONCE = 1  # transcripts at once in a process
PATIENCE = 1.0  # seconds that a request waits for its turn
DEADLINE = 30.0  # seconds for one transcript

_readers = SidePool("reviewapp.offline.side", AT_ONCE)


def audit_transcript(*, team: Team, user: User, name: str, content: IO[bytes], size: int) -> dict[str, Any]:
    """What `stet audit --output json` says of one file. A process of its own reads it, within the deadline.

    Raises Refused 413 for a file that is too large or takes too long, 422 for one that is no transcript.
    """
    with transaction():  # not around the reading, which may take seconds
        roles.decider(team, user)
    if size > LARGEST:
        most = {"n": number_format(LARGEST, force_grouping=True)}
        message = (
            _("A transcript has at most %(n)s bytes here. On your machine, stet audit reads one of any size.") % most
        )
        raise Refused("too_large", message, 413, "transcript")
    with _on_disk(content) as path:
        return _asked(team, {"audit": str(path), "name": name})


def _asked(team: Team, question: dict[str, Any]) -> dict[str, Any]:
    try:
        with _readers.place(str(team.pk), PATIENCE) as reader:
            answer = reader.ask(question, DEADLINE)
    except TooSlow as error:
        message = _("The transcript takes too long to read here. On your machine, stet audit takes the time it needs.")
        raise Refused("too_large", message, 413, "transcript") from error
    if "error" in answer:
        raise Refused("invalid", answer["error"], 422, "transcript")
    found: dict[str, Any] = answer["file"]
    return found


@contextmanager
def _on_disk(content: IO[bytes]) -> Iterator[Path]:
    """A copy that the other process can open, gone afterwards."""
    with NamedTemporaryFile(prefix="stet-transcript-") as copy:
        while piece := content.read(1 << 20):
            copy.write(piece)
        copy.flush()
        yield Path(copy.name)
