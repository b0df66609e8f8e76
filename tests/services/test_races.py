"""What must hold whoever comes first: threads that start together, on connections of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import OperationalError, connections, transaction
from django.db.models import QuerySet

from reviewapp.guard.states import State
from reviewapp.models import AuditEntry, Compaction, Decision, Membership, PinVersion, Role, Team, User
from reviewapp.services.compactions import checks, effect, finalize
from reviewapp.services.errors import Refused
from reviewapp.services.pins import pinning
from reviewapp.services.teams import founding, members, policy
from tests import plain_engine
from tests.services.authority import World, make_world
from tests.stress import dice, times

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stress]

PEOPLE = 8


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    monkeypatch.setattr(checks, "pin_findings", lambda *_: ())
    monkeypatch.setattr(pinning, "contradict", lambda *_: False)
    return make_world()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(PEOPLE) as pool:
        yield pool
        barrier = Barrier(PEOPLE)
        for _ in range(PEOPLE):
            pool.submit(_disconnect, barrier)


def _disconnect(barrier: Barrier) -> None:
    """In each thread of the pool once: the barrier keeps any of them from coming twice."""
    barrier.wait()
    connections.close_all()


def together(pool: ThreadPoolExecutor, *actions: Callable[[], object]) -> list[object]:
    """What each of them returned or was refused with, all started at one moment."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return action()
        except Refused as refused:
            return refused

    return [future.result() for future in [pool.submit(run, action) for action in actions]]


def in_review(world: World, number: int) -> tuple[Compaction, str]:
    world.name = f"race-{number}"
    compaction = world.in_review()
    return compaction, world.shown(compaction)


def logged(world: World, action: str, object_id: object) -> int | None:
    rows = AuditEntry.objects.filter(team=world.team, action=action, object_id=str(object_id))
    return rows.values_list("seq", flat=True).first()


def test_an_approval_never_rests_on_a_register_that_has_changed(world: World, threads: ThreadPoolExecutor) -> None:
    random, first = dice("races"), {"approval": 0, "pin": 0}
    for number in range(times(500)):
        compaction, shown = in_review(world, number)
        scope = random.choice([world.session, None])
        actions: list[Callable[[], object]] = [
            partial(world.approve, compaction, digest=shown),
            partial(world.pin, f"key-{number}", f"Leave leaf {number} alone.", session=scope),
        ]
        order = random.choice([1, -1])
        answers = dict(zip(["approval", "pin"][::order], together(threads, *actions[::order]), strict=True))
        pin = answers["pin"]
        assert isinstance(pin, PinVersion)
        approved, pinned = logged(world, "compaction.approved", compaction.id), logged(world, "pin.made", pin.id)
        assert pinned is not None
        assert approved is None or approved < pinned
        first["pin" if approved is None else "approval"] += 1
        if approved is None:
            assert isinstance(answers["approval"], Refused)
            assert answers["approval"].code in ("stale_pins", "stale_manifest")
    assert all(first.values()), f"only one order ever happened: {first}"


def test_of_many_approvals_at_once_one_decides(world: World, threads: ThreadPoolExecutor) -> None:
    people = [User.objects.create_user(f"person-{number}") for number in range(PEOPLE)]
    for person in people:
        Membership.objects.create(team=world.team, user=person, role=Role.REVIEWER)
    for number in range(times(300)):
        compaction, shown = in_review(world, number)
        answers = together(threads, *[partial(world.approve, compaction, person, shown) for person in people])
        lost = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(lost) == PEOPLE - 1
        final = Decision.objects.get(compaction=compaction, final=True)
        assert {(refused.code, refused.details["decision"]) for refused in lost} == {("not_in_review", final.pk)}
        assert Decision.objects.filter(compaction=compaction).count() == 1
        assert world.session.epoch == 1


def test_an_approval_and_a_rejection_at_once_leave_one_outcome(world: World, threads: ThreadPoolExecutor) -> None:
    team, bob = world.team, world.bob
    for number in range(times(100)):
        compaction, shown = in_review(world, number)
        together(
            threads,
            partial(world.approve, compaction, digest=shown),
            partial(finalize.reject, team=team, user=bob, compaction_id=compaction.id, reason_code="other"),
            partial(finalize.expire, compaction),
        )
        compaction.refresh_from_db()
        final = Decision.objects.get(compaction=compaction, final=True)
        assert (compaction.state, final.verdict) in {(State.APPROVED, "approve"), (State.REJECTED, "reject")}
        assert world.session.epoch == (compaction.state == State.APPROVED)


def test_nobody_decides_after_their_role_was_taken(world: World, threads: ThreadPoolExecutor) -> None:
    """By the audit chain, whoever comes first: an approval stands before the entry that takes the role, or nowhere."""
    member = Membership.objects.get(team=world.team, user=world.bob)
    for number in range(times(100)):
        Membership.objects.filter(id=member.id).update(role=Role.REVIEWER)
        compaction, shown = in_review(world, number)
        approval, _ = together(
            threads,
            partial(world.approve, compaction, world.bob, shown),
            partial(members.change_role, team=world.team, user=world.lead, member_id=member.id, role=Role.VIEWER),
        )
        approved = logged(world, "compaction.approved", compaction.id)
        taken = AuditEntry.objects.filter(team=world.team, action="member.role").latest("seq").seq
        assert approved is None or approved < taken
        assert (approved is None) == isinstance(approval, Refused)


def test_what_an_approval_rests_on_stays_until_its_end(
    world: World, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The roles of all who voted, and the policy: another connection can't get at them while it takes effect."""
    policy.change(team=world.team, user=world.lead, rules=policy.Rules("never", quorum=2))
    compaction, shown = in_review(world, 0)
    world.approve(compaction, world.bob, shown)
    rows: list[QuerySet[Any]] = [
        Membership.objects.filter(team=world.team, user=user) for user in (world.ann, world.bob)
    ]
    rows.append(Team.objects.filter(id=world.team.id))
    free: list[bool] = []

    def look(_: object) -> None:
        free.extend(threads.submit(_is_free, row).result() for row in rows)

    monkeypatch.setattr(effect, "assert_context", look)
    assert world.approve(compaction, world.ann, shown).state == State.APPROVED
    assert free == [False, False, False]
    assert all(_is_free(row) for row in rows)


def _is_free(rows: QuerySet[Any]) -> bool:
    try:
        with transaction.atomic():
            return bool(rows.select_for_update(nowait=True, no_key=True))
    except OperationalError:
        return False


def test_no_approval_rests_on_a_policy_that_another_has_followed(world: World, threads: ThreadPoolExecutor) -> None:
    for number in range(times(100)):
        compaction, shown = in_review(world, number)
        together(
            threads,
            partial(world.approve, compaction, digest=shown),
            partial(policy.change, team=world.team, user=world.lead, rules=policy.Rules("never")),
        )
        approved = logged(world, "compaction.approved", compaction.id)
        changed = AuditEntry.objects.filter(team=world.team, action="policy.changed").latest("seq").seq
        assert approved is None or approved < changed


def test_one_person_enrolled_by_two_teams_at_once_has_one_account(world: World, threads: ThreadPoolExecutor) -> None:
    other = make_world()
    for number in range(times(100)):
        name = f"new-{number}"
        invited = together(
            threads,
            *[partial(founding.enrol, team=w.team, username=name, role=Role.VIEWER) for w in (world, other)],
        )
        made = [each for each in invited if isinstance(each, founding.Enrolled)]
        assert len(made) == 2
        assert sorted(each.password is None for each in made) == [False, True]
