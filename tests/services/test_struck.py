"""A wrong value that is struck is lost: the strike took away what was false, and nothing says what is true."""

from __future__ import annotations

import pytest
from django.db import transaction

from reviewapp.engine.types import Severity
from reviewapp.models import Compaction
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.review import actions, promotion
from tests.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    """With the engine itself."""
    return make_world()


def the(compaction: Compaction, quote: str) -> EvaluatedFinding:
    return next(judged for judged in review_state_of(compaction).findings if judged.quote == quote)


CREDIT = "Credit exactly $4,120.50, and book it before the quarter ends on 2026-12-31."


def struck(world: World) -> tuple[Compaction, EvaluatedFinding]:
    """Two wrong values in one sentence, which a strike of the first takes out of the summary."""
    turns = [TurnIn("user", f"Settle the invoice. {CREDIT}")]
    told = "The invoice is to be settled. Credit around $4,100 and book it by 2027-01-31."
    compaction = world.in_review("invoice", turns=turns, summary=told)
    key = the(compaction, "$4,120.50").finding.key
    actions.strike(**world.by(world.reviewer, compaction), finding_key=key, revision=1)
    compaction = Compaction.objects.select_related("current_revision").get(pk=compaction.pk)
    return compaction, the(compaction, "$4,120.50")


def test_a_wrong_value_that_was_struck_is_still_lost(world: World) -> None:
    """Each of the two, though the engine only warns where a value is dropped."""
    compaction, lost = struck(world)
    date = the(compaction, "2026-12-31")
    assert (lost.finding.change, lost.finding.severity, lost.severity) == ("dropped", "warning", Severity.BLOCKING)
    assert gate(compaction).blocking == (lost.finding.key, date.finding.key)


def test_what_a_strike_left_is_settled_by_a_pin_a_restore_or_a_dismissal(world: World) -> None:
    compaction, lost = struck(world)
    who = world.by(world.reviewer, compaction)
    date = the(compaction, "2026-12-31")
    actions.dismiss(**who, finding_key=date.finding.key, reason_code="obsolete")
    for settle in (
        lambda: actions.dismiss(**who, finding_key=lost.finding.key, reason_code="obsolete"),
        lambda: promotion.pin_finding(
            **who, finding_key=lost.finding.key, key="credit", severity="ADVISORY", scope="session"
        ),
        lambda: actions.restore(**who, finding_key=lost.finding.key, revision=2),
    ):
        with transaction.atomic():
            settle()
            assert gate(Compaction.objects.get(pk=compaction.pk)).open
            transaction.set_rollback(True)
        assert not gate(Compaction.objects.get(pk=compaction.pk)).open


def test_an_undone_strike_leaves_the_finding_that_was_struck(world: World) -> None:
    compaction, lost = struck(world)
    actions.undo(**world.by(world.reviewer, compaction), revision=2)
    now = Compaction.objects.get(pk=compaction.pk)
    assert lost.finding.key not in {judged.finding.key for judged in review_state_of(now).findings}
    assert the(now, "$4,120.50").finding.change == "altered" and not gate(now).open
