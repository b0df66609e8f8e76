"""Who has approved, to be told: a decision counts the votes again, under its locks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import Compaction, Decision, Receipt, User
from reviewapp.services.receipts import receipts


def so_far(compactions: Sequence[Compaction]) -> dict[UUID, list[User]]:
    """By compaction, whose approvals count towards the quorum, the first one first."""
    found: defaultdict[UUID, list[User]] = defaultdict(list)
    for vote in Decision.objects.counting().filter(compaction__in=compactions).select_related("actor").order_by("id"):
        found[vote.compaction_id] += [vote.actor] if vote.actor else []
    return found


def by_receipt(compactions: Sequence[Compaction]) -> dict[UUID, list[User]]:
    """By approved compaction, the people whom the receipt of the approval names; nobody where the policy approved."""
    proofs = Receipt.objects.filter(compaction__in=compactions, kind=ReceiptKind.APPROVAL)
    named = {proof.compaction_id: _voters(proof) for proof in proofs if proof.compaction_id}
    users = User.objects.in_bulk({voter for voters in named.values() for voter in voters})
    return {compaction: [users[voter] for voter in voters] for compaction, voters in named.items()}


def _voters(proof: Receipt) -> list[int]:
    return [int(vote["actor"]) for vote in receipts.statement(proof).predicate["decisions"]]
