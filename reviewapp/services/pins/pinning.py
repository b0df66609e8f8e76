"""What every change of a register shares, inside the transaction of its caller: checks, the new version, the bump."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from reviewapp.conf import conf
from reviewapp.engine.claims.contradiction import contradict
from reviewapp.engine.types import BINDING
from reviewapp.guard.digest import byte_span, register_digest
from reviewapp.guard.hidden import hidden_characters
from reviewapp.guard.pinned import KEY, MAX_TEXT_BYTES, Pinned, PinSeverity
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import OriginKind, Pin, PinState, PinVersion, Receipt, Register, Session, Team, Turn, User
from reviewapp.services.audit import audit_log
from reviewapp.services.audit.audit_log import Actor
from reviewapp.services.errors import Refused, not_found, unconfirmed
from reviewapp.services.locks import now
from reviewapp.services.pins.active import active_pins
from reviewapp.services.receipts import receipts

_BINDING = frozenset({OriginKind.PERSON, *BINDING})
WEIGHT = {PinSeverity.ADVISORY: 0, PinSeverity.HARD_DENIAL: 1, PinSeverity.FATAL_FALSIFICATION: 2}


@dataclass(frozen=True)
class Origin:
    """The span of a turn that a pin was taken from, in code points, half-open."""

    session: Session
    turn_seq: int
    start: int
    end: int


@dataclass(frozen=True)
class Source:
    """Where a text comes from, as stored: a person, or the bytes `start`..`end` of a turn and who spoke there."""

    kind: str = OriginKind.PERSON
    session: Session | None = None
    turn_seq: int | None = None
    start: int | None = None
    end: int | None = None

    def columns(self) -> dict[str, object]:
        return {
            "origin_kind": self.kind,
            "origin_session": self.session,
            "origin_turn_seq": self.turn_seq,
            "origin_start": self.start,
            "origin_end": self.end,
        }


@dataclass(frozen=True)
class Draft:
    """A pin as asked for. `confirm_*`: the person saw hidden characters, or that nobody with authority said it."""

    key: str
    text: str
    severity: str
    source: Source = Source()
    expires_at: datetime | None = None
    enforced_below: str = ""
    confirm_hidden: bool = False
    confirm_origin: bool = False
    salience: int | None = None


def as_pinned(version: PinVersion) -> Pinned:
    return Pinned(version.pin.key, version.n, str(version.severity), version.text)


def lock_scope(team: Team, session: Session | None) -> Register:
    """The register to change, locked against all readers; a session's under its team's, which is shared."""
    mine = Register.objects.select_for_update(no_key=True)
    if session is None:
        return mine.get(team=team, session=None)
    share_team_register(team)
    return mine.get(team=team, session=session)


def share_team_register(team: Team) -> Register:
    query = "SELECT * FROM reviewapp_register WHERE team_id = %s AND session_id IS NULL FOR SHARE"
    return Register.objects.raw(query, [team.id])[0]


def put(register: Register, draft: Draft, user: User) -> PinVersion:
    """Bring a pin into force; one that is, with nothing else to it, stays the version it is, so that a form that was
    sent twice neither voids votes nor keeps its author from an undo. The register is locked by the caller."""
    text = checked(draft)
    _confirmed(draft)
    reach = _in_reach(register)
    mine = {other.pin.key: other for other in reach if other.pin.register_id == register.id}
    same = mine.get(draft.key)
    if same is not None and _is_same(draft, same):
        return same
    _no_clash(register, draft, same, reach)
    pin = same.pin if same else Pin.objects.create(team=register.team, register=register, key=draft.key)
    version = PinVersion.objects.create(
        team=register.team,
        pin=pin,
        n=_last_number(register, draft.key) + 1,
        text=text,
        sha256=hashlib.sha256(text).digest(),
        severity=draft.severity,
        enforced_below=draft.enforced_below,
        expires_at=draft.expires_at,
        hidden_characters=bool(hidden_characters(draft.text)),
        salience=draft.salience,
        created_by=user,
        **draft.source.columns(),
    )
    # A new version needs a new second look at its expiry.
    pin.current, pin.expiry_confirmed_by = version, None
    pin.save(update_fields=["current", "expiry_confirmed_by"])
    bump(register, [*(other for key, other in mine.items() if key != draft.key), version])
    audit_log.append(register.team, "pin.made", user, version, _told(register, version))
    return version


def retire(
    register: Register,
    pin: Pin,
    *,
    cause: str,
    actor: Actor,
    requester: User | None = None,
    approvers: Iterable[User] = (),
    evidence_digest: bytes | None = None,
) -> Receipt:
    """Take a pin out of force, with its receipt. The register is locked by the caller."""
    assert pin.current is not None  # a pin is stored together with its first version
    version, before = pin.current, receipts.register_state(register)
    pin.state = PinState.RETIRED
    pin.save(update_fields=["state"])
    bump(register, active_pins(register))
    receipt = receipts.issue(
        ReceiptKind.PIN_INVALIDATION,
        team=register.team,
        subject={f"pin/{pin.key}": as_pinned(version).digest.hex()},
        predicate={
            "session": register.session.external_id if register.session else None,
            "key": pin.key,
            "version": version.n,
            "severity": str(version.severity),
            "pin_digest": as_pinned(version).digest.hex(),
            "cause": cause,
            "evidence_digest": evidence_digest.hex() if evidence_digest else None,
            "requester": str(requester.pk) if requester else None,
            "approvers": [str(approver.pk) for approver in approvers],
            "register": {"before": before, "after": receipts.register_state(register)},
            "at": receipts.moment(now()),
        },
    )
    told = {**_told(register, version), "cause": cause, "receipts": [receipts.named(receipt)]}
    audit_log.append(register.team, "pin.retired", actor, version, told)
    return receipt


def bump(register: Register, pins: Iterable[PinVersion]) -> None:
    """One step on, to these pins: whatever was checked against the register before is stale by comparison."""
    register.version += 1
    register.digest = register_digest({pin.key: pin.digest for pin in map(as_pinned, pins)})
    register.save(update_fields=["version", "digest"])


def find(team: Team, pin_id: UUID) -> Pin:
    """A pin that is in force, of this team."""
    rows = Pin.objects.filter(team=team, id=pin_id).select_related(
        "register__team", "register__session", "current__pin"
    )
    pin = rows.first()
    if pin is None:
        raise not_found("pin")
    if pin.state != PinState.ACTIVE:
        raise Refused("pin_retired", _("This pin is not in force any more."), 409)
    return pin


def _told(register: Register, version: PinVersion) -> dict[str, str | int | None]:
    return {
        "key": version.pin.key,
        "version": version.n,
        "digest": as_pinned(version).digest.hex(),
        "severity": str(version.severity),
        "session": str(register.session_id) if register.session_id else None,
        "register_version": register.version,
    }


def checked(draft: Draft) -> bytes:
    """The bytes of its text. Raises Refused for a draft that could be no pin in any register."""
    if not KEY.fullmatch(draft.key):
        raise Refused(
            "invalid", _("A key has 1 to 100 of A-Z a-z 0-9 . _ : - and starts with one of the first."), 422, "key"
        )
    if draft.severity not in set(PinSeverity):
        raise Refused(
            "invalid", _("The severities are %(names)s.") % {"names": ", ".join(PinSeverity)}, 422, "severity"
        )
    if len(draft.enforced_below) > 200 or "\0" in draft.enforced_below:
        raise Refused("invalid", _("The name of a check has at most 200 characters."), 422, "enforced_below")
    if draft.expires_at is not None and draft.expires_at <= now():
        raise Refused("invalid", _("The expiry lies in the past."), 422, "expires_at")
    return text_bytes(draft.text)


def text_bytes(text: str) -> bytes:
    """A pin's text as stored: the same bytes for ever, or refused."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise Refused("invalid", _("The text has half a character (a lone surrogate)."), 422, "text") from error
    if not 1 <= len(data) <= MAX_TEXT_BYTES or not text.strip() or "\0" in text:
        raise Refused(
            "invalid", _("A pin has 1 to %(n)s bytes of text, none of them NUL.") % {"n": MAX_TEXT_BYTES}, 422, "text"
        )
    return data


