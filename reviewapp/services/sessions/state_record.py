"""The state record: what is true of a session, typed and versioned, beside the dialogue and never summarised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reviewapp.guard.canonical import Json, canonical_json
from reviewapp.guard.digest import json_digest
from reviewapp.models import AgentToken, Session, StateRecord, Team, User
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import lock_session, retried, transaction
from reviewapp.services.sessions import releases
from reviewapp.services.sessions.lookup import find_session

LISTS = ("forbidden_actions", "frozen_resources", "completed", "pending")
FIELDS = frozenset({"objective", "verified_entities", *LISTS})

MOST_ITEMS = 1_000
LONGEST_ITEM = 8_192  # bytes, as a pin
MOST_BYTES = 262_144

EMPTY: Mapping[str, Json] = {"objective": "", "verified_entities": {}, **{name: [] for name in LISTS}}


def get(*, team: Team, session: str) -> StateRecord | None:
    """The latest record, None before the first."""
    return latest(find_session(team, session))


def latest(session: Session) -> StateRecord | None:
    return StateRecord.objects.filter(team=session.team_id, session=session).order_by("-version").first()


@retried
def put(
    *, team: Team, token: AgentToken, session: str, record: Mapping[str, Any], if_match: int | None = None
) -> StateRecord:
    """Store the whole record as the next version. `if_match`: the version it was made from (0 before the first).

    What it would forbid no more stays in it until a person has decided.
    """
    body = whole({**EMPTY, **record})
    with transaction():
        of = lock_session(team.id, find_session(team, session).id)
        before = latest(of)
        version = before.version if before else 0
        if if_match is not None and if_match != version:
            raise Refused("version", f"The record is at version {version}.", 412, "If-Match", {"version": version})
        lost = releases.missing(before.body, body) if before else {}
        body = whole(releases.held(body, lost))
        same = before is not None and before.body == body
        if before is not None and same and (if_match is None or not lost):
            return before
        if lost and if_match is None:  # who writes a whole record without having read it forgets what it held
            message = "This would take away what is forbidden. Say with If-Match which version it was made from."
            raise Refused("precondition", message, 428, "If-Match", {"version": version, **lost})
        releases.ask(of, token, lost)
        return before if before is not None and same else store(of, before, body, token)


def store(session: Session, before: StateRecord | None, body: Json, by: AgentToken | User) -> StateRecord:
    """The next version of a locked session's record."""
    version = before.version + 1 if before else 1
    who = {"user": by} if isinstance(by, User) else {"token": by}
    row = StateRecord.objects.create(team=session.team, session=session, version=version, body=body, **who)
    told = {"version": version, "digest": json_digest("state", body).hex()}
    audit_log.append(session.team, "state.put", by, session, told)
    return row


def whole(record: Mapping[str, Any]) -> dict[str, Json]:
    """A record with all its fields, checked; raises Refused 422."""
    return checked(record, FIELDS, LISTS, "verified_entities")


def checked(
    record: Mapping[str, Any], fields: frozenset[str], lists: tuple[str, ...], names: str, at: str = ""
) -> dict[str, Json]:
    for name in record.keys() - fields:
        raise Refused("invalid", f"A state record has no field {name}.", 422, f"{at}/{name}")
    for name in lists:
        if not isinstance(record[name], list) or not all(map(_is_text, record[name])):
            raise Refused("invalid", f"{name} is a list of texts.", 422, f"{at}/{name}")
    entities = record[names]
    if not isinstance(entities, dict) or not all(_is_text(one) for pair in entities.items() for one in pair):
        raise Refused("invalid", f"{names} maps names to identifiers.", 422, f"{at}/{names}")
    if "objective" in fields and not _is_text(record["objective"], empty=True):
        raise Refused("invalid", "objective is a text.", 422, f"{at}/objective")
    body = dict(record)
    if max(map(len, (entities, *(record[name] for name in lists)))) > MOST_ITEMS or len(_bytes(body)) > MOST_BYTES:
        raise Refused("too_large", f"At most {MOST_ITEMS} items a field and {MOST_BYTES} bytes.", 422, at or "/")
    return body


def _bytes(body: Json) -> bytes:
    try:
        return canonical_json(body)
    except ValueError as error:
        raise Refused("invalid", "The record has half a character (a lone surrogate).", 422, "/") from error


def _is_text(value: object, *, empty: bool = False) -> bool:
    return (
        isinstance(value, str) and (empty or bool(value.strip())) and len(value) <= LONGEST_ITEM and "\0" not in value
    )
