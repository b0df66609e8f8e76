"""Pins as an agent meets them: it reads the block, proposes, asks whether its context holds them. It never decides."""

from __future__ import annotations

from typing import Annotated

from ninja import Query, Router
from ninja.responses import Status

from reviewapp.api.answers import assertion_out
from reviewapp.api.app import REFUSALS, Token
from reviewapp.api.frontdoor import ApiRequest
from reviewapp.api.schemas.requests import SESSION, AssertionIn, ProposalIn
from reviewapp.api.schemas.responses import AssertionOut, PinsOut, ProposedOut, RegistersOut
from reviewapp.models import Scope
from reviewapp.services.context import delivery
from reviewapp.services.pins import register

router = Router(tags=["pins"])


@router.get("/pins", response={200: PinsOut, **REFUSALS}, auth=Token(Scope.READ), by_alias=True)
def pins(request: ApiRequest, session: Annotated[str | None, Query(pattern=SESSION)] = None) -> PinsOut:
    """The pinned block of a session, or without one of the team. It counts as served."""
    served = delivery.pins(team=request.agent.team, token=request.agent, session=session)
    return PinsOut(
        registers=RegistersOut.model_validate(served.registers),
        block=served.block,
        digest=served.digest,
        state=served.state,
    )


@router.post("/pins/proposals", response={201: ProposedOut, **REFUSALS}, auth=Token(Scope.PROPOSE_PINS))
def propose(request: ApiRequest, body: ProposalIn) -> Status[ProposedOut]:
    """Asks for a pin. A person decides."""
    proposal = register.propose(team=request.agent.team, token=request.agent, **body.model_dump())
    return Status(201, ProposedOut(id=proposal.id, state=proposal.state))


@router.post("/assertions", response={200: AssertionOut, **REFUSALS}, auth=Token(Scope.ASSERT))
def assertions(request: ApiRequest, body: AssertionIn) -> AssertionOut:
    """Do these messages hold the pinned block, to the byte and at its place? For an agent to ask before it acts."""
    return assertion_out(
        delivery.assert_pinned(
            team=request.agent.team, token=request.agent, session=body.session, context=body.messages
        )
    )
