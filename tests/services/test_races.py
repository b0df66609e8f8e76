"""What must hold whoever comes first: threads that start together, on connections of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connections

from reviewapp.guard.states import State
from reviewapp.models import AuditEntry, Compaction, Decision, Membership, PinVersion, Role, User
from reviewapp.services import checks, finalize, pinning
from reviewapp.services.errors import Refused
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
