"""What is decided stays as it was decided, whatever policy, pin or analysis comes later."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reviewapp.engine import ENGINE_VERSION
from reviewapp.guard.states import State
from reviewapp.models import Analysis, Compaction, Finding, Pin, PinCheck
from reviewapp.services.compactions import checks, finalize, intake
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.refresh import refresh
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.locks import hold, transaction
from reviewapp.services.receipts import receipts
from reviewapp.services.review import actions, promotion
from reviewapp.services.teams import policy
from reviewapp.web.reads import current_analyses, current_findings
from tests import plain_engine
from tests.clock import let_expire
from tests.services.authority import World, make_world
from tests.world import By

pytestmark = pytest.mark.django_db(transaction=True)  # what is checked at a commit is checked under that policy

TURNS = [TurnIn("user", "Move the service to EKS. Do NOT open port 5432. Do NOT touch Aurora."), TurnIn("user", "Go.")]


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


@pytest.fixture
def world() -> World:
    return make_world()


def settled(world: World) -> Compaction:
    """One loss is a pin, the other was dismissed."""
    compaction = world.in_review(turns=TURNS)
    first, second = gate(compaction).blocking
    who: By = {"team": world.team, "user": world.ann, "compaction_id": compaction.id}
    promotion.pin_finding(**who, finding_key=first, key="port", severity="ADVISORY", scope="session")
    actions.dismiss(**who, finding_key=second, reason_code="obsolete")
    return Compaction.objects.get(id=compaction.id)


def approved(world: World, row: Compaction) -> None:
    world.approve(row)


def rejected(world: World, row: Compaction) -> None:
    finalize.reject(team=world.team, user=world.ann, compaction_id=row.id, reason_code="unusable")


def withdrawn(world: World, row: Compaction) -> None:
    intake.withdraw(team=world.team, token=world.token, compaction_id=row.id)


def expired(world: World, row: Compaction) -> None:
    let_expire(row)
    finalize.expire(row)


def superseded(world: World, row: Compaction) -> None:
    with transaction():
        held = hold(team=world.team, compaction_id=row.id)
        finalize.end(held, State.SUPERSEDED, actor=None, reason_code="epoch_moved")


def told(compaction: Compaction) -> list[tuple[str, str, bool, str | None]]:
    findings = review_state_of(Compaction.objects.get(id=compaction.id)).findings
    return [(each.finding.key, str(each.severity), each.resolved, each.covered_by) for each in findings]


def keys(standing: ReviewState) -> list[str]:
    return [version.pin.key for version in standing.pins]


@pytest.mark.parametrize("end", [approved, rejected, withdrawn, expired, superseded])
def test_later_policies_and_pins_change_no_record(world: World, end: Callable[[World, Compaction], None]) -> None:
    row = settled(world)
    shown, before = gate(row).manifest_digest, told(row)
    assert len(before) == 2
    end(world, row)
    world.pin("later", "Never sleep.")
    world.retire(Pin.objects.get(key="port"))
    policy.change(team=world.team, user=world.lead, rules=policy.Rules("never", 2, disabled_detectors=("negation",)))

    after = gate(Compaction.objects.get(id=row.id))
    assert told(row) == before
    assert after.standing.is_checked and keys(after.standing) == ["port"]
    assert (after.manifest_digest, after.standing.policy.version) == (shown, 2)


def test_what_was_retired_before_the_end_is_not_in_the_record(world: World) -> None:
    row = settled(world)
    world.pin("early", "Never sleep.")
    world.retire(Pin.objects.get(key="port"))
    rejected(world, row)
    assert keys(review_state_of(Compaction.objects.get(id=row.id))) == ["early"]


def test_the_record_of_an_approval_is_what_its_receipt_names(world: World) -> None:
    row = settled(world)
    approved(world, row)
    policy.change(team=world.team, user=world.lead, rules=policy.Rules("never", 2))
    row.refresh_from_db()
    assert row.receipt is not None
    named, stands = receipts.statement(row.receipt).predicate["manifest"], review_state_of(row)
    assert stands.analysis is not None and stands.pin_check is not None
    assert named["policy"] == stands.policy.version
    assert receipts.statement(row.receipt).predicate["engine"] == stands.analysis.engine_version
    assert named["analysis"] == stands.analysis.digest.hex() and named["pin_check"] == stands.pin_check.digest.hex()


def test_neither_a_late_worker_nor_a_later_one_changes_what_is_shown(world: World) -> None:
    """One wakes up with the policy and register of long ago, one reads the row when it has ended."""
    world.pin("early", "Never sleep.")
    row = settled(world)
    stands = review_state_of(row)
    assert stands.analysis is not None and stands.pin_check is not None
    _analysed(row, policy_version=1)
    _checked(stands.analysis, 0)
    approved(world, row)
    _analysed(row, policy_version=9)
    _checked(stands.analysis, 9)

    row.refresh_from_db()
    after = review_state_of(row)
    assert (after.analysis, after.pin_check) == (stands.analysis, stands.pin_check)
    listed = current_analyses([row])
    assert listed == {row.id: stands.analysis}
    assert {found.pk for found in current_findings(listed.values())} == {each.finding.pk for each in after.findings}


def _analysed(row: Compaction, policy_version: int) -> None:
    told = {"engine_version": ENGINE_VERSION, "digest": bytes(32), "risk": 0, "coverage": {"skipped": []}}
    its = {"compaction": row, "revision_id": row.current_revision_id}
    Analysis.objects.create(team=row.team, policy_version=policy_version, **its, **told)


def _checked(analysis: Analysis, register_version: int) -> None:
    """With a finding of its own."""
    versions = {"team_register_version": register_version, "session_register_version": register_version}
    check = PinCheck.objects.create(team=analysis.team, analysis=analysis, digest=bytes(32), **versions)
    told = {"kind": "pin", "change": "altered", "severity": "blocking", "rule": "r", "why": "", "key": "k" * 64}
    Finding.objects.create(
        team=analysis.team, analysis=analysis, pin_check=check, rank=9, quote_digest=bytes(32), **told
    )


def test_what_is_open_is_analysed_again_under_a_new_policy(world: World) -> None:
    row = settled(world)
    policy.change(team=world.team, user=world.lead, rules=policy.Rules("never", 2))
    assert review_state_of(row).analysis is None
    refresh(compaction=row)
    stands = review_state_of(row)
    assert stands.analysis is not None and stands.analysis.policy_version == stands.policy.version == 3
