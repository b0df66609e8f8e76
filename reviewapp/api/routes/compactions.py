"""Compactions: propose one, wait for the decision, fetch what took effect, say that it was applied."""

from __future__ import annotations

import hashlib
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from ninja import Header, Query, Router
from ninja.responses import Status

from reviewapp.api.answers import compaction_out, context_out, prepared_out, retrieved_out
from reviewapp.api.app import REFUSALS, Token
from reviewapp.api.frontdoor import ApiRequest
from reviewapp.api.mapping import turns_in
from reviewapp.api.schemas.recall import RetrievedOut
from reviewapp.api.schemas.requests import AppliedIn, CompactionIn, NothingIn, PrepareIn
from reviewapp.api.schemas.responses import CompactionOut, ContextOut, PreparedOut, SubmittedOut
from reviewapp.conf import conf
from reviewapp.guard.formats import Format
from reviewapp.models import Compaction, Scope
from reviewapp.services.compactions import intake, prepare
from reviewapp.services.context import delivery, recall, retrieval
from reviewapp.services.errors import not_found
from reviewapp.services.sessions.ownership import readable

router = Router(tags=["compactions"])

IdempotencyHeader = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=255)]


@router.post("", response={201: SubmittedOut, **REFUSALS}, auth=Token(Scope.SUBMIT))
def submit(request: ApiRequest, body: CompactionIn, idempotency_key: IdempotencyHeader = None) -> HttpResponse:
    """Proposes to replace turns by a summary. 201 means that it is stored; nothing has taken effect."""
    key = None
    if idempotency_key is not None:
        key = intake.IdempotencyKey(idempotency_key, hashlib.sha256(request.body).digest())
    stored = intake.submit(
        team=request.agent.team, token=request.agent, proposal=_proposal(request, body), idempotency=key
    )
    replayed = {"Idempotent-Replayed": "true"} if stored.replayed else {}
    headers = {"Location": f"/api/v1/compactions/{stored.compaction.id}", **replayed}
    return HttpResponse(stored.answer, status=stored.status, content_type="application/json", headers=headers)


def _proposal(request: ApiRequest, body: CompactionIn) -> intake.Proposal:
    given = body.model_dump(exclude={"turns", "compactor"})
    return intake.Proposal(
        **given,
        turns=turns_in(body.turns or [], request.agent),
        compactor=body.compactor.model_dump(exclude_none=True) if body.compactor else None,
    )


@router.post("/prepare", response={200: PreparedOut, **REFUSALS}, auth=Token(Scope.SUBMIT), by_alias=True)
def prepare_input(request: ApiRequest, body: PrepareIn) -> PreparedOut:
    """The turns with their pinned spans cut out, for the compactor, and the constraints that no pin holds yet."""
    return prepared_out(prepare.prepare(team=request.agent.team, token=request.agent, **body.model_dump()))


@router.get("/{uuid:compaction_id}", response={200: CompactionOut, **REFUSALS}, auth=Token(Scope.READ, Scope.SUBMIT))
def status(
    request: ApiRequest,
    response: HttpResponse,
    compaction_id: UUID,
    wait: Annotated[int, Query(ge=0, le=conf.wait_seconds)] = 0,
) -> CompactionOut:
    """Where it stands. With `wait` the answer comes when it is decided, at the latest after so many seconds."""
    rows = Compaction.objects.select_related("team", "session", "current_revision")
    compaction = rows.filter(team=request.agent.team, id=compaction_id).first()
    if compaction is None:
        raise not_found("compaction")
    readable(compaction.session, request.agent)
    if compaction.is_open:
        response["Retry-After"] = "1"
    return compaction_out(compaction)


@router.post("/{uuid:compaction_id}/withdraw", response={200: CompactionOut, **REFUSALS}, auth=Token(Scope.SUBMIT))
def withdraw(request: ApiRequest, compaction_id: UUID, body: NothingIn) -> CompactionOut:
    """Takes an open proposal back."""
    return compaction_out(intake.withdraw(team=request.agent.team, token=request.agent, compaction_id=compaction_id))


@router.get(
    "/{uuid:compaction_id}/context",
    response={200: ContextOut, **REFUSALS},
    auth=Token(Scope.READ, Scope.SUBMIT),
    by_alias=True,
)
def context(request: ApiRequest, compaction_id: UUID, format: Format = Format.STET) -> ContextOut:
    """What the agent runs on from now: pinned block, state, head, approved summaries, tail. 409: the history stays."""
    served = delivery.context(team=request.agent.team, token=request.agent, compaction_id=compaction_id, format=format)
    return context_out(served, format)


@router.get(
    "/{uuid:compaction_id}/retrieval", response={200: RetrievedOut, **REFUSALS}, auth=Token(Scope.READ, Scope.SUBMIT)
)
def retrieve(
    request: ApiRequest,
    compaction_id: UUID,
    q: Annotated[str, Query(max_length=recall.LONGEST_QUERY)] = "",
    tokens: Annotated[int, Query(ge=1, le=retrieval.MOST_TOKENS)] = retrieval.TOKENS,
) -> RetrievedOut:
    """In place of a summary that did not pass: the turns that bear on it or on a query, verbatim, within a budget."""
    return retrieved_out(
        retrieval.retrieve(
            team=request.agent.team, token=request.agent, compaction_id=compaction_id, query=q, tokens=tokens
        )
    )


@router.post("/{uuid:compaction_id}/applied", response={204: None, **REFUSALS}, auth=Token(Scope.SUBMIT))
def applied(request: ApiRequest, compaction_id: UUID, body: AppliedIn) -> Status[None]:
    """The agent runs on the context with this digest. May be repeated."""
    delivery.applied(
        team=request.agent.team, token=request.agent, compaction_id=compaction_id, context_digest=body.context_digest
    )
    return Status(204, None)
