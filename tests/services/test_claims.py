"""Claims: held for a while, taken over openly, one for each who asks."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from reviewapp.models import AuditEntry, Compaction
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions, leases
from tests.world import FAITHFUL, World


def test_a_claim_keeps_others_out_until_it_is_released(world: World) -> None:
    compaction = world.in_review()
    actions.claim(**world.by(world.reviewer, compaction))
    with pytest.raises(Refused) as refused:
        actions.claim(**world.by(world.lead, compaction))
    assert refused.value.code == "claimed"
    actions.release(**world.by(world.reviewer, compaction))
    assert actions.claim(**world.by(world.lead, compaction)).holder == world.lead


def test_a_claim_that_ran_out_is_free(world: World) -> None:
    compaction = world.in_review()
    actions.claim(**world.by(world.reviewer, compaction))
    Compaction.objects.update(held_until=compaction.received_at)
    assert actions.claim(**world.by(world.lead, compaction)).holder == world.lead


def test_taking_over_is_written_down(world: World) -> None:
    compaction = world.in_review()
    actions.claim(**world.by(world.reviewer, compaction))
    actions.take_over(**world.by(world.lead, compaction))
    entry = AuditEntry.objects.get(action="claim.taken_over")
    assert entry.body == {"from": world.reviewer.id}


def test_a_live_claim_is_taken_over_by_a_lead_alone(world: World) -> None:
    compaction = world.in_review()
    actions.claim(**world.by(world.lead, compaction))
    with pytest.raises(Refused) as refused:
        actions.take_over(**world.by(world.reviewer, compaction))
    assert (refused.value.status, refused.value.code) == (409, "claimed")
    assert "lease has ended" in refused.value.message and "lead" in refused.value.message
    assert Compaction.objects.get(id=compaction.id).holder == world.lead
    Compaction.objects.update(held_until=compaction.received_at)
    assert actions.take_over(**world.by(world.reviewer, compaction)).holder == world.reviewer


def test_review_next_gives_each_person_another_row_the_riskiest_first(world: World) -> None:
    rows = [world.in_review(name) for name in ("a", "b")]
    Compaction.objects.filter(id=rows[0].id).update(risk=10)
    Compaction.objects.filter(id=rows[1].id).update(risk=90)
    given = [actions.claim_next(team=world.team, user=user) for user in (world.reviewer, world.lead, world.lead)]
    assert [row and row.id for row in given] == [rows[1].id, rows[0].id, None]


def test_what_one_holds_goes_on_before_another_is_claimed(world: World) -> None:
    mine, other = (world.in_review(name) for name in ("mine", "other"))
    Compaction.objects.filter(id=mine.id).update(risk=1)
    actions.claim(**world.by(world.reviewer, mine))
    before = Compaction.objects.get(id=mine.id).held_until
    me: dict[str, Any] = {"team": world.team, "user": world.reviewer}
    assert actions.resume_or_claim(**me) == mine
    after = Compaction.objects.get(id=mine.id).held_until
    assert before and after and after > before
    assert actions.resume_or_claim(team=world.team, user=world.lead) == other


def test_skipping_goes_through_all_that_waits_before_any_comes_back(world: World) -> None:
    rows = [world.in_review(name) for name in ("a", "b", "c", "d")]
    for row, risk in zip(rows, (90, 50, 50, None), strict=True):  # of equal risk, the one that came first
        Compaction.objects.filter(id=row.id).update(risk=risk or 0)
    actions.claim(**world.by(world.lead, rows[1]))
    at, met = rows[0], []
    for _ in range(4):
        found = leases.skip(**world.by(world.reviewer, at))
        assert found is not None
        at = found
        met.append(at)
    assert met == [rows[2], rows[3], rows[0], rows[2]]
    held = Compaction.objects.filter(holder=world.reviewer)
    assert list(held) == [rows[2]]


def test_where_nothing_else_waits_a_skip_leads_nowhere_and_lets_go(world: World) -> None:
    alone = world.in_review()
    actions.claim(**world.by(world.reviewer, alone))
    assert leases.skip(**world.by(world.reviewer, alone)) is None
    assert Compaction.objects.get().holder is None


def test_an_approval_that_waits_for_a_second_lets_go_and_does_not_come_back(world: World) -> None:
    world.policy(quorum=2, auto_approve="never")
    compaction = world.in_review(summary=FAITHFUL)
    actions.claim(**world.by(world.reviewer, compaction))
    digest = gate(Compaction.objects.get()).manifest_digest
    finalize.approve(**world.by(world.reviewer, compaction), manifest_digest=digest)
    assert Compaction.objects.get().holder is None
    assert actions.resume_or_claim(team=world.team, user=world.reviewer) is None
    assert actions.resume_or_claim(team=world.team, user=world.lead) == compaction


def test_a_claim_guards_nothing(world: World) -> None:
    compaction = world.in_review()
    actions.claim(**world.by(world.lead, compaction))
    actions.edit(**world.by(world.reviewer, compaction), text="another text", revision=1)


def test_what_is_decided_is_nobodys_to_hold(world: World) -> None:
    compaction = world.in_review()
    finalize.reject(**world.by(world.lead, compaction), reason_code="unusable")
    who = world.by(world.lead, compaction)
    for action in (actions.claim, actions.take_over, partial(leases.assign, to=world.reviewer.pk)):
        with pytest.raises(Refused) as refused:
            action(**who)
        assert refused.value.code == "decided"
    assert Compaction.objects.get().holder is None


def test_nobody_lets_go_of_what_another_holds(world: World) -> None:
    compaction = world.in_review()
    actions.claim(**world.by(world.lead, compaction))
    actions.release(**world.by(world.reviewer, compaction))
    assert Compaction.objects.get().holder == world.lead
