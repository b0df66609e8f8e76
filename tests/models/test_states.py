"""The life of a compaction by plain SQL: every step that the one table does not name is refused by the database."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import connection

from reviewapp.guard.digest import sha256
from reviewapp.guard.states import State
from reviewapp.guard.states import allowed as step_allowed
from reviewapp.models import Compaction, ContextServe
from reviewapp.services.compactions import finalize, intake
from reviewapp.services.compactions.approval_checks import gate
from tests.models.sql import allowed, copy_of, refused, run, settled
from tests.world import FAITHFUL, World

PAIRS = [(old, new) for old, new in product(State, State) if old != new]
SET = "UPDATE reviewapp_compaction SET {} WHERE id = %s"
LEASE = "lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '1 hour'"
NO_LEASE = "lease_token = NULL, lease_until = NULL"
RECEIPT = "(SELECT receipt_id FROM reviewapp_compaction WHERE receipt_id IS NOT NULL LIMIT 1)"
APPROVAL = f"receipt_id = {RECEIPT}, decided_at = now(), approved_team_register = 0, approved_session_register = 0"
WHOLE = {  # what a row of this state has to hold besides, so that only the step itself can be refused
    State.ANALYSING: LEASE,
    State.APPROVED: f"{NO_LEASE}, {APPROVAL}, manifest_digest = sha256('m')",
    State.IN_REVIEW: f"{NO_LEASE}, manifest_digest = sha256('m')",
}
PATH = {
    State.RECEIVED: [],
    State.ANALYSING: [State.ANALYSING],
    State.FAILED: [State.ANALYSING, State.FAILED],
    State.IN_REVIEW: [State.ANALYSING, State.IN_REVIEW],
    State.APPROVED: [State.ANALYSING, State.APPROVED],
    State.REJECTED: [State.ANALYSING, State.IN_REVIEW, State.REJECTED],
    State.WITHDRAWN: [State.WITHDRAWN],
    State.EXPIRED: [State.EXPIRED],
    State.SUPERSEDED: [State.SUPERSEDED],
}


def step(to: State) -> str:
    return SET.format(f"state = '{to}', {WHOLE.get(to, NO_LEASE)}")


@pytest.fixture
def receipted(world: World) -> Compaction:
    """An approved compaction of another session; its receipt is borrowed by rows that need one to be whole."""
    return world.in_review("other", summary=FAITHFUL)


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_the_database_allows_the_steps_of_the_table_and_no_other(
    world: World, receipted: Compaction, old: State, new: State
) -> None:
    compaction = world.propose()
    for between in PATH[old]:
        allowed(step(between), compaction.id)
    if step_allowed(old, new):
        allowed(step(new), compaction.id)
    else:
        refused(step(new), compaction.id, because=f"never goes from {old} to {new}|only .* may change")


def test_both_tables_are_equal(db: None) -> None:
    with connection.cursor() as cursor:
        for old, new in product(State, State):
            cursor.execute("SELECT stet_legal_step(%s, %s)", [old.value, new.value])
            assert cursor.fetchone() == (step_allowed(old, new),), (old, new)


def test_a_state_of_no_table_is_refused(world: World) -> None:
    refused(SET.format("state = 'blocked'"), world.propose().id, because="never goes|compaction_state_known")


def test_a_compaction_cannot_begin_approved(world: World) -> None:
    compaction = world.propose()
    refused(copy(state="'in_review'"), compaction.id, because="begins as received")


def test_analysing_needs_a_lease(world: World) -> None:
    refused(SET.format("state = 'analysing'"), world.propose().id, because="compaction_lease_while_analysing")


def test_only_analysing_has_a_lease(world: World) -> None:
    refused(SET.format(LEASE), world.propose().id, because="compaction_lease_while_analysing")


def test_in_review_needs_a_manifest(world: World) -> None:
    compaction = world.propose()
    allowed(step(State.ANALYSING), compaction.id)
    without = SET.format(f"state = 'in_review', {NO_LEASE}")
    refused(without, compaction.id, because="compaction_manifest_in_review")


@pytest.mark.parametrize("missing", ["receipt_id", "decided_at", "approved_team_register", "approved_session_register"])
def test_an_approval_is_whole(world: World, receipted: Compaction, missing: str) -> None:
    compaction = world.in_review()
    columns = APPROVAL.split(", ")
    kept = ", ".join(column for column in columns if not column.startswith(missing))
    refused(SET.format(f"state = 'approved', {kept}"), compaction.id, because="compaction_approval_whole")


@pytest.mark.parametrize("column", ["approved_team_register = 1", "approved_session_register = 1"])
def test_what_is_not_approved_has_nothing_of_an_approval(world: World, column: str) -> None:
    refused(SET.format(column), world.propose().id, because="compaction_approval_whole")


@pytest.mark.parametrize(
    "change",
    [
        "from_seq = 2",
        "to_seq = 3",
        "base_epoch = 7",
        "generation = 9",
        "attempt = 9",
        "kind = 'restore'",
        "level = 'root'",
        "submission_digest = sha256('x')",
        "keep_tail = 3",
        "keep_head = 0",
        "state_delta = '{}'",
        "evicted_keys = '[1]'",
        "compactor = '{}'",
        "compactor_input_digest = sha256('x')",
        "assurance = 'executed'",
        "source_chars = 1",
        "expires_at = now() + interval '9 years'",
        "received_at = now() - interval '1 day'",
        "token_id = gen_random_uuid()",
        "policy_id = 0",
        "session_id = gen_random_uuid()",
        "team_id = 0",
    ],
)
def test_what_the_agent_sent_never_changes(world: World, change: str) -> None:
    refused(SET.format(change), world.propose().id, because="only .* may change")


@pytest.mark.parametrize(
    "change",
    ["reason = 'x'", "manifest_digest = sha256('x')", "current_revision_id = NULL", "risk = 77", "receipt_id = NULL"],
)
def test_a_terminal_row_never_changes(world: World, receipted: Compaction, change: str) -> None:
    refused(SET.format(change), receipted.id, because="only .* may change")


def test_applied_is_written_once_and_whole(receipted: Compaction) -> None:
    refused(SET.format("applied_at = now()"), receipted.id, because="compaction_applied_whole")
    apply = SET.format("applied_at = now(), applied_digest = sha256('a')")
    refused(apply, receipted.id, because="never served")
    ContextServe.objects.create(
        team=receipted.team, compaction=receipted, format="stet", digest=sha256(b"a"), team_register_version=0
    )
    allowed(apply, receipted.id)
    refused(SET.format("applied_digest = sha256('b')"), receipted.id, because="written once")


@pytest.mark.parametrize("column", ["absorbed_by_id", "retired_by_id"])
def test_an_active_summary_is_replaced_only_by_an_approved_one(
    world: World, receipted: Compaction, column: str
) -> None:
    open_one = world.propose()
    settled()
    refused(SET.format(f"{column} = %s"), open_one.id, receipted.id, because="was not approved for its turns")


def test_absorbing_is_written_once(world: World) -> None:
    world.policy(auto_approve="never")
    child = approve(world, world.in_review(summary=FAITHFUL))
    parent = approve(world, world.in_review(summary=FAITHFUL, builds_on=(child.id,)))
    child.refresh_from_db()
    assert child.absorbed_by_id == parent.id
    refused(SET.format("absorbed_by_id = NULL"), child.id, because="written once")


def approve(world: World, compaction: Compaction) -> Compaction:
    digest = gate(compaction).manifest_digest
    return finalize.approve(**world.by(world.reviewer, compaction), manifest_digest=digest)


def test_a_second_open_compaction_of_a_session(world: World) -> None:
    refused(copy(attempt="attempt + 1"), world.propose().id, because="one_open_compaction_per_session")


def test_attempts_have_numbers_of_their_own(world: World) -> None:
    compaction = world.propose()
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    refused(copy(state="'received'"), compaction.id, because="attempts_are_numbered")


def test_a_second_approved_one_on_the_same_epoch(world: World) -> None:
    first = approved_copy(world, from_seq="100", to_seq="101")
    refused(step(State.APPROVED), first, because="one_approved_per_epoch")


def test_ranges_of_active_compactions_never_overlap(world: World) -> None:
    second = approved_copy(world, base_epoch="7", from_seq="to_seq", to_seq="to_seq + 1")
    refused(step(State.APPROVED), second, because="active_ranges_do_not_overlap")


def approved_copy(world: World, **columns: str) -> object:
    """The id of a copy of an approved compaction, one legal step away from being approved itself."""
    whole = {"attempt": "attempt + 1", "state": "'received'", **dict.fromkeys(OF_THE_END, "NULL"), **columns}
    first = world.in_review(summary=FAITHFUL)
    assert run(copy(**whole), first.id) == 1
    copied = Compaction.objects.open().get(session=first.session)
    allowed(step(State.ANALYSING), copied.id)
    return copied.id


OF_THE_END = ("receipt_id", "decided_at", "approved_team_register", "approved_session_register", "manifest_digest")


def copy(**columns: str) -> str:
    return copy_of(Compaction, "id = %s", **columns)


@pytest.mark.parametrize("change", [{"to_seq": "from_seq - 1"}, {"from_seq": "0"}])
def test_a_range_is_whole(world: World, change: dict[str, str]) -> None:
    compaction = world.propose()
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    end = dict.fromkeys(("receipt_id", "decided_at"), "NULL")
    sql = copy(attempt="attempt + 1", state="'received'", **end, **change)
    refused(sql, compaction.id, because="compaction_range_whole")


def test_a_compaction_expires_after_it_came(world: World) -> None:
    compaction = world.propose()
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    sql = copy(
        attempt="attempt + 1", state="'received'", expires_at="received_at", receipt_id="NULL", decided_at="NULL"
    )
    refused(sql, compaction.id, because="compaction_expires_later")


def test_a_compaction_is_never_deleted(world: World) -> None:
    refused(
        "DELETE FROM reviewapp_compaction WHERE id = %s",
        world.propose().id,
        because="rows are kept|violates foreign key",
    )
