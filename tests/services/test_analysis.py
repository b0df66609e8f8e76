"""The workers' side: leases, tries, what goes before people and what passes by policy."""

from __future__ import annotations

import uuid

import pytest
from django.db.models import F

from reviewapp.conf import conf
from reviewapp.models import Analysis, AuditEntry, Compaction, Finding, PinCheck, Policy, Register, Session
from reviewapp.services.compactions import analysis, checks
from reviewapp.services.compactions.finding_rows import finding_key
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.sweep import stale
from tests.clock import let_expire, let_lease_run_out, let_pause_pass
from tests.world import FAITHFUL, RULE, World


def states(compaction: Compaction) -> list[str]:
    rows = AuditEntry.objects.filter(object_id=str(compaction.id), action__startswith="compaction.")
    return [action.removeprefix("compaction.") for action in rows.values_list("action", flat=True)]


def test_a_lossy_summary_goes_before_people(world: World) -> None:
    compaction = world.in_review()
    assert compaction.state == "in_review"
    assert compaction.manifest_digest is not None
    assert states(compaction) == ["received", "analysing", "in_review"]
    lost = Finding.objects.filter(analysis__compaction=compaction, severity="blocking", turn_seq=2).first()
    assert lost is not None
    assert lost.quote(world.session().turns.get(seq=2).text) == RULE


def test_a_faithful_summary_passes_by_policy(world: World) -> None:
    compaction = world.in_review(summary=FAITHFUL)
    assert compaction.state == "approved"
    assert compaction.receipt is not None


def test_a_team_that_never_passes_by_policy_sees_every_summary(world: World) -> None:
    world.policy(auto_approve="never")
    assert world.in_review(summary=FAITHFUL).state == "in_review"


def test_a_row_that_is_leased_is_left_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()
    runs = []

    def second_delivery(row: Compaction) -> None:
        runs.append(row.id)
        analysis.analyse(compaction_id=row.id)

    monkeypatch.setattr(analysis, "check", second_delivery)
    analysis.analyse(compaction_id=compaction.id)
    assert runs == [compaction.id]


def test_a_worker_that_lost_its_lease_writes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()

    def robbed(row: Compaction) -> None:
        checks.check(row)
        Compaction.objects.filter(id=row.id).update(lease_token=uuid.uuid4())

    monkeypatch.setattr(analysis, "check", robbed)
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "analysing"


def test_a_lease_that_ran_out_is_taken_over(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()
    with monkeypatch.context() as dying:
        dying.setattr(analysis, "check", _die)
        with pytest.raises(KeyboardInterrupt):
            analysis.analyse(compaction_id=compaction.id)
    let_lease_run_out(compaction)
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "in_review"
    assert states(compaction) == ["received", "analysing", "leased_again", "in_review"]


def _die(_: Compaction) -> None:
    raise KeyboardInterrupt


def test_an_engine_that_fails_is_tried_again_and_then_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()
    monkeypatch.setattr(analysis, "check", _fail)
    for attempt in range(1, conf.analysis_attempts + 1):
        analysis.analyse(compaction_id=compaction.id)
        compaction.refresh_from_db()
        assert compaction.attempts == attempt
        let_pause_pass(compaction)
    assert (compaction.state, compaction.failure) == ("failed", "RuntimeError")


def test_a_failed_try_waits_before_the_next(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()
    monkeypatch.setattr(analysis, "check", _fail)
    for _ in range(2):
        analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert (compaction.state, compaction.attempts) == ("received", 1)


def _fail(_: Compaction) -> None:
    raise RuntimeError("the text of a turn")


def test_workers_that_never_come_back_end_in_failed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()
    monkeypatch.setattr(analysis, "check", _die)
    for _ in range(conf.analysis_attempts):
        with pytest.raises(KeyboardInterrupt):
            analysis.analyse(compaction_id=compaction.id)
        let_lease_run_out(compaction)
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "failed"


@pytest.mark.usefixtures("rows_by_hand")
def test_pins_that_change_during_an_analysis_send_it_back_and_cost_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    compaction = world.propose()

    def overtaken(row: Compaction) -> None:
        checks.check(row)
        Register.objects.filter(team=world.team, session=None).update(version=1)

    with monkeypatch.context() as racing:
        racing.setattr(analysis, "check", overtaken)
        analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "received"
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "in_review"
    assert (Analysis.objects.count(), PinCheck.objects.count()) == (1, 2)


@pytest.mark.usefixtures("rows_by_hand")
def test_what_another_proposal_overtook_is_superseded_with_a_receipt(world: World) -> None:
    compaction = world.propose()
    Session.objects.filter(id=compaction.session_id).update(epoch=F("epoch") + 1)
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert (compaction.state, compaction.reason_code) == ("superseded", "epoch_moved")
    assert compaction.receipt is not None and not compaction.is_open
    assert states(compaction)[-1] == "superseded"


def test_whoever_meets_an_overdue_row_expires_it(world: World) -> None:
    compaction = world.propose()
    let_expire(compaction)
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "expired"


def test_the_sweeper_expires_what_is_overdue(world: World) -> None:
    compaction = world.in_review()
    let_expire(compaction)
    analysis.sweep()
    compaction.refresh_from_db()
    assert compaction.state == "expired"


@pytest.mark.usefixtures("rows_by_hand")
def test_the_sweeper_refreshes_what_pins_made_stale(world: World) -> None:
    compaction = world.in_review()
    Register.objects.filter(team=world.team, session=None).update(version=1)
    assert [row.id for row in stale()] == [compaction.id]
    analysis.sweep()
    assert not stale().exists()
    before = compaction.manifest_digest
    compaction.refresh_from_db()
    assert compaction.manifest_digest != before


def test_the_sweeper_refreshes_what_a_new_policy_made_stale(world: World) -> None:
    compaction = world.in_review()
    world.policy(auto_approve="never")
    assert Policy.objects.current(world.team).version == 2
    analysis.sweep()
    assert Analysis.objects.filter(compaction=compaction).count() == 2
    assert not stale().exists()


def test_what_was_not_read_is_named_and_keeps_the_policy_from_passing(world: World) -> None:
    turns = [TurnIn("user", FAITHFUL), TurnIn("user", "[image, 12 bytes, sha256:00]", kind="placeholder")]
    compaction = world.in_review(turns=turns, summary=FAITHFUL)
    assert compaction.state == "in_review"
    assert {"turn": 2, "reason": "not text"} in Analysis.objects.get().coverage["skipped"]


def test_equal_losses_have_equal_keys_whatever_stands_before_them() -> None:
    key = finding_key("negation", "dropped", 3, "never", 0, "")
    assert key == finding_key("negation", "dropped", 3, "never", 0, "")
    others = [
        finding_key("obligation", "dropped", 3, "never", 0, ""),
        finding_key("negation", "softened", 3, "never", 0, ""),
        finding_key("negation", "dropped", 4, "never", 0, ""),
        finding_key("negation", "dropped", None, "never", 0, ""),
        finding_key("negation", "dropped", 3, "never!", 0, ""),
        finding_key("negation", "dropped", 3, "never", 1, ""),
        finding_key("negation", "dropped", 3, "never", 0, "may"),
    ]
    assert len({key, *others}) == 8
