"""Sessions: append turns, and read them again by number or by words."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpResponse
from ninja import Header, Path, Query, Router
from ninja.responses import Status

from reviewapp.api.answers import hit, session_out, turn_out
from reviewapp.api.app import REFUSALS, Token
from reviewapp.api.frontdoor import ApiRequest
from reviewapp.api.mapping import turns_in
from reviewapp.api.schemas.recall import RecallOut
from reviewapp.api.schemas.requests import SESSION, NothingIn, StateIn, TurnsIn
from reviewapp.api.schemas.responses import AppendedOut, ErrorOut, SessionOut, StateOut, TurnOut, WaitingOut
from reviewapp.models import Scope, Session, StateRecord
from reviewapp.services.compactions import closing, intake
from reviewapp.services.context import recall
from reviewapp.services.sessions import progress, releases, state_record
from reviewapp.services.sessions.lookup import find_session
from reviewapp.services.sessions.ownership import readable

router = Router(tags=["sessions"])

Name = Annotated[str, Path(pattern=SESSION)]
IfMatch = Annotated[str | None, Header(alias="If-Match", pattern=r'^("[0-9]{1,9}"|[0-9]{1,9})$')]


@router.get("/{session}", response={200: SessionOut, **REFUSALS}, auth=Token(Scope.READ, Scope.SUBMIT))
def read_session(request: ApiRequest, session: Name) -> SessionOut:
    """Where it stands: what was stored, what is in force, and what was proposed last. For a restart."""
    team = request.agent.team
    found = find_session(team, session)
    readable(found, request.agent)
    return session_out(progress.progress(team=team, session=found))


@router.post("/{session}/turns", response={201: AppendedOut, **REFUSALS}, auth=Token(Scope.SUBMIT))
def append_turns(request: ApiRequest, session: Name, body: TurnsIn) -> Status[AppendedOut]:
    """Appends turns; the session is made on first use. The server gives the numbers."""
    appended = intake.append_turns(
        team=request.agent.team,
        token=request.agent,
        session=session,
        turns=turns_in(body.turns, request.agent),
        after_seq=body.after_seq,
    )
    told = AppendedOut(session=session, first_seq=appended.first_seq, last_seq=appended.last_seq, epoch=appended.epoch)
    return Status(201, told)


@router.post("/{session}/close", response={204: None, **REFUSALS}, auth=Token(Scope.SUBMIT))
def close(request: ApiRequest, session: Name, body: NothingIn) -> Status[None]:
    """The conversation is over: no turn is added any more, and an open proposal is void. Saying it again is fine."""
    team = request.agent.team
    closing.close(team=team, actor=request.agent, session_id=find_session(team, session).id)
    return Status(204, None)


@router.get("/{session}/turns/{seq}", response={200: TurnOut, **REFUSALS}, auth=Token(Scope.READ))
def read_turn(request: ApiRequest, session: Name, seq: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> TurnOut:
    """One original turn, as a summary cites it: `[[turn:N]]`."""
    return turn_out(recall.turn(team=request.agent.team, session=session, seq=seq), session)


@router.get("/{session}/recall", response={200: RecallOut, **REFUSALS}, auth=Token(Scope.READ))
def recall_words(
    request: ApiRequest,
    session: Name,
    q: Annotated[str, Query(min_length=1, max_length=recall.LONGEST_QUERY)],
    after_seq: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    offset: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> RecallOut:
    """Original turns that hold these words, in any order and form; in quotes, as they stand. The best come first."""
    of = find_session(request.agent.team, session)
    found = recall.search(of, q, after_seq=after_seq)
    page = found.seqs[offset : offset + recall.FOUND_AT_MOST]
    hits = [hit(turn, found) for turn in recall.read(of, page)]
    return RecallOut(session=session, hits=hits, found=len(found.seqs), more=offset + len(page) < len(found.seqs))


@router.get("/{session}/state", response={200: StateOut, **REFUSALS}, auth=Token(Scope.READ, Scope.SUBMIT))
def read_state(request: ApiRequest, response: HttpResponse, session: Name) -> StateOut:
    """The state record; its version is the ETag."""
    found = find_session(request.agent.team, session)
    readable(found, request.agent)
    return _state_out(response, found, state_record.latest(found))


@router.put("/{session}/state", response={200: StateOut, 412: ErrorOut, **REFUSALS}, auth=Token(Scope.SUBMIT))
def write_state(
    request: ApiRequest, response: HttpResponse, session: Name, body: StateIn, if_match: IfMatch = None
) -> StateOut:
    """Stores the whole record. With `If-Match` only if that is its version, else 412. What it would forbid no more
    stays in it and is `waiting` until a person has decided."""
    record = state_record.put(
        team=request.agent.team,
        token=request.agent,
        session=session,
        record=body.model_dump(),
        if_match=int(if_match.strip('"')) if if_match else None,
    )
    return _state_out(response, find_session(request.agent.team, session), record)


def _state_out(response: HttpResponse, session: Session, record: StateRecord | None) -> StateOut:
    version, body = (record.version, record.body) if record else (0, {})
    response["ETag"] = f'"{version}"'
    waiting = [WaitingOut(field=one.field, text=one.text) for one in releases.waiting(session)]
    state = StateIn.model_validate(body)
    return StateOut(session=session.external_id, version=version, state=state, waiting=waiting)
