"""Pins that agents ask for. A proposal binds nobody until a person accepts it."""

from __future__ import annotations

import re
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.digest import json_digest
from reviewapp.guard.pinned import KEY, PinSeverity
from reviewapp.models import AgentToken, OriginKind, PinProposal, PinVersion, Session, Team, Turn, User
from reviewapp.models.pins import ProposalState
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import lock_session, now, retried, transaction
from reviewapp.services.pins.pinning import Draft, Origin, Source, locate, lock_scope, put, text_bytes
from reviewapp.services.sessions import state_record


@retried
def propose(
    *,
    team: Team,
    token: AgentToken | None,
    session: str | None,
    key: str,
    text: str,
    severity: str,
    turn_seq: int | None = None,
    start: int = 0,
    end: int | None = None,
) -> PinProposal:
    """Ask for a pin; the same open proposal again is the same one, and with another
    span it moves there. The span is in code points of that turn."""
    if not KEY.fullmatch(key):
        raise Refused("invalid", _("A key has 1 to 100 of A-Z a-z 0-9 . _ : -"), 422, "key")
    if severity not in set(PinSeverity):
        raise Refused(
            "invalid", _("The severities are %(names)s.") % {"names": ", ".join(PinSeverity)}, 422, "severity"
        )
    data = text_bytes(text)
    with transaction():
        where = _session(team, session)
        same = PinProposal.objects.filter(
            team=team, session=where, key=key, text=data, state=ProposalState.OPEN
        ).first()
        source = _source(where, token, text, turn_seq, start, end)
        if same:
            return _moved(same, source, token) if turn_seq is not None else same
        return _store(team, token, where, key, data, severity, source)


@retried
def decide_proposal(
    *,
    team: Team,
    user: User,
    proposal_id: UUID,
    accept: bool,
    scope: str = "session",
    confirm_hidden: bool = False,
    confirm_origin: bool = False,
) -> PinVersion | None:
    """Accept a proposal as a pin, or refuse it (None). `scope` is `team` or `session`."""
    with transaction():
        roles.decider(team, user)
        seen = _open(team, proposal_id)
        register = lock_scope(team, seen.session if scope == "session" else None) if accept else None
        proposal = PinProposal.objects.select_for_update(of=("self",)).get(team=team, id=seen.id)
        if proposal.state != ProposalState.OPEN:
            raise Refused("decided", _("Somebody decided this proposal already."), 409)
        draft = _draft(proposal, confirm_hidden=confirm_hidden, confirm_origin=confirm_origin)
        version = put(register, draft, user) if register else None
        if version is not None and proposal.session_id is not None and proposal.key == negation_key(draft.text):
            _forbid(team, proposal.session_id, draft.text, user)
        proposal.state = ProposalState.ACCEPTED if version else ProposalState.REFUSED
        proposal.decided_by, proposal.decided_at = user, now()
        proposal.save(update_fields=["state", "decided_by", "decided_at"])
        audit_log.append(team, f"pin.proposal_{proposal.state}", user, proposal, {"key": proposal.key})
    return version


def negation_key(text: str) -> str:
    """The key of a negation that a compaction told: readable, with the text's digest, so that it is proposed once."""
    words = "-".join(re.findall(r"[a-z0-9]+", text.lower())[:6])[:60]
    return f"{words or 'rule'}-{json_digest('negation', text).hex()[:8]}"


def _forbid(team: Team, session_id: UUID, text: str, user: User) -> None:
    """What a user forbade stands in the state record too, once a person has accepted it as a pin."""
    session = lock_session(team.id, session_id)
    before = state_record.latest(session)
    body = before.body if before else dict(state_record.EMPTY)
    if text not in body["forbidden_actions"]:
        more = state_record.whole({**body, "forbidden_actions": [*body["forbidden_actions"], text]})
        state_record.store(session, before, more, user)


def _session(team: Team, external_id: str | None) -> Session | None:
    if external_id is None:
        return None
    session = Session.objects.filter(team=team, external_id=external_id).first()
    if session is None:
        raise not_found("session")
    return session


def _source(
    session: Session | None, token: AgentToken | None, text: str, turn_seq: int | None, start: int, end: int | None
) -> Source:
    """A span of a turn where the text has its very bytes: other words are not what its speaker said."""
    own = Source(OriginKind.PERSON if token is None else OriginKind.AGENT)
    if turn_seq is None:
        return own
    if session is None or end is None:
        raise Refused("invalid", _("A span needs its session, its turn and its end."), 422, "turn_seq")
    source = locate(Origin(session, turn_seq, start, end))
    turns = Turn.objects.filter(team=session.team_id, session=session).select_related("body")
    return source if turns.get(seq=turn_seq).text[start:end] == text else own


def _store(
    team: Team,
    token: AgentToken | None,
    session: Session | None,
    key: str,
    text: bytes,
    severity: str,
    source: Source,
) -> PinProposal:
    proposal = PinProposal.objects.create(
        team=team, token=token, session=session, key=key, text=text, severity=severity, **source.columns()
    )
    audit_log.append(team, "pin.proposed", token, proposal, {"key": key, "severity": severity})
    return proposal


def _moved(proposal: PinProposal, source: Source, token: AgentToken | None) -> PinProposal:
    """The same proposal again with another span says where the words stand: the latest word counts."""
    columns = source.columns()
    if {name: getattr(proposal, name) for name in columns} == columns:
        return proposal
    for name, value in columns.items():
        setattr(proposal, name, value)
    proposal.save(update_fields=list(columns))
    audit_log.append(proposal.team, "pin.proposed", token, proposal, {"key": proposal.key, "moved": True})
    return proposal


def _open(team: Team, proposal_id: UUID) -> PinProposal:
    proposal = PinProposal.objects.filter(team=team, id=proposal_id).select_related("session").first()
    if proposal is None:
        raise not_found("proposal")
    return proposal


def _draft(proposal: PinProposal, *, confirm_hidden: bool, confirm_origin: bool) -> Draft:
    source = Source(
        proposal.origin_kind,
        proposal.origin_session,
        proposal.origin_turn_seq,
        proposal.origin_start,
        proposal.origin_end,
    )
    return Draft(
        proposal.key,
        proposal.text.decode(),
        proposal.severity,
        source,
        confirm_hidden=confirm_hidden,
        confirm_origin=confirm_origin,
    )
