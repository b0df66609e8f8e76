"""What an import would do, for a person to look at before anything is written. Reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from django.utils.translation import gettext as _

from reviewapp.guard.hidden import hidden_characters
from reviewapp.models import PinVersion, Register, Team, User
from reviewapp.services import roles
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now, transaction
from reviewapp.services.pins import portability
from reviewapp.services.pins.active import active_pins
from reviewapp.services.pins.pinning import Draft, checked
from reviewapp.services.side_process import SidePool, TooSlow

AT_ONCE = 1  # files at once in a process
PATIENCE = 1.0  # seconds that a request waits for its turn
DEADLINE = 20.0  # seconds for one file

_readers = SidePool("reviewapp.offline.side", AT_ONCE)


class Fate(StrEnum):
    """What would become of a pin of the file."""

    NEW = "new"
    STANDS = "stands"
    KEY_IN_FORCE = "key_in_force"
    CONTRADICTS = "contradicts"
    CONFLICT = "conflict"
    HIDDEN = "hidden"
    EXPIRED = "expired"


@dataclass(frozen=True)
class Row:
    """One pin of the file. `against`: the key of the pin that it contradicts, in force or in the file; `line` of the
    file, where the file is no register document."""

    draft: Draft
    fate: Fate
    against: str = ""
    line: int | None = None


@dataclass(frozen=True)
class Preview:
    """`document` is what an import takes: the same pins as JSON. `left_out` says what was not looked at."""

    name: str
    document: str
    rows: Sequence[Row]
    left_out: Sequence[str] = field(default_factory=tuple)

    @property
    def new(self) -> int:
        return sum(row.fate is Fate.NEW for row in self.rows)


def preview(*, team: Team, user: User, name: str, content: bytes) -> Preview:
    """Of a register document (JSON) or an instruction file (Markdown, text). Raises Refused for anything else, and
    where a file takes longer than a page may wait."""
    with transaction():  # not around the reading, which may take seconds
        roles.decider(team, user)
    standing = active_pins(Register.objects.get(team=team, session=None))
    told = [{"key": version.pin.key, "text": version.text.decode()} for version in standing]
    is_document = PurePath(name).suffix.lower() == ".json" or content.lstrip()[:1] == b"{"
    if is_document:
        drafts = portability.drafts_of(content)
        read = _asked(team, {"pins": [{"key": draft.key, "text": draft.text} for draft in drafts], "standing": told})
    else:
        read = _asked(team, {"rules": name, "text": _text(content), "standing": told})
        drafts = [Draft(pin["key"], pin["text"], pin["severity"]) for pin in read["pins"]]
    for draft in drafts:
        checked(replace(draft, expires_at=None))  # an expiry that is over is a fate of its own
    lines = [None if is_document else pin["line"] for pin in read["pins"]]
    in_force = {version.pin.key: version for version in standing}
    rows = [_row(draft, line, read, in_force) for draft, line in zip(drafts, lines, strict=True)]
    return Preview(name, portability.document_of(drafts), rows, read["left_out"])


def _text(content: bytes) -> str:
    if len(content) > portability.LARGEST:
        raise Refused("too_large", _("An instruction file has at most a million bytes."), 413, "document")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("invalid", _("The file is no text in UTF-8."), 422, "document") from error
    if not text.strip() or "\0" in text:
        raise Refused("invalid", _("The file is empty or no text."), 422, "document")
    return text


def _asked(team: Team, question: Mapping[str, Any]) -> dict[str, Any]:
    try:
        with _readers.place(str(team.pk), PATIENCE) as reader:
            answer = reader.ask(question, DEADLINE)
    except TooSlow as error:
        message = _("The file takes too long to read here. Split it, or run stet rules on your machine.")
        raise Refused("too_large", message, 413, "document") from error
    if "error" in answer:
        raise Refused("invalid", answer["error"], 422, "document")
    return answer


def _row(draft: Draft, line: int | None, read: Mapping[str, Any], in_force: Mapping[str, PinVersion]) -> Row:
    current = in_force.get(draft.key)
    conflict = next((pair for pair in read["conflicts"] if draft.key in pair), None)
    if portability.stands(draft, current):
        return Row(draft, Fate.STANDS, line=line)
    if current is not None and current.text != draft.text.encode():
        return Row(draft, Fate.KEY_IN_FORCE, draft.key, line)
    if against := read["clashes"].get(draft.key):
        return Row(draft, Fate.CONTRADICTS, against, line)
    if conflict:
        return Row(draft, Fate.CONFLICT, next(key for key in conflict if key != draft.key), line)
    if hidden_characters(draft.text):
        return Row(draft, Fate.HIDDEN, line=line)
    expired = draft.expires_at is not None and draft.expires_at <= now()
    return Row(draft, Fate.EXPIRED if expired else Fate.NEW, line=line)
