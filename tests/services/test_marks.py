"""What people find themselves: a mark holds an approval like a finding, and is settled like one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reviewapp.models import AuditEntry, Compaction, Mark, Receipt
from reviewapp.services.compactions import analysis, finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import receipts
from reviewapp.services.review import actions, corrections, marks, promotion
from tests.world import FAITHFUL as RULES
from tests.world import PORT, RULE, World

PLAN = "I listed the subnets and wrote a plan."
FAITHFUL = f"{RULES} {PLAN}"


@pytest.fixture
def compaction(world: World) -> Compaction:
    world.policy(auto_approve="never")
    return world.in_review(summary=FAITHFUL)


def now(compaction: Compaction) -> Compaction:
    """As it is once a worker has seen it, where one has to."""
    analysis.analyse(compaction_id=compaction.id)
    return Compaction.objects.select_related("team", "session", "current_revision").get(id=compaction.id)


def the(compaction: Compaction, key: str) -> EvaluatedFinding:
    return next(each for each in review_state_of(now(compaction)).findings if each.finding.key == key)


def refused(action: Callable[..., object], **how: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        action(**how)
    return caught.value


def mark(world: World, compaction: Compaction, **how: Any) -> Mark:
    number = now(compaction).current_revision.number  # type: ignore[union-attr]  # a stored row has one
    return marks.add(**world.by(world.reviewer, compaction), **{"revision": number, **how}).mark


def summary_span(compaction: Compaction, words: str) -> tuple[int, int]:
    revision = now(compaction).current_revision
    assert revision is not None
    at = revision.summary.index(words)
    return at, at + len(words)


def test_a_mark_holds_the_approval_and_voids_votes(world: World, compaction: Compaction) -> None:
    before = gate(now(compaction))
    assert before.open
    made = mark(world, compaction, turn_seq=4, turn_span=(0, len(PLAN)), note="The plan matters.")
    after = gate(now(compaction))
    assert after.blocking == (made.key,)
    assert after.manifest_digest != before.manifest_digest
    how = world.by(world.lead, compaction)
    assert refused(finalize.approve, **how, manifest_digest=before.manifest_digest).code == "unresolved"
    assert AuditEntry.objects.filter(action="mark.added").count() == 1


def test_a_note_of_a_person_holds_nothing_and_is_part_of_what_is_approved(world: World, compaction: Compaction) -> None:
    before = gate(now(compaction)).manifest_digest
    mark(world, compaction, turn_seq=4, turn_span=(0, 6), severity="note")
    after = gate(now(compaction))
    assert after.open
    assert after.manifest_digest != before


def test_it_is_read_as_the_words_it_was_put_on(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, turn_seq=2, turn_span=(0, 27), summary_span=summary_span(compaction, "Move"))
    judged = the(compaction, made.key)
    assert (judged.quote, judged.summary_quote) == ("Move the service to EKS. Un", "Move")


def test_it_outlives_an_edit_and_is_looked_for_where_its_words_stand(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, summary_span=summary_span(compaction, "wrote a plan"))
    actions.edit(**world.by(world.lead, compaction), text=f"First: {FAITHFUL}", revision=1)
    assert the(compaction, made.key).summary_quote == "wrote a plan"
    assert gate(now(compaction)).blocking == (made.key,)


def test_words_that_were_marked_as_wrong_are_settled_once_they_are_gone(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, summary_span=summary_span(compaction, PLAN))
    actions.strike(**world.by(world.lead, compaction), finding_key=made.key, revision=1)
    assert gate(now(compaction)).open
    actions.undo(**world.by(world.lead, compaction), revision=2)
    assert gate(now(compaction)).blocking == (made.key,)


def test_its_author_may_settle_it_and_only_its_author_takes_it_back(world: World, compaction: Compaction) -> None:
    first = mark(world, compaction, turn_seq=4, turn_span=(0, 8))
    second = mark(world, compaction, turn_seq=4, turn_span=(9, 12))
    who = world.by(world.reviewer, compaction)
    actions.dismiss(**who, finding_key=first.key, reason_code="restated")
    assert refused(marks.withdraw, **world.by(world.lead, compaction), key=second.key).code == "not_the_author"
    marks.withdraw(**who, key=second.key)
    assert gate(now(compaction)).open
    assert Mark.objects.count() == 2


def test_a_pin_answers_it_while_it_holds_its_words(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, turn_seq=2, turn_span=(0, 24))
    how: dict[str, Any] = {
        **world.by(world.reviewer, compaction),
        "finding_key": made.key,
        "key": "eks",
        "severity": "ADVISORY",
    }
    promotion.pin_finding(**how, scope="session")
    assert gate(now(compaction)).open


def test_restored_words_settle_it(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, turn_seq=2, turn_span=(0, 24))
    actions.restore(**world.by(world.reviewer, compaction), finding_key=made.key, revision=1)
    assert gate(now(compaction)).open


def test_what_is_not_there_cannot_be_marked(world: World, compaction: Compaction) -> None:
    how: dict[str, Any] = {**world.by(world.reviewer, compaction), "revision": 1}
    assert refused(marks.add, **how).code == "nothing_marked"
    assert refused(marks.add, **how, turn_seq=1, turn_span=(0, 9_999)).code == "no_such_span"
    assert refused(marks.add, **how, summary_span=(3, 3)).code == "no_such_span"
    assert refused(marks.add, **how, turn_seq=99, turn_span=(0, 1)).code == "not_found"
    assert refused(marks.add, **how, turn_seq=1, turn_span=(0, 3), severity="grave").code == "invalid"
    assert refused(marks.add, **{**how, "user": world.viewer}, turn_seq=1, turn_span=(0, 3)).status == 403
    assert not Mark.objects.exists()


def test_a_second_click_makes_no_second_mark(world: World, compaction: Compaction) -> None:
    mark(world, compaction, turn_seq=1, turn_span=(0, 3))
    again = refused(marks.add, **world.by(world.lead, compaction), revision=1, turn_seq=1, turn_span=(0, 3))
    assert again.code == "already_marked"


def test_the_receipt_lists_what_people_found(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, turn_seq=4, turn_span=(0, 8))
    actions.dismiss(**world.by(world.lead, compaction), finding_key=made.key, reason_code="restated")
    shown = gate(now(compaction)).manifest_digest
    finalize.approve(**world.by(world.lead, compaction), manifest_digest=shown)
    proof = receipts.statement(Receipt.objects.get(compaction=compaction, kind="approval"))
    assert [(each["key"], each["resolution"]) for each in proof.predicate["marks"]] == [(made.key, "dismissed")]


def test_a_correction_puts_the_turns_words_in_place_and_leaves_the_rest(world: World, compaction: Compaction) -> None:
    wrong = FAITHFUL.replace("port 5432", "port 5433")
    actions.edit(**world.by(world.lead, compaction), text=wrong, revision=1)
    now(compaction)
    corrections.correct(
        **world.by(world.reviewer, compaction),
        revision=2,
        summary_span=summary_span(compaction, "5433"),
        turn_seq=3,
        turn_span=(PORT.index("5432"), PORT.index("5432") + 4),
    )
    revision = now(compaction).current_revision
    assert revision is not None
    assert revision.summary == FAITHFUL
    assert revision.operations[-1]["op"] == "correct"


def test_a_correction_answers_the_mark_and_its_undo_opens_it_again(world: World, compaction: Compaction) -> None:
    made = mark(world, compaction, turn_seq=3, turn_span=(0, 11), summary_span=summary_span(compaction, "listed the"))
    corrections.correct(**world.by(world.reviewer, compaction), revision=1, finding_key=made.key)
    after = now(compaction)
    assert "I DO NOT open subnets" in (after.current_revision.summary if after.current_revision else "")
    assert made.key not in gate(after).blocking
    actions.undo(**world.by(world.reviewer, compaction), revision=2)
    assert made.key in gate(now(compaction)).blocking


def test_a_pin_and_a_correction_count_side_by_side(world: World, compaction: Compaction) -> None:
    at = RULE.index("touch")
    made = mark(
        world, compaction, turn_seq=2, turn_span=(25 + at, 25 + at + 5), summary_span=summary_span(compaction, "listed")
    )
    who = world.by(world.reviewer, compaction)
    promotion.pin_finding(**who, finding_key=made.key, key="touch", severity="ADVISORY", scope="session")
    assert made.key in gate(now(compaction)).blocking, "a pin makes nothing true"
    corrections.correct(**who, revision=1, finding_key=made.key)
    assert {row.action for row in review_state_of(now(compaction)).answers[made.key]} == {"pinned", "corrected"}
    actions.undo(**who, revision=2)
    assert [row.action for row in review_state_of(now(compaction)).answers[made.key]] == ["pinned"]


def test_words_of_an_agent_are_put_in_only_by_who_says_so(world: World, compaction: Compaction) -> None:
    who = world.by(world.reviewer, compaction)
    how: dict[str, Any] = {**who, "revision": 1, "turn_seq": 4, "turn_span": (0, 8)}
    how["summary_span"] = summary_span(compaction, "EKS")
    assert refused(corrections.correct, **how).code == "confirm_origin"
    corrections.correct(**how, confirm_origin=True)
    assert "I listed" in now(compaction).current_revision.summary  # type: ignore[union-attr]  # a stored row has one


@pytest.mark.parametrize("spans", [{"summary_span": (0, 9_999)}, {"turn_span": (5, 5)}, {"turn_seq": None}])
def test_a_correction_of_nothing_is_refused(world: World, compaction: Compaction, spans: dict[str, Any]) -> None:
    how: dict[str, Any] = {"revision": 1, "turn_seq": 3, "turn_span": (0, 5), "summary_span": (0, 4), **spans}
    assert refused(corrections.correct, **world.by(world.reviewer, compaction), **how).status == 422
    assert now(compaction).current_revision.number == 1  # type: ignore[union-attr]  # a stored row has one
