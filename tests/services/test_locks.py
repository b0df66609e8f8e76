"""Locks and tries: waiting is bounded, a deadlock is tried again, two at once end as one."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Barrier, Thread

import pytest
from django.db import OperationalError, connection, transaction

from reviewapp import services
from reviewapp.guard.states import State
from reviewapp.models import AuditEntry, Compaction, Idempotency, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import analysis, checks, intake
from reviewapp.services.compactions.intake import IdempotencyKey, Proposal
from reviewapp.services.compactions.transitions import advance
from reviewapp.services.errors import Refused
from reviewapp.services.locks import TRIES, lock_session, retried
from reviewapp.services.locks import transaction as bounded
from reviewapp.services.review import leases
from reviewapp.services.review.leases import claim_next
from tests import plain_engine
from tests.world import LOSSY, TURNS, World, make_world

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 50 if os.environ.get("STET_STRESS") == "full" else 5


@pytest.fixture
def committed(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    return make_world()


def at_once(count: int, action: Callable[[], object]) -> list[object]:
    """`action` in `count` threads that start together; what each gave or raised."""
    barrier, results = Barrier(count), []

    def run() -> None:
        barrier.wait()
        try:
            results.append(action())
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class _Deadlock(Exception):
    sqlstate = "40P01"


def failing(times: int) -> Callable[[], str]:
    left = [times]

    def service() -> str:
        if left[0]:
            left[0] -= 1
            raise OperationalError from _Deadlock()
        return "done"

    return service


def test_a_deadlock_is_tried_again(db: None) -> None:
    assert retried(failing(TRIES - 1))() == "done"


def test_after_the_last_try_it_is_refused(db: None) -> None:
    with pytest.raises(Refused) as refused:
        retried(failing(TRIES))()
    assert refused.value.status == 503


def test_inside_a_callers_transaction_nothing_is_tried_again(db: None) -> None:
    with pytest.raises(OperationalError), transaction.atomic():
        retried(failing(1))()


def test_a_lock_that_stays_held_is_refused(committed: World) -> None:
    compaction = committed.propose()

    @retried
    def wait() -> None:
        with bounded():
            lock_session(committed.team.id, compaction.session_id)

    with bounded():
        lock_session(committed.team.id, compaction.session_id)
        (result,) = at_once(1, wait)
    assert isinstance(result, Refused)
    assert result.status == 503


def test_a_row_that_moved_meanwhile_is_not_moved_again(committed: World) -> None:
    compaction = committed.propose()
    stale = Compaction.objects.get(id=compaction.id)
    intake.withdraw(team=committed.team, token=committed.token, compaction_id=compaction.id)
    with pytest.raises(Refused, match="moved this compaction on"), bounded():
        advance(stale, State.EXPIRED, actor=None)


def test_an_illegal_step_is_refused_before_the_database_has_to(committed: World) -> None:
    compaction = committed.propose()
    with pytest.raises(Refused) as refused, bounded():
        advance(compaction, State.APPROVED, actor=None)
    assert refused.value.code == "illegal_step"


@pytest.mark.stress
def test_the_same_request_fifty_times_at_once_is_one_compaction(committed: World) -> None:
    key = IdempotencyKey("k", hashlib.sha256(b"body").digest())
    proposal = Proposal(session="s-1", summary=LOSSY, turns=TURNS)

    def submit() -> bytes:
        sent = intake.submit(team=committed.team, token=committed.token, proposal=proposal, idempotency=key)
        return sent.answer

    answers = at_once(min(ROUNDS, 50), submit)
    assert len(set(answers)) == 1
    assert Compaction.objects.count() == Idempotency.objects.count() == 1


@pytest.mark.stress
def test_the_same_message_at_two_workers_is_analysed_once(committed: World) -> None:
    for number in range(ROUNDS):
        compaction = committed.propose(f"s-{number}")
        results = at_once(2, partial(analysis.analyse, compaction_id=compaction.id))
        assert results == [None, None]
    assert AuditEntry.objects.filter(action="compaction.analysing").count() == ROUNDS
    assert Compaction.objects.filter(state=State.IN_REVIEW).count() == ROUNDS


@pytest.mark.stress
def test_turns_appended_at_once_are_numbered_without_a_gap(committed: World) -> None:
    def append() -> None:
        intake.append_turns(team=committed.team, token=committed.token, session="s-1", turns=TURNS)

    assert at_once(ROUNDS, append) == [None] * ROUNDS
    seqs = list(committed.session().turns.values_list("seq", flat=True))
    assert seqs == list(range(1, len(TURNS) * ROUNDS + 1))


@pytest.mark.stress
def test_two_people_who_ask_at_once_for_the_next_row_each_get_one(committed: World) -> None:
    rows = {committed.in_review(name).id for name in ("a", "b")}
    for _ in range(ROUNDS):
        Compaction.objects.update(holder=None, held_until=None)
        people = [committed.reviewer, committed.lead]
        given = at_once(2, partial(_claim_next, committed, people))
        assert {row.id for row in given if isinstance(row, Compaction)} == rows


def _claim_next(world: World, people: list[User]) -> Compaction | None:
    return claim_next(team=world.team, user=people.pop())


def test_whoever_waits_for_a_lock_says_so_when_it_is_not_to_be_had() -> None:
    """Every service that opens a transaction is `retried`: a row that others hold is a refusal, never a crash."""
    bare = []
    for path in sorted(Path(services.__path__[0]).rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, ast.FunctionDef) or "with transaction()" not in ast.unparse(node):
                continue
            if not {"retried", "contextmanager"} & {ast.unparse(by) for by in node.decorator_list}:
                bare.append(f"{path.stem}.{node.name}")
    assert bare == [
        "analysis._approved_by_policy",  # a savepoint inside a transaction
        "intake._submit",  # of `submit`, which is
        "previews.preview",  # reads only
        "checkpoints.due",  # of the sweeper, which comes again
        "transcripts.audit_transcript",  # reads only
        "founding._made",  # a savepoint of its callers
        "founding.account",  # a savepoint as well
    ]


def test_a_claim_of_a_row_that_others_hold_is_refused_and_not_a_crash(
    committed: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = committed.in_review()

    def held(*_: object) -> Compaction:
        raise OperationalError from _LockTimeout()

    monkeypatch.setattr(leases, "_open_row", held)
    for action in (leases.claim, leases.take_over):
        with pytest.raises(Refused) as refused:
            action(**committed.by(committed.reviewer, row))
        assert (refused.value.code, refused.value.status) == ("busy", 503)


class _LockTimeout(Exception):
    sqlstate = "55P03"


def test_who_asks_for_the_next_row_twice_at_once_is_given_one(committed: World) -> None:
    for name in ("a", "b", "c"):
        committed.in_review(name)
    asked = at_once(4, partial(leases.resume_or_claim, team=committed.team, user=committed.reviewer))
    assert len({row.pk for row in asked if isinstance(row, Compaction)}) == 1
    assert Compaction.objects.filter(holder=committed.reviewer).count() == 1


def test_what_a_savepoint_owed_goes_with_it(world: World) -> None:
    """An entry of an act that did not happen is in no chain; those before and after it are."""
    with bounded():
        audit_log.append(world.team, "before", None, world.team)
        with suppress(RuntimeError), bounded():
            audit_log.append(world.team, "undone", None, world.team)
            raise RuntimeError
        audit_log.append(world.team, "after", None, world.team)
    actions = AuditEntry.objects.filter(team=world.team).order_by("seq").values_list("action", flat=True)
    assert list(actions)[-2:] == ["before", "after"]


def test_an_entry_is_written_once_the_change_is_complete(world: World) -> None:
    """So that the lock on the chain's head is held for one insert and the commit."""
    before = AuditEntry.objects.count()
    with bounded():
        audit_log.append(world.team, "first", None, world.team)
        audit_log.append(world.team, "second", None, world.team)
        assert AuditEntry.objects.count() == before
    assert AuditEntry.objects.count() == before + 2