def _confirmed(draft: Draft) -> None:
    hidden = hidden_characters(draft.text)
    if hidden and not draft.confirm_hidden:
        message = _("The text has characters that can't be seen. Confirm that they belong there.")
        raise Refused("confirm_hidden", message, 409, "confirm_hidden", {"characters": list(hidden)})
    kind = draft.source.kind
    if kind not in _BINDING and not draft.confirm_origin:
        raise unconfirmed(kind)


def _no_clash(register: Register, draft: Draft, same: PinVersion | None, others: Sequence[PinVersion]) -> None:
    if same is not None and not _is_stronger(draft, same):
        message = _("%(key)s is in force with another text. Retire it first, with evidence.") % {"key": draft.key}
        raise Refused("key_in_force", message, 409, "key", {"pin": str(same.pin_id)})
    taken = [other for other in others if other.pin.key == draft.key and other.pin.register_id != register.id]
    if taken:
        raise Refused(
            "key_taken", _("%(key)s is the key of a pin in force in another scope.") % {"key": draft.key}, 409, "key"
        )
    if same is None and sum(other.pin.register_id == register.id for other in others) >= conf.pins_per_scope:
        raise Refused("too_many_pins", _("A scope holds at most %(n)s pins.") % {"n": conf.pins_per_scope}, 409)
    for other in others:
        if other.pin.key != draft.key and contradict(draft.text, other.text.decode()):
            message = _("It contradicts the pin %(key)s, which is in force. Retire that one first.") % {
                "key": other.pin.key
            }
            raise Refused("contradiction", message, 409, "text", {"pin": str(other.pin_id), "key": other.pin.key})


