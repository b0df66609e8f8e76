from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from reviewapp.models import Resolution, User
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.review import actions
from reviewapp.web import rules
from reviewapp.web.insights import insights_page
from reviewapp.web.insights.insights_page import Share, dismissals, durations, precision, queue_ages
from tests.web.conftest import Desk

HERE = UUID(int=1)


def resolution(action: str, reason: str = "") -> Resolution:
    return Resolution(action=action, reason_code=reason)


def test_a_detector_is_wrong_only_where_people_called_it_a_false_alarm() -> None:
    resolutions = {
        (HERE, "1"): resolution("pinned"),
        (HERE, "2"): resolution("dismissed", "obsolete"),
        (HERE, "3"): resolution("dismissed", "false_alarm"),
        (HERE, "4"): resolution("reopened"),
        (HERE, "5"): resolution("struck"),
    }
    rules = {(HERE, key): "R1" for key in "1234"}
    assert precision(resolutions, rules) == (Share("R1", 2, 3),)


def test_the_least_precise_detector_comes_first() -> None:
    resolutions = {(HERE, "1"): resolution("pinned"), (HERE, "2"): resolution("dismissed", "false_alarm")}
    shares = precision(resolutions, {(HERE, "1"): "good", (HERE, "2"): "bad"})
    assert [share.label for share in shares] == ["bad", "good"]


def test_a_share_of_nothing_is_unknown_rather_than_none() -> None:
    assert Share("x", 0, 0).percent is None
    assert Share("x", 1, 8).permille == 125


def test_durations_of_nothing_are_unknown() -> None:
    assert durations([]).median is None
    measured = durations([timedelta(seconds=n) for n in (1, 2, 3, 4, 100)])
    assert (measured.count, measured.median, measured.p90) == (5, 3, 100)


def test_each_age_falls_into_one_band() -> None:
    ages = [timedelta(minutes=59), timedelta(hours=1), timedelta(hours=23), timedelta(days=2), timedelta(days=9)]
    assert [share.part for share in queue_ages(ages)] == [1, 1, 1, 1, 1]


def test_dismissals_are_counted_by_their_reason() -> None:
    rows = [
        resolution("dismissed", "obsolete"),
        resolution("dismissed", "restated"),
        resolution("dismissed", "obsolete"),
    ]
    assert dismissals([*rows, resolution("pinned")]) == (Share("obsolete", 2, 3), Share("restated", 1, 3))


def test_the_time_to_a_decision_is_that_of_people(desk: Desk) -> None:
    world = desk.world
    world.in_review("clean", turns=[TurnIn("user", "Hello.")], summary="Hello.")
    seen = insights_page.read(world.team, now=timezone.now())
    assert seen.compactions == 2 and seen.to_decision.count == 0
    finalize.reject(**world.by(world.lead, desk.compaction), reason_code="unusable")
    assert insights_page.read(world.team, now=timezone.now()).to_decision.count == 1


def test_a_rule_is_explained_by_the_engines_own_words(
    desk: Desk, browser: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rules.TITLES, "plain.lost", "Zonk qbert.")
    judged = next(each for each in review_state_of(desk.fresh()).findings if each.finding.rule == "plain.lost")
    who = desk.world.by(desk.world.lead, desk.compaction)
    actions.dismiss(**who, finding_key=judged.finding.key, reason_code="false_alarm")
    page = browser(desk.world.viewer).get(f"/t/{desk.world.team.slug}/insights/").content.decode()
    assert "plain.<wbr>lost" in page and "Zonk qbert." in page
    assert "negation.turned-round" in rules.TITLES
