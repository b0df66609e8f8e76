"""What the demo is there for: no room of a new installation looks empty."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from reviewapp.demo import seed
from reviewapp.models import Compaction, DismissReason, Resolution, Retirement, Session, StateRecord, Team
from reviewapp.services.compactions import analysis
from reviewapp.web.insights import insights_page
from reviewapp.web.register import register_page
from reviewapp.web.sessions import lineage


@pytest.fixture(scope="module")
def team(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Team]:
    """Seeded once for all of them, and gone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed.fill()
        yield Team.objects.get(slug=seed.TEAM)
        transaction.set_rollback(True)


def test_the_register_has_one_of_each(team: Team) -> None:
    seen = register_page.read(team)
    assert min(seen.counts.values()) >= 1
    assert {entry.version.severity for entry in seen.entries} == {"ADVISORY", "HARD_DENIAL", "FATAL_FALSIFICATION"}
    assert any(entry.versions > 1 for entry in seen.entries)
    assert any(entry.version.expires_at for entry in seen.entries)
    assert any(entry.version.enforced_below for entry in seen.entries)
    assert {entry.scope is None for entry in seen.entries} == {True, False}
    assert any(entry.survival and entry.survival.of >= 3 for entry in seen.entries)


def test_a_retirement_waits_for_the_lead(team: Team) -> None:
    waiting = Retirement.objects.get(team=team, state="open")
    assert [vote.voter.username for vote in waiting.votes.all()] == ["noor"]


def test_a_session_loses_a_fact_in_its_third_generation(team: Team) -> None:
    session = Session.objects.get(team=team, external_id="warehouse-sync")
    for waiting in Compaction.objects.filter(session=session, state="received"):
        analysis.analyse(compaction_id=waiting.id)
    seen = lineage.read(session)
    assert [node.label for node in seen.nodes] == ["1", "2a", "2b", "3"]
    first = [row.first_lost for row in seen.rows if "below 0" in row.fact.quote]
    assert "3" in {cell.generation.label for cell in first if cell}
    assert StateRecord.objects.filter(session=session).count() == 3


def test_insights_measure_detectors_and_summarisers(team: Team) -> None:
    seen = insights_page.read(team, now=timezone.now())
    assert any(share.part < share.whole for share in seen.precision)
    assert len(seen.clean_by_summariser) == 2
    assert seen.to_claim.count == seen.to_decision.count > 3
    reasons = Resolution.objects.filter(team=team, action="dismissed").values_list("reason_code", flat=True)
    assert DismissReason.RESTATED in reasons
    assert len(set(reasons)) > 1
