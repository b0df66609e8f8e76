"""Many rows at once: each as if alone, and nothing approved that somebody would have to look at."""

from __future__ import annotations

import pytest

from reviewapp.models import AuditEntry, Compaction, Membership, Role, User
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions, bulk, leases
from tests.world import FAITHFUL, World, make_world


def test_a_mixed_choice_is_done_where_it_can_be(world: World) -> None:
    open_row, other = world.in_review("a"), make_world("other").in_review("b")
    rows = bulk.Rows(team=world.team, user=world.reviewer, ids=[open_row.id, other.id])
    outcome = bulk.reject(**rows, reason_code="unusable", reason="")
    assert outcome.done == (open_row.id,)
    assert [row for row, _ in outcome.refused] == [other.id]
    assert Compaction.objects.get(id=other.id).state == "in_review"


def test_each_row_has_its_own_audit_entry(world: World) -> None:
    rows = [world.in_review(name) for name in "abc"]
    bulk.reject(team=world.team, user=world.reviewer, ids=[row.id for row in rows], reason_code="unusable", reason="")
    told = AuditEntry.objects.filter(action="compaction.rejected").values_list("object_id", flat=True)
    assert set(told) == {str(row.id) for row in rows}


def test_only_what_is_beyond_doubt_is_approved_in_bulk(world: World) -> None:
    world.policy(auto_approve="never")
    clean, lossy = world.in_review("clean", summary=FAITHFUL), world.in_review("lossy")
    outcome = bulk.approve(team=world.team, user=world.reviewer, ids=[clean.id, lossy.id])
    assert outcome.done == (clean.id,)
    assert [row for row, _ in outcome.refused] == [lossy.id]


def test_a_resolved_finding_still_asks_for_a_look(world: World) -> None:
    """Dismissed by one person is decided by that person in the open row, not in a batch."""
    lossy = world.in_review()
    outcome = bulk.approve(team=world.team, user=world.reviewer, ids=[lossy.id])
    assert outcome.done == () and "open it" in outcome.refused[0][1]


def test_an_assigned_row_is_held_by_that_person(world: World) -> None:
    row = world.in_review()
    bulk.assign(team=world.team, user=world.reviewer, ids=[row.id], to=world.lead.pk)
    assert Compaction.objects.get(id=row.id).holder == world.lead
    assert AuditEntry.objects.filter(action="claim.assigned", object_id=str(row.id)).exists()


def test_what_somebody_is_reading_is_assigned_to_nobody_else(world: World) -> None:
    row = world.in_review()
    other = User.objects.create_user("other")
    Membership.objects.create(team=world.team, user=other, role=Role.REVIEWER)
    leases.claim(**world.by(other, row))
    outcome = bulk.assign(team=world.team, user=world.reviewer, ids=[row.id], to=world.lead.pk)
    assert outcome.done == () and "other is reviewing this" in outcome.refused[0][1]
    assert bulk.assign(team=world.team, user=world.reviewer, ids=[row.id], to=other.pk).done == (row.id,)


def test_nothing_is_assigned_to_who_cannot_decide(world: World) -> None:
    row, stranger = world.in_review(), make_world("other").reviewer
    for person in (world.viewer, stranger):
        outcome = bulk.assign(team=world.team, user=world.reviewer, ids=[row.id], to=person.pk)
        assert outcome.done == ()
    assert Compaction.objects.get(id=row.id).holder is None


def test_a_lead_ends_the_claims_of_others_and_a_reviewer_does_not(world: World) -> None:
    row = world.in_review()
    leases.claim(**world.by(world.lead, row))
    assert bulk.release(team=world.team, user=world.reviewer, ids=[row.id]).done == ()
    Compaction.objects.update(holder=world.reviewer)
    assert bulk.release(team=world.team, user=world.lead, ids=[row.id]).done == (row.id,)
    assert Compaction.objects.get(id=row.id).holder is None


@pytest.mark.parametrize("count", [0, bulk.MOST + 1])
def test_none_and_too_many_are_refused(world: World, count: int) -> None:
    row = world.in_review()
    with pytest.raises(Refused) as refused:
        bulk.release(team=world.team, user=world.lead, ids=[row.id] * count)
    assert refused.value.status == 422


def test_a_viewer_does_nothing_to_many(world: World) -> None:
    row = world.in_review()
    assert bulk.release(team=world.team, user=world.viewer, ids=[row.id]).done == ()
    with pytest.raises(Refused):
        bulk.approve(team=world.team, user=world.viewer, ids=[row.id])


def test_a_person_called_a_tool_is_never_passed_unseen(world: World) -> None:
    """Lowering an origin is the agent's right, but then nobody reads rules in that turn."""
    lowered = (TurnIn("user", "NEVER delete the logs.", origin="tool"), TurnIn("user", "Go on."))
    row = world.in_review(turns=lowered, summary="NEVER delete the logs. Go on.")
    assert row.state == "in_review"


def test_a_tool_result_of_a_user_message_passes_as_ever(world: World) -> None:
    turns = (TurnIn("user", "Go on."), TurnIn("user", "NOT found.", origin="tool", kind="tool_result"))
    assert world.in_review(turns=turns, summary="Go on. NOT found.").state == "approved"


def test_what_a_person_has_edited_is_not_approved_unseen(world: World) -> None:
    row = world.in_review()
    actions.edit(**world.by(world.lead, row), text=FAITHFUL, revision=1)
    assert gate(Compaction.objects.get(id=row.id)).open
    outcome = bulk.approve(team=world.team, user=world.reviewer, ids=[row.id])
    assert outcome.done == () and "open it" in outcome.refused[0][1]


@pytest.mark.parametrize("act", ["approve", "reject"])
def test_what_somebody_is_reading_is_left_to_them(world: World, act: str) -> None:
    world.policy(auto_approve="never")
    theirs, mine, over = (world.in_review(name, summary=FAITHFUL) for name in ("theirs", "mine", "over"))
    leases.claim(**world.by(world.lead, theirs))
    leases.claim(**world.by(world.lead, over))
    Compaction.objects.filter(id=over.id).update(held_until=over.received_at)
    leases.claim(**world.by(world.reviewer, mine))
    rows = bulk.Rows(team=world.team, user=world.reviewer, ids=[theirs.id, mine.id, over.id])
    outcome = bulk.approve(**rows) if act == "approve" else bulk.reject(**rows, reason_code="unusable", reason="")
    assert outcome.done == (mine.id, over.id)
    assert [(row, "is reviewing this" in why) for row, why in outcome.refused] == [(theirs.id, True)]
