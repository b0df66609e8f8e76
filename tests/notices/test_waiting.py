"""Who is told of what."""

from __future__ import annotations

from datetime import timedelta

from reviewapp.models import Notice, PinVersion
from reviewapp.services import dispatch
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.locks import now
from reviewapp.services.notices import waiting
from reviewapp.services.pins import register, retirement
from reviewapp.services.review import actions, leases
from tests.clock import _set
from tests.notices.conftest import kinds
from tests.world import FAITHFUL, World, make_world


def test_new_flagged_work_is_told_to_who_may_decide(world: World) -> None:
    world.in_review()
    dispatch.dispatch()
    assert kinds(world.reviewer) == kinds(world.lead) == ["flagged"]
    assert kinds(world.viewer) == [] == kinds(None)


def test_what_passes_by_policy_is_told_to_nobody(world: World) -> None:
    world.in_review(summary=FAITHFUL)
    dispatch.dispatch()
    assert not Notice.objects.exists()


def test_who_is_assigned_is_told_and_who_assigns_is_not(world: World) -> None:
    compaction = world.in_review()
    leases.assign(**world.by(world.lead, compaction), to=world.reviewer.pk)
    leases.assign(**world.by(world.lead, world.in_review("s-2")), to=world.lead.pk)
    dispatch.dispatch()
    assert kinds(world.reviewer) == ["assigned", "flagged", "flagged"]
    assert "assigned" not in kinds(world.lead)


def test_a_mention_reaches_the_member_and_no_stranger(world: World) -> None:
    stranger = make_world("rivals").reviewer
    compaction = world.in_review()
    text = f"@{world.viewer.username.upper()}, @{stranger.username} and mail@{world.lead.username}: look."
    actions.comment(**world.by(world.reviewer, compaction), text=text)
    dispatch.dispatch()
    assert kinds(world.viewer) == ["mentioned"]
    assert kinds(stranger) == [] and "mentioned" not in kinds(world.lead)


def test_a_second_approval_is_asked_of_the_others(world: World) -> None:
    world.policy(quorum=2, auto_approve="never")
    compaction = world.in_review(summary=FAITHFUL)
    digest = gate(compaction).manifest_digest
    finalize.approve(**world.by(world.reviewer, compaction), manifest_digest=digest)
    dispatch.dispatch()
    assert "second_approval" in kinds(world.lead) and "second_approval" not in kinds(world.reviewer)
    finalize.approve(**world.by(world.lead, compaction), manifest_digest=digest)
    waiting.settle()
    assert kinds(world.lead) == kinds(world.reviewer) == []


def _pin(world: World, **how: object) -> PinVersion:
    version = register.pin(team=world.team, user=world.lead, key="no-touch", text="Never touch it.", **how)  # type: ignore[arg-type]  # of one test
    assert isinstance(version, PinVersion)
    return version


def test_a_retirement_is_asked_of_the_others_and_gone_once_it_is_withdrawn(world: World) -> None:
    version = _pin(world, severity="ADVISORY")
    evidence = "The instance was shut down in October."
    asked = retirement.request_retirement(team=world.team, user=world.lead, pin_id=version.pin_id, evidence=evidence)
    dispatch.dispatch()
    assert kinds(world.reviewer) == ["retirement"] and kinds(world.lead) == []
    waiting.settle()
    assert kinds(world.reviewer) == ["retirement"]
    retirement.withdraw_retirement(team=world.team, user=world.lead, retirement_id=asked.pk)
    waiting.settle()
    assert kinds(world.reviewer) == []


def test_a_deadline_that_is_near_is_told_once(world: World) -> None:
    compaction = world.in_review()
    waiting.from_clock()
    assert kinds(world.reviewer) == []
    _set(compaction, "expires_at = clock_timestamp() + interval '1 hour'")
    waiting.from_clock()
    waiting.from_clock()
    assert kinds(world.reviewer) == ["deadline"]


def test_a_queue_that_nobody_looks_at_is_told_once_a_day(world: World) -> None:
    for name in ("s-1", "s-2"):
        _set(world.in_review(name), "received_at = received_at - interval '9 hours'")
    waiting.from_clock()
    waiting.from_clock()
    assert kinds(world.reviewer) == ["stale"]


def test_a_pin_about_to_expire_is_told_until_it_is_gone(world: World) -> None:
    _pin(world, severity="ADVISORY", expires_at=now() + timedelta(days=1))
    waiting.from_clock()
    waiting.settle()
    assert kinds(world.reviewer) == ["pin_expiring"]


def test_who_has_left_waits_for_nothing(world: World) -> None:
    world.in_review()
    dispatch.dispatch()
    world.reviewer.memberships.all().delete()
    waiting.settle()
    assert kinds(world.reviewer) == [] and kinds(world.lead) == ["flagged"]
