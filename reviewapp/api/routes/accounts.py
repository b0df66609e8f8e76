"""The account of a compaction, by range of turns."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from ninja import Query, Router

from reviewapp.api.app import REFUSALS, Token
from reviewapp.api.frontdoor import ApiRequest
from reviewapp.api.schemas.account import AccountOut, HeldOut, LineOut
from reviewapp.models import Scope
from reviewapp.services.compactions import accounts

router = Router(tags=["compactions"])

Seq = Annotated[int | None, Query(ge=1, le=2**31 - 1)]


@router.get(
    "/{uuid:compaction_id}/account", response={200: AccountOut, **REFUSALS}, auth=Token(Scope.READ, Scope.SUBMIT)
)
def account(request: ApiRequest, compaction_id: UUID, from_seq: Seq = None, to_seq: Seq = None) -> AccountOut:
    """What became of every binding sentence, number and identifier: kept, changed, missing or undecided."""
    page = accounts.page(
        team=request.agent.team, token=request.agent, compaction_id=compaction_id, from_seq=from_seq, to_seq=to_seq
    )
    return AccountOut(
        compaction=compaction_id,
        engine_version=page.analysis.engine_version,
        digest=bytes(page.analysis.account_digest or b"").hex(),
        counts=page.analysis.account_counts or {},
        held=[HeldOut(**hold) for hold in page.analysis.account_holds or []],
        from_seq=page.from_seq,
        to_seq=page.to_seq,
        lines=[
            LineOut(**{**line._asdict(), "finding": page.keys.get(-1 if line.finding is None else line.finding)})
            for line in page.lines
        ],
        next_seq=page.next_seq,
    )
