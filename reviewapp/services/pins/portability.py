"""A register as a document: out as JSON or Markdown, in as JSON. An import is one transaction: all of it or nothing.

What a Markdown or text file says is made into such a document by `previews`, for a person to look at first.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any
from unicodedata import category

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from reviewapp.guard.canonical import strict_json
from reviewapp.models import PinVersion, Register, Session, Team, User
from reviewapp.services import roles
from reviewapp.services.errors import Refused
from reviewapp.services.locks import retried, transaction
from reviewapp.services.pins.active import active_pins
from reviewapp.services.pins.pinning import Draft, Source, lock_scope, put

FORMAT = "stet-register/1"
LARGEST = 1_000_000  # bytes of a document
_FIELDS = frozenset({"key", "text", "severity", "enforced_below", "expires_at"})


def export_json(team: Team, session: Session | None = None) -> str:
    """The pins in force of one scope; importing it elsewhere gives the same bytes under the same keys."""
    return document_of(map(_draft_of, _in_force(team, session)))


def document_of(drafts: Iterable[Draft]) -> str:
    """The JSON that an import takes. An expiry stands in it where there is one."""
    pins = [
        {
            "key": draft.key,
            "text": draft.text,
            "severity": draft.severity,
            "enforced_below": draft.enforced_below,
            **({"expires_at": draft.expires_at.isoformat()} if draft.expires_at else {}),
        }
        for draft in drafts
    ]
    return json.dumps({"format": FORMAT, "pins": pins}, ensure_ascii=False, indent=1) + "\n"


def _draft_of(version: PinVersion) -> Draft:
    below = version.enforced_below
    return Draft(version.pin.key, version.text.decode(), version.severity, Source(), version.expires_at, below)


def export_markdown(team: Team, session: Session | None = None) -> str:
    """For people and instruction files. A fence longer than any in the text keeps the text literal."""
    parts = [f"# Pinned constraints of {team.name}\n"]
    for version in _in_force(team, session):
        text = version.text.decode()
        fence = "`" * max(3, 1 + _longest_run(text, "`"))
        parts.append(f"## {version.pin.key}\n\n{version.severity}, version {version.n}\n\n{fence}\n{text}\n{fence}\n")
    return "\n".join(parts)


@retried
def import_json(
    *, team: Team, user: User, document: bytes, session: Session | None = None, keys: Collection[str] | None = None
) -> list[PinVersion]:
    """Puts every pin of the document in force that is not already; with `keys`, only these. The first that can't be
    changes nothing at all."""
    drafts = [draft for draft in drafts_of(document) if keys is None or draft.key in keys]
    with transaction():
        roles.decider(team, user)
        register = lock_scope(team, session)
        standing = {version.pin.key: version for version in active_pins(register)}
        return [put(register, draft, user) for draft in drafts if not stands(draft, standing.get(draft.key))]


def _in_force(team: Team, session: Session | None) -> list[PinVersion]:
    return active_pins(Register.objects.get(team=team, session=session))


def stands(draft: Draft, current: PinVersion | None) -> bool:
    """Whether this pin is in force as it is asked for. A document that names no expiry leaves the one that stands."""
    if current is None or current.text != draft.text.encode() or current.severity != draft.severity:
        return False
    return draft.expires_at in (None, current.expires_at)


def drafts_of(document: bytes) -> list[Draft]:
    """The pins that a document asks for. Raises Refused for what is no such document; nothing is read beyond it."""
    if len(document) > LARGEST:
        most = {"n": number_format(LARGEST, force_grouping=True)}
        raise Refused("too_large", _("A register document has at most %(n)s bytes.") % most, 413, "document")
    try:
        parsed = strict_json(document.decode())
    except ValueError as error:
        raise Refused("invalid_json", _("The file is no JSON document in UTF-8."), 422, "document") from error
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT or not isinstance(parsed.get("pins"), list):
        raise Refused(
            "invalid",
            _("The file does not say “format”: “%(name)s” with a list of pins.") % {"name": FORMAT},
            422,
            "document",
        )
    return [_draft(number, entry) for number, entry in enumerate(_distinct(parsed["pins"]), start=1)]


def _distinct(entries: Sequence[Any]) -> Sequence[Any]:
    keys = [entry.get("key") for entry in entries if isinstance(entry, dict)]
    if len(set(map(str, keys))) < len(keys):
        raise Refused("invalid", _("The file names one key twice."), 422, "document")
    return entries


def _draft(number: int, entry: Any) -> Draft:
    if not isinstance(entry, dict) or not _FIELDS.issuperset(entry) or not _strings(entry):
        told = {"n": number, "names": ", ".join(sorted(_FIELDS))}
        message = _("Pin %(n)s of the file has other fields than %(names)s, or other than text in them.") % told
        raise Refused("invalid", message, 422, "document")
    if not {"key", "text", "severity"} <= entry.keys():
        raise Refused(
            "invalid", _("Pin %(n)s of the file lacks a key, a text or a severity.") % {"n": number}, 422, "document"
        )
    if _half_characters(entry):
        message = _("Pin %(n)s of the file has half a character (a lone surrogate).") % {"n": number}
        raise Refused("invalid", message, 422, "document")
    expires_at, below = _moment(number, entry.get("expires_at")), entry.get("enforced_below", "")
    return Draft(entry["key"], entry["text"], entry["severity"], expires_at=expires_at, enforced_below=below)


def _moment(number: int, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        told = _("Pin %(n)s of the file has an expiry that is no moment with a time zone.") % {"n": number}
        raise Refused("invalid", told, 422, "document")
    return moment


def _strings(entry: dict[str, Any]) -> bool:
    return all(isinstance(value, str) for value in entry.values())


def _half_characters(entry: dict[str, Any]) -> bool:
    """JSON can spell a lone surrogate, which no UTF-8 and no database can hold."""
    return any(category(character) == "Cs" for value in entry.values() for character in value)


def _longest_run(text: str, character: str) -> int:
    longest = run = 0
    for each in text:
        run = run + 1 if each == character else 0
        longest = max(longest, run)
    return longest
