"""Review: dismiss, restore, strike, edit, undo, claims. Each leaves a row that was checked again."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

import pytest

from reviewapp.conf import conf
from reviewapp.models import Action, AuditEntry, Comment, Compaction, Resolution, Revision, User
from reviewapp.services.compactions import analysis, finalize, intake, refresh
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions
from tests.clock import let_expire
from tests.world import LOSSY, PORT, RULE, TURNS, World


@pytest.fixture
def compaction(world: World) -> Compaction:
    return world.in_review()


def findings(compaction: Compaction) -> tuple[EvaluatedFinding, ...]:
    compaction.refresh_from_db()
    return review_state_of(compaction).findings


def losing(compaction: Compaction, text: str) -> EvaluatedFinding:
    """The finding that says that `text` was lost."""
    return next(judged for judged in findings(compaction) if judged.quote == text)


def refused(action: Callable[..., object], **how: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        action(**how)
    return caught.value


def test_the_gate_says_what_is_in_the_way(compaction: Compaction) -> None:
    shut = gate(compaction)
    assert not shut.open
    assert [reason.code for reason in shut.reasons] == ["unresolved"]
    assert set(shut.blocking) == {judged.finding.key for judged in findings(compaction) if judged.blocks}


def test_dismissing_resolves_and_reopening_takes_it_back(world: World, compaction: Compaction) -> None:
    key = losing(compaction, RULE).finding.key
    who = world.by(world.reviewer, compaction)
    actions.dismiss(**who, finding_key=key, reason_code="obsolete", reason="the instance is gone")
    assert key not in gate(Compaction.objects.get()).blocking
    actions.reopen(**who, finding_key=key)
    assert key in gate(Compaction.objects.get()).blocking
    assert [r.action for r in Resolution.objects.order_by("id")] == ["dismissed", "reopened"]


def test_a_dismissal_needs_a_known_reason(world: World, compaction: Compaction) -> None:
    how = world.by(world.reviewer, compaction)
    assert refused(actions.dismiss, **how, finding_key="x", reason_code="because").status == 422


def test_a_restored_span_stands_verbatim_after_the_summary(world: World, compaction: Compaction) -> None:
    judged = losing(compaction, PORT)
    who = world.by(world.reviewer, compaction)
    after = actions.restore(**who, finding_key=judged.finding.key, revision=1).compaction
    assert after.current_revision is not None
    assert after.current_revision.summary == f"{LOSSY}\n\n[[turn:3]] {judged.quote}"
    assert judged.finding.key not in gate(after).blocking


def test_restored_spans_stand_in_turn_order(world: World, compaction: Compaction) -> None:
    later, earlier = losing(compaction, PORT), losing(compaction, RULE)
    for number, judged in enumerate((later, earlier), 1):
        compaction = actions.restore(
            **world.by(world.reviewer, compaction), finding_key=judged.finding.key, revision=number
        ).compaction
    assert compaction.current_revision is not None
    turns = re.findall(r"\[\[turn:(\d+)\]\]", compaction.current_revision.summary)
    assert turns == ["2", "3"]
    compaction.refresh_from_db()
    assert gate(compaction).open


def test_a_restored_span_that_an_edit_removes_is_lost_again(world: World, compaction: Compaction) -> None:
    key = losing(compaction, PORT).finding.key
    who = world.by(world.reviewer, compaction)
    actions.restore(**who, finding_key=key, revision=1)
    after = actions.edit(**who, text=LOSSY, revision=2).compaction
    assert key in gate(after).blocking


def test_a_span_of_a_tool_is_restored_only_on_confirmation(world: World) -> None:
    turns = [*TURNS, TurnIn("tool", "Node i-0abc123def4567890 must NEVER be restarted.")]
    compaction = world.in_review(turns=turns)
    judged = next(found for found in findings(compaction) if found.finding.turn_seq == 5)
    who, key = world.by(world.reviewer, compaction), judged.finding.key
    assert refused(actions.restore, **who, finding_key=key, revision=1).code == "confirm_origin"
    actions.restore(**who, finding_key=key, revision=1, confirm_origin=True)
    assert Resolution.objects.get().confirmed_origin


ADDED = f"{LOSSY} {RULE} {PORT} The budget is $9,750 a month."


def test_striking_cuts_the_span_and_the_space_that_it_leaves(world: World) -> None:
    compaction = world.in_review(summary=ADDED)
    judged = next(found for found in findings(compaction) if "9,750" in found.summary_quote)
    key = judged.finding.key
    who = world.by(world.reviewer, compaction)
    assert refused(actions.restore, **who, finding_key=key, revision=1).code == "only_strike"
    after = actions.strike(**who, finding_key=key, revision=1).compaction
    assert after.current_revision is not None
    assert after.current_revision.summary == f"{LOSSY} {RULE} {PORT}"  # with what was said of the value
    assert key not in {found.finding.key for found in findings(after)}


def test_an_edit_from_an_old_revision_is_refused_with_the_current_one(world: World, compaction: Compaction) -> None:
    who = world.by(world.reviewer, compaction)
    actions.edit(**who, text=f"{LOSSY} {PORT}", revision=1)
    late = refused(actions.edit, **who, text="another draft", revision=1)
    assert (late.code, late.status, late.details) == ("stale_revision", 409, {"revision": 2})


def test_an_edit_is_a_revision_that_a_worker_analyses(world: World, compaction: Compaction) -> None:
    before = compaction.manifest_digest
    after = actions.edit(**world.by(world.reviewer, compaction), text=f"{LOSSY} {RULE} {PORT}", revision=1).compaction
    assert (after.state, after.manifest_digest) == ("received", None)
    after.refresh_from_db()
    assert after.manifest_digest not in (None, before)
    assert gate(after).open
    assert list(Revision.objects.values_list("number", "author")) == [(1, None), (2, world.reviewer.id)]


@pytest.mark.parametrize("nothing", ["", "  ", "\n\u2003\n"])
def test_an_edit_leaves_something_of_the_summary(world: World, compaction: Compaction, nothing: str) -> None:
    with pytest.raises(Refused) as refused:
        actions.edit(**world.by(world.reviewer, compaction), text=nothing, revision=1)
    assert (refused.value.status, refused.value.code, refused.value.field) == (422, "nothing_left", "text")
    assert "reject it" in refused.value.message
    assert Revision.objects.filter(compaction=compaction).count() == 1


def test_undo_goes_back_step_by_step(world: World, compaction: Compaction) -> None:
    who = world.by(world.reviewer, compaction)
    key = losing(compaction, PORT).finding.key
    actions.edit(**who, text=f"{LOSSY} Done.", revision=1)
    actions.restore(**who, finding_key=key, revision=2)
    texts = [actions.undo(**who, revision=number).compaction.current_revision for number in (3, 4)]
    assert [text and text.summary for text in texts] == [f"{LOSSY} Done.", LOSSY]
    assert refused(actions.undo, **who, revision=5).code == "nothing_to_undo"
    assert key in gate(Compaction.objects.get()).blocking
    assert Resolution.objects.order_by("-id")[0].action == Action.REOPENED


def test_a_dismissal_carries_over_to_the_next_attempt_and_is_shown_as_carried(
    world: World, compaction: Compaction
) -> None:
    key = losing(compaction, RULE).finding.key
    who = world.by(world.reviewer, compaction)
    actions.dismiss(**who, finding_key=key, reason_code="obsolete")
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    again = world.in_review(turns=())
    judged = next(found for found in findings(again) if found.finding.key == key)
    assert judged.resolved
    assert judged.resolution is not None
    assert judged.resolution.carried_from is not None


def test_a_dismissal_outlives_an_engine_that_finds_the_same(world: World, compaction: Compaction) -> None:
    judged = losing(compaction, RULE)
    _resolve(world, compaction, judged, reason_code="false_alarm", engine_version="0")
    assert judged.finding.key not in gate(compaction).blocking


def test_a_dismissal_opens_again_when_the_severity_rose(world: World, compaction: Compaction) -> None:
    judged = losing(compaction, RULE)
    _resolve(world, compaction, judged, reason_code="obsolete", severity="warning")
    assert judged.finding.key in gate(compaction).blocking


def _resolve(world: World, compaction: Compaction, judged: EvaluatedFinding, **how: str) -> None:
    values = {"severity": judged.finding.severity, "engine_version": judged.finding.analysis.engine_version, **how}
    Resolution.objects.create(
        team=world.team,
        compaction=compaction,
        finding_key=judged.finding.key,
        action=Action.DISMISSED,
        user=world.reviewer,
        **values,
    )


def test_a_viewer_and_a_stranger_change_nothing(world: World, compaction: Compaction) -> None:
    how = {"team": world.team, "compaction_id": compaction.id, "text": "x", "revision": 1}
    assert refused(actions.edit, user=world.viewer, **how).status == 403
    outsider = type(world.viewer).objects.create_user("outsider")
    assert refused(actions.edit, user=outsider, **how).status == 404


def test_nothing_can_be_changed_after_the_end(world: World, compaction: Compaction) -> None:
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    how = world.by(world.reviewer, compaction)
    assert refused(actions.edit, **how, text="x", revision=1).code == "not_in_review"


def test_an_overdue_row_is_expired_by_whoever_touches_it(world: World, compaction: Compaction) -> None:
    let_expire(compaction)
    how = world.by(world.reviewer, compaction)
    assert refused(actions.edit, **how, text="x", revision=1).code == "not_in_review"
    compaction.refresh_from_db()
    assert compaction.state == "expired"


def test_a_comment_may_be_made_after_the_end(world: World, compaction: Compaction) -> None:
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    actions.comment(**world.by(world.reviewer, compaction), text="see ticket 12")
    assert AuditEntry.objects.filter(action="comment.added").count() == 1


def test_a_failed_analysis_can_be_sent_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.propose()
    with monkeypatch.context() as broken:
        broken.setattr(analysis, "conf", dataclasses.replace(conf, analysis_attempts=1))
        broken.setattr(analysis, "check", lambda _: 1 / 0)
        analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "failed"
    actions.retry(**world.by(world.reviewer, compaction))
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == "in_review"


def test_a_change_after_the_page_was_loaded_stops_its_approval(world: World, compaction: Compaction) -> None:
    who = world.by(world.reviewer, compaction)
    shown = gate(actions.edit(**who, text=f"{LOSSY} {RULE} {PORT}", revision=1).compaction).manifest_digest
    actions.edit(**who, text=f"{LOSSY} {RULE} {PORT} Done.", revision=2)
    assert refused(finalize.approve, **who, manifest_digest=shown).code == "stale_manifest"


def test_an_edit_goes_back_to_the_workers(
    world: World, compaction: Compaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh, "enqueue_analysis", lambda _: None)
    after = actions.edit(**world.by(world.reviewer, compaction), text=f"{LOSSY} {RULE} {PORT}", revision=1).compaction
    assert (after.state, after.manifest_digest) == ("received", None)
    analysis.analyse(compaction_id=after.id)
    after.refresh_from_db()
    assert after.state == "in_review"
    assert gate(after).open


def test_what_was_not_done_is_not_taken_back(world: World, compaction: Compaction) -> None:
    who, port = world.by(world.reviewer, compaction), losing(compaction, PORT).finding.key
    assert refused(actions.reopen, **who, finding_key=port).code == "not_resolved"
    assert refused(actions.retry, **who).code == "not_failed"


def test_a_strike_is_taken_back_with_its_text_or_not_at_all(world: World) -> None:
    """The same words twice: after one of them is struck, its finding is found again, and is resolved no more."""
    compaction = world.in_review("twice", summary=f"{LOSSY} It cost $500. Again $500.")
    key = next(judged.finding.key for judged in findings(compaction) if judged.summary_quote == "$500")
    who = world.by(world.reviewer, compaction)
    actions.strike(**who, finding_key=key, revision=1)
    assert refused(actions.reopen, **who, finding_key=key, revision=2).code == "undo_instead"


def test_a_note_sent_twice_is_one(world: World) -> None:
    compaction = world.in_review()

    def note(user: User, text: str) -> int:
        return int(actions.comment(**world.by(user, compaction), text=text).pk)

    assert note(world.reviewer, "Ask Mara.") == note(world.reviewer, "Ask Mara.")
    assert (
        len({note(world.reviewer, "Ask Mara."), note(world.reviewer, "Ask Ole."), note(world.lead, "Ask Mara.")}) == 3
    )
    assert Comment.objects.filter(compaction=compaction).count() == 3
    assert AuditEntry.objects.filter(action="comment.added", object_id=str(compaction.id)).count() == 3