def _in_reach(register: Register) -> list[PinVersion]:
    """Every pin that ever stands in one block with this register's: of a session, its team's; of a team, all."""
    pins = Pin.objects.filter(team=register.team_id, state=PinState.ACTIVE).select_related("current__pin")
    if register.session_id is not None:
        pins = pins.filter(Q(register__session=None) | Q(register=register))
    return [pin.current for pin in pins.order_by("register", "key") if pin.current]


def _is_same(draft: Draft, current: PinVersion) -> bool:
    asked = (draft.text.encode(), draft.severity, draft.expires_at, draft.enforced_below)
    return asked == (current.text, current.severity, current.expires_at, current.enforced_below)


def _is_stronger(draft: Draft, current: PinVersion) -> bool:
    """Whether a new version only adds protection: the same bytes, no lower severity, no earlier end."""
    lasts = draft.expires_at is None or (current.expires_at is not None and draft.expires_at >= current.expires_at)
    graver = WEIGHT[PinSeverity(draft.severity)] >= WEIGHT[PinSeverity(current.severity)]
    return draft.text.encode() == current.text and graver and lasts


def _last_number(register: Register, key: str) -> int:
    """Version numbers of a key never start again, so that an old block can't pass for a new one."""
    versions = PinVersion.objects.filter(team=register.team_id, pin__register=register, pin__key=key)
    return versions.order_by("-n").values_list("n", flat=True).first() or 0


def locate(origin: Origin | None) -> Source:
    """Turn a span of code points into the bytes and the speaker that are stored."""
    if origin is None:
        return Source()
    rows = Turn.objects.filter(team_id=origin.session.team_id, session=origin.session, seq=origin.turn_seq)
    return source_in(rows.select_related("body").first(), origin)


def source_in(turn: Turn | None, origin: Origin) -> Source:
    """The span in a turn that is at hand with its body. Of an erased one there is none."""
    if turn is None or not 0 <= origin.start < origin.end <= len(turn.text):
        raise Refused("no_such_span", _("The session has no such span of text."), 422, "origin")
    start, end = byte_span(turn.text, origin.start, origin.end)
    return Source(turn.origin, origin.session, origin.turn_seq, start, end)
