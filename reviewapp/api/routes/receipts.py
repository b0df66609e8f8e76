"""Receipts, for whoever wants to verify one offline."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from ninja import Router

from reviewapp.api.app import REFUSALS, Token
from reviewapp.api.frontdoor import ApiRequest
from reviewapp.api.schemas.responses import EnvelopeOut
from reviewapp.models import Scope
from reviewapp.services.receipts import receipts

router = Router(tags=["receipts"])


@router.get("/{uuid:receipt_id}", response={200: EnvelopeOut, **REFUSALS}, auth=Token(Scope.READ, Scope.SUBMIT))
def receipt(request: ApiRequest, receipt_id: UUID) -> HttpResponse:
    """The signed envelope, byte for byte as it was stored."""
    found = receipts.get(team=request.agent.team, receipt_id=receipt_id)
    return HttpResponse(found.envelope, content_type="application/json")
