"""A session with a past, told by services: generation 1 took effect, 2a was rejected, 2b is in review."""

from __future__ import annotations

from typing import Any

from reviewapp.models import Compaction, DismissReason, User
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.context import delivery
from reviewapp.services.review import actions, promotion
from reviewapp.services.sessions import state_record
from tests.e2e import scripted
from tests.world import World

SESSION = "billing"
SECRET = "AKIAIOSFODNN7EXAMPLE"
LATER = (TurnIn("user", f"The key is {SECRET}, keep it to yourself."), TurnIn("assistant", "I will."))
SECOND = f"Billing runs. {scripted.RESTART} {scripted.LIMIT} {scripted.BUDGET}"
THIRD = f"Billing still runs. {scripted.RESTART} {scripted.WRONG_LIMIT}"


def tell(world: World, session: str = SESSION) -> list[Compaction]:
    first = world.in_review(session, turns=scripted.TURNS, summary=scripted.SUMMARY)
    state_record.put(team=world.team, token=world.token, session=session, record={"objective": "Move billing"})
    _take_effect(world, world.lead, first)
    state_record.put(team=world.team, token=world.token, session=session, record={"objective": "Watch billing"})
    second = world.in_review(session, turns=LATER, summary=SECOND, builds_on=[first.pk])
    finalize.reject(**world.by(world.reviewer, second), reason_code="values_wrong")
    return [first, second, world.in_review(session, turns=(), summary=THIRD, builds_on=[first.pk])]


def _take_effect(world: World, user: User, compaction: Compaction) -> None:
    """The port is pinned, all else dismissed; then the agent fetches and applies what was approved."""
    by = world.by(user, compaction)
    port = next(each for each in review_state_of(compaction).findings if each.quote == scripted.PORT)
    promotion.pin_finding(**by, finding_key=port.finding.key, key="port", severity="HARD_DENIAL", scope="session")
    for key in gate(Compaction.objects.get(pk=compaction.pk)).blocking:
        actions.dismiss(**by, finding_key=key, reason_code=DismissReason.OBSOLETE)
    finalize.approve(**by, manifest_digest=gate(Compaction.objects.get(pk=compaction.pk)).manifest_digest)
    agent: dict[str, Any] = {"team": world.team, "token": world.token, "compaction_id": compaction.pk}
    delivery.applied(**agent, context_digest=delivery.context(**agent).context_digest)
